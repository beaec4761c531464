"""Stand-ins for extraction that go wrong as grammars do. The text of a file says what happens."""

from __future__ import annotations

import os
import re
import sys
import time
from pathlib import Path

from nsccn.graph.model import FileFacts

if os.environ.get("ODD_EXTRACTORS_FAIL"):
    raise ImportError("told to fail")


def facts(path: str, text: bytes, **_: bool) -> FileFacts:
    return FileFacts(path, len(text), ())


def obey(path: str, text: bytes, **_: bool) -> FileFacts:
    """Do what the text says, then return facts that name the path."""
    word, _, rest = text.decode().partition(" ")
    if word in ORDERS:
        ORDERS[word](rest)
    return facts(path, text)


def told(path: str, text: bytes, *, is_of_many: bool) -> FileFacts:
    """Name what the worker says of the file as its language."""
    return facts("one of many" if is_of_many else path, text)


def hang(_: str) -> None:
    """Hold the interpreter's lock for ages, as a grammar does."""
    re.match(r"(a+)+$", "a" * 50 + "b")


def sleep(_: str) -> None:
    time.sleep(60)


def nap(_: str) -> None:
    time.sleep(0.6)


def toil(seconds: str) -> None:
    """Work for so long on the first processor, which others may want too."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    end = time.process_time() + float(seconds)
    while time.process_time() < end:
        pass


def crash(_: str) -> None:
    os.abort()


def leave(_: str) -> None:
    sys.exit(0)


def leave_at_once(_: str) -> None:
    os._exit(0)


def fail(reason: str) -> None:
    raise ValueError(reason)


def exhaust(_: str) -> None:
    bytearray(1 << 60)


def recurse(_: str) -> None:
    recurse(_)


def chatter(text: str) -> None:
    print(text, flush=True)
    os.write(1, b"\x00\x00\x00\x01" + text.encode())
    os.system("echo loud")
    sys.stdin.read()


def once(path: str) -> None:
    """Die, but not again when told the same."""
    if not Path(path).exists():
        Path(path).touch()
        os.abort()


def tell(path: str) -> None:
    with Path(path).open("a") as file:
        file.write(f"{os.getpid()}\n")


def tell_and_hang(path: str) -> None:
    tell(path)
    hang(path)


def tell_and_sleep(path: str) -> None:
    tell(path)
    time.sleep(60)


ORDERS = {
    name: function
    for name, function in globals().items()
    if callable(function)
    and getattr(function, "__module__", "") == __name__
    and name not in ("facts", "obey")
}
