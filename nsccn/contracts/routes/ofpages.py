"""Paths that folders and files spell: what a file exports by default answers as the file does, as a page of Next.js."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.routes import spelt_by

if TYPE_CHECKING:
    from nsccn.contracts.routes.files import RouteFiles
    from nsccn.graph.model import Entity
    from nsccn.graph.routes import Route

_NAMELESS: Final = "default"
"""What is exported without a name: `export default function () {`."""


def spelt_for(files: RouteFiles, entity: Entity) -> Route | None:
    """Return the route that folders spell for a file, for a function by its method, or for what is exported."""
    spelt = spelt_by(entity.path, entity.name, is_file=entity.parent < 0)
    if spelt is not None or entity.parent < 0:
        return spelt
    of_file = spelt_by(entity.path, entity.name, is_file=True)
    is_default = entity.name == _NAMELESS or _is_default(files.text(entity.path), entity.name)
    return of_file if of_file is not None and is_default else None


def _is_default(text: str, name: str) -> bool:
    """Whether a file exports a name by default: `export default CartPage`, `export default memo(CartPage)`."""
    own = rf"(?:async\s+)?(?:function\b\s*\*?\s*|class\s+|(?:\w+\()+)?{re.escape(name)}(?!\w)"
    return re.search(rf"^\s*export\s+default\s+{own}", text, re.MULTILINE) is not None
