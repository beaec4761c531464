"""The definitions that declarations stand for.

A declaration in a header stands for the definition in a file that sees the header. There may be several: programs of
one repository may each have theirs, as platforms may, and tests may put one in the place of another.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from posixpath import dirname
from typing import TYPE_CHECKING, Final

from nsccn.graph.definitions.visible import unnumbered
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.imports.base import BuiltFile
from nsccn.graph.model import BUILT, IMPLEMENTING
from nsccn.graph.notation.signatures import taken
from nsccn.graph.notation.sourcesets import shared_folders

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.definitions.visible import Visible

_MACRO: Final = "macro"
_BRANCH: Final = "branch"
"""Modifier of a method in the other branch of a condition, which has it in both."""
_OF_CALLS: Final = 0.7
"""Probability of each of several functions that stand in the branches of another, as of imports there."""
_OF_LAST: Final = 0.5
"""Probability of the last of several that stand in branches; the others share as much, as of imports."""
_OUTDATED: Final = "outdated"
_OF_TYPE: Final = "classmethod"
_FAR: Final = 0.1
"""Probability, shared by them, that a call runs one of the bodies which are further away than others."""
_BESIDE: Final = 0.4
"""The same where the nearest do not lie in a folder around the caller, but in one beside it, as another program may."""
_MOST_FAR: Final = 3
"""Bodies further away above which none is told."""
_ASIDE: Final = frozenset({Role.TEST, Role.EXAMPLE})
"""Roles of files that other files call nothing in."""


_MOST_UNSEEN: Final = 50
"""Of so many bodies one may be looked for that takes what a declaration does."""


class Bodies:
    """Finds the definitions of what is declared, or defined in several branches."""

    def __init__(self, symbols: Symbols, visible: Visible) -> None:
        self._symbols = symbols
        self._visible = visible
        self._stand_ins: dict[int, tuple[int, ...]] = {}
        self._all: dict[int, tuple[int, ...]] = {}
        self._branches_of: dict[int, tuple[int, ...]] = {}
        self._weighed: dict[tuple[str, Role, int, bool], list[tuple[int, float]]] = {}
        """What is likely by the folder and the role of the file that calls, and whether that has it."""
        self._roles: dict[int, Role] = {}

    def definitions_of(self, entity: int) -> tuple[int, ...]:
        """Return the definitions that a declaration stands for: in files that see it, the only one, or itself."""
        if entity not in self._stand_ins:
            self._stand_ins[entity] = self._find_definitions(entity)
        return self._stand_ins[entity]

    def meant_in(self, scope: int, entity: int) -> tuple[int, ...]:
        """Return the definitions that a call in a scope may mean; what its own file defines is meant alone."""
        symbols, slot = self._symbols, self._symbols.slot[entity]
        language = symbols.language(slot)
        is_branch = language is not None and language.branched_packages and symbols.is_function(entity)
        if not is_branch or slot == symbols.slot[scope] or not self._is_of_package(entity):
            return self.definitions_of(entity)
        if entity not in self._branches_of:
            self._branches_of[entity] = self._in_package(entity)
        return self._branches_of[entity]

    def weighed(self, scope: int, entity: int) -> list[tuple[int, float]]:
        """Return the definitions that a call in a scope may mean, each with its probability.

        Programs of one repository may each have a body for the same prototype, as platforms may, and tests may put
        theirs in the place of another: what is nearest in the tree of folders is meant.
        """
        meant = self.meant_in(scope, entity)
        bodies = self._of_any_program(entity) if self._symbols.table.declared[entity] else meant
        if len(bodies) < 2:
            return [(one, 1.0) for one in meant]
        if self._is_chosen_by_calls(entity):
            return [(one, _OF_CALLS) for one in meant]
        if _BRANCH in self._symbols.definitions[entity].modifiers and entity in meant:
            rest = _OF_LAST / (len(meant) - 1)
            return [(one, _OF_LAST if one == entity else rest) for one in meant]
        if len({self._symbols.kind(one) == _MACRO for one in meant}) > 1:
            return [(one, 1 / len(meant)) for one in meant]
        slot = self._symbols.slot[scope]
        if (shares := self._of_builds(scope, meant)) is not None:
            return shares
        is_own = slot == self._symbols.slot[entity]
        key = dirname(self._symbols.paths[slot]), self._role(slot), entity, is_own
        if key not in self._weighed:
            self._weighed[key] = self._shares(slot, meant, bodies)
        return self._weighed[key]

    def _is_of_package(self, function: int) -> bool:
        """Whether a function is one of its package or of a type of that, none inside another function."""
        symbols = self._symbols
        around = symbols.parent(function)
        return around == symbols.first[symbols.slot[function]] or symbols.is_type(around)

    def _is_chosen_by_calls(self, entity: int) -> bool:
        """Whether the branches that define a function stand in another one, whose calls take one or the other."""
        symbols = self._symbols
        is_branch = _BRANCH in symbols.definitions[entity].modifiers
        return is_branch and symbols.is_function(symbols.parent(entity))

    def _of_builds(self, scope: int, meant: Sequence[int]) -> list[tuple[int, float]] | None:
        """Return the shares of what files of a package define by one name; None for other definitions."""
        symbols = self._symbols
        slot = symbols.slot[meant[0]]
        language, strategy = symbols.language(slot), symbols.strategy(slot)
        if language is None or strategy is None or not language.branched_packages:
            return None
        caller = symbols.slot[scope]
        meant = self._of_role(caller, meant)
        calling, *defining = map(self._built, (symbols.first[caller], *meant))
        shares = zip(meant, strategy.shares_of_builds(calling, defining), strict=True)
        return [(one, share) for one, share in shares if share]

    def _built(self, entity: int) -> BuiltFile:
        """Return the file of an entity, with the condition on which it is built."""
        symbols = self._symbols
        said = (one for one in symbols.definitions[entity].modifiers if one.startswith(BUILT))
        return BuiltFile(symbols.paths[symbols.slot[entity]], next(said, "").removeprefix(BUILT))

    def _shares(self, slot: int, meant: Sequence[int], bodies: Sequence[int]) -> list[tuple[int, float]]:
        """Return how likely it is that a file which calls one of several bodies runs each of them."""
        product = self._of_role(slot, bodies)
        nearest = self._nearest_bodies(slot, product)
        if set(nearest) >= set(meant):
            return [(one, 1 / len(meant)) for one in meant]
        nearest = [one for one in nearest if one in meant] or nearest
        far = sorted(set(bodies) - set(nearest))
        told = far if len(far) <= _MOST_FAR else []
        is_sure = len(nearest) == len(product) or self._is_around(slot, nearest[0])
        left = _FAR if is_sure else _BESIDE
        return [
            *((one, (1 - left) / len(nearest)) for one in nearest),
            *((one, left / len(told)) for one in told),
        ]

    def _of_role(self, slot: int, bodies: Sequence[int]) -> Sequence[int]:
        """Return the bodies that a file may call by the roles of their files; tests call what lies beside them."""
        paths, slots, own = self._symbols.paths, self._symbols.slot, self._role(slot)
        if own is Role.TEST:
            return [one for one in bodies if dirname(paths[slots[one]]) == dirname(paths[slot])] or bodies
        return [one for one in bodies if self._role(slots[one]) not in _ASIDE - {own}] or bodies

    def _nearest_bodies(self, slot: int, bodies: Sequence[int]) -> Sequence[int]:
        """Return the bodies that are nearest to a file in the tree of folders; all of them for a test."""
        paths, slots = self._symbols.paths, self._symbols.slot
        if self._role(slot) is Role.TEST:
            return bodies
        shared = {one: shared_folders(paths[slot], paths[slots[one]]) for one in bodies}
        most = max(shared.values())
        return [one for one in bodies if shared[one] == most]

    def _is_around(self, slot: int, body: int) -> bool:
        """Whether a file lies in the folder of a body or below."""
        paths = self._symbols.paths
        home = dirname(paths[self._symbols.slot[body]])
        return not home or paths[slot].startswith(home + "/")

    def _role(self, slot: int) -> Role:
        if slot not in self._roles:
            self._roles[slot] = role_of(self._symbols.paths[slot])
        return self._roles[slot]

    def _in_package(self, function: int) -> tuple[int, ...]:
        """Return the functions that the files of a package define by the same name."""
        symbols, table = self._symbols, self._symbols.table
        slot = symbols.slot[function]
        strategy = symbols.strategy(slot)
        package = {slot, *strategy.peers(slot)} if strategy is not None else ()
        return tuple(
            other
            for other in symbols.functions_named(table.names[function])
            if table.qualified[other] == table.qualified[function] and symbols.slot[other] in package
        ) or (function,)

    def _find_definitions(self, entity: int) -> tuple[int, ...]:
        symbols = self._symbols
        slot = symbols.slot[entity]
        language = symbols.language(slot)
        table = symbols.table
        if _BRANCH in symbols.definitions[entity].modifiers:
            return self._of_both_branches(entity)
        if language is None or not (language.included_names or language.branched_functions):
            return (entity,)
        if not language.included_names:
            return self._of_builds_apart(entity)
        if not table.declared[entity]:
            return (*self._branches(entity), *self._of_other_builds(entity))
        seeing, others = self._seeing(entity)
        stem = PurePosixPath(symbols.paths[slot]).stem
        same = [
            other
            for other in seeing or others
            if PurePosixPath(symbols.paths[symbols.slot[other]]).stem == stem
        ]
        return self._alike(entity, same or seeing or self._only(entity, others))

    def _only(self, declared: int, others: list[int]) -> list[int]:
        """Return the one body in files that do not see a declaration, or of several the one that takes the same."""
        if len(others) < 2:
            return others
        language = self._symbols.language(self._symbols.slot[declared])
        if language is None or not language.argument_types or len(others) > _MOST_UNSEEN:
            return []
        takes = taken(self._symbols.definitions[declared]).made_kind
        alike = [one for one in others if taken(self._symbols.definitions[one]).made_kind == takes]
        return alike if len(alike) == 1 else []

    def _of_any_program(self, declared: int) -> tuple[int, ...]:
        """Return all definitions that a declaration stands for in one program or another."""
        if declared not in self._all:
            language = self._symbols.language(self._symbols.slot[declared])
            seeing = self._seeing(declared)[0] if language is not None and language.included_names else []
            self._all[declared] = (
                self._alike(declared, seeing) if len(seeing) > 1 else self.definitions_of(declared)
            )
        return self._all[declared]

    def _seeing(self, declared: int) -> tuple[list[int], list[int]]:
        """Return the bodies of the name of a declaration, of them first those in files that see it."""
        symbols, table = self._symbols, self._symbols.table
        qualified = unnumbered(table.qualified[declared])
        others = [
            other
            for other in table.named(table.names[declared])
            if not (table.declared[other] or table.static[other])
            and symbols.is_function(other) == symbols.is_function(declared)
            and symbols.kind(other) != _MACRO
            and self._visible.is_outside(other)
            and unnumbered(table.qualified[other]) == qualified
        ]
        slot = symbols.slot[declared]
        return [other for other in others if slot in (self._visible.files(symbols.slot[other]) or ())], others

    def _alike(self, declared: int, found: list[int]) -> tuple[int, ...]:
        """Return those of some bodies that take what a declaration does, one for each file and branch."""
        slots = self._symbols.slot
        one_each = {slots[body]: body for body in reversed(self._taking_alike(declared, found))}
        return tuple(one for body in sorted(one_each.values()) for one in self._branches(body)) or (declared,)

    def _of_both_branches(self, entity: int) -> tuple[int, ...]:
        """Return what stands under one name in the branches of a condition, of which the other is `entity`.

        What is there for an older version of the language, or for type checkers, counts for nothing beside others.
        """
        symbols, is_of_type, definitions = self._symbols, self._is_of_type, self._symbols.definitions
        beside = symbols.member(symbols.parent(entity), symbols.table.names[entity])
        return tuple(
            one
            for one in beside
            if one <= entity
            and symbols.slot[one] == symbols.slot[entity]
            and is_of_type(one) == is_of_type(entity)
            and symbols.is_function(one) == symbols.is_function(entity)
            and not (symbols.table.declared[one] or _OUTDATED in definitions[one].modifiers)
        ) or (entity,)

    def _is_of_type(self, method: int) -> bool:
        return _OF_TYPE in self._symbols.definitions[method].modifiers

    def _branches(self, entity: int) -> tuple[int, ...]:
        """Return what a file defines under one name for the branches of a conditional, of which a build takes one.

        A declaration of what is defined elsewhere, as of another language, stands for itself.
        """
        symbols, table = self._symbols, self._symbols.table
        language = symbols.language(symbols.slot[entity])
        if language is None or not language.branched_functions or not symbols.is_function(entity):
            return (entity,)
        slot, parent, kind = symbols.slot[entity], symbols.parent(entity), symbols.kind(entity)
        beside = [
            other
            for other in symbols.functions_named(table.names[entity])
            if symbols.slot[other] == slot
            and symbols.parent(other) == parent
            and symbols.kind(other) == kind
            and not table.declared[other]
        ]
        if kind == "method" and language.counted_arguments:
            parameters = len(symbols.definitions[entity].parameters)
            beside = [one for one in beside if len(symbols.definitions[one].parameters) == parameters]
        if len(beside) < 2 or not language.argument_types:
            return tuple(beside) or (entity,)
        qualified, takes = unnumbered(table.qualified[entity]), taken(symbols.definitions[entity]).made_kind
        alike = (
            other
            for other in beside
            if unnumbered(table.qualified[other]) == qualified
            and taken(symbols.definitions[other]).made_kind == takes
        )
        return tuple(alike) or (entity,)

    def _of_builds_apart(self, entity: int) -> tuple[int, ...]:
        """Return the functions of one name in a place, or methods of one that a type has itself: a build has one."""
        symbols = self._symbols
        if symbols.kind(entity) == "func":
            return self._branches(entity)
        if symbols.kind(entity) != "method" or not self._has_blocks(entity):
            return (entity,)
        beside = self._branches(entity)
        if len(beside) < 2 or IMPLEMENTING in symbols.definitions[entity].modifiers:
            return (entity,)
        first = symbols.first[symbols.slot[entity]]
        stated = symbols.file(symbols.slot[entity]).blocks
        block, qualified = stated.get(entity - first), symbols.table.qualified
        return tuple(
            one
            for one in beside
            if stated.get(one - first) == block
            and unnumbered(qualified[one]) == unnumbered(qualified[entity])
            and IMPLEMENTING not in symbols.definitions[one].modifiers
        )

    def _has_blocks(self, method: int) -> bool:
        """Whether methods stand in blocks apart from their type, as in an `impl`."""
        language = self._symbols.language(self._symbols.slot[method])
        return language is not None and bool(language.own_type)

    def _of_other_builds(self, entity: int) -> tuple[int, ...]:
        """Return the functions that a file declares or defines by the name of a macro of it, or the other way round.

        A build has the one or the other: `#ifdef HAVE_LINK`, `int link(void);`, `#else`, `#define link() 0`.
        """
        symbols = self._symbols
        is_macro, parent = symbols.kind(entity) == _MACRO, symbols.parent(entity)
        beside = [
            one
            for one in symbols.functions_named(symbols.table.names[entity])
            if (symbols.kind(one) == _MACRO) != is_macro
            and symbols.slot[one] == symbols.slot[entity]
            and symbols.parent(one) == parent
        ]
        bodies = (self.definitions_of(one) if symbols.table.declared[one] else (one,) for one in beside)
        return tuple(dict.fromkeys(body for found in bodies for body in found))

    def _taking_alike(self, entity: int, found: list[int]) -> list[int]:
        """Return those of some functions that take what a declared one takes; all, where none does."""
        definitions = self._symbols.definitions
        language = self._symbols.language(self._symbols.slot[entity])
        typed = language is not None and bool(language.argument_types)
        if typed and self._symbols.is_function(entity):
            found = self._not_of_another(entity, found)
        count = len(definitions[entity].parameters)
        alike = [other for other in found if len(definitions[other].parameters) == count]
        if not typed or len(found) == 1 or not self._symbols.is_function(entity):
            return alike or found
        takes = taken(definitions[entity])
        exact = [other for other in found if taken(definitions[other]).made_kind == takes.made_kind]
        same = exact or [other for other in found if taken(definitions[other]).kind == takes.kind]
        counted = [
            other for other in found if len(taken(definitions[other]).parameters) == len(takes.parameters)
        ]
        return same or counted or alike or found

    def _not_of_another(self, declared: int, found: list[int]) -> list[int]:
        """Return bodies without those of another declaration beside one: that takes the same, and this one does not."""
        symbols, definitions = self._symbols, self._symbols.definitions
        beside = symbols.member(symbols.parent(declared), symbols.table.names[declared])
        others = [one for one in beside if one != declared and symbols.table.declared[one]]
        if not found or not others:
            return found
        own = taken(definitions[declared]).made_kind
        taking = {taken(definitions[one]).made_kind for one in others} - {own}
        return [one for one in found if taken(definitions[one]).made_kind not in taking]
