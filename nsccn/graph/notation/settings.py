"""Objects that hold the settings of a program, by the names that they have in a language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from nsccn.graph.language import Language
    from nsccn.graph.model import Import

_LAST: Final = re.compile(r"\w+\Z")


def settings_object(imported: Import, language: Language) -> str:
    """Return the name of the settings object that an import takes, empty where it takes none."""
    last = _LAST.search(imported.name or imported.module)
    return last.group() if last and last.group() in language.settings_objects else ""
