"""PHP: a file declares its namespace, names types and functions of others by `use`, and is loaded when one is named."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from posixpath import normpath

from nsccn.graph.imports.base import ImportedName, ImportStrategy, Located
from nsccn.graph.imports.folders import nearest_first
from nsccn.regexes import regex

_COMMENT = regex(r"/\*.*?\*/|//[^\n]*|#[^\n]*", re.DOTALL)
_USE = regex(r"use\s+(?:(?:function|const)\s+)?(.*?);?\s*\Z", re.DOTALL | re.IGNORECASE)
_GROUP = regex(r"(.*)\{(.*)\}", re.DOTALL)
_CLAUSE = regex(r"(?:(?:function|const)\s+)?([\w\\]+)(?:\s+as\s+(\w+))?\Z", re.IGNORECASE)
_LOADED = regex(r"(?:include|require)(?:_once)?\b(.*)", re.DOTALL | re.IGNORECASE)
_HERE = regex(r"[\s(]*(?:(dirname)\s*\(\s*)?(?:__DIR__|dirname\s*\(\s*__FILE__\s*\))", re.IGNORECASE)
"""What a path begins with that leads from the folder of the file, or from the one above."""
_TEXT = regex(r"'([^'\\$]+)'|\"([^\"\\$]+)\"")
_LANGUAGE = "php"
_OWN = "namespace"
"""What begins a name that is inside of the namespace around."""
_BETWEEN = "$"
"""Between the parts of a name, as facts write it."""


class PhpNamespace(ImportStrategy):
    r"""`use Shop\Cart;`, `use function Shop\total;`, `use Shop\{Cart, Item as Thing};`, `require "a.php";`."""

    @staticmethod
    def parse(statement: str) -> list[ImportedName]:
        """Return the names that `use` binds, or the file that is loaded."""
        if loaded := _LOADED.match(statement):
            return _file(loaded[1])
        found = _USE.match(_COMMENT.sub("", statement).strip())
        if not found:
            return []
        group = _GROUP.match(found[1])
        prefix, clauses = (group[1].strip(), group[2]) if group else ("", found[1])
        named = (_CLAUSE.match(clause.strip()) for clause in clauses.split(","))
        return [_imported(prefix + one[1], one[2]) for one in named if one is not None]

    @staticmethod
    def package_name(text: str) -> str:
        """Return the namespace with dots."""
        return text.replace("\\", ".").replace(" ", "")

    @staticmethod
    def absolute(name: str, aliases: Mapping[str, str], package: str) -> str:
        """Return the whole name: behind an alias, in the namespace around, or from outside of all where it says so."""
        first, _, rest = name.partition(_BETWEEN)
        if first and first != _OWN:
            rest = f"{aliases[first]}{_BETWEEN}{rest}" if first in aliases else f"{package}{_BETWEEN}{name}"
        elif first:
            rest = f"{package}{_BETWEEN}{rest}"
        return rest.strip(_BETWEEN).replace(_BETWEEN, ".")

    def locate(self, slot: int, module: str) -> Located | None:
        """Return the file that declares a type or a function, or that is loaded by its path."""
        if module.startswith((".", "/")):
            found = self._loaded(slot, module)
            return None if found is None else Located((found,))
        package, _, name = module.rpartition(".")
        slots = self._declaring(slot, package, name)
        return Located(slots[:1], (name,)) if slots else None

    def peers_with(self, slot: int, name: str) -> tuple[int, ...]:
        """Return the other files of the namespace that declare a name; functions and constants may be global."""
        package = self.project.packages[slot]
        found = self._declaring(slot, package, name)
        if package and (name[:1].islower() or name.isupper()):
            found += self._declaring(slot, "", name)
        return tuple(peer for peer in found if peer != slot)

    def _declaring(self, slot: int, package: str, name: str) -> tuple[int, ...]:
        """Return the files that declare a name in a namespace, the nearest first."""
        found = self._names.get((package, name), ())
        return nearest_first(self.project.paths[slot], found, self.project.paths)

    def _loaded(self, slot: int, path: str) -> int | None:
        """Return the file of a path: below the folder of the file or the root, else the only one that ends so."""
        known, folder = self.project.slot, self.project.paths[slot].rpartition("/")[0]
        beside = normpath(f"{folder}/{path}" if folder else path.lstrip("/"))
        if path.startswith("."):
            return known.get(beside)
        found = known.get(beside, known.get(path.lstrip("/")))
        if found is not None:
            return found
        ending = [
            other
            for other in self.project.by_filename.get(path.rpartition("/")[2], ())
            if self.project.paths[other].endswith(path)
        ]
        return ending[0] if len(ending) == 1 else None

    @cached_property
    def _names(self) -> dict[tuple[str, str], tuple[int, ...]]:
        found: dict[tuple[str, str], tuple[int, ...]] = {}
        for slot, language in enumerate(self.project.languages):
            if language == _LANGUAGE:
                for name in self.project.modules(slot):
                    key = self.project.packages[slot], name
                    found[key] = (*found.get(key, ()), slot)
        return found


def _imported(path: str, alias: str | None) -> ImportedName:
    module = path.strip("\\").replace("\\", ".")
    return ImportedName(module, "", alias or module.rpartition(".")[2])


def _file(written: str) -> list[ImportedName]:
    """Return the file that a path names which is written out, at least behind the folder of the file."""
    texts = [one or other for one, other in _TEXT.findall(written)]
    path = "".join(texts).lstrip("/")
    if not path or not path.rpartition("/")[2].strip("."):
        return []
    here = _HERE.match(written)
    above = "./../" if here and here[1] else "./"
    return [ImportedName(f"{above}{path}" if here or path.startswith(".") else f"/{path}", "", "")]
