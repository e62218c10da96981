"""Large runs on many processes or machines.

An executor is any `concurrent.futures.Executor` (processes, threads, MPI) or a Dask `Client`, whose workers need
this package. The work is cut into parts of about `part_seconds` of work, which are submitted a few at a time. Parts
of a lost worker are given to others, up to three times. No result depends on the executor, the parts or their order.

`workers` is how many parts the executor works on at once; pools and Dask tell it. `progress(done, of)` is called
in the calling thread whenever something is done. An error, a limit or Ctrl-C cancels what was not begun; a pool of
processes or threads still finishes the parts that its workers have begun. Of a cluster without workers the logger
`tercet` warns, and the work waits.

A pool of processes that loses a process is broken, which raises `BrokenProcessPool`, a Dask cluster that loses its
scheduler raises `BrokenExecutor`, and the death of the calling program ends everything: then only a checkpoint helps.

>>> from concurrent.futures import ThreadPoolExecutor
>>> from tercet import Simulation
>>> run = Simulation(50_000, seed=7)
>>> with ThreadPoolExecutor(2) as executor:
...     tally = simulate(run, executor)
>>> tally == run.play(), tally.games
(True, 50000)
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise
from operator import index
from os import PathLike
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias, TypeVar

from tercet import _tercet
from tercet._answers import BoardLike, as_board, board_spec, deck_spec
from tercet._errors import Stopped
from tercet._names import Progress
from tercet._progress import told
from tercet._tercet import Board, ProofFile, Set, Simulation, Tally, Units
from tercet._window import Cluster, ExecutorLike, Ranges, Window

__all__ = ["Forecast", "estimate", "find", "prove", "simulate", "sweep"]

P = TypeVar("P")
R = TypeVar("R")
# A part of a search begins with a walk through the groups of cards. It takes at least as long as this many walks,
# so these cost little. To prepare the search takes about as long as one.
_WALKS = 20
# At how many places tasks are measured, and how many at most there.
_PROBES = 24
_PROBED = 512
# How many parts of a proof, of megabytes each, may wait for an earlier one for each worker.
_PROOFS_WAITING = 3
# What is counted of a question with units.
_COUNTED = {"find": "tasks", "prove": "tasks", "simulate": "games"}

Work: TypeAlias = tuple[str, str]  # the name of a question with units, and its fields as JSON


def simulate(
    run: Simulation,
    executor: ExecutorLike,
    *,
    checkpoint: str | PathLike[str] | None = None,
    part_seconds: float = 10.0,
    workers: int | None = None,
    progress: Progress | None = None,
) -> Tally:
    """Plays all games of a simulation. The tally is that of `run.play()`, and of the command line.

    `checkpoint` is a file from which the simulation continues if it exists, and in which it is saved while it runs
    and at its end. It is the file of `tercet simulate --checkpoint FILE`: each can continue what the other began.
    `progress` counts pieces of the work, of some games each.

    Raises `Error` if the file is of another simulation, damaged, or used by another run.
    """
    fields = {"games": run.games, "seed": run.seed, "start": run.start, "refill": run.refill, "pick": run.pick}
    work = _work("simulate", deck=deck_spec(run.deck), **fields)
    counts = _share(work, Cluster(executor, workers), checkpoint, part_seconds, None, progress, first=16)
    return _tercet.tally(run, counts)


def find(
    board: BoardLike,
    executor: ExecutorLike,
    *,
    checkpoint: str | PathLike[str] | None = None,
    part_seconds: float = 10.0,
    workers: int | None = None,
    timeout: float | None = None,
    progress: Progress | None = None,
) -> Set | None:
    """A set of a board, or None if it is proved to have none. For boards that take minutes or more.

    The search consists of numbered tasks. The set is that of the first task with one, on every executor. After
    `timeout` seconds it is a set of a later task if one was found, and else `Stopped` is raised.

    `checkpoint` is a file in which the search is saved while it runs, and from which it continues if it exists: that
    of `tercet find --checkpoint FILE`, which `tercet merge` reads, too. `progress` counts tasks.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as executor:
    ...     find('1RsO 2RhO 3RoO 1GsD', executor)
    Set('1RsO 2RhO 3RoO')
    """
    board = as_board(board)
    work = _work("find", board=board_spec(board))
    return _found(board, _share(work, Cluster(executor, workers), checkpoint, part_seconds, timeout, progress))


def prove(
    board: BoardLike,
    executor: ExecutorLike,
    path: str | PathLike[str],
    *,
    checkpoint: str | PathLike[str] | None = None,
    part_seconds: float = 2.0,
    workers: int | None = None,
    timeout: float | None = None,
    progress: Progress | None = None,
) -> Set | None:
    """A set of a board, or None after its proof was written into a file: that of `tercet find --proof`.

    The set is that of `find`. The file is written whole or not at all, from the parts of the proof, which have about
    10 MB for each second of search; a few for each worker are in memory. `checkpoint` and `progress` are those of
    `find`; beside the checkpoint is the file `CHECKPOINT.steps`, as long as the proof.

    Raises `Error` if the file cannot be written, or for a deck without proofs, and `Stopped` after `timeout` seconds.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from tercet import Deck, proof
    >>> board = Deck(20, 4).deal(270, seed=2)
    >>> with TemporaryDirectory() as folder, ThreadPoolExecutor(2) as executor:
    ...     file = Path(folder, 'board.proof')
    ...     prove(board, executor, file), proof.check(board, file).is_proved
    (None, True)
    """
    board = as_board(board)
    work = _work("prove", board=board_spec(board))
    with closing(ProofFile(path)) as file, TemporaryDirectory(dir=Path(path).absolute().parent) as folder:
        kept = checkpoint or Path(folder, "parts")
        cluster = Cluster(executor, workers)
        yielded = _share(work, cluster, kept, part_seconds, timeout, progress, waiting=_PROOFS_WAITING)
        found = _found(board, yielded)
        if found is None:
            file.finish(kept)
        return found


def _share(
    work: Work,
    cluster: Cluster,
    checkpoint: str | PathLike[str] | None,
    part_seconds: float,
    timeout: float | None,
    progress: Progress | None,
    *,
    first: int = 1,
    waiting: int | None = None,
) -> str:
    """Has workers do the open units of a question, and adds what they yield in order.

    Returns what was yielded. After a limit this is what a later part has yielded, if that answers the question.
    """
    begin = time.perf_counter()
    Units(*work)
    least = _WALKS * (time.perf_counter() - begin)
    units = Units(*work, checkpoint)
    of, still = units.state
    done = of - sum(end - begin for begin, end in still)
    # What the first part with an answer has yielded, and the end of the units that are needed then.
    answered: tuple[int, str] | None = None

    def arrived(part: range, result: tuple[str, bytes]) -> None:
        nonlocal answered
        end = units.end(result[0])
        if end is not None and (answered is None or end < answered[0]):
            answered = end, result[0]
            window.stop(partial(_is_after, end))

    parts = Ranges(cluster, [range(*ends) for ends in still], part_seconds, first=first, least=least)
    window = Window(
        cluster, partial(_do, work), parts, parts.measured, arrived=arrived, waiting=waiting, timeout=timeout
    )
    # What is done is saved before parts are cancelled, which may take a moment.
    with told(progress, _COUNTED[work[0]]) as tell, window, closing(units):
        try:
            for part, result in window:
                if answered is not None and part.start >= answered[0]:
                    break
                units.add(part.start, part.stop, *result)
                done += len(part)
                tell(done, of)
        except Stopped:
            if answered is None:
                raise
            return answered[1]
    return units.sum()


def _is_after(end: int, part: range) -> bool:
    return part.start >= end


def _work(question: str, **fields: Any) -> Work:
    return question, json.dumps(fields, default=index)


def _do(work: Work, units: range) -> tuple[str, bytes]:
    return _units(work).work(units.start, units.stop)


@lru_cache(maxsize=1)
def _units(work: Work) -> Units:
    """The question on which a worker worked last."""
    return Units(*work)


def _found(board: Board, yielded: str) -> Set | None:
    """The set that a search has found."""
    found = json.loads(yielded).get("found")
    return Set([board.cards[place] for place in found[1]], board.deck) if found else None


@dataclass(frozen=True, slots=True)
class Forecast:
    """How long a search takes if the board has no set, in seconds on one core, with the 95 % confidence interval."""

    seconds: float
    low: float
    high: float


def estimate(
    board: BoardLike, executor: ExecutorLike, *, workers: int | None = None, timeout: float | None = None
) -> Forecast:
    """How long `find` takes for a board, from a sample of its tasks.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from tercet import Deck
    >>> with ThreadPoolExecutor(2) as executor:
    ...     forecast = estimate(Deck(20, 4).deal(270, seed=2), executor)
    >>> forecast.low <= forecast.seconds <= forecast.high
    True
    """
    work = _work("find", board=board_spec(board))
    tasks, _ = _units(work).state
    places = sorted({tasks * at // _PROBES for at in range(_PROBES)} & set(range(tasks - _PROBED)))
    with Window(Cluster(executor, workers), partial(_pace, work), places, timeout=timeout) as window:
        paces = [pace for _, pace in window] or [0.0]
    # Neighbours are alike: their differences show what is left to chance.
    steps = [(one - other) ** 2 / 2 for one, other in pairwise(paces)] or [0.0]
    seconds, error = tasks * mean(paces), 1.96 * tasks * (mean(steps) / len(paces)) ** 0.5
    return Forecast(seconds, max(0.0, seconds - error), seconds + error)


def _pace(work: Work, place: int) -> float:
    """The seconds of a task at a place, measured on so many that the walk before them matters little."""
    tasks = 1
    while True:
        begin = time.perf_counter()
        _do(work, range(place, place + tasks))
        seconds = time.perf_counter() - begin
        if seconds > 0.1 or tasks == _PROBED:
            return seconds / tasks
        tasks *= 8


def sweep(
    function: Callable[[P], R],
    points: Iterable[P],
    executor: ExecutorLike,
    *,
    workers: int | None = None,
) -> Iterator[tuple[P, R]]:
    """The pairs (point, function(point)) in the order of the points, which may be many: they are drawn as needed.

    Each point is a part of its own, so its work should take longer than its way to a worker, some milliseconds, such
    as `boards.count(boards.deal(10**6, 12, seed=seed))` for a seed.
    What the function raises is raised here. For processes, the function is one of a module.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from tercet import Deck
    >>> with ThreadPoolExecutor(2) as executor:
    ...     list(sweep(lambda p: Deck(3, p).number_of_sets, range(1, 5), executor))
    [(1, 1), (2, 12), (3, 117), (4, 1080)]
    """
    with Window(Cluster(executor, workers), function, points) as window:
        yield from window
