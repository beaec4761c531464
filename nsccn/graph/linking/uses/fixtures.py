"""Edges from tests to the fixtures that their parameters name, which the test runner calls for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.meaning.values.fixtures import asked
from nsccn.graph.notation.fixtures import fixture_name, fixtures_used

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.linking.links import Links
    from nsccn.graph.model import Definition


class FixtureCalls:
    """Links the fixtures that the functions of one file after another ask for."""

    def __init__(self, links: Links) -> None:
        self._links = links

    def link(self, slot: int, base: int, definitions: Sequence[Definition]) -> None:
        """Add the edges of the functions of a file."""
        language = self._links.symbols.language(slot)
        if language is None or not language.fixtures:
            return
        for ordinal, definition in enumerate(definitions):
            is_test = definition.name.startswith(language.fixtures["test"])
            if definition.kind in {"func", "method"} and (is_test or fixture_name(definition)):
                around = definitions[max(definition.parent, 0)]
                by_line = {name: around.name_line for name in fixtures_used(around) if is_test}
                by_line |= dict.fromkeys(
                    (*fixtures_used(definition), *asked(definition)), definition.name_line
                )
                for name, line in by_line.items():
                    self._use(base + ordinal, name, line)

    def _use(self, user: int, name: str, line: int) -> None:
        found = self._links.infer.fixtures.named(user, name)
        if found is not None:
            self._links.edges.add(user, "CALLS", found, line, via="decorator")
