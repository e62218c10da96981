"""The generalised game of SET: cards with p properties of v values, and sets of v cards that are, in each property,
all the same or all different.

>>> from tercet import Board, Deck
>>> board = Deck().deal(12, seed=7)
>>> board.find() in board.sets
True
>>> Deck(10, 4).number_of_sets
47785252569626884000

Boards, games and simulations are classes of this module. These modules are loaded when they are first used:

- `boards`: many boards at once, as arrays
- `odds`, `caps`, `packing`: the mathematics of hands and boards
- `proof`: proofs that a board has no set
- `race`: methods compared on the same boards
- `svg`, `photo`: pictures of cards, and cards on photographs
- `distributed`: large runs on many machines

`ask` takes every question of the command line as a dict. What is wrong with an argument raises `Error`, a
`ValueError`; a limit that ends the work raises `Stopped`, a `TimeoutError`.
"""

from __future__ import annotations

from collections.abc import Sequence

from tercet._ask import ask
from tercet._errors import Error, Stopped
from tercet._tercet import (
    Board,
    Card,
    Deck,
    Game,
    Set,
    SetIterator,
    SetView,
    Simulation,
    Tally,
    __version__,
    is_set,
    methods,
)

Sequence.register(Deck)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tercet import boards, caps, distributed, odds, packing, photo, proof, race, svg
    from tercet._results import Explanation, Hint, Layouts, Nim, Packing, Property

__all__ = [
    "Board",
    "Card",
    "Deck",
    "Error",
    "Explanation",
    "Game",
    "Hint",
    "Layouts",
    "Nim",
    "Packing",
    "Property",
    "Set",
    "SetIterator",
    "SetView",
    "Simulation",
    "Stopped",
    "Tally",
    "__version__",
    "ask",
    "boards",
    "caps",
    "distributed",
    "is_set",
    "methods",
    "odds",
    "packing",
    "photo",
    "proof",
    "race",
    "svg",
]

if not TYPE_CHECKING:
    _MODULES = ("boards", "caps", "distributed", "odds", "packing", "photo", "proof", "race", "svg")
    _RESULTS = ("Explanation", "Hint", "Layouts", "Nim", "Packing", "Property")

    def __getattr__(name):
        from importlib import import_module

        if name in _MODULES:
            return import_module("tercet." + name)
        if name in _RESULTS:
            return getattr(import_module("tercet._results"), name)
        raise AttributeError(f"module 'tercet' has no attribute {name!r}")

    def __dir__():
        return sorted({*globals(), *_MODULES, *_RESULTS})
