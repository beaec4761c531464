"""The names that the facts of a file hold: more than these its linking cannot follow.

A name may stand in a comment of a file, or in a word of another form; such a file need not be linked again.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nsccn.graph.model import FileFacts

_WORD: Final = re.compile(r"[^\W\d]\w*")


def folded(text: str) -> frozenset[str]:
    """Return the words of a text, without what tells `RadixTree` from `radix_tree`."""
    return frozenset(_WORD.findall(text.replace("_", "").lower()))


def names_in(path: str, facts: FileFacts) -> frozenset[str]:
    """Return the folded words of all that linking reads of a file, its own name included."""
    definitions, imports = facts.definitions, facts.imports
    packed = (facts.inherits.text, facts.uses.text, facts.shared.text, facts.private.text)
    texts = chain(
        (path.rpartition("/")[2], facts.package, *facts.exports, *packed),
        *(
            (item.name, item.qualified_name, item.signature, item.returns, item.receiver)
            for item in definitions
        ),
        *((*item.parameters, *item.bases, *item.decorators, *item.modifiers) for item in definitions),
        *((item.module, item.name, item.alias) for item in imports),
        *(handler.errors for handler in facts.handlers),
    )
    return folded("\n".join(texts))


class Wanted:
    """Names, one of which a file is to hold."""

    def __init__(self, names: Iterable[str]) -> None:
        words = {folded(name) for name in names} - {frozenset()}
        self._single = frozenset(word for one in words if len(one) == 1 for word in one)
        self._several = [one for one in words if len(one) > 1]

    def are_in(self, words: frozenset[str]) -> bool:
        """Whether one of the names is among folded words."""
        return not self._single.isdisjoint(words) or any(one <= words for one in self._several)
