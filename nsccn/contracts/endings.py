"""How the names of files end that hold scripts, by themselves or in components."""

from __future__ import annotations

from typing import Final

SCRIPTS: Final = (".ts", ".tsx", ".js", ".jsx", ".mts", ".mjs")
SCRIPTS_AND_COMPONENTS: Final = (*SCRIPTS, ".vue", ".svelte")
