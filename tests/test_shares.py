"""Linking in several processes gives what linking in one gives, also when a process fails."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import numpy as np
import pytest

from nsccn.graph.extraction.extract import extract
from nsccn.graph.linking.linkrows import RELATIONS, SLOT, read_rows
from nsccn.snapshots.assembly import FactSource, Files, Surroundings, build_arrays
from nsccn.snapshots.shares import Sharing
from nsccn.snapshots.update import Worth, update_arrays
from nsccn.storage.codec import encode_facts
from nsccn.storage.store import FactStore
from nsccn.workers.pool import child_environment
from nsccn.workers.worker import write_message

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nsccn.arrays import Array

SOURCES = {
    "go.mod": "module example.com/shop\n",
    "app.py": "import os\nfrom shop import Shop\ndef run():\n    Shop().open()\n    return os.environ['SHOP']\n",
    "away.py": "def leave(door):\n    door.shut()\n    door.close()\n",
    "bound.py": "class Settings(BaseSettings):\n    port: int\n",
    "base.py": "class Base:\n    def open(self): raise KeyError('no key')\n    def close(self): self.lost()\n",
    "front.py": "from shop import Shop\ndef front():\n    try:\n        Shop().open()\n    except LookupError: pass\n",
    "hand.py": (
        "from base import Base\nfrom shop import Shop\nclass Lost(LookupError): pass\n"
        "class Late(Base):\n    def open(self): pass\n"
        "def hand(run, shop: Base):\n    run(shop)\n    shop.open()\n    shop.open()\n"
        "def shut(shop): shop.shut()\ndef start(): hand(shut, Shop())\n"
    ),
    "lock.rs": "struct Door;\ntrait Locks { fn lock(&self); }\nimpl Locks for Door { fn lock(&self) {} }\n",
    "flags.py": "def flags(parser): parser.add_argument('--late')\ndef late(args): return args.late\n",
    "main.go": 'package main\nimport "example.com/shop/store"\nfunc main() { store.New().Open() }\n',
    "setting.py": "import os\ndef setting(name): return os.environ[name]\ndef port(): return setting('SHOP_PORT')\n",
    "shop.py": "from base import Base\nclass Shop(Base):\n    def shut(self): self.close()\n",
    "pay.py": "def pay(basket):\n    basket.total()\n    basket.book()\n    basket.ship()\n",
    "mail.php": (
        "<?php\nclass Sold {}\n#[AsMessageHandler]\nclass Mail { function __invoke(Sold $sold) {} }\n"
        "function sell($bus) { $bus->dispatch(new Sold()); }\n"
    ),
    "next.php": (
        "<?php\nuse Psr\\Next;\nclass Last implements Next { function handle() {} }\n"
        "function start(Next $next) { $next->handle(); }\n"
    ),
    "src/commonMain/Now.kt": "package shop\nexpect fun now(): Int\nfun late() = now()\n",
    "src/jvmMain/Now.kt": "package shop\nactual fun now() = 1\n",
    "sale.py": "class Sale:\n    def total(self): pass\n    def book(self): pass\n    def ship(self): pass\n",
    "store/open.go": "package store\nfunc (s *Store) Open() error { return nil }\n",
    "store/store.go": "package store\ntype Store struct{}\nfunc New() *Store { return &Store{} }\n",
}
PATHS = sorted(SOURCES)


def files_of(sources: dict[str, str]) -> Files:
    """The files of a state; a file with another text than at first has another key."""
    keys = [path if SOURCES[path] == sources[path] else f"{path} new" for path in PATHS]
    facts = {slot: encode_facts(extract(path, sources[path].encode())) for slot, path in enumerate(PATHS)}
    return Files(PATHS, keys, FactSource(lambda slots: {slot: facts[slot] for slot in slots}))


def built(sharing: Sharing | None, sources: dict[str, str] = SOURCES) -> dict[str, Array]:
    return build_arrays(files_of(sources), Surroundings(sources.get, sharing=sharing))


def sharing(root: Path, cache_dir: Path, processes: int) -> Sharing:
    for path, text in SOURCES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    folder = cache_dir / "folder"
    folder.mkdir(parents=True)
    return Sharing(root, cache_dir, folder, 1_000_000, processes, least_definitions=1)


def stored(cache_dir: Path) -> None:
    store = FactStore(cache_dir)
    store.put_many({path: encode_facts(extract(path, text.encode())) for path, text in SOURCES.items()})
    store.close()


def assert_equal(
    arrays: Mapping[str, Array] | None, expected: Mapping[str, Array] | None, besides: str = "nothing"
) -> None:
    assert arrays is not None
    assert expected is not None
    for name, column in expected.items():
        assert name.startswith(besides) or np.array_equal(arrays[name], column), name


def test_the_sources_have_rows_of_every_relation_but_mistakes_of_ours() -> None:
    rows = read_rows(built(None))
    assert [name for name in RELATIONS if not len(rows[name][SLOT])] == ["fault"]


@pytest.mark.parametrize("processes", [2, 3, 12])
def test_any_number_of_processes_gives_the_same_arrays(tmp_path: Path, processes: int) -> None:
    shared = sharing(tmp_path / "root", tmp_path / "cache", processes)
    stored(tmp_path / "cache")
    assert_equal(built(shared), built(None))
    assert list((tmp_path / "cache" / "folder").iterdir()) == []


ARRAYS = """
import sys
from hashlib import sha256
from pathlib import Path
from test_shares import built, sharing, stored

