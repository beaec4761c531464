"""Finds the files of this repository's own packages in the places where package managers put a copy of them."""

from __future__ import annotations

import json
import posixpath
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from nsccn.graph.fileroles import Role, role_of
from nsccn.regexes import regex
from nsccn.snapshots.source import manifest_text

_MOST_BYTES: Final = 1_000_000
_MODULES: Final = "node_modules"
_VENDOR: Final = "vendor"
"""Holds the packages of PHP, in folders that are called by who makes them."""
_VERSIONED: Final = regex(r"(?P<name>.+)(?:(?:@v?\d|-\d+\.\d+)[\w.+~-]*|-[0-9a-f]{12})")
"""`gin@v1.10.0`, `tokio-1.40.0`, `rails-0123456789ab`: a folder that is called by a package and its version."""
_GO_MODULE: Final = regex(r"(?m)^\s*module\s+\"?([^\s\"]+)")
_GO_CAPITAL: Final = regex(r"!([a-z])")
"""In the module cache of Go a capital letter is written as `!` and the small one."""


class Packages:
    """The packages that a repository holds, as its manifests call them, or its folder where it has none."""

    def __init__(self, root: str, paths: Sequence[str]) -> None:
        """`root` is where the repository lies, empty where that is not known; `paths` are its files."""
        self._root = root
        self._paths = paths

    def inside(self, written: str) -> Iterator[tuple[str, str]]:
        """Yield what may be meant by a path that leads through a copy of a package: its folder here, and the rest."""
        parts = written.split("/")
        for place in range(len(parts) - 2, -1, -1):
            for name in _names_at(parts, place):
                for folder in self._folders.get(name, ()):
                    yield folder, "/".join(parts[place + 1 :])
            if _MODULES in parts[max(place - 1, 0) : place + 1]:
                return  # what lies further out is another package that depends on this one

    def called(self, name: str) -> Sequence[str]:
        """Return the folders of the packages of a name, which in code may have no hyphen."""
        return [
            folder
            for own, folders in self._folders.items()
            if name in (own, own.replace("-", "_"))
            for folder in folders
        ]

    @cached_property
    def _folders(self) -> Mapping[str, Sequence[str]]:
        found: dict[str, list[str]] = {}
        for path in self._paths if self._root else ():
            name = self._named_by(path)
            if name:
                found.setdefault(name, []).append(posixpath.dirname(path))
        return found or {posixpath.basename(self._root): [""]}

    def _named_by(self, path: str) -> str:
        """Return the name of the package that a file describes; empty for other files, and those of tests."""
        stem, ending = posixpath.splitext(posixpath.basename(path))
        read = _MANIFESTS.get(stem + ending)
        if (read is None and ending != ".gemspec") or role_of(path) is not Role.SOURCE:
            return ""
        return stem if read is None else read(manifest_text(Path(self._root), path, _MOST_BYTES) or "")


def _names_at(parts: Sequence[str], place: int) -> Iterator[str]:
    """Yield the packages that a folder may be a copy of."""
    around = parts[place - 1] if place else ""
    above = parts[place - 2] if place > 1 else ""
    if around == _MODULES:
        yield parts[place]
    elif above == _VENDOR or (above == _MODULES and around.startswith("@")):
        yield f"{around}/{parts[place]}"
    elif versioned := _VERSIONED.fullmatch(parts[place]):
        for first in range(place + 1):
            name = "/".join([*parts[first:place], versioned["name"]])
            yield _GO_CAPITAL.sub(lambda letter: letter[1].upper(), name)


def _of_json(text: str) -> str:
    try:
        return _name(json.loads(text))
    except (ValueError, RecursionError):
        return ""


def _of_toml(text: str) -> str:
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return ""
    tool = data.get("tool")
    poetry = tool.get("poetry") if isinstance(tool, dict) else None
    return _name(data.get("package")) or _name(data.get("project")) or _name(poetry)


def _name(table: Any) -> str:  # noqa: ANN401
    name = table.get("name") if isinstance(table, dict) else None
    return name if isinstance(name, str) else ""


def _of_go(text: str) -> str:
    module = _GO_MODULE.search(text)
    return module[1] if module else ""


_MANIFESTS: Final[Mapping[str, Callable[[str], str]]] = {
    "go.mod": _of_go,
    "Cargo.toml": _of_toml,
    "composer.json": _of_json,
    "package.json": _of_json,
    "pyproject.toml": _of_toml,
}
