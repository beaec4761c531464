"""Objects that are written out where no type has a name for them, and what their members hold."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from nsccn.graph.meaning.values.agreed import agreed
from nsccn.graph.meaning.values.value import ENTITY, MADE, Value
from nsccn.graph.notation.marks import EVERY_MEMBER, RESULT
from nsccn.graph.notation.writtentypes import fields

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.answers import Answers, Asking
    from nsccn.graph.meaning.names.scopes import Scopes
    from nsccn.graph.meaning.types.annotations import Annotations
    from nsccn.graph.meaning.values.returned import Returned


class WrittenObjects:
    """Finds the members of objects by the text that makes them, or by that of their type."""

    def __init__(
        self,
        symbols: Symbols,
        asking: Asking,
        scopes: Scopes,
        evaluate: Callable[[int, str], Value | None],
        annotations: Annotations,
        returned: Returned,
        attribute: Callable[..., Value | None],
        content: Callable[[Value], Value | None],
    ) -> None:
        """`attribute` gives what a member of a value means, `content` what a variable holds."""
        self._symbols = symbols
        self._scopes = scopes
        self._evaluate = evaluate
        self._annotations = annotations
        self._returned = returned
        self._attribute = attribute
        self._content = content
        self._members: Answers[Hashable, Value | None] = asking.answers(None)

    def member(self, made: Value, name: str) -> Value | None:
        """Return the member of an object that a function writes out: of what another has, what that holds."""
        key = (made.entity, made.written, name)
        found = self._members.get(key, self._written_member, made, name)
        is_of_other = found is not None and found.tag == ENTITY and self._symbols.kind(found.entity) == "attr"
        return self._content(found) if found is not None and is_of_other else found

    def _written_member(self, made: Value, name: str) -> Value | None:
        function, holder = made.entity, made.written or RESULT
        is_given = holder.partition(".")[0] == RESULT
        members = self._returned.made(function) if is_given else self._scopes.written_for(function)
        target = f"{holder}.{name}"
        if given := members.get(target):
            return agreed(self._symbols, (self._evaluate(function, value) for value in given))
        if target in members:
            return Value(MADE, function, written=target)
        if not is_given and (attached := self._attached(function, target)) is not None:
            return attached
        others = (self._evaluate(function, value) for value in members.get(f"{holder}.{EVERY_MEMBER}", ()))
        taken = [self._attribute(one, name) for one in others if one is not None]
        return next(filter(None, reversed(taken)), None)

    def _attached(self, function: int, target: str) -> Value | None:
        """Return the function that another gives what it takes: `module.exports = (Shop) => { Shop.open = ...`."""
        slot = self._symbols.slot[function]
        first = self._symbols.first[slot]
        found = self._symbols.file(slot).attached.get((function - first, target))
        return Value(ENTITY, first + found) if found is not None else None

    def field(self, shape: Value, name: str, *, called: bool) -> Value | None:
        """Return what a field of an object holds whose type has no name, or what such a field has."""
        language = self._symbols.language(self._symbols.slot[shape.entity])
        stated = fields(shape.written)
        if language is None:
            return None
        if name in stated:
            return self._annotations.of(shape.entity, stated[name], language)
        embedded = (text for field, text in stated.items() if text.endswith(field))
        held = (self._annotations.of(shape.entity, text, language) for text in embedded)
        found = (self._attribute(one, name, called=called) for one in held if one is not None)
        return next(filter(None, found), None)

    def beside(self, variable: int, name: str) -> Value | None:
        """Return the function that an object without a name has as a member: `export default { find() {} }`."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[variable])
        whole = symbols.definitions[variable]
        if language is None or not name or whole.name != language.default_export or whole.parent:
            return None
        first, last = whole.full_range.start_byte, whole.full_range.end_byte
        for one in symbols.member(symbols.parent(variable), name):
            if symbols.is_function(one) and first <= symbols.definitions[one].full_range.start_byte < last:
                return Value(ENTITY, one)
        return None
