"""Which paths functions answer that FastAPI, Django and its REST framework route, in programs that mislead."""

from __future__ import annotations

from pathlib import Path

import pytest
from routed import Program, check
from written_files import write

from nsccn.errors import UnknownEntity
from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

FASTAPI_ROUTERS = Program(
    {
        "shop/main.py": """\
from fastapi import APIRouter, FastAPI

from shop.api.v1 import api as v1
from shop.api.v2.api import router as v2_router
from shop.settings import settings

app = FastAPI(title="Shop", openapi_url="/openapi.json")
app.include_router(v1.router, prefix=settings.API_V1)
app.include_router(
    v2_router,
    prefix=f"{settings.BASE}/v2",
    tags=["v2"],
)


@app.get("/")
async def root():
    return {}


@app.get("/healthz", include_in_schema=False)
async def healthz():
    return {}
""",
        "shop/settings.py": """\
class Settings:
    API_V1: str = "/api/v1"
    BASE: str = "/api"


settings = Settings()
""",
        "shop/api/__init__.py": "",
        "shop/api/v1/__init__.py": "",
        "shop/api/v1/api.py": """\
from fastapi import APIRouter

from shop.api.v1.endpoints import carts, users

router = APIRouter()
router.include_router(carts.router, prefix="/carts", tags=["carts"])
router.include_router(users.router, tags=["users"])
""",
        "shop/api/v1/endpoints/__init__.py": "",
        "shop/api/v1/endpoints/carts.py": """\
from fastapi import APIRouter, Depends

router = APIRouter()


@router.get("/{cart_id}", response_model=dict)
def show(cart_id: int):
    return {}


@router.put("/{cart_id}")
def edit(cart_id: int):
    return {}


@router.get("")
def index():
    return []


@router.get(
    "/{cart_id}/lines",
    dependencies=[Depends(show)],
)
async def lines(cart_id: int):
    return []
""",
        "shop/api/v1/endpoints/users.py": """\
from fastapi import APIRouter

router = APIRouter(prefix="/users")


@router.get("/{user_id}")
def show(user_id: int):
    return {}


@router.get("/me")
def me():
    return {}


@router.api_route("/both", methods=["GET", "POST"])
def both():
    return {}
""",
        "shop/api/v2/__init__.py": "",
        "shop/api/v2/api.py": """\
from fastapi import APIRouter

router = APIRouter(prefix="/carts")


@router.get("/{cart_id}")
def show(cart_id: int):
    return {}


@router.websocket("/feed")
async def feed(ws):
    ...
""",
    },
    {
        "func:shop/main.py:root": {"GET /"},
        "func:shop/main.py:healthz": {"GET /healthz"},
        "func:shop/api/v1/endpoints/carts.py:show": {"GET /api/v1/carts/{cart_id}"},
        "func:shop/api/v1/endpoints/carts.py:edit": {"PUT /api/v1/carts/{cart_id}"},
        "func:shop/api/v1/endpoints/carts.py:index": {"GET /api/v1/carts"},
        "func:shop/api/v1/endpoints/carts.py:lines": {"GET /api/v1/carts/{cart_id}/lines"},
        "func:shop/api/v1/endpoints/users.py:show": {"GET /api/v1/users/{user_id}"},
        "func:shop/api/v1/endpoints/users.py:me": {"GET /api/v1/users/me"},
        "func:shop/api/v1/endpoints/users.py:both": {"GET /api/v1/users/both", "POST /api/v1/users/both"},
        "func:shop/api/v2/api.py:show": {"GET /api/v2/carts/{cart_id}"},
        "func:shop/api/v2/api.py:feed": {"/api/v2/carts/feed"},
    },
    {
        "GET /api/v1/carts/42": {"func:shop/api/v1/endpoints/carts.py:show"},
        "PUT /api/v1/carts/42": {"func:shop/api/v1/endpoints/carts.py:edit"},
        "GET /api/v1/carts": {"func:shop/api/v1/endpoints/carts.py:index"},
        "GET /api/v1/carts/42/lines": {"func:shop/api/v1/endpoints/carts.py:lines"},
        "GET /api/v1/users/42": {"func:shop/api/v1/endpoints/users.py:show"},
        "GET /api/v1/users/me": {"func:shop/api/v1/endpoints/users.py:me"},
        "POST /api/v1/users/both": {"func:shop/api/v1/endpoints/users.py:both"},
        "GET /api/v2/carts/{cart_id}": {"func:shop/api/v2/api.py:show"},
        "DELETE /api/v2/carts/42": set(),
        "/healthz": {"func:shop/main.py:healthz"},
    },
)

