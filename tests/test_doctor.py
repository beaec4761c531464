"""`nsccn doctor` looks at the real machine, and at a real server."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from mcp_client import environment

from nsccn.cli import main
from nsccn.cli.clientview import ServerFault, look_at_server
from nsccn.diagnosis import Finding, check_cache, check_git, check_packages, check_workers
from nsccn.storage.diskstore import DiskStore

TESTS = Path(__file__).parent
posix = pytest.mark.skipif(os.name == "nt", reason="needs scripts and permissions")


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("doctor") / "root"
    root.mkdir()
    (root / "a.py").write_text("def a(): ...\n")
    return root


def by_name(findings: Iterator[Finding]) -> dict[str, Finding]:
    return {finding.name: finding for finding in findings}


def test_a_sound_machine_has_no_problem_and_nobody_imports_fastmcp(root: Path, tmp_path: Path) -> None:
    arguments = ["doctor", "--repo", str(root), "--cache-dir", str(tmp_path / "cache"), "--json"]
    code = (
        f"import sys\nfrom nsccn.cli import main\nmain({arguments!r})\n"
        "print(sorted({'fastmcp', 'mcp', 'rich'} & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], env=environment(), capture_output=True, text=True, check=True
    )

    findings = json.loads(done.stdout)["findings"]

    assert done.stderr == "[]\n"
    assert [finding["name"] for finding in findings] == [
        *("python", "packages", "workers", "grammars", "git"),
        *("cache", "permissions", "database", "server"),
    ]
    assert "problem" not in {finding["state"] for finding in findings}
    texts = {finding["name"]: finding["text"] for finding in findings}
    assert texts["grammars"] == (
        "59 load and parse: "
        "ada, bash, c, clojure, cmake, commonlisp, cpp, csharp, d, dart, elisp, elixir, elm, erlang, fortran, fsharp, "
        "gdscript, glsl, go, graphql, haskell, hcl, hlsl, java, javascript, julia, kotlin, lua, make, matlab, nim, "
        "nix, objc, ocaml, ocaml_interface, pascal, perl, php, powershell, prisma, proto, python, r, racket, ruby, "
        "rust, scala, scheme, solidity, starlark, swift, thrift, tsx, typescript, verilog, vhdl, vim, wgsl, zig"
    )
    assert (
        "offers open_surgical_window, read_skeleton, search_and_rank, select_context, trace_causal_path"
        in (texts["server"])
    )


def test_each_check_is_a_line_and_a_problem_is_code_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()

    assert main(["doctor", "--repo", str(tmp_path / "missing"), "--cache-dir", str(tmp_path / "file")]) == 1

    lines = capsys.readouterr().out.splitlines()
    assert {line.split()[0] for line in lines} <= {"ok", "warning", "problem"}
    (problem,) = (line for line in lines if line.startswith("problem"))
    assert problem.split()[1] == "cache"
    assert "set NSCCN_CACHE_DIR" in problem


def test_without_a_repository_the_machine_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["doctor", "--repo", str(tmp_path / "missing")]) == 0

    assert capsys.readouterr().out.splitlines()[-1].startswith("warning  server      not started: ")


# The machine


def test_packages_are_those_that_the_package_asks_for() -> None:
    finding = check_packages()
    assert finding.state != "problem"
    if finding.state == "ok":
        assert "diskcache 5." in finding.text


def test_workers_that_do_not_start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "no python"))

    (finding,) = check_workers()

    assert (finding.name, finding.state) == ("workers", "problem")
    assert "no worker process can be started" in finding.text


def test_git_that_is_missing_is_no_problem(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert check_git().text[0].isdigit()
    monkeypatch.setenv("PATH", str(tmp_path))

    assert check_git().state == "warning"


# The cache


@posix
@pytest.mark.parametrize(("mode", "state"), [(0o700, "ok"), (0o755, "warning"), (0o770, "problem")])
def test_a_cache_that_others_can_look_into(tmp_path: Path, mode: int, state: str) -> None:
    tmp_path.chmod(mode)

    assert by_name(check_cache(tmp_path))["permissions"].state == state


def test_a_damaged_database_is_put_aside(tmp_path: Path) -> None:
    store = DiskStore(tmp_path)
    store.put_many({str(number): random.Random(number).randbytes(3000) for number in range(300)})
    store.close()
    assert by_name(check_cache(tmp_path))["database"].state == "ok"
    database = tmp_path / "facts-1" / "cache.db"
    content = bytearray(database.read_bytes())
    content[4096 * 20 :] = random.Random(1).randbytes(len(content) - 4096 * 20)
    database.write_bytes(content)

    assert by_name(check_cache(tmp_path))["database"].state != "ok"
    assert by_name(check_cache(tmp_path))["database"].state == "ok"


# The server


def stand_in(path: Path, *lines: str) -> str:
    """A program that is started in place of the server."""
    path.write_text("\n".join((f"#!{sys.executable}", "import sys", *lines)) + "\n")
    path.chmod(0o700)
    return str(path)


GREETING = '{"jsonrpc": "2.0", "id": 1, "result": {}}'
TOOLS = '{"jsonrpc": "2.0", "id": 2, "result": {"tools": []}}'


@posix
@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (["print('Hello')"], "something else than the protocol to standard output: b'Hello"),
        ([f"print('{GREETING}', flush=True)", "print(7)"], "something else than the protocol"),
        (["import os; os.close(0)", f"print('{GREETING}')", "print(7)"], "something else than the protocol"),
        (["sys.exit('no numpy')"], r"ended before it answered initialize \(no numpy\)"),
        ([f"print('{GREETING.replace('result', 'error')}')", "input()"], "refuses initialize"),
        ([f"print('''{GREETING}\n{TOOLS}''')", "sys.stdin.read()", "print('Bye')"], "b'Bye'"),
        ([f"print('''{GREETING}\n{TOOLS}''')", "sys.stdin.read()", "sys.exit(3)"], "ended with code 3"),
    ],
)
def test_a_server_that_a_client_cannot_use(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lines: list[str], fault: str
) -> None:
    monkeypatch.setattr(sys, "executable", stand_in(tmp_path / "server", *lines))

    with pytest.raises(ServerFault, match=fault):
        look_at_server(root, tmp_path / "cache")
