"""The repository that is measured, and a copy of it that may be edited."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import TypeVar

from processes import environment

T = TypeVar("T")

DEFINITIONS = {
    ".py": "\n\ndef {name}(value):\n    return value + {number}\n",
    ".c": "\n\nint {name}(int value)\n{{\n\treturn value + {number};\n}}\n",
    ".cc": "\n\nint {name}(int value)\n{{\n\treturn value + {number};\n}}\n",
    ".go": "\n\nfunc {name}(value int) int {{\n\treturn value + {number}\n}}\n",
    ".rs": "\n\nfn {name}(value: i64) -> i64 {{\n    value + {number}\n}}\n",
    ".js": "\n\nfunction {name}(value) {{\n  return value + {number};\n}}\n",
    ".ts": "\n\nfunction {name}(value: number): number {{\n  return value + {number};\n}}\n",
    ".rb": "\n\ndef {name}(value)\n  value + {number}\nend\n",
    ".php": "\n\nfunction {name}($value)\n{{\n    return $value + {number};\n}}\n",
    ".java": "\n\nclass {name} {{\n  int plus(int value) {{ return value + {number}; }}\n}}\n",
    ".cs": "\n\nclass {name}\n{{\n    int Plus(int value) => value + {number};\n}}\n",
}
"""What an edit adds at the end of a file, by the file's suffix."""

_AUTHOR = ("-c", "user.name=A Benchmark", "-c", "user.email=benchmark@example.com", "-c", "gc.auto=0")


def copy(root: Path, target: Path) -> Path:
    """Copy a repository's files, and put the copy under git."""
    shutil.copytree(root, target, symlinks=True, ignore=shutil.ignore_patterns(".git"))
    git(target, "init", "--quiet", "--initial-branch=main")
    commit(target)
    return target


def git(root: Path, *arguments: str) -> str:
    """Run git in a repository of ours; return what it prints."""
    command = ["git", *_AUTHOR, *arguments]
    done = subprocess.run(
        command,
        cwd=root,
        env=environment(),
        check=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout


def commit(root: Path) -> None:
    """Commit all that is there."""
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message=All", "--no-verify")


def spread(items: Sequence[T], number: int) -> list[T]:
    """Return so many items, evenly spaced over all."""
    number = min(number, len(items))
    return [items[(2 * place + 1) * len(items) // (2 * number)] for place in range(number)]


def editable(paths: Sequence[str]) -> list[str]:
    """Return the paths of files to which a definition can be added."""
    return [path for path in paths if Path(path).suffix in DEFINITIONS]


def add_definition(root: Path, path: str, name: str, number: int, *, by_rename: bool = False) -> None:
    """Add a function at the end of a file: in place, or as many editors do by a new file in its place."""
    file = root / path
    added = DEFINITIONS[file.suffix].format(name=name, number=number).encode()
    if not by_rename:
        with file.open("ab") as opened:
            opened.write(added)
        return
    other = file.with_name(f".{file.name}.tmp")
    other.write_bytes(file.read_bytes() + added)
    other.replace(file)


def issue(root: Path, paths: Sequence[str], length: int = 20_000) -> str:
    """Return a text of so many characters: a report with pasted excerpts of files from all over the repository."""
    excerpts = ["The result is wrong since the last update; this is all that I could find out.\n\n"]
    for path in spread(paths, 40):
        text = (root / path).read_text("utf-8", "replace")
        excerpts.append(f"In {path}:\n{text[len(text) // 3 :][:500]}\n\n")
    whole = "".join(excerpts)
    return (whole * (length // len(whole) + 1))[:length]
