"""What a search says of the path of a URL that stands among other words."""

from __future__ import annotations

import pytest
from written_files import write

from nsccn.settings import Settings
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.session import DirectSession

SHOP = {
    "shop/carts.py": 'from fastapi import FastAPI\n\napp = FastAPI()\n\n\n@app.get("/api/carts/{id}")\ndef show(id):\n'
    '    return find(id)\n\n\n@app.post("/api/carts/{id}/items")\ndef add(id):\n    return fill(id)\n',
    "web/routes.js": 'app.get("/api/shelves/:id", (request, response) => {\n  response.send(shelf(request));\n});\n',
}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    folder = tmp_path_factory.mktemp("paths")
    return DirectSession(write(folder / "shop", SHOP), Settings(cache_dir=folder / "cache"))


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("GET /api/carts/42 returns 500", "GET /api/carts/42 is answered by func:shop/carts.py:show "),
        ("why does GET '/api/carts/42' fail?", "GET /api/carts/42 is answered by func:shop/carts.py:show "),
        (
            "curl -X POST http://localhost:9000/api/carts/42/items",
            "POST /api/carts/42/items is answered by func:shop/carts.py:add ",
        ),
        ("500 error on /api/carts/42/items", "/api/carts/42/items is answered by func:shop/carts.py:add "),
        (
            "error 404 on GET /api/shelves/7",
            'That path is answered by what is written at web/routes.js:1 `app.get("/api/shelves/:id", ',
        ),
    ],
)
def test_what_answers_it_is_said_above_the_hits(session: DirectSession, query: str, said: str) -> None:
    first, *others = search_and_rank(session, query).text.splitlines()
    assert first.startswith(said)
    assert any(line.startswith("1. ") for line in others)


@pytest.mark.parametrize(
    "query",
    [
        "carts are in /etc/shop/carts.conf",
        "GET /api/drawers/42 returns 500",
        "the api/carts/42 of shop/carts.py",
    ],
)
def test_nothing_is_said_of_another(session: DirectSession, query: str) -> None:
    assert "answered" not in search_and_rank(session, query).text
