"""Search, from a query to ranked entities."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_snapshot import snapshot_of

from nsccn.errors import InvalidArgument
from nsccn.search import evidence
from nsccn.search.search import Hit, Query, search
from nsccn.settings import Settings

if TYPE_CHECKING:
    from nsccn.snapshots.snapshot import Snapshot

SOURCES = {
    "web/router.py": '''
        """Finds the handler of a request."""
        from web.tree import RadixTree

        class Router:
            """Groups routes under a prefix."""

            def __init__(self, prefix):
                self.prefix = prefix
                self.tree = RadixTree()

            def add_route(self, path, handler):
                """Register a handler."""
                self.tree.insert(self.prefix + path, handler)

            def dispatch(self, request):
                handler = self.tree.find(request.path)
                if handler is None:
                    raise LookupError("no handler is registered for this path")
                return handler(request)
        ''',
    "web/tree.py": '''
        class RadixTree:
            """A prefix tree whose edges are whole words."""

            def insert(self, path, value):
                node = self._match(path)
                node.value = value

            def find(self, path):
                return self._match(path).value

            def _match(self, path):
                """Walk down along the longest common prefix."""
                return self
        ''',
    "web/sessions.py": '''
        TIMEOUT = 30

        def load_session(cookie):
            """Read what was stored for a visitor."""
            return cookie
        ''',
    "tests/test_router.py": """
        from web.router import Router

        def test_add_route_dispatches():
            router = Router("/api")
            router.add_route("/x", print)
            router.add_route("/y", print)
        """,
    "docs/guide.md": "# Guide\n\nHow to deploy behind a proxy: set the forwarded headers.\n",
    "deploy.toml": "[proxy]\nforwarded = true\n",
}


@pytest.fixture(scope="module")
def snapshot() -> Snapshot:
    """A small web framework."""
    return snapshot_of(SOURCES)


def find(snapshot: Snapshot, text: str, **filters: object) -> list[Hit]:
    """Return the hits of a query."""
    return search(snapshot, Query(text, **filters), Settings())  # type: ignore[arg-type]


def ids(hits: list[Hit]) -> list[str]:
    """Return the ids of hits."""
    return [hit.entity.id for hit in hits]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("add_route", "method:web/router.py:Router.add_route"),
        ("Router.add_route", "method:web/router.py:Router.add_route"),
        ("web.router.Router", "class:web/router.py:Router"),
        ("`RadixTree`", "class:web/tree.py:RadixTree"),
        ("class RadixTree", "class:web/tree.py:RadixTree"),
        ("radixtree", "class:web/tree.py:RadixTree"),
        ("addRoute", "method:web/router.py:Router.add_route"),
        ("dispatch()", "method:web/router.py:Router.dispatch"),
        ("func:web/sessions.py:load_session", "func:web/sessions.py:load_session"),
        ("TIMEOUT", "var:web/sessions.py:TIMEOUT"),
        ("web/sessions.py", "module:web/sessions.py:__init__"),
        ("deploy.toml", "file:deploy.toml"),
    ],
)
def test_a_name_finds_what_it_names_first(snapshot: Snapshot, text: str, expected: str) -> None:
    first = find(snapshot, text)[0]
    assert first.entity.id == expected
    assert first.why == "exact name"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("radix tree path matching", "method:web/tree.py:RadixTree._match"),
        ("how are routes grouped", "class:web/router.py:Router"),
        ("longest common prefix", "method:web/tree.py:RadixTree._match"),
        ("registering a handler", "method:web/router.py:Router.add_route"),
        ("session of a visitor", "func:web/sessions.py:load_session"),
        ("LookupError: no handler is registered for this path", "method:web/router.py:Router.dispatch"),
        ("deploy behind a proxy", "file:docs/guide.md"),
    ],
)
def test_words_find_what_they_describe(snapshot: Snapshot, text: str, expected: str) -> None:
    assert expected in ids(find(snapshot, text))[:2]


def test_who_says_what_very_many_hold_is_answered_from_the_files_that_fit_best(
    snapshot: Snapshot, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "a handler is registered on a router, found in the radix tree by its path; see load_session"
    everywhere = find(snapshot, text)
    monkeypatch.setattr(evidence, "MOST_ENTRIES", 0)
    assert ids(find(snapshot, text)) == ids(everywhere)
    monkeypatch.setattr(evidence, "MOST_ENTITIES", 10)
    some = find(snapshot, text)
    assert some[0].index == everywhere[0].index
    assert "web/tree.py" in {hit.entity.path for hit in everywhere[:5]}
    assert {hit.entity.path for hit in some[:5]} == {"web/router.py", "web/sessions.py"}
    assert find(snapshot, text, language="go") == []


def test_a_setting_finds_itself_and_its_readers() -> None:
    readers = """
        def in_project(settings):
            return settings["virtualenvs.in-project"]

        def elsewhere(project):
            return project.virtualenvs
        """
    found = find(snapshot_of({"env.py": readers}), "virtualenvs.in-project")
    assert [(hit.entity.id, hit.why) for hit in found[:2]] == [
        ("func:env.py:in_project", "reads the setting"),
        ("config:key:virtualenvs.in-project", "exact name"),
    ]


def test_a_short_question_about_one_setting_finds_its_readers() -> None:
    readers = """
        import os

        def period():
            return int(os.environ["SHOP_PERIOD"])

        def breaks(period):
            return period.removed

        def removed_breaks(shop, period):
            return shop.period
        """
    snapshot = snapshot_of({"shop.py": readers, "level.py": 'import os\nSHOP_LEVEL = os.environ["LEVEL"]\n'})
    for asked in ("what breaks when SHOP_PERIOD is removed", "SHOP_PERIOD removed breaks"):
        assert [(hit.entity.id, hit.why) for hit in find(snapshot, asked)[:2]] == [
            ("func:shop.py:period", "reads the setting"),
            ("config:env:SHOP_PERIOD", "exact name"),
        ]
    # A report that tells of a setting is about more, and so is one that tells of none or of two.
    for asked in (
        "the removed period of a shop breaks where nobody has set SHOP_PERIOD to any number at all",
        "removed breaks of SHOP_LEVEL",
        "removed breaks\nSHOP_PERIOD",
    ):
        assert "reads the setting" not in [hit.why for hit in find(snapshot, asked)]


def test_a_name_without_capitals_finds_the_type_before_tests() -> None:
    sources = {
        "store/locker.py": "class Locker:\n    pass\n",
        "tests/test_locker.py": "def locker():\n    return 1\n",
    }
    assert ids(find(snapshot_of(sources), "locker"))[:2] == [
        "class:store/locker.py:Locker",
        "func:tests/test_locker.py:locker",
    ]
    assert ids(find(snapshot_of(sources), "Locker"))[0] == "class:store/locker.py:Locker"


def test_a_type_stands_before_its_constructors() -> None:
    snapshot = snapshot_of(
        {
            "shop/Cart.java": "class Cart {\n  Cart() {}\n  Cart(int room) {}\n  void add(Item item) {}\n}\n",
            "shop/Item.java": "class Item {\n  Cart cart;\n}\n",
        }
    )

    hits = find(snapshot, "Cart")

    assert ids(hits)[0] == "class:shop/Cart.java:Cart"
    assert [hit.why for hit in hits].count("exact name") == 1


def test_a_report_finds_what_does_something_before_the_type_around_it() -> None:
    sources = {
        "shop/basket.py": '''
            class Basket:
                """What a customer means to buy."""

                def add(self, article):
                    self.articles.append(article)

                def total(self, rate):
                    prices = [article.price for article in self.articles]
                    return sum(prices) * rate
            ''',
        "shop/customer.py": "class Customer:\n    def pay(self, amount):\n        return amount\n",
    }
    snapshot = snapshot_of(sources)
    report = (
        "Basket counts an article twice\n\nWhat a customer means to buy is added twice.\nThe rate is right."
    )

    assert ids(find(snapshot, "a basket of a customer"))[0] == "class:shop/basket.py:Basket"
    assert ids(find(snapshot, report))[0] == "method:shop/basket.py:Basket.add"


@pytest.mark.parametrize("title", ["fix: {}", "Fix {}", "till: {}", "Show {}"])
def test_a_title_that_tells_a_change_finds_further_functions_of_the_best_file_sooner(title: str) -> None:
    many = {f"shop/part{number}.py": f"def part{number}(coins):\n    return coins\n" for number in range(60)}
    counting = "def count_coins(till):\n    return till\n\n\ndef coins_counted(till):\n    return till\n"
    snapshot, phrase = snapshot_of({**many, "till/counting.py": counting}), "how coins are counted"

    def place(text: str) -> int:
        found = ids(search(snapshot, Query(text, limit=100), Settings()))
        assert found[0] == "func:till/counting.py:count_coins"
        return found.index("func:till/counting.py:coins_counted")

    assert place(title.format(phrase)) < place(phrase)


def test_imports_say_little_of_a_file() -> None:
    snapshot = snapshot_of(
        {
            "shop/Ledger.java": """
                package shop;
                import org.indexing.Node;
                import org.indexing.core.Table;

                class Ledger {
                    private Node node;
                    int importAll() { return node.put(orders()); }
                }
                """,
            "shop/Order.java": """
                package shop;
                import org.indexing.Node;
                import org.indexing.Field;
                import org.indexing.core.Kind;

                class Order {}
                """,
        }
    )
    assert ids(find(snapshot, "where is everything about indexing imported"))[0] == (
        "method:shop/Ledger.java:Ledger.importAll"
    )
    assert snapshot.lexical.files_with("indexing") == {0, 1}  # which are found by it all the same


def test_files_in_no_language_are_found_by_path_and_text(snapshot: Snapshot) -> None:
    assert {"file:deploy.toml", "file:docs/guide.md"} <= set(ids(find(snapshot, "forwarded proxy")))
    assert ids(find(snapshot, "guide"))[0] == "file:docs/guide.md"


def test_nothing_is_found_for_words_that_occur_nowhere(snapshot: Snapshot) -> None:
    assert find(snapshot, "kubernetes") == []
    assert find(snapshot, "") == []
    assert find(snapshot, "!!!") == []


def test_tests_are_held_back_unless_asked_for(snapshot: Snapshot) -> None:
    test = "func:tests/test_router.py:test_add_route_dispatches"
    assert ids(find(snapshot, "route dispatches"))[0] != test
    assert ids(find(snapshot, "test that a route dispatches"))[0] == test
    assert ids(find(snapshot, "route dispatches", include_tests=True))[0] == test
    assert test not in ids(find(snapshot, "test that a route dispatches", include_tests=False))


def test_steps_of_a_database_are_held_back_unless_asked_for() -> None:
    step = "db/migrate/20240822174547_add_order_note.rb"
    snapshot = snapshot_of(
        {
            step: "class AddOrderNote\n  def change\n    add_column :orders, :note\n  end\nend\n",
            "app/models/order.rb": "class Order\n  def note\n    @note\n  end\nend\n",
        }
    )
    assert ids(find(snapshot, "order note"))[0] == "method:app/models/order.rb:Order.note"
    assert ids(find(snapshot, "migration of order note"))[0] == f"class:{step}:AddOrderNote"


INLINE_TESTS = """
pub fn parse_line(text: &str) -> Line {
    split(text)
}

