"""Who uses the constants in which messages stand: a message is sent from there, and not from where it is worded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.fileroles import Role
from nsccn.graph.ids import listed_lines
from nsccn.search.exact import has_form_of_code
from nsccn.tools.names.enclosing import enclosing
from nsccn.tools.names.missing import places_that_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from nsccn.index import RepoIndex

_MOST_CONSTANTS: Final = 2
_MOST_LINES: Final = 8
"""Lines that name a constant; what more name is no message of one place."""
_MOST_FILES: Final = 4


def said_of_constants(index: RepoIndex, lines: Mapping[str, Sequence[int]]) -> Iterator[str]:
    """Yield for the constants around some lines where the product names them."""
    table = index.snapshot.entities
    around = dict.fromkeys(table.at_line(path, line) for path, own in lines.items() for line in own)
    constants = [one for one in around if table.is_data(one) and has_form_of_code(table.name_of(one))]
    for one in constants[:_MOST_CONSTANTS]:
        path, name = table.path_of(one), table.name_of(one)
        own = {(path, line) for line in range(table.start_line[one], table.entity(one).end_line + 1)}
        places = dict(places_that_name(index, name, own, role=Role.SOURCE))
        if 0 < sum(map(len, places.values())) <= _MOST_LINES:
            yield f" {name} is named at {listed_lines(places, _MOST_FILES, _MOST_LINES, enclosing(table))}"
