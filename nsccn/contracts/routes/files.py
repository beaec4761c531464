"""The lines of one file that hands over routes: which variable holds a router there, and where that one is called.

Names of routers recur, `g` in each function of a file, so a call is one of the last value that its variable was given
before it, in its function or around it. Whatever stands deeper below a line with a path belongs to that path.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from posixpath import basename, dirname
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.contracts.callarguments import inside_call, is_option
from nsccn.contracts.routes.filledtexts import with_constants
from nsccn.contracts.routes.handlers import HandedIn
from nsccn.contracts.routes.resourcetables import table_head
from nsccn.contracts.routes.texts import WrittenPath, lines_with_part, with_joined, written_paths
from nsccn.errors import NsccnError
from nsccn.graph import languages
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.graph.languageroutes import RouteWords
from nsccn.regexes import regex
from nsccn.text import indentation, lines_with

if TYPE_CHECKING:
    from nsccn.contracts.callarguments import Given
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_TAKEN: Final = regex(
    r"^\s*(?:(?:const|export|let|mut|pub|var|val|final)\s+)*(?P<name>[\w$]+)\s*(?::[^=\"'`]+)?:?=(?![=>])"
)
"""A variable that a router is kept in."""
_ATTRIBUTE: Final = regex(r"\s*(?:self|this)\.(?P<name>[\w$]+)\s*(?::[^=\"'`]+)?=(?!=)")
_CALLED: Final = regex(r"(?:^|[\s@(])(?P<name>[A-Za-z_$][\w$]*)\s*(?:\.|->|::)")
_WITH_TEXT: Final = regex(
    r"(?<!\w)(?P<name>\w++)(?:[ \t]*+<[^<>()\n]*+>)?[ \t]*+(?:\([ \t]*+(?:\n[ \t]*+)?)?[\"'`]"
)
COMMENT: Final = regex(r"\s*(?://|#(?!\[)|/?\*(?:\s|\*|\Z)|<!--|--)")
_FUNCTION: Final = regex(r"(?:=>|\b(?:func|function)\b.*)\s*\{\s*\Z")
"""Ends a line below which a function's own variables stand."""
_OPENS: Final = ("(", "[", "{")
_LINKS: Final = (".", "->", "?.")
_MOST_CHAINED: Final = 200
_MOST_KEPT: Final = 50_000_000
"""Letters of the files that are kept for one answer."""
_MOST_TAKEN: Final = 12
"""Lines of a call whose value is kept."""


