"""How the keys of settings are made that fill the fields of a type: `config:key:app.mail.{field} .`.

Behind the blank stands what joins the name of a field with those of the fields of what it holds; nothing, and these
are not filled. Of a type that says only a part of that, the other is missing: its bases say it.
"""

from __future__ import annotations

import re
from typing import Final

from nsccn.graph.notation.settingkeys import filled

FIELD: Final = "field"
WHOLE: Final = "="
"""Begins the name of a field that says its whole key."""
SAYS_SO: Final = "@"
"""Begins what says of the type that it stands in that settings fill it."""
ONLY_HOW: Final = 2
"""Of a type that says how settings fill it, not that they do."""
UNTOLD: Final = "{?}"
"""What cannot be read of how keys are made."""
_WORD: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|_")
_PLACE: Final = re.compile(r"config:\w+:")


def template(kind: str, prefix: str | None, separator: str) -> str:
    """Return how keys are made behind a prefix, if that is said; those of the environment are in capitals.

    >>> template("key", "app.mail", "."), template("env", "app_", "__")
    ('config:key:app.mail.{field} .', 'config:env:APP_{field^} __')
    """
    if prefix is None:
        return f" {separator}"
    if kind == "env":
        return f"config:env:{filled('{prefix^}', 'prefix', prefix)}{{{FIELD}^}} {separator}"
    joined = f"{prefix.removesuffix(separator)}{separator}" if prefix else ""
    return f"config:{kind}:{joined}{{{FIELD}}} {separator}"


def completed(made: str, above: str) -> str:
    """Return how keys are made, with what a type leaves to its bases.

    >>> completed(" __", "config:env:A_{field^} "), completed("config:env:{field^} ", " __")
    ('config:env:A_{field^} __', 'config:env:{field^} __')
    """
    own, before = made.rpartition(" "), above.rpartition(" ")
    return f"{own[0] or before[0]} {own[2] or before[2]}"


def key_of_field(made: str, name: str) -> str:
    """Return the id of the setting that fills a field.

    >>> key_of_field("config:env:APP_{field^} __", "port"), key_of_field("config:key:app.{field} .", "=HOST")
    ('config:env:APP_PORT', 'config:key:HOST')
    """
    pattern, _, _ = made.rpartition(" ")
    place = _PLACE.match(pattern)
    if name.startswith(WHOLE) and place is not None:
        name = name.removeprefix(WHOLE)
        return place[0] + (name.upper() if f"{{{FIELD}^}}" in pattern else name)
    return filled(pattern, FIELD, name)


def within(made: str, name: str) -> str:
    """Return how the keys of what a field holds are made, empty where no keys are.

    >>> within("config:key:app.{field} .", "mail"), within("config:env:{field^} __", "mail")
    ('config:key:app.mail.{field} .', 'config:env:MAIL__{field^} __')
    """
    pattern, _, separator = made.rpartition(" ")
    if not name:
        return made
    if not separator:
        return ""
    return f"{filled(pattern, FIELD, f'{name}{separator}{{{FIELD}}}')} {separator}"


def spelled(name: str, spelling: str) -> str:
    """Return the name of a field as keys spell it.

    >>> spelled("workDir", "kebab"), spelled("HTTPPort", "lower"), spelled("Host", "")
    ('work-dir', 'httpport', 'Host')
    """
    if spelling == "kebab":
        return "-".join(word for word in _WORD.split(name) if word).lower()
    return name.lower() if spelling == "lower" else name
