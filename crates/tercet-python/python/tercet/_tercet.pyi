"""
The native part of the package `tercet`.
"""

from collections.abc import Iterable, Iterator
from tercet._names import CardLike, Method, Policy, Refill, Variant
from tercet._results import Explanation, Hint, Layouts
from typing import ClassVar, Literal, overload
from _typeshed import SupportsGetItem
from fractions import Fraction
from os import PathLike
from tercet._names import Seed
from typing import Any, Final, SupportsIndex, final

__all__ = ["__version__", "Board", "Card", "Deck", "Game", "ProofFile", "Set", "SetIterator", "SetView", "Simulation", "Tally", "Units", "ask", "count_boards", "deal_boards", "draw_board", "find_boards", "is_set", "methods", "tally"]

__version__: Final[str]

@final
class Board:
    """
    Distinct cards of one deck, in layout order.

    The cards are a text in any notation (as in a board file), or an iterable of cards, texts,
    values or card numbers. Without a deck, it follows from the cards: (3,4) for classic codes and
    numbers, else v is 3 and p their width.

    They may also have names of your own: as words, letters, CSV or JSON in a text, or as lists, dicts, arrays of
    numpy and frames of pandas. `reading` says what was assumed then.

    >>> board = Board('2RhO 1GsD 3PsS 2GhO 2PhO 1RsS')
    >>> board.find()
    Set('2RhO 2GhO 2PhO')
    >>> board.remove(board.find())
    >>> print(board)
    1GsD 3PsS 1RsS
    >>> board.find() is None
    True
    >>> '3PsS' in board, board.index('3PsS')
    (True, 1)

    >>> cards = [('one', 'red'), ('two', 'red'), ('two', 'blue'), ('three', 'red')]
    >>> board = Board(cards)
    >>> [cards[i] for i in sorted(board.positions(board.find()))]
    [('one', 'red'), ('two', 'red'), ('three', 'red')]

    A board keeps what searches have proved, so finding a set again after cards were added or removed is
    faster than on a fresh board.
    """
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __contains__(self, card: Any, /) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    @overload
    def __getitem__(self, index: int, /) -> Card: ...
    @overload
    def __getitem__(self, index: slice, /) -> tuple[Card, ...]: ...
    def __getnewargs__(self, /) -> tuple[str, Deck]: ...
    def __iter__(self, /) -> Iterator[Card]: ...
    def __len__(self, /) -> int: ...
    def __new__(cls, /, cards: str | Iterable[object] | None = None, deck: Deck | None = None) -> Board: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str: ...
    def add(self, /, cards: str | Card | Iterable[CardLike]) -> None:
        """
        Adds cards after those on the board. On an error the board is unchanged.
        """
    @property
    def cards(self, /) -> tuple[Card, ...]:
        """
        The cards in layout order.
        """
    def copy(self, /) -> Board:
        """
        An independent copy.
        """
    @property
    def deck(self, /) -> Deck:
        """
        The deck of the cards.
        """
    def explain(self, /, cards: str | Iterable[CardLike]) -> Explanation:
        """
        Why cards of the board are a set, or why they are not.

        >>> print(Board('2RhO 1GsD 3PsS').explain('2RhO 1GsD 3PsS'))
        not a set
        count: all different
        colour: all different
        shading: two solid, one hatched
        shape: all different
        """
    def find(self, /, *, method: Method = "auto", timeout: float | None = None, threads: int = ...) -> Set | None:
        """
        A set of the board, or None if it is proved to have no set.

        `method` is one of `methods()`. A search that reaches `timeout` (seconds) or another limit raises
        `Stopped`. Which of several sets is found depends on the method and on earlier searches of this
        board, but not on the threads.
        """
    def hint(self, /, stage: int = ..., holding: str | Iterable[CardLike] | None = None, *, timeout: float | None = None) -> Hint:
        """
        A hint about the easiest set: `stage` of its cards, besides those that the player holds.
        Stage 0 says only whether the board holds a set.

        >>> print(Board('2RhO 1GsD 3PsS 2GhO 2PhO').hint())
        1 set: 2RhO
        """
    def index(self, /, card: Card | str) -> int:
        """
        The position of a card on the board, from 0.
        """
    @property
    def numbers(self, /) -> list[int]:
        """
        The numbers of the cards in their deck.
        """
    def positions(self, /, cards: str | Iterable[CardLike]) -> list[int]:
        """
        The positions of cards, such as a set, on the board, from 0.

        >>> Board('2RhO 1GsD 3PsS 2GhO 2PhO').positions('2RhO 2GhO 2PhO')
        [0, 3, 4]
        """
    @staticmethod
    def read(file: str | PathLike[str], name: str | None = None, deck: Deck | None = None) -> Board:
        """
        The board of a file in any form, or the one with this name.
        """
    @property
    def reading(self, /) -> str | None:
        """
        What was assumed about cards with names of your own, or None.

        >>> Board('O2RH D1GS O2GH O2PH').reading
        'read as 4 cards of (3,4): shape, count, colour, shading'
        """
    def remove(self, /, cards: str | Card | Iterable[CardLike]) -> None:
        """
        Removes cards, such as a set; the others close the gaps. On an error the board is unchanged.
        """
    @property
    def sets(self, /) -> SetView:
        """
        The sets of the board, found on demand.

        >>> board = Deck().deal(12, seed=1)
        >>> board.sets.count()
        3
        >>> board.sets[0] in board.sets
        True
        """
    def to_text(self, /) -> str:
        """
        The text of a board file, which every command of `tercet` reads.
        """
    @property
    def written(self, /) -> list[str]:
        """
        The cards in layout order as they were written, and those without a name of your own in the usual notation.
        """


