"""Reads of settings through functions that are given the key, or a part of it.

`env_int("PORT")` reads `APP_PORT` where `env_int` asks for `"APP_" + name`. A function that hands a parameter of its
own on to such a function is one in turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.graph.notation.settingkeys import filled, open_parts
from nsccn.graph.propagation.boundreads import bound_reads

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from nsccn.arrays import Array
    from nsccn.graph.linking.linkrows import LinkRows

_DEEPEST: Final = 4
"""Functions that hand a key on to one another."""
_MOST_KEYS: Final = 8
"""Settings that a parameter may stand for; more, and it says too little."""


class SettingReads(NamedTuple):
    """Columns: each read has the line of its evidence in the file of a slot, and the setting its place in `ids`."""

    source: Array
    setting: Array
    probability: Array
    slot: Array
    line: Array


_Parameter = tuple[int, str]
"""A function, and the name of its parameter."""
_Read = tuple[int, str, float, int, int]


def setting_reads(rows: LinkRows) -> tuple[SettingReads, list[str]]:
    """Return who reads which setting, and the ids of these, sorted."""
    found = sorted(_reads(rows) | bound_reads(rows))
    ids = sorted({read[1] for read in found})
    place = {setting: at for at, setting in enumerate(ids)}
    table = np.array([(source, place[key], share, slot, line) for source, key, share, slot, line in found])
    columns = table.reshape(-1, len(SettingReads._fields)).T
    source, setting, probability, slot, line = columns
    return SettingReads(source.astype(np.int64), setting.astype(np.int64), probability, slot, line), ids


def _reads(rows: LinkRows) -> set[_Read]:
    pending, seen = _asking(rows), set[tuple[_Parameter, str]]()
    found: set[_Read] = set()
    for _ in range(_DEEPEST):
        handed: dict[_Parameter, dict[str, float]] = {}
        for source, taking, key, likely, slot, line in _given(rows, pending):
            for asked, share in pending[taking].items():
                setting = filled(asked, taking[1], key)
                left = (source, next(open_parts(setting), ""))
                if not left[1]:
                    found.add((source, setting, share * likely, slot, line))
                elif (left, setting) not in seen:
                    of_left = handed.setdefault(left, {})
                    of_left[setting] = max(of_left.get(setting, 0.0), share * likely)
        seen.update((left, setting) for left, settings in pending.items() for setting in settings)
        pending = {left: settings for left, settings in handed.items() if len(settings) <= _MOST_KEYS}
    return found


def _asking(rows: LinkRows) -> dict[_Parameter, dict[str, float]]:
    """Return the parameters that become a part of the key of a setting, with the settings and how likely that is."""
    keyed, found = rows["keyed"], dict[_Parameter, dict[str, float]]()
    columns = (keyed[one].tolist() for one in ("function", "parameter", "key"))
    for function, parameter, key in zip(*columns, strict=True):
        found.setdefault((function, rows.names[parameter]), {})[rows.outside[key]] = 1.0
    return found


def _given(
    rows: LinkRows, taking: Iterable[_Parameter]
) -> Iterator[tuple[int, _Parameter, str, float, int, int]]:
    """Yield what some parameters are given: by whom, which of them, the key, how likely, and where."""
    given, wanted = rows["given"], frozenset(taking)
    chosen = np.isin(given["function"], np.array(sorted({function for function, _ in wanted}), np.int64))
    columns = (
        given[one][chosen].tolist()
        for one in ("source", "function", "parameter", "key", "probability", "slot", "line")
    )
    for source, function, parameter, key, likely, slot, line in zip(*columns, strict=True):
        one = (function, rows.names[parameter])
        if one in wanted:
            yield source, one, rows.outside[key], likely, slot, line
