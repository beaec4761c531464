"""Variables that a call may mean by its name alone, rather than a function that has the name further outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.meaning.value import COLLECTION, INSTANCE
from nsccn.graph.notation.functiontypes import function_type
from nsccn.graph.notation.marks import BLOCK

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.hierarchy import Hierarchy
    from nsccn.graph.meaning.value import Value
    from nsccn.graph.model import Assignment


class CalledVariables:
    """Tells variables that may be functions from those that are something else."""

    def __init__(self, symbols: Symbols, hierarchy: Hierarchy) -> None:
        self._symbols = symbols
        self._hierarchy = hierarchy

    def may_be(self, held: Value | None, assignments: list[Assignment], language: Language) -> bool:
        """Whether a call of a variable's name may be one of what it holds, by that and by what is said of it."""
        if language.called_variables == "all":
            return True
        if language.called_variables != "functions":
            return False
        if held is not None and held.tag in (INSTANCE, COLLECTION):
            return held.tag == INSTANCE and self._has_call(held.entity, language)
        return held is not None or any(_may_be_function(item, language) for item in assignments)

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
        if self._symbols.kind(cls) == "type":
            return True
        return bool(self._hierarchy.class_member(cls, language.calling_method))


def _is_function(annotation: str, language: Language) -> bool:
    named = annotation.partition("<")[0].rpartition(".")[2]
    return function_type(annotation) is not None or named in language.function_interfaces


def _may_be_function(item: Assignment, language: Language) -> bool:
    if item.annotation:
        return item.annotation.removesuffix("?") not in language.builtin_types
    plain = item.target.partition(BLOCK)[0]
    return not item.value.startswith(f"{plain}()")  # what a function of its name gives is no function, as a rule
