"""Which methods a file can reach: those of what it imports, of what that inherits, and of what lies beside these."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.values.value import MODULE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nsccn.graph.meaning.infer import Infer

_WORDS: Final = re.compile(r"[^\W_]_+[^\W_]|[a-z][A-Z]")
"""What a name of several words has in it."""


class Reach:
    """Knows the files whose methods a file may call on objects of which nothing tells the type."""

    def __init__(self, infer: Infer) -> None:
        self._infer = infer
        self._symbols = infer.symbols
        self._files: dict[int, frozenset[int]] = {}
        self._methods: dict[tuple[int, str], list[int]] = {}
        self._nearby: dict[int, tuple[set[int], frozenset[str]]] = {}
        """The files whose names a file takes by star, and the folders of those that it can reach."""

    def forget(self) -> None:
        """Drop what was asked for one file."""
        self._files.clear()
        self._methods.clear()
        self._nearby.clear()

    def methods(self, slot: int, name: str) -> list[int]:
        """Return the methods of that name in the files that a file can reach."""
        found = self._methods.get((slot, name))
        if found is None:
            symbols, reachable = self._symbols, self.files(slot)
            found = self._methods[slot, name] = [
                entity
                for entity in symbols.functions_named(name)
                if symbols.slot[entity] in reachable and symbols.kind(entity) == "method"
            ]
        return found

    def has(self, slot: int, entity: int) -> bool:
        """Whether an entity is in one of the files that a file can reach."""
        return self._symbols.slot[entity] in self.files(slot)

    def further(self, slot: int, named: Sequence[int]) -> list[int]:
        """Return the one method that the repository has of a name, where a file may know its objects all the same.

        It takes all names of the method's file, or has or imports one beside that. A library may have a name of one
        word, too.
        """
        symbols, language = self._symbols, self._symbols.language(slot)
        is_followed = language is not None and language.follows_objects
        if not is_followed or len(named) != 1 or symbols.kind(named[0]) != "method":
            return []
        if symbols.table.names[named[0]][:1].isupper():
            return []  # called as types are
        if slot not in self._nearby:
            folders = frozenset(_folder(symbols.paths[one]) for one in self.files(slot))
            self._nearby[slot] = self._starred(slot), folders
        starred, folders = self._nearby[slot]
        home = symbols.slot[named[0]]
        is_beside = has_words(symbols.table.names[named[0]]) and _folder(symbols.paths[home]) in folders
        return list(named) if is_beside or home in starred else []

    def files(self, slot: int) -> frozenset[int]:
        """Return the file itself and the files of what it imports, or all that a program of its language may load."""
        if slot not in self._files:
            strategy = self._symbols.strategy(slot)
            loaded = strategy.asked(slot) if strategy is not None else None
            if loaded is not None:
                self._files[slot] = loaded if slot in loaded else loaded | {slot}
                return self._files[slot]
            found = {slot, *(self._infer.visible.files(slot) or ())}
            for imported in self._symbols.imports(slot):
                value = self._infer.modules.imported(slot, imported) if imported.name != "*" else None
                if value is not None:
                    found.update(value.slots if value.tag == MODULE else self._homes(value.entity))
            self._files[slot] = frozenset(found)
        return self._files[slot]

    def _starred(self, slot: int) -> set[int]:
        """Return the files whose names a file takes by star, with what they take in the same way."""
        found: set[int] = set()
        pending = [slot]
        while pending:
            at = pending.pop()
            located = (self._infer.modules.located(at, star.module) for star in self._symbols.stars(at))
            fresh = {other for module in located if module is not None for other in module.slots} - found
            found |= fresh
            pending += fresh
        return found

    def _homes(self, entity: int) -> Iterable[int]:
        """Return the files whose methods what is imported has: a type has those of its bases as well."""
        symbols = self._symbols
        types = self._infer.hierarchy.order(entity) if symbols.is_type(entity) else (entity,)
        return [symbols.slot[one] for one in types]


def has_words(name: str) -> bool:
    """Whether a name is of several words, which hardly anything else has."""
    return bool(_WORDS.search(name))


def _folder(path: str) -> str:
    return path.rpartition("/")[0]
