"""How much an index holds, from a process of its own; it makes the index where there is none. Prints JSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from nsccn.index import RepoIndex
from nsccn.settings import load_settings


def main(root: Path, cache: Path) -> None:
    """Count what the index holds; lines are those of files in a known language."""
    index = RepoIndex.build(root, settings=load_settings({"cache_dir": cache}, repo=root))
    graph = index.snapshot.graph
    index.close()
    found = {
        "files": graph.file_count,
        "lines": sum(file.lines for file in graph.files if file.language != "text"),
        "entities": len(graph),
        "edges": graph.edge_count,
    }
    print(json.dumps(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
