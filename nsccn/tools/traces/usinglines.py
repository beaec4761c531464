"""Of the lines that have a name, those that may use it: not documentation, what a package hands on, calls of others."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph import languages
from nsccn.graph.kinds import FUNCTION_KINDS
from nsccn.graph.notation.expression import root_of
from nsccn.regexes import regex
from nsccn.tools.traces.frompackages import has_from_package

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nsccn.graph.model import Definition, FileFacts
    from nsccn.index import RepoIndex

_CALLS: Final = frozenset({"call", "new"})
_BASE: Final = "super"
"""What stands for the base of a type, however a language spells it."""
_HANDED_ON: Final = regex(r"^__all__\b[^\[(\n]{0,40}[\[(][^\])]*[\])]", re.MULTILINE)
_QUOTES: Final = regex(r"^\s*[rRuU]?(?:\"{3}|'{3})|(?:\"{3}|'{3})\s*$")
_ABOVE: Final = regex(r"@(?:module|type)?doc\s+(?:~[a-zA-Z])?\"{3}.*?\"{3}", re.DOTALL)
"""Documentation as Elixir has it: above what it is of, or of the module around."""
_DECLARED: Final = r"\s*+(?!(?:(?:co_)?return|else|throw)\b)[A-Za-z_][\w\s*&:<>,]*[\s*&]NAME\s*\("
"""Declares a function: behind what it gives."""
_WHOLE: Final = 100
"""Parts of a call that overloads share."""
_BESIDE_DOCUMENT: Final = 3
"""Lines that its quotes may take."""
_NAMES: Final = regex(r"[\s\w,(){}]*")
"""What an import over several lines has on each of them."""

_STRING: Final = regex(r"\"((?:\\.|[^\"\\\n])*)\"|(?<![\w&<])'((?:\\.|[^'\\\n])*)'|`([^`\n]*)`")
_CODE: Final = regex(r"[{$]|\\\(")
"""Begins code in a string."""
_OPERATORS: Final = regex(r"&&|\|\||[=<>]=|[;=]")
"""What code in a string may have, and no sentence."""
_QUERY: Final = regex(r"\s*(?:alter|create|delete|from|insert|match|select|update|with)\s", re.IGNORECASE)
"""Begins a string that may name what its words are called."""


def using(index: RepoIndex, path: str, facts: FileFacts, name: str, lines: Sequence[int]) -> list[int]:
    """Return which lines of a file, whose facts are given, may use a name that stands on them."""
    text = index.text_if_any(path)
    written = text.split("\n")
    others = _calls_of_others(facts, name) | _of_exports(text) | _of_documents(facts, text, written, lines)
    others |= _of_prototypes(facts, written, name, lines)
    others |= _in_prose(facts, written, name, lines) | _of_overloads(index, path, name)
    if any(name in (one.name, one.alias) for one in facts.imports):
        others |= {line for line in lines if _NAMES.fullmatch(written[line - 1].partition("#")[0])}
        if has_from_package(index, path, facts, name):
            of_object = re.compile(rf"\.\s*{re.escape(name)}(?!\w)")
            others |= {line for line in lines if not of_object.search(written[line - 1])}
    return [line for line in lines if line not in others]


def without_texts(line: str) -> str:
    """Return a line without its strings, but those that may hold code."""
    return _STRING.sub(lambda string: string[0] if _CODE.search(string[0]) else "", line)


def _calls_of_others(facts: FileFacts, name: str) -> set[int]:
    """Return the lines on which a name is called of something that a file imports, or of a base: `datetime.now()`.

    What a base has that may be this one, an edge tells.
    """
    rows = ((target, line) for kind, _, target, line, *_ in facts.uses.rows() if kind in _CALLS)
    called = [(root_of(target), line) for target, line in rows if target.rpartition(".")[2] == name]
    imported = {one.alias or one.name or one.module for one in facts.imports} if called else set()
    return {line for root, line in called if root in imported or root.startswith(_BASE)}


def _of_overloads(index: RepoIndex, path: str, name: str) -> set[int]:
    """Return the lines that call a method of one type for sure, though not which of its overloads."""
    graph = index.snapshot.graph
    own, named = graph.entities_of(path), graph.named(name)
    numbers = graph.edges_of(np.arange(own.start, own.stop), outgoing=True)
    numbers = numbers[np.isin(graph.edge_column("target").take(numbers), named)]
    shares: Counter[tuple[int, int]] = Counter()
    for number, edge in zip(numbers.tolist(), graph.edges(numbers), strict=True):
        if edge.kind == "CALLS" and edge.via == "direct":
            for line in graph.lines(number):
                shares[line, graph.owner_of(edge.target)] += round(_WHOLE * edge.probability)
    return {line for (line, owner), share in shares.items() if owner >= 0 and share >= _WHOLE}


def _of_exports(text: str) -> set[int]:
    """Return the lines of the list of what a module hands on."""
    spans = (one.span() for one in _HANDED_ON.finditer(text))
    return set(chain.from_iterable(_lines(text, begin, end) for begin, end in spans))


def _of_documents(facts: FileFacts, text: str, written: Sequence[str], lines: Iterable[int]) -> set[int]:
    """Return which lines stand in documentation: of what is defined around them, or above it in the text of that."""
    spans = (one.span() for one in _ABOVE.finditer(text))
    found = set(chain.from_iterable(_lines(text, *span) for span in spans))
    told = [one for one in facts.definitions if one.doc]
    for line in lines:
        held = _QUOTES.sub("", written[line - 1]).strip()
        around = (one for one in told if one.name_line <= line <= one.full_range.end_line)
        if any(held in one.doc and line <= _end_of_document(one, text) for one in around):
            found.add(line)
    return found


def _of_prototypes(facts: FileFacts, written: Sequence[str], name: str, lines: Iterable[int]) -> set[int]:
    """Return which lines declare a function outside of all others, or in its type, where files are included."""
    language = languages.known(facts.language)
    if language is None or not language.included_names:
        return set()
    declares = re.compile(_DECLARED.replace("NAME", re.escape(name)))
    bodies = [one.full_range for one in facts.definitions if one.kind in FUNCTION_KINDS]
    outside = (line for line in lines if not any(one.start_line <= line <= one.end_line for one in bodies))
    return {line for line in outside if declares.match(written[line - 1])}


def _in_prose(facts: FileFacts, written: Sequence[str], name: str, lines: Iterable[int]) -> set[int]:
    """Return which lines have a name as a word of a sentence in a string and not otherwise: `"Can't finalize it"`.

    In templates, and where programs are given code, what stands in quotes is no sentence.
    """
    language = languages.known(facts.language)
    if language and (
        language.runs_texts or language.template_code or language.outer_grammar or language.is_markup
    ):
        return set()
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
    among_words = re.compile(rf"(?<!\S){re.escape(name)}(?=[.,;:!?)]*(?:\s|$))")

    def without_word(string: re.Match[str]) -> str:
        held = string[string.lastindex or 0]
        if " " not in held.strip() or _QUERY.match(held) or _OPERATORS.search(held):
            return string[0]
        prose = _CODE.split(held, maxsplit=1)[0]
        return among_words.sub("", prose) + held[len(prose) :]

    return {line for line in lines if not word.search(_STRING.sub(without_word, written[line - 1]))}


def _end_of_document(one: Definition, text: str) -> int:
    """Return by which line the documentation ends that stands in a body."""
    begin = text.count("\n", 0, one.body_start) + 1 if one.body_start else one.name_line
    return min(one.full_range.end_line, begin + one.doc.count("\n") + _BESIDE_DOCUMENT)


def _lines(text: str, begin: int, end: int) -> range:
    first = text.count("\n", 0, begin) + 1
    return range(first, first + text.count("\n", begin, end) + 1)
