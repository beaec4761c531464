"""Types that documentation comments state before the names that are of them: `@param Cart[] $carts`, `@return Cart`.

They say more than the code does where that states none, or only that something is a collection.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.definitions.comments import LONGEST, MAYBE_CUT
from nsccn.graph.extraction.definitions.qualifiednames import BETWEEN
from nsccn.graph.kinds import DATA_KINDS, FUNCTION_KINDS, TYPE_KINDS
from nsccn.graph.notation.brackets import split
from nsccn.graph.notation.marks import MIXED_IN, RESULT

if TYPE_CHECKING:
    from nsccn.graph.extraction.reader import Reader
    from nsccn.graph.kinds import AssignmentForm
    from nsccn.graph.model import Definition
    from nsccn.graph.packed import AssignmentRow

_TAG: Final = re.compile(r"@(?:phpstan-|psalm-)?(param|return|var|property(?:-read|-write)?)\s+(?=\S)")
_TEMPLATE: Final = re.compile(
    r"@(?:phpstan-|psalm-)?template(?:-covariant|-contravariant)?[ \t]+(\w+)(?:[ \t]+(?:of|as)[ \t]+(?=\S))?"
)
_SEE: Final = re.compile(r"@see\s+([\\\w]*[A-Z]\w*)[ \t]*$", re.MULTILINE)
"""Another type that a comment leads to."""
_MIXIN: Final = re.compile(r"@(?:phpstan-|psalm-)?mixin[ \t]+([\\\w]*[A-Z]\w*)[ \t]*$", re.MULTILINE)
"""A type whose members a type has too, since it hands on what it is asked for."""
_NAME: Final = re.compile(r"\s*&?(?:\.\.\.)?\$(\w+)")
_UNMARKED: Final = re.compile(r"[ \t]+(\w+)[ \t]*$", re.MULTILINE)
"""The name of a property without its mark, where nothing follows it."""
_LOCAL: Final = re.compile(rb"/\*\*?\s*@(?:phpstan-|psalm-)?var\s+(?=\S)")
_ASSIGNED: Final = re.compile(
    rb"[^*/]*\*/\s*(?:return\b)?(?P<loop>foreach\s*\([^\n]{0,200}?\bas\s+)?\$(?P<given>\w+(?:->\w+)?)\s*[=)]"
)
"""What a comment without a name speaks of, which stands behind it."""
_END: Final = re.compile(r"[\s<>(){}\[\]|&]")
_AROUND: Final = re.compile(r"\s*([|&])\s*")
_WORD: Final = re.compile(r"\$?[^\W\d][\w$]*")
_OWN: Final = re.compile(r"\$?\b(?:static|this)\b(?!\$)")
_GENERATOR: Final = re.compile(r"^[\w$]*Generator<(.*)>$")
_TYPE_NAME: Final = re.compile(r"\b(?:class|interface)-string<([\w$]+)>")
_CALLED: Final = re.compile(r"^(?:[\w$]*Closure|callable)\(.*")
_LIST: Final = re.compile(r"^non-empty-(?=array|list)")
_OF_OWN: Final = re.compile(r",\s*self>")
"""Behind the type of what a relation holds, whose it is: `HasMany<Item, $this>`."""
_SHAPE: Final = re.compile(r"\{.*\}")
_CLASS: Final = re.compile(r"\$?(?:\w+\$)*[A-Z]\w*")
_SAYS_LITTLE: Final = frozenset({"", "array", "iterable", "object", "mixed", "callable", "self"})
_ANY: Final = "mixed"
_NO_TYPE: Final = " is "
"""In a type that depends on what is given."""


class TaggedTypes:
    """What the comments of a file state."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._types: dict[tuple[int, str], str] = {}
        """What is stated of a parameter, by the function, and of an attribute, by its type."""
        self._templates: dict[int, dict[str, str]] = {}
        """For each type what stands for any type in it, and what that must be."""
        self.stated: list[AssignmentRow] = []
        """What is stated of what the code does not declare."""
        self.named: list[AssignmentRow] = []
        """All that is stated, each as of something."""
        if not reader.language.tagged_types or b"@" not in reader.source:
            return
        for ordinal, item in enumerate(reader.definitions):
            if "@" in item.doc or len(item.doc) >= MAYBE_CUT:
                self._read(ordinal, item)
        self.stated += [row for row in _local(reader) if row[3]]
        self.named += self.stated

    def _read(self, ordinal: int, item: Definition) -> None:
        place, kind = item.full_range, item.kind
        templates = {**self._templates.get(item.parent, {}), **_templates(doc := self._whole(item))}
        if kind in TYPE_KINDS:
            self._templates[ordinal] = templates
            self._read_facade(ordinal, doc)
            self._read_mixed_in(ordinal, doc)
        for tag, name, text in _tags(doc, templates):
            row: AssignmentRow = (ordinal, name, "", text, "declare", place.start_line, place.start_byte)
            if tag.startswith("property") and kind in TYPE_KINDS and name:
                line, byte = self._place_of(item, name)
                self.stated.append((ordinal, f"self.{name}", *row[2:5], line, byte))
            elif tag == "var" and kind in DATA_KINDS:
                self._types.setdefault((item.parent, item.name), text)
                self.named.append((item.parent, *row[1:]))
            elif tag == "return" and kind in FUNCTION_KINDS:
                self.named.append(row)
            elif tag == "param" and kind in FUNCTION_KINDS and name:
                self._types[ordinal, name] = text
                if name in self._promoted(item):
                    self._types.setdefault((item.parent, name), text)
                self.named.append(row)

    def _read_mixed_in(self, cls: int, doc: str) -> None:
        """Take the types whose members the comment of a type says that this has too, for those of an attribute."""
        place = self._reader.definitions[cls].full_range
        for name in _MIXIN.findall(doc) if "mixin" in doc else ():
            stated = f"self.{MIXED_IN}", "", plain_type(name)
            self.stated.append((cls, *stated, "declare", place.start_line, place.start_byte))

    def _read_facade(self, cls: int, doc: str) -> None:
        """Take what the comment of a facade leads to for what it stands for, where its accessor names no type."""
        definitions, accessor = self._reader.definitions, self._reader.language.facade_accessor
        seen = [plain_type(name) for name in _SEE.findall(doc)] if accessor and "@see" in doc else []
        for ordinal, item in enumerate(definitions) if seen else ():
            place = item.full_range
            body = self._reader.source[place.start_byte : place.end_byte]
            if item.parent == cls and item.name == accessor and b"::class" not in body:
                where = place.start_line, place.start_byte
                self.stated += [(ordinal, RESULT, name, "", "return", *where) for name in seen]
                self.named += [(ordinal, "", "", name, "declare", *where) for name in seen]

    def _whole(self, item: Definition) -> str:
        """Return the comment of a definition, also where it is longer than what facts keep of it."""
        if len(item.doc) < MAYBE_CUT:
            return item.doc
        source = self._reader.source
        end = source.rfind(b"*/", 0, item.full_range.start_byte)
        start = source.rfind(b"/**", 0, max(end, 0))
        return source[start:end].decode("utf-8", "replace").replace("\n * ", "\n") if start >= 0 else ""

    def _place_of(self, cls: Definition, name: str) -> tuple[int, int]:
        """Return the line and the byte at which the comment above a type states a property."""
        source, end = self._reader.source, cls.full_range.start_byte
        start = max(source.rfind(b"/**", 0, end), 0)
        stated = re.compile(rb"@(?:phpstan-|psalm-)?property\b[^\n]*\b" + name.encode() + rb"\b")
        found = stated.search(source, start, end)
        return (
            (self._reader.line(found.start()), found.start()) if found else (cls.full_range.start_line, end)
        )

    def _promoted(self, item: Definition) -> frozenset[str]:
        """Return the attributes that the parameters of a constructor declare."""
        around = item.full_range
        inside = (
            one.name
            for one in self._reader.definitions
            if one.kind in DATA_KINDS and around.start_byte < one.full_range.start_byte < around.end_byte
        )
        return frozenset(inside) if self._reader.language.promoted_parameters else frozenset()

    @property
    def qualified(self) -> Iterator[tuple[str, int]]:
        """The names in comments that are written with their namespaces, each with its line."""
        for row in self.named:
            yield from ((name, row[5]) for name in _WORD.findall(row[3]) if BETWEEN in name)

    def applied(self, rows: Iterable[AssignmentRow]) -> Iterator[AssignmentRow]:
        """Yield assignments, with what comments say of what they declare where that is more."""
        for row in rows:
            text = self._types.get(row[:2], "") if row[4] in ("parameter", "declare") else ""
            yield (*row[:3], _fuller(row[3], text), *row[4:]) if text else row


