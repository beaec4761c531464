"""What a trace says of a function that no edge leads to: who may use it all the same, or that nothing names it."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.errors import NsccnError
from nsccn.graph import languages
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.ids import listed_lines
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.model import Confidence
from nsccn.text import first_few, lines_with
from nsccn.tools.names.missing import places_that_name
from nsccn.tools.traces.usinglines import using
from nsccn.tracing.lineage import bases, constructors, type_around

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Set as AbstractSet

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.language import Language
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex
    from nsccn.tracing.trace import Trace

_CODE: Final = frozenset({"func", "method"})
_WORD: Final = re.compile(r"\w+")
_ANGLED: Final = re.compile(r"[<\[(].*", re.DOTALL)
_COMMENT: Final = r"^\s*(?:\*|/\*)|/\*(?!.*\*/)|{}(?!\{{)"
"""Begins a comment on a line, or goes on with one; `#{{` is none."""
_IMPORT: Final = re.compile(r"\s*(?:(?:pub(?:\([^()]*\))?\s+)?use|import|from|#\s*include|require\w*)\b")
_LONGEST_LINE: Final = 2000
"""No comment is looked for in a longer line."""
_LEAST_LETTERS: Final = 3
_MOST_READ: Final = 80
"""A word that more files hold tells nothing."""
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
    if root.kind not in _CODE or any(found.omitted):
        return
    with suppress(NsccnError, OSError):
        language = languages.load(root.language)
        is_run = _is_run_unnamed(found.code, root, language)
        outside = [] if found.overrides else _outside_bases(index, found.code, root, language)
        if is_run and not found.steps:
            yield "The language, or its library, may run it where its name is not written."
        if outside:
            names = first_few([f"`{name}`" for name in outside], _MOST_BASES)
            shorter, lines = _by_shorter_name(index, root, language) or ("", "")
            if shorter:
                asked = f"where `{shorter}` is asked for; the text has that at {lines}"
                yield f"{names}, not defined here, calls it {asked}."
                return
            yield f"{names}, not defined here, may call it: its type inherits from that."
        if not (found.steps or found.unresolved or is_run or is_marked):
            yield from _named_elsewhere(index, found, root, told)


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
        stated = _of_its_block(index, root) if language.own_type else _stated_bases(index, graph.entity(one))
        found |= dict.fromkeys(
            text for text in stated if _is_outside(graph, text, inside, root.name, language)
        )
    return [*found]


def _stated_bases(index: RepoIndex, entity: Entity) -> Iterable[str]:
    """Return the bases of a type as written."""
    if not entity.path:
        return ()
    start = index.snapshot.graph.entities_of(entity.path).start
    return index.facts(entity.path).definitions[entity.index - start].bases


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
    words = _WORD.findall(root.name)
    if len(root.name) < _LEAST_LETTERS or not words:
        return
    snapshot = index.snapshot
    paths, texts = snapshot.entities.paths, snapshot.entities.text_files
    slots = snapshot.lexical.files_with_all(words)
    if len(slots) > _MOST_READ:
        yield f"{len(slots):,} files have its name, too many to be looked through."
        return
    own = {
        (one.path, one.name_line)
        for one in map(found.code.entity, found.code.named(root.name))
        if one.qualified_name.partition("#")[0] == root.qualified_name.partition("#")[0]
    }
    means = _known_lines(found.code, root.name, told)
    ranked = sorted((role_of(paths[slot]), slot in texts, paths[slot], slot) for slot in slots)
    is_named, unknown = False, dict[str, list[int]]()
    for role, is_text, path, slot in ranked:
        lines = _lines_with(index, path, root.name, found.code.file_entry(slot).language)
        is_named = is_named or any((path, line) not in own for line in lines)
        if is_text or role not in (Role.SOURCE, Role.TEST):
            continue
        known = means.get(path, set())
        left = [line for line, is_aside in lines.items() if not is_aside and line not in known]
        if left := left and using(index, path, root.name, left):
            unknown[path] = left
    if not is_named and not told:
        yield "No other line of the indexed files has its name."
    elif unknown:
        places = listed_lines(unknown, _MOST_FILES, _MOST_LINES)
        yield f"What `{root.name}` means is not known at {places}; it may be this one."


def _known_lines(graph: CodeGraph, name: str, told: AbstractSet[tuple[str, int]]) -> dict[str, set[int]]:
    """Return the lines of which it is known what a name means, by file: where it is defined, and edges lead to it."""
    others = graph.named(name)
    known: dict[str, set[int]] = {}
    for one in map(graph.entity, others):
        known.setdefault(one.path, set()).add(one.name_line)
    for path, line in told:
        known.setdefault(path, set()).add(line)
    edges = graph.edges_of(np.array(others), outgoing=False)
    for number, edge in zip(edges.tolist(), graph.edges(edges), strict=True):
        if edge.confidence is not Confidence.RESOLVED:
            continue  # it may mean another one
        known.setdefault(edge.evidence.path, set()).update(graph.lines(number))
    return known


def _lines_with(index: RepoIndex, path: str, name: str, language: str) -> dict[int, bool]:
    """Return the lines of a file that have a name, each with whether that seems to be in a comment, or an import."""
    named = lines_with([name], index.text_if_any(path))
    if not named:
        return {}
    whole = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    begun = languages.load(language).line_comment if language != languages.TEXT else ""
    mark = re.compile(_COMMENT.format(re.escape(begun or "//")))
    return {
        number: _is_aside(line, match.start(), mark)
        for number, line in named
        if (match := whole.search(line))
    }


def _is_aside(line: str, place: int, mark: re.Pattern[str]) -> bool:
    """Whether a place on a line stands in a comment, or in an import."""
    if _IMPORT.match(line):
        return True
    return len(line) <= _LONGEST_LINE and mark.search(line[:place]) is not None
