"""What a grammar, and what facts, are given of a source that neither would understand as it is written."""

from __future__ import annotations

import msgspec

from nsccn.graph.languagefiles import LanguageFiles


class LanguageSpelling(LanguageFiles, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part of a `language.toml` that says what of a text is read otherwise than it is written, and by whom."""

    unparsed: tuple[str, ...] = ()
    """Patterns of what the grammar cannot read, as macros in odd places: their groups are parsed as blank."""
    misread: tuple[str, ...] = ()
    """Patterns of what the grammar stumbles over: where a file has errors, their groups are blank when it is read once
    more, the group `end`, a blank, ends what stands before it, the group `word` is a name like others, and the group
    `comment`, four blanks that begin a line, a comment, so that no block begins there by its indentation."""
    grammar_rules: bool = False
    """Its code may stand in a grammar from which a parser in the language is made."""
    nested_heredocs: bool = False
    """Here-documents may stand within what another one interpolates."""
    item_macros: bool = False
    """What macros around definitions hold is read as if it stood outside."""
    odd_letters: tuple[str, ...] = ()
    """Characters that may stand in names, which the grammar does not know."""
    grammar_spelling: tuple[tuple[str, str, str], ...] = ()
    """What the grammar alone is given otherwise than it is written, in as many bytes: a text without which no
    file has such a place, a pattern, and the character for each byte of the pattern's groups, or a word as long."""
    facts_spelling: dict[str, str] = msgspec.field(default_factory=dict)
    """What facts alone read otherwise than it is written, in as many bytes: patterns of the source -> what stands for
    their group, filled up with blanks. Words and marks that mean in this language what others write otherwise."""
    facts_characters: dict[str, str] = msgspec.field(default_factory=dict)
    """The same for single characters; without any, no file is spelled anew for facts."""
    expression_spelling: dict[str, str] = msgspec.field(default_factory=dict)
    """What facts write for an expression otherwise than it is read there: patterns in its text -> what stands for
    all of a match, of any length: `super` for C#'s `base`."""
