"""Linking where a wrong turn would be easy: order of star imports, overloads, hierarchies of any depth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from small_snapshot import snapshot_of

from nsccn.graph.linking.linkrows import read_unresolved

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph


def callers(graph: CodeGraph, name: str) -> list[str]:
    return [graph.id_of(edge.source) for edge in graph.incoming(graph.lookup(name), {"CALLS"})]


def unresolved(graph: CodeGraph, name: str) -> int:
    return sum(sites for _, sites in read_unresolved(graph.arrays, name))


def chances(graph: CodeGraph, caller: str, name: str) -> dict[str, float]:
    """How likely each method or function of a name, of any for none, is run by a caller."""
    return {
        graph.qualified_of(edge.target): round(edge.probability, 2)
        for edge in graph.outgoing(graph.lookup(caller), {"CALLS"})
        if name in ("", graph.name_of(edge.target))
    }


def test_of_two_star_imports_the_later_one_holds() -> None:
    graph = snapshot_of(
        {
            "pkg/__init__.py": "from pkg.old import *\nfrom pkg.new import *\n",
            "pkg/old/__init__.py": "from pkg.old import tools\n",
            "pkg/old/tools.py": "def build(): pass\n",
            "pkg/new/__init__.py": "from pkg.new import tools\n",
            "pkg/new/tools.py": "def run(): pass\n",
            "use.py": "import pkg\n\ndef start(): pkg.tools.run()\n\ndef wrong(): pkg.tools.build()\n",
        }
    ).graph
    assert callers(graph, "run") == ["func:use.py:start"]
    assert callers(graph, "build") == []
    assert unresolved(graph, "build") == 1


def test_an_overload_stands_for_the_definition_with_a_body() -> None:
    source = """
from typing import overload

class Box:
    @overload
    def get(self, key: int) -> int: ...
    @overload
    def get(self, key: str) -> str: ...
    def get(self, key):
        return key

def use(box: Box):
    return box.get(1)
"""
    graph = snapshot_of({"box.py": source}).graph
    for asked in ("Box.get", "box.py:Box.get", "method:box.py:Box.get"):
        assert graph.id_of(graph.lookup(asked)) == "method:box.py:Box.get#3"
    assert callers(graph, "Box.get") == ["func:box.py:use"]


def test_what_parameters_begin_with_is_run_where_the_function_is_made() -> None:
    source = """
def wait(seconds): ...

def run(pause=wait(3)):
    def inside(pause=wait(pause)): ...

class Runner:
    def run(self, pause=wait(1)): ...
"""
    graph = snapshot_of({"use.py": source}).graph
    assert callers(graph, "wait") == ["module:use.py:__init__", "func:use.py:run", "class:use.py:Runner"]


def test_decorators_of_a_class_are_its_calls_before_export_too() -> None:
    source = """
function options() { return {}; }
function Service(given: object): ClassDecorator { return () => {}; }

@Service(options())
class Cart { fill() {} }

@Service(options())
export class Shop { sell() {} }

@Service(options())
export default class extends Shop { sell() {} }
"""
    graph = snapshot_of({"shop.ts": source}).graph
    classes = ["class:shop.ts:Cart", "class:shop.ts:Shop", "class:shop.ts:default"]
    assert sorted(callers(graph, "options")) == classes


def test_a_hierarchy_of_any_depth_is_linked_in_any_order() -> None:
    classes = [f"class C{n}(C{n - 1}):\n    def run(self): return super().run()\n" for n in range(1, 1500)]
    source = "".join(reversed(classes)) + "class C0:\n    def run(self): pass\n"
    graph = snapshot_of({"deep.py": source}).graph
    assert callers(graph, "C0.run") == ["method:deep.py:C1.run"]


def test_a_circle_of_bases_ends() -> None:
    source = "class A(B): pass\nclass B(C): pass\nclass C(A):\n    def run(self): self.run()\n"
    graph = snapshot_of({"a.py": source}).graph
    assert callers(graph, "C.run") == ["method:a.py:C.run"]


def test_a_call_in_c_may_mean_the_only_function_of_that_name_which_it_does_not_see() -> None:
    graph = snapshot_of(
        {
            "log.c": "void fatal(const char *text) { }\n",
            "one.c": "static void quiet(void) { }\nvoid twice(void) { }\n",
            "two.c": "void twice(void) { }\n",
            "main.c": "int main(void) { fatal(0); quiet(); twice(); puts(0); return 0; }\n",
        }
    ).graph
    assert callers(graph, "fatal") == ["func:main.c:main"]
    assert [edge.probability < 1 for edge in graph.incoming(graph.lookup("fatal"), {"CALLS"})] == [True]
    assert [unresolved(graph, name) for name in ("fatal", "quiet", "twice", "puts")] == [0, 1, 1, 0]


def test_an_interface_of_many_types_keeps_all_of_them() -> None:
    types = [
        f"type T{number} struct{{}}\nfunc (T{number}) Bind(value any) error {{ return nil }}\n"
        for number in range(40)
    ]
    few = "package app\ntype Binder interface { Bind(value any) error }\n" + "".join(types[:20])
    use = "package app\nfunc use(binder Binder) error { return binder.Bind(nil) }\n"
    graph = snapshot_of({"app.go": few, "use.go": use}).graph
    assert [edge.via for edge in graph.incoming(graph.lookup("T7.Bind"), {"CALLS"})] == ["override"]
    assert len(list(graph.incoming(graph.lookup("Binder"), {"INHERITS"}))) == 20
    graph = snapshot_of({"app.go": few + "".join(types[20:]), "use.go": use}).graph
    assert callers(graph, "T7.Bind") == []
    assert len(list(graph.incoming(graph.lookup("Binder"), {"INHERITS"}))) == 40


def test_one_call_that_may_run_a_method_in_two_ways_is_one_site() -> None:
    source = """package app
