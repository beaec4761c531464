"""Which paths functions answer that Spring, JAX-RS and ASP.NET route, in programs that mislead."""

from __future__ import annotations

from pathlib import Path

import pytest
from routed import Program, check

SPRING_CTRL = Program(
    {
        "src/main/java/shop/Paths.java": """\
package shop;

public final class Paths {
    public static final String BASE = "/api/v1";
}
""",
        "src/main/java/shop/CartController.java": """\
package shop;

import org.springframework.web.bind.annotation.*;

@RestController
@RequestMapping(Paths.BASE + "/carts")
public class CartController {
    @GetMapping
    public String list() { return ""; }

    @GetMapping("/{id}")
    public String show(@PathVariable("id") long id) { return ""; }

    @RequestMapping(value = "/{id}", method = RequestMethod.DELETE)
    public void drop(@PathVariable long id) {}

    @PostMapping({"/add", "/insert"})
    public void add(@RequestBody String body) {}

    @RequestMapping(path = "/both", method = {RequestMethod.GET, RequestMethod.POST}, produces = "text/plain")
    public String both() { return ""; }

    void helper() {}
}
""",
        "src/main/java/shop/UserController.java": """\
package shop;

import org.springframework.web.bind.annotation.*;

@RestController
@RequestMapping("/users")
public class UserController extends Crud {
    // @GetMapping("/old")
    public String old() { return ""; }

    @GetMapping("/{id}/carts")
    public String carts(@PathVariable long id) { return ""; }

    @PutMapping(value = "/{id}", consumes = "application/json")
    public String put(@PathVariable long id) { return ""; }
}
""",
        "src/main/java/shop/AdminController.java": """\
package shop;

import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.*;

@Controller
@RequestMapping({"/admin", "/root"})
public class AdminController {
    @GetMapping("/users/{id}")
    public String user(@PathVariable long id) { return "admin/user"; }
}
""",
        "src/main/java/shop/Client.java": """\
package shop;

import org.springframework.cloud.openfeign.FeignClient;
import org.springframework.web.bind.annotation.*;

@FeignClient("users")
public interface Client {
    @GetMapping("/users/{id}/carts")
    String carts(@PathVariable long id);
}
""",
    },
    {
        "method:src/main/java/shop/CartController.java:CartController.list": {"GET /api/v1/carts"},
        "method:src/main/java/shop/CartController.java:CartController.show": {"GET /api/v1/carts/{id}"},
        "method:src/main/java/shop/CartController.java:CartController.drop": {"DELETE /api/v1/carts/{id}"},
        "method:src/main/java/shop/CartController.java:CartController.add": {
            "POST /api/v1/carts/add",
            "POST /api/v1/carts/insert",
        },
        "method:src/main/java/shop/CartController.java:CartController.both": {
            "GET /api/v1/carts/both",
            "POST /api/v1/carts/both",
        },
        "method:src/main/java/shop/CartController.java:CartController.helper": set(),
        "method:src/main/java/shop/UserController.java:UserController.old": set(),
        "method:src/main/java/shop/UserController.java:UserController.carts": {"GET /users/{id}/carts"},
        "method:src/main/java/shop/UserController.java:UserController.put": {"PUT /users/{id}"},
        "method:src/main/java/shop/AdminController.java:AdminController.user": {
            "GET /admin/users/{id}",
            "GET /root/users/{id}",
        },
        "method:src/main/java/shop/Client.java:Client.carts": set(),
    },
    {
        "GET /api/v1/carts/3": {"method:src/main/java/shop/CartController.java:CartController.show"},
        "DELETE /api/v1/carts/3": {"method:src/main/java/shop/CartController.java:CartController.drop"},
        "GET /api/v1/carts": {"method:src/main/java/shop/CartController.java:CartController.list"},
        "GET /users/3/carts": {"method:src/main/java/shop/UserController.java:UserController.carts"},
        "GET /admin/users/3": {"method:src/main/java/shop/AdminController.java:AdminController.user"},
        "GET /root/users/3": {"method:src/main/java/shop/AdminController.java:AdminController.user"},
        "/users/old": {"method:src/main/java/shop/UserController.java:UserController.put"},
    },
)

