"""What a trace says of functions that no edge leads to: it claims no dead code that it cannot know of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from written_files import write

from nsccn.settings import Settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from pathlib import Path

_NOTHING = "No caller was found in this repository"
_NOWHERE = "No other line of the indexed files has its name."
_UNNAMED = "The language, or its library, may run it where its name is not written."


def _said(tmp_path: Path, files: dict[str, str], entity: str) -> str:
    session = DirectSession(write(tmp_path / "code", files), Settings(cache_dir=tmp_path / "cache"))
    return trace_causal_path(session, entity, "upstream").text


def test_a_name_that_stands_nowhere_else_is_said_to(tmp_path: Path) -> None:
    files = {"shop.py": "def left_behind():\n    pass\n\n\ndef used():\n    pass\n\n\nused()\n"}

    said = _said(tmp_path, files, "left_behind")

    assert _NOTHING in said
    assert said.endswith(_NOWHERE)


def test_a_comment_and_a_document_speak_against_that_but_use_nothing(tmp_path: Path) -> None:
    files = {
        "shop.py": "# left_behind is old\ndef left_behind():\n    pass\n",
        "README.md": "`left_behind`\n",
    }

    said = _said(tmp_path, files, "left_behind")

    assert _NOWHERE not in said
    assert "may be this one" not in said


def test_a_call_of_an_overload_of_another_type_is_no_use(tmp_path: Path) -> None:
    files = {
        "Value.cs": "class Value {\n  public static void Render(object a) {}\n"
        "  public static void Render<T>(T a) where T : struct {}\n}\n",
        "Token.cs": "class Token {\n  public void Render(int a, int b) {}\n}\n",
        "Use.cs": "class Use {\n  void Go(Log log, dynamic other) {\n    Value.Render(log.Stamp);\n"
        "    other.Render(log.Stamp);\n  }\n}\n",
    }

    said = _said(tmp_path, files, "Token.Render")

    assert "Use.cs:3" not in said
    assert "Use.cs:4" in said


def test_the_declaration_of_a_method_in_its_type_is_no_use(tmp_path: Path) -> None:
    header = (
        "template <typename K>\nclass Shelf {\n public:\n  const K& held(int at) const;\n};\n"
        "template <typename K>\nconst K& Shelf<K>::held(int at) const { return at; }\n"
    )

    said = _said(tmp_path, {"shelf.h": header}, "Shelf.held")

    assert _NOTHING in said
    assert "shelf.h:4" not in said


@pytest.mark.parametrize(
    ("written", "may_use_it"),
    [
        ('throw new Error("Can\'t close, try again");', False),
        ("throw new Error(`Can't close ${1}, try again`);", False),
        ("hold(report.text || 'to close', 2);", False),
        ("hold(`we ${all ? close : 1} it`, 2);", True),
        ("hold('to wait', report.close);", True),
        ("hold('close');", True),
        ("hold('on click: close()');", True),
        ("hold('select close from Boxes');", True),
        ("hold('held == 1 and close == 2');", True),
    ],
)
def test_a_word_of_a_sentence_names_nothing(tmp_path: Path, written: str, *, may_use_it: bool) -> None:
    files = {"src/box.ts": "export class Box {\n  close() {}\n}\n", "src/use.ts": f"{written}\n"}

    said = _said(tmp_path, files, "Box.close")

    assert ("What `close` means is not known at src/use.ts:1" in said) == may_use_it


def test_what_programs_and_attributes_are_given_in_quotes_is_no_sentence(tmp_path: Path) -> None:
    files = {
        "clean.sh": "clean_all() { rm -r build; }\ntrap 'clean_all now' EXIT\n",
        "Cart.vue": (
            '<template lang="pug">\nRow(:wide="is_wide && more")\n</template>\n'
            "<script>\nexport default { computed: { is_wide() {} } }\n</script>\n"
        ),
    }

    assert "What `clean_all` means is not known at clean.sh:2" in _said(tmp_path, files, "clean_all")
    assert "What `is_wide` means is not known at Cart.vue:2" in _said(tmp_path, files, "is_wide")


def test_lines_that_have_its_name_may_mean_it(tmp_path: Path) -> None:
    files = {
        "src/plain.ts": "import { report } from 'reports';\nreport.onStart();\n",
        "src/reporter.ts": "export class Reporter {\n  onStart(): void {}\n}\n",
        "src/other.ts": "export class Other {\n  onStart(): void {}\n}\nnew Other().onStart();\n",
        "src/core.ts": "// onStart is reported\nexport function run(report: any) {\n  report('onStart');\n}\n",
    }

    said = _said(tmp_path, files, "src/reporter.ts:Reporter.onStart")

    assert "What `onStart` means is not known at src/core.ts:3 in run; it may be this one." in said


def test_a_base_from_elsewhere_may_call_it(tmp_path: Path) -> None:
    files = {
        "app/base.rb": "class Handler < Coolio::TCPSocket\nend\n",
        "app/unix.rb": "class UnixHandler < Handler\n  def on_connect\n  end\nend\n",
        "app/other.rb": "module Other\n  class TCPSocket\n  end\nend\n",
        "app/plain.rb": "class Plain\n  def on_nothing\n  end\nend\n",
    }

    said = _said(tmp_path, files, "UnixHandler.on_connect")
    assert "`Coolio.TCPSocket`, not defined here, may call it: its type inherits from that." in said

    said = _said(tmp_path / "again", files, "Plain.on_nothing")
    assert "may call it" not in said


def test_of_several_blocks_the_one_around_a_method_counts(tmp_path: Path) -> None:
    files = {
        "Cargo.toml": '[package]\nname = "term"\n',
        "src/lib.rs": "use vte::ansi::Handler;\npub struct Term;\n"
        "impl Handler for Term {\n    fn input(&mut self) {}\n}\n"
        "impl Term {\n    fn left(&mut self) {}\n}\npub trait Own { fn own(&self); }\n"
        "impl Own for Term {\n    fn own(&self) {}\n}\n"
        "impl From<Term> for other::Shape {\n    fn from(term: Term) -> Self {}\n}\n",
    }

    assert "`Handler`, not defined here, may call it" in _said(tmp_path, files, "Term.input")
    assert "`From`, not defined here" in _said(tmp_path / "from", files, "src/lib.rs:14")
    assert "may call it" not in _said(tmp_path / "left", files, "Term.left")
    assert "may call it" not in _said(tmp_path / "own", files, "Term.own")


def test_what_the_language_runs_needs_no_name(tmp_path: Path) -> None:
    assert _UNNAMED in _said(tmp_path, {"a.rb": "class Box\n  def <=>(other)\n  end\nend\n"}, "a.rb:2")
    assert _UNNAMED in _said(
        tmp_path / "hook", {"a.rb": "module Mix\n  def self.included(at)\n  end\nend\n"}, "a.rb:2"
    )
    assert _UNNAMED in _said(
        tmp_path / "cpp", {"a.cpp": "class Box {\n public:\n  ~Box() {}\n};\n"}, "a.cpp:3"
    )
    made = "public class Box {\n    Box() {}\n}\nclass Small extends Box {}\n"
    assert _UNNAMED in _said(tmp_path / "java", {"Box.java": made}, "Box.java:2")


def test_the_only_body_of_a_prototype_is_named_though_its_file_does_not_include_it(tmp_path: Path) -> None:
    files = {
        "main.h": "void sort_tasks(int);\n",
        "sort.cpp": "void sort_tasks(int at) {}\n",
        "run.cpp": '#include "main.h"\nvoid run() { sort_tasks(1); }\n',
    }

    assert "func:run.cpp:run" in _said(tmp_path, files, "func:main.h:sort_tasks")


def test_a_base_calls_what_is_asked_for_by_a_part_of_the_name(tmp_path: Path) -> None:
    files = {
        "app/Cart.php": (
            "<?php\nclass Cart extends Model {\n    public function scopeOpen($query) {}\n"
            "    public function getFullNameAttribute() {}\n    public function scopeLeft($query) {}\n}\n"
        ),
        "app/Shop.php": (
            "<?php\nclass Shop {\n    function all($carts) {\n        $carts->open()->first();\n"
            "        return $carts->where(1)\n            ->Open();\n    }\n"
            "    function name($cart) { return open($cart->full_name); }\n}\n"
        ),
    }

    said = [
        _said(tmp_path, files, f"Cart.{name}") for name in ("scopeOpen", "getFullNameAttribute", "scopeLeft")
    ]

    assert (
        "`Model`, not defined here, calls it where `open` is asked for; the text has that at app/Shop.php:4,6."
        in said[0]
    )
    assert "where `full_name` is asked for; the text has that at app/Shop.php:8." in said[1]
    assert "`Model`, not defined here, may call it: its type inherits from that." in said[2]


def test_what_php_calls_of_its_own_interfaces_is_known(tmp_path: Path) -> None:
    files = {
        "app/Jar.php": (
            "<?php\nnamespace App;\nclass Jar implements \\Countable, Bag, \\Lib\\Box {\n"
            "    public function lock() {}\n    public function count(): int { return 0; }\n}\n"
            "class Tin implements \\Countable {\n    public function shut() {}\n}\n"
        )
    }

    locked, shut = (_said(tmp_path, files, name) for name in ("Jar.lock", "Tin.shut"))

    assert "`Bag`, `\\Lib\\Box`, not defined here, may call it: its type inherits from that." in locked
    assert "not defined here" not in shut


def test_such_lines_are_told_beside_calls(tmp_path: Path) -> None:
    files = {
        "app/Cart.php": "<?php\nclass Cart extends Model {\n    public function scopeOpen($query) {}\n}\n",
        "app/Shop.php": (
            "<?php\nfunction all() {\n    Cart::open()->first();\n}\n"
            "function some($carts) {\n    return $carts->open();\n}\n"
        ),
    }

    said = _said(tmp_path, files, "Cart.scopeOpen")

    assert "func:app/Shop.php:all  calls L3" in said
    assert "where `open` is asked for; the text has that as well at app/Shop.php:6." in said


SCHEDULED = {
    "src/main/java/shop/Stock.java": """\
