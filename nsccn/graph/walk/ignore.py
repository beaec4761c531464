"""Ignore patterns as git reads them, for trees in which git cannot be asked and for our own ignore files.

A pattern is matched against one entry at a time and never against what lies below it: the walk does not
descend into what is ignored, and so arrives at git's answers, negation included.

Patterns come from strangers, so none may make the regular expression engine backtrack without bounds: every
star but the last is an atomic group.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

_EXPRESSIONS_LIMIT: Final = 1000
"""Patterns of one ignore file that need regular expressions; further ones are not read."""
_PATTERN_LIMIT: Final = 4096
"""Characters; hardly a path is longer."""
_STAR: Final = "*"
_ANY_OF_SEGMENT: Final = "[^/]*"
_SPECIAL: Final = frozenset("*?[\\")
_POSIX_CLASS: Final = re.compile(r"\[:([^\]]*):\]")
_POSIX_CLASSES: Final = {
    "alnum": "a-zA-Z0-9",
    "alpha": "a-zA-Z",
    "blank": r" \t",
    "cntrl": r"\x00-\x1f\x7f",
    "digit": "0-9",
    "graph": r"\x21-\x7e",
    "lower": "a-z",
    "print": r"\x20-\x7e",
    "punct": r"!-/:-@\[-`{-~",
    "space": r"\s",
    "upper": "A-Z",
    "xdigit": "0-9A-Fa-f",
}


class IgnoreRules:
    """The patterns in force in one directory. Immutable: a walk derives those of a subdirectory from it."""

    __slots__ = ("_levels", "_pinned")

    def __init__(self, pinned: Iterable[str] = ()) -> None:
        """Start with patterns that hold in the whole tree and have the last word."""
        patterns = _PatternList(pinned)
        self._pinned = (_Level(0, patterns),) if patterns else ()
        self._levels: tuple[_Level, ...] = self._pinned

    def __bool__(self) -> bool:
        return bool(self._levels)

    def extended(self, directory: str, text: str) -> IgnoreRules:
        """Return these rules and, over them, an ignore file of `directory` (empty, or ending with `/`)."""
        patterns = _PatternList(text.removeprefix("\ufeff").split("\n"))
        if not patterns:
            return self
        rules = IgnoreRules()
        rules._pinned = self._pinned
        inherited = self._levels[len(self._pinned) :]
        rules._levels = (*self._pinned, _Level(len(directory), patterns), *inherited)
        return rules

    def verdict(self, path: str, *, is_directory: bool) -> bool | None:
        """Say whether the entry is ignored (True), explicitly wanted (False) or not spoken of (None)."""
        name = path[path.rfind("/") + 1 :]
        for level in self._levels:
            said = level.patterns.matcher(is_directory=is_directory).verdict(path, level.base, name)
            if said is not None:
                return said
        return None


class _Level(NamedTuple):
    base: int
    """Length of the path of the directory that the patterns are relative to."""
    patterns: _PatternList


class _Pattern(NamedTuple):
    text: str
    negated: bool
    directories_only: bool
    anchored: bool
    """Matched against the path relative to its ignore file, not against the name alone."""


class _PatternList:
    """The patterns of one ignore file; the last one that matches decides."""

    __slots__ = ("_for_directories", "_for_files", "_patterns")

    def __init__(self, lines: Iterable[str]) -> None:
        parsed = (_parse(line) for line in lines)
        self._patterns = [pattern for pattern in parsed if pattern is not None]
        self._for_files: _Matcher | None = None
        self._for_directories: _Matcher | None = None

    def __bool__(self) -> bool:
        return bool(self._patterns)

    def matcher(self, *, is_directory: bool) -> _Matcher:
        if is_directory:
            if self._for_directories is None:
                self._for_directories = _Matcher(self._patterns)
            return self._for_directories
        if self._for_files is None:
            self._for_files = _Matcher([each for each in self._patterns if not each.directories_only])
        return self._for_files


class _Matcher:
    """Finds the last of many patterns that matches, without trying most of them."""

    __slots__ = ("_exact", "_names", "_negated", "_paths", "_suffixes")

    def __init__(self, patterns: list[_Pattern]) -> None:
        self._negated = [pattern.negated for pattern in patterns]
        self._exact: dict[str, int] = {}
        self._suffixes: dict[str, int] = {}
        names: list[tuple[int, str]] = []
        paths: list[tuple[int, str]] = []
        for number, (text, _, _, anchored) in enumerate(patterns):
            if not anchored and _SPECIAL.isdisjoint(text):
                self._exact[text] = number
            elif not anchored and text.startswith("*.") and _SPECIAL.isdisjoint(text[1:]):
                self._suffixes[text[1:]] = number
            else:
                (paths if anchored else names).append((number, text))
        self._names = _Alternatives(names)
        self._paths = _Alternatives(paths)

    def verdict(self, path: str, base: int, name: str) -> bool | None:
        best = self._exact.get(name, -1)
        if self._suffixes:
            dot = name.find(".")
            while dot >= 0:
                best = max(best, self._suffixes.get(name[dot:], -1))
                dot = name.find(".", dot + 1)
        best = max(best, self._names.last_match(name, 0), self._paths.last_match(path, base))
        return None if best < 0 else not self._negated[best]


class _Alternatives:
    """Patterns that need regular expressions, joined so that the last one is tried first."""

    __slots__ = ("_joined",)

    def __init__(self, numbered: list[tuple[int, str]]) -> None:
        translated = [(number, _translate(text)) for number, text in numbered[:_EXPRESSIONS_LIMIT]]
        last_first = [(number, text) for number, text in reversed(translated) if text is not None]
        self._joined: list[tuple[re.Pattern[str], list[int]]] = []
        # The engine saves all groups at every turn, so that its time grows with the square of their number.
        for start in range(0, len(last_first), 32):
            chunk = last_first[start : start + 32]
            joined = re.compile("|".join(f"({text})" for _, text in chunk), re.DOTALL)
            self._joined.append((joined, [number for number, _ in chunk]))

    def last_match(self, text: str, start: int) -> int:
        """Return the number of the last pattern that matches, -1 if none does."""
        for joined, numbers in self._joined:
            match = joined.fullmatch(text, start)
            if match is not None and match.lastindex is not None:
                return numbers[match.lastindex - 1]
        return -1


def _parse(line: str) -> _Pattern | None:
    text = _without_trailing_spaces(line.removesuffix("\r"))
    if text.startswith("#") or len(text) > _PATTERN_LIMIT:
        return None
    negated = text.startswith("!")
    text = text[negated:]
    directories_only = text.endswith("/")
    text = text.removesuffix("/")
    if not text:
        return None
    return _Pattern(text.removeprefix("/"), negated, directories_only, "/" in text)


def _without_trailing_spaces(line: str) -> str:
    end = position = 0
    while position < len(line):
        if line[position] == "\\":
            position += 1
            end = position + 1
        elif line[position] != " ":
            end = position + 1
        position += 1
    return line[:end]


def _translate(pattern: str) -> str | None:
    """Return a regular expression for the whole path of an entry; None where nothing can match."""
    start = next((index for index, character in enumerate(pattern) if character in _SPECIAL), len(pattern))
    # Git compares the text before the first wildcard by itself, so that in `a**/b` the stars begin a pattern.
    segments = _tokenize(pattern[start:])
    if segments is None:
        return None
    runs: list[list[str]] = [[]]
    for segment in segments:
        if len(segment) > 1 and all(token == _STAR for token in segment):
            runs.append([])
        else:
            runs[-1].append(_translate_segment(segment))
    literal, first, last = re.escape(pattern[:start]), "/".join(runs[0]), "/".join(runs[-1])
    if len(runs) == 1:
        return literal + first
    # Between two `**` stands a run of so many segments: its first match is as good as any later one.
    start_of_path = literal + (f"{first}/" if runs[0] else "")
    between = "".join(f"(?>(?:[^/]*/)*?{'/'.join(run)}/)" for run in runs[1:-1] if run)
    return start_of_path + between + (f"(?:[^/]*/)*{last}" if runs[-1] else ".*")


def _translate_segment(tokens: list[str]) -> str:
    pieces = [""]
    previous = ""
    for token in tokens:
        if token != _STAR:
            pieces[-1] += token
        elif previous != _STAR:
            pieces.append("")
        previous = token
    if len(pieces) == 1:
        return pieces[0]
    first, *middle, last = pieces
    return first + "".join(f"(?>{_ANY_OF_SEGMENT}?{piece})" for piece in middle) + _ANY_OF_SEGMENT + last


def _tokenize(pattern: str) -> list[list[str]] | None:
    """Split into segments of regular expressions for one character each, and stars."""
    segments: list[list[str]] = [[]]
    position = 0
    while position < len(pattern):
        character = pattern[position]
        position += 1
        if character == "\\":
            if position == len(pattern):
                return None
            character = pattern[position]
            position += 1
        elif character == "*":
            segments[-1].append(_STAR)
            continue
        elif character == "?":
            segments[-1].append("[^/]")
            continue
        elif character == "[":
            bracket = _translate_bracket(pattern, position)
            if bracket is None:
                return None
            expression, position = bracket
            segments[-1].append(expression)
            continue
        if character == "/":
            segments.append([])
        else:
            segments[-1].append(re.escape(character))
    return segments


def _translate_bracket(pattern: str, position: int) -> tuple[str, int] | None:
    """Translate a bracket expression whose `[` is just before; None where git lets the whole pattern fail."""
    negated = pattern[position : position + 1] in ("!", "^")
    position += negated
    members = ""
    previous = ""
    first = True
    while first or pattern[position : position + 1] != "]":
        first = False
        character = pattern[position : position + 1]
        after = pattern[position + 1 : position + 2]
        if character == "-" and previous and after not in ("", "]"):
            position += 2 if after == "\\" else 1
            end = pattern[position : position + 1]
            members += f"{re.escape(previous)}-{re.escape(end)}" if previous <= end else ""
            previous = ""
        elif character == "[" and (name := _POSIX_CLASS.match(pattern, position)):
            if name[1] not in _POSIX_CLASSES:
                return None
            members += _POSIX_CLASSES[name[1]]
            position = name.end() - 1
            previous = ""
        else:
            if character == "\\":
                position += 1
            previous = pattern[position : position + 1]
            members += re.escape(previous)
        position += 1
        if position >= len(pattern):
            return None
    if not members:
        return ("[^/]" if negated else "(?!)"), position + 1
    return f"(?!/)[{'^' if negated else ''}{members}]", position + 1
