"""Takes a query apart into title, prose and code, and weighs its terms by where they stand."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.regexes import regex
from nsccn.search.environment import FENCE, without_environment
from nsccn.search.terms import STOP_WORDS, WHOLE, WORD, query_terms
from nsccn.text import stem, subtokens

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

TITLE_WEIGHT: Final = 2.5
PROSE_WEIGHT: Final = 1.0
CODE_WEIGHT: Final = 0.4
WHOLE_WEIGHT: Final = 0.7
"""Of a compound identifier kept whole, beside its parts."""
JOINED_WEIGHT: Final = 0.3
"""Of neighbouring words that could be one identifier: `radix tree` for `RadixTree`."""

MOST_TEXT: Final = 60_000
"""So many characters of a query are looked at: the first and the last half."""
_MOST_TERMS: Final = 4000
_MOST_JOINED: Final = 6
"""Words of a line that may be one name."""
LONGEST_WORD: Final = 200
_NO_WORD: Final = regex(rf"(?<!\w)\w{{{LONGEST_WORD + 1},}}+")
"""Too long to be anything's name: encoded data."""
_HTML_COMMENT: Final = regex(r"<!--.*?-->", re.DOTALL)
_URL: Final = regex(r"\b(?:https?|ftp|file)://\S+")
_VERSION_LINE: Final = regex(r"(?m)^[ \t>*-]*+[\w .()/-]{1,40}[:=]{1,2} *v?\d++(?:\.\d++)++\S*+[ \t]*$")
_TICKET: Final = regex(
    r"(?:\s*+\[(?:[A-Z][A-Z0-9]{0,9}-|#)\d{1,7}\]:?)++\s*+|\s*+[A-Z][A-Z0-9]{0,9}-\d{1,7}:\s++(?=[a-z]+[(:])"
)
"""The number that a title begins with, in brackets or before the kind of work: `[PM-123] fix: …`; a word of nothing."""
KIND_OF_COMMIT: Final = regex(
    r"\s*+(?P<kind>fix|feat|chore|refactor|perf|style|docs|bug|bugfix|hotfix|feature)"
    r"(?:\((?P<scope>[^()\n]{1,100})\))?!?:\s+(?=\w|`)",
    re.IGNORECASE,
)
"""What a conventional commit's title begins with: the kind of work, and the part of the repository that it is in."""
_PART: Final = regex(r"\s*+(?P<part>[\w./*-]{2,60}(?:(?:, ?| and )[\w./*-]{2,60}){0,3}):[ \t]++\S")
"""The part alone, as other titles begin: `unix,win: …`, `ignore/types: …`."""
_TAG: Final = regex(
    r"\s*+\[(?:(?P<kind>bugs?|bug[ -]?fix|hotfix|fix|feat|feature(?: request)?|enhancement|chore|refactor|perf|docs?)"
    r"|(?P<part>[A-Za-z][\w./*-]{1,59}(?:, ?[\w./*-]{2,60}){0,3}))\]:?\s++(?=\S+\s+\S)",
    re.IGNORECASE,
)
"""The same in brackets, as reports and some titles begin: `[Bug]: …`, `[core] …`."""
_FIXING: Final = regex(r"\s*+(?P<kind>fix(?:es|ing)?)\s++(?=\S+\s+\S)", re.IGNORECASE)
"""What a title begins with that says that something is mended: `Fix the total of a cart`."""
_CHANGING: Final = regex(
    r"\s*+(?:add|allow|avoid|change|deprecate|disable|do(?: not|n't)|drop|enable|ensure|expose|handle|hide|implement"
    r"|improve|introduce|make|move|prevent|refactor|reduce|remove|rename|replace|rewrite|show|simplify|stop|support|update|use)"
    r"\s+\S+\s+\S",
    re.IGNORECASE,
)
"""What a title begins with that says what is to be done, in three words at least: fewer may be a name."""
_TO_FIX: Final = regex(r"(?<![\w\"'`.-])fix(?:es)?(?![\w\"'`(-]|\.\w)", re.IGNORECASE)
"""The same in a sentence behind the title; in quotes, or as a part of something longer, it is a name."""
_AGAIN: Final = regex(r"(?<![\w./-])(?P<again>re)-(?P<verb>[a-z]{3,})", re.IGNORECASE)
"""A verb that says that something is done again: `re-fetch`, which is `refetch` and `fetch`, and no `re`."""
_BOTH: Final = r"\g<again>\g<verb> \g<verb>"
_REFERENCE: Final = regex(
    r"\((?:[A-Za-z]{1,10} )?#\d{1,7}\)"
    r"|\b(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?|refs?|see|related to)\b:? ?#\d{1,7}\b",
    re.IGNORECASE,
)
"""Another report: `(#12)`, `Closes #12`."""
_TRAILER: Final = regex(
    r"(?<=\n)[ \t]*+(?:(?:[a-z]++-)++by:[ \t].*|change-id:[ \t]*+I[0-9a-f]{8,}+.*"
    r"|\(cherry picked from commit [0-9a-f]++\)|git-svn-id:.*"
    r"|(?:fix(?:e[sd])?|close[sd]?|resolve[sd]?|refs?|see|link|pr-url)(?::[ \t]*+|[ \t]++)https?://\S++)[ \t]*+$",
    re.IGNORECASE | re.MULTILINE,
)
"""What the message of a commit ends with: who wrote or read it, what it closes: `Reviewed-by: …`, `Closes: https://…`."""
_OF_FORM: Final = regex(
    r"(?m)^[ \t]*[-*] \[[ xX]\] .*|</?(?:br|details|hr|img|kbd|picture|source|su[bp]|summary)\b[^<>]*+>"
)
"""What a form has its writer tick off, and tags that say how a report looks."""
_CODE_LINE: Final = regex(
    r"^(?: {4,}|\t)\S|^\s*(?:>>>|\.\.\. |In \[|Out\[|\$ |# ?include\b)"
    r"|^\s*(?:import|from|use|using|require|package|const|let|var|def|class|func|fn|public|return)\b.*[;:({'\")]\s*$"
    r"|^\s*(?:from\s+[\w.]+\s+import|import\s+[\w.]+(?:\s+as\s+\w+)?\s*$)"
    r"|^\s*File \".*\", line \d+|^Traceback \(most recent|^\s*at \S.*[(:][^\s\d(:]*+\d"
)


