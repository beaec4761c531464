"""The workflow that comments on new issues: what it says, and that nobody's text becomes a command."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

_GITHUB = Path(__file__).parent.parent / ".github"
_ACTION = _GITHUB / "actions" / "context-suggest"
_FILES = (_GITHUB / "workflows" / "context-suggest.yml", _ACTION / "action.yml")


def suggest(shop: Path, tmp_path: Path, title: str, body: str | None) -> subprocess.CompletedProcess[str]:
    """Run the script as the action does."""
    event = tmp_path / "event.json"
    event.write_text(json.dumps({"issue": {"number": 7, "title": title, "body": body}}), "utf-8")
    given = {
        "GITHUB_EVENT_PATH": str(event),
        "GITHUB_SERVER_URL": "https://github.com",
        "GITHUB_REPOSITORY": "owner/shop",
        "GITHUB_SHA": "0123abc",
        "REPOSITORY": str(shop),
        "BUDGET": "3000",
        "MAX_FILES": "4",
    }
    return subprocess.run(
        [sys.executable, "-P", str(_ACTION / "suggest.py")],
        env={**os.environ, **given},
        capture_output=True,
        check=True,
        encoding="utf-8",
    )


def test_the_comment_names_files_and_functions(shop: Path, tmp_path: Path) -> None:
    comment = suggest(shop, tmp_path, "Cart.total forgets the discount", None).stdout
    assert comment.startswith("These places of the repository look most relevant")
    assert "- [`backend/cart.py`](https://github.com/owner/shop/blob/0123abc/backend/cart.py)" in comment
    assert re.search(r"  - \[`Cart\.total`\]\(https://\S+/backend/cart\.py#L\d+-L\d+\)", comment)


@pytest.mark.parametrize(
    ("title", "body"),
    [
        ("$(touch pwned) `touch pwned` ; touch pwned", "${{ github.token }} @everybody <img src=x>"),
        ('"; rm -rf . #', "\x1b]0;title\x07 \u202e ``` </details> [click](javascript:alert(1))"),
        ("", ""),
        ("x" * 300_000, "y" * 300_000),
    ],
)
def test_the_issue_is_only_read(shop: Path, tmp_path: Path, title: str, body: str) -> None:
    done = suggest(shop, tmp_path, title, body)
    assert done.returncode == 0
    assert not list(tmp_path.glob("**/pwned"))
    assert not (shop / "pwned").exists()
    for word in ("pwned", "everybody", "<img", "javascript", "\x1b", "\u202e"):
        assert word not in done.stdout
    assert done.stdout or "No suggestion: " in done.stderr


@pytest.mark.parametrize("path", _FILES, ids=lambda path: path.name)
def test_no_command_holds_an_expression(path: Path) -> None:
    """What an expression gives is put into the command as it is; environment variables are only data."""
    text = path.read_text("utf-8")
    for block in re.findall(r"^( *)run: (.*(?:\n\1  .*|\n)*)", text, re.MULTILINE):
        assert "${{" not in block[1]
    assert not re.findall(r"\$\{\{[^}]*issue\.(?:title|body)", text)
    assert "pull_request_target" not in text


def test_permissions_are_as_few_as_can_be() -> None:
    workflow = _FILES[0].read_text("utf-8")
    granted = re.findall(r"^  (\w[\w-]*): (read|write)$", workflow, re.MULTILINE)
    assert granted == [("contents", "read"), ("issues", "write")]
    assert "persist-credentials: false" in workflow
    assert "secrets." not in workflow + _FILES[1].read_text("utf-8")
