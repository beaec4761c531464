"""What a trace says of a function that no edge leads to: who may use it all the same, or that nothing names it."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from nsccn.contracts.whereabouts import together
from nsccn.errors import NsccnError
from nsccn.graph import languages
from nsccn.graph.ids import listed_lines
from nsccn.graph.notation.accessornames import in_small_letters
from nsccn.regexes import regex
from nsccn.text import first_few
from nsccn.tools.names.enclosing import enclosing
from nsccn.tools.names.missing import places_that_name
from nsccn.tools.names.unresolvedsites import calls_without_edge
from nsccn.tools.traces.generatedbeside import said_of_generated
from nsccn.tools.traces.outsidebases import bases_named, outside_callers, said_of_outside
from nsccn.tools.traces.puttogether import said_where_put_together
from nsccn.tools.traces.referencepairs import said_of_reference
from nsccn.tools.traces.unknownlines import lines_spelt_otherwise, said_of_unknown, unknown_lines
from nsccn.tracing.lineage import constructors, type_around

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.language import Language
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Trace

_CODE: Final = frozenset({"func", "method"})
_PRIVATE: Final = regex(r"\bprivate\b")
"""What only its own type can run, whatever a library does."""
_TEST: Final = regex(r"[@\[]\s*(?:[\w:.]+(?:::|\.))?\w*[tT]est|\b[tT]est\w*\(")
"""Marks what a runner of tests runs, or names it so."""
_NOWHERE: Final = "No other line of the indexed files has its name."
_MOST_FILES: Final = 4
_MOST_LINES: Final = 4


def said_of_uncalled(
    index: RepoIndex, found: Trace, told: AbstractSet[tuple[str, int]], *, is_marked: bool
) -> Iterator[str]:
    """Yield who may use a function that no edge leads to but those of tests.

    `told` are lines that the answer names already, and what is marked is used by others who do not name it.
    """
    root = found.code.entity(found.root)
    if root.kind not in _CODE:
        return
    with suppress(NsccnError, OSError):
        language = languages.load(root.language)
        is_run = _is_run_unnamed(found.code, root, language)
        outside = [] if found.overrides or is_run else outside_callers(index, found.code, root, language)
        if is_run and not found.steps:
            yield from _said_of_unnamed(found.code, root)
        if outside:
            if said := _said_of_shorter_name(index, found, language, outside):
                yield said
                return
            yield from said_of_outside(outside)
        name, spelt = lines_spelt_otherwise(index, found.code, root)
        if not (is_run or is_marked):
            named = _named_in_product if found.steps else _named_elsewhere
            made = (
                *said_of_generated(index, root),
                *said_where_put_together(index, root),
                *said_of_reference(index, found.code, root),
            )
            is_made = bool(spelt or made)
            yield from (
                said for said in named(index, found, root, told) if not (is_made and said == _NOWHERE)
            )
            yield from made
        if spelt:
            places = listed_lines(spelt, _MOST_FILES, _MOST_LINES, enclosing(found.code))
            yield f"Spelt `{name}`, as in other languages, it is used at {places}; it may be this one."


def said_of_unused_aside(index: RepoIndex, found: Trace, told: AbstractSet[tuple[str, int]]) -> Iterator[str]:
    """Yield the lines of its file that may use a helper of tests, by a macro or an attribute: `#[from(new_cart)]`."""
    root = found.code.entity(found.root)
    above = index.text_if_any(root.path).split("\n")[root.start_line - 1 : root.name_line]
    if any(_TEST.search(line) for line in above):
        return
    said = unknown_lines(index, found.code, root, told | _unresolved(index, found, root))
    if lines := said.lines.get(root.path) if said is not None else None:
        yield said_of_unknown(found.code, root.name, {root.path: lines})


def said_of_delegates(index: RepoIndex, found: Trace, told: AbstractSet[tuple[str, int]]) -> Iterator[str]:
    """Yield the lines by which methods of its name may hand on to a method that a base from elsewhere demands.

    Such a base runs it by the class that is handed over, and so does a method that stands in for others of that base:
    `override suspend fun doWork() = delegate.doWork()`.
    """
    graph, root = found.code, found.code.entity(found.root)
    with suppress(NsccnError, OSError):
        if found.overrides or not outside_callers(index, graph, root, languages.load(root.language)):
            return
        said = unknown_lines(index, graph, root, told | _unresolved(index, found, root), in_product=True)
        named = said.lines if said else {}
        handed = {path: _within_its_name(graph, root.name, path, lines) for path, lines in named.items()}
        if lines := {path: kept for path, kept in handed.items() if kept}:
            yield said_of_unknown(graph, root.name, lines)


def _within_its_name(graph: CodeGraph, name: str, path: str, lines: Sequence[int]) -> list[int]:
    """Return the lines that stand in a function of a name."""
    around = enclosing(graph)
    return [line for line in lines if around(path, line).rpartition(".")[2] == name]


def said_beside_shorter_names(index: RepoIndex, found: Trace) -> Iterator[str]:
    """Yield where a name may be asked for by which a base from elsewhere calls a method, beside those who do."""
    root = found.code.entity(found.root)
    with suppress(NsccnError, OSError):
        language = languages.load(root.language)
        outside = outside_callers(index, found.code, root, language) if language.called_as else []
        if outside and (said := _said_of_shorter_name(index, found, language, outside)):
            yield said


def _said_of_shorter_name(index: RepoIndex, found: Trace, language: Language, outside: list[str]) -> str:
    """Return where a name is asked for by which a base from elsewhere calls a method; empty for nowhere else."""
    root, known = found.code.entity(found.root), {*found.code.lines_using(found.root, ("CALLS",))}
    for pattern, spelling in language.called_as.items():
        if called := re.fullmatch(pattern, root.name):
            part = called[1]
            word = part if part.isupper() else part[0].lower() + part[1:]
            small = in_small_letters(part) if spelling == "snake" else word
            places = _asking(index, (small, part) if spelling == "word" else (small,), known)
            if not places:
                return ""
            also = " as well" if known else ""
            lines = listed_lines(places, _MOST_FILES, _MOST_LINES)
            asked = f"where `{small}` is asked for; the text has that{also} at {lines}"
            return f"{bases_named(outside)}, not defined here, calls it {asked}."
    return ""


def _asking(
    index: RepoIndex, names: Iterable[str], known: AbstractSet[tuple[str, int]]
) -> dict[str, list[int]]:
    """Return the lines that ask an object or a type for one of some names, but for those that are known."""
    places = dict[str, list[int]]()
    for name in dict.fromkeys(names):
        asked = re.compile(rf"(?:->|::|\.){re.escape(name)}(?!\w)")
        for path, lines in places_that_name(index, name):
            text = index.text_if_any(path).split("\n")
            having = [line for line in lines if (path, line) not in known and asked.search(text[line - 1])]
            if having:
                places[path] = sorted({*places.get(path, ()), *having})
    return places


def _is_run_unnamed(graph: CodeGraph, root: Entity, language: Language) -> bool:
    """Whether a function is one that runs without being named, as constructors do, operators, and `toString`."""
    if language.unnamed_calls and re.fullmatch(language.unnamed_calls, root.name):
        return True
    owner = type_around(graph, root.index)
    return owner != root.index and root.index in constructors(graph, owner)


def _said_of_unnamed(graph: CodeGraph, root: Entity) -> Iterator[str]:
    """Yield who may run a function whose name no call writes: of a constructor, whoever is handed the type."""
    owner = type_around(graph, root.index)
    is_constructor = root.index in constructors(graph, owner)
    handed = sorted(set(graph.lines_using(owner, ("REFERENCES",)))) if is_constructor else ()
    if handed:
        places = first_few(together(graph, handed), _MOST_FILES)
        yield f"Its type is handed over at {places}; who takes that may make objects of it."
    elif not _PRIVATE.search(root.signature.partition("(")[0]):
        yield "The language, or its library, may run it where its name is not written."


# -- what names it


def _named_elsewhere(
    index: RepoIndex, found: Trace, root: Entity, told: AbstractSet[tuple[str, int]]
) -> Iterator[str]:
    """Yield the lines that have a function's name, and of which no edge tells what they mean."""
    asked = _unresolved(index, found, root)
    said = unknown_lines(index, found.code, root, told | asked)
    if said is None:
        return
    if said.unread and not found.unresolved:
        yield f"{said.unread:,} files may have its name, too many to be looked through."
    elif not (said.is_named or told or asked):
        yield _NOWHERE
    elif said.lines:
        yield said_of_unknown(found.code, root.name, said.lines)


def _named_in_product(
    index: RepoIndex, found: Trace, root: Entity, told: AbstractSet[tuple[str, int]]
) -> Iterator[str]:
    """Yield the lines of the product that may use a function of which only tests, or itself, are known to."""
    said = unknown_lines(index, found.code, root, told | _unresolved(index, found, root), in_product=True)
    if said is not None and said.lines:
        yield said_of_unknown(found.code, root.name, said.lines)


def _unresolved(index: RepoIndex, found: Trace, root: Entity) -> set[tuple[str, int]]:
    """Return the lines of calls that could not be resolved, of which the answer tells."""
    return {
        (path, line) for path in found.unresolved_in for line in calls_without_edge(index, path, root.name)
    }
