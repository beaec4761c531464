"""Who asks for the path that a function answers, and who answers what a function asks for: by the text."""

from __future__ import annotations

from pathlib import Path

import pytest
from written_files import SessionOf, write

from nsccn.contracts.routes import requestanswers
from nsccn.contracts.routes.requesttexts import asked_paths, call_of, is_plain
from nsccn.contracts.routes.texts import lines_with_part
from nsccn.settings import load_settings
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

SHOP = {
    "app/main.py": (
        "from app import carts\n\napi = FastAPI(\n    openapi_url='/openapi.json',\n)\n"
        "api.include_router(carts.router, prefix='/api')\n"
    ),
    "app/carts.py": (
        'router = APIRouter(prefix="/carts")\n\n\n'
        '@router.get("/{cart_id}")\ndef show(cart_id): ...\n\n\n'
        '@router.post("/")\ndef add(cart): ...\n\n\n'
        '@router.delete("/{cart_id}/lines/{line_id}")\ndef drop(cart_id, line_id): ...\n\n\n'
        "def total(cart): ...\n"
    ),
    "web/carts.ts": (
        "export const load = (id: number) => axios.get(`/api/carts/${id}`);\n"  # 1
        "export const add = (cart: Cart) => fetch('/api/carts', {\n  method: 'POST',\n  body: cart,\n});\n"
        "export class Carts {\n  private url = '/api/carts';\n"  # 7
        "  find(id: number) {\n    return this.http.get<Cart>(`${this.url}/${id}`);\n  }\n"  # 9
        "  drop(cart: Cart, line: Line) {\n"
        "    return this.http.delete(this.url + '/' + cart.id + '/lines/' + line.id);\n  }\n}\n"  # 12
        "export const short = (id: number) => api.get(`carts/${id}`);\n"  # 15
        "export const others = () => axios.get('/api/carts/latest');\n"
        "export const total = (carts) => t('carts/total');\n"
        "export const a = (id) => client.get({ url: `/api/carts/${id}` });\n"
        "export const b = () => client.get({ url: '/api/stock' });\n"
    ),
    "tests/test_carts.py": (
        'def test_show(client):\n    client.get("/api/carts/1")\n    client.put("/api/carts/1")\n'
        '    requests.get(f"{BASE}/api/carts/{cart.id}?full=1")\n'
    ),
}
CARTS = "func:app/carts.py:"


def _said(session: DirectSession, entity: str, direction: str = "upstream") -> list[str]:
    beginnings = ("It answers", "By the text, requested", "The end of that path", "The path is also", "L")
    lines = trace_causal_path(session, entity, direction).text.split("\n")
    return [line for line in lines if line.startswith(beginnings)]


@pytest.mark.parametrize(
    ("entity", "said"),
    [
        (
            "show",
            [
                "It answers GET /api/carts/{cart_id} (app/main.py:6, app/carts.py:1,4).",
                "By the text, requested at web/carts.ts:1,9,18, tests/test_carts.py:2,4.",
                "The end of that path, or no method, is requested at web/carts.ts:15.",
            ],
        ),
        (
            "add",
            [
                "It answers POST /api/carts (app/main.py:6, app/carts.py:1,8).",
                "By the text, requested at web/carts.ts:2.",
            ],
        ),
        (
            "drop",
            [
                "It answers DELETE /api/carts/{cart_id}/lines/{line_id} (app/main.py:6, app/carts.py:1,12).",
                "By the text, requested at web/carts.ts:12.",
            ],
        ),
        ("total", []),
    ],
)
def test_callers_of_what_answers_a_path_are_the_lines_that_ask_for_it(
    session_of: SessionOf, entity: str, said: list[str]
) -> None:
    session = session_of(SHOP)
    assert _said(session, CARTS + entity) == said


def test_the_lines_that_ask_are_data_too(session_of: SessionOf) -> None:
    session = session_of(SHOP)
    data = trace_causal_path(session, CARTS + "add", "upstream").data
    assert data["routes"] == [
        {
            "method": "POST",
            "path": "/api/carts",
            "whole": True,
            "lines": [
                {"file": "app/main.py", "line": 6},
                {"file": "app/carts.py", "line": 1},
                {"file": "app/carts.py", "line": 8},
            ],
        }
    ]
    assert data["requested"] == [{"file": "web/carts.ts", "line": 2, "whole": True}]


