"""Which of the bases of a type are made with it: not those whose members it only promises to have, `implements`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from nsccn.graph.notation.brackets import split

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols


def made_with(symbols: Symbols, order: Sequence[int], word: str) -> tuple[int, ...]:
    """Return a type and those of its bases, in their order, whose constructors run where it is made.

    `word` stands in the head of a type before those that it promises.
    """
    made: list[int] = []
    promised: set[str] = set()
    for one in order:
        if not made or symbols.table.names[one] not in promised:
            made.append(one)
            promised.update(promises(symbols.definitions[one].signature, word))
    return tuple(made)


def promises(signature: str, word: str) -> Iterator[str]:
    """Yield the names of the types whose members a type promises to have.

    >>> list(promises("class Cart extends Base<Item> implements shop.Filled<Item, Row>, Priced", "implements"))
    ['Filled', 'Priced']
    """
    _, is_said, behind = signature.partition(f" {word} ")
    for written in split(behind, ",") if is_said else ():
        yield written.partition("<")[0].strip().rpartition(".")[2]
