"""Whether what is sent at one place arrives at another: by what each is called on, where several places say a name.

this.events.emit("done")  in Upload, meets upload.on("done"), and not download.on("done")
"""

from __future__ import annotations

import re
from posixpath import basename, dirname
from typing import TYPE_CHECKING, Final

from nsccn.contracts.channels.forms import PLATFORM, SEVERAL_WORDS, spelt
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nsccn.contracts.channels.texts import Site

_PART: Final = regex(r"\?\.|\.|->|::")
_ARGUMENTS: Final = regex(r"\([^()]*\)")
_SIGNAL: Final = regex(r"SIG[A-Z0-9]+\Z")
_SAYS_NOTHING: Final = frozenset(
    "this self cls super static window app root instance getinstance getcurrent default globalthis document context "
    "ctx eventemitter eventemitter2 emitter events event ee".split()
)
"""Names that many objects have, or that stand for what is around them."""
_ALIKE: Final = (
    (
        regex(r"(?:.*socket|io|sio|server|namespace|nsp|client|room|to|in|broadcast|volatile)\Z"),
        "socket",
    ),
    (regex(r"(?:.*ipc.*|webcontents|sender|win|.*window)\Z"), "ipc"),
)
"""Two ends of one bus have names of their own."""
_OF_PAGE: Final = regex(r"ipc|api|electron|bridge|native|\A\Z")
"""What a page is told of by the window that it is in, itself or by what it is given for that."""
_NO_STEMS: Final = frozenset(("index", "__init__", "mod", "main"))


def meeting(site: Site, owner: str, others: Sequence[tuple[Site, str]], name: str) -> list[bool]:
    """Say which places receive what is sent at one; `owner` and the like are the types that they stand in.

    Where some are called on the same, those that are called on something else are not meant.
    """
    own = _names(site, owner)
    theirs = [_names(other, around) for other, around in others]
    joined = [bool(own & names) for names in theirs]
    is_known = any(
        is_joined and _may_meet(site, other) for (other, _), is_joined in zip(others, joined, strict=True)
    )
    return [
        _may_meet(site, other)
        and (is_joined or not (is_known and names))
        and (is_joined or _tells(site, other, name))
        and not (is_of_platform(name) and other.form.is_plain)
        for (other, _), names, is_joined in zip(others, theirs, joined, strict=True)
    ]


def _may_meet(site: Site, other: Site) -> bool:
    """Whether one form is received by another, and no end of a bus by the same end."""
    if not site.form.kinds & other.form.kinds:
        return False
    first, second = (_parts(one)[-1].lower() for one in (site, other))
    if first == "ipcrenderer":
        return "ipc" in second and second != first
    return first != "webcontents" or (bool(_OF_PAGE.search(second)) and second != "ipcmain")


def _tells(site: Site, other: Site, name: str) -> bool:
    """Whether a name alone tells enough: of several words, or where a form is used for nothing else."""
    if not name or SEVERAL_WORDS.search(name):
        return True
    if site.form.is_plain and other.form.is_plain:
        return False
    return not is_of_platform(name) or not (site.form.is_plain or other.form.is_plain)


def is_of_platform(name: str) -> bool:
    """Whether platforms and libraries send something under a name themselves."""
    return name.lower() in PLATFORM or bool(_SIGNAL.match(name))


def _parts(site: Site) -> list[str]:
    """Return the names of what a place is called on: `io`, `to` of `io.to(cart.id)`."""
    return _PART.split(_ARGUMENTS.sub("", site.receiver))


def _names(site: Site, owner: str) -> set[str]:
    """Return what a place is called on; where that is a part of the object itself, the type and the file around."""
    parts = [spelt(part) for part in _parts(site)] if site.receiver else []
    telling = [part for part in parts if part not in _SAYS_NOTHING]
    if telling:
        last = telling[-1]
        return {next((alike for pattern, alike in _ALIKE if pattern.match(last)), last)}
    if not parts:
        return set()
    stem = basename(site.path).partition(".")[0]
    stem = basename(dirname(site.path)) if stem.lower() in _NO_STEMS else stem
    return {spelt(re.sub(r"\W", "", owner or stem))}
