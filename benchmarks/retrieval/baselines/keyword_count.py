"""Files by how many of the query's distinct words they hold, then by how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from texts import tokens


def rank(query: str, texts: Mapping[str, str]) -> list[str]:
    """Return paths, best first."""
    wanted = {word for word in tokens(query) if len(word) > 2}
    scored = {}
    for path, text in texts.items():
        counted = Counter(tokens(text))
        held = wanted & counted.keys()
        scored[path] = (-len(held), -sum(counted[word] for word in held), path)
    return sorted(scored, key=scored.__getitem__)
