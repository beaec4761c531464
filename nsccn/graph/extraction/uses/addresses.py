"""What the blocks of a configuration name: other blocks by their addresses, parameters that they set, files.

    bucket = aws_s3_bucket.logs[0].id        region = var.region        file("${path.module}/policy.json")

An address is kept as far as any address of a block may reach, without what is asked of one among several.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.source import text_of
from nsccn.graph.notation.marks import SETS, SETS_OWN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import ReferenceRow

_LONGEST: Final = 400
"""Bytes of an address; what is asked of one of several may be any expression."""
_STEPS: Final = 4
"""`dependency.network.outputs.id`"""
_KEY: Final = rb"\[(?:[^\[\]\"\n]|\"(?:\\.|[^\"\\\n])*+\"|\[[^\[\]\n]*+\])*+\]"
"""Which of several blocks is meant: `[0]`, `["eu"]`, `[var.names[0]]`."""
_ADDRESS: Final = re.compile(rb"[\w-]+(?:(?:" + _KEY + rb")*+[ \t]*\.[ \t]*(?:[\w-]+|\*))*+")
_STEP: Final = re.compile(rb"(?:\A|\.)[ \t]*([A-Za-z_][\w-]*)")
_KEYS: Final = re.compile(_KEY)
_INTERPOLATED: Final = b"}"


def addresses(reader: Reader) -> Iterator[ReferenceRow]:
    """Yield what a file names by address, sets by name, and opens."""
    for node, parts in reader.found.get("address", ()):
        byte = node.start_byte
        target = _address(reader.source, byte)
        if "prefix" in parts:
            target = f"{text_of(parts['prefix'][0], reader.data).strip()}.{target}"
        if "." in target:
            yield "address", reader.scope(byte), target, reader.line(byte), byte, "", -1
    for node, parts in reader.found.get("given", ()):
        byte, detail = node.start_byte, SETS_OWN if "itself" in parts else SETS
        yield "address", reader.scope(byte), text_of(node, reader.source), reader.line(byte), byte, detail, -1
    for node, _ in reader.found.get("opened", ()):
        byte, path = node.start_byte, text_of(node, reader.source)
        if reader.source.endswith(_INTERPOLATED, 0, byte):  # behind the folder of the file
            path = path.lstrip("/")
        if path:
            yield "file", reader.scope(byte), path, reader.line(byte), byte, "", -1


def _address(source: bytes, byte: int) -> str:
    """Return the address that begins at a byte, without keys."""
    found = _ADDRESS.match(source, byte, byte + _LONGEST)
    if found is None:
        return ""
    steps = _STEP.findall(_KEYS.sub(b"", found.group()))
    return b".".join(steps[:_STEPS]).decode("utf-8", "replace")
