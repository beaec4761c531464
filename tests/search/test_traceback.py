"""Stack traces as people paste them."""

from __future__ import annotations

import textwrap
import traceback as standard_traceback

import pytest
from hypothesis import given, strategies

from nsccn.search.traceback import Frame, Stack, error, parse, stacks


def dedent(text: str) -> str:
    return textwrap.dedent(text).strip("\n")


def raised(source: str) -> str:
    """The traceback that Python itself prints for `source`."""
    try:
        exec(compile(source, "app/main.py", "exec"), {})
    except BaseException:  # noqa: BLE001
        lines = standard_traceback.format_exc().splitlines()
        return "\n".join(
            line for line in lines if "test_traceback" not in line and "exec(compile" not in line
        )
    return ""


FORMS = {
    "python": (
        """
        Traceback (most recent call last):
          File "/home/me/app/main.py", line 12, in <module>
            main()
            ~~~~^^
          File "<frozen importlib._bootstrap>", line 241, in _call_with_frames_removed
          File "C:\\work\\app\\db.py", line 40, in get
            raise KeyError(name)
          [Previous line repeated 3 more times]
        KeyError: 'name'
        """,
        [Frame("/home/me/app/main.py", 12, "<module>"), Frame("C:/work/app/db.py", 40, "get")],
        ("KeyError", "'name'"),
    ),
    "python, quoted in a mail": (
        """
        It fails:
        > ```
        > Traceback (most recent call last):
        >   File "main.py", line 3, in run
        >     boom()
        > app.errors.Boom: no: such thing
        > ```
        Any idea?
        """,
        [Frame("main.py", 3, "run")],
        ("app.errors.Boom", "no: such thing"),
    ),
    "python, in a log of JSON": (
        r"""
        {"exc_info": "Traceback (most recent call last):\n  File \"/app/cart.py\", line 9, in total\nValueError: bad"}
        """,
        [Frame("/app/cart.py", 9, "total")],
        ("ValueError", "bad"),
    ),
    "javascript, in a log that is in another": (
        r"""
        {"log":"{\"stack\":\"TypeError: bad\\n  at total (/app/cart.js:9:5)\\n  at run (C:\\\\new app\\\\a.js:3:7)\"}"}
        """,
        [Frame("C:/new app/a.js", 3, "run"), Frame("/app/cart.js", 9, "total")],
        ("TypeError", "bad"),
    ),
    "go, as zap writes it": (
        r"""
        level=error msg="boom" stack="main.total\n\t/app/cart.go:9\nmain.(*Shop).Run\n\t/app/shop.go:3"
        """,
        [Frame("/app/shop.go", 3, "main.(*Shop).Run"), Frame("/app/cart.go", 9, "main.total")],
        None,
    ),
    "java, in Android's log": (
        """
        11-27 10:00:00.123  1234  1234 E AndroidRuntime: java.lang.IllegalStateException: bad
        11-27 10:00:00.123  1234  1234 E AndroidRuntime: \tat com.acme.Cart.total(Cart.kt:9)
        """,
        [Frame("com/acme/Cart.kt", 9, "com.acme.Cart.total")],
        ("java.lang.IllegalStateException", "bad"),
    ),
    "python, in a system's log": (
        """
        Nov 27 10:00:00 host shop[12]: Traceback (most recent call last):
        Nov 27 10:00:00 host shop[12]:   File "cart.py", line 9, in total
        Nov 27 10:00:00 host shop[12]: ValueError: bad
        """,
        [Frame("cart.py", 9, "total")],
        ("ValueError", "bad"),
    ),
    "python, in a container's log": (
        """
        web_1  | Traceback (most recent call last):
        web_1  |   File "main.py", line 3, in run
        web_1  |     boom()
        web_1  | ValueError
        2024-05-01T10:00:00.123Z INFO done
        """,
        [Frame("main.py", 3, "run")],
        ("ValueError", ""),
    ),
    "python, faulthandler": (
        """
        Fatal Python error: Segmentation fault

        Current thread 0x00007f (most recent call first):
          File "deep.py", line 3 in inner
          File "top.py", line 9 in <module>
        """,
        [Frame("top.py", 9, "<module>"), Frame("deep.py", 3, "inner")],
        None,
    ),
    "ipython": (
        """
        Traceback (most recent call last)
        Cell In[1], line 1
        ----> 1 run()

        File ~/app/main.py:12, in run(path)
             11 x = 1
        ---> 12 boom()

        ValueError: boom
        """,
        [Frame("app/main.py", 12, "run")],
        ("ValueError", "boom"),
    ),
    "pytest, short": (
        """
        ____________________ test_get ____________________
        tests/test_db.py:5: in test_get
            client.get("x")
        app/db.py:12: in get
            raise KeyError(name)
        E   KeyError: 'x'
        """,
        [Frame("tests/test_db.py", 5, "test_get"), Frame("app/db.py", 12, "get")],
        ("KeyError", "'x'"),
    ),
    "pytest, long": (
        """
        ____________________ test_get ____________________

            def test_get():
        >       client.get("x")

        tests/test_db.py:5:
        _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _

            def get(self, name):
        >       raise KeyError(name)
        E       KeyError: 'x'

        app/db.py:12: KeyError
        """,
        [Frame("tests/test_db.py", 5), Frame("app/db.py", 12)],
        ("KeyError", "'x'"),
    ),
    "rich": (
        """
        ╭───────────── Traceback (most recent call last) ─────────────╮
        │ /home/me/app/main.py:12 in run                              │
        │   ❱ 12 │   boom()                                           │
        │ /home/me/app/db.py:40 in get                                │
        ╰─────────────────────────────────────────────────────────────╯
        """,
        [Frame("/home/me/app/main.py", 12, "run"), Frame("/home/me/app/db.py", 40, "get")],
        None,
    ),
    "node": (
        """
        /srv/app/lib/db.js:40
            throw new NotFound(name)
            ^

        NotFound: no such name
            at Client.get (/srv/app/lib/db.js:40:11)
            at new Service (file:///srv/app/lib/service.mjs:7:3)
            at async Promise.all (index 0)
            at async Object.run [as handler] (webpack:///./src/run.ts:3:9)
            at /srv/app/bin/main.js:2:1
            at node:internal/main/run_main_module:23:47
            at process.processTicksAndRejections (node:internal/process/task_queues:95:5)
        """,
        [
            Frame("/srv/app/bin/main.js", 2),
            Frame("src/run.ts", 3, "Object.run"),
            Frame("/srv/app/lib/service.mjs", 7, "new Service"),
            Frame("/srv/app/lib/db.js", 40, "Client.get"),
        ],
        ("NotFound", "no such name"),
    ),
    "node, with a cause": (
        """
        Error: could not start
            at start (/srv/app/main.js:10:9) {
          [cause]: TypeError: x is not a function
              at connect (C:\\app\\db.js:4:5)
              at start (/srv/app/main.js:8:3)
        }
        """,
        [
            Frame("/srv/app/main.js", 10, "start"),
            Frame("/srv/app/main.js", 8, "start"),
            Frame("C:/app/db.js", 4, "connect"),
        ],
        ("TypeError", "x is not a function"),
    ),
    "browser": (
        """
        Uncaught TypeError: Cannot read properties of undefined (reading 'id')
            at Page (webpack-internal:///(rsc)/./app/(shop)/page.tsx:12:9)
            at App (http://localhost:3000/src/App.tsx?t=17:5:3)
        """,
        [Frame("src/App.tsx", 5, "App"), Frame("app/(shop)/page.tsx", 12, "Page")],
        ("TypeError", "Cannot read properties of undefined (reading 'id')"),
    ),
    "firefox": (
        """
        render@http://localhost:8080/src/view.js:12:5
        @http://localhost:8080/src/main.js:3:1
        """,
        [Frame("src/main.js", 3), Frame("src/view.js", 12, "render")],
        None,
    ),
    "go panic": (
        """
        panic: runtime error: index out of range [5] with length 3

        goroutine 1 [running]:
        example.com/app/store.(*Client).Get(0xc000012345, {0x1, 0x2})
        \t/home/me/app/store/client.go:42 +0x1d
        main.main()
        \t/home/me/app/main.go:10 +0x20
        exit status 2
        """,
        [
            Frame("/home/me/app/main.go", 10, "main.main"),
            Frame("/home/me/app/store/client.go", 42, "example.com/app/store.(*Client).Get"),
        ],
        ("panic", "runtime error: index out of range [5] with length 3"),
    ),
    "go goroutines": (
        """
        fatal error: all goroutines are asleep - deadlock!

        goroutine 1 [chan receive]:
        main.main()
        \t/app/main.go:10 +0x20

        goroutine 6 [chan send]:
        main.worker(...)
        \t/app/worker.go:5
        created by main.main in goroutine 1
        \t/app/main.go:8 +0x2c
        """,
        [
            Frame("/app/main.go", 10, "main.main"),
            Frame("/app/main.go", 8, "main.main"),
            Frame("/app/worker.go", 5, "main.worker"),
        ],
        ("fatal error", "all goroutines are asleep - deadlock!"),
    ),
    "rust": (
        """
        thread 'main' panicked at src/store.rs:12:5:
        no such name: x
        stack backtrace:
           0: rust_begin_unwind
                     at /rustc/90b35a/library/std/src/panicking.rs:645:5
           1: app::store::Client::get
                     at ./src/store.rs:12:5
           2: app::main
                     at ./src/main.rs:4:13
        note: Some details are omitted, run with `RUST_BACKTRACE=full`.
        """,
        [
            Frame("src/main.rs", 4, "app::main"),
            Frame("src/store.rs", 12, "app::store::Client::get"),
            Frame("/rustc/90b35a/library/std/src/panicking.rs", 645, "rust_begin_unwind"),
        ],
        ("panic", "no such name: x"),
    ),
    "rust, without the places of frames": (
        """
        thread 'main' panicked at src/store.rs:12:5:
        no such name: x
        stack backtrace:
           0: rust_begin_unwind
           1: core::panicking::panic_fmt
           2: <app::store::Client as app::Store>::get
           3: app::main::{{closure}}
                     at ./src/main.rs:4:13
        note: Some details are omitted, run with `RUST_BACKTRACE=full`.
        """,
        [
            Frame("src/main.rs", 4, "app::main::{{closure}}"),
            Frame("", 0, "<app::store::Client as app::Store>::get"),
            Frame("", 0, "core::panicking::panic_fmt"),
            Frame("src/store.rs", 12),
        ],
        ("panic", "no such name: x"),
    ),
    "rust, no backtrace": (
        """
        thread 'main' panicked at src/store.rs:12:5:
        no such name: x
        note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
        """,
        [Frame("src/store.rs", 12)],
        ("panic", "no such name: x"),
    ),
    "rust, before 1.73": (
        "thread 'main' panicked at 'index out of bounds', src/main.rs:3:5",
        [Frame("src/main.rs", 3)],
        ("panic", "index out of bounds"),
    ),
    "java": (
        """
        Exception in thread "main" com.acme.ServiceException: could not load
        \tat com.acme.Service.load(Service.java:30)
        \tat java.base/java.lang.reflect.Method.invoke(Method.java:580)
        \tat app//com.acme.Main$Inner.main(Main.java:8)
        Caused by: java.lang.IllegalStateException: closed
        \tat com.acme.db.Store.lambda$get$0(Store.java:12) ~[app.jar:1.0]
        \tat com.acme.Service.load(Service.java:28)
        \t... 1 more
        """,
        [
            Frame("com/acme/Main.java", 8, "com.acme.Main$Inner.main"),
            Frame("java/lang/reflect/Method.java", 580, "java.lang.reflect.Method.invoke"),
            Frame("com/acme/Service.java", 30, "com.acme.Service.load"),
            Frame("com/acme/Service.java", 28, "com.acme.Service.load"),
            Frame("com/acme/db/Store.java", 12, "com.acme.db.Store.lambda$get$0"),
        ],
        ("java.lang.IllegalStateException", "closed"),
    ),
    "dotnet": (
        """
        Unhandled exception. Shop.OrderException: could not place
         ---> System.InvalidOperationException: Cart is full
           at Shop.Orders.Cart.Add(Item item) in /src/Shop/Orders/Cart.cs:line 42
           at Shop.Orders.Cart.<>c__DisplayClass3_0.<Fill>b__1(Item item) in /src/Shop/Orders/Cart.cs:line 30
           --- End of inner exception stack trace ---
           at Shop.Orders.Order.<Place>d__5.MoveNext() in C:\\src\\Shop\\Order.cs:line 12
        --- End of stack trace from previous location ---
           at System.Threading.Tasks.Task.Wait()
           at Program.<Main>$(String[] args) in /src/Program.cs:line 3
        """,
        [
            Frame("/src/Program.cs", 3, "Program.<Main>$"),
            Frame("C:/src/Shop/Order.cs", 12, "Shop.Orders.Order.<Place>d__5.MoveNext"),
            Frame("/src/Shop/Orders/Cart.cs", 30, "Shop.Orders.Cart.<>c__DisplayClass3_0.<Fill>b__1"),
            Frame("/src/Shop/Orders/Cart.cs", 42, "Shop.Orders.Cart.Add"),
        ],
        ("System.InvalidOperationException", "Cart is full"),
    ),
    "ruby": (
        """
        lib/store.rb:12:in `get': no such name (KeyError)
        \tfrom lib/service.rb:4:in `block in load'
        \tfrom bin/app:2:in `<main>'
        """,
        [
            Frame("bin/app", 2, "<main>"),
            Frame("lib/service.rb", 4, "block in load"),
            Frame("lib/store.rb", 12, "get"),
        ],
        ("KeyError", "no such name"),
    ),
    "ruby 3.4": (
        """
        lib/service.rb:6:in 'Service#load': could not load (RuntimeError)
        \tfrom bin/app:2:in '<main>'
        lib/store.rb:12:in 'Store#get': no such name (KeyError)
        \tfrom lib/service.rb:4:in 'Service#load'
        \tfrom bin/app:2:in '<main>'
        """,
        [
            Frame("bin/app", 2, "<main>"),
            Frame("lib/service.rb", 6, "Service#load"),
            Frame("bin/app", 2, "<main>"),
            Frame("lib/service.rb", 4, "Service#load"),
            Frame("lib/store.rb", 12, "Store#get"),
        ],
        ("RuntimeError", "could not load"),
    ),
    "rails": (
        """
        ActionView::Template::Error (undefined method `name' for nil):

        app/views/carts/_row.html.erb:29
        app/views/carts/show.html.haml:4
        app/controllers/carts_controller.rb:158:in `show'
        """,
        [
            Frame("app/controllers/carts_controller.rb", 158, "show"),
            Frame("app/views/carts/show.html.haml", 4, ""),
            Frame("app/views/carts/_row.html.erb", 29, ""),
        ],
        ("ActionView::Template::Error", "undefined method `name' for nil"),
    ),
    "ruby 2.6": (
        """
        Traceback (most recent call last):
        \t1: from bin/app:2:in `<main>'
        lib/store.rb:12:in `get': no such name (KeyError)
        """,
        [Frame("bin/app", 2, "<main>"), Frame("lib/store.rb", 12, "get")],
        ("KeyError", "no such name"),
    ),
    "php": (
        """
        PHP Fatal error:  Uncaught App\\Errors\\NotFound: no such name in /app/src/Store.php:12
        Stack trace:
        #0 /app/src/Service.php(34): App\\Store->get('a', 1)
        #1 [internal function]: App\\Service->load()
        #2 /app/bin/run.php(3): array_map(Array)
        #3 {main}
          thrown in /app/src/Store.php on line 12
        """,
        [
            Frame("/app/bin/run.php", 3, ""),
            Frame("/app/src/Service.php", 34, ""),
            Frame("/app/src/Store.php", 12, ""),
        ],
        ("App\\Errors\\NotFound", "no such name"),
    ),
    "php, of which one has caused another": (
        """
        Uncaught LogicException: first in /app/src/Store.php:12
        Stack trace:
        #0 /app/src/Service.php(34): App\\Store->get()
        #1 {main}

        Next RuntimeException: then in /app/src/Service.php:40
        Stack trace:
        #0 /app/bin/run.php(3): App\\Service->load()
        #1 {main}
        """,
        [
            Frame("/app/src/Service.php", 34, ""),
            Frame("/app/src/Store.php", 12, ""),
            Frame("/app/bin/run.php", 3, ""),
            Frame("/app/src/Service.php", 40, ""),
        ],
        ("LogicException", "first"),
    ),
    "php's warnings": (
        """
        PHP Warning:  Undefined variable $x in /app/src/Store.php on line 12
        """,
        [Frame("/app/src/Store.php", 12, "")],
        ("Warning", "Undefined variable $x"),
    ),
    "phpunit": (
        """
        1) StoreTest::testGet
        Failed asserting that 1 is 2.

        /app/src/Store.php:12
        /app/tests/StoreTest.php:45
        """,
        [Frame("/app/tests/StoreTest.php", 45, ""), Frame("/app/src/Store.php", 12, "")],
        None,
    ),
    "gdb": (
        """
        Program received signal SIGSEGV, Segmentation fault.
        #0  0x00005555 in list_get (list=0x0, index=3) at ../src/list.c:12
        #1  (anonymous namespace)::run (argc=1, argv=0x7ffe) at src/main.cc:30
        #2  0x00007fff in __libc_start_main () from /lib/libc.so.6
        """,
        [Frame("src/main.cc", 30, "(anonymous namespace)::run"), Frame("src/list.c", 12, "list_get")],
        ("SIGSEGV", "Segmentation fault."),
    ),
    "lldb": (
        """
        * thread #1, stop reason = EXC_BAD_ACCESS
          * frame #0: 0x0000000100003f50 app`list_get(list=0x0, index=3) at list.c:12:10
            frame #1: 0x0000000100003f80 app`main at main.c:30:5
        """,
        [Frame("main.c", 30, "main"), Frame("list.c", 12, "list_get(list=0x0, index=3)")],
        None,
    ),
    "address sanitizer": (
        """
        ==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x602
        READ of size 4 at 0x602 thread T0
            #0 0x4f in store::get(int, char const*) /home/me/app/store.cc:12:5
            #1 0x5f in main /home/me/app/main.cc:30:3
            #2 0x7f in __libc_start_main (/lib/libc.so.6+0x23)
        freed by thread T0 here:
            #0 0x4a in free
            #1 0x4b in store::drop() /home/me/app/store.cc:20:5
        """,
        [
            Frame("/home/me/app/main.cc", 30, "main"),
            Frame("/home/me/app/store.cc", 12, "store::get(int, char const*)"),
            Frame("/home/me/app/store.cc", 20, "store::drop()"),
        ],
        ("heap-use-after-free", "on address 0x602"),
    ),
    "valgrind": (
        """
        ==99== Invalid read of size 4
        ==99==    at 0x1091: list_get (list.c:12)
        ==99==    by 0x10A2: main (main.c:30)
        """,
        [Frame("main.c", 30, "main"), Frame("list.c", 12, "list_get")],
        ("Invalid read", "of size 4"),
    ),
    "undefined behaviour sanitizer": (
        "src/list.c:12:5: runtime error: signed integer overflow",
        [Frame("src/list.c", 12)],
        ("runtime error", "signed integer overflow"),
    ),
    "assertion": (
        "app: src/list.c:12: list_get: Assertion `index < size' failed.",
        [Frame("src/list.c", 12, "list_get")],
        ("assertion", "index < size"),
    ),
}