@final
class Card:
    """
    A card of a deck.

    A text has any notation: the code of the classic deck ('2RhO' is two red hatched ovals), one digit
    or letter a property ('0121'), or numbers and commas ('12,63,5'). A card may also be given by its
    values, or by its number in the deck. Without a deck, v is 3, and p is its width, or 4 for a number.

    >>> card = Card('2RhO')
    >>> card.values, card.name, card.number
    ((1, 0, 1, 0), 'two red hatched ovals', 30)
    >>> Card((1, 0, 1, 0)) == Card(30) == card
    True
    >>> Card('0123', Deck(4, 4))
    Card('0123', Deck(values=4, properties=4))
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __ge__(self, other: Card, /) -> bool: ...
    def __getnewargs__(self, /) -> tuple[str, Deck]: ...
    def __gt__(self, other: Card, /) -> bool: ...
    def __hash__(self, /) -> int: ...
    def __le__(self, other: Card, /) -> bool: ...
    def __lt__(self, other: Card, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __new__(cls, /, card: CardLike, deck: Deck | None = None) -> Card: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str: ...
    @property
    def deck(self, /) -> Deck:
        """
        The deck of the card.
        """
    @property
    def name(self, /) -> str:
        """
        Its picture in words.
        """
    @property
    def number(self, /) -> int:
        """
        The number of the card in its deck, from 0.
        """
    def third(self, /, other: Card | str) -> Card:
        """
        The third card of the set with this card and another, in a deck with v = 3.

        >>> Card('2RhO').third('2GhO')
        Card('2PhO')

        Raises `Error` for decks with another v, where two cards do not determine a set, and for the same card
        twice.
        """
    @property
    def values(self, /) -> tuple[int, ...]:
        """
        Its value in each property, from 0.
        """


@final
class Deck:
    """
    A deck of v^p cards: p properties with v values each.

    Its cards are numbered from 0: a deck is a sequence of them, which are not stored. A deck that does not fit 128 bits a card is refused.

    >>> deck = Deck()
    >>> deck
    Deck(values=3, properties=4)
    >>> deck.size, deck.number_of_sets
    (81, 1080)
    >>> deck[80], deck[:2], deck.index('3PoS')
    (Card('3PoS'), (Card('1RsO'), Card('1RsD')), 80)
    >>> Deck(10, 4).number_of_sets
    47785252569626884000
    """
    def __bool__(self, /) -> Literal[True]: ...
    def __contains__(self, card: Any, /) -> bool: ...
    def __eq__(self, value: object, /) -> bool: ...
    @overload
    def __getitem__(self, index: int, /) -> Card: ...
    @overload
    def __getitem__(self, index: slice, /) -> tuple[Card, ...]: ...
    def __getnewargs__(self, /) -> tuple[int, int]: ...
    def __hash__(self, /) -> int: ...
    def __iter__(self, /) -> Iterator[Card]: ...
    def __len__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, values: int = ..., properties: int = ...) -> Deck: ...
    def __repr__(self, /) -> str: ...
    def __reversed__(self, /) -> Iterator[Card]: ...
    def __str__(self, /) -> str: ...
    def count(self, /, card: object) -> int:
        """
        1 for a card of the deck, else 0.
        """
    def deal(self, /, cards: int, *, seed: Seed | None = None) -> Board:
        """
        A board of random cards. The same seed (from 0 to 2^64 - 1) deals the same cards, here and
        in `tercet deal`. A generator of numpy or Python draws one. The default is a fresh seed.

        >>> Deck().deal(3, seed=1)
        Board('2PhD 3GhD 1PoD')
        """
    def expected_sets(self, /, cards: int) -> Fraction:
        """
        The expected number of sets among some random cards, as an exact fraction.

        >>> Deck().expected_sets(12)
        Fraction(220, 79)
        """
    def index(self, /, card: Card | str) -> int:
        """
        The number of a card.
        """
    @property
    def number_of_sets(self, /) -> int:
        """
        The number of sets in the whole deck.
        """
    @property
    def properties(self, /) -> int:
        """
        p: how many properties a card has.
        """
    @property
    def size(self, /) -> int:
        """
        The number of cards, v^p.
        """
    @property
    def values(self, /) -> int:
        """
        v: how many values a property has, and how many cards a set.
        """


@final
class Game:
    """
    A game: cards are dealt, a set of the board is taken, its cards are replaced; if the board holds no
    set, v more cards are dealt. It is over when the deck is empty and the board holds no set.

    The seed fixes the order of the cards. Cards are dealt until the board holds a set, so a set can
    always be taken unless the game is over. `refill` says what is dealt after a set, as in `tercet game`:
    'up-to-start' (the default), 'at-once', 'delayed' or 'owed'. `variant` is 'standard', 'chain' (each set
    after the first holds exactly one card of the last set, which is `last` and stays on the board) or
    'shuffle' (the board is shuffled after each set).

    >>> game = Game(seed=1)
    >>> len(game.board), game.left
    (12, 69)
    >>> game.take(game.board.find())
    Set('1GhD 2GhD 3GhD')
    >>> while not game.is_over:
    ...     set = game.take()
    >>> len(game.taken), len(game.board)
    (25, 6)
    """
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __eq__(self, other: object, /) -> bool:
        """
        Games are equal if they have the same deck, rules and seed, and the same sets were taken.
        """
    def __getnewargs_ex__(self, /) -> tuple[tuple[Deck], dict[str, Any]]: ...
    def __getstate__(self, /) -> tuple[Set, ...]:
        """
        The sets that were taken: the same sets of the same deals are the same game.
        """
    def __new__(cls, /, deck: Deck | None = None, *, seed: Seed | None = None, start: int | None = None, refill: Refill | None = None, sets: int | None = None, variant: Variant | None = None) -> Game: ...
    def __repr__(self, /) -> str: ...
    def __setstate__(self, /, taken: SupportsGetItem[int, Set]) -> None: ...
    @property
    def board(self, /) -> Board:
        """
        A copy of the board as it is now.
        """
    @property
    def deck(self, /) -> Deck:
        """
        The deck.
        """
    @property
    def is_over(self, /) -> bool:
        """
        Whether the game is over: no more sets can be taken.
        """
    @property
    def last(self, /) -> Set | None:
        """
        In a chain, the cards of the last set, which stay on the board until the next set is taken.
        """
    @property
    def left(self, /) -> int:
        """
        How many cards are left in the deck.
        """
    def play(self, /) -> None:
        """
        Has the engine take sets to the end of the game.
        """
    def record(self, /) -> str:
        """
        The record of the game so far, which `tercet verify` and the question `verify` accept.
        """
    @property
    def seed(self, /) -> int:
        """
        The seed of the deals.
        """
    def take(self, /, cards: str | Iterable[CardLike] | None = None) -> Set:
        """
        Takes a set of the board, or the one that the engine finds, and deals as the rules say.

        Raises `Error` if the cards are not a set, are not on the board or do not continue the chain, or if
        the game is over.
        """
    @property
    def taken(self, /) -> tuple[Set, ...]:
        """
        The sets that were taken, in order.
        """


@final
class ProofFile:
    """
    The file of a proof, which gets its name when it is finished. If it is closed before, nothing is left of it.
    """
    def __new__(cls, /, path: str | PathLike[str]) -> ProofFile: ...
    def close(self, /) -> None: ...
    def finish(self, /, checkpoint: str | PathLike[str]) -> None:
        """
        Writes the proof whose parts are in a checkpoint.
        """


@final
class Set:
    """
    v cards that in each property are all the same or all different. Other cards are refused, with the
    reason.

    >>> Set('2RhO 2GhO 2PhO')
    Set('2RhO 2GhO 2PhO')
    >>> Set('2RhO 2GhO 2GsO')
    Traceback (most recent call last):
        ...
    tercet.Error: not a set: count: all two; colour: one red, two green; shading: one solid, two hatched; shape: all oval

    Two sets are equal if they have the same cards in any order.
    """
    def __contains__(self, card: Any, /) -> bool: ...
    def __eq__(self, value: object, /) -> bool: ...
    @overload
    def __getitem__(self, index: int, /) -> Card: ...
    @overload
    def __getitem__(self, index: slice, /) -> tuple[Card, ...]: ...
    def __getnewargs__(self, /) -> tuple[str, Deck]: ...
    def __hash__(self, /) -> int: ...
    def __iter__(self, /) -> Iterator[Card]: ...
    def __len__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, cards: str | Iterable[CardLike], deck: Deck | None = None) -> Set: ...
    def __repr__(self, /) -> str: ...
    def __str__(self, /) -> str: ...
    def _repr_svg_(self, /) -> str: ...
    @property
    def cards(self, /) -> tuple[Card, ...]:
        """
        The cards in the order of the deck.
        """
    @property
    def deck(self, /) -> Deck:
        """
        The deck of the cards.
        """


@final
class SetIterator:
    """
    The sets of a board, one after another. They are found by a thread, which is some sets ahead. Several
    threads may share an iterator: each set goes to one of them.
    """
    def __iter__(self, /) -> SetIterator: ...
    def __next__(self, /) -> Set: ...


@final
class SetView:
    """
    The sets of a board in layout order. They are not stored: each question is answered for the
    board as it is then, and iteration finds one set after another.

    >>> sets = Board('2RhO 1GsD 3PsS 2GhO 2PhO').sets
    >>> bool(sets), sets.count(), list(sets)
    (True, 1, [Set('2RhO 2GhO 2PhO')])
    """
    def __bool__(self, /) -> bool: ...
    def __contains__(self, cards: Any, /) -> bool: ...
    @overload
    def __getitem__(self, index: int, /) -> Set: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Set]: ...
    def __iter__(self, /) -> SetIterator: ...
    def __repr__(self, /) -> str: ...
    def count(self, /, *, timeout: float | None = None, threads: int = ...) -> int:
        """
        The number of sets. A limit raises `Stopped`.
        """


@final
class Simulation:
    """
    Many games, and the counts of what happens in them: the numbers of `tercet simulate`.

    They depend on the simulation alone: not on the threads, nor on the machines that share the games
    (`distributed.simulate`).

    >>> run = Simulation(20_000, seed=1)
    >>> run.play() == run.play(threads=2)
    True
    """
    def __eq__(self, value: object, /) -> bool: ...
    def __getnewargs_ex__(self, /) -> tuple[tuple[int], dict[str, Any]]: ...
    def __hash__(self, /) -> int: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __new__(cls, /, games: int, *, seed: Seed, deck: Deck | None = None, start: int | None = None, refill: Literal['up-to-start', 'at-once'] = "up-to-start", pick: Policy = "uniform") -> Simulation: ...
    def __repr__(self, /) -> str: ...
    @property
    def deck(self, /) -> Deck:
        """
        The deck.
        """
    @property
    def games(self, /) -> int:
        """
        The number of games.
        """
    @property
    def pick(self, /) -> Policy:
        """
        Which set is taken: 'uniform' (each with the same probability), 'first' (in layout order) or 'thrifty' (that
        leaves the most sets among all cards that are left).
        """
    def play(self, /, *, threads: int = ...) -> Tally:
        """
        Plays all games. Several threads share them.
        """
    @property
    def refill(self, /) -> Literal['up-to-start', 'at-once']:
        """
        The deal after a set was taken: 'up-to-start' (until `start` cards lie there again) or 'at-once' (v cards).
        """
    @property
    def seed(self, /) -> int:
        """
        The seed of all random numbers.
        """
    @property
    def start(self, /) -> int:
        """
        The number of cards that are dealt at first.
        """


@final
class Tally:
    """
    Exact counts of what happened in the games of a simulation.

    >>> tally = Simulation(10_000, seed=1).play()
    >>> tally.games, sum(tally.left.values())
    (10000, 10000)
    >>> sorted(tally.left)
    [0, 6, 9, 12, 15]
    """
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __reduce__(self, /) -> tuple[Any, tuple[Simulation, str]]: ...
    def __repr__(self, /) -> str: ...
    def _repr_html_(self, /) -> str: ...
    @property
    def games(self, /) -> int:
        """
        The number of games.
        """
    @property
    def largest(self, /) -> dict[int, int]:
        """
        The games by the size of their largest layout.
        """
    @property
    def left(self, /) -> dict[int, int]:
        """
        The games by the number of cards that are left at their end.
        """
    def plot(self, /, axes: Any | None = None) -> Any:
        """
        Draws the distribution of the cards that are left, with matplotlib, and returns the axes.
        """
    @property
    def simulation(self, /) -> Simulation:
        """
        The simulation.
        """
    @property
    def sizes(self, /) -> dict[int, Layouts]:
        """
        The layouts by their number of cards, before the deck is empty.
        """
    @property
    def taken(self, /) -> float | None:
        """
        The mean number of sets that are taken in a game, or None without a game.
        """
    def to_pandas(self, /, of: Literal['left', 'largest', 'sizes'] = "left") -> Any:
        """
        A table as a `DataFrame` of pandas: the games by the cards that are 'left' or by the 'largest' layout,
        or the layouts by their 'sizes'.
        """


@final
class Units:
    """
    The units of a question that are done, and the checkpoint in which they are saved, if there is one.

    Workers call `work`, and the program that shares the units adds what it gets from them, in their order. `request`
    has the fields of the question as JSON. The checkpoint is the file of `--checkpoint` on the command line.
    """
    def __new__(cls, /, ask: str, request: str, checkpoint: str | PathLike[str] | None = None) -> Units: ...
    def add(self, /, begin: int, end: int, yielded: str, data: bytes) -> None:
        """
        Adds what the next open units have yielded, and their data.
        """
    def close(self, /) -> None:
        """
        Saves what is done for the last time.
        """
    def end(self, /, yielded: str) -> int | None:
        """
        The end of the units that are needed, if one that has yielded this is the last of them.
        """
    @property
    def state(self, /) -> tuple[int, list[tuple[int, int]]]:
        """
        How many units there are, and which ranges are open.
        """
    def sum(self, /) -> str:
        """
        What all units that were added have yielded.
        """
    def work(self, /, begin: int, end: int) -> tuple[str, bytes]:
        """
        Works on some units: what they yield, and their data.
        """


def ask(request: bytes) -> bytes:
    """
    Answers a request of `tercet ask`. The request is a line of JSON as bytes, and so is an answer
    or an error.
    """

def count_boards(deck: Deck, cards: Any, k: int, counts: Any, threads: int, first: int) -> None:
    """
    Writes the number of sets of each board (uint32). The numbers are bytes for three values and up to
    five properties, else of 64 bits. Errors count rows from `first`.
    """

def deal_boards(deck: Deck, k: int, seed: int, first: int, cards: Any) -> None:
    """
    Writes the cards of random boards, starting with the board of a given number. Each board has its
    own stream of random numbers, so the number of boards per call makes no difference.
    """

def draw_board(board: Board, columns: SupportsIndex | None, marked: SupportsGetItem[int, SupportsIndex], colourless: bool, letters: bool) -> str:
    """
    A board as one SVG, with a frame around the cards at some positions.
    """

def find_boards(deck: Deck, cards: Any, k: int, positions: Any, threads: int, first: int) -> None:
    """
    Writes the positions of the first set of each board (int64), v numbers a board: -1 without a set.
    """

def is_set(cards: str | Iterable[CardLike], deck: Deck | None = None) -> bool:
    """
    Whether cards of one deck are a set; `Board.explain` says why not.

    >>> is_set('2RhO 2GhO 2PhO'), is_set('2RhO 2GhO 2GsO'), is_set([0, 0, 0])
    (True, False, False)
    """

def methods() -> list[Method]:
    """
    The names of all methods that find sets.
    """

def tally(simulation: Simulation, text: str) -> Tally:
    """
    The tally of the counts that were pickled or shared. Impossible numbers are refused.
    """
