"""Which methods a file can reach: those of what it imports, of what that inherits, and of what lies beside these."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.values.value import MODULE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.infer import Infer

_WORDS: Final = re.compile(r"[^\W_]_+[^\W_]|[a-z][A-Z]")
"""What a name of several words has in it."""


class Reach:
    """Knows the files whose methods a file may call on objects of which nothing tells the type."""

    def __init__(self, infer: Infer) -> None:
        self._infer = infer
        self._symbols = infer.symbols
        self._files: dict[int, frozenset[int]] = {}
        self._adding: dict[int, frozenset[int]] = {}
        self._methods: dict[tuple[int, str], list[int]] = {}
        self._nearby: dict[int, tuple[set[int], frozenset[str]]] = {}
        """The files whose names a file takes by star, and the folders of those that it can reach."""

    def forget(self) -> None:
        """Drop what was asked for one file."""
        self._files.clear()
        self._adding.clear()
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

    def added_methods(self, slot: int, name: str) -> list[int]:
        """Return the methods of that name in files that a file can reach, or whose additions to types it sees."""
        symbols = self._symbols
        methods = [one for one in symbols.functions_named(name) if symbols.kind(one) == "method"]
        return [one for one in methods if self.adds(slot, one)]

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
            visible = self._infer.visible.files(slot) or ()
            self._files[slot] = frozenset((slot, *visible, *self._imported(slot)))
        return self._files[slot]

    def _imported(self, slot: int, *, is_handed_on: bool = False) -> Iterator[int]:
        """Yield the files of what a file imports by name, or of what it hands on of that."""
        for imported in self._symbols.imports(slot):
            if imported.name == "*" or (is_handed_on and not imported.exported):
                continue
            value = self._infer.modules.imported(slot, imported)
            if value is not None:
                yield from value.slots if value.tag == MODULE else self._homes(value.entity)

    def adds(self, slot: int, method: int) -> bool:
        """Whether a file sees that another adds a method to a type: it sees that one, or the trait that has it."""
        symbols, files = self._symbols, self._adding_files(slot)
        home = symbols.slot[method]
        if home in files or not is_given(symbols, method):
            return home in files
        trait = self._infer.typed.blocks.implemented_by(method)
        found = self._infer.named_type(symbols.first[home], trait) if trait else None
        return found is not None and symbols.slot[found] in files

    def _adding_files(self, slot: int) -> frozenset[int]:
        """Return the files that a file can reach or takes all names of, with what these hand on: `use super::*`."""
        if slot not in self._adding:
            strategy = self._symbols.strategy(slot)
            whole = strategy.whole(slot) if strategy is not None else None
            own = {slot} if whole is None else {slot, whole}
            found, taken, pending = set[int](), set[int](), [*own]
            while pending:
                at = pending.pop()
                if at not in taken:
                    taken.add(at)
                    found.update(self.files(at) if at in own else self._imported(at, is_handed_on=True))
                    pending += self._all_taken(at, is_handed_on=at not in own)
            self._adding[slot] = frozenset(found | taken)
        return self._adding[slot]

    def _all_taken(self, slot: int, *, is_handed_on: bool) -> Iterator[int]:
        """Yield the files of which a file takes all names, or hands them on."""
        for star in self._symbols.stars(slot):
            is_taken = star.exported or not is_handed_on
            located = self._infer.modules.located(slot, star.module) if is_taken else None
            if located is not None:
                yield from located.slots if located.tag == MODULE else (self._symbols.slot[located.entity],)

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


def is_given(symbols: Symbols, entity: int) -> bool:
    """Whether an entity is a method that a file gives a type from elsewhere."""
    is_method = symbols.kind(entity) == "method" and entity not in symbols.owners
    return is_method and not symbols.is_type(symbols.parent(entity))


def has_words(name: str) -> bool:
    """Whether a name is of several words, which hardly anything else has."""
    return bool(_WORDS.search(name))


def _folder(path: str) -> str:
    return path.rpartition("/")[0]
