"""The options of a command line: where they are declared, and where what they were given is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.extraction.settings.configuration import KEY, is_written, key_of
from nsccn.graph.extraction.source import text_of
from nsccn.graph.notation.options import first_spelling, options, value_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import ReferenceRow


def declared_options(reader: Reader) -> Iterator[ReferenceRow]:
    """Yield the options and features that a file declares or asks for, with the names of their values."""
    declared: dict[int, list[tuple[str, int]]] = {}
    named: dict[int, str] = {}
    for node, parts in reader.found.get("flag", ()):
        spellings = declared.setdefault(node.id, [])
        for place in parts.get("key", ()):
            spellings.extend((option, place.start_byte) for option in _spelled(place, reader))
        if "named" in parts:
            named[node.id] = key_of(parts["named"][0], reader)
    style = reader.language.option_names
    for number, spellings in declared.items():
        main = first_spelling([option for option, _ in spellings])
        name = (named.get(number) or value_name(main, style)) if style else ""
        for option, byte in spellings:
            if KEY.match(option):
                asking = reader.described(byte)
                is_parameter = asking != reader.owner(byte)  # the decorated function is given the value
                read_as = name if option == main and not is_parameter else ""
                yield "flag", asking, option, reader.line(byte), byte, read_as, -1


def _spelled(place: Node, reader: Reader) -> list[str]:
    """Return the options that a text spells, or that the name of what holds the value stands for."""
    text = key_of(place, reader)
    is_name = text_of(place, reader.source)[:1].isalpha()
    return options(text.replace("_", "-") if is_name else text)


def read_options(reader: Reader) -> Iterator[ReferenceRow]:
    """Yield where the value of an option is asked for by its name: `options["dry_run"]`."""
    for node, parts in reader.found.get("option", ()):
        key = parts["key"][0]
        name, byte = value_name(key_of(key, reader), reader.language.option_names), key.start_byte
        if name.isidentifier() and not is_written(node, reader.language):
            target = f"{text_of(parts['receiver'][0], reader.data)}.{name}"
            yield "read", reader.owner(byte), target, reader.line(byte), byte, "", -1
