"""The values that an assignment gives: several where it chooses, or a part of one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn.graph.extraction.definitions.documented import cast
from nsccn.graph.extraction.joinednodes import run
from nsccn.graph.extraction.source import text_of
from nsccn.graph.extraction.uses.computed import computed
from nsccn.graph.extraction.values.gathered import inner
from nsccn.graph.extraction.values.samefunctions import names_type
from nsccn.graph.languages import load
from nsccn.graph.notation.expression import LONGEST, UNKNOWN
from nsccn.graph.notation.functiontypes import UNTOLD_FUNCTION
from nsccn.graph.notation.marks import ACCESSOR, ORDINAL
from nsccn.graph.notation.results import ALL, KEYS, MADE_FOR, NUMBERED, VALUES, each, part_of
from nsccn.graph.notation.writtentypes import LONGEST_TYPE, on_one_line

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.language import Language


_OF_PAIR: Final = (KEYS, VALUES)


class AssignedValue(NamedTuple):
    """An expression, or a type that is stated in one."""

    value: str
    annotation: str = ""


def assigned_values(reader: Reader, node: Node, scope: int) -> Sequence[AssignedValue]:
    """Return what an assignment gives: one value or, where it chooses, each."""
    language = reader.language
    if language.brackets:
        node = inner(reader, node)
    if language.giving_back:
        node = _given_back(reader, node)
    if language.choices and (places := _choice(language, node)):
        children = node.named_children
        found = [
            reader.value(children[place], scope)
            for place in places
            if -len(children) <= place < len(children)
        ]
        return _each(found)
    if node.type in language.branches:
        return _each([reader.value(one, scope) for one in _branches(node, language)])
    if language.member_reader and (read := computed(reader, node.start_byte, node.end_byte, scope)):
        return [AssignedValue(value) for value in read]
    if language.accessors and (made := _property(reader, node, scope)):
        return [AssignedValue(made)]
    if language.stated_types and (stated := _stated(reader, node)):
        return [AssignedValue("", stated)]
    if language.documented_types and (stated := cast(reader.data, node.start_byte)):
        return [AssignedValue("", stated)]
    if node.type in language.literal_types:
        made = reader.value(node, scope) if node.type in language.gathered else ""
        return [AssignedValue(made or f"{language.literal_types[node.type]}()")]
    if node.type in language.function_literals:
        return [AssignedValue("", UNTOLD_FUNCTION)]
    if node.type in language.handed_functions and (named := _named_by_variable(reader, node)):
        return [AssignedValue(named)]
    value = reader.value(node, scope)
    made_for = _given_first(reader, node, scope) if language.given_types and value.endswith("()") else ""
    given = AssignedValue(f"{value}{MADE_FOR}{made_for}" if made_for else value)
    if not value:
        return [AssignedValue(UNKNOWN) if node.type in language.tuples else given]
    return [given, AssignedValue(UNKNOWN)] if reader.is_slice(node) else [given]  # a tuple of other parts


def _named_by_variable(reader: Reader, function: Node) -> str:
    """Return a function that has the name of the variable that it is assigned to, by its ordinal."""
    body = function.child_by_field_name("body")
    ordinal = reader.owner(body.start_byte) if body is not None else 0
    item = reader.definitions[ordinal]
    is_of_it = item.is_loose and item.full_range.start_byte < function.start_byte < item.full_range.end_byte
    return f"{item.name}{ORDINAL}{ordinal}" if is_of_it else ""


def _given_back(reader: Reader, node: Node) -> Node:
    """Return what a call is given whose function gives it back, in a box or by another handle: `Arc::clone(&shop)`."""
    kinds = reader.language.nodes
    while node.type in kinds.calls:
        function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        given = arguments.named_children if arguments is not None else ()
        if function is None or not given:
            break
        path = text_of(function, reader.data).split("::")[-2:]
        if "::".join(path) not in reader.language.giving_back or path[0] in reader.own:
            break
        node = given[0].named_children[-1] if given[0].type in kinds.references else given[0]
    return node


def _given_first(reader: Reader, node: Node, scope: int) -> str:
    """Return the name of what a call is given first, where it may be a type, or the expression of a new object."""
    kinds = reader.language.nodes
    if node.type in kinds.awaits and node.named_children:
        node = node.named_children[0]
    arguments = node.child_by_field_name("arguments") if node.type in kinds.calls else None
    first = next(iter(arguments.named_children), None) if arguments is not None else None
    if first is not None and first.type in kinds.object_arguments:
        return reader.value(first, scope)
    if first is None or first.type not in kinds.type_arguments:
        return ""
    name = text_of(first, reader.data).partition("<")[0]
    return name if names_type(name) else ""


def _each(found: Sequence[str]) -> Sequence[AssignedValue]:
    """Return each of the values that something chooses from, an unknown one among them."""
    return (
        [AssignedValue(value or UNKNOWN) for value in dict.fromkeys(found)]
        if any(found)
        else [AssignedValue("")]
    )


def _choice(language: Language, node: Node) -> tuple[int, ...] | None:
    """Return the places of what a value chooses from, by its type or by the operator between two operands."""
    places = language.choices.get(node.type)
    if places is None and node.child_count == 3 and (operator := node.child(1)) is not None:
        return language.choices.get(operator.type)
    return places


def _branches(node: Node, language: Language) -> Iterator[Node]:
    """Yield the expressions of which a value is one, however deep they are nested."""
    pending: list[Node] = [node]
    kinds = language.nodes
    while pending:
        node = pending.pop()
        way = language.branches.get(node.type)
        if way is None:
            yield node
            continue
        if way in ("all", "last"):
            inside: Sequence[Node | None] = node.named_children if way == "all" else node.named_children[-1:]
        else:
            inside = [node.child_by_field_name(field) for field in way.split()]
            if kinds.suffixes:
                inside = [run(one, kinds, node) for one in inside if one is not None]
        pending.extend(child for child in reversed(inside) if child is not None and not child.is_extra)


def _stated(reader: Reader, node: Node) -> str:
    """Return the type that a value states of itself, as `cast("Client", found)` does."""
    pattern, annotations = _stated_types(reader.language.name)
    match = pattern.match(reader.data[node.start_byte : node.end_byte])
    if match is None or match.lastindex is None:
        return ""
    stated = match[match.lastindex].decode("utf-8", "replace").strip("\"' ")
    longest = LONGEST
    if reader.language.written_types:
        stated, longest = on_one_line(stated), LONGEST_TYPE
    if len(stated) > longest:
        return ""
    first, _, second = stated.partition(",")
    annotation = (
        annotations[match.lastindex - 1].replace("{first}", first).replace("{second}", second.strip())
    )
    return annotation.replace("{}", stated)


def _property(reader: Reader, node: Node, scope: int) -> str:
    """Return a property that is made of functions with its accessors, as `property(read,write,)`."""
    start = node.start_byte
    for name, call in reader.accessor_makers:
        if not reader.data.startswith(call, start):
            continue
        keywords = reader.language.accessors[name]
        arguments = node.child_by_field_name("arguments")
        accessors = dict.fromkeys(keywords, "")
        for place, argument in enumerate(arguments.named_children if arguments is not None else ()):
            keyword, value = argument.child_by_field_name("name"), argument.child_by_field_name("value")
            if keyword is None or value is None:
                accessors.update({one: reader.value(argument, scope) for one in keywords[place : place + 1]})
            elif (one := text_of(keyword, reader.data)) in accessors:
                accessors[one] = reader.value(value, scope)
        return f"{name}({ACCESSOR.join(accessors.values())})"
    return ""


@cache
def _stated_types(language: str) -> tuple[re.Pattern[bytes], list[str]]:
    """Return one pattern for all values that state their types, with a group for each, and the types they state."""
    stated = load(language).stated_types
    return re.compile("|".join(f"(?:{pattern})" for pattern in stated).encode()), list(stated.values())


def elements(reader: Reader, node: Node, scope: int, count: int) -> list[str]:
    """Return the collections whose elements the targets of a loop take, empty where it is not known.

    Which of several targets takes what is not told: each takes elements of the elements.
    """
    language = reader.language
    if language.brackets:
        node = inner(reader, node)
    if language.choices and (places := _choice(language, node)):
        children = node.named_children
        found = [elements(reader, children[place], scope, count) for place in places if place < len(children)]
        told = [one for one in found if any(one)]
        return told[0] if len(told) == 1 else [""] * count
    field = node.child_by_field_name("field") if count > 1 else None
    if field is not None and text_of(field, reader.data) in language.visiting_methods:
        visited = node.child_by_field_name("value")  # of `items.enumerate().map`
        return elements(reader, visited, scope, count) if visited is not None else [""] * count
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    plain = reader.value(node, scope)
    if function is None or arguments is None:
        return [plain] if count == 1 else _parts(reader, plain, count)
    inside, receiver = arguments.named_children, function.child_by_field_name("value")
    way = _iterator(reader, node)
    if not way and receiver is not None and _is_of_iterator(reader, node, receiver):
        return elements(reader, receiver, scope, count)
    if way == "same" and inside:
        return elements(reader, inside[0], scope, count)
    if way == "numbered":
        numbered = inside[0] if inside else receiver
        known = elements(reader, numbered, scope, count - 1) if numbered is not None and count > 1 else []
        return ["", *known]
    if way == "paired":
        found_each = [reader.value(one, scope) for one in inside[:count]]
        return found_each + [""] * (count - len(found_each))
    if way == "keyed":
        mapping = plain.rpartition(".")[0] if language.key_methods else ""
        keys = f"{mapping}{KEYS}" if mapping else ""
        return [keys, *[""] * (count - 2), plain] if count > 1 else [""]
    return [plain] if count == 1 else _parts(reader, plain, count)


def _iterator(reader: Reader, call: Node) -> str:
    """Return what the call of an iterator gives, as `Language.iterators` has it; empty for other calls."""
    function, iterators = call.child_by_field_name("function"), reader.language.iterators
    name = text_of(function, reader.data) if function is not None else ""
    return iterators.get(name) or iterators.get("." + name.rpartition(".")[2], "")


def _is_of_iterator(reader: Reader, call: Node, receiver: Node | None) -> bool:
    """Whether a call, whose object is given, leaves some of an iterator out: `items.enumerate().skip(1)`."""
    while receiver is not None:
        function = call.child_by_field_name("function")
        method = function.child_by_field_name("field") if function is not None else None
        if method is None or text_of(method, reader.data) not in reader.language.transparent_methods:
            return False
        if _iterator(reader, receiver):
            return True
        call, function = receiver, receiver.child_by_field_name("function")
        receiver = function.child_by_field_name("value") if function is not None else None
    return False


def _parts(reader: Reader, whole: str, count: int) -> list[str]:
    """Return what several targets take of each element of a collection: one part each."""
    if whole and reader.language.paired_loops:
        if count == len(_OF_PAIR):
            return [f"{whole}{part}" for part in _OF_PAIR]
        return [part_of(whole, place, is_each=True) for place in range(count)]
    if not whole or not reader.language.untyped_objects:
        return [""] * count
    element = each(whole) if whole.endswith(ALL) else f"{whole}[]"
    return [f"{element}{NUMBERED}{place}" if element else "" for place in range(count)]
