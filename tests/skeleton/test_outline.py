from __future__ import annotations

from nsccn.graph.extraction.extract import extract
from nsccn.skeleton.outline import OutlineItem, name_rows, outline

SOURCE = b"""\
LIMIT = 1

class Cart:
    def __init__(self):
        self.items = []

    class Line:
        price: int = 0

def load():
    def inner(): ...
"""


def names(items: tuple[OutlineItem, ...]) -> list[object]:
    return [[item.name, names(item.children)] if item.children else item.name for item in items]


def test_an_outline_is_a_tree_in_source_order() -> None:
    facts = extract("a.py", SOURCE)

    assert names(outline(facts)) == [
        "LIMIT",
        ["Cart", ["__init__", ["Line", ["price"]]]],
        ["load", ["inner"]],
    ]


def test_attributes_that_assignments_declare_come_when_asked_for() -> None:
    cart = outline(extract("a.py", SOURCE), implicit=True)[1]

    assert names(cart.children) == ["__init__", "items", ["Line", ["price"]]]


def test_members_of_a_variable_of_the_file_are_shown_with_what_is_in_them() -> None:
    source = b"""\
export const orders = client.all({
  list: client.action(async () => {
    function inner() {}
  }),
});
function load() {
  return { close() {} };
}
"""

    assert names(outline(extract("orders.ts", source))) == [["orders", [["list", ["inner"]]]], "load"]


def test_a_class_without_a_name_is_not_shown_but_for_its_members() -> None:
    source = b"<?php\n$made = new class { public function up() {} };\n"

    assert names(outline(extract("made.php", source))) == [["$made", ["up"]]]


def test_an_item_says_where_it_is() -> None:
    facts = extract("a.py", SOURCE)
    cart = outline(facts)[1]

    assert (cart.kind, cart.qualified_name, cart.name_line) == ("class", "Cart", 3)
    assert facts.definitions[cart.ordinal].qualified_name == "Cart"


def test_an_empty_file_has_an_empty_outline() -> None:
    assert outline(extract("a.py", b"")) == ()


def test_settings_are_named_with_their_types() -> None:
    source = b"""\
public class Settings {
    public string SiteName { get; set; }
    public virtual string Licenses { get { return path; } set { path = value; } }
    public Dictionary<string, Dictionary<string, List<int>>> Limits { get; set; }
    public void Load() {}
}
"""
    assert [row.text for row in name_rows(extract("Settings.cs", source))] == [
        "class Settings",
        "  SiteName: string",
        "  Licenses: string",
        "  attr Limits",
        "  method Load",
    ]
