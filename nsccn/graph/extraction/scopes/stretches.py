"""From where to where in its function or file a local variable holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nsccn.graph.extraction.ancestors import Ancestors
    from nsccn.graph.language import Language
    from nsccn.graph.model import SourceRange

Stretch = tuple[int, int]
"""First byte, and the byte behind the last."""


def stretch_of(ancestors: Ancestors, byte: int, language: Language) -> Stretch:
    """Return from where to where a variable holds.

    Mostly behind the statement that declares it, to the end of the block; in some languages in the whole block. Where
    variables are those of a function, blocks inside it do not end them, nor do they hold back what stands behind.
    """
    start, end, ends, is_begun = byte, byte, language.blocks, False
    for node in ancestors.at(byte):
        end = node.end_byte
        if node.type in ends:
            return node.start_byte if language.whole_blocks else start, end
        ends = language.hoisted.get(node.type, ends)
        is_list = node.type in language.statement_lists
        is_begun = is_begun or (is_list and language.reassigned_variables)
        if not (is_begun or is_list or node.type in language.loop_heads):
            start = end
        is_begun = is_begun or node.type in language.inner_declarations
    return start, end


def holds_all(stretch: Stretch, around: SourceRange) -> bool:
    """Whether a stretch is all that a definition has, or lies around it."""
    return stretch[0] >= around.end_byte or (
        stretch[0] <= around.start_byte and around.end_byte <= stretch[1]
    )
