"""Edges of values, decorators, imports and raised errors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.linking.errors.errors import RaiseSite, error_entity
from nsccn.graph.meaning.values.value import ENTITY, INSTANCE, MODULE, Value
from nsccn.graph.model import OFFERED
from nsccn.graph.notation.accessornames import SETTER
from nsccn.graph.notation.expression import PRIVATE
from nsccn.graph.notation.marks import ASSIGNED, CAUGHT, ORDINAL
from nsccn.graph.packagenames import OPENED

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nsccn.graph.linking.calls.guesses import Guesses
    from nsccn.graph.linking.links import Links
    from nsccn.graph.meaning.infer import Infer
    from nsccn.graph.model import FileFacts, Import, Reference
    from nsccn.graph.packed import AssignmentRow

STANDS_IN: Final = 0.9
"""Probability that what is asked for a member has it not, where the text does not give it one."""
_WORD: Final = re.compile(r"[^\W\d]\w*")


class Values:
    """Links the values that one file after another hands on."""

    def __init__(self, links: Links, guesses: Guesses) -> None:
        self._links = links
        self._guesses = guesses
        self._meant: dict[tuple[int, str], tuple[int, ...]] = {}

    def forget(self) -> None:
        """Drop the answers about the values of a file."""
        self._meant.clear()

    def link(self, scope: int, target: str, lines: Sequence[int]) -> None:
        """Add the edge of a function or type that is handed on as a value, not called."""
        links = self._links
        home = links.infer.home(scope, target)
        meant = self._meant.get((home, target))
        if meant is None:
            meant = self._meant[home, target] = self._handed(home, target)
        if not meant and not self._link_field(scope, home, target, lines):
            self._link_guessed(scope, home, target, lines)
        for entity in meant:
            others = self._beside_definition(entity, target, lines)
            if entity != scope and others:
                links.edges.add_lines(scope, "REFERENCES", entity, others, probability=1 / len(meant))

    def _beside_definition(self, entity: int, target: str, lines: Sequence[int]) -> Sequence[int]:
        """Return the lines but that on which it gets its name: `cart.fill = function () {…}` hands nothing on."""
        symbols = self._links.symbols
        definition, holder = symbols.definitions[entity], symbols.parent(entity)
        if ORDINAL not in target or definition.is_loose:
            return lines
        is_held = (
            definition.qualified_name == f"{symbols.definitions[holder].qualified_name}.{definition.name}"
        )
        is_own = OFFERED in definition.modifiers or (is_held and self._is_own(holder))
        return [line for line in lines if line != definition.name_line] if is_own else lines

    def _is_own(self, holder: int) -> bool:
        """Whether no library can run what something has: a type, a function, or what is written out in full."""
        symbols = self._links.symbols
        language = symbols.language(symbols.slot[holder])
        if symbols.is_type(holder) or symbols.is_function(holder) or language is None:
            return True
        around, name = symbols.same(symbols.parent(holder)), symbols.definitions[holder].name
        written = {f"{one}()" for one in language.literal_types.values()}
        values = {item.value for _, item in symbols.values(around, name)}
        return bool(values) and values <= written

    def _link_guessed(self, scope: int, home: int, target: str, lines: Sequence[int]) -> None:
        """Add the edges to the few methods that may be handed on of an object of which nothing is known."""
        links, (base, _, name) = self._links, target.rpartition(".")
        slot = links.symbols.slot[home]
        language = links.symbols.language(slot)
        if not base or language is None or not language.method_references:
            return
        if links.infer.holder(home, base, name) is not None:
            return
        candidates = self._guesses.candidates(slot, home, base, name) or []
        candidates = self._guesses.askable(home, base, candidates)
        likely = self._guesses.share(slot, name, candidates, base=base)
        for entity in candidates:
            links.edges.add_lines(scope, "REFERENCES", entity, lines, probability=likely)

    def _link_field(self, scope: int, home: int, target: str, lines: Sequence[int]) -> bool:
        """Add the edge to the field that a method gives or sets which an annotation makes, where it is handed on.

        Whether there is one.
        """
        links = self._links
        base, dot, name = target.rpartition(".")
        receiver = links.infer.holder(home, base, name) if dot else None
        if receiver is None or receiver.tag == MODULE or not links.symbols.is_type(receiver.entity):
            return False
        field = links.infer.hierarchy.behind(receiver.entity, name)
        if field is not None:
            kind = "MUTATES" if field[0] == SETTER else "READS"
            links.edges.add_lines(scope, kind, field[1], lines)
        return field is not None

    def _handed(self, scope: int, target: str) -> tuple[int, ...]:
        links = self._links
        base, dot, name = target.rpartition(".")
        if dot or name.startswith(PRIVATE):
            receiver = links.infer.holder(scope, base, name)
            if receiver is None:
                value = links.infer.evaluate(scope, target)  # what is before it may be no entity: a namespace
                value = value or self._of_outside(scope, base, name)
            elif self._is_field(receiver, name):
                return ()
            else:
                value = links.infer.typed.attribute(receiver, name, called=True)
                value = value or links.infer.extensions.of_named(scope, receiver, name)
                value = value or self._asked(scope, receiver) or self._imported(scope, base, name)
        else:
            if self._is_own_field(scope, name):
                return ()
            value = links.callees.bare(scope, name, called=True)
            value = value or self._own_method(scope, name) or self._type(scope, name)
        symbols = links.symbols
        value = links.infer.modules.stands_for(value) if value is not None else None
        if value is None or value.tag != ENTITY:
            return ()
        if symbols.is_property(value.entity):
            return ()
        if symbols.is_type(value.entity):
            if not dot and self._names_property(scope):
                return ()
        elif not symbols.is_function(value.entity):
            return ()
        return links.infer.bodies.definitions_of(value.entity)

    def _of_outside(self, scope: int, base: str, name: str) -> Value | None:
        """Return what extends a type from outside that is handed over with its name: `files.map(File::shout)`."""
        language = self._links.symbols.language(self._links.symbols.slot[scope])
        if language is None or not language.has_unnamed_objects or not base[:1].isupper():
            return None
        return self._links.infer.extensions.of(scope, None, base, name)

    def _imported(self, scope: int, base: str, name: str) -> Value | None:
        """Return the function that a module imports and hands over by its name alone: `plug :fetch_cart`."""
        language = self._links.symbols.language(self._links.symbols.slot[scope])
        is_own = base == "self" and language is not None and language.marked_members
        return self._links.callees.bare(scope, name, called=True) if is_own else None

    def link_asked(self, scope: int, target: str, lines: Sequence[int]) -> None:
        """Add the edge of a function of which something is asked: `Cart.fill.__name__`."""
        links, (base, _, name) = self._links, target.rpartition(".")
        if not links.symbols.functions_named(base.rpartition(".")[2]):
            return
        receiver = links.infer.holder(scope, base, name)
        function = self._asked(scope, receiver) if receiver is not None else None
        for entity in links.infer.bodies.definitions_of(function.entity) if function is not None else ():
            if entity != scope:
                links.edges.add_lines(scope, "REFERENCES", entity, lines)

    def _asked(self, scope: int, receiver: Value) -> Value | None:
        """Return the function itself of which a member is asked, where its name alone does not call it."""
        symbols, asked = self._links.symbols, receiver.entity
        language = symbols.language(symbols.slot[scope])
        is_function = receiver.tag == ENTITY and symbols.is_function(asked) and not symbols.is_property(asked)
        return receiver if is_function and language is not None and language.declared_names else None

    def _is_own_field(self, scope: int, name: str) -> bool:
        """Whether a bare name means a field of the object around, or what a function around keeps under it."""
        symbols, slot = self._links.symbols, self._links.symbols.slot[scope]
        language = symbols.language(slot)
        if language is None or not language.argument_labels:
            return False
        variables = self._links.infer.scopes.local_variables(slot)
        for at in symbols.around(scope):
            if symbols.is_type(at):
                break
            if name in variables.get(at, ()) or name in symbols.definitions[at].parameters:
                return symbols.is_function(at)
        around = symbols.class_around(scope)
        return around >= 0 and self._is_field(Value(INSTANCE, around), name)

    def _is_field(self, receiver: Value, name: str) -> bool:
        """Whether an object has a field of that name, which is meant without labels of a function beside it."""
        symbols = self._links.symbols
        if receiver.tag != INSTANCE or not symbols.is_type(receiver.entity):
            return False
        language = symbols.language(symbols.slot[receiver.entity])
        if language is None or not language.argument_labels:
            return False
        found = self._links.infer.typed.attribute(receiver, name)
        if found is None or found.tag != ENTITY:
            return False
        return symbols.kind(found.entity) == "attr" or symbols.is_property(found.entity)

    def _names_property(self, scope: int) -> bool:
        """Whether a type's name as a value means the property of that name, since types are no values there."""
        symbols = self._links.symbols
        language = symbols.language(symbols.slot[scope])
        return language is not None and language.arities

    def _type(self, scope: int, name: str) -> Value | None:
        """Return the type that is handed over, to make objects of it, where methods have names of their own."""
        symbols = self._links.symbols
        language = symbols.language(symbols.slot[scope])
        found = self._links.infer.scopes.name(scope, name) if language and language.separate_methods else None
        is_type = isinstance(found, Value) and found.tag == ENTITY and symbols.is_type(found.entity)
        return found if isinstance(found, Value) and is_type else None

    def _own_method(self, scope: int, name: str) -> Value | None:
        """Return the method that the instances have whose type's body hands over its name."""
        symbols = self._links.symbols
        language = symbols.language(symbols.slot[scope])
        if language is None or not language.own_methods or not symbols.is_type(scope):
            return None
        return self._links.infer.typed.attribute(Value(INSTANCE, symbols.same(scope)), name, called=True)


