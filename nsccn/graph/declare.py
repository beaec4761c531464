"""The definitions of one file: names, ranges, signatures, documentation."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from nsccn.graph.captures import DEFINITION
from nsccn.graph.comments import clean_comment, clean_string, leading_comment
from nsccn.graph.declarator import declared
from nsccn.graph.expression import expression
from nsccn.graph.model import MODULE_NAME, Definition, SourceRange
from nsccn.graph.regions import Region, Regions

if TYPE_CHECKING:
    from tree_sitter import Node

    from nsccn.graph.captures import Parts
    from nsccn.graph.language import Language

Found = dict[str, "list[tuple[Node, Parts]]"]

DATA_KINDS: Final = frozenset({"var", "attr"})
TYPE_KINDS: Final = frozenset({"class", "interface", "struct", "enum", "trait", "type"})
HOLDER_KINDS: Final = frozenset({"func", "var"})
"""What functions may be attached to that are no methods for it."""
LONGEST_SIGNATURE: Final = 400
_TRAILING_COMMENT = re.compile(r"(?:(?<=\s)|^)(?:#(?!\[)|//)[^\n]*(?:\n|\Z)")
_IDENTIFIER = re.compile(r"[^\W\d]\w*\Z")
_SYMBOLS = re.compile(r"[^\w\s\"'`#]+\Z")


@dataclass
class Declared:
    """A definition on its way from captures to facts."""

    kind: str
    name: str
    start: int
    end: int
    outer_start: int
    outer_end: int
    name_byte: int
    parts: Parts = field(repr=False)
    container: bool = False
    parent: int = -1
    qualified: str = ""
    decorators: list[str] = field(default_factory=list)
    parameters: list[str] = field(default_factory=list)
    decorated_to: int = 0
    outside: bool = False
    """A function that is defined outside the type that may declare it."""


@dataclass
class Declarations:
    """The definitions of a file, and whose bytes are whose."""

    definitions: tuple[Definition, ...]
    regions: Regions
    lines: Lines
    scopes: list[int]
    """Ordinal -> ordinal of the innermost definition around it that runs code: itself, or what declares the data."""


class Lines:
    """Byte -> line."""

    def __init__(self, data: bytes) -> None:
        self.ends = [match.start() for match in re.finditer(b"\n", data)]

    def line(self, byte: int) -> int:
        """Return the 1-based line of a byte."""
        return bisect_left(self.ends, byte) + 1

    def start(self, line: int) -> int:
        """Return the first byte of a line."""
        return self.ends[line - 2] + 1 if line > 1 else 0


def declare(found: Found, data: bytes, language: Language) -> Declarations:
    """Return the definitions of a file, the file itself first, then in the order of the source."""
    raw = _collect(found, data, language)
    _attach_decorators(raw, found, data)
    entities = _nest(raw, data, language)
    if language.local_declarations:
        entities = _without_forward(entities)
    nested = [Region(item.start, item.end, ordinal) for ordinal, item in enumerate(entities, 1)]
    regions = Regions(len(data), nested)
    lines = Lines(data)
    _attach_parameters(entities, found, data, regions, language)
    docs = _docs(found, data, regions)
    definitions = [_module(data, docs.get(0, ""))]
    for ordinal, item in enumerate(entities, 1):
        doc = docs.get(ordinal) or leading_comment(data, lines, item.outer_start, language)
        definitions.append(_finish(item, data, lines, language, doc))
    scopes = [0]
    for ordinal, item in enumerate(entities, 1):
        scopes.append(scopes[item.parent] if item.kind in DATA_KINDS else ordinal)
    return Declarations(_number(definitions), regions, lines, scopes)


def text_of(node: Node, data: bytes) -> str:
    """Return the source text of a node."""
    return data[node.start_byte : node.end_byte].decode("utf-8", "replace")


def one_line(text: str, longest: int = LONGEST_SIGNATURE) -> str:
    """Return `text` with every run of white space as one space, cut after `longest` characters."""
    flat = " ".join(text.split())
    return flat if len(flat) <= longest else flat[: longest - 1] + "\u2026"


def plain_name(text: str) -> str:
    """Return a declared name without generics, pointers and quotes, joined by `.`."""
    if _IDENTIFIER.match(text) or _SYMBOLS.match(text):
        return text
    text = " ".join(text.split())
    head, operator, symbol = text.rpartition("operator")
    if operator and not re.search(r"\w\Z", head) and not re.match(r"\w", symbol):
        symbol = symbol.strip()
        symbol = " " + symbol.partition("(")[0].strip() if symbol[:1].isalpha() else symbol
        return (plain_name(head) + "." if head.strip(": ") else "") + "operator" + symbol
    depth = 0
    kept: list[str] = []
    for character in text:
        if character == "<" or (character == "[" and kept):
            depth += 1
        elif depth and character in ">]":
            depth -= 1
        elif depth == 0:
            kept.append(character)
    plain = re.sub(r"::|->|#", ".", "".join(kept))
    return plain.strip("\"'`*&. ").replace(" ", "").replace(":", "")


def _collect(found: Found, data: bytes, language: Language) -> list[Declared]:
    by_name: dict[int, Declared] = {}
    for main, matches in found.items():
        if not main.startswith((DEFINITION, "container.")):
            continue
        container = main.startswith("container.")
        kind = main.partition(".")[2]
        for node, parts in matches:
            name_node = parts["name"][0] if "name" in parts else None
            declared_kind = kind
            if name_node and language.declarators:
                name_node, found_kind = declared(name_node, language.declarators)
                declared_kind = found_kind if found_kind and kind in DATA_KINDS else kind
            name = plain_name(text_of(name_node, data)) if name_node else "default"
            if not name:
                continue
            name_byte = name_node.start_byte if name_node else node.start_byte
            known = by_name.get(name_byte)
            if known is not None and not (known.kind in DATA_KINDS and declared_kind not in DATA_KINDS):
                continue
            is_name = "name" in parts and node == parts["name"][0]
            outer = node if is_name else _outermost(node, language)
            by_name[name_byte] = Declared(
                declared_kind,
                name,
                node.start_byte,
                node.end_byte,
                outer.start_byte,
                outer.end_byte,
                name_byte,
                parts,
                container,
            )
    return sorted(by_name.values(), key=lambda item: (item.start, -item.end, item.name_byte))


def _outermost(node: Node, language: Language) -> Node:
    if language.wrappers:
        parent = node.parent
        while parent is not None and parent.type in language.wrappers and _is_single(node, parent):
            node, parent = parent, parent.parent
    return node


def _is_single(node: Node, parent: Node) -> bool:
    """A declaration of several things in a group belongs to none of them."""
    return sum(child.type == node.type for child in parent.named_children) == 1


def _attach_decorators(raw: list[Declared], found: Found, data: bytes) -> None:
    """A decorator belongs to the definition whose name is the next one after it."""
    by_name = sorted((item for item in raw if not item.container), key=lambda item: item.name_byte)
    names = [item.name_byte for item in by_name]
    for node, parts in found.get("decorator", ()):
        place = bisect_right(names, node.start_byte)
        if place == len(names):
            continue
        item = by_name[place]
        callee = parts["callee"][0] if "callee" in parts else node
        item.decorators.append(expression(text_of(callee, data).lstrip("@").strip()))
        item.outer_start = min(item.outer_start, node.start_byte)
        item.decorated_to = max(item.decorated_to, node.end_byte)


def _nest(raw: list[Declared], data: bytes, language: Language) -> list[Declared]:
    """Give each definition its parent and qualified name; return the definitions without the containers."""
    entities: list[Declared] = []
    enclosing: list[tuple[Declared, int]] = []
    types: dict[str, int] = {}
    holders: dict[str, int] = {}
    """What functions may be attached to; a function with methods is a type."""
    for item in raw:
        while enclosing and not _encloses(enclosing[-1][0], item):
            enclosing.pop()
        around, parent = _around(enclosing, item)
        if item.kind == "macro" and language.included_names:
            around, parent = None, 0
        if (
            language.local_declarations
            and around
            and around.kind in ("func", "method")
            and _is_declaration(item)
        ):
            continue
        prefix = f"{around.qualified}." if around else ""
        owner_path = _owner_path(item, data, language)
        if owner_path:
            prefix += owner_path + "."
            item.name = item.name[len(owner_path) + 1 :] if "owner" not in item.parts else item.name
        item.qualified = prefix + item.name
        if item.container:
            enclosing.append((item, types.get(item.qualified, parent)))
            continue
        if owner_path:
            holder = holders.get(prefix[:-1])
            if holder and item.kind == "method" and entities[holder - 1].kind == "func":
                entities[holder - 1].kind = "class"
                types[prefix[:-1]] = holder
            parent = types.get(prefix[:-1]) or holder or parent
        item.parent = parent
        item.outside = bool(owner_path) or not around or not _has_methods(around, language)
        item.name = item.name.rpartition(".")[2] or item.name if "operator" not in item.name else item.name
        owner = entities[parent - 1] if owner_path and parent else around
        if item.kind == "func" and (owner_path or (owner and _has_methods(owner, language))):
            item.kind = "func" if owner and owner.kind in HOLDER_KINDS else "method"
        entities.append(item)
        enclosing.append((item, len(entities)))
        if item.kind in TYPE_KINDS:
            types.setdefault(item.qualified, len(entities))
        elif item.kind in HOLDER_KINDS:
            holders.setdefault(item.qualified, len(entities))
    return entities


def _owner_path(item: Declared, data: bytes, language: Language) -> str:
    """Return the path of the type that a definition outside it belongs to; a declared name may hold it."""
    if "owner" in item.parts:
        return ".".join(plain_name(text_of(node, data)) for node in item.parts["owner"])
    if not language.declarators or item.kind != "func":
        return ""
    head, operator, _ = item.name.partition("operator")
    return (
        head.rstrip(".")
        if operator and head.endswith(".")
        else ("" if operator and not head else item.name.rpartition(".")[0])
    )


def _around(enclosing: list[tuple[Declared, int]], item: Declared) -> tuple[Declared | None, int]:
    """Return what an item belongs to.

    An attribute that a constructor's parameters declare is the type's. A function in the value of a variable is the
    variable's only where it says so by its `owner`; else it is in an anonymous function, which belongs further out.
    """
    for around in reversed(enclosing):
        kind = around[0].kind
        if not (kind in ("func", "method") if item.kind == "attr" else kind == "var"):
            return around
    return None, 0


def _is_declaration(item: Declared) -> bool:
    return item.kind == "var" or (item.kind == "func" and "body" not in item.parts)


def _without_forward(entities: list[Declared]) -> list[Declared]:
    """Leave out declarations whose definition is in the same file; of overloads, as many as there are definitions."""
    forward = [item.kind in ("func", "method") and "body" not in item.parts for item in entities]
    defined = Counter(
        (item.kind, item.qualified)
        for item, is_forward in zip(entities, forward, strict=True)
        if item.outside and not is_forward
    )
    kept: list[Declared] = []
    places = [0]
    for item, is_forward in zip(entities, forward, strict=True):
        item.parent = places[item.parent]
        key = (item.kind, item.qualified)
        if is_forward and defined[key]:
            defined[key] -= 1
            places.append(item.parent)
        else:
            kept.append(item)
            places.append(len(kept))
    return kept


def _encloses(outer: Declared, inner: Declared) -> bool:
    """One declaration of several names encloses none of them."""
    return inner.start < outer.end and (outer.start, outer.end) != (inner.start, inner.end)


def _has_methods(item: Declared, language: Language) -> bool:
    is_module = item.kind == "module" and not item.container
    return item.kind in TYPE_KINDS or (is_module and language.implicit_self)


def _attach_parameters(
    entities: list[Declared], found: Found, data: bytes, regions: Regions, language: Language
) -> None:
    for _, parts in found.get("parameter", ()):
        target = declared(parts["target"][0], language.declarators)[0]
        owner = regions.owner(target.start_byte)
        if owner and target.type not in language.declarators:
            entities[owner - 1].parameters.append(text_of(target, data))


def _docs(found: Found, data: bytes, regions: Regions) -> dict[int, str]:
    docs: dict[int, str] = {}
    for node, parts in found.get("doc", ()):
        comment = parts["doc"]
        text = "\n".join(text_of(line, data).rstrip("\n") for line in comment)
        text = clean_comment(text) if "comment" in node.type else clean_string(text)
        docs.setdefault(regions.owner(node.start_byte), text)
    return docs


def _module(data: bytes, doc: str) -> Definition:
    last = max(data.count(b"\n") + (not data.endswith(b"\n")), 1)
    return Definition(
        kind="module",
        name=MODULE_NAME,
        qualified_name=MODULE_NAME,
        parent=-1,
        full_range=SourceRange(0, len(data), 1, last),
        name_line=1,
        doc=doc,
    )


def _finish(item: Declared, data: bytes, lines: Lines, language: Language, doc: str) -> Definition:
    parts = item.parts
    body = parts["body"][0] if "body" in parts else None
    modifiers = _modifiers(item, data, language)
    return Definition(
        kind=item.kind,
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
        body_start=body.start_byte if body else 0,
        body_end=body.end_byte if body else 0,
        signature=_signature(item, data, language),
        doc=doc,
        receiver=_receiver(item, data, language, modifiers),
        parameters=tuple(item.parameters),
        bases=tuple(expression(text_of(node, data)) for node in parts.get("base", ())),
        decorators=tuple(item.decorators),
        returns=_returns(item, data, language),
        modifiers=modifiers,
    )


def _returns(item: Declared, data: bytes, language: Language) -> str:
    """Return the declared result: of several, as in `auto f() -> Client`, the one that says something."""
    found = [one_line(text_of(node, data)).lstrip(":->").strip() for node in item.parts.get("returns", ())]
    if item.kind in DATA_KINDS and language.declarators:
        return ""
    return next((text for text in found if text not in language.inferred_types), "")


def _signature(item: Declared, data: bytes, language: Language) -> str:
    start = item.decorated_to if item.outer_start < item.decorated_to <= item.name_byte else item.outer_start
    inner = item.parts.get("body") or item.parts.get("members")
    end = inner[0].start_byte if inner else item.outer_end
    text = data[start : min(end, start + 4 * LONGEST_SIGNATURE)].decode("utf-8", "replace")
    if language.comment_prefixes and "\n" in text:
        rows = text.split("\n")
        text = "\n".join(row for row in rows if not row.lstrip().startswith(language.comment_prefixes))
    text = _TRAILING_COMMENT.sub("\n", text)
    return one_line(text).rstrip("{;:,( " if inner else ";, ").strip()


def _modifiers(item: Declared, data: bytes, language: Language) -> tuple[str, ...]:
    words = [name.replace("()", "").rpartition(".")[2] for name in item.decorators]
    for node in item.parts.get("modifier", ()):
        words.extend(re.findall(r"\w+", text_of(node, data)))
    found = {language.modifiers[word] for word in words if word in language.modifiers}
    if item.kind in ("func", "method") and "body" not in item.parts:
        found.add("declared")
    return tuple(sorted(found))


def _receiver(item: Declared, data: bytes, language: Language, modifiers: tuple[str, ...]) -> str:
    if item.kind != "method" or "static" in modifiers:
        return ""
    if "receiver" in item.parts:
        return text_of(item.parts["receiver"][0], data)
    if language.receiver == "first_parameter":
        return item.parameters[0] if item.parameters else ""
    return language.receiver or "self"


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
