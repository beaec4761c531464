"""Which paths functions answer that Rails, Laravel and Symfony route, in programs that mislead."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from routed import Program, check
from written_files import write

from nsccn.contracts.routes import mounts
from nsccn.errors import UnknownEntity
from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

RAILS_SEGMENTS = Program(
    {
        "config/routes.rb": """\
Rails.application.routes.draw do
  get "/top(/:length(/page/:page))" => "carts#top", :as => "top"
  get "/~:name" => "carts#of"
  get "/~:name/lines" => "carts#lines"
  get "/c/:id.json" => "carts#data"
  get "/c/:id" => "carts#show"
  get "/t/:tag" => "carts#one", :constraints => {tag: /[^,.\\/]+/}
  get "/t/:tag" => "carts#several"
  get "/old/:id", to: redirect("/c/%{id}")
  get "/old/:name" => "carts#of"
  constraints year: /\\d+/ do
    get "/in/:year" => "carts#year"
  end
  scope "(:locale)", locale: /en|nl/ do
    get "/help" => "carts#help"
  end
end
""",
        "app/controllers/carts_controller.rb": "class CartsController\n"
        + "".join(
            f"  def {name}; end\n"
            for name in ("top", "of", "lines", "data", "show", "one", "several", "year", "help")
        )
        + "end\n",
    },
    {
        "method:app/controllers/carts_controller.rb:CartsController.top": {
            "GET /top",
            "GET /top/:length",
            "GET /top/:length/page/:page",
        },
        "method:app/controllers/carts_controller.rb:CartsController.help": {"GET /help", "GET /:locale/help"},
    },
    {
        "GET /top": {"method:app/controllers/carts_controller.rb:CartsController.top"},
        "GET /top/1w": {"method:app/controllers/carts_controller.rb:CartsController.top"},
        "GET /top/1w/page/2": {"method:app/controllers/carts_controller.rb:CartsController.top"},
        "GET /~bob": {"method:app/controllers/carts_controller.rb:CartsController.of"},
        "GET /~bob/lines": {"method:app/controllers/carts_controller.rb:CartsController.lines"},
        "GET /c/x.json": {"method:app/controllers/carts_controller.rb:CartsController.data"},
        "GET /c/x": {"method:app/controllers/carts_controller.rb:CartsController.show"},
        "GET /t/ruby": {"method:app/controllers/carts_controller.rb:CartsController.one"},
        "GET /t/ruby,lua": {"method:app/controllers/carts_controller.rb:CartsController.several"},
        "GET /t/:tag": {"method:app/controllers/carts_controller.rb:CartsController.one"},
        "GET /old/x": set(),
        "GET /in/2024": {"method:app/controllers/carts_controller.rb:CartsController.year"},
        "GET /in/may": set(),
        "GET /nl/help": {"method:app/controllers/carts_controller.rb:CartsController.help"},
        "GET /xx/help": set(),
    },
)

RAILS_METHODS = Program(
    {
        "config/routes.rb": """\
Rails.application.routes.draw do
  def cart_routes(named: true)
    resources :carts, only: [:show] do
      line_routes
    end
    if named
      get "/find", to: "carts#find", as: :find
    else
      get "/find", to: "carts#find"
    end
  end

  def line_routes
    get :lines, on: :member
    line_routes
  end

  def unused_routes
    get "/unused", to: "carts#unused"
  end

  scope "api" do
    cart_routes(named: false)
  end
  scope("v2") { line_routes }
  cart_routes
end
""",
        "app/controllers/carts_controller.rb": "class CartsController\n"
        + "".join(f"  def {name}; end\n" for name in ("show", "find", "lines", "unused"))
        + "end\n",
    },
    {
        "method:app/controllers/carts_controller.rb:CartsController.show": {
            "GET /carts/:id",
            "GET /api/carts/:id",
        },
        "method:app/controllers/carts_controller.rb:CartsController.find": {"GET /find", "GET /api/find"},
        "method:app/controllers/carts_controller.rb:CartsController.unused": set(),
    },
    {
        "GET /api/carts/1": {"method:app/controllers/carts_controller.rb:CartsController.show"},
        "GET /api/carts/1/lines": {"method:app/controllers/carts_controller.rb:CartsController.lines"},
        "GET /api/find": {"method:app/controllers/carts_controller.rb:CartsController.find"},
        "GET /find": {"method:app/controllers/carts_controller.rb:CartsController.find"},
        "GET /unused": set(),
    },
)

RAILS_ROUTES = Program(
    {
        "config/routes.rb": """\
