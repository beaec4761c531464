"""What a search leaves out of its answer, or shows at once, since it is seldom needed or always asked for next."""

from __future__ import annotations

import re
from pathlib import Path

from written_files import write

from nsccn.settings import Settings
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.session import DirectSession


def searched(tmp_path: Path, files: dict[str, str]) -> DirectSession:
    return DirectSession(write(tmp_path / "repo", files), Settings(cache_dir=tmp_path / "cache"))


def test_of_the_sixth_hit_on_it_is_said_where_they_are(tmp_path: Path) -> None:
    files = {
        f"{name}.py": f"def count_{name}(coin):\n    return coin\n" for name in ("a1", "b2", "c3", "d4", "e5")
    }
    session = searched(
        tmp_path, files | {f"deep{n}.py": f"def weigh{n}(coin):\n    pass\n" for n in range(3)}
    )
    text = search_and_rank(session, "count each coin that comes").text
    hits = [line for line in text.splitlines() if line.partition(". ")[0].isdigit()]
    assert [line.count("  ") for line in hits] == [3] * 5 + [1] * 3
    assert "   (coin)" in text.split("\n6. ")[0]
    assert "(coin)" not in text.split("\n6. ")[1]
    told = search_and_rank(session, "count each coin that comes", explain=True).text.split("\n6. ")[1]
    assert '"coin"' in told


def test_a_short_definition_that_alone_is_named_is_shown(tmp_path: Path) -> None:
    long = "".join(f"    add_to_the_till({number}, coin)\n" for number in range(19))
    files = {"till.py": f"def count(coin):\n    return coin\n\n\ndef weigh(coin):\n{long}"}
    session = searched(tmp_path, files | {"shop.py": "def sell(coin):\n    count(coin)\n"})
    counted = search_and_rank(session, "count").text
    assert "  exact name\n1|def count(coin):\n2|    return coin\n" in counted
    assert search_and_rank(session, "weigh").text.startswith(
        "1. func:till.py:weigh  L5  1.00  exact name\n   (coin)"
    )
    assert "1|def count" not in search_and_rank(session, "count coin").text


def test_where_a_name_stands_a_long_path_named_above_is_cut_down_to_its_end(tmp_path: Path) -> None:
    path = "store/department/counter/drawer/till.py"
    files = {path: "def count(coin):\n    return coin\n\n\ndef weigh(coin):\n    count(coin)\n"}
    sell = "store/department/counter/drawer/shop.py"
    session = searched(tmp_path, files | {sell: "def sell(coin):\n    count(coin)\n"})
    text = search_and_rank(session, "count").text
    assert f"'count' stands at {sell}:2 in sell, till.py:6 in weigh" in text


def test_of_the_sixth_file_on_its_best_entity_is_named_without_a_reason(tmp_path: Path) -> None:
    files = {f"{name}.py": f"def count_{name}(coin):\n    return coin\n" for name in "abcdefg"}
    session = searched(tmp_path, files)
    first, others = search_and_rank(session, "count each coin", files=True).text.split("\n6. ")
    assert first.count('"count') == 5
    assert re.fullmatch(r"\w.py\n   func count_\w L1\n7. \w.py\n   func count_\w L1", others)
    assert (
        '"count'
        in search_and_rank(session, "count each coin", files=True, explain=True).text.split("\n6. ")[1]
    )


def test_of_near_names_those_that_begin_so_stand_alone(tmp_path: Path) -> None:
    names = ("count_coins_of_till", "count_coins_of_shop", "count_coin_of", "count_corn_of")
    session = searched(tmp_path, {"till.py": "".join(f"def {name}():\n    pass\n" for name in names)})
    near = search_and_rank(session, "count_coins_of").data["near"]
    assert near == ["func:till.py:count_coins_of_shop", "func:till.py:count_coins_of_till"]
    assert "func:till.py:count_coin_of" in search_and_rank(session, "count_cions_of").data["near"]


def test_what_is_named_exactly_says_so_in_each_place(tmp_path: Path) -> None:
    session = searched(tmp_path, {f"shop{n}.py": f"def count(coin, till{n}):\n    pass\n" for n in range(7)})
    text = search_and_rank(session, "count").text
    assert text.count("  exact name\n   (coin, till") == 7
