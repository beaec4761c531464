"""How many files may read what is traced, where they are too many to be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.text import count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.tracing.fieldreads import FieldReads
    from nsccn.tracing.trace import Trace


def said_of_unasked(found: Trace, reads: FieldReads) -> Iterator[str]:
    """Yield it for each field that something writes; of one that is asked about itself it is said elsewhere."""
    if found.code.is_data(found.root) or not reads.unasked:
        return
    said = ", ".join(f"`{name}` in {count(files, 'file')}" for name, files in reads.unasked)
    yield f"Not looked for, as many have the name: who reads {said}."
