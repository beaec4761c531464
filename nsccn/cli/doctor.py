"""`nsccn doctor`."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from nsccn.cli.output import as_json, show
from nsccn.cli.repository import overrides_of, root_of
from nsccn.errors import NotARepository
from nsccn.settings import Settings, load_settings

if TYPE_CHECKING:
    from nsccn.diagnosis import Finding

UNWELL: Final = 1
"""Exit code when there is a problem."""


def doctor(commands: Any, common: ArgumentParser) -> None:  # noqa: ANN401
    """Declare `nsccn doctor`."""
    parser = commands.add_parser(
        "doctor", parents=[common], help="check Python, packages, grammars, cache, git and the server"
    )
    parser.set_defaults(run=_doctor)


COMMANDS: Final = (doctor,)


def _doctor(options: Namespace) -> int:
    from nsccn.diagnosis import PROBLEM

    settings = load_settings(overrides_of(options))
    in_json = getattr(options, "json", False)
    findings = []
    for finding in _findings(options, settings):
        findings.append(finding)
        if not in_json:
            show(f"{finding.state:<8} {finding.name:<11} {finding.text}")
    if in_json:
        show(as_json({"findings": [finding._asdict() for finding in findings]}))
    return UNWELL if any(finding.state == PROBLEM for finding in findings) else 0


def _findings(options: Namespace, settings: Settings) -> Iterator[Finding]:
    from nsccn.diagnosis import WARNING, Finding, check_machine

    yield from check_machine(settings)
    try:
        root = root_of(options)
    except NotARepository as error:
        yield Finding("server", WARNING, f"not started: {error}")
    else:
        yield _check_server(root, settings)


def _check_server(root: Path, settings: Settings) -> Finding:
    from nsccn.cli.clientview import ServerFault, look_at_server
    from nsccn.diagnosis import OK, PROBLEM, Finding
    from nsccn.text import count_tokens

    try:
        view = look_at_server(root, settings.cache_dir)
    except (ServerFault, OSError) as error:
        return Finding("server", PROBLEM, f"{error}; run nsccn serve and see what it says")
    if not view.tools:
        return Finding("server", PROBLEM, "it offers no tools; reinstall nsccn")
    tokens = f"schemas and instructions cost {count_tokens(view.shown):,} tokens at most"
    return Finding("server", OK, f"standard output is clean; offers {', '.join(view.tools)}; {tokens}")
