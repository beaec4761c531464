"""Where a router is mounted, and by which names what answers is asked for."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from written_files import SessionOf, write

from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

FLASK = {
    "app/carts.py": (
        "bp = Blueprint('carts', __name__, url_prefix='/carts')\n\n\n"
        "@bp.route('/<int:id>', methods=['GET', 'POST'], defaults={'route': 'all'})\ndef show(id):\n"
        "    return redirect(url_for('.show', id=id))\n\n\n@bp.route('/')\ndef index(): ...\n"
    ),
    "app/main.py": (
        "app = Flask(__name__)\n\n\n@app.route('/x')\ndef show(): ...\n\n\n"
        "def set_up():\n    from app.carts import bp\n    app.register_blueprint(bp)\n"
    ),
    "app/templates/a.html": "<a href=\"{{ url_for('carts.show', id=1) }}\">\n<a href=\"{{ url_for('show') }}\">\n",
}
DJANGO = {
    "shop/urls.py": (
        "from django.urls import path\nfrom . import views\napp_name = 'shop'\nurlpatterns = [\n"
        "    path('carts/<int:pk>/', views.show, name='cart'),\n"
        "    path('all/', views.CartList.as_view(), name='list'),\n]\n"
    ),
    "shop/views.py": (
        "def show(request, pk):\n    return redirect('shop:cart', pk)\n\n\nclass CartList(ListView):\n    many = 5\n"
    ),
    "site/urls.py": "from django.urls import include, path\nurlpatterns = [path('shop/', include('shop.urls'))]\n",
    "shop/templates/a.html": "<a href=\"{% url 'shop:cart' pk=1 %}\">\n<a href=\"{% url 'shop:list' %}\">\n",
    "tests/test_a.py": "a = reverse('shop:cart', args=[1])\nb = reverse('depot:cart')\n",
}
DRF = {
    "api/urls.py": (
        "from .views import CartViewSet\nrouter = DefaultRouter()\nrouter.register('carts', CartViewSet)\n"
        "urlpatterns = [path('api/', include(router.urls))]\n"
    ),
    "api/views.py": (
        "class CartViewSet(ModelViewSet):\n    queryset = Cart.objects.all()\n\n    def list(self, request): ...\n\n"
        "    @action(detail=True, methods=['post'])\n    def close_it(self, request, pk): ...\n"
    ),
    "api/links.py": "a = reverse('cart-list')\nb = reverse('cart-close-it', args=[1])\n",
}
LARAVEL = {
    "bootstrap/app.php": (
        "<?php\nreturn Application::configure()\n    ->withRouting(\n        web: __DIR__.'/../routes/web.php',\n"
        "        api: __DIR__.'/../routes/api.php',\n    )->create();\n"
    ),
    "routes/api.php": "<?php\nuse App\\Carts;\nRoute::get('carts', [Carts::class, 'all']);\n",
    "routes/web.php": (
        "<?php\nuse App\\Carts;\nuse App\\Stock;\nRoute::middleware(['auth'])\n    ->prefix('admin')\n"
        "    ->name('admin.')\n    ->group(function () {\n"
        "        Route::get('carts/{id}', [Carts::class, 'show'])\n            ->name('carts.show');\n"
        "        Route::resource('stock', Stock::class);\n    });\n"
    ),
    "app/Carts.php": (
        "<?php\nnamespace App;\nclass Carts\n{\n    function show() {}\n    function all() {}\n}\n"
        "class Stock\n{\n    function index() {}\n}\n"
    ),
    "a.blade.php": (
        "<a href=\"{{ route('admin.carts.show', 1) }}\">\n<a href=\"{{ route('carts.show') }}\">\n"
        "<a href=\"{{ route('admin.stock.index') }}\">\n"
    ),
}
SYMFONY = {
    "src/Cart.php": (
        "<?php\n#[Route('/carts', name: 'cart_')]\nclass Cart extends AbstractController\n{\n"
        "    #[Route('/{id}', name: 'show', methods: ['GET'])]\n    public function show(): Response\n    {\n"
        "        return $this->redirectToRoute('cart_list');\n    }\n}\n"
    ),
    "templates/a.twig": "<a href=\"{{ path('cart_show', {id: 1}) }}\">\n",
}
FASTAPI = {
    "app/main.py": (
        "from app import carts\nfrom app.config import settings\n\napp = FastAPI(openapi_url='/openapi.json')\n"
        "app.include_router(carts.router, prefix=settings.API_V1_STR)\n"
    ),
    "app/config.py": "class Settings(BaseSettings):\n    API_V1_STR: str = '/api/v1'\n\n\nsettings = Settings()\n",
    "app/carts.py": 'router = APIRouter(prefix="/carts")\n\n\n@router.get("/{cart_id}")\ndef show(cart_id): ...\n',
}
EXPRESS = {
    "app.js": (
        "const carts = require('./carts')\nconst { PREFIX } = require('./config')\nconst app = express()\n"
        "app.use(PREFIX, carts)\n"
    ),
    "config.js": "const PREFIX = '/api/v1'\nmodule.exports = { PREFIX }\n",
    "carts.js": (
        "const router = express.Router()\nrouter.get('/:id', show)\nfunction show(req, res) {}\n"
        "module.exports = router\n"
    ),
    "loose.js": "const router = express.Router()\nrouter.get('/loose', loose)\nfunction loose(req, res) {}\n",
}
FASTIFY = {
    "app.js": "const fastify = require('fastify')()\nfastify.register(require('./carts'), { prefix: '/api/carts' })\n",
    "carts.js": (
        "const { show } = require('./handlers')\nmodule.exports = async function (fastify, opts) {\n"
        "  fastify.get('/:id', show)\n}\n"
    ),
    "handlers.js": "async function show(req, reply) {}\nmodule.exports = { show }\n",
}
MARKED = {
    "shop/urls.py": (
        "from django.urls import include, path\nfrom shop import views\n\ncart_urls = [\n"
        "    path('add/', views.add, name='add'),\n]\nurlpatterns = [\n    path('carts/', include(cart_urls)),\n]\n"
    ),
    "shop/views.py": "@login_required\n@require_POST\ndef add(request): ...\n",
    "site/urls.py": "from django.urls import include, path\nurlpatterns = [\n    path('', include('shop.urls')),\n]\n",
}
HOLES = {
    "app/main.py": "from app import carts\napp = FastAPI()\napp.include_router(carts.router, prefix='/{tenant}')\n",
    "app/carts.py": "router = APIRouter()\n\n\n@router.get('/{id}')\ndef show(tenant, id): ...\n",
    "app/other.py": "tenant = '/acme'\n",
}
GIVEN = {
    "app/main.py": (
        "from app import carts\n\n\ndef mount(app, prefix):\n    app.include_router(carts.router, prefix=prefix)\n"
    ),
    "app/carts.py": "router = APIRouter()\n\n\n@router.get('/{id}')\ndef show(id): ...\n",
    "app/other.py": "prefix = '/acme'\n",
}
FORMATTED = {
    "app/main.py": (
        "from app import carts\nfrom app.config import API\n\napp = FastAPI()\n"
        "app.include_router(carts.router, prefix=f'{API}/carts')\n"
    ),
    "app/config.py": "API = '/api'\n",
    "app/carts.py": "router = APIRouter()\n\n\n@router.get('/{id}')\ndef show(id): ...\n",
}


@pytest.mark.parametrize(
    ("files", "entity", "answers", "asked"),
    [
        (
            FLASK,
            "func:app/carts.py:show",
            "GET /carts/<int:id> (app/carts.py:1,4), POST /carts/<int:id> (app/carts.py:1,4)",
            "app/carts.py:6, app/templates/a.html:1",
        ),
        (FLASK, "func:app/carts.py:index", "/carts (app/carts.py:1,9)", ""),
        (FLASK, "func:app/main.py:show", "/x (app/main.py:4)", "app/templates/a.html:2"),
        (
            DJANGO,
            "func:shop/views.py:show",
            "/shop/carts/<int:pk> (site/urls.py:2, shop/urls.py:5)",
            "shop/templates/a.html:1, shop/views.py:2, tests/test_a.py:1",
        ),
        (DJANGO, "CartList", "/shop/all (site/urls.py:2, shop/urls.py:6)", "shop/templates/a.html:2"),
        (DRF, "CartViewSet.list", "GET /api/carts (api/urls.py:4,3)", "api/links.py:1"),
        (
            DRF,
            "CartViewSet.close_it",
            "POST /api/carts/{id}/close_it (api/urls.py:4,3, api/views.py:6)",
            "api/links.py:2",
        ),
        (LARAVEL, "Carts.show", "GET /admin/carts/{id} (routes/web.php:5,8)", "a.blade.php:1"),
        (LARAVEL, "Stock.index", "GET /admin/stock (routes/web.php:5,10)", "a.blade.php:3"),
        (LARAVEL, "Carts.all", "GET /api/carts (bootstrap/app.php:5, routes/api.php:3)", ""),
        (SYMFONY, "Cart.show", "GET /carts/{id} (src/Cart.php:2,5)", "templates/a.twig:1"),
        (
            FASTAPI,
            "func:app/carts.py:show",
            "GET /api/v1/carts/{cart_id} (app/main.py:5, app/config.py:2, app/carts.py:1,4)",
            "",
        ),
        (EXPRESS, "func:carts.js:show", "GET /api/v1/:id (app.js:4, config.js:1, carts.js:2)", ""),
        (EXPRESS, "func:loose.js:loose", "GET …/loose (loose.js:2)", ""),
        (MARKED, "func:shop/views.py:add", "/carts/add (site/urls.py:3, shop/urls.py:8,5)", ""),
        (HOLES, "func:app/carts.py:show", "GET /{tenant}/{id} (app/main.py:3, app/carts.py:4)", ""),
        (GIVEN, "func:app/carts.py:show", "GET …/{id} (app/main.py:5, app/carts.py:4)", ""),
        (
            FORMATTED,
            "func:app/carts.py:show",
            "GET /api/carts/{id} (app/main.py:5, app/config.py:1, app/carts.py:4)",
            "",
        ),
        (FASTIFY, "func:handlers.js:show", "GET /api/carts/:id (app.js:2, carts.js:3)", ""),
    ],
)
def test_a_function_answers_below_what_mounts_it_and_is_asked_for_by_name(
    tmp_path: Path, files: dict[str, str], entity: str, answers: str, asked: str
) -> None:
    session = DirectSession(write(tmp_path, files), load_settings())
    lines = trace_causal_path(session, entity, "upstream").text.split("\n")
    said = [line for line in lines if line.startswith(("It answers", "By the text, requested"))]
    expected = [f"It answers {answers}."]
    assert said == [*expected, *([f"By the text, requested at {asked}."] if asked else [])]


FOUND_IN_PROGRAMS = {
    "r/routes.go": (
        'package r\n\nfunc routes(g *gin.Engine) {\n\tg.Group("/carts").Use(guard).POST("", add)\n'
        '\tclient := g.Group("/client")\n\tclient.GET("", all)\n}\n\nfunc add() {}\n\nfunc all() {}\n'
    ),
    "routes/web.php": "<?php\nuse App\\Lines;\nRoute::resource('carts.lines', Lines::class);\n",
    "app/Lines.php": "<?php\nnamespace App;\nclass Lines {\n    public function show() {}\n}\n",
    "app/views.py": (
        "routes = Blueprint('shop', __name__, template_folder=fix_path('templates'))\n\n\n"
        "@routes.route('/ping')\ndef ping(): ...\n\n\n"
        "@require_any_of(('/read', '/write'))\ndef guarded(): ...\n\n\n"
        "class Carts:\n    @action(methods=['post'])\n    def close(self): ...\n"
    ),
    "app/main.py": "from app.views import routes\n\napp = Flask(__name__)\napp.register_blueprint(routes)\n",
    "J.java": (
        "class J {\n    RouterFunction<R> routes() {\n        return RouterFunctions.nest(\n"
        '                path("/profile"),\n                RouterFunctions.route()\n'
        '                        .GET("", this::page)\n                        .build());\n    }\n\n'
        "    Mono<R> page(Q request) { return null; }\n}\n"
    ),
}


@pytest.mark.parametrize(
    ("entity", "answers"),
    [
        ("func:r/routes.go:add", ["POST /carts"]),
        ("func:r/routes.go:all", ["GET /client"]),
        ("Lines.show", ["GET /carts/{id}/lines/{id}"]),
        ("func:app/views.py:ping", ["/ping"]),
        ("func:app/views.py:guarded", []),
        ("Carts.close", []),
        ("J.page", ["GET /profile"]),
    ],
)
def test_a_path_is_neither_lengthened_nor_cut(session_of: SessionOf, entity: str, answers: list[str]) -> None:
    session = session_of(FOUND_IN_PROGRAMS)
    routes = trace_causal_path(session, entity, "upstream").data.get("routes", [])
    assert [f"{one['method']} {one['path']}".strip() for one in routes] == answers


def test_what_stands_before_a_joined_text_is_left_open(tmp_path: Path) -> None:
    files = {
        "main.go": 'package main\n\nfunc main() {\n\tr.GET(prefix+"/carts", show)\n}\n\nfunc show() {}\n',
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    text = trace_causal_path(session, "func:main.go:show", "upstream").text
    assert "It answers GET …/carts (main.go:4)." in text


def test_what_a_client_shows_for_a_path_answers_by_no_method_of_its_name(tmp_path: Path) -> None:
    files = {
        "app/routes.ts": (
            "import { CartComponent } from './cart';\n\nexport const routes = [\n"
            "  {\n    path: 'carts/:id',\n    component: CartComponent,\n  },\n];\n"
        ),
        "app/cart.ts": "export class CartComponent {\n  delete() {}\n}\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    text = trace_causal_path(session, "CartComponent.delete", "upstream").text
    assert "It answers" not in text


def test_a_line_that_asks_for_a_route_is_told_once(tmp_path: Path) -> None:
    files = {
        "shop/carts.py": "@app.route('/carts/<id>')\ndef show_cart(id): ...\n",
        "shop/templates/a.html": "<a href=\"{{ url_for('show_cart', id=1) }}\">\n{# show_cart #}\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    lines = trace_causal_path(session, "show_cart", "upstream").text.split("\n")
    assert [line for line in lines if "a.html" in line] == [
        "By the text, requested at shop/templates/a.html:1.",
        "Text that is not parsed has `show_cart` at shop/templates/a.html:2.",
    ]


def test_a_decorator_of_ones_own_that_writes_no_path_tells_none(tmp_path: Path) -> None:
    controller = """\
    [ShopController]
    public class CartsController : Controller
    {
        [RestDeleteById]
        public int Remove(int id) => 1;

        [HttpDelete]
        public int Empty() => 1;
    }
    """
    session = DirectSession(write(tmp_path, {"Carts.cs": dedent(controller)}), load_settings())
    answers = {
        name: [
            line
            for line in trace_causal_path(session, f"CartsController.{name}", "upstream").text.split("\n")
            if line.startswith("It answers")
        ]
        for name in ("Remove", "Empty")
    }
    assert answers == {"Remove": [], "Empty": []}  # by convention it is DELETE /Carts/Empty
