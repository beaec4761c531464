"""What a script asks for by the helpers that Rails' routes give it, as js-routes spells them.

request({ method: "POST", url: Routes.checkout_carts_path() })      asks for `checkout_carts`, by POST
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.endings import SCRIPTS_AND_COMPONENTS
from nsccn.contracts.routes.requesttexts import call_of
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.contracts.routes.requesttexts import Call

_HELPER: Final = regex(r"\bRoutes\.(?P<name>[a-z]\w*)_(?:path|url)(?=\()")
_LONGEST_LINE: Final = 1000


class Helper(NamedTuple):
    """A helper that is called where something is asked for."""

    line: int
    name: str
    """Without `_path`."""
    call: Call


def helpers_called(path: str, lines: Sequence[str], numbers: range) -> Iterator[Helper]:
    """Yield the helpers that some lines of a script ask by."""
    for number in numbers if path.endswith(SCRIPTS_AND_COMPONENTS) else ():
        line = lines[number - 1][:_LONGEST_LINE]
        for found in _HELPER.finditer(line):
            if call := call_of(lines, number, found.start(), found.end()):
                yield Helper(number, found["name"], call)
