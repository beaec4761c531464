"""Who sends a signal of Django or blinker, and who handles it: an object of the repository that files import.

    order_paid = Signal()       order_paid.send(sender=…)       @receiver(order_paid)       order_paid.connect(on_paid)

A file knows a signal that it defines, or that it imports, or whose file it does: by edges; all else by the text.
"""

from __future__ import annotations

import re
from functools import cached_property
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.contracts.channels.channels import End, Link
from nsccn.contracts.channels.names import Channel, ChannelNames
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.regexes import regex
from nsccn.text import places_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.contracts.channels.texts import ChannelFile
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_ENDING: Final = ".py"
_MADE: Final = regex(r"\s*(?::[^=\n]{1,80})?=\s*(?:[\w.]+(?:\(\))?\.)?\w*[sS]ignal\(")
_FRAMEWORKS: Final = ("django", "blinker", "flask", "quart")
_OF: Final = regex("|".join(_FRAMEWORKS))
_SENDS: Final = regex(r"(?<![\w.'\"`])(?P<signal>[A-Za-z_][\w.]*)\.a?send(?:_\w+)?\(")
_RECEIVES: Final = regex(
    r"@(?:[\w.]+\.)?receiver\(\s*(?P<signals>\[[^\]]{0,400}\]|[\w.]+)"
    r"|@(?P<marked>[A-Za-z_][\w.]*)\.connect(?:_via)?\b"
    r"|(?<![\w.@'\"`])(?P<joined>[A-Za-z_][\w.]*)\.connect\(\s*(?:receiver=)?(?:[\w.]+\.)?(?P<handler>[A-Za-z_]\w*)"
)
_JOINS: Final = (".connect", "receiver(")
_MOST_JOINS: Final = 5000
_LONGEST_JOINING: Final = 500
_EACH: Final = regex(r"([A-Za-z_][\w.]*)\s*(?=[,\]]|\Z)")
_STAR: Final = regex(r"^[ \t]*from[ \t]+[\w.]+[ \t]+import[ \t]+\*", re.MULTILINE)
_OWN: Final = frozenset(("self", "cls"))
_MOST_FILES: Final = 100
_MOST_JOINING: Final = 12
"""Files that may join a function to a signal; a name that more hold is that of many."""
_MOST_FOUND: Final = 40
_MOST_LINES: Final = 600


