"""What the repository says beside the query's words."""

from __future__ import annotations

import numpy as np
from small_snapshot import snapshot_of

from nsccn.search.scores import Scores
from nsccn.search.semantic import related_scores, related_terms


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
    among = np.sort(np.append(scores.entities[:2], related.entities[-1:]))
    few = related_scores(lexical, query, scores.at, scores.best(10), among)
    assert few.entities.tolist() == among.tolist()
    assert few.values.tolist() == related.at(among).tolist()


def test_without_hits_nothing_is_added() -> None:
    lexical = snapshot_of({"a.py": "def first(): pass"}).lexical
    nothing = Scores.of(lexical.text, {})
    assert related_terms(lexical, {}, nothing.best(10)) == {}
    assert not len(related_scores(lexical, {}, nothing.at, nothing.best(10)).entities)
