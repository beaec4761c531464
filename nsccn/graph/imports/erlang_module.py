"""Erlang: `cart:fill(3)` is a function of the module `cart`, which is the file `cart.erl`, wherever that lies."""

from __future__ import annotations

import re
from posixpath import dirname, join, normpath
from typing import Final

from nsccn.graph.imports.base import ImportedName, ImportStrategy, Located
from nsccn.graph.imports.folders import nearest_first
from nsccn.regexes import regex

_IMPORT: Final = regex(r"-\s*import\s*\(\s*'?(\w+)'?\s*,\s*\[(.*?)\]", re.DOTALL)
_INCLUDE: Final = regex(r'-\s*include(_lib)?\s*\(\s*"([^"\n]+)"')
_NAME: Final = regex(r"'?(\w+)'?\s*/\s*\d+")
_SUFFIX: Final = ".erl"
_HEADERS: Final = ("", "include", "../include", "src", "../src")
"""Folders in which headers are looked for, as seen from a file."""


class ErlangModule(ImportStrategy):
    """`-import(items, [price/1]).`, `-include("shop.hrl").`, and modules that need no import."""

    @staticmethod
    def parse(statement: str) -> list[ImportedName]:
        """Return the functions of a module that a file names alone, or all names of a header."""
        if found := _INCLUDE.match(statement):
            return [ImportedName(found[2], "*", "", exported=True)]
        if found := _IMPORT.match(statement):
            return [ImportedName(found[1], name, name) for name in _NAME.findall(found[2])]
        return []

    def locate(self, slot: int, module: str) -> Located | None:
        """Return the file of a module, the nearest of several, or that of a header."""
        own = self.project.paths[slot]
        if not module.endswith(".hrl"):
            named = tuple(self.project.by_filename.get(module + _SUFFIX, ()))
            found = nearest_first(own, named, self.project.paths)
            return Located(found[:1]) if found else None
        for folder in _HEADERS:
            at = self.project.slot.get(normpath(join(dirname(own), folder, module)))
            if at is not None:
                return Located((at,))
        found = nearest_first(own, self._ending(module), self.project.paths)
        return Located(found[:1]) if found else None

    def as_module(self, slot: int, name: str) -> str:
        """Return the module of a name."""
        return name if name + _SUFFIX in self.project.by_filename else ""

    def _ending(self, path: str) -> tuple[int, ...]:
        """Return the files whose paths end so: below the folder of an application, `shop/include/cart.hrl`."""
        named = self.project.by_filename.get(path.rpartition("/")[2], ())
        return tuple(one for one in named if f"/{self.project.paths[one]}".endswith(f"/{path}"))
