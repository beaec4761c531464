"""What a language states of settings and of errors: where code reads its configuration, and how failures travel."""

from __future__ import annotations

import msgspec

from nsccn.graph.languageoperators import LanguageOperators


class LanguageSettings(LanguageOperators, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part of a `language.toml` that says what is a setting or a constant, and what an error does."""

    # Settings and constants

    settings_objects: frozenset[str] = frozenset()
    """Names of objects whose attributes are settings."""
    argument_objects: dict[str, float] = msgspec.field(default_factory=dict)
    """Name of an object whose attributes may be what the options of a command line were given -> how likely."""
    option_names: str = ""
    """How such an attribute is named after its option, `snake` or `camel`; empty where that is not followed."""
    environment_objects: tuple[str, ...] = ()
    """What holds the variables of the environment: read by a subscript, or by an upper-case attribute."""
    shared_environment: bool = False
    """Variables of the environment are read as others are: what a file sets otherwise than by its own value is none."""
    path_variables: bool = False
    """The path of what is imported may be what a variable of the file is given."""
    environment_readers: tuple[str, ...] = ()
    """Functions that read a variable of the environment by its name."""
    property_readers: tuple[str, ...] = ()
    """Functions that read a setting by its name."""
    filled_types: bool = False
    """Settings may fill the fields of types."""
    key_origins: str = ""
    """Pattern of where that comes from which says that settings fill a type, for names that others have too."""
    key_separator: str = ""
    """Joins the names of fields in the keys of settings that fill them; empty where those of a type that one holds
    are filled only if code says how."""
    key_spelling: str = ""
    """How such keys spell the name of a field: `kebab`, `lower`, or as it is."""
    key_names: tuple[str, ...] = ()
    """Patterns of what a field says of its name in such keys, in its signature; `-` for none."""
    whole_key_names: bool = False
    """What a field says so is its whole key."""
    key_less: str = ""
    """Pattern of the signatures of fields that settings do not fill."""
    upper_constants: bool = True
    """Names in upper case are constants; elsewhere they are names like any other."""
    capital_members: bool = False
    """Members of objects have names that begin with a capital, as types have."""
    colon_blocks: bool = False
    """A colon ends what a statement begins with, `if size > LIMIT:`, and what stands before one is never a bare key."""
    configuration_names: str = ""
    """Pattern of the names of constants that are configuration; where it is empty, all constants of other files are."""
    configuration_files: str = ""
    """Pattern of the paths of files all of whose constants are configuration."""

    # Errors

    errors: str = "exceptions"
    """`exceptions` escape every call; `returned` errors only those calls that hand them on."""
    error_handed: str = ""
    """Pattern of code that looks at a returned error and hands it on."""
    error_open: str = ""
    """Pattern of such code of which it is open what becomes of the error; `NAME` stands for its variable."""
    error_bases: dict[str, str] = msgspec.field(default_factory=dict)
    """Built-in error -> its base. Where errors are returned, those of panics, which no caller is handed."""
    plain_error: str = ""
    """The error that is raised where a message stands in its place."""
    error_calls: dict[str, str] = msgspec.field(default_factory=dict)
    """Functions from outside that raise an error whose name does not stand there -> its full name."""
    raise_constructs: bool = False
    """Raising a type makes an instance of it."""
    catch_all: tuple[str, ...] = ()
    """Error types whose handlers catch everything."""
