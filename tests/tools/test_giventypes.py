"""What a trace says of a trait whose methods types from elsewhere are given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from written_files import write

from nsccn.settings import Settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from pathlib import Path

RUST = """\
use std::process::Command;
pub trait Guard {
    fn guard(&self) -> u8;
    fn leave(&self) {}
}
impl Guard for Command {
    fn guard(&self) -> u8 { 1 }
}
pub fn run(command: &Command) -> u8 { command.guard() }
"""


def _said(tmp_path: Path, entity: str) -> list[str]:
    session = DirectSession(
        write(tmp_path / "code", {"run.rs": RUST}), Settings(cache_dir=tmp_path / "cache")
    )
    return trace_causal_path(session, entity, "upstream").text.splitlines()[2:]


def test_callers_of_what_a_type_from_elsewhere_is_given_are_said_to_be_elsewhere(tmp_path: Path) -> None:
    assert _said(tmp_path, "Guard.guard")[1:] == [
        "method:run.rs:Command.guard overrides it and has callers that are not listed here.",
    ]
    assert not any("overrides" in line for line in _said(tmp_path, "Guard.leave"))


def test_what_a_type_from_elsewhere_is_given_says_which_trait_has_it(tmp_path: Path) -> None:
    assert _said(tmp_path, "Command.guard") == [
        "<- :run  calls L9",
        "It overrides method:run.rs:Guard.guard; calls of that may run it.",
    ]
