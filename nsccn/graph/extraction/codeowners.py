"""Whose code stands at a byte of a file, and who runs it."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING

from nsccn.graph.kinds import FUNCTION_KINDS

if TYPE_CHECKING:
    from nsccn.graph.extraction.definitions.declare import Declarations
    from nsccn.graph.language import Language


class CodeOwners:
    """Tells which definition of a file a byte belongs to, and in which scope it runs."""

    def __init__(self, data: bytes, language: Language, declarations: Declarations) -> None:
        self.data = data
        """The text as expressions in it are read."""
        self.language = language
        self.definitions = declarations.definitions
        self.lines = declarations.lines
        self.line = declarations.lines.line
        self.owner = declarations.regions.owner
        self.scopes = declarations.scopes
        self.pieces = declarations.regions.starts
        """First byte of each stretch that belongs to one definition."""
        self.piece_scopes = [0, *(declarations.scopes[owner] for owner in declarations.regions.owners)]
        """The scope of the code up to each of them, and after the last."""

    def described(self, byte: int) -> int:
        """Return what a byte says something of: what it stands in, or the definition that its decorator is for."""
        owner = self.owner(byte)
        place = bisect_right(self._decorated, byte, key=itemgetter(0)) - 1
        if place < 0:
            return owner
        _, end, ordinal = self._decorated[place]
        return ordinal if byte < end and self.definitions[ordinal].parent == owner else owner

    def marked(self, byte: int, scope: int) -> int:
        """Return the function or type whose decorator holds a byte, else the scope that it stands in."""
        found = self.described(byte)
        return found if found != self.owner(byte) else scope

    @cached_property
    def _decorated(self) -> list[tuple[int, int, int]]:
        """First byte, end and ordinal of what has decorators."""
        return sorted(
            (item.full_range.start_byte, item.full_range.end_byte, ordinal)
            for ordinal, item in enumerate(self.definitions)
            if item.decorators
        )

    def scope(self, byte: int) -> int:
        """Return the ordinal of the innermost definition that runs the code at a byte."""
        return self.piece_scopes[bisect_right(self.pieces, byte)]

    @cached_property
    def running(self) -> tuple[list[int], list[int]]:
        """Where the code of each scope begins and ends that it runs, and these scopes; as `pieces` and `piece_scopes`.

        What parameters begin with may be run when the function is made: `def run(pause=wait(3))`.
        """
        if not self.language.early_defaults:
            return self.pieces, self.piece_scopes
        starts, scopes = list[int](), [0]
        ends = [*self.pieces[1:], len(self.data) + 1]
        for start, end, scope in zip(self.pieces, ends, self.piece_scopes[1:], strict=True):
            made = self.definitions[scope]
            begun = max(start, made.body_start) if made.kind in FUNCTION_KINDS else start
            if start < begun:
                starts.append(start)
                scopes.append(self.scopes[made.parent])
            if begun < end:
                starts.append(begun)
                scopes.append(scope)
        return starts, scopes