package shop;

@Service
public class Stock {
  @Scheduled(cron = "0 0 0 * * *")
  public void count() {}
}
""",
    "src/main/java/shop/Paid.java": """\
package shop;

public class Paid {}
""",
    "src/main/java/shop/Mail.java": """\
package shop;

public class Mail {
  @EventListener
  public void onPaid(Paid paid) {}
}
""",
    "src/main/java/shop/Shop.java": """\
package shop;

public class Shop {
  void pay() { events.publishEvent(new Paid()); }
}
""",
    "src/main/java/shop/CartMapper.java": """\
package shop;

public interface CartMapper {
  @Mapping(source = "lines", qualifiedByName = "onlyPaid")
  View toView(Cart cart);

  @Named("onlyPaid")
  default Lines onlyPaid(Lines lines) { return lines; }
}
""",
    "src/main/resources/beans.xml": '<bean class="shop.CartMapper"/>\n',
}


def test_what_stands_above_a_type_and_its_methods_says_who_may_use_it(tmp_path: Path) -> None:
    said = _said(tmp_path, SCHEDULED, "Stock")

    assert "Above it stands `@Service`, by which others may use it." in said
    assert 'Above its methods stands `@Scheduled(cron = "0 0 0 * * *")` (count).' in said


def test_of_a_type_that_nobody_makes_it_is_said_whose_methods_others_run(tmp_path: Path) -> None:
    said = _said(tmp_path, SCHEDULED, "Mail")

    assert _NOTHING not in said
    assert "others run its methods: method:src/main/java/shop/Mail.java:Mail.onPaid." in said


def test_of_an_extension_it_is_said_whose_methods_others_run(tmp_path: Path) -> None:
    dart = "extension Loud on String {\n  String shout() => this;\n}\nString greet() => 'x'.shout();\n"

    assert "others run its methods: method:loud.dart:String.shout." in _said(
        tmp_path, {"loud.dart": dart}, "Loud"
    )


def test_text_that_names_a_type_is_told(tmp_path: Path) -> None:
    said = _said(tmp_path, SCHEDULED, "CartMapper")

    assert "Text that is not parsed has `CartMapper` at src/main/resources/beans.xml:1." in said


def test_a_name_that_a_decorator_gives_is_looked_for(tmp_path: Path) -> None:
    said = _said(tmp_path, SCHEDULED, "CartMapper.onlyPaid")

    assert "The text has `onlyPaid` at src/main/java/shop/CartMapper.java:4 in CartMapper." in said


ANNOTATED = {
    "src/main/java/shop/ValidCart.java": """\
