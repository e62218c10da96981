//! Parts of a question: made anywhere, in any order, killed and made again, they give what one run gives.

use std::fs;
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;
use tercet_testkit::wait::HANG;
use tercet_testkit::{skipped, tries_everything};

use crate::common::{Folder, next, refused, tercet, tercet_within};

/// A board without a set. The search takes about a second, and the proof several megabytes.
const HARD: &str = "deal -v 24 -p 4 -n 350 --seed 2";

/// A folder with a board and its proof.
fn proved(deal: &str) -> Folder {
    let folder = Folder::new();
    folder.write("board", tercet(deal).out);
    assert_eq!(folder.tercet("find --proof @whole -i @board").status, 1);
    folder
}

/// The answer that the parts of a question give, which are made in any order, and one of them merged twice. The
/// sum is in `@merged`.
fn merged(folder: &Folder, question: &str) -> Value {
    for part in [3, 1, 2] {
        let ran = folder.tercet(&format!("{question} --part {part}/3 -o @{part} --force"));
        assert_eq!(ran.status, 0, "{question}: {}", ran.err);
    }
    folder.tercet("merge @3 @1 @3 @2 --format json -o @merged --force").timeless()
}

#[test]
fn parts_in_any_order_and_twice_are_the_whole() {
    let folder = proved(HARD);
    for part in ["4/5", "2/5", "5/5", "1/3", "1/5", "3/5"] {
        let name = part.replace('/', "-");
        let find = format!("find --proof -i @board --part {part} -o @{name}");
        assert_eq!(folder.tercet(&find).status, 0);
    }
    // Of a part that was stopped and one that was not, the longer one is taken.
    let short = "find --proof -i @board --part 2/5 -o @short";
    // A busy machine may not even prepare it within the first limits.
    for exponent in 0.. {
        let ran = folder.tercet(&format!("{short} --timeout {}ms", 60 << exponent));
        assert!(matches!(ran.status, 0 | 3), "{}", ran.err);
        if folder.path("short").exists() {
            break;
        }
    }
    let merge = "merge @4-5 @short @2-5 @5-5 @2-5 @3-5 @1-5 --proof @merged";
    assert_eq!(folder.tercet(merge).status, 1);
    assert!(fs::read(folder.path("merged")).unwrap() == fs::read(folder.path("whole")).unwrap());
    let words = ["1-3 and ", "2-5 overlap, and cannot be compared: leave one of them out"];
    refused(&folder.tercet("merge @2-5 @1-3"), &words);
    let words = ["--proof and --output are one too many"];
    refused(&folder.tercet("merge @2-5 --proof @none -o @none"), &words);
    // A part that is missing is named, and one that is damaged.
    let ran = folder.tercet("merge @5-5 @2-5 @1-5 --proof @none");
    assert!(ran.status == 3 && ran.out.contains("the work lacks parts 3–4 of 5"), "{}", ran.out);
    let mut steps = fs::read(folder.path("3-5.steps")).unwrap();
    steps[7] ^= 1;
    folder.write("3-5.steps", steps);
    let merge = "merge @4-5 @2-5 @5-5 @3-5 @1-5 --proof @none";
    let words = ["3-5.steps: this is damaged: remove both files, and do the part again"];
    refused(&folder.tercet(merge), &words);
    fs::remove_file(folder.path("3-5.steps")).unwrap();
    let words = ["3-5.steps: there is no such file: copy it beside its part, or remove the part"];
    refused(&folder.tercet(merge), &words);
    fs::remove_file(folder.path("3-5")).unwrap();
    folder.tercet("find --proof -i @board --part 3/5 -o @3-5");
    assert_eq!(folder.tercet(merge).status, 1);
    fs::remove_file(folder.path("none")).unwrap();
    let part = folder.read("3-5").replacen("4/5", "3/5", 1).replacen(":[", ":[ ", 1);
    folder.write("3-5", part);
    refused(&folder.tercet("merge @4-5 @3-5"), &["3-5: this is damaged"]);
    assert!(!folder.path("none").exists());

    // Another board, another question.
    folder.write("other", tercet("deal -v 24 -p 4 -n 350 --seed 3").out);
    folder.tercet("find --proof -i @other --part 1/9999 -o @other-part");
    let words = ["are of different runs: board with the CRC-32 ", " and board with the CRC-32 "];
    refused(&folder.tercet("merge @1-5 @other-part"), &words);
    folder.tercet("find -i @board --part 1/9999 -o @find");
    let words = ["find: this is of the question find", "of prove: merge parts of one question"];
    refused(&folder.tercet("merge @1-5 @find"), &words);
    let again = folder.tercet("find --proof -i @other --part 1/5 -o @1-5");
    refused(&again, &["1-5: it holds another run", "--force"]);
}

