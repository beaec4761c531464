"""A language's queries, cut so that each file is asked no more than it can answer.

A query costs as much as parsing, by the number of its patterns. Two kinds of patterns can be told apart by their
text. One that begins with the root of the tree, as `(module (assignment ...))`, would be kept in mind for the whole
file; asked apart, at the root alone, it costs nothing. And one that wants a certain text, as in `#eq?`, matches
nothing in a file that does not hold it.

To compile all patterns takes a twentieth of a second to three; so they are compiled in parts: for each of the first
files those that may match in it, by the kinds of its nodes and by its text, and that no earlier file wanted. What is
left then is one last part, since each part walks the tree once more. What was compiled for another language of the
same grammar serves too, where that is most of what a language has: templates of Ruby have all its patterns but two.
"""

from __future__ import annotations

import re
from functools import cache
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph import languages
from nsccn.graph.extraction.nodekinds import Needs, are_met, kinds_in, needed_kinds

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from tree_sitter import Node, Query

Parts = dict[str, "list[Node]"]
Matches = list["tuple[Node, Parts]"]
Found = dict[str, Matches]

MOST_APART: Final = 8
"""For so many files patterns are compiled as they are wanted, then all."""

_OF_OTHERS: Final = -1
"""Stands for the number of a pattern that a language has not, or that another part finds for it."""

FILE_SUFFIX: Final = r"\.(?:json5?|toml|ya?ml|ini|cfg|conf|properties|env|xml)"
"""How the name of a file of settings ends: what `@file` may capture."""
_FILE_NAME: Final = re.compile(FILE_SUFFIX.encode() + rb"\b", re.IGNORECASE)

_PIECE: Final = re.compile(r'"(?:\\.|[^"\\])*"|;[^\n]*|@[\w.-]+|[()\[\]]|[?*+]|#[\w?!-]+|[^\s()\[\]"@;?*+#]+')
_WANTS: Final = frozenset({"#eq?", "#any-of?"})
_AROUND: Final = frozenset({"receiver", "members"})
"""Captures that may stand behind the main one of their pattern."""


class Pattern(NamedTuple):
    """One pattern of a query."""

    text: str
    main: str
    """The capture that says what a match is: the one written last, but for receivers and what predicates alone ask."""
    captures: tuple[str, ...]
    """All of them."""
    root: str
    """The type of the node that it begins with; empty where there are several."""
    has_predicate: bool
    wants: tuple[bytes, ...]
    """Texts of which a file with a match holds one; none where its captures' texts are left open."""
    needs: Needs
    """What nodes a tree with a match has."""

    @property
    def is_plain(self) -> bool:
        """Whether it captures one thing and asks nothing of its text."""
        return len(self.captures) == 1 and not self.has_predicate


