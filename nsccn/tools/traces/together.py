"""Which edges of a trace share a line: those to what stands in one file, or folder, and of which the same is said."""

from __future__ import annotations

from posixpath import dirname
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import TypeVar

    from nsccn.tools.views import Piece

    Way = TypeVar("Way")

MOST_TOGETHER: Final = 12
"""Entities on one line."""
CROWD: Final = 10
"""So many subtypes are shown without their signatures, unless these say what else they inherit."""
_LEAST_FILES: Final = 3
"""Files whose parts share lines."""
_OF_OTHERS: Final = regex(r" \| (?:and|extends|implements|where|with)\b")


class InFile(NamedTuple):
    """What is equal for what stands in one file and can share a line."""

    kind: str
    path: str
    said: tuple[object, ...]
    is_far: bool = False
    """It is told of at second hand, where the folder matters little."""


def says_of_others(signature: str) -> bool:
    """Tell whether what is shown of a type's signature says what else it inherits."""
    return _OF_OTHERS.match(signature) is not None


def by_folder(sorts: Mapping[Way, tuple[object, ...] | None]) -> dict[Way, tuple[object, ...] | None]:
    """Return the same sorts, one for what stands in several files of a folder, or of any if it is far."""
    files: dict[tuple[object, ...], set[str]] = {}
    for sort in _in_files(sorts.values()):
        files.setdefault(_folder(sort), set()).add(sort.path)
    shared = {folder for folder, paths in files.items() if len(paths) >= _LEAST_FILES}
    return {
        way: _folder(sort) if isinstance(sort, InFile) and _folder(sort) in shared else sort
        for way, sort in sorts.items()
    }


def joined_data(lines: Sequence[Piece]) -> dict[str, list[Any]]:
    """Return the data of lines that share one."""
    return {name: [item for line in lines for item in line.data[name]] for name in lines[0].data}


def _in_files(sorts: Iterable[tuple[object, ...] | None]) -> Iterable[InFile]:
    return (sort for sort in sorts if isinstance(sort, InFile))


def _folder(sort: InFile) -> tuple[object, ...]:
    return sort.kind, "" if sort.is_far else dirname(sort.path), sort.is_far, sort.said
