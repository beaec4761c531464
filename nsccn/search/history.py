"""What past commits say of the files that they changed: a new task is often worded like an old one.

The messages of commits are documents; a query's score for a message goes to the files that the commit changed,
the less the more they are. Only ancestors of the commit that is checked out are known.
"""

from __future__ import annotations

from array import array
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from nsccn.arrays import StringTable, pack_strings
from nsccn.regexes import regex
from nsccn.search.corpus import Occurrences
from nsccn.search.inversion import Triples, inverted
from nsccn.search.postings import Postings, Scoring
from nsccn.search.references import numbers, references, shortened
from nsccn.search.terms import WORD, expand

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

MOST_COMMITS: Final = 10_000
"""So many are read, the newest ones."""
LOG: Final = (
    "log",
    f"--max-count={MOST_COMMITS}",
    "--no-merges",
    "--no-renames",
    "--name-only",
    "--relative",
    "-z",
    "--format=%x01%H %s%n%b",
)
"""What git is asked: each commit's name and message, and the paths that it changed."""
_BEGINS: Final = regex(rb"(?:\A|(?<=\0))\x01(?=[0-9a-f]{40,64} )")
"""What stands before each commit: a message may hold any byte but zero."""

_MOST_FILES: Final = 30
"""A commit that changes more says nothing of any of them."""
_READ: Final = 1500
"""So many characters of a message are read."""
_TRAILER: Final = regex(r"(?m)^(?:[A-Z][\w-]*-by|Change-Id|Cc): .*$|^git-svn-id: .*$")
_SCORING: Final = Scoring(k1=1.2, b=0.7)
_NEAREST: Final = 30
_MOST_OF_A_NUMBER: Final = 2
"""A number that more commits say stands for more than one change."""


class Remembered(NamedTuple):
    """What history says of each file."""

    best: NDArray[np.float64]
    """The score of the best message of a commit that changed it."""
    nearest: NDArray[np.float64]
    """Those of the best messages of all, added up."""
    referred: NDArray[np.float64]
    """In [0, 1]: whether the text refers to a commit that changed it, the less the more files that changed."""


def read_log(log: bytes) -> dict[str, NDArray[Any]]:
    """Return the arrays of a history from what git printed."""
    words, paths = _Numbering(), _Numbering()
    said, documents = array("i"), array("i")
    changed, bounds = array("i"), array("i", [0])
    commits, reports, telling = array("I"), array("I"), array("i")
    for number, entry in enumerate(_BEGINS.split(log)[1:]):
        told, _, names = entry.partition(b"\0")
        commit, _, message = told.decode("utf-8", "replace").partition(" ")
        message = _TRAILER.sub("", message)[:_READ]
        commits.append(shortened(commit))
        said_reports = sorted(numbers(message))
        reports.extend(said_reports)
        telling.extend([number] * len(said_reports))
        found = WORD.findall(message)
        said.extend(map(words.number, found))
        documents.extend([number] * len(found))
        lines = [name.strip(b"\n") for name in names.split(b"\0")]
        changed.extend(paths.number(line.decode("utf-8", "surrogateescape")) for line in lines if line)
        bounds.append(len(changed))
    return {
        **_inverted(list(words.given), said, documents, len(bounds) - 1),
        "changed": np.array(changed, np.int32),
        "bounds": np.array(bounds, np.uint32),
        "commits": np.array(commits, np.uint32),
        "reports": np.array(reports, np.uint32),
        "telling": np.array(telling, np.int32),
        **_packed("paths", list(paths.given)),
    }


class _Numbering:
    """Numbers strings in the order in which they come."""

    def __init__(self) -> None:
        self.given: dict[str, int] = {}

    def number(self, string: str) -> int:
        return self.given.setdefault(string, len(self.given))


def _inverted(
    words: Sequence[str], said: array[int], documents: array[int], commits: int
) -> dict[str, NDArray[Any]]:
    expansion = expand(words)
    told = Occurrences(np.array(documents, np.int32), np.array(said, np.int32), np.ones(len(said), np.int32))
    triples = Triples.of(told, expansion, 1)
    lists = inverted([triples], len(expansion.names))
    return {
        **_packed("terms", expansion.names),
        "offsets": lists.bounds,
        "documents": lists.numbers.astype(np.int32),
        "counts": lists.columns["counts"],
        "lengths": triples.lengths(commits).astype(np.uint32),
    }


def _packed(name: str, strings: Sequence[str]) -> dict[str, NDArray[Any]]:
    blob, offsets = pack_strings(strings)
    return {f"{name}_blob": blob, f"{name}_offsets": offsets}


class History:
    """Answers which files of a snapshot were changed by commits whose messages fit a query."""

    def __init__(self, arrays: Mapping[str, NDArray[Any]], paths: Sequence[str]) -> None:
        """Read what `read_log` returned; files are numbered as in `paths`."""
        self._terms = StringTable(arrays["terms_blob"], arrays["terms_offsets"])
        self._messages = Postings(*(arrays[name] for name in ("offsets", "documents", "counts", "lengths")))
        slot_of = {path: slot for slot, path in enumerate(paths)}
        past = StringTable(arrays["paths_blob"], arrays["paths_offsets"])
        slots = np.array([slot_of.get(path, -1) for path in past], np.int32)[arrays["changed"]]
        commits = np.repeat(np.arange(len(arrays["bounds"]) - 1), np.diff(arrays["bounds"]))
        is_known = slots >= 0
        sizes = np.bincount(commits[is_known], minlength=len(arrays["bounds"]) - 1)
        kept = is_known & (sizes <= _MOST_FILES)[commits]
        self._slots, self._commits = slots[kept], commits[kept]
        self._share: NDArray[np.float64] = 1 / np.sqrt(np.maximum(sizes, 1))
        self._share[(sizes == 0) | (sizes > _MOST_FILES)] = 0.0
        self._files = len(paths)
        self._names, self._reports, self._telling = (
            arrays[name] for name in ("commits", "reports", "telling")
        )

    def __len__(self) -> int:
        return len(self._share)

    @cached_property
    def _number(self) -> dict[str, int]:
        """The number of each term. A long query asks for thousands, and a history has few enough to hold them all."""
        return {term: number for number, term in enumerate(self._terms)}

    def remembered(self, weights: Mapping[str, float], text: str = "") -> Remembered:
        """Return what the messages that fit weighted terms say of each file, and the commits that a text refers to."""
        known = {self._number[term]: weight for term, weight in weights.items() if term in self._number}
        scores = self._messages.scores(known, _SCORING) * self._share
        best = self._best(scores)
        least = np.partition(scores, -_NEAREST)[-_NEAREST] if len(scores) > _NEAREST else 0.0
        near = np.where(scores >= least, scores, 0.0)
        nearest = np.bincount(self._slots, near[self._commits], self._files).astype(np.float64)
        return Remembered(best, nearest, self._best(self._referred(text) * self._share))

    def _best(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return for each file the highest score of a commit that changed it."""
        best = np.zeros(self._files)
        np.maximum.at(best, self._slots, scores[self._commits])
        return best

    def _referred(self, text: str) -> NDArray[np.float64]:
        """Return 1 for each commit that a text refers to, by its name or by a number that few messages say."""
        said = references(text)
        found = np.isin(self._names, np.array(sorted(said.commits), np.uint32)).astype(np.float64)
        for number in said.numbers:
            commits = self._telling[self._reports == number]
            if len(commits) <= _MOST_OF_A_NUMBER:
                found[commits] = 1.0
        return found
