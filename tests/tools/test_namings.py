"""Where the text names a variable, without parsing what cannot mean it."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from written_files import write

from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path
from nsccn.tracing import namings, wantednames

if TYPE_CHECKING:
    from pathlib import Path

FILES = {
    "cart.py": "class Cart:\n    size = 3\n\n\nclass Box:\n    size = 4\n",
    "big.py": "from cart import Cart\n\n\ndef big(cart: Cart):\n    return cart.size > 9\n",
    "made.py": "from cart import Cart\n\n\ndef make():\n    return dict(size=3, cart=Cart)\n",
    **{f"other{number}.py": "# Cart\ndef run(box):\n    return box.size\n" for number in range(5)},
}


def test_files_in_which_only_members_of_others_have_a_name_are_not_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = DirectSession(write(tmp_path, FILES), load_settings())
    with closing(session.index()) as index:
        graph = index.snapshot.graph
        (size,) = (one for one in graph.named("size") if graph.qualified_of(one) == "Cart.size")
        read, parsed = wantednames.read_tree, list[bytes]()
        monkeypatch.setattr(
            wantednames,
            "read_tree",
            lambda language, name, data: parsed.append(data) or read(language, name, data),
        )
        found = {graph.id_of(one.entity): one.lines for one in namings.namings(index, size).found}

    assert parsed == [FILES["big.py"].encode()]
    assert found == {"func:big.py:big": (5,)}


def test_files_of_which_edges_tell_are_not_parsed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {
        "shop.h": "struct cart { int size; };\nstruct box { int size; };\n",
        "fill.c": '#include "shop.h"\nvoid fill(struct cart *c, int size) {\n  c->size = size;\n}\n',
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    with closing(session.index()) as index:
        graph = index.snapshot.graph
        (size,) = (one for one in graph.named("size") if graph.qualified_of(one) == "cart.size")
        monkeypatch.setattr(wantednames, "read_tree", lambda *_: pytest.fail("it was parsed"))
        assert namings.namings(index, size).found == ()


def test_fields_are_named_of_what_calls_are_declared_to_give(tmp_path: Path) -> None:
    files = {
        "go.mod": "module example.com/shop\n",
        "cart.go": (
            "package shop\n\ntype base struct{ Rule, Kept string }\n\ntype Cart struct {\n\tbase\n\tKept int\n}\n\n"
            "type Box struct{ Rule string }\n\ntype App interface {\n\tFind(id string) (*Cart, error)\n"
            "\tOpen(id string) *Box\n}\n"
        ),
        "found.go": (
            "package shop\n\nfunc found(app App) string {\n\tone, err := app.Find(Cart)\n\treturn one.Rule\n}\n\n"
            "func failed(app App) string {\n\t_, one := app.Find(Cart)\n\treturn one.Rule\n}\n\n"
            "func opened(app App) string {\n\tone := app.Open(Cart)\n\treturn one.Rule\n}\n\n"
            "func kept(one *Cart) int { return one.Kept }\n\nfunc (c *Cart) rule() string { return c.Rule }\n"
        ),
    }
    session = DirectSession(write(tmp_path, files), load_settings())

    def naming(name: str) -> dict[str, tuple[int, ...]]:
        with closing(session.index()) as index:
            graph = index.snapshot.graph
            (field,) = (one for one in graph.named(name[5:]) if graph.qualified_of(one) == name)
            return {graph.name_of(one.entity): one.lines for one in namings.namings(index, field).found}

    # Of the type that embeds the field's, too, but for fields that it has itself.
    assert naming("base.Rule") == {"found": (5,), "rule": (20,)}
    assert naming("base.Kept") == {}


SWIFT = """\
enum Option {
    case fresh
    case slow(Int)
    case shared
    case idle(Int)
    var isFresh: Bool { self == .fresh }
}
enum Place { case shared }
class Parsed {
    var fresh = false
    func slow(_ by: Int) -> Parsed { self }
    func idle(_ by: Int) {}
    init(_ options: [Option]) {
        for option in options {
            switch option {
            case .fresh: fresh = true
            case .slow(let by): slow(by)
            default: break
            }
        }
    }
}
"""
SWIFT_USE = """\
func use(_ parsed: Parsed) {
    read(options: [
        .fresh, // at once
        .slow(3)])
    go(.shared, .idle(2))
    make(parsed.fresh)
        .slow(4)
}
"""


def test_cases_are_named_with_their_type_left_out(tmp_path: Path) -> None:
    files = {"Sources/Shop/Option.swift": SWIFT, "Sources/Shop/Use.swift": SWIFT_USE}
    session = DirectSession(write(tmp_path, files), load_settings())

    def naming(name: str) -> dict[str, tuple[tuple[int, ...], bool]]:
        with closing(session.index()) as index:
            graph = index.snapshot.graph
            (member,) = (
                one for one in graph.named(name.rpartition(".")[2]) if graph.qualified_of(one) == name
            )
            found = namings.namings(index, member).found
            return {graph.qualified_of(one.entity): (one.lines, one.is_sure) for one in found}

    fresh = {"Option.isFresh": ((6,), True), "Parsed.init": ((16,), False), "use": ((3,), False)}
    assert naming("Option.fresh") == fresh
    assert naming("Option.slow") == {"Parsed.init": ((17,), False), "use": ((4,), False)}
    assert naming("Option.shared") == {}  # another has such a case
    assert "use" not in naming("Parsed.fresh")

    def told(name: str) -> str:
        return trace_causal_path(session, name, "upstream").text

    assert "calls L7" in told("Parsed.slow")
    assert "Use.swift:5" not in told("Parsed.idle")


def test_macros_are_named_where_they_stand_for_fields(tmp_path: Path) -> None:
    header = (
        "#define CART_FIELDS \\\n  int size; \\\n  int weight;\n\n"
        "struct cart {\n  CART_FIELDS\n};\n\n"
        "struct box {\n  /* no\n   * CART_FIELDS */\n  CART_FIELDS\n  int more;\n};\n"
    )
    session = DirectSession(write(tmp_path, {"cart.h": header}), load_settings())
    with closing(session.index()) as index:
        graph = index.snapshot.graph
        found = namings.namings(index, graph.named("CART_FIELDS")[0]).found
        assert {graph.name_of(one.entity): one.lines for one in found} == {"cart": (6,), "box": (12,)}


def test_the_prefix_of_a_store_is_no_part_of_its_name(tmp_path: Path) -> None:
    files = {
        "stores.js": "import { writable } from 'svelte/store';\nexport const cart = writable([]);\n",
        "Cart.svelte": (
            "<script>\n  import { cart } from './stores';\n  const $$cart = 1;\n  $: many = $cart.length;\n</script>\n"
            "{#each $cart as item}<b>{item}</b>{/each}\n"
        ),
        "other.js": "const $cart = 1;\nexport const twice = $cart * 2;\n",
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    said = trace_causal_path(session, "stores.js:cart", "state").text.split("\n")
    assert said[2] == "<- module:Cart.svelte:__init__  names it L4,6"
    assert not said[3].startswith("<-")
