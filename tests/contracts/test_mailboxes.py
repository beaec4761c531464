"""Messages of Elixir and events of pages: who sends one, and which function handles it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from written_files import write

from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "lib/shop/cart.ex": """\
defmodule Shop.Cart do
  use GenServer

  def add(pid, item), do: GenServer.cast(pid, {:add, item})
  def total(pid) do
    pid |> GenServer.call(:total)
    GenServer.call(pid, :total)
  end
  def init(_), do: {:ok, [], {:continue, :load}}

  def handle_continue(:load, state), do: {:noreply, state}
  def handle_call(:total, _from, state), do: {:reply, 1, state}
  def handle_cast({:add, item}, state) do
    Process.send_after(self(), :tick, 1000)
    broadcast(state, {:cart_filled, item})
    {:noreply, state}
  end
  def handle_info(:tick, state), do: {:noreply, state}

  defp broadcast(state, message) do
    Phoenix.PubSub.broadcast(Shop.PubSub, "carts", message)
  end
end
""",
    "lib/shop/till.ex": """\
defmodule Shop.Till do
  def pay(item), do: GenServer.call(Shop.Cart, {:add, item})
  def put(item), do: GenServer.cast(Shop.Cart, {:add, item})
  def handle_info(:tick, state), do: {:noreply, state}
end
""",
    "lib/shop_web/cart_live.ex": """\
defmodule ShopWeb.CartLive do
  use Phoenix.LiveView

  def render(assigns) do
    ~H\"\"\"
    <button phx-click="empty">x</button>
    \"\"\"
  end

  def handle_event("empty", _params, socket), do: {:noreply, socket}
  def handle_event("weigh", _params, socket), do: {:noreply, socket}
  def handle_info({:cart_filled, _item}, socket), do: {:noreply, socket}
end
""",
    "lib/shop_web/other_live.ex": """\
defmodule ShopWeb.OtherLive do
  def handle_event("empty", _params, socket), do: {:noreply, socket}
end
""",
    "lib/shop_web/other_live.html.heex": (
        '<%= link("x", to: "#", phx_click: "weigh_all") %>\n<%= link("y", "phx-click": "pay_all") %>\n'
    ),
    "lib/shop_web/paying_live.ex": """\
defmodule ShopWeb.PayingLive do
  def handle_event("weigh_all", _params, socket), do: {:noreply, socket}
  def handle_event("pay_all", _params, socket), do: {:noreply, socket}
  def handle_info(:paid, socket), do: {:noreply, socket}
  defp paid, do: send(self(), :paid)
  def handle_info({:lost, _}, socket), do: {:noreply, socket}
end
""",
    "lib/shop/kettle.ex": """\
defmodule Shop.Kettle do
  use GenStateMachine

  def boil(pid), do: GenStateMachine.call(pid, :boil)
  def cool(pid), do: GenStateMachine.cast(pid, {:cool, 3})

  def handle_event({:call, from}, :boil, _state, data) do
    {:keep_state, data, [{:reply, from, :ok}, {:next_event, :internal, :steam}]}
  end
  def handle_event(:cast, {:cool, _by}, _state, data), do: {:keep_state, data}
  def handle_event(:internal, :steam, _state, data), do: {:keep_state, data}
