"""A path of a URL whose answer is written where a router is given it, and has no name: it is shown, and followed."""

from __future__ import annotations

from pathlib import Path

import pytest
from written_files import write

from nsccn.errors import UnknownEntity
from nsccn.settings import load_settings
from nsccn.tools.open_surgical_window import open_surgical_window
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

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
    "Shop/Pages.razor": '@page "/baskets/{id:int}/pay"\n@inject Shop shop\n<h1>Pay</h1>\n',
    "site/main.js": "const site = express();\nsite.get('/', (req, res) => {\n  res.send('shop');\n});\n",
    "site/carts.js": "const router = express.Router();\nrouter.get('/', (req, res) => {\n  res.json([]);\n});\n"
    "module.exports = router;\n",
    "site/all.js": "const carts = require('./carts');\nconst all = express();\nall.use('/every', carts);\n",
    "koa/carts.js": "const router = new Router();\n"
    "router.post(\n  'carts.move',\n  auth(),\n  async (ctx) => {\n    ctx.body = move(ctx.id);\n  }\n);\n"
    "router.post(\n  '/gone',\n  gone\n);\n"
    "module.exports = router;\n",
    "koa/index.js": "const carts = require('./carts');\nconst api = new Koa();\n"
    "const router = new Router();\nrouter.use('/', carts.routes());\nmount('/api', router.routes());\n",
    "hyper/serve.rs": "async fn serve(req: Request) -> Response {\n    match (req.method(), req.uri().path()) {\n"
    '        (&Method::GET, "/stock.json") => stock(&state),\n'
    '        (&Method::POST, "/stock/count") if open => {\n            count(req).await\n        }\n'
    '        (&Method::GET, "/stock/old")\n        | (&Method::GET, "/stock/list") => {\n'
    "            list()\n        }\n"
    "        _ => not_found(),\n    }\n}\n"
    'fn log() { write((Method::GET, "/stock/none")); }\n',
    "serve.py": "def serve(request):\n    match (request.method, request.path):\n"
    '        case ("PUT", "/stock/sort"):\n            order = sort()\n            return order\n'
    "        case _:\n            return None\n",
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
        ("POST /carts.move", "koa/carts.js", (2, 8)),
        ("GET /stock.json", "hyper/serve.rs", (3, 3)),
        ("POST /stock/count", "hyper/serve.rs", (4, 6)),
        ("GET /stock/old", "hyper/serve.rs", (7, 10)),
        ("GET /stock/list", "hyper/serve.rs", (8, 10)),
        ("PUT /stock/sort", "serve.py", (3, 5)),
        ("GET /api/hooks", "Shop/Api.cs", (6, 9)),
        ("DELETE /api/hooks/5", "Shop/Api.cs", (10, 10)),
        ("GET /baskets/5", "shop/web.rb", (1, 3)),
        ("GET /baskets/5/pay", "Shop/Pages.razor", (1, 3)),
        ("http://localhost:8080/api/hooks/5", "Shop/Api.cs", (10, 10)),
        ("DELETE https://shop.example/api/hooks/5?hard=1", "Shop/Api.cs", (10, 10)),
        ("POST ${BASE}/wishes/make", "shop/Routing.kt", (4, 6)),
        ("{{host}}/baskets/5", "shop/web.rb", (1, 3)),
        ("{Shop.Host}baskets/{id}", "shop/web.rb", (1, 3)),
        ("GET /", "site/main.js", (2, 4)),
        ("GET http://localhost:3000/", "site/main.js", (2, 4)),
    ],
)
def test_a_window_shows_what_is_written_for_a_path(
    session: DirectSession, asked: str, path: str, lines: tuple[int, int]
) -> None:
    data = open_surgical_window(session, asked).data
    assert (data["file"], (data["start"], data["end"])) == (path, lines)


@pytest.mark.parametrize(
    "asked", ["DELETE /carts/5", "GET /gifts/5", "GET /wishes/make/it", "GET /health", "GET /stock/none"]
)
def test_another_path_or_who_asks_for_one_is_not_shown(session: DirectSession, asked: str) -> None:
    with pytest.raises(UnknownEntity):
        open_surgical_window(session, asked)


