"""What a library keeps of the objects of a type: what gives one of them, or a collection of them.

    Cart.objects.filter(open=True).first()    objects = CartManager()    class CartView(DetailView): model = Cart

A *manager* is an object that stands for all that is kept of a type which has it as an attribute.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from typing import TYPE_CHECKING

from nsccn.graph.meaning.values.value import COLLECTION, ENTITY, INSTANCE, PARENT, Value
from nsccn.graph.model import ONE, RELATED
from nsccn.graph.notation.marks import RESULT

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.types.hierarchy import Hierarchy
    from nsccn.graph.meaning.values.returned import Returned


class Records:
    """Answers for what is kept."""

    def __init__(
        self,
        symbols: Symbols,
        hierarchy: Hierarchy,
        returned: Returned,
        variable: Callable[[int], Value | None],
    ) -> None:
        """`variable` gives what a variable or attribute holds."""
        self._symbols = symbols
        self._hierarchy = hierarchy
        self._returned = returned
        self._variable = variable
        self._own_keys: dict[int, list[int]] = {}

    def given(self, value: Value, name: str, language: Language) -> Value | None:
        """Return what a method from outside gives of what is kept of a type: an object, or a collection of such."""
        if value.tag in (INSTANCE, PARENT):
            return self._of_object(value, name, language)
        if value.tag == ENTITY and name in language.record_factories:
            return self._factory(value.entity, language.record_factories[name])
        symbols, cls = self._symbols, value.entity
        if value.tag == ENTITY and symbols.table.names[cls] in language.record_collections:
            cls = symbols.same(symbols.parent(cls))  # a collection of its own kind
        elif value.tag == ENTITY and language.record_collections:
            is_asked = name in language.record_collections and self._hierarchy.is_kept(cls)
            return Value(COLLECTION, cls) if is_asked else None
        elif value.tag not in (ENTITY, COLLECTION) or value.held is not None:
            return None
        given = language.record_methods.get(name)
        if given is None or not self._hierarchy.is_kept(cls):
            return None
        return Value(INSTANCE, cls) if given == "one" else Value(COLLECTION, cls, value.slots)

    def _factory(self, cls: int, form: str) -> Value | None:
        """Return what makes kept objects of a type: one of the type that is called after it, as far as that is one."""
        named = self._symbols.table.named(form.format(self._symbols.table.names[cls]))
        found = list(filter(self._hierarchy.is_kept, named)) if self._hierarchy.is_kept(cls) else []
        return Value(INSTANCE, self._symbols.same(found[0])) if len(found) == 1 else None

    def _of_object(self, value: Value, name: str, language: Language) -> Value | None:
        """Return what a manager gives of itself, or an object whose type says of which type it keeps records."""
        if language.record_methods.get(name) == "all" and self.is_manager(value.entity):
            return Value(INSTANCE, value.entity)
        if name in language.factory_methods:
            return value if self._is_factory(value.entity, language) else None
        given = language.record_members.get(name)
        if given is None or not self._hierarchy.is_kept(value.entity):
            return None
        stated = next(filter(None, (self._stated(value.entity, one) for one in language.record_types)), None)
        if stated is None:
            return None
        return Value(INSTANCE, stated.entity) if given == "one" else stated

    def _is_factory(self, cls: int, language: Language) -> bool:
        """Whether the objects of a type make kept ones of another, after which it is called."""
        name = self._symbols.table.names[cls]
        endings = (form.format("") for form in language.record_factories.values())
        return name.endswith(tuple(endings)) and self._hierarchy.is_kept(cls)

    def _stated(self, cls: int, path: str) -> Value | None:
        """Return the collection of what is kept of the type that members of another say: `Meta.model`."""
        held: Value | None = Value(ENTITY, cls)
        for name in path.split("."):
            is_type = held is not None and held.tag == ENTITY and self._symbols.is_type(held.entity)
            found = self._hierarchy.class_member(held.entity, name) if held is not None and is_type else ()
            held = self._read(self._symbols.preferred(found)) if found else None
        if held is None or held.tag not in (ENTITY, COLLECTION) or held.held is not None:
            return None
        return Value(COLLECTION, held.entity, held.slots) if self._hierarchy.is_kept(held.entity) else None

    def _read(self, member: int) -> Value | None:
        if self._symbols.is_function(member):
            return self._returned.by(member)
        return self._variable(member) if self._symbols.kind(member) == "attr" else Value(ENTITY, member)

    def other_side(self, value: Value, name: str) -> Value | None:
        """Return the other side of a relation: the name that its key gives it, or else what that side holds."""
        symbols, cls = self._symbols, value.entity
        language = symbols.language(symbols.slot[cls])
        if language is None or not language.other_side_suffix or not self._hierarchy.is_kept(cls):
            return None
        for one in symbols.table.named(name):
            key = symbols.parent(one)
            if symbols.kind(one) == "attr" and symbols.kind(key) == "attr" and self._leads_to(key, cls):
                return Value(ENTITY, one)
        related = name.removesuffix(language.other_side_suffix)
        unnamed = self._types_by_lower_name.get(related, ()) if related != name else ()
        found = [one for one in unnamed if any(self._leads_to(key, cls) for key in self._keys(one))]
        return Value(COLLECTION, found[0]) if len(found) == 1 else None

    def _leads_to(self, key: int, cls: int) -> bool:
        """Whether a key is of records of a type."""
        held = self._variable(key)
        return held is not None and held.held is None and held.entity in self._hierarchy.order(cls)

    def _keys(self, cls: int) -> Iterator[int]:
        """Yield the attributes of a type by which many of its records may be related to one."""
        for one in self._hierarchy.order(cls):
            if one not in self._own_keys:
                self._own_keys[one] = list(filter(self._is_of_many, self._symbols.attributes(one)))
            yield from self._own_keys[one]

    def _is_of_many(self, attribute: int) -> bool:
        modifiers = self._symbols.definitions[attribute].modifiers
        return RELATED in modifiers and ONE not in modifiers

    @cached_property
    def _types_by_lower_name(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for cls in self._symbols.types():
            found.setdefault(self._symbols.table.names[cls].lower(), []).append(cls)
        return found

    def asked(self, receiver: Value, attribute: int) -> Value | None:
        """Return what is kept of a type by an attribute that is its manager, or the other side of a relation."""
        language = self._symbols.language(self._symbols.slot[attribute])
        if language is None or not language.record_managers:
            return None
        if self._symbols.kind(key := self._symbols.parent(attribute)) == "attr":
            is_many = ONE not in self._symbols.definitions[attribute].modifiers
            return Value(COLLECTION if is_many else INSTANCE, self._symbols.same(self._symbols.parent(key)))
        if receiver.tag != ENTITY:
            return None
        held = self._variable(attribute)
        if held is None or held.tag != INSTANCE or not self._hierarchy.is_kept(receiver.entity):
            return None
        is_asked = self._symbols.table.names[attribute] in language.record_collections
        is_managed = is_asked or self.is_manager(held.entity)
        return Value(COLLECTION, receiver.entity, (held.entity,)) if is_managed else None

    def related(self, receiver: Value, method: int) -> Value | None:
        """Return what the property holds that a library makes of a method which states a relation."""
        language = self._symbols.language(self._symbols.slot[method])
        name = self._returned.relation(method) if receiver.tag == INSTANCE and language is not None else ""
        held = self._returned.by(method) if name else None
        if language is None or held is None or held.tag != COLLECTION or held.held is not None:
            return None
        is_kept = self._hierarchy.is_kept(receiver.entity) and self._hierarchy.is_kept(held.entity)
        if not is_kept:
            return None
        return Value(INSTANCE, held.entity) if name in language.single_relations else held

    def is_manager(self, cls: int) -> bool:
        """Whether the objects of a type are managers."""
        language = self._symbols.language(self._symbols.slot[cls])
        if language is None or not language.record_managers or not self._hierarchy.is_kept(cls):
            return False
        names = _compiled(language.record_managers)
        definitions = self._symbols.definitions
        bases = (base for one in self._hierarchy.order(cls) for base in definitions[one].bases)
        return any(map(names.search, bases))

    def function(self, value: Value, name: str) -> Value | None:
        """Return the function that may be called on a collection of what is kept of a type.

        It is a method of the manager, or one of the type itself, as scopes are in Rails.
        """
        language = self._symbols.language(self._symbols.slot[value.entity])
        if language is None or not language.record_methods or value.held is not None:
            return None
        if not self._hierarchy.is_kept(value.entity):
            return None
        if language.record_collections:
            methods = (self._hierarchy.class_member(one, name) for one in self._managers(value, language))
            found = next(filter(None, methods), ())
            return Value(ENTITY, found[-1]) if found and self._symbols.is_function(found[-1]) else None
        found = self._hierarchy.called_or_read(value.entity, name, called=True, of_type=True)
        definitions, is_for_types = self._symbols.definitions, self._hierarchy.is_for_types
        own = [one for one in found if "classmethod" in definitions[one].modifiers or is_for_types(one)]
        return Value(ENTITY, own[-1]) if own else self.scope(value.entity, name)

    def scope(self, cls: int, name: str) -> Value | None:
        """Return the method by which a type says which of its kept objects are meant by a name: `scopeOpen`."""
        language = self._symbols.language(self._symbols.slot[cls])
        if language is None or not language.record_scope or not self._hierarchy.is_kept(cls):
            return None
        called = f"{language.record_scope}{name[:1].upper()}{name[1:]}"
        found = self._hierarchy.class_member(cls, called, functions=True)
        return Value(ENTITY, found[-1]) if found else None

    def _managers(self, value: Value, language: Language) -> Iterator[int]:
        """Yield the types of the managers whose methods a collection has."""
        yield from value.slots
        if not value.slots and language.record_managers:
            for name in sorted(language.record_collections):
                for attribute in self._hierarchy.class_member(value.entity, name):
                    asked = self.asked(Value(ENTITY, value.entity), attribute)
                    yield from asked.slots if asked is not None else ()

    def made(self, value: Value, function: int) -> Value | None:
        """Return what such a function gives of a collection on which it is called."""
        made = self._returned.to(value, function)
        language = self._symbols.language(self._symbols.slot[value.entity])
        if language is None or not language.record_collections:
            return value if made is None else made  # a scope, which says no more than which of the records
        if made is not None:
            is_all = made.tag == INSTANCE and self.is_manager(made.entity)
            return value if is_all else made
        stated = [item.value for _, item in self._symbols.values(function, RESULT) if item.form == "return"]
        given = {language.record_methods.get(one.rpartition(".")[2].removesuffix("()")) for one in stated}
        return Value(INSTANCE, value.entity) if given == {"one"} else None


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
