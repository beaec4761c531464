"""Signs of what a task wants: turns of phrase that say more than their words one by one.

They are grouped by the intent that they mostly go with; what each is worth is fitted like the weight of a word.
"""

from __future__ import annotations

import re
from typing import Final

from nsccn.regexes import regex

_BEGIN: Final = r"^\W*(please |let's |we should )?"
_FEW_WORDS: Final = r"((?!(to|that|which|when|if|from|in) )[\w-]+ ){0,4}"
_GAP: Final = r"[^\n?]{0,50}"
_TESTS: Final = r"(unit|py)?(tests?|test[- ]cases?|coverage)\b"
_PARTS: Final = r"(parameter|argument|attribute|field|member|method|option|value|type|default)s?"
_PATTERNS: Final = {
    "BUG_FIX": (
        r"\b(fix(es|ed|ing)?|bugs?|crash(es|ed|ing)?|broken|debug)\b|\bregression\b(?! tests?)",
        r"((error|exception|seg(mentation )?fault|deadlock|leak)s?|traceback|panic(s|ked)?|stack ?trace)\b",
        r"\b(race condition|infinite (loop|recursion)|off[- ]by[- ]one|undefined behaviou?r|memory corruption)\b",
        r"\b(fail(s|ed|ing|ure)?|wrong(ly)?|incorrect(ly)?|unexpected(ly)?|invalid|missing|hangs?|chokes?)\b",
        r"\b(inconsisten\w+|misleading|ignore[sd]|los(es|t)|unable|corrupt\w*|truncate[sd]|twice)\b",
        r"\b((do(es)?|did|is|are|was|were|should|must) ?n[o']t|can ?(no|')t|no longer)\b",
        r"\b(drifts?|stall(s|ed)|freez(es?|ing)|frozen|stuck|misbehav\w+|mishandl\w+|garbled?|swallow(s|ed)|silently|spurious(ly)?)\b",
        r"\b(becomes|turns into|ends up|in a row|too (early|late|often|many times)|only (half|partly|sometimes))\b",
        r"\bi(('d| would)? (have )?expect(ed)?| suspect)\b|\b(after|since) (upgrad|updat)ing\b",
        r"\b(instead of|even though|although|despite|used to work|no effect|not work(ing)?)\b",
        # A sentence that says what the code does reports something; what is wanted is said as a command.
        r"\A\W*+(\S+ ){1,6}(returns|raises|throws|prints|shows|gives|adds|drops|writes|produces|treats|behaves)\b",
        r"^#* *(expected|actual|steps to reproduce|reproduc\w+|current)\b|^ *(>>>|in \[\d+\]:) ",
    ),
    "IMPLEMENTATION": (
        rf"{_BEGIN}(implement|add|support|introduce|create|allow|enable|provide|expose|extend|let)\b",
        r"\b(i|we)( would|'d)? (want|like|need)\b(?! to (know|understand|see|find))",
        r"\bit would be (nice|useful|great|good)\b",
        r"\b(feature request|new (feature|option|flag|command|endpoint|method|parameter))\b",
        r"\b(implement|add|support|introduce|create|allow|enable|provide|would be nice)\b",
    ),
    "REFACTOR": (
        r"\b(re-?factor(ing|ed)?|clean(ing)? ?up|de-?duplicate|restructure|reorgani[sz]e|decouple)\b",
        rf"{_BEGIN}(simplify|tidy|unify|consolidate|rework|hoist|streamline|modernize|factor|merge|flatten)\b(?!\()",
        r"\b(break|split|pull|factor|hoist|lift|move)s? (it |them |this |that )?(up|apart|out|into)\b",
        r"\btoo (long|big|large|complex|complicated|nested)\b|\b(same|copied|repeated) code\b|\bcosmetic\b",
        rf"{_BEGIN}(rename|extract|inline|move|split|merge|remove|replace|migrate|deprecate|convert)\b",
        r"\b(without (a )?chang(e|ing)|same (behaviou?r|interface)|duplicat(ion|ed? code))\b",
        r"\b(callers|users|nobody) (should|must|will|may) (not )?notice\b",
    ),
    "TEST_WRITING": (
        rf"\b(write|add|create|extend|improve|missing|more|increase|need) {_FEW_WORDS}{_TESTS}",
        r"(^|: )(an? )?((unit|integration|regression) )?tests? (for|of|that|the|whether|with)\b",
        r"\b(((isn|aren|wasn)'?t|not|never|hardly|barely|poorly) (yet )?(unit[- ])?(tested|covered)|untested)\b",
        rf"\A\W*{_FEW_WORDS}{_TESTS} (for|of|that|which|with|around|on)\b",
        r"\b(write|add|more|extend|missing) ([\w-]+ ){0,3}(assert(ion)?|spec|fixture|mock)s?\b",
        rf"\b(no|lacks?|without|cover\w*( \w+)? (by|with)) {_FEW_WORDS}{_TESTS}|{_BEGIN}cover\b",
    ),
    "USAGE_EXPLORATION": (
        rf"\b(who|what|which|where)\b{_GAP}\b(calls?|uses?|used|invokes?|called|depends?)\b",
        rf"\bhow (do|does|is|are)\b{_GAP}\b(uses?|used|calls?|called|invoked?|applied)\b",
        r"\b(usages?|callers?|call sites|references|examples?) (of|to|for)\b|\bhow (do i|to|can i)\b",
        r"\b(its|all|every|the) (callers?|usages?|call sites?|references?|uses|users|consumers|importers)\b",
        rf"\b(what|which)\b{_GAP}\b(breaks?|affected|relies|rely|needs? to change)\b|\bimpact of\b",
        r"\b(needed|used|called|referenced|imported)( \w+)? (anywhere|elsewhere|outside|in other|only)\b",
        r"^\W*(how|why|understand|walk me|trace|explore)\b",
    ),
    "DEFINITION_LOOKUP": (
        rf"\bwhere (is|are)\b{_GAP}\b(defined|declared|implemented|located|set)\b",
        rf"\bhow (is|are|does|do)\b{_GAP}\b(laid out|implemented|defined|represented|works?)\b",
        rf"\b(definition|declaration|implementation|signature|source|meaning) of\b|\bwhat\b{_GAP}\bmeans?\b",
        rf"\b(which|what) (\w+ )?{_PARTS}\b{_GAP}\b(is|are|do|does|ha[sv]e?|takes?|accepts?|returns?)\b",
        r"\bwhere (can|do|could|would) (i|we) (find|see|look)\b|\A\W*look(ing)? (up|for)\b",
        r"^\W*(find|locate|show|open|go to|explain|describe|tell me)\b",
        r"\A\W*+[\w.:#$/<>-]++(\(\))?\W*\Z",  # a name and nothing else
        r"\A\W*(what|where) (is|are|does)\b",
    ),
}
SIGNS: Final = {
    f"{name} {number}": regex(pattern, re.MULTILINE)
    for name, patterns in _PATTERNS.items()
    for number, pattern in enumerate(patterns, 1)
}
"""Sign -> what shows it in a text in lower case."""
