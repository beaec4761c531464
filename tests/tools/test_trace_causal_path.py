"""What an agent reads when it traces."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from written_files import write

from nsccn.errors import AmbiguousEntity, InvalidArgument, UnknownEntity
from nsccn.settings import Settings, load_settings
from nsccn.tools.open_surgical_window import open_surgical_window
from nsccn.tools.read_skeleton import read_skeleton
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from nsccn.tools.views import Answer

FILES = {
    "app/store.py": """
        class Missing(Exception):
            pass

        class Store:
            def __init__(self, path: str):
                self.path = path

            def get(self, name: str) -> bytes:
                raise Missing(name)

        class CachedStore(Store):
            def get(self, name: str) -> bytes:
                return super().get(name)
        """,
    "app/main.py": """
        import os
        from app.store import CachedStore, Store

        def main() -> None:
            load(os.environ["NAME"])
            register(load)

        def load(name: str) -> bytes:
            return Store("here").get(name)

        def register(handler):
            handlers = {"load": handler}
            return handlers["load"]("x")

        def cached():
            return CachedStore("there")

        def lonely():
            pass
        """,
}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("traced")
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(dedent(text).lstrip("\n"), encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def session(root: Path) -> DirectSession:
    return DirectSession(root, load_settings())


def lines(text: str) -> str:
    return dedent(text).strip("\n")


def ask(session: DirectSession, entity_id: str, **arguments: object) -> str:
    return trace_causal_path(session, entity_id, **arguments).text  # type: ignore[arg-type]


def test_downstream(session: DirectSession) -> None:
    assert ask(session, "main") == lines(
        """
        func:app/main.py:main  L4-6 | def main() -> None
        downstream, depth 3: 5 entities, 7 edges
        -> :load  calls L5, hands over L6 | (name: str) -> bytes
          -> method:app/store.py:Store.__init__  calls L9
          -> :Store.get  calls L9
            -> class::Missing  calls L9
        -> func:main.py:register  calls L6 | (handler)
          -> load (above)  calls L13 ?0.9 (indirect)
        """
    )


def test_upstream_names_a_caller_in_full_once(session: DirectSession) -> None:
    assert ask(session, "Missing", direction="upstream") == lines(
        """
        class:app/store.py:Missing  L1-2 | class Missing(Exception)
        upstream, depth 3: 5 entities, 6 edges
        <- :Store.get  calls L9
          <- func:app/main.py:load  calls L9
            <- :main  calls L5, hands over L6
            <- :register  calls L13 ?0.9 (indirect)
          <- method:store.py:CachedStore.get  calls L13
        """
    )


def test_what_ends_at_its_depth_says_how_many_more_one_call_leads_to(session: DirectSession) -> None:
    said = {depth: ask(session, "main", depth=depth).splitlines()[1] for depth in (1, 2, 3)}
    assert said == {
        1: "downstream, depth 1: 2 entities, 3 edges; 2 more at depth 2",
        2: "downstream, depth 2: 4 entities, 6 edges; 1 more at depth 3",
        3: "downstream, depth 3: 5 entities, 7 edges",
    }


def test_members_that_stand_for_a_file_have_a_line_of_their_own(session: DirectSession) -> None:
    assert ask(session, "app/store.py", direction="upstream", depth=1) == lines(
        """
        module:app/store.py:__init__  L1-13
        upstream, depth 1: 2 entities, 4 edges; 2 more at depth 2
        Store.__init__
          <- func:app/main.py:load  calls L9
          <- :cached  calls L16 (indirect)
        Store.get
          <- load (above)  calls L9
        CachedStore
          <- cached (above)  calls L16
        """
    )


def test_tests_and_the_bodies_that_a_call_may_run_share_a_line(tmp_path: Path) -> None:
    kinds = "\n".join(f"class {name}(Kind):\n    def cost(self):\n        return 1\n" for name in "ABC")
    bill = "def bill(kind: Kind):\n    return kind.cost()\n"
    write(
        tmp_path,
        {
            "app/kinds.py": f"class Kind:\n    def cost(self):\n        raise NotImplementedError\n\n{kinds}\n{bill}",
            "tests/test_kinds.py": """
                from app.kinds import bill

                def test_one():
                    assert bill(1)

                def test_two():
                    assert bill(2)

                def test_three():
                    assert bill(2) == 2
                    assert bill(3) == 3
                """,
        },
    )
    session = DirectSession(tmp_path, load_settings())
    down = trace_causal_path(session, "bill", depth=1).text.splitlines()
    assert down[2:] == [
        "-> :Kind.cost  calls L18 | (self)",
        "-> :A.cost  calls L18 ?0.6 (override); B.cost; C.cost",
    ]
    answer = trace_causal_path(session, "bill", direction="upstream")
    assert answer.text.splitlines()[2:] == [
        "<- func:tests/test_kinds.py:test_one  calls L5; test_two L8; test_three L11,12"
    ]
    assert len(answer.data["entities"]) == 4


def test_the_bodies_that_a_call_may_run_share_a_line_whatever_files_they_stand_in(tmp_path: Path) -> None:
    kind = "class {}(Kind):\n    def cost(self):\n        return {}\n\n"
    source = "from app.kinds import Kind\n\n" + kind
    write(
        tmp_path,
        {
            "app/kinds.py": "class Kind:\n    def cost(self):\n        raise NotImplementedError\n",
            "app/a.py": source.format("A", 1) + kind.format("AA", 2),
            "app/b.py": source.format("B", "tax()") + "def tax():\n    return 3\n",
            "app/c.py": source.format("C", 4),
            "app/bill.py": "from app.kinds import Kind\n\ndef bill(kind: Kind):\n    return kind.cost()\n",
        },
    )
    answer = trace_causal_path(DirectSession(tmp_path, load_settings()), "bill")
    assert answer.text.splitlines()[2:] == [
        "-> method:app/kinds.py:Kind.cost  calls L4 | (self)",
        "-> method:app/a.py:A.cost  calls L4 ?0.5 (override); AA.cost; c.py:C.cost",
        "-> method:app/b.py:B.cost  calls L4 ?0.5 (override)",
        "  -> :tax  calls L5",
    ]
    assert len(answer.data["entities"]) == 7


def test_all_lines_of_a_caller_are_named(tmp_path: Path) -> None:
    calls = "".join(f"    total({n})\n" for n in range(10))
    text = f"def total(n): pass\n\ndef twice():\n    total(1)\n    print()\n    total(2)\n\ndef often():\n{calls}"
    (tmp_path / "shop.py").write_text(text)
    answer = trace_causal_path(DirectSession(tmp_path, load_settings()), "total", "upstream")
    assert answer.text.splitlines()[2:] == [
        "<- :twice  calls L4,6; often L9,10,11,12,13,14,15,16 and 2 more",
    ]
    (edge,) = answer.data["adjacency"]["func:shop.py:often"]
    assert edge["lines"] == list(range(9, 19))


def test_imports_that_only_pass_a_name_on_are_named(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop/__init__.py").write_text("import os\n\nfrom shop.cart import total as total\n")
    (tmp_path / "shop/cart.py").write_text("def total(): pass\n")
    (tmp_path / "app.py").write_text("from shop import total\n\ndef main(): total()\n")
    session = DirectSession(tmp_path, load_settings())
    answer = trace_causal_path(session, "total", "upstream")
    assert answer.text == lines(
        """
        func:shop/cart.py:total  L1-1 | def total()
        upstream, depth 3: 1 entity, 1 edge
        <- func:app.py:main  calls L3
        Also imported at shop/__init__.py:3.
        """
    )
    assert answer.data["imports"] == [
        {"file": "app.py", "line": 1},
        {"file": "shop/__init__.py", "line": 3},
    ]


def test_a_component_is_used_where_it_is_imported(tmp_path: Path) -> None:
    (tmp_path / "Row.vue").write_text("<template><p>{{ name }}</p></template>\n")
    (tmp_path / "List.vue").write_text(
        '<script setup>\nimport Row from "./Row.vue";\n</script>\n<template><Row /></template>\n'
    )
    answer = trace_causal_path(DirectSession(tmp_path, load_settings()), "Row.vue", "upstream")
    assert answer.text == lines(
        """
        module:Row.vue:__init__  L1-1
        upstream, depth 3: 0 entities, 0 edges
        Nothing runs it by a call; the files that import it use it.
        Imported at List.vue:2.
        """
    )


def test_no_callers_says_what_that_is_worth(session: DirectSession) -> None:
    nobody = (
        "No caller was found in this repository, and nobody who hands it over; some calls cannot be resolved."
    )
    nowhere = "No other line of the indexed files has its name."
    assert ask(session, "lonely", direction="upstream").splitlines()[-2:] == [nobody, nowhere]
    assert ask(session, "CachedStore.get", direction="upstream").splitlines()[-2:] == [
        nobody,
        "It overrides method:app/store.py:Store.get; calls of that may run it.",
    ]
    assert ask(session, "CachedStore", direction="upstream").splitlines()[-1] == (
        "It has no constructor of its own; method:app/store.py:Store.__init__ runs where it is made, "
        "and where others are."
    )


def test_who_calls_a_function_by_the_name_that_its_decorator_gives_it_is_told(tmp_path: Path) -> None:
    files = {
        "jobs.py": '@actor(name="cart.expired", takes="text/plain")\ndef cart_expired(cart):\n    cart.clear()\n',
        "shop.py": 'def close(cart):\n    enqueue("cart.expired", cart)\n    log("cart.expired_late", "text/plain")\n',
        "tests/test_jobs.py": 'def test_it():\n    assert "cart.expired" in queue\n',
    }
    session = DirectSession(write(tmp_path, files), load_settings())

    assert ask(session, "cart_expired", direction="upstream").split("\n")[-2:] == [
        'Above it stands `@actor(name="cart.expired", takes="text/plain")`, by which others may call it.',
        "The text has `cart.expired` at shop.py:2 in close.",
    ]


def test_what_no_edge_tells_is_said(tmp_path: Path) -> None:
    """A framework calls what is decorated; what a parameter holds is of no type; a file of another kind sets a key."""
    root = write(
        tmp_path,
        {
            "views.py": "@app.command(\n    'cart'\n)\n@signed_in\ndef cart(session, size):\n    own = made()\n"
            "    own.left = size\n    session.cart.size = size\n    return app.config['MOST']\n",
            "tests/test_cart.py": "@patch('app')\ndef test_cart(session):\n    session.size = 1\n",
            "tests/test_views.py": "from views import cart\n\ndef test_views(session):\n    cart(session, 1)\n",
            "app.properties": "LEAST=1\nMOST=3\n",
        },
    )
    session = DirectSession(root, load_settings())

    assert ask(session, "cart", direction="upstream").split("\n")[-1] == (
        "Above it stands `@app.command( 'cart' ) @signed_in`, by which others may call it."
    )
    assert ask(session, "cart", direction="state").split("\n")[-1] == (
        "It writes to objects whose type the text does not tell: session.cart.size L8."
    )
    assert ask(session, "config:key:MOST", direction="config").split("\n")[-1] == (
        "It is set at app.properties:2 `MOST=3`."
    )
    for direction in ("upstream", "state"):
        assert (
            len(ask(session, "test_cart", direction=direction).split("\n")) == 3
        )  # a test tells it by itself


def test_what_a_text_has_as_a_key_names_no_function(tmp_path: Path) -> None:
    """Translations and settings are named after what shows them; a value may say what is to be called."""
    files = {
        "tags.py": "def delete_tag():\n    return 1\n",
        "locale/de.json": '{\n  "delete_tag": "Schild löschen",\n  "delete_tag" : "x"\n}\n',
        "commands.json": '{"function": "delete_tag"}\n',
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    assert ask(session, "delete_tag", direction="upstream").split("\n")[-1] == (
        "Text that is not parsed has `delete_tag` at commands.json:1."
    )


def test_templates_that_name_a_function_are_said(tmp_path: Path) -> None:
    """What they call is not followed, and renaming the function breaks them; one word alone may mean anything."""
    root = write(
        tmp_path,
        {
            "story.rb": "class Story\n  def is_gone?\n  end\n\n  def title\n  end\nend\n",
            "views/show.html.haml": "- if story.is_gone?\n  = story.title\n- story.is_gone\n",
            "docs/story.md": "Ask `is_gone?`.\n",
        },
    )
    session = DirectSession(root, load_settings())

    assert ask(session, "Story.is_gone?", direction="upstream").split("\n")[-1] == (
        "Text that is not parsed has `is_gone?` at views/show.html.haml:1."
    )
    assert "views" not in ask(session, "Story.title", direction="upstream")


def test_calls_that_could_not_be_resolved_are_said_of_the_caller(tmp_path: Path) -> None:
    """They are those that a trace of the callers counts, so that the two answers agree."""
    root = write(
        tmp_path,
        {
            "cart.rb": "class Cart\n  def empty!\n  end\nend\n\nclass Basket\n  def empty!\n  end\nend\n",
            "shop.rb": """
                class Shop
                  def close
                    Cart.new.empty!
                    @found = Cart.where(1).first
                    @found.empty!
                    puts 1
                  end
                end
                """,
        },
    )
    session = DirectSession(root, load_settings())

    said = ask(session, "Shop.close").split("\n")
    assert said[-1] == "Calls in it of names defined here that could not be resolved: empty! L6."
    assert "calls L4" in "".join(said[:-1])
    assert ask(session, "Basket.empty!", direction="upstream").split("\n")[-1] == (
        "1 call site named `empty!` could not be resolved: shop.rb:6."
    )


def test_an_error_of_a_library_is_found_as_the_language_writes_it(tmp_path: Path) -> None:
    root = write(tmp_path, {"story.rb": "def find\n  raise ActiveRecord::RecordNotFound\nend\n"})
    session = DirectSession(root, load_settings())

    assert ask(session, "ActiveRecord::RecordNotFound", direction="errors").startswith(
        "error:builtins:ActiveRecord.RecordNotFound\n"
    )


def test_errors(session: DirectSession) -> None:
    assert ask(session, "load", direction="errors") == lines(
        """
        func:app/main.py:load  L8-9 | def load(name: str) -> bytes
        errors, depth 3: 3 entities, 3 edges
        escaping: Missing
        <- :main  escapes to it at L5
        -> method:app/store.py:Store.get  may fail at L9
          -> class::Missing  raises L9 | class Missing(Exception)
        """
    )


def test_a_type_that_nobody_raises(tmp_path: Path) -> None:
    (tmp_path / "store.py").write_text("class Odd(Exception):\n    pass\n", encoding="utf-8")
    session = DirectSession(tmp_path, Settings(cache_dir=tmp_path / ".cache"))
    assert ask(session, "Odd", direction="errors").endswith(
        "\nNo error was found that it raises or lets pass, and no place that raises it."
    )


def test_inheritance(session: DirectSession) -> None:
    answer = trace_causal_path(session, "Store", "inheritance")
    assert answer.text == lines(
        """
        class:app/store.py:Store  L4-9 | class Store
        inheritance, depth 3: 1 entity, 1 edge
        <- class::CachedStore  inherits L11, overrides get
        """
    )
    assert answer.data["overrides"] == [
        {"method": "method:app/store.py:CachedStore.get", "overrides": "method:app/store.py:Store.get"}
    ]


def test_inheritance_of_a_method(session: DirectSession) -> None:
    answer = trace_causal_path(session, "Store.get", "inheritance")
    assert answer.text == lines(
        """
        method:app/store.py:Store.get  L8-9 | def get(self, name: str) -> bytes
        inheritance, depth 3: 1 entity, 1 edge
        class::Store
          <- class::CachedStore  inherits L11, overrides it L12
        """
    )
    assert len(answer.data["overrides"]) == 1


@pytest.mark.parametrize("asked", ["CachedStore.__init__", "app/store.py:CachedStore.__init__"])
def test_a_type_has_the_members_that_it_inherits(session: DirectSession, asked: str) -> None:
    said = ask(session, asked, direction="upstream").split("\n")
    assert said[0].startswith("method:app/store.py:Store.__init__  L")
    assert said[-1] == "CachedStore has no __init__ of its own and inherits this one."


def test_a_variable_of_the_same_name_inherits_nothing(tmp_path: Path) -> None:
    files = {
        "models.py": "class Base:\n    def copy(self): ...\n\nclass Page(Base): ...\n",
        "views.py": "Page = load_model('Page')\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    said = ask(session, "Page.copy", direction="upstream").split("\n")
    assert said[0].startswith("method:models.py:Base.copy")
    assert said[-1] == "Page has no copy of its own and inherits this one."


def test_who_inherits_from_a_type_that_nobody_calls_is_told_of(tmp_path: Path) -> None:
    source = "class Base: ...\nclass Page(Base): ...\nclass Note(Page): ...\n"
    session = DirectSession(write(tmp_path, {"models.py": source}), load_settings())
    assert ask(session, "Base", direction="upstream").endswith(
        "2 types inherit from it; direction=inheritance lists them."
    )


def test_an_inherited_field_and_method_of_one_name_are_told_apart(tmp_path: Path) -> None:
    shop = "class Box { int size; int size() { return size; } }\nclass Crate extends Box { }\n"
    session = DirectSession(write(tmp_path, {"Shop.java": shop}), load_settings())
    assert ask(session, "Crate.size", direction="state").startswith("attr:Shop.java:Box.size")
    called = ask(session, "Crate.size", direction="upstream")
    assert called.startswith("method:Shop.java:Box.size")
    assert called.endswith("That name is also attr:Shop.java:Box.size.")


def test_new_of_a_type_that_has_none_is_its_constructor(tmp_path: Path) -> None:
    shop = "class Shelf\n  def initialize(room)\n  end\nend\n\nclass Rack < Shelf\nend\n"
    session = DirectSession(write(tmp_path, {"shop.rb": shop}), load_settings())
    for asked in ("Shelf.new", "Rack.new"):
        assert ask(session, asked).startswith("method:shop.rb:Shelf.initialize  L2-3")


@pytest.mark.parametrize("asked", ["app/main.py:load", "app.main.load", "func:app/main.py:load"])
def test_the_name_of_the_root_may_stand_before_a_path_or_a_name(
    session: DirectSession, root: Path, asked: str
) -> None:
    _, kind, named = asked.rpartition("func:")
    beside = f"{kind}{root.name}/{named}" if "/" in asked else f"{root.name}.{named}"
    assert ask(session, beside) == ask(session, "load")


def test_other_definitions_of_the_name_are_named(tmp_path: Path) -> None:
    (tmp_path / "twice.py").write_text(
        "def run():\n    pass\n\ndef run(one):\n    run(one)\n\ndef run(one, two):\n    run(one)\n",
        encoding="utf-8",
    )
    session = DirectSession(tmp_path, load_settings())
    assert ask(session, "func:twice.py:run").splitlines()[-2:] == [
        "No call in it could be followed to anything that this repository defines.",
        "The same name is also defined as func:twice.py:run#2, #3.",
    ]


def test_a_type_that_leads_nowhere_names_its_methods_that_do(tmp_path: Path) -> None:
    """Its constructors alone are followed; that none of its code calls anything would be untrue."""
    source = (
        "def ring(): pass\n\nclass Till:\n    coins = 0\n\n    def open(self):\n        ring()\n\n"
        "    def close(self):\n        self.open()\n\n    def count(self):\n        return 0\n\n"
        "class Drawer:\n    def __init__(self):\n        self.coins = 0\n\n    def open(self):\n        ring()\n\n"
        "class Small(Drawer):\n    def shut(self):\n        ring()\n"
    )
    session = DirectSession(write(tmp_path, {"till.py": source}), load_settings())
    assert ask(session, "Till").splitlines()[-1] == (
        "It has no constructor of its own, which of a type is followed; its methods lead on: "
        "method:till.py:Till.open, close."
    )
    assert ask(session, "Drawer").splitlines()[-1] == (
        "Of a type its constructors are followed, and these lead nowhere; its methods do: method:till.py:Drawer.open."
    )
    assert ask(session, "Small").splitlines()[-1] == (
        "It has no constructor of its own, which of a type is followed; its methods lead on: "
        "method:till.py:Small.shut. Making it runs method:till.py:Drawer.__init__."
    )


def test_where_the_text_has_the_name_of_a_file_that_nothing_is_known_to_read(tmp_path: Path) -> None:
    files = {"shop/rates.py": "def known():\n    return ['rates.csv']\n", "data/rates.csv": "toy,3\n"}
    session = DirectSession(write(tmp_path, files), load_settings())
    assert ask(session, "data/rates.csv", direction="upstream").splitlines()[-2:] == [
        "No read of it was found in this repository.",
        "The text has `rates.csv` at shop/rates.py:2 in known.",
    ]


def test_a_template_is_named_by_who_renders_it(tmp_path: Path) -> None:
    view = "def show(self):\n    return self.render_template('login.html')\n"
    page = "{% include 'login.html' %}\n"
    files = {"shop/view.py": view, "templates/login.html": "<form></form>\n", "templates/page.html": page}
    session = DirectSession(write(tmp_path, files), load_settings())
    assert ask(session, "templates/login.html", direction="upstream").splitlines()[-3:-1] == [
        "By the text, shown at shop/view.py:2 in `show`.",
        "By the text, taken into other templates at templates/page.html:1.",
    ]


def test_where_code_names_a_function_that_nobody_is_known_to_call(tmp_path: Path) -> None:
    """What another file gives a macro is no call; comments, imports and definitions of the name do not count."""
    files = {
        "src/commands.rs": "/// As move_left does.\nfn move_left(cx: &mut Context) {}\n",
        "src/keys.rs": 'use commands::move_left;\nkeymap!({\n    "h" => move_left, // and move_left again\n});\n',
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    told = "What `move_left` means is not known at src/keys.rs:3; it may be this one."
    assert told in ask(session, "src/commands.rs:move_left", direction="upstream").splitlines()


POOL = """\
class Pool {
  Item get() { return get(3); }