class RouteFile:
    """The lines of a file, what it hands over, and what its routers are kept in."""

    def __init__(self, index: RepoIndex, graph: CodeGraph, path: str, text: str) -> None:
        self.path = path
        self._written, self._text = text, with_constants(text)
        self.handed = HandedIn(index, graph, path)
        self._index, self._graph = index, graph
        self._paths: dict[int, list[WrittenPath]] = {}
        self._routers: dict[int, list[int]] = {}
        self._holding: dict[str, list[int]] = {}
        self.groups: dict[int, tuple[int, WrittenPath] | None] = {}
        """Line -> the path around it, once it was asked for."""
        self._inside: dict[tuple[int, tuple[int, int]], Given | None] = {}

    @cached_property
    def language(self) -> str:
        """What it is written in."""
        return self._graph.entity(self._graph.entities_of(self.path).start).language

    @cached_property
    def words(self) -> RouteWords:
        """What the frameworks of its language make of few words."""
        known = languages.known(self.language)
        return known.routes if known is not None else RouteWords()

    def makes_several(self, line: int) -> bool:
        """Whether what is called on a line, or goes on there, makes several routes of a path."""
        is_inside = line > 1 and self.lines[line - 2].rstrip().endswith(_OPENS)
        text = " ".join(self.lines[line - 1 - is_inside : line])
        is_called = any(re.search(rf"\b{word}\(", text) for word in self.words.several)
        return is_called or bool(self.words.nests_by_dot and self.table_head(line))

    def table_head(self, line: int) -> int:
        """Return the line of the call that is given the table of resources in which a line stands, 0 for none."""
        return table_head(self.lines, line, self.words.several)

    def lines_with(self, parts: Iterable[str]) -> list[int]:
        """Return the lines that have one of some texts in them."""
        return [line for line, _ in lines_with(parts, self._text)]

    def lines_with_part(self, parts: Iterable[str]) -> list[int]:
        """Return the lines that may write a path with one of some parts."""
        found = set[int]()
        for part in parts:
            if part not in self._holding:
                spelt = {part, part.replace(".", r"\.")}  # as patterns have it
                lines = lines_with_part(spelt, self._text, nested=self.words.nests_by_dot)
                self._holding[part] = [line for line, _ in lines]
            found.update(self._holding[part])
        return sorted(found)

    def paths_on(self, line: int) -> list[WrittenPath]:
        """Return what may be a path on a line that is no comment."""
        if line not in self._paths:
            self._paths[line] = self._paths_on(line)
        return self._paths[line]

    def _paths_on(self, line: int) -> list[WrittenPath]:
        text = self.lines[line - 1]
        if COMMENT.match(text):
            return []
        above = self.table_head(line) if self.words.nests_by_dot else 0
        found = [*written_paths(text, self.lines[(above or line - 1) - 1] if line > 1 else "")]
        if self.words.nests_by_dot and found and self.makes_several(line):
            return [one._replace(parts=[*_nested(one.parts)]) for one in found]
        return found

    def past(self, line: int, written: WrittenPath) -> int:
        """Return the next line that does not stand below a path: deeper, where its line leaves a bracket open."""
        text = self.lines[line - 1]
        is_argument = not text[: written.span[0]].strip()
        tail = text[written.span[1] :].strip()
        if written.parts and tail == ")" and (after := self.chained(line)) > line + 1:
            return after
        if written.parts and is_option(text, written.span):
            call = self.call(line, written.span)
            return call.last + 1 if call else line + 1
        if not written.parts or not (tail == "," if is_argument else tail.endswith(_OPENS)):
            return line + 1
        return self._deeper(line, indentation(text) - is_argument)

    def _deeper(self, line: int, depth: int) -> int:
        after = line + 1
        while after <= len(self.lines) and (
            not self.lines[after - 1].strip() or indentation(self.lines[after - 1]) > depth
        ):
            after += 1
        return after

    def chained(self, line: int) -> int:
        """Return the line behind those on which a chain goes on from the end of one: `scope("/carts")`, `.route(…)`."""
        depth, after = indentation(self.lines[line - 1]), line + 1
        while after <= len(self.lines):
            text = self.lines[after - 1]
            is_link = text.lstrip().startswith(_LINKS)
            if text.strip() and not (
                indentation(text) >= depth if is_link else after > line + 1 and indentation(text) > depth
            ):
                break
            after += 1
        return after

    def call(self, line: int, span: tuple[int, int]) -> Given | None:
        """Return what a call is given beside the path on a line."""
        if (line, span) not in self._inside:
            self._inside[line, span] = inside_call(self.lines, line, span)
        return self._inside[line, span]

    def call_around(self, line: int, written: WrittenPath) -> str:
        """Return the text of the call that is given a path on a line, as far as it writes no function."""
        text = self.lines[line - 1]
        first, last = line - (line > 1 and not text[: written.span[0]].strip()), line
        call = self.call(line, written.span)
        if call is not None and call.text:
            first, last = min(first, call.first), call.last
        if text[written.span[1] :].strip() == ")":
            last = max(last, self.chained(line) - 1)
        return " ".join(self.lines[first - 1 : last])

    def chain_head(self, line: int) -> int:
        """Return the line with which the chain begins that goes on on a line; the line where none does."""
        depth, head = indentation(self.lines[line - 1]), line
        if not self.lines[line - 1].lstrip().startswith(_LINKS):
            return line
        for above in range(line - 1, max(line - _MOST_CHAINED, 0), -1):
            text = self.lines[above - 1]
            is_inside = indentation(text) > depth or text.lstrip().startswith((*_LINKS, ")", "}", "]"))
            if text.strip() and not is_inside:
                head = above
                break
        return head

    def kept_in(self, line: int) -> str:
        """Return the variable whose value is written on a line; empty for none."""
        return self._statements.get(line, ("", 0))[0]

    def begins(self, line: int) -> int:
        """Return the line on which the variable stands whose value is written on one."""
        return self._statements.get(line, ("", line))[1]

    def router(self, name: str, line: int) -> int | None:
        """Return the line on which a variable got the value that it has on another; None for one from elsewhere."""
        scope = self._scopes[line - 1] if line <= len(self._scopes) else -1
        while True:
            lines = self._taken.get((name, scope), ())
            if lines:
                return lines[max(bisect_left(lines, line) - 1, 0)]
            if scope < 0:
                return None
            scope = self._around(scope)

    def attribute(self, name: str) -> int | None:
        """Return the only line on which an object keeps something by a name: `self.router = …`."""
        found = self._attributes.get(name, ())
        return found[0] if len(found) == 1 else None

    def routers_on(self, line: int) -> list[int]:
        """Return the lines on which what is called on a line got its value."""
        if line not in self._routers:
            found = (self.router(name, line) for name in dict.fromkeys(_CALLED.findall(self.lines[line - 1])))
            self._routers[line] = [one for one in found if one is not None]
        return self._routers[line]

    def is_mount(self, line: int) -> bool:
        """Whether the value that a variable got on a line is given a path, which that of a module is none."""
        return line not in self._importing and any(
            one.parts for number in self._values.get(line, ()) for one in self.paths_on(number)
        )

    def calls(self, name: str) -> Sequence[int]:
        """Return the lines on which something of a name is called, and on which that is given its arguments."""
        return self._calls.get(name, ())

    def functions(self, line: int, names: Iterable[str]) -> list[Entity]:
        """Return the functions of some names that are called on a line, or named there."""
        wanted = set(names)
        return [one for one in self._called_on.get(line, ()) if one.name in wanted]

    def imported_on(self, line: int) -> Sequence[str]:
        """Return the files that are imported on a line."""
        return self._modules.get(line, ())

    def values(self, name: str) -> Sequence[tuple[int, int]]:
        """Return the lines of the variables of a name in the file, outside of functions."""
        return self._variables.get(name, ())

    def variables(self) -> Iterable[tuple[str, Sequence[tuple[int, int]]]]:
        """Return the variables of the file, outside of functions, each with the lines of its values."""
        return self._variables.items()

    def value_lines(self, line: int) -> Sequence[int]:
        """Return the lines of the value that a variable, or else an attribute, gets on a line."""
        return self._values.get(line, [line])

    def scope(self, line: int) -> int:
        """Return the innermost function around a line; -1 for none."""
        return self._scopes[line - 1] if line <= len(self._scopes) else -1

    def importing(self, path: str) -> list[int]:
        """Return the lines on which a file is imported."""
        return [line for line, paths in self._modules.items() if path in paths]

    def aliases(self, path: str, name: str) -> list[str]:
        """Return patterns of the names by which what another file has of a name may be called here."""
        stem = basename(path).partition(".")[0]
        stem = basename(dirname(path)) if stem in {"__init__", "index", "mod"} else stem
        stems = {stem, basename(path).rpartition(".")[0].rpartition(".")[2]}  # `./carts.routes`
        found = dict[str, None]()
        for line in self.importing(path):
            for alias, taken in self._imports.items():
                for original, at in taken:
                    if at == line and original in stems and original != name:
                        found[rf"{re.escape(alias)}(?:\s*[.]\s*{re.escape(name)})?"] = None
                    elif at == line and original in {name, "default", "*"}:
                        found[re.escape(alias)] = None
        return [*found]

    @property
    def import_lines(self) -> set[int]:
        """The lines of imports."""
        return self._importing

    def imported(self, name: str) -> Iterator[tuple[str, str]]:
        """Yield the files that a name may be taken from, and the name that it has there."""
        for original, line in self._imports.get(name, ()):
            for path in self._modules.get(line, ()):
                yield path, original

    @cached_property
    def lines(self) -> list[str]:
        """The lines, without their ends."""
        return self._text.split("\n")

    @cached_property
    def shown(self) -> list[str]:
        """The same with the names of constants in their texts."""
        return self._written.split("\n")

    @cached_property
    def calls_with_text(self) -> list[tuple[str, int]]:
        """What is called with a text as the first that it is given, and the line of that."""
        found, line, place = list[tuple[str, int]](), 1, 0
        for call in _WITH_TEXT.finditer(self._text):
            line, place = line + self._text.count("\n", place, call.end()), call.end()
            found.append((call["name"], line))
        return found

    @cached_property
    def _statements(self) -> dict[int, tuple[str, int]]:
        """Line -> the variable whose value is written there, and its line."""
        found = dict[int, tuple[str, int]]()
        for number, text in enumerate(self.lines, 1):
            taken = _TAKEN.match(text)
            if taken is None or number in found or COMMENT.match(text):
                continue
            found[number] = taken["name"], number
            if text.rstrip().endswith(_OPENS) and not _FUNCTION.search(text):
                depth = indentation(text)
                for below in range(number + 1, min(number + _MOST_TAKEN, len(self.lines)) + 1):
                    if self.lines[below - 1].strip() and indentation(self.lines[below - 1]) <= depth:
                        break
                    found[below] = taken["name"], number
        return found

    @cached_property
    def _values(self) -> dict[int, list[int]]:
        found = dict[int, list[int]]()
        for line, (_, first) in self._statements.items():
            found.setdefault(first, []).append(line)
        return found

    @cached_property
    def _attributes(self) -> dict[str, list[int]]:
        found = dict[str, list[int]]()
        for number, text in enumerate(self.lines, 1):
            if kept := _ATTRIBUTE.match(text):
                found.setdefault(kept["name"], []).append(number)
        return found

    @cached_property
    def _taken(self) -> dict[tuple[str, int], list[int]]:
        found = dict[tuple[str, int], list[int]]()
        for line, (name, first) in self._statements.items():
            if line == first:
                found.setdefault((name, self._scopes[line - 1]), []).append(line)
        return found

    @cached_property
    def _calls(self) -> dict[str, list[int]]:
        found = dict[str, list[int]]()
        for number, text in enumerate(self.lines, 1):
            if not COMMENT.match(text):
                own = [number]
                if text.rstrip().endswith("("):
                    own += range(
                        number + 1, min(self._deeper(number, indentation(text)), number + _MOST_TAKEN)
                    )
                for name in dict.fromkeys(_CALLED.findall(text)):
                    found.setdefault(name, []).extend(own)
        return {name: sorted(set(lines)) for name, lines in found.items()}

    @cached_property
    def _called_on(self) -> dict[int, list[Entity]]:
        graph = self._graph
        found: dict[int, list[Entity]] = {}
        edges = graph.edges_of(np.array(graph.entities_of(self.path)), outgoing=True)
        for number, edge in zip(edges.tolist(), graph.edges(edges), strict=True):
            if edge.kind in {"CALLS", "REFERENCES"} and edge.evidence.path == self.path:
                target = graph.entity(edge.target)
                if target.path and target.kind in FUNCTION_KINDS:
                    for line in graph.lines(number):
                        found.setdefault(line, []).append(target)
        return found

    @cached_property
    def _scopes(self) -> list[int]:
        """The innermost function around each line; -1 for none."""
        scopes = np.full(len(self.lines), -1, np.int64)
        for one in self._graph.entities_of(self.path):
            entity = self._graph.entity(one)
            if entity.kind in FUNCTION_KINDS:
                scopes[entity.name_line - 1 : entity.end_line] = one
        return scopes.tolist()

    def _around(self, function: int) -> int:
        around = self._graph.owner_of(function)
        while around >= 0 and self._graph.entity(around).kind not in FUNCTION_KINDS:
            around = self._graph.owner_of(around)
        return around

    @cached_property
    def _variables(self) -> dict[str, list[tuple[int, int]]]:
        found = dict[str, list[tuple[int, int]]]()
        for one in map(self._graph.entity, self._graph.entities_of(self.path)):
            if one.kind == "var":
                found.setdefault(one.name, []).append((one.start_line, one.end_line))
        return found

    @cached_property
    def _imports(self) -> dict[str, list[tuple[str, int]]]:
        found = dict[str, list[tuple[str, int]]]()
        for one in self._index.facts(self.path).imports:
            original = one.name or re.split(r"[./:\\]+", one.module)[-1]
            found.setdefault(one.alias or one.name, []).append((original, one.line))
        return found

    @cached_property
    def _importing(self) -> set[int]:
        return {line for taken in self._imports.values() for _, line in taken}

    @cached_property
    def _modules(self) -> dict[int, list[str]]:
        """Line of the file -> the other files that are imported there."""
        graph, found = self._graph, dict[int, list[str]]()
        edges = graph.edges_of(np.array(graph.entities_of(self.path)), outgoing=True)
        for number, edge in zip(edges.tolist(), graph.edges(edges), strict=True):
            if edge.kind == "IMPORTS" and edge.evidence.path == self.path:
                for line in graph.lines(number):
                    found.setdefault(line, []).append(graph.path_of(edge.target))
        return found


