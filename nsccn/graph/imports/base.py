"""What an import strategy is asked: how a statement reads, and which files a module name means."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from nsccn.graph.walk.root import ROOT

ManifestReader = Callable[[str], Any]
"""Text of a manifest -> what imports rest on, as JSON can hold it."""


class ImportedName(NamedTuple):
    """One name that an import statement binds; see `model.Import`."""

    module: str
    name: str
    alias: str
    exported: bool = False


class Located(NamedTuple):
    """Where a module lies: the files that make it up, and names that are still to be looked up in them."""

    slots: tuple[int, ...]
    rest: tuple[str, ...] = ()


class BuiltFile(NamedTuple):
    """A file, by its path, and what it says has to hold where it is built."""

    path: str
    condition: str


@dataclass(frozen=True)
class Project:
    """The files of a repository as import strategies see them. A slot is a file's position in `paths`."""

    paths: Sequence[str]
    """Sorted, relative, with `/`."""
    languages: Sequence[str]
    packages: Sequence[str]
    """What each file declares as its package, as `FileFacts.package`."""
    read: Callable[[str], Any]
    """Returns what a manifest (`go.mod`, `tsconfig.json`) says, None where there is none. It is data, never run.

    That is what the strategy's reader takes from its text, so that only a change of that can change an import.
    """
    modules: Callable[[int], Iterable[str]]
    """Gives the top-level names that a file defines."""
    exports: Callable[[int], Sequence[str]]
    """Gives the names that a file itself lists as public."""
    stars: Callable[[int], Sequence[str]]
    """Gives the modules of which a file takes all names."""

    @property
    def name(self) -> str:
        """Name of the root directory: the name of the package where the root itself is one."""
        return str(self.read(ROOT) or "")

    @cached_property
    def slot(self) -> dict[str, int]:
        """Path -> slot."""
        return {path: number for number, path in enumerate(self.paths)}

    @cached_property
    def directories(self) -> dict[str, list[int]]:
        """Directory (empty for the root) -> slots of the files directly in it."""
        found: dict[str, list[int]] = {}
        for number, path in enumerate(self.paths):
            found.setdefault(path.rpartition("/")[0], []).append(number)
        return found

    @cached_property
    def by_filename(self) -> dict[str, list[int]]:
        """Last part of the path -> slots."""
        found: dict[str, list[int]] = {}
        for number, path in enumerate(self.paths):
            found.setdefault(PurePosixPath(path).name, []).append(number)
        return found

    def manifests(self, filename: str) -> list[str]:
        """Return the paths of the manifests of that name, sorted."""
        return [self.paths[number] for number in self.by_filename.get(filename, ())]

    def nearest_with(self, filename: str, folder: str) -> str:
        """Return the nearest folder from one upwards that has a file of that name; the root where none has."""
        while folder and f"{folder}/{filename}" not in self.slot:
            folder = folder.rpartition("/")[0]
        return folder