Rails.application.routes.draw do
  root "home#index"
  # resources :old
  namespace :api do
    namespace :v1 do
      resources :carts, only: %i[index show] do
        member { post :close }
        resources :lines, shallow: true
        get :recent, on: :collection
      end
    end
    scope module: :v2, path: "v2" do
      resources :carts, only: [:show]
    end
  end
  resources :carts, path: "baskets", except: [:destroy]
  resource :profile
  get "about", to: "pages#about", as: :about
  match "/search", to: "pages#search", via: [:get, :post]
  scope "/:locale" do
    get "help" => "pages#help"
  end
  concern :commentable do
    resources :comments, only: :create
  end
  resources :posts, concerns: :commentable, only: []
  resources :people, param: :name, only: :show do
    concerns :commentable
    get :carts
    post :greet, on: :member
    new do
      get :draft
    end
  end
  controller :pages do
    get "imprint" => :imprint
    get :privacy
  end
end
""",
        "app/controllers/application_controller.rb": """\
class ApplicationController
end
""",
        "app/controllers/home_controller.rb": """\
class HomeController < ApplicationController
  def index
  end
end
""",
        "app/controllers/old_controller.rb": """\
class OldController < ApplicationController
  def index
  end
end
""",
        "app/controllers/carts_controller.rb": """\
class CartsController < ApplicationController
  def index
  end

  def update
  end

  def destroy
  end
end
""",
        "app/controllers/api/v1/carts_controller.rb": """\
module Api
  module V1
    class CartsController < ApplicationController
      def index
      end

      def show
      end

      def close
      end

      def recent
      end

      def update
      end
    end
  end
end
""",
        "app/controllers/api/v1/lines_controller.rb": """\
class Api::V1::LinesController < ApplicationController
  def show
  end

  def index
  end
end
""",
        "app/controllers/api/v2/carts_controller.rb": """\
class Api::V2::CartsController < ApplicationController
  def show
  end
end
""",
        "app/controllers/profiles_controller.rb": """\
class ProfilesController < ApplicationController
  def show
  end
end
""",
        "app/controllers/pages_controller.rb": """\
class PagesController < ApplicationController
  def about
  end

  def search
  end

  def help
  end

  def imprint
  end

  def privacy
  end
end
""",
        "app/controllers/people_controller.rb": """\
class PeopleController < ApplicationController
  def show
  end

  def carts
  end

  def greet
  end

  def draft
  end
end
""",
        "app/controllers/comments_controller.rb": """\
class CommentsController < ApplicationController
  def create
  end
end
""",
    },
    {
        "method:app/controllers/home_controller.rb:HomeController.index": {"GET /"},
        "method:app/controllers/old_controller.rb:OldController.index": set(),
        "method:app/controllers/carts_controller.rb:CartsController.index": {"GET /baskets"},
        "method:app/controllers/carts_controller.rb:CartsController.update": {
            "PATCH /baskets/:id",
            "PUT /baskets/:id",
        },
        "method:app/controllers/carts_controller.rb:CartsController.destroy": set(),
        "method:app/controllers/api/v1/carts_controller.rb:Api.V1.CartsController.show": {
            "GET /api/v1/carts/:id"
        },
        "method:app/controllers/api/v1/carts_controller.rb:Api.V1.CartsController.close": {
            "POST /api/v1/carts/:id/close"
        },
        "method:app/controllers/api/v1/carts_controller.rb:Api.V1.CartsController.recent": {
            "GET /api/v1/carts/recent"
        },
        "method:app/controllers/api/v1/carts_controller.rb:Api.V1.CartsController.update": set(),
        "method:app/controllers/api/v1/lines_controller.rb:Api.V1.LinesController.show": {
            "GET /api/v1/lines/:id"
        },
        "method:app/controllers/api/v1/lines_controller.rb:Api.V1.LinesController.index": {
            "GET /api/v1/carts/:cart_id/lines"
        },
        "method:app/controllers/api/v2/carts_controller.rb:Api.V2.CartsController.show": {
            "GET /api/v2/carts/:id"
        },
        "method:app/controllers/profiles_controller.rb:ProfilesController.show": {"GET /profile"},
        "method:app/controllers/comments_controller.rb:CommentsController.create": {
            "POST /posts/:post_id/comments",
            "POST /people/:person_name/comments",
        },
        "method:app/controllers/people_controller.rb:PeopleController.show": {"GET /people/:name"},
        "method:app/controllers/people_controller.rb:PeopleController.carts": {
            "GET /people/:person_name/carts"
        },
        "method:app/controllers/people_controller.rb:PeopleController.greet": {"POST /people/:name/greet"},
        "method:app/controllers/people_controller.rb:PeopleController.draft": {"GET /people/new/draft"},
        "method:app/controllers/pages_controller.rb:PagesController.imprint": {"GET /imprint"},
        "method:app/controllers/pages_controller.rb:PagesController.privacy": {"GET /privacy"},
        "method:app/controllers/pages_controller.rb:PagesController.about": {"GET /about"},
        "method:app/controllers/pages_controller.rb:PagesController.search": {"GET /search", "POST /search"},
        "method:app/controllers/pages_controller.rb:PagesController.help": {"GET /:locale/help"},
    },
    {
        "GET /api/v1/carts/3": {
            "method:app/controllers/api/v1/carts_controller.rb:Api.V1.CartsController.show"
        },
        "GET /api/v2/carts/3": {
            "method:app/controllers/api/v2/carts_controller.rb:Api.V2.CartsController.show"
        },
        "POST /api/v1/carts/3/close": {
            "method:app/controllers/api/v1/carts_controller.rb:Api.V1.CartsController.close"
        },
        "GET /profile": {"method:app/controllers/profiles_controller.rb:ProfilesController.show"},
        "PATCH /baskets/3": {"method:app/controllers/carts_controller.rb:CartsController.update"},
        "DELETE /baskets/3": set(),
        "GET /old": set(),
    },
)

RAILS_HOSTS = Program(
    {
        "config/routes.rb": """\
