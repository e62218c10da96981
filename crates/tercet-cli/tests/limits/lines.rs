//! Lines that only a time limit ends, or that take long to read and prepare. The test of limits and the benchmark
//! `lateness` share them.

use crate::common::{Folder, tercet};

/// A board whose search takes hours, so that only a limit ends it.
pub(crate) const HARD: &str = "deal -v 40 -p 4 -n 650 --seed 1";

/// A folder of boards whose searches take longer than a moment.
pub(crate) fn boards() -> Folder {
    let folder = Folder::new();
    for (name, deal) in [
        ("hard", HARD),
        ("many", "deal -p 9 -n 19683 --seed 1"),
        ("thirds", "deal -v 3 -p 16 -n 40000 --seed 1"),
        ("twelfths", "deal -v 3 -p 16 -n 12000 --seed 1"),
        ("fourths", "deal -v 4 -p 9 -n 3000 --seed 1"),
        ("eighths", "deal -v 8 -p 5 -n 700 --seed 1"),
    ] {
        folder.write(name, tercet(deal).out);
    }
    folder
}

/// A folder of all files that the lines name.
pub(crate) fn folder() -> Folder {
    let folder = boards();
    folder.write("large", tercet("deal -p 14 -n 3000000 --seed 1").out);
    folder.write("unsolved", tercet("deal -v 22 -p 4 -n 320 --seed 2").out);
    assert_eq!(folder.tercet("find -i @unsolved --proof @steps").status, 1);
    folder.write("edges", tercet("reduce generate --elements 250 --edges 1000000").out);
    let (width, height) = (8000, 8000);
    let rgb = vec![150; 3 * width as usize * height as usize];
    folder.write("huge.png", tercet_vision::Picture { width, height, rgb }.to_png());
    folder
}

/// A line of each command that has a time limit, in which `@file` names a file of the folder, and what it says when its
/// limit ends it.
pub(crate) const LINES: &[(&str, &str)] = &[
    ("find -i @hard", "stopped"),
    ("find -i @hard --all", "stopped"),
    ("find -i @hard --count", "stopped"),
    ("find -i @hard --proof @proof", "stopped"),
    ("find -i @hard --part 1/2 -o @part", "stopped"),
    ("find -i @large --count", "stopped"),
    ("find --board x -i @large", "stopped"),
    ("hint -i @hard", "stopped"),
    ("hint -i @large", "stopped"),
    ("pack -i @fourths", "stopped"),
    ("pack -i @fourths -m ip", "stopped"),
    ("pack -i @fourths -m greedy", "stopped"),
    ("pack -i @many --fewest", "stopped"),
    ("pack -i @many --partitions", "stopped"),
    ("nim -i @fourths", "stopped"),
    ("deal -v 9 -p 9 -n 10M", "stopped"),
    ("deal -v 9 -p 9 -n 10M --planted", "stopped"),
    ("deal -v 6 -p 4 -n 200 --sets 0", "stopped"),
    ("deal --samples 1G", "stopped"),
    ("sheet -v 4 -p 4 -n 100 --sets 1 -o @sheet.pdf", "stopped"),
    ("play --boards 9 -v 6 -p 4 -n 200 --sets 0", "stopped"),
    ("photo @huge.png", "stopped"),
    ("verify -i @unsolved --proof @steps", "stopped"),
    ("proof -i @unsolved @steps --to lrat -o @lrat", "stopped"),
    ("odds -p 6", "stopped"),
    ("odds -p 6 --moments 3", "stopped"),
    ("odds -p 5 --classes --list", "stopped"),
    ("odds --distribution sets -p 5 -n 20 --part 1/2 -o @odds", "stopped"),
    ("caps max -p 7", "has 236 to 288 cards"),
    ("caps sizes -p 5 --list", "stopped"),
    // The preparation alone takes half a minute.
    ("caps sizes -p 5 --list --complete --at-least 41 --checkpoint @caps", "before an answer"),
    ("estimate caps sizes -p 5 --list --complete --at-least 41", "before an answer"),
    ("caps verify -i @large", "stopped"),
    ("caps complete -i @large", "stopped"),
    ("caps canonical -i @large", "stopped"),
    ("caps extend -i @large", "stopped"),
    ("game -v 30 -p 4 --seed 1", "stopped"),
    ("simulate --games 1G", "stopped"),
    ("simulate --games 1G --checkpoint @games", "stopped"),
    ("reduce generate --elements 250 --edges 9000000", "stopped"),
    ("reduce matching @edges", "stopped"),
];
