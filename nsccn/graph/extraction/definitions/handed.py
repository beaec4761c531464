"""Functions that are handed to what gives a variable its value, and go by the variable's name.

In `const load = cached(async (id) => { ... })` a call of `load` runs the function, which has no name or the same,
sooner or later, as if `cached` were its decorator. So the variable is that function. Nothing is known of what
`cached` gives, and these remain variables: those of which the file takes a member, as `server.listen()` does, or asks
for the type; what a method gives that objects of all kinds have, as `map`, `then` and `on`; what is handed one
function after another; and those whose function only gives the value of an expression, since most of these are asked
while the variable is made.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.queries import Parts
    from nsccn.graph.language import Language

_VALUES: Final = ("value", "right")
"""Where a declaration, or an assignment, has its value."""
_MOST_NESTED: Final = 6
"""Calls that are one another's arguments."""
_USED: Final = re.compile(
    rb"(?<![\w$.])([\w$]+)\s*\??\.\s*(?!(?:cancel|flush|fulfilled|pending|rejected)\b)[\w$]+(?![\w$]|\s*=(?!=))"
)
"""What functions have that `debounce`, or `createAsyncThunk`, gives tells no object."""
_ASKED: Final = re.compile(rb"(?<!ReturnType<)(?<!Parameters<)\btypeof\s+([\w$]+)")


def handed(declared: Node, name: Node | None, data: bytes, language: Language) -> Node | None:
    """Return the function that a variable or attribute is made with, None where there is none.

    Args:
        declared: the declaration.
        name: where its name stands; a pattern that takes it out of something makes it no function.
        data: the text of the file.
        language: its language.
    """
    if not language.handed_functions:
        return None
    value = next(filter(None, map(declared.child_by_field_name, _VALUES)), None)
    if value is None or (
        name is not None and name.parent not in (declared, declared.child_by_field_name("left"))
    ):
        return None
    own = data[name.start_byte : name.end_byte] if name is not None else b""
    function = _longest(_bare(value, language), own, language, _MOST_NESTED)
    return None if function is None or own in _objects(data) else function


def parts_of(function: Node, parts: Parts) -> Parts:
    """Return the parts of a variable with those of the function that it is made with."""
    own = {
        "body": function.child_by_field_name("body"),
        "returns": function.child_by_field_name("return_type"),
    }
    return {**parts, **{part: [node] for part, node in own.items() if node is not None}}


def _longest(call: Node, own: bytes, language: Language, deep: int) -> Node | None:
    """Return the longest function among the arguments of a call, and of the calls that are its arguments.

    A function may have a name if that is its `own`, the variable's.
    """
    callee, arguments = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    if callee is None or arguments is None or not deep or _is_common(callee, language):
        return None
    found: list[Node] = []
    for written in arguments.named_children:
        argument = _bare(written, language)
        is_handed = _is_handed(argument, own, language)
        inner = argument if is_handed else _longest(argument, own, language, deep - 1)
        if inner is not None:
            found.append(inner)
    if not found or _gathers(callee, language):
        return None
    return max(found, key=lambda one: one.end_byte - one.start_byte)


def _gathers(callee: Node, language: Language) -> bool:
    """Whether the calls before that of a method are handed functions too: their object has several to run."""
    before = callee.child_by_field_name("object")
    while before is not None:
        arguments = before.child_by_field_name("arguments")
        if arguments is not None and any(_is_handed(one, b"", language) for one in arguments.named_children):
            return True
        inner = before.child_by_field_name("function") or before
        before = inner.child_by_field_name("object")
    return False


def _bare(node: Node, language: Language) -> Node:
    """Return an expression without brackets, and what states its type, around it."""
    while (
        node.type in language.nodes.parentheses or node.type in language.stating
    ) and node.named_child_count:
        node = node.named_children[0]
    return node


def _is_common(callee: Node, language: Language) -> bool:
    """Whether a method is called that objects of all kinds have."""
    method = callee.child_by_field_name("property")
    return method is not None and method.text is not None and method.text.decode() in language.common_methods


def _is_handed(argument: Node, own: bytes, language: Language) -> bool:
    """Whether an argument is a function that has statements, waits for something, or is a component.

    It has no name, or its `own`: that of the variable.
    """
    name = argument.child_by_field_name("name")
    if argument.type not in language.handed_functions or (name is not None and name.text != own):
        return False
    body = argument.child_by_field_name("body")
    is_async = argument.children[0].type == "async"
    return body is not None and (is_async or _bare(body, language).type in language.handed_bodies)


@lru_cache(maxsize=1)
def _objects(data: bytes) -> frozenset[bytes]:
    """Return the names of which a text takes a member, but for one that it gives them, or asks for their type."""
    return frozenset(chain(_USED.findall(data), _ASKED.findall(data)))
