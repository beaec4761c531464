"""GDScript: a script with a name is known by it everywhere; others are known by their paths, or as autoloads."""

from __future__ import annotations

from functools import cached_property
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING, ClassVar, Final

from nsccn.graph.imports.base import ImportedName, ImportStrategy, Located
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nsccn.graph.imports.base import ManifestReader

_PROJECT: Final = "project.godot"
_SECTION: Final = regex(r"(?ms)^\[autoload\]\s*$(.*?)(?=^\[|\Z)")
_ENTRY: Final = regex(r'(?m)^(\w+)="\*?res://([^"]+)"')
_LOADED: Final = regex(r"""(\w+)\s*(?::[^=\n]*)?=\s*(?:pre)?load\(\s*["']([^"']+)["']\s*\)""")
_SCRIPT: Final = "default"
"""What a script offers, as `default_export` of the language has it."""
_SUFFIX: Final = ".gd"
_SCHEME: Final = "res://"


def _autoloads(text: str) -> list[tuple[str, str]]:
    """Return the names under which a project has scripts or scenes at hand, and their paths."""
    section = _SECTION.search(text)
    return [(found[1], found[2]) for found in _ENTRY.finditer(section[1])] if section else []


class GdscriptClass(ImportStrategy):
    """`const Cart = preload("res://cart.gd")`, and names of scripts that need no import."""

    manifest_readers: ClassVar[dict[str, ManifestReader]] = {_PROJECT: _autoloads}

    relative_imports = True  # so that what a class of a file loads is known in all of it

    @staticmethod
    def absolute(name: str, aliases: Mapping[str, str], package: str) -> str:
        """Return the path as it is written, which begins with no other."""
        return name

    @staticmethod
    def parse(statement: str) -> list[ImportedName]:
        """Return the script that a constant or a variable holds."""
        found = _LOADED.search(statement)
        return [ImportedName(found[2], _SCRIPT, found[1])] if found else []

    def locate(self, slot: int, module: str) -> Located | None:
        """Return the script at a path, which begins at the root of the project or beside the file."""
        folder = self._root(slot) if module.startswith(_SCHEME) else dirname(self.project.paths[slot])
        found = self.project.slot.get(normpath(join(folder, module.removeprefix(_SCHEME))))
        return None if found is None else Located((found,))

    def peers_with(self, slot: int, name: str) -> tuple[int, ...]:
        """Return the script of the project that has a name."""
        return tuple(peer for peer in self._named.get((self._root(slot), name), ()) if peer != slot)

    def as_module(self, slot: int, name: str) -> str:
        """Return the path of the script that the project has at hand under a name."""
        root = self._root(slot)
        said = self.project.read(join(root, _PROJECT)) or ()
        return next(
            (f"{_SCHEME}{path}" for known, path in said if known == name and path.endswith(_SUFFIX)), ""
        )

    def _root(self, slot: int) -> str:
        return self.project.nearest_with(_PROJECT, dirname(self.project.paths[slot]))

    @cached_property
    def _named(self) -> dict[tuple[str, str], tuple[int, ...]]:
        """Project and name -> scripts."""
        found: dict[tuple[str, str], tuple[int, ...]] = {}
        for slot, path in enumerate(self.project.paths):
            if path.endswith(_SUFFIX):
                for name in self.project.modules(slot):
                    key = (self._root(slot), name)
                    found[key] = (*found.get(key, ()), slot)
        return found
