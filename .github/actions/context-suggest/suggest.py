"""Writes a comment for a new issue: which files and functions of the repository it is most likely about.

Everything comes from the environment: the event's file, the repository and the limits. Neither the issue's text nor
what the repository holds can become more of the comment than text in a code span.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from nsccn.errors import NsccnError
from nsccn.select import Selection, select_context_from_repo

if TYPE_CHECKING:
    from nsccn.select.selection import Piece, SelectedFile

_MOST_TEXT = 60_000
_FUNCTIONS = 4
"""So many places of each file are named."""


def main() -> None:
    """Write the comment to standard output; nothing where there is nothing to suggest."""
    issue = json.loads(Path(os.environ["GITHUB_EVENT_PATH"]).read_text("utf-8"))["issue"]
    task = f"{issue['title']}\n\n{issue.get('body') or ''}"[:_MOST_TEXT]
    try:
        selection = select_context_from_repo(
            os.environ["REPOSITORY"],
            task,
            budget=int(os.environ["BUDGET"]),
            max_files=int(os.environ["MAX_FILES"]),
        )
    except NsccnError as refused:
        print(f"No suggestion: {refused}", file=sys.stderr)
        return
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    print(comment(selection, _base()))


def _base() -> str:
    """Return the address below which a file's page lies; empty outside GitHub."""
    parts = [os.environ.get(name, "") for name in ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_SHA")]
    return f"{parts[0]}/{parts[1]}/blob/{parts[2]}" if all(parts) else ""


def comment(selection: Selection, base: str) -> str:
    """Return the comment in Markdown."""
    if selection.used_fallback:
        lines = ["Nothing in the repository clearly matches this issue; these files are only a guess.", ""]
    else:
        lines = ["These places of the repository look most relevant to this issue:", ""]
    for file in selection.selected:
        lines.append(f"- {_link(file.source.path, base, file.source.path)}")
        best = sorted(_named(file), key=lambda piece: (-piece.score, piece.start_line))[:_FUNCTIONS]
        for piece in best:
            place = f"{file.source.path}#L{piece.start_line}-L{piece.end_line}"
            lines.append(f"  - {_link(piece.name, base, place)}{_why(piece)}")
    lines += ["", "<sub>Found by nsccn from the text alone, without a model; nobody has checked it.</sub>"]
    return "\n".join(lines)


def _named(file: SelectedFile) -> list[Piece]:
    return [piece for piece in file.pieces if piece.name != file.source.path]


def _why(piece: Piece) -> str:
    return f" ({_code(piece.why)})" if piece.why else ""


def _link(text: str, base: str, place: str) -> str:
    if not base:
        return _code(text)
    path, mark, lines = place.partition("#L")
    return f"[{_code(text)}]({base}/{quote(path)}{mark}{lines})"


def _code(text: str) -> str:
    """Return a text as code within a line; nothing in it is Markdown, a mention or a tag."""
    flat = " ".join(re.sub(r"[\x00-\x1f\x7f\u2028\u2029]+", " ", text).split())
    longest = max(map(len, re.findall("`+", flat)), default=0)
    marks = "`" * (longest + 1)
    return f"{marks} {flat} {marks}" if longest else f"`{flat}`"


if __name__ == "__main__":
    main()
