"""The setting that a name means which no entity has: by its last part, by what code asks for it, by its variable.

app.conf.task_late    task_late -> config:key:conf.task_late         SHOP_PORT -> config:key:port, of SHOP and `port`
CHECK_CYCLE -> the key to which a file of settings gives `${CHECK_CYCLE}`
shop.mailHost -> config:key:shop.mail-host
shop.mailHost -> the constant that is made with it: MAIL_HOST = new TextKey("shop.mailHost")
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.environment import KEY, keys_by_prefix
from nsccn.contracts.keyconstants import constants_made_with
from nsccn.contracts.settings import keys_set_by
from nsccn.regexes import regex
from nsccn.search.settingnames import folded, last_part

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex

_DOTTED: Final = regex(r"[A-Za-z_]\w*(?:\.\w+)*")
_RELAXED: Final = regex(r"[A-Za-z_][\w-]*(?:\.[\w-]+)+")
_SPEAKING: Final = regex(r"[^\W_]_[^\W_]|[a-z][A-Z]")
_VARIABLE: Final = regex(r"[A-Z][A-Z\d]*(?:_[A-Z\d]+)*")


_HELD: Final = regex(r"(?:app)?settings?|conf(?:ig)?|cfg|options", re.IGNORECASE)
"""What holds settings that are declared elsewhere by their last part alone."""


class Setting(NamedTuple):
    """The setting that is meant, and why."""

    key: int
    """Or the constant that stands for it."""
    note: str


def setting_called(index: RepoIndex, asked: str) -> Setting | None:
    """Return the only setting that a name means; None where it is none, or one of several."""
    graph = index.snapshot.graph
    found = dict[int, str]()
    if _VARIABLE.fullmatch(asked):
        places = keys_set_by(index, asked)
        found = {key: f"`{asked}` gives it a value at {place}." for key, place in places.items()}
        places = {} if found else keys_by_prefix(index, asked)
        found |= {
            key: f"`{asked}` gives it a value, by the prefix that {place} sets."
            for key, place in places.items()
        }
    if not found and _DOTTED.fullmatch(asked):
        is_end = f"`{asked}` is the end of its key."
        found = {
            key: is_end if graph.id_of(key).endswith(f".{asked}") else "" for key in _by_part(graph, asked)
        }
    if not found and _RELAXED.fullmatch(asked):
        alike = (key for key in graph.outside(KEY) if _is_spelt_as(graph.id_of(key), asked))
        found = dict.fromkeys(alike, f"`{asked}` is another spelling of its key.")
    if not found and _RELAXED.fullmatch(asked):
        found = dict.fromkeys(constants_made_with(index, asked), f"It is made with the key `{asked}`.")
    return Setting(*found.popitem()) if len(found) == 1 else None


def _is_spelt_as(key: str, asked: str) -> bool:
    """Whether a key is the same but for case and what joins the words of a name, as frameworks read it."""
    return folded(key.removeprefix(KEY)) == folded(asked)


def name_in_text(key: str) -> str:
    """Return by what a key is named where no edge tells: `conf.task_late` by its last part.

    >>> name_in_text("conf.task_late"), name_in_text("shop.task_late"), name_in_text("conf.late")
    ('task_late', 'shop.task_late', 'conf.late')
    """
    holder, _, last = key.rpartition(".")
    return last if _HELD.fullmatch(holder) and _SPEAKING.search(last) else key


def _by_part(graph: CodeGraph, asked: str) -> list[int]:
    """Return the keys that end as a name does, or with which it ends."""
    *before, last = asked.split(".")
    if not before and not _SPEAKING.search(last):
        return []
    alike = [key for key in graph.outside(KEY) if last_part(graph.id_of(key)) == last]
    keys = {key: graph.id_of(key).removeprefix(KEY) for key in alike}
    return [
        key
        for key, name in keys.items()
        if "." in name and (asked.endswith(f".{name}") or name.endswith(f".{asked}"))
    ]
