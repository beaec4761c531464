"""What functions without a name are given that are arguments: by their parameters, by `it`, or as the object in them.

`cart.let { it.sum() }` gives the cart, `carts.forEach { it.sum() }` each of its elements, `cart.apply { sum() }` makes
the cart the object of the code inside, which need not name it; what a function of the code itself gives, the type of
its parameter says, `(Cart) -> Unit` or `Cart.() -> Unit`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.extraction.joinednodes import run
from nsccn.graph.extraction.scopes.blocks import Blocks
from nsccn.graph.extraction.source import text_of
from nsccn.graph.notation.brackets import split
from nsccn.graph.notation.contextual import CONTEXTUAL, LAST, OF_CALL, OWN_OBJECT
from nsccn.graph.notation.expression import UNKNOWN

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.kinds import AssignmentForm
    from nsccn.graph.languagenodes import NodeKinds
    from nsccn.graph.packed import AssignmentRow

_ELEMENTS: Final = "elements"
_ARGUMENT: Final = "argument"
_OWN: Final = "self"
_DEEPEST: Final = 4


class _Given(NamedTuple):
    """What a function is given."""

    call: Node
    callee: str
    place: int
    keyword: str
    types: str
    """A type of a library that tells what it gives by those for which it is made, as `Consumer<Cart>`."""


def lambdas(reader: Reader) -> Iterator[AssignmentRow]:
    """Yield what the parameters of functions without a name hold, and the objects in them."""
    ways = reader.language.given_to_functions
    for node, _ in reader.found.get("lambda", ()):
        scope = reader.scope(node.start_byte)
        given = _given(reader, node, scope)
        if given is None:
            continue
        base, _, name = given.callee.rpartition(".")
        if given.types:
            yield from _by_types(reader, node, given.types, scope)
            continue
        way = ways.get(name)
        if way is not None and not base and way.startswith(_ELEMENTS) and name not in reader.known:
            base = _OWN
        is_own = way is not None and (bool(base) or way.startswith(_ARGUMENT))
        names = list(_parameters(reader, node))
        if is_own and way is not None:
            yield from _by_way(reader, node, given, scope, way, base, names)
        elif UNKNOWN not in given.callee:
            yield from _contextual(reader, node, given, scope, names)


def _by_way(
    reader: Reader, node: Node, given: _Given, scope: int, way: str, base: str, names: list[tuple[str, int]]
) -> Iterator[AssignmentRow]:
    """Yield what a function is given by a function of the language."""
    kind, _, place = way.partition(" ")
    if kind == _ARGUMENT:
        base = _first_argument(reader, given.call, scope)
        kind, _, place = (place or "object").partition(" ")
    if kind == "object":
        if base:
            yield (
                scope,
                Blocks.OBJECT,
                base,
                "",
                "declare",
                reader.line(node.start_byte),
                node.start_byte + 1,
            )
        return
    at = int(place or 0)
    if at < len(names):
        name, byte = names[at]
        form: AssignmentForm = "loop" if kind == _ELEMENTS else "declare"
        if name and base:
            yield scope, name, base, "", form, reader.line(byte), byte


def _by_types(reader: Reader, node: Node, stated: str, scope: int) -> Iterator[AssignmentRow]:
    """Yield what a function is given by a type of a library, which is made for the type of that."""
    name, _, inside = stated.partition("<")
    place, number, *template = reader.language.given_by_types[name].split(" ", 2)
    types, names = split(inside.rstrip()[:-1], ","), list(_parameters(reader, node))
    if int(place) < len(names) and -len(types) <= int(number) < len(types):
        name, byte = names[int(place)]
        annotation = (template[0] if template else "{}").format(types[int(number)].strip())
        if name:
            yield scope, name, "", annotation, "declare", reader.line(byte), byte


def _contextual(
    reader: Reader, node: Node, given: _Given, scope: int, names: list[tuple[str, int]]
) -> Iterator[AssignmentRow]:
    """Yield what is said by the type of the parameter that takes the function."""
    root = given.callee.partition(".")[0].partition("(")[0]
    if root == given.callee and root not in reader.known and root in reader.language.common_functions:
        return
    where = f"{OF_CALL}{given.keyword or given.place} of {given.callee}"
    for at, (name, byte) in enumerate(names):
        if name:
            yield scope, name, "", f"{CONTEXTUAL}{at}{where}", "declare", reader.line(byte), byte
    start = node.start_byte
    yield (
        scope,
        Blocks.OBJECT,
        "",
        f"{CONTEXTUAL}{OWN_OBJECT}{where}",
        "declare",
        reader.line(start),
        start + 1,
    )


def _given(reader: Reader, node: Node, scope: int) -> _Given | None:
    """Return the call that a function is an argument of, None where it is none."""
    kinds, at, keyword, argument = reader.language.nodes, node, "", node
    around = kinds.argument_holders | kinds.argument_lists | kinds.call_suffixes | kinds.trailing_arguments
    for _ in range(_DEEPEST):
        parent = at.parent
        if parent is None or parent.type not in around:
            return None
        if parent.type in kinds.argument_holders and parent.child_count > 1:
            keyword = (
                text_of(parent.children[0], reader.data) if parent.children[0].type in kinds.names else ""
            )
        if argument is node and (parent.type in kinds.argument_lists or parent.type in kinds.call_suffixes):
            argument = at
        at = parent
        if at.type in kinds.call_suffixes:
            break
    call = at.parent
    if call is None or at.type not in kinds.call_suffixes:
        return None
    if call.type in kinds.suffixes:
        call = run(call, kinds)
    callee = reader.written_at(call.start_byte, at.start_byte, scope)
    if argument.type in kinds.trailing_arguments:
        keyword = LAST
    return _Given(call, callee, _place(_listed(at, kinds), argument), keyword, _types(reader, call, at))


def _types(reader: Reader, call: Node, suffix: Node) -> str:
    """Return the type of a library that a call names with those for which it makes one, empty where it is no such."""
    known = reader.language.given_by_types
    listed = _listed(suffix, reader.language.nodes) if known else None
    if listed is None:
        return ""
    written = reader.data[call.start_byte : listed.start_byte].decode("utf-8", "replace")
    name, bracket, types = written.partition("<")
    name = name.rpartition(".")[2].split(" ")[-1]
    return f"{name}<{types}" if bracket and name in known else ""


def _listed(suffix: Node, kinds: NodeKinds) -> Node | None:
    """Return the arguments of a call that stand in its brackets, None where it has none."""
    return next((child for child in suffix.named_children if child.type in kinds.argument_lists), None)


def _place(listed: Node | None, argument: Node) -> int:
    """Return the place of an argument among all of a call, of which some are listed in brackets."""
    others = (
        [] if listed is None else [one for one in listed.named_children if not one.type.endswith("comment")]
    )
    return sum(one.start_byte < argument.start_byte for one in others)


def _parameters(reader: Reader, node: Node) -> Iterator[tuple[str, int]]:
    """Yield the names of a function's parameters with where they stand; where none is stated, of the implicit one."""
    kinds = reader.language.nodes
    stated = next((child for child in node.named_children if child.type in kinds.lambda_parameters), None)
    if stated is None:
        implicit = reader.language.implicit_parameter
        if implicit and _written(implicit).search(reader.data, node.start_byte, node.end_byte):
            yield implicit, node.start_byte + 1
        return
    if stated.named_children and (inner := stated.named_children[0]).type in kinds.lambda_parameters:
        stated = inner  # their brackets, before a result
    for one in stated.named_children:
        is_named = one.type in kinds.plain_parameters
        is_plain = is_named and one.named_child_count == 1
        if is_named or one.type in kinds.pattern_parameters:
            yield (text_of(one, reader.data) if is_plain else ""), one.start_byte


@cache
def _written(name: str) -> re.Pattern[bytes]:
    """Return a pattern of where a name stands."""
    return re.compile(rb"(?<![\w$])%s\b" % re.escape(name).encode())


def _first_argument(reader: Reader, call: Node, scope: int) -> str:
    listed = _listed(call.children[-1], reader.language.nodes)
    if listed is None or not listed.named_children or listed.named_children[0].child_count != 1:
        return ""
    return reader.value(listed.named_children[0], scope)
