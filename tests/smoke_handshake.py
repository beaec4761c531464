"""Start a server by the given command in the working directory, and talk to it as clients of both eras do."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from fastmcp import Client
from fastmcp.client.transports import StdioTransport

TOOLS = {
    "open_surgical_window",
    "read_skeleton",
    "search_and_rank",
    "select_context",
    "trace_causal_path",
}


async def talk(command: list[str], mode: str) -> None:
    transport = StdioTransport(
        command=command[0], args=command[1:], cwd=str(Path.cwd()), env=dict(os.environ), keep_alive=False
    )
    async with asyncio.timeout(120), Client(transport, mode=mode) as client:
        names = {tool.name for tool in await client.list_tools()}
        if names != TOOLS:
            raise SystemExit(f"The server offers {sorted(names)}.")
        answer = await client.call_tool("search_and_rank", {"query": "total price"})
        text = "".join(getattr(block, "text", "") for block in answer.content)
        if "func:cart.py:total_price" not in text:
            raise SystemExit(f"The server answered:\n{text}")
        print(f"{mode}: {len(names)} tools, an answer of {len(text)} characters")


def main() -> None:
    for mode in ("auto", "legacy"):
        asyncio.run(talk(sys.argv[1:], mode))


if __name__ == "__main__":
    main()
