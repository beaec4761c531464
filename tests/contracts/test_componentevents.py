"""What components of Vue and Svelte emit, and the elements that have it handled: what a trace says of them."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from written_files import write

from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

FILES = {
    "src/CartRow.vue": """\
<script setup lang="ts">
const emit = defineEmits<{ saved: [id: string]; rowPicked: []; lost: [] }>();
function save() {
  emit('saved', '1');
}
const pick = () => emit('rowPicked');
function lose() {
  emit('lost');
}
</script>
<template><b @click="pick" /></template>
""",
    "src/Old.vue": """\
<script>
export default { methods: { shut() { this.$emit('closed'); } } };
</script>
<template><b @click="shut" /></template>
""",
    "src/Page.vue": """\
<script setup lang="ts">
import Row from './CartRow.vue'
import Old from './Old.vue'
function keep(id: string) {}
const picked = () => {};
function close() {}
function other() {}
</script>
<template>
  <Row v-if="1 > 0"
    @saved="keep" @row-picked.once="picked()" />
  <Old @closed="close" @saved="other" />
  <row @lost="shown = true" />
</template>
""",
    "src/Aside.vue": """\
<script setup lang="ts">
import Other from './Old.vue'
function aside() {}
</script>
<template><CartRow @saved="aside" /></template>
""",
    "src/Till.svelte": """\
<script>
  import { createEventDispatcher } from 'svelte';
  const dispatch = createEventDispatcher();
  function pay() { dispatch('paid', 1); }
</script>
""",
    "src/Shop.svelte": """\
<script>
  import Till from './Till.svelte';
  function thank(event) {}
</script>
<Till open={() => 1 > 0} on:paid={thank} />
""",
}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    root = tmp_path_factory.mktemp("components")
    return DirectSession(write(root, FILES), load_settings())


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "src/CartRow.vue:save",
            "L4 sends `saved`, which is handled by func:src/Page.vue:keep (L11).",
        ),
        (
            "src/CartRow.vue:pick",
            "L6 sends `rowPicked`, which is handled by func:src/Page.vue:picked (L11).",
        ),
        (
            "src/CartRow.vue:lose",
            "L8 sends `lost`, which is handled in module:src/Page.vue:__init__ (L13).",
        ),
        (
            "src/Old.vue:shut",
            "L2 sends `closed`, which is handled by func:src/Page.vue:close (L12).",
        ),
        (
            "src/Till.svelte:pay",
            "L4 sends `paid`, which is handled by func:src/Shop.svelte:thank (L5).",
        ),
    ],
)
def test_what_a_component_emits_is_handled_by_those_that_run_it(
    session: DirectSession, name: str, said: str
) -> None:
    assert said in trace_causal_path(session, name, "downstream").text.splitlines()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "src/Page.vue:keep",
            "It handles `saved` (src/Page.vue:11), which is sent by func:src/CartRow.vue:save (L4).",
        ),
        (
            "src/Shop.svelte:thank",
            "It handles `paid` (src/Shop.svelte:5), which is sent by func:src/Till.svelte:pay (L4).",
        ),
    ],
)
def test_what_handles_an_event_names_who_emits_it(session: DirectSession, name: str, said: str) -> None:
    assert said in trace_causal_path(session, name, "upstream").text.splitlines()


@pytest.mark.parametrize("name", ["src/Page.vue:other", "src/Aside.vue:aside"])
def test_nothing_is_said_of_other_components(session: DirectSession, name: str) -> None:
    assert "handles" not in trace_causal_path(session, name, "upstream").text


def test_many_elements_that_never_end_take_no_time(tmp_path: Path) -> None:
    script = "<script setup>\nimport Row from './CartRow.vue'\nfunction keep() {}\n</script>\n"
    page = f"{script}<template>\n<Row @saved='keep' />\n</template>\n" + "<Row\n" * 20_000
    root = write(tmp_path / "shop", {**FILES, "src/Page.vue": page})
    session = DirectSession(root, load_settings({"cache_dir": str(tmp_path / "cache")}))
    session.index()
    began = time.process_time()
    said = trace_causal_path(session, "src/CartRow.vue:save", "downstream").text
    assert "which is handled by func:src/Page.vue:keep (L6)" in said
    assert time.process_time() - began < 5
