"""Repositories that a test writes down."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path

from nsccn.graph.walk.stamps import FINE_GRAIN_NS
from nsccn.tools.session import DirectSession

SessionOf = Callable[[Mapping[str, str]], DirectSession]


def write(root: Path, files: Mapping[str, str]) -> Path:
    """Write files below a directory, their line ends as they are; return the directory."""
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
    return root


def write_and_settle(root: Path, files: Mapping[str, str]) -> Path:
    """Do the same, and wait until the files are so old that an index relies on their time stamps."""
    write(root, files)
    time.sleep(2 * FINE_GRAIN_NS / 1e9)
    return root
