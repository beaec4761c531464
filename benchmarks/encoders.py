"""Compares ways to turn facts into bytes.

    python benchmarks/encoders.py DIR

Extracts the facts of every file below the directory, then encodes and decodes them all in each way. Times are CPU
seconds of this process; sizes are megabytes, plain and deflated at the lightest level, as the store keeps them.
"""

from __future__ import annotations

import argparse
import marshal
import pickle
import time
import zlib
from pathlib import Path

import msgspec

from nsccn.graph.extraction.extract import extract
from nsccn.graph.model import FileFacts
from nsccn.graph.walk.files import decode, read_bytes, walk

WAYS = {
    "MessagePack": (msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(FileFacts).decode),
    "JSON": (msgspec.json.Encoder().encode, msgspec.json.Decoder(FileFacts).decode),
    "pickle, protocol 5": (lambda facts: pickle.dumps(facts, 5), pickle.loads),
    "marshal": (
        lambda facts: marshal.dumps(msgspec.to_builtins(facts)),
        lambda data: msgspec.convert(marshal.loads(data), FileFacts),
    ),
}


def main() -> None:
    """Extract, encode and decode, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("directory", type=Path)
    root = parser.parse_args().directory.resolve()
    facts = [
        extract(file.path, decode(read_bytes(root, file.path)).encode("utf-8", "replace"))
        for file in walk(root).files
    ]
    print("| way | encode | decode | size | deflated |\n|---|---|---|---|---|")
    for name, (encode, read) in WAYS.items():
        start = time.process_time()
        encoded = [encode(item) for item in facts]
        middle = time.process_time()
        assert [read(data) for data in encoded] == facts
        end = time.process_time()
        size = sum(map(len, encoded)) / 1e6
        deflated = sum(len(zlib.compress(data, 1)) for data in encoded) / 1e6
        print(
            f"| {name} | {middle - start:.2f} s | {end - middle:.2f} s | {size:.1f} MB | {deflated:.1f} MB |"
        )


if __name__ == "__main__":
    main()
