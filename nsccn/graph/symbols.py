"""The symbols of a repository: every definition under one number, its members, its class hierarchy, its imports.

An entity's number is the first number of its file plus its ordinal there. What a name means outside its file is
decided here and in `meaning`, never by comparing names alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from nsccn.graph import language as languages
from nsccn.graph.imports import STRATEGIES, Project
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.open_types import unite

if TYPE_CHECKING:
    from nsccn.graph.imports import ImportStrategy
    from nsccn.graph.language import Language
    from nsccn.graph.model import Assignment, Definition, FileFacts, Import

FUNCTION_KINDS: Final = frozenset({"func", "method", "macro"})
_NO_MEMBERS: Final[dict[str, tuple[int, ...]]] = {}


class Symbols:
    """Definitions, members, imports and typed assignments of all files."""

    def __init__(
        self,
        paths: Sequence[str],
        facts: Sequence[FileFacts],
        read: Callable[[str], str | None],
        name: str = "",
    ) -> None:
        self.paths = paths
        self.facts = facts
        self.first = [0]
        self.slot: list[int] = []
        self.definitions: list[Definition] = []
        for number, file in enumerate(facts):
            self.definitions.extend(file.definitions)
            self.slot.extend([number] * len(file.definitions))
            self.first.append(len(self.definitions))
        self._functions = [definition.kind in FUNCTION_KINDS for definition in self.definitions]
        self._languages = [_language(file) for file in facts]
        self._types = [self._has_instances(entity) for entity in range(len(self.definitions))]
        self.owners: dict[int, int] = {}
        """Method -> its type, for methods that are defined outside it."""
        self.members: dict[int, dict[str, tuple[int, ...]]] = {}
        self._collect_members()
        self._parts = self._unite()
        self._same = {part: whole for whole, parts in self._parts.items() for part in parts}
        self.bindings: dict[int, dict[str, Import]] = {}
        self.stars: dict[int, list[Import]] = {}
        self._collect_imports()
        self.attribute_values: dict[tuple[int, str], list[tuple[int, Assignment]]] = {}
        self._collect_values()
        self.project = Project(
            paths=paths,
            languages=[file.language for file in facts],
            packages=[file.package for file in facts],
            read=read,
            name=name,
            stars={number: tuple(star.module for star in stars) for number, stars in self.stars.items()},
            modules={
                number: frozenset(self.members.get(self.first[number], _NO_MEMBERS))
                for number in range(len(facts))
            },
        )
        self._strategies: dict[str, ImportStrategy] = {}

    def language(self, slot: int) -> Language | None:
        """Return the language of a file, None for text."""
        return self._languages[slot]

    def strategy(self, slot: int) -> ImportStrategy | None:
        """Return the import strategy of a file, None for text."""
        language = self.language(slot)
        if language is None:
            return None
        name = language.import_strategy
        if name not in self._strategies:
            self._strategies[name] = STRATEGIES[name](self.project)
        return self._strategies[name]

    def is_type(self, entity: int) -> bool:
        """Whether an entity has instances."""
        return self._types[entity]

    def is_function(self, entity: int) -> bool:
        """Whether an entity can be called and is no type."""
        return self._functions[entity]

    def parent(self, entity: int) -> int:
        """Return the enclosing entity, -1 for a file."""
        ordinal = self.definitions[entity].parent
        return -1 if ordinal < 0 else self.first[self.slot[entity]] + ordinal

    def around(self, entity: int) -> Iterator[int]:
        """Yield an entity and all that encloses it, the file last."""
        while entity >= 0:
            yield entity
            entity = self.parent(entity)

    def class_around(self, entity: int) -> int:
        """Return the innermost type around or at an entity, -1 where there is none."""
        while entity >= 0 and not self.is_type(entity):
            entity = self.owners[entity] if entity in self.owners else self.parent(entity)
        return self.same(entity)

    def same(self, entity: int) -> int:
        """Return the declaration that stands for a type that is declared in several places."""
        return self._same.get(entity, entity)

    def parts(self, entity: int) -> tuple[int, ...]:
        """Return all declarations of a type."""
        return self._parts.get(entity, (entity,))

    def stray_members(self) -> Iterator[int]:
        """Yield the methods that are defined outside their type, and whose type is in no enclosing scope."""
        for entity, definition in enumerate(self.definitions):
            if definition.kind == "method" and not self.is_type(self.parent(entity)):
                yield entity

    def adopt(self, entity: int, owner: int) -> None:
        """Make a method a member of the type it belongs to."""
        self.owners[entity] = owner
        name = self.definitions[entity].name
        outside = self.members.get(self.parent(entity), {})
        outside[name] = tuple(other for other in outside.get(name, ()) if other != entity)
        named = self.members.setdefault(owner, {})
        named[name] = (*named.get(name, ()), entity)

    def member(self, entity: int, name: str) -> tuple[int, ...]:
        """Return the direct members of that name; several where it is declared several times."""
        return self.members.get(entity, _NO_MEMBERS).get(name, ())

    def preferred(self, entities: tuple[int, ...], *, called: bool = False) -> int:
        """Return which of several definitions of one name holds; a field may have the name of a method."""
        if len(entities) == 1:
            return entities[0]
        if called:
            entities = tuple(entity for entity in entities if self.is_function(entity)) or entities
        real = [entity for entity in entities if "declared" not in self.definitions[entity].modifiers]
        language = self.language(self.slot[entities[0]])
        last = language is not None and language.redefinition == "last"
        return (real or list(entities))[-1 if last else 0]

    def _has_instances(self, entity: int) -> bool:
        definition = self.definitions[entity]
        if definition.kind in TYPE_KINDS:
            return True
        language = self._languages[self.slot[entity]]
        return (
            definition.kind == "module"
            and definition.parent >= 0
            and language is not None
            and language.open_types
        )

    def _unite(self) -> dict[int, tuple[int, ...]]:
        open_slots = [language is not None and language.open_types for language in self._languages]
        if not any(open_slots):
            return {}
        declared = [
            entity for entity, is_type in enumerate(self._types) if is_type and open_slots[self.slot[entity]]
        ]
        parents = [self.parent(entity) for entity in range(len(self.definitions))]
        return unite(declared, self.definitions, parents, self.members)

    def _collect_members(self) -> None:
        for slot, file in enumerate(self.facts):
            base = self.first[slot]
            for ordinal, definition in enumerate(file.definitions):
                if definition.parent < 0:
                    continue
                named = self.members.setdefault(base + definition.parent, {})
                named[definition.name] = (*named.get(definition.name, ()), base + ordinal)

    def _collect_imports(self) -> None:
        for slot, file in enumerate(self.facts):
            base = self.first[slot]
            for imported in file.imports:
                if imported.name == "*":
                    self.stars.setdefault(slot, []).append(imported)
                elif imported.alias:
                    self.bindings.setdefault(base + imported.scope, {}).setdefault(imported.alias, imported)

    def _collect_values(self) -> None:
        """Keep what assignments say of the types of attributes and of variables outside functions."""
        for slot, file in enumerate(self.facts):
            base = self.first[slot]
            for item in file.assignments:
                if item.form not in ("assign", "declare") or not (item.value or item.annotation):
                    continue
                scope = base + item.scope
                root, _, name = item.target.partition(".")
                if root == "self" and name and "." not in name:
                    owner = self.class_around(scope)
                elif not name and not self.is_function(scope):
                    owner, name = self.same(scope), root
                else:
                    continue
                if owner >= 0:
                    self.attribute_values.setdefault((owner, name), []).append((scope, item))

    @cached_property
    def functions_named(self) -> dict[str, list[int]]:
        """Name -> functions and methods of that name."""
        found: dict[str, list[int]] = {}
        for entity, definition in enumerate(self.definitions):
            if definition.kind in FUNCTION_KINDS:
                found.setdefault(definition.name, []).append(entity)
        return found


def _language(facts: FileFacts) -> Language | None:
    return None if facts.language == languages.TEXT else languages.load(facts.language)
