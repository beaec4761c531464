"""Which namespaces a project of MSBuild has all its files take in, by what the project says of itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from nsccn.regexes import regex

_COMMENT: Final = regex(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TAG: Final = regex(
    r"""<(?P<end>/)?(?P<name>[\w.]++)(?P<said>(?:\s++[\w.:]++\s*+=\s*+(?:"[^"<]*+"|'[^'<]*+'))*+)\s*+(?P<empty>/)?>"""
    r"(?P<text>[^<]*+)"
)
_ATTRIBUTE: Final = regex(r"""(?P<name>[\w.:]+)\s*=\s*(?P<quote>["'])(?P<value>.*?)(?P=quote)""", re.DOTALL)
_CONDITIONAL: Final = frozenset({"Otherwise", "Target", "When"})
"""Elements whose content counts in some builds only, without a condition of their own."""
STATIC: Final = "static "
"""Stands before a type whose members are named alone."""
_UNMARKED: Final = regex(rf"{STATIC}|.*=")
_ON: Final = frozenset({"enable", "true"})
_ALL: Final = "@(Using)"
"""Stands for all that is taken in so far."""
_CONDITION: Final = regex(r"""\s*'?\$\(([\w.]+)\)'?\s*(==|!=)\s*'([^'$@%]*)'\s*""")
"""Compares a property with a text."""
_UNKNOWN: Final = "?"
_IMPLICIT: Final = "implicitusings"
_FILE_ABOVE: Final = regex(r"Directory\.Build\.(?:props|targets)")

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
    conditions: tuple[str, ...]
    """What has to hold, for it to count."""


def taken_in(text: str) -> dict[str, Any]:
    """Return what a file says of the namespaces that a project takes in, and those that one of its kind may have.

    Each name that is given, or taken away, comes with its conditions. A property that a file gives on a condition, or
    that is made of others, has a value that nobody knows.

    >>> taken_in('<Project><ItemGroup><Using Include="Shop;Tax" /><Using Remove="System" /></ItemGroup></Project>')
    ... # doctest: +NORMALIZE_WHITESPACE
    {'usings': [['Shop', True, []], ['Tax', True, []], ['System', False, []]], 'properties': {}, 'of_kind': [],
     'goes_on': False}
    """
    usings: list[list[Any]] = []
    properties: dict[str, str] = {}
    kind, goes_on = "", False
    for one in _elements(_COMMENT.sub("", text)):
        if one.name == "Using":
            usings += _usings(one)
        elif one.around == "Using" and usings:
            usings[-1][0] = _marked(usings[-1][0], {one.name: one.text.strip()})
        elif one.around == "PropertyGroup":
            is_known = not one.conditions and "$(" not in one.text
            properties[one.name.lower()] = one.text.strip().lower() if is_known else _UNKNOWN
        elif one.name == "Project":
            kind = one.said.get("Sdk", "").partition("/")[0]
        elif one.name == "Import":
            goes_on = goes_on or bool(_FILE_ABOVE.search(one.said.get("Project", "")))
    return {
        "usings": usings,
        "properties": properties,
        "of_kind": list(_OF_KINDS.get(kind, ())),
        "goes_on": goes_on,
    }


def _usings(element: _Element) -> Iterator[list[Any]]:
    """Yield each name that an element gives or takes away, whether it gives it, and on which conditions."""
    is_given = "Include" in element.said
    for name in element.said.get("Include" if is_given else "Remove", "").split(";"):
        if name.strip():
            yield [_marked(name.strip(), element.said), is_given, list(element.conditions)]


def _marked(name: str, said: Mapping[str, str]) -> str:
    """Return a name as `using` has it: of a type whose members files name alone, or with another name for it."""
    if said.get("Static", "").lower() == "true":
        return STATIC + name
    return f"{said['Alias']}={name}" if said.get("Alias") else name


def _elements(text: str) -> Iterator[_Element]:
    around: list[tuple[str, tuple[str, ...]]] = [("", ())]
    for tag in _TAG.finditer(text):
        if tag["end"]:
            if tag["name"] == around[-1][0]:
                around.pop()
            continue
        said = {one["name"]: one["value"] for one in _ATTRIBUTE.finditer(tag["said"])}
        outer, conditions = around[-1]
        if "Condition" in said:
            conditions = (*conditions, said["Condition"])
        if tag["name"] in _CONDITIONAL:
            conditions = (*conditions, _UNKNOWN)
        yield _Element(tag["name"], outer, said, tag["text"], conditions)
        if not tag["empty"]:
            around.append((tag["name"], conditions))


def taken(before: Sequence[_Said], project: _Said, behind: Sequence[_Said]) -> list[str]:
    """Return what a project takes in by what it says, and the files that MSBuild reads before it and behind it.

    The last that gives a property decides, of all conditions too; what `ImplicitUsings` means is there before the
    project's own. What is given on a condition that may not hold is left out, and what may be taken away is gone.
    """
    properties: dict[str, str] = {}
    for one in (*before, project, *behind):
        properties |= one["properties"]
    found: dict[str, None] = {}
    for one in before:
        _apply(one["usings"], properties, found)
    if properties.get(_IMPLICIT) in _ON:
        found |= dict.fromkeys(project["of_kind"])
    for one in (project, *behind):
        _apply(one["usings"], properties, found)
    return list(found)


def _apply(usings: Sequence[Any], properties: Mapping[str, str], found: dict[str, None]) -> None:
    for name, is_given, conditions in usings:
        held = [_holds(condition, properties) for condition in conditions]
        if is_given:
            if all(held):
                found[name] = None
        elif False in held:
            continue
        elif name == _ALL:
            found.clear()
        else:
            for one in [one for one in found if _UNMARKED.sub("", one).lower() == name.lower()]:
                del found[one]


def _holds(condition: str, properties: Mapping[str, str]) -> bool | None:
    """Whether a condition holds, None where that is not known; only what compares one property is.

    >>> [_holds(f"'$(Tax)' {test}", {"tax": "true"}) for test in ("== 'True'", "!= 'true'", "== '$(Rate)'")]
    [True, False, None]
    """
    compared = _CONDITION.fullmatch(condition)
    value = properties.get(compared[1].lower(), _UNKNOWN) if compared else _UNKNOWN
    if compared is None or value == _UNKNOWN:
        return None
    return (value == compared[3].lower()) == (compared[2] == "==")