package shop;

@Constraint(validatedBy = CartValidator.class)
public @interface ValidCart {}
""",
    "src/main/java/shop/CartValidator.java": """\
package shop;

public class CartValidator implements ConstraintValidator<ValidCart, Cart> {
  public boolean isValid(Cart cart) { return true; }
}
""",
    "src/main/java/shop/Checked.java": "package shop;\n\npublic @interface Checked {}\n",
    "src/main/java/shop/Check.java": """\
package shop;

@Aspect
public class Check {
  @Before("@annotation(shop.Checked)")
  public void check(Point point) {}
}
""",
    "src/main/java/shop/Shop.java": """\
package shop;

public class Shop {
  @ValidCart
  private Cart cart;

  @Checked
  public void pay() {}
}
""",
    "src/ValidLot.php": "<?php\n#[Attribute]\nclass ValidLot extends Constraint {}\n",
    "src/ValidLotValidator.php": """\
<?php
class ValidLotValidator extends ConstraintValidator
{
    public function validate($value, Constraint $constraint): void {}
}
""",
    "src/Lot.php": "<?php\n#[ValidLot]\nclass Lot {}\n",
}


def test_a_validator_runs_where_its_annotation_stands(tmp_path: Path) -> None:
    said = _said(tmp_path, ANNOTATED, "CartValidator.isValid")

    assert "It runs where `ValidCart` stands as an annotation: src/main/java/shop/Shop.java:4." in said


def test_an_aspect_runs_where_the_annotation_stands_that_it_names(tmp_path: Path) -> None:
    said = _said(tmp_path, ANNOTATED, "Check.check")

    assert "It runs where `Checked` stands as an annotation: src/main/java/shop/Shop.java:7." in said


def test_a_validator_runs_by_its_name(tmp_path: Path) -> None:
    said = _said(tmp_path, ANNOTATED, "ValidLotValidator.validate")

    assert "It runs where `ValidLot` stands as an annotation: src/Lot.php:2." in said


def test_documentation_a_call_of_the_base_and_what_a_package_hands_on_use_nothing(tmp_path: Path) -> None:
    files = {
        "shop/carts.py": "from elsewhere import Base\n\n\nclass Cart(Base):\n"
        '    """Holds goods.\n\n    def on_fill(self):\n        what runs\n    """\n\n'
        "    def on_fill(self):\n        super().on_fill()\n\n\n"
        'def build_cart():\n    """Here build_cart makes one.\n\n    >>> build_cart()\n    """\n',
        "shop/__init__.py": "from .carts import (Cart,\n    build_cart)\n\n__all__ = ['Cart',\n    'build_cart']\n",
        "shop/other.py": "from elsewhere import Base\n\n\nclass Other(Base):\n"
        "    def close(self):\n        super().on_fill()\n",
    }

    assert "may be this one" not in _said(tmp_path, files, "Cart.on_fill")
    assert "may be this one" not in _said(tmp_path / "again", files, "build_cart")


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("a.go", "package a\n\n/*\nIt is used so:\n\n\tpkg.newStore(20)\n*/\nfunc newStore(n int) {}\n"),
        ("a.ts", "/*\n  pkg.newStore(20)\n*/\nexport function newStore(n: number) {}\n"),
        ("a.rs", "/*\n  pkg.newStore(20)\n*/\npub fn newStore(n: u8) {}\n"),
        ("a.lua", "local a = {}\n--[[\n  pkg.newStore(20)\n]]\nfunction a.newStore(n) end\nreturn a\n"),
    ],
)
def test_what_stands_in_a_comment_of_several_lines_is_no_use(tmp_path: Path, path: str, source: str) -> None:
    assert "may be this one" not in _said(tmp_path, {path: source}, "newStore")


def test_what_is_set_by_a_name_may_run_the_writer_of_it(tmp_path: Path) -> None:
    files = {
        "page.rb": (
            "class Page\n  safe_attributes 'is_start'\n  def is_start\n    @start\n  end\n"
            "  def is_start=(value)\n    @start = value\n  end\nend\n"
        ),
        "form.rb": (
            "def show(page, form)\n  form.check_box :is_start\n  page.is_start if page.is_start == 1\n"
            "  fill(is_start: 2)\n  is_start = 3\nend\n"
        ),
    }
    said = _said(tmp_path, files, "Page.is_start=")
    assert "What `is_start=` means is not known at form.rb:2 in show,4, page.rb:2 in Page; it may" in said


def test_the_lines_of_a_generated_file_beside_it_are_told(tmp_path: Path) -> None:
    files = {
        "Main.cs": "partial class Main {\n  private void OnQuit(object sender, EventArgs e) {}\n"
        "  private void OnHelp(object sender, EventArgs e) {}\n}\n",
        "Main.Designer.cs": "// <auto-generated />\npartial class Main {\n  void Init() {\n"
        "    // OnHelp\n    this.quit.Click += new System.EventHandler(this.OnQuit);\n  }\n}\n",
    }
    said = _said(tmp_path, files, "Main.OnQuit")
    assert "Main.Designer.cs:5 names it, in what a generator wrote; that is not indexed." in said
    assert _NOWHERE not in said
    assert "Designer" not in _said(tmp_path, files, "Main.OnHelp")


def test_what_only_looks_like_a_comment_hides_no_use(tmp_path: Path) -> None:
    source = (
        "const all = \"src/*.ts\"\nreport('newStore')\nexport function newStore(n: number) {}\n/* end */\n"
    )
    assert "may be this one" in _said(tmp_path, {"a.ts": source}, "newStore")


def test_what_a_file_has_from_a_package_means_no_function_of_the_repository(tmp_path: Path) -> None:
    files = {
        "package.json": '{"dependencies": {"date-kit": "1"}}',
        "lib/own-kit/package.json": '{"name": "kit-of-ours"}',
        "seed/utils.ts": "export function addHours(date: Date) {\n  return date;\n}\n",
        "src/date.ts": "import { addHours } from 'date-kit';\nexport const steps = { hour: { add: addHours } };\n",
        "src/days.ts": "import { addHours } from 'kit-of-ours';\nexport const days = { add: addHours };\n",
    }

    said = _said(tmp_path, files, "seed/utils.ts:addHours")

    assert "What `addHours` means is not known at src/days.ts:2; it may be this one." in said


def test_where_a_name_may_be_put_together_is_told(tmp_path: Path) -> None:
    files = {
        "shop/cart.py": (
            "class Cart:\n    def watch_size(self): ...\n    def show_size(self): ...\n"
            "    def tell_size(self): ...\n"
        ),
        "shop/run.py": (
            "def run(cart, name):\n    getattr(cart, f'watch_{name}')()\n    print('show_' + name)\n"
            "    getattr(cart, 'tell_' + name)()\n\n\nrun(make(), 'size')\n"
        ),
    }

    watch, show, tell = (
        _said(tmp_path / one, files, f"Cart.{one}_size") for one in ("watch", "show", "tell")
    )

    assert (
        "Its name may be put together at shop/run.py:2; the text has `size` in quotes at shop/run.py:7."
        in watch
    )
    assert _NOWHERE not in watch
    assert "Its name may be put together at shop/run.py:4" in tell
    assert "put together" not in show
    assert _NOWHERE in show


def test_where_a_name_may_be_put_together_is_told_in_a_large_repository(tmp_path: Path) -> None:
    files = {
        f"shop/page_{number}.py": "class Page:\n    def on_close(self): ...\n" for number in range(401)
    } | {
        "shop/servlet.py": (
            "class Servlet:\n    def register(self, server):\n        for method in ('GET', 'PUT'):\n"
            "            server.add(getattr(self, 'on_%s' % (method,)))\n"
        ),
        "shop/who.py": "from shop.servlet import Servlet\n\n\nclass Who(Servlet):\n    def on_GET(self): ...\n",
    }

    assert "Its name may be put together at shop/servlet.py:4" in _said(tmp_path, files, "Who.on_GET")


def test_what_stands_behind_what_is_put_into_a_text_is_part_of_the_name(tmp_path: Path) -> None:
    files = {
        "shop/cart.py": "class Cart:\n    def show_total(self): ...\n    def show_total_page(self): ...\n",
        "shop/run.py": "def run(cart, name):\n    getattr(cart, f'show_{name}_page')()\n",
    }

    total, page = (_said(tmp_path / one, files, f"Cart.{one}") for one in ("show_total", "show_total_page"))

    assert "put together" not in total
    assert "Its name may be put together at shop/run.py:2" in page


def test_what_runs_a_method_of_a_base_from_elsewhere_is_no_call_of_a_namesake(tmp_path: Path) -> None:
    base = "from lib import Base\n\n\nclass Push(Base):\n    def close(self):\n        super().close()\n"
    mixin = "class Timed:\n    def open(self):\n        super().open()\n"
    files = {
        "push.py": base,
        "timed.py": mixin,
        "files.py": "class Files:\n    def close(self): ...\n\n    def open(self): ...\n",
    }

    close, opened = (_said(tmp_path / one, files, f"Files.{one}") for one in ("close", "open"))

    assert "could not be resolved" not in close
    assert "1 call site named `open` could not be resolved: timed.py:3." in opened


def test_what_stands_in_documentation_above_a_function_uses_nothing(tmp_path: Path) -> None:
    shop = """defmodule Shop do
  @moduledoc \"\"\"
  Here `in_stock/1` tells.
  \"\"\"
  @doc ~S\"\"\"
      iex> in_stock(:tea)
      true
  \"\"\"
  def in_stock(_), do: true
