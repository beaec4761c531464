"""Calls on objects of types from elsewhere, which types of the repository may implement.

Which do can only be said when all files are known; see `propagation/implementing.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.linking.errors.errors import error_entity
from nsccn.graph.meaning.values.value import ENTITY
from nsccn.graph.notation.annotation import alternatives, type_expression

if TYPE_CHECKING:
    from nsccn.graph.linking.calls.foreign import Foreign
    from nsccn.graph.linking.linkrows import LinkWriter
    from nsccn.graph.meaning.infer import Infer

_VARIABLES: Final = ("attr", "var")


class Outward:
    """Answers what types from elsewhere objects are declared to be of, and keeps the calls on them of one file."""

    def __init__(self, infer: Infer, foreign: Foreign, writer: LinkWriter) -> None:
        self._infer = infer
        self._symbols = infer.symbols
        self._foreign = foreign
        self._writer = writer
        self._rows: list[tuple[int, int, int, int, int]] = []
        self._types: dict[tuple[int, str], int] = {}

    def type_of(self, scope: int, base: str, name: str) -> int:
        """Return the number outside of the type that the object of a call is declared to be of; -1 for none."""
        language = self._symbols.language(self._symbols.slot[scope])
        if language is None or not language.outward_calls or not base:
            return -1
        if not self._symbols.functions_named(name):
            return -1
        key = (scope, base)
        if key not in self._types:
            stated = self._foreign.stated(scope, base) or self._of_variable(scope, base)
            self._types[key] = self._outside(*stated) if stated is not None else -1
        return self._types[key]

    def _of_variable(self, scope: int, base: str) -> tuple[int, str] | None:
        """Return the declared type of a field that is named without its object, or of a variable outside functions."""
        value = self._infer.evaluate(scope, base) if base.isidentifier() else None
        if value is None or value.tag != ENTITY or self._symbols.kind(value.entity) not in _VARIABLES:
            return None
        stated = ((at, item.annotation) for at, item in self._symbols.said_of(value.entity))
        return next(((at, annotation) for at, annotation in stated if annotation), None)

    def _outside(self, scope: int, annotation: str) -> int:
        language = self._symbols.language(self._symbols.slot[scope])
        if language is None or annotation.startswith("*") or alternatives(annotation):
            return -1  # of a pointer only the type itself has the methods
        name = type_expression(annotation, language.transparent_types)[0]
        ids: list[str] = []

        def outside(entity_id: str) -> int:
            ids.append(entity_id)
            return -1

        found = error_entity(self._infer, outside, scope, name) if name else None
        return self._writer.outside.number(ids[-1]) if found is not None and found < 0 else -1

    def note(self, source: int, base: int, name: str, arguments: int, line: int) -> None:
        """Note a call of a method of a type from elsewhere, with so many arguments."""
        self._rows.append((base, self._writer.names.number(name), arguments, source, line))

    def end_file(self, slot: int) -> None:
        """Hand the rows of a file on, and begin anew."""
        self._writer.extend("outward", slot, self._rows)
        self._rows.clear()
        self._types.clear()
