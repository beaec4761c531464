"""Members of objects that code need not name, in functions that extend a type and in those that are given an object."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from nsccn.graph.meaning.value import ENTITY, INSTANCE, Value
from nsccn.graph.notation.expression import UNKNOWN
from nsccn.graph.notation.marks import OF_OBJECT

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.extensions import Extensions

_OWN: Final = "self"


class Attribute(Protocol):
    """Gives what a member of a value means."""

    def __call__(self, value: Value, name: str, *, called: bool) -> Value | None:
        """Return it; `called` matters where methods have names of their own."""


class Unnamed:
    """Finds the objects that names may be members of."""

    def __init__(
        self,
        symbols: Symbols,
        extensions: Extensions,
        evaluate: Callable[[int, str], Value | None],
        attribute: Attribute,
        stated: Callable[[int, str], bool],
    ) -> None:
        """`evaluate` gives what an expression in a scope stands for, `stated` whether a variable is given a value."""
        self._symbols = symbols
        self._stated = stated
        self._extensions = extensions
        self._evaluate = evaluate
        self._attribute = attribute

    def member(self, scope: int, name: str, held: str, *, called: bool) -> Value | None:
        """Return a member of the object that a variable holds or, without one, of that which a function extends."""
        value = self._evaluate(scope, held) if held else self._extensions.object_in(scope)
        if value is None or value.tag not in (INSTANCE, ENTITY):
            return None
        return self._attribute(value, name, called=called)

    def settled(self, scope: int, target: str, *, called: bool) -> str:
        """Return a path with the object that it begins with where the code does not name it."""
        root = target.partition(".")[0].partition("(")[0].partition("[")[0]
        rest = target[len(root) :]
        *objects, name = root.split(OF_OBJECT)
        is_called = rest.startswith("(") or (called and not rest)
        for held in objects:
            if name == _OWN:
                if self._evaluate(scope, held) is not None:
                    return held + rest
            elif self.member(scope, name, held, called=is_called) is not None:
                return f"{held}.{name}{rest}"
        if is_called and name != _OWN and self._is_told_by_none(scope, name, objects):
            return f"{UNKNOWN}.{name}{rest}"
        return name + rest

    def _is_told_by_none(self, scope: int, name: str, objects: Sequence[str]) -> bool:
        """Whether a usual name may well be that of a member of an object of which nothing is known."""
        language = self._symbols.language(self._symbols.slot[scope])
        if language is None or name not in language.common_methods:
            return False
        return any(self._evaluate(scope, held) is None for held in objects if self._stated(scope, held))
