"""Calls of what is not known: a few methods that the file can see, or a function that it does not see, may be meant."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.graph.definitions.kindredtypes import has_type
from nsccn.graph.imports import are_akin
from nsccn.graph.linking.calls.foreign import OWN_OBJECTS
from nsccn.graph.linking.calls.foreignmethods import ForeignMethods
from nsccn.graph.linking.calls.guessedextensions import MOST_CANDIDATES, GuessedExtensions
from nsccn.graph.linking.calls.namedowners import of_named_owners, sayable, without_unheld
from nsccn.graph.linking.calls.reach import Reach, has_words
from nsccn.graph.meaning.values.value import COLLECTION, ENTITY, GIVER, KEYED, MODULE, PARENT, Value
from nsccn.graph.model import OFFERED
from nsccn.graph.notation.annotation import EMPTY, TYPE_VARIABLE, is_function_type, type_expression
from nsccn.graph.notation.contextual import CONTEXTUAL
from nsccn.graph.notation.counts import takes_count
from nsccn.graph.notation.expression import PATH, UNKNOWN, root_of
from nsccn.graph.notation.marks import RESULT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.graph.language import Language
    from nsccn.graph.linking.calls.foreign import Foreign
    from nsccn.graph.meaning.infer import Infer
    from nsccn.graph.model import Import

GUESS: Final = 0.9
"""Probability, shared by the candidates, that one of them is meant when the receiver's type is unknown."""
_ONLY: Final = 0.97
"""The same where objects have no types in the text, and the repository has no other function of that name."""
_ONE_OF_MORE: Final = 0.6
"""The same where it has others, which the file does not see."""
DELEGATES: Final = "delegates"
_LITERAL: Final = re.compile(r"""@\w+\s*(?:\|\|)?=\s*(?:['"\[{:\d]|%[wWiIqQ]|->)""")
"""What a type of the language itself is given by, where instance variables are written so."""
_SELF: Final = "self"
"""Modifier of a method that a type only declares to be that of an object which it holds."""
OF_TYPES: Final = frozenset({"classmethod", "static"})
"""Modifiers of methods that types themselves have, and none of their instances."""
_MOST_NAMESAKES: Final = 8
"""Functions of a name above which none is guessed where objects have no types in the text."""