def value_scope(links: Links, scope: int, target: str, detail: str) -> int:
    """Return the scope in which a value means what it does.

    That is the one that holds it, but for what a parameter of the same name begins with (`def sort(items, len=len)`).
    """
    symbols = links.symbols
    if detail != ASSIGNED + target or target not in symbols.definitions[scope].parameters:
        return scope
    language = symbols.language(symbols.slot[scope])
    return symbols.parent(scope) if language is not None and language.early_defaults else scope


def link_decorator(links: Links, scope: int, reference: Reference) -> None:
    """Add the edges of the call that a decorator makes."""
    value = links.infer.evaluate(scope, reference.target)
    language = links.symbols.language(links.symbols.slot[scope])
    if value is None and language is not None and language.decorator_suffix:
        value = links.infer.evaluate(scope, reference.target + language.decorator_suffix)
    for target, _ in links.callees.runs(value, reference):
        likely = links.callees.share(target)
        links.edges.add(scope, "CALLS", target, reference.line, via="decorator", probability=likely)


def _given_last(infer: Infer, scope: int, reference: Reference) -> str:
    """Return the object that the variable which is raised was given last before, empty where that is not told.

    Of `result = Failed(); raise result` it is `Failed()`, whatever `result` is elsewhere in the function.
    """
    given = infer.scopes.local_variables(infer.symbols.slot[scope]).get(scope, {}).get(reference.target, ())
    before = [item for item in given if item.byte < reference.byte and item.form == "assign"]
    value = max(before, key=lambda item: item.byte).value if before else ""
    is_type = value[:-2].rpartition(".")[2][:1].isupper()
    return value if value.endswith("()") and (is_type or infer.evaluate(scope, value) is not None) else ""


