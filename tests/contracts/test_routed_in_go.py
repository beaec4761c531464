"""Which paths functions answer that Gin, chi, Echo and the standard library of Go route, in programs that mislead."""

from __future__ import annotations

from pathlib import Path

import pytest
from routed import Program, check

GIN_GROUPS = Program(
    {
        "go.mod": """\
module shop

go 1.22
""",
        "main.go": """\
package main

import (
	"github.com/gin-gonic/gin"
	"shop/api"
)

const base = "/api"

func main() {
	r := gin.Default()
	r.GET("/ping", ping)
	v1 := r.Group(base + "/v1")
	{
		carts := v1.Group("/carts")
		carts.GET("", api.List)
		carts.GET("/:id", api.Auth(), api.Show)
		// carts.DELETE("/:id", api.Drop)
	}
	v2 := r.Group("/api/v2")
	v2.Use(api.Auth())
	v2.GET("/carts/:id", api.ShowNew)
	api.Register(r.Group("/admin"))
	r.Any("/any/*rest", api.Any)
	r.Handle("PATCH", "/carts/:id", api.Patch)
}

func ping(c *gin.Context) {}
""",
        "api/api.go": """\
package api

import "github.com/gin-gonic/gin"

type UserHandler struct{}

func Register(g *gin.RouterGroup) {
	h := &UserHandler{}
	users := g.Group("/users")
	users.GET("/:id", h.Get)
	users.POST("", h.Create)
	g.GET("/stats", Stats)
}

func (h *UserHandler) Get(c *gin.Context)    {}
func (h *UserHandler) Create(c *gin.Context) {}
func Stats(c *gin.Context)                   {}
func List(c *gin.Context)                    {}
func Show(c *gin.Context)                    {}
func ShowNew(c *gin.Context)                 {}
func Drop(c *gin.Context)                    {}
func Any(c *gin.Context)                     {}
func Patch(c *gin.Context)                   {}
func Auth() gin.HandlerFunc                  { return nil }
""",
    },
    {
        "func:main.go:ping": {"GET /ping"},
        "func:api/api.go:List": {"GET /api/v1/carts"},
        "func:api/api.go:Show": {"GET /api/v1/carts/:id"},
        "func:api/api.go:Drop": set(),
        "func:api/api.go:Auth": set(),
        "func:api/api.go:ShowNew": {"GET /api/v2/carts/:id"},
        "method:api/api.go:UserHandler.Get": {"GET /admin/users/:id"},
        "method:api/api.go:UserHandler.Create": {"POST /admin/users"},
        "func:api/api.go:Stats": {"GET /admin/stats"},
        "func:api/api.go:Any": {"/any/*rest"},
        "func:api/api.go:Patch": {"PATCH /carts/:id"},
    },
    {
        "GET /ping": {"func:main.go:ping"},
        "GET /api/v1/carts/3": {"func:api/api.go:Show"},
        "GET /api/v2/carts/3": {"func:api/api.go:ShowNew"},
        "GET /admin/users/3": {"method:api/api.go:UserHandler.Get"},
        "POST /admin/users": {"method:api/api.go:UserHandler.Create"},
        "GET /admin/stats": {"func:api/api.go:Stats"},
        "PATCH /carts/3": {"func:api/api.go:Patch"},
    },
)

GIN_CHAINS = Program(
    {
        "go.mod": "module shop\n\ngo 1.22\n",
        "main.go": """\
package main

import "github.com/gin-gonic/gin"

func main() {
	g := gin.Default()
	g.Group("/user").Use(guard()).POST("", create)
	g.Group("/user").GET("/:id", show)
	g.Group("/").Use(guard()).PUT("/message", push)
	g.Match([]string{"GET", "HEAD"}, "/health", health)
}

func guard() gin.HandlerFunc { return nil }
func create(c *gin.Context)  {}
func show(c *gin.Context)    {}
func push(c *gin.Context)    {}
func health(c *gin.Context)  {}
""",
    },
    {
        "func:main.go:create": {"POST /user"},
        "func:main.go:show": {"GET /user/:id"},
        "func:main.go:push": {"PUT /message"},
        "func:main.go:health": {"GET /health", "HEAD /health"},
    },
    {
        "POST /user": {"func:main.go:create"},
        "GET /user/3": {"func:main.go:show"},
        "PUT /message": {"func:main.go:push"},
        "HEAD /health": {"func:main.go:health"},
        "DELETE /health": set(),
    },
)

