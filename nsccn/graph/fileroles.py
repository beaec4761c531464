"""What a file is for, told from its path alone, by rules that hold in every language."""

from __future__ import annotations

import itertools
import re
from enum import IntEnum
from functools import lru_cache
from typing import Final

from nsccn.regexes import regex


class Role(IntEnum):
    """The part that a file plays in its repository."""

    SOURCE = 0
    TEST = 1
    EXAMPLE = 2
    """Examples, demonstrations, benchmarks."""
    DOCUMENT = 3
    """Documentation, change logs, licences."""
    GENERATED = 4
    VENDORED = 5
    MIGRATION = 6
    """A step from one state of a database to the next: written once, and never changed again."""
    TRANSLATION = 7
    """What a program says, in another language than English: it follows what the English says."""


CODE_ROLES: Final = (Role.SOURCE, Role.TEST, Role.EXAMPLE)
"""Of files in which a name is used by being named: not of documents, nor of what is generated or copied."""
CALLING_ROLES: Final = (*CODE_ROLES, Role.GENERATED, Role.MIGRATION)
"""Of files whose code may use what the repository defines: all but documents and copies."""

_TEST_FOLDERS: Final = frozenset(
    "tests __tests__ __test__ spec specs testdata test_data test-data testsuite fixtures "
    "__fixtures__ __mocks__ __snapshots__ e2e test-utils fuzz fuzzing".split()
)
_TOP_TEST_FOLDERS: Final = frozenset({"test", "testing", "regress"})
"""Further down these may as well hold a library's own support for testing, or what fits a line to points."""
_TEST_TREE: Final = regex(
    r"""
      (?:^|/)(?:
        cypress/(?:component|downloads|integration|plugins|support)
      | features/(?:step_definitions|steps|support)               # Cucumber, behave
      | contracts/(?:mocks?|tests?)                               # Hardhat
      )/
    """,
    re.IGNORECASE | re.VERBOSE,
)
"""Folders that hold tests below the one of their tool; alone they may be anything."""
_TEST_SOURCES: Final = regex(r"(?:^|/)src/(?:[a-z]\w*Test|testFixtures)/")
"""Sets of sources as Gradle names them: `src/androidTest/`."""
_NAMED_FOR_TESTS: Final = regex(
    r"""
      (?:^|/)(?:
        (?i:acceptance|android|conformance|functional|instrumentation|integration|regression|smoke|unit)[_-]?(?i:tests?)
      | [\w.-]+\.(?:\w*Tests?|Specs)             # .NET: `Shop.Core.Tests`
      | \w+Tests                                   # Swift, C#: `ShopTests`
      )/
    """,
    re.VERBOSE,
)
"""Folders whose names say which tests they hold, or of what."""
_EXAMPLE_FOLDERS: Final = frozenset(
    "example examples sample samples demo demos tutorial tutorials playground".split()
)
_COMPONENTS: Final = regex(r"(?:^|/)src/(?:[^/]+/)*?components/", re.IGNORECASE)
"""Folders of what a program shows, in which others may be named after what that does."""
_FEATURE: Final = regex(r"(?<![^/])(?:example|playground|test|tutorial)/", re.IGNORECASE)
_PACKAGE: Final = regex(r"(?:^|/)src/\w+/(?:java|kotlin|scala|groovy)/((?:[^/]+/){1,3})")
"""The first names of a package, which say whose the code is: `com/example/demo`, `com/google/samples`."""
_MEASURING_FOLDERS: Final = frozenset("bench benches benchmark benchmarks".split())
"""Inside of `src` they are what a program measures others with, or is about."""
_MEASURING_SOURCES: Final = regex(r"(?:^|/)src/(?:benchmark|jmh)/(?:java|kotlin|res|scala)/")
"""Sets of sources as Gradle names them."""
_DOCUMENT_FOLDERS: Final = frozenset({"docs", "issue_template"})
_TOP_DOCUMENT_FOLDERS: Final = frozenset({"documentation", "website", "changelog", "changelogs"})
"""Further down these are what a program is about."""
_PACKAGE_FOLDERS: Final = frozenset({"apps", "packages", "projects", "sites"})
"""At the top of a repository of several programs and libraries, a folder for each."""
_GENERATED_FOLDERS: Final = frozenset("generated __generated__ autogen single_include".split())
_VENDORED_FOLDERS: Final = frozenset(
    "vendor vendored _vendor bundled third_party third-party thirdparty 3rdparty deps node_modules".split()
)
OWN_ENDINGS: Final = (".dart", ".java", ".kt")
"""How files of languages end whose libraries are brought by a tool, not copied into a folder called `vendor`."""
MIX_ENDINGS: Final = (".ex", ".exs")
_MIX_CODE: Final = regex(r"(?:^|(?<=/))lib/")
"""What lies in it Mix compiles as the code of its application; libraries have a `lib` of their own."""
_VENDORED_NAME: Final = regex(r"[.-]v?\d+(?:\.\d+)+(?:[.-][a-z]+)*\.(?:js|css)$")
"""A release in the name of a script: `jquery-4.0.0.slim.js`."""
_VENDORED_SCRIPTS: Final = frozenset(
    "config.guess config.sub depcomp gradlew install-sh ltmain.sh mkinstalldirs mvnw test-driver ylwrap".split()
)
"""What build systems put beside the code: Gradle, Maven, Automake, Libtool."""
_TEST_NAME: Final = regex(
    r"""
      ^test_.*\.py$ | [_-]tests?\.\w+$ | ^tests\.py$ | ^conftest\.py$     # Python, Go, Rust, C
    | ^tests?\.(?!py$)\w+$                                            # `test.py` may be a library's support for tests
    | [._-](test|tests|spec|e2e|test-d)\.[cm]?[jt]sx?$               # JavaScript, TypeScript
    | [._-]spec\.rb$ | ^spec_helper\.rb$ | ^test_.*\.(rb|c|cc|cpp|h|hpp|rs|lua)$
    | [._-]spec\.(lua|sh|bash)$ | ^test[_-].*\.(sh|bash)$
    | ^(?-i:.*[a-z0-9](Test|Tests|TestCase|IT|Spec))\.(java|kt|cs|cc|cpp|scala|php|swift|hs|fs|elm|pas|mm?)$
    | ^(?-i:Test[A-Z].*)\.(java|kt|pas)$ | ^(?-i:test[A-Z].*)\.m$    # MATLAB
    | ^test[_-].*\.(bzl|el|lisp|m|nim|rkt|scm|s?v|vhdl?|vim)$
    | (?:^tb_.*|_tb)\.(?:s?v|vhdl?)$                                # Verilog, VHDL
    | \.(tf|tofu)test\.hcl$
    | ^test[_-].*\.r$                                               # R
    | \.tests?\.ps1$                                                # PowerShell
    | \.t$ | \.t\.sol$ | _suite\.erl$                               # Perl, Solidity, Erlang
    | [._-]unittest\.\w+$ | \.(feature|bats|phpt|golden|snap)$ | \.(?!latest$)\w*tests?$     # `.caddyfiletest`
    """,
    re.VERBOSE | re.IGNORECASE,
)
_GENERATED_NAME: Final = regex(
    r"[._-]amalgamat(?:ed|ion)\.\w+$|_pb2(_grpc)?\.pyi?$|\.pb\.(go|cc|h)$|_generated\.\w+$|\.generated\.\w+$|\.g\.(ts|dart|cs)$|\.(freezed|gr|mocks|pb\w*)\.dart$|\.min\.(js|css)$|\.svg$",
    re.IGNORECASE,
)
"""By generators, and pictures by programs that draw."""
_BUILT: Final = regex(r"(?:^|/)priv/static/(?:.*/)?[^/]+\.(?:[cm]?js|css)$")
"""Scripts that Phoenix serves are built of others."""
_DOCUMENT_NAME: Final = regex(
    r"""
      \.(md|mdx|rst|adoc|txt)$
    | ^(?-i:CHANGELOG|CHANGES|HISTORY|NEWS|LICENSE|COPYING|AUTHORS)\b
    | ^(changelog|changes|history|news|license|copying|authors)\b[^.]*
      (?:\.(?:\d[\w-]*|markdown|mkdn?|asciidoc|org|textile|rdoc|pod|rtf|texi?|old|in))*$
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""A word of these that is not in capitals may as well be what the program is about: `news.rb`, `history.html.erb`."""
_MIGRATION: Final = regex(
    r"""
      (?:^|/)[\w-]*migrat(?:e|ions?)/(?:.*/)?(?:v(?:ersion)?_?)?(?:\d+[_.-]|\d{3})   # `0001_initial.py`, `V1__x.sql`
    | (?:^|/)[\w-]*migrat(?:e|ions?)/(?:.*/)?[ru]\d*__\w+\.\w+$                     # Flyway's other scripts
    | (?:^|/)versions/(?:[\w.-]*[_.-])?[0-9a-f]{11,}_\w+\.py$                      # Alembic
    | (?:^|/)(?:alembic|migrations)/versions/(?!__)[^/]+\.py$                      # the same, with names of its own
    | (?:^|/)migrations/\w+ModelSnapshot\.cs$                                     # Entity Framework
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""A number or a revision tells a step from the code that takes it."""
_LANGUAGE: Final = (
    r"(?:a[abfkmnrsvyz]|b[aeghimnors]|c[aehorsuvy]|d[aevz]|e[elostu]|f[afijory]|g[adlnuv]|h[aeiortuyz]|i[aegikostuw]"
    r"|j[aivw]|k[agijklmnoruvwy]|l[abgintouv]|m[ghiklnrsty]|n[abdeglnorvy]|o[cjmrs]|p[ailst]|q[uv]|r[mnouw]"
    r"|s[acdegiklmnoqrstuvw]|t[aeghiklnorstwy]|u[gkrz]|v[eio]|w[ao]|x[hz]|y[io]|z[ahu])(?:[_-][a-z]{2,4})?"
)
"""Codes of all languages but English, with a region or a script."""
_IN_LANGUAGE: Final = regex(_LANGUAGE)
_OF_LANGUAGE: Final = regex(rf"(?:i18n|lang|locale|labels|messages|strings|translations?)[._-]{_LANGUAGE}")
_OF_QT: Final = regex(rf"\w+_{_LANGUAGE}")
"""Names of translations of Qt, which end as files of TypeScript, and of Flutter: `cart_de.ts`, `app_de.arb`."""
_WITH_LANGUAGE: Final = regex(rf"(?:^|[._-]){_LANGUAGE}$")
_LANGUAGE_FOLDERS: Final = frozenset(
    "intl lang langs language languages locale locales i18n l10n translation translations".split()
)
_LANGUAGE_ALONE: Final = _LANGUAGE.removesuffix("(?:[_-][a-z]{2,4})?")
_OF_APP: Final = regex(
    rf"values-(?:{_LANGUAGE_ALONE}|en|in|iw|ji|(?!car\b)[a-z]{{3}}|b\+[a-z]{{2,3}})(?:[-+]\w+)*"
    r"|(?!en\b|base\b)[a-z]{2,3}(?:[_-]\w+)*\.lproj"
)
"""Folders of Android and iOS with what an app says in a language; `values-land` and `values-v21` are of none."""
_OF_APPS: Final = frozenset({"xml", "strings", "stringsdict"})
_WORDINGS: Final = regex(
    rf"^(?:(?:strings|messages|translations?)(?:[._-]{_LANGUAGE})?\.(?:xml|properties|json|ya?ml|php|[jt]s)|.*\.(?:resx|arb|ftl))$"
)
"""Names of files of what a program says: `strings.xml`, `messages_de.properties`."""
_SCRIPTS: Final = regex(r"(?:^|/)(?:bin|exe|scripts?)/")
_TRANSLATED: Final = frozenset(
    "arb ftl json json5 php po properties resx strings xlf xlif xliff xml yaml yml".split()
)
"""Endings of files that hold what a program says."""


def _is_vendored(parts: set[str], name: str, path: str) -> bool:
    folders = parts & _VENDORED_FOLDERS
    if folders and name.endswith(MIX_ENDINGS) and (found := _MIX_CODE.search(path)):
        return not _VENDORED_FOLDERS.isdisjoint(path[: found.start()].lower().split("/"))
    return bool(folders - {"vendor"} if name.endswith(OWN_ENDINGS) else folders)


def _in_examples(parts: set[str], path: str) -> bool:
    """Say whether a folder holds examples; a package of that name is whatever its program is."""
    if parts.isdisjoint(_EXAMPLE_FOLDERS):
        return False
    found = _PACKAGE.search(path)
    rest = path if found is None else path[: found.start(1)] + path[found.end(1) :]
    return not _EXAMPLE_FOLDERS.isdisjoint(rest.lower().split("/")[:-1])


def is_run_by_hand(path: str) -> bool:
    """Whether a file lies where the scripts of a program do, which nothing but who runs them loads."""
    return _SCRIPTS.search(path) is not None


@lru_cache(maxsize=32768)
def role_of(path: str) -> Role:
    """Return the role of the file at a relative path with `/`."""
    path = _without_features(path)
    *folders, name = path.split("/")
    lowered = [folder.lower() for folder in folders]
    parts = set(lowered)
    if _is_vendored(parts, name, path) or name in _VENDORED_SCRIPTS or _VENDORED_NAME.search(name):
        return Role.VENDORED
    if parts & _TEST_FOLDERS or _TEST_NAME.search(name) or _in_test_tree(lowered, path):
        return Role.TEST
    if parts & _GENERATED_FOLDERS or _GENERATED_NAME.search(name) or _BUILT.search(path):
        return Role.GENERATED
    if _in_examples(parts, path) or _measures(lowered, path):
        return Role.EXAMPLE
    if parts & _DOCUMENT_FOLDERS or _in_top_documents(lowered, name) or _DOCUMENT_NAME.search(name):
        return Role.DOCUMENT
    if _MIGRATION.search(path):
        return Role.MIGRATION
    return Role.TRANSLATION if _is_translation(lowered, name.lower()) else Role.SOURCE


def _measures(folders: list[str], path: str) -> bool:
    """Say whether a folder holds benchmarks."""
    above_sources = itertools.takewhile("src".__ne__, folders)
    return not _MEASURING_FOLDERS.isdisjoint(above_sources) or _MEASURING_SOURCES.search(path) is not None


def _in_top_documents(folders: list[str], name: str) -> bool:
    """Say whether a folder of documents stands at the top, or a package is one; Python's may be an app of Django."""
    top = folders[1:2] if folders[:1] and folders[0] in _PACKAGE_FOLDERS else folders[:1]
    return not _TOP_DOCUMENT_FOLDERS.isdisjoint(top) and not name.endswith(".py")


def _without_features(path: str) -> str:
    """Return a path without the names of parts of the product: `src/components/test/Runner.vue` shows tests."""
    found = _COMPONENTS.search(path)
    return path if found is None else path[: found.end()] + _FEATURE.sub("_/", path[found.end() :])


def holds_wordings(path: str) -> bool:
    """Say whether a file holds what a program says, in English as well: by its folder or its name."""
    *folders, name = path.lower().split("/")
    return not _LANGUAGE_FOLDERS.isdisjoint(folders) or _WORDINGS.search(name) is not None


def without_language(path: str) -> str:
    """Return the path of a translation without the code of its language, by which it differs from the others."""
    parts = path.lower().split("/")
    stem, _, ending = parts.pop().rpartition(".")
    folders = ["" if _OF_APP.fullmatch(part) or _IN_LANGUAGE.fullmatch(part) else part for part in parts]
    return "/".join([*folders, f"{_WITH_LANGUAGE.sub('', stem)}.{ending}"])


def _is_translation(folders: list[str], name: str) -> bool:
    """Say whether a file is of one language: by its own name, or by one below a folder of languages."""
    stem, _, ending = name.rpartition(".")
    if ending in _OF_APPS and any(map(_OF_APP.fullmatch, folders[-1:])):
        return True
    if ending == "ts" and folders[-1:] in (["translations"], ["translation"]) and _OF_QT.fullmatch(stem):
        return True
    if ending not in _TRANSLATED:
        return False
    if ending == "arb" and _OF_QT.fullmatch(stem):
        return True
    below = itertools.dropwhile(lambda folder: folder.lstrip("_") not in _LANGUAGE_FOLDERS, folders)
    parts = [*below, stem][1:]
    return bool(_OF_LANGUAGE.fullmatch(stem)) or any(map(_IN_LANGUAGE.fullmatch, parts))


def _in_test_tree(folders: list[str], path: str) -> bool:
    """Say whether a folder holds tests by its name: `test` at the top, and below that unless it is a Python package."""
    if folders and folders[0] in _TOP_TEST_FOLDERS:
        return True
    if any(named.search(path) for named in (_TEST_TREE, _TEST_SOURCES, _NAMED_FOR_TESTS)):
        return True
    return "test" in folders and (not path.endswith(".py") or "src/test" in "/".join(folders))


def is_test_path(path: str) -> bool:
    """Say whether the file at a relative path with `/` is a test."""
    return role_of(path) is Role.TEST