  Item get(int seconds) { return wait(seconds); }

  private Item wait(int seconds) { return null; }

  void fill() { get(); }

  void drain() { get(1); }
}
"""


@pytest.fixture(scope="module")
def pool(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    return DirectSession(write(tmp_path_factory.mktemp("pool"), {"shop/Pool.java": POOL}), load_settings())


@pytest.mark.parametrize("asked", ["Pool.get", "shop/Pool.java:Pool.get"])
def test_who_names_no_overload_is_told_of_all(pool: DirectSession, asked: str) -> None:
    assert ask(pool, asked, direction="upstream") == dedent(
        """\
        method:shop/Pool.java:Pool.get  L2-2 | Item get()
        method:shop/Pool.java:Pool.get#2  L4-4 | Item get(int seconds)
        upstream, depth 3: 2 entities, 3 edges
        <- :Pool.fill  calls L8
        :Pool.get#2
          <- Pool.get (above)  calls L2
          <- :Pool.drain  calls L10"""
    )
    assert trace_causal_path(pool, asked).data["also"] == ["method:shop/Pool.java:Pool.get#2"]
    window = open_surgical_window(pool, asked).text.splitlines()
    assert [line for line in window if "return" in line] == [
        "2|  Item get() { return get(3); }",
        "4|  Item get(int seconds) { return wait(seconds); }",
    ]


def test_what_each_of_two_definitions_writes_is_said(tmp_path: Path) -> None:
    source = "def load(cart):\n    cart.total = 0\ndef load(cart, rows):\n    cart.rows = rows\n"
    session = DirectSession(write(tmp_path, {"shop.py": source}), load_settings())
    assert "tell: cart.total L2, cart.rows L4." in ask(session, "load", direction="state")


def test_who_names_one_overload_is_told_of_that(pool: DirectSession) -> None:
    assert "drain" not in ask(pool, "method:shop/Pool.java:Pool.get", direction="upstream")
    assert "fill" not in ask(pool, "Pool.get#2", direction="upstream", depth=1)
    for asked in ("method:shop/Pool.java:Pool.get", "Pool.get#2"):
        assert len(open_surgical_window(pool, asked).text.splitlines()) == len(["its head", "its line"])


ADAPTERS = """\
abstract class Adapter {
  abstract String read();
}
class Plain extends Adapter {
  @Override
  String read() { return ""; }
}
class Shop {
  Adapter lazy = new Adapter() {
    @Override
    String read() { return ""; }
  };
}
"""


def test_of_what_only_others_carry_out_it_is_said_how_many_there_are(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path, {"Adapter.java": ADAPTERS}), load_settings())
    for direction in ("downstream", "errors"):
        assert ask(session, "Adapter.read", direction=direction).splitlines()[-1] == (
            "2 methods override it, and may run in its place; direction=inheritance lists them."
        )


def test_of_errors_that_are_too_unlikely_to_be_followed_it_is_said_whose_they_are(tmp_path: Path) -> None:
    parts = "".join(
        f"type P{n} struct{{}}\nfunc (P{n}) Next() error {{ return ErrDone }}\n" for n in range(12)
    )
    source = (
        'package shop\nimport "errors"\nvar ErrDone = errors.New("done")\n'
        "type Steps interface { Next() error }\n"
        f"{parts}func Walk(steps Steps) error {{ return steps.Next() }}\n"
    )
    session = DirectSession(write(tmp_path, {"shop.go": source}), load_settings())
    assert ask(session, "Walk", direction="errors").splitlines()[-1] == (
        "What it may call lets errors escape that were not followed: method:shop.go:P0.Next, method:shop.go:P1.Next, "
        "method:shop.go:P2.Next and 9 more."
    )


VALUES = """\
pub trait Value { fn name(&self) -> u8; }
pub trait Polar: Value { fn id(&self) -> u8; }
pub struct Frame;
impl Value for Frame { fn name(&self) -> u8 { 1 } }
impl Polar for Frame { fn id(&self) -> u8 { 2 } }
"""


def test_what_a_type_overrides_is_said_once_and_of_the_trait_that_has_it(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path, {"value.rs": VALUES}), load_settings())
    assert ask(session, "Value", direction="inheritance").splitlines()[2:] == [
        "<- trait::Polar  inherits L2",
        "  <- Frame (below)  inherits L5",
        "<- struct::Frame  inherits L4, overrides name",
    ]


LIBRARIES = """\
interface ILibrary { int Count { get; } event EventHandler Added; }
class Library : ILibrary {
  public int Count { get; set; }
  public event EventHandler Added;
}
"""
MONITORS = """\
interface Monitor { val isOnline: Boolean }
open class Plain { private val name = ""; open val size = 1 }
class Connectivity : Plain(), Monitor {
  override val isOnline: Boolean = true
  private val name = "own"
  override val size = 2
}
"""
STORES = """\
export interface Store { items: string[]; load(): void }
export class Memory implements Store { items: string[] = []; load = () => {}; }
"""


def test_a_field_that_carries_out_what_a_base_declares_is_told_with_that(tmp_path: Path) -> None:
    files = {"Library.cs": LIBRARIES, "Monitor.kt": MONITORS, "store.ts": STORES}
    session = DirectSession(write(tmp_path, files), load_settings())
    for field, base in {
        "Library.Count": "method:Library.cs:ILibrary.Count",
        "Library.Added": "attr:Library.cs:ILibrary.Added",
        "Connectivity.isOnline": "attr:Monitor.kt:Monitor.isOnline",
        "Connectivity.size": "attr:Monitor.kt:Plain.size",
        "Memory.items": "attr:store.ts:Store.items",
    }.items():
        answer = ask(session, field, direction="upstream").splitlines()
        assert answer[-1] == f"It overrides {base}; uses of that may be of it."
    assert "overrides" not in ask(session, "Connectivity.name", direction="state")
    assert ask(session, "Monitor.isOnline", direction="state").splitlines()[-1] == (
        "attr:Monitor.kt:Connectivity.isOnline overrides it; uses of it may be of that."
    )
    assert ask(session, "Memory", direction="inheritance").endswith("inherits L2, overrides items, load")
    assert ask(session, "Library", direction="inheritance").endswith("inherits L2, overrides Count, Added")


REPLIES = """\
class Reply {
  var answer: Int? { nil }
  func sent(to place: Int) {}
  func kept(at place: Int) {}
}
class DataReply: Reply {
  func answer(queue: Int, handler: (Int) -> Void) {}
  override func sent(to place: Int) {}
  func kept(for days: Int) {}
}
"""


def test_a_method_with_other_labels_overrides_nothing(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path, {"Reply.swift": REPLIES}), load_settings())
    overrides = "It overrides method:Reply.swift:Reply.sent; calls of that may run it."
    assert overrides in ask(session, "DataReply.sent", direction="upstream")
    for other in ("DataReply.kept", "DataReply.answer"):
        assert "It overrides" not in ask(session, other, direction="upstream")


SCREENS = """\
package app.ui