def _nested(parts: Sequence[str]) -> Iterator[str]:
    """Yield the parts of a path, with those of resources that lie in others: `carts.lines` for `carts/{id}/lines`."""
    for part in parts:
        first, *others = part.split(".")
        yield first
        for other in others:
            yield from ("{id}", other)


class RouteFiles:
    """The files that are looked into for one answer, each read once."""

    def __init__(self, index: RepoIndex, graph: CodeGraph) -> None:
        self._index = index
        self.graph = graph
        self._read: dict[str, RouteFile | None] = {}
        self._texts: dict[str, str] = {}
        self._kept = 0

    def text(self, path: str) -> str:
        """Return the text of a file; of very many the last ones are read anew.

        Raises:
            NsccnError: it is not in the index.
            OSError: it cannot be read.
        """
        text = self._texts.get(path)
        if text is None:
            text = self._index.text(path)
            if self._kept + len(text) <= _MOST_KEPT:
                self._texts[path] = text
                self._kept += len(text)
        return text

    def at(self, path: str) -> RouteFile | None:
        """Return the file at a path, None where it cannot be read."""
        if path not in self._read:
            self._read[path] = None
            with suppress(NsccnError, OSError):
                text = with_joined(self.text(path))
                self._read[path] = RouteFile(self._index, self.graph, path, text)
        return self._read[path]
