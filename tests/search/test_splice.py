"""An index brought up to date equals one built of all files, in every byte of every array."""

from __future__ import annotations

from itertools import accumulate, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nsccn.arrays import map_arrays, write_arrays
from nsccn.graph.change.splice import Splice
from nsccn.graph.extraction.extract import extract
from nsccn.search import lexical
from nsccn.search.terms import document_terms, expand

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from nsccn.graph.model import FileFacts

Index = dict[str, "NDArray[Any]"]
Repository = dict[str, "FileFacts"]

PATHS = ("README.md", "app/__init__.py", "app/cache.py", "app/cache_test.py", "lib/mod.py", "z.py")
LINES = (
    "def read_file(path):\n    return open(path).read()\n",
    "class HTTPServer:\n    def start(self):\n        self.cache = Cache()\n",
    "class Cache:\n    def get(self, key):\n        raise KeyError(f'there is no value for {key}')\n",
    "SIZE = 3  # the size of the cache\n",
    "def start_server():\n    raise OSError('cannot start the server on this port')\n",
    "x = 'naïve größe 日本語'\n",
    "",
)
CONTENTS = st.lists(st.sampled_from(LINES), max_size=4).map("\n".join)
REPOSITORIES = st.dictionaries(st.sampled_from(PATHS), CONTENTS)
_facts: dict[tuple[str, str], FileFacts] = {}


def facts_of(sources: Mapping[str, str]) -> Repository:
    for path, source in sources.items():
        if (path, source) not in _facts:
            _facts[path, source] = extract(path, source.encode())
    return {path: _facts[path, sources[path]] for path in sorted(sources)}


def first_of(repository: Repository) -> list[int]:
    return [0, *accumulate(len(facts.definitions) for facts in repository.values())]


def built(repository: Repository, part_postings: int = lexical.PART_POSTINGS) -> Index:
    files = zip(repository, first_of(repository), repository.values(), strict=False)
    return lexical.build(files, part_postings=part_postings)


def spliced(index: Index, before: Repository, after: Repository) -> Index:
    """Return the index of `before` brought up to date; a file under a new path is a new file."""
    slots = {path: slot for slot, path in enumerate(before)}
    kept = [
        (slots[path], slot)
        for slot, (path, facts) in enumerate(after.items())
        if path in before and before[path] == facts
    ]
    change = Splice(first_of(before), first_of(after), kept)
    files = list(zip(after, first_of(after), after.values(), strict=False))
    return lexical.splice(index, change, [files[slot] for slot in change.fresh])


def assert_equal(one: Index, other: Index) -> None:
    assert list(one) == list(other)
    for name, array in one.items():
        np.testing.assert_array_equal(array, other[name], err_msg=name, strict=True)


@given(REPOSITORIES, REPOSITORIES)
def test_any_change_can_be_spliced(before: dict[str, str], after: dict[str, str]) -> None:
    old, new = facts_of(before), facts_of(after)
    assert_equal(spliced(built(old), old, new), built(new))


@given(REPOSITORIES, st.data())
def test_changes_can_follow_one_another(sources: dict[str, str], data: st.DataObject) -> None:
    repository = facts_of(sources)
    index = built(repository)
    for _ in range(3):
        path = data.draw(st.sampled_from(PATHS))
        sources = {**sources, path: data.draw(CONTENTS)}
        repository, before = facts_of(sources), repository
        index = spliced(index, before, repository)
    assert_equal(index, built(repository))


@given(REPOSITORIES, st.integers(1, 30))
def test_it_does_not_matter_in_how_many_parts_it_is_built(sources: dict[str, str], postings: int) -> None:
    repository = facts_of(sources)
    assert_equal(built(repository, postings), built(repository))


@pytest.fixture(scope="module")
def package() -> Repository:
    """The facts of a real package."""
    root = Path(click.__file__).parent
    return facts_of({path.name: path.read_text("utf-8") for path in root.glob("*.py")})


@pytest.mark.parametrize("edit", ["edited", "removed", "renamed", "added"])
def test_a_real_package_on_the_disk(package: Repository, edit: str, tmp_path: Path) -> None:
    write_arrays(tmp_path / "index", built(package))
    source = "import os\n\ndef shell_completion_of_streams(context):\n    return os.environ\n"
    changed = {path: facts for path, facts in package.items() if path != "core.py"}
    if edit == "edited":
        changed["core.py"] = extract("core.py", source.encode())
    elif edit == "renamed":
        changed["nucleus.py"] = package["core.py"]
    elif edit == "added":
        changed = {**package, "aaa.py": extract("aaa.py", source.encode())}
    changed = dict(sorted(changed.items()))

    assert_equal(spliced(map_arrays(tmp_path / "index"), package, changed), built(changed))


@given(st.lists(st.text(st.sampled_from("aBcß_1 \nΣİ.É日月x"), max_size=12)))
def test_many_words_have_the_terms_that_each_has(words: list[str]) -> None:
    expansion = expand(words)
    terms = [
        sorted(expansion.names[term] for term in expansion.terms[start:end])
        for start, end in pairwise(expansion.offsets)
    ]
    assert terms == [sorted(document_terms(word)) for word in words]
    assert expansion.names == sorted({term for word in words for term in document_terms(word)})
