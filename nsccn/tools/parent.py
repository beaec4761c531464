"""A server ends with the process that started it, even when something else holds its standard input open."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Final

_INTERVAL: Final = 1.0
_SYNCHRONIZE: Final = 0x00100000
_INFINITE: Final = 0xFFFFFFFF


def watch_parent(before_exit: Callable[[], None]) -> None:
    """End this process soon after its parent has died, calling `before_exit` first."""

    def watch() -> None:
        _wait_for_end(os.getppid())
        before_exit()
        os._exit(0)

    threading.Thread(target=watch, name="parent", daemon=True).start()


if sys.platform == "win32":
    # There a process keeps the number of its parent for life; the parent's handle tells of its end.
    import ctypes

    def _wait_for_end(parent: int) -> None:
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.OpenProcess.restype = ctypes.c_void_p
        kernel.WaitForSingleObject.argtypes = (ctypes.c_void_p, ctypes.c_uint32)
        handle = kernel.OpenProcess(_SYNCHRONIZE, False, parent)  # noqa: FBT003
        if handle:
            kernel.WaitForSingleObject(handle, _INFINITE)
        else:
            threading.Event().wait()

else:

    def _wait_for_end(parent: int) -> None:
        while os.getppid() == parent:
            time.sleep(_INTERVAL)
