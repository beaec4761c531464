"""What a file is for, by its path."""

from __future__ import annotations

import pytest

from nsccn.search.roles import Role, is_test_path, role_of, speaks_of_tests


@pytest.mark.parametrize(
    "path",
    [
        "tests/test_app.py",
        "pkg/core/tests/helpers.py",
        "src/app_test.go",
        "src/test/java/com/acme/Thing.java",
        "src/main/ThingTest.java",
        "web/button.spec.ts",
        "web/__tests__/button.jsx",
        "packages/router/test/match.js",
        "spec/model_spec.rb",
        "test/helper.rb",
        "testing/conftest.py",
        "src/parser/tests.rs",
        "lib/list-test.c",
        "blog/tests.py",
        "features/rebuild.feature",
        "integration/adapt/redirect.caddyfiletest",
        "src/check/diff.golden",
        "src/test.c",
    ],
)
def test_tests_are_told_by_their_path(path: str) -> None:
    assert is_test_path(path)


@pytest.mark.parametrize(
    "path",
    [
        "django/test/client.py",
        "flask/testing.py",
        "rest_framework/test.py",
        "numpy/testing/utils.py",
        "src/latest.py",
        "src/contest.go",
        "src/attestation.ts",
        "lib/inspector.rb",
        "src/Latest.java",
        "deploy/image.latest",
    ],
)
def test_code_that_only_sounds_like_tests_is_source(path: str) -> None:
    assert role_of(path) is Role.SOURCE


@pytest.mark.parametrize(
    ("path", "role"),
    [
        ("examples/hello.py", Role.EXAMPLE),
        ("benchmarks/run.py", Role.EXAMPLE),
        ("crates/store/benches/open.rs", Role.EXAMPLE),
        ("src/benchmark/executor.rs", Role.SOURCE),
        ("docs/conf.py", Role.DOCUMENT),
        ("README.md", Role.DOCUMENT),
        (".github/ISSUE_TEMPLATE/bug_report.yml", Role.DOCUMENT),
        ("CHANGELOG", Role.DOCUMENT),
        ("doc/man_docs.go", Role.SOURCE),
        ("api/v1/service_pb2.py", Role.GENERATED),
        ("deps/lua/src/lapi.c", Role.VENDORED),
        ("third_party/zlib/inflate.c", Role.VENDORED),
        ("include/log/fmt/bundled/core.h", Role.VENDORED),
        ("src/app.min.js", Role.GENERATED),
        ("config/settings.json", Role.SOURCE),
    ],
)
def test_other_roles(path: str, role: Role) -> None:
    assert role_of(path) is role


@pytest.mark.parametrize(
    "text", ["write a test for the parser", "which tests cover login", "test_login fails"]
)
def test_queries_about_tests(text: str) -> None:
    assert speaks_of_tests(text)


@pytest.mark.parametrize("text", ["the latest release", "testing client", "contest results"])
def test_queries_about_something_else(text: str) -> None:
    assert not speaks_of_tests(text)
