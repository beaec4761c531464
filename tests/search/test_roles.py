"""What a file is for, by its path."""

from __future__ import annotations

import pytest

from nsccn.graph.fileroles import Role, is_test_path, role_of
from nsccn.search.roles import roles_meant


@pytest.mark.parametrize(
    "path",
    [
        "tests/test_app.py",
        "pkg/core/tests/helpers.py",
        "src/app_test.go",
        "src/test/java/com/acme/Thing.java",
        "app/src/androidTest/java/com/acme/MutableClock.kt",
        "shop/src/commonTest/kotlin/Fakes.kt",
        "shop/src/testFixtures/java/Fakes.java",
        "src/main/ThingTest.java",
        "web/button.spec.ts",
        "web/__tests__/button.jsx",
        "packages/router/test/match.js",
        "spec/model_spec.rb",
        "test/helper.rb",
        "testing/conftest.py",
        "regress/swap-pane.sh",
        "src/parser/tests.rs",
        "lib/list-test.c",
        "blog/tests.py",
        "features/rebuild.feature",
        "integration/adapt/redirect.caddyfiletest",
        "src/check/diff.golden",
        "src/test.c",
        "lisp/cart-tests.el",
        "lisp/test-cart.el",
        "rtl/cart_tb.v",
        "sim/tb_cart.vhd",
        "src/CartTest.elm",
        "matlab/testCart.m",
        "src/TestCart.pas",
        "rules/cart_test.bzl",
    ],
)
def test_tests_are_told_by_their_path(path: str) -> None:
    assert is_test_path(path)


@pytest.mark.parametrize(
    "path",
    [
        "django/test/client.py",
        "flask/testing.py",
        "rest_framework/test.py",
        "numpy/testing/utils.py",
        "stats/regress/fit.py",
        "src/latest.py",
        "src/contest.go",
        "src/attestation.ts",
        "lib/inspector.rb",
        "src/Latest.java",
        "deploy/image.latest",
        "rtl/stub.v",
        "matlab/testament.m",
        "lisp/contest.el",
    ],
)
def test_code_that_only_sounds_like_tests_is_source(path: str) -> None:
    assert role_of(path) is Role.SOURCE


