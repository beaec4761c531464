"""What a trace says of where a setting gets its value, and which setting a variable of the environment gives one.

The text tells: a line of a file of settings stands under names that spell the key. It is no edge.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.contracts.environment import KEY, keys_by_prefix
from nsccn.graph import languages
from nsccn.graph.fileroles import Role, holds_wordings, role_of
from nsccn.graph.ids import encode_path
from nsccn.graph.imports import are_akin
from nsccn.regexes import regex
from nsccn.search.settingnames import (
    Names,
    folded,
    inner_words,
    is_data,
    last_part,
    lines_declaring,
    may_set,
    names_around,
    sets,
    words_of,
)
from nsccn.text import clip, count, first_few, lines_with, one_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.model import Edge
    from nsccn.index import RepoIndex

VARIABLE: Final = "config:env:"
_NOT_SET: Final = frozenset({Role.TRANSLATION, Role.DOCUMENT, Role.GENERATED, Role.VENDORED})
_MOST_FILES: Final = 200
"""A word that more files of settings hold tells nothing."""
_LARGEST: Final = 300_000
"""Characters of a file."""
_SET: Final = (
    r"\bput_env\(\s*:\w+,\s*:LAST\s*,"
    r"|(?:\b|_)(?:settings?|config(?:uration)?|conf|cfg|viper|Config)(?:\.|::|->)\s*[sS]et"
    r"\(\s*[\"']KEY[\"']\s*,"
)
"""A call that sets it while the program runs: `Application.put_env(:shop, :host, x)`, `settings.set("HOST", x)`."""
_OF_TESTS: Final = regex(r"(?:.*[/._-])?test(?:ing)?\.\w+")
"""A file of the settings that tests run with."""
_MOST_SHOWN: Final = 6
_WHOLE_KEY: Final = regex(r"\w[\w-]*(?:[.:]\w[\w-]*)+")
_LONGEST: Final = 30
"""Tokens of a line."""


class Setting(NamedTuple):
    """A line that gives a setting its value."""

    path: str
    line: int
    text: str


def said_of_setting(index: RepoIndex, name: str) -> Iterator[str]:
    """Yield where a setting that is called by its bare name is set, or what it sets."""
    graph = index.snapshot.graph
    if (key := graph.index_of(KEY + name)) is not None:
        yield from said_where_set(where_set(index, key))
    else:
        yield from said_where_set(set_in_data(index, name))
    if graph.index_of(VARIABLE + name) is not None:
        yield from said_what_it_sets(index, name)
    else:
        yield from _said_to_set(graph, _by_prefix(index, name))


def where_set(index: RepoIndex, key: int) -> list[Setting]:
    """Return the lines that give a setting its value, those of the product first."""
    graph = index.snapshot.graph
    name = graph.id_of(key).removeprefix(KEY)
    edges = graph.incoming(key, ("READS_CONFIG",))
    read_in = _languages_of(graph, edges)
    reads = {(edge.evidence.path, edge.evidence.line) for edge in edges}
    lines = _lines_setting(index, name, lambda path: _may_set_for(graph, path, read_in))
    found = [one for one in lines if (one.path, one.line) not in reads]
    known = {(one.path, one.line) for one in found}
    found += [one for one in _set_by_calls(index, name, read_in) if (one.path, one.line) not in known]
    return sorted(found, key=lambda one: _OF_TESTS.fullmatch(one.path) is not None)


def set_in_data(index: RepoIndex, name: str) -> list[Setting]:
    """Return the lines of data that set what a whole key of several names spells, as one that a framework reads."""
    is_key = _WHOLE_KEY.fullmatch(name) is not None
    return [*_lines_setting(index, name, is_data)] if is_key else []


def _lines_setting(index: RepoIndex, name: str, may: Callable[[str], bool]) -> Iterator[Setting]:
    """Yield the lines of files of settings that set what a key names."""
    for path in filter(may, _files_with(index, inner_words(name))):
        text = _text(index, path)
        lines = text.split("\n")
        for number, names in names_around(lines, lines_declaring(text, last_part(name), path), path):
            if sets(name, path, names):
                yield Setting(path, number, one_line(lines[number - 1]))


def _set_by_calls(index: RepoIndex, key: str, read_in: AbstractSet[str]) -> Iterator[Setting]:
    """Yield the lines of the product that set a setting while it runs."""
    graph, last = index.snapshot.graph, last_part(key)
    slots = index.snapshot.lexical.files_with_all(words_of(last))
    paths = [graph.paths[slot] for slot in slots if role_of(graph.paths[slot]) is Role.SOURCE]
    setting = re.compile(_SET.replace("LAST", re.escape(last)).replace("KEY", re.escape(key)))
    for path in sorted(paths) if len(paths) <= _MOST_FILES else ():
        if not is_data(path) and _may_set_for(graph, path, read_in):
            named = lines_with([last], _text(index, path))
            yield from (
                Setting(path, number, one_line(line)) for number, line in named if setting.search(line)
            )


def said_where_set(settings: Sequence[Setting], verb: str = "It is set") -> Iterator[str]:
    """Yield where a setting gets its value."""
    if settings:
        said = first_few(settings, _MOST_SHOWN, _said)
        yield f"{verb} at {said}."


def _said(setting: Setting) -> str:
    return f"{encode_path(setting.path)}:{setting.line} `{clip(setting.text, _LONGEST)}`"


def said_what_it_sets(index: RepoIndex, variable: str) -> Iterator[str]:
    """Yield which settings that somebody reads get their values from a variable of the environment."""
    places = {key: f"at {place}" for key, place in keys_set_by(index, variable).items()}
    yield from _said_to_set(index.snapshot.graph, _by_prefix(index, variable) | places)


def _by_prefix(index: RepoIndex, variable: str) -> dict[int, str]:
    found = keys_by_prefix(index, variable)
    return {key: f"by the prefix that {place} sets" for key, place in found.items()}


def _said_to_set(graph: CodeGraph, found: Mapping[int, str]) -> Iterator[str]:
    if found:
        yield f"It gives a value to {first_few([*found], _MOST_SHOWN, lambda key: _read(graph, key, found[key]))}."


def keys_set_by(index: RepoIndex, variable: str) -> dict[int, str]:
    """Return the settings that get their values from a variable of the environment, each with where it does."""
    graph = index.snapshot.graph
    keys: dict[str, list[int]] = {}
    for key in graph.outside(KEY):
        keys.setdefault(folded(last_part(graph.id_of(key))), []).append(key)
    found: dict[int, str] = {}
    for path, line, names in _named_in_settings(index, variable):
        for key in keys.get(folded(names.parts[-1]), ()):
            read_in = _languages_of(graph, graph.incoming(key, ("READS_CONFIG",)))
            if sets(graph.id_of(key).removeprefix(KEY), path, names) and _may_set_for(graph, path, read_in):
                found.setdefault(key, f"{encode_path(path)}:{line}")
    return found


def _read(graph: CodeGraph, key: int, place: str) -> str:
    readers = graph.incoming(key, ("READS_CONFIG",))
    first = readers[0].evidence if len(readers) == 1 else None
    said = f"read at {encode_path(first.path)}:{first.line}" if first else count(len(readers), "reader")
    return f"{graph.id_of(key)} ({said}) {place}"


def _named_in_settings(index: RepoIndex, variable: str) -> Iterator[tuple[str, int, Names]]:
    """Yield the lines of files of settings that name a variable of the environment, and the names around them."""
    whole = re.compile(rf"(?<!\w){re.escape(variable)}(?!\w)")
    for path in _files_with(index, words_of(variable)):
        text = _text(index, path)
        wanted = {number for number, line in lines_with([variable], text) if whole.search(line)}
        named = names_around(text.split("\n"), wanted, path)
        yield from ((path, number, names) for number, names in named)


def _files_with(index: RepoIndex, words: Sequence[str]) -> list[str]:
    """Return the files of settings that hold some words, those of the product first; none where they are too many."""
    snapshot = index.snapshot
    slots = snapshot.lexical.files_with_all(words)
    paths = (snapshot.entities.paths[slot] for slot in slots)
    wanted = [
        path for path in paths if may_set(path) and role_of(path) not in _NOT_SET and not holds_wordings(path)
    ]
    return sorted(wanted, key=lambda path: (role_of(path), path)) if len(wanted) <= _MOST_FILES else []


def _text(index: RepoIndex, path: str) -> str:
    """Return what a file of settings says; nothing of one that is too long to be written by hand."""
    text = index.text_if_any(path)
    return text if len(text) <= _LARGEST else ""


def _languages_of(graph: CodeGraph, edges: Iterable[Edge]) -> set[str]:
    return {graph.entity(edge.source).language for edge in edges}


def _may_set_for(graph: CodeGraph, path: str, read_in: AbstractSet[str]) -> bool:
    """Whether a file may set what is read in some languages: data, or code that one of them imports, no template."""
    if is_data(path):
        return True
    name = next((graph.entity(entity).language for entity in graph.entities_of(path)[:1]), "")
    language = languages.known(name)
    if language is None or language.template_code:
        return False
    return any(are_akin(name, other) for other in read_in)
