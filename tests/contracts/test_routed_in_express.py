"""Which paths functions answer that Express, alone and beside a client's router, route, in programs that mislead."""

from __future__ import annotations

from pathlib import Path

import pytest
from routed import Program, check

EXPRESS_DEEP = Program(
    {
        "server/app.js": """\
const express = require("express");
const api = require("./routes");
const { health } = require("./health");
const PREFIX = "/api";

const app = express();
app.use(express.json());
app.get("/health", health);
app.use(PREFIX, api);
// app.use("/legacy", require("./legacy"));
app.all("*", notFound);

function notFound(req, res) {}
module.exports = app;
""",
        "server/health.js": "exports.health = function health(req, res) {};\n",
        "server/legacy.js": """\
const router = require("express").Router();
router.get("/thing", thing);
function thing(req, res) {}
module.exports = router;
""",
        "server/routes/index.js": """\
const express = require("express");
const carts = require("./carts");
const users = require("./users.routes");
const router = express.Router();

router.use("/v1/carts", carts);
router.use("/v1/users", auth, users);
router.use("/v2/carts", require("./carts2"));

function auth(req, res, next) {}
module.exports = router;
""",
        "server/routes/carts.js": """\
const { Router } = require("express");
const controller = require("../controllers/carts");
const lines = require("./lines");

const router = Router();
router.param("id", controller.load);
router.get("/", controller.list);
router
  .route("/:id")
  .get(controller.show)
  .put(controller.update)
  .delete(controller.remove);
router.use("/:id/lines", lines);
module.exports = router;
""",
        "server/routes/lines.js": """\
const router = require("express").Router({ mergeParams: true });
const lines = require("../controllers/lines");
router.post("/", lines.add);
router.delete("/:line", lines.remove);
router.get(/^\\/all-.*$/, lines.all);
module.exports = router;
""",
        "server/routes/carts2.js": """\
const router = require("express").Router();
const carts2 = require("../controllers/carts2");
router.get("/:id", carts2.show);
module.exports = router;
""",
        "server/routes/users.routes.js": """\
const router = require("express").Router();
const users = require("../controllers/users");
router.get(["/me", "/self"], users.me);
router.get("/:id(\\\\d+)", users.show);
router.post("/", users.validate, users.create);
module.exports = router;
""",
        "server/controllers/carts.js": """\
exports.load = (req, res, next, id) => {};
exports.list = (req, res) => {};
exports.show = (req, res) => {};
exports.update = (req, res) => {};
exports.remove = (req, res) => {};
""",
        "server/controllers/carts2.js": "exports.show = (req, res) => {};\n",
        "server/controllers/lines.js": """\
exports.add = (req, res) => {};
exports.remove = (req, res) => {};
exports.all = (req, res) => {};
""",
        "server/controllers/users.js": """\
exports.me = (req, res) => {};
exports.show = (req, res) => {};
exports.validate = (req, res, next) => {};
exports.create = (req, res) => {};
""",
        "client/src/router.jsx": """\
import { Route, Routes } from "react-router-dom";
import { CartPage } from "./CartPage";
export const App = () => (
  <Routes>
    <Route path="/v1/carts/:id" element={<CartPage />} />
    <Route path="/health" element={<CartPage />} />
  </Routes>
);
""",
        "client/src/CartPage.jsx": """\
export function CartPage() {
  fetch("/api/v1/carts/3");
  return null;
}
""",
    },
    {
        "func:server/health.js:health": {"GET /health"},
        "func:server/legacy.js:thing": {"GET …/thing"},
        "func:server/controllers/carts.js:load": set(),
        "func:server/controllers/carts.js:list": {"GET /api/v1/carts"},
        "func:server/controllers/carts.js:show": {"GET /api/v1/carts/:id"},
        "func:server/controllers/carts.js:update": {"PUT /api/v1/carts/:id"},
        "func:server/controllers/carts.js:remove": {"DELETE /api/v1/carts/:id"},
        "func:server/controllers/carts2.js:show": {"GET /api/v2/carts/:id"},
        "func:server/controllers/lines.js:add": {"POST /api/v1/carts/:id/lines"},
        "func:server/controllers/lines.js:remove": {"DELETE /api/v1/carts/:id/lines/:line"},
        "func:server/controllers/users.js:me": {"GET /api/v1/users/me", "GET /api/v1/users/self"},
        "func:server/controllers/users.js:show": {"GET /api/v1/users/:id(\\\\d+)"},
        "func:server/controllers/users.js:validate": set(),
        "func:server/controllers/users.js:create": {"POST /api/v1/users"},
    },
    {
        "GET /api/v1/carts": {"func:server/controllers/carts.js:list"},
        "GET /api/v1/carts/3": {"func:server/controllers/carts.js:show"},
        "PUT /api/v1/carts/:id": {"func:server/controllers/carts.js:update"},
        "GET /api/v2/carts/3": {"func:server/controllers/carts2.js:show"},
        "POST /api/v1/carts/3/lines": {"func:server/controllers/lines.js:add"},
        "DELETE /api/v1/carts/3/lines/9": {"func:server/controllers/lines.js:remove"},
        "GET /api/v1/users/me": {"func:server/controllers/users.js:me"},
        "POST /api/v1/users": {"func:server/controllers/users.js:create"},
        "GET /api/v1/users/7": {"func:server/controllers/users.js:show"},
        "GET /health": {"func:server/health.js:health"},
    },
)

