"""Choosing a level for each item under a budget: lazy greedy by gain per token, with upgrades and swaps.

The greedy choice is compared with the best single item, which keeps the constant-factor guarantee of
submodular maximisation under a knapsack, and with greedy choices that begin with a large item. Where the
limit on files binds, it is compared too with the greedy choice within the files that the relaxation opens.
The best of them is improved by swaps.
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush, nsmallest
from typing import Final, NamedTuple

from nsccn.select.objective import State
from nsccn.select.problem import ABSENT, Problem, Solution
from nsccn.select.relaxation import Bound, relax

_WANTED: Final = 40
"""The upgrades considered in one round of swaps."""
_TRADED: Final = 12
"""The first of them are considered too against several others."""
_ROUNDS: Final = 8
_LARGE: Final = 4
"""An item is large that costs this part of the budget."""
_SEEDS: Final = 2
"""So many large items are each tried as the first."""
_EPSILON: Final = 1e-9


class _Step(NamedTuple):
    """An upgrade; steps sort by gain per token, best first."""

    order: float
    item: int
    level: int


class _Loss(NamedTuple):
    """A level that an item can be lowered to."""

    loss: float
    freed: int
    """Tokens."""
    item: int
    level: int


class Packing:
    """A choice while it is made; always within the budget and the limit on files."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.state = State(problem.objective)
        self.levels = [ABSENT] * len(problem.options)
        self.room = problem.budget
        self._users = [0] * len(problem.scope_costs)
        self._files = 0

    def price(self, item: int, level: int) -> int:
        """Return what moving an item to a level costs, with the scopes that it opens or closes."""
        current, options = self.levels[item], self.problem.options[item]
        price = options[level].cost if level != ABSENT else 0
        price -= options[current].cost if current != ABSENT else 0
        if (level == ABSENT) != (current == ABSENT):
            last, sign = (1, -1) if level == ABSENT else (0, 1)
            for scope in self.problem.scopes[item]:
                if self._users[scope] == last:
                    price += sign * self.problem.scope_costs[scope]
        return price

    def gain(self, item: int, level: int) -> float:
        """Return what moving an item to a level adds; negative when it takes away."""
        return self.state.gain(item, 0.0 if level == ABSENT else self.problem.options[item][level].share)

    def may_open(self, item: int) -> bool:
        """Tell whether the item's file is open or may be opened."""
        return self._users[self.problem.scopes[item][0]] > 0 or self._files < self.problem.max_files

    def is_full_of_files(self) -> bool:
        """Tell whether no more files may be opened."""
        return self._files == self.problem.max_files

    def move(self, item: int, level: int) -> list[int]:
        """Put an item at a level; return the scopes that this opened."""
        current, opened, scopes = self.levels[item], [], self.problem.scopes[item]
        self.room -= self.price(item, level)
        if (level == ABSENT) != (current == ABSENT):
            change = -1 if level == ABSENT else 1
            for scope in scopes:
                self._users[scope] += change
                if change == 1 and self._users[scope] == 1:
                    opened.append(scope)
            if self._users[scopes[0]] == (1 if change == 1 else 0):
                self._files += change
        self.state.show(item, 0.0 if level == ABSENT else self.problem.options[item][level].share)
        self.levels[item] = level
        return opened

    def best_step(self, item: int) -> _Step | None:
        """Return the upgrade of an item that fits and gains most per token."""
        current, options = self.levels[item], self.problem.options[item]
        level = current + 1
        if level == len(options):
            return None
        opening = self._opening(item) if current == ABSENT else -options[current].cost
        room = self.room - opening
        if options[level].cost > room or not self.may_open(item):
            return None
        order, found = 0.0, ABSENT
        for gain in self.state.gains(item, options[level:], room):
            density = -gain / (options[level].cost + opening)
            if gain > _EPSILON and density <= order:
                order, found = density, level
            level += 1
        return _Step(order, item, found) if found != ABSENT else None

    def _opening(self, item: int) -> int:
        """Return what the scopes cost that an item would open."""
        users, costs = self._users, self.problem.scope_costs
        return sum([costs[scope] for scope in self.problem.scopes[item] if not users[scope]])

    def value(self) -> float:
        """Return what the choice is worth."""
        return self.problem.objective.value(self.state.shares)


def solve(problem: Problem) -> Solution:
    """Choose a level for each item within the budget."""
    members: list[list[int]] = [[] for _ in problem.scope_costs]
    for item, scopes in enumerate(problem.scopes):
        for scope in scopes:
            members[scope].append(item)
    bound = relax(problem)
    steps = _steps(Packing(problem))
    chosen = _greedy(problem, members, steps)
    rivals = [_greedy(problem, members, steps, first=first) for first in _great(problem, chosen, bound)]
    if chosen.is_full_of_files():
        rivals.append(_greedy(problem, members, steps, files=bound.files))
    chosen = max([chosen, *rivals], key=Packing.value)
    _swap(chosen, members)
    value = chosen.value()
    return Solution(tuple(chosen.levels), value, problem.budget - chosen.room, max(value, bound.upper))


def _steps(packing: Packing) -> list[_Step]:
    """Return the best upgrade of each item that has one."""
    return [step for item in range(len(packing.levels)) if (step := packing.best_step(item)) is not None]


