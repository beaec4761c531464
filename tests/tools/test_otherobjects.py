"""Lines that name a method of an object whose type is told, and from elsewhere, may not mean one of ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from written_files import write

from nsccn.settings import Settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from pathlib import Path

KOTLIN = """\
import java.util.zip.Deflater
class Res { fun finishIt() {} }
fun made() { val one = Deflater(); one.finishIt() }
fun given(one: Deflater?) { one.finishIt() }
fun <Held> held(one: Held) { one.finishIt() }
fun other(one: Any) { one.finishIt() }
"""
RUBY = """\
class Res
  def finish_it
  end
end
def zipped(io)
  gzip = ::Zlib::GzipWriter.new(io)
  gzip.finish_it
end
def either(io)
  one = StringIO.new
  one = io.first
  each { one.finish_it }
end
"""
SWIFT = """\
import Foundation
protocol Finishing { func finishIt() }
extension URLSession: Finishing {}
class Res { func finishIt() {} }
func made() { let one = URLSession(); one.finishIt() }
"""

JAVA = """\
class Broken extends IOException { public String told() { return ""; } }
class Uses {
  void caught() { try { go(); } catch (Exception e) { log(e.told()); } }
  void given(Throwable t) { t.told(); }
  void asked() { Throwable t = cause(); t.told(); }
  void made() { var thread = new Thread(); thread.told(); }
}
"""
CSHARP = """\
class Place { public double Height; }
class Position {
  public double Height;
  public Position(Position position) { Height = position.Height; }
  void Moved(dynamic position) { Height = position.Height; }
}
"""
WORDED = """\
class Layout { public string Format(string text) { return text; } }
class Uses {
  string Plain(int one) { return string.Format("{0}", one); }
  string Other(dynamic one) { return one.Format("{0}"); }
}
"""


@pytest.mark.parametrize(
    ("path", "text", "entity", "without", "kept"),
    [
        ("a.kt", KOTLIN, "Res.finishIt", ["3", "4"], ["5 in held", "6 in other"]),
        ("a.rb", RUBY, "Res.finish_it", ["7"], []),
        ("a.swift", SWIFT, "Res.finishIt", ["5"], []),
        ("a.swift", SWIFT, "Finishing.finishIt", [], ["a.swift:5 in made"]),
        ("A.java", JAVA, "Broken.told", ["6"], ["A.java:3 in Uses.caught,4 in Uses.given,5"]),
        ("a.cs", CSHARP, "Place.Height", ["4"], ["a.cs:5 in Position.Moved"]),
        ("a.cs", WORDED, "Layout.Format", ["3"], ["a.cs:4 in Uses.Other"]),
    ],
)
def test_an_object_of_a_type_from_elsewhere_is_none_of_ours(
    tmp_path: Path, path: str, text: str, entity: str, without: list[str], kept: list[str]
) -> None:
    session = DirectSession(write(tmp_path / "code", {path: text}), Settings(cache_dir=tmp_path / "cache"))
    said = trace_causal_path(session, entity, "upstream").text
    unknown = next((line for line in said.splitlines() if "may be this one" in line), "")
    assert all(one in unknown for one in kept), said
    assert not any(f"{one} in" in unknown for one in without), said
