"""Edges of what runs where a type is defined: methods of its bases, of the objects in its body, of its metaclass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.kinds import FUNCTION_KINDS, TYPE_KINDS
from nsccn.graph.meaning.value import INSTANCE, Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from nsccn.graph.language import Language
    from nsccn.graph.linking.links import Links
    from nsccn.graph.linking.operators import Operators
    from nsccn.graph.model import Definition
    from nsccn.graph.packed import AssignmentRow


class TypeMaking:
    """Links the definitions of types in one file after another, each to what it runs; what is around a type runs it."""

    def __init__(self, links: Links, operators: Operators) -> None:
        self._links = links
        self._operators = operators

    def link(self, slot: int, definitions: Sequence[Definition], assigned: Iterable[AssignmentRow]) -> None:
        """Add the calls that the types of a file make where they are defined."""
        symbols = self._links.symbols
        language = symbols.language(slot)
        if language is None or slot in symbols.stubs or not (language.subtyping or language.making_types):
            return
        for ordinal, definition in enumerate(definitions):
            if definition.kind in TYPE_KINDS:
                place = definition.name_line, definition.full_range.start_byte
                for method in self._runs(symbols.first[slot] + ordinal, language):
                    self._operators.add(symbols.first[slot] + definition.parent, method, place)
        if symbols.functions_named(language.naming):
            self._name(slot, definitions, assigned, language)

    def _runs(self, cls: int, language: Language) -> Iterator[int]:
        """Yield the methods that the definition of a type runs of its bases and of its metaclass."""
        symbols, hierarchy = self._links.symbols, self._links.infer.hierarchy
        if symbols.functions_named(language.subtyping):
            found = hierarchy.class_member(cls, language.subtyping, functions=True, skip=1)
            if found:
                yield symbols.preferred(found, called=True)
        made_of = hierarchy.metaclass(cls)
        for name in language.making_types:
            found = hierarchy.class_member(made_of, name, functions=True) if made_of is not None else ()
            if found:
                yield symbols.preferred(found, called=True)

    def _name(
        self,
        slot: int,
        definitions: Sequence[Definition],
        assigned: Iterable[AssignmentRow],
        language: Language,
    ) -> None:
        """Add the calls that give the objects in the bodies of types their names."""
        infer, first = self._links.infer, self._links.symbols.first[slot]
        for scope, target, value, _, form, line, byte in assigned:
            if form == "assign" and value and "." not in target and definitions[scope].kind in TYPE_KINDS:
                held = infer.evaluate(first + scope, value)
                self._run(first + scope, value, held, language.naming, (line, byte))
        for ordinal, item in enumerate(definitions):
            if (
                item.decorators
                and item.kind in FUNCTION_KINDS
                and definitions[item.parent].kind in TYPE_KINDS
            ):
                held = infer.typed.made_of(first + ordinal)
                place = item.name_line, item.full_range.start_byte
                self._run(first + item.parent, "", held, language.naming, place)

    def _run(self, cls: int, target: str, held: Value | None, method: str, place: tuple[int, int]) -> None:
        if held is not None and held.tag == INSTANCE:
            around = self._links.symbols.parent(cls)
            self._operators.run(around, target, held, method, place)
