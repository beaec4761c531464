"""What assignments say of another object than they name.

`Cart.prototype.fill = fill` declares `fill` in `Cart`, and `module.exports = new Cart()` what the module stands for.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from nsccn.graph.kinds import TYPE_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import AssignmentRow

_SHAPES: Final = frozenset({"interface", "type"})


def prototype_members(reader: Reader, assigned: Iterable[AssignmentRow]) -> Iterator[AssignmentRow]:
    """Yield what assignments say of the instances of the file's types, as if it stood in these."""
    prototype = reader.language.instance_members
    if not prototype or f".{prototype}".encode() not in reader.data:
        return
    types = _with_instances(reader)
    for _, target, value, annotation, form, line, byte in assigned:
        if form not in ("assign", "declare") or f".{prototype}." not in target:
            continue
        name, step, member = target.split(".", 2)
        if step == prototype and "." not in member and name in types:
            yield types[name], f"self.{member}", value, annotation, "declare", line, byte


def _with_instances(reader: Reader) -> dict[str, int]:
    """Return the types of the file that are alone in having a name; an interface or alias has no prototype itself."""
    known = [item for item in reader.definitions if item.kind in TYPE_KINDS]
    classes = {item.name for item in known if item.kind not in _SHAPES}
    named = Counter(item.name for item in known if item.kind not in _SHAPES or item.name not in classes)
    return {
        item.name: ordinal
        for ordinal, item in enumerate(reader.definitions)
        if item.kind in TYPE_KINDS
        and (item.kind not in _SHAPES or item.name not in classes)
        and item.parent == 0
        and named[item.name] == 1
    }


def offered_values(reader: Reader, assigned: Iterable[AssignmentRow]) -> Iterator[AssignmentRow]:
    """Yield what a module stands for, where a file gives what it makes to the object by which it offers all."""
    names, default = reader.language.module_objects[:1], reader.language.default_export
    for scope, target, value, annotation, form, line, byte in assigned:
        if target in names and scope == 0 and form == "assign" and value.endswith("()"):
            yield scope, default, value, annotation, "declare", line, byte