@pytest.mark.parametrize(
    ("entity", "said"),
    [
        ("load", ["L1 asks for GET /api/carts/{}, which func:app/carts.py:show answers."]),
        ("add", ["L2 asks for POST /api/carts, which func:app/carts.py:add answers."]),
        ("Carts.find", ["L9 asks for GET /api/carts/{}, which func:app/carts.py:show answers."]),
        ("Carts.drop", ["L12 asks for DELETE /api/carts/{}/lines/{}, which func:app/carts.py:drop answers."]),
        ("short", ["L15 asks for GET carts/{}, which func:app/carts.py:show answers."]),
        ("total", []),
    ],
)
def test_what_a_function_asks_for_is_answered_by_another(
    session_of: SessionOf, entity: str, said: list[str]
) -> None:
    session = session_of(SHOP)
    assert _said(session, f"web/carts.ts:{entity}", "downstream") == said


SERVERS = {
    # A controller that a function is given, whose type is an interface; the router is what the function returns.
    "express": (
        {
            "server/carts.ts": (
                "import { Router } from 'express';\n\n"
                "export const cartRoutes = (cartController: ICarts): Router => {\n  const router = Router();\n"
                "  router.put('/:id', guard, cartController.change);\n  return router;\n};\n"
            ),
            "server/controller.ts": (
                "export interface ICarts {\n  change: RequestHandler;\n}\n\n"
                "export class Carts implements ICarts {\n  change = async (req, res) => {};\n}\n"
            ),
            "server/app.ts": (
                "import { cartRoutes } from './carts';\n\nexport const setup = (app, all) => {\n"
                "  const carts = cartRoutes(all.carts);\n  app.use('/api/v1/carts', guard, carts);\n};\n"
            ),
            "web/cart.ts": "const save = (cart) => patchy.put(`/carts/${cart.id}`, cart);\n",
        },
        "Carts.change",
        [
            "It answers PUT /api/v1/carts/:id (server/app.ts:5, server/carts.ts:5).",
            "The end of that path, or no method, is requested at web/cart.ts:1.",
        ],
    ),
    "gin": (
        {
            "main.go": (
                'package main\n\nfunc routes(g *gin.Engine) {\n\tclientAuth := g.Group("")\n'
                '\tapp := clientAuth.Group("/carts")\n\tapp.GET("/:id/lines", lines)\n}\n\n'
                "func lines(c *gin.Context) {}\n"
            ),
            "client/main.go": (
                "package client\n\nfunc Lines(base string, id string) {\n"
                '\thttp.Get(base + "/carts/" + id + "/lines")\n}\n'
            ),
        },
        "func:main.go:lines",
        ["It answers GET /carts/:id/lines (main.go:5,6).", "By the text, requested at client/main.go:4."],
    ),
    "minimal": (
        {
            "Api/Carts.cs": (
                "public static class Carts {\n    public static void Map(WebApplication app) {\n"
                '        var api = app.MapGroup("api/carts");\n        api.MapGet("/{id:int}", Show);\n    }\n'
                "    public static void Show(int id) {}\n}\n"
            ),
            "Web/Client.cs": (
                "public class Client(HttpClient http) {\n"
                '    private readonly string root = "api/Carts/";\n'
                '    public Task<Cart> Find(int id) {\n        var uri = $"{root}{id}";\n'
                "        return http.GetFromJsonAsync<Cart>(uri);\n    }\n}\n"
            ),
        },
        "Carts.Show",
        [
            "It answers GET /api/carts/{id:int} (Api/Carts.cs:3,4).",
            "By the text, requested at Web/Client.cs:5.",
        ],
    ),
    "spring": (
        {
            "Carts.java": (
                '@RequestMapping("/api/carts")\nclass Carts {\n    @GetMapping("/{id}")\n'
                '    Cart show(@PathVariable("id") long id) {\n        return null;\n    }\n}\n'
            ),
            "Shop.java": 'interface Shop {\n    @GET("api/carts/{id}")\n    Call<Cart> cart(@Path("id") long id);\n}\n',
            "Depot.java": (
                '@FeignClient("depot")\ninterface Depot {\n    @GetMapping("/api/stock")\n    Stock all();\n}\n'
            ),
        },
        "Carts.show",
        ["It answers GET /api/carts/{id} (Carts.java:1,3).", "By the text, requested at Shop.java:2."],
    ),
    "laravel": (
        {
            "routes/api.php": (
                "<?php\nuse App\\CloseCart;\n\nRoute::prefix('api')\n    ->middleware('api')\n"
                "    ->group(static function (): void {\n"
                "        Route::group(['prefix' => 'shop'], static function (): void {\n"
                "            Route::post('carts/{cart}/close', CloseCart::class);\n        });\n    });\n"
            ),
            "app/CloseCart.php": (
                "<?php\nnamespace App;\n\nclass CloseCart\n{\n    public function __invoke(Cart $cart) {}\n}\n"
            ),
            "js/carts.vue": (
                "<script>\nconst close = (cart) => http.silently.post(`shop/carts/${cart.id}/close`, {\n"
                "  lines: cart.lines.map(({ id }) => id),\n})\n</script>\n"
            ),
        },
        "CloseCart.__invoke",
        [
            "It answers POST /api/shop/carts/{cart}/close (routes/api.php:4,7,8).",
            "The end of that path, or no method, is requested at js/carts.vue:2.",
        ],
    ),
    "rails": (
        {
            "config/routes.rb": (
                "Rails.application.routes.draw do\n  resources :carts do\n"
                "    delete :clear, on: :collection\n  end\nend\n"
            ),
            "app/controllers/carts_controller.rb": (
                "class CartsController\n  def show\n    redirect_to carts_path\n  end\n\n  def clear\n  end\nend\n"
            ),
            "app/views/carts/index.html.erb": (
                "<%= link_to cart_path(cart) do %>\n<% end %>\n"
                "<%= button_to clear_carts_url, method: :delete do %>\n<% end %>\n"
            ),
        },
        "CartsController.clear",
        [
            "It answers DELETE /carts/clear (config/routes.rb:3).",
            "By the text, requested at app/views/carts/index.html.erb:3.",
        ],
    ),
    "folders": (
        {
            "app/api/carts/[id]/route.ts": "export async function GET() {}\n",
            "app/page.tsx": "const load = (id) => fetch(`/api/carts/${id}`);\n",
        },
        "func:app/api/carts/[id]/route.ts:GET",
        [
            "It answers GET /api/carts/[id] (app/api/carts/[id]/route.ts:1).",
            "By the text, requested at app/page.tsx:1.",
        ],
    ),
}