Rails.application.routes.draw do
  constraints host: "short.test" do
    get "/:link_id", to: "links#follow"
    match "/(*path)" => redirect("https://shop.test"), via: [:get, :post]
  end
  get "/dashboard" => "dashboard#index"
  resources :carts, only: [:index, :create]
end
""",
        "app/controllers/links_controller.rb": "class LinksController\n  def follow; end\nend\n",
        "app/controllers/dashboard_controller.rb": "class DashboardController\n  def index; end\nend\n",
        "app/controllers/carts_controller.rb": (
            "class CartsController\n  def index; end\n\n  def create; end\nend\n"
        ),
    },
    {"method:app/controllers/dashboard_controller.rb:DashboardController.index": {"GET /dashboard"}},
    {
        "GET /x7": {"method:app/controllers/links_controller.rb:LinksController.follow"},
        "GET /dashboard": {"method:app/controllers/dashboard_controller.rb:DashboardController.index"},
        "GET /carts": {"method:app/controllers/carts_controller.rb:CartsController.index"},
        "POST /carts": {"method:app/controllers/carts_controller.rb:CartsController.create"},
        "POST /others": set(),
    },
)

LARAVEL_ROUTES = Program(
    {
        "bootstrap/app.php": """\
<?php

return Application::configure(basePath: dirname(__DIR__))
    ->withRouting(
        web: __DIR__.'/../routes/web.php',
        api: __DIR__.'/../routes/api.php',
        commands: __DIR__.'/../routes/console.php',
    )->create();
""",
        "routes/web.php": """\
<?php

use App\\Http\\Controllers\\HomeController;
use App\\Http\\Controllers\\Admin\\CartController as AdminCartController;
use Illuminate\\Support\\Facades\\Route;

Route::get('/', HomeController::class);
Route::get('/about', [HomeController::class, 'about'])->name('about');
// Route::get('/gone', [HomeController::class, 'gone']);
Route::prefix('admin')->middleware('auth')->name('admin.')->group(function () {
    Route::get('carts/{cart}', [AdminCartController::class, 'show']);
    Route::prefix('deep')->group(function () {
        Route::match(['put', 'patch'], 'carts/{cart}', [AdminCartController::class, 'update']);
    });
});
Route::controller(HomeController::class)->group(function () {
    Route::get('/contact', 'contact');
});
""",
        "routes/api.php": """\
<?php

use App\\Http\\Controllers\\CartController;
use App\\Http\\Controllers\\ListController;
use App\\Http\\Controllers\\Lists;
use Illuminate\\Support\\Facades\\Route;

Route::apiResource('carts', CartController::class)->only(['index', 'show', 'store']);
Route::apiResources([
    'lists' => ListController::class,
    // written later
    'list-items' => Lists\\ItemController::class,
], ['except' => ['destroy']]);
Route::group(['prefix' => 'v2', 'middleware' => 'x'], function () {
    Route::get('carts/{cart}', [CartController::class, 'showNew']);
});
""",
        "app/Http/Controllers/HomeController.php": """\
