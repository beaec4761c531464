"""What a search says of its hits, and what a pasted text points at."""
