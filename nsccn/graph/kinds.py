"""Groups of entity kinds that are treated alike."""

from __future__ import annotations

from typing import Final

DATA_KINDS: Final = frozenset({"var", "attr"})
TYPE_KINDS: Final = frozenset({"class", "interface", "struct", "enum", "trait", "type"})
HOLDER_KINDS: Final = frozenset({"func", "var"})
"""What functions may be attached to that are no methods for it."""
