"""Which paths functions answer that Fastify, NestJS, Koa, Hono and Next.js route, in programs that mislead."""

from __future__ import annotations

from pathlib import Path

import pytest
from routed import Program, check

FASTIFY_PLUGINS = Program(
    {
        "src/server.js": """\
import Fastify from "fastify";
import carts from "./carts.js";
import users from "./users.js";
const fastify = Fastify();
fastify.register(carts, { prefix: "/v1/carts" });
fastify.register(users, { prefix: "/v1" });
fastify.register(async (instance) => {
  instance.get("/inner", inner);
}, { prefix: "/outer" });
fastify.get("/status", { schema: {} }, status);
export async function inner() {}
export async function status() {}
""",
        "src/carts.js": """\
import { show, add } from "./handlers.js";
export default async function (fastify, opts) {
  fastify.get("/:id", show);
  fastify.route({
    method: "POST",
    url: "/",
    preHandler: check,
    handler: add,
  });
}
async function check() {}
""",
        "src/users.js": """\
import { user } from "./handlers.js";
export default async function users(app) {
  app.get("/users/:id", { handler: user });
}
""",
        "src/handlers.js": """\
export async function show() {}
export async function add() {}
export async function user() {}
""",
    },
    {
        "func:src/handlers.js:show": {"GET /v1/carts/:id"},
        "func:src/handlers.js:add": {"POST /v1/carts"},
        "func:src/server.js:inner": {"GET /outer/inner"},
        "func:src/server.js:status": {"GET /status"},
        "func:src/carts.js:check": set(),
    },
    {
        "GET /v1/carts/3": {"func:src/handlers.js:show"},
        "POST /v1/carts": {"func:src/handlers.js:add"},
        "GET /outer/inner": {"func:src/server.js:inner"},
        "GET /status": {"func:src/server.js:status"},
    },
)

NEST_CTRL = Program(
    {
        "src/main.ts": """\
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module';
async function bootstrap() {
  const app = await NestFactory.create(AppModule);
  app.setGlobalPrefix('api');
  await app.listen(3000);
}
bootstrap();
""",
        "src/app.module.ts": """\
import { Module } from '@nestjs/common';
import { CartsController } from './carts.controller';
@Module({ controllers: [CartsController] })
export class AppModule {}
""",
        "src/carts.controller.ts": """\
import { Controller, Delete, Get, Param, Post, Patch, Query, UseGuards } from '@nestjs/common';
@Controller('carts')
export class CartsController {
  constructor(private readonly service: CartsService) {}

  @Get()
  findAll(@Query('get') get: string) {}

  @Get(':id')
  @UseGuards(Guard)
  findOne(@Param('id') id: string) {}

  @Patch(':id/lines/:line')
  async patch(@Param('id') id: string) {}

  @Post(['add', 'insert'])
  add() {}

  remove() {}
}

@Controller({ path: 'users', version: '1' })
export class UsersController {
  @Get('me')
  me() {}
}

@Controller()
export class RootController {
  @Get('health')
  health() {}
}
""",
    },
    {
        "method:src/carts.controller.ts:CartsController.findAll": {"GET /api/carts"},
        "method:src/carts.controller.ts:CartsController.findOne": {"GET /api/carts/:id"},
        "method:src/carts.controller.ts:CartsController.patch": {"PATCH /api/carts/:id/lines/:line"},
        "method:src/carts.controller.ts:CartsController.add": {"POST /api/carts/add"},
        "method:src/carts.controller.ts:CartsController.remove": set(),
        "method:src/carts.controller.ts:UsersController.me": {"GET …/users/me"},
        "method:src/carts.controller.ts:RootController.health": {"GET /api/health"},
    },
    {
        "GET /api/carts": {"method:src/carts.controller.ts:CartsController.findAll"},
        "GET /api/carts/3": {"method:src/carts.controller.ts:CartsController.findOne"},
        "PATCH /api/carts/3/lines/4": {"method:src/carts.controller.ts:CartsController.patch"},
        "GET /api/health": {"method:src/carts.controller.ts:RootController.health"},
        "GET /api/v1/users/me": {"method:src/carts.controller.ts:UsersController.me"},
    },
)

KOA_ROUTER = Program(
    {
        "app.js": """\
const Koa = require('koa');
const Router = require('@koa/router');
const items = require('./items');
const app = new Koa();
const router = new Router({ prefix: '/api' });
router.use('/items', items.routes(), items.allowedMethods());
router.get('/status', status);
app.use(router.routes());
async function status(ctx) {}
""",
        "items.js": """\
const Router = require('@koa/router');
const handlers = require('./handlers');
const router = new Router();
router.get('/', handlers.list);
router.get('item', '/:id', handlers.get);
router.del('/:id', handlers.remove);
module.exports = router;
""",
        "handlers.js": """\
exports.list = async (ctx) => {};
exports.get = async (ctx) => {};
exports.remove = async (ctx) => {};
""",
    },
    {
        "func:app.js:status": {"GET /api/status"},
        "func:handlers.js:list": {"GET /api/items"},
        "func:handlers.js:get": {"GET /api/items/:id"},
    },
    {
        "GET /api/items": {"func:handlers.js:list"},
        "GET /api/items/3": {"func:handlers.js:get"},
        "GET /api/status": {"func:app.js:status"},
    },
)

