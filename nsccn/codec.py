"""Facts as bytes, for the store and for the pipes between processes."""

from __future__ import annotations

import msgspec

from nsccn.graph.model import FileFacts

_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(FileFacts)


def encode_facts(facts: FileFacts) -> bytes:
    """Return the facts as MessagePack; equal facts give equal bytes."""
    return _ENCODER.encode(facts)


def decode_facts(encoded: bytes) -> FileFacts:
    """Return the facts that `encode_facts` turned into these bytes; ValueError when they are no facts."""
    return _DECODER.decode(encoded)
