"""What a change touches, and how arrays follow it."""
