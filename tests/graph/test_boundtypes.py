"""Types whose fields settings fill: which setting each field reads, and what is no such type."""

from __future__ import annotations

import pytest
from small_snapshot import snapshot_of

from nsccn.tracing.trace import trace

Sources = dict[str, str]


def reads(sources: Sources) -> set[str]:
    """Return what reads which setting, each as the last part of its id."""
    graph = snapshot_of(sources).graph
    return {
        f"{graph.qualified_of(edge.source)} <- {graph.id_of(edge.target).removeprefix('config:')}"
        for entity in range(len(graph.kind))
        for edge in graph.outgoing(entity, ("READS_CONFIG",))
        if graph.id_of(edge.target).startswith("config:")
    }


PYTHON = """
class Mail(BaseModel):
    host: str = "localhost"

class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix="shop_", env_nested_delimiter="__")
    port: int = 80
    token: str = Field(validation_alias="API_TOKEN")
    mail: MailSettings

class MailSettings(BaseModel):
    host: str

class OldSettings(BaseSettings):
    level: str

    class Config:
        env_prefix = "OLD_"

class MoreSettings(OldSettings):
    depth: int
"""
JAVA = """
@ConfigurationProperties(prefix = "app.mail")
public class MailProperties {
    private static final int MOST = 3;
    private String hostName;
    private final Retry retry = new Retry();
    private List<Retry> others;
    public static class Retry {
        private int maxAttempts;
    }
}
"""
CSHARP = {
    "Options.cs": """
public class MailOptions {
    public const string Section = "Mail";
    public string Host { get; set; }
    public Retry Retry { get; set; }
}
public class PayOptions { public int Limit { get; set; } }
public class QueueOptions { public string Name { get; set; } }
public class LogOptions { public string Level { get; set; } }
public class Other { public string Host { get; set; } }
""",
    "Startup.cs": """
public class Startup {
    public void Add(IServiceCollection services, IConfiguration configuration) {
        services.Configure<MailOptions>(configuration.GetSection(MailOptions.Section));
        services.AddOptions<PayOptions>().BindConfiguration(nameof(PayOptions));
        var queue = new QueueOptions();
        configuration.GetSection("Queue").Bind(queue);
        var log = configuration.GetSection("Log").Get<LogOptions>();
    }
}
""",
}
GO = {
    "config.go": """package shop

type Config struct {
	Server ServerConfig `mapstructure:"server"`
	Secret string `mapstructure:"-"`
	Level  string
}

type ServerConfig struct {
	HTTPPort int `json:"port" mapstructure:"http_port,omitempty"`
}
""",
    "load.go": """package shop

import "github.com/spf13/viper"

func Load() (*Config, error) {
	v := viper.New()
	cfg := &Config{}
	err := v.Unmarshal(cfg)
	return cfg, err
}
""",
}
RUST = """
pub struct Settings {
    pub database: DatabaseSettings,
    pub level: Option<String>,
}
pub struct DatabaseSettings {
    pub host: String,
}
pub fn read() -> Result<Settings, ConfigError> {
    let settings = builder().build()?;
    settings.try_deserialize()
}
"""


@pytest.mark.parametrize(
    ("sources", "expected"),
    [
        pytest.param(
            {"settings.py": PYTHON},
            {
                "Settings.port <- env:SHOP_PORT",
                "Settings.token <- env:API_TOKEN",
                "MailSettings.host <- env:SHOP_MAIL__HOST",
                "OldSettings.level <- env:OLD_LEVEL",
                "MoreSettings.depth <- env:OLD_DEPTH",
            },
            id="python",
        ),
        pytest.param(
            {"MailProperties.java": JAVA},
            {
                "MailProperties <- key:app.mail",
                "MailProperties.hostName <- key:app.mail.host-name",
                "MailProperties.others <- key:app.mail.others",
                "MailProperties.Retry.maxAttempts <- key:app.mail.retry.max-attempts",
            },
            id="java",
        ),
        pytest.param(
            {
                "Mail.kt": '@ConfigurationProperties("app.mail")\ndata class MailProperties(val hostName: String)\n'
            },
            {"MailProperties <- key:app.mail", "MailProperties.hostName <- key:app.mail.host-name"},
            id="kotlin",
        ),
        pytest.param(
            CSHARP,
            {
                "Startup.Add <- key:Mail",
                "Startup.Add <- key:Queue",
                "Startup.Add <- key:Log",
                "MailOptions.Host <- key:Mail:Host",
                "MailOptions.Retry <- key:Mail:Retry",
                "PayOptions.Limit <- key:PayOptions:Limit",
                "QueueOptions.Name <- key:Queue:Name",
                "LogOptions.Level <- key:Log:Level",
            },
            id="csharp",
        ),
        pytest.param(
            GO,
            {"Config.Level <- key:level", "ServerConfig.HTTPPort <- key:server.http_port"},
            id="go",
        ),
        pytest.param(
            {"settings.rs": RUST},
            {"Settings.level <- key:level", "DatabaseSettings.host <- key:database.host"},
            id="rust",
        ),
        pytest.param(
            {"cli.rs": "#[derive(Parser)]\nstruct Cli {\n    #[arg(long, env)]\n    shop_port: u16,\n}\n"},
            {"Cli.shop_port <- env:SHOP_PORT", "Cli.shop_port <- flag:shop-port"},
            id="clap",
        ),
        pytest.param(
            {"env.ts": "export const env = createEnv({ server: { SHOP_PORT: z.string() } });\n"},
            {"env <- env:SHOP_PORT"},
            id="typescript",
        ),
        pytest.param(
            {"cli.py": '@click.command()\n@click.option("--port", envvar="SHOP_PORT")\ndef run(port): ...\n'},
            {"run <- flag:--port", "run <- env:SHOP_PORT"},
            id="click",
        ),
    ],
)
def test_settings_fill_the_fields_of_a_type(sources: Sources, expected: set[str]) -> None:
    assert reads(sources) == expected


