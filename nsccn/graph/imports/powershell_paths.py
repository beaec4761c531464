"""Paths as PowerShell writes them: in words and texts, put together by `Join-Path` and taken apart by `Split-Path`."""

from __future__ import annotations

import re
from typing import Final

from nsccn.regexes import regex

_ARGUMENT: Final = regex(
    r"""\s*(?:-(?:Path|LiteralPath|Name|FullyQualifiedName)\b[:\s]\s*)?"""
    r"""(?P<path>\((?:[^()]|\([^()]*\))*\)|(?:"[^"\n]*"|[^\s"'(),;|}]|'[^'\n]*')+)""",
    re.IGNORECASE,
)
_JOINED: Final = regex(r"\s*\(?\s*join-path\b", re.IGNORECASE)
_STEP: Final = regex(r"""-\w+|"[^"\n]*"|'[^'\n]*'|\((?:[^()]|\([^()]*\))*\)|[^\s"'(),]+""")
_VALUE: Final = regex(r"\$\((?:[^()]|\([^()]*\))*\)|\((?:[^()]|\([^()]*\))*\)|\$\{?(?:\w+:)?\w+\}?(?:\.\w+)*")
"""What is worked out in a path."""
_OWN_FOLDER: Final = regex(r"\$\{?(?:script:)?PSScriptRoot\}?\Z", re.IGNORECASE)
_OWN_FILE: Final = (
    r"\$\{?(?:PSCommandPath|MyInvocation\.MyCommand\.(?:Path|Definition|Source)|MyInvocation\.ScriptName)\}?"
)


def _around(path: str) -> re.Pattern[str]:
    """Return what finds the calls that give the folder around a path."""
    call = rf"split-path(?:\s+-(?:Parent|Path|LiteralPath))*\s+{path}(?:\s+-Parent)?"
    return re.compile(rf"\(\s*{call}\s*\)|{call}", re.IGNORECASE)


_CALLS: Final = (
    (_around(_OWN_FILE), "$PSScriptRoot"),
    (_around(r"[\"']?\$PSScriptRoot[\"']?"), "$PSScriptRoot/.."),
    (
        regex(r"\(\s*(?:convert|resolve)-path\s+(?:-\w+\s+)?([^\s()]+)\s*\)(?:\.Path\b)?", re.IGNORECASE),
        r"\1",
    ),
    (regex(r"\b(?:convert|resolve)-path\s+(?:-\w+\s+)?", re.IGNORECASE), ""),
)
"""Calls that give a path, and what stands for them."""


def path_of(text: str, *, folder: bool = False) -> str:
    r"""Return the path that a command is given: `./` from here, `/` from somewhere; empty where it is worked out.

    >>> path_of(r'"$PSScriptRoot\cart.ps1" -Force'), path_of("(Join-Path $PSScriptRoot 'lib' 'cart.ps1')")
    ('./cart.ps1', './lib/cart.ps1')
    >>> path_of("$name"), path_of("$lib/cart.ps1"), path_of("$PSScriptRoot", folder=True), path_of("Shop")
    ('', '/cart.ps1', '.', 'Shop')
    >>> path_of("(Split-Path -Parent $PSScriptRoot)/lib.ps1"), path_of('"Convert-Path $PSScriptRoot/src/Shop.psd1"')
    ('./../lib.ps1', './src/Shop.psd1')
    >>> path_of("Join-Path (Split-Path $MyInvocation.MyCommand.Path -Parent) '../lib.ps1'")
    './../lib.ps1'
    """
    for pattern, path in _CALLS:
        text = pattern.sub(path, text)
    joined = _JOINED.match(text)
    if joined is not None:
        inside = text[joined.end() :].partition("|")[0].rstrip().rstrip(")")
        steps = [one for one in _STEP.findall(inside) if not one.startswith("-")]
        written = "/".join(step.strip("\"'").strip("/\\") for step in steps)
    else:
        argument = _ARGUMENT.match(text)
        written = argument["path"] if argument is not None else ""
    plain = written.replace('"', "").replace("'", "").replace("\\", "/")
    if plain.startswith("-"):
        return ""
    values = list(_VALUE.finditer(plain))
    if not values:
        return plain.strip("()")
    last = values[-1]
    rest = plain[last.end() :]
    is_own = len(values) == 1 and last.start() == 0 and _OWN_FOLDER.match(last.group()) is not None
    if folder and not rest:
        return "." if is_own else ""
    if not rest.startswith("/"):
        return ""
    return f".{rest}" if is_own else rest
