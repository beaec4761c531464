"""On which lines the words of a query stand, where a file, a long value or the text of a function is found."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Final

from nsccn.errors import NsccnError
from nsccn.graph.kinds import DATA_KINDS, FUNCTION_KINDS, TYPE_KINDS
from nsccn.search.messages import lines_saying
from nsccn.search.quotations import shares_held
from nsccn.search.terms import WORD, document_terms

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from nsccn.graph.entitytable import EntityTable
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex
    from nsccn.search.search import Hit

_MOST_LINES: Final = 3
_NEARLY: Final = 0.8
"""Lines with this share of what the best one holds are shown beside it."""
_LONG_VALUE: Final = 4
"""Lines of a value from which on its first one says little of it: a table of options, of commands, of routes."""
_MOST_BESIDE: Final = 2
"""Lines of what is named beside a hit, each with nearly what its best one holds."""
_LONG: Final = 40
"""Lines of a function or type from which on it is said where in it the words stand."""
_APART: Final = 5
"""Lines between two such places."""
_LONGEST: Final = 100_000
"""Characters of a file beyond which its lines are not looked at: an answer waits for it."""


def held_lines(index: RepoIndex, hit: Hit) -> dict[int, str]:
    """Return the first lines of a file, outside of its definitions, or of a long value, that hold most of a query.

    Of a function, those that say what the query quotes, else only where nothing but its text has the words; of all
    else, none where only the path or the name has them. Returned are their texts by their numbers.
    """
    entity = hit.entity
    is_value = entity.kind in DATA_KINDS and entity.end_line - entity.start_line >= _LONG_VALUE
    is_function = entity.kind in FUNCTION_KINDS
    if not (entity.is_file or is_value or (is_function and (hit.quoted or hit.is_in_text))):
        return {}
    with suppress(NsccnError, OSError):
        text = index.text(entity.path)
        lines = text.split("\n")
        if entity.is_file:
            scores = _scores(text, hit.weights) if len(text) <= _LONGEST else {}
            defined = _defined(index, hit)
            found = _best(scores, defined | _imported(index, entity)) or _best(scores, defined)
        else:
            own = lines[entity.start_line - 1 : entity.end_line]
            found = _saying(own, hit) if is_function else []
            if not found and (is_value or hit.is_in_text):
                found = _within(own, entity, hit.weights)
        return {number: lines[number - 1] for number in found}
    return {}


def documented(index: RepoIndex, hit: Hit, at: Sequence[int]) -> list[Entity]:
    """Return the functions and types of a file that some of its lines document, directly above these."""
    if not at or not hit.entity.is_file:
        return []
    with suppress(NsccnError, OSError):
        lines = index.text(hit.entity.path).split("\n")
        table = index.snapshot.entities
        found = (documented_by(table, hit.entity.path, lines, line) for line in at)
        return [table.entity(one) for one in dict.fromkeys(found) if one is not None]
    return []


def documented_by(table: EntityTable, path: str, lines: Sequence[str], line: int) -> int | None:
    """Return the function or type of a file that one of its lines documents: no blank line parts them."""
    below = (one for one in table.entities_of(path)[1:] if table.start_line[one] > line)
    one = min(
        (one for one in below if not table.is_data(one)),
        key=lambda one: int(table.start_line[one]),
        default=None,
    )
    if one is None or not all(map(str.strip, lines[line - 1 : int(table.start_line[one]) - 1])):
        return None
    return one if table.entity(one).doc else None


def matched_lines(index: RepoIndex, hit: Hit, *, is_beside: bool = False) -> list[int]:
    """Return the lines of a long function, behind its first one, that hold most of a query, some lines apart.

    Of one that is named beside another hit, the best alone. Of a type those outside of its members, where these lines
    say what is looked for and its name does not.
    """
    entity = hit.entity
    is_told = entity.kind in FUNCTION_KINDS or (entity.kind in TYPE_KINDS and hit.is_within)
    if not is_told or entity.end_line - entity.start_line < _LONG:
        return []
    chosen: list[int] = []
    with suppress(NsccnError, OSError):
        own = index.text(entity.path).split("\n")[entity.start_line : entity.end_line]
        scores = _with_literals(_scores("\n".join(own)[:_LONGEST], hit.weights), own, hit)
        if entity.kind in TYPE_KINDS:
            members = {line - entity.start_line for line in _defined(index, hit)}
            scores = {line: score for line, score in scores.items() if line not in members}
        least, most = (_NEARLY, _MOST_BESIDE) if is_beside else (0.0, _MOST_LINES)
        least *= max(scores.values(), default=0.0)
        for line in sorted(scores, key=lambda line: (-scores[line], line)):
            is_apart = all(abs(line - other) >= _APART for other in chosen)
            if len(chosen) < most and is_apart and scores[line] >= least:
                chosen.append(line)
    return [entity.start_line + line for line in sorted(chosen)]


def _saying(lines: Sequence[str], hit: Hit) -> list[int]:
    """Return the first of some lines of what was found with the wording that is quoted of it."""
    numbered = enumerate(lines, hit.entity.start_line)
    return [*islice(lines_saying([hit.quoted], numbered), _MOST_LINES)] if hit.quoted else []


def _within(lines: Sequence[str], entity: Entity, weights: Mapping[str, float]) -> list[int]:
    """Return the first lines of a value or function that hold most of some terms; none where its first one does."""
    best = _best(_scores("\n".join(lines)[:_LONGEST], weights), set())
    return [] if best[:1] == [1] else [entity.start_line - 1 + line for line in best]


def _best(scores: Mapping[int, float], defined: set[int]) -> list[int]:
    free = {line: score for line, score in scores.items() if line not in defined}
    least = _NEARLY * max(free.values(), default=0.0)
    return [line for line, score in free.items() if score >= least][:_MOST_LINES]


def _scores(text: str, weights: Mapping[str, float]) -> dict[int, float]:
    """Return what the terms in each line that holds any tell, each counted once."""
    terms_of = {word: weights.keys() & document_terms(word) for word in set(WORD.findall(text))}
    held: dict[int, set[str]] = {}
    line, last = 1, 0
    for match in WORD.finditer(text):
        if terms := terms_of[match.group()]:
            line += text.count("\n", last, match.start())
            last = match.start()
            held.setdefault(line, set()).update(terms)
    return {line: sum(weights[term] for term in sorted(terms)) for line, terms in held.items()}


def _with_literals(scores: dict[int, float], lines: Sequence[str], hit: Hit) -> dict[int, float]:
    """Let a quoted literal count in the lines that hold it like the word that tells most."""
    most = max(hit.weights.values(), default=1.0)
    for place, share in shares_held(lines, hit.literals).items():
        scores[place + 1] = scores.get(place + 1, 0.0) + most * share
    return scores


def _imported(index: RepoIndex, entity: Entity) -> set[int]:
    """Return the lines of a file's imports, which are shown where no other has a word of the query."""
    return {one.line for one in index.facts(entity.path).imports}


def _defined(index: RepoIndex, hit: Hit) -> set[int]:
    """Return the lines of the functions and types behind the head of a file or type; those of variables are its own.

    What stands above the name of a member, as its documentation may, is a type's own.
    """
    table, lines, last = index.snapshot.entities, set[int](), 0
    first = table.start_line if hit.entity.is_file else table.name_line
    for one in table.entities_of(hit.entity.path):
        if one > hit.index and not table.is_data(one):
            lines.update(range(max(int(first[one]), last + 1), int(table.end_line[one]) + 1))
            last = max(last, int(table.end_line[one]))
    return lines
