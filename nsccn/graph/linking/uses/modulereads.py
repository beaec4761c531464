"""Edges of reading a variable of another file behind the name of its module: `signals.order_paid`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.linking.uses.state import add_read
from nsccn.graph.meaning.values.value import ENTITY, MODULE
from nsccn.graph.notation.expression import plain_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from nsccn.graph.linking.errors.errors import Place
    from nsccn.graph.linking.links import Links


class ModuleReads:
    """Links what one file after another reads of the modules that it imports."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self._modules: frozenset[str] = frozenset()
        """The names by which the file has modules."""
        self._meant: dict[tuple[int, str], int | None] = {}
        self._lines: dict[tuple[int, int], set[int]] = {}

    def begin_file(self, slot: int) -> None:
        """Look at the imports of a file."""
        imported = self._links.infer.modules.imported
        self._modules = frozenset(
            one.alias.partition(".")[0]
            for one in self._links.symbols.imports(slot)
            if one.name != "*" and (found := imported(slot, one)) is not None and found.tag == MODULE
        )

    def read(self, scope: int, steps: Sequence[str], places: Iterable[Place], *, is_whole: bool) -> None:
        """Note what an expression reads; the last step of what is called, or written, is none."""
        if steps[0] not in self._modules:
            return
        path = ".".join(steps if is_whole else steps[:-1])
        key = (self._links.infer.home(scope, path), path)
        if key not in self._meant:
            self._meant[key] = self._variable(*key)
        variable = self._meant[key]
        if variable is not None:
            self._lines.setdefault((scope, variable), set()).update(line for line, _ in places)

    def _variable(self, scope: int, path: str) -> int | None:
        """Return the variable at which a path leaves the modules that it begins with."""
        infer, steps = self._links.infer, path.split(".")
        for at in range(1, len(steps)):
            module = infer.evaluate(scope, ".".join(steps[:at]))
            if module is None:
                continue  # part of the name of one: `import shop.signals`
            if module.tag != MODULE:
                return None
            found = infer.typed.attribute(module, plain_name(steps[at]))
            if found is not None and found.tag == ENTITY:
                return found.entity if self._links.symbols.kind(found.entity) == "var" else None
        return None

    def end_file(self) -> None:
        """Add the edges of a file, but for constants whose reading counts as that of a setting."""
        edges = self._links.edges
        for (scope, variable), lines in self._lines.items():
            if not edges.has(scope, "READS_CONFIG", variable):
                add_read(self._links, scope, variable, sorted(lines))
        self._lines.clear()
        self._meant.clear()