@pytest.mark.parametrize(
    ("path", "role"),
    [
        ("client/cypress/support/commands.js", Role.TEST),
        ("client/cypress/cypress.js", Role.SOURCE),
        ("features/step_definitions/cart_steps.rb", Role.TEST),
        ("features/support/env.rb", Role.TEST),
        ("features/billing/invoice.rb", Role.SOURCE),
        ("src/support/commands.js", Role.SOURCE),
        ("extras/catch_amalgamated.cpp", Role.GENERATED),
        ("priv/static/phoenix.js", Role.GENERATED),
        ("assets/js/phoenix/socket.js", Role.SOURCE),
        ("examples/hello.py", Role.EXAMPLE),
        ("src/main/java/com/example/demo/Cart.java", Role.SOURCE),
        ("app/src/main/kotlin/com/google/samples/garden/Plant.kt", Role.SOURCE),
        ("src/main/kotlin/com/example/Application.kt", Role.SOURCE),
        ("packages/web/src/components/http/test/Runner.vue", Role.SOURCE),
        ("packages/web/src/components/http/example/Response.vue", Role.SOURCE),
        ("packages/web/src/components/collections/documentation/index.vue", Role.SOURCE),
        ("packages/web/src/components/__tests__/Button.tsx", Role.TEST),
        ("packages/web/src/components/http/test/Runner.spec.ts", Role.TEST),
        ("packages/web/test/src/components/Button.vue", Role.TEST),
        ("docs/src/components/example/Card.vue", Role.DOCUMENT),
        ("examples/src/main/java/com/acme/shop/Cart.java", Role.EXAMPLE),
        ("src/main/java/com/acme/shop/examples/Cart.java", Role.EXAMPLE),
        ("src/test/java/com/example/demo/Cart.java", Role.TEST),
        ("benchmarks/run.py", Role.EXAMPLE),
        ("crates/store/benches/open.rs", Role.EXAMPLE),
        ("src/benchmark/executor.rs", Role.SOURCE),
        ("src/Shop.Core.Tests/Helper.cs", Role.TEST),
        ("src/Shop.IntegrationTest/Factory.cs", Role.TEST),
        ("src/UnitTests/Bug.cs", Role.TEST),
        ("ShopUITests/Launch.swift", Role.TEST),
        ("app/integration_test/cart.dart", Role.TEST),
        ("src/Shop.Testing/Helper.cs", Role.SOURCE),
        ("actix-http-test/src/lib.rs", Role.SOURCE),
        ("src/latest/ab-tests/split.ts", Role.SOURCE),
        ("apps/api/src/services/benchmark/benchmark.service.ts", Role.SOURCE),
        ("benchmarks/src/main/java/shop/CartBenchmark.java", Role.EXAMPLE),
        ("core/src/jmh/java/shop/CartBenchmark.java", Role.EXAMPLE),
        ("docs/conf.py", Role.DOCUMENT),
        ("website/src/pages/index.tsx", Role.DOCUMENT),
        ("packages/website/src/pages/index.tsx", Role.DOCUMENT),
        ("website/views.py", Role.SOURCE),
        ("shop/website/models.py", Role.SOURCE),
        ("changelog/new_carts.yml", Role.DOCUMENT),
        ("lib/changelog/episode.ex", Role.SOURCE),
        ("lib/docs/changelog/episode.ex", Role.DOCUMENT),
        ("README.md", Role.DOCUMENT),
        (".github/ISSUE_TEMPLATE/bug_report.yml", Role.DOCUMENT),
        ("CHANGELOG", Role.DOCUMENT),
        ("NEWS.0-9-x", Role.DOCUMENT),
        ("LICENSE.apache", Role.DOCUMENT),
        ("license-mit", Role.DOCUMENT),
        ("History.rdoc", Role.DOCUMENT),
        # What is called so in a program is part of it.
        ("app/models/news.rb", Role.SOURCE),
        ("app/views/wiki/history.html.erb", Role.SOURCE),
        ("src/shop/License.java", Role.SOURCE),
        ("doc/man_docs.go", Role.SOURCE),
        ("api/v1/service_pb2.py", Role.GENERATED),
        ("deps/lua/src/lapi.c", Role.VENDORED),
        ("third_party/zlib/inflate.c", Role.VENDORED),
        ("include/log/fmt/bundled/core.h", Role.VENDORED),
        ("static/js/jquery-4.0.0.slim.js", Role.VENDORED),
        ("static/js/jquery.color-2.1.js", Role.VENDORED),
        ("static/js/part-2.js", Role.SOURCE),
        ("gradlew", Role.VENDORED),
        ("build-aux/config.guess", Role.VENDORED),
        ("scripts/missing", Role.SOURCE),
        ("src/app.min.js", Role.GENERATED),
        ("src/icons/cart.svg", Role.GENERATED),
        ("config/settings.json", Role.SOURCE),
        ("network/plan.tftest.hcl", Role.TEST),
        ("t/mojo/response.t", Role.TEST),
        ("src/Cart.t.sol", Role.TEST),
        ("src/cart_SUITE.erl", Role.TEST),
        ("src/CartSpec.hs", Role.TEST),
        ("Shop/CartTests.m", Role.TEST),
        ("src/Cart.Tests.ps1", Role.TEST),
    ],
)
def test_other_roles(path: str, role: Role) -> None:
    assert role_of(path) is role


@pytest.mark.parametrize(
    "path",
    [
        "shop/orders/migrations/0012_order_note.py",
        "db/migrate/20240822174547_add_note.rb",
        "db/old_migrations/20120712174445_add_order.rb",
        "alembic/versions/1975ea83b712_create_orders.py",
        "migrations/versions/ae1027a6acf_add_note.py",
        "database/migrations/2014_10_12_000000_create_orders.php",
        "prisma/migrations/20260209063744_notes/migration.sql",
        "src/main/resources/db/migration/V2__add_note.sql",
        "src/main/resources/db/migration/R__views.sql",
        "store/migration/sqlite/0.27/00__note.sql",
        "crates/store/migrations/2026-07-08-184840-0000_add_note/up.sql",
        "internal/storage/migrations/mysql/V0001.Initial.up.sql",
        "migrations/Version20180715160326.php",
        "Data/Migrations/20210101000000_Notes.cs",
        "server/migrations/20160619080644-initial.js",
        "alembic/versions/2023-02-14-20.45.41_5ab195a474eb_add_search.py",
        "shop/migrations/versions/add_orders.py",
        "src/Shop/Migrations/ShopContextModelSnapshot.cs",
    ],
)
def test_steps_of_a_database_are_told_by_their_number_below_a_folder_of_migrations(path: str) -> None:
    assert role_of(path) is Role.MIGRATION


