"""How likely each of several types is that a declaration allows."""

from __future__ import annotations

from small_snapshot import snapshot_of

SOURCE = """
class Cup:
    width = property(lambda self: 1)
    def fill(self): ...
    def wash(self): ...
class Jar:
    def fill(self): ...
class Jug(Cup):
    def fill(self): ...
    @property
    def height(self): ...
class Mug(Cup):
    @property
    def height(self): ...

def serve(one: Cup | Jar):
    one.fill()
    one.wash()

def take(one: str | Jar):
    one.fill()

def clean(other: "Jug | Mug | None"):
    other.wash()
    return other.height
"""


def chances(caller: str) -> dict[str, float]:
    graph = snapshot_of({"cups.py": SOURCE}).graph
    calls = graph.outgoing(graph.lookup(caller), {"CALLS"})
    return {
        graph.qualified_of(edge.target): round(edge.probability, 2)
        for edge in calls
        if edge.via != "override"
    }


def test_each_type_that_a_declaration_names_is_likely() -> None:
    assert chances("serve") == {"Cup.fill": 0.7, "Jar.fill": 0.7, "Cup.wash": 1}


def test_the_one_type_of_the_repository_among_them_is_sure() -> None:
    assert chances("take") == {"Jar.fill": 1}


def test_what_all_of_them_inherit_is_sure() -> None:
    assert chances("clean") == {"Cup.wash": 1, "Jug.height": 0.7, "Mug.height": 0.7}
