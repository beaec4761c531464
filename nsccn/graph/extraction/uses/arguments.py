"""Reads what a call is given, as far as it tells overloads apart."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.source import text_of
from nsccn.graph.languages import load
from nsccn.graph.notation.arguments import BETWEEN, CALCULATED, GIVEN, LABELS, TYPED
from nsccn.graph.notation.expression import LONGEST
from nsccn.graph.notation.labels import TRAILING, UNLABELLED, written_labels

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.language import Language
    from nsccn.graph.languagenodes import NodeKinds

_ARRAY: Final = "[]"
"""Stands for the type that a node names, with its dimensions."""
_NAMING: Final = "="
_JOINING: Final = "+"
"""A sign that joins texts, too."""
_LONGEST_OPERATION: Final = 300
"""Bytes above which no operand is looked at: they may be nested as deep."""
_OF_NAMED: Final = 3
"""Children of an argument that is given by name: name, sign, what is given."""
_MOST_PARTS: Final = 4
"""Operands of one operation, with those of its operands, above which no type is told."""
_SIDES: Final = ("left", "right", "operand")
_NULL: Final = "null"
_CAST: Final = "<>"
"""Stands for the type to which a node casts what it holds."""
_NOT_ONE: Final = re.compile(rb"[*&#]|[.+]{3}|//|\w['\"]?:(?!:)|=>")
"""Text without which each node among arguments is one: no comment, nothing collected, no keyword."""
_PART: Final = re.compile(r"(?:\"|[^\W\d])[\w.$()\[\]]*")
"""An operand whose type may be asked for, or is told."""
_UNTOLD: Final = re.compile(r"\b(?:auto|decltype)\b|\(")
_BRACE: Final = re.compile(rb"\s*\{")
_Stated = dict[str, list[tuple[re.Pattern[str] | None, str]]]


def written_arguments(reader: Reader, node: Node, scope: int) -> tuple[str, int]:
    """Return the arguments of a call for its detail, which `read_arguments` reads, and their number."""
    stated = _stated_types(reader.language.name)
    found = [
        _argument(reader, child, child.type, stated, scope) if child is not None else ""
        for child in arguments_of(node, reader.data, reader.language)
    ]
    if reader.language.argument_labels and found:
        found.insert(0, LABELS + written_labels(_labels(node, reader.data, reader.language)))
        return GIVEN + BETWEEN.join(found), len(found) - 1
    if reader.language.named_arguments and (names := _named(node, reader.language)):
        return GIVEN + BETWEEN.join((LABELS + written_labels(names), *found)), len(found)
    return GIVEN + BETWEEN.join(found) if found else "", len(found)


def _named(node: Node, language: Language) -> list[str]:
    """Return the names of those arguments that a call gives by name."""
    kinds = language.nodes
    parts = node.named_children if node.type in kinds.call_suffixes else [node]
    listed = (one for part in parts if part.type in kinds.argument_lists for one in part.named_children)
    named = (one.children for one in listed if one.child_count >= _OF_NAMED)
    return [
        (first.text or b"").decode("utf-8", "replace") for first, sign, *_ in named if sign.type == _NAMING
    ]


def _labels(node: Node, data: bytes, language: Language) -> list[str]:
    """Return the names by which a call gives its arguments."""
    kinds, found = language.nodes, list[str]()
    for suffix in _suffixes(node, data, language):
        is_first, named = True, ""
        for part in suffix.named_children:
            if part.type in kinds.argument_lists:
                found += [
                    _label(one, kinds) for one in part.named_children if one.type in kinds.argument_holders
                ]
            elif part.type in kinds.names:
                named = (part.text or b"").decode("utf-8", "replace")
            elif part.type in kinds.trailing_arguments:
                found.append(TRAILING if is_first else named)
                is_first = False
    return found


def _label(argument: Node, kinds: NodeKinds) -> str:
    first = argument.named_children[0] if argument.named_children else argument
    is_label = first.type in kinds.argument_labels
    return (first.text or b"").decode("utf-8", "replace") if is_label else UNLABELLED


def _suffixes(node: Node, data: bytes, language: Language) -> list[Node]:
    """Return what a call is given: with what the grammar takes for a call of its result, a function behind it.

    Only a brace behind the call makes it look there: what a node stands in takes long to find where it is deep.
    """
    if not _BRACE.match(data, node.end_byte) or (
        node.named_children and node.named_children[-1].type in language.nodes.trailing_arguments
    ):
        return [node]
    call = node.parent
    around = call.parent if call is not None else None
    if around is None or call is None or around.type != call.type or around.child_count < 2:
        return [node]
    behind = around.children[1]
    first = behind.named_children[0] if behind.named_children else behind
    kinds = language.nodes
    is_behind = around.children[0] == call and behind.type == node.type
    return [node, behind] if is_behind and first.type in kinds.trailing_arguments else [node]


def count_arguments(arguments: Node, data: bytes, language: Language) -> int:
    """Return how many arguments a call has, -1 where the text does not tell.

    Comments among them count where nothing tells functions apart by their number.
    """
    if language.trailing_functions or language.operands_given:
        return len(arguments_of(arguments, data, language))
    if language.nodes.bare_arguments:
        return len(_listed(arguments, language))
    if not language.counted_guesses or not _NOT_ONE.search(data, arguments.start_byte, arguments.end_byte):
        return arguments.named_child_count
    types = (_held(child, language).type for child in arguments.named_children)
    forms = language.argument_forms
    found = Counter(forms.get(type_, "one") for type_ in types if not type_.endswith("comment"))
    return -1 if found["any"] else found["one"] + min(found["once"], 1)


def arguments_of(node: Node, data: bytes, language: Language) -> list[Node | None]:
    """Return the arguments of a call in their order, None for one that is given by name."""
    if language.operands_given and node.type not in language.nodes.argument_lists:
        return [node]
    if not language.trailing_functions:
        return [
            _held(child, language) for child in _listed(node, language) if not child.type.endswith("comment")
        ]
    if language.argument_labels:
        return _labelled(node, data, language)
    kinds, is_suffix = language.nodes, node.type in language.nodes.call_suffixes
    if not (is_suffix or node.type in kinds.argument_lists):
        return [node]  # the second of two operands
    found: list[Node | None] = []
    for part in node.named_children if is_suffix else [node]:
        if part.type in kinds.argument_lists:
            found += [_given(child) for child in part.named_children if not child.type.endswith("comment")]
        elif part.type in kinds.trailing_arguments:
            found.append(part)
    return found


def _listed(node: Node, language: Language) -> list[Node]:
    """Return what a list of arguments has in it; a call that has none holds each of them itself."""
    bare = language.nodes.bare_arguments
    return [child for child in node.named_children if child.type in bare] if bare else node.named_children


def _labelled(node: Node, data: bytes, language: Language) -> list[Node | None]:
    """Return the arguments of a call, whose names change nothing of their order."""
    kinds = language.nodes
    found: list[Node | None] = []
    for part in (part for suffix in _suffixes(node, data, language) for part in suffix.named_children):
        if part.type in kinds.argument_lists:
            found += [
                _held(one, language) for one in part.named_children if one.type in kinds.argument_holders
            ]
        elif part.type in kinds.trailing_arguments:
            found.append(part)
    return found


def _given(argument: Node) -> Node | None:
    """Return what an argument gives; None where it has a name, or is a collection of several."""
    is_plain = argument.child_count == 1
    return argument.child(0) if is_plain else None


def written_argument(reader: Reader, node: Node, scope: int) -> str:
    """Return one argument for the detail of a call, which `read_arguments` reads."""
    node = _held(node, reader.language)
    return _argument(reader, node, node.type, _stated_types(reader.language.name), scope)


def _held(child: Node, language: Language) -> Node:
    """Return what an argument is, without what may stand around it."""
    while child.type in language.nodes.argument_holders and child.named_children:
        child = child.named_children[-1]
    return child


def _argument(reader: Reader, node: Node, kind: str, stated: _Stated, scope: int) -> str:
    if kind != "identifier":
        if kind in reader.language.nodes.operations and (told := _operation(reader, node, stated, scope)):
            return told
        if kind in reader.language.choices:
            return _choice(reader, node, stated, scope)
        for pattern, said in stated.get(kind, ()):
            if said == _CAST:
                if pattern is None or pattern.match(_beginning(node, reader.data)):
                    return _cast_to(node, reader)
                continue
            if said in ("", _ARRAY):
                written = node.child_by_field_name("type")
                if written is None and kind in reader.language.stating:
                    written = node.named_children[-1]
                dimensions = reader.language.nodes.dimensions
                levels = _ARRAY * sum(child.type in dimensions for child in node.children)
                return TYPED + _plain(text_of(written, reader.data)) + levels if written is not None else ""
            if pattern is None or pattern.search(_beginning(node, reader.data)):
                return TYPED + said + _parameters(node, reader.language)
    found = reader.expression(node, scope)
    if kind in reader.language.nodes.pointer_operations:
        found = text_of(node, reader.data)[0] + found
    return "" if BETWEEN in found else found


def _choice(reader: Reader, node: Node, stated: _Stated, scope: int) -> str:
    """Return what a condition chooses, which is of one type: the text that says it, or what is not nothing."""
    if node.end_byte - node.start_byte > _LONGEST_OPERATION:
        return ""
    parts = [
        node.named_children[at] for at in reader.language.choices[node.type] if at < node.named_child_count
    ]
    found = [_argument(reader, one, one.type, stated, scope) for one in parts]
    known = [one for one in found if one and one != TYPED + _NULL]
    numbers = {TYPED + one for one in (*reader.language.widths, *reader.language.numbers)}
    if len(set(known)) > 1 and not numbers.isdisjoint(known):
        return ""  # the wider of two numbers, or what is taken out of an object
    return next((one for one in known if one.startswith(TYPED)), known[0] if known else "")


def _operation(reader: Reader, node: Node, stated: _Stated, scope: int) -> str:
    """Return of what type the outcome of an operation is, empty where neither its sign nor a literal tells that."""
    language, sign = reader.language, node.child_by_field_name("operator")
    said = language.operation_types.get(sign.type) if sign is not None else None
    if said or said is None:
        return TYPED + said if said else ""
    if node.end_byte - node.start_byte > _LONGEST_OPERATION:
        return ""
    found = [_operand(reader, node, side, stated, scope) for side in _SIDES]
    typed = [one for one in found if one is not None and one.startswith(TYPED)]
    others = [one for one in found if one is not None and not one.startswith(TYPED)]
    widths = {TYPED + one: width for width, one in enumerate(language.widths)}
    if texts := [one for one in typed if one not in widths]:
        return texts[0]
    widest = max(typed, key=widths.__getitem__, default="")
    if not others or (widest == TYPED + language.widths[-1] and sign is not None and sign.type != _JOINING):
        return widest
    parts = [part for one in others for part in one.removeprefix(CALCULATED).split(CALCULATED)]
    is_plain = len(parts) <= _MOST_PARTS and all(map(_PART.fullmatch, parts))
    return CALCULATED + CALCULATED.join((*parts, *filter(None, (widest,)))) if is_plain else ""


def _operand(reader: Reader, node: Node, side: str, stated: _Stated, scope: int) -> str | None:
    """Return the argument that an operand would be, None where an operation has none there."""
    operand, around = node.child_by_field_name(side), reader.language.nodes.parentheses
    while operand is not None and operand.type in around and operand.named_child_count == 1:
        operand = operand.named_children[0]
    return _argument(reader, operand, operand.type, stated, scope) if operand is not None else None


def _cast_to(node: Node, reader: Reader) -> str:
    """Return the type to which a node casts what it holds, empty where that is another one's."""
    called = node.child_by_field_name("function")
    listed = called.child_by_field_name("arguments") if called is not None else None
    written = listed.named_child(0) if listed is not None else node.child_by_field_name("type")
    text = " ".join(text_of(written, reader.data).split()) if written is not None else ""
    return "" if not text or BETWEEN in text or _UNTOLD.search(text) else TYPED + text


def _beginning(node: Node, data: bytes) -> str:
    """Return the text of a node, of a long one its beginning: operands may be nested as deep as a file is long."""
    end = min(node.end_byte, node.start_byte + LONGEST)
    return data[node.start_byte : end].decode("utf-8", "replace")


def _parameters(node: Node, language: Language) -> str:
    """Return how many parameters a function without a name has, empty where that is none, is not said, or not asked."""
    stated = node.child_by_field_name("parameters") if language.parameter_counts else None
    if stated is None:
        return ""
    return "1" if stated.type in language.nodes.bare_parameters else str(stated.named_child_count)


def _plain(text: str) -> str:
    """Return a type without what may stand between its brackets."""
    return re.sub(r"<.*>|\s", "", text, flags=re.DOTALL).replace(BETWEEN, "")


@cache
def _stated_types(language: str) -> _Stated:
    """Return by node what tells the type of an argument: patterns of its text, and the type."""
    found: _Stated = {}
    stated = load(language)
    for kind, pattern, said in stated.argument_types or stated.told_literals:
        found.setdefault(kind, []).append((re.compile(pattern) if pattern else None, said))
    return found