FOLLOWED = {
    "web/carts.js": """\
const app = express();

app.get('/carts/:id', async (req, res) => {
  count();
  res.json(find(req.params.id));
  app.emit('shown', 1);
});

app.delete('/carts/:id', (req, res) => {
  drop(req.params.id);
  drop(0);
});

app.on('shown', audit);

function find(id) { return read(id) || read(0); }
function read(id) { return process.env.CARTS; }
function drop(id) { throw new Gone(id); }
function audit(id) { drop(id); }
function count() {}
class Gone extends Error {}

count();
""",
    "web/page.js": "async function show(id) {\n  return fetch(`/carts/${id}`, { method: 'GET' });\n}\n",
    "web/api.js": """\
const api = new Router();

api.post(
  'carts.move',
  guard(),
  validate('CartsMove'),
  async (ctx) => {
    ctx.body = await move(ctx.id);
  }
);

api.post(
  'carts.known',
  guard(),
  known
);

async function move(id) {}
async function known(id) {}

const app = new Koa();
app.use(mount('/api', api.routes()));
""",
    "web/store.js": """\
class Store {
  async move(id) {
    return client.post('/carts.move', { id });
  }
  async fill(id) {
    return client.post(
      '/carts.fill',
      { id },
      (answer) => answer.body
    );
  }
  async drop(id) {
    return client
      .post('/carts.drop', { id }, (answer) => {
        show(answer);
      });
  }
}
""",
}


