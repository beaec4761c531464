"""Edges of what the blocks of a configuration name by address.

An address means what a file of the same module declares by it, else nothing: `var.region` a variable, `module.network`
the block that takes a module in, and `module.network.id`, besides, the output `id` of that module. A name that such a
block gives a value sets a variable of its module.
"""

from __future__ import annotations

import re
from collections import ChainMap
from typing import TYPE_CHECKING, Final

from nsccn.graph.notation.marks import SETS, SETS_OWN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from nsccn.graph.languageaddresses import AddressWords
    from nsccn.graph.linking.links import Links
    from nsccn.graph.model import Import, Reference

_Declared = dict[str, list[int]]
"""Address -> the definitions that have it."""
_NUMBER: Final = re.compile(r"#\d+")
"""Tells redefinitions of a name apart."""
_NOTHING: Final[Mapping[str, list[int]]] = {}
_LONGEST: Final = 3
"""Steps of the address of a block: `data.aws_ami.image`."""
_MOST_MODULES: Final = 256
"""Whose addresses are kept at hand."""


class Addresses:
    """Finds what addresses mean."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self._modules: dict[tuple[int, ...], _Declared] = {}
        self._slot = -1
        self._by_scope: dict[int, list[Import]] = {}
        """What the definitions of that file take in."""

    def link(self, slot: int, scope: int, reference: Reference) -> None:
        """Add the edges of one address, or of a parameter that is set."""
        language = self._links.symbols.language(slot)
        if language is None:
            return
        words = language.addresses
        if reference.detail in (SETS, SETS_OWN):
            address = f"{words.parameters}.{reference.target}"
            declared = self._around(slot, scope) if reference.detail == SETS_OWN else self._taken_in(scope)
            self._add(scope, "MUTATES", declared.get(address, ()), reference)
            return
        steps = reference.target.split(".")
        found, length = _meant(self._around(slot, scope), steps)
        if not found and self._looks_into(slot):
            found, length = _meant(self._declared((slot,)), steps)
        kind = "READS_CONFIG" if steps[0] == words.parameters else "REFERENCES"
        self._add(scope, kind, [one for one in found if one != scope], reference)
        for block in found if length < len(steps) else ():
            self._add(scope, "REFERENCES", self._part_of(block, steps[length:], words), reference)

    def _add(self, scope: int, kind: str, targets: Sequence[int], reference: Reference) -> None:
        for target in targets:
            self._links.edges.add(scope, kind, target, reference.line, probability=1 / len(targets))

    def _part_of(self, block: int, steps: Sequence[str], words: AddressWords) -> Sequence[int]:
        """Return what some steps behind the address of a block mean: `id`, `outputs.id`, `locals.team`."""
        given = self._given_by(block)
        found = given.get(f"{words.results}.{steps[0]}", ())
        if found or steps[0] not in words.parts or len(steps) < 2:
            return found
        return given.get(f"{words.parts[steps[0]]}.{steps[1]}", ())

    def _around(self, slot: int, scope: int) -> Mapping[str, list[int]]:
        """Return what a block of a file may name: of a test that takes in a module of its own, what that has."""
        strategy = self._links.symbols.strategy(slot)
        if strategy is None:
            return _NOTHING
        is_of_other = self._looks_into(slot) and bool(self._imports(scope))
        return self._taken_in(scope) if is_of_other else self._declared(strategy.declaring(slot))

    def _looks_into(self, slot: int) -> bool:
        strategy = self._links.symbols.strategy(slot)
        return strategy is not None and strategy.looks_into(self._links.symbols.paths[slot])

    def _given_by(self, block: int) -> Mapping[str, list[int]]:
        """Return what the module has whose results a block stands for."""
        slot = self._links.symbols.slot[block]
        if self._imports(block):
            return self._taken_in(block)
        return self._around(slot, block) if self._looks_into(slot) else _NOTHING

    def _taken_in(self, scope: int) -> Mapping[str, list[int]]:
        """Return what the module has that a block takes in; of a file, those of its blocks without a name."""
        symbols = self._links.symbols
        slot = symbols.slot[scope]
        strategy = symbols.strategy(slot)
        found: list[_Declared] = []
        for imported in self._imports(scope):
            located = symbols.located(slot, imported.module)
            if located is not None and strategy is not None:
                found.append(self._declared(strategy.declaring(located.slots[0])))
        return found[0] if len(found) == 1 else ChainMap(*found)

    def _imports(self, scope: int) -> Sequence[Import]:
        symbols = self._links.symbols
        slot = symbols.slot[scope]
        if slot != self._slot:
            self._slot, self._by_scope = slot, {}
            for one in symbols.imports(slot):
                around = symbols.first[slot] + one.scope
                for owner in {around} if one.alias else {around, symbols.first[slot]}:
                    self._by_scope.setdefault(owner, []).append(one)
        return self._by_scope.get(scope, ())

    def _declared(self, slots: tuple[int, ...]) -> _Declared:
        """Return what the files of a module declare."""
        found = self._modules.get(slots)
        if found is None:
            if len(self._modules) >= _MOST_MODULES:
                self._modules.clear()
            found = self._modules[slots] = {}
            for entity in self._definitions(slots):
                address = _NUMBER.sub("", self._links.symbols.table.qualified[entity])
                found.setdefault(address, []).append(entity)
        return found

    def _definitions(self, slots: Iterable[int]) -> Iterator[int]:
        first = self._links.symbols.first
        for slot in slots:
            yield from range(first[slot] + 1, first[slot + 1])


def _meant(declared: Mapping[str, Sequence[int]], steps: Sequence[str]) -> tuple[Sequence[int], int]:
    """Return what an address begins with, and how many of its steps that takes."""
    for length in range(min(_LONGEST, len(steps)), 1, -1):
        found = declared.get(".".join(steps[:length]))
        if found:
            return found, length
    return (), 0
