"""Frames of stack traces, found in a repository of several languages."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from nsccn.index import RepoIndex
from nsccn.search.frames import resolve_frames, simple_name
from nsccn.search.packages import Packages
from nsccn.search.traceback import Frame

if TYPE_CHECKING:
    from nsccn.graph.codegraph import CodeGraph

FILES = {
    "main.py": "import app.db\n\n\ndef main():\n    app.db.Client().get('x')\n\n\nmain()\n",
    "src/app/db.py": "class Client:\n    def get(self, name):\n        def inner():\n            raise\n"
    "        return inner()\n\n\nclass Other:\n    def get(self):\n        pass\n",
    "lib/util.py": "def one():\n    pass\n",
    "tools/util.py": "def two():\n    pass\n",
    "web/client.js": "class Client {\n  get(name) {\n    throw new Error(name);\n  }\n}\n",
    "java/src/main/java/com/acme/Store.java": "package com.acme;\n\nclass Store {\n  Store() {\n  }\n"
    "  void get() {\n  }\n}\n",
    "kotlin/src/com/acme/Shop.kt": "package com.acme\n\nclass Shop {\n    fun load(at: Int = 1) {\n"
    "        listOf(at).forEach {\n            println(it)\n        }\n    }\n\n    companion object {\n"
    "        fun of() = Shop()\n    }\n}\n\nfun total(shop: Shop) = 1\n",
    "store/client.go": "package store\n\ntype Client struct{}\n\nfunc (c *Client) Get() {\n}\n",
}


def built(root: Path, files: dict[str, str]) -> RepoIndex:
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return RepoIndex.build(root)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("mixed"), FILES).root


@pytest.fixture(scope="module")
def graph(root: Path) -> CodeGraph:
    return RepoIndex.build(root).snapshot.graph


def found(graph: CodeGraph, frame: Frame, root: str = "") -> str | None:
    entity = resolve_frames([frame], graph, root)[0]
    return None if entity is None else graph.id_of(entity)


GET = "method:src/app/db.py:Client.get"


@pytest.mark.parametrize(
    ("frame", "expected"),
    [
        # Where it was built, in a container, as it is imported, relative to the root or to a folder of it.
        (Frame("/home/ci/build/src/app/db.py", 5, "get"), GET),
        (Frame("C:/work/src/app/db.py", 5, "get"), GET),
        (Frame("/venv/lib/python3.12/site-packages/app/db.py", 5, "get"), GET),
        (Frame("src/app/db.py", 5, "get"), GET),
        (Frame("app/db.py", 5, "Client.get"), GET),
        (Frame("app/db.py", 5), GET),
        # The innermost function that has the name, or encloses an anonymous one.
        (Frame("app/db.py", 4, "inner"), "func:src/app/db.py:Client.get.inner"),
        (Frame("app/db.py", 4, "get"), GET),
        (Frame("app/db.py", 5, "<lambda>"), GET),
        (Frame("main.py", 8, "<module>"), "module:main.py:__init__"),
        # The code has moved since: the name decides, then the class, then the distance.
        (Frame("app/db.py", 1, "get"), GET),
        (Frame("app/db.py", 1, "Other.get"), "method:src/app/db.py:Other.get"),
        (Frame("app/db.py", 900, "get"), "method:src/app/db.py:Other.get"),
        (Frame("app/db.py", 900, "gone"), None),
        (Frame("app/db.py", 5, "renamed"), GET),
        # A bare file name is believed where the function is in it.
        (Frame("/app/main.py", 5, "main"), "func:main.py:main"),
        (Frame("/app/main.py", 5, "other"), None),
        (Frame("/app/main.py", 8, "<module>"), "module:main.py:__init__"),
        # Two files of one name.
        (Frame("util.py", 1, "two"), "func:tools/util.py:two"),
        (Frame("util.py", 1, "three"), None),
        (Frame("util.py", 1), None),
        # Other people's code.
        (Frame("/usr/lib/python3.12/json/main.py", 5, "main"), None),
        (Frame("/venv/lib/python3.12/site-packages/other/db.py", 5, "get"), None),
        (Frame("/usr/lib/ruby/gems/3.1.0/gems/other-1.2/lib/db.py", 5, "get"), None),
        (Frame("/usr/lib/ruby/3.1.0/main.py", 5, "main"), None),
        (Frame("/srv/app/node_modules/web/client.js", 3, "Client.get"), None),
        (Frame("/usr/local/go/src/store/client.go", 5, "store.(*Client).Get"), None),
        (Frame("somewhere/db.py", 5, "get"), None),
        # Other languages.
        (Frame("/srv/app/web/client.js", 3, "Client.get"), "method:web/client.js:Client.get"),
        (
            Frame("com/acme/Store.java", 7, "com.acme.Store.get"),
            "method:java/src/main/java/com/acme/Store.java:Store.get",
        ),
        (
            Frame("com/acme/Shop.kt", 15, "com.acme.ShopKt.total"),
            "func:kotlin/src/com/acme/Shop.kt:total",
        ),
        (
            Frame("com/acme/Shop.kt", 11, "com.acme.Shop$Companion.of"),
            "method:kotlin/src/com/acme/Shop.kt:Shop.of",
        ),
        (
            Frame("com/acme/Shop.kt", 6, "com.acme.Shop.load$lambda$0"),
            "method:kotlin/src/com/acme/Shop.kt:Shop.load",
        ),
        (
            Frame("com/acme/Shop.kt", 90, "com.acme.Shop.load$default"),
            "method:kotlin/src/com/acme/Shop.kt:Shop.load",
        ),
        (
            Frame("com/acme/Shop.kt", 6, "com.acme.Shop$load$1.invokeSuspend"),
            "method:kotlin/src/com/acme/Shop.kt:Shop.load",
        ),
        (
            Frame("/home/me/store/client.go", 6, "example.com/x/store.(*Client).Get"),
            "method:store/client.go:Client.Get",
        ),
    ],
)
def test_frame(graph: CodeGraph, frame: Frame, expected: str | None) -> None:
    assert found(graph, frame) == expected


def test_below_the_root_the_path_is_exact(graph: CodeGraph, root: Path) -> None:
    below = root.as_posix()
    assert found(graph, Frame(f"{below}/src/app/db.py", 5, "get"), below) == GET
    assert found(graph, Frame(f"{below}/app/db.py", 5, "get"), below) is None


MODULES = "/root/go/pkg/mod"
CRATES = "/root/.cargo/registry/src/index.crates.io-6f17d22bba15001f"
GEMS = "/usr/lib/ruby/gems/3.1.0/gems"
PACKAGES = {
    "go/go.mod": "module github.com/Acme/store\n\ngo 1.22\n",
    "go/client.go": "package store\n\ntype Client struct{}\n\nfunc (c *Client) Get() {\n}\n",
    "go/retry.go": "package store\n\nfunc Retry() {\n}\n",
    "crates/store/Cargo.toml": '[package]\nname = "acme-store"\n',
    "crates/store/src/lib.rs": "pub fn open() {\n}\n",
    "web/package.json": '{"name": "@acme/store", "dependencies": {"hono": "4"}}',
    "web/src/client.ts": "export class Client {\n  get(name: string) {\n    return name\n  }\n}\n",
    "web/src/cache/client.ts": "export class Cached {\n  get(name: string) {\n    return name\n  }\n}\n",
    "ruby/acme_store.gemspec": "Gem::Specification.new\n",
    "php/composer.json": '{"name": "acme/store"}',
    "php/src/Store.php": "<?php\nclass Store\n{\n    function get() {}\n}\n",
    "ruby/lib/store.rb": "def open_store\nend\n",
}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> RepoIndex:
    return built(tmp_path_factory.mktemp("packages"), PACKAGES)


@pytest.mark.parametrize(
    ("frame", "expected"),
    [
        (
            Frame(
                f"{MODULES}/github.com/!acme/store@v1.4.0/client.go", 6, "github.com/Acme/store.(*Client).Get"
            ),
            "method:go/client.go:Client.Get",
        ),
        # Built with -trimpath.
        (
            Frame("github.com/Acme/store@v1.4.0/client.go", 6, "x.(*Client).Get"),
            "method:go/client.go:Client.Get",
        ),
        # The function lay in another file then.
        (Frame(f"{MODULES}/github.com/!acme/store@v1.4.0/util.go", 60, "x.Retry"), "func:go/retry.go:Retry"),
        (Frame(f"{MODULES}/github.com/!acme/store@v1.4.0/util.go", 60, "x.Gone"), None),
        (
            Frame(f"{CRATES}/acme-store-1.40.0/src/lib.rs", 1, "acme_store::open"),
            "func:crates/store/src/lib.rs:open",
        ),
        (Frame(f"{CRATES}/acme-store-1.40.0/src/lib.rs", 1), "func:crates/store/src/lib.rs:open"),
        # Built: the folder, the ending and the lines are others.
        (
            Frame("/app/node_modules/@acme/store/dist/client.js", 90, "Client.get"),
            "method:web/src/client.ts:Client.get",
        ),
        (
            Frame(
                "/app/node_modules/.pnpm/x/node_modules/@acme/store/dist/cache/client.js", 90, "Cached.get"
            ),
            "method:web/src/cache/client.ts:Cached.get",
        ),
        (Frame("/app/node_modules/@acme/store/dist/client.js", 2), None),
        (
            Frame(f"{GEMS}/acme_store-1.2.0/lib/store.rb", 1, "open_store"),
            "func:ruby/lib/store.rb:open_store",
        ),
        # Packages of others, whose files and functions are called the same.
        (Frame(f"{MODULES}/github.com/other/store@v1.4.0/client.go", 6, "x.(*Client).Get"), None),
        (Frame("github.com/other/store@v1.4.0/client.go", 6, "x.(*Client).Get"), None),
        (Frame(f"{CRATES}/other-1.0.0/src/lib.rs", 1, "other::open"), None),
        (Frame("/app/node_modules/store/src/client.ts", 2, "Client.get"), None),
        (Frame("/app/node_modules/@acme/store/node_modules/hono/client.js", 2, "Client.get"), None),
        (Frame(f"{GEMS}/other-1.2.0/lib/store.rb", 1, "open_store"), None),
        (Frame("/app/vendor/acme/store/src/Store.php", 4, ""), "method:php/src/Store.php:Store.get"),
        (Frame("/app/vendor/other/store/src/Store.php", 4, ""), None),
    ],
)
def test_frame_in_a_copy_that_a_package_manager_made(
    packages: RepoIndex, frame: Frame, expected: str | None
) -> None:
    assert found(packages.snapshot.graph, frame, packages.root.as_posix()) == expected


@pytest.mark.parametrize("name", ["package.json", "Cargo.toml", "go.mod", "pyproject.toml"])
@pytest.mark.parametrize("text", ["", "[" * 100_000, "a = " + "[" * 100_000, "[]", '{"name": 3}', "\0"])
def test_a_manifest_that_says_no_name_is_none(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text)

    packages = Packages(tmp_path.as_posix(), [name])

    assert list(packages.inside("/app/node_modules/other/src/a.js")) == []
    assert list(packages.inside(f"/app/node_modules/{tmp_path.name}/src/a.js")) == [("", "src/a.js")]


def test_a_repository_without_a_manifest_is_called_like_its_folder(tmp_path: Path) -> None:
    index = built(tmp_path / "store", {"lib/client.rb": "def open_store\nend\n"})
    root = index.root.as_posix()

    own, other = (Frame(f"{GEMS}/{name}-1.2.0/lib/client.rb", 1, "open_store") for name in ("store", "other"))

    assert found(index.snapshot.graph, own, root) == "func:lib/client.rb:open_store"
    assert found(index.snapshot.graph, other, root) is None


@pytest.mark.parametrize(
    ("function", "name"),
    [
        ("", ""),
        ("<module>", ""),
        ("<lambda>", ""),
        ("outer.<locals>.inner", "inner"),
        ("Object.<anonymous>", ""),
        ("async Foo.run", "run"),
        ("new Service", "Service"),
        ("main.(*Client).Get", "Get"),
        ("main.main.func2.1", "main"),
        ("store.(*T).Run-fm", "Run"),
        ("example.com/app/store.Map[...]", "Map"),
        ("app::store::load::{{closure}}::{{closure}}", "load"),
        ("<app::Foo as app::Bar<T>>::baz", "baz"),
        ("app::x::h0123456789abcdef", "x"),
        ("com.acme.Foo.lambda$bar$0", "bar"),
        ("com.acme.Foo.<init>", "Foo"),
        ("com.acme.Outer$Inner.m", "m"),
        ("block (2 levels) in Foo#valid?", "valid?"),
        ("<class:Foo>", ""),
        ("ns::Foo<int>::bar(int, char const*)", "bar"),
        ("(anonymous namespace)::f", "f"),
        ("Foo::operator()(int) const", "operator()"),
        ("Foo::operator<<(std::ostream&)", "operator<<"),
        ("Foo::~Foo()", "~Foo"),
        ("std::vector<int, std::allocator<int> >::push_back(int&&)", "push_back"),
        ("operators_for", "operators_for"),
        ("Shop.Cart.<Load>d__5.MoveNext", "Load"),
        ("Shop.Cart.<>c__DisplayClass3_0.<Fill>b__1", "Fill"),
        ("Shop.Cart.<Fill>g__Step|3_0", "Step"),
        ("Shop.Cart.get_Total", "Total"),
        ("Shop.Cart..ctor", "Cart"),
    ],
)
def test_simple_name(function: str, name: str) -> None:
    assert simple_name(function) == name


RUST = {
    "Cargo.toml": '[package]\nname = "shop-api"\nversion = "1.0.0"\n',
    "src/lib.rs": "pub mod cart;\npub mod page;\npub fn open() {}\n",
    "src/cart/mod.rs": "mod sums;\npub struct Cart;\nimpl Cart { pub fn add(&self) {} }\npub fn open() {}\n",
    "src/cart/sums.rs": "use super::Cart;\nimpl Priced for Cart { fn total(&self) {} }\n",
    "src/page.rs": "pub struct Page;\nimpl Page { fn show(&self) {} }\n",
    "src/bin/shop/main.rs": "fn run() {}\nfn main() { run() }\n",
}


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        ("shop_api::cart::open", "func:src/cart/mod.rs:open"),
        ("shop_api::open::{{closure}}", "func:src/lib.rs:open"),
        ("shop_api::cart::Cart::add::h0123456789abcdef", "method:src/cart/mod.rs:Cart.add"),
        ("<shop_api::cart::Cart as shop_api::Priced>::total", "method:src/cart/sums.rs:Cart.total"),
        ("shop_api::page::Page<T>::show::{{closure}}::{{closure}}", "method:src/page.rs:Page.show"),
        ("other::cart::open", None),
        ("core::cart::open", None),
        ("shop_api::basket::open", None),
    ],
)
def test_a_name_of_rust_alone_leads_to_its_function(
    tmp_path: Path, function: str, expected: str | None
) -> None:
    index = built(tmp_path, RUST)
    assert found(index.snapshot.graph, Frame("", 0, function), str(index.root)) == expected
