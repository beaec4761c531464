"""What a caller may ask of a selection, checked."""

from __future__ import annotations

from typing import Final, NamedTuple

from nsccn.errors import InvalidArgument

DEFAULT_BUDGET: Final = 12_000
MOST_BUDGET: Final = 100_000
DEFAULT_MAX_FILES: Final = 15


class Limits(NamedTuple):
    """What a selection must keep to."""

    budget: int
    max_files: int
    min_score: float | None
    """None: by the intent, as `floors` in weights.toml says."""


def check_task(task: object, include_tests: object) -> None:
    """Refuse an empty task, and anything but True, False and None for tests."""
    if not isinstance(task, str) or not task.strip():
        raise InvalidArgument("The task is empty; say in words what is to be done.")
    if include_tests is not None and not isinstance(include_tests, bool):
        raise InvalidArgument(f"include_tests is {include_tests!r}; give True, False or None.")


def check_limits(budget: object, max_files: object, min_score: object) -> Limits:
    """Return the limits, or refuse the one that is out of its range."""
    least = None if min_score is None else _share("min_score", min_score)
    tokens = _count("budget", budget)
    if tokens > MOST_BUDGET:
        raise InvalidArgument(f"budget must be at most {MOST_BUDGET:,} tokens.")
    return Limits(tokens, _count("max_files", max_files), least)


def _count(name: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InvalidArgument(f"{name} is {value!r}; give a whole number of 1 or more.")
    return value


def _share(name: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0.0 <= value <= 1.0:
        raise InvalidArgument(f"{name} is {value!r}; give a number from 0 to 1.")
    return float(value)
