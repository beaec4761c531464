"""Which errors calls hand on, and what catches them."""
