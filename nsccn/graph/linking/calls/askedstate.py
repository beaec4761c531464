"""What a call asks of an object that no function in the text answers: fields, properties, what a library adds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.values.value import ENTITY, INSTANCE, Value
from nsccn.graph.notation.accessornames import SETTER

if TYPE_CHECKING:
    from nsccn.graph.meaning.infer import Infer

ASKED: Final = "CALLS"
"""The edge to a property that another language asks by a method."""


class AskedState:
    """Finds what such a call reads, sets or names instead."""

    def __init__(self, infer: Infer) -> None:
        self._symbols = infer.symbols
        self._infer = infer

    def state(
        self, scope: int, receiver: Value | None, value: Value | None, name: str
    ) -> tuple[str, int] | None:
        """Return the field that an accessor without source reads or sets: of a record, or made by an annotation.

        Or what is asked itself for something that its text does not give it.
        """
        held = value if value is not None else receiver
        if held is None or held.tag not in (ENTITY, INSTANCE):
            return None
        if value is None and self._is_used_itself(held):
            return "REFERENCES", held.entity
        if value is None and (of_other := self._of_property(scope, held, name)) is not None:
            return of_other
        language = self._symbols.language(self._symbols.slot[held.entity])
        if language is None or not language.made_accessors:
            return None
        if value is not None:
            return ("READS", value.entity) if self._symbols.kind(value.entity) == "attr" else None
        if held.tag != INSTANCE or not self._symbols.is_type(held.entity):
            return None
        field = self._infer.hierarchy.behind(held.entity, name)
        return ("MUTATES", field[1]) if field is not None and field[0] == SETTER else None

    def _of_property(self, scope: int, receiver: Value, name: str) -> tuple[str, int] | None:
        """Return the property that a method reads or sets as another language sees it."""
        behind = self._infer.typed.accessors.from_outside(scope, receiver, name)
        if behind is None:
            return None
        if self._symbols.is_property(behind[1]):
            return ASKED, behind[1]
        return "MUTATES" if behind[0] == SETTER else "READS", behind[1]

    def _is_used_itself(self, held: Value) -> bool:
        """Whether a function or a type is asked for what a library gave it: `load.delay(path)`, `View.as_view()`."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[held.entity]) if held.tag == ENTITY else None
        if language is None or not language.untyped_objects or symbols.is_property(held.entity):
            return False
        if symbols.is_type(held.entity):
            return self._infer.hierarchy.has_foreign_base(held.entity)
        return symbols.is_function(held.entity)
