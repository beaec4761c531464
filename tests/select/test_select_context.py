"""`select_context` over a small repository: what it chooses, what it keeps to, what it refuses."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from written_files import write

from nsccn.errors import BudgetTooSmall, InvalidArgument, NotARepository
from nsccn.index import RepoIndex
from nsccn.select import Selection, select_context, select_context_from_repo
from nsccn.select.api import state
from nsccn.select.forms.compact import Compact
from nsccn.select.instance import state_problem
from nsccn.select.pack import render
from nsccn.select.request import Limits
from nsccn.select.selection import Certificate, Omitted
from nsccn.select.weights import WeightConfig
from nsccn.skeleton.detail import Detail
from nsccn.text import count_tokens

TASK = "Store.load_orders raises StoreError: the order line is broken"
_NUMBERED = re.compile(r"(\d+)\|(.*)")


def paths(selection: Selection) -> list[str]:
    return [file.source.path for file in selection.selected]


def check_verbatim(selection: Selection, root: Path) -> int:
    """Compare every numbered line of a pack with the file; return how many there were."""
    compared = 0
    for file in selection.selected:
        lines = (root / file.source.path).read_text(encoding="utf-8").split("\n")
        promised = [n for piece in file.pieces for start, end in piece.lines for n in range(start, end + 1)]
        shown = [(int(n), text) for n, text in _NUMBERED.findall(file.source.content)]
        assert [number for number, _ in shown] == promised
        assert all(lines[number - 1] == text for number, text in shown)
        compared += len(shown)
    return compared


def test_what_the_task_names_comes_first_and_whole(orders_index: RepoIndex, orders: Path) -> None:
    selection = select_context(orders_index, TASK, budget=1500)
    first = selection.selected[0]
    assert first.source.path == "app/store.py"
    best = max(first.pieces, key=lambda piece: piece.score)
    assert best.entity_id == "method:app/store.py:Store.load_orders"
    assert best.detail is Detail.BODY
    assert "the order line is broken" in best.why
    assert 'raise StoreError("the order line is broken") from error' in first.source.content
    assert (selection.intent, selection.used_fallback) == ("BUG_FIX", False)
    assert check_verbatim(selection, orders) > 10


def test_scores_can_be_explained(orders_index: RepoIndex) -> None:
    for file in select_context(orders_index, TASK).selected:
        assert file.score == max(piece.score for piece in file.pieces)
        for piece in file.pieces:
            assert 0.0 <= piece.score <= 1.0
            assert sum(part for _, part in piece.contributions) == pytest.approx(piece.score)
        assert all(0.0 <= value <= 1.0 for _, value in file.signals)


@settings(max_examples=60, deadline=None)
@given(
    task=st.sampled_from((TASK, "add a currency", "tests of the store", "orders", "注文を保存する")),
    budget=st.integers(1, 3000),
    max_files=st.integers(1, 5),
)
def test_the_budget_is_kept_exactly(
    orders_index: RepoIndex, orders: Path, task: str, budget: int, max_files: int
) -> None:
    try:
        selection = select_context(orders_index, task, budget=budget, max_files=max_files)
    except BudgetTooSmall as refused:
        least = int(re.findall(r"\d+", str(refused))[-1])
        assert budget < least
        assert select_context(orders_index, task, budget=least, max_files=max_files).selected
        return
    text = render(selection)
    assert count_tokens(text) == selection.total_tokens <= budget
    assert selection.budget_remaining == budget - selection.total_tokens
    assert 1 <= len(selection.selected) <= max_files
    assert 0.0 <= selection.certificate.ratio <= 1.0
    shown = [piece.entity_id for file in selection.selected for piece in file.pieces]
    assert len(shown) == len(set(shown))
    assert not {one.entity_id for one in selection.omitted.best} & set(shown)
    check_verbatim(selection, orders)


def test_a_line_as_long_as_a_book_does_not_refuse_what_fits(tmp_path: Path) -> None:
    code = "def ship(parcel):\n    return parcel.address\n"
    write(tmp_path, {"parcels.csv": "ship parcel " * 400 + "\n", "ship.py": code})
    selection = select_context_from_repo(tmp_path, "ship parcel csv", budget=150)
    assert [file.source.path for file in selection.selected] == ["ship.py"]


def test_more_budget_shows_more(orders_index: RepoIndex) -> None:
    values = [
        select_context(orders_index, TASK, budget=budget).certificate.value for budget in (400, 900, 4000)
    ]
    assert values == sorted(values)
    assert values[0] < values[-1]


def test_a_large_file_is_cut_to_what_matters(orders_index: RepoIndex) -> None:
    selection = select_context(orders_index, "convert_currency gives a wrong amount", budget=600)
    rates = selection.selected[0]
    assert rates.source.path == "app/rates.py"
    assert "def convert_currency(amount, currency):" in rates.source.content
    assert "rate_7" in rates.source.content
    assert rates.token_count < 600


def test_test_files_wait_until_they_are_spoken_of(orders_index: RepoIndex) -> None:
    def has_tests(task: str, *, include_tests: bool | None) -> bool:
        return "tests/test_store.py" in paths(select_context(orders_index, task, include_tests=include_tests))

    assert not has_tests(TASK, include_tests=None)
    assert has_tests(TASK, include_tests=True)
    assert has_tests("write tests for Store.load_orders", include_tests=None)
    assert not has_tests("write tests for Store.load_orders", include_tests=False)
    assert has_tests("cover load_orders", include_tests=None)
    limit = "load_orders must also be allowed for self-hosted with a limit of 1000 orders"
    assert not has_tests(limit, include_tests=None)  # which only faintly sounds like tests


def test_the_tests_of_what_is_shown_are_named(tmp_path: Path) -> None:
    """By who calls it, over a function between too, and by a file of tests that is called alike."""
    files = {
        "shop/cart.py": "def total(cart):\n    return sum(cart)\n\n\ndef show(cart):\n    return str(total(cart))\n",
        "shop/tax.py": "def tax_of(cart):\n    return 0.2 * sum(cart)\n",
        "tests/test_pages.py": (
            "from shop.cart import show\n\n\ndef test_page():\n    assert show([1]) == '1'\n"
        ),
        "tests/test_tax.py": "TAX = 0.2\n",
        "tests/test_users.py": "def test_user():\n    assert True\n",
    }
    selection = select_context_from_repo(write(tmp_path, files), "total and tax_of are wrong")
    footer = render(selection).splitlines()[-2:]
    assert footer == ["tests/test_tax.py", "tests/test_pages.py: test_page 4"]
    shown = select_context_from_repo(tmp_path, "total and tax_of are wrong", include_tests=True)
    assert "tests/test_pages.py" in paths(shown)
    assert not [one for one in shown.omitted.best if one.path in paths(shown)]


def test_a_second_member_of_a_type_is_worth_less_than_one_of_another(tmp_path: Path) -> None:
    """So that a dozen setters do not take the room of the function that acts."""
    setters = "".join(
        f"    def total_{one}(self, total):\n        self.{one} = total\n\n" for one in ("net", "gross")
    )
    write(tmp_path, {"cart.py": f"class Cart:\n{setters}\nclass Bill:\n{setters}"})
    index = RepoIndex.build(tmp_path)
    limits = Limits(2000, 5, None)
    stated = state(index, "wrong total", limits, include_tests=None, weights=WeightConfig(), form=Compact())
    index.close()
    items = [item._replace(worth=1.0, category="relevant") for item in stated.draft.items]
    form = Compact()
    problem = state_problem(items, [], "BUG_FIX", redundancy=0.3, budget=2000, max_files=5, form=form)
    names = [item.entity.qualified_name for item in items]

    def value(*shown: str) -> float:
        return problem.objective.value([float(name in shown) for name in names])

    assert value("Cart.total_net", "Cart.total_gross") < value("Cart.total_net", "Bill.total_gross")


def test_examples_count_less_than_what_they_show(tmp_path: Path) -> None:
    code = "def total_of_cart(cart):\n    return sum(cart)\n"
    write(tmp_path, {"shop.py": code, "examples/shop.py": code})
    first, second = select_context_from_repo(tmp_path, "the total of a cart is wrong", min_score=0).selected
    assert (first.source.path, second.source.path) == ("shop.py", "examples/shop.py")
    assert second.score < 0.6 * first.score
    spoken = select_context_from_repo(tmp_path, "the total in the examples is wrong", min_score=0)
    assert min(file.score for file in spoken.selected) > 0.8 * max(file.score for file in spoken.selected)


def test_tests_are_marked(orders_index: RepoIndex) -> None:
    selection = select_context(orders_index, "write tests for Store.load_orders")
    assert {file.source.path: file.is_test for file in selection.selected}["tests/test_store.py"]
    assert selection.intent == "TEST_WRITING"


def test_nothing_clears_the_threshold(orders_index: RepoIndex) -> None:
    strict = select_context(orders_index, TASK, min_score=1.0)
    assert strict.used_fallback
    assert strict.selected
    assert "BEST EFFORT" in render(strict)
    lenient = select_context(orders_index, TASK)
    assert "BEST EFFORT" not in render(lenient)
    score = sorted(piece.score for file in lenient.selected for piece in file.pieces)[-2]
    some = select_context(orders_index, TASK, min_score=score)
    assert not some.used_fallback
    assert all(piece.score >= score for file in some.selected for piece in file.pieces)


def test_a_task_that_leads_nowhere(orders_index: RepoIndex) -> None:
    selection = select_context(orders_index, "qwxz zzyqk", budget=800)
    assert selection.used_fallback
    assert selection.selected


def test_a_task_that_leads_nowhere_costs_little(tmp_path: Path) -> None:
    code = "".join(f"def step_{number}(amount):\n    return amount + {number}\n\n\n" for number in range(40))
    write(
        tmp_path, {f"app/part_{number}.py": code for number in range(30)} | {"notes.txt": "Nothing.\n" * 99}
    )
    for task in ("qwxz zzyqk", "?"):
        selection = select_context_from_repo(tmp_path, task)
        assert selection.used_fallback
        assert selection.total_tokens <= 800
        pieces = [piece for file in selection.selected for piece in file.pieces]
        assert len(pieces) > 5
        assert {piece.detail for piece in pieces} <= {Detail.NAME, Detail.SIGNATURE}
        assert "step_0 1, step_1 5" in pieces[0].text
        assert all(path.startswith("app/") for path in paths(selection))
        assert "BEST EFFORT" in render(selection)
        assert "of the optimum" not in render(selection)


@pytest.mark.parametrize("min_score", [0.0, 1.0])
def test_a_named_file_of_one_function(tmp_path: Path, min_score: float) -> None:
    body = "".join(f"    amount += {number}\n" for number in range(300))
    others = {f"part_{number}.py": f"def step_{number}():\n    return {number}\n" for number in range(20)}
    write(tmp_path, {"big.py": f"def huge(amount):\n{body}    return amount\n", **others})
    selection = select_context_from_repo(tmp_path, "big.py", min_score=min_score)
    assert [piece.name for piece in selection.selected[0].pieces] == ["huge"]
    assert selection.used_fallback == (min_score == 1.0)


def test_a_named_file_without_a_line(tmp_path: Path) -> None:
    write(tmp_path, {"empty.py": "", "full.py": "def full():\n    return 1\n"})
    selection = select_context_from_repo(tmp_path, "empty.py")
    assert paths(selection) == ["full.py"]
    assert selection.used_fallback


def test_a_repository_of_tests_alone(tmp_path: Path) -> None:
    write(tmp_path, {"tests/test_full.py": "def test_full():\n    assert True\n"})
    assert paths(select_context_from_repo(tmp_path, "qwxz")) == ["tests/test_full.py"]


def test_the_header_says_only_what_is_known(tmp_path: Path) -> None:
    write(tmp_path, {"money.py": "def to_cents(amount):\n    return round(amount * 100)\n"})
    selection = select_context_from_repo(tmp_path, "the cents of an amount", budget=90_000)
    header = render(selection).splitlines()[0]
    assert selection.intent_confidence < 0.5
    assert header == f"# 1 piece of 1 file | {selection.total_tokens}/90000 tokens"
    sure = render(select_context_from_repo(tmp_path, "fix the crash in to_cents"))
    assert re.search(r"tokens \| read as BUG_FIX \(\d\d% sure\)$", sure.splitlines()[0])


def test_how_near_the_optimum_a_pack_is_is_said_where_it_is_explained(orders_index: RepoIndex) -> None:
    explained = render(select_context(orders_index, TASK, form=Compact(explain=True)))
    assert re.search(r" \| packed to at least \d+% of the optimum$", explained.splitlines()[0])


def test_the_footer_counts_whole_files_where_there_are_any() -> None:
    def footer(entities: int, files: int) -> str:
        certificate, omitted = Certificate(1.0, 1.0), Omitted(entities, files, ())
        return render(
            Selection(
                (),
                9,
                99,
                used_fallback=False,
                omitted=omitted,
                intent="BUG_FIX",
                intent_confidence=1.0,
                certificate=certificate,
            )
        ).splitlines()[-1]

    assert footer(1, 0) == "# left out: 1 entity"
    assert footer(7, 1) == "# left out: 7 entities, of them 1 file whole"


def test_what_is_left_out_can_be_asked_for(orders_index: RepoIndex) -> None:
    selection = select_context(orders_index, TASK, budget=500)
    assert selection.omitted.entities > 0
    for one in selection.omitted.best:
        assert orders_index.snapshot.graph.index_of(one.entity_id) is not None
        assert f"{one.name} {one.start_line}" in render(selection)


def test_long_documentation_is_cut_before_code(orders_index: RepoIndex) -> None:
    selection = select_context(orders_index, TASK, budget=320)
    piece = next(p for p in selection.selected[0].pieces if p.entity_id.endswith("Store.load_orders"))
    assert piece.label == "body, doc cut"
    assert "Nothing is cached." not in piece.text
    assert "return self.orders" in piece.text


def test_a_weight_of_the_caller_counts(orders_index: RepoIndex) -> None:
    others = {field.name: 0.0 for field in fields(WeightConfig) if field.name != "symbol_overlap"}
    selection = select_context(orders_index, TASK, weights=others)
    given_by = {
        name for file in selection.selected for piece in file.pieces for name, _ in piece.contributions
    }
    assert given_by == {"symbol_overlap"}


def test_equal_questions_get_equal_bytes(orders_index: RepoIndex, orders: Path) -> None:
    program = (
        "import sys; from nsccn import select_context_from_repo; from nsccn.select.pack import render\n"
        "sys.stdout.buffer.write(render(select_context_from_repo(sys.argv[1], sys.argv[2])).encode())"
    )
    answers = {
        subprocess.run(
            [sys.executable, "-c", program, str(orders), TASK],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert answers == {render(select_context(orders_index, TASK)).encode()}


def test_a_traceback_leads_to_its_frames(orders_index: RepoIndex) -> None:
    trace = (
        "It breaks:\n\nTraceback (most recent call last):\n"
        '  File "/srv/app/web.py", line 8, in show_orders\n    return store.load_orders()\n'
        '  File "/srv/app/store.py", line 39, in load_orders\n    raise StoreError("broken")\n'
        "app.store.StoreError: broken\n"
    )
    selection = select_context(orders_index, trace, budget=2000)
    shown = {piece.entity_id for file in selection.selected for piece in file.pieces if piece.lines}
    assert {"method:app/store.py:Store.load_orders", "func:app/web.py:show_orders"} <= shown


def test_a_very_long_task(orders_index: RepoIndex) -> None:
    selection = select_context(orders_index, TASK + "\n" + "orders and more orders \n" * 9000, budget=1000)
    assert selection.selected[0].source.path == "app/store.py"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"task": ""}, "The task is empty; say in words what is to be done."),
        ({"task": " \n"}, "The task is empty; say in words what is to be done."),
        ({"task": None}, "The task is empty; say in words what is to be done."),
        ({"budget": 0}, "budget is 0; give a whole number of 1 or more."),
        ({"budget": 2.5}, "budget is 2.5; give a whole number of 1 or more."),
        ({"budget": 10**20}, "budget must be at most 100,000 tokens."),
        ({"budget": True}, "budget is True; give a whole number of 1 or more."),
        ({"max_files": -1}, "max_files is -1; give a whole number of 1 or more."),
        ({"min_score": 1.5}, "min_score is 1.5; give a number from 0 to 1."),
        ({"min_score": float("nan")}, "min_score is nan; give a number from 0 to 1."),
        ({"include_tests": "yes"}, "include_tests is 'yes'; give True, False or None."),
        ({"weights": {"speed": 1}}, "No weight is named 'speed'; there are "),
    ],
)
def test_what_is_refused(
    orders_index: RepoIndex, orders: Path, change: dict[str, object], sentence: str
) -> None:
    arguments: dict[str, object] = {"task": TASK, **change}
    calls: tuple[Callable[..., Selection], ...] = (
        lambda **given: select_context(orders_index, **given),
        lambda **given: select_context_from_repo(orders, **given),
    )
    for call in calls:
        with pytest.raises(InvalidArgument) as caught:
            call(**arguments)
        assert str(caught.value).startswith(sentence)


def test_a_path_that_is_no_repository(tmp_path: Path) -> None:
    with pytest.raises(NotARepository):
        select_context_from_repo(tmp_path / "missing", TASK)


def test_an_empty_repository(tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match="holds nothing that could be selected"):
        select_context_from_repo(tmp_path, TASK)


def test_the_callers_of_what_everybody_calls(tmp_path: Path) -> None:
    callers = "".join(
        f"\n\ndef step_{number}(amount):\n    return to_cents(amount) + {number}\n" for number in range(90)
    )
    write(tmp_path, {"money.py": f"def to_cents(amount):\n    return round(amount * 100)\n{callers}"})
    selection = select_context_from_repo(tmp_path, "who calls to_cents?", budget=1500)
    shown = [piece for file in selection.selected for piece in file.pieces if piece.category == "callers"]
    assert selection.intent == "USAGE_EXPLORATION"
    assert len(shown) > 10
    assert all(piece.why.startswith("calls") for piece in shown)


def test_what_is_called_and_what_is_like_it_is_told_apart(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "shapes.py": "from area import square\n\n\n"
            "class Shape:\n    def area(self):\n        raise NotImplementedError\n\n\n"
            "class Circle(Shape):\n    def area(self):\n        return 3 * square(self.radius)\n\n\n"
            "class Box(Shape):\n    def area(self):\n        return square(self.side)\n",
            "area.py": "def square(length):\n    return length * length\n",
        },
    )
    selection = select_context_from_repo(tmp_path, "Circle.area is wrong")
    pieces = {piece.name: piece for file in selection.selected for piece in file.pieces}
    assert pieces["Circle.area"].category == "definitions"
    assert pieces["square"].category == "callees"
    assert pieces["Box.area"].category == "similar"
    assert "similar to Circle.area" in pieces["Box.area"].why
    assert pieces["Circle.area"].why.count("calls square") <= 1


@pytest.mark.parametrize(
    "task",
    [
        "placing an order fails with UnknownProduct",
        "explain how the price of shipping is found",
        "add a barcode to every label, and test it",
    ],
)
def test_every_language_is_shown_word_for_word(shop: Path, task: str) -> None:
    selection = select_context_from_repo(
        shop, task, budget=20_000, max_files=50, include_tests=True, min_score=0
    )
    assert len({file.language for file in selection.selected}) >= 4
    assert check_verbatim(selection, shop) > 100


def test_a_question_is_answered_before_the_budget_ends(shop: Path) -> None:
    def tokens(task: str, min_score: float | None = None) -> int:
        return select_context_from_repo(shop, task, budget=20_000, min_score=min_score).total_tokens

    asked = "Where is place_order defined?"
    assert tokens(asked) < tokens(asked, min_score=0) / 3
    report = f"{asked}\n\n" + "It says that the price of shipping and the label of an order are wrong.\n" * 9
    assert tokens(report) > 0.9 * tokens(report, min_score=0)


@pytest.mark.parametrize(
    ("task", "is_named"),
    [("Add a currency to the price of an order", True), ("Where is place_order defined?", False)],
)
def test_what_is_less_relevant_is_named_unless_a_definition_is_asked_for(
    shop: Path, *, task: str, is_named: bool
) -> None:
    answer = select_context_from_repo(shop, task, budget=20_000, max_files=100)
    filled = select_context_from_repo(shop, task, budget=20_000, max_files=100, min_score=0)
    shown, more = (
        {piece.entity_id for file in one.selected for piece in file.pieces} for one in (answer, filled)
    )
    assert shown < more
    assert bool({one.entity_id for one in answer.omitted.best} & more) == is_named


def test_tests_inside_of_source_are_left_out_unless_asked_for(tmp_path: Path) -> None:
    line = """
        pub fn parse_line(text: &str) -> usize {
            text.len()
        }

        #[cfg(test)]
        mod tests {
            fn sample() -> &'static str { "a line" }

            #[test]
            fn parse_line_counts() { parse_line(sample()); }
        }
    """
    write(tmp_path / "repository", {"src/line.rs": dedent(line)})

    def names(task: str) -> set[str]:
        selection = select_context_from_repo(tmp_path / "repository", task)
        return {piece.entity_id.rpartition(":")[2] for file in selection.selected for piece in file.pieces}

    assert "parse_line" in names("parse_line counts too much")
    assert not {name for name in names("parse_line counts too much") if name.startswith("tests")}
    assert "tests.parse_line_counts" in names("write a test for parse_line")
