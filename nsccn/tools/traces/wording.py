"""The words of a trace: how an edge and a signature read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.ids import encode_path
from nsccn.graph.kinds import DATA_KINDS, FUNCTION_KINDS, TYPE_KINDS
from nsccn.graph.model import Confidence
from nsccn.regexes import regex
from nsccn.text import one_line, room_for, without_template

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from nsccn.graph.model import Edge, Entity

SIGNATURE_LIMIT: Final = 120
FARTHER_LIMIT: Final = 60
"""Of what is farther away than one edge."""
MOST_LINES: Final = 8
_LONGEST_BEHIND: Final = 50
"""Letters of what stands behind parameters that are cut: what a function gives, what a type inherits from."""
_PARAMETERS: Final = regex(
    r"\s*(?:<-\s*(?:function|\\)\s*(?=\()|=\s*(?:function(?=\())?(?=(?:async\s*)?[(<]))?(?=[(\[]|<(?!-)|async\b)"
)
_QUALIFIER: Final = regex(r"(?:\w+::|(?<=\bfunction )\w+[.:])+$")
"""What a function is defined in, as C++ and Lua write it before its name."""
_DEFINING: Final = regex(
    r"\b(?:export )?(?:(?:def|fn|func|fun|function) (?:\([^()]*\) )?|(?:const|let|var) )$"
)
"""What stands before the name of a function and says no more; of Go with the type, which its name has."""
_WRITTEN_OUT: Final = regex(r"(?<==)\s*([\[{]).{30,}\Z")
"""A list of much that a variable is given where it is defined."""
_SHORTENED: Final = {"[": " […]", "{": " {…}"}
_WORD: Final = regex(r"\w+")
_PLAIN: Final = frozenset(
    "class crate default defmodule enum export extends final implements interface pub public struct trait type".split()
)
"""Says nothing more of a type beside what it inherits from."""
_HEAD: Final = r"(?P<before>[a-z\s]*?)\b(?:class|interface|struct|trait|record|object)\s+NAME(?![\w<])"
_CONSTRUCTOR: Final = regex(
    r"(?:\[[^\[\]]*\]\s*)?(?:(?:constructor|internal|private|protected|public)\b(?:\[\w+\])?\s*)*\("
)
"""What a type's own name may have behind it: `private (size: Int)`."""
_OF_BASE: Final = r"(?:\b(?:extends|implements)\s+|[:(<,]\s*)NAME(?![\w.:<\\(])"
_JOINTS: Final = " ,:"


def place(edge: Edge, near: set[str], lines: Sequence[int] = ()) -> str:
    """Say where an edge is written, how sure and how direct it is; see `lines_of`."""
    return f"{lines_of(edge, near, lines)}{manner_of(edge)}"


def lines_of(
    edge: Edge, near: set[str], lines: Sequence[int], named: Callable[[Sequence[int]], str] | None = None
) -> str:
    """Say where an edge is written; the paths in `near` go without saying.

    `lines` are those of its evidence that are known, the best first; they may be `named` by what they stand in.
    """
    evidence = edge.evidence
    line = f"L{evidence.line}" if evidence.path in near else f"{encode_path(evidence.path)}:{evidence.line}"
    sites = max(edge.sites, len(lines))
    others = sorted(lines[1:])[: room_for(sites, MOST_LINES) - 1]
    said = named([evidence.line, *others]) if named and evidence.path in near else ""
    line = said or ",".join([line, *map(str, others)])
    hidden = sites - 1 - len(others)
    return f"{line} and {hidden} more" if hidden > 0 else line


def manner_of(edge: Edge) -> str:
    """Say how sure and how direct an edge is; nothing of what is certain and written as it is."""
    is_sure = edge.confidence is not Confidence.AMBIGUOUS
    sure = "" if is_sure else f" ?{edge.probability:.2g}"
    is_named = edge.via == "direct" or (is_sure and edge.via == "override")
    return sure if is_named else f"{sure} ({edge.via})"  # a sure override is the interface's own method


