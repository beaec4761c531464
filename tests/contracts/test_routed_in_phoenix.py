"""Which paths functions answer that a router of Phoenix hands over, in programs that mislead."""

from __future__ import annotations

from pathlib import Path

import pytest
from routed import Program, check

SCOPED = Program(
    {
        "lib/shop_web/router.ex": """\
defmodule ShopWeb.Router do
  use ShopWeb, :router

  pipeline :browser do
    plug :accepts, ["html"]
  end

  scope "/", ShopWeb, host: "old." do
    get "/*path", OldController, :path
  end

  scope "/", ShopWeb do
    pipe_through :browser
    get "/", PageController, :home
    # get "/dropped", PageController, :dropped
    get "/carts/:id", CartController, :show, as: :cart
    live "/till", TillLive, :open

    resources "/items", ItemController, only: [:index, :delete] do
      post "/lines", LineController, :create
    end
  end

  scope "/admin", ShopWeb.Admin, as: :admin do
    get "/carts/:id", CartController, :show

    scope "/deep" do
      put "/carts", CartController, :update
    end
  end

  for prefix <- ["/", "/shops/:shop"] do
    scope prefix, ShopWeb do
      get "/hidden", PageController, :hidden
    end
  end
end
""",
        "lib/shop_web/controllers/page_controller.ex": """\
defmodule ShopWeb.PageController do
  def home(conn, _params), do: conn
  def dropped(conn, _params), do: conn
  def hidden(conn, _params), do: conn
end
""",
        "lib/shop_web/controllers/cart_controller.ex": """\
defmodule ShopWeb.CartController do
  def show(conn, _params), do: conn
end
""",
        "lib/shop_web/controllers/admin/cart_controller.ex": """\
defmodule ShopWeb.Admin.CartController do
  def show(conn, _params), do: conn
  def update(conn, _params), do: conn
end
""",
        "lib/shop_web/controllers/item_controller.ex": """\
defmodule ShopWeb.ItemController do
  def index(conn, _params), do: conn
  def show(conn, _params), do: conn
  def delete(conn, _params), do: conn
end

defmodule ShopWeb.LineController do
  def create(conn, _params), do: conn
end

defmodule ShopWeb.OldController do
  def path(conn, _params), do: conn
end
""",
        "lib/shop_web/live/till_live.ex": """\
defmodule ShopWeb.TillLive do
  def mount(_params, _session, socket), do: {:ok, socket}
  def render(assigns), do: assigns
end
""",
    },
    {
        "method:lib/shop_web/controllers/page_controller.ex:ShopWeb.PageController.home": {"GET /"},
        "method:lib/shop_web/controllers/page_controller.ex:ShopWeb.PageController.dropped": set(),
        "method:lib/shop_web/controllers/page_controller.ex:ShopWeb.PageController.hidden": {
            "GET /hidden",
            "GET /shops/:shop/hidden",
        },
        "method:lib/shop_web/controllers/cart_controller.ex:ShopWeb.CartController.show": {"GET /carts/:id"},
        "method:lib/shop_web/controllers/admin/cart_controller.ex:ShopWeb.Admin.CartController.show": {
            "GET /admin/carts/:id"
        },
        "method:lib/shop_web/controllers/admin/cart_controller.ex:ShopWeb.Admin.CartController.update": {
            "PUT /admin/deep/carts"
        },
        "method:lib/shop_web/controllers/item_controller.ex:ShopWeb.ItemController.index": {"GET /items"},
        "method:lib/shop_web/controllers/item_controller.ex:ShopWeb.ItemController.show": set(),
        "method:lib/shop_web/controllers/item_controller.ex:ShopWeb.ItemController.delete": {
            "DELETE /items/:id"
        },
        "method:lib/shop_web/controllers/item_controller.ex:ShopWeb.LineController.create": {
            "POST /items/:item_id/lines"
        },
        "method:lib/shop_web/live/till_live.ex:ShopWeb.TillLive.mount": {"GET /till"},
        "method:lib/shop_web/live/till_live.ex:ShopWeb.TillLive.render": set(),
    },
    {
        "GET /carts/42": {"method:lib/shop_web/controllers/cart_controller.ex:ShopWeb.CartController.show"},
        "GET /admin/carts/42": {
            "method:lib/shop_web/controllers/admin/cart_controller.ex:ShopWeb.Admin.CartController.show"
        },
        "PUT /admin/deep/carts": {
            "method:lib/shop_web/controllers/admin/cart_controller.ex:ShopWeb.Admin.CartController.update"
        },
        "GET /items": {"method:lib/shop_web/controllers/item_controller.ex:ShopWeb.ItemController.index"},
        "POST /items/7/lines": {
            "method:lib/shop_web/controllers/item_controller.ex:ShopWeb.LineController.create"
        },
        "/items/7/lines": {
            "method:lib/shop_web/controllers/item_controller.ex:ShopWeb.LineController.create"
        },
        "GET /till": {"method:lib/shop_web/live/till_live.ex:ShopWeb.TillLive.mount"},
        "GET /shops/main/hidden": {
            "method:lib/shop_web/controllers/page_controller.ex:ShopWeb.PageController.hidden"
        },
        "GET /elsewhere/42": {
            "method:lib/shop_web/controllers/item_controller.ex:ShopWeb.OldController.path"
        },
    },
)


PAGES = Program(
    {
        "lib/shop_web/router.ex": """\
defmodule ShopWeb.Router do
  scope "/", ShopWeb do
    get "/++", PageController, :++

    for page <- ~w(new popular)a do
      get "/carts/#{page}", PageController, page
    end

    for provider <-
          ~w(hub lab) do
      get "/auth/#{provider}/callback", PageController, :callback
    end

    get "/:shop/:cart", PageController, :show
    get "/:shop", PageController, :shop
  end
end
""",
        "lib/shop_web/controllers/page_controller.ex": """\
defmodule ShopWeb.PageController do
  def new(conn, _params), do: conn
  def callback(conn, _params), do: conn
  def show(conn, _params), do: conn
  def shop(conn, _params), do: conn
end
""",
    },
    {
        "method:lib/shop_web/controllers/page_controller.ex:ShopWeb.PageController.new": {"GET /carts/new"},
        "method:lib/shop_web/controllers/page_controller.ex:ShopWeb.PageController.callback": {
            "GET /auth/hub/callback",
            "GET /auth/lab/callback",
        },
    },
    {
        "GET /carts/new": {"method:lib/shop_web/controllers/page_controller.ex:ShopWeb.PageController.new"},
        "GET /carts/popular": set(),
        "GET /carts/42": {"method:lib/shop_web/controllers/page_controller.ex:ShopWeb.PageController.show"},
        "GET /auth/lab/callback": {
            "method:lib/shop_web/controllers/page_controller.ex:ShopWeb.PageController.callback"
        },
        "GET /++": set(),
        "GET /--": {"method:lib/shop_web/controllers/page_controller.ex:ShopWeb.PageController.shop"},
    },
)


@pytest.mark.parametrize("program", [SCOPED, PAGES], ids=["scoped", "pages"])
def test_what_a_router_of_phoenix_hands_over(tmp_path: Path, program: Program) -> None:
    check(tmp_path, program)