@pytest.mark.parametrize("name", FORMS)
def test_form(name: str) -> None:
    text, frames, expected_error = FORMS[name]
    text = dedent(text)
    assert parse(text) == frames
    assert error(text) == expected_error


def test_a_chain_starts_with_the_outermost_call() -> None:
    text = raised(
        "def inner(): {}['x']\n"
        "def outer():\n"
        "    try: inner()\n"
        "    except KeyError as e: raise ValueError('bad') from e\n"
        "outer()"
    )
    assert stacks(text) == [
        Stack((Frame("app/main.py", 5, "<module>"), Frame("app/main.py", 4, "outer")), "ValueError", "bad"),
        Stack(
            (Frame("app/main.py", 3, "outer"), Frame("app/main.py", 1, "inner")), "KeyError", "'x'", "cause"
        ),
    ]
    assert error(text) == ("KeyError", "'x'")


def test_three_links_of_a_chain() -> None:
    text = raised(
        "try:\n"
        "    try: 1 / 0\n"
        "    except ZeroDivisionError: raise KeyError('a')\n"
        "except KeyError as e: raise OSError('b') from e"
    )
    assert [(stack.error, stack.relation) for stack in stacks(text)] == [
        ("OSError", ""),
        ("KeyError", "cause"),
        ("ZeroDivisionError", "handled"),
    ]


