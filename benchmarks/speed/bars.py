"""The bars, by the size of what is measured. Between two sizes the bar of the larger one holds."""

from __future__ import annotations

from table import Bar

_CPU = Bar(4, aim=3)
_WALL = Bar(2.5, aim=1.8)
_WORTH_SECONDS = 1.0
EDIT_MS = Bar(150)
SWITCH_MS = Bar(3000)
TRACE_MS = Bar(5)
WINDOW_MS = Bar(1)
SKELETON_CACHED_MS = Bar(5)
SKELETON_NEW_MS = Bar(50)

_BY_ENTITIES = {
    "search, short query": (10, 20, 60),
    "search, issue": (50, 100, 300),
    "select": (100, 200, 600),
    "server memory": (150, 250, 1500),
}
_ENTITIES = (10_000, 100_000, 1_000_000)
_LARGE_LINES = 1_000_000


def by_entities(name: str, entities: int) -> Bar:
    """Return the bar of a figure at a number of entities; past the last size it stays."""
    for most, limit in zip(_BY_ENTITIES[name], _ENTITIES, strict=True):
        if entities <= limit:
            return Bar(most)
    return Bar(_BY_ENTITIES[name][-1])


def cold(parse_seconds: float) -> tuple[Bar | None, Bar | None]:
    """Return the bars of CPU and wall time as multiples of parsing alone in one process, on two cores.

    Where parsing takes less than a second, starting processes decides, and there is no bar.
    """
    return (_CPU, _WALL) if parse_seconds >= _WORTH_SECONDS else (None, None)


def cold_memory(lines: float) -> Bar:
    """Return the bar of the memory of all processes, in MB."""
    return Bar(500 if lines <= _LARGE_LINES else 4000)


def warm_start(lines: float) -> Bar:
    """Return the bar of the first answer beyond a bare interpreter, in ms."""
    return Bar(400 if lines <= _LARGE_LINES else 1500)


def change_check(files: int) -> Bar:
    """Return the bar of the check for changes, in ms; it grows with the files past 10,000."""
    return Bar(30 * max(1.0, files / 10_000))