class Zones(NamedTuple):
    """The parts of a query. One of a single line is all title."""

    title: str
    prose: str = ""
    code: str = ""
    kind: str = ""
    """What kind of commit the title is of, `fix` or `feat`: a word of past commits, and of nothing in the code."""
    part: str = ""
    """What the title names before a colon, be it a part of the repository or not; it is in the title too."""

    @property
    def tells_change(self) -> bool:
        """Whether the title says what is changed, as that of a commit does: `fix: …`, `unix,win: …`, `Add a till`."""
        return bool(self.kind or self.part or _CHANGING.match(self.title))


def readable(text: str, most: int = MOST_TEXT) -> str:
    """Return what of a text is looked at: all, or the beginning and the end of one too long to be read."""
    half = most // 2
    return text if len(text) <= most else f"{text[:half]}\n{text[-half:]}"


def strip_noise(text: str) -> str:
    """Leave out what is no word of a report.

    That are comments that do not show, addresses, the kind of a commit, who wrote it, other reports, where the
    program ran, lines that name a version, what a form has ticked off, and encoded data.
    """
    return _stripped(text).text


class _Stripped(NamedTuple):
    text: str
    kind: str
    part: str


def _stripped(text: str) -> _Stripped:
    """Return a text without what `strip_noise` leaves out, and what kind of commit of what part it is, if any."""
    text, kind, part = _TRAILER.sub("", _without_comments(readable(text))), "", ""
    if ticket := _TICKET.match(text):
        text = text[ticket.end() :]
    if commit := KIND_OF_COMMIT.match(text):
        kind, part = commit["kind"], commit["scope"] or ""
        text = f"{part} {text[commit.end() :]}"
    elif tag := _TAG.match(text):
        kind, part = tag["kind"] or "", tag["part"] or ""
        text = text[tag.end() :] if kind else text
    elif fixing := _FIXING.match(text):
        kind, text = fixing["kind"], text[fixing.end() :]
    elif named := _PART.match(text):
        part = named["part"]
    text = without_environment(text.lstrip())
    text = _VERSION_LINE.sub("", _URL.sub(" ", text) if "://" in text else text)
    text = _REFERENCE.sub(" ", text) if "#" in text else text
    text = _OF_FORM.sub(" ", text)
    has_long = any(len(part) > LONGEST_WORD for part in text.split())
    return _Stripped((_NO_WORD.sub(" ", text) if has_long else text).strip(), kind, part)


