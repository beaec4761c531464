"""Where the code of a file gives variables, attributes and items their values."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.definitions.declarator import constant, declared, of_function, pointers
from nsccn.graph.extraction.scopes.contextual import contextual
from nsccn.graph.extraction.settings.constantkeys import asked_key
from nsccn.graph.extraction.source import one_line, text_of
from nsccn.graph.extraction.values.arraypatterns import part
from nsccn.graph.extraction.values.assignedvalues import AssignedValue, assigned_values, elements
from nsccn.graph.extraction.values.assignmentchains import AssignmentChains
from nsccn.graph.extraction.values.casepatterns import case_value
from nsccn.graph.extraction.values.destructuring import destructured, typed_parts
from nsccn.graph.extraction.values.givingmembers import gives_members
from nsccn.graph.extraction.values.initializedfields import InitializedFields
from nsccn.graph.extraction.values.madeobjects import is_listed, made_member
from nsccn.graph.extraction.values.results import Bodies
from nsccn.graph.extraction.values.targets import targets
from nsccn.graph.kinds import ASSIGNMENT_FORMS, DECLARING, FUNCTION_KINDS, RESULTS
from nsccn.graph.notation.annotation import ALIAS, element_type
from nsccn.graph.notation.expression import UNKNOWN
from nsccn.graph.notation.marks import BLOCK_WORD, EVERY_MEMBER, ORDINAL, OWN_BLOCK, RESULT
from nsccn.graph.notation.results import EACH, FAILURE, KEYS, NUMBERED
from nsccn.graph.notation.writtentypes import LONGEST_TYPE, on_one_line

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.extraction.queries import Parts
    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.kinds import AssignmentForm
    from nsccn.graph.packed import AssignmentRow

CAPTURED_FORMS: Final = tuple(form for form in ASSIGNMENT_FORMS if form not in ("call", *RESULTS))
"""What is captured with a target."""
_NOTHING: Final = (AssignedValue(""),)
_MARKED: Final = (("keys", KEYS), ("failed", FAILURE))
"""Parts of what is captured that say what of a value is given, with the marks for it."""
_DECLARES: Final = frozenset({"declare"})
_DECLARES_BY_VALUE: Final = frozenset({"assign", "declare"})
"""What may be the definition of the function whose name it gives a value."""
_OF_VARIABLES: Final = DECLARING | {"assign"}
_DIMENSIONS: Final = re.compile(rb"(?:\s*\[\s*\])+")
"""Behind a name, those of the array that it names: `byte read[]`."""
_Given = tuple[str, str, str, "AssignmentForm"]
"""What an assignment gives: target, value, annotation and form."""


def assignments(reader: Reader) -> Iterator[AssignmentRow]:
    """Yield what a file assigns; of what says nothing of a variable's type, the first for each variable."""
    found = _Assignments(reader)
    for form in CAPTURED_FORMS:
        for node, parts in _repeated(reader.found.get(form, ()), reader.language.repeating):
            byte = node.start_byte
            scope, line = found.scope(byte, form), reader.line(byte)
            for target, value, said, own_form in found.given(node, parts, scope, form):
                yield scope, target, value, said, own_form, line, byte


