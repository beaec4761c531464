"""The setting that a name means where settings are asked for, and something else has that name too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.search.settingnames import folded, holds_settings, last_part
from nsccn.text import first_few
from nsccn.tools.names.calledsettings import setting_called
from nsccn.tools.names.meant import Meant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex

_MOST_OTHERS: Final = 10


def setting_meant(index: RepoIndex, entities: Sequence[int], asked: str) -> Meant | None:
    """Return the setting among some entities of a name, else one that ends so while these only hold or hand it out."""
    graph = index.snapshot.graph
    if several := _in_several_spellings(graph, entities):
        return several
    if ":" in asked or not all(graph.is_data(one) or _hands_out_settings(graph, one) for one in entities):
        return None
    setting = setting_called(index, asked)
    if setting is None:
        return None
    others = [one for one in entities if one != setting.key]
    also = _also(graph, others) if others else ""
    if setting.note and last_part(graph.id_of(setting.key)) != asked:
        return Meant(setting.key, also, lead=f"{setting.note.removesuffix('.')}:")
    return Meant(setting.key, f"{setting.note} {also}".strip())


def _in_several_spellings(graph: CodeGraph, entities: Sequence[int]) -> Meant | None:
    """Return the one key that some settings are, in whatever case: .NET reads `Shop:Host` and `shop:host` as one."""
    keys = [one for one in entities if graph.entity(one).kind == "config"]
    if len(keys) <= 1 or len({folded(graph.id_of(one)) for one in keys}) > 1:
        return None
    others = [one for one in entities if one not in keys]
    return Meant(keys[0], _also(graph, others) if others else "", tuple(keys[1:]))


def _also(graph: CodeGraph, entities: Sequence[int]) -> str:
    return f"That name is also {first_few([graph.id_of(one) for one in entities], _MOST_OTHERS)}."


def _hands_out_settings(graph: CodeGraph, entity: int) -> bool:
    """Whether something is a method of what holds settings: `Settings.broker_url`."""
    owner = graph.owner_of(entity)
    return owner >= 0 and graph.entity(entity).kind == "method" and holds_settings(graph.name_of(owner))
