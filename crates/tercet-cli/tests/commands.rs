//! Properties of commands that hold for many questions, methods and decks. What one command prints
//! is in its transcript.

use std::fmt::Write as _;

use crate::common::{Folder, root, tercet, tercet_reading, tercet_within};

#[test]
fn methods_race() {
    let board = "-i boards/photographed.txt --board table-10 --format json";
    for race in ["-m portfolio", "--methods halves,sat,cover", "-m portfolio --methods brute,sat"] {
        for (question, count) in [("", "1"), ("--count", "8"), ("--all", "8")] {
            let found = tercet(&format!("find {question} {race} {board}")).json();
            assert_eq!((&found["answer"], &found["count"]), (&"found".into(), &count.into()));
            assert_eq!(found["chosen_by"], "portfolio");
        }
        assert_eq!(tercet(&format!("find {race} 0000 1111 2220")).status, 1);
    }
}

/// The comments of the file say how many sets each table has.
#[test]
fn photographed_tables_have_their_sets() {
    let file = std::fs::read_to_string(root().join("boards/photographed.txt")).unwrap();
    let mut expected = String::new();
    for line in file.lines().filter_map(|line| line.strip_prefix("board ")) {
        // table-02   # 12 cards, 5 sets
        let words: Vec<&str> = line.split_whitespace().collect();
        writeln!(expected, "{},{},{}", words[0], words[2], words[4]).unwrap();
    }
    let counted = tercet("find --count -i boards/photographed.txt --format csv").out;
    let mut rows = String::new();
    for row in counted.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        writeln!(rows, "{},{},{}", cells[0], cells[1], cells[3]).unwrap();
    }
    assert_eq!((rows.lines().count(), rows), (12, expected));
}

#[test]
fn every_method_lists_the_same_sets_in_the_same_order() {
    let deals =
        ["deal --seed 5 -n 24", "deal --seed 5 -n 36 -v 4 -p 3", "deal -v 5 -p 2 -n 18 --seed 1"];
    for deal in deals {
        let board = tercet(deal).out;
        let listed = |method: &str, more: &str| {
            tercet_reading(&format!("find --all --format csv -m {method} {more}"), &board)
        };
        let expected = listed("brute", "").out;
        assert!(expected.lines().count() > 3, "{deal}");
        let table = tercet("methods --format json").json();
        let mut able = 0;
        for method in table["methods"].as_array().unwrap() {
            let name = method["name"].as_str().unwrap();
            let ran = listed(name, "");
            if ran.status == 0 {
                able += 1;
                assert_eq!(ran.out, expected, "{name}");
                let first: Vec<&str> = expected.lines().take(3).collect();
                let limited = listed(name, "--limit 2").out;
                assert_eq!(limited.lines().collect::<Vec<_>>(), first, "{name}");
            }
        }
        assert!(able >= 4, "{deal}: {able} methods");
    }
}

/// A memory limit changes only the time of a list.
#[test]
fn little_memory_lists_the_same() {
    let board = tercet("deal -v 4 -p 3 -n 60 --seed 1").out;
    let list = |memory: &str| {
        let line = format!("find --all -m cover --format csv --memory {memory}");
        tercet_reading(&line, &board).out
    };
    let all = list("1GB");
    assert!(all.lines().count() > 100, "{all}");
    assert_eq!(list("2kB"), all);
}

#[test]
fn deals_are_read_back_in_every_notation() {
    for deck in ["-v 3 -p 4", "-v 1 -p 3", "-v 2 -p 7", "-v 36 -p 5", "-v 37 -p 1", "-v 64 -p 21"] {
        for notation in ["digits", "numbers", "classic"] {
            let dealt = tercet(&format!("deal {deck} --seed 11 --notation {notation}"));
            if dealt.status == 0 {
                let count = tercet_reading("find --count --timeout 1s", &dealt.out);
                assert_ne!(count.status, 2, "{deck} {notation}: {}", count.err);
            }
        }
    }
}

#[test]
fn without_a_seed_each_run_has_its_own_and_prints_it() {
    for line in ["deal", "reduce generate", "simulate --games 9"] {
        let ran = tercet(line);
        let (_, seed) = ran.out.lines().next().unwrap().split_once("seed ").expect(line);
        assert_ne!(tercet(line).out, ran.out, "{line}");
        if !line.starts_with("simulate") {
            assert_eq!(tercet(&format!("{line} --seed {seed}")).out, ran.out);
        }
    }
}

