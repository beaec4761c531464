"""What a name, an id or a place means that a caller writes, and what is said where it means nothing."""