class Queries:
    """The patterns of a language for one of its grammars, compiled in parts. Several threads may ask at once."""

    def __init__(
        self, language_name: str, grammar_name: str, made: list[list[Compiled]] | None = None
    ) -> None:
        """`made` has what is compiled together for any language of the grammar, and takes what is compiled here."""
        self._grammar_name = grammar_name
        self._abstract = languages.abstract_kinds(grammar_name)
        self.patterns = patterns(language_name, grammar_name)
        self._root = languages.parser(grammar_name).parse(b"").root_node.type
        self._left = dict.fromkeys(range(len(self.patterns)))
        """Numbers of the patterns that are not compiled."""
        self._numbers = {pattern.text: number for number, pattern in enumerate(self.patterns)}
        self._parts: list[Compiled] = []
        self._made = [] if made is None else made
        self._files = 0
        self._lock = Lock()

    def matches(self, root: Node, data: bytes, *, is_of_many: bool = False) -> Found:
        """Return for each main capture the nodes with their parts, in the order of the source.

        Of many files all patterns are compiled at once, since together they want nearly all of them.
        """
        by_pattern: list[Matches] = [[] for _ in (*self.patterns, _OF_OTHERS)]
        for part in self._compiled_for(root, data, is_of_many=is_of_many):
            _collect(part, root, by_pattern)
        found: Found = {pattern.main: [] for pattern in self.patterns}
        for pattern, matches in zip(self.patterns, by_pattern[:_OF_OTHERS], strict=True):
            found[pattern.main] += matches
        for matches in found.values():
            matches.sort(key=_extent)
        return found

    def _compiled_for(self, root: Node, data: bytes, *, is_of_many: bool) -> Sequence[Compiled]:
        """Return what a file is asked, with all patterns in it that may match there."""
        with self._lock:
            if self._left:
                self._files += 1
                self._take_over()
                is_last = is_of_many or self._files > MOST_APART
                self._compile(list(self._left) if is_last else self._wanted(root, data))
            return tuple(self._parts)

    def _wanted(self, root: Node, data: bytes) -> list[int]:
        """Return the patterns that may match in a file and are not compiled."""
        kinds = kinds_in(root) | self._abstract
        return [number for number in self._left if _may_match(self.patterns[number], data, kinds)]

    def _compile(self, numbers: list[int]) -> None:
        top = [number for number in numbers if self.patterns[number].root == self._root]
        others = [number for number in numbers if self.patterns[number].root != self._root]
        parts = [
            _compiled(self._grammar_name, self.patterns, some, depth)
            for some, depth in ((others, None), (top, 0))
            if some
        ]
        self._parts += parts
        self._made.append(parts)
        for number in numbers:
            del self._left[number]

    def _take_over(self) -> None:
        """Use what was compiled for another language of the grammar, where that is most of what this one has."""
        for parts in self._made if 2 * len(self._left) > len(self.patterns) else ():
            taken: set[int] = set()
            own = [self._of_own(part, taken) for part in parts]
            if 2 * len(taken) > len(self.patterns):
                self._parts += own
                for number in taken:
                    del self._left[number]

    def _of_own(self, part: Compiled, taken: set[int]) -> Compiled:
        """Return a part with the numbers that its patterns have in this language, which `taken` is given."""
        mains: list[tuple[str, int]] = []
        for (main, _), texts in zip(part.mains, part.texts, strict=True):
            numbers = [self._numbers.get(text, _OF_OTHERS) for text in texts]
            is_wanted = all(number in self._left for number in numbers)
            if is_wanted:
                taken.update(numbers)
            is_plain = is_wanted and self.patterns[numbers[0]].is_plain
            number = _first_plain(self.patterns, main) if is_plain else numbers[0]
            mains.append((main, number if is_wanted else _OF_OTHERS))
        return part._replace(mains=tuple(mains))


class Compiled(NamedTuple):
    """Patterns as the grammar is asked for them."""

    query: Query
    mains: tuple[tuple[str, int], ...]
    """For each pattern its main capture, and which of the language's patterns it is; `_OF_OTHERS` for none."""
    texts: tuple[tuple[str, ...], ...]
    """The patterns of which each is a choice."""
    depth: int | None
    """To which matches may begin."""


def _compiled(
    grammar_name: str, known: Sequence[Pattern], numbers: Sequence[int], depth: int | None
) -> Compiled:
    """Compile patterns; those that capture the same and nothing else cost less as one choice than one by one."""
    from tree_sitter import Query

    by_main: dict[str, list[int]] = {}
    made: list[tuple[tuple[str, ...], str, int]] = []
    for number in numbers:
        pattern = known[number]
        if pattern.is_plain:
            by_main.setdefault(pattern.main, []).append(number)
        else:
            made.append(((pattern.text,), pattern.main, number))
    for main, alike in by_main.items():
        made.append((tuple(known[number].text for number in alike), main, _first_plain(known, main)))
    source = "\n".join("\n".join(("[", *texts, "]")) if len(texts) > 1 else texts[0] for texts, *_ in made)
    mains = tuple((main, number) for _, main, number in made)
    query = Query(languages.grammar(grammar_name), source)
    return Compiled(query, mains, tuple(texts for texts, *_ in made), depth)


def _first_plain(known: Sequence[Pattern], main: str) -> int:
    """Return the number that plain patterns of one capture share, whichever of them are compiled together."""
    return next(number for number, pattern in enumerate(known) if pattern.is_plain and pattern.main == main)


def _may_match(pattern: Pattern, data: bytes, kinds: AbstractSet[str]) -> bool:
    """Whether a pattern may match in a text, in whose tree nodes of these kinds are."""
    if not are_met(pattern.needs, kinds):
        return False
    if pattern.main == "file" and _FILE_NAME.search(data) is None:
        return False
    return not pattern.wants or any(text in data for text in pattern.wants)


