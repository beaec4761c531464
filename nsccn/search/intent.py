"""What kind of work a task is, by rules: a few patterns for each intent, the first line counting most."""

from __future__ import annotations

import re
from typing import Final, NamedTuple


class Intent(NamedTuple):
    """The kind of a task."""

    name: str
    confidence: float
    """In [0, 1]: the intent's share of all that the rules found, less where they found little."""


BUG_FIX: Final = "BUG_FIX"
TEST_WRITING: Final = "TEST_WRITING"
REFACTOR: Final = "REFACTOR"
IMPLEMENTATION: Final = "IMPLEMENTATION"
USAGE_EXPLORATION: Final = "USAGE_EXPLORATION"
DEFINITION_LOOKUP: Final = "DEFINITION_LOOKUP"

INTENTS: Final = (BUG_FIX, IMPLEMENTATION, REFACTOR, TEST_WRITING, USAGE_EXPLORATION, DEFINITION_LOOKUP)
"""In the order of preference where the rules find two alike."""

_PATTERNS: Final = {
    BUG_FIX: (
        (3.0, r"\b(fix(es|ed|ing)?|bugs?|regression|crash(es|ed|ing)?|broken|debug)\b"),
        (2.0, r"(error|exception|traceback|panic(ked)?|segfault|stack ?trace|deadlock|leaks?)\b"),
        (1.5, r"\b(fail(s|ed|ing|ure)?|wrong(ly)?|incorrect(ly)?|unexpected(ly)?|invalid|missing|hangs?)\b"),
        (1.5, r"\b(does ?n[o']t|do ?n[o']t|can ?(no|')t|should ?n[o']t|is ?n[o']t|no longer|instead of)\b"),
        (1.0, r"^#* *(expected|actual|steps to reproduce|reproduc\w+|current)\b"),
    ),
    IMPLEMENTATION: (
        (3.0, r"^\W*(implement|add|support|introduce|create|allow|enable|provide|expose|extend)\b"),
        (2.0, r"\b(feature request|new (feature|option|flag|command|endpoint|method|parameter))\b"),
        (1.0, r"\b(implement|add|support|introduce|create|allow|enable|provide|would be nice)\b"),
    ),
    REFACTOR: (
        (
            4.0,
            r"\b(re-?factor(ing|ed)?|clean ?up|de-?duplicate|simplify|restructure|reorgani[sz]e|decouple)\b",
        ),
        (3.0, r"^\W*(rename|extract|inline|move|split|merge|remove|replace|migrate|deprecate|convert)\b"),
    ),
    TEST_WRITING: (
        (6.0, r"\b(write|add|create|extend|improve|missing|more|increase) ([\w-]+ ){0,4}(tests?|coverage)\b"),
        (3.0, r"^\W*(unit |integration |regression )?tests? (for|of|that|the)\b"),
    ),
    USAGE_EXPLORATION: (
        (4.0, r"\b(who|what|which|where)\b[^.\n?]{0,40}\b(calls?|uses?|used|invokes?|called|depends?)\b"),
        (3.0, r"\b(usages?|callers?|call sites|references) (of|to|for)\b|\bhow (do i|to|can i|is|are)\b"),
        (2.0, r"^\W*(how|why|explain|understand|walk me|trace|explore)\b"),
    ),
    DEFINITION_LOOKUP: (
        (4.0, r"\bwhere (is|are)\b[^.\n?]{0,60}\b(defined|declared|implemented|located|set)\b"),
        (3.0, r"\b(definition|declaration|implementation|signature|source) of\b"),
        (3.0, r"^\W*(find|locate|show|open|go to)\b"),
        (3.0, r"\A\W*+[\w.:#$/<>-]++(\(\))?\W*\Z"),  # a name and nothing else
        (2.0, r"\A\W*(what|where) (is|are|does)\b"),
    ),
}
_RULES: Final = tuple(
    (name, weight, re.compile(pattern, re.MULTILINE))
    for name, rules in _PATTERNS.items()
    for weight, pattern in rules
)
_READ: Final = 1200
_BODY_SHARE: Final = 0.4
_PRIOR: Final = 1.0


def intent(task: str) -> Intent:
    """Return the most likely intent of a task; without any sign, IMPLEMENTATION with confidence 0."""
    title, _, body = task.strip()[:_READ].lower().partition("\n")
    scores = dict.fromkeys(INTENTS, 0.0)
    for name, weight, pattern in _RULES:
        if pattern.search(title):
            scores[name] += weight
        elif body and pattern.search(body):
            scores[name] += weight * _BODY_SHARE
    best = max(INTENTS, key=lambda name: scores[name])
    if not scores[best]:
        return Intent(IMPLEMENTATION, 0.0)
    return Intent(best, scores[best] / (sum(scores.values()) + _PRIOR))