CHI_HOLDING_ITSELF = Program(
    {
        "go.mod": "module shop\n\ngo 1.22\n",
        "server.go": """\
package shop

import (
	"net/http"

	"github.com/go-chi/chi/v5"
)

type Router struct{ http.Handler }

func New() *Router {
	r := &Router{}
	r.Handler = r.routes()
	return r
}

func (api *Router) routes() http.Handler {
	r := chi.NewRouter()
	api.addQueue(r)
	return r
}

func (api *Router) addQueue(r chi.Router) {
	r.Route("/queue", func(r chi.Router) {
		r.Get("/", getQueue)
	})
}

func getQueue(w http.ResponseWriter, r *http.Request) {}
""",
    },
    {"func:server.go:getQueue": {"GET /queue"}},
    {"GET /queue": {"func:server.go:getQueue"}},
)

CHI_NESTED = Program(
    {
        "go.mod": """\
module shop

go 1.22
""",
        "server.go": """\
package shop

import (
	"net/http"

	"github.com/go-chi/chi/v5"
)

type Server struct{ router chi.Router }

func (s *Server) routes() {
	r := chi.NewRouter()
	r.Use(s.auth)
	r.Get("/", s.home)
	r.Route("/api", func(r chi.Router) {
		r.Route("/v1", func(r chi.Router) {
			r.With(s.auth).Get("/carts", s.listCarts)
			r.Route("/carts/{cartID:[0-9]+}", func(r chi.Router) {
				r.Get("/", s.showCart)
				r.Method(http.MethodPut, "/", http.HandlerFunc(s.editCart))
				r.Group(func(r chi.Router) {
					r.Use(s.admin)
					r.Delete("/", s.dropCart)
				})
			})
			r.Mount("/users", userRoutes(s))
		})
	})
	r.Mount("/debug", http.StripPrefix("/debug", debugRouter()))
	s.router = r
}

func userRoutes(s *Server) http.Handler {
	r := chi.NewRouter()
	r.Get("/{id}", s.showUser)
	return r
}

func debugRouter() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /vars", vars)
	return mux
}

func vars(w http.ResponseWriter, r *http.Request) {}

func (s *Server) auth(next http.Handler) http.Handler          { return next }
func (s *Server) admin(next http.Handler) http.Handler         { return next }
func (s *Server) home(w http.ResponseWriter, r *http.Request)      {}
func (s *Server) listCarts(w http.ResponseWriter, r *http.Request) {}
func (s *Server) showCart(w http.ResponseWriter, r *http.Request)  {}
func (s *Server) editCart(w http.ResponseWriter, r *http.Request)  {}
func (s *Server) dropCart(w http.ResponseWriter, r *http.Request)  {}
func (s *Server) showUser(w http.ResponseWriter, r *http.Request)  {}
""",
        "std.go": """\
package shop

import "net/http"

func std(h *Handlers) {
	mux := http.NewServeMux()
	mux.HandleFunc("/healthz", h.health)
	mux.HandleFunc("POST /items/{id}", h.add)
	mux.Handle("/static/", http.StripPrefix("/static/", http.FileServer(http.Dir("x"))))
	sub := http.NewServeMux()
	sub.HandleFunc("/reports", h.reports)
	mux.Handle("/admin/", http.StripPrefix("/admin", sub))
}

type Handlers struct{}

func (h *Handlers) health(w http.ResponseWriter, r *http.Request)  {}
func (h *Handlers) add(w http.ResponseWriter, r *http.Request)     {}
func (h *Handlers) reports(w http.ResponseWriter, r *http.Request) {}
""",
    },
    {
        "method:server.go:Server.home": {"GET /"},
        "method:server.go:Server.auth": set(),
        "method:server.go:Server.listCarts": {"GET /api/v1/carts"},
        "method:server.go:Server.showCart": {"GET /api/v1/carts/{cartID:[0-9]+}"},
        "method:server.go:Server.editCart": {"PUT /api/v1/carts/{cartID:[0-9]+}"},
        "method:server.go:Server.dropCart": {"DELETE /api/v1/carts/{cartID:[0-9]+}"},
        "method:server.go:Server.showUser": {"GET /api/v1/users/{id}"},
        "func:server.go:vars": {"GET /debug/vars"},
        "method:std.go:Handlers.health": {"/healthz"},
        "method:std.go:Handlers.add": {"POST /items/{id}"},
        "method:std.go:Handlers.reports": {"/admin/reports"},
    },
    {
        "GET /api/v1/carts": {"method:server.go:Server.listCarts"},
        "GET /api/v1/carts/3": {"method:server.go:Server.showCart"},
        "DELETE /api/v1/carts/3": {"method:server.go:Server.dropCart"},
        "GET /api/v1/users/3": {"method:server.go:Server.showUser"},
        "/healthz": {"method:std.go:Handlers.health"},
        "POST /items/3": {"method:std.go:Handlers.add"},
        "GET /admin/reports": {"method:std.go:Handlers.reports"},
    },
)