@pytest.mark.parametrize(
    "sources",
    [
        {"model.py": "class Settings(BaseModel):\n    port: int = Field(alias='PORT')\n"},
        {"model.py": "class Config(Base):\n    port: int\n    env_prefix = 'X_'\n"},
        {"Mail.java": "@Data\npublic class MailProperties {\n    private String host;\n}\n"},
        {"Mail.cs": "public class MailOptions { public string Host { get; set; } }\n"},
        {
            "Mail.cs": "public class MailOptions { public string Host { get; set; } }\n"
            "class Run { void Go(S services) { services.Configure<MailOptions>(o => o.Host = 'a'); } }\n"
        },
        {
            "read.go": 'package shop\n\ntype Config struct {\n\tHost string `json:"host"`\n}\n\n'
            "func Read(data []byte) {\n\tvar c Config\n\tjson.Unmarshal(data, &c)\n}\n"
        },
        {"read.rs": "struct Config { host: String }\nfn read(t: &str) -> Config { toml::from_str(t) }\n"},
        {"schema.ts": "export const schema = createSchema({ server: { HOST: z.string() } });\n"},
        {
            "base.py": "class BaseSettings:\n    def load(self): ...\n",
            "model.py": "from base import BaseSettings\nclass Settings(BaseSettings):\n    port: int\n",
        },
        {"model.py": "from others import BaseSettings\nclass Settings(BaseSettings):\n    port: int\n"},
        {
            "model.py": "class Settings(BaseSettings):\n    model_config = {'env_prefix': made()}\n    port: int\n"
        },
        {
            "read.go": "package shop\n\ntype Config struct {\n\tHost string\n}\n\n"
            "func Read() {\n\tv := jsonvalue.New()\n\tvar c Config\n\tv.Unmarshal(&c)\n}\n"
        },
        {"read.rs": "struct Config { host: String }\nfn read(x: Py) { let c: Config = x.extract()?; }\n"},
        {"read.rs": "struct Config { host: String }\nfn read(x: Py) -> R { Ok(x.try_into::<Config>()?) }\n"},
        {
            "Mail.cs": "public class MailOptions { public string Host { get; set; } }\n"
            'class Run { void Go(Cache cache, D d) { cache.Get<MailOptions>(); d.Get<MailOptions>("a"); } }\n'
        },
    ],
)
def test_a_type_that_nothing_binds_to_settings_reads_none(sources: Sources) -> None:
    assert reads(sources) == set()


