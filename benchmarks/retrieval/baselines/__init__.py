"""Rankers to compare with, one file each: `rank(query, texts)` returns files, or functions, best first."""
