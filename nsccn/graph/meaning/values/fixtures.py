"""What a test runner calls for the parameters of tests, and what these parameters therefore are."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.values.value import COLLECTION, ENTITY, INSTANCE, Value
from nsccn.graph.notation.fixtures import fixture_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.names.scopes import Scopes
    from nsccn.graph.meaning.values.typed import Typed
    from nsccn.graph.model import Definition

_MOST_FILES: Final = 64
"""So many files have their fixtures kept."""


class Fixtures:
    """Finds what is asked for by name: in the class, in the file, or in a file for all beside and below it."""

    def __init__(self, symbols: Symbols, scopes: Scopes, typed: Typed) -> None:
        self._symbols = symbols
        self._scopes = scopes
        self._typed = typed
        self._by_file: dict[int, dict[str, list[int]]] = {}

    def asks(self, function: int) -> bool:
        """Whether the parameters of a function are filled by the test runner: it is a test, or a fixture itself."""
        language = self._symbols.language(self._symbols.slot[function])
        if language is None or not language.fixtures or not self._symbols.is_function(function):
            return False
        is_test = self._symbols.table.names[function].startswith(language.fixtures["test"])
        return is_test or bool(fixture_name(self._symbols.definitions[function]))

    def named(self, user: int, name: str) -> int | None:
        """Return the nearest fixture of a name; one that asks for its own name extends that of a wider place."""
        called = self._called(self._symbols.slot[user], user, name)
        return next((found for found in called if found != user), None)

    def given(self, user: int, name: str) -> Value | None:
        """Return what a parameter of a test holds: what the fixture gives, or what it yields."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[user])
        if language is None or not self.asks(user) or name not in asked(symbols.definitions[user]):
            return None
        fixture = self.named(user, name)
        if fixture is None:
            return None
        value = self._typed.returned.by(fixture) or self._typed.returned.yielded(fixture)
        is_yielded = re.match(language.fixtures["generator"], symbols.definitions[fixture].returns)
        return value.element if value is not None and value.tag == COLLECTION and is_yielded else value

    def _called(self, slot: int, user: int, name: str) -> Iterator[int]:
        """Yield the fixtures of a name, the nearest first."""
        symbols = self._symbols
        around = symbols.class_around(user)
        if around >= 0:
            value = self._typed.attribute(Value(INSTANCE, symbols.same(around)), name, called=True)
            yield from self._made(value, name)
        for place in dict.fromkeys((slot, *self._offering(symbols.paths[slot]))):
            yield from self._of_file(place).get(name, ())
            yield from self._made(self._scopes.name(symbols.first[place], name, called=True), name)

    def _of_file(self, slot: int) -> dict[str, list[int]]:
        """Return the fixtures of a file by their names, the last of each first."""
        if slot not in self._by_file:
            if len(self._by_file) >= _MOST_FILES:
                self._by_file.clear()
            symbols, found = self._symbols, self._by_file.setdefault(slot, {})
            module = symbols.first[slot]
            for entity in reversed(range(module + 1, symbols.first[slot + 1])):
                name = fixture_name(symbols.definitions[entity]) if symbols.parent(entity) == module else ""
                if name:
                    found.setdefault(name, []).append(entity)
        return self._by_file[slot]

    def _made(self, value: object, name: str) -> Iterator[int]:
        if isinstance(value, Value) and value.tag == ENTITY and self._symbols.is_function(value.entity):
            definition = self._symbols.definitions[value.entity]
            if fixture_name(definition) in {name, definition.name}:  # else it has a third one
                yield value.entity

    def _offering(self, path: str) -> Iterator[int]:
        """Yield the files that offer their fixtures to a file, the nearest first."""
        folder = path
        while folder:
            folder = folder.rpartition("/")[0]
            if folder in self._by_folder:
                yield self._by_folder[folder]

    @cached_property
    def _by_folder(self) -> dict[str, int]:
        found = {}
        for slot, path in enumerate(self._symbols.paths):
            folder, _, name = path.rpartition("/")
            language = self._symbols.language(slot)
            if language is not None and language.fixtures and name == language.fixtures["file"]:
                found[folder] = slot
        return found


def asked(definition: Definition) -> Iterator[str]:
    """Yield the parameters that a caller has to fill, without the object itself."""
    is_bound = definition.kind == "method" and "static" not in definition.modifiers
    for name in definition.parameters[is_bound:]:
        if not re.search(rf"[(,*\s]{re.escape(name)}\s*(?::[^,=]*)?=", definition.signature):
            yield name
