"""Reads of the options of a command line, by the names that their values have."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from nsccn.arrays import Array
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.linking.linkrows import LinkRows


class OptionReads(NamedTuple):
    """Columns: each read has the line of its evidence in the file of a slot."""

    source: Array
    option: Array
    probability: Array
    slot: Array
    line: Array


def option_reads(symbols: Symbols, rows: LinkRows) -> OptionReads:
    """Return the reads of each option that some file declares, in languages that name its value alike."""
    declared: dict[tuple[str, int], set[int]] = {}
    options, reads = rows["option"], rows["optionread"]
    for slot, option, name in zip(
        *(options[one].tolist() for one in ("slot", "option", "name")), strict=True
    ):
        declared.setdefault((_style(symbols, slot), name), set()).add(option)
    found = [
        (number, option)
        for number, (slot, name) in enumerate(
            zip(reads["slot"].tolist(), reads["name"].tolist(), strict=True)
        )
        for option in declared.get((_style(symbols, slot), name), ())
    ]
    made = np.array(found, np.int64).reshape(-1, 2)
    source, likely, slots, lines = (
        reads[one][made[:, 0]] for one in ("source", "probability", "slot", "line")
    )
    return OptionReads(source, made[:, 1], likely, slots, lines)


def _style(symbols: Symbols, slot: int) -> str:
    language = symbols.language(slot)
    return language.option_names if language is not None else ""
