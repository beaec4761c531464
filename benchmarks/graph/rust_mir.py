"""The calls of a Rust crate as its compiler sees them: `python rust_mir.py REPO MIR OUTPUT`.

`MIR` is what `rustc` writes for the crate, called in REPO, so that its paths are relative to it:

    RUSTC_BOOTSTRAP=1 rustc --edition 2021 --crate-type lib --crate-name NAME --emit=mir -o MIR \\
        -Zmir-include-spans=on -Zmir-opt-level=0 -Ztrim-diagnostic-paths=no src/lib.rs

The option `--test` takes in the tests. A call through a type parameter or `dyn` is one of the trait's method. What
macros of the crate write is the macro's. Calls that no name in the text stands for, as of operators, are `implicit`.
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from truth import Truth

HEADER = re.compile(r"(?:const )?(?:unsafe )?fn (.+?)\(|(?:const|static(?: mut)?) (.+?): ")
SPAN = re.compile(r"(?:at|in scope \d+ at) ([^\s:]+\.rs):(\d+):(\d+): (\d+):(\d+)")
CALL = re.compile(r"^\s+(?:(?:_\d+|\(.*?\)) = )?(\S.*)\) -> (?:\[return|unwind|\[unwind|bb\d)")
TEXT = re.compile(r'"(?:[^"\\]|\\.)*"')
IMPL = re.compile(r"<impl at ([^:]+):(\d+):(\d+): (\d+):(\d+)>")
IMPLEMENTS = re.compile(r"(?:unsafe\s+)?impl\b\s*(.*)", re.DOTALL)
FUNCTION = r"\bfn\s+{}\b"
ALIAS = re.compile(
    r"^([ \t]*)(?:pub(?:\([^)]*\))?\s+)?type\s+(\w+)\s*(<[^=;]*>)?\s*=\s*([^;]+);", re.MULTILINE
)
DEFINED = re.compile(r"^\s*(?:pub(?:\([^)]*\))?\s+)?(?:struct|enum|union)\s+(\w+)", re.MULTILINE)
BEFORE = re.compile(r"^(?:&(?:'\w+ )?(?:mut )?|dyn )+")
OPEN = "?"
CLOSING = {"(": ")", "[": "]", "{": "}"}


class Span(NamedTuple):
    """A stretch of source text."""

    path: str
    first: int
    column: int
    last: int
    end: int


class Method(NamedTuple):
    """A function of the crate; `owner` and `trait` are empty for a free one."""

    key: str
    owner: str
    trait: str
    module: str
    made: tuple[str, ...] = ()
    """What the type is made for, empty where that is any."""


class Crate:
    """The functions of a crate by what their callers call them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.texts: dict[str, list[str]] = {}
        self.free: dict[str, str] = {}
        self.methods: dict[str, list[Method]] = defaultdict(list)
        self.declared: dict[tuple[str, str], list[str]] = defaultdict(list)
        self.macros: dict[str, list[tuple[int, int]]] = {}
        self.expanded: set[tuple[str, int]] = set()
        """The macros that wrote a call, by their first lines."""
        self.modules: set[str] = set()
        """First names of the paths of the crate."""
        self.truth = Truth()
        self.defined: set[str] = set()
        self.aliases: dict[tuple[str, str], tuple[tuple[str, ...], str]] = {}
        """Other names of types by file, or of none: their parameters, and what they mean."""
        for place in sorted(root.rglob("*.rs")):
            self._read_aliases(place)

    def _read_aliases(self, place: Path) -> None:
        text, path = place.read_text("utf-8", "replace"), place.relative_to(self.root).as_posix()
        for found in ALIAS.finditer(text):
            if not is_associated(text, found.start(2), len(found[1])):
                meant = made_for(found[3] or ""), found[4]
                self.aliases[path, found[2]] = self.aliases["", found[2]] = meant
        self.defined.update(DEFINED.findall(text))

    def lines(self, path: str) -> list[str]:
        """Return the lines of a file."""
        if path not in self.texts:
            place = self.root / path
            is_own = place.is_file() and not Path(path).is_absolute()  # absolute are those of other crates
            self.texts[path] = place.read_text("utf-8").split("\n") if is_own else []
            self._scan(path)
        return self.texts[path]

    def _scan(self, path: str) -> None:
        """Find the methods that traits declare, and the macros."""
        self.macros[path] = []
        for number, line in enumerate(self.texts[path]):
            found = re.match(
                r"(\s*)(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+)?(trait|macro_rules!)\s+(\w+)", line
            )
            if not found:
                continue
            indent, word, name = found.groups()
            opened = next((one for one in line[found.end() :] if one in CLOSING), "{")
            closing = CLOSING[opened]
            is_whole = opened in line and line.count(opened) == line.count(closing)
            end = next(
                (
                    at
                    for at in range(number, len(self.texts[path]) * (not is_whole))
                    if self.texts[path][at].startswith(indent + closing)
                ),
                number,
            )
            if word == "macro_rules!":
                self.macros[path].append((number + 1, end + 1))
                self.truth.functions[f"{path}:{number + 1}"] = name + "!"
                continue
            for at in range(number, end):
                if method := re.search(r"\bfn\s+(\w+)", self.texts[path][at]):
                    key = f"{path}:{at + 1}"
                    self.declared[name, method.group(1)].append(key)
                    self.truth.functions[key] = f"{name}.{method.group(1)}"

    def text(self, span: Span) -> str:
        """Return the source of a span."""
        lines = self.lines(span.path)[span.first - 1 : span.last]
        if not lines:
            return ""
        lines[-1] = lines[-1][: span.end - 1]
        lines[0] = lines[0][span.column - 1 :]
        return "\n".join(lines)

    def add(self, path: str, start: Span) -> str:
        """Take in a function by its path in the crate and the place of its result; return its key."""
        names = split(path)
        name = names[-1]
        self.modules.add(plain(names[0]))
        lines = self.lines(start.path)
        line = next(
            (
                at
                for at in range(min(start.first, len(self.lines(start.path))), 0, -1)
                if re.search(FUNCTION.format(re.escape(name)), lines[at - 1])
            ),
            0,
        )
        if not line:
            return ""
        key = f"{start.path}:{line}"
        impl = next((found for part in names if (found := IMPL.match(part))), None)
        if impl is None:
            self.free["::".join(names)] = key
        else:
            stated = self.text(Span(impl[1], *(int(number) for number in impl.groups()[1:])))
            said = IMPLEMENTS.match(stated)
            if not said:
                return ""  # derived
            trait, stated_owner, generics = trait_and_owner(said.group(1))
            if not IMPL.match(names[-2]):  # a function in a method
                trait, stated_owner = "", plain(names[-2])
            module = "::".join(part for part in names[:-1] if not IMPL.match(part))
            meant = self._meant(stated_owner, impl[1])
            made = tuple("" if one in generics else one for one in made_for(meant))
            owner = "" if last(meant) in generics else last(meant)
            self.methods[name].append(Method(key, owner, trait, module, made))
        self.truth.functions[key] = path
        return key

    def _meant(self, owner: str, path: str) -> str:
        """Return the type that another name of it means in a file, with what that is made for."""
        name = last(owner)
        alias = self.aliases.get((path, name)) or (
            None if name in self.defined else self.aliases.get(("", name))
        )
        if alias is None:
            return owner
        names, meant = alias
        given = dict(zip(names, made_for(owner), strict=False))
        return re.sub(r"\b\w+\b", lambda word: given.get(word[0], word[0]), meant)

    def callee(self, text: str) -> tuple[str, str]:
        """Return the key of what is called, and its name; no key where it is not of the crate or not told."""
        names = split(text)
        name = plain(names[-1])
        path = "::".join(plain(part) for part in names)
        if path in self.free:
            return self.free[path], name
        if names[0].startswith("<") and " as " in names[0] and len(names) == 2:
            inside = names[0][1:-1]
            owner, _, trait = cut(inside, " as ")
            if self._is_foreign(owner) and self._is_foreign(trait) and "<" not in trait:
                return "", name  # no crate may implement another's trait for another's type
            return self._of_trait(owner, short(trait), name), name
        if self._is_foreign(text):
            return "", name
        impl = next((part for part in names if part.startswith("<impl ")), "")
        owner = last(impl[6:-1]) if impl else plain(names[-2]) if len(names) > 1 else ""
        found = [item for item in self.methods[name] if item.owner == owner and not item.trait]
        found = fitting(found, impl[6:-1] or text)
        if not found and (owner, name) in self.declared:
            return only(self.declared[owner, name]), name
        if len(found) > 1:
            around = [plain(part) for part in names[:-2]]
            near = [item for item in found if around and item.module.split("::")[: len(around)] == around]
            found = near or found
        return only([item.key for item in found]), name

    def _is_foreign(self, path: str) -> bool:
        """Whether a path begins with the name of another crate."""
        first, separator, _ = cut(BEFORE.sub("", path), "::")
        return bool(separator) and first.isidentifier() and first.islower() and first not in self.modules

    def _of_trait(self, whole: str, trait: str, name: str) -> str:
        owner = last(whole)
        found = [item for item in self.methods[name] if item.owner == owner and item.trait == trait]
        if not found:
            base = trait.partition("<")[0]
            other = (f"{base}<{owner}>", f"{base}<Self>")
            found = [
                item
                for item in self.methods[name]
                if item.owner == owner
                and item.trait.partition("<")[0] == base
                and ("<" in trait or item.trait in other)
            ]
        if found:
            return only([item.key for item in fitting(found, whole)])
        return only(self.declared[trait.partition("<")[0], name])


