"""Upstream of what a type hands over: on to who names that type, where few do; of many it is told how many."""

from __future__ import annotations

from pathlib import Path

import pytest
from written_files import write

from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

PHOENIX = {
    "lib/shop_web/controllers/cart_controller.ex": (
        "defmodule ShopWeb.CartController do\n  use ShopWeb, :controller\n\n  def show(conn, _params), do: conn\nend\n"
    ),
    "lib/shop_web/router.ex": (
        "defmodule ShopWeb.Router do\n  use ShopWeb, :router\n\n"
        '  scope "/", ShopWeb do\n    get "/carts/:id", CartController, :show\n  end\nend\n'
    ),
    "lib/shop_web/endpoint.ex": (
        "defmodule ShopWeb.Endpoint do\n  use Phoenix.Endpoint, otp_app: :shop\n\n  plug ShopWeb.Router\nend\n"
    ),
    "lib/shop/application.ex": (
        "defmodule Shop.Application do\n"
        "  def start(_type, _args), do: Supervisor.start_link([ShopWeb.Endpoint], [])\nend\n"
    ),
}
NEST = {
    "src/carts.controller.ts": (
        'import { Controller, Get } from "@nestjs/common";\n\n@Controller("carts")\nexport class CartsController {\n'
        "  @Get()\n  all() {\n    return [];\n  }\n}\n"
    ),
    "src/carts.module.ts": (
        'import { Module } from "@nestjs/common";\nimport { CartsController } from "./carts.controller";\n\n'
        "@Module({ controllers: [CartsController] })\nexport class CartsModule {}\n"
    ),
    "src/app.module.ts": (
        'import { Module } from "@nestjs/common";\nimport { CartsModule } from "./carts.module";\n\n'
        "@Module({ imports: [CartsModule] })\nexport class AppModule {}\n"
    ),
    "src/main.ts": (
        'import { NestFactory } from "@nestjs/core";\nimport { AppModule } from "./app.module";\n\n'
        "export async function bootstrap() {\n  await NestFactory.create(AppModule);\n}\n"
    ),
    **{
        f"test/carts{number}.e2e-spec.ts": (
            'import { AppModule } from "../src/app.module";\n\n'
            f"export function start{number}() {{\n  return make(AppModule);\n}}\n"
        )
        for number in range(6)
    },
}


def plug(number: int) -> tuple[str, str]:
    return (
        f"lib/shop_web/plugs/token{number}.ex",
        f"defmodule ShopWeb.Token{number} do\n  def sign(one), do: Phoenix.Token.sign(ShopWeb.Endpoint, one)\nend\n",
    )


def upstream(root: Path, files: dict[str, str], one: str) -> str:
    write(root, files)
    settings = load_settings({"cache_dir": root / ".cache"}, repo=root)
    return trace_causal_path(DirectSession(root, settings), one, "upstream").text


@pytest.mark.parametrize(("others", "is_followed"), [(2, True), (6, False)])
def test_who_names_the_endpoint_is_told_of_an_action_where_few_do(
    tmp_path: Path, *, others: int, is_followed: bool
) -> None:
    said = upstream(tmp_path, PHOENIX | dict(map(plug, range(others))), "ShopWeb.CartController.show")
    assert "<- class:lib/shop_web/router.ex:ShopWeb.Router  hands over L5\n" in said
    assert ("ShopWeb.Endpoint  hands over L4\n" in said) is is_followed
    assert ("ShopWeb.Endpoint  hands over L4; 7 only name it\n" in said) is not is_followed
    assert ("Shop.Application.start" in said) is is_followed
    assert ("ShopWeb.Token1.sign" in said) is is_followed


def test_who_names_the_endpoint_is_told_of_itself(tmp_path: Path) -> None:
    said = upstream(tmp_path, PHOENIX | dict(map(plug, range(6))), "ShopWeb.Endpoint")
    assert "Shop.Application.start" in said
    assert "ShopWeb.Token5.sign" in said
    assert "name it" not in said


def test_tests_of_an_application_do_not_hide_what_runs_it(tmp_path: Path) -> None:
    said = upstream(tmp_path, NEST, "CartsController")
    assert "AppModule" in said
    assert "func:src/main.ts:bootstrap" in said
    assert "name it" not in said


