"""Procedures of tRPC and oRPC: their keys in routers, who asks for them, and what answers an ask."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from written_files import write

from nsccn.contracts.procedures.asks import asked_in
from nsccn.contracts.procedures.routers import Member, Router, routers
from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "server/trpc.ts": "import { initTRPC } from '@trpc/server';\nconst t = initTRPC.create();\n"
    "export const router = t.router;\nexport const procedure = t.procedure;\n"
    "export const mergeRouters = t.mergeRouters;\n",
    "server/app.ts": "import { mergeRouters, router } from './trpc';\nimport { cartRouter } from './cart/router';\n"
    "import { userRouter } from '@/server/user';\n"
    "export const shopRouter = router({ cart: cartRouter });\n"
    "export const appRouter = mergeRouters(shopRouter, userRouter);\n",
    "server/cart/router.ts": "import { procedure, router } from '../trpc';\nimport { payRoute } from './pay';\n"
    "export const cartRouter = router({\n"
    "  /** Adds; it doesn't pay, { nor\n   * ask: for it. */\n"
    "  add: procedure.input(Item).mutation(async ({ input }) => {\n    return save(input);\n  }),\n"
    "  items: {\n    list: procedure.query(() => { return []; }),\n  },\n"
    "  pay: payRoute,\n});\n",
    "server/cart/pay.ts": "import { procedure } from '../trpc';\n"
    "export const payRoute = procedure.input(Card).mutation(async ({ input }) => {\n  return charge(input);\n});\n"
    "export const other = router({ pay: payment });\n",
    "server/user.ts": "import { procedure, router } from './trpc';\n"
    "export const userRouter = router({\n  me: procedure.query(({ ctx }) => { return ctx.user; }),\n});\n",
    "app/cart.tsx": "import { trpc } from '../trpc';\nexport function Cart() {\n"
    "  const add = trpc.cart.add.useMutation({\n    retry: 1,\n  });\n"
    "  const list = trpc.cart\n    .items.list.useQuery();\n"
    "  const pay = trpc.cart.pay.useMutation();\n  const gone = trpc.cart.gone.useQuery();\n"
    "  const me = trpc.me.useQuery();\n  const wish = trpc.wish.add.useMutation();\n}\n",
    "jobs/pay.ts": "export async function payAll() {\n"
    "  const caller = createCaller(context);\n  await caller.cart.pay(card);\n}\n",
    "tests/cart.test.ts": "test('adds', async () => {\n  await client.cart.add.mutate(item);\n});\n",
}
ADD, LIST = "func:server/cart/router.ts:cartRouter.add", "func:server/cart/router.ts:cartRouter.list"
PAY, ME = "func:server/cart/pay.ts:payRoute", "func:server/user.ts:userRouter.me"


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    root: Path = tmp_path_factory.mktemp("root")
    return DirectSession(write(root, FILES), load_settings())


@pytest.mark.parametrize(
    ("entity", "direction", "said"),
    [
        (
            ADD,
            "upstream",
            [
                "It answers procedure `cart.add`.",
                "By the text, asked for at app/cart.tsx:3 in `Cart`, tests/cart.test.ts:2.",
            ],
        ),
        (
            PAY,
            "upstream",
            [
                "It answers procedure `cart.pay` (server/cart/router.ts:12).",
                "By the text, asked for at app/cart.tsx:8 in `Cart`, jobs/pay.ts:3 in `payAll`.",
            ],
        ),
        (
            ME,
            "upstream",
            ["It answers procedure `me`.", "By the text, asked for at app/cart.tsx:10 in `Cart`."],
        ),
        (LIST, "downstream", ["It answers procedure `cart.items.list`."]),
        (
            "Cart",
            "downstream",
            [
                f"L3 asks for procedure `cart.add`, which {ADD} answers.",
                f"L6 asks for procedure `cart.items.list`, which {LIST} answers.",
                f"L8 asks for procedure `cart.pay`, which {PAY} answers.",
                f"L10 asks for procedure `me`, which {ME} answers.",
            ],
        ),
        ("payAll", "downstream", [f"L3 asks for procedure `cart.pay`, which {PAY} answers."]),
    ],
)
def test_who_answers_and_who_asks(
    session: DirectSession, entity: str, direction: str, said: list[str]
) -> None:
    notes = trace_causal_path(session, entity, direction).data["notes"]
    assert [one for one in notes if "procedure" in one or "asked for at" in one] == said


def test_a_router_has_keys_as_they_are_nested() -> None:
    text = (
        "const cart = createTRPCRouter({ 'by-id': find, pay, deep: router({ far: p.query(() => 1) }), ...rest });\n"
        "const all = mergeRouters(cart, user);\n"
        "const router = os.router({ list: p.handler(() => ['a, b: c']) });\n"
    )
    assert list(routers(text)) == [
        Router(
            "cart",
            (Member(("by-id",), "find", 1), Member(("pay",), "pay", 1), Member(("deep", "far"), "", 1)),
        ),
        Router("router", (Member(("list",), "", 3),)),
        Router("all", (Member((), "cart", 2), Member((), "user", 2))),
    ]


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("trpc.cart.add.useMutation({", [("cart", "add")]),
        ("orpc\n  .cart\n  .list.queryOptions(", [("cart", "list")]),
        ("await ctx.api.cart.add(item)", [("cart", "add")]),
        ("utils.cart.list.invalidate()", []),
        ("cart.add(item)", []),
    ],
)
def test_what_a_line_asks_for(text: str, keys: list[tuple[str, ...]]) -> None:
    assert [found for found, _ in asked_in(text)] == keys
