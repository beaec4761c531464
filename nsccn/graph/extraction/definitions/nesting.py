"""Which definition encloses which: parents, qualified names, and the types that functions outside them belong to."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Final

from nsccn.graph.extraction.definitions.qualifiednames import BETWEEN
from nsccn.graph.extraction.source import plain_name, text_of
from nsccn.graph.kinds import DATA_KINDS, HOLDER_KINDS, TYPE_KINDS
from nsccn.graph.model import HANDED, OFFERED, RECURSIVE
from nsccn.graph.regions import Region, Regions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from tree_sitter import Node

    from nsccn.graph.extraction.queries import Parts
    from nsccn.graph.language import Language
    from nsccn.graph.languagenodes import NodeKinds


_THIS: Final = "this"
_GIVEN_THIS: Final = re.compile(rb"\b([A-Za-z_$][\w$]*)\s*=\s*this\s*[;,\n]")
_LONGEST_WRAPPER: Final = 200
_HERE: Final = frozenset({"crate", "self", "super"})
"""What a path holds that leads from a module of the file to another one of its types."""
_SHAPES: Final = frozenset({"interface", "type"})


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
    marks: list[str] = field(default_factory=list)
    """Modifiers that its decorators' arguments say, or the place of its function."""
    parameters: list[str] = field(default_factory=list)
    decorated_to: int = 0
    body_end: int = 0
    """Where its body ends, where that is not where the tree says."""
    region: tuple[int, int] | None = None
    """What is its own, where that is only a part of it."""
    modifiers: tuple[str, ...] = ()
    """Those that its capture says."""
    is_headed: bool = False
    """A head without a body stands before the clauses of a function."""
    outside: bool = False
    """A function that is defined outside the type that may declare it."""
    forward: Declared | None = None
    """Its declaration before it in the file."""
    word: Node | None = field(default=None, repr=False)
    """The one of several words that a loop makes its name of."""

    def be_handed(self, function: Node) -> None:
        """Be a function that is handed to what gives the value of a variable: no more than that runs in it."""
        self.region = (function.start_byte, function.end_byte)
        self.marks.append(HANDED)


def without_macro_heads(raw: list[Declared]) -> list[Declared]:
    """Leave out what has the name of a macro that writes the head of a function: `TEST` of `TEST(Cart, Fills)`."""
    last = {(item.start, item.end): item for item in raw if "body" in item.parts}
    return [item for item in raw if last.get((item.start, item.end), item) is item]


def own_regions(entities: Sequence[Declared], length: int) -> Regions:
    """Return which definition each byte of a file belongs to."""
    owned = [item.region or (item.start, item.end) for item in entities]
    nested = [Region(start, end, ordinal) for ordinal, (start, end) in enumerate(owned, 1)]
    if any(item.region for item in entities):
        nested.sort(key=lambda one: (one.start, -one.end))
    return Regions(length, nested)


def nest(raw: list[Declared], data: bytes, language: Language) -> list[Declared]:
    """Give each definition its parent and qualified name; return the definitions without the containers."""
    nesting = _Nesting(
        data, language, {item.name for item in raw if item.kind in TYPE_KINDS and not item.container}
    )
    for item in raw:
        nesting.add(item)
    for item in nesting.entities:
        if item.kind == "func" and "making" in item.parts:
            item.kind = "class"  # only now: functions in it are none of its methods
    return nesting.entities