#[test]
fn no_file_that_is_read_is_overwritten() {
    let folder = Folder::new();
    let board = tercet("deal -v 12 -p 3 -n 20 --seed 3").out;
    for name in ["board", "new.steps"] {
        folder.write(name, &board);
    }
    folder.tercet("find --part 1/1 -o @part --proof @proof -i @board");
    for line in [
        "find --part 1/2 -o @board -i @board --force",
        "find --part 1/2 --checkpoint @board -i @board",
        "find --part 1/2 --proof -o @new -i @new.steps",
        "find --checkpoint @new --proof @new -i @board",
        "find --checkpoint @new --proof @new.steps -i @board --force",
        "merge @part --proof @part --force",
        "merge @part --proof @part.steps --force",
        "race -i @board --checkpoint @new.svg --plot @new.svg --force",
        "race -i @board --checkpoint @new -o @new --force",
        "race -i @board --part 1/1 -o @board --force",
    ] {
        refused(&folder.tercet(line), &["another argument leads to this file"]);
    }
    assert!(!folder.path("new").exists());
}

#[test]
fn a_part_with_a_set_ends_the_others() {
    let folder = Folder::new();
    folder.write("board", tercet("deal -v 20 -p 4 -n 290 --seed 1").out);
    let find = "find -i @board --method cover --format json";
    let whole = folder.tercet(find);
    assert_eq!(whole.status, 0, "{}", whole.err);
    let mut files = Vec::new();
    for part in 1..=4 {
        files.push(format!("@{part}"));
        folder.tercet(&format!("{find} --part {part}/4 -o @{part} --together @"));
    }
    let merged = folder.tercet(&format!("merge {} --format json", files.join(" ")));
    assert_eq!(merged.status, 0, "{}", merged.err);
    assert_eq!(merged.json()["sets"], whole.json()["sets"], "all parts before it had no set");
    // A set needs no steps of a proof.
    let prove = "find --proof -i @board --part 1/1 -o @one";
    assert_eq!(folder.tercet(prove).status, 0);
    assert_eq!(folder.tercet("merge @one").status, 0);
    let prove = "find --proof @proof -i @board --part 1/1 -o @all";
    folder.tercet(&format!("{prove} --timeout 20ms"));
    folder.tercet(prove);
    assert!(folder.path("all").exists() && !folder.path("all.steps").exists());
    let again = folder.tercet(&format!("{prove} --format json"));
    assert_eq!(again.json()["sets"], whole.json()["sets"], "{}", again.err);
    let late = folder.tercet(&format!("{find} --part 4/4 -o @late --together @"));
    assert!(late.status == 3 && late.out.contains("another part has found a set"), "{}", late.out);
    // The file that says so is a part, which is checked as others are; any other file is named, ignored, and replaced.
    let marker = &folder.files().into_iter().find(|name| name.contains(".found")).expect("a set");
    assert_eq!(folder.tercet(&format!("merge @{marker}")).status, 0);
    let found = folder.read(marker);
    for (text, fault) in [
        ("", "this is not a part"),
        (&*found.replacen("\"found\":[", "\"found\":[1", 1), "this is damaged"),
    ] {
        folder.write(marker, text);
        fs::remove_file(folder.path("late")).unwrap();
        let ran = folder.tercet(&format!("{find} --part 4/4 -o @late --together @"));
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert!(ran.err.contains(fault) && ran.err.contains("it is ignored"), "{}", ran.err);
        assert_eq!(ran.err.matches(&**marker).count(), 1, "{}", ran.err);
        assert_eq!(folder.read(marker), folder.read("late"), "the next set replaces it");
    }
    // The part that found the set is done again when its file was removed.
    folder.write(marker, &found);
    let number = &found.split_once("\"part\":\"").unwrap().1[..1];
    let ran = folder.tercet(&format!("{find} --part {number}/4 -o @again --together @"));
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.err.contains("it is of an earlier run of this part"), "{}", ran.err);
    assert_eq!(folder.read("again"), found);
}

