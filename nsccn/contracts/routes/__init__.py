"""Paths of URLs: where they are registered, which function answers one, and who asks for it."""
