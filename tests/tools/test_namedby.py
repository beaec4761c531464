"""Who uses a constant or a type: what a trace says of it from the text, where no edge tells."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from written_files import write

from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

CASES = {
    "a member that an extension gives a type which is not defined here": (
        {
            "Names.swift": """
                extension Notification.Name {
                  public static let refresh = Notification.Name("refresh")
                }
                """,
            "Menu.swift": """
                struct Menu {
                  func post() {
                    NotificationCenter.default.post(name: .refresh, object: nil)
                  }
                  func whole() {
                    post(Notification.Name.refresh)
                  }
                }
                """,
            "Model.swift": """
                class Model {
                  func refresh() {}
                }
                struct Page {
                  let model: Model
                  func shown() {
                    model.refresh()
                  }
                }
                """,
        },
        "Notification.Name.refresh",
        ["method:Menu.swift:Menu.post L4", "method:Menu.swift:Menu.whole L7"],
    ),
    "a field that a function reads of what an edge knows, and of what only its name tells": (
        {
            "cart.py": """
                class Cart:
                    size: int = 3

                    def grow(self, other):
                        self.size += 1
                        return self.size
                """,
            "show.py": """
                from cart import Cart

                def show(cart: Cart, given):
                    size = cart.size
                    return size + given.cart.size
                """,
        },
        "Cart.size",
        ["func:show.py:show L6"],
    ),
    "a field that others have a parameter, a variable or a keyword of the name of (Kotlin)": (
        {
            "Order.kt": """
                class Order(val pieces: Int) {
                  private val whole = pieces > 3
                }
                class Parcel(val weight: Int)
                fun made(pieces: Int) = Order(pieces = 4)
                fun packed(weight: Int) = wrap(pieces = weight)
                fun counted(list: List<Int>): Int {
                  val pieces = list.size
                  return pieces + 1
                }
                """,
        },
        "Order.pieces",
        ["attr:Order.kt:Order.whole L3", "func:Order.kt:made L6"],
    ),
    "the same of Swift": (
        {
            "Cart.swift": """
                struct Cart {
                  let parts: Int
                  func doubled(parts: Int) -> Int { parts * 2 }
                }
                func show(parts: Int) -> Int { parts + 1 }
                func made(given: Int) -> [Cart] { [Cart(parts: 3)] + wrapped(parts: given) }
                """,
        },
        "Cart.parts",
        [],
    ),
    "the same of Dart, with a call of its constructor": (
        {
            "lib/field.dart": """
                class Field {
                  final int? rows;
                  Field({this.rows});
                }
                Object a() => Text(rows: 3);
                Object b() => Field(rows: 3);
                """,
        },
        "Field.rows",
        ["method:lib/field.dart:Field.Field L4", "func:lib/field.dart:b L7"],
    ),
    "a field whose name calls of libraries have for a keyword": (
        {
            "cart.py": "class Cart:\n    indent: int = 3\n",
            "show.py": """
                import dataclasses
                import json
                from pathlib import Path

                def show(cart):
                    return json.dumps(cart, indent=4)

                def told(path: Path):
                    return path.read_text(indent=4) + "{indent}".format(indent=5)

                def made(make, cart):
                    return make(indent=dataclasses.replace(cart, indent=4))
                """,
        },
        "Cart.indent",
        ["func:show.py:made L13"],
    ),
    "a constant that its own file reads": (
        {
            "src/node.ts": """
                const NO_RUN = "NO_RUN" // NO_RUN is no read, nor is "NO_RUN"
                export class Node {
                  run = NO_RUN
                  isIdle(): boolean {
                    return this.run === NO_RUN
                  }
                }
                """,
        },
        "NO_RUN",
        ["attr:src/node.ts:Node.run L4", "method:src/node.ts:Node.isIdle L6"],
    ),
    "a file that imports it, one that has its own, and one that only has such a parameter": (
        {
            "src/limits.js": "export const size = 3\n",
            "src/page.js": "import { size } from './limits'\nexport function page() {\n  return `${size} rows`\n}\n",
            "src/other.js": "const size = 4\nexport function other() {\n  return size\n}\n",
            "src/apart.js": "export function apart(size) {\n  return size\n}\n",
        },
        "src/limits.js:size",
        ["func:src/page.js:page L3"],
    ),
    "a variable of a script that another fills, and gives another value": (
        {
            "src/shared.ts": "let shared = []\n",
            "src/fill.ts": """
                function fill(row: number) {
                  shared[row] = 1
                }
                function start_anew(rows: number[]) {
                  shared = rows
                }
                function apart(rows: number[]) {
                  const shared = rows
                  shared[0] = 1
                }
                """,
        },
        "shared",
        ["func:src/fill.ts:fill L3", "func:src/fill.ts:start_anew L6"],
    ),
    "an enumerator of C": (
        {
            "code.h": "enum code { CODE_OK, CODE_TIMEOUT };\n",
            "main.c": '#include "code.h"\nint wait(int left)\n{\n  return left ? CODE_OK : CODE_TIMEOUT;\n}\n',
        },
        "CODE_TIMEOUT",
        ["func:main.c:wait L4"],
    ),
    "a variable of C, by whom its declaration is included": (
        {
            "server.h": "struct server { int port; };\nextern struct state server;\n",
            "server.c": '#include "server.h"\nstruct server server;\nint port(void) { return server.port; }\n',
            "net.c": '#include "server.h"\nint open_port(void)\n{\n  return bind(&server);\n}\n',
            "other.c": "static int server;\nint other(void) { return server; }\n",
        },
        "var:server.h:server",
        ["func:net.c:open_port L4", "func:server.c:port L3"],
    ),
    "a constant of an enum of Java, which another has too": (
        {
            "shop/Errors.java": """
                package shop;
                enum Errors {
                    NONE, UNKNOWN;
                    boolean isUnknown() { return this == UNKNOWN; }
                }
                """,
            "shop/Kind.java": "package shop;\nenum Kind { UNKNOWN }\n",
            "shop/Cart.java": """
                package shop;
                class Cart {
                    Errors check() {
                        if (kind() == Kind.UNKNOWN) return Errors.NONE;
                        return Errors.UNKNOWN;
                    }
                }
                """,
        },
        "Errors.UNKNOWN",
        ["method:shop/Cart.java:Cart.check L6", "method:shop/Errors.java:Errors.isUnknown L5"],
    ),
    "a type of Java, in an annotation of Kotlin": (
        {
            "shop/Limits.java": "package shop;\nclass Limits {\n    static final int LONGEST = 3;\n}\n",
            "shop/Cart.kt": """
                package shop
                class Cart {
                    @Size(max = Limits.LONGEST)
                    fun name() = "cart"
                }
                """,
        },
        "Limits",
        ["method:shop/Cart.kt:Cart.name L4"],
    ),
    "a variant of an enum of Rust": (
        {
            "src/lib.rs": """
                pub enum Mode { Any, Exact }
                pub enum Other { Any }
                pub fn mode(strict: bool) -> Mode {
                    let _other = Other::Any;
                    if strict { Mode::Exact } else { Mode::Any }
                }
                """,
        },
        "Mode.Any",
        ["func:src/lib.rs:mode L6"],
    ),
    "a variable of a Go package, seen from its other files": (
        {
            "go.mod": "module example.com/lease\n",
            "lease.go": "package lease\n\nvar forever = 10\n\nvar rate = forever * 2\n",
            "renew.go": "package lease\n\nfunc renew() int {\n\treturn forever\n}\n",
            "sub/own.go": "package sub\n\nvar forever = 2\n\nfunc own() int {\n\treturn forever\n}\n",
        },
        "lease.go:forever",
        ["var:lease.go:rate L5", "func:renew.go:renew L4"],
    ),
    "a constant of a class of Ruby, to which edges lead in the class and from behind its name": (
        {
            "lib/cop.rb": """
                class Cop
                  MSG = 'no'
                  def message
                    MSG
                  end
                end
                """,
            "lib/rule.rb": "class Rule\n  MSG = 'yes'\n  def all\n    [MSG, Cop::MSG]\n  end\nend\n",
        },
        "Cop.MSG",
        [],
    ),
    "a field of Java, whose name is that of parameters and variables elsewhere": (
        {
            "shop/Limits.java": "package shop;\nclass Limits { int mostRows; }\n",
            "shop/Page.java": """
                package shop;
                class Page {
                    int cut(int mostRows) { return mostRows; }
                    int all() { int mostRows = 3; return mostRows; }
                    int read(Book book) { return book.limits().mostRows; }
                }
                """,
        },
        "Limits.mostRows",
        ["method:shop/Page.java:Page.read L6"],
    ),
    "a field that no keyword names of a function's parameter, or of another type's field": (
        {
            "cart.py": """
                from box import Box

                class Cart:
                    size: int = 3

                    def fill(self):
                        fill_up(size=5)
                        return Box(size=3)

                    def copy(self):
                        return replace(self, size=4)

                class Big(Cart):
                    pass

                def fill_up(size):
                    return size
                """,
            "box.py": """
                class Box:
                    size: int = 3
                """,
            "other.py": """
                from cart import Big, Cart, fill_up

                def run():
                    fill_up(size=4)

                def made():
                    return Cart(size=4)

                def big():
                    return Big(size=4)
                """,
        },
        "cart.py:Cart.size",
        ["method:cart.py:Cart.copy L12"],
    ),
    "a field that a keyword names beside a parameter of that name, and that a pattern takes out": (
        {
            "app/limits.py": "class Limits:\n    most_rows: int = 3\n",
            "app/page.py": """
                def page(make, most_rows):
                    return most_rows + 1

                def made(make, most_rows):
                    return make(most_rows=most_rows)
                """,
        },
        "Limits.most_rows",
        ["func:app/page.py:made L6"],
    ),
    "a member that a pattern takes out": (
        {
            "src/limits.ts": "export interface Limits {\n  mostRows: number\n}\n",
            "src/page.js": "export function page(book) {\n  const { mostRows } = book.limits()\n  return mostRows\n}\n",
        },
        "Limits.mostRows",
        ["func:src/page.js:page L2"],
    ),
    "a class of Ruby that nobody makes, and that answers to what it does not define": (
        {
            "lib/ui.rb": "class Screen\n  def self.method_missing(name, *words)\n    Screen.to_s\n  end\nend\n",
            "lib/run.rb": "class Run\n  def start\n    Screen.message('go')  # not Screens\n  end\nend\n",
        },
        "Screen",
        ["method:lib/run.rb:Run.start L3"],
    ),
    "a class of Ruby that one makes, and another asks for what it inherits from a library": (
        {
            "vote.rb": "class Vote < Record\nend\n",
            "poll.rb": """
                class Poll
                  def open
                    Vote.new
                  end

                  def count
                    Vote.where(poll: self).count
                  end
                end
                """,
        },
        "Vote",
        ["method:poll.rb:Poll.count L8"],
    ),
    "a class that one makes where imports tell who else names it": (
        {
            "vote.py": "class Vote(Record):\n    pass\n",
            "poll.py": "from vote import Vote\n\ndef start():\n    Vote()\n\ndef count():\n    Vote.objects.count()\n",
        },
        "Vote",
        [],
    ),
    "a field of Rust that others have too, of which edges tell": (
        {
            "src/cart.rs": """
                pub struct Cart { pub size: u32 }
                pub struct Shelf { pub size: u32 }

                impl Cart {
                    pub fn new(size: u32) -> Self {
                        Self { size }
                    }
                    pub fn is_full(&self) -> bool {
                        self.size > 9
                    }
                    pub fn grown(size: u32) -> u32 {
                        size + 1
                    }
                }

                impl Shelf {
                    pub fn is_full(&self) -> bool {
                        self.size > 3
                    }
                }

                pub fn small() -> Cart {
                    Cart { size: 1 }
                }

                pub fn shelf() -> Shelf {
                    Shelf { size: 2 }
                }
                """,
        },
        "Cart.size",
        [],
    ),
    "a field of C that others have too, of a variable that another file declares": (
        {
            "server.h": """
                struct client { int hz; };
                struct state { int hz; };
                extern struct state server;
                extern struct client one;
                """,
            "server.c": """
                #include "server.h"
                struct state server;
                struct client one;
                void init(void) { server.hz = 10; }
                """,
            "evict.c": """
                #include "server.h"
                int period(void) {
                  return 1000 / server.hz;
                }
                int of_client(void) {
                  return one.hz;
                }
                int of_local(struct client *server) {
                  return server->hz;
                }
                int of_parameter(const struct state *given) {
                  return given->hz;
                }
                """,
        },
        "state.hz",
        [],  # edges lead there
    ),
    "a field of Go where one is made, of which edges tell": (
        {
            "go.mod": "module shop\n",
            "cart.go": """
                package shop

                type Cart struct{ Size int }
                type Shelf struct{ Size int }

                func small() *Cart {
                \treturn &Cart{Size: 1}
                }

                func shelf() Shelf {
                \treturn Shelf{Size: 2}
                }
                """,
        },
        "Cart.Size",
        [],
    ),
    "a field of Go that no other has, and texts, variables and modules of its name": (
        {
            "go.mod": "module shop\n",
            "cart.go": """
                package shop

                type Cart struct{ env map[string]string }

                func fill(c *Cart, flag func(string) string) {
                \tfor _, env := range all() {
                \t\tc.env[env] = flag("env") + `env`
                \t}
                }

                func other(flag func(string) string) string {
                \tenv := flag("env")
                \treturn env
                }

                func made() *Cart {
                \treturn &Cart{env: nil}
                }
                """,
        },
        "Cart.env",
        [],
    ),
    "a field of Rust that no other has, and a module and a variable of its name": (
        {
            "src/lib.rs": """
                mod size;
                pub struct Cart { pub size: u32 }
                pub fn made(size: u32) -> Cart {
                    Cart { size }
                }
                pub fn other(rows: &[u32]) -> u32 {
                    rows.iter().map(|size| size + 1).sum()
                }
                """,
        },
        "Cart.size",
        [],
    ),
    "a field of Java, to which an edge leads, beside texts that are its name": (
        {
            "Cart.java": """
                class Cart { String code; }
                class Shop {
                    String of(Cart cart) { return cart.code; }
                    String key() { return "code" + "cart.code"; }
                }
                """,
        },
        "Cart.code",
        [],
    ),
    "a member of C++ by methods that are written in another file": (
        {
            "cart.h": "class Cart {\npublic:\n  bool full() const;\n  int size;\n};\nclass Shelf {\n  int size;\n};\n",
            "cart.cpp": """
                #include "cart.h"
                bool Cart::full() const {
                  return size > 9 || this->size < 0;
                }
                int other(Shelf* shelf) {
                  return shelf->size;
                }
                """,
        },
        "Cart.size",
        [],  # an edge leads there
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_who_names_it(tmp_path: Path, case: str) -> None:
    files, asked, expected = CASES[case]
    assert named_by(tmp_path, files, asked) == expected


def named_by(root: Path, files: dict[str, str], asked: str) -> list[str]:
    write(root, {path: dedent(text) for path, text in files.items()})
    data = ask(root, asked).data
    return [f"{row['id']} L{','.join(map(str, row['lines']))}" for row in data.get("named_by", ())]


def ask(root: Path, asked: str, limit: int = 40, cursor: str = ""):  # noqa: ANN201
    session = DirectSession(root, load_settings({}, environ={"NSCCN_CACHE_DIR": str(root.parent / "cache")}))
    return trace_causal_path(session, asked, "upstream", limit=limit, cursor=cursor)


def test_what_it_reads_like(tmp_path: Path) -> None:
    readers = "".join(f"def read_{letter}():\n    return LIMIT_OF_ROWS\n" for letter in "abc")
    write(tmp_path, {"app/limits.py": "LIMIT_OF_ROWS = 3\n" + readers})

    answer = ask(tmp_path, "LIMIT_OF_ROWS", limit=2)
    cursor = answer.data["cursor"]
    assert answer.text.splitlines() == [
        "var:app/limits.py:LIMIT_OF_ROWS  L1-1 | LIMIT_OF_ROWS = 3",
        "state, depth 3: 0 entities, 0 edges, and 3 entities name it",
        "<- func:app/limits.py:read_a  names it L3; read_b L5",
        f"[1 more names it beyond limit=2; cursor={cursor}]",
        "Who names it was found by the text alone, and is no edge.",
        "An entity of kind var has no upstream; direction=state was followed.",
        "No other assignment to it was found.",
    ]
    assert ask(tmp_path, "LIMIT_OF_ROWS", limit=2, cursor=cursor).text.splitlines()[2:] == [
        "<- func:app/limits.py:read_c  names it L7"
    ]


def test_those_who_name_it_share_lines_by_file_and_by_folder_and_tests_apart(tmp_path: Path) -> None:
    read = "import app.Kind;\nclass {0} {{\n  Object run() {{ return Kind.SOLD; }}\n}}\n"
    files = {
        "app/Kind.java": "package app;\npublic enum Kind { SOLD }\n",
        **{f"app/views/{name}.java": read.format(name) for name in ("Ask", "Buy", "Sell")},
        "app/till/Pay.java": read.format("Pay") + "class Take {\n  Object run() { return Kind.SOLD; }\n}\n",
        **{f"test/{name}/{name}Test.java": read.format(f"{name}Test") for name in ("Buy", "Pay")},
    }
    assert ask(write(tmp_path, files), "Kind.SOLD").text.splitlines()[2:5] == [
        "<- method:app/till/Pay.java:Pay.run  names it L3; Take.run L6",
        "<- method:app/views/Ask.java:Ask.run  names it L3; Buy.java:Buy.run L3; Sell.java:Sell.run L3",
        "<- method:test/Buy/BuyTest.java:BuyTest.run  names it L3; PayTest.java:PayTest.run L3",
    ]


def test_what_an_edge_shows_is_not_named_again(tmp_path: Path) -> None:
    write(tmp_path, {"app/state.py": "open_files = []\ndef opened():\n    open_files.append(1)\n"})

    text = ask(tmp_path, "open_files").text

    assert "writes L3" in text
    assert "names it" not in text


def test_a_line_on_which_an_edge_uses_a_type_is_not_told_again(tmp_path: Path) -> None:
    """Neither of the field that stands there nor of the function that makes one."""
    write(
        tmp_path,
        {
            "shop/Till.java": "package shop;\nclass Till {\n  Till(int coins) {}\n  static int OPEN = 1;\n}\n",
            "shop/Shop.java": (
                "package shop;\nclass Shop {\n  Till till;\n  Shop() { till = new Till(3); }\n"
                "  int open() { return Till.OPEN; }\n}\n"
            ),
        },
    )

    text = ask(tmp_path, "Till").text

    assert "class:shop/Shop.java:Shop  uses as a type L3" in text
    assert "method:Shop.java:Shop.Shop  calls L4" in text
    assert [line.split(" | ")[0] for line in text.splitlines() if "names it L" in line] == [
        "<- method:shop/Shop.java:Shop.open  names it L5"
    ]


def test_for_which_members_a_type_is_named_to_which_edges_lead(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "shop/Rates.java": (
                "package shop;\nclass Rates {\n  static int TOP = 9;\n"
                "  static int of(int item) { return item; }\n  static int top() { return TOP; }\n}\n"
            ),
            "shop/Till.java": (
                "package shop;\nclass Till {\n  int most() { return Rates.TOP; }\n"
                "  int sum() { return Rates.of(1) + Rates.of(2) + Rates.top(); }\n}\n"
            ),
        },
    )

    answer = ask(tmp_path, "Rates")

    assert answer.text.splitlines()[2:] == [
        "<- method:shop/Till.java:Till.most  names it L3; Till.sum L4 for of, top",
        "Who names it was found by the text alone, and is no edge.",
        "Edges lead to the members that it is named for.",
    ]
    assert [named.get("members") for named in answer.data["named_by"]] == [None, ["of", "top"]]


def test_words_of_a_page_name_no_type(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "app/models/till.rb": "class Till\n  def self.open\n    1\n  end\nend\n",
            "app/views/tills/index.html.erb": "<p>Till</p>\n<%= Till.open %>\n",
        },
    )

    assert [line for line in ask(tmp_path, "Till").text.splitlines() if line.startswith("<- ")] == [
        "<- module:app/views/tills/index.html.erb:__init__  names it L2 for open"
    ]


def test_where_the_writes_to_its_fields_are_told(tmp_path: Path) -> None:
    source = "struct store { int size; };\nstruct store all;\nint fill(void) { return all.size = 1; }\n"
    levels = "enum level { LOW, HIGH };\nenum level now;\nint is_low(void) { return now == LOW; }\n"
    write(tmp_path, {"store.c": source, "level.c": levels})

    assert ask(tmp_path, "store.c:all").text.splitlines()[2:5] == [
        "<- func:store.c:fill  names it L3",
        "Who names it was found by the text alone, and is no edge.",
        "What is written into it is told of its fields: those of struct:store.c:store.",
    ]
    assert "told of its fields" not in ask(tmp_path, "level.c:now").text  # nothing is written into LOW


def test_a_type_of_others_is_none_of_ours_that_has_its_name(tmp_path: Path) -> None:
    """`time.Duration` is not the repository's own `Duration`."""
    source = (
        'package shop\n\nimport "time"\n\ntype Duration struct {\n\tHours int\n}\n\ntype Kind string\n\n'
        "type Till struct {\n\tOpen  time.Duration\n\tClosed Duration\n\tOf Kind\n}\n"
    )
    write(tmp_path, {"go.mod": "module shop\n", "till.go": source})

    told = "What is written into it is told of its fields: those of struct:till.go:Duration."
    assert told in ask(tmp_path, "Till.Closed").text
    assert "told of its fields" not in ask(tmp_path, "Till.Open").text
    assert "told of its fields" not in ask(tmp_path, "Till.Of").text  # it has none


