//! Bad input is rejected with its place, the problem and a remedy on one line; good input is read
//! with any line ends and white space; and no input makes the reader panic or return an invalid
//! board. The whole sentences are in the transcripts of the command line.

mod fuzz;
mod streams;

use tercet::deck::DeckError;
use tercet::file::{BoardProblem, NamedBoard, PartialDeck, Place, parse_boards};
use tercet::{Board, Deck};

const UNKNOWN: PartialDeck = PartialDeck { values: None, properties: None };

/// The boards of a text, each as its name and its cards.
fn read(text: impl AsRef<[u8]>) -> Vec<(Option<String>, String)> {
    let boards = parse_boards(text, UNKNOWN).unwrap();
    let shown = |NamedBoard { name, board, .. }| (name, board.deck().show_all(board.cards()));
    boards.into_iter().map(shown).collect()
}

#[test]
fn what_is_known_of_the_deck_counts() {
    let known = PartialDeck { values: Some(3), properties: Some(4) };
    assert_eq!(parse_boards("deck 3 4\n0121", known).unwrap().len(), 1);
    // A board may have another deck than the file.
    assert_eq!(
        read("deck 4 3\nboard a\ndeck 5 2\n04\nboard b\n013"),
        [(Some("a".into()), "04".into()), (Some("b".into()), "013".into())]
    );
    // The width of the first card makes the deck.
    let error = "0".repeat(65).parse::<Board>().unwrap_err();
    let too_many = DeckError::TooManyProperties { values: 3, properties: 65, most: 64 };
    assert_eq!(error.problem, BoardProblem::Deck(too_many));
    assert_eq!("0".repeat(64).parse::<Board>().unwrap().deck(), Deck::new(3, 64).unwrap());
}

#[test]
fn commas_may_stand_between_cards() {
    for text in
        ["2RhO, 1GsD, 3PsS", "2rho,1gsd,3pss,", "1010,0101 ,2202", "1,0,1,0, 0,1,0,1, 2,2,0,2"]
    {
        assert_eq!(read(text), [(None, "2RhO 1GsD 3PsS".into())], "{text}");
    }
    assert_eq!(read("deck 12 3\n3a7,0b1, 11,0,1"), [(None, "3a7 0b1 b01".into())]);
    assert_eq!(read("deck 40 2\n39,0, 1,2 ,"), [(None, "39,0 1,2".into())]);
}

#[test]
fn what_is_not_text() {
    let texts: [(&[u8], (usize, usize)); 9] = [
        (b"\xff", (1, 1)),
        (b"0121\n02\xff2", (2, 3)),
        (b"0121\r\n02\xff2\r\n", (2, 3)),
        (b"0121\r\n\xff", (2, 1)),
        // Columns are characters, not bytes: a two-byte, a three-byte and a four-byte one.
        (b"# caf\xc3\xa9 \xff", (1, 8)),
        (b"0121\r\n# \xe4\xb8\xad\xf0\x9f\x83\x8f\x80", (2, 5)),
        // A character that is cut off by the end of the file.
        (b"0121 \xe4\xb8", (1, 6)),
        // The mark at the beginning takes no column.
        (b"\xef\xbb\xbf01\xff", (1, 3)),
        // What another editor's "Unicode" is: UTF-16.
        (b"\xff\xfe0\x001\x002\x00", (1, 1)),
    ];
    for (bytes, (line, column)) in texts {
        let error = parse_boards(bytes, UNKNOWN).unwrap_err();
        assert_eq!(error.place, Place { line, column }, "{bytes:?}");
        assert_eq!(error.problem, BoardProblem::NotText);
    }
}

#[test]
fn one_board_where_one_is_wanted() {
    let error = "board a\n012\n board b\n012".parse::<Board>().unwrap_err();
    assert_eq!(error.problem, BoardProblem::SecondBoard);
    assert_eq!(error.place, Place { line: 3, column: 2 });
    assert!("board a\n012".parse::<Board>().is_ok());
}

#[test]
fn a_message_is_short() {
    let text = format!("0 {}", "1,".repeat(100_000));
    let longer = parse_boards(text, UNKNOWN).unwrap_err().to_string();
    assert!(longer.chars().count() < 200, "{longer}");
}

#[test]
fn line_ends_and_white_space_do_not_matter() {
    let one = |cards: &str| vec![(None, cards.to_owned())];
    for text in [
        "012 120\n201",
        "012 120\n201\n",
        "012 120\r\n201\r\n",
        "\u{feff}012\t120\r\n\r\n\t201",
        "deck 3 3\r\n012 120 201",
        "  012#comment\n120 # é # more\n\n201#",
        // White space of other scripts; no space, vertical tab, form feed, lone carriage return.
        "012\u{3000}120\u{a0}201",
        "012\u{2003}120\u{2028}201",
        "012\u{b}120\u{c}201",
        "012\r120\r201",
        "0,1,2 120 2,0,1",
    ] {
        assert_eq!(read(text), one("012 120 201"), "{text:?}");
    }
}

#[test]
fn several_boards() {
    // Another board may have the same card.
    assert_eq!(read("board a\n012\nboard b\n012").len(), 2);
    let text = "# three boards\n2RhO 0000\n\nboard second # 12 cards\n012 000\n111\n\
                board third\ndeck 4 2\n33 0,1";
    assert_eq!(
        read(text),
        [
            (None, "2RhO 1RsO".into()),
            (Some("second".into()), "012 000 111".into()),
            (Some("third".into()), "33 01".into()),
        ]
    );
    // Words that begin like a directive are cards, and so are directives within a line.
    let known = PartialDeck { values: Some(36), properties: None };
    let boards = parse_boards("decks 0deck board", known).unwrap();
    assert_eq!(boards[0].board.len(), 3);
}
