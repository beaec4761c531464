"""What can be set, by whom, and within which bounds.

A setting is taken from the first that names it: the caller (flags of the command line, arguments of the API),
the environment (`NSCCN_BUDGET` for `budget`), the user's configuration file. A file in the repository can add
ignore patterns and nothing else, since a repository may be anybody's.
"""

from __future__ import annotations

import os
import re
import stat
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final, TypeGuard

import platformdirs

from nsccn.errors import InvalidArgument

REPOSITORY_FILE: Final = ".nsccn.toml"
CONFIG_VARIABLE: Final = "NSCCN_CONFIG"
"""Names the user's configuration file, in place of the usual one."""

_REPOSITORY_FILE_BYTES: Final = 64 * 1024
_REPOSITORY_PATTERNS: Final = 1000
MOST_WORKERS: Final = 64
_UNASKED_WORKERS: Final = 8
"""So many workers at most are started unasked; a higher number can be set."""


def default_cache_dir() -> Path:
    """Return the user's cache directory on this platform."""
    return platformdirs.user_cache_path("nsccn", appauthor=False)


def user_file() -> Path:
    """Return where the user's configuration file is looked for."""
    return platformdirs.user_config_path("nsccn", appauthor=False) / "config.toml"


def default_workers() -> int:
    """Return how many extraction workers this machine is given by default."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, min(_UNASKED_WORKERS, len(os.sched_getaffinity(0))))
    return max(1, min(_UNASKED_WORKERS, os.cpu_count() or 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every setting, checked."""

    rrf_k: int = 60
    """The constant of Reciprocal Rank Fusion: the higher, the less the first ranks count."""
    max_traversal_depth: int = 10
    """How many edges a trace may follow at most."""
    ignore_patterns: tuple[str, ...] = ()
    """Patterns in `.gitignore` syntax, on top of the ignore files of the repository."""
    max_file_bytes: int = 1_000_000
    """Larger files are not indexed."""
    budget: int = 12_000
    """Tokens of a context pack, unless the call says otherwise."""
    max_tokens: int = 6_000
    """Ceiling of every other answer."""
    cache_dir: Path = field(default_factory=default_cache_dir)
    """Where facts and snapshots are kept."""
    max_cache_bytes: int = 2_000_000_000
    """When the cache is larger, what was used least recently goes."""
    cache_days: int = 30
    """`nsccn cache --prune` removes what no root has used for so many days."""
    allow_roots: tuple[Path, ...] = ()
    """Repositories that the server may read besides its own."""
    embedding_model: str = ""
    """A model that fastembed knows, or the folder of one, for search by meaning; none where it is empty."""
    workers: int = field(default_factory=default_workers)
    """Processes that extract facts at the same time."""
    warnings: tuple[str, ...] = field(default=(), compare=False)
    """What in the repository's own file was not followed, one sentence each."""

    def __post_init__(self) -> None:
        for name, (least, most) in _BOUNDS.items():
            _number(name, getattr(self, name), least, most)


_BOUNDS: Final[Mapping[str, tuple[int, int | None]]] = {
    "rrf_k": (1, None),
    "max_traversal_depth": (1, 10),
    "max_file_bytes": (1, None),
    "budget": (1, 100_000),
    "max_tokens": (1, None),
    "max_cache_bytes": (1, None),
    "cache_days": (0, None),
    "workers": (1, MOST_WORKERS),
}
_NAMES: Final = tuple(setting.name for setting in fields(Settings) if setting.name != "warnings")


def load_settings(
    overrides: Mapping[str, object] | None = None,
    *,
    environ: Mapping[str, str] | None = None,
    repo: Path | None = None,
) -> Settings:
    """Return the settings that hold for `repo`; an override that is None counts as not given."""
    environ = os.environ if environ is None else environ
    values: dict[str, Any] = {}
    values.update(_from_user_file(environ))
    values.update(_from_environment(environ))
    values.update(_from_caller(overrides or {}))
    if repo is not None:
        added, warnings = _from_repository(repo)
        # The last pattern that matches decides, so the user's own come last.
        values["ignore_patterns"] = (*added, *values.get("ignore_patterns", ()))
        values["warnings"] = warnings
    return Settings(**values)


def _from_caller(overrides: Mapping[str, object]) -> dict[str, object]:
    given = {name: value for name, value in overrides.items() if value is not None}
    _refuse_unknown(given, "There is")
    return {name: _read(name, name, value, Path.cwd()) for name, value in given.items()}


def _from_environment(environ: Mapping[str, str]) -> dict[str, object]:
    variables = {name: f"NSCCN_{name.upper()}" for name in _NAMES}
    return {
        name: _read(name, variable, _parse(name, environ[variable].strip()), Path.cwd())
        for name, variable in variables.items()
        if environ.get(variable, "").strip()
    }


