"""What code hands to a dispatcher that finds by the type of it who handles it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import ReferenceRow


def sent_messages(reader: Reader) -> Iterator[ReferenceRow]:
    """Yield the messages that are sent."""
    for node, parts in reader.found.get("send", ()):
        byte = node.start_byte
        scope = reader.scope(byte)
        if value := reader.value(parts["value"][0], scope):
            yield "send", scope, value, reader.line(byte), byte, "", -1
