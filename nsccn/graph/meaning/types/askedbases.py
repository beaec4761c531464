"""Members that an interface has of a base which is no type of its own, but is asked of a value.

    const shared = { fill, empty };
    interface Cart extends Omit<typeof shared, "empty">, InstanceType<typeof Box> { ... }

`cart.fill()` is the function `fill`. What has such a type may name it by an alias as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.values.value import INSTANCE, Value
from nsccn.graph.notation.brackets import behind_angles, split

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.answers import Answers, Asking
    from nsccn.graph.meaning.types.generics import Annotated
    from nsccn.graph.meaning.types.hierarchy import Hierarchy

_HEAD: Final = re.compile(r"(?:\w+\s+)*?interface\s+[\w$]+\s*")
_EXTENDS: Final = "extends"


class AskedBases:
    """Answers for such members."""

    def __init__(
        self,
        symbols: Symbols,
        asking: Asking,
        hierarchy: Hierarchy,
        annotated: Annotated,
        attribute: Callable[[Value, str], Value | None],
    ) -> None:
        self._symbols = symbols
        self._hierarchy = hierarchy
        self._annotated = annotated
        self._attribute = attribute
        self._found: Answers[Hashable, Value | None] = asking.answers(None)

    def of(self, value: Value, name: str) -> Value | None:
        """Return the member of that name which an object has."""
        language = self._symbols.language(self._symbols.slot[value.entity])
        if value.tag != INSTANCE or language is None or not language.asked_types:
            return None
        return self._found.get((value.entity, name), self._find, value.entity, name)

    def _find(self, cls: int, name: str) -> Value | None:
        order = self._hierarchy.order(cls)
        for one in order:
            for base in self._bases(one):
                is_type = base.tag == INSTANCE and self._symbols.kind(base.entity) != "type"
                is_known = is_type and base.entity in order
                found = self._attribute(base, name) if not is_known else None
                if found is not None:
                    return found
        return None

    def _bases(self, cls: int) -> list[Value]:
        symbols = self._symbols
        language = symbols.language(symbols.slot[cls])
        if symbols.kind(cls) != "interface" or language is None:
            return []
        stated = (
            self._annotated(part, text, language, {})
            for part in symbols.parts(cls)
            for text in extended(symbols.definitions[part].signature)
        )
        return [value for value in stated if value is not None]


@lru_cache(maxsize=1 << 12)
def extended(signature: str) -> tuple[str, ...]:
    """Return what an interface extends, as it is written.

    >>> extended("export interface Cart<T extends Box, D = () => T> extends Omit<typeof shared, 'a'>, Box")
    ("Omit<typeof shared, 'a'>", 'Box')
    >>> extended("interface Cart<T extends Box>"), extended("class Cart extends Box")
    ((), ())
    """
    head = _HEAD.match(signature)
    if head is None:
        return ()
    rest = signature[head.end() :]
    rest = rest[behind_angles(rest) :].strip()
    if not rest.startswith(_EXTENDS):
        return ()
    return tuple(text.strip() for text in split(rest.removeprefix(_EXTENDS), ","))
