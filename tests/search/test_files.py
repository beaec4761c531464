"""Files as answers, and the weights that rank them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np
import pytest
from small_snapshot import snapshot_of

from nsccn.search.entitysignals import candidates, entity_signals
from nsccn.search.filesignals import file_signals
from nsccn.search.search import Query, Question, gather, ranked_files, search
from nsccn.search.weights import default_weights, weighted_sum
from nsccn.settings import Settings

if TYPE_CHECKING:
    from nsccn.snapshots.snapshot import Snapshot

SOURCES = {
    "shop/v1/cart.py": "class Cart:\n    def add(self, item): self.items = item\n",
    "shop/v2/cart.py": "class Cart:\n    def add(self, item): self.items = item\n",
    "shop/args.py": "def check_positional(values): return values\n",
    "shop/money.py": "def to_cents(amount): return amount\n",
    "tests/test_cart.py": "from shop.v2.cart import Cart\ndef test_add(): Cart().add(1)\n",
}


@pytest.fixture(scope="module")
def snapshot() -> Snapshot:
    return snapshot_of(SOURCES)


def paths(snapshot: Snapshot, text: str, **filters: str | bool) -> list[str]:
    query = Query(text, **filters)  # type: ignore[arg-type]
    return [found.path for found in ranked_files(snapshot, query, Settings())]


def test_what_is_superseded_comes_after_what_supersedes_it(snapshot: Snapshot) -> None:
    assert paths(snapshot, "add an item to the cart")[0] == "shop/v2/cart.py"


def test_what_is_superseded_is_found_when_it_is_named(snapshot: Snapshot) -> None:
    assert paths(snapshot, "add an item to the v1 cart")[0] == "shop/v1/cart.py"


def test_files_below_the_folder_that_a_title_names_before_its_colon_come_first() -> None:
    drawn = "def draw(title):\n    # the door of the till is drawn\n    return title\n"
    till = snapshot_of({"door/draw.py": drawn, "till/draw.py": drawn})
    assert [paths(till, title)[0] for title in ("fix(till): draw the door", "till: draw the door")] == [
        "till/draw.py"
    ] * 2
    assert paths(till, "draw the door")[0] == "door/draw.py"


def test_a_file_is_found_by_an_abbreviated_name(snapshot: Snapshot) -> None:
    assert paths(snapshot, "positional argument validation")[0] == "shop/args.py"


def test_where_it_broke_comes_before_what_the_log_quotes() -> None:
    log = [
        f"{verb} the batch of samples" for verb in ("Starting", "Reading", "Checking", "Sending", "Ending")
    ]
    snapshot = snapshot_of(
        {
            "app/runner.py": "def run(batch):\n" + "".join(f"    print({line!r})\n" for line in log),
            "app/shapes.py": "def joined(left, right):\n    return left + right\n",
        }
    )
    report = "\n".join(
        [
            "Run fails with joined shapes",
            *log,
            "Traceback (most recent call last):",
            '  File "/app/runner.py", line 4, in run',
            "    joined(batch, None)",
            '  File "/app/shapes.py", line 2, in joined',
            "    return left + right",
            "TypeError: unsupported operand",
        ]
    )
    assert paths(snapshot, report)[0] == "app/shapes.py"


def test_filters(snapshot: Snapshot) -> None:
    assert paths(snapshot, "cart", path="shop/v1/**") == ["shop/v1/cart.py"]
    assert paths(snapshot, "cart", language="go") == []
    assert "tests/test_cart.py" not in paths(snapshot, "cart", include_tests=False)
    assert paths(snapshot, "cart", kind="class") == ["shop/v2/cart.py", "shop/v1/cart.py"]


def test_files_and_entities_agree_on_the_first(snapshot: Snapshot) -> None:
    for text in ("to cents", "check_positional", "cart item"):
        hits = search(snapshot, Query(text), Settings())
        assert paths(snapshot, text)[0] == hits[0].entity.path


def test_every_weight_has_a_signal_and_every_signal_a_weight(snapshot: Snapshot) -> None:
    evidence = gather(snapshot, Query("the cart of shop/money.py\nadds an item"))
    weights = default_weights()
    files = file_signals(evidence)
    assert files.keys() | {"history", "near history", "referred commits"} == weights.files.keys()
    scores = weighted_sum(files, weights.files, len(SOURCES))
    chosen = candidates(evidence, scores)
    of_entities = weights.entities.keys() | weights.reports.keys()
    assert entity_signals(evidence, chosen, scores).keys() == of_entities


def test_the_less_of_a_query_its_title_says_the_more_its_hits_are_weighed_as_those_of_a_report() -> None:
    weights = default_weights()
    assert weights.at(1.0).entities.items() >= weights.entities.items()
    assert weights.at(0.0).entities.items() >= weights.reports.items()
    half = weights.at(0.5).entities["file"]
    assert half == pytest.approx(0.25 * weights.entities["file"] + 0.75 * weights.reports["file"])


def test_that_a_hit_is_a_type_speaks_against_it_in_a_report_alone(snapshot: Snapshot) -> None:
    def of_the_type(text: str) -> dict[str, float]:
        hits = Question(snapshot, Query(text), Settings()).entities()
        return dict(next(hit for hit in hits if hit.entity.name == "Cart").breakdown.signals)

    assert "type" not in of_the_type("cart of items")
    assert of_the_type("cart of items\n\nWho adds an item to the cart loses what was in it.")["type"] < 0


def test_what_is_left_of_a_file_is_as_long_as_its_own_lines() -> None:
    source = """
        import carts  # for carts of a shop

        class Carts:
            def add(self, item):
                self.items = item

            def drop(self):
                self.items = None

        shop = carts.shop = Carts()
        """
    snapshot = snapshot_of({"shop/carts.py": source})
    evidence = gather(snapshot, Query("the carts of a shop add and drop items"))
    chosen = candidates(evidence, np.ones(1))
    lines = np.expm1(5 * entity_signals(evidence, chosen, np.ones(1))["length"]).round().astype(int).tolist()
    names = [snapshot.graph.entity(entity).id.split(":")[-1] for entity in chosen.tolist()]
    assert dict(zip(names, lines, strict=True)) == {
        "__init__": 5,
        "Carts": 6,
        "Carts.add": 2,
        "Carts.items": 1,
        "Carts.drop": 2,
        "shop": 1,
    }


def test_weights_of_a_caller_decide(snapshot: Snapshot) -> None:
    none = msgspec.structs.replace(default_weights(), streams={"words": 1.0})
    by_words = Question(snapshot, Query("cart item"), Settings()).entities(none)
    assert {name for hit in by_words for name, _ in hit.contributions} == {"words"}


def test_a_title_that_names_a_type_says_so_of_its_files(snapshot: Snapshot) -> None:
    def told(text: str) -> dict[str, float]:
        of_files = file_signals(gather(snapshot, Query(text)))["defined in title"]
        return {
            path: share for path, share in zip(snapshot.graph.paths, of_files.tolist(), strict=True) if share
        }

    assert told("Cart loses items\n\nto_cents is fine").keys() == {"shop/v1/cart.py", "shop/v2/cart.py"}
    assert told("to_cents rounds").keys() == {"shop/money.py"}
    assert told("the cart adds items that test_add adds") == {}


def test_a_report_tells_a_file_by_a_name_that_few_files_hold() -> None:
    snapshot = snapshot_of(
        {
            "shop/cart.py": "from shop.tax import VatRate\n\ndef total(items): return sum(items) * VatRate\n",
            "shop/tax.py": "VatRate = 1.19\n",
            "shop/till.py": "def cash_up(drawer): return drawer\n",
            "tests/test_cart.py": "from shop.tax import VatRate\n",
        }
    )

    def told(text: str) -> set[str]:
        held = file_signals(gather(snapshot, Query(text)))["held names"]
        return {path for path, share in zip(snapshot.graph.paths, held.tolist(), strict=True) if share}

    report = (
        "Totals are wrong\n\nThe till shows a price without {}, since yesterday and for all of our customers."
    )
    assert (
        told(report.format("the VatRate"))
        == told(report.format("`vat_rate`"))
        == {"shop/cart.py", "shop/tax.py"}
    )
    assert told(report.format("the vat rate")) == set()  # no name
    assert told("VatRate") == set()  # a phrase asks for the place
