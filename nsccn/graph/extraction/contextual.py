"""Parameters without a type, of functions whose own type is told by where they stand.

`const visit: Visitor = (node) => ...` and `walk((node) => ...)`: the type of the variable, or of the parameter of what
is called, says what `node` is. Such a parameter has an annotation that says whose parameter it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.source import one_line, text_of
from nsccn.graph.notation.contextual import CONTEXTUAL, OF_CALL
from nsccn.graph.notation.expression import UNKNOWN

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.reader import Reader

_TYPED: Final = frozenset({"variable_declarator", "public_field_definition"})
_NO_PARAMETERS: Final = frozenset({"comment", "this"})


def contextual(reader: Reader, parameter: Node, scope: int) -> str:
    """Return the annotation of a parameter without a type, empty where nothing around its function tells it."""
    if parameter.type == "arrow_function":
        function, place = parameter, 0
    else:
        parameters = parameter.parent
        if parameters is None or parameters.parent is None:
            return ""
        function, place = parameters.parent, _place(parameters, parameter)
    around = function.parent
    if around is None:
        return ""
    if around.type in _TYPED:
        stated = around.child_by_field_name("type")
        text = one_line(text_of(stated, reader.data)).lstrip(": ") if stated is not None else ""
        return f"{CONTEXTUAL}{place} of {text}" if text else ""
    call = around.parent if around.type == "arguments" else None
    if call is None:
        return ""
    callee = call.child_by_field_name("function") or call.child_by_field_name("constructor")
    written = reader.expression(callee, scope) if callee is not None else UNKNOWN
    root = written.partition(".")[0]
    if UNKNOWN in written or (root == written and root not in reader.known):
        return ""
    return f"{CONTEXTUAL}{place}{OF_CALL}{_place(around, function)} of {written}"


def _place(around: Node, node: Node) -> int:
    before = [child for child in around.named_children if child.start_byte < node.start_byte]
    return sum(child.type not in _NO_PARAMETERS for child in before)
