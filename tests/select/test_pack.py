"""The pack as text: counted true, and cut to what it may take."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from nsccn.select.api import select_context
from nsccn.select.forms.compact import Compact
from nsccn.select.forms.markdown import Markdown
from nsccn.select.pack import render, settle
from nsccn.select.selection import Certificate, LeftOut, Omitted, Selection
from nsccn.text import count_tokens

if TYPE_CHECKING:
    from nsccn.index import RepoIndex

EMPTY = Selection(
    selected=(),
    total_tokens=0,
    budget=1_000,
    used_fallback=False,
    omitted=Omitted(
        2,
        1,
        (
            LeftOut("func:a.py:load", "a.py", "load", 0.5, 1, 2),
            LeftOut("func:a.py:save", "a.py", "save", 0.4, 3, 4),
        ),
    ),
    intent="BUG_FIX",
    intent_confidence=0.9,
    certificate=Certificate(1.0, 1.0),
    chains=(("a.py", "b.py"), ("c.py", "d.py")),
    form=Markdown(),
)


def test_names_of_omissions_go_before_chains() -> None:
    whole = settle(EMPTY, 1_000)
    assert (len(whole.omitted.best), len(whole.chains)) == (2, 2)

    shorter = settle(EMPTY, whole.total_tokens - 1)
    assert (len(shorter.omitted.best), len(shorter.chains)) == (1, 2)

    bare = settle(EMPTY, 1)
    assert (len(bare.omitted.best), len(bare.chains)) == (0, 0)


def test_what_is_left_out_is_named_by_its_file_and_line() -> None:
    more = LeftOut("module:b.py:__init__", "b.py", "", 0.3, 1, 9)
    omitted = replace(EMPTY.omitted, best=(*EMPTY.omitted.best, more))
    text = render(replace(EMPTY, omitted=omitted, form=Compact()))
    assert text.splitlines()[2:] == [
        "# next, opened by path:line:",
        "a.py: load 1, save 3",
        "b.py",
    ]


@dataclass(frozen=True)
class Rest(Compact):
    """A form that writes as many words as it says that tokens are left, below a hundred."""

    def render(self, selection: Selection) -> str:
        return "word " * (selection.budget_remaining % 100)


@pytest.mark.parametrize("budget", range(100, 150))
def test_a_pack_never_takes_more_than_it_says(budget: int) -> None:
    settled = settle(replace(EMPTY, budget=budget, form=Rest()), budget)
    assert count_tokens(render(settled)) <= settled.total_tokens


@dataclass(frozen=True)
class Dear(Compact):
    """A form whose pieces take more than it told the optimiser."""

    def render(self, selection: Selection) -> str:
        pieces = sum(len(file.pieces) for file in selection.selected)
        return super().render(selection) + "and more " * 150 * pieces


def test_the_least_pieces_go_from_a_pack_that_would_be_over_its_budget(orders_index: RepoIndex) -> None:
    task = "load_orders raises StoreError: the order line is broken"
    usual, dear = (
        select_context(orders_index, task, budget=1_500, form=form) for form in (Compact(), Dear())
    )
    shown, kept = (
        {piece.entity_id for file in one.selected for piece in file.pieces} for one in (usual, dear)
    )
    assert kept < shown
    assert "method:app/store.py:Store.load_orders" in kept
    assert count_tokens(render(dear)) == dear.total_tokens <= 1_500
