"""Parameters without a type, of functions whose own type is told by where they stand.

`const visit: Visitor = (node) => ...` and `walk((node) => ...)`: the type of the variable, or of the parameter of what
is called, says what `node` is. Such a parameter has an annotation that says whose parameter it is.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.extraction.source import one_line, text_of
from nsccn.graph.notation.brackets import closing, split
from nsccn.graph.notation.expression import UNKNOWN

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.reader import Reader

CONTEXTUAL: Final = "parameter "
"""Begins such an annotation."""
OF_CALL: Final = " of argument "
"""Stands in one before the place of the function among the arguments, `of`, and the callee."""
_READ: Final = re.compile(r"parameter (\d+) of (?:argument (\d+) of )?(.+)")
_ARROW: Final = "=\x00"
_TYPED: Final = frozenset({"variable_declarator", "public_field_definition"})
_NO_PARAMETERS: Final = frozenset({"comment", "this"})
_NAME: Final = re.compile(
    r"(?:(?:public|private|protected|readonly|override)\s+)*(?:\.\.\.)?[\w$]+\??\s*:\s*(.*)", re.DOTALL
)


class Contextual(NamedTuple):
    """Whose parameter is meant."""

    place: int
    argument: int
    """The place of the function among the arguments of a call, -1 where its type is given."""
    of: str
    """That type, or the callee."""


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
    return f"{CONTEXTUAL}{place} of argument {_place(around, function)} of {written}"


def _place(around: Node, node: Node) -> int:
    before = [child for child in around.named_children if child.start_byte < node.start_byte]
    return sum(child.type not in _NO_PARAMETERS for child in before)


def read_contextual(annotation: str) -> Contextual | None:
    """Return what such an annotation says.

    >>> read_contextual("parameter 0 of argument 1 of walk")
    Contextual(place=0, argument=1, of='walk')
    """
    found = _READ.match(annotation)
    if found is None:
        return None
    place, argument, of = found.groups()
    return Contextual(int(place), int(argument or -1), of)


@lru_cache(maxsize=1 << 12)
def function_parameters(text: str) -> tuple[str, ...] | None:
    """Return the types of the parameters of a function type, None where a text is none.

    >>> function_parameters("<T>(node: Node<T>, done?: () => void) => void")
    ('Node<T>', '() => void')
    >>> function_parameters("((node: Node) => void) | undefined")
    ('Node',)
    """
    text = text.strip()
    if text.startswith("<"):
        text = text[_angle(text) :].lstrip()
    if text.startswith("("):
        end = closing(text, 0)
        if text[end + 1 :].lstrip().startswith("=>"):
            return _types(text[1:end])
        if end == len(text) - 1:
            return function_parameters(text[1:-1])
    found = [function_parameters(one) for one in _split(text, "|") if "=>" in one and len(one) < len(text)]
    return found[0] if len(found) == 1 else None


@lru_cache(maxsize=1 << 12)
def declared_parameters(signature: str, name: str) -> tuple[str, ...]:
    """Return the types of the parameters of a function by its signature.

    >>> declared_parameters("export function walk<T>(root: T, visit: (node: T) => void): void", "walk")
    ('T', '(node: T) => void')
    """
    start = re.search(rf"(?<![\w$]){re.escape(name)}\s*(?:=\s*(?:async\s+)?)?(?=[<(])", signature)
    if start is None:
        return ()
    rest = signature[start.end() :]
    if rest.startswith("<"):
        rest = rest[_angle(rest) :].lstrip()
    return _types(rest[1 : closing(rest, 0)]) if rest.startswith("(") else ()


def _types(stated: str) -> tuple[str, ...]:
    """Return the types in a list of parameters, empty for those without one."""
    found = (_NAME.match(part.strip()) for part in _split(stated, ",") if part.strip())
    return tuple(_without_default(one.group(1)) if one is not None else "" for one in found)


def _split(text: str, separator: str) -> list[str]:
    """Split at separators outside brackets; the arrow of a function type closes none."""
    return [part.replace(_ARROW, "=>") for part in split(text.replace("=>", _ARROW), separator)]


def _without_default(text: str) -> str:
    return re.split(r"\s=\s", text, maxsplit=1)[0].strip()


def _angle(text: str) -> int:
    """Return where the type parameters end that a text begins with."""
    depth = 0
    for place, character in enumerate(text):
        depth += (character == "<") - (character == ">" and text[place - 1] != "=")
        if depth == 0:
            return place + 1
    return len(text)
