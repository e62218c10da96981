"""The recipes of the guide for many machines, from its text; the nodes are processes of this machine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tercet import Board, Error, distributed, race

PAGE = Path(__file__).parents[3].joinpath("guide", "src", "parts.md").read_text(encoding="utf-8")
clusters = pytest.mark.skipif("TERCET_ALL" not in os.environ, reason="they take a minute: ./test --all")

# Slurm with two nodes on this machine. An array is done when `sbatch` returns; of other jobs two run, and the rest wait.
SBATCH = """#!/bin/sh
cp "$1" "$0.$$"
array=$(sed -n 's/^#SBATCH --array=\\([0-9]*\\)-/\\1 /p' "$1")
if [ -n "$array" ]; then
    seq $array | xargs -P 2 -I @ env SLURM_ARRAY_TASK_ID=@ sh "$0.$$" > /dev/null || exit
    job=$$
else
    for node in 1 2; do
        mkdir "$0.node-$node" 2> /dev/null || continue
        setsid sh "$0.$$" > /dev/null 2>&1 & job=$!
        break
    done
fi
echo "Submitted batch job ${job:-0}"
"""
SCANCEL = """#!/bin/sh
for job; do [ "$job" = 0 ] || kill -- "-$job"; done
"""


def recipe(kind: str, holds: str = "") -> str:
    """The fence of this kind in the page that holds a text."""
    fences = re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.M | re.S)
    (only,) = [fence for fence in fences if holds in fence]
    return str(only)


class Machine:
    """A folder with a board that has no set, in which programs run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "bin").mkdir()
        try:
            tercet = os.path.dirname(race.program())
        except Error as error:
            pytest.skip(f"NOT TESTED: the recipes of the guide: {error}")
        self.environment = os.environ | {"PATH": os.pathsep.join([str(folder / "bin"), tercet, os.environ["PATH"]])}
        self.run("tercet deal -v 16 -p 4 -n 170 --seed 2 > board.txt")

    def program(self, name: str, text: str) -> None:
        file = self.folder / "bin" / name
        file.write_text(text)
        file.chmod(0o755)

    def run(self, command: str, **environment: str) -> str:
        """Runs a command of the shell, which must succeed."""
        ran = subprocess.run(
            ["sh", "-c", command],
            cwd=self.folder,
            env=self.environment | environment,
            capture_output=True,
            text=True,
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    def board(self) -> Board:
        return Board((self.folder / "board.txt").read_text())

    def check_parts(self) -> None:
        """The parts merge to the bytes of one run."""
        assert len(list(self.folder.glob("part-*.json"))) == 100
        (merge,) = re.findall(r"`(tercet merge part-.*)`", PAGE)
        self.run(f"{merge} -o merged.json || [ $? = 1 ]")
        self.run("tercet find -i board.txt --checkpoint whole.json || [ $? = 1 ]")
        assert (self.folder / "merged.json").read_bytes() == (self.folder / "whole.json").read_bytes()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_slurm(machine: Machine) -> None:
    machine.program("sbatch", SBATCH)
    (machine.folder / "job").write_text(recipe("slurm"))
    assert machine.run("sbatch job").startswith("Submitted")
    machine.check_parts()


def test_gnu_parallel(machine: Machine) -> None:
    version = subprocess.run(["sh", "-c", "parallel --version"], capture_output=True, text=True).stdout
    if not version.startswith("GNU parallel"):
        pytest.skip("NOT TESTED: the recipe for GNU parallel: install parallel (Debian package)")
    # A host of two processes, without a shell of its own.
    (machine.folder / "hosts").write_text("2/:\n")
    machine.run(recipe("parallel"))
    machine.check_parts()


def test_kubernetes(machine: Machine) -> None:
    yaml = pytest.importorskip("yaml", reason="NOT TESTED: the recipe for Kubernetes: pyyaml is missing")
    job = yaml.safe_load(recipe("yaml"))["spec"]
    assert job["completionMode"] == "Indexed"
    (container,) = job["template"]["spec"]["containers"]

    def pod(index: int) -> None:
        command = container["command"]
        environment = machine.environment | {"JOB_COMPLETION_INDEX": str(index)}
        subprocess.run(command, cwd=machine.folder, env=environment, check=True, stdout=subprocess.DEVNULL)

    with ThreadPoolExecutor(2) as nodes:
        list(nodes.map(pod, range(job["completions"])))
    machine.check_parts()


def execute(code: str, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Runs a program of the page in the folder."""
    monkeypatch.chdir(machine.folder)
    monkeypatch.setenv("PATH", machine.environment["PATH"])
    names: dict[str, Any] = {"board": machine.board()}
    exec(compile(code, "parts.md", "exec"), names)
    return names


@clusters
def test_dask_jobqueue(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("dask_jobqueue", reason="NOT TESTED: the recipe for Dask: dask-jobqueue is missing")
    machine.program("sbatch", SBATCH)
    machine.program("scancel", SCANCEL)
    names = execute(recipe("text", "SLURMCluster"), machine, monkeypatch)
    names["cluster"].close()
    machine.run("tercet find -i board.txt --proof whole.proof || [ $? = 1 ]")
    assert (machine.folder / "board.proof").read_bytes() == (machine.folder / "whole.proof").read_bytes()


@clusters
def test_ray(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    # Its token for the processes of other users is not written into the home.
    monkeypatch.setenv("RAY_AUTH_MODE", "disabled")
    ray = pytest.importorskip("ray", reason="NOT TESTED: the recipe for Ray: it is missing")
    names = execute(recipe("text", "import ray"), machine, monkeypatch)
    try:
        found: Callable[..., Any] = distributed.find
        board = machine.board().deck.deal(250, seed=1)
        assert found(board, names["Ray"](), workers=2) == found(board, ThreadPoolExecutor(1)) is not None
    finally:
        ray.shutdown()
