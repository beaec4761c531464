"""Functions that answer a route, asked for by the route's name as code spells its path."""

from __future__ import annotations

from pathlib import Path

import pytest
from written_files import SessionOf, write

from nsccn.errors import UnknownEntity
from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

RAILS = {
    "config/routes.rb": (
        "Rails.application.routes.draw do\n  resources :carts do\n    resources :lines, only: :index\n"
        "    post :close, on: :member\n  end\n  namespace :admin do\n    resource :depot\n  end\nend\n"
    ),
    "app/controllers/carts_controller.rb": (
        "class CartsController\n  def index; end\n  def show; end\n  def update; end\n  def close; end\nend\n"
    ),
    "app/controllers/lines_controller.rb": "class LinesController\n  def index; end\nend\n",
    "app/controllers/admin/depots_controller.rb": (
        "class Admin::DepotsController\n  def show; end\n  def new; end\nend\n"
    ),
}
RAILS_SAID = {
    "config/routes.rb": (
        'Rails.application.routes.draw do\n  root to: "carts#index", as: "root"\n'
        '  get "/~:name" => "carts#of", :as => "owned"\n'
        '  get "/carts(/page/:page)" => "carts#index",\n    :as => "carts"\n'
        '  get "/c/:id" => "carts#show"\n  get "/s/:id/(:title)" => "carts#show", as: "short"\n'
        '  get "/carts/of" => "carts#of"\n'
        '  namespace :admin do\n    get "/all" => "carts#all", as: "every"\n  end\nend\n'
    ),
    "app/controllers/carts_controller.rb": (
        "class CartsController\n  def index\n    @root_path = true\n  end\n  def of; end\n"
        "  def show\n    redirect_to root_path\n  end\nend\n"
    ),
    "app/controllers/admin/carts_controller.rb": "class Admin::CartsController\n  def all; end\nend\n",
    "app/views/carts/index.html.erb": (
        '<% # root_path leads here %>\n<%= link_to "x", short_path(cart) %>\n<%= @root_path %>\n'
    ),
    "app/assets/carts.css": "input#short_url { color: red }\n",
    "app/javascript/carts.js": "document.querySelector('#short_url')\n",
}
LARAVEL = {
    "routes/web.php": (
        "<?php\nuse App\\CartsController;\nuse App\\StockController;\nuse App\\Api\\StockController as Stock;\n"
        "Route::get('/', [CartsController::class, 'home'])->name('home');\n"
        "Route::group(['prefix' => 'admin', 'as' => 'admin.'], function () {\n"
        "    Route::get('carts/{id}/close',\n        [CartsController::class, 'close']\n    )->name('carts.close');\n"
        "});\n"
        "Route::group(\n    [\n        'prefix' => 'depot',\n        'as' => 'depot.',\n    ],\n\n    function () {\n"
        "        Route::get('all', [CartsController::class, 'depot'])->name('all');\n    });\n"
        "Route::get('clone', [CartsController::class, 'copy'])->name('clone/carts');\n"
        "Route::resource('stock',\n    StockController::class,\n    ['middleware' => ['auth']]\n);\n"
        "Route::resource('api/stock', Stock::class, [\n    'names' => ['index' => 'api.stock.index'],\n]);\n"
    ),
    "app/CartsController.php": (
        "<?php\nnamespace App;\nclass CartsController {\n    public function home() {}\n"
        "    public function close() {}\n    public function copy() {}\n    public function depot() {}\n}\n"
    ),
    "app/StockController.php": (
        "<?php\nnamespace App;\nclass StockController {\n    public function index() {}\n"
        "    public function show() {}\n}\n"
    ),
    "app/Api/StockController.php": (
        "<?php\nnamespace App\\Api;\nclass StockController {\n    public function index() {}\n}\n"
    ),
}
DJANGO = {
    "shop/urls.py": (
        "from django.urls import include, path\nfrom shop import views\n\napp_name = 'shop'\n"
        "urlpatterns = [\n    path('carts/<int:pk>/', views.cart, name='cart'),\n"
        "    path('carts/', views.CartList.as_view(), name='cart-list'),\n]\n"
    ),
    "shop/views.py": "def cart(request, pk): ...\n\n\nclass CartList(View):\n    def get(self, request): ...\n",
    "site/urls.py": "urlpatterns = [path('shop/', include('shop.urls'))]\n",
}
REST = {
    "shop/urls.py": (
        "from django.urls import include, path\nfrom rest_framework.routers import DefaultRouter\n"
        "from shop.views import CartViewSet, LineViewSet, StockViewSet\n\nrouter = DefaultRouter()\n"
        "router.register('carts', CartViewSet, basename='cart')\n"
        "router.register(\n    'lines',\n    LineViewSet,\n    basename='cart-line',\n)\n"
        "router.register(r'stock', StockViewSet)\n"
        "urlpatterns = [path('api/', include(router.urls))]\n"
    ),
    "shop/views.py": (
        "class CartViewSet(ModelViewSet):\n    def create(self, request): ...\n\n    def list(self, request): ...\n\n"
        "    def retrieve(self, request, pk=None): ...\n\n"
        "    @action(detail=True, methods=['post'])\n    def check_out(self, request, pk=None): ...\n\n\n"
        "class LineViewSet(ModelViewSet):\n    serializer_class = LineSerializer\n\n\n"
        "class StockViewSet(ModelViewSet):\n    queryset = Stock.objects.all()\n\n"
        "    def list(self, request): ...\n"
    ),
}
FLASK = {
    "shop/carts.py": (
        "bp = Blueprint('carts', __name__, url_prefix='/carts')\n\n\n@bp.route('/<int:id>')\ndef show(id): ...\n\n\n"
        "@bp.route('/all', endpoint='every')\ndef all_carts(): ...\n"
    ),
}
SYMFONY_YAML = {
    "config/routes.yaml": """\
cart_close:
    path: /carts/{id}/close
    controller: App\\Controller\\CartController::close
""",
    "src/Controller/CartController.php": """\
<?php

namespace App\\Controller;

class CartController
{
    public function close(int $id) {}
}
""",
}
SYMFONY = {
    "src/Controller/CartController.php": (
        "<?php\nnamespace App\\Controller;\n#[Route('/carts', name: 'cart_')]\nclass CartController\n{\n"
        "    #[Route('/{id}', name: 'show')]\n    public function show() {}\n\n"
        "    #[Route('/', name: 'index')]\n    public function index() {}\n}\n"
    ),
}


