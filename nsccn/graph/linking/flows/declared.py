"""What declarations say of the variables and attributes that expressions begin with."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.values.value import ENTITY
from nsccn.graph.notation.places import ELEMENT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.linking.links import Links
    from nsccn.graph.model import Assignment

_SEVERAL: Final = re.compile(r"\b[tT]uple\[")
_NAME: Final = re.compile(r"[^\W\d][\w.]*")


def is_told_apart(links: Links, scope: int, value: str) -> bool:
    """Whether a declaration says of what types the parts are that several variables take of a value.

    Which of them takes which is not told, and objects of all would come to each.
    """
    symbols, infer = links.symbols, links.infer
    stated = [item.annotation for item in _stated(links, scope, value)] if value.endswith(ELEMENT) else []
    if value.endswith("()"):
        called = infer.evaluate(scope, value[:-2])
        if called is not None and called.tag == ENTITY and symbols.is_function(called.entity):
            stated.append(symbols.definitions[called.entity].returns)
    words = {word for text in stated if _SEVERAL.search(text) for word in _NAME.findall(text)}
    return any(infer.named_type(scope, word) is not None for word in sorted(words))


def _stated(links: Links, scope: int, expression: str) -> Sequence[Assignment]:
    """Return what is assigned to the variable or attribute that an expression begins with."""
    symbols = links.symbols
    root, _, rest = expression.partition(".")
    name = root.replace("()", "").replace("[]", "")
    if name == "self" and rest:
        around = symbols.class_around(scope)
        member = rest.partition(".")[0].replace("()", "").replace("[]", "")
        return [item for _, item in symbols.values(around, member)] if around >= 0 else []
    local = links.infer.scopes.local_variables(symbols.slot[scope])
    return next((local[at][name] for at in symbols.around(scope) if name in local.get(at, ())), [])