#[test]
fn many_deals_are_those_of_consecutive_seeds() {
    for deck in ["", "-v 4 -p 3 ", "-v 64 -p 2 -n 9 ", "-n 1 ", "-v 40 -p 3 --planted -n 50 "] {
        let many = tercet(&format!("deal {deck}--boards 30 --seed 7"));
        assert_eq!((many.status, many.err.as_str()), (0, ""));
        // The comment before them says "boards", too.
        let (_, pieces) = many.out.split_once("\nboard 1\n").unwrap();
        for (piece, seed) in pieces.split("board ").zip(7..) {
            let one = tercet(&format!("deal {deck}--seed {seed}")).out;
            let cards: Vec<&str> = one.lines().skip(2).collect();
            let dealt: Vec<&str> = piece.lines().skip(usize::from(seed > 7)).collect();
            assert_eq!(dealt, cards, "{deck}--seed {seed}");
        }
    }
}

/// `deal --free`, `--sets` and `--planted` deal what was ordered, as `find` counts it.
#[test]
fn boards_hold_what_was_ordered() {
    for (order, cards, held) in [
        ("--free", 12, Some(0)),
        ("--free -n 20", 20, Some(0)),
        ("--free -n threshold", 9, Some(0)),
        ("--sets 0", 12, Some(0)),
        ("--sets 14", 12, Some(14)),
        ("--sets 2 -n 9", 9, Some(2)),
        ("--free -v 4 -p 2 -n 9", 9, Some(0)),
        ("--sets 1 -v 4 -p 2", 8, Some(1)),
        ("--free -v 3 -p 5", 15, Some(0)),
        ("--sets 3 -v 4 -p 4 -n 24", 24, Some(3)),
        ("--sets 1080 -n 81", 81, Some(1080)),
        ("--free -v 64 -p 21 -n 70", 70, Some(0)),
        ("--planted -v 5 -p 4 -n 20", 20, None),
        ("--planted -n threshold", 9, None),
    ] {
        for seed in 1..3 {
            let line = format!("deal {order} --seed {seed}");
            let ran = tercet(&line);
            assert_eq!(ran.status, 0, "{line}: {}", ran.err);
            assert_eq!(tercet(&line).out, ran.out);
            let found = tercet_reading("find --count --format json", &ran.out).json();
            assert_eq!(found["size"], cards, "{line}");
            let count: u64 = found["count"].as_str().expect("digits").parse().expect("a number");
            assert!(held.map_or(count > 0, |held| held == count), "{line}: {}", ran.out);
        }
    }
    assert_ne!(tercet("deal --free --seed 5").out, tercet("deal --free --seed 6").out);
}

#[test]
fn matchings_are_found_or_there_is_none() {
    // Instances without edges, with one dimension and with two.
    for (text, status) in [
        ("matching 3 2", 1),
        ("matching 1 1\n0", 0),
        ("matching 1 3\n0\n2\n1", 0),
        ("matching 1 3\n0\n2", 1),
        ("matching 2 2\n0 1\n1 0", 0),
        ("matching 2 2\n0 1\n1 1", 1),
        ("matching 128 1", 1),
    ] {
        assert_eq!(tercet_reading("reduce matching -", text).status, status, "{text}");
    }
}

#[test]
fn generated_instances_are_solved_as_they_were_made() {
    for (arguments, statuses) in [
        ("--solution yes", &[0][..]),
        ("--solution no", &[1]),
        ("--solution chance", &[0, 1]),
        ("-k 4 --elements 5 --edges 40 --solution yes", &[0]),
        ("-k 4 --elements 5 --edges 40 --solution no", &[1]),
        ("-k 1 --elements 5 --solution no", &[1]),
        ("-k 2 --elements 1 --solution no", &[1]),
    ] {
        for seed in 1..4 {
            let made = tercet(&format!("reduce generate {arguments} --seed {seed}"));
            assert_eq!((made.status, &*made.err), (0, ""), "{arguments}");
            let status = tercet_reading("reduce matching -", &made.out).status;
            assert!(statuses.contains(&status), "{arguments} --seed {seed}: {status}");
        }
    }
}

/// Knuth's programs read names of at most eight letters.
#[test]
fn an_exact_cover_problem_has_short_names() {
    let card = |value: usize| vec![value.to_string(); 16].join(",");
    let cards: Vec<String> = (0..256).map(card).collect();
    let wide = tercet_reading("reduce cover -", format!("deck 256 16\n{}", cards.join("\n")));
    let lines = wide.out.lines().filter(|line| !line.starts_with('|'));
    assert!(lines.flat_map(str::split_whitespace).all(|name| name.len() <= 8));
    assert!(wide.out.contains("p16=255"));
}

