"""What a caller may write for an entity, and what is answered when it is not clear."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from nsccn.errors import AmbiguousEntity, UnknownEntity, UnknownPath
from nsccn.graph.lookup.wording import bare_name, plain_reference
from nsccn.index import RepoIndex
from nsccn.settings import Settings

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph

FILES = {
    "app/cart.py": "class Cart:\n    def total(self):\n        return 1\n\ndef load():\n    return Cart()\n",
    "app/order.py": "class Order:\n    def total(self):\n        return 2\n",
    "lib/order.py": "def load():\n    return 3\n",
    "lib/twice.py": "def wrap():\n    def inner(): ...\n\ndef wrap():\n    def inner(): ...\n",
    "store/driver.go": "package store\n\ntype Driver struct{}\n\n"
    "func (d *Driver) Open(path string) (int, error) { return 1, nil }\n",
    "parts/web-site/src/lib.rs": "pub struct Site;\n\nimpl Site {\n    pub fn render(&self) {}\n}\n",
    "php/src/Basket.php": "<?php\nnamespace Acme\\Shop;\n\nclass Basket\n{\n    public function sum() {}\n}\n",
    "lib/ratio.cpp": "struct Ratio {\n  Ratio operator/(int by) { return *this; }\n"
    "  Ratio operator/=(int by) { return *this; }\n  int operator()(int by) { return by; }\n};\n",
    "lib/config.h": "class Config {\npublic:\n  enum Key { Port, Host };\n};\n",
    "room/Views.kt": "class Row\n\nfun Row.toView() = 1\n\nfun List<Row>.totals() = 2\n\n"
    "val shop.Row?.label get() = 3\n",
    "app/Song.php": "<?php\n/** @property string $lyrics */\nclass Song extends Model {}\n",
    "web/song.ts": "export interface Song { lyrics: string }\n",
    "room/loud.dart": "extension Loud on String {\n  String shout() => this;\n}\n",
    "web/box.js": "class Box {\n  #open() {}\n}\n",
    "shop/Shelf.java": "class Shelf {\n  Shelf() {}\n  Shelf(int room) {}\n"
    "  void put(String name) {}\n  void put(int place) {}\n}\n",
}


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> CodeGraph:
    root = tmp_path_factory.mktemp("root")
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    cache: Path = tmp_path_factory.mktemp("cache")
    return RepoIndex.build(root, settings=Settings(cache_dir=cache, workers=1)).snapshot.graph


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("method:app/cart.py:Cart.total", "method:app/cart.py:Cart.total"),
        ("func:app/cart.py:Cart.total", "method:app/cart.py:Cart.total"),
        ("app/cart.py:3", "method:app/cart.py:Cart.total"),
        ("wrap#2.inner", "func:lib/twice.py:wrap#2.inner"),
        ("Config::Port", "attr:lib/config.h:Config.Key.Port"),
        ("Loud.shout", "method:room/loud.dart:String.shout"),
        ("app/cart.py:5", "func:app/cart.py:load"),
        ("app/cart.py:4", "module:app/cart.py:__init__"),
        ("app/cart.py:Cart.total", "method:app/cart.py:Cart.total"),
        ("app/cart.py:total", "method:app/cart.py:Cart.total"),
        ("app/cart.py", "module:app/cart.py:__init__"),
        ("cart.py", "module:app/cart.py:__init__"),
        ("cart.py:6", "func:app/cart.py:load"),
        ("method:Cart.total", "method:app/cart.py:Cart.total"),
        ("app.cart:Cart.total", "method:app/cart.py:Cart.total"),
        ("store.(*Driver).Open", "method:store/driver.go:Driver.Open"),
        ("web_site::Site::render", "method:parts/web-site/src/lib.rs:Site.render"),
        ("Ratio::operator/", "method:lib/ratio.cpp:Ratio.operator/"),
        ("Ratio.operator()", "method:lib/ratio.cpp:Ratio.operator()"),
        ("Ratio::operator/()", "method:lib/ratio.cpp:Ratio.operator/"),
        ("lib/ratio.Ratio.operator/=", "method:lib/ratio.cpp:Ratio.operator/="),
        ("parts/web-site.Site.render", "method:parts/web-site/src/lib.rs:Site.render"),
        ("Cart", "class:app/cart.py:Cart"),
        ("Cart.total", "method:app/cart.py:Cart.total"),
        ("Cart::total", "method:app/cart.py:Cart.total"),
        ("Cart#total", "method:app/cart.py:Cart.total"),
        ("app.order.Order", "class:app/order.py:Order"),
        ("lib.order.load", "func:lib/order.py:load"),
        ("./app/cart.py:Cart", "class:app/cart.py:Cart"),
        ("app\\cart.py:Cart", "class:app/cart.py:Cart"),
        ("Box.open", "method:web/box.js:Box.#open"),
        ("Box.#open", "method:web/box.js:Box.#open"),
        ("method:web/box.js:Box.#open", "method:web/box.js:Box.#open"),
        # A function that is no member of a type is called as one.
        ("Row.toView", "func:room/Views.kt:toView"),
        ("fun Row.toView()", "func:room/Views.kt:toView"),
        ("room/Views.kt:Row.toView", "func:room/Views.kt:toView"),
        ("func:Views.kt:Row.toView", "func:room/Views.kt:toView"),
        ("List.totals", "func:room/Views.kt:totals"),
        ("List<Row>.totals", "func:room/Views.kt:totals"),
        ("shop.Row.label", "func:room/Views.kt:label"),
        ("Shelf", "class:shop/Shelf.java:Shelf"),
        ("Shelf.Shelf#2", "method:shop/Shelf.java:Shelf.Shelf#2"),
        ("Shelf.put#2", "method:shop/Shelf.java:Shelf.put#2"),
        ("shop.Shelf.put#2", "method:shop/Shelf.java:Shelf.put#2"),
        ("shop.Shelf", "class:shop/Shelf.java:Shelf"),
        ("class Cart", "class:app/cart.py:Cart"),
        ("public class Shelf", "class:shop/Shelf.java:Shelf"),
        ("`Cart.total`", "method:app/cart.py:Cart.total"),
        ("Cart.total()", "method:app/cart.py:Cart.total"),
        ('Cart.total("a", (1, 2))', "method:app/cart.py:Cart.total"),
        ("(*Cart).total", "method:app/cart.py:Cart.total"),
        ("app/cart.py::Cart::total", "method:app/cart.py:Cart.total"),
        ("app/cart.py#L3", "method:app/cart.py:Cart.total"),
        ("./app/cart.py#Cart.total", "method:app/cart.py:Cart.total"),
        ("app/cart.py:L3", "method:app/cart.py:Cart.total"),
        ("method:cart.py:Cart.total", "method:app/cart.py:Cart.total"),
        ("method:./app/cart.py:Cart.total", "method:app/cart.py:Cart.total"),
        ("method:app/cart.py:Cart.total  L2-3 | def total(self)", "method:app/cart.py:Cart.total"),
        # Lines stand for what they are in, and those of a type or a file for the member that has them.
        ("app/cart.py:2-3", "method:app/cart.py:Cart.total"),
        ("app/cart.py line 3", "method:app/cart.py:Cart.total"),
        ("app/cart.py, lines 5-6", "func:app/cart.py:load"),
        ("app/cart.py (lines 5-6)", "func:app/cart.py:load"),
        ("app/cart.py(6,12)", "func:app/cart.py:load"),
        ("app/cart.py:4-6", "func:app/cart.py:load"),
        ("app/cart.py:1-3", "class:app/cart.py:Cart"),
        # What a package defines is named by its folder in Go, by its crate in Rust.
        ("store.Driver", "struct:store/driver.go:Driver"),
        ("(*store.Driver).Open", "method:store/driver.go:Driver.Open"),
        ("(d *Driver) Open", "method:store/driver.go:Driver.Open"),
        ("func (d *Driver) Open(path string) (int, error) {", "method:store/driver.go:Driver.Open"),
        ("crate::Site::render", "method:parts/web-site/src/lib.rs:Site.render"),
        ("app.order", "module:app/order.py:__init__"),
        ("Acme\\Shop\\Basket::sum", "method:php/src/Basket.php:Basket.sum"),
        ("\\Acme\\Shop\\Basket->sum()", "method:php/src/Basket.php:Basket.sum"),
        ("Acme\\Shop\\Basket", "class:php/src/Basket.php:Basket"),
        ("crate::Site", "struct:parts/web-site/src/lib.rs:Site"),
        ("impl Site", "struct:parts/web-site/src/lib.rs:Site"),
    ],
)
def test_what_is_meant(graph: CodeGraph, asked: str, meant: str) -> None:
    assert graph.id_of(graph.lookup(asked)) == meant


@pytest.mark.parametrize(
    ("asked", "candidates"),
    [
        ("total", ("method:app/cart.py:Cart.total", "method:app/order.py:Order.total")),
        ("load", ("func:app/cart.py:load", "func:lib/order.py:load")),
        ("app/cart.py:3-5", ("class:app/cart.py:Cart", "func:app/cart.py:load")),
        ("Song.lyrics", ("attr:app/Song.php:Song.lyrics", "attr:web/song.ts:Song.lyrics")),
        ("order.py", ("module:app/order.py:__init__", "module:lib/order.py:__init__")),
    ],
)
def test_several_are_listed_and_none_is_guessed(
    graph: CodeGraph, asked: str, candidates: tuple[str, ...]
) -> None:
    with pytest.raises(AmbiguousEntity) as caught:
        graph.lookup(asked)
    assert caught.value.candidates == candidates


def test_overloads_are_told_by_their_signatures(graph: CodeGraph) -> None:
    with pytest.raises(AmbiguousEntity, match=r"Shelf\.put \(void put\(String name\)\), #2 \(void put\(int"):
        graph.lookup("Shelf.put")


CLIENT = """\
#include "values.h"

