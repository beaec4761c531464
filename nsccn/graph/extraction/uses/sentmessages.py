"""What code hands to a dispatcher that finds by the type of it who handles it, and who is named to do so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.extraction.source import text_of

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


def received_messages(reader: Reader) -> Iterator[ReferenceRow]:
    """Yield the types of messages for which a function is named that handles them, with its name where it has one."""
    for node, parts in reader.found.get("receive", ()):
        byte = node.start_byte
        scope = reader.scope(byte)
        handler = reader.value(parts["value"][0], scope) if "value" in parts else ""
        yield "receive", scope, text_of(parts["type"][0], reader.data), reader.line(byte), byte, handler, -1
