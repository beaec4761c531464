"""What tests have in the place of a type's objects: it runs nothing of what any type has."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.meaning.infer import Infer
    from nsccn.graph.model import Assignment


class Doubles:
    """Tells expressions that are such objects."""

    def __init__(self, infer: Infer) -> None:
        self._symbols = infer.symbols
        self._infer = infer

    def is_double(self, scope: int, expression: str) -> bool:
        """Whether an expression is, or a variable only ever gets, what stands for an object in a test."""
        language = self._symbols.language(self._symbols.slot[scope])
        if language is None or not language.test_doubles:
            return False
        holder, _, last = expression.rpartition(".")
        if holder and last in language.transparent_methods:
            return self.is_double(scope, holder)
        if holder not in ("", "self") or not last.isidentifier():
            return bool(_makers(expression) & language.test_doubles)
        local = self._local(scope, last)
        given = local or self._of_field(scope, last)
        makers = [_makers(item.value) | {_outer(item)} for item in given if item.value]
        told = makers or [{_outer(item) for item in given}]
        is_marked = not local and any(mark in language.test_doubles for mark in self._marks(scope, last))
        return is_marked or all(names & language.test_doubles for names in told)

    def _local(self, scope: int, name: str) -> Sequence[Assignment]:
        """Return what the functions around say of a variable."""
        local = self._infer.scopes.local_variables(self._symbols.slot[scope])
        return next((local[at][name] for at in self._symbols.around(scope) if name in local.get(at, ())), ())

    def _of_field(self, scope: int, name: str) -> Sequence[Assignment]:
        """Return what is said of a field of the object around."""
        around = self._symbols.class_around(scope)
        if around < 0:
            return ()
        return [item for _, item in self._symbols.values(self._symbols.same(around), name)]

    def _marks(self, scope: int, name: str) -> Sequence[str]:
        """Return what a field of the object around is decorated with."""
        around = self._symbols.class_around(scope)
        fields = self._symbols.member(around, name) if around >= 0 else ()
        return [mark for field in fields for mark in self._symbols.definitions[field].decorators]


def _makers(value: str) -> set[str]:
    """Return the function that gives a value, with what stands before it and without; nothing where no call does.

    >>> sorted(_makers("Substitute.For().@<ICart")), _makers("cart")
    (['For', 'Substitute.For'], set())
    """
    callee, called, _ = value.partition("()")
    return {callee, callee.rpartition(".")[2]} if called else set()


def _outer(item: Assignment) -> str:
    """Return the name of the generic type that a variable is declared to be of: `Mock` of `Mock<ICart>`."""
    return item.annotation.partition("<")[0]