#[test]
fn caps_are_caps() {
    for (points, p) in
        [(2, 1), (4, 2), (9, 3), (20, 4), (45, 5), (112, 6), (236, 7), (512, 8), (1082, 9)]
    {
        let shown = tercet(&format!("caps show {points}"));
        assert_eq!(tercet(&format!("caps show -p {p}")).out, shown.out);
        let verified = tercet_reading("caps verify -i -", &shown.out);
        let says = format!("{points} cards of (3,{p}): a cap (");
        assert!(verified.status == 0 && verified.out.starts_with(&says), "{}", verified.out);
        if p <= 6 {
            let complete = tercet_reading("caps complete", &shown.out);
            assert_eq!(complete.out, format!("{points} cards of (3,{p}): a complete cap\n"));
        }
    }
}

#[test]
fn extended_hands_are_complete() {
    for hand in ["-p 4", "-v 4 -p 3", "-v 2 -p 5", "-v 5 -p 2", "0012 0112"] {
        for by in ["greedy", "random", "best"] {
            let line = format!("caps extend {hand} --seed 5 --by {by}");
            // The search for the best runs until its limit.
            let extended = match by {
                "best" => tercet_within(&line, "", |extended| extended.status == 0),
                _ => tercet(&line),
            };
            assert_eq!(extended.status, 0, "{line}: {}", extended.err);
            let complete = tercet_reading("caps complete", &extended.out);
            assert_eq!(complete.status, 0, "{line}: {}{}", extended.out, complete.out);
        }
    }
}

/// GAP confirms the stated orders of the groups, and that they are stabilisers. Without GAP, only
/// the form of the file is tested.
#[test]
fn gap_agrees() {
    let mut file = String::new();
    for line in [
        "caps sizes -p 3 --list --format gap",
        "odds -v 4 -p 2 --classes --list --format gap",
        "odds -p 2 --distribution sets --list -n 4 --format gap",
        "odds -v 5 -p 2 --classes --list -n 5 --format gap",
    ] {
        let ran = tercet(line);
        assert_eq!(ran.status, 0, "{line}");
        assert!(ran.out.contains("\ntercet := rec( values := ") && ran.out.ends_with("  ] );;\n"));
        file += &ran.out;
        file += "for class in tercet.classes do\n\
                 group := Group(class.generators, ());\n\
                 if Size(group) <> class.stabiliser or tercet.order <> Size(group) * class.hands\n\
                 or not ForAll(class.generators, g -> OnSets(Set(class.hand), g) = Set(class.hand))\n\
                 or not tercet.isWhole then Print(\"wrong: \", class, \"\\n\"); fi;\n\
                 od;\n\
                 Print(\"checked \", Length(tercet.classes), \"\\n\");\n";
    }
    let folder = Folder::new();
    let path = folder.write("classes.g", file + "QUIT;\n");
    let Ok(gap) = std::process::Command::new("gap").args(["-q", "-b", &path]).output() else {
        eprintln!("gap is not installed: its groups are not compared");
        return;
    };
    let said = String::from_utf8_lossy(&gap.stdout).into_owned();
    let checked = said.lines().filter(|line| line.starts_with("checked ")).count();
    assert!(checked == 4 && !said.contains("wrong"), "{said}");
}

/// Decks of all shapes end within their limit, even if they cannot be counted.
#[test]
fn odds_of_all_shapes_are_answered() {
    for line in [
        "odds -v 40 -p 1 --timeout 2s",
        "odds -v 128 -p 1 --timeout 2s",
        "odds -v 1 -p 11 --timeout 2s",
        "odds -v 1 -p 64 --timeout 2s",
        "odds -v 2 -p 14 -n 10000 --timeout 2s",
        "odds -v 3 -p 64 -n 1000000 --timeout 2s",
        "odds -v 256 -p 2 --timeout 1s",
    ] {
        let ran = tercet(line);
        assert!([0, 3].contains(&ran.status), "{line}: {}", ran.err);
    }
    for line in ["-v 1 -p 3", "-v 2 -p 3", "-v 1 -p 1 --distribution sets", "-n 0"] {
        assert_eq!(tercet(&format!("odds {line}")).status, 0, "{line}");
    }
}

/// A probability below the smallest double is not printed as zero.
#[test]
fn tiny_odds_have_their_exponent() {
    let answer = tercet("odds -v 256 -p 16 -n 256 --format json").json();
    let tiny = &answer["lines"][0];
    let probability = tiny["probability"].as_str().unwrap();
    let (mantissa, exponent) = probability.split_once("e-").expect("scientific notation");
    assert_eq!((mantissa.len(), &tiny["odds"]), (9, &tiny["probability"]));
    assert!(exponent.parse::<u32>().unwrap() > 400, "{probability}");
    let digits = |name: &str| tiny[name].as_str().unwrap().len();
    let between = digits("hands") - digits("count");
    assert!((exponent.parse::<usize>().unwrap() - between) < 2, "{probability}");
}
