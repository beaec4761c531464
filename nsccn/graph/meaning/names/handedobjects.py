"""The object that a module is handed whose function gives it members: `module.exports = function (Shop) { ... }`."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING

from nsccn.graph.meaning.values.value import ENTITY, MODULE, Value
from nsccn.graph.model import Assignment
from nsccn.graph.notation.marks import EVERY_MEMBER
from nsccn.graph.notation.results import ADDED

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.answers import Answers, Asking
    from nsccn.graph.meaning.names.scopes import Scopes


class HandedObjects:
    """Finds what the files around hand to the function that a module offers.

    Only those in its folder and in the one above are asked: they are what is put together of such modules.
    """

    def __init__(
        self,
        symbols: Symbols,
        asking: Asking,
        scopes: Scopes,
        evaluate: Callable[[int, str], Value | None],
    ) -> None:
        """`evaluate` gives what an expression in a scope stands for."""
        self._symbols = symbols
        self._scopes = scopes
        self._evaluate = evaluate
        self._known: Answers[Hashable, Value | None] = asking.answers(None)

    def of(self, scope: int, name: str) -> Value | None:
        """Return the only object that a parameter stands for which a name means in a scope."""
        symbols = self._symbols
        slot = symbols.slot[scope]
        if slot not in self._offering:
            return None
        language = symbols.language(slot)
        if language is None or not language.module_objects:
            return None
        local = self._scopes.local_variables(slot)
        around = next((at for at in symbols.around(scope) if name in local.get(at, ())), -1)
        if around < 0 or symbols.table.names[around] != language.default_export:
            return None
        taken = symbols.table.parameters(around)
        if name not in taken or len(local[around][name]) > 1 or symbols.parent(symbols.parent(around)) >= 0:
            return None
        return self._known.get((around, name), self._handed, around, taken.index(name))

    @cached_property
    def _offering(self) -> frozenset[int]:
        """The files that may offer a function by default: any is asked for each name that a variable hides."""
        symbols = self._symbols
        languages = (symbols.language(slot) for slot in range(len(symbols.paths)))
        names = {one.default_export for one in languages if one is not None and one.module_objects}
        return frozenset(symbols.slot[entity] for name in names for entity in symbols.table.named(name))

    def _handed(self, function: int, place: int) -> Value | None:
        slot, ending = self._symbols.slot[function], f"{ADDED}{place}"
        found = {
            self._object(scope, item.target.removesuffix(f".{EVERY_MEMBER}"))
            for other in self._near(slot)
            for scope, item in self._added(other)
            if item.value.endswith(ending) and self._is_module(scope, item.value.removesuffix(ending), slot)
        }
        return found.pop() if len(found) == 1 else None

    def _object(self, scope: int, expression: str) -> Value | None:
        """Return the variable that an expression names, which has the members, or else what it stands for."""
        named = self._symbols.member(scope, expression)
        return Value(ENTITY, named[-1]) if named else self._evaluate(scope, expression)

    def _is_module(self, scope: int, expression: str, slot: int) -> bool:
        found = self._evaluate(scope, expression)
        return found is not None and found.tag == MODULE and slot in found.slots

    def _added(self, slot: int) -> Iterator[tuple[int, Assignment]]:
        first = self._symbols.first[slot]
        for row in self._symbols.file(slot).assigned.get(EVERY_MEMBER, ()):
            item = Assignment(*row)
            if ADDED in item.value:
                yield first + item.scope, item

    def _near(self, slot: int) -> Iterator[int]:
        folder = posixpath.dirname(self._symbols.paths[slot])
        for one in dict.fromkeys((folder, posixpath.dirname(folder))):
            yield from self._folders.get(one, ())

    @cached_property
    def _folders(self) -> dict[str, list[int]]:
        """The files that may hand objects over, by their folders."""
        found: dict[str, list[int]] = defaultdict(list)
        for slot, path in enumerate(self._symbols.paths):
            language = self._symbols.language(slot)
            if language is not None and language.module_objects:
                found[posixpath.dirname(path)].append(slot)
        return found