/// The text of a part that was changed, with the check that it would have.
fn sealed(text: &str) -> String {
    let (body, _) = text.rsplit_once(",\"check\":\"").unwrap();
    let body = format!("{body},\"check\":\"");
    format!("{body}{:08x}\"}}\n", crc32fast::hash(body.as_bytes()))
}

/// A set that was forged, and a part of another version.
#[test]
fn what_no_part_can_hold_is_refused() {
    let folder = Folder::new();
    folder.write("board", tercet("deal -v 20 -p 4 -n 290 --seed 1").out);
    folder.tercet("find -i @board --part 1/1 -o @one");
    let text = folder.read("one");
    assert_eq!(sealed(&text), text);
    let (begin, set) = text.split_once("\"found\":[").unwrap();
    let (unit, set) = set.split_once(",[").unwrap();
    let (_, rest) = set.split_once(',').unwrap();
    folder.write("one", sealed(&format!("{begin}\"found\":[{unit},[289,{rest}")));
    refused(&folder.tercet("merge @one"), &["one: this is damaged (this is no set)"]);
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    folder.write("one", sealed(&text.replacen(&version, "\"version\":\"0.0.1\"", 1)));
    let words =
        ["one: tercet 0.0.1 made this, not tercet", ": do its work again with this version"];
    refused(&folder.tercet("merge @one"), &words);
    refused(&folder.tercet("find -i @board --checkpoint @one"), &words);
    let again = folder.tercet("find -i @board --part 1/1 -o @one");
    refused(&again, &["one: ", "tercet 0.0.1 made this", "--force"]);
    folder.write("one", sealed(&text.replacen("journal/2", "journal/1", 1)));
    let words =
        ["one: another version of tercet made this: tercet.journal/1", ": do its work again"];
    refused(&folder.tercet("merge @one"), &words);
}

/// What holds more than is written is overwritten only by force, and the statuses are those of the help.
#[test]
fn no_work_is_lost_by_writing_less() {
    let folder = Folder::new();
    for part in 1..=3 {
        let line = format!("simulate --games 30k --seed 1 --part {part}/3 -o @{part}");
        assert_eq!(folder.tercet(&line).status, 0);
    }
    assert_eq!(folder.tercet("merge @1 @2 @3 -o @all").status, 0);
    let [all, second] = ["all", "2"].map(|name| folder.read(name));
    for line in ["merge @1 -o @all", "merge @1 -o @2", "merge @1 @3 -o @2"] {
        let ran = folder.tercet(line);
        refused(&ran, &["it is not overwritten: it holds units that would be lost", "--force"]);
    }
    assert_eq!([folder.read("all"), folder.read("2")], [all.clone(), second]);
    let part = "simulate --games 30k --seed 1 --part 1/3 --checkpoint @1 -o @all";
    refused(&folder.tercet(part), &["all: it is not overwritten"]);
    assert_eq!(folder.tercet("merge @1 @2 -o @some").status, 3);
    assert_eq!(folder.tercet("merge @some @3 -o @some").status, 0);
    assert_eq!(folder.read("some"), all);
    assert_eq!(folder.tercet("simulate --games 30k --seed 1 -o @all").status, 0);
    // Nor do the steps of a proof replace another file.
    folder.write("board", tercet("deal -v 10 -p 4 -n 90 --seed 1").out);
    folder.write("x.steps", "mine");
    for line in
        ["find -i @board --proof --part 1/3 -o @x", "find -i @board --proof @proof --checkpoint @x"]
    {
        refused(&folder.tercet(line), &["x.steps: the file exists, and is of no part"]);
        assert_eq!(folder.read("x.steps"), "mine");
        assert!(!folder.path("x").exists() && !folder.path("proof").exists());
    }
    assert_eq!(folder.tercet("find -i @board --part 1/1 -o @none").status, 1);
    assert_eq!(folder.tercet("merge @none -o @sum").status, 1);
    for line in [
        "find -i @board --part 1/20 -o @new/",
        "simulate --games 30k --seed 1 -o @new/",
        "simulate --games 30k --seed 1 --checkpoint @new/",
        "merge @1 @2 @3 -o @new/",
    ] {
        refused(&folder.tercet(line), &["this is a directory: name a file in it"]);
        assert!(!folder.path("new").exists());
    }
}

