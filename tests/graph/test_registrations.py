"""Calls that are given a function without a name for something, in the notations of several languages."""

from __future__ import annotations

import pytest

from nsccn.graph.registrations import around, registrations, registrations_in

READ = [
    # The call, as it is told, and the lines that it has.
    ('socket.on("add", async (item, done) => {\n  save(item);\n});', 'socket.on("add")', 1, 3),
    ("$(document).on('click', function () {\n  go();\n});", "$(document).on('click')", 1, 3),
    ("bus.on(Events.PAID, (order) => {\n  go();\n});", "bus.on(Events.PAID)", 1, 3),
    ('allow(User, "read", (user) => {\n  go();\n});', 'allow(User, "read")', 1, 3),
    ('router.get("/a", cache("1 hour"), auth({\n  a: 1 }), (req) => {\n  go();\n});', None, 0, 0),
    (
        'router.post(\n  "a.list",\n  auth(),\n  async (ctx) => {\n    go();\n  }\n);',
        'router.post("a.list")',
        1,
        7,
    ),
    ('app\n  .get("/a", (req) => {\n    go();\n  });', '.get("/a")', 2, 4),
    ('mux.HandleFunc("/a", func(w Writer, r *Request) {\n\tgo(r)\n})', 'mux.HandleFunc("/a")', 1, 3),
    ('get<Cart>("/a") {\n    go()\n}', 'get("/a")', 1, 3),
    ('test("adds") { call ->\n    go()\n}', 'test("adds")', 1, 3),
    ("task fill: :environment do |t|\n  go\nend", "task fill", 1, 3),
    ("namespace :shop do\n  task :fill do\n    go\n  end\nend", "namespace :shop", 1, 5),
    ("RSpec.describe Cart do\n  go\nend", "RSpec.describe Cart", 1, 3),
    ('test "adds", %{conn: conn} do\n  go\nend', 'test "adds"', 1, 3),
    ("Route::get('/a', function (Request $r) {\n    go();\n});", "Route::get('/a')", 1, 3),
    ('app.MapGet("/a", (int id) =>\n{\n    go();\n});', 'app.MapGet("/a")', 1, 4),
    ("group('cart', () {\n  go();\n});", "group('cart')", 1, 3),
    ('group.bench_function("fill", |b| {\n    go();\n});', 'group.bench_function("fill")', 1, 3),
]
NONE = [
    'if (has("a")) {\n  go();\n}',
    'for _, one := range find("a") {\n\tgo(one)\n}',
    'match find("a") {\n    Some(_) => go(),\n}',
    'if let one = find("a") {\n    go()\n}',
    'val cart = object : Cart("a") {\n    val size = 1\n}',
    'def answer("a", one) do\n  go\nend',
    'with {:ok, one} <- find("a") do\n  go\nend',
    'find("a").map((one) => {\n  go(one);\n});',
    'case "a", "b" -> {\n    go();\n}',
    "items.forEach((one) => {\n  go(one);\n});",
    "void fill(Cart cart) {\n    go();\n}",
    "constructor(cart: Cart) {\n  go();\n}",
    '// socket.on("add", () => {\n  go();\n});',
    'save("a", {\n  b: 1,\n});',
    'save("a", (one) => one.b);',
]


@pytest.mark.parametrize(("text", "label", "first", "last"), READ)
def test_a_call_is_read_with_what_its_function_is_for(
    text: str, label: str | None, first: int, last: int
) -> None:
    found = [(one.label, one.first, one.last) for one in registrations(text.split("\n"))]
    assert found[:1] == ([(label, first, last)] if label else [])


@pytest.mark.parametrize("text", NONE)
def test_what_is_given_no_function_for_something_is_none(text: str) -> None:
    assert registrations(text.split("\n")) == []


def test_of_a_function_only_several_side_by_side_count() -> None:
    one = ['  bus.on("a", () => {', '    bus.on("b", () => {', "      go();", "    });", "  });"]
    other = ['  bus.on("c", () => {', "    go();", "  });"]
    alone = ["function register(bus) {", *one, "}", "bus();"]
    several = ["function register(bus) {", *one, *other, "}"]
    assert registrations_in(alone, 1, 7) == []
    found = registrations_in(["", *several], 2, 11)
    assert [(found.name, found.first, found.last) for found in found] == [
        ('"a"', 3, 7),
        ('"b"', 4, 6),
        ('"c"', 8, 10),
    ]
    assert [getattr(around(found, line), "name", "") for line in (2, 5, 7, 9)] == ["", '"b"', '"a"', '"c"']
