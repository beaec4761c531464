"""The lines that have a name, and of which no edge tells whether they mean it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.graph import languages
from nsccn.graph.fileroles import CALLING_ROLES, Role, role_of
from nsccn.graph.ids import listed_lines
from nsccn.graph.imports import are_akin
from nsccn.graph.model import Confidence
from nsccn.graph.sourcetext import is_in_block_comment
from nsccn.regexes import regex
from nsccn.text import lines_with, subtokens
from nsccn.tools.names.enclosing import enclosing
from nsccn.tools.traces.otherobjects import OtherObjects
from nsccn.tools.traces.ownexports import lines_of_exports
from nsccn.tools.traces.usinglines import using, without_texts
from nsccn.tracing.impliedtypes import lines_of_implied, may_imply_type
from nsccn.tracing.lineage import type_around

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Edge, Entity
    from nsccn.index import RepoIndex

_WORD: Final = regex(r"\w+")
_COMMENT: Final = r"^\s*(?:\*|/\*)|/\*(?!.*\*/)|{}(?!\{{)"
"""Begins a comment on a line, or goes on with one; `#{{` is none."""
_IMPORT: Final = regex(r"\s*(?:(?:pub(?:\([^()]*\))?\s+)?use|import|from|#\s*include|require\w*)\b")
_BEHIND_OBJECT: Final = r"(?:\.|->|::)\s*"
_HOLDER: Final = r"([\w$]+(?:(?:\.|->|::)[\w$]+)*)\s*"
_USED: Final = r"(?:(?:\.|->|::|&:?)\s*WORD(?!\w)|(?<!\w)WORD\()"
_USED_OR_QUOTED: Final = rf"(?:{_USED}|[\"'`:]WORD(?![\w\"']*\s*:))"
"""How a function is used: of an object, called, or, where its name is no mere word, by that in quotes."""
_METHOD: Final = "method"
_SETS: Final = "="
"""Ends the name of a method that runs where what is called so is set, without that sign."""
_SET: Final = (
    r"(?:(?:\.|::)\s*WORD\s*(?:\|\||&&|[-+*/|&])?=(?![=~>])"
    r"|(?<![\w.:])WORD(?:\s*=>|:(?!:))|[\"'`:]WORD(?![\w?!]))"
)
"""How such a method is run: what is set may as well be a key, or a name in quotes."""
_SEVERAL_WORDS: Final = regex(r"[^\W_]_+[^\W_]|[a-z\d][A-Z]")
_EVENT: Final = regex(r"(?:^|\s)event\s+[A-Za-z]")
"""Declares an event, as C# has it: `public event EventHandler Changed`."""
_LONGEST_LINE: Final = 2000
"""No comment is looked for in a longer line."""
_LEAST_LETTERS: Final = 3
_MOST_READ: Final = 80
"""A word that more files hold tells nothing."""
_MOST_SEARCHED: Final = 1500
"""In so many files that may have a name, since they have its words, it is searched for first."""
_MOST_READ_FOR_FIELD: Final = 1000
"""The same of files that may name it of an object."""
_MOST_FILES: Final = 4
_MOST_LINES: Final = 4


_Rows = Callable[[str], list[str]]
"""Gives the lines of a file."""


class UnknownLines(NamedTuple):
    """What the text says of a name."""

    lines: Mapping[str, Sequence[int]]
    """Source before tests, and what is in akin languages before others, by their files."""
    is_named: bool
    """Any other line has it, in a comment or a text if nowhere else."""
    unread: int
    """How many files may have it, where that are too many to be looked through."""


