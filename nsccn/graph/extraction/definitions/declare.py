"""The definitions of one file: names, ranges, signatures, documentation."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

import msgspec

from nsccn.graph.dottednames import with_marks
from nsccn.graph.extraction.captures import DEFINITION, LOOSE_DEFINITION
from nsccn.graph.extraction.definitions.basenames import base_names
from nsccn.graph.extraction.definitions.braces import braces, mended
from nsccn.graph.extraction.definitions.clauses import arity, with_clauses_joined
from nsccn.graph.extraction.definitions.comments import (
    clean_comments,
    clean_string,
    without_markup,
)
from nsccn.graph.extraction.definitions.declarator import behind_macro, declared, outermost
from nsccn.graph.extraction.definitions.definitionparts import (
    comment,
    receiver_name,
    stated_modifiers,
    stated_result,
    taken_object,
    whole_signature,
    with_access,
)
from nsccn.graph.extraction.definitions.forward import without_forward
from nsccn.graph.extraction.definitions.handed import handed, parts_of
from nsccn.graph.extraction.definitions.indentedends import end_with_code
from nsccn.graph.extraction.definitions.loopwritten import written_by_loop
from nsccn.graph.extraction.definitions.nesting import (
    Declared,
    nest,
    own_regions,
    without_macro_heads,
    without_rebound,
)
from nsccn.graph.extraction.definitions.wordmethods import declared_by_words
from nsccn.graph.extraction.source import Lines, plain_name, text_of
from nsccn.graph.extraction.values.destructuring import nameless_parameter, pattern_of
from nsccn.graph.kinds import DATA_KINDS, FUNCTION_KINDS, TYPE_KINDS
from nsccn.graph.model import (
    BUILT,
    LOOSE,
    MODULE_NAME,
    NAMELESS,
    RECURSIVE,
    Definition,
    SourceRange,
)
from nsccn.graph.notation.expression import LONGEST, expression
from nsccn.graph.notation.fixtures import fixture_marks
from nsccn.graph.sourcetext import gives_property, left_to_subtypes, without_comments

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from tree_sitter import Node

    from nsccn.graph.extraction.queries import Found, Parts
    from nsccn.graph.kinds import EntityKind
    from nsccn.graph.language import Language
    from nsccn.graph.regions import Regions

_UNREAD_WORDS: Final = re.compile(r"(?!operator\b)(?:\w+(?:<[^<>;{}]*>)?\s+)+(?=\w+\Z)")
"""Macros and a type before a name that the grammar takes for a part of it."""
_IS_CODE: Final = re.compile("[{};]")
"""What the grammar takes for a declared name is none where it could not read the declaration."""
_TEST: Final = "test"
"""What stands in something for tests alone is so too."""
_ANY: Final = "_"
"""Stands for a parameter that is a pattern without a name."""
_LAST_NAME: Final = re.compile(r"\w+(?=\W*\Z)")
_QUOTES: Final = "`\"'"
_VERBATIM: Final = "@"
"""Before a name of C# that would else be a word of the language: `Handle(Paid @event)`."""


@dataclass
class Declarations:
    """The definitions of a file, and whose bytes are whose."""

    definitions: tuple[Definition, ...]
    regions: Regions
    lines: Lines
    scopes: list[int]
    """Ordinal -> ordinal of the innermost definition around it that runs code: itself, or what declares the data."""


def declare(
    found: Found, data: bytes, source: bytes, language: Language, readable: bytes = b""
) -> Declarations:
    """Return the definitions of a file, the file itself first, then in the order of the source.

    Args:
        found: the matches of the language's queries.
        data: the text of the file as expressions in it are read.
        source: the text of the file.
        language: its language.
        readable: the text as the grammar was given it, where it could not read it all and braces say what is whole.
    """
    raw = _collect(found, source, language)
    if readable:
        raw = mended(raw, readable, braces(readable))
    if language.clauses:
        raw, bodies = with_clauses_joined(raw, typed_apart=language.typed_apart)
        found.setdefault("elide", []).extend((body, {}) for body in bodies)
    _attach_attributes(raw, found, data)
    _attach_decorators(raw, found, data, language)
    entities = nest(raw, data, language)
    if language.local_declarations:
        entities = without_forward(entities, source, language)
    entities = without_rebound(entities, data)
    regions = own_regions(entities, len(data))
    lines = Lines(data)
    _attach_parameters(entities, found, data, regions, language)
    docs = _docs(found, source, regions, entities)
    built = _built(source, language)
    definitions = [_module(data, lines, docs.get(0, ""), built)]
    for ordinal, item in enumerate(entities, 1):
        doc = docs.get(ordinal) or comment(item, source, lines, language)
        doc = without_markup(doc) if language.documentation_markup else doc
        finished = _finish(item, data, source, lines, language, doc, definitions[item.parent])
        definitions.append(_only_built(finished, built) if built else finished)
    scopes = [0]
    for ordinal, item in enumerate(entities, 1):
        is_of_other = item.kind in DATA_KINDS and not language.whole_variables
        scopes.append(scopes[item.parent] if is_of_other else ordinal)
    return Declarations(_number(definitions), regions, lines, scopes)


