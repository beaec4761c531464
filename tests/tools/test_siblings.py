"""Who calls an inherited method of one type is not who calls it of another that inherits it too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from written_files import write

from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "src/lib.rs": """pub trait Crud {
    fn read(id: i32) -> i32 { id }
}
pub struct Comment;
pub struct Post;
impl Crud for Comment {}
impl Crud for Post {}
pub fn comment() -> i32 { Comment::read(1) }
pub fn post() -> i32 { Post::read(1) }
pub fn both() -> i32 {
    Post::read(1);
    Comment::read(1)
}
""",
    "shop.py": """class Row:
    @classmethod
    def load(cls, key):
        return cls()

class Cart(Row): pass
class Item(Row): pass
class SmallCart(Cart): pass

def cart(): return Cart.load(1)
def small(): return SmallCart.load(1)
def item(): return Item.load(1)
def any_row(): return Row.load(1)
""",
}


def ask(root: Path, asked: str) -> list[str]:
    settings = load_settings({}, environ={"NSCCN_CACHE_DIR": str(root / "c")})
    return trace_causal_path(DirectSession(write(root, FILES), settings), asked, "upstream").text.splitlines()


def test_callers_of_another_type_are_left_out_and_counted(tmp_path: Path) -> None:
    said = ask(tmp_path, "Comment.read")
    assert said[2] == "<- :comment  calls L8; both L11,12"
    assert said[-1] == "Left out, as they name another type that has it: 1 caller of Post."


def test_who_asks_about_the_base_is_told_all(tmp_path: Path) -> None:
    assert ask(tmp_path, "Crud.read")[2] == "<- :comment  calls L8; post L9; both L11,12"


def test_callers_of_bases_and_subtypes_stay(tmp_path: Path) -> None:
    said = ask(tmp_path, "Cart.load")
    assert said[2] == "<- :cart  calls L10; small L11; any_row L13"
    assert said[-1] == "Left out, as they name another type that has it: 1 caller of Item."
