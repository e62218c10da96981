"""OR-Tools CP-SAT: one Boolean a card.

In each property exactly one choice holds: all different, or all equal to x for one value x; "all
different" holds in some property. Where it holds, each value is shown by exactly one chosen card;
where "all equal to x" holds, by v if it is x and else by none. So the chosen cards that show x
number `different + v·equal[x]`. It is the formulation of `sat` of Tercet, with the cardinalities
as rows, which CP-SAT is made for; README.md here says what else was tried.

It runs with as many workers as the question allows threads. To visit all sets it is asked for all
solutions, which CP-SAT does with one worker.
"""

import tercet_peer


class CpSat:
    needs = "ortools"
    stops = True

    @staticmethod
    def solver():
        # All of it, since the first import takes half a second.
        import ortools.sat.python.cp_model

        return f"OR-Tools CP-SAT {ortools.__version__}"

    def __init__(self, question):
        from ortools.sat.python import cp_model

        self.cp = cp_model
        self.question = question
        self.engine = cp_model.CpSolver()
        self.searched = None
        model = self.model = cp_model.CpModel()
        v = question.values
        self.chosen = [model.new_bool_var("") for _ in question.cards]
        differ = [model.new_bool_var("") for _ in range(question.properties)]
        model.add_bool_or(differ)
        for property, different in enumerate(differ):
            question.remaining()
            equal = [model.new_bool_var("") for _ in range(v)]
            model.add_exactly_one([different, *equal])
            for value in range(v):
                shown = [self.chosen[i] for i in question.showing(property, value)]
                model.add(sum(shown) == different + v * equal[value])
            if v == 1:
                # One card is both all different and all the same: one of the two is enough.
                model.add_bool_or([different])

    def sets(self):
        if self.question.kind == "find":
            status = self.solve(workers=self.question.threads)
            if status != self.cp.INFEASIBLE:
                yield [i for i, x in enumerate(self.chosen) if self.engine.boolean_value(x)]
            return
        collector = collect(self.cp, self.chosen)
        self.engine.parameters.enumerate_all_solutions = True
        self.solve(collector, workers=1)
        yield from collector.found

    def solve(self, callback=None, workers=1):
        self.engine.parameters.num_workers = workers
        self.engine.parameters.max_time_in_seconds = self.question.remaining()
        status = self.engine.solve(self.model, callback)
        self.searched = self.engine.num_conflicts, "conflicts"
        complete = callback is None or status != self.cp.FEASIBLE
        if status in (self.cp.OPTIMAL, self.cp.FEASIBLE, self.cp.INFEASIBLE) and complete:
            return status
        if status in (self.cp.UNKNOWN, self.cp.FEASIBLE):
            raise tercet_peer.Stopped
        raise tercet_peer.Failed(f"CP-SAT says {self.engine.status_name(status)}")

    def effort(self):
        return self.searched


def collect(cp_model, chosen):
    """A callback that keeps the positions of every solution."""

    class Collector(cp_model.CpSolverSolutionCallback):
        def __init__(self):
            super().__init__()
            self.found = []

        def on_solution_callback(self):
            self.found.append([i for i, x in enumerate(chosen) if self.boolean_value(x)])

    return Collector()


if __name__ == "__main__":
    tercet_peer.main(CpSat)
