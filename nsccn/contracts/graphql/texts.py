"""What documents of GraphQL say, in files of their own and in texts of code: fields of types, and who asks for them.

    type Query { user(id: ID!): User }          query Page { user(id: 1) { name } }

Of what is asked for only the outermost fields are read: for those it is certain of which type they are.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.regexes import regex
from nsccn.search.settingnames import folded
from nsccn.text import places_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ROOTS: Final = {"query": "Query", "mutation": "Mutation", "subscription": "Subscription"}
SUFFIXES: Final = (".graphql", ".gql", ".graphqls")
LARGEST: Final = 400_000
"""Letters of a file; of a longer one nothing is read."""
_MOST_WORDS: Final = 2_000
"""Names and signs in an operation."""
_MOST_OF_TYPE: Final = 30_000
_MOST_READ: Final = 100_000
"""Of all in a file."""
_MOST_FOUND: Final = 2_000
_TOKEN: Final = regex(
    r"#[^\n]*|\"\"\"(?:[^\"]|\"(?!\"\"))*\"\"\"|\"(?:\\.|[^\"\\\n])*\"|\\[nrt]"
    r"|(?P<sign>\.\.\.|\$\{|[{}()\[\]:!=@$])|(?P<name>[A-Za-z_]\w*)"
)
_OPERATION: Final = regex(
    r"(?<![\w$.@-])(?P<kind>query|mutation|subscription)\b\s{0,9}(?P<name>[A-Za-z_]\w*)?\s{0,99}(?P<next>[({@])"
    r"|(?:\b(?:gql|graphql)\s?\(?\s?[\"'`]{1,3}|\A)\s{0,99}(?P<short>\{)"
)
_OPENING: Final = ("query", "mutation", "subscription", "gql", "graphql")
_MOST_PLACES: Final = 20_000
_TYPE: Final = regex(
    r"(?<![\w$.@-])(?P<kind>type|interface)\s{1,9}(?P<type>[A-Za-z_]\w*)\s{0,99}(?P<more>[^{}=\"'`;]{0,200}?)(?P<open>\{)"
)
_MORE: Final = regex(r"(?:implements[\s&,\w]+)?(?:@\w+\s*(?:\([^()]*\))?\s*)*")
_CLOSED: Final = {"}": "{", ")": "(", "]": "["}
_OPENED: Final = {"${": "{", "{": "{", "(": "(", "[": "["}
_HEREDOC: Final = regex(r"<<[-~]?[\"'`]?\w*(?:GRAPHQL|GQL|QUERY|MUTATION)\w*[\"'`]?[^\n]*\n\Z", re.IGNORECASE)
_BEFORE: Final = 400
_MOST_BEHIND: Final = 2_000
"""Letters of what stands behind a field."""
_VARIABLES: Final = regex(r"\((?:\s|\\[nrt]|#[^\n]*\n){0,99}\$")
_BEHIND: Final = regex(r"(?:\s|\\[nrt]){0,99}(?=[{@])")


class Declared(NamedTuple):
    """A field of a type."""

    type: str
    field: str
    line: int
    arguments: Mapping[str, bool]
    """Whether each must be given."""
    directives: str
    """What stands behind it, as far as the next field."""


class Asked(NamedTuple):
    """A field that an operation asks for."""

    type: str
    field: str
    line: int
    operation: str
    """Its name; empty where it has none."""
    arguments: frozenset[str]


class _Word(NamedTuple):
    text: str
    place: int
    is_name: bool
    around: str
    """The brackets that are open before it."""


class _Document:
    """A text, and how much more of it may be read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._ends = [found.start() for found in re.finditer("\n", text)]
        self._left = _MOST_READ

    def line(self, place: int) -> int:
        """Return the number of the line around a place."""
        return bisect_right(self._ends, place - 1) + 1

    def words(self, place: int, most: int = _MOST_WORDS) -> list[_Word]:
        """Return the names and signs from an opening bracket to the one that closes it."""
        around, words = "", list[_Word]()
        for found in islice(_TOKEN.finditer(self.text, place), min(most, self._left)):
            sign = found["sign"]
            if sign in _CLOSED:
                around = around[:-1]
            if sign or found["name"]:
                words.append(_Word(found[0], found.start(), sign is None, around))
            if sign in _CLOSED and not around:
                break
            if sign in _OPENED:
                around += "$" if sign == "${" else sign
        self._left -= len(words)
        return words


def asked_in(path: str, text: str) -> Iterator[Asked]:
    """Yield the outermost fields that the operations in a file ask for."""
    if len(text) > LARGEST:
        return
    is_document = path.endswith(SUFFIXES)
    document, after = _Document(text), 0
    for found in _operations(text):
        if found.start() < after or (found["short"] and found[0][0] == "{" and not is_document):
            continue
        if found["kind"] and not is_document and not _is_in_text(text, found):
            continue
        place = _selection(document, found)
        for field, at, arguments in _fields(document.words(place)) if place >= 0 else ():
            after = max(after, at)
            type_ = ROOTS[found["kind"] or "query"]
            yield Asked(type_, field, document.line(at), found["name"] or "", frozenset(arguments))


