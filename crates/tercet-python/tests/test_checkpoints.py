"""The checkpoints of searches and proofs: whatever a kill leaves of a file, the work ends as if there were none."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tercet import Board, Deck, Error, Set, Simulation, Stopped, ask, distributed, proof, race

# Boards of some thousand tasks, of which the second holds no set.
SET, NONE = Deck(20, 4).deal(280, seed=4), Deck(20, 4).deal(270, seed=2)


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distributed, "_WALKS", 0.5)


@pytest.fixture(scope="module")
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(2) as executor:
        yield executor


def part_of(board: Board) -> str:
    """A search in one part, as the command line does it."""
    return str(ask({"ask": "make-part", "question": {"ask": "find", "board": board.to_text()}})["text"])


def answer_of(*parts: str) -> dict[str, Any]:
    return ask({"ask": "merge", "parts": list(parts)})


def questions(folder: Path, threads: ThreadPoolExecutor) -> dict[str, tuple[Callable[..., object], object]]:
    """Each question, and its answer."""
    file = folder / "none.proof"

    def prove(**options: Any) -> bytes:
        file.unlink(missing_ok=True)
        assert distributed.prove(NONE, threads, file, **options) is None
        return file.read_bytes()

    return {
        "find": (lambda **options: distributed.find(SET, threads, **options), Set(answer_of(part_of(SET))["sets"][0], SET.deck)),
        "find none": (lambda **options: distributed.find(NONE, threads, **options), None),
        "prove": (prove, proof.prove(NONE, memory=2**30).proof),
    }


@pytest.mark.parametrize("name", ["find", "find none", "prove"])
def test_work_goes_on_from_whatever_is_left(name: str, threads: ThreadPoolExecutor, tmp_path: Path) -> None:
    ask, expected = questions(tmp_path, threads)[name]
    file, steps = tmp_path / "parts", tmp_path / "parts.steps"
    options: dict[str, Any] = {"checkpoint": file, "part_seconds": 0.01}
    shares = list[float]()
    assert ask(**options) == expected
    whole = file.read_bytes()
    # All of it is there: nothing is left to do.
    assert ask(**options, progress=lambda done, of: shares.append(done / of)) == expected and not shares
    assert file.read_bytes() == whole
    begun = set[bytes]()
    for share in range(20):

        def interrupt(done: int, of: int, share: int = share) -> None:
            if done * 20 > share * of:
                raise KeyboardInterrupt

        # Steps without their part could be of something else, so they are not overwritten.
        file.unlink()
        steps.unlink(missing_ok=True)
        try:
            ask(**options, progress=interrupt)
        except KeyboardInterrupt:
            begun.add(file.read_bytes())
            # A kill leaves more steps than the file names.
            with steps.open("ab") as more:
                more.write(b"more")
        assert ask(**options) == expected and file.read_bytes() == whole
    assert len(begun) > 2
    rng = random.Random(7)
    for _ in range(25):
        damaged = bytearray(whole[: rng.randrange(40, len(whole))])
        damaged[rng.randrange(40, len(damaged))] ^= 1
        file.write_bytes(damaged)
        with pytest.raises(Error) as caught:
            ask(**options)
        assert caught.value.code in {"damaged", "not-a-part"} and file.read_bytes() == damaged


@pytest.mark.parametrize("board", [SET, NONE], ids=["set", "none"])
def test_it_is_the_file_of_the_command_line(board: Board, threads: ThreadPoolExecutor, tmp_path: Path) -> None:
    file, text = tmp_path / "parts", tmp_path / "board.txt"
    text.write_text(board.to_text())
    command = [race.program(), "find", "-i", str(text), "--checkpoint", str(file)]
    for share in [0.2, 0.9, 2.0]:

        def interrupt(done: int, of: int, share: float = share) -> None:
            if done > share * of:
                raise KeyboardInterrupt

        file.unlink(missing_ok=True)
        try:
            distributed.find(board, threads, checkpoint=file, part_seconds=0.01, progress=interrupt)
        except KeyboardInterrupt:
            # On a busy machine all may be done before the interrupt comes.
            if file.read_text() != part_of(board):
                begun = answer_of(file.read_text())
                assert begun["sets"] == [] and begun["reason"]["code"] == "unfinished"
        assert subprocess.run(command, stdout=subprocess.DEVNULL).returncode == int(board is NONE)
        assert file.read_text() == part_of(board)


def test_a_limit_is_continued(threads: ThreadPoolExecutor, tmp_path: Path) -> None:
    for seconds in [0.02 * 2**doubled for doubled in range(12)]:
        try:
            assert distributed.find(NONE, threads, checkpoint=tmp_path / "parts", part_seconds=0.01, timeout=seconds) is None
            break
        except Stopped:
            pass
    else:
        raise AssertionError("it never ends")


def test_files_of_other_work_are_refused(threads: ThreadPoolExecutor, tmp_path: Path) -> None:
    file = tmp_path / "parts"
    distributed.find(SET, threads, checkpoint=file)
    before = file.read_bytes()
    calls: list[Callable[[], object]] = [
        lambda: distributed.find(NONE, threads, checkpoint=file),
        lambda: distributed.prove(SET, threads, tmp_path / "x.proof", checkpoint=file),
        lambda: distributed.simulate(Simulation(9, seed=3), threads, checkpoint=file),
    ]
    for call in calls:
        with pytest.raises(Error, match="it holds another run|this is of the question") as caught:
            call()
        assert caught.value.code in {"other-run", "not-a-part"} and file.read_bytes() == before
    with pytest.raises(Error) as refused:
        distributed.find(SET, threads, checkpoint=tmp_path)
    assert refused.value.code == "file"


def test_estimates_have_an_interval() -> None:
    # How near they are depends on what else the machine does.
    with ThreadPoolExecutor(1) as executor:
        forecast = distributed.estimate(Deck(28, 4).deal(425, seed=2), executor)
        # It takes 0.02 seconds.
        easy = distributed.estimate(Deck(20, 4).deal(270, seed=2), executor)
    assert 0 <= forecast.low < forecast.seconds < forecast.high
    assert easy.seconds < forecast.seconds
