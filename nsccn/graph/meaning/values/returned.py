"""What calls give: by the declared result of a function, else by what it returns or yields where that agrees."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.values.agreed import is_tuple
from nsccn.graph.meaning.values.value import (
    COLLECTION,
    ENTITY,
    INSTANCE,
    MADE,
    PARENT,
    Value,
    either,
    gathered,
    merged,
)
from nsccn.graph.model import SCOPE
from nsccn.graph.notation.annotation import (
    EMPTY,
    OWN_TYPES,
    part_types,
    type_expression,
    without_trait,
    without_wrappers,
)
from nsccn.graph.notation.expression import TYPED_BY, UNKNOWN
from nsccn.graph.notation.marks import RESULT
from nsccn.graph.notation.results import EACH, result_types, says_nothing
from nsccn.graph.notation.signatures import taken

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language
    from nsccn.graph.meaning.answers import Answers, Asking
    from nsccn.graph.meaning.names.scopes import Scopes
    from nsccn.graph.meaning.types.generics import Generics
    from nsccn.graph.meaning.types.hierarchy import Hierarchy
    from nsccn.graph.model import Assignment, Definition
    from nsccn.graph.notation.writtenobjects import Members

_SEVERAL: Final = "[]"
_OF_OWN_TYPE: Final = "Self::"
_AS_OWN_TYPE: Final = "<Self as "
_ABOVE: Final = frozenset({"super", "super()"})
"""What the method gives that another one hides."""
_OWN_TYPE: Final = re.compile(r"\bSelf::([^\W\d]\w*)(?!\w|::)")
"""A type that belongs to a trait, of the type around."""


class Returned:
    """Follows calls to what they give."""

    def __init__(
        self,
        symbols: Symbols,
        asking: Asking,
        hierarchy: Hierarchy,
        scopes: Scopes,
        evaluate: Callable[[int, str], Value | None],
        annotated: Callable[[int, str, Language], Value | None],
        generics: Generics,
    ) -> None:
        """`evaluate` gives what an expression in a scope stands for, `annotated` what an annotation there names."""
        self._symbols = symbols
        self._hierarchy = hierarchy
        self._scopes = scopes
        self._evaluate = evaluate
        self._annotated = annotated
        self._generics = generics
        self._own: Answers[Hashable, bool] = asking.answers(otherwise=False)
        self._returns: Answers[Hashable, Value | None] = asking.answers(None)
        self._named: Answers[Hashable, Value | None] = asking.answers(None)

    def by(self, function: int) -> Value | None:
        """Return what a call of a function gives, by its declared result, else by what it returns where that agrees."""
        return self._returns.get(function, self._returned, function)

    def _returned(self, function: int) -> Value | None:
        definition = self._symbols.definitions[function]
        language = self._symbols.language(self._symbols.slot[function])
        if language is None:
            return None
        if self._is_scope(function):
            return self._scoped(self._symbols.same(self._symbols.parent(function)))
        if definition.returns:
            declared = self._annotated(function, definition.returns, language)
            is_open = says_nothing(definition.returns, language) or bool(self.relation(function))
            if declared is not None or not is_open:
                return declared
        stated = list(self._symbols.values(function, RESULT))
        returned = [(scope, item.value) for scope, item in stated if item.form == "return"]
        results = [self._evaluate(scope, value) for scope, value in returned if value not in EMPTY]
        found = list(dict.fromkeys(value for value in results if value is not None))
        if None in results and any(is_tuple(self._symbols, value) for value in found):
            return None
        if not found and any(EACH not in target for target in self.made(function)):
            return Value(MADE, function)
        yields = [(scope, item.value) for scope, item in stated if item.form == "yield"]
        if yields and not found and _gives_what_it_yields(definition, language):
            given = (self._evaluate(scope, value) for scope, value in yields)
            return gathered(_one_of(list(dict.fromkeys(value for value in given if value is not None))))
        return _one_of(found) if len(found) == 1 or language.several_types else None

    def _is_scope(self, function: int) -> bool:
        """Whether a function says which of the kept objects of its type are meant."""
        definition = self._symbols.definitions[function]
        if SCOPE in definition.modifiers:
            return True
        language = self._symbols.language(self._symbols.slot[function])
        prefix = language.record_scope if language is not None else ""
        if not prefix or not definition.name.startswith(prefix):
            return False
        is_named = definition.name[len(prefix) : len(prefix) + 1].isupper()
        return is_named and self._hierarchy.is_kept(self._symbols.same(self._symbols.parent(function)))

    def _scoped(self, cls: int) -> Value | None:
        """Return the collection that a scope gives, whatever stands in it: records of the type it is called on."""
        return Value(COLLECTION, cls) if self._hierarchy.is_kept(cls) else None

    def relation(self, function: int) -> str:
        """Return the method by which another states a relation between kept objects, empty where it states none."""
        language = self._symbols.language(self._symbols.slot[function])
        if language is None or not language.single_relations:
            return ""
        for _, item in self._symbols.values(function, RESULT):
            call, typed, _ = item.value.partition(f"().{TYPED_BY}")
            name = call.rpartition(".")[2]
            if typed and language.typed_results.get(name, "").endswith(_SEVERAL):
                return name
        return ""

    def made(self, function: int) -> Members:
        """Return what the object has that a function writes out and gives."""
        slot = self._symbols.slot[function]
        return self._symbols.file(slot).made.get(function - self._symbols.first[slot], {})

    def yielded(self, function: int) -> Value | None:
        """Return what a function yields, where that agrees."""
        stated = self._symbols.values(function, RESULT)
        values = [self._evaluate(scope, item.value) for scope, item in stated if item.form == "yield"]
        found = {value for value in values if value is not None}
        return found.pop() if len(found) == 1 else None

    def iterated(self, value: Value) -> Value | None:
        """Return what an object gives that is asked for its elements; a wrapper of one object gives that."""
        language = self._symbols.language(self._symbols.slot[value.entity])
        if language is not None and language.iterating:
            return self._by_iterator(value, language)
        for starting, following in language.iteration if language is not None else ():
            given = self._result_of(value, starting)
            if given is not None and given.tag == COLLECTION:
                return given.element
            if given is not None and given.tag == INSTANCE:
                return self._result_of(given, following)
            if given is None and (own := self._result_of(value, following)) is not None:
                return own  # an iterator itself
        return None

    def _by_iterator(self, value: Value, language: Language) -> Value | None:
        """Return what an object gives that is an iterator, or that gives one: the names of their methods say which."""
        following, *making = (self._hierarchy.class_member(value.entity, name) for name in language.iterating)
        if following:
            return self.to(value, following[0])
        iterator = self.to(value, making[0][0]) if making and making[0] else None
        if iterator is not None and iterator.tag == INSTANCE:
            following = self._hierarchy.class_member(iterator.entity, language.iterating[0])
            return self.to(iterator, following[0]) if following else None
        return None if any(making) or self._symbols.kind(value.entity) == "trait" else value

    def _result_of(self, value: Value, name: str) -> Value | None:
        found = (
            self._hierarchy.class_member(value.entity, name) if self._symbols.functions_named(name) else ()
        )
        is_method = bool(found) and self._symbols.is_function(found[0])
        return self.to(value, found[0]) if is_method else None

    def part(self, function: int, number: int) -> Value | None:
        """Return one of the results of a function that declares several."""
        definition = self._symbols.definitions[function]
        language = self._symbols.language(self._symbols.slot[function])
        if language is None:
            return None
        if language.tuple_results:
            types = part_types(without_wrappers(definition.returns, language.transparent_types))
        else:
            types = result_types(definition.signature, definition.name)
        if number >= len(types):
            return None
        return self._annotated(function, types[number], language)

    def to(self, receiver: Value, method: int) -> Value | None:
        """Return what a method gives that is called on an object or a type: it may be the object, or one like it."""
        if self._is_scope(method):
            return self._scoped(receiver.entity)
        if receiver.tag in (ENTITY, PARENT) and self._makes_own(method):
            return Value(INSTANCE, receiver.entity)
        declared = self._symbols.definitions[method].returns
        declared = without_trait(declared) if _AS_OWN_TYPE in declared else declared
        if _OF_OWN_TYPE in declared and (meant := self._with_own_types(method, declared)) != declared:
            given = self._generics.of(receiver, method, meant) or self._meant(method, meant)
        else:
            given = self._generics.of(receiver, method, declared) if declared else None
        given = given or self.by(method)
        if given is None or given.tag != INSTANCE or receiver.tag not in (INSTANCE, ENTITY, PARENT):
            return given
        own = receiver.entity
        if own == given.entity and receiver.given and self._own.get(method, self._gives_own, method):
            return Value(INSTANCE, own, given=receiver.given)
        is_less = own != given.entity and (
            given.entity in self._hierarchy.order(own) or self._is_of_trait(given.entity, method)
        )
        return Value(INSTANCE, own) if is_less and self._own.get(method, self._gives_own, method) else given

    def _makes_own(self, method: int) -> bool:
        """Whether a type's own way to be made gives what that makes which it hides: `def self.new(*) = super`."""
        language = self._symbols.language(self._symbols.slot[method])
        maker = language.constructor_call if language is not None else ""
        if not maker or self._symbols.table.names[method] != maker:
            return False
        stated = {item.value for _, item in self._symbols.values(method, RESULT) if item.form == "return"}
        local = self._scopes.local_variables(self._symbols.slot[method]).get(method, {})
        held = (_values(local[value]) for value in stated if value in local)
        return not _ABOVE.isdisjoint(stated.union(*held))

    def _is_of_trait(self, given: int, method: int) -> bool:
        """Whether a function of a trait gives what is of it, which a block may give any type."""
        return self._symbols.kind(given) == "trait" and self._symbols.parent(method) == given

    def by_name(self, receiver: Value, method: int) -> Value | None:
        """Return what a call of a method gives of which only the name is known: what one of the overloads gives.

        Of those that take the same, as where one is for constant objects, the first counts.
        """
        return self._named.get((receiver, method), self._by_name, receiver, method)

    def _by_name(self, receiver: Value, method: int) -> Value | None:
        symbols = self._symbols
        given = self.to(receiver, method)
        language = symbols.language(symbols.slot[method])
        name = symbols.table.names[method]
        if language is None or not language.argument_types or len(symbols.functions_named(name)) == 1:
            return given
        beside = filter(
            symbols.is_function, symbols.member(symbols.owners.get(method, symbols.parent(method)), name)
        )
        told: dict[object, int] = {taken(symbols.definitions[method]).parameters: method}
        for one in beside:
            told.setdefault(taken(symbols.definitions[one]).parameters, one)
        others = [self.to(receiver, one) for one in sorted(told.values())]
        known = [one for one in dict.fromkeys((given, *others)) if one is not None]
        return (known[0] if len(known) == 1 else either(known) or merged(known)) if known else None

    def _with_own_types(self, method: int, declared: str) -> str:
        """Return a declared result with what the `impl` around the method says of its types: `Option<Self::Item>`."""
        symbols = self._symbols
        owner = symbols.owners.get(method, symbols.parent(method))
        start = symbols.definitions[method].full_range.start_byte
        for name in sorted(set(_OWN_TYPE.findall(declared)), key=len, reverse=True):
            stated = {
                abs(whole.full_range.start_byte - start): whole.returns
                for one in symbols.member(owner, name)
                for whole in (symbols.definitions[one],)
                if symbols.slot[one] == symbols.slot[method] and symbols.kind(one) == "type" and whole.returns
            }
            if stated:
                declared = declared.replace(f"{_OF_OWN_TYPE}{name}", stated[min(stated)])
        return declared

    def _meant(self, method: int, declared: str) -> Value | None:
        """Return what a method gives by a result that is written out."""
        language = self._symbols.language(self._symbols.slot[method])
        return self._annotated(method, declared, language) if language is not None else None

    def to_reader(self, held: Value | None, reading: int) -> Value | None:
        """Return what reading an attribute gives whose object has a method for that.

        Of overloads the first counts that gives no object of the same type: it is what an instance is asked for.
        """
        symbols = self._symbols
        definition = symbols.definitions[reading]
        if held is None or definition.returns:
            return self.to(held, reading) if held is not None else self.by(reading)
        for overload in symbols.member(symbols.parent(reading), definition.name):
            given = self.to(held, overload) if symbols.definitions[overload].returns else None
            is_itself = given is not None and given.tag == INSTANCE and self._is_one(held, given)
            if given is not None and not is_itself:
                return given
        return self.by(reading)

    def _is_one(self, held: Value, given: Value) -> bool:
        """Whether an object is of a type that another is of."""
        return given.entity in self._hierarchy.order(held.entity)

    def _gives_own(self, method: int) -> bool:
        """Whether a method gives its object, or a new one of the same type: `return cls()`, `-> Self`."""
        symbols = self._symbols
        definition, language = symbols.definitions[method], symbols.language(symbols.slot[method])
        if language is None:
            return False
        if definition.returns:
            return type_expression(definition.returns, language.transparent_types)[0] in OWN_TYPES
        own = {"self", f"self.{language.own_class}()"}
        own.update({"self()"} if "classmethod" in definition.modifiers else ())
        own.update({"Self()"} if symbols.kind(symbols.parent(method)) == "trait" else ())
        local = self._scopes.local_variables(symbols.slot[method]).get(method, {})
        stated = {item.value for _, item in symbols.values(method, RESULT) if item.form == "return"}
        return all(_values(local.get(value, ())) <= own for value in stated - own) if stated else False


def _one_of(values: Sequence[Value]) -> Value | None:
    """Return the one value, or what is one of several that are alike."""
    return values[0] if len(values) == 1 else merged(values) if values else None


def _gives_what_it_yields(definition: Definition, language: Language) -> bool:
    """Whether no decorator puts something else in the place of a generator."""
    names = {decorator.rpartition(".")[2] for decorator in definition.decorators}
    return names <= language.yielding_decorators


def _values(items: Iterable[Assignment]) -> set[str]:
    return {item.value for item in items} or {UNKNOWN}