<?php

namespace App\\Http\\Controllers;

class HomeController
{
    public function __invoke() {}

    public function about() {}

    public function gone() {}

    public function contact() {}
}
""",
        "app/Http/Controllers/CartController.php": """\
<?php

namespace App\\Http\\Controllers;

class CartController
{
    public function index() {}

    public function show($cart) {}

    public function store() {}

    public function destroy($cart) {}

    public function showNew($cart) {}
}
""",
        "app/Http/Controllers/ListController.php": """\
<?php

namespace App\\Http\\Controllers;

class ListController
{
    public function index() {}

    public function destroy($list) {}
}
""",
        "app/Http/Controllers/Lists/ItemController.php": """\
<?php

namespace App\\Http\\Controllers\\Lists;

class ItemController
{
    public function show($item) {}
}
""",
        "app/Http/Controllers/Admin/CartController.php": """\
<?php

namespace App\\Http\\Controllers\\Admin;

class CartController
{
    public function show($cart) {}

    public function update($cart) {}
}
""",
    },
    {
        "method:app/Http/Controllers/ListController.php:ListController.index": {"GET /api/lists"},
        "method:app/Http/Controllers/ListController.php:ListController.destroy": set(),
        "method:app/Http/Controllers/Lists/ItemController.php:ItemController.show": {
            "GET /api/list-items/{id}"
        },
        "method:app/Http/Controllers/HomeController.php:HomeController.__invoke": {"GET /"},
        "method:app/Http/Controllers/HomeController.php:HomeController.about": {"GET /about"},
        "method:app/Http/Controllers/HomeController.php:HomeController.gone": set(),
        "method:app/Http/Controllers/CartController.php:CartController.index": {"GET /api/carts"},
        "method:app/Http/Controllers/CartController.php:CartController.show": {"GET /api/carts/{id}"},
        "method:app/Http/Controllers/CartController.php:CartController.store": {"POST /api/carts"},
        "method:app/Http/Controllers/CartController.php:CartController.destroy": set(),
        "method:app/Http/Controllers/CartController.php:CartController.showNew": {"GET /api/v2/carts/{cart}"},
        "method:app/Http/Controllers/Admin/CartController.php:CartController.show": {
            "GET /admin/carts/{cart}"
        },
    },
    {
        "GET /api/carts/3": {"method:app/Http/Controllers/CartController.php:CartController.show"},
        "GET /api/list-items/3": {"method:app/Http/Controllers/Lists/ItemController.php:ItemController.show"},
        "GET /api/v2/carts/3": {"method:app/Http/Controllers/CartController.php:CartController.showNew"},
        "GET /admin/carts/3": {"method:app/Http/Controllers/Admin/CartController.php:CartController.show"},
        "DELETE /api/carts/3": set(),
    },
)

LARAVEL_TEXTS = Program(
    {
        "bootstrap/app.php": """\
<?php

return Application::configure(basePath: dirname(__DIR__))
    ->withRouting(
        web     : __DIR__.'/../routes/web.php',
        api     : __DIR__.'/../routes/api.php',
    )->create();
""",
        "app/Providers/RouteServiceProvider.php": """\
<?php

namespace App\\Providers;

class RouteServiceProvider
{
    public function map()
    {
        // Route::group(base_path('routes/api.php'));
    }
}
""",
        "routes/web.php": """\
<?php

Route::get('about', 'App\\Http\\Controllers\\HomeController@about');
Route::group(
    [
        'namespace' => 'App\\Http\\Controllers\\Admin',
        'as'        => 'admin.',
        'prefix'    => 'admin',
    ],
    static function (): void {
        Route::get('carts/{cart}', ['uses' => 'CartController@show', 'as' => 'carts.show']);
        // Route::get('gone', ['uses' => 'CartController@gone', 'as' => 'gone']);
    }
);
Route::group(
    ['middleware' => ['auth'], 'namespace' => 'App\\Http\\Controllers', 'prefix' => 'shop', 'as' => 'shop.'],
    static function (): void {
        Route::post('carts', ['uses' => 'Shop\\CartController@store', 'as' => 'carts.store']);
    }
);
""",
        "routes/api.php": """\
<?php

Route::group(['namespace' => 'App\\Http\\Controllers\\Shop', 'prefix' => 'v1'], function () {
    Route::get('carts/{cart}', 'CartController@show')->name('carts.show');
    Route::resource('lines', 'LineController', ['only' => ['index', 'show']]);
});
""",
        "app/Http/Controllers/Shop/LineController.php": """\
