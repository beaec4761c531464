"""Edges of what runs where a type is defined: methods of its bases, of the objects in its body, of its metaclass."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.meaning.values.value import INSTANCE, Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from nsccn.graph.language import Language
    from nsccn.graph.linking.errors.errors import Place
    from nsccn.graph.linking.links import Links
    from nsccn.graph.linking.uses.operators import Operators
    from nsccn.graph.model import Definition
    from nsccn.graph.packed import AssignmentRow


_BEHIND_METACLASS: Final = 0.4
"""Probability that what defines a type runs itself what strictly the `__new__` of its metaclass runs: 0 of 19, but that
is run by it."""


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
                for method, likely in self._runs(symbols.first[slot] + ordinal, language):
                    self._operators.add(symbols.first[slot] + definition.parent, method, place, likely)
        if symbols.functions_named(language.naming):
            self._name(slot, definitions, assigned, language)

    def _runs(self, cls: int, language: Language) -> Iterator[tuple[int, float]]:
        """Yield the methods that the definition of a type runs of its bases and of its metaclass, each as likely."""
        symbols, hierarchy = self._links.symbols, self._links.infer.hierarchy
        if symbols.functions_named(language.subtyping):
            found = hierarchy.class_member(cls, language.subtyping, functions=True, skip=1)
            if found:
                yield symbols.preferred(found, called=True), self._share(cls, language)
        for name in language.making_types:
            found = self._of_metaclass(cls, name)
            if found:
                yield symbols.preferred(found, called=True), 1.0

    def _of_metaclass(self, cls: int, name: str) -> tuple[int, ...]:
        hierarchy = self._links.infer.hierarchy
        made_of = hierarchy.metaclass(cls)
        return hierarchy.class_member(made_of, name, functions=True) if made_of is not None else ()

    def _share(self, cls: int, language: Language) -> float:
        """Return how likely it is that what defines a type runs what the language itself runs where that is made."""
        is_behind = any(self._of_metaclass(cls, name) for name in language.making_functions)
        return _BEHIND_METACLASS if is_behind else 1.0

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
                self._run(first + scope, value, held, language, (line, byte))
        for ordinal, item in enumerate(definitions):
            if item.decorators and item.kind == "method" and definitions[item.parent].kind in TYPE_KINDS:
                held = infer.typed.made_of(first + ordinal)
                place = item.name_line, item.full_range.start_byte
                self._run(first + item.parent, "", held, language, place)

    def _run(self, cls: int, target: str, held: Value | None, language: Language, place: Place) -> None:
        if held is not None and held.tag == INSTANCE:
            around = self._links.symbols.parent(cls)
            self._operators.run(around, target, held, language.naming, place, self._share(cls, language))
