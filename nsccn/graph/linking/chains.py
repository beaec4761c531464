"""What the calls before a call give: their arguments are known in the file that is linked, and tell overloads apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.value import ENTITY, Value, merged
from nsccn.graph.notation.arguments import given_types, read_arguments

if TYPE_CHECKING:
    from nsccn.graph.linking.callees import Callees
    from nsccn.graph.linking.overloads import Overloads
    from nsccn.graph.meaning.infer import Infer

_CALLED: Final = "()"


class Chains:
    """Follows chains of calls in one file after another."""

    def __init__(self, infer: Infer, callees: Callees, overloads: Overloads) -> None:
        self._infer = infer
        self._symbols = infer.symbols
        self._callees = callees
        self._overloads = overloads
        self._details: dict[tuple[int, str], set[tuple[int, str]]] = {}
        self._found: dict[tuple[int, str], Value | None] = {}

    def begin_file(self, calls: Iterable[tuple[int, str, int, str]]) -> None:
        """Begin with a file; `calls` are its calls, each with its scope, target, number of arguments and detail."""
        self._found.clear()
        self._details.clear()
        for scope, target, count, detail in calls:
            self._details.setdefault((scope, target), set()).add((count, detail))

    def holder(self, scope: int, base: str, name: str) -> Value | None:
        """Return the object whose member `base.name` is, as `Infer.holder` does, by the arguments of the calls."""
        if not base.endswith(_CALLED):
            return self._infer.holder(scope, base, name)
        key = (scope, base)
        if key not in self._found:
            self._found[key] = self._given(scope, base, self._infer.holder(scope, base, name))
        return self._found[key]

    def _given(self, scope: int, call: str, value: Value | None) -> Value | None:
        """Return what a call gives that stands for `value` as far as only the names in it count."""
        target = call.removesuffix(_CALLED)
        base, dot, name = target.rpartition(".")
        details = self._details.get((scope, target))
        if details is None or not name.isidentifier():
            return value
        if dot:
            plain, receiver = self._infer.holder(scope, base, name), self.holder(scope, base, name)
            found = self._infer.typed.attribute(receiver, name, called=True) if receiver is not None else None
        else:
            found = self._callees.bare(scope, name, called=True)
            plain = receiver = self._infer.roots.of_own(scope, found) if isinstance(found, Value) else None
        is_function = (
            isinstance(found, Value) and found.tag == ENTITY and self._symbols.is_function(found.entity)
        )
        if found is None or not is_function or (dot and receiver is None):
            return value
        meant = {one for each in details for one in self._meant(scope, found.entity, *each)}
        if receiver == plain and not meant:
            return value
        returned = self._infer.typed.returned
        given = (
            returned.by(one) if receiver is None else returned.to(receiver, one)
            for one in sorted(meant or {found.entity})
        )
        known = [one for one in dict.fromkeys(given) if one is not None]
        return merged(known) if len(known) > 1 else known[0] if known else None

    def _meant(self, scope: int, function: int, count: int, detail: str) -> tuple[int, ...]:
        """Return the overloads of a function that one of its calls may mean."""
        return self._overloads.meant(
            scope, function, read_arguments(detail), count, given_types(detail), scope
        )
