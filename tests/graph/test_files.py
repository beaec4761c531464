"""The walk finds what belongs to the project, says what it skips and why, and never leaves the root."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from nsccn.errors import NotARepository, PathOutsideRoot, UnknownPath
from nsccn.graph.fileroles import Role, role_of
from nsccn.graph.walk.files import (
    Walk,
    check_root,
    content_reason,
    digest,
    find_root,
    read_bytes,
    resolve_path,
    walk,
)

HAS_GIT = shutil.which("git") is not None
needs_git = pytest.mark.skipif(not HAS_GIT, reason="git is not installed")
posix = pytest.mark.skipif(os.name == "nt", reason="needs named pipes, links or bytes in names")


def plant(root: Path, *paths: str) -> Path:
    """Create empty files, and directories where the path ends with `/`."""
    for path in paths:
        target = root / path
        if path.endswith("/"):
            target.mkdir(parents=True, exist_ok=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.touch()
    return root


def write(root: Path, contents: Mapping[str, str]) -> Path:
    for path, content in contents.items():
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(content, encoding="utf-8")
    return root


def git(root: Path, *arguments: str) -> None:
    root.mkdir(parents=True, exist_ok=True)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment |= {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    options = ("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "protocol.file.allow=always")
    subprocess.run(["git", *options, *arguments], cwd=root, env=environment, check=True, capture_output=True)


def paths(found: Walk) -> list[str]:
    return [file.path for file in found.files]


def reasons(found: Walk) -> dict[str, str]:
    return dict(found.skipped)


@pytest.fixture(params=["own walk", pytest.param("git", marks=needs_git)])
def root(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """An empty root: once in no repository, once the top of one."""
    directory = tmp_path / "root"
    directory.mkdir()
    if request.param == "git":
        git(directory, "init", "-q")
    return directory


def test_files_are_sorted_and_stated(root: Path) -> None:
    write(root, {"b.py": "12345", "a/z.py": "", "a-b.py": "", "a/b/c.py": ""})
    found = walk(root)
    assert paths(found) == ["a-b.py", "a/b/c.py", "a/z.py", "b.py"]
    stated = (root / "b.py").stat()
    assert found.files[-1][1:3] == (5, stated.st_mtime_ns)
    assert found == walk(root)


def test_ignore_files_nest_and_negate(root: Path) -> None:
    write(
        root,
        {
            ".gitignore": "*.log\nbuild/\n/only-top.py\n",
            "a/.gitignore": "!keep.log\n/x.py\n",
            "keep.log": "",
            "only-top.py": "",
            "build/b.py": "",
            "a/keep.log": "",
            "a/drop.log": "",
            "a/x.py": "",
            "a/only-top.py": "",
            "a/b/x.py": "",
        },
    )
    assert paths(walk(root)) == [".gitignore", "a/.gitignore", "a/b/x.py", "a/keep.log", "a/only-top.py"]


def test_an_ignore_file_that_leaves_nothing_is_not_about_this_tree(tmp_path: Path) -> None:
    """As in Debian's sources, which carry the one of the repository that packages them."""
    write(
        tmp_path,
        {".gitignore": "/*\n!/debian/\n", "a.py": "", "b/c.py": "", "b/.gitignore": "*.o\n", "b/d.o": ""},
    )
    assert paths(walk(tmp_path)) == [".gitignore", "a.py", "b/.gitignore", "b/c.py"]
    write(tmp_path, {"debian/rules.py": ""})
    assert paths(walk(tmp_path)) == ["debian/rules.py"]


def test_our_own_ignore_files_and_patterns(root: Path) -> None:
    write(
        root,
        {
            ".ignore": "*.sql\n",
            "data/.nsccnignore": "!wanted.sql\nhuge/\n",
            "data/wanted.sql": "",
            "data/huge/a.py": "",
            "other.sql": "",
            "a.txt": "",
            "docs/b.txt": "",
        },
    )
    found = walk(root, ignore_patterns=["docs/*.txt"])
    assert paths(found) == [".ignore", "a.txt", "data/.nsccnignore", "data/wanted.sql"]
    assert reasons(found) == {"data/huge/": "ignored", "other.sql": "ignored", "docs/b.txt": "ignored"}


