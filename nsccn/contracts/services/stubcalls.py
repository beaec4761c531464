"""Who calls an rpc through the client that a protocol's compiler makes: the text tells, and no edge does.

    client := pb.NewShopClient(conn)        stub = shop_pb2_grpc.ShopStub(channel)
    client.GetCart(ctx, request)            stub.GetCart(request)

What is called must be named beside the client of that very service, in the file or in one of its folder;
code of the web imports it by its name.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final

from nsccn.contracts.endings import SCRIPTS_AND_COMPONENTS
from nsccn.contracts.services.webclients import clients_of, is_client
from nsccn.graph.fileroles import Role, role_of
from nsccn.search.settingnames import inner_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from nsccn.index import RepoIndex

_MOST_FILES: Final = 200
"""Files that hold the words of an rpc; of more none is read."""
_MOST_BESIDE: Final = 40
"""Files of their folders that hold the words of its client."""
_LARGEST: Final = 300_000
_LONGEST: Final = 500
_UNREAD: Final = (Role.GENERATED, Role.VENDORED, Role.DOCUMENT)


def stub_calls(index: RepoIndex, service: str, rpc: str) -> Iterator[tuple[str, int]]:
    """Yield the lines on which the client of a service is asked for an rpc, by path and number."""
    client = re.compile(
        rf"(?:New{service}Client|{service}(?:Blocking|Future|Coroutine)?(?:Client|Stub)"
        rf"|{service}Grpc(?:Kt)?\.(?:new)?\w*Stub)\b"
    )
    spelled = "|".join(_spellings(rpc))
    call = re.compile(rf"(?:\b(\w+)|\))\s{{0,200}}\??\.\s{{0,200}}({spelled})\s{{0,9}}\(")
    holders: dict[PurePosixPath, set[str]] = {}
    made: set[tuple[str, str]] | None = None
    for path, text in _naming(index, rpc):
        folder = PurePosixPath(path).parent
        for found in call.finditer(text):
            if path.endswith(".go") and found[2] != rpc:
                continue
            if found[1] is None:
                first = max(text.rfind("\n", 0, found.start()) + 1, found.start() - _LONGEST)
                is_asked = client.search(text, first, found.end()) is not None
            elif path.endswith(SCRIPTS_AND_COMPONENTS):
                made = clients_of(index, service) if made is None else made
                is_asked = is_client(text, found[1], service, made)
            else:
                if folder not in holders:
                    holders[folder] = set(_held(index, folder, service, client))
                is_asked = found[1] in holders[folder]
            if is_asked:
                yield path, text.count("\n", 0, found.start(2)) + 1


def _spellings(rpc: str) -> list[str]:
    """Return the names that clients in several languages give an rpc."""
    return [re.escape(one) + "(?:Async)?" for one in _names(rpc)]


def _names(rpc: str) -> list[str]:
    plain = [rpc, rpc[:1].lower() + rpc[1:], "_".join(inner_words(rpc)).lower()]
    return list(dict.fromkeys(plain))


def _held(index: RepoIndex, folder: PurePosixPath, service: str, client: re.Pattern[str]) -> Iterator[str]:
    """Yield what files of a folder say to hold the client of a service."""
    held = re.compile(
        rf"\b(\w+)(?:\s*:\s*[\w.]+)?\s*:?=(?!=)[^=]*?\b{client.pattern}"
        rf"|\b(\w+)\s*:?\s*[*&]?(?:\w+\.)*{client.pattern}|{client.pattern}\s*[>?]*\s+(\w+)"
    )
    beside = (
        text for path, text in _texts(index, inner_words(service)) if PurePosixPath(path).parent == folder
    )
    for text, _ in zip(beside, range(_MOST_BESIDE), strict=False):
        for line in text.split("\n"):
            if len(line) <= _LONGEST and client.search(line):
                yield from (name for found in held.finditer(line) for name in found.groups() if name)


def _naming(index: RepoIndex, rpc: str) -> Iterator[tuple[str, str]]:
    """Yield the files that may name an rpc: those with its words, of very many those with one of its names."""
    lexical = index.snapshot.lexical
    slots = lexical.files_with_all(inner_words(rpc))
    if len(slots) > _MOST_FILES:
        slots = set[int]().union(*map(lexical.files_with, _names(rpc)))
    yield from _read(index, slots)


def _texts(index: RepoIndex, words: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield the files of source that hold all of some words, with their texts; none where there are too many."""
    yield from _read(index, index.snapshot.lexical.files_with_all(words))


def _read(index: RepoIndex, slots: set[int]) -> Iterator[tuple[str, str]]:
    paths = index.snapshot.entities.paths
    for path in sorted(paths[slot] for slot in slots) if len(slots) <= _MOST_FILES else ():
        if role_of(path) not in _UNREAD and len(text := index.text_if_any(path)) <= _LARGEST:
            yield path, text