@pytest.mark.parametrize("server", SERVERS)
def test_routes_of_many_frameworks_are_asked_for(tmp_path: Path, server: str) -> None:
    files, entity, said = SERVERS[server]
    session = DirectSession(write(tmp_path, files), load_settings())
    assert _said(session, entity) == said


LOADED = {
    "app/Routing.php": (
        "<?php\nclass Routing\n{\n    function api()\n    {\n        Route::group([\n"
        "            'middleware' => 'api',\n            'prefix'     => 'api',\n"
        "        ], function ($router) {\n            require base_path('routes/api.php');\n        });\n"
        "        Route::middleware('x')->prefix('/shop')->group(base_path('routes/shop.php'));\n    }\n}\n"
    ),
    "bootstrap/app.php": "<?php\n$app->withRouting(\n    audit: __DIR__.'/../routes/audit.php',\n);\n",
    "routes/api.php": "<?php\nuse App\\Carts;\nRoute::get('carts/{id}', [Carts::class, 'show']);\n",
    "routes/shop.php": "<?php\nuse App\\Carts;\nRoute::get('carts', [Carts::class, 'all']);\n",
    "routes/audit.php": "<?php\nuse App\\Carts;\nRoute::get('carts', [Carts::class, 'audit']);\n",
    "app/Carts.php": (
        "<?php\nnamespace App;\nclass Carts\n{\n    function show() {}\n"
        "    function all() {}\n    function audit() {}\n}\n"
    ),
    "web.js": "const audit = () => axios.get('/carts');\n",
}


def test_a_file_of_routes_stands_below_what_loads_it_by_its_path(session_of: SessionOf) -> None:
    session = session_of(LOADED)
    assert _said(session, "Carts.show") == [
        "It answers GET /api/carts/{id} (app/Routing.php:8, routes/api.php:3)."
    ]
    assert _said(session, "Carts.all")[:1] == [
        "It answers GET /shop/carts (app/Routing.php:12, routes/shop.php:3)."
    ]


