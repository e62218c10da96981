"""Waiting for other threads and processes: a test waits for an event, and never for a fixed time."""

from __future__ import annotations

import time
from collections.abc import Callable

# The seconds until a test counts as hanging: nothing takes as long, even on a slow and busy machine.
HANG = 300


def wait_until(is_so: Callable[[], object]) -> None:
    """Calls a function until it returns something true."""
    end = time.monotonic() + HANG
    while not is_so():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.01)