<?php

namespace App\\Http\\Controllers\\Shop;

class LineController
{
    public function index() {}

    public function edit($line) {}
}
""",
        "app/Lines/LineController.php": """\
<?php

namespace App\\Lines;

class LineController
{
    public function index() {}
}
""",
        "app/Http/Controllers/HomeController.php": """\
<?php

namespace App\\Http\\Controllers;

class HomeController
{
    public function about() {}
}
""",
        "app/Http/Controllers/Admin/CartController.php": """\
<?php

namespace App\\Http\\Controllers\\Admin;

class CartController
{
    public function show($cart) {}

    public function store() {}

    public function gone() {}
}
""",
        "app/Http/Controllers/Shop/CartController.php": """\
<?php

namespace App\\Http\\Controllers\\Shop;

class CartController
{
    public function show($cart) {}

    public function store() {}
}
""",
    },
    {
        "method:app/Http/Controllers/HomeController.php:HomeController.about": {"GET /about"},
        "method:app/Http/Controllers/Admin/CartController.php:CartController.show": {
            "GET /admin/carts/{cart}"
        },
        "method:app/Http/Controllers/Admin/CartController.php:CartController.store": set(),
        "method:app/Http/Controllers/Admin/CartController.php:CartController.gone": set(),
        "method:app/Http/Controllers/Shop/CartController.php:CartController.show": {
            "GET /api/v1/carts/{cart}"
        },
        "method:app/Http/Controllers/Shop/CartController.php:CartController.store": {"POST /shop/carts"},
        "method:app/Http/Controllers/Shop/LineController.php:LineController.index": {"GET /api/v1/lines"},
        "method:app/Http/Controllers/Shop/LineController.php:LineController.edit": set(),
        "method:app/Lines/LineController.php:LineController.index": set(),
    },
    {
        "GET /admin/carts/3": {"method:app/Http/Controllers/Admin/CartController.php:CartController.show"},
        "GET /api/v1/carts/3": {"method:app/Http/Controllers/Shop/CartController.php:CartController.show"},
        "POST /shop/carts": {"method:app/Http/Controllers/Shop/CartController.php:CartController.store"},
        "GET /api/v1/lines": {"method:app/Http/Controllers/Shop/LineController.php:LineController.index"},
    },
)

LARAVEL_TESTS = Program(
    {
        "routes/web.php": """\
<?php

Route::prefix('api')->group(function () {
    Route::apiResource('carts.lines', LineController::class)->except('destroy');
    Route::delete('carts/{cart}/lines', [LineController::class, 'destroy']);
    Route::post('carts/{cart}/lines/move', MoveController::class);
});
""",
        "app/Http/Controllers/LineController.php": """\
<?php

class LineController extends Controller
{
    public function index(Cart $cart) {}

    public function destroy(Cart $cart) {}
}
""",
        "app/Http/Controllers/MoveController.php": """\
<?php

class MoveController extends Controller
{
    public function __invoke(Cart $cart) {}
}
""",
        "app/Models/Cart.php": """\
<?php

class Cart extends Model
{
    public function owner(): User
    {
        return $this->belongsTo(User::class);
    }
}
""",
        "tests/LineTest.php": """\
<?php

class LineTest extends TestCase
{
    public function testLines(): void
    {
        $cart = new Cart();
        $this
            ->getAs("api/carts/{$cart->id}/lines", $cart->owner)
            ->assertSuccessful();
        $this->actingAs($cart->owner)->delete("api/carts/{$cart->id}/old", $cart->owner);
    }
}
""",
    },
    {
        "method:app/Http/Controllers/LineController.php:LineController.index": {"GET /api/carts/{id}/lines"},
        "method:app/Http/Controllers/LineController.php:LineController.destroy": {
            "DELETE /api/carts/{cart}/lines"
        },
        "method:app/Http/Controllers/MoveController.php:MoveController.__invoke": {
            "POST /api/carts/{cart}/lines/move"
        },
        "method:app/Models/Cart.php:Cart.owner": set(),
    },
    {
        "GET /api/carts/3/lines": {"method:app/Http/Controllers/LineController.php:LineController.index"},
        "DELETE /api/carts/3/lines": {
            "method:app/Http/Controllers/LineController.php:LineController.destroy"
        },
        "POST /api/carts/3/lines/move": {"class:app/Http/Controllers/MoveController.php:MoveController"},
        "DELETE /api/carts/3/old": set(),
    },
)

SYMFONY_ATTR = Program(
    {
        "src/Controller/CartController.php": """\
