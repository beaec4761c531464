"""How many tokens skeletons save, file by file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.errors import InvalidArgument, PathOutsideRoot
from nsccn.graph.languages import TEXT, load
from nsccn.skeleton.detail import Detail
from nsccn.skeleton.plain import render_text
from nsccn.skeleton.render import Skeleton
from nsccn.skeleton.rows import text_of_rows
from nsccn.text import count_tokens

if TYPE_CHECKING:
    from nsccn.index import RepoIndex

LEVELS: Final = (Detail.SIGNATURE, Detail.DOC)


class Reduction(NamedTuple):
    """What the files of one language take in tokens, before and after."""

    language: str
    files: int = 0
    lines: int = 0
    definitions: int = 0
    tokens: int = 0
    signatures: int = 0
    """Tokens at SIGNATURE."""
    docs: int = 0
    """Tokens at DOC."""

    def plus(self, other: Reduction) -> Reduction:
        """Return the sum, under the own name."""
        return Reduction(self.language, *(a + b for a, b in zip(self[1:], other[1:], strict=True)))

    def saved(self, after: int) -> float:
        """Return the share of tokens that is left out."""
        return 1 - after / self.tokens if self.tokens else 0.0


def reductions(index: RepoIndex) -> Iterator[Reduction]:
    """Yield one for each indexed file; what cannot be read or parsed has none."""
    for file in index.snapshot.manifest.files:
        try:
            yield _of_file(index, file.path)
        except (InvalidArgument, PathOutsideRoot, OSError):
            continue


def by_language(index: RepoIndex) -> list[Reduction]:
    """Return the sums of all languages by name, files in none of them last."""
    sums: dict[str, Reduction] = {}
    for found in reductions(index):
        sums[found.language] = sums.get(found.language, Reduction(found.language)).plus(found)
    return sorted(sums.values(), key=lambda found: (found.language == TEXT, found.language))


def _of_file(index: RepoIndex, path: str) -> Reduction:
    text, facts = index.text(path), index.facts(path)
    data = text.encode("utf-8", "replace")
    if facts.language == TEXT:
        rows = [render_text(path, data, level) for level in LEVELS]
    else:
        skeleton = Skeleton(data, facts, load(facts.language), path)
        rows = [skeleton.file(level) for level in LEVELS]
    return Reduction(
        facts.language,
        1,
        facts.lines,
        len(facts.definitions) - 1,
        count_tokens(text),
        *(count_tokens(text_of_rows(shown)) for shown in rows),
    )
