"""What a client is told of a tool's arguments, without what costs its model tokens and says nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

_NULL: Final = {"type": "null"}


def brief(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return a schema in which what need not be given has no default that stands for nothing, and no type for it.

    That there are no other arguments is not said either: who gives one is told so, with those that there are.
    """
    properties = {name: _brief(argument) for name, argument in schema["properties"].items()}
    return {"type": schema["type"], "properties": properties, "required": schema["required"]}


def _brief(argument: Mapping[str, Any]) -> dict[str, Any]:
    said = {key: value for key, value in argument.items() if key != "default" or value not in ("", None)}
    given = [option for option in said.pop("anyOf", ()) if option != _NULL]
    return said | ({"anyOf": given} if len(given) > 1 else dict(*given))
