"""What sourcing means: a file is read as if it stood there, so that all files of a program see what one defines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar

from nsccn.graph.fileroles import is_test_path
from nsccn.graph.imports.base import ImportStrategy, Project

_MOST_KNOWN = 64


class SourcedFiles(ImportStrategy):
    """The part of a strategy that says which files see what a file defines, by the files that each reads."""

    language: ClassVar[str]
    stars_by_name = True
    manifests_name_files = False

    def __init__(self, project: Project) -> None:
        super().__init__(project)
        self._closed: dict[int, frozenset[int]] = {}
        self._seen: dict[int, frozenset[int]] = {}

    @staticmethod
    def holds_elsewhere(module: str) -> bool:
        """What one file reads, the others of its program see."""
        return True

    def visible(self, slot: int) -> frozenset[int]:
        """Return the file, what it reads, and what the programs have that read it."""
        known = self._seen.get(slot)
        if known is None:
            paths = self.project.paths
            seen = _closure(_closure({slot}, self._readers), self._read)
            known = frozenset(one for one in seen if one == slot or self.may_read(paths[one], paths[slot]))
            if len(self._seen) >= _MOST_KNOWN:
                self._seen.clear()
            self._seen[slot] = known
        return known

    @staticmethod
    def may_read(path: str, own: str) -> bool:
        """Whether a file may see what another defines: what tests put in the place of programs, tests alone."""
        return is_test_path(own) or not is_test_path(path)

    @staticmethod
    def is_known_to(path: str, own: str) -> bool:
        """Whether a file may call what another defines which it is not seen to read."""
        return SourcedFiles.may_read(path, own)

    def first_seen(self, slot: int, others: frozenset[int]) -> frozenset[int]:
        """Return its own, else the one that it reads itself, else the only one: a program has one of a name."""
        for nearest in (frozenset((slot,)), self._closed_over(slot), others):
            if found := others & nearest:
                return found if len(found) == 1 else frozenset()
        return frozenset()

    def sourced(self, slot: int) -> Iterator[int]:
        """Yield the files that a file reads itself."""
        for module in dict.fromkeys(self.project.stars(slot)):
            if (located := self.locate(slot, module)) is not None:
                yield from located.slots

    def shares(self, reader: int, read: int) -> bool:
        """Whether a file that another one reads sees what that has."""
        return True

    def _closed_over(self, slot: int) -> frozenset[int]:
        found = self._closed.get(slot)
        if found is None:
            if len(self._closed) >= _MOST_KNOWN:
                self._closed.clear()
            found = self._closed[slot] = frozenset(_closure({slot}, self._read))
        return found

    @cached_property
    def _read(self) -> dict[int, tuple[int, ...]]:
        """The files that each file reads itself."""
        own = (slot for slot, language in enumerate(self.project.languages) if language == self.language)
        found = {slot: tuple(self.sourced(slot)) for slot in own}
        return {slot: others for slot, others in found.items() if others}

    @cached_property
    def _readers(self) -> dict[int, tuple[int, ...]]:
        found: dict[int, list[int]] = {}
        for slot, others in self._read.items():
            for other in others:
                if self.shares(slot, other):
                    found.setdefault(other, []).append(slot)
        return {slot: tuple(others) for slot, others in found.items()}


def _closure(start: set[int], following: dict[int, tuple[int, ...]]) -> set[int]:
    """Return some files with all that follow from them, step by step."""
    found, pending = set(start), sorted(start)
    while pending:
        for other in following.get(pending.pop(), ()):
            if other not in found:
                found.add(other)
                pending.append(other)
    return found