def is_associated(text: str, place: int, indent: int) -> bool:
    """Whether the name of a type that is declared at a place is one of an `impl` or trait around it, by indentation."""
    for line in reversed(text[:place].split("\n")[:-1] if indent else ()):
        if line.strip() and len(line) - len(line.lstrip()) < indent:
            return bool(
                re.match(r"\s*(?:\{|where\b|(?:pub(?:\([^)]*\))? )?(?:unsafe )?(?:impl|trait)\b)", line)
            )
    return False


def split(path: str) -> list[str]:
    """Return the parts of a path; what is in brackets is never cut."""
    parts, depth, start, at = [], 0, 0, 0
    while at < len(path):
        if path[at] in "<([{":
            depth += 1
        elif path[at] in ">)]}" and path[at - 1 : at + 1] not in ("->", "=>"):
            depth -= 1
        elif depth == 0 and path.startswith("::", at):
            parts.append(path[start:at])
            at += 2
            start = at
            continue
        at += 1
    parts.append(path[start:])
    kept = [part for part in parts if not part.startswith("{closure")]
    end = len(kept) - 1
    return [
        part
        for place, part in enumerate(kept)
        if part[:1] != "<" or (part.startswith("<impl ") and place < end) or not place
    ]


def before_arguments(call: str) -> str:
    """Return what is called, of a call without its last bracket."""
    depth = 1
    for at in range(len(call) - 1, -1, -1):
        depth += (call[at] == ")") - (call[at] == "(")
        if depth == 0:
            return call[:at]
    return call