#[cfg(test)]
use crate::fixtures;

pub fn split(text: &str) -> Line {
    Line::new(text)
}

#[cfg(test)]
mod tests {
    #[test]
    fn parse_line_takes_line() {
        parse_line("a line to parse");
    }
}

#[cfg(not(test))]
pub fn parse_really(text: &str) -> Line {
    parse_line(text)
}
"""


def test_tests_inside_of_source_are_held_back_too() -> None:
    snapshot = snapshot_of({"src/line.rs": INLINE_TESTS})
    test = "func:src/line.rs:tests.parse_line_takes_line"

    found = ids(find(snapshot, "parse a line"))
    assert found.index(test) > found.index("func:src/line.rs:parse_line")
    assert ids(find(snapshot, "test that parse takes a line"))[0] == test
    left = ids(find(snapshot, "parse line split", include_tests=False))
    assert not [one for one in left if ":tests" in one]
    assert {"func:src/line.rs:split", "func:src/line.rs:parse_really"} <= set(left)


def test_filters_leave_the_rest_out(snapshot: Snapshot) -> None:
    assert {hit.entity.kind for hit in find(snapshot, "path handler prefix", kind="class")} == {"class"}
    assert {hit.entity.path for hit in find(snapshot, "path handler prefix", path="web/t*.py")} == {
        "web/tree.py"
    }
    assert {hit.entity.path for hit in find(snapshot, "route", path="tests/")} == {"tests/test_router.py"}
    assert {hit.entity.language for hit in find(snapshot, "proxy deploy", language="text")} == {"text"}
    assert find(snapshot, "add_route", kind="class", path="web/tree.py") == []


@pytest.mark.parametrize(
    ("pattern", "files"),
    [
        ("web/", {"web/router.py", "web/sessions.py", "web/tree.py"}),
        ("**/tree.*", {"web/tree.py"}),
        ("/tests/**", {"tests/test_router.py"}),
        ("[rt]*.py", {"web/router.py", "web/tree.py", "tests/test_router.py"}),
        ("!web/", set()),
        ("*" + "?*" * 200 + "!", set()),
    ],
)
def test_paths_are_filtered_as_an_ignore_file_would(
    snapshot: Snapshot, pattern: str, files: set[str]
) -> None:
    found = find(snapshot, "route path session prefix", path=pattern, limit=100)
    assert {hit.entity.path for hit in found} == files


def test_brackets_stand_for_themselves_where_a_path_has_them() -> None:
    route = "export function route() {}\n"
    snapshot = snapshot_of(
        {"app/[id]/page.ts": route, "app/[[...rest]]/page.ts": route, "app/i/page.ts": route}
    )

    def within(pattern: str) -> set[str]:
        return {hit.entity.path for hit in find(snapshot, "route", path=pattern)}

    assert within("app/[id]/page.ts") == within("app/[id]/**") == {"app/[id]/page.ts"}
    assert within("app/[[...rest]]/") == {"app/[[...rest]]/page.ts"}
    assert within("app/[hi]/*") == {"app/i/page.ts"}


def test_hits_say_why(snapshot: Snapshot) -> None:
    by_id = {hit.entity.id: hit for hit in find(snapshot, "radix tree along the prefix")}
    assert 'name "radix tree"' in by_id["class:web/tree.py:RadixTree"].why
    assert 'doc "prefix"' in by_id["class:web/tree.py:RadixTree"].why
    message = find(snapshot, "LookupError: no handler is registered for this path")[0]
    assert 'message "no handler is registered for this path"' in message.why


def test_a_path_that_a_query_names_is_said_once_and_in_short(snapshot: Snapshot) -> None:
    """The line of the hit has the path; that of a trace may be of another machine."""
    trace = (
        'Traceback:\n  File "/srv/app/web/tree.py", line 8, in insert\n    node.value = value\nKeyError: 1'
    )
    hits = {hit.entity.name: hit.why for hit in find(snapshot, trace) if hit.entity.path == "web/tree.py"}
    assert 'frame "tree.py:8"' in hits["insert"]
    assert 'path "' not in hits["insert"]
    assert hits["_match"].count('path "tree.py"') == 1


def test_a_query_that_quotes_a_message_leads_first_to_who_words_it() -> None:
    many = "\n".join(f"    def value_{n}(self): return self.settings_value_not_found" for n in range(6))
    snapshot = snapshot_of(
        {
            "settings.py": f"class Settings:\n    value = 0\n{many}\n",
            "raising.py": "def _child(name):\n    raise KeyError(\"'%s' value not defined here\" % name)\n",
            "tests/test_raising.py": "def test(): assert 'value not defined here'\n",
        }
    )

    first, second, *_ = ids(find(snapshot, "'settings.value' value not defined here"))

    assert first == "func:raising.py:_child"
    assert second != "func:tests/test_raising.py:test"


def test_words_of_a_flag_are_no_message() -> None:
    snapshot = snapshot_of(
        {
            "main.py": "option('--timeout-keep-alive', default=5)\n",
            "server.py": "class Server:\n    def timeout_keep_alive_handler(self): self.close()\n",
        }
    )
    for query in ("timeout keep alive", "timeout keep alive handler"):
        assert ids(find(snapshot, query))[0] == "method:server.py:Server.timeout_keep_alive_handler"


def test_a_traceback_leads_to_its_frames(snapshot: Snapshot) -> None:
    trace = """\
