"""The shop's backend."""

from .cart import Cart
from .checkout import place_order

__all__ = ["Cart", "place_order"]
