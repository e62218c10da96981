//! The checkers in Python on files that they cannot read, and beside `tercet verify`.

use std::fs;
use std::process::Command;

use crate::common::{Folder, Ran, ran, root, tercet};

/// Runs a checker on files.
fn checked(checker: &str, files: &[&str]) -> Ran {
    let mut python = Command::new("python3");
    python.arg("-B").arg(root().join("checkers").join(checker)).args(files);
    ran(&python.output().expect("python3 starts"))
}

/// Whatever is wrong is said in one line, with the status 2.
#[test]
fn what_a_checker_cannot_read_is_said_in_a_line() {
    let folder = Folder::new();
    let hand = "2 3 1 001010100";
    #[rustfmt::skip]
    let cases: [(&str, &[&str]); 5] = [
        ("most_sets.py", &["", "\n", "2", "2 3\n", "2 3 1", "2 3 1 0010101", "2 3 1 001010102", "5 3 1 001010100",
            "2 -3 1 001010100", "2 3 ² 001010100", "2 3 1 001010100 1", "x 3 1 001010100", "\0"]),
        ("complete_caps.py", &["", "\n", "00 01 10 11\n\n", "00 1\n", "00 03", "00 0x", "00 ²0", "-1 00", "\0"]),
        ("packing.py", &["", "\n", "{}", "[]", "null", "1", "{", "{\"size\":1}", "{}{}", "[[[", "\0", "\"\\ud800\""]),
        ("encode.py", &["", "\n", "deck", "deck 3", "deck 3 x\n00", "00 0", "00 00", "0,,0", "é", "\0"]),
        ("check.py", &["", "\n", "deck", "deck 3", "deck 3 x\n00", "00 0", "00 00", "0,,0", "é", "\0"]),
    ];
    let check = |checker: &str, text: &str| {
        let file = folder.write("file", text);
        let files = [&*file, &*file];
        let ran = checked(checker, &files[..=usize::from(checker == "check.py")]);
        let is_line = ran.err.starts_with(&format!("{checker}: ")) && ran.err.lines().count() == 1;
        assert!(ran.status == 2 && is_line, "{checker} of {text:?}: {}", ran.err);
    };
    for (checker, texts) in cases {
        let ran = checked(checker, &[]);
        assert!(ran.status == 2 && ran.err.contains("usage: "), "{checker}: {}", ran.err);
        for text in texts {
            check(checker, text);
        }
    }
    check("most_sets.py", &format!("{hand}\n\n{hand}\n"));
}

/// A card of two properties, in a deck that has one.
const WIDE: &str = r#"{"deck":{"values":3,"properties":1},"size":3,"sets":[["00","1","2"]],"positions":[[0,1,2]],
    "count":"1","bound":1,"proved":true,"proof":"cards"}"#;

/// A file has any number of answers. Both say of it whether all are proved, one is not, or one is none.
#[test]
fn files_of_packings_are_read_by_one_rule() {
    let folder = Folder::new();
    folder.write("boards", tercet("deal --boards 2 --seed 1").out);
    let both = folder.tercet("pack -i @boards --json").out;
    let one = both.lines().next().unwrap();
    let forged = one.replacen("\"bound\":", "\"bound\":1", 1);
    let open = format!("{{\"note\":{}{},", "[".repeat(150), "]".repeat(150));
    #[rustfmt::skip]
    let cases = [
        (both.clone(), 0),
        (both.replace('\n', ""), 0),
        (both.replace('\n', " "), 0),
        (both.replace('\n', "\u{c}"), 0),
        (both.replace(',', ",\r\n"), 0),
        (format!("\u{feff}{both}"), 0),
        (format!("\u{feff}\n \n{both}"), 0),
        (format!("{}{both}", " \n".repeat(1000)), 0),
        (format!("{one}\n{forged}"), 1),
        (format!("{forged}{one}"), 1),
        (format!("{one}{{}}"), 2),
        (format!("{forged}\n{{}}"), 2),
        (format!("{one},{one}"), 2),
        (format!("{one}x"), 2),
        (format!("[{one}]"), 2),
        (format!("\u{a0}{one}"), 2),
        (one.replacen('{', &open, 1), 2),
        (one[..one.len() - 1].into(), 2),
        (WIDE.into(), 1),
        (String::new(), 2),
        (" \n\n".into(), 2),
        ("\u{feff}".into(), 2),
    ];
    for (text, expected) in cases {
        let file = folder.write("packings", &text);
        let [python, rust] = [checked("packing.py", &[&file]), folder.tercet("verify @packings")];
        let said = [python.err, rust.err];
        assert_eq!([python.status, rust.status], [expected; 2], "{text}: {said:?}");
    }
}

/// What pages say about the length of a program is its length.
#[test]
fn programs_have_the_lines_that_are_said() {
    let text = |file: &str| fs::read_to_string(root().join(file)).unwrap();
    for (page, said, program) in [
        ("checkers/README.md", "its {} lines |", "check.py"),
        ("checkers/README.md", "`bits.ml`, {} lines", "coq/bits.ml"),
        ("checkers/README.md", "from the rule alone and in {} lines:", "encode.py"),
        ("checkers/README.md", "`most_sets.py` has {} lines", "most_sets.py"),
        ("checkers/README.md", "`symmetric_caps.py` has {} lines", "symmetric_caps.py"),
        ("checkers/README.md", "beside its {} lines, is that each cap", "cap_partitions.py"),
        ("checkers/README.md", "its {} lines, and that the answer", "packing.py"),
        ("checkers/README.md", "up to symmetry, in {} lines", "set_free.c"),
        ("guide/src/packing.md", "in {} lines of Python", "packing.py"),
        ("guide/src/caps.md", "A program of {} lines finds", "cap_partitions.py"),
        ("guide/src/proof.md", "checker of {} lines of Python", "check.py"),
    ] {
        let lines = text(&format!("checkers/{program}")).lines().count();
        let (page, said) = (text(page).replace('\n', " "), said.replace("{}", &lines.to_string()));
        assert!(page.contains(&said), "{said}");
    }
}
