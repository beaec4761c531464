"""Types whose fields settings fill: where code says so, and how the keys of these begin."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.configuration import key_of
from nsccn.graph.extraction.source import text_of
from nsccn.graph.kinds import DATA_KINDS
from nsccn.graph.notation.boundkeys import template

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.extraction.settingkeys import SettingKeys
    from nsccn.graph.packed import ReferenceRow

_NAME_OF: Final = re.compile(r"\Anameof\(\s*(?:\w+\.)*(\w+)\s*\)\Z")
_FORMS: Final = {"bound": "key", "bound_env": "env"}


def bound_types(reader: Reader, keys: SettingKeys) -> Iterator[ReferenceRow]:
    """Yield what binds a type to settings: its target is the type, empty for what it stands in.

    `detail` is how the keys are made, see `notation.boundkeys`. A target that begins with `=` is a value of the type.
    """
    for main, kind in _FORMS.items():
        for node, parts in reader.found.get(main, ()):
            byte = node.start_byte
            scope = reader.owner(byte)
            if "type" in parts:
                target = text_of(parts["type"][0], reader.data)
            elif "value" in parts:
                target = f"={reader.expression(parts['value'][0], reader.scope(byte))}"
            else:
                scope, target = _around(reader, byte), ""
            prefix = _written(parts["prefix"][0], reader, keys) if "prefix" in parts else ""
            if prefix is None:
                continue
            delimiter = ""
            if not target:
                prefix = _said(reader, scope, "bound_prefix") or prefix
                delimiter = _said(reader, scope, "bound_delimiter")
            detail = template(kind, prefix, delimiter or reader.language.key_separator)
            yield "bind", scope, target, reader.line(byte), byte, detail, -1


def _around(reader: Reader, byte: int) -> int:
    """Return the innermost type or function that holds a byte, its decorators included."""
    found = 0
    for ordinal, item in enumerate(reader.definitions):
        place = item.full_range
        if item.kind not in DATA_KINDS and place.start_byte <= byte < place.end_byte:
            found = ordinal
    return found


def _said(reader: Reader, scope: int, main: str) -> str:
    """Return a text that a type says of all its settings."""
    place = reader.definitions[scope].full_range
    for _, parts in reader.found.get(main, ()):
        key = parts["key"][0]
        if place.start_byte <= key.start_byte < place.end_byte:
            return key_of(key, reader)
    return ""


def _written(node: Node, reader: Reader, keys: SettingKeys) -> str | None:
    """Return the text that an expression stands for, which may leave a constant open; None where it says nothing."""
    text = text_of(node, reader.source)
    if text[:1] in "\"'`":
        return key_of(node, reader)
    name = _NAME_OF.match(text)
    if name is not None:
        return name[1]
    return keys.written(node.start_byte, node.end_byte, reader.scope(node.start_byte)) or None
