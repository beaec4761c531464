"""Which namespaces a project of MSBuild has all its files take in, by what the project says of itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

_COMMENT: Final = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TAG: Final = re.compile(
    r"""<(?P<end>/)?(?P<name>[\w.]++)(?P<said>(?:\s++[\w.:]++\s*+=\s*+(?:"[^"<]*+"|'[^'<]*+'))*+)\s*+(?P<empty>/)?>"""
    r"(?P<text>[^<]*+)"
)
_ATTRIBUTE: Final = re.compile(
    r"""(?P<name>[\w.:]+)\s*=\s*(?P<quote>["'])(?P<value>.*?)(?P=quote)""", re.DOTALL
)
_CONDITIONAL: Final = frozenset({"Otherwise", "Target", "When"})
"""Elements whose content counts in some builds only, without a condition of their own."""
STATIC: Final = "static "
"""Stands before a type whose members are named alone."""
_UNMARKED: Final = re.compile(rf"{STATIC}|.*=")
_ON: Final = frozenset({"enable", "true"})
_ALL: Final = "@(Using)"
"""Stands for all that is taken in so far."""
_FILE_ABOVE: Final = re.compile(r"Directory\.Build\.(?:props|targets)")

_OF_ANY: Final = (
    "System",
    "System.Collections.Generic",
    "System.IO",
    "System.Linq",
    "System.Net.Http",
    "System.Threading",
    "System.Threading.Tasks",
)
_OF_HOSTED: Final = tuple(
    f"Microsoft.Extensions.{name}" for name in ("Configuration", "DependencyInjection", "Hosting", "Logging")
)
_OF_WEB: Final = (
    "System.Net.Http.Json",
    *(f"Microsoft.AspNetCore.{name}" for name in ("Builder", "Hosting", "Http", "Routing")),
)
_OF_KINDS: Final = {
    "Microsoft.NET.Sdk": _OF_ANY,
    "Microsoft.NET.Sdk.Web": (*_OF_ANY, *_OF_HOSTED, *_OF_WEB),
    "Microsoft.NET.Sdk.Worker": (*_OF_ANY, *_OF_HOSTED),
}
"""Kind of project -> what its files take in where that is asked for."""

_Said = Mapping[str, Any]
"""What a file says, as `taken_in` gives it."""


class _Element(NamedTuple):
    """The beginning of an element."""

    name: str
    around: str
    said: dict[str, str]
    text: str
    is_sure: bool
    """Whether it counts in all builds, as far as is known."""


def taken_in(text: str) -> dict[str, Any]:
    """Return what a file says of the namespaces that a project takes in, and those that one of its kind may have.

    What a condition gives is left out, and what one takes away is gone: none is evaluated.

    >>> taken_in('<Project><ItemGroup><Using Include="Shop;Tax" /><Using Remove="System" /></ItemGroup></Project>')
    {'usings': [['Shop', True], ['Tax', True], ['System', False]], 'implicit': None, 'of_kind': [], 'goes_on': False}
    """
    usings: list[list[Any]] = []
    implicit: bool | None = None
    kind, goes_on = "", False
    for one in _elements(_COMMENT.sub("", text)):
        if one.name == "Using":
            usings += _usings(one)
        elif one.around == "Using" and one.is_sure and usings:
            usings[-1][0] = _marked(usings[-1][0], {one.name: one.text.strip()})
        elif one.name == "ImplicitUsings":
            is_on = one.text.strip().lower() in _ON
            implicit = is_on if one.is_sure or not is_on else implicit
        elif one.name == "Project":
            kind = one.said.get("Sdk", "").partition("/")[0]
        elif one.name == "Import":
            goes_on = goes_on or bool(_FILE_ABOVE.search(one.said.get("Project", "")))
    return {
        "usings": usings,
        "implicit": implicit,
        "of_kind": list(_OF_KINDS.get(kind, ())),
        "goes_on": goes_on,
    }


def _usings(element: _Element) -> Iterator[list[Any]]:
    """Yield each name that an element gives or takes away, and whether it gives it."""
    is_given = "Include" in element.said
    if is_given and not element.is_sure:
        return
    for name in element.said.get("Include" if is_given else "Remove", "").split(";"):
        if name.strip():
            yield [_marked(name.strip(), element.said), is_given]


def _marked(name: str, said: Mapping[str, str]) -> str:
    """Return a name as `using` has it: of a type whose members files name alone, or with another name for it."""
    if said.get("Static", "").lower() == "true":
        return STATIC + name
    return f"{said['Alias']}={name}" if said.get("Alias") else name


def _elements(text: str) -> Iterator[_Element]:
    around = [("", True)]
    for tag in _TAG.finditer(text):
        if tag["end"]:
            if tag["name"] == around[-1][0]:
                around.pop()
            continue
        said = {one["name"]: one["value"] for one in _ATTRIBUTE.finditer(tag["said"])}
        outer, is_sure = around[-1]
        is_sure = is_sure and "Condition" not in said and tag["name"] not in _CONDITIONAL
        yield _Element(tag["name"], outer, said, tag["text"], is_sure)
        if not tag["empty"]:
            around.append((tag["name"], is_sure))


def taken(before: Sequence[_Said], project: _Said, behind: Sequence[_Said]) -> list[str]:
    """Return what a project takes in by what it says, and the files that MSBuild reads before it and behind it.

    The last that speaks of `ImplicitUsings` decides; what they mean is there before the project's own.
    """
    stated = [one["implicit"] for one in (*before, project, *behind) if one["implicit"] is not None]
    found: dict[str, None] = {}
    for one in before:
        _apply(one["usings"], found)
    if stated[-1:] == [True]:
        found |= dict.fromkeys(project["of_kind"])
    for one in (project, *behind):
        _apply(one["usings"], found)
    return list(found)


def _apply(usings: Sequence[Any], found: dict[str, None]) -> None:
    for name, is_given in usings:
        if is_given:
            found[name] = None
        elif name == _ALL:
            found.clear()
        else:
            for one in [one for one in found if _UNMARKED.sub("", one).lower() == name.lower()]:
                del found[one]
