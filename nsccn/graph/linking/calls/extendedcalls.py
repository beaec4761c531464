"""What calls mean by the functions that extend types, where no member of the object is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.meaning.values.value import ENTITY, INSTANCE, Value
from nsccn.graph.notation.arguments import read_arguments
from nsccn.graph.notation.extended import WITHOUT_PARAMETER

if TYPE_CHECKING:
    from nsccn.graph.linking.overloads.overloads import Overloads
    from nsccn.graph.meaning.infer import Infer
    from nsccn.graph.model import Reference


class ExtendedCalls:
    """Tells members of objects from functions that extend their types."""

    def __init__(self, infer: Infer, overloads: Overloads) -> None:
        self._infer = infer
        self._symbols = infer.symbols
        self._overloads = overloads
        self._extension = overloads.arguments.extension

    def meant(
        self, scope: int, target: str, receiver: Value | None, value: Value | None, reference: Reference
    ) -> tuple[Value | None, bool]:
        """Return what a call means where no member of the object is meant, and whether that extends its type."""
        base, dot, name = target.rpartition(".")
        is_other = value is not None and self._is_of_others(value, reference)
        if not dot:
            is_other = is_other or self._is_refused(scope, value, name, reference)
            return self._of_own_object(scope, value, name, is_other=is_other), False
        is_of_type = value is not None and receiver is not None and self._is_of_type(receiver, value)
        if value is not None and not (is_other or is_of_type):
            if not self._is_refused(scope, value, name, reference):
                return value, False
            extending = self._extension(scope, base, receiver, name)
            return extending or value, extending is not None
        extending = self._extension(scope, base, receiver, name)
        if extending is not None and receiver is None and self._is_of_built_in(scope, base, extending):
            return value, False
        if extending is None and is_of_type and not is_other:
            return value, False
        return extending, extending is not None

    def _is_of_others(self, value: Value, reference: Reference) -> bool:
        """Whether a call means another function than those that it seems to: none of these takes its arguments."""
        if value.tag != ENTITY or reference.kind != "call" or not self._symbols.is_function(value.entity):
            return False
        is_property = self._symbols.is_property(value.entity)
        return not is_property and not self._overloads.takes(value.entity, reference.arguments)

    def _is_refused(self, scope: int, value: Value | None, name: str, reference: Reference) -> bool:
        """Whether a member takes no such arguments, where functions that extend types have its name, too."""
        if value is None or value.tag != ENTITY or reference.kind != "call":
            return False
        is_member = self._symbols.is_function(value.entity) and not self._infer.extensions.extends(
            value.entity
        )
        seen = is_member and self._infer.extensions.seen(scope, name)
        return bool(seen) and self._overloads.refuses(scope, value.entity, read_arguments(reference.detail))

    def _is_of_built_in(self, scope: int, base: str, extending: Value) -> bool:
        """Whether a function that takes an object is named on a built-in type itself: `string.IsNullOrEmpty(name)`."""
        language = self._symbols.language(self._symbols.slot[scope])
        is_type = language is not None and base in language.builtin_types
        return is_type and self._infer.extensions.takes_object(extending.entity)

    def _is_of_type(self, receiver: Value, value: Value) -> bool:
        """Whether a member of an object seems to be meant that only the object has which stands for its type."""
        language = self._symbols.language(self._symbols.slot[value.entity]) if value.tag == ENTITY else None
        is_instance = receiver.tag == INSTANCE and language is not None and bool(language.type_objects)
        return is_instance and "static" in self._symbols.definitions[value.entity].modifiers

    def _of_own_object(self, scope: int, value: Value | None, name: str, *, is_other: bool) -> Value | None:
        """Return what a bare name means, of the functions that extend types that for the object around."""
        if value is None or value.tag != ENTITY:
            return value
        language = self._symbols.language(self._symbols.slot[scope])
        extends = self._infer.extensions.extends(value.entity)
        is_without = language is not None and language.extension_receiver in WITHOUT_PARAMETER
        if not (is_without and (extends or is_other)):
            return None if is_other else value
        own = self._infer.evaluate(scope, "self")
        return self._extension(scope, "self", own, name) or value
