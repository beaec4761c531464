"""Swift: files belong to modules, the targets of packages; those of a module see each other."""

from __future__ import annotations

from functools import cached_property
from posixpath import dirname, join
from typing import TYPE_CHECKING, Any, ClassVar, Final

from nsccn.graph.imports.base import ImportedName, ImportStrategy, Located
from nsccn.graph.imports.folders import shared_folders
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nsccn.graph.imports.base import ManifestReader

_Module = tuple[str, str]
"""The folder of a package and the name of a target in it."""

_MANIFEST: Final = "Package.swift"
_DOCUMENTATION: Final = ".docc/"
"""Ends the name of a folder of documentation, whose files of code show one step each."""
_PROJECT: Final = "project.pbxproj"
_SUFFIX: Final = ".swift"
_IMPORT: Final = regex(
    r"(?:@\w+(?:\([^()]*\))?\s+|(?:public|package|internal|fileprivate|private)\s+)*import\s+"
    r"(?:(?:struct|class|enum|protocol|typealias|func|let|var|actor)\s+)?([\w.`]+)"
)
_TARGET: Final = regex(
    r"\.(target|executableTarget|testTarget|macro|plugin|systemLibrary)\(\s*name:\s*\"([^\"\n]+)\"([^()]*(?:\([^()]*\)[^()]*)*)"
)
_PATH: Final = regex(r"\bpath:\s*\"([^\"\n]*)\"")
_DEPENDENCIES: Final = regex(r"\bdependencies:\s*\[([^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*)\]")
_DEPENDENCY: Final = regex(r"(?:(\w+):\s*)?\"([^\"\n]+)\"")
_COMMENT: Final = regex(r"//[^\n]*")
_FOLDERS: Final = frozenset({"Sources", "Source", "src", "srcs", "Tests", "Plugins"})
"""In which a package has a folder for each of its targets that does not say another path."""


def _said(text: str) -> list[list[Any]]:
    """Return the targets of a package: name, path where they say it, the names of those that they depend on.

    >>> _said('targets: [.target(name: "Cart", dependencies: ["Item", .product(name: "Log", package: "log")])]')
    [['Cart', None, ['Item', 'Log']]]
    >>> _said('targets: [.target(name: "Item"), .testTarget(name: "ItemTests", dependencies: ["Item"])]')
    [['Item', None, []], ['ItemTests', None, ['Item']]]
    >>> _said('let package = Package(name: "Shop", targets: [.target(name: "Cart", path: "Cart/Code")])')
    [['Cart', 'Cart/Code', []]]
    """
    found: list[list[Any]] = []
    for target in _TARGET.finditer(_COMMENT.sub("", text)):
        path, stated = _PATH.search(target[3]), _DEPENDENCIES.search(target[3])
        named = _DEPENDENCY.findall(stated[1]) if stated is not None else ()
        others = sorted({name for label, name in named if label in ("", "name")})
        at = path[1].strip("/").removeprefix("./") if path is not None else None
        found.append([target[2], at, others])
    return sorted(found, key=lambda one: (one[0], one[1] or "", one[2]))


