"""The examples of other programs and texts give their own answers through the package.

The recipe is ActiveState's for the game, pytudes is Norvig's notebook `SET.ipynb`, the thesis is Takeshita's; then the
report of a course by Overney and Sieving, Sudz' solver with python-mip, and Rubin's article.
"""

from __future__ import annotations

import math
from itertools import combinations

import pytest

from tercet import Board, Card, Deck, Error, Game, Set, Simulation, boards, is_set, methods, odds, packing

CLASSIC = Deck()
# Methods for other decks, and those that need a program.
OTHER = ("pairs-meet", "middle", "smt")


def card(*values: int) -> Card:
    """A card as the tuple of the recipe."""
    return Card(",".join(map(str, values)))


class TestRecipe:
    """Cards are tuples of 0, 1, 2, and the order of the cards is that of the tuples."""

    def test_three_cards_that_form_a_set(self) -> None:
        cards = [card(1, 0, 2, 2), card(1, 1, 0, 2), card(1, 2, 1, 2)]
        why = Board(cards).explain(cards)
        assert why and is_set(cards) and Set(cards) == Board(cards).find()
        assert [of.verdict for of in why.properties] == ["same", "different", "different", "same"]

    def test_three_cards_that_do_not(self) -> None:
        cards = [card(0, 0, 1, 1), card(1, 1, 1, 2), card(1, 2, 1, 0)]
        why = Board(cards).explain(cards)
        assert not why and not is_set(cards) and Board(cards).find() is None
        assert [of.verdict for of in why.properties] == ["mixed", "different", "same", "different"]

    def test_the_third_card(self) -> None:
        """`thirdcard_simple` is the completion of two cards."""
        for one, other in combinations([card(1, 0, 2, 1), card(0, 0, 1, 1), card(1, 1, 1, 2), card(2, 2, 0, 0)], 2):
            third = tuple((-x - y) % 3 for x, y in zip(one.values, other.values, strict=True))
            completion = Board([one, other]).explain([one, other]).completion
            assert completion == one.third(other) and one.third(other).values == third

    def test_all_cards(self) -> None:
        assert [list(of.values) for of in CLASSIC] == [
            [a, b, c, d] for a in range(3) for b in range(3) for c in range(3) for d in range(3)
        ]

    def test_a_table_lists_its_sets_in_table_order(self) -> None:
        """`findsets_gnt`: three loops, over the positions on the table."""
        table = CLASSIC.deal(12, seed=7)
        found = [
            (ci, cj, ck)
            for (ci, cj, ck) in combinations(table, 3)
            if all((x + y + z) % 3 == 0 for x, y, z in zip(ci.values, cj.values, ck.values, strict=True))
        ]
        assert [Set(of) for of in found] == list(table.sets) != []
        assert CLASSIC.deal(81, seed=1).sets.count() == 1080


class TestPytudes:
    """His cards are '3R=0': a number, a colour, a shade, a symbol."""

    @staticmethod
    def cards(text: str) -> list[str]:
        """The codes of his cards. His tests write an oval as 0 or as O."""
        shades, symbols = {"@": "s", "O": "o", "=": "h"}, {"0": "O", "O": "O", "S": "S", "D": "D"}
        return [of[0] + of[1] + shades[of[2]] + symbols[of[3]] for of in text.split()]

    def test_his_tests(self) -> None:
        assert Set(self.cards("3R=O 2R=S 1R=D"))
        with pytest.raises(Error):
            Set(self.cards("3R=0 2R=S 1R@D"))
        found = Board(self.cards("1PO0 2G=D 3R=0 2R=S 1R=D")).find()
        assert found == Set(self.cards("3R=0 2R=S 1R=D"))
        assert Board(self.cards("1PO0 2G=D 3R=0 2R=S 1R@D")).find() is None

    @pytest.mark.parametrize("method", [method for method in methods() if not method.startswith(OTHER)])
    def test_his_photo_has_no_set(self, method: str) -> None:
        photo = "2P=0 3P=D 2R=0 3GO0 2POD 3R@D 2RO0 2ROS 1P@S 2P@0 3ROS 2GOD 2P@D 1GOD 3GOS"
        board = Board(self.cards(photo))
        assert len(board) == 15 and board.find(method=method) is None and board.sets.count() == 0

    def test_his_numbers(self) -> None:
        assert CLASSIC.size == 81 and CLASSIC.number_of_sets == 1080
        assert sum(CLASSIC[0] in of for of in Board(CLASSIC).sets) == 40
        layouts = next(line for line in odds.hands() if line.cards == 12)
        assert layouts.hands == math.comb(81, 12) == 70_724_320_184_700
        # His `match` counts values from 1: (1, 2, 3, 3) and (1, 1, 2, 3) need (1, 3, 1, 3).
        pair = [card(0, 1, 2, 2), card(0, 0, 1, 2)]
        assert Board(pair).explain(pair).completion == card(0, 2, 0, 2)

    def test_his_odds_of_first_layouts(self) -> None:
        """96,844 of 100,000 layouts of 12 cards held a set, and 99,963 of 15 cards."""
        for size, held in [(12, 96_844), (15, 99_963)]:
            dealt = boards.deal(100_000, size, seed=size)
            without = int((boards.count(dealt) == 0).sum())
            deviation = math.sqrt(2 * (100_000 - held))
            assert abs(without - (100_000 - held)) < 5 * deviation

    def test_his_odds_of_games(self) -> None:
        """He takes the first set in layout order: 15 to 1 for 12 cards, 87 to 1 for 15."""
        sizes = Simulation(20_000, seed=1, pick="first").play().sizes
        twelve, fifteen = sizes[12].odds, sizes[15].odds
        assert twelve is not None and abs(twelve - 86_065 / 5_871) < 1
        assert fifteen is not None and abs(fifteen - 5_595 / 64) < 5 * (5_595 / 64) / math.sqrt(64)


