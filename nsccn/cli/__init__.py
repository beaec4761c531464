"""The command line: `nsccn search`, `nsccn serve` and the other commands."""

from __future__ import annotations

from nsccn.cli.main import main

__all__ = ["main"]
