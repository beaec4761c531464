"""Links the facts of files into rows, from which `columns` makes the edges.

A reference becomes an edge when scopes, imports, inheritance or a type that the text gives lead to one entity
(resolved) or to a few (ambiguous, each with its probability). What leads nowhere is counted by name. The rows of a
file follow from the facts of the repository alone, never from what was linked before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from nsccn.errors import MISTAKES
from nsccn.graph.linking.inferring import Assigned, infer_of
from nsccn.graph.linking.linker import Linker
from nsccn.graph.linking.linkrows import LinkRows, LinkWriter
from nsccn.graph.linking.uses.inheritance import StatedBase, owners, stated_bases
from nsccn.graph.meaning.infer import Infer
from nsccn.precedence import QUESTIONS

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.linking.inferring import Source


def resolve(
    symbols: Symbols,
    source: Source,
    slots: Sequence[int],
    kept: LinkRows | None = None,
    step: Callable[[int], None] = lambda _: None,
) -> LinkRows:
    """Link files; return the rows of all.

    Args:
        symbols: of all files, fresh: the owners of methods become known here.
        source: gives the facts.
        slots: the files to link, ascending.
        kept: the rows of all other files.
        step: told the number of files linked so far.
    """
    learned = learn_types(symbols, source, slots, kept)
    return learned.joined(link_files(symbols, source, slots, learned, step))


def learn_types(
    symbols: Symbols, source: Source, slots: Sequence[int], kept: LinkRows | None = None
) -> LinkRows:
    """Find the owners of methods and the bases that are stated apart from their type; links rest on all of them.

    Returns:
        the rows `owner` and `stated` of the files, added to those that are kept.
    """
    kept = kept or LinkWriter().rows()
    infer = Infer(symbols, Assigned(source).rows)
    writer = kept.writer()
    for slot in slots:
        QUESTIONS.stand_back()
        with _mistakes_noted(writer, slot):
            writer.extend("owner", slot, list(owners(infer, slot)))
        infer.forget_file()
    known = kept.joined(writer.rows())
    symbols.adopt(known.pairs("owner", "method", "owner"))
    infer.forget()
    writer = known.writer()
    for slot in slots:
        outline = symbols.file(slot).outline
        if outline.inherits.kinds:
            with _mistakes_noted(writer, slot):
                writer.extend("stated", slot, list(stated_bases(infer, slot, outline)))
            infer.forget_file()
    infer.forget()
    return known.joined(writer.rows())


def link_files(
    symbols: Symbols,
    source: Source,
    slots: Iterable[int],
    learned: LinkRows,
    step: Callable[[int], None] = lambda _: None,
) -> LinkRows:
    """Return the other rows of files; `learned` has the rows `owner` and `stated` of all."""
    writer = learned.writer()
    assigned = Assigned(source)
    symbols.adopt(learned.pairs("owner", "method", "owner"))
    stated = _by_file(learned)

    def new_linker() -> Linker:
        return Linker(symbols, infer_of(symbols, assigned, learned), writer)

    linker = new_linker()
    for number, slot in enumerate(slots):
        facts, rows = source.facts(slot), assigned.rows(slot)
        is_linked = False
        with _mistakes_noted(writer, slot):
            linker.link(slot, facts, rows, stated.get(slot, ()))
            is_linked = True
        if not is_linked:
            linker.forget()
            linker = new_linker()  # the other one knows half of what the file says
        step(number + 1)
    linker.forget()
    symbols.forget()
    return writer.rows()


@contextmanager
def _mistakes_noted(writer: LinkWriter, slot: int) -> Iterator[None]:
    """Write down that a mistake of ours has cost a file what is done here; it costs no other file anything."""
    try:
        yield
    except MISTAKES as fault:
        writer.extend("fault", slot, [(writer.names.number(type(fault).__name__),)])


def _by_file(learned: LinkRows) -> dict[int, list[StatedBase]]:
    """Return what each file states of inheritance."""
    columns = learned["stated"]
    found: dict[int, list[StatedBase]] = {}
    rows = (columns[name].tolist() for name in ("slot", "subject", "base", "line"))
    for slot, subject, base, line in zip(*rows, strict=True):
        found.setdefault(slot, []).append((subject, base, line))
    return found
