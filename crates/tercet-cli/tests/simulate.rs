//! Simulations on the command line: the sums do not depend on how games are divided and merged.

use crate::common::{Folder, tercet, tercet_reading};

#[test]
fn threads_do_not_change_the_sums() {
    for deck in ["--games 100k --pick first", "-v 4 -p 3 --games 2500", "-v 3 -p 5 --games 30k"] {
        let run = |threads| {
            let line = format!("simulate {deck} --seed 5 --threads {threads} --format json");
            tercet(&line).timeless()
        };
        let one = run(1);
        assert_eq!(one["played"], one["games"]);
        assert_eq!((&one, one.clone()), (&run(2), run(3)), "{deck}");
    }
}

#[test]
fn parts_add_up_to_the_run() {
    let folder = Folder::new();
    // There are more parts than work, and then work for all parts.
    for (games, parts) in [("40", 5), ("90k", 3)] {
        let run = format!("simulate --games {games} --seed 3 --format json");
        let mut files = Vec::new();
        for part in 1..=parts {
            folder.tercet(&format!("{run} --part {part}/{parts} --output @{part} --force"));
            files.push(format!("@{part}"));
        }
        let merged = folder.tercet(&format!("merge {} --format json", files.join(" ")));
        assert_eq!(merged.timeless(), tercet(&run).timeless());
    }
    // The parts are merged in two steps, and the output replaces one of the parts.
    assert_eq!(folder.tercet("merge @1 @3 --output @part").status, 3);
    assert_eq!(folder.tercet("merge @part @2 --output @part").status, 0);
    folder.tercet("simulate --games 90k --seed 3 --output @whole");
    assert_eq!(folder.read("part"), folder.read("whole"));
}

/// Only the counts go to standard output.
#[test]
fn a_dash_is_standard_output_and_input() {
    let folder = Folder::new();
    let run = "simulate --games 3k --seed 3";
    assert_eq!(folder.tercet(&format!("{run} --output @whole")).status, 0);
    let whole = folder.read("whole");
    let ran = tercet(&format!("{run} -o -"));
    assert_eq!((ran.status, &*ran.err, &ran.out), (0, "", &whole));
    folder.tercet(&format!("{run} --part 1/2 -o @1"));
    let second = tercet(&format!("{run} --part 2/2 -o -"));
    let merged = tercet_reading(&folder.fill("merge @1 - --output -"), second.out);
    assert_eq!((merged.status, &*merged.err, &merged.out), (0, "", &whole));
    let stopped = tercet("simulate --games 1G --timeout 50ms -o -");
    assert_eq!((stopped.status, &*stopped.out), (3, ""));
    assert!(stopped.err.starts_with("tercet: stopped: "), "{}", stopped.err);
}

#[cfg(unix)]
#[test]
fn a_dangling_link_is_written_through() {
    let folder = Folder::new();
    std::os::unix::fs::symlink("there", folder.path("link")).unwrap();
    for option in ["--output", "--checkpoint"] {
        let ran = folder.tercet(&format!("simulate --games 40 --seed 3 {option} @link"));
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(folder.path("link").is_symlink());
        assert_eq!(folder.files(), ["link", "there"]);
        std::fs::remove_file(folder.path("there")).unwrap();
    }
}
