use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::*;

/// What is read in a text.
fn said(board: &Board, form: Form, text: &str) -> String {
    match import(board, form, text, &Limit::none()) {
        Ok(Claim::Set(set)) => format!("the set {set}"),
        Ok(Claim::Packing { packing, is_most }) => {
            let sets: Vec<String> = packing.sets().iter().map(ToString::to_string).collect();
            format!("{}{}", if is_most { "no more than " } else { "" }, sets.join(", "))
        }
        Ok(Claim::None) => "no set".into(),
        Ok(Claim::Unknown) => "no answer".into(),
        Err(error) => error.to_string(),
    }
}

/// Outputs of outside solvers, and what is read in them. An entry of `solutions.txt` is a line `@ FORM…: CARDS`, with the
/// forms that are read alike and the board; the text, in which `␛` is an escape; and the claim, or the error, after `=> `.
///
/// `TERCET_BLESS=1 cargo test -p tercet-models --lib solutions` writes the claims and errors anew.
#[test]
fn solutions_are_read() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/export/solutions.txt");
    let file = std::fs::read_to_string(path).unwrap();
    let mut written = String::new();
    for entry in format!("\n{file}").split("\n@ ").skip(1) {
        let (head, rest) = entry.split_once('\n').unwrap();
        let (text, _) = rest.rsplit_once("=> ").unwrap();
        let (forms, cards) = head.split_once(": ").unwrap();
        let board: Board = cards.parse().unwrap();
        let plain = text.replace('␛', "\u{1b}");
        // Neither the ends of lines matter, nor whether the last one has an end.
        let texts = [&plain, plain.trim_end_matches('\n'), &plain.replace('\n', "\r\n")];
        let form = |name| Form::ALL.into_iter().find(|form| form.name() == name).expect("a form");
        let read =
            forms.split(' ').flat_map(|name| texts.map(|text| said(&board, form(name), text)));
        let read: BTreeSet<String> = read.collect();
        assert_eq!(read.len(), 1, "{entry}: {read:?}");
        writeln!(written, "@ {head}\n{text}=> {}", read.first().unwrap()).unwrap();
        if std::env::var_os("TERCET_BLESS").is_none() {
            assert!(file.starts_with(&written), "read otherwise:\n{entry}\n{read:?}");
        }
    }
    if std::env::var_os("TERCET_BLESS").is_some() {
        std::fs::write(path, written).unwrap();
    }
}

/// Readers limit the length of a line of LP.
#[test]
fn lines_of_integer_programs_are_short() {
    for cards in [0, 1, 81] {
        let cards: Vec<_> = tercet::Deck::CLASSIC.cards().take(cards).collect();
        let board = Board::new(tercet::Deck::CLASSIC, &cards).unwrap();
        for form in [Form::Lp, Form::PackLp] {
            let text = export(&board, form, Symmetry::None, &Limit::none()).unwrap();
            assert!(text.lines().all(|line| line.starts_with('\\') || line.len() <= 100));
            assert_eq!(text.lines().next_back(), Some("End"));
        }
    }
}

/// Even with wide decks and many groups, names have at most eight characters and colours one.
#[test]
fn names_stay_short() {
    let cards: Vec<String> = (0..256).map(|value| vec![value.to_string(); 16].join(",")).collect();
    let board: Board = format!("deck 256 16\n{}", cards.join("\n")).parse().unwrap();
    let text = export(&board, Form::Dlx, Symmetry::None, &Limit::none()).unwrap();
    let words = text.lines().filter(|line| !line.starts_with('|')).flat_map(str::split_whitespace);
    assert!(words.map(|word| word.split(':').next().unwrap()).all(|name| name.len() <= 8));
    let deck: Vec<_> = tercet::Deck::CLASSIC.cards().collect();
    let text = export(
        &Board::new(tercet::Deck::CLASSIC, &deck).unwrap(),
        Form::Dlx,
        Symmetry::None,
        &Limit::none(),
    )
    .unwrap();
    assert!(text.contains("\ngroup g1:0 g2:0 g3:1\n") && text.contains("g1:1 g2:7 g3:5\n"));
}

/// A message is short even if the line is long.
#[test]
fn messages_are_short() {
    let (board, long) = ("01 12 20 11".parse().unwrap(), "x".repeat(1 << 20));
    for form in Form::ALL {
        let text = |start: &str| format!("{start}{long} {long}\n");
        for text in [text(""), text("inc_1 "), text("=====UNKNOWN====="), text("sat ((k_1_1 |")] {
            let error = said(&board, form, &text);
            assert!(error.chars().count() < 250, "{form}: {error}");
            assert!(error.contains("x…"), "{form}: {error}");
            assert_eq!(error.lines().count(), 1);
        }
    }
}