class ImportStrategy:
    """How one family of languages imports. Subclasses override what differs; the defaults find nothing."""

    manifest_readers: ClassVar[Mapping[str, ManifestReader]] = MappingProxyType({})
    """Names of the files that decide what modules mean, and what takes from their text all that does, as plain data.

    `*.json` stands for all other names that end so.
    """
    project_endings: ClassVar[tuple[str, ...]] = ()
    """How the names of files end that make their folder a project of its own by being there, whatever they say."""
    manifests_name_files: ClassVar[bool] = True
    """Such a file may say by which name others import a file."""
    stems_of_folders: ClassVar[frozenset[str]] = frozenset()
    """Names, without suffix, of the files that an import of their folder means, or on which other names rest."""
    packages_nest: ClassVar[bool] = False
    """In a folder whose parent has such a file too, it is named by its folder alone, but by what lies in there."""
    stars_by_name: ClassVar[bool] = False
    """`peers_with` finds what a file takes in by importing all names of a package."""
    relative_imports: ClassVar[bool] = False
    """What an import names may begin with what another one binds, as `absolute` says."""

    def __init__(self, project: Project) -> None:
        self.project = project

    @staticmethod
    def parse(statement: str) -> list[ImportedName]:
        """Return the names that the text of an import statement binds."""
        raise NotImplementedError

    @staticmethod
    def package_name(text: str) -> str:
        """Return the name of the package that a file declares, with dots between its parts."""
        return text

    @staticmethod
    def from_inside(module: str, around: Sequence[str]) -> str:
        """Return how the file itself would write `module`, as written in the modules `around` that it declares."""
        return module

    @staticmethod
    def absolute(name: str, aliases: Mapping[str, str], package: str) -> str:
        """Return the module that a name means which facts write with its namespace, with dots.

        Args:
            name: as facts write it, with `$` between its parts.
            aliases: the names that the file binds -> the modules that they stand for.
            package: what the file declares.
        """
        return name.replace("$", ".")

    @staticmethod
    def bound_name(alias: str, module: str) -> str:
        """Return the name that an import binds, of which that module is known that `absolute` gives."""
        return alias

    @staticmethod
    def steps(module: str) -> Sequence[str]:
        """Return the steps of a module's path, the first of which may be a name that another import binds."""
        return ()

    def locate(self, slot: int, module: str) -> Located | None:
        """Return where `module`, as written in file `slot`, lies; None when it is not in the repository."""
        raise NotImplementedError

    @staticmethod
    def is_part_of_package(path: str) -> bool:
        """Whether an import may mean a file together with the others of its package."""
        return False

    @staticmethod
    def holds_elsewhere(module: str) -> bool:
        """Whether an import of all names of a module holds for other files than its own."""
        return False

    @staticmethod
    def hands_on(module: str) -> bool:
        """Whether those who take in what a file has also take what it imports so, without naming that."""
        return False

    def nearness(self, slot: int, other: int) -> int | None:
        """Return how near to a file functions of another one are that extend types, the lower the nearer.

        None where the file does not see them unless it imports them by their names.
        """
        return None

    def begins(self, name: str) -> bool:
        """Whether the path of a package of the repository begins with a name, by which a file may name its types."""
        return False

    @staticmethod
    def may_stand_for_own(module: str, name: str) -> bool:
        """Whether what is imported from elsewhere may be an object that the repository made and handed out."""
        return False

    @staticmethod
    def is_known_to(path: str, own: str) -> bool:
        """Whether the file `own` may know what the file at `path` defines, which may be there for tests alone."""
        return True

    def submodule(self, slot: int, module: str, name: str) -> Located | None:
        """Return the module `name` of a module that is no file, as written in file `slot`."""
        return None

    def as_module(self, slot: int, name: str) -> str:
        """Return the module that file `slot` may name so without importing it, as for `locate`; empty where none."""
        return ""

    @staticmethod
    def second_names(path: str) -> Sequence[str]:
        """Return the names by which files may name a file without importing it, besides its own."""
        return ()

    def child(self, slots: tuple[int, ...], name: str) -> tuple[int, ...]:
        """Return the files of the submodule `name` of a module, empty if it has none."""
        return ()

    def visible(self, slot: int) -> frozenset[int] | None:
        """Return the files whose names are all visible in file `slot`, with itself; None where names are imported."""
        return None

    def first_seen(self, slot: int, others: frozenset[int]) -> frozenset[int]:
        """Return those of some visible files that define a name which file `slot` means by it; none if it is open."""
        return others

    @staticmethod
    def leaves_out(module: str, name: str) -> bool:
        """Whether an import of all names of a module says that it does not want one of them."""
        return False

    def whole(self, slot: int) -> int | None:
        """Return the file of which a file is a part, so that it sees all that the other one imports."""
        return None

    def peers(self, slot: int) -> tuple[int, ...]:
        """Return the files whose top-level names are visible in file `slot` without an import, without itself."""
        return ()

    def peers_with(self, slot: int, name: str) -> tuple[int, ...]:
        """Return those peers of file `slot` that may define the top-level name, the likeliest first."""
        return self.peers(slot)

    def methods_of(self, slot: int, generic: str) -> frozenset[str] | None:
        """Return what the package of a file says to be methods of a generic function, None where it says nothing."""
        return None

    def shares_of_builds(self, calling: BuiltFile, defining: Sequence[BuiltFile]) -> list[float]:
        """Return how likely a call in a file runs what each of several files of its package defines by one name."""
        return [1 / len(defining)] * len(defining)

    def declaring(self, slot: int) -> tuple[int, ...]:
        """Return the files that declare what file `slot` names by address, ascending."""
        return (slot,)

    @staticmethod
    def looks_into(path: str) -> bool:
        """Whether the definitions of a file name by address what the module has that they take in."""
        return False

    def members_taken(self, slot: int) -> Sequence[str]:
        """Return the types whose members file `slot` names alone without saying so itself, as for `locate`."""
        return ()

    def modules_used(self, slot: int) -> Sequence[str]:
        """Return the modules whose macros write functions into the types of file `slot`, as for `locate`."""
        return ()

    def object_of(self, slot: int) -> int | None:
        """Return the file whose type, named as the file is, has the object on which code outside of types runs."""
        return None

    @staticmethod
    def shown_from(path: str) -> Sequence[str]:
        """Return how the paths of files begin whose `object_of` may be the file at a path."""
        return ()

    def lends(self, slot: int, other: int, name: str) -> bool:
        """Whether such code may call a method of that name of its object as its own which the file `other` has."""
        return False

    def lending(self, slot: int) -> frozenset[int]:
        """Return the files whose modules' methods such code may call as its own, whatever its object is."""
        return frozenset()

    def loaded(self, slot: int) -> frozenset[int] | None:
        """Return the files whose methods objects in file `slot` may have, where imports do not tell; else None."""
        return None

    def asked(self, slot: int) -> frozenset[int] | None:
        """Return the same with those of what the file does not import itself: methods need no import."""
        return self.loaded(slot)