class Signals:
    """What is sent and handled by signals, found when it is asked for."""

    def __init__(self, index: RepoIndex, graph: CodeGraph) -> None:
        self._index, self._graph = index, graph
        self._names = ChannelNames(index, graph)
        self._imports: dict[str, set[int]] = {}
        self._made: dict[int, bool] = {}
        self._meant: dict[tuple[str, str, str], int] = {}
        self._functions: dict[str, list[int]] = {}

    def sent(self, entity: Entity) -> list[Link]:
        """Return what a function sends and who handles it."""
        found: dict[int, Link] = {}
        sending = self._sending(entity.path, entity.start_line, entity.end_line) if self._are_known else ()
        for name, line in sending:
            signal = self._signal(name, entity.path, line)
            if signal >= 0 and signal not in found:
                found[signal] = Link(
                    Channel(_last(name)), entity.path, line, tuple(self._handlers(signal, entity))
                )
        return [one for one in found.values() if one.others]

    def received(self, entity: Entity) -> list[Link]:
        """Return what a function handles and who sends it."""
        found: dict[int, Link] = {}
        for path in self._joining(entity) if self._are_known else ():
            for name, line, handler in self._receiving(path):
                signal = self._signal(name, path, line) if handler == entity.index else -1
                if signal >= 0 and signal not in found:
                    found[signal] = Link(
                        Channel(_last(name)), path, line, tuple(self._senders(signal, entity))
                    )
        return [one for one in found.values() if one.others]

    @cached_property
    def _are_known(self) -> bool:
        """Whether any file names a framework and its signals; who imports from there may make some."""
        lexical, paths = self._index.snapshot.lexical, self._index.snapshot.entities.paths
        named = (lexical.files_with_all((framework, "signal")) for framework in _FRAMEWORKS)
        return any(paths[slot].endswith(_ENDING) for slot in chain.from_iterable(named))

    def _joining(self, entity: Entity) -> list[str]:
        """Return the files that may join a function to a signal: its own, and those that name it and connect."""
        if not entity.path.endswith(_ENDING):
            return []
        lexical, paths = self._index.snapshot.lexical, self._index.snapshot.entities.paths
        held = lexical.files_with("connect")
        held = held & lexical.files_with(entity.name) if held else held
        others = {paths[slot] for slot in held} if len(held) <= _MOST_JOINING + 1 else set()
        others.discard(entity.path)
        return [entity.path, *(sorted(others) if len(others) <= _MOST_JOINING else ())]

    def _handlers(self, signal: int, entity: Entity) -> Iterator[End]:
        wanted = self._graph.name_of(signal)
        for path in self._holding(wanted, entity):
            for name, line, handler in self._receiving(path):
                is_named = _last(name) == wanted and handler != entity.index
                if is_named and self._signal(name, path, line) == signal:
                    yield End(path, line, handler)

    def _senders(self, signal: int, entity: Entity) -> Iterator[End]:
        wanted = self._graph.name_of(signal)
        for path in self._holding(wanted, entity):
            for name, line in self._sending(path, 1, None):
                if _last(name) == wanted and self._signal(name, path, line) == signal:
                    yield End(path, line, self._graph.at_line(path, line))

    def _signal(self, written: str, path: str, line: int) -> int:
        """Return the only signal that a line means by a name, as the file defines or imports it; -1 for none."""
        around = written.rpartition(".")[0]
        owner = self._class_around(path, line) if around in _OWN else _last(around)
        key = written, path, owner
        if key not in self._meant:
            self._meant[key] = self._found(written, path, owner)
        return self._meant[key]

    def _found(self, written: str, path: str, owner: str) -> int:
        graph = self._graph
        around, _, name = written.rpartition(".")
        made = [one for one in graph.named(name)[:_MOST_FOUND] if graph.is_data(one) and self._is_made(one)]
        near = [one for one in made if graph.path_of(one) == path and self._is_bound(one, around, path)]
        if made and not near:
            imported = self._imported(path)
            near = [one for one in made if graph.path_of(one) in imported]
            near = [one for one in near if self._is_bound(one, around, path)]
        if len(near) > 1 and around:
            near = [one for one in near if graph.name_of(self._names.owner(one)) == owner]
        return near[0] if len(near) == 1 else -1

    def _is_bound(self, signal: int, around: str, path: str) -> bool:
        """Whether a file can mean a signal by what is written before its name: a class, a module, or nothing."""
        graph, of = self._graph, self._graph.path_of(signal)
        owner = self._names.owner(signal)
        if owner >= 0 and graph.kinds[graph.kind[owner]] in TYPE_KINDS:
            return bool(around) or of == path
        text = self._index.text_if_any(path)
        if not around:
            return of == path or signal in self._imported_things(path) or _STAR.search(text) is not None
        *_, folder, file = ("", *of.split("/"))
        module = folder if file == "__init__.py" else file.removesuffix(_ENDING)
        last = re.escape(_last(around))
        alias = rf"^[ \t]*(?:from[ \t]+[\w.]+[ \t]+)?import\b[^\n]{{0,400}}\bas[ \t]+{last}\b"
        return _last(around) == module or re.search(alias, text, re.MULTILINE) is not None

    def _class_around(self, path: str, line: int) -> str:
        """Return the name of the class around a line."""
        graph, around = self._graph, self._graph.at_line(path, line)
        while around >= 0 and graph.kinds[graph.kind[around]] not in TYPE_KINDS:
            around = self._names.owner(around)
        return graph.name_of(around) if around >= 0 else ""

    def _imported_things(self, path: str) -> set[int]:
        """Return what a file imports, in functions too, as where an application gets ready."""
        if path not in self._imports:
            graph = self._graph
            edges = graph.edges(graph.edges_of(np.array(graph.entities_of(path), np.int64), outgoing=True))
            self._imports[path] = {edge.target for edge in edges if edge.kind == "IMPORTS"}
        return self._imports[path]

    def _imported(self, path: str) -> set[str]:
        """Return the files that a file imports from."""
        return {self._graph.path_of(one) for one in self._imported_things(path)}

    def _is_made(self, entity: int) -> bool:
        if entity not in self._made:
            self._made[entity] = self._is_made_rightly(entity)
        return self._made[entity]

    def _is_made_rightly(self, entity: int) -> bool:
        """Whether something is made as a signal, in a file that knows one of the frameworks, or one that does."""
        graph = self._graph
        path = graph.path_of(entity)
        file = self._names.file(path) if path.endswith(_ENDING) else None
        if file is None:
            return False
        line = "".join(file.lines[int(graph.name_line[entity]) - 1 :][:1])  # the file may have changed since
        begin = line.find(graph.name_of(entity))
        if begin < 0 or _MADE.match(line, begin + len(graph.name_of(entity))) is None:
            return False
        known = [path, *sorted(self._imported(path))[:_MOST_FOUND]]
        return any(_OF.search(self._index.text_if_any(one)) for one in known)

    def _sending(self, path: str, first: int, last: int | None) -> Iterator[tuple[str, int]]:
        """Yield what some lines of a file send, if that is a signal."""
        file = self._names.file(path) if path.endswith(_ENDING) else None
        if file is None or "send" not in file.text:
            return
        end = len(file.text) if last is None else file.place(min(last, first + _MOST_LINES) + 1)
        for found in _SENDS.finditer(file.text, file.place(first), end):
            if not _is_comment(file, found.start()):
                yield found["signal"], file.line(found.start())

    def _receiving(self, path: str) -> Iterator[tuple[str, int, int]]:
        """Yield what a file handles, if that is a signal, where that is said, and the function."""
        file = self._names.file(path) if path.endswith(_ENDING) else None
        if file is None:
            return
        for found in islice(_joined_in(file.text), _MOST_LINES):
            line = file.line(found.start())
            handler = self._named(found["handler"], path) if found["handler"] else self._below(path, line)
            names = (
                _EACH.findall(found["signals"]) if found["signals"] else [found["marked"] or found["joined"]]
            )
            for name in names if handler >= 0 and not _is_comment(file, found.start()) else ():
                yield name, line, handler

    def _below(self, path: str, line: int) -> int:
        """Return the function that a decorator stands above."""
        graph = self._graph
        if path not in self._functions:
            kinds = ((one, graph.kinds[graph.kind[one]]) for one in graph.entities_of(path))
            self._functions[path] = [one for one, kind in kinds if kind in FUNCTION_KINDS]
        below = (one for one in self._functions[path] if graph.start_line[one] <= line < graph.name_line[one])
        return max(below, default=-1)

    def _named(self, name: str, path: str) -> int:
        """Return the function of a name in a file, or else the only one in a file that it imports."""
        graph = self._graph
        named = [
            one for one in graph.named(name)[:_MOST_FOUND] if graph.kinds[graph.kind[one]] in FUNCTION_KINDS
        ]
        near = [one for one in named if graph.path_of(one) == path]
        if named and not near:
            imported = self._imported(path)
            near = [one for one in named if graph.path_of(one) in imported]
        return near[0] if len(near) == 1 else -1

    def _holding(self, name: str, entity: Entity) -> list[str]:
        """Return the files that name a signal; those of tests only for what stands in one."""
        snapshot = self._index.snapshot
        held = (snapshot.entities.paths[slot] for slot in snapshot.lexical.files_with(name))
        is_aside = role_of(entity.path) is not Role.SOURCE
        code = (one for one in held if one.endswith(_ENDING) and (is_aside or role_of(one) is Role.SOURCE))
        return sorted(code)[:_MOST_FILES]


def _last(name: str) -> str:
    """Return the last part of a dotted name."""
    return name.rpartition(".")[2]


def _joined_in(text: str) -> Iterator[re.Match[str]]:
    """Yield what joins functions to signals; only the lines with the words for it are looked at closely."""
    seen = 0
    for place in sorted(places_of(_JOINS, text, _MOST_JOINS)):
        if place < seen:
            continue
        begin = max(text.rfind("\n", 0, place) + 1, seen)
        end = text.find("\n", place)
        end = len(text) if end < 0 else end
        for found in _RECEIVES.finditer(text, begin, end + _LONGEST_JOINING):
            if found.start() >= end:
                break
            yield found
            seen = found.end()
        seen = max(seen, end)


def _is_comment(file: ChannelFile, place: int) -> bool:
    """Whether a place stands behind the sign of a comment."""
    return file.text[file.place(file.line(place)) : place].lstrip().startswith("#")
