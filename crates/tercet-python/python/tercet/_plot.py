"""Charts of tallies, with matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tercet._tercet import Tally


def left(tally: Tally, axes: Any = None) -> Any:
    """Draws the share of games by the cards that are left at their end."""
    if axes is None:
        from matplotlib import pyplot

        axes = pyplot.subplots(layout="constrained")[1]
    shares = {cards: games / tally.games for cards, games in tally.left.items()}
    bars = axes.bar([str(cards) for cards in shares], list(shares.values()), color="#216cb0", width=0.7)
    axes.bar_label(bars, [f"{share:.1%}" if share >= 0.0005 else f"{share:.0e}" for share in shares.values()])
    axes.set_xlabel("cards left at the end")
    axes.set_ylabel("share of games")
    axes.set_title(f"{tally.games:,} games of {tally.simulation.deck}")
    axes.spines[["top", "right"]].set_visible(False)
    axes.margins(y=0.1)
    return axes
