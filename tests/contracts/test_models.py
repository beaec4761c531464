"""Models of a schema of Prisma: who asks its client for what one describes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from written_files import SessionOf

FILES = {
    "prisma/schema.prisma": "model CartItem {\n  id Int @id\n}\n\nmodel Unasked {\n  id Int @id\n}\n",
    "idl/cart.thrift": "struct Line {\n}\n",
    "src/cart.ts": "export async function add(tx) {\n  return tx.cartItem.create({ data: {} });\n}\n"
    "export async function all() {\n  return prisma.cartItem\n    .findMany();\n}\n"
    "export function other(cart) {\n  return cart.cartItem.price + this.line.count();\n}\n",
    "tests/cart.test.ts": "await prisma.cartItem.deleteMany({});\n",
}


@pytest.mark.parametrize(
    ("model", "said"),
    [
        (
            "CartItem",
            "is asked for it at src/cart.ts:2 in `add`, src/cart.ts:5 in `all`, tests/cart.test.ts:1.",
        ),
        ("Unasked", ""),
        ("Line", ""),
    ],
)
def test_who_asks_for_a_model(session_of: SessionOf, model: str, said: str) -> None:
    session = session_of(FILES)
    text = trace_causal_path(session, model, "upstream").text
    assert said in text
    assert ("its client" in text) == bool(said)
