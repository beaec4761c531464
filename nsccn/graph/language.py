"""What a language states of itself in its folder."""

from __future__ import annotations

from typing import Literal

import msgspec

from nsccn.graph.languageaddresses import AddressWords
from nsccn.graph.languagemessages import MessageWords
from nsccn.graph.languagenodes import NodeKinds
from nsccn.graph.languageroutes import RouteWords
from nsccn.graph.languagesettings import LanguageSettings


class Language(LanguageSettings, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One language, as its `language.toml` states it: its keys are the fields below and those of its bases."""

    nodes: NodeKinds = NodeKinds()
    """What kinds its grammar has of some nodes."""
    addresses: AddressWords = AddressWords()
    """How the blocks of a configuration name one another."""
    routes: RouteWords = RouteWords()
    """What its frameworks make of few words."""

    messages: MessageWords = MessageWords()
    """How its libraries find who handles a message."""

    # Source text

    inner_functions: bool = False
    """What a function defines is known in it alone."""
    branched_functions: bool = False
    """A function that a file defines several times is one of the branches of which a build takes one."""
    branched_packages: bool = False
    """A function that several files of a package define is one of those of which a build takes one."""
    build_condition: str = ""
    """Pattern of the beginning of a file that says when it is built, with the condition as its group."""
    converting_types: bool = False
    """Calling a type converts a value to it; so it is with a variable for types, whatever else has its name."""
    conditions: str = ""
    """Pattern of the beginning of a line in which names are tested that a build may define."""
    name_prefix: str = ""
    """Stands before a declared name where its value is followed."""
    name_lead: str = ""
    """Pattern of what stands before a declared name and is no part of it: the sign of variables."""
    import_strategy: str
    named_imports: bool = False
    """Of all that a directive takes in, a file counts as importing what it names."""
    several_packages: bool = False
    """A file may declare several packages, one inside another too."""
    chained_packages: bool = False
    """A file may declare its package step by step: each declaration lies in the ones before it."""
    indented_ends: bool = False
    """What indentation ends reaches, in the grammar, over blank lines and comments to the next thing behind it."""
    file_code: bool = True
    """Statements stand outside functions too, and run when the file is loaded."""

    # Definitions

    wrappers: tuple[str, ...] = ()
    """Nodes that belong to the definition inside them, for example an export statement."""
    redefinition: str = "first"
    """Which of several definitions of a name holds: `first` or `last`."""
    root_objects: frozenset[str] = frozenset()
    """Expressions for the object around all others of an application: `this.$root`."""
    global_objects: frozenset[str] = frozenset()
    """Objects whose members every file names without them: `global.shop = shop`."""
    scripts: bool = False
    """Files that import and offer nothing share what they declare."""
    root_paths: bool = False
    """A path that begins with `::` is looked up outside of all that is around."""
    open_types: bool = False
    """A type may be declared in several places; its declarations are one type."""
    open_modifier: str = ""
    """The modifier of each declaration of such a type, within one package; empty where types need none."""
    listed_data: str = ""
    """Pattern of the signatures of variables that a file offers as others offer functions and types."""
    flat_names: bool = False
    """What stands in something else is not named by that."""
    whole_variables: bool = False
    """What gives a variable its value belongs to it, and is what the variable names."""
    clauses: bool = False
    """A function may be written in several clauses, one behind the other, of which one runs by what it is given."""
    typed_apart: bool = False
    """A statement before the first clause says of what type the function is."""
    default_mark: str = ""
    """Stands between a parameter and what it is without an argument, where a function is known by how many it takes."""
    head_end: str = ""
    """Pattern of what stands between the head of a function and its body."""
    companion_objects: bool = False
    """Such a type is a class and the object of its name in the same file, which has what belongs to the type itself:
    calling the type calls that object, where it can be called; `new` makes an instance."""
    hollow_declarations: bool = False
    """What is only declared never runs: a definition that a base has does."""
    empty_bodies: bool = False
    """A function may have nothing in it but its end, and is no mere declaration then."""
    abstract_body: str = ""
    """Pattern of the beginning of a body that leaves its work to subclasses."""
    idle_body: str = ""
    """Pattern of a whole body that does nothing, which subclasses may."""
    declarators: dict[str, str] = msgspec.field(default_factory=dict)
    """Nodes that may stand around a declared name -> the kind of what they declare when they are next to it, or
    `around` for brackets, which say nothing of it."""
    attached_functions: bool = False
    """Assigning a function to a member of any object defines it there."""
    lent_functions: bool = False
    """Assigning a function to a member of a type makes it a method of that, too."""
    modifiers: dict[str, str] = msgspec.field(default_factory=dict)
    """Decorator, annotation or keyword -> modifiers of `Definition`, with a blank between them."""
    declared_methods: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """What declares methods by words -> the methods for each word, which is the star in it; a word before says of which
    of `modifiers` it has those."""
    methods_of_types: frozenset[str] = frozenset()
    """Methods that have their type as what they are called on, though no decorator says so: `__init_subclass__`."""
    private_mark: str = ""
    """Begins names that no import brings in, which their file and those that share its names alone may say."""
    closed_types: bool = False
    """No code adds a field to a type from elsewhere, and no method is generic: what an object of one holds, or
    gives, is from there as well."""
    package_private: str = ""
    """Pattern of the names of types and methods that no other package can say."""
    operands_given: bool = False
    """What a call is given may be one operand without brackets, or a block."""
    private_in_package: bool = False
    """What is private outside of types is seen in the package, and those within it."""
    private_in_file: bool = False
    """What is private, outside of types or in them, is seen in its file alone."""
    guarded_access: bool = False
    """No code gets round what hides a member, as tests do by a cast where only the compiler looks at it."""
    unstated_access: dict[str, str] = msgspec.field(default_factory=dict)
    """Kind of a type -> modifier of those of its methods that do not say who sees them."""
    decorator_suffix: str = ""
    """What the name of a decorator leaves out at its end."""
    fixtures: dict[str, str] = msgspec.field(default_factory=dict)
    """Patterns of the decorators `maker` of what is called for parameters of its name (a group has another name) and
    `user`, whose group lists such names, and of the declared results of what yields what it gives (`generator`);
    `file` offers its own to all below, `test` begins the names of who asks."""
    component_maker: str = ""
    """The function that gives a component what its markup names besides the component's own members."""
    default_export: str = ""
    """The member that a module stands for where it is called, created or inherited from."""
    handed_functions: frozenset[str] = frozenset()
    """Functions without a name that go by that of a variable where its value is a call that they are handed to."""
    handed_bodies: frozenset[str] = frozenset()
    """Bodies of those that do so: others only give the value of an expression."""
    element_heads: frozenset[str] = frozenset()
    """Nodes that run a component with what their attributes are given: `<Cart open={fill}>`."""
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
    wrapper_sign: str = ""
    """Stands before the name of a property where what wraps it is meant: `$count`."""
    implied_types: bool = False
    """Behind a mere dot stands a case, or a member of the type that is expected there: `.shelf`."""
    closed_wrappers: frozenset[str] = frozenset()
    """Wrappers of the library of whose `common_methods` what they hold is asked for none."""
    nameless_parameters: bool = False
    """A parameter may be a pattern, or have no name: `_: &Shop`, `(one, other): Pair`."""
    own_type: str = ""
    """The word for the type around."""
    own_methods: bool = False
    """A bare call means a method of the object itself, and never one of a type around its type; methods of a type are
    told from those of its instances; and a method is called without brackets."""
    separate_methods: bool = False
    """Methods and variables of one name do not hide each other: what is called is a method."""
    macros_from_elsewhere: frozenset[str] = frozenset()
    """Macros that the language brings; with any, macros have names of their own, which no function hides."""
    called_variables: str = ""
    """Where methods have names of their own, the local variables that are called by these before any of them: `all`,
    those that are known to be `functions`, or of parameters also those that have no default (`given`)."""
    made_accessors: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Annotation -> prefixes of the accessors that it makes of a field, or of all fields of a class."""
    bare_calls: bool = False
    """A method without arguments may be called without brackets."""
    named_objects: bool = False
    """What holds an object is mostly named after its type: a `LineItem` is a `line_item`."""
    virtual_methods: bool = False
    """A call through an object runs the method of its own class, whatever type is known of it."""
    protocols: bool = False
    """A function of an interface, named by that, runs that of the type of what it is given: `Runtime.stop(local)`."""
    read_fields: bool = False
    """What a declared field of an object holds is mostly what others come for: a read is told, whoever writes it."""
    overridden_fields: bool = False
    """A type may leave a field to its subtypes, as an interface does a property that it declares."""
    outward_calls: float = 0.0
    """How likely an object that is declared to be of a type from elsewhere is of one here that inherits from it; 0
    where calls on such objects are not followed."""
    constructors: tuple[str, ...] = ()
    """Methods that run when an instance is created; `{class}` stands for the class's own name."""
    after_construction: tuple[str, ...] = ()
    """Methods that run after a constructor that is made up, as a dataclass's."""
    promising_word: str = ""
    """Stands in the head of a type before those of its bases whose members it only promises to have: making it runs no
    constructor of theirs."""
    qualified_modifier: str = ""
    """The modifier of members that have no name without that of their type: `Cart.read()`."""
    constructor_call: str = ""
    """The member through which instances are created, for example Ruby's `new`; empty for a call of the class."""
    made_by_new: bool = False
    """An object of a class is made by `new` alone: calling the class converts one to it. A struct is made by a call."""
    making_functions: frozenset[str] = frozenset()
    """Functions of a type that give an instance of it, also where no source says so: a derived `default`."""
    field_constructors: frozenset[str] = frozenset()
    """Decorators and bases of types whose constructor takes the fields that the body declares, in their order."""
    tuple_bases: frozenset[str] = frozenset()
    """Bases of types that are tuples whose parts are the fields which the body declares, in their order."""
    constant_bases: frozenset[str] = frozenset()
    """Bases from elsewhere whose subtypes have instances of themselves in what their bodies assign: `Enum`."""
    super_constructs: bool = False
    """A call of the bare parent runs its constructor."""
    primary_constructors: bool = False
    """A type stands for the constructor whose parameters its head has; these have their names in its body."""
    initializers: bool = False
    """Constructors run what fields begin with, and the constructor above also where nobody writes it."""
    bare_super: bool = False
    """A call of the bare parent runs the parent's method of the same name."""
    running_types: bool = False
    """The body of a type runs where it stands; elsewhere it only declares."""
    subtyping: str = ""
    """Method of a base that runs where a type is defined which inherits from it."""
    naming: str = ""
    """Method of an object that runs where a type is defined whose body gives the object a name."""
    making_types: tuple[str, ...] = ()
    """Methods of the type of which a type is an instance that run where the type is defined."""
    own_class: str = ""
    """The member of every object that is its class."""
    class_reader: str = ""
    """The function that gives the class of an object."""
    implemented: str = ""
    """A step, which no member has for a name, between a type and a member that it has by what it implements."""
    type_itself: str = ""
    """The member of every type that is the type: `Cart::class`."""
    instance_members: str = ""
    """The member of every type that has the members of its instances."""
    type_objects: frozenset[str] = frozenset()
    """Members of every type that are the object which has what belongs to the type itself: `Cart.Companion`."""
    outer_object: str = ""
    """The step from a type around to the object of it that is around: `Cart.this`."""
    element_types: frozenset[str] = frozenset()
    """Member types of collections whose objects stand for an element: `std::vector<Cart>::iterator`."""
    subscript_method: str = ""
    """The method of an object that gives one of its elements: `box[0]`."""
    explicit_modifier: str = ""
    """The modifier of a member of a type that only a base names it by: `void ICart.Add()`."""
    extension_receiver: str = ""
    """Where a function has the object of which it is called as if it were a method of that: as its `first_parameter`,
    or without a name, its type `before_name`, as in `fun Cart.sum()`, or `converted` to what has the function, by an
    implicit class or `extension (cart: Cart)`; empty where no function extends a type."""
    extended_collections: frozenset[str] = frozenset()
    """Types of collections that functions extend, besides arrays."""
    library_extensions: bool = False
    """Functions of libraries extend types from outside, too, and are as near to them as those of the repository: of
    `common_methods` they are meant."""
    handing_on: dict[str, str] = msgspec.field(default_factory=dict)
    """Base from elsewhere of types that hand on what they are asked for to an object they are given -> what such a type
    is called besides that one's: `CartResource`."""
    members_beyond: tuple[str, ...] = ()
    """Method of an object that gives another one, whose members it has too, and the type of that as it states it."""
    type_methods: frozenset[str] = frozenset()
    """Methods of any object that give its type."""

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
    repeated_imports: bool = False
    """A name may be imported in several branches, of which one runs."""
    included_names: bool = False
    """All names of other files come in at once, as by `#include`: any name that is not local may be one of them."""
    package_names: bool = False
    """Names of the other files of a package are visible in each of them."""
    program_functions: bool = False
    """A function that is not static has its name alone in the whole program, and may be called where nothing declares
    it."""
    marked_members: bool = False
    """Members are named with a sign before them alone, `@limit`; a name that is handed over is of a function."""
    marked_names: bool = False
    """A name may end with a question mark or an exclamation mark."""
    dotted_names: bool = False
    """A dot is a letter of names, which facts write as `$`; another sign stands before members: `dottednames.py`."""
    word_names: bool = False
    """A function is named by a word as it is written, in which more than letters may stand: `build-all`."""
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
    inner_scopes: frozenset[str] = frozenset()
    """Nodes that alone have variables of their own, where all others are those of the function: `lambda item: item`."""
    loop_heads: frozenset[str] = frozenset()
    """Parts of loops that declare a variable and use it themselves."""
    inner_declarations: frozenset[str] = frozenset()
    """Parts of expressions that declare a variable, which holds right behind them: `item is Cart cart`."""
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

    # Functions and objects that travel

    follows_objects: bool = False
    """Objects are followed to where their methods are called, as functions are."""
    listed_members: bool = False
    """Lists have members of any name, so that reading one of an unknown object says nothing of what that is."""
    untyped_objects: bool = False
    """Most variables have no type in the text, and what is said of types is a hint: more is guessed, and less sure."""
    fitting_types: bool = False
    """What code names of a parameter or an attribute tells its type: the one that has all of it."""
    rest_parameters: bool = False
    """A star, or dots, before a parameter say that it takes all arguments that no other takes."""
    calling_functions: dict[str, str] = msgspec.field(default_factory=dict)
    """Functions and methods from outside -> the place, or keyword, of the argument that they call; `*` for any.

    A name that begins with a dot is that of methods alone.
    """
    binding_functions: dict[str, int] = msgspec.field(default_factory=dict)
    """Functions from outside, with their module, and methods, without it -> the place, 0 or 1, of the function that
    gets all arguments behind it, and those with a keyword: `partial(load, path)`, `pool.submit(load, path)`."""
    getters: dict[str, str] = msgspec.field(default_factory=dict)
    """Calls from outside that give an attribute -> how the method begins that they name by it: `total = Method()`."""
    signed_in: str = ""
    """Pattern of what gives who is signed in, which begins an expression."""
    users: tuple[str, str] = ("", "")
    """What the type of those is called, and its base that says so."""
    facade_accessor: str = ""
    """Method of a type, known to a base from outside, that names the type whose instances do what it is asked for."""
    providing_methods: tuple[str, ...] = ()
    """Methods that say what a container gives under a name, by which such a method may name the type."""
    providing_fields: tuple[str, ...] = ()
    """Fields whose values say the same."""
    job_methods: dict[str, str] = msgspec.field(default_factory=dict)
    """Methods that a type has from outside -> the method of an instance that they run, now or later."""
    prompt_jobs: tuple[str, ...] = ()
    """Those of them that run it at once, so that its errors come to the caller."""
    job_settings: tuple[str, ...] = ()
    """Methods that such a type has from outside and that say how it is run: `PackJob.set(wait: 5).perform_later`."""
    type_settings: tuple[str, ...] = ()
    """Those that say of any type from outside what its instances are given: `InvoiceMailer.with(order:).sent`."""
    record_methods: dict[str, Literal["one", "all", "list", "pair"]] = msgspec.field(default_factory=dict)
    """Methods that a type has itself, of a base outside -> what they give: an object of it, a collection of such, which
    can be asked for less of them unless it is a list, or a tuple that begins with an object. Such a collection has them
    too."""
    record_collections: frozenset[str] = frozenset()
    """Attributes of a type, of a base outside, that have these methods in its place: `Cart.objects`."""
    record_managers: str = ""
    """Pattern of the bases of types that say what such an attribute has besides: `objects = CartManager()`."""
    record_members: dict[str, Literal["one", "all"]] = msgspec.field(default_factory=dict)
    """Members that an object has, of a base outside, whose type says of which type they are -> what they hold or give:
    an object of that, or a collection of such."""
    record_types: tuple[str, ...] = ()
    """The members by which the type of such an object says so: the first that does."""
    record_step: str = ""
    """What of a collection of them gives an object of it."""
    queried_fields: dict[str, Literal["reads", "writes", "creates", "named"]] = msgspec.field(
        default_factory=dict
    )
    """Methods of such a collection whose keywords are fields of its objects, with two lines between what leads from
    one to the other, and that look at these, give them what follows, or make an object of that; or whose texts name the
    fields. A function has the objects for its first argument."""
    query_conditions: frozenset[str] = frozenset()
    """What makes a condition of keywords for these: `Q(size=3)`."""
    other_side_suffix: str = ""
    """Ends the name of the other side of a relation, of a type with a base outside, where it is given none: the objects
    of `LineItem` that name a cart are its `lineitem_set`."""
    running_methods: frozenset[str] = frozenset()
    """Methods that run a function: `load.call(this)`, also by what an interface calls it: `task.run()`."""
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

    @property
    def outlined(self) -> bool:
        """Whether only its definitions are read, and nothing of what they call, import or inherit."""
        return self.import_strategy == "outline"

    @property
    def has_unnamed_objects(self) -> bool:
        """Whether functions are called of objects that need no name inside them, besides those of a type around."""
        return self.extension_receiver == "before_name"

    def is_symmetric(self, operation: str) -> bool:
        """Whether an operation on a second operand runs what it does on a first one: `y == x`, but not `y < x`."""
        return operation in self.operators and self.operators[operation] == self.operators.get(
            f"x {operation[2:-2]}"
        )

    @property
    def open_names(self) -> bool:
        """Whether a name that is not local may be one of another file, though that is not imported."""
        return self.included_names or self.implicit_self or self.package_names

    @property
    def named_constructors(self) -> bool:
        """Whether constructors have the names of their types."""
        return "{class}" in self.constructors
