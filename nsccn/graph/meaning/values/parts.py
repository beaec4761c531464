"""What the parts of a tuple are, by what is declared of it: `name, item = found()`, which gives `tuple[str, Item]`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.values.agreed import agreed
from nsccn.graph.meaning.values.value import COLLECTION, ENTITY, INSTANCE, MADE, Value, gathered
from nsccn.graph.notation.annotation import element_type, mapping_name, part_types, without_wrappers
from nsccn.graph.notation.marks import RESULT
from nsccn.graph.notation.places import ELEMENT
from nsccn.graph.notation.results import NUMBERED, part_of

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.names.scopes import Scopes
    from nsccn.graph.meaning.types.hierarchy import Hierarchy
    from nsccn.graph.meaning.values.typed import Typed
    from nsccn.graph.model import Assignment


_LENT: Final = re.compile(r"\A(?:&(?:'\w+\s+)?(?:mut\s+)?)+")


class Parts:
    """Answers what variables get that take a tuple apart."""

    def __init__(
        self,
        symbols: Symbols,
        hierarchy: Hierarchy,
        scopes: Scopes,
        typed: Typed,
        evaluate: Callable[[int, str], Value | None],
    ) -> None:
        """`evaluate` gives what an expression in a scope stands for."""
        self._symbols = symbols
        self._hierarchy = hierarchy
        self._scopes = scopes
        self._typed = typed
        self._evaluate = evaluate
        self._written_out = typed.annotations.written_out

    def filled(self, scope: int, assignments: Iterable[Assignment]) -> Value | None:
        """Return the collection of what a variable is given element by element, where that agrees."""
        items = [item for item in assignments if item.value and item.form == "item"]
        if not items:
            return None
        held = agreed(self._symbols, (self._evaluate(scope, item.value) for item in items))
        return Value(COLLECTION, held.entity) if held is not None and held.tag == INSTANCE else None

    def of(self, scope: int, expression: str, number: int) -> Value | None:
        """Return a collection of what a part of an expression is; what is no tuple has parts of one type."""
        whole = expression.removesuffix("[]")
        for stated_in, annotation in self.stated(scope, whole):
            language = self._symbols.language(self._symbols.slot[stated_in])
            if language is None:
                continue
            at, stated = self._written_out(
                stated_in, without_wrappers(annotation, language.transparent_types)
            )
            at, stated = self._written_out(at, element_type(stated)) if whole != expression else (at, stated)
            types = part_types(stated)
            if types:
                part = (
                    self._typed.annotations.of(at, types[number], language) if number < len(types) else None
                )
                return gathered(part)
        function = self._writing(scope, whole)
        if function is None:
            return self._plain(scope, expression, number)
        return self._of_written(function, part_of(RESULT, number, is_each=whole != expression))

    def taken(self, scope: int, whole: str, number: int, *, of_each: bool = False) -> Value | None:
        """Return what a part is of what is declared to be a tuple, or to have tuples in it."""
        language = self._symbols.language(self._symbols.slot[scope])
        whole = out_of_wrappers(whole, language)
        base, _, last = whole.rpartition(".")
        is_inside = of_each or whole.endswith(ELEMENT)
        if (
            not is_inside
            and base
            and language is not None
            and last.removesuffix("()") in language.element_methods
        ):
            whole, is_inside = out_of_wrappers(base, language), True
        for stated_in, annotation in self.stated(scope, whole.removesuffix(ELEMENT)):
            said = self._symbols.language(self._symbols.slot[stated_in])
            if said is None:
                continue
            at, plain = self._written_out(stated_in, without_wrappers(annotation, said.transparent_types))
            if of_each and mapping_name(plain) in said.mappings:
                return None
            types = part_types(element_type(plain) if is_inside else _LENT.sub("", plain))
            if number < len(types):
                return self._typed.annotations.of(at, types[number], said)
        looped = () if is_inside or language is None else self._looped(scope, whole)
        return next((self.taken(scope, one, number, of_each=True) for one in looped), None)

    def _looped(self, scope: int, variable: str) -> Iterator[str]:
        """Yield the collections of which a variable takes one after another, but for those of other variables."""
        local = self._scopes.local_variables(self._symbols.slot[scope])
        for at in self._symbols.around(scope):
            for item in local.get(at, {}).get(variable, ()):
                language = self._symbols.language(self._symbols.slot[at])
                base, _, last = item.value.rpartition(".")
                is_visited = language is not None and last in language.visiting_methods
                if item.form == "loop" and item.value and NUMBERED not in item.value:
                    yield base if is_visited else item.value

    def _writing(self, scope: int, whole: str) -> int | None:
        """Return the function whose call, or reading, an expression is, if it writes out the tuples that it gives."""
        function = self._entity(scope, whole)
        symbols = self._symbols
        if function is None or not symbols.is_function(function):
            return None
        if not whole.endswith("()") and not symbols.is_property(function):
            return None
        return function if any(NUMBERED in target for target in self._typed.returned.made(function)) else None

    def _of_written(self, function: int, part: str) -> Value | None:
        """Return a collection of what is written out as a part: an object, a collection itself, or a function.

        A type may be one of several, of which the others are not told.
        """
        given = self._typed.attribute(Value(MADE, function), part.removeprefix(f"{RESULT}."))
        if given is not None and given.tag == ENTITY and self._symbols.is_function(given.entity):
            return Value(COLLECTION, given.entity, held=given)
        return gathered(given)

    def _plain(self, scope: int, expression: str, number: int) -> Value | None:
        """Return a collection of what a part of what is no tuple is, though it may be an element of a mapping."""
        found = self._evaluate(scope, expression)
        language = self._symbols.language(self._symbols.slot[scope])
        if found is not None and found.tag == MADE:
            return self._of_written(found.entity, part_of(RESULT, number))
        if found is not None and found.tag == INSTANCE and (fields := self._fields(found.entity)):
            field = Value(ENTITY, fields[number]) if number < len(fields) else None
            return gathered(self._typed.read_of(found, field)) if field is not None else None
        if found is not None and found.tag == COLLECTION and language is not None:
            method = expression.rpartition(".")[2].removesuffix("()")
            return None if number and language.record_methods.get(method) == "pair" else found
        if found is None or found.tag != INSTANCE or language is None or not language.paired_elements:
            return found
        return gathered(found) if number == 1 and expression.endswith(ELEMENT) else None

    def _fields(self, cls: int) -> list[int]:
        """Return the attributes that are the parts of a tuple with names for them: `class Pair(NamedTuple)`."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[cls])
        if language is None or not language.tuple_bases:
            return []
        for one in self._hierarchy.order(cls):
            bases = {base.rpartition(".")[2] for base in symbols.definitions[one].bases}
            if not language.tuple_bases.isdisjoint(bases):
                return [attribute for attribute in symbols.attributes(one) if self._is_declared(attribute)]
        return []

    def _is_declared(self, attribute: int) -> bool:
        symbols = self._symbols
        stated = symbols.values(symbols.parent(attribute), symbols.table.names[attribute])
        return any(item.annotation for _, item in stated)

    def stated(self, scope: int, expression: str) -> Iterator[tuple[int, str]]:
        """Yield what is declared of a variable, an attribute, or the result of a call, with the scope of each."""
        symbols = self._symbols
        base, _, name = expression.rpartition(".")
        local = self._scopes.local_variables(symbols.slot[scope])
        held = next((at for at in symbols.around(scope) if not base and name in local.get(at, ())), None)
        if held is not None:
            yield from ((held, item.annotation) for item in local[held][name] if item.annotation)
            return
        entity = self._entity(scope, expression)
        if entity is not None and symbols.is_function(entity):
            if expression.endswith("()") or symbols.is_property(entity):
                yield entity, symbols.definitions[entity].returns
        elif entity is not None:
            stated = symbols.said_of(entity)
            yield from ((at, item.annotation) for at, item in stated if item.annotation)

    def _entity(self, scope: int, expression: str) -> int | None:
        """Return the function or variable that an expression names, or calls, not what it holds."""
        base, _, name = expression.removesuffix("()").rpartition(".")
        if base:
            receiver = self._evaluate(scope, base)
            found = self._typed.attribute(receiver, name, called=True) if receiver is not None else None
        else:
            named = self._scopes.name(scope, name, called=expression.endswith("()"))
            found = named if isinstance(named, Value) else None
        return found.entity if found is not None and found.tag == ENTITY else None


def out_of_wrappers(call: str, language: Language | None) -> str:
    """Return the call that gives a tuple, of one that takes it out of what holds it: `find().unwrap()`."""
    while language is not None and language.tuple_results:
        base, _, name = call.rpartition(".")
        if not base or name.removesuffix("()") not in language.transparent_methods:
            break
        call = base
    return call
