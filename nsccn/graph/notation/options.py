"""What the options of a command line are called, and the names by which a program reads what it was given."""

from __future__ import annotations

import re
from typing import Final

_BETWEEN: Final = re.compile(r"[\s,/|]+")
_OPTION: Final = re.compile(r"-{1,2}[^\W_][\w?.-]*|-\?")
_NEGATABLE: Final = re.compile(r"--\[(no-?)\]([\w-]+)")
_DASHES: Final = re.compile(r"\A--?")
_PART: Final = re.compile(r"-+(.)")
_NEGATED: Final = re.compile(r"\Ano-(?=.)")


def options(declared: str) -> list[str]:
    """Return the options that a text declares, without what is said of their values.

    `-p, --port <number>` declares `-p` and `--port`, `--[no-]color` declares `--color` and `--no-color`, and what
    begins with no dash is an option as it stands.
    """
    if not declared.startswith("-"):
        return [declared]
    found: list[str] = []
    for word in _BETWEEN.split(declared):
        negatable, plain = _NEGATABLE.match(word), _OPTION.match(word)
        if negatable:
            found += [f"--{negatable.group(2)}", f"--{negatable.group(1)}{negatable.group(2)}"]
        elif plain:
            found.append(plain.group())
        else:
            break
    return found


def first_spelling(options: list[str]) -> str:
    """Return the first long one of the spellings of an option, or else the first; empty where there is none."""
    return next((option for option in options if option.startswith("--")), options[0] if options else "")


def value_name(option: str, style: str) -> str:
    """Return the name by which the value of an option is read."""
    name = _DASHES.sub("", option)
    if style == "camel":
        name = _NEGATED.sub("", name) if name != option else name
        return _PART.sub(lambda part: part.group(1).upper(), name)
    return name.replace("-", "_")
