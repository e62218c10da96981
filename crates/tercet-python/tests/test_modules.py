"""The modules against numbers that were computed independently, and against each other."""

from __future__ import annotations

import math
import os
import subprocess
import venv
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tercet
from tercet import (
    Board,
    Card,
    Deck,
    Error,
    Game,
    Set,
    Simulation,
    Stopped,
    boards,
    caps,
    odds,
    packing,
    photo,
    race,
    svg,
)

CLASSIC = Deck()
SET_FREE = {3: 84240, 9: 77541824880, 12: 2284535476080, 16: 1141342138404, 19: 13646880, 20: 682344, 21: 0}


def growing() -> Iterator[float]:
    """Limits in seconds, each twice the last: a slow machine needs longer to find something before the limit."""
    seconds = 0.1
    while seconds < 300:
        yield seconds
        seconds *= 2
    pytest.fail("no limit is long enough")


class TestBoards:
    @pytest.mark.parametrize("deck", [Deck(), Deck(3, 6), Deck(1, 2), Deck(64, 10), Deck(10, 19)], ids=str)
    def test_values(self, deck: Deck) -> None:
        dealt = boards.deal(20, min(5, deck.size), deck, seed=1)
        values = boards.to_values(dealt, deck)
        assert values[0].tolist() == [list(deck[int(number)].values) for number in dealt[0]]
        back = boards.from_values(values, deck)
        assert back.dtype == dealt.dtype and (back == dealt).all()
        assert (boards.from_values(values.tolist(), deck) == dealt).all()

    def test_wrong_values(self) -> None:
        for values, words in [
            ([[[0, 0, 3, 0]]], r"\(0, 0, 2\): the values of \(3,4\) are 0 to 2, not 3"),
            ([[0, 0, -1, 0]], "not -1"),
            ([0, 1, 2], "4 values"),
            (3, "4 values"),
            ([[0.0, 0.0, 1.0, 0.0]], "integers"),
        ]:
            with pytest.raises(Error, match=words):
                boards.from_values(values)

    @pytest.mark.parametrize("values, properties, cards", [(3, 4, 12), (3, 2, 5), (3, 5, 9), (3, 6, 20), (4, 3, 14)])
    def test_bulk_agrees_with_the_definition(self, values: int, properties: int, cards: int) -> None:
        deck = Deck(values, properties)
        dealt = boards.deal(40, cards, deck, seed=3)
        counts, found = boards.count(dealt, deck), boards.find(dealt, deck)
        assert (counts.dtype, counts.shape) == (np.dtype("uint32"), (40,))
        assert (found.dtype, found.shape) == (np.dtype("int64"), (40, values))
        for row, count, positions in zip(dealt.tolist(), counts.tolist(), found.tolist(), strict=True):
            sets = [chosen for chosen in combinations(range(cards), values) if is_set(deck, [row[i] for i in chosen])]
            assert count == len(sets)
            assert positions == list(sets[0] if sets else [-1] * values)

    def test_threads_and_types_do_not_matter(self) -> None:
        dealt = boards.deal(20_000, 12, seed=1)
        counts = boards.count(dealt)
        for kind in [np.int64, np.uint16, object]:
            assert (boards.count(dealt.astype(kind)) == counts).all()
        assert (boards.count(np.asfortranarray(dealt)) == counts).all()
        assert (boards.count(dealt, threads=2) == counts).all()
        assert (boards.find(dealt, threads=2) == boards.find(dealt)).all()
        assert (boards.count(dealt[::2, :9]) == boards.count(dealt[::2, :9].tolist())).all()
        assert ((boards.find(dealt)[:, 0] < 0) == (counts == 0)).all()

    def test_deals_depend_on_the_seed_and_the_row(self) -> None:
        dealt = boards.deal(100, 12, seed=7)
        assert dealt[0].tolist() == CLASSIC.deal(12, seed=7).numbers
        assert (boards.deal(30, 12, seed=7) == dealt[:30]).all()
        assert (boards.deal(100, 12) != boards.deal(100, 12)).any()
        sizes = {(3, 5): "uint8", (4, 4): "uint8", (3, 6): "uint16", (10, 5): "uint32", (10, 10): "uint64"}
        for (values, properties), kind in sizes.items():
            assert boards.deal(2, 3, Deck(values, properties)).dtype == kind

    def test_the_mean_is_the_expected_number(self) -> None:
        mean = boards.count(boards.deal(200_000, 12, seed=5)).mean()
        assert abs(mean - 220 / 79) < 5 * math.sqrt(1571820 / 830053 / 200_000)

    def test_empty_arrays(self) -> None:
        assert boards.count(np.zeros((0, 12), int)).shape == (0,)
        assert boards.find(np.zeros((0, 12), int)).shape == (0, 3)
        assert boards.count([[], []]).tolist() == [0, 0]
        assert boards.find([[], []]).tolist() == [[-1] * 3] * 2
        assert boards.deal(0, 12).shape == (0, 12)
        assert boards.deal(3, 0).shape == (3, 0)

    @pytest.mark.parametrize("number", [-1, 81, 256, 300, -(2**63), 2**63, 2**64, 10**30])
    def test_numbers_out_of_range_are_named(self, number: int) -> None:
        for function in [boards.count, boards.find]:
            with pytest.raises(Error, match=f"row 1, column 2: {number} is not") as caught:
                function([[0, 1, 2], [0, 1, number]])
            assert caught.value.data == {"row": 1, "column": 2}
            if 0 <= number < 256:  # the type that is checked by the engine
                with pytest.raises(Error) as other:
                    function(np.array([[0, 1, 2], [0, 1, number]], np.uint8))
                assert vars(other.value) == vars(caught.value) and str(other.value) == str(caught.value)

    def test_other_mistakes(self) -> None:
        for wrong in [[0, 1, 2], [[[0]]], 5, [[0.5, 1, 2]], [[True, False]], [["a"]], [[None]]]:
            with pytest.raises(Error):
                boards.count(wrong)  # type: ignore[arg-type]
        with pytest.raises(Error, match="row 1"):
            boards.count([[0, 1, 2], [3, 4, 3]])
        with pytest.raises(Error, match="row 0"):
            boards.find([[0, 0, 2]], Deck(3, 6))
        for n, k in [(-1, 12), (3, -1), (3, 82)]:
            with pytest.raises(Error):
                boards.deal(n, k)
        with pytest.raises(Error, match="2\\^64"):
            boards.count([[0]], Deck(3, 50))
        for seed in [-1, 2**64]:
            with pytest.raises((Error, OverflowError)):
                boards.deal(1, 3, seed=seed)


