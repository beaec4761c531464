"""Files by rank-bm25's BM25Okapi with its defaults."""

from __future__ import annotations

from collections.abc import Mapping

from rank_bm25 import BM25Okapi
from texts import tokens


def rank(query: str, texts: Mapping[str, str]) -> list[str]:
    """Return paths, best first."""
    paths = sorted(texts)
    if not paths:
        return []
    scores = BM25Okapi([tokens(texts[path]) or ["-"] for path in paths]).get_scores(tokens(query))
    return [paths[place] for place in sorted(range(len(paths)), key=lambda place: (-scores[place], place))]