def plain(part: str) -> str:
    """Return a part of a path without generics."""
    return part.partition("<")[0] if not part.startswith("<") else part


def cut(text: str, separator: str) -> tuple[str, str, str]:
    """Partition a text at a separator outside brackets."""
    depth = 0
    for at, character in enumerate(text):
        depth += character in "<([{"
        depth -= character in ">)]}" and text[at - 1] not in "-="
        if depth == 0 and text.startswith(separator, at):
            return text[:at], separator, text[at + len(separator) :]
    return text, "", ""


def last(text: str) -> str:
    """Return the last name of a type, without what it is made of."""
    text = re.sub(r"^(?:&(?:'\w+ )?(?:mut )?|\*const |\*mut |dyn |\[|\()+", "", text.strip())
    names = split(text.partition(";")[0].rstrip("])"))
    return plain(names[-1]).strip() if names else ""


def short(trait: str) -> str:
    """Return a trait with the last names of its arguments."""
    head, bracket, rest = trait.strip().partition("<")
    name = split(head.strip())[-1]
    return f"{name}<{last(rest.rpartition('>')[0])}>" if bracket else name


def trait_and_owner(stated: str) -> tuple[str, str, list[str]]:
    """Return trait, type and parameters of `impl<T> Trait for Type where ...`, without `impl`."""
    generics: list[str] = []
    if stated.startswith("<"):
        depth = 0
        for at, character in enumerate(stated):
            depth += character == "<"
            depth -= character == ">" and stated[at - 1] not in "-="
            if depth == 0:
                generics = re.findall(r"(?:[<,]|const)\s*(\w+)", stated[: at + 1])
                stated = stated[at + 1 :].strip()
                break
    stated = re.split(r"\bwhere\b|\{", stated)[0].strip()
    trait, separator, owner = cut(stated, " for ")
    return (short(trait.lstrip("!")), owner, generics) if separator else ("", stated, generics)


