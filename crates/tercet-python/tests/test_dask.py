"""A Dask cluster of processes, of which any may be killed: no worker at first, others later, and no scheduler at last."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor
from pathlib import Path
from typing import Any

import pytest

from tercet import Deck, Simulation, distributed, proof
from waiting import HANG, wait_until

pytestmark = pytest.mark.skipif("TERCET_ALL" not in os.environ, reason="they take minutes: ./test --all")
dask = pytest.importorskip("distributed", reason="NOT TESTED: clusters of processes: distributed is missing")

RUN = Simulation(50_000, seed=7, deck=Deck(4, 2))
# Seconds of search, without a set.
HARD = Deck(28, 4).deal(425, seed=2)


class Processes:
    """A scheduler and its workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "scheduler.json"
        self.workers: list[subprocess.Popen[bytes]] = []
        self.all: list[subprocess.Popen[bytes]] = []
        self.begin("0")

    def begin(self, port: str) -> None:
        """Starts a scheduler."""
        self._file.unlink(missing_ok=True)
        self.scheduler = self._start("dask_scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard")
        wait_until(lambda: self.scheduler.poll() is not None or self._is_told())
        assert self.scheduler.poll() is None
        self.address = json.loads(self._file.read_text())["address"]

    def _is_told(self) -> bool:
        """Whether the file holds the whole address."""
        return self._file.exists() and self._file.read_text().endswith("}")

    def begin_again(self) -> None:
        """Kills the scheduler, and starts another one at its address, with a worker."""
        self.scheduler.kill()
        self.scheduler.wait()
        self.begin(self.address.rpartition(":")[2])
        self.add()

    def add(self) -> None:
        """Adds a worker, which joins a second later."""
        self.workers.append(self._start("dask_worker", "--no-nanny", "--nthreads", "1", "--no-dashboard"))

    def client(self, timeout: float = HANG) -> Any:
        """A client, which looks for its scheduler for so many seconds."""
        return dask.Client(self.address, timeout=timeout, set_as_default=False)

    def _start(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{program}", *arguments, "--scheduler-file", str(self._file)]
        self.all.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
        return self.all[-1]


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
    waits = "the cluster has no worker: the work waits until one joins"
    with processes.client() as client:

        def join() -> None:
            try:
                wait_until(lambda: waits in caplog.messages)
            finally:
                # Without workers, the work below would never end.
                processes.add()
                processes.add()

        threading.Thread(target=join, daemon=True).start()

        def change() -> None:
            processes.workers[0].kill()
            processes.add()

        played = RUN.play(threads=2)
        file = tmp_path / "run.json"
        assert distributed.simulate(RUN, client, checkpoint=file, part_seconds=0.1, progress=at(0.3, change)) == played
        assert waits in caplog.messages
        kill = at(0.1, processes.workers[1].kill)
        assert distributed.simulate(RUN, client, part_seconds=0.1, progress=kill) == played


@pytest.mark.parametrize("question", ["find", "prove"])
def test_a_scheduler_is_lost_and_another_goes_on(
    question: str, cluster: Callable[[], Processes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(distributed, "_WALKS", 1)
    checkpoint, shares = tmp_path / "parts", list[float]()

    def ask(client: Any, progress: Callable[[int, int], object]) -> None:
        options: dict[str, Any] = {"checkpoint": checkpoint, "part_seconds": 0.05, "progress": progress}
        if question == "find":
            assert distributed.find(HARD, client, **options) is None
        else:
            assert distributed.prove(HARD, client, tmp_path / "board.proof", **options) is None

    processes = cluster()
    processes.add()
    with processes.client(20) as client, pytest.raises(BrokenExecutor, match="the scheduler of the Dask cluster"):
        ask(client, at(0.3, processes.scheduler.kill))
    processes = cluster()
    processes.add()
    with processes.client() as client:
        ask(client, lambda done, of: shares.append(done / of))
    assert shares[0] > 0.3 and shares[-1] == 1
    if question == "prove":
        assert (tmp_path / "board.proof").read_bytes() == proof.prove(HARD, memory=2**30).proof


def test_a_scheduler_comes_back(
    cluster: Callable[[], Processes], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(distributed, "_WALKS", 1)
    processes = cluster()
    processes.add()
    with processes.client() as client:
        assert distributed.find(HARD, client, part_seconds=0.05, progress=at(0.3, processes.begin_again)) is None
