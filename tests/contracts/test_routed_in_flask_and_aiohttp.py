"""Which paths functions answer that Flask and aiohttp route, in programs that mislead."""

from __future__ import annotations

from pathlib import Path

import pytest
from routed import Program, check

FLASK_TWICE = Program(
    {
        "app/__init__.py": """\
from flask import Flask
from app.carts import bp
from app.admin.views import bp as admin_bp


def create_app():
    app = Flask(__name__)
    app.register_blueprint(bp, url_prefix="/v1")
    app.register_blueprint(bp, url_prefix="/v2", name="v2")
    app.register_blueprint(admin_bp)
    return app
""",
        "app/carts.py": """\
from flask import Blueprint

bp = Blueprint("carts", __name__, url_prefix="/carts")


@bp.route("/<int:cart_id>")
def show(cart_id):
    return {}


@bp.route("/", methods=["GET", "POST"])
def index():
    return []


# @bp.route("/old")
def old():
    return []
""",
        "app/admin/__init__.py": "",
        "app/admin/views.py": """\
from flask import Blueprint

bp = Blueprint("admin", __name__, url_prefix="/admin")


@bp.get("/carts/<cart_id>")
def show(cart_id):
    return {}


@bp.delete("/carts/<cart_id>")
def drop(cart_id):
    return {}
""",
        "tests/test_app.py": """\
from flask import Flask
from app.carts import bp


def test_it():
    app = Flask("t")
    app.register_blueprint(bp, url_prefix="/testing")
    app.test_client().get("/testing/3")
""",
    },
    {
        "func:app/carts.py:show": {"/v1/<int:cart_id>", "/v2/<int:cart_id>"},
        "func:app/carts.py:index": {"GET /v1", "GET /v2", "POST /v1", "POST /v2"},
        "func:app/carts.py:old": set(),
        "func:app/admin/views.py:show": {"GET /admin/carts/<cart_id>"},
        "func:app/admin/views.py:drop": {"DELETE /admin/carts/<cart_id>"},
    },
    {
        "GET /admin/carts/42": {"func:app/admin/views.py:show"},
        "DELETE /admin/carts/42": {"func:app/admin/views.py:drop"},
        "/testing/42": set(),
        "/carts/old": set(),
    },
)

FLASK_NESTED = Program(
    {
        "site/main.py": """\
from flask import Flask
from site_parts.outer import outer
PREFIX = "/api"
app = Flask(__name__)
app.register_blueprint(outer, url_prefix=PREFIX)


@app.route("/health")
def health():
    return "ok"


@app.route(f"{PREFIX}/ping")
def ping():
    return "pong"


def late():
    return ""


app.add_url_rule("/late/<path:rest>", view_func=late, methods=["PUT"])
""",
        "site_parts/outer.py": """\
from flask import Blueprint
from site_parts.inner import inner
outer = Blueprint("outer", __name__)
middle = Blueprint("middle", __name__, url_prefix="/middle")
middle.register_blueprint(inner, url_prefix="/inner")
outer.register_blueprint(middle)
""",
        "site_parts/inner.py": """\
from flask import Blueprint
from flask.views import MethodView
inner = Blueprint("inner", __name__)


@inner.post("/deep")
def deep():
    return ""


class CartView(MethodView):
    def get(self, cart_id):
        return ""

    def delete(self, cart_id):
        return ""


inner.add_url_rule("/carts/<int:cart_id>", view_func=CartView.as_view("cart"))
""",
    },
    {
        "func:site_parts/inner.py:deep": {"POST /api/middle/inner/deep"},
        "method:site_parts/inner.py:CartView.get": {"GET /api/middle/inner/carts/<int:cart_id>"},
        "method:site_parts/inner.py:CartView.delete": {"DELETE /api/middle/inner/carts/<int:cart_id>"},
        "func:site/main.py:health": {"/health"},
        "func:site/main.py:ping": {"/api/ping"},
        "func:site/main.py:late": {"PUT /late/<path:rest>"},
    },
    {
        "POST /api/middle/inner/deep": {"func:site_parts/inner.py:deep"},
        "DELETE /api/middle/inner/carts/7": {"method:site_parts/inner.py:CartView.delete"},
        "/health": {"func:site/main.py:health"},
        "/api/ping": {"func:site/main.py:ping"},
        "/api/middle/deep": set(),
    },
)

FLASK_CONFIG = Program(
    {
        "a/app.py": """\
from flask import Flask
from a.api import api
import os
app = Flask(__name__)
app.register_blueprint(api, url_prefix=os.environ["API_PREFIX"])
""",
        "a/api.py": """\
from flask import Blueprint
api = Blueprint("api", __name__)


@api.get("/users/<id>")
def user(id):
    return ""
""",
        "b/app.py": """\
from flask import Flask
from b.api import api
app = Flask(__name__)
app.register_blueprint(api, url_prefix="/b")
""",
        "b/api.py": """\
from flask import Blueprint
api = Blueprint("api", __name__)


@api.get("/users/<id>")
def user(id):
    return ""


@api.get("/users/me")
def me():
    return ""
""",
    },
    {
        "func:a/api.py:user": {"GET …/users/<id>"},
        "func:b/api.py:user": {"GET /b/users/<id>"},
        "func:b/api.py:me": {"GET /b/users/me"},
    },
    {
        "GET /b/users/3": {"func:b/api.py:user"},
        "GET /b/users/me": {"func:b/api.py:me"},
    },
)

AIOHTTP_APP = Program(
    {
        "srv/app.py": """\
from aiohttp import web
from srv import handlers
from srv.handlers import save

routes = web.RouteTableDef()


@routes.get("/health")
async def health(request): ...


@routes.view("/things/{name}")
class Things(web.View):
    async def get(self): ...

    async def post(self): ...


def make():
    app = web.Application()
    app.add_routes(routes)
    app.router.add_get("/users/{id}", handlers.user)
    app.router.add_route("PATCH", r"/users/{id:\\d+}", handlers.patch_user)
    app.add_routes([web.post("/users", save), web.delete("/users/{id}", handlers.drop)])
    sub = web.Application()
    sub.add_routes([web.get("/inner", handlers.inner)])
    app.add_subapp("/sub/", sub)
    return app
""",
        "srv/__init__.py": "",
        "srv/handlers.py": """\
async def user(request): ...


async def patch_user(request): ...


async def save(request): ...


async def drop(request): ...


async def inner(request): ...
""",
    },
    {
        "func:srv/app.py:health": {"GET /health"},
        "func:srv/handlers.py:user": {"GET /users/{id}"},
        "func:srv/handlers.py:patch_user": {"PATCH /users/{id:\\d+}"},
        "func:srv/handlers.py:save": {"POST /users"},
        "func:srv/handlers.py:drop": {"DELETE /users/{id}"},
        "func:srv/handlers.py:inner": {"GET /sub/inner"},
    },
    {
        "GET /users/4": {"func:srv/handlers.py:user"},
        "PATCH /users/4": {"func:srv/handlers.py:patch_user"},
        "POST /users": {"func:srv/handlers.py:save"},
        "DELETE /users/4": {"func:srv/handlers.py:drop"},
        "GET /sub/inner": {"func:srv/handlers.py:inner"},
    },
)


@pytest.mark.parametrize(
    "program",
    [FLASK_TWICE, FLASK_NESTED, FLASK_CONFIG, AIOHTTP_APP],
    ids=lambda program: next(iter(program.files)),
)
def test_functions_answer_the_paths_that_the_framework_makes_of_the_sources(
    tmp_path: Path, program: Program
) -> None:
    check(tmp_path, program)
