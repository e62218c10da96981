"""Work in parts on an executor, a few parts at a time.

A `Cluster` is an executor whose number of workers is known. `Ranges` cuts units of work into parts that take about
the same time, learning from the parts that are done. A `Window` submits parts while there is room for them, and
gives their results.
"""

from __future__ import annotations

import logging
import os
import time
import traceback
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from pickle import PicklingError
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeAlias, TypeVar, cast

from tercet._errors import Error, Stopped

_LOG = logging.getLogger("tercet")

P = TypeVar("P")
R = TypeVar("R")

# How many parts are submitted for each worker: one that it works on, and two that wait.
_PER_WORKER = 3
# How many results for each worker may wait for an earlier one, if they are small.
_WAITING_PER_WORKER = 30
# How often a part is submitted again whose worker was lost.
_RETRIES = 3
# What is raised if a function, a part or a result cannot be sent.
_UNSENDABLE = (AttributeError, ImportError, PicklingError, TypeError)
# Seconds between two looks at the cluster, and for signals on systems where a waiting thread gets none.
_PAUSE = 0.1
# Seconds for which a number of workers is believed.
_COUNTED = 1.0


class DaskClient(Protocol):
    """What is used of a `distributed.Client`. Its futures are like those of `concurrent.futures`."""

    def submit(self, function: Any, /, *args: Any, pure: bool = True) -> Any: ...

    def cancel(self, futures: Any, /) -> Any: ...

    def nthreads(self) -> Any: ...


ExecutorLike: TypeAlias = Executor | DaskClient


class Cluster:
    """An executor, and how many parts it works on at once."""

    def __init__(self, executor: ExecutorLike, workers: int | None) -> None:
        if workers is not None and workers < 1:
            raise Error(f"an executor has at least 1 worker, not {workers}", "out-of-range")
        if not isinstance(executor, Executor) and not hasattr(executor, "nthreads"):
            raise TypeError(f"an executor of concurrent.futures or a Dask client is needed, not {executor!r}")
        self._executor = executor
        # The pools of Python, and that of mpi4py.
        self._given = workers or getattr(executor, "_max_workers", None) or getattr(executor, "num_workers", None)
        self._counted = (float("-inf"), 1)
        self._has_none = False

    @property
    def workers(self) -> int:
        """The number of workers, which for Dask may change at any time."""
        if self._given is not None:
            return int(self._given)
        if isinstance(self._executor, Executor):
            return os.cpu_count() or 1
        then, workers = self._counted
        if time.monotonic() - then > _COUNTED:
            workers = max(1, self._count(self._executor))
            self._counted = (time.monotonic(), workers)
        return workers

    def _count(self, client: DaskClient) -> int:
        """The number of workers of a Dask cluster now. Says so once if there is none, as the work then waits."""
        try:
            workers = int(sum(client.nthreads().values()))
        except OSError:
            # Dask's own exception shows how its connection ended, in 80 lines.
            raise _explained(BrokenExecutor("the scheduler of the Dask cluster does not answer")) from None
        if workers == 0 and not self._has_none:
            _LOG.warning("the cluster has no worker: the work waits until one joins")
        self._has_none = workers == 0
        return workers

    def submit(self, function: Callable[[P], R], part: P) -> Future[Outcome[R]]:
        """Has the part done by a worker."""
        if isinstance(self._executor, Executor):
            return self._executor.submit(_work, function, part)
        # By default, Dask takes the result of an equal call from before, even if it failed. It has an interface
        # like `Executor`, too, whose futures never end if the cluster cancels them.
        future: Future[Outcome[R]] = self._executor.submit(_work, function, part, pure=False)
        return future

    def cancel(self, futures: list[Future[Outcome[R]]]) -> None:
        """Takes back what no worker has begun."""
        if isinstance(self._executor, Executor):
            for future in futures:
                future.cancel()
        elif futures:
            self._executor.cancel(futures)


class Outcome(NamedTuple, Generic[R]):
    """The reply of a worker."""

    value: R | None
    failure: Exception | None
    seconds: float


def _work(function: Callable[[P], R], part: P) -> Outcome[R]:
    """Does a part on a worker.

    What the function raises is part of the result, so an exception of the future means that the worker was lost.
    """
    begin = time.perf_counter()
    try:
        return Outcome(function(part), None, time.perf_counter() - begin)
    except Exception as failure:
        where = "".join(traceback.format_tb(failure.__traceback__))
        failure.add_note(f"on a worker, in the part {part!r}:\n{where}")
        return Outcome(None, failure, time.perf_counter() - begin)


class Ranges(Iterator[range]):
    """Consecutive parts of some ranges of units of work, each of about `seconds`.

    Parts begin small and grow as times are measured. The last ones become small again, so that all workers end at
    about the same time, but none takes less than `least` seconds.
    """

    def __init__(
        self, cluster: Cluster, units: list[range], seconds: float, *, first: int, least: float = 0.0
    ) -> None:
        if not 0 < seconds < float("inf"):
            raise Error(f"a part takes some seconds, not {seconds}", "out-of-range")
        self._cluster = cluster
        self._units = [part for part in reversed(units) if part]
        self._least = max(least, seconds / 50)
        self._seconds = max(seconds, self._least)
        self._largest = first
        # Of the last parts, with weights that halve from one to the next.
        self._units_measured = 0.0
        self._seconds_measured = 0.0

    def __next__(self) -> range:
        if not self._units:
            raise StopIteration
        if self._seconds_measured:
            speed = self._units_measured / self._seconds_measured
            # About half of what is left for each worker.
            share = sum(map(len, self._units)) / (2 * self._cluster.workers)
            size = max(min(speed * self._seconds, share), speed * self._least)
            size = max(1, min(int(size), 4 * self._largest))
        else:
            size = self._largest
        units = self._units.pop()
        if len(units) > size:
            self._units.append(units[size:])
        return units[:size]

    def measured(self, part: range, seconds: float) -> None:
        """Takes note of how long a part took."""
        self._largest = max(self._largest, len(part))
        self._units_measured = self._units_measured / 2 + len(part)
        self._seconds_measured = self._seconds_measured / 2 + seconds


