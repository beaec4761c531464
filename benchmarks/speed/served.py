"""The server as a client sees it: how soon it answers, and the memory that it keeps."""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import bars
from processes import environment, memory_of, nsccn
from start import QUERY, TASK
from table import Row

_REPEATS = 3


def rows(root: Path, cache: Path, runs: int, entities: int) -> Iterator[Row]:
    """Start servers, ask each with every tool, and look at its memory."""
    seen = [_session(root, cache) for _ in range(max(runs // 2, 1))]
    yield Row("server, start to the end of the handshake", "ms", [run["handshake"] for run in seen])
    yield Row("server, first answer after that", "ms", [run["first"] for run in seen])
    for tool in ("search_and_rank", "select_context"):
        yield Row(f"server, {tool}, whole call", "ms", [run[tool] for run in seen])
    bar = bars.by_entities("server memory", entities)
    yield Row("server, resident memory", "MB", [run["resident"] for run in seen], bar)
    yield Row("server, of that not mapped from files", "MB", [run["anonymous"] for run in seen])


def _session(root: Path, cache: Path) -> dict[str, float]:
    started = time.perf_counter()
    with _Client.of(nsccn("serve", "--root", root, "--cache-dir", cache), root) as client:
        client.handshake()
        seen = {"handshake": (time.perf_counter() - started) * 1000}
        seen["first"], found = client.tool("search_and_rank", query=QUERY)
        entity = found.split()[1] if found.split()[:1] == ["1"] else ""
        calls: list[tuple[str, dict[str, str]]] = [
            ("search_and_rank", {"query": QUERY}),
            ("select_context", {"task": TASK}),
            ("read_skeleton", {"file_path": "."}),
            ("trace_causal_path", {"entity_id": entity or QUERY}),
            ("open_surgical_window", {"entity_id": entity or QUERY}),
        ]
        for name, arguments in calls:
            seen[name] = median(client.tool(name, **arguments)[0] for _ in range(_REPEATS))
        seen["resident"], seen["anonymous"] = memory_of(client.process)
    return seen


class _Client:
    """Speaks just enough of the protocol: one JSON message in a line."""

    def __init__(self, server: subprocess.Popen[bytes]) -> None:
        self.process = server.pid
        self._server = server
        self._number = 0

    @classmethod
    @contextmanager
    def of(cls, command: list[str], root: Path) -> Iterator[_Client]:
        """Start a server, and end it by closing its input."""
        quiet = subprocess.DEVNULL
        with subprocess.Popen(
            command, cwd=root, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=quiet
        ) as server:
            yield cls(server)
            server.stdin.close()

    def handshake(self) -> None:
        """Introduce the client."""
        about = {"name": "benchmark", "version": "1"}
        self._ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": about})
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def tool(self, name: str, **arguments: str) -> tuple[float, str]:
        """Call a tool; return the ms that it took, and its text."""
        started = time.perf_counter()
        result = self._ask("tools/call", {"name": name, "arguments": arguments})
        return (time.perf_counter() - started) * 1000, result["content"][0]["text"]

    def _ask(self, method: str, arguments: dict[str, Any]) -> dict[str, Any]:
        self._number += 1
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": arguments})
        while line := self._server.stdout.readline():
            message = json.loads(line)
            if message.get("id") == self._number:
                result: dict[str, Any] = message["result"]
                return result
        raise SystemExit(f"The server ended without an answer to {method}.")

    def _send(self, message: dict[str, Any]) -> None:
        self._server.stdin.write(json.dumps(message).encode() + os.linesep.encode())
        self._server.stdin.flush()