class Client {
public:
  virtual void send(const Request &request, Callback then) = 0;
  virtual void send(const Request &request) = 0;
  Answer send(const Request &request, double seconds) { return wait(seconds); }
  virtual void stop() = 0;
};

class Plain : public Client {
public:
  Plain(int port);
  void fill(uint8_t byte);
  void send(const Request &request, Callback then) override;
  void send(const Request &request) override;
  void stop() override {}
};
"""
PLAIN = """\
#include "net/client.h"

Plain::Plain(int port) {}
void Plain::fill(unsigned char byte) {}
void Plain::send(const Request &request, Callback then) {}
void Plain::send(const Request &request) {}
"""


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        # What is declared alone is no other function of its name.
        ("method:net/client.h:Client.send", "method:net/client.h:Client.send"),
        ("Client.send#2", "method:net/client.h:Client.send#2"),
        # Calls lead to the body, also of those who ask for the prototype.
        ("method:net/client.h:Plain.send#2", "method:plain.cc:Plain.send#2"),
        ("net/client.h:15", "method:plain.cc:Plain.send"),
        ("fill", "method:plain.cc:Plain.fill"),
        # A type stands for its constructors, though their bodies are in another file.
        ("Plain", "class:net/client.h:Plain"),
    ],
)
def test_a_prototype_stands_for_its_body_and_for_no_other(tmp_path: Path, asked: str, meant: str) -> None:
    (tmp_path / "net").mkdir()
    (tmp_path / "net/client.h").write_text(CLIENT)
    (tmp_path / "plain.cc").write_text(PLAIN)
    graph = RepoIndex.build(tmp_path, settings=Settings(cache_dir=tmp_path / ".cache")).snapshot.graph

    assert graph.id_of(graph.lookup(asked)) == meant
    with pytest.raises(AmbiguousEntity, match=r"Client\.send \(.*\), #2 \(.*\), #3 \("):
        graph.lookup("Client.send")
    with pytest.raises(AmbiguousEntity, match=r"Client\.stop, method:net/client\.h:Plain\.stop"):
        graph.lookup("stop")


MODULES = """\
defmodule Shop.Cart do
  def add(cart, item \\\\ nil)
  def add(cart, nil), do: cart
  def add(cart, item), do: [item | cart]
  def add(cart, item, {count, _, _}), do: add(cart, {item, count})
