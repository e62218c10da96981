"""CBC through python-mip: the integer program of Sudz ("Set card game complexity and solver with
IP", after Odland), as the text gives it.

The variables are binary: inc[i], card i is chosen; y[p], the chosen cards are all different in
property p; z[p][x], they all show value x there. Exactly v cards are chosen. In each property the z
are 1 − y in sum, and vsum[p][x], the number of chosen cards that show x, is y[p] + v·z[p][x].
Nothing is minimised.

All sets are found one after the other, each forbidden by a row: not all of its cards are chosen.
"""

import tercet_peer


class Cbc:
    needs = "mip"
    stops = True

    @staticmethod
    def solver():
        import mip

        return f"CBC, python-mip {mip.__version__}"

    def __init__(self, question):
        import mip

        self.mip = mip
        self.question = question
        model = self.model = mip.Model(solver_name=mip.CBC)
        model.verbose = 0
        model.threads = question.threads
        v = question.values
        self.inc = [model.add_var(var_type=mip.BINARY) for _ in question.cards]
        model += mip.xsum(self.inc) == v
        for property in range(question.properties):
            question.remaining()
            y = model.add_var(var_type=mip.BINARY)
            z = [model.add_var(var_type=mip.BINARY) for _ in range(v)]
            model += mip.xsum(z) == 1 - y
            for value in range(v):
                vsum = mip.xsum(self.inc[i] for i in question.showing(property, value))
                model += vsum == y + v * z[value]

    def sets(self):
        status = self.mip.OptimizationStatus
        while True:
            said = self.model.optimize(max_seconds=self.question.remaining())
            if said in (status.INFEASIBLE, status.INT_INFEASIBLE):
                return
            if said == status.NO_SOLUTION_FOUND:
                raise tercet_peer.Stopped
            if said not in (status.OPTIMAL, status.FEASIBLE):
                raise tercet_peer.Failed(f"CBC says {said.name}")
            found = [i for i, inc in enumerate(self.inc) if inc.x > 0.5]
            yield found
            self.model += self.mip.xsum(self.inc[i] for i in found) <= len(found) - 1

    def effort(self):
        # CBC counts its nodes, python-mip does not pass them on.
        return None


if __name__ == "__main__":
    tercet_peer.main(Cbc)
