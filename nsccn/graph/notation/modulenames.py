"""Names for modules that an expression asks for where it needs them: `require("./cart").load()`."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

_BEGIN: Final = "module$"
_BRACKETED: Final = re.compile(rb"(?<![\w$)\]])\(\s*(?:await\s+)?(module\$[\w$]+)\s*\)")
"""A module in brackets of its own."""
_UNPLAIN: Final = re.compile(r"\W")


def module_name(module: str) -> str:
    """Return the name by which a module goes that is asked for in an expression.

    >>> module_name("./cart")
    'module$$2e$2fcart'
    """
    return _BEGIN + _UNPLAIN.sub(lambda found: f"${ord(found.group()):x}", module)


def asks_module(expression: str) -> bool:
    """Whether an expression asks for a module, and nothing of it.

    >>> asks_module("module$cart"), asks_module("module$cart.load"), asks_module("cart")
    (True, False, False)
    """
    return expression.startswith(_BEGIN) and "." not in expression and not expression.endswith(")")


def with_modules(text: bytes, callees: frozenset[str]) -> bytes:
    """Return a text with the name of the module for each call that asks for one.

    >>> with_modules(b'(await import("cart")).load(require("shop"), wrequire("x"))', frozenset({"import", "require"}))
    b'module$cart.load(module$shop, wrequire("x"))'
    """
    if not any(callee in text for callee in _called(callees)):
        return text
    named = _asking(callees).sub(_named, text)
    return _BRACKETED.sub(rb"\1", named) if named != text else text


def _named(call: re.Match[bytes]) -> bytes:
    return module_name(call[1][1:-1].decode("utf-8", "replace")).encode()


@cache
def _called(callees: frozenset[str]) -> tuple[bytes, ...]:
    return tuple(f"{callee}(".encode() for callee in sorted(callees))


@cache
def _asking(callees: frozenset[str]) -> re.Pattern[bytes]:
    names = "|".join(sorted(callees)).encode()
    return re.compile(
        rb"(?<![\w$.])(?:%s)\(\s*(?:/\*[^*\n]*\*/\s*)?(\"[^\"\n]+\"|'[^'\n]+'|`[^`$\n]+`)\s*\)" % names
    )
