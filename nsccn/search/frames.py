"""Finds the frames of a stack trace in the graph."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from nsccn.graph.fileroles import Role, role_of
from nsccn.regexes import regex
from nsccn.search.packages import Packages
from nsccn.search.paths import common_end, path_index

if TYPE_CHECKING:
    from nsccn.graph.entitytable import EntityTable
    from nsccn.graph.model import Entity
    from nsccn.search.traceback import Frame

_INSTALLED: Final = regex(r".*/(?:site|dist)-packages/")
"""Stands before a path that is also how the file is imported."""
_LIBRARY: Final = regex(
    r"(?:^|/)(?:lib/python\d(?:\.\d+)?t?|lib/ruby|gems|node_modules|pkg/mod|rustc/\w+/library|registry/src)/"
    r"|(?:^|/)vendor/[\w.-]+/[\w.-]+/.*\.php$|^phar:|@v\d[^/]*/|^/usr/(?:lib|include|local/(?:lib|include|go))/|/(?:go|libexec)/src/"
)
"""In the path of a file that is no part of any repository; of some languages the standard library."""
_CLOSURE: Final = regex(
    r"(?:::\{\{?[^{}]*\}\}?+)++(?:::h[0-9a-f]{16})?$|::h[0-9a-f]{16}$"  # Rust
    r"|(?:\.func\d++(?:\.\d++)*+)++(?:-fm)?$|-fm$"  # Go
)
_BEFORE_NAME: Final = regex(
    r"(?:(?:async|new|get|set|static|bound) |(?:block|rescue|ensure)(?: \([^()]*\))? in )++"
)
_LAMBDA: Final = regex(r"lambda\$(\w+)\$\d+$|(\w+)\$(?:lambda(?:\$\d+)+|default|suspendImpl)$")
"""What Java, and Kotlin, make of a function without a name, or with defaults; the function that it is in."""
_MADE: Final = regex(
    r"(?:<>c(?:__DisplayClass\w*)?(?:`\d+)?\.)?<(?P<of>\w+)>(?:[bd]__\w*|g__(?P<inner>\w+)\|\w+|\$)(?:\.MoveNext)?$"
)
"""What the compiler makes of lambdas, asynchronous and local functions in C#: `Cart.<Load>d__5.MoveNext`."""
_ACCESSOR: Final = regex(r"\b[gs]et_(?=\w+$)")
_ARGUMENTS: Final = regex(r"\([^()]*\)(?: const)?$")
_BRACKETS: Final = regex(r"<[^<>]*>|\[[^\[\]]*\]")
_WHOLE_FILE: Final = frozenset({"<module>", "<main>", "<top (required)>", "Object.<anonymous>"})
_DEEPEST_BRACKETS: Final = 50
_IMPLEMENTED: Final = regex(r"<(?P<type>.+?)(?: as .+)?>(?P<rest>(?:::\w+)+)$")
"""`<Cart as Priced>::total`, a method that a type has for a trait."""
_NAMELESS: Final = frozenset({"lib", "main", "mod"})
"""Files that are no part of a name of Rust."""
_BETWEEN_NAMES: Final = regex(r"::|[.#/$]")


def resolve_frames(frames: Sequence[Frame], graph: EntityTable, root: str = "") -> list[int | None]:
    """The entity that each frame ran; None for code that is not in the repository, or not surely.

    A file is found by the longest end that its path shares with the frame's, and by nothing less than one of
    the two whole; in a package manager's copy of a package of this repository by its path there, or by the function.
    `root` is where the repository lies; frames below it need no search.
    """
    finder = _Finder(graph, root)
    found = {frame: finder.entity(frame) for frame in dict.fromkeys(frames)}
    return [found[frame] for frame in frames]


