"""How likely an override is, by the share of the subtypes that run it."""

from __future__ import annotations

from small_snapshot import snapshot_of

TREE = """
class Node:
    def name(self):
        raise NotImplementedError
    def size(self):
        return 0
    def show(self):
        self.size()

class Tree(Node):
    def name(self):
        return "tree"
    def size(self):
        return 1

class Oak(Tree): ...
class Elm(Tree): ...
class Ash(Tree): ...
class Holm(Oak):
    def name(self):
        return "holm"
%s
def name_of(node: Node):
    node.name()
"""
STONES = "".join(f"class Stone{number}(Node): ...\n" for number in range(5))
FLINTS = "".join(f"class Flint{number}(Tree):\n    def name(self): ...\n" for number in range(40))


def chances(more: str, caller: str) -> dict[str, float]:
    """How likely a function calls what, in the tree and what else is written below it."""
    graph = snapshot_of({"tree.py": TREE % more}).graph
    calls = graph.outgoing(graph.lookup(caller), {"CALLS"})
    return {graph.qualified_of(edge.target): round(edge.probability, 2) for edge in calls}


def test_what_nearly_all_subtypes_run_is_likely_and_what_stands_beside_it_is_not() -> None:
    assert chances("", "name_of") == {"Node.name": 1, "Tree.name": 0.9, "Holm.name": 0.15}


def test_what_few_of_the_subtypes_run_is_told_by_the_number_of_overrides_alone() -> None:
    assert chances(STONES, "name_of") == {"Node.name": 1, "Tree.name": 0.6, "Holm.name": 0.6}


def test_what_nearly_all_subtypes_run_of_a_method_that_does_something() -> None:
    assert chances("", "show") == {"Node.size": 1, "Tree.size": 0.8}
    assert chances(STONES, "show") == {"Node.size": 1, "Tree.size": 0.6}


def test_of_more_overrides_than_are_listed_the_one_remains_that_most_run() -> None:
    oaks = "".join(f"class Oak{number}(Oak): ...\n" for number in range(160))

    assert chances(FLINTS, "name_of") == {"Node.name": 1}
    assert chances(FLINTS + oaks, "name_of") == {"Node.name": 1, "Tree.name": 0.9}


def test_of_a_base_that_is_made_itself_an_override_is_hardly_run() -> None:
    part = "class Part:\n    def show(self): ...\nclass Box(Part):\n    def show(self): ...\n"
    use = "def shown(part: Part):\n    part.show()\n"
    made = "def made():\n    return Part()\n"

    def likely(source: str) -> dict[str, float]:
        graph = snapshot_of({"app.py": source}).graph
        calls = graph.outgoing(graph.lookup("shown"), {"CALLS"})
        return {graph.qualified_of(edge.target): round(edge.probability, 2) for edge in calls}

    assert likely(part + use) == {"Part.show": 1, "Box.show": 0.5}
    assert likely(part + use + made) == {"Part.show": 1, "Box.show": 0.2}


def test_of_a_base_that_does_nothing_an_override_is_likely_though_the_base_is_made() -> None:
    base = "class Part:\n    def clear(self):\n        %s\nclass Box(Part):\n    def clear(self):\n        print()\n"
    use = "def cleared(part: Part):\n    part.clear()\ndef made():\n    return Part()\n"

    def likely(body: str) -> dict[str, float]:
        graph = snapshot_of({"app.py": base % body + use}).graph
        calls = graph.outgoing(graph.lookup("cleared"), {"CALLS"})
        return {graph.qualified_of(edge.target): round(edge.probability, 2) for edge in calls}

    for nothing in (
        "pass",
        '"""Forget all."""',
        "return None",
        "# none\n        return []",
        "return  # nothing",
    ):
        assert likely(nothing) == {"Part.clear": 1, "Box.clear": 0.7}, nothing
    for something in (
        "return print()",
        '"""Forget."""\n        self.parts = []',
        "return [self]",
        "return nothing",
    ):
        assert likely(something) == {"Part.clear": 1, "Box.clear": 0.2}, something


