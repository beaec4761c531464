"""Regular expressions that are compiled when they are first asked for.

The modules that answer name about a thousand, of which one question needs few; compiling all of them took a fifth of
a command's time. What reads and links files compiles its own at once: it needs most, and asks them millions of times.
"""

from __future__ import annotations

import re
from typing import AnyStr, cast


class _Regex:
    """Stands for a pattern: each of its attributes is looked up once in the compiled one."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> object:
        compiled = re.compile(self.pattern, self._flags)
        for attribute in dir(compiled):
            if not attribute.startswith("_"):
                setattr(self, attribute, getattr(compiled, attribute))
        return getattr(compiled, name)


def regex(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """What `re.compile` gives, for a pattern that a module names; a faulty one raises `re.error` at its first use."""
    return cast("re.Pattern[AnyStr]", _Regex(pattern, flags))