def result(doc: str, declared: str, around: str) -> str:
    """Return the result of a function, by its comment where that says more than what it declares.

    `around` is the comment of what the function stands in.
    """
    if "@" not in doc:
        return declared
    templates = {**_templates(around), **_templates(doc)}
    stated = next((text for tag, _, text in _tags(doc, templates) if tag == "return"), "")
    return _fuller(declared, stated)


def _fuller(declared: str, stated: str) -> str:
    """Return which of two types of the same thing says more.

    >>> _fuller("Node", "Cart")
    'Cart&Node'
    >>> _fuller("array", "Cart[]"), _fuller("Cart", "int"), _fuller("Carts", "Carts<Cart>"), _fuller("", "Cart|null")
    ('Cart[]', 'Cart', 'Carts<Cart>', 'Cart|null')
    """
    plain = declared.strip("? ")
    if not stated or stated == plain or plain.lower() in _SAYS_LITTLE:
        return stated or declared
    names = {word.rpartition(BETWEEN)[2] for word in _WORD.findall(stated)}
    if plain.rpartition(BETWEEN)[2] in names:
        return stated
    is_narrower = _CLASS.fullmatch(stated) is not None and _CLASS.fullmatch(plain) is not None
    return f"{stated}&{plain}" if is_narrower else declared