/// Two chains of lines whose last one writes `@sum`, which a line without a kill writes as `@whole`. Each line is
/// killed at random moments, and started again, until it ends by itself. No half file is left under a name.
#[test]
fn what_is_killed_goes_on_and_nothing_is_lost_or_done_twice() {
    let number = if tries_everything() { 500 } else { 30 };
    let proof = [
        "find --proof @whole -i @board",
        "find --proof @alone -i @board --threads 2 --force",
        "find --proof -i @board --part 1/2 -o @1 --threads 2",
        "find --proof -i @board --part 2/2 -o @2",
        "merge @1 @2 --proof @sum --force",
    ];
    let games = [
        "simulate --games 200k --seed 7 -o @whole",
        "simulate --games 200k --seed 7 --part 1/2 -o @1 --threads 2",
        "simulate --games 200k --seed 7 --part 2/2 --checkpoint @2",
        "merge @2 @1 -o @sum",
    ];
    std::thread::scope(|scope| {
        scope.spawn(|| kills(number / 2, 1, &proof));
        kills(number - number / 2, 2, &games);
    });
}

fn kills(number: u32, mut random: u64, lines: &[&str]) {
    let (whole, lines) = lines.split_first().expect("a line without a kill");
    let folder = Folder::new();
    folder.write("board", tercet(HARD).out);
    folder.tercet(whole);
    let expected = fs::read(folder.path("whole")).unwrap();
    // The time that each line takes, so that a kill hits any moment of it, and seldom comes too late.
    let mut times = vec![Duration::ZERO; lines.len()];
    let mut killed = 0;
    while killed < number {
        for (line, time) in lines.iter().zip(&mut times) {
            loop {
                let is_first = killed >= number || *time == Duration::ZERO;
                let moment =
                    if is_first { HANG } else { *time * (next(&mut random) & 255) as u32 / 200 };
                let begin = Instant::now();
                let mut child = folder.start(line);
                while child.try_wait().unwrap().is_none() && begin.elapsed() < moment {
                    sleep(Duration::from_micros(500));
                }
                child.kill().unwrap();
                let ran = child.wait_with_output().unwrap();
                let there = ["alone", "sum"].map(|name| fs::read(folder.path(name)));
                assert!(there.iter().flatten().all(|file| *file == expected), "{killed} kills");
                match ran.status.code() {
                    None => killed += 1,
                    Some(0 | 1) => {
                        *time = (*time).max(begin.elapsed());
                        break;
                    }
                    Some(_) => panic!("{line}: {}", String::from_utf8_lossy(&ran.stderr)),
                }
            }
        }
        assert!(fs::read(folder.path("sum")).unwrap() == expected, "{killed} kills");
        for name in folder.files() {
            let is_known = ["1", "1.steps", "2", "2.steps", "alone", "sum"].contains(&&*name);
            assert!(is_known || ["board", "whole"].contains(&&*name), "{name} is left");
            if is_known {
                fs::remove_file(folder.path(&name)).unwrap();
            }
        }
    }
    eprintln!("{killed} kills of lines that take {times:?}");
}

