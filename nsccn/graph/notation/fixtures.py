"""Functions that are called for whoever has a parameter of their name: what extraction says of them, and what it means.

Both stand among the modifiers of a definition.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.language import Language
    from nsccn.graph.model import Definition

_MADE: Final = "fixture "
_USED: Final = "fixture used "
_NAME: Final = re.compile(r"[\"'](\w+)[\"']")


def fixture_marks(decorator: str, language: Language) -> Iterator[str]:
    """Yield the modifiers for a decorator: what it makes of a function, and what it has called for a function."""
    if not language.fixtures:
        return
    made = re.match(language.fixtures["maker"], decorator, re.DOTALL)
    if made:
        yield _MADE + (made[1] or "")
    used = re.match(language.fixtures["user"], decorator, re.DOTALL)
    if used:
        yield from (_USED + name for name in _NAME.findall(used[1]))


def fixture_name(definition: Definition) -> str:
    """Return the name under which others ask for what a function makes; empty for any other definition."""
    for modifier in definition.modifiers:
        if modifier.startswith(_MADE) and not modifier.startswith(_USED):
            return modifier.removeprefix(_MADE) or definition.name
    return ""


def fixtures_used(definition: Definition) -> list[str]:
    """Return the names of what a decorator has called for a function, or for those of a class."""
    return [modifier.removeprefix(_USED) for modifier in definition.modifiers if modifier.startswith(_USED)]
