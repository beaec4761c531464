"""Where a setting gets its value, and what a variable of the environment sets: told from the text of settings files."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest
from written_files import SessionOf, write

from nsccn.errors import AmbiguousEntity, UnknownEntity
from nsccn.settings import load_settings
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

READERS = {
    "shop/mail.py": """
        from django.conf import settings

        def send():
            return settings.MAIL_HOST
        """,
    "app/Mail.php": """
        <?php
        class Mail {
            function send() { return config('mail.smtp.host'); }
        }
        """,
    "src/mail.service.ts": """
        export class MailService {
          constructor(private configService: ConfigService) {}
          send() { return this.configService.get('mail.replyTo'); }
        }
        """,
    "lib/mail.ex": """
        defmodule Shop.Mail do
          def send(), do: Application.get_env(:shop, :mail_wait)
        end
        """,
    "src/main/java/Mail.java": """
        class Mail {
            @Value("${shop.mail.host-name}") String host;
        }
        """,
    "Mail.cs": """
        class Mail {
            string Send(IConfiguration configuration) => configuration["Mail:Sender"];
        }
        """,
}
SETTINGS = {
    "a constant of a module of settings": (
        "config:key:settings.MAIL_HOST",
        {"shop/settings/base.py": '\nMAIL_HOST = os.environ["SHOP_MAIL"]\n'},
        'shop/settings/base.py:2 `MAIL_HOST = os.environ["SHOP_MAIL"]`',
    ),
    "an array of a file that names the first part of the key": (
        "config:key:mail.smtp.host",
        {
            "config/mail.php": """
                <?php
                return [
                    'ses' => [
                        'host' => 'no',
                    ],
                    'smtp' => [
                        // 'host' => 'no',
                        'host' => env('SHOP_SMTP', 'localhost'),
                    ],
                ];
                """,
        },
        "config/mail.php:9 `'host' => env('SHOP_SMTP', 'localhost'),`",
    ),
    "an object in a call that names it": (
        "config:key:mail.replyTo",
        {
            "src/config/post.config.ts": """
                export default registerAs<MailConfig>('mail', () => ({
                  replyTo: process.env.SHOP_REPLY,
                }));
                """,
        },
        "src/config/post.config.ts:3 `replyTo: process.env.SHOP_REPLY,`",
    ),
    "YAML in another spelling, by profiles": (
        "config:key:shop.mail.host-name",
        {
            "src/main/resources/application.yml": """
                shop:
                  cart:
                    hostName: no
                  mail:
                    port: 25

                    hostName: ${SHOP_MAIL:localhost}
                """,
            "config/live.yaml": "production:\n  shop.mail:\n    host_name: x\nno:\n  shop.mail:\n    host_name: no\n",
        },
        (
            "config/live.yaml:3 `host_name: x`, "
            "src/main/resources/application.yml:8 `hostName: ${SHOP_MAIL:localhost}`"
        ),
    ),
    "sections": (
        "config:key:shop.mail.host-name",
        {"shop.toml": '[shop.cart]\nhost-name = "no"\n[shop.mail]  # sent\nhost-name = "x"\n'},
        'shop.toml:4 `host-name = "x"`',
    ),
    "JSON": (
        "config:key:Mail:Sender",
        {"appsettings.json": '{\n  "Sender": "no",\n  "Mail": {\n    "Sender": "shop@example.org"\n  }\n}\n'},
        'appsettings.json:4 `"Sender": "shop@example.org"`',
    ),
    "an object of JSON whose brackets stand alone": (
        "config:key:Mail:Sender",
        {"appsettings.json": '{\n  "Mail":\n  {\n    "Sender": "me"\n  }\n}\n'},
        'appsettings.json:4 `"Sender": "me"`',
    ),
    "names of YAML, no text that looks alike": (
        "config:key:shop.mail.host-name",
        {
            "application.yml": """
                shop:
                  mail: |
                    host-name: no
                ---
                shop:
                  mail:
                    host-name: yes
                """,
        },
        "application.yml:8 `host-name: yes`",
    ),
    "an entry of an array, not that in a comment": (
        "config:key:mail.smtp.host",
        {
            "config/mail.php": """
                <?php
                return [
                    'smtp' => [
                        /*
                        'host' => 'no',
                        */
                        'host' => 'yes',
                    ],
                ];
                """,
        },
        "config/mail.php:8 `'host' => 'yes',`",
    ),
    "keywords of an application of Elixir, what tests run with last": (
        "config:key:mail_wait",
        {
            "config/config.exs": "config :shop, mail_wait: 60\nconfig :shop, Shop.Post, mail_wait: 1\n",
            "config/runtime.exs": """
                if config_env() == :prod do
                  config :shop,
                    mail_wait: System.fetch_env!("SHOP_WAIT")
                end
                """,
            "config/test.exs": "config :shop,\n  mail_wait: 0\n",
            "lib/start.ex": """
                defmodule Start do
                  def start(wait), do: Application.put_env(:shop, :mail_wait, wait)
                end
                """,
            "test/start_test.exs": "Application.put_env(:shop, :mail_wait, 1)\n",
        },
        (
            "config/config.exs:1 `config :shop, mail_wait: 60`, "
            'config/runtime.exs:4 `mail_wait: System.fetch_env!("SHOP_WAIT")`, '
            "lib/start.ex:3 `def start(wait), do: Application.put_env(:shop, :mail_wait, wait)`, "
            "config/test.exs:2 `mail_wait: 0`"
        ),
    ),
    "a call that sets it": (
        "config:key:mail.replyTo",
        {
            "src/run.ts": """
                export function run(config: ConfigService, store: Store) {
                  config.set('mail.replyTo', 'me')
                  store.set('mail.replyTo', 'no')
                }
                """,
        },
        "src/run.ts:3 `config.set('mail.replyTo', 'me')`",
    ),
    "a parameter of an application": (
        "config:key:reply_to",
        {
            "app/config/parameters.yml": "parameters:\n    reply_to: me\n",
            "app/Reply.php": "<?php\nfunction reply() { return config('reply_to'); }\n",
        },
        "app/config/parameters.yml:2 `reply_to: me`",
    ),
}
NOT_SET = {
    "what a program says": {
        "lang/en/mail.php": "<?php\nreturn [\n    'smtp' => [\n        'host' => 'Host',\n    ],\n];\n"
    },
    "code of no settings": {
        "src/mail.php": "<?php\n$x = [\n    'smtp' => [\n        'host' => 1,\n    ],\n];\n"
    },
    "other names around it": {
        "config/post.php": "<?php\nreturn [\n    'smtp' => [\n        'host' => 1,\n    ],\n];\n"
    },
    "another language": {
        "config/mail.py": "SMTP = {\n    'smtp': {\n        'host': 1,\n    },\n}\n",
    },
    "the type of its value": {
        "src/config.ts": """
            export interface Config {
              mail: {
                smtp: {
                  host: string;
                }
              }
            }
            """,
        "src/read.ts": "export const read = (config: ConfigService) => config.get('mail.smtp.host');\n",
    },
    "the line that reads it": {
        "config/mail.php": "<?php\nreturn [\n    'smtp' => [\n        'host' => config('mail.smtp.host'),\n    ],\n];\n"
    },
}


def session_on(root: Path, files: dict[str, str]) -> DirectSession:
    return DirectSession(write(root, {path: dedent(text) for path, text in files.items()}), load_settings())


def notes(session: DirectSession, entity: str) -> list[str]:
    answer = trace_causal_path(session, entity, direction="config").text
    return [line for line in answer.split("\n") if line.startswith("It ")]


@pytest.mark.parametrize(("key", "files", "said"), SETTINGS.values(), ids=SETTINGS)
def test_the_lines_that_set_what_is_read_are_told(
    tmp_path: Path, key: str, files: dict[str, str], said: str
) -> None:
    assert notes(session_on(tmp_path, READERS | files), key) == [f"It is set at {said}."]


@pytest.mark.parametrize("files", NOT_SET.values(), ids=NOT_SET)
def test_what_only_looks_like_it_sets_nothing(tmp_path: Path, files: dict[str, str]) -> None:
    assert notes(session_on(tmp_path, READERS | files), "config:key:mail.smtp.host") == []


def test_a_variable_of_a_function_sets_nothing(tmp_path: Path) -> None:
    files = {
        "shop.py": "from shop import settings\n\ndef send():\n    return settings.reply_to\n",
        "shop/settings_update.py": "def update(given):\n    reply_to = given.address\n    store(reply_to)\n",
    }
    assert notes(session_on(tmp_path, files), "config:key:settings.reply_to") == []


def test_a_variable_of_the_environment_leads_to_the_settings_that_it_gives_a_value(tmp_path: Path) -> None:
    """A file of variables sets these themselves, and no key of the same name."""
    files = {
        "shop/settings.py": 'MAIL_HOST = os.environ.get(\n    "SHOP_HOST"\n)\n',
        "config/mail.php": "<?php\nreturn [\n    'smtp' => [\n        'host' => env('SHOP_HOST'),\n    ],\n];\n",
        ".env.example": "SHOP_HOST=localhost\nMAIL_HOST=$SHOP_HOST\n",
        "config/runtime.exs": 'if prod? do\n  config :shop, mail_wait: fetch_env!("SHOP_HOST")\nend\n',
    }
    said = (
        "config:key:mail.smtp.host (read at app/Mail.php:4) at config/mail.php:4, "
        "config:key:mail_wait (read at lib/mail.ex:3) at config/runtime.exs:2, "
        "config:key:settings.MAIL_HOST (read at shop/mail.py:5) at shop/settings.py:2"
    )
    assert notes(session_on(tmp_path, READERS | files), "SHOP_HOST") == [f"It gives a value to {said}."]


def test_a_variable_that_only_data_names_leads_there_too(tmp_path: Path) -> None:
    files = {"application.yml": "shop:\n  mail:\n    host-name: ${SHOP_POST}\n"}
    lines = trace_causal_path(session_on(tmp_path, READERS | files), "SHOP_POST").text.split("\n")
    assert lines[0] == "config:key:shop.mail.host-name"
    assert "`SHOP_POST` gives it a value at application.yml:3." in lines


def test_a_search_for_a_setting_begins_with_where_it_is_set(tmp_path: Path) -> None:
    files = {
        "config/mail.php": "<?php\nreturn [\n    'smtp' => [\n        'host' => env('SHOP_HOST'),\n    ],\n];\n"
    }
    session = session_on(tmp_path, READERS | files)

    assert search_and_rank(session, "mail.smtp.host").text.startswith(
        "It is set at config/mail.php:4 `'host' => env('SHOP_HOST'),`.\n1. method:app/Mail.php:Mail.send "
    )
    assert search_and_rank(session, "SHOP_HOST").text.startswith(
        "It gives a value to config:key:mail.smtp.host (read at app/Mail.php:4) at config/mail.php:4.\n"
        "1. module:config/mail.php"
    )


CALLED = {
    "shop/work.py": "def work(app):\n    return app.conf.task_late\n",
    "shop/lines.py": "def either(app):\n    return app.either('task_late')\n",
    "t/conf.py": "task_late = True\n",
    "shop/a.py": "def first():\n    return settings.mail.send_late\n",
    "shop/b.py": "def second():\n    return config.post.send_late\n",
    "cmd/main.go": """\