object Screen {
    const val ROUTE = "effects"
}

fun Screen() {}
object Told { operator fun invoke() {} }
fun Told(at: Int = 1) {}
"""
CONTENTS = """\
package app

import app.ui.Screen
import app.ui.Told

fun content() {
    show(Screen.ROUTE) { Screen() }
    Told()
}
"""


def test_an_object_is_not_made_where_the_function_of_its_name_is_called(tmp_path: Path) -> None:
    files = {"app/ui/Screen.kt": SCREENS, "app/Main.kt": CONTENTS}
    session = DirectSession(write(tmp_path, files), load_settings())
    assert "<- func:app/Main.kt:content  calls L7" in ask(session, "app/ui/Screen.kt:7", direction="upstream")
    assert "content" not in ask(session, "app/ui/Screen.kt:9", direction="upstream")


def test_an_annotation_for_the_compiler_alone_names_no_caller(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path, {"Adapter.java": ADAPTERS}), load_settings())
    assert ask(session, "Shop.lazy.$.read", direction="upstream").splitlines()[-1] == (
        "It overrides method:Adapter.java:Adapter.read; calls of that may run it."
    )


def test_what_a_method_overrides_is_not_told_where_each_call_of_that_is(tmp_path: Path) -> None:
    rows = "class Row {\n  open fun draw() {}\n}\n\nclass Wide : Row() {\n  override fun draw() {}\n}\n\n"
    files = {"Row.kt": f"{rows}fun show(row: Row) {{\n  row.draw()\n}}\n"}
    session = DirectSession(write(tmp_path, files), load_settings())
    edge = "<- :show  calls L10 ?"
    assert ask(session, "Wide.draw", direction="upstream").splitlines()[-1].startswith(edge)


def test_of_several_of_a_name_the_direction_tells_which_is_meant(tmp_path: Path) -> None:
    pool = "import os\nSIZE = os.environ['SIZE']\ndef grow():\n    global SIZE\n    SIZE = 2\n"
    session = DirectSession(write(tmp_path, {"pool.py": pool}), load_settings())
    assert ask(session, "SIZE", direction="config").splitlines()[0] == "config:env:SIZE"
    assert ask(session, "SIZE", direction="state").splitlines()[-1] == "That name is also config:env:SIZE."
    for direction in (
        "downstream",
        "upstream",
    ):  # of a variable and the setting that it holds, what is in the code
        answer = ask(session, "SIZE", direction=direction).splitlines()
        assert answer[0].startswith("var:pool.py:SIZE  L2-2")
        assert answer[-1] == "That name is also config:env:SIZE."
    assert ask(session, "grow", to="SIZE").splitlines()[-1] == "That name is also config:env:SIZE."


BREAKERS = """\
interface Breaker {
  boolean acquire();
  default void check() { acquire(); }
}
class Plain implements Breaker {
  public boolean acquire() { return true; }
}
class Timed implements Breaker {
  public boolean acquire() { return false; }
}
class Executor {
  Timed timed;
  void run() { timed.acquire(); }
}
"""


def test_callers_of_what_overrides_a_method_are_said_to_be_elsewhere(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path, {"Breaker.java": BREAKERS}), load_settings())
    assert ask(session, "Breaker.acquire", direction="upstream").splitlines()[2:] == [
        "<- :Breaker.check  calls L3",
        "method:Breaker.java:Timed.acquire overrides it and has callers that are not listed here.",
    ]
    assert "not listed" not in ask(session, "Timed.acquire", direction="upstream")


def test_constructors_of_subtypes_are_not_said_to_have_other_callers(tmp_path: Path) -> None:
    text = (
        "class Base { constructor() {} }\nclass Sub extends Base { constructor() { super(); } }\nnew Sub();\n"
    )
    session = DirectSession(write(tmp_path, {"base.js": text}), load_settings())
    assert "not listed" not in ask(session, "Base.constructor", direction="upstream")


def test_of_a_method_that_too_many_override_to_be_followed_it_is_said(tmp_path: Path) -> None:
    steps = "".join(f"class Step{n}(Step):\n    def run(self): pass\n" for n in range(33))
    text = f"class Step:\n    def run(self): pass\n{steps}def start(step: Step):\n    step.run()\n"
    session = DirectSession(write(tmp_path, {"steps.py": text}), load_settings())
    assert ask(session, "start").splitlines()[2:] == [
        "-> :Step.run  calls L70 | (self)",
        "Step.run has 33 overrides, too many to be followed; direction=inheritance lists them.",
    ]


def test_what_overrides_a_method_is_told_in_the_lines_of_the_types(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path, {"Breaker.java": BREAKERS}), load_settings())
    assert ask(session, "Breaker.acquire", direction="inheritance").splitlines()[2:] == [
        "interface::Breaker",
        "  <- class::Plain  inherits L5, overrides it L6",
        "  <- class::Timed  inherits L8, overrides it L9",
    ]
    assert ask(session, "Timed.acquire", direction="inheritance").splitlines()[3:] == [
        "  -> interface::Breaker  inherits L8, has what it overrides L2"
    ]


SHELVES_IN_GO = {
    "go.mod": "module shop\n",
    "store.go": "package shop\n\ntype Store interface {\n\tPut(item string)\n}\n",
    "shelf.go": "package shop\n\ntype shelf struct{}\n\nvar _ Store = (*shelf)(nil)\n",
    "put.go": "package shop\n\nfunc (s *shelf) Put(item string) { println(item) }\n\nfunc (b *box) Put() {}\n",
    "box.go": "package shop\n\ntype box struct{}\n",
}


def test_a_method_in_another_file_than_its_type_is_one_of_the_type(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path, SHELVES_IN_GO), load_settings())
    assert ask(session, "Store.Put", direction="inheritance").splitlines()[3:] == [
        "  <- struct:shelf.go:shelf  inherits L5, overrides it put.go:3"
    ]
    assert ask(session, "shelf.Put", direction="inheritance").splitlines()[2:] == [
        "struct:shelf.go:shelf",
        "  -> interface:store.go:Store  inherits L5, has what it overrides L4",
    ]
    assert "also defined" not in ask(session, "shelf.Put", direction="upstream")


SHELVES_IN_CPP = {
    "shelf.h": "class Shelf {\n  Shelf(int size);\n  virtual void put(int item);\n};\n"
    "class Box : public Shelf {\n  Box();\n  void put(int item) override;\n};\n",
    "shelf.cpp": '#include "shelf.h"\nShelf::Shelf(int size) {}\nvoid Shelf::put(int item) {}\n'
    "Box::Box() : Shelf(1) {}\nvoid Box::put(int item) {}\nvoid use() { Box box; }\n",
}


def test_bodies_outside_of_their_type_stand_for_its_prototypes(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path, SHELVES_IN_CPP), load_settings())
    assert ask(session, "Shelf.put", direction="inheritance").splitlines()[3:] == [
        "  <- class::Box  inherits L5, overrides it shelf.cpp:5"
    ]
    assert ask(session, "Box", direction="upstream").splitlines()[2:] == [
        "Box.Box",
        "  <- :use  calls L6",
    ]


def test_settings_of_a_type_are_told_without_the_calls_between_its_members(tmp_path: Path) -> None:
    worker = (
        "import os\nclass Worker:\n    def run(self):\n        self.wait()\n        shared()\n"
        "    def wait(self):\n        return os.environ['PAUSE']\n"
        "def shared():\n    return os.environ['PLACE']\n"
    )
    session = DirectSession(write(tmp_path, {"worker.py": worker}), load_settings())
    assert ask(session, "Worker", direction="config").splitlines()[2:] == [
        "Worker.run",
        "  -> :shared  calls L5",
        "    -> config:env:PLACE  reads L9",
        "Worker.wait",
        "  -> config:env:PAUSE  reads L7",
    ]


def test_settings_of_a_function_share_a_line(tmp_path: Path) -> None:
    text = (
        "import os\n\n\ndef run():\n    return os.environ['HOST'], os.environ['PORT'], os.environ['NAME']\n"
    )
    session = DirectSession(write(tmp_path, {"run.py": text}), load_settings())
    answer = trace_causal_path(session, "run", "config")
    assert answer.text.splitlines()[2:] == ["-> config:env:HOST  reads L5; NAME; PORT"]
    assert len(answer.data["adjacency"]["func:run.py:run"]) == 3


def test_a_setting_that_is_read_is_told_once(tmp_path: Path) -> None:
    text = (
        "struct settings { int port; };\nstruct settings settings;\nint use(void) { return settings.port; }\n"
    )
    session = DirectSession(write(tmp_path, {"main.c": text}), load_settings())
    assert ask(session, "settings.port", direction="state").splitlines()[2:] == ["<- :use  reads L3"]


def test_what_a_line_says_already_is_not_said_again(tmp_path: Path) -> None:
    source = (
        "class Store: ...\n\n\n"
        "class Shelf(Store):\n    def keep(self, name: str, amount: int, price: float) -> None:\n        keep()\n\n\n"
        "class Box(Store, Closed):\n    def keep(self, name: str, amount: int, price: float) -> None:\n"
        "        keep()\n\n\n"
        "def fill(): return Shelf().keep('a', 1, 2), Box().keep('a', 1, 2)\n"
    )
    session = DirectSession(write(tmp_path, {"store.py": source}), load_settings())
    assert trace_causal_path(session, "Store", "inheritance").text.split("\n")[2:] == [
        "<- class::Shelf  inherits L4",
        "<- class::Box  inherits L9 | and Closed",
    ]
    down = trace_causal_path(session, "fill", "downstream").text.split("\n")
    assert [line for line in down if ".keep" in line] == [
        "-> :Shelf.keep  calls L14 | (self, name: str, amount: int, price: float) -> None",
        "-> :Box.keep  calls L14 | same signature",
    ]


def test_a_type_that_inherits_is_told_with_what_its_name_and_its_base_do_not_say(tmp_path: Path) -> None:
    files = {
        "Base.php": "<?php\nabstract class Base {}\n",
        "Cart.php": "<?php\nfinal class Cart extends Base {}\n",
        "Sold.php": "<?php\nabstract class Sold extends Base implements Told, Kept {}\n",
        "Base.cs": "class Base {}\nclass Box : Base, IKept {}\nrecord Paid(int Id) : Base {}\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())

    php, cs = (
        trace_causal_path(session, f"{path}:Base", "inheritance").text.split("\n")[2:]
        for path in ("Base.php", "Base.cs")
    )

    assert php == [
        "<- class:Cart.php:Cart  inherits L2",
        "<- class:Sold.php:Sold  inherits L2 | abstract implements Told, Kept",
    ]
    assert cs == [
        "<- class::Box  inherits L2 | and IKept",
        "<- class::Paid  inherits L3 | record Paid(int Id) : Base",
    ]


def test_of_what_the_product_uses_tests_that_may_call_it_are_counted(tmp_path: Path) -> None:
    test = "def test_store(job):\n    job.store()\n    job.store()\n"
    files = {
        "shop.py": "class Shop:\n    def store(self): ...\n\n\ndef run():\n    Shop().store()\n",
        "other.py": "class Other:\n    def store(self): ...\n\n\nclass Third:\n    def store(self): ...\n",
        "tests/test_job.py": test,
    }
    session = DirectSession(write(tmp_path, files), load_settings())

    used, unused = (
        trace_causal_path(session, f"{name}.store", "upstream").text for name in ("Shop", "Other")
    )

    assert "2 call sites named `store` in tests and the like could not be resolved." in used
    assert "2 call sites named `store` could not be resolved: tests/test_job.py:2,3." in unused


def test_what_stands_below_a_decorator_is_named_as_its_user(tmp_path: Path) -> None:
    files = {
        "marks.py": "def needs(name):\n    return name\n\n\ndef kept(view):\n    return view\n",
        "views.py": (
            "from marks import kept, needs\n\nNEEDED = needs('all')\n\n\n"
            "@kept\n@needs('cart')\ndef cart(): ...\n\n\n@needs(\n    'bill'\n)\ndef bill(): ...\n\n\n"
            "class Pay:\n    @needs('pay')\n    def get(self): ...\n"
        ),
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    assert trace_causal_path(session, "needs", "upstream").text.split("\n")[2:] == [
        "<- module:views.py:__init__  calls L3,6,7,11 above cart, bill",
        "<- class::Pay  calls L18 above Pay.get",
    ]
    assert trace_causal_path(session, "kept", "upstream").text.split("\n")[2:] == [
        "<- module:views.py:__init__  calls L6 above cart (decorator)"
    ]


def test_a_decorator_of_the_user_itself_stands_above_it(tmp_path: Path) -> None:
    source = "export class Price {}\n@Component({ imports: [Price] })\nexport class Row {\n  cart = 1;\n}\n"
    session = DirectSession(write(tmp_path, {"row.ts": source}), load_settings())
    assert "<- class::Row  hands over L2 above it" in trace_causal_path(session, "Price", "upstream").text


def test_who_catches_an_error_that_many_raise_stands_before_them(tmp_path: Path) -> None:
    raisers = "".join(f"\n\ndef raiser{number}():\n    raise Gone\n" for number in range(6))
    source = "class Gone(Exception): ...\n" + raisers
    caught = "from gone import Gone\n\n\ndef careful(run):\n    try:\n        run()\n    except Gone:\n        pass\n"
    session = DirectSession(write(tmp_path, {"gone.py": source, "use.py": caught}), load_settings())
    first, second = trace_causal_path(session, "Gone", "errors", limit=2).text.split("\n")[2:4]
    assert first.startswith("<- func:use.py:careful  catches L7")
    assert second.startswith("<- func:gone.py:raiser0  raises L5")
    few = trace_causal_path(session, "Gone", "errors", limit=2, depth=1)
    assert "5 more entities beyond limit=2" in few.text


def test_an_error_of_the_repository_is_meant_before_one_from_elsewhere(tmp_path: Path) -> None:
    broken = "class Broken(Exception):\n    pass\n\ndef fail():\n    raise Broken\n"
    other = "from dist import Broken\n\ndef stop():\n    raise Broken\n"
    session = DirectSession(write(tmp_path, {"a.py": broken, "b.py": other}), load_settings())
    said = ask(session, "Broken", direction="errors").splitlines()
    assert said[0].startswith("class:a.py:Broken")
    assert said[-1] == "That name is also error:dist:Broken."


def test_a_path_may_begin_and_end_at_any_overload(pool: DirectSession) -> None:
    assert ask(pool, "Pool.drain", to="Pool.get").splitlines()[2:] == [
        "-> :Pool.get#2  calls L10 | Item (int seconds)"
    ]
    assert ask(pool, "Pool.get", to="Pool.wait").splitlines()[1:] == [
        "method:shop/Pool.java:Pool.get#2  L4-4 | Item get(int seconds)",
        "-> :Pool.wait  calls L4 | private Item (int seconds)",
    ]


def test_state_on_behalf(session: DirectSession) -> None:
    assert ask(session, "load", direction="state") == lines(
        """
        func:app/main.py:load  L8-9 | def load(name: str) -> bytes
        state, depth 3: 2 entities, 2 edges
        It writes nothing itself; these do on its behalf:
        -> method:app/store.py:Store.__init__  calls L9
          -> attr::Store.path  writes L6
        """
    )


def test_a_path_that_only_a_test_makes_says_so(tmp_path: Path) -> None:
    shop = "def sell():\n    raise OSError('sold out')\n\ndef reserve():\n    pass\n"
    test = "from shop import reserve, sell\n\ndef test_sell():\n    sell()\n    reserve()\n"
    write(tmp_path, {"shop.py": shop, "tests/test_shop.py": test})
    session = DirectSession(tmp_path, load_settings())
    assert ask(session, "sell", to="reserve").splitlines()[1:] == [
        "func:shop.py:sell  L1-2 | def sell()",
        "<- func:tests/test_shop.py:test_sell  escapes to it at L4 | ()",
        "-> func:shop.py:reserve  calls L5 | ()",
        "It leads through a test, an example or the like; no other path was found.",
    ]


COUNTER = """
class Log:
    def __init__(self):
        self.lines = []

    def note(self, line):
        self.lines.append(line)