def unknown_lines(
    index: RepoIndex,
    graph: CodeGraph,
    root: Entity,
    told: AbstractSet[tuple[str, int]],
    *,
    of_objects: bool = False,
    in_product: bool = False,
) -> UnknownLines | None:
    """Return the lines with a name of which no edge tells what they mean; None of a name that is none to look for.

    `told` are lines that the answer names already. Of a field those count that name it `of_objects`, and of a function
    that tests use those of the product alone that use it too.
    """
    words = _WORD.findall(root.name)
    language = languages.known(root.language)
    is_nameless = language is not None and root.name == language.default_export
    if len(root.name) < _LEAST_LETTERS or not words or is_nameless:
        return None
    slots = index.snapshot.lexical.files_with_all(words)
    if in_product:
        slots = _in_product(index, graph, root, slots)
    name = root.name.removesuffix(_SETS)
    form = _form(root.name, of_objects=of_objects, in_product=in_product)
    whole = re.compile(form.replace("WORD", re.escape(name)))
    most = _MOST_READ_FOR_FIELD if of_objects else _MOST_READ
    if most < len(slots) <= _MOST_SEARCHED:
        slots = _with_name(index, slots, name, whole)
    if len(slots) > most:
        return UnknownLines({}, is_named=True, unread=len(slots))
    rows = cache(lambda path: index.text_if_any(path).split("\n"))
    is_named, having = _untold(index, graph, root, slots, whole, told, rows if of_objects else None)
    if len(having) > _MOST_READ:
        return UnknownLines({}, is_named, len(having))
    if of_objects:
        having = {path: _not_alike(graph, root, path, left, rows) for path, left in having.items()}
    others, unknown = OtherObjects(index, graph, root), dict[str, list[int]]()
    may_use = _may_use(root)
    for path, left in having.items():
        facts, text = index.facts(path), rows(path)
        is_own = facts.language == root.language
        may = [line for line in left if not is_own or may_use(text[line - 1])]
        if used := sorted({*using(index, path, facts, name, may)} - others.lines(facts)):
            unknown[path] = used
    return UnknownLines(unknown, is_named, 0)


def _with_name(index: RepoIndex, slots: AbstractSet[int], name: str, whole: re.Pattern[str]) -> set[int]:
    """Return the files that have a name in this very form; the words of `Org` are those of `organization`, too."""
    paths = index.snapshot.entities.paths
    texts = ((slot, index.text_if_any(paths[slot])) for slot in slots)
    return {slot for slot, text in texts if name in text and whole.search(text)}


def _may_use(root: Entity) -> Callable[[str], object]:
    """Return whether a line that names a method, or a function, may use it, as far as its language says that."""
    language, name = languages.load(root.language), re.escape(root.name)
    if root.kind == _METHOD or not language.function_texts:
        said = language.method_uses if root.kind == _METHOD else ""
        return re.compile(said.replace("NAME", name)).search
    in_text = re.compile(language.function_texts.replace("NAME", name))
    word = re.compile(rf"(?<!\w){name}(?!\w)")
    return lambda line: in_text.search(line) or word.search(without_texts(line))


def _in_product(index: RepoIndex, graph: CodeGraph, root: Entity, slots: AbstractSet[int]) -> set[int]:
    """Return the files of the product's own source in languages akin to that of an entity."""
    table = index.snapshot.entities
    sources = (slot for slot in slots - table.text_files if role_of(table.paths[slot]) is Role.SOURCE)
    return {slot for slot in sources if _is_akin(graph, slot, root)}


def _untold(
    index: RepoIndex,
    graph: CodeGraph,
    root: Entity,
    slots: AbstractSet[int],
    whole: re.Pattern[str],
    told: AbstractSet[tuple[str, int]],
    rows: _Rows | None,
) -> tuple[bool, dict[str, list[int]]]:
    """Return whether any line but those that define it has a name, and those lines of code that no edge tells of."""
    paths, texts = index.snapshot.entities.paths, index.snapshot.entities.text_files
    own = {
        (one.path, one.name_line)
        for one in map(graph.entity, graph.named(root.name))
        if one.qualified_name.partition("#")[0] == root.qualified_name.partition("#")[0]
    }
    means = _known_lines(index, graph, root, told, rows)
    ranked = sorted(
        (role_of(paths[slot]), slot in texts, not _is_akin(graph, slot, root), paths[slot], slot)
        for slot in slots
    )
    body = {*range(root.start_line, root.end_line + 1)}
    body |= lines_of_exports(index.text_if_any(root.path), root)
    is_named, having = False, dict[str, list[int]]()
    for role, is_text, is_apart, path, slot in ranked:
        language = graph.file_entry(slot).language
        lines = _lines_with(index, path, root.name.removesuffix(_SETS), whole, language)
        is_named = is_named or any((path, line) not in own for line in lines)
        calls_none = is_text or (is_apart and languages.is_outlined(language))
        if calls_none or role not in CALLING_ROLES:
            continue
        known = means.get(path, set()).union(body if path == root.path else ())
        if left := [line for line, is_aside in lines.items() if not is_aside and line not in known]:
            left = _without_events(index, graph, root, path, left)
            having[path] = _without_implied(index, graph, root, path, left)
    return is_named, having


def _without_implied(
    index: RepoIndex, graph: CodeGraph, root: Entity, path: str, lines: list[int]
) -> list[int]:
    """Leave out the lines that name a case, or what a type has, where the root is a member of objects."""
    if not languages.load(root.language).implied_types or may_imply_type(graph, root.index):
        return lines
    implied = lines_of_implied(index.text_if_any(path), root.name)
    return [line for line in lines if line not in implied]


