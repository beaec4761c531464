"""Go: packages are directories, found through the module paths of `go.mod` and its local replacements."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from nsccn.graph.imports.base import ImportedName, ImportStrategy, Located
from nsccn.graph.imports.folders import joined
from nsccn.graph.imports.go_build import shares_of_builds
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nsccn.graph.imports.base import BuiltFile, ManifestReader

_SPEC = regex(r"""\s*(?:([\w.]+)\s+)?["`]([^"`]+)["`]""")
_MODULE = regex(r"(?m)^[ \t]*module[ \t]+\"?([^\s\"]+)")
_REPLACE = regex(r"(?m)^[ \t]*(?:replace[ \t]+)?([^\s=]+)(?:[ \t]+v\S+)?[ \t]*=>[ \t]*(\.{1,2}/?\S*)")
# Go's own library: its packages are imported without the name of their module
_STANDARD = "std"
_VERSION = regex(r"v\d+\Z")


def _said(text: str) -> dict[str, Any]:
    """Return the path of a module and what it replaces by folders."""
    return {"module": _MODULE.findall(text)[:1], "replace": [list(pair) for pair in _REPLACE.findall(text)]}


class GoModule(ImportStrategy):
    """`import alias "example.org/module/package"`."""

    manifest_readers: ClassVar[Mapping[str, ManifestReader]] = {"go.mod": _said}
    manifests_name_files: ClassVar[bool] = False

    @staticmethod
    def parse(statement: str) -> list[ImportedName]:
        """Return the name that one import specification binds."""
        found = _SPEC.match(statement)
        if not found:
            return []
        alias, path = found.groups()
        if alias == "_":
            return [ImportedName(path, "", "")]
        if alias == ".":
            return [ImportedName(path, "*", "")]
        return [ImportedName(path, "", alias or _package_name(path))]

    def locate(self, slot: int, module: str) -> Located | None:
        """Return the files of a package of one of the repository's modules.

        Tests are no part of it but for the tests beside them that stand outside of it, as package `cart_test`.
        """
        for prefix, directory in self._modules:
            if module == prefix or not prefix or module.startswith(prefix + "/"):
                rest = module[len(prefix) :].lstrip("/")
                folder = "/".join(part for part in (directory, rest) if part)
                slots = tuple(
                    found
                    for found in self.project.directories.get(folder, ())
                    if self.is_part_of_package(self.project.paths[found])
                    or self._is_tested_by(found, slot, folder)
                )
                return Located(slots) if slots else None
        return None

    def _is_tested_by(self, found: int, slot: int, folder: str) -> bool:
        """Whether a test is compiled together with the tests of its folder that import its package."""
        return self._package(slot) == (folder, f"{self.project.packages[found]}_test")

    @staticmethod
    def is_part_of_package(path: str) -> bool:
        """Tests are not imported from other folders."""
        return path.endswith(".go") and not path.endswith("_test.go")

    def peers(self, slot: int) -> tuple[int, ...]:
        """Return the other files of the package."""
        return self._packages.get(self._package(slot), ())

    def shares_of_builds(self, calling: BuiltFile, defining: Sequence[BuiltFile]) -> list[float]:
        """Return the shares of what conditions of a build tell apart: none of what no build has with the call."""
        return shares_of_builds(calling, defining)

    def _package(self, slot: int) -> tuple[str, str]:
        return self.project.paths[slot].rpartition("/")[0], self.project.packages[slot]

    @cached_property
    def _packages(self) -> dict[tuple[str, str], tuple[int, ...]]:
        found: dict[tuple[str, str], list[int]] = {}
        for slot, path in enumerate(self.project.paths):
            if path.endswith(".go"):
                found.setdefault(self._package(slot), []).append(slot)
        return {package: tuple(slots) for package, slots in found.items()}

    @cached_property
    def _modules(self) -> list[tuple[str, str]]:
        """Module path and directory of each `go.mod` and local replacement, the longest path first."""
        found: dict[str, str] = {}
        for path in self.project.manifests("go.mod"):
            directory = path.rpartition("/")[0]
            said = self.project.read(path) or _said("")
            for module in said["module"]:
                found.setdefault("" if module == _STANDARD else module, directory)
            for replaced, target in said["replace"]:
                found.setdefault(replaced, joined(directory, target))
        return sorted(found.items(), key=lambda item: (-len(item[0]), item[0]))


def _package_name(path: str) -> str:
    steps = [step for step in path.split("/") if not _VERSION.match(step)] or [path]
    return steps[-1].partition(".")[0].rpartition("-")[2]
