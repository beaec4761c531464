"""Terraform, OpenTofu and what is written like them: the files of a folder are one module, named by its path."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from posixpath import dirname, join, normpath
from typing import Final

from nsccn.graph.imports.base import ImportedName, ImportStrategy, Located
from nsccn.regexes import regex

_MODULE_FILES: Final = (".tf", ".tofu")
_TESTS: Final = (".tftest.hcl", ".tofutest.hcl")
_BUILDS: Final = ".pkr.hcl"
_VALUES: Final = {".tfvars": _MODULE_FILES, ".pkrvars.hcl": (_BUILDS,)}
"""Files that give variables their values -> those that declare them."""
_TERRAGRUNT: Final = "terragrunt.hcl"
_MAIN: Final = ("main.tf", "main.tofu", _TERRAGRUNT)
"""The files that stand for their folder, the first that there is."""
_UP: Final = ".."
_ABOVE: Final = ".../"
"""Begins the path of a file from the nearest folder above that has its first step."""
_FOUND_ABOVE: Final = regex(r'find_in_parent_folders\(\s*(?:"([\w.-]+)"\s*)?\)')
_BESIDE: Final = regex(rf'"\$\{{\s*dirname\(\s*{_FOUND_ABOVE.pattern}\s*\)\s*\}}/([\w./-]+)"\Z')


class HclModule(ImportStrategy):
    """`source = "../modules/network"`: a folder, from that of the file. All else lies outside the repository."""

    manifests_name_files = False

    @staticmethod
    def parse(statement: str) -> list[ImportedName]:
        """Return the file above that Terragrunt looks for, or the one beside it; queries capture all other modules.

        >>> HclModule.parse('find_in_parent_folders("root.hcl")')[0].module
        '.../root.hcl'
        >>> HclModule.parse('"${dirname(find_in_parent_folders("root.hcl"))}/common/network.hcl"')[0].module
        '.../root.hcl/../common/network.hcl'
        """
        if found := _BESIDE.match(statement):
            return [ImportedName(f"{_ABOVE}{found[1] or _TERRAGRUNT}/../{found[2]}", "", "")]
        found = _FOUND_ABOVE.match(statement)
        return [ImportedName(f"{_ABOVE}{found[1] or _TERRAGRUNT}", "", "")] if found else []

    def locate(self, slot: int, module: str) -> Located | None:
        """Return the file that stands for a folder, or the file above."""
        if module.startswith(_ABOVE):
            return self._above(dirname(self.project.paths[slot]), module.removeprefix(_ABOVE))
        if not module.startswith(("./", "../")) and module not in (".", _UP):
            return None
        folder = normpath(join(dirname(self.project.paths[slot]), module))
        return self._standing_for("" if folder == "." else folder)

    def _above(self, folder: str, path: str) -> Located | None:
        name, known = path.partition("/")[0], self.project.slot
        while folder:
            folder = dirname(folder)
            if join(folder, name) in known:
                found = known.get(normpath(join(folder, path)))
                return None if found is None else Located((found,))
        return None

    def _standing_for(self, folder: str) -> Located | None:
        if folder == _UP or folder.startswith("../"):
            return None
        named = {self.project.paths[one].rpartition("/")[2]: one for one in self._files(folder)}
        main = next((named[name] for name in _MAIN if name in named), None)
        if main is None:
            main = min((one for name, one in named.items() if name.endswith(_MODULE_FILES)), default=None)
        return None if main is None else Located((main,))

    def declaring(self, slot: int) -> tuple[int, ...]:
        """Return the files of its folder; of tests, and values of variables, of the nearest above with a module."""
        path = self.project.paths[slot]
        if path.endswith(_MODULE_FILES):
            return self._modules[dirname(path), _MODULE_FILES]
        if path.endswith(_BUILDS):
            return self._modules[dirname(path), (_BUILDS,)]
        wanted = next((of for ending, of in _VALUES.items() if path.endswith(ending)), None)
        wanted = _MODULE_FILES if path.endswith(_TESTS) else wanted
        if wanted is None:
            return (slot,)
        folder = path
        while folder:
            folder = dirname(folder)
            if found := self._modules.get((folder, wanted)):
                return found
        return ()

    @staticmethod
    def looks_into(path: str) -> bool:
        """Whether a file holds tests: what these take in they test."""
        return path.endswith(_TESTS)

    @staticmethod
    def is_part_of_package(path: str) -> bool:
        """Whoever names a folder means all files in it."""
        return True

    @staticmethod
    def shown_from(path: str) -> Sequence[str]:
        """Return the folder of a file: who lies below may name it by `..`, and anybody where its name has no word."""
        folder = dirname(path)
        is_named = any(map(str.isalpha, folder.rpartition("/")[2]))
        return (f"{folder}/" if is_named else "",)

    @cached_property
    def _modules(self) -> dict[tuple[str, tuple[str, ...]], tuple[int, ...]]:
        """Folder and the endings of its files -> these."""
        found: dict[tuple[str, tuple[str, ...]], list[int]] = {}
        for slot, path in enumerate(self.project.paths):
            for endings in (_MODULE_FILES, (_BUILDS,)):
                if path.endswith(endings):
                    found.setdefault((dirname(path), endings), []).append(slot)
        return {module: tuple(slots) for module, slots in found.items()}

    def _files(self, folder: str) -> Sequence[int]:
        return self.project.directories.get(folder, ())
