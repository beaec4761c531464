"""What variables of modules and attributes of types hold, by all that is said of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from nsccn.graph.meaning.values.agreed import agreed, given_instead
from nsccn.graph.meaning.values.value import COLLECTION, ENTITY, INSTANCE, Value
from nsccn.graph.model import ONE, RELATED
from nsccn.graph.notation.annotation import element_type, value_type, without_wrappers
from nsccn.graph.notation.expression import root_of
from nsccn.graph.notation.objectnames import type_name, types_of_many

if TYPE_CHECKING:
    from collections.abc import Hashable

    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.answers import Answers, Asking
    from nsccn.graph.meaning.types.annotations import Annotations
    from nsccn.graph.meaning.types.hierarchy import Hierarchy
    from nsccn.graph.model import Assignment, Definition


class Variables:
    """Finds what variables hold that are no function's own."""

    def __init__(
        self,
        symbols: Symbols,
        asking: Asking,
        hierarchy: Hierarchy,
        evaluate: Callable[[int, str], Value | None],
        annotations: Annotations,
    ) -> None:
        """`evaluate` gives what an expression in a scope stands for."""
        self._symbols = symbols
        self._hierarchy = hierarchy
        self._evaluate = evaluate
        self._annotations = annotations
        self._known: Answers[Hashable, Value | None] = asking.answers(None)

    def of(self, entity: int) -> Value | None:
        """Return what a module variable or an attribute holds, where its assignments agree."""
        return self._known.get(entity, self._held, entity)

    def _held(self, entity: int) -> Value | None:
        symbols = self._symbols
        owner = symbols.same(symbols.parent(entity))
        language = symbols.language(symbols.slot[entity])
        declared = self.declaration(entity)
        if language is None:
            found: list[Value | None] = []
        elif declared is not None:
            scope, item = declared
            named = self._annotations.of(scope, item.annotation, language) or self._labelled(
                entity, without_wrappers(item.annotation, language.transparent_types)
            )
            held = given_instead(symbols, self._evaluate, list(self._stated(entity)), named, language)
            found = [held or (self._evaluate(scope, like) if (like := value_type(item.annotation)) else None)]
        else:
            stated = symbols.values(owner, symbols.definitions[entity].name)
            found = [
                self._evaluate(self._seen_from(scope, item, language), item.value) for scope, item in stated
            ]
            if not found and language.named_objects and RELATED in symbols.definitions[entity].modifiers:
                return self._related(owner, symbols.definitions[entity])
        held = agreed(symbols, (one for one in found if one != Value(ENTITY, entity)))
        if declared is None and self._is_constant(owner, entity, held):
            return Value(INSTANCE, owner)
        if symbols.is_type(owner) and (held is None or held.tag == COLLECTION) and declared is None:
            return self._inherited(owner, symbols.definitions[entity].name) or held
        return held

    def _seen_from(self, scope: int, item: Assignment, language: Language) -> int:
        """Return from where a value is seen: in the body of a type `Gone = Gone` means what is around that."""
        is_own = root_of(item.value) == item.target and self._symbols.is_type(scope)
        return self._symbols.parent(scope) if is_own and not language.implicit_self else scope

    def _is_constant(self, owner: int, entity: int, held: Value | None) -> bool:
        """Whether an attribute is an instance of its type: what an `Enum` assigns that is no function of it."""
        symbols = self._symbols
        is_function = held is not None and held.tag == ENTITY and symbols.is_function(held.entity)
        is_in_body = symbols.kind(entity) == "attr" and not symbols.table.implicit[entity]
        return is_in_body and not is_function and self._hierarchy.has_constants(owner)

    def _related(self, owner: int, relation: Definition) -> Value | None:
        """Return what a relation holds that is named after a type, or says of which it is."""
        is_one = ONE in relation.modifiers
        named = [type_name(relation.name)] if is_one else types_of_many(relation.name)
        for name in [relation.returns] if relation.returns else filter(None, named):
            value = self._evaluate(owner, name.removeprefix("::").replace("::", "."))
            if value is not None and value.tag == ENTITY and self._hierarchy.is_kept(value.entity):
                return Value(INSTANCE if is_one else COLLECTION, value.entity)
        return None

    def _labelled(self, entity: int, stated: str) -> Value | None:
        """Return what a key is of that names it by a folder around it, `"shop.Cart"`, or lies beside it."""
        symbols = self._symbols
        if RELATED not in symbols.definitions[entity].modifiers:
            return None
        inside = element_type(stated)
        label, _, name = (inside or stated).strip("\"'").rpartition(".")
        around = self._folders(entity)
        found = [
            one
            for one in symbols.table.named(name)
            if (label in self._folders(one) if label else around == self._folders(one))
            and self._hierarchy.is_kept(one)
        ]
        return Value(COLLECTION if inside else INSTANCE, found[0]) if len(found) == 1 else None

    def _folders(self, entity: int) -> list[str]:
        return self._symbols.paths[self._symbols.slot[entity]].split("/")[:-1]

    def declaration(self, entity: int) -> tuple[int, Assignment] | None:
        """Return where the type of a variable or attribute is said, and by what: rather a declaration than a value."""
        annotated = [one for one in self._stated(entity) if one[1].annotation]
        return next((one for one in annotated if one[1].form == "declare"), (*annotated, None)[0])

    def _stated(self, entity: int) -> Iterable[tuple[int, Assignment]]:
        """Return what is said of a variable or attribute; of a field of one variant of an enum, only where that is."""
        symbols = self._symbols
        owner, name = symbols.same(symbols.parent(entity)), symbols.definitions[entity].name
        if symbols.kind(owner) != "attr":
            return symbols.values(owner, name)
        whole = symbols.definitions[entity].full_range
        stated = symbols.values(symbols.same(symbols.parent(owner)), name)
        return [one for one in stated if whole.start_byte <= one[1].byte < whole.end_byte]

    def _inherited(self, cls: int, name: str) -> Value | None:
        """Return what an attribute holds by what the bases of a type say of it."""
        symbols = self._symbols
        found = self._hierarchy.class_member(cls, name, skip=1)
        entity = symbols.preferred(found) if found else -1
        return self.of(entity) if entity >= 0 and symbols.kind(entity) == "attr" else None