def _from_user_file(environ: Mapping[str, str]) -> dict[str, object]:
    named = environ.get(CONFIG_VARIABLE, "").strip()
    path = _path(CONFIG_VARIABLE, named, Path.cwd()) if named else user_file()
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        if named:
            raise InvalidArgument(f"{CONFIG_VARIABLE} names {path}, which does not exist.") from None
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise InvalidArgument(f"The configuration file {path} cannot be read: {_reason(error)}.") from error
    _refuse_unknown(table, f"In {path} there is")
    return {name: _read(name, f"{name} in {path}", value, path.parent) for name, value in table.items()}


def _from_repository(repo: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the patterns that the repository adds, and a warning for all else that its file asks for.

    The warnings quote nothing of the file: they are read by models, and the file may be anybody's.
    """
    try:
        table = _read_repository_file(repo / REPOSITORY_FILE)
    except (OSError, ValueError, RecursionError):
        kib = _REPOSITORY_FILE_BYTES // 1024
        return (), (f"{REPOSITORY_FILE} is not followed; it must be a regular TOML file of up to {kib} KiB.",)
    patterns = table.pop("ignore_patterns", [])
    warnings = []
    if table:
        warnings.append(f"{REPOSITORY_FILE} may only add ignore_patterns; all else in it is not followed.")
    if not _is_texts(patterns):
        warnings.append(f"ignore_patterns in {REPOSITORY_FILE} is no list of texts and not followed.")
        return (), tuple(warnings)
    added = tuple(pattern for pattern in patterns if not pattern.startswith("!"))
    if len(added) < len(patterns):
        warnings.append(
            f"{REPOSITORY_FILE} may only add to what is ignored; patterns with ! are not followed."
        )
    if len(added) > _REPOSITORY_PATTERNS:
        warnings.append(f"Only the first {_REPOSITORY_PATTERNS} patterns in {REPOSITORY_FILE} are followed.")
    return added[:_REPOSITORY_PATTERNS], tuple(warnings)


def _read_repository_file(path: Path) -> dict[str, object]:
    try:
        status = path.lstat()
    except FileNotFoundError:
        return {}
    if not stat.S_ISREG(status.st_mode) or status.st_size > _REPOSITORY_FILE_BYTES:
        raise ValueError(path)
    return tomllib.loads(path.read_text(encoding="utf-8"))


def _parse(name: str, text: str) -> object:
    """Turn the text of an environment variable into what a configuration file would hold."""
    if name in _BOUNDS:
        return int(text) if re.fullmatch(r"[+-]?[0-9]{1,18}", text) else text
    if name == "ignore_patterns":
        return _split(text, f"[,{os.pathsep}]")
    if name == "allow_roots":
        return _split(text, os.pathsep)
    return text


def _split(text: str, separator: str) -> list[str]:
    return [piece.strip() for piece in re.split(separator, text) if piece.strip()]


def _read(name: str, label: str, value: object, base: Path) -> object:
    """Check one value; `label` is how its setting is called where it was given."""
    if name in _BOUNDS:
        return _number(label, value, *_BOUNDS[name])
    if name == "cache_dir":
        return _path(label, value, base)
    if name == "allow_roots":
        if not isinstance(value, list | tuple):
            raise InvalidArgument(f"{label} is {_shown(value)}; give a list of paths.")
        return tuple(_path(label, item, base) for item in value)
    if name == "embedding_model":
        if not isinstance(value, str) or "\0" in value:
            raise InvalidArgument(f"{label} is {_shown(value)}; give the name or the folder of a model.")
        return value
    if not _is_texts(value):
        raise InvalidArgument(f"{label} is {_shown(value)}; give a list of texts.")
    return tuple(value)


def _number(label: str, value: object, least: int, most: int | None) -> int:
    bounds = f"of {least} or more" if most is None else f"from {least} to {most}"
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidArgument(f"{label} is {_shown(value)}; give a whole number {bounds}.")
    if value < least or (most is not None and value > most):
        raise InvalidArgument(f"{label} is {_shown(value)}; give a whole number {bounds}.")
    return value


def _path(label: str, value: object, base: Path) -> Path:
    """Return the absolute path; a relative one starts at `base`."""
    if not isinstance(value, str | Path) or not str(value) or "\0" in str(value):
        raise InvalidArgument(f"{label} is {_shown(value)}; give a path.")
    try:
        return base.absolute() / Path(value).expanduser()
    except RuntimeError:
        raise InvalidArgument(f"{label} is {_shown(value)}; there is no such home directory.") from None


def _is_texts(value: object) -> TypeGuard[Sequence[str]]:
    return isinstance(value, list | tuple) and all(isinstance(item, str) and item for item in value)


def _refuse_unknown(given: Mapping[str, object], opening: str) -> None:
    unknown = sorted(set(given) - set(_NAMES))
    if unknown:
        raise InvalidArgument(
            f"{opening} no setting {', '.join(unknown)}; the settings are {', '.join(_NAMES)}."
        )


def _shown(value: object) -> str:
    text = repr(str(value) if isinstance(value, Path) else value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return " ".join(str(error).split()).rstrip(".")