class TestThesis:
    def test_overlapping_sets_are_not_both_taken(self) -> None:
        """Its figure 2: the sets 3-8-11 and 6-9-11 share a card."""
        board = CLASSIC.deal(12, seed=7)
        game = Game(seed=7)
        game.play()
        taken = [of for found in game.taken for of in found]
        assert len(set(taken)) == len(taken) and len(packing.pack(board)) <= board.sets.count()

    def test_few_values(self) -> None:
        """With one value each card is a set, with two any two cards are."""
        assert len(Board(Deck(1, 3)).sets[:]) == 1 and Deck(2, 4).deal(2, seed=1).find() is not None

    @pytest.mark.parametrize("v, p, sets", [(3, 4, 5), (6, 3, 5), (4, 6, 10), (7, 3, 5), (4, 5, 50)])
    def test_its_games(self, v: int, p: int, sets: int) -> None:
        """Games that start with v·p cards and end with n sets. It checks that all cards of the sets differ, and that
        they are off the board."""
        game = Game(Deck(v, p), seed=1, start=v * p, sets=sets)
        game.play()
        taken = [of for found in game.taken for of in found]
        assert game.is_over and len(game.taken) == sets and len(set(taken)) == sets * v
        assert not any(of in game.board for of in taken)
        columns = [{of.values[i] for of in found} for found in game.taken for i in range(p)]
        assert all(len(column) in (1, v) for column in columns)


class TestOthers:
    def test_the_report_of_a_course(self) -> None:
        """Its test of figure 1, also by the methods that it describes: pairs of all cards, and of two halves."""
        hand = Board(["0120", "1221", "2022"])
        for method in ["auto", "brute", "halves"]:
            assert hand.find(method=method) == Set(hand.cards)

    def test_the_report_reduces_matchings_to_sets(self) -> None:
        """A perfect matching of C is a set of C with one more value and the card that has it everywhere."""
        matching, none = ["000", "111", "222"], ["000", "111", "220"]
        deck = Deck(4, 3)
        assert Board([*matching, "333"], deck).find() is not None and Board([*none, "333"], deck).find() is None

    def test_python_mip(self) -> None:
        """Boards of 21 cards always hold a set; the table of probabilities is Knuth's."""
        assert (boards.count(boards.deal(2000, 21, seed=1)) > 0).all()
        table = {line.cards: line for line in odds.hands()}
        known = {3: "0.01265822784810", 12: "0.96769802141450", 15: "0.99963531493045", 20: "0.99999999999985"}
        for cards, probability in known.items():
            assert f"{float(table[cards].probability):.14f}" == probability

    @pytest.mark.parametrize("method", ["brute", "cp", "ip", "ip-resolve"])
    def test_rubin_lists_all_sets(self, method: str) -> None:
        """All 1080 sets, by every way of his article that finds a set."""
        assert Board(CLASSIC).find(method=method) in Board(CLASSIC).sets
        assert CLASSIC.number_of_sets == len(list(Board(CLASSIC).sets)) == 1080
