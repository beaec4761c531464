"""How the blocks of a configuration name one another."""

from __future__ import annotations

import msgspec


class AddressWords(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What addresses begin with: `var.region`, `output.id`."""

    parameters: str = ""
    """Those of what a block that takes in a module gives it; to name one is to read a setting."""
    results: str = ""
    """Those of what such a block gives, by its own address: `module.network.id` is `output.id` in there."""
    parts: dict[str, str] = msgspec.field(default_factory=dict)
    """Step behind the address of such a block -> what addresses begin with of that which the next step means in there:
    `include.root.locals.team` is `local.team`."""
