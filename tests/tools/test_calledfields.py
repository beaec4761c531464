"""Upstream of a function that is kept in a field or a table with more than calls are followed to."""

from __future__ import annotations

from pathlib import Path

from written_files import write

from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

MANY = 40
HEADER = "struct item;\nstruct entry { const char *name; int (*exec)(struct item *); };\n"
RUNNER = """#include "entry.h"

int fire(struct entry *entry, struct item *item) {
    return entry->exec(item);
}
"""
TABLE = """struct row { const char *name; int (*run)(int); };
FUNCTIONS
static const struct row rows[] = {
ROWS
};

int dispatch(int number, int given) {
    return rows[number].run(given);
}
"""


def command(number: int) -> str:
    return (
        f'#include "entry.h"\n\nstatic int kill{number}(struct item *item);\n\n'
        f'const struct entry entry{number} = {{\n    .name = "kill{number}",\n    .exec = kill{number}\n}};\n\n'
        f"static int kill{number}(struct item *item) {{ return {number}; }}\n"
    )


def upstream(root: Path, cache: Path, name: str) -> str:
    session = DirectSession(root, load_settings({"cache_dir": cache}))
    return trace_causal_path(session, name, direction="upstream").text


def test_who_calls_what_the_field_holds_is_told(tmp_path: Path) -> None:
    files = {f"kill{number}.c": command(number) for number in range(MANY)}
    write(tmp_path / "root", files | {"entry.h": HEADER, "fire.c": RUNNER})
    assert (
        "It is kept in attr:entry.h:entry.exec with 39 others; what that holds is called by func:fire.c:fire L4."
        in upstream(tmp_path / "root", tmp_path / "cache", "kill7")
    )


def test_who_names_the_table_is_told(tmp_path: Path) -> None:
    functions = "\n".join(f"static int run{number}(int given) {{ return given; }}" for number in range(MANY))
    rows = "\n".join(f'    {{ "run{number}", run{number} }},' for number in range(MANY))
    write(tmp_path / "root", {"table.c": TABLE.replace("FUNCTIONS", functions).replace("ROWS", rows)})
    assert "It is a row of var:table.c:rows, named by func:table.c:dispatch L86." in upstream(
        tmp_path / "root", tmp_path / "cache", "run7"
    )


def test_nothing_is_told_where_edges_tell_the_caller(tmp_path: Path) -> None:
    write(tmp_path / "root", {"kill1.c": command(1), "entry.h": HEADER, "fire.c": RUNNER})
    said = upstream(tmp_path / "root", tmp_path / "cache", "kill1")
    assert "func:fire.c:fire  calls L4" in said
    assert "kept in" not in said