FASTAPI_FACTORY = Program(
    {
        "svc/app.py": """\
from fastapi import FastAPI
from .routes import build_router


def create_app(prefix: str = "/x"):
    app = FastAPI()
    app.include_router(build_router(), prefix=prefix)
    sub = FastAPI()
    app.mount("/internal", sub)

    @sub.get("/stats")
    def stats():
        return {}

    return app
""",
        "svc/routes.py": """\
from fastapi import APIRouter


def build_router() -> APIRouter:
    router = APIRouter(prefix="/jobs")

    @router.post("/{job_id}/cancel")
    def cancel(job_id: str):
        return {}

    router.add_api_route("/{job_id}", read_job, methods=["GET"])
    return router


def read_job(job_id: str):
    return {}
""",
        "svc/__init__.py": "",
        "svc/classy.py": """\
from fastapi import APIRouter


class Things:
    def __init__(self):
        self.router = APIRouter(prefix="/things")
        self.router.add_api_route("/{thing}", self.show, methods=["GET"])

    def show(self, thing):
        return {}
""",
    },
    {
        "func:svc/app.py:create_app.stats": {"GET /internal/stats"},
        "func:svc/routes.py:build_router.cancel": {"POST …/jobs/{job_id}/cancel"},
        "func:svc/routes.py:read_job": {"GET …/jobs/{job_id}"},
        "method:svc/classy.py:Things.show": {"GET …/things/{thing}"},
    },
    {
        "GET /internal/stats": {"func:svc/app.py:create_app.stats"},
    },
)

FASTAPI_TWOAPPS = Program(
    {
        "one/main.py": """\
from fastapi import FastAPI
from one.items import router
app = FastAPI()
app.include_router(router, prefix="/api")
""",
        "one/items.py": """\
from fastapi import APIRouter
router = APIRouter()


@router.get("/items/{id}")
def item(id): ...
""",
        "two/main.py": """\
from fastapi import FastAPI
from two.items import router
app = FastAPI(root_path="/svc")
app.include_router(router, prefix="/api")
""",
        "two/items.py": """\
from fastapi import APIRouter
router = APIRouter()


@router.get("/items/{id}")
def item(id): ...


@router.get("/items/{id}/{path:path}")
def tree(id, path): ...
""",
        "two/unused.py": """\
from fastapi import APIRouter
router = APIRouter()


@router.get("/lost/{id}")
def lost(id): ...
""",
    },
    {
        "func:one/items.py:item": {"GET /api/items/{id}"},
        "func:two/items.py:item": {"GET /api/items/{id}"},
        "func:two/items.py:tree": {"GET /api/items/{id}/{path:path}"},
        "func:two/unused.py:lost": {"GET …/lost/{id}"},
    },
    {
        "GET /api/items/3": {"func:one/items.py:item", "func:two/items.py:item"},
        "GET /api/lost/3": set(),
    },
)

