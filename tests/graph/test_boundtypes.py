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
    ],
)
def test_a_type_that_nothing_binds_to_settings_reads_none(sources: Sources) -> None:
    assert reads(sources) == set()


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