def test_what_stands_above_is_left_open_where_it_is_not_found(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path, LOADED), load_settings())
    asked = "The end of that path, or no method, is requested at web.js:1."
    assert _said(session, "Carts.audit") == ["It answers GET …/carts (routes/audit.php:3).", asked]
    files = {
        "routes.go": (
            'package shop\n\nfunc Routes(r *gin.RouterGroup) {\n\tr.GET("/carts", all)\n}\n\n'
            "func all(c *gin.Context) {}\n"
        ),
        "routes_test.go": 'package shop\n\nfunc TestAll(t *testing.T) {\n\tRoutes(gin.New().Group("/test"))\n}\n',
        "web.js": LOADED["web.js"],
    }
    session = DirectSession(write(tmp_path / "go", files), load_settings())
    assert _said(session, "func:routes.go:all") == ["It answers GET …/carts (routes.go:4).", asked]


def test_what_only_asks_as_a_handler_is_written_answers_nothing(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path, SERVERS["spring"][0]), load_settings())
    assert _said(session, "Shop.cart") == ["L2 asks a server for GET api/carts/{id}."]
    assert _said(session, "Depot.all") == ["L3 asks a server for GET /api/stock."]


def test_an_end_of_a_path_that_another_function_answers_is_not_asked_of_this_one(tmp_path: Path) -> None:
    files = {
        "app.js": (
            "const app = express();\napp.get('/carts/:id/lines', lines);\napp.get('/lines', all);\n"
            "app.get('/admin/carts', audit);\napp.get('/carts', list);\n"
            "function lines() {}\nfunction all() {}\nfunction audit() {}\nfunction list() {}\n"
        ),
        "web.js": "const a = () => axios.get('/lines');\nconst b = () => axios.get('/carts');\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    asked = {name: _said(session, f"func:app.js:{name}")[1:] for name in ("lines", "all", "audit", "list")}
    whole = "By the text, requested at web.js:{}."
    assert asked == {"lines": [], "all": [whole.format(1)], "audit": [], "list": [whole.format(2)]}


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ('fetch("/api/carts/" + id)', ("GET", "/api/carts/{}")),
        ("$.ajax({ url: '/carts/' + id, type: 'DELETE' })", ("DELETE", "/carts/{}")),
        ('http.NewRequest("POST", base+"/carts", nil)', ("POST", "carts")),
        ("response = client.patch(f'/carts/{cart.id}')", ("PATCH", "/carts/{}")),
        ('@DELETE("carts/{id}")', ("DELETE", "carts/{id}")),
        ('<form action="/carts" method="post">', ("POST", "/carts")),
        ('<button hx-put="/carts/1">', ("PUT", "/carts/1")),
        ("const { data } = useGet<Cart>('/carts')", ("GET", "/carts")),
        ("this.http.post(this.endpoint('api/carts'), cart)", ("POST", "api/carts")),
        ("post :carts, params: { id: 1 }", None),
        ('router.post("/carts", add)', None),
        ('app.MapGet("/carts", Show)', None),
        ('r.GET("/carts", show)', None),
        ('api.GET("/carts", show)', None),
        ('api.GET("/carts")', ("GET", "/carts")),
        (
            'return unwrap(api.POST("/carts/{id}/close", { params: { path: { id } } }))',
            ("POST", "/carts/{id}/close"),
        ),
        ("app.get('/carts', (req, res) => res.send())", None),
        ('@router.get("/carts")', None),
        ("const path = getEndpointFor('/carts')", None),
        ('.requestMatchers("/carts").permitAll()', None),
        ('say("no carts / lines")', None),
        ('    redirect_to "/carts/new"', ("GET", "/carts/new")),
        ("  res.redirect(302, '/carts');", ("GET", "/carts")),
        ("    return HttpResponseRedirect('/carts/')", ("GET", "/carts")),
        ("Route::redirect('/here', '/there');", None),
        ('    |> redirect(to: ~p"/carts/new")', ("GET", "/carts/new")),
        ('    <.link navigate={~p"/carts/#{@cart}"}>', ("GET", "/carts/{}")),
        ('    <.form action={~p"/carts"} method="delete">', ("DELETE", "/carts")),
        ('    conn = post(conn, ~p"/carts", cart)', ("POST", "/carts")),
        ('  carts_path: ~p"/carts",', ("", "/carts")),
        ('  # ~p"/carts" shows them', None),
        ('    get "/carts/:id", CartController, :show', None),
        ('    Store.get(:carts, "carts/#{cart.id}", [])', None),
        ("const locale = this.$store.get('carts/locale')", None),
        ("cartCache.delete(`/carts/${id}`)", None),
    ],
)
def test_a_line_asks_for_a_path_with_a_method(line: str, asked: tuple[str, str] | None) -> None:
    found = [
        (call.method, requestanswers.said("", path))
        for path in asked_paths(line)
        if (call := call_of([line], 1, path.text.first, path.text.last)) and not is_plain(path)
    ]
    assert found[:1] == ([asked] if asked else [])


