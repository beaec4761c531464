"""Which requests go to another site: those of a server's code below an address that its own file says.

    base_url = "https://elsewhere.org"          get(f"{base_url}/search")

A client's file may hold the address of this very server, so of what browsers run, and of tests, nothing is taken so.
"""

from __future__ import annotations

from posixpath import splitext
from typing import TYPE_CHECKING, Final

from nsccn.contracts.endings import SCRIPTS_AND_COMPONENTS
from nsccn.contracts.routes.requesttexts import HOLE
from nsccn.graph.fileroles import Role, role_of
from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.contracts.routes.registered import Registered
    from nsccn.contracts.routes.requestfile import RequestFile
    from nsccn.contracts.routes.requesttexts import Asked

_SITE: Final = regex(
    r"https?://(?!(?:[\w-]+\.)*(?:example|test)\.)(?:[\w-]+\.)+(?!(?:local|localhost|internal)\b)[a-z]{2,}\b"
)
"""The address of a site that others run, as far as its name tells."""
_BASE: Final = regex(r"(?P<name>[A-Za-z_]\w*)[\"']?\]?(?:\(\))?\Z")
"""What is put in before a path: a variable, what is kept under a key, or what a function gives."""
_GIVEN: Final = regex(r"\s*(?P<name>\w+)\s*(?::[^=]*)?=(?!=)")


def asks_another_site(file: RequestFile, number: int, asked: Asked, route: Registered) -> bool:
    """Whether a line of a server's code asks another site for a path that the server answers, too."""
    ending = splitext(file.path)[1]
    answered_in = route.lines[-1][0]
    if ending in SCRIPTS_AND_COMPONENTS or not answered_in.endswith(ending) or answered_in == file.path:
        return False
    if role_of(file.path) is not Role.SOURCE:
        return False
    written = asked.text
    base = _BASE.search(written.holes[0]) if written.text.startswith(HOLE) and written.holes else None
    if base is None:
        return _SITE.match(written.text) is not None
    kept = file.kept(base["name"], number)
    if kept is not None:
        return _SITE.match(kept.text) is not None
    lines = [file.lines[line - 1] for line in file.lines_with(base["name"].lower())]
    if any(f"def {base['name']}(" in line for line in lines):
        lines = [file.lines[line - 1] for line in file.lines_with("://")]
        return any(map(_SITE.search, lines))
    given = [line for line in lines if (to := _GIVEN.match(line)) and to["name"] == base["name"]]
    return bool(given) and all(map(_SITE.search, given))