class SwiftModule(ImportStrategy):
    """`import Shop`, `@testable import Shop`, `import struct Shop.Cart`."""

    stars_by_name: ClassVar[bool] = True
    manifest_readers: ClassVar[Mapping[str, ManifestReader]] = {_MANIFEST: _said}
    project_endings: ClassVar[tuple[str, ...]] = (_PROJECT,)
    manifests_name_files: ClassVar[bool] = False

    @staticmethod
    def parse(statement: str) -> list[ImportedName]:
        """Return the module of which all names are taken."""
        found = _IMPORT.search(statement)
        return [ImportedName(found[1].replace("`", "").partition(".")[0], "*", "")] if found else []

    def locate(self, slot: int, module: str) -> Located | None:
        """Return all files of a module."""
        name, *rest = module.split(".")
        found = self._files.get(self._nearest(slot, name), ())
        return Located(found, tuple(rest)) if found else None

    @staticmethod
    def is_part_of_package(path: str) -> bool:
        """`import Shop` means all files of a module."""
        return True

    def as_module(self, slot: int, name: str) -> str:
        """Return the module of a name that a file is in, or imports: `Shop.Cart`."""
        return name if name == self._modules[slot][1] or name in self.project.stars(slot) else ""

    def peers(self, slot: int) -> tuple[int, ...]:
        """Return the other files of the module, and of those that it sees without an import."""
        files = (self._files.get(module, ()) for module in self._seen(slot))
        return tuple(peer for peers in files for peer in peers if peer != slot)

    def peers_with(self, slot: int, name: str) -> tuple[int, ...]:
        """Return the other files that define a name which the file sees, those of its own module first."""
        found = self._defining.get(name, ())
        if not found:
            return ()
        own, path, seen = self._modules[slot], self.project.paths[slot], self._seen(slot)
        near = sorted(
            (peer for peer in found if self._modules[peer] in seen and peer != slot),
            key=lambda one: (self._modules[one] != own, -shared_folders(path, self.project.paths[one]), one),
        )
        taken = (self._files.get(self._nearest(slot, star), ()) for star in self.project.stars(slot))
        others = (peer for files in taken for peer in found if peer in files)
        return tuple(dict.fromkeys((*near, *others)))

    def loaded(self, slot: int) -> frozenset[int]:
        """Return the files whose methods objects in a file may have: those of its module and of what it imports."""
        key = (self._modules[slot], tuple(self.project.stars(slot)))
        if key not in self._loaded:
            modules = [*self._seen(slot), *(self._nearest(slot, star) for star in key[1])]
            self._loaded[key] = frozenset(one for module in modules for one in self._files.get(module, ()))
        return self._loaded[key]

    @cached_property
    def _loaded(self) -> dict[tuple[_Module, tuple[str, ...]], frozenset[int]]:
        return {}

    def asked(self, slot: int) -> frozenset[int]:
        """Return the files whose methods objects in a file may have, with those of what its module depends on."""
        key = (self._modules[slot], tuple(self.project.stars(slot)))
        if key not in self._asked:
            pending = [*self._seen(slot), *(self._nearest(slot, star) for star in key[1])]
            modules = set(pending)
            while pending:
                folder, name = pending.pop()
                stated = self._dependencies.get((folder, name), ())
                fresh = {self._nearest_to(join(folder, _MANIFEST), one) for one in stated} - modules
                modules |= fresh
                pending += fresh
            self._asked[key] = frozenset(one for module in modules for one in self._files.get(module, ()))
        return self._asked[key]

    @cached_property
    def _asked(self) -> dict[tuple[_Module, tuple[str, ...]], frozenset[int]]:
        return {}

    def _seen(self, slot: int) -> tuple[_Module, ...]:
        """Return the modules of which a file sees all without an import."""
        own = self._modules[slot]
        return self._around.get(own, (own,))

    @cached_property
    def _around(self) -> dict[_Module, tuple[_Module, ...]]:
        """Module that is no target of the package around it -> all of that: an app is compiled by something else."""
        parts: dict[str, list[_Module]] = {}
        for folder, name in sorted(set(self._modules.values())):
            if name != _MANIFEST and _DOCUMENTATION not in name:
                parts.setdefault(folder, []).append((folder, name))
        found: dict[_Module, tuple[_Module, ...]] = {}
        for path in self.project.manifests(_MANIFEST):
            targets = {name for name, _, _ in self.project.read(path) or ()}
            modules = parts.get(dirname(path), []) if targets else []
            found.update((one, tuple(modules)) for one in modules if one[1] not in targets)
        return found

    @cached_property
    def _dependencies(self) -> dict[_Module, tuple[str, ...]]:
        """Module -> the names of those that its package says it depends on."""
        return {
            (dirname(path), name): tuple(others)
            for path in self.project.manifests(_MANIFEST)
            for name, _, others in self.project.read(path) or ()
        }

    def _nearest(self, slot: int, name: str) -> _Module:
        """Return the module of a name, of several packages that have one the nearest."""
        return self._nearest_to(self.project.paths[slot], name)

    def _nearest_to(self, path: str, name: str) -> _Module:
        packages = self._named.get(name, ())
        if len(packages) < 2:
            return (packages[0] if packages else "", name)
        return max(packages, key=lambda one: (shared_folders(path, f"{one}/_"), one)), name

    @cached_property
    def _modules(self) -> dict[int, _Module]:
        """The module of each file."""
        swift = [slot for slot, path in enumerate(self.project.paths) if path.endswith(_SUFFIX)]
        return {slot: self._module_of(self.project.paths[slot]) for slot in swift}

    def _module_of(self, path: str) -> _Module:
        """Return the package and target of a file; of what is in no target, as the code of an app, only the package."""
        folder = dirname(path)
        while folder and folder not in self._packages:
            folder = dirname(folder)
        inside = path[len(folder) :].lstrip("/")
        if inside == _MANIFEST or _DOCUMENTATION in inside:
            return folder, inside  # part of no target
        for name, stated in self._packages.get(folder, ()):
            if not stated or inside.startswith(f"{stated}/"):
                return folder, name
        first, *rest = inside.split("/")
        return folder, rest[0] if first in _FOLDERS and len(rest) > 1 else ""

    @cached_property
    def _packages(self) -> dict[str, list[tuple[str, str]]]:
        """Folder of a package, or a project -> names and paths of the targets that say theirs, inner ones first."""
        found: dict[str, list[tuple[str, str]]] = {}
        for path in self.project.manifests(_PROJECT):
            found[dirname(dirname(path))] = []
        for path in self.project.manifests(_MANIFEST):
            stated = self.project.read(path) or []
            found[dirname(path)] = sorted(
                ((name, at) for name, at, _ in stated if at is not None), key=lambda one: (-len(one[1]), one)
            )
        return found

    @cached_property
    def _files(self) -> dict[_Module, tuple[int, ...]]:
        """The files of each module; a folder of an app goes by its name, as its target mostly does."""
        found: dict[_Module, list[int]] = {}
        for slot, (folder, name) in self._modules.items():
            found.setdefault((folder, name), []).append(slot)
            if not name and len(steps := self.project.paths[slot][len(folder) :].lstrip("/").split("/")) > 1:
                found.setdefault((folder, steps[0]), []).append(slot)
        return {module: tuple(slots) for module, slots in found.items()}

    @cached_property
    def _named(self) -> dict[str, list[str]]:
        """Name of a module -> the packages that have one."""
        found: dict[str, list[str]] = {}
        for folder, name in sorted(self._files):
            if name:
                found.setdefault(name, []).append(folder)
        return found

    @cached_property
    def _defining(self) -> dict[str, tuple[int, ...]]:
        found: dict[str, list[int]] = {}
        for slot in self._modules:
            for name in self.project.modules(slot):
                found.setdefault(name, []).append(slot)
        return {name: tuple(slots) for name, slots in found.items()}