def _collect(found: Found, source: bytes, language: Language) -> list[Declared]:
    by_name: dict[tuple[int, int], Declared] = {}
    mains = [main for main in found if main.startswith((DEFINITION, "container."))]
    for main in mains:
        matches, container = found[main], main.startswith("container.")
        kind = main.partition(".")[2]
        for node, parts in matches:
            if "word" in parts:
                items = (
                    declared_by_words(node, parts, source, language)
                    if "declares" in parts
                    else written_by_loop(node, parts, kind, source)
                )
                by_name.update(((item.name_byte, place), item) for place, item in enumerate(items, 1))
                continue
            name_node = written = parts["name"][0] if "name" in parts else None
            declared_kind = kind
            if name_node and language.declarators:
                name_node, found_kind = declared(name_node, language.declarators)
                name_node = behind_macro(name_node, language.nodes)
                declared_kind = found_kind if found_kind and kind in DATA_KINDS else kind
            titled = parts["title"][0] if "title" in parts else name_node
            written_name = text_of(titled, source) if titled else "default"
            unread = _UNREAD_WORDS.match(written_name) if language.declarators else None
            name = (
                _declared_name(written_name[unread.end() :] if unread else written_name, language)
                if name_node
                else "default"
            )
            if "operator" in parts:
                name = _operator_name(name, text_of(parts["operator"][0], source))
            if not name or (language.declarators and _IS_CODE.search(name)):
                continue
            name_byte = name_node.start_byte if name_node else node.start_byte
            name_byte += len(unread.group().encode()) if unread else 0
            known = by_name.get((name_byte, 0))
            is_data = declared_kind in DATA_KINDS
            if known is not None and (is_data or (known.kind not in DATA_KINDS and known.region is None)):
                continue
            outer = outermost(node, language) if language.wrappers and node != written else node
            runs = handed(node, name_node, source, language) if is_data else None
            item = by_name[name_byte, 0] = Declared(
                declared_kind if runs is None else "func",
                name,
                node.start_byte,
                node.end_byte,
                outer.start_byte,
                outer.end_byte,
                name_byte,
                parts_of(runs, parts) if runs is not None else parts,
                container,
            )
            if runs is not None:
                item.be_handed(runs)
    for item in _loose(found, source, by_name.values(), language):
        by_name.setdefault((item.name_byte, 0), item)
    raw = sorted(by_name.values(), key=lambda item: (item.start, -item.end, item.name_byte))
    if language.indented_ends:
        end_with_code(raw, source)
    return without_macro_heads(raw) if language.included_names else raw


def _declared_name(written: str, language: Language) -> str:
    """Return a declared name as facts have it: without quotes; where names hold dots, these may hold anything."""
    if language.dotted_names:
        return with_marks(written.strip(_QUOTES))
    if language.outlined:
        return written.strip('"')
    if language.name_lead:
        written = re.sub(rf"\A{language.name_lead}", "", written)
    if written[:1] in _QUOTES and ":" in written:
        return "".join(written[1:-1].split())  # of a member: `"Program:exit"() {}`
    return plain_name(written)


def _operator_name(word: str, symbol: str) -> str:
    """Return the name of what an operator, or a conversion to a type, runs: `operator+`, `operator int`."""
    return f"{word} {symbol}" if symbol[:1].isalpha() else word + symbol


def _loose(found: Found, data: bytes, others: Iterable[Declared], language: Language) -> Iterator[Declared]:
    """Yield what has a name that means nothing around it, or none, but for what has another name besides."""
    bodies = {item.parts["body"][0].start_byte for item in others if "body" in item.parts}
    for main in [main for main in found if main.startswith(LOOSE_DEFINITION)]:
        kind = main.removeprefix(LOOSE_DEFINITION)
        for node, parts in found[main]:
            is_type, name_node, outer = kind in TYPE_KINDS, parts["name"][0], node.start_byte
            function = None if is_type or "body" in parts else handed(node, None, data, language)
            own = parts if function is None else parts_of(function, parts)
            name = NAMELESS if is_type else _declared_name(text_of(name_node, data), language)
            opened = own.get("members" if is_type else "body")
            if not name or not opened or opened[0].start_byte in bodies:
                continue
            body = opened[0].start_byte
            bodies.add(body)
            # What a type is made with runs outside of it.
            start, end, named = body if is_type else outer, node.end_byte, name_node.start_byte
            item = Declared(kind, name, start, end, outer, end, named, own, modifiers=_loosely(own))
            if function is not None:
                item.be_handed(function)
            yield item


