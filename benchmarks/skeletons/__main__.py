"""Holds the skeletons of repositories against their sources, and counts the tokens that they save.

    python benchmarks/skeletons DIR... [--show N] [--json FILE]

For every indexed source file, at SIGNATURE and at DOC:

- *kept*: what the skeleton, read again as a file of its own, defines with equal kind, name, line, signature, bases,
  parameters, decorators and modifiers; of a file that parses, all has to be. `lost` and `new` count what differs.
- *named*: of a file that the grammar cannot read (`broken`), reading it again says little; there every definition has
  to stand on its line of the skeleton by name. `unnamed` counts those that do not.
- `errors`: skeletons that parse with more errors than their source.
- `witness`: what Python's own parser or Universal Ctags find in the source and not in the skeleton; of those that Ctags
  finds only names that do not stand on their line count, since it guesses where it cannot read.

Variables of functions, and attributes that only assignments in methods declare, belong to bodies. The exit status is 1
when anything is lost, new or unnamed, or when a skeleton has more errors.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from definitions import Comparison, compare
from witnesses import KINDS, Tag, has_ctags, python_names, tags

from nsccn.graph.extraction.extract import extract
from nsccn.graph.languages import detect
from nsccn.graph.walk.files import decode, walk
from nsccn.skeleton.detail import Detail
from nsccn.skeleton.render import Skeleton
from nsccn.skeleton.rows import Row, text_of_rows

COLUMNS = (
    *("files", "broken", "lines", "definitions", "lost", "new", "unnamed", "errors"),
    *("witnessed", "witness", "tokens", "signatures", "docs"),
)


class Check:
    """The figures of one repository, by language."""

    def __init__(self, root: Path, most_shown: int) -> None:
        self._root, self._left = root, most_shown
        self.figures: dict[str, dict[str, int]] = {}
        self._tagged: dict[str, tuple[str, str, list[Row]]] = {}

    def run(self) -> None:
        for found in walk(self._root).files:
            data = decode((self._root / found.path).read_bytes()).encode()
            language = detect(found.path, data)
            if language is None:
                continue
            facts = extract(found.path, data)
            skeleton = Skeleton(data, facts, language, found.path)
            shown = {level: skeleton.file(level) for level in (Detail.SIGNATURE, Detail.DOC)}
            comparison = compare(found.path, data, facts, language, shown)
            self._add(language.name, found.path, comparison)
            self._witness(language.name, found.path, data.decode(), shown[Detail.SIGNATURE])
        if has_ctags():
            self._ask_ctags()

    def _add(self, language: str, path: str, comparison: Comparison) -> None:
        row = self.figures.setdefault(language, dict.fromkeys(COLUMNS, 0))
        for name, number in comparison.figures().items():
            row[name] += number
        for sentence in comparison.differences:
            self._show(path, sentence)

    def _witness(self, language: str, path: str, text: str, rows: list[Row]) -> None:
        if language in KINDS and Path(path).suffix:
            self._tagged[path] = (language, text, rows)
        names = python_names(text) if language == "python" else None
        if names is None:
            return
        kept = python_names(text_of_rows(rows))
        missing = sorted((names - kept).elements()) if kept is not None else sorted(names.elements())
        self._count(language, path, sum(names.values()), missing)

    def _ask_ctags(self) -> None:
        found = tags({path: text for path, (_, text, _) in self._tagged.items()})
        for path, (language, _, rows) in self._tagged.items():
            wanted = [tag for tag in found[path] if tag.kind in KINDS[language]]
            missing = [f"{tag.kind} {tag.name}, line {tag.line}" for tag in _unnamed(wanted, rows)]
            self._count(language, path, len(wanted), missing)

    def _count(self, language: str, path: str, asked: int, missing: list[str]) -> None:
        self.figures[language]["witnessed"] += asked
        self.figures[language]["witness"] += len(missing)
        for name in missing:
            self._show(path, f"witness: {name}")

    def _show(self, path: str, sentence: str) -> None:
        if self._left > 0:
            self._left -= 1
            print(f"  {path}: {sentence[:300]}", file=sys.stderr)


def _unnamed(wanted: list[Tag], rows: list[Row]) -> Iterator[Tag]:
    by_line: dict[int, str] = {}
    for row in rows:
        by_line[row.line] = f"{by_line.get(row.line, '')} {row.text}"
    for tag in wanted:
        name = tag.name.rpartition(" ")[2].rpartition(".")[2].lstrip("~")
        if name not in by_line.get(tag.line, ""):
            yield tag


def main() -> int:
    """Check the repositories, print a table for each, and say whether all is kept."""
    options = _options()
    whole: dict[str, dict[str, dict[str, int]]] = {}
    for root in options.directories:
        check = Check(root.resolve(), options.show)
        check.run()
        whole[root.name] = check.figures
        _print(root.name, check.figures)
    if options.json:
        options.json.write_text(json.dumps(whole, indent=1))
    rows = [row for figures in whole.values() for row in figures.values()]
    return int(any(row[name] for row in rows for name in ("lost", "new", "unnamed", "errors")))


def _print(name: str, figures: dict[str, dict[str, int]]) -> None:
    print(f"\n| {name} | {' | '.join(COLUMNS[:-3])} | tokens | signatures | docs |")
    print("|" + "---|" * (len(COLUMNS) + 1))
    total = {column: sum(row[column] for row in figures.values()) for column in COLUMNS}
    for language, row in [*sorted(figures.items()), ("all", total)]:
        saved = [f"{1 - row[level] / max(row['tokens'], 1):.1%}" for level in ("signatures", "docs")]
        cells = [f"{row[column]:,}" for column in COLUMNS[:-2]]
        print(f"| {language} | {' | '.join([*cells, *saved])} |")
    sys.stdout.flush()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("directories", nargs="+", type=Path, metavar="DIR", help="a repository")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="show so many differences of each")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there, too")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
