"""What lies near the strongest hits, and what the repository says beside the query's words."""

from __future__ import annotations

from small_snapshot import snapshot_of

from nsccn.search.proximity import nearby
from nsccn.search.scores import Scores
from nsccn.search.semantic import related_scores, related_terms

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


def test_the_best_hits_lend_the_query_their_common_words() -> None:
    bodies = ["login(credentials, ticket)", "login(credentials, realm)", "login(credentials, scope)"]
    functions = "\n".join(f"def login_{number}():\n    {body}\n" for number, body in enumerate(bodies))
    others = "\n".join(f"def other_{number}():\n    paint(colour)\n" for number in range(60))
    stored = "\n".join(f"def keep_{number}(credentials):\n    pass\n" for number in range(2))
    lexical = snapshot_of({"a.py": f"{functions}\n{others}\n{stored}"}).lexical
    query = lexical.known({"login": 1.0})
    scores = Scores.of(lexical.text, query)
    added = related_terms(lexical, query, scores.best(10))
    assert [lexical.terms[term] for term in added] == ["credential"]
    related = related_scores(lexical, query, scores.at, scores.best(10))
    assert (scores.at(related.entities) == 0).sum() == 2
    assert (related.values > scores.at(related.entities)).all()


def test_without_hits_nothing_is_added() -> None:
    lexical = snapshot_of(CHAIN).lexical
    nothing = Scores.of(lexical.text, {})
    assert related_terms(lexical, {}, nothing.best(10)) == {}
    assert not len(related_scores(lexical, {}, nothing.at, nothing.best(10)).entities)