package main

import "github.com/spf13/viper"

func init() {
\tviper.SetEnvPrefix("shop")
\tviper.AutomaticEnv()
}

func port() int { return viper.GetInt("port") }

func url() string { return viper.GetString("shop-url") }
""",
    "src/Usage.java": 'class Usage {\n    @Value("${usage.check.cycle}") int cycle;\n}\n',
    "src/application.yml": "usage:\n  check:\n    cycle: ${CHECK_CYCLE:60000}\n",
}


@pytest.mark.parametrize(
    ("asked", "key", "said"),
    [
        ("task_late", "conf.task_late", "`task_late` is the end of its key."),
        ("app.conf.task_late", "conf.task_late", ""),
        ("SHOP_PORT", "port", "`SHOP_PORT` gives it a value, by the prefix that cmd/main.go:6 sets."),
        (
            "SHOP_SHOP_URL",
            "shop-url",
            "`SHOP_SHOP_URL` gives it a value, by the prefix that cmd/main.go:6 sets.",
        ),
        ("CHECK_CYCLE", "usage.check.cycle", "`CHECK_CYCLE` gives it a value at src/application.yml:3."),
    ],
)
def test_a_setting_is_meant_by_the_end_of_its_key_or_by_its_variable(
    tmp_path: Path, asked: str, key: str, said: str
) -> None:
    session = DirectSession(write(tmp_path, CALLED), load_settings())
    lines = trace_causal_path(session, asked, "config").text.split("\n")
    assert lines[0] == f"config:key:{key}"
    assert said in lines[-1]
    if asked == "task_late":
        assert "The text has `task_late` also at shop/lines.py:2 in either." in lines


def test_a_variable_that_a_script_reads_sets_what_a_prefix_says(tmp_path: Path) -> None:
    script = {"start.py": 'import os\n\ndef start():\n    return os.environ["SHOP_PORT"]\n'}
    session = DirectSession(write(tmp_path, CALLED | script), load_settings())
    said = (
        "It gives a value to config:key:port (read at cmd/main.go:10) by the prefix that cmd/main.go:6 sets."
    )

    lines = trace_causal_path(session, "SHOP_PORT", "config").text.split("\n")
    assert lines[0] == "config:env:SHOP_PORT"
    assert said in lines
    assert said in search_and_rank(session, "SHOP_PORT").text.split("\n")
    unread = search_and_rank(session, "SHOP_SHOP_URL").text.split("\n")
    assert (
        "It gives a value to config:key:shop-url (read at cmd/main.go:12) by the prefix that cmd/main.go:6 sets."
        in unread
    )


def test_a_setting_is_meant_before_several_variables_of_its_name(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path, CALLED | {"t/more.py": "task_late = False\n"}), load_settings())
    lines = trace_causal_path(session, "task_late", "config").text.split("\n")
    assert lines[0] == "config:key:conf.task_late"
    assert lines[-1].endswith("That name is also var:t/conf.py:task_late, var:t/more.py:task_late.")
    with pytest.raises(AmbiguousEntity):
        trace_causal_path(session, "task_late", "state")


def test_a_setting_is_meant_before_the_method_that_hands_it_out(tmp_path: Path) -> None:
    handing = "class Settings:\n    def task_late(self):\n        return self.first('task_late')\n"
    session = DirectSession(write(tmp_path, CALLED | {"shop/conf.py": handing}), load_settings())
    lines = trace_causal_path(session, "task_late", "config").text.split("\n")
    assert lines[0] == "config:key:conf.task_late"
    assert lines[-1].endswith(
        "That name is also method:shop/conf.py:Settings.task_late, var:t/conf.py:task_late."
    )


@pytest.mark.parametrize("asked", ["send_late", "OTHER_PORT", "PORT"])
def test_what_may_be_the_end_of_several_keys_means_none(tmp_path: Path, asked: str) -> None:
    session = DirectSession(write(tmp_path, CALLED), load_settings())
    with pytest.raises(UnknownEntity):
        trace_causal_path(session, asked, "config")


FILLED = {
    "shop/Keys.java": (
        "package shop;\n\nclass Keys {\n"
        '    @Value("${order.prefix}") private String prefix;\n'
        "    private String suffix;\n"
        "    String next() { return prefix + suffix; }\n"
        "    String plain(String prefix) { return prefix; }\n"
        "    void pay() { next(); }\n}\n"
    ),
    "shop/mail.py": 'import os\n\nHOST = os.environ["MAIL_HOST"]\n\n\ndef send():\n    return HOST\n',
}


@pytest.mark.parametrize(
    ("function", "said"),
    [
        ("Keys.next", "-> config:key:order.prefix  reads L4"),
        ("Keys.pay", "-> config:key:order.prefix  reads L4"),
        ("Keys.plain", "No read of a setting by a literal key was found in it or in what it calls."),
    ],
)
def test_a_function_has_the_settings_that_fill_the_fields_which_it_names(
    session_of: SessionOf, function: str, said: str
) -> None:
    lines = trace_causal_path(session_of(FILLED), function, "config").text.split("\n")

    assert lines[-1].strip() == said


def test_a_function_has_the_settings_of_a_field_that_it_reads(session_of: SessionOf) -> None:
    files = {
        "shop/Mail.java": (
            'class Mail {\n    @Value("${mail.host}") private String host;\n'
            "    void set(String host) { this.host = host; }\n    String url() { return this.host; }\n}\n"
        )
    }

    lines = trace_causal_path(session_of(files), "Mail.url", "config").text.split("\n")

    assert lines[2:] == [
        "-> attr::Mail.host  reads L4",
        "  -> config:key:mail.host  reads L2",
    ]


SPRING = {
    "shop/Pay.java": (
        'package shop;\n\n@ConfigurationProperties(prefix = "alipay")\nclass Pay {\n    private String returnUrl;\n'
        "    String url() { return returnUrl; }\n}\n"
    ),
    "shop/application.yml": "alipay:\n  returnUrl: /paid\nspring:\n  rabbitmq:\n    host: localhost\n",
}


def test_a_key_that_a_framework_reads_is_known_by_each_spelling_of_it(session_of: SessionOf) -> None:
    session = session_of(SPRING)

    text = trace_causal_path(session, "alipay.returnUrl", "config").text

    assert text.startswith("config:key:alipay.return-url\n")
    assert "It is set at shop/application.yml:2 `returnUrl: /paid`." in text
    assert text.endswith("`alipay.returnUrl` is another spelling of its key.")
    assert "In no indexed file" not in search_and_rank(session, "alipay.returnUrl").text


def test_a_key_that_no_code_reads_is_told_where_it_is_set(session_of: SessionOf) -> None:
    session = session_of(SPRING)
    said = "It is set at shop/application.yml:5 `host: localhost`."

    with pytest.raises(UnknownEntity) as error:
        trace_causal_path(session, "spring.rabbitmq.host", "config")
    assert said in str(error.value)
    assert search_and_rank(session, "spring.rabbitmq.host").text.startswith(said)


def test_a_type_comes_before_a_setting_that_has_its_name_for_a_key(session_of: SessionOf) -> None:
    files = {
        "lib/endpoint.ex": "defmodule Shop.Endpoint do\n  def host, do: 1\nend\n",
        "lib/host.ex": "defmodule Shop.Host do\n  def get, do: Application.get_env(:shop, Shop.Endpoint)\nend\n",
    }
    session = session_of(files)

    text = trace_causal_path(session, "Shop.Endpoint", "upstream").text

    assert text.startswith("class:lib/endpoint.ex:Shop.Endpoint ")
    assert text.endswith("config:key:Shop.Endpoint is a setting of that name.")
    assert trace_causal_path(session, "config:key:Shop.Endpoint").text.startswith(
        "config:key:Shop.Endpoint\n"
    )


def test_a_variable_that_is_a_part_of_a_setting_is_named_before_what_is_told_of_that(
    session_of: SessionOf,
) -> None:
    files = {
        "shop/settings.py": 'BUILTIN_PLUGINS = [\n    "tax",\n]\nPLUGINS = BUILTIN_PLUGINS + []\n',
        "shop/manager.py": "from django.conf import settings\n\n\ndef load():\n    return settings.PLUGINS\n",
    }
    session = session_of(files)

    part = trace_causal_path(session, "BUILTIN_PLUGINS", "config").text.split("\n")
    whole = trace_causal_path(session, "PLUGINS", "config").text.split("\n")

    assert part[:2] == [
        "`BUILTIN_PLUGINS` gives it a value at shop/settings.py:4:",
        "config:key:settings.PLUGINS",
    ]
    assert whole[0] == "config:key:settings.PLUGINS"
    assert part[-1] == "That name is also var:shop/settings.py:BUILTIN_PLUGINS."


def test_a_key_means_the_constant_that_is_made_with_it(session_of: SessionOf) -> None:
    session = session_of(
        {
            "shop/Keys.java": (
                "final class Keys {\n"
                "    static final ConfigKey<Boolean> DROP_TWINS = new BooleanConfigKey(\n"
                '            "filter.twins",\n            false);\n'
                '    static final Setting<Integer> SIZE = Setting.intSetting("filter.size", 5);\n'
                '    static final String NAME = name("filter.name");\n}\n'
            ),
            "shop/Filter.java": (
                "class Filter {\n    boolean drops(Config config) {\n"
                "        return config.getBoolean(Keys.DROP_TWINS);\n    }\n"
                '    void told() {\n        Key key = new Key("filter.told");\n    }\n}\n'
            ),
        }
    )
    text = trace_causal_path(session, "filter.twins", "config").text
    assert text.startswith(
        "It is made with the key `filter.twins`:\nattr:shop/Keys.java:Keys.DROP_TWINS  L2-4"
    )
    assert "<- method:shop/Filter.java:Filter.drops  reads L3" in text
    assert "also" not in text
    assert "attr:shop/Keys.java:Keys.SIZE" in trace_causal_path(session, "filter.size", "config").text
    for key in ("filter.name", "filter.told"):
        with pytest.raises(UnknownEntity):
            trace_causal_path(session, key, "config")
