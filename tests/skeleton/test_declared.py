"""Skeletons of files in which calls say what is around them: routes, and macros in classes."""

from __future__ import annotations

from textwrap import dedent

import pytest
from shown_skeletons import shown, skeleton_of

from nsccn.graph.languages import load
from nsccn.skeleton.detail import Detail
from nsccn.skeleton.layout import count_errors

LARAVEL = """\
    <?php
    Route::get('/', [HomeController::class, 'index']);
    Route::group(
        ['prefix' => 'carts',
         // of one user
         'as'     => 'carts.'],
        static function (): void {
            Route::get('', ['uses' => 'Cart\\IndexController@index', 'as' => 'index']);
            Route::post('{cart}/close', 'CartController@close')
                ->name('close');
        }
    );
"""
SHOWN_LARAVEL = """\
    2|Route::get('/', [HomeController::class, 'index']);
    3|Route::group(['prefix' => 'carts', 'as' => 'carts.'], static function (): void {
    8|        Route::get('', ['uses' => 'Cart\\IndexController@index', 'as' => 'index']);
    9|        Route::post('{cart}/close', 'CartController@close')->name('close');
    11|    });
"""
PHOENIX = """\
    defmodule Router do
      pipeline :api do
        plug :accepts, ["json"]
      end

      scope "/api", Shop do
        pipe_through :api
        get "/carts", CartController, :index
        post "/carts", CartController, :create
        delete "/carts/:id", CartController, :delete
      end
    end
"""
SHOWN_PHOENIX = """\
    1|defmodule Router do
    2|  pipeline :api do
    3|    plug :accepts, ["json"]
    4|  end
    6|  scope "/api", Shop do
    7|    pipe_through :api
    8|    get "/carts", CartController, :index
    9|    post "/carts", CartController, :create
    10|    delete "/carts/:id", CartController, :delete
    11|  end
    12|end
"""
RAILS = """\
    Rails.application.routes.draw do
      root "home#index"
      get "/about", to: "home#about"
      resources :carts do
        member { post :close }
        collection do
          get :open
        end
      end
      if Rails.env.development?
        get "/mails" => "mails#index"
        get "/jobs" => "jobs#index"
        get "/logs" => "logs#index"
      end
    end
"""
SHOWN_RAILS = """\
    1|Rails.application.routes.draw do
    2|  root "home#index"
    3|  get "/about", to: "home#about"
    4|  resources :carts do
    5|    member { post :close }
    6|    collection do
    7|      get :open
    8|    end
    9|  end
    10|  if Rails.env.development?
    11|    get "/mails" => "mails#index"
    12|    get "/jobs" => "jobs#index"
    13|    get "/logs" => "logs#index"
    14|  end
    15|end
"""
MODEL = """\
    class Cart < ApplicationRecord
      include Priced
      include Tagged
      description <<~TEXT
        What somebody
        may want
        to buy.
      TEXT
      validates :name,
        presence: true,
        length: { in: 3..40 }
      before_save :sum
      after_save do
        one
        two
      end
      scope :open, -> { where(closed: false) }
      scope :of, ->(user) do
        where(user: user)
      end

      def sum
        lines.sum
      end
    end
"""
SHOWN_MODEL = """\
    1|class Cart < ApplicationRecord
    2|  include Priced
    3|  include Tagged
    4|  description <<~TEXT
    8|  TEXT
    9|  validates :name, presence: true, length: { in: 3..40 }
    12|  before_save :sum
    13|  after_save do # ...
    16|  end
    17|  scope :open, -> { where(closed: false) }
    18|  scope :of, ->(user) { :"..." }
    22|  def sum # ...
    24|  end
    25|end
"""
DJANGO = """\
    from django.urls import include, path

    app_name = "shop"
    urlpatterns = [
        path("carts/", carts),
        path(
            "carts/<int:pk>/",
            views.as_view(
                "cart",
                first_keyword_argument_of_it="first_keyword_argument_of_carts_that_is_long",
                other_keyword_argument_of_it="other_keyword_argument_of_carts_that_is_long",
            ),
            name="cart",
        ),
        path("api/", include([
            path("lines/", lines),
        ])),
    ]
"""
SHOWN_DJANGO = """\
    1|from django.urls import include, path
    3|app_name = "shop"
    4|urlpatterns = [
    5|    path("carts/", carts),
    6|    path("carts/<int:pk>/", views.as_view("cart", ...,), name="cart",),
    15|    path("api/", include([
    16|        path("lines/", lines),
    17|    ])),
    18|]
"""


@pytest.mark.parametrize(
    ("path", "source", "expected"),
    [
        ("web.php", LARAVEL, f"    1|<?php\n{SHOWN_LARAVEL}"),
        ("router.ex", PHOENIX, SHOWN_PHOENIX),
        ("routes.rb", RAILS, SHOWN_RAILS),
        ("cart.rb", MODEL, SHOWN_MODEL),
        ("urls.py", DJANGO, SHOWN_DJANGO),
    ],
)
def test_calls_that_say_what_is_around_them_are_shown(path: str, source: str, expected: str) -> None:
    assert shown(source, Detail.SIGNATURE, path) == dedent(expected)
    skeleton, facts = skeleton_of(path, source)
    text = "".join(f"{row.text}\n" for row in skeleton.draft(Detail.SIGNATURE))
    assert not any(count_errors(text.encode(), load(facts.language), path))


def test_of_very_many_the_first_of_each_block_are_shown() -> None:
    groups = "".join(
        f"Route::prefix('{group}')->group(function () {{\n"
        + "".join(f"    Route::get('{route}', 'Cart@of{route}');\n" for route in range(20))
        + "});\n"
        for group in range(10)
    )
    text = shown(f"<?php\n{groups}", Detail.SIGNATURE, "web.php")
    assert text.count("Route::prefix") == 10
    assert text.count("Route::get") == 90
    assert text.count("/* ... */") == 10