JAXRS_RES = Program(
    {
        "src/main/java/shop/App.java": """\
package shop;

@ApplicationPath("/rest")
public class App extends Application {}
""",
        "src/main/java/shop/Carts.java": """\
package shop;

@Path("/carts")
public class Carts {
    @GET
    @Path("/{id: [0-9]+}")
    @Produces("application/json")
    public String show(@PathParam("id") long id) { return ""; }

    @PUT
    @Path("/{name: [a-z]+}/state")
    public void state(@PathParam("name") String name) {}

    @POST
    public void add() {}

    @Path("/{id}/lines")
    public Lines lines(@PathParam("id") long id) { return new Lines(); }
}
""",
        "src/main/java/shop/Shelves.java": """\
package shop;

@Path(Shelves.PATH_SHELVES)
public class Shelves {
    public static final String PATH_SHELVES = "shelves";

    @GET
    @Path(Names.Full)
    public String full() { return ""; }
}

class Names {
    static final String Full = "full";
}
""",
        "src/main/java/shop/Lines.java": """\
package shop;

public class Lines {
    @GET
    @Path("/{line}")
    public String line() { return ""; }
}
""",
    },
    {
        "method:src/main/java/shop/Carts.java:Carts.show": {"GET /rest/carts/{id: [0-9]+}"},
        "method:src/main/java/shop/Carts.java:Carts.state": {"PUT /rest/carts/{name: [a-z]+}/state"},
        "method:src/main/java/shop/Shelves.java:Shelves.full": {"GET /rest/shelves/full"},
        "method:src/main/java/shop/Carts.java:Carts.add": {"POST /rest/carts"},
        "method:src/main/java/shop/Lines.java:Lines.line": {"GET …/{line}"},
    },
    {
        "GET /rest/carts/3": {"method:src/main/java/shop/Carts.java:Carts.show"},
        "POST /rest/carts": {"method:src/main/java/shop/Carts.java:Carts.add"},
    },
)

JAXRS_HEIRS = Program(
    {
        "shop/Crud.java": """\
package shop;

public abstract class Crud<T> {
    @GET
    @Path("{id}")
    public T show(@PathParam("id") long id) { return null; }

    @PUT
    @Path("{id}")
    public void update(T one) {}
}
""",
        "shop/Listed.java": """\
package shop;

public abstract class Listed<T> extends Crud<T> {
    @GET
    public String list() { return ""; }
}
""",
        "shop/Carts.java": """\
package shop;

@Path("carts")
public class Carts extends Listed<Cart> {
    @PUT
    @Path("{id}")
    public void update(Cart one) {}

    @GET
    @Path("all/{kind:xlsx|mail}")
    public String all(@PathParam("kind") String kind) { return ""; }
}
""",
        "shop/Reports.java": """\
package shop;

@Path("reports")
public class Reports extends Crud<Report> {
    @GET
    @Path("carts/{kind:xlsx|mail}")
    public String carts(@PathParam("kind") String kind) { return ""; }

    @GET
    @Path("sums")
    @Produces("application/json")
    public String sums() { return ""; }

    @GET
    @Path("sums")
    @Produces("text/csv")
    public String sumsAsTable() { return ""; }
}
""",
    },
    {
        "method:shop/Crud.java:Crud.show": {"GET /carts/{id}", "GET /reports/{id}"},
        "method:shop/Crud.java:Crud.update": {"PUT /reports/{id}"},
        "method:shop/Listed.java:Listed.list": {"GET /carts"},
        "method:shop/Carts.java:Carts.update": {"PUT /carts/{id}"},
    },
    {
        "GET /carts/5": {"method:shop/Crud.java:Crud.show"},
        "GET /api/carts/5": {"method:shop/Crud.java:Crud.show"},
        "GET /carts": {"method:shop/Listed.java:Listed.list"},
        "PUT /carts/5": {"method:shop/Carts.java:Carts.update"},
        "PUT /reports/5": {"method:shop/Crud.java:Crud.update"},
        "GET /carts/all/mail": {"method:shop/Carts.java:Carts.all"},
        "GET /carts/all/5": set(),
        "GET /reports/sums": {
            "method:shop/Reports.java:Reports.sums",
            "method:shop/Reports.java:Reports.sumsAsTable",
        },
    },
)

