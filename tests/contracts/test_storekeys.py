"""What stores of Vuex run by a key: what a trace says of both ends."""

from __future__ import annotations

import pytest
from written_files import write

from nsccn.settings import load_settings
from nsccn.tools.session import DirectSession
from nsccn.tools.trace_causal_path import trace_causal_path

FILES = {
    "store/cart.js": """\
export const getters = { total: (state) => state.sum, byId: (state) => (id) => state.carts[id] }
export const actions = {
  async fetch({ commit, dispatch }, id) {
    commit('set', [])
    dispatch('user/load', id, { root: true })
  }
}
export const mutations = { set(state, carts) { state.carts = carts } }
""",
    "store/modules/user.js": """\
const actions = { load: ({ commit }) => commit({ type: 'set', user: 1 }) }
const mutations = { set: (state, user) => { state.user = user } }
export const tools = { total() {} }
export default { namespaced: true, actions, mutations }
""",
    "store/modules/page-list/index.js": """\
export default {
  namespaced: true,
  mutations: { turn(state) { state.page++ } },
  actions: {
    open({ commit }) { commit('turn') },
    set() {}
  }
}
""",
    "store/index.js": """\
export default new Vuex.Store({ mutations: { CLEAR(state) {} } })
""",
    "pages/Shop.vue": """\
<script>
export default {
  computed: {
    ...mapGetters('cart', ['total']),
    one() { return this.$store.getters['cart/byId'](1) }
  },
  methods: {
    ...mapActions({ show: 'pageList/open' }),
    run() {
      this.$store.dispatch('cart/fetch', 3)
      this.$store.commit('CLEAR')
      this.$store.dispatch('set')
      this.emit('total')
    }
  }
}
</script>
""",
}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> DirectSession:
    return DirectSession(write(tmp_path_factory.mktemp("stores"), FILES), load_settings())


@pytest.mark.parametrize(
    ("name", "places"),
    [
        ("store/cart.js:getters.total", "pages/Shop.vue:4 in `default`"),
        ("store/cart.js:getters.byId", "pages/Shop.vue:5 in `one`"),
        ("store/cart.js:actions.fetch", "pages/Shop.vue:10 in `run`"),
        ("store/cart.js:mutations.set", "store/cart.js:4 in `actions.fetch`"),
        ("store/modules/user.js:actions.load", "store/cart.js:5 in `actions.fetch`"),
        ("store/modules/user.js:mutations.set", "store/modules/user.js:1 in `actions.load`"),
        (
            "store/modules/page-list/index.js:default.turn",
            "store/modules/page-list/index.js:5 in `default.open`",
        ),
        ("store/modules/page-list/index.js:default.open", "pages/Shop.vue:8 in `default`"),
        ("store/index.js:default.CLEAR", "pages/Shop.vue:11 in `run`"),
    ],
)
def test_a_trace_tells_who_runs_what_a_store_keeps(session: DirectSession, name: str, places: str) -> None:
    said = trace_causal_path(session, name, "upstream").text.splitlines()
    assert f"By its key in a store it is run at {places}." in said


def test_what_is_no_part_of_a_store_is_not_run_by_a_key(session: DirectSession) -> None:
    said = trace_causal_path(session, "store/modules/user.js:tools.total", "upstream").text
    assert "By its key in a store" not in said


def test_a_trace_tells_what_a_function_has_a_store_run(session: DirectSession) -> None:
    said = trace_causal_path(session, "store/cart.js:actions.fetch").text
    assert (
        "By their keys in a store it runs func:store/cart.js:mutations.set (L4), "
        "func:store/modules/user.js:actions.load (L5)." in said
    )


def test_a_key_without_its_module_means_nothing_of_a_module_that_has_a_name(session: DirectSession) -> None:
    said = trace_causal_path(session, "pages/Shop.vue:run").text
    assert (
        "By their keys in a store it runs func:store/cart.js:actions.fetch (L10), "
        "func:store/index.js:default.CLEAR (L11)." in said
    )
