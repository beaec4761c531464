"""A real client of a real server, for tests that are not asynchronous."""

# ruff: noqa: ANN401 - what comes over the wire is anything

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio.from_thread
from fastmcp import Client
from fastmcp.client.transports import StdioTransport

import nsccn
from nsccn.settings import load_settings
from nsccn.storage.lock import file_lock
from nsccn.storage.store import SnapshotStore

SOURCE = str(Path(nsccn.__file__).parent.parent)
NSCCN = [sys.executable, "-P", "-m", "nsccn"]
SERVE = [*NSCCN, "serve"]
ERAS = {"2026": {}, "legacy": {"mode": "legacy"}}


def environment(**more: str) -> dict[str, str]:
    """The environment of a server: that of the tests, with the package under test on the path."""
    return {**os.environ, "PYTHONPATH": SOURCE, **more}


class Caller:
    """Calls tools and waits for the answer."""

    def __init__(self, portal: anyio.from_thread.BlockingPortal, client: Client[Any]) -> None:
        self._portal = portal
        self.client = client
        self.progress: list[tuple[float, float | None, str | None]] = []

    def tools(self) -> list[Any]:
        return self._portal.call(self.client.list_tools)

    def __call__(self, tool: str, **arguments: Any) -> Any:
        async def note(done: float, total: float | None, message: str | None) -> None:
            self.progress.append((done, total, message))

        async def call() -> Any:
            return await self.client.call_tool(tool, arguments, raise_on_error=False, progress_handler=note)

        return self._portal.call(call)

    def text(self, tool: str, **arguments: Any) -> str:
        """The text of an answer that is no error."""
        result = self(tool, **arguments)
        assert not result.is_error, result.content
        return str(result.content[0].text)

    def error(self, tool: str, **arguments: Any) -> str:
        """The text of an answer that is an error."""
        result = self(tool, **arguments)
        assert result.is_error, result.content
        assert result.structured_content is None
        return str(result.content[0].text)


@contextmanager
def connected(server: Any, era: str = "2026") -> Iterator[Caller]:
    """Connect to a server object, or to a transport."""
    with anyio.from_thread.start_blocking_portal() as portal:
        client = Client(server, **ERAS[era])
        with portal.wrap_async_context_manager(client):
            yield Caller(portal, client)


@contextmanager
def serving(*arguments: str, cwd: Path, era: str = "2026", **more: str) -> Iterator[Caller]:
    """Start `nsccn serve` in a directory, and connect to it."""
    command, *rest = SERVE
    transport = StdioTransport(
        command, [*rest, *arguments], env=environment(**more), cwd=str(cwd), keep_alive=False
    )
    with connected(transport, era) as caller:
        yield caller


@contextmanager
def indexing_held_up(root: Path) -> Iterator[None]:
    """Another process seems to be indexing the same root."""
    store = SnapshotStore(load_settings(repo=root).cache_dir, root)
    store.directory.mkdir(parents=True, exist_ok=True)
    with file_lock(store.directory / "writing.lock", 5) as held:
        assert held
        yield
