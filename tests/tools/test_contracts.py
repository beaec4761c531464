"""Which entries of contracts in other files a method keeps, by what its type says of them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from written_files import write

from nsccn.settings import load_settings
from nsccn.tools.contracts import rpcs, statements
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
def test_a_trace_says_which_entry_of_a_contract_a_method_keeps(tmp_path: Path, direction: str) -> None:
    session = DirectSession(write(tmp_path, FILES), load_settings())
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


def test_long_texts_are_read_in_time_that_grows_with_them() -> None:
    begun = time.process_time()
    for text in (
        "<!--" * 70_000,
        '<mapper namespace="a">' + "<select " * 30_000,
        "<mapper " + "a " * 100_000,
    ):
        assert not [*statements("a.xml", text)]
    for text in ("/*" * 100_000, "service " * 30_000, "\n" * 300_000, " \t" * 100_000):
        assert not [*rpcs("a.proto", text)]
    assert time.process_time() - begun < 5