class _Nesting:
    """What encloses a definition, of all that come before it in the file."""

    def __init__(self, data: bytes, language: Language, own_types: AbstractSet[str]) -> None:
        """Begin; `own_types` are the names of the file's types, from which a path tells others of these names."""
        self.entities: list[Declared] = []
        self._own_types = own_types
        self._data = data
        self._language = language
        self._enclosing: list[tuple[Declared, int]] = []
        self._types: dict[str, int] = {}
        self._holders: dict[str, int] = {}
        """What functions may be attached to; a function with methods is a type."""

    @cached_property
    def _other_names(self) -> AbstractSet[str]:
        """The variables of the file that are given the object of a function: `var self = this`."""
        given = _GIVEN_THIS.findall(self._data) if self._language.attached_functions else ()
        return {name.decode("utf-8", "replace") for name in given}

    def add(self, item: Declared) -> None:
        """Give the next definition its place."""
        while self._enclosing and not _encloses(self._enclosing[-1][0], item):
            self._enclosing.pop()
        around, parent = _around(self._enclosing, item)
        if item.modifiers:
            self._enclosing.append((item, _add_loose(item, around, parent, self.entities)))
            return
        if item.kind == "macro" and self._language.included_names:
            around, parent = None, 0
        if around is not None and around.kind == "macro":
            parent = around.parent
            around = self.entities[parent - 1] if parent else None
        if self._is_declared_inside(item, around):
            return
        owner_path = _owner_path(item, self._data, self._language)
        if item.container and item.name in self._own_types and _HERE.issuperset(owner_path.split(".")):
            owner_path = ""
        if owner_path == _THIS or owner_path in self._other_names:
            parent, owner_path = self._object_around(item.parts["owner"][0]), ""
            if parent < 0:
                return
            around = self.entities[parent - 1]
            around.kind = "class" if around.kind == "func" else around.kind
        prefix = f"{around.qualified}." if around and not self._language.flat_names else ""
        if owner_path:
            prefix += owner_path + "."
            item.name = item.name[len(owner_path) + 1 :] if "owner" not in item.parts else item.name
        item.qualified = prefix + item.name
        if item.container:
            self._enclosing.append((item, self._types.get(item.qualified, parent)))
        elif owner_path:
            parent = self._owner(item, prefix[:-1]) or parent
            self._add(item, around, self.entities[parent - 1] if parent else around, parent, is_owned=True)
        else:
            self._add(item, around, around, parent, is_owned=False)

    def _is_declared_inside(self, item: Declared, around: Declared | None) -> bool:
        """Whether a function only declares something, which is defined elsewhere."""
        is_inside = around is not None and around.kind in ("func", "method")
        return self._language.local_declarations and is_inside and _is_declaration(item)

    def _owner(self, item: Declared, path: str) -> int:
        """Return the type, or what else functions may be attached to, that a definition names as its owner.

        An interface that has the name of a variable besides says nothing of what that holds.
        """
        holder = self._holders.get(path, 0)
        may_make = holder and item.kind == "method" and not self._language.separate_methods
        if may_make and self.entities[holder - 1].kind in ("func", "method"):
            self.entities[holder - 1].kind = "class"
            self.entities[holder - 1].marks = [
                one for one in self.entities[holder - 1].marks if one != "static"
            ]
            self._types[path] = holder
        named = self._types.get(path, 0)
        if holder and named and self._language.instance_members:
            named = 0 if self.entities[named - 1].kind in _SHAPES else named
        return named or holder

    def _object_around(self, this: Node) -> int:
        """Return the number of the object that `this` is, of its type, or of what makes it; -1 where none is known."""
        for around, number in reversed(self._enclosing):
            if around.modifiers and "receiver" in around.parts:
                return -1
            may_make = around.kind == "func" and (around.name[:1].isupper() or not around.parent)
            if around.kind in TYPE_KINDS or (may_make and not _is_lambda(around, self._language.nodes)):
                return number
        innermost = self._enclosing[-1][0] if self._enclosing else None
        if innermost is None or not _is_called_of(this, innermost, self._language):
            return -1
        holder = innermost.parent
        return holder if holder and self.entities[holder - 1].kind == "var" else -1

    def _add(
        self, item: Declared, around: Declared | None, owner: Declared | None, parent: int, *, is_owned: bool
    ) -> None:
        item.parent = parent
        item.outside = is_owned or not around or not _has_methods(around, self._language)
        if (
            not (parent or is_owned)
            and self._language.module_objects
            and _is_member(item, self._data, self._language)
        ):
            means_itself = _means_itself(item, self._language.nodes)
            item.marks += (OFFERED, RECURSIVE) if means_itself else (OFFERED,)
        if self._language.qualified_names and not parent and "." in item.qualified:
            item.marks.append(OFFERED)  # its last name alone means nothing beside it
        item.name = item.name.rpartition(".")[2] or item.name if "operator" not in item.name else item.name
        if item.kind == "func" and (is_owned or (owner and _has_methods(owner, self._language))):
            item.kind = "func" if owner and owner.kind in HOLDER_KINDS else "method"
            if is_owned and item.kind == "method" and self._language.instance_members:
                item.marks.append("static")  # what its instances are given stands behind `prototype`
        self.entities.append(item)
        self._enclosing.append((item, len(self.entities)))
        if item.kind in TYPE_KINDS:
            self._types.setdefault(item.qualified, len(self.entities))
        elif item.kind in HOLDER_KINDS or (is_owned and self._language.instance_members):
            self._holders.setdefault(item.qualified, len(self.entities))


def _is_member(item: Declared, data: bytes, language: Language) -> bool:
    """Whether a definition has the name of a member of an object, and no variable has that name for it besides.

    What an object of all files has is a variable everywhere.
    """
    name, kinds = item.parts["name"][0] if "name" in item.parts else None, language.nodes
    if name is None or name.type not in kinds.member_names:
        return False
    holder = name.parent.child_by_field_name("object") if name.parent is not None else None
    if holder is not None and text_of(holder, data) in language.global_objects:
        return False
    return item.name.encode() not in (variable.text for variable in _variables(name, kinds))


