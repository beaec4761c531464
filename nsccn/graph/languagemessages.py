"""How a language's libraries find who handles a message: by its type."""

from __future__ import annotations

import msgspec


class MessageWords(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What says of a method that it handles the messages of the type of its first parameter."""

    handler_bases: str = ""
    """Pattern of the bases of types whose methods do, by the last of their names."""
    handler_methods: frozenset[str] = frozenset()
    """The names of these methods."""
    handler_marks: frozenset[str] = frozenset()
    """Decorators of such methods, or of their types."""
    subscribing_methods: frozenset[str] = frozenset()
    """Methods that name those of their type which handle messages."""
    parameter_marks: str = ""
    """Pattern of what stands in the signature of a method that does."""
    handler_paths: str = ""
    """Pattern of the files whose types are such by where they lie."""
    own_handlers: str = ""
    """Pattern of the bases of messages that handle themselves."""
    own_paths: str = ""
    """Pattern of the files whose types do by where they lie."""
    own_method: str = ""
    """The method by which these do."""
