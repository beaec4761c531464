"""`nsccn skeleton --stats`: how many tokens skeletons save."""

from __future__ import annotations

from argparse import Namespace
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final

from nsccn.cli.output import as_json, show
from nsccn.cli.repository import root_of, settings_of
from nsccn.progress import after_a_while

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.reduction import Reduction

_HEADS: Final = (
    *("language", "files", "lines", "definitions", "tokens"),
    *("signatures", "saved", "with docs", "saved"),
)


def show_reduction(options: Namespace) -> None:
    """Print tokens before and after, per language."""
    from nsccn.index import RepoIndex
    from nsccn.reduction import Reduction, by_language

    root = root_of(options)
    with after_a_while() as progress, closing(RepoIndex(root, settings=settings_of(options, root))) as index:
        index.refresh(progress=progress)
        found = by_language(index)
    whole = Reduction("all")
    for part in found:
        whole = whole.plus(part)
    rows = [*found, whole]
    show(as_json([_as_data(row) for row in rows]) if getattr(options, "json", False) else _table(rows))


def _as_data(row: Reduction) -> dict[str, Any]:
    saved = {
        "signatures_saved": round(row.saved(row.signatures), 4),
        "docs_saved": round(row.saved(row.docs), 4),
    }
    return row._asdict() | saved


def _table(rows: Sequence[Reduction]) -> str:
    cells = [_HEADS, *(_cells(row) for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(_HEADS))]
    return "\n".join(
        "  ".join(
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in cells
    )


def _cells(row: Reduction) -> tuple[str, ...]:
    return (
        row.language,
        f"{row.files:,}",
        f"{row.lines:,}",
        f"{row.definitions:,}",
        f"{row.tokens:,}",
        f"{row.signatures:,}",
        f"{row.saved(row.signatures):.1%}",
        f"{row.docs:,}",
        f"{row.saved(row.docs):.1%}",
    )
