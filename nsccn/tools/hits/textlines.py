"""The lines that hold the very text that is looked for: of a name that no code is called by, they are the answer."""

from __future__ import annotations

from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from nsccn.errors import shown
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.ids import encode_path, listed_lines
from nsccn.graph.kinds import DATA_KINDS, FUNCTION_KINDS
from nsccn.graph.routes import route_of
from nsccn.search.exact import code_fragment, folded, has_form_of_code, only_name, quoted_phrase
from nsccn.search.filters import matched
from nsccn.search.mentions import SEPARATOR
from nsccn.search.terms import WORD, telling_term
from nsccn.text import count, unbroken
from nsccn.tools.hits.heldlines import documented_by
from nsccn.tools.names.enclosing import enclosing
from nsccn.tools.names.missing import (
    LEAST_LETTERS,
    MOST_READ_FOR_SEVERAL,
    places_that_hold,
    places_that_name,
    product_first,
)
from nsccn.tools.traces.shortids import LONG_PATH, unique_endings
from nsccn.tools.views import Piece

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from nsccn.graph.entitytable import EntityTable
    from nsccn.index import RepoIndex
    from nsccn.search.search import Hit, Query

_MOST_OF_CODE: Final = 5
"""Words of a piece of code; what has more may be a message with such marks."""
_MOST_NAMED: Final = 4
"""Constants, variables and attributes of a name: where more have it, its lines are of many things."""
_MOST_CALLED: Final = 8
"""The same of functions and types: a method and what overrides it, a message in each service."""
_MOST_HOLDING: Final = 200
"""Files that hold the words of a text; one that more do tells nothing."""
_MOST_OF_FILE: Final = 2
"""Lines of one file that are shown, where there is no room for all."""
_MOST_OTHER_FILES: Final = 5
_MOST_OTHER_LINES: Final = 4
_WIDTH: Final = 140
"""Characters of a line that are shown."""
_BEFORE: Final = 40
"""Of these, how many stand before the text at least."""

Places = list[tuple[str, list[int]]]


class TextLines(NamedTuple):
    """The lines that hold a text: by file, or noted by their numbers with what is called so."""

    pieces: Sequence[Piece] = ()
    note: Piece | None = None
    unread: int = 0
    """How many files may hold it that were not looked at."""


def text_lines(index: RepoIndex, asked: Query, hits: Sequence[Hit], most: int) -> TextLines:
    """Return the lines that hold the text that a query is, `most` of them, file by file.

    Of functions and types they are told by their numbers alone. None where hits say more: of a word that definitions
    have in their names, of a name that many have, and where no line of the product holds it.
    What stands in quotes is wanted by its lines, whatever is called so, or words a part of it.
    """
    unread = 0
    exact = [] if is_phrase(asked.text) else [hit for hit in hits if hit.says_all]
    table = index.snapshot.entities
    texts = [] if asked.kind else _texts(table, asked.text, hits, exact)
    for said in texts:
        own = {(hit.entity.path, line) for hit in exact for line in _own_lines(hit, said)}
        slots, unread = slots_holding(index, asked, said)
        places = (
            places_that_name(index, said, own, among=slots, joined_as_written="/" in said) if slots else []
        )
        found = Found(
            [said, SEPARATOR.split(said)[-1]], *apart(places, with_tests=asked.include_tests is True), unread
        )
        is_within = not (places or exact or unread) and _may_end_within_words(index, asked.text, said)
        if is_within:
            places, unread = places_that_hold(index, said, partial(asked_about, table, asked))
            product, aside = apart(places, with_tests=asked.include_tests is True)
            found = Found([said], product, aside, unread)
        if not found.product and (is_within or _may_stand_anywhere(said) or not hits):
            found = found._replace(product=places, aside=0)
        if found.product:
            is_code = any(not _is_data(hit) and _is_named(hit, said) for hit in exact)
            is_crowd = len(exact) > 0 and sum(len(lines) for _, lines in found.product) > 2 * most
            is_brief = (is_code or is_crowd) and not quoted_phrase(asked.text)
            chosen = {} if is_brief else chosen_lines(found.product, most)
            head = _head(texts[0], said, is_defined=len(exact) > 0)
            head += in_all(places, found, chosen) if is_within else ""
            if chosen:
                return TextLines(told_lines(index, found, head, chosen))
            return TextLines(note=_noted(index, found, head, {hit.entity.path for hit in exact}))
    return TextLines(unread=unread)


