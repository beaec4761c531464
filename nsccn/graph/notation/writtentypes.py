"""Types without a name that annotations write out: `struct { cart *Cart }`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from nsccn.graph.notation.brackets import closing, split

STRUCT: Final = "struct {"
"""Begins such a type in any language."""
LONGEST_TYPE: Final = 8_000
"""Characters of such a type on one line; a program's settings may be one variable."""
_LINE_END: Final = re.compile(r"(?<![ \t])[ \t]*+(?:(?:(?<!/)//[^\n]*+(?:\n|\Z)|\r?\n)\s*+)++")
"""The ends of a line and of empty ones behind it, with their comments."""
_TAG: Final = re.compile(r"(?<!\s)\s*+`[^`\n]*+`")
_SHAPE: Final = re.compile(r"\*?(?:struct\b)?\s*\{")
_FIELD: Final = re.compile(r"(\w+(?:\s*,\s*\w+)*)\s+(\S.*)")
"""Names of fields, and the type of all of them."""
_LAST: Final = re.compile(r"\w+")
_NO_FIELDS: Final[Mapping[str, str]] = MappingProxyType({})


def on_one_line(annotation: str) -> str:
    r"""Return a type that is written over several lines in one, without its comments and tags.

    >>> on_one_line("[]struct {\n\tname string // of the case\n\tcart *Cart `json:\"cart\"`\n}")
    '[]struct {; name string; cart *Cart; }'
    """
    return _LINE_END.sub("; ", _TAG.sub("", annotation)) if "\n" in annotation else annotation


def is_written_out(annotation: str) -> bool:
    """Whether an annotation writes out the fields of a type.

    >>> is_written_out("struct { cart *Cart }"), is_written_out("[]struct { cart *Cart }"), is_written_out("Cart")
    (True, False, False)
    """
    found = _SHAPE.match(annotation)
    return found is not None and closing(annotation, found.end() - 1) == len(annotation) - 1


@lru_cache(maxsize=1 << 10)
def fields(annotation: str) -> Mapping[str, str]:
    """Return the fields that an annotation writes out, each with its type; embedded ones have its name.

    >>> dict(fields("struct { name string; old, new *Cart; *shop.Base }"))
    {'name': 'string', 'old': '*Cart', 'new': '*Cart', 'Base': '*shop.Base'}
    """
    inside = annotation[annotation.index("{") + 1 : -1]
    found: dict[str, str] = {}
    for part in map(str.strip, split(inside, ";", angles=False)):
        if named := _FIELD.fullmatch(part):
            found.update((name, named[2]) for name in re.split(r"\s*,\s*", named[1]))
        elif last := _LAST.findall(part.partition("[")[0]):
            found[last[-1]] = part
    return MappingProxyType(found) if found else _NO_FIELDS
