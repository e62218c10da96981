"""What all tests share."""

from __future__ import annotations

import os

from hypothesis import settings

# No deadlines: other programs may run on the machine. Few examples: all tests take under a minute.
settings.register_profile("tercet", deadline=None, max_examples=50, derandomize="CI" in os.environ)
settings.load_profile("tercet")