def is_phrase(query: str) -> bool:
    """Whether a query is several words in quotes, which are wanted as they are written."""
    return len(quoted_phrase(query).split()) > 1


def text_as_a_whole(query: str) -> str:
    """Return the text that a query asks for as it is written: a phrase in quotes, a name of several parts, code."""
    name, words = only_name(query), len(query.split())
    if name and (route_of(query) or not SEPARATOR.search(name)):
        return quoted_phrase(query)
    return quoted_phrase(query) or name or (code_fragment(query) if words <= _MOST_OF_CODE else "")


def _may_end_within_words(index: RepoIndex, query: str, text: str) -> bool:
    """Whether a text is wanted as it is written, or is a word that nothing has as a whole."""
    if WORD.fullmatch(text) and not quoted_phrase(query):
        return len(text) >= LEAST_LETTERS and not index.snapshot.lexical.files_with(text)
    is_long = len(text) >= LEAST_LETTERS or text == quoted_phrase(query)
    return is_long and text in {text_as_a_whole(query), only_name(query)}


def in_all(places: Places, found: Found, chosen: Mapping[str, Sequence[int]]) -> str:
    """Return in how many lines a text is found, where not all of the product are chosen, as is said behind a verb."""
    if sum(len(lines) for _, lines in found.product) == sum(map(len, chosen.values())):
        return ""
    total = sum(len(lines) for _, lines in places)
    least = " at least" if found.unread else ""
    return f"{least} {count(total, 'line')} in {count(len(places), 'file')}"


def _head(text: str, said: str, *, is_defined: bool) -> str:
    """Return the words before the lines that hold what is said, of the text that is asked for."""
    if is_defined or len(text.split()) > 1 or code_fragment(text.replace("::", ".")):
        return f"{shown(said)} stands at"
    return f"No definition is called {shown(text)}; {'it' if said == text else shown(said)} stands at"


class Found(NamedTuple):
    """Where a text stands."""

    texts: Collection[str]
    """One of these has each line."""
    product: Places
    aside: int
    """How many files besides the product hold it."""
    unread: int
    """How many files more may hold it, and were not looked at."""


def apart(places: Places, *, with_tests: bool) -> tuple[Places, int]:
    """Return the places in the product, or in its tests too, and how many files besides have some."""
    roles = {Role.SOURCE, Role.TEST} if with_tests else {Role.SOURCE}
    product = [place for place in places if role_of(place[0]) in roles]
    return product, len(places) - len(product)


def _texts(table: EntityTable, query: str, hits: Sequence[Hit], exact: Sequence[Hit]) -> list[str]:
    """Return the texts of which the lines are looked for, the next where none holds the one before."""
    name = only_name(query)
    if not exact:
        is_word = name.isalpha() and not has_form_of_code(name) and not quoted_phrase(query)
        if is_word and any(_is_called(hit, name) for hit in hits):
            return []
        text = name or quoted_phrase(query) or code_fragment(query)
        return [text, *_last_part(table, text)] if text else []
    if quoted_phrase(query):
        return [name] if name else []
    names = {hit.entity.name for hit in exact}
    is_of_several = SEPARATOR.search(name) is not None
    if has_form_of_code(name) and _is_spelt_otherwise(name, names):
        return [name, *(names if len(names) == 1 else ())]  # `cart_empty` is a key, `CART_EMPTY` a constant
    most = _MOST_NAMED if len(names) > 1 or any(map(_is_data, exact)) else _MOST_CALLED
    if len(exact) > most or len(names) > 1:  # a flag and who reads it; `nesting` and `Nesting`
        return [name] if len(exact) <= most and not is_of_several else []
    (own,) = names
    others = len(table.named(own))
    is_told = others > 1 if is_of_several else others > _MOST_CALLED
    return [*([name] if is_of_several else []), *([] if is_told else [own])]


