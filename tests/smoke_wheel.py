"""Install a wheel in an environment of its own, and use it in a directory that is full of traps.

`python tests/smoke_wheel.py DIST` takes the wheel in the folder DIST. Whatever Python starts in the directory
must not import the modules that lie there; each of them ends the process that does.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

TRAP = 'raise SystemExit("a module of the repository was imported")\n'
TRAPS = (
    "tools/__init__.py",
    "graph/__init__.py",
    "skeleton/__init__.py",
    "http.py",
    "numpy.py",
    "fastmcp.py",
)
SOURCE = '''"""Prices."""


def total_price(lines):
    """Add up what the cart costs."""
    return sum(price(line) for line in lines)


def price(line):
    return line.count * line.unit_price
'''
VARIABLES_OF_PYTHON = ("PYTHONPATH", "PYTHONHOME", "PYTHONSAFEPATH", "VIRTUAL_ENV")


def main(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    with tempfile.TemporaryDirectory(prefix="nsccn-smoke-", ignore_cleanup_errors=True) as folder:
        scripts = install(wheel.resolve(), Path(folder) / "venv")
        work = lay_traps(Path(folder) / "work")
        environment = {name: value for name, value in os.environ.items() if name not in VARIABLES_OF_PYTHON}
        environment["NSCCN_CACHE_DIR"] = str(Path(folder) / "cache")
        use(scripts, work, environment)
    print("The wheel works.")


def install(wheel: Path, venv: Path) -> Path:
    run([sys.executable, "-m", "venv", "--without-pip", str(venv)])
    run([sys.executable, "-m", "pip", "--python", str(venv), "install", "-q", str(wheel)])
    return venv / ("Scripts" if os.name == "nt" else "bin")


def lay_traps(work: Path) -> Path:
    for name in TRAPS:
        (work / name).parent.mkdir(parents=True, exist_ok=True)
        (work / name).write_text(TRAP, encoding="utf-8")
    (work / "cart.py").write_text(SOURCE, encoding="utf-8")
    return work


def use(scripts: Path, work: Path, environment: dict[str, str]) -> None:
    suffix = ".exe" if os.name == "nt" else ""
    nsccn = str(scripts / f"nsccn{suffix}")
    python = str(scripts / f"python{suffix}")
    handshake = str(Path(__file__).resolve().with_name("smoke_handshake.py"))

    def expect(text: str, *command: str) -> None:
        output = run(list(command), cwd=work, env=environment)
        if text not in output:
            raise SystemExit(f"{' '.join(command)} did not print {text!r}:\n{output}")

    expect("nsccn 0.", nsccn, "--version")
    expect("", nsccn, "index", "--repo", ".")
    expect("func:cart.py:total_price", nsccn, "search", "total price", "--repo", ".")
    expect("def total_price", nsccn, "skeleton", "cart.py", "--repo", ".")
    expect(":price  calls", nsccn, "trace", "total_price", "--repo", ".")
    expect("return sum(", nsccn, "window", "total_price", "--repo", ".")
    expect("cart.py", nsccn, "select", "--task", "the total price is wrong", "--repo", ".")
    expect("cart.py", python, "-P", "-m", "nsccn", "search", "total price", "--repo", ".")
    expect("5 tools", python, "-P", handshake, nsccn, "serve")
    expect("5 tools", python, "-P", handshake, python, "-P", "-m", "nsccn", "serve")


def run(command: list[str], cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    print("$", *command, flush=True)
    done = subprocess.run(
        command, cwd=cwd, env=env, stdin=subprocess.DEVNULL, capture_output=True, timeout=600, check=False
    )
    output = done.stdout.decode("utf-8", "replace")
    if done.returncode != 0:
        errors = done.stderr.decode("utf-8", "replace")
        raise SystemExit(f"{' '.join(command)} ended with {done.returncode}:\n{output}\n{errors}")
    return output


if __name__ == "__main__":
    main(Path(sys.argv[1]))
