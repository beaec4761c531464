"""C#: files declare namespaces, see all that these and those around them have, and take in others by `using`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import chain
from posixpath import dirname, join
from typing import Any, ClassVar

from nsccn.graph.imports.base import ImportedName, ImportStrategy, Located, ManifestReader
from nsccn.graph.imports.folders import nearest_first
from nsccn.graph.imports.msbuild import STATIC, taken, taken_in
from nsccn.graph.packagenames import packages
from nsccn.regexes import regex

_USING = regex(
    r"(?P<all>global\s+)?using\s+(?P<static>static\s+)?(?:unsafe\s+)?(?:(?P<alias>@?\w+)\s*=\s*)?(?P<name>[\w.:@\s]+)"
)
_COMMENT = regex(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_ARITY = regex(r"\$\d+\b")
_OUTSIDE = "global::"
_FOR_ALL = "global "
"""Stands before a namespace that all files of a project take in."""
_SUFFIXES = (".cs", ".csx")
_PROJECT = ".csproj"
_BEFORE, _BEHIND = "Directory.Build.props", "Directory.Build.targets"
"""What is read for all projects below a folder, before each of them and behind it."""


class CSharpNamespace(ImportStrategy):
    """`using Shop.Orders;`, `using static Shop.Prices;`, `using Cart = Shop.Orders.Cart;`, `global using Shop;`."""

    stars_by_name: ClassVar[bool] = True
    project_endings: ClassVar[tuple[str, ...]] = (_PROJECT,)
    manifest_readers: ClassVar[Mapping[str, ManifestReader]] = {
        f"*{_PROJECT}": taken_in,
        **dict.fromkeys((_BEFORE, _BEHIND), taken_in),
    }

    @staticmethod
    def parse(statement: str) -> list[ImportedName]:
        """Return what a directive binds: all names of a namespace or a type, or one name for either."""
        found = _USING.match(_COMMENT.sub("", statement).strip())
        if not found:
            return []
        name = re.sub(r"\s|@", "", found["name"]).removeprefix(_OUTSIDE).strip(".")
        if not name:
            return []
        if found["alias"]:
            return [ImportedName(name, "", found["alias"].lstrip("@"))]
        return [ImportedName(_FOR_ALL + name if found["all"] else name, "*", "")]

    def locate(self, slot: int, module: str) -> Located | None:
        """Return the file of a type, or all files of a namespace; one may leave out what is around the file's own."""
        module = _ARITY.sub("", module.removeprefix(_FOR_ALL))
        prefixes = ("", *(f"{around}." for around in self._around(slot) if around))
        return next(filter(None, (self._located(slot, prefix + module) for prefix in prefixes)), None)

    def _located(self, slot: int, path: str) -> Located | None:
        steps = path.split(".")
        for length in range(len(steps), 0, -1):
            namespace = ".".join(steps[:length])
            if namespace not in self._namespaces:
                continue
            rest = tuple(steps[length:])
            if not rest:
                return Located(self._namespaces[namespace])
            if slots := self._declaring(slot, namespace, rest[0]):
                return Located(slots[:1], rest)
        return None

    @staticmethod
    def is_part_of_package(path: str) -> bool:
        """`using Shop.Orders` means all files of a namespace."""
        return True

    @staticmethod
    def holds_elsewhere(module: str) -> bool:
        """Whether an import holds for other files than its own."""
        return module.startswith(_FOR_ALL)

    def begins(self, name: str) -> bool:
        """Whether the path of a namespace, or a part of it, begins with a name."""
        return name in self._steps

    def peers(self, slot: int) -> tuple[int, ...]:
        """Return the other files of the namespaces of a file."""
        own = chain.from_iterable(
            self._namespaces.get(one, ()) for one in packages(self.project.packages[slot])
        )
        return tuple(dict.fromkeys(peer for peer in own if peer != slot))

    def peers_with(self, slot: int, name: str) -> tuple[int, ...]:
        """Return the other files that declare a type which the file sees, by what is around it before all else.

        Where a file has several namespaces, each of which sees others, one that several of these have is none of them.
        """
        found = [
            (namespace, peer)
            for namespace in self._seen(slot)
            for peer in self._declaring(slot, namespace, name)
            if peer != slot
        ]
        is_divided = len(packages(self.project.packages[slot])) > 1
        if is_divided and len({namespace for namespace, _ in found}) > 1:
            return ()
        return tuple(peer for _, peer in found)

    def nearness(self, slot: int, other: int) -> int | None:
        """Return 0 for all files whose functions a file sees, by its namespaces or its directives."""
        seen = self._seen(slot)
        return 0 if any(one in seen for one in packages(self.project.packages[other])) else None

    def _seen(self, slot: int) -> dict[str, None]:
        """Return the namespaces that a file sees: those around it first, then those that it takes in."""
        known = self._seen_by.get(slot)
        if known is None:
            around = self._around(slot)
            stars = [star.removeprefix(_FOR_ALL) for star in self.project.stars(slot)]
            inside = (f"{one}.{star}" for one in around if one for star in stars)
            known = dict.fromkeys((*around, *stars, *inside, *self._taken_by_all(slot)))
            self._seen_by[slot] = {one: None for one in known if one in self._namespaces}
        return self._seen_by[slot]

    @cached_property
    def _seen_by(self) -> dict[int, dict[str, None]]:
        return {}

    def _around(self, slot: int) -> tuple[str, ...]:
        """Return the namespaces of a file and those around them, the innermost first, the nameless one last."""
        text = self.project.packages[slot]
        found = self._outwards.get(text)
        if found is None:
            found = self._outwards[text] = tuple(dict.fromkeys(_outwards(text)))
        return found

    @cached_property
    def _outwards(self) -> dict[str, tuple[str, ...]]:
        return {}

    def _declaring(self, slot: int, namespace: str, name: str) -> tuple[int, ...]:
        """Return the files that declare a type of a namespace, the nearest first."""
        found = self._types.get((namespace, name), ())
        return nearest_first(self.project.paths[slot], found, self.project.paths)

    def as_module(self, slot: int, name: str) -> str:
        """Return what the project of a file calls so: `<Using Include="Shop.Room" Alias="Hall" />`."""
        return self._names_for_all.get((self._project_of(slot), name), "") if self._names_for_all else ""

    def members_taken(self, slot: int) -> tuple[str, ...]:
        """Return the types whose members all files of the project of a file name alone."""
        return self._types_for_all.get(self._project_of(slot), ()) if self._types_for_all else ()

    def _taken_by_all(self, slot: int) -> tuple[str, ...]:
        """Return what all files of the project of a file take in."""
        return self._global.get(self._project_of(slot), ()) if self._global else ()

    @cached_property
    def _slots(self) -> list[int]:
        return [slot for slot, path in enumerate(self.project.paths) if path.endswith(_SUFFIXES)]

    @cached_property
    def _namespaces(self) -> dict[str, tuple[int, ...]]:
        found: dict[str, list[int]] = {}
        for slot in self._slots:
            for namespace in packages(self.project.packages[slot]):
                found.setdefault(namespace, []).append(slot)
        return {namespace: tuple(slots) for namespace, slots in found.items()}

    @cached_property
    def _steps(self) -> frozenset[str]:
        return frozenset(step for namespace in self._namespaces for step in namespace.split(".") if step)

    @cached_property
    def _types(self) -> dict[tuple[str, str], tuple[int, ...]]:
        found: dict[tuple[str, str], list[int]] = {}
        for namespace, slots in self._namespaces.items():
            for slot in slots:
                for name in self.project.modules(slot):
                    found.setdefault((namespace, name), []).append(slot)
        return {key: tuple(slots) for key, slots in found.items()}

    @cached_property
    def _global(self) -> dict[str, tuple[str, ...]]:
        """What all files of a project take in, by the folder of the project: namespaces, types, other names."""
        found: dict[str, dict[str, None]] = {}
        for slot in self._slots:
            for star in self.project.stars(slot):
                if star.startswith(_FOR_ALL):
                    found.setdefault(self._project_of(slot), {})[star.removeprefix(_FOR_ALL)] = None
        for folder, paths in self._projects.items():
            by_each = [self._taken_by_project(path) for path in paths]
            by_all = (one for one in by_each[0] if all(one in others for others in by_each))
            found.setdefault(folder, {}).update(dict.fromkeys(by_all))
        return {folder: tuple(names) for folder, names in found.items()}

    @cached_property
    def _names_for_all(self) -> dict[tuple[str, str], str]:
        """What other names mean that projects give, by the folder of the project and the name."""
        given = ((folder, one.split("=", 1)) for folder, names in self._global.items() for one in names)
        return {(folder, name[0]): name[1] for folder, name in given if len(name) > 1}

    @cached_property
    def _types_for_all(self) -> dict[str, tuple[str, ...]]:
        """The types whose members all files of a project name alone, by its folder.

        Where one of them is from elsewhere, nothing tells of which a name is.
        """
        found: dict[str, tuple[str, ...]] = {}
        for folder, names in self._global.items():
            located = {one: self._located(0, one.removeprefix(STATIC)) for one in names}
            if not any(one.startswith(STATIC) and there is None for one, there in located.items()):
                types = (one for one, there in located.items() if there is not None and there.rest)
                found[folder] = tuple(one.removeprefix(STATIC) for one in types)
        return {folder: types for folder, types in found.items() if types}

    def _taken_by_project(self, path: str) -> list[str]:
        """Return what a project takes in by itself, and by what holds for all projects below a folder."""
        before, behind = (self._said_above(dirname(path), name) for name in (_BEFORE, _BEHIND))
        said = self.project.read(path)
        return taken(before, said, behind) if said else []

    def _said_above(self, folder: str, name: str) -> list[Any]:
        """Return what the nearest file of a name in a folder or above it says, behind that of those it goes on to."""
        found: list[Any] = []
        while True:
            said = self.project.read(path) if (path := join(folder, name)) in self.project.slot else None
            if said:
                found.insert(0, said)
            if not folder or (said and not said["goes_on"]):
                return found
            folder = dirname(folder)

    @cached_property
    def _projects(self) -> dict[str, list[str]]:
        """The folders of projects, with the paths of these."""
        found: dict[str, list[str]] = {}
        for path in self.project.paths:
            if path.endswith(_PROJECT):
                found.setdefault(dirname(path), []).append(path)
        return found

    def _project_of(self, slot: int) -> str:
        """Return the folder of the project that a file belongs to: the nearest above it that has one."""
        folder = dirname(self.project.paths[slot])
        while folder and folder not in self._projects:
            folder = dirname(folder)
        return folder


def _outwards(text: str) -> Iterator[str]:
    for namespace in packages(text):
        steps = namespace.split(".") if namespace else []
        yield from (".".join(steps[:length]) for length in range(len(steps), 0, -1))
    yield ""
