"""Writers for a test that kills them: each edits a small repository and indexes it, again and again.

`python killed_writer.py ROOT CACHE` reads the number of a turn to begin with from each line of its input, and forks a
writer that has all imported already. A writer tells its process id, and then each turn that it has indexed. When it
has been killed, its exit code is told.
"""

from __future__ import annotations

import os
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from typing import Final

PARTS: Final = 12


def state(turn: int) -> dict[str, str]:
    """The files of one of many states: each has a name that tells it, new text, and another interface."""
    odd = turn % 2
    files = {
        "turn.py": f"from shop.base import Base\n\n\ndef turn_{turn}() -> Base:\n    return Base({turn}).run()\n",
        "shop/__init__.py": "from shop.base import *\n",
        "shop/base.py": (
            "class Base:\n"
            f"    def __init__(self, size{', more=1' * odd}):\n        self.size = size\n\n"
            f"    def run(self):\n        return self.{'step' if odd else 'leap'}()\n\n"
            "    def step(self):\n        raise ValueError(self.size)\n"
        ),
    }
    for number in range(PARTS):
        if (number + turn) % 7:
            files[f"shop/part_{number}.py"] = (
                f"import shop\nfrom shop.base import Base\n\n\nclass Part{number}(Base):\n"
                f"    def step(self):\n        return {turn if number % 5 == turn % 5 else 0}\n\n\n"
                f"def make_{number}():\n    return Part{number}(1).run()\n"
            )
    return files


def become(root: Path, turn: int) -> None:
    """Make the files those of a state."""
    files = state(turn)
    for path in root.rglob("*.py"):
        if path.relative_to(root).as_posix() not in files:
            path.unlink()
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def tell(*words: object) -> None:
    """Write a line, at once as a whole: a writer may be killed between two writes."""
    os.write(1, " ".join(map(str, words)).encode() + b"\n")


def work(root: Path, cache: Path, first: int) -> None:
    """Index one state after the other; two of three writers read files in a thread, which begins at once."""
    from nsccn.index import RepoIndex
    from nsccn.settings import Settings

    tell(os.getpid())
    threads = ThreadPoolExecutor(1) if first % 3 else None
    index = RepoIndex(root, settings=Settings(cache_dir=cache, workers=2), executor=threads)
    for turn in count(first):
        become(root, turn)
        index.refresh()
        tell(turn)


def main() -> None:
    """Fork a writer for each line of the input."""
    from nsccn.graph.extraction.extract import extract

    extract("turn.py", state(0)["turn.py"].encode())
    root, cache = map(Path, sys.argv[1:])
    for line in sys.stdin:
        writer = os.fork()
        if writer == 0:
            try:
                work(root, cache, int(line))
            except BaseException:  # noqa: BLE001 - the test shows it, whatever it is
                traceback.print_exc()
            finally:
                os._exit(1)
        _, status = os.waitpid(writer, 0)
        tell("ended", os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main()
