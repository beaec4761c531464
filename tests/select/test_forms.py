"""The forms of a pack: each keeps the budget, shows code word for word, and says what is asked for."""

from __future__ import annotations

import json
import re
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from written_files import write

from nsccn.errors import BudgetTooSmall, InvalidArgument
from nsccn.index import RepoIndex
from nsccn.select import select_context, select_context_from_repo
from nsccn.select.chains import chains
from nsccn.select.excerpt import Matcher
from nsccn.select.forms import FORMS, form_named
from nsccn.select.forms.markdown import Markdown
from nsccn.select.pack import render
from nsccn.select.renditions import Renderer
from nsccn.select.weights import tables
from nsccn.skeleton.detail import Detail
from nsccn.text import count_tokens
from nsccn.tools.select_context import Json

if TYPE_CHECKING:
    from nsccn.select import Selection

TASK = "Store.load_orders raises StoreError: the order line is broken"
_NUMBERED = re.compile(r"^(\d+)\|(.*)$", re.MULTILINE)


def lines_of(selection: Selection, root: Path) -> dict[tuple[int, str], int]:
    """Every line of the shown files, with its number."""
    return {
        (number, line): number
        for file in selection.selected
        for number, line in enumerate((root / file.source.path).read_text("utf-8").split("\n"), 1)
    }


@settings(max_examples=40, deadline=None)
@given(
    name=st.sampled_from(FORMS),
    explain=st.booleans(),
    task=st.sampled_from((TASK, "write tests of the store", "who calls now", "orders")),
    budget=st.integers(60, 2500),
)
def test_every_form_keeps_the_budget_and_the_lines(
    orders_index: RepoIndex, orders: Path, *, name: str, explain: bool, task: str, budget: int
) -> None:
    try:
        selection = select_context(orders_index, task, budget=budget, form=form_named(name, explain=explain))
    except BudgetTooSmall:
        return  # what it says is held by test_the_budget_is_kept_exactly
    text = render(selection)
    assert count_tokens(text) == selection.total_tokens <= budget
    known = lines_of(selection, orders)
    shown = [(int(number), line) for number, line in _NUMBERED.findall(text)]
    assert all(line in known for line in shown)
    promised = sum(
        end - start + 1 for file in selection.selected for p in file.pieces for start, end in p.lines
    )
    assert len(shown) == promised


@pytest.mark.parametrize("budget", [700, 900, 1000, 1010, 1100, 1500, 6000])
def test_json_keeps_the_budget(orders_index: RepoIndex, budget: int) -> None:
    selection = select_context(orders_index, TASK, budget=budget, form=Json())
    text = render(selection)
    assert count_tokens(text) <= budget
    data = json.loads(text)
    assert 0 <= data["total_tokens"] - count_tokens(text) <= 2
    assert data["budget_remaining"] == budget - data["total_tokens"]
    assert {"path", "score", "signals", "content", "token_count", "language", "is_test"} <= data["selected"][
        0
    ].keys()
    assert {"total_tokens", "budget", "used_fallback", "intent", "intent_confidence"} <= data.keys()


def test_xml_has_labelled_sections(orders_index: RepoIndex) -> None:
    selection = select_context(
        orders_index, TASK, budget=3000, include_tests=True, form=form_named("xml", explain=True)
    )
    root = ET.fromstring(render(selection))
    assert (root.tag, root.get("intent")) == ("context", "BUG_FIX")
    assert float(root.get("confidence", 0)) == pytest.approx(selection.intent_confidence, abs=0.01)
    assert [section.tag for section in root][:4] == [
        "definitions", "import_context", "relevant_code", "test_context",
    ]  # fmt: skip
    pieces = {piece.get("name"): piece for piece in root.iterfind("definitions/file/piece[@level]")}
    named = pieces["method Store.load_orders"]
    assert 'raise StoreError("the order line is broken") from error' in (named.text or "")
    assert "lexical_sim" in named.get("score", "")
    assert root.find("test_context/file[@path='tests/test_store.py']") is not None


def test_what_would_end_a_form_does_not(tmp_path: Path) -> None:
    """Code may hold the end of a CDATA section, a fence, tags, and characters that XML forbids."""
    code = 'def tricky():\n    """Ends ]]> and ```` and </context>."""\n    return "<b>&\x0c`"\n'
    write(tmp_path, {"a.py": code})
    xml = render(select_context_from_repo(tmp_path, "tricky <b>", form=form_named("xml")))
    piece = next(ET.fromstring(xml).iter("piece"))
    assert "Ends ]]> and ```` and </context>." in (piece.text or "")
    markdown = render(select_context_from_repo(tmp_path, "tricky <b>", form=form_named("markdown")))
    assert markdown.count("`````") == 2


def test_markdown_names_the_language(orders_index: RepoIndex) -> None:
    text = render(select_context(orders_index, TASK, budget=1500, form=form_named("markdown")))
    assert "## `app/store.py`" in text
    assert "```python\n" in text
    assert "| BUG_FIX" not in text.splitlines()[0]
    assert "BUG_FIX" in text.splitlines()[0]


