"""The server as a process of its own: every byte that it writes, and how it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import hostile_repository
import pytest
from mcp_client import SERVE, environment, indexing_held_up

from nsccn.tools import session


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("hostile") / "repository"
    hostile_repository.build(root)
    return root


REQUESTS = [
    {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "raw", "version": "1"},
        },
    },
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
    *(
        {
            "jsonrpc": "2.0",
            "id": number,
            "method": "tools/call",
            "params": {"name": tool, "arguments": arguments},
        }
        for number, (tool, arguments) in enumerate(
            [
                ("search_and_rank", {"query": "hacked"}),
                ("read_skeleton", {"file_path": "main.py"}),
                ("open_surgical_window", {"entity_id": "escape.py"}),
                ("trace_causal_path", {"entity_id": "greet"}),
                ("select_context", {"task": "why is hacked printed"}),
                ("search_and_rank", {"query": "x", "limit": "x"}),
            ],
            start=3,
        )
    ),
]


def test_every_byte_on_stdout_is_protocol_and_the_end_of_stdin_is_the_end(
    hostile: Path,
) -> None:
    process = subprocess.Popen(
        SERVE,
        cwd=hostile,
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    lines, answered = [], set()
    for request in REQUESTS:
        process.stdin.write(json.dumps(request).encode() + b"\n")
        process.stdin.flush()
        while "id" in request and request["id"] not in answered:
            lines.append(process.stdout.readline())
            answered.add(json.loads(lines[-1]).get("id"))
    rest, errors = process.communicate(timeout=20)
    assert process.returncode == 0
    for line in [*lines, *rest.splitlines()]:
        message = json.loads(line)
        assert message["jsonrpc"] == "2.0"
        assert "error" not in message
    assert b"hacked" not in errors
    assert errors == b""


def test_end_of_stdin_ends_even_a_server_that_waits_for_its_index(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def a(): ...\n")
    with indexing_held_up(tmp_path):
        process = subprocess.Popen(
            SERVE, cwd=tmp_path, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        search = {"name": "search_and_rank", "arguments": {"query": "a"}}
        call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": search}
        process.stdin.write(json.dumps(REQUESTS[0]).encode() + b"\n" + json.dumps(call).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["id"] == 1
        process.communicate(timeout=session.LONGEST_WAIT / 2)
    assert process.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there a server's input ends with its client")
def test_server_ends_with_its_parent(hostile: Path, tmp_path: Path) -> None:
    """The input is held open by somebody else."""
    input_end, held_open = os.pipe()
    output, output_end = os.pipe()
    start = (
        "import subprocess, sys, time\n"
        f"process = subprocess.Popen({SERVE!r}, stdin={input_end}, stdout={output_end})\n"
        "time.sleep(60)\n"
    )
    parent = subprocess.Popen(
        [sys.executable, "-c", start],
        cwd=hostile,
        env=environment(),
        pass_fds=(input_end, output_end),
    )
    os.close(input_end)
    os.close(output_end)
    os.write(held_open, json.dumps(REQUESTS[0]).encode() + b"\n")
    with os.fdopen(output, "rb") as answers:
        assert json.loads(answers.readline())["id"] == 1
        parent.kill()
        parent.wait()
        assert answers.read() == b""
    os.close(held_open)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--root", "missing"], "does not exist"),
        (["--root", "main.py"], "is not a directory"),
        (["--port", "1"], ""),
    ],
)
def test_server_that_cannot_start_says_so(hostile: Path, arguments: list[str], sentence: str) -> None:
    done = subprocess.run(
        [*SERVE, *arguments], cwd=hostile, env=environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1
