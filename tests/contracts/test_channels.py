"""What is sent under a name, and handled where that name is waited for: by the text."""

from __future__ import annotations

from pathlib import Path

import pytest
from written_files import SessionOf, write

from nsccn.errors import UnknownEntity
from nsccn.settings import load_settings
from nsccn.tools.search_and_rank import search_and_rank
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path


def _said(session: DirectSession, entity: str, direction: str) -> list[str]:
    lines = trace_causal_path(session, entity, direction).text.split("\n")
    return [line for line in lines if " sends `" in line or line.startswith("It handles `")]


BUS = {
    "src/events.ts": (
        "export const EVENTS = {\n  ORDER_PAID: 'order.paid',\n  ORDER_LOST: 'order.lost',\n} as const;\n"
        "export enum Topics {\n  StockLow = 'stock.low',\n}\n"
        "export const USER_GONE = 'user.gone';\n"
    ),
    "src/shop.ts": (
        "import { EVENTS, Topics, USER_GONE } from './events';\n\n"
        "export class Shop {\n"
        "  pay(order: Order) {\n    this.bus.emit('order.paid', order);\n  }\n"
        "  lose(order: Order) {\n    this.bus.emit(\n      EVENTS.ORDER_LOST,\n      order,\n    );\n  }\n"
        "  take(item: Item) {\n    this.bus.emit(Topics.StockLow, { item });\n  }\n"
        "  forget(user: User) {\n    this.bus.emit(USER_GONE, user);\n  }\n"
        "  total() {\n    return sum('order.paid');\n  }\n"
        "  close() {\n    this.stream.emit('close');\n    this.emit('error', 1);\n"
        "    this.bus.emit(`order.${this.id}`);\n  }\n"
        "}\n"
    ),
    "src/mail.ts": (
        "import { EVENTS, Topics, USER_GONE } from './events';\n\n"
        "export class Mailer {\n"
        "  start() {\n"
        "    this.bus.on(EVENTS.ORDER_PAID, this.onPaid);\n"
        "    bus.once('order.lost', this.onLost.bind(this));\n"
        "    bus.on(USER_GONE, (user) => {\n      this.drop(user);\n    });\n"
        "    this.stream.on('close', this.onClose);\n    client.on('error', this.onClose);\n  }\n"
        "  onPaid(order: Order) {}\n"
        "  onLost(order: Order) {}\n"
        "  onClose() {}\n"
        "  drop(user: User) {}\n"
        "  @OnEvent(Topics.StockLow)\n  onLow(item: Item) {}\n"
        "  stop() {\n    this.bus.off('order.paid', this.onPaid);\n  }\n"
        "}\n"
    ),
}
SHOP, MAILER = "method:src/shop.ts:Shop.", "method:src/mail.ts:Mailer."
LOST = f"and handled by {MAILER}onLost (L6)."


@pytest.mark.parametrize(
    ("entity", "said"),
    [
        ("pay", [f"L5 sends `order.paid`, which is handled by {MAILER}onPaid (L5)."]),
        ("lose", [f"L9 sends `order.lost`, which is handled by {MAILER}onLost (L6)."]),
        ("take", [f"L14 sends `stock.low`, which is handled by {MAILER}onLow (L17)."]),
        ("forget", [f"L17 sends `user.gone`, which is handled in {MAILER}start (L7)."]),
        ("total", []),
        ("close", []),
    ],
)
def test_what_a_function_sends_is_handled_by_another(
    session_of: SessionOf, entity: str, said: list[str]
) -> None:
    session = session_of(BUS)
    assert _said(session, SHOP + entity, "downstream") == said


@pytest.mark.parametrize(
    ("entity", "said"),
    [
        ("onPaid", [f"It handles `order.paid` (src/mail.ts:5), which is sent by {SHOP}pay (L5)."]),
        ("onLost", [f"It handles `order.lost` (src/mail.ts:6), which is sent by {SHOP}lose (L9)."]),
        ("onLow", [f"It handles `stock.low` (src/mail.ts:17), which is sent by {SHOP}take (L14)."]),
        ("start", [f"It handles `user.gone` (src/mail.ts:7), which is sent by {SHOP}forget (L17)."]),
        ("onClose", []),
        ("drop", []),
        ("stop", []),
    ],
)
def test_what_a_function_handles_is_sent_by_another(
    session_of: SessionOf, entity: str, said: list[str]
) -> None:
    session = session_of(BUS)
    assert _said(session, MAILER + entity, "upstream") == said


