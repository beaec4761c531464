"""Whether an object that a method is called on may be changed, which tells methods apart that differ in that alone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.values.value import ENTITY, INSTANCE, Value
from nsccn.graph.notation.arguments import POINTED
from nsccn.graph.notation.expression import root_of
from nsccn.graph.notation.signatures import is_constant_parameter, read_type, taken

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from nsccn.graph.meaning.answers import Answers
    from nsccn.graph.meaning.infer import Infer
    from nsccn.graph.model import Assignment, Definition

_OWN: Final = frozenset({"", "self"})
_CONST: Final = re.compile(r"\bconst\b")
_CONSTANT_POINTER: Final = re.compile(r"\*\s*const\b")
"""That leads to an object which may change."""
_AROUND: Final = re.compile(r"^(?:(?:const|mutable|static)\b\s*)+|[\s&]*(?:\bconst)?[\s&]*$")
"""What stands around the name of a type and says nothing of what that leads to."""
_FIELD_NAME: Final = re.compile(r"\s*\b\w+\s*;?\s*$")
_MOST_NAMES: Final = 8
"""Names for names of types beyond which none is followed."""
_POINTER: Final = re.compile(r"\*\s*(?:\w+::)*$")
_CONSTANT: Final = "const"
_UNTOLD: Final = frozenset({"auto", "decltype"})
_ELSEWHERE: Final = re.compile(r"[*&]")
"""Stands in the type of a field whose object lies outside of the one that has the field."""


class Constness:
    """Answers whether objects may change, as far as the text of a function tells."""

    def __init__(self, infer: Infer) -> None:
        self._infer = infer
        self._symbols = infer.symbols
        self._given: Answers[Hashable, bool | None] = infer.asking.answers(None)

    def of(self, scope: int, expression: str) -> bool | None:
        """Whether an object does not change, None where that is not known."""
        symbols = self._symbols
        plain = expression.lstrip("".join(POINTED))
        root = root_of(plain)
        if plain == expression and expression.endswith("()"):
            return self._of_result(scope, expression)
        if not symbols.is_function(scope) or "(" in expression or "[" in expression:
            return None
        definition = symbols.definitions[scope]
        local = self._infer.scopes.local_variables(symbols.slot[scope])
        if root in definition.parameters:
            stated = [item.annotation for item in local.get(scope, {}).get(root, ()) if item.annotation]
            if plain == root and stated and (held := self._pointed(scope, stated[0])):
                return _is_constant(held)
            return is_constant_parameter(definition, root)
        for at in symbols.around(scope):
            if rows := local.get(at, {}).get(root):
                return self._of_local(scope, root, rows) if plain == root else None
        return self._of_own(scope, plain, is_constant=taken(definition).is_constant)

    def _of_result(self, scope: int, call: str) -> bool | None:
        """Whether what a function gives does not change, by its declared result; nothing of what points itself."""
        symbols = self._symbols
        called = self._infer.evaluate(scope, call[:-2])
        if called is None or called.tag != ENTITY or not symbols.is_function(called.entity):
            return None
        value = self._infer.evaluate(scope, call)
        if value is None or value.tag != INSTANCE or self._infer.typed.beyond.of(value) is not None:
            return None
        owner = symbols.owners.get(called.entity, symbols.parent(called.entity))
        beside = symbols.member(owner, symbols.table.names[called.entity]) or (called.entity,)
        found = [one for one in beside if symbols.is_function(one)]
        if len(found) > 1 and len(set(map(self._gives_constant, found))) > 1:
            is_constant = self.of(scope, call.rpartition(".")[0])
            found = [one for one in found if taken(symbols.definitions[one]).is_constant == is_constant]
        stated = set(map(self._gives_constant, found))
        return stated.pop() if len(stated) == 1 else None

    def _gives_constant(self, function: int) -> bool | None:
        """Whether the declared result of a function does not change, or what it points to."""
        return self._given.get(function, self._result_of, function)

    def _result_of(self, function: int) -> bool | None:
        definition = self._symbols.definitions[function]
        held = self._pointed(function, definition.returns)
        return _is_constant(held) if held else _result_is_constant(definition)

    def _pointed(self, scope: int, annotation: str, depth: int = 0) -> str:
        """Return what a type of pointers leads to, which may change though the pointer does not; empty for others."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[scope])
        text = _AROUND.sub("", annotation)
        outer, bracket, rest = text.partition("<")
        if language is None or depth > _MOST_NAMES or (bracket and not rest.endswith(">")):
            return ""
        if not bracket:
            named = self._infer.scopes.name(scope, text) if text.isidentifier() else None
            if not isinstance(named, Value) or symbols.kind(named.entity) != "type":
                return ""
            meant = symbols.definitions[named.entity].returns
            return self._pointed(named.entity, meant, depth + 1) if "<" in meant else ""
        is_pointer = outer.rpartition("::")[2] in language.transparent_types - language.keeping_types
        held = rest[:-1] if is_pointer else ""
        return "" if held and self._pointed(scope, held, depth + 1) else held  # of pointers to pointers

    def _of_local(self, scope: int, name: str, rows: Sequence[Assignment]) -> bool | None:
        """Whether a local variable does not change, by the type that it is declared with; none that points itself."""
        language = self._symbols.language(self._symbols.slot[scope])
        stated = {item.annotation for item in rows if item.annotation}
        if not stated:
            return self._of_given(scope, rows)
        if len(stated) == 1 and (held := self._pointed(scope, next(iter(stated)))):
            return _is_constant(held)
        if language is None or len(stated) != 1 or not stated.isdisjoint(language.inferred_types):
            return None
        (only,) = stated
        value = self._infer.evaluate(scope, name)
        is_wrapper = read_type(only).type in language.transparent_types
        is_object = value is not None and value.tag == INSTANCE
        if is_wrapper or value is None or not is_object or self._infer.typed.beyond.of(value) is not None:
            return None
        return _CONST.match(only) is not None

    def _of_given(self, scope: int, rows: Sequence[Assignment]) -> bool | None:
        """Whether what a variable points to does not change, by the one result that it is given; nothing of copies."""
        given = [item for item in rows if item.value]
        if len(given) != 1 or given[0].form == "loop" or not given[0].value.endswith("()"):
            return None
        called = self._infer.evaluate(scope, given[0].value[:-2])
        if called is None or called.tag != ENTITY or not self._symbols.is_function(called.entity):
            return None
        definition = self._symbols.definitions[called.entity]
        is_pointer = _POINTER.search(definition.signature.partition(definition.name)[0]) is not None
        is_pointer = is_pointer or bool(self._pointed(called.entity, definition.returns))
        return self.of(scope, given[0].value) if is_pointer else None

    def _of_own(self, scope: int, expression: str, *, is_constant: bool) -> bool | None:
        """Whether the object around, or what it keeps, does not change in a method that may or may not change it."""
        symbols, name = self._symbols, expression.removeprefix("self.")
        around = symbols.class_around(scope)
        if name in _OWN or around < 0:
            return is_constant if name in _OWN else None
        found = self._infer.hierarchy.class_member(around, name)
        if not found or symbols.kind(found[0]) != "attr":
            return None
        stated = _CONSTANT_POINTER.sub("*", symbols.definitions[found[0]].signature)
        if held := self._pointed(scope, _FIELD_NAME.sub("", stated)):
            return _is_constant(held)
        if _CONST.search(stated):
            return None if self._holds_another(scope, stated) else True
        language = symbols.language(symbols.slot[scope])
        outer = read_type(stated).type
        if is_constant and language is not None and outer in language.transparent_types:
            return None
        return is_constant and not _ELSEWHERE.search(stated)

    def _holds_another(self, scope: int, stated: str) -> bool:
        """Whether a field only holds an object by a type from elsewhere, which may be constant alone."""
        outer, bracket, _ = stated.partition("<")
        is_only_outer = bool(bracket) and _CONST.search(stated[len(outer) : stated.rfind(">")]) is None
        return is_only_outer and self._infer.named_type(scope, read_type(stated).path) is None

    def alike(self, scope: int, expression: str, candidates: Sequence[int]) -> tuple[int, ...]:
        """Return those of some methods that fit an object, where some may change it and others not."""
        if len(candidates) < 2:
            return tuple(candidates)
        definitions = self._symbols.definitions
        constant = {one: taken(definitions[one]).is_constant for one in candidates}
        is_constant = self.of(scope, expression) if len(set(constant.values())) > 1 else None
        return tuple(one for one in candidates if is_constant in (None, constant[one]))


def _is_constant(held: str) -> bool:
    return _CONST.search(held) is not None


def _result_is_constant(function: Definition) -> bool | None:
    """Whether the declared result of a function does not change, None where its name may say so too."""
    stated = function.returns
    if not stated or "<" in stated or _CONSTANT in stated or stated in _UNTOLD:
        return None
    before, _, behind = function.signature.partition(stated)
    return _CONST.search(before) is not None or _CONST.match(behind.lstrip()) is not None
