"""Which files are in a language, and which of its own state what is known of it."""

from __future__ import annotations

import re
from pathlib import Path
from posixpath import splitext
from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER: Final = Path(__file__).parent / "languages"
STATEMENT: Final = "language.toml"
OUTER: Final = "outer.scm"
OF_ITSELF: Final = frozenset({"beginnings", "filenames", "interpreters"})
"""What does not hold of a language because it is `like` another: by these a file is in the other one."""
_DECLARED: Final = "declared.scm"
_QUERIES: Final = ("tags.scm", "edges.scm", "skeleton.scm")
_PIECE: Final = re.compile(r"^(?=[\w\"\[])", re.MULTILINE)
"""Where a key or a table begins in a `language.toml`: at the beginning of a line."""


class LanguageFiles(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part of a `language.toml` that says how a file is told to be in the language, and what reads it."""

    name: str
    grammars: dict[str, str]
    """File extension -> grammar; the first is the default."""
    like: str = ""
    """Language of which all holds that is not stated otherwise."""
    outer_grammar: str = ""
    """Grammar of files in which code stands among something else: `outer.scm` says where."""
    tag_module: str = ""
    """Module of which a file has the components that its markup names without an import."""
    shared_queries: tuple[str, ...] = ()
    """Query files of other folders that hold here too, as `javascript/common.scm`."""
    grammar_queries: dict[str, str] = msgspec.field(default_factory=dict)
    """Grammar -> query file that holds for it alone, for dialects."""
    filenames: tuple[str, ...] = ()
    interpreters: tuple[str, ...] = ()
    """Programs of a `#!` line."""
    beginnings: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """What files begin with -> extensions of which such a file is in the language, and others are not."""
    dialects: tuple[dict[str, str], ...] = ()
    """`{extension, pattern, language}`: a file with that extension, with any for none, and a match is in the other
    language."""

    @property
    def extensions(self) -> tuple[str, ...]:
        """Extensions with their dot, lower case."""
        return tuple(self.grammars)

    def source(self, grammar_name: str) -> str:
        """Return the text of all queries for one of the language's grammars."""
        dialect = (self.grammar_queries[grammar_name],) if grammar_name in self.grammar_queries else ()
        files = [FOLDER / name for name in (*self._query_files(), *dialect)]
        return "\n".join(file.read_text("utf-8") for file in files if file.is_file())

    @property
    def declared(self) -> str:
        """The text of the query for the calls that say what is around them; it says nothing of facts."""
        names = (f"{name}/{_DECLARED}" for name in (self.name, self.like) if name)
        return next((file.read_text("utf-8") for name in names if (file := FOLDER / name).is_file()), "")

    def files(self) -> tuple[Path, ...]:
        """Return the files that state all that is known of the language."""
        stated = [f"{name}/{STATEMENT}" for name in (self.name, self.like) if name]
        names = (*stated, f"{self.name}/{OUTER}", *self._query_files(), *self.grammar_queries.values())
        return tuple(file for file in (FOLDER / name for name in names) if file.is_file())

    def _query_files(self) -> tuple[str, ...]:
        return (*self.shared_queries, *(f"{self.name}/{name}" for name in _QUERIES))

    def grammar_name(self, path: str) -> str:
        """Return the grammar for a file of this language."""
        return self.grammars.get(extension_of(path)) or next(iter(self.grammars.values()))


def extension_of(path: str) -> str:
    """Return what a path ends with, lower case, with its dot."""
    return splitext(path)[1].lower()


def files_part(statement: str) -> str:
    """Return the lines of a `language.toml` that are for `LanguageFiles`: to parse all takes many times as long."""
    return "".join(_pieces(statement, frozenset(LanguageFiles.__struct_fields__)))


def _pieces(statement: str, wanted: frozenset[str]) -> Iterator[str]:
    table = ""
    for piece in _PIECE.split(statement):
        name = piece.lstrip("[").partition(" ")[0].partition("]")[0]
        table = name if piece.startswith("[") else table
        if (table or name) in wanted:
            yield piece