HONO_APP = Program(
    {
        "src/index.ts": """\
import { Hono } from 'hono';
import books from './books';
import { authors } from './authors';
const app = new Hono().basePath('/api');
app.route('/books', books);
app.route('/', authors);
app.get('/ping', ping);
export function ping(c: any) {}
export default app;
""",
        "src/books.ts": """\
import { Hono } from 'hono';
import { listBooks, getBook } from './handlers';
const app = new Hono();
app.get('/', listBooks);
app.get('/:id', getBook);
export default app;
""",
        "src/authors.ts": """\
import { Hono } from 'hono';
import { getAuthor, putAuthor } from './handlers';
export const authors = new Hono()
  .get('/authors/:id', getAuthor)
  .put('/authors/:id', putAuthor);
""",
        "src/handlers.ts": """\
export const listBooks = (c: any) => {};
export const getBook = (c: any) => {};
export const getAuthor = (c: any) => {};
export const putAuthor = (c: any) => {};
""",
    },
    {
        "func:src/index.ts:ping": {"GET /api/ping"},
        "func:src/handlers.ts:listBooks": {"GET /api/books"},
        "func:src/handlers.ts:getBook": {"GET /api/books/:id"},
        "func:src/handlers.ts:getAuthor": {"GET /api/authors/:id"},
        "func:src/handlers.ts:putAuthor": {"PUT /api/authors/:id"},
    },
    {
        "GET /api/books": {"func:src/handlers.ts:listBooks"},
        "GET /api/books/3": {"func:src/handlers.ts:getBook"},
        "GET /api/authors/3": {"func:src/handlers.ts:getAuthor"},
        "PUT /api/authors/3": {"func:src/handlers.ts:putAuthor"},
        "GET /api/ping": {"func:src/index.ts:ping"},
    },
)

SHOWN_WHEN_WANTED = Program(
    {
        "src/app.routes.ts": """\
import { Shell } from './shell';
export const routes: Routes = [
  {
    path: 'settings',
    loadComponent: () => import('./settings'),
    canActivate: [() => inject(User).isKnown],
  },
  {
    path: 'carts',
    children: [
      {
        path: ':id',
        loadComponent: () => import('./cart').then(it => it.CartPage),
      },
    ],
  },
  {
    path: 'shop',
    loadChildren: () => import('./shop.routes'),
  },
];
""",
        "src/shop.routes.ts": """\
import { Shop } from './shop';
const routes: Routes = [
  {
    path: ':name',
    component: Shop,
    children: [
      {
        path: 'wares',
        component: () => import('./wares'),
      },
    ],
  },
];
export default routes;
""",
        "src/settings.ts": "export default class Settings {}\n",
        "src/cart.ts": "export class CartPage {}\n",
        "src/shop.ts": "export class Shop {}\n",
        "src/wares.ts": "export default class Wares {}\n",
    },
    {
        "class:src/settings.ts:Settings": {"/settings"},
        "class:src/cart.ts:CartPage": {"/carts/:id"},
        "class:src/shop.ts:Shop": {"/shop/:name"},
        "class:src/wares.ts:Wares": {"/shop/:name/wares"},
    },
    {
        "/settings": {"class:src/settings.ts:Settings"},
        "/carts/5": {"class:src/cart.ts:CartPage"},
        "/shop/mine/wares": {"class:src/wares.ts:Wares"},
    },
)

NEXT_FILES = Program(
    {
        "app/api/users/[id]/route.ts": """\
import { load } from "@/lib/app/users";
export async function GET(req: Request) { return load(); }
export const DELETE = async () => {};
async function helper() {}
""",
        "app/api/[...path]/route.ts": "export async function GET() {}\n",
        "app/api/users/(group)/me/route.ts": "export async function GET() {}\n",
        "app/@modal/photo/[id]/page.tsx": "export default function Photo() { return null; }\n",
        "pages/api/hello.ts": "export default function handler(req, res) {}\n",
        "pages/api/things/[...slug].ts": "export default async function things(req, res) {}\n",
        "lib/app/users.ts": """\
export function load() {}
export function GET() {}
""",
        "src/components/routes/GET.ts": "export function GET() {}\n",
    },
    {
        "func:app/api/users/[id]/route.ts:GET": {"GET /api/users/[id]"},
        "func:app/api/users/[id]/route.ts:DELETE": {"DELETE /api/users/[id]"},
        "func:app/api/users/[id]/route.ts:helper": set(),
        "func:app/api/users/(group)/me/route.ts:GET": {"GET /api/users/me"},
        "func:app/api/[...path]/route.ts:GET": {"GET /api/[...path]"},
        "func:lib/app/users.ts:GET": set(),
        "func:lib/app/users.ts:load": set(),
        "func:src/components/routes/GET.ts:GET": set(),
    },
    {
        "GET /api/users/3": {"func:app/api/users/[id]/route.ts:GET"},
        "DELETE /api/users/3": {"func:app/api/users/[id]/route.ts:DELETE"},
        "GET /api/users/me": {"func:app/api/users/(group)/me/route.ts:GET"},
        "GET /api/hello": {"module:pages/api/hello.ts:__init__"},
    },
)


