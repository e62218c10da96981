"""Proofs that a board has no set: those of one machine, of the command line and of many parts are the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest

from tercet import Board, Deck, Error, Stopped, distributed, proof, race
from tercet._tercet import Units
from waiting import HANG

NONE = Deck(25, 4).deal(350, seed=6)
SET = Deck(25, 4).deal(340, seed=1)
CHECKER = Path(__file__).parents[3] / "checkers" / "check.py"


@pytest.fixture(scope="module")
def proven() -> bytes:
    found = proof.prove(NONE)
    assert found.set is None and found.proof is not None
    return found.proof


@pytest.fixture(scope="module")
def processes() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(2) as executor:
        yield executor


def test_a_set_needs_no_proof() -> None:
    found = proof.prove(SET, threads=1)
    assert found.proof is None and found.set == SET.find()
    # No proof of another board shows that this one has no set.
    checked = proof.check(SET, proof.prove(Deck(25, 4).deal(100, seed=1)).proof or b"")
    assert not checked and checked.fault is not None and checked.steps is None


def test_a_proof_is_checked_by_all(proven: bytes, tmp_path: Path) -> None:
    checked = proof.check(NONE, proven)
    assert checked and checked.fault is None and checked.steps == 2_436_094 and checked.groups == 1
    file, board = tmp_path / "board.proof", tmp_path / "board.txt"
    file.write_bytes(proven)
    board.write_text(NONE.to_text())
    assert proof.check(NONE, file) == proof.check(NONE, str(file)) == checked
    # It takes five seconds.
    if "TERCET_ALL" in os.environ:
        assert subprocess.run([sys.executable, CHECKER, board, file], check=False).returncode == 0
    assert not proof.check(Deck(25, 4).deal(350, seed=7), proven)
    damaged = bytearray(proven)
    damaged[len(damaged) // 2] ^= 1
    with pytest.raises(Error) as caught:
        proof.check(NONE, damaged)
    assert caught.value.code == "not-a-proof"
    with pytest.raises(FileNotFoundError):
        proof.check(NONE, tmp_path / "absent")


def test_the_proof_of_the_command_line(proven: bytes, tmp_path: Path) -> None:
    try:
        program = race.program()
    except Error:
        pytest.skip("the program tercet is not installed")
    (tmp_path / "board.txt").write_text(NONE.to_text())
    find = [program, "find", "--proof", "board.proof", "-i", "board.txt"]
    assert subprocess.run(find, cwd=tmp_path, stdout=subprocess.DEVNULL, check=False).returncode == 1
    assert (tmp_path / "board.proof").read_bytes() == proven
    small = Deck(20, 4).deal(240, seed=2)
    file = proof.prove(small).proof or b""
    (tmp_path / "small.txt").write_text(small.to_text())
    (tmp_path / "small.proof").write_bytes(file)
    for form in ("lrat", "veripb"):
        expand = [program, "proof", "small.proof", "-i", "small.txt", "--to", form, "--force", "-o", "expanded"]
        subprocess.run(expand, cwd=tmp_path, stdout=subprocess.DEVNULL, check=True)
        expanded = (tmp_path / "expanded").read_bytes()
        assert proof.expand(small, file, form) == expanded  # type: ignore[arg-type]
    with pytest.raises(Stopped) as caught:
        proof.expand(small, file, "lrat", memory=1000)
    assert caught.value.reason == "memory"


def test_limits_and_decks() -> None:
    with pytest.raises(Stopped) as caught:
        proof.prove(NONE, memory=1000)
    assert caught.value.reason == "memory"
    with pytest.raises(Stopped) as caught:
        proof.prove(Deck(40, 4).deal(650, seed=1), timeout=0.05)
    assert caught.value.reason == "deadline"
    for deck in [Deck(3, 4), Deck(2, 2), Deck(4, 13)]:
        with pytest.raises(Error) as refused:
            proof.prove(deck.deal(2, seed=1))
        assert refused.value.code == "method-unable"
        with pytest.raises(Error) as refused:
            Units("prove", json.dumps({"board": deck.deal(2, seed=1).to_text()}))
        assert refused.value.code == "method-unable"


@pytest.mark.parametrize("part_seconds", [0.02, 0.2])
def test_parts_make_the_same_file(
    processes: ProcessPoolExecutor, proven: bytes, part_seconds: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(distributed, "_WALKS", 1)
    progress: list[tuple[int, int]] = []
    file = tmp_path / "board.proof"
    file.write_text("an older one")
    found = distributed.prove(
        NONE, processes, file, part_seconds=part_seconds, progress=lambda done, of: progress.append((done, of))
    )
    assert found is None and file.read_bytes() == proven and os.listdir(tmp_path) == ["board.proof"]
    assert progress == sorted(progress) and progress[-1] == (2**14, 2**14) and len(progress) > 3


def test_boards_of_few_tasks_and_of_none(tmp_path: Path) -> None:
    file = tmp_path / "board.proof"
    with ThreadPoolExecutor(2) as executor:
        for board in [Board(deck=Deck(4, 3)), Deck(4, 3).deal(3, seed=1), Deck(10, 4).deal(90, seed=1)]:
            assert distributed.prove(board, executor, file) is None
            assert file.read_bytes() == proof.prove(board).proof and proof.check(board, file)


def test_nothing_is_left_of_a_proof_that_is_none(processes: ProcessPoolExecutor, tmp_path: Path) -> None:
    file = tmp_path / "board.proof"
    assert distributed.prove(SET, processes, file, part_seconds=0.05) == SET.find()

    def interrupt(done: int, _: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        distributed.prove(NONE, processes, file, part_seconds=0.05, progress=interrupt)
    with pytest.raises(Error, match="no such folder"):
        distributed.prove(NONE, processes, tmp_path / "absent" / "board.proof")
    with pytest.raises(Error) as caught:
        distributed.prove(Deck().deal(3, seed=1), processes, file)
    assert caught.value.code == "method-unable"
    assert os.listdir(tmp_path) == []


def test_two_runs_do_not_write_one_file(proven: bytes, tmp_path: Path) -> None:
    file = tmp_path / "board.proof"
    begun, refused = threading.Event(), threading.Event()

    def wait(done: int, _: int) -> None:
        begun.set()
        assert refused.wait(HANG)

    with ThreadPoolExecutor(2) as executor, ThreadPoolExecutor(1) as other:
        first = other.submit(distributed.prove, NONE, executor, file, part_seconds=0.05, progress=wait)
        assert begun.wait(HANG)
        with pytest.raises(Error, match="another run is using it"):
            distributed.prove(NONE, executor, file)
        refused.set()
        assert first.result() is None
    assert file.read_bytes() == proven