class _Submitted(NamedTuple, Generic[P]):
    number: int
    part: P
    lost: int  # how often its worker was lost


class Window(Generic[P, R]):
    """The results of `function(part)` for all parts, in their order.

    Parts are drawn when there is room for them. A part whose worker was lost is submitted again, up to three times.
    `measured` and `arrived` are called as soon as a part is done, with its seconds and with its result. `waiting` is
    how many results for each worker may wait for an earlier one. What the function raises is raised at
    once, and `Stopped` after `timeout` seconds. At the end of the `with` statement all open parts are cancelled.
    """

    def __init__(
        self,
        cluster: Cluster,
        function: Callable[[P], R],
        parts: Iterable[P],
        measured: Callable[[P, float], None] | None = None,
        *,
        arrived: Callable[[P, R], None] | None = None,
        waiting: int | None = None,
        timeout: float | None = None,
    ) -> None:
        if timeout is not None and not timeout >= 0:
            raise Error(f"a time limit has 0 seconds or more, not {timeout}", "out-of-range")
        self._end = float("inf") if timeout is None else time.monotonic() + timeout
        self._cluster = cluster
        self._most_waiting = waiting or _WAITING_PER_WORKER
        self._function = function
        self._parts = enumerate(parts)
        self._measured = measured
        self._arrived = arrived
        self._submitted: dict[Future[Outcome[R]], _Submitted[P]] = {}
        self._done: SimpleQueue[Future[Outcome[R]]] = SimpleQueue()
        self._waiting: dict[int, tuple[P, R]] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None
    ) -> None:
        # A broken executor has nothing to cancel, and Dask's exception would hide the cause.
        if not isinstance(error, BrokenExecutor):
            self.stop(lambda _: True)

    def __iter__(self) -> Iterator[tuple[P, R]]:
        following = 0
        for number, part, value in self._results():
            self._waiting[number] = part, value
            while following in self._waiting:
                yield self._waiting.pop(following)
                following += 1

    def stop(self, unwanted: Callable[[P], bool]) -> None:
        """Draws no more parts, and cancels the unwanted ones. A worker may finish the part that it has begun."""
        self._parts = enumerate(())
        futures = [future for future, submitted in self._submitted.items() if unwanted(submitted.part)]
        for future in futures:
            del self._submitted[future]
        self._cluster.cancel(futures)

    def _results(self) -> Iterator[tuple[int, P, R]]:
        while True:
            self._fill()
            if not self._submitted:
                return
            try:
                future = self._done.get(timeout=max(0.0, min(_PAUSE, self._end - time.monotonic())))
            except Empty:
                if time.monotonic() >= self._end:
                    raise Stopped("the time limit was reached", "deadline") from None
                continue
            submitted = self._submitted.pop(future, None)
            if submitted is None:
                continue  # it was cancelled
            outcome = self._outcome(future, submitted)
            if outcome is None:
                continue  # it was submitted again
            if outcome.failure is not None:
                raise outcome.failure
            if self._measured is not None:
                self._measured(submitted.part, outcome.seconds)
            value = cast(R, outcome.value)
            if self._arrived is not None:
                self._arrived(submitted.part, value)
            yield submitted.number, submitted.part, value

    def _fill(self) -> None:
        """Submits parts while there is room."""
        workers = self._cluster.workers
        while len(self._submitted) < _PER_WORKER * workers and len(self._waiting) < self._most_waiting * workers:
            for number, part in self._parts:
                self._submit(_Submitted(number, part, 0))
                break
            else:
                return

    def _submit(self, submitted: _Submitted[P]) -> None:
        try:
            future = self._cluster.submit(self._function, submitted.part)
        except BrokenExecutor as error:
            raise _explained(error) from None
        self._submitted[future] = submitted
        future.add_done_callback(self._done.put)

    def _outcome(self, future: Future[Outcome[R]], submitted: _Submitted[P]) -> Outcome[R] | None:
        """The reply of a worker, or None if it was lost and the part is submitted again."""
        error = CancelledError("the executor cancelled a part") if future.cancelled() else future.exception()
        if error is None:
            try:
                return future.result()
            except Exception as lost:
                error = lost  # a worker of Dask keeps its results until they are asked for
        if isinstance(error, BrokenExecutor):
            raise _explained(error)
        if isinstance(error, _UNSENDABLE):
            raise error
        if submitted.lost == _RETRIES:
            error.add_note(f"the part {submitted.part!r} was submitted {1 + _RETRIES} times, and lost each time")
            raise error
        self._submit(submitted._replace(lost=submitted.lost + 1))
        return None


def _explained(error: BrokenExecutor) -> BrokenExecutor:
    error.add_note("the executor is of no use any more: take a new one, and go on from a checkpoint if there is one")
    return error