type Binder interface { Bind(value any) error }
type BodyBinder interface { Binder; Body() }
type JSON struct{}
func (JSON) Bind(value any) error { return nil }
func (JSON) Body() { }
func pick(binder Binder, body BodyBinder) error {
	for binder.Bind(body.Bind(nil)) != nil { }
	return nil
}
"""
    graph = snapshot_of({"app.go": source}).graph
    assert [edge.sites for edge in graph.incoming(graph.lookup("JSON.Bind"), {"CALLS"})] == [1]


def test_a_line_that_is_guessed_is_no_evidence_of_what_is_sure_elsewhere() -> None:
    source = """
class Store:
    def keep_part(self, part): ...

def fill(thing, other, store: Store):
    thing.keep_part(1)
    store.keep_part(2)
    other.keep_part(3)
    store.keep_part(4)

def guess(thing, other):
    thing.keep_part(1)
    other.keep_part(2)
"""
    graph = snapshot_of({"app.py": source}).graph
    numbers = graph.edges_of(np.array([graph.lookup("Store.keep_part")]), outgoing=False).tolist()
    assert [list(graph.lines(number)) for number in numbers] == [[7, 9], [12, 13]]


def test_what_a_function_of_a_nameless_one_gives_may_lack_a_member() -> None:
    source = """
class Shop { open() {} }
test("one", () => {
  function make() { return new Shop() }
  make().close()
  make().open()
})
test("two", () => {
  function make() { return 1 }
  make()
})
"""
    graph = snapshot_of({"shop.ts": source}).graph
    assert callers(graph, "Shop.open") == ["module:shop.ts:__init__"]


def test_a_go_type_implements_an_interface_only_with_methods_of_the_same_types() -> None:
    source = """package app
type Request = http.Request
type Matcher interface { Match(r *Request, name, path string) (bool, error) }
type Store[T any] interface { Put(item T, tags ...shop.Tag) }
type ByName struct{}
func (ByName) Match(req *http.Request, one string, two string) (ok bool, err error) { return true, nil }
type ByHello struct{}
func (ByHello) Match(hello *tls.Hello, name, path int) (bool, error) { return true, nil }
type Shelf struct{}
func (Shelf) Put(book Book, given ...shop.Tag) { }
type Bin struct{}
func (Bin) Put(book Book, given []shop.Tag) { }
"""
    graph = snapshot_of({"app.go": source}).graph
    implementing = {
        name: [graph.name_of(edge.source) for edge in graph.incoming(graph.lookup(name), {"INHERITS"})]
        for name in ("Matcher", "Store")
    }
    assert implementing == {"Matcher": ["ByName"], "Store": ["Shelf"]}


def test_a_field_that_holds_a_function_may_be_what_a_guess_means() -> None:
    graph = snapshot_of(
        {
            "src/issues.ts": """
export class Issues { addIssue(name: string) {} finish(name: string) {} }
export interface Context { addIssue: (name: string) => void; finish: string }
""",
            "src/use.ts": """
import { Issues } from "./issues";
export function check(run: any) { run((given) => { given.addIssue("a"); given.finish("b"); }); }
""",
        }
    ).graph
    chances = {
        name: [
            round(edge.probability, 2) for edge in graph.incoming(graph.lookup(f"Issues.{name}"), {"CALLS"})
        ]
        for name in ("addIssue", "finish")
    }
    assert chances == {"addIssue": [0.45], "finish": [0.9]}


def test_methods_that_built_in_objects_have_too_share_a_call_on_objects_that_travelled() -> None:
    source = """