def test_ends_of_channels_are_data_too(session_of: SessionOf) -> None:
    session = session_of(BUS)
    ends = [{"id": f"{MAILER}onPaid", "file": "src/mail.ts", "line": 5, "inside": False}]
    assert trace_causal_path(session, f"{SHOP}pay").data["sends"] == [
        {"channel": "order.paid", "file": "src/shop.ts", "line": 5, "ends": ends}
    ]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("order.paid", f"`order.paid` is sent by {SHOP}pay (L5), and handled by {MAILER}onPaid (L5)."),
        ("user.gone", f"`user.gone` is sent by {SHOP}forget (L17), and handled in {MAILER}start (L7)."),
        ("stock.high", ""),
        ("close", ""),
        # A constant stands for its text, however it is qualified.
        (
            "EVENTS.ORDER_LOST",
            f"`EVENTS.ORDER_LOST` is `order.lost`, which is sent by {SHOP}lose (L9), {LOST}",
        ),
        (
            "Topics.StockLow",
            f"`Topics.StockLow` is `stock.low`, which is sent by {SHOP}take (L14), and handled by {MAILER}onLow (L17).",
        ),
        (
            "USER_GONE",
            f"`USER_GONE` is `user.gone`, which is sent by {SHOP}forget (L17), and handled in {MAILER}start (L7).",
        ),
        ("Topics.ORDER_PAID", ""),
        ("EVENTS.ORDER_GONE", ""),
        ("Shop.pay", ""),
    ],
)
def test_a_search_for_a_name_leads_to_both_ends(session_of: SessionOf, query: str, said: str) -> None:
    session = session_of(BUS)
    lines = search_and_rank(session, query).text.split("\n")
    assert [line for line in lines if " is sent " in line] == ([said] if said else [])


@pytest.mark.parametrize(
    ("files", "query", "value"),
    [
        (
            {
                "src/Events.php": "<?php\nnamespace App;\n\nfinal class Events\n{\n    const PAID = 'order_paid';\n}\n",
                "src/Shop.php": "<?php\nuse App\\Events;\n\nclass Shop\n{\n    public function pay()\n    {\n"
                "        do_action(Events::PAID, $this);\n    }\n}\n",
                "src/Mail.php": "<?php\nuse App\\Events;\n\nclass Mail\n{\n    public function start()\n    {\n"
                "        add_action(Events::PAID, [$this, 'onPaid']);\n    }\n    public function onPaid() {}\n}\n",
            },
            "App\\Events::PAID",
            "order_paid",
        ),
        (
            {
                "shop/Topics.java": "package shop;\n\npublic final class Topics {\n"
                '  public static final String PAID = "order-paid";\n}\n',
                "shop/Shop.java": "package shop;\n\nclass Shop {\n  void pay() {\n"
                "    kafka.send(Topics.PAID, 1);\n  }\n}\n",
                "shop/Mail.java": "package shop;\n\nclass Mail {\n  @KafkaListener(topics = Topics.PAID)\n"
                "  void onPaid(String text) {}\n}\n",
            },
            "shop.Topics.PAID",
            "order-paid",
        ),
    ],
)
def test_a_constant_is_found_by_its_whole_name(
    tmp_path: Path, files: dict[str, str], query: str, value: str
) -> None:
    session = DirectSession(write(tmp_path, files), load_settings())
    said = [line for line in search_and_rank(session, query).text.split("\n") if " is sent " in line]
    assert len(said) == 1
    assert said[0].startswith(f"`{query}` is `{value}`, which is sent by ")
    assert "onPaid" in said[0]


