"""Names of files that see everything in the files they include.

The text of an included file is read as if it stood in the file that includes it. So a name is looked up in all files
that are visible, in the namespaces around it first.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from nsccn.graph.notation.signatures import taken
from nsccn.graph.packagenames import USED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.definitions.symbols import Symbols


class Visible:
    """Looks names up across visible files."""

    def __init__(self, symbols: Symbols) -> None:
        self._symbols = symbols
        self._chosen: dict[tuple[int, str, str, bool], int | None] = {}
        self._declared: dict[int, frozenset[str]] = {}

    def forget(self) -> None:
        """Drop the answers about names; called between files, so that memory stays bounded."""
        self._chosen.clear()
        self._declared.clear()

    def files(self, slot: int) -> frozenset[int] | None:
        """Return the files visible in a file, None where the language imports names."""
        strategy = self._symbols.strategy(slot)
        return strategy.visible(slot) if strategy else None

    def named(self, scope: int, name: str, *, called: bool = False) -> int | None:
        """Return what a name or path (`a.b.name`) means in a scope, beyond functions and types around it."""
        slot = self._symbols.slot[scope]
        files = self.files(slot)
        if files is None:
            return None
        around = self._namespace(scope)
        key = (slot, around, name, called)
        if key not in self._chosen:
            known = self._symbols.table.named(name.rpartition(".")[2])
            slots = self._symbols.slot
            found = [entity for entity in known if slots[entity] in files and self.is_outside(entity)]
            found = self._of_first_seen(slot, found)
            nearest = self._nearest(around, name, found, slot, called=called)
            if nearest is None and not called and self._is_declared(slot, files, name.rpartition(".")[2]):
                nearest = self._declared_type(scope, name)
            self._chosen[key] = nearest
        return self._chosen[key]

    def _of_first_seen(self, slot: int, found: list[int]) -> list[int]:
        """Return what stands in those of several files that a file means."""
        slots = self._symbols.slot
        files = frozenset(slots[entity] for entity in found)
        strategy = self._symbols.strategy(slot) if len(files) > 1 else None
        meant = strategy.first_seen(slot, files) if strategy is not None else files
        return found if meant == files else [entity for entity in found if slots[entity] in meant]

    def around_function(self, function: int, name: str) -> int | None:
        """Return what a name or path means in a function, where only namespaces lie between it and its file."""
        symbols = self._symbols
        module = symbols.parent(function)
        if module < 0 or symbols.parent(module) >= 0 or "." not in symbols.table.qualified[function]:
            return None
        return self.named(function, name) if symbols.is_function(function) else None

    def at_root(self, module: int, name: str, *, called: bool = False) -> int | None:
        """Return what a name means in a file that is looked up outside of all namespaces."""
        symbols = self._symbols
        slot = symbols.slot[module]
        files = self.files(slot) or frozenset((slot,))
        found = [
            entity
            for entity in symbols.table.named(name)
            if symbols.slot[entity] in files
            and self.is_outside(entity)
            and not self._namespace(symbols.parent(entity) if symbols.kind(entity) == "attr" else entity)
        ]
        return self._preferred(found, slot, called=called) if found else None

    def _is_declared(self, slot: int, files: frozenset[int], name: str) -> bool:
        """Whether one of the files that a file sees declares a type of that name without saying what it is."""
        symbols = self._symbols
        if not any(map(symbols.is_type, symbols.table.named(name))):
            return False
        if slot not in self._declared:
            self._declared[slot] = frozenset(chain.from_iterable(map(symbols.exports, files)))
        return name in self._declared[slot]

    def _declared_type(self, scope: int, name: str) -> int | None:
        """Return the only type of a name that is declared in a file, and that no file it sees defines."""
        symbols, qualified = self._symbols, self._symbols.table.qualified
        last = name.rpartition(".")[2]
        types = [entity for entity in symbols.table.named(last) if symbols.is_type(entity)]
        for prefix in _outwards("" if symbols.parent(scope) < 0 else unnumbered(qualified[scope])):
            wanted = f"{prefix}.{name}" if prefix else name
            found = [entity for entity in types if unnumbered(qualified[entity]) == wanted]
            if found:
                return found[0] if len(found) == 1 else None
        return None

    def overloads(self, scope: int, entity: int) -> list[int]:
        """Return the functions outside types that a call may mean by the name of one of them."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[entity])
        if language is not None and language.argument_labels:
            return self._of_modules(scope, entity)
        files = self.files(symbols.slot[scope]) or frozenset((symbols.slot[entity],))
        qualified = unnumbered(symbols.table.qualified[entity])
        return [
            other
            for other in symbols.functions_named(symbols.table.names[entity])
            if (other == entity or (symbols.slot[other] in files and self.is_outside(other)))
            and unnumbered(symbols.table.qualified[other]) == qualified
        ]

    def _of_modules(self, scope: int, entity: int) -> list[int]:
        """Return the functions of the name of one that stand beside it, or in the files whose names a file sees."""
        symbols, parent = self._symbols, self._symbols.parent(entity)
        slot = symbols.slot[scope]
        strategy = symbols.strategy(slot)
        files = (strategy.loaded(slot) if strategy is not None else None) or frozenset()
        is_of_file = symbols.parent(parent) < 0
        return [
            other
            for other in symbols.functions_named(symbols.table.names[entity])
            if symbols.parent(other) == parent
            or (is_of_file and symbols.slot[other] in files and symbols.parent(symbols.parent(other)) < 0)
        ]

    def befriended(self, declared: int) -> int:
        """Return the function outside types that is declared in a type as its friend, or what stands there itself."""
        symbols, table = self._symbols, self._symbols.table
        if not table.declared[declared]:
            return declared
        kind = taken(symbols.definitions[declared]).kind
        found = [
            one
            for one in symbols.functions_named(table.names[declared])
            if not table.declared[one]
            and self.is_outside(one)
            and taken(symbols.definitions[one]).kind == kind
            and symbols.slot[declared] in (self.files(symbols.slot[one]) or ())
        ]
        return found[0] if len(found) == 1 else declared

    def functions(self, slot: int, name: str) -> list[int]:
        """Return the functions of a name outside types, in any namespace, that a file sees."""
        files = self.files(slot) or frozenset((slot,))
        named = self._symbols.functions_named(name)
        return [entity for entity in named if self._symbols.slot[entity] in files and self.is_outside(entity)]

    def is_outside(self, entity: int) -> bool:
        """Whether an entity lies outside functions and types; the enumerators of such a type count as outside."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[entity])
        if language is None or not language.included_names:
            return False
        parent = symbols.parent(entity)
        if symbols.kind(entity) == "attr" and parent >= 0 and symbols.kind(parent) == "enum":
            parent = symbols.parent(parent)
        return parent >= 0 and symbols.parent(parent) < 0

    def _nearest(self, around: str, name: str, found: list[int], slot: int, *, called: bool) -> int | None:
        """Return the entity in the innermost namespace that has the name.

        Else any may be meant, by `using`; and a namespace that a macro opens is not in the facts, but mostly has the
        name of the folder.
        """
        symbols, qualified = self._symbols, self._symbols.table.qualified
        for prefix in _outwards(around):
            wanted = f"{prefix}.{name}" if prefix else name
            inside = [entity for entity in found if unnumbered(qualified[entity]) == wanted]
            if inside:
                return self._preferred(inside, slot, called=called)
        ending = "." + name
        used = [
            entity
            for entity in found
            if symbols.kind(entity) != "method"
            and ("." not in name or unnumbered(qualified[entity]).endswith(ending))
        ]
        if not used and "." in name:
            first, _, rest = name.partition(".")
            used = [
                entity
                for entity in found
                if unnumbered(qualified[entity]) == rest
                and first in symbols.paths[symbols.slot[entity]].split("/")[:-1]
            ]
        used = self._used(used, slot)
        is_told = len({unnumbered(qualified[entity]) for entity in used}) == 1
        return self._preferred(used, slot, called=called) if is_told else None

    def _used(self, found: list[int], slot: int) -> list[int]:
        """Return what lies in namespaces that a file says it uses, or is used by its own path; else all."""
        if len(found) < 2:
            return found
        qualified, stars = self._symbols.table.qualified, self._symbols.table.stars(slot)
        said = tuple(star.replace("::", ".") for star in stars if star.startswith(USED))
        return [
            one
            for one in found
            for path in (f".{unnumbered(qualified[one])}",)
            if path.endswith(said) or path.rpartition(".")[0].endswith(said)
        ] or found

    def _preferred(self, found: list[int], slot: int, *, called: bool) -> int:
        """A call prefers functions, anything else types; then definitions go before declarations."""
        symbols = self._symbols

        def rank(entity: int) -> tuple[bool, bool, bool]:
            fits = symbols.is_function(entity) if called else symbols.is_type(entity)
            return not fits, bool(symbols.table.declared[entity]), symbols.slot[entity] != slot

        return min(found, key=rank)

    def _namespace(self, scope: int) -> str:
        """Return the qualified name of what is around a scope: the namespaces, and types that a path may begin in."""
        symbols = self._symbols
        if symbols.parent(scope) < 0:
            return ""
        return unnumbered(symbols.table.qualified[scope]).rpartition(".")[0]


def unnumbered(qualified: str) -> str:
    """Return a qualified name without what tells it from others of that name in its file."""
    return qualified.partition("#")[0]


def _outwards(around: str) -> Iterator[str]:
    while around:
        yield around
        around = around.rpartition(".")[0]
    yield ""
