"""CaDiCaL through python-sat: the formula of `sat` of Tercet.

In each property exactly one choice holds: all different, or all equal to x for one value x; "all
different" holds in some property. Where it holds, every value is shown by some chosen card and by
no two; a chosen card that shows x has "all different" or "all equal to x". That v cards are
chosen follows.

All sets are found one after the other, each forbidden by the clause that not all of its cards are
chosen. CaDiCaL searches in one thread, whatever the question allows.
"""

import itertools

import tercet_peer


class CaDiCaL:
    needs = "python-sat"
    stops = False

    @staticmethod
    def solver():
        import pysat.solvers

        return f"CaDiCaL 1.9.5, python-sat {pysat.__version__}"

    def __init__(self, question):
        from pysat.solvers import Cadical195

        self.question = question
        self.engine = Cadical195()
        # Variables count from 1: the cards, then the choices.
        fresh = itertools.count(len(question.cards) + 1)
        v, add = question.values, self.engine.add_clause
        differ = [next(fresh) for _ in range(question.properties)]
        add(differ)
        for property, different in enumerate(differ):
            question.remaining()
            equal = [next(fresh) for _ in range(v)]
            exactly_one(add, [different, *equal])
            for value in range(v):
                shown = [i + 1 for i in question.showing(property, value)]
                add([-different, *shown])
                for card in shown:
                    add([-card, different, equal[value]])
                for one, other in itertools.combinations(shown, 2):
                    add([-different, -one, -other])

    def sets(self):
        while True:
            self.question.remaining()
            # It cannot be told to stop in time: the alarm of the loop does that.
            if not self.engine.solve():
                return
            cards = self.engine.get_model()[: len(self.question.cards)]
            found = [i for i, literal in enumerate(cards) if literal > 0]
            yield found
            self.engine.add_clause([-(i + 1) for i in found])

    def effort(self):
        return self.engine.accum_stats()["conflicts"], "conflicts"


def exactly_one(add, literals):
    add(literals)
    for one, other in itertools.combinations(literals, 2):
        add([-one, -other])


if __name__ == "__main__":
    tercet_peer.main(CaDiCaL)
