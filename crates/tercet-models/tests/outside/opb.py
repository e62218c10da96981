"""Solves a pseudo-Boolean problem in OPB on standard input, and says so like its solvers."""

import sys

from ortools.sat.python import cp_model

model = cp_model.CpModel()
variables = {}
for line in sys.stdin:
    if line.startswith("*"):
        continue
    *terms, sense, right, end = line.split()
    assert end == ";" and sense in ("=", ">="), line
    names = terms[1::2]
    for name in names:
        if name not in variables:
            variables[name] = model.new_bool_var(name)
    left = sum(int(factor) * variables[name] for factor, name in zip(terms[::2], names))
    model.add(left == int(right) if sense == "=" else left >= int(right))
solver = cp_model.CpSolver()
solver.parameters.num_workers = 1
if solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
    print("s SATISFIABLE")
    print("v", *(name if solver.value(it) else f"-{name}" for name, it in variables.items()))
else:
    print("s UNSATISFIABLE")
