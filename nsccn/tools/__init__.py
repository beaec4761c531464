"""The tools: one module each, with a function of the module's own name.

A tool takes a session first, then the parameters of its schema, each `Annotated` with its type and a short
description, and returns an `Answer`. It knows nothing of MCP or the terminal; the server and the command line
call the same functions.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable
from importlib import import_module

from nsccn.tools.views import Answer


def discover() -> dict[str, Callable[..., Answer]]:
    """Return every tool by name: each module of this package that defines a function of its own name."""
    found = {}
    for module in sorted(entry.name for entry in pkgutil.iter_modules(__path__)):
        function = getattr(import_module(f"{__name__}.{module}"), module, None)
        if callable(function):
            found[module] = function
    return found