def made_for(text: str) -> tuple[str, ...]:
    """Return what a type is made for, without lifetimes and paths."""
    text = re.sub(r"'\w+\b ?", "", text.strip())
    start = text.find("<")
    if start < 0:
        return ()
    found, depth, begin = [], 0, start + 1
    for at in range(start, len(text)):
        depth += text[at] in "<([{"
        depth -= text[at] in ">)]}" and text[at - 1] not in "-="
        if (depth == 1 and text[at] == ",") or depth == 0:
            found.append(text[begin:at])
            begin = at + 1
        if depth == 0:
            break
    bare = (re.sub(r"\b\w+::|\s+|: [^,>]*$", "", one) for one in found)
    return tuple(one for one in bare if one)


def fitting(found: list[Method], text: str) -> list[Method]:
    """Return those of some methods whose type is made for what a path says, all where that tells nothing."""
    made = made_for(text)
    fit = [
        item
        for item in found
        if all(not one or one == other for one, other in zip(item.made, made, strict=False))
    ]
    return fit if made and fit else found


def only(keys: list[str]) -> str:
    """Return the only key, nothing where there is none, and `OPEN` where it is one of several."""
    found = set(keys)
    return OPEN if len(found) > 1 else next(iter(found), "")


def span_of(line: str) -> Span | None:
    """Return the span that a line of MIR names."""
    found = SPAN.search(line)
    return Span(found[1], *(int(number) for number in found.groups()[1:])) if found else None


def bodies(text: str) -> Iterator[tuple[str, bool, list[str]]]:
    """Yield path, whether it is a function, and lines of each body."""
    path, is_function, rows = "", False, []
    for line in text.split("\n"):
        found = HEADER.match(line)
        if found and line.endswith("{"):
            path, is_function, rows = found[1] or found[2], bool(found[1]), []
        elif line == "}":
            if path:
                yield path, is_function, rows
            path = ""
        else:
            rows.append(line)


def main(repo: str, mir: str, output: str) -> None:
    """Write the truth of a crate."""
    crate = Crate(Path(repo))
    found = list(bodies(Path(mir).read_text("utf-8")))
    keys: dict[str, str] = {}
    for path, is_function, rows in found:
        start = next(
            (span for row in rows if "let mut _0" in row or "let _0" in row if (span := span_of(row))), None
        )
        if start is None:
            continue
        if is_function and "{closure" not in path:
            keys[path] = crate.add(path, start)
        elif not is_function and crate.lines(start.path):
            keys[path] = f"{start.path}:0"
    for path, _, rows in found:
        caller = keys.get(re.sub(r"::\{closure#\d+\}.*|::promoted\[.*", "", path), "")
        for row in rows if caller else ():
            link(crate, caller, row)
    for path, ranges in crate.macros.items():
        unseen = [(first, last) for first, last in ranges if (path, first) not in crate.expanded]
        crate.truth.skipped.update({path: unseen} if unseen else {})
    crate.truth.write(Path(output))
    print(
        len(crate.truth.functions),
        "functions,",
        len(crate.truth.calls),
        "calls,",
        len(crate.truth.unknown),
        "open",
    )


def link(crate: Crate, caller: str, row: str) -> None:
    """Take in the call of a line of MIR."""
    called, span = CALL.match(TEXT.sub('""', row)), span_of(row)
    if not called or span is None:
        return
    key, name = crate.callee(before_arguments(called.group(1)))
    if not crate.lines(span.path):
        return  # a macro of the library
    inside = [first for first, last in crate.macros[span.path] if first <= span.first <= last]
    crate.expanded.update((span.path, first) for first in inside)
    caller = f"{span.path}:{inside[0]}" if inside else caller
    if key == OPEN:
        crate.truth.unknown.add((caller, name))
    elif key:
        is_named = re.search(rf"\b{re.escape(name)}\b", crate.text(span))
        crate.truth.call(caller, key, "direct" if is_named else "implicit")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    for name in ("repo", "mir", "output"):
        parser.add_argument(name)
    options = parser.parse_args()
    main(options.repo, options.mir, options.output)