def _without_events(
    index: RepoIndex, graph: CodeGraph, root: Entity, path: str, lines: Sequence[int]
) -> list[int]:
    """Leave out the lines that raise an event which the file declares: `Changed?.Invoke(this, e)` runs who listens."""
    raised = re.compile(rf"(\w+)\s*\??\.\s*{re.escape(root.name)}\(")
    text = index.text_if_any(path).split("\n")
    events = {
        graph.name_of(one)
        for one in graph.entities_of(path)
        if graph.is_data(one) and _EVENT.search(graph.entity(one).signature)
    }
    return [line for line in lines if events.isdisjoint(raised.findall(text[line - 1]))]


def _is_akin(graph: CodeGraph, slot: int, root: Entity) -> bool:
    """Whether a file is in a language that calls what those of the root define."""
    return are_akin(graph.file_entry(slot).language, root.language)


def _form(name: str, *, of_objects: bool, in_product: bool) -> str:
    if name.endswith(_SETS):
        return _SET
    if in_product:
        return _USED_OR_QUOTED if _SEVERAL_WORDS.search(name) else _USED
    return (_BEHIND_OBJECT if of_objects else r"(?<!\w)") + r"WORD(?!\w)"


def lines_spelt_otherwise(
    index: RepoIndex, graph: CodeGraph, root: Entity
) -> tuple[str, dict[str, list[int]]]:
    """Return how a name of several words is spelt in other languages, and the lines of the product that use it there.

    Nothing where somebody defines that name, or the library of that language has it: `toString`; and of a file that
    does not say that it has it from elsewhere, as of one that calls `setTimeout`.
    """
    first, *others = subtokens(root.name) or [""]
    camel, snake = first + "".join(map(str.capitalize, others)), "_".join((first, *others))
    name = {snake: camel, camel: snake}.get(root.name, "") if others else ""
    slots = index.snapshot.lexical.files_with(name) if name and not graph.named(name) else set()
    used, found = re.compile(_USED.replace("WORD", re.escape(name))), dict[str, list[int]]()
    texts = index.snapshot.entities.text_files
    wanted = sorted((graph.paths[slot], slot) for slot in slots - texts if not _is_akin(graph, slot, root))
    for path, slot in wanted[:_MOST_READ]:
        if role_of(path) is Role.SOURCE and not _is_common(name, graph.file_entry(slot).language):
            lines = _lines_with(index, path, name, used, graph.file_entry(slot).language)
            used_on = [line for line, is_aside in lines.items() if not is_aside]
            if having := _taken_from_elsewhere(index, graph, root, path, name, used_on):
                found[path] = having
    return name, found


def _taken_from_elsewhere(
    index: RepoIndex, graph: CodeGraph, root: Entity, path: str, name: str, lines: list[int]
) -> list[int]:
    """Return the lines of a file that use a name which it imports, or of what it imports; of a method's type any."""
    text = index.text_if_any(path) if lines else ""
    owner = type_around(graph, root.index)
    if owner != root.index:
        return lines if re.search(rf"(?<!\w){re.escape(graph.name_of(owner))}(?!\w)", text) else []
    bound = {one.alias or one.name for one in index.facts(path).imports} if lines else set()
    if name in bound:
        return lines
    whole = re.compile(rf"(?:([\w$]+)\s*{_BEHIND_OBJECT})?(?<!\w){re.escape(name)}(?!\w)")
    rows = text.split("\n")
    return [
        line for line in lines if any((holder or "*") in bound for holder in whole.findall(rows[line - 1]))
    ]


def _is_common(name: str, language: str) -> bool:
    known = languages.known(language)
    return known is not None and (name in known.common_methods or name in known.common_functions)


def _not_alike(graph: CodeGraph, root: Entity, path: str, lines: Sequence[int], rows: _Rows) -> list[int]:
    """Leave out the lines that name a field as another line of their function does, of which an edge tells."""
    text = rows(path)
    holder = re.compile(rf"{_HOLDER}{_BEHIND_OBJECT}{re.escape(root.name)}(?!\w)")
    told: dict[int, set[str]] = {}
    edges = graph.edges_of(np.array(graph.named(root.name)), outgoing=False)
    for number, edge in zip(edges.tolist(), graph.edges(edges), strict=True):
        if edge.evidence.path == path and edge.confidence is Confidence.RESOLVED:
            meant = _meant(graph, root, number, edge, rows)
            named = (one for line in meant for one in holder.findall(text[line - 1]))
            told.setdefault(edge.source, set()).update(named)
    nothing: set[str] = set()
    return [
        line
        for line in lines
        if not (held := {*holder.findall(text[line - 1])})
        or held - told.get(graph.at_line(path, line), nothing)
    ]


