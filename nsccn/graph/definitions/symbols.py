"""The symbols of a repository: every definition under one number, its members, its imports, its typed assignments.

What a file says is read when it is first asked for and may be forgotten again, so that a repository of any size can
be linked; only the columns of `table` cover all files at once. What a name means outside its file is decided here
and in `meaning`, never by comparing names alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from nsccn.graph import languages
from nsccn.graph.definitions.filesymbols import FileSymbols, Members, SymbolsOfFiles
from nsccn.graph.definitions.open_types import arity, unite
from nsccn.graph.definitions.spoken import Spoken
from nsccn.graph.definitions.table import KIND_NUMBER
from nsccn.graph.fileroles import Role, is_run_by_hand, role_of
from nsccn.graph.imports import STRATEGIES, Project
from nsccn.graph.kinds import ENTITY_KINDS
from nsccn.graph.model import Assignment
from nsccn.graph.notation.accessornames import property_of
from nsccn.graph.notation.marks import OF_FILE
from nsccn.graph.notation.objectnames import other_object_names

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.definitions.table import Table
    from nsccn.graph.imports import ImportStrategy, Located
    from nsccn.graph.kinds import EntityKind
    from nsccn.graph.language import Language
    from nsccn.graph.model import Definition, FileOutline, Import

_NO_MEMBERS: Final[Members] = {}
_NO_BINDINGS: Final[dict[str, Import]] = {}
_MOST_LOCATED: Final = 100_000
_MOST_NAMESAKES: Final = 256
"""Members of one name in one type that count; code that people write has less, and all calls pay for each."""
_SHAPES: Final = frozenset({"interface", "type", "module"})
"""What only says what shape something has, or has more beside it: of one name, a class or function is meant."""


class Symbols:
    """Definitions, members, imports and typed assignments of all files."""

    def __init__(
        self, table: Table, outline: Callable[[int], FileOutline], read: Callable[[str], Any]
    ) -> None:
        """Read symbols from columns and outlines.

        Args:
            table: the columns of all files.
            outline: gives the outline of a file by its slot.
            read: gives what a manifest says, None where there is none; for `ROOT`, the name of the root directory.
        """
        self.table = table
        self.paths: Sequence[str] = table.paths
        self.first = table.first
        self.slot = table.slot
        self._parent = table.parent
        self._functions = table.functions
        self._files = SymbolsOfFiles(self.first, outline, self.language)
        self.definitions = _Definitions(table, self._files)
        self.file: Callable[[int], FileSymbols] = self._files.__getitem__
        """Gives what a file says."""
        known = {language: languages.known(language) for language in set(table.languages)}
        self._languages = [known[language] for language in table.languages]
        self.spoken = Spoken(language for language in known.values() if language is not None)
        self._types = self._mark_types()
        self.owners: dict[int, int] = {}
        """Method -> its type, for methods that are defined outside it."""
        self.lent: dict[int, list[int]] = {}
        """Function -> the types that it is a method of, too."""
        self._adopted: dict[int, dict[str, list[int]]] = {}
        self._adopted_slots: dict[int, set[int]] = {}
        self._bereft: set[int] = set()
        """What encloses such methods, which are no members of it."""
        self._put_in: set[int] = set()
        """Methods that another file than that of their type gives it, as a test that stands in for it."""
        self._shared: dict[int, Members] = {}
        """The members of what may have members in several places."""
        self._parts = self._unite()
        self._same = {part: whole for whole, parts in self._parts.items() for part in parts}
        self.project = Project(
            paths=table.paths,
            languages=table.languages,
            packages=table.packages,
            read=read,
            exports=self.exports,
            stars=table.stars,
            modules=self._top_names,
        )
        self._strategies: dict[str, ImportStrategy] = {}
        self._located: dict[tuple[int, str], Located | None] = {}
        self._functions_named: dict[str, list[int]] = {}

    # -- files

    def forget(self) -> None:
        """Let go of what files say; it is read again when it is asked for."""
        self._files.forget()
        self._located.clear()
        self._functions_named.clear()

    @cached_property
    def stubs(self) -> frozenset[int]:
        """The files that describe another one beside them: nothing in them runs, or overrides anything."""
        suffixes = {pair for language in self._languages if language for pair in language.stubs.items()}
        described = [
            (slot, path[: -len(suffix)] + source)
            for suffix, source in suffixes
            for slot, path in enumerate(self.paths)
            if path.endswith(suffix)
        ]
        known = set(self.paths) if described else set()
        return frozenset(slot for slot, source in described if source in known)

    def imports(self, slot: int) -> Sequence[Import]:
        """Return the imports of a file."""
        return self.file(slot).outline.imports

    def exports(self, slot: int) -> Sequence[str]:
        """Return the names that a file lists as public."""
        return self.file(slot).outline.exports

    def bindings(self, scope: int) -> dict[str, Import]:
        """Return the imports that are bound in a scope, by alias."""
        return self._files[self.slot[scope]].bindings.get(scope, _NO_BINDINGS)

    def binding(self, scope: int, alias: str) -> Import | None:
        """Return the import that binds a name in a scope or, where none there does, in its file."""
        module = self.first[self.slot[scope]]
        return self.bindings(scope).get(alias) or self.bindings(module).get(alias)

    def dotted(self, slot: int) -> frozenset[str]:
        """Return what the dotted names begin with that imports of a file bind."""
        return self.file(slot).dotted

    def offered(self, slot: int) -> dict[str, Import]:
        """Return the imports that a file gives others under names which stand for other imports in itself, by alias."""
        return self.file(slot).offered

    def later(self, scope: int, alias: str) -> list[Import]:
        """Return the imports that bind a name in a scope which another binds there before."""
        return self.file(self.slot[scope]).later.get((scope, alias), [])

    def stars(self, slot: int) -> list[Import]:
        """Return the imports by which a file takes all names of others."""
        return self.file(slot).stars

    def language(self, slot: int) -> Language | None:
        """Return the language of a file, None for text."""
        return self._languages[slot]

    @cached_property
    def calling_of_libraries(self) -> tuple[str, ...]:
        """Return the methods by which types from elsewhere run what inherits from them, when it is called."""
        return tuple(
            dict.fromkeys(
                name for one in self._languages if one is not None for name in one.calling_of_libraries
            )
        )

    def strategy(self, slot: int) -> ImportStrategy | None:
        """Return the import strategy of a file, None for text."""
        language = self._languages[slot]
        if language is None:
            return None
        name = language.import_strategy
        if name not in self._strategies:
            self._strategies[name] = STRATEGIES[name](self.project)
        return self._strategies[name]

    def located(self, slot: int, module: str) -> Located | None:
        """Return where a module, as written in a file, lies; None when it is not in the repository."""
        key = (slot, module)
        if key not in self._located:
            if len(self._located) >= _MOST_LOCATED:
                self._located.clear()
            strategy = self.strategy(slot)
            self._located[key] = strategy.locate(slot, module) if strategy else None
        return self._located[key]

    def functions_named(self, name: str) -> list[int]:
        """Return the functions and methods of that name that run."""
        found = self._functions_named.get(name)
        if found is None:
            if len(self._functions_named) >= _MOST_LOCATED:
                self._functions_named.clear()
            functions, stubs = self.table.functions, self.stubs
            found = [entity for entity in self.table.named(name) if functions[entity]]
            if stubs:
                found = [entity for entity in found if self.slot[entity] not in stubs]
            self._functions_named[name] = found
        return found

    def _top_names(self, slot: int) -> Iterable[str]:
        """Yield the top-level names that a file defines."""
        names, parent, module = self.table.names, self.table.parent, self.first[slot]
        return {
            names[entity] for entity in range(module + 1, self.first[slot + 1]) if parent[entity] == module
        }

    # -- entities

    def kind(self, entity: int) -> EntityKind:
        """Return the kind of an entity."""
        return ENTITY_KINDS[self.table.kind[entity]]

    def is_type(self, entity: int) -> bool:
        """Whether an entity has instances."""
        return self._types[entity] == 1

    def is_function(self, entity: int) -> bool:
        """Whether an entity can be called and is no type."""
        return self._functions[entity] == 1

    def is_property(self, entity: int) -> bool:
        """Whether reading an entity runs it."""
        return self.table.property[entity] == 1

    @cached_property
    def property_names(self) -> frozenset[str]:
        """The names of all properties."""
        return self._names_of(_marked(self.table.property) != 0)

    @cached_property
    def bean_properties(self) -> frozenset[str]:
        """The names under which a language of the repository reads and sets by methods what another has."""
        if not self.spoken.reads_beans:
            return frozenset()
        functions = self._names_of(_marked(self.table.functions) != 0)
        return frozenset(filter(None, map(property_of, functions)))

    @cached_property
    def has_property_makers(self) -> bool:
        """Whether any function gives a property that it makes."""
        return bool(_marked(self.table.accessors).any())

    @cached_property
    def attribute_names(self) -> frozenset[str]:
        """The names of all attributes that stand in the body of a class."""
        stated = _marked(self.table.kind) == KIND_NUMBER["attr"]
        return self._names_of(stated & (_marked(self.table.implicit) == 0))

    @cached_property
    def assigned_names(self) -> frozenset[str]:
        """The names of all attributes that only assignments in methods declare."""
        return self._names_of(_marked(self.table.implicit) != 0)

    def _names_of(self, chosen: Array) -> frozenset[str]:
        names = self.table.names
        return frozenset(names[entity] for entity in np.flatnonzero(chosen).tolist())

    def parent(self, entity: int) -> int:
        """Return the enclosing entity, -1 for a file."""
        return self._parent[entity]

    def around(self, entity: int) -> Iterator[int]:
        """Yield an entity and all that encloses it, the file last."""
        while entity >= 0:
            yield entity
            entity = self._parent[entity]

    def class_around(self, entity: int) -> int:
        """Return the innermost type around or at an entity, -1 where there is none."""
        types, owners, parent = self._types, self.owners, self.table.parent
        while entity >= 0 and not types[entity]:
            entity = owners[entity] if entity in owners else parent[entity]
        return self._same.get(entity, entity)

    def same(self, entity: int) -> int:
        """Return the declaration that stands for a type that is declared in several places."""
        return self._same.get(entity, entity)

    def parts(self, entity: int) -> tuple[int, ...]:
        """Return all declarations of a type."""
        return self._parts.get(entity, (entity,))

    def attributes(self, cls: int) -> list[int]:
        """Return the attributes that stand in the body of a type, in their order."""
        implicit = self.table.implicit
        return [
            entity
            for entity in range(cls + 1, self.first[self.slot[cls] + 1])
            if self.parent(entity) == cls and self.kind(entity) == "attr" and not implicit[entity]
        ]

    def types(self) -> list[int]:
        """Return all types, each by the declaration that stands for it."""
        marked = np.flatnonzero(np.frombuffer(self._types, np.uint8)).tolist()
        return [entity for entity in marked if self._same.get(entity, entity) == entity]

    @cached_property
    def types_by_other_names(self) -> dict[str, str]:
        """What objects may be called besides -> the name of the only type that is written so."""
        found: dict[str, set[str]] = {}
        for slot, language in enumerate(self._languages):
            if language is None or not language.named_objects:
                continue
            for entity in range(self.first[slot], self.first[slot + 1]):
                if self._types[entity]:
                    name = self.table.names[entity]
                    for other in other_object_names(name):
                        found.setdefault(other, set()).add(name)
        return {other: names.pop() for other, names in found.items() if len(names) == 1}

    def adopt(self, owned: Iterable[tuple[int, int]]) -> None:
        """Make methods members of the types they belong to, and no others; functions stay what they are besides."""
        self.owners.clear()
        self.lent.clear()
        self._adopted.clear()
        self._adopted_slots.clear()
        self._bereft.clear()
        self._put_in.clear()
        for method, owner in sorted(set(owned)):
            self._adopted.setdefault(owner, {}).setdefault(self.table.names[method], []).append(method)
            self._adopted_slots.setdefault(owner, set()).add(self.slot[method])
            if self.slot[owner] != self.slot[method]:
                self._put_in.add(method)
            if self.kind(method) == "func":
                self.lent.setdefault(method, []).append(owner)
            else:
                self.owners[method] = owner
                self._bereft.add(self.parent(method))

    def member(self, entity: int, name: str) -> tuple[int, ...]:
        """Return the direct members of that name; several where it is declared several times, but not any number."""
        members = self._shared.get(entity)
        if members is None:
            members = self._files[self.slot[entity]].members.get(entity, _NO_MEMBERS)
        found = members.get(name, ())
        if found and entity in self._bereft:
            found = tuple(member for member in found if self.owners.get(member, entity) == entity)
        if entity in self._adopted:
            found = (*found, *self._adopted[entity].get(name, ()))
        return found if len(found) <= _MOST_NAMESAKES else found[:_MOST_NAMESAKES]

    def preferred(self, entities: tuple[int, ...], *, called: bool = False) -> int:
        """Return which of several definitions of one name holds; a field may have the name of a method."""
        if len(entities) == 1:
            return entities[0]
        if called:
            entities = tuple(entity for entity in entities if self.is_function(entity)) or entities
        if any(map(self.is_property, entities)):
            entities = tuple(
                filter(self.is_property, entities)
            )  # the others are run by assigning and deleting
        real = [entity for entity in entities if not self.table.declared[entity]] or list(entities)
        language = self.language(self.slot[entities[0]])
        if language is None or language.redefinition != "last":
            return real[0]
        real = [entity for entity in real if entity not in self._put_in] or real
        if self.slot[real[0]] != self.slot[real[-1]]:
            real = [entity for entity in real if self._is_product(entity)] or real
        return ([entity for entity in real if self.kind(entity) not in _SHAPES] or real)[-1]

    def _is_product(self, entity: int) -> bool:
        """Whether a definition stands in the product itself, and not in what a test, or a script, opens again."""
        path = self.paths[self.slot[entity]]
        return role_of(path) is Role.SOURCE and not is_run_by_hand(path)

    def values(self, owner: int, name: str) -> Iterator[tuple[int, Assignment]]:
        """Yield what assignments say of an attribute, or of a variable outside functions, with their scopes."""
        for slot in self._slots_of(owner):
            file = self._files[slot]
            if name not in file.values:
                file.values[name] = self._values(slot, file, name)
            yield from file.values[name].get(owner, ())

    def _slots_of(self, owner: int) -> Sequence[int]:
        """Return the files that may say something of the attributes of a type."""
        parts, adopted = self._parts.get(owner), self._adopted_slots.get(owner)
        if parts is None and adopted is None:
            return (self.slot[owner],)
        return sorted({self.slot[part] for part in parts or (owner,)}.union(adopted or ()))

    def said_of(self, variable: int) -> Iterator[tuple[int, Assignment]]:
        """Yield what assignments say of a field, or of a variable outside functions, with their scopes."""
        return self.values(self.same(self.parent(variable)), self.table.names[variable])

    def _values(self, slot: int, file: FileSymbols, name: str) -> dict[int, list[tuple[int, Assignment]]]:
        """Return what a file assigns to attributes and variables of that name, by owner, with the scopes."""
        found: dict[int, list[tuple[int, Assignment]]] = {}
        base, language = self.first[slot], self.language(slot)
        offering = {*language.module_objects, *language.global_objects} if language is not None else ()
        for row in file.assigned.get(name, ()):
            item = Assignment(*row)
            scope, (root, _, of_object) = base + item.scope, item.target.partition(".")
            if root == "self" and of_object:
                owner = self.class_around(scope)
            elif root == OF_FILE or root in offering:
                owner = (
                    base  # `exports.cart = new Cart()`, `window.cart` give a variable of the file its value
                )
            elif of_object:
                owner = next(iter(file.members.get(scope, _NO_MEMBERS).get(root, ())), -1)
            else:
                owner = self.same(scope)
            if owner >= 0:
                found.setdefault(owner, []).append((scope, item))
        return found

    # -- types in several places

    def _mark_types(self) -> bytes:
        marked = bytearray(self.table.types)
        module, parent = KIND_NUMBER["module"], self.table.parent
        for slot in self._open_slots:
            for entity in range(self.first[slot], self.first[slot + 1]):
                if self.table.kind[entity] == module and parent[entity] >= 0:
                    marked[entity] = 1
        return bytes(marked)

    @cached_property
    def _open_slots(self) -> list[int]:
        """The files of languages in which a type may be declared in several places."""
        return [
            slot
            for slot, language in enumerate(self._languages)
            if language is not None and language.open_types
        ]

    def _unite(self) -> dict[int, tuple[int, ...]]:
        declared, places = list[int](), dict[int, str]()
        for slot in self._open_slots:
            found = [one for one in range(self.first[slot], self.first[slot + 1]) if self._types[one]]
            language = self._languages[slot]
            modifier = language.open_modifier if language is not None else ""
            if modifier:
                found = [one for one in found if modifier in self.definitions[one].modifiers]
                is_in_file = language is not None and language.companion_objects
                place = f"{slot}" if is_in_file else self.table.packages[slot]
                places.update((one, place + arity(self.definitions[one])) for one in found)
            declared += found
            for entity, members in self.file(slot).members.items() if found or not modifier else ():
                self._shared[entity] = dict(members)
        return unite(declared, self.definitions, self.table.parent, self._shared, places)


class _Definitions:
    """The definitions of all files by their numbers."""

    def __init__(self, table: Table, files: SymbolsOfFiles) -> None:
        self._slot, self._first = table.slot, table.first
        self._files = files

    def __getitem__(self, entity: int) -> Definition:
        slot = self._slot[entity]
        return self._files[slot].outline.definitions[entity - self._first[slot]]


def _marked(marks: bytes) -> Array:
    return np.frombuffer(marks, np.uint8)