STACKS = {
    "electron": (
        {
            "src/main.ts": (
                "ipcMain.handle('open-cart', async (event, id) => load(id));\n"
                "function ready(window) {\n  window.webContents.send('cartOpened', 1);\n}\n"
            ),
            "src/page.ts": (
                "export async function show(id) {\n  return await ipcRenderer.invoke('open-cart', id);\n}\n"
                "function listen() {\n  ipcRenderer.on('cartOpened', (event, id) => show(id));\n}\n"
            ),
        },
        {
            "func:src/page.ts:show": [
                "L2 sends `open-cart`, which is handled in module:src/main.ts:__init__ (L1)."
            ],
            "func:src/main.ts:ready": [
                "L3 sends `cartOpened`, which is handled in func:src/page.ts:listen (L5)."
            ],
        },
        {
            "func:src/page.ts:listen": [
                "It handles `cartOpened` (src/page.ts:5), which is sent by func:src/main.ts:ready (L3)."
            ]
        },
    ),
    "tauri": (
        {
            "src-tauri/src/cart.rs": (
                "#[tauri::command]\npub async fn open_cart(id: u32) -> Cart {\n    load(id)\n}\n\n"
                "pub fn open_cart_now() {}\n"
            ),
            "src/cart.js": (
                "export const open = (id) => invoke('open_cart', { id });\n"
                "export const now = () => invoke('open_cart_now');\n"
            ),
        },
        {
            "func:src/cart.js:open": [
                "L1 sends `open_cart`, which is handled by func:src-tauri/src/cart.rs:open_cart (L2)."
            ],
            "func:src/cart.js:now": [],
        },
        {
            "func:src-tauri/src/cart.rs:open_cart": [
                (
                    "It handles `open_cart` (src-tauri/src/cart.rs:2), "
                    "which is sent by func:src/cart.js:open (L1)."
                )
            ]
        },
    ),
    "wordpress": (
        {
            "includes/class-shop.php": (
                "<?php\nclass Shop {\n    public function pay( $order ) {\n"
                "        do_action( 'shop_paid', $order );\n"
                "        return apply_filters( 'shop_total', 1 );\n    }\n}\n"
            ),
            "includes/class-mailer.php": (
                "<?php\nclass Mailer {\n    public function init() {\n"
                "        add_action( 'shop_paid', array( $this, 'send' ), 10, 1 );\n"
                "        add_filter( 'shop_total', 'shop_round' );\n    }\n"
                "    public function send( $order ) {}\n}\n"
            ),
            "includes/functions.php": "<?php\nfunction shop_round( $total ) {\n    return $total;\n}\n",
        },
        {
            "method:includes/class-shop.php:Shop.pay": [
                (
                    "L4 sends `shop_paid`, "
                    "which is handled by method:includes/class-mailer.php:Mailer.send (L4)."
                ),
                (
                    "L5 sends `shop_total`, "
                    "which is handled by func:includes/functions.php:shop_round (includes/class-mailer.php:5)."
                ),
            ]
        },
        {
            "method:includes/class-mailer.php:Mailer.send": [
                (
                    "It handles `shop_paid` (includes/class-mailer.php:4), "
                    "which is sent by method:includes/class-shop.php:Shop.pay (L4)."
                )
            ],
            "func:includes/functions.php:shop_round": [
                (
                    "It handles `shop_total` (includes/class-mailer.php:5), "
                    "which is sent by method:includes/class-shop.php:Shop.pay (L5)."
                )
            ],
        },
    ),
    "celery": (
        {
            "app/tasks.py": (
                "from celery import shared_task\n\n\n@shared_task\ndef remind(user): ...\n\n\n"
                "@shared_task(name='mail.sweep')\ndef sweep(): ...\n"
            ),
            "app/shop.py": (
                "from celery import current_app\n\n\ndef pay():\n"
                "    current_app.send_task('app.tasks.remind', args=[1])\n"
                "    current_app.send_task('other.tasks.remind')\n\n\ndef schedule():\n"
                "    return {'x': {'task': 'mail.sweep', 'schedule': 60}}\n\n\ndef hurry(app):\n"
                "    app.tasks['mail.sweep'].apply_async()\n\n\ndef restart(control):\n"
                "    control.broadcast('pool_restart', reply=True)\n"
            ),
            "app/control.py": "@control_command()\ndef pool_restart(state): ...\n\n\ndef other(pool_restart): ...\n",
        },
        {
            "func:app/shop.py:pay": [
                "L5 sends `app.tasks.remind`, which is handled by func:app/tasks.py:remind (L5)."
            ],
            "func:app/shop.py:schedule": [
                "L10 sends `mail.sweep`, which is handled by func:app/tasks.py:sweep (L8)."
            ],
            "func:app/shop.py:hurry": [
                "L14 sends `mail.sweep`, which is handled by func:app/tasks.py:sweep (L8)."
            ],
            "func:app/shop.py:restart": [
                "L18 sends `pool_restart`, which is handled by func:app/control.py:pool_restart (L2)."
            ],
        },
        {
            "func:app/tasks.py:remind": [
                "It handles `app.tasks.remind` (app/tasks.py:5), which is sent by func:app/shop.py:pay (L5)."
            ],
            "func:app/tasks.py:sweep": [
                (
                    "It handles `mail.sweep` (app/tasks.py:8), which is sent by func:app/shop.py:schedule (L10), "
                    "func:app/shop.py:hurry (L14)."
                )
            ],
            "func:app/control.py:pool_restart": [
                "It handles `pool_restart` (app/control.py:2), which is sent by func:app/shop.py:restart (L18)."
            ],
        },
    ),
    "kafka": (
        {
            "shop/Topics.java": 'package shop;\nclass Topics {\n    static final String PAID = "order-paid";\n}\n',
            "shop/Sender.java": (
                "package shop;\nclass Sender {\n    void pay(Order order) {\n"
                "        template.send(Topics.PAID, order.id(), order);\n    }\n}\n"
            ),
            "mail/Listener.java": (
                "package mail;\nclass Listener {\n"
                '    @KafkaListener(id = "mail", topics = "order-paid", groupId = "a")\n'
                "    public void onPaid(Order order) {\n    }\n}\n"
            ),
        },
        {
            "method:shop/Sender.java:Sender.pay": [
                "L4 sends `order-paid`, which is handled by method:mail/Listener.java:Listener.onPaid (L3)."
            ]
        },
        {
            "method:mail/Listener.java:Listener.onPaid": [
                (
                    "It handles `order-paid` (mail/Listener.java:3), "
                    "which is sent by method:shop/Sender.java:Sender.pay (L4)."
                )
            ]
        },
    ),
    "a constant made of another": (
        {
            "home/const.py": "DOMAIN = 'home'\nSIGNAL_MOVED = f'{DOMAIN}_moved'\n",
            "home/sensor.py": (
                "from .const import SIGNAL_MOVED\n\n\nclass Sensor:\n    def added(self):\n"
                "        async_dispatcher_connect(\n            self.hass, SIGNAL_MOVED, self._moved\n"
                "        )\n\n    def _moved(self): ...\n"
            ),
            "home/hub.py": (
                "from .const import SIGNAL_MOVED\n\n\ndef move(hass):\n"
                "    async_dispatcher_send(hass, SIGNAL_MOVED)\n"
            ),
        },
        {
            "func:home/hub.py:move": [
                "L5 sends `SIGNAL_MOVED`, which is handled by method:home/sensor.py:Sensor._moved (L7)."
            ]
        },
        {
            "method:home/sensor.py:Sensor._moved": [
                "It handles `SIGNAL_MOVED` (home/sensor.py:7), which is sent by func:home/hub.py:move (L5)."
            ]
        },
    ),
    "go": (
        {
            "shop/shop.go": 'package shop\n\nfunc Pay(nc *nats.Conn) {\n\tnc.Publish("orders.paid", nil)\n}\n',
            "mail/mail.go": (
                "package mail\n\nfunc Start(nc *nats.Conn) {\n"
                '\tnc.QueueSubscribe("orders.paid", "mail", onPaid)\n}\n\n'
                "func onPaid(m *nats.Msg) {}\n"
            ),
        },
        {
            "func:shop/shop.go:Pay": [
                "L4 sends `orders.paid`, which is handled by func:mail/mail.go:onPaid (L4)."
            ]
        },
        {
            "func:mail/mail.go:onPaid": [
                "It handles `orders.paid` (mail/mail.go:4), which is sent by func:shop/shop.go:Pay (L4)."
            ]
        },
    ),
    "rails": (
        {
            "app/shop.rb": (
                "class Shop\n  def pay\n"
                "    ActiveSupport::Notifications.instrument 'paid.shop', order: 1 do\n      1\n"
                "    end\n  end\nend\n"
            ),
            "app/log.rb": (
                "class Log\n  def self.start\n"
                "    ActiveSupport::Notifications.subscribe('paid.shop') do |event|\n"
                "      puts event\n    end\n  end\nend\n"
            ),
        },
        {
            "method:app/shop.rb:Shop.pay": [
                "L3 sends `paid.shop`, which is handled in method:app/log.rb:Log.start (L3)."
            ]
        },
        {
            "method:app/log.rb:Log.start": [
                "It handles `paid.shop` (app/log.rb:3), which is sent by method:app/shop.rb:Shop.pay (L3)."
            ]
        },
    ),
    "a constant of a library, and topics with numbers": (
        {
            "orders/src/send.ts": (
                "import { TOPICS } from '@shop/topics';\n\nexport function pay(producer) {\n"
                "  producer.emitMessage(TOPICS.PAID, {});\n"
                "  producer.send({ topic: 'orders.lost.1', messages: [] });\n}\n"
            ),
            "mail/src/mail.controller.ts": (
                "import { TOPICS } from '@shop/topics';\n\nexport class MailController {\n"
                "  @EventPattern(TOPICS.PAID)\n  onPaid() {}\n  @MessagePattern('orders.lost.1')\n  onLost() {}\n}\n"
            ),
            "other/src/mail.controller.ts": (
                "import { TOPICS } from '@other/topics';\n\nexport class OtherController {\n"
                "  @EventPattern(TOPICS.PAID)\n  onPaid() {}\n}\n"
            ),
        },
        {
            "func:orders/src/send.ts:pay": [
                (
                    "L4 sends `TOPICS.PAID`, which is handled by "
                    "method:mail/src/mail.controller.ts:MailController.onPaid (L4)."
                ),
                (
                    "L5 sends `orders.lost.1`, which is handled by "
                    "method:mail/src/mail.controller.ts:MailController.onLost (L6)."
                ),
            ]
        },
        {"method:other/src/mail.controller.ts:OtherController.onPaid": []},
    ),
    "commands of a microservice": (
        {
            "sums.controller.ts": (
                "export class Sums {\n  @MessagePattern({ cmd: 'sum' })\n  sum() {}\n"
                "  @MessagePattern({ cmd: 'mean' })\n  mean() {}\n}\n"
            ),
            "shop.ts": (
                "export class Shop {\n  total(lines) {\n"
                "    return this.client.send({ cmd: 'sum' }, lines);\n  }\n}\n"
            ),
        },
        {
            "method:shop.ts:Shop.total": [
                "L3 sends `sum`, which is handled by method:sums.controller.ts:Sums.sum (L2)."
            ]
        },
        {
            "method:sums.controller.ts:Sums.sum": [
                "It handles `sum` (sums.controller.ts:2), which is sent by method:shop.ts:Shop.total (L3)."
            ],
            "method:sums.controller.ts:Sums.mean": [],
        },
    ),
    "events named by their types": (
        {
            "events.ts": (
                "export class OrderPaid {\n  static getName() {\n    return 'order.paid';\n  }\n}\n"
                "export class OrderLost {}\n"
            ),
            "mail.ts": (
                "export class Mail {\n  @OnEvent(OrderPaid.getName())\n  paid() {}\n"
                "  @OnEvent(OrderLost.name)\n  lost() {}\n  @OnEvent(OrderSent.name)\n  sent() {}\n}\n"
            ),
            "shop.ts": (
                "export class Shop {\n  pay() {\n    this.emitter.emit(OrderPaid.getName(), new OrderPaid());\n"
                "    this.emitter.emit(OrderSent.name);\n  }\n}\n"
            ),
        },
        {
            "method:shop.ts:Shop.pay": [
                "L3 sends `OrderPaid`, which is handled by method:mail.ts:Mail.paid (L2)."
            ]
        },
        {
            "method:mail.ts:Mail.paid": [
                "It handles `OrderPaid` (mail.ts:2), which is sent by method:shop.ts:Shop.pay (L3)."
            ],
            "method:mail.ts:Mail.lost": [],
            "method:mail.ts:Mail.sent": [],
        },
    ),
    "several objects that send the same": (
        {
            "fetcher.js": (
                "export class Fetcher {\n  run() {\n    this.emitter_.emit('loadEnded', 1);\n  }\n}\n"
                "export class Printer {\n  run() {\n    this.emitter_.emit('loadEnded', 2);\n  }\n}\n"
            ),
            "app.js": (
                "function start() {\n  Fetcher.instance().on('loadEnded', fetched);\n"
                "  printer.on('loadEnded', printed);\n  ipcRenderer.on('loadEnded', printed);\n}\n"
                "function fetched() {}\nfunction printed() {}\n"
                "function tell() {\n  ipcRenderer.send('loadEnded');\n}\n"
            ),
        },
        {
            "method:fetcher.js:Fetcher.run": [
                "L3 sends `loadEnded`, which is handled by func:app.js:fetched (L2)."
            ],
            "method:fetcher.js:Printer.run": [
                "L8 sends `loadEnded`, which is handled by func:app.js:printed (L3)."
            ],
        },
        {
            "func:app.js:printed": [
                "It handles `loadEnded` (app.js:3), which is sent by method:fetcher.js:Printer.run (L8)."
            ],
            "func:app.js:fetched": [
                "It handles `loadEnded` (app.js:2), which is sent by method:fetcher.js:Fetcher.run (L3)."
            ],
        },
    ),
    "one word": (
        {
            "server.js": (
                "function serve(io) {\n  io.on('connection', (socket) => {\n"
                "    socket.on('join', join);\n    socket.on('error', join);\n  });\n}\n"
                "function join(room) {}\n"
            ),
            "client.js": (
                "function enter() {\n  socket.emit('join', 1);\n  socket.emit('error', 1);\n}\n"
                "function leave() {\n  menu.emit('join');\n}\n"
                "function tell(user) {\n  io.to(user.id).emit('join', 2);\n}\n"
            ),
        },
        {
            "func:client.js:enter": ["L2 sends `join`, which is handled by func:server.js:join (L3)."],
            "func:client.js:leave": [],
            "func:client.js:tell": ["L9 sends `join`, which is handled by func:server.js:join (L3)."],
        },
        {
            "func:server.js:join": [
                (
                    "It handles `join` (server.js:3), which is sent by func:client.js:enter (L2), "
                    "func:client.js:tell (L9)."
                )
            ]
        },
    ),
    "queues": (
        {
            "jobs.ts": (
                "export class Jobs {\n  plan() {\n    this.mailQueue.add('send-mail', { to: 1 });\n"
                "    this.names.add('send-mail');\n  }\n}\n"
            ),
            "worker.ts": "export class MailWorker {\n  @Process('send-mail')\n  async send(job: Job) {}\n}\n",
        },
        {
            "method:jobs.ts:Jobs.plan": [
                "L3 sends `send-mail`, which is handled by method:worker.ts:MailWorker.send (L2)."
            ]
        },
        {
            "method:worker.ts:MailWorker.send": [
                "It handles `send-mail` (worker.ts:2), which is sent by method:jobs.ts:Jobs.plan (L3)."
            ]
        },
    ),
    "queues that variables hold": (
        {
            "mail.service.ts": (
                "export class MailService {\n"
                "  constructor(@InjectQueue(QueueName.MAIL) private mailQueue: Queue) {}\n"
                "  async send(message: Message) {\n    await this.mailQueue.add(\n      Job.SEND,\n"
                "      message,\n    );\n"
                "  }\n  async clear() { await this.mailQueue.drain(); }\n}\n"
            ),
            "mail.processor.ts": (
                "@Processor(QueueName.MAIL)\nexport class MailProcessor extends WorkerHost {\n"
                "  async process(job: Job) {}\n  other() {}\n}\n"
            ),
            "names.ts": "export enum QueueName {\n  MAIL = 'mail-queue',\n}\nexport enum Job {\n  SEND = 'send',\n}\n",
            "plain.ts": (
                "export const cutQueue = new Queue('cut-audio');\n"
                "export function cut() { return cutQueue.add('part', {}); }\n"
            ),
            "cutter.ts": "async function cutAudio(job: Job) {}\nnew Worker('cut-audio', cutAudio);\n",
        },
        {
            "method:mail.service.ts:MailService.send": [
                "L5 sends `mail-queue`, which is handled by method:mail.processor.ts:MailProcessor.process (L1)."
            ],
            "method:mail.service.ts:MailService.clear": [],
            "func:plain.ts:cut": ["L2 sends `cut-audio`, which is handled by func:cutter.ts:cutAudio (L2)."],
        },
        {
            "method:mail.processor.ts:MailProcessor.process": [
                (
                    "It handles `mail-queue` (mail.processor.ts:1), which is sent by "
                    "method:mail.service.ts:MailService.send (L4)."
                )
            ],
            "method:mail.processor.ts:MailProcessor.other": [],
            "func:cutter.ts:cutAudio": [
                "It handles `cut-audio` (cutter.ts:2), which is sent by func:plain.ts:cut (L2)."
            ],
        },
    ),
}


