"""Traces over a small application."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

import networkx as nx
import pytest

from nsccn.errors import InvalidArgument
from nsccn.index import RepoIndex
from nsccn.tracing.lineage import inherited_constructor
from nsccn.tracing.trace import Trace, trace

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph

APPLICATION = {
    "app/__init__.py": "",
    "app/errors.py": """
        class AppError(Exception):
            pass

        class Missing(AppError):
            pass
        """,
    "app/store.py": """
        from app.errors import Missing

        TIMEOUT = 30

        class Store:
            def __init__(self, path):
                self.path = path
                self.items = {}

            def get(self, name):
                if name not in self.items:
                    raise Missing(name)
                return self.items[name]

            def put(self, name, value):
                self.items[name] = value

            def close(self):
                pass

        class CachedStore(Store):
            def get(self, name):
                return super().get(name)
        """,
    "app/service.py": """
        import os
        from app import store
        from app.errors import Missing
        from app.store import CachedStore, Store

        def connect():
            return Store(os.environ["STORE_PATH"])

        def load(name):
            opened: Store = connect()
            return opened.get(name)

        def load_safely(name):
            try:
                return load(name)
            except Missing:
                return None

        def save(name, value):
            opened = Store("here")
            opened.put(name, value)
            return wait(store.TIMEOUT)

        def wait(seconds):
            return wait(seconds - 1) if seconds else None

        def cached():
            return CachedStore("there")
        """,
    "app/main.py": """
        from app.service import load, load_safely, save

        def main(name):
            save(name, load_safely(name))
            return on_error(load)

        def on_error(handler):
            return handler
        """,
    "tests/test_service.py": """
        from app.service import load

        def test_load():
            load("x")
        """,
}


def build(root: Path, files: dict[str, str]) -> CodeGraph:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return RepoIndex.build(root).snapshot.graph


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> CodeGraph:
    return build(tmp_path_factory.mktemp("application"), APPLICATION)


def shown(found: Trace) -> list[str]:
    """The steps of a trace: `1 load -> Store.get CALLS`."""
    name = found.code.qualified_of
    arrow = {True: "->", False: "<-"}
    return [
        f"{step.distance} {name(step.near)} {arrow[step.forward]} {name(step.far)} {step.edge.kind}"
        for step in found.steps
    ]


def names(found: Trace) -> list[str]:
    return [found.code.qualified_of(entity) for entity in found.distances]


def steps(graph: CodeGraph, name: str, direction: str, depth: int = 3) -> list[str]:
    return shown(trace(graph, graph.lookup(name), direction, depth))


def test_downstream_follows_calls_and_what_is_handed_over(graph: CodeGraph) -> None:
    assert steps(graph, "main.main", "downstream", 2) == [
        "1 main -> on_error CALLS",
        "1 main -> load REFERENCES",
        "1 main -> load_safely CALLS",
        "1 main -> save CALLS",
        "2 load -> connect CALLS",
        "2 load -> Store.get CALLS",
        "2 load -> CachedStore.get CALLS",
        "2 load_safely -> load CALLS",
        "2 save -> wait CALLS",
        "2 save -> Store.__init__ CALLS",
        "2 save -> Store.put CALLS",
    ]


def test_a_type_that_is_handed_over_runs_nothing_of_its_body(tmp_path: Path) -> None:
    graph = build(
        tmp_path,
        {
            "forms.py": """
                def field(): ...
                def register(form): ...

                class Form:
                    total = field()

                def start():
                    register(Form)

                def made():
                    return Form()
                """,
        },
    )
    assert steps(graph, "start", "downstream") == [
        "1 start -> register CALLS",
        "1 start -> Form REFERENCES",
    ]
    assert steps(graph, "made", "downstream") == ["1 made -> Form CALLS", "2 Form -> field CALLS"]


def test_upstream_counts_tests_beside_the_product(graph: CodeGraph) -> None:
    assert steps(graph, "load", "upstream") == [
        "1 load <- main REFERENCES",
        "1 load <- load_safely CALLS",
        "2 load_safely <- main CALLS",
    ]
    found = trace(graph, graph.lookup("load"), "upstream")
    assert [graph.qualified_of(one) for one in found.folded] == ["test_load"]


def test_upstream_without_folding_puts_tests_last(graph: CodeGraph) -> None:
    found = trace(graph, graph.lookup("load"), "upstream", is_folded=False)
    assert shown(found) == [
        "1 load <- main REFERENCES",
        "1 load <- load_safely CALLS",
        "1 load <- test_load CALLS",
        "2 load_safely <- main CALLS",
    ]
    assert found.folded == ()


def test_steps_carry_their_evidence(graph: CodeGraph) -> None:
    found = trace(graph, graph.lookup("connect"), "upstream", 1)
    assert [(step.edge.evidence.path, step.edge.evidence.line) for step in found.steps] == [
        ("app/service.py", 10)
    ]


def test_recursion_is_one_step(graph: CodeGraph) -> None:
    assert steps(graph, "wait", "downstream") == ["1 wait -> wait CALLS"]


def test_callers_of_a_class_create_it(graph: CodeGraph) -> None:
    found = trace(graph, graph.lookup("Store"), "upstream", 1)
    assert [graph.qualified_of(start) for start in found.starts] == ["Store", "Store.__init__"]
    assert {"1 Store.__init__ <- connect CALLS", "1 Store.__init__ <- save CALLS"} <= set(shown(found))


def test_a_class_may_inherit_its_constructor(graph: CodeGraph) -> None:
    constructor = inherited_constructor(graph, graph.lookup("CachedStore"))
    assert constructor == graph.lookup("Store.__init__")
    assert inherited_constructor(graph, graph.lookup("Store")) is None


def test_callers_of_an_override_may_be_those_of_what_it_overrides(graph: CodeGraph) -> None:
    found = trace(graph, graph.lookup("CachedStore.get"), "upstream")
    assert found.overrides == ((graph.lookup("CachedStore.get"), graph.lookup("Store.get")),)


def test_a_file_stands_for_what_it_defines(graph: CodeGraph) -> None:
    assert steps(graph, "app/service.py", "upstream") == [
        "1 load <- main REFERENCES",
        "1 load_safely <- main CALLS",
        "1 save <- main CALLS",
    ]


def test_state_of_a_method_and_who_shares_it(graph: CodeGraph) -> None:
    assert steps(graph, "Store.put", "state") == [
        "1 Store.put -> Store.items MUTATES",
        "2 Store.items <- Store.__init__ MUTATES",
        "2 Store.items <- Store.get READS",
    ]


def test_state_of_an_attribute(graph: CodeGraph) -> None:
    assert steps(graph, "Store.items", "state") == [
        "1 Store.items <- Store.__init__ MUTATES",
        "1 Store.items <- Store.get READS",
        "1 Store.items <- Store.put MUTATES",
    ]


def test_state_of_a_field_is_not_what_its_readers_write_besides(tmp_path: Path) -> None:
    source = """
        class Cart:
            def __init__(self, mail):
                self.mail = mail
                self.sent = 0

            def send(self):
                self.sent += 1
                self.last = self.mail

            def count(self):
                return self.sent
        """
    shop = build(tmp_path, {"cart.py": source})
    assert steps(shop, "Cart.mail", "state") == [
        "1 Cart.mail <- Cart.__init__ MUTATES",
        "1 Cart.mail <- Cart.send READS",
    ]
    assert "2 Cart.sent <- Cart.count READS" in steps(shop, "Cart.send", "state")


def test_state_of_a_constant_is_who_reads_it(graph: CodeGraph) -> None:
    assert steps(graph, "TIMEOUT", "state") == ["1 TIMEOUT <- save READS_CONFIG"]


def test_state_of_a_function_that_writes_through_others(graph: CodeGraph) -> None:
    assert steps(graph, "save", "state") == [
        "1 save -> Store.__init__ CALLS",
        "1 save -> Store.put CALLS",
        "2 Store.__init__ -> Store.path MUTATES",
        "2 Store.__init__ -> Store.items MUTATES",
        "2 Store.put -> Store.items MUTATES",
    ]


def test_config_shows_the_way_to_each_setting_and_nothing_else(graph: CodeGraph) -> None:
    assert steps(graph, "load", "config") == [
        "1 load -> connect CALLS",
        "2 connect -> config:env:STORE_PATH READS_CONFIG",
    ]
    assert steps(graph, "main.main", "config", 2) == [
        "1 main -> save CALLS",
        "2 save -> TIMEOUT READS_CONFIG",
    ]


def test_config_from_a_setting_to_its_readers_and_their_callers(graph: CodeGraph) -> None:
    assert steps(graph, "config:env:STORE_PATH", "config") == [
        "1 config:env:STORE_PATH <- connect READS_CONFIG",
        "2 connect <- load CALLS",
        "3 load <- load_safely CALLS",
    ]


def test_config_from_a_setting_that_a_constant_keeps_to_who_reads_it_there(tmp_path: Path) -> None:
    graph = build(
        tmp_path,
        {
            "settings.py": """
                import os

                PERIOD = int(os.environ.get("SHOP_PERIOD", 30))
                """,
            "jobs.py": """
                import settings

                def planned():
                    return {"every": settings.PERIOD}

                def start():
                    run(planned())
                """,
        },
    )
    assert steps(graph, "config:env:SHOP_PERIOD", "config") == [
        "1 config:env:SHOP_PERIOD <- PERIOD READS_CONFIG",
        "2 PERIOD <- planned READS_CONFIG",
        "3 planned <- start CALLS",
    ]
    assert steps(graph, "PERIOD", "config") == [
        "1 PERIOD <- planned READS_CONFIG",
        "2 planned <- start CALLS",
    ]


def test_config_of_a_file_that_only_holds_settings_is_who_reads_them(graph: CodeGraph) -> None:
    assert steps(graph, "app/store.py", "config", 1) == ["1 TIMEOUT <- save READS_CONFIG"]


def test_errors_of_a_function_what_it_raises_and_where_that_escapes(graph: CodeGraph) -> None:
    assert steps(graph, "Store.get", "errors") == [
        "1 Store.get -> Missing PROPAGATES_ERROR",
        "1 Store.get -> load PROPAGATES_ERROR",
        "1 Store.get -> CachedStore.get PROPAGATES_ERROR",
        "2 load <- load_safely HANDLES_ERROR",
        "2 CachedStore.get -> load PROPAGATES_ERROR",
    ]


def test_errors_that_a_function_lets_pass(graph: CodeGraph) -> None:
    assert steps(graph, "load", "errors") == [
        "1 load <- load_safely HANDLES_ERROR",
        "1 load <- Store.get PROPAGATES_ERROR",
        "1 load <- CachedStore.get PROPAGATES_ERROR",
        "2 Store.get -> Missing PROPAGATES_ERROR",
        "2 CachedStore.get <- Store.get PROPAGATES_ERROR",
    ]


def test_a_caught_error_goes_no_further(graph: CodeGraph) -> None:
    assert steps(graph, "load_safely", "errors") == [
        "1 load_safely -> Missing HANDLES_ERROR",
        "1 load_safely -> load HANDLES_ERROR",
    ]


ERRORS = {
    "lib.py": """
        class Refused(Exception): pass
        class Late(Exception): pass
        class VeryLate(Late): pass

        def refuse():
            raise Refused

        def delay():
            raise VeryLate

        def both():
            refuse()
            delay()

        def own():
            try:
                raise Refused
            except Refused:
                return None
        """,
    "use.py": """
        from lib import Late, Refused, both

        def patient():
            try:
                both()
            except Late:
                return None

        def careful():
            try:
                patient()
            except Refused:
                return None

        def reckless():
            patient()
        """,
}


@pytest.fixture(scope="module")
def errors(tmp_path_factory: pytest.TempPathFactory) -> CodeGraph:
    return build(tmp_path_factory.mktemp("errors"), ERRORS)


def named(found: Trace) -> list[str]:
    return [
        f"{text} {','.join(map(found.code.name_of, found.errors.get(step.number, ())))}".rstrip()
        for text, step in zip(shown(found), found.steps, strict=True)
    ]


def test_an_error_is_followed_to_the_one_that_catches_it(errors: CodeGraph) -> None:
    assert named(trace(errors, errors.lookup("delay"), "errors")) == [
        "1 delay -> VeryLate PROPAGATES_ERROR",
        "1 delay -> both PROPAGATES_ERROR VeryLate",
        "2 both <- patient HANDLES_ERROR VeryLate",
    ]


def test_an_error_goes_past_handlers_of_others(errors: CodeGraph) -> None:
    found = named(trace(errors, errors.lookup("refuse"), "errors"))
    assert found == [
        "1 refuse -> Refused PROPAGATES_ERROR",
        "1 refuse -> both PROPAGATES_ERROR Refused",
        "2 both -> patient PROPAGATES_ERROR Refused",
        "3 patient <- careful HANDLES_ERROR Refused",
        "3 patient -> reckless PROPAGATES_ERROR Refused",
    ]


def test_an_error_type_is_followed_from_where_it_is_raised(errors: CodeGraph) -> None:
    assert named(trace(errors, errors.lookup("Late"), "errors")) == [
        "1 Late <- patient HANDLES_ERROR",
        "1 VeryLate <- delay PROPAGATES_ERROR",
        "2 delay -> both PROPAGATES_ERROR VeryLate",
        "3 both <- patient HANDLES_ERROR VeryLate",
    ]


def test_what_a_function_raises_and_catches_itself_does_not_leave_it(errors: CodeGraph) -> None:
    assert named(trace(errors, errors.lookup("own"), "errors")) == ["1 own -> Refused HANDLES_ERROR"]


def test_a_function_lets_some_errors_of_a_call_pass_and_catches_others(errors: CodeGraph) -> None:
    assert set(named(trace(errors, errors.lookup("patient"), "errors", 1))) == {
        "1 patient <- both PROPAGATES_ERROR Refused",
        "1 patient -> Late HANDLES_ERROR",
        "1 patient -> both HANDLES_ERROR VeryLate",
        "1 patient <- careful HANDLES_ERROR Refused",
        "1 patient -> reckless PROPAGATES_ERROR Refused",
    }


def test_an_enum_of_errors_is_raised_as_any_of_its_variants(tmp_path: Path) -> None:
    source = """
        pub enum SyncError { WrongKey, Remote { text: String } }
        pub fn open() -> Result<u8, SyncError> { Err(SyncError::WrongKey) }
        pub fn send(text: String) -> Result<u8, SyncError> { Err(SyncError::Remote { text }) }
        pub fn sync() -> Result<u8, SyncError> { open()?; Ok(1) }
        """
    graph = build(tmp_path, {"src/lib.rs": source})
    assert set(named(trace(graph, graph.lookup("SyncError"), "errors"))) == {
        "1 SyncError.WrongKey <- open PROPAGATES_ERROR",
        "1 SyncError.Remote <- send PROPAGATES_ERROR",
        "2 open -> sync PROPAGATES_ERROR WrongKey",
    }


def test_an_error_is_raised_as_any_of_its_subtypes(graph: CodeGraph) -> None:
    found = trace(graph, graph.lookup("AppError"), "errors", 1)
    assert [graph.qualified_of(start) for start in found.starts] == ["AppError", "Missing"]
    assert shown(found) == [
        "1 Missing <- Store.get PROPAGATES_ERROR",
        "1 Missing <- load_safely HANDLES_ERROR",
    ]


def test_inheritance_goes_both_ways(graph: CodeGraph) -> None:
    assert steps(graph, "Missing", "inheritance") == ["1 Missing -> AppError INHERITS"]
    found = trace(graph, graph.lookup("Store"), "inheritance")
    assert shown(found) == ["1 Store <- CachedStore INHERITS"]
    assert [tuple(map(graph.qualified_of, pair)) for pair in found.overrides] == [
        ("CachedStore.get", "Store.get")
    ]


def test_what_a_type_shares_with_those_beyond_the_limit_is_not_told(tmp_path: Path) -> None:
    kinds = "".join(f"class Kind{number}(Base):\n    def run(self): ...\n\n" for number in range(5))
    graph = build(tmp_path, {"kinds.py": f"class Base:\n    def run(self): ...\n\n{kinds}"})
    found = trace(graph, graph.lookup("Base"), "inheritance", limit=2)
    assert len(found.steps) == len(found.overrides) == 2


def test_types_that_override_a_method_come_before_those_that_only_inherit_it(tmp_path: Path) -> None:
    kinds = "".join(f"class Kind{number}(Base): ...\n\n" for number in range(6))
    last = "class Last(Kind5):\n    def run(self): ...\n"
    graph = build(tmp_path, {"kinds.py": f"class Base:\n    def run(self): ...\n\n{kinds}{last}"})

    found = trace(graph, graph.lookup("Base.run"), "inheritance", limit=3)
    assert names(found) == ["Base", "Kind5", "Last", "Kind0"]
    assert names(trace(graph, graph.lookup("Base"), "inheritance", limit=3)) == [
        "Base",
        "Kind0",
        "Kind1",
        "Kind2",
    ]


def test_inheritance_of_a_method_is_that_of_its_class(graph: CodeGraph) -> None:
    found = trace(graph, graph.lookup("Store.put"), "inheritance")
    assert shown(found) == ["1 Store <- CachedStore INHERITS"]
    assert found.overrides == ()


def test_a_type_overrides_no_method_that_has_its_name(tmp_path: Path) -> None:
    graph = build(
        tmp_path,
        {"a.py": "class Base:\n    def Cart(self): ...\n\nclass Cart(Base):\n    def Cart(self): ...\n"},
    )
    assert trace(graph, graph.lookup("class:a.py:Cart"), "upstream").overrides == ()
    assert len(trace(graph, graph.lookup("method:a.py:Cart.Cart"), "upstream").overrides) == 1


def test_overrides_of_nearer_types_come_first(tmp_path: Path) -> None:
    near = "class Base:\n    def run(self): ...\n\nclass Child(Base):\n    def run(self): ...\n"
    far = "from near import Child\n\nclass Grandchild(Child):\n    def run(self): ...\n"
    graph = build(tmp_path, {"near.py": near, "far.py": far})
    found = trace(graph, graph.lookup("Base.run"), "inheritance")
    assert [graph.qualified_of(method) for method, _ in found.overrides] == ["Child.run", "Grandchild.run"]


def test_what_takes_something_else_overrides_nothing(tmp_path: Path) -> None:
    code = "class Base { void run(int a) {} }\nclass Other extends Base { void run(String a) {} }\n"
    graph = build(tmp_path, {"Base.java": code})
    assert trace(graph, graph.lookup("Other.run"), "upstream").overrides == ()


def test_path_forwards_over_every_kind_of_edge(graph: CodeGraph) -> None:
    found = trace(graph, graph.lookup("main.main"), to=graph.lookup("Missing"))
    assert [step.edge.kind for step in found.steps] == ["REFERENCES", "CALLS", "CALLS"]
    assert names(found) == ["main", "load", "Store.get", "Missing"]
    assert not found.backwards


def test_a_path_joins_calls_and_not_an_error_with_another_caller(tmp_path: Path) -> None:
    """The error of `read` goes back to `other` as well, from which `write` is nearer than by the calls of `main`."""
    graph = build(
        tmp_path,
        {
            "a.py": """
                def main():
                    read()
                    one()

                def read(): raise OSError("gone")

                def one(): two()

                def two(): three()

                def three(): write()

                def other():
                    read()
                    write()

                def write(): pass
                """,
        },
    )
    found = trace(graph, graph.lookup("main"), to=graph.lookup("write"))
    assert names(found) == ["main", "one", "two", "three", "write"]


SHOP = """
    def sell():
        raise OSError("sold out")

    def reserve():
        pass
    """
TEST_OF_SHOP = """
    from shop import reserve, sell

    def test_sell():
        sell()
        reserve()
    """
MAIN = """
    from shop import reserve, sell

    def main():
        sell()
        prepare()

    def prepare():
        reserve()
    """


def path(graph: CodeGraph, start: str, goal: str) -> list[str]:
    return shown(trace(graph, graph.lookup(start), to=graph.lookup(goal)))


def test_a_longer_path_in_the_product_is_shown_in_place_of_one_through_a_test(tmp_path: Path) -> None:
    graph = build(tmp_path, {"shop.py": SHOP, "main.py": MAIN, "tests/test_shop.py": TEST_OF_SHOP})
    assert path(graph, "sell", "reserve") == [
        "1 sell -> main PROPAGATES_ERROR",
        "2 main -> prepare CALLS",
        "3 prepare -> reserve CALLS",
    ]


def test_a_path_passes_a_test_where_no_other_is_found_or_an_end_is_in_tests(tmp_path: Path) -> None:
    graph = build(tmp_path, {"shop.py": SHOP, "tests/test_shop.py": TEST_OF_SHOP})
    assert path(graph, "sell", "reserve") == [
        "1 sell -> test_sell PROPAGATES_ERROR",
        "2 test_sell -> reserve CALLS",
    ]
    assert path(graph, "test_sell", "reserve") == ["1 test_sell -> reserve CALLS"]


def test_path_the_other_way(graph: CodeGraph) -> None:
    found = trace(graph, graph.lookup("wait"), to=graph.lookup("save"))
    assert (shown(found), found.backwards) == (["1 save -> wait CALLS"], True)


def test_no_path(graph: CodeGraph) -> None:
    found = trace(graph, graph.lookup("wait"), to=graph.lookup("Store.close"))
    assert (found.steps, found.backwards, found.distances) == ((), False, {})


def test_the_limit_keeps_the_nearest_and_counts_the_rest(graph: CodeGraph) -> None:
    found = trace(graph, graph.lookup("main.main"), "downstream", 2, limit=3)
    assert names(found) == ["main", "on_error", "load", "load_safely"]
    assert found.omitted == (1, 6)
    assert "2 load_safely -> load CALLS" in shown(found)


def test_the_limit_keeps_whole_ways_to_settings(graph: CodeGraph) -> None:
    found = trace(graph, graph.lookup("load_safely"), "config", limit=2)
    assert shown(found) == []
    assert found.omitted
    assert trace(graph, graph.lookup("load_safely"), "config", limit=3).omitted == ()


def test_more_room_takes_nothing_away_from_what_is_written_itself(tmp_path: Path) -> None:
    own = "".join(f"        self.own_{number} = 1\n" for number in range(4))
    source = (
        f"class Cart:\n    def fill(self):\n        self.begin()\n{own}"
        "    def begin(self):\n        self.set()\n    def set(self):\n        self.one = self.two = self.three = 1\n"
    )
    graph = build(tmp_path, {"cart.py": source})
    start = graph.lookup("Cart.fill")
    found = [{*shown(trace(graph, start, "state", limit=limit))} for limit in range(1, 11)]
    assert len(found[0]) == 1
    assert len(found[-1]) == 9
    assert all(less <= more for less, more in pairwise(found))


def test_a_trace_is_a_networkx_graph(graph: CodeGraph) -> None:
    found = trace(graph, graph.lookup("connect"), "upstream", 1).graph
    assert isinstance(found, nx.MultiDiGraph)
    assert list(found.edges(keys=True)) == [
        ("func:app/service.py:load", "func:app/service.py:connect", "CALLS")
    ]
    assert found.nodes["func:app/service.py:load"]["signature"] == "def load(name)"


def test_nothing_found_is_still_a_graph(graph: CodeGraph) -> None:
    assert list(trace(graph, graph.lookup("Store.close"), "upstream").graph) == [
        "method:app/store.py:Store.close"
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"direction": "sideways"}, "direction must be one of downstream, upstream,"),
        ({"depth": 0}, "depth must be between 1 and 10"),
        ({"depth": 11}, "depth must be between 1 and 10"),
        ({"limit": 0}, "limit must be at least 1"),
    ],
)
def test_bad_arguments(graph: CodeGraph, arguments: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidArgument, match=message):
        trace(graph, graph.lookup("load"), **arguments)  # type: ignore[arg-type]


def test_ambiguous_callers_come_after_sure_ones_and_unknown_ones_are_counted(tmp_path: Path) -> None:
    graph = build(
        tmp_path,
        {
            "kinds.py": "\n".join(f"class K{number}:\n    def depart(self): pass\n" for number in range(9)),
            "two.py": """
                class One:
                    def launch(self): pass

                class Two:
                    def launch(self): pass
                """,
            "use.py": """
                from two import One, Two

                def anyhow(thing):
                    thing.launch()
                    thing.depart()

                def surely():
                    One().launch()
                """,
        },
    )
    found = trace(graph, graph.lookup("One.launch"), "upstream")
    assert [(graph.qualified_of(step.far), step.edge.probability) for step in found.steps] == [
        ("surely", 1.0),
        ("anyhow", 0.485),
    ]
    assert trace(graph, graph.lookup("K3.depart"), "upstream").unresolved == {"depart": 1}


def test_a_hub_shows_its_best_callers(tmp_path: Path) -> None:
    callers = "\n".join(f"def caller_{number:03}():\n    hub()\n" for number in range(300))
    graph = build(
        tmp_path,
        {"hub.py": f"def hub():\n    pass\n\n{callers}", "tests/test_hub.py": "import hub\nhub.hub()\n"},
    )
    found = trace(graph, graph.lookup("hub.hub"), "upstream", limit=2)
    assert names(found) == ["hub", "caller_000", "caller_001"]
    assert found.omitted == (298,)
    assert len(found.folded) == 1


def test_a_likely_caller_in_the_product_comes_before_the_tests(tmp_path: Path) -> None:
    graph = build(
        tmp_path,
        {
            "shop/store.py": """
                class Store:
                    def load(self):
                        raise NotImplementedError

                class Kept(Store):
                    def load(self):
                        return 1

                def open_shop(store: Store):
                    return store.load()
                """,
            "tests/test_store.py": """
                from shop.store import Kept

                def test_load():
                    assert Kept().load() == 1

                def test_again():
                    assert Kept().load() == 1
                """,
        },
    )
    callers = trace(graph, graph.lookup("Kept.load"), "upstream", is_folded=False)

    assert [(graph.qualified_of(step.far), step.edge.probability) for step in callers.steps] == [
        ("open_shop", 0.95),
        ("test_load", 1.0),
        ("test_again", 1.0),
    ]
    assert names(trace(graph, callers.root, "upstream", limit=1)) == ["Kept.load", "open_shop"]


def test_what_is_surely_called_farther_off_comes_before_bodies_that_hardly_run(tmp_path: Path) -> None:
    names_of = "ABCDEFGHIJ"
    bodies = "\n".join(
        f"class {name}(Plan):\n    def run(self):\n        return only_{name}()\n\ndef only_{name}():\n    pass\n"
        for name in names_of
    )
    plans = (
        "class Plan:\n    def run(self):\n        return prepare()\n\ndef prepare():\n    return look()\n\n"
    )
    calls = "def look():\n    pass\n\ndef start(plan: Plan):\n    plan.run()\n"
    graph = build(tmp_path, {"plans.py": f"{plans}{calls}\n{bodies}"})

    found = trace(graph, graph.lookup("start"), "downstream", limit=5)

    assert names(found) == ["start", "Plan.run", "prepare", "look", "A.run", "B.run"]
    assert found.omitted == (8, 10)
    assert names(trace(graph, found.root, "downstream", limit=30))[1:3] == ["Plan.run", "A.run"]


def test_traces_of_equal_graphs_are_equal(graph: CodeGraph, tmp_path: Path) -> None:
    again = build(tmp_path, APPLICATION)
    for name in ("main.main", "Store", "app/service.py", "AppError"):
        for direction in ("downstream", "upstream", "state", "config", "errors", "inheritance"):
            assert steps(again, name, direction) == steps(graph, name, direction)


DECORATED = """
import functools

