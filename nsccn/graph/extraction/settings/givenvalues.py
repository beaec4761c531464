"""What the variables of a file are given, where paths and the environment are read by variables: `"$HERE/log.sh"`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.source import text_of

if TYPE_CHECKING:
    from nsccn.graph.extraction.reader import Reader

_VARIABLE: Final = re.compile(r"\$(?:\{(\w+)\}|(\w+))")
_READ: Final = re.compile(r"\$\{?(\w+)")
_SETTING: Final = ("assign", "declare", "loop")
_LONGEST: Final = 200
_DEEPEST: Final = 3


def own_names(reader: Reader) -> frozenset[str]:
    """Return the variables that a file gives another value than their own: `PORT=${PORT:-80}` keeps what there is."""
    found: set[str] = set()
    for form in _SETTING:
        for node, parts in reader.found.get(form, ()):
            name = text_of(parts["target"][0], reader.source)
            whole = text_of(node, reader.source) if name not in found else ""
            if whole and (name not in whole[len(name) :] or name not in _read_in(whole)):
                found.add(name)
    return frozenset(found)


def _read_in(text: str) -> set[str]:
    return set(_READ.findall(text))


def given_values(reader: Reader) -> dict[str, str]:
    """Return the short values of those variables that a file gives one, without their quotes."""
    found: dict[str, set[str]] = {}
    lead = re.compile(reader.language.name_lead)
    for node, parts in reader.found.get("assign", ()):
        value = node.child_by_field_name("value")
        if value is not None and value.end_byte - value.start_byte <= _LONGEST:
            name = lead.sub("", text_of(parts["target"][0], reader.source), count=1)
            found.setdefault(name, set()).add(text_of(value, reader.source))
    return {name: _unquoted(next(iter(values))) for name, values in found.items() if len(values) == 1}


def with_values(text: str, given: Mapping[str, str]) -> str:
    """Return a text with what its variables are given, and the variables in that.

    >>> with_values("source $FILE", {"FILE": "${LIB}/log.sh", "LIB": "/opt"})
    'source /opt/log.sh'
    """
    for _ in range(_DEEPEST):
        spelled = _VARIABLE.sub(lambda found: given.get(found[1] or found[2], found[0]), text)
        if spelled == text or len(spelled) > _LONGEST * _DEEPEST:
            break
        text = spelled
    return text


def _unquoted(value: str) -> str:
    is_quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
    return value[1:-1] if is_quoted else value
