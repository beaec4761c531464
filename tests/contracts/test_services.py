"""Which entries of contracts in other files a method keeps, by what its type says of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from written_files import SessionOf, write

from nsccn.contracts.services.entries import rpcs, statements
from nsccn.errors import UnknownEntity
from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

FILES = {
    "shop.proto": (
        'syntax = "proto3";\n/* service Old {\n  rpc GetCart(A) returns (B);\n} */\n'
        "service Shop {\n  // rpc Gone(A) returns (B);\n  rpc GetCart(A) returns (B);\n}\n"
    ),
    "go/server.go": (
        "package main\n\ntype server struct {\n\tpb.UnimplementedShopServer\n}\n\ntype other struct{}\n\n"
        "func (s *server) GetCart(id int) int { return id }\n\nfunc (o *other) GetCart(id int) int { return id }\n"
    ),
    "py/server.py": (
        "class Shop(shop_pb2_grpc.ShopServicer):\n    def GetCart(self, request, context):\n        return 1\n\n\n"
        "class Cache:\n    def GetCart(self):\n        return 1\n"
    ),
    "go/client.go": (
        "package main\n\ntype front struct {\n\tcarts pb.ShopClient\n\tcache Cache\n}\n\n"
        "func (f *front) Show() { f.carts.GetCart(ctx, request) }\n\n"
        "func (f *front) Near() { pb.NewShopClient(conn).GetCart(ctx, request) }\n\n"
        "func (f *front) Kept() { f.cache.GetCart(1) }\n\n"
        "func (f *front) Made() { pb.NewShopClient(f.conn); f.GetCart(1) }\n"
    ),
    "web/show.py": (
        "def show(channel):\n    stub = shop_pb2_grpc.ShopStub(channel)\n    return stub.GetCart(1)\n\n\n"
        "def kept(cache):\n    return cache.GetCart(1)\n"
    ),
    "src/a/b/UserMapper.java": "package a.b;\n\npublic interface UserMapper {\n    User findAll(int id);\n}\n",
    "src/a/c/UserMapper.java": "package a.c;\n\npublic interface UserMapper {\n    User findAll(int id);\n}\n",
    "res/User.xml": (
        '<mapper namespace="a.b.UserMapper">\n<!-- <select id="findAll"> -->\n'
        '<select resultType="User"\n id="findAll">select 1</select>\n</mapper>\n'
    ),
    "java/Server.java": (
        "class Server extends ShopGrpc.ShopImplBase {\n    public void getCart(A a, B b) { b.done(a); }\n}\n"
    ),
}
RPC = "It answers rpc `Shop.GetCart` (shop.proto:7)."


@pytest.mark.parametrize("direction", ["upstream", "downstream"])
def test_a_trace_says_which_entry_of_a_contract_a_method_keeps(session_of: SessionOf, direction: str) -> None:
    session = session_of(FILES)
    for entity, said in {
        "go/server.go:server.GetCart": [RPC],
        "go/server.go:other.GetCart": [],
        "py/server.py:Shop.GetCart": [RPC],
        "py/server.py:Cache.GetCart": [],
        "java/Server.java:Server.getCart": [RPC],
        "src/a/b/UserMapper.java:UserMapper.findAll": ["Its SQL is at res/User.xml:3."],
        "src/a/c/UserMapper.java:UserMapper.findAll": [],
    }.items():
        lines = trace_causal_path(session, f"method:{entity}", direction).text.split("\n")
        assert [line for line in lines if line.startswith(("It answers rpc", "Its SQL"))] == said, entity


def test_an_rpc_is_asked_for_where_a_client_of_its_service_is_named(session_of: SessionOf) -> None:
    session = session_of(FILES)

    text = trace_causal_path(session, "method:go/server.go:server.GetCart", "upstream").text

    assert (
        "By the text, asked for at go/client.go:8 in `front.Show`, go/client.go:10 in `front.Near`, "
        "web/show.py:3 in `show`."
    ) in text.split("\n")


def test_a_line_of_a_contract_is_told_once(tmp_path: Path) -> None:
    mapped = (
        '<mapper namespace="a.b.UserMapper">\n<select id="findAll">select 1</select>\n<!-- findAll -->\n\n'
    )
    session = DirectSession(write(tmp_path, FILES | {"res/User.xml": mapped}), load_settings())
    mapper = "src/a/b/UserMapper.java:UserMapper.findAll"
    lines = trace_causal_path(session, mapper, "upstream").text.split("\n")
    assert [line for line in lines if "res/User.xml" in line] == [
        "Its SQL is at res/User.xml:2.",
        "Text that is not parsed has `findAll` at res/User.xml:3.",
    ]


def test_a_statement_is_told_of_its_own_mapper_however_many_have_its_name(tmp_path: Path) -> None:
    files = {}
    for number in range(60):
        name = f"Item{number}Mapper"
        files[f"src/a/{name}.java"] = (
            f"package a;\n\npublic interface {name} {{\n    int addAll(int id);\n}}\n"
        )
        files[f"res/{name}.xml"] = (
            f'<mapper namespace="a.{name}">\n<insert id="addAll">x</insert>\n</mapper>\n'
        )
    session = DirectSession(write(tmp_path, files), load_settings())

    lines = trace_causal_path(session, "Item7Mapper.addAll", "upstream").text.split("\n")

    assert [line for line in lines if ".xml" in line] == ["Its SQL is at res/Item7Mapper.xml:2."]


WEB = {
    "web/connect.ts": (
        'import { createClient } from "@connectrpc/connect";\nimport { Shop } from "./gen/shop_pb";\n'
        "export const shopClient = createClient(Shop, transport);\n"
        "export const depotClient = createClient(Depot, transport);\n"
    ),
    "web/show.ts": (
        'import { depotClient, shopClient } from "./connect";\n\n'
        "export async function show() {\n  return shopClient.getCart({ id: 1 });\n}\n\n"
        "export const near = () => depotClient.getCart({ id: 1 });\n"
    ),
    "web/kept.ts": "export function kept(shopClient) {\n  return shopClient.getCart({ id: 1 });\n}\n",
    "web/grpc.js": (
        "const made = new ShopClient(host);\n\nfunction made_of() {\n  made.getCart(request, {}, done);\n}\n"
    ),
}


def test_what_asks_for_an_rpc_is_no_call_that_could_not_be_resolved(tmp_path: Path) -> None:
    """A function of the web has the name of the rpc, and the call of the client is none of that."""
    sources = {path: text for path, text in FILES.items() if path in {"shop.proto", "go/server.go"}}
    web = {
        "web/connect.ts": WEB["web/connect.ts"],
        "web/cache.ts": "export class Cache {\n  getCart() {}\n}\n",
        "web/show.ts": (
            'import { shopClient } from "./connect";\n\nexport async function show() {\n'
            "  await shopClient.getCart({ id: 1 });\n  return shopClient.getCart({ id: 2 });\n}\n"
        ),
    }
    session = DirectSession(write(tmp_path, sources | web), load_settings())
    text = trace_causal_path(session, "func:web/show.ts:show", "downstream").text
    assert "L4,5 asks for rpc `Shop.GetCart`" in text
    assert "could not be resolved" not in text


def test_code_of_the_web_asks_for_rpcs_by_a_client_that_it_makes_or_imports(tmp_path: Path) -> None:
    sources = {path: text for path, text in FILES.items() if path in {"shop.proto", "go/server.go"}}
    session = DirectSession(write(tmp_path, sources | WEB), load_settings())
    said = "asks for rpc `Shop.GetCart` (shop.proto:7), which method:go/server.go:server.GetCart answers."
    for asked, line in {
        "func:web/show.ts:show": f"L4 {said}",
        "func:web/show.ts:near": "",
        "func:web/kept.ts:kept": "",
        "func:web/grpc.js:made_of": f"L4 {said}",
    }.items():
        lines = trace_causal_path(session, asked, "downstream").text.split("\n")
        assert [one for one in lines if "asks for rpc" in one] == [line] * bool(line), asked
    text = trace_causal_path(session, "method:go/server.go:server.GetCart", "upstream").text
    assert "By the text, asked for at web/grpc.js:4 in `made_of`, web/show.ts:4 in `show`." in text.split(
        "\n"
    ), text

    path = trace_causal_path(session, "func:web/show.ts:show", to="method:go/server.go:server.GetCart").text
    assert path.split("\n")[1:] == [f"L4 {said}"]


_PROTO = """\
service Carts {
  rpc CreateCart(A) returns (B) {
    option (google.api.http) = {
      post: "/api/v1/carts"
      body: "cart"
    };
  }
  rpc GetCart(A) returns (B) {
    option (google.api.http) = {
      get: "/api/v1/{name=carts/*}"
      additional_bindings { get: "/api/v1/carts/{id}/whole" }
    };
  }
  rpc Count(A) returns (B);
  rpc DropCart(A) returns (B) {
    // option (google.api.http) = {post: "/api/v1/{name=carts/*}"};
    option (google.api.http) = {
      delete: "/api/v1/{name=carts/*}"
      additional_bindings {
        delete: "/api/v1/{name=carts/*}:now"
      }
    };
  }
  /* get: "/api/v1/carts" */
  rpc Read(A) returns (B) {
    option (google.api.http) = {get: "/api/v1/{path=files/**}"};
  }
}
message Cart {
  option (google.api.resource) = {pattern: "carts/{cart}"};
}
"""
_SERVER = """\
package main

