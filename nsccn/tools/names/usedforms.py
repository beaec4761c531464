"""Names as code has them where it uses what they name, and files that are called by their names alone.

    process.env.PORT    config('mail.host')    <CartRow size={3} />    Cart$Line    CartTest    admin/carts#show
    input->cart-row#save

Only what no definition is called by is read so: a setting by its key, a component by its tag, a type by the name that
its compiler gives it, an action as routes write it, and a file by its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from nsccn.contracts.markup import controllers_called
from nsccn.errors import NsccnError
from nsccn.graph.lookup.lookup import lookup
from nsccn.graph.notation.objectnames import in_capitals
from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.entitytable import EntityTable

_LONGEST: Final = 200
_ENVIRONMENT: Final = regex(r"(?:[\w.]+\.)?env\??\.(?P<key>\w+)")
_KEYED: Final = regex(
    r"(?:@?\$?[\w.\\:>!-]*[\w!>])\s*[\[(]\s*[\"'`](?:\$\{)?(?P<key>[^\"'`\s{}]+?)(?::[^\"'`{}]*)?\}?[\"'`]\s*(?:,[^\n]*)?[\])]"
)
"""One text is asked for: `config('mail.host', null)`, `ENV["PORT"]`, `@Value("${mail.host:local}")`."""
_VARIABLE: Final = regex(r"\$\{?(?P<key>[A-Z][A-Z\d_]+)\}?|%(?P<percent>[A-Z][A-Z\d_]+)%")
_TAG: Final = regex(r"</?\s*(?P<name>[A-Z][\w.]*)(?:\s[^<>]*)?/?>")
_COMPILED: Final = regex(r"[\w.\\]+(?:[$+][\w<>]+)+(?:\.\w+)?")
_NAMELESS: Final = regex(r"\d+|lambda|\w*<\w*>\w*|Companion")
"""What compilers call functions without a name, and what stands around them."""
_ACTION: Final = regex(r"(?P<around>(?:[a-z]\w*/)*)(?P<shown>[a-z]\w*)#(?P<action>[a-z]\w*[?!]?)")
"""An action as the routes of Rails write it."""
_MARKUP: Final = regex(r"(?:[\w.:@+-]+->)?(?P<controller>[a-z][\w-]*)#(?P<method>\w+)(?::[\w:!]+)?")
_FILE_NAME: Final = regex(r"[\w-]*[A-Z_-][\w-]*")
_LEAST_LETTERS: Final = 4


def used_as(graph: CodeGraph, asked: str) -> list[int]:
    """Return what a text names as code does, all where that is several; nothing where it names nothing so."""
    if len(asked) > _LONGEST or "\n" in asked:
        return []
    for name in (*_names(asked), *_of_markup(graph, asked)):
        try:
            return [lookup(graph, name)]
        except NsccnError:
            continue
    tag = _TAG.fullmatch(asked)
    return _files_of(graph, tag["name"] if tag else asked)


def is_used_form(asked: str) -> bool:
    """Whether a text names something as only routes and markup do, so that no definition is called like it.

    >>> [is_used_form(text) for text in ("admin/carts#show", "<CartRow size={3} />", "Cart#show", "cart-row")]
    [True, True, False, False]
    """
    return any(form.fullmatch(asked) for form in (_TAG, _ACTION, _MARKUP))


def setting_asked(table: EntityTable, asked: str) -> int | None:
    """Return the setting that code asks for by a text: `config('mail.host')` names no function `config`."""
    if len(asked) > _LONGEST or not (found := _KEYED.fullmatch(asked)):
        return None
    settings = (table.index_of(name) for name in _settings(found["key"]))
    return next((one for one in settings if one is not None), None)


def _settings(key: str) -> tuple[str, ...]:
    return f"config:env:{key}", f"config:key:{key}", f"config:flag:{key.lstrip('-')}"


def _of_markup(graph: CodeGraph, asked: str) -> Iterator[str]:
    """Yield the method that markup names by its controller: `input->cart-row#save`."""
    if found := _MARKUP.fullmatch(asked):
        for path in controllers_called(graph.paths, found["controller"]):
            yield f"{path}:{found['method']}"


def _names(asked: str) -> Iterator[str]:
    for form in (_ENVIRONMENT, _VARIABLE):
        if found := form.fullmatch(asked):
            yield from _settings(next(filter(None, found.groups())))
    if tag := _TAG.fullmatch(asked):
        yield tag["name"]
    if action := _ACTION.fullmatch(asked):
        around = [in_capitals(part) for part in action["around"].split("/")[:-1]]
        yield ".".join([*around, f"{in_capitals(action['shown'])}Controller", action["action"]])
    if _COMPILED.fullmatch(asked):
        parts = [part for part in re.split(r"[$+]", asked) if part and not _NAMELESS.fullmatch(part)]
        yield ".".join(parts)


def _files_of(graph: CodeGraph, asked: str) -> list[int]:
    """Return the files of code that are called so but for their endings."""
    if len(asked) < _LEAST_LETTERS or not _FILE_NAME.fullmatch(asked):
        return []
    starts = (
        graph.entities_of(path).start
        for path in graph.paths
        if path.rpartition("/")[2].partition(".")[0] == asked
    )
    return [start for start in starts if graph.kinds[graph.kind[start]] == "module"]
