"""The places that compilers, linters and test runners name."""

from __future__ import annotations

import pytest

from nsccn.search.diagnostics import Place, is_output, places

CART = Place("src/cart.ts", 10)

OUTPUTS = {
    "mypy, flake8, gcc": ("src/cart.ts:10:5: error: 'x' undeclared", [CART]),
    "several": (
        "src/cart.ts:10: error: a\nsrc/cart.ts:12:1: note: b\nFound 2 errors",
        [CART, Place("src/cart.ts", 12)],
    ),
    "TypeScript": ("src/cart.ts(10,5): error TS2322: Type 'a' is not assignable to type 'b'.", [CART]),
    "TypeScript, for people": ("src/cart.ts:10:5 - error TS2322: Type", [CART]),
    "TypeScript, in colours": (
        "\x1b[96msrc/cart.ts\x1b[0m:\x1b[93m10\x1b[0m:\x1b[93m5\x1b[0m - \x1b[91merror\x1b[0m TS2322: Type",
        [CART],
    ),
    "Visual C++": (
        "C:\\shop\\src\\cart.cpp(10): error C2065: 'x': undeclared",
        [Place("/shop/src/cart.cpp", 10)],
    ),
    "MSBuild": ("Cart.cs(10,5): error CS0103: The name 'x' does not exist", [Place("Cart.cs", 10)]),
    "rustc": (
        "error[E0308]: mismatched types\n  --> src/cart.rs:10:5\n   |\n10 |     x\n",
        [Place("src/cart.rs", 10)],
    ),
    "ruff": ("D401 First line of docstring\n --> src/cart.py:10:5\n", [Place("src/cart.py", 10)]),
    "pytest": (
        "FAILED tests/test_cart.py::TestCart::test_total[1] - assert 1 == 2\nERROR tests/test_tax.py::test_tax",
        [Place("tests/test_cart.py", 0, "TestCart::test_total"), Place("tests/test_tax.py", 0, "test_tax")],
    ),
    "go build": ("./cart.go:10:5: undefined: x", [Place("cart.go", 10)]),
    "go test": ("--- FAIL: TestTotal (0.00s)\n    cart_test.go:10: got 1", [Place("cart_test.go", 10)]),
    "Maven": (
        "[ERROR] /shop/src/main/Cart.java:[10,5] cannot find symbol",
        [Place("/shop/src/main/Cart.java", 10)],
    ),
    "Kotlin": ("e: file:///shop/Cart.kt:10:5 Unresolved reference: x", [Place("/shop/Cart.kt", 10)]),
    "Kotlin, before": ("e: /shop/Cart.kt: (10, 5): Unresolved reference: x", [Place("/shop/Cart.kt", 10)]),
    "ESLint": (
        "/shop/cart.js\n  10:5  error  'x' is not defined  no-undef\n  12:1  note  y\n\n/shop/tax.js\n  3:1  error  z",
        [Place("/shop/cart.js", 10), Place("/shop/cart.js", 12), Place("/shop/tax.js", 3)],
    ),
    "webpack": ("ERROR in ./src/cart.ts 10:5-12\nModule not found", [CART]),
    "esbuild": ('✘ [ERROR] Could not resolve "./x"\n\n    src/cart.ts:10:5:\n', [CART]),
    "Next.js": (
        "./src/app/(shop)/[id]/page.tsx:10:5\nType error: x",
        [Place("src/app/(shop)/[id]/page.tsx", 10)],
    ),
    "Psalm": ("ERROR: InvalidArgument - src/Cart.php:10:5 - x", [Place("src/Cart.php", 10)]),
    "GitHub's log": ("2026-11-27T10:00:00.1234567Z ##[error]src/cart.ts(10,5): error TS2304: x", [CART]),
    "GitHub's annotation": ("::error file=src/cart.ts,line=10,col=5::x", [CART]),
    "Kubernetes": ("2026-11-27T10:00:00.123456789Z stderr F src/cart.ts:10: x", [CART]),
    "a journal": ("2026-11-27T10:00:00+0000 host app[123]: src/cart.ts:10: x", [CART]),
    "ESLint, compact": ("src/cart.ts: line 10, col 5, Error - x", [CART]),
    "gcc, included": (
        "In file included from src/tax.h:3,\n                 from src/cart.ts:10:\nsrc/x.h:1:2: error: x",
        [Place("src/tax.h", 3), CART, Place("src/x.h", 1)],
    ),
    "go vet": ("# example.org/shop\n./cart.go:10:5: undefined: x", [Place("cart.go", 10)]),
    "pylint": ("************* Module shop.cart\nsrc/cart.py:10:4: R1705: x", [Place("src/cart.py", 10)]),
    "grep": ("src/cart.ts:10:    return total;", [CART]),
}


@pytest.mark.parametrize(("text", "expected"), OUTPUTS.values(), ids=OUTPUTS)
def test_a_tool_names_places(text: str, expected: list[Place]) -> None:
    assert places(text) == expected
    assert is_output(text)


PROSE = {
    "a question": ("what calls src/cart.ts:10?", [CART]),
    "a report": ("Error when I save\n\nIt comes from src/cart.ts:10.", [CART]),
    "a link": ("see https://example.org/shop/blob/main/src/cart.ts#L10 please", ["src/cart.ts"]),
    "PHP": ("Notice: x in src/cart.ts on line 10", [CART]),
    "quotes": ('the crash is in "src/cart.ts", line 10, as ever', [CART]),
    "no places": ("at 12:30 on localhost:8080 with f(10) and v1.2 line 3", []),
    "a title": ("# Bug\n\nIt comes from src/cart.ts:10.", [CART]),
    "a table": (
        " ------\n  Line   src/Cart.php\n ------\n  10     Parameter #1\n",
        [Place("src/Cart.php", 10)],
    ),
    "numbers below no path": ("It costs\n  10:5  more", []),
}


@pytest.mark.parametrize(("text", "expected"), PROSE.values(), ids=PROSE)
def test_people_name_places(text: str, expected: list[Place | str]) -> None:
    found = places(text)
    assert len(found) == len(expected)
    for place, wanted in zip(found, expected, strict=True):
        assert place == wanted or (isinstance(wanted, str) and place.path.endswith(wanted))
    assert not is_output(text)
