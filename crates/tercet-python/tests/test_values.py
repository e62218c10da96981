"""Decks, cards, sets, boards, games, simulations and tallies as values of Python."""

from __future__ import annotations

import copy
import pickle
import random
import re
from collections.abc import Sequence
from itertools import islice, permutations, product
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tercet
from tercet import Board, Card, Deck, Error, Game, Set, Simulation, Tally, is_set, packing

CLASSIC = Deck()
DECKS = [CLASSIC, Deck(1, 1), Deck(2, 3), Deck(4, 3), Deck(10, 4), Deck(64, 2), Deck(64, 20), Deck(3, 60), Deck(2, 128)]
SET = Set("2RhO 2GhO 2PhO")


def values() -> list[Any]:
    """Values whose `repr` is an expression, all different."""
    of_decks = [[deck, deck[-1], deck.deal(min(9, deck.size), seed=1), Board(deck=deck)] for deck in DECKS]
    runs = [Simulation(9, seed=1), Simulation(9, seed=2), Simulation(9, seed=1, deck=Deck(4, 2), start=5, pick="first")]
    return [SET, Set("00 01 02 03", Deck(4, 2)), *runs, *(value for values in of_decks for value in values)]


class TestAllValues:
    @pytest.mark.parametrize("value", values(), ids=lambda value: type(value).__name__)
    def test_copies_are_equal(self, value: Any) -> None:
        copies = [eval(repr(value), vars(tercet).copy()), pickle.loads(pickle.dumps(value))]
        copies += [copy.copy(value), copy.deepcopy(value)]
        assert all(type(other) is type(value) and other == value and not other != value for other in copies)
        if not isinstance(value, Board):
            assert {hash(other) for other in copies} == {hash(value)}

    def test_different_values_are_unequal(self) -> None:
        for one, other in [(one, other) for one in values() for other in values() if repr(one) != repr(other)]:
            assert one != other and not one == other
        assert CLASSIC != (3, 4) and SET != SET.cards and Card("2RhO") != "2RhO"

    def test_boards_are_mutable(self) -> None:
        with pytest.raises(TypeError, match="unhashable"):
            hash(Board())


