"""One index that lives through switches between branches equals, after each, one that is made anew."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from rebuilding import answers, assert_same_arrays, brought_up_to_date
from written_files import write

from nsccn.index import RepoIndex
from nsccn.settings import Settings
from nsccn.snapshots import bases
from nsccn.snapshots.bases import LEAST_APART

if TYPE_CHECKING:
    from nsccn.snapshots.snapshot import Snapshot

SWITCHES = 12

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


def git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=root, check=True, capture_output=True, text=True)
    return done.stdout


def commit(root: Path, message: str) -> None:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", message)


def change(root: Path, path: str, old: str, new: str) -> None:
    file = root / path
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8", newline="")


@pytest.fixture(scope="module")
def branches(shop: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str]]:
    """A repository in eight languages, and its branches."""
    root = tmp_path_factory.mktemp("branches") / "shop"
    shutil.copytree(shop, root)
    git(root, "init", "--quiet", "--initial-branch", "main")
    commit(root, "Begin")

    git(root, "switch", "--quiet", "--create", "renamed")
    git(root, "mv", "backend/pricing.py", "backend/prices.py")
    for path in ("backend/cart.py", "backend/checkout.py", "tests/test_cart.py"):
        text = (root / path).read_text(encoding="utf-8")
        (root / path).write_text(
            text.replace("backend.pricing", "backend.prices"), encoding="utf-8", newline=""
        )
    git(root, "mv", "web/src/api", "web/src/remote")
    git(root, "rm", "--quiet", "-r", "reports")
    write(root, {"inventory/extra.go": "package inventory\n\nfunc Extra() *Store { return nil }\n"})
    commit(root, "Rename and remove")

    git(root, "switch", "--quiet", "--create", "other-interfaces", "main")
    write(
        root,
        {
            "backend/errors.py": (
                "class ShopError(KeyError):\n    code = 7\n\n\nclass LateError(ShopError):\n    pass\n"
            ),
            "labels/barcode.h": "struct barcode { int width; };\nint encode(struct barcode *code);\n",
            "shipping/shop/shipping/Carrier.java": (
                "package shop.shipping;\n\npublic abstract class Carrier {\n"
                "    public long price(int grams) { return grams; }\n}\n"
            ),
            "payments/src/card.rs": "pub trait Card {\n    fn charge(&self) -> u64;\n}\n",
            "web/src/cart/format.js": "export default function money(x) {\n  return `${x}`;\n}\n",
            "broken.py": "def half(:\n    return cart(\n",
            ".gitignore": "generated/\n",
        },
    )
    commit(root, "Change interfaces")

    git(root, "switch", "--quiet", "--orphan", "nothing-in-common")
    write(
        root,
        {
            "backend/cart.py": "from lib.money import Money\n\n\nclass Cart:\n    def total(self) -> Money: ...\n",
            "lib/money.py": "class Money:\n    def __add__(self, other): return self\n",
            "lib/__init__.py": "from lib.money import *\n",
            "go.mod": "module example.com/other\n",
        },
    )
    commit(root, "Begin anew")
    return root, ["main", "renamed", "other-interfaces", "nothing-in-common"]


class Noting(ThreadPoolExecutor):
    """Reads files in a thread, and notes how many batches it was given."""

    batches = 0

    def submit(self, *arguments: Any, **named: Any) -> Any:  # noqa: ANN401
        self.batches += 1
        return super().submit(*arguments, **named)


@pytest.mark.parametrize("least_apart", [LEAST_APART, 0], ids=["from the state before", "from the nearest"])
def test_after_every_switch_the_index_equals_a_full_rebuild(
    branches: tuple[Path, list[str]], tmp_path: Path, least_apart: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bases, "LEAST_APART", least_apart)
    root, names = branches
    chance = random.Random(5)
    expected: dict[str, tuple[Snapshot, Mapping[str, str]]] = {}
    with Noting(1) as threads:
        index = RepoIndex(root, settings=Settings(cache_dir=tmp_path / "cache", workers=1), executor=threads)
        current = ""
        for _ in range(SWITCHES):
            current = chance.choice([name for name in names if name != current])
            git(root, "switch", "--quiet", current)
            batches = threads.batches
            assert index.update()
            if current in expected:
                assert threads.batches == batches, "facts are known by content, whichever branch is theirs"
            else:
                anew = brought_up_to_date(root, tmp_path / current)
                expected[current] = anew.snapshot, answers(anew)
            assert_same_arrays(index.snapshot, expected[current][0])
            assert answers(index) == expected[current][1]
        index.close()
    assert len(expected) == len(names)
