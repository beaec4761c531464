"""What the linking of every kind of reference needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.linking.calls.callees import Callees
    from nsccn.graph.linking.calls.foreign import Foreign
    from nsccn.graph.linking.edgetable import EdgeTable
    from nsccn.graph.linking.settings.options import Options
    from nsccn.graph.linking.settings.settingkeys import SettingKeys
    from nsccn.graph.meaning.infer import Infer


@dataclass(frozen=True, slots=True)
class Links:
    """The symbols, what answers for their meaning, and the edges so far."""

    symbols: Symbols
    infer: Infer
    callees: Callees
    edges: EdgeTable
    foreign: Foreign
    options: Options
    keys: SettingKeys