def _loosely(parts: Parts) -> tuple[str, ...]:
    return (LOOSE, RECURSIVE) if "itself" in parts else (LOOSE,)


def _attach_decorators(raw: list[Declared], found: Found, data: bytes, language: Language) -> None:
    """A decorator belongs to the definition whose name is the next one after it."""
    named = [item for item in raw if not (item.container or item.modifiers)]
    by_name = sorted(named, key=lambda item: item.name_byte)
    names = [item.name_byte for item in by_name]
    for node, parts in found.get("decorator", ()):
        place = bisect_left(names, node.start_byte)
        if place == len(names):
            continue
        item = by_name[place]
        callee = parts["callee"][0] if "callee" in parts else node
        text = without_comments(language, text_of(callee, data)).lstrip("@").strip()
        head, bracket, _ = text.partition("(")
        # Of a long one only the last name would be known, and it ends with arguments.
        item.decorators.append(expression(head + "()" if bracket and len(text) > LONGEST else text))
        item.marks.extend(fixture_marks(text, language))
        item.outer_start = min(item.outer_start, node.start_byte)
        item.decorated_to = max(item.decorated_to, node.end_byte)
        if "itself" in parts and item.kind in TYPE_KINDS:
            item.region = (item.outer_start, item.end)


def _attach_attributes(raw: list[Declared], found: Found, data: bytes) -> None:
    """An attribute belongs to the definition that begins with it, or behind it, or behind other attributes."""
    by_start = sorted(raw, key=lambda item: item.start)
    starts = [item.start for item in by_start]
    for node, _ in reversed(found.get("attribute", ())):
        place = bisect_left(starts, node.start_byte)
        if place < len(starts) and starts[place] == node.start_byte:
            if node.end_byte <= by_start[place].name_byte:  # else it is what it defines: `@callback`
                by_start[place].decorated_to = node.end_byte
            continue
        place = bisect_left(starts, node.end_byte)
        item = by_start[place] if place < len(starts) else None
        if item is not None and not data[node.end_byte : item.outer_start].strip():
            item.outer_start = node.start_byte
            item.decorated_to = max(item.decorated_to, node.end_byte)


def _attach_parameters(
    entities: list[Declared], found: Found, data: bytes, regions: Regions, language: Language
) -> None:
    taken: dict[int, tuple[Node, str]] = {}
    for whole, parts in found.get("parameter", ()):
        target = declared(parts["target"][0], language.declarators)[0]
        if target.type not in language.declarators:
            byte = whole.start_byte - 1 if language.promoted_parameters else target.start_byte
            taken[byte] = target, text_of(target, data).strip().removeprefix(_VERBATIM)
    for whole, parts in found.get("declare", ()) if language.written_members else ():
        if "taken" in parts and "source" not in parts:
            pattern = pattern_of(whole, parts)
            taken[pattern.start_byte] = pattern, nameless_parameter(whole, pattern)
    for byte in sorted(taken):
        target, name = taken[byte]
        owner = regions.owner(byte)
        if owner and _takes(entities[owner - 1], target, language):
            is_pattern = language.clauses and target.type not in language.nodes.names
            entities[owner - 1].parameters.append(_ANY if is_pattern else name)
    for item in entities if language.clauses else ():
        item.parameters += [_ANY] * (arity(item) - len(item.parameters))


def _takes(item: Declared, parameter: Node, language: Language) -> bool:
    """Tell whether a parameter is one of a definition's own, and not of a function without a name inside it."""
    if language.clauses:
        return any(
            head.start_byte <= parameter.start_byte < head.end_byte
            for head in item.parts.get("arguments", ())
        )
    inner = item.parts.get("body") or item.parts.get("members")
    return item.kind not in DATA_KINDS and (not inner or parameter.start_byte < inner[0].start_byte)


