from __future__ import annotations

import os
from pathlib import Path

import pytest

from nsccn.errors import InvalidArgument
from nsccn.settings import Settings, load_settings


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def with_user_file(tmp_path: Path, text: str, **variables: str) -> dict[str, str]:
    return {"NSCCN_CONFIG": str(write(tmp_path / "user" / "config.toml", text)), **variables}


def test_defaults_need_no_file_and_no_variable(tmp_path: Path) -> None:
    settings = load_settings(environ=with_user_file(tmp_path, ""), repo=tmp_path)

    assert (settings.rrf_k, settings.max_traversal_depth) == (60, 10)
    assert (settings.budget, settings.max_tokens, settings.max_file_bytes) == (12_000, 6_000, 1_000_000)
    assert (settings.ignore_patterns, settings.allow_roots, settings.warnings) == ((), (), ())
    assert settings.cache_dir.is_absolute()
    assert tmp_path not in settings.cache_dir.parents
    assert 1 <= settings.workers <= 8


def test_flags_win_over_variables_and_variables_over_the_file(tmp_path: Path) -> None:
    environ = with_user_file(
        tmp_path, "rrf_k = 1\nbudget = 2\nmax_tokens = 3\n", NSCCN_RRF_K="10", NSCCN_BUDGET="20"
    )

    settings = load_settings({"rrf_k": 100, "budget": None}, environ=environ)

    assert (settings.rrf_k, settings.budget, settings.max_tokens) == (100, 20, 3)


def test_every_setting_has_a_variable(tmp_path: Path) -> None:
    environ = with_user_file(
        tmp_path,
        "",
        NSCCN_RRF_K="30",
        NSCCN_MAX_TRAVERSAL_DEPTH="4",
        NSCCN_IGNORE_PATTERNS=f"*.min.js, docs/{os.pathsep}!docs/keep.md",
        NSCCN_MAX_FILE_BYTES="5000",
        NSCCN_BUDGET="800",
        NSCCN_MAX_TOKENS="700",
        NSCCN_CACHE_DIR=str(tmp_path / "cache"),
        NSCCN_MAX_CACHE_BYTES="4000",
        NSCCN_CACHE_DAYS="7",
        NSCCN_ALLOW_ROOTS=os.pathsep.join([str(tmp_path / "one"), str(tmp_path / "two, too")]),
        NSCCN_WORKERS="3",
        NSCCN_EMBEDDING_MODEL="nomic",
    )

    assert load_settings(environ=environ) == Settings(
        rrf_k=30,
        max_traversal_depth=4,
        ignore_patterns=("*.min.js", "docs/", "!docs/keep.md"),
        max_file_bytes=5000,
        budget=800,
        max_tokens=700,
        cache_dir=tmp_path / "cache",
        max_cache_bytes=4000,
        cache_days=7,
        allow_roots=(tmp_path / "one", tmp_path / "two, too"),
        workers=3,
        embedding_model="nomic",
    )


def test_an_empty_variable_counts_as_not_set(tmp_path: Path) -> None:
    assert load_settings(environ=with_user_file(tmp_path, "budget = 5", NSCCN_BUDGET=" ")).budget == 5


def test_relative_paths_start_where_they_are_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    environ = with_user_file(tmp_path, 'cache_dir = "cache"\nallow_roots = ["~"]')

    assert load_settings(environ=environ).cache_dir == tmp_path / "user" / "cache"
    assert load_settings(environ=environ).allow_roots == (Path.home(),)
    assert load_settings({"cache_dir": "cache"}, environ=environ).cache_dir == tmp_path / "cache"


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("max_traversal_depth", 11, "max_traversal_depth is 11; give a whole number from 1 to 10."),
        ("max_traversal_depth", 0, "max_traversal_depth is 0; give a whole number from 1 to 10."),
        ("budget", -1, "budget is -1; give a whole number from 1 to 100000."),
        ("max_tokens", 0, "max_tokens is 0; give a whole number of 1 or more."),
        ("rrf_k", "60", "rrf_k is '60'; give a whole number of 1 or more."),
        ("rrf_k", True, "rrf_k is True; give a whole number of 1 or more."),
        ("workers", 65, "workers is 65; give a whole number from 1 to 64."),
        ("ignore_patterns", "*.log", "ignore_patterns is '*.log'; give a list of texts."),
        ("cache_dir", "", "cache_dir is ''; give a path."),
        ("cache_dir", "a\0b", "cache_dir is 'a\\x00b'; give a path."),
        ("allow_roots", "/srv", "allow_roots is '/srv'; give a list of paths."),
    ],
)
def test_a_bad_value_is_refused_in_one_sentence(
    name: str, value: object, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(InvalidArgument) as caught:
        load_settings({name: value}, environ=with_user_file(tmp_path, ""))

    assert str(caught.value) == sentence


def test_settings_made_by_hand_are_checked_too() -> None:
    with pytest.raises(InvalidArgument, match="rrf_k is 0"):
        Settings(rrf_k=0)


@pytest.mark.parametrize("text", ["many", "1.5", "0x10", "9" * 5000])
def test_a_bad_variable_is_named(text: str, tmp_path: Path) -> None:
    with pytest.raises(
        InvalidArgument, match=r"^NSCCN_BUDGET is '.*; give a whole number from 1 to 100000\.$"
    ):
        load_settings(environ=with_user_file(tmp_path, "", NSCCN_BUDGET=text))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("budjet = 1\nspeed = 2", "there is no setting budjet, speed; the settings are rrf_k, "),
        ("budget = 1.5", "^budget in .*config.toml is 1.5; give a whole number"),
        ("budget = ", "config.toml cannot be read: "),
        ("x = " + "[" * 10_000, "config.toml cannot be read: "),
    ],
)
def test_a_mistake_in_the_users_file_is_an_error(text: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match=sentence):
        load_settings(environ=with_user_file(tmp_path, text))


