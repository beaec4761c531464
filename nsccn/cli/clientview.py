"""What a client sees of the server: starts it, speaks the protocol in raw lines, and looks at every byte."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile
from threading import Timer
from typing import IO, Any, Final, NamedTuple, cast

from nsccn import __version__
from nsccn.workers.pool import child_environment

PROTOCOL_VERSION: Final = "2025-11-25"

_SECONDS: Final = 60.0
"""So long may the server take in all; on a cold disk its imports take a while."""
_END_SECONDS: Final = 10.0


class ServerView(NamedTuple):
    """What a client learns of the server."""

    tools: tuple[str, ...]
    shown: str
    """Schemas and instructions, as a client gives them to its model."""


class ServerFault(Exception):
    """The server does not do what a client needs; the message says what."""


def look_at_server(root: Path, cache_dir: Path) -> ServerView:
    """Start a server for a repository, ask it for its tools, and end it.

    Raises:
        ServerFault: it does not start, answer or end, or writes something else than the protocol.
    """
    with TemporaryFile() as errors, _started(root, cache_dir, errors) as process:
        try:
            greeting = _ask(process, 1, "initialize", _INTRODUCTION)
            _send(process, {"method": "notifications/initialized"})
            tools = _ask(process, 2, "tools/list", {})["tools"]
            _end(process)
        except (ServerFault, OSError, KeyError, TypeError) as error:
            raise ServerFault(f"{error}{_last_line(errors)}") from error
    names = tuple(sorted(str(tool["name"]) for tool in tools))
    return ServerView(names, json.dumps(tools, separators=(",", ":")) + greeting.get("instructions", ""))


_INTRODUCTION: Final = {
    "protocolVersion": PROTOCOL_VERSION,
    "capabilities": {},
    "clientInfo": {"name": "nsccn doctor", "version": __version__},
}


@contextmanager
def _started(root: Path, cache_dir: Path, errors: IO[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "nsccn", "serve", "--root", str(root)],
        cwd=root,
        env={**child_environment(), "NSCCN_CACHE_DIR": str(cache_dir)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=errors,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )
    deadline = Timer(_SECONDS, process.kill)
    deadline.daemon = True
    deadline.start()
    try:
        yield process
    finally:
        deadline.cancel()
        process.kill()
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):
                cast("IO[bytes]", pipe).close()
        process.wait()


def _ask(process: subprocess.Popen[bytes], number: int, method: str, parameters: Any) -> dict[str, Any]:  # noqa: ANN401
    """Return the result of one request; every line up to it has to be a message of the protocol."""
    _send(process, {"id": number, "method": method, "params": parameters})
    for line in cast("IO[bytes]", process.stdout):
        message = _message(line)
        if message.get("id") == number:
            if "result" not in message:
                raise ServerFault(f"it refuses {method}: {message.get('error')}")
            return cast("dict[str, Any]", message["result"])
    raise ServerFault(f"it ended before it answered {method}")


def _send(process: subprocess.Popen[bytes], message: dict[str, Any]) -> None:
    """Send a message; where the server has ended already, what it has written is still to be read, and says more."""
    pipe = cast("IO[bytes]", process.stdin)
    with suppress(BrokenPipeError):
        pipe.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        pipe.flush()


def _end(process: subprocess.Popen[bytes]) -> None:
    """Close the server's input, read what it still has to say, and wait until it has ended."""
    try:
        rest, _ = process.communicate(timeout=_END_SECONDS)
    except subprocess.TimeoutExpired:
        raise ServerFault("it does not end when its input ends") from None
    for line in rest.splitlines():
        _message(line)
    if process.returncode:
        raise ServerFault(f"it ended with code {process.returncode}")


def _message(line: bytes) -> dict[str, Any]:
    try:
        message = json.loads(line)
        if message["jsonrpc"] == "2.0":
            return cast("dict[str, Any]", message)
    except (ValueError, KeyError, TypeError):
        pass
    raise ServerFault(f"it writes something else than the protocol to standard output: {line[:80]!r}")


def _last_line(errors: IO[bytes]) -> str:
    errors.seek(0, os.SEEK_END)
    errors.seek(max(0, errors.tell() - 2000))
    lines = errors.read().decode("utf-8", "replace").strip().splitlines()
    return f" ({lines[-1]})" if lines else ""
