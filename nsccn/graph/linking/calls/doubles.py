"""What tests have in the place of a type's objects: it runs nothing of what any type has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.model import Assignment
from nsccn.graph.notation.annotation import EMPTY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nsccn.graph.language import Language
    from nsccn.graph.meaning.infer import Infer

_Said = tuple[int, Assignment]
"""What is said of a variable, behind the scope that says it."""


class Doubles:
    """Tells expressions that are such objects."""

    def __init__(self, infer: Infer) -> None:
        self._symbols = infer.symbols
        self._infer = infer
        self._slot = -1
        """The file that is being linked, of which the following tells, for variables by what has them."""
        self._given: dict[tuple[int, str], list[_Said]] = {}
        """What its functions give to variables by their bare names."""
        self._are_doubles: dict[tuple[int, str], bool] = {}

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
        home = self._home(scope, last, of_object=bool(holder))
        if home < 0:
            return False
        self._read(self._symbols.slot[scope])
        if (home, last) not in self._are_doubles:
            self._are_doubles[home, last] = False  # of one that is given itself, as far as is known
            self._are_doubles[home, last] = self._only_gets(home, last, language)
        return self._are_doubles[home, last]

    def _only_gets(self, home: int, name: str, language: Language) -> bool:
        """Whether a variable is marked as such an object, or all that it is given is one."""
        if not language.test_doubles.isdisjoint(self._symbols.definitions[home].decorators):
            return True
        said = [*self._declared(home, name), *self._given.get((home, name), ())]
        given = [(at, item) for at, item in said if _gives(item)]
        if given:
            return all(self._is_made(at, item, language) for at, item in given)
        return any(_outer(item) in language.test_doubles for _, item in said)

    def _is_made(self, scope: int, item: Assignment, language: Language) -> bool:
        """Whether a variable is given such an object, by what makes one or by what another one of the file holds."""
        if not language.test_doubles.isdisjoint({*_makers(item.value), _outer(item)}):
            return True
        holder, _, last = item.value.rpartition(".")
        is_held = bool(holder) and last in language.transparent_methods
        return is_held and self._symbols.slot[scope] == self._slot and self.is_double(scope, holder)

    def _home(self, scope: int, name: str, *, of_object: bool) -> int:
        """Return the function around that has a variable of a name, or the field that is meant; -1 for neither."""
        symbols, local = self._symbols, self._infer.scopes.local_variables(self._symbols.slot[scope])
        for at in symbols.around(scope):
            if symbols.is_type(at):
                fields = self._infer.hierarchy.class_member(symbols.same(at), name, functions=False)
                if fields or of_object:
                    return fields[0] if fields else -1
            elif not of_object and name in local.get(at, ()):
                return at
        return -1

    def _declared(self, home: int, name: str) -> Iterable[_Said]:
        """Return what is said of a variable where it is declared, and by `this.cart = ...` of a field."""
        if self._symbols.kind(home) == "attr":
            return self._symbols.said_of(home)
        local = self._infer.scopes.local_variables(self._symbols.slot[home])
        return [(home, item) for item in local.get(home, {}).get(name, ())]

    def _read(self, slot: int) -> None:
        """Read what the functions of a file give to variables, unless that is the file before."""
        if slot == self._slot:
            return
        self._slot, self._given, self._are_doubles = slot, {}, {}
        for at, item in self._infer.scopes.bare_assignments(slot):
            home = self._home(at, item.target, of_object=False)
            self._given.setdefault((home, item.target), []).append((at, item))


def _gives(item: Assignment) -> bool:
    """Whether an assignment gives an object, be it one of which nothing is known."""
    return item.value not in EMPTY and (bool(item.value) or item.form == "assign")


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
