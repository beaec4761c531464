"""What a language states of its comments and of what a skeleton leaves out."""

from __future__ import annotations

import msgspec

from nsccn.graph.languagespelling import LanguageSpelling


class LanguageTexts(LanguageSpelling, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part of a `language.toml` that says how documentation and bodies are told and what stands for them."""

    comment_prefixes: tuple[str, ...] = ()
    """Line prefixes of a leading doc comment, longest first."""
    block_comment: tuple[str, ...] = ()
    """Start and end of a block comment."""
    documentation_markup: bool = False
    """Documentation is written in XML."""
    line_comment: str = "//"
    """Begins a comment that ends with its line."""
    elision: str = "..."
    """What stands for a body in a skeleton."""
    accessor_marks: dict[str, str] = msgspec.field(default_factory=dict)
    """Modifier of a property whose body lists its accessors -> what stands for such an accessor there."""
    markup_literals: str = ""
    """Begins literals that hold markup with code in it: `~H`."""
    is_markup: bool = False
    """All of a file is such markup."""
    is_blade: bool = False
    """All of a file is a template of Laravel."""
    runs_texts: bool = False
    """A text is mostly given to a program, and may be code: `bash -c 'clean now'`."""
    template_code: str = ""
    """Pattern of the code in a template: of what defines nothing but variables, a skeleton has its lines alone."""
    elided_value: str = "..."
    """What stands for a long value in a skeleton."""
    elided_values: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Node of an `@assign` -> nodes of its `@value` that a skeleton leaves out where they are long, as by `@elide`."""
    elided_nodes: dict[str, str] = msgspec.field(default_factory=dict)
    """Node that a skeleton leaves out as a long value -> what stands for it, where no value may stand."""
    tables: frozenset[str] = frozenset()
    """Nodes of literals that hold keys and values, of which a skeleton may show the keys."""
    asides: str = ""
    """Pattern of what only DOC shows of declarations, as the names that columns have in the database."""
    top_lists: frozenset[str] = frozenset()
    """Nodes below that of a file which hold all its statements."""
    statement_lists: frozenset[str] = frozenset()
    """Nodes that hold statements one after another: a skeleton may leave out any run of them."""
