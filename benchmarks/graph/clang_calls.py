"""The calls of C and C++ code as clang sees them: `python clang_calls.py REPO DATABASE_DIRECTORY OUTPUT`.

`DATABASE_DIRECTORY` holds `compile_commands.json`. Needs the package `libclang`; data is written, nothing is run.
A call that stands in the body of a macro is the macro's, and the use of the macro is a call of it. What clang leaves
open until a template is instantiated, and calls through pointers, are no truth and no error either.
"""

from __future__ import annotations

import argparse
import ctypes
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from truth import Truth

try:
    from clang import cindex
    from clang.cindex import Cursor, CursorKind, SourceLocation, TranslationUnit
except ModuleNotFoundError:
    sys.exit(f"{__doc__}\nThe package libclang is not installed.")

FUNCTIONS = {
    CursorKind.FUNCTION_DECL,
    CursorKind.CXX_METHOD,
    CursorKind.CONSTRUCTOR,
    CursorKind.DESTRUCTOR,
    CursorKind.CONVERSION_FUNCTION,
    CursorKind.FUNCTION_TEMPLATE,
}
Place = tuple[str, int, int]
"""Path, line and column."""


WORD = re.compile(r"\w+")


class _Ranges(ctypes.Structure):
    _fields_ = [("count", ctypes.c_uint), ("ranges", ctypes.POINTER(cindex.SourceRange))]


