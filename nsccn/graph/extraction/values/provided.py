"""What a container gives under a name, and the names by which it is asked for that.

$this->app->bind('cart', fn (): Cart => new Cart());        return 'cart';
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.extraction.source import text_of
from nsccn.graph.notation.marks import PROVIDED, RESULT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import AssignmentRow


def provided(reader: Reader) -> Iterator[AssignmentRow]:
    """Yield what a function has a container give under names, and the name of what it gives itself."""
    for node, parts in reader.found.get("provided", ()):
        line, byte = reader.line(node.start_byte), node.start_byte
        scope, name = reader.scope(byte), PROVIDED + text_of(parts["key"][0], reader.data)
        if "value" not in parts:
            yield scope, RESULT, name, "", "return", line, byte
            continue
        value = reader.value(parts["value"][0], scope)
        type_ = text_of(parts["type"][0], reader.data) if "type" in parts else ""
        yield scope, name, value, type_, "assign", line, byte
