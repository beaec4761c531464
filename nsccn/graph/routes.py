"""Paths of URLs that folders and files spell, as Next.js, SvelteKit, Nuxt and Remix have it: what answers one."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.entitytable import EntityTable

METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
_GIVEN: Final = r"(?:\{[^{}\n]*\}|[^\s?#{]|\{(?![^{}\n]*\}))"
_PUT_IN: Final = r"(?:\$?\{[^{}\s]*\}|\{\{[^{}]*\}\})"
_SERVER: Final = (
    rf"(?:(?:https?|{_PUT_IN})://[^\s/?#]+|(?:localhost|\d+(?:\.\d+){{3}})(?::\d+)?)(?=/)"
    rf"|{_PUT_IN}+(?=/|[^\s?#/]+/)"
)
"""What may stand before a path: `http://localhost:5222/api/carts`, `${BASE}/api/carts`, `{Host}api/carts`."""
_ASKED: Final = regex(
    rf"(?:(?P<method>{'|'.join(METHODS)})\s+)?(?:(?:{_SERVER})/?|/)(?P<path>(?!:){_GIVEN}+)(?:[?#]\S*)?"
)
_ROOT: Final = regex(rf"(?P<method>{'|'.join(METHODS)})\s+(?:(?:{_SERVER}))?/(?:[?#]\S*)?")
_LOGGED: Final = regex(
    rf"\b(?P<method>{'|'.join(METHODS)})\s+(?P<quote>[\"'])?(?:https?://[^\s/?#]+)?/(?P<path>[^\s?#:\"']+)"
    r"(?:[?#][^\s\"']*)?(?:(?(quote)(?:(?P=quote)?\s*\Z|(?P=quote)\s+for\s+[\da-fA-F.:]+)|(?!))|[\"']?(?:\s+HTTP/\d(?:\.\d)?\b|[\s\"']+(?:->\s*)?[1-5]\d\d\b))"
)
"""As servers and browsers log what was asked for: in quotes, with the version of the protocol, or what was answered."""
_REQUESTED: Final = regex(
    rf"\b(?P<method>{'|'.join(METHODS)})\s+[\"'`]?(?:https?://[^\s/?#]+)?(?P<path>/[^\s\"'`<>()?#]{{1,200}})"
)
"""As it stands within a sentence, or behind `curl -X`."""
_WITHIN: Final = regex(r"(?<![\w./~:-])/[\w:{}-]{1,80}(?:/[\w:{}-]{1,80}){1,12}(?![\w./-])")
_END_OF_SENTENCE: Final = ".,;:!?"
_ROOTS: Final = frozenset({"app", "pages", "routes", "server"})
"""Below these folders stand the parts of a URL."""
_FILE: Final = regex(
    rf"(?P<stem>\+?[^.]+(?:\.server)?)(?:\.(?P<method>{'|'.join(METHODS).lower()}))?"
    r"\.(?:[cm]?[jt]sx?|astro|mdx?|svelte|vue)"
)
"""What may answer; a style, a test and what is in another language only stands beside it."""
_NAMELESS: Final = regex(r"(?:\+?server|\+?page|\+page\.server|index|route)")
"""Files that are no part of a URL themselves."""
_SHOWN: Final = frozenset({"page", "+page"})
"""Files that are shown for a URL, and so answer those alone who read it."""
_READING: Final = frozenset({"GET", "HEAD"})
_UNSEEN: Final = regex(r"\(.*\)|@.*", re.DOTALL)
"""Folders that are none either: groups, and places in a layout."""
_FLAT: Final = regex(r"(?P<stem>[\w$()-]+(?:\.[\w$()-]+)*)\.(?P<ending>[jt]sx?)")
"""A file whose name may be several parts of a URL, as Remix and TanStack have it: `carts.$id.edit.tsx`."""
_FLAT_ROOTS: Final = frozenset({"app", "src"})
_ASIDE: Final = frozenset({"client", "d", "server", "spec", "stories", "test"})
_LAYOUTS: Final = frozenset({"_layout", "layout"})
_PARAMETER: Final = regex(r"\[.*\]|\$?\{.*\}|[:$].+|<.*>|\(\?P?<.*\)|\*\*?", re.DOTALL)
"""A part that stands for any other, in a folder's name, in a pattern, or as who asks may write it."""
_HOLE: Final = regex(r"<[^<>]+>|\{[^{}]+\}")
"""In a part of which the rest is as it is written: `report.<kind>`."""
_NUMBER: Final = regex(r"<int:\w+>|\{\w+:(?:int|long|min\(\d+\))\??\}")
"""A parameter that is a number: `<int:cart_id>` of Django and Flask, `{id:int}` of ASP.NET."""
_PATTERNED: Final = regex(
    r"(?:[{<]\w+\s*:\s*|\(\?P?<\w+>)"
    r"(?P<pattern>\[(?:\\.|[^\]\\\[&])+\][+*]?|\\{1,2}[dw][+*]?|[\w.-]+(?:\|[\w.-]+)+)\s*[})>]"
)
"""A parameter that says what it may be, by one class of letters or a list of words: `{kind:xlsx|mail}`."""
_WORDS: Final = regex(r"\((?:\?:|\?P?<\w+>)?\(?(?P<words>[\w.-]+(?:\|[\w.-]+)+)\)?\)")
"""A part of a pattern that is one of some words: `(carts|baskets)`, `(?P<kind>(sold|kept))`."""
_LONGEST: Final = 1000