def simple_name(function: str) -> str:
    """The bare name in a function as a trace writes it; empty for anonymous functions and whole files."""
    name = _BEFORE_NAME.sub("", function.replace("(anonymous namespace)::", ""), count=1)
    operator = name.find("operator")
    if operator >= 0 and not name[operator + 8 : operator + 9].isalnum():
        return _ARGUMENTS.sub("", name[operator:]) or "operator()"
    name = _CLOSURE.sub("", _ARGUMENTS.sub("", name))
    name = name.removesuffix(".<init>").removesuffix("..ctor").removesuffix("..cctor")
    if made := _MADE.search(name):
        return made["inner"] or made["of"]
    name = _ACCESSOR.sub("", name)
    if lambda_match := _LAMBDA.search(name):
        return lambda_match[1] or lambda_match[2]
    if name.endswith(">") and not name.startswith("<") and "::" not in name:
        return ""
    for _ in range(_DEEPEST_BRACKETS):
        name, removed = _BRACKETS.subn("", name)
        if not removed:
            break
    return _BETWEEN_NAMES.split(name)[-1].strip("()* ")


class _Finder:
    """Finds frames in one graph."""

    def __init__(self, graph: EntityTable, root: str) -> None:
        self._graph = graph
        self._root = root.replace("\\", "/").rstrip("/")
        self._named: dict[tuple[str, str], list[Entity]] = {}
        self._packages = Packages(self._root, graph.paths)

    def entity(self, frame: Frame) -> int | None:
        if not frame.path:
            return self._by_name(frame.function)
        paths, certain = self._paths(frame)
        found = [(index, agrees) for path in paths for index, agrees in self._in_file(path, frame)]
        agreeing = [index for index, agrees in found if agrees]
        if len(agreeing) == 1:
            return agreeing[0]
        return found[0][0] if certain and len(found) == 1 else None

    def _by_name(self, function: str) -> int | None:
        """Return the only function of a package here that has a name as Rust writes it: `shop::cart::Cart::add`."""
        crate, *steps = _steps(function)
        if not steps:
            return None
        graph = self._graph
        named = [
            (one, folder)
            for folder in self._packages.called(crate)
            for one in graph.named(steps[-1])
            if not graph.is_data(one) and graph.path_of(one).startswith(f"{folder}/" if folder else "")
        ]
        found = [one for one, folder in named if _trail(graph, one, folder, crate) == steps]
        if (
            not found and len(steps) > 1 and steps[-2][:1].isupper()
        ):  # in a block of another file than the type's
            found = [one for one, _ in named if graph.qualified_of(one).split(".")[-2:] == steps[-2:]]
        return found[0] if len(set(found)) == 1 else None

    def _paths(self, frame: Frame) -> tuple[list[str], bool]:
        """The indexed files that a frame may mean, and whether its path alone is proof enough."""
        written = frame.path
        if self._root and written.startswith(f"{self._root}/"):
            inside = written[len(self._root) + 1 :]
            return ([inside] if self._graph.file_slot(inside) is not None else []), True
        if self._graph.file_slot(written) is not None:
            return [written], True
        for folder, rest in self._packages.inside(written):
            path = posixpath.join(folder, rest)
            if self._graph.file_slot(path) is not None:
                return [path], True
            if defining := self._defining(frame, folder, rest):
                return defining, False
        installed = _INSTALLED.match(written)
        if installed:
            written = written[installed.end() :]
        elif _LIBRARY.search(written):
            return [], False
        known = path_index(self._graph).named(posixpath.basename(written))
        if not installed and (ends := [path for path in known if f"/{written}".endswith(f"/{path}")]):
            longest = max(ends, key=len)
            return [longest], "/" in longest
        longer = [path for path in known if path == written or path.endswith(f"/{written}")]
        return longer, len(longer) == 1 and "/" in written

    def _defining(self, frame: Frame, folder: str, rest: str) -> list[str]:
        """The file of a package that defines a frame's function, where it was built or has moved since.

        Of several it is the one that is called like the frame's and lies like it.
        """
        name = simple_name(frame.function)
        entities = self._graph.named(name) if name else []
        paths = dict.fromkeys(self._graph.path_of(entity) for entity in entities)
        inside = f"{folder}/" if folder else ""
        below = [path for path in paths if path.startswith(inside) and _is_code(path)]
        alike = [path for path in below if _stem(path) == _stem(rest)] or below
        likeness = {path: _likeness(path.removeprefix(inside), rest) for path in alike}
        return [path for path in alike if likeness[path] == max(likeness.values())]

    def _in_file(self, path: str, frame: Frame) -> Iterator[tuple[int, bool]]:
        """The entity of a frame in a file, and whether it has the name that the frame gives."""
        graph = self._graph
        name = simple_name(frame.function)
        lines = graph.file_entry(graph.file_slot(path) or 0).lines
        index = graph.at_line(path, frame.line) if frame.line <= lines else None
        if frame.function in _WHOLE_FILE:
            index = graph.entities_of(path).start
        if not name:
            if index is not None:
                yield index, len(path_index(graph).named(posixpath.basename(path))) == 1
            return
        enclosing = index
        while enclosing is not None and enclosing >= 0:
            if graph.entity(enclosing).name == name:
                yield enclosing, True
                return
            enclosing = graph.entity(enclosing).parent
        moved = self._named_in(path, name)
        if moved:
            container = simple_name(frame.function.rpartition(name)[0].rstrip(".:#"))
            yield min(moved, key=lambda other: _distance(other, container, frame.line)).index, True
        elif index is not None:
            yield index, False

    def _named_in(self, path: str, name: str) -> list[Entity]:
        """The entities of a file that have a name."""
        if (path, name) not in self._named:
            slot = self._graph.file_slot(path)
            indexes = [index for index in self._graph.named(name) if self._graph.file[index] == slot]
            self._named[path, name] = [self._graph.entity(index) for index in indexes]
        return self._named[path, name]