end
"""
    using = (
        shop.replace("do: true", "do: x.in_stock(1)")
        .replace("Shop", "Bar")
        .replace("def in_stock(", "def open(")
    )

    assert "may be this one" not in _said(tmp_path, {"shop.ex": shop}, "Shop.in_stock")
    said = _said(tmp_path / "again", {"shop.ex": shop, "bar.ex": using}, "Shop.in_stock")
    assert said.endswith("1 call site named `in_stock` could not be resolved: bar.ex:9.")


def test_further_clauses_of_a_function_use_no_other_of_its_name(tmp_path: Path) -> None:
    kettle = "defmodule Kettle do\n  def steep(:tea, _), do: 1\n  def steep(:mate, _), do: 2\nend\n"
    pot = kettle.replace("Kettle", "Pot")
    using = pot.replace("def steep(:mate, _), do: 2", "defp mate(x), do: x.steep(1, 2)")

    assert "may be this one" not in _said(tmp_path, {"a.ex": kettle, "b.ex": pot}, "Kettle.steep")
    said = _said(tmp_path / "again", {"a.ex": kettle, "b.ex": using}, "Kettle.steep")
    assert "What `steep` means is not known at b.ex:3 in Pot.mate; it may be this one." in said


def test_a_setting_of_the_same_name_has_no_lines(tmp_path: Path) -> None:
    types = "class Shop:\n    debug = 1\n\n\nclass Till:\n    debug = 2\n"
    reads = "def is_open(shop):\n    os.environ['debug']\n    return shop.debug\n"

    said = _said(tmp_path, {"shop.py": f"import os\n\n\n{types}\n\n{reads}"}, "Shop.debug")

    assert "What `debug` means is not known at shop.py:14 in is_open; it may be this one." in said


def test_a_base_without_members_calls_nothing(tmp_path: Path) -> None:
    files = {"Till.swift": "final class Till: Printed, Sendable, AnyObject {\n  func close() {}\n}\n"}

    said = _said(tmp_path, files, "Till.close")

    assert "`Printed`, not defined here, may call it: its type inherits from that." in said


def test_a_base_from_elsewhere_is_told_where_tests_alone_call(tmp_path: Path) -> None:
    files = {
        "shop/hooks.py": "from elsewhere import Hook\n\n\n"
        "class Cleaning(Hook):\n    def before_day(self):\n        pass\n",
        "tests/test_hooks.py": "from shop.hooks import Cleaning\n\n\ndef test_it():\n    Cleaning().before_day()\n",
    }

    said = _said(tmp_path, files, "Cleaning.before_day")

    assert "test_it" in said
    assert "`Hook`, not defined here, may call it: its type inherits from that." in said


_TWO_CARTS = """
class Cart:
    @property
    def total(self):
        return 3

    def close(self):
        self.closed = True