def _is_spelt_otherwise(name: str, names: Collection[str]) -> bool:
    """Whether what was found is called as a query says, but for case and underscores."""
    last = SEPARATOR.split(name)[-1]
    return last not in names and {folded(one) for one in names} == {folded(last)}


def _last_part(table: EntityTable, text: str) -> list[str]:
    """Return the last part of a name of several, where nothing is called so: `weekstart` of `Date::weekstart`."""
    if code_fragment(text.replace("::", ".").replace("->", ".")):
        return []  # a piece of code is not called by its last word
    first, *others = [part for part in SEPARATOR.split(text) if part] or [""]
    return others[-1:] if first and others and not table.named(others[-1]) else []


def _own_lines(hit: Hit, text: str) -> range:
    """Return the lines that say nothing beside what was found: of code that is called up to its name, else all."""
    is_whole = _is_data(hit) or not _is_named(hit, text)
    last = hit.entity.end_line if is_whole else max(hit.entity.name_line, hit.entity.start_line)
    return range(hit.entity.start_line, last + 1)


def _is_data(hit: Hit) -> bool:
    """Whether a hit is what stands for no code by itself."""
    return hit.entity.kind in DATA_KINDS or (hit.entity.kind == "error" and not hit.entity.path)


def _is_named(hit: Hit, text: str) -> bool:
    """Whether a text ends in the name of what was found, which else reads a setting of that name."""
    return text.casefold().endswith(hit.entity.name.casefold())


def _is_called(hit: Hit, word: str) -> bool:
    name = hit.entity.path.rpartition("/")[2] if hit.entity.is_file else hit.entity.name
    return word.lower() in name.replace("_", "").lower()


def slots_holding(index: RepoIndex, asked: Query, text: str) -> tuple[set[int], int]:
    """Return the files that may hold a text and are asked about, and how many more of them are not to be looked at.

    None where too many have the words of the text. A piece of code without a word that is indexed may stand anywhere.
    """
    table = index.snapshot.entities
    is_anywhere = _may_stand_anywhere(text)
    every = range(len(table.paths))
    slots = {*every} if is_anywhere else index.snapshot.lexical.files_with_all(WORD.findall(text))
    slots = asked_about(table, asked, slots)
    if is_anywhere:
        ranked = product_first(table, slots)
        return {*ranked[:MOST_READ_FOR_SEVERAL]}, len(ranked[MOST_READ_FOR_SEVERAL:])
    most = MOST_READ_FOR_SEVERAL if code_fragment(text) else _MOST_HOLDING
    return slots if len(slots) <= most else set(), 0


def asked_about(table: EntityTable, asked: Query, slots: set[int]) -> set[int]:
    """Return which of some files a query is about."""
    if asked.language:
        slots = {slot for slot in slots if table.files[slot].language == asked.language}
    if asked.path:
        is_matched = matched(table.paths, asked.path, asked.root)
        slots = {slot for slot in slots if is_matched[slot]}
    if asked.include_tests is False:
        slots = {slot for slot in slots if role_of(table.paths[slot]) is not Role.TEST}
    return slots


def _may_stand_anywhere(text: str) -> bool:
    """Whether a piece of code has no word that is indexed, as `i < 3`: then no hit says more than its lines."""
    return bool(code_fragment(text)) and not any(map(telling_term, WORD.findall(text)))


