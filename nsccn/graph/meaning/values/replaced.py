"""The objects that decorators put in the place of functions: `@queue.task() def send(): ...` makes `send` a task."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from nsccn.graph.meaning.values.value import ENTITY, INSTANCE, Value

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.answers import Answers, Asking
    from nsccn.graph.meaning.types.hierarchy import Hierarchy


class Replaced:
    """Follows what decorators give."""

    def __init__(
        self,
        symbols: Symbols,
        asking: Asking,
        hierarchy: Hierarchy,
        evaluate: Callable[[int, str], Value | None],
        called: Callable[[Value], Value | None],
    ) -> None:
        """`evaluate` gives what an expression in a scope stands for, `called` what calling a value gives."""
        self._symbols = symbols
        self._hierarchy = hierarchy
        self._evaluate = evaluate
        self._called = called
        self._objects: Answers[Hashable, Value | None] = asking.answers(None)

    def by(self, function: int) -> Value | None:
        """Return the object that stands for a function once its decorators have run, None where it is one still."""
        if not self._symbols.definitions[function].decorators or self._symbols.is_property(function):
            return None
        made = self.made(function)
        if made is None:
            return None
        language = self._symbols.language(self._symbols.slot[function])
        reads = language is not None and self._hierarchy.class_member(made.entity, language.reading)
        return None if reads else made

    def made(self, function: int) -> Value | None:
        """Return the object that decorators make of a function, also one that gives what else is read of it."""
        if not self._symbols.definitions[function].decorators:
            return None
        return self._objects.get(function, self._find, function)

    def _find(self, function: int) -> Value | None:
        symbols = self._symbols
        language = symbols.language(symbols.slot[function])
        if language is None or not language.untyped_objects:
            return None
        around = max(symbols.parent(function), symbols.first[symbols.slot[function]])
        found: Value | None = None
        for decorator in reversed(symbols.definitions[function].decorators):
            applied = self._evaluate(around, decorator)
            given = self._called(applied) if applied is not None else None
            if given is not None and given.tag == INSTANCE:
                found = given
            elif given is not None and given.tag == ENTITY:
                found = None
        return found if found is not None and symbols.is_type(found.entity) else None
