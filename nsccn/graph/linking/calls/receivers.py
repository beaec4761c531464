"""Whether the object that a method is called on may be of a subtype of what is known of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.definitions.shapes import does_nothing, leaves_work
from nsccn.graph.linking.calls.doubles import Doubles
from nsccn.graph.meaning.values.value import ENTITY, INSTANCE, Value

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nsccn.graph.meaning.infer import Infer
    from nsccn.graph.model import Assignment

ABSTRACT: Final = 1
"""Mark of a call whose target leaves its work to subclasses."""
OWN: Final = 2
"""Mark of a call on the object that the calling method belongs to."""
NEXT: Final = 4
"""Mark of a call on `super`: for a subtype it runs what stands behind the type in the order of the subtype."""
BELOW: Final = 8
"""Mark of a call of what only subtypes of the object's declared type have."""
ONE: Final = 16
EACH: Final = 32
"""Marks of a call on one object, and on what is taken out of a collection, in languages where these were told apart."""
IDLE: Final = 64
"""Mark of a call on another object whose target does nothing, where subclasses may do something."""
Virtual = tuple[int, int, int]
"""The method that the known type has, that type, and a mark."""
_INTERFACES: Final = frozenset({"interface", "trait"})


class Receivers:
    """Answers which calls may run an override of the method that they name."""

    def __init__(self, infer: Infer) -> None:
        self._symbols = infer.symbols
        self._infer = infer
        self._doubles = Doubles(infer)
        self.rows: list[tuple[int, int, int, int, int]] = []
        """Target, type of the receiver, source, line and mark of each call that may run an override of its target."""

    def add(self, source: int, virtual: Virtual, lines: Iterable[int]) -> None:
        """Note equal calls that may run an override, once for each line."""
        target, receiver, mark = virtual
        self.rows.extend((target, receiver, source, line, mark) for line in sorted(set(lines)))

    def note(self, scope: int, base: str, receiver: Value, entity: int, line: int) -> None:
        """Note a call that does not name its target, if it may run an override."""
        found = self.virtual(scope, base, receiver, entity, is_named=False)
        if found is not None:
            self.add(scope, found, (line,))

    def virtual(
        self, scope: int, base: str, receiver: Value, entity: int, *, is_named: bool = True
    ) -> Virtual | None:
        """Return what a call says of its object; None where no override can be meant, or none exists.

        Only of what names its target, a file that gets or loses an override elsewhere is linked again.
        """
        symbols = self._symbols
        if receiver.tag not in (ENTITY, INSTANCE):
            return None
        is_own = self._is_own(scope, base) and self._infer.roots.given(scope) is None
        if not symbols.is_function(entity) or not symbols.is_type(receiver.entity):
            return None
        is_type = receiver.tag == ENTITY and not is_own and not self._is_protocol(receiver.entity)
        is_certain = is_type and not self._may_be_subtype(scope, base)
        if is_certain or not base or self._doubles.is_double(scope, base):
            return None  # a class that the call names, what no expression stands for, or what runs nothing
        if self._is_abstract(entity):
            return entity, receiver.entity, ABSTRACT | (OWN if is_own else self._number(scope, base))
        language = symbols.language(symbols.slot[entity])
        if language is None or not language.virtual_methods:
            return None
        if is_named and len(symbols.functions_named(symbols.table.names[entity])) == 1:
            return None
        if is_own:
            return entity, receiver.entity, OWN
        mark = IDLE | self._number(scope, base) if does_nothing(symbols, entity) else 0
        return None if self._is_exact(scope, base) else (entity, receiver.entity, mark)

    def _is_protocol(self, cls: int) -> bool:
        """Whether what an interface is asked for runs what the type of the argument has: `Runtime.stop(local)`."""
        language = self._symbols.language(self._symbols.slot[cls])
        is_interface = self._symbols.kind(cls) == "interface"
        return is_interface and language is not None and language.protocols

    def _is_own(self, scope: int, base: str) -> bool:
        """Whether an expression stands for the object around, or for its type."""
        if base == "self":
            return True
        language = self._symbols.language(self._symbols.slot[scope])
        return language is not None and bool(language.own_class) and base == f"self.{language.own_class}"

    def _may_be_subtype(self, scope: int, base: str) -> bool:
        """Whether a variable is declared to hold a type, and so may hold a subtype: `kind: type[Cart]`."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[scope])
        if language is None or not language.untyped_objects:
            return False
        holder, _, name = base.rpartition(".")
        if holder == "self" and (around := symbols.class_around(scope)) >= 0:
            return any(item.annotation for _, item in symbols.values(around, name))
        local = self._infer.scopes.local_variables(symbols.slot[scope])
        for at in symbols.around(scope):
            if stated := local.get(at, {}).get(base):
                return any(item.annotation or item.form == "loop" for item in stated)
            if base in symbols.definitions[at].parameters:
                return True
        return False

    def _number(self, scope: int, base: str) -> int:
        """Return the mark of a call on one object, or on each that a loop or a subscript takes out of a collection."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[scope])
        if language is None or not language.untyped_objects:
            return 0
        local = self._infer.scopes.local_variables(symbols.slot[scope])
        stated = next((local[at][base] for at in symbols.around(scope) if base in local.get(at, ())), ())
        return EACH if base.endswith("[]") or any(item.form == "loop" for item in stated) else ONE

    def _is_abstract(self, entity: int) -> bool:
        symbols = self._symbols
        parent = symbols.parent(entity)
        return leaves_work(symbols, entity) or (parent >= 0 and symbols.kind(parent) in _INTERFACES)

    def _is_exact(self, scope: int, base: str) -> bool:
        """Whether an expression is, or a variable only ever gets, a new instance of one class."""
        if base.endswith("()"):
            made = self._infer.evaluate(scope, base[:-2])
            return (
                made is not None
                and made.tag == ENTITY
                and self._symbols.is_type(made.entity)
                and base != "self()"
            )
        root, _, name = base.rpartition(".")
        if not root:
            return self._is_exact_variable(scope, base)
        holder = self._infer.evaluate(scope, root) if root == "self" else None
        if holder is None or holder.tag != INSTANCE:
            return False
        return self._are_exact(self._symbols.values(holder.entity, name))

    def _is_exact_variable(self, scope: int, name: str) -> bool:
        local = self._infer.scopes.local_variables(self._symbols.slot[scope])
        for at in self._symbols.around(scope):
            found = local.get(at, {}).get(name)
            if found:
                return self._are_exact((at, item) for item in found)
        return self._are_exact(self._symbols.values(self._symbols.first[self._symbols.slot[scope]], name))

    def _are_exact(self, found: Iterable[tuple[int, Assignment]]) -> bool:
        given = list(found)
        return bool(given) and all(
            item.form in ("assign", "declare", "with")
            and not item.annotation
            and item.value.endswith("()")
            and self._is_exact(scope, item.value)
            for scope, item in given
        )
