"""What a language's frameworks make of few words: the routes of a resource, and who answers them by convention."""

from __future__ import annotations

import msgspec


class RouteWords(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The words of routes that say less than they make."""

    actions: dict[str, str] = msgspec.field(default_factory=dict)
    """Method and what stands behind the path of a resource, `*` for which one -> the method of its type."""
    several: frozenset[str] = frozenset()
    """What is called with a path and a type, or a name, of which the actions answer."""
    one: frozenset[str] = frozenset()
    """The same for a resource of which there is one: nothing says which."""
    files: str = ""
    """Pattern of the files that name in blocks the types that answer; empty where these are handed over."""
    configured_files: str = ""
    """Pattern of the files of configuration that name the methods which answer."""
    type_suffix: str = ""
    """Ends the name of a type that is named by convention."""
    type_token: str = ""
    """The part of a path above a type that stands for its name without that end, above those that inherit it too."""
    mark_suffix: str = ""
    """Ends the name of a type that is a mark above others: `RouteAttribute` for `[Route]`."""
    folder: str = ""
    """In which such types lie."""
    inside: frozenset[str] = frozenset()
    """Words of a block of which the name stands before paths, and around types."""
    below: frozenset[str] = frozenset()
    """The same before paths alone, unless more is said."""
    of_all: frozenset[str] = frozenset()
    """Words of a block in a resource for what is no single one's."""
    of_each: frozenset[str] = frozenset()
    """Words of one for what is a single one's."""
    of_new: frozenset[str] = frozenset()
    """Words of one for what is not yet made, which are the part of the path themselves."""
    of_type: frozenset[str] = frozenset()
    """Words of a block of which the name is that of the type that answers."""
    kept: frozenset[str] = frozenset()
    """Words of one that makes routes only where it is named."""
    methods: frozenset[str] = frozenset()
    """Words of a method in such a file, which makes its routes where it is called."""
    taken: frozenset[str] = frozenset()
    """Words that name such blocks."""
    drawn: frozenset[str] = frozenset()
    """Words before the name of another such file."""
    slash_is_root: bool = False
    """A path above a method that begins with a slash has nothing before it."""
    prefixes: dict[str, str] = msgspec.field(default_factory=dict)
    """Name of what says a path above a type -> of what says once what stands before all such paths."""
    nests_by_dot: bool = False
    """The name of a resource with a dot lies in another: `carts.lines`."""
    shown: frozenset[str] = frozenset()
    """What is called with a path and a type that is shown for it."""
    member_sign: str = ""
    """Joins a type and its method in a text that hands the method over: `'CartController@show'`."""
    whole_types: bool = False
    """Routes hand over the types that answer, and blocks say what the names of these begin with."""
    lists: frozenset[str] = frozenset()
    """Macros that are given the names of functions which answer."""
    whole_paths: str = ""
    """Pattern of what mounts by a path something that is given all of the path still, with its call to the end."""
