"""The command `tercet`, also as `python -m tercet`."""

from __future__ import annotations

import signal
import sys

from tercet._tercet import command


def main() -> None:
    """Runs the command line, and exits with its status."""
    # The command listens to Ctrl-C by itself, and ends quietly when its reader does.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(command(sys.argv))


if __name__ == "__main__":
    main()
