"""The definitions of all files, by number."""
