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

_BEGIN: Final = r"^\W*(please |let's |we should )?"
_FEW_WORDS: Final = r"((?!(to|that|which|when|if|from|in) )[\w-]+ ){0,4}"
_GAP: Final = r"[^\n?]{0,50}"
_TESTS: Final = r"(unit|py)?(tests?|test[- ]cases?|coverage)\b"
_PARTS: Final = r"(parameter|argument|attribute|field|member|method|option|value|type|default)s?"
_PATTERNS: Final = {
    BUG_FIX: (
        (3.0, r"\b(fix(es|ed|ing)?|bugs?|crash(es|ed|ing)?|broken|debug)\b|\bregression\b(?! tests?)"),
        (
            2.0,
            r"((error|exception|seg(mentation )?fault|deadlock|leak)s?|traceback|panic(s|ked)?|stack ?trace)\b",
        ),
        (
            2.0,
            r"\b(race condition|infinite (loop|recursion)|off[- ]by[- ]one|undefined behaviou?r|memory corruption)\b",
        ),
        (
            1.5,
            r"\b(fail(s|ed|ing|ure)?|wrong(ly)?|incorrect(ly)?|unexpected(ly)?|invalid|missing|hangs?|chokes?)\b",
        ),
        (1.5, r"\b(inconsisten\w+|misleading|ignore[sd]|los(es|t)|unable|corrupt\w*|truncate[sd]|twice)\b"),
        (1.5, r"\b((do(es)?|did|is|are|was|were|should|must) ?n[o']t|can ?(no|')t|no longer)\b"),
        (
            1.5,
            r"\b(drifts?|stall(s|ed)|freez(es?|ing)|frozen|stuck|misbehav\w+|mishandl\w+|garbled?|swallow(s|ed)|silently|spurious(ly)?)\b",
        ),
        (
            1.0,
            r"\b(becomes|turns into|ends up|in a row|too (early|late|often|many times)|only (half|partly|sometimes))\b",
        ),
        (1.5, r"\bi(('d| would)? (have )?expect(ed)?| suspect)\b|\b(after|since) (upgrad|updat)ing\b"),
        (1.5, r"\b(instead of|even though|although|despite|used to work|no effect|not work(ing)?)\b"),
        # A sentence that says what the code does reports something; what is wanted is said as a command.
        (
            1.0,
            r"\A\W*+(\S+ ){1,6}(returns|raises|throws|prints|shows|gives|adds|drops|writes|produces|treats|behaves)\b",
        ),
        (1.0, r"^#* *(expected|actual|steps to reproduce|reproduc\w+|current)\b|^ *(>>>|in \[\d+\]:) "),
    ),
    IMPLEMENTATION: (
        (3.0, rf"{_BEGIN}(implement|add|support|introduce|create|allow|enable|provide|expose|extend|let)\b"),
        (2.5, r"\b(i|we)( would|'d)? (want|like|need)\b(?! to (know|understand|see|find))"),
        (2.5, r"\bit would be (nice|useful|great|good)\b"),
        (2.0, r"\b(feature request|new (feature|option|flag|command|endpoint|method|parameter))\b"),
        (1.0, r"\b(implement|add|support|introduce|create|allow|enable|provide|would be nice)\b"),
    ),
    REFACTOR: (
        (4.0, r"\b(re-?factor(ing|ed)?|clean(ing)? ?up|de-?duplicate|restructure|reorgani[sz]e|decouple)\b"),
        (
            4.0,
            rf"{_BEGIN}(simplify|tidy|unify|consolidate|rework|hoist|streamline|modernize|factor|merge|flatten)\b(?!\()",
        ),
        (3.0, r"\b(break|split|pull|factor|hoist|lift|move)s? (it |them |this |that )?(up|apart|out|into)\b"),
        (
            2.5,
            r"\btoo (long|big|large|complex|complicated|nested)\b|\b(same|copied|repeated) code\b|\bcosmetic\b",
        ),
        (
            3.0,
            rf"{_BEGIN}(rename|extract|inline|move|split|merge|remove|replace|migrate|deprecate|convert)\b",
        ),
        (2.0, r"\b(without (a )?chang(e|ing)|same (behaviou?r|interface)|duplicat(ion|ed? code))\b"),
        (2.0, r"\b(callers|users|nobody) (should|must|will|may) (not )?notice\b"),
    ),
    TEST_WRITING: (
        (6.0, rf"\b(write|add|create|extend|improve|missing|more|increase|need) {_FEW_WORDS}{_TESTS}"),
        (5.0, r"(^|: )(an? )?((unit|integration|regression) )?tests? (for|of|that|the|whether|with)\b"),
        (
            6.0,
            r"\b(((isn|aren|wasn)'?t|not|never|hardly|barely|poorly) (yet )?(unit[- ])?(tested|covered)|untested)\b",
        ),
        (5.0, rf"\A\W*{_FEW_WORDS}{_TESTS} (for|of|that|which|with|around|on)\b"),
        (
            6.0,
            r"\b(write|add|more|extend|missing) ([\w-]+ ){0,3}(assert(ion)?|spec|fixture|mock)s?\b",
        ),
        (4.0, rf"\b(no|lacks?|without|cover\w*( \w+)? (by|with)) {_FEW_WORDS}{_TESTS}|{_BEGIN}cover\b"),
    ),
    USAGE_EXPLORATION: (
        (4.0, rf"\b(who|what|which|where)\b{_GAP}\b(calls?|uses?|used|invokes?|called|depends?)\b"),
        (4.0, rf"\bhow (do|does|is|are)\b{_GAP}\b(uses?|used|calls?|called|invoked?|applied)\b"),
        (3.0, r"\b(usages?|callers?|call sites|references|examples?) (of|to|for)\b|\bhow (do i|to|can i)\b"),
        (
            3.0,
            r"\b(its|all|every|the) (callers?|usages?|call sites?|references?|uses|users|consumers|importers)\b",
        ),
        (4.0, rf"\b(what|which)\b{_GAP}\b(breaks?|affected|relies|rely|needs? to change)\b|\bimpact of\b"),
        (
            4.0,
            r"\b(needed|used|called|referenced|imported)( \w+)? (anywhere|elsewhere|outside|in other|only)\b",
        ),
        (1.5, r"^\W*(how|why|understand|walk me|trace|explore)\b"),
    ),
    DEFINITION_LOOKUP: (
        (4.0, rf"\bwhere (is|are)\b{_GAP}\b(defined|declared|implemented|located|set)\b"),
        (3.0, rf"\bhow (is|are|does|do)\b{_GAP}\b(laid out|implemented|defined|represented|works?)\b"),
        (
            3.0,
            rf"\b(definition|declaration|implementation|signature|source|meaning) of\b|\bwhat\b{_GAP}\bmeans?\b",
        ),
        (
            4.0,
            rf"\b(which|what) (\w+ )?{_PARTS}\b{_GAP}\b(is|are|do|does|ha[sv]e?|takes?|accepts?|returns?)\b",
        ),
        (3.0, r"\bwhere (can|do|could|would) (i|we) (find|see|look)\b|\A\W*look(ing)? (up|for)\b"),
        (3.0, r"^\W*(find|locate|show|open|go to|explain|describe|tell me)\b"),
        (3.0, r"\A\W*+[\w.:#$/<>-]++(\(\))?\W*\Z"),  # a name and nothing else
        (2.0, r"\A\W*(what|where) (is|are|does)\b"),
    ),
}
_RULES: Final = tuple(
    (name, weight, re.compile(pattern, re.MULTILINE))
    for name, rules in _PATTERNS.items()
    for weight, pattern in rules
)
_READ: Final = 800
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
