"""Paths of URLs that an attribute above a type maps to what answers them, or to another type with such an attribute.

#[routes(                                             #[routes(
    "/carts" => sub(carts::CartsApi),                     "" => [get(list), post(create)],
    "/health" => get(health),                             "/{id}" => get(show),
)]                                                    )]
struct Api;                                           pub struct CartsApi;
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.contracts.callarguments import arguments, bare
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.regexes import regex

if TYPE_CHECKING:
    from nsccn.contracts.routes.files import RouteFile
    from nsccn.graph.codegraph import CodeGraph

ARROW: Final = regex(r"\s*=>\s*")


def mapped_to(text: str, span: tuple[int, int]) -> str:
    """Return what a path on a line is mapped to; empty for nothing.

    >>> mapped_to('"/carts" => sub(carts::Api), "/till" => get(till),', (0, 8))
    'sub(carts::Api)'
    """
    arrow = ARROW.match(text, span[1])
    if arrow is None:
        return ""
    plain = bare(text)
    behind = arguments(plain, arrow.end(), len(plain))
    return text[slice(*behind[0])] if behind else ""


def type_mapping(graph: CodeGraph, file: RouteFile, line: int) -> str:
    """Return the type whose attribute maps a path on a line; empty for none."""
    below = file.handed.marked(file.lines, line)
    if below is None or graph.entity(below).kind not in TYPE_KINDS:
        return ""
    is_mapped = any(mapped_to(file.lines[line - 1], one.span) for one in file.paths_on(line))
    return graph.name_of(below) if is_mapped else ""
