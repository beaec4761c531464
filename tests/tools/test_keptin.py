"""Upstream of what makes an object that a module or a type keeps: who uses that."""

from __future__ import annotations

from pathlib import Path

import pytest
from written_files import write

from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

PYTHON = {
    "client.py": (
        "class Client:\n    def incr(self, name): ...\n\n\ndef get_client():\n    return Client()\n\n\n"
        "statsd = get_client()\n"
    ),
    "use.py": (
        "from client import statsd\n\n\ndef pay():\n    statsd.incr('pay')\n\n\n"
        "def send(queue):\n    queue.put(statsd)\n"
    ),
    "tests/test_use.py": "from client import statsd\n\n\ndef test_pay():\n    assert statsd\n",
}
TYPESCRIPT = {
    "client.ts": (
        "export class Client {\n  incr(name: string) {}\n}\n\n"
        "export function getClient(): Client {\n  return new Client();\n}\n\n"
        "export const statsd = getClient();\n"
    ),
    "use.ts": 'import { statsd } from "./client";\n\nexport function pay() {\n  statsd.incr("pay");\n}\n',
}
GO = {
    "go.mod": "module example.com/shop\n",
    "stats/stats.go": (
        "package stats\n\ntype Client struct{}\n\nfunc (c *Client) Incr(name string) {}\n\n"
        "func getClient() *Client { return &Client{} }\n\nvar Statsd = getClient()\n"
    ),
    "shop/use.go": (
        'package shop\n\nimport "example.com/shop/stats"\n\nfunc Pay() { stats.Statsd.Incr("pay") }\n'
    ),
}
JAVA = {
    "shop/Client.java": (
        "package shop;\n\nclass Client {\n  static final Client STATSD = getClient();\n\n"
        "  static Client getClient() { return new Client(); }\n\n  void incr(String name) {}\n}\n"
    ),
    "shop/Use.java": 'package shop;\n\nclass Use {\n  void pay() { Client.STATSD.incr("pay"); }\n}\n',
}
LAZY = {
    "client.py": (
        "class Client:\n    def incr(self, name): ...\n\n\ndef get_client():\n    return Client()\n\n\n"
        "statsd = None\n\n\n"
        "def start():\n    global statsd\n    statsd = get_client()\n\n\ndef pay():\n    statsd.incr('pay')\n"
    ),
}
CHANGED_IN_PLACE = {
    "client.py": "def get_client(): ...\n\n\nshared = get_client()\n",
    "use.py": (
        "from client import get_client, shared\n\n\n"
        "def pay():\n    shared.add('pay')\n\n\n"
        "def keep(row):\n    shared['row'] = row\n\n\n"
        "def start_anew(rows):\n    global shared\n    shared = rows\n\n\n"
        "def apart(shared):\n    shared.add('pay')\n"
    ),
}


def notes(root: Path, files: dict[str, str], one: str) -> list[str]:
    write(root, files)
    settings = load_settings({"cache_dir": root / ".cache"}, repo=root)
    answer = trace_causal_path(DirectSession(root, settings), one, "upstream")
    return [note for note in answer.data["notes"] if " sets " in note]


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (
            PYTHON,
            (
                "L9 sets var:client.py:statsd, named by func:use.py:pay L5, :send L9"
                ", and 1 in tests and the like."
            ),
        ),
        (TYPESCRIPT, "L9 sets var:client.ts:statsd, named by func:use.ts:pay L4."),
        (GO, "L9 sets var:stats/stats.go:Statsd, named by func:shop/use.go:Pay L5."),
        (JAVA, "L4 sets attr:shop/Client.java:Client.STATSD, named by method:shop/Use.java:Use.pay L4."),
        (CHANGED_IN_PLACE, "L4 sets var:client.py:shared, named by func:use.py:pay L5, :keep L9."),
        (LAZY, "L14 sets var:client.py:statsd, named by :pay L18."),
    ],
    ids=["python", "typescript", "go", "java", "changed in place", "lazily"],
)
def test_who_uses_what_a_call_is_kept_in_is_told(tmp_path: Path, files: dict[str, str], said: str) -> None:
    maker = "Client.getClient" if files is JAVA else "get_client" if "client.py" in files else "getClient"
    assert notes(tmp_path, files, maker) == [said]


def test_of_what_functions_alone_call_nothing_is_kept(tmp_path: Path) -> None:
    files = {"client.py": "def get_client():\n    return 1\n\n\ndef pay():\n    statsd = get_client()\n"}
    assert notes(tmp_path, files, "get_client") == []


def test_only_variables_with_users_take_a_place(tmp_path: Path) -> None:
    unused = [f"unused_{number} = get_client()" for number in range(3)]
    used = [f"used_{number} = get_client()" for number in range(4)]
    users = [f"def pay_{number}():\n    used_{number}.incr('pay')" for number in range(4)]
    files = {"client.py": "\n".join(["def get_client(): ...", *unused, *used, *users])}
    assert notes(tmp_path, files, "get_client") == [
        "L5 sets var:client.py:used_0, named by :pay_0 L10.",
        "L6 sets var:client.py:used_1, named by :pay_1 L12.",
        "L7 sets var:client.py:used_2, named by :pay_2 L14.",
    ]
