"""Members that an object has of a base outside, whose type is what the base is made for.

    class _CartState extends State<CartPage> { ... widget.total(); }

`widget` is a `CartPage`, and so it is where a type of the repository stands between the two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from nsccn.graph.meaning.values.value import INSTANCE, Value
from nsccn.graph.notation.generics import base_arguments

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.types.generics import Annotated, Generics
    from nsccn.graph.meaning.types.hierarchy import Hierarchy


class OutsideBases:
    """Answers for such members."""

    def __init__(
        self, symbols: Symbols, hierarchy: Hierarchy, annotated: Annotated, generics: Generics
    ) -> None:
        self._symbols = symbols
        self._hierarchy = hierarchy
        self._annotated = annotated
        self._generics = generics

    def of(self, value: Value, name: str) -> Value | None:
        """Return what a member of an object holds."""
        symbols, cls = self._symbols, value.entity
        language = symbols.language(symbols.slot[cls])
        if language is None or name not in language.outside_members or value.tag != INSTANCE:
            return None
        pattern, place = language.outside_members[name]
        for one in self._hierarchy.order(cls):
            for stated in self._made_for(one, pattern):
                if -len(stated) <= place < len(stated):
                    bound = self._generics.bound(symbols.same(cls), value.given, one)
                    written = language.outside_results.get(name, "{}").replace("{}", stated[place])
                    return self._annotated(one, written, language, bound)
        return None

    def _made_for(self, cls: int, pattern: str) -> Iterator[tuple[str, ...]]:
        """Yield what a type makes those of its bases for that are outside and have such a name."""
        symbols = self._symbols
        inside = {symbols.table.names[base] for base in self._hierarchy.bases(cls)}
        for part in symbols.parts(cls):
            for text in symbols.definitions[part].bases:
                base = text.rpartition(".")[2]
                if base not in inside and _compiled(pattern).fullmatch(base):
                    yield base_arguments(symbols.definitions[part].signature, base)


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