def test_a_member_is_read_of_what_is_declared_to_be_of_its_type(tmp_path: Path) -> None:
    """Others have its name, so that the name alone does not say that it is meant."""
    write(
        tmp_path,
        {
            "Options.cs": "public class Options { public string Port; }\npublic class Mail { public string Port; }\n",
            "Shop.cs": (
                "public class Shop\n{\n    private readonly Options _options;\n    private readonly Mail _mail;\n"
                "    public string Port => _options.Port;\n"
                "    public string Of(Options given) => given?.Port;\n"
                "    public string Made() { var made = new Options(); return made.Port; }\n"
                "    public string OfMail() => _mail.Port;\n"
                "    public string Hidden(Mail _options) => _options.Port;\n"
                "    public string Further(Other other) => other._options.Port;\n"
                "    public string Own() => this._options.Port;\n}\n"
            ),
        },
    )

    text = ask(tmp_path, "attr:Options.cs:Options.Port").text

    assert "<- method:Shop.cs:Shop.Port  reads L5; Shop.Of L6; Shop.Made L7; Shop.Own L11" in text
    assert "What `Port` means is not known at Shop.cs:10 in Shop.Further; it may be this one." in text


def test_a_member_is_named_of_what_a_method_calls_its_object(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "go.mod": "module example.org/shop\n",
            "cart.go": "package shop\n\ntype Cart struct{ size int }\ntype Shelf struct{ size int }\n",
            "sum.go": (
                "package shop\n\nfunc (c *Cart) Sum() int { return c.size }\n"
                "func (s *Shelf) Sum() int { return s.size }\nfunc total(c *Cart) int { return c.size }\n"
            ),
        },
    )

    text = ask(tmp_path, "attr:cart.go:Cart.size").text

    assert "<- method:sum.go:Cart.Sum  reads L3" in text
    assert "<- :total  reads L5" in text
    assert "Shelf" not in text