def _docs(found: Found, data: bytes, regions: Regions, entities: Sequence[Declared]) -> dict[int, str]:
    """Return what documents definitions, by their ordinals: in them, or in an attribute before them."""
    docs: dict[int, str] = {}
    decorated = sorted(
        (item.outer_start, item.decorated_to, number) for number, item in enumerate(entities, 1)
    )
    for node, parts in found.get("doc", ()):
        comment = parts.get("value", parts["doc"])
        before = bisect_right(decorated, (node.start_byte, len(data), 0)) - 1
        if before >= 0 and node.start_byte < decorated[before][1]:
            docs.setdefault(decorated[before][2], clean_string(text_of(comment[0], data)))
            continue
        text = (
            clean_comments(comment, data)
            if "comment" in node.type
            else clean_string(text_of(comment[0], data))
        )
        docs.setdefault(regions.owner(node.start_byte), text)
    return docs


def _built(source: bytes, language: Language) -> tuple[str, ...]:
    """Return the modifier of what a file defines that is built on a condition."""
    said = re.match(language.build_condition.encode(), source) if language.build_condition else None
    return (BUILT + said[1].decode("utf-8", "replace").strip(),) if said else ()


def _only_built(definition: Definition, built: tuple[str, ...]) -> Definition:
    if definition.kind not in FUNCTION_KINDS:
        return definition
    return msgspec.structs.replace(definition, modifiers=(*definition.modifiers, *built))


def _module(data: bytes, lines: Lines, doc: str, modifiers: tuple[str, ...]) -> Definition:
    return Definition(
        kind="module",
        name=MODULE_NAME,
        qualified_name=MODULE_NAME,
        parent=-1,
        full_range=SourceRange(0, len(data), 1, max(lines.count, 1)),
        name_line=1,
        doc=doc,
        modifiers=modifiers,
    )


def _finish(
    item: Declared,
    data: bytes,
    source: bytes,
    lines: Lines,
    language: Language,
    doc: str,
    around: Definition,
) -> Definition:
    """Make the definition; it stands in `around`."""
    parts = item.parts
    body = parts.get("body", ())
    body_start, body_end = (body[0].start_byte, item.body_end or body[-1].end_byte) if body else (0, 0)
    modifiers = stated_modifiers(item, data, language)
    if body and item.kind == "method":
        left = left_to_subtypes(language, data[body_start:body_end])
        modifiers = tuple(sorted({*modifiers, left})) if left else modifiers
    if body and language.accessors and item.kind in FUNCTION_KINDS:
        makes = gives_property(language, data[body_start:body_end])
        modifiers = tuple(sorted({*modifiers, "accessors"})) if makes else modifiers
    modifiers = with_access(modifiers, item, around, language)
    if _TEST in around.modifiers:
        modifiers = tuple(sorted({*modifiers, _TEST}))
    return Definition(
        kind=cast("EntityKind", item.kind),  # the containers are gone
        name=item.name,
        qualified_name=item.qualified,
        parent=item.parent,
        full_range=SourceRange(
            item.outer_start,
            item.outer_end,
            lines.line(item.outer_start),
            lines.line(max(item.outer_end - 1, 0)),
        ),
        name_line=lines.line(item.name_byte),
        body_start=body_start,
        body_end=body_end,
        signature=whole_signature(item, source, language),
        doc=doc,
        receiver=receiver_name(item, data, language, modifiers),
        parameters=(*_LAST_NAME.findall(taken_object(item, source, language)), *item.parameters),
        bases=base_names(parts.get("base", ()), data, language),
        decorators=tuple(item.decorators),
        returns=stated_result(item, data, language, doc, around.doc),
        modifiers=modifiers,
        metaclass=expression(text_of(parts["metaclass"][0], data)) if "metaclass" in parts else "",
    )


def _number(definitions: list[Definition]) -> tuple[Definition, ...]:
    """Append `#2`, `#3` to the qualified names of redefinitions, and carry the change to what they enclose."""
    import msgspec

    seen: Counter[tuple[str, str]] = Counter()
    numbered: list[Definition] = []
    renamed: dict[int, tuple[str, str]] = {}
    for ordinal, definition in enumerate(definitions):
        qualified = definition.qualified_name
        if definition.parent in renamed:
            old, new = renamed[definition.parent]
            if qualified.startswith(old + "."):
                qualified = new + qualified[len(old) :]
        seen[definition.kind, qualified] += 1
        count = seen[definition.kind, qualified]
        unique = qualified if count == 1 else f"{qualified}#{count}"
        if unique == definition.qualified_name:
            numbered.append(definition)
        else:
            renamed[ordinal] = (definition.qualified_name, unique)
            numbered.append(msgspec.structs.replace(definition, qualified_name=unique))
    return tuple(numbered)
