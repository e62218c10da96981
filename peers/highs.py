"""HiGHS: the exact covers of each agreement group, as integer programs.

A set with a given agreement is an exact cover of the values of all other properties by cards of a
group (`Question.groups`): one binary variable a card, and of the cards that show a value exactly
one is chosen. So nothing has to be switched on and off, and the linear relaxation says much.
Nothing is minimised. README.md here says what else was tried.

All sets are found one after the other, each forbidden by a row: not all of its cards are chosen.
HiGHS runs in one thread, whatever the question allows: two take a little longer.
"""

import tercet_peer


class Highs:
    needs = "highspy"
    stops = True

    @staticmethod
    def solver():
        import highspy

        return f"HiGHS {highspy.Highs().version()}"

    def __init__(self, question):
        import highspy

        self.highs = highspy
        self.question = question
        self.nodes = 0

    def sets(self):
        for agreement, positions in self.question.groups():
            engine = self.highs.Highs()
            engine.setOptionValue("output_flag", False)
            engine.setOptionValue("threads", 1)
            chosen = dict(zip(positions, engine.addBinaries(len(positions))))
            for shown in self.question.covering(agreement, positions):
                engine.addConstr(engine.qsum([chosen[i] for i in shown]) == 1)
            while self.holds(engine):
                values = engine.getSolution().col_value
                found = [i for i, x in chosen.items() if values[x.index] > 0.5]
                yield found
                engine.addConstr(engine.qsum([chosen[i] for i in found]) <= len(found) - 1)

    def holds(self, engine):
        engine.setOptionValue("time_limit", engine.getRunTime() + self.question.remaining())
        engine.run()
        self.nodes += max(0, engine.getInfo().mip_node_count)
        said, status = engine.getModelStatus(), self.highs.HighsModelStatus
        if said == status.kTimeLimit:
            raise tercet_peer.Stopped
        if said not in (status.kOptimal, status.kInfeasible):
            raise tercet_peer.Failed(f"HiGHS says {engine.modelStatusToString(said)}")
        return said == status.kOptimal

    def effort(self):
        return self.nodes, "nodes"


if __name__ == "__main__":
    tercet_peer.main(Highs)
