"""What constructors run that is not written in them: what fields begin with, and the constructor above."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.notation.marks import initializing
from nsccn.graph.regions import Region, Regions

if TYPE_CHECKING:
    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import ReferenceRow


def constructed(reader: Reader, called: Sequence[ReferenceRow]) -> Iterator[ReferenceRow]:
    """Yield the calls of a file, those of initializers with the constructors that run them, and calls of `super()`."""
    constructors = _constructors(reader)
    if not constructors:
        yield from called
        return
    chained = {(scope, target) for kind, scope, target, *_ in called if kind == "call"}
    own = {
        scope: [one for one in found if (one, "self") not in chained] for scope, found in constructors.items()
    }
    is_shared = _shared(reader)
    for row in called:
        kind, scope, target, line, byte, detail, arguments = row
        if scope in own and not is_shared(byte):
            yield kind, scope, target, line, byte, initializing(own[scope]) + detail, arguments
        else:
            yield row
    yield from _unwritten(reader, own, chained)


def _constructors(reader: Reader) -> dict[int, list[int]]:
    """Return the constructors of each class that has any."""
    definitions, found = reader.definitions, defaultdict[int, list[int]](list)
    for ordinal, definition in enumerate(definitions):
        around = definitions[max(definition.parent, 0)]
        if definition.kind == "method" and definition.name == around.name and around.kind in TYPE_KINDS:
            found[definition.parent].append(ordinal)
    return found


def _shared(reader: Reader) -> Callable[[int], int]:
    """Return what tells whether a byte stands where a type is initialized, and no instance."""
    nodes = (node for node, _ in reader.found.get("shared", ()))
    regions = [Region(node.start_byte, node.end_byte, 1) for node in nodes]
    return Regions(len(reader.data), regions).owner


def _unwritten(
    reader: Reader, own: dict[int, list[int]], chained: Iterable[tuple[int, str]]
) -> Iterator[ReferenceRow]:
    """Yield the calls of the constructor above that every constructor begins with which calls no other."""
    for scope, constructors in own.items():
        if reader.definitions[scope].kind != "class" or not reader.definitions[scope].bases:
            continue
        for one in constructors:
            if (one, "super") not in chained:
                definition = reader.definitions[one]
                yield "call", one, "super", definition.name_line, definition.full_range.start_byte, "", 0
