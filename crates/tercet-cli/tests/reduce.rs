//! `tercet reduce`: each reduction end to end, its formats, and invalid input.

use crate::common::{refused, tercet, tercet_reading};
use serde_json::{Value, json};

/// An instance whose only perfect matching consists of the first two edges.
const SOLVABLE: &str = "matching 3 2\n0 0 1\n1 1 0\n0 1 1\n";
const UNSOLVABLE: &str = "matching 3 2\n0 0 1\n1 1 1\n";

fn object(text: &str) -> Value {
    serde_json::from_str(text).expect("one JSON object")
}

#[test]
fn matchings_are_found_or_there_is_none() {
    let ran = tercet_reading("reduce matching -", SOLVABLE);
    assert_eq!((ran.status, &*ran.err), (0, ""));
    assert!(ran.out.starts_with("3 edges, 3 dimensions of 2 elements: 4 cards of (3,3)\n0 0 1\n"));
    assert!(ran.out.contains("\n1 1 0\na perfect matching ("), "{}", ran.out);
    let ran = tercet_reading("reduce matching -", UNSOLVABLE);
    assert_eq!(ran.status, 1);
    assert!(ran.out.contains("\nno perfect matching ("), "{}", ran.out);
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
fn a_matching_in_json_has_its_schema() {
    let ran = tercet_reading("reduce matching - --format json --method completion", SOLVABLE);
    let mut found = object(&ran.out);
    assert!(found["seconds"].take().as_f64().is_some());
    assert_eq!(
        found,
        json!({
            "schema": "tercet.reduce-matching/1", "dimensions": 3, "elements": 2, "edge_count": 3,
            "deck": {"values": 3, "properties": 3}, "size": 4, "method": "completion",
            "answer": "found", "matching": [[0, 0, 1], [1, 1, 0]], "seconds": null,
        })
    );
    let none = object(&tercet_reading("reduce matching - --format json", UNSOLVABLE).out);
    assert_eq!((&none["answer"], &none["matching"]), (&json!("none"), &Value::Null));
    assert_eq!(none["chosen_by"], "hybrid");
}

#[test]
fn the_board_of_a_matching_is_read_by_other_commands() {
    for (text, status) in [(SOLVABLE, 0), (UNSOLVABLE, 1)] {
        let board = tercet_reading("reduce matching - --board", text);
        assert_eq!(board.status, 0);
        assert_eq!(tercet_reading("find", &board.out).status, status, "{}", board.out);
    }
    let board = tercet_reading("reduce matching - --board --format json", SOLVABLE);
    assert_eq!(
        object(&board.out),
        json!({
            "schema": "tercet.reduce-matching-board/1", "dimensions": 3, "elements": 2,
            "edge_count": 3, "deck": {"values": 3, "properties": 3}, "size": 4,
            "cards": ["001", "110", "011", "222"],
        })
    );
    let kept = tercet("reduce matching boards/matching.txt");
    assert_eq!(kept.status, 0);
}

#[test]
fn a_matching_can_be_stopped() {
    let hard = tercet("reduce generate --elements 60 --edges 2000 --solution no --seed 1").out;
    let ran = tercet_reading("reduce matching - --timeout 50ms", &hard);
    assert_eq!(ran.status, 3);
    assert!(ran.out.contains("stopped: the time limit was reached before an answer ("));
    let ran = tercet_reading("reduce matching - --timeout 50ms --format json", &hard);
    let answer = object(&ran.out);
    assert_eq!((ran.status, &answer["answer"]), (3, &json!("stopped")));
    assert_eq!(answer["reason"]["code"], "deadline");
    assert_eq!(answer["reason"]["message"], "the time limit was reached");
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
    let made = object(
        &tercet("reduce generate --elements 2 --edges 2 --solution yes --seed 5 --format json").out,
    );
    assert_eq!(made["schema"], "tercet.reduce-generate/1");
    assert_eq!((&made["dimensions"], &made["elements"]), (&json!(3), &json!(2)));
    assert_eq!((&made["solution"], &made["seed"]), (&json!("yes"), &json!("5")));
    assert_eq!(made["edges"].as_array().unwrap().len(), 2);
    let instance = made["instance"].as_str().unwrap();
    assert_eq!(tercet_reading("reduce matching -", instance).status, 0);
    // A fresh seed is printed, and makes the same instance again.
    let fresh = tercet("reduce generate").out;
    let seed = fresh.lines().next().unwrap().rsplit(' ').next().unwrap();
    assert_eq!(tercet(&format!("reduce generate --seed {seed}")).out, fresh);
}

#[test]
fn a_graph_becomes_a_board_whose_sets_are_its_edges() {
    let path = "graph 4  # a path\n0 1\n2 1\n2 3\n";
    let board = tercet_reading("reduce graph -", path);
    assert_eq!(board.status, 0);
    assert_eq!(
        board.out,
        "# 3 edges, 4 vertices: 7 cards of (3,4)\ndeck 3 4\n\
         1000 0100 0010 0001 2200 0220 0022\n"
    );
    let sets = object(&tercet_reading("find --all --format json", &board.out).out);
    assert_eq!(
        sets["sets"],
        json!([["1000", "0100", "2200"], ["0100", "0010", "0220"], ["0010", "0001", "0022"]])
    );
    let board = object(&tercet_reading("reduce graph - --format json", "graph 2\n1 0").out);
    assert_eq!(
        board,
        json!({
            "schema": "tercet.reduce-graph/1", "vertices": 2, "edges": [[1, 0]],
            "deck": {"values": 3, "properties": 2}, "size": 3, "cards": ["10", "01", "22"],
        })
    );
    assert_eq!(tercet_reading("reduce graph -", "graph 1").out.lines().count(), 3);
}

#[test]
fn a_board_becomes_exact_cover_problems() {
    let text = "\
| 5 cards of (3,2)
| group 1: no agreement, 5 options
p1=0 p1=1 p1=2 p2=0 p2=1 p2=2
p1=0 p2=1
p1=1 p2=2
p1=2 p2=0
p1=1 p2=1
p1=1 p2=0

| group 2: agreement p1=1, 3 options
p2=0 p2=1 p2=2
p2=2
p2=1
p2=0
";
    let cards = "01 12 20 11 10";
    assert_eq!(tercet(&format!("reduce cover {cards}")).out, text);
    let second = tercet(&format!("reduce cover {cards} --group 2")).out;
    assert_eq!(
        second.lines().skip(1).collect::<Vec<_>>(),
        text.lines().skip(9).collect::<Vec<_>>()
    );
    assert_eq!(
        object(&tercet(&format!("reduce cover {cards} --group 2 --format json")).out),
        json!({
            "schema": "tercet.reduce-cover/1", "deck": {"values": 3, "properties": 2}, "size": 5,
            "cards": ["01", "12", "20", "11", "10"],
            "problems": [{
                "group": 2, "agreement": [[0, 1]], "items": [[1, 0], [1, 1], [1, 2]],
                "options": [[2], [1], [0]], "positions": [1, 3, 4],
            }],
        })
    );
    let none = tercet("reduce cover 00 11");
    assert_eq!(
        (none.status, &*none.out),
        (0, "| 2 cards of (3,2): no exact cover problem, so no set\n")
    );
    // No name exceeds the limit of Knuth's programs.
    let wide = tercet_reading("reduce cover -", "deck 256 16\n".to_owned() + &long_cards());
    let longest = wide.out.lines().filter(|line| !line.starts_with('|'));
    assert!(longest.flat_map(str::split_whitespace).all(|name| name.len() <= 8));
    assert!(wide.out.contains("p16=255"));
}

/// The 256 cards of (256,16) that have the same value in every property.
fn long_cards() -> String {
    let card = |value: usize| vec![value.to_string(); 16].join(",");
    (0..256).map(card).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_board_becomes_a_hypergraph() {
    let ran = tercet("reduce hypergraph 01 12 20 11");
    assert_eq!((ran.status, &*ran.err), (0, ""));
    assert_eq!(ran.out, "% 4 cards of (3,2)\n4 6\n1 5\n2 6\n3 4\n2 5\n");
    assert_eq!(
        object(&tercet("reduce hypergraph 01 12 --format json").out),
        json!({
            "schema": "tercet.reduce-hypergraph/1", "deck": {"values": 3, "properties": 2},
            "size": 2, "cards": ["01", "12"], "vertices": 6, "hyperedges": [[0, 4], [1, 5]],
        })
    );
    let table = tercet("reduce hypergraph -i boards/photographed.txt --board table-02").out;
    assert!(table.contains("\n12 12\n"));
}

#[test]
fn deals_at_the_threshold_and_planted_ones() {
    let threshold = tercet("deal -n threshold --seed 3").out;
    assert_eq!(threshold, tercet("deal -n 9 --seed 3").out);
    for seed in 0..5 {
        let planted = tercet(&format!("deal -v 5 -p 4 -n 20 --planted --seed {seed}"));
        assert!(planted.out.starts_with("# 20 cards of (5,4), dealt with --planted --seed"));
        assert_eq!(tercet_reading("find", &planted.out).status, 0);
    }
    let planted = object(&tercet("deal --planted -n threshold --seed 1 --format json").out);
    let cards = planted["cards"].as_array().unwrap();
    assert_eq!((cards.len(), &planted["schema"]), (9, &json!("tercet.deal/1")));
    let set = planted["planted"].as_array().unwrap();
    assert!(set.len() == 3 && set.iter().all(|card| cards.contains(card)));
    assert_eq!(object(&tercet("deal --format json").out).get("planted"), None);
}

/// Writes a file, reduces it, and checks the refusal, which names the file.
fn refused_file(kind: &str, content: impl AsRef<[u8]>, parts: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("problem.txt");
    std::fs::write(&file, content).unwrap();
    let ran = tercet(&format!("reduce {kind} {}", file.display()));
    refused(&ran, parts);
    refused(&ran, &["problem.txt"]);
}

#[test]
fn files_that_are_no_instances() {
    refused_file("matching", "", &[":1:1:", "'matching K N'", "such as 'matching 3 4'"]);
    refused_file("matching", "0 1 2\n", &[":1:1:", "'matching K N'"]);
    refused_file("matching", b"matching 2 2\n0 \xff", &[":2:3:", "UTF-8"]);
    refused_file("matching", "matching 3 2\n0 0 1\n0 1", &[":3:1:", "'0 1'", "give 3, not 2"]);
    refused_file("matching", "matching 3 2\n0 0 2", &[":2:5:", "'0 0 2'", "0 to 1", "correct it"]);
    refused_file("matching", "matching 2 2\n0 a", &[":2:3:", "'a'", "not a number"]);
    refused_file("matching", "matching 2 2\n0 1\n0 1", &[":3:1:", "first at line 2, column 1"]);
    refused_file("matching", "matching 0 2", &[":1:1:", "at least 1 dimension"]);
    refused_file("matching", "matching 2 0", &[":1:1:", "at least 1 element"]);
    refused_file("matching", "matching 3 256", &["257 values", "the range is 1 to 256"]);
    refused_file("matching", "matching 100 2", &["100 properties", "the range is 1 to 64"]);
    let most = usize::MAX;
    refused_file("matching", format!("matching {most} {most}"), &["too large"]);
    let told_once = tercet_reading("reduce matching -", "matching 200 2\n").err;
    assert_eq!(told_once.matches("the range is 1 to 64").count(), 1, "{told_once}");
    refused_file("matching", format!("matching {most}0 2"), &["'matching K N'"]);
    refused_file("graph", "matching 3 2", &[":1:1:", "'graph N'"]);
    refused_file("graph", "graph 2\n0", &[":2:1:", "'0'", "two numbers"]);
    refused_file("graph", "graph 2\n0 2", &[":2:3:", "0 to 1"]);
    refused_file("graph", "graph 2\n0 0", &[":2:1:", "remove it"]);
    refused_file("graph", "graph 2\n0 1\n1 0", &[":3:1:", "line 2, column 1"]);
    refused_file("graph", "graph 65", &["65 properties", "the range is 1 to 64"]);
    refused_file("graph", "graph 0", &[":1:1:", "at least 1 vertex"]);
}

#[test]
fn reductions_that_cannot_be() {
    refused(&tercet("reduce matching boards"), &["boards", "directory", "name a file"]);
    refused(&tercet("reduce graph nowhere.txt"), &["nowhere.txt", "check the path"]);
    for search in ["--methods cover", "--symmetry none", "--smt-solver z3"] {
        let (flag, _) = search.split_once(' ').unwrap();
        refused(&tercet(&format!("reduce matching - --board {search}")), &["--board", flag]);
    }
    refused(
        &tercet_reading("reduce matching - -m spectrum", SOLVABLE),
        &["spectrum cannot", "find one set"],
    );
    refused(&tercet("reduce cover 01 13"), &["argument 2: ", "value 3"]);
    refused(&tercet("reduce hypergraph"), &["standard input:1:1", "no cards"]);
    refused(&tercet("reduce generate -k 0"), &["'0'", "--dimensions", "at least 1"]);
    let fixed = tercet("reduce generate -k 1 --elements 5 --edges 3 --solution yes");
    refused(&fixed, &["--edges 3", "only 5 can"]);
}

#[cfg(unix)]
#[test]
fn endless_files_are_not_read_to_their_end() {
    for line in [
        "reduce matching /dev/zero",
        "reduce graph /dev/zero",
        "reduce cover -i /dev/zero",
        "find -i /dev/zero",
        "caps verify -i /dev/zero",
        "export --to dlx -i /dev/zero",
        "import-solution --from dlx --solution /dev/zero 00 11",
    ] {
        refused(&tercet(line), &["/dev/zero:1:1: ", "not text"]);
    }
}

/// The lines after a huge request are answered, too.
#[test]
fn a_huge_instance_is_refused_at_once() {
    let huge =
        "one perfect matching is expected in 34391435 edges, but at most 1500000 can be drawn";
    let remedy = "choose another number with --edges";
    refused(&tercet("reduce generate -k 20"), &["-k 20 --elements 10: ", huge, remedy]);
    let input = "{\"ask\":\"reduce-generate\",\"dimensions\":20}\n{\"ask\":\"methods\"}\n";
    let ran = tercet_reading("ask", input);
    let lines: Vec<Value> = ran.out.lines().map(object).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!((&lines[0]["code"], &lines[0]["message"]), (&json!("out-of-range"), &json!(huge)));
    assert_eq!(lines[1]["schema"], "tercet.methods/1");
    let large = "reduce generate --elements 250 --edges 9000000 --timeout 1ms";
    let ran = tercet(large);
    assert_eq!((ran.status, &*ran.out), (3, ""));
    assert_eq!(ran.err, "tercet: stopped: the time limit was reached before an answer\n");
}