def test_a_long_line_is_read_in_time_that_grows_with_it() -> None:
    for text in ('"' * 50_000, "`${" * 20_000, "fetch(" * 10_000, '"a" + ' * 10_000, "a." * 20_000 + '("/'):
        assert all(len(path.parts) < 20_000 for path in asked_paths(text))
        call_of([text], 1, min(len(text), 2_000), min(len(text), 2_000))


def test_what_server_code_asks_of_another_site_is_not_asked_of_this_one(session_of: SessionOf) -> None:
    session = session_of(
        {
            "app/main.py": '@app.get("/search")\ndef search(): ...\n',
            "app/elsewhere.py": (
                'BASE = "https://elsewhere.org"\n\n\ndef find(q):\n    return requests.get(f"{BASE}/search")\n'
            ),
            "app/chosen.py": (
                'SITES = ["https://a.elsewhere.org", "https://b.elsewhere.org"]\n\n\n'
                "def chosen():\n    return random.choice(SITES)\n\n\n"
                'def find(q):\n    return requests.get(chosen() + "/search")\n'
            ),
            "app/own.py": (
                'BASE = "http://localhost:8000"\n\n\ndef find(q):\n    return requests.get(BASE + "/search")\n'
            ),
            "web/find.ts": (
                'const base = "https://api.shop.org";\nexport const find = () => fetch(`${base}/search`);\n'
            ),
        }
    )
    assert _said(session, "func:app/main.py:search") == [
        "It answers GET /search (app/main.py:1).",
        "By the text, requested at app/own.py:5, web/find.ts:2.",
    ]


def test_a_log_neither_asks_for_a_path_nor_answers_it(session_of: SessionOf) -> None:
    logged = 'requests.get("/api/carts/1")\nrequests.get("/stock/count")\n'
    session = session_of({**SHOP, "var/asked.log": logged})
    assert not any("asked.log" in line for line in _said(session, f"{CARTS}show"))
    assert "is written at" not in search_and_rank(session, "GET /stock/count").text


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (r"""get('\\', "/carts", "a\"b", '/lines\'')""", ["/carts", "a\\b", "/lines\\"]),
        (r"""say("{\"cart\":\"/carts\", '/lines')""", ["/lines"]),
        (r"""say('\\', "\"cart\":", "/carts""", ["\\cart\\:"]),
    ],
)
def test_a_quote_that_is_escaped_ends_no_text(line: str, found: list[str]) -> None:
    assert [one.text.text for one in asked_paths(line)] == found


SHOWN = {
    "web/app/login/page.tsx": "export default function Page() {\n  return <Form />;\n}\n",
    "web/form.tsx": (
        "export const enter = () => fetch('/login', { method: 'POST' });\n"
        'export const Link = () => <a href="/login">in</a>;\n'
        "export const open = () => router.push('/login');\n"
    ),
    "api/login.ts": (
        "@Controller('/login')\nexport class LoginController {\n  @Post('/')\n  enter() {}\n}\n"
    ),
}