_MADE: Final[dict[str, list[list[Compiled]]]] = {}
"""What was compiled for each grammar."""


@cache
def queries(language_name: str, grammar_name: str) -> Queries:
    """Return the queries of a language for one of its grammars."""
    return Queries(language_name, grammar_name, _MADE.setdefault(grammar_name, []))


@cache
def patterns(language_name: str, grammar_name: str) -> tuple[Pattern, ...]:
    """Return the patterns of a language for one of its grammars."""
    return read_patterns(languages.load(language_name).source(grammar_name))


def read_patterns(source: str) -> tuple[Pattern, ...]:
    """Return the patterns that stand one after another in a text."""
    found: list[Pattern] = []
    pieces: list[str] = []
    start, depth, ended = 0, 0, False
    for match in _PIECE.finditer(source):
        piece = match.group()
        if piece.startswith(";"):
            continue
        if depth == 0 and ended and piece[0] in '(["':
            found.append(_pattern(source[start : match.start()], pieces))
            pieces, ended = [], False
        if not pieces:
            start = match.start()
        pieces.append(piece)
        depth += (piece in "([") - (piece in ")]")
        ended = depth == 0
    return (*found, _pattern(source[start:], pieces)) if pieces else tuple(found)


def _pattern(text: str, pieces: list[str]) -> Pattern:
    captures = tuple(piece[1:] for piece in _without_predicates(pieces) if piece.startswith("@"))
    first = next((piece for piece in pieces if piece != "("), "")
    root = first if pieces[0] == "(" and first != "[" else ""
    has_predicate = any(piece.startswith("#") for piece in pieces)
    main = next(name for name in reversed(captures) if name not in _AROUND and not name.startswith("_"))
    needs = needed_kinds(_without_predicates(pieces))
    return Pattern(text, main, captures, root, has_predicate, _wants(pieces), needs)


def _without_predicates(pieces: list[str]) -> list[str]:
    kept: list[str] = []
    is_predicate = False
    for piece in pieces:
        if piece.startswith("#"):
            is_predicate = True
            kept.pop()
        if not is_predicate:
            kept.append(piece)
        elif piece == ")":
            is_predicate = False
    return kept


def _wants(pieces: list[str]) -> tuple[bytes, ...]:
    """Return the texts of one of which a capture that is in every match is."""
    sure = _sure_captures(_without_predicates(pieces))
    for place, piece in enumerate(pieces):
        if piece in _WANTS and pieces[place + 1] in sure:
            texts = pieces[place + 2 : pieces.index(")", place)]
            if texts and all(text.startswith('"') for text in texts):
                return tuple(text[1:-1].replace("\\", "").encode() for text in texts)
    return ()


def _sure_captures(pieces: list[str]) -> set[str]:
    """Return the captures that no match can do without: in no choice, and nothing around them optional."""
    around: list[int] = []
    closing: dict[int, int] = {}
    captures: list[tuple[str, tuple[int, ...]]] = []
    for place, piece in enumerate(pieces):
        if piece in ("(", "["):
            around.append(place)
        elif piece in (")", "]"):
            closing[around.pop()] = place
        elif piece.startswith("@") and pieces[place - 1] not in ("?", "*"):
            captures.append((piece, tuple(around)))
    optional = {start for start, end in closing.items() if pieces[end + 1 : end + 2] in (["?"], ["*"])}
    choices = {start for start in closing if pieces[start] == "["}
    return {capture for capture, groups in captures if not (optional | choices).intersection(groups)}


def _collect(part: Compiled, root: Node, by_pattern: Sequence[Matches]) -> None:
    from tree_sitter import QueryCursor

    cursor = QueryCursor(part.query)
    if part.depth is not None:
        cursor.set_max_start_depth(part.depth)
    places = [(main, by_pattern[number].append) for main, number in part.mains]
    for number, parts in cursor.matches(root):
        main, append = places[number]
        if main in parts:
            append((parts[main][0], parts))


def _extent(match: tuple[Node, Parts]) -> tuple[int, int]:
    """What is around something else comes before it."""
    node = match[0]
    return node.start_byte, -node.end_byte
