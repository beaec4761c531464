"""Comments that speak to a tool: a linter, a formatter, a type checker, a compiler. They document nothing."""

from __future__ import annotations

import re
from typing import Final

_DIRECTIVES: Final = r"""
    eslint-[\w-]+ | oxlint-[\w-]+ | jshint\s | jslint\s | tslint: | biome-ignore | prettier-ignore | stylelint-[\w-]+
    | @ts-(?:ignore|expect-error|no-?check|check) | istanbul\ ignore | (?:c8|v8)\ ignore
    | noqa\b | type:\s*ignore | pyright:\s*\w | mypy:\s*\w | pylint:\s*\w | ruff:\s*\w | isort:\s*\w | flake8:\s*\w
    | fmt:\s*(?:on|off|skip)\b | yapf:\s*(?:en|dis)able | pragma:\s*no\ (?:cover|branch) | nosec\b
    | go:[a-z]+ | \+build\ | nolint\b | lint:ignore | rubocop: | :nocov: | :nodoc: | standard:disable | steep:ignore
    | NOLINT\w* | clang-format\ (?:on|off) | IWYU\ pragma | cppcheck-suppress | NOSONAR | CHECKSTYLE[.:\ ]O(?:N|FF)
"""
_LINE: Final = re.compile(rf"(?m)^(?:{_DIRECTIVES})[^\n]*\n?", re.VERBOSE)
_WHOLE: Final = re.compile(rf"(?:{_DIRECTIVES})".encode(), re.VERBOSE)


def without_directives(text: str) -> str:
    r"""Return what a comment says, its marks taken off, without the lines that speak to a tool.

    >>> without_directives("eslint-disable-next-line complexity\nThe delay in seconds.")
    'The delay in seconds.'
    """
    return _LINE.sub("", text).strip()


def is_directive(words: bytes) -> bool:
    """Whether the text of a comment of one line, its marks taken off, speaks to a tool."""
    return _WHOLE.match(words) is not None
