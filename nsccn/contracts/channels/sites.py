"""Where something is sent or received under a name, in a repository: by its text, and constants that hold it."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final

from nsccn.contracts.channels.names import is_constant
from nsccn.graph.fileroles import CODE_ROLES, role_of
from nsccn.regexes import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.contracts.channels.names import Channel, ChannelNames
    from nsccn.contracts.channels.texts import Site

_WORD: Final = regex(r"[^\W\d]\w+")
MOST_FILES: Final = 300
"""Files that are read for a channel; a name that more hold is a word of the language that they speak."""
_MOST_NAMING: Final = 80
"""A name in small letters that more files hold may be that of anything."""
_MOST_KEEPERS: Final = 6
_MOST_PLACES: Final = 200
"""Of a name in a file."""
_KEPT: Final = regex(
    r"(?:(?P<name>[A-Za-z_$][\w$]*)[\"']?\]?\s*(?::\s*[&\w][^=,;\n\"'`()]{0,60})?(?::=|=>|=|:)"
    r"|(?P<constant>[A-Z_][A-Z0-9_]+)(?:\(|[\"'],))\s*(?:\w+(?:\.\w+)*\(\s*)?\w?\Z"
)
"""Ends before a text that is kept by a name."""
_GIVEN: Final = regex(r"[(,\[{:=]\s*&?\\?(?:[\w$]+(?:\.|::|->|\\))*\Z")
"""Ends before a name that is given to something."""


class ChannelSites:
    """The places of channels that were asked for."""

    def __init__(self, names: ChannelNames, most_files: int) -> None:
        self._most_files = most_files
        self._names = names
        self._index = names.index
        self._known: dict[Channel, list[Site]] = {}

    def of(self, channel: Channel) -> list[Site]:
        """Return the places where something is sent or received under a name."""
        if channel not in self._known:
            self._known[channel] = self._found(channel)
        return self._known[channel]

    def _found(self, channel: Channel) -> list[Site]:
        found: dict[tuple[str, int], Site] = {}
        if channel.text:
            keepers = dict[str, set[str]]()
            for site in self._written(channel.text, keepers):
                found[site.path, site.given.place] = site
        else:
            keepers = {channel.constant.rpartition(".")[2]: set()}
        for name, own in [*keepers.items()][:_MOST_KEEPERS]:
            for site in self._named_by(name, own):
                known = self._names.channel(site.given, site.path)
                if known and (known.text, known.at) == (channel.text, channel.at):
                    found[site.path, site.given.place] = site
        return [found[key] for key in sorted(found)]

    def _written(self, text: str, keepers: dict[str, set[str]]) -> Iterator[Site]:
        """Yield the places that write a name out, and note what it is kept by, and where."""
        spelt = re.escape(text)  # ahead of what must stand before it, so that it is found fast
        quoted = re.compile(rf"{spelt}(?<=[\"'`]{spelt})[\"'`]")
        for path in self._holding(_WORD.findall(text)):
            file = self._names.file(path)
            if file is None or text not in file.text:
                continue
            for place in islice(quoted.finditer(file.text), _MOST_PLACES):
                yield from file.around(place.start() - 1)
                if kept := _KEPT.search(file.text, max(place.start() - 120, 0), place.start() - 1):
                    keepers.setdefault(kept["name"] or kept["constant"], set()).add(path)

    def _named_by(self, name: str, own: set[str]) -> Iterator[Site]:
        """Yield the places that name a constant; one that looks like a variable is known where it stands alone."""
        is_upper = is_constant(name)
        spelt = re.escape(name)
        word = re.compile(rf"{spelt}(?<![\w$]{spelt})(?![\w$(])")
        member = re.compile(rf"{spelt}(?<=[\w$][.:>]{spelt})(?![\w$(])")
        held = self._holding([name])
        for path in held if is_upper or len(held) <= _MOST_NAMING else sorted(own):
            file = self._names.file(path)
            pattern = word if is_upper or name[:1].isupper() or path in own else member
            for place in islice(pattern.finditer(file.text), _MOST_PLACES) if file else ():
                if file and _GIVEN.search(file.text, max(place.start() - 80, 0), place.start()):
                    yield from file.around(place.start())

    def _holding(self, words: list[str]) -> list[str]:
        """Return the files of code that hold some words, those of the product first."""
        lexical, paths = self._index.snapshot.lexical, self._index.snapshot.entities.paths
        slots = lexical.files_with_all(words)
        held = (paths[slot] for slot in slots - self._index.snapshot.entities.text_files)
        ranked = sorted((role_of(path), path) for path in held)
        return [path for role, path in ranked if role in CODE_ROLES][: self._most_files]