class Order:
    @property
    def total(self):
        return 4

    def close(self):
        self.closed = True
"""


def test_what_reads_a_property_of_an_object_of_unknown_type_may_mean_it(tmp_path: Path) -> None:
    files = {
        "shop.py": _TWO_CARTS,
        "show.py": "def show(one):\n    # the total\n    return one.total\n\n\ndef again(two):\n    return two.total\n",
    }

    said = _said(tmp_path, files, "Cart.total")

    assert said.endswith(
        "What `total` means is not known at show.py:3 in show,7 in again; it may be this one."
    )


def test_beside_calls_of_objects_of_unknown_type_it_is_told_who_may_hand_it_over(tmp_path: Path) -> None:
    files = {
        "shop.py": _TWO_CARTS,
        "end.py": "def end(one, other):\n    one.close()\n    at_exit(other.close)\n",
    }

    said = _said(tmp_path, files, "Cart.close")

    assert "1 call site named `close` could not be resolved: end.py:2." in said
    assert said.endswith("What `close` means is not known at end.py:3 in end; it may be this one.")


def test_lines_that_name_a_field_of_an_object_of_unknown_type_are_told(tmp_path: Path) -> None:
    files = {
        "shop.py": _TWO_CARTS,
        "show.py": "def show(one, closed):\n    return one.closed if closed else Other(closed=one)\n",
        "many.py": "def many(one):\n    print(one.closed, one.id)\n",
    }

    said = _said(tmp_path, files, "Cart.closed")

    assert (
        "What `closed` means is not known at many.py:2 in many, show.py:2 in show; it may be this one."
        in said
    )


@pytest.mark.parametrize(
    ("asked", "may"), [("Cart.save", True), ("Cart.fill", False), ("Cart._fill", True), ("Bill.fill", True)]
)
def test_a_model_of_django_calls_only_what_it_knows(tmp_path: Path, asked: str, may: bool) -> None:  # noqa: FBT001
    """Other libraries have models too."""
    body = "    def save(self): ...\n\n    def fill(self): ...\n\n    def _fill(self): ...\n"
    files = {
        "shop/kept.py": "from django.db import models\n\n\nclass Kept(models.Model):\n    pass\n",
        "shop/cart.py": f"from shop.kept import Kept\n\n\nclass Cart(Kept):\n{body}",
        "shop/bill.py": f"from odoo import models\n\n\nclass Bill(models.Model):\n{body}",
    }
    said = "`models.Model`, not defined here, may call it: its type inherits from that."
    assert (said in _said(tmp_path, files, asked)) == may


def test_of_what_the_language_runs_no_base_is_named_besides(tmp_path: Path) -> None:
    files = {"cart.py": "class Cart(Library):\n    def __str__(self): ...\n\n    def fill(self): ...\n"}
    said = _said(tmp_path, files, "Cart.__str__")
    assert "The language, or its library, may run it where its name is not written." in said
    assert "may call it" not in said
    assert "`Library`, not defined here, may call it" in _said(tmp_path, files, "Cart.fill")


def test_lines_of_the_product_that_may_use_what_tests_alone_call_are_told(tmp_path: Path) -> None:
    files = {
        "shop/cart.py": "class Cart:\n    def cart_paid(self, later):\n        return later('cart_paid')\n",
        "shop/bus.py": "cart_paid = 1\nEVENTS = {'paid': make().cart_paid.__name__}\nname = 'cart_paid'\n",
        "web/page.js": "shop.cart_paid()\n",
        "tests/test_cart.py": (
            "from shop.cart import Cart\n\n\ndef test_paid():\n    Cart().cart_paid(print)\n    x.cart_paid\n"
        ),
    }

    said = _said(tmp_path, files, "Cart.cart_paid")

    assert "test_paid  calls L5" in said
    assert said.endswith("What `cart_paid` means is not known at shop/bus.py:2,3; it may be this one.")


def test_a_method_of_ruby_that_is_handed_over_by_its_name_may_be_what_tests_call(tmp_path: Path) -> None:
    files = {
        "lib/worker.rb": "class Worker\n  def start\n    1\n  end\nend\n",
        "lib/pool.rb": "class Pool\n  def run\n    @workers.each(&:start)\n  end\nend\n",
        "test/worker_test.rb": "class WorkerTest\n  def test_it\n    Worker.new.start\n  end\nend\n",
    }

    said = _said(tmp_path, files, "Worker.start")

    assert said.endswith("What `start` means is not known at lib/pool.rb:3 in Pool.run; it may be this one.")


def test_lines_that_may_use_what_calls_itself_alone_are_told(tmp_path: Path) -> None:
    files = {
        "lib/form.ex": (
            "defmodule Form do\n"
            "  def text_input(%{field: field}), do: text_input(%{id: field})\n"
            "  def text_input(assigns), do: assigns\n"
            "end\n"
        ),
        "lib/page.ex": (
            "defmodule Page do\n"
            "  def page(assigns) do\n"
            '    ~S"""\n'
            "    <Form.text_input id={1} />\n"
            '    """\n'
            "  end\n"
            "end\n"
        ),
        "assets/page.js": "form.text_input(1)\n",
    }

    said = _said(tmp_path, files, "Form.text_input")

    assert "What `text_input` means is not known at lib/page.ex:4 in Page.page; it may be this one." in said


def test_what_may_use_a_function_in_its_own_language_comes_first(tmp_path: Path) -> None:
    files = {
        "assets/page.js": "run(shop.cartOpened)\n",
        "shop/cart.py": "def cartOpened():\n    pass\n",
        "shop/page.py": "run(shop.cartOpened)\n",
    }

    said = _said(tmp_path, files, "shop/cart.py:cartOpened")

    assert (
        "What `cartOpened` means is not known at shop/page.py:1, assets/page.js:1; it may be this one."
        in said
    )


