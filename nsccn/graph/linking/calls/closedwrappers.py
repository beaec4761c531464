"""Methods that a wrapper of the library has itself: `Cell<Point>` has `get`, whatever a `Point` has.

What such a wrapper holds has none of its methods before it is taken out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.values.value import ENTITY, INSTANCE, Value

if TYPE_CHECKING:
    from nsccn.graph.meaning.infer import Infer

_OUTER: Final = re.compile(r"&?\s*(?:'\w+\s+)?(?:mut\s+)?(?:\w+::)*(\w+)\s*<")


def is_of_wrapper(infer: Infer, scope: int, base: str, name: str, value: Value) -> bool:
    """Whether a method is called of a variable or a field that is declared as such a wrapper, which has it itself."""
    symbols = infer.symbols
    language = symbols.language(symbols.slot[scope])
    if language is None or not language.closed_wrappers or name not in language.common_methods:
        return False
    if value.tag != ENTITY or not symbols.is_function(value.entity):
        return False
    return _declared(infer, scope, base) in language.closed_wrappers


def _declared(infer: Infer, scope: int, base: str) -> str:
    """Return the wrapper from elsewhere that the one declaration of a variable or a field names first, or nothing."""
    symbols = infer.symbols
    holder, dot, name = base.rpartition(".")
    if not dot:
        local = infer.scopes.local_variables(symbols.slot[scope])
        rows = [item for at in symbols.around(scope) for item in local.get(at, {}).get(name, ())]
    else:
        value = infer.evaluate(scope, holder)
        is_object = value is not None and value.tag == INSTANCE
        rows = (
            [item for _, item in symbols.values(value.entity, name)]
            if value is not None and is_object
            else []
        )
    found = _OUTER.match(rows[0].annotation) if len(rows) == 1 else None
    if found is None or infer.named_type(scope, found[1]) is not None:
        return ""
    return found[1]