@pytest.mark.parametrize("stack", STACKS)
def test_both_ends_are_known_in_many_stacks(tmp_path: Path, stack: str) -> None:
    files, sent, handled = STACKS[stack]
    session = DirectSession(write(tmp_path, files), load_settings())
    assert {entity: _said(session, entity, "downstream") for entity in sent} == sent
    assert {entity: _said(session, entity, "upstream") for entity in handled} == handled


def test_a_function_that_names_thousands_of_constants_is_answered(tmp_path: Path) -> None:
    sends = "".join(f"  bus.emit(PAID_NUMBER_{number});\n" for number in range(10_000))
    files = {"src/a.js": f"function pay() {{\n{sends}}}\n", "src/b.js": "bus.on('a.paid', pay);\n"}
    session = DirectSession(write(tmp_path, files), load_settings())
    entity = "func:src/a.js:pay"

    assert _said(session, entity, "downstream") == []


def test_a_function_is_meant_by_the_name_under_which_it_is_registered(tmp_path: Path) -> None:
    files = {
        "app/tasks.py": "@app.task(name='mail.sweep')\ndef sweep(): ...\n\n\ndef other(): 'mail.other'\n"
    }
    session = DirectSession(write(tmp_path, files), load_settings())
    lines = trace_causal_path(session, "mail.sweep", "upstream").text.split("\n")
    assert lines[0].startswith("func:app/tasks.py:sweep  ")
    assert "`mail.sweep` is the name under which it is registered." in lines
    with pytest.raises(UnknownEntity):
        trace_causal_path(session, "mail.other", "upstream")


