"""What short calls cost: `python test_speed.py` prints the times, and the tests check the results that are timed."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from timeit import Timer

import pytest

from tercet import Board, Deck, Game, boards, packing

TEN = boards.deal(10, 12, seed=7)
TWELVE = Deck().deal(12, seed=7)
LARGE = Deck(3, 12)


def play() -> int:
    game = Game(seed=7)
    game.play()
    return len(game.taken)


# Each call, and what it gives.
CALLS: dict[str, tuple[Callable[[], object], object]] = {
    "boards.count of 10 boards": (lambda: boards.count(TEN).tolist(), [3, 1, 1, 4, 3, 0, 4, 3, 3, 3]),
    "boards.find of 10 boards": (lambda: boards.find(TEN)[0].tolist(), [0, 5, 7]),
    "boards.deal of 10 boards": (lambda: boards.deal(10, 12, seed=7).tolist() == TEN.tolist(), True),
    "a hint": (lambda: str(TWELVE.hint()), "3 sets: 3RhS"),
    "the number of sets": (TWELVE.sets.count, 3),
    "all sets": (lambda: len(list(TWELVE.sets)), 3),
    "a packing": (lambda: len(packing.pack(TWELVE)), 3),
    "a game": (play, 25),
}


@pytest.mark.parametrize("name", CALLS)
def test_the_results_are_right(name: str) -> None:
    call, expected = CALLS[name]
    assert call() == expected


def longest_pause(call: Callable[[], object]) -> float:
    """The longest time for which another thread has to wait during a call, in seconds."""
    pauses: list[float] = []
    is_over = False

    def watch() -> None:
        last = time.perf_counter()
        while not is_over:
            time.sleep(0)
            now = time.perf_counter()
            pauses.append(now - last)
            last = now

    watcher = threading.Thread(target=watch)
    watcher.start()
    call()
    is_over = True
    watcher.join()
    return max(pauses)


def long_calls() -> dict[str, Callable[[], object]]:
    numbers, board = list(range(3**12)), Board(range(3**12), LARGE)
    text = str(board)
    return {
        "a board of 531441 numbers": lambda: Board(numbers, LARGE),
        "a board of a text of 531441 cards": lambda: Board(text, LARGE),
        "its cards": lambda: board.cards,
        "its numbers": lambda: board.numbers,
        "its text": lambda: str(board),
    }


def main() -> None:
    for name, (call, expected) in CALLS.items():
        assert call() == expected
        timer = Timer(call)
        repeats = max(1, int(0.02 / timer.timeit(1)))
        print(f"{min(timer.repeat(25, repeats)) / repeats * 1e6:8.1f} µs  {name}")
    for name, call in long_calls().items():
        begin = time.perf_counter()
        call()
        print(f"{time.perf_counter() - begin:8.3f} s   {name}; others wait {longest_pause(call):.3f} s at most")


if __name__ == "__main__":
    sys.exit(main())
