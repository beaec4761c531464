"""A folder and a name in it, as people write them: `src/shop:add`, `src/shop add`, `add in src/shop`, `shop/add`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from nsccn.regexes import regex

_FOLDER: Final = r"(?:\./)?(?P<folder>[^\s:]*[^\s:/\\])[/\\]?"
_FORMS: Final = (
    regex(rf"(?:(?P<kind>[a-z]+):)?{_FOLDER}(?:::?\s*|\s+)(?P<name>[^\s/\\:]+)"),
    regex(rf"(?P<name>[^\s/\\:]+)\s+(?:in|from|at|under|@)\s+{_FOLDER}"),
    regex(r"(?P<folder>[^\s:/\\][^\s:]*)[/\\](?P<name>[^\s/\\:]+)"),
)
_PART: Final = regex(r"[/\\]")


class InFolder(NamedTuple):
    """A name, and what is said of where it stands."""

    folder: tuple[str, ...]
    """Parts of a path, one behind the other."""
    name: str
    kind: str = ""

    def holds(self, path: str) -> bool:
        """Whether a file lies in the folder, or in one that ends so: `shop` is `src/shop` as well.

        >>> [InFolder(("api", "v1"), "add").holds(path) for path in ("src/api/v1/x.py", "api/v2/v1.py", "api/v1")]
        [True, False, False]
        """
        *folders, _ = path.split("/")
        many = len(self.folder)
        return any(
            tuple(folders[start : start + many]) == self.folder for start in range(len(folders) - many + 1)
        )


def in_folders(asked: str) -> Iterator[InFolder]:
    """Yield what a text may mean as a folder and a name in it.

    >>> [*in_folders("func:src/shop:add")]
    [InFolder(folder=('src', 'shop'), name='add', kind='func')]
    """
    for form in _FORMS:
        if found := form.fullmatch(asked):
            parts = tuple(part for part in _PART.split(found["folder"]) if part not in ("", "."))
            if parts:
                yield InFolder(parts, found["name"], found.groupdict().get("kind") or "")