def test_an_exception_group_is_followed_by_its_members() -> None:
    text = raised(
        "def fail(e):\n"
        "    try: raise e\n"
        "    except Exception as caught: return caught\n"
        "errors = [fail(KeyError('a')), fail(ValueError('b'))]\n"
        "try: raise ExceptionGroup('two', errors)\n"
        "except ExceptionGroup as e: raise OSError('c') from e"
    )
    assert [(stack.error, stack.relation, len(stack.frames)) for stack in stacks(text)] == [
        ("OSError", "", 1),
        ("ExceptionGroup", "cause", 1),
        ("KeyError", "member", 1),
        ("ValueError", "member", 1),
    ]


def test_two_traces_in_one_log_are_not_related() -> None:
    one = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    x\nKeyError: 1\n'
    two = one.replace("a.py", "b.py")
    assert [(stack.frames[0].path, stack.relation) for stack in stacks(f"{one}\nsome log\n{two}")] == [
        ("a.py", ""),
        ("b.py", ""),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "The client should retry when the server is down.",
        "Look at app/db.py:12 and at src/x.rs, please.",
        "app/db.py:12: error: Incompatible types  [assignment]",
        "app/db.py:12:5: E501 line too long",
        "fails since 10:12:30\nat 2024-01-01 10:12:30",
        "main.go:12: undefined: x",
        "src/Store.php:12: undefined $x",
        "x: y (KeyError)",
        "mail me@example.com:12:3",
    ],
)
def test_plain_text_has_no_frames(text: str) -> None:
    assert parse(text) == []
    assert error(text) is None