def _tags(doc: str, templates: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield the tags of a comment with the name that each speaks of, and the type."""
    for found in _TAG.finditer(doc):
        end = type_end(doc, found.end())
        is_property = found[1].startswith("property")
        name = _NAME.match(doc, end) or (_UNMARKED.match(doc, end) if is_property else None)
        text = plain_type(doc[found.end() : end])
        if name is not None and "..." in name[0] and _CLASS.fullmatch(text):
            text = f"{text}[]"
        yield found[1], name[1] if name else "", _bound(text, templates) if templates else text


def _templates(doc: str) -> dict[str, str]:
    """Return the names that stand for any type, and what these must be; empty for any."""
    found = _TEMPLATE.finditer(doc) if "template" in doc else ()
    return {
        one[1]: plain_type(doc[one.end() : type_end(doc, one.end())]) if one[0][-1:].isspace() else ""
        for one in found
    }


def _bound(text: str, templates: Mapping[str, str]) -> str:
    """Return a type with what its names that stand for any type must be; without those that may be any.

    >>> _bound("Carts<TKey, TCart>|TOther|null", {"TCart": "Cart", "TKey": "", "TOther": ""})
    'Carts<mixed, Cart>|null'
    """
    kept = [part for part in split(text, "|") if templates.get(part.strip(" ()?"), part)]
    return _WORD.sub(lambda word: templates.get(word[0], word[0]) or _ANY, "|".join(kept))


def _local(reader: Reader) -> Iterator[AssignmentRow]:
    """Yield what comments in the code state of variables."""
    for found in _LOCAL.finditer(reader.source):
        start = found.end()
        text = reader.source[start : start + LONGEST].decode("utf-8", "replace")
        end = type_end(text, 0)
        behind = start + len(text[:end].encode())
        name = _NAME.match(text, end)
        assigned = _ASSIGNED.match(reader.source, behind)
        given = assigned["given"].decode("utf-8", "replace").replace("->", ".") if assigned else ""
        target = name[1] if name is not None else given.replace("this.", "self.")
        is_assigned = assigned is not None and target == given and not assigned["loop"]
        byte = assigned.start("given") - 1 if assigned is not None and is_assigned else found.start()
        scope = reader.piece_scopes[bisect_right(reader.pieces, byte)]
        if target:
            form: AssignmentForm = "assign" if is_assigned else "declare"
            yield scope, target, "", plain_type(text[:end]), form, reader.line(byte), byte


def type_end(text: str, start: int) -> int:
    """Return where a type ends that begins at a place: at a blank outside of brackets, and beside no `|` or `&`."""
    depth, at = 0, start
    while found := _END.search(text, at):
        character, at = found[0], found.end()
        if character in "<({[":
            depth += 1
        elif character in ">)}]":
            depth -= 1
        elif character.isspace() and depth <= 0:
            if around := _AROUND.match(text, found.start()):
                at = around.end()
                if text[at : at + 1] != "$" and text[at : at + 3] != "...":
                    continue
            return found.start()
    return len(text)


@lru_cache(maxsize=1 << 12)
def plain_type(text: str) -> str:
    r"""Return a type as annotations write it, empty where it is none.

    >>> plain_type("\\Shop\\Cart|null"), plain_type("static"), plain_type("array{id: int}"), plain_type("$this")
    ('$Shop$Cart|null', 'self', 'array', 'self')
    >>> plain_type("\\Generator<int, Cart, mixed, void>"), plain_type("class-string<Cart>")
    ('Cart[]', 'Class<Cart>')
    >>> plain_type("callable(Cart): int")
    'callable'
    """
    plain = _SHAPE.sub("", _LIST.sub("", " ".join(text.split()))).replace("\\", BETWEEN)
    if _NO_TYPE in plain:
        return ""
    plain = _TYPE_NAME.sub(r"Class<\1>", _CALLED.sub("callable", _OWN.sub("self", plain)))
    plain = _OF_OWN.sub(">", plain)
    if generator := _GENERATOR.match(plain):
        parts = [part.strip() for part in split(generator[1], ",")]
        return f"{parts[min(1, len(parts) - 1)]}[]"
    return plain
