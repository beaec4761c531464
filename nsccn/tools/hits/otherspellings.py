"""How else a field's name is spelt: `is_open` of a schema is `isOpen` in one language and `IsOpen` in another."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from nsccn.regexes import regex
from nsccn.search.exact import only_name
from nsccn.text import count, subtokens

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.index import RepoIndex

_NAME: Final = regex(r"[A-Za-z][A-Za-z\d]*(?:[_-][A-Za-z\d]+)*")
_MOST_WORDS: Final = 8
_MOST_READ: Final = 80
"""Files that hold the words; where more do they are of much else."""


def other_spellings(index: RepoIndex, query: str) -> Iterator[str]:
    """Yield in how many files a name stands in other spellings, where nothing but fields and variables has it."""
    name, table = only_name(query), index.snapshot.entities
    words = [word.lower() for word in subtokens(name)] if _NAME.fullmatch(name) and not name.isupper() else []
    if not 1 < len(words) <= _MOST_WORDS or not all(map(table.is_data, table.named(name))):
        return
    slots = set.intersection(*map(index.snapshot.lexical.files_with, words))
    if len(slots) > _MOST_READ:
        return
    first, *others = words
    camel = first + "".join(map(str.capitalize, others))
    spelt = dict.fromkeys(("_".join(words), camel, camel[0].upper() + camel[1:], "-".join(words)))
    spelt.pop(name, None)
    written = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, spelt))})(?![\w-])")
    held = Counter(
        one for slot in slots for one in set(written.findall(index.text_if_any(table.paths[slot])))
    )
    told = [f"{one} ({count(held[one], 'file')})" for one in spelt if held[one]]
    if told:
        yield f"Also spelt {', '.join(told)}"
