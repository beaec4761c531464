"""Options of a command line: what declares them, and what reads what they were given."""

from __future__ import annotations

import pytest
from small_snapshot import snapshot_of

from nsccn.graph.notation.options import first_spelling, options, value_name


def readers(sources: dict[str, str], option: str) -> dict[str, int]:
    """Return what reads an option, with the line of the evidence."""
    graph = snapshot_of(sources).graph
    found = graph.incoming(graph.lookup(option), {"READS_CONFIG"})
    return {graph.id_of(edge.source): edge.evidence.line for edge in found}


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        ("-p, --port <number>", ["-p", "--port"]),
        ("-d --debug", ["-d", "--debug"]),
        ("--fast/--slow", ["--fast", "--slow"]),
        ("--[no-]color", ["--color", "--no-color"]),
        ("--color=WHEN", ["--color"]),
        ("--port PORT", ["--port"]),
        ("verbose", ["verbose"]),
        ("--", []),
    ],
)
def test_a_text_declares_options(declared: str, expected: list[str]) -> None:
    assert options(declared) == expected


@pytest.mark.parametrize(
    ("spellings", "snake", "camel"),
    [
        (["-n", "--dry-run"], "dry_run", "dryRun"),
        (["--no-color"], "no_color", "color"),
        (["-q"], "q", "q"),
        (["verbose"], "verbose", "verbose"),
        ([], "", ""),
    ],
)
def test_its_value_has_the_name_of_its_first_long_spelling(
    spellings: list[str], snake: str, camel: str
) -> None:
    option = first_spelling(spellings)
    assert (value_name(option, "snake"), value_name(option, "camel")) == (snake, camel)


def test_what_a_decorator_declares_is_read_by_what_it_decorates() -> None:
    shop = 'import click\n\n\n@click.command()\n@click.option("--fast")\ndef sell(fast): ...\n'
    assert readers({"shop.py": shop}, "--fast") == {"func:shop.py:sell": 5}


def test_what_an_attribute_declares_is_read_by_the_field() -> None:
    command = "#[derive(Parser)]\nstruct Cli {\n    #[arg(short, long)]\n    dry_run: bool,\n}\n"
    assert readers({"src/main.rs": command}, "--dry-run") == {"attr:src/main.rs:Cli.dry_run": 4}


def test_a_value_is_read_under_the_name_of_any_option_that_has_it() -> None:
    sources = {
        "old.py": 'def add(parser):\n    parser.add_argument("--no-part", dest="part")\n',
        "new.py": 'def add(parser):\n    parser.add_argument("--part")\n',
        "run.py": "def run(args):\n    return args.part\n",
    }
    assert readers(sources, "--part") == {"func:new.py:add": 2, "func:run.py:run": 2}
    assert readers(sources, "--no-part") == {"func:old.py:add": 2, "func:run.py:run": 2}


def test_languages_that_name_values_otherwise_share_none() -> None:
    sources = {
        "tool.py": 'def add(parser):\n    parser.add_argument("--part")\n',
        "run.js": "function run(argv) {\n  return argv.part;\n}\n",
    }
    assert readers(sources, "--part") == {"func:tool.py:add": 2}