def test_what_a_function_writes_as_an_edge_tells_is_known(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "cart.h": "struct cart { int size; };\nstruct shelf { int size; };\n",
            "cart.c": (
                '#include "cart.h"\nvoid fill(struct cart *c, struct shelf *s) {\n  if (c->size > 3) empty(c);\n'
                "  c->size = 1;\n  show(c->size);\n  show(other()->size);\n}\n"
            ),
        },
    )

    text = ask(tmp_path, "attr:cart.h:cart.size").text

    assert "writes L4, reads L3,5\n" in text
    assert "What `size` means is not known at cart.c:6 in fill; it may be this one." in text


def test_that_a_field_is_written_does_not_tell_what_is_read_for_it(tmp_path: Path) -> None:
    files = {
        "go.mod": "module shop\n",
        "model/feed.go": "package model\n\ntype Feed struct{ Title string }\n",
        "ui/edit.go": (
            "package ui\n\ntype Form struct{ Title string }\n\nfunc edit(f lib.Entry, g *Form) {\n"
            "\tshow(Form{Title: f.Title})\n\tg.Title = f.Title\n"
            "\tg.Title = trim(g.Title)\n\tshow(Form{Title: title})\n}\n"
        ),
    }
    text = ask(write(tmp_path, files), "attr:model/feed.go:Feed.Title").text
    assert "What `Title` means is not known at ui/edit.go:6 in edit,7; it may be this one." in text