def test_vendored_and_generated_trees_are_skipped_whole(root: Path) -> None:
    plant(
        root,
        "node_modules/x/i.js",
        "src/vendor/x.go",
        "dist/o.js",
        ".venv/x.py",
        "a/__pycache__/a.txt",
        "x.egg-info/P",
    )
    plant(
        root,
        "env/pyvenv.cfg",
        "env/lib/x.py",
        "out/CMakeCache.txt",
        "out/x.c",
        "rust/Cargo.toml",
        "rust/target/x.rs",
    )
    assert reasons(walk(root)) == {
        ".venv/": "vendored",
        "a/__pycache__/": "generated",
        "dist/": "vendored",
        "env/": "vendored",
        "node_modules/": "vendored",
        "out/": "generated",
        "rust/target/": "generated",
        "src/vendor/": "vendored",
        "x.egg-info/": "generated",
    }


def test_names_that_may_be_the_projects_own_are_walked(root: Path) -> None:
    plant(root, "sub/CMakeCache.txt", "sub/CMakeLists.txt")
    own = ["build/a.py", "env/a.py", "lib/a.py", "target/a.py", "vendor.py", "venv/__init__.py"]
    assert [path for path in paths(walk(plant(root, *own))) if not path.startswith("sub/")] == own
    assert "sub/CMakeLists.txt" in paths(walk(root))


def test_what_a_python_package_vendors_is_imported_as_part_of_it(root: Path) -> None:
    plant(
        root,
        "shop/_vendor/__init__.py",
        "shop/_vendor/box/core.py",
        "shop/vendor/x.py",
        "node_modules/__init__.py",
    )
    found = walk(root)
    assert paths(found) == ["shop/_vendor/__init__.py", "shop/_vendor/box/core.py"]
    assert reasons(found) == {"node_modules/": "vendored", "shop/vendor/": "vendored"}


def test_code_about_vendors_is_no_copy_of_a_library(root: Path) -> None:
    plant(root, "lib/ui/vendor/vendor_list.dart", "lib/ui/vendor/edit/vendor_edit.dart", "web/vendor/x.js")
    found = walk(root)
    assert paths(found) == ["lib/ui/vendor/edit/vendor_edit.dart", "lib/ui/vendor/vendor_list.dart"]
    assert reasons(found) == {"web/vendor/": "vendored"}
    assert role_of("lib/ui/vendor/vendor_list.dart") is Role.SOURCE
    assert role_of("web/vendor/x.js") is Role.VENDORED


def test_code_of_elixir_about_what_others_offer_is_no_copy_of_a_library(root: Path) -> None:
    plant(root, "lib/shop/third_party/pay.ex", "lib/shop/third_party/mail/sender.ex", "vendor/box/lib/box.ex")
    found = walk(root)
    assert paths(found) == ["lib/shop/third_party/mail/sender.ex", "lib/shop/third_party/pay.ex"]
    assert reasons(found) == {"vendor/": "vendored"}
    assert role_of("lib/shop/third_party/mail/sender.ex") is Role.SOURCE
    assert role_of("vendor/box/lib/box.ex") is Role.VENDORED


def test_a_negation_asks_for_a_vendored_tree(root: Path) -> None:
    write(
        plant(root, "vendor/ours/a.go", "x/vendor/b.go", "yarn.lock"),
        {".nsccnignore": "!/vendor/\n!yarn.lock\n"},
    )
    assert paths(walk(root)) == [".nsccnignore", "vendor/ours/a.go", "yarn.lock"]


@pytest.mark.parametrize("name", ["site-packages", "node_modules", ".venv", "vendor"])
def test_a_root_inside_a_vendored_tree_is_indexed(tmp_path: Path, name: str) -> None:
    root = plant(tmp_path / name / "package", "a.py", "pyvenv.cfg")
    assert paths(walk(root)) == ["a.py", "pyvenv.cfg"]


