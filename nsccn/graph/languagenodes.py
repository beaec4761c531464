"""The kinds of nodes that a language states by what they are, where code looks beyond what queries capture."""

from __future__ import annotations

import msgspec

_NONE: frozenset[str] = frozenset()


class NodeKinds(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The table `nodes` of a `language.toml`: names that its grammar gives to nodes, by what these are.

    A kind is named where code asks for it in this language; what no code asks for need not be named.
    """

    # Expressions

    names: frozenset[str] = _NONE
    """Names that stand for themselves."""
    parentheses: frozenset[str] = _NONE
    """Expressions in brackets."""
    awaits: frozenset[str] = _NONE
    """Expressions that wait for what stands in them."""
    calls: frozenset[str] = _NONE
    """Calls of functions."""
    creations: frozenset[str] = _NONE
    """Expressions that make an object."""
    untyped_creations: frozenset[str] = _NONE
    """Those of them that leave the type to what is around: `new()`."""
    references: frozenset[str] = _NONE
    """Expressions that lend what stands in them: `&cart`."""
    operations: frozenset[str] = _NONE
    """Two operands with a sign between them."""
    pointer_operations: frozenset[str] = _NONE
    """Expressions that take the address of something, or what is there: `&cart`, `*cart`."""
    holders: frozenset[str] = _NONE
    """What holds a member by its `name`: `cart.Fill`."""
    member_suffixes: frozenset[str] = _NONE
    """Members without the object that they are of, which stands before them: `.fill`."""
    contents: frozenset[str] = _NONE
    """What literals hold between their quotes."""
    arrays: frozenset[str] = _NONE
    """Lists that are written out."""
    spreads: frozenset[str] = _NONE
    """What stands for all elements of a list in another one."""
    array_patterns: frozenset[str] = _NONE
    """Lists of names that take the elements of a list."""
    member_names: frozenset[str] = _NONE
    """Names of members in objects that are written out, or behind them."""

    # Patterns

    patterns: frozenset[str] = _NONE
    """Patterns, and what they take apart, which are patterns too."""
    pattern_holders: frozenset[str] = _NONE
    """What stands between a pattern and what compares something with it."""
    matching: dict[str, str] = msgspec.field(default_factory=dict)
    """What compares something with patterns -> the field that has it, or the collection of it in a loop."""

    # What a grammar leaves in pieces beside each other; see `joinednodes`

    suffixes: frozenset[str] = _NONE
    """What goes on with the value, or the type, that stands before it."""
    bodies: frozenset[str] = _NONE
    """Bodies behind the heads of their functions."""
    leads: frozenset[str] = _NONE
    """Words and types before the definitions to which they belong."""
    cascades: frozenset[str] = _NONE
    """What is done to the value before it, of which it is no part: `cart..fill()`."""

    # Arguments

    argument_lists: frozenset[str] = _NONE
    """What a call is given, in its brackets."""
    argument_holders: frozenset[str] = _NONE
    """What stands around a single argument."""
    bare_arguments: frozenset[str] = _NONE
    """What stands around each argument in calls that have no list of them."""
    label_holders: frozenset[str] = _NONE
    """What a name stands in that says, before a colon, which parameter an argument is for."""
    argument_labels: frozenset[str] = _NONE
    """The name by which one is given."""
    objects: frozenset[str] = _NONE
    """Objects that are written out."""
    pairs: frozenset[str] = _NONE
    """Members of such an object, with a key and a value."""
    call_suffixes: frozenset[str] = _NONE
    """All that a call is given, in its brackets and behind them."""
    trailing_arguments: frozenset[str] = _NONE
    """Functions without a name, or blocks, behind the brackets of a call."""
    generic_names: frozenset[str] = _NONE
    """Names with the types that they are given: `Get<Cart>`."""
    type_arguments: frozenset[str] = _NONE
    """What may name a type as an argument."""
    object_arguments: frozenset[str] = _NONE
    """What makes an object that is an argument, which a function generic in it may give back."""

    # Functions and their parameters

    lambdas: frozenset[str] = _NONE
    """Functions without a name that may have one parameter without brackets."""
    lambda_parameters: frozenset[str] = _NONE
    """The parameters of functions without a name."""
    plain_parameters: frozenset[str] = _NONE
    """Those of them that are a name."""
    pattern_parameters: frozenset[str] = _NONE
    """Those of them that are several names for parts of one."""
    bare_parameters: frozenset[str] = _NONE
    """Single ones without brackets."""
    untyped_parameters: frozenset[str] = _NONE
    """Parameters that may be without a type, and what has a single one."""
    returns: frozenset[str] = _NONE
    """Statements that return something."""
    returned_to: frozenset[str] = _NONE
    """What a `return` is of, or what ends the search for that."""

    # Declarations and types

    assignments: frozenset[str] = _NONE
    """Assignments, which have their target on the `left`."""
    values: dict[str, str] = msgspec.field(default_factory=dict)
    """What gives a value to a variable -> the field that has the variable."""
    typed_variables: frozenset[str] = _NONE
    """Variables with a `type`, or in what has it."""
    typed_declarations: frozenset[str] = _NONE
    """Declarations with the `type` of what stands in them."""
    naming: frozenset[str] = _NONE
    """What a name stands in that declares something, or is the member of an object."""
    functions: frozenset[str] = _NONE
    """Functions with their bodies."""
    heads: frozenset[str] = _NONE
    """What has the name and the parameters of these."""
    declared_parameters: frozenset[str] = _NONE
    """Parameters of these."""
    member_lists: frozenset[str] = _NONE
    """What holds the members of a type."""
    named_values: frozenset[str] = _NONE
    """Values of an object that is written out, with the names of their fields."""
    type_names: frozenset[str] = _NONE
    """Names of types."""
    type_qualifiers: frozenset[str] = _NONE
    """Words beside a type: `const`."""
    pointers: frozenset[str] = _NONE
    """What makes a pointer of the type before it, or an array of such."""
    function_declarators: frozenset[str] = _NONE
    """What makes a function, or with a pointer inside a pointer to one, that gives the type before it."""
    dimensions: frozenset[str] = _NONE
    """What makes an array of the type before it."""
    nameless_types: frozenset[str] = _NONE
    """Types without a name that are made where they stand."""
    written_types: frozenset[str] = _NONE
    """Types that are values where they are written: `new (class { … })()`."""
    base_clauses: frozenset[str] = _NONE
    """What such a type inherits from."""
