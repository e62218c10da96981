"""Solves an LP file, an argument or on standard input, and prints HiGHS's solution file."""

import os
import sys
import tempfile

import highspy

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "program.lp")
    source = open(sys.argv[1]) if len(sys.argv) > 1 else sys.stdin
    with source, open(path, "w") as copy:
        copy.write(source.read())
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    highs.setOptionValue("threads", 1)
    if highs.readModel(path) != highspy.HighsStatus.kOk:
        sys.exit("HiGHS cannot read the program")
    highs.run()
    solution = os.path.join(folder, "solution")
    highs.writeSolution(solution, 0)
    print(open(solution).read())
