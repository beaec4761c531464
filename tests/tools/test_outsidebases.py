"""What a trace says of bases that the repository does not have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from written_files import write

from nsccn.errors import UnknownEntity
from nsccn.settings import Settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from pathlib import Path

RUST = """\
pub struct Cart;
impl Cart {
    fn refill(&mut self) { self.fill(); self.weigh(); }
    fn weigh(&self) {}
}
impl Filling for Cart {
    fn fill(&mut self) {}
}
"""
KOTLIN = """\
class Cart : Filling(), Serializable {
    override fun fill() {}
    fun weigh() {}
    fun refill() { fill(); weigh() }
}
"""
SWIFT = """\
struct Cart: View {
    var body: Int { 1 }
    func refill() -> Int { body }
}
extension Cart {
    func weigh() {}
}
struct Plain {
    func fill() {}
}
"""
CSHARP = "public interface IShelf<T> {}\npublic class Cart : Controller, IShelf<Cart> {}\n"


def _said(tmp_path: Path, files: dict[str, str], entity: str, direction: str) -> str:
    session = DirectSession(write(tmp_path / "code", files), Settings(cache_dir=tmp_path / "cache"))
    return trace_causal_path(session, entity, direction).text


@pytest.mark.parametrize(
    ("path", "text", "bases"),
    [
        ("src/lib.rs", RUST, "`Filling`"),
        ("src/Cart.kt", KOTLIN, "`Filling`, `Serializable`"),
        ("src/Cart.cs", CSHARP, "`Controller`"),
        ("cart.py", "import shop\n\n\nclass Cart(shop.Filling):\n    pass\n", "`shop.Filling`"),
    ],
)
def test_bases_from_elsewhere_are_named(tmp_path: Path, path: str, text: str, bases: str) -> None:
    said = _said(tmp_path, {path: text}, "Cart", "inheritance")

    assert said.endswith(f"\nBases not defined here: {bases}.")
    assert "No base" not in said


def test_a_type_in_another_is_not_meant_by_its_name_alone(tmp_path: Path) -> None:
    inner = "enum Words {\n    enum View {}\n}\n"

    assert "Bases not defined here: `View`." in _said(
        tmp_path, {"a.swift": inner + SWIFT}, "Cart", "inheritance"
    )
    said = _said(tmp_path, {"a.swift": inner + SWIFT}, "Cart.body", "upstream")
    assert "`View`, not defined here, may call it" in said


def test_a_type_without_bases_has_none(tmp_path: Path) -> None:
    said = _said(tmp_path, {"cart.py": "class Cart:\n    pass\n"}, "Cart", "inheritance")

    assert said.endswith("No base and no subtype was found in this repository.")


@pytest.mark.parametrize(("path", "text"), [("src/lib.rs", RUST), ("src/Cart.kt", KOTLIN)])
def test_a_base_may_call_what_others_call_too(tmp_path: Path, path: str, text: str) -> None:
    said = _said(tmp_path, {path: text}, "Cart.fill", "upstream")

    assert "refill  calls L" in said
    assert "`Filling`" in said
    assert "not defined here, may call it" in said
    assert "not defined here" not in _said(tmp_path, {path: text}, "Cart.weigh", "upstream")


def test_a_type_of_swift_has_the_bases_of_its_head(tmp_path: Path) -> None:
    files = {"Sources/Cart.swift": SWIFT}

    assert "`View`, not defined here, may call it" in _said(tmp_path, files, "Cart.refill", "upstream")
    assert "not defined here" not in _said(tmp_path, files, "Plain.fill", "upstream")


def test_who_takes_what_is_not_defined_here_is_told_of_blocks_too(tmp_path: Path) -> None:
    with pytest.raises(UnknownEntity, match=r"1 type inherits from it: src/: lib\.rs:Cart"):
        _said(tmp_path, {"src/lib.rs": RUST}, "Filling", "inheritance")


LIKEABLE = """\
pub trait Likeable: Sized + Send + Clone + Loaded {
    fn clear(id: i32);
    fn clone(&self) -> Self;
}
pub trait Told: Sized + Send + Clone {
    fn told(id: i32);
}
"""


def test_a_marker_of_types_and_a_trait_of_other_methods_call_none(tmp_path: Path) -> None:
    files = {"src/lib.rs": LIKEABLE}

    assert "`Loaded`, not defined here, may call it" in _said(tmp_path, files, "Likeable.clear", "upstream")
    assert "`Clone`, `Loaded`, not defined" in _said(tmp_path, files, "Likeable.clone", "upstream")
    assert "not defined here" not in _said(tmp_path, files, "Told.told", "upstream")


def test_a_base_that_is_imported_under_another_name_is_not_from_elsewhere(tmp_path: Path) -> None:
    files = {
        "composer.json": '{"autoload": {"psr-4": {"Shop\\\\": "src/"}}}',
        "src/Base/Report.php": "<?php\nnamespace Shop\\Base;\nabstract class Report {}\n",
        "src/Cart.php": "<?php\nnamespace Shop;\n\nuse Shop\\Base\\Report as Listener;\n\n"
        "class Cart extends Listener\n{\n    public function fill() {}\n}\n",
    }
    assert "not defined here" not in _said(tmp_path, files, "Cart", "inheritance")
    assert "not defined here" not in _said(tmp_path, files, "Cart.fill", "upstream")


def test_a_base_from_elsewhere_calls_only_what_stands_for_one_of_its_methods(tmp_path: Path) -> None:
    kept = "    public void Clear() {}\n    internal void Weigh() {}\n    public void Open() {}\n    void Kept() {}\n"
    files = {
        "src/Cart.cs": f"class Cart : IEquatable<Cart>, IShelf {{\n{kept}}}\n",
        "src/Carts.cs": f"class Carts : List<Cart> {{\n{kept}}}\n",
        "src/Plain.cs": f"class Plain : IEquatable<Cart> {{\n{kept}}}\n",
        "src/Page.kt": "class Page : Fragment() {\n    fun weigh() {}\n    override fun open() {}\n}\n",
    }
    said = {
        name: "not defined here, may call it" in _said(tmp_path, files, name, "upstream")
        for name in ("Cart.Open", "Cart.Weigh", "Carts.Open", "Plain.Open", "Page.weigh", "Page.open")
    }
    assert [name for name, is_said in said.items() if is_said] == ["Cart.Open", "Page.open"]
