"""Parameters without a type, of functions whose own type is told by where they stand.

`const visit: Visitor = (node) => ...` and `walk((node) => ...)`: the type of the variable, or of the parameter of what
is called, says what `node` is; so does, in Java, the declared result of a method that returns the function. The
function may be a member of an object that is written out there, `walk({ visit: (node) => ... })`. Such a parameter has
an annotation that says whose parameter it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.extraction.source import one_line, text_of
from nsccn.graph.notation.contextual import CONTEXTUAL, OF_CALL, OF_MEMBER
from nsccn.graph.notation.expression import UNKNOWN

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.languagenodes import NodeKinds


def contextual(reader: Reader, parameter: Node, scope: int) -> str:
    """Return the annotation of a parameter without a type, empty where nothing around its function tells it."""
    kinds = reader.language.nodes
    function, place = _function(parameter, kinds)
    around = function.parent if function is not None else None
    if around is not None and (around.type in kinds.argument_holders or around.type in kinds.references):
        function, around = around, around.parent
    members = ""
    while function is not None and around is not None and (name := _member(function, around, kinds)):
        members = f"{name}.{members}" if members else name
        function = around if around.type in kinds.objects else around.parent
        around = function.parent if function is not None else None
    if function is None or around is None:
        return ""
    begin = f"{CONTEXTUAL}{place}{OF_MEMBER}{members}" if members else f"{CONTEXTUAL}{place}"
    if members and around.type in reader.language.stating:
        text = one_line(text_of(around.named_children[-1], reader.data))
        return f"{begin} of {text}"
    if around.type in kinds.typed_variables or around.type in kinds.returns:
        stated = _stated(around, kinds)
        text = one_line(text_of(stated, reader.data)).lstrip(": ") if stated is not None else ""
        return f"{begin} of {text}" if text else ""
    call = around.parent if around.type in kinds.argument_lists else None
    written = _callee(reader, call, scope) if call is not None else UNKNOWN
    root = written.partition(".")[0]
    if UNKNOWN in written or (root == written and root not in reader.known):
        return ""
    return f"{begin}{OF_CALL}{_place(around, function)} of {written}"


def _function(parameter: Node, kinds: NodeKinds) -> tuple[Node | None, int]:
    """Return the function that a parameter is of, and its place among the parameters."""
    if parameter.type in kinds.lambdas:
        return parameter, 0
    parameters = parameter.parent
    if parameters is None or parameters.type in kinds.lambdas:
        return parameters, 0
    return parameters.parent, _place(parameters, parameter)


def _member(function: Node, around: Node, kinds: NodeKinds) -> str:
    """Return the name of the member of an object that a function, or an object, is the value of; empty for none."""
    if around.type in kinds.objects:
        named = function.child_by_field_name("name")
    else:
        named = around.child_by_field_name("key") if around.type in kinds.pairs else None
    if named is None or named.type not in kinds.member_names:
        return ""
    name = (named.text or b"").decode("utf-8", "replace").strip("\"'")
    return name if name.isidentifier() or name.startswith("$") else ""


def _stated(around: Node, kinds: NodeKinds) -> Node | None:
    """Return the type of the variable that a function is given to, or of what the method around returns."""
    if around.type not in kinds.returns:
        declaration = around.parent
        stated = around.child_by_field_name("type")
        return stated or (declaration.child_by_field_name("type") if declaration is not None else None)
    method: Node | None = around
    while method is not None and method.type not in kinds.returned_to:
        method = method.parent
    if method is None:
        return None
    return method.child_by_field_name("type") or method.child_by_field_name("returns")


def _callee(reader: Reader, call: Node, scope: int) -> str:
    """Return what is called, as an expression."""
    name = call.child_by_field_name("name")
    if name is not None:  # of a method, behind its object
        return reader.written(reader.data[call.start_byte : name.end_byte], scope)
    callee = call.child_by_field_name("function") or call.child_by_field_name("constructor")
    return reader.expression(callee, scope) if callee is not None else UNKNOWN


def _place(around: Node, node: Node) -> int:
    """Return which of the parameters or arguments a node is; comments are none."""
    before = [child for child in around.named_children if child.start_byte < node.start_byte]
    return sum(not child.is_extra for child in before)