class _Assignments:
    """What the assignments of a file give, one after another, as target, value, annotation and form."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._known, self._bodies = _Known(reader), Bodies(reader)
        self._chains = AssignmentChains(reader.language)
        self._initializers = InitializedFields(reader)
        self._functions = [one.name if one.kind in FUNCTION_KINDS else "" for one in reader.definitions]
        self._starts = set(reader.pieces)
        self._parameters = {parts["target"][0].start_byte for _, parts in reader.found.get("parameter", ())}

    def scope(self, byte: int, form: AssignmentForm) -> int:
        """Return the scope of an assignment that begins at a byte."""
        # A parameter that declares an attribute, too, is one of the function around.
        before = self._reader.language.promoted_parameters and form == "parameter"
        scope = self._reader.piece_scopes[bisect_right(self._reader.pieces, byte - before)]
        is_of_variable = form == "initialize" and self._functions[scope] == ""
        return self._reader.owner(byte) if is_of_variable else scope

    def given(self, node: Node, parts: Parts, scope: int, form: AssignmentForm) -> Iterator[_Given]:
        """Yield what one assignment gives."""
        reader = self._reader
        if form == "initialize":
            yield from self._initializers.given(node, parts, scope)
            return
        annotation = _annotation(reader, node, parts, scope)
        if "taken" in parts:
            yield from self._of_pattern(node, parts, scope, form)
        elif "source" in parts:
            taken = part(reader, parts, scope, form)
            yield text_of(parts["target"][0], reader.data), taken.value, "", taken.form
        elif "owner" in parts or "ordered" in parts:
            for target, value in _of_members(reader, node, parts, scope, self._bodies):
                yield target, value, annotation, form
        elif "receiver" in parts:
            yield from _of_aside(reader, parts, scope, form)
        elif parts["target"][0].type == BLOCK_WORD:
            yield OWN_BLOCK, "", annotation, form
        else:
            yield from self._of_target(node, parts, scope, form, annotation)

    def _of_pattern(self, node: Node, parts: Parts, scope: int, form: AssignmentForm) -> Iterator[_Given]:
        """Yield what a pattern takes out of an object, first the object, if nameless, and what stands in for it."""
        reader, own_form = self._reader, "declare" if form == "loop" else form
        target = text_of(parts["target"][0], reader.data)
        found = destructured(reader, node, parts, scope, form)
        if found.nameless and self._known.is_first(scope, found.nameless):
            yield found.nameless, "", found.annotation, own_form
        yield target, found.value, "", own_form
        for value, stated in _otherwise(reader, parts, scope):
            yield target, value, stated, "parameter"

    def _of_target(
        self, node: Node, parts: Parts, scope: int, form: AssignmentForm, annotation: str
    ) -> Iterator[_Given]:
        """Yield what is given to one target, or to several that stand in one."""
        reader, written = self._reader, parts["target"][0]
        language = reader.language
        if language.declarators:
            if annotation and language.argument_types:
                annotation = constant(node, annotation, language) + pointers(written, language)
            annotation = annotation and of_function(written, annotation, language)
            written, kind = declared(written, language.declarators)
            if kind and form == "declare":
                return
        if form == "assign" and is_listed(reader, node):
            if member := made_member(reader, node, written, scope):
                yield member, reader.value(parts["value"][0], scope), "", form
            return
        if annotation and written.type in language.sequences and "value" not in parts:
            typed = typed_parts(written, annotation, reader)
            for target, stated in typed:
                if self._known.adds(scope, target, form, says=bool(stated)):
                    yield target, "", stated, form
            if typed:
                return
            annotation = ""  # is none of one of them
        own_names = _DECLARES_BY_VALUE if language.assignment_declares else _DECLARES
        is_taken = form == "declare" and written.start_byte in self._parameters
        for target, target_form, values in _values(reader, self._chains, node, parts, written, scope, form):
            if form in own_names and target == self._functions[scope] and node.start_byte in self._starts:
                continue  # the name of a function is a name of what is around it
            is_variable = form in _OF_VARIABLES and "." not in target
            for value, stated in values:
                taken = element_type(stated) if form == "loop" else stated
                said = taken if taken.startswith(ALIAS) else annotation or taken
                if is_taken and not (value or said):
                    continue  # a function with a name has it as a parameter
                if not is_variable or self._known.adds(scope, target, form, says=bool(value or said)):
                    yield target, value, said, target_form


def _repeated(found: Sequence[tuple[Node, Parts]], repeating: frozenset[str]) -> Iterable[tuple[Node, Parts]]:
    """Return declarations in their order, each with what it repeats: in Go, `Second` is of the type of `First`.

    const (
        First Kind = iota
        Second
    )
    """
    return map(_Repeats(repeating).filled, found) if repeating else found


class _Repeats:
    """What the declarations of each list said last."""

    def __init__(self, repeating: frozenset[str]) -> None:
        self._repeating = repeating
        self._said: dict[int, Parts] = {}

    def filled(self, match: tuple[Node, Parts]) -> tuple[Node, Parts]:
        """Return a declaration with what it repeats."""
        node, parts = match
        if node.type not in self._repeating or node.parent is None:
            return match
        if "type" in parts or "value" in parts:
            self._said[node.parent.id] = {name: parts[name] for name in ("type", "value") if name in parts}
            return match
        return node, {**parts, **self._said.get(node.parent.id, {})}


class _Known:
    """The variables that have been told of, and whether that said something of their type."""

    def __init__(self, reader: Reader) -> None:
        has_blocks = bool(reader.language.blocks)
        self._says: dict[tuple[int, str], bool] = {}
        has_inner = bool(reader.language.inner_scopes)
        self._shadows = reader.language.shadowed_variables or has_inner
        self._anew = DECLARING if has_inner else frozenset({"declare"})
        self._declares = not reader.language.assignment_declares
        self._declared: set[tuple[int, str]] = set()
        self._runs = [not has_blocks or item.kind in FUNCTION_KINDS for item in reader.definitions]

    def adds(self, scope: int, name: str, form: AssignmentForm, *, says: bool) -> bool:
        """Whether an assignment adds to what is known of a variable, which knows it from then on."""
        said = self._says.get((scope, name))
        is_first = form == "declare" and self._declares and (scope, name) not in self._declared
        if form == "declare":
            self._declared.add((scope, name))
        if (
            not says
            and said is not None
            and not (said and form in self._anew and (self._shadows or is_first))
        ):
            return False
        if self._runs[scope]:  # elsewhere each stands in a block of its own
            self._says[scope, name] = says or bool(said)
        return True

    def is_first(self, scope: int, name: str) -> bool:
        """Whether nothing was told of a name before."""
        is_first = (scope, name) not in self._says
        self._says.setdefault((scope, name), False)
        return is_first


def _otherwise(reader: Reader, parts: Parts, scope: int) -> Iterable[AssignedValue]:
    """Return what a name in a pattern stands for if the object has no such member."""
    given = assigned_values(reader, parts["value"][0], scope) if "value" in parts else ()
    return [one for one in given if one.value or one.annotation]


def _of_aside(reader: Reader, parts: Parts, scope: int, form: AssignmentForm) -> Iterator[_Given]:
    """Yield what is given to a member of a value that the assignment stands aside of: `Cart()..size = 1`."""
    held = reader.expression(parts["receiver"][0], scope)
    if held != UNKNOWN and "(" not in held.removesuffix("()"):
        value = reader.value(parts["value"][0], scope) if "value" in parts else ""
        yield f"{held}.{text_of(parts['target'][0], reader.data)}", value, "", form


def _of_members(
    reader: Reader, node: Node, parts: Parts, scope: int, bodies: Bodies
) -> Iterator[tuple[str, str]]:
    """Yield the target and value of a field that has a number for a name, or of a member that is written out."""
    if "ordered" in parts:
        yield str(parts["ordered"][0].children_by_field_name("type").index(parts["type"][0])), ""
        return
    owner = parts["owner"][0]
    if "every" in parts:
        if "callee" in parts and not gives_members(reader, parts["callee"][0]):
            return
        yield f"{reader.expression(owner, scope)}.{EVERY_MEMBER}", reader.value(parts["value"][0], scope)
        return
    written = parts["target"][0]
    value = _of_member(reader, parts, scope)
    around = node if node.type in reader.language.leaving else written
    if not value or (owner == node and not bodies.are_of(scope, around.start_byte)):
        return
    held = RESULT if owner == node else reader.expression(owner, scope)
    if "within" in parts:
        if reader.definitions[scope].kind not in FUNCTION_KINDS:
            return  # of what a function holds or gives
        held = f"{held}.{text_of(parts['within'][0], reader.data)}"
    yield _member(held, text_of(written, reader.data)), value


def _values(
    reader: Reader,
    chains: AssignmentChains,
    whole: Node,
    parts: Parts,
    written: Node,
    scope: int,
    form: AssignmentForm,
) -> Iterator[tuple[str, AssignmentForm, Sequence[AssignedValue]]]:
    """Yield what an assignment writes, the form, and what is given to it."""
    node = parts["value"][0] if "value" in parts else None
    if form == "loop" and node is not None and reader.language.iterators:
        taking = list(targets(reader, written, None, scope, form))
        found = elements(reader, node, scope, len(taking)) if taking else []
        if f"{EACH}{NUMBERED}" in "".join(found[-1:]) and _is_nested(reader, written, found):
            found = [""] * len(taking)
        for (target, target_form, _), value in zip(taking, found, strict=True):
            yield target, target_form, (AssignedValue(value),)
        return
    for marked, mark in _MARKED:
        if marked in parts:
            value = reader.value(parts[marked][0], scope)
            yield reader.expression(written, scope), form, (AssignedValue(value and f"{value}{mark}"),)
            return
    node = chains.last(whole, node)
    if node is None and form == "declare" and reader.language.nodes.patterns:
        yield reader.expression(written, scope), form, (AssignedValue(case_value(reader, written, scope)),)
        return
    if reader.language.several_results and form == "declare" and node is not None and written.parent == whole:
        declared_names = whole.children_by_field_name("name")
        if len(declared_names) > 1:
            place = declared_names.index(written)
            yield _one_of(reader, place, len(declared_names), written, node, scope)
            return
    for target, target_form, source in targets(reader, written, node, scope, form):
        if isinstance(source, AssignedValue):
            yield target, target_form, (source,)
        else:
            given = _NOTHING if source is None else assigned_values(reader, source, scope)
            yield target, target_form, given if source is None else _by_key(reader, target, source, given)


def _is_nested(reader: Reader, pattern: Node, found: Sequence[str]) -> bool:
    """Whether a pattern takes tuples in tuples apart, so that the places of its names are not those of parts."""
    return text_of(pattern, reader.data).count("(") > 1 + (found[0] == "")


def _by_key(
    reader: Reader, target: str, source: Node, given: Sequence[AssignedValue]
) -> Sequence[AssignedValue]:
    """Return what a variable is given; where the file calls it, with the constant key by which it is asked for."""
    if len(given) != 1 or not given[0].value or target not in reader.called_names:
        return given
    key = asked_key(reader.language, reader.data, source.start_byte, source.end_byte)
    return [AssignedValue(f"{given[0].value}{NUMBERED}{key}")] if key else given


def _one_of(
    reader: Reader, place: int, count: int, written: Node, value: Node, scope: int
) -> tuple[str, AssignmentForm, Sequence[AssignedValue]]:
    """Return what `var a, b = x, y`, or what the call in `var a, b = f()`, gives to one of the names."""
    target = reader.expression(written, scope)
    if value.named_child_count == count:
        return target, "declare", assigned_values(reader, value.named_children[place], scope)
    result = reader.value(value, scope)
    if not result.endswith(RESULT):
        return target, "declare", _NOTHING
    return target, "declare", (AssignedValue(f"{result}{NUMBERED}{place}" if place else result),)


def _of_member(reader: Reader, parts: Parts, scope: int) -> str:
    """Return what an object that is written out has as a member; of a loose function, by its ordinal."""
    if "value" in parts:
        return reader.value(parts["value"][0], scope)
    start = parts["target"][0].start_byte
    ordinal = reader.owner(start)
    item = reader.definitions[ordinal]
    return f"{item.name}{ORDINAL}{ordinal}" if item.is_loose and item.full_range.start_byte <= start else ""


def _member(owner: str, name: str) -> str:
    """Return what an object that is written out says of one member; of `...others`, of all of them."""
    return f"{owner}.{EVERY_MEMBER if name.startswith('...') else name}"


def _annotation(reader: Reader, node: Node, parts: Parts, scope: int) -> str:
    """Return the type that an assignment states, or that its place does; empty where there is none."""
    language = reader.language
    annotation = _stated(reader, parts["type"]) if "type" in parts else ""
    if annotation and language.nodes.dimensions:
        behind = _DIMENSIONS.match(reader.data, parts["target"][0].end_byte)
        annotation += "[]" * behind.group().count(b"[") if behind else ""
    if annotation and language.many_word and _takes_many(reader, node, parts):
        return f"{annotation}[]"
    if annotation and language.many_patterns and (pattern := parts["target"][0].parent) is not None:
        annotation = language.many_patterns.get(pattern.type, "{}").format(annotation)
    is_untyped = language.contextual_types and node.type in language.nodes.untyped_parameters
    if not annotation and is_untyped and "value" not in parts:
        return contextual(reader, node, scope)
    return annotation


def _takes_many(reader: Reader, node: Node, parts: Parts) -> bool:
    """Whether a word before a parameter says that it takes any number of what is of its type."""
    word = reader.language.many_word.encode()
    start = max(node.start_byte - len(word) - 1, 0)
    return word in reader.data[start : parts["target"][0].start_byte].split()


def _stated(reader: Reader, nodes: list[Node]) -> str:
    text = reader.run(nodes)
    is_written = reader.language.written_types
    annotation = (one_line(on_one_line(text), LONGEST_TYPE) if is_written else one_line(text)).lstrip(": ")
    if annotation.endswith("..."):  # any number of them
        annotation = annotation.removesuffix("...") + "[]"
    if annotation in reader.language.inferred_types:
        return ""
    return annotation.partition("{")[0].strip() if reader.language.declarators else annotation
