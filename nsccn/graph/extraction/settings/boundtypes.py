"""Types whose fields settings fill: where code says so, and how the keys of these begin."""

from __future__ import annotations

import re
from bisect import bisect_right
from operator import itemgetter
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.settings.configuration import key_of
from nsccn.graph.extraction.source import text_of
from nsccn.graph.kinds import DATA_KINDS
from nsccn.graph.notation.boundkeys import SAYS_SO, UNTOLD, template

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from nsccn.graph.extraction.queries import Parts
    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.extraction.settings.settingkeys import SettingKeys
    from nsccn.graph.packed import ReferenceRow

_NAME_OF: Final = re.compile(r"\Anameof\(\s*(?:\w+\.)*(\w+)\s*\)\Z")
_FORMS: Final = {"bound": "key", "bound_env": "env"}


def bound_types(reader: Reader, keys: SettingKeys) -> Iterator[ReferenceRow]:
    """Yield what binds a type to settings: its target is the type, empty for what it stands in.

    `detail` is how the keys are made, see `notation.boundkeys`. A target that begins with `=` is a value of the type,
    one with `@` what says so of the type that it stands in: nothing behind that, and it says only how the keys are made
    if it is bound. What has no `detail` settings do not fill, or by another name.
    """
    around, said = _Around(reader), dict[int, tuple[str | None, str, int]]()
    for part, main in enumerate(("bound_prefix", "bound_delimiter")):
        for _, parts in reader.found.get(main, ()):
            scope, key = around(parts["key"][0].start_byte), parts["key"][0]
            if "body" in parts:
                scope = reader.definitions[scope].parent
            written = _written(key, reader, keys)
            prefix, delimiter, _ = said.get(scope, (None, "", 0))
            text = UNTOLD if written is None else written
            said[scope] = (text, delimiter, key.start_byte) if part == 0 else (prefix, text, key.start_byte)
    bound: set[int] = set()
    for main, kind in _FORMS.items():
        for node, parts in reader.found.get(main, ()):
            prefix = _written(parts["prefix"][0], reader, keys) if "prefix" in parts else ""
            if prefix is None or not _is_meant(reader, parts):
                continue
            byte = node.start_byte
            scope, separator = reader.owner(byte), reader.language.key_separator if kind == "key" else ""
            if "type" in parts:
                target = text_of(parts["type"][0], reader.data)
            elif "value" in parts:
                target = f"={reader.expression(parts['value'][0], reader.scope(byte))}"
            else:
                scope = around(byte)
                target = f"{SAYS_SO}{reader.run(parts['base'])}" if "base" in parts else ""
                own, separator, _ = said.get(scope, (None, separator, 0))
                prefix = own if own is not None else prefix
                bound.add(scope)
            detail = template(kind, prefix, separator)
            yield "bind", scope, target, reader.line(byte), byte, detail, -1
    for scope, (own, separator, byte) in said.items():
        if scope not in bound:
            yield "bind", scope, SAYS_SO, reader.line(byte), byte, template("env", own, separator), -1
    for _, parts in reader.found.get("unbound", ()):
        byte = parts["subject"][0].start_byte
        yield "bind", reader.owner(byte), "", reader.line(byte), byte, "", -1


class _Around:
    """Tells the innermost type or function that holds a byte, its decorators included."""

    def __init__(self, reader: Reader) -> None:
        self._definitions = reader.definitions
        self._starts = sorted(
            (item.full_range.start_byte, ordinal)
            for ordinal, item in enumerate(reader.definitions)
            if item.kind not in DATA_KINDS
        )

    def __call__(self, byte: int) -> int:
        place = bisect_right(self._starts, byte, key=itemgetter(0)) - 1
        ordinal = self._starts[place][1] if place >= 0 else 0
        while ordinal > 0 and byte >= self._definitions[ordinal].full_range.end_byte:
            ordinal = self._definitions[ordinal].parent
        return max(ordinal, 0)


def _is_meant(reader: Reader, parts: Parts) -> bool:
    """Whether what binds is, as far as imports say, what is known to: its base is, or its receiver may be of such."""
    known = reader.language.key_origins
    if not known:
        return True
    if "base" in parts:
        return re.search(known, reader.origin_of(reader.run(parts["base"]))) is not None
    if "receiver" not in parts:
        return True
    names = (reader.run(parts["receiver"]), *reader.origins.values())
    return any(re.search(known, name) for name in names)


def _written(node: Node, reader: Reader, keys: SettingKeys) -> str | None:
    """Return the text that an expression stands for, which may leave a constant open; None where it says nothing."""
    text = text_of(node, reader.source)
    if text[:1] in "\"'`":
        return key_of(node, reader)
    name = _NAME_OF.match(text)
    if name is not None:
        return name[1]
    return keys.written(node.start_byte, node.end_byte, reader.scope(node.start_byte)) or None
