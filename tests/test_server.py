from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hostile_repository
import pytest
from mcp_client import ERAS, Caller, serving
from written_files import write

from nsccn.graph.ids import format_id
from nsccn.text import count_tokens

GOLDEN = Path(__file__).parent / "tools" / "tool_schemas.json"
TOOLS = ["open_surgical_window", "read_skeleton", "search_and_rank", "select_context", "trace_causal_path"]


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    root = tmp_path_factory.mktemp("hostile") / "repository"
    return root, hostile_repository.build(root)


@pytest.fixture(scope="module", params=ERAS)
def server(request: pytest.FixtureRequest, hostile: tuple[Path, list[str]]) -> Iterator[Caller]:
    """A server started inside the hostile repository, in each era of the protocol."""
    with serving(cwd=hostile[0], era=request.param) as caller:
        yield caller


def test_tools_are_listed_as_agreed(server: Caller) -> None:
    tools = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in server.tools()]
    # Run with UPDATE_GOLDEN=1 to write the file anew, and read the difference.
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.write_text(json.dumps(tools, indent=2) + "\n", encoding="utf-8")
    assert tools == json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert [tool["name"] for tool in tools] == TOOLS
    for tool in tools:
        assert tool["annotations"] == {"readOnlyHint": True, "idempotentHint": True, "openWorldHint": False}
        assert "outputSchema" not in tool


def test_tools_and_instructions_cost_few_tokens(server: Caller) -> None:
    instructions = server.client.instructions
    tools = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in server.tools()]
    assert count_tokens(json.dumps(tools, separators=(",", ":")) + instructions) <= 1500


def test_search_finds_by_name(server: Caller) -> None:
    text = server.text("search_and_rank", query="greet", limit=3)
    assert text.startswith("1. func:main.py:greet  L5  ")
    assert "\n5|def greet(name):\n6|" in text


def test_skeleton_leaves_bodies_out(server: Caller) -> None:
    text = server.text("read_skeleton", file_path="main.py")
    assert "5|def greet(name):" in text
    assert "polite(name)\n" not in text


def test_trace_follows_calls(server: Caller) -> None:
    assert ":polite" in server.text("trace_causal_path", entity_id="greet")
    assert ":greet" in server.text("trace_causal_path", entity_id="polite", direction="upstream")


def test_what_tells_who_answers_a_path_is_no_error(tmp_path: Path) -> None:
    app = '@route("/orders")\ndef first(): ...\n\n\n@route("/orders")\ndef second(): ...\n'
    with serving(cwd=write(tmp_path, {"app/views.py": app})) as caller:
        text = caller.text("trace_causal_path", entity_id="GET /orders")
        assert "for func:app/views.py:first, app/views.py:5" in text
        caller.error("trace_causal_path", entity_id="GET /nothing")


def test_trace_takes_a_traceback(server: Caller, hostile: tuple[Path, list[str]]) -> None:
    pasted = (
        f'Traceback (most recent call last):\n  File "{hostile[0] / "main.py"}", line 7, in greet\n'
        '    return polite(name)\n  File "main.py", line 11, in polite\nTypeError: no\n'
    )
    text = server.text("trace_causal_path", entity_id=pasted)
    assert "func:main.py:greet" in text
    assert "func:main.py:polite" in text


def test_window_shows_numbered_code(server: Caller) -> None:
    text = server.text("open_surgical_window", entity_id="func:main.py:polite", context_lines=0)
    assert text == 'func:main.py:polite  L10-11\n10|def polite(name):\n11|    return f"Dear {name}"'


def test_values_may_have_the_names_that_agents_have_for_them(server: Caller) -> None:
    asked = {"entity_id": "polite", "direction": "callers"}
    assert ":greet" in server.text("trace_causal_path", **asked)
    assert server.text("search_and_rank", query="greet", kind="function").startswith("1. func:main.py:greet")


