"""A Dask cluster of processes, of which any may be killed: no worker at first, others later, and no scheduler at last."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import Any

import pytest

from tercet import Board, Deck, Simulation, Tasks, boards, distributed, proof

dask = pytest.importorskip("distributed", reason="NOT TESTED: clusters of processes: distributed is missing")

RUN = Simulation(50_000, seed=7, deck=Deck(4, 2))
# Some seconds of search, without a set.
HARD = Deck(28, 4).deal(425, seed=2)


class Processes:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "scheduler.json"
        self.scheduler = self.start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-show", "--no-dashboard")
        self.workers: list[subprocess.Popen[bytes]] = []
        self.all = [self.scheduler]

    def start(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{program}", *arguments, "--scheduler-file", str(self._file)]
        return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def add(self) -> None:
        """Adds a worker, which joins a second later."""
        self.workers.append(self.start("dask_worker", "--no-nanny", "--nthreads", "1", "--no-dashboard"))
        self.all.append(self.workers[-1])

    def client(self) -> Any:
        while not (self._file.exists() and self._file.read_text().endswith("}")):
            time.sleep(0.05)
        return dask.Client(json.loads(self._file.read_text())["address"], set_as_default=False)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Callable[[], Processes]]:
    begun: list[Processes] = []

    def begin() -> Processes:
        folder = tmp_path / f"cluster-{len(begun)}"
        folder.mkdir()
        begun.append(Processes(folder))
        return begun[-1]

    yield begin
    for process in (process for processes in begun for process in processes.all):
        process.kill()
        process.wait()


def at(share: float, what: Callable[[], object]) -> Callable[[int, int], None]:
    """Does something once, when this share of the work is done."""
    waiting = [what]

    def progress(done: int, of: int) -> None:
        if done >= share * of and waiting:
            waiting.pop()()

    return progress


def test_workers_come_and_go(
    cluster: Callable[[], Processes], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    processes = cluster()
    with processes.client() as client:
        threading.Timer(1.0, lambda: (processes.add(), processes.add())).start()

        def change() -> None:
            processes.workers[0].kill()
            processes.add()

        played = RUN.play(threads=2)
        file = tmp_path / "run.json"
        tally = distributed.simulate(RUN, client, checkpoint=file, part_seconds=0.1, progress=at(0.3, change))
        assert tally == played and file.read_text() == played.checkpoint()
        assert "the cluster has no worker: the work waits until one joins" in caplog.messages
        expected = boards.count(boards.deal(20_000, 12, seed=3))
        sampled = distributed.sample(Deck(), 12, 20_000, client, seed=3, progress=at(0.1, processes.workers[1].kill))
        assert sampled.hands_with[0] == int((expected == 0).sum())


@pytest.mark.parametrize("question", ["find", "prove"])
def test_a_scheduler_is_lost_and_another_goes_on(
    question: str, cluster: Callable[[], Processes], tmp_path: Path
) -> None:
    checkpoint, shares = tmp_path / "parts", []

    def ask(client: Any, progress: Callable[[int, int], None]) -> None:
        options: dict[str, Any] = {"checkpoint": checkpoint, "part_seconds": 0.05, "progress": progress}
        if question == "find":
            assert distributed.find(HARD, client, **options) is None
        else:
            assert distributed.prove(HARD, client, tmp_path / "board.proof", **options) is None

    processes = cluster()
    processes.add()
    with processes.client() as client:
        begin = time.monotonic()
        with pytest.raises(BrokenExecutor, match="the scheduler of the Dask cluster does not answer"):
            ask(client, at(0.4, processes.scheduler.kill))
        assert time.monotonic() - begin < 60
    processes = cluster()
    processes.add()
    with processes.client() as client:
        ask(client, lambda done, of: shares.append(done / of))
    assert shares[0] > 0.3 and shares[-1] == 1
    if question == "prove":
        assert (tmp_path / "board.proof").read_bytes() == proof.prove(HARD, memory=2**30).proof
