"""OR-Tools CP-SAT: the exact covers of each agreement group.

A set with a given agreement is an exact cover of the values of all other properties by cards of a
group (`Question.groups`): one Boolean a card, and of the cards that show a value exactly one is
chosen. Large boards have one group, or few, which are solved one after the other. One model for the
whole board, with choices between "all different" and "all equal", takes longer; README.md here says
what else was tried.

It runs with one worker, whatever the question allows: two take twice the processor time and end no
sooner. Presolve finds nothing here that is worth its time. To visit all sets it is asked for all
solutions.
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
        self.conflicts = 0

    def sets(self):
        for agreement, positions in self.question.groups():
            model = self.cp.CpModel()
            chosen = {i: model.new_bool_var("") for i in positions}
            for shown in self.question.covering(agreement, positions):
                model.add_exactly_one([chosen[i] for i in shown])
            yield from self.solutions(model, chosen)

    def solutions(self, model, chosen):
        is_one = self.question.kind == "find"
        collector = collect(self.cp, chosen)
        engine = self.cp.CpSolver()
        engine.parameters.num_workers = 1
        engine.parameters.cp_model_presolve = False
        engine.parameters.enumerate_all_solutions = not is_one
        engine.parameters.max_time_in_seconds = self.question.remaining()
        status = engine.solve(model, collector)
        self.conflicts += engine.num_conflicts
        if status == self.cp.UNKNOWN or status == self.cp.FEASIBLE and not is_one:
            raise tercet_peer.Stopped
        if status not in (self.cp.OPTIMAL, self.cp.FEASIBLE, self.cp.INFEASIBLE):
            raise tercet_peer.Failed(f"CP-SAT says {engine.status_name(status)}")
        yield from collector.found

    def effort(self):
        return self.conflicts, "conflicts"


def collect(cp_model, chosen):
    """A callback that keeps the positions of every solution."""

    class Collector(cp_model.CpSolverSolutionCallback):
        def __init__(self):
            super().__init__()
            self.found = []

        def on_solution_callback(self):
            self.found.append([i for i, x in chosen.items() if self.boolean_value(x)])

    return Collector()


if __name__ == "__main__":
    tercet_peer.main(CpSat)
