"""The names that functions of a file have for parameters and variables of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph import languages
from nsccn.graph.kinds import FUNCTION_KINDS, GIVING

if TYPE_CHECKING:
    from nsccn.graph.model import FileFacts


class LocalNames:
    """Tells which of them a function has."""

    def __init__(self, facts: FileFacts) -> None:
        language = languages.known(facts.language)
        giving = GIVING if language and language.assignment_declares else GIVING - {"assign"}
        stated = facts.assignments
        outside = {(row.scope, row.target) for row in stated if row.form == "global"}
        self._given = {(row.scope, row.target) for row in stated if row.form in giving} - outside
        self._definitions = facts.definitions

    def has(self, ordinal: int, name: str) -> bool:
        """Whether a definition is a function that has a name for one of its own."""
        item = self._definitions[ordinal]
        return item.kind in FUNCTION_KINDS and ((ordinal, name) in self._given or name in item.parameters)
