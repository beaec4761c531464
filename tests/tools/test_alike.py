"""Copies among the hits of a search: they are named below the one that they copy, and others take their places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from written_files import write

from nsccn.settings import Settings
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.session import DirectSession

if TYPE_CHECKING:
    from pathlib import Path

PAY = "class {}:\n    {}def {}(self, cart):\n        return charge(cart)\n"
SHOP = {
    "shop/cash.py": PAY.format("CashTill", "", "pay"),
    "shop/card.py": PAY.format("CardTill", "", "pay"),
    "shop/awaited.py": PAY.format("AsyncCashTill", "async ", "pay_async"),
    "shop/charge.py": "def charge(cart):\n    pay(cart)\n",
    "shop/refund.py": "def refund(cart, pay):\n    pass\n",
}


def searched(tmp_path: Path, files: dict[str, str]) -> DirectSession:
    return DirectSession(write(tmp_path / "repo", files), Settings(cache_dir=tmp_path / "cache"))


def test_what_has_the_name_and_signature_of_a_hit_or_is_its_awaited_form_is_named_below_it(
    tmp_path: Path,
) -> None:
    answer = search_and_rank(searched(tmp_path, SHOP), "how to pay a cart", limit=3)
    first, *others = answer.data["results"]
    assert first["id"] == "method:shop/card.py:CardTill.pay"
    assert first["alike"] == [
        "method:shop/cash.py:CashTill.pay",
        "method:shop/awaited.py:AsyncCashTill.pay_async",
    ]
    assert "   alike: cash.py:CashTill.pay L2, awaited.py:AsyncCashTill.pay_async L2\n" in answer.text
    assert [hit["id"] for hit in others] == ["func:shop/charge.py:charge", "func:shop/refund.py:refund"]


def test_a_hit_that_has_other_words_of_the_query_is_no_copy(tmp_path: Path) -> None:
    files = SHOP | {"shop/card.py": PAY.format("CardTill", "", "pay") + "        # in advance\n"}
    answer = search_and_rank(searched(tmp_path, files), "how to pay a cart in advance")
    assert any(hit["id"] == "method:shop/card.py:CardTill.pay" for hit in answer.data["results"])


def test_files_of_one_name_in_several_folders_are_named_together(tmp_path: Path) -> None:
    files = {f"templates/{folder}/cart_total.html": "<b>{{ total }}</b>\n" for folder in "abcdef"}
    answer = search_and_rank(searched(tmp_path, SHOP | files), "the total of a cart is bold in a template")
    assert (
        "   alike: b/cart_total.html L1, c/cart_total.html L1, d/cart_total.html L1, e/cart_total.html L1 and 1 more\n"
        in answer.text
    )


def test_what_says_the_same_in_other_languages_is_named_in_one_line_however_much_there_is(
    tmp_path: Path,
) -> None:
    wording = '{{\n  "close": "{} ({})"\n}}\n'.format
    codes = "cs da de es fi fr hu it ja ko nl pl pt ru sv uk".split()
    files = {f"lib/l10n/app_{code}.arb": wording("Close the till", code) for code in ("en", *codes)}
    answer = search_and_rank(searched(tmp_path, SHOP | files), "close the till in words", limit=5)
    paths = [hit["file"] for hit in answer.data["results"]]
    assert "lib/l10n/app_en.arb" in paths
    assert [path for path in paths if path.endswith(".arb")] == ["lib/l10n/app_en.arb", "lib/l10n/app_cs.arb"]
    assert "   alike: app_da.arb L2, app_de.arb L2, app_es.arb L2, app_fi.arb L2 and 11 more\n" in answer.text


def test_each_that_is_called_as_the_query_says_is_a_hit(tmp_path: Path) -> None:
    answer = search_and_rank(searched(tmp_path, SHOP), "pay")
    assert [hit["id"] for hit in answer.data["results"][:2]] == [
        "method:shop/card.py:CardTill.pay",
        "method:shop/cash.py:CashTill.pay",
    ]