end
defmodule Other.Shop.Cart do
  def add(cart, _item), do: cart
end
"""


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("Shop.Cart.add/2", "Shop.Cart.add"),
        ("Shop.Cart.add/1", "Shop.Cart.add"),
        ("Shop.Cart.add/3", "Shop.Cart.add#2"),
        ("lib/cart.ex:Shop.Cart.add/3", "Shop.Cart.add#2"),
        ("Other.Shop.Cart.add/2", "Other.Shop.Cart.add"),
        ("Shop.Cart", "Shop.Cart"),
        ("Shop.Cart.add/4", ""),
    ],
)
def test_functions_of_elixir_are_named_by_their_modules_and_what_they_take(
    tmp_path: Path, asked: str, meant: str
) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib/cart.ex").write_text(MODULES)
    graph = RepoIndex.build(tmp_path, settings=Settings(cache_dir=tmp_path / ".cache")).snapshot.graph

    if meant:
        assert graph.id_of(graph.lookup(asked)).endswith(f":lib/cart.ex:{meant}")
    else:
        with pytest.raises(UnknownEntity):
            graph.lookup(asked)


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("total.cart", "func:R/cart.R:total.cart"),
        ("func:R/cart.R:total.cart", "func:R/cart.R:total.cart"),
        ("R/cart.R:total.cart", "func:R/cart.R:total.cart"),
        ("cart.R:6", "method:R/cart.R:Cart.is.full"),
        (".onLoad", "func:R/cart.R:.onLoad"),
        ("Cart.is.full", "method:R/cart.R:Cart.is.full"),
        ("is.full", "method:R/cart.R:Cart.is.full"),
        ("$.cart", "func:R/cart.R:$.cart"),
    ],
)
def test_a_dot_is_a_letter_of_names_in_r(tmp_path: Path, asked: str, meant: str) -> None:
    (tmp_path / "R").mkdir()
    (tmp_path / "R/cart.R").write_text(
        "total.cart <- function(x) 1\n.onLoad <- function(...) NULL\n`$.cart` <- function(x, name) 1\n"
        "Cart <- R6Class('Cart', public = list(\n  n = 0,\n  is.full = function() self$n > 3\n))\n"
    )
    graph = RepoIndex.build(tmp_path, settings=Settings(cache_dir=tmp_path / ".cache")).snapshot.graph

    assert graph.id_of(graph.lookup(asked)) == meant


PACKAGES = {
    "client/model.go": "package client\n\ntype Feed struct{}\n\ntype Page struct{}\n",
    "internal/model/feed.go": "package model\n\ntype Feed struct{}\n",
    "lib/go-mail/box.go": "package mail\n\ntype Box struct{}\n",
    "post/mail.go": "package post\n\ntype Box struct{}\n",
    "kept/Shop.cs": "namespace Acme.Kept\n{\n    class Till { }\n}\n",
    "sold/Cart.cs": "namespace Acme.Sold { class Cart { } }\nnamespace Acme.Shop { class Till { } }\n",
}


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        # The folder is the package, whatever a file elsewhere is called.
        ("model.Feed", "struct:internal/model/feed.go:Feed"),
        ("client.Feed", "struct:client/model.go:Feed"),
        # The package is called otherwise than its folder.
        ("mail.Box", "struct:lib/go-mail/box.go:Box"),
        # No package is called so: the file is meant.
        ("model.Page", "struct:client/model.go:Page"),
        ("client/model.Feed", "struct:client/model.go:Feed"),
        # One of several namespaces of a file.
        ("Shop.Till", "class:sold/Cart.cs:Till"),
    ],
)
def test_a_package_is_meant_before_a_file_of_its_name(tmp_path: Path, asked: str, meant: str) -> None:
    for path, text in PACKAGES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    graph = RepoIndex.build(tmp_path, settings=Settings(workers=1)).snapshot.graph
    assert graph.id_of(graph.lookup(asked)) == meant


@pytest.mark.parametrize(
    ("asked", "nearest"),
    [
        ("Crat", "class:app/cart.py:Cart"),
        ("Cart.totl", "method:app/cart.py:Cart.total"),
        ("func:app/order.py:load", "func:app/cart.py:load"),
        ("class:app/gone.py:Order", "class:app/order.py:Order"),
        ("app/carts.py", "app/cart.py"),
        ("example.org/depot/store.(*Driver).Open", "method:store/driver.go:Driver.Open"),
    ],
)
def test_unknown_names_come_with_the_nearest(graph: CodeGraph, asked: str, nearest: str) -> None:
    with pytest.raises(UnknownEntity) as caught:
        graph.lookup(asked)
    assert nearest in caught.value.near


@pytest.mark.parametrize("asked", ["Cart.toView", "List<Cart>.totals", "room/Views.kt:Cart.toView"])
def test_a_function_is_called_as_a_member_of_its_type_alone(graph: CodeGraph, asked: str) -> None:
    with pytest.raises(UnknownEntity):
        graph.lookup(asked)


@pytest.mark.parametrize("asked", ["", " ", ":", "::", "func:", "nothing like it at all"])
def test_nonsense_is_unknown(graph: CodeGraph, asked: str) -> None:
    with pytest.raises(UnknownEntity):
        graph.lookup(asked)


@pytest.mark.parametrize("asked", ["a/" * 4000, "a/.b" * 4000, "a/b.c#1" * 4000])
def test_a_long_text_is_no_path(asked: str) -> None:
    assert plain_reference(asked) == asked  # before long, too


@pytest.mark.parametrize(
    "asked", ["a/." * 20_000, "a:" * 20_000, "a/b.c(" * 10_000, "(a[" * 20_000, "a" * 60_000]
)
def test_any_long_text_is_read_in_linear_time(asked: str) -> None:
    assert plain_reference(asked) == asked
    assert bare_name(asked) == asked


@pytest.mark.parametrize(
    ("asked", "lines"),
    [
        ("src/cart.ts(10,5)", "src/cart.ts:10"),
        ("cart.py(10)", "cart.py:10"),
        ("shop.cart.ts(10,5)", "shop.cart.ts:10"),
        ("app/(shop)/page.tsx (lines 10-20)", "app/(shop)/page.tsx:10-20"),
        ("src\\cart.cs(10)", "src\\cart.cs:10"),
        ("cart.add(10)", "cart.add(10)"),
        ("https://github.com/shop/shop/blob/main/app/cart.py#L10-L20", "app/cart.py:10-20"),
        ("https://gitlab.com/shop/shop/-/blob/v1.2/app/cart.py?plain=1#L10", "app/cart.py:10"),
        ("https://example.org/app/cart.py", "https://example.org/app/cart.py"),
        ("func:app/cart.py:load  L5-6 | def load()", "func:app/cart.py:load"),
        ("space.py:L2", "space.py:2"),
        ("class:math/space.py:L2", "class:math/space.py:L2"),
    ],
)
def test_lines_are_read_as_compilers_sites_and_answers_write_them(asked: str, lines: str) -> None:
    assert plain_reference(asked) == lines


@pytest.mark.parametrize("asked", ["app/cart.py:99999999999", "app/cart.py:0", "cart.py:7"])
def test_a_line_that_is_not_there_is_said_so(graph: CodeGraph, asked: str) -> None:
    with pytest.raises(UnknownPath, match=r"out of range: app/cart.py has 6 lines"):
        graph.lookup(asked)


def test_the_body_of_a_type_in_another_is_not_that_of_a_prototype_outside(tmp_path: Path) -> None:
    (tmp_path / "iterator.h").write_text(
        "namespace db {\nclass Iterator {\n public:\n  virtual void Seek(const Slice& to) = 0;\n};\n}\n"
    )
    (tmp_path / "list.h").write_text(
        "namespace db {\ntemplate <class Key>\nclass List {\n public:\n  class Iterator {\n   public:\n"
        "    void Seek(const Key& to);\n  };\n};\n\n"
        "template <class Key>\ninline void List<Key>::Iterator::Seek(const Key& to) {}\n}\n"
    )
    graph = RepoIndex.build(tmp_path, settings=Settings(cache_dir=tmp_path / ".cache")).snapshot.graph
    with pytest.raises(AmbiguousEntity, match=r"iterator\.h:db\.Iterator\.Seek"):
        graph.lookup("Iterator.Seek")


def test_what_an_interface_asks_for_is_not_the_body_in_another_type_of_its_name(tmp_path: Path) -> None:
    (tmp_path / "mock").mkdir()
    (tmp_path / "plugin.go").write_text("package plugin\n\ntype Plugin interface {\n\tName() string\n}\n")
    (tmp_path / "mock" / "mock.go").write_text(
        'package mock\n\ntype Plugin struct{}\n\nfunc (p Plugin) Name() string { return "mock" }\n'
    )
    graph = RepoIndex.build(tmp_path, settings=Settings(cache_dir=tmp_path / ".cache")).snapshot.graph
    for id_ in ("method:plugin.go:Plugin.Name", "method:mock/mock.go:Plugin.Name"):
        assert graph.id_of(graph.lookup(id_)) == id_


def test_a_function_of_lua_with_nothing_in_it_is_one(tmp_path: Path) -> None:
    (tmp_path / "network.lua").write_text(
        "local Network = {}\nfunction Network:connect() end\nreturn Network\n"
    )
    (tmp_path / "kindle.lua").write_text(
        'local Network = require("network")\nfunction Network:connect()\n  self:wake()\nend\n'
    )
    graph = RepoIndex.build(tmp_path, settings=Settings(cache_dir=tmp_path / ".cache")).snapshot.graph
    for id_ in ("method:network.lua:Network.connect", "method:kindle.lua:Network.connect"):
        assert graph.id_of(graph.lookup(id_)) == id_


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("lib:load", "func:lib/order.py:load"),
        ("func:lib:load", "func:lib/order.py:load"),
        ("lib load", "func:lib/order.py:load"),
        ("load in lib/", "func:lib/order.py:load"),
        ("lib/load", "func:lib/order.py:load"),
        ("app/Order.total", "method:app/order.py:Order.total"),
        ("web-site/src Site.render", "method:parts/web-site/src/lib.rs:Site.render"),
    ],
)
def test_a_folder_tells_which_of_several_is_meant(graph: CodeGraph, asked: str, meant: str) -> None:
    assert graph.id_of(graph.lookup(asked)) == meant


def test_a_folder_that_holds_several_or_none_tells_nothing(graph: CodeGraph) -> None:
    with pytest.raises(AmbiguousEntity, match=r"names 2 entities.*Cart\.total.*Order\.total"):
        graph.lookup("total in app")
    for asked in ("room:load", "load in web", "lib/order load"):
        with pytest.raises(UnknownEntity):
            graph.lookup(asked)


@pytest.mark.parametrize(
    "asked", ["requests.exceptions.ConnectionError", "exceptions.ConnectionError", "ConnectionError"]
)
def test_an_error_of_another_package_is_named_by_its_module(tmp_path: Path, asked: str) -> None:
    (tmp_path / "net.py").write_text(
        "import requests.exceptions\n\ndef send():\n    raise requests.exceptions.ConnectionError\n"
    )
    graph = RepoIndex.build(tmp_path, settings=Settings(cache_dir=tmp_path / ".cache")).snapshot.graph
    assert graph.id_of(graph.lookup(asked)) == "error:requests.exceptions:ConnectionError"
    with pytest.raises(UnknownEntity):
        graph.lookup("urllib3.exceptions.ConnectionError")


@pytest.mark.parametrize("asked", ["Ecto.NoResultsError", "NoResultsError"])
def test_an_error_of_a_namespace_is_named_in_full(tmp_path: Path, asked: str) -> None:
    (tmp_path / "shop.ex").write_text(
        "defmodule Shop do\n  def load do\n    raise Ecto.NoResultsError\n  end\nend\n"
    )
    graph = RepoIndex.build(tmp_path, settings=Settings(cache_dir=tmp_path / ".cache")).snapshot.graph
    assert graph.id_of(graph.lookup(asked)) == "error:Ecto.NoResultsError:NoResultsError"
