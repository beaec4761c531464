"""Gathers the words of many files' facts into flat arrays, without a step per posting."""

from __future__ import annotations

import re
from array import array
from collections import Counter
from itertools import chain, count
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from nsccn.graph.change.splicing import bounds_of
from nsccn.graph.fileroles import role_of
from nsccn.graph.model import MODULE_NAME, NAMELESS
from nsccn.regexes import regex
from nsccn.search.messages import Collector

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nsccn.arrays import Array
    from nsccn.graph.model import Definition, FileFacts, Import

_NAMELESS = frozenset({"__init__", "index", "mod", "lib", "main"})
"""Files of these names say nothing by it; their directory's name stands for them."""
_IMPORTING: Final = ("from", "import", "include", "require", "use", "using")
"""Words of languages that imports begin with."""
_WORD: Final = regex(r"[^\W\d]\w*")
_CLASS_WITHOUT_NAME: Final = regex(rf"\.{re.escape(NAMELESS)}(?:#\d+)?(?=\.)")


class Occurrences(NamedTuple):
    """Words in documents: parallel arrays, ascending by document."""

    documents: Array
    words: Array
    counts: Array


class Corpus:
    """What the facts of some files say in words. Files and entities are numbered as they come, from 0."""

    def __init__(self) -> None:
        self.firsts: list[int] = []
        """The first entity of each file, by its number in the whole repository."""
        self.sizes: list[int] = []
        """The number of entities of each file."""
        self.roles: list[int] = []
        self.messages = Collector()
        self.postings = 0
        """How many words were met in how many entities, roughly: what the corpus takes of memory."""
        self.entities = 0
        self._words = _Numbering()
        self._file_words = array("q")
        self._file_word_counts: list[int] = []
        self._word_ids: list[bytes] = []
        self._counts: list[bytes] = []
        self._offsets: list[bytes] = []
        self._names, self._owners, self._stems, self._folders, self._imports = (_Field() for _ in range(5))
        self._import_counts = array("I")

    def add(self, path: str, first: int, facts: FileFacts) -> None:
        """Take in one file, whose entities are numbered from `first` on in the whole repository."""
        terms = facts.terms
        words = terms.words
        self._words.give(words, self._file_words)
        self._file_word_counts.append(len(words))
        self._word_ids.append(terms.word_ids)
        self._counts.append(terms.counts)
        self._offsets.append(terms.offsets)
        self._add_imports(facts)
        self._add_path(path, facts.definitions[0])
        self._add_names(facts.definitions[1:])
        self.messages.add(self.entities, facts.literals)
        self.roles.append(role_of(path))
        self.firsts.append(first)
        self.sizes.append(len(facts.definitions))
        self.entities += len(facts.definitions)
        self.postings += len(terms.word_ids) // 4

    def _add_imports(self, facts: FileFacts) -> None:
        """Take in how much of the text of the file itself, which comes first, is said by its imports alone."""
        taken = [one for one in facts.imports if not one.scope]
        if not taken:
            return
        said, terms = _said_by(taken), facts.terms
        words = terms.words
        own = int(np.frombuffer(terms.offsets, "<u4")[1])
        ids = np.frombuffer(terms.word_ids, "<u4")[:own].tolist()
        counts = np.frombuffer(terms.counts, "<u4")[:own].tolist()
        held = [
            (word, min(said[word], number))
            for word, number in zip(map(words.__getitem__, ids), counts, strict=True)
            if word in said
        ]
        self._imports.extend([self.entities] * len(held), self._words, [word for word, _ in held])
        self._import_counts.extend(number for _, number in held)

    def _add_path(self, path: str, module: Definition) -> None:
        *folders, name = path.split("/")
        slot = len(self.firsts)
        self._stems.extend((slot,), self._words, (name,))
        self._folders.extend([slot] * len(folders), self._words, folders)
        stem = name.rsplit(".", 1)[0] if "." in name[1:] else name
        if stem in _NAMELESS and folders:
            stem = folders[-1]
        field = self._owners if module.name == MODULE_NAME else self._names
        field.extend((self.entities,), self._words, (stem,))

    def _add_names(self, definitions: Sequence[Definition]) -> None:
        first = self.entities + 1
        numbers = range(first, first + len(definitions))
        self._names.extend(numbers, self._words, [definition.name for definition in definitions])
        places = [_with_names(definition.qualified_name).rsplit(".", 2) for definition in definitions]
        enclosed = [(number, parts[-2]) for number, parts in enumerate(places, first) if len(parts) > 1]
        self._owners.extend([number for number, _ in enclosed], self._words, [name for _, name in enclosed])

    @property
    def words(self) -> list[str]:
        """All distinct words."""
        return self._words.strings()

    def own_text(self) -> Occurrences:
        """Return the words of each entity's own text."""
        offsets = [np.frombuffer(data, "<u4") for data in self._offsets]
        firsts = bounds_of(np.array(self.sizes, np.int64))[:-1]
        entities = [
            first + np.arange(max(len(own) - 1, 0)) for first, own in zip(firsts, offsets, strict=True)
        ]
        per_entity = np.concatenate([np.diff(own) for own in offsets] or [np.zeros(0, np.int64)])
        word_ids = np.frombuffer(b"".join(self._word_ids), "<u4")
        words_before = bounds_of(np.array(self._file_word_counts, np.int64))[:-1]
        in_file = np.array([len(data) // 4 for data in self._word_ids], np.int64)
        of_file = self._words.dense(self._file_words)
        return Occurrences(
            np.repeat(np.concatenate([*entities, np.zeros(0, np.int64)]).astype(np.int32), per_entity),
            of_file[word_ids + np.repeat(words_before, in_file)],
            np.frombuffer(b"".join(self._counts), "<u4"),
        )

    def imports(self) -> Occurrences:
        """Return the words of the imports of each file, in what stands for it."""
        words = self._words.dense(self._imports.words)
        return Occurrences(
            np.array(self._imports.documents, np.int32), words, np.array(self._import_counts, np.uint32)
        )

    def names(self) -> Occurrences:
        """Return the words of each entity's name."""
        return self._once(self._names)

    def owners(self) -> Occurrences:
        """Return the words of the name of what encloses each entity."""
        return self._once(self._owners)

    def file_names(self) -> Occurrences:
        """Return the words of each file's name, numbered by file."""
        return self._once(self._stems)

    def folders(self) -> Occurrences:
        """Return the words of the folders that each file lies in."""
        return self._once(self._folders)

    def _once(self, field: _Field) -> Occurrences:
        words = self._words.dense(field.words)
        return Occurrences(np.array(field.documents, np.int32), words, np.ones(len(words), np.int32))


def _said_by(imports: Sequence[Import]) -> Counter[str]:
    """Return the words of imports: the name of a module once for each line, whatever is taken from it there."""
    said = Counter(dict.fromkeys(_IMPORTING, len({one.line for one in imports})))
    for _, module in {(one.line, one.module) for one in imports}:
        said.update(_WORD.findall(module))
    for one in imports:
        said.update({one.name, one.alias}.difference(_WORD.findall(one.module)))
    return said


def _with_names(qualified_name: str) -> str:
    """Return the names on the way to a definition, without the classes that have none."""
    return _CLASS_WITHOUT_NAME.sub("", qualified_name) if f".{NAMELESS}" in qualified_name else qualified_name


class _Numbering:
    """Gives each string a number of its own, a whole file's strings in one call."""

    def __init__(self) -> None:
        self._given: dict[str, int] = {}
        self._next = count()

    def give(self, strings: Iterable[str], target: array[int]) -> None:
        """Append the number of each string. Numbers grow, but some are never given."""
        target.extend(map(self._given.setdefault, strings, self._next))

    def strings(self) -> list[str]:
        return list(self._given)

    def dense(self, numbers: array[int]) -> Array:
        """Return instead of each number the place of its string among `strings`."""
        given = np.fromiter(chain(self._given.values(), (-1,)), np.int64)[:-1]
        places = np.zeros(int(given[-1]) + 1 if len(given) else 0, np.int32)
        places[given] = np.arange(len(given))
        return places[np.array(numbers, np.int64)]


class _Field:
    """Words of documents, each once."""

    def __init__(self) -> None:
        self.documents = array("i")
        self.words = array("q")

    def extend(self, documents: Iterable[int], words: _Numbering, strings: Iterable[str]) -> None:
        self.documents.extend(documents)
        words.give(strings, self.words)
