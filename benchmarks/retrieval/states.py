"""The snapshots of many commits: one work tree for each repository, one store of facts for all commits."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from nsccn.arrays import Array, map_arrays, write_arrays
from nsccn.graph.versions import extractor_version
from nsccn.index import RepoIndex
from nsccn.search.history import LOG, History, read_log
from nsccn.search.past import VERSION
from nsccn.settings import Settings
from nsccn.snapshots.pending import PendingArrays, ready_of
from nsccn.snapshots.snapshot import FORMAT, Snapshot, decode_manifest, encode_manifest

_MANIFEST = "manifest"
_FACTS_BYTES = 1 << 40
"""Facts of old commits are wanted again, so that nothing is ever thrown out."""


class States:
    """Gives the snapshot of any commit, from the cache or indexed anew."""

    def __init__(self, clones: Path, cache: Path, *, linked: bool = True) -> None:
        """Keep the snapshots of each version in `cache`; without edges, which ranking does not need, in less time."""
        self._clones, self._cache, self._linked = clones, cache, linked
        self._settings = Settings(cache_dir=cache / "index", max_cache_bytes=_FACTS_BYTES, workers=1)
        self.seconds: dict[tuple[str, str], float] = {}
        """How long the index of each commit took that was not in the cache."""

    def prepare(self, repository: str, commits: Iterable[str]) -> None:
        """Index commits in the order of their dates, so that each needs only what the one before lacks."""
        wanted = [
            commit for commit in dict.fromkeys(commits) if not self._stored(repository, commit).exists()
        ]
        if not wanted:
            return
        tree = self._tree(repository)
        with_dates = sorted((int(git(tree, "show", "-s", "--format=%ct", one)), one) for one in wanted)
        index = RepoIndex(tree, settings=self._settings)
        for number, (_, commit) in enumerate(with_dates, 1):
            check_out(tree, commit)
            began = time.perf_counter()
            if self._linked:
                index.refresh()
                index.flush()
                self._keep(index, repository, commit)
            else:
                self._keep_definitions(tree, repository, commit)
            self.seconds[repository, commit] = took = time.perf_counter() - began
            print(f"{repository} {number}/{len(with_dates)} {commit[:10]} {took:.1f} s", file=sys.stderr)
        index.close()

    def snapshot(self, repository: str, commit: str) -> Snapshot:
        """Return the snapshot of a commit."""
        path = self._stored(repository, commit)
        if not path.exists():
            self.prepare(repository, [commit])
        arrays = dict(map_arrays(path))
        manifest = decode_manifest(arrays.pop(_MANIFEST).tobytes())
        if manifest is None:
            raise ValueError(f"{path} is no snapshot of this version")
        return Snapshot(arrays if self._linked else PendingArrays(arrays, _unlinked), manifest)

    def history(self, repository: str, commit: str, snapshot: Snapshot) -> History:
        """Return what the ancestors of a commit say of a snapshot's files."""
        folder = self._cache / "history" / VERSION.decode("ascii") / repository
        path = folder / f"{commit.replace('^', '-parent')}.arrays"
        if not path.exists():
            command = [argument for argument in LOG if argument != "--relative"]
            log = subprocess.run(
                ["git", *command, commit], cwd=self._tree(repository), capture_output=True, check=True
            ).stdout
            path.parent.mkdir(parents=True, exist_ok=True)
            write_arrays(path, read_log(log))
        return History(map_arrays(path), snapshot.entities.paths)

    def changed(self, repository: str, commit: str, change: Callable[[Path], None]) -> Snapshot:
        """Return the snapshot of a commit's files after a change to them; nothing of it is kept but facts."""
        tree = self.work_tree(repository, commit)
        change(tree)
        index = RepoIndex.build(tree, settings=self._settings)
        index.close()
        check_out(tree, commit)
        return index.snapshot

    def work_tree(self, repository: str, commit: str) -> Path:
        """Return the files of a commit; the next call for the same repository replaces them."""
        tree = self._tree(repository)
        check_out(tree, commit)
        return tree

    def _stored(self, repository: str, commit: str) -> Path:
        folder = "snapshots" if self._linked else "definitions"
        version = f"{extractor_version()}-{FORMAT}"
        return self._cache / folder / version / repository / f"{commit.replace('^', '-parent')}.arrays"

    def _keep(self, index: RepoIndex, repository: str, commit: str) -> None:
        folder = folder_of(index)
        current = (folder / "current").read_text("utf-8").split("\n")[2]
        target = self._stored(repository, commit)
        target.parent.mkdir(parents=True, exist_ok=True)
        os.link(folder / current, target)

    def _keep_definitions(self, tree: Path, repository: str, commit: str) -> None:
        """Keep what there is before linking, which is given up."""
        with ThreadPoolExecutor(1) as executor:
            index = RepoIndex(tree, settings=self._settings, executor=executor)
            index.refresh()
            snapshot = index.snapshot
            index.close(abandon=True)
        manifest = np.frombuffer(encode_manifest(snapshot.manifest), np.uint8)
        target = self._stored(repository, commit)
        target.parent.mkdir(parents=True, exist_ok=True)
        write_arrays(target, {**ready_of(snapshot.arrays), _MANIFEST: manifest})

    def _tree(self, repository: str) -> Path:
        tree = self._cache / "trees" / repository
        if not tree.exists():
            source = git_directory(self._clones, repository)
            tree.parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(
                ["git", "clone", "-q", "--shared", "--no-checkout", str(source), str(tree)], check=True
            )
        return tree


def _unlinked() -> Mapping[str, Array]:
    """Search goes without edges where there are none."""
    raise RuntimeError("these snapshots have no edges")


def git_directory(clones: Path, repository: str) -> Path:
    """Find a clone: `owner+name`, bare or not, or a folder `repo` in it."""
    for below in ("", ".git", "repo", "repo/.git"):
        found = clones / repository / below
        if (found / "HEAD").exists():
            return found
    raise FileNotFoundError(f"no clone of {repository} in {clones}")


def check_out(tree: Path, commit: str) -> None:
    """Write the files of a commit and detach HEAD at it, so that history ends there."""
    done = _run(tree, "checkout", "-q", "-f", "--detach", commit)
    if done.returncode:  # a clone may lack large data files
        git(tree, "update-ref", "--no-deref", "HEAD", git(tree, "rev-parse", f"{commit}^{{commit}}").strip())
        git(tree, "read-tree", commit)
        _run(tree, "checkout-index", "-a", "-f", "-q")
    _run(tree, "clean", "-f", "-d", "-q")


def git(tree: Path, *arguments: str) -> str:
    """Return what git prints in a directory."""
    done = _run(tree, *arguments)
    done.check_returncode()
    return done.stdout


def _run(tree: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["git", *arguments], cwd=tree, capture_output=True, text=True, errors="replace", check=False
    )


def folder_of(index: RepoIndex) -> Path:
    """Return where an index keeps its snapshots."""
    from nsccn.storage.rootfolder import RootFolder

    return RootFolder.of(index.settings.cache_dir, index.root).path
