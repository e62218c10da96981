"""Ctrl-C, other threads, and limits: no call keeps the interpreter to itself."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from tercet import Board, Deck, Game, Set, Stopped, packing
from waiting import HANG

HARD = "Deck(30, 4).deal(500, seed=1)"

# Each of them would go on for seconds, most of them for ages.
LONG = {
    "find": f"{HARD}.find()",
    "find on threads": f"{HARD}.find(method='cover', threads=2)",
    "find by a method": f"{HARD}.find(method='sat')",
    "find on a large board": "Deck(3, 60).deal(300_000, seed=1).find()",
    "bool": f"bool({HARD}.sets)",
    "count": f"{HARD}.sets.count()",
    "first of a list": f"next(iter({HARD}.sets))",
    "list": "list(Deck(3, 8).deal(6561, seed=1).sets)",
    "cards": "collections.deque(Deck(3, 40), maxlen=0)",
    "board": "Board(range(3**14), Deck(3, 14))",
    "hint": f"{HARD}.hint()",
    "pack": f"packing.pack({HARD})",
    "simulation": "Simulation(10**9, seed=1).play(threads=2)",
    "units": f"_tercet.Units('find', json.dumps({{'board': {HARD}.to_text()}})).work(0, 2**14)",
    "game": "Game(Deck(3, 60), seed=1)",
    "bulk count": f"boards.count([{HARD}.numbers] * 3, Deck(30, 4), threads=2)",
    "bulk find": f"boards.find([{HARD}.numbers] * 3, Deck(30, 4))",
    "bulk deal": "boards.deal(1000, 100_000, Deck(10, 8), seed=1)",
    "ask": f"ask({{'ask': 'find', 'board': {HARD}.to_text()}})",
}

# C code of Python's own that lets no other thread run, whatever it iterates over.
GREEDY = ["cards", "board"]

# Interrupts a call: from a thread, which can count meanwhile, or else from a process.
PROGRAM = """
import collections, json, os, signal, sys, threading, time
from tercet import *
from tercet import _tercet, boards
call, is_greedy = sys.argv[1], sys.argv[2] == "greedy"
signal.signal(signal.SIGINT, signal.default_int_handler)
begun = threading.Event()
read, write = os.pipe()

def interrupt():
    begun.wait()
    for _ in range(100):
        time.sleep(0.001)
    os.kill(os.getpid(), signal.SIGINT)

if not is_greedy:
    threading.Thread(target=interrupt, daemon=True).start()
elif os.fork() == 0:
    os.read(read, 1)
    time.sleep(0.2)
    os.kill(os.getppid(), signal.SIGINT)
    os._exit(0)
try:
    begun.set()
    os.write(write, b"!")
    eval(call)
except KeyboardInterrupt:
    print("interrupted", flush=True)
os._exit(0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="NOT TESTED: a real signal needs POSIX")
@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_ends_every_call(name: str) -> None:
    """A call that lets no other thread run is not interrupted: its thread cannot count, and the call ends."""
    program = [sys.executable, "-c", PROGRAM, LONG[name], "greedy" if name in GREEDY else "fair"]
    done = subprocess.run(program, capture_output=True, text=True, timeout=HANG)
    assert (done.returncode, done.stdout) == (0, "interrupted\n"), done.stderr


def in_threads(*works: Callable[[], Any]) -> list[Any]:
    """The results of functions in threads. An exception of one of them is raised, and a deadlock is found."""
    results: dict[int, Any] = {}
    errors: list[BaseException] = []

    def work(i: int) -> None:
        try:
            results[i] = works[i]()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=(i,), daemon=True) for i in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(HANG)
        assert not thread.is_alive(), "a deadlock"
    if errors:
        raise errors[0]
    return [results[i] for i in range(len(works))]


def for_a_while(work: Callable[[], Any], seconds: float = 0.5) -> Callable[[], int]:
    def repeat() -> int:
        end, times = time.monotonic() + seconds, 0
        while times == 0 or time.monotonic() < end:
            work()
            times += 1
        return times

    return repeat


