"""PowerShell: `.` reads a script as if it stood there, a module has the files that it reads so, also in a loop."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from posixpath import basename, dirname, join, normpath, splitext
from typing import Final

from nsccn.graph.fileroles import is_test_path
from nsccn.graph.imports.base import ImportedName, Located
from nsccn.graph.imports.powershell_paths import path_of
from nsccn.graph.imports.sourced import SourcedFiles
from nsccn.regexes import regex

_COMMAND: Final = regex(
    r"\s*(?:(?P<sign>[.&])\s*(?=[\s\"'($.]|\w)|(?P<word>[^\s\"'(]+)\s*)(?P<rest>.*)", re.DOTALL
)
_MODULE_WORD: Final = regex(r"(?:import-module|ipmo)\Z", re.IGNORECASE)
_LISTS: Final = regex(r"(?:get-childitem|gci|dir|ls|resolve-path)\Z", re.IGNORECASE)
_USING: Final = regex(r"using\s+module\s+(?P<rest>.+)", re.IGNORECASE | re.DOTALL)
_TESTS: Final = regex(r"\.tests?(?=\.ps1\Z)", re.IGNORECASE)
_TESTED: Final = regex(r"\$PSCommandPath\.Replace\(\s*['\"]\.Tests?\.ps1", re.IGNORECASE)
_ENTRY: Final = regex(
    r"['\"]?(?:RootModule|ModuleToProcess|NestedModules|ScriptsToProcess)['\"]?\s*=(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
"""What a module's manifest names as the files that make it up."""
_TEXT: Final = regex(r"\"([^\"\n]+)\"|'([^'\n]+)'")
_FILTER: Final = regex(r"\*?\.(?!ps1\b|\*|FullName\b|Name\b|BaseName\b)\w+['\")]*(?:\s|\Z)", re.IGNORECASE)
_DEEP: Final = regex(r"\s-(?:r|recurse|s)\b", re.IGNORECASE)
_SUFFIXES: Final = ("", ".psd1", ".psm1", ".ps1")
_MODULE: Final = ".psm1"
_MANIFEST: Final = ".psd1"
_ANY: Final = "?any_script"
"""Stands for a file that is read by a name which is worked out."""
_TESTED_FILE: Final = "~"
"""The file that a file of tests is named after."""
_ANYWHERE: Final = "/"
_ALL: Final = "/*"
_ALL_BELOW: Final = "/**"