def test_lines_of_another_language_that_spell_its_name_otherwise_are_told(tmp_path: Path) -> None:
    files = {
        "rust/api.rs": "pub fn hash_file(path: String) -> String {\n    path\n}\n",
        "rust/other.rs": "pub fn other() {\n    hashFile();\n}\n",
        "lib/hash.dart": (
            "import 'api.dart' show hashFile;\n\n"
            "String hash(String path) {\n  // hashFile is bound\n  var text = {'hashFile': 1};\n"
            "  return rust.hashFile(path: path);\n}\n"
        ),
    }

    said = _said(tmp_path, files, "hash_file")

    assert said.endswith(
        "Spelt `hashFile`, as in other languages, it is used at lib/hash.dart:6 in hash; it may be this one."
    )
    assert _NOWHERE not in said


@pytest.mark.parametrize(
    ("page", "is_told"),
    [
        ("setTimeout(show, 3);\n", False),
        ("document.body.setTimeout(show);\n", False),
        ("import { setTimeout } from './native';\n\nsetTimeout(show, 3);\n", True),
        ("import * as native from './native';\n\nnative.setTimeout(3);\n", True),
    ],
)
def test_another_spelling_is_one_where_the_file_has_it_from_elsewhere(
    tmp_path: Path, *, page: str, is_told: bool
) -> None:
    files = {"cart.rs": "pub fn set_timeout(seconds: u32) -> u32 {\n    seconds\n}\n", "web/page.js": page}

    assert ("Spelt `setTimeout`" in _said(tmp_path, files, "set_timeout")) == is_told


@pytest.mark.parametrize(
    ("page", "is_told"), [("row.addLine(1);\n", False), ("new Cart().addLine(1);\n", True)]
)
def test_another_spelling_of_a_method_is_one_where_the_file_names_its_type(
    tmp_path: Path, *, page: str, is_told: bool
) -> None:
    cart = "pub struct Cart;\n\nimpl Cart {\n    pub fn add_line(&self, cents: u32) -> u32 {\n        cents\n    }\n}\n"

    assert ("Spelt `addLine`" in _said(tmp_path, {"cart.rs": cart, "page.js": page}, "add_line")) == is_told


def test_a_name_that_a_library_has_is_no_other_spelling(tmp_path: Path) -> None:
    files = {"cart.py": "def to_string(cart):\n    return cart\n", "web/page.js": "show(cart.toString());\n"}

    assert _said(tmp_path, files, "to_string").endswith(_NOWHERE)


def test_a_name_that_somebody_defines_is_no_other_spelling(tmp_path: Path) -> None:
    files = {
        "api.py": "def hash_file(path):\n    return path\n",
        "web/hash.js": "export function hashFile(path) {\n  return path\n}\n\nhashFile('x')\n",
    }

    assert _said(tmp_path, files, "hash_file").endswith(_NOWHERE)


def test_what_stands_before_a_function_on_its_line_says_who_may_call_it(tmp_path: Path) -> None:
    files = {
        "Shop.java": (
            "class Shop {\n"
            '    @Scheduled(cron = "0 0 (0) * * *") public void count() {}\n'
            "    @Bean\n"
            '    @Named("clock") Clock clock() { return null; }\n'
            "    @Override public String toString() { return null; }\n"
            "}\n"
        ),
        "Shop.m": "@implementation Depot\n- (void)run {}\n@end\n",
        "src/run.rs": '#[export_name = "run_it"] pub fn start() {}\n',
        "Kept.cs": (
            "public class Kept {\n"
            '    [Obsolete("x")] [JSInvokable("keep")] public static void Keep() {}\n'
            "    [JSInvokable]\n"
            "    public void Drop() {}\n"
            '    [Obsolete("x")] public void Old() {}\n'
            "}\n"
        ),
        "lib/kept.dart": "class Bloc {\n  @protected\n  @mustCallSuper\n  void addError(int one) {}\n}\n",
        "Setup.kt": "@KoinExperimentalAPI\nfun setUp() {}\n",
    }

    assert 'Above it stands `[Obsolete("x")] [JSInvokable("keep")]`, by' in _said(
        tmp_path, files, "Kept.Keep"
    )
    assert "Above it stands `[JSInvokable]`, by which" in _said(tmp_path, files, "Kept.Drop")
    assert "Above it stands" not in _said(tmp_path, files, "Kept.Old")
    assert 'Above it stands `@Scheduled(cron = "0 0 (0) * * *")`, by which' in _said(
        tmp_path, files, "Shop.count"
    )
    assert 'Above it stands `@Bean @Named("clock")`, by which' in _said(tmp_path, files, "Shop.clock")
    assert "Above it stands" not in _said(tmp_path, files, "Shop.toString")
    assert "Above it stands" not in _said(tmp_path, files, "Depot")
    assert "Above it stands" not in _said(tmp_path, files, "Bloc.addError")
    assert "Above it stands" not in _said(tmp_path, files, "setUp")
    assert 'Above it stands `#[export_name = "run_it"]`, by which' in _said(tmp_path, files, "start")


def test_what_its_type_is_marked_with_is_told_where_that_alone_gives_a_name(tmp_path: Path) -> None:
    files = {
        "Receiver.java": (
            '@RabbitListener(queues = "order.paid")\nclass Receiver {\n'
            '    @RabbitHandler\n    void handle() {}\n    @Named("order")\n    void named() {}\n}\n'
        ),
    }

    said = 'Above its type stands `@RabbitListener(queues = "order.paid")`.'
    assert said in _said(tmp_path, files, "Receiver.handle")
    assert said not in _said(tmp_path, files, "Receiver.named")