@pytest.mark.parametrize(
    ("files", "answering"),
    [
        (
            RAILS,
            {
                "cart_path": "CartsController.show",
                "carts_url": "CartsController.index",
                "close_cart_path(@cart)": "CartsController.close",
                "cart_lines_path": "LinesController.index",
                "new_admin_depot_path": "Admin.DepotsController.new",
            },
        ),
        (
            LARAVEL,
            {
                "route('home')": "CartsController.home",
                "admin.carts.close": "CartsController.close",
                "clone/carts": "CartsController.copy",
                "depot.all": "CartsController.depot",
                "GET /depot/all": "CartsController.depot",
                "stock.show": "StockController.show",
                "api.stock.index": "StockController.index",
            },
        ),
        (
            RAILS_SAID,
            {
                "root_path": "CartsController.index",
                "owned_path": "CartsController.of",
                "carts_of_path": "CartsController.of",
                "carts_url": "CartsController.index",
                "short_path": "CartsController.show",
                "admin_every_path": "Admin.CartsController.all",
            },
        ),
        (
            DJANGO,
            {
                "shop:cart": "cart",
                '{% url "shop:cart" cart.pk %}': "cart",
                "reverse('shop:cart-list')": "CartList",
            },
        ),
        (
            REST,
            {
                "cart-list": "CartViewSet.list",
                "reverse('cart-detail', args=[1])": "CartViewSet.retrieve",
                "cart-check-out": "CartViewSet.check_out",
                "cart-line-list": "LineViewSet",
                "cart-line-detail": "LineViewSet",
                "stock-list": "StockViewSet.list",
                "stock-detail": "StockViewSet",
            },
        ),
        (FLASK, {"url_for('carts.show', id=1)": "show", "carts.every": "all_carts"}),
        (SYMFONY, {"cart_show": "CartController.show", "{{ path('cart_index') }}": "CartController.index"}),
        (SYMFONY_YAML, {"cart_close": "CartController.close"}),
    ],
    ids=["rails", "laravel", "rails as it is said", "django", "rest", "flask", "symfony", "symfony in yaml"],
)
def test_a_route_is_found_by_its_name(
    tmp_path: Path, files: dict[str, str], answering: dict[str, str]
) -> None:
    session = DirectSession(write(tmp_path, files), load_settings())
    found = {asked: trace_causal_path(session, asked, "upstream") for asked in answering}
    assert {asked: one.data["root"].rpartition(":")[2] for asked, one in found.items()} == answering


def test_a_helper_names_all_that_answers_its_path(session_of: SessionOf) -> None:
    session = session_of(RAILS)
    lines = trace_causal_path(session, "cart_path", "upstream").text.split("\n")
    assert [line.split("  ")[0].rpartition(":")[2] for line in lines[:2]] == [
        "CartsController.show",
        "CartsController.update",
    ]
    assert "`cart_path` is a name of its path." in lines


