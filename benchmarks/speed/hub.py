"""A function with 50,000 callers: made up, since no corpus is sure to have one.

Run by itself it prints times and what was found as JSON.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import bars
from processes import nsccn, part, time_of
from queries import timed
from table import Row

_FILES = 50
_CALLERS = 1000


def rows(scratch: Path) -> Iterator[Row]:
    """Make the repository, index it, and ask who calls the function."""
    root, cache = scratch / "hub", scratch / "hub-cache"
    _make(root)
    time_of(nsccn("index", "--quiet", "--repo", root, "--cache-dir", cache))
    found = part("hub", root, cache)
    yield Row("callers of the hub that the answer counts", "", [found["callers"]])
    yield Row("trace, depth 3, callers of the hub", "ms", found["hub"], bars.TRACE_MS)
    yield Row("trace, depth 3, callers of one of its callers", "ms", found["other"], bars.TRACE_MS)


def _make(root: Path) -> None:
    root.mkdir()
    (root / "hub.py").write_text("def everybody_calls_this(value):\n    return value\n")
    for number in range(_FILES):
        callers = "".join(
            f"\n\ndef caller_{number}_{place}(value):\n    return everybody_calls_this(value + {place})\n"
            for place in range(_CALLERS)
        )
        (root / f"callers_{number:02}.py").write_text(f"from hub import everybody_calls_this\n{callers}")


def main(root: Path, cache: Path) -> None:
    """Time the question for the callers, and count what the answer speaks of."""
    from nsccn.settings import load_settings
    from nsccn.tools.session import DirectSession
    from nsccn.tools.trace_causal_path import trace_causal_path

    session = DirectSession(root, load_settings({"cache_dir": cache}, repo=root))
    session.index()

    def ask(name: str) -> str:
        return trace_causal_path(session, name, "upstream").text

    hub, other = "func:hub.py:everybody_calls_this", "func:callers_25.py:caller_25_500"
    answer = ask(hub)
    data = trace_causal_path(session, hub, "upstream").data
    shown = len(set(re.findall(r"caller_\d+_\d+", answer)))
    print(
        json.dumps(
            {
                "callers": shown + data["omitted"],
                "hub": timed(ask, [hub] * 9),
                "other": timed(ask, [other] * 9),
            }
        )
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