@pytest.mark.parametrize("name", FORMS)
def test_explanations_add_up(orders_index: RepoIndex, name: str) -> None:
    selection = select_context(orders_index, TASK, budget=2500, form=form_named(name, explain=True))
    found = re.findall(r"\w+ (0\.\d+) = ((?:\w+ [\d.]+(?: \+ )?)+)", render(selection))
    assert len(found) == sum(len(file.pieces) for file in selection.selected)
    for score, parts in found:
        given_by = [float(part) for part in re.findall(r"[a-z_]+ ([\d.]+)", parts)]
        assert sum(given_by) == pytest.approx(float(score), abs=0.005)


def test_imports_are_one_line(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "database.ts": 'import { BaseClient } from "./base_client";\n'
            "export class Database { client = new BaseClient(); query() { return this.client.send(); } }\n",
            "base_client.ts": 'import { ConnectionPool } from "./connection_pool";\n'
            "export class BaseClient { pool = new ConnectionPool(); send() { return this.pool.connect(); } }\n",
            "connection_pool.ts": "export class ConnectionPool { connect() { return 1; } }\n",
        },
    )
    selection = select_context_from_repo(
        tmp_path, "the database client loses its connection pool", form=Markdown()
    )
    assert selection.chains == (("database.ts", "base_client.ts", "connection_pool.ts"),)
    assert "\nImports: `database.ts -> base_client.ts -> connection_pool.ts`\n" in Markdown().render(
        selection
    )


def test_imports_that_lead_back_are_said_once(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "one.py": "import two\n\n\ndef first_step():\n    return two.second_step()\n",
            "two.py": "import one\n\n\ndef second_step():\n    return one\n",
        },
    )
    selection = select_context_from_repo(tmp_path, "first_step and second_step", form=Markdown())
    assert len(selection.chains) == 1
    assert select_context_from_repo(tmp_path, "first_step and second_step").chains == (), "compact has none"
    assert sorted(selection.chains[0]) == ["one.py", "two.py"]


def test_a_file_that_is_not_shown_is_named_only_where_it_leads_from_one_shown_to_another(
    tmp_path: Path,
) -> None:
    """Here the way through it would lead back: `start.py` imports it, and `end.py` imports `start.py`."""
    write(
        tmp_path,
        {
            "start.py": "import between\n\n\ndef first_step():\n    return between\n",
            "between.py": "import end\n",
            "end.py": "import start\n\n\ndef last_step():\n    return start\n",
        },
    )
    index = RepoIndex.build(tmp_path)
    graph = index.snapshot.graph
    assert chains(graph, [graph.paths.index("end.py"), graph.paths.index("start.py")]) == (
        ("end.py", "start.py"),
    )


def test_cards_have_three_fidelities(tmp_path: Path) -> None:
    methods = "".join(
        f"\n    def close_part_{number}(self, order):\n        return order + {number}\n"
        for number in range(30)
    )
    doc = (
        "Closes the ledger of a day, unless somebody is still writing to it. "
        + "It keeps what was not paid for the next one. " * 12
    )
    rates = "".join(f"    rate_{number} = {number}\n" for number in range(60))
    write(tmp_path, {"ledger.py": f'class Ledger:\n    """{doc}"""\n\n{rates}{methods}'})
    index = RepoIndex.build(tmp_path)
    graph = index.snapshot.graph
    renderer = Renderer(graph, index.text, tables().levels, Matcher({}), {})
    [ledger] = [
        graph.entity(unit) for unit in graph.entities_of("ledger.py") if graph.name_of(unit) == "Ledger"
    ]
    levels = renderer.levels(ledger, with_excerpts=False).renditions
    index.close()
    compact, standard = (level for level in levels if level.detail is Detail.DOC)
    assert compact.text.strip() == "Closes the ledger of a day, unless somebody is still writing to it."
    assert 20 <= count_tokens(f"{compact.title}\n{compact.text}") <= 50
    assert "members: close_part_0 " in standard.text
    assert 90 <= count_tokens(f"{standard.title}\n{standard.text}") <= 120
    assert levels[-1].label == "own lines"


def test_an_unknown_form() -> None:
    with pytest.raises(InvalidArgument, match="There is no form 'pdf'; give one of compact, markdown, xml"):
        form_named("pdf")


def test_a_module_within_a_file_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "rates.rb").write_text(
        "module Shop\n  module Rates\n    REDUCED = %w[book bread]\n\n    def self.of(item) = 7\n  end\nend\n"
    )

    text = render(select_context(RepoIndex.build(tmp_path), "reduced rates of a book", budget=500))

    assert "### 2-6 module Shop.Rates (own lines)" in text


