"""Solves an LP file on standard input, and prints HiGHS's solution file."""

import os
import sys
import tempfile

import highspy

# HiGHS 1.16 names itself, even if it is to print nothing.
answers = os.fdopen(os.dup(1), "w")
os.dup2(2, 1)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "program.lp")
    with open(path, "w") as copy:
        copy.write(sys.stdin.read())
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("threads", 1)
    if highs.readModel(path) != highspy.HighsStatus.kOk:
        sys.exit("HiGHS cannot read the program")
    highs.run()
    solution = os.path.join(folder, "solution")
    highs.writeSolution(solution, 0)
    print(open(solution).read(), file=answers)