NAMES = {
    "lock file": """
        package-lock.json yarn.lock pnpm-lock.yaml poetry.lock Cargo.lock uv.lock go.sum Gemfile.lock
        composer.lock
    """,
    "generated": "a.min.js a.min.css a.js.map a_pb2.py a.pb.go a.g.dart api.generated.ts",
    "binary": "a.png A.PNG a.so a.zip a.tar.gz a.pyc a.woff2 a.sqlite3",
    "secret": """
        .env .env.local prod.env .envrc a.pem a.key id_rsa id_ed25519.pub a.p12 a.pfx a.jwk .npmrc .pypirc .netrc
        credentials.json secrets.toml
    """,
}
NOT_SPECIAL = """
    .env.example .env.sample .env.template env.py keys.py secrets.py minimap.js lock.py Makefile
    credentials.py pb2.py .gitignore a.map.py
"""


@pytest.mark.parametrize(
    ("name", "reason"), [(name, reason) for reason, names in NAMES.items() for name in names.split()]
)
def test_files_skipped_by_name(tmp_path: Path, name: str, reason: str) -> None:
    assert reasons(walk(plant(tmp_path, name))) == {name: reason}


@pytest.mark.parametrize(
    "name",
    NOT_SPECIAL.split(),
)
def test_files_not_skipped_by_name(tmp_path: Path, name: str) -> None:
    assert paths(walk(plant(tmp_path, name))) == [name]


def test_secrets_cannot_be_asked_for(root: Path) -> None:
    write(root, {".env": "KEY=1", ".ssh/config": "", ".nsccnignore": "!.env\n!.ssh/\n"})
    assert reasons(walk(root)) == {".env": "secret", ".ssh/": "secret"}


def test_large_files_are_skipped(root: Path) -> None:
    write(root, {"a.py": "x" * 11, "b.py": "x" * 10})
    found = walk(root, max_file_bytes=10)
    assert (paths(found), reasons(found)) == (["b.py"], {"a.py": "too large"})


@posix
def test_links_are_counted_and_not_walked(root: Path, tmp_path: Path) -> None:
    plant(tmp_path, "outside/secret.py")
    plant(root, "a/b.py")
    (root / "inside").symlink_to("a")
    (root / "outside").symlink_to(tmp_path / "outside")
    (root / "file.py").symlink_to("a/b.py")
    (root / "a" / "up").symlink_to("..")
    (root / "self").symlink_to("self")
    (root / "broken").symlink_to("nowhere")
    found = walk(root)
    assert paths(found) == ["a/b.py"]
    assert found.links == 6
    assert set(reasons(found).values()) == {"link"}


@posix
def test_special_files_are_not_opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    os.mkfifo(tmp_path / ".gitignore")
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s.py")
        assert reasons(walk(tmp_path)) == {
            ".gitignore": "special file",
            "pipe.py": "special file",
            "s.py": "special file",
        }


@pytest.mark.skipif(os.name == "nt" or os.uname().sysname == "Darwin", reason="names are Unicode there")
def test_names_that_are_not_utf_8(root: Path) -> None:
    (Path(os.fsdecode(os.fsencode(root) + b"/caf\xe9.py"))).touch()
    plant(root, "café.py", "new\nline.py", "-dash.py")
    found = walk(root)
    assert paths(found) == ["-dash.py", "café.py", "new\nline.py"]
    assert reasons(found) == {"caf\\xe9.py": "unreadable name"}


@pytest.mark.skipif(
    os.name == "nt" or os.geteuid() == 0, reason="needs a directory that this user cannot read"
)
def test_unreadable_directories_are_skipped(root: Path) -> None:
    plant(root, "a.py", "closed/b.py")
    (root / "closed").chmod(0)
    try:
        found = walk(root)
    finally:
        (root / "closed").chmod(0o755)
    assert paths(found) == ["a.py"]


def test_nested_pointers_to_nowhere(root: Path) -> None:
    write(root, {"a/.git": "gitdir: \0", "a/x.py": "", "b/.git": "gitdir: /a/.git/worktrees/b", "b/x.py": ""})
    assert paths(walk(root)) == ["a/x.py", "b/x.py"]