def test_what_only_closes_or_parts_the_members_of_a_class_is_no_code_of_its_own(tmp_path: Path) -> None:
    rates = "class Rates < Table\n  STEP = 3\n\n  def low\n    1\n  end\n\n  private\n\n  def high\n    2\n  end\nend\n"
    till = "class Till < Box\n  def open\n    1\n  end\n\n  private\n\n  def close\n    2\n  end\nend\n"
    write(tmp_path, {"rates.rb": rates, "till.rb": till})
    index = RepoIndex.build(tmp_path)
    graph = index.snapshot.graph
    renderer = Renderer(graph, index.text, tables().levels, Matcher({}), {})
    best = {
        name: renderer.levels(graph.entity(graph.lookup(name)), with_excerpts=False).renditions[-1]
        for name in ("Rates", "Till")
    }
    index.close()
    assert (best["Rates"].label, best["Rates"].text) == ("own lines", "1|class Rates < Table\n2|  STEP = 3")
    assert (best["Till"].detail, best["Till"].text.strip()) == (Detail.DOC, "members: open 2, close 8")


def test_a_class_that_has_nothing_but_methods_has_no_code_of_its_own(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "till.py": "class Till(Box):\n    def open(self):\n        return 1\n\n\nclass Empty(Box):\n    pass\n"
        },
    )
    index = RepoIndex.build(tmp_path)
    graph = index.snapshot.graph
    renderer = Renderer(graph, index.text, tables().levels, Matcher({}), {})
    found = {
        graph.name_of(unit): renderer.levels(graph.entity(unit), with_excerpts=False).renditions[-1]
        for unit in graph.entities_of("till.py")
        if graph.name_of(unit) in {"Till", "Empty"}
    }
    index.close()
    assert found["Till"].detail is Detail.DOC
    assert found["Till"].text.strip() == "members: open 2"
    assert found["Empty"].text == "6|class Empty(Box):\n7|    pass"


def test_what_only_programs_read_of_a_documentation_is_not_said(tmp_path: Path) -> None:
    """Neither of what stands alone above what is a unit of its own, as attributes of Rust do."""
    files = {
        "shop.py": (
            '"""\n.. module:: shop\n    :platform: Unix\n\nSells things. And more.\n"""\n\nsize = 1\n'
            "\n\ndef sell(): ...\n"
        ),
        "Cart.java": "/**\n * @author Ann\n */\nclass Cart {\n  int size;\n"
        "  /** {@inheritDoc} */\n  int sum() { return 1; }\n}\n",
        "lib.rs": (
            "use shop::Total;\nstruct Cart;\nconst SIZE: u32 = 1;\n"
            "#[rustfmt::skip]\nimpl Total for Cart {\n    fn sum(&self) -> u32 { SIZE }\n}\n"
        ),
    }
    index = RepoIndex.build(write(tmp_path, files))
    graph = index.snapshot.graph
    renderer = Renderer(graph, index.text, tables().levels, Matcher({}), {})
    said = {
        path: "\n".join(
            one.text
            for one in renderer.levels(
                graph.entity(graph.entities_of(path).start), with_excerpts=False
            ).renditions
        )
        for path in files
    }
    assert "    Sells things." in said["shop.py"]
    assert ".. module" not in said["shop.py"].replace("2|.. module", "")
    card = renderer.levels(graph.entity(graph.lookup("Cart.java:Cart")), with_excerpts=False).renditions
    assert not any("    @author" in one.text for one in card)
    total = renderer.levels(graph.entity(graph.lookup("Cart.java:Cart.sum")), with_excerpts=False).renditions
    assert not any("inheritDoc" in one.text for one in total)
    rust = renderer.levels(graph.entity(graph.entities_of("lib.rs").start), with_excerpts=False).renditions
    assert not any("imports cut" in one.label for one in rust)  # nothing but the attribute would be left


def test_a_member_without_a_body_is_a_declaration_below_its_type(tmp_path: Path) -> None:
    store = """\
        /** Keeps orders. */
        interface Store {
            Order find(int id);
            // Let go of the file.
            void close();
            /**
             * Writes orders.
             *
             * Those that wait
             * are written,
             * the others
             * are not.
             */
            void flush();
        }
        """
    write(tmp_path, {"Store.java": dedent(store)})

    text = render(
        select_context(RepoIndex.build(tmp_path), "Store.find an order in a closed store", budget=500)
    )

    assert "- 3-3 Order find(int id)\n- 5-5 void close()" in text
    assert "- 14-14 void flush()" in text
    assert "(body" not in text


def test_a_file_is_not_described_by_the_only_thing_in_it(tmp_path: Path) -> None:
    one = (
        'import { bell } from "./bell";\n\nclass Till {\n'
        + "".join(f"  open{n}() {{ return {n}; }}\n" for n in range(3))
        + "}\n"
    )
    two = one.replace("Till", "TillDrawer") + one.split("\n\n")[1].replace("Till", "TillKey")
    write(tmp_path, {"src/till.js": one, "src/till_parts.js": two})
    selection = select_context_from_repo(tmp_path, "the till opens", budget=3000, min_score=0.0)
    described = {piece.name for file in selection.selected for piece in file.pieces if piece.kind == "module"}
    assert described == {"src/till_parts.js"}
