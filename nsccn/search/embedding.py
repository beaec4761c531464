"""Vectors of entities by a neural model, for those who install `nsccn[neural]` and name a model.

A model is one that fastembed knows by name, or a folder with a tokenizer and an ONNX model. What an entity says of
itself (names, signature, documentation) is embedded once and kept beside the snapshot under a digest of it.
"""

from __future__ import annotations

import json
from contextlib import suppress
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from nsccn.arrays import DamagedArrays, map_arrays, write_arrays
from nsccn.errors import InvalidArgument
from nsccn.graph.kinds import CODE_KINDS
from nsccn.search.vectors import Vectors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from nsccn.graph.entitytable import EntityTable
    from nsccn.snapshots.snapshot import Snapshot

_MOST_UNASKED: Final = 256
"""So many entities that changed are embedded with a query; more wait for `nsccn index`."""
_AT_ONCE: Final = 64
_READ: Final = 1000
"""So many characters of an entity are embedded."""
_KEY_BYTES: Final = 16


class _Habits(NamedTuple):
    """What a family of models wants before its texts, and how many of its dimensions are enough."""

    query: str = ""
    document: str = ""
    dimensions: int = 1 << 20


_FAMILIES: Final = {"nomic-embed-text-v1.5": _Habits("search_query: ", "search_document: ", 256)}


class Embedder:
    """A loaded model."""

    def __init__(self, name: str) -> None:
        """Load a model by its name or from its folder.

        Raises:
            InvalidArgument: fastembed is not installed, or has no such model.
        """
        if find_spec("fastembed") is None:
            raise InvalidArgument(
                "embedding_model needs the package fastembed; install it with: pip install 'nsccn[neural]'."
            )
        families = (habits for family, habits in _FAMILIES.items() if family in name)
        self._habits = next(families, _Habits())
        library: Any = import_module("fastembed")
        try:
            folder = Path(name).expanduser()
            self._model = _of_folder(folder) if folder.is_dir() else library.TextEmbedding(name)
        except Exception as error:
            reason = str(error).partition("\n")[0]
            raise InvalidArgument(f"embedding_model {name!r} cannot be loaded: {reason}") from error

    def documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the unit vectors of texts, one row each."""
        return self._embedded([self._habits.document + text for text in texts])

    def query(self, text: str) -> NDArray[np.float32]:
        """Return the unit vector of a query."""
        vector: NDArray[np.float32] = self._embedded([self._habits.query + text])[0]
        return vector

    def _embedded(self, texts: list[str]) -> NDArray[np.float32]:
        found: NDArray[np.float32] = np.array(list(self._model.embed(texts, batch_size=_AT_ONCE)), np.float32)
        vectors = found[:, : self._habits.dimensions]
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)


def _of_folder(folder: Path) -> Any:  # noqa: ANN401 - fastembed may be missing
    """Load `model.onnx`, or `onnx/model.onnx`, with mean pooling."""
    library: Any = import_module("fastembed")
    described: Any = import_module("fastembed.common.model_description")
    name = f"folder/{folder.absolute().as_posix()}"
    file = next(path for path in ("model.onnx", "onnx/model.onnx") if (folder / path).is_file())
    with suppress(ValueError):  # it is known from an earlier time
        library.TextEmbedding.add_custom_model(
            model=name,
            pooling=described.PoolingType.MEAN,
            normalization=True,
            sources=described.ModelSource(url="https://localhost/none"),
            dim=json.loads((folder / "config.json").read_text("utf-8"))["hidden_size"],
            model_file=file,
        )
    return library.TextEmbedding(name, specific_model_path=str(folder))


class Embeddings:
    """Gives the vectors of one root's entities for any of its snapshots. Every method may be called from any thread."""

    def __init__(self, path: Path, model: str) -> None:
        """Keep them at `path`, where that can be written."""
        self._path, self._name = path, model
        self._lock = Lock()
        self._model: Embedder | None = None
        self._made: tuple[Snapshot, Vectors] | None = None

    def of(self, snapshot: Snapshot) -> Vectors:
        """Return the vectors that there are, after a small change those of what changed as well."""
        with self._lock:
            if self._made is None or self._made[0] is not snapshot:
                self._made = (snapshot, self._bring_up_to_date(snapshot.graph, _MOST_UNASKED))
            return self._made[1]

    def complete(self, snapshot: Snapshot, progress: Callable[[int, int], None]) -> None:
        """Embed whatever has no vector yet, and tell how far that is."""
        with self._lock:
            vectors = self._bring_up_to_date(snapshot.graph, len(snapshot.graph), progress)
            self._made = (snapshot, vectors)

    def _bring_up_to_date(
        self, graph: EntityTable, most: int, progress: Callable[[int, int], None] | None = None
    ) -> Vectors:
        if self._model is None:
            self._model = Embedder(self._name)
        keys, stored = self._stored()
        row_of = {key: row for row, key in enumerate(keys)}
        texts = _texts(graph)
        wanted = {entity: _key(text) for entity, text in texts.items()}
        missing = {wanted[entity]: texts[entity] for entity in texts if wanted[entity] not in row_of}
        if 0 < len(missing) <= most:
            kept = sorted({row_of[key] for key in wanted.values() if key in row_of})
            added = _batches(self._model, list(missing.values()), progress)
            stored = (
                np.concatenate([stored[kept].astype(np.float16), *added]) if kept else np.concatenate(added)
            )
            keys = [keys[row] for row in kept] + list(missing)
            self._store(keys, stored)
            row_of = {key: row for row, key in enumerate(keys)}
        held = [entity for entity, key in wanted.items() if key in row_of]
        rows = [row_of[wanted[entity]] for entity in held]
        return Vectors(np.array(held, np.int64), np.array(rows, np.int64), stored, self._model.query)

    def _stored(self) -> tuple[list[bytes], NDArray[Any]]:
        with suppress(OSError, DamagedArrays, KeyError):
            arrays = map_arrays(self._path)
            if arrays["model"].tobytes() == self._name.encode():
                keys = arrays["keys"].tobytes()
                vectors = np.array(arrays["vectors"])  # the file may be replaced, and a mapped one could not
                places = range(0, len(keys), _KEY_BYTES)
                return [keys[place : place + _KEY_BYTES] for place in places], vectors
        return [], np.zeros((0, 0), np.float16)

    def _store(self, keys: Iterable[bytes], vectors: NDArray[Any]) -> None:
        arrays = {
            "model": np.frombuffer(self._name.encode(), np.uint8),
            "keys": np.frombuffer(b"".join(keys), np.uint8),
            "vectors": vectors,
        }
        with suppress(OSError):
            if self._path.parent.is_dir():
                write_arrays(self._path, arrays)


def _batches(
    model: Embedder, texts: list[str], progress: Callable[[int, int], None] | None
) -> list[NDArray[np.float16]]:
    found = []
    for start in range(0, len(texts), _AT_ONCE):
        found.append(model.documents(texts[start : start + _AT_ONCE]).astype(np.float16))
        if progress is not None:
            progress(min(start + _AT_ONCE, len(texts)), len(texts))
    return found


def _texts(graph: EntityTable) -> dict[int, str]:
    """Return what each function and type says of itself."""
    wanted = np.array([kind in CODE_KINDS for kind in graph.kinds], np.bool_)
    inside = graph.file >= 0
    found = {}
    for entity in np.flatnonzero(wanted[graph.kind] & inside).tolist():
        one = graph.entity(entity)
        found[entity] = f"{one.path} {one.qualified_name}\n{one.signature}\n{one.doc}"[:_READ]
    return found


def _key(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_KEY_BYTES).digest()