@posix
def test_very_deep_trees(tmp_path: Path) -> None:
    level = os.open(tmp_path, os.O_RDONLY)
    for _ in range(100):
        os.mkdir("d" * 60, dir_fd=level)
        inner = os.open("d" * 60, os.O_RDONLY, dir_fd=level)
        os.close(level)
        level = inner
    os.close(level)
    plant(tmp_path, "a.py")
    found = walk(tmp_path)
    assert paths(found) == ["a.py"]
    assert set(reasons(found).values()) == {"unreadable"}


def test_a_missing_root(tmp_path: Path) -> None:
    with pytest.raises(NotARepository, match="cannot be read"):
        walk(tmp_path / "missing")


@needs_git
class TestInARepository:
    """What only git knows, or what only a repository has."""

    def test_tracked_files_count_even_if_ignored(self, tmp_path: Path) -> None:
        git(tmp_path, "init", "-q")
        write(
            tmp_path,
            {".gitignore": "*.cfg\n", "tracked.cfg": "", "untracked.cfg": "", "new.py": "", "gone.py": ""},
        )
        git(tmp_path, "add", "-f", "tracked.cfg", "gone.py")
        (tmp_path / "gone.py").unlink()
        found = walk(tmp_path)
        assert found.used_git
        assert paths(found) == [".gitignore", "new.py", "tracked.cfg"]

    def test_vendored_trees_are_skipped_even_if_tracked(self, tmp_path: Path) -> None:
        git(plant(tmp_path, "vendor/a.go", "build/b.py"), "init", "-q")
        git(tmp_path, "add", ".")
        found = walk(tmp_path)
        assert (paths(found), reasons(found)) == (["build/b.py"], {"vendor/": "vendored"})

    def test_a_directory_replaced_by_a_link(self, tmp_path: Path) -> None:
        root = plant(tmp_path / "root", "a/b.py")
        git(root, "init", "-q")
        git(root, "add", ".")
        plant(tmp_path, "outside/b.py")
        shutil.rmtree(root / "a")
        (root / "a").symlink_to(tmp_path / "outside", target_is_directory=True)
        assert paths(walk(root)) == []

    def test_a_root_below_the_top(self, tmp_path: Path) -> None:
        git(
            write(tmp_path, {".gitignore": "*.log\n", "a.py": "", "sub/b.py": "", "sub/c.log": ""}),
            "init",
            "-q",
        )
        found = walk(tmp_path / "sub")
        assert found.used_git
        assert paths(found) == ["b.py"]

    def test_a_root_that_the_repository_around_it_ignores(self, tmp_path: Path) -> None:
        git(
            write(tmp_path, {".gitignore": "private/\n", "private/a.py": "", "private/b/c.py": ""}),
            "init",
            "-q",
        )
        found = walk(tmp_path / "private")
        assert not found.used_git
        assert paths(found) == ["a.py", "b/c.py"]

    def test_submodules_and_nested_repositories_are_walked(self, tmp_path: Path) -> None:
        library = write(tmp_path / "library", {"lib.py": "", ".gitignore": "*.tmp\n"})
        git(library, "init", "-q")
        git(library, "add", ".")
        git(library, "commit", "-q", "-m", "x")
        root = write(tmp_path / "root", {".gitignore": "lib.py\nout/\n", "a.py": ""})
        git(root, "init", "-q")
        git(root, "submodule", "--quiet", "add", str(library), "sub")
        shutil.copytree(library, root / "nested")
        write(
            root,
            {"sub/x.tmp": "", "nested/x.tmp": "", "out/lib/.git/HEAD": "", "nested/node_modules/x.js": ""},
        )
        found = walk(root)
        expected = [
            ".gitignore",
            ".gitmodules",
            "a.py",
            "nested/.gitignore",
            "nested/lib.py",
            "sub/.gitignore",
            "sub/lib.py",
        ]
        assert paths(found) == expected
        assert reasons(found) == {"nested/node_modules/": "vendored"}

    def test_linked_work_trees_inside_the_root_are_skipped(self, tmp_path: Path) -> None:
        git(plant(tmp_path, "a.py"), "init", "-q")
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "-q", "-m", "x")
        git(tmp_path, "worktree", "add", "-q", "trees/feature")
        found = walk(tmp_path)
        assert (paths(found), reasons(found)) == (["a.py"], {"trees/feature/": "linked work tree"})
        assert paths(walk(tmp_path / "trees" / "feature")) == ["a.py"]

    def test_conflicts_are_listed_once(self, tmp_path: Path) -> None:
        git(write(tmp_path, {"a.py": "1"}), "init", "-q", "-b", "main")
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "-q", "-m", "1")
        git(tmp_path, "switch", "-q", "-c", "side")
        git(write(tmp_path, {"a.py": "2"}), "commit", "-q", "-a", "-m", "2")
        git(tmp_path, "switch", "-q", "main")
        git(write(tmp_path, {"a.py": "3"}), "commit", "-q", "-a", "-m", "3")
        with pytest.raises(subprocess.CalledProcessError):
            git(tmp_path, "merge", "side")
        assert paths(walk(tmp_path)) == ["a.py"]

    def test_a_file_replaced_by_an_ignored_directory(self, tmp_path: Path) -> None:
        git(write(tmp_path, {".gitignore": "data/\n", "data": ""}), "init", "-q")
        git(tmp_path, "add", ".")
        (tmp_path / "data").unlink()
        plant(tmp_path, "data/a.py")
        assert paths(walk(tmp_path)) == [".gitignore"]

    @pytest.mark.parametrize("pointer", ["", "gitdir: /nowhere", "gitdir: .git"])
    def test_a_bogus_git_file_leaves_our_own_walk(self, tmp_path: Path, pointer: str) -> None:
        write(tmp_path, {".git": pointer, ".gitignore": "*.log\n", "a.py": "", "b.log": ""})
        found = walk(tmp_path)
        assert (found.used_git, paths(found)) == (False, [".gitignore", "a.py"])

    def test_a_work_tree_configured_elsewhere(self, tmp_path: Path) -> None:
        git(plant(tmp_path / "root", "a.py"), "init", "-q")
        plant(tmp_path, "elsewhere/a.py", "elsewhere/b.py")
        git(tmp_path / "root", "config", "core.worktree", str(tmp_path / "elsewhere"))
        assert paths(walk(tmp_path / "root")) == ["a.py"]

    @pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can give a repository away")
    def test_a_repository_of_another_user(self, tmp_path: Path) -> None:
        root = write(tmp_path / "root", {".gitignore": "*.log\n", "a.py": "", "b.log": ""})
        git(root, "init", "-q")
        (root / ".git" / "info" / "exclude").write_text("c.py\n")
        plant(root, "c.py")
        os.chown(root, 12345, 12345)
        os.chown(root / ".git", 12345, 12345)
        found = walk(root)
        assert (found.used_git, paths(found)) == (False, [".gitignore", "a.py"])


