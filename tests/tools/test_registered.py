"""What is written in a function without a name that a call is given for an event, a route or a task."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import pytest

from nsccn.tools.open_surgical_window import open_surgical_window
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from written_files import SessionOf

SERVER = {
    "server.js": (
        'const { start, stop } = require("./monitors");\n'
        'io.on("connection", (socket) => {\n'
        '  socket.on("resumeMonitor", async (id) => {\n'
        "    await start(id);\n"
        "  });\n"
        '  socket.on("pauseMonitor", async (id) => {\n'
        "    await stop(id);\n"
        "    await start(id);\n"
        "  });\n"
        "});\n"
        "start(1);\n"
    ),
    "monitors.js": (
        "function start(id) {\n  return id;\n}\n"
        "function stop(id) {\n  return id;\n}\n"
        "module.exports = { start, stop };\n"
    ),
    "client.js": 'function resume(socket) {\n  socket.emit("resumeMonitor", 1);\n}\nmodule.exports = { resume };\n',
}
HANDLERS = {
    "monitors.js": SERVER["monitors.js"],
    "handlers.js": (
        'const { start, stop } = require("./monitors");\n'
        "exports.register = (socket) => {\n"
        '  socket.on("resumeMonitor", (id) => {\n    start(id);\n  });\n'
        '  socket.on("pauseMonitor", (id) => {\n    stop(id);\n  });\n'
        "};\n"
        "exports.once = (socket) => {\n"
        '  socket.once("resumeMonitor", (id) => {\n    start(id);\n  });\n'
        "};\n"
    ),
}
GO = {
    "go.mod": "module example.com/shop\n",
    "main.go": (
        'package main\n\nimport "net/http"\n\nfunc total() int { return 1 }\n\n'
        "func routes(mux *http.ServeMux) {\n"
        '\tmux.HandleFunc("/carts", func(w http.ResponseWriter, r *http.Request) {\n\t\ttotal()\n\t})\n'
        '\tmux.HandleFunc("/sums", func(w http.ResponseWriter, r *http.Request) {\n\t\ttotal()\n\t})\n'
        "}\n"
    ),
}
RUBY = {
    "lib/tasks/shop.rake": "namespace :shop do\n  task fill: :environment do\n    Cart.fill\n  end\nend\n",
    "app/cart.rb": "class Cart\n  def self.fill\n    1\n  end\nend\n",
}


@pytest.mark.parametrize(
    ("files", "asked", "line"),
    [
        (
            SERVER,
            "start",
            '<- module:server.js:__init__  calls L11, L4 in socket.on("resumeMonitor"), L8 in "pauseMonitor"',
        ),
        (
            HANDLERS,
            "stop",
            '<- func:handlers.js:register  calls L7 in socket.on("pauseMonitor")',
        ),
        (
            GO,
            "total",
            '<- :routes  calls L9 in mux.HandleFunc("/carts"), L12 in "/sums" (indirect)',
        ),
        (
            RUBY,
            "Cart.fill",
            "<- module:lib/tasks/shop.rake:__init__  calls L3 in task fill",
        ),
    ],
)
def test_a_caller_without_a_name_is_told_by_what_it_is_for(
    session_of: SessionOf, files: Mapping[str, str], asked: str, line: str
) -> None:
    session = session_of(files)
    assert line in trace_causal_path(session, asked, "upstream").text.split("\n")


CLAUSES = {
    "cart.ex": """\
defmodule Cart do
  def handle_event("add", _params, socket) do
    fill(socket)
  end

  @impl true
  def handle_event("empty", _params, socket) do
    fill(socket)
    drop(socket)
  end
  def handle_event(_, _params, socket), do: fill(socket)

  def fill(socket), do: socket
  def drop(socket), do: socket

  def rate({:paid, _}, more), do: drop(more)
  def rate(:open, more), do: fill(more)
  def rated(cart), do: rate(cart, 1)
  def render(assigns) do
    ~H\"\"\"
    <button phx-click="empty">x</button>
    \"\"\"
  end
end
"""
}


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        ("Cart.fill", 'handle_event  calls L11, L3 in handle_event("add"), L8 in "empty"'),
        ("Cart.drop", 'handle_event  calls L9 in handle_event("empty")'),
        ("Cart.drop", "rate  calls L16 in rate({:paid, …})"),
    ],
)
def test_a_caller_is_told_by_the_clause_that_a_line_is_in(
    session_of: SessionOf, asked: str, line: str
) -> None:
    assert line in trace_causal_path(session_of(CLAUSES), asked, "upstream").text


def test_a_line_of_a_clause_means_that_alone(session_of: SessionOf) -> None:
    session = session_of(CLAUSES)
    said = trace_causal_path(session, "cart.ex:8").text
    assert said.startswith("cart.ex:7-10 in method:cart.ex:Cart.handle_event\n")
    assert 'These lines are the clause `handle_event("empty")`.' in said
    window = open_surgical_window(session, "cart.ex:8").text
    assert window.split("\n")[1].startswith('7|  def handle_event("empty"')
    assert "render (L21)" in trace_causal_path(session, "cart.ex:8", "upstream").text


def test_who_calls_a_clause_calls_its_function(session_of: SessionOf) -> None:
    assert "rated  calls L18" in trace_causal_path(session_of(CLAUSES), "cart.ex:17", "upstream").text


def test_the_lines_are_told_by_registration_in_the_data(session_of: SessionOf) -> None:
    session = session_of(SERVER)
    data = trace_causal_path(session, "start", "upstream").data
    edge = data["adjacency"]["module:server.js:__init__"][0]
    assert edge["registered"] == {'socket.on("resumeMonitor")': [4], 'socket.on("pauseMonitor")': [8]}


def test_a_single_one_in_a_function_is_not_told(session_of: SessionOf) -> None:
    session = session_of(HANDLERS)
    said = trace_causal_path(session, "start", "upstream").text
    assert "; once L12\n" in said


@pytest.mark.parametrize(
    "asked", ["server.js:7", 'socket.on("pauseMonitor"', 'socket.on("pauseMonitor", async (id) => {']
)
def test_its_line_or_its_call_means_its_lines_alone(session_of: SessionOf, asked: str) -> None:
    session = session_of(SERVER)
    said = trace_causal_path(session, asked).text
    assert said.startswith("server.js:6-9 in module:server.js:__init__\n")
    assert "stop  calls L7" in said
    assert 'These lines are what `socket.on("pauseMonitor")` is given.' in said
    window = open_surgical_window(session, asked).text
    assert window.split("\n")[1].startswith('6|  socket.on("pauseMonitor"')
    assert window.rstrip().endswith("9|  });")


def test_who_sends_is_told_of_the_one_that_handles(session_of: SessionOf) -> None:
    session = session_of(SERVER)
    said = trace_causal_path(session, "server.js:4", "upstream").text
    assert "It handles `resumeMonitor` (server.js:3), which is sent by func:client.js:resume (L2)." in said


def test_a_line_between_is_of_the_file(session_of: SessionOf) -> None:
    session = session_of(SERVER)
    said = trace_causal_path(session, "server.js:11").text
    assert said.startswith("module:server.js:__init__")


def test_a_call_that_several_files_have_is_told_with_its_places(session_of: SessionOf) -> None:
    files = {**SERVER, "other.js": 'socket.on("pauseMonitor", () => {\n  go();\n});\n'}
    session = session_of(files)
    window = open_surgical_window(session, 'socket.on("pauseMonitor"').text
    assert "server.js" in window
    assert "other.js" in window
