"""What types inherit from, and the order in which their members are looked for."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import TYPE_CHECKING, Final

from nsccn.graph.meaning.types.linearisation import breadth_first, merge
from nsccn.graph.model import ACTUAL, EXPECTED

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.meaning.answers import Answers, Asking

_LONGEST_ORDER: Final = 256
"""Types of a resolution order; what a hierarchy holds beyond them is not looked at."""


class Inheritance:
    """Types and their bases, as far as they are in the repository."""

    def __init__(
        self,
        symbols: Symbols,
        asking: Asking,
        named: Callable[[int, str], int | None],
        imported: Callable[[int, str], int | None],
        given: Callable[[int, str], int | None],
    ) -> None:
        """Make a hierarchy of the types that expressions in a scope tell.

        Args:
            symbols: what the repository defines.
            asking: keeps the answers.
            named: gives the type that an expression names.
            imported: gives the type that a name is imported as.
            given: gives the type that a call of what an expression names gives.
        """
        self.symbols = symbols
        self._asking = asking
        self._named = named
        self._imported = imported
        self._given = given
        self._straight: dict[int, tuple[int, ...]] = {}
        """The orders of types whose bases form no circle, which are the same wherever they are asked for."""
        self._orders: Answers[Hashable, tuple[int, ...]] = asking.answers(())
        self._bases: Answers[Hashable, tuple[int, ...]] = asking.answers(())
        self._foreign: Answers[Hashable, bool] = asking.answers(otherwise=False)
        self._constants: Answers[Hashable, bool] = asking.answers(otherwise=False)
        self.extra_bases: dict[int, list[int]] = {}
        """Type -> bases that are stated apart from it."""

    def forget(self) -> None:
        """Drop the orders; called, like `Asking.forget`, when bases become known."""
        self._straight.clear()

    def bases(self, cls: int) -> tuple[int, ...]:
        """Return the direct bases of a type that are in the repository."""
        return self._bases.get(cls, self._stated_bases, cls)

    def _stated_bases(self, cls: int) -> tuple[int, ...]:
        extra = [base for base in reversed(self.extra_bases.get(cls, ())) if base != cls]
        return tuple(dict.fromkeys([*extra, *self._own_bases(cls), *self.shapes_beside(cls)]))

    def shapes_beside(self, cls: int) -> tuple[int, ...]:
        """Return the interfaces of the name of a class that stand beside it: its instances have their members."""
        symbols = self.symbols
        language = symbols.language(symbols.slot[cls]) if symbols.kind(cls) == "class" else None
        if language is None or not language.merged_namespaces:
            return ()
        beside = symbols.member(symbols.parent(cls), symbols.table.names[cls])
        return tuple(one for one in beside if symbols.kind(one) == "interface") if len(beside) > 1 else ()

    def _own_bases(self, cls: int) -> list[int]:
        """Return the bases that a type names itself."""
        stated = (entity for part in self.symbols.parts(cls) for entity in self._named_bases(cls, part))
        found = [entity for entity in stated if entity is not None and entity != cls]
        if ACTUAL in self.symbols.definitions[cls].modifiers:
            found[:0] = self._expected(cls)
        return found

    def _named_bases(self, cls: int, part: int) -> Iterator[int | None]:
        """Yield what the bases that a declaration of a type states are in the repository.

        What a function is handed is no base where it is known to make a type that does not extend that.
        """
        symbols = self.symbols
        scope, language = self._scope_around(part), symbols.language(symbols.slot[part])
        is_extended = True
        for text in symbols.definitions[part].bases:
            name, made = text.replace("[]", "").removesuffix("()"), None
            entity = self._named(scope, name)
            if entity == cls:  # it takes the name of what it inherits from
                entity = self._imported(scope, name)
            elif entity is None and text.endswith("()"):
                entity = made = self._given(scope, name)
            if is_extended or (entity is not None and symbols.kind(entity) == "interface"):
                yield entity
            if made is not None and language is not None and language.mixins:
                is_extended = is_extended and self._may_extend_any(made)

    def _may_extend_any(self, made: int) -> bool:
        """Whether a type that a function makes may inherit from what the function is handed."""
        symbols, pending = self.symbols, [made]
        imported = symbols.bindings(symbols.first[symbols.slot[made]])
        for one in pending:
            scope = self._scope_around(one)
            given = {name for at in symbols.around(scope) for name in symbols.definitions[at].parameters}
            for name in (text.removesuffix("()") for text in symbols.definitions[one].bases):
                base = self._named(scope, name)
                if name in given or (base is None and name.partition(".")[0] not in imported):
                    return True
                if base is not None and base not in pending and symbols.is_function(symbols.parent(base)):
                    pending.append(base)
        return False

    def _scope_around(self, part: int) -> int:
        return max(self.symbols.parent(part), self.symbols.first[self.symbols.slot[part]])

    def _expected(self, cls: int) -> list[int]:
        """Return the declaration of a type, in the same package, that leaves it to platforms to define it."""
        symbols, packages = self.symbols, self.symbols.project.packages
        package, qualified = packages[symbols.slot[cls]], symbols.table.qualified[cls]
        return [
            one
            for one in symbols.table.named(symbols.table.names[cls])
            if symbols.is_type(one)
            and symbols.table.qualified[one] == qualified
            and packages[symbols.slot[one]] == package
            and EXPECTED in symbols.definitions[one].modifiers
        ][:1]

    def metaclass(self, cls: int) -> int | None:
        """Return the type in the repository of which a type is an instance: the lowest that it or a base names."""
        symbols = self.symbols
        found: int | None = None
        for one in self.order(cls):
            text = symbols.definitions[one].metaclass
            named = self._named(symbols.parent(one), text) if text else None
            if named is not None and (found is None or found in self.order(named)):
                found = named
        return found

    def has_foreign_base(self, cls: int, member: str = "") -> bool:
        """Whether a type inherits from one that is not in the repository, and may have any, or one, member from it."""
        return self._foreign.get((cls, member), self._has_foreign_base, cls, member)

    def _has_foreign_base(self, cls: int, member: str) -> bool:
        symbols = self.symbols
        for base in self.order(cls):
            language = symbols.language(symbols.slot[base])
            empty = set(language.empty_bases) if language is not None else set()
            if language is not None and member:
                empty.update(one for one, known in language.known_bases.items() if member not in known)
            stated = {
                name
                for part in symbols.parts(base)
                for text in symbols.definitions[part].bases
                if (name := text.replace("[]", "").removesuffix("()").rpartition(".")[2]) not in empty
            }
            is_apart = base in self.extra_bases or self.shapes_beside(base)
            own = set(self._own_bases(base)) if is_apart else self.bases(base)
            if len(stated) > len(own):
                return True  # what is stated apart from it stands for none of them
        return False

    def has_constants(self, cls: int) -> bool:
        """Whether what the body of a type assigns are its instances, since it inherits from `Enum` or the like."""
        return self._constants.get(cls, self._has_constants, cls)

    def _has_constants(self, cls: int) -> bool:
        symbols = self.symbols
        language = symbols.language(symbols.slot[cls])
        if language is None or not language.constant_bases:
            return False
        stated = ((base, text) for base in self.order(cls) for text in symbols.definitions[base].bases)
        return any(
            text.rpartition(".")[2] in language.constant_bases
            and self._named(self._scope_around(base), text) is None
            for base, text in stated
        )

    def is_kept(self, cls: int) -> bool:
        """Whether a library may keep the objects of a type, since that inherits from one of its own."""
        return self.symbols.is_type(cls) and self.has_foreign_base(cls)

    def order(self, cls: int) -> tuple[int, ...]:
        """Return the method resolution order: C3 where it exists, else breadth first; by depth what is embedded."""
        cls = self.symbols.same(cls)
        return self._orders.get(cls, self._order, cls)

    def _order(self, cls: int) -> tuple[int, ...]:
        """Order the bases before the type, without recursion, since a chain of them may be of any length."""
        found, is_circle = self._from_above(cls)
        orders = self._straight if not is_circle and not self._asking.cut else dict(self._straight)
        for entity in found:
            orders[entity] = self._linearised(entity, orders)
        return orders[cls]

    def _from_above(self, cls: int) -> tuple[list[int], bool]:
        """Return the type and its bases whose order is not known, bases first; and whether some form a circle."""
        found: list[int] = []
        seen, path, is_circle = {cls}, {cls}, False
        pending = [] if cls in self._straight else [(cls, iter(self.bases(cls)))]
        while pending:
            entity, bases = pending[-1]
            base = next(map(self.symbols.same, bases), None)
            if base is None:
                found.append(entity)
                path.discard(entity)
                pending.pop()
            elif base in path:
                is_circle = True
            elif base not in seen and base not in self._straight:
                seen.add(base)
                path.add(base)
                pending.append((base, iter(self.bases(base))))
        return found, is_circle

    def _linearised(self, cls: int, known: dict[int, tuple[int, ...]]) -> tuple[int, ...]:
        """Order one type after its bases; of a circle of bases, each sees what comes above where it was entered."""
        language = self.symbols.language(self.symbols.slot[cls])
        if language is not None and language.embedded_bases:
            return self._by_depth(cls)[:_LONGEST_ORDER]
        bases = self.bases(cls)
        orders = [known.get(self.symbols.same(base), (base,)) for base in bases]
        if len(bases) == 1:
            return (cls, *(base for base in orders[0][: _LONGEST_ORDER - 1] if base != cls))
        merged = merge([list(order) for order in orders] + [list(bases)])
        order = (cls, *merged) if merged is not None else breadth_first(cls, self.bases)
        return order[:_LONGEST_ORDER]

    def _by_depth(self, cls: int) -> tuple[int, ...]:
        """Order what a type embeds by how deep it lies; what others say that it implements comes last."""
        embedded = breadth_first(
            cls, lambda one: self._own_bases(one) if one in self.extra_bases else self.bases(one)
        )
        return tuple(dict.fromkeys((*embedded, *breadth_first(cls, self.bases))))
