"""What kind of work a task is, by the weights of its words and of turns of phrase.

Multinomial logistic regression over words, the beginnings of long ones, pairs of neighbours, and signs
(`intentsigns.py`); names of code count as such, whatever they are. The weights are fitted by `benchmarks/selection
intents` on tasks that several authors wrote.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import exp
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from nsccn.regexes import regex
from nsccn.search.intentsigns import SIGNS


class Intent(NamedTuple):
    """The kind of a task."""

    name: str
    confidence: float
    """The probability that the weights give it, in [0, 1]; 0 where no word of the task has any."""


BUG_FIX: Final = "BUG_FIX"
TEST_WRITING: Final = "TEST_WRITING"
REFACTOR: Final = "REFACTOR"
IMPLEMENTATION: Final = "IMPLEMENTATION"
USAGE_EXPLORATION: Final = "USAGE_EXPLORATION"
DEFINITION_LOOKUP: Final = "DEFINITION_LOOKUP"

INTENTS: Final = (BUG_FIX, IMPLEMENTATION, REFACTOR, TEST_WRITING, USAGE_EXPLORATION, DEFINITION_LOOKUP)
"""In the order of the weights."""

WEIGHTS: Final = Path(__file__).with_name("intents.json")
PRIOR: Final = "#"
"""The feature that every task has."""
SCALE: Final = 100.0
"""What the weights in the file are multiplied by."""
_READ: Final = 800
_BODY_SHARE: Final = 0.4
"""What a word behind the first line counts for."""
_BEGINNING: Final = 5
_BEGIN: Final = "^"
_NAME: Final = " xcode "
_CODE: Final = regex(
    r"`[^`]*`|\b\w*_\w+(?:\(\))?|\b[a-zA-Z]*[a-z][A-Z]\w*(?:\(\))?|\S*\w[./:#(\[<>=]+\w\S*|\b\w+\(\)|--?\w[\w-]*"
)
_WORD: Final = regex(r"[a-z]+(?:'[a-z]+)?|\?")


_MENDS: Final = regex(
    r"\W*(?:(?:fix|bugfix|hotfix)(?:\([^()\n]{1,100}\))?!?:\s|(?:[\w./*,-]{2,60}(?:\([^()\n]{1,100}\))?!?:\s+)?"
    r"(?:fix(?:e[sd]|ing)?|avoid(?:s|ed|ing)?|handle[sd]?|prevent(?:s|ed|ing)?)\s+\S+\s+\S)",
    re.IGNORECASE,
)
"""What the subject of a commit begins with that says that something was wrong: `Avoid a crash …`, `fix(ssr): …`."""
_OF_TESTS: Final = regex(r"\b(?:tests?|testing|specs?|coverage)\b", re.IGNORECASE)
_LEAST_MENDING: Final = 0.5


def intent(task: str) -> Intent:
    """Return the most likely intent of a task; where nothing tells, IMPLEMENTATION with confidence 0.

    That tests are to be written is no likelier than the title makes it: texts about other work list them too. A title
    that begins as that of a fix tells of one, unless it speaks of tests.
    """
    chances = _chances(task)
    if not chances:
        return Intent(IMPLEMENTATION, 0.0)
    title = task.strip().partition("\n")[0]
    if _MENDS.match(title) and not _OF_TESTS.search(title):
        return Intent(BUG_FIX, max(chances[BUG_FIX], _LEAST_MENDING))
    of_title = _chances(title)
    if of_title and of_title[TEST_WRITING] < chances[TEST_WRITING]:
        others = (1.0 - of_title[TEST_WRITING]) / sum(
            chances[name] for name in INTENTS if name != TEST_WRITING
        )
        chances = {name: chance * others for name, chance in chances.items()} | {
            TEST_WRITING: of_title[TEST_WRITING]
        }
    best = max(INTENTS, key=lambda name: chances[name])
    return Intent(best, chances[best])


def _chances(text: str) -> dict[str, float]:
    """Return how probable each intent is; nothing where no word has a weight."""
    known = _weights()
    found = {feature: value for feature, value in features(text).items() if feature in known}
    if not found.keys() - {_BEGIN, _NAME.strip(), f"{_BEGIN} {_NAME.strip()}"}:
        return {}
    sums = sums_of(found, known)
    odds = [exp((one - max(sums)) / SCALE) for one in sums]
    total = sum(odds)
    return {name: one / total for name, one in zip(INTENTS, odds, strict=True)}


def sums_of(found: Mapping[str, float], weights: Mapping[str, Sequence[int]]) -> list[float]:
    """Return what speaks for each of `INTENTS`, by weights that know the prior and all features that were found."""
    sums = [float(weight) for weight in weights[PRIOR]]
    for feature, value in found.items():
        for place, weight in enumerate(weights[feature]):
            sums[place] += value * weight
    return sums


def features(task: str) -> dict[str, float]:
    """Return what a task shows, and how much each counts.

    >>> features("Add it")
    {'^': 1.0, 'add': 1.0, 'it': 1.0, '^ add': 1.0, 'add it': 1.0, 'IMPLEMENTATION 1': 1.0, 'IMPLEMENTATION 5': 1.0}
    """
    title, _, body = task.strip()[:_READ].partition("\n")
    found: dict[str, float] = {}
    for words, share in ((_words(body), _BODY_SHARE), ([_BEGIN, *_words(title)], 1.0)):
        found.update(dict.fromkeys(words, share))
        found.update((f"{word[:_BEGINNING]}*", share) for word in words if len(word) > _BEGINNING)
        found.update((f"{one} {other}", share) for one, other in pairwise(words))
    found.update(_signs(title.lower(), body.lower()))
    return found


def _signs(title: str, body: str) -> Iterator[tuple[str, float]]:
    for sign, pattern in SIGNS.items():
        if pattern.search(title):
            yield sign, 1.0
        elif body and pattern.search(body):
            yield sign, _BODY_SHARE


def _words(text: str) -> list[str]:
    return _WORD.findall(_CODE.sub(_NAME, text).lower())


@cache
def _weights() -> dict[str, list[int]]:
    return msgspec.json.decode(WEIGHTS.read_bytes(), type=dict[str, list[int]])
