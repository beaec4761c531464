"""What stands above a definition, as decorators, attributes and annotations do, and the paths of URLs in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.tools.routetexts import written_paths

if TYPE_CHECKING:
    from nsccn.graph.model import Entity

_MARK: Final = re.compile(r"(?:^|(?<=[\s)\]]))(?:@|#?\[)(?P<name>[A-Za-z_][\w.\\:]*)", re.MULTILINE)
"""Begins what stands above a function or a type."""
_DEFAULTS: Final = re.compile(r"\b(?:defaults|requirements)\s*[=:]")
"""Begins what is said of the parameters of a path."""


class Mark(NamedTuple):
    """What stands above a definition."""

    name: str
    text: str
    first: str
    """Line of it."""
    line: int

    @property
    def is_rooted(self) -> bool:
        """Whether nothing that is said around stands before its path."""
        return any(one.is_rooted for one in written_paths(self.text))

    @property
    def paths(self) -> list[list[str]]:
        """The parts of each path in it."""
        defaults = _DEFAULTS.search(self.text)
        written = [*written_paths(self.text)]
        before = [one for one in written if defaults is None or one.span[0] < defaults.start()]
        return [one.parts for one in before or written]


def marks_above(lines: Sequence[str], entity: Entity) -> list[Mark]:
    """Return the decorators of a definition."""
    named = re.search(
        rf"(?<![\w$]){re.escape(entity.name)}(?![\w$])\s*[^\w\s\"'`)\]]?", lines[entity.name_line - 1]
    )
    on_line = lines[entity.name_line - 1][: named.start() if named else None]
    text = "\n".join((*lines[entity.start_line - 1 : entity.name_line - 1], on_line))
    begins = list(_MARK.finditer(text))
    ends = [*(found.start() for found in begins), len(text)][1:]
    marks, line, place = [], 0, 0
    for found, end in zip(begins, ends, strict=True):
        line, place = line + text.count("\n", place, found.start()), found.start()
        whole = text[place:end]
        marks.append(
            Mark(
                found["name"],
                " ".join(whole.split()),
                lines[entity.start_line - 1 + line],
                entity.start_line + line,
            )
        )
    return marks
