"""What is said of a file that nothing imports or reads: a program, a template, what is deployed by its path."""

from __future__ import annotations

from pathlib import Path

import pytest
from written_files import write

from nsccn.settings import Settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

SHOP = {
    "app/controllers/admin/old_carts_controller.rb": "class OldCartsController\n  def show\n  end\nend\n",
    "app/views/old_carts/show.html.erb": "<p><%= @cart %></p>\n",
    "app/views/old_carts/other.html.erb": "<p><%= @cart %></p>\n",
    "Shop/Controllers/CartsController.cs": "public class CartsController { public int List() => 1; }\n",
    "Shop/Views/Carts/List.cshtml": "<p>carts</p>\n",
    "resources/views/cart/row.blade.php": "<p>{{ $cart }}</p>\n",
    "app/Row.php": "<?php\nclass Row { function render() { return view('cart.row'); } }\n",
    "shop/CartController.php": "<?php\nuse Inertia\\Inertia;\nclass CartController {\n"
    "  function show() {\n    return Inertia::render('Cart/Show', ['id' => 1]) ?:\n      inertia('Cart/Show');\n  }\n"
    "  function log() { return $this->write('Cart/Show'); }\n}\n",
    "shop/Pages/Cart/Show.vue": "<template><p>cart</p></template>\n",
    "web/pages/Cart/Show.vue": "<template><p>another program</p></template>\n",
    "server.js": "app.get('/about', (req, res) => {\n  res.render(\n    'pages/about');\n});\n",
    "views/pages/about.pug": "p about\n",
    "till/app.rb": "class Till\n  get '/till' do\n    erb(:till, locals: {})\n  end\n  render :json => carts\nend\n",
    "till/views/till.erb": "<p>till</p>\n",
    "till/views/json.erb": "<p>json</p>\n",
    "tests/RowTest.php": "<?php\n$path = 'resources/views/cart/row.blade.php';\n",
    "infra/lambda.tf": 'data "archive_file" "sum" {\n  source_file = "lambda/sum.py"\n}\n',
    "infra/lambda/sum.py": "def handler(event, context):\n    return 1\n",
    "scripts/build.sh": "echo one\n",
    "other/build.sh": "echo two\n",
    ".github/workflows/build.yml": "steps:\n  - run: bash scripts/build.sh\n",
    "app/cart.py": "size = 1\n",
    "shop/templates/carts/show.html": '{% extends "carts/base.html" %}\n',
    "shop/templates/carts/base.html": "<p></p>\n",
    "shop/templates/carts/lost.html": "<p></p>\n",
    "shop/views.py": 'class Show(View):\n    template_name = "carts/show.html"\n',
    "shop/locale/nl/django.po": '#: shop/templates/carts/lost.html:1\nmsgid "cart"\n',
    "shop/management/commands/count_stock.py": "class Command(Base):\n    def handle(self): ...\n",
    "shop/management/commands/nightly.py": (
        "class Command(Base):\n    def handle(self):\n        call_command(\n            'count_stock'\n        )\n"
    ),
    "shop/nightly.sh": "python manage.py count_stock --all\npython manage.py count_stock_again\n",
    "app/use.py": "from app import cart  # cart.py\n",
}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    root = write(tmp_path_factory.mktemp("files") / "repository", SHOP)
    return DirectSession(root, Settings(cache_dir=root.with_name("cache")))


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            "app/views/old_carts/show.html.erb",
            [
                "No file is known to import it.",
                "By convention method:app/controllers/admin/old_carts_controller.rb:OldCartsController.show shows it.",
            ],
        ),
        ("app/views/old_carts/other.html.erb", ["No file is known to import it."]),
        (
            "Shop/Views/Carts/List.cshtml",
            [
                "An entity of kind file has no upstream; direction=config was followed.",
                "No read of it was found in this repository.",
                "By convention method:Shop/Controllers/CartsController.cs:CartsController.List shows it.",
            ],
        ),
        (
            "shop/templates/carts/show.html",
            [
                "By the text, shown at shop/views.py:2 in `Show.template_name`.",
                "An entity of kind file has no upstream; direction=config was followed.",
            ],
        ),
        (
            "shop/templates/carts/base.html",
            [
                "By the text, taken into other templates at shop/templates/carts/show.html:1.",
                "An entity of kind file has no upstream; direction=config was followed.",
            ],
        ),
        (
            "shop/templates/carts/lost.html",
            [
                "An entity of kind file has no upstream; direction=config was followed.",
                "No read of it was found in this repository.",
            ],
        ),
        (
            "shop/management/commands/count_stock.py:Command.handle",
            [
                "By the text, run at shop/management/commands/nightly.py:3 in `Command.handle`, shop/nightly.sh:1.",
            ],
        ),
        (
            "resources/views/cart/row.blade.php",
            ["By the text, shown at app/Row.php:2 in `Row.render`."],
        ),
        ("till/views/till.erb", ["By the text, shown at till/app.rb:3 in `Till`."]),
        ("till/views/json.erb", ["No file is known to import it."]),
        (
            "shop/Pages/Cart/Show.vue",
            ["By the text, shown at shop/CartController.php:5,6 in `CartController.show`."],
        ),
        ("web/pages/Cart/Show.vue", ["No file is known to import it."]),
        (
            "views/pages/about.pug",
            [
                "By the text, shown at server.js:3.",
                "An entity of kind file has no upstream; direction=config was followed.",
            ],
        ),
        (
            "infra/lambda/sum.py",
            [
                "No file is known to import it.",
                "The text has `sum.py` at infra/lambda.tf:2 in archive_file.sum.",
            ],
        ),
        (
            "scripts/build.sh",
            [
                "No file is known to import it.",
                "The text has `scripts/build.sh` at .github/workflows/build.yml:2.",
            ],
        ),
        (
            "app/cart.py",
            ["Nothing runs it by a call; the files that import it use it.", "Imported at app/use.py:1."],
        ),
    ],
)
def test_who_may_use_a_file(session: DirectSession, asked: str, said: list[str]) -> None:
    assert trace_causal_path(session, asked, "upstream").text.splitlines()[2:] == said