type server struct {
	pb.UnimplementedCartsServer
}

func (s *server) CreateCart(cart int) int { return cart }

func (s *server) GetCart(id int) int { return id }

func (s *server) Count(id int) int { return id }

func (s *server) DropCart(id int) int { return id }

func (s *server) Read(id int) int { return id }
"""


def test_an_rpc_answers_the_paths_that_a_protocol_gives_it(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path, {"shop.proto": _PROTO, "server.go": _SERVER}), load_settings())
    for asked, method in {
        "POST /api/v1/carts": "CreateCart",
        "GET /api/v1/carts/42": "GetCart",
        "GET /api/v1/carts/42/whole": "GetCart",
        "GET /api/v1/carts/blue": "GetCart",
        "DELETE /api/v1/carts/blue": "DropCart",
        "DELETE /api/v1/carts/blue:now": "DropCart",
        "GET /api/v1/files/a/b/c": "Read",
        "GET /api/v1/files/a/b/c:stat": "Read",
    }.items():
        head = trace_causal_path(session, asked, "upstream").text.split("\n")[0]
        assert head.startswith(f"method:server.go:server.{method} "), head
    path = trace_causal_path(session, "DELETE /api/v1/carts/blue", "upstream").text
    assert "That path is written at shop.proto:18 `/api/v1/{name=carts/*}`." in path.split("\n")
    with pytest.raises(UnknownEntity):  # what has a name like it is no path
        trace_causal_path(session, "GET /carts/blue", "upstream")
    said = {
        "CreateCart": "It answers rpc `Carts.CreateCart` (shop.proto:2): POST /api/v1/carts.",
        "GetCart": (
            "It answers rpc `Carts.GetCart` (shop.proto:8): GET /api/v1/{name=carts/*}, GET /api/v1/carts/{id}/whole."
        ),
        "Count": "It answers rpc `Carts.Count` (shop.proto:14).",
    }
    for method, line in said.items():
        text = trace_causal_path(session, f"method:server.go:server.{method}", "downstream").text
        assert line in text.split("\n"), text


def test_long_texts_without_entries_have_none() -> None:
    for text in (
        "<!--" * 70_000,
        '<mapper namespace="a">' + "<select " * 30_000,
        "<mapper " + "a " * 100_000,
    ):
        assert not [*statements("a.xml", text)]
    for text in ("/*" * 100_000, "service " * 30_000, "\n" * 300_000, " \t" * 100_000):
        assert not [*rpcs("a.proto", text)]