class Reader:
    def items(self): ...
class Writer:
    def items(self): ...
class Table:
    def keys(self): ...

def show(part):
    part.items()
    part.keys()

show(Reader())
show(Writer())
show(Table())
"""
    graph = snapshot_of({"app.py": source}).graph
    found = {
        graph.id_of(edge.target): edge.probability for edge in graph.outgoing(graph.lookup("show"), {"CALLS"})
    }
    assert found == {
        "method:app.py:Reader.items": 0.4,
        "method:app.py:Writer.items": 0.4,
        "method:app.py:Table.keys": 0.8,
    }


def test_of_methods_that_a_guess_allows_the_one_is_likely_whose_type_has_all_that_is_named() -> None:
    source = """
class Context:
    def push(self, part): ...
    def take(self): ...
class Stack:
    def push(self, part): ...
    def drop(self): ...

def show(drawn):
    drawn.push(1)
    drawn.take()

def show_more(context):
    context.push(2)
"""
    graph = snapshot_of({"app.py": source}).graph
    assert chances(graph, "show", "push") == {"Context.push": 0.9, "Stack.push": 0.48}
    assert chances(graph, "show_more", "push") == {"Context.push": 0.9}


def test_a_function_hardly_runs_itself_where_it_does_not_name_itself() -> None:
    source = """
class Part:
    def show(self): ...
class Box(Part):
    def __init__(self, inside: Part): self.inside = inside
    def show(self): self.inside.show()
class Bag(Part):
    def show(self): ...

def traced(run):
    def wrapper(): run()
    return wrapper

def start(): ...

traced(traced(start))
"""
    graph = snapshot_of({"app.py": source}).graph
    assert chances(graph, "Box.show", "show") == {"Part.show": 1.0, "Bag.show": 0.5, "Box.show": 0.1}
    assert chances(graph, "traced.wrapper", "") == {"start": 0.85, "traced.wrapper": 0.1}


def test_the_more_overrides_there_are_the_less_likely_is_each_most_on_one_object() -> None:
    base = "from abc import ABC, abstractmethod\nclass Part(ABC):\n    @abstractmethod\n    def show(self): ...\n"
    use = """
def one(part: Part):
    part.show()

def each(parts: list[Part]):
    for part in parts:
        part.show()
"""

    def likely(caller: str, count: int) -> set[float]:
        kinds = [f"Part{number}" for number in range(count)]
        made = "".join(f"class {kind}(Part):\n    def show(self): ...\n" for kind in kinds)
        found = chances(snapshot_of({"app.py": base + made + use}).graph, caller, "show")
        return {found[f"{kind}.show"] for kind in kinds}

    assert [likely("one", count) for count in (1, 3, 5, 8, 9)] == [{0.95}, {0.6}, {0.5}, {0.4}, {0.15}]
    assert [likely("each", count) for count in (1, 3, 5, 8, 9)] == [{0.95}, {0.75}, {0.5}, {0.5}, {0.15}]


def test_what_comes_to_many_calls_together_is_less_likely_at_each() -> None:
    source = """
def start(): ...
def stop(): ...
def stop_all(): ...
def wait(): ...

def once(step): step()
def first(step): step()
def second(step): step()
def third(step): step()
def fourth(step): step()
def fifth(step): step()

def begin():
    once(start)
    once(stop)
    first(wait)
    second(start)
    second(wait)
    third(start)
    third(stop_all)
    fourth(start)
    fourth(stop_all)
    fifth(start)
    fifth(wait)
