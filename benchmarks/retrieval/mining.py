"""Rows from the history of a repository: the message of a fixing commit asks, and what it changed is right.

A commit counts that changes one to three sources, adds and removes none, and has a message of many words one of which
tells of a mistake. Names of people, numbers and paths are taken out of the message. The functions are those of our own
index whose lines the commit replaces or adds to, the innermost of each.
"""

from __future__ import annotations

import json
import re
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from candidates import is_candidate
from rankers import name_of
from states import States, git, git_directory

from nsccn.graph.kinds import FUNCTION_KINDS

if TYPE_CHECKING:
    from nsccn.graph.entitytable import EntityTable

_LOG = ("log", "--no-merges", "--max-count=6000", "--format=%x01%H%x02%an%x02%B%x03", "--name-status")
MOST_SOURCES = 3
_MOST_FILES = 12
_MISTAKE = re.compile(
    r"\b(?:fix|bug|crash|wrong|incorrect|fail|broken|leak|regression|panic|issue|error)", re.IGNORECASE
)
_TRAILER = re.compile(
    r"^(signed-off-by|co-authored-by|reviewed-by|change-id|closes?|cc|fixes|fix|resolves?|see|refs?)\b[:\s-]*"
    r"(#\d+|https?:\S+|.*[<@].*|\d+).*$",
    re.IGNORECASE | re.MULTILINE,
)
_NUMBER_OR_PATH = re.compile(r"\(?#\d+\)?|\S*/\S+\.\w{1,5}\b")
_WORD = re.compile(r"[A-Za-z]{2,}")
_HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? ", re.MULTILINE)


class Fix(NamedTuple):
    """A commit that mends something, and what was asked for."""

    commit: str
    message: str
    files: list[str]


def run(options: Namespace) -> None:
    """Write the rows of some repositories as JSON lines."""
    write_rows(
        options,
        (
            (
                name,
                islice(
                    _fixes(git_directory(options.clones, name), options.language, options.words),
                    options.number,
                ),
            )
            for name in options.repositories
        ),
    )


def write_rows(options: Namespace, repositories: Iterable[tuple[str, Iterable[Fix]]]) -> None:
    """Write the fixes of each repository, and which functions of our index they change, as JSON lines."""
    states = States(options.clones, options.cache, linked=False)
    with options.out.open("w", encoding="utf-8") as out:
        for repository, found in repositories:
            directory, fixes = git_directory(options.clones, repository), list(found)
            states.prepare(repository, [f"{fix.commit}^" for fix in fixes])
            for fix in fixes:
                graph = states.snapshot(repository, f"{fix.commit}^").entities
                row = {
                    "repo": repository.replace("+", "/", 1),
                    "mirror": repository,
                    "language": options.language,
                    **fix._asdict(),
                    "functions": sorted(_changed_functions(directory, fix, graph)),
                }
                out.write(json.dumps(row) + "\n")
            print(f"{repository} {len(fixes)}", file=sys.stderr)


def _fixes(directory: Path, language: str, words: int) -> Iterator[Fix]:
    """Yield the fixing commits of a clone, the newest first."""
    for entry in git(directory, *_LOG).split("\x01")[1:]:
        said, _, listed = entry.partition("\x03")
        commit, author, message = said.split("\x02")
        changes = [line.split("\t") for line in listed.split("\n") if line]
        sources = [change for change in changes if is_candidate(change[-1], language)]
        text = _NUMBER_OR_PATH.sub("", _TRAILER.sub("", message)).strip()
        if (
            0 < len(sources) <= MOST_SOURCES
            and len(changes) <= _MOST_FILES
            and all(state == "M" for state, *_ in sources)
            and "bot" not in author.lower()
            and len(_WORD.findall(text)) >= words
            and _MISTAKE.search(text)
        ):
            yield Fix(commit, text, [path for _, path in sources])


def _changed_functions(directory: Path, fix: Fix, graph: EntityTable) -> set[str]:
    found = set()
    for path in set(fix.files) & set(graph.paths):
        functions = [one for one in graph.entities_of(path) if graph.kinds[graph.kind[one]] in FUNCTION_KINDS]
        changed = git(directory, "diff", "-U0", f"{fix.commit}^", fix.commit, "--", path)
        for start, count in ((int(start), int(count or 1)) for start, count in _HUNK.findall(changed)):
            for line in range(start, start + max(count, 1)):
                before_end = 0 if count else 1  # behind the last line of a function stands the next one
                around = [
                    one
                    for one in functions
                    if graph.start_line[one] <= line <= graph.end_line[one] - before_end
                ]
                if around:
                    found.add(name_of(graph, graph.entity(max(around, key=graph.start_line.__getitem__))))
    return found
