"""What decides which facts a text has: its language, and the versions of the extractor and of that language's files.

Whoever only compares facts needs nothing of the extractor itself.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from typing import Final

from nsccn.graph import languages

EXTRACTOR_VERSION: Final = "177"
"""Changes whenever equal text may give other facts in any language."""


def language_name(path: str, data: bytes) -> str:
    """Return the name of the language that a text is extracted as; part of the key under which facts are cached."""
    language = languages.detect(path, data)
    return language.name if language else languages.TEXT


def facts_version(language: str) -> str:
    """Return what changes whenever equal text in a language may give other facts; for the key of facts."""
    return f"{EXTRACTOR_VERSION}-{languages.version(language)}".rstrip("-")


@cache
def extractor_version() -> str:
    """Return what changes whenever equal text in any language may give other facts."""
    versions = "\n".join(map(facts_version, (*languages.names(), languages.TEXT)))
    return f"{EXTRACTOR_VERSION}-{blake2b(versions.encode(), digest_size=8).hexdigest()}"
