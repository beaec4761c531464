"""Constant keys of collections, as facts and names of places write them: `{'load` of `table["load"]`.

The key of a text begins with a quote, that of a number with a digit, and that of a constant (`Kind.LOAD`) is its name.
A text, or a number, and a constant may be the same key; two texts, or two constants, are taken for two. What an object
is asked for by the name of a member, `{"load` of `table.load`, is what it was given under that text alone.
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


def member_key(name: str) -> str:
    """Return the key by which the member of an object is asked for.

    >>> member_key("load"), given_as('{"load')
    ('{"load', "{'load")
    """
    return f'{KEY}"{name}'


def asks_for_member(place: str) -> bool:
    """Whether the name of a place ends in such a key."""
    return f'{KEY}"' in place


def given_as(asked: str) -> str:
    """Return the key under which that member is given, empty where no member is asked for."""
    return f"{KEY}'{asked[2:]}" if asked.startswith(f'{KEY}"') else ""


def may_be(asked: str, given: str) -> bool:
    """Whether what is put into a collection under one key may be what another asks for.

    >>> may_be("{'load", "{'save"), may_be("{'load", "{LOAD"), may_be("{SAVE", "{LOAD")
    (False, True, False)
    """
    return asked == given or asked[1:2].isalpha() != given[1:2].isalpha()


def without_key(name: str) -> str:
    """Return the name of a place or the detail of a value without its key."""
    return name.partition(KEY)[0]