class Counter:
    def __init__(self, log: Log):
        self.total = 0
        self.log = log

    def add(self, number):
        self.total += number
        self.tell()

    def tell(self):
        self.log.note(self.total)
"""


def test_what_is_written_on_behalf_of_a_function_stands_below_what_it_writes_itself(tmp_path: Path) -> None:
    write(tmp_path, {"counter.py": COUNTER})
    session = DirectSession(tmp_path, load_settings())
    assert ask(session, "Counter.add", direction="state") == lines(
        """
        method:counter.py:Counter.add  L14-16 | def add(self, number)
        state, depth 3: 5 entities, 6 edges
        -> attr::Counter.total  writes L15 | self.total = 0
          <- :Counter.__init__  writes L11
          <- Counter.tell (below)  reads L19
        What it calls writes:
        -> :Counter.tell  calls L16
          -> :Log.note  calls L19
            -> attr::Log.lines  writes L7
        """
    )
    few = ask(session, "Counter.add", direction="state", limit=4)
    assert [line.split()[1] for line in few.splitlines()[2:6] if "->" in line] == [
        "attr::Counter.total",
    ]
    assert "[" in few


def test_config(session: DirectSession) -> None:
    assert ask(session, "config:env:NAME", direction="config") == lines(
        """
        config:env:NAME
        config, depth 3: 1 entity, 1 edge
        <- func:app/main.py:main  reads L5
        """
    )


def test_what_the_product_has_of_a_setting_comes_before_the_tests_that_read_it(tmp_path: Path) -> None:
    files = {
        "shop.py": "import os\n\ndef each():\n    return [os.environ.get(name) for name in ('SHOP_THEME',)]\n",
        "tests/test_shop.py": "import os\n\ndef test_it():\n    os.environ.get('SHOP_THEME')\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    assert ask(session, "config:env:SHOP_THEME", direction="config").splitlines() == [
        "config:env:SHOP_THEME",
        "config, depth 3: 1 entity, 1 edge",
        "The text has `SHOP_THEME` also at shop.py:4 in each.",
        "<- func:tests/test_shop.py:test_it  reads L4",
    ]


def test_a_key_in_two_spellings_is_one_setting(tmp_path: Path) -> None:
    files = {
        "Shop.cs": """
        public class ShopOptions { public string Currency { get; set; } }
        class Startup {
            void Web(S services, C configuration) {
                services.Configure<ShopOptions>(configuration.GetSection("Shop"));
            }
            void Jobs(S services, C configuration) {
                services.Configure<ShopOptions>(configuration.GetSection("shop"));
            }
        }
        """
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    first, second, *rest = ask(session, "Currency", direction="config").splitlines()
    assert (first, second) == ("config:key:Shop:Currency", "config:key:shop:Currency")
    assert rest[-1] == "That name is also attr:Shop.cs:ShopOptions.Currency."


def test_the_settings_of_a_class_are_those_that_its_constants_read(tmp_path: Path) -> None:
    root = write(
        tmp_path,
        {
            "config.py": "import os\n\nclass Config:\n    KEY = os.environ['SHOP_KEY']\n    SIZE = 3\n",
            "app.py": "def show(app):\n    return app.config['SIZE']\n",
        },
    )
    session = DirectSession(root, load_settings())
    for asked in ("Config", "config.py"):
        assert ask(session, asked, direction="config").split("\n")[2:] == [
            "Config.KEY",
            "  -> config:env:SHOP_KEY  reads L4",
        ]
    assert ask(session, "Config.KEY", direction="config").endswith("\n-> config:env:SHOP_KEY  reads L4")
    assert "It may be what is read as config:key:SIZE (1 reader)." in ask(session, "Config.SIZE")


def test_what_has_no_callers_is_followed_in_the_direction_that_says_most_about_it(
    session: DirectSession,
) -> None:
    assert ask(session, "config:env:NAME", direction="upstream") == lines(
        """
        config:env:NAME
        config, depth 3: 1 entity, 1 edge
        <- func:app/main.py:main  reads L5
        An entity of kind config has no upstream; direction=config was followed.
        """
    )


@pytest.mark.parametrize("direction", ["upstream", "errors", "config"])
def test_a_better_direction_is_followed(session: DirectSession, direction: str) -> None:
    text = ask(session, "Store.path", direction=direction)
    said = f"An entity of kind attr has no {direction}; direction=state was followed."
    assert said in text.splitlines()
    assert "writes L" in text


def test_many_call_sites_are_counted_and_not_listed(tmp_path: Path) -> None:
    types = "".join(
        f"class {name}:\n    def create(self): ...\n\n"
        for name in ("Cart", *(f"Bill{number}" for number in range(40)))
    )
    files = {"shop.py": types + "def fill(one):\n" + "    one.create()\n" * 101}
    session = DirectSession(write(tmp_path, files), load_settings())

    text = ask(session, "Cart.create", direction="upstream")

    assert "101 call sites named `create` could not be resolved." in text.splitlines()


def test_path(session: DirectSession) -> None:
    answer = trace_causal_path(session, "main", to="Store.get")
    assert answer.text == lines(
        """
        Shortest path from func:app/main.py:main to method:app/store.py:Store.get, 2 edges:
        func:app/main.py:main  L4-6 | def main() -> None
        -> :load  calls L5 | (name: str) -> bytes
        -> method:app/store.py:Store.get  calls L9 | (self, name: str) -> bytes
        """
    )
    assert (answer.data["to"], answer.data["found"]) == ("method:app/store.py:Store.get", True)
    assert list(answer.data["adjacency"]) == ["func:app/main.py:main", "func:app/main.py:load"]


def test_a_path_that_goes_back_along_errors_says_so(tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text(
        "def load(): raise KeyError\n\ndef show(): pass\n\ndef main():\n    load()\n    show()\n"
    )
    session = DirectSession(tmp_path, load_settings())
    assert ask(session, "load", to="show") == lines(
        """
        No path leads from func:app.py:load to func:app.py:show but back along errors that escape; what it joins need \
