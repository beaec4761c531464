"""The definitions of a file: names, ranges, what encloses what, documentation."""