def test_a_page_is_shown_for_a_path_and_answers_nothing_that_is_sent_to_it(session_of: SessionOf) -> None:
    session = session_of(SHOWN)

    sent = trace_causal_path(session, "POST /login", "upstream").text
    assert sent.startswith("method:api/login.ts:LoginController.enter")
    assert "By the text, requested at web/form.tsx:1." in sent

    page = trace_causal_path(session, "web/app/login/page.tsx", "upstream").text
    assert "It answers GET /login (web/app/login/page.tsx:1)." in page
    assert "By the text, requested at web/form.tsx:2." in page  # neither where it is sent nor what pushes it


def test_what_a_page_exports_by_default_answers_as_the_page_does(session_of: SessionOf) -> None:
    files = {
        "web/app/cart/page.tsx": (
            "const CartPage: NextPage = () => {\n  return <Cart />;\n};\n"
            "export const Other = () => null;\nexport default memo(CartPage);\n"
        ),
        "web/app/till/page.tsx": "export default function () {\n  return <b>default</b>;\n}\n",
    }
    session = session_of(files)
    assert trace_causal_path(session, "CartPage", "upstream").text.splitlines()[3:] == [
        "It answers GET /cart (web/app/cart/page.tsx:1)."
    ]
    assert "answers" not in trace_causal_path(session, "Other", "upstream").text
    assert trace_causal_path(session, "web/app/till/page.tsx:default", "upstream").text.splitlines()[2:] == [
        "It answers GET /till (web/app/till/page.tsx:1)."
    ]


def test_of_what_answers_a_path_it_is_not_said_that_nothing_calls_it(session_of: SessionOf) -> None:
    """Nor is it said twice where the path is written, or who else may call it."""
    session = session_of(SHOWN)

    assert trace_causal_path(session, "POST /login", "upstream").text.splitlines()[2:] == [
        "It answers POST /login (api/login.ts:1,3).",
        "By the text, requested at web/form.tsx:1.",
    ]


DESCRIBED = {
    "routes/api.php": (
        "<?php\nuse App\\CartsController;\n"
        "Route::get('/carts/{uuid}', [CartsController::class, 'show'])->name('carts.show');\n"
    ),
    "app/CartsController.php": (
        "<?php\nnamespace App;\nuse OpenApi\\Attributes as OA;\nclass CartsController\n{\n"
        "    #[OA\\Get(\n        path: '/carts/{uuid}',\n"
        "        parameters: [new OA\\Parameter(name: 'uuid', in: 'path')],\n    )]\n"
        "    public function show(Request $request)\n    {\n        return $request->route('uuid');\n    }\n"
        "    public function close(Request $request)\n    {\n"
        "        return redirect()->route('carts.show', $request->route('carts.show'));\n    }\n}\n"
    ),
}


def test_what_only_describes_a_path_routes_nothing_and_a_parameter_is_no_name(session_of: SessionOf) -> None:
    session = session_of(DESCRIBED)

    assert _said(session, "CartsController.show") == [
        "It answers GET /carts/{uuid} (routes/api.php:3).",
        "By the text, requested at app/CartsController.php:16.",
    ]


TENANTS = {
    "app/main.py": (
        "from app import carts\napi = FastAPI()\nshops = APIRouter(prefix='/{shop}')\n"
        "shops.include_router(carts.router, prefix='/carts')\napi.include_router(shops)\n"
    ),
    "app/carts.py": "router = APIRouter()\n\n@router.post('/{cart_id}/close')\ndef close(cart_id): ...\n",
    "web/carts.js": (
        "const resource = 'carts'\nexport const close = (id) => API.post(`/${resource}/${id}/close`)\n"
        "export const again = (id) => API.post(`/carts/${id}/close`)\n"
        "export const other = (id) => API.post(`/orders/${id}/close`)\n"
    ),
}


def test_a_path_may_lie_below_which_shop_is_meant_and_begin_with_what_a_name_stands_for(
    session_of: SessionOf,
) -> None:
    session = session_of(TENANTS)

    assert _said(session, "app/carts.py:close") == [
        "It answers POST /{shop}/carts/{cart_id}/close (app/main.py:3,4, app/carts.py:3).",
        "The end of that path, or no method, is requested at web/carts.js:2,3.",
    ]


@pytest.mark.parametrize(
    "asked", ["GET /api/carts/42", "/api/carts/{cart_id}", "api/carts/42", "GET api/carts/1"]
)
def test_what_answers_is_found_by_its_path(session_of: SessionOf, asked: str) -> None:
    session = session_of(SHOP)

    assert trace_causal_path(session, asked, "upstream").data["root"] == CARTS + "show"


