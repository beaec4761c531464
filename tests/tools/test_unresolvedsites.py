"""Calls that could not be resolved are counted once, and not where an edge follows them all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from written_files import write

from nsccn.graph.linking.linkrows import read_unresolved
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


def test_a_call_that_hands_its_error_on_is_counted_once(tmp_path: Path) -> None:
    source = """\
trait Client { fn login(&self) -> Result<u8, u8>; }
#[handing_on(Client)]
enum AnyClient { Legacy, Hub }
fn run(client: AnyClient) -> Result<u8, u8> {
    let answer = client.login()?;
    Ok(answer)
}
"""
    graph = RepoIndex.build(write(tmp_path, {"src/lib.rs": source})).snapshot.graph
    assert [sites for _, sites in read_unresolved(graph.arrays, "login")] == [1]
