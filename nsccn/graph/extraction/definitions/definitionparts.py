"""What a definition says of itself: signature, documentation, result, modifiers, receiver."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.definitions.comments import (
    documentation,
    leading_comment,
)
from nsccn.graph.extraction.definitions.declarator import of_function
from nsccn.graph.extraction.definitions.documented import result
from nsccn.graph.extraction.definitions.signature import signature
from nsccn.graph.extraction.definitions.taggedtypes import result as tagged_result
from nsccn.graph.extraction.source import Lines, one_line, text_of
from nsccn.graph.kinds import DATA_KINDS, FUNCTION_KINDS
from nsccn.graph.model import (
    EXPORTED,
    EXTENSION,
    LOOSE,
    PACKAGE,
    PRIVATE,
    PROTECTED,
    Definition,
)
from nsccn.graph.notation.extended import CONVERTED, EXTENSION_HEAD, FIRST_PARAMETER
from nsccn.graph.notation.signatures import with_defaults
from nsccn.graph.sourcetext import without_comments

if TYPE_CHECKING:
    from nsccn.graph.extraction.definitions.nesting import (
        Declared,
    )
    from nsccn.graph.language import Language


_ACCESS: Final = (EXPORTED, PRIVATE, PROTECTED, PACKAGE)
"""Modifiers that say who sees something."""

_QUALIFIER: Final = re.compile(r"\[(?!this\b)\w+\]")
"""The package or type around, in which alone something is seen: `private[shop]`."""
_WORD: Final = re.compile(r"\w+(?:\[\])?")

_SAYING: Final = frozenset({"modifier", "extended"})
"""Parts of a definition that say something of it."""


def comment(item: Declared, source: bytes, lines: Lines, language: Language) -> str:
    """Return what the comment before a definition says, or before its declaration."""
    places = (one.outer_start for one in (item, item.forward) if one is not None)
    comments = (documentation(leading_comment(source, lines, start, language)) for start in places)
    return next(filter(None, comments), "")


def whole_signature(item: Declared, source: bytes, language: Language) -> str:
    """Return the signature, with the defaults that a declaration before it states."""
    stated = signature(item, source, language)
    if "extended" in item.parts and language.extension_receiver == CONVERTED:
        given = "".join(text_of(node, source) for node in item.parts["extended"])
        stated = f"{EXTENSION_HEAD} {one_line(given)} {stated}"
    elif taken := taken_object(item, source, language):
        stated = _with_first(stated, item.name, taken)
    if item.forward is None or not language.argument_types:
        return stated
    return with_defaults(stated, signature(item.forward, source, language), item.name)


def taken_object(item: Declared, source: bytes, language: Language) -> str:
    """Return what a block around a function says it extends, where that is the function's first parameter."""
    if "extended" not in item.parts or language.extension_receiver != FIRST_PARAMETER:
        return ""
    is_static = any(text_of(node, source) == "static" for node in item.parts.get("modifier", ()))
    return "" if is_static else one_line(text_of(item.parts["extended"][0], source))


def _with_first(stated: str, name: str, taken: str) -> str:
    """Return a signature with its first parameter: of `int Twice()`, `int Twice(this Cart cart)`."""
    opened = re.search(rf"\b{re.escape(name)}\s*(?:<[^()]*>)?\s*\(\s*", stated)
    if opened is None:
        return stated
    before, behind = stated[: opened.end()], stated[opened.end() :]
    return f"{before}this {taken}{'' if behind.startswith(')') else ', '}{behind}"


def stated_result(item: Declared, data: bytes, language: Language, doc: str, around: str) -> str:
    """Return the result that a function declares or its comment states; `around` is that of what it stands in."""
    declared = _returns(item, data, language)
    if language.tagged_types and item.kind in FUNCTION_KINDS:
        return tagged_result(doc, declared, around)
    return declared or (result(doc) if language.documented_types else "")


def _returns(item: Declared, data: bytes, language: Language) -> str:
    """Return the declared result: of several, as in `auto f() -> Client`, the one that says something."""
    if "returns" not in item.parts or (item.kind in DATA_KINDS and language.declarators):
        return ""
    found = [
        one_line(without_comments(language, text_of(node, data))).lstrip(":->").strip()
        for node in item.parts["returns"]
    ]
    stated = next((text for text in found if text not in language.inferred_types), "")
    if not (stated and item.kind == "type" and language.declarators and "name" in item.parts):
        return stated
    name, around = item.parts["name"][0], item.parts["returns"][0].parent
    if around is not None and around != name.parent:  # `using handler = code (*)(int)`
        return of_function(around.child_by_field_name("declarator"), stated, language)
    return of_function(name, stated, language)  # `typedef code (*handler)(int)`


def stated_modifiers(item: Declared, data: bytes, language: Language) -> tuple[str, ...]:
    """Return what its words, decorators and marks say of it, sorted."""
    if item.modifiers:
        return (*item.modifiers, *item.marks)
    is_declared = item.kind in ("func", "method") and "body" not in item.parts and not language.empty_bodies
    said = _SAYING.intersection(item.parts)
    is_of_type = item.kind == "method" and item.name in language.methods_of_types
    if not (is_declared or is_of_type or item.decorators or item.marks or said):
        return ()
    words = [name.replace("()", "").rpartition(".")[2] for name in item.decorators]
    for node in item.parts.get("modifier", ()):
        text = _QUALIFIER.sub("[]", text_of(node, data))
        words.extend(_WORD.findall(text) or [text])
    found = {modifier for word in words for modifier in language.modifiers.get(word, "").split()}
    if is_declared:
        found.add("declared")
    if is_of_type:
        found.add("classmethod")
    if "extended" in said and "static" not in found:
        found.add(EXTENSION)
    return tuple(sorted({*found, *item.marks}))


def with_access(
    modifiers: tuple[str, ...], item: Declared, around: Definition, language: Language
) -> tuple[str, ...]:
    """Add who sees a method of a type that does not say so; one that only a base names says nothing."""
    unstated = language.unstated_access.get(around.kind) if item.kind == "method" else None
    if not unstated or not {*_ACCESS, language.explicit_modifier}.isdisjoint(modifiers):
        return modifiers
    return tuple(sorted({*modifiers, unstated}))


def receiver_name(item: Declared, data: bytes, language: Language, modifiers: tuple[str, ...]) -> str:
    """Return the name that a method has its object by, empty where it has none."""
    if LOOSE in modifiers:
        return "self" if "receiver" in item.parts else ""
    if item.kind != "method" or "static" in modifiers:
        return ""
    if "receiver" in item.parts:
        return text_of(item.parts["receiver"][0], data)
    if language.receiver == "first_parameter":
        return item.parameters[0] if item.parameters else ""
    return language.receiver or "self"