def test_a_file_is_not_read_anew_for_each_path_that_a_function_asks_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, SHOP)
    settings = load_settings({"cache_dir": tmp_path / ".cache"}, repo=tmp_path)
    index = DirectSession(tmp_path, settings).index()
    graph, read = index.snapshot.graph, list[str]()
    whole = index.text
    monkeypatch.setattr(index, "text", lambda path: read.append(path) or whole(path))
    (asking,) = (one for one in graph.named("drop") if graph.path_of(one) == "web/carts.ts")

    assert requestanswers.answers(index, graph, graph.entity(asking))
    most = max(map(read.count, read))
    assert most <= 3  # as code, as what asks, as rows of routes; not once for each part of a path


FIELDS = {
    "app.py": "import carts\n\nfrom fastapi import FastAPI\n\napp = FastAPI()\napp.include_router(carts.router)\n",
    "carts.py": "router = APIRouter(prefix='/api/carts')\n\n\n@router.get('/all')\ndef all_carts(): ...\n\n\n"
    "@router.post('/scan')\ndef scan(): ...\n\n\n@router.get('/health')\ndef health(): ...\n\n\n"
    "@router.get('/push/{token}')\ndef push(token): ...\n",
    "web/carts.ts": "const prefix = '/api';\n\nconst routes = {\n  all: `${prefix}/carts/all`,\n"
    "  scan: `${prefix}/carts/scan`,\n};\n\n"
    "export class CartAPI extends BaseAPI {\n  baseRoute = routes.all;\n}\n",
    "web/scan.ts": "const routes = { scan: '/api/carts/scan' };\n\nexport function scan(form, language) {\n"
    "  let route = routes.scan\n  if (language) {\n    route = `${route}?language=${language}`\n  }\n"
    "  return requests.post<string>(route, form);\n}\n",
    "web/health.js": "const healthUrl = window.BASE + '/api/carts/health';\n\nfetch(healthUrl).then(show);\n",
    "web/Push.vue": "<script>\nexport default { computed: { pushURL() {\n"
    "    return this.$root.baseURL + '/api/carts/push/' + this.token + '?status=up';\n  } } };\n</script>\n",
    "openapi.json": '{"paths": {\n  "/api/carts/all": {"get": {}}\n}}\n',
    "web/router.ts": "export const pages = [{ path: '/api/carts/all', component: All }];\n",
}


@pytest.mark.parametrize(
    ("entity", "said"),
    [
        ("all_carts", ["The path is also written at web/carts.ts:4."]),
        ("scan", ["By the text, requested at web/scan.ts:8.", "The path is also written at web/carts.ts:5."]),
        ("health", ["By the text, requested at web/health.js:3."]),
        ("push", ["The path is also written at web/Push.vue:3."]),
    ],
)
def test_a_path_that_is_kept_for_what_asks_elsewhere_is_told_where_it_is_written(
    session_of: SessionOf, entity: str, said: list[str]
) -> None:
    _, *found = _said(session_of(FIELDS), f"carts.py:{entity}")
    assert found == said


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("get('/carts')\nthis.carts.show(carts)", [1]),
        ("recarts/\n'carts/{id}'\n\"^carts$\"", [2, 3]),
        ("resources :carts\n'POST carts'\ncarts", [1, 2]),
        ("Route::resource('shops.carts')", []),
        ("carts", []),
    ],
)
def test_lines_with_a_part_of_a_path_have_it_as_one(text: str, expected: list[int]) -> None:
    assert [number for number, _ in lines_with_part(["carts"], text)] == expected
    assert lines_with_part(["carts"], "'shops.carts'", nested=True) == [(1, "'shops.carts'")]


NAMESAKES = {
    "src/main/java/shop/Carts.java": """\
package shop;

@RestController
@RequestMapping("/api/carts")
public class Carts {
  @DeleteMapping
  public void clear() {}

  @GetMapping("/{id}/bill")
  public Bill bill(long id) { return null; }
}
""",
    "web/carts.service.ts": """\
export class CartsService {
  private readonly url = `${BASE}/api/carts`;

  open(cart: Cart) {
    let url: string | null = null;
    if (cart.isOld) {
      url = `/old/cart/${cart.id}`;
    }
    window.open(url);
  }

  clear() {
    return this.http.delete<void>(this.url, { params });
  }

  bill(cart: Cart) {
    const billUrl = `${this.url}/${cart.id}/bill`;
    return this.http.get(billUrl, { responseType: 'blob' });
  }
}
""",
}


