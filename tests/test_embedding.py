"""Vectors of entities by a neural model: made once, kept, and asked by search."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from small_snapshot import snapshot_of

from nsccn.errors import InvalidArgument
from nsccn.search import embedding
from nsccn.search.embedding import Embedder, Embeddings
from nsccn.search.search import Query, search
from nsccn.settings import Settings

if TYPE_CHECKING:
    from numpy.typing import NDArray

SOURCES = {
    "shop/cart.py": '''
        def total(items):
            """Add up what a visitor pays."""
            return sum(items)

        def empty(items):
            """Throw everything away."""
            items.clear()
        ''',
    "shop/mail.py": '''
        def notify(address):
            """Tell a customer that the parcel left."""
        ''',
}


class Words:
    """A model that knows three groups of words."""

    groups = ("pays price cost", "away discard clear", "tell inform parcel shipment")
    embedded: list[str]

    def __init__(self, name: str) -> None:
        self.embedded = []

    def documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.embedded += texts
        return np.array([self.query(text) for text in texts])

    def query(self, text: str) -> NDArray[np.float32]:
        held = [float(any(word in text for word in group.split())) for group in self.groups]
        vector = np.array([*held, 0.1], np.float32)
        return vector / np.linalg.norm(vector)


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> list[Words]:
    """Every model that is loaded."""
    loaded: list[Words] = []

    def load(name: str) -> Words:
        loaded.append(Words(name))
        return loaded[-1]

    monkeypatch.setattr(embedding, "Embedder", load)
    return loaded


def test_search_finds_what_shares_no_word_with_the_query(model: list[Words], tmp_path: Path) -> None:
    snapshot = snapshot_of(SOURCES)
    query = Query("inform about shipment")
    assert search(snapshot, query, Settings()) == []
    vectors = Embeddings(tmp_path / "vectors", "words").of(snapshot)
    best = search(snapshot, query, Settings(), vectors=vectors)[0]
    assert best.entity.id == "func:shop/mail.py:notify"
    assert best.why == "near in meaning"
    outside = search(snapshot, Query(query.text, path="shop/cart.py"), Settings(), vectors=vectors)
    assert "shop/mail.py" not in {hit.entity.path for hit in outside}


def test_only_what_changed_is_embedded_again(model: list[Words], tmp_path: Path) -> None:
    path = tmp_path / "vectors"
    Embeddings(path, "words").of(snapshot_of(SOURCES))
    assert len(model[-1].embedded) == 3
    changed = SOURCES | {"shop/mail.py": SOURCES["shop/mail.py"].replace("parcel", "cost")}
    vectors = Embeddings(path, "words").of(snapshot_of(changed))
    assert [text.splitlines()[0] for text in model[-1].embedded] == ["shop/mail.py notify"]
    assert len(vectors.entities) == len(vectors.stored) == 3
    Embeddings(path, "words").of(snapshot_of(changed))
    assert model[-1].embedded == []


def test_another_model_begins_anew(model: list[Words], tmp_path: Path) -> None:
    for name in ("one", "other"):
        Embeddings(tmp_path / "vectors", name).of(snapshot_of(SOURCES))
        assert len(model[-1].embedded) == 3


def test_much_is_embedded_only_when_asked_for(
    model: list[Words], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding, "_MOST_UNASKED", 2)
    snapshot = snapshot_of(SOURCES)
    embeddings = Embeddings(tmp_path / "vectors", "words")
    assert len(embeddings.of(snapshot).entities) == 0
    told: list[tuple[int, int]] = []
    embeddings.complete(snapshot, lambda done, total: told.append((done, total)))
    assert told == [(3, 3)]
    assert len(embeddings.of(snapshot).entities) == 3


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding, "find_spec", lambda _: None)
    with pytest.raises(InvalidArgument, match=r"pip install 'nsccn\[neural\]'"):
        Embedder("any")


# -- a model of our own, loaded by fastembed

VOCABULARY = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "red", "green", "blue"]
COLOURS = np.array([[0, 0], [0, 0], [0, 0], [0, 0], [1, 0], [0.6, 0.8], [0, 1]], np.float32)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A model that looks each word up in a table."""
    pytest.importorskip("fastembed", reason="the package fastembed is not installed")
    onnx = pytest.importorskip("onnx", reason="the package onnx is not installed")
    helper, kinds = onnx.helper, onnx.TensorProto
    whole = ["batch", "length"]
    graph = helper.make_graph(
        [helper.make_node("Gather", ["table", "input_ids"], ["last_hidden_state"])],
        "words",
        [helper.make_tensor_value_info(name, kinds.INT64, whole) for name in ("input_ids", "attention_mask")],
        [helper.make_tensor_value_info("last_hidden_state", kinds.FLOAT, [*whole, 2])],
        [onnx.numpy_helper.from_array(COLOURS, "table")],
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.save(made, str(tmp_path / "model.onnx"))
    tokenizer = {
        "version": "1.0",
        "pre_tokenizer": {"type": "Whitespace"},
        "model": {
            "type": "WordLevel",
            "vocab": {word: number for number, word in enumerate(VOCABULARY)},
            "unk_token": "[UNK]",
        },
    }
    for name, content in {
        "tokenizer.json": tokenizer,
        "config.json": {"hidden_size": 2, "pad_token_id": 0},
        "tokenizer_config.json": {"model_max_length": 64, "pad_token": "[PAD]"},
        "special_tokens_map.json": {"pad_token": "[PAD]", "unk_token": "[UNK]"},
    }.items():
        (tmp_path / name).write_text(json.dumps(content), encoding="utf-8")
    return tmp_path


def test_a_model_is_loaded_from_its_folder(folder: Path) -> None:
    model = Embedder(str(folder))
    found = model.documents(["red", "green", "red blue", "nothing"])
    half = 0.5**0.5
    assert found == pytest.approx(np.array([[1, 0], [0.6, 0.8], [half, half], [0, 0]]), abs=1e-5)
    assert Embedder(str(folder)).query("blue") == pytest.approx(np.array([0, 1]), abs=1e-5)


@pytest.mark.skipif(find_spec("fastembed") is None, reason="the package fastembed is not installed")
def test_a_broken_model_is_the_callers_mistake(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(zlib.compress(b"no model"))
    with pytest.raises(InvalidArgument, match="cannot be loaded"):
        Embedder(str(tmp_path))
