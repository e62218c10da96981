"""Large runs: no result depends on the executor, the parts, or who died on the way."""

from __future__ import annotations

import itertools
import json
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest

from tercet import Board, Deck, Error, Set, Simulation, Stopped, Tally, ask, distributed, race
from tercet._window import Cluster, Ranges, Window
from waiting import wait_until

# Some tenths of a second of work, in so many units.
RUN, UNITS = Simulation(50_000, seed=7, deck=Deck(4, 2)), 196


@pytest.fixture(scope="module")
def played() -> Tally:
    return RUN.play(threads=2)


@pytest.fixture(scope="module")
def processes() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(2) as executor:
        yield executor


@pytest.fixture(scope="module")
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as executor:
        yield executor


def played_of(file: Path) -> int:
    """How many units a checkpoint holds."""
    return sum(units["done"] - units["start"] for units in json.loads(file.read_text())["ranges"])


def checkpoint(run: Simulation, folder: Path) -> str:
    """The checkpoint of a whole simulation, from the command line."""
    file = folder / "whole.json"
    simulate = ["simulate", "-v", "4", "-p", "2", "--games", str(run.games), "--seed", str(run.seed)]
    command = [race.program(), *simulate, "--checkpoint", str(file)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    text = file.read_text()
    file.unlink()
    return text


class TestSimulate:
    @pytest.mark.parametrize("kind", ["processes", "threads"])
    def test_totals_are_those_of_one_machine(self, kind: str, request: pytest.FixtureRequest, played: Tally) -> None:
        progress: list[tuple[int, int]] = []
        tally = distributed.simulate(
            RUN,
            request.getfixturevalue(kind),
            part_seconds=0.1,
            progress=lambda done, of: progress.append((done, of)),
        )
        assert tally == played
        assert progress == sorted(progress) and progress[-1] == (UNITS, UNITS) and len(progress) > 4

    def test_a_checkpoint_is_continued_and_kept(
        self, threads: ThreadPoolExecutor, played: Tally, tmp_path: Path
    ) -> None:
        file = tmp_path / "run.json"
        with pytest.raises(KeyboardInterrupt):
            distributed.simulate(RUN, threads, checkpoint=file, part_seconds=0.1, progress=interrupt_after(100))
        begun = played_of(file)
        assert 100 <= begun < UNITS
        # A program that was killed while writing leaves something.
        (tmp_path / "run.json.unfinished").write_text("{")
        progress: list[int] = []
        tally = distributed.simulate(
            RUN, threads, checkpoint=str(file), part_seconds=0.1, progress=lambda done, _: progress.append(done)
        )
        assert tally == played and progress[0] > begun
        assert file.read_text() == checkpoint(RUN, tmp_path)
        assert os.listdir(tmp_path) == ["run.json"]
        # Nothing is left to do.
        refused = RefusingExecutor()
        assert distributed.simulate(RUN, refused, checkpoint=file, workers=1) == played

    def test_ctrl_c_ends_it_at_once_and_saves(self, threads: ThreadPoolExecutor, tmp_path: Path) -> None:
        file = tmp_path / "run.json"
        endless = Simulation(10**12, seed=7, deck=RUN.deck)
        begun = threading.Event()
        threading.Thread(target=lambda: (begun.wait(), os.kill(os.getpid(), signal.SIGINT)), daemon=True).start()
        with pytest.raises(KeyboardInterrupt):
            distributed.simulate(
                endless, threads, checkpoint=file, part_seconds=0.1, progress=lambda done, _: done and begun.set()
            )
        assert played_of(file)

    def test_a_killed_driver_continues(self, threads: ThreadPoolExecutor, played: Tally, tmp_path: Path) -> None:
        file = tmp_path / "run.json"
        # Once a part is saved it waits to be killed.
        code = (
            "import json, sys, time\n"
            "from concurrent.futures import ThreadPoolExecutor\n"
            "from tercet import Deck, Simulation, distributed\n"
            "played = lambda: any(units['done'] for units in json.load(open(sys.argv[1]))['ranges'])\n"
            f"distributed.simulate({RUN!r}, ThreadPoolExecutor(1), checkpoint=sys.argv[1], part_seconds=0.1,\n"
            "    progress=lambda done, of: time.sleep(3600 if played() else 1))"
        )
        driver = subprocess.Popen([sys.executable, "-c", code, str(file)])
        wait_until(lambda: driver.poll() is not None or (file.exists() and played_of(file)))
        assert driver.poll() is None
        with pytest.raises(Error, match="another run is using it"):
            distributed.simulate(RUN, threads, checkpoint=file)
        driver.kill()
        assert driver.wait() == -signal.SIGKILL
        assert played_of(file) < UNITS
        assert distributed.simulate(RUN, threads, checkpoint=file, part_seconds=0.1) == played
        assert file.read_text() == checkpoint(RUN, tmp_path)

    def test_the_command_line_continues(self, threads: ThreadPoolExecutor, played: Tally, tmp_path: Path) -> None:
        try:
            program = race.program()
        except Error:
            pytest.skip("the program tercet is not installed")
        ours, theirs = tmp_path / "ours.json", tmp_path / "theirs.json"
        simulate = [program, "simulate", "-v", "4", "-p", "2", "--games", str(RUN.games), "--seed", "7"]
        with pytest.raises(KeyboardInterrupt):
            distributed.simulate(RUN, threads, checkpoint=ours, part_seconds=0.1, progress=interrupt_after(100))
        subprocess.run([*simulate, "--checkpoint", str(ours)], check=True, stdout=subprocess.DEVNULL)
        whole = checkpoint(RUN, tmp_path)
        assert ours.read_text() == whole
        limited = [*simulate, "--checkpoint", str(theirs), "--threads", "1", "--timeout", "20ms"]
        # A slow machine needs several limits for the first games.
        while not (theirs.exists() and played_of(theirs)):
            subprocess.run(limited, stdout=subprocess.DEVNULL)
        assert distributed.simulate(RUN, threads, checkpoint=theirs, part_seconds=0.1) == played
        assert theirs.read_text() == whole

    def test_a_broken_pool_says_so(self, played: Tally, tmp_path: Path) -> None:
        file = tmp_path / "run.json"
        with ProcessPoolExecutor(2) as executor:
            worker = executor.submit(os.getpid).result()
            with pytest.raises(BrokenProcessPool) as caught:
                distributed.simulate(RUN, executor, checkpoint=file, part_seconds=0.1, progress=kill_after(20, worker))
        assert "from a checkpoint" in caught.value.__notes__[0]
        assert played_of(file) >= 20
        with ProcessPoolExecutor(2) as executor:
            assert distributed.simulate(RUN, executor, checkpoint=file, part_seconds=0.1) == played

    def test_wrong_checkpoints_are_refused(self, threads: ThreadPoolExecutor, tmp_path: Path) -> None:
        file = tmp_path / "run.json"
        for text, code in [
            (checkpoint(Simulation(RUN.games, seed=8, deck=RUN.deck), tmp_path), "other-run"),
            (checkpoint(RUN, tmp_path)[:-5], "damaged"),
            ("{}", "not-a-part"),
            ("\N{BLACK HEART SUIT}", "not-a-part"),
        ]:
            file.write_text(text)
            with pytest.raises(Error, match="run.json") as caught:
                distributed.simulate(RUN, threads, checkpoint=file)
            assert caught.value.code == code
            assert file.read_text() == text
        for path, message in [(tmp_path, "regular file|directory"), (tmp_path / "absent" / "run.json", "no such folder")]:
            with pytest.raises(Error, match=message) as caught:
                distributed.simulate(RUN, threads, checkpoint=path)
            assert caught.value.code == "file"

    def test_parameters(self, threads: ThreadPoolExecutor) -> None:
        for seconds in [0, -1, math.inf, math.nan]:
            with pytest.raises(Error):
                distributed.simulate(RUN, threads, part_seconds=seconds)
        with pytest.raises(Error):
            distributed.simulate(RUN, threads, workers=0)
        with pytest.raises(TypeError, match="an executor"):
            distributed.simulate(RUN, 3)  # type: ignore[arg-type]


def interrupt_after(units: int) -> Callable[[int, int], None]:
    def progress(done: int, _: int) -> None:
        if done >= units:
            raise KeyboardInterrupt

    return progress


def kill_after(units: int, process: int) -> Callable[[int, int], None]:
    """Kills a process, once."""
    alive = [process]

    def progress(done: int, _: int) -> None:
        if done >= units and alive:
            os.kill(alive.pop(), signal.SIGKILL)

    return progress


class RefusingExecutor(Executor):
    """An executor for what needs none."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        raise AssertionError("nothing should be submitted")


# Boards with some thousand tasks. The second holds no set, and the first set of the other is found late.
HARD = {name: Deck(25, 4).deal(cards, seed=seed) for name, cards, seed in [("set", 340, 1), ("none", 350, 6)]}


def first_set(board: Board) -> Set | None:
    """The set of the first task that has one, from a search in one part."""
    part = ask({"ask": "make-part", "question": {"ask": "find", "board": board.to_text()}})
    sets = ask({"ask": "merge", "parts": [part["text"]]})["sets"]
    return Set(sets[0], board.deck) if sets else None


class TestFind:
    @pytest.mark.parametrize("kind", ["processes", "threads"])
    @pytest.mark.parametrize("name", HARD)
    def test_the_set_is_that_of_the_first_task(
        self, kind: str, name: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(distributed, "_WALKS", 1)
        board = HARD[name]
        expected = first_set(board)
        assert (expected is None) == (name == "none")
        progress: list[tuple[int, int]] = []
        found = distributed.find(
            board,
            request.getfixturevalue(kind),
            part_seconds=0.02,
            progress=lambda done, of: progress.append((done, of)),
        )
        assert found == expected
        assert len(progress) > 10 and {of for _, of in progress} == {2**14}
        assert found is not None or progress[-1] == (2**14, 2**14)

    def test_a_limit_ends_it(self, threads: ThreadPoolExecutor, tmp_path: Path) -> None:
        board = Deck(30, 4).deal(480, seed=6)
        with pytest.raises(Stopped) as stopped:
            distributed.find(board, threads, part_seconds=0.05, timeout=0.3)
        assert stopped.value.reason == "deadline"
        with pytest.raises(Stopped):
            distributed.prove(board, threads, tmp_path / "board.proof", part_seconds=0.05, timeout=0.3)
        assert os.listdir(tmp_path) == []
        with pytest.raises(Error, match="not -1"):
            distributed.find(board, threads, timeout=-1)

    def test_later_parts_are_cancelled(self) -> None:
        """Parts end in any order, and the lowest task with a set wins."""
        begun: list[range] = []

        def search(part: range) -> int | None:
            begun.append(part)
            time.sleep(part.start * 7919 % 5 / 1000)
            return next((task for task in (45, 100, 470) if task in part), None)

        found: list[int] = []

        def arrived(_: range, task: int | None) -> None:
            if task is not None:
                found.append(task)
                lowest = min(found)
                window.stop(lambda part: part.start > lowest)

        with ThreadPoolExecutor(8) as executor:
            parts = [range(begin, begin + 10) for begin in range(0, 1000, 10)]
            with Window(Cluster(executor, None), search, parts, arrived=arrived) as window:
                for _ in window:
                    pass
        assert min(found) == 45
        searched = {task for part in begun for task in part}
        assert set(range(46)) <= searched and max(searched) < 500

    def test_small_boards(self, threads: ThreadPoolExecutor) -> None:
        for text in ["", "1RsO", "1RsO 2RhO 3PoS"]:
            assert distributed.find(text, threads) is None
        assert distributed.find("1RsO 2RhO 3RoO", threads) == Set("1RsO 2RhO 3RoO")


def square(number: int) -> int:
    return number * number


def slow_square(number: int) -> int:
    time.sleep(number * 7919 % 5 / 1000)
    return number * number


def fail(number: int) -> int:
    raise Stopped("the time limit was reached", "deadline") if number == 3 else KeyError(number)


class TestSweep:
    def test_results_come_in_the_order_of_the_points(self, processes: ProcessPoolExecutor) -> None:
        assert list(distributed.sweep(square, range(50), processes)) == [(n, n * n) for n in range(50)]
        assert list(distributed.sweep(square, [], processes)) == []
        with ThreadPoolExecutor(8) as executor:
            assert list(distributed.sweep(slow_square, range(200), executor)) == [(n, n * n) for n in range(200)]

    def test_points_are_drawn_as_needed(self, threads: ThreadPoolExecutor) -> None:
        points = itertools.count()
        sweep = distributed.sweep(square, points, threads)
        assert [next(sweep) for _ in range(5)] == [(n, n * n) for n in range(5)]
        sweep.close()  # type: ignore[attr-defined]
        assert next(points) < 200

    def test_failures_are_raised_with_their_place(self, processes: ProcessPoolExecutor) -> None:
        with pytest.raises(KeyError) as caught:
            list(distributed.sweep(fail, [5], processes))
        assert "in fail" in caught.value.__notes__[0]
        with pytest.raises(Stopped) as stopped:
            list(distributed.sweep(fail, [3], processes))
        assert stopped.value.reason == "deadline"
        with pytest.raises(Exception, match="pickle"):
            list(distributed.sweep(lambda number: number, [1], processes))

    def test_lost_parts_are_submitted_again_three_times(self) -> None:
        for losses, lost in [(3, False), (4, True)]:
            executor = LosingExecutor(losses)
            if lost:
                with pytest.raises(ConnectionError) as caught:
                    list(distributed.sweep(square, range(9), executor))
                assert "4 times" in caught.value.__notes__[0]
            else:
                assert list(distributed.sweep(square, range(9), executor)) == [(n, n * n) for n in range(9)]


    def test_a_cluster_without_workers_is_told_and_waited_for(self, caplog: pytest.LogCaptureFixture) -> None:
        client = SmallClient(workers=0)
        joining = threading.Timer(1.3, client.join)
        joining.start()
        assert list(distributed.sweep(square, range(3), client)) == [(n, n * n) for n in range(3)]
        assert [record.getMessage() for record in caplog.records if record.name == "tercet"] == [
            "the cluster has no worker: the work waits until one joins"
        ]

    def test_a_lost_scheduler_is_told_in_a_line(self) -> None:
        client = SmallClient(workers=1)
        client.is_lost = True
        with pytest.raises(BrokenExecutor, match="the scheduler of the Dask cluster does not answer") as caught:
            list(distributed.sweep(square, range(3), client))
        assert caught.value.__suppress_context__ and "checkpoint" in caught.value.__notes__[0]


class SmallClient:
    """A client of a Dask cluster, whose only worker may join later."""

    def __init__(self, workers: int) -> None:
        self.is_lost = False
        self._workers = workers
        self._waiting: list[Callable[[], None]] = []

    def nthreads(self) -> dict[str, int]:
        if self.is_lost:
            raise OSError("ConnectionPool closing.")
        return {"worker": 1} if self._workers else {}

    def submit(self, function: Any, /, *args: Any, pure: bool = True) -> Future[Any]:
        future: Future[Any] = Future()
        self._waiting.append(lambda: future.set_result(function(*args)))
        if self._workers:
            self.join()
        return future

    def cancel(self, futures: Any, /) -> None:
        pass

    def join(self) -> None:
        self._workers = 1
        while self._waiting:
            self._waiting.pop(0)()


class LosingExecutor(Executor):
    """Loses the worker of the part 4 some times."""

    _max_workers = 2

    def __init__(self, losses: int) -> None:
        self._losses = losses

    def submit(self, function: Callable[..., Any], /, *args: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if args[-1] == 4 and self._losses:
            self._losses -= 1
            future.set_exception(ConnectionError("the worker is gone"))
        else:
            future.set_result(function(*args, **named))
        return future


class TestRanges:
    """The parts, without an executor: what is simulated is the time that they take."""

    @pytest.mark.parametrize("unit_seconds", [1e-6, 0.01, 30.0])
    def test_parts_take_the_time_that_they_should(self, unit_seconds: float) -> None:
        units = range(3, 5000)
        ranges = Ranges(Cluster(RefusingExecutor(), workers=4), [units[:1000], units[1000:]], 10.0, first=20)
        parts: list[range] = []
        for part in ranges:
            assert len(part) <= 4 * max(map(len, parts), default=20)
            parts.append(part)
            ranges.measured(part, len(part) * unit_seconds)
        assert [unit for part in parts for unit in part] == list(units)
        longest = max(len(part) for part in parts[1:]) * unit_seconds
        assert min(9.0, 0.09 * len(units) * unit_seconds) <= longest <= max(10.0, unit_seconds)


class TestDask:
    """A cluster of two processes, one of which is killed in the middle. Clusters without a kill are in the notebook."""

    @pytest.mark.skipif("TERCET_ALL" not in os.environ, reason="it takes ten seconds: ./test --all")
    def test_a_worker_is_killed(self, played: Tally, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(distributed, "_WALKS", 1)
        dask = pytest.importorskip("distributed", reason="Dask is not installed")
        file = tmp_path / "run.json"
        with (
            dask.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
            dask.Client(cluster) as client,
        ):
            first, second = client.run(os.getpid).values()
            tally = distributed.simulate(
                RUN, client, checkpoint=file, part_seconds=0.1, progress=kill_after(UNITS // 3, first)
            )
            assert tally == played and file.read_text() == checkpoint(RUN, tmp_path)
            found = distributed.find(HARD["set"], client, part_seconds=0.02, progress=kill_after(1, second))
            assert found is not None and found == first_set(HARD["set"])
            assert list(distributed.sweep(square, range(9), client)) == [(n, n * n) for n in range(9)]
            with pytest.raises(KeyError):
                list(distributed.sweep(fail, [5], client))
