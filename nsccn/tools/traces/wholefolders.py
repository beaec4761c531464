"""Who reads a folder whole: what lies in it is imported, and no line names it.

requireDirectory(__dirname)        import.meta.glob("./pages/**/*.vue")        Dir[File.join(__dir__, "jobs/*.rb")]
autoload(path.join(ROOT, "/jobs"))        require(`./jobs/${name}`)
"""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from posixpath import basename, dirname, join, normpath, splitext
from typing import TYPE_CHECKING, Final

from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.ids import encode_path
from nsccn.regexes import regex
from nsccn.text import clip, first_few, one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from nsccn.index import RepoIndex

_READING: Final = regex(
    r"(?:\b\w*(?:[dD]irectory|readdir(?:Sync)?|listdir|scandir|iter_modules|walk_packages|iterdir|(?:require|import)All)"
    r"|\b[gG]lob(?:Sync|\.sync|\.glob|Eager)?|\bDir(?:\.glob|\.children|\.entries)?|\brequire\.context)"
    r"\s*+(?:<[^()\n]{0,80}>\s*+)?[(\[](?P<given>[^\n]{0,200})"
)
_HERE: Final = regex(
    r"\b__(?:dirname|dir__|DIR__|file__|FILE__|path__)(?!\w)|\bimport\.meta\.(?:url|dirname)\b"
    r"|(?P<relative>\bimport\.meta\.glob|\brequire\.context)"
)
"""What means a file's own folder, or is called with a path from there."""
_TEXT: Final = regex(
    r"""["'`](?:\$\{\s*__dirname\s*\}|#\{\s*__dir__\s*\})?(?P<text>[^"'`\n$#]{0,120})["'`]"""
)
_ALIAS: Final = regex(r"\s*\[?\s*[\"'`](?![./!])[^\"'`\n]")
"""Begins a path from a folder that has a name of its own: `@/pages`, `$assets/images`."""
_FROM_ROOT: Final = regex(
    r"\b(?:auto[lL]oad|\w*[dD]irectory|(?:require|import)All)\s*+\(\s*+path\.(?:join|resolve)"
    r"\(\s*+(?!__)[\w$.]+\s*+,\s*+[\"'`]/?(?P<folder>[\w/.-]{1,80})[\"'`]"
)
"""A path that begins with what is not known."""
_ONE_OF_ALL: Final = regex(
    r"\b(?:require|import)\s*+\(\s*+`(?P<begun>\.{1,2}/[^`$\n]{0,120})\$\{[^`\n]{0,80}\}(?P<rest>[^`\n]{0,40})`"
)
"""A module of a folder by a name that is put in."""
_BRACES: Final = regex(r"\{[^{}]*\}")
_DEEP: Final = regex(r"\*\*|walk_packages|,\s*true\b|recursive")
_WORDS: Final = (
    "directory readdir readdirSync listdir scandir iter_modules walk_packages iterdir All glob Dir"
)
_BESIDE: Final = "__dirname __dir__ __DIR__ __file__ __FILE__ __path__"
_TOGETHER: Final = (("import", "meta", "glob"), ("import", "meta", "readdirSync"), ("require", "context"))
"""A file that does so has one word of each of the first two, or all of one of these."""
_ASKING: Final = ("require", "import", "autoload")
_MARKS: Final = (*_BESIDE.split(), "import.meta.", "require.context")
_MOST_FILES: Final = 60
"""Read at most, those in the folders around first."""
_MOST_SHOWN: Final = 2
_LONGEST: Final = 30
"""Tokens of a line."""


def said_of_whole_folder(index: RepoIndex, path: str) -> Iterator[str]:
    """Yield the lines of the product that read the folder of a file whole."""
    table, lexical = index.snapshot.entities, index.snapshot.lexical
    held, beside = (set[int]().union(*map(lexical.files_with, words.split())) for words in (_WORDS, _BESIDE))
    folder = basename(dirname(path))
    named = (
        lexical.files_with(folder) & set[int]().union(*map(lexical.files_with, _ASKING)) if folder else set()
    )
    slots = (held & beside).union(named, *map(lexical.files_with_all, _TOGETHER)) - table.text_files
    readers = [table.paths[slot] for slot in slots]
    near = sorted(
        (not dirname(path).startswith(dirname(one)), -len(dirname(one)), one)
        for one in readers
        if one != path and role_of(one) is Role.SOURCE
    )
    found: dict[str, None] = {}
    for *_, other in near[:_MOST_FILES]:
        text = index.text_if_any(other)
        for start in sorted({*_beside(text, other, path), *_by_folder(table.paths, text, other, path)}):
            number = text.count("\n", 0, start) + 1
            line = text.split("\n", number)[number - 1]
            found[f"{encode_path(other)}:{number} `{clip(one_line(line), _LONGEST)}`"] = None
    if found:
        yield f"By the text, its folder is read whole at {first_few([*found], _MOST_SHOWN)}."


def _beside(text: str, reader: str, path: str) -> Iterator[int]:
    """Yield where a file reads a folder by what means its own, in which another lies."""
    for here in _HERE.finditer(text) if any(mark in text for mark in _MARKS) else ():
        line = text[text.rfind("\n", 0, here.start()) + 1 :].partition("\n")[0]
        reading = _READING.search(line)
        if reading and _takes_in(reading, reader, path, is_relative=here["relative"] is not None):
            yield here.start()


def _by_folder(paths: Iterable[str], text: str, reader: str, path: str) -> Iterator[int]:
    """Yield where a file takes in the modules of a folder in which another lies: all, or one whose name is put in.

    Behind a beginning that is not known, a path is that of the one folder which ends so.
    """
    around = dirname(path)
    for found in _FROM_ROOT.finditer(text):
        ending = f"/{normpath(found['folder'])}"
        if f"/{around}".endswith(ending):
            folders = {dirname(one) for one in paths if f"/{dirname(one)}".endswith(ending)}
            if folders == {around}:
                yield found.start()
    for found in _ONE_OF_ALL.finditer(text):
        begun = normpath(join(dirname(reader), f"{found['begun']}*{found['rest']}"))
        is_beside = dirname(begun) == around
        if is_beside and (fnmatchcase(path, begun) or fnmatchcase(splitext(path)[0], begun)):
            yield found.start()


def _takes_in(reading: re.Match[str], reader: str, path: str, *, is_relative: bool) -> bool:
    """Whether a call on a line of a file reads a folder in which another lies."""
    if is_relative and _ALIAS.match(reading["given"]):
        return False
    texts = [text["text"].strip("/") for text in _TEXT.finditer(reading["given"])]
    named = next(iter(texts), "") if is_relative else "/".join(texts)
    pattern = normpath(join(dirname(reader), _BRACES.sub("*", named).replace("**/", "*")))
    if "*" in pattern:
        return fnmatchcase(path, pattern) and (
            "**" in named or dirname(path).count("/") == dirname(pattern).count("/")
        )
    folder = "" if pattern == "." else f"{pattern}/"
    return dirname(path) == folder.rstrip("/") or (
        path.startswith(folder) and _DEEP.search(reading.string) is not None
    )