class Maker:
    """Reads one translation unit after another."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.directory = ""
        """Where the compiler stands, from which relative names of files count."""
        self.paths: dict[str, str] = {}
        self.truth = Truth()
        self.calls: list[tuple[str, Place, str]] = []
        self.usr_at: dict[Place, str] = {}
        self.definition_of: dict[str, Place] = {}
        self.names: dict[Place, str] = {}
        self.seen: set[Place] = set()
        self.extents: dict[str, list[tuple[int, int, str]]] = {}
        self.macros: dict[str, list[tuple[int, int]]] = {}
        self.bodies: dict[str, tuple[str, list[str]]] = {}
        """Macro -> its place and the words of its definition, as the unit at hand has it."""
        self.bodies_at: dict[Place, list[str]] = {}
        self.texts: dict[str, list[str]] = {}
        self.skips: dict[str, list[set[int]]] = {}

    def place(self, location: SourceLocation) -> Place | None:
        """Return a place in the repository, None for any other."""
        path = self.path(location.file.name) if location.file is not None else ""
        return (path, location.line, location.column) if path else None

    def path(self, name: str) -> str:
        """Return the path in the repository of a file, empty for any other."""
        if name not in self.paths:
            found = Path(self.directory, name).resolve()
            is_inside = found.is_relative_to(self.root)
            self.paths[name] = found.relative_to(self.root).as_posix() if is_inside else ""
        return self.paths[name]

    def read(self, unit: TranslationUnit) -> None:
        """Take in what one translation unit says."""
        self.bodies.clear()
        for cursor in unit.cursor.get_children():
            place = self.place(cursor.location)
            if place is None:
                continue
            if cursor.kind == CursorKind.MACRO_DEFINITION:
                self.define_macro(cursor, place)
            elif cursor.kind != CursorKind.MACRO_INSTANTIATION:
                self.walk(cursor, "")
        for cursor in unit.cursor.get_children():
            if cursor.kind == CursorKind.MACRO_INSTANTIATION:
                self.use_macro(cursor)
        self.skip(unit)

    def define_macro(self, cursor: Cursor, place: Place) -> None:
        """Note a macro, and whether it takes arguments."""
        path, line, column = place
        text = self.line_of(path, line)[column - 1 :]
        words = [token.spelling for token in cursor.get_tokens()][1:]
        self.bodies[cursor.spelling] = (f"{path}:{line}", words)
        if place in self.seen:
            return
        self.seen.add(place)
        self.bodies_at[place] = words
        end = cursor.extent.end.line
        self.macros.setdefault(path, []).append((line, end))
        if text.startswith(cursor.spelling + "("):
            self.truth.functions[f"{path}:{line}"] = cursor.spelling
            self.names[place] = cursor.spelling

    def use_macro(self, cursor: Cursor) -> None:
        """Note the use of a macro that takes arguments as a call of it."""
        place = self.place(cursor.location)
        defined = cursor.referenced
        target = self.place(defined.location) if defined is not None else None
        if place is None or target is None or target not in self.names:
            return
        path, line, column = place
        if not self.line_of(path, line)[column - 1 :].startswith(cursor.spelling):
            return  # inside the body of another macro
        inside = [first for first, last in self.macros.get(path, ()) if first <= line <= last]
        around = [key for first, last, key in self.extents.get(path, ()) if first <= line <= last]
        caller = f"{path}:{inside[0]}" if inside else around[-1] if around else f"{path}:0"
        self.truth.call(caller, f"{target[0]}:{target[1]}", "macro")
        if self.drops(cursor.spelling, set()):
            names = (token.spelling for token in cursor.get_tokens())
            self.truth.unknown.update((caller, name) for name in names if name.isidentifier())

    def drops(self, macro: str, seen: set[str]) -> bool:
        """Whether a macro, or one that it uses, leaves an argument out: then what stands there is not compiled."""
        if macro in seen or macro not in self.bodies:
            return False
        seen.add(macro)
        words = self.bodies[macro][1]
        if words[:1] == ["("] and ")" in words:
            end = words.index(")")
            if any(word.isidentifier() and word not in words[end:] for word in words[1:end]):
                return True
        return any(self.drops(word, seen) for word in words)

    def skip(self, unit: TranslationUnit) -> None:
        """Note the lines that the preprocessor left out; those that every unit leaves out were never seen."""
        found: dict[str, set[int]] = {}
        list_ = cindex.conf.lib.clang_getAllSkippedRanges(unit)
        for number in range(list_.contents.count):
            extent = list_.contents.ranges[number]
            place = self.place(extent.start)
            if place is not None:
                found.setdefault(place[0], set()).update(range(extent.start.line, extent.end.line + 1))
        for include in unit.get_includes():
            if path := self.path(include.include.name):
                found.setdefault(path, set())
        for path, lines in found.items():
            self.skips.setdefault(path, []).append(lines)

    def walk(self, cursor: Cursor, caller: str) -> None:
        """Read a declaration or statement inside a caller."""
        place = self.place(cursor.location)
        if cursor.kind in FUNCTIONS and place is not None:
            caller = f"{place[0]}:{place[1]}"
            if not self.declare(cursor, place):
                return
        elif cursor.kind == CursorKind.CALL_EXPR:
            self.call(cursor, caller)
        for child in cursor.get_children():
            child_place = self.place(child.location)
            if (
                child_place is not None
                or child.kind == CursorKind.CALL_EXPR
                or not child.kind.is_declaration()
            ):
                self.walk(child, caller or (f"{child_place[0]}:0" if child_place else ""))

    def declare(self, cursor: Cursor, place: Place) -> bool:
        """Note a function; return whether its body is still to be read."""
        usr = cursor.canonical.get_usr()
        self.usr_at[place] = usr
        self.names[place] = qualified_name(cursor)
        if not cursor.is_definition():
            return False
        self.definition_of[usr] = place
        is_new = place not in self.seen
        self.seen.add(place)
        if is_new:
            extent = cursor.extent
            key = f"{place[0]}:{place[1]}"
            self.extents.setdefault(place[0], []).append((extent.start.line, extent.end.line, key))
        return is_new

    def call(self, cursor: Cursor, caller: str) -> None:
        """Note a call expression."""
        caller = self.macro_around(cursor) or caller
        if not caller:
            return
        target = cursor.referenced
        if target is None or target.kind not in FUNCTIONS:
            self.truth.unknown.add((caller, cursor.spelling or last_name(cursor)))
            return
        place = self.place(target.location)
        if place is not None:
            self.calls.append((caller, place, group_of(target)))

    def macro_around(self, cursor: Cursor) -> str:
        """Return the macro in whose body the name of the callee stands, nothing where it stands in the code itself."""
        callee = next(iter(cursor.get_children()), cursor)
        name, place = cursor.spelling, self.place(callee.extent.start)
        if not name or place is None:
            return ""
        path, line, column = place
        text = self.line_of(path, line)[column - 1 :]
        word = WORD.match(text)
        macro = word.group() if word else ""
        if macro == name or macro not in self.bodies:
            return ""
        return self.writer_of(name, macro, set()) or ""

    def writer_of(self, name: str, macro: str, seen: set[str]) -> str | None:
        """Return the macro that writes a name, of one macro and those that it uses."""
        if macro in seen or macro not in self.bodies:
            return None
        seen.add(macro)
        key, words = self.bodies[macro]
        if name in words:
            return key
        return next((found for word in words if (found := self.writer_of(name, word, seen))), None)

    def line_of(self, path: str, line: int) -> str:
        """Return a line of a file."""
        if path not in self.texts:
            self.texts[path] = (self.root / path).read_text("utf-8", "replace").split("\n")
        return self.texts[path][line - 1]

    def finish(self) -> Truth:
        """Bring callees to their definitions and return the truth."""
        truth = self.truth
        for place, name in self.names.items():
            usr = self.usr_at.get(place)
            path, line, _ = self.definition_of.get(usr, place) if usr else place
            truth.functions[f"{path}:{line}"] = name
        for caller, place, group in self.calls:
            path, line, _ = self.definition_of.get(self.usr_at.get(place, ""), place)
            if f"{path}:{line}" in truth.functions:
                truth.call(caller, f"{path}:{line}", group)
        at = {
            name: f"{path}:{line}"
            for (path, line, _), name in self.names.items()
            if (path, line, _) in self.bodies_at
        }
        for (path, line, _), words in self.bodies_at.items():
            key = f"{path}:{line}"
            if key in truth.functions:
                truth.unknown.update((key, word) for word in words)
                for word in words[1:]:
                    if word in at and at[word] != key:
                        truth.call(key, at[word], "macro")
        for path, units in self.skips.items():
            never = sorted(set.intersection(*units)) if units else []
            truth.skipped[path] = list(runs(never))
        return truth


def qualified_name(cursor: Cursor) -> str:
    """Return the name with all that is around it."""
    parts = []
    while cursor is not None and cursor.kind != CursorKind.TRANSLATION_UNIT:
        if cursor.spelling:
            parts.append(cursor.spelling)
        cursor = cursor.semantic_parent
    return ".".join(reversed(parts))


def group_of(target: Cursor) -> str:
    """Return how a callee comes to be called."""
    if target.kind in (CursorKind.CONSTRUCTOR, CursorKind.DESTRUCTOR):
        return "constructor"
    if target.kind == CursorKind.CONVERSION_FUNCTION or target.spelling.startswith("operator"):
        return "operator"
    return "direct"


def last_name(cursor: Cursor) -> str:
    """Return the last name of the expression that is called; what a template is made for is none of it."""
    callee = next(iter(cursor.get_children()), None)
    name, depth = "", 0
    for token in callee.get_tokens() if callee else ():
        depth += (token.spelling == "<") - token.spelling.count(">") * (token.spelling != "->")
        if depth == 0 and token.spelling.isidentifier():
            name = token.spelling
    return name


def runs(numbers: list[int]) -> Iterator[tuple[int, int]]:
    """Yield first and last of each run of consecutive numbers."""
    start = last = None
    for number in numbers:
        if last is None or number != last + 1:
            if start is not None and last is not None:
                yield start, last
            start = number
        last = number
    if start is not None and last is not None:
        yield start, last


def prepare() -> None:
    """Declare the functions of libclang that its Python binding does not declare."""
    library = cindex.conf.lib
    library.clang_getAllSkippedRanges.argtypes = [TranslationUnit]
    library.clang_getAllSkippedRanges.restype = ctypes.POINTER(_Ranges)


def main(root: str, database: str, output: str) -> None:
    """Write the truth of a repository."""
    prepare()
    maker = Maker(Path(root))
    index = cindex.Index.create()
    for command in cindex.CompilationDatabase.fromDirectory(database).getAllCompileCommands():
        file = Path(command.directory, command.filename).resolve()
        if not file.is_relative_to(maker.root):
            continue
        words = [word for word in list(command.arguments)[1:] if word not in ("-c", "--")]
        options = [word for word in words if Path(command.directory, word).resolve() != file]
        if "-o" in options:
            del options[options.index("-o") : options.index("-o") + 2]
        unit = index.parse(
            str(file),
            [*options, f"-working-directory={command.directory}"],
            options=TranslationUnit.PARSE_DETAILED_PROCESSING_RECORD,
        )
        errors = [str(item) for item in unit.diagnostics if item.severity >= cindex.Diagnostic.Error]
        print(file.relative_to(maker.root), len(errors), *errors[:2], file=sys.stderr)
        if command.directory != maker.directory:
            maker.directory = command.directory
            maker.paths.clear()
        maker.read(unit)
    truth = maker.finish()
    truth.write(Path(output))
    print(len(truth.functions), "functions,", len(truth.calls), "calls,", len(truth.unknown), "left open")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    for name in ("repo", "database", "output"):
        parser.add_argument(name)
    options = parser.parse_args()
    main(options.repo, options.database, options.output)