@pytest.mark.parametrize(
    ("sources", "expected"),
    [
        pytest.param(
            {
                "base.py": "from pydantic_settings import BaseSettings as Filled\n"
                "PREFIX = 'shop_'\n"
                "class BaseSettings(Filled):\n"
                "    model_config = SettingsConfigDict(env_prefix=PREFIX, env_nested_delimiter='__')\n",
                "settings.py": "from base import BaseSettings\n"
                "class RetryConfig(BaseModel):\n    most: int = Field(alias='max')\n    again: 'RetryConfig'\n"
                "class Settings(BaseSettings):\n    port: int\n    retry: RetryConfig\n"
                "class Mail(BaseSettings):\n    model_config = {'env_prefix': 'mail_'}\n    retry: RetryConfig\n"
                "    class Box(BaseModel):\n        class Config:\n            env_prefix = 'box_'\n",
            },
            {
                "Settings.port <- env:SHOP_PORT",
                "RetryConfig.most <- env:SHOP_RETRY__MAX",
                "RetryConfig.again <- env:SHOP_RETRY__AGAIN",
                "RetryConfig.most <- env:MAIL_RETRY__MAX",
                "RetryConfig.again <- env:MAIL_RETRY__AGAIN",
            },
            id="python bases",
        ),
        pytest.param(
            {
                "settings.py": "class Settings(BaseSettings):\n    KIND: ClassVar[int] = 1\n    LIMIT: Final = 2\n"
                "    _secret: str = ''\n    plain = 3\n    port: int = Field(1, exclude=True, env=['PORT_NO'])\n"
                "    mail: MailConfig\n    @computed_field\n    @property\n    def both(self) -> str: ...\n"
                "class MailConfig(BaseModel):\n    host: str\n"
            },
            {"Settings.port <- env:PORT_NO", "Settings.mail <- env:MAIL"},
            id="python fields",
        ),
        pytest.param(
            {
                "MailProperties.java": "@ConfigurationProperties(prefix = MailProperties.PREFIX, ignore = 'no')\n"
                'class MailProperties {\n    static final String PREFIX = "mail";\n    transient int a;\n'
                '    final String fixed = "a";\n    @Name("other") String named;\n    String host;\n}\n',
                "Two.java": 'class Two {\n    @ConfigurationProperties("one") Options one() {}\n'
                '    @ConfigurationProperties("two") Options two() {}\n}\nclass Options { int most; }\n',
            },
            {
                "MailProperties.host <- key:mail.host",
                "Two.one <- key:one",
                "Two.two <- key:two",
                "Options.most <- key:one.most",
                "Options.most <- key:two.most",
            },
            id="java",
        ),
        pytest.param(
            {
                "Own.java": "package a;\n@interface ConfigurationProperties { String value(); }\n",
                "Mail.java": 'package a;\n@ConfigurationProperties("mail")\nclass MailProperties { String host; }\n',
            },
            {"MailProperties <- key:mail"},
            id="java own annotation",
        ),
        pytest.param(
            {
                "C.cs": "public class MailOptions {\n"
                '    public const string A = "a"; public static string B { get; set; } private string c;\n'
                "    public string D; public string E { get; } public string F => D;\n"
                "    public string G { get; private set; } private string H { get; set; }\n"
                '    [ConfigurationKeyName("other")] public string I { get; set; }\n'
                "    public List<string> J { get; } = new(); public string K { get; init; }\n}\n"
                'class P { void X() { s.Configure<MailOptions>(c.GetSection("A:B")); } }\n'
            },
            {"P.X <- key:A:B", "MailOptions.J <- key:A:B:J", "MailOptions.K <- key:A:B:K"},
            id="csharp fields",
        ),
        pytest.param(
            {
                "a.go": 'package shop\n\ntype Config struct {\n\tHost string `json:"name"`\n\tinner int\n'
                '\tRun func()\n\tSub SubConfig `mapstructure:",squash"`\n}\n\n'
                "type SubConfig struct {\n\tMost int\n}\n\n"
                "func Read(data []byte) {\n\tvar c Config\n\tjson.Unmarshal(data, &c)\n"
                '\tviper.UnmarshalKey("srv", &c)\n}\n'
            },
            {"Read <- key:srv", "Config.Host <- key:srv.host", "SubConfig.Most <- key:srv.most"},
            id="go fields",
        ),
        pytest.param(
            {
                "a.rs": 'struct Config { host: String, #[serde(rename = "b")] a: u8, #[serde(default)] most: u8 }\n'
                '#[serde(rename_all = "kebab-case")]\nstruct OtherConfig { a_b: u8 }\n'
                'fn a() { let c = envy::prefixed("APP_").from_env::<Config>(); }\n'
                "fn b() { let c = envy::from_env::<OtherConfig>(); }\n"
            },
            {"Config.host <- env:APP_HOST", "Config.most <- env:APP_MOST"},
            id="rust names",
        ),
    ],
)
def test_only_fields_that_settings_fill_read_these(sources: Sources, expected: set[str]) -> None:
    assert reads(sources) == expected


def test_a_type_that_is_filled_in_many_ways_says_too_little() -> None:
    base = "class Base(BaseSettings):\n    root: int\n"
    types = (
        f"class Of{at}(Base):\n    model_config = SettingsConfigDict(env_prefix='of{at}_')\n    own: int\n"
        for at in range(80)
    )
    assert reads({"settings.py": base + "".join(types)}) == {
        f"Of{at}.own <- env:OF{at}_OWN" for at in range(80)
    }


def test_a_key_joined_as_ids_are_is_found_by_itself() -> None:
    graph = snapshot_of(CSHARP).graph
    assert graph.id_of(graph.lookup("Mail:Host")) == "config:key:Mail:Host"


def test_who_reads_a_field_that_another_function_writes_is_reached_from_its_setting() -> None:
    server = (
        'package shop\n\nfunc (c *Config) Fill() { c.Level = "info" }\n\n'
        "func Show(c *Config) string { return c.Level }\n"
    )
    graph = snapshot_of(GO | {"server.go": server}).graph
    found = trace(graph, graph.lookup("config:key:level"), "config", 2)
    assert "Show" in {graph.name_of(entity) for entity in found.distances}


def test_a_key_hides_no_place_and_no_id() -> None:
    graph = snapshot_of(CSHARP).graph
    assert graph.id_of(graph.lookup("class:Startup.cs:Startup")) == "class:Startup.cs:Startup"
    assert graph.id_of(graph.lookup("Startup.cs:Startup.Add")) == "method:Startup.cs:Startup.Add"
    assert graph.id_of(graph.lookup("Startup.cs:4")) == "method:Startup.cs:Startup.Add"
