"""How the names of files end that hold scripts, by themselves or in components, and logs."""

from __future__ import annotations

from typing import Final

SCRIPTS: Final = (".ts", ".tsx", ".js", ".jsx", ".mts", ".mjs")
SCRIPTS_AND_COMPONENTS: Final = (*SCRIPTS, ".astro", ".svelte", ".vue")
LOGS: Final = (".log",)
"""Say what was asked for once: none of their lines asks, or answers."""
