"""The lines by which a file of JavaScript hands on a function of its own.

    export { Tabs, TabsList };        export default SectionChip;        Sheet.displayName = "Sheet";

They say nothing of who uses it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from nsccn.graph import languages

if TYPE_CHECKING:
    from nsccn.graph.model import Entity


def lines_of_exports(text: str, root: Entity) -> set[int]:
    """Return the lines of a function's own file that export it, or give it something as a member."""
    language = languages.load(root.language)
    if not language.default_export or root.name != root.qualified_name:
        return set()
    name = rf"(?<![\w$.]){re.escape(root.name)}(?![\w$])"
    found = re.compile(
        rf"^[ \t]*(?:export\s*\{{[^{{}}]*?{name}[^{{}}]*\}}(?!\s*from\b)"
        rf"|export\s+default\s+(?:[\w$.]+\()*{name}[\s;)]*$|{name}\.[\w$]+\s*=(?![=>]))",
        re.MULTILINE,
    )
    word = re.compile(name)
    return {
        text.count("\n", 0, match.start() + one.start()) + 1
        for match in found.finditer(text)
        for one in word.finditer(match.group())
    }