def test_what_a_framework_does_with_a_function_is_said_also_where_the_product_calls_it(
    tmp_path: Path,
) -> None:
    files = {
        "Shop.java": (
            "class Shop {\n"
            "    @PostConstruct\n    void load() {}\n"
            '    @Transactional(rollbackFor = Lost.class) @Cacheable("carts") void pay() {}\n'
            "    @Deprecated\n    void plain() {}\n"
            "    void run() { load(); pay(); plain(); }\n"
            "}\n"
        ),
    }

    assert _said(tmp_path, files, "Shop.load").endswith(
        "\nBy `@PostConstruct` above it a framework calls it, too."
    )
    pay = "\nBy `@Transactional`, `@Cacheable` above it a framework runs code around its calls."
    assert _said(tmp_path, files, "Shop.pay").endswith(pay)
    assert "framework" not in _said(tmp_path, files, "Shop.plain")


def test_who_takes_what_a_function_makes_for_a_container_is_told(tmp_path: Path) -> None:
    files = {
        "shop/Setup.java": (
            "package shop;\nclass Setup {\n    @Bean\n    public Clock clock(Zone zone) { return null; }\n}\n"
        ),
        "shop/Clock.java": "package shop;\npublic interface Clock {}\n",
        "shop/Zone.java": "package shop;\npublic class Zone {}\n",
        "shop/Till.java": "package shop;\nclass Till {\n    private Clock clock;\n    Zone zone;\n}\n",
        "shop/Module.kt": (
            "package shop\nclass Module {\n    @Provides\n    fun lamp(zone: Zone): Lamp = Lamp(zone)\n}\nclass Lamp\n"
        ),
        "shop/Desk.kt": "package shop\nclass Desk @Inject constructor(private val lamp: Lamp)\n",
    }

    clock = "Who takes a Clock may be given it: class:shop/Till.java:Till L3."
    assert clock in _said(tmp_path, files, "Setup.clock")
    assert "Who takes a Lamp may be given it: class:shop/Desk.kt:Desk L2." in _said(
        tmp_path, files, "Module.lamp"
    )


def test_what_documents_a_function_of_elixir_is_nothing_by_which_others_call_it(tmp_path: Path) -> None:
    files = {
        "lib/shop.ex": (
            "defmodule Shop do\n"
            '  @doc """\n  Told as `@total`.\n  """\n  @spec total(Cart.t()) :: integer()\n'
            "  def total(cart), do: cart\n\n"
            '  @doc "Runs."\n  @impl true\n  def init(cart), do: cart\nend\n'
        ),
    }

    assert "Above it stands" not in _said(tmp_path, files, "Shop.total")
    assert "Above it stands `@impl true`, by which" in _said(tmp_path, files, "Shop.init")


def test_a_makefile_calls_no_function_and_what_is_derived_is_no_way_to_use_a_type(tmp_path: Path) -> None:
    files = {
        "shop/pack.py": "def pack_all():\n    pass\n",
        "Makefile": "all:\n\tshop.pack_all()\n",
        "src/cart.rs": "#[derive(Clone, Debug)]\npub struct Cart;\n",
    }

    said = _said(tmp_path, files, "pack_all")

    assert "What `pack_all` means is not known" not in said
    assert "Above it stands" not in _said(tmp_path, files, "Cart")


def test_to_be_listed_by_what_defines_it_is_no_use(tmp_path: Path) -> None:
    """The lines that may use it are told; of a name that others have, too, they would tell nothing."""
    files = {
        "web/app.js": (
            "export const app = made();\napp.checkApiError = function (error) {};\n"
            "app.close = function () {};\n"
        ),
        "web/dialog.js": "export function close() {}\n",
        "web/page.js": "export function submit() {\n  app.checkApiError(1);\n  app.close();\n}\n",
    }

    said = _said(tmp_path, files, "checkApiError")

    assert "<- module:app.js:__init__  hands over L2" in said
    assert "What `checkApiError` means is not known at web/page.js:2 in submit; it may be this one." in said
    assert "not known" not in _said(tmp_path, files, "web/app.js:close")


def test_a_prototype_is_no_line_that_may_use_it(tmp_path: Path) -> None:
    files = {
        "cart.c": (
            "static int weigh_cart(int);\n\nstruct table { int (*run)(int); } table = { weigh_cart };\n\n"
            "static int weigh_cart(int given) { return given; }\n"
        ),
    }

    assert "not known" not in _said(tmp_path, files, "weigh_cart")


@pytest.mark.parametrize(
    "path", ["shop/migrations/0001_initial.py", "examples/fill.py", "shop/fill_generated.py"]
)
def test_lines_in_files_beside_the_product_are_told(tmp_path: Path, path: str) -> None:
    files = {
        "shop/cart.py": "class Cart:\n    def fill_whole(self):\n        pass\n",
        path: "def run(carts):\n    for name in carts:\n        ask(name.fill_whole, 1)\n",
    }

    said = _said(tmp_path, files, "Cart.fill_whole")

    assert f"{path}:3" in said


def test_nobody_else_runs_a_private_constructor(tmp_path: Path) -> None:
    files = {
        "src/Sums.java": "class Sums {\n  private Sums() {}\n  static int add(int one) { return one; }\n}\n"
    }

    assert _UNNAMED not in _said(tmp_path / "private", files, "Sums.java:2")

    files = {"src/Sums.java": files["src/Sums.java"].replace("private ", "")}
    assert _UNNAMED in _said(tmp_path / "open", files, "Sums.java:2")


def test_lines_that_may_use_a_helper_of_tests_are_told(tmp_path: Path) -> None:
    source = """\
pub struct Cart;
#[cfg(test)]
mod tests {
    fn new_cart() -> Cart { Cart }
    #[rstest]
    fn starts(#[from(new_cart)] cart: Cart) {}
    #[test]
    fn starts_again() { log("starts"); }
}
"""
    files = {"src/lib.rs": source}

    assert _said(tmp_path, files, "new_cart").endswith(
        "What `new_cart` means is not known at src/lib.rs:6 in tests.starts; it may be this one."
    )
    assert "not known" not in _said(tmp_path, files, "starts")


