"""Perl: a package is a class or a module, known by its name in all files, whose functions others take in by name."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Final

from nsccn.graph.imports.base import ImportedName, ImportStrategy, Located
from nsccn.graph.imports.folders import nearest_first
from nsccn.regexes import regex

_USE: Final = regex(
    r"""\s*(?:use|require)\s+([A-Za-z_]\w*(?:::\w+)*)\s*(?:[\d.]+\s*)?(.*?);?\s*\Z""", re.DOTALL
)
_WORDS: Final = regex(r"""qw\s*[(\[{/<|!]([^)\]}/>|!]*)|["']([^"'\n]*)["']""")
_PART: Final = "::"
_BETWEEN: Final = "$$"
"""Between the parts of a package's name, as facts write it."""
_PRAGMAS: Final = frozenset({"constant", "lib"})
_INHERITING: Final = frozenset({"base", "parent"})


class PerlPackage(ImportStrategy):
    """`use Shop::Prices qw(price);`, and packages that are named whole."""

    manifests_name_files = False
    relative_imports = True

    @staticmethod
    def parse(statement: str) -> list[ImportedName]:
        """Return a package that a file takes in, and the functions that it takes from it.

        >>> [one[:3] for one in PerlPackage.parse("use Shop::Prices qw(price :all $rate);")]
        [('Shop.Prices', '', 'Shop$$Prices'), ('Shop.Prices', 'price', 'price')]
        >>> [one[:3] for one in PerlPackage.parse("use parent -norequire, 'Shop::Ware';")]
        [('Shop.Ware', '', 'Shop$$Ware')]
        """
        found = _USE.match(statement)
        if found is None or found[1] in _PRAGMAS:
            return []
        module, known = found[1].replace(_PART, "."), found[1].replace(_PART, _BETWEEN)
        said = " ".join(one or other for one, other in _WORDS.findall(found[2]))
        if found[1] in _INHERITING:
            bases = [word for word in said.split() if not word.startswith("-")]
            return [ImportedName(one.replace(_PART, "."), "", one.replace(_PART, _BETWEEN)) for one in bases]
        names = dict.fromkeys(word.lstrip("&") for word in said.split() if word.lstrip("&").isidentifier())
        return [ImportedName(module, "", known), *(ImportedName(module, name, name) for name in names)]

    @staticmethod
    def package_name(text: str) -> str:
        """Return the name with dots between its parts."""
        return text.replace(_PART, ".")

    @staticmethod
    def absolute(name: str, aliases: Mapping[str, str], package: str) -> str:
        """Return the whole name of a package, which is never left out."""
        return name.replace(_BETWEEN, ".").replace(_PART, ".")

    def locate(self, slot: int, module: str) -> Located | None:
        """Return the file of a package, the nearest of several, and the class that it is there."""
        found = nearest_first(self.project.paths[slot], self._declaring.get(module, ()), self.project.paths)
        return Located(found[:1], (module.rpartition(".")[2],)) if found else None

    def as_module(self, slot: int, name: str) -> str:
        """Return the package that a name without parts is."""
        return name if name in self._declaring else ""

    @cached_property
    def _declaring(self) -> dict[str, tuple[int, ...]]:
        """Package -> files."""
        found: dict[str, tuple[int, ...]] = {}
        for slot, package in enumerate(self.project.packages):
            if package and self.project.languages[slot] == "perl":
                found[package] = (*found.get(package, ()), slot)
        return found