def _variables(member: Node, kinds: NodeKinds) -> Iterator[Node]:
    """Yield what else is given the value that a member is: `var save = load = exports.save = function () {}`."""
    given = member.parent.parent.parent if member.parent and member.parent.parent else None
    while given is not None and (field := kinds.values.get(given.type)):
        if variable := given.child_by_field_name(field):
            yield variable
        given = given.parent


def _means_itself(item: Declared, kinds: NodeKinds) -> bool:
    """Whether the function that a member is has its name, too, and so means itself by it."""
    function = item.parts["body"][0].parent if "body" in item.parts else None
    name = function.child_by_field_name("name") if function is not None else None
    return name is not None and name.type not in kinds.member_names and name.text == item.name.encode()


def _is_lambda(item: Declared, kinds: NodeKinds) -> bool:
    """Whether a function has no object of its own."""
    function = item.parts["body"][0].parent if "body" in item.parts else None
    return function is not None and function.type in kinds.lambdas


def _is_called_of(this: Node, item: Declared, language: Language) -> bool:
    """Whether `this` is the object that a function is called of, not that of one inside or around it."""
    own = frozenset().union(*language.hoisted.values()) - language.nodes.lambdas
    function = this.parent
    while function is not None and function.type not in own:
        function = function.parent
    return "body" in item.parts and function == item.parts["body"][0].parent


def _add_loose(item: Declared, around: Declared | None, parent: int, entities: list[Declared]) -> int:
    """Add a function whose name means nothing around it; return its number."""
    item.parent, item.outside = parent, True
    item.qualified = f"{around.qualified}.{item.name}" if around else item.name
    entities.append(item)
    return len(entities)


def _owner_path(item: Declared, data: bytes, language: Language) -> str:
    """Return the path of the type that a definition outside it belongs to; a declared name may hold it."""
    if "owner" in item.parts:
        written = ".".join(plain_name(text_of(node, data)) for node in item.parts["owner"])
        for holder in (*language.module_objects, *language.global_objects):
            written = written.removeprefix(f"{holder}.")
        return (
            written.replace(BETWEEN, ".")
            if language.qualified_names and not language.dotted_names
            else written
        )
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
    variable's only where it says so by its `owner`, or has no name by itself; else it is in an anonymous function,
    which belongs further out.
    """
    for around in reversed(enclosing):
        holder = around[0]
        if "title" in item.parts and holder.name == item.name and holder.kind not in TYPE_KINDS:
            continue  # a setter stands beside its property
        if item.modifiers and holder.kind == "var" and holder.name_byte == holder.start:
            return around
        if not (holder.kind in ("func", "method") if item.kind == "attr" else holder.kind == "var"):
            return around
    return None, 0


def _is_declaration(item: Declared) -> bool:
    return item.kind == "var" or (item.kind == "func" and "body" not in item.parts)


def without_rebound(entities: list[Declared], data: bytes) -> list[Declared]:
    """Leave out variables that are what a function or type before them becomes: `load = cached(load)` decorates it."""
    known = {(item.parent, item.name): item for item in entities if item.kind not in DATA_KINDS}
    dropped: set[int] = set()
    for number, item in enumerate(entities, 1):
        wrapped = known.get((item.parent, item.name)) if item.kind in DATA_KINDS else None
        if wrapped is not None and wrapped.start < item.start and _is_wrapped(item, data):
            dropped.add(number)
            if "modifier" in item.parts:
                wrapped.parts = {**wrapped.parts, "modifier": item.parts["modifier"]}
    return without(entities, dropped)


def without(entities: list[Declared], dropped: AbstractSet[int]) -> list[Declared]:
    """Leave out some, by their numbers from 1 on; what they hold belongs to what is around them."""
    if not dropped:
        return entities
    places, kept = [0], list[Declared]()
    for number, item in enumerate(entities, 1):
        item.parent = places[item.parent]
        if number in dropped:
            places.append(item.parent)
        else:
            kept.append(item)
            places.append(len(kept))
    return kept


def _is_wrapped(item: Declared, data: bytes) -> bool:
    """Whether a variable is given the result of a call that its own name is an argument of."""
    text = data[item.start : min(item.end, item.start + _LONGEST_WRAPPER)]
    return re.match(rb"(\w+)\s*=\s*[\w.]+\([^=]*?\b\1\b", text) is not None


def _encloses(outer: Declared, inner: Declared) -> bool:
    """One declaration of several names encloses none of them."""
    return inner.start < outer.end and (outer.start, outer.end) != (inner.start, inner.end)


def _has_methods(item: Declared, language: Language) -> bool:
    is_module = item.kind == "module" and not item.container
    return item.kind in TYPE_KINDS or (is_module and language.implicit_self)
