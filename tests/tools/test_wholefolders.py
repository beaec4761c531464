"""A folder that is read whole imports what lies in it, though no line names that."""

from __future__ import annotations

from pathlib import Path

import pytest
from written_files import write

from nsccn.settings import Settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

MAIL = "export default class Mail {\n  run() {}\n}\n"
READ = {
    "by the name of its own folder": (
        {"jobs/mail.ts": MAIL, "jobs/index.ts": "requireDirectory<Job>(__dirname).forEach(add);\n"},
        "Mail",
        "jobs/index.ts:1 `requireDirectory<Job>(__dirname).forEach(add);`",
    ),
    "by the path from there": (
        {"src/jobs/mail.js": MAIL, "src/all.js": "fs.readdirSync(path.join(__dirname, 'jobs')).map(load)\n"},
        "src/jobs/mail.js",
        "src/all.js:1 `fs.readdirSync(path.join(__dirname, 'jobs')).map(load)`",
    ),
    "by a pattern": (
        {"src/pages/cart/Show.vue": "<template/>\n", "src/app.js": "import.meta.glob('./pages/**/*.vue')\n"},
        "src/pages/cart/Show.vue",
        "src/app.js:1 `import.meta.glob('./pages/**/*.vue')`",
    ),
    "by a pattern of Ruby": (
        {
            "lib/jobs/mail.rb": "class Mail\nend\n",
            "lib/jobs.rb": "Dir[File.join(__dir__, 'jobs', '*.rb')].each { |file| require file }\n",
        },
        "Mail",
        "lib/jobs.rb:1 `Dir[File.join(__dir__, 'jobs', '*.rb')].each { |file| require file }`",
    ),
    "by a path whose beginning is not known": (
        {
            "server/jobs/mail.js": MAIL,
            "server/main.js": "const autoload = require('auto-load')\nautoload(path.join(SHOP.ROOT, '/jobs'))\n",
        },
        "server/jobs/mail.js",
        "server/main.js:2 `autoload(path.join(SHOP.ROOT, '/jobs'))`",
    ),
    "by a name that is put in": (
        {
            "server/jobs/mail.js": MAIL,
            "server/core/run.js": "function run(name) { return require(`../jobs/${name}`)(1) }\n",
        },
        "server/jobs/mail.js",
        "server/core/run.js:1 `function run(name) { return require(`../jobs/${name}`)(1) }`",
    ),
}
NOT_READ = {
    "one of several folders that end so": {
        "a/jobs/mail.ts": MAIL,
        "b/jobs/other.ts": MAIL.replace("Mail", "Other"),
        "main.js": "autoload(path.join(ROOT, 'jobs'))\n",
    },
    "files of another ending": {"jobs/mail.ts": MAIL, "app.js": "import(`./jobs/${name}.vue`)\n"},
    "below a folder that is not read so deep": {
        "jobs/old/mail.ts": MAIL,
        "jobs/index.ts": "requireDirectory(__dirname)\n",
    },
    "another folder": {"jobs/mail.ts": MAIL, "tasks/index.ts": "requireDirectory(__dirname)\n"},
    "one that another name stands for": {
        "jobs/mail.ts": MAIL,
        "jobs/icons.js": 'const icons = require.context("$assets/images/");\n',
    },
    "other files": {"jobs/mail.ts": MAIL, "app.js": "import.meta.glob('./jobs/*.vue')\n"},
    "a folder that nobody knows": {"jobs/mail.ts": MAIL, "app.js": "fs.readdirSync(folder + __filename)\n"},
    "by tests": {"jobs/mail.ts": MAIL, "jobs/jobs.test.ts": "requireDirectory(__dirname)\n"},
}


def said(root: Path, files: dict[str, str], entity: str) -> list[str]:
    session = DirectSession(write(root / "code", files), Settings(cache_dir=root / "cache"))
    notes = trace_causal_path(session, entity, "upstream").data["notes"]
    return [note for note in notes if note.startswith("By the text, its folder")]


@pytest.mark.parametrize(("files", "entity", "place"), READ.values(), ids=READ)
def test_who_reads_its_folder_whole_is_told(
    tmp_path: Path, files: dict[str, str], entity: str, place: str
) -> None:
    assert said(tmp_path, files, entity) == [f"By the text, its folder is read whole at {place}."]


@pytest.mark.parametrize("files", NOT_READ.values(), ids=NOT_READ)
def test_who_reads_others_is_not(tmp_path: Path, files: dict[str, str]) -> None:
    assert said(tmp_path, files, "Mail") == []


def test_nor_is_it_of_what_is_imported(tmp_path: Path) -> None:
    files = {
        "jobs/mail.ts": MAIL,
        "jobs/index.ts": "import Mail from './mail'\nrequireDirectory(__dirname)\nnew Mail().run()\n",
    }
    assert said(tmp_path, files, "Mail") == []