def chosen_lines(places: Places, most: int) -> dict[str, list[int]]:
    """Share out the room among files: each has its first lines, where there is none for all."""
    is_enough = sum(len(lines) for _, lines in places) <= most
    each = most if is_enough else max(_MOST_OF_FILE, most // len(places))
    chosen: dict[str, list[int]] = {}
    for path, lines in places:
        if most > 0:
            chosen[path] = lines[: min(each, most)]
            most -= len(chosen[path])
    return chosen


def _piece(index: RepoIndex, texts: Collection[str], path: str, lines: Sequence[int]) -> Piece:
    """Return lines of one file, each below another definition with its name."""
    table = index.snapshot.entities
    written = index.text_if_any(path).split("\n")
    whole = before = table.entities_of(path)[0]
    said, rows = [encode_path(path)], []
    for line in lines:
        around = table.at_line(path, line)
        is_told = around == before or line == table.start_line[around]
        is_code = table.kinds[table.kind[around]] in FUNCTION_KINDS
        below = None if is_code else documented_by(table, path, written, line)
        if below is not None:
            place, around = f" above {table.qualified_of(below)}", below
        else:
            place = (
                ""
                if is_told
                else " in no definition"
                if around == whole
                else f" in {table.qualified_of(around)}"
            )
        cut = _cut(written[line - 1], texts) if line <= len(written) else ""
        said.append(f" L{line}{place}: {cut}")
        rows.append({"id": table.id_of(around), "line": line, "text": cut})
        before = around
    return Piece("\n".join(said), _data(table, path, lines[0]) | {"lines": rows})


def line_piece(
    index: RepoIndex, texts: Collection[str], lines: Sequence[tuple[str, int]], place: int
) -> Piece:
    """Return one of some lines, below the name of its file where that is not the file of the line before."""
    path, line = lines[place]
    whole = _piece(index, texts, path, [line])
    is_told = place > 0 and lines[place - 1][0] == path
    return Piece(whole.text.partition("\n")[2], whole.data, whole.text) if is_told else whole


def _data(table: EntityTable, path: str, line: int) -> dict[str, Any]:
    return {"id": table.id_of(table.at_line(path, line)), "file": path, "line": line, "why": "text"}


def _cut(line: str, texts: Collection[str]) -> str:
    """Return a line, of a long one what is around the first of some texts."""
    line = " ".join(unbroken(line).split())
    if len(line) <= _WIDTH:
        return line
    place = min((place for place in map(line.find, texts) if place >= 0), default=0)
    first = max(min(place - _BEFORE, len(line) - _WIDTH), 0)
    behind = "…" if first + _WIDTH < len(line) else ""
    return f"{'…' if first else ''}{line[first : first + _WIDTH]}{behind}"


def told_lines(index: RepoIndex, found: Found, head: str, chosen: dict[str, list[int]]) -> list[Piece]:
    """Return the lines that are chosen, below a heading; behind them the numbers of the rest."""
    left = {
        path: [line for line in lines if line not in chosen.get(path, ())] for path, lines in found.product
    }
    others = _numbers(index, left)
    first, *rest = [_piece(index, found.texts, path, lines) for path, lines in chosen.items()]
    told = [Piece(f"{head}\n{first.text}", first.data), *rest]
    if more := " and ".join(filter(None, (others and f"at {others}", *_besides(found)))):
        told[-1] = Piece(f"{told[-1].text}\nand {more}", told[-1].data)
    return told


def _noted(index: RepoIndex, found: Found, head: str, named: Collection[str]) -> Piece:
    """Return the numbers of all lines; of a long path that is named before the end is enough, if no other has it."""
    long = [path for path, _ in found.product if path in named and len(path) > LONG_PATH]
    called = unique_endings(index.snapshot.entities.paths, long)
    said = " and ".join((_numbers(index, dict(found.product), called), *_besides(found)))
    return Piece(f"{head} {said}", {"stands_at": dict(found.product), "tests_or_documents": found.aside})


def _numbers(
    index: RepoIndex, lines: Mapping[str, Sequence[int]], called: Mapping[str, str] = MappingProxyType({})
) -> str:
    held = {path: numbers for path, numbers in lines.items() if numbers}
    around = enclosing(index.snapshot.entities)
    return listed_lines(held, _MOST_OTHER_FILES, _MOST_OTHER_LINES, around, called)


def _besides(found: Found) -> Iterator[str]:
    if found.aside:
        yield f"in {count(found.aside, 'test or document', 'tests or documents')}"
    if found.unread:
        yield f"maybe {in_unread(found.unread)}"


def in_unread(files: int) -> str:
    """Say in how many files a text may stand that were not looked at, and what helps.

    >>> in_unread(12)
    'in 12 files that were not looked at; give a path'
    """
    return f"in {count(files, 'file')} that were not looked at; give a path"
