"""The source files of a commit as text, for rankers that read no index; read with git, nothing is checked out."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

WORD = re.compile(r"[A-Za-z_]\w*")
_PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_MOST_BYTES = 1_000_000


def read_texts(directory: Path, commit: str, suffixes: tuple[str, ...]) -> dict[str, str]:
    """Return the texts of all files of a commit with one of these suffixes, by path."""
    listed = _run(directory, b"", "ls-tree", "-r", "-z", commit).split(b"\0")
    found = {}
    for line in listed:
        head, _, path = line.partition(b"\t")
        if head.split(b" ")[1:2] == [b"blob"] and path.decode("utf-8", "replace").endswith(suffixes):
            found[path.decode("utf-8", "replace")] = head.split(b" ")[2]
    answer = _run(directory, b"\n".join(found.values()) + b"\n", "cat-file", "--batch")
    texts, at = {}, 0
    for path in found:
        end = answer.index(b"\n", at)
        head = answer[at:end].split(b" ")
        if head[1] == b"missing":
            at = end + 1
            continue
        size = int(head[2])
        if size <= _MOST_BYTES:
            texts[path] = answer[end + 1 : end + 1 + size].decode("utf-8", "replace")
        at = end + 2 + size
    return texts


def tokens(text: str) -> list[str]:
    """Return the words of a text, identifiers taken apart, lower-case."""
    return [piece.lower() for word in WORD.findall(text) for piece in _PIECE.findall(word)]


def _run(directory: Path, given: bytes, *arguments: str) -> bytes:
    return subprocess.run(
        ["git", "--git-dir", str(directory), *arguments], input=given, capture_output=True, check=True
    ).stdout