def is_set(deck: Deck, numbers: list[int]) -> bool:
    columns = zip(*(deck[number].values for number in numbers), strict=True)
    return all(len(set(column)) in (1, deck.values) for column in columns)


class TestOdds:
    def test_set_free_hands(self) -> None:
        table = odds.hands()
        known = {line.cards: line.set_free for line in table}
        assert [line.cards for line in table] == list(range(1, 22)) and table.stopped is None
        for cards, hands in SET_FREE.items():
            free = known[cards]
            assert free is not None and free.hands == hands
        twenty = known[20]
        assert twenty == odds.SetFree(hands=682344, classes=1, complete=682344, complete_classes=1)

    def test_twelve_cards(self) -> None:
        line = odds.hand(12)
        assert line.is_exact and line.interval is None
        assert line.count == math.comb(81, 12) - SET_FREE[12] and line.hands == math.comb(81, 12)
        assert line.probability == Fraction(line.count, line.hands)
        assert abs(line.to_one - 29.957856) < 1e-6
        assert odds.hand(21).to_one == math.inf
        assert abs(odds.hand(12, given=9).to_one - 8.20138) < 1e-5

    def test_numbers_of_sets(self) -> None:
        table = odds.sets(12)
        counts = [line.count for line in table]
        assert counts[:3] == [2284535476080, 10266579666720, 18459179294400] and counts[-1] == 3032640
        assert [line.sets for line in table] == list(range(15))
        assert (table.mean, table.variance) == (Fraction(220, 79), Fraction(1571820, 830053))
        assert [line.count for line in odds.disjoint(6, Deck(3, 2))] == [72, 12]

    def test_second_round(self) -> None:
        assert 1 - odds.second_round().probability == Fraction(396538561405044, 8939045071283495)

    def test_sampled(self) -> None:
        deck = Deck(5, 4)
        line = odds.hand(30, deck, samples=400, seed=1)
        assert line.interval is not None and not line.is_exact and line.hands == 400
        expected = odds.wilson(int(line.probability * 400), 400)
        assert line.interval == pytest.approx((expected.low, expected.high), abs=1e-12)
        assert odds.hand(30, deck, samples=400, seed=1) == line

    def test_limits(self) -> None:
        with pytest.raises(Stopped) as caught:
            odds.sets(15, timeout=0)
        assert caught.value.reason == "deadline"
        for seconds in growing():
            partial = odds.hands(Deck(3, 6), timeout=seconds, memory=2**40)
            assert partial.stopped == "deadline"
            if len(partial) > 2:
                break
        with pytest.raises(Error, match="only 81 cards"):
            odds.hand(82)
        assert odds.wilson(0, 10).low == 0 and odds.wilson(10, 10).high == 1
        for wrong in [(-1, 3), (4, 3), (0, 0)]:
            with pytest.raises(Error):
                odds.wilson(*wrong)