ASPNET_MIX = Program(
    {
        "Program.cs": """\
var builder = WebApplication.CreateBuilder(args);
var app = builder.Build();
app.MapGet("/ping", Handlers.Ping);
var carts = app.MapGroup("/api/carts");
carts.MapGet("/{id:int}", Handlers.Show);
carts.MapPost("/", Handlers.Add).WithName("add");
app.MapGroup("/v2").MapOrders();
app.Run();
""",
        "Handlers.cs": """\
public static class Handlers
{
    public static string Ping() => "pong";
    public static string Show(int id) => "";
    public static string Add() => "";
}

public static class Orders
{
    public static RouteGroupBuilder MapOrders(this RouteGroupBuilder group)
    {
        group.MapGet("/orders/{id}", GetOrder);
        return group;
    }

    static string GetOrder(int id) => "";
}
""",
        "Controllers/UsersController.cs": """\
using Microsoft.AspNetCore.Mvc;

[ApiController]
[Route("api/[controller]")]
public class UsersController : ControllerBase
{
    [HttpGet]
    public string List() => "";

    [HttpGet("{id:int}")]
    public string Show(int id) => "";

    [HttpPost("[action]")]
    public string Archive() => "";

    [HttpDelete, Route("{id}/cart")]
    public string DropCart(int id) => "";

    [HttpGet("/absolute/{id}")]
    public string Absolute(int id) => "";

    [NonAction]
    public string Helper() => "";
}

[Route("api/v{version:apiVersion}/items")]
public class ItemsController : ControllerBase
{
    [HttpPut("{id}")]
    public string Put(int id) => "";
}
""",
    },
    {
        "method:Handlers.cs:Handlers.Ping": {"GET /ping"},
        "method:Handlers.cs:Handlers.Show": {"GET /api/carts/{id:int}"},
        "method:Handlers.cs:Handlers.Add": {"POST /api/carts"},
        "method:Handlers.cs:Orders.GetOrder": {"GET /v2/orders/{id}"},
        "method:Controllers/UsersController.cs:UsersController.List": {"GET /api/users"},
        "method:Controllers/UsersController.cs:UsersController.Show": {"GET /api/users/{id:int}"},
        "method:Controllers/UsersController.cs:UsersController.Archive": {"POST /api/users/archive"},
        "method:Controllers/UsersController.cs:UsersController.DropCart": {"DELETE /api/users/{id}/cart"},
        "method:Controllers/UsersController.cs:UsersController.Absolute": {"GET /absolute/{id}"},
        "method:Controllers/UsersController.cs:UsersController.Helper": set(),
        "method:Controllers/UsersController.cs:ItemsController.Put": {
            "PUT /api/v{version:apiVersion}/items/{id}"
        },
    },
    {
        "GET /api/carts/3": {"method:Handlers.cs:Handlers.Show"},
        "POST /api/carts": {"method:Handlers.cs:Handlers.Add"},
        "GET /v2/orders/3": {"method:Handlers.cs:Orders.GetOrder"},
        "GET /api/users/3": {"method:Controllers/UsersController.cs:UsersController.Show"},
        "DELETE /api/users/3/cart": {"method:Controllers/UsersController.cs:UsersController.DropCart"},
        "GET /absolute/3": {"method:Controllers/UsersController.cs:UsersController.Absolute"},
        "PUT /api/v1/items/3": {"method:Controllers/UsersController.cs:ItemsController.Put"},
    },
)


