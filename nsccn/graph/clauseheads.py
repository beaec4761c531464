"""Clauses of a function that a text or an atom tells apart, as the lines of a text have them.

def handle_event("save", params, socket) do     def handle_cast({:add, item}, cart) do     def rate(:paid), do: 1
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from nsccn.graph.registrations import Registration
from nsccn.text import shorten

_LITERAL: Final = re.compile(
    r"\s*(?:(?P<plain>\"[^\"\n]*\"|:\w+[?!]?)\s*[,)]|\{\s*(?P<tag>:\w+[?!]?)\s*(?P<more>,?))"
)
_MOST_NAMED: Final = 60


def clauses_in(lines: Sequence[str], name: str, first: int, last: int) -> list[Registration]:
    """Return the clauses in the lines of a function that has several, as if each were registered for what it takes.

    >>> found = clauses_in(["def rate(:paid), do: 1", "def rate(cart), do: cart.rate"], "rate", 1, 2)
    >>> [(one.first, one.last, one.label) for one in found]
    [(1, 1, 'rate(:paid)')]
    """
    head = re.compile(rf"([ \t]*)def\w*[ \t]+{re.escape(name)}\(")
    found = [(at, one) for at in range(first, last + 1) if (one := head.match(lines[at - 1]))]
    heads = [(at, one.end()) for at, one in found if one[1] == found[0][1][1]]
    clauses = list[Registration]()
    for number, (at, end) in enumerate(heads) if len(heads) > 1 else ():
        text = lines[at - 1][end:] or (lines[at] if at < last else "")
        if given := _LITERAL.match(text):
            until = heads[number + 1][0] - 1 if number + 1 < len(heads) else last
            while until > at and (not lines[until - 1].strip() or lines[until - 1].lstrip().startswith("@")):
                until -= 1
            tag = f"{{{given['tag']}{', …' if given['more'] else ''}}}"
            clauses.append(Registration(at, until, name, "(", shorten(given["plain"] or tag, _MOST_NAMED)))
    return clauses
