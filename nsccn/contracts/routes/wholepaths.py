"""What is mounted by a path and still given all of it, which it names again: `mux.Handle("/carts/", carts)` of Go."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nsccn.contracts.callarguments import Given
    from nsccn.contracts.routes.files import RouteFile


def hands_on_whole(file: RouteFile, line: int, call: Given | None) -> bool:
    """Whether a call that is given a path on a line leaves the path whole for what else it is given."""
    if not file.words.whole_paths or call is None:
        return False
    return re.search(file.words.whole_paths, "\n".join(file.lines[line - 1 : call.last])) is not None