def _operations(text: str) -> Iterator[re.Match[str]]:
    """Yield where operations may begin."""
    places = {0, *places_of(_OPENING, text, _MOST_PLACES - 1)}
    found = (_OPERATION.match(text, place) for place in sorted(places))
    yield from islice(filter(None, found), _MOST_FOUND)


def _is_in_text(text: str, found: re.Match[str]) -> bool:
    """Whether an operation begins a text of code, or follows another definition in one."""
    first = max(found.start() - _BEFORE, 0)
    before = text[first : found.start()].rstrip(" \t\r\n")
    for _ in range(20):
        line = before.rpartition("\n")[2]
        if not line.lstrip().startswith("#") or "\n" not in before:
            break
        before = before[: -len(line) - 1].rstrip(" \t\r\n")
    if before.endswith(("\\n", "\\t")):
        before = before[:-2]
    if before.endswith(("'", '"', "`")):
        return True
    if before.endswith("}"):
        return found["name"] is not None or text.startswith("($", found.end() - 1)
    return _HEREDOC.search(before + "\n") is not None


def _selection(document: _Document, found: re.Match[str]) -> int:
    """Return where the fields of an operation begin; -1 where it is none."""
    text, place = document.text, found.start("short" if found["short"] else "next")
    if text[place] == "(":
        words = document.words(place) if _VARIABLES.match(text, place) else []
        if not words or words[-1].text != ")":
            return -1
        behind = _BEHIND.match(text, words[-1].place + 1)
        place = behind.end() if behind else -1
    if place >= 0 and text[place] == "@":
        place = text.find("{", place, place + _BEFORE)
    return place


def _fields(words: list[_Word]) -> Iterator[tuple[str, int, set[str]]]:
    """Yield the outermost fields of a selection, where they stand and what they are given."""
    field, opened, at, arguments = "", "", 0, set[str]()
    for number, word in enumerate(words):
        before = words[number - 1].text if number else ""
        after = words[number + 1] if number + 1 < len(words) else None
        if (word.text, word.around) == ("(", "{"):
            opened = before
        if not word.is_name:
            continue
        if word.around == "{" and before not in ("...", "@") and not _is_condition(words, number):
            if after is not None and (after.text, after.around) == (":", "{"):
                continue  # another name for it
            if field:
                yield field, at, arguments
            field, at, arguments = word.text, word.place, set()
        elif word.around == "{(" and opened == field and after is not None and after.text == ":" != before:
            arguments.add(word.text)
    if field:
        yield field, at, arguments


def _is_condition(words: list[_Word], number: int) -> bool:
    """Whether a word is the type of a fragment: `... on Query`."""
    before = [word.text for word in words[max(number - 2, 0) : number]]
    return before[-2:] == ["...", "on"]


def declared_in(path: str, text: str, type_: str = "", field: str = "") -> Iterator[Declared]:
    """Yield the fields of the types that a schema declares: of one name, however it is spelt, or all."""
    if len(text) > LARGEST:
        return
    if "type " not in text and "interface " not in text:
        return
    document = _Document(text)
    for found in islice(_TYPE.finditer(text), _MOST_FOUND):
        is_meant = not type_ or folded(found["type"]) == folded(type_)
        is_type = (
            path.endswith(SUFFIXES) or found["kind"] == "type"
        )  # of an interface the languages have their own
        if is_meant and is_type and _MORE.fullmatch(found["more"]):
            for one in _declared(document, found["type"], found.start("open")):
                if not field or folded(one.field) == folded(field):
                    yield one


def _declared(document: _Document, type_: str, place: int) -> Iterator[Declared]:
    text, words = document.text, document.words(place, _MOST_OF_TYPE)
    begins = [
        number
        for number, word in enumerate(words)
        if word.is_name and word.around == "{" and _is_field(words, number)
    ]
    for first, last in zip(begins, [*begins[1:], len(words) - 1], strict=False):
        begin, end = words[first].place, words[last].place
        yield Declared(
            type_,
            words[first].text,
            document.line(begin),
            dict(_arguments(words[first + 1 : last])),
            text[begin : min(end, begin + _MOST_BEHIND)],
        )


def _is_field(words: list[_Word], number: int) -> bool:
    """Whether a name in a type is followed by its own type, with arguments before that or without."""
    if number and words[number - 1].text in (":", "@", "="):
        return False
    for word in map(words.__getitem__, range(number + 1, len(words))):
        if word.around == "{":
            if word.text in "()":
                continue
            return word.text == ":"
    return False


def _arguments(words: list[_Word]) -> Iterator[tuple[str, bool]]:
    """Yield the arguments of a field, and whether each must be given."""
    behind = next((number for number, word in enumerate(words) if (word.text, word.around) == (":", "{")), 0)
    own = [word for word in words[:behind] if word.around == "{("]
    begins = [
        number for number, (word, after) in enumerate(pairwise(own)) if word.is_name and after.text == ":"
    ]
    for first, last in zip(begins, [*begins[1:], len(own)][: len(begins)], strict=True):
        signs = [word.text for word in own[first:last]]
        yield own[first].text, "!" in signs and "=" not in signs


def is_given_rightly(asked: Asked, declared: Declared) -> bool:
    """Whether what is asked for has the arguments that are declared, and all that must be given."""
    needed = {name for name, is_needed in declared.arguments.items() if is_needed}
    return needed <= asked.arguments <= declared.arguments.keys()