def test_a_users_file_that_was_named_must_exist(tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match="which does not exist"):
        load_settings(environ={"NSCCN_CONFIG": str(tmp_path / "none.toml")})


def test_an_unknown_override_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match="There is no setting depth"):
        load_settings({"depth": 3}, environ=with_user_file(tmp_path, ""))


def test_a_repository_only_adds_patterns_and_the_users_decide(tmp_path: Path) -> None:
    repo = write(tmp_path / "repo" / ".nsccn.toml", 'ignore_patterns = ["generated/"]').parent
    environ = with_user_file(tmp_path, 'ignore_patterns = ["!generated/kept/"]')

    settings = load_settings(environ=environ, repo=repo)

    assert settings.ignore_patterns == ("generated/", "!generated/kept/")
    assert settings.warnings == ()


def test_a_repository_sets_nothing_else(tmp_path: Path) -> None:
    text = 'cache_dir = "/"\nworkers = 64\n"Obey me" = 1\nignore_patterns = ["a/", "!.env"]\n'
    repo = write(tmp_path / "repo" / ".nsccn.toml", text).parent

    settings = load_settings(environ=with_user_file(tmp_path, "workers = 1"), repo=repo)

    assert settings.ignore_patterns == ("a/",)
    assert settings.workers == 1
    assert settings.warnings == (
        ".nsccn.toml may only add ignore_patterns; all else in it is not followed.",
        ".nsccn.toml may only add to what is ignored; patterns with ! are not followed.",
    )


@pytest.mark.parametrize(
    "content",
    [
        b"ignore_patterns = [",
        b"[Obey.me]\n[Obey.me]",
        b"\xff\xfe",
        b"x = " + b"[" * 10_000,
        b"# " + b"x" * 70_000,
        b"x = " + b"9" * 5_000,
    ],
)
def test_a_hostile_repository_file_is_a_warning(content: bytes, tmp_path: Path) -> None:
    (tmp_path / ".nsccn.toml").write_bytes(content)

    settings = load_settings(environ=with_user_file(tmp_path, ""), repo=tmp_path)

    assert settings.ignore_patterns == ()
    assert settings.warnings == (
        ".nsccn.toml is not followed; it must be a regular TOML file of up to 64 KiB.",
    )


@pytest.mark.parametrize("patterns", ['"*.log"', "[1]", '[""]', "{a = 1}"])
def test_repository_patterns_of_the_wrong_kind_are_a_warning(patterns: str, tmp_path: Path) -> None:
    write(tmp_path / ".nsccn.toml", f"ignore_patterns = {patterns}")

    settings = load_settings(environ=with_user_file(tmp_path, ""), repo=tmp_path)

    assert settings.warnings == ("ignore_patterns in .nsccn.toml is no list of texts and not followed.",)


def test_a_repository_adds_a_thousand_patterns_at_most(tmp_path: Path) -> None:
    write(tmp_path / ".nsccn.toml", f"ignore_patterns = {[f'p{number}' for number in range(1200)]}")

    settings = load_settings(environ=with_user_file(tmp_path, ""), repo=tmp_path)

    assert len(settings.ignore_patterns) == 1000
    assert settings.warnings == ("Only the first 1000 patterns in .nsccn.toml are followed.",)


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege on Windows")
def test_a_repository_file_that_is_a_link_is_not_read(tmp_path: Path) -> None:
    (tmp_path / ".nsccn.toml").symlink_to(write(tmp_path / "elsewhere.toml", 'ignore_patterns = ["a"]'))

    settings = load_settings(environ=with_user_file(tmp_path, ""), repo=tmp_path)

    assert settings.ignore_patterns == ()
    assert len(settings.warnings) == 1
