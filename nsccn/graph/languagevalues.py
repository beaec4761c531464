"""What a language states of values and their types."""

from __future__ import annotations

from typing import Literal

import msgspec

from nsccn.graph.languagetexts import LanguageTexts


class LanguageValues(LanguageTexts, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part of a `language.toml` that says what values are, what types say, and which overload takes what."""

    # What values are

    makers: frozenset[str] = frozenset()
    """Nodes that make an object, with brackets behind the type or without: `new Cart`."""
    made_types: frozenset[str] = frozenset()
    """Nodes that make a type where they stand, which is called as they say, or by the word for all of them."""
    bracketed_values: bool = False
    """A value may begin with brackets around what the rest of it is asked of: `(new Cart())->sum()`."""
    placeholder: str = ""
    """Node that stands for all arguments where a function is not called but handed over: `sum(...)`."""
    branches: dict[str, str] = msgspec.field(default_factory=dict)
    """Node of a value that chooses by branches, or stands in one -> where its values are: fields, `all` or `last`."""
    several_types: bool = False
    """What is given objects of a few types, where most variables have no type in the text, is one of these."""
    choices: dict[str, tuple[int, ...]] = msgspec.field(default_factory=dict)
    """Node of a value -> the places among its children of the values that it chooses from."""
    brackets: dict[str, str] = msgspec.field(default_factory=dict)
    """Node of a value that is that of what stands in it -> the field in which that is, empty where there is none."""
    gathered: dict[str, str] = msgspec.field(default_factory=dict)
    """Node of a collection that is written out -> the field that says what its elements are, `*` for its
    children, `=` where something must be known of each of these."""
    derived_results: dict[str, str] = msgspec.field(default_factory=dict)
    """Function outside the repository, by module and name -> how what it gives follows from the argument whose place
    stands behind a blank: `same`, `each` (one of its elements), `most` (likewise, or the argument itself where there
    are several), `all` (a collection of its elements), `called` (a collection of what the argument gives), `mapped`
    (a mapping with such values), `made` (an object of the type that the argument is, or one of its elements)."""
    operations: frozenset[str] = frozenset()
    """Nodes of values that an operator makes of the two operands around it."""
    sequences: frozenset[str] = frozenset()
    """Nodes that hold several targets, or several values, of one assignment."""
    tuples: frozenset[str] = frozenset()
    """Nodes of values that are written out, each of which has its place, where several names take one each."""
    several_results: bool = False
    """A call may give several results, which as many names take."""
    result_cases: tuple[str, ...] = ()
    """The cases of a result, each of which holds one of the types that it is made for: `Result<Cart, Fault>`."""
    tuple_results: bool = False
    """What several names take is a tuple that a call gives, or what holds such a one."""
    repeating: frozenset[str] = frozenset()
    """Declarations that without a type and a value repeat those of the one before them in the same list."""
    stated_types: dict[str, str] = msgspec.field(default_factory=dict)
    """Pattern of a value that states its type -> that type, with `{}` for its one group, `{first}` and `{second}` for
    what a comma parts there."""
    described: tuple[str, str] = ("", "")
    """What a type that a group of examples in tests is about, and an object of it, are called in these examples."""
    written_types: bool = False
    """The type of a variable may have no name, and is written out: `struct { cart *Cart }`."""
    literal_types: dict[str, str] = msgspec.field(default_factory=dict)
    """Node of a value that is written out -> the type outside the repository that it is of."""
    implicit_parameter: str = ""
    """What the parameter of a function without a name is called there that states none."""
    function_literals: frozenset[str] = frozenset()
    """Nodes of functions without a name; what is given one is called by its own name before any method."""
    result_types: dict[str, str] = msgspec.field(default_factory=dict)
    """Method of a type outside the repository -> the type of what it gives; `.` is the type itself, `=` that of the
    object. With brackets a function of the language, and with a point before it what follows a type or an object:
    `Cart::class`."""
    typed_results: dict[str, str] = msgspec.field(default_factory=dict)
    """Function outside the repository that is given a type -> what it gives, with `{}` for that type."""
    typed_givers: str = ""
    """Pattern of the names of functions outside the repository that give one of the type that they are given alone."""
    method_references: bool = False
    """A value with a point in it is a method that is handed over: `cart::fill`."""
    test_doubles: frozenset[str] = frozenset()
    """What gives a test, from outside the repository, an object which runs nothing of what any type has: functions,
    generic types, and decorators of a field."""
    given_to_functions: dict[str, str] = msgspec.field(default_factory=dict)
    """Functions of the language -> what they give to the function that is their last argument: `object` makes theirs
    the one in there, and a parameter, by its number, `holds` their object or one of its `elements`. What has `argument`
    before that gives its first argument in place of its object; alone that is the object in there."""
    given_by_types: dict[str, str] = msgspec.field(default_factory=dict)
    """Generic types of libraries -> which parameter of a function that makes one is of which of the types that it is
    made for, and how that is written: `1 -1` of `BlocBuilder<CartBloc, Cart>(builder: (context, cart) => ...)`."""
    returned_arguments: dict[str, int] = msgspec.field(default_factory=dict)
    """Functions outside the repository that give one of their arguments back, or a collection of its elements."""
    giving_back: frozenset[str] = frozenset()
    """Functions outside the repository that give what they are given first, in a box or by another handle."""
    type_assertions: bool = False
    """`given.(Cart)` is a `Cart`, and brackets around an expression, or `&` and `*` before it, change nothing."""
    stated_in_brackets: bool = False
    """`(given as Cart)` is a `Cart`, and brackets around an expression, or `await` before it, change nothing."""
    stated_receivers: bool = False
    """A parameter may say what the object is that a function is called on: `this: Cart`."""
    named_objects: bool = False
    """A type may give the object around a second name, which is declared of that type: `class Cart { cart => }`."""
    plain_self: bool = False
    """`self` is a name as any other, and a variable that has it is not the object around."""
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
    given_variables: bool = False
    """A variable of a file that is declared without a value is what functions of the file give it."""
    member_keys: bool = False
    """What is put into an object under a name is a member of it: `{ load: run }` and `table.load = run` are called by
    `table.load()`."""
    subscripted_calls: bool = False
    """`table[key](x)`, which calls an element, reads as a call of a generic function `table`."""

    # Types

    inferred_types: frozenset[str] = frozenset()
    """What stands in the place of a declared type where there is none, as `var`."""
    any_types: frozenset[str] = frozenset({"Any", "any", "object", "unknown"})
    """What is declared to be of such a type may be anything."""
    builtin_types: frozenset[str] = frozenset()
    """Types of the language itself, where its grammar does not tell them from others."""
    reopened_types: frozenset[str] = frozenset()
    """Types of the language itself to which any file may add, so that what a library gives may have that."""
    transparent_types: frozenset[str] = frozenset()
    """Generic types that behave like their argument: `Optional[Client]`, `Box<Client>`."""
    pointing_calls: tuple[str, ...] = ()
    """Ends of expressions by which a pointer of a library gives the plain one to its object: `.get()`."""
    keeping_types: frozenset[str] = frozenset()
    """Those of them whose object changes no more than they do: `optional<Cart>`; others only point to theirs."""
    platform_roots: frozenset[str] = frozenset()
    """Names with which paths begin that lead out of any repository, unless it gives them a meaning: `std`."""
    unheld_types: str = ""
    """Pattern of the names of types whose objects frameworks alone hold: no object that is not named so is of one."""
    wrapping_methods: dict[str, str] = msgspec.field(default_factory=dict)
    """Methods of objects from elsewhere -> the transparent type of what they give, which may have methods here."""
    keeping_methods: frozenset[str] = frozenset()
    """Methods of such types that give one of the same."""
    borrowing_methods: dict[str, str] = msgspec.field(default_factory=dict)
    """Methods -> the transparent type that has them as a bound, whatever has a method of that name behind it."""
    own_wrappers: bool = False
    """A type of the repository that has the name of such a one is a type as others are."""
    function_types: bool = False
    """`func(name string) Item` is the type of a function."""
    function_interfaces: dict[str, tuple[int, ...]] = msgspec.field(default_factory=dict)
    """Type of functions -> for each of their parameters, which of its type arguments that is of."""
    parameter_counts: dict[str, int] = msgspec.field(default_factory=dict)
    """Type of functions -> how many more parameters these have than it has itself."""
    asked_types: bool = False
    """A type may be asked of a value, of a call or of a member of another: `typeof cart`, `Shop["cart"]`."""
    self_types: bool = False
    """What a type states apart from its bases are types of all that it is mixed into: it has their members, and is none
    of their subtypes."""
    promised_types: bool = False
    """What a type states apart from its bases it only promises: it has all of that itself, and inherits nothing."""
    intersection_types: bool = False
    """`Cart & Named` is of both types."""
    merged_namespaces: bool = False
    """What a namespace has that is called like a function, a variable or a class is a member of that."""
    type_aliases: bool = False
    """What is declared as a type with a type of its own is another name for it: `typedef`, `using`."""
    followed_aliases: bool = False
    """A name for a type is none itself: what is declared to be of it is of what that stands for."""
    promoted_parameters: bool = False
    """A parameter may declare an attribute of the type around, beside itself."""
    many_word: str = ""
    """The word before a parameter that takes any number of arguments."""
    many_patterns: dict[str, str] = msgspec.field(default_factory=dict)
    """Pattern of a parameter that takes any number -> the type of what it holds, with `{}` for the stated one."""
    early_defaults: bool = False
    """What a parameter is without an argument is worked out once, where the function is made."""
    arities: bool = False
    """Types of one name may differ in the number of their parameters."""
    limit_mark: str = "extends"
    """What stands between a type variable and the type that it must be: `<T extends Item>`, `where T : Item`."""
    named_paths: bool = False
    """Texts may name functions and types by their module: `"shop.cart.Cart"`."""
    mixins: bool = False
    """A type may inherit from what a function makes of another type: `extends Timed(Cart)`, and so of that too."""
    generic_types: bool = False
    """Types have parameters, which signatures tell in angle brackets: `class Box<T>`."""
    typed_calls: bool = False
    """A call may be given the one type that its function is generic in: `read<Cart>()`."""
    failing_alike: frozenset[str] = frozenset()
    """Methods of what may have failed that give what fails in the same way."""
    failing_methods: tuple[str, ...] = ()
    """Methods of that which give what went wrong."""
    typed_subscripts: bool = False
    """So may be one in square brackets, where these may also have an index: `read[*Cart]()`, `readers[first]()`."""
    types_first: tuple[str, ...] = ()
    """Methods of libraries of `typed_results` that are given the type as an argument: `session.query(Cart)`."""
    single_relations: frozenset[str] = frozenset()
    """Those of these by which a method of a kept object states a relation to one other: `$this->belongsTo(Cart::class)`
    makes the property of the method's name a `Cart`, others a collection of such."""
    record_accessors: dict[str, str] = msgspec.field(default_factory=dict)
    """What is done with a property of a kept object, `property` or `setter` -> how the method is called that a library
    runs for it: `get{}Attribute`, with the name in capitals."""
    record_scope: str = ""
    """How the names of methods begin that say which of the kept objects of a type are meant: `scopeOpen` is asked for
    as `open()`, of the type, of one of its objects, or of a collection of them."""
    record_factories: dict[str, str] = msgspec.field(default_factory=dict)
    """Methods of a type of kept objects that give what makes some of them -> how the type of that is called."""
    factory_methods: frozenset[str] = frozenset()
    """Methods that such a thing has from outside and that give it back."""
    record_results: frozenset[str] = frozenset()
    """Declared results of methods that such a library runs for the property of their name."""
    given_types: tuple[str, ...] = ()
    """Functions of libraries that give an instance of the type that they are given first, by module and name."""
    trailing_functions: bool = False
    """The last argument of a call, where it is a function without a name, may stand behind the brackets, or instead."""
    contextual_types: bool = False
    """A parameter of a function without a name has the type that stands where the function is given."""
    structural_interfaces: bool = False
    """A type implements the interfaces whose methods it has, without saying so."""
    shape_types: frozenset[str] = frozenset()
    """Bases of types that only say what members an object has, with their modules."""
    test_contexts: dict[str, str] = msgspec.field(default_factory=dict)
    """Node around a test, with its operator where that decides -> what it does with it: `same`, `not`, `all` or `any`
    of several, `one` (where it is alone), `branch` (by its condition), `case` (of what chooses by which holds),
    `choice` (first or third by the second), `filter`, `assertion`."""
    leaving: frozenset[str] = frozenset()
    """Statements behind which nothing runs."""
    made_by_name: bool = False
    """Whether a call of a capitalised name that the repository has not makes an object of the type of that name."""
    operand_types: bool = False
    """Whether the type of the second operand tells functions for an operator apart that the first one has."""
    given_fields: bool = False
    """Whether a field that is declared to be of any type, or one from elsewhere, is what all give it that is told."""
    type_tests: tuple[str, ...] = ()
    """Functions whose second argument is a type, or several: it is asked for, not handed over."""
    known_bases: dict[str, frozenset[str]] = msgspec.field(default_factory=dict)
    """Type that comes with the language -> its members, special methods left out."""
    calling_bases: dict[str, frozenset[str]] = msgspec.field(default_factory=dict)
    """Type of a library, with its module -> the methods that the library calls of what inherits from it; it calls no
    others but those whose names begin with `_`."""
    stated_overrides: bool = False
    """A method that stands for one of a base says so: bases from elsewhere call no other."""
    public_bases: str = ""
    """Pattern of the names of bases that call nothing but what is public, or named as theirs: interfaces."""
    standard_bases: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Type of the language that is no collection -> what it conforms to, whose methods it has."""
    collection_bases: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Type of a collection from elsewhere, `[` and `[:]` for those in brackets -> types that such a one is of, too."""
    own_objects: frozenset[str] = frozenset()
    """What types from elsewhere call, by custom, an object of theirs that all share."""
    extends_foreign: bool = False
    """What a file adds to a type from elsewhere is asked for as a member of it, and of what conforms to it."""
    outside_members: dict[str, tuple[str, int]] = msgspec.field(default_factory=dict)
    """Member that an object has of a generic base outside the repository -> pattern of the name of the base, and which
    of the types that it is made for the member is of: `widget` of a `State<CartPage>`."""
    outside_results: dict[str, str] = msgspec.field(default_factory=dict)
    """Those of these members that give something of that type -> how it is written, with `{}` for the type."""
    empty_bases: frozenset[str] = frozenset()
    """Built-in types that give those that inherit from them no members to speak of."""
    called_as: dict[str, Literal["word", "snake"]] = msgspec.field(default_factory=dict)
    """Names of methods that bases from outside call by a part of them -> how that is spelt: `scopeOpen` is called
    `open`, and `getFullNameAttribute` read as `full_name`."""
    method_uses: str = ""
    """How a method is used where it is named, `NAME` for its name; empty where it may be named in any way."""
    function_texts: str = ""
    """Pattern of a line on which a text may name a function, `NAME`: `getattr(shop, "fill")`; empty where any may. No
    other text means one."""
    unnamed_calls: str = ""
    """Pattern of the names of functions that the language, or what comes with it, runs where no code names them."""

    # Overloads

    plain_structs: bool = False
    """A struct can be made without arguments, whatever its constructors take."""
    counted_arguments: bool = False
    """A call means no function that does not take as many arguments as it has."""
    counted_guesses: bool = False
    """The same of functions that are guessed by their name."""
    module_functions: bool = False
    """All functions are of modules: of what a call gives, which may be any module, none is guessed by its name."""
    library_namespaces: frozenset[str] = frozenset()
    """Namespaces of the library, in which others may stand beside its own functions."""
    pipe: str = ""
    """Stands between a value and the call that it is given to before all other arguments."""
    argument_forms: dict[str, Literal["any", "none", "once"]] = msgspec.field(default_factory=dict)
    """Nodes among the arguments of a call that are not one each: any number, none, or one for all of them."""
    alike_overloads: bool = False
    """Functions of a type that seem to take the same differ in what their types are made for: each counts."""
    generic_overloads: bool = False
    """How many types a call is given tells functions of a name apart, and what these must be."""
    overloads: bool = True
    """Functions of one name may differ in their parameters."""
    argument_types: tuple[tuple[str, str, str], ...] = ()
    """What tells the type of an argument: node, pattern of its text, and the type, empty where the node states it.
    Where there are any, functions of one name are told apart by the types of their parameters."""
    operation_types: dict[str, str] = msgspec.field(default_factory=dict)
    """Sign between two operands -> the type of what comes of them, empty where that is the wider of theirs."""
    widths: tuple[str, ...] = ()
    """The types of numbers that are calculated with, the narrowest first."""
    widened: dict[str, str] = msgspec.field(default_factory=dict)
    """Type of a number -> the narrowest of these that it is calculated as."""
    told_literals: tuple[tuple[str, str, str], ...] = ()
    """The same where only what `told_functions` and operators are given tells which of several blocks has a method."""
    told_functions: frozenset[str] = frozenset()
    """Functions that a type may have by several blocks of methods, by what they take."""
    conversions: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Built-in type -> the types that it is also taken for, the nearest first; `*` stands for any object."""
    outside_bases: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Type that is no source -> the types that it is below, the nearest first; those named here are below no other."""
    topmost_bases: frozenset[str] = frozenset()
    """Types that are no source and below no other: what has no other base from outside is of none but these."""
    builtin_aliases: dict[str, str] = msgspec.field(default_factory=dict)
    """Another name of a built-in type -> the usual one."""
    numbers: frozenset[str] = frozenset()
    """Built-in types that are taken for one another, beyond what `conversions` says."""
    argument_labels: bool = False
    """A call states the names by which a function takes its arguments, in their order."""
    generated_members: dict[str, str] = msgspec.field(default_factory=dict)
    """Type that the build generates -> of what type its members are: `"R.string" = "Int"`."""
    named_arguments: bool = False
    """A call may state the names of parameters, in any order: `Screen(state = 2)`."""
    adopted_interfaces: bool = False
    """A type from outside may implement an interface of the repository, which says so of it."""
    made_arguments: bool = False
    """An argument may be made into an object of the parameter's type by a constructor that nobody names."""
    hidden_overloads: bool = False
    """A function of a type hides those of its bases that have its name, whatever they take."""

    # Collections

    iterating: tuple[str, ...] = ()
    """The method of an object that gives the next of its elements, and others that say that it has elements."""
    iteration: tuple[tuple[str, str], ...] = ()
    """Methods of an object that give what its elements are asked of, each with the one that gives the next of them."""
    iterators: dict[str, str] = msgspec.field(default_factory=dict)
    """Function, or `.` and method, that a loop may run over -> how its targets take the elements of what it is given:
    `same`, `numbered` (behind a number), `paired` (one of each argument), `keyed` (the last takes the object's)."""
    lent_methods: dict[str, frozenset[str]] = msgspec.field(default_factory=dict)
    """Method of an object -> the methods that a module from outside makes of it, as Ruby's `Enumerable` of `each`."""
    visiting_methods: frozenset[str] = frozenset()
    """Methods of built-in collections, and of wrappers of one object, that give the elements to a function."""
    collection_methods: frozenset[str] = frozenset()
    """Methods of built-in collections that give a collection of the same elements."""
    element_methods: frozenset[str] = frozenset()
    """Methods of built-in collections that give one of the elements."""
    joining_methods: frozenset[str] = frozenset()
    """Methods that give what the function gives that they are given, where others gather that of each element."""
    paired_elements: bool = False
    """The elements of a mapping are pairs, of a key and what it has."""
    listing_functions: frozenset[str] = frozenset()
    """Functions that give, sooner or later, what is in the list that they are given."""
    same_functions: frozenset[str] = frozenset()
    """Functions that give back what they are given first, or a collection of what is in it."""
    imported_same_functions: frozenset[str] = frozenset()
    """The same of modules, each with the module that it must be imported from."""
    selecting_hooks: bool = False
    """`useCart((cart) => cart.fill)` is the `fill` of what `useCart()` gives."""
    entry_methods: frozenset[str] = frozenset()
    """Methods of a mapping that give its pairs, each of which has the methods of a collection of one value."""
    merging_methods: frozenset[str] = frozenset()
    """Methods that change their object by taking in all elements of what they are given."""
    mutators: frozenset[str] = frozenset()
    """Methods that change their object in place."""
    holding_members: frozenset[str] = frozenset()
    """Members of objects from libraries to which is assigned what they hold: `total.value = 3` of a flow."""
    unchanging_types: frozenset[str] = frozenset()
    """Types whose objects never change: what such a method does to one of them is to give another."""
    filled_collections: bool = False
    """A variable that is given elements, one by one, holds a collection of these."""
    augments_in_place: bool = False
    """What is added to a variable, as in `found += [1]`, may change the object that it holds."""
    copied_collections: bool = False
    """A variable that is given a collection holds a copy of it."""
    locals_refer: bool = False
    """A variable of a function may be another name of what is stored elsewhere: `auto& total = this->total;`."""
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
    pair_methods: frozenset[str] = frozenset()
    """Methods that give an element of a collection, and of a mapping a pair."""
    paired_loops: bool = False
    """A loop over a mapping takes pairs, of a key and a value."""
    pointer_subscripts: bool = False
    """A subscript of a pointer to a type gives one of that type."""
    yielding_decorators: frozenset[str] = frozenset()
    """Decorators under which a generator gives what it yields, or one such object."""
