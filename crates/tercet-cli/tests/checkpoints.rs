//! Checkpoints of simulations: after any stop, kill or damage, no game is lost or counted twice.

use std::fs;
use std::process::Stdio;
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::common::simulation::{Folder, timeless};
use crate::common::{Ran, command, refused, tercet};
#[cfg(unix)]
use crate::common::{interrupt, wait_for_lines};
use serde_json::Value;
use tercet_testkit::wait::wait_until;

/// A number of games that takes about a second on this machine.
fn games_of_a_second() -> u64 {
    static GAMES: OnceLock<u64> = OnceLock::new();
    *GAMES.get_or_init(|| {
        let mut games = 8_000;
        loop {
            let begin = Instant::now();
            tercet(&format!("simulate --games {games} --seed 1 --format csv"));
            let time = begin.elapsed();
            if time > Duration::from_millis(700) {
                return games;
            }
            games *= if time < Duration::from_millis(150) { 5 } else { 2 };
        }
    })
}

#[test]
fn a_stopped_simulation_goes_on() {
    let folder = Folder::new();
    let games = games_of_a_second();
    let run = format!("simulate --games {games} --seed 8 --format json");
    let whole = timeless(&tercet(&run));
    let mut stops = 0;
    loop {
        let time = 1 + 20 * stops;
        let ran = folder.tercet(&format!("{run} --checkpoint @a --timeout {time}ms"));
        if ran.status == 0 {
            assert_eq!(timeless(&ran), whole);
            break;
        }
        assert_eq!(ran.status, 3, "{}", ran.err);
        assert!(ran.err.contains("rerun the command to resume from"), "{}", ran.err);
        let json: Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(
            (&json["answer"], &json["reason"]["code"]),
            (&"stopped".into(), &"deadline".into())
        );
        stops += 1;
    }
    assert!(stops > 0);
    // All games are played: the result is shown again, with any seed.
    let again = folder.tercet(&run.replace("--seed 8", "--checkpoint @a"));
    assert_eq!(timeless(&again), whole);
    let again = folder.tercet(&format!("simulate --games {games} --checkpoint @a"));
    assert!(again.out.contains("played before"), "{}", again.out);
    assert_eq!(timeless(&folder.tercet("merge @a --format json")), whole);
    let ran = tercet("simulate --games 1G --timeout 100ms");
    assert_eq!(ran.status, 3);
    assert!(ran.out.contains("use --checkpoint FILE"), "{}", ran.out);
}

