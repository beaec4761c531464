"""A trace has every line of an edge: of reading a field or property, of who writes it, and of raising an error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from written_files import write

from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from pathlib import Path

    from nsccn.tools.views import Answer

FILES = {
    "Buffer.php": """<?php
class Buffer
{
    private array $rows = [];

    public function add(int $row): void
    {
        $this->rows[] = $row;
        if (count($this->rows) > 3) {
            array_shift($this->rows);
        }
    }

    public function last(): ?int
    {
        // $this->rows is read below, and not here
        if ($this->rows === []) {
            return null;
        }
        return $this->rows[count($this->rows) - 1];
    }
}
""",
    "level.py": """class Level:
    def __init__(self):
        self.most = 0

    def higher(self, given):
        if given.most > self.most:
            self.most = given.most


def both(one: Level, other: Level):
    if one.most:
        return one.most
    return other.most
""",
}


def ask(root: Path, asked: str) -> Answer:
    session = DirectSession(
        write(root, FILES), load_settings({}, environ={"NSCCN_CACHE_DIR": str(root / "c")})
    )
    return trace_causal_path(session, asked, "state", 1)


def test_each_line_that_reads_a_field_is_told(tmp_path: Path) -> None:
    said = ask(tmp_path, "Buffer.rows")
    assert said.text.splitlines()[2:] == [
        "<- :Buffer.add  writes L8, reads L9,10",
        "<- :Buffer.last  reads L17,20",
    ]
    writing, reading = (edges[0] for _, edges in sorted(said.data["adjacency"].items()))
    assert writing["reads"] == [9, 10]
    assert reading["lines"] == [17, 20]


def test_who_writes_a_field_reads_it_of_objects_that_are_written_alike(tmp_path: Path) -> None:
    said = ask(tmp_path, "Level.most")
    assert said.text.splitlines()[2:] == [
        "<- :Level.__init__  writes L3; Level.higher L7, reads L6",
        "<- :both  reads L11,12,13",
    ]


@pytest.mark.parametrize(
    ("name", "text", "field", "told"),
    [
        (
            "cart.rb",
            (
                "class Cart\n  attr_accessor :total\n\n  def fill(n)\n    @total += n\n    total\n  end\n\n"
                "  def empty\n    total = 3\n    self.total = 0\n    total\n  end\nend\n"
            ),
            "Cart.total",
            ["<- :Cart.fill  writes L5, reads L6; Cart.empty L11"],
        ),
        (
            "kept.rb",
            "class Kept\n  def total\n    @total ||= sum\n  end\n\n  def empty\n    @total = 0\n  end\nend\n",
            "attr:kept.rb:Kept.total",
            ["<- :Kept.total  writes L3; Kept.empty L7"],
        ),
        (
            "Cart.java",
            (
                "class Cart {\n    int total;\n    Cart(int total) {\n        this.total = total;\n"
                "        log(total);\n    }\n    void fill(int n) {\n        this.total = n;\n        log(total);\n"
                "    }\n}\n"
            ),
            "attr:Cart.java:Cart.total",
            ["<- :Cart.Cart  writes L4; Cart.fill L8, reads L9"],
        ),
    ],
)
def test_who_writes_a_field_reads_it_where_its_object_need_not_be_named(
    tmp_path: Path, name: str, text: str, field: str, told: list[str]
) -> None:
    session = DirectSession(
        write(tmp_path, {name: text}), load_settings({}, environ={"NSCCN_CACHE_DIR": str(tmp_path / "c")})
    )
    assert trace_causal_path(session, field, "state").text.splitlines()[2:] == told


def test_each_line_that_raises_an_error_is_told(tmp_path: Path) -> None:
    text = """class Empty(Exception):
    pass


def first(rows):
    if rows is None:
        raise Empty("none")
    if not rows:
        raise Empty("empty")
    return rows[0]
"""
    session = DirectSession(
        write(tmp_path, {"rows.py": text}),
        load_settings({}, environ={"NSCCN_CACHE_DIR": str(tmp_path / "c")}),
    )
    said = trace_causal_path(session, "Empty", "errors")
    assert said.text.splitlines()[2:] == ["<- :first  raises L7,9"]


PROPERTIES = {
    "Query.cs": """class Query {
    public bool IsTv => true;
}
class Indexer {
    private Query _query = new();
    int Handle(Query query) {
        if (query.IsTv) return 1;
        var kind = query.IsTv ? 2 : 3;
        return Pick(query.IsTv);
    }
    bool Own() {
        if (_query.IsTv) return true;
        return _query.IsTv;
    }
}
""",
    "query.kt": """class Query(val kind: String) {
    val isTv: Boolean
        get() = kind == "tv"

    fun rank(): Int {
        if (isTv) return 1
        return if (isTv) 2 else 3
    }
}

