"""Skeletons of files whose code stands in functions without a name that calls are given for something."""

from __future__ import annotations

from textwrap import dedent

import pytest
from shown_skeletons import shown

from nsccn.skeleton.detail import Detail

SERVER = """\
    const db = require("./db");
    io.on("connection", (socket) => {
      const user = socket.user;
      log(user);
      log(user);
      log(user);
      socket.on("add", async (item, done) => {
        // first
        await db.add(item);
        done();
      });
      socket.on("sum", (done) => {
        const round = require("./round");
        done(round(1));
        log(user);
        log(user);
        log(user);
        log(user);
      });
    });
"""
SHOWN_SERVER = """\
    const db = require("./db");
    io.on("connection", (socket) => {
      /*...*/
      socket.on("add", async (item, done) => {/*...*/});
      socket.on("sum", (done) => {
        const round = require("./round");
        /*...*/
      });
    });
"""
SEVERAL_IN_FUNCTION = """\
    function register(socket) {
      const user = socket.user;
      socket.on("add", async (item, done) => {
        await add(item);
      });
      socket.on("sum", (done) => {
        done(user);
      });
    }
    function once(socket) {
      socket.once("add", async (item) => {
        await add(item);
      });
    }
"""
SHOWN_IN_FUNCTION = """\
    function register(socket) { /*...*/
      socket.on("add", async (item, done) => {/*...*/});
      socket.on("sum", (done) => {/*...*/});
    }
    function once(socket) {/*...*/}
"""
GO = """\
    package main

    func routes(mux *Mux) {
    \tmux.HandleFunc("/carts", func(w Writer, r *Request) {
    \t\tw.Write(carts)
    \t})
    \tmux.HandleFunc("/sums", func(w Writer, r *Request) {
    \t\tw.Write(sums)
    \t})
    }
"""
SHOWN_GO = """\
    package main
    func routes(mux *Mux) {
    \tmux.HandleFunc("/carts", func(w Writer, r *Request) {/*...*/})
    \tmux.HandleFunc("/sums", func(w Writer, r *Request) {/*...*/})
    }
"""
RUBY = """\
    namespace :shop do
      desc "Fill it"
      task fill: :environment do
        Cart.fill
        Cart.count
      end
    end
"""
SHOWN_RUBY = """\
    namespace :shop do
      desc "Fill it"
      task fill: :environment do # ...
      end
    end
"""
KOTLIN = """\
    fun Application.routes() {
        routing {
            get("/carts") {
                call.respond(carts)
            }
            query("sums") {
                call.respond(sums)
            }.describe {
                summary = "All"
            }
        }
    }
"""
SHOWN_KOTLIN = """\
    fun Application.routes() { /*...*/
        get("/carts") {/*...*/}
        query("sums") {/*...*/}.describe {
            summary = "All"
        }
    }
"""
ELIXIR = """\
    defmodule Router do
      migrate :browser do
        one(:a)
        one(:b)
        one(:c)
      end
    end
"""
SHOWN_ELIXIR = """\
    defmodule Router do
      migrate :browser do # ...
      end
    end
"""


def unnumbered(said: str) -> str:
    return "".join(f"{line.partition('|')[2]}\n" for line in said.splitlines())


@pytest.mark.parametrize(
    ("path", "source", "expected"),
    [
        ("server.js", SERVER, SHOWN_SERVER),
        ("handlers.js", SEVERAL_IN_FUNCTION, SHOWN_IN_FUNCTION),
        ("main.go", GO, SHOWN_GO),
        ("shop.rake", RUBY, SHOWN_RUBY),
        ("Routes.kt", KOTLIN, SHOWN_KOTLIN),
        ("router.ex", ELIXIR, SHOWN_ELIXIR),
    ],
)
def test_the_calls_are_shown_without_what_their_functions_do(path: str, source: str, expected: str) -> None:
    assert unnumbered(shown(dedent(source), Detail.SIGNATURE, path)) == dedent(expected)


def test_of_very_many_the_outermost_are_shown() -> None:
    inner = "".join(f'  it("does {number}", () => {{\n    go();\n  }});\n' for number in range(120))
    said = shown(f'describe("cart", () => {{\n{inner}}});\n', Detail.SIGNATURE, "cart.test.js")
    assert unnumbered(said) == 'describe("cart", () => {/*...*/});\n'


def test_code_in_a_text_is_none() -> None:
    source = 'send(`\n  bus.on("a", () => {\n    go();\n  });\n`);\n'
    assert unnumbered(shown(source, Detail.SIGNATURE, "page.js")) == "/*...*/\n"
