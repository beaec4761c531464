"""Which paths functions answer that Actix and axum route, in programs that mislead."""

from __future__ import annotations

from pathlib import Path

import pytest
from routed import Program, check

ACTIX_SVC = Program(
    {
        "Cargo.toml": """\
[package]
name = "shop"
""",
        "src/main.rs": """\
mod handlers;
use actix_web::{web, App, HttpServer};

async fn run() {
    HttpServer::new(|| {
        App::new()
            .route("/ping", web::get().to(handlers::ping))
            .service(handlers::index)
            .service(
                web::scope("/api")
                    .service(web::scope("/v1").configure(handlers::config))
                    .service(handlers::show)
                    .service(web::resource("/carts").route(web::post().to(handlers::add))),
            )
    });
}
""",
        "src/handlers.rs": """\
use actix_web::{delete, get, web};

pub fn config(cfg: &mut web::ServiceConfig) {
    cfg.service(drop_cart);
    cfg.route("/carts/{id}/lines", web::get().to(lines));
}

pub async fn ping() -> String { String::new() }

#[get("/")]
pub async fn index() -> String { String::new() }

#[get("/carts/{id}")]
pub async fn show() -> String { String::new() }

#[delete("/carts/{id}")]
pub async fn drop_cart() -> String { String::new() }

pub async fn lines() -> String { String::new() }

pub async fn add() -> String { String::new() }
""",
    },
    {
        "func:src/handlers.rs:ping": {"GET /ping"},
        "func:src/handlers.rs:index": {"GET /"},
        "func:src/handlers.rs:show": {"GET /api/carts/{id}"},
        "func:src/handlers.rs:drop_cart": {"DELETE /api/v1/carts/{id}"},
        "func:src/handlers.rs:lines": {"GET /api/v1/carts/{id}/lines"},
        "func:src/handlers.rs:add": {"POST /api/carts"},
    },
    {
        "GET /ping": {"func:src/handlers.rs:ping"},
        "GET /api/carts/3": {"func:src/handlers.rs:show"},
        "DELETE /api/v1/carts/3": {"func:src/handlers.rs:drop_cart"},
        "GET /api/v1/carts/3/lines": {"func:src/handlers.rs:lines"},
        "POST /api/carts": {"func:src/handlers.rs:add"},
    },
)

AXUM_ROUTER = Program(
    {
        "Cargo.toml": """\
[package]
name = "shop"
""",
        "src/main.rs": """\
mod users;
use axum::{routing::{delete, get, post}, Router};

pub fn app() -> Router {
    let api = Router::new()
        .route("/carts", get(list).post(add))
        .route("/carts/:id", delete(drop_cart))
        .nest("/users", users::router());
    Router::new()
        .route("/", get(root))
        .nest("/api", api)
        .merge(extra())
}

fn extra() -> Router {
    Router::new().route("/extra/{*rest}", get(rest))
}

async fn root() {}
async fn list() {}
async fn add() {}
async fn drop_cart() {}
async fn rest() {}
""",
        "src/users.rs": """\
use axum::{routing::get, Router};

pub fn router() -> Router {
    Router::new()
        .route("/{id}", get(show).put(update))
}

async fn show() {}
async fn update() {}
""",
    },
    {
        "func:src/main.rs:root": {"GET /"},
        "func:src/main.rs:list": {"GET /api/carts"},
        "func:src/main.rs:add": {"POST /api/carts"},
        "func:src/main.rs:drop_cart": {"DELETE /api/carts/:id"},
        "func:src/main.rs:rest": {"GET /extra/{*rest}"},
        "func:src/users.rs:show": {"GET /api/users/{id}"},
        "func:src/users.rs:update": {"PUT /api/users/{id}"},
    },
    {
        "GET /api/carts": {"func:src/main.rs:list"},
        "POST /api/carts": {"func:src/main.rs:add"},
        "DELETE /api/carts/3": {"func:src/main.rs:drop_cart"},
        "GET /api/users/3": {"func:src/users.rs:show"},
        "PUT /api/users/3": {"func:src/users.rs:update"},
    },
)

UTOIPA = Program(
    {
        "src/carts.rs": """\
use utoipa_axum::{router::OpenApiRouter, routes};

pub fn router() -> OpenApiRouter {
    OpenApiRouter::new().routes(routes!(show)).routes(routes!(add))
}

/// One cart.
#[utoipa::path(
    get,
    path = "/carts/{id}",
    responses(
        (status = 200, body = Cart, content_type = "application/json", example = json!({"at": "/baskets/3"})),
        (status = 404, body = Error, example = json!({"link": "https://docs.shop.test/errors/missing"})),
    ),
)]
async fn show() {}

#[utoipa::path(post, path = "/carts", tag = "carts/all", params(("from" = String, Path, example = "/old")))]
async fn add() {}

#[describes::path(summary = "All", responses((status = 200, content_type = "application/json")))]
async fn list() {}
""",
    },
    {
        "func:src/carts.rs:show": {"GET /carts/{id}"},
        "func:src/carts.rs:add": {"POST /carts"},
        "func:src/carts.rs:list": set(),
    },
    {
        "GET /carts/3": {"func:src/carts.rs:show"},
        "POST /carts": {"func:src/carts.rs:add"},
        "GET /application/json": set(),
        "GET /errors/missing": set(),
        "GET /baskets/3": set(),
        "POST /old": set(),
    },
)