#[test]
fn killed_fifty_times_nothing_is_lost_or_counted_twice() {
    let folder = Folder::new();
    let games = games_of_a_second();
    let run = format!("simulate --games {games} --seed 9 --threads 2 --format json");
    let whole = timeless(&tercet(&run));
    let line = folder.fill(&format!("{run} --checkpoint @a"));
    let played = || {
        fs::read_to_string(folder.path("a")).map_or(0, |text| {
            let line: Value = serde_json::from_str(&text).expect("a whole file at every moment");
            line["units"].as_u64().unwrap()
        })
    };
    let (mut kills, mut resumed) = (0, 0);
    let mut random = 1_u64;
    while kills < 50 {
        let before = played();
        resumed += u32::from(before > 0);
        let mut child = command(line.split(' ')).stdout(Stdio::piped()).spawn().unwrap();
        // Knuth's MMIX generator; the moments differ from run to run anyway.
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        sleep(Duration::from_millis(random >> 33 & 255));
        if kills % 5 == 0 {
            // On a slow machine nothing may be saved by then.
            wait_until(
                || played() > before || child.try_wait().unwrap().is_some(),
                || "nothing is saved".into(),
            );
        }
        child.kill().unwrap();
        let output = child.wait_with_output().unwrap();
        if output.status.code() == Some(0) {
            let out = String::from_utf8(output.stdout).unwrap();
            let ran = Ran { status: 0, out, err: String::new() };
            assert_eq!(timeless(&ran), whole);
            fs::remove_file(folder.path("a")).unwrap();
        } else {
            kills += 1;
        }
    }
    assert!(resumed > 0, "no run was resumed");
    // A file as left by a kill during writing.
    fs::write(folder.path("a.unfinished"), "{\"schema\":\"tercet.simul").unwrap();
    let line = line.replace("--threads 2", "--threads 1");
    assert_eq!(timeless(&tercet(&line)), whole);
    assert_eq!(folder.files(), ["a"]);
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    let folder = Folder::new();
    let line = "simulate --games 20k --seed 2 --format json --checkpoint @a";
    folder.tercet(line);
    let sound = fs::read(folder.path("a")).unwrap();
    for i in 0..100 {
        let mut damaged = sound.clone();
        damaged[i * (sound.len() - 1) / 99] ^= 1 << (i % 8);
        fs::write(folder.path("a"), &damaged).unwrap();
        refused(&folder.tercet(line), &["/a: this is "]);
        assert_eq!(fs::read(folder.path("a")).unwrap(), damaged);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_last_checkpoint() {
    use std::process::Command;

    let folder = Folder::new();
    let file = folder.path("a");
    let limited = |line: &str, blocks: u32| {
        // Files are limited to this many blocks of 512 or 1024 bytes, as on a full disk.
        let line = folder.fill(line);
        let program = env!("CARGO_BIN_EXE_tercet");
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec {program} {line}");
        let output = Command::new("sh").args(["-c", &script]).output().unwrap();
        Ran {
            status: output.status.code().unwrap(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    };
    let run = "simulate --games 9k --seed 2 --format json";
    let shown = limited(&format!("{run} --output @a"), 1);
    assert!(shown.out.starts_with("{\"schema\""), "what was played is not lost");
    refused(&Ran { out: String::new(), ..shown }, &["a: cannot write it", "too large"]);
    assert_eq!(folder.files(), [""; 0]);
    refused(&limited(&format!("{run} --checkpoint @a"), 1), &["a: cannot write it"]);
    assert_eq!(folder.files(), ["a"]);
    assert!(fs::read_to_string(&file).unwrap().contains("\"units\":0"));
    let resumed = folder.tercet(&format!("{run} --checkpoint @a"));
    assert_eq!(timeless(&resumed), timeless(&folder.tercet(run)));

    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let line = folder.fill("simulate --games 9 --output @b");
    let output = command(line.split(' ')).stdout(full).output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(err.contains("No space left") && err.lines().count() == 1, "{err}");
    assert_eq!(folder.tercet("merge @b").status, 0, "the counts are saved before");
}

#[cfg(unix)]
#[test]
fn two_runs_do_not_share_a_checkpoint() {
    let folder = Folder::new();
    let line = folder.fill("simulate --games 1G --seed 2 --checkpoint @a");
    let mut first =
        command(line.split(' ')).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_for_lines(&folder.path("a"), 1, &mut first);
    for _ in 0..5 {
        let second = folder.tercet("simulate --games 1G --seed 2 --checkpoint @a");
        refused(&second, &["a: another run is using it", "name another"]);
        sleep(Duration::from_millis(30));
    }
    assert!(first.try_wait().unwrap().is_none(), "the first run goes on");
    first.kill().unwrap();
    first.wait().unwrap();
    let resumed = folder.tercet("simulate --games 1G --seed 2 --checkpoint @a --timeout 50ms");
    assert_eq!(resumed.status, 3, "{}", resumed.err);
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves_what_was_played() {
    let folder = Folder::new();
    let line = folder.fill("simulate --games 1G --seed 2 --checkpoint @a --format csv");
    let mut before = 0;
    // A busy machine may play no game at first.
    for exponent in 0.. {
        let child =
            command(line.split(' ')).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        sleep(Duration::from_millis(100 << exponent));
        interrupt(&child);
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(3), "{err}");
        assert!(
            err.contains("stopped: interrupted after ") && err.contains("resume from"),
            "{err}"
        );
        let (_, played) = err.split_once("after ").unwrap();
        let played: String = played.split(' ').next().unwrap().replace(',', "");
        let text = fs::read_to_string(folder.path("a")).unwrap();
        assert!(text.contains(&format!("\"tally\":{{\"games\":{played},")), "{err}");
        let played: u64 = played.parse().unwrap();
        assert!(played >= before);
        if before > 0 && played > before {
            break;
        }
        before = played;
    }
}