<?php

namespace App\\Controller;

use Symfony\\Component\\Routing\\Attribute\\Route;

#[Route('/carts', name: 'cart_')]
class CartController extends AbstractController
{
    #[Route('', name: 'index', methods: ['GET'])]
    public function index() {}

    #[Route('/{id<\\d+>}', name: 'show', methods: ['GET', 'HEAD'])]
    public function show(int $id) {}

    #[Route('/{id}/lines/{page}', name: 'lines', methods: ['GET'])]
    #[Route('/{id}/all/{page}', name: 'all', methods: ['GET'])]
    public function lines(int $id, int $page = 1) {}

    #[Route(path: '/{id}/close', name: 'close', requirements: ['id' => '\\d+'], methods: 'POST')]
    public function close(int $id) {}

    // #[Route('/gone')]
    public function gone() {}
}
""",
    },
    {
        "method:src/Controller/CartController.php:CartController.index": {"GET /carts"},
        "method:src/Controller/CartController.php:CartController.show": {
            "GET /carts/{id<\\d+>}",
            "HEAD /carts/{id<\\d+>}",
        },
        "method:src/Controller/CartController.php:CartController.lines": {
            "GET /carts/{id}/lines/{page}",
            "GET /carts/{id}/lines",
            "GET /carts/{id}/all/{page}",
            "GET /carts/{id}/all",
        },
        "method:src/Controller/CartController.php:CartController.close": {"POST /carts/{id}/close"},
        "method:src/Controller/CartController.php:CartController.gone": set(),
    },
    {
        "GET /carts/3/lines": {"method:src/Controller/CartController.php:CartController.lines"},
        "GET /carts/3/all/2": {"method:src/Controller/CartController.php:CartController.lines"},
        "GET /carts": {"method:src/Controller/CartController.php:CartController.index"},
        "GET /carts/3": {"method:src/Controller/CartController.php:CartController.show"},
        "POST /carts/3/close": {"method:src/Controller/CartController.php:CartController.close"},
    },
)

SYMFONY_YAML = Program(
    {
        "config/routes.yaml": """\
# gone:
#     path: /gone
#     controller: App\\Controller\\CartController::gone

admin:
    resource: routes/admin.yaml
    prefix: /admin

cart_show:
    path: /carts/{id}/{page}
    controller: App\\Controller\\CartController::show
    defaults: { page: 1 }
    methods: [GET]

cart_close:
    path: /carts/{id}/close
    defaults: { _controller: 'App\\Controller\\CartController::close' }
    methods:
        - POST
        - PUT
""",
        "config/routes/admin.yaml": """\
home:
    path: /home
    controller: App\\Controller\\Admin\\HomeController
""",
        "config/services.yaml": """\
no_route:
    path: /nowhere
    controller: App\\Controller\\CartController::gone
""",
        "src/Controller/CartController.php": """\
<?php

namespace App\\Controller;

class CartController
{
    public function show(int $id, int $page) {}

    public function close(int $id) {}

    public function gone() {}
}
""",
        "src/Controller/HomeController.php": """\
<?php

namespace App\\Controller;

class HomeController
{
    public function __invoke() {}
}
""",
        "src/Controller/Admin/HomeController.php": """\
<?php

namespace App\\Controller\\Admin;

