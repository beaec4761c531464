"""Who runs what a store of Vuex keeps under a key: mutations, actions and getters.

actions: { load({ commit }) { commit("SET") } }     dispatch("cart/load")     ...mapActions("cart", ["load"])
getters: { total: (state) => state.sum }            getters["cart/total"]     getters.total
"""

from __future__ import annotations

import re
from posixpath import splitext
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.endings import SCRIPTS_AND_COMPONENTS
from nsccn.contracts.told import Told
from nsccn.contracts.whereabouts import together
from nsccn.graph.fileroles import CODE_ROLES, Role, role_of
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.regexes import regex
from nsccn.text import first_few

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Entity
    from nsccn.index import RepoIndex

_GETTERS: Final = "getters"
_PARTS: Final = {"commit": "mutations", "dispatch": "actions"}
_ALL_PARTS: Final = frozenset({*_PARTS.values(), _GETTERS})
_PART: Final = regex(r"(?<![\w$.])(mutations|actions|getters)\s*(?::[^={}\n]{0,80})?[:=]\s*\{")
"""Opens the object that holds what a store keeps; what lies in it is not looked for."""
_ASKED: Final = regex(
    r"(?:(?P<word>commit(?<![\w$]commit)|dispatch(?<![\w$]dispatch))\(\s*(?:\{\s*type\s*:\s*)?"
    r"|etters(?<=[gG]etters)\[\s*)(?P<quote>[\"'`])(?P<key>[\w$/-]+)(?P=quote)"
    r"|etters(?<=[gG]etters)\??\.(?P<getter>[\w$]+)"
)
"""What must stand before a word comes behind it, so that it is found fast."""
_OFFERED: Final = regex(r"(?m)^export const (?:mutations|actions|getters)\b")
"""A file of Nuxt is a module of its own."""
_MAPPED: Final = regex(
    r"map(?P<part>Mutations|Actions|Getters)\(\s*(?:[\"'`](?P<space>[\w/-]+)[\"'`]\s*,\s*)?"
    r"(?P<keys>\[[^\[\]]*\]|\{[^{}]*\})"
)
_KEY: Final = regex(r"[\"'`](?P<key>[\w$/-]+)[\"'`]")
_SPLIT: Final = _ALL_PARTS | {"index"}
"""Files of a module that lies in a folder of its name."""
_WORDS: Final = ("commit(", "dispatch(", "etters", "mapMutations(", "mapActions(")
_MOST_FILES: Final = 300
_MOST_SHOWN: Final = 8
_LARGEST: Final = 300_000


class _Ask(NamedTuple):
    """A place that names a key."""

    part: str
    space: str
    """The module before the key; empty for none."""
    key: str
    line: int


def run_by_key(index: RepoIndex, graph: CodeGraph, root: int) -> Told:
    """Say who runs what a store keeps."""
    entity = graph.entity(root)
    part = _part(index, graph, entity)
    if not part:
        return Told()
    kept = _kept(index, graph, part, entity.name)
    paths = index.snapshot.entities.paths
    held = (paths[slot] for slot in index.snapshot.lexical.files_with(entity.name))
    ranked = sorted((role_of(path), path) for path in held if path.endswith(SCRIPTS_AND_COMPONENTS))
    is_aside = role_of(entity.path) is not Role.SOURCE
    lines = [
        (path, ask.line)
        for role, path in ranked[:_MOST_FILES]
        if role in CODE_ROLES and (is_aside or role is Role.SOURCE)
        for ask in _asks(index, path)
        if (ask.part, ask.key) == (part, entity.name) and root in _meant(index, graph, kept, path, ask.space)
    ]
    if not lines:
        return Told()
    said = first_few(together(graph, dict.fromkeys(lines)), _MOST_SHOWN)
    return Told((f"By its key in a store it is run at {said}.",), frozenset(lines), is_used=True)