@pytest.mark.parametrize(
    "program",
    [FASTIFY_PLUGINS, NEST_CTRL, KOA_ROUTER, HONO_APP, NEXT_FILES, SHOWN_WHEN_WANTED],
    ids=lambda program: next(iter(program.files)),
)
def test_functions_answer_the_paths_that_the_framework_makes_of_the_sources(
    tmp_path: Path, program: Program
) -> None:
    check(tmp_path, program)


def test_what_may_be_left_out_at_the_end_of_a_path_is_no_part_of_it_then(tmp_path: Path) -> None:
    check(
        tmp_path,
        Program(
            {
                "app.js": "const app = require('express')();\nfunction show(req, res) {}\n"
                "app.get('/shop/carts/:id?', show);\n",
                "routes/web.php": "<?php\nRoute::get('/php/carts/{id?}', [CartController::class, 'show']);\n",
                "app/CartController.php": "<?php\nclass CartController { public function show($id = null) {} }\n",
            },
            {"func:app.js:show": {"GET /shop/carts/:id", "GET /shop/carts"}},
            {
                "GET /shop/carts": {"func:app.js:show"},
                "GET /shop/carts/3": {"func:app.js:show"},
                "GET /php/carts": {"method:app/CartController.php:CartController.show"},
            },
        ),
    )


NEST_MAIN = (
    "async function start() {{\n  app.setGlobalPrefix('api');\n  app.enableVersioning({0});\n}}\nstart();\n"
)
NEST_VERSIONS = (
    "@Controller({ path: 'users', version: '2' })\nexport class Users {\n  @Get('me') own() {}\n}\n"
    "@Controller('carts')\nexport class Carts {\n  @Get(':id') show() {}\n}\n"
    "@Controller({ path: 'old', version: ['1', '2'] })\nexport class Old {\n  @Get() all() {}\n}\n"
)


@pytest.mark.parametrize(
    ("options", "me", "show"),
    [
        ("{\n    type: VersioningType.URI,\n  }", "GET /api/v2/users/me", "GET /api/carts/:id"),
        (
            "{ type: VersioningType.URI, defaultVersion: '1' }",
            "GET /api/v2/users/me",
            "GET /api/v1/carts/:id",
        ),
        ("{ type: VersioningType.URI, prefix: false }", "GET /api/2/users/me", "GET /api/carts/:id"),
        ("{ type: VersioningType.HEADER, header: 'X' }", "GET …/users/me", "GET /api/carts/:id"),
    ],
)
def test_the_version_of_a_controller_stands_before_its_path(
    tmp_path: Path, options: str, me: str, show: str
) -> None:
    users, carts, old = (
        f"method:src/users.controller.ts:{name}" for name in ("Users.own", "Carts.show", "Old.all")
    )
    files = {"src/main.ts": NEST_MAIN.format(options), "src/users.controller.ts": NEST_VERSIONS}
    asked = {} if "…" in me else {me: {users}, show.replace(":id", "3"): {carts}}
    check(tmp_path, Program(files, {users: {me}, carts: {show}, old: {"GET …/old"}}, asked))


def test_the_version_of_a_method_is_that_of_its_path(tmp_path: Path) -> None:
    controller = (
        "@Controller({ path: 'carts', version: '1' })\nexport class Carts {\n"
        "  @Get()\n  @Version('2')\n  all() {}\n  @Version(VERSION_NEUTRAL)\n  @Get('ping') ping() {}\n"
        "  @Get('own') own() {}\n}\n"
    )
    files = {"src/main.ts": NEST_MAIN.format("{ type: VersioningType.URI }"), "src/carts.ts": controller}
    said = {"all": "GET /api/v2/carts", "ping": "GET /api/carts/ping", "own": "GET /api/v1/carts/own"}
    paths = {f"method:src/carts.ts:Carts.{name}": {path} for name, path in said.items()}
    check(tmp_path, Program(files, paths, {path: {one} for one, (path,) in paths.items()}))
