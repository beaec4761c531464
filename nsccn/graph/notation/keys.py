"""Constant keys of collections, as facts and names of places write them: `{'load` of `table["load"]`.

The key of a text begins with a quote, that of a number with a digit, and that of a constant (`Kind.LOAD`) is its name.
A text, or a number, and a constant may be the same key; two texts, or two constants, are taken for two.
"""

from __future__ import annotations

import re
from typing import Final

from nsccn.graph.notation.places import KEY

_UNPLAIN: Final = re.compile(r"\W")


def key_of(text: str, number: str, constant: str) -> str:
    """Return the key that is written as a text, a number, or the name of a constant; the others are empty.

    >>> key_of("load", "", ""), key_of("+", "", ""), key_of("", "", "Kind.LOAD"), key_of("", "2", "")
    ("{'load", "{'%2b", '{LOAD', '{2')
    """
    if constant:
        return KEY + constant.rpartition(".")[2]
    return KEY + (number or "'" + _UNPLAIN.sub(lambda found: f"%{ord(found.group()):x}", text))


def may_be(asked: str, given: str) -> bool:
    """Whether what is put into a collection under one key may be what another asks for.

    >>> may_be("{'load", "{'save"), may_be("{'load", "{LOAD"), may_be("{SAVE", "{LOAD")
    (False, True, False)
    """
    return asked == given or asked[1:2].isalpha() != given[1:2].isalpha()


def without_key(name: str) -> str:
    """Return the name of a place or the detail of a value without its key."""
    return name.partition(KEY)[0]