#[test]
fn counts_in_parts_are_those_of_one_run() {
    for question in [
        "odds",
        "odds --classes -n 12",
        "odds --given 9 -n 12",
        "odds -v 4 -p 2 --classes",
        "odds -p 3 -n 26",
        "odds --distribution sets",
        "odds --distribution sets -n 13",
        "odds -v 2 -p 3 --distribution sets -n 5",
        "odds -v 4 -p 2 --distribution disjoint",
        "odds -p 3 --distribution disjoint -n 10",
        "odds -v 1 -p 2",
        "odds -n 0",
        "caps sizes",
        "caps sizes -p 1",
        "simulate --games 150k --seed 3",
        "simulate --games 40 --seed 3",
        "simulate -v 4 -p 3 --games 2500 --seed 5",
        "simulate -v 3 -p 5 --games 30k --seed 5 --pick first",
        "caps extend -p 4 --by best --seed 7 --searches 9",
    ] {
        let folder = Folder::new();
        let whole = tercet(&format!("{question} --format json")).timeless();
        let merged = merged(&folder, &format!("{question} --threads 2"));
        assert_eq!(merged, whole, "{question}");
        folder.tercet(&format!("{question} -o @whole --threads 1"));
        assert_eq!(folder.read("merged"), folder.read("whole"), "{question}");
        let ran = folder.tercet("merge @1 @2");
        assert!(ran.status == 3 || ran.out.contains("merged"), "{question}: {}", ran.out);
    }
}

/// The only cap of 45 points of AG(5,3). Each of the four runs prepares its search for five seconds.
#[test]
fn lists_of_complete_caps_in_parts_are_those_of_one_run() {
    if !tries_everything() {
        return skipped("lists of complete caps in parts, which take half a minute: ./test --all");
    }
    let folder = Folder::new();
    let list = "caps sizes -p 5 --list --complete -n 45";
    let whole = tercet(&format!("{list} --format json"));
    assert_eq!(whole.json()["representatives"][0]["size"], 45);
    for part in [2, 1] {
        assert_eq!(folder.tercet(&format!("{list} --part {part}/2 -o @{part}")).status, 0);
    }
    let merged = folder.tercet("merge @2 @1 @2 --format json");
    assert_eq!((merged.status, &merged.out), (whole.status, &whole.out), "{}", merged.err);
}

#[test]
fn counts_are_resumed_and_damage_is_named() {
    let folder = Folder::new();
    let odds = "odds --distribution sets -n 14 --format json";
    let stopped = folder.tercet(&format!("{odds} --checkpoint @c --timeout 50ms"));
    assert!(matches!(stopped.status, 0 | 3), "{}", stopped.err);
    let resumed = folder.tercet(&format!("{odds} --checkpoint @c"));
    assert_eq!((resumed.status, &resumed.out), (0, &tercet(odds).out));
    let sum = folder.read("c");
    folder.write("c", sum.replacen('7', "8", 1));
    refused(&folder.tercet(&format!("{odds} --checkpoint @c")), &["c: this is damaged"]);
    let other = folder.tercet("odds --distribution sets -n 13 -o @other");
    assert_eq!(other.status, 0, "{}", other.err);
    folder.write("c", sum);
    refused(&folder.tercet("merge @c @other"), &["are of different runs: size"]);
    refused(&tercet("odds -p 7 -n 3 --part 1/2"), &["exact odds need", "samples have no parts"]);
}

#[test]
fn a_packing_and_its_certificate_depend_on_no_part_and_no_thread() {
    let folder = Folder::new();
    folder.write("board", tercet("deal -v 3 -p 4 -n 24 --seed 2").out);
    let pack = "pack -i @board --format json";
    let [alone, whole] = [1, 2].map(|threads| {
        let checkpoint = format!("--threads {threads} --checkpoint @whole-{threads}");
        folder.tercet(&format!("{pack} {checkpoint}")).timeless()
    });
    assert_eq!(alone, whole);
    let single = folder.tercet(pack).timeless();
    for field in ["count", "bound", "proof"] {
        assert_eq!(single[field], whole[field], "{field}");
    }
    assert_eq!(merged(&folder, "pack -i @board"), whole);
    assert_eq!(folder.read("merged"), folder.read("whole-2"));
    let ran = folder.tercet("merge @3 @1");
    assert!(ran.status == 3 && ran.out.contains("the work lacks part 2 of 3"), "{}", ran.out);
}

