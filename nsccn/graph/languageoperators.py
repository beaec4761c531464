"""What a language states of attributes and operators, where code runs that nothing calls by its name."""

from __future__ import annotations

import msgspec

from nsccn.graph.languagevalues import LanguageValues


class LanguageOperators(LanguageValues, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The part of a `language.toml` that says what reads and writes of attributes run, and what operators do."""

    accessors: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Function that makes a property -> its parameters for what reads, assigns and deletes, in their order."""
    member_access: tuple[str, ...] = ()
    """Methods that run when a member is read which an object has not, is assigned, and is deleted."""
    every_access: str = ""
    """Method that runs when any member is read, whether the object has it or not."""
    module_access: bool = False
    """A function of a module under the first of these names runs where a name is taken that the module has not."""
    call_access: tuple[str, ...] = ()
    """Methods that run when a method is called which an object has not, and one which a type has not."""
    missing_access: bool = False
    """All of these run only for members that an object has not."""
    reading: str = ""
    """Method of an object in the body of a class that runs when the attribute is read."""
    writing: str = ""
    """The same when it is assigned."""
    foreign_accessors: bool = False
    """Other languages read and set its properties by methods, `getSize`, `setSize`, and it theirs as properties."""
    bean_accessors: bool = False
    """Such methods are properties to languages that have `foreign_accessors`."""
    unnamed_properties: bool = False
    """Names by themselves may be those of properties, so that such are looked for in the text."""
    file_properties: bool = False
    """Of these only properties that the file defines are looked for."""
    held_values: bool = False
    """What changes a value in place sets what holds it, unless that is an object of a class: `carts.append(cart)`."""
    separate_setters: bool = False
    """What sets a property may stand beside one that is read without running anything."""
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
    calling_of_libraries: tuple[str, ...] = ()
    """Methods that do where a base from elsewhere runs them: `forward` of what inherits from `torch.nn.Module`."""
    subscripted_members: bool = False
    """A member of any object may be named by a text in brackets: `cart["fill"]`."""
    member_reader: str = ""
    """Function that gives the member of an object whose name it is given as a text."""
    name_reader: str = ""
    """Function that only gives the name of what it is given."""
