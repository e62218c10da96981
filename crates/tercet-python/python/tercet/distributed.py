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

import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache, partial
from os import PathLike
from typing import TypeAlias, TypeVar

from tercet import _tercet
from tercet._answers import BoardLike, as_board, as_deck
from tercet._checkpoint import Checkpoint
from tercet._errors import Error, Stopped
from tercet._tercet import Board, Deck, ProofFile, Set, Simulation, Tally, Tasks
from tercet._window import Cluster, ExecutorLike, Ranges, Window
from tercet.odds import Estimate, wilson

__all__ = ["Sampled", "find", "prove", "sample", "simulate", "sweep"]

P = TypeVar("P")
R = TypeVar("R")
# A part of a search walks to its first task. It takes at least as long as this many walks, so these cost little. To
# number the tasks takes about as long as one.
_WALKS = 20
# How many parts of a proof, of megabytes each, may wait for an earlier one for each worker.
_PROOFS_WAITING = 3

Progress: TypeAlias = Callable[[int, int], object]
Written: TypeAlias = tuple[Deck, str]  # a board as it is sent to workers, who remember the last one


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
    `progress` counts units.

    Raises `Error` if the file is of another simulation, damaged, or used by another run.
    """
    saved = Checkpoint(checkpoint, run)
    cluster = Cluster(executor, workers)
    parts = Ranges(cluster, range(saved.units, run.units), part_seconds, first=20)
    # The checkpoint is saved before parts are cancelled, which may take a moment.
    with Window(cluster, partial(_play, run), parts, parts.measured) as window, saved:
        for _, tally in window.in_order():
            saved.add(tally)
            if progress is not None:
                progress(saved.units, run.units)
        return saved.tally


def _play(run: Simulation, units: range) -> Tally:
    return run.play(units.start, units.stop)


def find(
    board: BoardLike,
    executor: ExecutorLike,
    *,
    part_seconds: float = 10.0,
    workers: int | None = None,
    timeout: float | None = None,
    progress: Progress | None = None,
) -> Set | None:
    """A set of a board, or None if it is proved to have none. For boards that take minutes or more.

    The search consists of numbered tasks. The set is that of the first task with one, on every executor. `progress`
    counts tasks. After `timeout` seconds it is a set of a later task if one was found, and else `Stopped` is raised.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as executor:
    ...     find('1RsO 2RhO 3RoO 1GsD', executor)
    Set('1RsO 2RhO 3RoO')
    """
    written = _written(as_board(board))
    cluster = Cluster(executor, workers)
    parts = _parts(cluster, written, part_seconds)
    tasks = len(_tasks(written))
    first: tuple[int, Set] | None = None
    done = 0
    with Window(cluster, partial(_search, written), parts, parts.measured, timeout=timeout) as window:
        try:
            for part, found in window:
                done += len(part)
                if progress is not None:
                    progress(done, tasks)
                if found is not None and (first is None or found[0] < first[0]):
                    first = found
                    task, _ = found
                    window.stop(lambda part: part.start > task)
        except Stopped:
            if first is None:
                raise
    return None if first is None else first[1]


def prove(
    board: BoardLike,
    executor: ExecutorLike,
    path: str | PathLike[str],
    *,
    part_seconds: float = 2.0,
    workers: int | None = None,
    timeout: float | None = None,
    progress: Progress | None = None,
) -> Set | None:
    """A set of a board, or None after its proof was written into a file: that of `tercet find --proof`.

    The set is that of `find`. The file is written whole or not at all, as the parts of the proof come in, which
    have about 10 MB for each second of search; a few for each worker are in memory. `progress` counts tasks.

    Raises `Error` if the file cannot be written, or for a deck without proofs, and `Stopped` after `timeout` seconds.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from tercet import proof
    >>> board = Deck(20, 4).deal(270, seed=2)
    >>> with TemporaryDirectory() as folder, ThreadPoolExecutor(2) as executor:
    ...     file = Path(folder, 'board.proof')
    ...     prove(board, executor, file), proof.check(board, file).is_proved
    (None, True)
    """
    board = as_board(board)
    written = _written(board)
    with closing(ProofFile(board, path)) as file:
        cluster = Cluster(executor, workers)
        parts = _parts(cluster, written, part_seconds)
        tasks = len(_tasks(written))
        work = partial(_prove, written)
        with Window(cluster, work, parts, parts.measured, waiting=_PROOFS_WAITING, timeout=timeout) as window:
            for part, (found, steps) in window.in_order():
                if found is not None:
                    return found[1]
                file.add(steps)
                if progress is not None:
                    progress(part.stop, tasks)
        if tasks == 0:
            file.add(_prove(written, range(0))[1])
        file.finish()
    return None


def _prove(board: Written, tasks: range) -> tuple[tuple[int, Set] | None, bytes]:
    return _tasks(board).prove(tasks.start, tasks.stop)


def _parts(cluster: Cluster, board: Written, part_seconds: float) -> Ranges:
    """Cuts the tasks of a board into parts."""
    begin = time.perf_counter()
    tasks = len(_tasks(board))
    least = _WALKS * (time.perf_counter() - begin)
    return Ranges(cluster, range(tasks), part_seconds, first=1, least=least)


def _search(board: Written, tasks: range) -> tuple[int, Set] | None:
    return _tasks(board).find(tasks.start, tasks.stop)


def _written(board: Board) -> Written:
    return board.deck, " ".join(map(str, board.cards))


@lru_cache(maxsize=1)
def _tasks(board: Written) -> Tasks:
    """The tasks of the board that a worker searched last."""
    deck, cards = board
    return Tasks(Board(cards or None, deck))


@dataclass(frozen=True, slots=True)
class Sampled:
    """How many sets dealt hands hold."""

    deck: Deck
    cards: int
    seed: int
    hands: int
    hands_with: Mapping[int, int]  # the number of hands by the number of sets

    def share(self, sets: int = 0) -> Estimate:
        """The probability of exactly this many sets, with its 95 % confidence interval."""
        return wilson(self.hands_with.get(sets, 0), self.hands)

    @property
    def mean(self) -> float:
        """The mean number of sets of a hand."""
        return sum(sets * hands for sets, hands in self.hands_with.items()) / self.hands


def sample(
    deck: Deck,
    cards: int,
    hands: int,
    executor: ExecutorLike,
    *,
    seed: int,
    part_seconds: float = 10.0,
    workers: int | None = None,
    timeout: float | None = None,
    progress: Progress | None = None,
) -> Sampled:
    """Deals hands and counts their sets. The numbers depend on the deck, the cards, the hands and the seed alone.

    The hands are the rows of `boards.deal(hands, cards, deck, seed=seed)`. The deck has at most 2^64 cards.
    `progress` counts hands. `Stopped` is raised after `timeout` seconds.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as executor:
    ...     sampled = sample(Deck(), 12, 100_000, executor, seed=7)
    >>> sampled.share(0).low < 0.0323 < sampled.share(0).high
    True
    """
    deck = as_deck(deck)
    if hands < 1:
        raise Error(f"at least 1 hand is dealt, not {hands}", "out-of-range")
    cluster = Cluster(executor, workers)
    parts = Ranges(cluster, range(hands), part_seconds, first=1000)
    counted: Counter[int] = Counter()
    with Window(cluster, partial(_deal, deck, cards, seed), parts, parts.measured, timeout=timeout) as window:
        for _, counts in window:
            counted.update(counts)
            if progress is not None:
                progress(counted.total(), hands)
    return Sampled(deck, cards, seed, hands, dict(sorted(counted.items())))


def _deal(deck: Deck, cards: int, seed: int, hands: range) -> Counter[int]:
    """Counts the sets of some of the hands."""
    kind = "B" if deck.values == 3 and deck.properties <= 5 else "Q"
    counted: Counter[int] = Counter()
    most = max(1, 1_000_000 // max(cards, 1))
    for first in range(hands.start, hands.stop, most):
        number = min(most, hands.stop - first)
        dealt = array(kind, [0]) * (number * cards)
        counts = array("I", [0]) * number
        _tercet.deal_boards(deck, cards, seed, first, dealt)
        _tercet.count_boards(deck, dealt, cards, counts, 1, first)
        counted.update(counts)
    return counted


def sweep(
    function: Callable[[P], R],
    points: Iterable[P],
    executor: ExecutorLike,
    *,
    workers: int | None = None,
) -> Iterator[tuple[P, R]]:
    """The pairs (point, function(point)) in the order of the points, which may be many: they are drawn as needed.

    Each point is a part of its own, so its work should take longer than its way to a worker, some milliseconds.
    What the function raises is raised here. For processes, the function is one of a module.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as executor:
    ...     list(sweep(lambda p: Deck(3, p).number_of_sets, range(1, 5), executor))
    [(1, 1), (2, 12), (3, 117), (4, 1080)]
    """
    with Window(Cluster(executor, workers), function, points) as window:
        yield from window.in_order()
