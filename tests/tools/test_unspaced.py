"""Chinese, Japanese, Korean: no blank says where a word ends, so what is asked for is found within longer runs."""

from __future__ import annotations

from pathlib import Path

import pytest
from written_files import write

from nsccn.settings import Settings
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.select_context import select_context
from nsccn.tools.session import DirectSession

FILES = {
    "Login.java": """\
class Login {
    /** 用户登录 */
    Result login(String name) {
        if (token(name) == null) {
            return Result.failed("用户名或密码错误");
        }
        return Result.done();
    }
}
""",
    "Cart.java": """\
class Cart {
    // 会员商品收藏
    void keep() {}

    // 会员商品收藏管理Controller
    void sort() {}

    // カートに商品を追加する
    void add() {}

    // 장바구니를 비운다
    void clear() {}
}
""",
    "Other.java": "class Other {\n    // 500 products\n    int most = 500;\n}\n",
}


@pytest.fixture
def session(tmp_path: Path) -> DirectSession:
    return DirectSession(write(tmp_path / "code", FILES), Settings(cache_dir=tmp_path / "cache"))


@pytest.mark.parametrize(
    ("asked", "lines"),
    [
        ("登录", ["L2 above Login.login: /** 用户登录 */"]),
        (
            "会员商品收藏",
            ["L2 above Cart.keep: // 会员商品收藏", "L5 above Cart.sort: // 会员商品收藏管理Controller"],
        ),
        ("商品を", ["L8 above Cart.add: // カートに商品を追加する"]),
        ("장바구니", ["L11 above Cart.clear: // 장바구니를 비운다"]),
    ],
)
def test_a_run_is_found_wherever_it_stands(session: DirectSession, asked: str, lines: list[str]) -> None:
    said = [line.strip() for line in search_and_rank(session, asked).text.split("\n")]
    assert [line for line in said if line.startswith("L") and ":" in line] == lines


def test_a_report_leads_to_who_words_its_message(session: DirectSession) -> None:
    text = search_and_rank(session, "登录时用户名或密码错误返回500").text
    assert text.startswith('1. method:Login.java:Login.login  L5  1.00  message "用户名或密码错误"')


def test_words_in_another_order_find_what_has_them(session: DirectSession) -> None:
    assert "class:Cart.java:Cart" in search_and_rank(session, "收藏会员商品").text.split("\n")[0]


def test_a_pack_shows_who_words_it(session: DirectSession) -> None:
    chosen = select_context(session, "登录时用户名或密码错误返回500而不是提示信息", budget=1000).text
    assert 'return Result.failed("用户名或密码错误");' in chosen
