"""Members and functions that may be used without being named: those of operators, calls, literals and the like.

Then the names of their types, or what stands behind a literal, tell which files may use them.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Final

from nsccn.graph import languages
from nsccn.graph.dottednames import DOT
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.model import CONVERTING, RELATED
from nsccn.graph.notation.accessornames import accessor_names, in_small_letters, properties_of
from nsccn.graph.notation.signatures import read_type

if TYPE_CHECKING:
    from collections.abc import Iterator
    from collections.abc import Set as AbstractSet

    from nsccn.graph.language import Language
    from nsccn.graph.model import Definition, FileOutline

_IMPLICIT: Final = re.compile(r"__\w+|constructor|initialize|call|apply|[A-Z]\w*")


def operators_of(language: Language | None) -> AbstractSet[str]:
    """Return the names of what operators run.

    Those of dialects count, too: a header that reads as C may be one of C++.
    """
    if language is None:
        return frozenset()
    dialects = (one["language"] for one in language.dialects if one["language"] != languages.TEXT)
    return frozenset[str]().union(*map(_operator_names, (language.name, *dialects)))


@cache
def _operator_names(language_name: str) -> frozenset[str]:
    language = languages.load(language_name)
    chains = chain.from_iterable(language.operators.values())
    names = {name for one in chains for methods in one.split(".") for name in methods.split(" ")}
    names.update(language.members_beyond, language.lent_methods, language.job_methods.values())
    names.update(filter(None, (language.facade_accessor,)))
    names.update(language.record_collections)
    names.update(path.rpartition(".")[2] for path in language.record_types)
    return frozenset(names.union(*language.operator_functions.values()))


def standing_for(
    item: Definition, parent: Definition, operators: AbstractSet[str], language: Language | None
) -> list[str]:
    """Return the names of the types that stand for a member where a use of it does not name it."""
    if language is not None and language.function_interfaces and parent.kind == "interface":
        return [parent.name]  # a lambda may be its one open method
    if language is not None and language.dotted_names and DOT in item.name:
        parts = item.name.split(DOT)
        return [
            DOT.join(parts[:end]) for end in range(1, len(parts))
        ]  # the generic functions of which it is a method
    if item.name in operators:
        return item.qualified_name.split(".")[:-1]
    if RELATED in item.modifiers and language is not None and language.other_side_suffix:
        return [parent.name]  # whose name, and those of its subtypes, the other side of the relation has
    if is_ordered_field(item, parent, language):
        return [parent.name]
    return [parent.name] if parent.kind in TYPE_KINDS and _IMPLICIT.fullmatch(item.name) else []


def is_ordered_field(item: Definition, parent: Definition, language: Language | None) -> bool:
    """Whether a field is given a value, or taken, by its place among those of its type: `Point(3, 4)`."""
    if language is None or item.kind != "attr":
        return False
    if language.field_mark:
        return parent.kind in TYPE_KINDS
    said = (text.replace("()", "").rpartition(".")[2] for text in (*parent.decorators, *parent.bases))
    return not language.field_constructors.isdisjoint(said)


def owners_of(item: Definition, parent: Definition, language: Language | None) -> list[str]:
    """Return the names around a member that stands outside of its type: `Shop::add() {}`, `class Shop::Item {}`."""
    has_blocks = language is not None and bool(language.own_type)
    if parent.kind in TYPE_KINDS and not (has_blocks and parent.kind == "type"):
        return []
    around = item.qualified_name.split(".")[:-1]
    if item.kind in TYPE_KINDS and around:
        is_apart = has_blocks or f"{around[-1]}::{item.name}" in item.signature
        return around if is_apart else []
    return around if item.kind == "method" else []


def accessors_of(item: Definition, outline: FileOutline, language: Language | None) -> list[str]:
    """Return the names of the methods that annotations may make of a field, or of the fields of a class.

    So are properties called by other languages, and methods read.
    """
    if language is not None and language.foreign_accessors:
        is_property = item.kind == "attr" or "property" in item.modifiers
        return accessor_names(item.name) if is_property else []
    if language is not None and language.bean_accessors and item.kind == "method":
        return properties_of(item.name)
    if language is not None and language.record_accessors and item.kind == "method":
        called = [found[1] for pattern in language.called_as if (found := re.fullmatch(pattern, item.name))]
        return [
            *map(in_small_letters, (item.name, *called)),
            *called,
            *(one[0].lower() + one[1:] for one in called),
        ]
    if language is None or not language.made_accessors:
        return []
    if item.kind == "attr":
        return accessor_names(item.name)
    if item.kind not in TYPE_KINDS or not item.decorators:
        return []
    number = outline.definitions.index(item)
    fields = (one.name for one in outline.definitions[1:] if one.parent == number and one.kind == "attr")
    return [name for field in fields for name in accessor_names(field)]


def types_by_member(outline: FileOutline, operators: AbstractSet[str]) -> dict[str, list[str]]:
    """Return the names of the types of a file that stand for such members, by the names of these."""
    found: dict[str, list[str]] = {}
    language = languages.known(outline.language)
    for item in outline.definitions[1:]:
        if types := standing_for(item, outline.definitions[item.parent], operators, language):
            found.setdefault(item.name, []).extend(types)
    return found


def other_names(item: Definition, outline: FileOutline, language: Language | None) -> list[str]:
    """Return the other words by which code names a definition: accessors that are made of it, a shorter decorator."""
    suffix = language.decorator_suffix if language is not None else ""
    shorter = item.name.removesuffix(suffix) if suffix and item.name.endswith(suffix) else ""
    others = [suffix_of(language, item.name), shorter, _other_side(item, language), *_giving(item, language)]
    return [*others, *accessors_of(item, outline, language), *_given_members(item, outline)]


def _giving(item: Definition, language: Language | None) -> Iterator[str]:
    """Yield the methods of another type that give an object of one which is called after that: `factory`."""
    factories = language.record_factories if language is not None and item.kind in TYPE_KINDS else {}
    return (name for name, form in factories.items() if item.name.endswith(form.format("")))


def _given_members(item: Definition, outline: FileOutline) -> Iterator[str]:
    """Yield the members that objects are given by what converts them: those of its type in the file."""
    if CONVERTING not in item.modifiers:
        return
    named = item.name if item.kind in TYPE_KINDS else read_type(item.returns).type
    for member in outline.definitions[1:]:
        around = outline.definitions[member.parent]
        if around.name == named and around.kind in TYPE_KINDS:
            yield member.name


def _other_side(item: Definition, language: Language | None) -> str:
    """Return the name of the other side of relations to objects of a type, empty where it has none."""
    suffix = language.other_side_suffix if language is not None and item.kind in TYPE_KINDS else ""
    return f"{item.name.lower()}{suffix}" if suffix else ""


def suffix_of(language: Language | None, name: str) -> str:
    """Return what stands behind a literal that a function of that name reads, empty where it reads none."""
    before = language.literal_functions.partition("{}")[0] if language is not None else ""
    return name.removeprefix(before) if before and name.startswith(before) else ""
