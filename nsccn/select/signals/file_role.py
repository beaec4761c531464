"""What a unit or its file is for: source before examples and documentation, but what the task speaks of beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.fileroles import Role
from nsccn.search.roles import weights_of_roles
from nsccn.select.signals import Signal

if TYPE_CHECKING:
    from nsccn.select.context import Context
    from nsccn.select.signals import Scores, Units


def score(candidates: Units, context: Context) -> Scores:
    """Score the role of each candidate's file."""
    meant = context.meant | {Role.TEST} if context.with_tests else context.meant - {Role.TEST}
    scores: Scores = weights_of_roles(meant)[context.roles(candidates)]
    return scores


SIGNAL = Signal("file_role", "its file is source, or what the task speaks of", score)