class Route(NamedTuple):
    """What is asked for by a URL."""

    method: str
    """Empty for any."""
    parts: tuple[str, ...]
    """Of its path."""


def route_of(asked: str) -> Route | None:
    """Read `/api/carts/[id]`, `GET /api/carts/42`, `GET /` or a line of a log; None where it is none."""
    text = asked.strip()
    if len(text) > _LONGEST or "\n" in text:
        return None
    if root := _ROOT.fullmatch(text):
        return Route(root["method"], ())
    match = _ASKED.fullmatch(text) or _LOGGED.search(text)
    parts = tuple(part for part in match["path"].split("/") if part) if match else ()
    return Route(match["method"] or "", parts) if match and parts else None


def requests_within(text: str) -> list[str]:
    """Return what a text says is asked for by URLs, with its method.

    >>> requests_within("GET /carts/42 fails, curl -X POST http://localhost:80/carts does not. See /carts/{id}")
    ['GET /carts/42', 'POST /carts']
    """
    found = (f"{match['method']} {match['path']}" for match in _REQUESTED.finditer(text))
    return list(dict.fromkeys(one.rstrip(_END_OF_SENTENCE) for one in found))


def paths_within(text: str) -> list[str]:
    """Return these, or else the paths in a text that may be those of URLs, as no file's is: without an ending.

    >>> paths_within("error 500 on /carts/42/items"), paths_within("see /etc/shop.conf, ./src/shop and a/b or /carts")
    (['/carts/42/items'], [])
    """
    return requests_within(text) or list(dict.fromkeys(_WITHIN.findall(text)))


def stands_for_any(part: str) -> bool:
    """Tell whether a part of a path stands for any other: `[id]`, `{id}`, `:id`, `<id>`, `*`."""
    return _PARAMETER.fullmatch(part) is not None


def handlers(table: EntityTable, asked: str) -> list[int]:
    """Return what answers `/api/carts/[id]` or `GET /api/carts/42`: functions called by a method, or else the file.

    Where several files do, those that spell most parts of the path.
    """
    route = route_of(asked)
    if route is None or not route.parts:
        return []
    wanted = route.parts
    methods = (route.method,) if route.method else METHODS
    spelt = {
        path: _spelt(path, wanted, methods)
        for path in table.paths
        if wanted[0] in path or _PARAMETER.search(path)
    }
    most = max(spelt.values(), default=0)
    files = [path for path, parts in spelt.items() if parts == most > 0]
    return [entity for path in files for entity in _functions(table, path, methods)]


def _functions(table: EntityTable, path: str, methods: tuple[str, ...]) -> list[int]:
    entities = table.entities_of(path)
    found = [one for one in entities if table.name_of(one) in methods and not table.is_data(one)]
    return found or list(entities[:1])


def _spelt(path: str, wanted: tuple[str, ...], methods: tuple[str, ...]) -> int:
    """Return how many parts of a URL the folders of a file spell; 0 where the file does not answer it."""
    *folders, name = path.split("/")
    if flat := _flat(folders, name):
        is_one = len(flat) == len(wanted) and all(map(is_part, flat, wanted))
        return sum(map(str.__eq__, flat, wanted)) if is_one else 0
    file = _FILE.fullmatch(name)
    if file is None or (file["method"] and file["method"].upper() not in methods):
        return 0
    if file["stem"] in _SHOWN and _READING.isdisjoint(methods):
        return 0
    inside = folders if _NAMELESS.fullmatch(file["stem"]) else [*folders, file["stem"]]
    parts = [part for part in inside if not _UNSEEN.fullmatch(part)][-len(wanted) - 1 :]
    is_below = (
        len(parts) > len(wanted) and parts[0] in _ROOTS and _may_answer(parts[0], parts[1], file["stem"])
    )
    return sum(map(str.__eq__, parts[1:], wanted)) if is_below and all(map(is_part, parts[1:], wanted)) else 0