folder = Path(sys.argv[1])
shared = sharing(folder / "root", folder / "cache", 3)
stored(folder / "cache")
arrays = built(shared)
print({name: sha256(arrays[name].tobytes()).hexdigest() for name in sorted(arrays)})
"""


def test_arrays_do_not_depend_on_how_a_process_hashes(tmp_path: Path) -> None:
    home = os.pathsep.join((str(Path(__file__).parent), str(Path(__file__).parents[1])))
    found = [
        subprocess.run(
            [sys.executable, "-P", "-c", ARRAYS, str(tmp_path / seed)],
            env={**os.environ, "PYTHONPATH": home, "PYTHONHASHSEED": seed},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert "link.edge.slot" in found[0]
    assert found[0] == found[1]


def test_what_a_busy_process_has_not_begun_is_linked_by_another(tmp_path: Path) -> None:
    shared = sharing(tmp_path / "root", tmp_path / "cache", 2)
    stored(tmp_path / "cache")
    taken: list[int] = []

    def busy(so_far: int) -> None:
        """Be at the first file until the other process is done with all that it could take."""
        ends = time.monotonic() + 60
        while not taken and not list(shared.directory.glob("rows-*")) and time.monotonic() < ends:
            time.sleep(0.02)
        taken.append(so_far)

    arrays = build_arrays(files_of(SOURCES), Surroundings(SOURCES.get, busy, shared))
    assert_equal(arrays, built(None))
    assert len(taken) < 5  # a first portion, and the end
    assert taken[-1] == len(PATHS)


def test_many_changed_files_are_linked_in_several_processes(tmp_path: Path) -> None:
    changed = SOURCES | {
        "base.py": SOURCES["base.py"] + "    def lost(self): raise OSError('lost')\n",
        "pay.py": "def pay(basket):\n    basket.total()\n    basket.book()\n    basket.ship()\n",
        "sale.py": "class Sale:\n    def total(self): pass\n    def book(self): pass\n    def ship(self): pass\n",
        "store/open.go": "package store\nfunc (s *Store) Open() error { return s.Close() }\n",
        "store/store.go": SOURCES["store/store.go"] + "func (s *Store) Close() error { return nil }\n",
    }
    shared = sharing(tmp_path / "root", tmp_path / "cache", 2)
    stored(tmp_path / "cache")
    store = FactStore(tmp_path / "cache")
    store.put_many(
        {f"{path} new": encode_facts(extract(path, text.encode())) for path, text in changed.items()}
    )
    store.close()
    before, after = files_of(SOURCES), files_of(changed)
    arrays, alone = (
        update_arrays(built(None), before, after, Surroundings(changed.get, sharing=one), Worth(1.0, 1.0))
        for one in (shared, None)
    )
    assert_equal(arrays, alone)
    assert_equal(arrays, built(None, changed), besides="link.")  # where rows that stay are the first


def test_the_share_of_a_process_that_fails_is_linked_here(tmp_path: Path) -> None:
    shared = sharing(tmp_path / "root", tmp_path / "cache", 3)  # it finds no facts in the store
    assert_equal(built(shared), built(None))
    assert list((tmp_path / "cache" / "folder").iterdir()) == []


@pytest.mark.parametrize("left", [0, 1])
@pytest.mark.parametrize("what", ["processes", "threads"])
def test_what_no_process_can_be_started_for_is_linked_by_those_that_run(
    left: int, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = sharing(tmp_path / "root", tmp_path / "cache", 3)
    stored(tmp_path / "cache")
    owner, name = (subprocess, "Popen") if what == "processes" else (Thread, "start")
    start, started = getattr(owner, name), list[int]()

    def limited(*arguments: object, **options: object) -> object:
        started.append(1)
        if len(started) > left:
            raise BlockingIOError if what == "processes" else RuntimeError("can't start new thread")
        return start(*arguments, **options)

    monkeypatch.setattr(owner, name, limited)
    arrays = dict(built(shared))
    monkeypatch.undo()
    assert len(started) == left + 1
    assert_equal(arrays, built(None))
    assert list((tmp_path / "cache" / "folder").iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="needs a named pipe")
def test_a_process_ends_with_the_one_that_started_it_whatever_it_is_doing(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "columns")  # which nobody writes, so that to open it takes forever
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "nsccn.snapshots.shares"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=child_environment(),
    )
    write_message(process.stdin.fileno(), [str(tmp_path / "columns"), *([str(tmp_path)] * 3), 1])
    process.communicate(timeout=60)
    assert process.returncode == 1
