"""What controllers of Phoenix render."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from written_files import SessionOf

FILES = {
    "lib/shop_web/controllers/cart_controller.ex": """\
defmodule ShopWeb.CartController do
  def index(conn, _params) do
    render(conn, "index.json", carts: [])
  end

  def show(conn, _params) do
    conn
    |> put_status(:ok)
    |> render("show.json", cart: 1)
  end

  def gone(conn, _params), do: render(conn, "gone.json", cart: 1)

  def line(conn, _params) do
    conn
    |> put_view(LineView)
    |> render("line.json", line: 1)
  end
end
""",
    "lib/shop_web/views/cart_view.ex": """\
defmodule ShopWeb.CartView do
  def render("index.json", %{carts: carts}), do: carts
  def render("show.json", %{cart: cart}) do
    render_many(cart.lines, LineView, "line.json")
  end
end
""",
    "lib/shop_web/views/line_view.ex": """\
defmodule ShopWeb.LineView do
  def render("line.json", %{line: line}), do: line
end
""",
    "lib/shop_web/controllers/order_controller.ex": """\
defmodule ShopWeb.OrderController do
  def index(conn, _params), do: render(conn, :index, orders: [])
  def show(conn, _params), do: render(conn, :shown)
end
""",
    "lib/shop_web/controllers/order_json.ex": """\
defmodule ShopWeb.OrderJSON do
  def index(%{orders: orders}), do: orders
  def show(%{order: order}), do: order
end
""",
    "lib/other_web/views/cart_view.ex": """\
defmodule OtherWeb.CartView do
  def render("index.json", %{carts: carts}), do: carts
end
""",
}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "ShopWeb.CartView.render",
            (
                "rendered at lib/shop_web/controllers/cart_controller.ex:3 in `ShopWeb.CartController.index`, "
                "lib/shop_web/controllers/cart_controller.ex:9 in `ShopWeb.CartController.show`."
            ),
        ),
        (
            "ShopWeb.LineView.render",
            (
                "rendered at lib/shop_web/controllers/cart_controller.ex:17 in `ShopWeb.CartController.line`, "
                "lib/shop_web/views/cart_view.ex:4 in `ShopWeb.CartView.render`."
            ),
        ),
        (
            "ShopWeb.OrderJSON.index",
            "rendered at lib/shop_web/controllers/order_controller.ex:2 in `ShopWeb.OrderController.index`.",
        ),
        ("ShopWeb.OrderJSON.show", ""),
        ("OtherWeb.CartView.render", ""),
    ],
)
def test_a_function_of_a_view_tells_what_renders_it(session_of: SessionOf, name: str, said: str) -> None:
    text = trace_causal_path(session_of(FILES), name, "upstream").text
    assert said in text
    assert bool(said) == ("rendered at" in text)
