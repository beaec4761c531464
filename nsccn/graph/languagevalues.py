"""What a language states of the values and collections that its code has."""

from __future__ import annotations

import msgspec

from nsccn.graph.languagetexts import LanguageTexts


class LanguageValues(LanguageTexts, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part of a `language.toml` that says what an expression or a collection is, and what is taken out of it."""

    # What values are

    makers: frozenset[str] = frozenset()
    """Nodes that make an object, with brackets behind the type or without: `new Cart`."""
    bracketed_values: bool = False
    """A value may begin with brackets around what the rest of it is asked of: `(new Cart())->sum()`."""
    placeholder: str = ""
    """Node that stands for all arguments where a function is not called but handed over: `sum(...)`."""
    branches: dict[str, str] = msgspec.field(default_factory=dict)
    """Node of a value that chooses by branches, or stands in one -> where its values are: fields, `all` or `last`."""
    choices: dict[str, tuple[int, ...]] = msgspec.field(default_factory=dict)
    """Node of a value -> the places among its children of the values that it chooses from."""
    brackets: dict[str, str] = msgspec.field(default_factory=dict)
    """Node of a value that is that of what stands in it -> the field in which that is, empty where there is none."""
    gathered: dict[str, str] = msgspec.field(default_factory=dict)
    """Node of a collection that is written out -> the field that says what its elements are, `*` for its children."""
    derived_results: dict[str, str] = msgspec.field(default_factory=dict)
    """Function outside the repository, by module and name -> how what it gives follows from the argument whose place
    stands behind a blank: `same`, `each` (one of its elements), `most` (likewise, or the argument itself where there
    are several), `all` (a collection of its elements), `called` (a collection of what the argument gives)."""
    operations: frozenset[str] = frozenset()
    """Nodes of values that an operator makes of the two operands around it."""
    sequences: frozenset[str] = frozenset()
    """Nodes that hold several targets, or several values, of one assignment."""
    several_results: bool = False
    """A call may give several results, which as many names take."""
    tuple_results: bool = False
    """What several names take is a tuple that a call gives, or what holds such a one."""
    repeating: frozenset[str] = frozenset()
    """Declarations that without a type and a value repeat those of the one before them in the same list."""
    stated_types: dict[str, str] = msgspec.field(default_factory=dict)
    """Pattern of a value that states its type -> that type, with `{}` for the first group."""
    literal_types: dict[str, str] = msgspec.field(default_factory=dict)
    """Node of a value that is written out -> the type outside the repository that it is of."""
    result_types: dict[str, str] = msgspec.field(default_factory=dict)
    """Method of a type outside the repository -> the type of what it gives; `.` is the type itself."""
    typed_results: dict[str, str] = msgspec.field(default_factory=dict)
    """Function outside the repository that is given a type -> what it gives, with `{}` for that type."""
    returned_arguments: dict[str, int] = msgspec.field(default_factory=dict)
    """Functions outside the repository that give one of their arguments back, or a collection of its elements."""
    giving_back: frozenset[str] = frozenset()
    """Functions outside the repository that give what they are given first, in a box or by another handle."""
    type_assertions: bool = False
    """`given.(Cart)` is a `Cart`, and brackets around an expression, or `&` and `*` before it, change nothing."""
    stated_in_brackets: bool = False
    """`(given as Cart)` is a `Cart`, and brackets around an expression, or `await` before it, change nothing."""
    member_lists: frozenset[str] = frozenset()
    """Nodes behind a new object in which values are assigned to its members by their names."""
    field_mark: str = ""
    """Pattern of what names, as its group, the field that takes the value behind it, where types are written out in
    braces; other values go by position."""
    collection_types: dict[str, str] = msgspec.field(default_factory=dict)
    """Node of the type of a collection -> the field that has the type of its elements; empty for a pointer."""
    written_members: bool = False
    """An object may be written out with its members, `{ load: run, run }`."""
    constant_keys: bool = False
    """Collections are written out with constant keys, `{"load": load}`, and asked by them, `table["load"]`."""
    subscripted_calls: bool = False
    """`table[key](x)`, which calls an element, reads as a call of a generic function `table`."""

    # Collections

    iterating: tuple[str, ...] = ()
    """The method of an object that gives the next of its elements, and others that say that it has elements."""
    iteration: tuple[tuple[str, str], ...] = ()
    """Methods of an object that give what its elements are asked of, each with the one that gives the next of them."""
    iterators: dict[str, str] = msgspec.field(default_factory=dict)
    """Function, or `.` and method, that a loop may run over -> how its targets take the elements of what it is given:
    `same`, `numbered` (behind a number), `paired` (one of each argument), `keyed` (the last takes the object's)."""
    visiting_methods: frozenset[str] = frozenset()
    """Methods of built-in collections, and of wrappers of one object, that give the elements to a function."""
    collection_methods: frozenset[str] = frozenset()
    """Methods of built-in collections that give a collection of the same elements."""
    element_methods: frozenset[str] = frozenset()
    """Methods of built-in collections that give one of the elements."""
    paired_elements: bool = False
    """The elements of a mapping are pairs, of a key and what it has."""
    listing_functions: frozenset[str] = frozenset()
    """Functions that give, sooner or later, what is in the list that they are given."""
    same_functions: frozenset[str] = frozenset()
    """Functions that give back what they are given first, or a collection of what is in it."""
    entry_methods: frozenset[str] = frozenset()
    """Methods of a mapping that give its pairs, each of which has the methods of a collection of one value."""
    merging_methods: frozenset[str] = frozenset()
    """Methods that change their object by taking in all elements of what they are given."""
    mutators: frozenset[str] = frozenset()
    """Methods that change their object in place."""
    filled_collections: bool = False
    """A variable that is given elements, one by one, holds a collection of these."""
    slices: bool = False
    """`all[1:]` is a part of a collection, and of its type."""
    embedded_bases: bool = False
    """Types embed their bases: of several members of a name the one counts that lies least deep."""
    keyed_loops: bool = False
    """The first variable of a loop takes the keys of a collection: those of a map, what a channel gives, no numbers."""
    mappings: frozenset[str] = frozenset()
    """Types that hold a value for each key, which a loop over them gives."""
    key_methods: frozenset[str] = frozenset()
    """Methods of a mapping that give its keys."""
    value_methods: frozenset[str] = frozenset()
    """Those that give its values, or its pairs."""
    pointer_subscripts: bool = False
    """A subscript of a pointer to a type gives one of that type."""
    yielding_decorators: frozenset[str] = frozenset()
    """Decorators under which a generator gives what it yields, or one such object."""