#[test]
fn searches_for_large_hands_find_maxima_and_check_their_parts() {
    let folder = Folder::new();
    // A maximum ends the searches: of (3,4), most of them find it.
    for (deck, size) in [("-v 4 -p 2", 9), ("-p 4", 20), ("-p 6", 0)] {
        let extend = format!("caps extend {deck} --by best --seed 7 --searches 9");
        let line = format!("{extend} -o @whole --force --format json");
        let found = folder.tercet(&line).json()["size"].as_u64().unwrap();
        assert!(found == size || size == 0 && found >= 64, "{deck}: {found}");
    }
    let forged = folder.read("whole").replace("\"ranks\":[", "\"ranks\":[999999,");
    folder.write("whole", forged);
    refused(&folder.tercet("merge @whole"), &["whole: this is damaged"]);
}

/// What a race says apart from its times.
fn without_times(mut race: Value) -> Value {
    if let Some(fields) = race.as_object_mut() {
        for measured in ["seconds", "cpu", "memory", "ratio", "timings", "scores"] {
            fields.remove(measured);
        }
    }
    match race {
        Value::Object(fields) => {
            fields.into_iter().map(|(name, value)| (name, without_times(value))).collect()
        }
        Value::Array(items) => items.into_iter().map(without_times).collect(),
        other => other,
    }
}

#[test]
fn a_race_in_parts_is_one_race_but_for_its_times() {
    let folder = Folder::new();
    let race = "race -v 3..4 -p 3 -n 12 --boards 3 --methods brute,cover --again 1ms --threads 1 \
                --rounds 2 --format json";
    let whole = folder.tercet(&format!("{race} --seed 5"));
    assert_eq!(whole.status, 0, "{}", whole.err);
    let sum = merged(&folder, &format!("{race} --seed 5"));
    let ran = folder.tercet("merge @3 @1");
    assert!(ran.status == 3 && ran.out.contains("the work lacks part 2 of 3"), "{}", ran.out);
    let again = folder.tercet("merge @merged --format json");
    assert_eq!(again.timeless(), sum, "a sum has the same times");
    assert_eq!(without_times(again.json()), without_times(whole.json()));
    assert_eq!(sum["scores"]["boards"], 6);
    // A checkpoint gives a race, too.
    let seed = folder.tercet(&format!("{race} --checkpoint @c -o @race")).json()["seed"].clone();
    let resumed = folder.tercet(&format!("{race} --checkpoint @c"));
    assert_eq!(resumed.json()["seed"], seed, "{}", resumed.err);
    assert!(folder.read("race").contains("tercet.race/1"));
    // A part that is done is not done again, and a contestant that is missing is no damage of a part.
    let part = folder.read("1");
    let again = folder.tercet(&format!("{race} --seed 5 --part 1/3 -o @1"));
    assert_eq!((again.status, folder.read("1")), (0, part), "{}", again.err);
    folder.write("peer.py", "#");
    let peer = format!("{race} --seed 5 --timeout 1s --peer {}", folder.path("peer.py").display());
    folder.tercet(&format!("{peer} --part 1/1 -o @peer"));
    fs::remove_file(folder.path("peer.py")).unwrap();
    refused(&folder.tercet("merge @peer"), &["peer: ", "peer.py: no such file"]);
    // The trials of a part are those of its contestants, who agree about its boards.
    let text = folder.read("merged");
    for (old, new, why) in [
        ("\"set\":[", "\"set\":[11,", "brute claims that "),
        ("found\",\"set\"", "none\",\"set\"", "cover and brute contradict each other: "),
        ("\"timings\":[", "\"timings\":[],\"x\":[", "brute has times of 0 rounds"),
        ("\"seconds\":", "\"seconds\":-", "brute reports -"),
        ("\"solvers\":[", "\"solvers\":[null,", "the trials are not those of the contestants"),
        ("\"found\",\"set\":[", "\"counted\",\"count\":\"1\",\"x\":[", "brute answers 'counted'"),
    ] {
        folder.write("merged", sealed(&text.replacen(old, new, 1)));
        refused(&folder.tercet("merge @merged"), &["merged: this is damaged (", why]);
    }
    // A part without a seed is refused.
    refused(&folder.tercet(&format!("{race} --part 1/2 -o @x")), &["all parts need the same seed"]);
    let ran = folder.tercet(&format!("estimate {race} --seed 5"));
    assert!(ran.json()["units"] == 6, "{}{}", ran.out, ran.err);
}

