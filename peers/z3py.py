"""Z3 through its Python interface: the thesis' model (Takeshita, section 3.2), integers and all.

A set lies in v slots; k[i][j] is what slot i shows in property j. In each property the slots are
all different or all the same (7); each slot holds a card of the board (9); no two hold the same
card (11); and in the first property in which the cards differ slot i shows value i (15, the rigid
order). As printed, (15) loses the sets that are the same in the first property; here it says what
the text around it says. `--symmetry relative` has values ascend there instead (13), `--symmetry
none` leaves the order out.

All sets are found one after the other: after each, some slot holds a card that is not of it. Z3
searches in one thread, whatever the question allows.
"""

import sys
from itertools import combinations, pairwise

import tercet_peer

ORDERS = ("rigid", "relative", "none")


class Thesis:
    needs = "z3-solver"
    stops = True
    order = "rigid"

    @classmethod
    def solver(cls):
        import z3

        return f"Z3 {z3.get_version_string()}, {cls.order} order"

    def __init__(self, question):
        import z3

        self.z3 = z3
        self.question = question
        self.engine = z3.Solver()
        add = self.engine.add
        slots, properties = range(question.values), range(question.properties)
        k = self.k = [[z3.Int(f"k_{i + 1}_{j + 1}") for j in properties] for i in slots]
        same, different = [], []
        for j in properties:
            shown = [k[i][j] for i in slots]
            same.append(z3.And([one == next for one, next in pairwise(shown)]))
            different.append(z3.And([one != other for one, other in combinations(shown, 2)]))
            add(z3.Or(different[j], same[j]))
        for i in slots:
            add(z3.Or([self.holds(i, card) for card in question.cards]))
        for one, other in combinations(slots, 2):
            question.remaining()
            add(z3.Or([k[one][j] != k[other][j] for j in properties]))
        for j in properties:
            shown = [k[i][j] for i in slots]
            before = [z3.Not(same[m]) for m in range(j)]
            if self.order == "rigid":
                add(z3.Or([z3.And([shown[i] == i for i in slots]), same[j], *before]))
            elif self.order == "relative":
                add(z3.Or([z3.And([one <= next for one, next in pairwise(shown)]), *before]))

    def holds(self, slot, card):
        """The slot holds the card: the inner conjunction of (9)."""
        self.question.remaining()
        return self.z3.And([term == value for term, value in zip(self.k[slot], card)])

    def sets(self):
        at = {tuple(card): i for i, card in enumerate(self.question.cards)}
        while True:
            self.engine.set("timeout", max(1, int(1000 * self.question.remaining())))
            said = self.engine.check()
            if said == self.z3.unsat:
                return
            if said != self.z3.sat:
                reason = self.engine.reason_unknown()
                if reason in ("timeout", "canceled"):
                    raise tercet_peer.Stopped
                raise tercet_peer.Failed(f"Z3 says unknown: {reason}")
            model = self.engine.model()
            cards = [tuple(model.eval(term, True).as_long() for term in slot) for slot in self.k]
            yield [at[card] for card in cards]
            self.forbid(cards)

    def forbid(self, cards):
        """Some slot holds none of these cards."""
        slots = range(len(cards))
        if self.order == "none":
            among = [self.z3.Or([self.holds(i, card) for card in cards]) for i in slots]
        else:
            # Here the order tells which slot would hold which card.
            among = [self.holds(i, card) for i, card in zip(slots, cards)]
        self.engine.add(self.z3.Not(self.z3.And(among)))

    def effort(self):
        statistics = self.engine.statistics()
        counted = {key: statistics.get_key_value(key) for key in statistics.keys()}
        return counted.get("conflicts", 0), "conflicts"


def main():
    if "--symmetry" in sys.argv:
        order = "".join(sys.argv[sys.argv.index("--symmetry") + 1 :][:1])
        if order not in ORDERS:
            sys.exit(f"z3py: --symmetry is one of {', '.join(ORDERS)}")
        Thesis.order = order
    return tercet_peer.main(Thesis)


if __name__ == "__main__":
    sys.exit(main())
