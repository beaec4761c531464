"""Checks what nsccn needs of the machine: packages, grammars, workers, git, and a cache that it can trust."""

from __future__ import annotations

import os
import platform
import re
import shutil
import stat
import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Final, NamedTuple

from nsccn import __version__
from nsccn.graph import languages
from nsccn.graph.versions import EXTRACTOR_VERSION
from nsccn.graph.walk.git import git_version
from nsccn.snapshots.snapshot import FORMAT
from nsccn.storage.codec import decode_facts
from nsccn.storage.diskstore import DiskStore, StoreUnavailable
from nsccn.workers.pool import WorkerPool
from nsccn.workers.worker import extract_batch

if TYPE_CHECKING:
    from nsccn.settings import Settings

OK: Final = "ok"
WARNING: Final = "warning"
PROBLEM: Final = "problem"

_LEAST_FREE_BYTES: Final = 500_000_000
_WORKER_SECONDS: Final = 60.0
_SAMPLE: Final = b"x\n"
_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")


class Finding(NamedTuple):
    """What one check found."""

    name: str
    state: str
    """`ok`, `warning` or `problem`."""
    text: str
    """One line; what to do, where something has to be done."""


def check_machine(settings: Settings) -> Iterator[Finding]:
    """Yield a finding for each thing that nsccn needs, as it is looked at."""
    yield Finding("python", OK, f"{platform.python_version()} on {platform.platform()}, {sys.executable}")
    yield check_packages()
    yield from check_workers()
    yield check_git()
    yield from check_cache(settings.cache_dir)


def check_packages() -> Finding:
    """Look for the packages that this one says it needs."""
    try:
        required = metadata.requires("nsccn") or []
    except metadata.PackageNotFoundError:
        text = f"nsccn {__version__} is run from its source; install it, so that pip keeps its packages right"
        return Finding("packages", WARNING, text)
    found = {_package(line): _version(_package(line)) for line in required if "extra ==" not in line}
    missing = [name for name, version in found.items() if version is None]
    if missing:
        return Finding(
            "packages", PROBLEM, f"{', '.join(missing)} missing; run pip install --force-reinstall nsccn"
        )
    return Finding("packages", OK, ", ".join(f"{name} {version}" for name, version in found.items()))


def _package(requirement: str) -> str:
    match = _NAME.match(requirement)
    return match.group() if match else requirement


def _version(package: str) -> str | None:
    with suppress(metadata.PackageNotFoundError):
        return metadata.version(package)
    return None


def check_workers() -> Iterator[Finding]:
    """Have a worker process parse a line with each grammar: a grammar that crashes takes only the worker along."""
    samples = _samples()
    try:
        with WorkerPool(1) as pool:
            answers = pool.submit(extract_batch, [(path, _SAMPLE) for path in samples]).result(
                _WORKER_SECONDS
            )
    except (BrokenExecutor, OSError, TimeoutError) as error:
        yield Finding(
            "workers", PROBLEM, f"no worker process can be started: {error}; nothing can be indexed"
        )
        return
    yield Finding("workers", OK, "a worker process starts and answers")
    wrong = {
        grammar: answer if isinstance(answer, str) else "its files are taken for another language"
        for (grammar, name), answer in zip(samples.values(), answers, strict=True)
        if isinstance(answer, str) or decode_facts(answer).language != name
    }
    if wrong:
        text = ", ".join(f"{grammar} ({why})" for grammar, why in wrong.items())
        yield Finding("grammars", PROBLEM, f"{text}; reinstall tree-sitter and tree-sitter-language-pack")
    else:
        names = sorted({grammar for grammar, _ in samples.values()})
        yield Finding("grammars", OK, f"{len(names)} load and parse: {', '.join(names)}")


def _samples() -> dict[str, tuple[str, str]]:
    """Return a file name for each grammar, with the grammar and its language."""
    files: dict[str, tuple[str, str]] = {}
    for name in languages.names():
        for extension, grammar in languages.load(name).grammars.items():
            file = f"line{extension}"
            is_named = languages.detect(file, _SAMPLE) is not None  # content alone tells some dialects
            if is_named and grammar not in {known for known, _ in files.values()}:
                files[file] = (grammar, name)
    return files


def check_git() -> Finding:
    """Look for git."""
    version = git_version()
    if version is None:
        return Finding(
            "git", WARNING, "not found; ignore files are read without it, and worktrees are not found"
        )
    return Finding("git", OK, version)


def check_cache(cache_dir: Path) -> Iterator[Finding]:
    """Look at the directory that holds facts and snapshots, and at the database in it."""
    refusal = _refusal(cache_dir)
    if refusal:
        text = f"{cache_dir} cannot be written ({refusal}); every index is made anew. Make room, or set NSCCN_CACHE_DIR"
        yield Finding("cache", PROBLEM, text)
        return
    free = shutil.disk_usage(cache_dir).free
    size = f"{cache_dir}, {free / 1e9:,.1f} GB free"
    if free < _LEAST_FREE_BYTES:
        yield Finding("cache", WARNING, f"{size}; make room, or set NSCCN_CACHE_DIR to another disk")
    else:
        yield Finding("cache", OK, size)
    yield _permissions(cache_dir)
    yield _database(cache_dir)


def _refusal(cache_dir: Path) -> str:
    """Return why nothing can be written into the cache; empty where it can."""
    try:
        cache_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        with TemporaryFile(dir=cache_dir) as file:
            file.write(b"nsccn")
            file.flush()
    except OSError as error:
        return error.strerror or type(error).__name__
    return ""


def _permissions(cache_dir: Path) -> Finding:
    if os.name == "nt":
        return Finding("permissions", OK, "those of your profile")
    status = cache_dir.stat()
    mode = stat.filemode(status.st_mode)
    if status.st_uid != os.getuid():
        return Finding("permissions", PROBLEM, f"{cache_dir} belongs to somebody else; set NSCCN_CACHE_DIR")
    if status.st_mode & 0o022:
        return Finding("permissions", PROBLEM, f"{mode}: others can write to it; run chmod 700 {cache_dir}")
    if status.st_mode & 0o055:
        return Finding(
            "permissions", WARNING, f"{mode}: others can read of your source; run chmod 700 {cache_dir}"
        )
    return Finding("permissions", OK, f"{mode}: yours alone")


def _database(cache_dir: Path) -> Finding:
    try:
        store = DiskStore(cache_dir)
        damage = store.verify()
        store.close()
    except StoreUnavailable as error:
        return Finding("database", PROBLEM, f"{error}; run nsccn cache --clear, or remove the directory")
    if damage:
        return Finding("database", WARNING, f"damaged, and put aside; what it held is read anew ({damage})")
    return Finding("database", OK, f"sound; snapshot format {FORMAT}, facts of extractor {EXTRACTOR_VERSION}")