fun handle(query: Query): Int {
    if (query.isTv) return 1
    return if (query.isTv) 2 else pick(query.isTv)
}
""",
    "query.py": """class Query:
    @property
    def is_tv(self):
        return True


def handle(query: Query):
    if query.is_tv:
        return pick(query.is_tv)
    if query.is_tv:
        return 2
    return query.is_tv
""",
    "query.ts": """class Query {
  get isTv(): boolean { return true }
}
function handle(query: Query): number {
  if (query.isTv) return 1
  if (query.isTv) return 2
  return query.isTv ? 3 : 4
}
""",
}


@pytest.mark.parametrize(
    ("path", "asked", "callers"),
    [
        ("Query.cs", "Query.IsTv", ["<- :Indexer.Handle  calls L7,8,9 (property); Indexer.Own L12,13"]),
        (
            "query.kt",
            "Query.isTv",
            ["<- :Query.rank  calls L6,7 (property)", "<- :handle  calls L12,13 (property)"],
        ),
        ("query.py", "Query.is_tv", ["<- :handle  calls L8,9,10,12 (property)"]),
        ("query.ts", "Query.isTv", ["<- :handle  calls L5,6,7 (property)"]),
    ],
)
def test_each_line_that_reads_a_property_is_told(
    tmp_path: Path, path: str, asked: str, callers: list[str]
) -> None:
    session = DirectSession(
        write(tmp_path, {path: PROPERTIES[path]}),
        load_settings({}, environ={"NSCCN_CACHE_DIR": str(tmp_path / "c")}),
    )
    said = trace_causal_path(session, asked, "upstream")
    assert [line for line in said.text.splitlines() if line.startswith("<-")] == callers


def test_the_lines_that_read_a_setting_are_told_once(tmp_path: Path) -> None:
    text = """class ServerConfig {
    public string ApiKey { get; set; }
}
class Service {
    ServerConfig Build(ServerConfig config) {
        if (config.ApiKey == null)
            config.ApiKey = "none";
        return config;
    }
}
"""
    session = DirectSession(
        write(tmp_path, {"Server.cs": text}),
        load_settings({}, environ={"NSCCN_CACHE_DIR": str(tmp_path / "c")}),
    )
    said = trace_causal_path(session, "ServerConfig.ApiKey", "state")
    assert said.text.splitlines()[2:] == ["<- :Service.Build  writes L7, reads L6"]


OVERRIDES = {
    "Shapes.java": """interface Shape {
    int area();
}

class Square implements Shape {
    public int area() {
        return 4;
    }
}

class Use {
    int handle(Shape shape) {
        if (shape.area() > 3) {
            return shape.area();
        }
        return shape.area() + 1;
    }
}
""",
    "shapes.py": """class Shape:
    def area(self):
        raise NotImplementedError

    @property
    def side(self):
        raise NotImplementedError


class Square(Shape):
    def area(self):
        return 4

    @property
    def side(self):
        return 2


def handle(shape: Shape):
    if shape.area():
        return shape.area() + shape.side
    return shape.side
""",
}


def test_each_line_that_may_run_an_override_is_told(tmp_path: Path) -> None:
    session = DirectSession(
        write(tmp_path, OVERRIDES), load_settings({}, environ={"NSCCN_CACHE_DIR": str(tmp_path / "c")})
    )

    def callers(asked: str) -> str:
        return trace_causal_path(session, asked, "upstream").text.splitlines()[2]

    assert callers("Shapes.java:Square.area") == "<- :Use.handle  calls L13,14,16 ?0.95 (override)"
    assert callers("shapes.py:Square.area") == "<- :handle  calls L20,21 ?0.95 (override)"
    assert callers("shapes.py:Square.side") == "<- :handle  calls L21,22 ?0.95 (override)"


def test_a_shallow_trace_knows_what_is_overridden_far_above(tmp_path: Path) -> None:
    many = "".join(
        f"public class U{n} : Files {{ public override string Send(string s) {{ return s; }} }}\n"
        for n in range(60)
    )
    text = f"""public abstract class Sender {{ public abstract string Send(string s); }}
public abstract class Files : Sender {{ public string Start(string s) {{ return Send(s); }} }}
{many}"""
    session = DirectSession(
        write(tmp_path, {"Senders.cs": text}),
        load_settings({}, environ={"NSCCN_CACHE_DIR": str(tmp_path / "c")}),
    )
    said = trace_causal_path(session, "U7.Send", "upstream", 1)
    assert "It overrides method:Senders.cs:Sender.Send; calls of that may run it." in said.text
