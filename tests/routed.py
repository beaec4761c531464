"""Checks which functions of a small program answer which paths of URLs, asked from both ends."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from written_files import write

from nsccn.settings import load_settings
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path


class Program(NamedTuple):
    """Sources, what their functions answer, and which functions a path stands for."""

    files: Mapping[str, str]
    answers: Mapping[str, set[str]]
    """Id -> its paths; those of which the beginning is not known begin with dots."""
    asked: Mapping[str, set[str]]


def check(root: Path, program: Program) -> None:
    """Ask for the paths of each function, and for what each path stands for."""
    session = DirectSession(write(root, dict(program.files)), load_settings())
    assert {one: _paths(session, one) for one in program.answers} == program.answers
    assert {path: _answering(session, path) for path in program.asked} == program.asked


def _paths(session: DirectSession, one: str) -> set[str]:
    routes = trace_causal_path(session, one, "upstream").data.get("routes", [])
    return {f"{it['method']} {'' if it['whole'] else '…'}{it['path']}".strip() for it in routes}


def _answering(session: DirectSession, path: str) -> set[str]:
    answer = search_and_rank(session, path)
    found = {hit["id"] for hit in answer.data["results"] if hit.get("why") == "answers the URL"}
    if f"{path} is answered by" in answer.text:
        found |= {*answer.data.get("around_one_of", [answer.data["around"]["id"]])}
    said = next((line for line in answer.text.split("\n") if line.startswith("That path is written at")), "")
    return found | {
        word.strip("`,.") for word in said.split() if word.startswith(("func:", "method:", "class:"))
    }
