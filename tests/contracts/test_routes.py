"""What a path of a URL stands for, where folders spell it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from written_files import SessionOf, write

from nsccn.contracts.routes import methodnames, mountedlines, mounts
from nsccn.errors import AmbiguousEntity, PathOutsideRoot, UnknownEntity
from nsccn.settings import load_settings
from nsccn.tools.open_surgical_window import open_surgical_window
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from nsccn.contracts.routes.files import RouteFiles
    from nsccn.graph.routes import Route
    from nsccn.index import RepoIndex

ROUTES = {
    "web/app/(shop)/api/carts/route.ts": (
        "export async function GET() {\n  return list();\n}\n\nexport const POST = async () => {\n  return add();\n};\n"
        "\nfunction list() {}\n\nfunction add() {}\n"
    ),
    "web/app/(shop)/api/carts/[id]/route.ts": "export const GET = async () => load();\n\nfunction load() {}\n",
    "web/app/(shop)/api/carts/latest/route.ts": "export const GET = async () => last();\n\nfunction last() {}\n",
    "web/app/(shop)/cart/page.tsx": "export default function CartPage() {\n  return <Cart />;\n}\n",
    "site/src/routes/cart/+page.server.ts": "export const load = () => fetch('/api/carts');\n",
    "old/pages/api/orders.ts": "export default function orders() {}\n",
    "old/pages/api/orders.test.ts": "test('orders', () => {});\n",
    "old/pages/api/orders.module.css": ".orders {}\n",
    "nuxt/server/api/bills.get.ts": "export default defineEventHandler(() => all());\n",
    "nuxt/server/api/bills.post.ts": "export default defineEventHandler(() => more());\n",
    "shop/server/models/user.py": "class User: ...\n",
}

LIST = "func:web/app/(shop)/api/carts/route.ts:GET"
ADD = "func:web/app/(shop)/api/carts/route.ts:POST"
ONE = "func:web/app/(shop)/api/carts/[id]/route.ts:GET"
LAST = "func:web/app/(shop)/api/carts/latest/route.ts:GET"


@pytest.fixture
def session(session_of: SessionOf) -> DirectSession:
    return session_of(ROUTES)


@pytest.mark.parametrize(
    ("asked", "answering"),
    [
        ("/api/carts", [LIST, ADD]),
        ("POST /api/carts", [ADD]),
        ("/api/carts/[id]", [ONE]),
        ("/api/carts/:cart", [ONE]),
        ("/api/carts/${cart.id}", [ONE]),
        ("/api/carts/42?full=1", [ONE]),
        ("GET /api/carts/latest", [LAST]),
        # As logs have it, with the protocol or the answer.
        ('10.0.0.7 - - [27/Nov/2026:10:00:00 +0000] "GET /api/carts/42?full=1 HTTP/1.1" 500 12', [ONE]),
        ("POST /api/carts 500", [ADD]),
        ("POST /api/bills", ["module:nuxt/server/api/bills.post.ts:__init__"]),
        ("/api/orders", ["module:old/pages/api/orders.ts:__init__"]),
        (
            "/cart",
            [
                "module:site/src/routes/cart/+page.server.ts:__init__",
                "module:web/app/(shop)/cart/page.tsx:__init__",
            ],
        ),
    ],
)
def test_the_path_of_a_url_stands_for_what_answers_it(
    session: DirectSession, asked: str, answering: list[str]
) -> None:
    found = search_and_rank(session, asked).data["results"]
    assert {hit["id"]: hit["why"] for hit in found[: len(answering)]} == dict.fromkeys(
        answering, "answers the URL"
    )
    if len(answering) == 1:
        assert trace_causal_path(session, asked, "downstream").text.startswith(answering[0])
        assert open_surgical_window(session, asked).text.startswith(
            answering[0].partition(":__init__")[0][:4]
        )
    else:
        with pytest.raises(AmbiguousEntity, match="names 2 entities; give one id: "):
            trace_causal_path(session, asked)


def test_what_only_has_the_words_of_a_path_is_behind_the_cursor(session: DirectSession) -> None:
    answer = search_and_rank(session, "GET /cart")
    assert {hit["why"] for hit in answer.data["results"]} == {"answers the URL"}
    assert "less likely: cursor=" in answer.text


@pytest.mark.parametrize(
    "asked", ["/api/refunds", "/api/carts/42/lines", "/etc/passwd", "/models/user", "/", "//"]
)
def test_a_path_that_nothing_answers_lies_outside(session: DirectSession, asked: str) -> None:
    with pytest.raises(PathOutsideRoot):
        trace_causal_path(session, asked)


def test_a_path_that_may_be_that_of_a_url_is_said_to_be_none_that_is_known(session: DirectSession) -> None:
    with pytest.raises(PathOutsideRoot, match="as that of a URL, no route of it was found"):
        trace_causal_path(session, "/api/refunds")


def test_lines_that_write_no_path_cost_nothing_however_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mountedlines, "_MOST_WORK", 2000)
    files = {
        "Cargo.toml": '[package]\nname = "shop"\n',
        "src/lib.rs": (
            "mod of_big;\nuse of_big::big;\nmod of_show;\nuse of_show::show;\n"
            'pub fn config(cfg: &mut ServiceConfig) {\n  cfg.service(\n    scope("/api/carts")\n'
            '      .service(resource("/big").route(get().to(big)))\n'
            '      .service(\n        scope("/kept")\n          .route("", get().to(show))\n      ),\n  );\n}\n'
        ),
        "src/of_big.rs": "pub fn big() {\n" + "  fill();\n" * 3000 + "}\n",
        "src/of_show.rs": "pub fn show() {}\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    said = open_surgical_window(session, "GET /api/carts/kept").text
    assert said.startswith("func:src/of_show.rs:show  L")


def test_a_file_that_writes_all_of_a_path_is_told_before_those_with_its_end(tmp_path: Path) -> None:
    files = {"app/log.dart": "void log() => add('got \"/register\"');\n"}
    files["core/paths.rs"] = 'const REGISTER: &str = "/api/v2/register";\n'
    session = DirectSession(write(tmp_path, files), load_settings())
    with pytest.raises(UnknownEntity, match=r"The end of that path is written at core/paths\.rs:1 "):
        trace_causal_path(session, "POST /api/v2/register")


WRITTEN = {
    "app/api.py": 'api.include_router(cart_router, prefix="/carts")\n',
    "app/carts.py": (
        '@router.get("/{cart_id}")\ndef show(): ...\n\n\n'
        '@router.put(\n    "/{cart_id}/lines/{line_id}"\n)\ndef edit(): ...\n'
    ),
    "web/carts.js": "export const edit = (id, line) => put(`/api/carts/${id}/lines/${line}`);\n",
    "service/main.go": (
        "package main\n\nfunc routes() {\n"
        '\tauth.POST("/stock/:id/count", count)\n\tauth.GET("/stock/:id/count", show)\n}\n'
    ),
    "shop/Stock.java": (
        'class Stock {\n    @PostMapping("prices")\n    void price() {}\n    String said = "prices";\n'
        '    String target = "prices";\n}\n'
    ),
    "config/routes.rb": "resources :orders do\n  put :close\nend\n",
    "app/urls.py": 'add_resource(Refresh, "/bills/<bill_id>/refresh")\nfresh = request.args.get("refresh")\n',
    "web/bills.js": 'post("/bills/1/refresh");\nget("/bills/1/refresh");\n',
    "app/patterns.py": (
        're_path(\n    "^sales/",\n    Sales.as_view(),\n)\nre_path(r"^sales/(?P<pk>\\d+)/?$", Sale.as_view())\n'
        're_path(\n    r"^sales/(?P<pk>[^/.]+)/lines/$",\n    Lines.as_view(),\n)\n'
    ),
    "shop/urls.py": (
        'router.register(r"baskets", BasketView)\nrouter.register(\n    "returns", ReturnView\n)\n'
        'router.register("events", EventView)\n'
    ),
    "shop/views.py": (
        "class Sorted:\n    @action(detail=True)\n    def sort(self): ...\n\n\n"
        'class BasketView:\n    @transaction.atomic\n    @action(\n        methods=["get", "post"]\n    )\n'
        "    def reject(self): ...\n\n    @transaction.atomic\n    def empty(self): ...\n\n"
        '    @action(url_path="pay")\n    def settle(self): ...\n\n\n'
        "class ReturnView(Sorted):\n    @action()\n    def reject(self): ...\n"
    ),
    "partners/urls.py": 'router.register("items", ReturnView)\n',
    "partners/views.py": "class ReturnView:\n    @action()\n    def reject(self): ...\n",
    "koa/routes.ts": 'router.post(\n  "parcels.send",\n  auth(),\n  send\n);\n',
    "app/parcels.ts": 'await client.post("/parcels.send");\n',
    "koa/routes.test.ts": 'server.post("/api/parcels.send");\n',
    "tests/test_bills.py": 'client.get("/bills/1/refresh")\n',
    "tests/test_stock.py": 'client.post("/stock/1/count")\n',
}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            "PUT /api/carts/42/lines/7",
            'is written at app/carts.py:6 `@router.put( "/{cart_id}/lines/{line_id}" )` for func:app/carts.py:edit, ',
        ),
        (
            "GET /api/carts/42",
            'A part of that path is written at app/api.py:1 `api.include_router(cart_router, prefix="/carts")`.',
        ),
        # Of a test it is only said that there is one.
        (
            "POST /v1/stock/{id}/count",
            'written at service/main.go:4 `auth.POST("/stock/:id/count", count)` and 1 more file.',
        ),
        (
            "/v1/stock/:id/count",
            'service/main.go:4,5 `auth.POST("/stock/:id/count", count)` and 1 more file.',
        ),
        (
            "POST /api/prices",
            'written at shop/Stock.java:2 `@PostMapping("prices")` for method:shop/Stock.java:Stock.price.',
        ),
        ("GET /orders", "The end of that path is written at config/routes.rb:1 `resources :orders do`."),
        ("PUT /api/orders/42/close", "The end of that path is written at config/routes.rb:2 `put :close`."),
        # A line that says no method may answer any; one that says another does not.
        ("POST /api/bills/1/refresh", "app/urls.py:1 `add_resource(Refresh,"),
        ("POST /api/bills/1/refresh", 'web/bills.js:1 `post("/bills/1/refresh");`.'),
        # A router gives a path without a slash, and answers for each thing below it.
        ("GET /api/baskets", 'at shop/urls.py:1 `router.register(r"baskets", BasketView)`.'),
        ("GET /api/baskets/PX7", 'The end of that path is written at shop/urls.py:1 `router.register(r"bask'),
        (
            "GET /api/returns/7",
            'The end of that path is written at shop/urls.py:3 `router.register( "returns",',
        ),
        (
            "POST /api/orders/7",
            "The end of that path is written at config/routes.rb:1 `resources :orders do`.",
        ),
        # Who asks for it comes behind what answers.
        (
            "POST /api/parcels.send",
            'at koa/routes.ts:2 `router.post( "parcels.send", auth(),`, app/parcels.ts:1 `await client',
        ),
        # The name of a function, where a decorator says so and has no other, of the type that is registered.
        (
            "POST /api/baskets/7/reject",
            '`@action( methods=["get", "post"] ) def reject(self): ...` for method:shop/views.py:BasketView.reject.',
        ),
        (
            "POST /api/returns/7/reject",
            "is written at shop/views.py:22 `@action() def reject(self): ...` for ",
        ),
        (
            "POST /api/items/7/reject",
            "is written at partners/views.py:3 `@action() def reject(self): ...` for ",
        ),
        (
            "POST /api/returns/sort",
            "is written at shop/views.py:3 `@action(detail=True) def sort(self): ...` for method:shop/views.py:Sorted.",
        ),
        # Of what is registered nowhere, whatever has the name.
        (
            "POST /api/bundles/7/reject",
            "`@action() def reject(self): ...` for method:partners/views.py:ReturnView.reject, shop/views.py:11",
        ),
        ("POST /api/baskets/7/pay", 'is written at shop/views.py:16 `@action(url_path="pay")` for '),
        # Patterns, as Django has them.
        ("/api/sales/", 'app/patterns.py:2 `re_path( "^sales/", Sales.as_view(),`.'),
        ("/api/sales/42", 'app/patterns.py:5 `re_path(r"^sales/(?P<pk>\\d+)/?$", Sale.as_view())`.'),
        (
            "/api/sales/42/lines/",
            'app/patterns.py:7 `re_path( r"^sales/(?P<pk>[^/.]+)/lines/$", Lines.as_view(),`.',
        ),
    ],
)
def test_a_path_that_no_folder_spells_is_told_where_it_is_written(
    session_of: SessionOf, asked: str, said: str
) -> None:
    session = session_of(WRITTEN)
    for ask in (trace_causal_path, open_surgical_window):
        with pytest.raises(UnknownEntity, match="No entity") as error:
            ask(session, asked)
        assert said in str(error.value)
    assert said in search_and_rank(session, asked).text.partition("\n1. ")[0]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("POST /api/returns/7/reject", "method:shop/views.py:ReturnView.reject"),
        ("POST /api/returns/sort", "method:shop/views.py:Sorted.sort"),
    ],
)
def test_a_path_before_the_name_of_a_method_is_looked_for_where_its_type_or_an_heir_is_named(
    asked: str, said: str, session_of: SessionOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = {f"web/returns{number}.ts": 'get("/api/returns/7");\n' for number in range(20)}
    session = session_of(WRITTEN | others)
    writing, looked_at = methodnames.lines_writing, set[str]()

    def noting(
        index: RepoIndex, route: Route, named: Sequence[int], files: RouteFiles | None, slots: Iterable[int]
    ) -> Iterator[object]:
        if route.parts[-1] == "returns":
            looked_at.update(index.snapshot.entities.paths[slot] for slot in slots)
        return writing(index, route, named, files, slots)

    monkeypatch.setattr(methodnames, "lines_writing", noting)
    assert said in search_and_rank(session, asked).text
    assert "shop/urls.py" in looked_at
    assert looked_at.isdisjoint(others)


HANDED = {
    "app/urls.py": (
        "from app.views import Bill, Bills, Refunds, show, signed\n\n\n"
        'def scoped(path): ...\n\n\ndef routes(api):\n    api.add(Bills, scoped("/bills"))\n'
        '    api.add(\n        Bill,\n        "/bills/<bill_id>",\n        "/bills/<bill_id>.<kind>",\n    )\n'
        '    api.add("/refunds", Refunds.as_view({"get": "list_all", "post": "create"}))\n'
        '    api.add("/returns", Refunds.as_view(names=["post", "list_all"]))\n'
        '    api.add("/receipts/<id>", signed(show))\n    api.add("/receipts/<id>/lines", lambda id: keep(show, id))\n'
        '    api.add("/orders", orders)\n'
    ),
    "app/views.py": (
        "from rest_framework import ViewSet\n\n\n"
        "class Resource:\n    def options(self): ...\n\n\nclass Bills(Resource):\n    def get(self): ...\n\n"
        "    def post(self): ...\n\n\nclass Bill(Resource):\n    def get(self): ...\n\n\n"
        "class Refunds(ViewSet):\n    def list_all(self): ...\n\n    def create(self): ...\n\n\n"
        'def signed(view): ...\n\n\ndef show(id): ...\n\n\n@route("/status.json")\ndef status(): ...\n\n\n'
        '@namespace.route("/taxes")\nclass Taxes(Resource):\n    def put(self): ...\n\n\n'
        '@route("/orders")\ndef first(): ...\n\n\n@route("/orders")\ndef second(): ...\n\n\n'
        '@invalidate("/prices")\ndef forget(): ...\n'
    ),
    "web/bills.js": "export const bills = () => axios.get('/bills', shown);\nfunction shown() {}\n",
    "site.js": (
        "const edit = () => api.put(`/stock/lines/${line}`);\n"
        "const put = () => api.put(`/shelves/${shelf}/lines/${line}`);\n"
    ),
    "server/load.go": (
        "package server\n\nfunc Routes() []Route {\n\treturn []Route{\n"
        '\t\t{\n\t\t\tPattern: "/load",\n\t\t\tHandler: Wrapped(load),\n\t\t},\n'
        '\t\t{\n\t\t\tPattern: "/stop",\n\t\t\tHandler: Wrapped(stop),\n\t\t},\n\t}\n}\n\n'
        "type Wrapped func()\n\nfunc load() {}\n\nfunc stop() {}\n"
    ),
}


@pytest.mark.parametrize(
    ("asked", "answering"),
    [
        ("POST /bills", "method:app/views.py:Bills.post"),
        ('INFO: 127.0.0.1:5000 - "POST /bills HTTP/1.1" 422', "method:app/views.py:Bills.post"),
        ("POST http://localhost:5000/bills 500 (Internal Server Error)", "method:app/views.py:Bills.post"),
        ("OPTIONS /bills", "method:app/views.py:Resource.options"),
        ("/bills", "class:app/views.py:Bills"),
        ("DELETE /bills", "class:app/views.py:Bills"),  # which has no such method
        ("GET /bills/42", "method:app/views.py:Bill.get"),
        ("POST /refunds", "method:app/views.py:Refunds.create"),
        ("/refunds", "class:app/views.py:Refunds"),
        ("POST /returns", "method:app/views.py:Refunds.list_all"),
        ("GET /receipts/42", "func:app/views.py:show"),
        ("/status.json", "func:app/views.py:status"),
        ("PUT /taxes", "method:app/views.py:Taxes.put"),
        ("POST /load", "func:server/load.go:load"),
        ("POST /stop", "func:server/load.go:stop"),
    ],
)
def test_a_path_stands_for_what_a_router_is_given_with_all_of_it(
    session_of: SessionOf, asked: str, answering: str
) -> None:
    session = session_of(HANDED)
    answer = trace_causal_path(session, asked, "downstream").text
    assert answer.startswith(answering + "  L")
    assert "\nThat path is written at " in answer
    assert open_surgical_window(session, asked).text.startswith(answering + "  L")
    found = search_and_rank(session, asked)
    assert f" is answered by {answering}  L" in found.text
    assert found.data["around"]["id"] == answering
    assert found.data["results"] == []  # all else has words of the path at most


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        # Only its end is written there.
        (
            "GET /api/receipts/42",
            'app/urls.py:16 `api.add("/receipts/<id>", signed(show))` for func:app/views.py:show.',
        ),
        # What a function without a name hands on is not what answers.
        ("GET /receipts/42/lines", "lambda id: keep(show, id))`."),
        # Nor is what a decorator tells of a path that makes no route.
        ("GET /prices", '`@invalidate("/prices")`.'),
        # Who asks for all of it comes before who asks for what only has its end.
        (
            "PUT /shelves/4/lines/2",
            "site.js:2 `const put = () => api.put(`/shelves/${shelf}/lines/${line}`);`",
        ),
        # Two are written for it.
        (
            "GET /orders",
            'first, app/views.py:43 `@route("/orders")` for func:app/views.py:second',
        ),
    ],
)
def test_a_path_stands_for_nothing_where_more_or_less_of_it_is_written(
    session_of: SessionOf, asked: str, said: str
) -> None:
    session = session_of(HANDED)
    for ask in (trace_causal_path, open_surgical_window):
        with pytest.raises(UnknownEntity, match="No entity") as error:
            ask(session, asked)
        assert said in str(error.value)


FORMS = {
    "main.go": (
        'package main\n\nvar table = map[string]Handler{\n\t"/go/one": first,\n\t"/go/two": second,\n}\n\n'
        'func main() {\n\tr.GET("/go/three", guard, first)\n\tr.GET("/go/four", guard, unknown.List)\n'
        '\tr.DELETE("/go/five", first)\n\tr.GET("/go/six/:id", first)\n\tr.GET("/go/six/all", second)\n'
        '\tr.GET("/go/seven/all", second)\n\tr.GET(prefix+"/go/eight", second)\n\tapply("/go/nine", second)\n'
        '\tmux.Handle("/go/ten", guard(http.HandlerFunc(first)))\n}\n\n'
        "func guard() {}\n\nfunc first() {}\n\nfunc second() {}\n"
    ),
    "server.js": (
        "import { guard, first, second } from './handlers.js';\n"
        "router.route('/js/one').get(guard, first).post(second);\nrouter.use('/js/two', guard);\n"
        "fastify.route({ method: 'GET', url: '/js/three', handler: first, preHandler: guard });\n"
        "const load = () => useData('/js/four', first);\n$.get('/js/five', first);\n"
        "router.route('/js/six').put(lodash.get(known, second));\n"
    ),
    "handlers.js": "export function guard() {}\nexport function first() {}\nexport function second() {}\n",
    "src/main.rs": (
        'fn app() -> Router {\n    Router::new()\n        .route("/rs/one", get(first).post(second))\n'
        '        .route("/rs/two", post(second).layer(from_fn(guard)))\n'
        '        .route("/rs/three", web::get().to(first).wrap(guard))\n'
        '        .service(resource("/rs/four").route(get().to(first)).route(post().guard(guard).to(second)))\n'
        '        .route("/rs/five", web::get().wrap(from_fn(guard)).to(first))\n}\n'
        "async fn first() {}\nasync fn second() {}\nfn guard() {}\n"
    ),
    "api.py": (
        "from rest_framework import ViewSet\n\n\nclass Cart: ...\n\n\ndef guard(): ...\n\n\ndef first(): ...\n\n\n"
        "class Carts(ViewSet):\n    def all(self): ...\n\n\n"
        "class Guard: ...\n\n\n"
        'app.add_api_route("/py/one", first, response_model=Cart)\n'
        'routes = [Route("/py/two", endpoint=first, middleware=[Middleware(guard)])]\n'
        'api.add("/py/three", Carts.as_view({"get": "all"}, permission_classes=[Guard]))\n\n\n'
        '@forget("/py/four")\ndef four(): ...\n'
    ),
    "Shop.java": (
        '@RequestMapping("/java/one")\npublic class Shop {\n    Shop all() { return of(Shop::get, Cart.class); }'
        "\n\n"
        '    @GetMapping("/{id}")\n    public Cart get() { return null; }\n\n'
        '    @CacheEvict("/java/two")\n    public Cart drop() { return null; }\n}\n\nclass Cart {}\n'
    ),
    "routes.php": (
        "<?php\nRoute::get('/php/one', [Carts::class, 'all']);\n"
        "class Carts { public function get() {} public function all() {} }\n"
    ),
}


@pytest.mark.parametrize(
    ("asked", "answering"),
    [
        # Of a table the value, not what stands last in it.
        ("/go/one", "func:main.go:first"),
        ("/go/two", "func:main.go:second"),
        ("GET /go/three", "func:main.go:first"),
        ("GET /go/four", ""),  # what answers is not known; what stands before it only guards it
        ("DELETE /go/five", "func:main.go:first"),
        ("GET /go/five", ""),
        ("GET /go/six/42", "func:main.go:first"),
        ("GET /go/six/all", "func:main.go:second"),
        ("GET /go/seven/42", ""),
        ("GET /go/eight", ""),
        ("/go/nine", ""),
        ("/go/ten", "func:main.go:first"),
        ("GET /js/one", "func:handlers.js:first"),
        ("POST /js/one", "func:handlers.js:second"),
        ("/js/one", ""),
        ("/js/two", ""),
        ("GET /js/three", "func:handlers.js:first"),
        ("/js/four", ""),
        ("GET /js/five", ""),
        ("GET /js/six", ""),
        ("GET /rs/one", "func:src/main.rs:first"),
        ("POST /rs/one", "func:src/main.rs:second"),
        ("PUT /rs/one", ""),
        ("POST /rs/two", "func:src/main.rs:second"),
        # A method that is given nothing is followed by what is.
        ("GET /rs/three", "func:src/main.rs:first"),
        ("GET /rs/four", "func:src/main.rs:first"),
        ("POST /rs/four", "func:src/main.rs:second"),
        ("GET /rs/five", "func:src/main.rs:first"),
        ("/py/one", "func:api.py:first"),
        ("/py/two", "func:api.py:first"),
        ("GET /py/three", "method:api.py:Carts.all"),
        ("/py/three", "method:api.py:Carts.all"),
        ("/py/four", ""),
        ("GET /java/one", ""),
        ("/java/two", ""),
        ("GET /php/one", "method:routes.php:Carts.all"),
    ],
)
def test_of_what_is_given_with_a_path_only_what_answers_is_told(
    session_of: SessionOf, asked: str, answering: str
) -> None:
    session = session_of(FORMS)
    if answering:
        assert trace_causal_path(session, asked, "downstream").text.startswith(answering + "  L")
    else:
        with pytest.raises(UnknownEntity, match="of that path is written at"):
            trace_causal_path(session, asked, "downstream")


MOUNTED = {
    "shop/Carts.java": (
        '@Path("/v2/carts")\npublic class Carts {\n'
        "    @GET\n    public Cart all() { return null; }\n\n"
        '    @PUT\n    @Path("/{id}/{line}")\n    public Cart edit() { return null; }\n\n'
        '    @DELETE\n    @Path("/{id}/{line}")\n    public Cart drop() { return null; }\n}\n\nclass Cart {}\n'
    ),
    "src/Bills.php": (
        "<?php\n#[Route('/bills')]\nclass Bills {\n"
        "    #[Route(methods: ['GET'], path: '', name: 'bills')]\n    public function all() {}\n\n"
        "    #[Route('/{id}', methods: ['DELETE'])]\n    public function drop() {}\n}\n"
    ),
    "src/Kept.php": (
        "<?php\n#[Route('/kept')]\nclass Kept {\n"
        "    #[Route('/bills/{id}', methods: ['DELETE'])]\n    public function forget() {}\n}\n"
    ),
    "site/urls.py": (
        "from django.urls import include, path\n\nfrom site import views\n\n"
        'urls = [path("<int:id>/pay", views.pay), path("latest", views.latest)]\n\n'
        'urlpatterns = [\n    path("v1/orders/", include(urls)),\n    path("stock/", include("depot.urls")),\n'
        '    path("cards/", include("cards.urls")),\n]\n'
    ),
    "cards/urls/__init__.py": (
        "from .open import urlpatterns as opened\n\nurlpatterns = [\n    *opened,\n]\n"
    ),
    "cards/urls/open.py": 'from site import views\n\nurlpatterns = [path("<int:id>/open", views.latest)]\n',
    "site/views.py": "def pay(request, id): ...\n\n\ndef latest(request): ...\n",
    "depot/urls.py": (
        'from depot import views\n\nurlpatterns = [\n    path("count", views.count),\n'
        '    path("report.<slug:kind>", views.report),\n]\n'
    ),
    "depot/views.py": "def count(request): ...\n\n\ndef report(request, kind): ...\n",
    "api/main.py": (
        "from fastapi import APIRouter\n\nfrom api.prices import prices\n\n"
        "app.include_router(prices, prefix='/prices')\n"
        'taxes = APIRouter(prefix="/taxes")\n\n\n@taxes.get("/{id}")\ndef tax(): ...\n'
    ),
    "api/prices.py": "prices = APIRouter()\n\n\n@prices.get('/{id}/history')\ndef history(): ...\n",
    "main.go": (
        'package main\n\nfunc main() {\n\tpki := r.Group("/pki")\n\tpki.GET("/:id", certificate)\n'
        '\tr.Route("/keys", func(r Router) {\n\t\tr.Get("/{id}", key)\n\t})\n\tr.Get("/{id}", other)\n'
        '\torgs := r.Group("/orgs")\n\torg := orgs.Group("/:id")\n\t{\n\t\town := org.Group("")\n'
        '\t\town.PATCH("/agents/:agent", guard, patch)\n\t\towned := org.With(guard)\n'
        '\t\towned.GET("/agents", agents)\n\t\tlog.Print("")\n\t}\n'
        '\torgs.GET("", listed)\n\torg.GET("/", guard, shown)\n}\n\n'
        "func certificate() {}\n\nfunc key() {}\n\nfunc other() {}\n\nfunc patch() {}\n\nfunc agents() {}\n\n"
        "func listed() {}\n\nfunc shown() {}\n"
    ),
    "src/lib.rs": (
        'fn config(cfg: &mut Config) {\n  cfg.service(\n    scope("/api/v4")\n      .service(\n'
        '        scope("/post")\n          .route("", put().to(edit_post))\n'
        '          .route("/like", post().to(like_post)),\n      )\n      .service(\n'
        '        scope("/comment")\n          .route("/like", post().to(like_comment)),\n      )\n'
        '      .route("/modlog", get().to(modlog)),\n  );\n}\n\n'
        "fn edit_post() {}\nfn like_post() {}\nfn like_comment() {}\nfn modlog() {}\n"
    ),
}


@pytest.mark.parametrize(
    ("asked", "answering", "said"),
    [
        ("GET /v2/carts", "method:shop/Carts.java:Carts.all", "shop/Carts.java:1,3 `@GET`"),
        (
            "PUT /v2/carts/4/2",
            "method:shop/Carts.java:Carts.edit",
            'shop/Carts.java:1,7 `@Path("/{id}/{line}")`',
        ),
        ("DELETE /v2/carts/{id}/x", "method:shop/Carts.java:Carts.drop", "shop/Carts.java:1,11"),
        # What stands before it is written nowhere.
        (
            "GET /api/bills",
            "method:src/Bills.php:Bills.all",
            "That path but for /api is written at src/Bills.php:2,4",
        ),
        # Another type has the end of it, and is mounted elsewhere.
        ("DELETE /api/bills/42", "method:src/Bills.php:Bills.drop", "src/Bills.php:2,7"),
        ("DELETE /api/kept/bills/42", "method:src/Kept.php:Kept.forget", "src/Kept.php:2,4"),
        ("/v1/orders/42/pay", "func:site/views.py:pay", "site/urls.py:8,5"),
        ("/v1/orders/latest", "func:site/views.py:latest", "site/urls.py:8,5"),
        ("/cards/7/open", "func:site/views.py:latest", "cards/urls/__init__.py:4 and cards/urls/open.py:3"),
        ("/stock/count", "func:depot/views.py:count", "site/urls.py:9 and depot/urls.py:4"),
        ("/stock/report.csv", "func:depot/views.py:report", "depot/urls.py:5"),
        ("GET /prices/42/history", "func:api/prices.py:history", "api/main.py:5 and api/prices.py:4"),
        ("GET /taxes/42", "func:api/main.py:tax", "api/main.py:6,9"),
        ("GET /pki/42", "func:main.go:certificate", "main.go:4,5"),
        ("GET /keys/42", "func:main.go:key", "main.go:6,7"),
        # A router that is made of another without a path of its own has that one's.
        (
            "PATCH /api/orgs/3/agents/12",
            "func:main.go:patch",
            "That path but for /api is written at main.go:10,11,14",
        ),
        ("GET /orgs/3/agents", "func:main.go:agents", "main.go:10,11,16"),
        # What is said without a path of its own answers all of one.
        ("GET /orgs", "func:main.go:listed", 'main.go:10,19 `orgs.GET("", listed)`'),
        ("GET /orgs/3", "func:main.go:shown", "main.go:10,11,20"),
        ("PUT /api/v4/post", "func:src/lib.rs:edit_post", "src/lib.rs:3,5,6"),
        # In a chain, what goes on from the call of a path lies below it.
        ("POST /api/v4/post/like", "func:src/lib.rs:like_post", 'src/lib.rs:3,5,7 `.route("/like"'),
        ("POST /api/v4/comment/like", "func:src/lib.rs:like_comment", "src/lib.rs:3,10,11"),
        ("GET /api/v4/modlog", "func:src/lib.rs:modlog", "src/lib.rs:3,13"),
    ],
)
def test_a_path_that_is_written_in_parts_stands_for_what_answers_it(
    session_of: SessionOf, asked: str, answering: str, said: str
) -> None:
    session = session_of(MOUNTED)
    answer = open_surgical_window(session, asked).text
    assert answer.startswith(answering + "  L")
    assert said in answer


HANDED_ON = {
    "app/Providers/Routes.php": (
        "<?php\nuse App\\Auth;\n\nRoute::middleware('api')\n    ->prefix('/api')\n"
        "    ->group(base_path('routes/api.php'));\n"
        "Route::prefix('/auth')->group(base_path('routes/auth.php'));\n"
    ),
    "routes/api.php": (
        "<?php\nuse App\\Carts;\n\nRoute::group(['prefix' => '/carts'], function () {\n"
        "    Route::get('/', [Carts::class, 'index']);\n    Route::get('/{cart:id}', [Carts::class, 'show']);\n"
        "    Route::group([\n        'prefix' => '/{cart}/lines',\n        'middleware' => [Guard::class],\n"
        "    ], function () {\n        Route::post('/', [Carts::class, 'add']);\n    });\n});\n"
        "Route::prefix('/keys')->middleware('x')->group(function () {\n"
        "    Route::delete('/{key}', [Carts::class, 'forget']);\n});\n"
    ),
    "routes/auth.php": "<?php\nuse App\\Auth;\n\nRoute::post('/login/check', Auth::class);\n",
    "app/Carts.php": (
        "<?php\nnamespace App;\n\nclass Carts {\n    function index() {}\n    function show() {}\n"
        "    function add() {}\n    function forget() {}\n}\n"
    ),
    "app/Auth.php": "<?php\nnamespace App;\n\nclass Auth {\n    function __invoke() {}\n}\n",
    "main.go": (
        'package main\n\nfunc Init(e *Engine) {\n\tapi := e.Group("/api")\n\tauth := api.Group("", guard)\n'
        '\tfiles(auth.Group("/files"))\n\tr.Mount("/people", people())\n}\n\n'
        'func files(g *Group) {\n\tg.POST("/move", move)\n\ta := g.Group("/archive")\n\ta.GET("/list", list)\n}\n\n'
        'func people() Router {\n\tr := NewRouter()\n\tr.Get("/{id}/mail", mail)\n\treturn r\n}\n\n'
        "func move() {}\n\nfunc list() {}\n\nfunc mail() {}\n"
    ),
    "api/main.py": "from api.items import router\n\napp.include_router(\n    router,\n    prefix='/items',\n)\n",
    "api/items.py": (
        'router = APIRouter()\n\n\n@router.get(\n    "/{id}",\n)\ndef show(id): ...\n\n\n'
        '@router.get("/stats")\ndef stats(): ...\n\n\n@router.get("/{id}/stats")\ndef own(id): ...\n'
    ),
    "server.js": "app.use('/bills', require('./bills'));\n",
    "bills.js": "const { show } = require('./show');\nrouter.get('/:id', show);\nmodule.exports = router;\n",
    "show.js": "exports.show = function show() {};\n",
}


@pytest.mark.parametrize(
    ("asked", "answering"),
    [
        # A table of options says the prefix, or the head of a chain does, for a function or a file.
        ("GET /api/carts", "method:app/Carts.php:Carts.index"),
        ("GET /api/carts/7", "method:app/Carts.php:Carts.show"),
        ("POST /api/carts/7/lines", "method:app/Carts.php:Carts.add"),
        ("DELETE /api/keys/7", "method:app/Carts.php:Carts.forget"),
        ("POST /auth/login/check", "method:app/Auth.php:Auth.__invoke"),
        ("POST /api/carts", ""),
        # A function is handed the router, or makes it.
        ("POST /api/files/move", "func:main.go:move"),
        ("GET /api/files/archive/list", "func:main.go:list"),
        ("GET /people/7/mail", "func:main.go:mail"),
        ("GET /api/files/list", ""),
        # A call goes on over several lines.
        ("GET /items/42", "func:api/items.py:show"),
        ("GET /items/stats", "func:api/items.py:stats"),
        ("GET /items/42/stats", "func:api/items.py:own"),
        ("GET /bills/42", "func:show.js:show"),
        # As more servers log it.
        ('| 200 | 1.2ms | GET "/items/42"', "func:api/items.py:show"),
        ('Started GET "/items/42" for 127.0.0.1 at 2026-11-27', "func:api/items.py:show"),
    ],
)
def test_a_prefix_holds_for_what_a_group_a_file_or_a_function_answers(
    session_of: SessionOf, asked: str, answering: str
) -> None:
    session = session_of(HANDED_ON)
    if answering:
        assert open_surgical_window(session, asked).text.startswith(answering + "  L")
    else:
        with pytest.raises((UnknownEntity, PathOutsideRoot)):
            open_surgical_window(session, asked)


CONVENTIONAL = {
    "config/routes.rb": (
        "Rails.application.routes.draw do\n  root to: 'home#index'\n  # get 'dropped', to: 'home#index'\n"
        "  resources :carts, only: %i[index show],\n                    path: 'baskets' do\n"
        "    member { post :close }\n    collection do\n      get :latest\n    end\n    get :own, on: :member\n"
        "    resources :lines, except: [:show]\n  end\n  resource :profile\n"
        "  namespace :admin do\n    resources :carts\n    get 'stock' => 'depot#show'\n  end\n"
        "  scope '/v1', module: :api do\n    match 'carts/:id', to: 'carts#show', via: [:get, :post]\n  end\n"
        "  authenticate :user do\n    get 'home/toggle'\n  end\n  get 'old', to: redirect('/new')\n"
        "  get 'files/*path', to: 'home#file'\n  draw :more\nend\n"
    ),
    "config/routes/more.rb": "get 'more', to: 'home#more'\n",
    "app/controllers/home_controller.rb": (
        "class HomeController\n  def index; end\n  def toggle; end\n  def file; end\n  def more; end\nend\n"
    ),
    "app/controllers/closing.rb": "class Closing\n  def close\n    1\n  end\nend\n",
    "app/controllers/carts_controller.rb": (
        "class CartsController < Closing\n  def index\n  end\n  def show\n  end\n"
        "  def latest\n  end\n  def own\n  end\n"
        "  def update\n  end\nend\n"
    ),
    "app/controllers/lines_controller.rb": "class LinesController\n  def create\n  end\n  def show\n  end\nend\n",
    "app/controllers/profiles_controller.rb": "class ProfilesController\n  def update\n  end\nend\n",
    "app/controllers/admin/carts_controller.rb": (
        "module Admin\n  class CartsController\n    def edit\n    end\n  end\nend\n"
    ),
    "app/controllers/admin/depot_controller.rb": "class Admin::DepotController\n  def show\n  end\nend\n",
    "app/controllers/api/carts_controller.rb": "class API::CartsController\n  def show\n  end\nend\n",
}


@pytest.mark.parametrize(
    ("asked", "answering"),
    [
        ("GET /baskets", "carts_controller.rb:CartsController.index"),
        ("GET /baskets.json", "carts_controller.rb:CartsController.index"),
        ("GET /baskets/42", "carts_controller.rb:CartsController.show"),
        ("GET /baskets/a-cart", "carts_controller.rb:CartsController.show"),
        ("GET /baskets/latest", "carts_controller.rb:CartsController.latest"),
        ("GET /baskets/42/own", "carts_controller.rb:CartsController.own"),
        ("POST /baskets/42/close", "closing.rb:Closing.close"),
        ("POST /baskets/42/lines", "lines_controller.rb:LinesController.create"),
        ("PATCH /profile", "profiles_controller.rb:ProfilesController.update"),
        ("GET /admin/carts/42/edit", "admin/carts_controller.rb:Admin.CartsController.edit"),
        ("GET /admin/stock", "admin/depot_controller.rb:Admin.DepotController.show"),
        ("POST /v1/carts/42", "api/carts_controller.rb:API.CartsController.show"),
        ("GET /home/toggle", "home_controller.rb:HomeController.toggle"),
        ("GET /files/a/b.txt", "home_controller.rb:HomeController.file"),
        ("GET /more", "home_controller.rb:HomeController.more"),
        # It says so, or nobody has the method.
        ("PATCH /baskets/42", ""),
        ("GET /baskets/42/lines/7", ""),
        ("GET /admin/carts/42", ""),
        ("GET /carts/42", ""),
        ("GET /old", ""),
        ("GET /dropped", ""),
    ],
)
def test_a_resource_or_a_name_stands_for_a_method_by_convention(
    session_of: SessionOf, asked: str, answering: str
) -> None:
    session = session_of(CONVENTIONAL)
    if answering:
        assert open_surgical_window(session, asked).text.startswith(f"method:app/controllers/{answering}  L")
    else:
        with pytest.raises((UnknownEntity, PathOutsideRoot)):
            open_surgical_window(session, asked)


TYPES = {
    "Base.cs": '[Route("api/[controller]")]\npublic class Base : Controller\n{\n}\n',
    "Carts.cs": (
        'public class CartsController : Base\n{\n    [HttpGet("{id}")]\n    public int Show(int id) => 1;\n\n'
        '    [HttpGet("~/v1/all")]\n    public int All() => 1;\n}\n'
    ),
    "Bills.cs": 'public class BillsController : Base\n{\n    [HttpGet("{id}")]\n    public int Show(int id) => 1;\n}\n',
    "Stock.cs": '[Route("stock")]\npublic partial class StockController\n{\n}\n',
    "Stock.Count.cs": (
        'public partial class StockController\n{\n    [HttpPost("{id}/count")]\n    public int Count(int id) => 1;\n}\n'
    ),
    "urls.py": "from views import Orders\n\nrouter.register('orders', Orders)\n",
    "views.py": (
        "class Listed:\n    def list(self): ...\n\n\nclass Orders(Listed):\n    def retrieve(self): ...\n\n"
        "    def destroy(self): ...\n"
    ),
    "routes.php": "<?php\nuse App\\Kept;\n\nRoute::apiResource('kept', Kept::class);\n",
    "Kept.php": "<?php\nnamespace App;\n\nclass Kept {\n    function store() {}\n    function show() {}\n}\n",
}


@pytest.mark.parametrize(
    ("asked", "answering"),
    [
        # A name in the path above a type is its own, or that of who inherits from it.
        ("GET /api/carts/42", "method:Carts.cs:CartsController.Show"),
        ("GET /api/Bills/42", "method:Bills.cs:BillsController.Show"),
        ("GET /api/base/42", ""),
        ("GET /v1/all", "method:Carts.cs:CartsController.All"),
        ("GET /api/carts/v1/all", ""),
        ("POST /stock/42/count", "method:Stock.Count.cs:StockController.Count"),
        # Of a type that is registered for a resource, the method of its action answers.
        ("GET /orders", "method:views.py:Listed.list"),
        ("GET /orders/42", "method:views.py:Orders.retrieve"),
        ("DELETE /api/orders/42", "method:views.py:Orders.destroy"),
        ("POST /kept", "method:Kept.php:Kept.store"),
        ("GET /kept/42", "method:Kept.php:Kept.show"),
    ],
)
def test_a_path_above_a_type_or_with_it_holds_for_its_methods(
    session_of: SessionOf, asked: str, answering: str
) -> None:
    session = session_of(TYPES)
    if answering:
        assert open_surgical_window(session, asked).text.startswith(answering + "  L")
    else:
        with pytest.raises((UnknownEntity, PathOutsideRoot)):
            open_surgical_window(session, asked)


def test_of_a_path_that_is_answered_it_is_not_said_that_nothing_is_found(tmp_path: Path) -> None:
    files = {"main.go": 'package main\n\nfunc main() {\n\tr.Get("/me", me)\n}\n\nfunc me() {}\n'}
    session = DirectSession(write(tmp_path, files), load_settings())
    assert search_and_rank(session, "/me").text.startswith("/me is answered by func:main.go:me  L7")


def test_of_a_word_that_very_many_files_have_those_named_for_routes_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mounts, "_MOST_FILES", 2)
    files = {f"cart{number}.py": "def carts(): ...\n" for number in range(3)}
    routes = (
        'import views\n\nsome = [path("<id>", views.show)]\nurlpatterns = [path("carts/", include(some))]\n'
    )
    files |= {"urls.py": routes, "views.py": "def show(request, id): ...\n"}
    session = DirectSession(write(tmp_path, files), load_settings())
    assert open_surgical_window(session, "/carts/42").text.startswith("func:views.py:show  L1")


@pytest.mark.parametrize(
    "asked",
    [
        "POST /v2/carts",
        "/stock/report.",
        "GET /keys/42/7",
        "/v1/orders/42/refund",
        "POST /api/v4/like",
        "DELETE /orgs/3",
    ],
)
def test_a_path_of_which_a_part_is_written_nowhere_stands_for_nothing(
    session_of: SessionOf, asked: str
) -> None:
    session = session_of(MOUNTED)
    with pytest.raises((UnknownEntity, PathOutsideRoot)):
        open_surgical_window(session, asked)


NEAR = {
    "shop.go": (
        'package shop\n\nfunc Carts(e *Engine) {\n\tg := e.Group("/carts")\n\tg.GET("/:id/all", carts)\n'
        '\tg.GET("/:id/lines", lines)\n}\n\n'
        'func Bills(e *Engine) {\n\tg := e.Group("/bills")\n\tg.GET("/:id/all", bills)\n'
        '\tg.GET("/:id/sums", sums)\n\t// g := e.Group("/dropped")\n}\n\n'
        'func Keys(r Router) {\n\tr.Route("/keys", func(r Router) {\n\t\tr.Route("/{id}", func(r Router) {\n'
        '\t\t\tr.Get("/parts", parts)\n\t\t})\n\t\tsub := r.Group("/sub")\n\t\tsub.GET("/latest", latest)\n'
        "\t})\n}\n\n"
        "func carts() {}\n\nfunc lines() {}\n\nfunc bills() {}\n\nfunc sums() {}\n\nfunc parts() {}\n\n"
        "func latest() {}\n"
    ),
    "api/main.py": (
        "from api import items, users\nfrom api.both import first, second\n\n"
        'app.include_router(items.router, prefix="/stock")\napp.include_router(users.router, prefix="/people")\n'
        'app.include_router(first, prefix="/first")\napp.include_router(second, prefix="/second")\n'
    ),
    "api/items.py": (
        'router = APIRouter(\n    prefix="/items",\n)\n\n\n@router.get("/{id}/more")\ndef more(): ...\n'
    ),
    "api/users.py": 'router = APIRouter()\n\n\n@router.get("/{id}/mail")\ndef mail(): ...\n',
    "api/both.py": (
        "first = APIRouter()\nsecond = APIRouter()\n\n\n@first.get('/{id}/a')\ndef one(): ...\n\n\n"
        "@second.get('/{id}/b')\ndef two(): ...\n"
    ),
    "tests/test_users.py": (
        'router = APIRouter(prefix="/people")\n\n\n@router.get("/{id}/mail")\ndef test_mail(): ...\n'
    ),
    "server.js": (
        "const shown = require('./shown');\napp.use('/shown', guard, shown);\n"
        'const api = axios.create({ baseURL: "/asked" });\napi.get("/carts", shown.show);\n'
    ),
    "shown.js": (
        "const { show } = require('./show');\nconst router = Router();\nrouter.get('/:id/one', show);\n"
        "module.exports = router;\n"
    ),
    "show.js": "export function show() {}\n",
}


@pytest.mark.parametrize(
    ("asked", "answering"),
    [
        # A name is that of the last router before it in its function.
        ("GET /carts/42/all", "func:shop.go:carts"),
        ("GET /bills/42/all", "func:shop.go:bills"),
        ("GET /bills/42/sums", "func:shop.go:sums"),
        ("GET /bills/42/lines", ""),
        ("GET /carts/42/sums", ""),
        ("GET /dropped/42/sums", ""),
        # What lies in a group in a group is none of the outer.
        ("GET /keys/42/parts", "func:shop.go:parts"),
        ("GET /keys/parts", ""),
        ("GET /keys/sub/latest", "func:shop.go:latest"),
        ("GET /keys/latest", ""),
        # Nor is what another module or another router of a module answers.
        ("GET /stock/items/42/more", "func:api/items.py:more"),
        ("GET /stock/42/more", ""),
        ("GET /people/42/more", ""),
        ("GET /stock/42/mail", ""),
        ("GET /first/42/a", "func:api/both.py:one"),
        ("GET /second/42/b", "func:api/both.py:two"),
        ("GET /first/42/b", ""),
        ("GET /second/42/a", ""),
        ("GET /people/42/mail", "func:api/users.py:mail"),  # a test has it, too
        ("GET /shown/42/one", "func:show.js:show"),
        ("GET /asked/carts", ""),  # by who asks for it
    ],
)
def test_what_is_mounted_elsewhere_answers_no_path_of_a_router_of_its_name(
    session_of: SessionOf, asked: str, answering: str
) -> None:
    session = session_of(NEAR)
    if answering:
        assert open_surgical_window(session, asked).text.startswith(answering + "  L")
    else:
        with pytest.raises((UnknownEntity, PathOutsideRoot)):
            open_surgical_window(session, asked)


def test_of_a_path_with_very_many_routers_nothing_is_told_below_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups = "".join(
        f'\tg := r.Group("/carts")\n\tg.GET("/:id/kept{number}", show)\n' for number in range(60)
    )
    files = {"main.go": f"package main\n\nfunc main() {{\n{groups}}}\n\nfunc show() {{}}\n"}
    session = DirectSession(write(tmp_path, files), load_settings())
    assert open_surgical_window(session, "GET /carts/42/kept3").text.startswith("func:main.go:show  L")
    monkeypatch.setattr(mountedlines, "_MOST_WORK", 1000)
    with pytest.raises(UnknownEntity, match=r"The end of that path is written at main\.go:11 "):
        open_surgical_window(session, "GET /carts/42/kept3")


def test_a_path_that_very_many_tests_ask_for_is_looked_for_in_the_sources_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mountedlines, "_MOST_WORK", 1000)
    asks = "def test_show(client):\n" + '    client.get("/carts/42/items")\n' * 20
    handler = (
        'router = APIRouter(prefix="/carts")\n\n\n@router.get("/{id}/items")\ndef show(id):\n    return id\n'
    )
    files = {"a/tests/test_carts.py": asks, "shop/carts.py": handler}
    session = DirectSession(write(tmp_path, files), load_settings())
    assert open_surgical_window(session, "GET /carts/42/items").text.startswith("func:shop/carts.py:show  L")


def test_what_answers_other_paths_of_a_long_chain_is_not_read_for_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mountedlines, "_MOST_WORK", 2000)
    names = [f"show{number}" for number in range(30)]
    chain = "".join(
        f'      .service(resource("/part{number}").route(get().to({name})))\n'
        for number, name in enumerate(names)
    )
    files = {
        "Cargo.toml": '[package]\nname = "shop"\n',
        "src/lib.rs": "".join(f"mod of_{name};\nuse of_{name}::{name};\n" for name in names)
        + 'pub fn config(cfg: &mut ServiceConfig) {\n  cfg.service(\n    scope("/api/carts")\n'
        + f'{chain}      .service(\n        scope("/kept")\n          .route("", get().to(show3))\n'
        + "      ),\n  );\n}\n",
        **{f"src/of_{name}.rs": f"pub fn {name}() {{\n" + "  fill();\n" * 100 + "}\n" for name in names},
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    assert open_surgical_window(session, "GET /api/carts/kept").text.startswith(
        "func:src/of_show3.rs:show3  L"
    )


TOLD_FROM_THE_END = {
    "shop/web/__init__.py": (
        'from flask import Blueprint\n\nweb = Blueprint("web", __name__)\n\nfrom . import carts, views\n'
    ),
    "shop/web/carts.py": (
        "from shop.web import web\n\n\n"
        '@web.route("/carts", methods=["GET"])\ndef listed(): ...\n\n\n'
        '@web.route("/carts/<string:cart>", methods=["PUT"])\n@guarded\ndef change(cart): ...\n'
    ),
    "shop/web/views.py": (
        "from rest_framework import viewsets\nfrom rest_framework.decorators import action\n\n\n"
        '@extend_schema_view(list=extend_schema(path="/stock/things"))\n'
        "class TaskViewSet(viewsets.ModelViewSet):\n"
        '    @action(methods=["post"], detail=False)\n    def run(self, request): ...\n\n'
        "    def retrieve(self, request, pk): ...\n"
    ),
    "shop/urls.py": (
        "from shop.web.views import TaskViewSet\n\nrouter = DefaultRouter()\n"
        'router.register(r"tasks", TaskViewSet)\nurlpatterns = [path("", include(router.urls))]\n'
    ),
    "shop/server.py": (
        "from functools import partial\n\n\n"
        "def blueprints(app):\n"
        '    limiter = Limiter(app=app, storage_uri="memory://")\n'
        "    from shop.web import web\n\n"
        '    return [partial(app.register_blueprint, web, url_prefix="/api")]\n'
    ),
    "shop/app.py": 'app = Flask(__name__)\n\n\n@app.route("/robots/<name>")\ndef robots(name): ...\n',
}


@pytest.mark.parametrize(
    ("asked", "answering"),
    [
        ("GET /api/carts", "func:shop/web/carts.py:listed"),
        ("PUT /api/carts/spring", "func:shop/web/carts.py:change"),
        ("DELETE /api/carts/spring", ""),
        ("POST /tasks/run", "method:shop/web/views.py:TaskViewSet.run"),
        ("/robots/all", "func:shop/app.py:robots"),
    ],
)
def test_a_path_stands_for_what_is_found_from_its_end(
    session_of: SessionOf, asked: str, answering: str
) -> None:
    session = session_of(TOLD_FROM_THE_END)
    if answering:
        assert open_surgical_window(session, asked).text.startswith(answering + "  L")
    else:
        with pytest.raises((UnknownEntity, PathOutsideRoot)):
            open_surgical_window(session, asked)


def test_a_path_that_stands_on_very_many_lines_stands_for_nothing(tmp_path: Path) -> None:
    lines = [f'\tr.GET("/carts/:id", {"first" if number < 300 else "last"})' for number in range(600)]
    source = "\n".join(["package main", "func main() {", *lines, "}", "func first() {}", "func last() {}"])
    session = DirectSession(write(tmp_path, {"main.go": source}), load_settings())
    with pytest.raises(UnknownEntity, match="and 595 more"):
        open_surgical_window(session, "GET /carts/42")


@pytest.mark.parametrize("asked", ["POST /api/baskets/7/empty", "POST /api/baskets/7/settle"])
def test_the_name_of_a_function_is_no_path_unless_a_decorator_says_so(
    session_of: SessionOf, asked: str
) -> None:
    session = session_of(WRITTEN)
    with pytest.raises(UnknownEntity) as error:
        trace_causal_path(session, asked)
    assert "written" not in str(error.value)


def test_a_path_that_is_written_nowhere_is_one_outside_of_the_repository(session_of: SessionOf) -> None:
    session = session_of(WRITTEN)
    with pytest.raises(PathOutsideRoot):
        trace_causal_path(session, "/etc/carts.conf")


def test_a_comment_writes_no_path_unless_it_is_a_decorator(tmp_path: Path) -> None:
    files = {
        "main.go": 'package main\n\n// Shows "/carts/uuid", e.g. "/carts/42/gone".\nfunc show() {}\n',
        "src/Cart.php": (
            '<?php\nclass Cart {\n    /**\n     * @Route("/bills/{id}")\n     */\n    function bill() {}\n}\n'
        ),
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    with pytest.raises(UnknownEntity, match="no route of that path was found"):
        trace_causal_path(session, "GET /carts/42/gone")
    assert "is written at src/Cart.php:4 " in search_and_rank(session, "GET /bills/42").text


@pytest.mark.parametrize(
    ("asked", "answering"),
    [
        ("/a/7", "func:shop/app.py:first"),
        ("GET /b/7", "func:web/app.js:second"),
        ("GET /carts/7/c", "func:shop/app.py:third"),
        ("/d/7", "module:web/app.js:__init__"),
    ],
)
def test_a_path_of_one_letter_is_answered(tmp_path: Path, asked: str, answering: str) -> None:
    files = {
        "shop/app.py": (
            'app = FastAPI()\n\n\n@app.get("/a/{id}")\ndef first(id): ...\n\n\n'
            '@app.get("/carts/{id}/c")\ndef third(id): ...\n'
        ),
        "web/app.js": (
            'const app = express();\napp.get("/b/:id", second);\nfunction second(req, res) {}\n'
            'app.get("/d/:id", (req, res) => {\n  res.send("d");\n});\n'
        ),
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    assert answering in trace_causal_path(session, asked, "upstream").text.split("\n")[0]


def test_who_asks_for_a_path_that_ends_with_one_letter_is_told(tmp_path: Path) -> None:
    files = {
        "shop/app.py": 'app = FastAPI()\n\n\n@app.get("/carts/{id}/c")\ndef third(id): ...\n',
        "web/ask.js": "export const ask = (id) => fetch(`/carts/${id}/c`);\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    text = trace_causal_path(session, "func:shop/app.py:third", "upstream").text
    assert "By the text, requested at web/ask.js:1." in text.split("\n")


@pytest.mark.parametrize(
    ("asked", "near"),
    [
        ("GET /carts/3/lins", "nearest: GET /carts/3/lines."),
        ("GET /cart/3/lines", "nearest: GET /carts/3/lines."),
        ("/carts/3/lins", "as that of a URL, nearest: /carts/3/lines; as that of a file,"),
        ("PUT /carts/3/lines", "Nearest: /carts/3/lines by another method."),
        ("GET /stock/3/gone", "no route of that path was found;"),
    ],
)
def test_a_path_that_nobody_answers_has_the_nearest_that_is_answered(
    tmp_path: Path, asked: str, near: str
) -> None:
    files = {
        "app.js": "const app = express();\napp.get('/carts/:id/lines', lines);\nfunction lines() {}\n",
        "web.js": "fetch('/carts/1/liens');\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    with pytest.raises((PathOutsideRoot, UnknownEntity), match=re.escape(near)):
        trace_causal_path(session, asked, "upstream")


def test_the_end_of_a_path_is_written_on_no_line_of_a_mere_word(tmp_path: Path) -> None:
    files = {
        "shop/menu.py": "delete = 'delete'\nDELETE_EVENT = 'delete'\n",
        "shop/carts.py": "@router.post('/carts/delete')\ndef drop(): ...\n",
        "tests/test_carts.py": "carts = index_with_prefix('carts')\n",
        "shop/tasks.py": "router.match(['get', 'post'], '/tasks', run_tasks)\n\n\ndef run_tasks(): ...\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    with pytest.raises(UnknownEntity) as raised:
        trace_causal_path(session, "DELETE /api/carts/delete", "upstream")
    assert re.findall(r"[\w/]+\.py:[\d,]+", str(raised.value)) == ["shop/carts.py:1"]
    with pytest.raises(UnknownEntity) as raised:
        trace_causal_path(session, "GET /shop/carts", "upstream")
    assert "tests/test_carts.py" not in str(raised.value)
    with pytest.raises(UnknownEntity) as raised:
        trace_causal_path(session, "GET /shop/post", "upstream")
    assert "shop/tasks.py" not in str(raised.value)
