"""Whether what others find by a definition rests on more of it than its name: on its signature."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.definitions.parameters import is_inherited
from nsccn.graph.kinds import TYPE_KINDS

if TYPE_CHECKING:
    from nsccn.graph.language import Language
    from nsccn.graph.model import Definition


def rests_on_signatures(language: Language | None) -> bool:
    """Whether signatures tell functions of one name apart, what callbacks are given, or what generic types are for."""
    if language is None:
        return False
    is_generic = language.generic_types and not language.untyped_objects
    return bool(language.argument_types) or language.contextual_types or is_generic


def declares_for_others(item: Definition, language: Language | None) -> bool:
    """Whether a signature tells what methods take that override one, or what the bases of a type are made for."""
    if language is None or not language.untyped_objects:
        return False
    return is_inherited(item.name) if item.kind == "method" else item.kind in TYPE_KINDS


def has_written_exports(language: Language | None) -> bool:
    """Whether signatures tell the members of an object that is offered from functions beside it."""
    return language is not None and bool(language.default_export)