end
""",
    "assets/js/scale.js": 'export function weigh(hook) {\n  hook.pushEvent("weigh", {});\n}\n',
}
CART, LIVE = "method:lib/shop/cart.ex:Shop.Cart.", "method:lib/shop_web/cart_live.ex:ShopWeb.CartLive."
KETTLE, PAYING = "method:lib/shop/kettle.ex:Shop.Kettle.", "lib/shop_web/paying_live.ex"


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    root: Path = tmp_path_factory.mktemp("root")
    return DirectSession(write(root, FILES), load_settings())


@pytest.mark.parametrize(
    ("entity", "said"),
    [
        ("Shop.Cart.add", f"L4 sends `add`, which is handled by {CART}handle_cast (L13)."),
        ("Shop.Cart.total", f"L6 sends `total`, which is handled by {CART}handle_call (L12)."),
        ("Shop.Cart.init", f"L9 sends `load`, which is handled by {CART}handle_continue (L11)."),
        ("Shop.Cart.handle_cast", f"L14 sends `tick`, which is handled by {CART}handle_info (L18)."),
        ("Shop.Cart.handle_cast", f"L15 sends `cart_filled`, which is handled by {LIVE}handle_info (L12)."),
        ("Shop.Till.put", f"L3 sends `add`, which is handled by {CART}handle_cast (L13)."),
        ("CartLive.render", f"L6 sends `empty`, which is handled by {LIVE}handle_event (L10)."),
        ("Kettle.boil", f"L4 sends `boil`, which is handled by {KETTLE}handle_event (L7)."),
        ("Kettle.cool", f"L5 sends `cool`, which is handled by {KETTLE}handle_event (L10)."),
        ("Kettle.handle_event", f"L8 sends `steam`, which is handled by {KETTLE}handle_event (L11)."),
        ("weigh", f"L2 sends `weigh`, which is handled by {LIVE}handle_event (L11)."),
    ],
)
def test_who_handles_what_a_function_sends(session: DirectSession, entity: str, said: str) -> None:
    assert said in trace_causal_path(session, entity, "downstream").text


def test_what_nothing_handles_is_not_said_to_be_sent(session: DirectSession) -> None:
    assert "sends" not in trace_causal_path(session, "Shop.Till.pay", "downstream").text


@pytest.mark.parametrize(
    ("entity", "said"),
    [
        (
            "Shop.Cart.handle_cast",
            (
                f"It handles `add` (lib/shop/cart.ex:13), which is sent by {CART}add (L4), "
                "method:lib/shop/till.ex:Shop.Till.put (L3)."
            ),
        ),
        (
            "CartLive.handle_event",
            f"It handles `empty` (lib/shop_web/cart_live.ex:10), which is sent by {LIVE}render (L6).",
        ),
        (
            "CartLive.handle_event",
            "It handles `weigh` (lib/shop_web/cart_live.ex:11), which is sent by func:assets/js/scale.js:weigh (L2).",
        ),
        (
            "PayingLive.handle_event",
            (
                f"It handles `weigh_all` ({PAYING}:2), which is sent by "
                "module:lib/shop_web/other_live.html.heex:__init__ (L1)."
            ),
        ),
        ("PayingLive.handle_event", f"It handles `pay_all` ({PAYING}:3), which is sent by"),
        ("PayingLive.handle_info", f"It handles `paid` ({PAYING}:4), which is sent by"),
        (
            "Kettle.handle_event",
            f"It handles `steam` (lib/shop/kettle.ex:11), which is sent by {KETTLE}handle_event (L8).",
        ),
    ],
)
def test_who_sends_what_a_function_handles(session: DirectSession, entity: str, said: str) -> None:
    answer = trace_causal_path(session, entity, "upstream").text
    assert said in answer
    assert "No caller was found" not in answer


def test_many_are_said_in_one_line(tmp_path: Path) -> None:
    names = "abcdefghi"
    senders = "".join(f"  def {one}(pid), do: GenServer.cast(pid, :do_{one})\n" for one in names)
    handlers = "".join(f"  def handle_cast(:do_{one}, state), do: {{:noreply, state}}\n" for one in names)
    files = {"many.ex": f"defmodule Many do\n{senders}{handlers}end\n"}
    session = DirectSession(write(tmp_path, files), load_settings())
    answer = trace_causal_path(session, "Many.handle_cast", "upstream").text
    assert "It handles what is sent: `do_a` L11 by a L2; `do_b` L12 by b L3; " in answer


@pytest.mark.parametrize("entity", ["OtherLive.handle_event", "Shop.Till.handle_info"])
def test_what_is_sent_elsewhere_is_not_handled_here(session: DirectSession, entity: str) -> None:
    assert "It handles" not in trace_causal_path(session, entity, "upstream").text
