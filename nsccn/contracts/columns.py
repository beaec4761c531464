"""Columns of tables that a schema of Rails has: attributes of the model that is named after the table.

create_table "cart_lines" do |t|        class CartLine < ApplicationRecord      line.state = "closed"
  t.string "state"                        def open? = state == "open"           CartLine.where(state: "open")

A line tells of a column where it names it, and stands in the model or names the model or one of its objects.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from nsccn.contracts.told import Told
from nsccn.contracts.whereabouts import together
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.kinds import TYPE_KINDS
from nsccn.graph.notation.objectnames import object_name, types_of_many
from nsccn.regexes import regex
from nsccn.text import first_few

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nsccn.graph.codegraph import CodeGraph
    from nsccn.graph.entitytable import EntityTable
    from nsccn.index import RepoIndex

_SCHEMA: Final = regex(r"(?:^|/)db/(?:\w+_)?schema\.rb")
_NAMED_TABLE: Final = regex(r"""^\s*self\.table_name\s*=\s*["']([\w.]+)["']""", re.MULTILINE)
_CODE: Final = (".rb", ".rake", ".erb", ".haml", ".slim", ".jbuilder", ".builder")
_SAID: Final = r"(?<![\w$])(?<!def ){}(?![\w(?!])"
_WRITTEN: Final = (
    r"\.{0}\s*(?:\|\||&&|[-+*/])?=(?![=~>])"
    r"|\b(?:update|create|new|build|assign|write|insert|upsert)\w{{0,30}}!?[ (].{{0,300}}?\b{0}[\"']?(?::|\s*=>|,)"
)
_LONGEST: Final = 1_000
_MOST_FILES: Final = 600
_MOST_SHOWN: Final = 8


def columns_called(index: RepoIndex, owner: str, name: str) -> list[int]:
    """Return the columns that a type has as an attribute: of the table it names, or that is named after it."""
    table = index.snapshot.entities
    columns = [one for one in table.named(name) if _is_column(table, one)]
    stated = _named_tables(index, _types(table, owner)) if columns else set[str]()
    named_after = {owner.replace(".", ""), owner.rpartition(".")[2]}
    return [
        one
        for one in columns
        if (of := _table(table, one)) in stated or not (stated or named_after.isdisjoint(types_of_many(of)))
    ]


def said_of_column(index: RepoIndex, graph: CodeGraph, root: int) -> Told:
    """Say where the product writes and reads a column."""
    if not _is_column(graph, root):
        return Told()
    said: dict[bool, list[tuple[str, int]]] = {True: [], False: []}
    for path, line, is_written in _lines(index, graph, root):
        said[is_written].append((path, line))
    notes = [
        f"{verb} at {first_few(together(graph, lines), _MOST_SHOWN)}"
        for verb, lines in (("written", said[True]), ("named", said[False]))
        if lines
    ]
    places = frozenset(said[True] + said[False])
    return Told((f"By the text, {'; '.join(notes)}.",) if notes else (), places, is_used=bool(notes))


def _is_column(table: EntityTable, entity: int) -> bool:
    return "." in table.qualified_of(entity) and _SCHEMA.fullmatch(table.path_of(entity)) is not None


def _table(table: EntityTable, column: int) -> str:
    return table.qualified_of(column).rpartition(".")[0]


def _types(table: EntityTable, name: str) -> list[int]:
    return [one for one in table.named(name) if table.kinds[table.kind[one]] in TYPE_KINDS]


def _named_tables(index: RepoIndex, types: list[int]) -> set[str]:
    """Return the tables that the files of a type say it has."""
    paths = sorted({index.snapshot.entities.path_of(one) for one in types})
    return {named for path in paths for named in _NAMED_TABLE.findall(index.text_if_any(path))}


def _lines(index: RepoIndex, graph: CodeGraph, column: int) -> Iterator[tuple[str, int, bool]]:
    """Yield the lines that tell of a column, and whether they write it."""
    name, of_table = graph.name_of(column), _table(graph, column)
    models = [one for one in types_of_many(of_table) if one]
    own = {graph.path_of(one) for model in models for one in _types(graph, model)}
    words = "|".join(map(re.escape, (of_table, *models, *map(object_name, models))))
    said, written = re.compile(_SAID.format(re.escape(name))), re.compile(_WRITTEN.format(re.escape(name)))
    of_model = re.compile(rf"(?:\b|_)(?:{words})\b")
    held = (graph.paths[slot] for slot in index.snapshot.lexical.files_with(name))
    paths = sorted(path for path in held if path.endswith(_CODE) and role_of(path) is Role.SOURCE)
    for path in [path for path in paths if not _SCHEMA.fullmatch(path)][:_MOST_FILES]:
        for number, line in enumerate(index.text_if_any(path).split("\n"), 1):
            is_said = said.search(line[:_LONGEST]) and not line.lstrip().startswith("#")
            if is_said and (path in own or of_model.search(line[:_LONGEST])):
                yield path, number, written.search(line[:_LONGEST]) is not None
