"""What files of JavaScript name of each other that are no modules, as the scripts of one page do."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from nsccn.graph.packagenames import SCRIPT

if TYPE_CHECKING:
    from nsccn.graph.imports.base import Project

_OF_BROWSERS: Final = frozenset(
    "alert atob blur btoa close confirm console document event fetch find focus history length location matchMedia "
    "moveBy moveTo name navigator open opener origin parent performance postMessage print prompt resizeBy resizeTo "
    "screen scroll scrollBy scrollTo self status stop top window".split()
)
"""What a page has by itself under a name that a script of another page may declare."""


class Scripts:
    """Which script declares a name that another one means."""

    def __init__(self, project: Project) -> None:
        self._project = project

    def offering(self, slot: int, name: str) -> tuple[int, ...]:
        """Return the script that declares a name, the one nearest by its folders; none where several are as near."""
        if self._project.packages[slot] != SCRIPT or name in _OF_BROWSERS:
            return ()
        folders = self._project.paths[slot].split("/")[:-1]
        shared = [(self._shared(folders, one), one) for one in self._declaring.get(name, ()) if one != slot]
        most = max(shared, default=(0, 0))[0]
        nearest = [one for size, one in shared if size == most and name in self._project.exports(one)]
        return tuple(nearest) if len(nearest) == 1 else ()

    def _shared(self, folders: list[str], other: int) -> int:
        """Return how many folders are around another file as well."""
        others = self._project.paths[other].split("/")[:-1]
        pairs = enumerate(zip(folders, others, strict=False))
        return next((place for place, (one, two) in pairs if one != two), min(len(folders), len(others)))

    @cached_property
    def _declaring(self) -> dict[str, tuple[int, ...]]:
        found: dict[str, tuple[int, ...]] = {}
        for slot, package in enumerate(self._project.packages):
            if package == SCRIPT:
                for name in self._project.modules(slot):
                    found[name] = (*found.get(name, ()), slot)
        return found
