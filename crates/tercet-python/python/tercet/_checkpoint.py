"""The files in which work is saved while it runs, so that it can be continued.

That of a simulation is read by `tercet simulate --checkpoint`, too. As the command line does, `Checkpoint` writes a
file beside, which then takes the place of the old one. Files are locked, so that no other run works on them.
"""

from __future__ import annotations

import json
import os
import sys
import time
import zlib
from collections.abc import Iterator
from io import BufferedRandom, BufferedReader, BufferedWriter
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

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
            _lock(self._held, self._path)
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
            raise Error(f"{self._path}: it does not begin with the first unit", "other-run")
        return tally

    def _save(self) -> None:
        if self._path is None or self._saved is self.tally:
            return
        beside = self._path.with_name(self._path.name + ".unfinished")
        # It is emptied only when it is known that no other run is writing it.
        file = beside.open("ab")
        is_locked = False
        try:
            _lock(file, self._path)
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


class Journal:
    """The parts that are done of a search or a sample, and their file, if there is a path.

    The first line of the file names the work, and there is one more for each part: its units, its result and a
    checksum. Lines are only added; what follows a broken one, such as that of a run that was killed, is cut off
    and done again. So a kill loses the parts that were at work.
    """

    def __init__(self, path: str | os.PathLike[str] | None, work: dict[str, Any]) -> None:
        self.units = 0  # how many are done
        self._offsets: dict[range, int] = {}
        self._file: BufferedRandom | None = None
        if path is None:
            return
        Path(path).touch()
        self._file = file = Path(path).open("r+b")
        _lock(file, Path(path))
        title = json.dumps(work | {"version": 1}).encode() + b"\n"
        line = file.readline()
        if line != title and not (title.startswith(line) and not line.endswith(b"\n")):
            file.close()
            raise Error(f"{path}: it is of other work: name another file", "other-run")
        end = len(line) if line == title else 0
        for line in file:
            record = _record(line)
            if record is None:
                break
            self._offsets[record[0]] = end
            self.units += len(record[0])
            end += len(line)
        file.truncate(end)
        if end == 0:
            file.seek(0)
            file.write(title)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.flush()
            os.fsync(self._file.fileno())
            self._file.close()

    def add(self, part: range, result: Any) -> None:
        """Adds a part that is done, with its result as JSON can hold it."""
        self.units += len(part)
        if self._file is not None:
            record = json.dumps([part.start, part.stop, result])
            self._file.seek(0, os.SEEK_END)
            self._file.write(f"{record}\t{zlib.crc32(record.encode())}\n".encode())
            self._file.flush()

    @property
    def is_kept(self) -> bool:
        """Whether there is a file."""
        return self._file is not None

    def results(self) -> Iterator[tuple[range, Any]]:
        """The parts that were done at the begin, in the order of their units, with their results."""
        for _, offset in sorted(self._offsets.items(), key=lambda item: item[0].start):
            assert self._file is not None
            self._file.seek(offset)
            record = _record(self._file.readline())
            assert record is not None
            yield record

    def left(self, units: int) -> list[range]:
        """What is left of some units, as ascending ranges."""
        ends = sorted(end for part in self._offsets for end in (part.start, part.stop))
        gaps = zip([0, *ends[1::2]], [*ends[::2], units], strict=True)
        return [range(begin, min(end, units)) for begin, end in gaps if begin < min(end, units)]


def _record(line: bytes) -> tuple[range, Any] | None:
    """The part of a line and its result, or None if the line is broken."""
    text, _, checksum = line.partition(b"\t")
    if checksum != b"%d\n" % zlib.crc32(text):
        return None
    begin, end, result = json.loads(text)
    return range(begin, end), result


def _lock(file: IO[bytes], path: Path) -> None:
    """Locks a file, so that no other run works on it."""
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise Error(f"{path}: another run is using it: wait until it ends, or name another file", "file") from None
