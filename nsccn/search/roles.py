"""What the roles of files count in a search; tests inside of source are told, too."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.fileroles import Role
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from numpy.typing import NDArray

    from nsccn.graph.entitytable import EntityTable

_SOURCE: Final = int(Role.SOURCE)
_TEST: Final = int(Role.TEST)

WEIGHT: Final = {
    Role.SOURCE: 1.0,
    Role.TEST: 0.4,
    Role.EXAMPLE: 0.5,
    Role.DOCUMENT: 0.5,
    Role.GENERATED: 0.4,
    Role.VENDORED: 0.4,
    Role.MIGRATION: 0.4,
    Role.TRANSLATION: 0.4,
}
"""What a score counts in a file of each role, unless the query asks for that role."""

_SPEAKS_OF: Final = {
    Role.TEST: regex(r"\btests?\b|\btest_\w+|\bunit-?tests?\b|\bspecs\b", re.IGNORECASE),
    Role.EXAMPLE: regex(r"\bexamples\b|\bbenchmarks\b", re.IGNORECASE),
    Role.MIGRATION: regex(r"\bmigrat(?:e[sd]?|ing|ions?)\b", re.IGNORECASE),
    Role.TRANSLATION: regex(
        r"\btranslat(?:e[sd]?|ing|ions?)\b|\blocali[sz]|\blocales?\b|\bi18n\b", re.IGNORECASE
    ),
}
_WITH_TESTS: Final = regex(
    r"(?:(?:(?<!\s)\s*+[,;])?\s(?:with|and|plus|including|[+&])|(?<!\s)\s*+[,;.]\s++(?:add|added|adds|write))\s++"
    r"(?:(?:an?|some|more|new|its|their|also|add|added|update|updated|fix|write|simple|relevant|acceptance|e2e) ){0,3}"
    r"(?:(?:unit|integration|regression)[- ]?)?(?:tests?|specs)(?: cases?)?"
    r"(?: for (?:it|that|them|these|this)(?: \w+)?)?\W*$",
    re.IGNORECASE,
)
"""What goes with a change: `Add a till, with tests`, `Count keys twice and add a unit test`."""
_NO_CHANGE: Final = regex(
    r"\A\W*(?:are|can|do|does|how|is|what|when|where|which|who|why)\b|\b(?:cover|test)", re.IGNORECASE
)
"""What a text says that asks, or that is about tests anyway."""
_LEAST_CHANGED: Final = 3
"""So many words say what the change is."""


def roles_of(
    graph: EntityTable, of_files: NDArray[np.uint8], entities: NDArray[np.integer[Any]]
) -> NDArray[np.uint8]:
    """Return the role of each entity: that of its file, but for tests inside of source; what lies in no file is source.

    Args:
        graph: holds the entities.
        of_files: the role of each file.
        entities: their numbers.
    """
    slots = graph.file[entities]
    found = np.full(len(slots), _SOURCE, np.uint8)
    found[slots >= 0] = of_files[slots[slots >= 0]]
    found[graph.for_tests[entities] & (found == _SOURCE)] = _TEST
    return found


def roles_meant(text: str) -> frozenset[Role]:
    """Return the roles that a query is about, so that files of these are not to be held back.

    Tests that go with a change are none of them: where that is to be made is asked.
    """
    if tests := _WITH_TESTS.search(text):
        before = text[: tests.start()]
        if len(before.split()) >= _LEAST_CHANGED and not _NO_CHANGE.search(before):
            text = before
    return frozenset(role for role, said in _SPEAKS_OF.items() if said.search(text))


def weights_of_roles(meant: Collection[Role] = ()) -> NDArray[np.float64]:
    """Return what a score counts in a file of each role, where some are meant."""
    return np.array([1.0 if role in meant else WEIGHT[role] for role in Role])
