"""Columns of tables as attributes of the models that keep their records there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nsccn.errors import UnknownEntity
from nsccn.tools.open_surgical_window import open_surgical_window
from nsccn.tools.read_skeleton import read_skeleton
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from written_files import SessionOf

SHOP = {
    "db/schema.rb": (
        "# Made by a migration.\n"
        "ActiveRecord::Schema[7.1].define(version: 2024_01_01_000000) do\n"
        '  create_table "cart_lines", force: :cascade do |t|\n'
        '    t.string "state", null: false\n'
        '    t.index ["state"], name: "by_state"\n'
        '    t.check_constraint "state <> \'\'", name: "stated"\n'
        "  end\n\n"
        '  create_table "old_people", id: :uuid do |t|\n'
        '    t.string "state"\n'
        "  end\n"
        "end\n"
    ),
    "app/models/cart_line.rb": (
        'class CartLine < ApplicationRecord\n  def closed?\n    state == "closed"\n  end\nend\n'
    ),
    "app/services/closing.rb": (
        "class Closing\n"
        "  def close(cart_line)\n"
        "    cart_line.state = 'closed'\n"
        "    CartLine.where(state: 'open').or(CartLine.where('state = ?', 1)).count\n"
        "    # a cart_line has a state\n"
        "    door.state = 'closed'\n"
        "  end\n"
        "end\n"
    ),
    "app/models/buyer.rb": 'class Buyer < ApplicationRecord\n  self.table_name = "old_people"\nend\n',
}


@pytest.mark.parametrize(
    ("asked", "column"),
    [
        ("CartLine.state", "attr:db/schema.rb:cart_lines.state  L4-4"),
        ("CartLine#state", "attr:db/schema.rb:cart_lines.state  L4-4"),
        ("Buyer.state", "attr:db/schema.rb:old_people.state  L10-10"),
    ],
)
def test_a_column_is_an_attribute_of_the_model(session_of: SessionOf, asked: str, column: str) -> None:
    session = session_of(SHOP)
    assert trace_causal_path(session, asked, direction="state").text.startswith(column)


def test_the_lines_are_told_that_write_and_name_a_column(session_of: SessionOf) -> None:
    text = trace_causal_path(session_of(SHOP), "CartLine.state", direction="state").text
    assert (
        "By the text, written at app/services/closing.rb:3 in `Closing.close`; "
        "named at app/models/cart_line.rb:3 in `CartLine.closed?`, app/services/closing.rb:4 in `Closing.close`."
    ) in text


def test_what_is_no_column_is_unknown(session_of: SessionOf) -> None:
    session = session_of(SHOP)
    with pytest.raises(UnknownEntity):
        trace_causal_path(session, "CartLine.stated", direction="state")


def test_tables_are_listed(session_of: SessionOf) -> None:
    session = session_of(SHOP)
    assert 'create_table "old_people"' in read_skeleton(session, "db/schema.rb", detail="signature").text
    assert (
        open_surgical_window(session, "cart_lines").text.splitlines()[0]
        == "var:db/schema.rb:cart_lines  L3-7"
    )