EXPRESS_TS = Program(
    {
        "src/index.ts": """\
import express, { type Express } from 'express';
import { registerRoutes } from './register';
import orderRouter from './orders/router';
import { config } from './config';

const app: Express = express();
registerRoutes(app);
app.use(`${config.base}/orders`, orderRouter);
const admin = express.Router();
admin.get('/stats', stats);
app.use('/admin', admin);
export function stats() {}
app.listen(3000);
""",
        "src/config.ts": "export const config = { base: '/shop' };\n",
        "src/register.ts": """\
import type { Application } from 'express';
import { PingController } from './ping.controller';

export function registerRoutes(app: Application): void {
  const ping = new PingController();
  app.get('/ping', ping.ping);
  app.post('/ping/:n', ping.many.bind(ping));
  app.get('/inline', (req, res) => res.json(compute()));
}

export function compute() {}
""",
        "src/ping.controller.ts": """\
export class PingController {
  ping = async () => {};
  async many() {}
}
""",
        "src/orders/router.ts": """\
import { Router } from 'express';
import { getOrder, listOrders } from './handlers';
import { wrap } from '../wrap';
const router = Router();
router.get('/', wrap(listOrders));
router.get('/:id', wrap(async (req, res) => getOrder(req, res)));
router.patch('/:id', wrap(getOrder));
export default router;
""",
        "src/orders/handlers.ts": """\
export async function getOrder(req: any, res: any) {}
export async function listOrders() {}
""",
        "src/wrap.ts": """\
export const wrap = (fn: any) => (req: any, res: any) => fn(req, res);
""",
    },
    {
        "func:src/index.ts:stats": {"GET /admin/stats"},
        "method:src/ping.controller.ts:PingController.ping": {"GET /ping"},
        "method:src/ping.controller.ts:PingController.many": {"POST /ping/:n"},
        "func:src/register.ts:compute": set(),
        "func:src/orders/handlers.ts:listOrders": {"GET …/orders"},
        "func:src/orders/handlers.ts:getOrder": {"PATCH …/orders/:id"},
    },
    {
        "GET /admin/stats": {"func:src/index.ts:stats"},
        "GET /ping": {"method:src/ping.controller.ts:PingController.ping"},
        "POST /ping/4": {"method:src/ping.controller.ts:PingController.many"},
        "GET /shop/orders": {"func:src/orders/handlers.ts:listOrders"},
        "PATCH /shop/orders/4": {"func:src/orders/handlers.ts:getOrder"},
        "GET /inline": set(),
    },
)

CLIENT_VUE = Program(
    {
        "src/router/index.ts": """\
import { createRouter } from 'vue-router';
import CartPage from '../pages/CartPage';
import { fetchCart } from '../api/carts';
export const router = createRouter({
  routes: [
    { path: '/carts/:id', component: CartPage, beforeEnter: fetchCart },
    { path: '/users', component: () => import('../pages/Users') },
  ],
});
""",
        "src/pages/CartPage.ts": "export default class CartPage { get() {} }\n",
        "src/api/carts.ts": """\
import http from './http';
export function fetchCart(id: string) { return http.get(`/carts/${id}`); }
export function saveCart(cart: any) { return http.put('/carts/' + cart.id, cart); }
""",
        "src/api/http.ts": """\
import axios from 'axios';
export default axios.create({ baseURL: '/api' });
""",
        "server/index.js": """\
const express = require('express');
const c = require('./controller');
const app = express();
const api = express.Router();
api.get('/carts/:id', c.show);
api.put('/carts/:id', c.save);
app.use('/api', api);
""",
        "server/controller.js": """\
exports.show = (req, res) => {};
exports.save = (req, res) => {};
""",
    },
    {
        "func:src/api/carts.ts:fetchCart": set(),
        "func:server/controller.js:show": {"GET /api/carts/:id"},
        "func:server/controller.js:save": {"PUT /api/carts/:id"},
    },
    {
        "GET /api/carts/3": {"func:server/controller.js:show"},
        "PUT /api/carts/3": {"func:server/controller.js:save"},
    },
)


@pytest.mark.parametrize(
    "program", [EXPRESS_DEEP, EXPRESS_TS, CLIENT_VUE], ids=lambda program: next(iter(program.files))
)
def test_functions_answer_the_paths_that_the_framework_makes_of_the_sources(
    tmp_path: Path, program: Program
) -> None:
    check(tmp_path, program)