/// Commands that have no parts, no estimate or no such option, and why.
const NO_PARTS: &[(&str, &str)] = &[
    ("estimate nim 0000 0111 0222", "nim 0000 0111 0222 has no parts"),
    ("estimate --json find -i @board", "'--json' found: name the command before its options"),
    ("estimate find -i @board -o @x", "an estimate is a line of text or JSON"),
    ("estimate find -i @board --checkpoint @x", "an estimate is a line of text or JSON"),
    ("estimate find -i @board --format csv", "an estimate is a line of text or JSON"),
    ("find --all -i @board --part 1/2", "a list and a count have no parts"),
    ("find -m sat -i @board --part 1/2 -o @x", "of cover has parts, that of sat has none"),
    ("find --smt-solver z3 -i @board --part 1/2 -o @x", "an SMT solver are for other methods"),
    ("pack -m greedy -i @board --part 1/2", "of branch has parts, that of greedy has none"),
    ("odds --second-round --part 1/2", "second layouts have no parts"),
    ("odds --moments 2 --part 1/2", "second layouts have no parts"),
    ("estimate odds -v 4 -p 4 -n 12", "the deck is (4,4): samples have no parts"),
    ("caps sizes -p 5 --checkpoint @x", "all caps are listed for p ≤ 4, and the deck is (3,5)"),
    ("caps sizes --list --part 1/2", "have no parts, except those of the largest complete caps"),
    ("caps extend -p 4 --by best --part 1/2 --seed 1", "need the number of searches: say how many"),
    ("caps extend -p 4 --searches 2", "only searches for the best hand have parts"),
    ("simulate --games 40k --part 1/2", "all parts need the same seed, and none was given: give"),
    ("simulate --games 100 --seed 1 --part 1/2 --together @", "--together is for searches"),
    ("odds -n 9 --part 1/2 --together @", "--together is for searches"),
    ("caps sizes --part 1/2 --together @", "--together is for searches"),
    ("pack -i @board --part 1/2 --together @", "--together is for searches"),
    ("find -i @board --part 1/2 --together /dev/fd", "cannot write it"),
];

#[test]
fn what_has_no_parts_says_so() {
    let folder = proved("deal -v 10 -p 4 -n 90 --seed 1");
    for (line, why) in NO_PARTS {
        refused(&folder.tercet(line), &[why]);
    }
    for line in
        ["odds --distribution sets -n 14", "caps extend -p 6 --by best --seed 1 --searches 100"]
    {
        tercet_within(&format!("estimate {line}"), "", |ran| ran.out.starts_with("about "));
    }
    let ran = folder.tercet("estimate find -i @board --timeout 1s");
    let json = folder.tercet("estimate find -i @board --timeout 1s --format json").json();
    let tried = json["tried"].as_u64().is_some_and(|tried| (1..=16_384).contains(&tried));
    assert!(json["units"] == 16_384 && tried, "{json}");
    // A machine that does much else may take longer.
    let is_short = ran.out == "less than 0.1 core-seconds (all 16,384 units tried)\n";
    assert!(is_short || ran.out.starts_with("about 0."), "{}{}", ran.out, ran.err);
}
