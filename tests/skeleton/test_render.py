from __future__ import annotations

from textwrap import dedent

import pytest
from shown_skeletons import numbered, shown, skeleton_of

from nsccn.skeleton.detail import Detail
from nsccn.skeleton.plain import render_text

CLIENT = '''\
"""Talks to the shop.

A long story follows.
"""

from __future__ import annotations

import os  # for the key

__all__ = [
    "Client",
    "connect",
]

# How long to wait
TIMEOUT: float = 3.0
CODES = {
    200: "fine",
    404: "gone",
}


@final
class Client(Base, metaclass=Meta):
    """A connection.

    It closes itself.
    """

    retries: int = 3
    """How often to try again.

    Zero turns it off.
    """

    def __init__(self, key: str = os.environ["KEY"], *, codes: dict[int, str] | None = None) -> None:
        # keep it
        self.key = key

    @property
    def open(self) -> bool: return True

    async def get(
        self,
        path: str,  # below the root
        **options: object,
    ) -> Answer:
        """Ask for a path."""
        return await self._ask(path)


def connect(key: str) -> Client:
    return Client(key)
'''


def test_a_signature_skeleton_has_declarations_only() -> None:
    assert shown(CLIENT, Detail.SIGNATURE) == dedent("""\
        6|from __future__ import annotations
        8|import os
        10|__all__ = [
        11|    "Client",
        12|    "connect",
        13|]
        16|TIMEOUT: float = 3.0
        17|CODES = ...
        23|@final
        24|class Client(Base, metaclass=Meta):
        30|    retries: int = 3
        36|    def __init__(self, key: str = os.environ["KEY"], *, codes: dict[int, str] | None = None) -> None: ...
        40|    @property
        41|    def open(self) -> bool: ...
        43|    async def get(
        44|        self,
        45|        path: str,
        46|        **options: object,
        47|    ) -> Answer: ...
        52|def connect(key: str) -> Client: ...
        """)


def test_a_documented_skeleton_has_first_paragraphs() -> None:
    lines = shown(CLIENT, Detail.DOC).splitlines()

    assert lines[0] == '1|"""Talks to the shop."""'
    assert lines[9:14] == [
        "23|@final",
        "24|class Client(Base, metaclass=Meta):",
        '25|    """A connection."""',
        "30|    retries: int = 3",
        '31|    """How often to try again."""',
    ]
    assert lines[-4:-1] == ["47|    ) -> Answer:", '48|        """Ask for a path."""', "49|        ..."]


def test_names_make_an_outline() -> None:
    assert shown(CLIENT, Detail.NAME) == dedent("""\
        10|var __all__
        16|var TIMEOUT
        17|var CODES
        24|class Client
        30|  attr retries
        36|  method __init__
        41|  open: bool
        43|  method get
        52|func connect
        """)


def test_the_body_is_the_source() -> None:
    assert shown(CLIENT, Detail.BODY) == "".join(
        f"{number}|{line}\n" for number, line in enumerate(CLIENT.splitlines(), 1)
    )


def test_named_definitions_in_bodies_stay_and_move_to_the_body() -> None:
    source = '''
        def decorate(function):
            """Wrap it."""
            if enabled:
                for _ in range(2):
                    @wraps(function)
                    def wrapper(
                        *args, text="""a
                    b"""
                    ):
                        """Call

                        it."""
                        def deepest(): return 1
                        return function(*args)

                class Local(Base):
                    size = 3
                    def method(self):
                        return 4
            return wrapper
        '''

    assert shown(source, Detail.DOC) == dedent('''\
        2|def decorate(function):
        3|    """Wrap it."""
        4|    ...
        6|    @wraps(function)
        7|    def wrapper(
        8|        *args, text="""a
        9|            b"""
        10|    ):
        11|        """Call"""
        14|        def deepest(): ...
        15|        ...
        17|    class Local(Base):
        18|        size = 3
        19|        def method(self): ...
        ''')


