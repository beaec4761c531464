"""The names by which functions take their arguments where calls state these: `func put(_ item: Item, into cart: Cart)`.

A call is told by them from calls of other functions of its name, and what no function takes so is none of these.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from nsccn.graph.notation.brackets import behind_angles, closing, split
from nsccn.graph.notation.heads import behind

UNLABELLED: Final = "_"
TRAILING: Final = "{}"
"""Stands for the label of a function without a name behind the brackets, which may be any."""
_BETWEEN_LABELS: Final = ":"
_OPENING: Final = re.compile(r"[?!]?\s*(?=[(<])")
_MARKS: Final = re.compile(r"@\w+(?:\([^()]*\))?\s+")
_WRAPPED: Final = "@autoclosure"
"""Marks a parameter whose argument becomes a function: it takes none that is written as one."""
_NAMED: Final = re.compile(r"`?(\w+)`?(?:\s+`?\w+`?)?\s*:\s*(.*)", re.DOTALL)
_ARROW: Final = "->"
_PLAIN: Final = re.compile(
    r"(?:inout\s+)?(?:Bool|Character|Data|Date|Double|Float|Int\d*|String|Substring|UInt\d*|URL)[?!]?\Z|\[.*\][?!]?\Z",
    re.DOTALL,
)
"""Types that are none of functions."""


class Labelled(NamedTuple):
    """What a parameter is called by."""

    label: str
    is_optional: bool = False
    is_repeated: bool = False
    takes_function: bool = False
    """It may take a function without a name."""


def written_labels(labels: Sequence[str]) -> str:
    """Return the labels of a call as one text, which `read_labels` reads."""
    return _BETWEEN_LABELS.join(labels)


def read_labels(text: str) -> tuple[str, ...]:
    """Return the labels of a call."""
    return tuple(text.split(_BETWEEN_LABELS)) if text else ()


@lru_cache(maxsize=1 << 14)
def labels_of(signature: str, name: str) -> tuple[Labelled, ...] | None:
    """Return the labels by which a function takes its arguments, None where its signature does not show them.

    >>> labels_of("func put(_ item: Item, into cart: Cart = .mine, then: () -> Void) throws", "put")
    ... # doctest: +NORMALIZE_WHITESPACE
    (Labelled(label='_', is_optional=False, is_repeated=False, takes_function=True),
     Labelled(label='into', is_optional=True, is_repeated=False, takes_function=True),
     Labelled(label='then', is_optional=False, is_repeated=False, takes_function=True))
    """
    for _, end in behind(signature, name, _OPENING):
        opening = end + behind_angles(signature[end:])
        if signature[opening : opening + 1] != "(":
            continue
        inside = signature[opening + 1 : closing(signature, opening)].replace(_ARROW, "  ")
        stated = signature[opening + 1 : closing(signature, opening)]
        return _labels(stated, inside)
    return None


def _labels(stated: str, inside: str) -> tuple[Labelled, ...] | None:
    """Return what parameters are called by; `inside` has no arrows, which close no bracket."""
    found, start = [], 0
    for text in split(inside, ","):
        is_wrapped = _WRAPPED in text
        written = _MARKS.sub("", stated[start : start + len(text)].strip())
        start += len(text) + 1
        if not written:
            continue
        named = _NAMED.match(written)
        if named is None:
            return None
        type_, *default = split(named[2].replace(_ARROW, "\0"), "=")
        type_ = type_.replace("\0", _ARROW).strip()
        is_function = not is_wrapped and (_ARROW in type_ or _PLAIN.match(type_) is None)
        found.append(Labelled(named[1], bool(default), type_.endswith("..."), is_function))
    return tuple(found)


def places(parameters: Sequence[Labelled], labels: Sequence[str]) -> tuple[int, ...] | None:
    """Return the parameter that takes each argument of a call, None where the function does not take them so.

    >>> one, two, three = Labelled("_"), Labelled("into", is_optional=True), Labelled("then", takes_function=True)
    >>> places((one, two, three), ("_", "then")), places((one, two, three), ("_", "{}")), places((one, two), ("to",))
    ((0, 2), (0, 2), None)
    """
    ways: dict[int, tuple[int, ...]] = {0: ()}
    for label in labels:
        further: dict[int, tuple[int, ...]] = {}
        for start, taken in ways.items():
            if label == UNLABELLED and start and parameters[start - 1].is_repeated:
                further.setdefault(start, (*taken, start - 1))
            for place in range(start, len(parameters)):
                if _takes(parameters[place], label):
                    further.setdefault(place + 1, (*taken, place))
                if not (parameters[place].is_optional or parameters[place].is_repeated):
                    break
        ways = further
    return next(
        (
            taken
            for start, taken in ways.items()
            if all(one.is_optional or one.is_repeated for one in parameters[start:])
        ),
        None,
    )


def _takes(parameter: Labelled, label: str) -> bool:
    return parameter.takes_function if label == TRAILING else parameter.label == label