def test_of_a_type_that_the_text_names_nothing_is_said_twice(tmp_path: Path) -> None:
    """Neither that nobody calls it, nor which of those who name it import it."""
    write(
        tmp_path,
        {
            "shop/Rates.kt": "package shop\nobject Rates {\n  fun of(item: Int) = 7\n}\n",
            "till/Till.kt": "package till\nimport shop.Rates\nclass Till {\n  fun sum() = Rates.of(1)\n}\n",
            "till/Passed.kt": "package till\nimport shop.Rates\n",
        },
    )

    assert ask(tmp_path, "Rates").text.splitlines()[2:] == [
        "<- method:till/Till.kt:Till.sum  names it L4 for of",
        "Edges lead to the members that it is named for.",
        "Also imported at till/Passed.kt:2.",
    ]


def test_what_of_the_product_names_a_type_is_told_beside_the_tests_that_use_it(tmp_path: Path) -> None:
    files = {
        "src/lib.rs": "mod commands;\nmod context;\n",
        "src/commands.rs": "pub trait Command {}\npub struct Skip;\nimpl Command for Skip {}\n",
        "src/context.rs": "use crate::commands::*;\nfn register() {\n    bind! {\n        Skip,\n    }\n}\n",
        "tests/skip.rs": "use shop::commands::Skip;\n#[test]\nfn skips() {\n    run(Skip);\n    check!(Skip);\n}\n",
    }

    assert named_by(tmp_path, {**files, "Cargo.toml": '[package]\nname = "shop"\n'}, "Skip") == [
        "func:src/context.rs:register L4"
    ]
    assert "tests/skip.rs:skips  hands over L4" in ask(tmp_path, "Skip").text


