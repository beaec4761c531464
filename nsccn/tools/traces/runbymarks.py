"""What runs where an annotation of the repository stands, as validators and aspects do.

    @Constraint(validatedBy = CartValidator.class) @interface ValidCart     class CartValidator { isValid() }
    #[Attribute] class ValidCart extends Constraint                         class ValidCartValidator { validate() }
    @interface Checked                                  @Before("@annotation(shop.Checked)") void check()

Who stands where is told by the edges of decorators.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from nsccn.graph.ids import listed_lines
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.regexes import regex
from nsccn.tracing.lineage import constructors, type_around

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.codegraph import CodeGraph

_BY_MARK: Final = "decorator"
_ENDING: Final = "Validator"
_ANNOTATION: Final = regex(r"@(?:annotation|within)\(\s*(?:[\w.]+\.)?(\w+)\s*\)")
_MOST_NEAR: Final = 60
_MOST_FILES: Final = 6
_MOST_LINES: Final = 5


def said_where_marked(graph: CodeGraph, root: int, marks: str) -> Iterator[str]:
    """Yield where annotations stand that run a method, or the methods of a type; `marks` stand above it."""
    for one in dict.fromkeys((*_naming(graph, root), *_named(graph, marks))):
        if places := _marked_lines(graph, one):
            said = listed_lines(places, _MOST_FILES, _MOST_LINES)
            yield f"It runs where `{graph.name_of(one)}` stands as an annotation: {said}."


def _marked_lines(graph: CodeGraph, annotation: int) -> dict[str, list[int]]:
    """Return the lines on which a type stands as an annotation, by their files."""
    made = np.array([annotation, *constructors(graph, annotation)])
    numbers = graph.edges_of(made, outgoing=False)
    found: dict[str, set[int]] = {}
    for number, edge in zip(numbers.tolist(), graph.edges(numbers), strict=True):
        if edge.kind == "CALLS" and edge.via == _BY_MARK:
            found.setdefault(edge.evidence.path, set()).update(graph.lines(number))
    return {path: sorted(found[path]) for path in sorted(found)}


def _naming(graph: CodeGraph, root: int) -> Iterator[int]:
    """Yield the annotations whose own annotations name a type, or by whose name it is called."""
    owner = type_around(graph, root)
    if graph.kinds[graph.kind[owner]] not in TYPE_KINDS:
        return
    for edge in graph.incoming(owner, ("USES_TYPE", "REFERENCES"))[:_MOST_NEAR]:
        source = graph.entity(edge.source)
        is_above = source.start_line <= edge.evidence.line <= source.name_line
        if source.kind in TYPE_KINDS and is_above and edge.evidence.path == source.path:
            yield edge.source
    name = graph.name_of(owner)
    if name.endswith(_ENDING):
        language = graph.entity(owner).language
        for one in graph.named(name.removesuffix(_ENDING)):
            if graph.kinds[graph.kind[one]] in TYPE_KINDS and graph.entity(one).language == language:
                yield one


def _named(graph: CodeGraph, marks: str) -> Iterator[int]:
    """Yield the annotations that what stands above a method names."""
    for name in _ANNOTATION.findall(marks):
        yield from (one for one in graph.named(name) if graph.kinds[graph.kind[one]] in TYPE_KINDS)
