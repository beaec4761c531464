"""Runs in the rival's Python: its packs for the task on standard input at several budgets, as JSON."""

from __future__ import annotations

import json
import sys

from cognitive_cache import RepoIndex, select_context


def main(tree: str, *budgets: str) -> None:
    task = sys.stdin.read()
    index = RepoIndex.build(tree)
    packs = []
    for budget in map(int, budgets):
        found = select_context(index, task, budget=budget)
        files = [(item.source.path, item.source.content) for item in found.selected]
        packs.append({"tokens": found.total_tokens, "files": files})
    print(json.dumps(packs))


if __name__ == "__main__":
    main(*sys.argv[1:])
