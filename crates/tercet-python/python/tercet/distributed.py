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
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from heapq import merge
from itertools import pairwise
from os import PathLike
from statistics import mean
from typing import Any, TypeAlias, TypeVar

from tercet import _tables, _tercet
from tercet._answers import BoardLike, as_board, as_deck, as_seed
from tercet._checkpoint import Checkpoint, Journal
from tercet._errors import Error, Stopped
from tercet._names import Progress, Seed
from tercet._progress import told
from tercet._tercet import Board, Deck, ProofFile, Set, Simulation, Tally, Tasks
from tercet._window import Cluster, ExecutorLike, Ranges, Window
from tercet.odds import Estimate, wilson

__all__ = ["Forecast", "Sampled", "estimate", "find", "prove", "sample", "simulate", "sweep"]

P = TypeVar("P")
R = TypeVar("R")
# A part of a search begins with a walk through the groups of cards. It takes at least as long as this many walks,
# so these cost little. To number the tasks takes about as long as one.
_WALKS = 20
# At how many places tasks are measured, and how many at most there.
_PROBES = 24
_PROBED = 512
# How many parts of a proof, of megabytes each, may wait for an earlier one for each worker.
_PROOFS_WAITING = 3

Written: TypeAlias = tuple[Deck, str]  # a board as it is sent to workers, who remember the last one
First: TypeAlias = tuple[int, Set] | None  # the first task that has a set, and that set


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
    parts = Ranges(cluster, [range(saved.units, run.units)], part_seconds, first=20)
    # The checkpoint is saved before parts are cancelled, which may take a moment.
    with told(progress, "games") as tell, Window(cluster, partial(_play, run), parts, parts.measured) as window, saved:
        for _, tally in window.in_order():
            saved.add(tally)
            tell(saved.units, run.units)
        return saved.tally


def _play(run: Simulation, units: range) -> Tally:
    return run.play(units.start, units.stop)


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

    `checkpoint` is a file to which each part is added when it is done, and from which the search continues if it
    exists. `progress` counts tasks.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as executor:
    ...     find('1RsO 2RhO 3RoO 1GsD', executor)
    Set('1RsO 2RhO 3RoO')
    """
    written = _written(as_board(board))
    tasks = len(_tasks(written))
    first: First = None

    def arrived(part: range, found: First) -> None:
        journal.add(part, found and (found[0], str(found[1])))
        tell(journal.units, tasks)

    with told(progress, "tasks") as tell, Journal(checkpoint, _named("find", written)) as journal:
        for _, kept in journal.results():
            if kept is not None:
                first = kept[0], Set(kept[1], written[0])
                break
        cluster = Cluster(executor, workers)
        left = journal.left(tasks if first is None else first[0])
        parts = _parts(cluster, written, part_seconds, left)
        work = partial(_search, written)
        with Window(cluster, work, parts, parts.measured, arrived=arrived, timeout=timeout) as window:
            try:
                for _, found in window:
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
    checkpoint: str | PathLike[str] | None = None,
    part_seconds: float = 2.0,
    workers: int | None = None,
    timeout: float | None = None,
    progress: Progress | None = None,
) -> Set | None:
    """A set of a board, or None after its proof was written into a file: that of `tercet find --proof`.

    The set is that of `find`. The file is written whole or not at all, as the parts of the proof come in, which
    have about 10 MB for each second of search; a few for each worker are in memory. `checkpoint` and `progress` are
    those of `find`; the checkpoint holds all parts, and takes a third more than the proof.

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
    tasks = len(_tasks(written))

    def arrived(part: range, result: tuple[First, bytes]) -> None:
        found, steps = result
        if found is None:
            journal.add(part, b64encode(steps).decode() if journal.is_kept else None)
            tell(journal.units, tasks)

    with (
        told(progress, "tasks") as tell,
        closing(ProofFile(board, path)) as file,
        Journal(checkpoint, _named("prove", written)) as journal,
    ):
        cluster = Cluster(executor, workers)
        parts = _parts(cluster, written, part_seconds, journal.left(tasks))
        work, waiting = partial(_prove, written), _PROOFS_WAITING
        kept = ((part, (None, b64decode(steps))) for part, steps in journal.results())
        with Window(
            cluster, work, parts, parts.measured, arrived=arrived, waiting=waiting, timeout=timeout
        ) as window:
            for _, (found, steps) in merge(kept, window.in_order(), key=lambda result: result[0].start):
                if found is not None:
                    return found[1]
                file.add(steps)
        file.finish()
    return None


def _prove(board: Written, tasks: range) -> tuple[First, bytes]:
    return _tasks(board).prove(tasks.start, tasks.stop)