def _greedy(
    problem: Problem,
    members: Sequence[Sequence[int]],
    steps: Sequence[_Step],
    *,
    first: tuple[int, int] | None = None,
    files: Sequence[int] = (),
) -> Packing:
    """Fill an empty packing, beginning with one upgrade, or with all that some files hold."""
    packing = Packing(problem)
    opened = packing.move(*first) if first is not None else []
    fresh = sorted({item for scope in opened for item in members[scope]})
    steps = [*steps, *(step for item in fresh if (step := packing.best_step(item)) is not None)]
    if files:
        preferred = frozenset(files)
        _fill(packing, members, [step for step in steps if problem.scopes[step.item][0] in preferred])
        steps = [step for step in steps if problem.scopes[step.item][0] not in preferred]
    _fill(packing, members, steps)
    return packing


def _fill(packing: Packing, members: Sequence[Sequence[int]], steps: Sequence[_Step]) -> None:
    """Take the best upgrade until none fits, from steps that were found for a smaller choice or for this one.

    A gain found earlier bounds the gain now, so an item is asked again only when it comes to the top; a price
    can fall only when a scope opens, and then all items of the scope are asked again at once. Of an item only the
    last answer counts.
    """
    latest: dict[int, _Step | None] = {step.item: step for step in steps}
    heap = [step for step in steps if latest[step.item] is step]
    heapify(heap)
    fresh: set[int] = set()
    while heap:
        first = heappop(heap)
        item = first.item
        if latest[item] is not first:
            continue
        step = first if item in fresh else packing.best_step(item)
        if step is None:
            continue
        if heap and step > heap[0]:
            latest[item] = step
            heappush(heap, step)
            fresh.add(item)
            continue
        fresh = {item}
        for scope in packing.move(item, step.level):
            fresh.update(members[scope])
        for other in sorted(fresh):
            renewed = latest[other] = packing.best_step(other)
            if renewed is not None:
                heappush(heap, renewed)


def _great(problem: Problem, chosen: Packing, bound: Bound) -> list[tuple[int, int]]:
    """Return upgrades to begin with: what is worth most alone, if it is worth more than a choice, and what is large.

    By gain per token, a large item comes when there is no room for it any more, whatever it is worth. One whose
    regret is above what the choice can be short of the optimum belongs to no better choice.
    """
    empty, best, alone, large = Packing(problem), chosen.value(), None, []
    short, best = bound.upper - best, best + _EPSILON
    for item, options in enumerate(problem.options):
        for level, option in enumerate(options):
            price = empty.price(item, level)
            if price > problem.budget:
                break
            gain = empty.state.gain(item, option.share)
            if gain > best:
                best, alone = gain, (item, level)
            is_new = price * _LARGE >= problem.budget and level > chosen.levels[item]
            if is_new and bound.regret(item, options, level) <= short:
                large.append((-gain, item, level))
    found = [(item, level) for _, item, level in sorted(large)[:_SEEDS]]
    return found if alone is None else [alone, *found]


def _swap(packing: Packing, members: Sequence[Sequence[int]]) -> None:
    """While lowering some items to raise another pays, do it, and use the room that is left."""
    for _ in range(_ROUNDS):
        losses, wanted = _losses(packing), _wanted(packing)
        if not sum([_exchange(packing, losses, item, level) for item, level in wanted]):
            losses.sort(key=lambda one: (one.loss / max(one.freed, 1), one))
            if not any(_trade(packing, losses, item, level) for item, level in wanted[:_TRADED]):
                return
        _fill(packing, members, _steps(packing))


def _wanted(packing: Packing) -> list[tuple[int, int]]:
    """Return the upgrades that would add most if there were room."""
    wanted: list[tuple[float, int, int]] = []
    for item, options in enumerate(packing.problem.options):
        first = packing.levels[item] + 1
        gains = packing.state.gains(item, options[first:], packing.problem.budget)
        wanted += [(-gain, item, level) for level, gain in enumerate(gains, first) if gain > _EPSILON]
    return [(item, level) for _, item, level in nsmallest(_WANTED, wanted)]


def _losses(packing: Packing) -> list[_Loss]:
    """Return what lowering each shown item takes away, least first."""
    return sorted(
        _Loss(-packing.gain(item, level), -packing.price(item, level), item, level)
        for item, current in enumerate(packing.levels)
        for level in range(ABSENT, current)
    )


def _exchange(packing: Packing, losses: Sequence[_Loss], item: int, level: int) -> bool:
    """Raise one item, lowering the item whose loss is least and makes room, if that pays."""
    if level <= packing.levels[item]:
        return False
    gain, needed = packing.gain(item, level), packing.price(item, level) - packing.room
    for loss, freed, other, lower in losses:
        if loss > gain - _EPSILON:
            break
        before = packing.levels[other]
        if other == item or freed < needed or lower >= before:
            continue
        loss_now = -packing.gain(other, lower)
        packing.move(other, lower)
        fits = packing.may_open(item) and packing.price(item, level) <= packing.room
        if fits and packing.gain(item, level) > loss_now + _EPSILON:
            packing.move(item, level)
            return True
        packing.move(other, before)
    return False


def _trade(packing: Packing, losses: Sequence[_Loss], item: int, level: int) -> bool:
    """Raise one item, lowering as many as it takes, first those that lose least per token, if that pays."""
    undo: list[tuple[int, int]] = []
    lost = 0.0
    for _, _, other, lower in losses:
        current = packing.levels[other]
        if other == item or lower >= current:
            continue
        lost -= packing.gain(other, lower)
        if packing.gain(item, level) <= lost + _EPSILON:
            break
        undo.append((other, current))
        packing.move(other, lower)
        if packing.may_open(item) and packing.price(item, level) <= packing.room:
            if packing.gain(item, level) > lost + _EPSILON:
                packing.move(item, level)
                return True
            break
    for other, before in reversed(undo):
        packing.move(other, before)
    return False