def log(text):
    pass

def logged(function):
    @functools.wraps(function)
    def wrapper(*args):
        log("called")
        return function(*args)
    return wrapper

@logged
def load(path):
    return read(path)

@logged
def save(path):
    pass

def read(path):
    pass

def start():
    load("a")

def stop():
    save("a")
"""


def test_what_is_decorated_alike_does_not_call_one_another(tmp_path: Path) -> None:
    graph = build(tmp_path, {"app.py": DECORATED})

    def reached(start: str, direction: str) -> set[str]:
        return set(names(trace(graph, graph.lookup(start), direction, 2)))

    assert reached("read", "upstream") == {"read", "load", "start", "logged.wrapper"}
    assert reached("log", "upstream") == {"log", "start", "stop", "logged", "logged.wrapper"}
    assert reached("start", "downstream") == {"start", "load", "read", "log", "logged.wrapper"}


def test_who_uses_a_type_comes_behind_who_makes_one(tmp_path: Path) -> None:
    source = """
        class Cart:
            def merge(self, other: "Cart"): ...

        def count(cart: Cart): ...

        def show(carts: list[Cart]):
            count(carts[0])

        def make():
            return Cart()
        """
    graph = build(tmp_path, {"shop.py": source})
    used = trace(graph, graph.lookup("Cart"), "upstream")
    assert shown(used) == ["1 Cart <- make CALLS", "1 Cart <- count USES_TYPE", "1 Cart <- show USES_TYPE"]
    assert names(trace(graph, graph.lookup("Cart"), "upstream", limit=1)) == ["Cart", "make"]


def test_who_uses_a_type_in_the_product_comes_before_the_tests_that_make_one(tmp_path: Path) -> None:
    shop = "class Options: ...\n\ndef open_shop(options: Options): ...\n"
    tests = "from shop import Options\n\ndef test_options():\n    Options()\n"
    graph = build(tmp_path, {"shop.py": shop, "tests/test_shop.py": tests})
    assert names(trace(graph, graph.lookup("Options"), "upstream", limit=1)) == ["Options", "open_shop"]


def test_who_uses_a_type_is_no_caller_of_what_its_body_calls(tmp_path: Path) -> None:
    source = """
        def limit():
            return 100

        class Cart:
            most = limit()

        def count(cart: Cart): ...

        def make():
            return Cart()
        """
    graph = build(tmp_path, {"shop.py": source})
    callers = trace(graph, graph.lookup("limit"), "upstream")
    assert shown(callers) == ["1 limit <- Cart CALLS", "2 Cart <- make CALLS"]


def test_what_a_function_reads_itself_comes_before_what_its_callees_read(tmp_path: Path) -> None:
    code = """
        import os

        def level():
            return os.environ["A_LEVEL"]

        def run():
            level()
            return os.environ["Z_PORT"]
        """
    graph = build(tmp_path, {"run.py": code})
    found = trace(graph, graph.lookup("run"), "config")
    assert shown(found) == [
        "1 run -> config:env:Z_PORT READS_CONFIG",
        "1 run -> level CALLS",
        "2 level -> config:env:A_LEVEL READS_CONFIG",
    ]
