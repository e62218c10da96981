//! Boards as a stream: cut at any place of the input, each read by itself, and one that is wrong
//! leaves the others as they are.

use std::io::{self, BufReader, Read};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use tercet::file::{
    BoardProblem, BoardText, BoardTexts, NamedBoard, ParseError, PartialDeck, Place, parse_boards,
};
use tercet::notation::Notation;

use super::fuzz::{TOKENS, boards, file, known};

/// Gives a few bytes at a time.
struct Drip<'a>(&'a [u8], usize);

impl Read for Drip<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = buffer.len().min(self.1);
        (&mut self.0).take(most as u64).read(buffer)
    }
}

fn streamed(bytes: &[u8], known: PartialDeck) -> Vec<Result<NamedBoard, ParseError<BoardProblem>>> {
    BoardTexts::new(bytes, known).map(|text| text.unwrap().read()).collect()
}

fn texts(bytes: &[u8]) -> Vec<BoardText> {
    BoardTexts::new(bytes, PartialDeck::default()).map(Result::unwrap).collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2048,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_pieces_of_the_input_do_not_matter(
        tokens in vec(select(TOKENS), 0..60),
        known in known(),
        most in 1..9_usize,
        buffer in 1..9_usize,
    ) {
        let text = tokens.concat();
        let bytes = text.as_bytes();
        let whole: Vec<_> = BoardTexts::new(bytes, known).map(Result::unwrap).collect();
        let drip = BufReader::with_capacity(buffer, Drip(bytes, most));
        let dripped: Vec<_> = BoardTexts::new(drip, known).map(Result::unwrap).collect();
        prop_assert_eq!(&whole, &dripped);
        prop_assert!(!whole.is_empty());
        for (text, number) in whole.iter().zip(1..) {
            prop_assert_eq!(text.number(), number);
        }
        // Parsing whole files is reading all boards until the first that is wrong.
        let read: Result<Vec<_>, _> = whole.iter().map(BoardText::read).collect();
        match (parse_boards(bytes, known), read) {
            (Ok(boards), read) => prop_assert_eq!(Ok(boards), read),
            (Err(error), Err(first)) if error == first => {}
            (Err(error), _) => prop_assert!(matches!(error.problem, BoardProblem::SameName(_))),
        }
    }

    #[test]
    fn a_wrong_board_leaves_the_others(
        boards in vec(boards(), 3).prop_map(|boards| boards.concat()),
        wrong in any::<prop::sample::Index>(),
        junk in select(&["zz!", "\u{1}", "deck 0 0", "0,0 0,0", "\u{e9}"][..]),
    ) {
        let boards: Vec<_> = boards.into_iter().enumerate().map(|(i, NamedBoard { board, .. })| {
            NamedBoard { name: Some(format!("b{i}")), ..board.into() }
        }).collect();
        let wrong = wrong.index(boards.len());
        let pieces: Vec<String> = boards.iter().enumerate().map(|(i, board)| {
            let text = file(std::slice::from_ref(board), |_| Notation::Numbers, "\n");
            if i == wrong { text + junk + "\n" } else { text }
        }).collect();
        let read = streamed(pieces.concat().as_bytes(), PartialDeck::default());
        prop_assert_eq!(read.len(), boards.len());
        for (i, (read, board)) in read.iter().zip(&boards).enumerate() {
            match read {
                Ok(read) => prop_assert!(read == board && i != wrong),
                Err(error) => {
                    prop_assert_eq!(i, wrong);
                    let line = pieces[..=i].concat().lines().count();
                    prop_assert_eq!(error.place.line, line);
                }
            }
        }
    }
}

#[test]
fn lines_and_numbers_count_in_the_whole_stream() {
    let text =
        "# all\n\ndeck 4 3\n\nboard a # first\n012\n  board b\n01x\nboard\nboard c d\nboard e\n123";
    let texts = texts(text.as_bytes());
    let names: Vec<_> = texts.iter().map(BoardText::name).collect();
    let name = |name: &str| Some(name.to_owned());
    assert_eq!(names, [name("a"), name("b"), None, None, name("e")]);
    let begins: Vec<_> =
        texts.iter().map(|text| (text.begin().line, text.begin().column)).collect();
    assert_eq!(begins, [(5, 1), (7, 3), (9, 1), (10, 1), (11, 1)]);
    let said: Vec<_> = texts.iter().map(|text| text.read().map_err(|error| error.place)).collect();
    assert_eq!(said[1], Err(Place { line: 8, column: 1 }));
    assert_eq!(said[2], Err(Place { line: 9, column: 1 }));
    assert!(said[0].is_ok() && said[3].is_err());
    assert_eq!(said[4].as_ref().unwrap().board.deck().values(), 4);
}

#[test]
fn a_deck_line_for_all_that_is_wrong_ends_the_stream() {
    for wrong in ["deck 4", "deck 0 1", "deck 4 3\ndeck 4 3", "012\ndeck 4 3"] {
        let text = format!("{wrong}\nboard a\n012\nboard b\n012\n");
        let read = streamed(text.as_bytes(), PartialDeck::default());
        assert_eq!(read.len(), 1, "{wrong}");
        assert!(read[0].is_err());
    }
    assert_eq!(streamed(b"# \xe9\nboard a\n012\n", PartialDeck::default()).len(), 1);
    assert_eq!(streamed(b"what\nboard a\n012\n", PartialDeck::default()).len(), 2);
}

#[test]
fn input_without_lines_ends() {
    let zeros = BufReader::new(io::repeat(0));
    let texts: Vec<_> = BoardTexts::new(zeros, PartialDeck::default()).collect();
    assert!(texts.len() == 1 && texts[0].is_err());
    assert_eq!(streamed(b"", PartialDeck::default()).len(), 1);
}

#[test]
fn a_failure_of_the_input_ends_the_stream() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("broken"))
        }
    }
    let input = BufReader::new((&b"board a\n012\nboard b\n1"[..]).chain(Broken));
    let mut texts = BoardTexts::new(input, PartialDeck::default());
    assert!(texts.next().unwrap().unwrap().read().is_ok());
    assert!(texts.next().unwrap().is_err());
    assert!(texts.next().is_none());
}