DJANGO_URLS = Program(
    {
        "proj/urls.py": r"""
from django.contrib import admin
from django.urls import include, path, re_path
from rest_framework import routers
from shop import views as shop_views
from shop.api import CartViewSet, LineViewSet
from blog.views import archive

router = routers.DefaultRouter()
router.register(r"carts", CartViewSet, basename="cart")
# router.register(r"old", OldViewSet)

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/v1/", include(router.urls)),
    path("shop/", include("shop.urls")),
    path("blog/", include(("blog.urls", "blog"), namespace="blog")),
    re_path(r"^archive/(?P<year>[0-9]{4})/$", archive),
    re_path(
        r"^hooks/(?P<shop>[.0-9A-Za-z_-]+)/"
        r"(?P<key>[.0-9A-Za-z_-]+)/",
        shop_views.hook,
    ),
    re_path(
        (
            r"^images/(?P<key>[\w=]+)/(?P<size>\d+)/"
            r"(?:(?P<format>[a-z]+)/)?"
        ),
        shop_views.image,
    ),
    re_path(r"^logo(?:/(?P<name>.+))?/?$", shop_views.logo),
    re_path((r"^\.well-known/keys\.json$"), shop_views.keys),
    path("", shop_views.home, name="home"),
    # path("gone/", shop_views.gone),
]
if DEBUG:
    urlpatterns += static("/media/", view=serve) + [path("debug/", shop_views.debug)]
urlpatterns = urlpatterns + static("/files/", view=serve)
urlpatterns.append(path("news/", include("news.urls")))
""",
        "news/__init__.py": "",
        "news/urls.py": """\
from django.urls import path
from .views import latest

urlpatterns = [path("latest/", latest)]
""",
        "news/views.py": "def latest(request): ...\n",
        "shop/__init__.py": "",
        "blog/__init__.py": "",
        "proj/__init__.py": "",
        "shop/urls.py": """\
from django.urls import include, path
from . import views
from .views import CartDetail

extra = [
    path("refund/", views.refund),
    path("pay/<uuid:key>/", views.pay),
]

urlpatterns = [
    path("carts/<int:pk>/", CartDetail.as_view(), name="cart"),
    path("carts/<int:pk>/", include(extra)),
    path("list/", views.listing),
    path("list/<slug:kind>/", views.listing, {"x": 1}),
]
""",
        "shop/views.py": """\
from django.views import View
from django.views.decorators.http import require_POST


def home(request): ...


def debug(request): ...


def hook(request, shop, key): ...


def image(request, key, size, format=None): ...


def logo(request, name=None): ...


def keys(request): ...


def gone(request): ...


@require_POST
def refund(request, pk): ...


def pay(request, pk, key): ...


def listing(request, kind=None): ...


class CartDetail(View):
    def get(self, request, pk): ...

    def post(self, request, pk): ...

    def helper(self): ...
""",
        "shop/api.py": """\
from rest_framework import viewsets
from rest_framework.decorators import action


class CartViewSet(viewsets.ModelViewSet):
    def list(self, request): ...

    def retrieve(self, request, pk=None): ...

    def partial_update(self, request, pk=None): ...

    @action(detail=True, methods=["post"], url_path="check-out")
    def checkout(self, request, pk=None): ...

    @action(detail=False)
    def recent(self, request): ...

    @detail_route(methods=["post"])
    def reserve(self, request, pk=None): ...

    def get_queryset(self): ...


class LineViewSet(viewsets.ModelViewSet):
    def list(self, request): ...
""",
        "blog/urls.py": """\
from django.urls import path
from . import views
app_name = "blog"
urlpatterns = [path("<slug:slug>/", views.post), path("<slug:slug>/edit/", views.edit)]
""",
        "blog/views.py": """\
def post(request, slug): ...


def edit(request, slug): ...


def archive(request, year): ...
""",
    },
    {
        "func:shop/views.py:home": {"/"},
        "func:news/views.py:latest": {"/news/latest"},
        "func:shop/views.py:debug": {"/debug"},
        "func:shop/views.py:hook": {"/hooks/(?P<shop>[.0-9A-Za-z_-]+)/(?P<key>[.0-9A-Za-z_-]+)"},
        "func:shop/views.py:image": {
            "/images/(?P<key>[\\w=]+)/(?P<size>\\d+)",
            "/images/(?P<key>[\\w=]+)/(?P<size>\\d+)/(?P<format>[a-z]+)",
        },
        "func:shop/views.py:keys": {"/.well-known/keys.json"},
        "func:shop/views.py:gone": set(),
        "func:shop/views.py:refund": {"/shop/carts/<int:pk>/refund"},
        "func:shop/views.py:pay": {"/shop/carts/<int:pk>/pay/<uuid:key>"},
        "func:shop/views.py:listing": {"/shop/list", "/shop/list/<slug:kind>"},
        "method:shop/views.py:CartDetail.get": {"GET /shop/carts/<int:pk>"},
        "method:shop/views.py:CartDetail.post": {"POST /shop/carts/<int:pk>"},
        "method:shop/views.py:CartDetail.helper": set(),
        "method:shop/api.py:CartViewSet.list": {"GET /api/v1/carts"},
        "method:shop/api.py:CartViewSet.retrieve": {"GET /api/v1/carts/{id}"},
        "method:shop/api.py:CartViewSet.partial_update": {"PATCH /api/v1/carts/{id}"},
        "method:shop/api.py:CartViewSet.reserve": {"POST /api/v1/carts/{id}/reserve"},
        "method:shop/api.py:CartViewSet.checkout": {"POST /api/v1/carts/{id}/check-out"},
        "method:shop/api.py:CartViewSet.recent": {"GET /api/v1/carts/recent"},
        "method:shop/api.py:CartViewSet.get_queryset": set(),
        "method:shop/api.py:LineViewSet.list": set(),
        "func:blog/views.py:post": {"/blog/<slug:slug>"},
        "func:blog/views.py:edit": {"/blog/<slug:slug>/edit"},
        "func:blog/views.py:archive": {"/archive/(?P<year>[0-9]{4})"},
    },
    {
        "/shop/carts/3/": {"class:shop/views.py:CartDetail"},
        "POST /shop/carts/3/": {"method:shop/views.py:CartDetail.post"},
        "/shop/carts/3/pay/abc/": {"func:shop/views.py:pay"},
        "GET /api/v1/carts/3/": {"method:shop/api.py:CartViewSet.retrieve"},
        "POST /api/v1/carts/3/check-out/": {"method:shop/api.py:CartViewSet.checkout"},
        "GET /api/v1/carts/recent/": {"method:shop/api.py:CartViewSet.recent"},
        "/blog/hello/edit/": {"func:blog/views.py:edit"},
        "/archive/2024/": {"func:blog/views.py:archive"},
        "/hooks/main/my.key/": {"func:shop/views.py:hook"},
        "/images/abc=/100/": {"func:shop/views.py:image"},
        "/images/abc=/100/webp/": {"func:shop/views.py:image"},
        "/logo/": {"func:shop/views.py:logo"},
        "/.well-known/keys.json": {"func:shop/views.py:keys"},
        "/gone/": set(),
        "GET /api/v1/lines/": set(),
    },
)


