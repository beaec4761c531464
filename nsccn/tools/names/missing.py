"""Why an entity may be missing, and where its name still stands: after an edit, that is what is to be mended."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from nsccn.contracts.channels.lines import said_of_channel
from nsccn.contracts.models import said_of_model
from nsccn.contracts.routes.nearroutes import near_route
from nsccn.contracts.routes.texts import is_open
from nsccn.contracts.settings import said_what_it_sets, said_where_set, set_in_data
from nsccn.errors import NsccnError
from nsccn.graph import languages
from nsccn.graph.fileroles import role_of
from nsccn.graph.ids import encode_path, listed_lines, parse_id
from nsccn.graph.linking.linkrows import read_unresolved
from nsccn.graph.lookup.near import is_path
from nsccn.graph.routes import route_of
from nsccn.graph.walk.root import resolve_path
from nsccn.regexes import regex
from nsccn.search.terms import telling_term, telling_terms
from nsccn.snapshots.broken import notes_on_missing
from nsccn.text import count, lines_with, listed, one_line, unspaced
from nsccn.tools.names.enclosing import enclosing
from nsccn.tools.names.unresolvedsites import places_of_sites
from nsccn.tools.names.wordedkeys import said_of_key

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from nsccn.graph.entitytable import EntityTable
    from nsccn.graph.fileroles import Role
    from nsccn.graph.model import FileFacts
    from nsccn.index import RepoIndex

_LAST_WORD: Final = regex(r"(\w+)\W*(?:[#:]\d+)*\W*\Z")
_WORD: Final = regex(r"\w+")
_TEXT: Final = regex(r"\w+(?:[-:]\w+)+")
"""What names something by a text: `shop:close-carts`, `auto-save`."""
_JOINT: Final = regex(r"(\.|::|->|#)")
_NAME_PARTS: Final = regex(r"(?<=\w)(?:\.|::|->)(?=[^\W\d])")
_JOINTS: Final = r"(?:\.|\?\.|::|\??->)"
"""How languages write what a name has between its parts: `cart.total`, `cart->total`, `Cart::total`, `cart?.total`."""
_MOST_ENDS: Final = 4
_DEFINED: Final = (
    r"\b(?:class|const|def|define|enum|fn|func|function|interface|let|macro_rules!|mod|module|namespace|static|struct"
    r"|trait|type|union|val|var)\b[^=(\"'`]*\bWORD(?!\w)"
    r"|(?<![\w.\"'`])WORD\s*(?:[(:]|=(?!=))|\.WORD\s*=(?!=)|::\s*WORD\s*\("
)
"""Forms of definitions in any language: `def WORD`, `func (c *Cart) WORD`, `int WORD(`, `WORD = `, `Cart.WORD = `."""
_IN_TEXT: Final = (
    r"\s*(?:create\s+(?:or\s+replace\s+)?(?:\w+\s+)?)?(?:enum|function|input|interface|message|model|procedure|scalar"
    r"|service|struct|table|type|union|view)\s+(?:if\s+not\s+exists\s+)?(?:[\w\"`\[\]]+\.)?[\"`\[]?WORD[\"`\]]?\s*(?:[({=|@]|as\b|implements\b|\Z)"
)
"""The same at the begin of a line in what is no code: `message WORD {`, `CREATE TABLE shop.WORD (`, `model WORD {`."""
_MOST_DEFINING: Final = 2
_LONGEST: Final = 300
"""Of what was asked, only its end is looked at for a word."""
LEAST_LETTERS: Final = 3
_MOST_READ: Final = 80
"""A word that more files hold tells nothing."""
MOST_READ_FOR_SEVERAL: Final = 1000
"""Files that hold all words of `shop.cart.total`, or of `total < 3`, need not hold it."""
_MOST_READ_FOR_PARTS: Final = 5000
"""A text may begin and end within words, and those are no words of the search index."""
_FLAG: Final = regex(r"--([a-z\d][\w-]*)")
_TYPE: Final = regex(r"\\?\w+(?:(?:\.|::|\\)\w+)*")
_MOST_READ_FOR_HEIRS: Final = 1000
_MOST_HEIRS: Final = 40
_MOST_FILES: Final = 6
_MOST_LINES: Final = 5


def notes_on(index: RepoIndex, asked: str, near: Iterable[str]) -> list[str]:
    """Return what is to be said of a name that was not found; `near` are the paths of similar definitions."""
    folder = asked.removeprefix("./").rstrip("/") + "/"
    if any(path.startswith(folder) for path in index.snapshot.entities.paths):
        return ["It is a directory; read_skeleton shows what is in it."]
    word = _last_word(asked)
    if not word:
        return []
    if is_path(index.snapshot.entities, asked):
        return not_indexed(index, asked) or ([] if route_of(asked) else _of_ends(index, asked))
    notes = [*not_indexed(index, _path_of(asked)), *notes_on_broken(index, word, near, asked)]
    notes += said_where_set(set_in_data(index, asked))
    if channel := said_of_channel(index, asked):
        return [*notes, *channel]
    return [*notes, *said_of_key(index, asked), *_where_it_stands(index, asked, word)]


def heirs_of(index: RepoIndex, asked: str) -> list[str]:
    """Say which types here inherit from one that is defined elsewhere, folder by folder; nothing where none does."""
    if not _TYPE.fullmatch(asked):
        return []
    is_base = re.compile(rf"(?:.*[.:$\\])?{re.escape(asked)}(?:\$\d+)?\s*(?:[\[(<].*)?", re.DOTALL)
    folders: dict[str, list[str]] = {}
    for path in sorted(_holding(index, _last_word(asked)), key=lambda one: (role_of(one), one))[
        :_MOST_READ_FOR_HEIRS
    ]:
        with suppress(NsccnError, OSError):
            folder, _, file = encode_path(path).rpartition("/")
            for heir in _heirs_in(index.facts(path), is_base):
                name = file if heir == file.partition(".")[0] else f"{file}:{heir}"
                folders.setdefault(f"{folder}/" if folder else "", []).append(name)
    total = sum(map(len, folders.values()))
    shown, left = [], _MOST_HEIRS
    for folder, names in folders.items():
        if left > 0:
            shown.append(f"{folder}: {', '.join(names[:left])}" if folder else ", ".join(names[:left]))
        left -= len(names)
    more = f" and {-left} more" if left < 0 else ""
    if not total:
        return []
    inherit = "type inherits" if total == 1 else "types inherit"
    return [f"It is not defined here; {total} {inherit} from it: {'; '.join(shown)}{more}."]


def _heirs_in(facts: FileFacts, is_base: re.Pattern[str]) -> Iterator[str]:
    """Yield the types of a file that state a base, in their heads or, as in Rust, beside them."""
    told = set[str]()
    for one in facts.definitions:
        if any(map(is_base.fullmatch, one.bases)):
            told.add(one.qualified_name)
            yield one.qualified_name
    for _, _, base, _, _, heir, *_ in facts.inherits.rows():
        if heir and heir not in told and is_base.fullmatch(base):
            told.add(heir)
            yield heir


def advice_on(index: RepoIndex, asked: str) -> str:
    """Return what is to be done about a name that nothing has: to search is of use where some text has it."""
    if (route := route_of(asked)) and route.method:
        if not any(len(part) > 1 and not is_open(part) for part in route.parts):
            return "that path has no word to look for; search for the routes"
        if near := near_route(index, route):
            return f"nearest: {near}"
        return "no route of that path was found; search for a part of it"
    if is_path(index.snapshot.entities, asked):
        return "no file of that name is indexed"
    word = _last_word(asked)
    if not word or _holding(index, word):
        return "search for it first"
    return f"no indexed file has the word `{word}`"


def _last_word(asked: str) -> str:
    """Return the last word of what was asked, empty where it has none."""
    match = _LAST_WORD.search(asked[-_LONGEST:])
    return match[1] if match else ""


def notes_on_broken(index: RepoIndex, word: str, near: Iterable[str], asked: str = "") -> list[str]:
    """Return the notes on the broken files that may define a name; `near` come first.

    Of a name in several parts a file has another part too, in its text or its path.
    """
    others = set(_WORD.findall(asked)) - {word}
    holding = _holding(index, word)
    if others:
        having = {path for one in others for path in _holding(index, one)}
        holding = [path for path in holding if path in having or not others.isdisjoint(_WORD.findall(path))]

    def defines(path: str, language: str) -> bool:
        with suppress(NsccnError, OSError):
            return _may_define(index, path, language, word)
        return False

    return notes_on_missing(index.snapshot, near, holding, defines)


def _may_define(index: RepoIndex, path: str, language: str, word: str) -> bool:
    """Tell whether a word stands in a file as a definition has it, where the file is not known to use it."""
    text = index.text(path)
    used = {one.line for one in index.facts(path).references if one.target.rpartition(".")[2] == word}
    stands = re.compile(_DEFINED.replace("WORD", re.escape(word)))
    comment = languages.load(language).line_comment
    lines = (line.partition(comment)[0] if comment else line for line in text.split("\n"))
    return any(number not in used and stands.search(line) for number, line in enumerate(lines, 1))


def _holding(index: RepoIndex, word: str) -> list[str]:
    snapshot = index.snapshot
    return [snapshot.entities.paths[slot] for slot in snapshot.lexical.files_with(word)]


def not_indexed(index: RepoIndex, path: str) -> list[str]:
    """Say why a file is not in the index, where there is one at a path."""
    if not path or index.snapshot.entities.file_slot(path) is not None:
        return []
    with suppress(NsccnError):
        if (index.root / resolve_path(index.root, path)).is_file():
            reasons = (why for left, why in index.snapshot.skipped if left == path or _is_below(path, left))
            reason = next(reasons, "an ignore file leaves it out")
            return [f"{encode_path(path)} is not indexed: {reason}."]
    return []


def _path_of(asked: str) -> str:
    parts = parse_id(asked)
    is_id = parts is not None and "." not in parts.kind  # else it is a path and a name: `cart.py:add`
    return parts.path if parts is not None and is_id else asked.rpartition(":")[0]


def _is_below(path: str, folder: str) -> bool:
    return folder.endswith("/") and path.startswith(folder)


def _where_it_stands(index: RepoIndex, asked: str, word: str) -> list[str]:
    """Return the lines that name what is defined nowhere, or the calls of it that lead nowhere."""
    graph = index.snapshot.graph
    if flag := _FLAG.fullmatch(asked):
        return _of_flag(index, asked, flag[1])
    if _TEXT.fullmatch(asked) and (places := lines_that_name(index, asked)):
        return [f"The text has `{asked}` at {places}."]
    if graph.named(word):
        if said := _of_ends(index, asked):
            return said
        sites = {graph.paths[slot]: sites for slot, sites in read_unresolved(graph.arrays, word)}
        if not sites or not _path_of(asked):
            return []
        total = count(sum(sites.values()), "call site")
        return [f"{total} named `{word}` could not be resolved: {places_of_sites(index, word, sites)}."]
    defining = _defined_in_text(index, word)
    said = (
        [f"Text that is not parsed defines it: {defining}.", *said_of_model(index, word)] if defining else []
    )
    if places := lines_that_name(index, word):
        return [*said, f"The text has `{word}` at {places}.", *said_what_it_sets(index, word)]
    return said or _of_ends(index, asked)


def _of_flag(index: RepoIndex, asked: str, word: str) -> list[str]:
    """Say where the word of a flag stands in quotes, as what reads it is given it without dashes, and the flag."""
    quoted = ((f"`{word}` in quotes", f"{quote}{word}{quote}") for quote in "\"'")
    named = ((said, lines_that_name(index, text)) for said, text in (*quoted, (f"`{asked}`", asked)))
    return [f"The text has {said} at {places}." for said, places in named if places]


def _defined_in_text(index: RepoIndex, word: str) -> str:
    """Return the lines that define a name in files of no language: a message of a protocol, a table, a model."""
    snapshot = index.snapshot
    paths = [snapshot.entities.paths[slot] for slot in snapshot.lexical.files_with(word)]
    texts = [path for path in paths if snapshot.entities.file_slot(path) in snapshot.entities.text_files]
    begins = re.compile(_IN_TEXT.replace("WORD", re.escape(word)), re.IGNORECASE)
    found = []
    for path in sorted(texts, key=lambda one: (role_of(one), one))[:_MOST_READ]:
        with suppress(NsccnError, OSError):
            found += [
                f"{encode_path(path)}:{number} `{one_line(line)}`"
                for number, line in lines_with([word], index.text(path))
                if begins.match(line)
            ][:1]
    return listed(found[:_MOST_DEFINING], len(found))


def _of_ends(index: RepoIndex, asked: str) -> list[str]:
    """Say where the text has a name of several parts, or as much as there is of its end."""
    for _, name in joined_ends(asked):
        if places := lines_that_name(index, name, joined_as_written="/" in name):
            return [f"The text has `{name}` at {places}."]
    return []


def joined_ends(asked: str) -> list[tuple[int, str]]:
    """Return a name of several parts, and what is left of it without the first ones, down to two, with how many it has.

    >>> joined_ends("app.mail.host"), joined_ends("Mail::Host"), joined_ends("host"), joined_ends("shop/mail.py:host")
    ([(3, 'app.mail.host'), (2, 'mail.host')], [(2, 'Mail::Host')], [], [(1, 'shop/mail.py:host')])
    """
    parts = _JOINT.split(asked)
    if "/" in asked:
        return [(1, asked)]
    starts = range(0, len(parts) - 2, 2)
    return [((len(parts) - first + 1) // 2, "".join(parts[first:])) for first in starts][-_MOST_ENDS:]


_CATALOGUES: Final = (".po", ".pot")


def lines_that_name(
    index: RepoIndex,
    name: str,
    besides: Container[tuple[str, int]] = (),
    among: AbstractSet[int] | None = None,
    role: Role | None = None,
    *,
    joined_as_written: bool = True,
) -> str:
    """List the lines that hold a name, code before text, source before tests; empty where none does, or too many files.

    `among` are the slots of the files to look at, where that is not all, and `role` is theirs.
    """
    places = places_that_name(index, name, besides, among, role, joined_as_written=joined_as_written)
    return listed_places(index, dict(places))


def listed_places(index: RepoIndex, places: Mapping[str, Sequence[int]]) -> str:
    """List lines by their files, with what is around them."""
    return listed_lines(places, _MOST_FILES, _MOST_LINES, enclosing(index.snapshot.entities))


def places_that_name(
    index: RepoIndex,
    name: str,
    besides: Container[tuple[str, int]] = (),
    among: AbstractSet[int] | None = None,
    role: Role | None = None,
    *,
    with_keys: bool = True,
    joined_as_written: bool = True,
) -> list[tuple[str, list[int]]]:
    """Return these lines by their files.

    Of a name without a word that the search index has, as `i < 3`, all files are looked at that are among those given.
    Unless it is to be joined as it is written, `cart.total` may be `cart->total` or `Cart::total`, too. Without keys, a
    name in quotes before a colon does not count.
    """
    words = _WORD.findall(name)
    if len(name) < LEAST_LETTERS and not any(map(telling_term, unspaced(name))):
        return []
    snapshot = index.snapshot
    held = snapshot.lexical.files_with_all(words)
    slots = held if among is None else held & among if any(map(telling_term, words)) else among
    paths, texts = snapshot.entities.paths, snapshot.entities.text_files
    ranked = sorted((role_of(paths[slot]), slot in texts, paths[slot]) for slot in slots)
    holding = [path for own, _, path in ranked if role is None or own is role]
    is_one = words == [name] and len(telling_terms(name)) <= 1
    if len(holding) > (_MOST_READ if is_one else MOST_READ_FOR_SEVERAL):
        return []
    parts = [name] if joined_as_written else _NAME_PARTS.split(name)
    whole = _whole(parts, "" if with_keys else r"(?![\"']\s*:)")
    lines = (
        (path, [line for line in _lines_with(index, path, parts[-1], whole) if (path, line) not in besides])
        for path in holding
    )
    return [(path, found) for path, found in lines if found]


def places_that_hold(
    index: RepoIndex, text: str, wanted: Callable[[set[int]], set[int]]
) -> tuple[list[tuple[str, list[int]]], int]:
    """Return the lines that hold a text as it is, be its ends within words or not, and how many files were not read.

    Only those files that are wanted are looked at.
    """
    table = index.snapshot.entities
    ranked = [table.paths[slot] for slot in product_first(table, wanted(_may_hold(index, text)))]
    lines = (
        (path, [number for number, _ in lines_with([text], index.text_if_any(path))])
        for path in ranked[:_MOST_READ_FOR_PARTS]
    )
    return [(path, found) for path, found in lines if found], len(ranked[_MOST_READ_FOR_PARTS:])


def product_first(table: EntityTable, slots: Iterable[int]) -> list[int]:
    """Return files in the order in which they are read: source before tests, code before text, then by their paths."""
    return sorted(slots, key=lambda slot: (role_of(table.paths[slot]), slot in table.text_files, slot))


def _may_hold(index: RepoIndex, text: str) -> set[int]:
    """Return the files with those words of a text that it surely holds whole; all, where it has none."""
    inner = [word[0] for word in _WORD.finditer(text) if word.start() > 0 and word.end() < len(text)]
    inner += unspaced(text)
    if any(map(telling_term, inner)):
        return index.snapshot.lexical.files_with_all(inner)
    return {*range(len(index.snapshot.entities.paths))}


def stand_nowhere(index: RepoIndex, texts: Sequence[str]) -> list[str]:
    """Return which of some texts no indexed file has, not even within words.

    That is in whatever case and however a name in it is joined. None of those that too many files may have.
    """
    paths = index.snapshot.entities.paths
    left = {text: _may_hold(index, text) for text in texts}
    left = {text: slots for text, slots in left.items() if len(slots) <= _MOST_READ_FOR_PARTS}
    parts = {text: _NAME_PARTS.split(text.lower()) for text in left}
    joined = {text: re.compile(_JOINTS.join(map(re.escape, parts[text]))) for text in left}
    for slot in sorted(set[int]().union(*left.values())):
        held = index.text_if_any(paths[slot]).lower()
        found = [text for text in left if parts[text][-1] in held and joined[text].search(held)]
        for text in found:
            del left[text]
        if not left:
            break
    return [*left]


def _whole(parts: Sequence[str], behind: str) -> re.Pattern[str]:
    """Return what is found where a name stands that is made of some parts, and not where it is a part of others."""
    before = r"(?<!\w)" if _is_of_word(parts[0][:1]) else ""
    after = r"(?!\w)" if _is_of_word(parts[-1][-1:]) else ""
    return re.compile(f"{before}{_JOINTS.join(map(re.escape, parts))}{after}{behind}")


def _is_of_word(letter: str) -> bool:
    """Whether a letter belongs to a word that ends where no further one stands."""
    return _WORD.match(letter) is not None and not unspaced(letter)


def _lines_with(index: RepoIndex, path: str, word: str, whole: re.Pattern[str]) -> list[int]:
    lines = lines_with([word], index.text_if_any(path))
    if path.endswith(_CATALOGUES):
        lines = [
            (number, line) for number, line in lines if not line.startswith("#")
        ]  # where a text stands in code
    return [number for number, line in lines if whole.search(line)]