def said_of_unknown(graph: CodeGraph, name: str, lines: Mapping[str, Sequence[int]]) -> str:
    """Say of lines with a name that they may mean what is asked about."""
    places = listed_lines(lines, _MOST_FILES, _MOST_LINES, enclosing(graph))
    return f"What `{name}` means is not known at {places}; it may be this one."


def _known_lines(
    index: RepoIndex,
    graph: CodeGraph,
    root: Entity,
    told: AbstractSet[tuple[str, int]],
    rows: _Rows | None,
) -> dict[str, set[int]]:
    """Return the lines of which it is known what a name means, by file: where it is defined, and edges lead to it.

    Of objects, for which the lines of files are read, that another field is written does not tell what is read for it.
    """
    others = graph.named(root.name)
    known: dict[str, set[int]] = {}
    for one in map(graph.entity, others):
        known.setdefault(one.path, set()).update(_heads(index, one))
    for path, line in told:
        known.setdefault(path, set()).add(line)
    edges = graph.edges_of(np.array(others), outgoing=False)
    for number, edge in zip(edges.tolist(), graph.edges(edges), strict=True):
        if edge.confidence is not Confidence.RESOLVED:
            continue  # it may mean another one
        lines = _meant(graph, root, number, edge, rows) if rows else graph.lines(number)
        known.setdefault(edge.evidence.path, set()).update(lines)
    return known


def _meant(graph: CodeGraph, root: Entity, number: int, edge: Edge, rows: _Rows) -> set[int]:
    """Return the lines on which an edge tells all that a name behind objects means there."""
    lines = set(graph.lines(number))
    if edge.kind != "MUTATES" or edge.target == root.index:
        return lines
    return lines - _reading(rows(edge.evidence.path), root.name, lines)


def _reading(text: Sequence[str], name: str, lines: AbstractSet[int]) -> set[int]:
    """Return those of some lines that read a field of an object for one of its name: `Form{Title: feed.Title}`."""
    member = re.escape(name)
    written = re.compile(rf"(?:{_HOLDER}{_BEHIND_OBJECT})?(?<![\w$]){member}\s*(?:=(?!=)|:(?![:=]))")
    read = re.compile(rf"{_HOLDER}{_BEHIND_OBJECT}{member}(?!\w)")
    return {
        line
        for line in lines
        if line <= len(text)
        and (holders := {*written.findall(text[line - 1])})
        and not holders.issuperset(read.findall(written.sub(" ", text[line - 1])))
    }


def _heads(index: RepoIndex, one: Entity) -> Iterator[int]:
    """Yield the line that defines an entity, with those where further clauses of it begin as that does."""
    yield one.name_line
    language = languages.known(one.language)
    if language is None or not language.clauses:
        return
    lines = index.text_if_any(one.path).split("\n")
    begins = re.match(rf".*?{re.escape(one.name)}(?!\w)", lines[one.name_line - 1])
    for number in range(one.name_line + 1, one.end_line + 1) if begins else ():
        if begins and lines[number - 1].startswith(begins[0]):
            yield number


def _lines_with(
    index: RepoIndex, path: str, name: str, whole: re.Pattern[str], language: str
) -> dict[int, bool]:
    """Return the lines of a file that have a name, each with whether that seems to be in a comment, or an import."""
    text = index.text_if_any(path)
    named = lines_with([name], text)
    if not named:
        return {}
    known = languages.known(language)
    mark = re.compile(_COMMENT.format(re.escape((known and known.line_comment) or "//")))
    found = {
        number: (_is_aside(line, match.start(), mark), match.start())
        for number, line in named
        if (match := whole.search(line))
    }
    if known is None or not known.block_comment:
        return {number: is_aside for number, (is_aside, _) in found.items()}
    begins = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    return {
        number: is_aside or is_in_block_comment(known, text, begins[number - 1] + place)
        for number, (is_aside, place) in found.items()
    }


def _is_aside(line: str, place: int, mark: re.Pattern[str]) -> bool:
    """Whether a place on a line stands in a comment, or in an import."""
    if _IMPORT.match(line):
        return True
    return len(line) <= _LONGEST_LINE and mark.search(line[:place]) is not None
