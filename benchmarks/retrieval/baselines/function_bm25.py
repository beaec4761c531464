"""Functions by rank-bm25's BM25Okapi with its defaults; a file is as good as its best function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rank_bm25 import BM25Okapi
from texts import tokens

Span = tuple[str, str, int, int]
"""Path, name, first and last line."""


def rank(query: str, texts: Mapping[str, str], spans: Sequence[Span]) -> list[Span]:
    """Return functions, best first."""
    if not spans:
        return []
    lines = {path: text.splitlines() for path, text in texts.items()}
    bodies = [
        tokens("\n".join(lines.get(path, [])[start - 1 : end])) or ["-"] for path, _, start, end in spans
    ]
    scores = BM25Okapi(bodies).get_scores(tokens(query))
    return [spans[place] for place in sorted(range(len(spans)), key=lambda place: (-scores[place], place))]