def test_the_lines_that_may_mean_either_of_two_types_are_told(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "Orders/Cancel.cs": "namespace Orders;\npublic record Cancel(int Number);\n",
            "Screen/Cancel.cs": "namespace Screen;\npublic record Cancel(int Number);\n",
            "Screen/Page.cs": "namespace Screen;\nclass Page { Cancel shown; }\n",
            "Checks/Check.cs": "namespace Checks;\nclass Check : AbstractCheck<Cancel> { }\n",
        },
    )

    assert ask(tmp_path, "Orders/Cancel.cs:Cancel").text.splitlines()[2:] == [
        "What `Cancel` means is not known at Checks/Check.cs:2 in Check; it may be this one."
    ]


def test_tests_that_name_it_are_told_file_by_file(tmp_path: Path) -> None:
    tests = "".join(f"def test_{number}(cart):\n    assert cart.is_full\n\n\n" for number in range(3))
    files = {
        "shop.py": "class Cart:\n    is_full = False\n\n\ndef fill(cart):\n    return cart.is_full\n",
        "tests/test_one.py": "def test_one(cart):\n    assert cart.is_full\n",
        "tests/test_shop.py": tests,
    }
    session = DirectSession(write(tmp_path, files), load_settings())

    answer = trace_causal_path(session, "Cart.is_full", "state").text.split("\n")

    assert [line.split(" | ")[0] for line in answer if line.startswith("<- ")] == [
        "<- func:shop.py:fill  names it L6",
        "<- func:tests/test_one.py:test_one  names it L2",
        "<- module:tests/test_shop.py:__init__  names it L2,6,10",
    ]


