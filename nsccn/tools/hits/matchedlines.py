"""The lines that a regular expression matches, file by file, as those that hold a text are shown."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

from nsccn.graph.fileroles import role_of
from nsccn.search.automaton import Automaton, Exhausted
from nsccn.search.exact import quoted_phrase
from nsccn.search.expressions import (
    NotReadable,
    between_slashes,
    is_expression,
    read_expression,
    why_unreadable,
)
from nsccn.search.terms import WORD
from nsccn.text import lines_with
from nsccn.tools.hits.textlines import (
    Found,
    apart,
    asked_about,
    chosen_lines,
    in_all,
    in_unread,
    line_piece,
    told_lines,
)
from nsccn.tools.names.missing import product_first
from nsccn.tools.views import Lazily

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from nsccn.graph.entitytable import EntityTable
    from nsccn.index import RepoIndex
    from nsccn.search.expressions import Expression
    from nsccn.search.search import Query
    from nsccn.tools.hits.textlines import Places
    from nsccn.tools.views import Piece

_MOST_READ: Final = 5000
_MOST_LETTERS: Final = 4_000_000
"""Of the lines that are matched: that takes half a second."""


def pattern_of(table: EntityTable, query: str) -> str:
    """Return the regular expression that is all of a query, in quotes or slashes or not; empty where there is none."""
    text = quoted_phrase(query) or query.strip("`").removesuffix("\n")
    if expression := between_slashes(text):
        return expression
    return text if is_expression(text) and not table.named(text) else ""


class MatchedLines:
    """The lines that a regular expression matches, or that hold it as it is written."""

    def __init__(self, index: RepoIndex, asked: Query, pattern: str) -> None:
        """Look for them; there are none of what cannot be read."""
        self._index = index
        self._pattern = pattern
        self._with_tests = asked.include_tests is True
        self.unread = 0
        """How many files may have such lines and were not looked at."""
        self.places: Places = []
        self.is_read = False
        """Whether lines could be matched at all."""
        read = read_expression(pattern)
        if read is None:
            return
        self._texts = read.needed
        with suppress(NotReadable):
            self.places = [*self._found(asked, read, Automaton(read.part))]
            self.is_read = True

    def has(self, path: str, line: int) -> bool:
        """Whether a line is one of them."""
        return any(line in lines for own, lines in self.places if own == path)

    def _found(self, asked: Query, read: Expression, automaton: Automaton) -> Iterator[tuple[str, list[int]]]:
        """Yield the lines by their files: source before tests, and there first what holds it as it is written."""
        paths = self._files(asked)
        room, literal, found = _MOST_LETTERS, set[str](), dict[str, list[int]]()
        for number, path in enumerate(paths):
            text = self._index.text_if_any(path)
            held = self._lines(text.lower() if read.is_folded else text)
            room -= sum(len(line) for _, line in held)
            try:
                lines = [at for at, line in held if self._pattern in line or automaton.matches(line)]
            except Exhausted:
                room = -1
            if room < 0:
                self.unread += len(paths) - number
                break
            if lines:
                found[path] = lines
            if any(self._pattern in line for _, line in held):
                literal.add(path)
        yield from sorted(found.items(), key=lambda place: (role_of(place[0]), place[0] not in literal))

    def _lines(self, text: str) -> list[tuple[int, str]]:
        """Return the lines to match, by their numbers: those with what each match holds, else all."""
        if self._texts:
            return lines_with(self._texts, text)
        return [*enumerate(text.removesuffix("\n").split("\n"), 1)] if text else []

    def _files(self, asked: Query) -> list[str]:
        """Return the files to read; of very many those first that have the words of what each match holds."""
        table, lexical = self._index.snapshot.entities, self._index.snapshot.lexical
        slots = asked_about(table, asked, {*range(len(table.paths))})
        ranked = product_first(table, slots)
        if len(ranked) > _MOST_READ:
            having = set[int]().union(*(lexical.files_with_all(WORD.findall(text)) for text in self._texts))
            ranked.sort(key=lambda slot: slot not in having)
            self.unread = len(ranked[_MOST_READ:])
        return [table.paths[slot] for slot in ranked[:_MOST_READ]]

    def pieces(
        self, told: AbstractSet[tuple[str, int]], most: int
    ) -> tuple[Sequence[Piece], Sequence[Piece]]:
        """Return `most` of the lines with what they say, without those that are `told`, with the numbers of others.

        Behind these come the others, one by one, where not all of the product are shown: these first.
        """
        left = [(path, [line for line in lines if (path, line) not in told]) for path, lines in self.places]
        places = [(path, lines) for path, lines in left if lines]
        product, aside = apart(places, with_tests=self._with_tests)
        if not product:
            product, aside = places, 0
        if not product:
            return (), ()
        found = Found(self._texts, product, aside, self.unread)
        chosen = chosen_lines(product, most)
        head = f"`{self._pattern}` matches{in_all(self.places, found, chosen)}"
        shown = {(path, line) for path, lines in chosen.items() for line in lines}
        others = [place for place in places if place not in product]
        each = [(path, line) for path, lines in (*product, *others) for line in lines]
        are_all = len(shown) == sum(len(lines) for _, lines in product)
        rest = [] if are_all else [place for place in each if place not in shown]
        following = partial(line_piece, self._index, self._texts, rest)
        return told_lines(self._index, found, head, chosen), Lazily(len(rest), following)


def said_unmatched(pattern: str, matched: MatchedLines | None, *, has_hits: bool) -> str:
    """Say of a regular expression that it is answered by its words, if by any."""
    said = "It was not matched as a pattern"
    if matched is not None and not matched.is_read:
        said += f" ({why_unreadable(pattern)})"
    elif matched is not None:
        said = "No line matches it as a pattern"
        said += f"; some may {in_unread(matched.unread)}" if matched.unread else ""
    return f"{said}; by its words:" if has_hits else f"{said}."