def test_a_function_leads_to_the_views_that_it_shows(session: DirectSession) -> None:
    said = trace_causal_path(session, "CartController.show").text.splitlines()
    assert "L5 shows shop/Pages/Cart/Show.vue." in said
    assert "shows" not in trace_causal_path(session, "CartController.log").text


def test_views_of_ruby_are_shown_by_the_name_of_their_engine(tmp_path: Path) -> None:
    files = {
        "lib/web.rb": 'class Web\n  def busy\n    erb(:busy)\n  end\n\n  def all\n    haml :"carts/all"\n  end\n\n'
        "  def gone\n    slim :busy\n    erb :none, {erb: :busy}\n  end\nend\n",
        "views/busy.html.erb": "<%= erb(:_row) %>\n",
        "views/_row.html.erb": "<p></p>\n",
        "views/carts/all.haml": "%p\n",
    }
    session = DirectSession(write(tmp_path, files), Settings(cache_dir=tmp_path / "cache"))

    def shown(view: str) -> str:
        return trace_causal_path(session, view, "upstream").text.splitlines()[2]

    assert shown("views/busy.html.erb") == "By the text, shown at lib/web.rb:3 in `Web.busy`."
    assert shown("views/_row.html.erb") == "By the text, shown at views/busy.html.erb:1."
    assert shown("views/carts/all.haml") == "By the text, shown at lib/web.rb:7 in `Web.all`."
    assert "L3 shows views/busy.html.erb." in trace_causal_path(session, "Web.busy").text.splitlines()


def test_templates_of_phoenix_are_shown_by_the_live_view_beside_them_or_by_an_atom(tmp_path: Path) -> None:
    files = {
        "lib/shop_web/live/cart_live.ex": "defmodule ShopWeb.CartLive do\n  use ShopWeb, :live_view\nend\n",
        "lib/shop_web/live/cart_live.html.heex": "<p><%= @cart %></p>\n",
        "lib/shop_web/live/row_live.ex": "defmodule ShopWeb.RowLive do\n  use ShopWeb, :live_view\n\n"
        "  def render(assigns), do: assigns\nend\n",
        "lib/shop_web/live/row_live.html.heex": "<p></p>\n",
        "lib/shop/mails.ex": "defmodule Shop.Mails do\n  use Phoenix.Swoosh, view: ShopWeb.EmailView\n\n"
        "  def paid(cart) do\n    new()\n    |> render_body(:paid)\n  end\nend\n",
        "lib/shop/other.ex": "defmodule Shop.Other do\n  def paid(cart), do: render(cart, :paid)\nend\n",
        "lib/shop_web/templates/email/paid.html.eex": "<p></p>\n",
        "lib/shop_web/templates/admin/email/paid.html.eex": "<p></p>\n",
    }
    session = DirectSession(write(tmp_path, files), Settings(cache_dir=tmp_path / "cache"))

    def shown(template: str) -> str:
        return trace_causal_path(session, f"lib/shop_web/{template}", "upstream").text

    live = "By the text, shown at lib/shop_web/live/cart_live.ex:2 in `ShopWeb.CartLive`."
    assert live in shown("live/cart_live.html.heex")
    assert "By the text, shown" not in shown("live/row_live.html.heex")
    assert "By the text, shown at lib/shop/mails.ex:6 in `Shop.Mails.paid`." in shown(
        "templates/email/paid.html.eex"
    )
    assert "By the text, shown" not in shown("templates/admin/email/paid.html.eex")