not run together. The shortest, 2 edges:
        func:app.py:load  L1-1 | def load()
        <- :main  escapes to it at L6 | ()
        -> :show  calls L7 | ()
        """
    )
    assert len(ask(session, "load", to="KeyError").splitlines()) == 3


def test_two_callers_of_what_raises_are_not_joined_by_its_error(tmp_path: Path) -> None:
    source = "def load(): raise KeyError\n\ndef show():\n    load()\n\ndef main():\n    load()\n"
    session = DirectSession(write(tmp_path, {"app.py": source}), load_settings())
    assert ask(session, "show", to="main") == (
        "No path leads from func:app.py:show to func:app.py:main, nor back, over edges that could be followed."
    )


def test_calls_that_could_not_be_resolved_are_told_by_file_and_line(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    for name in ("red", "green"):
        (tmp_path / f"{name}.py").write_text("class Shop:\n    def settle(self): ...\n")
    asking = "def go(given):\n    given.made().settle()\n"
    (tmp_path / "one.py").write_text(f"from red import Shop\nfrom green import Shop as Other\n{asking}")
    (tmp_path / "two.py").write_text(asking)
    (tmp_path / "tests" / "test_two.py").write_text(asking + "    given.other().settle()\n")
    session = DirectSession(tmp_path, load_settings())

    answer = ask(session, "red.py:Shop.settle", direction="upstream")

    assert "3 call sites named `settle` could not be resolved: two.py:2, tests/test_two.py:2,3." in answer


def test_calls_in_a_language_that_cannot_call_it_are_not_counted(tmp_path: Path) -> None:
    files = {
        "api/Cart.java": "class Cart { int settle() { return 0; } }\nclass Bag { int settle() { return 1; } }\n",
        "web/cart.ts": "export class Cart { settle() {} }\nexport class Bag { settle() {} }\n",
        "web/shop.js": "export function go(given) { given.made().settle(); }\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())

    java = ask(session, "api/Cart.java:Cart.settle", direction="upstream")
    typescript = ask(session, "web/cart.ts:Cart.settle", direction="upstream")

    assert "named `settle`" not in java
    assert "1 call site named `settle` could not be resolved: web/shop.js:1." in typescript


def test_a_call_on_an_object_that_a_library_hands_back_is_counted(tmp_path: Path) -> None:
    """`current_user` is a proxy for whatever the application logs in; a function of a library is a function."""
    (tmp_path / "users.py").write_text("class User:\n    def launch(self): ...\n    def now(self): ...\n")
    (tmp_path / "views.py").write_text(
        "from datetime import datetime\nfrom login import current_user, Session\n\n"
        "def view():\n    current_user.launch(datetime.now())\n    Session.launch()\n"
    )
    session = DirectSession(tmp_path, load_settings())

    answer = ask(session, "User.launch", direction="upstream")

    # which of the two calls it is, nothing says
    assert "1 call site named `launch` could not be resolved: 1 of views.py:5,6." in answer
    assert "`now`" not in ask(session, "User.now", direction="upstream")


def test_a_call_through_a_name_that_a_type_here_has_is_counted(tmp_path: Path) -> None:
    """Ruby: an `include` outside of all types, in a helper, brings `Utils` in, which nothing in the test says."""
    (tmp_path / "shop.rb").write_text(
        "module Shop\n  module Utils\n    def self.slug(text)\n    end\n  end\nend\n"
    )
    (tmp_path / "asks.rb").write_text("def ask\n  Utils.slug(1)\n  Elsewhere.slug(2)\nend\n")
    session = DirectSession(tmp_path, load_settings())

    answer = ask(session, "Shop.Utils.slug", direction="upstream")

    assert "1 call site named `slug` could not be resolved: 1 of asks.rb:2,3." in answer


def test_path_the_other_way_or_none(session: DirectSession) -> None:
    assert "the shortest the other way, 1 edge:" in ask(session, "Store.__init__", to="load")
    assert ask(session, "lonely", to="main") == (
        "No path leads from func:app/main.py:lonely to func:app/main.py:main, nor back, "
        "over edges that could be followed."
    )
    assert ask(session, "Store", to="Store.get") == (
        "class:app/store.py:Store and method:app/store.py:Store.get are the same, "
        "or one is part of the other."
    )


def test_data(session: DirectSession) -> None:
    answer = trace_causal_path(session, "register", "upstream")
    assert answer.data == {
        "root": "func:app/main.py:register",
        "direction": "upstream",
        "depth": 3,
        "adjacency": {
            "func:app/main.py:main": [
                {
                    "target": "func:app/main.py:register",
                    "relation": "CALLS",
                    "line": 6,
                    "file": "app/main.py",
                    "confidence": "resolved",
                    "probability": 1.0,
                    "via": "direct",
                    "sites": 1,
                }
            ]
        },
        "entities": {
            "func:app/main.py:register": {
                "signature": "def register(handler)",
                "file": "app/main.py",
                "line": 11,
                "end_line": 13,
            },
            "func:app/main.py:main": {
                "signature": "def main() -> None",
                "file": "app/main.py",
                "line": 4,
                "end_line": 6,
            },
        },
        "omitted": 0,
        "unresolved": {},
        "imports": [],
        "notes": [],
    }
    json.dumps(answer.data)


def test_what_the_limit_cuts_is_counted(session: DirectSession) -> None:
    answer = trace_causal_path(session, "main", limit=1)
    assert "downstream, depth 3: 1 of 5 entities" in answer.text
    cursor = answer.data["cursor"]
    assert answer.text.splitlines()[-1] == (
        "[4 more entities beyond limit=1: 1 at distance 1, 2 at distance 2, 1 at distance 3; "
        f"cursor={cursor}]"
    )
    assert answer.data["omitted"] == 4


def test_what_the_limit_cuts_is_had_by_the_cursor(session: DirectSession) -> None:
    cursor = trace_causal_path(session, "main", limit=2).data["cursor"]
    answer = trace_causal_path(session, "main", limit=2, cursor=cursor)
    cursor = answer.data["cursor"]
    assert answer.text == lines(
        f"""
        func:app/main.py:main  L4-6 | def main() -> None
        downstream, depth 3: entities 3 to 4 of 5, 2 edges
        load (above)
          -> method:app/store.py:Store.__init__  calls L9; Store.get
        [1 more entity beyond limit=2: 1 at distance 3; cursor={cursor}]
        """
    )
    last = trace_causal_path(session, "main", limit=2, cursor=cursor)
    assert "cursor" not in last.data
    assert last.text.splitlines()[1:] == [
        "downstream, depth 3: entity 5 of 5, 1 edge",
        "Store.get (above)",
        "  -> class:app/store.py:Missing  calls L9",
    ]


def parts_of(session: DirectSession, entity: str, direction: str, limit: int) -> list[Answer]:
    """The answers that cursors lead through."""
    found = [trace_causal_path(session, entity, direction, limit=limit)]
    while cursor := found[-1].data.get("cursor"):
        found.append(trace_causal_path(session, entity, direction, limit=limit, cursor=cursor))
    return found


def edges_of(answers: list[Answer]) -> list[tuple[str, str, str]]:
    return sorted(
        (source, edge["relation"], edge["target"])
        for answer in answers
        for source, edges in answer.data["adjacency"].items()
        for edge in edges
    )


@pytest.mark.parametrize("direction", ["downstream", "upstream", "state", "config", "errors", "inheritance"])
@pytest.mark.parametrize("max_tokens", [6000, 150])
def test_the_parts_of_a_trace_have_each_edge_once(tmp_path: Path, direction: str, max_tokens: int) -> None:
    write(tmp_path, FILES | {"counter.py": COUNTER})
    session = DirectSession(tmp_path, load_settings({"max_tokens": max_tokens}))
    for entity in ("main", "Store", "Store.get", "app/store.py", "Counter.add", "Missing", "Counter.total"):
        whole = parts_of(session, entity, direction, 500)
        for limit in (1, 2, 3):
            assert edges_of(parts_of(session, entity, direction, limit)) == edges_of(whole), (entity, limit)


def test_a_part_has_room_for_a_whole_way_to_a_setting(tmp_path: Path) -> None:
    reads = "os.environ['DEPTH'], os.environ['SIZE']"
    source = f"import os\ndef run(): load()\ndef load(): read()\ndef read(): return {reads}\n"
    write(tmp_path, {"run.py": source})
    first, last = parts_of(DirectSession(tmp_path, load_settings()), "run", "config", 1)
    assert first.text.splitlines()[1:-1] == [
        "config, depth 3: 3 of 4 entities, 3 edges",
        "-> :load  calls L2",
        "  -> :read  calls L3",
        "    -> config:env:DEPTH  reads L4",
    ]
    assert last.text.splitlines()[1:] == [
        "config, depth 3: entity 4 of 4, 1 edge",
        "read (above)",
        "  -> config:env:SIZE  reads L4",
    ]


def test_what_leads_on_in_a_later_part_is_not_said_to_be_called_by_it(tmp_path: Path) -> None:
    calls = "".join(f"def call_{number}(box: Box):\n    box.size = box.size + 1\n" for number in range(2))
    source = (
        "class Box:\n    @property\n    def size(self): return 1\n"
        f"    @size.setter\n    def size(self, given): self.last = given\n{calls}"
    )
    write(tmp_path, {"box.py": source})
    answers = parts_of(DirectSession(tmp_path, load_settings()), "call_0", "state", 1)
    assert len(answers) > 1
    assert not any("What it calls writes:" in answer.text for answer in answers[1:])


def test_a_cursor_beyond_the_limit_holds_while_what_was_shown_is_the_same(tmp_path: Path) -> None:
    calls = [f"def call_{number}():\n    hub()\n" for number in range(4)]
    write(tmp_path, {"hub.py": "def hub(): pass\n" + "".join(calls)})
    first = trace_causal_path(DirectSession(tmp_path, load_settings()), "hub", "upstream", limit=2)
    cursor = first.data["cursor"]
    (tmp_path / "more.py").write_text("from hub import hub\ndef later(): hub()\n")
    session = DirectSession(tmp_path, load_settings())
    after = trace_causal_path(session, "hub", "upstream", limit=2, cursor=cursor)
    assert after.text.splitlines()[2] == "<- :call_2  calls L7; call_3 L9"
    assert after.data["omitted"] == 1
    (tmp_path / "hub.py").write_text("def hub(): pass\n" + "".join(calls[1:]))
    session = DirectSession(tmp_path, load_settings())
    with pytest.raises(InvalidArgument, match="what it continues has changed"):
        trace_causal_path(session, "hub", "upstream", limit=2, cursor=cursor)


def test_the_settings_bound_the_depth(root: Path) -> None:
    session = DirectSession(root, load_settings({"max_traversal_depth": 1}))
    assert ask(session, "main").splitlines()[1] == "downstream, depth 1: 2 entities, 3 edges"


def test_a_long_trace_is_continued(root: Path) -> None:
    session = DirectSession(root, load_settings({"max_tokens": 200}))
    whole = ask(DirectSession(root, load_settings()), "main").splitlines()[2:]
    shown: list[str] = []
    cursor = ""
    while True:
        answer = trace_causal_path(session, "main", cursor=cursor)
        shown += [line for line in answer.text.splitlines()[2:] if not line.startswith("[")]
        cursor = answer.data.get("cursor", "")
        if not cursor:
            break
    assert shown == whole


TRACEBACK = """
Traceback (most recent call last):
  File "{root}/app/main.py", line 6, in main
    register(load)
  File "{root}/app/main.py", line 13, in register
    return handlers["load"]("x")
  File "{root}/app/main.py", line 9, in load
    return Store("here").get(name)
  File "/usr/lib/python3.12/functools.py", line 99, in wrapper
    return function(name)
  File "{root}/app/store.py", line 9, in get
    raise Missing(name)
