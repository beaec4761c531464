"""A process that extracts the facts of files, and may be killed at any point.

A grammar may hang or crash, and a parser holds the interpreter's lock and cannot be told to stop, so that
only another process can be given a deadline. This one reads batches of files from its standard input, writes
one answer per file to its standard output, and ends at the end of its input.

A message is MessagePack with its length before it. The worker's first message is its process id, or a
sentence that says why it cannot start. A batch is a list of (path, text, seconds); an answer is bytes, the
encoded facts, or a string, the reason why there are none.
"""

from __future__ import annotations

import faulthandler
import gc
import os
import signal
import struct
import sys
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from typing import IO, TYPE_CHECKING, Final

import msgspec

from nsccn.graph.languagefiles import extension_of
from nsccn.storage.codec import encode_facts

if TYPE_CHECKING:
    from typing import Protocol

    from nsccn.graph.model import FileFacts

    class Extract(Protocol):
        """What `EXTRACTOR` names."""

        def __call__(self, path: str, data: bytes, /, *, is_of_many: bool) -> FileFacts:
            """Return the facts of a file."""


Batch = Sequence[tuple[str, bytes]]
"""Paths and texts."""
Answers = list[bytes | str]
"""For each of them its encoded facts, or the reason why there are none."""

EXTRACTOR: Final = "nsccn.graph.extraction.extract:extract"
"""What turns a path, a text and whether it is one of many alike into facts, as `module:function`."""
MANY: Final = 9
"""Of so many files in a batch that end alike, each is told that it is one of many."""

_LENGTH: Final = struct.Struct("<I")
_MOST_BYTES: Final = 1 << 30
_REASON_CHARACTERS: Final = 200
_PATIENCE: Final = 10
"""Times its deadline after which a file ends a worker whose parent does not."""
_ENCODER: Final = msgspec.msgpack.Encoder()
_BATCH_DECODER: Final = msgspec.msgpack.Decoder(list[tuple[bytes, bytes, float]])


def extract_batch(batch: Batch, version: str = "") -> Answers:
    """Return for each file, a path and a text, its encoded facts, or the reason why there are none.

    This is what an executor is given to run: a `WorkerPool`, or any other. Where that may be another machine,
    `version` says which version of the extractor is asked for.

    Raises:
        ValueError: the extractor here has another version.
    """
    extract = _load(EXTRACTOR)
    if version:
        from nsccn.graph.versions import extractor_version

        if version != extractor_version():
            raise ValueError(f"the extractor there has version {extractor_version()}, not {version}")
    of_many = _of_many([path for path, _ in batch])
    return [_answer(extract, path, text, is_of_many=path in of_many) for path, text in batch]


def read_message(stream: IO[bytes]) -> bytes | None:
    """Return the next message, still encoded; None at the end, also at one in mid-message."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    if length > _MOST_BYTES:
        return None
    body = stream.read(length)
    return body if len(body) == length else None


def write_message(descriptor: int, message: object) -> None:
    """Encode and write one message."""
    body = _ENCODER.encode(message)
    left = memoryview(_LENGTH.pack(len(body)) + body)
    while left:
        left = left[os.write(descriptor, left) :]


def main() -> None:
    """Serve the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends this process
    _leave_no_core()
    requests, answers = take_pipes()
    try:
        extract = _load(sys.argv[1] if len(sys.argv) > 1 else EXTRACTOR)
    except Exception as error:  # noqa: BLE001 - whatever it is, the parent is told
        write_message(answers, _reason(error))
        return
    try:
        write_message(answers, os.getpid())
        gc.disable()  # extraction makes no circles to speak of; looking for them costs a tenth of its time
        while (request := read_message(requests)) is not None:
            _serve(extract, request, answers)
            gc.collect(0)  # what an earlier batch left is no circle
    except BrokenPipeError:
        return


def _serve(extract: Extract, request: bytes, answers: int) -> None:
    with open(os.devnull, "wb") as null:  # noqa: PTH123
        batch = [
            (path.decode("utf-8", "surrogatepass"), text, seconds)
            for path, text, seconds in _BATCH_DECODER.decode(request)
        ]
        of_many = _of_many([path for path, _, _ in batch])
        for path, text, seconds in batch:
            # The parent keeps the deadline. When it is gone, this ends a worker that hangs, even one that
            # holds the interpreter's lock; late, since it counts time in which nothing lets it run.
            faulthandler.dump_traceback_later(_PATIENCE * seconds, exit=True, file=null)
            write_message(answers, _answer(extract, path, text, is_of_many=path in of_many))
        faulthandler.cancel_dump_traceback_later()


def _of_many(paths: Sequence[str]) -> set[str]:
    """Return the paths that end as many of them do."""
    alike = Counter(map(extension_of, paths))
    return {path for path in paths if alike[extension_of(path)] >= MANY}


def _answer(extract: Extract, path: str, text: bytes, *, is_of_many: bool) -> bytes | str:
    try:
        return encode_facts(extract(path, text, is_of_many=is_of_many))
    except Exception as error:  # noqa: BLE001 - a file that cannot be read must cost no other
        return _reason(error)


def _reason(error: Exception) -> str:
    text = f"{type(error).__name__}: {error}".encode("utf-8", "replace").decode()
    return text[:_REASON_CHARACTERS]


def _load(extractor: str) -> Extract:
    module, _, name = extractor.partition(":")
    function: Extract = getattr(import_module(module), name)
    return function


def _leave_no_core() -> None:
    """Let a crash write no memory image into the working directory, which may be somebody's repository."""
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def take_pipes() -> tuple[IO[bytes], int]:
    """Keep the pipes to ourselves, so that nobody else's reading and printing gets between the messages."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(2, 1)
    os.close(null)
    return requests, answers


if __name__ == "__main__":
    main()