class TestCaps:
    @pytest.mark.parametrize("deck, most", [((3, 3), 9), ((3, 4), 20), ((4, 2), 9), ((5, 2), 16)])
    def test_largest(self, deck: tuple[int, int], most: int) -> None:
        largest = caps.largest(Deck(*deck))
        assert (largest.lower, largest.upper, largest.is_proved) == (most, most, True)
        assert largest.hand is not None and len(largest.hand) == most
        assert caps.verify(largest.hand) and caps.complete(largest.hand)

    def test_bounds(self) -> None:
        for seconds in growing():
            largest = caps.largest(Deck(3, 7), timeout=seconds, seed=1)
            assert (largest.upper, largest.is_proved) == (288, False)
            if largest.lower == 236:
                break

    def test_sizes(self) -> None:
        sizes = {size.points: size for size in caps.sizes()}
        assert {points: sizes[points].caps for points in SET_FREE if points < 21} == {
            points: hands for points, hands in SET_FREE.items() if points < 21
        }
        assert (sizes[16].complete, sizes[16].complete_classes) == (76932580140, 74)
        assert [size.caps for size in caps.sizes(Deck(3, 2))] == [1, 9, 36, 72, 54]

    def test_verify_and_complete(self) -> None:
        verdict = caps.verify("1RsO 2RhO 3RoO 1GsD")
        assert not verdict and verdict.set == Set("1RsO 2RhO 3RoO")
        deck = Deck(3, 2)
        answer = caps.complete(Board("00 01 10", deck))
        assert not answer
        assert answer.addable == (Card("11", deck), Card("12", deck), Card("21", deck))
        with pytest.raises(Error) as caught:
            caps.complete("1RsO 2RhO 3RoO")
        assert caught.value.code == "holds-set"

    def test_extend(self) -> None:
        begin = Board("1RsO 2RhO")
        hands = [caps.extend(begin), caps.extend(begin, by="random", seed=1)]
        # The search for the best goes on until its limit.
        for seconds in growing():
            with suppress(Stopped):
                hands.append(caps.extend(begin, by="best", seed=1, timeout=seconds))
                break
        for hand in hands:
            assert hand.cards[:2] == begin.cards and caps.verify(hand) and caps.complete(hand)
        assert len(caps.extend(Board("", Deck(4, 3)))) > 9

    def test_canonical(self) -> None:
        line = caps.canonical("1RsO 2RhO 3RoO")
        assert line.orbit == CLASSIC.number_of_sets == 1080
        assert line.orbit * line.stabiliser == 1965150720
        assert caps.canonical("1RsO 2GhD 3PoS") == line