def test_what_a_list_names_in_vain_is_said_below_the_others(server: Caller) -> None:
    text = server.text("open_surgical_window", entity_id=["greet", "grete"], context_lines=0)
    assert text.startswith("func:main.py:greet  L")
    assert text.endswith("\nNo entity 'grete'; nearest: func:main.py:greet.")


def test_windows_that_overlap_are_one(server: Caller) -> None:
    text = server.text("open_surgical_window", entity_id=["greet", "polite", "broken.py:4"], context_lines=1)
    assert text.count("5|def greet") == 1
    assert text.startswith("func:main.py:greet  L5-7, func:main.py:polite  L10-11\n4|")
    assert "class:broken.py:Whole  L4-5\n3|\n4|class Whole:" in text


def test_select_context_answers_within_its_budget(server: Caller) -> None:
    text = server.text("select_context", task="greet people politely", budget=600)
    assert "def polite" in text
    assert count_tokens(text) <= 600


def test_odd_names_are_found_and_shown(server: Caller, hostile: tuple[Path, list[str]]) -> None:
    for name in hostile[1]:
        number = hostile_repository.ODD_NAMES.index(name)
        identifier = format_id("func", name, f"odd_{number}")
        assert "\n" not in identifier
        found = server.text("search_and_rank", query=f"odd_{number}", limit=1)
        assert found.startswith(f"1. {identifier}  L1  ")
        window = server.text("open_surgical_window", entity_id=identifier, context_lines=0)
        assert window == f"{identifier}  L1-2\n1|def odd_{number}():\n2|    return {number}"
        assert f"1|def odd_{number}(): ..." in server.text("read_skeleton", file_path=name)
        assert identifier in server.text("trace_causal_path", entity_id=identifier)


def test_broken_and_foreign_text_is_shown_as_far_as_it_goes(server: Caller) -> None:
    assert "Whole.method" in server.text("search_and_rank", query="Whole method")
    assert "\x1b]0;title" in server.text("open_surgical_window", entity_id="coloured")
    assert "caf\xe9" in server.text("open_surgical_window", entity_id="latin.py:1")


def test_long_lines_are_clipped_below_the_ceiling(server: Caller) -> None:
    for path in ("minified.js", "long_line.md"):
        text = server.text("open_surgical_window", entity_id=f"{path}:1")
        assert count_tokens(text) <= 6000
        assert "characters]" in text


def test_long_answers_go_on_at_the_cursor(server: Caller) -> None:
    first = server.text("read_skeleton", file_path=".", max_tokens=200)
    assert count_tokens(first) <= 200
    cursor = first.rsplit("cursor=", 1)[1].rstrip("]")
    second = server.text("read_skeleton", file_path=".", max_tokens=200, cursor=cursor)
    assert second.splitlines()[0] == first.splitlines()[0]
    assert not set(second.splitlines()[1:]) & set(first.splitlines()[1:-1])


def test_equal_calls_have_equal_answers(server: Caller) -> None:
    for tool, arguments in (
        ("search_and_rank", {"query": "polite hacked odd"}),
        ("read_skeleton", {"file_path": "."}),
        ("trace_causal_path", {"entity_id": "greet", "direction": "downstream"}),
        ("select_context", {"task": "be more polite", "budget": 900}),
    ):
        assert server.text(tool, **arguments) == server.text(tool, **arguments)


