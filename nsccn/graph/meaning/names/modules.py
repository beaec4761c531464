"""What files offer and import: their top-level names, the targets of imports, the members of modules."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Final

from nsccn.graph.definitions.stray import is_of_foreign_type
from nsccn.graph.meaning.values.value import ENTITY, MODULE, Value
from nsccn.graph.model import OFFERED
from nsccn.graph.notation.expression import AROUND
from nsccn.graph.notation.extended import CONVERTED
from nsccn.graph.notation.generics import type_parameters
from nsccn.graph.packagenames import packages

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.answers import Answers, Asking
    from nsccn.graph.model import Import

_MOST_STAR_LISTS: Final = 1_000
_LONGEST_WAY: Final = 8
"""Files that a name goes through, after which it is not followed to the imports that may give it."""


class Modules:
    """Files as modules, linked by their imports."""

    def __init__(
        self, symbols: Symbols, asking: Asking, attribute: Callable[[Value, str], Value | None]
    ) -> None:
        """`attribute` gives what a member of any value means."""
        self._symbols = symbols
        self._attribute = attribute
        self._imported_values: Answers[Hashable, Value | None] = asking.answers(None)
        self._members: Answers[Hashable, Value | None] = asking.answers(None)
        self._default_members: Answers[Hashable, Value | None] = asking.answers(None)
        self._repeated: dict[int, frozenset[str]] = {}
        self._star_lists: dict[int, list[str]] = {}

    def file_member(self, slot: int, name: str, *, inside: bool = False) -> Value | None:
        """Return a top-level name of a file: defined there, imported there, or visible there without an import."""
        return self._members.get((slot * 2 + inside, name), self._file_member, slot, name, inside)

    def _file_member(self, slot: int, name: str, inside: bool) -> Value | None:  # noqa: FBT001
        symbols = self._symbols
        module = symbols.first[slot]
        own = self._named_inside(module, name) if inside else self._offered(slot, name)
        imported = symbols.bindings(module).get(name)
        if not inside:
            imported = symbols.offered(slot).get(name, imported)
        if len(own) > 1 and self._is_of_several(slot, own):
            return None
        if (
            own
            and (imported is None or symbols.kind(own[-1]) not in ("var", "attr"))
            and (inside or imported is None or not self._gives_another(imported, own))
        ):
            return Value(ENTITY, symbols.preferred(own))
        if imported is not None and (inside or imported.exported or name in symbols.exports(slot)):
            found = self.imported(slot, imported)
            if found is None or self._is_described(found):
                found = self._instead(slot, imported) or found
            if found is not None:
                return found
        if own:
            return Value(ENTITY, symbols.preferred(own))
        strategy = symbols.strategy(slot)
        if strategy is None:
            return None
        if inside:
            if imported is not None and strategy.stars_by_name:
                return None
            for peer in strategy.peers_with(slot, name):
                there = self._offered(peer, name)
                if there:
                    return Value(ENTITY, symbols.preferred(there))
        found = self._starred(slot, name, inside=inside) or self.written(slot, name)
        if found is None and inside and (whole := strategy.whole(slot)) is not None:
            return self.file_member(whole, name, inside=True)
        if found is None:
            named = strategy.as_module(slot, name) if inside else ""
            return self.located(slot, named) if named else None
        # A module that is imported by a star does not hide one of the file's own.
        is_hidden = found.tag == MODULE and bool(strategy.child((slot,), name))
        named = strategy.as_module(slot, name) if is_hidden else ""
        return (self.located(slot, named) if named else None) or found

    def _gives_another(self, imported: Import, own: tuple[int, ...]) -> bool:
        """Whether a file offers something else under the name of its own class: `export { left as Left }`."""
        symbols = self._symbols
        is_own = imported.exported and not imported.module and imported.name != imported.alias
        definition = symbols.definitions[own[-1]]
        return is_own and definition.kind in ("class", "func") and OFFERED not in definition.modifiers

    def named_alike(self, slot: int, name: str, *, is_module: bool) -> Value | None:
        """Return the module, or what is none, that one of several imports of a name gives a file.

        `mod parse; pub use parse::parse;`, there or in a file that the name comes from.
        """
        symbols = self._symbols
        at, name = self._repeating(symbols.first[slot], name) or (symbols.first[slot], name)
        first = symbols.bindings(at).get(name)
        given = (first, *symbols.later(at, name)) if first is not None else ()
        found = (self.imported(symbols.slot[at], one) for one in given)
        return next((one for one in found if one is not None and (one.tag == MODULE) == is_module), None)

    def called(self, found: Value | None) -> Value | None:
        """Return the method that has the name of a field which a name seems to mean: `import static shop.Cart.full`."""
        symbols = self._symbols
        if found is None or found.tag != ENTITY or symbols.kind(found.entity) != "attr":
            return found
        beside = symbols.member(symbols.parent(found.entity), symbols.table.names[found.entity])
        methods = [one for one in beside if symbols.is_function(one) and not symbols.is_property(one)]
        return Value(ENTITY, methods[0]) if methods else found

    def _is_of_several(self, slot: int, own: tuple[int, ...]) -> bool:
        """Whether a file has types of one name in several packages, which nothing tells apart."""
        symbols = self._symbols
        language = symbols.language(slot)
        if (
            language is None
            or not language.several_packages
            or len(packages(symbols.table.packages[slot])) < 2
        ):
            return False
        types = {symbols.same(one) for one in own if symbols.is_type(one)}
        whole = map(symbols.definitions.__getitem__, types)
        return len(types) > len({len(type_parameters(one.signature, one.name)) for one in whole})

    def _named_inside(self, module: int, name: str) -> tuple[int, ...]:
        """Return what a file defines under a name that means it in the file itself."""
        found = self._named(module, name)
        return tuple(one for one in found if OFFERED not in self._symbols.definitions[one].modifiers)

    def _offered(self, slot: int, name: str) -> tuple[int, ...]:
        """Return what a file defines under a name, but for what is private to it."""
        symbols, language = self._symbols, self._symbols.language(slot)
        found = self._named(symbols.first[slot], name)
        if language is not None and language.private_in_package:
            return found
        private = symbols.table.private
        return tuple(one for one in found if not private[one])

    def _named(self, module: int, name: str) -> tuple[int, ...]:
        symbols = self._symbols
        return tuple(one for one in symbols.member(module, name) if not is_of_foreign_type(symbols, one))

    def _is_described(self, value: Value) -> bool:
        """Whether a stub alone says what a value is, whose source is no text of the repository."""
        symbols = self._symbols
        slot = symbols.slot[value.entity] if value.entity >= 0 else value.slots[0]
        language = symbols.language(slot)
        return language is not None and symbols.paths[slot].endswith(tuple(language.stubs))

    def _instead(self, slot: int, imported: Import) -> Value | None:
        """Return what a name is imported as where a module of the same package, which has no source, is missing."""
        package = imported.module.partition(".")[0]
        later = self._symbols.later(self._symbols.first[slot], imported.alias)
        if not later or (package and self.located(slot, package) is None):
            return None
        return next((one for other in later if (one := self.imported(slot, other)) is not None), None)

    def alternatives(self, scope: int, alias: str) -> list[Value]:
        """Return what the imports bind that give a name in a scope, in their order, where these are several.

        They may be those of another file, which the name comes from.
        """
        symbols = self._symbols
        if alias not in self.repeated(symbols.slot[scope]):
            return []
        held = next((at for at in symbols.around(scope) if alias in symbols.bindings(at)), scope)
        at, name = self._repeating(held, alias) or (held, alias)
        given = (symbols.bindings(at)[name], *symbols.later(at, name)) if name in symbols.bindings(at) else ()
        found = dict.fromkeys(self.imported(symbols.slot[at], one) for one in given)
        return [one for one in found if one is not None]

    def repeated(self, slot: int) -> frozenset[str]:
        """Return the names in a file that several imports give, its own or those of a file that they come from."""
        known = self._repeated.get(slot)
        if known is None:
            language = self._symbols.language(slot)
            bound = self._symbols.file(slot).bindings if language and language.repeated_imports else {}
            known = self._repeated[slot] = frozenset(
                alias for scope, names in bound.items() for alias in names if self._repeating(scope, alias)
            )
        return known

    def _repeating(self, scope: int, alias: str) -> tuple[int, str] | None:
        """Return where several imports give what a name in a scope comes from, and its name there."""
        symbols = self._symbols
        for _ in range(_LONGEST_WAY):
            imported = symbols.bindings(scope).get(alias)
            if imported is None or symbols.later(scope, alias):
                return (scope, alias) if imported is not None else None
            located = symbols.located(symbols.slot[scope], imported.module) if imported.name else None
            if located is None or not located.slots or located.rest:
                return None
            scope, alias = symbols.first[located.slots[0]], imported.name
        return None

    def starred(self, slot: int, name: str) -> Value | None:
        """Return what a name means of those that a file takes in with all others of a file."""
        return self._starred(slot, name, inside=True)

    def _starred(self, slot: int, name: str, *, inside: bool) -> Value | None:
        language = self._symbols.language(slot)
        if name.startswith("__") or (
            language and language.private_mark and name.startswith(language.private_mark)
        ):
            return None
        strategy = self._symbols.strategy(slot)
        stars = self._stars(slot, inside=inside)
        last_holds = language is not None and language.redefinition == "last"
        own = len(stars) if language is not None and language.default_mark else 0
        own -= len(strategy.members_taken(slot)) if own and inside and strategy is not None else 0
        taken: Value | None = None
        for place, star in enumerate(reversed(stars) if last_holds else stars):
            if place >= own and taken is not None:
                return taken
            module = self.located(slot, star)
            found = self._attribute(module, name) if module is not None else None
            if module is None or found is None or self._is_of_objects(module, found):
                continue
            if strategy is None or not strategy.leaves_out(star, name):
                if taken is not None and taken != found:
                    return None  # by how many arguments it is given one of several is meant
                taken = found
        return taken

    def written(self, slot: int, name: str) -> Value | None:
        """Return the function that a macro writes into the types of a file: one that stands inside the macro."""
        symbols, strategy = self._symbols, self._symbols.strategy(slot)
        used = strategy.modules_used(slot) if strategy is not None else ()
        inner = symbols.functions_named(name) if used else ()
        writing = {one: around for one in inner if symbols.is_function(around := symbols.parent(one))}
        if not writing:
            return None
        modules = {module.entity for star in used if (module := self.located(slot, star)) is not None}
        found = [one for one, around in writing.items() if symbols.same(symbols.parent(around)) in modules]
        return Value(ENTITY, symbols.preferred(tuple(found))) if found else None

    def _stars(self, slot: int, *, inside: bool) -> list[str]:
        """Return what a file takes all names of, as far as these are members of something in a file."""
        key = slot * 2 + inside
        stars = self._star_lists.get(key)
        if stars is None:
            stars = [star.module for star in self._symbols.stars(slot) if inside or star.exported]
            strategy = self._symbols.strategy(slot)
            if strategy is not None and strategy.stars_by_name:
                stars = [star for star in stars if self._has_rest(slot, star)]
                stars += strategy.members_taken(slot) if inside else ()
            if len(self._star_lists) >= _MOST_STAR_LISTS:
                self._star_lists.clear()
            self._star_lists[key] = stars
        return stars

    def _is_of_objects(self, module: Value, found: Value) -> bool:
        """Whether a member of a type is only called of the objects that it extends."""
        if not module.tag == found.tag == ENTITY:
            return False
        language = self._symbols.language(self._symbols.slot[found.entity])
        if language is None or language.extension_receiver == CONVERTED:
            return False
        return self._symbols.table.extension[found.entity] == 1

    def _has_rest(self, slot: int, module: str) -> bool:
        """Whether an import names something in a file, and no package."""
        located = self._symbols.located(slot, module)
        return located is not None and bool(located.rest)

    def imported(self, slot: int, imported: Import) -> Value | None:
        """Return what an import of a file binds, None when it is not in the repository."""
        key = (slot, imported.module, imported.name, imported.alias)
        return self._imported_values.get(key, self._imported, slot, imported)

    def bound(self, scope: int, name: str) -> Value | None:
        """Return what an import inside a file binds, None where none there binds the name.

        Where a module that the file declares has names of its own, the path may begin with one of these:
        `mod shop { mod cart; pub use cart::Cart; }`.
        """
        symbols = self._symbols
        slot, known = symbols.slot[scope], symbols.bindings(scope)
        imported = known.get(name)
        if imported is None:
            return None
        if symbols.kind(scope) == "module" and imported.module:
            strategy = symbols.strategy(slot)
            steps = strategy.steps(imported.module) if strategy is not None else ()
            first = known.get(steps[0]) if steps else None
            if first is not None and first is not imported:
                rest = (*steps[1:], *([imported.name] if imported.name else []))
                held = self.imported(slot, first)
                return self._path(held, ".".join(rest)) if rest else held
        return self.imported(slot, imported)

    def _imported(self, slot: int, imported: Import) -> Value | None:
        if not imported.module:
            offered = self._offered_as(slot, imported.name)
            return self._path(Value(MODULE, -1, (slot,)), offered or imported.name, inside=not offered)
        module = self.located(slot, imported.module)
        if module is None and imported.name:
            strategy = self._symbols.strategy(slot)
            found = strategy.submodule(slot, imported.module, imported.name) if strategy else None
            return Value(MODULE, -1, found.slots) if found is not None else None
        if module is None or not imported.name:
            return module
        return self._path(module, imported.name)

    def _offered_as(self, slot: int, path: str) -> str:
        """Return the name by which a file offers what a path means, `load` of `exports.load`; empty for others."""
        language = self._symbols.language(slot)
        objects = language.module_objects if language is not None else ()
        return next((path[len(one) + 1 :] for one in objects if path.startswith(f"{one}.")), "")

    def _path(self, value: Value | None, dotted: str, *, inside: bool = False) -> Value | None:
        for place, step in enumerate(dotted.split(".")):
            if value is None:
                return None
            if inside and not place and value.tag == MODULE:
                value = self.file_member(value.slots[0], step, inside=True)
            else:
                value = self._attribute(value, step)
        return value

    def located(self, slot: int, module: str) -> Value | None:
        """Return the module that an import in a file names."""
        located = self._symbols.located(slot, module)
        if located is None or not located.slots:
            return self._begun_by_name(slot, module)
        value: Value | None = Value(MODULE, -1, located.slots)
        for step in located.rest:
            value = self._attribute(value, step) if value else None
        return value

    def _begun_by_name(self, slot: int, module: str) -> Value | None:
        """Return the module whose path begins with a name that another import binds."""
        strategy = self._symbols.strategy(slot)
        steps = strategy.steps(module) if strategy is not None else ()
        if not steps or steps[0] not in self._symbols.bindings(self._symbols.first[slot]):
            return None
        return self._path(Value(MODULE, -1, (slot,)), ".".join(steps), inside=True)

    def member(self, module: Value, name: str) -> Value | None:
        """Return what `module.name` means."""
        if name == AROUND:
            return self.located(module.slots[0], "super")
        for slot in module.slots:
            found = self.file_member(slot, name)
            if found is not None:
                return found
        strategy = self._symbols.strategy(module.slots[0])
        slots = strategy.child(module.slots, name) if strategy else ()
        return Value(MODULE, -1, slots) if slots else self._of_default(module, name)

    def _of_default(self, module: Value, name: str) -> Value | None:
        """A module without a default export is its own; what it lacks may be a member of its default export."""
        language = self._symbols.language(module.slots[0])
        default = language.default_export if language else ""
        if not default:
            return None
        if name == default:
            return module
        value = self.stands_for(module)
        if value == module:
            return None
        return self._default_members.get((value, name), self._attribute, value, name)

    def stands_for(self, value: Value, way: int = 0) -> Value:
        """Return what a value is when it is called or inherited from: a module is its default export."""
        if value.tag != MODULE:
            return value
        for slot in value.slots:
            language = self._symbols.language(slot)
            default = language.default_export if language else ""
            found = self.file_member(slot, default) if default else None
            if found is not None and found.tag != MODULE:
                return found
            if found is not None and found != value and way < _LONGEST_WAY:
                return self.stands_for(found, way + 1)  # it hands on what another module stands for
        return value

    def declared_member(self, module: int, name: str) -> Value | None:
        """A module that a file declares may import what it offers."""
        if self._symbols.kind(module) != "module":
            return None
        if name == AROUND:
            return self._around(module)
        return self._members.get((-1 - module, name), self._declared_member, module, name)

    def _around(self, module: int) -> Value:
        """Return the module around one that a file declares: another such, or that of the file."""
        symbols = self._symbols
        around = next(at for at in symbols.around(symbols.parent(module)) if symbols.kind(at) == "module")
        is_declared = symbols.parent(around) >= 0
        return Value(ENTITY, around) if is_declared else Value(MODULE, -1, (symbols.slot[module],))

    def _declared_member(self, module: int, name: str) -> Value | None:
        if name in self._symbols.bindings(module):
            return self.bound(module, name)
        return self._starred(self._symbols.slot[module], name, inside=True)