LINES = sorted({line for text, _, _ in FORMS.values() for line in dedent(text).splitlines()})


@given(strategies.lists(strategies.sampled_from(LINES) | strategies.text(max_size=30), max_size=30))
def test_any_lines_in_any_order_are_read(chosen: list[str]) -> None:
    text = "\n".join(chosen)
    assert parse(text) == [frame for stack in stacks(text) for frame in stack.frames]
    error(text)


HOSTILE = (
    'File "' * 30_000,
    ") at " * 40_000,
    "at a (" * 30_000,
    "#0 0x1 in " * 20_000,
    "(" * 200_000,
    "at a/" * 40_000,
    ":1:1" * 50_000,
    "> " * 100_000,
    "\n".join("at " + "a (b.c:1" * 400 for _ in range(60)),
    "\n".join("#0 f (" + ") at a:1:" * 400 for _ in range(60)),
    "\n".join("#0 0x1 in " + "a b:1: " * 500 for _ in range(60)),
    "\n".join("x.rb:1:in `" + "': a (" * 500 for _ in range(60)),
    "\n".join("==1== at 0x1: " + "a (b:1" * 500 for _ in range(60)),
    "\n".join("a: b:1: " + "c: Assertion `" * 250 for _ in range(60)),
    "\n".join("thread panicked at '" + "', x.rs:1:" * 300 for _ in range(60)),
    "\n".join("frame #0: 0x1 a`" + " at b:1:" * 400 for _ in range(60)),
    "\n".join("at " + "a.b$" * 900 + "(" for _ in range(60)),
    "\n".join("panicked at " * 300 for _ in range(60)),
    "\n".join("f(" * 1800 + "\n\tx.go:1 +0x" for _ in range(50)),
    "\n".join("A." * 1900 + "(" for _ in range(60)),
    "\n".join("Uncaught A: " + " in a.php:1" * 300 + " on line " for _ in range(60)),
    "\n".join("#0 a.php" + "(1): b.php" * 300 for _ in range(60)),
    "\n".join("/a" * 900 + ".php:" for _ in range(60)),
)


@pytest.mark.parametrize("number", range(len(HOSTILE)))
def test_hostile_text_is_read_in_linear_time(number: int) -> None:
    parse(HOSTILE[number])
