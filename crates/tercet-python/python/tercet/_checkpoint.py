"""The file in which a simulation is saved while it runs, which `tercet simulate --checkpoint` reads, too.

As the command line does, it writes a file beside, which then takes the place of the old one, and locks the file, so
that no other run works on it.
"""

from __future__ import annotations

import os
import sys
import time
from io import BufferedReader, BufferedWriter
from pathlib import Path
from types import TracebackType
from typing import Self

from tercet._errors import Error
from tercet._tercet import Simulation, Tally

if sys.platform != "win32":
    import fcntl

# The shortest and the longest time between two checkpoints, in seconds.
_PAUSES = (0.1, 10.0)


class Checkpoint:
    """The tally of the first units of a simulation, and its file, if there is a path.

    The file is written at the begin and the end of the `with` statement, and in between often enough that no more
    than a tenth of the work is lost, or ten seconds.
    """

    def __init__(self, path: str | os.PathLike[str] | None, run: Simulation) -> None:
        self._path = None if path is None else Path(path).resolve()
        self._held: BufferedReader | BufferedWriter | None = None
        self._begin = self._last = time.monotonic()
        self._saved: Tally | None = None
        self.tally = run.empty()
        if self._path is not None and self._path.exists():
            self._held = self._path.open("rb")
            self._lock(self._held)
            self.tally = self._saved = self._read(self._held, run)

    def __enter__(self) -> Self:
        self._save()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None
    ) -> None:
        try:
            self._save()
        finally:
            if self._held is not None:
                self._held.close()

    @property
    def units(self) -> int:
        """The number of units that were played."""
        return self.tally.units[0][1] if self.tally.units else 0

    def add(self, tally: Tally) -> None:
        """Adds the tally of the next units."""
        self.tally = self.tally + tally
        shortest, longest = _PAUSES
        now = time.monotonic()
        if now - self._last >= min(max((now - self._begin) / 10, shortest), longest):
            self._save()

    def _read(self, file: BufferedReader, run: Simulation) -> Tally:
        try:
            tally = run.read(file.read().decode(errors="replace"))
        except Error as error:
            raise Error(f"{self._path}: {error}", error.code, error.place, error.text, error.data) from None
        if (tally.units and tally.units[0][0] != 0) or len(tally.units) > 1:
            raise Error(f"{self._path}: it does not begin with the first unit", "other-simulation")
        return tally

    def _save(self) -> None:
        if self._path is None or self._saved is self.tally:
            return
        beside = self._path.with_name(self._path.name + ".unfinished")
        # It is emptied only when it is known that no other run is writing it.
        file = beside.open("ab")
        is_locked = False
        try:
            self._lock(file)
            is_locked = True
            file.truncate(0)
            file.write(self.tally.checkpoint().encode())
            file.flush()
            os.fsync(file.fileno())
            if sys.platform == "win32":
                file.close()  # open files cannot be renamed
            if self._held is not None:
                self._held.close()
            beside.replace(self._path)
        except BaseException:
            # Also after Ctrl-C: an open file stays locked, and could not be written at the end.
            file.close()
            if is_locked:
                beside.unlink(missing_ok=True)
            raise
        self._held = file
        self._saved = self.tally
        self._last = time.monotonic()
        self._sync_folder(self._path.parent)

    def _sync_folder(self, folder: Path) -> None:
        """Makes the new name safe from a loss of power, where folders can be synchronised."""
        if sys.platform != "win32":
            number = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(number)
            finally:
                os.close(number)

    def _lock(self, file: BufferedReader | BufferedWriter) -> None:
        if sys.platform != "win32":
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                file.close()
                message = f"{self._path}: another run is using it: wait until it ends, or name another file"
                raise Error(message, "file") from None