@pytest.mark.parametrize(
    "program",
    [FASTAPI_ROUTERS, FASTAPI_FACTORY, FASTAPI_TWOAPPS, DJANGO_URLS],
    ids=lambda program: next(iter(program.files)),
)
def test_functions_answer_the_paths_that_the_framework_makes_of_the_sources(
    tmp_path: Path, program: Program
) -> None:
    check(tmp_path, program)


VIEWS_OF_MODELS = {
    "site/urls.py": (
        "from django.urls import include, path\n\nurlpatterns = [\n"
        "    path('shop/', include('shop.urls')),\n    path('api/shop/', include('shop.api.urls')),\n]\n"
    ),
    "shop/urls.py": (
        "from django.urls import include, path\nfrom site.registry import views_of\n\nurlpatterns = [\n"
        "    path('carts/', include(views_of('cart', each=False))),\n"
        "    path('carts/<int:pk>/', include(views_of('cart'))),\n]\n"
    ),
    "site/registry.py": "def views_of(name, each=True):\n    return [path(v.path, v) for v in REGISTRY[name]]\n",
    "shop/views.py": "@shown_for(Cart)\nclass CartView(View):\n    def get(self, request, pk): ...\n",
    "shop/api/urls.py": (
        "from shop.api import views\n\nrouter = Router()\nrouter.register('carts', views.CartViewSet)\n"
        "urlpatterns = router.urls\n"
    ),
    "shop/api/views.py": "class CartViewSet(ModelViewSet):\n    def retrieve(self, request, pk): ...\n",
}


