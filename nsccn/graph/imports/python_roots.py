"""From which folders Python imports: what projects declare, `src` by convention, and what lies above packages."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Collection, Iterable, Iterator
from configparser import ConfigParser
from configparser import Error as ConfigError
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.graph.imports.base import ManifestReader, Project

Folder = tuple[str, ...]
_SOURCES: Final = frozenset({"src", "lib", "python"})
_SHELTERS: Final = frozenset({"test", "tests", "testdata", "fixtures"})
"""Folders whose projects and packages nobody outside imports."""
_FIND: Final = regex(r"find_(?:namespace_)?packages\(\s*(?:where\s*=\s*)?[\"']([^\"']+)[\"']")
_PACKAGE_DIR: Final = regex(r"package_dir\s*=\s*\{\s*[\"'][\"']\s*:\s*[\"']([^\"']+)[\"']")
_EMPTY_KEY: Final = regex(r"(?m)^[ \t]*=[ \t]*(\S+)")


def shelter(folder: Folder) -> Folder:
    """Return the innermost folder around a folder, or itself, whose modules nobody outside imports; empty for none."""
    depths = [depth for depth, name in enumerate(folder, 1) if name in _SHELTERS]
    return folder[: depths[-1]] if depths else ()


class Root(NamedTuple):
    """A folder that modules may be imported from."""

    folder: Folder
    holds_modules: bool = True
    """Whether single files in it count, not packages alone."""


class Roots:
    """The folders from which the files of a repository import, as far as its text tells."""

    def __init__(self, project: Project, modules: Collection[Folder], packages: Collection[Folder]) -> None:
        """`modules` are the paths of all modules, without suffix, `packages` those with an `__init__.py`."""
        self._project = project
        self._modules = modules
        self._packages = packages
        self._around = cache(self._find_around)

    def of(self, own: Folder, name: str) -> Iterator[Root]:
        """Yield the folders that a file in folder `own` may import a top-level name from, the likeliest first.

        A module of the standard library only gives way to a folder that is on the path before it.
        """
        sure, unsure = self._around(own)
        yield from sure
        if name not in sys.stdlib_module_names:
            yield from self._elsewhere(own, name)
            yield from unsure

    def _find_around(self, own: Folder) -> tuple[list[Root], list[Root]]:
        """Return the folders around a file that it may import from; apart, those that may be namespace packages."""
        sure: list[Root] = []
        unsure: list[Root] = []
        for depth in range(len(own), -1, -1):
            folder = own[:depth]
            if folder not in self._packages:
                (unsure if self._is_below_source(folder) else sure).append(Root(folder))
        return sure, unsure

    def _elsewhere(self, own: Folder, name: str) -> list[Root]:
        """Return the folders beside a file that hold a name, the nearest first; namespace packages last."""
        found = [
            folder
            for folder in self._holding.get(name, ())
            if own[: len(folder)] != folder and self._is_open_to(folder, own)
        ]
        found.sort(
            key=lambda folder: (self._is_below_source(folder), -_common(folder, own), len(folder), folder)
        )
        return [
            Root(folder, self._is_of_project_around(folder, own) and not self._is_below_source(folder))
            for folder in found
        ]

    def _is_open_to(self, folder: Folder, own: Folder) -> bool:
        kept = shelter(folder)
        if own[: len(kept)] != kept:
            return False
        is_known = folder in self._declared or folder in self._above_packages
        return is_known or own[: len(folder) - 1] == folder[:-1]

    def _is_of_project_around(self, folder: Folder, own: Folder) -> bool:
        depth = next((depth for depth in range(len(folder), 0, -1) if folder[:depth] in self._projects), 0)
        return own[:depth] == folder[:depth]

    def _is_below_source(self, folder: Folder) -> bool:
        """Whether a folder lies in a folder of sources, and is no project of its own there."""
        for depth in range(len(folder), 0, -1):
            if depth < len(folder) and folder[:depth] in self._sources:
                return True
            if folder[:depth] in self._projects:
                return False
        return False

    @cached_property
    def _folders(self) -> set[Folder]:
        """The folders with Python files somewhere in them."""
        inner = {module[:depth] for module in self._modules for depth in range(len(module))}
        return inner | set(self._packages)

    @cached_property
    def _holding(self) -> dict[str, list[Folder]]:
        """The folders that hold a top-level module, package or namespace package of a name."""
        roots = self._sources | self._above_packages
        found: dict[str, list[Folder]] = {}
        for path in sorted(self._folders | set(self._modules)):
            if path and path[:-1] in roots:
                found.setdefault(path[-1], []).append(path[:-1])
        return found

    @cached_property
    def _sources(self) -> set[Folder]:
        """The folders that projects declare to hold their modules, and those that do by convention."""
        named = {folder for folder in self._folders if folder and folder[-1] in _SOURCES}
        return self._declared | {
            folder
            for folder in named
            if (folder[-1] == "src" or folder[:-1] in self._projects or len(folder) == 1)
            and all(folder[:depth] not in self._packages for depth in range(len(folder) + 1))
        }

    @cached_property
    def _above_packages(self) -> set[Folder]:
        return {package[:-1] for package in self._packages if package and package[:-1] not in self._packages}

    @cached_property
    def _manifests(self) -> list[str]:
        return [path for name in MANIFEST_READERS for path in self._project.manifests(name)]

    @cached_property
    def _projects(self) -> set[Folder]:
        return {_parts(path)[:-1] for path in self._manifests}

    @cached_property
    def _declared(self) -> set[Folder]:
        found: set[Folder] = set()
        for path in self._manifests:
            base = _parts(path)[:-1]
            for stated in self._project.read(path) or ():
                inner = _parts(stated)
                if inner and ".." not in inner:
                    found.add((*base, *inner))
        return {folder for folder in found if folder in self._folders}


def _parts(path: str) -> Folder:
    return tuple(part for part in path.replace("\\", "/").split("/") if part not in ("", "."))


def _common(folder: Folder, other: Folder) -> int:
    return next(
        (place for place, (one, two) in enumerate(zip(folder, other, strict=False)) if one != two),
        min(len(folder), len(other)),
    )


def _of_pyproject(text: str) -> Iterator[str]:
    """Yield the folders that the tables of the usual build tools, and pytest's, say modules lie in."""
    try:
        tool = _table(tomllib.loads(text), "tool")
    except tomllib.TOMLDecodeError:
        return
    setuptools = _table(tool, "setuptools")
    yield from _texts(_table(setuptools, "package-dir").get(""))
    yield from _texts(_table(setuptools, "packages", "find").get("where"))
    for package in _list(_table(tool, "poetry").get("packages")):
        if isinstance(package, dict):
            yield from _texts(package.get("from"))
    wheel = _table(tool, "hatch", "build", "targets", "wheel")
    yield from (path.rstrip("/").rpartition("/")[0] for path in _texts(wheel.get("packages")))
    for build in (wheel, _table(tool, "hatch", "build")):
        yield from _texts(build.get("sources"))
    yield from _texts(_table(tool, "pdm", "build").get("package-dir"))
    yield from _texts(_table(tool, "uv", "build-backend").get("module-root"))
    yield from _texts(_table(tool, "maturin").get("python-source"))
    yield from _texts(_table(tool, "pytest", "ini_options").get("pythonpath"))


