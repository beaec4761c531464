"""Zig: `@import("cart.zig")` is what a file declares, which is a struct itself where it has fields or names itself."""

from __future__ import annotations

from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING, ClassVar, Final

from nsccn.graph.imports.base import ImportedName, ImportStrategy, Located
from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.graph.imports.base import ManifestReader

_IMPORT: Final = regex(r'(\w+)\s*=\s*@import\(\s*"([^"]+)"\s*\)(?:\.(\w+))?\s*;')
_MODULE: Final = regex(
    r'\.addModule\(\s*"([\w-]+)"\s*,\s*\.\{[^;]*?\.root_source_file\s*=\s*(?:b\.path\(|\.\{\s*\.path\s*=\s*)"([^"]+)"'
)
_BUILD: Final = "build.zig"
_SUFFIX: Final = ".zig"
_STRUCT: Final = "default"
"""What a file offers that is a struct itself, as `default_export` of the language has it."""


def _modules(text: str) -> list[tuple[str, str]]:
    """Return the modules that a build adds, and their files."""
    return [(found[1], found[2]) for found in _MODULE.finditer(text)]


class ZigImport(ImportStrategy):
    """`const Cart = @import("cart.zig").Cart;`, `const shop = @import("shop");`."""

    manifest_readers: ClassVar[dict[str, ManifestReader]] = {_BUILD: _modules}

    @staticmethod
    def parse(statement: str) -> list[ImportedName]:
        """Return the file that a constant stands for, or what it takes from one."""
        found = _IMPORT.search(statement)
        return [ImportedName(found[2], found[3] or _STRUCT, found[1], exported=True)] if found else []

    def locate(self, slot: int, module: str) -> Located | None:
        """Return the file of a path, beside the one that imports it, or of a module of the build around."""
        folder = dirname(self.project.paths[slot])
        if module.endswith(_SUFFIX):
            return self._at(join(folder, module))
        root = self.project.nearest_with(_BUILD, folder)
        said = self.project.read(join(root, _BUILD)) or ()
        paths = [join(root, path) for name, path in said if name == module]
        usual = (join(root, place, f"{module}{_SUFFIX}") for place in ("src", "lib", ""))
        return next((found for path in (*paths, *usual) if (found := self._at(path)) is not None), None)

    def submodule(self, slot: int, module: str, name: str) -> Located | None:
        """Return a file itself where it is no struct."""
        return self.locate(slot, module) if name == _STRUCT else None

    def _at(self, path: str) -> Located | None:
        found = self.project.slot.get(normpath(path))
        return None if found is None else Located((found,))
