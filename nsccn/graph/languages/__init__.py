"""The languages that are known: loads each from its folder, tells which a file is in, and has their grammars.

A new language is one folder here.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from hashlib import blake2b
from posixpath import basename
from typing import TYPE_CHECKING, Any, Final, cast

import msgspec

from nsccn.graph.language import Language
from nsccn.graph.languagefiles import FOLDER, OF_ITSELF, STATEMENT, LanguageFiles, extension_of, files_part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from tree_sitter import Language as Grammar
    from tree_sitter import Parser
    from tree_sitter_language_pack import SupportedLanguage

_VERSION_BYTES: Final = 8
_FIRST_LINE: Final = 200
_MOST_KEPT: Final = 4096
"""Answers for names of files: a repository may have any number of these."""
TEXT: Final = "text"
"""Name of the language of files that are in none of ours."""


@cache
def grammar(name: str) -> Grammar:
    """Return a compiled grammar of the language pack."""
    from tree_sitter_language_pack import get_language

    return get_language(cast("SupportedLanguage", name))


@cache
def abstract_kinds(grammar_name: str) -> frozenset[str]:
    """Return the kinds of nodes that only stand for others in a query, as `expression` does in many grammars."""
    of = grammar(grammar_name)
    return frozenset(kind for number in of.supertypes if (kind := of.node_kind_for_id(number)))


@cache
def parser(grammar_name: str) -> Parser:
    """Return a parser for a grammar."""
    from tree_sitter import Parser

    return Parser(grammar(grammar_name))


@cache
def names() -> tuple[str, ...]:
    """Return the names of all known languages."""
    return tuple(sorted(folder.name for folder in FOLDER.iterdir() if (folder / STATEMENT).is_file()))


@cache
def load(name: str) -> Language:
    """Return the language of a folder.

    Raises:
        msgspec.ValidationError: its `language.toml` has a key that `Language` does not know, or a wrong type.
    """
    return msgspec.convert(_stated(name), Language)


@cache
def known(name: str) -> Language | None:
    """Return the language of a name that files or entities have; None for text, and for what lies in no file."""
    return load(name) if name in names() else None


@cache
def _told(name: str) -> LanguageFiles:
    """Return how files are told to be in a language, without what else it states: that of all languages is much."""
    return msgspec.convert(_stated(name, files_part), LanguageFiles)


@cache
def _statement(name: str) -> str:
    return (FOLDER / name / STATEMENT).read_text("utf-8")


def _naming(words: Iterable[str]) -> Iterator[LanguageFiles]:
    """Yield how files are told to be in the languages that state one of some words; to parse all takes long."""
    quoted = [f'"{word}"' for word in words]
    return (_told(name) for name in names() if any(word in _statement(name) for word in quoted))


def _stated(name: str, part: Callable[[str], str] = str) -> dict[str, Any]:
    stated = tomllib.loads(part(_statement(name)))
    like = _stated(stated["like"], part) if "like" in stated else {}
    return {key: like[key] for key in like.keys() - OF_ITSELF} | stated | {"name": name}


@cache
def version(name: str) -> str:
    """Return what changes when a file that states a language does; empty for text, which none states."""
    if name == TEXT:
        return ""
    stated = blake2b(digest_size=_VERSION_BYTES)
    for file in _told(name).files():
        stated.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return stated.hexdigest()


@lru_cache(_MOST_KEPT)
def _by_extension(extension: str) -> str | None:
    found = [one.name for one in _naming([extension]) if extension in one.grammars]
    return found[-1] if found else None


@lru_cache(_MOST_KEPT)
def _by_filename(filename: str) -> str | None:
    found = [one.name for one in _naming([filename]) if filename in one.filenames]
    return found[-1] if found else None


def _by_name(path: str) -> str | None:
    return _by_extension(extension_of(path)) or _by_filename(basename(path))


def is_outlined(name: str) -> bool:
    """Say whether only definitions are read of files in a language; not so of text, nor of what lies in no file."""
    language = known(name)
    return language is not None and language.outlined


def detect(path: str, data: bytes) -> Language | None:
    """Return the language of a file by its name, its `#!` line and, where the name leaves it open, its content."""
    name = _by_name(path)
    if name is None:
        return _by_beginning(path, data)
    language = load(name)
    for dialect in language.dialects:
        if path.lower().endswith(dialect["extension"]) and re.search(dialect["pattern"].encode(), data):
            return None if dialect["language"] == TEXT else load(dialect["language"])
    return language


@lru_cache(_MOST_KEPT)
def _beginnings(extension: str) -> list[tuple[bytes, str]]:
    """Return what files with an extension begin with, and the languages in which these are."""
    return [
        (beginning.encode(), one.name)
        for one in _naming([extension])
        for beginning, extensions in one.beginnings.items()
        if extension in extensions
    ]


def _by_beginning(path: str, data: bytes) -> Language | None:
    """Return the language of a file whose name leaves it open."""
    for beginning, name in _beginnings(extension_of(path)):
        if data.startswith(beginning):
            return load(name)
    return _by_interpreter(data)


def _by_interpreter(data: bytes) -> Language | None:
    if not data.startswith(b"#!"):
        return None
    first = data[:_FIRST_LINE].split(b"\n", 1)[0].decode("utf-8", "replace")
    programs = {re.sub(r"[\d.]+$", "", word.rsplit("/", 1)[-1]) for word in first[2:].split()}
    return next((load(one.name) for one in _naming(programs) if programs & set(one.interpreters)), None)