class TestPacking:
    def test_partitions(self) -> None:
        for deck, ways in [((3, 2), 4), ((3, 3), 17641), ((4, 2), 26), ((5, 2), 1346)]:
            assert packing.partitions(Board(list(Deck(*deck)))) == ways
        assert packing.partitions("1RsO") == 0
        with pytest.raises(Stopped):
            packing.partitions(Board(list(CLASSIC)), timeout=0)

    def test_packings_are_disjoint(self) -> None:
        board = CLASSIC.deal(21, seed=3)
        best = packing.pack(board)
        assert best.is_proved and best.bound == len(best) == len(best.sets)
        assert len({card for found in best.sets for card in found}) == 3 * len(best)
        assert len(packing.pack(board, packer="ip")) == len(best) >= len(packing.pack(board, packer="greedy"))
        assert len(packing.pack("1RsO 2GhD")) == 0

    def test_the_fewest_meet_all_sets_and_a_winning_set_wins(self) -> None:
        for seed in range(20):
            board = CLASSIC.deal(15, seed=seed)
            fewest, nim = packing.pack_fewest(board), packing.nim(board)
            assert fewest.is_proved and fewest.bound == len(fewest) <= len(packing.pack(board))
            taken = {card for found in fewest.sets for card in found}
            assert Board([card for card in board.cards if card not in taken], CLASSIC).find() is None
            assert nim.first_wins == bool(nim.moves) == (nim.value != 0)
            for move in nim.moves:
                rest = Board([card for card in board.cards if card not in move], CLASSIC)
                assert not packing.nim(rest).first_wins
        with pytest.raises(Stopped):
            packing.nim(CLASSIC.deal(60, seed=1), timeout=0)


class TestSvg:
    def test_cards(self) -> None:
        assert svg.card("2RhO") == svg.card(Card("2RhO"))
        assert svg.card("2RhO") != svg.card("2RhO", colourless=True) != svg.card("2RhO", letters=False)
        assert svg.card(Card("63", Deck(8, 2))).startswith("<svg ")

    def test_boards(self) -> None:
        from xml.etree import ElementTree

        board = CLASSIC.deal(12, seed=1)
        for columns, marked in [(None, ()), (5, board.cards[:3]), (100, [board[5], board[5]])]:
            picture = svg.board(board, columns=columns, marked=marked)
            tree = ElementTree.fromstring(picture)
            assert len(tree.findall("{*}g")) == 12
            assert len(tree.findall("{*}rect")) == len(set(marked))
        assert svg.board("").startswith("<svg ")
        with pytest.raises(Error):
            svg.board(board, columns=0)
        with pytest.raises((Error, ValueError)):
            svg.board("1RsO 2RhO", marked=["3PoS"])


class TestPhoto:
    def test_a_table(self) -> None:
        file = Path(__file__).parents[3] / "guide" / "src" / "pictures" / "table.jpg"
        if not file.exists():
            pytest.skip("the picture lies in the repository")
        reading = photo.read(file)
        assert reading == photo.read(str(file)) == photo.read(file.read_bytes())
        assert (len(reading.cards), reading.is_sure, reading.unread) == (12, True, ())
        assert reading.sets == (Set("1PoO 1PoD 1PoS"),) and list(reading.board.sets) == list(reading.sets)
        first, second = reading.cards[:2]
        assert (first.row, first.column, second.row, second.column) == (0, 0, 0, 1)
        assert first.confidence > 0.9 and len(first.corners) == 4

    def test_a_table_without_cards(self) -> None:
        for shape in [(300, 400, 3), (300, 400), (300, 400, 4), (300, 400, 1)]:
            reading = photo.read(np.full(shape, 90, np.uint8))
            assert (reading.width, reading.height, reading.cards, reading.sets) == (400, 300, (), ())
            assert len(reading.board) == 0

    def test_what_is_no_picture(self, tmp_path: Path) -> None:
        mistakes: list[Any] = [b"no picture", np.zeros((3, 3)), np.zeros((3, 3, 2), np.uint8), [[1, 2]]]
        for wrong in mistakes:
            with pytest.raises(Error) as caught:
                photo.read(wrong)
            assert caught.value.code == "not-a-picture"
        with pytest.raises(FileNotFoundError):
            photo.read(tmp_path / "absent.jpg")


