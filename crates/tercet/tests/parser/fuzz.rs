//! Random texts, and nearly valid files.

use std::fmt::Write as _;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use tercet::deal::Dealer;
use tercet::file::{BoardProblem, NamedBoard, PartialDeck, Place, parse_boards};
use tercet::notation::Notation;
use tercet::{Board, Deck};

/// Pieces of the format, and of text that resembles it.
pub(super) const TOKENS: &[&str] = &[
    "deck", "board", "deck ", "board ", "\ndeck ", "\nboard ", " ", " ", " ", "\n", "\n", "\r\n",
    "\r", "\t", "#", ",", ",", "0", "1", "2", "3", "9", "36", "255", "256", "257", "3 4", "4 3",
    "012", "120", "0121", "2RhO", "1GsD", "0,1,2", "a", "z", "Z", "R", "s", "_", "-1", "+1", "1.5",
    "99999999", "\0", "\u{1b}", "\u{feff}", "é", "٣", "\u{3000}", "\u{2028}", "\u{85}",
];

/// What the caller of the reader may know, or believe.
pub(super) fn known() -> impl Strategy<Value = PartialDeck> {
    let number = prop_oneof![
        2 => Just(None),
        4 => (0..6_usize).prop_map(Some),
        1 => select(vec![36, 37, 64, 65, 128, 256, 257, usize::MAX]).prop_map(Some),
    ];
    let some = (number.clone(), number);
    prop_oneof![
        3 => Just(PartialDeck::default()),
        1 => some.prop_map(|(values, properties)| PartialDeck { values, properties }),
    ]
}

/// A deck of any shape, the small ones more often.
fn deck() -> impl Strategy<Value = Deck> {
    let values = prop_oneof![2 => 1..6_usize, 1 => 30..40_usize, 1 => 1..257_usize];
    (values, any::<Index>()).prop_map(|(v, p)| {
        let most = (1..=128).rev().find(|&p| Deck::new(v, p).is_ok()).unwrap();
        Deck::new(v, 1 + p.index(most.min(6))).unwrap()
    })
}

/// Writes boards as a file, each card in its own notation.
pub(super) fn file(
    boards: &[NamedBoard],
    notation: impl Fn(usize) -> Notation,
    end: &str,
) -> String {
    let mut text = String::new();
    for NamedBoard { name, board, .. } in boards {
        let deck = board.deck();
        if let Some(name) = name {
            write!(text, "board {name}{end}").unwrap();
        }
        write!(text, "deck {} {}{end}", deck.values(), deck.properties()).unwrap();
        for (i, &card) in board.cards().iter().enumerate() {
            let notation = notation(i).suited_to(deck).unwrap_or(Notation::Numbers);
            let space = if i % 5 == 4 { end } else { " " };
            write!(text, "{}{space}", notation.write(deck, card)).unwrap();
        }
        text.push_str(end);
    }
    text
}

/// One to three boards.
pub(super) fn boards() -> impl Strategy<Value = Vec<NamedBoard>> {
    let board = (deck(), any::<u64>(), 1..20_usize)
        .prop_map(|(deck, seed, n)| Board::new(deck, Dealer::new(deck, seed).take(n)).unwrap());
    (vec(board, 1..4), any::<bool>()).prop_map(|(boards, named)| {
        let name = |i| (named || i > 0).then(|| format!("board-{i}"));
        let boards = boards.into_iter().enumerate();
        boards.map(|(i, board)| NamedBoard { name: name(i), ..board.into() }).collect()
    })
}

/// A change of a file: some bytes of it, from a place on, give way to others, and to a copy of a part.
type Mutation = (Index, usize, Vec<u8>, Index, usize);

fn mutation() -> impl Strategy<Value = Mutation> {
    let none_or_up_to = |most: usize| prop_oneof![Just(0), 1..most];
    let inserted = prop_oneof![
        Just(Vec::new()),
        select(TOKENS).prop_map(|token| token.as_bytes().to_vec()),
        any::<u8>().prop_map(|byte| vec![byte]),
    ];
    (any::<Index>(), none_or_up_to(12), inserted, any::<Index>(), none_or_up_to(24))
}