def _steps(function: str) -> list[str]:
    """Return the parts of a name as Rust writes it, without what a type is made for and the trait that has a method.

    >>> _steps("<shop::cart::Cart<T> as shop::Priced>::total::{{closure}}::h0123456789abcdef")
    ['shop', 'cart', 'Cart', 'total']
    """
    name = _CLOSURE.sub("", function)
    implemented = _IMPLEMENTED.match(name)
    name = f"{implemented['type']}{implemented['rest']}" if implemented else name
    for _ in range(_DEEPEST_BRACKETS):
        name, removed = _BRACKETS.subn("", name)
        if not removed:
            break
    return [step for step in name.replace("&", "").split("::") if step]


def _trail(graph: EntityTable, entity: int, folder: str, crate: str) -> list[str]:
    """Return how Rust leads from its crate to a function: by the modules of its file, and by its own names."""
    inside = graph.path_of(entity)[len(folder) :].lstrip("/").rpartition(".")[0].split("/")
    inside = inside[inside[:1] == ["src"] :]
    if inside[:1] == ["bin"] and inside[1:2] and inside[1].replace("-", "_") == crate:
        inside = inside[2:]
    modules = inside[:-1] if inside[-1:] and inside[-1] in _NAMELESS else inside
    return [*modules, *graph.qualified_of(entity).split(".")]


def _is_code(path: str) -> bool:
    return path != "" and role_of(path) is Role.SOURCE


def _stem(path: str) -> str:
    return posixpath.basename(path).partition(".")[0]


def _likeness(path: str, other: str) -> tuple[int, int]:
    """How alike the folders of two files are: that of what was built has another name and lies as deep."""
    folders, others = path.split("/")[:-1], other.split("/")[:-1]
    return common_end(folders, others), -abs(len(folders) - len(others))


def _distance(entity: Entity, container: str, line: int) -> tuple[bool, int, int]:
    inside = container in entity.qualified_name.split(".")[:-1]
    return (not inside, abs(entity.start_line - line), entity.index)
