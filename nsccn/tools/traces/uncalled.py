"""What a trace says of a function that no edge leads to: who may use it all the same, or that nothing names it."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from nsccn.errors import NsccnError
from nsccn.graph import languages
from nsccn.graph.ids import listed_lines
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.notation.arity import plain_arity
from nsccn.regexes import regex
from nsccn.text import first_few
from nsccn.tools.names.enclosing import enclosing
from nsccn.tools.names.missing import calls_without_edge, places_that_name
from nsccn.tools.traces.unknownlines import lines_spelt_otherwise, said_of_unknown, unknown_lines
from nsccn.tracing.lineage import bases, constructors, type_around

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.language import Language
    from nsccn.graph.model import Entity, Import
    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Trace

_CODE: Final = frozenset({"func", "method"})
_WORD: Final = regex(r"\w+")
_ANGLED: Final = regex(r"[<\[(].*", re.DOTALL)
_NOWHERE: Final = "No other line of the indexed files has its name."
_MOST_FILES: Final = 4
_MOST_LINES: Final = 4
_MOST_BASES: Final = 3
_MOST_ABOVE: Final = 20


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
        outside = [] if found.overrides or is_run else _outside_bases(index, found.code, root, language)
        if is_run and not found.steps:
            yield "The language, or its library, may run it where its name is not written."
        if outside:
            plain = dict.fromkeys(plain_arity(name)[0] for name in outside)
            names = first_few([f"`{name}`" for name in plain], _MOST_BASES)
            shorter, lines = _by_shorter_name(index, root, language) or ("", "")
            if shorter:
                asked = f"where `{shorter}` is asked for; the text has that at {lines}"
                yield f"{names}, not defined here, calls it {asked}."
                return
            yield f"{names}, not defined here, may call it: its type inherits from that."
        name, spelt = lines_spelt_otherwise(index, found.code, root)
        if not (is_run or is_marked):
            named = _named_in_product if found.steps else _named_elsewhere
            yield from (said for said in named(index, found, root, told) if not (spelt and said == _NOWHERE))
        if spelt:
            places = listed_lines(spelt, _MOST_FILES, _MOST_LINES, enclosing(found.code))
            yield f"Spelt `{name}`, as in other languages, it is used at {places}; it may be this one."


def _by_shorter_name(index: RepoIndex, root: Entity, language: Language) -> tuple[str, str] | None:
    """Return the name by which a base from elsewhere calls a method, and the lines that ask objects for it."""
    for pattern, spelling in language.called_as.items():
        if found := re.fullmatch(pattern, root.name):
            part = found[1]
            small = (
                re.sub(r"(?<!^)(?=[A-Z])", "_", part).lower()
                if spelling == "snake"
                else part[0].lower() + part[1:]
            )
            places = dict[str, list[int]]()
            for name in dict.fromkeys((small, part) if spelling == "word" else (small,)):
                asked = re.compile(rf"(?:->|::|\.){re.escape(name)}(?!\w)")
                for path, lines in places_that_name(index, name):
                    text = index.text_if_any(path).split("\n")
                    if having := [line for line in lines if asked.search(text[line - 1])]:
                        places[path] = sorted({*places.get(path, ()), *having})
            return (small, listed_lines(places, _MOST_FILES, _MOST_LINES)) if places else None
    return None


def _is_run_unnamed(graph: CodeGraph, root: Entity, language: Language) -> bool:
    """Whether a function is one that runs without being named, as constructors do, operators, and `toString`."""
    if language.unnamed_calls and re.fullmatch(language.unnamed_calls, root.name):
        return True
    owner = type_around(graph, root.index)
    return owner != root.index and root.index in constructors(graph, owner)


# -- bases from elsewhere


def _outside_bases(index: RepoIndex, graph: CodeGraph, root: Entity, language: Language) -> list[str]:
    """Return from what types the repository does not have the type of a method inherits, as far as that may call it."""
    owner = type_around(graph, root.index)
    if owner == root.index and not language.own_type:
        return []
    above = [owner] if language.own_type else [owner, *bases(graph, owner)][:_MOST_ABOVE]
    found: dict[str, None] = {}
    for one in above:
        inside = {graph.name_of(edge.target) for edge in graph.outgoing(one, ("INHERITS",))}
        stated = (
            _of_its_block(index, root)
            if language.own_type
            else _stated_bases(index, graph.entity(one), root.name, language)
        )
        found |= dict.fromkeys(
            text for text in stated if _is_outside(graph, text, inside, root.name, language)
        )
    return [*found]


def _stated_bases(index: RepoIndex, entity: Entity, member: str, language: Language) -> Iterable[str]:
    """Return the bases of a type as written, but those of which it is known that they call no member of that name."""
    if not entity.path:
        return ()
    facts, start = index.facts(entity.path), index.snapshot.graph.entities_of(entity.path).start
    stated = facts.definitions[entity.index - start].bases
    if member.startswith("_") or not language.calling_bases:
        return stated
    return [
        text
        for text in stated
        if member in language.calling_bases.get(_in_full(text, facts.imports), {member})
    ]


def _in_full(name: str, imports: Iterable[Import]) -> str:
    """Return a name with the module that a file takes its first part from."""
    first, dot, rest = name.partition(".")
    taken = next((one for one in imports if first in (one.alias, one.name)), None)
    return ".".join(filter(None, (taken.module, taken.name))) + dot + rest if taken else name


def _of_its_block(index: RepoIndex, method: Entity) -> list[str]:
    """Return what the block around a method is for that makes a type what it inherits from: `impl Drop for Cart`."""
    facts, lines = index.facts(method.path), index.text(method.path).split("\n")
    rows = [(line, base) for _, _, base, line, *_ in facts.inherits.rows() if line < method.start_line]
    if not rows:
        return []
    line, base = max(rows)
    margin = lines[line - 1][: len(lines[line - 1]) - len(lines[line - 1].lstrip())]
    is_closed = any(text.startswith(margin + "}") for text in lines[line - 1 : method.start_line - 1])
    return [] if is_closed else [base]


def _is_outside(
    graph: CodeGraph, stated: str, inside: AbstractSet[str], member: str, language: Language
) -> bool:
    """Whether a base is a type that the repository does not have, and may have a member of that name.

    `inside` are the names of the bases that it has.
    """
    names = _WORD.findall(_ANGLED.sub("", stated))
    if not names or names[-1] in language.empty_bases or names[-1] in inside:
        return False
    known = language.known_bases.get(names[-1])
    if known is not None and member not in known:
        return False
    is_type = any(graph.kinds[graph.kind[one]] in TYPE_KINDS for one in graph.named(names[-1]))
    return not is_type or (len(names) > 1 and not graph.named(names[0]))


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
        yield f"{said.unread:,} files have its name, too many to be looked through."
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