LINK_TARGETS = ["..", "../..", ".", "a", "b", "a/b", "../a", "../outside", "/", "../outside/x.py"]
NODES = st.recursive(
    st.sampled_from(["file", *LINK_TARGETS]),
    lambda inner: st.dictionaries(st.sampled_from(["a", "b", "c.py", "outside"]), inner, max_size=4),
    max_leaves=12,
)


def grow(directory: Path, tree: Mapping[str, object]) -> None:
    for name, node in tree.items():
        if isinstance(node, dict):
            (directory / name).mkdir()
            grow(directory / name, node)
        elif node == "file":
            (directory / name).touch()
        else:
            (directory / name).symlink_to(str(node))


@posix
@settings(max_examples=60, deadline=None)
@given(tree=NODES.filter(lambda node: isinstance(node, dict)), in_repository=st.booleans())
def test_the_walk_never_leaves_the_root(tree: Mapping[str, object], in_repository: bool) -> None:  # noqa: FBT001
    with TemporaryDirectory() as created:
        base = Path(created).resolve()
        plant(base, "outside/x.py", "a/x.py", "b")
        root = base / "root"
        root.mkdir()
        if in_repository and HAS_GIT:
            git(root, "init", "-q")
        grow(root, tree)
        for file in walk(root).files:
            real = os.path.realpath(root / file.path)
            assert real == str(root / file.path), "a path of the walk leads through no link"
            assert resolve_path(root, file.path) == file.path
            assert read_bytes(root, file.path) == b""