class TestThreads:
    def test_threads_share_a_board(self) -> None:
        deck = Deck(5, 4)
        board = deck.deal(60, seed=1)
        absent = [card for card in deck.deal(90, seed=2) if card not in board][:20]

        def change() -> None:
            board.add(absent)
            board.remove(absent)

        def find() -> None:
            found = board.find()
            assert found is None or all(card in absent or card in board for card in found)

        works: list[Callable[[], Any]] = [change, find, find, board.sets.count, lambda: list(board.sets), board.copy]
        in_threads(*[for_a_while(work) for work in works])
        assert board == deck.deal(60, seed=1)

    def test_a_long_search_stops_nobody(self) -> None:
        """The board is changed while a search is at work that would go on for ages."""
        program = f"""
import os, threading, time
from tercet import Deck
board = {HARD}
begun, ended = threading.Event(), threading.Event()

def search():
    begun.set()
    board.find()
    ended.set()

threading.Thread(target=search, daemon=True).start()
begun.wait()
for _ in range(20):
    time.sleep(0.01)
    card = board[0]
    board.remove(card)
    board.add(card)
    repr(board)
print(ended.is_set(), flush=True)
os._exit(0)
"""
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=HANG)
        assert done.stdout == "False\n", done.stderr

    def test_threads_share_an_iterator(self) -> None:
        board = Deck(3, 6).deal(200, seed=1)
        sets = iter(board.sets)
        shares: list[list[Set]] = in_threads(*[lambda: list(sets)] * 3)
        assert sorted(map(str, sum(shares, []))) == sorted(map(str, board.sets))

    def test_threads_share_a_game(self) -> None:
        """Each set is taken once, and whoever asks about the game meanwhile waits alone."""
        game = Game(Deck(3, 6), seed=1, sets=60)

        def take() -> list[Set]:
            return [game.take() for _ in range(20)]

        taken: list[Set] = sum(in_threads(take, take, take), [])
        assert sorted(map(str, taken)) == sorted(map(str, game.taken)) and len(set(taken)) == 60 and game.is_over

    @pytest.mark.skipif(sys.platform != "linux", reason="needs Linux, which tells the size of a process")
    def test_threads_that_cannot_start_are_done_without(self) -> None:
        # There is room for three stacks, and for all else: where memory ends, the C library may end the process.
        program = """
import resource
from tercet import Simulation, boards
dealt = boards.deal(20_000, 12, seed=1)
run = Simulation(150_000, seed=1)
pages = int(open("/proc/self/statm").read().split()[0])
most = pages * resource.getpagesize() + (7 << 27)
resource.setrlimit(resource.RLIMIT_AS, (most, most))
print((boards.count(dealt, threads=20_000) == boards.count(dealt)).all(), run.play(threads=10**6) == run.play())
"""
        own = {**os.environ, "RUST_MIN_STACK": str(1 << 28), "MALLOC_ARENA_MAX": "1"}
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=HANG, env=own)
        assert done.stdout == "True True\n", done.stderr

    def test_a_game_is_played_while_others_look(self) -> None:
        game = Game(seed=1)
        in_threads(for_a_while(lambda: repr(game), 0.1), game.play)
        assert game.is_over


@pytest.mark.parametrize(
    "call",
    [
        lambda board: board.find(timeout=0.05),
        lambda board: board.find(timeout=0),
        lambda board: board.find(timeout=0.05, method="cover", threads=2),
        lambda board: board.sets.count(timeout=0.05),
        lambda board: board.hint(timeout=0.05),
        lambda board: packing.pack(board, timeout=0.05),
    ],
)
def test_limits_raise(call: Callable[[Board], Any]) -> None:
    board = eval(HARD)
    with pytest.raises(Stopped) as caught:
        call(board)
    assert caught.value.reason == "deadline" and isinstance(caught.value, TimeoutError)
