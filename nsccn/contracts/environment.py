"""Which settings a variable of the environment gives a value that no line names, by the prefix that code gives all.

viper.SetEnvPrefix("shop")    viper.AutomaticEnv()    viper.GetInt("port")        SHOP_PORT -> config:key:port
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.ids import encode_path
from nsccn.regexes import regex
from nsccn.search.settingnames import folded

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.index import RepoIndex

KEY: Final = "config:key:"
"""How the ids of settings begin that are read by a key."""
_SETS: Final = "SetEnvPrefix"
_PREFIX: Final = regex(rf"\b{_SETS}\(\s*[\"`](?P<prefix>\w+)[\"`]")
_AUTOMATIC: Final = "AutomaticEnv("
_MOST_FILES: Final = 40


def keys_by_prefix(index: RepoIndex, variable: str) -> dict[int, str]:
    """Return the keys that viper takes from a variable of the environment, each with where the prefix is set."""
    lexical, paths, graph = index.snapshot.lexical, index.snapshot.entities.paths, index.snapshot.graph
    held = sorted(path for slot in lexical.files_with(_SETS) if (path := paths[slot]).endswith(".go"))
    found: dict[int, str] = {}
    for path in [path for path in held if role_of(path) is Role.SOURCE][:_MOST_FILES]:
        text = index.text_if_any(path)
        said = _PREFIX.search(text) if _AUTOMATIC in text else None
        before = f"{said['prefix'].upper()}_" if said else ""
        if said is None or not variable.startswith(before):
            continue
        rest = folded(variable.removeprefix(before))
        place = f"{encode_path(path)}:{text.count(chr(10), 0, said.start()) + 1}"
        for key in graph.outside(KEY):
            name = graph.id_of(key).removeprefix(KEY)
            if folded(name.replace(".", "_")) == rest and _is_read_in_go(graph, key):
                found.setdefault(key, place)
    return found


def _is_read_in_go(graph: CodeGraph, key: int) -> bool:
    readers = graph.incoming(key, ("READS_CONFIG",))
    return any(graph.entity(edge.source).language == "go" for edge in readers)
