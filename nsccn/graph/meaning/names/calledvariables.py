"""Variables that a call may mean by its name alone, rather than a function that has the name further outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.meaning.values.value import ENTITY, INSTANCE
from nsccn.graph.notation.contextual import CONTEXTUAL
from nsccn.graph.notation.functiontypes import function_type

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.types.hierarchy import Hierarchy
    from nsccn.graph.meaning.values.value import Value
    from nsccn.graph.model import Assignment


class CalledVariables:
    """Tells variables that may be functions from those that are something else."""

    def __init__(self, symbols: Symbols, hierarchy: Hierarchy) -> None:
        self._symbols = symbols
        self._hierarchy = hierarchy

    def is_meant(self, held: Value | None, assignments: list[Assignment], language: Language) -> bool:
        """Whether a call of a variable's name is one of what it holds, by that and by what is said of it."""
        if language.called_variables == "all":
            return True
        if held is not None:
            is_function = held.tag == ENTITY and self._symbols.is_function(held.entity)
            return is_function or (held.tag == INSTANCE and self._has_call(held.entity, language))
        is_given = language.called_variables == "given" and all(map(_is_parameter, assignments))
        return is_given or any(
            _is_taken(item) or _is_function(item.annotation, language) for item in assignments
        )

    def member(self, cls: int, name: str, language: Language) -> int | None:
        """Return the attribute of a type, or of its bases, that is declared to be a function."""
        if not language.called_variables:
            return None
        for one in self._hierarchy.class_member(cls, name, functions=False):
            owner = self._symbols.same(self._symbols.parent(one))
            if any(_is_function(item.annotation, language) for _, item in self._symbols.values(owner, name)):
                return one
        return None

    def _has_call(self, cls: int, language: Language) -> bool:
        """Whether objects of a type can be called, or are functions: `typealias Step = () -> Unit`."""
        symbols = self._symbols
        if symbols.kind(cls) == "type":
            return function_type(symbols.definitions[cls].returns) is not None
        found = self._hierarchy.class_member(cls, language.calling_method)
        return any("static" not in symbols.definitions[one].modifiers for one in found)


def _is_taken(item: Assignment) -> bool:
    """Whether a variable is what a loop, or a function without a name, is given: who calls that by name means it."""
    return (item.form == "loop" and not item.annotation) or item.annotation.startswith(CONTEXTUAL)


def _is_parameter(item: Assignment) -> bool:
    """Whether a variable is a parameter, also of a function without a name, that has no value unless one is given."""
    return item.form in ("declare", "parameter") and not item.value


def _is_function(annotation: str, language: Language) -> bool:
    named = annotation.partition("<")[0].rpartition(".")[2]
    return function_type(annotation) is not None or named in language.function_interfaces
