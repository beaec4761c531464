"""What small packs open files for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from written_files import write

from nsccn.index import RepoIndex
from nsccn.select import select_context

if TYPE_CHECKING:
    from nsccn.select.selection import Selection


def files(selection: Selection) -> dict[str, bool]:
    """Return of each file that is shown whether code of it is."""
    return {file.source.path: any(piece.lines for piece in file.pieces) for file in selection.selected}


def test_a_small_pack_opens_no_file_for_declarations_alone(tmp_path: Path) -> None:
    steps = "".join(f"    rounded = rounded + {number}\n" for number in range(90))
    written = {
        "till.py": "def total(cart):\n    # The total is rounded.\n    return round(sum(cart))\n",
        **{
            f"{shop}.py": f"def total_of_{shop}(cart, rounded):\n{steps}    return rounded\n"
            for shop in ("market", "station", "village")
        },
    }
    index = RepoIndex.build(write(tmp_path, written))

    pack = select_context(index, "the total is rounded wrongly", budget=300)
    index.close()

    assert files(pack) == {"till.py": True, "market.py": True}
    assert [one.path for one in pack.omitted.best] == ["station.py", "village.py"]
