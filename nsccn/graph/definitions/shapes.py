"""Types that only say what members an object has, as the `Protocol`s of Python: what has these is of the type."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nsccn.graph.sourcetext import ABSTRACT, IDLE

if TYPE_CHECKING:
    from nsccn.graph.definitions.symbols import Symbols
    from nsccn.graph.language import Language


def is_shape(symbols: Symbols, cls: int) -> bool:
    """Whether a type is such a one."""
    language = symbols.language(symbols.slot[cls]) if cls >= 0 and symbols.is_type(cls) else None
    if language is None or not language.shape_types:
        return False
    bases = symbols.definitions[cls].bases
    return any(_outside_name(symbols, cls, base.replace("[]", "")) in language.shape_types for base in bases)


def leaves_work(symbols: Symbols, method: int) -> bool:
    """Whether a method leaves its work to those of other types."""
    return ABSTRACT in symbols.definitions[method].modifiers or is_shape(symbols, symbols.parent(method))


def does_nothing(symbols: Symbols, method: int) -> bool:
    """Whether a method has a body in which nothing happens: subtypes may do something there."""
    return IDLE in symbols.definitions[method].modifiers


def tells_types_apart(language: Language, member: str) -> bool:
    """Whether a member tells types apart: built-in objects have no such one."""
    is_common = member in language.common_methods or member in language.common_attributes
    return not is_common and not member.startswith("__")


def _outside_name(symbols: Symbols, scope: int, name: str) -> str:
    """Return the name that what a path names has where it comes from, empty where it is not imported."""
    root, _, rest = name.partition(".")
    imported = symbols.binding(scope, root)
    return ".".join(filter(None, (imported.module, imported.name, rest))) if imported is not None else ""