def test_what_an_object_keeps_is_no_variable_of_the_same_name(session_of: SessionOf) -> None:
    session = session_of(NAMESAKES)

    for method, line in (("clear", 13), ("bill", 18)):
        said = _said(session, f"Carts.{method}")
        assert f"By the text, requested at web/carts.service.ts:{line}." in said


JOINED = {
    "Shop/Api.cs": "public static class Api\n{\n    public static void Map(IEndpointRouteBuilder app)\n    {\n"
    '        app.MapGet("/api/carts/{id:int}", Show);\n        app.MapGet("/api/carts", All);\n    }\n'
    "    public static Cart Show(int id) { return null; }\n    public static Cart All() { return null; }\n}\n",
    "Mobile/Carts.cs": "public class Carts(IRequests requests, ISettings settings)\n{\n"
    '    private const string Base = "api/carts";\n\n'
    "    public Task<Cart> One(int id)\n    {\n"
    "        var uri = UriHelper.CombineUri(settings.Gateway,\n"
    '            $"{Base}/{id}?version=2");\n'
    "        return requests.GetAsync<Cart>(uri);\n    }\n"  # 9
    "    public Task<Cart> Again(int id)\n    {\n"
    '        var uri = $"{UriHelper.CombineUri(settings.Gateway, $"{Base}/{id}")}?version=2";\n'
    "        return requests.GetAsync<Cart>(uri);\n    }\n"  # 14
    "    public Task<Cart> Every()\n    {\n"
    '        var uri = $"{UriHelper.CombineUri(settings.Gateway, Base)}?version=2";\n'
    "        return requests.GetAsync<Cart>(uri);\n    }\n}\n",  # 19
}


@pytest.mark.parametrize(
    ("entity", "direction", "said"),
    [
        (
            "Carts.One",
            "downstream",
            "L9 asks for GET api/carts/{}, which method:Shop/Api.cs:Api.Show answers.",
        ),
        (
            "Carts.Again",
            "downstream",
            "L14 asks for GET api/carts/{}, which method:Shop/Api.cs:Api.Show answers.",
        ),
        (
            "Carts.Every",
            "downstream",
            "L19 asks for GET api/carts, which method:Shop/Api.cs:Api.All answers.",
        ),
        ("Api.Show", "upstream", "By the text, requested at Mobile/Carts.cs:9,14."),
    ],
)
def test_a_path_is_joined_with_the_address_of_a_server_by_a_call(
    tmp_path: Path, entity: str, direction: str, said: str
) -> None:
    session = DirectSession(write(tmp_path, JOINED), load_settings())
    assert said in trace_causal_path(session, entity, direction).text.split("\n")


def test_the_method_of_an_interface_asks_for_what_its_mark_says_and_answers_nothing(tmp_path: Path) -> None:
    session = DirectSession(
        write(
            tmp_path,
            {
                "Shop.kt": 'interface Shop {\n    @GET(value = "carts")\n    suspend fun carts(): List<Cart>\n\n'
                '    @POST("carts/{id}")\n    suspend fun add(@Path("id") id: Long): Cart\n}\n',
                "Depot.java": '@FeignClient("depot")\ninterface Depot {\n'
                '    @GetMapping("/stock")\n    Stock all();\n}\n',
                "Carts.java": '@Path("carts")\nclass Carts {\n    @GET\n    String all() { return ""; }\n}\n',
            },
        ),
        load_settings(),
    )
    assert _said(session, "Shop.kt:Shop.carts") == ["L2 asks a server for GET carts."]
    assert _said(session, "Shop.kt:Shop.add", "downstream") == ["L5 asks a server for POST carts/{id}."]
    assert _said(session, "Depot.java:Depot.all") == ["L3 asks a server for GET /stock."]
    assert _said(session, "Carts.java:Carts.all") == [
        "It answers GET /carts (Carts.java:1,3).",
        "By the text, requested at Shop.kt:2.",
    ]
