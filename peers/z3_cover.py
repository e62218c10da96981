"""Z3 with the best model that we know for it: the exact covers of each agreement group.

A set with a given agreement is an exact cover of the values of all other properties by cards of a
group (`Question.groups`): one Boolean a card; of the cards that show a value some one is chosen,
and no two are. Z3 gets these clauses as a text in SMT-LIB 2, since building them in Python takes
longer than solving them, and in the logic QF_FD, of finite domains, for which it has its SAT solver.
`z3py.py` has the model of the thesis; README.md here says what else was tried.

All sets are found one after the other, each forbidden by the clause that not all of its cards are
chosen. Z3 searches in one thread, whatever the question allows.
"""

from itertools import combinations

import tercet_peer


class Cover:
    needs = "z3-solver"
    stops = True

    @staticmethod
    def solver():
        import z3

        return f"Z3 {z3.get_version_string()}, exact covers"

    def __init__(self, question):
        import z3

        self.z3 = z3
        self.question = question
        # Of each group.
        self.conflicts = {}

    def sets(self):
        z3 = self.z3
        for group, (agreement, positions) in enumerate(self.question.groups()):
            engine = z3.SolverFor("QF_FD")
            engine.from_string("\n".join(self.text(agreement, positions)))
            chosen = {i: z3.Bool(f"x{i}") for i in positions}
            while self.holds(engine, group):
                model = engine.model()
                found = [i for i, x in chosen.items() if z3.is_true(model.eval(x))]
                yield found
                engine.add(z3.Or([z3.Not(chosen[i]) for i in found]))

    def text(self, agreement, positions):
        for i in positions:
            yield f"(declare-const x{i} Bool)"
        for shown in self.question.covering(agreement, positions):
            self.question.remaining()
            # With "false", one card makes a clause, too.
            yield f"(assert (or false {' '.join(f'x{i}' for i in shown)}))"
            for one, other in combinations(shown, 2):
                yield f"(assert (or (not x{one}) (not x{other})))"

    def holds(self, engine, group):
        engine.set("timeout", max(1, int(1000 * self.question.remaining())))
        said = engine.check()
        statistics = engine.statistics()
        if "sat conflicts" in statistics.keys():
            self.conflicts[group] = statistics.get_key_value("sat conflicts")
        if said == self.z3.unknown:
            reason = engine.reason_unknown()
            if reason in ("timeout", "canceled"):
                raise tercet_peer.Stopped
            raise tercet_peer.Failed(f"Z3 says unknown: {reason}")
        return said == self.z3.sat

    def effort(self):
        return sum(self.conflicts.values()), "conflicts"


if __name__ == "__main__":
    tercet_peer.main(Cover)
