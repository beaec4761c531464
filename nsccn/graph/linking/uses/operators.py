"""Edges of operators and statements: the methods of an object that they run.

What a language's `operators` say of an operation is a list; all that is in it runs. `a b` runs the first of them that
the object's class has, and `a.b` runs `b` of what `a` gives, not `a` itself. Of its `operator_functions` one runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.definitions.shapes import leaves_work
from nsccn.graph.linking.uses.operatorfunctions import OperatorFunctions
from nsccn.graph.meaning.values.value import ENTITY, INSTANCE, Value, share_of
from nsccn.graph.notation.annotation import alternatives
from nsccn.graph.notation.arguments import GIVEN, TYPED, read_arguments

if TYPE_CHECKING:
    from nsccn.graph.language import Language
    from nsccn.graph.linking.calls.receivers import Receivers
    from nsccn.graph.linking.errors.errors import ErrorSites, Place
    from nsccn.graph.linking.flows.flows import Flows
    from nsccn.graph.linking.links import Links
    from nsccn.graph.linking.overloads.overloads import Overloads
    from nsccn.graph.model import Reference

_VIA: Final = "dunder"
_ONE_OF_SEVERAL: Final = 0.6
"""Probability that an object is of the type in the repository where its declaration names others as well."""
_LEFT_TO_SECOND: Final = 0.9
"""Probability that an object whose types lack an operator, or that nothing tells, leaves it to what stands behind."""
LEFT_TO_SUBTYPES: Final = 0.2
"""Probability that an operator, which names no method, runs one that leaves its work to subtypes."""


class Operators:
    """Links what one file after another does to objects by operators and statements."""

    def __init__(
        self, links: Links, errors: ErrorSites, receivers: Receivers, overloads: Overloads, flows: Flows
    ) -> None:
        self._links = links
        self._flows = flows
        self._errors = errors
        self._receivers = receivers
        self._functions, self._overloads = OperatorFunctions(links.infer, overloads), overloads
        self._known: dict[tuple[str, str], tuple[str, ...]] = {}

    def forget(self) -> None:
        """Drop what was asked for one file."""
        self._functions.forget()

    def link(self, slot: int, scope: int, reference: Reference) -> None:
        """Add the calls that an operation makes."""
        links, target = self._links, reference.target
        language = links.symbols.language(slot)
        if language is None:
            return
        if GIVEN in reference.detail and language.operator_functions:
            self._call(scope, reference, language)
            return
        operation, is_left, first = reference.detail.partition(GIVEN)
        second = ""
        if language.operand_types:
            second, is_left, first = first, "", ""
        chains = self._chains(language, operation)
        if not chains:
            return
        asked = links.infer.evaluate(scope, first) if is_left and first != TYPED else None
        if asked is not None and asked.tag != INSTANCE:
            asked = None
        is_symmetric = language.is_symmetric(operation)
        if is_left and first != TYPED and asked is None and not is_symmetric:
            return
        value = links.infer.evaluate(scope, target)
        held = tuple(value.alternatives) if value is not None else ()
        meant = [one for one in held if self._has_operators(one, language)]
        if not meant or not self._is_built_in(scope, operation):
            return
        share = _LEFT_TO_SECOND if is_symmetric and first != TYPED else 1.0
        for one in meant:
            if asked is not None:
                share = self._left_to(one, asked, operation, language)
            for chain in chains if share else ():
                likely = share * share_of(held)
                self._run(scope, target, one, chain, (reference.line, reference.byte), likely, second)

    def _left_to(self, second: Value, first: Value, operation: str, language: Language) -> float:
        """Return how likely it is that an object leaves an operation to its second operand."""
        if first.entity == second.entity or self._links.infer.hierarchy.has_foreign_base(first.entity):
            return 0.0
        own = language.operators.get(f"x {operation[2:-2]}", ())
        return 0.0 if any(self._method(first, methods) is not None for methods in own) else _LEFT_TO_SECOND

    def _has_operators(self, value: Value, language: Language) -> bool:
        """Whether a value is an object of a type, or a type where types are objects with methods of their own."""
        is_type = value.tag == ENTITY and language.own_methods and self._links.symbols.is_type(value.entity)
        return value.tag == INSTANCE or is_type

    def _call(self, scope: int, reference: Reference, language: Language) -> None:
        """Add the call of the function that is chosen by the types of the operands."""
        links = self._links
        operation = reference.detail.partition(GIVEN)[0]
        key = (language.name, operation)
        names = self._known.get(key)
        if names is None:
            functions = language.operator_functions.get(operation, ())
            names = self._known[key] = tuple(filter(links.symbols.functions_named, functions))
        if not names:
            return
        meant = self._functions.meant(scope, operation, names, read_arguments(reference.detail), language)
        for one in meant:
            runs = links.infer.bodies.definitions_of(one)
            for entity in runs:
                likely = 1 / (len(meant) * len(runs))
                links.edges.add(scope, "CALLS", entity, reference.line, via=_VIA, probability=likely)
                place = (reference.line, reference.byte)
                self._errors.add_calls(scope, entity, (place,), likely)
            around = links.symbols.class_around(one)
            if around >= 0:
                receiver = Value(INSTANCE, around)
                self._receivers.note(scope, reference.target, receiver, one, reference.line)

    def _chains(self, language: Language, operation: str) -> tuple[str, ...]:
        """Return what an operation runs of which the repository has any method."""
        key = (language.name, operation)
        found = self._known.get(key)
        if found is None:
            functions_named = self._links.symbols.functions_named
            found = self._known[key] = tuple(
                chain
                for chain in language.operators.get(operation, ())
                if all(any(map(functions_named, methods.split(" "))) for methods in chain.split("."))
            )
        return found

    def run(
        self,
        scope: int,
        target: str,
        value: Value,
        methods: str,
        place: Place,
        share: float = 1.0,
        second: str = "",
    ) -> bool:
        """Add the call of the first of some methods that an object's class has; return whether it has one.

        `share` is how likely it is that the object is asked, `second` what the method is given where that tells.
        """
        method = self._method(value, methods) or self._extending(scope, value, methods)
        if method is None:
            return False
        likely = _ONE_OF_SEVERAL if self._is_one_of_several(scope, target) else 1.0
        if leaves_work(self._links.symbols, method):
            likely = LEFT_TO_SUBTYPES
        told = self._overloads.meant(scope, method, (second,), 1, 0, scope) if second else ()
        for one in told or (method,):
            self.add(scope, one, place, likely * share / max(len(told), 1))
        self._receivers.note(scope, target, value, method, place[0])
        return True

    def add(self, scope: int, method: int, place: Place, likely: float = 1.0) -> None:
        """Add the call of a method that nothing names, and of what decorators may have put in its place."""
        self._links.edges.add(scope, "CALLS", method, place[0], via=_VIA, probability=likely)
        self._flows.run(scope, method, place[0])
        self._errors.add_calls(scope, method, (place,), likely)

    def _extending(self, scope: int, value: Value, methods: str) -> int | None:
        """Return the function for an operator that extends the type of an object."""
        extensions = self._links.infer.extensions
        found = (extensions.of(scope, value, "", name) for name in methods.split(" "))
        return next((one.entity for one in found if one is not None), None)

    def _is_one_of_several(self, scope: int, target: str) -> bool:
        """Whether a variable is declared to be of one of several types: what is built in has most operators too."""
        symbols, infer = self._links.symbols, self._links.infer
        if target.endswith("()"):
            called = infer.evaluate(scope, target[:-2])
            if called is None or called.tag != ENTITY or not symbols.is_function(called.entity):
                return False
            return bool(alternatives(symbols.definitions[called.entity].returns))
        base, dot, name = target.rpartition(".")
        if not dot:
            local = infer.scopes.local_variables(symbols.slot[scope])
            held = next((at for at in symbols.around(scope) if name in local.get(at, ())), None)
            stated = local[held][name] if held is not None else []
        else:
            holder = infer.evaluate(scope, base) if base == "self" else None
            values = symbols.values(holder.entity, name) if holder is not None else ()
            stated = [item for _, item in values]
        return any(item.annotation and alternatives(item.annotation) for item in stated)

    def _run(
        self,
        scope: int,
        target: str,
        value: Value,
        chain: str,
        place: Place,
        share: float = 1.0,
        second: str = "",
    ) -> None:
        *before, last = chain.split(".")
        given: Value | None = value
        for methods in before:
            method = self._method(given, methods) if given is not None else None
            given = self._links.infer.typed.returned.by(method) if method is not None else None
        if given is not None and given.tag in (INSTANCE, ENTITY):
            self.run(scope, "" if before else target, given, last, place, share, second)

    def _method(self, value: Value, methods: str) -> int | None:
        symbols, hierarchy = self._links.symbols, self._links.infer.hierarchy
        names = methods.split(" ")
        for place, name in enumerate(names):
            if not symbols.functions_named(name):
                continue
            found = hierarchy.called_or_read(value.entity, name, called=True, of_type=value.tag == ENTITY)
            if found:
                method = symbols.preferred(found, called=True)
                is_hidden = any(hierarchy.has_foreign_base(value.entity, one) for one in names[:place])
                return method if symbols.is_function(method) and not is_hidden else None
        return None

    def _is_built_in(self, scope: int, operation: str) -> bool:
        """Whether the name in an operation, where it is one, is that of no function of the repository."""
        name = operation.removesuffix(" x")
        return not name.isidentifier() or self._links.infer.scopes.name(scope, name) is None
