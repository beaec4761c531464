"""Who has a framework run a method by naming its class, or the command that it is, which the text tells alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from written_files import SessionOf

SHOP = {
    "app/Http/Middleware/DemoMode.php": (
        "<?php\nnamespace App\\Http\\Middleware;\n\n"
        "class DemoMode\n{\n    public function handle($request, $next) {}\n}\n"
    ),
    "bootstrap/app.php": "<?php\nuse App\\Http\\Middleware\\DemoMode;\n$middleware->append(DemoMode::class);\n",
    "app/Observers/CartObserver.php": (
        "<?php\nnamespace App\\Observers;\n\nclass CartObserver\n{\n    public function saved($cart) {}\n}\n"
    ),
    "app/Models/Cart.php": (
        "<?php\nnamespace App\\Models;\n\nuse App\\Observers\\CartObserver;\n\n"
        "#[ObservedBy(CartObserver::class)]\nclass Cart extends Model {}\n"
    ),
    "app/Actions/ShipOrder.php": (
        "<?php\nnamespace App\\Actions;\n\nclass ShipOrder\n{\n    public function handle() {}\n"
        "    public function label() {}\n}\n"
    ),
    "app/Providers/EventProvider.php": (
        "<?php\nnamespace App\\Providers;\n\nuse App\\Actions\\ShipOrder;\n\nclass EventProvider extends Base\n{\n"
        "    protected $listen = [\n        'paid' => [ShipOrder::class],\n    ];\n}\n"
    ),
    "app/Console/PruneCommand.php": (
        "<?php\nnamespace App\\Console;\n\nclass PruneCommand extends Command\n{\n"
        "    protected $signature = 'carts:prune {--all : All of them}';\n\n    public function handle(): int {}\n}\n"
    ),
    "routes/console.php": "<?php\nArtisan::call('carts:prune --all');\nArtisan::call('carts:prune-all');\n",
    "app/Http/Requests/CartRequest.php": (
        "<?php\nnamespace App\\Http\\Requests;\n\nclass CartRequest extends FormRequest\n{\n"
        "    public function rules(): array {}\n}\n"
    ),
    "app/Http/CartController.php": (
        "<?php\nnamespace App\\Http;\n\nuse App\\Http\\Requests\\CartRequest;\n\nclass CartController\n{\n"
        "    public function store(CartRequest $request) {}\n}\n"
    ),
    "app/workers/count_worker.rb": "class CountWorker\n  include Sidekiq::Job\n\n  def perform; end\nend\n",
    "lib/mail_guard.rb": "module MailGuard\n  module_function\n\n  def delivering_email(mail); end\nend\n",
    "app/mailers/shop_mailer.rb": "class ShopMailer < ActionMailer::Base\n  register_interceptor MailGuard\nend\n",
    "lib/ip_filter.rb": "class IpFilter\n  def call(env); end\n  def label(env); end\nend\n",
    "config/application.rb": "module Shop\n  class Application\n    config.middleware.use IpFilter\n  end\nend\n",
    "lib/shop/user_hook.ex": (
        "defmodule Shop.UserHook do\n  def on_mount(:default, _params, _session, socket), do: {:cont, socket}\nend\n"
    ),
    "lib/shop/cart_live.ex": "defmodule Shop.CartLive do\n  on_mount Shop.UserHook\nend\n",
    "lib/shop/counter.ex": (
        "defmodule Shop.Counter do\n  def start_link(opts), do: GenServer.start_link(__MODULE__, opts)\n"
        "  def init(opts), do: {:ok, opts}\n  def label(text), do: text\nend\n"
    ),
    "lib/shop/application.ex": (
        "defmodule Shop.Application do\n  def start(_type, _args), do: Supervisor.start_link([Shop.Counter], [])\nend\n"
    ),
    "src/main/java/shop/CountJob.java": (
        "package shop;\n\nimport androidx.work.Worker;\n\npublic class CountJob extends Worker {\n"
        "  public Result doWork() { return null; }\n  public void label() {}\n}\n"
    ),
    "src/main/java/shop/Plan.java": (
        "package shop;\n\nclass Plan {\n  void plan() {\n    new Builder(CountJob.class);\n  }\n}\n"
    ),
    "src/main/kotlin/shop/StandIn.kt": (
        "package shop\n\nimport androidx.work.Worker\n\nclass StandIn(entry: Entry) : Worker() {\n"
        "  private val other = entry.make() as? Worker ?: throw Missing()\n"
        "  override fun doWork(): Result =\n    other.doWork()\n}\n"
    ),
    "src/main/kotlin/shop/Bell.kt": (
        "package shop\n\nclass Bell : Receiver() {\n  override fun onReceive(at: Int) {}\n}\n\n"
        "fun ring(at: Context) = at.start(Bell::class.java)\n"
    ),
    "src/Sweeper.cs": (
        "public class Sweeper : BackgroundService {\n  protected override Task ExecuteAsync() => null;\n}\n"
    ),
    "src/Startup.cs": (
        "class Startup {\n  void Add(IServices services) {\n    services.AddHostedService<Sweeper>();\n  }\n}\n"
    ),
    "config/sidekiq_schedule.yml": "count:\n  cron: '0 1 * * *'\n  class: CountWorker\n",
}


@pytest.mark.parametrize(
    ("method", "said"),
    [
        ("DemoMode.handle", "its class is named at bootstrap/app.php:3."),
        ("CartObserver.saved", "its class is named at app/Models/Cart.php:6 in `Cart`."),
        (
            "ShipOrder.handle",
            "its class is named at app/Providers/EventProvider.php:9 in `EventProvider.listen`.",
        ),
        ("PruneCommand.handle", "it is run as `carts:prune` at routes/console.php:2."),
        ("carts:prune", "it is run as `carts:prune` at routes/console.php:2."),
        (
            "CartRequest.rules",
            "an object of its class is taken at app/Http/CartController.php:8 in `CartController.store`.",
        ),
        ("Shop.UserHook.on_mount", "its class is named at lib/shop/cart_live.ex:2 in `Shop.CartLive`."),
        (
            "Shop.Counter.start_link",
            "its class is named at lib/shop/application.ex:2 in `Shop.Application.start`.",
        ),
        (
            "Shop.Counter.init",
            (
                "its class is named at lib/shop/application.ex:2 in `Shop.Application.start`, "
                "lib/shop/counter.ex:2 in `Shop.Counter.start_link`."
            ),
        ),
        ("MailGuard.delivering_email", "its class is named at app/mailers/shop_mailer.rb:2 in `ShopMailer`."),
        ("IpFilter.call", "its class is named at config/application.rb:3 in `Shop.Application`."),
        ("CountJob.doWork", "its class is named at src/main/java/shop/Plan.java:5 in `Plan.plan`."),
        ("Bell.onReceive", "its class is named at src/main/kotlin/shop/Bell.kt:7 in `ring`."),
        ("Sweeper.ExecuteAsync", "its class is named at src/Startup.cs:3 in `Startup.Add`."),
        ("CountWorker.perform", "its class is named at config/sidekiq_schedule.yml:3."),
    ],
)
def test_who_has_a_method_run_is_told(session_of: SessionOf, method: str, said: str) -> None:
    text = trace_causal_path(session_of(SHOP), method, direction="upstream").text
    assert f"By the text, {said}" in text.splitlines()
    assert "No caller" not in text


@pytest.mark.parametrize(
    "method", ["ShipOrder.label", "Shop.Counter.label", "CountJob.label", "IpFilter.label"]
)
def test_other_methods_are_not_run_by_their_class(session_of: SessionOf, method: str) -> None:
    assert "its class" not in trace_causal_path(session_of(SHOP), method, direction="upstream").text


def test_a_method_that_stands_in_for_others_is_told_beside_the_class(session_of: SessionOf) -> None:
    text = trace_causal_path(session_of(SHOP), "CountJob.doWork", direction="upstream").text
    assert (
        "What `doWork` means is not known at src/main/kotlin/shop/StandIn.kt:8 in StandIn.doWork; it may be this one."
        in text.splitlines()
    )
