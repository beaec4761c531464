"""Keys of settings that no code would hold, and that are read nonetheless."""

from __future__ import annotations

from nsccn.graph.extraction.extract import extract


def test_a_key_in_any_number_of_brackets_is_none_and_takes_no_stack() -> None:
    key = f"{'(' * 3000}name{')' * 3000}"
    source = f"import os\n\n\ndef asked(name):\n    return os.getenv({key})\n"

    assert not [one for one in extract("store.py", source.encode()).references if one.kind == "env"]


def test_a_text_in_capitals_is_a_key_wherever_it_is_given() -> None:
    source = """
def run(store, first):
    store.take(first, "APP_PORT")
    store.take("app_" + "host".upper())
    store.take(("app_" + "user").upper())
    store.take("A" + "_DAY")
    store.take("Port", "port", "PO")
"""

    given = [one for one in extract("store.py", source.encode()).references if one.kind == "given"]

    assert [(one.target, one.arguments) for one in given] == [("APP_PORT", 1), ("APP_USER", 0), ("A_DAY", 0)]
