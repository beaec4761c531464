"""A repository whose files print, are broken, or are named to confuse."""

from __future__ import annotations

import os
from pathlib import Path

SHADOWS = (
    "http",
    "json",
    "logging",
    "typing",
    "fastmcp",
    "numpy",
    "tree_sitter",
    "graph/__init__",
    "tools/__init__",
)
"""Modules of others that the repository has files of the same name for."""

ODD_NAMES = (
    "new\nline.py",
    "col:on.py",
    "per%cent.py",
    "quo'te\".py",
    "-dash.py",
    "--repo.py",
    "ünïcöde.py",
    "bell\x07.py",
    "back\\slash.py",
    " space .py",
    "[31mred.py",
)


def build(root: Path) -> list[str]:
    """Fill a directory, and return those odd names that this platform allows."""
    root.mkdir()
    write(root, "main.py", MAIN)
    write(root, "broken.py", "def half(:\n    return (\n\nclass Whole:\n    def method(self): return 1\n")
    write(root, "escape.py", f"def coloured():\n    return '{chr(27)}]0;title{chr(7)}{chr(27)}[2J'\n")
    write(root, "minified.js", "function big(){return 1};" * 10_000)
    write(root, "long_line.md", "word " * 100_000)
    write(root, ".env", "FASTMCP_LOG_LEVEL=NONSENSE\nFASTMCP_TRANSPORT=http\nSECRET_KEY=hunter2\n")
    (root / "null.bin").write_bytes(b"\0\1\2" * 100)
    (root / "latin.py").write_bytes("def caf\xe9(): return 'na\xefve'\n".encode("latin-1"))
    for name in SHADOWS:
        write(root, f"{name}.py", "print('hacked')\nraise SystemExit(66)\n")
    allowed = []
    for number, name in enumerate(ODD_NAMES):
        try:
            write(root, name, f"def odd_{number}():\n    return {number}\n")
        except OSError:
            continue
        allowed.append(name)
    if os.name == "posix":
        (root / "outside").symlink_to("/etc")
    return allowed


MAIN = '''\
"""Prints when it is imported."""
print("hacked")


def greet(name):
    """Say hello."""
    return polite(name)


def polite(name):
    return f"Dear {name}"
'''


def write(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
