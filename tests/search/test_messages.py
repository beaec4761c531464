"""Error messages found in the literals that word them."""

from __future__ import annotations

from nsccn.graph.model import Literal
from nsccn.search.messages import Collector, MessageIndex, fragments, message_arrays


def index_of(*literals: tuple[int, str]) -> MessageIndex:
    """Return the index of literals, each in the entity of that number."""
    collector = Collector()
    for entity, text in literals:
        collector.add(entity, [Literal(0, text)])
    return MessageIndex(message_arrays(*collector.lists()))


def test_literals_are_cut_at_placeholders() -> None:
    assert fragments("cannot convert value %s to the type {kind!r}") == ["cannot convert value"]
    assert fragments("could not open file ${path}: no such thing here") == [
        "could not open file",
        "no such thing here",
    ]
    assert fragments("Requested cart of id $cartId not found in $this->shop of all carts") == [
        "requested cart of id",
        "not found in",
        "of all carts",
    ]
    assert fragments("set $SHOP_TOKEN to pay") == [
        "set shop token to pay"
    ]  # of the environment, said as it is
    assert fragments("to the x") == []
    assert fragments("%d items") == []


def test_a_quoted_message_leads_to_its_literal() -> None:
    index = index_of((3, "cannot convert value {!r} to type"), (5, "connection was reset by peer"))
    found = index.find("It says \"Cannot convert  value '7' to type\", why?")
    assert [(hit.entity, hit.words, hit.share) for hit in found] == [(3, 3, 1.0)]


def test_a_message_of_several_places_is_shared_out() -> None:
    index = index_of((1, "connection was reset by peer"), (2, "connection was reset by peer"))
    assert [(hit.entity, hit.share) for hit in index.find("error: connection was reset by peer")] == [
        (1, 0.5),
        (2, 0.5),
    ]


def test_a_fragment_must_stand_there_as_a_whole() -> None:
    index = index_of((1, "connection was reset by peer"))
    assert index.find("the connection was reset by my router") == []
    assert index.find("connection was") == []
    assert index.find("") == []


def test_a_literal_without_a_blank_is_the_name_of_something() -> None:
    index = index_of((1, "--timeout-keep-alive"), (2, "the timeout keep alive was set to %d"))
    assert [
        (hit.entity, hit.text, hit.is_name) for hit in index.find("the timeout keep alive was set to 5")
    ] == [
        (2, "the timeout keep alive was set to", False),
        (1, "timeout keep alive", True),
    ]


def test_a_message_in_a_script_without_blanks_is_found_within_a_report() -> None:
    index = index_of((3, "用户名或密码错误"), (5, "验证码错误,请重新输入"))
    assert [(hit.entity, hit.is_name) for hit in index.find("登录时用户名或密码错误返回500")] == [(3, False)]


def test_without_literals_nothing_is_found() -> None:
    assert index_of().find("connection was reset by peer") == []
