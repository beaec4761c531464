"""The options of a command line that one file declares, and the values of options that it reads by name.

A program declares `--dry-run` in one place and reads `args.dry_run` in others; which option a name stands for can only
be said when all files are known; see `propagation/optionreads.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nsccn.graph.linking.linkrows import LinkWriter


class Options:
    """The options of the file that is being linked."""

    def __init__(self, writer: LinkWriter) -> None:
        self._writer = writer
        self._declared: set[tuple[int, str]] = set()
        self._read: set[tuple[int, str, int, float]] = set()

    def declare(self, option: int, name: str) -> None:
        """Note an option, which lies in no file, and the name by which its value is read."""
        self._declared.add((option, name))

    def read(self, source: int, name: str, line: int, likely: float) -> None:
        """Note that what may be the value of an option is read, and how likely it is one if there is such an option."""
        self._read.add((source, name, line, likely))

    def end_file(self, slot: int) -> None:
        """Hand the rows of a file on, and begin anew."""
        number = self._writer.names.number
        self._writer.extend(
            "option", slot, [(option, number(name)) for option, name in sorted(self._declared)]
        )
        rows = [(source, number(name), line, likely) for source, name, line, likely in sorted(self._read)]
        self._writer.extend("optionread", slot, rows)
        self._declared.clear()
        self._read.clear()
