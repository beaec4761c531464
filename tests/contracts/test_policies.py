"""Who asks a policy whether something is allowed, which the text tells alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nsccn.tools.trace_causal_path import trace_causal_path

if TYPE_CHECKING:
    from written_files import SessionOf

LARAVEL = {
    "app/Policies/RadioSongPolicy.php": (
        "<?php\nclass RadioSongPolicy\n{\n    public function shareOut(User $user, RadioSong $song) {}\n"
        "    public function edit(User $user, RadioSong $song) {}\n}\n"
    ),
    "app/Policies/AlbumPolicy.php": (
        "<?php\nclass AlbumPolicy\n{\n    public function edit(User $user, Album $album) {}\n}\n"
    ),
    "app/Http/SongController.php": (
        "<?php\nclass SongController extends Controller\n{\n"
        "    public function update(RadioSong $radioSong)\n    {\n"
        "        $this->authorize('edit', $radioSong);\n"
        "        $this->authorize('edit', $radioSong->album);\n"
        "        $this->authorize('edit', $this->find(1));\n"
        "        Gate::allows('share-out', [RadioSong::class, $radioSong]);\n"
        "    }\n}\n"
    ),
    "routes/web.php": "<?php\nRoute::put('/songs/{radioSong}')->middleware('can:edit,radioSong');\n",
    "resources/views/song.blade.php": "<b>@can('shareOut', $radioSong) Share @endcan</b>\n",
}
RAILS = {
    "app/policies/audience/purchase_policy.rb": (
        "class Audience::PurchasePolicy < ApplicationPolicy\n  def update?; end\n  def index?; end\nend\n"
    ),
    "app/policies/purchase_policy.rb": "class PurchasePolicy < ApplicationPolicy\n  def update?; end\nend\n",
    "app/controllers/purchases_controller.rb": (
        "class PurchasesController < ApplicationController\n"
        "  def update\n    authorize [:audience, @purchase]\n  end\n\n"
        "  def list\n    authorize [:audience, Purchase], :index?\n  end\n\n"
        "  def change\n    authorize [:audience, @purchase]\n    authorize @purchase, :update?\n  end\n"
        "end\n"
    ),
    "app/views/purchases/show.html.erb": "<% if policy([:audience, order.purchase]).update? %>Change<% end %>\n",
}


@pytest.mark.parametrize(
    ("files", "method", "said"),
    [
        (
            LARAVEL,
            "RadioSongPolicy.edit",
            "it is asked for at app/Http/SongController.php:6 in `SongController.update`, routes/web.php:2.",
        ),
        (
            LARAVEL,
            "RadioSongPolicy.edit",
            (
                "`edit` is asked for, of a policy that is not told there, at app/Http/SongController.php:8 in "
                "`SongController.update`."
            ),
        ),
        (
            LARAVEL,
            "AlbumPolicy.edit",
            "it is asked for at app/Http/SongController.php:7 in `SongController.update`.",
        ),
        (
            LARAVEL,
            "RadioSongPolicy.shareOut",
            (
                "it is asked for at app/Http/SongController.php:9 in `SongController.update`, "
                "resources/views/song.blade.php:1."
            ),
        ),
        (
            RAILS,
            "Audience::PurchasePolicy.update?",
            (
                "it is asked for at app/controllers/purchases_controller.rb:3 in `PurchasesController.update`, "
                "app/views/purchases/show.html.erb:1."
            ),
        ),
        (
            RAILS,
            "Audience::PurchasePolicy.index?",
            "it is asked for at app/controllers/purchases_controller.rb:7 in `PurchasesController.list`.",
        ),
        (
            RAILS,
            "method:app/policies/purchase_policy.rb:PurchasePolicy.update?",
            "it is asked for at app/controllers/purchases_controller.rb:12 in `PurchasesController.change`.",
        ),
    ],
)
def test_who_asks_a_policy_is_told(
    session_of: SessionOf, files: dict[str, str], method: str, said: str
) -> None:
    text = trace_causal_path(session_of(files), method, direction="upstream").text
    assert f"By the text, {said}" in text.splitlines()
    assert "No caller" not in text
