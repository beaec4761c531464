"""What markup names of the component that its file describes: members of an object, and of no other.

    export default { setup() { return { close } }, methods: { open() {} } }    @click="open()"    @click="close"

What `setup` gives, the markup names as if the component had it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.graph.model import OFFERED
from nsccn.graph.notation.expression import root_of
from nsccn.graph.notation.marks import EVERY_MEMBER, ORDINAL, RESULT

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import AssignmentRow, ReferenceRow


def component_members(reader: Reader, assigned: Iterable[AssignmentRow]) -> dict[str, str]:
    """Return the members of the component by their names, each with the object that has it."""
    maker, component = reader.language.component_maker, next(iter(reader.language.module_objects), "")
    found: dict[str, str] = {}
    for scope, target, *_ in assigned if maker else ():
        item = reader.definitions[scope]
        names = target.split(".")
        if names[0] != RESULT or not names[1:] or names[1] == EVERY_MEMBER:
            continue
        is_offered = OFFERED in item.modifiers
        is_own = is_offered or reader.definitions[item.parent].name == reader.language.default_export
        if item.name == maker and item.kind in FUNCTION_KINDS and is_own:
            made = f"{component}.{item.name}()" if is_offered else f"{item.name}{ORDINAL}{scope}()"
            found[names[1]] = made
    found.update((item.name, component) for item in reader.definitions if OFFERED in item.modifiers)
    return found


def of_component(
    reader: Reader, assigned: Sequence[AssignmentRow], references: Iterable[ReferenceRow]
) -> Iterator[ReferenceRow]:
    """Yield what code refers to, in markup by the object that has it.

    What takes in others may have any name that the file does not know.
    """
    mixing = f"{reader.language.default_export}.{EVERY_MEMBER}"
    known = reader.known.union(row[1] for row in assigned if not row[0])
    component = reader.language.module_objects[0] if any(row[1] == mixing for row in assigned) else ""
    for row in references:
        root = root_of(row[2]) if row[1] == 0 else ""
        held = reader.markup.get(root, component if root.isidentifier() and root not in known else "")
        yield (*row[:2], f"{held}.{row[2]}", *row[3:]) if held else row
