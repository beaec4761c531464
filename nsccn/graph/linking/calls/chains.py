"""What the calls before a call give: their arguments are known in the file that is linked, and tell overloads apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.values.value import COLLECTION, ENTITY, INSTANCE, Value, merged
from nsccn.graph.notation.arguments import TYPED, given_labels, given_types, read_arguments
from nsccn.graph.notation.askedtypes import asked_type, usual_member
from nsccn.graph.notation.generics import hiding_parameters
from nsccn.graph.notation.signatures import taken

if TYPE_CHECKING:
    from nsccn.graph.linking.calls.callees import Callees
    from nsccn.graph.linking.errors.errors import Place
    from nsccn.graph.linking.overloads.overloads import Overloads
    from nsccn.graph.meaning.infer import Infer

_CALLED: Final = "()"


class Chains:
    """Follows chains of calls in one file after another."""

    def __init__(self, infer: Infer, callees: Callees, overloads: Overloads) -> None:
        self._infer = infer
        self._symbols = infer.symbols
        self._callees = callees
        self._overloads = overloads
        self._calls: dict[tuple[int, str], list[tuple[int, str, Iterable[Place]]]] = {}
        """Number of arguments, detail and places of the calls of a target in a scope."""
        self._details: dict[tuple[int, str], dict[int, tuple[int, str]]] = {}
        """The same by where each call begins, of those that were asked for."""
        self._with_arguments: AbstractSet[tuple[int, str, int]] = frozenset()
        self._found: dict[tuple[int, str, int], Value | None] = {}

    def begin_file(
        self,
        calls: Iterable[tuple[int, str, int, str, Iterable[Place]]],
        given: AbstractSet[tuple[int, str, int]],
    ) -> None:
        """Begin with a file; `calls`: scope, target, number of arguments, detail and places of each of its calls.

        `given`: scope, target and place of those that are given anything, where that matters for nothing else.
        """
        self._with_arguments = given
        self._found.clear()
        self._calls.clear()
        self._details.clear()
        for scope, target, count, detail, places in calls:
            self._calls.setdefault((scope, target), []).append((count, detail, places))

    def by_holder(
        self, scope: int, target: str, places: Sequence[Place]
    ) -> Iterable[tuple[Value | None, Sequence[Place]]]:
        """Yield the objects whose member a call names, each with the places where it does."""
        base, dot, name = target.rpartition(".")
        if not base.endswith(_CALLED):
            return ((self._infer.holder(scope, base, name) if dot else None, places),)
        found: dict[Value | None, list[Place]] = {}
        for place in places:
            found.setdefault(self._holder(scope, base, name, place[1]), []).append(place)
        return found.items()

    def _holder(self, scope: int, base: str, name: str, byte: int) -> Value | None:
        """Return the object whose member `base.name` is in a chain that begins at a byte."""
        if not base.endswith(_CALLED):
            return self._infer.holder(scope, base, name)
        key = (scope, base, byte)
        if key not in self._found:
            self._found[key] = self._given(scope, base, byte, self._infer.holder(scope, base, name))
        return self._found[key]

    def _given(self, scope: int, call: str, byte: int, value: Value | None) -> Value | None:
        """Return what a call gives that stands for `value` as far as only the names in it count."""
        target = call.removesuffix(_CALLED)
        base, dot, name = target.rpartition(".")
        begun = self._begun(scope, target).get(byte)
        if begun is None or not name.isidentifier():
            return value
        count, detail = begun
        if dot:
            plain, receiver = self._infer.holder(scope, base, name), self._holder(scope, base, name, byte)
            found = self._infer.typed.attribute(receiver, name, called=True) if receiver is not None else None
        else:
            found = self._callees.bare(scope, name, called=True)
            plain = receiver = self._infer.roots.of_own(scope, found) if found is not None else None
        if found is None:
            return value or self._of_outside(scope, target, detail)
        if found.tag != ENTITY or not self._symbols.is_function(found.entity) or (dot and receiver is None):
            return value
        definition = self._symbols.definitions[found.entity]
        is_given = (scope, target, byte) in self._with_arguments
        asked = asked_type(definition.returns) if is_given else None
        if asked is not None and usual_member(definition.signature, asked.name):
            return None  # what is given tells which
        told = self._overloads.meant(
            scope,
            found.entity,
            read_arguments(detail),
            count,
            given_types(detail),
            scope,
            given_labels(detail),
        )
        handed = [self._handed(scope, one, detail) for one in told or (found.entity,)]
        if receiver == plain and not told and not any(handed):
            return value
        returned = self._infer.typed.returned
        given = (
            back or (returned.by(one) if receiver is None else returned.to(receiver, one))
            for one, back in zip(told or (found.entity,), handed, strict=True)
        )
        known = [one for one in dict.fromkeys(given) if one is not None]
        return merged(known) if len(known) > 1 else known[0] if known else None

    def _begun(self, scope: int, target: str) -> dict[int, tuple[int, str]]:
        """Return the number of arguments and the detail of each call of a target in a scope, by where it begins."""
        key = (scope, target)
        found = self._details.get(key)
        if found is None:
            called = self._calls.get(key, ())
            found = {byte: (count, detail) for count, detail, places in called for _, byte in places}
            self._details[key] = found
        return found

    def _handed(self, scope: int, function: int, detail: str) -> Value | None:
        """Return the argument that a function gives back, by what it is generic in: `<T> T same(T one)`."""
        definition = self._symbols.definitions[function]
        if definition.returns not in hiding_parameters(definition.signature, definition.name):
            return None
        taking = [one.path for one in taken(definition).parameters]
        place = taking.index(definition.returns) if taking.count(definition.returns) == 1 else -1
        return self._argument(scope, detail, place)

    def _of_outside(self, scope: int, target: str, detail: str) -> Value | None:
        """Return the argument that a function from outside the repository gives back."""
        language = self._symbols.language(self._symbols.slot[scope])
        returned = language.returned_arguments if language is not None else {}
        imported = self._symbols.binding(scope, target.partition(".")[0]) if returned else None
        if imported is None:
            return None
        path = ".".join(filter(None, (imported.module, imported.name, target.partition(".")[2])))
        return self._argument(scope, detail, returned.get(path, -1))

    def _argument(self, scope: int, detail: str, place: int) -> Value | None:
        """Return the object that is one of the arguments of a call, None where that is not known."""
        given = read_arguments(detail)
        if not 0 <= place < len(given) or given[place].startswith(TYPED):
            return None
        value = self._infer.evaluate(scope, given[place])
        return value if value is not None and value.tag in (INSTANCE, COLLECTION) else None
