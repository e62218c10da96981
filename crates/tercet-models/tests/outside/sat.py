"""Solves a formula in DIMACS format on standard input, and says so like a SAT solver."""

import sys

from pysat.formula import CNF
from pysat.solvers import Glucose4

formula = CNF(from_string=sys.stdin.read())
with Glucose4(bootstrap_with=formula) as solver:
    if solver.solve():
        print("s SATISFIABLE")
        print("v", *solver.get_model(), 0)
    else:
        print("s UNSATISFIABLE")
