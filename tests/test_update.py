"""A snapshot that follows edits equals one that is made anew, whatever is edited in whatever order."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from textwrap import dedent
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nsccn.graph.extraction.extract import extract
from nsccn.graph.propagation import functionvalues
from nsccn.snapshots.assembly import FactSource, Files, Surroundings, build_arrays
from nsccn.snapshots.update import Worth, update_arrays
from nsccn.storage.codec import encode_facts

if TYPE_CHECKING:
    from nsccn.arrays import Array

Sources = Mapping[str, str]
ALWAYS = Worth(touched=9.0, affected=9.0)

PYTHON: dict[str, list[str]] = {
    "flags.py": [
        "def add(parser): parser.add_argument('--count')\n",
        "def add(parser): parser.add_argument('--number', dest='count')\n",
        "import click\n@click.option('--count')\ndef add(count): pass\n",
    ],
    "counted.py": ["def run(args): return args.count\n", "def run(opts): return opts['count']\n"],
    "conftest.py": [
        "import pytest\n@pytest.fixture\ndef basket(): return helper()\n",
        "from pkg.plug import *\n",
        "from pkg.plug import tray as basket\n",
        "def basket(): pass\n",
    ],
    "pkg/plug.py": [
        "from pytest import fixture\n@fixture(name='basket')\ndef made(): return 1\n",
        "from pytest import fixture\n@fixture\ndef basket(tray): return 1\n@fixture\ndef tray(): return 1\n",
        "class tray: pass\n",
    ],
    "tests/conftest.py": [
        "import pytest\n@pytest.fixture(name='basket')\ndef _basket(basket): return basket\n",
        "import pytest\n@pytest.fixture(name='tray')\ndef basket(): return 1\n",
    ],
    "tests/test_basket.py": [
        (
            "import pytest\n"
            "def test_one(basket, tray=1): pass\n"
            "@pytest.mark.usefixtures('tray', 'basket')\n"
            "class TestIt:\n"
            "    def test_two(self): pass\n"
        ),
        "import pytest\n@pytest.fixture\ndef tray(basket): pass\ndef test_one(tray): pass\n",
    ],
    "pkg/inner/__init__.py": ["", "from pkg.inner.part import cut\n", "from .part import *\n"],
    "pkg/inner/part.py": ["def cut(): pass\n", "from ..base import *\ndef cut(): return helper()\n"],
    "use_inner.py": [
        "from pkg import inner\ndef go(): inner.cut()\n",
        "import pkg.inner.part\nfrom pkg.inner import cut\ndef go(): cut(); pkg.inner.part.cut()\n",
    ],
    "pkg/__init__.py": [
        "from pkg.store import Store\n",
        "from pkg.base import *\n",
        "from pkg.store import Store as Shop\n",
    ],
    "pkg/base.py": [
        "class Base:\n    def run(self): return self.step()\n    def step(self): raise NotImplementedError\n",
        (
            "class Base:\n"
            "    def __init__(self, name): self.name = name\n"
            "    def run(self): pass\n"
            "\n"
            "def helper(): pass\n"
        ),
        "class Root:\n    def run(self): pass\nclass Base(Root): pass\nLIMIT = 3\n",
    ],
    "pkg/store.pyi": [
        (
            "from pkg.base import Base\n"
            "class Store(Base):\n"
            "    def step(self) -> int: ...\n"
            "    def sell(self) -> None: ...\n"
        ),
        "def make(): ...\n",
    ],
    "pkg/store.py": [
        (
            "from pkg.base import Base\n"
            "class Store(Base):\n"
            "    def step(self): return 1\n"
            "def make() -> Store: return Store()\n"
        ),
        (
            "from pkg.base import Base\n"
            "class Store:\n"
            "    def step(self): return 2\n"
            "def make() -> Base: return Base()\n"
        ),
        (
            "class Store:\n"
            "    @property\n"
            "    def size(self): return 1\n"
            "    def __call__(self): pass\n"
            "def make(): return Store()\n"
            "shared = make()\n"
        ),
        (
            "from dataclasses import dataclass\n"
            "@dataclass\n"
            "class Store:\n"
            "    part: object\n"
            "    def __eq__(self, other): return self.part.size == other.size\n"
            "    def step(self): self.part()\n"
        ),
    ],
    "pkg/errors.py": [
        "class Broken(ValueError): pass\ndef fail(): raise Broken()\n",
        "class Broken(KeyError): pass\ndef fail(): raise Broken()\n",
        "def fail(): raise OSError()\n",
    ],
    "use.py": [
        "from pkg.store import make\nimport pkg\ndef go():\n    make().run()\n    pkg.Store()\n",
        (
            "from pkg import Store\n"
            "from pkg.errors import fail\n"
            "def go(s: Store):\n"
            "    try:\n"
            "        fail()\n"
            "    except ValueError:\n"
            "        s.step()\n"
        ),
        (
            "from pkg.store import shared\n"
            "from pkg.errors import fail\n"
            "def go():\n"
            "    fail()\n"
            "    shared.step()\n"
            "    return shared.size\n"
        ),
    ],
    "held.py": [
        "def start(thing):\n    thing.step()\n    thing.both.append(thing)\n    thing().run()\n",
        (
            "from pkg.base import Base\n"
            "class Holder(Base):\n"
            "    def __init__(self, part): self.part, self.both = part, []\n"
            "    def run(self):\n"
            "        self.part.step()\n"
            "        self.missing()\n"
            "        for one in self.both: one.step()\n"
        ),
        "def start(thing):\n    thing.part.step()\n",
        "def start(thing):\n    return thing == thing.size\n",
        "def start(*things):\n    for one in things: one == one.size\n",
    ],
    "hand.py": [
        "from held import start\nfrom pkg.store import Store\ndef hand(): start(Store())\n",
        "from held import *\nfrom pkg import Store\ndef hand(): Holder(Store()).run()\n",
        "from held import start\nfrom pkg.store import Store\ndef hand(): start(1, Store(hand))\n",
        (
            "import held\nfrom pkg.base import Base\n"
            "class Part(Base):\n    def missing(self): held.start(self)\n"
        ),
    ],
    "far.py": [
        "import use\nfrom pkg.base import LIMIT\ndef far():\n    use.go()\n    return LIMIT\n",
        "from use import *\ndef far(): go()\n",
    ],
}
SHAPES: dict[str, list[str]] = {
    "shape.py": [
        "from typing import Protocol\nclass Driver(Protocol):\n    def clean(self): ...\n    def smudge(self): ...\n",
        "from typing import Protocol as Of\nclass Driver(Of):\n    def clean(self): ...\n    def __len__(self): ...\n",
        "class Protocol: ...\nclass Driver(Protocol):\n    def clean(self): raise NotImplementedError\n",
    ],
    "box.py": [
        "from typing import Generic, TypeVar\nT = TypeVar('T')\nclass Box(Generic[T]):\n    def take(self) -> T: ...\n",
        "class Box[T]:\n    part: T\n    def take(self) -> list[T]: ...\n    def __get__(self, of, kind) -> T: ...\n",
        "class Box:\n    def take(self): ...\n",
    ],
    "parts.py": [
        "class Part:\n    def clean(self): ...\n    def smudge(self): self.clean()\n    def __len__(self): ...\n",
        "class Base:\n    def clean(self): ...\nclass Part(Base):\n    def smudge(self): ...\n",
        "class Base:\n    def __init__(self): self.smudge = 1\nclass Part:\n    def clean(self): ...\n",
    ],
    "carts.py": [
        "from box import Box\nfrom parts import Part\nclass Carts(Box[Part]): ...\nclass Shop:\n    all = Carts()\n",
        "from box import Box\nfrom parts import Part\nclass Carts(Box['Part']):\n    def smudge(self): ...\n",
        "class Carts:\n    def take(self): ...\n    def clean(self): ...\n    def smudge(self): ...\n",
    ],
    "use.py": [
        (
            "from shape import Driver\nfrom carts import Carts, Shop\n"
            "def use(driver: Driver, carts: Carts, shop: Shop):\n"
            "    driver.clean()\n    len(driver)\n    carts.take().smudge()\n    shop.all.clean()\n"
        ),
        "import carts, parts\ndef use(part):\n    part.clean()\n    part.smudge()\ndef go(part): part.clean()\n",
        "from box import *\nclass Use:\n    def go(self, part):\n        self.a.clean()\n        part.take().clean()\n",
    ],
}
C: dict[str, list[str]] = {
    "list.h": [
        "int push(int x);\n#define MOST 3\n",
        '#include "item.h"\nint push(struct item x);\n',
        "int pop(void);\n",
    ],
    "item.h": [
        "struct item { int key; };\n",
        "struct item { int key; };\nint hash(struct item x);\n",
        '#include "list.h"\nint hash(struct item x);\n',
    ],
    "tests/list.h": ["int push(int x);\n#define MOST 4\n", '#include "item.h"\nint pop(void);\n'],
    "list.c": [
        '#include "list.h"\nint push(int x) { return x; }\n',
        '#include "list.h"\nint pop(void) { return hash(1); }\n',
    ],
    "hash.c": [
        '#include "item.h"\nint hash(struct item x) { return x.key; }\n',
        "int hash(int x) { return x; }\nint push(int x) { return x; }\n",
        '#include "list.h"\nint hash(int x) { return x; }\nint push(int x) { return x; }\n',
        "static int hash(int x) { return x; }\n",
    ],
    "main.c": [
        '#include "list.h"\nint main(void) { push(1); return hash(MOST); }\n',
        '#include "item.h"\nint main(void) { return pop(); }\n',
    ],
    "port/hash.c": [
        '#include "item.h"\nint hash(struct item x) { return 1; }\nint first(struct item x) { return hash(x); }\n',
        '#include "../list.h"\nint push(int x) { return x; }\n',
    ],
    "port/main.c": [
        '#include "item.h"\n#include "list.h"\nint start(void) { push(1); return hash(MOST); }\n'
    ],
    "tests/hash_mock.c": [
        '#include "item.h"\nint hash(struct item x) { return 2; }\n',
        '#include "list.h"\nint push(int x) { return hash(x); }\n',
    ],
}
GO: dict[str, list[str]] = {
    "go.mod": [
        "module example.com/shop\n",
        "module example.com/shop\n\ngo 1.25\n",
        "module example.com/other\n",
    ],
    "store/store.go": [
        "package store\ntype Store struct { Name string }\nfunc New() *Store { return &Store{} }\n",
        (
            "package store\n"
            "type Store struct { Name string }\n"
            "type Opener interface { Open() error }\n"
            "func New() Opener { return nil }\n"
        ),
    ],
    "store/open.go": [
        (
            "package store\n"
            "func (s *Store) Open() error { return s.check() }\n"
            "func (s *Store) check() error { return nil }\n"
        ),
        "package store\nfunc (s *Store) Open() error { return nil }\nfunc Close() {}\n",
    ],
    "main.go": [
        'package main\nimport "example.com/shop/store"\nfunc main() { store.New().Open() }\n',
        'package main\nimport shop "example.com/shop/store"\nfunc main() { shop.Close(); shop.New() }\n',
    ],
}
SCRIPTS: dict[str, list[str]] = {
    "js/shop.js": [
        (
            "var Shop = Shop || {};\n"
            "Shop.Till = function () {};\n"
            "Shop.Till.prototype.open = function () { this.shut(); };\n"
        ),
        "Shop.Till = Shop.Box.extend({ open() { this.shut(); } });\nfunction fillAll() {}\n",
        "export const Shop = {};\n",
        "(function () { window.Shop = window.Shop || {}; Shop.Till = function () {}; }());\n",
    ],
    "js/box.js": [
        "Shop.Box = Shop.Base.extend({ shut: function () { fillAll(); } });\n",
        "Shop.inherits(Shop.Till, Shop.Box);\nShop.Box = function () {};\nShop.Box.prototype.shut = function () {};\n",
        "define(['./use'], function (use) { return { fillAll: function () { use.run(); } }; });\n",
    ],
    "js/use.js": [
        "function run() { new Shop.Till().open(); fillAll(); }\n",
        "define(['js/box'], function (box) { return { run: function () { box.fillAll(); } }; });\n",
        "export function run() { new Shop.Till().open(); Counter.up(); }\n",
    ],
    "lib/fill.js": [
        "function fillAll() { run(); }\n",
        "var Counter = (function () { function up() { fillAll(); } return { up: up }; })();\n",
        "register({ fillAll() { this.up(); }, up() {} });\nwindow.Counter = new (class { up() {} })();\n",
    ],
}
TYPESCRIPT: dict[str, list[str]] = {
    "src/index.ts": [
        "export * from './shop'\n",
        "export { Shop as Store } from './shop'\n",
        "export { default } from './shop'\n",
    ],
    "src/shop.ts": [
        "export class Shop { open(): void {} }\nexport default function make(): Shop { return new Shop() }\n",
        (
            "export interface Door { open(): void }\n"
            "export class Shop implements Door { constructor() {} open() {} }\n"
            "export default Shop\n"
        ),
        "export const open = () => 1\n",
    ],
    "src/use.ts": [
        "import make from './shop'\nexport function go() { make().open() }\n",
        "import { Shop } from './index'\nexport function go(s: Shop) { s.open() }\n",
        "import { open } from '.'\nexport function go() { open() }\n",
    ],
    "src/shop.test.ts": [
        "import { Shop } from './shop'\nit('opens', () => { const s = new Shop(); s.open() })\n",
        (
            "import make from './index'\n"
            "class Held { open: typeof make = make }\n"
            "describe('a shop', () => {\n"
            "  let s\n"
            "  beforeEach(() => { s = make() })\n"
            "  it('opens', () => { s.open(); new Held().open() })\n"
            "})\n"
        ),
    ],
}
RUBY: dict[str, list[str]] = {
    "lib/shop.rb": [
        "class Shop\n  def open; step; end\nend\n",
        "module Doors\n  def open; end\nend\nclass Shop\n  include Doors\nend\n",
        (
            "class Shop\n  def made\n    if @one then Shop.new else Wing.new end\n  end\n"
            "  def open; @door ||= made; end\n  def each; end\nend\n"
        ),
    ],
    "lib/more.rb": [
        "class Shop\n  def step; end\nend\n",
        "class Shop < Base\n  def close; end\nend\nclass Base\n  def step; end\nend\n",
    ],
    "bin/run.rb": [
        "require 'shop'\nShop.new.open\n",
        "require 'more'\nShop.new.close\n",
        "Shop.new.open.swing\nShop.new.made.map { |one| one.turn }\n",
    ],
    "spec/shop_spec.rb": [
        "describe Shop do\n  it { subject.open }\n  let(:shop) { described_class.new }\n  it { shop.close }\nend\n",
        "describe Doors do\n  subject { Shop.new }\n  it { subject.step }\nend\n",
    ],
    "test/shop_test.rb": [
        "require 'shop'\nclass ShopTest < Shop\n  it 'opens' do\n    s = Shop.new\n    s.open\n    step\n  end\nend\n",
        "require 'more'\ns = Shop.new\ns.close\nit { s.open }\n",
    ],
    "lib/front_door.rb": [
        "class FrontDoor < Wing\n  scope :wide, -> { all }\nend\nmodule Wing\n  def swing; turn; end\nend\n",
        "class FrontDoor\n  include Hinge\nend\nmodule Yard\n  class FrontDoor\n    def turn; end\n  end\nend\n",
        "class Wing\n  def swing; end\nend\n",
    ],
    "lib/hinge.rb": [
        "module Hinge\n  def swing; turn; end\n  def turn; end\nend\n",
        "class Wing < Oak\nend\nclass Oak\n  def swing; turn; end\n  def turn; end\nend\n",
        "module Hinge\n  def swing; turn; end\nend\nclass Shop\n  include Hinge\n  def turn; end\nend\n",
    ],
    "lib/porter.rb": [
        "class Porter\n  def let_in(front_door)\n    front_door.swing\n    @front_door = front_door\n  end\nend\n",
        (
            "class Porter\n  def let_in(door)\n    return unless door.is_a?(Wing)\n    door.swing\n"
            "    (Shop.new).made.send(:turn)\n  end\n  def see(one); one.swing; one.turn; end\nend\n"
        ),
        "module Yard\n  class Porter\n    delegate :turn, :swing, to: :front_door\n    on(1) { turn }\n  end\nend\n",
    ],
}
TEMPLATES: dict[str, list[str]] = {
    "app/controllers/shopapp/doors_controller.rb": [
        "class DoorsController < ApplicationController\n  def show; @door = Door.new; end\nend\n",
        "class DoorsController < BaseController\n  helper_method :key\n  def key; Door.new; end\nend\n",
        "class Other < BaseController\nend\n",
        "# empty\n",
    ],
    "app/controllers/application_controller.rb": [
        "class ApplicationController\n  def show; @door = Gate.new; end\nend\n",
        "class ApplicationController < BaseController\n  helper_method :key\nend\n",
        "class ApplicationController\n  private\n  def key; Gate.new; end\nend\n",
    ],
    "lib/base_controller.rb": [
        "class BaseController\n  helper_method :key\n  def key; @door = Gate.new; end\nend\n",
        "class BaseController < DoorsController\n  def key; end\nend\n",
    ],
    "app/models/door.rb": [
        "class Door\n  def open; end\n  def swing; end\nend\n",
        "class Gate\n  def open; end\nend\nclass Door < Gate\nend\n",
    ],
    "app/helpers/door_helper.rb": [
        "module DoorHelper\n  def key; Door.new; end\n  def lock(one); end\nend\n",
        "module DoorHelper\n  def title; key; end\nend\n",
        "class DoorHelper\n  def title; end\nend\n",
    ],
    "app/views/shopapp/doors/show.html.erb": [
        "<h1><%= title %></h1>\n<% @door.open do |one| %><%= lock one %><% end %>\n<%= render 'handle' %>\n",
        "<%= key.open %><%= @door.swing %><%= render partial: 'shared/handle', locals: {a: 1} %>\n",
        "<p>nothing</p>\n",
    ],
    "app/views/shopapp/doors/_handle.html.erb": ["<%= @door.open %>\n", "<%= render 'shared/handle' %>\n"],
    "app/views/shared/_handle.html.erb": ["<%= @door.open %><%= key %>\n", "<%= Door.new.open %>\n"],
    "app/components/door.rb": [
        "class Door\n  def open; key; end\n  def key; end\nend\n",
        "class Gate\nend\n",
    ],
    "app/components/door.html.erb": ["<%= open %><%= key %>\n", "<%= self.open %><%= title %>\n"],
}
PHP: dict[str, list[str]] = {
    "src/Kettle.php": [
        "<?php\nclass Kettle extends Model { public function scopeHot($query) {} }\n",
        "<?php\nclass Kettle extends Model { public function scopeOnHob($query) { return $query; } }\n",
        "<?php\nclass Kettle extends Model { public function steam() {} }\n",
    ],
    "src/KettleFactory.php": [
        "<?php\nclass KettleFactory extends Factory { public function tin() { return $this->state([]); } }\n",
        "<?php\nclass KettleFactory { public function tin() {} }\nclass PotFactory extends Factory {}\n",
    ],
    "tests/KettleFactory.php": [
        "<?php\nnamespace Tests;\nclass KettleFactory extends Factory {}\n",
        "<?php\nfunction other() { return Kettle::factory()->count(2)->tin()->create(); }\n",
    ],
    "src/Hob.php": [
        "<?php\nfunction hob() { Kettle::hot()->first()->steam(); Kettle::query()->onHob(); }\n",
        "<?php\nfunction hob(Kettle $kettle) { $kettle->onHob()->first()->steam(); }\n",
    ],
    "src/Shop.php": [
        """\
            <?php
            namespace Acme;
            class Shop extends Base
            {
                use Doors;
                public ?Door $door = null;
                public function open(): static { $this->step(); return $this; }
            }
            """,
        """\
            <?php
            namespace Acme;
            /** @property Door $door */
            class Shop
            {
                public function __construct(private Door $own) {}
                public function __call($name, $given) {}
                public function __get($name) {}
            }
            """,
        """\
            <?php
            namespace Other;
            abstract class Shop { abstract public function open(); public static function make() {} }
            """,
    ],
    "src/Doors.php": [
        """\
            <?php
            namespace Acme;
            trait Doors { public function step() { $this->swing(); } }
            """,
        """\
            <?php
            namespace Acme;
            trait Doors { public $door; abstract public function step(); }
            class Door { public function swing() {} }
            """,
        """\
            <?php
            namespace Acme\\Doors;
            class Door { public function __invoke() {} public function swing() {} }
            """,
    ],
    "src/Base.php": [
        """\
            <?php
            namespace Acme;
            class Base { public function step() {} public function swing() {} }
            """,
        """\
            <?php
            class Base { public function open() {} }
            function helper() { return new Base; }
            """,
        """\
            <?php
            namespace Acme;
            interface Base { const MOST = 1; public function step(); }
            function helper() {}
            """,
    ],
    "src/Use.php": [
        """\
            <?php
            namespace Acme\\Use;
            use Acme\\Shop;
            use function Acme\\helper;
            class Using {
                public function go(Shop $shop) { $shop->open()->door->swing();
                helper()->open();
                array_map([$this, 'go'], []); }
            }
            """,
        """\
            <?php
            namespace Acme;
            function run($given) {
                $given = new Shop(new Doors\\Door);
                $given->other;
                $given->close();
                helper();
            }
            """,
        """\
            <?php
            use Acme\\{Shop, Doors\\Door};
            $shop = new Shop();
            $shop->open();
            function late() { global $shop; $shop->open(); \\Acme\\helper(); return Shop::class; }
            """,
    ],
    "lib/run.php": [
        """\
            <?php
            require __DIR__ . '/../src/Base.php';
            helper()->open();
            function later() { global $shop; $shop = helper(); }
            """,
        """\
            <?php
            /** @return Acme\\Shop */
            function shop() { return make(); }
            shop()->open();
            shop()->door->swing();
            """,
        """\
            <?php
            namespace Acme;
            /** @var Shop $made */
            $made = make();
            foreach ([$made] as $one) { $one->open(); }
            $made->missing();
            """,
    ],
}
JAVA: dict[str, list[str]] = {
    "a/Door.java": [
        "package a;\npublic interface Door { void open(); }\n",
        "package a;\npublic abstract class Door { public void open() {} }\n",
    ],
    "a/Shop.java": [
        "package a;\npublic class Shop implements Door { public void open() { shut(); } void shut() {} }\n",
        "package a;\npublic class Shop extends Door { @Getter Door door; Shop(int size) {} void shut() { open(); } }\n",
    ],
    "b/Use.java": [
        (
            "package b;\n"
            "import a.Shop;\n"
            "import a.Door;\n"
            "class Use { Door door = new Shop(); void go() { door.open(); } }\n"
        ),
        "package b;\nimport a.*;\nclass Use { void go(Shop shop) { shop.open(); shop.getDoor().open(); } }\n",
    ],
}
SCALA: dict[str, list[str]] = {
    "a/Door.scala": [
        "package a\ntrait Door { def open(): Int = 1 }\nobject Door { def apply(): Door = new Door {} }\n",
        "package a\nclass Door(val size: Int) { def open(): Int = shut()\n  def shut() = size }\n",
        "package a\nobject Door:\n  def open(): Int =\n    1\n\n  def apply(size: Int) = size\n",
    ],
    "a/package.scala": [
        "package object a { def open(by: Int) = by }\n",
        "package a\npackage inner\nclass Door { def open() = 3 }\n",
    ],
    "b/Use.scala": [
        "package b\nimport a.{Door => Gate, _}\nclass Use extends Gate { def go() = open() }\n",
        "package b\nimport a._\nobject Use { def go(door: Door) = { Door().open(); door.open() } }\n",
        "package a\nimport inner.Door\ndef go(door: Door) = door.open()\n",
    ],
    "b/Old.java": ["package b;\nclass Old { int go(a.Door door) { return door.open(); } }\n"],
    "a/Given.scala": [
        "package a\nobject Given { implicit class Wide(door: Door) { def widened(by: Int) = by; def wide = 1 } }\n",
        (
            "package a\nobject Given { implicit def wide(door: Shop): Wide = new Wide(door) }\n"
            "class Wide(door: Shop) { def widened(by: Int) = by; def wide = 1 }\nclass Shop\n"
        ),
        "package a\nobject Given:\n  extension (door: Door)\n    def widened(by: Int) = by\n    def wide = 1\n",
    ],
    "b/Given.scala": [
        "package b\nimport a._\nimport a.Given._\nclass In { def go(door: Door) = door.widened(door.wide) }\n",
        "package b\nimport a._\nimport a.Given.Wide\nclass In { def go(door: Shop) = door.widened(door.wide) }\n",
    ],
}
KOTLIN: dict[str, list[str]] = {
    "a/Door.kt": [
        "package a\ninterface Door { fun open() }\nfun Door.shut(): Door = this\n",
        (
            "package a\nabstract class Door(val size: Int = 1) {\n"
            "    open fun open() {}\n    fun shut() = this\n    val wide: Int get() = size\n}\n"
        ),
        "package a\nexpect class Door {\n    fun open()\n}\nfun Door.open(by: Int) {}\n",
    ],
    "a/Shop.kt": [
        (
            "package a\nclass Shop(val door: Door) : Door {\n"
            "    override fun open() { shut().open() }\n"
            "    fun each(visit: (Door) -> Unit) {}\n}\n"
        ),
        (
            "package a\nclass Shop : Door() {\n"
            "    var door: Door? = null\n        set(value) { field = value; open() }\n"
            "    fun each(visit: Door.() -> Unit) {}\n    companion object { fun make() = Shop() }\n}\n"
        ),
        "package a\nactual class Door {\n    actual fun open() {}\n}\ntypealias Shop = Door\nfun Shop.each() {}\n",
    ],
    "a/Wide.kt": [
        "package a\nval Door.wide: Int get() { open(); return 1 }\noperator fun Door.plus(other: Door) = other\n",
        "package a\nfun interface Wide { fun of(door: Door) }\nfun walk(wide: Wide) {}\n",
        "package c\nimport a.Door\nfun Door.shut() = this\n",
    ],
    "b/Use.kt": [
        (
            "package b\nimport a.Shop\nimport a.shut\nimport a.wide\n"
            "fun go(shop: Shop) {\n    shop.each { it.open() }\n    shop.shut().open()\n    shop.wide\n}\n"
        ),
        (
            "package b\nimport a.*\nimport c.shut as close\n"
            "fun go(shop: Shop?) {\n    shop?.apply { door = null; each { open(); close() } }\n"
            "    walk { it.open() }\n    Shop.make().door + Shop.make()\n}\n"
        ),
        (
            "package b\nimport a.Door\nclass Use : Door(2) {\n    override fun open() = super.open()\n"
            "    fun go() = wide + size\n    fun go(door: Door) { with(door) { open(1) } }\n}\n"
        ),
    ],
    "b/Old.java": [
        "package b;\nimport a.Shop;\nclass Old { void go(Shop shop) { shop.open(); shop.getDoor().open(); } }\n",
        "package b;\nimport a.*;\npublic class Old extends Door { void go() { UseKt.go(new Shop()); open(); } }\n",
        (
            "package b;\nimport a.*;\npublic class Old {\n    private Shop mKept; public int size; Old() {}\n"
            "    public Shop getKept() { return mKept; }\n    public void setKept(Shop kept) {}\n}\n"
        ),
    ],
    "b/Older.java": [
        """
        package b;
        class Older extends Old {
            public int getSize() { return 1; }
            public boolean isKept() { return true; }
        }
        """,
        """
        package b;
        class Older extends Old {
            void go() { ReadsKt.fold(this); Folds.fold(this); Folds.folded(1); }
        }
        """,
    ],
    "src/commonMain/Base.kt": [
        "package b\nexpect fun now(): Int\nexpect class Till { fun open() }\nfun go(t: Till) { now(); t.open() }\n",
        "package b\nexpect fun now(): Int\nfun go() { now() }\n",
        "package b\nfun now(): Int = 1\nclass Till { fun open() }\nfun go(t: Till) { now(); t.open() }\n",
    ],
    "src/jvmMain/Here.kt": [
        "package b\nactual fun now(): Int = 1\nactual class Till { actual fun open() {} }\n",
        "package b\nfun now(): Int = 1\nclass Till { fun open() {} }\n",
    ],
    "src/iosMain/Here.kt": [
        "package b\nactual fun now(): Int = 1\nfun went() { now() }\n",
        "package a\nfun now() {}\n",
    ],
    "b/Reads.kt": [
        """
        package b
        class Reads : Older() {
            fun go() {
                kept.open()
                kept = kept
                size
            }
        }
        fun Old.fold() = kept
        fun folded(old: Older) {
            old.kept?.open()
            old.isKept
            old.fold()
        }
        """,
        """
        @file:JvmName("Folds")
        package b
        fun Old.fold() { kept = null; size }
        fun folded(by: Int) {}
        """,
    ],
}
CSHARP: dict[str, list[str]] = {
    "Shop/Door.cs": [
        "namespace Shop;\npublic interface Door { void Open(); int Width { get; } }\n",
        "namespace Shop;\npublic abstract class Door { public virtual void Open() {} public int Width => 3; }\n",
        (
            "namespace Shop.Inner;\npublic class Door<T> { public void Open() {} }\n"
            "public class Door { public void Shut() {} }\n"
        ),
    ],
    "Shop/Store.cs": [
        (
            "namespace Shop;\npublic partial class Store : Door\n"
            "{ public void Open() { Shut(); } public int Width => _width; }\n"
        ),
        (
            "using Shop.Inner;\nnamespace Shop;\n"
            "public class Store : Door<Store> { public Store(int size) {} public Store Self => this; }\n"
        ),
    ],
    "Shop/Parts.cs": [
        "namespace Shop { public partial class Store { private int _width; void Shut() { _width = Width; } } }\n",
        "namespace Other { public partial class Store { void Shut() { Open(); } } }\n",
    ],
    "Shop/Extensions.cs": [
        "namespace Shop.Tools;\npublic static class Extensions { public static Door Paint(this Door door) => door; }\n",
        "namespace Shop;\npublic static class Extensions { public static T Paint<T>(this T one, int coats) => one; }\n",
    ],
    "Usings.cs": [
        "global using Shop.Tools;\n",
        "global using Shop;\nglobal using Shop.Inner;\n",
        "using Shop.Tools;\n",
    ],
    "Use.cs": [
        "using Shop;\nclass Use { Door _door = new Store(); void Go() { _door.Open(); _door.Paint().Open(); } }\n",
        (
            "using static Shop.Extensions;\nusing S = Shop.Store;\n"
            "class Use { void Go(S store) { store.Open(); store.Self.Paint(2).Open(); Paint(store, store.Width); } }\n"
        ),
    ],
}
RUST: dict[str, list[str]] = {
    "Cargo.toml": [
        '[package]\nname = "shop"\n',
        '[package]\nname = "shop"\nversion = "2"\n',
        '[package]\nname = "other"\n[lib]\npath = "src/store.rs"\n',
    ],
    "src/lib.rs": [
        "pub mod store;\npub use store::Store;\n",
        "pub mod store;\nmod door;\npub fn go() { store::make().open(); }\n",
        "mod store;\nmod door;\npub use store::{store, Store};\npub fn go() { store::make().open(); store(); }\n",
    ],
    "src/store.rs": [
        "pub struct Store;\npub fn store() {}\npub fn make() -> Store { store(); Store }\n",
        "pub struct Store;\nimpl Store { pub fn open(&self) {} }\npub fn make() -> Store { Store }\n",
        (
            "use crate::door::Door;\n"
            "pub struct Store;\n"
            "impl Door for Store { fn open(&self) {} }\n"
            "pub fn make() -> Store { Store }\n"
        ),
    ],
    "src/door.rs": [
        "pub trait Door { fn open(&self); }\n",
        "pub trait Door { fn open(&self) { self.shut() } fn shut(&self) {} }\n",
    ],
}
RUST_MODULES: dict[str, list[str]] = {
    "Cargo.toml": ['[package]\nname = "shop"\n'],
    "src/lib.rs": [
        "pub mod store;\npub mod door;\n",
        "pub mod store {\n    pub fn make() {}\n}\npub mod door;\n",
    ],
    "src/store.rs": ["pub mod deep {\n    pub fn make() {}\n}\n", "pub fn make() {}\n"],
    "src/door.rs": [
        "use crate::store;\nuse store::deep;\nfn go() { deep::make(); }\n",
        "use crate::store::deep as store;\nuse store::make;\nfn go() { make(); }\n",
        "use store::make;\nfn go() { make(); }\n",
    ],
    "tests/all.rs": [
        "mod test {\n    mod cart;\n    mod held;\n}\n",
        "mod test {\n    mod held;\n    pub fn own() {}\n}\n",
        "mod other {\n    mod cart;\n}\nmod held {\n    pub fn make() {}\n}\n",
    ],
    "tests/second.rs": ["mod test {\n    pub fn own() {}\n}\n", "fn alone() {}\n"],
    "tests/test/held.rs": ["pub fn make() {}\n"],
    "tests/test/cart.rs": [
        "use super::*;\nfn go() { held::make(); own(); }\n",
        "fn go() { super::held::make(); super::super::alone(); }\nmod inner { fn go() { super::super::own(); } }\n",
    ],
}
PACKAGES: dict[str, list[str]] = {
    "package.json": ['{"name": "app", "workspaces": ["lib"]}\n'],
    "lib/package.json": [
        '{"name": "shop", "main": "./entry.js"}\n',
        '{"name": "shop", "version": "2.0.0", "main": "./entry.js", "scripts": {"test": "node --test"}}\n',
        '{"name": "shop", "main": "./second.js"}\n',
        '{"name": "shop", "main": \n',
    ],
    "lib/second.js": ["export default function second() {}\n"],
    "lib/entry.js": [
        "function make() {}\nfunction hold() {}\nexport default make\n",
        "function make() {}\nfunction hold() {}\nexport default hold\n",
    ],
    "app.js": ["import shop from 'shop'\nexport function go() { shop() }\n"],
    "other.js": ["export function far() {}\n"],
}
COMPONENTS: dict[str, list[str]] = {
    "store.ts": [
        "export function save(name: string) {}\nexport const cart = { items: [] };\n",
        "export function save(name: string) { keep(name); }\nfunction keep(name: string) {}\n",
    ],
    "Row.vue": [
        (
            "<script setup lang='ts'>\nimport { save } from './store'\n</script>\n"
            "<template><li v-for='name in names' @click='save(name)'>{{ name }}</li></template>\n"
        ),
        (
            "<template><li v-for='save in names' @click='save(name)'>{{ save }}</li></template>\n"
            "<script>\nexport const names = []\nexport default { methods: { save() {} } }\n</script>\n"
        ),
    ],
    "Row.svelte": [
        (
            "<script>\n  import { save, cart } from './store';\n  export let name;\n</script>\n"
            "<b on:click={() => save(name)}>{$cart.items}</b>\n"
        ),
        "<script context='module'>\n  export function names() {}\n</script>\n{#each names() as name}{name}{/each}\n",
    ],
    "Row.astro": [
        (
            "---\nimport { save } from './store';\nimport Other from './Row.vue';\nconst rows = [];\n---\n"
            "<ul>{rows.map((row) => <li><Other {row}>{save(row)}</Other></li>)}</ul>\n"
        ),
        "<script>import { cart } from './store'; cart.items.push(1);</script>\n<p>{save(1)}</p>\n",
    ],
    "app.ts": [
        "import Row from './Row.vue'\nimport { names } from './Row.svelte'\nexport const rows = [Row, names()]\n",
        "import { names } from './Row.vue'\nexport const rows = names\n",
    ],
}
NUXT: dict[str, list[str]] = {
    "nuxt.config.ts": ["export default defineNuxtConfig({})\n"],
    "app/composables/cart.ts": [
        "export function useCart() {}\nexport const money = 1\n",
        "export function useCarts() {}\nexport function money() {}\n",
    ],
    "app/utils/money.ts": ["export function money() {}\nfunction useCart() {}\n"],
    "app/components/cart/Row.vue": [
        "<script setup>\nuseCart()\n</script>\n<template><Price /></template>\n",
        "<script>\nexport default { methods: { save() {} } }\n</script>\n<template>{{ money() }}</template>\n",
    ],
    "app/components/Price.vue": ["<template>{{ money() }}</template>\n"],
    "app/components/shop/Price.vue": ["<template>{{ useCarts() }}</template>\n"],
    "app/pages/index.vue": [
        "<template><CartRow /><lazy-cart-row /><price /><ShopPrice /></template>\n",
        "<script setup>\nimport { CartRow } from '#components'\n</script>\n<template><Row /></template>\n",
    ],
    "config/importmap.rb": ["pin_all_from 'lib/js', under: 'js'\n", "pin_all_from 'lib', under: 'js'\n"],
    "lib/js/cart.js": ["export function fill() {}\n"],
    "main.js": [
        "import { fill } from 'js/cart'\nfill()\n",
        "import { fill } from 'js/js/cart'\nfill(useCart())\n",
    ],
}
HANDED: dict[str, list[str]] = {
    "auth.js": [
        (
            "class Auth {\n  constructor(core) { this.core = core; }\n  allow() { this.core.register(1); }\n}\n"
            "module.exports = Auth;\n"
        ),
        "const own = {};\nexports = module.exports = own.Auth = class { allow() {} };\n",
        "exports.allow = function () {};\n",
    ],
    "core.js": [
        (
            "const Auth = require('./auth');\nclass Core {\n  constructor() { this.auth = new Auth(this); }\n"
            "  register() {}\n  made() { return { go() {}, stop: this.register }; }\n}\nmodule.exports = Core;\n"
        ),
        "class Core { register() {} }\nCore.prototype.auth = null;\nmodule.exports = Core;\n",
        (
            "const Auth = require('./auth');\nclass Core {\n  auth = new Auth(1);\n"
            "  made() { const x = {}; x.go = () => 1; return x; }\n}\nmodule.exports = Core;\n"
        ),
    ],
    "server.js": [
        (
            "const Core = require('./core');\nclass Server {\n"
            "  constructor(core, given) { this.core = core; this.given = given; }\n"
            "  open() { this.core.auth.allow(); this.given.go(); this.core.made().go(); }\n}\n"
            "new Server(new Core(), { go() {} });\nmodule.exports = Server;\n"
        ),
        "function enter(core) { core.auth.allow(); const { go } = core.made(); go(); }\nexports.enter = enter;\n",
    ],
    "use.js": [
        "const Core = require('./core');\nconst { enter } = require('./server');\nenter(new Core());\n",
        (
            "const Server = require('./server');\nconst options = {};\noptions.go = () => 2;\n"
            "new Server(null, options).open();\n"
        ),
        "function go() {}\nconst held = { made() { return { go }; } };\nheld.made().go();\n",
    ],
}
TAKEN_OVER: dict[str, list[str]] = {
    "proto.js": [
        (
            "const proto = exports = module.exports = {};\nproto.init = function () { this.run(); };\n"
            "proto.run = () => 1;\n"
        ),
        "exports.init = exports.run = function () {};\n",
        "const other = require('./box');\nmodule.exports = Object.create(other.shop);\n",
    ],
    "box.js": [
        (
            "const proto = require('./proto');\nclass Box {}\nObject.assign(Box.prototype, proto);\n"
            "const shop = { ...proto };\nmodule.exports = { Box, shop };\n"
        ),
        (
            "class Box {}\nObject.assign(Box.prototype, { run() {} });\nconst shop = {};\n"
            "Object.defineProperty(shop, 'init', { value: function () {} });\nmodule.exports = { Box, shop };\n"
        ),
        "const shop = require('./proto');\nclass Box { init() {} }\nmodule.exports = { Box, shop };\n",
        (
            "const proto = require('./proto');\nconst Box = function () {};\nconst shop = {};\n"
            "function merge(to, from) { for (const key in from) to[key] = from[key]; }\n"
            "merge(shop, proto);\nmerge(Box.prototype, proto, { run() {} });\nmodule.exports = { Box, shop };\n"
        ),
        (
            "const proto = require('./proto');\nclass Box {}\nconst shop = {};\n"
            "function merge(to, from) { return [to, from]; }\nmerge(shop, proto);\n"
            "Object.assign(Box.prototype, proto, shop);\nmodule.exports = { Box, shop };\n"
        ),
    ],
    "big.js": [
        "const { Box } = require('./box');\nclass Big extends Box { go() { this.init(); } }\nmodule.exports = Big;\n",
        "class Big {}\nmodule.exports = Big;\n",
    ],
    "use.js": [
        (
            "const Big = require('./big');\nfunction a() { new Big().run(); }\n"
            "function b(big = new Big()) { big.init(); }\n"
        ),
        (
            "const { shop } = require('./box');\nconst own = Object.assign({}, shop);\nfunction a() { own.init(); }\n"
            "function b() { const it = {}; Object.assign(it, shop); it.run(); shop.init(); return it; }\nb().init();\n"
        ),
    ],
}
SETTINGS = {
    "store/names.py": (
        "PORT = 'SHOP_PORT'\n",
        "PORT = 'OTHER_PORT'\n",
        "PORT = load()\n",
        "PORT = 1\nPORT = 'A_B'\n",
    ),
    "store/environment.py": (
        "import os\ndef env_int(name, other=0): return int(os.getenv(name, other))\n",
        "import os\ndef env_int(other, name=0): return int(os.environ['SHOP_' + name])\n",
        "import os\nfrom store.names import PORT\ndef env_int(name): return os.environ[PORT + name]\n",
        "def env_int(name): return name\n",
    ),
    "store/lists.py": (
        "from store.environment import env_int\ndef env_list(name): return [env_int(name)]\n",
        "from store.environment import env_int\ndef env_list(name): return [env_int('LIST_' + name, name)]\n",
        "from store.environment import env_int as env_list\n",
    ),
    "main.py": (
        "from store import names\nfrom store.lists import env_list\ndef run(): return env_list('HOST')\n",
        "from store import names\nfrom store.lists import env_list\ndef run(): env_list(names.PORT)\n",
        "from store.environment import env_int\ndef run(): return env_int('MAX_ITEMS', 'MOST')\n",
    ),
    "src/env.ts": (
        "export const readEnv = (name: string) => process.env[name];\n",
        "export function readEnv(name: string) { return process.env[`SHOP_${name}`]; }\n",
        "export const KEY = 'SHOP_KEY';\nexport const readEnv = (a: string, name: string) => process.env[name];\n",
    ),
    "src/app.ts": (
        "import { readEnv } from './env';\nexport function run() { readEnv('MAX_ITEMS'); }\n",
        "import { readEnv, KEY } from './env';\nexport function run() { readEnv(KEY, 'HOST_NAME'); }\n",
    ),
}
OUTWARD: dict[str, tuple[str, ...]] = {
    "src/Last.php": (
        "<?php\nnamespace Shop;\nuse Psr\\Next;\nclass Last implements Next { function go() {} }\n",
        "<?php\nnamespace Shop;\nuse Other\\Next;\nclass Last implements Next { function go() {} }\n",
        "<?php\nnamespace Shop;\nabstract class Last implements Next { abstract function go(); }\n",
        "<?php\nnamespace Shop;\ninterface Last extends \\Psr\\Next { function go(); }\n",
    ),
    "src/First.php": (
        "<?php\nnamespace Shop;\nclass First extends Last { function go() {} function end() {} }\n",
        "<?php\nnamespace Shop;\nclass First implements \\Psr\\Next { use Goes; }\n",
        "<?php\nnamespace Shop;\ntrait Goes { function go() {} }\nclass First implements Last { use Goes; }\n",
        "<?php\nnamespace Psr;\ninterface Next { function go(); }\n",
    ),
    "tests/LastTest.php": (
        (
            "<?php\nuse Psr\\Next;\nclass Fake implements Next { function go() {} }\n"
            "function tries(Next $one) { $one->go(); }\n"
        ),
        "<?php\nclass Fake {}\n",
    ),
    "src/Stack.php": (
        (
            "<?php\nnamespace Shop;\nuse Psr\\Next;\nclass Stack { private Next $tip; function tip(): Next {}\n"
            "function run() { $this->tip->go(); }\nfunction given() { $this->tip()->go(); } }\n"
        ),
        (
            "<?php\nnamespace Shop;\nuse Other\\Next;\nclass Stack { private ?Next $tip; function tip() {}\n"
            "function run() { $this->tip->go(); }\nfunction given() { $this->tip()->go(); } }\n"
        ),
        "<?php\nnamespace Shop;\nclass Stack { /** @var Last */ private $tip; function tip(): Last {} }\n",
    ),
    "src/Below.php": (
        (
            "<?php\nnamespace Shop;\nclass Below extends Stack { function below() { $this->tip->go(); }\n"
            "function lower() { $one = $this->tip(); $one->go(); $one->end(); } }\n"
        ),
    ),
    "src/Ship.php": (
        "<?php\nuse Base\\Job;\nclass Ship implements Job { function handle() { throw new LateError(); } }\n",
        "<?php\nuse Base\\Job;\nclass Ship implements Job { static function dispatch() {} }\n",
        "<?php\nclass Ship { function handle() {} }\n",
    ),
    "src/Till.php": (
        "<?php\nuse Base\\Facade;\nclass Till extends Facade { function getFacadeAccessor() { return Ship::class; }}\n",
        (
            "<?php\nuse Base\\Facade;\nclass Till extends Facade {\n"
            "static function getFacadeAccessor(): string { return \\Shop\\First::class; } }\n"
        ),
        "<?php\nuse Base\\Facade;\nclass Till extends Facade { function getFacadeAccessor() { return 1; } }\n",
        "<?php\nuse Base\\Facade;\nclass Till extends Facade { function getFacadeAccessor() { return 'till'; } }\n",
    ),
    "src/Pot.php": (
        "<?php\nuse Base\\Model;\nclass Pot extends Model { function fillLevel(): Attribute {} }\n",
        "<?php\nuse Base\\Model;\nclass Pot extends Model { function getFillLevelAttribute() {} }\n",
        "<?php\nuse Base\\Model;\nclass Pot extends Model { function fillLevel(): int {} }\n",
    ),
    "src/pots.php": ("<?php\nfunction level(Pot $pot) { return $pot->fill_level; }\n",),
    "src/Tills.php": (
        "<?php\nclass Tills { function register() { $this->app->bind('till', fn () => new Ship()); } }\n",
        "<?php\nclass Tills { function register() { $this->app->bind('till', fn () => new \\Shop\\First()); } }\n",
        "<?php\nclass Tills { function register() { $this->app->bind('other', fn () => new Ship()); } }\n",
        "<?php\nclass Tills { public $singletons = ['till' => Ship::class]; }\n",
        "<?php\nclass Tills { public $singletons = ['till' => \\Shop\\First::class]; }\n",
    ),
    "src/main.php": (
        (
            "<?php\nfunction ships() { Ship::dispatch(1); }\nfunction shipsNow() { Ship::dispatchSync(1); }\n"
            "function sells() { Till::handle(); }\nfunction goes() { Till::go(); }\n"
        ),
    ),
}
BOUND: dict[str, list[str]] = {
    "base.py": [
        (
            "class Base(BaseSettings):\n"
            "    model_config = SettingsConfigDict(env_prefix='a_', env_nested_delimiter='__')\n"
            "    root: str\n"
        ),
        (
            "from pydantic_settings import BaseSettings as Filled\n"
            "PREFIX = 'b_'\n"
            "class Base(Filled):\n"
            "    root: str = Field(alias='ROOT_DIR')\n"
            "    class Config:\n"
            "        env_prefix = PREFIX\n"
        ),
        "class Base:\n    root: str\n",
        "class BaseSettings: ...\nclass Base(BaseSettings):\n    root: str\n",
    ],
    "settings.py": [
        "from base import Base\nfrom mail import MailConfig\nclass Settings(Base):\n    mail: MailConfig\n",
        (
            "from base import *\nfrom mail import *\n"
            "class Settings(Base, BaseSettings):\n"
            "    model_config = {'env_nested_delimiter': '.'}\n"
            "    mail: MailConfig\n"
        ),
        "from base import Base\nclass Settings(Base):\n    model_config = {'env_prefix': made()}\n    port: int\n",
    ],
    "mail.py": [
        "class MailConfig:\n    host: str\n",
        "from settings import Settings\nclass MailConfig(Settings):\n    host: str\n    again: 'MailConfig'\n",
        "class Mail:\n    host: str\n",
    ],
    "Names.cs": [
        'public static class Names { public const string Section = "Mail"; }\n',
        'public static class Names { public const string Section = "Post"; public const string Mail = "M"; }\n',
        "public static class Names { public static string Section = Read(); }\n",
    ],
    "MailOptions.cs": [
        "public class MailOptions { public string Host { get; set; } public RetryOptions Retry { get; set; } }\n",
        "public class MailOptions : RetryOptions { public string Port { get; set; } string Host; }\n",
    ],
    "RetryOptions.cs": [
        "public class RetryOptions { public int Most { get; set; } }\n",
        "public enum RetryOptions { Most }\n",
    ],
    "Startup.cs": [
        "class Startup { void Add(S s, C c) { s.Configure<MailOptions>(c.GetSection(Names.Section)); } }\n",
        (
            'class Startup { void Add(S s, C c) { var made = new MailOptions(); c.GetSection("A:B").Bind(made);\n'
            "s.AddOptions<RetryOptions>().BindConfiguration(nameof(RetryOptions)); } }\n"
        ),
    ],
    "a/MailProperties.java": [
        (
            'package a;\n@ConfigurationProperties("app.mail")\npublic class MailProperties {\n'
            "    private String hostName;\n    private Retry retry;\n"
            "    static class Retry { private int most; }\n}\n"
        ),
        (
            "package a;\n@ConfigurationProperties(prefix = Keys.MAIL)\npublic class MailProperties extends Retry {\n"
            '    private String host;\n}\nclass Keys { static final String MAIL = "mail"; }\n'
        ),
        "package a;\npublic class MailProperties { private String host; private Retry retry; }\n",
    ],
    "a/Retry.java": [
        "package a;\n@ConfigurationProperties(Keys.MAIL)\npublic class Retry { private int most; }\n",
        "package a;\npublic class Retry { private int most; private MailProperties mail; }\n",
        'package a;\nclass Make { @ConfigurationProperties("b") MailProperties mail() { return null; } }\n',
    ],
    "a/Keys.java": [
        'package a;\nclass Keys { static final String MAIL = "keys"; }\n',
        "package a;\n@interface ConfigurationProperties { String value(); }\n",
    ],
}
MESSAGES = {
    "CreateOrder.cs": [
        "namespace Orders;\npublic record CreateOrder(int Id) : OrderCommand;\n",
        "namespace Orders;\npublic record CreateOrder(int Id);\n",
        "namespace Other;\npublic record CreateOrder(int Id);\n",
    ],
    "OrderCommand.cs": [
        "namespace Orders;\npublic record OrderCommand : IRequest;\n",
        "namespace Orders;\npublic record OrderCommand : Command;\npublic record Command : IRequest;\n",
    ],
    "Handlers.cs": [
        "using Orders;\npublic class A : IRequestHandler<CreateOrder> { public void Handle(CreateOrder one) {} }\n",
        "using Orders;\npublic class A : IRequest<CreateOrder> { public void Handle(CreateOrder one) {} }\n",
        "using Orders;\npublic class A : Base<CreateOrder> { public void Handle(CreateOrder one) {} }\n",
        "using Orders;\npublic class A : IRequestHandler<OrderCommand> { public void Handle(OrderCommand one) {} }\n",
    ],
    "Base.cs": [
        "public abstract class Base<T> : IRequestHandler<T> { }\n",
        "public abstract class Base<T> { }\n",
    ],
    "Controller.cs": [
        "using Orders;\nclass Controller { void Go() { _sender.Send(new CreateOrder(1)); } }\n",
        "using Orders;\nclass Controller { void Go(CreateOrder one) { _sender.Send(one); } }\n",
        "using Orders;\nclass Controller { A a; void Go(CreateOrder one) { a.Handle(one); Send(one); } }\n",
    ],
}
SWIFT: dict[str, list[str]] = {
    "Package.swift": [
        'let package = Package(name: "Shop", targets: [.target(name: "Shop"), .target(name: "Use")])\n',
        'let package = Package(name: "Shop", targets: [.target(name: "Shop", path: "Sources")])\n',
    ],
    "Sources/Shop/Door.swift": [
        "public protocol Door { func open() }\nextension Door { func shut() -> Self { open(); return self } }\n",
        "class Door {\n    var size = 1 { didSet { open() } }\n    func open() {}\n    func open(by one: Int) {}\n}\n",
        "struct Door { var wide: Int { 1 } }\nfunc open(_ door: Door) {}\n",
    ],
    "Sources/Shop/Shop.swift": [
        "struct Shop: Door {\n    let doors: [Door]\n    func open() { doors.forEach { $0.open() } }\n}\n",
        (
            "final class Shop: Door {\n    init(size: Int) { super.init() }\n"
            "    static func make() -> Shop { Shop(size: 1) }\n}\n"
        ),
        "extension Door { func open() {}\n    struct Shop {} }\nextension String { func shut() {} }\n",
    ],
    "Sources/Use/Use.swift": [
        "import Shop\nfunc go(shop: Shop) throws { shop.open(); try run(shop) }\nfunc run(_ shop: Shop) throws {}\n",
        "@testable import Shop\nfunc go(door: Door?) {\n    guard let door else { return }\n    door.open(by: 1)\n}\n",
        "func go() { Shop.make().open(); Shop.Door(); open(Door()) }\nlet held = Shop.make()\n",
    ],
}
DART: dict[str, list[str]] = {
    "pubspec.yaml": ["name: shop\n", "name: other\n"],
    "lib/door.dart": [
        "part 'hinge.dart';\nclass Door { int size = 1; void open() { _creak(); } }\n",
        (
            "import 'shop.dart';\npart 'hinge.dart';\n"
            "mixin Door { Shop get shop => make(); void shut() => shop.open(); }\n"
        ),
        (
            "export 'hinge.dart' hide Hinge;\n"
            "class Door { Door.of(int size); factory Door() => Door.of(1); void open() {} }\n"
        ),
    ],
    "lib/hinge.dart": [
        "part of 'door.dart';\nvoid _creak() { Door().open(); make().open(); }\nclass Hinge {}\n",
        "class Hinge { void open() {} }\nvoid _creak() {}\nclass Door { void open() => _creak(); }\n",
    ],
    "lib/shop.dart": [
        (
            "import 'door.dart';\nclass Shop extends Door { void open() { super.open(); _creak(); } }\n"
            "Shop make() => Shop();\n"
        ),
        (
            "import 'package:shop/door.dart' as doors;\n"
            "class Shop { final doors.Door door; Shop(this.door); void open() => door.open(); }\n"
        ),
        "export 'door.dart' show Door, make;\nextension on Door { void open() {} }\n",
    ],
    "bin/use.dart": [
        (
            "import 'package:shop/shop.dart';\n"
            "void main() { make()..open()..shut(); final door = Door(); door.size = 2; }\n"
        ),
        (
            "import '../lib/door.dart' hide Door;\nimport '../lib/hinge.dart';\n"
            "void main() { Door().open(); Hinge(); }\n"
        ),
        (
            "import 'package:shop/shop.dart' show Door;\n"
            "void main(Object it) { if (it is Door) { it.open(); it.shop.open(); } }\n"
        ),
    ],
}
ELIXIR: dict[str, list[str]] = {
    "lib/shop/cart.ex": [
        (
            "defmodule Shop.Cart do\n  alias Shop.Prices\n  import Shop.Log\n  defstruct [:items]\n"
            "  def sum(cart), do: note(Prices.sum(cart.items))\n  def sum(cart, tax), do: sum(cart) + tax\nend\n"
        ),
        "defmodule Shop.Cart do\n  use Shop.Log\n  def sum(nil), do: 0\n  def sum(cart), do: note(cart)\nend\n",
        "defmodule Shop.Basket do\n  def sum(cart), do: Shop.Prices.sum(cart)\nend\n",
    ],
    "lib/shop/log.ex": [
        (
            "defmodule Shop.Log do\n  defmacro __using__(_), do: quote(do: import Shop.Log)\n"
            "  def note(text), do: text\nend\n"
        ),
        "defmodule Shop.Log do\n  import Shop.Prices\n  def note(text, more), do: sum([text, more])\nend\n",
    ],
    "lib/shop/prices.ex": [
        (
            "defmodule Shop.Prices do\n  @callback rate(number) :: number\n  def sum(items, tax \\\\ 0)\n"
            "  def sum([], _tax), do: 0\n  def sum(items, tax), do: Enum.map(items, &rate/1) ++ tax\n"
            "  def rate(item), do: item\nend\n"
        ),
        "defmodule Shop.Prices do\n  def sum(items), do: raise(Shop.Missing, items)\nend\n",
    ],
    "lib/shop/missing.ex": [
        "defmodule Shop.Missing do\n  defexception message: ''\nend\n",
        (
            "defmodule Shop do\n  @behaviour Shop.Prices\n  def rate(x), do: Shop.Cart.sum(x)\n"
            "  defmodule Missing do\n    def note(x), do: x\n  end\nend\n"
        ),
    ],
    "lib/router.ex": [
        (
            'defmodule Router do\n  scope "/", Shop do\n    get "/", Cart, :sum\n  end\n'
            "  def run(x), do: Cart.sum(x)\nend\n"
        ),
        "defmodule Router do\n  alias Shop.{Basket, Cart}\n  def run(x), do: Basket.sum(%Cart{items: x})\nend\n",
    ],
}
PHOENIX: dict[str, list[str]] = {
    "lib/web.ex": [
        "defmodule Web do\n  def html, do: quote(do: import Core)\n  alias Shop.Money\nend\n",
        "defmodule Web do\n  def html, do: quote(do: import Shop.Money)\nend\n",
    ],
    "lib/core.ex": [
        "defmodule Core do\n  def modal(x), do: x\n  def shown(x), do: x\nend\n",
        "defmodule Shop.Money do\n  def shown(x), do: x\nend\n",
    ],
    "lib/page.ex": [
        'defmodule Page do\n  use Web, :html\n  embed_templates "page/*"\n  def own(x), do: x\nend\n',
        'defmodule Page do\n  embed_templates "page/s*"\n  def modal(x), do: x\nend\n',
        "defmodule Page do\n  import Core\n  def own(x), do: x\nend\n",
        "defmodule Web do\n  use Page\n  def own(x), do: x\nend\n",
    ],
    "lib/page/show.html.heex": [
        "<.modal of={own(@x)} />{Money.shown(1)}\n",
        "<Core.shown /><%= for one <- own(@all) do %>{shown(one)}<% end %>\n",
    ],
    "lib/page/index.html.heex": ["{own(1)}<.modal />\n", "<p>nothing</p>\n"],
    "lib/page.html.heex": ["{own(1)}<.modal />\n", "{Money.shown(own(1))}\n"],
    "lib/views/cart_view.ex": [
        "defmodule CartView do\n  alias Shop.Money, as: M\n  def sum(x), do: x\nend\n",
        "defmodule CartView do\n  use Web, :view\nend\n",
    ],
    "lib/templates/cart/mail.text.eex": ["<%= sum(M.shown(1)) %>\n", "<%= sum(1) %>{sum(M.shown(1))}\n"],
    "lib/templates/cart/row.html.heex": ["{sum(M.shown(1))}\n", "<.modal of={sum(1)} />\n"],
}
LUA: dict[str, list[str]] = {
    "lua/shop/base.lua": [
        (
            "local Base = {}\nBase.__index = Base\nfunction Base.new() return setmetatable({}, Base) end\n"
            "function Base:size() return self.count end\nreturn Base\n"
        ),
        "local M = { LIMIT = 3 }\nfunction M:size() self.count = 1 end\nreturn M\n",
        "return { size = function() return 1 end, new = require('shop.cart').new }\n",
    ],
    "lua/shop/cart.lua": [
        (
            "local Base = require('shop.base')\nlocal Cart = setmetatable({}, { __index = Base })\n"
            "function Cart.new() return setmetatable({}, Cart) end\nfunction Cart:fill() self:size() end\nreturn Cart\n"
        ),
        "local size = require('shop.base').size\nlocal M = {}\nM.new = function() size() end\nreturn M\n",
    ],
    "lua/shop/init.lua": [
        (
            "local Cart = require 'shop.cart'\nlocal function go() local c = Cart.new()\n c:fill() c:size() end\n"
            "return { go = go }\n"
        ),
        "return require('shop.base')\n",
    ],
    "main.lua": [
        "local shop = require('shop')\nshop.go()\nlocal new = require('shop.cart').new\nlocal x = new()\nx:fill()\n",
        "require('shop.base').size()\nfunction run(base) base:size() base.count = 2 end\n",
    ],
    "lua/shop.lua": ["local M = {}\nfunction M.go() error('x') end\nreturn M\n"],
}
SOLIDITY: dict[str, list[str]] = {
    "contracts/Keeper.sol": [
        (
            "abstract contract Keeper {\n  address keeper;\n  error Other(address who);\n"
            "  modifier onlyKeeper() { if (msg.sender != keeper) revert Other(msg.sender); _; }\n"
            "  function open() public virtual { keeper = msg.sender; }\n}\n"
        ),
        "interface Keeper { function open() external; }\nlibrary Sums { function open(uint a) internal {} }\n",
    ],
    "contracts/lib/Sums.sol": [
        "library Sums {\n  function twice(uint a) internal pure returns (uint) { return a * 2; }\n}\n",
        "library Sums {\n  function twice(uint a, uint b) internal {}\n  function twice(uint a) internal {}\n}\n",
    ],
    "contracts/Shop.sol": [
        (
            'import "./Keeper.sol";\nimport {Sums} from "@lib/Sums.sol";\n'
            "contract Shop is Keeper {\n  using Sums for uint;\n"
            "  mapping(uint => uint) sums;\n  function open() public override onlyKeeper { super.open(); }\n"
            "  function sum(uint a) public { sums[a] = a.twice() + sums[a].twice(); }\n}\n"
        ),
        (
            'import * as K from "./Keeper.sol";\ncontract Shop is K.Keeper {\n'
            "  function go(K.Keeper k) public { k.open(); K.Keeper(address(k)).open(); new Shop(); }\n}\n"
        ),
    ],
    "remappings.txt": ["@lib/=contracts/lib/\n", "@lib/=contracts/\n"],
}
GDSCRIPT: dict[str, list[str]] = {
    "project.godot": ['[autoload]\nLedger="*res://ledger.gd"\n', '[autoload]\nLedger="res://toys/toy.gd"\n'],
    "ledger.gd": [
        "extends Node\nvar lines = []\nfunc note(text): lines.append(text)\n",
        "class_name Book\nfunc note(text): _trim()\nfunc _trim(): pass\n",
    ],
    "toys/toy.gd": [
        (
            "class_name Toy\nsignal wound\nvar turns := 0\n"
            "func wind():\n\tturns += 1\n\twound.emit()\n\tLedger.note('x')\n"
        ),
        "class_name Ware\nextends Book\nfunc wind(): note('x')\n",
    ],
    "shelf.gd": [
        (
            "extends Toy\nconst Kind = preload('res://toys/toy.gd')\nvar first := Kind.new()\n"
            "func _ready():\n\tfirst.wind()\n\twind()\n\tfirst.wound.connect(_on_wound)\nfunc _on_wound(): pass\n"
        ),
        (
            "class_name Shelf extends Ware\nvar toys: Array[Toy] = []\n"
            "func go():\n\tfor toy in toys: toy.wind()\n\tWare.new().wind()\n"
        ),
    ],
}
ZIG: dict[str, list[str]] = {
    "build.zig": [
        'pub fn build(b: *B) void { _ = b.addModule("shop", .{ .root_source_file = b.path("src/shop.zig") }); }\n',
        'pub fn build(b: *B) void { _ = b.addModule("shop", .{ .root_source_file = b.path("src/Till.zig") }); }\n',
    ],
    "src/Till.zig": [
        "sum: u32 = 0,\nconst Till = @This();\npub fn take(self: *Till, n: u32) void { self.sum += n; }\n",
        (
            "pub const Till = struct { sum: u32, pub fn take(self: *Till, n: u32) void { self.sum = n; } };\n"
            "pub fn take() void {}\n"
        ),
    ],
    "src/shop.zig": [
        (
            'pub const Till = @import("Till.zig");\npub fn open(till: *Till) !void { till.take(1); try shut(till); }\n'
            "fn shut(till: *Till) !void { till.sum = 0; return error.Open; }\n"
        ),
        (
            'pub const till = @import("Till.zig");\nconst Till = till.Till;\n'
            "pub fn open(t: *Till) void { t.take(2); till.take(); }\n"
        ),
    ],
    "main.zig": [
        'const shop = @import("shop");\npub fn main() !void { try shop.open(undefined); shop.take(); }\n',
        'const open = @import("src/shop.zig").open;\npub fn main() void { open(undefined); }\n',
    ],
}
ERLANG: dict[str, list[str]] = {
    "src/shop.erl": [
        (
            '-module(shop).\n-include("shop.hrl").\n-import(wares, [price/1]).\n-type open() :: any().\n'
            "-spec open(open()) -> open().\nopen(W) -> wares:pay(W), price(W), open(), #till{}.\n"
            "open() -> fun wares:pay/1.\n"
        ),
        "-module(shop).\nopen(W) -> spawn(wares, pay, [W]), hooks:add(x, ?MODULE, open, 1), till:pay(W).\n",
    ],
    "src/shop.hrl": ["-record(till, {sum}).\n", "-record(other, {sum}).\n"],
    "src/wares.erl": [
        "-module(wares).\npay(W) -> price(W).\nprice(W) -> W.\n",
        "-module(wares).\npay(W, N) -> shop:open(W).\npay(W) -> pay(W, 1).\n",
    ],
    "other/wares.erl": ["-module(wares).\npay(W) -> W.\n"],
    "src/till.erl": ["-module(till).\npay(W) -> shop:open(W).\n"],
}
PERL: dict[str, list[str]] = {
    "lib/Shop/Base.pm": [
        "package Shop::Base;\nsub new { my ($class) = @_; return bless {}, $class; }\nsub opened { 1 }\n1;\n",
        "package Shop::Other;\nsub opened { 2 }\n1;\n",
    ],
    "lib/Shop/Prices.pm": [
        "package Shop::Prices;\nsub price { 3 }\nsub doubled { price($_[0]) }\n1;\n",
        "package Shop::Prices;\nuse Shop::Till;\nsub doubled { Shop::Till->new->take(1) }\n1;\n",
    ],
    "lib/Shop/Till.pm": [
        (
            "package Shop::Till;\nuse parent 'Shop::Base';\nuse Shop::Prices qw(price);\n"
            "sub take { my ($self, $n) = @_; $self->{sum} = price($n); $self->opened; }\n1;\n"
        ),
        "package Shop::Till;\nextends 'Shop::Other';\nsub take { my $self = shift; $self->SUPER::opened; }\n1;\n",
    ],
    "bin/shop.pl": [
        "use Shop::Till;\nmy $till = Shop::Till->new;\n$till->take(3);\nShop::Prices::doubled(2);\n",
        "use Shop::Prices qw(doubled);\ndoubled(1);\nrun(\\&shown);\nsub shown { 1 }\nsub run { 1 }\n",
    ],
}
R: dict[str, list[str]] = {
    "DESCRIPTION": ["Package: shop\n", "Package: store\n"],
    "NAMESPACE": [
        "S3method(total, cart)\n",
        "importFrom(till, paid)\nS3method(total, box)\n",
        "export(total)\n",
    ],
    "R/cart.R": [
        (
            "total <- function(x, ...) UseMethod('total')\ntotal.cart <- function(x) price(x) %+% shop::price(x)\n"
            "made <- function() { cart <- Cart$new(); cart$add(1); paid() }\n"
        ),
        "total <- function(x) is.full(x)\ntotal.box <- function(x) UseMethod('total')\nmade <- total.box\n",
        "Cart <- R6Class('Cart', public = list(total = function() price(self)))\n`%+%` <- function(x, y) x\n",
    ],
    "R/price.R": [
        (
            "price <- function(x) made()\n`%+%` <- function(x, y) c(x, y)\nis.full <- function(x) TRUE\n"
            "total.box <- function(x) lapply(x, is.full)\n"
        ),
        (
            "Cart <- R6Class('Cart', inherit = Base, public = list(add = function(x) self$size(x)))\n"
            "Base <- R6Class('Base', portable = FALSE, public = list(n = 0, size = function(x) { n <<- x; full() },\n"
            "  full = function() is.full(n)))\nis.full <- function(x) stop('full')\n"
        ),
        "price <- function(x) { is.full <- made(); is.full(x) }\ntotal.default <- function(x) price(x)\n",
    ],
    "tests/testthat/test-cart.R": [
        "test_that('a', { made <- made(); expect(total(made), price(made)) })\n",
        "library(till)\ntest_that('b', { paid <- function() total(1); paid() })\npaid()\n",
    ],
    "till/DESCRIPTION": ["Package: till\n"],
    "till/R/till.R": [
        "paid <- function(x) total(x)\n",
        "total <- function(x) x\nprice <- function() total(1)\n",
    ],
    "script.R": [
        "source('R/price.R')\nsource('more.R')\nrun <- function() price(total(1))\n",
        "library(shop)\nrun <- function() made()\n",
    ],
    "more.R": ["total <- function(x) run()\n", "made <- function() total(is.full(1))\n"],
}
POWERSHELL: dict[str, list[str]] = {
    "Shop/Shop.psd1": [
        "@{\n  RootModule = 'Shop.psm1'\n}\n",
        "@{\n  RootModule = 'Other.psm1'\n  NestedModules = @('Shop.psm1')\n}\n",
    ],
    "Shop/Shop.psm1": [
        "$Limit = 3\nGet-ChildItem $PSScriptRoot/Public/*.ps1 | ForEach-Object { . $_.FullName }\n",
        "$files = 'x'\nforeach ($f in $files) { . $f }\nfunction Get-Price { $script:Limit = 2 }\n",
        ". $PSScriptRoot/Public/Price.ps1\nSet-Alias -Name price -Value Get-Price\n",
    ],
    "Shop/Public/Price.ps1": [
        "function Get-Price($Cart) { Get-Total $Cart; $script:Limit = 1 }\n",
        (
            "class Cart { [int] $Count\n Cart([int] $count) { $this.Count = $count }\n"
            " [int] Size() { return $this.Count } }\n"
        ),
        "function Get-Total { throw [CartError]::new('x') }\nclass CartError : System.Exception { }\n",
    ],
    "Shop/Public/Total.ps1": [
        "function Get-Total { $cart = [Cart]::new(1); $cart.Size(); Get-Price $cart }\n",
        "function Get-Price { try { Get-Total } catch [CartError] { Get-Price } }\n",
    ],
    "tests/Shop.Tests.ps1": [
        "Import-Module $PSScriptRoot/../Shop/Shop.psd1\nfunction Get-Double { Get-Price 1 }\nGet-Double\n",
        '$path = "$PSScriptRoot/../Shop/Shop.psm1"\nImport-Module $path\nMock Get-Total { 1 }\nGet-Price $env:RATE\n',
    ],
    "tests/Total.ps1": ["function Get-Helper { Get-Total }\n", "function Get-Total { 1 }\n"],
    "build.ps1": [
        "param($Name)\n. ./tests/Total.ps1\nGet-Helper\n",
        "using module ./Shop/Public/Price.ps1\n[Cart]::new(2).Size()\nGet-Total\n",
    ],
}
SHELL: dict[str, list[str]] = {
    "lib/log.sh": [
        "LEVEL=info\nlog() { echo $LEVEL; shown-all; }\n",
        "log() { LEVEL=debug; helper; }\nhelper() { log; }\n",
        '. "$(dirname "$0")/show.sh"\nlog() { shown-all; tell; }\n',
    ],
    "lib/show.sh": [
        "shown-all() { log; tell; echo ${LEVEL:-none}; }\n",
        "tell() { main; }\nlog() { tell; }\n",
    ],
    "main.sh": [
        ". ./lib/log.sh\n. lib/show.sh\nmain() { log; shown-all; helper; }\nmain\n",
        'source "$HERE/log.sh"\nmain() { log; tell; }\ntrap main EXIT\n',
        "bash other/log.sh\ntell() { log; echo $LEVEL; }\n",
    ],
    "other/log.sh": [
        "log() { tell; }\n",
        ". ../lib/show.sh\nhelper() { shown-all; LEVEL=1; }\n",
    ],
    "test/test_log.sh": [
        ". ../lib/log.sh\nshown-all() { log; }\nhelper\n",
    ],
}
HCL: dict[str, list[str]] = {
    "main.tf": [
        (
            'module "net" {\n  source = "./net"\n  cidr = var.cidr\n}\n'
            'resource "aws_vpc" "this" {\n  name = local.name\n  id = module.net.id\n}\n'
        ),
        'resource "aws_vpc" "this" {\n  name = var.cidr\n}\nlocals {\n  name = aws_vpc.this.id\n}\n',
    ],
    "variables.tf": [
        'variable "cidr" {}\nlocals {\n  name = var.cidr\n}\n',
        'variable "region" {}\nvariable "cidr" {\n  default = local.name\n}\n',
    ],
    "net/main.tf": [
        'variable "cidr" {}\noutput "id" {\n  value = var.cidr\n}\n',
        'module "own" {\n  source = "../"\n  region = module.own.id\n}\n',
        'module "sub" {\n  source = "./7"\n  cidr = module.sub.id\n}\n',
    ],
    "net/a.tf": [
        'output "id" {\n  value = var.cidr\n}\nvariable "region" {}\n',
        'resource "aws_vpc" "this" {\n  name = var.region\n}\n',
    ],
    "net/7/x.tf": ['variable "cidr" {}\noutput "id" {\n  value = var.cidr\n}\n'],
    "net/envs/eu.tfvars": ['region = "eu"\ncidr = 1\n'],
    "net/root.hcl": ["locals {\n  name = 1\n}\n"],
    "net/envs/root.hcl": ["locals {\n  region = 1\n}\n"],
    "net/envs/live/terragrunt.hcl": [
        (
            'include "up" {\n  path = find_in_parent_folders("root.hcl")\n}\nterraform {\n  source = "../"\n}\n'
            "inputs = {\n  cidr = include.up.locals.name\n}\n"
        ),
        'terraform {\n  source = "../../../net"\n}\ninputs = {\n  cidr = 1\n  region = local.name\n}\n',
    ],
    "net/envs/main.tf": ['module "up" {\n  source = "../../net"\n  cidr = module.up.id\n}\n'],
    "tests/plan.tftest.hcl": [
        'run "up" {\n  module {\n    source = "../net"\n  }\n  variables {\n    cidr = run.up.id\n  }\n}\n',
        'variables {\n  region = "eu"\n}\nrun "up" {\n  x = aws_vpc.this.id\n  y = var.region\n}\n',
    ],
}
REPOSITORIES = {
    "messages": MESSAGES,
    "bound": BOUND,
    "settings": SETTINGS,
    "outward": OUTWARD,
    "handed": HANDED,
    "taken_over": TAKEN_OVER,
    "components": COMPONENTS,
    "nuxt": NUXT,
    "packages": PACKAGES,
    "python": PYTHON,
    "shapes": SHAPES,
    "c": C,
    "go": GO,
    "typescript": TYPESCRIPT,
    "scripts": SCRIPTS,
    "ruby": RUBY,
    "templates": TEMPLATES,
    "php": PHP,
    "java": JAVA,
    "kotlin": KOTLIN,
    "scala": SCALA,
    "csharp": CSHARP,
    "rust": RUST,
    "swift": SWIFT,
    "dart": DART,
    "rust modules": RUST_MODULES,
    "elixir": ELIXIR,
    "phoenix": PHOENIX,
    "lua": LUA,
    "r": R,
    "powershell": POWERSHELL,
    "shell": SHELL,
    "hcl": HCL,
    "solidity": SOLIDITY,
    "gdscript": GDSCRIPT,
    "zig": ZIG,
    "erlang": ERLANG,
    "perl": PERL,
}


@cache
def encoded(path: str, text: str) -> bytes:
    return encode_facts(extract(path, dedent(text).encode()))


def files_of(sources: Sources) -> Files:
    paths = sorted(sources)
    return Files(
        paths,
        [f"{path}:{sources[path]}" for path in paths],
        FactSource(lambda slots: {slot: encoded(paths[slot], sources[paths[slot]]) for slot in slots}),
    )


def built(sources: Sources) -> Mapping[str, Array]:
    return built_from(frozenset(sources.items()))


@lru_cache(maxsize=256)
def built_from(sources: frozenset[tuple[str, str]]) -> Mapping[str, Array]:
    """The same state is wanted again where edits lead back to it."""
    texts = dict(sources)
    return MappingProxyType(dict(build_arrays(files_of(texts), Surroundings(texts.get))))


def updated(old: Mapping[str, Array], before: Sources, after: Sources) -> Mapping[str, Array]:
    surroundings = Surroundings(after.get)
    arrays = update_arrays(old, files_of(before), files_of(after), surroundings, ALWAYS)
    return built(after) if arrays is None else arrays


def assert_equal(arrays: Mapping[str, Array], expected: Mapping[str, Array]) -> None:
    assert arrays.keys() == expected.keys()
    for name, column in expected.items():
        if not name.startswith("link."):
            assert arrays[name].dtype == column.dtype, name
            assert np.array_equal(arrays[name], column), name


def assert_equal_both_ways(before: dict[str, str], after: dict[str, str]) -> None:
    assert_equal(updated(built(before), before, after), built(after))
    assert_equal(updated(built(after), after, before), built(before))


@pytest.mark.parametrize("language", REPOSITORIES)
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_any_sequence_of_edits_gives_what_a_full_build_gives(language: str, data: st.DataObject) -> None:
    versions = REPOSITORIES[language]
    state = {path: data.draw(st.sampled_from(texts), path) for path, texts in versions.items()}
    arrays = built(state)
    for _ in range(data.draw(st.integers(1, 5), "edits")):
        after = dict(state)
        for path in data.draw(st.lists(st.sampled_from(sorted(versions)), min_size=1, max_size=2), "files"):
            text = data.draw(st.sampled_from([*versions[path], None]), "text")
            after.pop(path, None)
            if text is not None:
                after[path] = text
        if not after:
            continue
        arrays = updated(arrays, state, after)
        if data.draw(st.booleans(), "is looked at"):  # edges are made only then, or for the next state
            assert_equal(arrays, built(after))
        state = after
    assert_equal(arrays, built(state))


def test_what_a_macro_imports_holds_for_those_who_use_it_in_turn() -> None:
    before = {
        "lib/base.ex": "defmodule Base do\n  defmacro __using__(_), do: quote(do: import Loud)\nend\n",
        "lib/web.ex": "defmodule Web do\n  defmacro __using__(_), do: quote(do: use Base)\nend\n",
        "lib/live.ex": "defmodule Live do\n  defmacro __using__(_), do: quote(do: use Web)\nend\n",
        "lib/page.ex": "defmodule Page do\n  use Live\n  def show(text), do: note(text)\nend\n",
        "lib/loud.ex": "defmodule Loud do\n  def note(text), do: text\nend\n",
        "lib/soft.ex": "defmodule Soft do\n  def note(text), do: text\nend\n",
        **{f"lib/other{place}.ex": f"defmodule Other{place} do\nend\n" for place in range(30)},
    }
    for path, old, new in (
        ("lib/base.ex", "import Loud", "import Soft"),
        ("lib/web.ex", "use Base", "import Soft"),
        ("lib/base.ex", "import Loud", "alias Loud"),
    ):
        assert_equal_both_ways(before, before | {path: before[path].replace(old, new)})


def test_settings_are_read_by_their_new_keys_where_a_constant_or_what_asks_for_them_changes() -> None:
    before = {path: texts[0] for path, texts in SETTINGS.items()} | {"main.py": SETTINGS["main.py"][1]}
    for path in ("store/names.py", "store/environment.py", "store/lists.py", "src/env.ts"):
        for text in SETTINGS[path][1:]:
            assert_equal_both_ways(before, before | {path: text})


def test_another_file_of_its_name_is_included_where_one_comes_or_goes() -> None:
    before = {
        "item.h": '#include "list.h"\n',
        "tests/list.h": "int push(int x);\n#define MOST 3\n",
        "tests/push.c": '#include "list.h"\nint push(int x) { return x; }\n',
        "main.c": '#include "item.h"\nint main(void) { push(1); return MOST; }\n',
    }
    after = {**before, "list.h": "int grow(int x);\n"}
    assert_equal_both_ways(before, after)


def test_the_edges_of_a_file_do_not_depend_on_what_was_linked_before_it() -> None:
    """Circles of questions are cut where they are asked, so their answers may not be kept for others."""
    sources = {
        "a.py": (
            "from b import make_b\ndef make_a() -> 'make_b': return make_b()\nx = y = None\nx = y\ny = x\n"
        ),
        "b.py": "from a import make_a, x\nclass B(x.C): pass\ndef make_b() -> B: return make_a()\n",
        "c.py": (
            "from a import make_a\n"
            "from b import make_b, B\n"
            "def go(): make_a().run(); make_b().run(); B().run()\n"
        ),
    }
    expected = built(sources)
    for path in sources:
        before = {other: text for other, text in sources.items() if other != path}
        assert_equal(updated(built(before), before, sources), expected)


def test_handlers_of_errors_that_are_gone_do_not_change_what_others_catch() -> None:
    before = {
        "errors.py": "class One(Exception): pass\nclass Two(Exception): pass\nclass Three(Exception): pass\n",
        "a.py": (
            "from errors import One, Two\n"
            "def work(): pass\n"
            "def first():\n    try: work()\n    except One: pass\n"
            "def second():\n    try: work()\n    except Two: pass\n"
        ),
        "b.py": (
            "from errors import Three\n"
            "def fail(): raise Three()\n"
            "def third():\n    try: fail()\n    except Three: pass\n"
        ),
    }
    after = {**before, "errors.py": "class Three(Exception): pass\n"}
    assert_equal(updated(built(before), before, after), built(after))


_COMPOSED = {
    "src/vault.ts": (
        "import { Router } from './router';\nlet router;\nexport function start() { router = new Router(); }\n"
        "export const leave = () => router.leave();\n"
        "export function useVault() { return { sync() {}, deep: { fill: () => 1 } }; }\n"
        "export const usePolicies = () => {\n  const can = { edit: () => 1, albums: { show() {} } };\n"
        "  return { can, leave: router.leave.bind(router) };\n};\n"
    ),
    "src/router.ts": "export class Router { leave() {} }\nexport class Other { leave() {} }\n",
    "src/store.ts": "import { useVault } from './vault';\nexport const store = { ...useVault() };\n",
    "src/perms.ts": "import { usePolicies } from './vault';\nexport const perms = usePolicies().can;\n",
    "src/use.ts": (
        "import { store } from './store';\nimport { perms } from './perms';\n"
        "import { usePolicies } from './vault';\n"
        "export function use() { store.sync(); store.deep.fill(); perms.edit(); perms.albums.show(); }\n"
        "export function other() { const { leave } = usePolicies(); leave(); }\n"
    ),
}


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("src/vault.ts", "sync() {}", "other() {}"),
        ("src/vault.ts", "fill: () => 1", "none: () => 1"),
        ("src/vault.ts", "edit: () => 1", "edit: leave"),
        ("src/vault.ts", "show() {}", "hide() {}"),
        ("src/vault.ts", "const can = {", "const can = make(); const others = {"),
        ("src/vault.ts", "router = new Router()", "router = null"),
        ("src/vault.ts", "return { can, ", "return { "),
        ("src/store.ts", "...useVault()", "useVault"),
        ("src/router.ts", "class Router { leave() {} }", "class Router {}"),
    ],
)
def test_what_is_in_objects_that_functions_write_out_is_followed(path: str, before: str, after: str) -> None:
    edited = {**_COMPOSED, path: _COMPOSED[path].replace(before, after)}
    assert edited != _COMPOSED
    assert_equal(updated(built(_COMPOSED), _COMPOSED, edited), built(edited))
    assert_equal(updated(built(edited), edited, _COMPOSED), built(_COMPOSED))


_ATTRIBUTES = {
    "props.ts": "export interface Props { onSave: () => void }\nexport interface Other { onSave: () => void }\n",
    "form.tsx": (
        "import { Other, Props } from './props';\n"
        "export function Form({ onSave }: Props) { onSave(); return <b />; }\n"
        "export function Apart({ onSave }: Other) { onSave(); return <b />; }\n"
        "export class Till { constructor(private done: () => void, last: () => void) {} run() { this.done(); } }\n"
    ),
    "page.tsx": (
        "import { Form, Till } from './form';\n"
        "function save() {}\nfunction close() {}\n"
        "export const page = () => <Form onSave={save} />;\n"
        "export const till = () => new Till(save, close);\n"
    ),
}


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("form.tsx", "Form({ onSave }: Props)", "Form({ onSave }: Other)"),
        ("form.tsx", "import { Other, Props }", "import { Props as Other, Other as Props }"),
        ("form.tsx", "private done", "done"),
        ("props.ts", "Props { onSave: () => void }", "Props {}"),
        ("props.ts", "Props { onSave: () => void }", "Props { onSave(): void }"),
        ("props.ts", "export interface Props {", "interface Base {"),
        ("page.tsx", "onSave={save}", "onSave={close}"),
    ],
)
def test_what_attributes_and_constructors_take_is_followed(path: str, before: str, after: str) -> None:
    edited = {**_ATTRIBUTES, path: _ATTRIBUTES[path].replace(before, after)}
    assert edited != _ATTRIBUTES
    assert_equal(updated(built(_ATTRIBUTES), _ATTRIBUTES, edited), built(edited))
    assert_equal(updated(built(edited), edited, _ATTRIBUTES), built(_ATTRIBUTES))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def make(one=First()):\n    held = one\n    return held\n", "one=Second()"),
        ("def make():\n    held = First()\n    return held\n", "held = Second()"),
        ("def make():\n    held = First()\n    other = held\n    return other\n", "held = Second()"),
        ("def make(held: First):\n    return held\n", "held: Second"),
        (
            "def make():\n    for held in all_of(): return held\ndef all_of() -> list[First]: ...\n",
            "list[Second]",
        ),
        ("class make:\n    def __init__(self, held: First): self.run = held.walk\n", "held: Second"),
        (
            "def make():\n    held = First()\n    def inner(): return held\n    return inner()\n",
            "held = Second()",
        ),
        ("def make():\n    held = [First() for _ in 'ab']\n    return held[0]\n", "[Second()"),
        ("def make(held: dict[str, First] | None):\n    return next(iter(held.values()))\n", "str, Second"),
        ("def make(one: First, two=None):\n    return (two or one).itself\n", "one: Second"),
        ("from copy import copy\ndef make(held: First):\n    return copy(held)\n", "held: Second"),
        (
            "def make(held):\n    if held and isinstance(held, First) and held.on: return held\n",
            "held, Second",
        ),
        ("def make(held):\n    if held: return Third()\n    return First()\n", "return Second()"),
        ("def make():\n    yield from all_of()\ndef all_of() -> list[First]: ...\n", "list[Second]"),
    ],
)
def test_what_a_function_gives_rests_on_its_local_variables(before: str, after: str) -> None:
    types = (
        "class First:\n    def walk(self): ...\n    def run(self): ...\n"
        "    @property\n    def itself(self) -> 'First': ...\n"
    )
    sources = {
        "types.py": types + types.replace("First", "Second") + types.replace("First", "Third"),
        "make.py": "from types import First, Second, Third\n" + before,
        "use.py": (
            "from make import make\ndef use(): make().run()\ndef loop():\n    for one in make(): one.run()\n"
        ),
    }
    edited = {**sources, "make.py": sources["make.py"].replace(after.replace("Second", "First"), after)}
    assert edited != sources
    assert_equal(updated(built(sources), sources, edited), built(edited))


@pytest.mark.parametrize(
    ("sources", "path", "text"),
    [
        (
            {
                "Apples.cs": "namespace Shop;\npublic partial class Store { int apples; int pears; }\n",
                "Plums.cs": "namespace Shop;\npublic partial class Store { int plums; }\n",
                "Use.cs": "using Shop;\nclass Use { Store held = new Store(); }\nclass Vault : Store {}\n",
            },
            "Plums.cs",
            "namespace Shop;\npublic partial class Store { int plums; int figs; int dates; }\n",
        ),
        (
            {
                "apples.rb": "class Store\n  def apples; end\n  def pears; end\nend\n",
                "plums.rb": "class Store\n  def plums; end\nend\n",
                "use.rb": "class Vault < Store\n  def open; Store.new; end\nend\n",
            },
            "plums.rb",
            "class Store\n  def plums; end\n  def figs; end\n  def dates; end\nend\n",
        ),
    ],
)
def test_another_declaration_of_a_type_becomes_its_fullest(sources: Sources, path: str, text: str) -> None:
    after = {**sources, path: text}
    assert_equal(updated(built(sources), sources, after), built(after))
    assert_equal(updated(built(after), after, sources), built(sources))


FACTORY = {
    "a/Cart.kt": "package a\nopen class Cart { fun fill() {} }\n",
    "b/Factories.kt": "package b\nimport a.*\nfun make(): Cart = other()\nval held: Cart = other()\n",
    "c/Use.kt": "package c\nimport b.*\nfun go() { make().fill() }\nfun run() { held.fill() }\n",
}
GATES = {
    "a/Gates.java": "package a;\nclass Gate { void open() {} }\nclass Door { void open() {} }\n",
    "a/Front.java": "package a;\nclass Front extends Door {}\n",
    "a/Shop.java": "package a;\n@Data\nclass Shop { private Front entry; }\n",
    "b/Old.java": "package b;\nimport a.Shop;\nclass Old { void go(Shop shop) { shop.getEntry().open(); } }\n",
}
GLOBAL = {
    "Usings.cs": "global using Shop.Tools;\n",
    "Shop/Door.cs": "namespace Shop.Tools;\npublic class Door { public void Open() {} }\n",
    "web/Use.cs": "class Use { void Go(Door door) { door.Open(); } }\n",
}
EXTENDING = {
    "Routes.cs": "namespace Shop;\n",
    "Shop.cs": "namespace Shop;\nstatic class Shop { public static void Map(this IRoutes routes) { } }\n",
    "Use.cs": "using Shop;\nclass Use { void Go(App app) { app.Map(); } }\n",
}
PROJECT = {
    "web/Web.csproj": '<Project><Using Include="Shop.Tools" /></Project>',
    "Shop/Door.cs": GLOBAL["Shop/Door.cs"],
    "Shop/Key.cs": "namespace Shop.Rooms;\npublic class Key { public void Turn() {} }\n",
    "web/Use.cs": "class Use { void Go(Door door, Key key) { door.Open(); key.Turn(); } }\n",
}
ATTRIBUTE = {
    "Marked.cs": "namespace Shop;\npublic class MarkedAttribute { public MarkedAttribute(int size) {} }\n",
    "Use.cs": "using Shop;\n[Marked(1)] class Use { }\n",
}


@pytest.mark.parametrize(
    ("sources", "path", "text"),
    [
        pytest.param(
            FACTORY, "b/Factories.kt", FACTORY["b/Factories.kt"].replace("import a.*\n", ""), id="star"
        ),
        pytest.param(GATES, "a/Front.java", "package a;\nclass Front extends Gate {}\n", id="accessor"),
        pytest.param(
            {
                **GATES,
                "a/Shop.java": "package a;\n",
                "a/Shop.kt": "package a\nclass Shop { val entry: Front = Front() }\n",
            },
            "a/Front.java",
            "package a;\nclass Front extends Gate {}\n",
            id="property",
        ),
        pytest.param(GLOBAL, "web/Web.csproj", "<Project/>", id="project"),
        pytest.param(PROJECT, "web/Web.csproj", "<Project/>", id="taken in by a project"),
        pytest.param(
            PROJECT, "Directory.Build.props", "<Project><Using Include='Shop.Rooms'/></Project>", id="by all"
        ),
        pytest.param(ATTRIBUTE, "Marked.cs", "namespace Shop;\n", id="attribute"),
        pytest.param(
            EXTENDING, "Routes.cs", "namespace Shop;\npublic class IRoutes { }\n", id="type that is extended"
        ),
    ],
)
def test_what_nobody_names_as_it_is_declared_is_followed(sources: Sources, path: str, text: str) -> None:
    after = {**sources, path: text}
    assert_equal(updated(built(sources), sources, after), built(after))
    assert_equal(updated(built(after), after, sources), built(sources))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("@Data", "@ToString"),
        ("@ToString", "@Getter"),
        ("private Town town", "@Getter private Town town"),
        ("private Town town", "private Village town"),
        ("private Town town", "private Town place"),
    ],
)
@pytest.mark.parametrize("annotation", ["@Data", "@ToString"])
def test_accessors_that_annotations_make_are_followed(annotation: str, before: str, after: str) -> None:
    sources = {
        "a/Address.java": f"package a;\n{annotation}\npublic class Address {{ private Town town; }}\n",
        "a/Town.java": "package a;\npublic class Town { public void visit() {} }\n",
        "a/Village.java": "package a;\npublic class Village { public void visit() {} }\n",
        "b/Use.java": (
            "package b;\nimport a.Address;\n"
            "class Use { void go(Address it) { it.getTown().visit(); it.setTown(null); } }\n"
        ),
    }
    edited = {**sources, "a/Address.java": sources["a/Address.java"].replace(before, after)}
    assert_equal(updated(built(sources), sources, edited), built(edited))


def test_a_setter_of_what_is_read_by_another_word_is_followed() -> None:
    sources = {
        "a/Door.java": "package a;\npublic class Door { public boolean isOpen() { return true; } }\n",
        "b/use.kt": "package b\nimport a.Door\nfun use(door: Door) { door.isOpen = true }\n",
    }
    door = sources["a/Door.java"].replace(" } }", " } public void setOpen(boolean open) {} }")
    after = {**sources, "a/Door.java": door}
    assert_equal(updated(built(sources), sources, after), built(after))


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("visit.ts", "(given: First) => void", "(given: Second) => void"),
        ("visit.ts", "done: (given: First)", "done: (given: Second)"),
        ("visit.ts", "import { First, Second }", "import { Second as First, First as Second }"),
        ("held.js", "export default { find(given) {} };", "export default {};\nfunction find(given) {}"),
    ],
)
def test_what_callbacks_and_written_objects_are_rests_on_signatures(
    path: str, before: str, after: str
) -> None:
    sources = {
        "types.ts": "export class First { walk() {} }\nexport class Second { walk() {} }\n",
        "visit.ts": (
            'import { First, Second } from "./types";\n'
            "export type Visitor = (given: First) => void;\n"
            "export function observe(done: (given: First) => void) {}\n"
        ),
        "use.ts": (
            'import { observe, Visitor } from "./visit";\n'
            "const visit: Visitor = (given) => given.walk();\n"
            "function use() { observe((given) => given.walk()); }\n"
        ),
        "held.js": "export default { find(given) {} };\n",
        "use.js": 'import held from "./held.js";\nfunction use() { held.find(1); }\n',
    }
    edited = {**sources, path: sources[path].replace(before, after)}
    assert edited != sources
    assert_equal(updated(built(sources), sources, edited), built(edited))


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        ("Visit.java", "void at(T node);", "void at(T node);\n    void more();"),
        ("Visit.java", "void at(T node);", "void at(Second node);"),
        ("Visit.java", "void at(T node);", "default void at(T node) {}"),
        ("Shop.java", "Visit<First>", "Visit<Second>"),
        ("queue.go", "T Named", "T Called"),
        ("queue.go", "First() T", "First() *Second"),
        ("held.go", "*Queue[*First]", "*Queue[*Second]"),
        ("held.go", "map[*First]bool", "map[*Second]bool"),
        ("held.go", "type Deep struct{ *Held }", "type Deep struct{ *Held; top }"),
        ("held.go", "type top struct{}", "type top struct{}\n\nvar _ Named = &Held{}"),
        ("beside.ts", "namespace made", "namespace other"),
        ("beside.ts", "First & Second", "First"),
    ],
)
def test_what_function_types_generic_types_and_namespaces_say_is_followed(
    path: str, before: str, after: str
) -> None:
    sources = {
        "Types.java": "class First { void walk() {} }\nclass Second { void walk() {} }\n",
        "Visit.java": "interface Visit<T> {\n    void at(T node);\n}\n",
        "Shop.java": "class Shop { void each(Visit<First> visit) {} }\n",
        "Use.java": "class Use { void use(Shop shop) { shop.each(given -> given.walk()); } }\n",
        "go.mod": "module example.com/shop\n",
        "types.go": (
            "package shop\n\ntype Named interface{ Walk() }\ntype Called interface{ Walk() }\n"
            "type First struct{}\n\nfunc (f *First) Walk() {}\n\n"
            "type Second struct{}\n\nfunc (s *Second) Walk() {}\n"
        ),
        "queue.go": (
            "package shop\n\ntype Queue[T Named] struct{ items []T }\n\n"
            "func (q *Queue[T]) First() T { return q.items[0] }\n"
        ),
        "held.go": (
            "package shop\n\ntype Held struct{ *Queue[*First] }\ntype Set map[*First]bool\n"
            "type Deep struct{ *Held }\ntype top struct{}\n\nfunc (t top) First() *Second { return nil }\n"
        ),
        "use.go": (
            "package shop\n\nfunc use(h *Held) { h.First().Walk() }\n"
            "func deep(d *Deep) { d.First().Walk() }\n"
            "func keys(s Set) { for one := range s { one.Walk() } }\n"
            "func (q *Queue[T]) all() { q.First().Walk() }\n"
        ),
        "types.ts": "export interface First { walk(): void }\nexport interface Second { run(): void }\n",
        "beside.ts": (
            'import { First, Second } from "./types";\n'
            "export function made() {}\nexport namespace made { export function inside() {} }\n"
            "export class Both { held: First & Second; }\n"
        ),
        "use.ts": (
            'import { made, Both } from "./beside";\n'
            "function use(both: Both) { made.inside(); both.held.walk(); both.held.run(); }\n"
        ),
    }
    edited = {**sources, path: sources[path].replace(before, after)}
    assert edited != sources
    assert_equal(updated(built(sources), sources, edited), built(edited))


def assert_links_one_file_again(before: Sources, after: Sources) -> None:
    assert how_many_are_linked_again(before, after) == [1]


def assert_links_none_again(before: Sources, after: Sources) -> None:
    assert how_many_are_linked_again(before, after) == []


def how_many_are_linked_again(before: Sources, after: Sources) -> list[int]:
    linked: list[int] = []
    surroundings = Surroundings(after.get, linked.append)
    arrays = update_arrays(built(before), files_of(before), files_of(after), surroundings, ALWAYS)
    assert arrays is not None
    assert_equal(arrays, built(after))
    return linked


def test_what_names_a_changed_function_in_a_comment_alone_is_not_linked_again() -> None:
    before: Sources = {
        "a.py": "def total(): pass\n",
        "b.py": "# The total of all.\ndef far(): pass\n",
        "c.py": "from a import total\ntotal()\n",
    }
    assert how_many_are_linked_again(before, {**before, "a.py": "def total(items): pass\n"}) == [1, 2]


def test_a_package_that_comes_into_a_package_or_goes_is_linked_with_what_names_it() -> None:
    without: Sources = {
        "pkg/__init__.py": "",
        "pkg/far.py": "def far(): pass\n",
        "use.py": "from pkg import inner\ninner.cut()\n",
    }
    whole = without | {
        "pkg/inner/__init__.py": "from .part import cut\n",
        "pkg/inner/part.py": "def cut(): pass\n",
        "pkg/inner/tests/__init__.py": "",
    }
    assert how_many_are_linked_again(without, whole) == [1, 2, 3, 4]
    assert how_many_are_linked_again(whole, without) == [1]


def test_a_change_that_no_other_file_can_see_links_one_file_again() -> None:
    before = {path: texts[0] for path, texts in PYTHON.items()}
    after = {**before, "far.py": before["far.py"] + "\ndef private_to_this_file(): pass\n"}
    assert_links_one_file_again(before, after)


@pytest.mark.parametrize(
    ("sources", "path", "text"),
    [
        (
            {"shop/cart.py": "PRICE = 1\n", "use.py": "from shop.cart import PRICE\n"},
            "shop/order.py",
            "LIMIT = 2\n",
        ),
        (
            {
                "go.mod": "module m\n",
                "shop/cart.go": "package shop\nfunc Cart() {}\n",
                "use.go": 'package m\nimport "m/shop"\nfunc use() { shop.Cart() }\n',
            },
            "shop/cart_test.go",
            "package shop\nfunc TestCart() { Cart() }\n",
        ),
    ],
)
def test_a_file_that_comes_or_goes_beside_others_is_linked_alone(
    sources: Sources, path: str, text: str
) -> None:
    more = {**sources, path: text}
    assert_links_one_file_again(sources, more)
    assert_links_none_again(more, sources)


def test_a_word_of_a_manifest_that_says_nothing_of_imports_names_no_file() -> None:
    sources = {
        "package.json": '{"main": "./entry.js", "scripts": {"report": "run report"}}',
        "entry.js": "export function make() {}\n",
        "use.js": 'import { make } from "./entry.js"\nfunction go() { make() }\n',
        "other.js": "function other() {}\n",
    }
    more = {**sources, "report.js": "export function reported() {}\n"}
    assert how_many_are_linked_again(sources, more) == [1]


@pytest.mark.parametrize(
    ("beside", "text"),
    [
        ("shop/cart_test.go", "package shop\n"),  # nobody imports a test
        ("shop/doc.go", "package other\n"),
        ("shop/README.md", "A shop.\n"),
        ("shop/order.go", "package shop\n"),  # an import means both
    ],
)
def test_who_imports_a_package_is_linked_again_with_its_files(beside: str, text: str) -> None:
    before = {
        "go.mod": "module m\n",
        "use.go": 'package m\nimport "m/shop"\nfunc use() { shop.Cart() }\n',
        beside: text,
    }
    after = {**before, "shop/cart.go": "package shop\nfunc Cart() {}\n"}
    assert_equal_both_ways(before, after)


@pytest.mark.parametrize(
    ("path", "before", "after"),
    [
        (
            "package.json",
            '{"name": "shop", "main": "a.js"}',
            '{"name": "shop", "main": "a.js", "version": "2"}',
        ),
        ("tsconfig.json", "{}", '{"compilerOptions": {"strict": true}}'),
        (
            "pyproject.toml",
            "[project]\nname = 'shop'\n",
            "[project]\nname = 'shop'\ndependencies = ['attrs']\n",
        ),
        (
            "setup.py",
            "from setuptools import setup\nsetup()\n",
            "from setuptools import setup\nsetup(name='x')\n",
        ),
        (
            "Cargo.toml",
            "[package]\nname = 'shop'\n",
            "[package]\nname = 'shop'\n[dependencies]\nserde = '1'\n",
        ),
        ("go.mod", "module shop\n", "module shop\n\nrequire example.com/other v1.2.3\n"),
    ],
)
def test_a_manifest_that_says_the_same_of_imports_is_a_file_like_any_other(
    path: str, before: str, after: str
) -> None:
    sources = {
        "a.js": "import './b'\n",
        "b.ts": "import './a'\n",
        "a.py": "import b\n",
        "b.py": "def go(): ...\n",
        "src/lib.rs": "pub fn go() {}\n",
        "a.go": "package shop\nfunc go() {}\n",
    }
    assert_links_one_file_again(sources | {path: before}, sources | {path: after})


def test_a_source_that_includes_a_header_gives_its_declarations_another_definition() -> None:
    before = {
        "list.h": "int push(int x);\n",
        "main.c": '#include "list.h"\nint main(void) { return push(1); }\n',
        "one.c": "int push(int x) { return x; }\n",
        "two.c": "int push(int x) { return -x; }\n",
    }
    after = {**before, "two.c": '#include "list.h"\n' + before["two.c"]}
    assert_equal_both_ways(before, after)


@pytest.mark.parametrize(
    ("before", "path", "old", "new"),
    [
        (
            {
                "part.h": "struct Part { int size; };\n",
                "sum.h": '#include "part.h"\nint sized();\n',
                "make.h": '#include "sum.h"\nPart make();\n',
                "use.cpp": '#include "make.h"\nint use(Part a) { return a + make(); }\n',
                "other.cpp": '#include "make.h"\nint other() { return make() + 1; }\n',
            },
            "sum.h",
            "int sized();",
            (
                "inline int operator+(const Part& a, int b) { return b; }\n"
                "inline int operator+(const Part& a, const Part& b) { return 1; }"
            ),
        ),
        (
            {
                "part.h": "struct Part { int size; };\n",
                "use.cpp": '#include "part.h"\nvoid use(Part a) { ++a; a[1]; }\n',
            },
            "part.h",
            "int size;",
            "Part& operator++() { return *this; }\n int operator[](int at) { return at; }",
        ),
        (
            {
                "Cargo.toml": '[package]\nname = "shop"\n',
                "src/part.rs": "pub struct Part {}\npub struct Held {}\nimpl Held { pub fn turn(&self) {} }\n",
                "src/lib.rs": "mod part;\nuse part::Part;\nfn use_it(part: &Part) { part.turn(); part[1]; }\n",
            },
            "src/part.rs",
            "pub struct Held {}",
            (
                "pub struct Held {}\nimpl Deref for Part { type Target = Held; fn deref(&self) -> &Held { todo!() } }\n"
                "impl Index<usize> for Part { fn index(&self, at: usize) -> u8 { 1 } }"
            ),
        ),
        (
            {
                "box.rb": "class Box\nend\n",
                "use.rb": 'require_relative "box"\ndef use\n  one = Box.new\n  one[1] = 2\nend\n',
            },
            "box.rb",
            "class Box\n",
            "class Box\n  def []=(key, value)\n  end\n",
        ),
        (
            {
                "box.rb": "class Box\nend\n",
                "shelf.rb": (
                    "class Shelf\n  def first_box\n    @first ||= Box.new\n  end\n"
                    "  def boxes\n    first_box\n  end\nend\n"
                ),
                "use.rb": "def use\n  one = Shelf.new.boxes\n  one.map { 1 }\n  one[1]\nend\n",
            },
            "box.rb",
            "class Box\n",
            "class Box\n  def each\n  end\n  def [](key)\n  end\n",
        ),
        (
            {
                "pack_job.rb": "class PackJob < Library::Job\nend\n",
                "order.rb": "class Order\n  def pack\n    PackJob.perform_later(self)\n  end\nend\n",
            },
            "pack_job.rb",
            "class PackJob < Library::Job\n",
            "class PackJob < Library::Job\n  def perform(order)\n  end\n",
        ),
        (
            {
                "pack_worker.rb": "class PackWorker\n  def perform(order)\n  end\nend\n",
                "order.rb": "class Order\n  def pack\n    PackWorker.perform_async(self)\n  end\nend\n",
            },
            "pack_worker.rb",
            "class PackWorker\n",
            "class PackWorker\n  include Library::Worker\n",
        ),
        (
            {
                "read_as_c.h": "struct Part { int size; };\n",
                "use.cpp": '#include "read_as_c.h"\nvoid use(Part a) { for (auto one : a) { } }\n',
            },
            "read_as_c.h",
            "int size;",
            "int* begin() { return 0; } int* end() { return 0; }",
        ),
        (
            {
                "length.hpp": "struct Length { int size; };\n",
                "use.cpp": '#include "length.hpp"\nvoid use() { show(5_km); }\n',
            },
            "length.hpp",
            "int size; };",
            'int size; };\nLength operator""_km(unsigned long long size) { return Length(); }',
        ),
    ],
)
def test_a_function_for_an_operator_is_seen_where_no_text_names_it(
    before: dict[str, str], path: str, old: str, new: str
) -> None:
    after = {**before, path: before[path].replace(old, new)}
    assert_equal_both_ways(before, after)


def test_a_base_that_comes_to_be_known_is_seen_where_objects_have_the_name_of_its_subtype() -> None:
    """What may come from a library is not guessed of other types."""
    before = {
        "parcel.rb": "class Parcel < Record\nend\n",
        "slip.rb": "class Slip\n  def intact?\n  end\nend\n",
        "record.rb": "class Other\nend\n",
        "tally.rb": "class Tally\n  def tally(parcel)\n    parcel.intact?\n  end\nend\n",
    }
    after = {**before, "record.rb": "class Record\nend\n"}
    assert_equal_both_ways(before, after)


RECORDS = {
    "shop/__init__.py": "",
    "shop/models.py": (
        "from django.db import models\nfrom .managers import Boxes, Bags\n\n"
        "class Crate(models.Model):\n    def stack(self): ...\n\n"
        "class Box(models.Model):\n    objects = Boxes()\n    def stack(self): ...\n\n"
        "class Label(models.Model):\n    box = models.ForeignKey(Box)\n    def peel(self): ...\n\n"
        "class Tag(models.Model):\n    box = models.ForeignKey(Box, related_name='tags')\n    def peel(self): ...\n"
    ),
    "shop/stickers.py": "from .models import Label\n\nclass Sticker(Label):\n    def stick(self): ...\n",
    "shop/forms.py": (
        "from .models import Box, Crate\n\n"
        "class OfBox:\n    model = Box\n\nclass OfCrate:\n    model = Crate\n\n"
        "class BoxForm(ModelForm):\n    class Meta(OfBox):\n        fields = []\n"
    ),
    "shop/managers.py": (
        "from django.db import models\n\n"
        "class Boxes(models.Manager):\n    def full(self):\n        return self.filter(full=True)\n\n"
        "class Bags(models.Manager):\n    def full(self):\n        return self.filter(full=True)\n"
    ),
    "shop/views.py": "from .models import Box\n\nclass BoxView(DetailView):\n    model = Box\n",
    "shop/own.py": (
        "from .views import BoxView\n\nclass OwnView(BoxView):\n"
        "    def get(self):\n        self.get_object().stack()\n"
    ),
    "shop/found.py": "from .models import Box\n\ndef found():\n    return Box.objects.get(pk=1)\n",
    "shop/using.py": (
        "from .found import found\n\n"
        "def peel():\n    found().label_set.first().peel()\n    found().tags.full().first().peel()\n"
    ),
    "shop/sticking.py": "from .found import found\n\ndef stick():\n    found().sticker_set.first().stick()\n",
    "shop/saving.py": "from .forms import BoxForm\n\ndef save():\n    BoxForm().save().stack()\n",
}
STORIES = {
    "user.rb": "class User < Record\n  has_many :stories\n  has_one :first_post, class_name: 'Post'\nend\n",
    "story.rb": "class Story < Record\n  def tell; end\nend\n",
    "post.rb": "class Post < Record\n  def tell; end\nend\n",
    "telling.rb": (
        "class Telling\n  def tell(id)\n"
        "    User.find(id).stories.first.tell\n    User.find(id).first_post.tell\n  end\nend\n"
    ),
}


@pytest.mark.parametrize(
    ("before", "path", "old", "new"),
    [
        (RECORDS, "shop/models.py", "ForeignKey(Box)", "ForeignKey(Crate)"),
        (RECORDS, "shop/models.py", "ForeignKey(Box)", "IntegerField()"),
        (RECORDS, "shop/models.py", "ForeignKey(Box, related", "ForeignKey(Crate, related"),
        (RECORDS, "shop/models.py", "related_name='tags'", "related_name='marks'"),
        (RECORDS, "shop/models.py", "ForeignKey(Box, related", "OneToOneField(Box, related"),
        (RECORDS, "shop/models.py", "class Label(", "class Sticker("),
        (RECORDS, "shop/models.py", "objects = Boxes()", "objects = Bags()"),
        (
            RECORDS,
            "shop/models.py",
            "    box = models.ForeignKey(Box, r",
            "    objects = Bags()\n    box = models.ForeignKey(Box, r",
        ),
        (RECORDS, "shop/managers.py", "return self.filter(full=True)\n\n", "return self.get(full=True)\n\n"),
        (RECORDS, "shop/managers.py", "class Boxes(models.Manager)", "class Boxes"),
        (RECORDS, "shop/views.py", "model = Box", "queryset = None"),
        (RECORDS, "shop/forms.py", "Meta(OfBox)", "Meta(OfCrate)"),
        (STORIES, "user.rb", "has_many :stories", "has_one :stories"),
        (STORIES, "user.rb", "'Post'", "'Story'"),
        (STORIES, "story.rb", "class Story < Record", "class Story"),
        (STORIES, "story.rb", "class Story", "class Tale"),
    ],
)
def test_what_records_are_related_to_is_seen_where_no_text_names_the_type(
    before: dict[str, str], path: str, old: str, new: str
) -> None:
    after = {**before, path: before[path].replace(old, new, 1)}
    assert after != before
    assert_equal_both_ways(before, after)


RUST_HELD = {
    "Cargo.toml": '[package]\nname = "shop"\n',
    "src/lib.rs": "mod part;\nmod held;\nmod other;\nmod using;\n",
    "src/held.rs": "pub trait Turns { fn go(&self) {} }\npub struct Held {}\nimpl Held { pub fn turn(&self) {} }\n",
    "src/other.rs": "pub struct Held {}\nimpl Held { pub fn turn(&self) {} }\n",
    "src/part.rs": (
        "use crate::held::Held;\npub struct Part {}\n"
        "impl Deref for Part { type Target = Held; fn deref(&self) -> &Held { todo!() } }\n"
    ),
    "src/using.rs": "use crate::part::Part;\nfn use_it(part: &Part) { part.turn(); part.go(); }\n",
}
PYTHON_GIVEN = {
    "gift.py": "class Base:\n    def run(self): pass\n    def __next__(self): pass\nclass Gift: pass\n",
    "box.py": "from gift import Gift\nclass Box:\n    def __enter__(self) -> Gift: return Gift()\n",
    "use.py": "from box import Box\ndef use(box: Box):\n    with box as one: one.run()\n",
}


PYTHON_ELEMENTS = {
    "gift.py": PYTHON_GIVEN["gift.py"],
    "box.py": (
        "from gift import Base, Gift\nclass Box:\n    def __getitem__(self, key) -> Gift: ...\n"
        "class Gifts(list[Gift]): ...\n"
    ),
    "use.py": (
        "from box import Box, Gifts\ndef use(box: Box): box['a'].run()\n"
        "def loop(all: Gifts):\n    for one in all: one.run()\n"
    ),
}
PYTHON_VARIABLES = {
    "gift.py": PYTHON_GIVEN["gift.py"],
    "named.py": 'from typing import TypeVar\nSome = TypeVar("Some")\n',
    "held.py": (
        "from typing import Generic\nfrom named import Some\n"
        "class Whole(Generic[Some]):\n    def take(self) -> Some: ...\n"
    ),
    "box.py": "from held import Whole\nfrom named import Some\nclass Held(Whole[Some]): ...\n",
    "use.py": "from box import Held\nfrom gift import Base, Gift\ndef use(held: Held[Gift]): held.take().run()\n",
}
PYTHON_MADE = {
    "gift.py": PYTHON_GIVEN["gift.py"],
    "box.py": (
        "from gift import Base, Gift\nclass Box:\n    def later(self) -> Gift: ...\n"
        "def boxed(run):\n    return Box(run)\n"
    ),
    "send.py": "from box import boxed\n@boxed\ndef send(): ...\n",
    "use.py": "from send import send\ndef use(): send.later().run()\n",
}
PYTHON_TABLE = {
    "gift.py": PYTHON_GIVEN["gift.py"],
    "box.py": "from gift import Base, Gift\nclass Box:\n    def __getitem__(self, key) -> Gift: ...\n",
    "table.py": "from box import Box\nfrom gift import Gift\nTABLE: Mapping[str, Gift] = Box()\n",
    "use.py": "from table import TABLE\ndef use(): TABLE['a'].run()\n",
}

PYTHON_CLASSES = {
    "meta.py": "class Meta(type):\n    def __new__(mcs, *given): ...\nclass Other(Meta): ...\n",
    "base.py": "from meta import Meta, Other\nclass Plain: ...\nclass Model(Plain, metaclass=Meta): ...\n",
    "model.py": "from base import Model\nclass Item(Model): ...\n",
    "field.py": "class Field:\n    def show(self): ...\n",
    "text.py": "from field import Field\nclass Text(Field): ...\ndef text() -> Text: ...\n",
    "use.py": (
        "from model import Item\nfrom text import Text, text\n"
        "class Cart(Item):\n    name = Text()\n    title = text()\n"
        "def use(): return Item()\n"
    ),
}

PYTHON_REFLECTED = {
    "first.py": "class Base: ...\nclass First(Base): ...\n",
    "second.py": "class Second:\n    def __rand__(self, other): ...\n",
    "make.py": "from first import First\nfrom second import Second\ndef make() -> First: ...\nsecond = Second()\n",
    "use.py": "from make import make, second\ndef use():\n    one = make()\n    return one & second\n",
}

PYTHON_LAZY = {
    "gift.py": PYTHON_GIVEN["gift.py"],
    "lazy/__init__.py": "",
    "lazy/tools.py": "from gift import Gift\ndef __getattr__(name) -> Gift: ...\n",
    "use.py": "from lazy import tools\nfrom lazy.tools import hammer\ndef use(): tools.saw.run()\n",
    "far.py": "import use\ndef far(): use.use()\n",
}

PYTHON_NAMED = {
    "gift.py": PYTHON_GIVEN["gift.py"],
    "pair.py": (
        "from typing import NamedTuple\nfrom gift import Base, Gift\n"
        "class Pair(NamedTuple):\n    first: Gift\n    second: Base\n"
    ),
    "made.py": "from pair import Pair\nclass Made(Pair): ...\ndef make() -> Made: ...\n",
    "use.py": "from made import make\ndef use():\n    one, other = make()\n    other.run()\n",
}
PYTHON_FIELDS = {
    "store.py": (
        "from dataclasses import dataclass\n@dataclass\nclass Store:\n    first: object\n    second: object\n"
        "    def go(self):\n        self.first()\n        self.second()\n"
    ),
    "use.py": "from store import Store\ndef one(): ...\ndef other(): ...\ndef use(): return Store(one, other)\n",
}
C_FIELDS = {
    "cart.h": "typedef struct cart {\n    int first;\n    int second;\n} Cart;\n",
    "use.c": '#include "cart.h"\nCart one = {1};\nvoid use(void) { struct cart other = {1, 2}; }\n',
}
PYTHON_MODEL = {
    "store.py": "from orm import Model\nclass Store(Model):\n    first = 1\n",
    "use.py": "from store import Store\ndef use(): return Store(first=2)\n",
}

PYTHON_IMPORTS = {
    "fast.py": "class Bowl:\n    def stir(self): ...\ndef stir(): ...\n",
    "slow.py": "class Bowl:\n    def stir(self): ...\ndef blend(): ...\n",
    "both.py": (
        "try:\n    from fast import Bowl, stir\n    import fast as kind\n"
        "except ImportError:\n    from slow import Bowl, blend as stir\n    import slow as kind\n"
    ),
    "more.py": "from both import Bowl, kind, stir as run\n",
    "use.py": "from more import Bowl, kind, run\ndef use():\n    run()\n    Bowl().stir()\n    kind.stir()\n",
}


@pytest.mark.parametrize(
    ("before", "path", "old", "new"),
    [
        (RUST_HELD, "src/part.rs", "crate::held::", "crate::other::"),
        (RUST_HELD, "src/held.rs", "pub struct Held {}", "pub struct Held {}\nimpl Turns for Held {}"),
        (PYTHON_GIVEN, "gift.py", "Gift:", "Gift(Base):"),
        (
            {
                **PYTHON_GIVEN,
                "box.py": PYTHON_GIVEN["box.py"].replace("__enter__(self) -> Gift", "__call__(self)"),
                "use.py": "from box import Box\ndef use(box: Box): box().run()\n",
            },
            "gift.py",
            "Gift:",
            "Gift(Base):",
        ),
        (
            {
                **PYTHON_GIVEN,
                "box.py": PYTHON_GIVEN["box.py"].replace("__enter__", "__iter__"),
                "use.py": "from box import Box\ndef use(box: Box):\n    for one in box: pass\n",
            },
            "gift.py",
            "Gift:",
            "Gift(Base):",
        ),
        (PYTHON_ELEMENTS, "gift.py", "Gift:", "Gift(Base):"),
        (PYTHON_ELEMENTS, "box.py", "-> Gift", "-> Base"),
        (PYTHON_ELEMENTS, "box.py", "list[Gift]", "list[Base]"),
        (PYTHON_ELEMENTS, "box.py", "(list[Gift])", ""),
        (PYTHON_VARIABLES, "named.py", 'TypeVar("Some")', "int"),
        (PYTHON_VARIABLES, "use.py", "Held[Gift]", "Held[Base]"),
        (PYTHON_MADE, "box.py", "Box(run)", "run"),
        (PYTHON_MADE, "box.py", "-> Gift", "-> Base"),
        (PYTHON_MADE, "send.py", "@boxed\n", ""),
        (PYTHON_TABLE, "table.py", "Box()", "None"),
        (PYTHON_TABLE, "table.py", ": Mapping[str, Gift]", ""),
        (PYTHON_TABLE, "box.py", "-> Gift", "-> Base"),
        (PYTHON_CLASSES, "meta.py", "__new__", "__call__"),
        (PYTHON_CLASSES, "meta.py", "Other(Meta): ...", "Other(Meta):\n    def __init__(cls, *given): ..."),
        (PYTHON_CLASSES, "base.py", "metaclass=Meta", "metaclass=Other"),
        (PYTHON_CLASSES, "base.py", ", metaclass=Meta", ""),
        (PYTHON_CLASSES, "base.py", "Plain: ...", "Plain:\n    def __init_subclass__(cls): ..."),
        (PYTHON_CLASSES, "model.py", "Item(Model)", "Item"),
        (PYTHON_CLASSES, "field.py", "show(self)", "__set_name__(self, owner, name)"),
        (PYTHON_CLASSES, "text.py", "-> Text", ""),
        (PYTHON_IMPORTS, "both.py", "from slow import Bowl, blend as stir", "pass"),
        (PYTHON_IMPORTS, "both.py", "import slow as kind", "pass"),
        (PYTHON_IMPORTS, "both.py", "from slow import Bowl, blend", "from slow import Bowl as Other, blend"),
        (PYTHON_IMPORTS, "slow.py", "blend", "mix"),
        (PYTHON_IMPORTS, "slow.py", "Bowl:\n    def stir", "Bowl:\n    def mix"),
        (PYTHON_IMPORTS, "slow.py", "def blend", "def stir"),
        (PYTHON_IMPORTS, "more.py", "stir as run", "stir as other"),
        (PYTHON_NAMED, "pair.py", "second: Base", "second: Gift"),
        (PYTHON_NAMED, "pair.py", "first: Gift\n    second: Base", "second: Base\n    first: Gift"),
        (PYTHON_NAMED, "pair.py", "    first", "    before: Base\n    first"),
        (PYTHON_NAMED, "pair.py", "(NamedTuple)", ""),
        (PYTHON_FIELDS, "store.py", "first: object\n    second", "second: object\n    first"),
        (PYTHON_FIELDS, "store.py", "    first", "    before: object\n    first"),
        (C_FIELDS, "cart.h", "int first;\n    int second", "int second;\n    int first"),
        (C_FIELDS, "cart.h", "    int first", "    int before;\n    int first"),
        (PYTHON_MODEL, "store.py", "first", "second"),
        (PYTHON_MODEL, "store.py", "    first", "    def __init__(self, first): ...\n    first"),
        (PYTHON_LAZY, "lazy/tools.py", "__getattr__", "later"),
        (PYTHON_LAZY, "lazy/tools.py", "-> Gift", ""),
        (PYTHON_LAZY, "lazy/tools.py", "def", "saw = hammer = 1\ndef"),
        (PYTHON_LAZY, "lazy/tools.py", "from gift", "from math import *\nfrom gift"),
        (PYTHON_LAZY, "gift.py", "Gift:", "Gift(Base):"),
        (PYTHON_REFLECTED, "first.py", "Base: ...", "Base:\n    def __and__(self, other): ..."),
        (PYTHON_REFLECTED, "first.py", "First(Base)", "First(list)"),
        (PYTHON_REFLECTED, "second.py", "__rand__", "__ror__"),
        (PYTHON_REFLECTED, "make.py", "-> First", ""),
    ],
)
def test_what_a_member_gives_that_no_text_names_is_followed(
    before: dict[str, str], path: str, old: str, new: str
) -> None:
    after = {**before, path: before[path].replace(old, new)}
    assert_equal_both_ways(before, after)


RUST_BLOCKS = {
    "Cargo.toml": '[package]\nname = "shop"\n',
    "src/lib.rs": (
        "mod kinds;\nmod open;\nmod shut;\nmod using;\nmod parts;\npub struct Door<S> { state: S }\n"
        "pub struct Shelf;\npub trait Sized { fn size(&self) {} }\npub trait Wide { fn size(&self) {} }\n"
    ),
    "src/kinds.rs": "use crate::Door;\npub struct Open;\npub struct Shut;\npub type Gate = Door<Open>;\n",
    "src/open.rs": "use crate::kinds::Gate;\nimpl Gate { pub fn step(&self) {} pub fn new() -> Self { todo!() } }\n",
    "src/shut.rs": (
        "use crate::kinds::{Open, Shut};\nuse crate::Door;\n"
        "impl Door<Shut> { pub fn step(&self) {} pub fn pull(&self) { self.step() } }\n"
    ),
    "src/using.rs": (
        "use crate::Door;\nuse crate::kinds::Shut;\n"
        "fn first(door: &Door<Shut>) { door.step() }\nfn next(all: crate::Shelf) { for one in all { one.go() } }\n"
    ),
    "src/parts.rs": (
        "use crate::{Door, Shelf};\npub struct Part;\nimpl Part { pub fn go(&self) {} }\n"
        "pub struct Other;\nimpl Other { pub fn go(&self) {} }\n"
        "impl Iterator for Shelf { type Item = Part; fn next(&mut self) -> Option<Self::Item> { None } }\n"
    ),
    "src/more.rs": "// further files, so that not all are linked again\n",
}
C_APART = {
    "plan.h": "namespace shop {\nclass Plan {\n public:\n  class Step;\n  static int begun(int a) { return a; }\n};}\n",
    "step.h": '#include "plan.h"\nnamespace shop {\nclass Plan::Step { public: int one() { return begun(1); } };\n}\n',
    "use.cpp": '#include "step.h"\nint use(shop::Plan::Step a) { return a.one(); }\n',
    "hidden.h": "class Hidden { public: void run() {} };\n",
    "names.h": "class Hidden;\n",
    "held.h": '#include "names.h"\nstruct Held { Hidden* hidden; };\n',
    "run.cpp": '#include "held.h"\n#include "hidden.h"\nvoid run(Held a) { a.hidden->run(); }\n',
    "const.h": "struct Bag { int first() { return 1; } int first() const { return 2; } };\n",
    "const.cpp": '#include "const.h"\nint bag() { const Bag one; return one.first(); }\n',
}


DECLARED = {
    "worker.ts": "export interface Worker {\n  send: (text: string) => void;\n}\nexport interface Other {}\n",
    "forks.ts": (
        'import { Other, Worker } from "./worker";\n'
        "export class Forks implements Worker {\n  send(text: string): void {}\n}\n"
    ),
    "run.ts": (
        'import { Worker } from "./worker";\n'
        "export function run(worker: Worker): void {\n  worker.send('begin');\n}\n"
    ),
    "more.ts": "// further files, so that not all are linked again\n",
    "most.ts": "// and another\n",
}
LENT = {
    "table.py": "class Table:\n    def width(self): pass\nclass Other:\n    def width(self): pass\n",
    "cutting.py": "def cut(self):\n    return self.width()\n",
    "lending.py": "from table import Other, Table\nfrom cutting import cut\nTable.cut = cut\n",
    "use.py": "from table import Table\ndef use(table: Table):\n    table.cut()\n",
    "more.py": "# further files, so that not all are linked again\n",
    "most.py": "# and another\n",
}


BUILT = {
    "go.mod": "module shop\n",
    "shop.go": "package shop\nfunc open() { lock() }\n",
    "one.go": "//go:build linux\npackage shop\nfunc lock() {}\n",
    "other.go": "//go:build !linux\npackage shop\nfunc lock() {}\n",
    "more.go": "// further files, so that not all are linked again\npackage more\n",
    "most.go": "// and another\npackage most\n",
    "last.go": "// and another\npackage last\n",
}


@pytest.mark.parametrize(
    ("before", "path", "old", "new"),
    [
        (BUILT, "one.go", "linux", "windows"),
        (BUILT, "one.go", "//go:build linux\n", ""),
        (BUILT, "shop.go", "package", "//go:build windows\npackage"),
        (DECLARED, "worker.ts", "send: ", "post: "),
        (DECLARED, "worker.ts", "send: (text: string) => void", "send(text: string): void"),
        (DECLARED, "worker.ts", "Other {}", "Other extends Worker {}"),
        (DECLARED, "forks.ts", "implements Worker", "implements Other"),
        (DECLARED, "forks.ts", "send(", "post("),
        (DECLARED, "run.ts", "worker: Worker", "worker: unknown"),
        (LENT, "lending.py", "Table.cut = cut\n", ""),
        (LENT, "lending.py", "Table.cut", "Other.cut"),
        (LENT, "lending.py", "import Other, Table", "import Other as Table"),
        (LENT, "cutting.py", "def cut", "def trim"),
        (LENT, "table.py", "class Table", "class Board"),
        (LENT, "table.py", "class Other:\n", "class Other:\n    def cut(self): pass\n"),
        (LENT, "table.py", "class Table:\n", "class Table:\n    def cut(self): pass\n"),
        (RUST_BLOCKS, "src/shut.rs", "impl Door<Shut>", "impl Door<Open>"),
        (RUST_BLOCKS, "src/shut.rs", "kinds::{Open, Shut}", "kinds::{Open as Shut, Shut as Open}"),
        (RUST_BLOCKS, "src/kinds.rs", "Gate = Door<Open>", "Gate = Door<Shut>"),
        (RUST_BLOCKS, "src/using.rs", "kinds::Shut", "kinds::Open as Shut"),
        (RUST_BLOCKS, "src/parts.rs", "Item = Part", "Item = Other"),
        (C_APART, "step.h", "class Plan::Step", "class Step"),
        (C_APART, "plan.h", "class Plan {", "class Place {"),
        (C_APART, "names.h", "class Hidden;", ""),
        (C_APART, "const.cpp", "const Bag", "Bag"),
    ],
)
def test_what_stands_apart_from_its_type_is_followed(
    before: dict[str, str], path: str, old: str, new: str
) -> None:
    after = {**before, path: before[path].replace(old, new)}
    assert after != before
    assert_equal_both_ways(before, after)


NAMED_PATHS = {
    "shop/__init__.py": "",
    "shop/cart.py": "class Cart:\n    def fill(self): pass\n",
    "settings.py": "USED = ['shop.cart.Cart', 'shop.cart.Cart.fill', 'shop.Cart']\n",
}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("shop/cart.py", "class Basket: pass\n"),
        ("shop/__init__.py", "from shop.cart import Cart\n"),
        ("shop/cart/__init__.py", "class Cart: pass\n"),
        ("settings.py", "USED = []\n"),
    ],
)
def test_what_a_text_names_by_its_path_is_followed(path: str, text: str) -> None:
    after = {**NAMED_PATHS, path: text}
    assert_equal(updated(built(NAMED_PATHS), NAMED_PATHS, after), built(after))
    assert_equal(updated(built(after), after, NAMED_PATHS), built(NAMED_PATHS))


MADE_BASES = {
    "mix.py": (
        "def shelf():\n"
        "    class Wood:\n        def tick(self): pass\n"
        "    class Steel:\n        def tick(self): pass\n"
        "    return Wood\n"
    ),
    "use.py": "from mix import shelf\nclass Use(shelf()):\n    def go(self): self.tick()\n",
    "last.py": "from use import Use\ndef run(use: Use): use.tick()\n",
    "mix.ts": (
        "export const Timed = (Super: any) => class Wood extends Super { tick() {} };\n"
        "export class Cart { fill() {} }\nexport class Box { fill() {} }\n"
    ),
    "use.ts": (
        'import { Timed, Cart, Box } from "./mix";\n'
        "export class Use extends Timed(Cart) { go() { this.tick(); this.fill(); } }\n"
    ),
    "last.ts": 'import { Use } from "./use";\nexport function run(use: Use) { use.tick(); use.fill(); }\n',
}


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        ("mix.py", "return Wood", "return Steel"),
        ("mix.py", "return Wood", "return None"),
        ("mix.py", "class Wood:", "class Wood(Steel):"),
        ("use.py", "shelf()", "shelf"),
        ("mix.ts", "class Wood", "class"),
        ("mix.ts", "Wood extends Super", "Wood"),
        ("mix.ts", "Wood extends Super", "Wood extends Box"),
        ("mix.ts", "class Wood extends Super { tick() {} }", "Super"),
        ("mix.ts", "Cart { fill", "Cart { fell"),
        ("use.ts", "Timed(Cart)", "Timed(Box)"),
    ],
)
def test_what_a_function_makes_for_a_base_is_followed(path: str, old: str, new: str) -> None:
    after = {**MADE_BASES, path: MADE_BASES[path].replace(old, new)}
    assert after != MADE_BASES
    assert_equal(updated(built(MADE_BASES), MADE_BASES, after), built(after))
    assert_equal(updated(built(after), after, MADE_BASES), built(MADE_BASES))


TRAVELLING = {
    "sort.py": "def apply(rows, key):\n    return [key(row) for row in rows]\n",
    "use.py": (
        "from sort import apply\n"
        "class Row:\n"
        "    def name(self): return 1\n"
        "def by_name(row): return row.name()\n"
        "def show(): return apply([Row()], by_name)\n"
    ),
}


def test_how_likely_a_function_that_travels_is_rests_on_all_calls_that_it_comes_to() -> None:
    runs = "def run_NAME(step): step()\ndef use_NAME():\n    run_NAME(start)\n    run_NAME(stop)\n"
    before = {
        "steps.py": "def start(): ...\ndef stop(): ...\n",
        "one.py": "from steps import start, stop\n" + runs.replace("NAME", "one"),
    }
    after = {**before, "two.py": "from steps import start, stop\n" + runs.replace("NAME", "two")}
    assert_equal_both_ways(before, after)


@pytest.mark.parametrize(
    ("path", "old", "new", "times"),
    [
        ("use.py", "return 1\n", "\n        return 2\n", 0),
        ("use.py", "def show", "def other(): return 3\ndef show", 0),
        ("sort.py", "rows, key", "key, rows", 1),
        ("use.py", "by_name)", "len)", 1),
        ("use.py", "    def name(self): return 1\n", "    pass\n", 1),
        ("use.py", "class Row:", "class Base:\n    def size(self): return 4\nclass Row(Base):", 1),
        (
            "use.py",
            "def by_name(row): return row.name()\ndef show",
            "def by_name(row): return row\ndef show",
            1,
        ),
    ],
)
def test_ways_of_functions_are_followed_again_only_where_they_change(
    path: str, old: str, new: str, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    after = {**TRAVELLING, path: TRAVELLING[path].replace(old, new)}
    assert after != TRAVELLING
    arrays, expected = built(TRAVELLING), built(after)
    followed: list[int] = []
    follow = functionvalues._held
    monkeypatch.setattr(functionvalues, "_held", lambda *args: followed.append(1) or follow(*args))
    assert_equal(updated(arrays, TRAVELLING, after), expected)
    assert len(followed) == times