fn mutate(file: &mut Vec<u8>, (at, removed, mut inserted, from, copied): Mutation) {
    let part = |at: Index, length| {
        let begin = at.index(file.len() + 1);
        begin..file.len().min(begin + length)
    };
    inserted.extend(&file[part(from, copied)]);
    let removed = part(at, removed);
    file.splice(removed, inserted);
}

/// Those that the reader accepts.
fn notations() -> Vec<Notation> {
    Notation::ALL.into_iter().filter(|notation| notation.is_read()).collect()
}

/// For any bytes the reader returns an error with a place in the text, or valid boards that are the
/// same when they are written and read again.
fn is_read_soundly(bytes: &[u8], known: PartialDeck) -> Result<(), TestCaseError> {
    let boards = match parse_boards(bytes, known) {
        Ok(boards) => boards,
        Err(error) => {
            let text = String::from_utf8_lossy(bytes);
            let Place { line, column } = error.place;
            let content = text.split('\n').nth(line - 1);
            prop_assert!(content.is_some(), "{error}");
            let content = content.unwrap_or_default().chars().count();
            prop_assert!((1..=content + 1).contains(&column), "{error}");
            prop_assert!(!error.to_string().contains(char::is_control), "{error:?}");
            if known == PartialDeck::default()
                && let Ok(text) = str::from_utf8(bytes)
            {
                prop_assert!(text.parse::<Board>().is_err());
            }
            return Ok(());
        }
    };
    prop_assert!(!boards.is_empty());
    for (i, NamedBoard { name, board, .. }) in boards.iter().enumerate() {
        let deck = board.deck();
        prop_assert!(Deck::new(deck.values(), deck.properties()) == Ok(deck));
        prop_assert!(known.values.is_none_or(|v| v == deck.values()));
        prop_assert!(known.properties.is_none_or(|p| p == deck.properties()));
        prop_assert!(!board.is_empty());
        prop_assert!(board.cards().iter().all(|&card| deck.contains(card)));
        let mut cards = board.cards().to_vec();
        cards.sort_unstable();
        cards.dedup();
        prop_assert_eq!(cards.len(), board.len());
        prop_assert!(name.is_some() || i == 0);
        prop_assert!(boards[..i].iter().all(|other| other.name != *name));
    }
    for notation in notations() {
        let again = file(&boards, |_| notation, "\n");
        prop_assert!(
            parse_boards(&again, PartialDeck::default()).as_ref() == Ok(&boards),
            "{}",
            again
        );
    }
    if known == PartialDeck::default() {
        match str::from_utf8(bytes)?.parse::<Board>() {
            Ok(board) => prop_assert!(boards.len() == 1 && boards[0].board == board),
            Err(error) => {
                prop_assert!(boards.len() > 1 && error.problem == BoardProblem::SecondBoard);
            }
        }
    }
    Ok(())
}

proptest! {
    // A failure becomes a test of its own, not a file of seeds.
    #![proptest_config(ProptestConfig {
        cases: 4096,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_tokens_are_read_soundly(
        tokens in prop_oneof![vec(select(TOKENS), 0..8), vec(select(TOKENS), 8..40)],
        known in known(),
    ) {
        is_read_soundly(tokens.concat().as_bytes(), known)?;
    }

    #[test]
    fn mutated_files_are_read_soundly(
        boards in boards(),
        notation in select(notations()),
        mutations in vec(mutation(), 0..5),
        known in known(),
    ) {
        let mut bytes = file(&boards, |_| notation, "\n").into_bytes();
        for mutation in mutations {
            mutate(&mut bytes, mutation);
        }
        is_read_soundly(&bytes, known)?;
    }

    #[test]
    fn what_is_written_is_read(
        boards in boards(),
        notations in vec(select(notations()), 20),
        end in select(&["\n", "\r\n", " # a comment\n", "\n\n\t"][..]),
        mark in any::<bool>(),
    ) {
        let mark = if mark { "\u{feff}" } else { "" };
        let text = format!("{mark}{}", file(&boards, |i| notations[i], end));
        prop_assert_eq!(parse_boards(&text, PartialDeck::default()), Ok(boards), "{}", text);
    }
}