@pytest.mark.parametrize(
    ("source", "signature", "doc"),
    [
        ("def f(): return 1", "1|def f(): ...\n", None),
        ("def f(): x = 1; return x", "1|def f(): ...\n", None),
        ('def f(): "d"; return 1', "1|def f(): ...\n", '1|def f():\n1|    "d"\n1|    ...\n'),
        ('def f():\n  """d"""', "1|def f(): ...\n", '1|def f():\n2|  """d"""\n'),
        ("def f():\n\tpass\n", "1|def f(): ...\n", None),
        ("def f(): # why\n\n    # what\n    return 1 # end\n", "1|def f(): ...\n", None),
        ("def f(): \\\n    return 1\n", "1|def f(): ...\n", None),
        ("class A: pass", "1|class A: pass\n", None),
        ('class A:\n    "d"\n', "1|class A: ...\n", '1|class A:\n2|    "d"\n'),
        ('class A: "d"; x = 1\n', "1|class A: ...; x = 1\n", '1|class A: "d"; x = 1\n'),
        ('class A:\n    # c\n    """d\n\n    e"""\n    x = 1\n', "1|class A:\n6|    x = 1\n", None),
        ("class A:\n    x = 1  # one\n", "1|class A:\n2|    x = 1\n", "1|class A:\n2|    x = 1  # one\n"),
        ("x = 1; y = f(\n 2)\n", "1|x = 1; y = f(...)\n", None),
        ("class A:\n    by = Key(\n        B,\n    )\n", "1|class A:\n2|    by = Key(...)\n", None),
        ("x = f(1)(\n  2\n)\n", "1|x = f(1)(...)\n", None),
        ("x = (\n  f(1)\n)\n", "1|x = ...\n", None),
        ("x = \\\n  f(1,\n  2)\n", "1|x = \\\n2|  f(...)\n", None),
        ("é = 'ü'\ndef ß(ä='ö'): return 1", "1|é = 'ü'\n2|def ß(ä='ö'): ...\n", None),
        ("\ufeffdef f(): return 1", "1|def f(): ...\n", None),
        ('"""Only."""\n', "", '1|"""Only."""\n'),
        ("# only\n", "", None),
        ("", "", None),
        ("\n \n", "", None),
        (
            'def f():\n    """Say "hi"\n\n    more"""\n    x()\n',
            "1|def f(): ...\n",
            '1|def f():\n2|    """Say "hi" """\n5|    ...\n',
        ),
    ],
)
def test_small_files(source: str, signature: str, doc: str | None) -> None:
    assert shown(source.encode(), Detail.SIGNATURE) == signature
    if doc is not None:
        assert shown(source.encode(), Detail.DOC) == doc


def test_carriage_returns_and_tabs_do_no_harm() -> None:
    source = b'class A:\r\n\tdef f(self):\r\n\t\t"""Do.\r\n\r\n\t\tMore."""\r\n\t\treturn 1\r\n'

    assert shown(source, Detail.DOC) == '1|class A:\n2|\tdef f(self):\n3|\t\t"""Do."""\n6|\t\t...\n'


def test_code_that_defines_nothing_is_left_out_when_it_is_long() -> None:
    source = """
        if TYPE_CHECKING:
            from a import b
        try:
            import x
        except ImportError:
            x = None
        except OSError:
            warn()
            warn()
            warn()
            warn()
        setup()
        for path in paths:
            load(path)
            check(path)
            show(path)
        done = True
        if __name__ == "__main__":
            main()
        """

    assert shown(source, Detail.SIGNATURE) == dedent("""\
        2|if TYPE_CHECKING:
        3|    from a import b
        4|try:
        5|    import x
        6|except ImportError:
        7|    x = None
        8|except OSError:
        9|    ...
        13|...
        18|done = True
        19|if __name__ == "__main__":
        20|    main()
        """)


def test_a_broken_file_is_shown_as_far_as_it_can_be() -> None:
    source = """
        def whole(a, b):
            work()
            return a

        def broken(a:
            return a

        class Also(:
            def method(self): return 1
        """

    text = shown(source, Detail.SIGNATURE)

    assert "2|def whole(a, b): ...\n" in text
    assert "6|def broken(a:\n" in text


def test_an_entity_is_its_part_of_the_file() -> None:
    skeleton, facts = skeleton_of("a.py", CLIENT)
    ordinals = {item.qualified_name: ordinal for ordinal, item in enumerate(facts.definitions)}

    assert numbered(skeleton.entity(ordinals["Client.get"], Detail.SIGNATURE)) == dedent("""\
        43|    async def get(
        44|        self,
        45|        path: str,
        46|        **options: object,
        47|    ) -> Answer: ...
        """)
    assert numbered(skeleton.entity(ordinals["connect"], Detail.BODY)) == (
        "52|def connect(key: str) -> Client:\n53|    return Client(key)\n"
    )
    assert numbered(skeleton.entity(ordinals["Client.get"], Detail.NAME)) == "43|method Client.get\n"
    for detail in (Detail.SIGNATURE, Detail.DOC):
        part = skeleton.entity(ordinals["Client"], detail)
        assert part == [row for row in skeleton.file(detail) if 23 <= row.line <= 49]


def test_an_attribute_that_assignments_declare_is_its_line() -> None:
    skeleton, facts = skeleton_of("a.py", CLIENT)
    (ordinal,) = (
        number for number, item in enumerate(facts.definitions) if item.qualified_name == "Client.key"
    )

    assert numbered(skeleton.entity(ordinal, Detail.SIGNATURE)) == "38|        self.key = key\n"


def test_text_in_no_known_language_has_a_skeleton_too() -> None:
    data = b"# One\n\ntext\n\n## Two\n"

    rows = render_text("README.md", data, Detail.SIGNATURE)

    assert numbered(rows) == "1|# One\n5|## Two\n"