SCRIPT = """\
export const show = (id) => request({ method: "GET", url: Routes.cart_path(id) });
export const rename = (id, name) =>
  request({
    method: "PATCH",
    url: Routes.cart_path(id),
    data: { name },
  });
export const stored = () => fetch(Routes.stock_index_path());
export const shown = (id) => <a href={Routes.cart_path(id)}>one</a>;
export const unknown = (id) => request({ method: "PUT", url: Routes.depot_path(id) });
"""


def test_a_script_asks_by_the_helpers_of_routes(session_of: SessionOf) -> None:
    routes = RAILS["config/routes.rb"].replace("  namespace", "  resources :stock, only: :index\n  namespace")
    stock = "class StockController\n  def index; end\nend\n"
    session = session_of(
        RAILS
        | {
            "config/routes.rb": routes,
            "app/javascript/carts.jsx": SCRIPT,
            "app/controllers/stock_controller.rb": stock,
        }
    )
    said = {
        name: [
            (one["asked"], one["id"].rpartition(":")[2])
            for one in trace_causal_path(session, f"carts.jsx:{name}", "downstream").data.get("requests", ())
        ]
        for name in ("show", "rename", "stored", "shown", "unknown")
    }
    assert said == {
        "show": [("GET /carts/:id", "CartsController.show")],
        "rename": [("PATCH /carts/:id", "CartsController.update")],
        "stored": [("GET /stock", "StockController.index")],
        "shown": [("GET /carts/:id", "CartsController.show")],
        "unknown": [],
    }
    requested = trace_causal_path(session, "CartsController.update", "upstream").data["requested"]
    assert requested == [{"file": "app/javascript/carts.jsx", "line": 5, "whole": True}]
    assert trace_causal_path(session, "Routes.stock_index_path", "upstream").data["root"].endswith(".index")


def test_of_two_resources_of_a_name_that_is_meant_which_has_no_names_of_its_own(
    session_of: SessionOf,
) -> None:
    session = session_of(LARAVEL)
    for asked, path in (("stock.index", "app/"), ("api.stock.index", "app/Api/")):
        root = trace_causal_path(session, asked, "upstream").data["root"]
        assert root == f"method:{path}StockController.php:StockController.index"


@pytest.mark.parametrize("asked", ["order_path", "shop:order", "stock.drop", "carts.close", "route('none')"])
def test_a_name_of_no_route_names_nothing(tmp_path: Path, asked: str) -> None:
    session = DirectSession(write(tmp_path, RAILS | LARAVEL | DJANGO), load_settings())
    with pytest.raises(UnknownEntity):
        trace_causal_path(session, asked, "upstream")


def test_lines_ask_by_a_helper_that_is_no_variable_and_no_element_of_a_page(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path, RAILS_SAID), load_settings())
    places = dict[str, list[tuple[str, int]]]()
    for asked in ("GET /s/42", "short_path", "root_path"):
        found = trace_causal_path(session, asked, "upstream").data["requested"]
        places[asked] = [(one["file"], one["line"]) for one in found]
    assert places == {
        "GET /s/42": [("app/views/carts/index.html.erb", 2)],
        "short_path": [("app/views/carts/index.html.erb", 2)],
        "root_path": [("app/controllers/carts_controller.rb", 7)],
    }


@pytest.mark.parametrize("asked", ["c_path", "of_path"])
def test_a_path_with_parameters_has_a_helper_only_where_one_is_said(tmp_path: Path, asked: str) -> None:
    session = DirectSession(write(tmp_path, RAILS_SAID), load_settings())
    with pytest.raises(UnknownEntity):
        trace_causal_path(session, asked, "upstream")


def test_a_name_that_many_routes_have_is_that_of_the_router_which_is_asked(tmp_path: Path) -> None:
    routed = "from fastapi import APIRouter\n\nrouter = APIRouter(prefix='/{0}')\n\n\n@router.get('')\n"
    own = "def get_all():\n    return router.url_path_for('get_all')\n"
    files = {
        "app.py": "import carts\nimport lines\n\napp = FastAPI()\napp.include_router(carts.router)\n"
        "app.include_router(lines.router)\n\n\ndef home(request):\n"
        "    one = request.url_for('get_all')\n    two = request.url_for('only')\n",
        "carts.py": routed.format("carts") + own + "\n\n@router.get('/only')\ndef only(): ...\n",
        "lines.py": routed.format("lines") + own,
        "links.py": "from carts import router as of_carts\n\nLINK = of_carts.url_path_for('get_all')\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())

    def asking(entity: str) -> set[str]:
        data = trace_causal_path(session, entity, "upstream").data
        return {f"{one['file']}:{one['line']}" for one in data["requested"]}

    assert asking("carts.py:get_all") == {"carts.py:8", "links.py:3"}
    assert asking("lines.py:get_all") == {"lines.py:8"}
    assert asking("carts.py:only") == {"app.py:11"}
