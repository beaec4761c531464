"""A path of a URL whose answer is written where a router is given it, and has no name: a window shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from written_files import write

from nsccn.errors import UnknownEntity
from nsccn.settings import load_settings
from nsccn.tools.open_surgical_window import open_surgical_window
from nsccn.tools.session import DirectSession

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "web/carts.js": "const app = express();\nconst carts = express.Router();\n"
    "app.get('/carts/:id', async (req, res) => {\n  res.json(await find(req.params.id));\n});\n"
    "app.post('/carts', guard, function (req, res) {\n  res.json(save(req.body));\n});\n"
    "carts.get('/', (req, res) => {\n  res.json([]);\n});\n"
    "app.use('/api/carts', carts);\n"
    "app.get('/health', check);\n",
    "shop/Routing.kt": 'fun Application.routing() {\n    routing {\n        route("wishes") {\n'
    '            post("make") {\n                call.respond(make())\n            }\n'
    '            get("{id}") { call.respond(1) }\n        }\n    }\n}\n',
    "shop/Paths.kt": '@Resource("/gifts/{id}")\nclass Gift(val id: Int)\n\n@Resource("/gifts")\nobject Gifts\n',
    "shop/Gifts.kt": "fun Route.gifts() {\n    get<Gifts> {\n        call.respond(all())\n    }\n"
    "    delete<Gift> {\n        drop(it.id)\n    }\n    val kept = session.get<Gift> { 1 }\n}\n",
    "Shop/Api.cs": "public static class Api\n{\n    public static void Map(IEndpointRouteBuilder app)\n    {\n"
    '        var api = app.MapGroup("/api/hooks");\n'
    '        api.MapGet("/", async (Hooks hooks) =>\n        {\n            return await hooks.All();\n        });\n'
    '        api.MapDelete("/{id:int}", async (int id) => await Gone(id));\n    }\n}\n',
    "shop/web.rb": "get '/baskets/:id' do\n  find(params[:id])\nend\n",
    "web/client.js": "async function load() {\n"
    "  return await http.get('/health', (answer) => {\n    show(answer);\n  });\n}\n",
}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    root: Path = tmp_path_factory.mktemp("root")
    return DirectSession(write(root, FILES), load_settings())


@pytest.mark.parametrize(
    ("asked", "path", "lines"),
    [
        ("GET /carts/bob", "web/carts.js", (3, 5)),
        ("POST /carts", "web/carts.js", (6, 8)),
        ("GET /api/carts", "web/carts.js", (9, 11)),
        ("POST /wishes/make", "shop/Routing.kt", (4, 6)),
        ("GET /gifts", "shop/Gifts.kt", (2, 4)),
        ("DELETE /gifts/5", "shop/Gifts.kt", (5, 7)),
        ("GET /api/hooks", "Shop/Api.cs", (6, 9)),
        ("DELETE /api/hooks/5", "Shop/Api.cs", (10, 10)),
        ("GET /baskets/5", "shop/web.rb", (1, 3)),
    ],
)
def test_a_window_shows_what_is_written_for_a_path(
    session: DirectSession, asked: str, path: str, lines: tuple[int, int]
) -> None:
    data = open_surgical_window(session, asked).data
    assert (data["file"], (data["start"], data["end"])) == (path, lines)


@pytest.mark.parametrize("asked", ["DELETE /carts/5", "GET /gifts/5", "GET /wishes/make/it", "GET /health"])
def test_another_path_or_who_asks_for_one_is_not_shown(session: DirectSession, asked: str) -> None:
    with pytest.raises(UnknownEntity):
        open_surgical_window(session, asked)