ON_ONE_LINE = Program(
    {
        "Orders.cs": """\
namespace Shop;
[ApiController, Route("api/[controller]")] public class OrdersController : ControllerBase {
    [HttpGet("{id}")] public IActionResult Show(int id) => Ok();
    [HttpDelete] public IActionResult Drop() => Ok();
    [Authorize("staff"), HttpPost("add")] public IActionResult Add() => Ok();
}
""",
        "Carts.java": """\
package shop;
@RestController @RequestMapping("/carts") public class Carts {
    @GetMapping("/{id}") public String show(@PathVariable int id) { return ""; }
    @Secured("staff") @PostMapping public String add() { return ""; }
}
""",
        "Bags.kt": """\
package shop
@RestController @RequestMapping("/bags") class Bags(val store: Store) {
    @GetMapping("/{id}") fun show(@PathVariable id: Int) = ""
}
""",
    },
    answers={
        "method:Orders.cs:OrdersController.Show": {"GET /api/orders/{id}"},
        "method:Orders.cs:OrdersController.Drop": {"DELETE /api/orders"},
        "method:Orders.cs:OrdersController.Add": {"POST /api/orders/add"},
        "method:Carts.java:Carts.show": {"GET /carts/{id}"},
        "method:Carts.java:Carts.add": {"POST /carts"},
        "method:Bags.kt:Bags.show": {"GET /bags/{id}"},
    },
    asked={
        "GET /api/orders/3": {"method:Orders.cs:OrdersController.Show"},
        "DELETE /api/orders": {"method:Orders.cs:OrdersController.Drop"},
        "POST /api/orders/add": {"method:Orders.cs:OrdersController.Add"},
        "GET /carts/3": {"method:Carts.java:Carts.show"},
        "POST /carts": {"method:Carts.java:Carts.add"},
        "GET /bags/3": {"method:Bags.kt:Bags.show"},
    },
)

OWN_MARKS = Program(
    {
        "Http/VersionedAttribute.cs": """\
namespace Shop.Http;
public class VersionedAttribute : Attribute, IRouteTemplateProvider
{
    public const string RESOURCE = "[controller]";
    public VersionedAttribute(int version, string resource = RESOURCE)
    {
        Template = $"api/v{version}/{resource}";
    }
    public string Template { get; }
}
public class V3Attribute : VersionedAttribute
{
    public V3Attribute(string resource = "[controller]") : base(3, resource) { }
}
public class InternalAttribute() : RouteAttribute("internal/[controller]");
""",
        "Http/GetByIdAttribute.cs": """\
namespace Shop.Http;
public class GetByIdAttribute : Attribute, IActionHttpMethodProvider, IRouteTemplateProvider
{
    public IEnumerable<string> HttpMethods => new[] { "GET" };
    public string Template => "{id:int}";
}
""",
        "Controllers.cs": """\
using Shop.Http;
namespace Shop;
public abstract class RestController : ControllerBase
{
    [GetById] public IActionResult Find(int id) => Ok();
}
[V3]
public class CartController : RestController
{
    [HttpGet] public IActionResult All() => Ok();
}
[V3("stock/missing")]
public class MissingController : ControllerBase
{
    [HttpGet("cart")] public IActionResult OfCart() => Ok();
}
[Internal]
public class HealthController : ControllerBase
{
    [HttpGet] public IActionResult Show() => Ok();
}
""",
    },
    answers={
        "method:Controllers.cs:CartController.All": {"GET /api/v3/cart"},
        "method:Controllers.cs:RestController.Find": {"GET /api/v3/cart/{id:int}"},
        "method:Controllers.cs:MissingController.OfCart": {"GET /api/v3/stock/missing/cart"},
        "method:Controllers.cs:HealthController.Show": {"GET /internal/health"},
    },
    asked={
        "GET /api/v3/cart": {"method:Controllers.cs:CartController.All"},
        "GET /api/v3/cart/3": {"method:Controllers.cs:RestController.Find"},
        "GET /api/v3/stock/missing/cart": {"method:Controllers.cs:MissingController.OfCart"},
        "GET /internal/health": {"method:Controllers.cs:HealthController.Show"},
    },
)