def heading(entity: Entity) -> str:
    """Name an entity in full, with its lines and signature."""
    lines = f"  L{entity.start_line}-{entity.end_line}" if entity.path else ""
    return f"{entity.id}{lines}{signature_text(entity)}"


def signature_text(
    entity: Entity, limit: int = SIGNATURE_LIMIT, *, is_named: bool = False, bases: Sequence[Entity] = ()
) -> str:
    """Return an entity's signature as the end of a line; see `signature_beside_name`."""
    signature = _signature(entity, limit, is_named=is_named, bases=bases)
    return f" | {signature}" if signature else ""


def signature_beside_name(entity: Entity) -> str:
    """Return what the signature of an entity says that is named before.

    The name is left out of a function's, `(key) -> Item`, of a type's all that says no more than that, and that it
    inherits from some bases, and of a variable's what it holds, where that is a list of much.
    """
    return _signature(entity, SIGNATURE_LIMIT, is_named=True)


def _signature(entity: Entity, limit: int, *, is_named: bool, bases: Sequence[Entity] = ()) -> str:
    signature = one_line(without_template(entity.signature, limit))
    if is_named and entity.kind in DATA_KINDS:
        signature = _WRITTEN_OUT.sub(lambda found: _SHORTENED[found[1]], signature)
    if is_named and (bases or entity.kind in TYPE_KINDS):
        signature = _what_else(signature, entity, bases)
    if is_named and entity.kind in FUNCTION_KINDS:
        before, rest = _around(entity.name, signature)
        before, parameters = _QUALIFIER.sub("", before), _PARAMETERS.match(rest)
        if parameters and before[-1:] in {"", " ", "*", "&"}:
            signature = f"{_DEFINING.sub('', before)}{rest[parameters.end() :].removesuffix(' =>')}"
    return shortened(signature, limit)


def shortened(signature: str, limit: int) -> str:
    """Return a signature with a mark in the place of what is over the limit: the last parameters, or the end."""
    if len(signature) <= limit:
        return signature
    behind = signature[signature.rfind(")") :]
    behind = behind if 1 < len(behind) <= min(_LONGEST_BEHIND, limit // 2) else ""
    return f"{signature[: limit - len(behind)]}…{behind}"


def _around(name: str, signature: str) -> tuple[str, str]:
    """Return what stands before and behind a name in a signature, where it stands by itself."""
    found = re.search(rf"(?<!\w){re.escape(name)}(?!\w)", signature)
    return (signature[: found.start()], signature[found.end() :]) if found else (signature, "")


def _what_else(signature: str, entity: Entity, bases: Sequence[Entity]) -> str:
    """Return what the signature of a type says besides its name and those of some bases, as it is written.

    `class Cart extends Base implements Sold` says `implements Sold` more than that a Cart is a Base.
    """
    known = (entity, *bases)
    if not _says_more(signature, known):
        return ""
    head = re.match(_HEAD.replace("NAME", re.escape(entity.name)), signature)
    if head is None:
        return signature
    before = " ".join(word for word in head["before"].split() if word not in _PLAIN)
    rest = signature[head.end() :]
    for base in bases:
        rest = re.sub(_OF_BASE.replace("NAME", re.escape(base.name)), "", rest, count=1)
    rest = rest.strip(_JOINTS) if bases else rest.strip()
    if _CONSTRUCTOR.match(rest):
        return signature  # by itself it looks like what a function takes
    rest = rest if rest.count("(") == rest.count(")") else rest.removesuffix(")")
    is_list = bool(bases and rest) and re.match(r"(?:extends|implements|where|with)\b|\W", rest) is None
    return f"{before} {'and ' if is_list else ''}{rest}".strip()


def _says_more(signature: str, entities: Iterable[Entity]) -> bool:
    """Tell whether the signature of a type has more than the names of some entities."""
    said = {word for entity in entities for word in _WORD.findall(entity.qualified_name)}
    return bool(set(_WORD.findall(signature)) - said - _PLAIN)