class TestRace:
    def test_the_program_is_looked_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("PATH", "")
        monkeypatch.setattr("shutil.which", lambda *_, **__: None)
        with pytest.raises(Error) as caught:
            race.race(methods=["brute"])
        assert caught.value.code == "file" and "install 'tercet[command]'" in str(caught.value)

    def test_rows(self) -> None:
        try:
            race.program()
        except Error:
            pytest.skip("the program tercet is not installed")
        report = race.race(properties=[3, 4], methods=["brute", "pairs-bits"], boards=2, seed=1, problem="count")
        assert [(row.contestant, row.deck.properties) for row in report.rows] == [
            ("brute", 3), ("pairs-bits", 3), ("brute", 4), ("pairs-bits", 4),
        ]  # fmt: skip
        for one, other in [report.rows[:2], report.rows[2:]]:
            assert [trial and trial.count for trial in one.trials] == [trial and trial.count for trial in other.trials]
        assert (report.seed, report.is_stopped) == (1, False)
        assert min(row.ratio or 0 for row in report.rows) == 1
        board = race.race(CLASSIC.deal(12, seed=7), methods=["brute"]).rows[0]
        trial = board.trials[0]
        assert board.cards == 12 and trial is not None and trial.answer in ("found", "none")
        played = race.games(sets=[3], methods=["brute"], games=1, seed=1).rows[0]
        assert played.goal == 3 and played.trials[0] is not None and played.trials[0].count == 3


class TestArguments:
    """Of other types than they should be."""

    @pytest.mark.parametrize("deck", [None, 5, "3 4", (3, 4), Deck])
    def test_a_deck_is_a_deck(self, deck: Any) -> None:
        if deck is not None:  # the classic one for native classes
            for native in [lambda: Board("", deck), lambda: Simulation(9, seed=1, deck=deck), lambda: Game(deck)]:
                with pytest.raises(TypeError, match="Deck"):
                    native()
        calls: list[Callable[[], object]] = [
            lambda: boards.count([[0, 1, 2]], deck),
            lambda: boards.find([[0, 1, 2]], deck),
            lambda: boards.deal(2, 3, deck),
            lambda: odds.hand(12, deck),
            lambda: odds.hands(deck),
            lambda: odds.sets(12, deck),
            lambda: odds.disjoint(12, deck),
            lambda: odds.second_round(12, deck),
            lambda: caps.largest(deck),
            lambda: caps.sizes(deck),
        ]
        for call in calls:
            with pytest.raises(TypeError, match="a deck is a Deck, not"):
                call()

    def test_numbers(self) -> None:
        assert odds.hand(np.int64(12)) == odds.hand(12)  # type: ignore[arg-type]
        assert tercet.ask({"ask": "odds", "about": "hands", "size": np.uint8(12)})["lines"]
        calls: list[Callable[[Any], object]] = [odds.hand, odds.sets, odds.disjoint, odds.second_round]
        calls.append(lambda number: svg.board("1RsO 2RhO", columns=number or 1.5))
        for call in calls:
            for number in [None, "12", 3.5, math.nan]:
                with pytest.raises(TypeError):
                    call(number)
        for number in [math.nan, math.inf]:
            with pytest.raises(Error, match="not JSON") as caught:
                odds.hand(12, timeout=number)
            assert caught.value.code == "request"

    @pytest.mark.parametrize("card", [None, 5, b"2RhO", ["2RhO"], {"2RhO": 1}])
    def test_a_card_is_a_card(self, card: Any) -> None:
        with pytest.raises(TypeError, match="a card is a Card or a text"):
            svg.card(card)


def test_methods() -> None:
    assert {"brute", "auto", "cover"} <= set(tercet.methods())


@pytest.mark.skipif(os.name == "nt", reason="the solver is a script of the shell")
def test_a_solver_beside_the_interpreter_is_found(tmp_path: Path) -> None:
    """Where pip puts z3 in an environment that is not activated."""
    venv.create(tmp_path, with_pip=False)
    solver = tmp_path / "bin" / "z3"
    solver.write_text('#!/bin/sh\n: > "$0.started"\n')
    solver.chmod(0o755)
    program = "import tercet; tercet.Deck(4, 3).deal(12, seed=1).find(method='smt')"
    kept = {name: value for name, value in os.environ.items() if name != "TERCET_SMT_SOLVER"}
    environment = kept | {"PATH": "", "PYTHONPATH": str(Path(tercet.__file__).parent.parent)}
    ran = subprocess.run([tmp_path / "bin" / "python", "-c", program], env=environment, capture_output=True, text=True)
    # It answers nothing, which is no answer of a solver.
    assert ran.returncode == 1 and f"{solver} " in ran.stderr, ran.stderr
    assert (tmp_path / "bin" / "z3.started").exists()