BAD = [
    ("search_and_rank", {}, "search_and_rank needs query"),
    ("search_and_rank", {"query": " "}, "query must not be empty"),
    ("search_and_rank", {"query": 7}, "query must be text."),
    ("search_and_rank", {"query": "x", "limit": 0}, "limit must be between 1 and 50."),
    ("search_and_rank", {"query": "x", "limit": "many"}, "limit must be a whole number."),
    ("search_and_rank", {"query": "x", "limit": 2.5}, "limit must be a whole number."),
    ("search_and_rank", {"query": "x", "kind": "potato"}, "kind must be one of module, file, class"),
    ("search_and_rank", {"query": "x", "kind": 1}, "kind must be text."),
    ("search_and_rank", {"query": "x", "path": []}, "path must be text."),
    ("search_and_rank", {"query": "x", "cursor": "zzz"}, "call again without cursor"),
    ("search_and_rank", {"query": "x", "repo_path": "/"}, "may not be read"),
    ("search_and_rank", {"query": "x", "repo_path": "nowhere"}, "There is no directory 'nowhere'"),
    (
        "search_and_rank",
        {"query": "x", "colour": "red"},
        "search_and_rank has no argument 'colour'; it takes",
    ),
    ("read_skeleton", {}, "read_skeleton needs file_path"),
    ("read_skeleton", {"file_path": ""}, "file_path must not be empty"),
    ("read_skeleton", {"file_path": "nope.py"}, "No file or directory 'nope.py'"),
    ("read_skeleton", {"file_path": "x/main.py"}, "nearest: main.py"),
    ("read_skeleton", {"file_path": "../main.py"}, "is outside the repository"),
    ("read_skeleton", {"file_path": "/etc/passwd"}, "is outside the repository"),
    ("read_skeleton", {"file_path": ".env"}, "may hold secrets"),
    ("read_skeleton", {"file_path": "null.bin"}, "is binary"),
    ("read_skeleton", {"file_path": "main.py", "detail": "full"}, "detail must be one of auto, name"),
    (
        "read_skeleton",
        {"file_path": "main.py", "max_tokens": 5},
        "max_tokens must be between 200 and 100,000.",
    ),
    ("read_skeleton", {"file_path": "main.py", "cursor": "1-00000000"}, "call again without cursor"),
    ("trace_causal_path", {}, "trace_causal_path needs entity_id"),
    ("trace_causal_path", {"entity_id": "gret"}, "nearest: func:main.py:greet"),
    ("trace_causal_path", {"entity_id": ""}, "entity_id must not be empty"),
    (
        "trace_causal_path",
        {"entity_id": "greet", "direction": "sideways"},
        "direction must be one of downstream, upstream",
    ),
    (
        "trace_causal_path",
        {"symbol": "greet", "direction": "sideways"},
        "direction must be one of downstream, upstream, state, config, errors, inheritance.",
    ),
    ("trace_causal_path", {"entity_id": "greet", "depth": 11}, "depth must be between 1 and 10."),
    ("trace_causal_path", {"entity_id": "greet", "to": "nothing_like_it"}, "No entity 'nothing_like_it'"),
    ("trace_causal_path", {"entity_id": "greet", "limit": 0}, "limit must be between 1 and"),
    ("open_surgical_window", {}, "open_surgical_window needs entity_id"),
    ("open_surgical_window", {"entity_id": []}, "entity_id must be one id or a list of 1 to 20."),
    ("open_surgical_window", {"entity_id": {"a": 1}}, "entity_id must be text or a list of texts."),
    ("open_surgical_window", {"entity_id": "main.py:99"}, "main.py has 11 lines"),
    ("open_surgical_window", {"entity_id": "main.py:5-2"}, "ends before it begins; give main.py:2-5"),
    (
        "open_surgical_window",
        {"entity_id": "gone.py:3"},
        "No file or directory 'gone.py' in the repository; give a path relative to its root.",
    ),
    ("open_surgical_window", {"entity_id": ["gone", "nope"]}, "No entity 'gone'"),
    ("open_surgical_window", {"entity_id": "graph"}, "is a directory; read it with read_skeleton."),
    ("open_surgical_window", {"entity_id": "./" * 1000}, "./././\u2026' is a directory; read it"),
    ("open_surgical_window", {"entity_id": ".env:1"}, "may hold secrets"),
    ("open_surgical_window", {"entity_id": "outside/passwd"}, "outside"),
    (
        "open_surgical_window",
        {"entity_id": "greet", "context_lines": -1},
        "context_lines must be between 0 and 500.",
    ),
    ("select_context", {}, "select_context needs task"),
    ("select_context", {"task": ""}, "task is empty"),
    (
        "select_context",
        {"task": "greet", "budget": 1},
        "A budget of 1 tokens is too small; the least that works is",
    ),
    ("select_context", {"task": "greet", "include_tests": "perhaps"}, "include_tests must be true or false."),
    ("select_context", {"task": "greet", "max_files": 0}, "max_files"),
    ("select_context", {"task": "greet", "min_score": 2}, "min_score"),
    ("select_context", {"task": "greet", "weights": {"luck": 1}}, "luck"),
    (
        "select_context",
        {"task": "greet", "weights": {"mentions": "x"}},
        "weights must be an object of numbers.",
    ),
]