def test_who_calls_what_a_type_calls_is_followed_whatever_names_it(tmp_path: Path) -> None:
    files = {
        "shop/carts.py": (
            "def show(): ...\n\n\nclass Routes:\n    handlers = {'show': show}\n    first = show()\n"
        ),
        **{
            f"shop/use{number}.py": f"from shop.carts import Routes\n\n\ndef use{number}():\n    keep(Routes)\n"
            for number in range(6)
        },
    }
    said = upstream(tmp_path, files, "shop/carts.py:show")
    assert "use5.py:use5" in said
    assert "name it" not in said


def test_who_makes_an_object_may_run_what_its_type_hands_over(tmp_path: Path) -> None:
    files = {
        "shop/carts.py": "def show(): ...\n\n\nclass Routes:\n    handlers = {'show': show}\n",
        **{
            f"shop/use{number}.py": f"from shop.carts import Routes\n\n\ndef use{number}():\n    keep(Routes)\n"
            for number in range(6)
        },
        "shop/main.py": "from shop.carts import Routes\n\n\ndef main():\n    run(Routes())\n",
    }
    said = upstream(tmp_path, files, "shop/carts.py:show")
    assert "func:shop/main.py:main  calls L5" in said
    assert "; 6 only name it\n" in said
    assert "use1" not in said


def test_what_a_variable_holds_is_shortened_where_each_line_would_repeat_it(tmp_path: Path) -> None:
    given = "{ hash_of_a_text, NULL, NULL, compare_two_texts, free_a_text }"
    files = {
        "kinds.c": f"struct kind {{ int (*hash)(int); }};\n\nstruct kind first = {given};\n\n"
        "void use(void) { first = other; }\n"
    }
    lines = trace_causal_path(
        DirectSession(write(tmp_path, files), load_settings()), "use", "state"
    ).text.split("\n")
    assert lines[2] == "-> var::first  writes L5 | struct kind first = {…}"


def traced(root: Path, files: dict[str, str], entity: str, direction: str) -> list[str]:
    """Return the lines of a trace below its head."""
    session = DirectSession(write(root, files), load_settings({"cache_dir": str(root / ".cache")}))
    return trace_causal_path(session, entity, direction).text.splitlines()[2:]


def test_callers_in_several_files_of_a_folder_share_a_line(tmp_path: Path) -> None:
    use = "from shop.cart import fill\n\n\ndef {0}():\n    fill()\n"
    files = {
        "shop/cart.py": "def fill(): ...\n",
        **{f"shop/till/{name}.py": use.format(name) for name in ("buy", "pay", "sell")},
        **{f"shop/desk/{name}.py": use.format(name) for name in ("ask", "tell")},
        "shop/till/take.py": use.format("take") + "\n\ndef end():\n    take()\n",
    }
    assert traced(tmp_path, files, "fill", "upstream") == [
        "<- func:shop/desk/ask.py:ask  calls L5",
        "<- func:shop/desk/tell.py:tell  calls L5",
        "<- func:shop/till/buy.py:buy  calls L5; pay.py:pay L5; sell.py:sell L5",
        "<- func:shop/till/take.py:take  calls L5",
        "  <- :end  calls L9",
    ]


def test_callers_at_second_hand_share_a_line_whatever_folder_they_are_in(tmp_path: Path) -> None:
    use = "from shop.cart import fill\n\n\ndef {0}():\n    fill()\n"
    files = {
        "shop/cart.py": "def take(): ...\n\n\ndef fill():\n    take()\n",
        **{f"{name}/{name}.py": use.format(name) for name in ("buy", "pay", "sell")},
    }
    assert traced(tmp_path, files, "take", "upstream") == [
        "<- :fill  calls L5",
        "  <- func:buy/buy.py:buy  calls L5; pay.py:pay L5; sell.py:sell L5",
    ]


def test_of_a_crowd_of_subtypes_names_say_enough(tmp_path: Path) -> None:
    kinds = "".join(f"class Kind{number}(Base):\n    size = {number}\n\n\n" for number in range(9))
    files = {
        "base.py": "class Base:\n    def run(self): ...\n\n\nclass Sold: ...\n",
        "kinds.py": f"from base import Base, Sold\n\n\n{kinds}"
        "class Ware(Base, Sold): ...\n\n\nclass Loud(Base):\n    def run(self): ...\n",
    }
    assert traced(tmp_path, files, "Base", "inheritance") == [
        (
            "<- class:kinds.py:Kind0  inherits L4; Kind1 L8; Kind2 L12; Kind3 L16; Kind4 L20; Kind5 L24; Kind6 L28; "
            "Kind7 L32; Kind8 L36"
        ),
        "<- class::Ware  inherits L40 | and Sold",
        "<- class::Loud  inherits L43, overrides run",
    ]
