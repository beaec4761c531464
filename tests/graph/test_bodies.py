"""Which of several bodies of one prototype a call means: programs, platforms and tests each have theirs."""

from __future__ import annotations

import pytest
from small_snapshot import snapshot_of

HEADER = '#include "{}"\n'
LOG = "int shop_log(int level) {{ return {}; }}\n"
CALLS = "int {}(void) {{ return shop_log(1); }}\n"


def chances(bodies: list[str], caller: str) -> dict[str, float]:
    """Return how likely a call in a file runs each body of the prototype in `lib/log.h`."""
    files = {"lib/log.h": "int shop_log(int level);\n"}
    for number, path in enumerate(bodies):
        files[path] = HEADER.format("lib/log.h") + LOG.format(number)
    files[caller] = files.get(caller, HEADER.format("lib/log.h")) + CALLS.format("asking")
    graph = snapshot_of(files).graph
    edges = graph.outgoing(graph.lookup("asking"), {"CALLS"})
    return {graph.path_of(edge.target): round(edge.probability, 2) for edge in edges}


MOCK = "tests/mock/log_mock.c"
DEMO = "app/examples/demo.c"
STUB = "tests/unit/stubs.c"


@pytest.mark.parametrize(
    ("bodies", "caller", "expected"),
    [
        # Code is not built with what stands in for it in tests, unless it is tested.
        (["core/logging.c", MOCK], "app/main.c", {"core/logging.c": 0.9, MOCK: 0.1}),
        # Which of the two a test is built with is not said, but for a body beside it.
        (["core/logging.c", MOCK], "tests/unit/first.c", {"core/logging.c": 0.5, MOCK: 0.5}),
        (["core/logging.c", STUB], "tests/unit/first.c", {"core/logging.c": 0.1, STUB: 0.9}),
        # Two programs with the same prototype: each has its own.
        (["lib/log.c", "server/logging.c"], "server/main.c", {"lib/log.c": 0.1, "server/logging.c": 0.9}),
        (["lib/log.c", "server/logging.c"], "lib/send.c", {"lib/log.c": 1.0}),
        # Elsewhere the body that has the name of the header is meant.
        (["lib/log.c", "server/logging.c"], "apps/tool.c", {"lib/log.c": 1.0}),
        # Platforms.
        (["src/unix/io.c", "src/win/io.c"], "src/unix/run.c", {"src/unix/io.c": 0.9, "src/win/io.c": 0.1}),
        (["src/unix/io.c", "src/win/io.c"], "src/common.c", {"src/unix/io.c": 0.5, "src/win/io.c": 0.5}),
        # A folder beside the caller's may hold another program, which is hardly sure.
        (["tools/one/log.c", "core/log.c"], "tools/two/main.c", {"tools/one/log.c": 0.6, "core/log.c": 0.4}),
        # What an example defines is for the example.
        (["core/logging.c", DEMO], "app/main.c", {"core/logging.c": 0.9, DEMO: 0.1}),
        (["core/logging.c", DEMO], "app/examples/main.c", {"core/logging.c": 0.1, DEMO: 0.9}),
        # Of many that are far none is told.
        (
            [f"{one}/log.c" for one in ("bsd", "linux", "mac", "sun", "win")],
            "linux/main.c",
            {"linux/log.c": 0.9},
        ),
    ],
)
def test_nearest_body_is_meant(bodies: list[str], caller: str, expected: dict[str, float]) -> None:
    assert chances(bodies, caller) == expected
