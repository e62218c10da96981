"""CaDiCaL through python-sat: the exact covers of each agreement group, as clauses.

A set with a given agreement is an exact cover of the values of all other properties by cards of a
group (`Question.groups`): of the cards that show a value some one is chosen, and no two are.
CaDiCaL stays in its stable mode, which restarts rarely; README.md here says what else was tried.

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

        return f"CaDiCaL 3.0.0, python-sat {pysat.__version__}"

    def __init__(self, question):
        self.question = question
        # Of each group.
        self.conflicts = {}

    def sets(self):
        from pysat.solvers import Cadical300

        for group, (agreement, positions) in enumerate(self.question.groups()):
            # Variables count from 1.
            variables = {i: k + 1 for k, i in enumerate(positions)}
            with Cadical300() as engine:
                engine.configure({"stabilize": 1, "stabilizeonly": 1})
                for shown in self.question.covering(agreement, positions):
                    self.question.remaining()
                    shown = [variables[i] for i in shown]
                    engine.add_clause(shown)
                    for one, other in itertools.combinations(shown, 2):
                        engine.add_clause([-one, -other])
                while self.holds(engine, group):
                    model = engine.get_model()
                    found = [i for i, variable in variables.items() if model[variable - 1] > 0]
                    yield found
                    engine.add_clause([-variables[i] for i in found])

    def holds(self, engine, group):
        self.question.remaining()
        # It cannot be told to stop in time: the alarm of the loop does that.
        is_satisfiable = engine.solve()
        self.conflicts[group] = engine.accum_stats()["conflicts"]
        return is_satisfiable

    def effort(self):
        return sum(self.conflicts.values()), "conflicts"


if __name__ == "__main__":
    tercet_peer.main(CaDiCaL)
