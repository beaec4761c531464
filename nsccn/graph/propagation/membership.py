"""Types by the members that they have, of their own and inherited, over all files."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from nsccn.graph.definitions.shapes import is_shape, leaves_work, tells_types_apart
from nsccn.graph.fileroles import is_test_path
from nsccn.graph.imports import are_akin
from nsccn.graph.propagation.heldobjects import HeldObjects

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.linking.linkrows import LinkRows

_MOST_NAMED: Final = 64
"""Definitions of the rarest of the members above which no types are looked for."""


class Membership:
    """Finds the types that have certain members."""

    def __init__(self, symbols: Symbols, rows: LinkRows) -> None:
        self._symbols = symbols
        self._rows = rows
        self._holding: dict[tuple[str, str], frozenset[int]] = {}
        self._by_member: dict[tuple[str, str], dict[int, set[int]]] = {}
        self._of_owners: dict[tuple[str, str], dict[str, list[int]]] = {}
        self._seen: dict[str, tuple[set[int], set[int]]] = {}
        """Language -> the types that were looked at for it, and those of them that do not count."""
        self._alone: dict[int, bool] = {}
        self._tests: dict[int, bool] = {}

    def known_to(self, slot: int, methods: Iterable[int]) -> list[int]:
        """Return those methods of which a file may know."""
        symbols, strategy = self._symbols, self._symbols.strategy(slot)
        own = symbols.paths[slot]
        return [
            one
            for one in methods
            if strategy is None or strategy.is_known_to(symbols.paths[symbols.slot[one]], own)
        ]

    def fitting(self, language: str, members: Collection[str]) -> frozenset[int]:
        """Return the types of a language that have all members, none where each of these is too common."""
        if min(len(self._symbols.table.named(member)) for member in members) > _MOST_NAMED:
            return frozenset()
        return frozenset.intersection(*(self._having(language, member) for member in members))

    def made(self, bases: Iterable[int], *, in_tests: bool) -> frozenset[int]:
        """Return the types whose objects may stand where one of some types is declared: these, and those below.

        Types of tests count `in_tests` alone: there they stand in for others.
        """
        symbols = self._symbols
        return frozenset(
            one
            for one in self._objects.family(*bases)
            if symbols.kind(one) != "interface" and (in_tests or not self.is_test(symbols.slot[one]))
        )

    def run(self, language: str, name: str, types: frozenset[int]) -> dict[int, float]:
        """Return the methods of a name that objects of some types run, with the share of these types."""
        symbols = self._symbols
        found = {
            one: len(having & types) / len(types)
            for one, having in sorted(self._types_by_member(language, name).items())
            if not having.isdisjoint(types)
        }
        return {
            one: share
            for one, share in found.items()
            if symbols.is_function(one) and not leaves_work(symbols, one)
        }

    def is_test(self, slot: int) -> bool:
        """Whether a file is one of tests."""
        if slot not in self._tests:
            self._tests[slot] = is_test_path(self._symbols.paths[slot])
        return self._tests[slot]

    def methods(self, language: str, name: str, types: frozenset[int]) -> list[int]:
        """Return the methods of a name that some types of a language have.

        Types that only say what others have do not count.
        """
        meant = self._meant(language, name, types)
        found = [one for one in meant if self._symbols.is_function(one)]
        if any(self._is_read(one) for one in meant):
            return []
        return [one for one in found if not self._is_described(one)] or found

    def properties(self, language: str, name: str, types: frozenset[int]) -> list[int]:
        """Return the same of properties; none where any such type has something else of that name."""
        meant = self._meant(language, name, types)
        return meant if all(map(self._symbols.is_property, meant)) else []

    def of_namesake(self, language: str, name: str, called: str, *, is_read: bool) -> list[int]:
        """Return the method, or property, of a name that the one type has which is called as an object is."""
        symbols, named = self._symbols, self._by_owner(language, name).get(_plainly(called), ())
        if len({symbols.parent(one) for one in named}) != 1:
            return []
        return [one for one in named if symbols.is_property(one) == is_read and symbols.is_function(one)][:1]

    def _by_owner(self, language: str, name: str) -> dict[str, list[int]]:
        """Return what types of a language have by a name, by what these are called."""
        found = self._of_owners.get((language, name))
        if found is None:
            found = self._of_owners[language, name] = {}
            symbols = self._symbols
            for one in symbols.table.named(name):
                owner = symbols.parent(one)
                if (
                    owner >= 0
                    and symbols.is_type(owner)
                    and symbols.table.languages[symbols.slot[owner]] == language
                ):
                    found.setdefault(_plainly(symbols.table.names[owner]), []).append(one)
        return found

    def is_of_one(self, member: int) -> bool:
        """Whether no other type, and no module, has what a type has by the name of a member."""
        if member not in self._alone:
            symbols = self._symbols
            named = symbols.table.named(symbols.table.names[member])
            self._alone[member] = all(symbols.parent(one) == symbols.parent(member) for one in named)
        return self._alone[member]

    def _meant(self, language: str, name: str, types: frozenset[int]) -> list[int]:
        """Return what some types of a language have by a name."""
        by_member = self._types_by_member(language, name) if types else {}
        return sorted(one for one, having in by_member.items() if not types.isdisjoint(having))

    def _is_read(self, member: int) -> bool:
        """Whether what looks like a call may read a member that is no function."""
        language = self._symbols.language(self._symbols.slot[member])
        return language is not None and language.bare_calls and not self._symbols.is_function(member)

    def _is_described(self, method: int) -> bool:
        """Whether a file that says what others have, and runs nothing, has a method: a stub."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[method])
        return language is not None and symbols.paths[symbols.slot[method]].endswith(tuple(language.stubs))

    def implementations(self, target: int) -> list[int]:
        """Return the methods that stand for one of a type which only says what others have.

        One method alone, unless nothing else has its name, says too little of who has it.
        """
        symbols, cls = self._symbols, self._symbols.parent(target)
        language = symbols.language(symbols.slot[cls])
        wanted = self._of_shape(cls).difference(language.constructors if language is not None else ())
        name = symbols.table.names[target]
        if (
            language is None
            or name not in wanted
            or not any(tells_types_apart(language, one) for one in wanted)
        ):
            return []
        found = self.methods(language.name, name, self.fitting(language.name, wanted))
        found = [
            one for one in found if not is_shape(symbols, symbols.parent(one))
        ]  # inherited, and no more said
        return found if len(wanted) > 1 or len(found) == 1 else []

    def _of_shape(self, cls: int) -> set[str]:
        """Return the names of the methods of a type that only says what others have."""
        symbols = self._symbols
        return {
            name
            for one in self._objects.order(cls)
            if is_shape(symbols, one)
            for name, members in symbols.file(symbols.slot[one]).members.get(one, {}).items()
            if symbols.is_function(members[-1])
        }

    def _types_by_member(self, language: str, name: str) -> dict[int, set[int]]:
        """Return the types whose objects have a member of that name, by that member."""
        found = self._by_member.get((language, name))
        if found is None:
            found = self._by_member[language, name] = {}
            having = self._having(language, name)
            members = self._objects.members(name) if having else {}
            for cls in having:
                found.setdefault(members[cls], set()).add(cls)
        return found

    def _having(self, language: str, member: str) -> frozenset[int]:
        """Return the types of a language, or of one akin, with a member; not those that only say what others have."""
        found = self._holding.get((language, member))
        if found is None:
            symbols = self._symbols
            owners = (symbols.owners.get(one, symbols.parent(one)) for one in self._objects.named(member))
            holders = {symbols.same(one) for one in owners if one >= 0 and symbols.is_type(one)}
            below = self._objects.family(*holders)
            found = self._holding[language, member] = below - self._left_out(language, below)
        return found

    def _left_out(self, language: str, types: frozenset[int]) -> set[int]:
        """Return those of some types, and perhaps others, that are of another language or only say what others have."""
        symbols = self._symbols
        seen, found = self._seen.setdefault(language, (set(), set()))
        for cls in types - seen:
            if is_shape(symbols, cls) or not are_akin(language, symbols.table.languages[symbols.slot[cls]]):
                found.add(cls)
        seen |= types
        return found

    @cached_property
    def _objects(self) -> HeldObjects:
        return HeldObjects(self._symbols, self._rows)


def _plainly(name: str) -> str:
    """Return a name as those of types and of objects are alike."""
    return name.replace("_", "").lower()
