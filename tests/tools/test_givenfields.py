"""A field that a constructor is given by its parameters is assigned nowhere, and yet has its value from there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from written_files import SessionOf

FILES = {
    "shop.dart": (
        "class Shop {\n  final Store _store;\n  final int port;\n  final int none;\n"
        "  Shop(\n    this._store, {\n    required this.port,\n    int size = this.none,\n  });\n}\n"
    ),
    "shop.ts": (
        "export class Depot {\n  size: number;\n  constructor(\n    private readonly store: Store,\n"
        "    port: number,\n  ) {}\n}\n"
    ),
    "shop.php": (
        "<?php\nclass Till {\n    public function __construct(private Store $store, int $port = 1) {}\n}\n"
    ),
    "shop.kt": "class Cart<T : Any> @Inject constructor(private val store: Store, port: Int) : Base(port)\n",
    "shop.scala": "case class Lot[T](store: Store, port: Int) {\n  val size: Int\n}\n",
}
NOWHERE = "No assignment to it was found."
READ = "<- :Shop.Shop  reads L8"
"""The value of another parameter, not a parameter itself."""


@pytest.mark.parametrize(
    ("field", "said"),
    [
        ("shop.dart:Shop._store", "The constructor is given it (L6)."),
        ("shop.dart:Shop.port", "The constructor is given it (L7)."),
        ("shop.dart:Shop.none", READ),
        ("shop.ts:Depot.store", "The constructor is given it (L4)."),
        ("shop.ts:Depot.size", NOWHERE),
        ("shop.php:Till.store", "The constructor is given it (L3)."),
        ("shop.kt:Cart.store", "The constructor is given it (L1)."),
        ("shop.scala:Lot.store", "The constructor is given it (L1)."),
        ("shop.scala:Lot.size", NOWHERE),
    ],
)
def test_a_field_is_said_to_be_given_to_the_constructor(session_of: SessionOf, field: str, said: str) -> None:
    lines = trace_causal_path(session_of(FILES), field, "state").text.split("\n")

    assert said in lines
    assert (NOWHERE in lines) is (said == NOWHERE)
    assert any("  reads L" in line for line in lines) is (said == READ)
