//! Checkpoints of simulations: after any stop, kill or damage, no game is lost or counted twice.

use crate::common::{Folder, Ran, end, refused, tercet};
#[cfg(unix)]
use crate::common::{interrupt, tercet_under, wait_for_lines};
use serde_json::Value;
#[cfg(unix)]
use tercet_testkit::wait::wait_until;

/// The games of a file.
fn played(text: &str) -> u64 {
    let line: Value = serde_json::from_str(text).expect("a whole file at every moment");
    let ranges = line["ranges"].as_array().unwrap().iter();
    ranges.map(|range| range["sum"]["games"].as_u64().unwrap_or(0)).sum()
}

#[test]
fn a_stopped_simulation_goes_on() {
    let folder = Folder::new();
    // The games take longer than the first limits together.
    let run = "simulate --games 200k --seed 8 --format json";
    let whole = tercet(run).timeless();
    let (mut stops, mut resumed) = (0, 0);
    loop {
        let time = 1 + 20 * stops;
        // A file as left by a kill during writing.
        folder.write("a.unfinished", "{\"schema\":\"tercet.simul");
        let threads = 1 + stops % 2;
        let limits = format!("--threads {threads} --timeout {time}ms");
        let ran = folder.tercet(&format!("{run} --checkpoint @a {limits}"));
        if ran.status == 0 {
            assert_eq!(ran.timeless(), whole);
            break;
        }
        assert_eq!(ran.status, 3, "{}", ran.err);
        assert!(ran.err.contains("rerun the command to resume from"), "{}", ran.err);
        let json = ran.json();
        let reason = &json["reason"]["code"];
        assert_eq!((&json["answer"], reason), (&"stopped".into(), &"deadline".into()));
        stops += 1;
        resumed = played(&folder.read("a"));
    }
    assert!(stops > 0 && resumed > 0, "no run was resumed");
    assert_eq!(folder.files(), ["a"]);
    // All games are played: the result is shown again, with any seed.
    assert_eq!(folder.tercet(&run.replace("--seed 8", "--checkpoint @a")).timeless(), whole);
    assert_eq!(folder.tercet("merge @a --format json").timeless(), whole);
}

/// Files are limited to one block, as on a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_last_checkpoint() {
    let folder = Folder::new();
    let run = "simulate --games 9k --seed 2 --format json";
    let shown = tercet_under("-f 1", &folder.fill(&format!("{run} --output @a")));
    assert!(shown.out.starts_with("{\"schema\""), "what was played is not lost");
    refused(&Ran { out: String::new(), ..shown }, &["a: cannot write it", "too large"]);
    assert_eq!(folder.files(), [""; 0]);
    let line = format!("{run} --checkpoint @a");
    refused(&tercet_under("-f 1", &folder.fill(&line)), &["a: cannot write it"]);
    assert_eq!(folder.files(), ["a"]);
    assert!(folder.read("a").contains("\"done\":0"));
    assert_eq!(folder.tercet(&line).timeless(), folder.tercet(run).timeless());
}

#[cfg(unix)]
#[test]
fn two_runs_do_not_share_a_checkpoint() {
    let folder = Folder::new();
    let line = "simulate --games 1G --seed 2 --checkpoint @a";
    let mut first = folder.start(line);
    wait_for_lines(&folder.path("a"), 1, &mut first);
    for _ in 0..5 {
        refused(&folder.tercet(line), &["a: another run is using it", "name another"]);
    }
    assert!(first.try_wait().unwrap().is_none(), "the first run goes on");
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(folder.tercet(&format!("{line} --timeout 50ms")).status, 3);
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves_what_was_played() {
    let folder = Folder::new();
    let mut before = 0;
    for _ in 0..2 {
        let child = folder.start("simulate --games 1G --seed 2 --checkpoint @a --format csv");
        let has_played = || folder.path("a").exists() && played(&folder.read("a")) > before;
        wait_until(has_played, || format!("{before} games are played"));
        interrupt(&child);
        let Ran { status, err, .. } = end(child);
        assert_eq!(status, 3, "{err}");
        let (said, played) = err.split_once(" after ").unwrap();
        assert!(said.ends_with("stopped: interrupted") && played.contains("resume from"), "{err}");
        let played: String = played.split(' ').next().unwrap().replace(',', "");
        let played: u64 = played.parse().unwrap();
        assert_eq!(self::played(&folder.read("a")), played, "{err}");
        assert!(played > before);
        before = played;
    }
}