SPRING_PATTERNS = Program(
    {
        "src/main/java/shop/Routes.java": """\
package shop;

import static org.springframework.web.reactive.function.server.RequestPredicates.*;
import static org.springframework.web.reactive.function.server.RouterFunctions.route;

@RestController
class Routes {
    @Bean
    RouterFunction<ServerResponse> routes() {
        return route(GET("/health"), this::health)
            .andRoute(POST("/carts").and(accept(APPLICATION_JSON)), this::add);
    }

    Mono<ServerResponse> health(ServerRequest request) { return null; }

    Mono<ServerResponse> add(ServerRequest request) { return null; }

    @GetMapping("/owners/*/pets/{id}")
    String pet(@PathVariable int id) { return ""; }

    @GetMapping("/files/**")
    String file() { return ""; }
}
""",
    },
    {
        "method:src/main/java/shop/Routes.java:Routes.health": {"GET /health"},
        "method:src/main/java/shop/Routes.java:Routes.add": {"POST /carts"},
        "method:src/main/java/shop/Routes.java:Routes.pet": {"GET /owners/*/pets/{id}"},
    },
    {
        "GET /health": {"method:src/main/java/shop/Routes.java:Routes.health"},
        "POST /carts": {"method:src/main/java/shop/Routes.java:Routes.add"},
        "GET /carts": set(),
        "GET /owners/3/pets/5": {"method:src/main/java/shop/Routes.java:Routes.pet"},
        "GET /owners/3/visits/5": set(),
        "GET /files/terms": {"method:src/main/java/shop/Routes.java:Routes.file"},
    },
)


ENDPOINT_TYPES = Program(
    {
        "src/Web/Carts/Create.cs": """\
namespace Shop.Web.Carts;

public class Create(IMediator mediator)
  : Endpoint<CreateRequest, CreateResponse>
{
    public override void Configure()
    {
        Post(CreateRequest.Route);
        AllowAnonymous();
    }

    public override async Task HandleAsync(CreateRequest request, CancellationToken cancelled) {}
}

public class CreateRequest
{
    public const string Route = "/carts/{Kind:int}";
}
""",
        "src/Web/Carts/List.cs": """\
namespace Shop.Web.Carts;

public class List : EndpointWithoutRequest<CartList>
{
    public override void Configure()
    {
        Verbs(Http.GET, Http.HEAD);
        Routes("/carts", "/baskets");
    }

    public override Task<CartList> ExecuteAsync(CancellationToken cancelled) => null;
    public void Other() {}
}

public class Keeper
{
    public void Configure() { Get("/kept"); }
    public void HandleAsync() {}
}
""",
    },
    {
        "method:src/Web/Carts/Create.cs:Create.HandleAsync": {"POST …/carts/{Kind:int}"},
        "class:src/Web/Carts/Create.cs:Create": {"POST …/carts/{Kind:int}"},
        "method:src/Web/Carts/List.cs:List.ExecuteAsync": {
            "GET …/carts",
            "HEAD …/carts",
            "GET …/baskets",
            "HEAD …/baskets",
        },
        "method:src/Web/Carts/List.cs:List.Other": set(),
        "method:src/Web/Carts/List.cs:Keeper.HandleAsync": set(),
    },
    {},
)


@pytest.mark.parametrize(
    "program",
    [
        SPRING_CTRL,
        SPRING_PATTERNS,
        JAXRS_RES,
        JAXRS_HEIRS,
        ASPNET_MIX,
        ON_ONE_LINE,
        OWN_MARKS,
        ENDPOINT_TYPES,
    ],
    ids=lambda program: next(iter(program.files)),
)
def test_functions_answer_the_paths_that_the_framework_makes_of_the_sources(
    tmp_path: Path, program: Program
) -> None:
    check(tmp_path, program)