"""
    graph = snapshot_of({"app.py": source}).graph
    assert chances(graph, "once", "") == {"start": 0.15, "stop": 0.85}
    assert chances(graph, "second", "") == {"start": 0.15, "wait": 0.5}
    assert chances(graph, "first", "") == {"wait": 0.9}


def test_calls_on_objects_that_nothing_is_known_of_are_counted() -> None:
    graph = snapshot_of(
        {
            "cart.py": "class Cart:\n    def get(self): ...\n    def close(self): ...\n",
            "use.py": (
                "import requests\n"
                "def use(thing, session: requests.Session):\n"
                "    thing.get()\n"
                "    for part in thing: part.get()\n"
                "    session.get()\n"
                "    requests.get()\n"
                "    dict.get()\n"
                "    open().close()\n"
            ),
        }
    ).graph
    assert callers(graph, "Cart.get") == []
    assert [unresolved(graph, name) for name in ("get", "close")] == [2, 0]


def test_bare_calls_of_methods_that_no_type_around_has_are_counted() -> None:
    graph = snapshot_of(
        {
            "steps.rb": "module Steps\n  def prepare; end\nend\n",
            "case.rb": "class Case\n  def run\n    prepare\n    puts\n  end\nend\n",
        }
    ).graph
    assert callers(graph, "prepare") == []
    assert [unresolved(graph, name) for name in ("prepare", "puts")] == [1, 0]


def test_a_bare_call_in_a_template_that_means_nothing_counts_where_a_method_of_ruby_has_the_name() -> None:
    graph = snapshot_of(
        {
            "lib/shop.rb": "class Shop\n  def prepare; end\nend\n",
            "app/views/shops/show.html.erb": "<%= prepare 1 %><%= link_to 2 %>\n",
        }
    ).graph
    assert [unresolved(graph, name) for name in ("prepare", "link_to")] == [1, 0]


def test_calls_on_objects_from_outside_are_not_counted() -> None:
    graph = snapshot_of(
        {
            "list.js": "export class List { push() {} set() {} bind() {} }\n",
            "use.js": (
                "function fill(given) {\n"
                "  const found = [];\n"
                "  found.push(1);\n"
                "  new Map().set(1, 2);\n"
                "  fill.bind(null);\n"
                "  given.push(1);\n"
                "}\n"
            ),
            "shop/Cart.java": (
                "package shop;\n"
                "import java.util.List;\n"
                "class Cart {\n"
                "  private List<Cart> parts;\n"
                "  private StringBuilder text;\n"
                "  void add(Cart cart) { parts.add(cart); }\n"
                "  void append() { text.append(1); }\n"
                "}\n"
            ),
            "use.go": (
                'package use\n\nimport "net/http"\n\ntype writer struct{ http.ResponseWriter }\n\n'
                "func (w writer) WriteHeader(code int) { w.ResponseWriter.WriteHeader(code) }\n"
            ),
        }
    ).graph
    names = ("push", "set", "bind", "add", "append", "WriteHeader")
    assert [unresolved(graph, name) for name in names] == [1, 0, 0, 0, 0, 0]


def test_constructors_run_what_fields_begin_with() -> None:
    source = """
class Cart {
    private int size = measure();
    private static int most = count();
    Cart() {}
    Cart(int size) { this(); }
    Cart(String name) {}
    static int measure() { return 1; }
    static int count() { return 2; }
    static int weigh() { return 3; }
}

class Plain {
    private int size = Cart.weigh();
}
"""
    graph = snapshot_of({"Cart.java": source}).graph
    assert callers(graph, "measure") == ["method:Cart.java:Cart.Cart", "method:Cart.java:Cart.Cart#3"]
    assert callers(graph, "count") == ["class:Cart.java:Cart"]
    assert callers(graph, "weigh") == ["class:Cart.java:Plain"]


def test_a_guess_hardly_means_a_method_that_leaves_its_work_to_others() -> None:
    source = """
class Store:
    def keep(self, part): raise NotImplementedError
class Shelf(Store):
    def keep(self, part): ...
class Bin(Store):
    def keep(self, part):
        raise NotImplementedError("it keeps nothing")

def fill(store: Store):
    store.keep(1)

def fill_any(thing):
    thing.keep(1)
"""
    graph = snapshot_of({"app.py": source}).graph
    assert chances(graph, "fill", "keep") == {"Store.keep": 1.0, "Shelf.keep": 0.6, "Bin.keep": 0.1}
    assert chances(graph, "fill_any", "keep") == {"Store.keep": 0.1, "Shelf.keep": 0.32, "Bin.keep": 0.1}


def test_a_module_that_begins_with_a_slash_begins_in_the_package_or_the_repository() -> None:
    graph = snapshot_of(
        {
            "models/cards.js": "export function archive() {}\n",
            "web/package.json": "{}",
            "web/src/page.js": "export function open() {}\n",
            "web/src/start.js": """
                import { archive } from "/models/cards";
                import { open } from "/src/page";
                export function start() { archive(); open(); }
                """,
        }
    ).graph
    assert callers(graph, "archive") == callers(graph, "open") == ["func:web/src/start.js:start"]


def test_a_setting_is_read_at_every_line_that_names_it() -> None:
    graph = snapshot_of(
        {
            "shop/settings.py": "LIMIT = 3\n",
            "use.py": "from shop import settings\n\ndef fill():\n    take(settings.LIMIT)\n    give(settings.LIMIT)\n",
        }
    ).graph
    limit = graph.lookup("LIMIT")
    assert list(graph.lines_using(limit, {"READS_CONFIG"})) == [("use.py", 4), ("use.py", 5)]
