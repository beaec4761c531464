"""The unit of everything cold: parsing the same files in one process, and doing nothing else.

Run by itself it prints, as JSON, seconds of CPU and wall, files, and lines. Reading the files is not counted.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from tree_sitter import Parser

from nsccn.graph.languages import detect, grammar
from nsccn.graph.walk.files import read_bytes, walk

_BATCH = 200
"""Files that are held at a time, so that a large repository fits in memory."""


def main(root: Path) -> None:
    """Parse every file in a known language."""
    paths = [file.path for file in walk(root).files]
    cpu = wall = 0.0
    files = lines = 0
    for start in range(0, len(paths), _BATCH):
        texts = []
        for path in paths[start : start + _BATCH]:
            data = read_bytes(root, path)
            language = detect(path, data)
            if language is not None:
                texts.append((Parser(grammar(language.grammar_name(path))), data))
        used, started = time.process_time(), time.perf_counter()
        for parser, data in texts:
            parser.parse(data)
        wall += time.perf_counter() - started
        cpu += time.process_time() - used
        files += len(texts)
        lines += sum(data.count(b"\n") for _, data in texts)
    print(json.dumps({"cpu": cpu, "wall": wall, "files": files, "lines": lines, "all_files": len(paths)}))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
