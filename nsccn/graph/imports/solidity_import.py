"""Solidity: `import "./Cart.sol"` makes all names of a file visible, and those that it has from others in turn."""

from __future__ import annotations

from posixpath import dirname, join, normpath
from typing import ClassVar, Final

from nsccn.graph.imports.base import ImportedName, ImportStrategy, Located, ManifestReader
from nsccn.graph.packagenames import USED
from nsccn.regexes import regex

_IMPORT: Final = regex(
    r"""import\s+(?:(?:\*\s+as\s+(\w+)|\{([^{}]*)\})\s+from\s+)?["']([^"'\n]+)["'](?:\s+as\s+(\w+))?\s*;"""
)
_USING: Final = regex(r"using\s+(?:\{([^{}]*)\}|([\w.]+))\s+for\b")
_COMMENT: Final = regex(r"/\*.*?\*/|//[^\n]*")
_REMAPPING: Final = regex(r"""(?m)^\s*["']?(?:[\w./-]*:)?([^\s"'=:]+)=([^\s"']*)["']?,?\s*$""")
_REMAPPINGS: Final = "remappings.txt"
_FOUNDRY: Final = "foundry.toml"


def _remappings(text: str) -> list[tuple[str, str]]:
    """Return what paths of imports begin with, and what stands for that: `@oz/=lib/openzeppelin/contracts/`."""
    return [(found[1], found[2]) for found in _REMAPPING.finditer(text)]


def _used(name: str) -> str:
    """Return the library, or the function, that a directive names: `Prices` of `Prices.plus as +`."""
    return name.split(maxsplit=1)[0].partition(".")[0]


class SolidityImport(ImportStrategy):
    """`import "./Cart.sol";`, `import {Cart, Till as Box} from "@shop/Cart.sol";`, `import * as Shop from …`."""

    manifest_readers: ClassVar[dict[str, ManifestReader]] = {_REMAPPINGS: _remappings, _FOUNDRY: _remappings}

    @staticmethod
    def parse(statement: str) -> list[ImportedName]:
        """Return the names that an import binds, which those who import the file see as well."""
        text = _COMMENT.sub("", statement).strip()
        found = _IMPORT.match(text)
        if not found:
            used = _USING.match(text)
            listed = (used[1] or used[2]).split(",") if used else ()
            return [ImportedName(f"{USED}{_used(one)}", "*", "") for one in listed if one.strip()]
        star, names, module, alias = found.groups()
        if star or alias:
            return [ImportedName(module, "", star or alias, exported=True)]
        if names is None:
            return [ImportedName(module, "*", "", exported=True)]
        listed = (one.split() for one in names.split(",") if one.strip())
        return [ImportedName(module, one[0], one[-1], exported=True) for one in listed]

    def locate(self, slot: int, module: str) -> Located | None:
        """Return the file that an import means: beside the file, by a remapping, or the only one that ends so."""
        if module.startswith(USED):
            return None
        folder = dirname(self.project.paths[slot])
        if module.startswith("."):
            return self._at(normpath(join(folder, module)))
        root = self._root(folder)
        for begun, instead in self._remapped(root):
            if module.startswith(begun) and (
                found := self._at(normpath(join(root, instead, module[len(begun) :])))
            ):
                return found
        return self._at(normpath(join(root, module))) or self._ending(module)

    def nearness(self, slot: int, other: int) -> int | None:
        """Return 0 for the files that define what a directive of a file names: `using Prices for uint256;`."""
        used = (star.removeprefix(USED) for star in self.project.stars(slot) if star.startswith(USED))
        return 0 if not set(used).isdisjoint(self.project.modules(other)) else None

    def _at(self, path: str) -> Located | None:
        found = self.project.slot.get(path)
        return None if found is None else Located((found,))

    def _root(self, folder: str) -> str:
        """Return the folder of the project around one, which has the file that says so."""
        roots = (self.project.nearest_with(name, folder) for name in (_REMAPPINGS, _FOUNDRY))
        return max(roots, key=len)

    def _remapped(self, root: str) -> list[tuple[str, str]]:
        """Return what stands for what in a project, the longest first."""
        said = (self.project.read(join(root, name)) or () for name in (_REMAPPINGS, _FOUNDRY))
        return sorted((tuple(one) for found in said for one in found), key=lambda one: (-len(one[0]), one))

    def _ending(self, module: str) -> Located | None:
        """Return the only file whose path ends as a module does, by the most steps, two at least."""
        steps = module.split("/")
        named = self.project.by_filename.get(steps[-1], ())
        for first in range(len(steps) - 1):
            ending = "/" + "/".join(steps[first:])
            found = [one for one in named if f"/{self.project.paths[one]}".endswith(ending)]
            if found:
                return Located((found[0],)) if len(found) == 1 else None
        return None