@pytest.mark.parametrize(
    ("path", "source", "asked", "place"),
    [
        (
            "cart.py",
            "class Item:\n    def __init__(self, name): ...\n\ndef items(names):\n    return map(Item, names)\n",
            "Item.__init__",
            "cart.py:5 in `items`",
        ),
        (
            "Cart.java",
            (
                "class Item {\n  Item(String name) {}\n}\nclass Cart {\n"
                "  List<Item> items(List<String> names) { return names.stream().map(Item::new).toList(); }\n}\n"
            ),
            "Item.Item",
            "Cart.java:5 in `Cart.items`",
        ),
    ],
)
def test_who_is_handed_a_type_may_run_its_constructor(
    tmp_path: Path, path: str, source: str, asked: str, place: str
) -> None:
    said = _said(tmp_path, {path: source}, asked).splitlines()
    assert f"Its type is handed over at {place}; who takes that may make objects of it." in said
    assert _UNNAMED not in said


@pytest.mark.parametrize(
    ("path", "source"),
    [
        (
            "cart.rs",
            "struct Cart;\nimpl Cart { fn total(&self) {} }\nfn pay(total: u8) -> u8 { 2 * total }\n",
        ),
        ("cart.go", "package shop\ntype Cart struct{}\nfunc (c *Cart) total() {}\nfunc pay(total int) {}\n"),
        (
            "Cart.java",
            "class Cart {\n  void total() {}\n}\nclass Pay {\n  int pay(int total) { return total; }\n}\n",
        ),
        ("cart.py", "class Cart:\n    def total(self): ...\ndef pay(total):\n    return 1 + total\n"),
        ("cart.php", "<?php\nclass Cart { function total() {} }\nfunction pay($total) { return $total; }\n"),
        (
            "cart.cpp",
            "class Cart {\n  void total();\n};\nvoid Cart::total() {}\nint pay(int total) { return total; }\n",
        ),
    ],
)
def test_what_is_named_otherwise_than_methods_are_is_no_use(tmp_path: Path, path: str, source: str) -> None:
    assert "not known" not in _said(tmp_path, {path: source}, "Cart.total")


def test_a_method_is_named_behind_its_type_too(tmp_path: Path) -> None:
    source = "struct Cart;\nimpl Cart { fn total(&self) {} }\nfn sum(all: All) { all.map(Any::total) }\n"
    said = _said(tmp_path, {"cart.rs": source}, "Cart.total")
    assert "What `total` means is not known at cart.rs:3 in sum; it may be this one." in said


_TABS = (
    "function TabsList() {\n  return null;\n}\n"
    'TabsList.displayName = "TabsList";\n'
    "export {\n  Tabs,\n  TabsList,\n};\nconst Tabs = 1;\n"
)


def test_what_a_file_exports_of_its_own_is_known_and_no_use(tmp_path: Path) -> None:
    said = _said(tmp_path, {"tabs.tsx": _TABS}, "TabsList")

    assert _NOTHING in said
    assert "may be this one" not in said


def test_a_default_export_is_no_use_and_another_line_is(tmp_path: Path) -> None:
    files = {
        "chip.tsx": "const Chip = () => null;\nwrap['Chip'] = Chip2(Chip);\nexport default memo(Chip);\n"
    }

    said = _said(tmp_path, files, "Chip")

    assert "chip.tsx:3" not in said


def test_files_are_counted_that_have_the_name_itself(tmp_path: Path) -> None:
    files = {f"part{n}.go": f"package shop\n// Any organization may use the file {n}.\n" for n in range(90)}
    files |= {"org.go": "package shop\ntype Shop struct{}\nfunc (s *Shop) Org() {}\n"}
    files |= {"use.go": "package shop\nfunc use(all Known) { all.Org() }\n"}
    said = _said(tmp_path, files, "Shop.Org")
    assert "too many" not in said
    assert "use.go:2" in said


def test_a_method_that_hides_one_of_an_embedded_type_overrides_nothing(tmp_path: Path) -> None:
    source = """package shop
type Base struct{}
func (b *Base) Create() {}
type Wrap struct{ *Base }
func (w *Wrap) Create() {}
func run(b *Base) { b.Create() }
"""
    assert "overrides" not in _said(tmp_path, {"shop.go": source}, "Wrap.Create")


def test_a_mark_that_has_nothing_call_a_function_is_not_named(tmp_path: Path) -> None:
    marks = {"traced": "#[tracing::instrument(skip_all)]", "listed": "#[listed_below]"}
    source = "".join(f"{mark}\nfn {name}() {{}}\n" for name, mark in marks.items())
    assert "Above it stands" not in _said(tmp_path, {"cart.rs": source}, "traced")
    assert "Above it stands" in _said(tmp_path, {"cart.rs": source}, "listed")
    early = "@RequiresOptIn\nannotation class Early\n\n@Early\nfun told() {}\n\n@Late\nfun late() {}\n"
    assert "Above it stands" not in _said(tmp_path, {"cart.kt": early}, "told")
    assert "Above it stands" in _said(tmp_path, {"cart.kt": early}, "late")


def test_a_word_in_a_text_uses_no_function_of_python(tmp_path: Path) -> None:
    files = {
        "query.py": "def geo(lat):\n    return lat\n",
        "use.py": "def run(search, one):\n    search('-@geo')\n    sort(one, by='geo')\n    return {'geo': 1}\n",
        "ask.py": "def ask(module):\n    getattr(module, 'geo')\n    return f'{geo(1)}'\nrun = methodcaller('geo')\n",
    }
    said = _said(tmp_path, files, "query.py:geo")
    assert "What `geo` means is not known at ask.py:2 in ask,3,4 at top; it may be this one." in said
    assert "use.py" not in said


def test_osgi_runs_what_goes_by_its_name_with_what_takes_a_service(tmp_path: Path) -> None:
    text = (
        "import org.osgi.service.component.annotations.Reference;\n\nclass Shop {\n"
        "  @Reference\n  void addParser(Parser one) {}\n  void removeParser(Parser one) {}\n"
        "  void setClock(Clock one) {}\n  void unsetClock(Clock one) {}\n}\n"
    )

    said = _said(tmp_path, {"Shop.java": text}, "Shop.removeParser")
    assert "OSGi may run it: it goes by its name with `addParser` below `@Reference`, L4." in said
    assert _NOWHERE not in said
    assert "OSGi" not in _said(tmp_path, {"Shop.java": text}, "Shop.unsetClock")
