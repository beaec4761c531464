"""What the words of a file of routes are given: names, what the last of them is for, options.

get "stock", to: "depot#show", via: %i[get head]
"""

from __future__ import annotations

import re
from typing import Final

from nsccn.regexes import regex

_NAME: Final = regex(r"\s*(?::(?P<symbol>\w+)|[\"'](?P<text>[^\"']*)[\"'])\s*(?P<after>,|=>|\Z)")
_OPTION: Final = regex(
    r":?(?P<key>\b[a-z]\w*)\s*(?::(?!:)|=>)\s*(?P<value>%[iw]\[[^\]]*\]|\[[^\]]*\]|:?[\w/#.]+|[\"'][^\"']*[\"'])"
)
NO_METHOD: Final = "?#"
"""What a path is for that no method answers: a redirection, another program."""


def listed(text: str) -> list[str]:
    """Return the words of a list: `%i[index show]`, `[:index]`, `:index`."""
    return re.findall(r"\w+", re.sub(r"\A%\w", "", text))


def read_given(text: str) -> tuple[list[str], str, dict[str, str]]:
    """Return the names that a word is given, what the last of them is for, and what it is given by name."""
    names, place, target = list[str](), 0, ""
    while found := _NAME.match(text, place):
        if found["after"] == "=>" and text[place:].lstrip()[:1] == ":":
            break  # an option, `:only => …`
        names.append(found["symbol"] or found["text"])
        place = found.end()
        if found["after"] == "=>":
            named = _NAME.match(text, place)
            target = (named["text"] or named["symbol"] or "") if named else NO_METHOD
            place = named.end() if named else place
            break
    options = {found["key"]: found["value"].strip("\"':") for found in _OPTION.finditer(text, place)}
    if re.search(r"\bto(?::|\s*=>)\s*(?:proc|lambda|->|redirect|[A-Z])", text[place:]):
        target = NO_METHOD
    return names, target, options


def parts_of(text: str) -> tuple[str, ...]:
    """Return the parts of a path."""
    return tuple(part for part in text.split("/") if part)
