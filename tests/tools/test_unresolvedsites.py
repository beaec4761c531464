"""Calls that could not be resolved, and that an edge follows all the same, are not counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from written_files import write

from nsccn.index import RepoIndex
from nsccn.tools.names.unresolvedsites import sites_without_edge

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "view.py": "class View:\n    def shown_at(self, name):\n        return name\n",
    "page.py": """from view import View


def page(view, names):
    first = View().shown_at("first")
    return first, *(one.shown_at(names) for one in names[0].views())
""",
    "list.py": 'from view import View\n\n\ndef all_of():\n    return View().shown_at("all")\n',
}


def test_what_an_edge_follows_is_not_counted_as_unresolved(tmp_path: Path) -> None:
    index = RepoIndex.build(write(tmp_path, FILES))
    assert sites_without_edge(index, "shown_at", {"page.py": 1, "list.py": 1}) == {"page.py": 1}