def runs_by_key(index: RepoIndex, graph: CodeGraph, root: int) -> Told:
    """Say what a function has a store run."""
    entity = graph.entity(root)
    if entity.kind not in FUNCTION_KINDS or not entity.path.endswith(SCRIPTS_AND_COMPONENTS):
        return Told()
    found = dict[int, list[int]]()
    for ask in _asks(index, entity.path):
        if entity.start_line <= ask.line <= entity.end_line:
            kept = _kept(index, graph, ask.part, ask.key)
            for one in _meant(index, graph, kept, entity.path, ask.space):
                found.setdefault(one, []).append(ask.line)
    found.pop(root, None)
    said = [
        f"{graph.id_of(one)} (L{first_few([*dict.fromkeys(at)], 5, separator=',')})"
        for one, at in found.items()
    ]
    notes = (f"By their keys in a store it runs {first_few(said, _MOST_SHOWN)}.",) if said else ()
    return Told(notes, frozenset((entity.path, line) for at in found.values() for line in at))


def _part(index: RepoIndex, graph: CodeGraph, entity: Entity) -> str:
    """Return in which part of a store a function lies; empty where it is none of one."""
    owner = graph.owner_of(entity.index)
    is_member = entity.kind in FUNCTION_KINDS and owner >= 0 and graph.kinds[graph.kind[owner]] == "var"
    if not is_member or not entity.path.endswith((".js", ".ts")):
        return ""
    holder = graph.name_of(owner)
    if holder != "default":
        return holder if holder in _ALL_PARTS else ""
    *above, own = index.text_if_any(entity.path).split("\n")[: entity.name_line]
    opened = _PART.findall("\n".join([*above, own.partition(entity.name)[0]]))
    return opened[-1] if opened else ""


def _asks(index: RepoIndex, path: str) -> Iterator[_Ask]:
    """Yield where a file names keys of stores."""
    text = index.text_if_any(path)
    if path.endswith(".svelte") or len(text) > _LARGEST or not any(word in text for word in _WORDS):
        return
    for found in _ASKED.finditer(text):
        space, _, key = (found["key"] or found["getter"]).rpartition("/")
        yield _Ask(_PARTS.get(found["word"], _GETTERS), space, key, text.count("\n", 0, found.start()) + 1)
    for found in _MAPPED.finditer(text):
        for one in _KEY.finditer(found["keys"]):
            space, _, key = one["key"].rpartition("/")
            line = text.count("\n", 0, found.start("keys") + one.start()) + 1
            yield _Ask(found["part"].lower(), "/".join(filter(None, (found["space"], space))), key, line)


def _kept(index: RepoIndex, graph: CodeGraph, part: str, key: str) -> list[int]:
    """Return the functions that stores keep under a key in one of their parts."""
    return [one for one in graph.named(key) if _part(index, graph, graph.entity(one)) == part]


def _meant(index: RepoIndex, graph: CodeGraph, kept: list[int], path: str, space: str) -> list[int]:
    """Return of the functions with a key those that a file means: of the module named, of its own, or of all."""
    if space:
        name = _spelt(space)
        of_space = [one for one in kept if _spelt(_module(graph.path_of(one))) == name]
        return of_space or (kept if len(kept) == 1 else [])
    own = [one for one in kept if _module(graph.path_of(one)) == _module(path)]
    return own or [one for one in kept if not _is_apart(index, graph.path_of(one))]


def _module(path: str) -> str:
    """Return the path of a file of a store without its ending and what it has of the module.

    >>> _module("store/modules/cart/actions.js"), _module("store/cart.ts")
    ('store/modules/cart', 'store/cart')
    """
    around, _, stem = splitext(path)[0].rpartition("/")
    return around if stem in _SPLIT else f"{around}/{stem}".lstrip("/")


def _spelt(module: str) -> str:
    """Return the last name of a module, without capitals and what parts its words."""
    return re.sub(r"\W|_", "", module.rpartition("/")[2]).lower()


def _is_apart(index: RepoIndex, path: str) -> bool:
    """Whether the keys of a module mean nothing without its name before them."""
    text = index.text_if_any(path)
    return "namespaced" in text or (_OFFERED.search(text) is not None and not path.endswith("index.js"))
