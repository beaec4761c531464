"""Which of several overloads a call means, by the types of its arguments.

Close to the rules of Java (JLS 15.12.2) and C++: an overload that takes an argument as it is goes before one that takes
it as a base type, and that before one to which it is converted. What cannot be told apart is said to be ambiguous.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from nsccn.graph.linking.calls.callees import constructors
from nsccn.graph.linking.overloads.argumenttypes import ArgumentType, ArgumentTypes, made_there
from nsccn.graph.linking.overloads.fits import Fits
from nsccn.graph.linking.overloads.labelled import LabelledCalls
from nsccn.graph.linking.overloads.siblings import of_other_bases
from nsccn.graph.meaning.types.companions import called_objects, is_made_by_call, of_declaration
from nsccn.graph.meaning.values.value import ENTITY
from nsccn.graph.notation.arguments import TYPED
from nsccn.graph.notation.arity import plain_arity
from nsccn.graph.notation.generics import type_parameters
from nsccn.graph.notation.labels import read_labels
from nsccn.graph.notation.signatures import (
    ANY,
    CLOSURE,
    Parameter,
    Taken,
    read_type,
    taken,
    taken_by,
)

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from nsccn.graph.language import Language
    from nsccn.graph.linking.calls.callees import Callees
    from nsccn.graph.meaning.infer import Infer


_OWN_NAMES: Final = frozenset({"self", "super"})
"""Names of constructors of the type around, and of its base."""
_ARRAY: Final = "[]"


class Overloads:
    """Chooses among the functions of one name."""

    def __init__(self, infer: Infer, callees: Callees) -> None:
        self.arguments = ArgumentTypes(infer, callees)
        self._infer = infer
        self._symbols = infer.symbols
        self.labelled = LabelledCalls(infer.symbols)
        self._told: dict[str, bool] = {}
        self._known: dict[int, dict[int, Taken]] = {}
        self._of_holders: dict[tuple[int, int], dict[int, Taken]] = {}
        self._fits = Fits(infer)
        self._best: dict[tuple[object, ...], tuple[int, ...]] = {}

    def forget(self) -> None:
        """Drop what was asked for one file."""
        self._told.clear()
        self._fits.forget()
        self._known.clear()
        self._of_holders.clear()
        self._best.clear()

    def may_tell(self, name: str) -> bool:
        """Whether arguments may tell anything of a call of that name, or of what has it for another name."""
        if name not in self._told:
            symbols, (plain, _) = self._symbols, plain_arity(name)
            several = len(symbols.functions_named(plain)) > 1
            self._told[name] = (
                several
                or name in _OWN_NAMES
                or any(
                    symbols.is_type(one) or self._is_beside_library(one) for one in symbols.table.named(plain)
                )
            )
        return self._told[name]

    def meant(
        self,
        scope: int,
        entity: int,
        given: Sequence[str],
        count: int,
        types: int,
        seen_from: int,
        labels: str | None = None,
        holder: int = -1,
    ) -> tuple[int, ...]:
        """Return the overloads of a function that a call may mean; none where the language tells none apart.

        `given` are its arguments, as `read_arguments` returns them, and `count` is their number, -1 where unknown;
        `types` is the number of types that it is given, and what `seen_from` does not see it cannot mean; `labels` are
        the names by which arguments are given, and `holder` is the type of the object, where that is known.
        """
        symbols = self._symbols
        language = symbols.language(symbols.slot[entity])
        if language is None or not language.argument_types:
            return ()
        if not symbols.is_function(entity) and not (
            language.primary_constructors and symbols.is_type(entity)
        ):
            return ()
        if len(symbols.functions_named(symbols.table.names[entity])) == 1 or symbols.kind(entity) == "macro":
            return ()
        alternatives = self._known.get(entity)
        if alternatives is None:
            alternatives = self._known[entity] = self._alternatives(scope, entity, language)
        if holder >= 0 and not language.hidden_overloads and (more := self._of_bases(holder, entity)):
            kinds = {what.kind for what in alternatives.values()}
            alternatives = alternatives | {one: what for one, what in more.items() if what.kind not in kinds}
        seen = self._infer.access.seen(seen_from, alternatives)
        if 0 < len(seen) < len(alternatives):
            alternatives = {one: alternatives[one] for one in seen}
        if language.generic_overloads:
            alternatives = self._of_types(alternatives, types)
        if language.named_arguments and labels:
            alternatives = self._of_names(alternatives, read_labels(labels))
        if len(alternatives) < 2:
            return tuple(alternatives)
        fitting = self._fitting(language, alternatives, given, count, labels or "")
        is_plain = language.generic_overloads and not given
        if len(fitting) < 2 or not given:
            return (_whole(fitting, alternatives, count) if is_plain else tuple(fitting)) or tuple(
                alternatives
            )
        fitting = self.by_value(
            scope, fitting, {one for one in fitting if alternatives[one].is_moving}, given
        )
        repeating = frozenset(one for one in fitting if alternatives[one].is_repeating)
        told = [self.arguments.of(scope, expression) for expression in given]
        if language.included_names and any(one.endswith("()") for one in given):
            told = [
                made_there(one, *places) for one, *places in zip(told, given, *fitting.values(), strict=False)
            ]
        key = (entity, count, *fitting, *told)
        if key not in self._best:
            best = self.best(told, fitting, repeating, language)
            is_told = language.generic_overloads and all(one.name for one in told)
            self._best[key] = _whole(best, alternatives, count) if is_told else best
        return self._best[key]

    def _of_bases(self, holder: int, entity: int) -> dict[int, Taken]:
        if (holder, entity) not in self._of_holders:
            self._of_holders[holder, entity] = of_other_bases(self._infer, holder, entity)
        return self._of_holders[holder, entity]

    def _fitting(
        self,
        language: Language,
        alternatives: Mapping[int, Taken],
        given: Sequence[str],
        count: int,
        labels: str,
    ) -> dict[int, tuple[Parameter, ...]]:
        """Return the functions that take so many arguments, or those of such names, with the parameters for them."""
        if language.argument_labels and count >= 0:
            taken_by = self._taken_by_labels(alternatives, labels)
        else:
            taken_by = {one: what.of(count) for one, what in alternatives.items()} if count >= 0 else {}
        if language.trailing_functions and given and given[-1] == f"{TYPED}{CLOSURE}":
            taken_by = {one: _trailing(found, alternatives[one]) for one, found in taken_by.items()}
        fitting = {one: parameters for one, parameters in taken_by.items() if parameters is not None}
        if not count:  # what takes none is meant before what takes any number
            exact = (one for one in fitting if not alternatives[one].is_repeating)
            fitting = {one: fitting[one] for one in exact} or fitting
        return fitting

    def _taken_by_labels(
        self, alternatives: Mapping[int, Taken], labels: str
    ) -> dict[int, tuple[Parameter, ...] | None]:
        """Return for each function the parameters that take arguments which are given by some names."""
        found: dict[int, tuple[Parameter, ...] | None] = {}
        for one, what in alternatives.items():
            at = None if self._symbols.is_property(one) else self.labelled.places(one, labels)
            known = what.parameters
            found[one] = (
                at
                if at is None
                else tuple(known[place] if place < len(known) else Parameter() for place in at)
            )
        return found

    def _of_names(self, alternatives: dict[int, Taken], names: Sequence[str]) -> dict[int, Taken]:
        """Return the functions that have parameters of all these names; all where none is known to."""
        definitions = self._symbols.definitions
        return {
            one: what
            for one, what in alternatives.items()
            if set(names) <= set(definitions[one].parameters) or self._symbols.is_type(one)
        } or alternatives

    def _of_types(self, alternatives: dict[int, Taken], types: int) -> dict[int, Taken]:
        """Return the functions that are generic in so many types, or told of what by their arguments; else all."""
        return {
            one: what
            for one, what in alternatives.items()
            if (self._variables(one) == types if types else self._is_told(one))
        } or alternatives

    def _is_told(self, function: int) -> bool:
        """Whether arguments tell all types that a function is generic in."""
        definition = self._symbols.definitions[function]
        names = type_parameters(definition.signature, definition.name)
        _, _, behind = definition.signature.partition("(")
        return all(re.search(rf"\b{re.escape(name)}\b", behind.partition(" where ")[0]) for name in names)

    def _variables(self, function: int) -> int:
        """Return of how many types a function is generic."""
        definition = self._symbols.definitions[function]
        return len(type_parameters(definition.signature, definition.name))

    def takes(self, function: int, count: int) -> bool:
        """Whether a function, or another of its name beside or above it, takes so many arguments."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[function])
        if language is None or not language.counted_arguments or count < 0:
            return True
        alternatives = self._known.get(function)
        if alternatives is None:
            alternatives = self._known[function] = self._alternatives(function, function, language)
        return any(what.takes(count) for what in alternatives.values())

    def refuses(self, scope: int, function: int, given: Sequence[str]) -> bool:
        """Whether arguments are of types that neither a function takes nor another of its name beside or above it."""
        language = self._symbols.language(self._symbols.slot[function])
        if language is None or not language.argument_types or not given:
            return False
        alternatives = self._known.get(function)
        if alternatives is None:
            alternatives = self._known[function] = self._alternatives(scope, function, language)
        told = [self.arguments.of(scope, expression) for expression in given]
        taken_by = ((one, what.of(len(given))) for one, what in alternatives.items())
        return not any(
            all(self._fits.of(*pair, one, language) for pair in zip(told, parameters, strict=False))
            for one, parameters in taken_by
            if parameters is not None
        )

    def own(self, scope: int, functions: Sequence[int], given: Sequence[str]) -> Sequence[int]:
        """Return those functions that do not stand beside the library's, or take what only they do."""
        if not any(map(self._is_beside_library, functions)):
            return functions
        return [one for one in functions if not self._is_of_library(scope, one, given)]

    def _is_of_library(self, scope: int, function: int, given: Sequence[str]) -> bool:
        """Whether a function seems to be meant that stands beside those of the library, but takes no such arguments.

        `namespace std { string to_string(const Cart&); }`: a call with a number means the library's.
        """
        symbols = self._symbols
        language = symbols.language(symbols.slot[function])
        if language is None or not self._is_beside_library(function):
            return False
        takes = taken(symbols.definitions[function]).of(len(given)) or ()
        told = (self.arguments.of(scope, expression) for expression in given)
        fits = (
            one.entity >= 0 and self._fits.is_one(one, parameter, function, language)
            for one, parameter in zip(told, takes, strict=False)
        )
        return not any(fits)

    def _is_beside_library(self, function: int) -> bool:
        """Whether a function outside types lies in a namespace that the library has, too."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[function])
        if language is None or not language.library_namespaces or not symbols.is_function(function):
            return False
        space, _, path = symbols.table.qualified[function].partition(".")
        return space in language.library_namespaces and bool(path) and "." not in path

    def is_copy(self, scope: int, entity: int, given: Sequence[str]) -> bool:
        """Whether a constructor is named that takes no object of its type, but is given one: that is only copied."""
        symbols = self._symbols
        language = symbols.language(symbols.slot[entity])
        if len(given) != 1 or language is None or not language.hidden_overloads:
            return False
        owner, name = symbols.class_around(entity), symbols.table.names[entity]
        if owner < 0 or symbols.table.names[owner] != name:
            return False
        type_, made, *_ = self.arguments.of(scope, given[0])
        if type_ != name or made < 0 or symbols.same(made) != symbols.same(owner):
            return False
        alternatives = self._alternatives(scope, entity, language).values()
        return not any(one.type in (name, ANY, "") for what in alternatives for one in what.parameters[:1])

    def best(
        self,
        types: Sequence[ArgumentType],
        fitting: dict[int, tuple[Parameter, ...]],
        repeating: frozenset[int],
        language: Language,
    ) -> tuple[int, ...]:
        """Return the functions that fit arguments of some types best, all where none fits.

        `fitting` says what each takes; those that are `repeating` take any number of what their last parameter takes.
        """
        worth = dict[int, tuple[bool, int]]()
        for candidate, parameters in fitting.items():
            is_whole = candidate in repeating and _is_whole(types, parameters)
            takes = (*parameters[:-1], parameters[-1].of_all()) if is_whole else parameters
            total = 0
            for one, parameter in zip(types, takes, strict=False):
                fit = self._fits.of(one, parameter, candidate, language)
                if not fit:
                    break
                total += fit
            else:
                worth[candidate] = is_whole or candidate not in repeating, total
        if any(not one.name and _differ(place, fitting, worth) for place, one in enumerate(types)):
            return tuple(worth)
        best = max(worth.values(), default=(False, 0))
        found = {one: fitting[one] for one, fit in worth.items() if fit == best}
        return self._fits.nearest(found, types, language) or tuple(fitting)

    def by_value(
        self,
        scope: int,
        fitting: dict[int, tuple[Parameter, ...]],
        moving: AbstractSet[int],
        given: Sequence[str],
    ) -> dict[int, tuple[Parameter, ...]]:
        """Return what is left where some take the same, but out of an object that nothing else holds."""
        kinds = {tuple(one.type for one in parameters) for parameters in fitting.values()}
        if not moving or len(kinds) == len(fitting) or not given:
            return fitting
        others = {tuple(one.type for one in fitting[one]): one for one in fitting if one not in moving}
        is_temporary = self._is_temporary(scope, given[-1]) or self._is_converted(scope, given[-1], fitting)
        dropped = set()
        for one in moving:
            other = others.get(tuple(kind.type for kind in fitting[one]))
            if other is not None:
                dropped.add(other if is_temporary else one)
        return {one: parameters for one, parameters in fitting.items() if one not in dropped}

    def _is_temporary(self, scope: int, expression: str) -> bool:
        """Whether an argument is a new object, which nothing else holds."""
        if not expression.endswith("()"):
            return expression.startswith(TYPED)
        called = self._infer.evaluate(scope, expression[:-2])
        if called is None or called.tag != ENTITY or not self._symbols.is_function(called.entity):
            return True
        definition = self._symbols.definitions[called.entity]
        return "&" not in definition.signature.partition(definition.name)[0]

    def _is_converted(self, scope: int, expression: str, fitting: Mapping[int, Sequence[Parameter]]) -> bool:
        """Whether an argument is a number, of which an object is made for the call."""
        language = self._symbols.language(self._symbols.slot[scope])
        kind = self._fits.built_in(self.arguments.of(scope, expression).name)
        if language is None or kind not in language.numbers:
            return False
        return all(self._fits.built_in(one[-1].type) not in language.numbers for one in fitting.values())

    def _alternatives(self, scope: int, entity: int, language: Language) -> dict[int, Taken]:
        """Return the functions of a name that a call may mean, each kind of parameters once, with what they take.

        Of a definition and its declaration the definition is meant, and what either leaves out may be left out.
        """
        symbols = self._symbols
        if (made := self._made_by(entity, language)) >= 0:
            return constructors(symbols, made)
        if alike := self._infer.extensions.beside(entity):
            return {one: taken(symbols.definitions[one]) for one in alike}
        known: dict[tuple[object, ...], tuple[int, Taken]] = {}
        name = symbols.table.names[entity]
        parent = symbols.owners.get(entity, symbols.parent(entity))
        if symbols.is_type(parent):
            is_constructor = language.named_constructors and symbols.table.names[parent] == name
            types = (parent,) if is_constructor else self._infer.hierarchy.order(parent)
            found: Iterable[tuple[int, Iterable[int]]] = ((at, symbols.member(at, name)) for at in types)
        else:
            found = ((parent, self._infer.visible.overloads(scope, entity)),)
        for at, beside in found:
            written = self._infer.typed.generics.written(parent, at) if known and at != parent else {}
            named = self._infer.hierarchy.named_by_type(tuple(beside)) or tuple(beside)
            if language.companion_objects:
                named = of_declaration(symbols, parent, named)
            kept = self._infer.access.is_kept
            functions = [one for one in named if symbols.is_function(one) and not kept(scope, one)]
            functions.sort(key=symbols.table.declared.__getitem__)
            kinds = Counter[tuple[object, ...]]()
            for one in functions:
                takes = taken(symbols.definitions[one])
                filled = _filled(takes, written)
                kind = filled.made_kind if language.hidden_overloads else filled.kind
                if language.alike_overloads:
                    kind = (*kind, self._variables(one), *(each.arity for each in takes.parameters))
                    kinds[kind] += not symbols.table.declared[one]
                    kind = (*kind, max(kinds[kind], 1))
                if language.argument_labels:
                    kind = (*kind, self.labelled.labels(one))
                first, least = known.get(kind, (one, takes))
                known[kind] = first, min(least, takes, key=Taken.needed)
            if functions and language.hidden_overloads:
                break
        alternatives = dict(known.values())
        if language.companion_objects and name == language.calling_method:
            alternatives.update(self._made_by_call(entity, parent))
        return alternatives

    def _made_by_call(self, entity: int, parent: int) -> dict[int, Taken]:
        """Return the type that a call of the object beside it makes an instance of, too, with what that takes."""
        symbols = self._symbols
        cls = symbols.same(parent)
        is_of_object = cls != parent and entity in called_objects(symbols, cls)
        if not is_of_object or not is_made_by_call(symbols, cls):
            return {}
        head = symbols.definitions[cls]
        return {cls: taken_by(head.signature, head.name) or Taken(())}

    def _made_by(self, entity: int, language: Language) -> int:
        """Return the type that stands for a constructor, or has it, where types stand for one; -1 for all else."""
        symbols = self._symbols
        if not language.primary_constructors or symbols.is_type(entity):
            return entity if language.primary_constructors else -1
        is_constructor = symbols.table.names[entity] in language.constructors
        return symbols.parent(entity) if is_constructor and symbols.is_type(symbols.parent(entity)) else -1


def _filled(takes: Taken, written: Mapping[str, str]) -> Taken:
    """Return what a function of a base takes, with what the type below writes for the variables of the base."""
    if not any(one.type in written for one in takes.parameters):
        return takes
    parameters = (
        one._replace(type=read_type(written[one.type]).type) if one.type in written else one
        for one in takes.parameters
    )
    return takes._replace(parameters=tuple(parameters))


def _whole(fitting: Iterable[int], alternatives: Mapping[int, Taken], count: int) -> tuple[int, ...]:
    """Return the functions that leave nothing out which they could take, of several where there are such."""
    found = tuple(fitting)
    whole = tuple(
        one
        for one in found
        if len(alternatives[one].parameters) == count and not alternatives[one].is_repeating
    )
    return whole if len(found) > 1 and whole else found


def _trailing(found: tuple[Parameter, ...] | None, what: Taken) -> tuple[Parameter, ...] | None:
    """Return what takes arguments of which the last is a function: the last parameter does, where that is for one."""
    last = what.parameters[-1:]
    if not found or not last or found[-1].type == CLOSURE or last[0].type != CLOSURE:
        return found
    return (*found[:-1], *last)


def _is_whole(given: Sequence[ArgumentType], parameters: Sequence[Parameter]) -> bool:
    """Whether what takes any number of arguments is given an array of them."""
    last, taken_each = given[-1].name, parameters[-1].type
    return len(given) == len(parameters) and last.count(_ARRAY) > taken_each.count(_ARRAY)


def _differ(place: int, fitting: Mapping[int, Sequence[Parameter]], candidates: Iterable[int]) -> bool:
    """Whether candidates take different types at a place."""
    return len({fitting[one][place].told for one in candidates}) > 1