def test_a_blank_line_of_a_string_stays() -> None:
    source = 'def run(text="""One.\n\nTwo.\n"""):\n    return work(1, 2, 3)\n'

    assert shown(source, Detail.SIGNATURE) == '1|def run(text="""One.\n2|\n3|Two.\n4|"""): ...\n'


def test_long_values_of_decorators_are_left_out() -> None:
    source = """\
        @parametrize("given", [
            1,
            2,
        ])
        @option("--name", help='One. '
            'Two.', default=None)
        def run(given, name):
            return work(1, 2, 3)
        """

    assert shown(dedent(source), Detail.SIGNATURE) == (
        '1|@parametrize("given", ...)\n'
        '5|@option("--name", help=..., default=None)\n'
        "7|def run(given, name): ...\n"
    )


def test_what_a_broken_body_swallows_stays() -> None:
    source = """\
        int first(int a) {
            if (a) {
            return a;
        }
        int second(int b) {
            return b;
        }
        """

    assert "int second(int b)" in shown(source, Detail.SIGNATURE, "a.c")


def test_a_blank_line_at_which_an_error_ends_stays() -> None:
    source = """\
        auto get(const pair& given) noexcept -> decltype(given.get<N>()) {
            return given.get<N>();
        }
        PRAGMA(diagnostic ignored "-Wmismatched-tags")

        namespace std {
        template <size_t N> struct element<N, pair> {
            using type = decltype(std::declval<pair>().get<N>());
        }
        """

    assert shown(source, Detail.SIGNATURE, "a.cc") == dedent("""\
        1|auto get(const pair& given) noexcept -> decltype(given.get<N>()) {/*...*/}
        4|PRAGMA(diagnostic ignored "-Wmismatched-tags")
        5|
        6|namespace std {
        7|template <size_t N> struct element<N, pair> {
        8|    using type = decltype(std::declval<pair>().get<N>());
        9|}
        """)


def test_a_value_whose_names_begin_as_one_that_is_offered_is_left_out() -> None:
    names = "".join(f"    :page_{number},\n" for number in range(30))
    source = f"class A\n  helper_method :page\n  LISTED = [\n{names}  ].freeze\n  def page; end\nend\n"
    assert ":page_1" not in shown(source, Detail.DOC, "a.rb")


def test_values_of_macros_of_several_lines_are_left_out() -> None:
    skeleton, _ = skeleton_of("a.h", "#  define LIMIT   \\\n  (1 + \\\n   2)\n#define SHORT 3\n")

    assert numbered(skeleton.file(Detail.SIGNATURE)) == "1|#  define LIMIT ...\n4|#define SHORT 3\n"


def test_of_a_call_with_a_text_behind_its_name_all_is_left_out() -> None:
    """A mark inside the text would be a part of it."""
    skeleton, _ = skeleton_of("queries.ts", "export const ASKS = gql`\n  query { room }\n`;\n")

    assert numbered(skeleton.file(Detail.SIGNATURE)) == "1|export const ASKS = gql /*...*/;\n"


def test_how_a_constructor_fills_its_members_is_its_body() -> None:
    source = "struct A {\n  A(int first, int second)\n      : first_(first), second_(second) {}\n  int first_;\n};\n"
    skeleton, facts = skeleton_of("a.cpp", source)

    assert "2|  A(int first, int second) {/*...*/}\n" in numbered(skeleton.file(Detail.SIGNATURE))
    assert [item.signature for item in facts.definitions if item.kind == "method"] == [
        "A(int first, int second)"
    ]


def test_variables_of_blocks_at_the_top_are_definitions() -> None:
    source = """\
        try:
            import json
            READER = json
        except ImportError:
            READER = None
        if READER:
            MODE = 1
        elif DEBUG:
            LEVEL = 2
        else:
            MODE = 3
        with open("names") as file:
            NAMES = file.read()
        def run():
            if MODE:
                hidden = 1
        """
    _, facts = skeleton_of("a.py", dedent(source))

    named = [(item.name, item.name_line) for item in facts.definitions if item.kind == "var"]
    assert named == [("READER", 3), ("READER", 5), ("MODE", 7), ("LEVEL", 9), ("MODE", 11), ("NAMES", 13)]


def test_a_macro_that_defines_is_none_behind_a_variable() -> None:
    skeleton, _ = skeleton_of("a.cc", "// seen in test ODR\nTEST(suite, name) {\n  int x = work(1, 2);\n}\n")

    assert numbered(skeleton.file(Detail.SIGNATURE)) == "2|TEST(suite, name) {/*...*/}\n"


def test_the_styles_of_a_component_are_one_row() -> None:
    source = b"<script>\nlet a = 1;\n</script>\n<style scoped>\n.a {\n  color: red;\n}\n</style>\n"
    for path in ("a.vue", "a.svelte"):
        said = shown(source, Detail.SIGNATURE, path)
        assert said.endswith("3|</script>\n4|<style scoped>/*...*/</style>\n")
