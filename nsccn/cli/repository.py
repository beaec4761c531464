"""The repository and the settings that a command works with."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from nsccn.errors import shown
from nsccn.graph.walk.root import check_root, find_root
from nsccn.settings import Settings, load_settings

_OVERRIDES: Final = {
    "cache_dir": "cache_dir",
    "max_cache_bytes": "max_cache_bytes",
    "budget": "budget",
    "max_tokens": "max_tokens",
    "max_file_bytes": "max_file_bytes",
    "ignore": "ignore_patterns",
    "rrf_k": "rrf_k",
    "max_traversal_depth": "max_traversal_depth",
    "workers": "workers",
    "embedding_model": "embedding_model",
}
"""Option -> setting."""


def root_of(options: Namespace) -> Path:
    """Return the repository that `--repo` names, or the one around the working directory."""
    named = getattr(options, "repo", None)
    if named is not None:
        return check_root(Path(named).expanduser(), named=True)
    return check_root(find_root(Path.cwd()), named=False)


def misplaced(words: Sequence[str]) -> str:
    """Say how a repository is named, where the last of some words is a directory; nothing where it is none."""
    is_directory = bool(words) and os.path.isdir(words[-1])  # noqa: PTH112 - Path.is_dir raises on a NUL
    return f"{shown(words[-1])} is a directory; a repository is given as --repo DIR" if is_directory else ""


def overrides_of(options: Namespace) -> dict[str, Any]:
    """Return the settings that are given as options."""
    given = vars(options)
    return {setting: given[option] for option, setting in _OVERRIDES.items() if option in given}


def settings_of(options: Namespace, root: Path) -> Settings:
    """Return the settings for a repository, and complain about what its own file must not set."""
    return load_settings(overrides_of(options), repo=root)