QUEUES = {
    "shop/Orders.java": (
        "package shop;\n\nclass Orders {\n"
        '    void pay(Long id) { template.convertAndSend("mall.order.paid", id); }\n'
        '    void cancel(Long id) { template.convertAndSend("mall.order.cancel", id); }\n'
        '    void lose(Long id) { kafka.send("mall.order.lost", id); }\n}\n'
    ),
    "shop/Receiver.java": (
        'package shop;\n\n@Component\n@RabbitListener(queues = "mall.order.cancel")\nclass Receiver {\n'
        "    void init() {}\n    @RabbitHandler\n    void handle(Long id) {}\n}\n"
    ),
    "shop/Listener.java": (
        "package shop;\n\nclass Listener {\n"
        '    @RabbitListener(queues = "mall.order.paid") public void onPaid(Long id) {}\n'
        '    @KafkaListener(topics = "mall.order.lost") public void onLost(Long id) {}\n}\n'
    ),
}


@pytest.mark.parametrize(
    ("handler", "said"),
    [
        (
            "Receiver.handle",
            "It handles `mall.order.cancel` (shop/Receiver.java:4), which is sent by {}cancel (L5).",
        ),
        (
            "Receiver",
            "It handles `mall.order.cancel` (shop/Receiver.java:4), which is sent by {}cancel (L5).",
        ),
        (
            "Listener.onPaid",
            "It handles `mall.order.paid` (shop/Listener.java:4), which is sent by {}pay (L4).",
        ),
        (
            "Listener.onLost",
            "It handles `mall.order.lost` (shop/Listener.java:5), which is sent by {}lose (L6).",
        ),
    ],
)
def test_a_listener_may_be_marked_above_its_class_or_on_its_own_line(
    session_of: SessionOf, handler: str, said: str
) -> None:
    session = session_of(QUEUES)

    trace = trace_causal_path(session, handler, "upstream").text.split("\n")

    assert trace[2:] == [said.format("method:shop/Orders.java:Orders.")]


def test_who_sends_names_the_method_that_handles_it_for_its_class(session_of: SessionOf) -> None:
    session = session_of(QUEUES)

    assert _said(session, "Orders.cancel", "downstream") == [
        "L5 sends `mall.order.cancel`, which is handled by method:shop/Receiver.java:Receiver.handle (L4)."
    ]
    assert _said(session, "Receiver.init", "upstream") == []
    assert (
        "Receiver.handle" in trace_causal_path(session, "mall.order.cancel", "upstream").text.split("\n")[0]
    )


def test_the_name_of_a_channel_says_who_sends_and_who_handles(session_of: SessionOf) -> None:
    with pytest.raises(UnknownEntity) as error:
        trace_causal_path(session_of(BUS), "order.paid", "upstream")

    said = f"`order.paid` is sent by {SHOP}pay (L5), and handled by {MAILER}onPaid (L5)."
    assert str(error.value).endswith(said)
