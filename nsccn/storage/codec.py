"""Facts as bytes, for the store and for the pipes between processes."""

from __future__ import annotations

import msgspec

from nsccn.graph.model import FileFacts, FileOutline

_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(FileFacts)
_OUTLINE_DECODER = msgspec.msgpack.Decoder(FileOutline)


def encode_facts(facts: FileFacts) -> bytes:
    """Return the facts as MessagePack; equal facts give equal bytes."""
    return _ENCODER.encode(facts)


def decode_facts(encoded: bytes) -> FileFacts:
    """Return the facts that `encode_facts` turned into these bytes; ValueError when they are no facts."""
    return _DECODER.decode(encoded)


def decode_outline(encoded: bytes) -> FileOutline:
    """Return what other files may look at in encoded facts; ValueError when they are no facts."""
    return _OUTLINE_DECODER.decode(encoded)
