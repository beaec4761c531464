"""What of several of one name or path is meant: the only one in the product itself, whatever tests call so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from nsccn.errors import UnknownPath, shown
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.ids import encode_path
from nsccn.graph.lookup.lookup import MOST_CANDIDATES
from nsccn.graph.lookup.places import files_called
from nsccn.text import first_few

if TYPE_CHECKING:
    from nsccn.graph.entitytable import EntityTable

MOST_OTHERS: Final = 5
_Item = TypeVar("_Item")


def products(found: Sequence[_Item], path_of: Callable[[_Item], str]) -> Iterator[tuple[list[_Item], str]]:
    """Yield all that stands outside of tests, then what stands outside of examples and the like as well.

    With each comes who has the others.
    """
    roles = [role_of(path_of(item)) for item in found]
    outside = [item for item, role in zip(found, roles, strict=True) if role is not Role.TEST]
    own = [item for item, role in zip(found, roles, strict=True) if role is Role.SOURCE]
    yield outside or [*found], "Tests"
    if own:
        yield own, "Tests, examples or the like"


class Called(NamedTuple):
    """A path that was named by its last parts."""

    path: str
    note: str = ""
    """Which tests, or what else is none of the product, are called so too."""


def file_called(table: EntityTable, asked: str) -> Called | None:
    """Return the only file whose path ends as what was asked, of several the only one in the product itself.

    Raises:
        UnknownPath: several paths do.
    """
    return _only(asked, files_called(table, asked.replace("\\", "/").removeprefix("./")))


def folder_called(table: EntityTable, asked: str) -> Called | None:
    """Do the same for folders."""
    name = asked.replace("\\", "/").strip("/")
    ending = f"/{name}/"
    found = {path[: at + len(ending) - 1] for path in table.paths if (at := path.find(ending)) >= 0}
    return _only(asked, sorted(found))


def _only(asked: str, paths: Sequence[str]) -> Called | None:
    if not paths:
        return None
    for inside, others in products(paths, str):
        if len(inside) == 1:
            rest = [path for path in paths if path != inside[0]]
            said = f"{others} have that path too: {first_few(rest, MOST_OTHERS, encode_path)}."
            return Called(inside[0], said if rest else "")
    listed = first_few(paths, MOST_CANDIDATES, encode_path)
    raise UnknownPath(f"{shown(asked)} names {len(paths)} paths; give one: {listed}.")
