//! The files of simulations: what is not a plain file, too.

use crate::common::{Folder, tercet, tercet_reading};

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
