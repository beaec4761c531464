"""Turns what was seen in each file into edges: calls, uses, inheritance, state, configuration."""