ECHO_APP = Program(
    {
        "go.mod": "module app\n",
        "main.go": """\
package main

import "github.com/labstack/echo/v4"

type API struct{}

func (a *API) RegisterRoutes(e *echo.Echo) {
	g := e.Group("/api/v1", mw)
	g.GET("/memos/:name", a.GetMemo)
	g.POST("/memos", a.CreateMemo)
	a.registerResource(g)
}

func (a *API) registerResource(g *echo.Group) {
	g.GET("/resources/:id/blob", a.Blob)
}

func mw(next echo.HandlerFunc) echo.HandlerFunc { return next }

func (a *API) GetMemo(c echo.Context) error    { return nil }
func (a *API) CreateMemo(c echo.Context) error { return nil }
func (a *API) Blob(c echo.Context) error       { return nil }
""",
    },
    {
        "method:main.go:API.GetMemo": {"GET /api/v1/memos/:name"},
        "method:main.go:API.CreateMemo": {"POST /api/v1/memos"},
        "method:main.go:API.Blob": {"GET …/resources/:id/blob"},
        "func:main.go:mw": set(),
    },
    {
        "GET /api/v1/memos/x": {"method:main.go:API.GetMemo"},
    },
)

HANDED_ON = Program(
    {
        "go.mod": "module shop\n",
        "apis/base.go": """\
package apis

import "shop/router"

func NewRouter(app App) (*router.Router[*Event], error) {
	root := router.New(func(e *Event) error { return nil })
	root.Bind(logger())
	group := root.Group("/api")
	bindCarts(app, group)
	bindHealth(app, group)
	return root, nil
}
""",
        "apis/carts.go": """\
package apis

import "shop/router"

func bindCarts(app App, rg *router.Group[*Event]) {
	sub := rg.Group("/carts").Bind(requireUser())
	sub.GET("", list)
	sub.POST("", add(true, nil)).Bind(limit(3))
	sub.GET("/recent", recent(app))
	sub.GET("/old", logged(app.old))
	sub.GET("/{id}", logged(show))
}

func requireUser() *Hook[*Event] {
	return &Hook[*Event]{Func: func(e *Event) error { return e.Next() }}
}

func list(e *Event) error {
	return e.JSON(map[string]any{
		"total": e.Total(),
	})
}

func (e *Event) Total() int { return 0 }

func show(e *Event) error { return nil }

func logged(next func(e *Event) error) func(e *Event) error { return next }

func add(all bool, done func(it any) error) func(e *Event) error {
	return func(e *Event) error { return done(e) }
}

func recent(app App) func(e *Event) error {
	return func(e *Event) error { return nil }
}
""",
        "apis/health.go": """\
package apis

func bindHealth(app App, rg *router.Group[*Event]) {
	rg.GET("/health", health)
}

func health(e *Event) error { return nil }
""",
    },
    {
        "func:apis/carts.go:list": {"GET /api/carts"},
        "func:apis/carts.go:add": {"POST /api/carts"},
        "func:apis/carts.go:recent": {"GET /api/carts/recent"},
        "func:apis/carts.go:show": {"GET /api/carts/{id}"},
        "func:apis/carts.go:logged": set(),
        "func:apis/carts.go:requireUser": set(),
        "func:apis/health.go:health": {"GET /api/health"},
    },
    {
        "GET /api/carts": {"func:apis/carts.go:list"},
        "POST /api/carts": {"func:apis/carts.go:add"},
        "GET /api/carts/recent": {"func:apis/carts.go:recent"},
        "GET /api/carts/3": {"func:apis/carts.go:show"},
        "GET /api/health": {"func:apis/health.go:health"},
        "GET /api/carts/3/total": set(),
    },
)


