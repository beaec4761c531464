"""Names that are nearly the one asked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nsccn.arrays import pack_strings
from nsccn.graph.nearnames import near_names

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
