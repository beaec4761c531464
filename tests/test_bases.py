"""A new snapshot is made from the nearest state that the cache holds: an earlier one, or one of another root."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import pairwise, product
from pathlib import Path

import pytest
from rebuilding import assert_same_arrays, brought_up_to_date
from written_files import write

from nsccn.housekeeping import keep_within, prune, usage
from nsccn.index import RepoIndex
from nsccn.settings import Settings
from nsccn.snapshots.bases import LEAST_APART
from nsccn.snapshots.snapshot import FORMAT
from nsccn.storage.rootfolder import RootFolder
from nsccn.storage.store import FactStore, SnapshotStore

NAMES = ["".join(letters) for letters in product("bdfgk", "aeiou", "lmnr")]
MODULES = len(NAMES)
CHANGED = NAMES[10 : 15 + LEAST_APART]


def sources(**changed: str) -> dict[str, str]:
    """Modules of which each calls the one before it."""
    found = {f"{NAMES[0]}.py": f"def call_{NAMES[0]}(): ...\n"}
    for before, name in pairwise(NAMES):
        found[f"{name}.py"] = (
            f"from {before} import call_{before}\n\n\ndef call_{name}():\n    call_{before}()\n"
        )
    return found | {f"{name}.py": text for name, text in changed.items()}


def other() -> dict[str, str]:
    """The same with many others among them."""
    files = sources()
    return files | {f"{name}.py": files[f"{name}.py"].replace("   call", "   1 / call") for name in CHANGED}


def become(root: Path, files: Mapping[str, str]) -> None:
    for path in root.glob("*.py"):
        path.unlink()
    write(root, files)


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def linked(root: Path, cache: Path, **settings: int) -> int:
    """Bring the index up to date, compare it with one made anew, and return how many files were linked for it."""
    steps = [0]

    def note(done: int, _total: int, phase: str) -> None:
        if phase == "link":
            steps.append(done)

    chosen = Settings(cache_dir=cache, workers=1, **settings)
    with ThreadPoolExecutor(1) as threads:
        index = RepoIndex.build(root, settings=chosen, progress=note, executor=threads)
    index.close()
    anew = cache.parent / "anew"  # what is read there is kept, what is linked is not
    shutil.rmtree(anew / "snapshots", ignore_errors=True)
    assert_same_arrays(index.snapshot, brought_up_to_date(root, anew).snapshot)
    return max(steps)


def earlier(root: Path, cache: Path) -> int:
    return len(list(SnapshotStore(cache, root, version=FORMAT).earlier()))


# An earlier state of the same root


def test_who_switches_back_links_nothing(tmp_path: Path, cache: Path) -> None:
    root = write(tmp_path / "root", sources())
    assert linked(root, cache) == MODULES
    become(root, other())
    assert linked(root, cache) == len(CHANGED)
    become(root, sources())
    assert linked(root, cache) == 0
    become(root, other())
    assert linked(root, cache) == 0
    assert earlier(root, cache) == 1


def test_who_switches_back_and_edits_links_what_the_edit_affects(tmp_path: Path, cache: Path) -> None:
    root = write(tmp_path / "root", sources())
    linked(root, cache)
    become(root, other())
    linked(root, cache)
    become(root, sources(dim="def call_dim(more): ...\n"))
    assert 0 < linked(root, cache) < 4


def test_small_edits_leave_no_earlier_states(tmp_path: Path, cache: Path) -> None:
    root = write(tmp_path / "root", sources())
    for turn in range(3):
        write(root, {"dim.py": f"def call_dim(): return {turn}\n"})
        linked(root, cache)
    assert earlier(root, cache) == 0


def test_few_earlier_states_are_kept_within_a_quarter_of_the_cache(tmp_path: Path, cache: Path) -> None:
    root = write(tmp_path / "root", sources())
    for turn in range(6):
        become(root, {name: f"{text}# {turn}\n" for name, text in sources().items()})
        linked(root, cache)
    assert earlier(root, cache) == 3
    size = next(iter((cache / "snapshots").glob("*/*.arrays"))).stat().st_size

    become(root, sources())
    linked(root, cache, max_cache_bytes=10 * size)

    assert earlier(root, cache) == 2


def switched(root: Path, cache: Path) -> None:
    """Leave a root with one earlier state."""
    linked(write(root, sources()), cache)
    become(root, other())
    linked(root, cache)
    assert earlier(root, cache) == 1


def test_earlier_states_go_before_any_root(tmp_path: Path, cache: Path) -> None:
    roots = [tmp_path / name for name in ("first", "second", "third")]
    for place, root in enumerate(roots):
        switched(root, cache)
        os.utime(RootFolder.of(cache, root).path / "used", (1e9 + place, 1e9 + place))
    with closing(FactStore(cache)) as facts:
        keep_within(usage(cache).total_bytes - 1, cache, facts, RootFolder.of(cache, roots[0]))
    left = [earlier(root, cache) for root in roots]
    assert left in ([0, 1, 1], [0, 0, 1]), "least recently used first, and no more than needed"
    assert len(usage(cache).roots) == len(roots)


def test_pruning_removes_earlier_states_that_were_left_long_ago(tmp_path: Path, cache: Path) -> None:
    root = tmp_path / "root"
    switched(root, cache)
    prune(cache, days=30)
    assert earlier(root, cache) == 1
    for path in (cache / "snapshots").glob("*/*.arrays"):
        os.utime(path, (1e9, 1e9))
    prune(cache, days=30)
    assert earlier(root, cache) == 0
    assert linked(root, cache) == 0


def test_the_facts_of_earlier_states_are_kept(tmp_path: Path, cache: Path) -> None:
    switched(tmp_path / "root", cache)
    assert usage(cache).unnamed_bytes == 0


# A state of another root


def test_a_copy_of_another_root_links_only_what_is_different(tmp_path: Path, cache: Path) -> None:
    linked(write(tmp_path / "root", sources()), cache)
    assert linked(write(tmp_path / "same", sources()), cache) == 0
    changed = sources(dim="def call_dim(more): ...\n")
    assert 0 < linked(write(tmp_path / "changed", changed), cache) < 4


def test_a_copy_with_other_settings_is_linked(tmp_path: Path, cache: Path) -> None:
    linked(write(tmp_path / "root", sources()), cache, max_file_bytes=100_000)
    assert linked(write(tmp_path / "copy", sources()), cache) == MODULES


PACKAGE = {"__init__.py": "", "user.py": "from shop.dim import call_dim\n\n\ndef use():\n    call_dim()\n"}


def test_a_copy_whose_name_says_something_else_is_linked(tmp_path: Path, cache: Path) -> None:
    """A root that is a package imports itself by its name."""
    linked(write(tmp_path / "shop", sources() | PACKAGE), cache)
    assert linked(write(tmp_path / "else", sources() | PACKAGE), cache) == MODULES + len(PACKAGE)
    assert linked(write(tmp_path / "again" / "shop", sources() | PACKAGE), cache) == 0


def test_a_copy_beside_another_manifest_is_linked(tmp_path: Path, cache: Path) -> None:
    """Also beside one that is ignored, and so in no index."""
    files = sources() | {
        ".gitignore": "build\n",
        "src/main.c": '#include "part.h"\n\nint main(void) { return part(); }\n',
        "first/part.h": "static int part(void) { return 1; }\n",
        "second/part.h": "static int part(void) { return 2; }\n",
    }

    def commands(folder: str) -> dict[str, str]:
        command = f"cc -I../{folder} -c ../src/main.c"
        entry = f'{{"directory": "build", "file": "../src/main.c", "command": "{command}"}}'
        return {"compile_commands.json": f"[{entry}]"}

    linked(write(tmp_path / "root", files | commands("first")), cache)
    assert linked(write(tmp_path / "copy", files | commands("second")), cache) == MODULES + 5
