"""What a language states of itself in its folder."""

from __future__ import annotations

import msgspec

from nsccn.graph.languagetexts import LanguageTexts


class Language(LanguageTexts, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One language, as its `language.toml` states it: its keys are the fields below and those of its bases."""

    # Source text

    branched_functions: bool = False
    """A function that a file defines several times is one of the branches of which a build takes one."""
    conditions: str = ""
    """Pattern of the beginning of a line in which names are tested that a build may define."""
    name_prefix: str = ""
    """Stands before a declared name where its value is followed."""
    import_strategy: str
    named_imports: bool = False
    """Of all that a directive takes in, a file counts as importing what it names."""
    several_packages: bool = False
    """A file may declare several packages, one inside another too."""
    file_code: bool = True
    """Statements stand outside functions too, and run when the file is loaded."""

    # Definitions

    wrappers: tuple[str, ...] = ()
    """Nodes that belong to the definition inside them, for example an export statement."""
    redefinition: str = "first"
    """Which of several definitions of a name holds: `first` or `last`."""
    root_paths: bool = False
    """A path that begins with `::` is looked up outside of all that is around."""
    open_types: bool = False
    """A type may be declared in several places; its declarations are one type."""
    open_modifier: str = ""
    """The modifier of each declaration of such a type, within one package; empty where types need none."""
    hollow_declarations: bool = False
    """What is only declared never runs: a definition that a base has does."""
    empty_bodies: bool = False
    """A function may have nothing in it but its end, and is no mere declaration then."""
    abstract_body: str = ""
    """Pattern of the beginning of a body that leaves its work to subclasses."""
    declarators: dict[str, str] = msgspec.field(default_factory=dict)
    """Nodes that may stand around a declared name -> the kind of what they declare when they are next to it, or
    `around` for brackets, which say nothing of it."""
    attached_functions: bool = False
    """Assigning a function to a member of any object defines it there."""
    modifiers: dict[str, str] = msgspec.field(default_factory=dict)
    """Decorator, annotation or keyword -> modifiers of `Definition`, with a blank between them."""
    decorator_suffix: str = ""
    """What the name of a decorator leaves out at its end."""
    fixtures: dict[str, str] = msgspec.field(default_factory=dict)
    """Patterns of the decorators `maker` of what is called for parameters of its name (a group has another name) and
    `user`, whose group lists such names, and of the declared results of what yields what it gives (`generator`);
    `file` offers its own to all below, `test` begins the names of who asks."""
    default_export: str = ""
    """The member that a module stands for where it is called, created or inherited from."""
    handed_functions: frozenset[str] = frozenset()
    """Functions without a name that go by that of a variable where its value is a call that they are handed to."""
    handed_bodies: frozenset[str] = frozenset()
    """Bodies of those that do so: others only give the value of an expression."""
    loaders: frozenset[str] = frozenset()
    """Nodes whose whole result is a module, of which the default export is wanted: `() => import("./page")`."""
    qualified_names: bool = False
    """A name may be written with the namespace that it is in, `shop/Cart`: facts bind it as one that is imported."""
    tagged_types: bool = False
    """Documentation comments state types before the names that are of them: `@param Cart $cart`, `@return Cart[]`."""
    documented_types: bool = False
    """Documentation comments state types: `@param {Cart} cart`, `@returns {Cart}`, `@type {Cart}`."""

    # Methods and the objects they belong to

    receiver: str = ""
    """`first_parameter` where methods name their object themselves; empty where it is a keyword."""
    implicit_self: bool = False
    """Members are visible in methods without naming the object."""
    own_type: str = ""
    """The word for the type around."""
    own_methods: bool = False
    """A bare call means a method of the object itself, and never one of a type around its type; methods of a type are
    told from those of its instances; and a method is called without brackets."""
    separate_methods: bool = False
    """Methods and variables of one name do not hide each other: what is called is a method."""
    made_accessors: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Annotation -> prefixes of the accessors that it makes of a field, or of all fields of a class."""
    bare_calls: bool = False
    """A method without arguments may be called without brackets."""
    named_objects: bool = False
    """What holds an object is mostly named after its type: a `LineItem` is a `line_item`."""
    virtual_methods: bool = False
    """A call through an object runs the method of its own class, whatever type is known of it."""
    constructors: tuple[str, ...] = ()
    """Methods that run when an instance is created; `{class}` stands for the class's own name."""
    after_construction: tuple[str, ...] = ()
    """Methods that run after a constructor that is made up, as a dataclass's."""
    constructor_call: str = ""
    """The member through which instances are created, for example Ruby's `new`; empty for a call of the class."""
    making_functions: frozenset[str] = frozenset()
    """Functions of a type that give an instance of it, also where no source says so: a derived `default`."""
    field_constructors: frozenset[str] = frozenset()
    """Decorators and bases of types whose constructor takes the fields that the body declares, in their order."""
    super_constructs: bool = False
    """A call of the bare parent runs its constructor."""
    initializers: bool = False
    """Constructors run what fields begin with, and the constructor above also where nobody writes it."""
    bare_super: bool = False
    """A call of the bare parent runs the parent's method of the same name."""
    running_types: bool = False
    """The body of a type runs where it stands; elsewhere it only declares."""
    own_class: str = ""
    """The member of every object that is its class."""
    class_reader: str = ""
    """The function that gives the class of an object."""
    type_itself: str = ""
    """The member of every type that is the type: `Cart::class`."""
    instance_members: str = ""
    """The member of every type that has the members of its instances."""
    subscript_method: str = ""
    """The method of an object that gives one of its elements: `box[0]`."""
    explicit_modifier: str = ""
    """The modifier of a member of a type that only a base names it by: `void ICart.Add()`."""
    extension_modifier: str = ""
    """The modifier of a function of some type that is called as if it were a method of its first parameter."""
    members_beyond: tuple[str, ...] = ()
    """Method of an object that gives another one, whose members it has too, and the type of that as it states it."""
    type_methods: frozenset[str] = frozenset()
    """Methods of any object that give its type."""

    # Attributes and operators

    accessors: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Function that makes a property -> its parameters for what reads, assigns and deletes, in their order."""
    member_access: tuple[str, ...] = ()
    """Methods that run when a member is read which an object has not, is assigned, and is deleted."""
    call_access: tuple[str, ...] = ()
    """Methods that run when a method is called which an object has not, and one which a type has not."""
    missing_access: bool = False
    """All of these run only for members that an object has not."""
    reading: str = ""
    """Method of an object in the body of a class that runs when the attribute is read."""
    writing: str = ""
    """The same when it is assigned."""
    setter_suffix: str = ""
    """What the name of a method has behind it that is called by assigning to a member."""
    entering: tuple[str, ...] = ()
    """Methods whose result a statement like `with` gives to its variable."""
    operators: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Operation, with `x` for its operand -> the methods of the operand that it runs, as `Operators` reads them."""
    operator_functions: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Operation -> functions, members of an operand's type or free, of which the first runs that fits the operands."""
    operands: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Node of an operation -> the fields in which its operands are, or their places among its children."""
    chained_operators: frozenset[str] = frozenset()
    """Operations that give what their first operand is, as `out << a << b`."""
    literal_functions: str = ""
    """Name of the function that reads a literal, with `{}` for what stands behind that."""
    calling_method: str = ""
    """Method of an object that runs when the object is called."""
    subscripted_members: bool = False
    """A member of any object may be named by a text in brackets: `cart["fill"]`."""
    member_reader: str = ""
    """Function that gives the member of an object whose name it is given as a text."""
    name_reader: str = ""
    """Function that only gives the name of what it is given."""

    # Names and where they hold

    second_names: bool = False
    """What is given nothing but the name of a function or type is another name of it."""
    stating: dict[str, str] = msgspec.field(default_factory=dict)
    """Nodes that say of what type an expression is: `stated` where it is that, `fitting` where it only has to fit."""
    module_objects: tuple[str, ...] = ()
    """Names of the object by which a module offers what it has; the first stands for all."""
    module_callees: frozenset[str] = frozenset()
    """What gives a module where it is called with the name of one: `require("./cart").load()`."""
    declared_names: bool = False
    """What a file names it declares or imports; any other name is the platform's."""
    included_names: bool = False
    """All names of other files come in at once, as by `#include`: any name that is not local may be one of them."""
    program_functions: bool = False
    """A function that is not static has its name alone in the whole program, and may be called where nothing declares
    it."""
    visible_types: bool = False
    """Types of other files are visible without an import, so that their constants can be read."""
    module_paths: bool = False
    """`self::` and `super::` begin the path of a module."""
    variables: frozenset[str] = frozenset()
    """Nodes that name what holds a value where their names say so, so that functions have names of their own: what is
    called by such a one is what it holds."""
    global_mark: str = ""
    """Begins the name of a variable that the whole program has."""
    reassigned_variables: bool = False
    """A variable may get values of several kinds, one after another."""
    assignment_declares: bool = False
    """Assigning to a bare name in a function makes a local variable."""
    local_declarations: bool = False
    """What a function declares inside is its own, and a declaration gives way to the definition in the same file."""
    shadowed_variables: bool = False
    """A block may declare a variable anew, with another type."""
    blocks: frozenset[str] = frozenset()
    """Nodes at whose end the variables that are declared in them end; before its declaration a name means another."""
    loop_heads: frozenset[str] = frozenset()
    """Parts of loops that declare a variable and use it themselves."""
    stubs: dict[str, str] = msgspec.field(default_factory=dict)
    """Suffix of files that only describe others -> that of the others."""
    loops: frozenset[str] = frozenset()
    """Statements that run what is in them again and again."""
    whole_blocks: bool = False
    """A variable of a block has its name before its declaration too, as functions see it that run later."""
    inner_names: dict[str, str] = msgspec.field(default_factory=dict)
    """Node that gives names to the expression around it -> the field that has them, empty where all of it does."""
    hoisted: dict[str, frozenset[str]] = msgspec.field(default_factory=dict)
    """Declaration whose variables do not end with the block around -> the nodes with which they end."""

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

    # Types

    inferred_types: frozenset[str] = frozenset()
    """What stands in the place of a declared type where there is none, as `var`."""
    any_types: frozenset[str] = frozenset({"Any", "any", "object", "unknown"})
    """What is declared to be of such a type may be anything."""
    builtin_types: frozenset[str] = frozenset()
    """Types of the language itself, where its grammar does not tell them from others."""
    transparent_types: frozenset[str] = frozenset()
    """Generic types that behave like their argument: `Optional[Client]`, `Box<Client>`."""
    own_wrappers: bool = False
    """A type of the repository that has the name of such a one is a type as others are."""
    function_types: bool = False
    """`func(name string) Item` is the type of a function."""
    function_interfaces: dict[str, tuple[int, ...]] = msgspec.field(default_factory=dict)
    """Type of functions -> for each of their parameters, which of its type arguments that is of."""
    parameter_counts: dict[str, int] = msgspec.field(default_factory=dict)
    """Type of functions -> how many more parameters these have than it has itself."""
    intersection_types: bool = False
    """`Cart & Named` is of both types."""
    merged_namespaces: bool = False
    """What a namespace has that is called like a function, a variable or a class is a member of that."""
    type_aliases: bool = False
    """What is declared as a type with a type of its own is another name for it: `typedef`, `using`."""
    promoted_parameters: bool = False
    """A parameter may declare an attribute of the type around, beside itself."""
    early_defaults: bool = False
    """What a parameter is without an argument is worked out once, where the function is made."""
    arities: bool = False
    """Types of one name may differ in the number of their parameters."""
    bounds_behind: bool = False
    """Signatures are C#'s: what a type variable must be is said behind all else, `where T : Item`."""
    generic_types: bool = False
    """Types have parameters, which signatures tell in angle brackets: `class Box<T>`."""
    given_types: tuple[str, ...] = ()
    """Functions of libraries that give an instance of the type that they are given first, by module and name."""
    contextual_types: bool = False
    """A parameter of a function without a name has the type that stands where the function is given."""
    structural_interfaces: bool = False
    """A type implements the interfaces whose methods it has, without saying so."""
    shape_types: frozenset[str] = frozenset()
    """Bases of types that only say what members an object has, with their modules."""
    type_tests: tuple[str, ...] = ()
    """Functions whose second argument is a type, or several: it is asked for, not handed over."""
    known_bases: dict[str, frozenset[str]] = msgspec.field(default_factory=dict)
    """Type that comes with the language -> its members, special methods left out."""
    empty_bases: frozenset[str] = frozenset()
    """Built-in types that give those that inherit from them no members to speak of."""

    # Overloads

    plain_structs: bool = False
    """A struct can be made without arguments, whatever its constructors take."""
    overloads: bool = True
    """Functions of one name may differ in their parameters."""
    argument_types: tuple[tuple[str, str, str], ...] = ()
    """What tells the type of an argument: node, pattern of its text, and the type, empty where the node states it.
    Where there are any, functions of one name are told apart by the types of their parameters."""
    told_literals: tuple[tuple[str, str, str], ...] = ()
    """The same where only what `told_functions` and operators are given tells which of several blocks has a method."""
    told_functions: frozenset[str] = frozenset()
    """Functions that a type may have by several blocks of methods, by what they take."""
    conversions: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Built-in type -> the types that it is also taken for, the nearest first; `*` stands for any object."""
    builtin_aliases: dict[str, str] = msgspec.field(default_factory=dict)
    """Another name of a built-in type -> the usual one."""
    numbers: frozenset[str] = frozenset()
    """Built-in types that are taken for one another, beyond what `conversions` says."""
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
    pointer_subscripts: bool = False
    """A subscript of a pointer to a type gives one of that type."""
    yielding_decorators: frozenset[str] = frozenset()
    """Decorators under which a generator gives what it yields, or one such object."""

    # Functions and objects that travel

    untyped_objects: bool = False
    """Most variables have no type in the text, so that objects are followed to where their methods are called."""
    calling_functions: dict[str, str] = msgspec.field(default_factory=dict)
    """Functions and methods from outside -> the place, or keyword, of the argument that they call; `*` for any."""
    running_methods: frozenset[str] = frozenset()
    """Methods of any function that run it: `load.call(this)`."""
    bound_methods: frozenset[str] = frozenset()
    """Methods of any function that give it back: `load.bind(this)`."""
    transparent_methods: frozenset[str] = frozenset()
    """Methods of built-in types whose result behaves like their object: Rust's `unwrap` and `clone`."""
    common_methods: frozenset[str] = frozenset()
    """Methods of built-in types: on a receiver of unknown type they are never taken for the repository's."""
    common_functions: frozenset[str] = frozenset()
    """Methods without a receiver that every object or every type of the language has."""
    common_attributes: frozenset[str] = frozenset()
    """Attributes of objects from elsewhere: on a receiver of unknown type no property of the repository is meant."""

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
    raise_constructs: bool = False
    """Raising a type makes an instance of it."""
    catch_all: tuple[str, ...] = ()
    """Error types whose handlers catch everything."""

    # Settings and constants

    settings_objects: frozenset[str] = frozenset()
    """Names of objects whose attributes are settings."""
    environment_objects: tuple[str, ...] = ()
    """What holds the variables of the environment: read by a subscript, or by an upper-case attribute."""
    environment_readers: tuple[str, ...] = ()
    """Functions that read a variable of the environment by its name."""
    property_readers: tuple[str, ...] = ()
    """Functions that read a setting by its name."""
    upper_constants: bool = True
    """Names in upper case are constants; elsewhere they are names like any other."""
    configuration_names: str = ""
    """Pattern of the names of constants that are configuration; where it is empty, all constants of other files are."""
    configuration_files: str = ""
    """Pattern of the paths of files all of whose constants are configuration."""

    @property
    def named_constructors(self) -> bool:
        """Whether constructors have the names of their types."""
        return "{class}" in self.constructors
