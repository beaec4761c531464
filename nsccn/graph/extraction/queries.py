"""A language's queries, cut so that each file is asked no more than it can answer.

A query costs as much as parsing, by the number of its patterns. Two kinds of patterns can be told apart by their
text. One that begins with the root of the tree, as `(module (assignment ...))`, would be kept in mind for the whole
file; asked apart, at the root alone, it costs nothing. And one that wants a certain text, as in `#eq?`, matches
nothing in a file that does not hold it.

To compile all patterns takes a fifth of a second to two; so a process that has seen few files compiles only those that
may match in them, by the kinds of their nodes.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph import languages
from nsccn.graph.extraction.nodekinds import Needs, are_met, kinds_in, needed_kinds

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from tree_sitter import Node, Query

Parts = dict[str, "list[Node]"]
Found = dict[str, "list[tuple[Node, Parts]]"]

FILE_SUFFIX: Final = r"\.(?:json5?|toml|ya?ml|ini|cfg|conf|properties|env|xml)"
"""How the name of a file of settings ends: what `@file` may capture."""
_FILE_NAME: Final = re.compile(FILE_SUFFIX.encode() + rb"\b", re.IGNORECASE)
_MANY: Final = 64
"""Files after which a query without the patterns that few of them can match pays for its compilation."""
_FEW: Final = _MANY // 8
_WORTHWHILE: Final = 6
"""Patterns that must be left out for it to pay for looking whether a file may hold them."""

_PIECE: Final = re.compile(r'"(?:\\.|[^"\\])*"|;[^\n]*|@[\w.-]+|[()\[\]]|[?*+]|#[\w?!-]+|[^\s()\[\]"@;?*+#]+')
_WANTS: Final = frozenset({"#eq?", "#any-of?"})


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


class Queries:
    """The patterns of a language for one of its grammars.

    The first files are asked for everything, and show which patterns few files can match. Later ones are asked for
    those only where they may.
    """

    def __init__(self, language_name: str, grammar_name: str) -> None:
        self._grammar_name = grammar_name
        self._abstract = languages.abstract_kinds(grammar_name)
        self.patterns = patterns(language_name, grammar_name)
        self._mains = tuple(dict.fromkeys(pattern.main for pattern in self.patterns))
        root = languages.parser(grammar_name).parse(b"").root_node.type
        self._top = Choice(grammar_name, [pattern for pattern in self.patterns if pattern.root == root])
        self._all = [pattern for pattern in self.patterns if pattern.root != root]
        self._whole = Choice(grammar_name, self._all)
        self._files = 0
        self._held: Counter[Pattern] = Counter()

    def matches(self, root: Node, data: bytes) -> Found:
        """Return for each main capture the nodes with their parts, in the order of the source."""
        found: Found = {main: [] for main in self._mains}
        if self._files < _MANY:
            self._files += 1
            self._held.update(pattern for pattern in self._all if _may_match(pattern, data))
        is_whole = self._files < _MANY or self._are_rare_few or self._may_hold_rare(data)
        if self._whole.is_partial:
            kinds = kinds_in(root) | self._abstract
            self._whole.take(item for item in self._whole.patterns if _may_match(item, data, kinds))
            whole = not self._whole.is_partial  # then no more trees are walked for their kinds
            self._top.take(item for item in self._top.patterns if whole or _may_match(item, data, kinds))
        _collect(self._whole.compiled if is_whole else self._common_query, root, found)
        _collect(self._top.compiled, root, found, depth=0)
        for main in self._top.compiled.mains:
            found[main].sort(key=_start)
        return found

    @cached_property
    def _common(self) -> list[Pattern]:
        return [pattern for pattern in self._all if self._held[pattern] > _FEW]

    @cached_property
    def _are_rare_few(self) -> bool:
        return len(self._all) - len(self._common) < _WORTHWHILE

    @cached_property
    def _rare_texts(self) -> list[bytes]:
        rare = [pattern for pattern in self._all if self._held[pattern] <= _FEW and pattern.main != "file"]
        texts = {text for pattern in rare for text in pattern.wants}
        return sorted(text for text in texts if not any(other in text for other in texts - {text}))

    @cached_property
    def _are_files_rare(self) -> bool:
        return any(self._held[pattern] <= _FEW for pattern in self._all if pattern.main == "file")

    def _may_hold_rare(self, data: bytes) -> bool:
        """Whether a pattern that few files can match may match in a file."""
        return any(text in data for text in self._rare_texts) or (
            self._are_files_rare and _FILE_NAME.search(data) is not None
        )

    @cached_property
    def _common_query(self) -> Compiled:
        return _compiled(self._grammar_name, self._common)


class Compiled(NamedTuple):
    """Patterns as the grammar is asked for them."""

    query: Query
    mains: tuple[str, ...]
    """For each pattern its main capture."""


class Choice:
    """Patterns of which those are compiled that may match, until that costs half as much again as all of them."""

    def __init__(self, grammar_name: str, patterns: Sequence[Pattern]) -> None:
        self.patterns = patterns
        self._grammar_name = grammar_name
        self._taken: set[Pattern] = set()
        self.compiled = _compiled(grammar_name, ())
        self._left = len(patterns) // 2
        """So many patterns may be compiled before all of them are."""

    @property
    def is_partial(self) -> bool:
        """Whether there are patterns that are not compiled."""
        return len(self._taken) < len(self.patterns)

    def take(self, wanted: Iterable[Pattern]) -> None:
        """Have these patterns among those that are compiled."""
        taken = self._taken.union(wanted)
        if taken == self._taken:
            return
        self._left -= len(taken)
        self._taken = taken if self._left >= 0 else set(self.patterns)
        self.compiled = _compiled(self._grammar_name, [item for item in self.patterns if item in self._taken])


def _compiled(grammar_name: str, chosen: Sequence[Pattern]) -> Compiled:
    """Compile patterns; those that capture the same and nothing else cost less as one choice than one by one."""
    from tree_sitter import Query

    by_main: dict[str, list[str]] = {}
    texts: list[tuple[str, str]] = []
    for pattern in chosen:
        if len(pattern.captures) == 1 and not pattern.has_predicate:
            by_main.setdefault(pattern.main, []).append(pattern.text)
        else:
            texts.append((pattern.text, pattern.main))
    for main, alike in by_main.items():
        texts.append(("\n".join(("[", *alike, "]")) if len(alike) > 1 else alike[0], main))
    source = "\n".join(text for text, _ in texts)
    return Compiled(Query(languages.grammar(grammar_name), source), tuple(main for _, main in texts))


def _may_match(pattern: Pattern, data: bytes, kinds: AbstractSet[str] | None = None) -> bool:
    """Whether a pattern may match in a text, in whose tree nodes of these kinds are, where that is known."""
    if kinds is not None and not are_met(pattern.needs, kinds):
        return False
    if pattern.main == "file" and _FILE_NAME.search(data) is None:
        return False
    return not pattern.wants or any(text in data for text in pattern.wants)


queries = cache(Queries)


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
    main = next(name for name in reversed(captures) if name != "receiver" and not name.startswith("_"))
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


def _collect(asked: Compiled, root: Node, found: Found, depth: int | None = None) -> None:
    from tree_sitter import QueryCursor

    cursor = QueryCursor(asked.query)
    if depth is not None:
        cursor.set_max_start_depth(depth)
    places = [(main, found[main].append) for main in asked.mains]
    for number, parts in cursor.matches(root):
        main, append = places[number]
        nodes = parts.get(main)
        if nodes:
            append((nodes[0], parts))


def _start(match: tuple[Node, Parts]) -> int:
    return match[0].start_byte