@pytest.fixture(scope="module")
def followed(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    return DirectSession(write(tmp_path_factory.mktemp("followed"), FOLLOWED), load_settings())


def test_a_trace_follows_the_lines_that_answer_a_path_and_no_others(followed: DirectSession) -> None:
    text = trace_causal_path(followed, "GET /carts/5").text.split("\n")
    assert text == [
        "web/carts.js:3-7 in module:web/carts.js:__init__",
        "downstream, depth 3: 3 entities, 3 edges",
        "-> :find  calls L5 | (id)",
        "  -> :read  calls L16",
        "-> :count  calls L4 | ()",
        "L6 sends `shown`, which is handled by func:web/carts.js:audit (L14).",
        "These lines begin with `app.get('/carts/:id', async (req, res) => {`.",
    ]


def test_settings_and_errors_of_what_answers_a_path_are_followed_too(followed: DirectSession) -> None:
    config = trace_causal_path(followed, "GET /carts/5", "config").data
    assert "config:env:CARTS" in config["entities"]
    assert config["lines"] == [3, 7]
    dropped = trace_causal_path(followed, "DELETE /carts/5", "errors").text
    assert "Gone" in dropped
    assert "Gone" not in trace_causal_path(followed, "GET /carts/5", "errors").text


def test_a_trace_upstream_of_what_answers_a_path_says_who_asks_for_it(followed: DirectSession) -> None:
    assert trace_causal_path(followed, "GET /carts/5", "upstream").text.split("\n") == [
        "web/carts.js:3-7 in module:web/carts.js:__init__",
        "It answers GET /carts/:id (web/carts.js:3).",
        "By the text, requested at web/page.js:2.",
        "These lines begin with `app.get('/carts/:id', async (req, res) => {`.",
    ]


def test_of_several_that_answer_a_path_the_method_tells_one(followed: DirectSession) -> None:
    with pytest.raises(UnknownEntity, match="With GET or DELETE before it, it is one of these"):
        trace_causal_path(followed, "/carts/5")


def test_what_answers_a_path_of_common_words_is_found_where_its_end_is_written(tmp_path: Path) -> None:
    crowd = {f"web/session{number}.js": "export const session = 1;\n" for number in range(160)}
    own = {
        "api/session.js": "export const all = new Hono()\n"
        "  .get('/session', async (c) => {\n    return c.json(1);\n  });\n",
        "api/index.js": "import { all } from './session';\nexport const api = new Hono();\napi.route('/api', all);\n",
    }
    session = DirectSession(write(tmp_path, crowd | own), load_settings())
    data = open_surgical_window(session, "GET /api/session").data
    assert (data["file"], (data["start"], data["end"])) == ("api/session.js", (2, 4))


def test_what_answers_a_path_of_common_words_is_found_where_routes_are_kept(tmp_path: Path) -> None:
    crowd = {f"web/doc{number}.js": f"export const doc = {number};\n" for number in range(160)}
    own = {
        "server/routes/pages.js": 'const router = new Router();\n\nrouter.get("/doc/:name", async (ctx) => {\n'
        '  ctx.body = 1;\n});\n\nrouter.get("/s/:shareId", guard(), show);\n\nfunction show(ctx) {}\n',
    }
    session = DirectSession(write(tmp_path, crowd | own), load_settings())
    data = open_surgical_window(session, "GET /doc/some-doc").data
    assert (data["file"], (data["start"], data["end"])) == ("server/routes/pages.js", (3, 5))
    told = trace_causal_path(session, "GET /s/mine", "upstream").text
    assert told.startswith("func:server/routes/pages.js:show ")


HOME = """\
class HomeController
  def index
  end

  def gone
  end
end
"""
DRAWN = 'Rails.application.routes.draw do\n  root "home#index"\n  get "/404" => "home#gone"\nend\n'
RAILS = {"config/routes.rb": DRAWN, "app/controllers/home_controller.rb": HOME}
FLASK = {"app.py": 'app = Flask("shop")\n\n\n@app.route("/")\ndef home():\n    return ""\n'}


def test_what_a_match_of_method_and_path_answers_may_be_the_path_without_a_word(tmp_path: Path) -> None:
    served = (
        "async fn route(req: Request) -> Response {\n    match (req.method(), req.uri().path()) {\n"
        '        (&Method::GET, "/") => index(),\n        _ => not_found(),\n    }\n}\n'
    )
    session = DirectSession(write(tmp_path, {"src/serve.rs": served}), load_settings())
    data = open_surgical_window(session, "GET /").data
    assert (data["file"], data["start"], data["end"]) == ("src/serve.rs", 3, 3)


@pytest.mark.parametrize(
    ("files", "asked", "answering"),
    [
        (FLASK, "GET /", "func:app.py:home"),
        (RAILS, "GET /", "method:app/controllers/home_controller.rb:HomeController.index"),
        (RAILS, "GET /404", "method:app/controllers/home_controller.rb:HomeController.gone"),
    ],
)
def test_a_path_without_a_word_has_who_answers_it(
    tmp_path: Path, files: dict[str, str], asked: str, answering: str
) -> None:
    session = DirectSession(write(tmp_path, files), load_settings())
    assert trace_causal_path(session, asked).text.startswith(f"{answering}  L")
    with pytest.raises(UnknownEntity, match="has no word to look for; search for the routes"):
        trace_causal_path(session, "GET /7")


def test_a_path_below_the_bracket_of_its_call_has_who_answers_it(followed: DirectSession) -> None:
    assert trace_causal_path(followed, "POST /api/carts.move").text.split("\n") == [
        "web/api.js:3-10 in module:web/api.js:__init__",
        "downstream, depth 3: 1 entity, 1 edge",
        "-> :move  calls L8 | async (id)",
        "These lines begin with `api.post('carts.move',`.",
    ]
    above = trace_causal_path(followed, "POST /carts.move", "upstream").text
    assert "It answers POST /api/carts.move (web/api.js:3).\n" in above
    assert "The end of that path, or no method, is requested at web/store.js:3." in above


@pytest.mark.parametrize(("line", "lines"), [("8", [3, 10]), ("3-10", [3, 10]), ("3-14", None), ("20", None)])
def test_a_line_of_what_answers_a_path_means_that(
    followed: DirectSession, line: str, lines: list[int] | None
) -> None:
    data = trace_causal_path(followed, f"web/api.js:{line}").data
    assert data.get("lines") == lines
    reached = trace_causal_path(followed, f"web/api.js:{line}", to="func:web/api.js:move").text
    assert "func:web/api.js:move" in reached


def test_who_asks_for_a_path_is_told_the_lines_that_answer_it(followed: DirectSession) -> None:
    asks = trace_causal_path(followed, "method:web/store.js:Store.move").text
    assert "L3 asks for POST /carts.move, which web/api.js:3 answers below another path." in asks
    for asked in ("POST /carts.fill", "POST /carts.drop"):  # what a client is given answers nothing
        with pytest.raises(UnknownEntity):
            trace_causal_path(followed, asked)


def test_a_request_on_a_later_line_of_its_chain_answers_nothing(tmp_path: Path) -> None:
    service = (
        "export class Carts {\n  all() {\n    return this.http\n      .get<any>(`/api/carts/all`, {\n"
        "        params\n      })\n      .pipe(map((one) => one));\n  }\n}\n"
    )
    session = DirectSession(write(tmp_path, {"web/carts.service.ts": service}), load_settings())
    with pytest.raises(UnknownEntity):
        trace_causal_path(session, "GET /api/carts/all")