MUX_LEAVES_THE_PATH = Program(
    {
        "go.mod": "module shop\n\ngo 1.22\n",
        "main.go": """\
package main

import (
	"net/http"

	"github.com/gorilla/mux"
	"shop/api"
)

func main() {
	inner := http.NewServeMux()
	inner.Handle("/v2/", api.Newer())
	mux := http.NewServeMux()
	mux.Handle("/v1/", api.New())
	mux.Handle("GET /metrics", api.Metrics())
	mux.Handle("/api/", http.StripPrefix("/api", inner))
	http.ListenAndServe(":80", mux)
}

func other() {
	r := mux.NewRouter()
	r.PathPrefix("/old").Handler(api.Old())
}
""",
        "api/api.go": """\
package api

import "net/http"

func New() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("PUT /v1/carts/{id}", put)
	return mux
}

func Newer() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v2/carts", list)
	return mux
}

func Old() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /old/carts", listOld)
	return mux
}

func Metrics() http.Handler { return nil }

func put(w http.ResponseWriter, r *http.Request)     {}
func list(w http.ResponseWriter, r *http.Request)    {}
func listOld(w http.ResponseWriter, r *http.Request) {}
""",
    },
    {
        "func:api/api.go:put": {"PUT /v1/carts/{id}"},
        "func:api/api.go:New": set(),
        "func:api/api.go:Metrics": {"GET /metrics"},
        "func:api/api.go:list": {"GET /api/v2/carts"},
        "func:api/api.go:listOld": {"GET /old/carts"},
    },
    {
        "PUT /v1/carts/3": {"func:api/api.go:put"},
        "PUT /v1/v1/carts/3": set(),
        "GET /metrics": {"func:api/api.go:Metrics"},
        "GET /api/v2/carts": {"func:api/api.go:list"},
        "GET /api/v2/v2/carts": set(),
        "GET /old/carts": {"func:api/api.go:listOld"},
    },
)


@pytest.mark.parametrize(
    "program",
    [MUX_LEAVES_THE_PATH, GIN_GROUPS, GIN_CHAINS, CHI_NESTED, CHI_HOLDING_ITSELF, ECHO_APP, HANDED_ON],
    ids=[
        "a mux leaves the path",
        "gin",
        "gin, groups in chains",
        "chi",
        "chi, a router that holds itself",
        "echo",
        "groups handed on",
    ],
)
def test_functions_answer_the_paths_that_the_framework_makes_of_the_sources(
    tmp_path: Path, program: Program
) -> None:
    check(tmp_path, program)
