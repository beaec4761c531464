"""Types: their bases, their members, what annotations name."""
