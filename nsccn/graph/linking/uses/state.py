"""Edges of what functions change outside themselves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from nsccn.graph.linking.flows.fields import taking_field
from nsccn.graph.meaning.values.value import EITHER, ENTITY, INSTANCE, MADE, SHAPE, Shadowed, Value, share_of
from nsccn.graph.notation.expression import PRIVATE, root_of
from nsccn.graph.notation.marks import BLOCK, OF_OBJECT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.linking.links import Links
    from nsccn.graph.meaning.infer import Infer
    from nsccn.graph.model import Assignment, Reference

_MADE: Final = re.compile(
    r"\(\)\Z|[\[<]|\b(?:bytearray|dict|list|set|deque|defaultdict|Counter|Mutable\w+)\b"
)
"""What a collection is made by, or declared as."""
_STORE: Final = re.compile(r"\w\s*=\s*create(?:Store|WithEqualityFn)?\b\s*[<(]")
_PATH: Final = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")


def link_assignment(links: Links, scope: int, item: Assignment) -> None:
    """Add the edge of an assignment to an attribute or a variable of a module."""
    if item.target.endswith(("[]", "()")) or item.target.startswith("?"):
        return
    if links.symbols.parent(scope) < 0 and not _runs_files(links, scope):
        return
    for target in (targets := _written(links, scope, item)):
        if item.form == "call" and (_never_changes(links, target) or _is_own_method(links, scope, item)):
            continue
        if links.symbols.kind(target) in ("var", "attr") or _is_accessor(links, target):
            for entity in links.infer.bodies.definitions_of(target):
                links.edges.add(scope, "MUTATES", entity, item.line, probability=share_of(targets))


def link_initializer(links: Links, scope: int, item: Assignment) -> None:
    """Add the edge of a field that an object has from where it is written out.

    What a constructor takes, it gives to the fields itself.
    """
    base, _, name = item.target.rpartition(".")
    made = links.infer.evaluate(scope, base)
    if made is None or made.tag != INSTANCE or _has_constructor(links, made.entity):
        return
    if name.isdigit():
        field = taking_field(links, made.entity, int(name))
    else:
        found = links.infer.typed.attribute(made, name)
        field = found.entity if found is not None and found.tag == ENTITY else None
    if field is not None and links.symbols.kind(field) == "attr":
        links.edges.add(scope, "MUTATES", field, item.line, via="initializer")


def _has_constructor(links: Links, cls: int) -> bool:
    symbols = links.symbols
    language, name = symbols.language(symbols.slot[cls]), symbols.table.names[cls]
    return language is not None and any(
        links.infer.hierarchy.class_member(cls, pattern.replace("{class}", name), functions=True)
        for pattern in language.constructors
    )


def link_alias(links: Links, scope: int, target: str, value: str, line: int) -> None:
    """Add the edge of a variable outside functions that is another name of one: `stamps = state.stamps`."""
    if links.symbols.parent(scope) >= 0 or not _runs_files(links, scope) or not _PATH.fullmatch(value):
        return
    found = links.infer.evaluate(scope, value)
    if found is None or found.tag != ENTITY:
        return
    if links.symbols.kind(found.entity) != "var" and not _is_store(links, found.entity):
        return
    for alias in links.symbols.member(scope, target):
        if alias != found.entity and links.symbols.kind(alias) == "var":
            links.edges.add(alias, "REFERENCES", found.entity, line)


def _is_store(links: Links, entity: int) -> bool:
    """Whether what counts as a function is a store, which a call of a library made: `const store = create(...)`."""
    symbols = links.symbols
    language = symbols.language(symbols.slot[entity])
    if language is None or not language.selecting_hooks or not symbols.is_function(entity):
        return False
    return _STORE.search(symbols.definitions[entity].signature) is not None


def link_state_read(links: Links, scope: int, reference: Reference) -> None:
    """Add the edge of a read of what functions write; of one that writes it itself, that says enough."""
    base, dot, name = reference.target.rpartition(".")
    if name.endswith(("[]", "()")) or reference.target.startswith("?"):
        return
    if dot or name.startswith(PRIVATE):
        targets = stored_members(links.infer, scope, base, name)
    else:
        named = stored_name(links.infer, scope, name)
        targets = () if named is None else (named,)
    for target in targets:
        if links.symbols.kind(target) not in ("var", "attr"):
            continue
        for entity in links.infer.bodies.definitions_of(target):
            if not _is_setting(links, scope, entity):
                add_read(links, scope, entity, (reference.line,), share_of(targets))


def _is_setting(links: Links, scope: int, entity: int) -> bool:
    """Whether reading a variable of another file counts as reading a setting, as that of a constant does."""
    symbols = links.symbols
    is_of_others = symbols.kind(entity) == "var" and symbols.slot[entity] != symbols.slot[scope]
    return is_of_others and links.edges.has(scope, "READS_CONFIG", entity)


def add_read(links: Links, scope: int, entity: int, lines: Sequence[int], likely: float = 1.0) -> None:
    """Add the edge of reading what is stored somewhere, unless the same code writes it."""
    if not links.edges.changes(scope, entity):
        links.edges.add_lines(scope, "READS", entity, lines, probability=likely)


def _runs_files(links: Links, scope: int) -> bool:
    language = links.symbols.language(links.symbols.slot[scope])
    return language is not None and language.file_code


def _never_changes(links: Links, variable: int) -> bool:
    """Whether a variable is declared to hold what never changes, as a date or a big number."""
    symbols = links.symbols
    language = symbols.language(symbols.slot[variable])
    if language is None or not language.unchanging_types:
        return False
    stated = (item.annotation.rstrip("?") for _, item in symbols.said_of(variable) if item.annotation)
    return any(one in language.unchanging_types for one in stated)


def _is_own_method(links: Links, scope: int, item: Assignment) -> bool:
    """Whether what is called in place has the method in the repository: it tells itself what it changes."""
    read = links.infer.evaluate(scope, item.target)
    held = links.infer.typed.content(read) if read is not None else None
    method = item.value.rpartition(OF_OBJECT)[2]
    return any(
        one.tag == INSTANCE and links.infer.hierarchy.class_member(one.entity, method)
        for one in (held.alternatives if held is not None else ())
    )


def _is_accessor(links: Links, entity: int) -> bool:
    return links.symbols.is_property(entity) or "setter" in links.symbols.definitions[entity].modifiers


def stored_member(infer: Infer, scope: int, base: str, name: str) -> int | None:
    """Return the attribute of what an expression gives, None where that is unknown."""
    receiver = infer.holder(scope, base, name)
    return None if receiver is None else _of_receiver(infer, scope, base, name, receiver)


def stored_members(infer: Infer, scope: int, base: str, name: str) -> tuple[int, ...]:
    """Return the attribute of what an expression gives, or of each of the types that that may be of."""
    receiver = infer.holder(scope, base, name)
    if receiver is None:
        return ()
    if (stored := _of_receiver(infer, scope, base, name, receiver)) is not None:
        return (stored,)
    found = infer.typed.attributes(receiver, name) if receiver.tag == EITHER else ()
    return tuple(one.entity for one in found if one.tag == ENTITY)


def _of_receiver(infer: Infer, scope: int, base: str, name: str, receiver: Value) -> int | None:
    """Return the attribute of an object, or the variable that it is kept in where no type describes that."""
    symbols, typed = infer.symbols, infer.typed
    found = typed.attribute(receiver, name)
    if receiver.tag in (MADE, SHAPE):
        held, found = infer.scopes.name(scope, base), None
        receiver = held if isinstance(held, Value) else receiver
    if receiver.tag == ENTITY and symbols.kind(receiver.entity) == "var":
        is_own = found is not None and found.tag == ENTITY and symbols.parent(found.entity) == receiver.entity
        if found is None or not (is_own or typed.content(receiver) not in (None, receiver)):
            return receiver.entity  # of an object that no type describes, what is in it is a part
    return found.entity if found is not None and found.tag == ENTITY else None


def stored_name(infer: Infer, scope: int, name: str) -> int | None:
    """Return what a bare name means that no local variable has."""
    is_held = _is_local(infer, scope, name) and not _is_given_own_name(infer, scope, name)
    value = None if is_held else infer.scopes.name(scope, name)
    return value.entity if isinstance(value, Value) and value.tag == ENTITY else None


def _written(links: Links, scope: int, item: Assignment) -> tuple[int, ...]:
    """Return what an assignment writes: the attribute of an object, a variable, or what is held in one."""
    base, dot, name = item.target.rpartition(".")
    if dot:
        found = stored_members(links.infer, scope, base, name)
        if found or item.form == "call":
            return found
        written = _holder(links, scope, base, name, item)
    else:
        written = _written_variable(links, scope, item)
    return () if written is None else (written,)


def _holder(links: Links, scope: int, base: str, name: str, item: Assignment) -> int | None:
    """Return the variable that has an object of a library to which is assigned what it holds: `total.value = 3`."""
    language = links.symbols.language(links.symbols.slot[scope])
    if language is None or name not in language.holding_members:
        return None
    around, dot, own = base.rpartition(".")
    if not own.isidentifier():
        return None
    if dot:
        return stored_member(links.infer, scope, around, own)
    return _written_variable(links, scope, replace(item, target=base))


def _written_variable(links: Links, scope: int, item: Assignment) -> int | None:
    """A bare name: a variable of the module, or with implicit self of the class, but not a local one."""
    symbols = links.symbols
    if item.form == "assign" and not symbols.is_function(scope):
        return None
    value = links.infer.scopes.name(scope, item.target)
    if value is None or isinstance(value, Shadowed) or value.tag != ENTITY:
        return None
    if _is_local(links.infer, scope, item.target) and not _changes_held(links, scope, item, value):
        return None
    is_here = symbols.slot[value.entity] == symbols.slot[scope]
    declares = is_here and symbols.definitions[value.entity].name_line == item.line
    return None if declares else value.entity


def _is_local(infer: Infer, scope: int, name: str) -> bool:
    """Whether a name is that of a variable of a function around, which may hold what is stored elsewhere."""
    symbols = infer.symbols
    language = symbols.language(symbols.slot[scope])
    if language is None or language.locals_refer:
        return False
    local = infer.scopes.local_variables(symbols.slot[scope])
    return any(name in local.get(at, {}) for at in symbols.around(scope) if symbols.is_function(at))


def _is_given_own_name(infer: Infer, scope: int, name: str) -> bool:
    """Whether a local variable is given what its name meant before: `if let total = total`."""
    local = infer.scopes.local_variables(infer.symbols.slot[scope])
    said = (item for at in infer.symbols.around(scope) for item in local.get(at, {}).get(name, ()))
    return any(root_of(item.value) == name.partition(BLOCK)[0] for item in said)


def _changes_held(links: Links, scope: int, item: Assignment, held: Value) -> bool:
    """Whether a local variable keeps what it holds, and that changes: `found = self.found; found += [1]` in Python.

    Another value for the variable, or what is done to a copy, changes nothing of what it held.
    """
    language = links.symbols.language(links.symbols.slot[scope])
    if language is None or item.form not in ("augment", "item", "call"):
        return False
    if item.form == "augment":
        said = links.symbols.said_of(held.entity)
        return language.augments_in_place and any(
            _MADE.search(one.annotation or one.value) for _, one in said
        )
    content = links.infer.typed.content(held) if language.copied_collections else None
    return not language.copied_collections or (content is not None and content.tag == INSTANCE)