def _flat(folders: Sequence[str], name: str) -> tuple[str, ...]:
    """Return the parts of a URL that dots part in the name of a file below `routes`; none for any other file.

    What begins with `_` is none of them, and neither is what is in brackets: `_auth+/carts.$id._index.tsx`.
    """
    roots = [
        place for place, one in enumerate(folders) if one == "routes" and folders[place - 1] in _FLAT_ROOTS
    ]
    file = _FLAT.fullmatch(name)
    if file is None or not roots:
        return ()
    inside = [*folders[roots[-1] + 1 :], file["stem"]]
    is_nested = any(one.endswith("+") for one in inside)
    segments = [part for one in inside for part in one.removesuffix("+").split(".")]
    is_told = is_nested or any(one.startswith("$") for one in segments)
    if file["ending"].endswith("x"):
        is_told |= "." in file["stem"] or any(one.startswith("_") for one in segments)
    if not is_told or segments[-1] in _ASIDE | _LAYOUTS or any(one.startswith("__") for one in segments):
        return ()
    named = (one.removesuffix("_") for one in segments if not one.startswith(("_", "(")))
    return tuple(one for one in named if not _NAMELESS.fullmatch(one))


def spelt_by(path: str, name: str, *, is_file: bool) -> Route | None:
    """Return the route that a file's folders spell for a function called by a method in it, or for the file."""
    *folders, own = path.split("/")
    if flat := _flat(folders, own):
        return Route("", flat) if is_file else None
    file = _FILE.fullmatch(own)
    roots = [place for place, folder in enumerate(folders) if folder in _ROOTS]
    if file is None or not roots or (not is_file and name not in METHODS) or file["stem"] in METHODS:
        return None
    inside = folders[roots[-1] + 1 :]
    if not _may_answer(folders[roots[-1]], (*inside, "")[0], file["stem"]):
        return None
    parts = inside if _NAMELESS.fullmatch(file["stem"]) else [*inside, file["stem"]]
    method = (file["method"] or "").upper() if is_file else name
    if is_file and file["stem"] in _SHOWN:
        method = "GET"
    is_routed = not is_file or method or "api" in inside or _NAMELESS.fullmatch(file["stem"])
    return Route(method, tuple(part for part in parts if not _UNSEEN.fullmatch(part))) if is_routed else None


def _may_answer(root: str, first: str, stem: str) -> bool:
    """Whether a file is routed below a folder in which programs keep other files, too."""
    return (root != "server" or first == "api") and (root != "app" or stem in {"page", "route"})


def is_part(own: str, given: str) -> bool:
    r"""Whether a part of a path as it is written stands for one as it is asked for, in which it may have holes.

    >>> is_part("<int:id>", "42"), is_part("<int:id>", "chooser")
    (True, False)
    >>> is_part("{kind:xlsx|mail}", "mail"), is_part("{kind:xlsx|mail}", "5"), is_part("report.<kind>", "report.pdf")
    (True, False, True)
    >>> is_part("(carts|baskets)", "carts"), is_part("(?P<kind>(sold|kept))", "lost"), is_part(r"(?P<pk>\d+)", "new")
    (True, False, False)
    """
    if own == given:
        return True
    if "|" in own and (listed := _WORDS.fullmatch(own)):
        return given in listed["words"].split("|") or stands_for_any(given) or given.isupper()
    if stands_for_any(own):
        return _may_be(own, given)
    first, *others = _HOLE.split(own)
    if not others or not given.startswith(first):
        return False
    at = len(first)
    for text in others[:-1]:
        # As early as may be: a pattern would try all ways to share the rest among the holes.
        at = given.find(text, at + 1)
        if at < 0:
            return False
        at += len(text)
    return given.endswith(others[-1]) and len(given) - len(others[-1]) > at


@lru_cache(maxsize=4096)
def _may_be(own: str, given: str) -> bool:
    """Whether a parameter may be what is given for it, as far as it says that; a name for a value may be any."""
    if stands_for_any(given) or given.isupper():
        return True
    if _NUMBER.fullmatch(own):
        return not given.isalpha()
    said = _PATTERNED.fullmatch(own)
    if said is None:
        return True
    with suppress(re.error):
        return re.fullmatch(said["pattern"].replace("\\\\", "\\"), given) is not None
    return True
