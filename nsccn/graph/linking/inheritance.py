"""Which methods belong to which types, and which types inherit from which."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.meaning.value import Shadowed

if TYPE_CHECKING:
    from nsccn.graph.edgetable import EdgeTable
    from nsccn.graph.meaning.infer import Infer
    from nsccn.graph.model import Reference


def adopt(infer: Infer) -> None:
    """Give methods that are defined outside their type to the type that their name says."""
    symbols = infer.symbols
    for entity in list(symbols.stray_members()):
        steps = symbols.definitions[entity].qualified_name.split(".")[:-1]
        scope = max(symbols.parent(entity), symbols.first[symbols.slot[entity]])
        owner = next(
            (
                found
                for start in range(len(steps))
                if (found := _type_at(infer, scope, steps[start:])) is not None
            ),
            None,
        )
        if owner is not None:
            symbols.adopt(entity, owner)
    infer.forget_expressions()


def _type_at(infer: Infer, scope: int, steps: list[str]) -> int | None:
    value = infer.scopes.name(scope, steps[0]) if steps else None
    for step in steps[1:]:
        if value is None or isinstance(value, Shadowed):
            return None
        value = infer.typed.attribute(value, step)
    return infer.typed.type_of_name(value)


def inherit(infer: Infer, edges: EdgeTable) -> None:
    """Learn the bases that are stated apart from their class, then add the edges of all bases."""
    symbols = infer.symbols
    stated: list[tuple[int, int, int, int]] = []
    for slot, file in enumerate(symbols.facts):
        for reference in file.references:
            if reference.kind != "inherit":
                continue
            scope = symbols.first[slot] + reference.scope
            subject = _subject(infer, scope, reference)
            base = _named_type(infer, scope, reference.target)
            if subject is not None and base is not None and base != subject:
                infer.hierarchy.extra_bases.setdefault(subject, []).append(base)
                stated.append((subject, base, slot, reference.line))
    if stated:
        infer.forget_types()
    for subject, base, slot, line in stated:
        edges.add(subject, "INHERITS", base, slot, line)
    for entity in range(len(symbols.definitions)):
        if symbols.is_type(entity) and symbols.same(entity) == entity:
            apart = infer.hierarchy.extra_bases.get(entity, ())
            for base in infer.hierarchy.bases(entity):
                if base not in apart:
                    definition = symbols.definitions[entity]
                    edges.add(entity, "INHERITS", base, symbols.slot[entity], definition.name_line)


def _subject(infer: Infer, scope: int, reference: Reference) -> int | None:
    if reference.detail:
        return _named_type(infer, scope, reference.detail)
    around = infer.symbols.class_around(scope)
    return around if around >= 0 else None


def _named_type(infer: Infer, scope: int, expression: str) -> int | None:
    text = expression.replace("[]", "").replace("()", "")
    return infer.typed.type_of_name(infer.evaluate(scope, text) or infer.scopes.name(scope, text))
