"""Edges from tests to the fixtures that their parameters name, which the test runner calls for them."""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.value import ENTITY, INSTANCE, Value
from nsccn.graph.notation.fixtures import fixture_name, fixtures_used

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nsccn.graph.linking.links import Links
    from nsccn.graph.model import Definition


_MOST_FILES: Final = 64
"""So many files have their fixtures kept."""


class Fixtures:
    """Links what is asked for by name: in the class, in the file, or in a file for all beside and below it."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self._by_file: dict[int, dict[str, list[int]]] = {}

    def link(self, slot: int, base: int, definitions: Sequence[Definition]) -> None:
        """Add the edges of the functions of a file."""
        language = self._links.symbols.language(slot)
        if language is None or not language.fixtures:
            return
        for ordinal, definition in enumerate(definitions):
            is_test = definition.name.startswith(language.fixtures["test"])
            if definition.kind in {"func", "method"} and (is_test or fixture_name(definition)):
                around = definitions[max(definition.parent, 0)]
                by_line = {name: around.name_line for name in fixtures_used(around) if is_test}
                by_line |= dict.fromkeys(
                    (*fixtures_used(definition), *_asked(definition)), definition.name_line
                )
                for name, line in by_line.items():
                    self._use(slot, base + ordinal, name, line)

    def _use(self, slot: int, user: int, name: str, line: int) -> None:
        for found in self._called(slot, user, name):
            if found != user:  # one that asks for its own name extends that of a wider place
                self._links.edges.add(user, "CALLS", found, line, via="decorator")
                return

    def _called(self, slot: int, user: int, name: str) -> Iterator[int]:
        """Yield the fixtures of a name, the nearest first."""
        symbols, infer = self._links.symbols, self._links.infer
        around = symbols.class_around(user)
        if around >= 0:
            value = infer.typed.attribute(Value(INSTANCE, symbols.same(around)), name, called=True)
            yield from self._made(value, name)
        for place in dict.fromkeys((slot, *self._offering(symbols.paths[slot]))):
            yield from self._of_file(place).get(name, ())
            yield from self._made(infer.scopes.name(symbols.first[place], name, called=True), name)

    def _of_file(self, slot: int) -> dict[str, list[int]]:
        """Return the fixtures of a file by their names, the last of each first."""
        if slot not in self._by_file:
            if len(self._by_file) >= _MOST_FILES:
                self._by_file.clear()
            symbols, found = self._links.symbols, self._by_file.setdefault(slot, {})
            module = symbols.first[slot]
            for entity in reversed(range(module + 1, symbols.first[slot + 1])):
                name = fixture_name(symbols.definitions[entity]) if symbols.parent(entity) == module else ""
                if name:
                    found.setdefault(name, []).append(entity)
        return self._by_file[slot]

    def _made(self, value: object, name: str) -> Iterator[int]:
        if isinstance(value, Value) and value.tag == ENTITY and self._links.symbols.is_function(value.entity):
            definition = self._links.symbols.definitions[value.entity]
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
        for slot, path in enumerate(self._links.symbols.paths):
            folder, _, name = path.rpartition("/")
            language = self._links.symbols.language(slot)
            if language is not None and language.fixtures and name == language.fixtures["file"]:
                found[folder] = slot
        return found


def _asked(definition: Definition) -> Iterator[str]:
    """Yield the parameters that a caller has to fill, without the object itself."""
    is_bound = definition.kind == "method" and "static" not in definition.modifiers
    for name in definition.parameters[is_bound:]:
        if not re.search(rf"[(,*\s]{re.escape(name)}\s*(?::[^,=]*)?=", definition.signature):
            yield name
