"""What is read while a changed file is extracted: the file as it was, and what it was linked to."""

from __future__ import annotations

from nsccn.snapshots.ahead import likely_read

from .small_snapshot import snapshot_of

SOURCES = {
    "app.py": "from shop import open_shop\n\ndef main(): open_shop()\n",
    "kiosk.py": "def ring(): pass\n",
    "shop.py": "def open_shop(): pass\n",
}


def test_a_changed_file_asks_for_itself_and_what_it_was_linked_to() -> None:
    graph = snapshot_of(SOURCES).graph
    assert likely_read(graph, ["app.py"]) == ["app.py", "shop.py"]
    assert likely_read(graph, ["kiosk.py"]) == ["kiosk.py"]


def test_a_new_file_asks_for_nothing_and_so_does_a_switch() -> None:
    graph = snapshot_of({f"file{number}.py": "def run(): pass\n" for number in range(20)}).graph
    assert likely_read(graph, ["new.py"]) == []
    assert likely_read(graph, graph.paths) == []
