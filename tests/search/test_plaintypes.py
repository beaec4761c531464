"""Types that a sentence names by one capitalized word."""

from __future__ import annotations

import numpy as np
import pytest
from small_snapshot import snapshot_of

from nsccn.graph.fileroles import role_of
from nsccn.search.entitysignals import candidates, entity_signals
from nsccn.search.filesignals import file_signals
from nsccn.search.plaintypes import plain_types
from nsccn.search.search import Query, gather
from nsccn.search.zones import decompose

SHOP = snapshot_of(
    {
        "shop/orders.py": "class Order:\n    def close(self): self.closed = True\n\ndef order(): ...\n",
        "shop/importing.py": "class Importer:\n    def run(self, rows): return rows\n\n    class Row: ...\n",
        "shop/rows.py": "def close_rows(rows):\n    # an importer is closed with its rows\n    return rows\n",
        **{f"tills/till{number}.py": "class Till: ...\n" for number in range(4)},
        "tests/test_orders.py": "class Customer: ...\n\nclass Order: ...\n",
    }
)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("add a field to Order", ["Order"]),
        ("Rows are lost\n\nwhen the Importer is closed, Order and Rows stay.", ["Order", "Importer"]),
        ("Order the rows. Importer is closed", []),
        ("a Till is closed", []),
        ("for a Customer", []),
        ("drop the Row", []),
        ("in an ORDER or by Order.close and Importer(rows)", []),
        ("rows are lost\n\n```\nthrow an Importer\n```", []),
    ],
)
def test_a_capitalized_word_within_a_sentence_names_a_type_of_a_source(text: str, names: list[str]) -> None:
    graph = SHOP.graph
    roles = np.array([role_of(path) for path in graph.paths], np.uint8)
    found = plain_types(decompose(text), graph, roles)
    assert {graph.qualified_of(entity): share for entity, share in found.items()} == dict.fromkeys(names, 1.0)


def test_a_name_of_several_types_is_shared_by_them() -> None:
    twice = snapshot_of({f"shop/{name}.py": "class Cart: ...\n" for name in "ab"}).graph
    assert [*plain_types(decompose("empty the Cart"), twice, np.zeros(2, np.uint8)).values()] == [0.5, 0.5]


def test_the_type_is_a_candidate_and_speaks_for_its_file() -> None:
    evidence = gather(SHOP, Query("rows stay open when the Importer is closed"))
    signal = file_signals(evidence)["plain types"]
    assert [SHOP.graph.paths[slot] for slot in np.flatnonzero(signal)] == ["shop/importing.py"]
    chosen = candidates(evidence, np.zeros(len(signal)))
    of_type = entity_signals(evidence, chosen, signal)["plain type"]
    assert [SHOP.graph.name_of(entity) for entity in chosen[of_type > 0].tolist()] == ["Importer"]