Something is wrong here
Traceback (most recent call last):
  File "/app/web/router.py", line 17, in dispatch
    handler = self.tree.find(request.path)
  File "/app/web/tree.py", line 10, in find
    return self._match(path).value
"""
    first = ids(find(snapshot, trace))
    assert first[0] == "method:web/tree.py:RadixTree.find"
    assert "method:web/router.py:Router.dispatch" in first[:3]


def test_scores_fall_from_one_to_zero(snapshot: Snapshot) -> None:
    scores = [hit.score for hit in find(snapshot, "route path handler tree prefix")]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1 for score in scores)


def test_no_more_hits_than_asked_for(snapshot: Snapshot) -> None:
    few, many = find(snapshot, "path", limit=2), find(snapshot, "path", limit=10)
    assert ids(few) == ids(many)[:2]
    with pytest.raises(InvalidArgument, match="limit"):
        find(snapshot, "path", limit=0)


def test_an_empty_repository_has_no_hits() -> None:
    assert find(snapshot_of({}), "anything") == []


def test_the_answer_does_not_depend_on_the_run(snapshot: Snapshot) -> None:
    again = snapshot_of(dict(reversed(SOURCES.items())))
    for text in ("route", "radix tree path matching", "add_route"):
        assert [(hit.entity, hit.score, hit.why) for hit in find(snapshot, text)] == [
            (hit.entity, hit.score, hit.why) for hit in find(again, text)
        ]


@given(st.text(max_size=300))
def test_any_text_is_a_query(snapshot: Snapshot, text: str) -> None:
    for hit in find(snapshot, text):
        assert 0 < hit.score <= 1
        assert isinstance(hit.why, str)


def test_ranking_does_not_depend_on_the_order_of_files() -> None:
    """Folders without words only change where files stand among the others."""
    orders = (range(1, 9), range(9, 1, -1))
    moved = [
        snapshot_of(
            {f"d{number}/{path}": text for number, (path, text) in zip(order, SOURCES.items(), strict=False)}
        )
        for order in orders
    ]
    for text in ("radix tree path matching", "registering a handler", "session of a visitor", "route prefix"):
        one, other = (
            [
                (hit.entity.path[3:], hit.entity.qualified_name, round(hit.score, 9))
                for hit in find(each, text)[:5]
            ]
            for each in moved
        )
        assert one == other


def test_ranking_does_not_depend_on_how_paths_are_separated(snapshot: Snapshot) -> None:
    texts = (
        "the prefix is lost in web/tree.py",
        'broken\n  File "/app/web/router.py", line 17, in dispatch\n    handler = self.tree.find(request.path)',
    )
    for text in texts:
        found = [(hit.entity.id, hit.score) for hit in find(snapshot, text)]
        assert [(hit.entity.id, hit.score) for hit in find(snapshot, text.replace("/", "\\"))] == found


def test_private_names_are_told_for_many_entities_at_once(snapshot: Snapshot) -> None:
    graph = snapshot.graph
    names = [graph.name_of(entity) for entity in range(len(graph))]
    private = graph.is_private(np.arange(len(graph))).tolist()
    assert private == [name.startswith("_") and not name.startswith("__") for name in names]
    assert any(private)