def _parts(cluster: Cluster, board: Written, part_seconds: float, tasks: list[range]) -> Ranges:
    """Cuts tasks of a board into parts."""
    begin = time.perf_counter()
    Tasks(Board(board[1] or None, board[0]))
    least = _WALKS * (time.perf_counter() - begin)
    return Ranges(cluster, tasks, part_seconds, first=1, least=least)


def _named(question: str, board: Written) -> dict[str, Any]:
    """The work on a board, as a journal names it."""
    deck, cards = board
    return {"schema": f"tercet.{question}/1", "deck": [deck.values, deck.properties], "cards": cards}


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
    >>> with ThreadPoolExecutor(2) as executor:
    ...     forecast = estimate(Deck(20, 4).deal(270, seed=2), executor)
    >>> forecast.low <= forecast.seconds <= forecast.high
    True
    """
    written = _written(as_board(board))
    tasks = len(_tasks(written))
    places = sorted({tasks * at // _PROBES for at in range(_PROBES)} & set(range(tasks - _PROBED)))
    with Window(Cluster(executor, workers), partial(_pace, written), places, timeout=timeout) as window:
        paces = [pace for _, pace in window.in_order()] or [0.0]
    # Neighbours are alike: their differences show what is left to chance.
    steps = [(one - other) ** 2 / 2 for one, other in pairwise(paces)] or [0.0]
    seconds, error = tasks * mean(paces), 1.96 * tasks * (mean(steps) / len(paces)) ** 0.5
    return Forecast(seconds, max(0.0, seconds - error), seconds + error)


def _pace(board: Written, place: int) -> float:
    """The seconds of a task at a place, measured on so many that the walk before them matters little."""
    tasks = 1
    while True:
        begin = time.perf_counter()
        _search(board, range(place, place + tasks))
        seconds = time.perf_counter() - begin
        if seconds > 0.1 or tasks == _PROBED:
            return seconds / tasks
        tasks *= 8


def _search(board: Written, tasks: range) -> First:
    return _tasks(board).find(tasks.start, tasks.stop)


def _written(board: Board) -> Written:
    return board.deck, " ".join(map(str, board.cards))


@lru_cache(maxsize=1)
def _tasks(board: Written) -> Tasks:
    """The tasks of the board that a worker searched last."""
    deck, cards = board
    return Tasks(Board(cards or None, deck))


@dataclass(frozen=True, slots=True)
class Sampled(_tables.Table):
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

    def _rows(self) -> _tables.Rows:
        return [{"sets": sets, "hands": hands} | asdict(self.share(sets)) for sets, hands in self.hands_with.items()]


def sample(
    deck: Deck,
    cards: int,
    hands: int,
    executor: ExecutorLike,
    *,
    seed: Seed,
    checkpoint: str | PathLike[str] | None = None,
    part_seconds: float = 10.0,
    workers: int | None = None,
    timeout: float | None = None,
    progress: Progress | None = None,
) -> Sampled:
    """Deals hands and counts their sets. The numbers depend on the deck, the cards, the hands and the seed alone.

    The hands are the rows of `boards.deal(hands, cards, deck, seed=seed)`. The deck has at most 2^64 cards.
    `checkpoint` is that of `find`. `progress` counts hands. `Stopped` is raised after `timeout` seconds.

    >>> from concurrent.futures import ThreadPoolExecutor
    >>> with ThreadPoolExecutor(2) as executor:
    ...     sampled = sample(Deck(), 12, 100_000, executor, seed=7)
    >>> sampled.share(0).low < 0.0323 < sampled.share(0).high
    True
    """
    deck = as_deck(deck)
    if hands < 1:
        raise Error(f"at least 1 hand is dealt, not {hands}", "out-of-range")
    seed = as_seed(seed)
    cluster = Cluster(executor, workers)
    counted: Counter[int] = Counter()

    def arrived(part: range, counts: Counter[int]) -> None:
        journal.add(part, sorted(counts.items()))
        counted.update(counts)
        tell(counted.total(), hands)

    work = {"schema": "tercet.sample/1", "deck": [deck.values, deck.properties], "cards": cards, "seed": seed}
    with told(progress, "hands") as tell, Journal(checkpoint, work | {"hands": hands}) as journal:
        for _, kept in journal.results():
            counted.update(dict(kept))
        parts = Ranges(cluster, journal.left(hands), part_seconds, first=1000)
        deal = partial(_deal, deck, cards, seed)
        with Window(cluster, deal, parts, parts.measured, arrived=arrived, timeout=timeout) as window:
            for _ in window:
                pass
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
