"""What is shipped: the same files in git, in the sdist, and in a wheel built from either."""

from __future__ import annotations

import email
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import NamedTuple

import pytest

import nsccn

ROOT = Path(__file__).parent.parent
LINKS = ("graph", "skeleton", "tools")


class Built(NamedTuple):
    files: list[str]
    sdist: Path
    wheel_of_sdist: Path
    wheel_of_checkout: Path


def listed_by_git() -> list[str]:
    """Files that git has, or would take; on a clean clone, `git ls-files`."""
    command = [
        "git",
        "-c",
        "safe.directory=*",
        "ls-files",
        "-z",
        "--cached",
        "--others",
        "--exclude-standard",
    ]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    if run.returncode != 0:
        pytest.skip("this is no git checkout")
    names = {name for name in run.stdout.decode().split("\0") if name}
    return sorted(name for name in names if (ROOT / name).is_file() or (ROOT / name).is_symlink())


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    checkout = tmp_path_factory.mktemp("checkout")
    files = listed_by_git()
    for name in files:
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, checkout / name, follow_symlinks=False)
    both = build(checkout, tmp_path_factory.mktemp("both"))
    (wheel,) = build(checkout, tmp_path_factory.mktemp("wheel"), "--wheel")
    return Built(files, *both, wheel)


def build(checkout: Path, target: Path, *options: str) -> list[Path]:
    """Run the build; without options it makes the sdist, and the wheel from the sdist."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(target), *options]
    run = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return sorted(target.iterdir(), key=lambda path: path.suffix != ".gz")


def in_sdist(path: Path) -> list[str]:
    with tarfile.open(path) as archive:
        return sorted(member.name.split("/", 1)[1] for member in archive.getmembers() if not member.isdir())


def in_wheel(path: Path) -> list[str]:
    with zipfile.ZipFile(path) as archive:
        return sorted(name for name in archive.namelist() if not name.endswith("/"))


def below(folder: str, names: list[str]) -> list[str]:
    return [name for name in names if name.startswith(f"{folder}/")]


def test_git_the_sdist_and_both_wheels_hold_the_same_package(built: Built) -> None:
    source = below("nsccn", built.files)

    assert below("nsccn", in_sdist(built.sdist)) == source
    assert below("nsccn", in_wheel(built.wheel_of_sdist)) == source
    assert below("nsccn", in_wheel(built.wheel_of_checkout)) == source
    assert "nsccn/py.typed" in source


def test_the_links_are_not_shipped(built: Built) -> None:
    names = in_sdist(built.sdist)

    assert [name for name in names if name.split("/")[0] in LINKS] == []
    assert {name.split("/")[0] for name in in_wheel(built.wheel_of_checkout)} == {
        "nsccn",
        f"nsccn-{nsccn.__version__}.dist-info",
    }


def test_the_sdist_brings_its_tests_and_examples(built: Built) -> None:
    names = in_sdist(built.sdist)

    for folder in ("tests", "examples", "docs"):
        assert below(folder, names) == below(folder, built.files)
    assert {"LICENSE", "README.md", "pyproject.toml"} <= set(names)


def test_the_metadata_says_what_is_needed(built: Built) -> None:
    with zipfile.ZipFile(built.wheel_of_sdist) as archive:
        folder = f"nsccn-{nsccn.__version__}.dist-info"
        metadata = email.message_from_bytes(archive.read(f"{folder}/METADATA"))
        licence = archive.read(f"{folder}/licenses/LICENSE")
        scripts = archive.read(f"{folder}/entry_points.txt").decode()

    assert metadata["Version"] == nsccn.__version__
    assert metadata["License-Expression"] == "Apache-2.0"
    assert licence == (ROOT / "LICENSE").read_bytes()
    assert sorted(metadata["Requires-Python"].split(",")) == ["<3.15", ">=3.11"]
    assert "nsccn = nsccn.cli:main" in scripts
