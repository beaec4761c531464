"""Which words make something answer a path: in the name of a decorator, of a call, and in what a function returns."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from nsccn.contracts.callarguments import brackets_around
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.graph.routes import METHODS
from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.graph.model import Entity

_ROUTING: Final = frozenset(
    (
        *map(str.lower, METHODS),
        *"action any controller endpoint expose handle mapping path resource route rule uri url view".split(),
        *"websocket ws".split(),
    )
)
"""Words in the name of what makes a function answer; `@invalidate("/carts")` only tells it of a path."""
_ALWAYS_ROUTING: Final = frozenset("controller endpoint expose mapping route rule websocket ws".split())
"""Words of those that say so beside any others; `@require_any(("view", "edit"))` is for something else."""
_OF_GRAPHQL: Final = frozenset(
    "BatchMapping MutationMapping QueryMapping SchemaMapping SubscriptionMapping".split()
)
"""Annotations of Spring by which a method answers a field, and no path."""
_DESCRIBING: Final = regex(r"\\?(?:OAT?|OpenApi|Swagger)\\", re.IGNORECASE)
"""Begins the names of attributes of PHP that only tell of a path, for documentation."""
_WITH_ROUTING: Final = frozenset(
    "add all and api as func handler http map match method re register request router".split()
)
"""Words that may stand beside those in the name of a call; with others, `get_cached("/carts", load)`, it does more."""
_WORDS: Final = regex(r"[A-Z]?[a-z]+|[A-Z]+")
_FUNCTION: Final = regex(r"\bfunc\(|(?:HandlerFunc|RequestHandler)\b|=>")
"""In what a function returns that makes one which answers."""
_HANDLER: Final = regex(rf"{_FUNCTION.pattern}|Handler\b")
"""The same in what it is given."""
_OBJECT: Final = regex(r"\bhttp\.Handler\b")
"""The same of what answers, which may as well be a router for all paths below one."""
_ON_TYPE: Final = regex(r"func\s*\(")
"""Begins a method of Go: what follows is on what it is called."""


@lru_cache(maxsize=4096)
def is_routing(name: str) -> bool:
    """Whether a decorator makes a function answer, by the last word of its name."""
    *_, last = ("", *re.findall(r"\w+", name))
    words = _words(last)
    if last in _OF_GRAPHQL or _DESCRIBING.match(name.lstrip("#[")) or _ROUTING.isdisjoint(words):
        return False
    return not _ALWAYS_ROUTING.isdisjoint(words) or words <= _ROUTING | _WITH_ROUTING


def _words(name: str) -> set[str]:
    words = (word.lower() for word in _WORDS.findall(name))
    return {word.removesuffix("s") if len(word) > 2 else word for word in words}


def has_routing(name: str) -> bool:
    """Whether a word in the name of a call is one of a router."""
    return not _ROUTING.isdisjoint(_words(name))


def is_of_router(name: str) -> bool:
    """Whether all words in the name of a call are those of a router."""
    return _words(name) <= _ROUTING | _WITH_ROUTING


def makes_handler(entity: Entity, *, is_below: bool = False) -> bool:
    """Whether a function says that it returns what may answer: `func Show(db *DB) http.HandlerFunc`.

    For all paths below one, `is_below`, that is no router.
    """
    result = _result_of(entity.signature) if entity.kind in FUNCTION_KINDS else ""
    return bool(_FUNCTION.search(result) or (not is_below and _OBJECT.search(result)))


def _result_of(signature: str) -> str:
    """Return what a signature says behind the parameters."""
    first = signature.find("(", signature.find(")") if _ON_TYPE.match(signature) else 0)
    inside = brackets_around(signature, first + 1, first + 1) if first >= 0 else None
    return signature[inside[1] + 1 :] if inside else ""


def takes_handler(entity: Entity) -> bool:
    """Whether a function says that it is given what may answer: `func Logged(next http.Handler)`."""
    return _HANDLER.search(entity.signature.removesuffix(_result_of(entity.signature))) is not None
