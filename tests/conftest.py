"""What every test shares: none sees the settings, the cache or the git configuration of whoever runs it."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from written_files import SessionOf, write

from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.workers.extractors import KEPT

# A busy machine is no fault of the code.
settings.register_profile(
    "unhurried",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
)
settings.load_profile("unhurried")

# What starts the tests in the background of a shell ignores it, and all processes would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

EXAMPLES = Path(__file__).parent.parent / "examples"


def pytest_collection_finish() -> None:
    """Have no collection of garbage look through thousands of tests and all modules again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _own_world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    world = tmp_path_factory.mktemp("world")
    config = world / "config.toml"
    config.touch()
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith(("NSCCN_", "GIT_", "CLAUDE_")):
                patch.delenv(name)
        # Or every process that a test starts would compile all that it imports.
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        patch.setenv("NSCCN_CACHE_DIR", str(world / "cache"))
        patch.setenv("NSCCN_CONFIG", str(config))
        patch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        for role in ("AUTHOR", "COMMITTER"):
            patch.setenv(f"GIT_{role}_NAME", "A Tester")
            patch.setenv(f"GIT_{role}_EMAIL", "tester@example.com")
        # Or each index would start a worker process, which learns the languages again.
        KEPT.want()
        yield
        KEPT.leave()


@pytest.fixture(scope="session")
def shop() -> Path:
    """The sample repository in several languages; not to be written to."""
    return EXAMPLES / "shop"


@pytest.fixture(scope="module")
def session_of(tmp_path_factory: pytest.TempPathFactory) -> SessionOf:
    """Gives the session of a repository with these files; whoever in a module asks about the same shares it."""
    made: dict[tuple[tuple[str, str], ...], DirectSession] = {}

    def session(files: Mapping[str, str]) -> DirectSession:
        asked = tuple(files.items())
        if asked not in made:
            made[asked] = DirectSession(write(tmp_path_factory.mktemp("shared"), files), load_settings())
        return made[asked]

    return session