MAPPED = Program(
    {
        "Cargo.toml": '[package]\nname = "shop"\n',
        "src/main.rs": """\
mod carts;
mod till;

#[routes::routes(
    tag = "/shop",
    routes(
        "/health" => get(health),
        "/carts" => sub(carts::CartsApi),
        "/till" => [get(till::shown), post(till::paid)]
    ),
)]
struct Api;

async fn health() {}
""",
        "src/carts.rs": """\
mod lines;

#[routes::routes(
    routes(
        "/{id}" => [get(show), delete(remove)],
        "" => [get(list), post(create)],
        "/{id}/lines" => sub(lines::LinesApi),
    ),
)]
pub struct CartsApi;

async fn list() {}
async fn create() {}
async fn show() {}
async fn remove() {}
""",
        "src/carts/lines.rs": """\
#[routes::routes(routes("" => put(change)))]
pub struct LinesApi;
async fn change() {}
""",
        "src/till.rs": "pub async fn shown() {}\npub async fn paid() {}\n",
    },
    {
        "func:src/main.rs:health": {"GET /health"},
        "func:src/carts.rs:list": {"GET /carts"},
        "func:src/carts.rs:create": {"POST /carts"},
        "func:src/carts.rs:show": {"GET /carts/{id}"},
        "func:src/carts/lines.rs:change": {"PUT /carts/{id}/lines"},
        "func:src/till.rs:paid": {"POST /till"},
    },
    {
        "GET /health": {"func:src/main.rs:health"},
        "POST /carts": {"func:src/carts.rs:create"},
        "DELETE /carts/42": {"func:src/carts.rs:remove"},
        "PUT /carts/42/lines": {"func:src/carts/lines.rs:change"},
        "GET /till": {"func:src/till.rs:shown"},
        "PUT /till": set(),
        "GET /lines": set(),
    },
)

ROCKET = Program(
    {
        "Cargo.toml": """\
[package]
name = "shop"
""",
        "src/main.rs": """\
mod api;
mod pages;

fn launch(base: &str) {
    rocket::build()
        .mount("/", routes![ping, pages::about])
        .mount("/pages", pages::routes())
        .mount([base, "/api"].concat(), api::api_routes());
}

#[get("/ping")]
fn ping() -> &'static str { "" }
""",
        "src/pages.rs": """\
pub fn routes() -> Vec<Route> {
    let mut routes = routes![front, about];
    if is_admin() {
        routes.append(&mut routes![
            hidden, // not among the routes of all
        ]);
    }
    routes
}

#[get("/front?<page>")] // the first of the routes
fn front(page: u8) -> String { String::new() }

#[get("/about")]
fn about() -> String { String::new() }

#[get("/hidden/<name>?kind=a&<more..>")]
fn hidden(name: &str, more: More) -> String { String::new() }

#[get("/unlisted")]
fn unlisted() -> String { String::new() }
""",
        "src/api/mod.rs": """\
mod all;
mod carts;

pub use all::routes as api_routes;
""",
        "src/api/all.rs": """\
use super::carts;

pub fn routes() -> Vec<Route> {
    let mut own_routes = routes![all];

    let mut routes = Vec::new();
    routes.append(&mut carts::routes());
    routes.append(&mut own_routes);
    routes
}

#[get("/all?<filter..>")]
fn all(filter: Filter) -> String { String::new() }
""",
        "src/api/carts.rs": """\
pub fn routes() -> Vec<Route> {
    routes![show, drop_carts]
}

#[get("/carts/<id>/lines")]
fn show(id: u8) -> String { String::new() }

#[put("/carts/lines", data = "<data>")]
fn drop_carts(data: Json<Ids>) -> String { String::new() }
""",
    },
    {
        "func:src/main.rs:ping": {"GET /ping"},
        "func:src/pages.rs:front": {"GET /pages/front"},
        "func:src/pages.rs:about": {"GET /about", "GET /pages/about"},
        "func:src/pages.rs:hidden": {"GET /pages/hidden/<name>"},
        "func:src/pages.rs:unlisted": {"GET /unlisted"},
        "func:src/api/all.rs:all": {"GET …/api/all"},
        "func:src/api/carts.rs:show": {"GET …/api/carts/<id>/lines"},
        "func:src/api/carts.rs:drop_carts": {"PUT …/api/carts/lines"},
    },
    {
        "GET /ping": {"func:src/main.rs:ping"},
        "GET /pages/front": {"func:src/pages.rs:front"},
        "GET /about": {"func:src/pages.rs:about"},
        "GET /pages/hidden/4": {"func:src/pages.rs:hidden"},
        "GET /api/all": {"func:src/api/all.rs:all"},
        "GET /api/carts/3/lines": {"func:src/api/carts.rs:show"},
        "PUT /api/carts/lines": {"func:src/api/carts.rs:drop_carts"},
        "PUT /api/carts/3/lines": set(),
    },
)


@pytest.mark.parametrize(
    "program",
    [ACTIX_SVC, AXUM_ROUTER, UTOIPA, MAPPED, ROCKET],
    ids=["actix", "axum", "utoipa", "mapped", "rocket"],
)
def test_functions_answer_the_paths_that_the_framework_makes_of_the_sources(
    tmp_path: Path, program: Program
) -> None:
    check(tmp_path, program)
