"""Names that hold dots, as `print.cart` of R: facts write `print$cart`, since a dot stands before a member in them."""

from __future__ import annotations

import re
from typing import Final

DOT: Final = "$"
"""Stands for a dot in a name, and is no letter of names otherwise where they may hold dots."""
_OPERATOR: Final = re.compile(r"(?<![^.])\$(?=[$<]|\Z|[.#])")
"""The operator itself, which a function may be called after: that for `$` of a cart is `$.cart`, or `$` alone."""
_KEPT: Final = "\0"


def with_marks(name: str) -> str:
    """Return a name as facts write it.

    >>> with_marks("print.cart"), with_marks("$.cart")
    ('print$cart', '$$cart')
    """
    return name.replace(".", DOT)


def as_written(name: str) -> str:
    """Return a name, or a qualified one with dots between its steps, as the source has it.

    >>> as_written("print$cart"), as_written("Shop.is$open"), as_written("$onLoad"), as_written("$$cart")
    ('print.cart', 'Shop.is.open', '.onLoad', '$.cart')
    >>> as_written("Cart.$"), as_written("$")
    ('Cart.$', '$')
    """
    return _OPERATOR.sub(_KEPT, name).replace(DOT, ".").replace(_KEPT, DOT)
