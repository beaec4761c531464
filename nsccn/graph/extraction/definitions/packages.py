"""The package that a file declares; where it may declare several, as namespaces in C#, all of them; and scripts."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.source import text_of
from nsccn.graph.imports import STRATEGIES
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.model import Import
from nsccn.graph.packagenames import OPENED, SCRIPT, joined

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

    from tree_sitter import Node

    from nsccn.graph.extraction.queries import Parts
    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.packed import AssignmentRow

_OF_MODULE: Final = re.compile(
    rb"\A#!|^\s*(?:import|export)\b[\s{*\"']|(?<![\w.$])(?:(?:import|require|define)\s*\(|exports[.\[])|\bmodule\.exports\b",
    re.MULTILINE,
)
"""What a module says."""


def package_of(reader: Reader) -> str:
    """Return the package of a file.

    Several are given as `packages` of the notation reads them, each with what is around it, where types of all of them
    are found by their names; elsewhere the one with most definitions.
    """
    declared = reader.found.get("package", ())
    if not declared:
        return ""
    if reader.language.several_packages:
        return joined([*_all(declared, reader.source), *_nameless(declared, reader)])
    if reader.language.chained_packages:
        return ".".join("".join(text_of(node, reader.source).split()) for node, _ in declared)
    starts = [node.start_byte for node, _ in declared]
    defined = Counter(bisect_right(starts, item.full_range.start_byte) for item in reader.definitions[1:])
    several = range(len(starts)) if reader.language.qualified_names else range(1)
    most = max(several, key=lambda place: (defined[place + 1], -place))
    text = text_of(declared[most][0], reader.source)
    return STRATEGIES[reader.language.import_strategy].package_name(text)


def script_of(reader: Reader) -> str:
    """Return the package of a file that is no module, empty of one."""
    return SCRIPT if reader.language.scripts and not _OF_MODULE.search(reader.data) else ""


def shared_names(reader: Reader, inner: AbstractSet[int], assigned: Iterable[AssignmentRow]) -> list[str]:
    """Return what all other scripts may name: what a script declares, or gives to an object that all have.

    `inner` are the ordinals of what functions without a name declare.
    """
    holders = tuple(f"{one}." for one in reader.language.global_objects)
    given = {row[1].partition(".")[2] for row in assigned if row[1].startswith(holders)}
    own = (
        item.name
        for ordinal, item in enumerate(reader.definitions)
        if ordinal and not (item.parent or item.is_loose) and (item.name in given or ordinal not in inner)
    )
    return sorted(set(own))


def opened_packages(reader: Reader) -> Iterable[Import]:
    """Yield the packages around that of a file, whose names it sees too: `package shop`, then `package orders`."""
    declared = reader.found.get("package", ()) if reader.language.chained_packages else ()
    path = ""
    for node, _ in declared[:-1]:
        name = "".join(text_of(node, reader.source).split())
        path = f"{path}.{name}" if path else name
        yield Import(0, path, "*", OPENED, reader.line(node.start_byte))


def _all(declared: list[tuple[Node, Parts]], source: bytes) -> Iterable[str]:
    around: list[tuple[int, str]] = []
    names: dict[str, None] = {}
    for node, parts in declared:
        while around and around[-1][0] <= node.start_byte:
            around.pop()
        name = "".join(text_of(parts["name"][0], source).split())
        whole = f"{around[-1][1]}.{name}" if around else name
        around.append((node.end_byte, whole))
        names[whole] = None
    return names


def _nameless(declared: list[tuple[Node, Parts]], reader: Reader) -> list[str]:
    """Return the package without a name where a type stands outside the blocks of all others."""
    if not all(node.child_by_field_name("body") for node, _ in declared):
        return []
    types = [item.full_range.start_byte for item in reader.definitions[1:] if item.kind in TYPE_KINDS]
    blocks = [(node.start_byte, node.end_byte) for node, _ in declared]
    return [] if all(any(start <= one < end for start, end in blocks) for one in types) else [""]
