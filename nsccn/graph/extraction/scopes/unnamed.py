"""Names in functions without a name that may mean members of the object there, which the code need not name.

They go with that object before them, `this@block3|total`: what it is, and whether it has such a member, is seen when
all files are known.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.graph.notation.arguments import renamed_arguments
from nsccn.graph.notation.contextual import CONTEXTUAL, OF_CALL
from nsccn.graph.notation.marks import BLOCK, OF_OBJECT
from nsccn.graph.notation.trailing import LABELLED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.extraction.scopes.blocks import Blocks
    from nsccn.graph.packed import AssignmentRow, ReferenceRow

_ROOT: Final = re.compile(r"[a-z_]\w*(?=[.(\[]|\Z)")
_SEEN: Final = frozenset({"call", "value", "member", "operate", "read"})
_BINDS: Final = frozenset({"declare", "parameter", "loop", "with"})
_DECLARES: Final = frozenset({"declare", "parameter", "loop", "with", "global"})


class Unnamed:
    """The objects in the functions without a name of a file."""

    def __init__(self, reader: Reader, blocks: Blocks, assigned: Sequence[AssignmentRow]) -> None:
        """Note what the file's own functions name otherwise."""
        self._blocks = blocks
        self._data = reader.data
        self._around = [item.parent for item in reader.definitions]
        self._runs = [item.kind in FUNCTION_KINDS for item in reader.definitions]
        self._local: dict[int, set[str]] = {}
        for row in assigned:
            if row[4] in _BINDS and self._runs[row[0]]:
                self._local.setdefault(row[0], set()).add(row[1].partition(BLOCK)[0])

    def references(self, rows: list[ReferenceRow]) -> list[ReferenceRow]:
        """Return references with the objects of which their names may be members."""
        return [self._reference(row) if row[0] in _SEEN else row for row in rows]

    def assignments(self, rows: list[AssignmentRow]) -> list[AssignmentRow]:
        """Return assignments with the objects of which their names may be members."""
        return [self._assignment(row) for row in rows]

    def _reference(self, row: ReferenceRow) -> ReferenceRow:
        kind, scope, target, line, byte, detail, arguments = row
        if not (objects := self._blocks.objects(scope, byte)):
            return row
        if kind == "call":
            detail = renamed_arguments(detail, lambda given: self._with(given, scope, objects))
        if self._data.startswith(LABELLED, byte):
            return kind, scope, target, line, byte, detail, arguments
        # Methods have names of their own.
        is_called = kind == "call" and target.partition(BLOCK)[0].isidentifier()
        target = OF_OBJECT.join((*objects, target)) if is_called else self._with(target, scope, objects)
        return kind, scope, target, line, byte, detail, arguments

    def _assignment(self, row: AssignmentRow) -> AssignmentRow:
        scope, target, value, annotation, form, line, byte = row
        if not (objects := self._blocks.objects(scope, byte)):
            return row
        is_own = target.partition(BLOCK)[0] == self._blocks.OBJECT
        if is_own:
            objects = objects[1:]
        if form not in _DECLARES:
            target = self._with(target, scope, objects)
        stated = self._stated(annotation, scope, objects)
        return scope, target, self._with(value, scope, objects), stated, form, line, byte

    def _stated(self, annotation: str, scope: int, objects: Sequence[str]) -> str:
        """Return what is said of a parameter, with the objects of which the function that gives it may be a member."""
        head, is_given, rest = annotation.partition(OF_CALL)
        if not is_given or not head.startswith(CONTEXTUAL):
            return annotation
        place, _, callee = rest.partition(" of ")
        return f"{head}{is_given}{place} of {self._with(callee, scope, objects)}"

    def _with(self, path: str, scope: int, objects: Sequence[str]) -> str:
        root = _ROOT.match(path)
        if root is None or not objects or self._is_local(scope, root.group()):
            return path
        return OF_OBJECT.join((*objects, path))

    def _is_local(self, scope: int, name: str) -> bool:
        while scope >= 0:
            if name in self._local.get(scope, ()):
                return True
            scope = self._around[scope]
        return False