class Guesses:
    """Finds what a call on a receiver of unknown type, or of an undeclared function, may run."""

    def __init__(self, infer: Infer, foreign: Foreign) -> None:
        self._symbols = infer.symbols
        self._infer = infer
        self._foreign = foreign
        self.reach: Final = Reach(infer)
        self.extensions: Final = GuessedExtensions(infer, self.reach)
        self.added: Final = ForeignMethods(infer, foreign, self.reach)
        self._fields: dict[tuple[int, str], int] = {}

    def forget(self) -> None:
        """Drop what was asked for one file."""
        self.reach.forget()
        self._fields.clear()

    def _in_fields(self, slot: int, name: str) -> int:
        """Return how many types that the file can see have a field of that name which a call may mean.

        It holds a function, or is read by what looks like a call (`attr_reader :name`).
        """
        if (slot, name) not in self._fields:
            symbols, reachable = self._symbols, self.reach.files(slot)
            language = symbols.language(slot)
            is_read = language is not None and language.bare_calls
            plain = name.removesuffix(language.setter_suffix) if language is not None else name
            self._fields[slot, name] = sum(
                not signature.startswith("@") if is_read else is_function_type(signature)
                for entity in symbols.table.named(plain)
                if symbols.slot[entity] in reachable and symbols.kind(entity) == "attr"
                for signature in (symbols.definitions[entity].signature,)
            )
        return self._fields[slot, name]

    def candidates(self, slot: int, scope: int, base: str, name: str) -> list[int] | None:
        """Return the few methods that may be meant by `base.name`.

        None where the call is known to leave the repository, an empty list where it cannot be resolved. What is from
        elsewhere may have what a trait of the repository gives types from elsewhere.
        """
        found = self._found(slot, scope, base, name)
        is_settled = found is not None or self._is_module(slot, scope, base)
        if is_settled or self.added.is_built_in(slot, scope, base):
            return found
        return self.added.candidates(slot, scope, base, name)

    def _is_module(self, slot: int, scope: int, base: str) -> bool:
        """Whether a path leads to a module from elsewhere, which has functions and no methods: `std::mem`."""
        language, path = self._symbols.language(slot), base.removeprefix(PATH)
        if language is None or not path.replace(".", "").isidentifier() or not path.islower():
            return False
        root = root_of(path)
        is_outside = root in language.platform_roots or self._is_crate(scope, root)
        return is_outside or self._imported(scope, root) is not None

    def _found(self, slot: int, scope: int, base: str, name: str) -> list[int] | None:
        symbols = self._symbols
        language = symbols.language(slot)
        named = symbols.functions_named(name)
        if language is None or not named or (language.module_functions and base.endswith(")")):
            return None
        root, is_common = root_of(base).removeprefix(PATH), name in language.common_methods
        if is_common and root == UNKNOWN:
            return None  # mostly a literal
        if root in language.platform_roots and self._foreign.is_nothing(scope, root):
            return None
        imported = self._imported(scope, root)
        if imported is not None and self._infer.modules.imported(slot, imported) is None:
            may_be_own = (
                root == base.removeprefix(PATH) and not is_common and self._may_be_own(slot, imported)
            )
            return [] if may_be_own else None
        if self._foreign.type_of(scope, base):
            return None
        is_type = root[:1].isupper() or (base.startswith(PATH) and bool(language.variables))
        if language.visible_types and (is_type or self._is_declared(scope, root)):
            return [] if has_type(symbols, slot, root) else None
        if language.module_paths and (
            self._is_foreign_type(slot, base.rpartition(".")[2], named, language)
            or self._is_crate(scope, root)
        ):
            return None
        if (of_all := self._of_all_files(scope, base, name, language)) is not None:
            return of_all
        told = language.included_names or language.declared_names or is_common
        if (told or root in language.builtin_types) and self._foreign.is_nothing(scope, root):
            return None
        if is_common:
            return []
        seen = self._infer.access.seen(scope, self.reach.methods(slot, name))
        seen = sayable(symbols, slot, seen, language.package_private)
        if not seen and (further := self.reach.further(slot, named)) and not self._is_told(scope, root):
            seen = further
        if not seen and language.template_code and not is_type:
            seen = self._of_named_owners(slot, scope, base, (), named)  # others give it its objects
        if seen:
            called_so = self._of_named_owners(slot, scope, base, seen, named)
            seen = [*(called_so or without_unheld(symbols, seen, language.unheld_types))]
        is_named = is_type or not language.own_methods
        candidates = [
            one for one in seen if not self._delegates(one) and (is_named or not self._is_of_module(one))
        ]
        if candidates and language.separate_methods and self._foreign.bounds(scope, base):
            # what a trait of the repository may give all that has such a bound
            candidates = [one for one in candidates if symbols.kind(symbols.parent(one)) == "trait"]
        is_handed_on = scope in candidates  # to an object of another type, which nothing tells
        is_usual = language.untyped_objects and len(named) > _MOST_NAMESAKES
        if len(candidates) > MOST_CANDIDATES:
            candidates = self.added.of_one_trait(candidates) or candidates
        return candidates if len(candidates) <= MOST_CANDIDATES and not is_handed_on and not is_usual else []

    def _of_all_files(self, scope: int, base: str, name: str, language: Language) -> list[int] | None:
        """Return the one function that an object has of which every file may name members: `shop.carts.fillAll()`.

        None where the object is none. Of what is in such an object only names of several words tell enough.
        """
        symbols = self._symbols
        named, root = symbols.functions_named(name), root_of(base)
        if base in language.root_objects:
            named = [one for one in named if OFFERED in symbols.definitions[one].modifiers]
            return named if len(named) == 1 else None
        if not language.global_objects or not self._is_global(scope, root, language):
            return None
        return list(named) if len(named) == 1 and has_words(name) else []

    def _is_global(self, scope: int, name: str, language: Language) -> bool:
        """Whether a file gives its variable of that name to all others, and nothing nearer has the name."""
        symbols = self._symbols
        variables = [one for one in symbols.table.named(name) if symbols.kind(one) == "var"]
        if not variables or not self._foreign.is_nothing(scope, name):
            return False
        given = {f"{held}.{name}" for held in language.global_objects}
        slots = {symbols.slot[one] for one in variables}
        return any(row[1] in given for slot in slots for row in symbols.file(slot).assigned.get(name, ()))

    def _of_named_owners(
        self, slot: int, scope: int, base: str, seen: Sequence[int], named: Sequence[int]
    ) -> list[int]:
        """Return the methods of the type after which an object is called: of those seen, else the only one near it."""
        found = of_named_owners(self._symbols, slot, base, seen)
        if found:
            return found
        elsewhere = of_named_owners(self._symbols, slot, base, named, is_near=False)
        return self._infer.access.seen(scope, elsewhere) if len(elsewhere) == 1 else []

    def askable(self, scope: int, base: str, candidates: list[int]) -> list[int]:
        """Return those methods for which code in a scope may ask an object; the others count as what may be meant."""
        access = self._infer.access
        return [one for one in candidates if base in OWN_OBJECTS or access.may_ask(scope, one)]

    def taking(self, slot: int, candidates: list[int], count: int) -> list[int]:
        """Return those methods that may be called with so many arguments, as far as the language tells."""
        definitions, language = self._symbols.definitions, self._symbols.language(slot)
        if language is None or not language.counted_guesses:
            return candidates
        return [one for one in candidates if takes_count(definitions[one], count)]

    def _is_foreign_type(self, slot: int, name: str, methods: Sequence[int], language: Language) -> bool:
        """Whether a name is written as that of a type, of which the repository has none, nor any of the methods."""
        symbols, table = self._symbols, self._symbols.table
        if any(table.qualified[one].split(".")[-2:-1] == [name] for one in methods):
            return False
        if name in language.numbers:  # which may have what a trait gives
            return not any(symbols.kind(symbols.parent(one)) == "trait" for one in methods)
        is_type_name = name[:1].isupper() and not name.isupper()
        return is_type_name and not has_type(symbols, slot, name)

    def _is_crate(self, scope: int, root: str) -> bool:
        """Whether a path begins with the name of what the file imports from outside: `diesel::update()`."""
        slot, modules = self._symbols.slot[scope], self._infer.modules
        begun = self._symbols.file(slot).begun.get(root, ())
        is_outside = bool(begun) and all(modules.imported(slot, one) is None for one in begun)
        return is_outside and self._foreign.is_nothing(scope, root)

    def _imported(self, scope: int, alias: str) -> Import | None:
        """Return the import that binds a name in a file, or in the function or module around a scope."""
        bound = (self._symbols.bindings(at).get(alias) for at in self._symbols.around(scope))
        return next(filter(None, bound), None)

    def _may_be_own(self, slot: int, imported: Import) -> bool:
        """Whether what a file imports from elsewhere may be an object of the repository: `current_user`."""
        strategy = self._symbols.strategy(slot)
        return strategy is not None and strategy.may_stand_for_own(imported.module, imported.name)

    def _delegates(self, method: int) -> bool:
        """Whether a method hands on to another object, which has it too, whether the text says so or not."""
        return DELEGATES in self._symbols.definitions[method].modifiers

    def gives_itself(self, scope: int, base: str) -> bool:
        """Whether a method hands on to its own object, which got further methods when it was asked for.

        As `def wiki; extend Textile; self; end` gives them.
        """
        if not base or not self._delegates(scope):
            return False
        around = self._symbols.class_around(scope)
        asked = self._infer.hierarchy.class_member(around, base, functions=True) if around >= 0 else ()
        return any(item.value == _SELF for one in asked for _, item in self._symbols.values(one, RESULT))

    def _is_of_module(self, method: int) -> bool:
        """Whether a module itself has a method: it is mostly named, and no object that a variable holds."""
        symbols = self._symbols
        is_static = not OF_TYPES.isdisjoint(symbols.definitions[method].modifiers)
        return is_static and symbols.kind(symbols.parent(method)) == "module"

    def share(
        self, slot: int, name: str, candidates: Sequence[int], likely: float = GUESS, base: str = ""
    ) -> float:
        """Return how likely each of the methods is that may be meant by a name, on an object of another name."""
        language = self._symbols.language(slot)
        if language is not None and language.untyped_objects:
            is_only = len(candidates) == len(self._symbols.functions_named(name))
            is_seen = not is_only or self.reach.has(slot, candidates[0])
            is_called_so = not is_only and bool(of_named_owners(self._symbols, slot, base, candidates))
            likely = _ONLY if is_only and is_seen else GUESS if is_only or is_called_so else _ONE_OF_MORE
        return likely / max(len(candidates) + self._in_fields(slot, name), 1)

    def is_open(self, slot: int, share: float) -> bool:
        """Whether it is worth to see which objects come to a receiver though its methods are guessed."""
        language = self._symbols.language(slot)
        return language is not None and language.follows_objects and share < _ONLY

    def of_other(self, scope: int, candidates: list[int]) -> list[int]:
        """Return the one method that an object kept in an attribute may be meant to run.

        Nothing where there are several, or the object around has it itself: what it keeps is mostly of another type.
        """
        symbols = self._symbols
        around = symbols.class_around(scope)
        own = self._infer.hierarchy.order(around) if around >= 0 else ()
        is_one = len(candidates) == 1 and symbols.same(symbols.parent(candidates[0])) not in own
        return candidates if is_one else []

    def is_beyond(self, receiver: Value) -> bool:
        """Whether a property, or what a variable holds, is of a type from elsewhere."""
        declared = self._symbols.definitions[receiver.entity].returns
        if declared:
            return self._is_from_elsewhere(receiver.entity, declared)
        return self._holds_foreign(receiver.entity)

    def is_untold(self, receiver: Value) -> bool:
        """Whether a receiver is an attribute or a variable outside functions that is only given what nothing tells."""
        symbols = self._symbols
        if receiver.tag != ENTITY or symbols.kind(receiver.entity) not in ("attr", "var"):
            return False
        language = symbols.language(symbols.slot[receiver.entity])
        is_statement = symbols.kind(receiver.entity) == "var" and bool(language and language.file_code)
        if language is None or not (language.untyped_objects or is_statement):
            return False
        stated = list(symbols.said_of(receiver.entity))
        is_declared = any(item.annotation for _, item in stated)
        return bool(stated) and not is_declared and not self._holds_foreign(receiver.entity)

    def is_unknown(self, receiver: Value) -> bool:
        """Whether a receiver is an attribute or a variable outside functions of whose content nothing is known."""
        symbols = self._symbols
        is_variable = receiver.tag == ENTITY and symbols.kind(receiver.entity) in ("attr", "var")
        return is_variable and not self._holds_foreign(receiver.entity)

    def is_elsewhere(self, scope: int, base: str) -> bool:
        """Whether an object is known to be of a type from elsewhere, whatever it is called."""
        return bool(self._foreign.type_of(scope, base))

    def leaves(self, receiver: Value, name: str) -> bool:
        """Whether a call of a method that its object does not have is known to run one from outside the repository."""
        symbols = self._symbols
        if receiver.tag in (COLLECTION, GIVER, KEYED):
            return True
        if receiver.tag == MODULE:
            return False
        language = symbols.language(symbols.slot[receiver.entity])
        if language is None:
            return False
        if symbols.is_type(receiver.entity):
            is_open = language.untyped_objects and receiver.tag != PARENT
            return not is_open and self._infer.hierarchy.has_foreign_base(receiver.entity)
        if symbols.is_function(receiver.entity):
            return name in language.running_methods or name in language.bound_methods
        return self._holds_foreign(receiver.entity)

    def _holds_foreign(self, variable: int) -> bool:
        """Whether a variable outside functions, or an attribute, is known to hold something from elsewhere."""
        symbols = self._symbols
        stated = list(symbols.said_of(variable))
        declared = [(scope, item.annotation) for scope, item in stated if item.annotation]
        if declared:
            return all(self._is_from_elsewhere(scope, annotation) for scope, annotation in declared)
        given = [(scope, item.value) for scope, item in stated if item.value not in EMPTY]
        if _LITERAL.match(symbols.definitions[variable].signature):
            return all(self._foreign.type_of(scope, value) for scope, value in given)
        return bool(given) and all(
            value.endswith("()") and self._foreign.type_of(scope, value) for scope, value in given
        )

    def _is_from_elsewhere(self, scope: int, annotation: str) -> bool:
        """Whether a declared type that names nothing in the repository is from outside, and no variable for a type."""
        language = self._symbols.language(self._symbols.slot[scope])
        if language is None:
            return False
        name = type_expression(annotation, language.transparent_types)[0]
        if language.visible_types:
            return bool(name) and not TYPE_VARIABLE.match(name)
        return bool(self._foreign.named(scope, annotation))

    def unseen(self, slot: int, scope: int, name: str) -> list[int] | None:
        """Return the function that a call of a bare name may mean though nothing that the file sees declares it.

        None where the repository defines no such function, or the name is local; an empty list where the call cannot be
        resolved.
        """
        symbols = self._symbols
        language = symbols.language(slot)
        is_outside, name = name.startswith(PATH), name.removeprefix(PATH)
        if name in symbols.bindings(symbols.first[slot]):
            return None  # it is imported, from elsewhere
        if language is not None and language.implicit_self and not language.included_names:
            return [] if self._is_method_of_any(scope, name, language) else None
        if language is None or not language.included_names:
            return None
        if name in language.common_functions or self._infer.scopes.name(scope, name, called=True) is not None:
            return None
        table, strategy = symbols.table, symbols.strategy(slot)
        defined = [
            entity
            for entity in symbols.functions_named(name)
            if not table.declared[entity]
            and symbols.kind(entity) != "method"
            and not ((is_outside or language.inner_functions) and "." in table.qualified[entity])
            and (
                strategy is None
                or strategy.is_known_to(symbols.paths[symbols.slot[entity]], symbols.paths[slot])
            )
        ]
        if len(defined) == 1 and language.program_functions and not table.static[defined[0]]:
            return defined if symbols.kind(defined[0]) == "func" else []
        return [] if defined else None

    def _is_method_of_any(self, scope: int, name: str, language: Language) -> bool:
        """Whether a bare name, which its object does not have as far as is known, is a method of such a language."""
        symbols = self._symbols
        if name in language.common_methods or self._infer.scopes.name(scope, name) is not None:
            return False
        return any(
            symbols.kind(entity) == "method"
            and are_akin(language.name, symbols.table.languages[symbols.slot[entity]])
            for entity in symbols.functions_named(name)
        )

    def _is_told(self, scope: int, name: str) -> bool:
        """Whether a variable has a declared type, or is given by what has one or is from elsewhere."""
        around, variables = self._symbols.around(scope), self._infer.scopes.local_variables
        slot = self._symbols.slot[scope]
        given = (item for at in around for item in variables(slot).get(at, {}).get(name, ()))
        sources = {name, *(root_of(item.value) for item in given)}
        return any(self._is_declared(scope, one) or self._is_from_outside(scope, one) for one in sources)

    def _is_from_outside(self, scope: int, name: str) -> bool:
        imported = self._imported(scope, name)
        slot = self._symbols.slot[scope]
        return imported is not None and self._infer.modules.imported(slot, imported) is None

    def _is_declared(self, scope: int, name: str) -> bool:
        """Whether a variable, attribute or method has a declared type; one that is not found is from elsewhere."""
        symbols = self._symbols
        at = scope
        while at >= 0:
            found = self._infer.scopes.local_variables(symbols.slot[at]).get(at, {}).get(name)
            if found:
                return any(item.annotation and not item.annotation.startswith(CONTEXTUAL) for item in found)
            for entity in self._infer.hierarchy.class_member(at, name) if symbols.is_type(at) else ():
                stated = symbols.values(symbols.same(symbols.parent(entity)), name)
                return bool(symbols.definitions[entity].returns) or any(item.annotation for _, item in stated)
            at = symbols.parent(at)
        return False

    def may_make(self, name: str) -> bool:
        """Whether a type has a method of a name itself, so that it may be called with the type left out before it."""
        symbols = self._symbols
        return any(symbols.table.static[one] for one in symbols.functions_named(name))

    def making(self, candidates: Sequence[int], name: str) -> list[int]:
        """Return those methods that a type has which is left out before them; none where a case has the name."""
        symbols = self._symbols
        around = map(symbols.parent, symbols.table.named(name))
        if any(symbols.kind(one) == "enum" for one in around):
            return []
        return [one for one in candidates if symbols.table.static[one]]
