"""Who shows a template of Phoenix that no path in quotes names: the live view beside it, or an atom of its name.

lib/shop_web/live/cart_live.html.heex           lib/shop_web/live/cart_live.ex: use ShopWeb, :live_view
lib/shop_web/templates/email/paid.html.eex      use Phoenix.Swoosh, view: ShopWeb.EmailView … render_body(mail, :paid)
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.fileroles import Role, role_of
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.index import RepoIndex

_TEMPLATE: Final = regex(r"(?P<stem>.+/\w+)\.(?P<format>\w+)\.[hl]?eex")
_OF_VIEW: Final = regex(r"(?:.*/)?templates/(?P<folders>\w+(?:/\w+)*)/(?P<name>\w+)")
_LIVE: Final = regex(
    r"^\s*use\b[^\n]*(?::live_(?:view|component)\b|\bLive(?:View|Component)\b)", re.MULTILINE
)
_RENDERS: Final = regex(r"^\s*def\s+render\b", re.MULTILINE)
_MOST_FILES: Final = 100
_LARGEST: Final = 300_000


def shown_by_phoenix(index: RepoIndex, path: str) -> list[tuple[str, int]]:
    """Return the lines that show a template."""
    template = _TEMPLATE.fullmatch(path)
    if template is None:
        return []
    beside = f"{template['stem']}.ex"
    text = index.text_if_any(beside) if index.snapshot.entities.file_slot(beside) is not None else ""
    live = _LIVE.search(text)
    if live is not None and not _RENDERS.search(text):
        return [(beside, text.count("\n", 0, live.end()) + 1)]
    of_view = _OF_VIEW.fullmatch(template["stem"])
    return [*_named(index, of_view["folders"], of_view["name"], template["format"])] if of_view else []


def _named(index: RepoIndex, folders: str, name: str, format_: str) -> Iterator[tuple[str, int]]:
    """Yield the lines that render a template by its name, in files that name its view."""
    modules = ("".join(word.capitalize() for word in folder.split("_")) for folder in folders.split("/"))
    view = r"\.".join(modules) + "View"
    uses = re.compile(rf"(?:\bview:\s*|\bput_view\([^()\n]*?|\brender\w*\([^()\n]*?)(?:\w*Web\.)?{view}\b")
    shown = re.compile(rf"\brender\w*\(?[^()\n]*?(?::{name}\b|\"{name}\.{format_}\")")
    lexical, paths = index.snapshot.lexical, index.snapshot.entities.paths
    held = sorted(paths[slot] for slot in lexical.files_with(name))
    for path in [one for one in held if role_of(one) is Role.SOURCE and one.endswith(".ex")][:_MOST_FILES]:
        text = index.text_if_any(path)
        if len(text) <= _LARGEST and uses.search(text):
            yield from ((path, text.count("\n", 0, one.start()) + 1) for one in shown.finditer(text))