app.store.Missing: x
"""


def test_a_line_outside_its_function_tells_of_another_version(session: DirectSession, root: Path) -> None:
    trace = TRACEBACK.format(root=root.as_posix()).replace("line 9, in load", "line 19, in load")
    text = trace_causal_path(session, trace).text
    assert (
        "load(name: str) -> bytes  at L19, outside it: the trace is of another version or a build\n" in text
    )


def test_traceback(session: DirectSession, root: Path) -> None:
    answer = trace_causal_path(session, TRACEBACK.format(root=root.as_posix()))
    assert answer.text == lines(
        """
        5 frames, outermost call first; 4 in this repository
        app.store.Missing: x
        1 func:app/main.py:main  L4-6 | def main() -> None  at L6
           calls L6
        2 func:app/main.py:register  L11-13 | def register(handler)  at L13
           calls L13 ?0.9 (indirect)
        3 func:app/main.py:load  L8-9 | def load(name: str) -> bytes  at L9
        4 /usr/lib/python3.12/functools.py:99 wrapper  not in this repository
           from 3 calls L9
        5 method:app/store.py:Store.get  L8-9 | def get(self, name: str) -> bytes  at L9
        class:app/store.py:Missing is raised by method:app/store.py:Store.get  L9
        """
    )
    assert answer.data["root"] == "func:app/main.py:main"
    stack = answer.data["stacks"][0]
    assert (stack["error"], stack["message"]) == ("app.store.Missing", "x")
    assert [frame["entity"] for frame in stack["frames"]][2:] == [
        "func:app/main.py:load",
        None,
        "method:app/store.py:Store.get",
    ]
    json.dumps(answer.data)


def test_a_call_that_the_graph_does_not_know(session: DirectSession) -> None:
    text = 'Traceback (most recent call last):\n  File "app/main.py", line 9, in load\n    lonely()\n'
    assert ask(session, f'{text}  File "app/main.py", line 19, in lonely\n    pass\nKeyError') == lines(
        """
        2 frames, outermost call first; 2 in this repository
        KeyError
        1 func:app/main.py:load  L8-9 | def load(name: str) -> bytes  at L9
           no edge in the graph leads here from L9
        2 func:app/main.py:lonely  L18-19 | def lonely()  at L19
        raised in 2, but by no statement that raises KeyError
        """
    )


def test_an_error_from_another_repository(session: DirectSession) -> None:
    text = 'Traceback (most recent call last):\n  File "app/main.py", line 9, in load\n    lonely()\n'
    answer = ask(session, f'{text}  File "/home/ann/other/far.py", line 3, in far\n    pass\nKeyError')
    assert answer.splitlines()[-1] == "raised outside this repository"


def test_traceback_of_a_chain_with_recursion(session: DirectSession) -> None:
    repeated = '  File "app/main.py", line 9, in load\n    load(name)\n' * 3
    text = (
        f"Traceback (most recent call last):\n{repeated}KeyError: 1\n\n"
        "During handling of the above exception, another exception occurred:\n\n"
        "Traceback (most recent call last):\n"
        '  File "app/main.py", line 5, in main\n    load()\nValueError: two\n'
    )
    assert ask(session, text) == lines(
        """
        2 frames, outermost call first; 2 in this repository
        ValueError: two
        1 func:app/main.py:main  L4-6 | def main() -> None  at L5
        raised in 1, but by no statement that raises ValueError
        raised while handling KeyError: 1
        1 func:app/main.py:load  L8-9 | def load(name: str) -> bytes  at L9 (3 times)
        raised in 1, but by no statement that raises KeyError
        """
    )


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"entity_id": " "}, InvalidArgument, "entity_id must not be empty"),
        (
            {"entity_id": "one\ntwo"},
            InvalidArgument,
            "several lines, and no stack frame or place of this repository in them",
        ),
        ({"entity_id": "lonly"}, UnknownEntity, "func:app/main.py:lonely"),
        ({"entity_id": "get"}, AmbiguousEntity, "method:app/store.py:CachedStore.get"),
        ({"entity_id": "main", "to": "nowhere"}, UnknownEntity, "nowhere"),
        ({"entity_id": "main", "depth": 0}, InvalidArgument, "depth must be between 1 and 10"),
        ({"entity_id": "main", "limit": 501}, InvalidArgument, "limit must be between 1 and 500"),
        ({"entity_id": "main", "direction": "sideways"}, InvalidArgument, "direction must be one of"),
        ({"entity_id": "main", "cursor": "1-2"}, InvalidArgument, "cursor belongs to another call"),
    ],
)
def test_bad_input(
    session: DirectSession, arguments: dict[str, object], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        trace_causal_path(session, **arguments)  # type: ignore[arg-type]


LOCKERS = {
    "poetry/locker.py": "class Locker:\n    def is_fresh(self):\n        return True\n",
    "tests/test_installer.py": "class Locker:\n    def is_fresh(self):\n        return False\n",
}
OTHERS = "Tests define that name too: method:tests/test_installer.py:Locker.is_fresh."


def test_of_several_of_a_name_the_only_one_outside_of_tests_is_meant(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path, LOCKERS), load_settings())

    trace = trace_causal_path(session, "Locker.is_fresh", "upstream")
    window = open_surgical_window(session, "Locker.is_fresh")
    skeleton = read_skeleton(session, "Locker.is_fresh")

    for answer in (trace, window, skeleton):
        assert answer.text.startswith("method:poetry/locker.py:Locker.is_fresh")
        assert OTHERS in answer.text.split("\n")
    assert OTHERS in trace.data["notes"]

    exact = trace_causal_path(session, "method:tests/test_installer.py:Locker.is_fresh")
    assert exact.text.startswith("method:tests/test_installer.py:Locker.is_fresh")
    assert "too" not in exact.text


def test_what_only_an_example_has_besides_is_not_meant(tmp_path: Path) -> None:
    files = {**LOCKERS, "examples/locker.py": LOCKERS["poetry/locker.py"]}
    session = DirectSession(write(tmp_path, files), load_settings())

    trace = ask(session, "Locker.is_fresh").splitlines()
    assert trace[0].startswith("method:poetry/locker.py:Locker.is_fresh")
    assert trace[-1] == (
        "Tests, examples or the like define that name too: method:examples/locker.py:Locker.is_fresh, "
        "method:tests/test_installer.py:Locker.is_fresh."
    )
    assert read_skeleton(session, "locker.py").text.startswith("poetry/locker.py")


def test_several_of_a_name_outside_of_tests_are_refused(tmp_path: Path) -> None:
    files = {**LOCKERS, "poetry/other.py": LOCKERS["poetry/locker.py"]}
    session = DirectSession(write(tmp_path, files), load_settings())

    with pytest.raises(AmbiguousEntity, match="names 3 entities"):
        trace_causal_path(session, "Locker.is_fresh")


SEVERAL_ERRORS = """\
class Closed(Exception): ...
class Denied(Exception): ...
class Empty(Exception): ...
class Full(Exception): ...
class Gone(Exception): ...


