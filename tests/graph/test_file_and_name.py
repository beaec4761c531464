"""A file and a symbol in it, in the forms that people, tools and models write: never a symbol of another file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nsccn.errors import AmbiguousEntity, UnknownEntity
from nsccn.index import RepoIndex
from nsccn.settings import Settings
from nsccn.tools.names.meant import entity_of

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "src/pick.lua": "local Picker = {}\n\nfunction Picker:close(status)\n  return status\nend\n\nreturn Picker\n",
    "src/cart.cc": "namespace shop {\nclass Cart {\n  void add(int item);\n};\n\n"
    "void Cart::add(int item) {\n  count(item);\n}\n}\n",
    "lib/other.cc": "class Bag {\n  int size;\n};\n",
    "src/box.rb": "module Shop\n  class Box\n    def open(key)\n      key\n    end\n\n"
    "    def empty?\n      true\n    end\n  end\nend\n",
    "src/row.rs": "pub struct Row;\n\nimpl Row {\n    pub fn draw(&self, at: u32) -> u32 {\n        at\n    }\n}\n",
    "src/Shelf.php": "<?php\nnamespace Acme\\Shop;\n\nclass Shelf\n{\n"
    "    public function put(string $name)\n    {\n        return $name;\n    }\n}\n",
    "src/Order.java": "package shop;\n\nclass Order {\n  void pay(int amount) {\n    run(amount);\n  }\n}\n",
    "src/view.ts": "export class View {\n  render(at: number) {\n    return at;\n  }\n}\n",
    "src/till.py": "class Till:\n    def ring(self, amount):\n        return amount\n\n\ndef count():\n    return 1\n",
    "src/store.go": "package store\n\ntype Store struct{}\n\n"
    "func (s *Store) Load(key string) error {\n\treturn nil\n}\n",
    "src/run.sh": "build::all() {\n  echo hi\n}\n",
    "src/Dial.swift": "class Dial {\n    init(at: Int) {}\n    init(_ text: String, by step: Int = 1) {}\n}\n",
    "src/Lamp.swift": "class Lamp {\n    func glow(at level: Int) -> Int { return level }\n}\n",
    "src/Two.java": "class One {\n  void run() {}\n}\n\nclass Two {\n  void run() {}\n}\n",
    "src/nest.py": "class Nest:\n    def fill(self): ...\n\n\ndef fill(): ...\n",
    "twice/till.py": "def count():\n    return 2\n",
}
NAMES = [
    ("src/pick.lua", "Picker:close", "method:src/pick.lua:Picker.close"),
    ("src/pick.lua", "function Picker:close(status)", "method:src/pick.lua:Picker.close"),
    ("src/cart.cc", "shop::Cart::add", "method:src/cart.cc:shop.Cart.add"),
    ("src/cart.cc", "Cart::add", "method:src/cart.cc:shop.Cart.add"),
    ("src/cart.cc", "void Cart::add(int item) {", "method:src/cart.cc:shop.Cart.add"),
    ("src/box.rb", "Box#open", "method:src/box.rb:Shop.Box.open"),
    ("src/box.rb", "Box#empty?", "method:src/box.rb:Shop.Box.empty?"),
    ("src/row.rs", "Row::draw", "method:src/row.rs:Row.draw"),
    ("src/row.rs", "pub fn draw(&self, at: u32) -> u32", "method:src/row.rs:Row.draw"),
    ("src/Shelf.php", "Shelf::put", "method:src/Shelf.php:Shelf.put"),
    ("src/Shelf.php", "Acme\\Shop\\Shelf::put", "method:src/Shelf.php:Shelf.put"),
    ("src/Shelf.php", "\\Acme\\Shop\\Shelf->put()", "method:src/Shelf.php:Shelf.put"),
    ("src/Order.java", "Order#pay", "method:src/Order.java:Order.pay"),
    ("src/Order.java", "shop.Order.pay(int)", "method:src/Order.java:Order.pay"),
    ("src/view.ts", "View.prototype.render", "method:src/view.ts:View.render"),
    ("src/till.py", "Till.ring", "method:src/till.py:Till.ring"),
    ("src/till.py", "def ring(self, amount):", "method:src/till.py:Till.ring"),
    ("src/till.py", "class Till", "class:src/till.py:Till"),
    ("src/store.go", "(*Store).Load", "method:src/store.go:Store.Load"),
    ("src/store.go", "func (s *Store) Load(key string) error", "method:src/store.go:Store.Load"),
    ("src/store.go", "store.Store.Load", "method:src/store.go:Store.Load"),
    ("src/run.sh", "build::all", "func:src/run.sh:build.all"),
    ("src/Lamp.swift", "Lamp.glow(at:)", "method:src/Lamp.swift:Lamp.glow"),
    ("src/Lamp.swift", "func glow(at level: Int) -> Int", "method:src/Lamp.swift:Lamp.glow"),
]
FORMS = [
    "{path}:{name}",
    "{path}::{name}",
    "{path}#{name}",
    "{path}: {name}",
    "{path} {name}",
    "{path} - {name}",
    "{path} > {name}",
    "{path} -> {name}",
    "{path} → {name}",
    "{path}|{name}",
    "`{path}`: `{name}`",
    "{path}:2:{name}",
    "{name} in {path}",
    "{name} in `{path}`",
    "{name} ({path})",
    "{name} ({path}:2)",
    "{name} @ {path}",
    "method:{path}:{name}",
]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> RepoIndex:
    root = tmp_path_factory.mktemp("root")
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    cache: Path = tmp_path_factory.mktemp("cache")
    return RepoIndex.build(root, settings=Settings(cache_dir=cache, workers=1))


def _meant(index: RepoIndex, asked: str) -> str:
    return index.snapshot.graph.id_of(entity_of(index, asked).entity)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("path", "name", "meant"), NAMES)
def test_a_file_and_a_name_in_it(index: RepoIndex, path: str, name: str, meant: str, form: str) -> None:
    assert _meant(index, form.format(path=path, name=name)) == meant


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("path", ["lib/other.cc", "lib/none.cc"])
@pytest.mark.parametrize("name", [name for _, name, _ in NAMES])
def test_no_name_of_another_file_is_meant(index: RepoIndex, path: str, name: str, form: str) -> None:
    with pytest.raises(UnknownEntity):
        _meant(index, form.format(path=path, name=name))


@pytest.mark.parametrize(
    ("asked", "meant"),
    [
        ("Dial.init(at:)", "method:src/Dial.swift:Dial.init"),
        ("Dial.init(_:by:)", "method:src/Dial.swift:Dial.init#2"),
        ("src/Dial.swift:Dial.init(_:)", "method:src/Dial.swift:Dial.init#2"),
        ("Two.java:run:6", "method:src/Two.java:Two.run"),
        ("src/Two.java:2:run", "method:src/Two.java:One.run"),
        ("at Two.run (src/Two.java:6:3)", "method:src/Two.java:Two.run"),
        # The whole name of one is the end of that of another.
        ("fill (src/nest.py:2)", "method:src/nest.py:Nest.fill"),
        ("src/nest.py:3:fill", "func:src/nest.py:fill"),
        ("fill from src/nest.py", "func:src/nest.py:fill"),
        ("src/till.py count", "func:src/till.py:count"),
        ("count in twice/till.py", "func:twice/till.py:count"),
        ("{root}/src/pick.lua Picker:close", "method:src/pick.lua:Picker.close"),
        ("Picker:close in {root}/src/pick.lua", "method:src/pick.lua:Picker.close"),
    ],
)
def test_a_line_and_a_folder_choose_of_several(index: RepoIndex, asked: str, meant: str) -> None:
    assert _meant(index, asked.format(root=index.root)) == meant


@pytest.mark.parametrize(
    "asked", ["src/Two.java:run", "run in Two.java", "src/Two.java:4:run", "till.py:count"]
)
def test_several_are_told(index: RepoIndex, asked: str) -> None:
    with pytest.raises(AmbiguousEntity):
        _meant(index, asked)
