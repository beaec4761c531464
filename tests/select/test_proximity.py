"""What lies near the strongest hits in the graph."""

from __future__ import annotations

from small_snapshot import snapshot_of

from nsccn.select.proximity import nearby

CHAIN = {
    "a.py": """
        def first():
            second()

        def second():
            third()

        def third():
            fourth()

        def fourth():
            pass
        """
}


def test_neighbours_count_less_with_every_step() -> None:
    graph = snapshot_of(CHAIN).graph
    first, second, third, fourth = (graph.named(name)[0] for name in ("first", "second", "third", "fourth"))
    near = nearby(graph, {first: 1.0})
    assert near.reached[second] > near.reached[third]
    assert fourth not in near.reached
    assert near.steps[second].origin == first
    assert (near.steps[second].kind, near.steps[second].direction) == ("CALLS", "out")


def test_callers_are_near_too() -> None:
    graph = snapshot_of(CHAIN).graph
    near = nearby(graph, {graph.named("fourth")[0]: 1.0})
    assert near.steps[graph.named("third")[0]].direction == "in"


def test_a_hub_is_near_to_nothing() -> None:
    calls = "\n".join(f"def caller_{number}():\n    log()\n" for number in range(80))
    graph = snapshot_of({"a.py": f"def log():\n    pass\n\n{calls}"}).graph
    assert not nearby(graph, {graph.named("log")[0]: 1.0}).reached
