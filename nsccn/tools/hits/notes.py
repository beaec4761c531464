"""What a search says of its query beside its hits: what is left out of them, and what a name alone leads to."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from nsccn.errors import LinkingFailed, shown
from nsccn.graph.fileroles import Role
from nsccn.graph.languages import detect
from nsccn.graph.lookup.near import no_path
from nsccn.graph.walk.walker import TOO_LARGE
from nsccn.regexes import regex
from nsccn.search.terms import WORD
from nsccn.text import first_few, one_line
from nsccn.tools.hits.otherspellings import other_spellings
from nsccn.tools.names.missing import LEAST_LETTERS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nsccn.graph.entitytable import EntityTable
    from nsccn.index import RepoIndex
    from nsccn.snapshots.snapshot import Snapshot

_GLOB: Final = regex(r"[*?]")
_MOST_NAMED: Final = 4
_LEAST_WORDS: Final = 3
_MOST_WORDS: Final = 20


def said_of_query(index: RepoIndex, query: str, kind: str, *, is_told: bool) -> list[str]:
    """Return the lines on what no hit tells: wanted and left out, or no entity at all.

    Where the text stands, or who asks for a wording, may be told already.
    """
    return [
        *_unsaid(index.snapshot, query),
        *_left_out(index.snapshot.entities, query, kind),
        *_not_indexed(index, query.strip()),
        *_too_large(index.snapshot, query),
        *_of_setting(index, query),
        *_of_key(index, query),
        *_of_channel(index, query),
        *_of_field(index, query),
        *_of_procedure(index, query),
        *other_spellings(index, query),
        *([] if is_told else _of_text(index, query)),
    ]


def _unsaid(snapshot: Snapshot, query: str) -> list[str]:
    """Say of an error that no code here words it: it may be the language's own, and only its stack tells more."""
    from nsccn.search.traceback import heads_error

    is_worded = not heads_error(query) or bool(snapshot.lexical.messages.find(query))
    return [] if is_worded else ["No string here words that error; its stack would tell more."]


def nothing(query: str, filters: Mapping[str, str]) -> str:
    """Say that nothing was found, and with which filters."""
    if not WORD.search(query) and len(query.strip()) < LEAST_LETTERS:
        return f"{one_line(query)!r} is too short to look up; give the name or the text beside it."
    chosen = [f"{name} {shown(value)}" for name, value in filters.items() if value]
    within = f" with {', '.join(chosen)}" if chosen else ""
    return f"Nothing found for {one_line(query)!r}{within}."


def _left_out(table: EntityTable, query: str, kind: str) -> list[str]:
    """Say what has the very name that is looked for, where nothing of the kind that is wanted has it."""
    named = table.named(query.strip()) if kind else []
    if not named or any(table.kinds[table.kind[one]] == kind for one in named):
        return []
    return [f"Of another kind: {first_few(named, _MOST_NAMED, table.id_of)}"]


def _not_indexed(index: RepoIndex, query: str) -> list[str]:
    """Say why a file is not indexed whose path is looked for."""
    if "/" not in query or len(query.split()) > 1:
        return []
    from nsccn.tools.names.missing import not_indexed

    return not_indexed(index, query)


def _too_large(snapshot: Snapshot, query: str) -> list[str]:
    """Say which sources that a query names are too large to be read: what is asked for may be in them."""
    large = [path for path, reason in snapshot.manifest.skipped if reason == TOO_LARGE and detect(path, b"")]
    said = set(WORD.findall(query)) if large else set()
    named = [path for path in large if path.rpartition("/")[2].partition(".")[0] in said]
    return (
        [f"Too large to be indexed, search it with grep: {', '.join(map(one_line, named))}"] if named else []
    )


def _of_setting(index: RepoIndex, query: str) -> list[str]:
    """Say where a setting is set that is all of a query: its files need not hold the key as a whole."""
    from nsccn.contracts.settings import said_of_setting
    from nsccn.search.exact import may_lie_outside

    is_name = len(query.split()) == 1 and may_lie_outside(query, index.snapshot.entities)
    with suppress(LinkingFailed):
        return [*said_of_setting(index, query.strip("`'\" \t\n"))] if is_name else []
    return []


def _of_key(index: RepoIndex, query: str) -> list[str]:
    """Say how a key is worded that is all of a query."""
    from nsccn.tools.names.wordedkeys import said_of_key

    return [*said_of_key(index, query.strip("`'\" \t\n"))]


def _of_channel(index: RepoIndex, query: str) -> list[str]:
    """Say who sends and who handles under a name that is all of a query."""
    from nsccn.contracts.channels.lines import said_of_channel

    name = query.strip("`'\" \t\n")
    return said_of_channel(index, name) if len(name.split()) == 1 else []


def _of_field(index: RepoIndex, query: str) -> list[str]:
    """Say who answers a field of GraphQL that is all of a query."""
    from nsccn.contracts.graphql.lines import said_of_field

    return said_of_field(index, query.strip("`'\" \t\n"))


def _of_procedure(index: RepoIndex, query: str) -> list[str]:
    """Say what answers a procedure whose keys are all of a query."""
    from nsccn.contracts.procedures.lines import said_of_procedure

    return said_of_procedure(index, query.strip("`'\" \t\n()"))


def _of_text(index: RepoIndex, query: str) -> list[str]:
    """Say where files that are no code have a text of several words that is all of a query, as those of forms do."""
    from nsccn.tools.names.missing import lines_that_name

    text, texts = query.strip("`'\" \t\n"), index.snapshot.entities.text_files
    is_said = text[:1].isupper() and _LEAST_WORDS <= len(text.split()) <= _MOST_WORDS and "\n" not in text
    if not is_said or not texts or index.snapshot.lexical.messages.find(text):
        return []
    places = lines_that_name(index, text, among=texts, role=Role.SOURCE)
    return [f"Text that is not parsed has it at {places}."] if places else []


def unmatched(index: RepoIndex, path: str) -> str:
    """Say that a pattern matches no file, where that is why nothing was found."""
    from nsccn.search.filters import matched

    paths = index.snapshot.entities.paths
    if not path or matched(paths, path, str(index.root)).any():
        return ""
    folder = path.removesuffix("/**")
    return " No path is like that." if _GLOB.search(folder) else f" {no_path(folder, paths)}"
