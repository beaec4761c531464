"""Lua: `require("shop.cart")` gives what the file `shop/cart.lua`, or `shop/cart/init.lua`, returns."""

from __future__ import annotations

from collections.abc import Iterator

from nsccn.graph.imports.base import ImportStrategy, Located

_ROOTS = frozenset({"", "lua", "src", "lib", "spec", "test", "tests", "frontend", "scripts"})
"""Folders that are commonly on the path; another one counts where no second file ends so."""


class LuaRequire(ImportStrategy):
    """`require "shop.cart"`, `require("shop/cart")`."""

    stems_of_folders = frozenset({"init"})
    manifests_name_files = False

    def locate(self, slot: int, module: str) -> Located | None:
        """Return the file of a module: below a folder that is commonly on the path, the nearest first."""
        steps = [step for step in module.replace("/", ".").split(".") if step]
        if not steps:
            return None
        paths, own = self.project.paths, self.project.paths[slot]
        found = sorted(self._ending("/".join(steps)), key=lambda one: (-_shared(own, paths[one[1]]), one))
        near = [other for root, other in found if _is_root(root, own, alone=len(steps) == 1)]
        if near:
            return Located((near[0],))
        return Located((found[0][1],)) if len(found) == 1 and len(steps) > 1 else None

    def _ending(self, path: str) -> Iterator[tuple[str, int]]:
        """Yield what stands before the module in the paths of files that end so, and the files."""
        last = path.rpartition("/")[2]
        for name, ending in ((f"{last}.lua", f"/{path}.lua"), ("init.lua", f"/{path}/init.lua")):
            for other in self.project.by_filename.get(name, ()):
                root, is_there, _ = f"/{self.project.paths[other]}".rpartition(ending)
                if is_there and f"/{self.project.paths[other]}" == root + ending:
                    yield root.strip("/"), other


def _is_root(root: str, own: str, *, alone: bool) -> bool:
    """Whether a folder may be on the path of a file: it is around it, and one of a single name beside it."""
    is_around = not root or f"{own}/".startswith(f"{root}/")
    is_usual = root.rpartition("/")[2] in _ROOTS
    return is_usual or (is_around and (not alone or own.rpartition("/")[0] == root))


def _shared(path: str, other: str) -> int:
    """Return the number of leading folders that two paths share."""
    pairs = zip(path.split("/"), other.split("/"), strict=False)
    return next((place for place, (one, two) in enumerate(pairs) if one != two), 1 << 10)
