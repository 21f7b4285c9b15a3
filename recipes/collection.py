"""Pauses Python's cycle collector while a catalog is built: nothing in it is a cycle, and it would be walked often."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def paused_collection() -> Iterator[None]:
    """Switch the collector off, and on again where it was on."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