def link_path(links: Links, slot: int, scope: int, reference: Reference) -> None:
    """Add the edge to the function or type that a text names by its module: `"shop.cart.Cart.fill"`."""
    symbols, names = links.symbols, reference.target.split(".")
    for count in range(len(names) - 1, 0, -1):
        located = symbols.located(slot, ".".join(names[:count]))
        if located is None or located.rest:
            continue
        value: Value | None = Value(MODULE, -1, located.slots)
        for name in names[count:]:
            value = links.infer.typed.attribute(value, name, called=True) if value is not None else None
        found = value.entity if value is not None and value.tag == ENTITY else scope
        if found != scope and (symbols.is_type(found) or symbols.is_function(found)):
            for entity in links.infer.bodies.definitions_of(found):
                links.edges.add(scope, "REFERENCES", entity, reference.line)
        return


def mentioned_names(
    links: Links, slot: int, facts: FileFacts, assigned: Iterable[AssignmentRow]
) -> frozenset[str] | None:
    """Return the names by which a file may mean types of others; None where all that it takes in counts."""
    language = links.symbols.language(slot)
    if language is None or not language.named_imports:
        return None
    texts = [row[2] for row in facts.uses.rows()]
    texts += [text for row in assigned for text in row[2:4]]
    texts += [text for item in facts.definitions for text in (item.returns, *item.bases, *item.decorators)]
    names = frozenset(_WORD.findall(" ".join(texts)))
    return names.union(f"{name}{language.decorator_suffix}" for name in names)