class PowerShellModule(SourcedFiles):
    r"""`. $PSScriptRoot\cart.ps1`, `Import-Module ./Shop.psd1`, `using module ./Shop.psm1`, `& ./build.ps1`."""

    language = "powershell"

    @staticmethod
    def parse(statement: str) -> list[ImportedName]:
        r"""Return the file that a command reads, as `./` from here, `/` from somewhere, or as it is written.

        >>> [one.module for one in PowerShellModule.parse(r'. "$PSScriptRoot\..\lib\cart.ps1"')]
        ['./../lib/cart.ps1']
        >>> [one.module for one in PowerShellModule.parse("Get-ChildItem $PSScriptRoot/Public -Filter *.ps1 -Recurse")]
        ['./Public/**']
        >>> [one.module for one in PowerShellModule.parse(". $_.FullName")]
        ['?any_script']
        """
        entry = _ENTRY.match(statement)
        if entry is not None:
            named = (one or other for one, other in _TEXT.findall(entry["rest"]))
            return [ImportedName(f"./{one}".replace("\\", "/"), "*", "") for one in named]
        using = _USING.match(statement)
        if using is not None:
            return _named(path_of(using["rest"]))
        command = _COMMAND.match(statement)
        if command is None:
            return []
        word, rest = command["word"] or "", command["rest"]
        if command["sign"] == ".":
            return _dotted(rest)
        if _MODULE_WORD.match(word):
            return _named(path_of(rest))
        if _LISTS.match(word):
            return _listed(rest)
        path = path_of(rest if command["sign"] else statement)
        return [ImportedName(path, "", "")] if path.lower().endswith((".ps1", _MODULE)) else []

    def locate(self, slot: int, module: str) -> Located | None:
        """Return the file of a path, the files of a module or, where their names are worked out, those of a folder."""
        if module == _ANY:
            return None
        if module == _TESTED_FILE:
            found = self._tested(slot)
        elif module.endswith((_ALL, _ALL_BELOW)):
            return self._in_folder(slot, module) if _ANY in self.project.stars(slot) else None
        else:
            found = self._file(slot, module)
        if found is None or found == slot:
            return None
        return Located((found,))

    def sourced(self, slot: int) -> Iterator[int]:
        """Yield the files that a file reads itself; of a module that works out their names, those below it."""
        stars = self.project.stars(slot)
        path = self.project.paths[slot]
        yield from super().sourced(slot)
        if _ANY in stars and path.lower().endswith(_MODULE):
            listed = (one for one in stars if one.endswith((_ALL, _ALL_BELOW)))
            if not any(self.locate(slot, one) for one in listed):
                yield from self._below(dirname(path), slot, deep=True)

    @staticmethod
    def is_known_to(path: str, own: str) -> bool:
        """Whether a file may call what another defines which it is not seen to read: nothing of other tests."""
        return path.lower().endswith((".ps1", _MODULE)) and not is_test_path(path)

    @staticmethod
    def second_names(path: str) -> Sequence[str]:
        """Return what a file that reads another in a loop says of it: a folder, or nothing but that it does so."""
        return (*path.split("/")[:-1], _ANY)

    def shares(self, reader: int, read: int) -> bool:
        """Whether a script sees what the one has that reads it: no module does, and nothing of tests."""
        paths = self.project.paths
        is_module = paths[read].lower().endswith((_MODULE, _MANIFEST))
        return not (is_module or _TESTS.search(paths[reader]))

    def _tested(self, slot: int) -> int | None:
        """Return the file that a file of tests is named after: beside it, or the only one."""
        path = self.project.paths[slot]
        name = _TESTS.sub("", basename(path))
        return self._beside(dirname(path), name) if name != basename(path) else None

    def _in_folder(self, slot: int, module: str) -> Located | None:
        """Return the scripts of a folder, or below it."""
        folder, _, _ = module.rpartition("/")
        own = dirname(self.project.paths[slot])
        for place in (join(own, folder.lstrip("/")), folder.lstrip("/")):
            at = normpath(place).removeprefix("./")
            found = tuple(self._below("" if at == "." else at, slot, deep=module.endswith(_ALL_BELOW)))
            if found:
                return Located(found)
        return None

    def _below(self, folder: str, slot: int, *, deep: bool) -> Iterator[int]:
        known = self._folders.get(folder.lower(), ())
        for one in known:
            path = self.project.paths[one]
            is_near = deep or dirname(path).lower() == folder.lower()
            is_script = path.lower().endswith(".ps1") and not is_test_path(path)
            if one != slot and is_near and is_script:
                yield one

    def _file(self, slot: int, module: str) -> int | None:
        """Return the file of a path: from the folder of the file that names it, from the root, or the only one so."""
        own = dirname(self.project.paths[slot])
        if "/" not in module and not splitext(module)[1]:
            return self._module(module)
        if not module.startswith(_ANYWHERE):
            found = self._beside(own, module)
            if found is not None or module.startswith("."):
                return found
        return self._ending([step for step in module.split("/") if step not in ("", ".", "..")])

    def _module(self, name: str) -> int | None:
        """Return the manifest, or else the file, of the only module of a name."""
        for suffix in (_MANIFEST, _MODULE):
            found = self._names.get(f"{name}{suffix}".lower(), ())
            if found:
                return found[0] if len(found) == 1 else None
        return None

    def _beside(self, folder: str, path: str) -> int | None:
        places = [normpath(join(folder, path)), normpath(path)]
        tried = [place + suffix for place in places for suffix in _SUFFIXES]
        tried += [f"{place}/{basename(place)}{suffix}" for place in places for suffix in (_MANIFEST, _MODULE)]
        return next((found for one in tried if (found := self._paths.get(one.lower())) is not None), None)

    def _ending(self, steps: list[str]) -> int | None:
        """Return the file whose path ends as another does: in the most of its folders, and alone in that."""
        for begin in range(len(steps)):
            ending = "/" + "/".join(steps[begin:]).lower()
            for suffix in _SUFFIXES:
                named = self._names.get(f"{steps[-1]}{suffix}".lower(), ())
                found = [
                    one for one in named if f"/{self.project.paths[one]}".lower().endswith(ending + suffix)
                ]
                if found:
                    return found[0] if len(found) == 1 else None
        return None

    @cached_property
    def _own(self) -> list[int]:
        return [slot for slot, language in enumerate(self.project.languages) if language == self.language]

    @cached_property
    def _paths(self) -> dict[str, int]:
        """Path, in lower case, -> slot."""
        return {self.project.paths[slot].lower(): slot for slot in self._own}

    @cached_property
    def _names(self) -> dict[str, list[int]]:
        """Last part of the path, in lower case, -> slots."""
        return _grouped((basename(path), slot) for path, slot in self._paths.items())

    @cached_property
    def _folders(self) -> dict[str, list[int]]:
        """Folder, in lower case, -> the slots of the files in it, at any depth."""
        return _grouped((folder, slot) for path, slot in self._paths.items() for folder in _around(path))


def _grouped(pairs: Iterable[tuple[str, int]]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for name, slot in pairs:
        found.setdefault(name, []).append(slot)
    return found


def _around(path: str) -> Iterator[str]:
    while path:
        path = dirname(path)
        yield path


def _dotted(rest: str) -> list[ImportedName]:
    """Return the script that a dot reads."""
    if _TESTED.search(rest):
        return [ImportedName(_TESTED_FILE, "*", "")]
    path = path_of(rest)
    if path.lower().endswith((".ps1", _MODULE)):
        return [ImportedName(path, "*", "")]
    is_worked_out = rest.lstrip("([ \t\"'").startswith(("$", "{"))
    return (
        [ImportedName(_ANY, "*", "")]
        if is_worked_out or rest.lower().lstrip("( ").startswith("join-path")
        else []
    )


def _named(path: str) -> list[ImportedName]:
    return [ImportedName(path, "*", "")] if path and "*" not in path else []


def _listed(rest: str) -> list[ImportedName]:
    """Return the folder whose scripts a command lists."""
    if _FILTER.search(rest):
        return []
    path = path_of(rest, folder=True)
    if not path:
        return []
    folder = re.sub(r"/?\*(?:\.ps1|\.\*)?\Z", "", path).rstrip("/") or "."
    if "*" in folder or folder.lower().endswith((".ps1", _MODULE, _MANIFEST)):
        return []
    return [ImportedName(folder + (_ALL_BELOW if _DEEP.search(rest) else _ALL), "*", "")]
