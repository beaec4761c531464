"""Members of objects that code need not name, in functions that extend a type and in those that are given an object."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from nsccn.graph.meaning.values.value import ENTITY, INSTANCE, Value
from nsccn.graph.notation.expression import UNKNOWN, plain_name
from nsccn.graph.notation.marks import BLOCK, OF_OBJECT

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.names.scopes import Scopes
    from nsccn.graph.meaning.types.extensions import Extensions

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
        scopes: Scopes,
    ) -> None:
        """`evaluate` gives what an expression in a scope stands for."""
        self._symbols = symbols
        self._scopes = scopes
        self._extensions = extensions
        self._evaluate = evaluate
        self._attribute = attribute

    def member(self, scope: int, name: str, held: str, *, called: bool) -> Value | None:
        """Return a member of the object that a variable holds or, without one, of that which a function extends."""
        value = self._evaluate(scope, held) if held else self._extensions.object_in(scope)
        if value is None or value.tag not in (INSTANCE, ENTITY):
            return None
        found = self._attribute(value, name, called=called)
        return found if found is None or not self._is_constructor(found) else None

    def _is_constructor(self, value: Value) -> bool:
        """Whether a member has the name of its type, which is what that name means."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[value.entity]) if value.tag == ENTITY else None
        is_named = language is not None and language.named_constructors
        return is_named and self._scopes.named_by(value.entity) >= 0

    def settled(self, scope: int, target: str, *, called: bool) -> str:
        """Return a path with the object that it begins with where the code does not name it."""
        root = plain_name(target.partition(".")[0])
        rest = target[len(root) :]
        *objects, name = root.split(OF_OBJECT)
        is_called = rest.startswith("(") or (called and not rest)
        if is_called and self._scopes.called_local(scope, name) is not None:
            return name + rest
        name = name.partition(BLOCK)[0] if is_called else name
        for held in objects:
            if name == _OWN:
                if self._evaluate(scope, held) is not None:
                    return held + rest
            elif self.member(scope, name, held, called=is_called) is not None:
                return f"{held}.{name}{rest}"
        if is_called and (held := self._extended(scope, name, objects)):
            return f"{held}.{name}{rest}"
        if is_called and name != _OWN and self._is_told_by_none(scope, name, objects):
            return f"{UNKNOWN}.{name}{rest}"
        return name + rest

    def _extended(self, scope: int, name: str, objects: Sequence[str]) -> str:
        """Return the innermost of some objects of which a function that extends a type may be called, empty if none."""
        meant = self._scopes.name(scope, name, called=True)
        if not isinstance(meant, Value) or meant.tag != ENTITY or not self._extensions.extends(meant.entity):
            return ""
        values = {held: self._evaluate(scope, held) for held in (*objects, _OWN)}
        for held, value in values.items():
            if value is not None and self._extensions.of(scope, value, "", name) is not None:
                return held if held != _OWN else ""
        unknown = (held for held in objects if values[held] is None)
        return next(unknown, "") if self._extensions.of_any(scope, name) else ""

    def _is_told_by_none(self, scope: int, name: str, objects: Sequence[str]) -> bool:
        """Whether a usual name may well be that of a member of an object of which nothing is known."""
        language = self._symbols.language(self._symbols.slot[scope])
        if language is None or name not in language.common_methods:
            return False
        return any(
            self._evaluate(scope, held) is None for held in objects if self._scopes.gives_value(scope, held)
        )
