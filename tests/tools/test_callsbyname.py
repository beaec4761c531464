"""A method runs whose name is handed, in quotes, to what gets one by it: the text tells, and no edge."""

from __future__ import annotations

from pathlib import Path

import pytest
from written_files import write

from nsccn.settings import Settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

PLUGINS = """
class Manager:
    def order_paid(self, order):
        return self._run(
            "order_paid", order,
        )

    def order_noted(self, order):
        self._note("order_paid", order)

    def order_told(self, order):
        self._run(order.name); self._note("order_paid", order)

    def _run(self, method_name, order):
        for plugin in self.plugins:
            self._run_on(plugin, method_name, order)

    def _run_on(self, plugin, method_name, order):
        return getattr(plugin, method_name, None)(order)

    def _note(self, event, order):
        self.events[event] = order
"""
WEBHOOK = "class Webhook:\n    def order_paid(self, order):\n        pass\n"
FORCE = """
class Force
  def leave(scope)
    run_hook(:before_leaving, scope)
  end

  def run_hook(hook, scope)
    @cops.each { |cop| cop.send(hook, scope) }
  end
end
"""


@pytest.mark.parametrize(
    ("files", "entity", "said"),
    [
        (
            {"plugins.py": PLUGINS, "webhook.py": WEBHOOK},
            "Manager.order_paid",
            [
                (
                    "L4 hands `order_paid` to _run, which gets a method by name; it may be "
                    "method:webhook.py:Webhook.order_paid."
                )
            ],
        ),
        ({"plugins.py": PLUGINS, "webhook.py": WEBHOOK}, "Manager.order_noted", []),
        ({"plugins.py": PLUGINS, "webhook.py": WEBHOOK}, "Manager.order_told", []),
        ({"plugins.py": PLUGINS, "tests/test_webhook.py": WEBHOOK}, "Manager.order_paid", []),
        (
            {"force.rb": FORCE, "cop.rb": "class Cop\n  def before_leaving(scope)\n  end\nend\n"},
            "Force.leave",
            [
                (
                    "L4 hands `before_leaving` to run_hook, which gets a method by name; it may be "
                    "method:cop.rb:Cop.before_leaving."
                )
            ],
        ),
    ],
)
def test_what_may_run_by_its_name_in_quotes(
    tmp_path: Path, files: dict[str, str], entity: str, said: list[str]
) -> None:
    session = DirectSession(write(tmp_path / "code", files), Settings(cache_dir=tmp_path / "cache"))
    notes = trace_causal_path(session, entity, "downstream").data["notes"]
    assert [note for note in notes if "by name" in note] == said
