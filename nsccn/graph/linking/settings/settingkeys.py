"""Settings whose keys functions are given: which parameter becomes a key, and which keys calls hand over.

Which settings a call reads can only be said when all files are known; see `propagation/settingreads.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.definitions.parameters import parameter
from nsccn.graph.kinds import DATA_KINDS
from nsccn.graph.meaning.values.value import ENTITY
from nsccn.graph.notation.boundkeys import FIELD
from nsccn.graph.notation.settingkeys import constant_text, filled, open_parts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.linking.calls.callees import Callees
    from nsccn.graph.linking.calls.outcomes import CallTarget
    from nsccn.graph.linking.linkrows import LinkWriter
    from nsccn.graph.meaning.infer import Infer

Given = tuple[str, str, int, int]
"""A key that a call is given, its keyword, its place among the arguments, and its line."""


class SettingKeys:
    """The keys of the file that is being linked."""

    def __init__(self, infer: Infer, callees: Callees, writer: LinkWriter) -> None:
        self._infer = infer
        self._symbols = infer.symbols
        self._callees = callees
        self._writer = writer
        self._read: set[tuple[int, str, str]] = set()
        self._given: dict[tuple[int, int, str, str, int], float] = {}

    def read(self, scope: int, key: str) -> str:
        """Note what reads a setting, by its id; return that where no caller says a part of it, else nothing."""
        settled = self._settled(scope, key)
        if settled is None:
            return ""
        key, function, name = settled
        if function < 0:
            return key
        self._read.add((function, name, key))
        return ""

    def settled(self, scope: int, key: str) -> str:
        """Return the key with which constants fill what one leaves open; a field stays so. Empty where more does."""
        for name in open_parts(key):
            value = self._constant(scope, name) if name != FIELD else ""
            if not value and name != FIELD:
                return ""
            key = filled(key, name, value) if value else key
        return key

    def given(self, scope: int, keys: Sequence[Given], targets: Sequence[CallTarget]) -> None:
        """Note the keys that a call of functions is given."""
        for written, keyword, place, line in keys:
            settled = self._settled(scope, written)
            if settled is None:
                continue
            key, function, _ = settled
            source = function if function >= 0 else scope
            for entity, probability, _ in targets:
                taking = parameter(self._symbols, entity, keyword or place)
                if taking is not None and taking.name in self._symbols.definitions[entity].parameters:
                    row = (source, entity, taking.name, key, line)
                    self._given[row] = max(self._given.get(row, 0.0), probability)

    def end_file(self, slot: int) -> None:
        """Hand the rows of a file on, and begin anew."""
        name, text = self._writer.names.number, self._writer.outside.number
        read = [(function, name(parameter), text(key)) for function, parameter, key in sorted(self._read)]
        given = [
            (source, function, name(parameter), text(key), line, share)
            for (source, function, parameter, key, line), share in sorted(self._given.items())
        ]
        self._writer.extend("keyed", slot, read)
        self._writer.extend("given", slot, given)
        self._read.clear()
        self._given.clear()

    def _settled(self, scope: int, key: str) -> tuple[str, int, str] | None:
        """Return a key with its constants, and the function whose parameter is left open in it, if any.

        None where more than that is left open.
        """
        function, left = -1, ""
        for name in open_parts(key):
            around = self._function(scope, name)
            if around < 0:
                value = self._constant(scope, name)
                if not value:
                    return None
                key = filled(key, name, value)
            elif left not in ("", name):
                return None
            else:
                function, left = around, name
        return key, function, left

    def _function(self, scope: int, name: str) -> int:
        """Return the function around that has a parameter of that name, -1 where none has."""
        symbols = self._symbols
        while scope >= 0:
            if symbols.is_function(scope) and name in symbols.definitions[scope].parameters:
                return scope
            scope = symbols.parent(scope)
        return -1

    def _constant(self, scope: int, name: str) -> str:
        """Return the text of the constant that a name means, empty where it means none."""
        base, dot, last = name.rpartition(".")
        receiver = self._infer.evaluate(scope, base) if dot else None
        if dot and receiver is None:
            return ""
        value = (
            self._infer.typed.attribute(receiver, last)
            if receiver is not None
            else self._callees.bare(scope, name)
        )
        if value is None or value.tag != ENTITY or self._symbols.kind(value.entity) not in DATA_KINDS:
            return ""
        symbols = self._symbols
        meant = symbols.member(symbols.parent(value.entity), symbols.table.names[value.entity])
        texts = {constant_text(symbols.definitions[one].signature) for one in meant or (value.entity,)}
        return texts.pop() if len(texts) == 1 else ""