def test_a_path_that_leads_where_no_text_tells_more_is_not_answered_by_what_has_its_end(
    tmp_path: Path,
) -> None:
    session = DirectSession(write(tmp_path, VIEWS_OF_MODELS), load_settings())
    answer = trace_causal_path(session, "GET /api/shop/carts/1/", "upstream").text
    assert answer.startswith("method:shop/api/views.py:CartViewSet.retrieve  L2")
    with pytest.raises(UnknownEntity) as refused:
        trace_causal_path(session, "GET /shop/carts/1/", "upstream")
    assert str(refused.value) == (
        "No entity 'GET /shop/carts/1/'. That path leads to site/urls.py:4 and shop/urls.py:6 "
        "`path('carts/<int:pk>/', include(views_of('cart'))),`, shop/urls.py:5 "
        "`path('carts/', include(views_of('cart', each=False))),`, and what answers it there is not known. Its end is "
        "written at shop/api/urls.py:4 `router.register('carts', views.CartViewSet)` for "
        "method:shop/api/views.py:CartViewSet.retrieve."
    )
    with pytest.raises(
        UnknownEntity, match="No route of that path is known; as far as /shop/carts/1 it leads to"
    ):
        trace_causal_path(session, "GET /shop/carts/1/edit/", "upstream")


def test_what_has_only_the_end_of_a_path_is_told_as_that(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path, VIEWS_OF_MODELS), load_settings())
    answer = trace_causal_path(session, "GET /depot/carts/1/", "upstream").text
    assert answer.startswith(
        "No route with all of that path was found; by its end, /carts/1, it is answered by:\n"
        "method:shop/api/views.py:CartViewSet.retrieve  L2"
    )


NUMBERS = {
    "shop/api/v3/carts.py": (
        "router = APIRouter(prefix='/carts')\n\n@router.get('/{cart_id}')\ndef show(cart_id: int): ...\n\n"
        "@router.get('/{cart_id}/lines/{line}')\ndef line_of(cart_id: int, line: str): ...\n"
    ),
    "shop/urls.py": (
        "from django.urls import path\nfrom shop import views\n\n"
        "urlpatterns = [\n    path('bags/<int:bag_id>/', views.bag),\n]\n"
    ),
    "shop/views.py": "def bag(request, bag_id): ...\n",
}


@pytest.mark.parametrize(
    ("path", "answers"),
    [
        ("GET /shop/carts/3", {"func:shop/api/v3/carts.py:show"}),
        ("GET /shop/carts/chooser", set[str]()),
        ("GET /carts/3/lines/first", {"func:shop/api/v3/carts.py:line_of"}),
        ("GET /api/v3/carts/3", {"func:shop/api/v3/carts.py:show"}),
        ("GET /api/v2/carts/3", set[str]()),
        ("GET /bags/3", {"func:shop/views.py:bag"}),
        ("GET /bags/chooser", set[str]()),
    ],
)
def test_a_number_is_no_word_and_a_version_no_other(tmp_path: Path, path: str, answers: set[str]) -> None:
    check(tmp_path, Program(NUMBERS, {}, {path: answers}))


PATTERNS_OF_CONSTANTS = {
    "shop/urls.py": (
        "from django.urls import re_path\nfrom shop import views\n\n"
        'USER = r"^user/(?P<name>{regex.NAME})"\nSHELF = rf"{USER}/(shelf|books)/(?P<shelf>\\d+)"\n\n'
        'urlpatterns = [\n    re_path(rf"{USER}/inbox/?$", views.inbox),\n'
        '    re_path(rf"{SHELF}(\\.json)?/?$", views.shelf),\n'
        '    re_path(rf"{USER}/(?P<way>(to|from))/?$", views.followers),\n]\n'
    ),
    "shop/views.py": (
        "def inbox(request, name): ...\ndef shelf(request, name, shelf): ...\ndef followers(request, name, way): ...\n"
    ),
}


@pytest.mark.parametrize(
    ("path", "answers"),
    [
        ("GET /user/mouse/inbox", {"func:shop/views.py:inbox"}),
        ("GET /user/mouse/books/3", {"func:shop/views.py:shelf"}),
        ("GET /user/mouse/books/new", set[str]()),
        ("GET /user/mouse/from", {"func:shop/views.py:followers"}),
        ("GET /user/mouse/outbox", set[str]()),
    ],
)
def test_constants_of_a_file_are_read_in_its_patterns(tmp_path: Path, path: str, answers: set[str]) -> None:
    shown = {"func:shop/views.py:inbox": {"/user/(?P<name>{regex.NAME})/inbox"}}
    check(tmp_path, Program(PATTERNS_OF_CONSTANTS, shown, {path: answers}))
