"""Names of functions that say how many arguments these take, as in Elixir: `Shop.Cart.add/2`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph import languages
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.graph.notation.brackets import closing, split
from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.graph.model import Entity

_ARITY: Final = regex(r"(.+)/(\d{1,3})", re.DOTALL | re.ASCII)


def parted(asked: str) -> tuple[str, int] | None:
    """Return a name and how many arguments are said behind it, None where none are.

    >>> parted("Shop.Cart.add/2"), parted("Shop.Cart.add")
    (('Shop.Cart.add', 2), None)
    """
    named = _ARITY.fullmatch(asked)
    return (named[1], int(named[2])) if named else None


def are_names_whole(language: str) -> bool:
    """Whether a language knows functions by the whole names of their modules, and by how much they take."""
    known = languages.known(language)
    return known is not None and known.clauses


def takes(item: Entity, count: int) -> bool:
    """Whether something is a function of such a language that takes so many arguments, by its head."""
    if not are_names_whole(item.language) or item.kind not in FUNCTION_KINDS:
        return False
    _, opening, behind = item.signature.partition("(")
    inside = behind[: closing(f"({behind}", 0) - 1] if opening else ""
    most = len(split(inside, ",", angles=False)) if inside.strip() else 0
    return most - inside.count(languages.load(item.language).default_mark) <= count <= most