def link_import(
    links: Links, slot: int, scope: int, imported: Import, mentioned: frozenset[str] | None = None
) -> None:
    """Add the edges from an import to what it names and to the files it loads; of many, those `mentioned`."""
    if not imported.module or imported.alias == OPENED:
        return
    value = links.infer.modules.imported(slot, imported) if imported.name != "*" else None
    if value is not None and value.tag == ENTITY:
        links.edges.add(scope, "IMPORTS", value.entity, imported.line)
    if value is None and imported.name != "*":
        _link_missing(links, slot, scope, imported)
    located = links.symbols.located(slot, imported.module)
    slots = located.slots if located else ()
    if mentioned is not None and located is not None and not located.rest:
        slots = tuple(one for one in slots if not mentioned.isdisjoint(links.symbols.project.modules(one)))
    for target in (*slots, *(value.slots if value is not None and value.tag == MODULE else ())):
        if target != slot:
            links.edges.add(scope, "IMPORTS", links.symbols.first[target], imported.line)


def _link_missing(links: Links, slot: int, scope: int, imported: Import) -> None:
    """Add the call of what gives a name that a module has not: `from shop import late`."""
    module = links.infer.modules.located(slot, imported.module) if imported.name else None
    if module is None or module.tag != MODULE:
        return
    gives = links.infer.typed.accessors.missing(module, imported.name, of_self=False)
    if gives is not None:
        links.edges.add(scope, "CALLS", gives, imported.line, via="dunder", probability=STANDS_IN)


def link_raise(links: Links, scope: int, reference: Reference) -> RaiseSite | None:
    """Return where an error starts; what is only the cause of another leaves a function as part of that one."""
    error = error_entity(links.infer, links.edges.outside, scope, reference.target)
    if error is None:
        given = _given_last(links.infer, scope, reference)
        error = error_entity(links.infer, links.edges.outside, scope, given) if given else None
    if error is None:
        return None
    if reference.detail == CAUGHT:
        links.edges.add(scope, "HANDLES_ERROR", error, reference.line)
        return None
    if reference.detail == "cause":
        links.edges.add(scope, "PROPAGATES_ERROR", error, reference.line, via="indirect")
        return None
    language = links.symbols.language(links.symbols.slot[scope])
    stays = (
        language is not None and language.errors == "returned" and reference.target in language.error_bases
    )
    return RaiseSite(scope, error, reference.line, reference.byte, stays)
