"""Names that are nearly the one asked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nsccn.arrays import pack_strings
from nsccn.graph.nearnames import near_names, near_paths

NAMES = sorted(["get_response", "getResponse", "set_response", "render", "get_request", "Response", "", "r"])


def near(asked: str, names: list[str], limit: int = 5) -> list[str]:
    """Return the names most like one."""
    return near_names(asked, *pack_strings(names), limit)


@pytest.mark.parametrize("asked", ["get_respnse", "getresponse", "get_repsonse", "GETRESPONSES"])
def test_typing_and_style_are_forgiven(asked: str) -> None:
    assert near(asked, NAMES)[:2] == ["getResponse", "get_response"]


@pytest.mark.parametrize("asked", ["zzzz", "", "_", "\udc80"])
def test_what_is_like_nothing_has_no_near_names(asked: str) -> None:
    assert near(asked, NAMES) == []


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("IsTaskUpToDate", "IsUpToDate"),
        ("parse_http_header", "parse_header"),
    ],
)
def test_one_word_more_or_less_is_forgiven(asked: str, name: str) -> None:
    assert near(asked, sorted([name, "to_date", "parse", "user_of_header"])) == [name]


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("nope", ["OPEN", "open_", "pone"]),
        ("routee", ["rooted", "outer_end"]),
        ("run", ["rnu", "ran", "runs"]),
        ("get", ["get_response"]),
    ],
)
def test_what_takes_many_edits_is_not_near(asked: str, names: list[str]) -> None:
    assert near(asked, sorted(names)) == []


def test_fewer_edits_come_first_and_swapped_letters_are_one() -> None:
    assert near("dispatch_reqeust", ["dispatch_request", "dispatch_rqust"]) == [
        "dispatch_request",
        "dispatch_rqust",
    ]


@pytest.mark.parametrize(
    ("asked", "name"), [("render", "renderer"), ("renderer", "render"), ("rote", "route")]
)
def test_a_beginning_and_a_single_slip_are_near(asked: str, name: str) -> None:
    assert near(asked, [name]) == [name]


PATHS = [
    "docs/app.md",
    "src/flask/app.py",
    "src/flask/json/tag.py",
    "src/flask/sansio/app.py",
    "tests/app.py",
]


@pytest.mark.parametrize(
    ("asked", "nearest"),
    [
        ("src/flask/ap.py", "src/flask/app.py"),
        ("src/flask/sansi/app.py", "src/flask/sansio/app.py"),
        ("flask\\jsonn", "src/flask/json"),
        ("src/flsk/", "src/flask"),
    ],
)
def test_a_misspelt_path_has_its_nearest_first(asked: str, nearest: str) -> None:
    assert near_paths(asked, PATHS, 3)[0] == nearest


def test_a_path_like_no_other_has_no_near_ones() -> None:
    assert near_paths("nothing/like/this", PATHS, 3) == []
    assert near_paths("", PATHS, 3) == []


def test_as_many_near_names_as_asked_for() -> None:
    names = sorted(f"handler_{number}" for number in range(50))
    assert len(near("handler", names, limit=3)) == 3


def test_no_names_are_near_where_there_are_none() -> None:
    assert near("handler", []) == []


@given(st.lists(st.text(max_size=8)), st.text(min_size=1, max_size=8))
def test_a_name_is_nearest_to_itself(names: list[str], name: str) -> None:
    bare = name.replace("_", "").lower()
    found = near(name, sorted({*names, name}), 1000)
    if bare:
        assert found[0].replace("_", "").lower() == bare
    else:
        assert found == []