def test_what_each_of_many_is_asked_that_may_do_nothing_all_subtypes_run() -> None:
    base = "class Part:\n    def clear(self):\n        pass\n"
    kinds = "".join(
        f"class Part{number}(Part):\n    def clear(self):\n        print()\n" for number in range(9)
    )
    one = "def one(part: Part):\n    part.clear()\n"
    each = "def each(parts: list[Part]):\n    for part in parts:\n        part.clear()\n"

    def likely(caller: str) -> set[float]:
        graph = snapshot_of({"app.py": base + kinds + one + each}).graph
        return {round(edge.probability, 2) for edge in graph.outgoing(graph.lookup(caller), {"CALLS"})}

    assert likely("one") == {1, 0.2}
    assert likely("each") == {1, 0.85}


CONTEXTS = """
interface IContext { int Info(Call call); int Info(Request request); }
class Context : IContext {
    public int Info(Call call) { return 1; }
    public int Info(Request request) { return 2; }
}
class Login : ControllerBase {
    private IContext context;
    int Ask() { return context.Info(Request); }
    int AskOf(Request request) { return context.Info(request); }
}
"""


def test_what_overrides_one_of_several_overloads_is_no_likelier_than_that_is_meant() -> None:
    graph = snapshot_of({"Context.cs": CONTEXTS}).graph

    def called(name: str) -> dict[str, float]:
        edges = graph.outgoing(graph.lookup(name), {"CALLS"})
        return {graph.id_of(edge.target).rpartition(":")[2]: round(edge.probability, 2) for edge in edges}

    alike = ("IContext.Info", "IContext.Info#2", "Context.Info", "Context.Info#2")
    assert called("Login.Ask") == dict.fromkeys(alike, 0.5)
    assert called("Login.AskOf") == {"IContext.Info#2": 1, "Context.Info#2": 0.95}


def test_what_stands_in_tests_takes_nothing_of_what_the_product_implements() -> None:
    files = {
        "go.mod": "module shop\n",
        "shop.go": """package shop
type Store interface { Save() error }
type Disk struct{}
func (d *Disk) Save() error { return nil }
func keep(store Store) { store.Save() }
""",
        "shop_test.go": """package shop
type full struct{}
func (f *full) Save() error { return nil }
type slow struct{}
func (s *slow) Save() error { return nil }
""",
    }
    graph = snapshot_of(files).graph
    calls = graph.outgoing(graph.lookup("keep"), {"CALLS"})
    chances = {graph.qualified_of(edge.target): round(edge.probability, 2) for edge in calls}
    assert chances == {"Store.Save": 1, "Disk.Save": 0.5, "full.Save": 0.2, "slow.Save": 0.2}


def test_the_product_hardly_runs_what_tests_alone_define() -> None:
    files = {
        "src/ask.ts": "export const ask = (open: (n: string) => void) => { open('a'); };\n",
        "src/ask.test.ts": """import { ask } from "./ask";
function open(n: string) {}
test("a", () => { ask(open); });
""",
        "lib/out.rb": "class Out\n  def start; lead; end\n  def lead; true; end\nend\n",
        "test/test_out.rb": "class Dummy < Out\n  def again; start; lead; end\n  def lead; false; end\nend\n",
    }
    graph = snapshot_of(files).graph

    def chances(caller: str) -> dict[str, float]:
        calls = graph.outgoing(graph.lookup(caller), {"CALLS"})
        return {graph.qualified_of(edge.target): round(edge.probability, 2) for edge in calls}

    assert chances("ask") == {"open": 0.2}
    assert chances("Out.start") == {"Out.lead": 1, "Dummy.lead": 0.2}
    assert chances("Dummy.again") == {"Out.start": 1, "Dummy.lead": 1}
