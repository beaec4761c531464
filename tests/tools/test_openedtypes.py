"""Types that a file opens again only to put other types into them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nsccn.errors import AmbiguousEntity
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from written_files import SessionOf

SHOP = {
    "app/models/cart.rb": "class Cart < ApplicationRecord\n  include Pricing\n  def total; end\nend\n",
    "app/modules/cart/pricing.rb": "class Cart\n  module Pricing\n    def price; end\n  end\nend\n",
    "lib/other.rb": "class Shelf\n  def fill; end\nend\n",
    "lib/shelf.rb": "class Shelf\n  def clear; end\nend\n",
}


def test_the_type_itself_is_meant(session_of: SessionOf) -> None:
    text = trace_causal_path(session_of(SHOP), "Cart", direction="inheritance").text
    assert text.startswith("class:app/models/cart.rb:Cart")
    assert "Others define that name too: class:app/modules/cart/pricing.rb:Cart." in text


def test_types_with_methods_of_their_own_stay_several(session_of: SessionOf) -> None:
    with pytest.raises(AmbiguousEntity):
        trace_causal_path(session_of(SHOP), "Shelf", direction="inheritance")