class HomeController
{
    public function __invoke() {}
}
""",
    },
    {
        "method:src/Controller/CartController.php:CartController.show": {
            "GET /carts/{id}/{page}",
            "GET /carts/{id}",
        },
        "method:src/Controller/CartController.php:CartController.close": {
            "POST /carts/{id}/close",
            "PUT /carts/{id}/close",
        },
        "method:src/Controller/CartController.php:CartController.gone": set(),
        "method:src/Controller/HomeController.php:HomeController.__invoke": set(),
        "method:src/Controller/Admin/HomeController.php:HomeController.__invoke": {"/admin/home"},
    },
    {
        "GET /carts/3": {"method:src/Controller/CartController.php:CartController.show"},
        "GET /carts/3/2": {"method:src/Controller/CartController.php:CartController.show"},
        "POST /carts/3/close": {"method:src/Controller/CartController.php:CartController.close"},
        "GET /admin/home": {"method:src/Controller/Admin/HomeController.php:HomeController.__invoke"},
    },
)


def test_a_path_of_common_words_is_answered_where_routes_are_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mounts, "_MOST_FILES", 4)
    controllers = "namespace App\\Http\\Controllers{};\n\nclass CartController\n{{\n"
    index = "    public function index() {}\n\n    public function change() {}\n}\n"
    long = "".join(f"        Route::get('x{n}', fn () => {n});\n" for n in range(300))
    files = {
        "bootstrap/app.php": LARAVEL_ROUTES.files["bootstrap/app.php"],
        "routes/web.php": "<?php\n\nuse App\\Http\\Controllers\\CartController;\n\n"
        "Route::prefix('carts')->group(function () {\n"
        f"    Route::get('', [CartController::class, 'index']);\n{long}}});\n"
        "Route::prefix('shops/{shop}')->group(function () {\n"
        "    Route::put('carts', [CartController::class, 'change']);\n"
        "    Route::put('lines', [CartController::class, 'change']);\n});\n",
        "routes/api.php": "<?php\n\nuse App\\Http\\Controllers\\Api\\CartController;\n\n"
        "Route::apiResource('carts', CartController::class);\n",
        "app/Http/Controllers/CartController.php": f"<?php\n\n{controllers.format('')}{index}",
        "app/Http/Controllers/Api/CartController.php": f"<?php\n\n{controllers.format(chr(92) + 'Api')}{index}",
        **{f"app/View{n}.php": f"<?php\nclass View{n} {{ public $carts = {n}; }}\n" for n in range(6)},
    }
    own = "method:app/Http/Controllers/CartController.php:CartController"
    api = "method:app/Http/Controllers/Api/CartController.php:CartController"
    check(
        tmp_path,
        Program(
            files,
            {f"{own}.index": {"GET /carts"}, f"{api}.index": {"GET /api/carts"}},
            {"GET /carts": {f"{own}.index"}, "GET /api/carts": {f"{api}.index"}},
        ),
    )
    session = DirectSession(tmp_path, load_settings())
    two = "The end of that path is written at routes/api.php:5 .*, routes/web.php:309 "
    with pytest.raises(UnknownEntity, match=two):
        trace_causal_path(session, "PUT /carts", "upstream")
    said = "No route with all of that path was found; below /shops/{shop} it is answered by:\n"
    told = trace_causal_path(session, "PUT /lines", "upstream").text
    assert told.startswith(f"{said}{own}.change ")


def test_what_a_path_is_joined_to_stands_for_any_last_part(tmp_path: Path) -> None:
    hooks = "method:app/HookController.php:HookController.take"
    show = "func:server.js:show"
    check(
        tmp_path,
        Program(
            {
                "routes/web.php": "<?php\nuse App\\HookController;\n"
                "Route::post('/hooks/'.config('hooks.secret'), [HookController::class, 'take']);\n",
                "app/HookController.php": "<?php\nnamespace App;\nclass HookController\n{\n"
                "    public function take() {}\n}\n",
                "server.js": "const app = express();\nfunction show() {}\napp.get('/shown/' + secret, show);\n"
                "const path = '/written/' + secret;\nfetch('/asked/' + secret, show);\n"
                "app.get(base + '/later/' + secret, show);\n",
            },
            {hooks: {"POST /hooks/{}"}, show: {"GET /shown/{}"}},
            {
                "POST /hooks/abc": {hooks},
                "GET /shown/abc": {show},
                "GET /asked/abc": set(),
                "GET /later/abc": set(),
            },
        ),
    )


def test_paths_of_rails_leave_parts_out_and_say_what_parts_may_be(tmp_path: Path) -> None:
    check(tmp_path, RAILS_SEGMENTS)


def test_methods_of_routes_make_them_where_they_are_called(tmp_path: Path) -> None:
    check(tmp_path, RAILS_METHODS)


def test_a_path_that_a_route_redirects_is_told_where_it_is_written(tmp_path: Path) -> None:
    session = DirectSession(write(tmp_path, dict(RAILS_SEGMENTS.files)), load_settings())
    said = 'That path is written at config/routes.rb:9 `get "/old/:id", to: redirect("/c/%{id}")`, which names no'
    with pytest.raises(UnknownEntity, match=re.escape(said)):
        trace_causal_path(session, "GET /old/42", "upstream")
    with pytest.raises(UnknownEntity, match=re.escape(said)):
        trace_causal_path(session, "GET /old/x", "upstream")


@pytest.mark.parametrize(
    "program",
    [RAILS_ROUTES, RAILS_HOSTS, LARAVEL_ROUTES, LARAVEL_TEXTS, LARAVEL_TESTS, SYMFONY_ATTR, SYMFONY_YAML],
    ids=[
        "rails",
        "rails by hosts",
        "laravel",
        "laravel by texts",
        "laravel with tests",
        "symfony",
        "symfony in yaml",
    ],
)
def test_functions_answer_the_paths_that_the_framework_makes_of_the_sources(
    tmp_path: Path, program: Program
) -> None:
    check(tmp_path, program)


def test_a_template_that_calls_something_with_a_path_answers_nothing(tmp_path: Path) -> None:
    check(
        tmp_path,
        Program(
            {
                "src/Carts.php": "<?php\nclass Carts\n{\n"
                "    #[Route('/export/cart-new')]\n    public function make() {}\n}\n",
                "templates/cart.html.twig": "{{ form('/export/cart-new', { call: 'Carts@make' }) }}\n"
                "{% route('/export/cart-new', 'x') %}\n",
            },
            {"method:src/Carts.php:Carts.make": {"/export/cart-new"}},
            {"GET /export/cart-new": {"method:src/Carts.php:Carts.make"}},
        ),
    )


def test_of_controllers_of_one_name_the_one_below_the_namespace_around_answers(tmp_path: Path) -> None:
    """A relative `'Cart\\ShowController@show'` fits any type below a folder of that name."""
    type_ = "<?php\nnamespace {0};\nclass ShowController\n{{\n    public function show() {{}}\n}}\n"
    routes = (
        "<?php\nRoute::group(\n    ['namespace' => 'Shop\\Http\\Controllers', 'prefix' => 'carts'],\n"
        "    static function (): void {\n"
        "        Route::get('{first?}/{last?}', 'Cart\\ShowController@all');\n"
        "        Route::get('show/{cart}', ['uses' => 'Cart\\ShowController@show', 'as' => 'show']);\n    }\n);\n"
        "Route::get('lines/{line}', 'Line\\ShowController@show');\n"
    )
    files = {
        "routes/web.php": routes,
        **{
            f"app/{folder}/ShowController.php": type_.format("Shop\\" + folder.replace("/", "\\"))
            for folder in (
                "Http/Controllers/Cart",
                "Http/Controllers/Line",
                "Api/Models/Cart",
                "Api/Models/Line",
            )
        },
    }
    cart, line = (
        f"method:app/Http/Controllers/{name}/ShowController.php:ShowController.show"
        for name in ("Cart", "Line")
    )
    check(
        tmp_path,
        Program(
            files, {cart: {"GET /carts/show/{cart}"}}, {"GET /carts/show/3": {cart}, "GET /lines/4": {line}}
        ),
    )


FORMATS = """\
<?php
namespace App\\Controller;
use Symfony\\Component\\Routing\\Attribute\\Route;
class CartController {
    #[Route(path: '/carts/exists.{_format}', methods: ['GET'], defaults: ['_format' => 'json'])]
    public function exists() {}
    #[Route(path: '/carts.{_format}', methods: ['GET'], defaults: ['_format' => 'json'])]
    public function all() {}
    #[Route(path: '/carts/{cart}.{_format}', methods: ['GET'], defaults: ['_format' => 'json'])]
    public function one() {}
    #[Route(path: '/page/{page}', methods: ['GET'], defaults: ['page' => 1])]
    public function page() {}
}
"""
INVOKED = """\
<?php
namespace App\\Http\\Controllers;
class PlayController {
    public function __invoke() { return $this->help(); }
    private function help() {}
}
"""


@pytest.mark.parametrize(
    ("asked", "answering"),
    [
        ("GET /carts", "CartController.all"),
        ("GET /carts/exists", "CartController.exists"),
        ("GET /carts/5", "CartController.one"),
        ("GET /page", "CartController.page"),
        ("GET /page/2", "CartController.page"),
        ("POST /play", "PlayController.__invoke"),
    ],
)
def test_formats_and_defaults_may_be_left_out_and_a_type_alone_is_invoked(
    tmp_path: Path, asked: str, answering: str
) -> None:
    files = {
        "composer.json": '{"autoload": {"psr-4": {"App\\\\": "src/"}}}',
        "src/Controller/CartController.php": FORMATS,
        "src/Http/Controllers/PlayController.php": INVOKED,
        "routes/api.php": "<?php\nuse App\\Http\\Controllers\\PlayController;\n"
        "use Illuminate\\Support\\Facades\\Route;\nRoute::post('play', PlayController::class);\n",
    }
    session = DirectSession(write(tmp_path / "code", files), load_settings({}))
    assert f".php:{answering}  L" in trace_causal_path(session, asked, "downstream").text.split("\n")[0]