def _without_comments(text: str) -> str:
    """Search only as far as the last comment's end: each beginning without one would be sought to the end."""
    commented, end, rest = text.rpartition("-->")
    return _HTML_COMMENT.sub(" ", commented + end) + rest


def decompose(text: str) -> Zones:
    """Take a query apart; what `strip_noise` leaves out and the middle of a very long one are no part of it."""
    stripped, kind, part = _stripped(text)
    title, _, rest = stripped.partition("\n")
    title = _AGAIN.sub(_BOTH, title)
    prose: list[str] = []
    code: list[str] = []
    fenced = False
    for line in rest.split("\n"):
        if FENCE.match(line):
            fenced = not fenced
        else:
            (code if fenced or _CODE_LINE.match(line) else prose).append(line)
    said = _AGAIN.sub(_BOTH, _TO_FIX.sub(" ", "\n".join(prose)))
    return Zones(title.strip(), said, "\n".join(code), kind, part)


def term_weights(zones: Zones) -> dict[str, float]:
    """Return the query's terms and what each counts, in all zones together."""
    return together(zone_weights(zones))


def commit_weights(zones: Zones, weights: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Return the terms that past commits are asked for: those of all zones, and the kind of commit that it is."""
    return together((*weights, _zone_weights(zones.kind, TITLE_WEIGHT, joins=False)))


def together(zones: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Return what each term counts in all zones together."""
    total: defaultdict[str, float] = defaultdict(float)
    for weights in zones:
        for term, weight in weights.items():
            total[term] += weight
    return dict(total)


def zone_weights(zones: Zones) -> tuple[dict[str, float], dict[str, float], dict[str, float]]:
    """Return for each zone its terms and what each counts.

    Repeated terms count by the logarithm of their number, in each zone by itself. Of very many terms only
    the weightiest are kept.
    """
    title, prose, code = (
        _zone_weights(text, weight, joins=joins)
        for text, weight, joins in (
            (zones.title, TITLE_WEIGHT, True),
            (zones.prose, PROSE_WEIGHT, True),
            (zones.code, CODE_WEIGHT, False),
        )
    )
    return title, prose, code


def breadth(weights: Sequence[Mapping[Any, float]]) -> float:
    """Return the title's share of what title, prose and code say: 1 for a phrase, little for a long report."""
    title, prose, code = (sum(zone.values()) for zone in weights)
    total = title + prose + code
    return title / total if total else 0.0


def _zone_weights(text: str, zone_weight: float, *, joins: bool) -> dict[str, float]:
    weights: defaultdict[str, float] = defaultdict(float)
    for term, count in _counted_terms(text).items():
        form_weight = WHOLE_WEIGHT if term.startswith(WHOLE) else 1.0
        weights[term] += form_weight * zone_weight * (1 + math.log(count))
    if joins:
        for term, count in Counter(_joined(text)).items():
            weights[term] += JOINED_WEIGHT * zone_weight * (1 + math.log(count))
    if len(weights) <= _MOST_TERMS:
        return dict(weights)
    return dict(sorted(weights.items(), key=lambda item: (-item[1], item[0]))[:_MOST_TERMS])


def _counted_terms(text: str) -> Counter[str]:
    counted: Counter[str] = Counter()
    for word, count in Counter(WORD.findall(text)).items():
        for term in query_terms(word):
            counted[term] += count
    return counted


def _is_apart(words: Sequence[str]) -> bool:
    """Whether no run of three of some words, which begins and ends with one that is looked for, is all of them."""
    is_stopped = not STOP_WORDS.isdisjoint((words[0].lower(), words[-1].lower()))
    return (len(words) > 3 or is_stopped) and all(len(subtokens(word)) == 1 for word in words)


def _joined(text: str) -> Iterator[str]:
    """Yield runs of two and three neighbouring plain words as one word and as one compound identifier.

    A short line may be one as a whole, with words that are stopped else: `with till open` for `withTillOpen`.
    """
    for line in text.split("\n"):
        run: list[str] = []
        words = WORD.findall(line)
        if 1 < len(words) <= _MOST_JOINED and _is_apart(words):
            yield WHOLE + "".join(words).lower()
        for word in words:
            pieces = subtokens(word)
            if len(pieces) != 1:
                run.clear()
                continue
            run = [*run[-2:], pieces[0]]
            for length in range(2, len(run) + 1):
                if STOP_WORDS.isdisjoint((run[-1], run[-length])):
                    joined = "".join(run[-length:])
                    yield from (WHOLE + joined, stem(joined))
