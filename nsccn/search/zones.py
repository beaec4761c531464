"""Takes a query apart into title, prose and code, and weighs its terms by where they stand."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.search.terms import STOP_WORDS, WHOLE, WORD, query_terms
from nsccn.text import stem, subtokens

if TYPE_CHECKING:
    from collections.abc import Iterator

TITLE_WEIGHT: Final = 2.5
PROSE_WEIGHT: Final = 1.0
CODE_WEIGHT: Final = 0.4
WHOLE_WEIGHT: Final = 0.7
"""Of a compound identifier kept whole, beside its parts."""
JOINED_WEIGHT: Final = 0.3
"""Of neighbouring words that could be one identifier: `radix tree` for `RadixTree`."""

_HTML_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
_URL: Final = re.compile(r"\b(?:https?|ftp|file)://\S+")
_VERSION_LINE: Final = re.compile(r"(?m)^[ \t>*-]*[\w .()/-]{1,40}[:=]{1,2} *v?\d+(?:\.\d+)+\S*[ \t]*$")
_FENCE: Final = re.compile(r"^\s*(```|~~~)")
_CODE_LINE: Final = re.compile(
    r"^(?: {4,}|\t)\S|^\s*(?:>>>|\.\.\. |In \[|Out\[|\$ |# ?include\b)"
    r"|^\s*(?:import|from|use|using|require|package|const|let|var|def|class|func|fn|public|return)\b.*[;:({'\")]\s*$"
    r"|^\s*(?:from\s+[\w.]+\s+import|import\s+[\w.]+(?:\s+as\s+\w+)?\s*$)"
    r"|^\s*File \".*\", line \d+|^Traceback \(most recent|^\s*at \S+.*[(:]\S*\d+"
)


class Zones(NamedTuple):
    """The parts of a query. One of a single line is all title."""

    title: str
    prose: str = ""
    code: str = ""


def strip_noise(text: str) -> str:
    """Leave out comments that do not show, addresses, and lines that name a version."""
    return _VERSION_LINE.sub("", _URL.sub(" ", _HTML_COMMENT.sub(" ", text))).strip()


def decompose(text: str) -> Zones:
    """Take a query apart; comments that do not show, addresses and lists of versions are left out."""
    title, _, rest = strip_noise(text).partition("\n")
    prose: list[str] = []
    code: list[str] = []
    fenced = False
    for line in rest.split("\n"):
        if _FENCE.match(line):
            fenced = not fenced
        else:
            (code if fenced or _CODE_LINE.match(line) else prose).append(line)
    return Zones(title, "\n".join(prose), "\n".join(code))


def term_weights(zones: Zones) -> dict[str, float]:
    """Return the query's terms and what each counts.

    Repeated terms count by the logarithm of their number, in each zone by itself.
    """
    weights: defaultdict[str, float] = defaultdict(float)
    parts = ((zones.title, TITLE_WEIGHT), (zones.prose, PROSE_WEIGHT), (zones.code, CODE_WEIGHT))
    for text, zone_weight in parts:
        for term, count in _counted_terms(text).items():
            form_weight = WHOLE_WEIGHT if term.startswith(WHOLE) else 1.0
            weights[term] += form_weight * zone_weight * (1 + math.log(count))
    for text, zone_weight in parts[:2]:
        for term, count in Counter(_joined(text)).items():
            weights[term] += JOINED_WEIGHT * zone_weight * (1 + math.log(count))
    return dict(weights)


def _counted_terms(text: str) -> Counter[str]:
    counted: Counter[str] = Counter()
    for word, count in Counter(WORD.findall(text)).items():
        for term in query_terms(word):
            counted[term] += count
    return counted


def _joined(text: str) -> Iterator[str]:
    """Yield runs of two and three neighbouring plain words as one word and as one compound identifier."""
    for line in text.split("\n"):
        run: list[str] = []
        for word in WORD.findall(line):
            pieces = subtokens(word)
            if len(pieces) != 1:
                run.clear()
                continue
            run = [*run[-2:], pieces[0]]
            for length in range(2, len(run) + 1):
                if STOP_WORDS.isdisjoint((run[-1], run[-length])):
                    joined = "".join(run[-length:])
                    yield from (WHOLE + joined, stem(joined))
