//! Answers about packing: their certificates prove them, forged ones prove nothing, and the checker in
//! Python says the same.

use std::fmt::Display;
use std::io::Write;
use std::process::Command;

use serde_json::{Value, json};
use tercet_app::{
    CheckPacking, Pack, PackProof, Packer, PackingOfBoard, Question, Session, Status,
};
use tercet_testkit::boards::{dealt, deck};
use tercet_testkit::tries_everything;

fn packed(v: usize, p: usize, n: usize, seed: u64) -> PackingOfBoard {
    let board = dealt(deck(v, p), seed, n).into();
    Pack { board, ..Pack::default() }.ask(&Session::new()).unwrap()
}

/// Whether the answer is proved; an error says that it cannot be read.
fn is_proved(answer: &impl ToString) -> Option<bool> {
    let question = CheckPacking { packed: answer.to_string(), ..CheckPacking::default() };
    question.ask(&Session::new()).ok().map(|checked| checked.ending.answer == Status::Yes)
}

/// What the checker in Python says about each of these answers, like [`is_proved`].
fn verdicts(answers: &[impl Display]) -> Vec<Option<bool>> {
    // It lists the sets of a board once, for all answers about that board: that takes most of its time.
    const EACH: &str = "
import functools, sys
sys.path.insert(0, sys.argv[1])
import packing
listed = packing.sets_of
once = functools.cache(lambda board, v: [*listed(board, v)])
packing.sets_of = lambda board, v, chosen=(): listed(board, v, chosen) if chosen else once((*board,), v)
for line in open(sys.argv[2]):
    try:
        [(_, answer)] = packing.read(line)
        print(packing.is_proved(answer) is True)
    except Exception:
        print(None)";
    let mut file = tempfile::NamedTempFile::new().unwrap();
    for answer in answers {
        writeln!(file, "{answer}").unwrap();
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../checkers");
    let mut python = Command::new("python3");
    let output = python.arg("-Bc").arg(EACH).arg(folder).arg(file.path()).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let verdict = |line: &str| (line != "None").then_some(line == "True");
    std::str::from_utf8(&output.stdout).unwrap().lines().map(verdict).collect()
}

/// A hundred packings under `./test --all`, and a fifth of them otherwise.
#[test]
fn packings_are_proved_by_weights() {
    let mut answers = Vec::new();
    for seed in 1..=if tries_everything() { 100 } else { 20 } {
        let packed = packed(5, 3, 60, seed);
        let by_cards = packed.found.sets.len() == 12;
        assert!(
            matches!(packed.found.proof, Some(PackProof::Weights { .. })) != by_cards,
            "seed {seed}"
        );
        let answer = serde_json::to_value(&packed).unwrap();
        assert_eq!(is_proved(&answer), Some(true), "seed {seed}");
        answers.push(answer);
    }
    answers.truncate(answers.len() / 10);
    assert_eq!(verdicts(&answers), vec![Some(true); answers.len()]);
}

/// What differs from an answer in one place, or lacks a part of it.
fn forgeries(answer: &Value) -> Vec<Value> {
    let mut forgeries = Vec::new();
    let mut with = |path: &str, change: &dyn Fn(&mut Value)| {
        let mut forgery = answer.clone();
        change(forgery.pointer_mut(path).unwrap_or_else(|| panic!("{path}: {answer}")));
        forgeries.push(forgery);
    };
    let remove =
        |index: usize| move |list: &mut Value| drop(list.as_array_mut().unwrap().remove(index));
    for part in ["/sets", "/positions"] {
        with(part, &remove(0));
        with(&format!("{part}/0"), &remove(0));
    }
    with("/sets", &|sets| sets[0] = sets[1].clone());
    with("/sets/0", &|set| set[0] = set[1].clone());
    with("/positions/0", &|set| set[0] = json!(1000));
    with("/positions/1", &|set| set[0] = answer["positions"][0][0].clone());
    with("/proved", &|proved| *proved = json!(false));
    with("/bound", &|bound| *bound = json!(bound.as_u64().unwrap() + 1));
    with("/count", &|count| *count = json!("1"));
    with("", &|answer| drop(answer.as_object_mut().unwrap().remove("proof")));
    for proof in ["cards", "search"] {
        with("/proof", &|it| *it = json!(proof));
    }
    // A smaller packing, said to be the largest.
    with("", &|answer| {
        let sets = answer["sets"].as_array().unwrap().len() - 1;
        remove(0)(&mut answer["sets"]);
        remove(0)(&mut answer["positions"]);
        (answer["bound"], answer["count"]) = (json!(sets), json!(sets.to_string()));
    });
    with("/size", &|size| *size = json!(size.as_u64().unwrap() - 1));
    with("/proof/weights/board", &remove(0));
    with("/proof/weights/board", &|board| board[0] = board[1].clone());
    with("/proof/weights/parts", &|parts| *parts = json!([]));
    with("/proof/weights/parts", &|parts| parts.as_array_mut().unwrap().push(json!([])));
    for (part, all) in answer["proof"]["weights"]["parts"].as_array().unwrap().iter().enumerate() {
        let path = format!("/proof/weights/parts/{part}");
        for weights in 0..all.as_array().unwrap().len() {
            let path = format!("{path}/{weights}");
            with(&format!("{path}/of"), &remove(0));
            with(&format!("{path}/least"), &|least| *least = json!(least.as_u64().unwrap() + 1));
            with(&format!("{path}/least"), &|least| *least = json!(u64::MAX));
        }
        if let Some(last) = all.as_array().unwrap().len().checked_sub(1) {
            // The last weights ended a branch that no others had ended.
            with(&path, &remove(last));
            with(&format!("{path}/{last}/of"), &|of| {
                *of = json!(vec![0; of.as_array().unwrap().len()]);
            });
        }
    }
    forgeries
}

/// Four boards of each kind under `./test --all`, and one otherwise.
#[test]
fn forged_certificates_prove_nothing() {
    let boards = if tries_everything() { 4 } else { 1 };
    let (mut forged, mut weighed) = (0, 0);
    for (v, p, n) in [(3, 4, 12), (3, 4, 21), (4, 3, 30), (5, 3, 40), (6, 3, 60), (7, 2, 42)] {
        for seed in 0..boards {
            let packed = packed(v, p, n, seed);
            let mut answers = vec![serde_json::to_value(&packed).unwrap()];
            if let Some(PackProof::Weights { parts, .. }) = packed.found.proof
                && packed.found.sets.len() > 1
            {
                weighed += parts.concat().len();
                answers.extend(forgeries(&answers[0]));
            }
            // Both checkers agree, and only the first answer is no forgery.
            for (i, (answer, verdict)) in answers.iter().zip(verdicts(&answers)).enumerate() {
                let what = format!("({v},{p}), seed {seed}, forgery {i}: {answer}");
                assert_eq!(is_proved(answer), verdict, "{what}");
                assert_eq!(verdict == Some(true), i == 0, "{what}");
            }
            forged += answers.len() - 1;
        }
    }
    let are_enough = forged > 75 * boards as usize && 4 * weighed > 10 * boards as usize;
    assert!(are_enough, "{forged} forgeries, {weighed} weights");
}

/// One rule says how an answer may be written; `checkers/README.md` has it.
#[test]
fn odd_json_is_read_by_one_rule() {
    const REFUSED: Option<bool> = None;
    const PROVED: Option<bool> = Some(true);
    const UNPROVED: Option<bool> = Some(false);
    let answer = serde_json::to_string(&packed(3, 4, 21, 27)).unwrap();
    let begin = r#""sets":[[""#;
    let card = &answer[answer.find(begin).unwrap() + begin.len()..][..4];
    let values: Vec<_> = card.split("").filter(|value| !value.is_empty()).collect();
    let first = format!("{begin}{card}");
    let [commas, blanks, signs] =
        [",", ", ", ",+"].map(|between| format!("{begin}{}", values.join(between)));
    #[rustfmt::skip]
    let cases = [
        ("", "", PROVED),
        // Cards, and what only Python takes for a number.
        (&first, &commas, PROVED),
        (&first, &blanks, UNPROVED),
        (&first, &signs, UNPROVED),
        // Whole numbers: the count as a text, the others by their values.
        (r#""count":"4""#, r#""count":4"#, REFUSED),
        (r#""count":"4""#, r#""count":4.0"#, REFUSED),
        (r#""count":"4""#, r#""count":"04""#, REFUSED),
        (r#""count":"4""#, r#""count":"+4""#, REFUSED),
        (r#""count":"4""#, r#""count":"4.0""#, REFUSED),
        (r#""count":"4""#, r#""count":"""#, REFUSED),
        (r#""count":"4""#, r#""count":"²""#, REFUSED),
        (r#""count":"4""#, r#""count":null"#, REFUSED),
        (r#""count":"4""#, r#""count":"3""#, UNPROVED),
        (r#""count":"4""#, r#""count":"-1""#, REFUSED),
        (r#""count":"4""#, &format!(r#""count":"{}""#, "4".repeat(5000)), UNPROVED),
        (r#""bound":4"#, r#""bound":4.0"#, PROVED),
        (r#""bound":4"#, r#""bound":4e0"#, PROVED),
        (r#""bound":4"#, r#""bound":0.4E+1"#, PROVED),
        (r#""bound":4"#, r#""bound":4.5"#, REFUSED),
        (r#""bound":4"#, r#""bound":04"#, REFUSED),
        (r#""bound":4"#, r#""bound":+4"#, REFUSED),
        (r#""bound":4"#, r#""bound":-4"#, REFUSED),
        (r#""bound":4"#, r#""bound":"4""#, REFUSED),
        (r#""bound":4"#, r#""bound":true"#, REFUSED),
        (r#""bound":4"#, r#""bound":-0"#, UNPROVED),
        (r#""size":21"#, r#""size":18446744073709551615"#, UNPROVED),
        (r#""size":21"#, r#""size":18446744073709551616"#, REFUSED),
        (r#""size":21"#, r#""size":1e20"#, REFUSED),
        (r#""size":21"#, r#""size":1e15"#, UNPROVED),
        (r#""size":21"#, r#""size":Infinity"#, REFUSED),
        (r#""least":"#, r#""least":0.0,"x":"#, REFUSED),
        // Fields that stand twice, in any object.
        (r#""size":21"#, r#""size":21,"size":21"#, REFUSED),
        (r#""count":"4""#, r#""count":"4","count":"4""#, REFUSED),
        (r#""values":3"#, r#""values":3,"values":3"#, REFUSED),
        (r#""least":"#, r#""least":1,"least":"#, REFUSED),
        (r#""board":"#, r#""board":[],"board":"#, REFUSED),
        (r#""size":21"#, r#""size":21,"note":{"a":1,"a":1}"#, REFUSED),
        // Values of another type, and fields that are missing.
        (r#""proved":true"#, r#""proved":1"#, REFUSED),
        (r#""proved":true"#, r#""proved":"true""#, REFUSED),
        (r#""proved":true"#, r#""proved":false"#, UNPROVED),
        (r#""proved":"#, r#""prove":"#, REFUSED),
        (r#""sets":[["#, r#""sets":[[1,"#, REFUSED),
        (r#""sets":[["#, r#""sets":[["zzzz","#, UNPROVED),
        (r#""sets":"#, r#""sets":null,"x":"#, REFUSED),
        (r#""positions":[["#, r#""positions":[["1","#, REFUSED),
        (r#""positions":[["#, r#""positions":[[-1,"#, REFUSED),
        (r#""positions":"#, r#""positions":{},"x":"#, REFUSED),
        (r#"{"values":3,"properties":4}"#, r#"{"properties":4.0,"values":3}"#, PROVED),
        (r#"{"values":3,"properties":4}"#, "{}", REFUSED),
        (r#"{"values":3,"properties":4}"#, "[3,4]", REFUSED),
        (r#"{"values":3,"properties":4}"#, r#"{"values":3,"properties":4,"x":0}"#, REFUSED),
        (r#"{"values":3,"properties":4}"#, r#"{"values":0,"properties":4}"#, REFUSED),
        (r#"{"values":3,"properties":4}"#, r#"{"values":257,"properties":4}"#, REFUSED),
        (r#"{"values":3,"properties":4}"#, r#"{"values":256,"properties":17}"#, REFUSED),
        (r#"{"values":3,"properties":4}"#, r#"{"values":256,"properties":16}"#, UNPROVED),
        (r#""proof":"#, r#""proof":null,"x":"#, UNPROVED),
        (r#""proof":"#, r#""proof":"search","x":"#, UNPROVED),
        (r#""proof":"#, r#""proof":"hope","x":"#, REFUSED),
        (r#""proof":"#, r#""proof":{"cards":null},"x":"#, REFUSED),
        (r#""proof":"#, r#""proof":{},"x":"#, REFUSED),
        (r#""proof":{"#, r#""proof":{"x":1,"#, REFUSED),
        (r#""least":"#, r#""x":1,"least":"#, REFUSED),
        // What is not checked.
        (r#""method":"#, r#""by":"#, PROVED),
        (r#""seconds":"#, r#""note":[null,1.5,"é"],"s":"#, PROVED),
        (r#""seconds":"#, "\"note\":\"one\u{2028}line\",\"s\":", PROVED),
        (r#""seconds":"#, r#""s":1e999,"x":"#, REFUSED),
        (r#""seconds":"#, r#""s":NaN,"x":"#, REFUSED),
        (r#"{"deck""#, r#"{"board":"a","deck""#, PROVED),
        (r#"{"deck""#, r#"{"board":null,"deck""#, PROVED),
        (r#"{"deck""#, r#"{"board":5,"deck""#, REFUSED),
        (r#"{"deck""#, r#"{"schema":"tercet.pack/1","deck""#, PROVED),
        (r#"{"deck""#, r#"{"schema":"tercet.pack-fewest/1","deck""#, REFUSED),
        (r#"{"deck""#, r#"{"schema":null,"deck""#, REFUSED),
        (r#"{"deck""#, r#"[{"deck""#, REFUSED),
        (r#"{"deck""#, r#" {"deck""#, PROVED),
    ];
    let texts = cases.map(|(from, to, _)| {
        assert!(answer.contains(from), "{from} in {answer}");
        answer.replacen(from, to, 1)
    });
    for ((text, verdict), (from, to, expected)) in texts.iter().zip(verdicts(&texts)).zip(cases) {
        assert_eq!([is_proved(text), verdict], [expected; 2], "{from} to {to}");
    }
}

#[test]
fn further_fields_are_read_by_one_rule() {
    let answer = serde_json::to_string(&packed(3, 4, 21, 27)).unwrap();
    let nested = |levels: usize, inside: &str| {
        format!("{}{inside}{}", "[".repeat(levels), "]".repeat(levels))
    };
    let cases = [
        ("9".repeat(300), true),
        ("9".repeat(400), false),
        (format!("-{}", "9".repeat(5000)), false),
        ("-1e400".into(), false),
        (r#""\ud83d\ude00""#.into(), true),
        (r#""\ud83d""#.into(), false),
        (r#"{"\udc00":0}"#.into(), false),
        (nested(99, ""), true),
        (nested(100, ""), false),
        (nested(99, "0"), false),
        (nested(5000, ""), false),
    ];
    let texts = cases
        .each_ref()
        .map(|(value, _)| answer.replacen(r#""seconds":"#, &format!(r#""s":{value},"x":"#), 1));
    for ((text, verdict), (value, is_read)) in texts.iter().zip(verdicts(&texts)).zip(cases) {
        assert_eq!([is_proved(text), verdict], [is_read.then_some(true); 2], "{value}");
    }
    assert_eq!(is_proved(&format!("\u{feff}{answer}")), Some(true), "a byte order mark");
}

#[test]
fn what_is_not_an_answer_is_refused_in_a_line() {
    for text in ["", "{}", "[]", "null", "nonsense\nand more", r#"{"schema":"tercet.pack/1"}"#] {
        let question = CheckPacking { packed: text.into(), ..CheckPacking::default() };
        let error = question.ask(&Session::new()).unwrap_err().to_string();
        assert!(error.starts_with("this is not an answer to 'pack': ") && !error.contains('\n'));
    }
    let greedy =
        Pack { packer: Packer::Greedy, board: dealt(deck(3, 4), 1, 21).into(), ..Pack::default() };
    let answer = serde_json::to_value(greedy.ask(&Session::new()).unwrap()).unwrap();
    assert_eq!((is_proved(&answer), answer.get("proof")), (Some(false), None));
}
