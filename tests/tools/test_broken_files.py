"""What the tools say of a file in the middle of an edit: that it does not parse, and what that may hide."""

from __future__ import annotations

from pathlib import Path

import pytest
from written_files import write

from nsccn.cli.main import main
from nsccn.errors import UnknownEntity
from nsccn.settings import Settings
from nsccn.tools.open_surgical_window import open_surgical_window
from nsccn.tools.read_skeleton import read_skeleton
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

CART = """\
class Cart:
    def add(self, item):
        self.items.append(item

    def total(self):
        if self.items:
            return sum(self.items)
        return 0


def checkout(cart):
    return cart.total()
"""
NOTE = "cart.py does not parse at line 3; definitions after it may be missing."
WHOLE_C = "int one(int a)\n{\n    return a;\n}\n\nint two(int a)\n{\n    return one(a);\n}\n"


def opened(tmp_path: Path, files: dict[str, str]) -> DirectSession:
    return DirectSession(write(tmp_path / "shop", files), Settings(cache_dir=tmp_path / "cache"))


@pytest.fixture
def session(tmp_path: Path) -> DirectSession:
    return opened(tmp_path, {"cart.py": CART, "whole.py": "def total_of():\n    pass\n"})


@pytest.fixture(params=["from the file alone", "from the index"])
def either(request: pytest.FixtureRequest, session: DirectSession) -> DirectSession:
    if request.param == "from the index":
        session.index()
    return session


def test_a_skeleton_says_that_its_file_does_not_parse(either: DirectSession) -> None:
    answer = read_skeleton(either, "cart.py")

    assert answer.text.split("\n")[1] == NOTE
    assert answer.data["note"] == NOTE
    assert "parse" not in read_skeleton(either, "whole.py").text


def test_a_window_of_a_definition_says_so(either: DirectSession) -> None:
    assert open_surgical_window(either, "cart.py:3").text.endswith(NOTE)
    assert open_surgical_window(either, "cart.py:3").data["notes"] == [NOTE]
    assert "parse" not in open_surgical_window(either, "cart.py:1-4").text
    assert "parse" not in open_surgical_window(either, "cart.py").text


def test_a_trace_of_what_such_a_file_defines_says_so(session: DirectSession) -> None:
    answer = trace_causal_path(session, "Cart.add", "upstream")

    assert answer.text.endswith(NOTE)
    assert answer.data["notes"][-1] == NOTE
    assert trace_causal_path(session, "total_of", to="Cart.add").text.endswith(NOTE)
    assert "parse" not in trace_causal_path(session, "total_of", "upstream").text


def test_a_name_that_a_broken_file_may_define(session: DirectSession) -> None:
    with pytest.raises(UnknownEntity) as caught:
        trace_causal_path(session, "Cart.total")
    assert (
        str(caught.value)
        == f"No entity 'Cart.total'. {NOTE} The text has `total` at cart.py:5 in Cart.add,12 at top."
    )

    with pytest.raises(UnknownEntity) as caught:
        read_skeleton(session, "cart.py:Cart.total")
    assert NOTE in str(caught.value)

    with pytest.raises(UnknownEntity) as caught:
        trace_causal_path(session, "Cart.remove")
    assert "parse" not in str(caught.value)


def test_a_name_that_a_broken_file_only_uses(tmp_path: Path) -> None:
    uses = 'broken(\n\nshop.close()\nname = "close"  # close(shop)\n'
    session = opened(tmp_path, {"shop.py": "class Shop:\n    pass\n", "uses.py": uses})

    with pytest.raises(UnknownEntity) as caught:
        trace_causal_path(session, "close")
    assert str(caught.value) == "No entity 'close'. The text has `close` at uses.py:3,4."


def test_a_broken_file_of_go_says_so(tmp_path: Path) -> None:
    text = "package shop\n\nfunc one() int {\n\tx := two(\n\treturn x\n}\n"
    session = opened(tmp_path, {"shop.go": text})

    assert "shop.go does not parse at line" in read_skeleton(session, "shop.go").text


def test_a_method_that_a_trait_leaves_to_others_is_in_no_broken_file(tmp_path: Path) -> None:
    broken = "fn render() {\n    let x = ((;\n}\n"
    session = opened(tmp_path, {"src/lib.rs": "trait View {\n    fn render(&self);\n}\n", "src/b.rs": broken})

    assert "does not parse" not in trace_causal_path(session, "View.render", "upstream").text


def test_a_macro_of_rust_that_is_called_as_a_type(tmp_path: Path) -> None:
    text = (
        'fn check() {\n    expect(str![[r#"a"#]]);\n    after();\n}\n\nfn expect(t: T) {}\n\nfn after() {}\n'
    )
    session = opened(tmp_path, {"src/lib.rs": text})

    answer = trace_causal_path(session, "check").text

    assert "expect  calls L2" in answer
    assert "does not parse" not in answer


def test_a_declaration_whose_definition_a_broken_file_hides(tmp_path: Path) -> None:
    unfinished = WHOLE_C.replace("    return one(a);\n", "    while (one(\n    return one(a);\n")
    broken = f"{unfinished}\nint three(int a)\n{{\n    return a;\n}}\n"
    session = opened(tmp_path, {"two.h": "int two(int a);\n", "two.c": broken})

    answer = trace_causal_path(session, "two", "upstream").text

    assert answer.startswith("func:two.h:two ")
    assert answer.endswith("two.c does not parse at line 7; definitions after it may be missing.")
    assert open_surgical_window(session, "two").text.startswith("func:two.h:two ")


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        pytest.param(
            WHOLE_C.replace("int a)", "MACRO(x) int a)"), False, id="a macro where the grammar knows none"
        ),
        pytest.param(WHOLE_C.replace(";\n}\n\n", ";\n\n"), True, id="a missing end"),
    ],
)
def test_what_a_preprocessor_would_read_hides_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, *, is_told: bool
) -> None:
    session = opened(tmp_path, {"two.c": text})

    assert ("does not parse" in read_skeleton(session, "two.c").text) == is_told

    where = ["--repo", str(tmp_path / "shop"), "--cache-dir", str(tmp_path / "cache")]
    assert main(["status", *where]) == 0
    report = capsys.readouterr().out
    assert ("broken    1 file" in report) == is_told
    assert ("partly    1 file with places that the grammar cannot read" in report) != is_told
