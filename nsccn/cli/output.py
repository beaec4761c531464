"""Writing to the terminal, or to whatever stands in for it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final, TextIO

from nsccn.errors import InvalidArgument
from nsccn.regexes import regex

_UNSAFE: Final = regex("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What could move the cursor, colour, retitle or reorder a terminal; tab and newline are harmless."""


def harden() -> None:
    """Print what the terminal's encoding lacks as an escape, and read what is no text, instead of failing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def say(sentence: str) -> None:
    """Tell the person something on standard error."""
    _write(sys.stderr, f"nsccn: {sentence}")


def show(text: str) -> None:
    """Write an answer to standard output."""
    _write(sys.stdout, text)


def as_json(data: Any) -> str:  # noqa: ANN401
    """Return data as JSON text."""
    return json.dumps(data, ensure_ascii=False, indent=2)


def megabytes(size: int) -> str:
    """Return a number of bytes for people."""
    return f"{size / 1e6:,.1f} MB"


def deliver(text: str, output: str) -> None:
    """Write text to a file, or to standard output where `output` is `-`; of no text there is no line."""
    if output == "-":
        if text:
            show(text)
        return
    try:
        Path(output).write_text(
            text and text + "\n", encoding="utf-8", errors="backslashreplace", newline="\n"
        )
    except OSError as error:
        raise InvalidArgument(
            f"{output!r} cannot be written ({error.strerror}); name another file."
        ) from error


def visible(text: str) -> str:
    """Replace control characters by their escapes."""
    return _UNSAFE.sub(lambda match: match.group().encode("unicode_escape").decode(), text)


def _write(stream: TextIO, text: str) -> None:
    """Write a line. What a repository holds may be terminal escapes, which a terminal must not obey."""
    stream.write((visible(text) if stream.isatty() else text) + "\n")
