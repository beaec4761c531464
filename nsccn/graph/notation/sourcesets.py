"""Which sources are built together where each platform has its own: by the folders that tell these apart.

`src/commonMain` stands beside `src/jvmMain` and `src/iosMain`, `core/common` beside `core/jvm`: the first folder in
which two definitions of one name differ says for which platform each is. Tests see what lies beside them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

_ROLE: Final = re.compile(r"(?<=\w)(?:Unit|Instrumented|Integration|Host|Device)?(?:Main|Test)\Z")
_FAMILIES: Final = {
    "native": (
        "androidNative", "apple", "darwin", "ios", "linux", "macos", "mingw", "posix", "tvos", "unix", "watchos",
        "windows",
    ),
    "apple": ("ios", "macos", "tvos", "watchos"),
    "darwin": ("ios", "macos", "tvos", "watchos"),
    "web": ("js", "wasm"),
}  # fmt: skip
"""Platforms that are built from the sources of another one too."""
_OTHERS: Final = frozenset({*_FAMILIES, *(one for family in _FAMILIES.values() for one in family)})
_USUAL: Final = re.compile(r"(?<!non)(?:jvm|android(?!native)|desktop)", re.IGNORECASE)
_LIKELY: Final = 0.8
"""Probability that what runs is for the platform on which most of it is developed, where others have theirs."""


def shares_of_platforms(calling: str, expecting: str, defining: Sequence[str]) -> list[float]:
    """Return how likely a call in a file runs what each of several files defines for a platform, by their paths.

    Args:
        calling: of the file that calls.
        expecting: of the file that leaves it to the platforms.
        defining: of the files that define it for one platform each.
    """
    own = _platform(calling, expecting)
    near = [_nearness(own, _platform(path, expecting)) for path in defining]
    usual = {place for place, path in enumerate(defining) if _USUAL.search(_platform(path, expecting))}
    meant = {place for place, one in enumerate(near) if one == max(near)}
    if not max(near):
        meant = _told_by(own, meant, usual)
    usual &= meant
    likely = dict.fromkeys(meant, 1 / len(meant))
    if usual and len(usual) < len(meant):
        rest = (1 - _LIKELY) / (len(meant) - len(usual))
        likely = {place: _LIKELY / len(usual) if place in usual else rest for place in meant}
    return [likely.get(place, 0.0) for place in range(len(defining))]


def _told_by(own: str, meant: set[int], usual: set[int]) -> set[int]:
    """Return what a platform may mean whose own is unknown: on the JVM what is for that, elsewhere what is not."""
    if _USUAL.search(own):
        return usual or meant
    return (meant - usual or meant) if any(_begins(own, one) for one in _OTHERS) else meant


def shared_folders(path: str, other: str) -> int:
    """Return in how many folders, one inside of another, both of two files are."""
    folders = zip(path.split("/")[:-1], other.split("/")[:-1], strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], folders))


def _platform(path: str, expecting: str) -> str:
    """Return the platform of a file by the folder in which it differs from one for all; empty where that is none.

    In another module it is the folder that says so.

    >>> _platform("io/src/jvmTest/One.kt", "io/src/commonMain/One.kt")
    'jvm'
    >>> _platform("core/js/src/One.kt", "core/common/src/One.kt")
    'js'
    >>> _platform("app/src/iosMain/App.kt", "io/src/commonMain/One.kt")
    'ios'
    """
    apart = path.split("/")[shared_folders(path, expecting) : -1]
    named = next((one for one in apart if _ROLE.search(one)), apart[0] if apart else "")
    return _ROLE.sub("", named)


def _nearness(own: str, platform: str) -> int:
    """Return 2 where a platform is the caller's or around it, 1 where it is one of the caller's, else 0."""
    if own and (own == platform or _is_part(own, platform)):
        return 2
    return int(bool(own) and _is_part(platform, own))


def _is_part(platform: str, whole: str) -> bool:
    """Whether a platform is one of a family, or the kind of another, as `iosX64` is of `ios`."""
    if not whole:
        return False
    if any(_begins(platform, one) for one in _FAMILIES.get(whole, ())):
        return True
    return _begins(platform, whole) and not _begins(platform, "androidNative")


def _begins(platform: str, words: str) -> bool:
    rest = platform.removeprefix(words)
    return platform.startswith(words) and not rest[:1].islower()
