"""Settings of all tests."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

# No deadlines: other programs may run on the machine. Few examples: all tests take under a minute.
settings.register_profile("tercet", deadline=None, max_examples=50, derandomize="CI" in os.environ)
settings.load_profile("tercet")

# A shell that starts the tests in the background lets them ignore Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Names what this machine could not test, one a line, as the other tests of the project do."""
    reports = terminalreporter.stats.get("skipped", [])
    reasons = {report.longrepr[2].removeprefix("Skipped: ") for report in reports if isinstance(report.longrepr, tuple)}
    for reason in sorted(reason for reason in reasons if reason.startswith("NOT TESTED: ")):
        terminalreporter.write_line(reason)
