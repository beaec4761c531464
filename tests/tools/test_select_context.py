"""What the tool adds to a selection: what words of a task stand for by a contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

from written_files import write

from nsccn.settings import Settings
from nsccn.tools.select_context import select_context
from nsccn.tools.session import DirectSession

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "src/main/java/shop/Baskets.java": """\
package shop;

@RestController
@RequestMapping("/api/carts")
public class Baskets {
  @GetMapping("/{id}")
  public View one(long id) { return store.find(id); }

  @PostMapping
  public View begin() { return store.begin(); }
}
""",
    "src/main/java/shop/Cart.java": "package shop;\n\npublic class Cart {\n  public int carts() { return 1; }\n}\n",
}


def test_what_answers_a_path_that_the_task_has_is_pointed_at(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path / "code", FILES), Settings(cache_dir=tmp_path / "cache"))

    chosen = select_context(session, "Say the size in what GET /api/carts/42 returns.", budget=600).data

    best = max(
        (piece for file in chosen["selected"] for piece in file["pieces"]), key=lambda one: one["score"]
    )
    assert best["id"] == "method:src/main/java/shop/Baskets.java:Baskets.one"
    assert best["why"] == 'message "GET /api/carts/42"'
