"""How well an argument fits a parameter.

Close to the rules of Java (JLS 15.12.2), C++ and C#: an overload that takes an argument as it is goes before one that
takes it as a base type, and that before one to which it is converted.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.linking.overloads.argumenttypes import ArgumentType
from nsccn.graph.notation.annotation import TYPE_VARIABLE
from nsccn.graph.notation.arity import plain_arity
from nsccn.graph.notation.generics import type_limit, type_parameters
from nsccn.graph.notation.signatures import ANY, CLOSURE, Parameter, read_type, type_variables

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from nsccn.graph.language import Language
    from nsccn.graph.meaning.infer import Infer

_EXACT, _SHAPED, _DEDUCED, _CONVERTED, _BELOW, _NUMBER, _ANY, _UNBOXED, _UNKNOWN, _MADE = (
    100,
    97,
    95,
    90,
    80,
    20,
    10,
    8,
    5,
    3,
)
"""How well a parameter fits: the type itself, one of which a template leaves open what it is made for, any type for
which a template is made, one that it is converted to, a base, another number, any object, what is taken out of an
object, who knows, and a type that may be made of it."""
_NO_FUNCTIONS: Final = frozenset({"class", "struct", "enum"})
"""Kinds of types that no function without a name is of."""
_OPEN_KINDS: Final = ("type", "interface")
"""Kinds of types that one from outside may be of, the latter where it may be said so apart from it."""
_NULL: Final = "null"
_WORD: Final = re.compile(r"\w+")
_ERROR: Final = re.compile(r"(?:Exception|Error|Throwable)\Z")
"""Ends the names of all types of the library that may be thrown, and of no others."""
_BROAD_ERRORS: Final = frozenset({"Exception", "Throwable"})


class Fits:
    """Compares arguments with parameters."""

    def __init__(self, infer: Infer) -> None:
        self._infer = infer
        self._symbols = infer.symbols
        self._built_in: dict[str, str] = {}

    def forget(self) -> None:
        """Drop what was asked for one file."""
        self._built_in.clear()

    def built_in(self, name: str) -> str:
        """Return the built-in type for which a name stands, mostly of numbers, or the name itself."""
        if name not in self._built_in:
            symbols = self._symbols
            types = [
                one
                for one in symbols.table.named(name)
                if symbols.is_type(one) or symbols.kind(one) == "type"
            ]
            named = types if all(symbols.kind(one) == "type" for one in types) else []
            stated = {read_type(symbols.definitions[one].returns).type for one in named}
            language = symbols.language(symbols.slot[named[0]]) if len(stated) == 1 else None
            only = next(iter(stated), name)
            is_built_in = language is not None and only in _told_types(language)
            self._built_in[name] = only if is_built_in else name
        return self._built_in[name]

    def of(self, given: ArgumentType, parameter: Parameter, candidate: int, language: Language) -> int:
        """Return how well an argument fits a parameter; 0 where it does not."""
        wanted, converted = self.built_in(parameter.type), language.conversions
        given = given._replace(name=self.built_in(given.name))
        if language.builtin_aliases:
            wanted = _usual(wanted, language)
            given = given._replace(name=_usual(given.name, language))
        if not given.name or not wanted:
            return _UNKNOWN
        if self._is_generic(parameter, candidate, language):
            return _DEDUCED if self._is_within(given, parameter, candidate, language) else 0
        if given.name == _NULL:
            return 0 if self._is_plain(parameter, candidate, language) else _fit_of_nothing(wanted, language)
        if given.name == CLOSURE:
            if not _takes_parameters(given, parameter, language):
                return 0
            if wanted == CLOSURE and language.function_types:
                return _EXACT
            return 0 if self._takes_no_function(wanted, parameter, candidate, language) else _UNKNOWN
        if given.name == wanted:
            if language.hidden_overloads and given.made_for != parameter.made_for:
                return self._fit_of_made(given, parameter, candidate)
            return _EXACT if given.arity in (-1, parameter.arity) else 0
        if wanted in converted.get(given.name, ()):
            is_unboxed = given.name[0].isupper() and wanted[0].islower()
            return _UNBOXED if is_unboxed else _CONVERTED - converted[given.name].index(wanted)
        if {given.name, wanted} <= language.numbers:
            return _NUMBER
        if self._takes_any(wanted, language):
            return _ANY
        if not language.made_arguments and given.name in converted:
            return 0
        return self._related(given, parameter, candidate, language)

    def nearest(
        self, takes: Mapping[int, Sequence[Parameter]], given: Sequence[ArgumentType], language: Language
    ) -> tuple[int, ...]:
        """Return of what fits alike the one function that takes the narrowest types where `null` is given; else all."""
        places = [place for place, one in enumerate(given) if one.name == _NULL] if len(takes) > 1 else []
        if not places:
            return tuple(takes)
        narrowest = tuple(
            one
            for one in takes
            if all(self._is_below(one, other, takes, place, language) for other in takes for place in places)
        )
        return narrowest if len(narrowest) == 1 else tuple(takes)

    def _is_below(
        self, one: int, other: int, takes: Mapping[int, Sequence[Parameter]], place: int, language: Language
    ) -> bool:
        """Whether what a function takes at a place could be given to another one there, too."""
        narrow, wide = takes[one][place], takes[other][place]
        named = self._named(one, narrow, language)
        made = ArgumentType(narrow.type, -1 if named is None else named, narrow.arity)
        return self.of(made, wide, other, language) > _UNBOXED

    def is_one(self, given: ArgumentType, parameter: Parameter, candidate: int, language: Language) -> bool:
        """Whether an argument is what a parameter takes, or of a type below that, and needs not be made into it."""
        return self.of(given, parameter, candidate, language) > _NUMBER

    def _fit_of_made(self, given: ArgumentType, parameter: Parameter, candidate: int) -> int:
        """Return how well what is made for some types fits a parameter that is made for others, or for any."""
        if not given.made_for or not parameter.made_for:
            return _EXACT
        definitions = self._symbols.definitions
        around = (candidate, self._symbols.owners.get(candidate, self._symbols.parent(candidate)))
        free = frozenset[str]().union(*(type_variables(definitions[one].signature) for one in around))
        return _MADE if free.isdisjoint(_WORD.findall(parameter.made_for)) else _SHAPED

    def _named(self, candidate: int, parameter: Parameter, language: Language) -> int | None:
        """Return the type that a parameter is of."""
        return self._infer.named_type(candidate, parameter.spelled(arities=language.arities))

    def _takes_no_function(
        self, wanted: str, parameter: Parameter, candidate: int, language: Language
    ) -> bool:
        """Whether no function without a name can be given to a parameter."""
        if wanted in language.conversions or self._takes_any(wanted, language):
            return True
        entity = self._named(candidate, parameter, language) if language.function_interfaces else None
        if entity is None:
            return False
        kind = self._symbols.kind(entity)
        return kind in _NO_FUNCTIONS or (kind == "interface" and bool(language.parameter_counts))

    def _is_plain(self, parameter: Parameter, candidate: int, language: Language) -> bool:
        """Whether a parameter takes what is never nothing."""
        entity = self._named(candidate, parameter, language) if language.generic_overloads else None
        return entity is not None and self._symbols.kind(entity) in ("enum", "struct")

    def _is_generic(self, parameter: Parameter, candidate: int, language: Language) -> bool:
        """Whether a template is made for whatever a parameter is given."""
        if parameter.type == ANY:
            return True
        parent = self._symbols.owners.get(candidate, self._symbols.parent(candidate))
        whole = self._symbols.definitions[parent]
        if language.generic_overloads:
            return parameter.path in type_parameters(whole.signature, whole.name)
        return parameter.path in type_variables(whole.signature)

    def _is_within(
        self, given: ArgumentType, parameter: Parameter, candidate: int, language: Language
    ) -> bool:
        """Whether an argument may be what a type variable stands for that must be something."""
        stated = self._symbols.definitions[candidate].signature if language.generic_overloads else ""
        limit = type_limit(stated, parameter.path, language.limit_mark) if stated else ""
        meant = self._infer.named_type(candidate, limit) if limit else None
        if meant is None or given.name == CLOSURE:
            return meant is None
        return given.entity >= 0 and self._symbols.same(meant) in self._infer.hierarchy.order(given.entity)

    def _related(self, given: ArgumentType, parameter: Parameter, candidate: int, language: Language) -> int:
        """Return how well an object, or what points to one, fits a parameter of another type."""
        wanted, made = parameter.type, language.made_arguments
        levels = [len(name) - len(name.rstrip("[]*")) for name in (given.name, wanted)]
        if levels[0] != levels[1]:
            return _MADE if made and not levels[1] and wanted not in language.numbers else 0
        if not made and levels[0]:
            return self._fit_of_elements(given, parameter, candidate, language)
        if not made and wanted in language.conversions:
            return 0
        entity = self._named(candidate, parameter, language)
        if given.entity < 0:
            if made and not levels[0]:
                return self._made(entity, wanted, language)
            if entity is None and (above := language.outside_bases.get(given.name)):
                if wanted in above:
                    return _BELOW - above.index(wanted)
                if wanted in language.outside_bases:
                    return 0
            if entity is None and not made and _ERROR.search(wanted):
                is_error = _ERROR.search(given.name) is not None
                return _BELOW if is_error and wanted in _BROAD_ERRORS else _UNKNOWN * is_error
            open_kinds = _OPEN_KINDS if language.adopted_interfaces else _OPEN_KINDS[:1]
            return _UNKNOWN if entity is None or self._symbols.kind(entity) in open_kinds else 0
        hierarchy, symbols = self._infer.hierarchy, self._symbols
        order = hierarchy.order(given.entity)
        if entity is not None:
            entity = symbols.same(entity)
            if entity in order:
                return max(_BELOW - order.index(entity), _ANY + 1)
            return self._made(entity, wanted, language) if made and not levels[0] else 0
        bases = (base for at in order for base in symbols.definitions[at].bases)
        stated = {
            plain_arity(read_type(base).type)[0] if language.arities else read_type(base).type
            for base in bases
        }
        if wanted in stated:
            return _BELOW - len(order)
        if made and not levels[0] and wanted not in language.numbers:
            return _MADE
        names = {symbols.table.names[at] for at in order}
        is_told = stated - names <= language.topmost_bases
        return _UNKNOWN if hierarchy.has_foreign_base(given.entity) and not is_told else 0

    def _fit_of_elements(
        self, given: ArgumentType, parameter: Parameter, candidate: int, language: Language
    ) -> int:
        """Return how well an array fits: one of objects is one of what these are."""
        element, wanted = given.name[:-2], parameter.type[:-2]
        if element[:1].islower() or wanted[:1].islower():
            return 0
        fit = self.of(
            ArgumentType(element, given.entity), parameter._replace(type=wanted), candidate, language
        )
        return fit and max(fit, _ANY + 1)

    def _made(self, entity: int | None, wanted: str, language: Language) -> int:
        """Return how well an argument fits a type that a constructor may make of it."""
        if entity is None:
            return 0 if wanted in language.numbers else _UNKNOWN
        symbols = self._symbols
        if symbols.kind(entity) == "type":
            return _UNKNOWN
        return _MADE if symbols.member(entity, symbols.table.names[entity]) else 0

    def _takes_any(self, wanted: str, language: Language) -> bool:
        return wanted in language.conversions.get("*", ()) or TYPE_VARIABLE.match(wanted) is not None


def _told_types(language: Language) -> Container[str]:
    """Return the built-in types by which a name for one is known: all of them where no object is made of another."""
    return language.numbers if language.made_arguments else language.conversions


def _usual(name: str, language: Language) -> str:
    """Return the usual name of a built-in type, or of an array of such."""
    plain = name.rstrip("[]")
    return language.builtin_aliases.get(plain, plain) + name[len(plain) :]


def _takes_parameters(given: ArgumentType, parameter: Parameter, language: Language) -> bool:
    """Whether a function type may have as many parameters as a function without a name."""
    if parameter.type == CLOSURE:
        return -1 in (given.arity, parameter.arity) or given.arity == parameter.arity
    more = language.parameter_counts.get(parameter.type)
    return more is None or given.arity in (-1, parameter.arity + more)


def _fit_of_nothing(wanted: str, language: Language) -> int:
    """Return how well a parameter fits that is given no object."""
    if wanted.endswith("*"):
        return _EXACT
    is_number = wanted in language.numbers if language.made_arguments else wanted[0].islower()
    return 0 if is_number and not wanted.endswith("[]") else _UNKNOWN
