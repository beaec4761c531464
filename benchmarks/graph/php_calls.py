"""Writes a truth set of the calls in PHP, as a language server resolves them.

    npm install intelephense
    python php_calls.py monolog monolog.json src -- node node_modules/intelephense/lib/intelephense.js --stdio

The server is asked where each callee is defined; nothing of the repository is run. `truth.py` says what a truth set
is, `score.py` compares a graph with it. A call belongs to the nearest function around it that has a name. A class
without a constructor stands for it. A call of a method of an interface is that of the interface. What the server cannot
tell is unknown; what lies in a library is no call of the repository.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlparse

from tree_sitter_language_pack import get_parser
from truth import Truth

if TYPE_CHECKING:
    from tree_sitter import Node

CALLS = {
    "function_call_expression": "direct",
    "member_call_expression": "direct",
    "nullsafe_member_call_expression": "direct",
    "scoped_call_expression": "direct",
    "object_creation_expression": "constructor",
}
FUNCTIONS = ("function_definition", "method_declaration")
TYPES = (
    "class_declaration",
    "interface_declaration",
    "trait_declaration",
    "enum_declaration",
    "anonymous_class",
)
SETTINGS = {"files": {"maxSize": 5_000_000, "exclude": []}, "diagnostics": {"enable": False}}
LEFT_OUT = {"vendor", "node_modules", ".git"}


@dataclass
class Site:
    """A call: who makes it, the name of the callee, and where that stands."""

    path: str
    caller: str
    name: str
    line: int
    column: int
    group: str


class Server:
    """A language server that is spoken to over its own pipes."""

    def __init__(self, command: list[str], root: Path) -> None:
        pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=nothing)
        self._last = 0
        store = tempfile.mkdtemp()
        options = {"storagePath": store, "globalStoragePath": store, "clearCache": True}
        folders = [{"uri": root.as_uri(), "name": root.name}]
        self.ask(
            "initialize",
            {
                "processId": None,
                "rootUri": root.as_uri(),
                "rootPath": str(root),
                "workspaceFolders": folders,
                "capabilities": {"workspace": {"workspaceFolders": True, "configuration": True}},
                "initializationOptions": options,
            },
        )
        self.tell("initialized", {})

    def tell(self, method: str, params: dict[str, Any]) -> None:
        """Send a notification."""
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, params: dict[str, Any]) -> Any:  # noqa: ANN401
        """Return the answer to a request."""
        self._last += 1
        self._send({"jsonrpc": "2.0", "id": self._last, "method": method, "params": params})
        while True:
            message = self._receive()
            if message.get("id") == self._last and "method" not in message:
                return message.get("result")
            self._reply(message)

    def wait_for(self, method: str) -> None:
        """Wait until the server says something by itself."""
        while (message := self._receive()).get("method") != method:
            self._reply(message)

    def stop(self) -> None:
        """End the server."""
        self._process.kill()
        self._process.wait()

    def _reply(self, message: dict[str, Any]) -> None:
        if "id" in message and "method" in message:
            is_asked = message["method"] == "workspace/configuration"
            result = [SETTINGS for _ in message["params"]["items"]] if is_asked else None
            self._send({"jsonrpc": "2.0", "id": message["id"], "result": result})

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps(message).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self._process.stdin.flush()

    def _receive(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        size = 0
        while line := self._process.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                size = int(line.split(b":")[1])
        if not size:
            sys.exit("The server has ended.")
        return json.loads(self._process.stdout.read(size))


def sources(root: Path, folders: list[str]) -> Iterator[Path]:
    """Yield the PHP files under some folders."""
    for folder in folders or ["."]:
        for path in sorted((root / folder).rglob("*.php")):
            if not LEFT_OUT.intersection(path.relative_to(root).parts):
                yield path


class Reader:
    """Finds the functions and calls of files."""

    def __init__(self, root: Path, truth: Truth) -> None:
        self.sites: list[Site] = []
        self.constructors: dict[str, str] = {}
        """Class -> its constructor, itself where it has none; each by the place of its name."""
        self.ends: dict[tuple[str, int, int], str] = {}
        """File, line and column at which a type or function ends -> the place of its name."""
        self._truth = truth
        self._root = root
        self._parser = get_parser("php")

    def read(self, path: Path) -> None:
        """Read one file."""
        name = path.relative_to(self._root).as_posix()
        data = path.read_bytes()
        pending: list[tuple[Node, str, str]] = [(self._parser.parse(data).root_node, f"{name}:0", "")]
        while pending:
            node, caller, cls = pending.pop()
            if node.type in TYPES:
                cls = self._type(node, name) or cls
            elif node.type in FUNCTIONS:
                caller = self._function(node, name, cls)
            elif node.type in CALLS:
                self._call(node, name, caller, data)
            pending.extend((child, caller, cls) for child in reversed(node.named_children))

    def _type(self, node: Node, path: str) -> str:
        named = node.child_by_field_name("name")
        if named is None:
            return ""
        key = f"{path}:{named.start_point[0] + 1}"
        self.constructors[key] = key
        self.ends[path, *node.end_point] = key
        self._truth.functions[key] = (named.text or b"").decode()
        return key

    def _function(self, node: Node, path: str, cls: str) -> str:
        named = node.child_by_field_name("name")
        assert named is not None
        key, name = f"{path}:{named.start_point[0] + 1}", (named.text or b"").decode()
        self.ends[path, *node.end_point] = key
        holder = self._truth.functions.get(cls, "") if node.type == "method_declaration" else ""
        self._truth.functions[key] = f"{holder}.{name}" if holder else name
        if name.lower() == "__construct" and cls:
            self.constructors[cls] = key
        return key

    def _call(self, node: Node, path: str, caller: str, data: bytes) -> None:
        group = CALLS[node.type]
        named = node.child_by_field_name("name") or node.child_by_field_name("function")
        if group == "constructor":
            named = node.named_children[0] if node.named_children else None
        if named is None or named.type not in ("name", "qualified_name"):
            return
        arguments = node.child_by_field_name("arguments")
        if arguments is not None and arguments.text == b"(...)":
            return
        last = named if named.type == "name" else named.named_children[-1]
        line, byte = last.start_point
        start = last.start_byte - byte
        column = len(data[start : last.start_byte].decode("utf-8", "replace").encode("utf-16-le")) // 2
        self.sites.append(Site(path, caller, (last.text or b"").decode(), line, column, group))


def resolve(server: Server, root: Path, reader: Reader, truth: Truth) -> None:
    """Ask for each call."""
    opened = ""
    for number, site in enumerate(reader.sites):
        uri = (root / site.path).as_uri()
        if site.path != opened:
            opened = site.path
            text = (root / site.path).read_text("utf-8", "replace")
            document = {"uri": uri, "languageId": "php", "version": 1, "text": text}
            server.tell("textDocument/didOpen", {"textDocument": document})
        place = {"textDocument": {"uri": uri}, "position": {"line": site.line, "character": site.column}}
        found = server.ask("textDocument/definition", place) or []
        targets = found if isinstance(found, list) else [found]
        keys = [key for target in targets if (key := own_key(target, root, reader)) is not None]
        known = [key for key in keys if key]
        if site.group == "constructor":
            known = sorted({reader.constructors.get(key, key) for key in known})
        if not targets or (keys and not known):
            truth.unknown.add((site.caller, site.name))
        for key in known:
            truth.call(site.caller, key, site.group)
        if number % 2000 == 0:
            print(f"{number} of {len(reader.sites)}", file=sys.stderr)


def own_key(target: dict[str, Any], root: Path, reader: Reader) -> str | None:
    """Return the place of a definition in the repository, None for one elsewhere."""
    path = Path(unquote(urlparse(target.get("uri") or target["targetUri"]).path))
    span = target.get("range") or target["targetSelectionRange"]
    if not path.is_relative_to(root):
        return None
    end = span["end"]
    return reader.ends.get((path.relative_to(root).as_posix(), end["line"], end["character"]), "")


def main() -> None:
    """Write the set."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repo", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("folders", nargs="*")
    at = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    options, command = parser.parse_args(sys.argv[1:at]), sys.argv[at + 1 :]
    if not command:
        parser.error("behind `--` has to stand the command that starts the language server")
    root, truth = options.repo.resolve(), Truth()
    reader = Reader(root, truth)
    for path in sources(root, options.folders):
        reader.read(path)
    server = Server(command, root)
    server.wait_for("indexingEnded")
    resolve(server, root, reader, truth)
    server.stop()
    truth.write(options.output)
    print(f"{len(truth.functions)} functions, {len(truth.calls)} calls, {len(truth.unknown)} unknown")


if __name__ == "__main__":
    main()