def _of_setup_cfg(text: str) -> Iterator[str]:
    config = ConfigParser(interpolation=None, strict=False)
    try:
        config.read_string(text)
    except ConfigError:
        return
    yield from _EMPTY_KEY.findall(config.get("options", "package_dir", fallback=""))
    yield from config.get("options.packages.find", "where", fallback="").split()
    yield from config.get("tool:pytest", "pythonpath", fallback="").split()


def _of_setup_py(text: str) -> Iterator[str]:
    yield from _FIND.findall(text)
    yield from _PACKAGE_DIR.findall(text)


MANIFEST_READERS: Final[dict[str, ManifestReader]] = {
    "pyproject.toml": lambda text: list(_of_pyproject(text)),
    "setup.cfg": lambda text: list(_of_setup_cfg(text)),
    "setup.py": lambda text: list(_of_setup_py(text)),
}
"""Name of a manifest -> what gives the folders that it says modules lie in."""


def _table(data: dict[str, Any], *keys: str) -> dict[str, Any]:
    """Return a table in tables, empty where it is none."""
    for key in keys:
        inner = data.get(key)
        data = inner if isinstance(inner, dict) else {}
    return data


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _texts(value: object) -> Iterable[str]:
    """Return a text, or the texts of a list."""
    return [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, str)]
