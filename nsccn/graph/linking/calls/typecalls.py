"""What a type is asked for that it only inherits.

That is a use of the type, though nothing of it runs by name. And where what it inherits makes an instance and runs
that, as in Ruby's `def self.call(...) = new(...).run`, the instance may run a method that is the type's own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.values.value import ENTITY, Value
from nsccn.graph.notation.marks import RESULT

if TYPE_CHECKING:
    from nsccn.graph.meaning.infer import Infer

_MOST_STEPS: Final = 3
"""Methods of a type that hand on to one another before one makes an instance."""


class TypeCalls:
    """Finds of a call on a type which type that uses, and what its instances run."""

    def __init__(self, infer: Infer) -> None:
        self._infer = infer
        self._symbols = infer.symbols

    def used(self, receiver: Value | None, value: Value | None) -> int:
        """Return the type that a call asks for what another defines, -1 where it is no such call."""
        if value is None or value.tag != ENTITY or not self._symbols.is_function(value.entity):
            return -1
        is_type = receiver is not None and receiver.tag == ENTITY and self._symbols.is_type(receiver.entity)
        cls = self._symbols.same(receiver.entity) if receiver is not None and is_type else -1
        return cls if cls >= 0 and self._symbols.class_around(value.entity) != cls else -1

    def run(self, receiver: Value | None, value: Value | None) -> int:
        """Return the method of its own that an instance runs which an inherited method makes, -1 for none."""
        cls = self.used(receiver, value)
        if cls < 0 or value is None or not self._has_makers(cls):
            return -1
        name, after = self._made_by(cls, value.entity)
        for method in filter(None, (after, name)):
            found = self._infer.hierarchy.called_or_read(cls, method, called=True, of_type=False)
            is_own = bool(found) and self._symbols.class_around(found[-1]) == cls
            if is_own and self._symbols.is_function(found[-1]):
                return found[-1]
        return -1

    def _has_makers(self, cls: int) -> bool:
        """Whether instances of a type are made by a member of it, which its methods may call in turn."""
        language = self._symbols.language(self._symbols.slot[cls])
        return language is not None and language.own_methods and bool(language.constructor_call)

    def _made_by(self, cls: int, method: int) -> tuple[str, str]:
        """Return the method of a type that gives what a new instance gives, and which that is asked for."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[method])
        maker = language.constructor_call if language is not None else ""
        for _ in range(_MOST_STEPS):
            given = [item.value.split(".") for _, item in symbols.values(method, RESULT)]
            roots = {parts[0].removesuffix("()") for parts in given}
            if maker in roots:
                after = next((parts[1] for parts in given if len(parts) > 1 and parts[0] == f"{maker}()"), "")
                return symbols.table.names[method], after.removesuffix("()")
            if len(roots) != 1:
                break
            found = self._infer.hierarchy.called_or_read(cls, roots.pop(), called=True, of_type=True)
            if not found or not symbols.is_function(found[-1]):
                break
            method = found[-1]
        return "", ""