def test_what_surely_names_a_field_comes_before_what_only_has_its_name(tmp_path: Path) -> None:
    """Nothing else here is called Port, but `u` may be a URL, and `address` anything."""
    source = (
        'package shop\n\nimport "net/url"\n\ntype Profile struct{ Port int }\n\ntype Server struct{ own *Profile }\n\n'
        "func address(u *url.URL) string { return u.Port() }\n\n"
        "func start(p *Profile) int { return p.Port }\n\n"
        "func (s *Server) run() int { return s.own.Port }\n\n"
        "func open(address any) int { return address.(Other).Port }\n"
    )
    session = DirectSession(write(tmp_path, {"go.mod": "module shop\n", "shop.go": source}), load_settings())
    answer = trace_causal_path(session, "Profile.Port", "state").text.split("\n")
    assert [line.split(" | ")[0] for line in answer[1:7]] == [
        "state, depth 3: 2 entities, 2 edges, and 2 entities have its name",
        "<- :start  reads L11",
        "<- :Server.run  reads L13",
        "<- func:shop.go:address  has the name L9; open L15",
        "Who names it was found by the text alone, and is no edge.",
        "What only has its name may mean another one.",
    ]


def test_what_a_function_reads_twice_in_the_same_words_is_known_on_every_line(tmp_path: Path) -> None:
    source = (
        "pub struct Config { pub width: usize }\npub struct Page { pub width: usize }\n"
        "pub struct Printer { config: Config }\nimpl Printer {\n    fn pad(&self, other: &Other) -> usize {\n"
        "        if self.config.width > 0 {\n"
        "            return expand(1, self.config.width);\n"
        "        }\n        expand(2, other.config.width)\n    }\n}\n"
    )
    session = DirectSession(write(tmp_path, {"src/lib.rs": source}), load_settings())
    text = trace_causal_path(session, "Config.width", "state").text
    assert "<- :Printer.pad  reads L6" in text
    assert text.endswith(
        "What `width` means is not known at src/lib.rs:9 in Printer.pad; it may be this one."
    )


def test_of_a_constant_that_nothing_names_the_lines_with_its_name_in_quotes_are_told(tmp_path: Path) -> None:
    files = {
        "shop/defaults.py": "__all__ = ['MAIL_PIPES', 'MAIL_HOST']\nMAIL_PIPES = {}\nMAIL_HOST = ''\n",
        "shop/run.py": (
            "from shop import defaults\n\n\n"
            "def pipes(settings):\n    return settings.get_priorities('MAIL_PIPES')  # MAIL_PIPES\n\n\n"
            "def host():\n    return defaults.MAIL_HOST, 'MAIL_HOST'\n"
        ),
        "tests/test_run.py": "from shop.defaults import MAIL_PIPES\nassert MAIL_PIPES == {}\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())

    pipes, host = (
        trace_causal_path(session, name, "config").text.split("\n") for name in ("MAIL_PIPES", "MAIL_HOST")
    )

    assert "By its name in quotes it may be asked for at shop/run.py:5 in pipes." in pipes
    assert not [line for line in host if line.startswith("By its name")]