@pytest.mark.parametrize(("tool", "arguments", "sentence"), BAD)
def test_bad_input_gets_a_sentence(
    server: Caller, tool: str, arguments: dict[str, Any], sentence: str
) -> None:
    message = server.error(tool, **arguments)
    assert sentence in message
    assert "\n" not in message
    assert "pydantic" not in message


def test_an_argument_that_can_only_be_the_one_needed_is_taken_for_it(server: Caller) -> None:
    by_its_name = server.text("trace_causal_path", entity_id="greet")
    assert server.text("trace_causal_path", symbol="greet") == by_its_name
    assert server.text("trace_causal_path", entityId=["greet"]) == by_its_name
    assert "has no argument 'start', 'end'; it" in server.error(
        "open_surgical_window", entity_id="greet", start=1, end=2
    )


def test_null_stands_for_not_given(server: Caller) -> None:
    assert server.text("search_and_rank", query="greet", limit=None, kind=None).startswith(
        "1. func:main.py:greet"
    )


def test_unknown_tool_is_an_error(server: Caller) -> None:
    assert "no_such_tool" in server.error("no_such_tool")


def test_structured_answers_are_the_specified_json(hostile: tuple[Path, list[str]]) -> None:
    with serving("--structured", cwd=hostile[0]) as caller:
        (hit,) = caller("search_and_rank", query="greet", limit=1).structured_content["results"]
        assert {"id", "score", "sig", "file", "line", "why"} == set(hit)
        window = caller("open_surgical_window", entity_id="polite", context_lines=0).structured_content
        assert window == {
            "entity_id": "func:main.py:polite",
            "file": "main.py",
            "start": 10,
            "end": 11,
            "code": '10|def polite(name):\n11|    return f"Dear {name}"',
        }
        skeleton = caller("read_skeleton", file_path="main.py").structured_content
        assert skeleton["file_path"] == "main.py"
        assert "5|def greet(name):" in skeleton["skeleton"]
        trace = caller("trace_causal_path", entity_id="greet").structured_content
        assert {"root", "direction", "depth", "adjacency", "entities"} <= set(trace)
        pack = caller("select_context", task="greet politely", budget=600).structured_content
        assert pack["total_tokens"] <= pack["budget"] == 600


def test_edits_are_seen_by_the_next_call_in_every_allowed_root(tmp_path: Path) -> None:
    roots = [tmp_path / name for name in ("main", "by_option", "by_variable")]
    for root in roots:
        root.mkdir()
        (root / "a.py").write_text("def before(): ...\n")
    main, by_option, by_variable = map(str, roots)
    options = ("--root", main, "--allow-root", by_option)
    with serving(*options, cwd=tmp_path, NSCCN_ALLOW_ROOTS=by_variable) as caller:
        for root in roots:
            assert "func:a.py:before" in caller.text("search_and_rank", query="before", repo_path=str(root))
            (root / "a.py").write_text("def after_the_edit(): ...\n")
            found = caller.text("search_and_rank", query="after the edit", repo_path=str(root))
            assert "func:a.py:after_the_edit" in found