ATOMS = [
    "a",
    "b",
    "ab",
    "c.py",
    "*",
    "**",
    "?",
    "*.py",
    "a*",
    "[ab]",
    "[!a]",
    "\\a",
    "a**",
    "[[:alpha:]]",
    "#",
    "[b",
]
SEGMENT = st.lists(st.sampled_from(ATOMS), min_size=1, max_size=2).map("".join)
PATTERN = st.builds(
    lambda negation, start, segments, end: negation + start + "/".join(segments) + end,
    st.sampled_from(["", "", "!"]),
    st.sampled_from(["", "", "/"]),
    st.lists(SEGMENT, min_size=1, max_size=3),
    st.sampled_from(["", "", "/", " "]),
)
IGNORE_FILE = st.lists(PATTERN, min_size=1, max_size=5).map("\n".join)
ENTRY_NAMES = ["a", "b", "ab", "ba", "c.py", "a.py"]
TREE = st.lists(
    st.lists(st.sampled_from(ENTRY_NAMES), min_size=1, max_size=4).map("/".join), min_size=1, max_size=12
)


@needs_git
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(files=TREE, outer=IGNORE_FILE, inner=IGNORE_FILE)
def test_our_own_walk_agrees_with_git(
    files: list[str], outer: str, inner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with TemporaryDirectory() as created:
        root = Path(created)
        git(root, "init", "-q")
        for file in files:
            if not (root / file).is_dir() and all(not parent.is_file() for parent in (root / file).parents):
                plant(root, file)
        write(root, {".gitignore": outer})
        if (root / "a").is_dir():
            write(root, {"a/.gitignore": inner})
        by_git = walk(root)
        assume(by_git.used_git)
        with monkeypatch.context() as without_git:
            without_git.setenv("PATH", "")
            by_ourselves = walk(root)
        assert not by_ourselves.used_git
        assert by_ourselves.files == by_git.files


class TestReading:
    def test_reads(self, tmp_path: Path) -> None:
        write(tmp_path, {"a/b.py": "text"})
        assert read_bytes(tmp_path, "a/b.py") == b"text"

    @pytest.mark.parametrize("path", ["../x", "a/../../x", "/etc/passwd"])
    def test_paths_that_lead_out(self, tmp_path: Path, path: str) -> None:
        plant(tmp_path, "x", "root/a/")
        with pytest.raises(PathOutsideRoot):
            read_bytes(tmp_path / "root", path)

    @posix
    @pytest.mark.parametrize("path", ["file", "directory/x"])
    def test_links_that_lead_out(self, tmp_path: Path, path: str) -> None:
        plant(tmp_path, "x", "root/")
        (tmp_path / "root" / "file").symlink_to("../x")
        (tmp_path / "root" / "directory").symlink_to("..")
        with pytest.raises(PathOutsideRoot):
            read_bytes(tmp_path / "root", path)

    @posix
    def test_links_that_stay_inside_are_not_followed_either(self, tmp_path: Path) -> None:
        (plant(tmp_path, "x") / "link").symlink_to("x")
        (tmp_path / "loop").symlink_to("loop")
        for path in ("link", "loop"):
            with pytest.raises(OSError, match=path):
                read_bytes(tmp_path, path)

    @posix
    def test_a_pipe_does_not_block(self, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        with pytest.raises(OSError, match="not a regular file"):
            read_bytes(tmp_path, "pipe")

    def test_directories_and_missing_files(self, tmp_path: Path) -> None:
        plant(tmp_path, "a/")
        for path in ("a", "missing", "a/missing"):
            with pytest.raises(OSError, match=path):
                read_bytes(tmp_path, path)

    def test_a_file_that_grew(self, tmp_path: Path) -> None:
        write(tmp_path, {"a": "x" * 11})
        with pytest.raises(OSError, match="larger than 10 bytes"):
            read_bytes(tmp_path, "a", max_bytes=10)
        assert read_bytes(tmp_path, "a", max_bytes=11) == b"x" * 11


def test_digest_is_of_the_content() -> None:
    assert digest(b"x") == digest(b"x") != digest(b"y")
    assert len(digest(b"")) == 32


CONTENTS = [
    ("a.py", b"x = 1\n", None),
    ("a.py", b"x\0y", "binary"),
    ("a.py", "x = 1\n".encode("utf-16"), None),
    ("a.py", "x = 1\n".encode("utf-32"), "binary"),
    ("a.ai", b"%PDF-1.6\n" + bytes(range(1, 256)) * 40, "binary"),
    ("a.log", b"\x1b[31mred\x1b[0m\n" * 500, None),
    ("a.js", b"var a = 1;\r" * 2000, None),
    ("a.js", b"var a=1;" * 2000, "generated"),
    ("a.js", b"var a = 1;\n" * 2000, None),
    ("a.json", b'{"a": 1},' * 2000, "generated"),
    ("a.js", b"var a = 1;\n//# sourceMappingURL=a.js.map\n", "generated"),
    ("a.mjs", b"var a = 1;\r\n//# sourceMappingURL=a.mjs.map\r\n\r\n", "generated"),
    ("a.css", b"a {}\n/*# sourceMappingURL=a.css.map */", "generated"),
    ("a.js", b"var a = 1;\n//# sourceMappingURL=data:application/json;base64," + b"e30K" * 500, "generated"),
    ("a.js", b"//# sourceMappingURL=a.js.map\nvar a = 1;\n", None),
    ("a.js", b"write('//# sourceMappingURL=' + name);\n", None),
    ("a.ts", b"var a = 1;\n//# sourceMappingURL=a.js.map\n", None),
    ("a.go", b"// Code generated by protoc-gen-go. DO NOT EDIT.\n\npackage a\n", "generated"),
    ("a.ts", b"/**\n * @generated by a tool\n */\n", "generated"),
    ("a.html", b"<!DOCTYPE HTML>\n<html>\n<!-- Generated by javadoc (17) on a day -->\n", "generated"),
    ("b.html", b'<html>\n<meta name="generator" content="Doxygen 1.9">\n', "generated"),
    ("c.html", b'<html>\n<meta name="generator" content="{{ site.generator }}">\n', None),
    ("a.cs", b"// <auto-generated>\n", "generated"),
    ("a.py", b"# Generated from a grammar; do not edit.\n", "generated"),
    ("a.ts", b"// Generated, do not edit\nexport * from './b';\nexport {\n  c,\n} from \"./c\"\n", None),
    ("a.ts", b"// Generated, do not edit\nexport * from './b';\nexport const c = 1;\n", "generated"),
    (
        "a.c",
        b"/* A Bison parser, made by GNU Bison 3.8.2.  */\n\nint yyparse(void) { return 0; }\n",
        "generated",
    ),
    (
        "a.c",
        b'#line 2 "a.c"\n\n/* A lexical scanner generated by flex */\n\n#define FLEX_SCANNER\n',
        "generated",
    ),
    ("a.c", b"int kind;\n/* A Bison parser, made by GNU Bison */\n", None),
    ("a.py", b"# Do not edit the next line by hand.\nx = 1\n", None),
    ("a.py", b'"""Finds `@generated` marks."""\nMARK = "@generated"\n# @generated\n', None),
]


@pytest.mark.parametrize(("path", "data", "reason"), CONTENTS)
def test_content_reason(path: str, data: bytes, reason: str | None) -> None:
    assert content_reason(path, data) == reason


class TestPaths:
    @pytest.mark.parametrize(
        ("given_path", "path"),
        [
            ("a/b.py", "a/b.py"),
            ("./a//b.py", "a/b.py"),
            ("a\\b.py", "a/b.py"),
            ("a/../a/b.py", "a/b.py"),
            ("a", "a"),
            ("a/", "a"),
            (".", "."),
            ("", "."),
        ],
    )
    def test_inside(self, tmp_path: Path, given_path: str, path: str) -> None:
        assert resolve_path(plant(tmp_path, "a/b.py"), given_path) == path

    def test_absolute(self, tmp_path: Path) -> None:
        assert resolve_path(plant(tmp_path, "a/b.py"), str(tmp_path / "a" / "b.py")) == "a/b.py"

    @posix
    def test_through_links(self, tmp_path: Path) -> None:
        root = plant(tmp_path / "root", "a/b.py")
        (root / "link").symlink_to("a")
        (root / "out").symlink_to(tmp_path)
        (root / "loop").symlink_to("loop")
        (tmp_path / "alias").symlink_to(root)
        assert resolve_path(root, "link/b.py") == "a/b.py"
        assert resolve_path(tmp_path / "alias", "a/b.py") == "a/b.py"
        assert resolve_path(root, str(tmp_path / "alias" / "a" / "b.py")) == "a/b.py"
        assert resolve_path(root, "out/root/a/b.py") == "a/b.py"
        with pytest.raises(PathOutsideRoot):
            resolve_path(root, "out/other")
        with pytest.raises(UnknownPath):
            resolve_path(root, "loop")

    @pytest.mark.parametrize("given_path", ["..", "../root2", "..\\x", "a/../../x"])
    def test_outside(self, tmp_path: Path, given_path: str) -> None:
        with pytest.raises(PathOutsideRoot):
            resolve_path(plant(tmp_path / "root", "a/"), given_path)

    @pytest.mark.parametrize("given_path", ["missing.py", "a/b.py/c", "nul\0byte", "x" * 5000])
    def test_unknown(self, tmp_path: Path, given_path: str) -> None:
        with pytest.raises(UnknownPath):
            resolve_path(plant(tmp_path, "a/b.py"), given_path)

    def test_what_no_file_can_be_called_is_refused_unseen(self, tmp_path: Path) -> None:
        with pytest.raises(
            UnknownPath, match=r"is too long for a path; give one of 4,096 characters at most\.$"
        ):
            resolve_path(plant(tmp_path, "a/b.py"), "a/../" * 50_000 + "a/b.py")


class TestRoots:
    def test_the_repository_around_is_found(self, tmp_path: Path) -> None:
        plant(tmp_path, "repository/.git/HEAD", "repository/a/b/", "linked/a/")
        (tmp_path / "linked" / ".git").write_text("gitdir: ../repository/.git/worktrees/linked")
        assert find_root(tmp_path / "repository" / "a" / "b") == tmp_path / "repository"
        assert find_root(tmp_path / "linked" / "a") == tmp_path / "linked"

    def test_relative_starts_and_files(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        plant(tmp_path, ".git/HEAD", "a/b.py")
        monkeypatch.chdir(tmp_path / "a")
        assert find_root(Path()) == find_root(Path("b.py")) == tmp_path

    def test_the_home_directory_is_not_found(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        plant(tmp_path, ".git/HEAD", "project/")
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setenv("USERPROFILE", str(tmp_path))
        assert find_root(tmp_path / "project") == tmp_path / "project"

    def test_a_directory_is_made_real(self, tmp_path: Path) -> None:
        plant(tmp_path, "a/")
        assert check_root(tmp_path / "a" / ".." / "a", named=False) == Path(os.path.realpath(tmp_path)) / "a"

    def test_missing_and_not_a_directory(self, tmp_path: Path) -> None:
        with pytest.raises(NotARepository, match="does not exist"):
            check_root(tmp_path / "missing", named=True)
        with pytest.raises(NotARepository, match="is not a directory"):
            check_root(plant(tmp_path, "file") / "file", named=True)

    def test_home_and_filesystem_root_only_when_named(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setenv("USERPROFILE", str(tmp_path))
        top = Path(tmp_path.anchor)
        for refused, words in ((tmp_path, "home directory"), (top, "filesystem root")):
            with pytest.raises(NotARepository, match=rf"{words}.* --repo .*--root"):
                check_root(refused, named=False)
            assert check_root(refused, named=True) == Path(os.path.realpath(refused))