class TestDeck:
    @pytest.mark.parametrize("deck", DECKS)
    def test_numbers(self, deck: Deck) -> None:
        assert deck.size == deck.values**deck.properties and deck
        for number in {0, deck.size // 2, deck.size - 1}:
            card = deck[number]
            assert card.number == number and card in deck and deck[number - deck.size] == card
            assert Card(str(card), deck) == card
        assert [card.number for card in islice(deck, 5)] == list(range(min(5, deck.size)))
        for outside in [deck.size, -deck.size - 1, 10**60]:
            with pytest.raises(IndexError, match=r"^\("):
                deck[outside]

    def test_lengths(self) -> None:
        assert len(CLASSIC) == len(list(CLASSIC)) == 81
        with pytest.raises(OverflowError):
            len(Deck(3, 60))

    @pytest.mark.parametrize("shape", [(0, 4), (3, 0), (3, 81), (2**64 - 1, 1), (10**30, 1), (-1, 4)])
    def test_impossible_decks(self, shape: tuple[int, int]) -> None:
        with pytest.raises(Error):
            Deck(*shape)


class TestCard:
    def test_notations_and_names(self) -> None:
        card = Card("2RhO")
        assert card == Card("1010") == Card("1,0,1,0") == CLASSIC[30] and card.values == (1, 0, 1, 0)
        assert (str(card), card.name, card.deck) == ("2RhO", "two red hatched ovals", CLASSIC)
        assert str(Deck(64, 2)[4095]) == "63,63"

    def test_the_order_is_that_of_the_deck(self) -> None:
        cards = list(CLASSIC)
        shuffled = random.Random(1).sample(cards, 81)
        assert sorted(shuffled) == cards
        assert cards[0] < cards[1] <= cards[1] and cards[1] > cards[0] >= cards[0] and not cards[1] < cards[1]
        with pytest.raises(TypeError):
            cards[0] < Deck(3, 3)[0]

    @pytest.mark.parametrize("text", ["", "2RhX", "2RhO 1GsD", "01\n02", "0" * 500, "\0", "½"])
    def test_texts_that_are_no_card(self, text: str) -> None:
        with pytest.raises(Error):
            Card(text)


    @pytest.mark.parametrize("p", [1, 2, 3])
    def test_the_third_card_is_the_one_that_makes_a_set(self, p: int) -> None:
        """The naive version tries all cards, and is that of the definition: all the same or all different."""
        deck = Deck(3, p)
        for one, other in permutations(deck, 2):
            columns = [zip(one.values, other.values, card.values, strict=True) for card in deck]
            [third] = [card for card, rows in zip(deck, columns, strict=True) if all(len({*row}) in (1, 3) for row in rows)]
            assert one.third(other) == one.third(str(other)) == third and is_set([one, other, third])
        assert is_set([one, other, third, one]) is False

    def test_cards_without_a_third(self) -> None:
        for one, other, code in [
            (CLASSIC[0], CLASSIC[0], "card-twice"),
            (CLASSIC[0], "1RsO", "card-twice"),
            (Deck(4, 4)[0], Deck(4, 4)[1], "out-of-range"),
            (CLASSIC[0], Deck(3, 3)[1], "card-foreign"),
            (CLASSIC[0], "2RhO 2GhO", "out-of-range"),
        ]:
            with pytest.raises(Error) as caught:
                one.third(other)
            assert caught.value.code == code


class TestSet:
    @pytest.mark.parametrize("deck", [Deck(3, 2), Deck(2, 2), Deck(4, 1), Deck(1, 2)])
    def test_is_set_is_the_definition(self, deck: Deck) -> None:
        for cards in product(deck, repeat=deck.values):
            columns = [{card.values[i] for card in cards} for i in range(deck.properties)]
            right = len({*cards}) == deck.values and all(len(column) in (1, deck.values) for column in columns)
            assert is_set(cards) is is_set(" ".join(map(str, cards)), deck) is right
            assert is_set([card.number for card in cards], deck) is right

    def test_what_is_no_card_is_no_answer(self) -> None:
        for cards in ["2RhX", [81, 0, 1], [CLASSIC[0], Deck(3, 3)[1]]]:
            with pytest.raises(Error):
                is_set(cards)

    def test_order_does_not_matter(self) -> None:
        forms: list[Any] = ["2PhO 2RhO 2GhO", SET.cards[::-1], [48, 30, 39]]
        for cards in forms:
            assert Set(cards) == SET and hash(Set(cards)) == hash(SET) and Set(cards).cards == SET.cards
        for found in Deck(5, 3).deal(125, seed=1).sets[:20]:
            assert list(found) == sorted(found)

    def test_it_is_a_sequence(self) -> None:
        assert len(SET) == 3 and list(SET) == list(SET.cards) and SET[1:] == SET.cards[1:] and SET[-1] == SET.cards[2]
        assert SET[0] in SET and CLASSIC[0] not in SET
        for outside in [3, -4, 10**30, -(10**30)]:
            with pytest.raises(IndexError):
                SET[outside]

    @pytest.mark.parametrize("cards", ["", "2RhO", "2RhO 2GhO", "2RhO 2GhO 2GsO", [30, 30, 30], [0, 1, 2, 3]])
    def test_what_is_no_set(self, cards: Any) -> None:
        with pytest.raises(Error) as caught:
            Set(cards)
        assert caught.value.code == "not-a-set"


class TestBoard:
    def test_cards_in_all_forms(self) -> None:
        board = Board("2RhO 1GsD 3PsS")
        forms = [board.cards, list(board), board.numbers, ["2RhO", "1GsD", "3PsS"], map(str, board), np.array(board.numbers)]
        assert all(Board(form) == board for form in forms)
        assert Board("012 111").deck == Deck(3, 3) and Board("012 113", Deck(4, 3)).deck == Deck(4, 3)
        assert Board(["012", 13]) == Board("012 111"), "words give numbers their deck"
        assert Board() == Board("") == Board([]) and Board(deck=Deck(4, 2)) != Board()

    def test_it_is_a_sequence(self) -> None:
        board = CLASSIC.deal(12, seed=1)
        cards = board.cards
        assert [board.index(card) for card in cards] == list(range(len(board))) and cards[3] in board
        for part in [slice(None), slice(2, 5), slice(None, None, -1), slice(-3, 10**30), slice(9, 2)]:
            assert board[part] == cards[part]
        assert board[-1] == cards[-1]
        for outside in [12, -13, 10**30, -(10**30)]:
            with pytest.raises(IndexError):
                board[outside]

    @pytest.mark.parametrize(
        "cards, deck, code, place, text",
        [
            ("2RhO 2RhO", None, "card-twice", (1, 6), "2RhO"),
            ("1GsD\n2RhO 2RhX", None, "not-a-card", (2, 6), "2RhX"),
            ("0123", Deck(3, 4), "value-out-of-range", (1, 1), "0123"),
            ([Card("2RhO"), Card("2RhO")], None, "card-twice", None, "2RhO"),
            ([Card("2RhO")], Deck(4, 4), "card-foreign", None, "2RhO"),
            ([81], None, "out-of-range", None, None),
            ([-1], None, "out-of-range", None, None),
        ],
    )
    def test_errors_say_what_and_where(
        self, cards: Any, deck: Deck | None, code: str, place: tuple[int, int] | None, text: str | None
    ) -> None:
        with pytest.raises(Error) as caught:
            Board(cards, deck)
        assert isinstance(caught.value, ValueError)
        assert (caught.value.code, caught.value.place, caught.value.text) == (code, place, text)

    def test_changes_are_all_or_nothing(self) -> None:
        board = CLASSIC.deal(6, seed=1)
        before = board.copy()
        wrong: list[Any] = [[board[0]], [*CLASSIC.deal(3, seed=9), 81], "xyz", [Deck(4, 4)[0]], [None], 5]
        for cards in wrong:
            with pytest.raises((Error, TypeError)):
                board.add(cards)
        for cards in [*wrong[1:], [card for card in CLASSIC if card not in board][:1], [board[0], board[0]]]:
            with pytest.raises((Error, TypeError)):
                board.remove(cards)
        assert board == before

    def test_a_copy_changes_alone(self) -> None:
        board = CLASSIC.deal(6, seed=1)
        for other in [board.copy(), copy.copy(board), copy.deepcopy([board])[0]]:
            other.remove(other.cards)
            assert len(board) == 6 and not len(other)

    @given(st.data())
    def test_finding_after_changes_is_finding_anew(self, data: st.DataObject) -> None:
        """A board keeps what searches proved. Its answers are those of a board that never searched."""
        deck = data.draw(st.sampled_from([CLASSIC, Deck(3, 3), Deck(4, 3), Deck(5, 3), Deck(2, 4)]))
        board = Board(deck=deck)
        view = board.sets
        for _ in range(data.draw(st.integers(1, 6))):
            absent = sorted(set(range(deck.size)).difference(board.numbers))
            some = st.lists(st.sampled_from(absent), unique=True, max_size=8) if absent else st.just([])
            board.add(data.draw(some))
            if len(board) and data.draw(st.booleans()):
                board.remove(data.draw(st.lists(st.sampled_from(board.cards), unique=True)))
            fresh = Board(board.cards, deck)
            found = board.find()
            assert (found is None) == (fresh.find() is None) == (not view) == (not list(fresh.sets))
            assert found is None or found in view
            assert view.count() == fresh.sets.count()

    @pytest.mark.parametrize("deck", DECKS)
    def test_texts_are_read_back(self, deck: Deck) -> None:
        board = deck.deal(min(30, deck.size), seed=2)
        assert Board(board.to_text()) == board == Board(str(board), deck)

    def test_the_shape_of_texts(self) -> None:
        """A board is shown as it lies on a table: three rows of a classic one, and one row of few cards."""
        shapes = {12: [4, 4, 4], 15: [5, 5, 5], 6: [2, 2, 2], 5: [5], 0: [0]}
        for cards, shape in shapes.items():
            rows = str(CLASSIC.deal(cards, seed=1)).split("\n")
            assert [len(row.split()) for row in rows] == shape


class TestIn:
    """`in` looks up cards, and texts that name one, as `index` does."""

    board = Board("2RhO 1GsD 3PsS 2GhO")

    @pytest.mark.parametrize("text", ["2RhO", "1010", "1,0,1,0", " 2RhO\n"])
    def test_texts_are_cards(self, text: str) -> None:
        assert text in self.board and text in SET and text in CLASSIC
        assert self.board.index(text) == 0

    def test_what_is_not_there(self) -> None:
        of_others = ["1RsO", CLASSIC[0], Deck(4, 4)[30]]
        no_cards: list[Any] = ["", "2RhO 1GsD", "nonsense", "\ud800", "1013", "101", 30, None, ["2RhO"], SET, b"2RhO"]
        assert not any(card in self.board or card in SET for card in [*of_others, *no_cards])
        assert not any(card in CLASSIC for card in [of_others[2], *no_cards])
        assert "33" in Deck(4, 2) and "33" not in CLASSIC and "44" not in Deck(4, 2)


    @pytest.mark.parametrize("deck", DECKS)
    def test_cards_of_values_and_numbers(self, deck: Deck) -> None:
        board = deck.deal(min(9, deck.size), seed=2)
        assert [Card(card.values, deck) for card in board] == [Card(card.number, deck) for card in board] == list(board)
        assert Board([list(card.values) for card in board], deck) == board == Board(board.numbers, deck)
        assert board.positions(reversed(board.cards)) == list(reversed(range(len(board))))

    def test_the_deck_follows_from_values(self) -> None:
        assert Card((1, 0, 2)) == Card("102") and Card(np.array([1, 0, 2, 2])) == Card("1022") and Card(7) == CLASSIC[7]
        assert is_set([(0, 1), (1, 1), (2, 1)]) and Set([(0, 1), "11", Card("21")]).deck == Deck(3, 2)
        for values, deck, words in [
            ((1, 3), None, "value 3 is out of range"),
            ((1, 2, 0), Deck(3, 2), "3"),
            ((-1, 0), None, "a number or its values"),
            (81, None, "0 to 80, not 81"),
            ([], None, "1 property"),
            ([(0, 1)], None, "its values"),
            (1.5, None, "its values"),
        ]:
            with pytest.raises((Error, TypeError), match=words):
                Card(values, deck)

    def test_a_deck_is_a_sequence(self) -> None:
        assert isinstance(CLASSIC, Sequence) and random.Random(1).sample(CLASSIC, 3)
        cards = list(CLASSIC)
        for part in [slice(3), slice(-2, None), slice(None, None, -9), slice(70, 10**30, 7), slice(5, 2)]:
            assert CLASSIC[part] == tuple(cards[part])
        assert Deck(64, 20)[-1:] == (Deck(64, 20)[-1],) and Deck(64, 20).index(Deck(64, 20)[10**30]) == 10**30
        assert list(reversed(CLASSIC)) == cards[::-1]
        assert CLASSIC.index("2RhO") == Card("2RhO").number and (CLASSIC.count("2RhO"), CLASSIC.count("44")) == (1, 0)
        with pytest.raises(Error, match="44 is not a card"):
            CLASSIC.index("44")


class TestSetView:
    board = CLASSIC.deal(15, seed=5)

    def test_the_first_sets_of_millions_come_at_once(self) -> None:
        sets = Board(list(range(6561)), Deck(3, 8)).sets
        assert sets[:2] == [sets[0], sets[1]] and sets[0].cards[0].number == 0

    def test_it_is_the_list_of_sets(self) -> None:
        view = self.board.sets
        sets = list(view)
        assert len(sets) == view.count() == view.count(threads=2) > 3 and view
        assert all(found in view and found.cards in view and str(found) in view for found in sets)
        positions = [sorted(self.board.index(card) for card in found) for found in sets]
        assert positions == sorted(positions)
        assert [view[i] for i in range(len(sets))] == sets and view[-1] == sets[-1]
        for part in [slice(2), slice(1, 3), slice(-2, None), slice(None, None, -2), slice(3, 1), slice(0, 10**30)]:
            assert view[part] == sets[part]
        for outside in [len(sets), -len(sets) - 1, 10**30, -(10**30)]:
            with pytest.raises(IndexError):
                view[outside]

    def test_what_it_does_not_contain(self) -> None:
        view = Board("0000 1110 2220 0111 0222", CLASSIC).sets
        assert "0000 0111 0222" in view
        # Not a set, not on the board, of another deck, no cards.
        others = ["0000 1110 0111", "0001 0001 0001", "0000 0001 0002", "0000", "", "nonsense", [81, 82, 83]]
        assert not any(cards in view for cards in others)
        assert Set("000 111 222", Deck(3, 3)) not in view

    def test_it_follows_the_board(self) -> None:
        board = Board("2RhO 1GsD 2GhO")
        view, begun = board.sets, iter(board.sets)
        assert not view
        board.add("2PhO")
        assert view.count() == 1 and list(view) == [SET]
        assert list(begun) == []  # An iterator is of the board at its beginning.
        board.remove(SET)
        assert not view and view[:] == []


class TestDegenerateDecks:
    def test_one_value(self) -> None:
        """Every card alone is a set."""
        for deck in [Deck(1, 1), Deck(1, 100)]:
            board = Board(deck)
            assert board.find() == board.sets[0] == Set(board.cards) and len(packing.pack(board)) == 1
            assert board.explain(board.cards) and deck.number_of_sets == 1
        assert Board(deck=Deck(1, 1)).find() is None

    def test_two_values(self) -> None:
        """Any two cards are a set."""
        board = Deck(2, 5).deal(32, seed=1)
        assert board.sets.count() == Deck(2, 5).number_of_sets == 32 * 31 // 2 and len(packing.pack(board)) == 16
        assert packing.pack(board).is_proved

    @pytest.mark.parametrize("deck", [Deck(64, 2), Deck(256, 1), Deck(3, 64), Deck(2, 128)])
    def test_large_decks(self, deck: Deck) -> None:
        cards = [deck[0], deck[1], deck[deck.size - 1]]
        board = Board(cards)
        assert board.cards == tuple(cards) and board.sets.count() == (3 if deck.values == 2 else 0)

    def test_a_set_of_many_values(self) -> None:
        deck = Deck(64, 3)
        board = Board([deck[65 * i] for i in range(64)] + [deck[1]])
        found = board.find()
        assert found is not None and deck[1] not in found and board.sets.count() == 1

    @pytest.mark.parametrize("deck", DECKS)
    def test_few_cards(self, deck: Deck) -> None:
        for board in [Board(deck=deck), Board([deck[0]])]:
            sets = 1 if deck.values == 1 and len(board) else 0
            assert board.sets.count() == len(list(board.sets)) == len(packing.pack(board)) == sets
            assert (board.find() is not None) == bool(board.sets) == bool(board.hint()) == bool(sets)


def test_pictures_are_svg() -> None:
    for deck in DECKS:
        board = deck.deal(min(30, deck.size), seed=1)
        pictures: list[Any] = [Board(deck=deck), board, board[0]]
        for picture in pictures:
            root = ElementTree.fromstring(picture._repr_svg_())
            assert root.tag == "{http://www.w3.org/2000/svg}svg" and {"width", "height", "viewBox"} <= set(root.attrib)
        assert len(root) > 0
    assert ElementTree.fromstring(SET._repr_svg_()) is not None
    many = Deck(10, 4).deal(1000, seed=1)._repr_svg_()
    assert "the first 600 of 1000 cards" in many and ElementTree.fromstring(many) is not None


class TestGame:
    @pytest.mark.parametrize("refill", [None, "at-once", "delayed", "owed"])
    @pytest.mark.parametrize("deck", [CLASSIC, Deck(3, 3), Deck(4, 3), Deck(2, 4), Deck(1, 3)])
    def test_all_cards_are_somewhere(self, deck: Deck, refill: str | None) -> None:
        game = Game(deck, seed=3, refill=refill)
        while not game.is_over:
            before, left = game.board, game.left
            taken = game.take(before.sets[-1])
            assert taken == game.taken[-1] and taken in before.sets
            assert len(game.board) - len(before) == left - game.left - deck.values
        cards = [card for found in game.taken for card in found] + list(game.board)
        assert sorted(cards) == list(deck) and game.left == 0 and not game.board.sets
        assert tercet.ask({"ask": "verify", "record": game.record()})["answer"] == "proved"

    @pytest.mark.parametrize("variant", ["chain", "shuffle"])
    def test_variants_are_played_and_recorded(self, variant: str) -> None:
        game = Game(Deck(3, 3), seed=3, variant=variant)
        while not game.is_over:
            last = game.last
            taken = game.take()
            assert (game.last == taken) == (variant == "chain")
            assert last is None or len(set(last) & set(taken)) == 1
        assert tercet.ask({"ask": "verify", "record": game.record()})["answer"] == "proved"

    def test_a_set_continues_the_chain(self) -> None:
        game = Game(seed=5, variant="chain")
        last = game.take()
        with pytest.raises(tercet.Error, match="it holds 3 cards of the last set"):
            game.take(last)
        for variant in ["memory", "ultra"]:
            with pytest.raises(tercet.Error, match=variant):
                Game(variant=variant)

    def test_the_seed_fixes_the_game(self) -> None:
        games = [Game(seed=5), Game(seed=5), Game(seed=6)]
        for game in games:
            game.play()
        assert games[0].taken == games[1].taken != games[2].taken and games[0].seed == 5
        assert re.fullmatch(r"<game of \(3,4\), seed 5: \d+ sets taken, \d+ cards on the board, 0 in the deck>", repr(games[0]))

    def test_wrong_moves_change_nothing(self) -> None:
        game = Game(seed=1, sets=2)
        before = repr(game)
        absent = next(found for found in CLASSIC.deal(81, seed=1).sets if found not in game.board.sets)
        wrong: list[tuple[Any, str | None]] = [(absent, "card-absent"), ([0, 1, 3], "not-a-set"), ([99], "out-of-range")]
        for cards, code in [*wrong, ("x", None)]:
            with pytest.raises(Error) as caught:
                game.take(cards)
            assert code in (None, caught.value.code)
        assert repr(game) == before
        game.play()
        assert len(game.taken) == 2 and game.is_over
        with pytest.raises(Error, match="over"):
            game.take()

    def test_cards_may_come_from_a_generator_that_asks_the_game(self) -> None:
        game = Game(seed=1)
        cards = game.board.sets[0].cards
        assert game.take(card for card in cards if card in game.board).cards == cards


class TestSimulation:
    run = Simulation(40_000, seed=4, start=9, pick="first")

    def test_tallies_are_values(self) -> None:
        tally = self.run.play()
        assert tally == self.run.play(threads=2) and tally.games == sum(tally.left.values()) == 40_000
        assert tally != Simulation(40_000, seed=5, start=9, pick="first").play()
        for other in [pickle.loads(pickle.dumps(tally)), copy.deepcopy(tally)]:
            assert isinstance(other, Tally) and other == tally and other.simulation == self.run

    def test_damaged_tallies_are_refused(self) -> None:
        read, (run, text) = self.run.play().__reduce__()
        for wrong in ["", "{}", text[:-1], text.replace("40000", "40001"), text.replace("40000", "39999")]:
            with pytest.raises(Error) as caught:
                read(run, wrong)
            assert caught.value.code == "damaged"

    def test_impossible_simulations(self) -> None:
        wrong: list[Any] = [{"games": 0}, {"games": -1}, {"seed": 2**64}, {"start": 82}, {"pick": "best"}, {"refill": "owed"}]
        for arguments in [*wrong, {"deck": Deck(3, 60)}]:
            with pytest.raises(Error):
                Simulation(**{"games": 9, "seed": 1, **arguments})