def move(box):
    if box.closed:
        raise Closed
    if box.denied:
        raise Denied
    if box.empty:
        raise Empty
    if box.full:
        raise Full
    raise Gone


def carry(box):
    move(box)


def careful(box):
    try:
        carry(box)
    except Gone:
        pass
"""


def test_the_errors_that_escape_are_named_once_and_callers_stand_behind_an_arrow_back(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path, {"box.py": SEVERAL_ERRORS}), load_settings())

    answer = trace_causal_path(session, "carry", "errors")

    assert answer.text.split("\n")[2:4] == [
        "escaping: Closed, Denied, Empty, Full, Gone; an edge that names none carries all, or what its neighbours name",
        "-> :move  may fail at L21",
    ]
    assert answer.text.split("\n")[-2:] == [
        "<- :careful  catches it at L26 (Gone)",
        "<- careful (above)  escapes to it at L26 (all but Gone)",
    ]
    assert answer.data["escaping"] == [
        f"class:box.py:{name}" for name in ("Closed", "Denied", "Empty", "Full", "Gone")
    ]


def test_calls_of_a_prototype_lead_to_each_of_its_bodies(tmp_path: Path) -> None:
    late = '#include "clock.h"\nlong now(void) { return 1; }\nint late(void) { return now() > 2; }\n'
    root = write(tmp_path / "clock", {"clock.h": "long now(void);\n", "posix.c": late, "windows.c": late})
    session = DirectSession(root, Settings(cache_dir=tmp_path / "cache"))

    text = trace_causal_path(session, "func:clock.h:now", "upstream").text
    assert text.endswith("Its body is func:posix.c:now or func:windows.c:now; calls lead there.")


def test_imports_of_callers_beyond_the_limit_are_not_told_of_by_themselves(tmp_path: Path) -> None:
    (tmp_path / "cart.py").write_text("def total(): pass\n")
    (tmp_path / "passed.py").write_text("from cart import total as total\n")
    for name in ("one", "two", "three"):
        (tmp_path / f"{name}.py").write_text(f"from cart import total\n\ndef {name}(): total()\n")
    answer = trace_causal_path(DirectSession(tmp_path, load_settings()), "total", "upstream", limit=1)
    left, imported = answer.text.splitlines()[-2:]
    assert left.startswith("[2 more entities beyond limit=1: 2 at distance 1; cursor=")
    assert imported == "Also imported at passed.py:1."


def test_a_path_comes_with_the_lines_that_may_lead_there_at_once(tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text(
        "class App:\n    def send(self):\n        pass\n\n\n"
        "def start(app):\n    if eager:\n        return later()\n    return app.current.send()\n\n\n"
        "def later():\n    App().send()\n"
    )
    session = DirectSession(tmp_path, load_settings())

    assert ask(session, "start", to="App.send").split("\n")[2:] == [
        "-> :later  calls L8 | ()",
        "-> :App.send  calls L13 | (self)",
        "`send` is called at L9 of it, and no edge tells what that means; it may be this one.",
    ]
    assert "is called at" not in ask(session, "later", to="App.send")


def test_where_no_path_leads_a_route_may(tmp_path: Path) -> None:
    (tmp_path / "server.py").write_text(
        "from flask import Flask\n\napp = Flask('shop')\n\n\n@app.delete('/carts/<code>')\ndef drop(code):\n    pass\n"
    )
    (tmp_path / "carts.ts").write_text(
        "export function drop(code) {\n  return axios.delete(`/carts/${code}`);\n}\n"
    )
    session = DirectSession(tmp_path, load_settings())

    assert ask(session, "carts.ts:drop", to="server.py:drop").split("\n") == [
        "No path leads from func:carts.ts:drop to func:server.py:drop, nor back, over edges that could be followed.",
        "L2 asks for DELETE /carts/{}, which func:server.py:drop answers.",
    ]


def test_a_long_path_the_other_way_is_only_counted(tmp_path: Path) -> None:
    steps = "\n".join(f"def step{number}():\n    step{number + 1}()\n" for number in range(6))
    (tmp_path / "chain.py").write_text(f"{steps}\ndef step6():\n    pass\n")
    session = DirectSession(tmp_path, load_settings())

    assert ask(session, "step6", to="step0") == (
        "No path leads from func:chain.py:step6 to func:chain.py:step0; the shortest the other way has 6 edges."
    )
    assert "the shortest the other way, 3 edges:" in ask(session, "step6", to="step3")


def test_where_its_own_methods_are_called_on_a_type_is_told(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "jobs.py": (
                "class SyncJob:\n    @classmethod\n    def enqueue(cls): ...\n    def run(self): ...\n"
            ),
            "use.py": "from jobs import SyncJob\n\n\ndef hold(one: SyncJob):\n    one.run()\n",
            "views.py": "from jobs import SyncJob\n\n\ndef post():\n    SyncJob.enqueue()\n",
            "tests/test_views.py": "from jobs import SyncJob\n\n\ndef test_it():\n    SyncJob.enqueue()\n",
        },
    )
    session = DirectSession(tmp_path, load_settings({}, environ={"NSCCN_CACHE_DIR": str(tmp_path / "cache")}))

    said = trace_causal_path(session, "SyncJob", "upstream").text.splitlines()

    assert "<- func:use.py:hold  uses as a type L4" in said
    assert "Its own methods are called on it at views.py:5." in said
    assert "Also imported at tests/test_views.py:1." in said


def test_a_file_without_types_has_no_inheritance(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path, {"README.md": "# Shop\n"}), load_settings())
    assert "0 entities" in trace_causal_path(session, "README.md", "inheritance").text
