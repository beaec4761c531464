"""Which methods are said to override which, where parameters tell methods of one name apart."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from written_files import write

from nsccn.index import RepoIndex
from nsccn.settings import Settings
from nsccn.tracing.trace import trace

MEMORY = """\
interface Memory<K> { void forget(Session session); void keep(K key); }
abstract class Kept implements Memory<Key> { protected abstract void forget(Request request); }
class Cookies extends Kept {
  protected void forget(Request request) {}
  public void forget(Session session) {}
  private void forget(Request request, int times) {}
  public void keep(Key key) {}
}
"""
CLIENT = """\
class Client {
public:
  virtual void send(const Request &request, const Callback &then) = 0;
  virtual void send(const Request &request, Callback &&then) = 0;
  Answer send(const Request &request) { return wait(request); }
};
class Plain : public Client {
  void send(const Request &request, const Callback &then) override;
  void send(const Request &request, Callback &&then) override;
};
"""
PLAIN = """\
#include "client.h"
void Plain::send(const Request &request, const Callback &then) {}
void Plain::send(const Request &request, Callback &&then) {}
"""


def overridden(root: Path, files: dict[str, str], asked: str) -> list[str]:
    """Return the pairs that a trace of the inheritance of a type or a method has."""
    settings = Settings(cache_dir=root / ".cache", workers=1)
    graph = RepoIndex.build(write(root / "repository", files), settings=settings).snapshot.graph
    pairs = trace(graph, graph.lookup(asked), "inheritance").overrides
    return sorted(f"{graph.qualified_of(one)} > {graph.qualified_of(other)}" for one, other in pairs)


def test_a_method_overrides_what_takes_the_same(tmp_path: Path) -> None:
    files = {"Memory.java": MEMORY}

    assert overridden(tmp_path, files, "Memory.forget") == ["Cookies.forget#2 > Memory.forget"]
    assert overridden(tmp_path, files, "Kept.forget") == ["Cookies.forget > Kept.forget"]
    assert overridden(tmp_path, files, "Cookies") == [
        "Cookies.forget > Kept.forget",
        "Cookies.forget#2 > Memory.forget",
        "Cookies.keep > Memory.keep",
    ]


def test_one_value_and_any_number_of_them_are_told_apart(tmp_path: Path) -> None:
    files = {
        "Form.java": (
            "interface Form { Form data(String... pairs); Form data(String key); }\n"
            "class Plain implements Form {\n"
            "  public Form data(String[] pairs) { return this; }\n"
            "  public Form data(String key) { return this; }\n"
            "}\n"
        )
    }
    assert overridden(tmp_path, files, "Plain") == ["Plain.data > Form.data", "Plain.data#2 > Form.data#2"]


def test_a_body_outside_its_type_overrides_too(tmp_path: Path) -> None:
    files = {"client.h": CLIENT, "plain.cc": PLAIN}

    assert overridden(tmp_path, files, "method:plain.cc:Plain.send#2") == ["Plain.send#2 > Client.send#2"]
    assert overridden(tmp_path, files, "Client.send#3") == []


FRAMES = """\
interface Callback {
  fun read(text: String)
  fun read(size: Int)
}
class Web : Callback {
  override fun read(text: String) {}
  override fun read(size: Int) {}
}
class Frames(val callback: Callback) {
  fun next(buffer: okio.Buffer) {
    callback.read(buffer.readUtf8())
    callback.read(buffer.readInt())
  }
}
"""


def test_all_lines_are_known_on_which_an_override_may_be_called(tmp_path: Path) -> None:
    settings = Settings(cache_dir=tmp_path / ".cache", workers=1)
    graph = RepoIndex.build(
        write(tmp_path / "repository", {"a.kt": FRAMES}), settings=settings
    ).snapshot.graph
    method = graph.lookup("method:a.kt:Web.read")
    numbers = graph.edges_of(np.array([method]), outgoing=False)
    [number] = [
        number
        for number, edge in zip(numbers.tolist(), graph.edges(numbers), strict=True)
        if edge.kind == "CALLS"
    ]
    assert sorted(graph.lines(number)) == [11, 12]
