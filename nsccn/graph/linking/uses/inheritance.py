"""Which methods belong to which types, and which types inherit from which."""

from __future__ import annotations

from itertools import starmap
from typing import TYPE_CHECKING

from nsccn.graph.definitions.stray import lent_functions, stray_members
from nsccn.graph.linking.errors.errors import error_entity
from nsccn.graph.meaning.values.value import ENTITY, INSTANCE, Shadowed, Value
from nsccn.graph.model import Reference
from nsccn.graph.notation.expression import AROUND

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.linking.edgetable import EdgeTable
    from nsccn.graph.meaning.infer import Infer
    from nsccn.graph.model import FileOutline


StatedBase = tuple[int, int, int]
"""Type, base and line."""


def owners(infer: Infer, slot: int) -> Iterator[tuple[int, int]]:
    """Yield the methods and types that a file defines outside their type, each with the type that its name says."""
    symbols = infer.symbols
    for entity in stray_members(symbols, slot):
        steps = symbols.definitions[entity].qualified_name.split(".")[:-1]
        if symbols.is_type(entity) and (language := symbols.language(slot)) and language.included_names:
            owner = _type_of_path(infer, entity, steps)
        else:
            scope = max(symbols.parent(entity), symbols.first[slot])
            found = (_type_at(infer, scope, steps[start:]) for start in _beginnings(infer, scope, steps))
            owner = next((owner for owner in found if owner is not None), None)
        if owner is None and len(steps) == 1 and symbols.is_function(entity):
            owner = _bound_of(infer, entity, steps[0])
        if owner is not None and owner != entity:
            yield entity, owner
    yield from _lent(infer, slot)


def _lent(infer: Infer, slot: int) -> Iterator[tuple[int, int]]:
    """Yield the functions that a file makes methods of types, each with its type."""
    symbols = infer.symbols
    for written, value in lent_functions(symbols, slot):
        owner = _type_at(infer, symbols.first[slot], written.split("."))
        function = infer.evaluate(symbols.first[slot], value) if owner is not None else None
        if owner is None or function is None or function.tag != ENTITY:
            continue
        if symbols.kind(function.entity) == "func" and "." not in symbols.table.qualified[function.entity]:
            yield function.entity, owner


def _type_of_path(infer: Infer, entity: int, steps: list[str]) -> int | None:
    """Return the type to which a type belongs that is defined outside of it; most names say a namespace there."""
    symbols = infer.symbols
    found = infer.visible.named(symbols.parent(entity), ".".join(steps))
    if found is None or not symbols.is_type(found):
        return None
    return found if symbols.definitions[found].qualified_name.split(".") == steps else None


def _beginnings(infer: Infer, scope: int, steps: list[str]) -> range:
    """Return from which steps on a type may be looked for: where paths name modules, its own path counts whole.

    What a block says of a type that any other may stand around is looked for there.
    """
    symbols = infer.symbols
    language = symbols.language(symbols.slot[scope])
    around = symbols.definitions[scope].qualified_name.count(".") + 1 if symbols.parent(scope) >= 0 else 0
    if language is None or not language.module_paths:
        start = around if language is not None and language.own_methods else 0
        return range(start, len(steps))
    return range(min(around + 1, len(steps)))


def _bound_of(infer: Infer, method: int, name: str) -> int | None:
    """Return the trait of which all types have a method that it does not declare: `impl<T: Trait> Other for T`."""
    symbols, bound = infer.symbols, infer.scopes.name(method, name)
    if not isinstance(bound, Value) or bound.tag != INSTANCE or symbols.kind(bound.entity) != "trait":
        return None
    return None if symbols.member(bound.entity, symbols.table.names[method]) else bound.entity


def _type_at(infer: Infer, scope: int, steps: list[str]) -> int | None:
    steps = [AROUND if step == "super" else step for step in steps]
    value = infer.roots.of(scope, steps[0]) if steps else None
    for step in steps[1:]:
        if value is None or isinstance(value, Shadowed):
            return None
        value = infer.typed.attribute(value, step)
    return infer.typed.types.of(value)


def stated_bases(infer: Infer, slot: int, outline: FileOutline) -> Iterator[StatedBase]:
    """Yield what a file states of inheritance apart from the class."""
    first = infer.symbols.first[slot]
    for reference in starmap(Reference, outline.inherits.rows()):
        scope = first + reference.scope
        subject = _subject(infer, scope, reference)
        base = _named_type(infer, scope, reference.target)
        if subject is not None and base is not None and base != subject:
            yield subject, base, reference.line


def link_bases(infer: Infer, edges: EdgeTable, slot: int) -> list[tuple[int, int]]:
    """Add the edges to the bases of a file's types; return the bases that lie in no file."""
    symbols = infer.symbols
    foreign: list[tuple[int, int]] = []
    for entity in range(symbols.first[slot], symbols.first[slot + 1]):
        if not symbols.is_type(entity) or symbols.same(entity) != entity:
            continue
        beside = infer.hierarchy.shapes_beside(entity)
        apart = (*infer.hierarchy.extra_bases.get(entity, ()), *beside)
        line = symbols.definitions[entity].name_line
        for base in infer.hierarchy.bases(entity):
            if base not in apart:
                edges.add(entity, "INHERITS", base, line)
        for shape in beside:
            for base in infer.hierarchy.bases(shape):
                edges.add(entity, "INHERITS", base, symbols.definitions[shape].name_line)
        scope = max(symbols.parent(entity), symbols.first[slot])
        for text in symbols.definitions[entity].bases:
            error = error_entity(infer, edges.named_outside, scope, text)
            if error is not None and error < 0:
                foreign.append((entity, error))
    return foreign


def _subject(infer: Infer, scope: int, reference: Reference) -> int | None:
    if reference.detail:
        return _named_type(infer, scope, reference.detail)
    around = infer.symbols.class_around(scope)
    return around if around >= 0 else None


def _named_type(infer: Infer, scope: int, expression: str) -> int | None:
    text = expression.replace("[]", "").replace("()", "")
    return infer.typed.types.of(infer.evaluate(scope, text) or infer.scopes.name(scope, text))
