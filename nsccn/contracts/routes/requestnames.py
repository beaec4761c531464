"""Which lines ask for a route by its name: `{% url "shop:cart" %}`, `route('carts.show')`, Rails' `cart_path`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.endings import SCRIPTS_AND_COMPONENTS
from nsccn.contracts.routes.namesakes import is_meant
from nsccn.contracts.routes.requesttexts import call_of
from nsccn.errors import NsccnError
from nsccn.graph.fileroles import role_of
from nsccn.regexes import regex
from nsccn.text import lines_with

if TYPE_CHECKING:
    from nsccn.contracts.routes.files import RouteFiles
    from nsccn.contracts.routes.registered import Registered
    from nsccn.index import RepoIndex

_WORD: Final = regex(r"\w+")
_MOST_FILES: Final = 1000
_LONGEST: Final = 400_000
_HELPS = {
    ".py": r"(?:reverse(?:_lazy)?|redirect|resolve_url|url_(?:path_)?for)\(\s*|[{]%-?\s*url\s+|[{][{]-?\s*url\(\s*"
    r"|(?:pattern_name|viewname|view_name)\s*=\s*",
    ".php": r"(?:(?<!request->)(?<!request\(\)->)\b(?:to_)?route|[rR]oute|generate(?:Url)?|redirectToRoute"
    r"|redirect_to_route)\(\s*"
    r"|[{][{%][^{}]{0,80}\b(?:path|url)\(\s*",
}
"""What spells the path of a name, by the language that registers it."""
_HELPS |= dict.fromkeys((".yaml", ".yml"), _HELPS[".php"])
_NO_HELPER: Final = r"(?<![\w#@$:-])(?<!\bapplication\.)(?<!\bdef )"
"""Not before a helper: `@cart_path` is a variable, `#cart_url` an element of a page."""
_COMMENT: Final = regex(r"\s*(?:#|//|/?\*|<%\s*#|--)")
_NOT_GIVEN: Final = r"(?!\s*(?::(?!:)|=(?![=~>])))"
"""Not behind one: what is given a value has it from elsewhere."""
_REDIRECT: Final = regex(r"redirect|link_to|href|to_route")
_SAID_METHOD: Final = regex(
    r"method[\"']?\s*(?:=>|:|=)\s*[:\"']?(get|post|put|patch|delete)\b", re.IGNORECASE
)
_POSTS: Final = regex(r"\b(?:button_to|form_(?:with|for|tag)|<form)\b")
_FRONT: Final = regex(r"\b(get|post|put|patch|delete)\b[ (]", re.IGNORECASE)


class Spelt(NamedTuple):
    """A line that spells a path by its name."""

    path: str
    line: int
    is_whole: bool
    """Whether it says the method too, or the name is of one."""


def by_name(index: RepoIndex, files: RouteFiles, route: Registered) -> Iterator[Spelt]:
    """Yield the lines that spell a path by its name, as helpers of frameworks do."""
    if route.name:
        named = re.compile(rf"{_NO_HELPER}{re.escape(route.name)}_(?:path|url)\b{_NOT_GIVEN}")
        for path, number, found in _found(index, [f"{route.name}_path", f"{route.name}_url"], named):
            method = _method_of(found.string, found.start()) or _method_around(index, path, number, found)
            if method in ("", route.method) or not route.method:
                yield Spelt(path, number, bool(method) or not route.method)
    own = route.lines[-1][0]
    helps = _HELPS.get(own[own.rfind(".") :], "")
    for name in route.names if helps else ():
        outer = r"(?:[\w-]+[.:])*" if re.search(r"[.:]", name) and own.endswith(".py") else ""
        named = re.compile(rf"(?:{helps})[\"']{outer}{re.escape(name)}[\"']")
        is_plain = own.endswith(".py") and not outer  # as the function that answers is called
        for path, number, found in _found(index, [name], named):
            before = found.string[: found.start()]
            if not is_plain or is_meant(files, own, name, (path, number), before):
                yield Spelt(path, number, is_whole=True)
        if own.endswith(".py") and "." in name:  # `.show` in the blueprint's own file
            near = re.compile(rf"url_for\(\s*[\"']\.{re.escape(name.rpartition('.')[2])}[\"']")
            yield from (
                Spelt(path, number, is_whole=True)
                for path, number, _ in _found(index, [name.rpartition(".")[2]], near)
                if path == own
            )


def _found(
    index: RepoIndex, words: Sequence[str], named: re.Pattern[str]
) -> Iterator[tuple[str, int, re.Match[str]]]:
    lexical, paths = index.snapshot.lexical, index.snapshot.entities.paths
    slots = set[int]()
    for word in words:
        slots |= lexical.files_with_all(_WORD.findall(word))
    last = [re.split(r"[.:]", word)[-1] for word in words]
    for path in sorted((paths[slot] for slot in slots), key=lambda one: (role_of(one), one))[:_MOST_FILES]:
        with suppress(NsccnError, OSError):
            text = index.text(path)
            if len(text) > _LONGEST:
                continue
            for number, line in lines_with(last, text):
                if (found := named.search(line[:2000])) and not _COMMENT.match(line):
                    yield path, number, found


def _method_around(index: RepoIndex, path: str, number: int, found: re.Match[str]) -> str:
    """Return the method that a script says on the lines around, in the call that is given a path."""
    if not path.endswith(SCRIPTS_AND_COMPONENTS):
        return ""
    call = call_of(index.text(path).split("\n"), number, found.start(), found.end())
    return call.method if call else ""


def _method_of(line: str, place: int) -> str:
    before = line[:place]
    if said := _SAID_METHOD.search(line):
        return said[1].upper()
    if _POSTS.search(before):
        return "POST"
    if _REDIRECT.search(line):
        return "GET"
    asked = _FRONT.findall(before)
    return asked[-1].upper() if asked else ""