@pytest.mark.parametrize(
    "path",
    [
        "shop/orders/migrations/__init__.py",
        "django/db/migrations/executor.py",
        "alembic/versions.py",
        "alembic/versions/__init__.py",
        "alembic/env.py",
        "lib/migrations/migrate/table_resolver.js",
        "packages/schematics/migrations/use-builder/migration.ts",
        "packages/schematics/migrations/v20/rename.ts",
        "lib/cop/migration/department_name.rb",
        "api/versions/2024_legacy.py",
    ],
)
def test_code_that_migrates_is_source(path: str) -> None:
    assert role_of(path) is Role.SOURCE


def test_tests_and_documents_of_migrations_stay_what_they_are() -> None:
    assert role_of("spec/migrations/20230101000000_split_spec.rb") is Role.TEST
    assert role_of("docs/migrations/2.0.md") is Role.DOCUMENT


@pytest.mark.parametrize(
    "path",
    [
        "src/locales/de.json",
        "public/intl/messages/de-DE.json",
        "apps/web/public/locales/pt-BR/common.json",
        "i18n/zh_Hant.json",
        "shop/locale/fr/LC_MESSAGES/django.po",
        "resources/lang/nl/auth.php",
        "config/locales/defaults/af.yml",
        "views/journal/i18n.de.json",
        "src/main/resources/messages_fr.properties",
        "i18n/src/commonMain/moko-resources/kk/strings.xml",
        "app/src/main/res/values-kk/strings.xml",
        "app/src/main/res/values-in/strings.xml",
        "app/src/main/res/values-zh-rCN/strings.xml",
        "app/src/main/res/values-en-rGB/strings.xml",
        "app/src/main/res/values-b+sr+Latn/strings.xml",
        "app/de.lproj/Localizable.strings",
        "translations/messages.de.xlf",
        "share/translations/shop_de.ts",
        "lib/l10n/app_de.arb",
        "packages/till/lib/arb/till_pt_BR.arb",
    ],
)
def test_translations_are_told_by_the_code_of_their_language(path: str) -> None:
    assert role_of(path) is Role.TRANSLATION


@pytest.mark.parametrize(
    "path",
    [
        "src/locales/en.json",
        "apps/web/public/locales/en-GB/common.json",
        "i18n/config.json",
        "src/locales/de.ts",
        "share/translations/shop_en.ts",
        "lib/l10n/app_en.arb",
        "src/lang/parse_as.ts",
        "src/lang/index.json",
        "de/settings.json",
        "src/i18n.py",
        "messages.properties",
        "app/src/main/res/values/strings.xml",
        "app/src/main/res/values-land/dimens.xml",
        "app/src/main/res/values-v21/styles.xml",
        "app/src/main/res/values-sw600dp/dimens.xml",
        "app/src/main/res/layout-land/page.xml",
        "app/en.lproj/Localizable.strings",
    ],
)
def test_what_translates_and_what_is_translated_is_source(path: str) -> None:
    assert role_of(path) is Role.SOURCE


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("the migration that adds notes", Role.MIGRATION),
        ("Migrate orders", Role.MIGRATION),
        ("which migrations drop it", Role.MIGRATION),
        ("the German translation", Role.TRANSLATION),
        ("a locale is missing", Role.TRANSLATION),
        ("localise prices", Role.TRANSLATION),
        ("i18n of dates", Role.TRANSLATION),
        ("write a test for the parser", Role.TEST),
        ("which tests cover login", Role.TEST),
        ("test_login fails", Role.TEST),
    ],
)
def test_queries_about_a_role(text: str, role: Role) -> None:
    assert roles_meant(text) == {role}


def test_a_query_may_be_about_several_roles_or_none() -> None:
    assert roles_meant("tests of the migrations") == {Role.TEST, Role.MIGRATION}
    assert roles_meant("the latest migrant") == set()


@pytest.mark.parametrize("text", ["the latest release", "testing client", "contest results"])
def test_queries_about_something_else(text: str) -> None:
    assert roles_meant(text) == set()


@pytest.mark.parametrize(
    ("title", "is_meant"),
    [
        ("Add a drawer to the till, with test.", False),
        ("Count the keys twice and add a unit test", False),
        ("Close the drawer at night and integration tests", False),
        ("Open tills of one kind twice, add test for this case.", False),
        ("Count the keys twice; added tests", False),
        ("Cover the till with tests", True),
        ("Add the keys, add the drawers for tests", True),
        ("Fix and enable the tests", True),
        ("Improve the messages in tests", True),
        ("how do the fixtures and tests", True),
        ("Fix keys and tests", True),
    ],
)
def test_tests_that_go_with_a_change_are_not_what_it_is_about(title: str, *, is_meant: bool) -> None:
    assert (Role.TEST in roles_meant(title)) == is_meant
