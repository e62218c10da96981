//! Bad input is rejected with its place, the problem and a remedy on one line; good input is read
//! with any line ends and white space; and no input makes the reader panic or return an invalid
//! board. The whole sentences are in the transcripts of the command line.

mod fuzz;
mod streams;

use tercet::deck::DeckError;
use tercet::file::{BoardProblem, NamedBoard, PartialDeck, Place, parse_boards};
use tercet::{Board, Deck};

const UNKNOWN: PartialDeck = PartialDeck { values: None, properties: None };

/// Checks that a text is rejected at a place, with a message that contains some words.
fn is_refused(text: impl AsRef<[u8]>, known: PartialDeck, place: (usize, usize), words: &str) {
    let text = text.as_ref();
    let shown = String::from_utf8_lossy(text);
    let said = parse_boards(text, known).expect_err(&shown).to_string();
    let (line, column) = place;
    assert!(said.starts_with(&format!("line {line}, column {column}: ")), "{shown:?}: {said}");
    assert!(said.contains(words), "{shown:?}: {said}, not {words}");
    assert!(!said.contains(char::is_control), "{said}");
}

/// The boards of a text, each as its name and its cards.
fn read(text: impl AsRef<[u8]>) -> Vec<(Option<String>, String)> {
    let boards = parse_boards(text, UNKNOWN).unwrap();
    let shown = |NamedBoard { name, board }| (name, board.deck().show_all(board.cards()));
    boards.into_iter().map(shown).collect()
}

#[test]
fn each_problem_has_its_place() {
    let out_of_range = "or name the deck in a line 'deck V P'";
    let no_number = "is not a number from 0 to 2";
    let no_name = "a board line is 'board NAME', with a name of one word";
    for (text, line, column, words) in [
        // The same card, also in other notations.
        ("0121 0212\n\n  0121", 3, 3, "card '0121' occurs twice, first at line 1, column 1"),
        ("2222 # one\n0121 1GoD 0,1,2,1", 2, 6, "card '1GoD' occurs twice, first at line 2, col"),
        ("1GoD\n1god", 2, 1, "card '1god' occurs twice, first at line 1, column 1"),
        ("deck 36 2\nzz ZZ", 2, 4, "card 'ZZ' occurs twice, first at line 2, column 1"),
        // Values.
        ("0121 0131", 1, 6, "value 3 is out of range, the values of (3,4) are 0 to 2"),
        ("deck 5 3\n0,5,4", 2, 1, "value 5 is out of range, the values of (5,3) are 0 to 4"),
        ("deck 35 2\n0z", 2, 1, "value 35 is out of range, the values of (35,2) are 0 to 34"),
        ("deck 256 2\n255,256", 2, 1, "value 256 is out of range, the values of (256,2) are 0 to"),
        ("deck 4 4\n2RhO", 2, 1, "card '2RhO': value 27 is out of range, the values of (4,4)"),
        ("deck 3 3\nxyz", 2, 1, "card 'xyz': value 33 is out of range"),
        ("0153", 1, 1, out_of_range),
        ("0121 01_1", 1, 6, "card '01_1': '_' is not a value: use 0-9, then a-z"),
        ("01é2", 1, 1, "'é' is not a value"),
        ("00٣", 1, 1, "'٣' is not a value"),
        ("0,1,0 0,x,1", 1, 7, "card '0,x,1': 'x' is not a number from 0 to 2"),
        ("0,1,0 0,,1", 1, 7, no_number),
        ("0,1,0 0,1,", 1, 7, no_number),
        ("0,1,0 ,0,1", 1, 7, no_number),
        ("0,1,0 0,-1,2", 1, 7, no_number),
        ("0,1,0 0,+1,2", 1, 7, no_number),
        ("0,1,0 0,1.0,2", 1, 7, no_number),
        ("0,1,0 0,٣,2", 1, 7, no_number),
        ("0,1,0 0,1,99999999999999999999999999", 1, 7, no_number),
        // Letters of the classic code.
        ("1RsO 4RhO", 1, 6, "'4' is not a count: 1, 2 or 3"),
        ("1RsO 2BhO", 1, 6, "'B' is not a colour: R, G or P"),
        ("1RsO 2RxO", 1, 6, "'x' is not a shading: s, h or o"),
        ("1RsO 2RhX", 1, 6, "'X' is not a shape: O, D or S"),
        ("1RsO Rh2O", 1, 6, "'R' is not a count"),
        ("1RsO 2Rhé", 1, 6, "'é' is not a shape"),
        // No cards.
        ("xyz", 1, 1, "'xyz' is not a card: write cards such as 0121 or 2RhO"),
        ("012a", 1, 1, "'012a' is not a card"),
        ("12ab5", 1, 1, "'12ab5' is not a card"),
        ("0121 what", 1, 6, "'what' is not a card"),
        ("00000 where", 1, 7, "'where' is not a card"),
        // Widths.
        ("0121\n012", 2, 1, "card '012' has 3 properties and (3,4) has 4: give all cards"),
        ("012 0,1,2,0", 1, 5, "card '0,1,2,0' has 4 properties and (3,3) has 3: give all"),
        ("deck 3 4\n01201", 2, 1, "card '01201' has 5 properties and (3,4) has 4: correct it"),
        // Lines for decks and boards.
        ("012\ndeck 3 3", 2, 1, "a deck line must come before the cards of its board"),
        ("board a\n012\n deck 3 3\n120", 3, 2, "a deck line must come before the cards"),
        ("deck 4 3\ndeck 3 3\n012", 2, 1, "a second deck line for the same board"),
        ("board a\ndeck 4 3\n\ndeck 4 3\n012", 4, 1, "a second deck line for the same board"),
        ("board\n0121", 1, 1, no_name),
        ("board # a\n0121", 1, 1, no_name),
        ("board a b\n0121", 1, 1, no_name),
        ("board a\n012\nboard b\n012\n\tboard a\n012", 5, 2, "the name 'a' is already used"),
        ("board a\n012\n board b\ndeck 3 3\nboard c\n012", 3, 2, "no cards: write some"),
        ("012\nboard z # 012", 2, 1, "no cards: write some"),
        // What a terminal can show; columns count characters, also behind wide ones and tabs.
        ("01\u{1b}[2J", 1, 1, "card '01\\u{1b}[2J': '\\u{1b}' is not a value"),
        ("0\0", 1, 1, "card '0\\0': '\\0' is not a value"),
        ("\u{feff}012\u{3000}120\t\t01_", 1, 10, "card '01_': '_' is not a value"),
    ] {
        is_refused(text, UNKNOWN, (line, column), words);
    }
    for text in ["", "\n", " \t\r\n\n", "\u{feff}", "\u{3000}\u{2028}", "# only this", "#"] {
        is_refused(text, UNKNOWN, (1, 1), "no cards: write some, such as 0121 0212 0000");
    }
    for deck in ["", " 4", " 4 3 2", " 4,3", " four three", " -4 3", " +4 3", " 4 3x", " ٤ ٣"] {
        let text = format!("# a deck\n  deck{deck}\n012");
        is_refused(text, UNKNOWN, (2, 3), "a deck line is 'deck V P', such as 'deck 4 3'");
    }
    // Another board may have the same card.
    assert_eq!(read("board a\n012\nboard b\n012").len(), 2);
}

#[test]
fn what_is_known_of_the_deck_counts() {
    let known = |values, properties| PartialDeck { values, properties };
    let four = known(Some(4), None);
    is_refused("deck 3 4\n0121", four, (1, 1), "the file says deck (3,4), but v = 4 was requested");
    let three = known(Some(3), Some(3));
    is_refused("deck 3 4\n0121", three, (1, 1), "says deck (3,4), but p = 3 was requested");
    is_refused("0120", known(None, Some(3)), (1, 1), "has 4 properties and (3,3) has 3: correct");
    is_refused("xyz", known(Some(3), None), (1, 1), "value 33 is out of range");
    assert_eq!(parse_boards("deck 3 4\n0121", known(Some(3), Some(4))).unwrap().len(), 1);
    // A board may have another deck than the file.
    assert_eq!(
        read("deck 4 3\nboard a\ndeck 5 2\n04\nboard b\n013"),
        [(Some("a".into()), "04".into()), (Some("b".into()), "013".into())]
    );
    for (v, p, problem) in [
        (0, 3, "a deck has at least 1 value per property, not 0"),
        (3, 0, "a deck has at least 1 property, not 0"),
        (257, 1, "a deck has at most 256 values per property, not 257"),
        (3, 65, "a property of 3 values takes 2 of them: at most 64 properties, not 65"),
        (256, 17, "a property of 256 values takes 8 of them: at most 16 properties, not 17"),
    ] {
        is_refused(format!("deck {v} {p}\n0"), UNKNOWN, (1, 1), problem);
        is_refused("0", known(Some(v), Some(p)), (1, 1), problem);
    }
    // The width of the first card makes the deck.
    let error = "0".repeat(65).parse::<Board>().unwrap_err();
    let too_many = DeckError::TooManyProperties { values: 3, properties: 65, most: 64 };
    assert_eq!(error.problem, BoardProblem::Deck(too_many));
    assert_eq!("0".repeat(64).parse::<Board>().unwrap().deck(), Deck::new(3, 64).unwrap());
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
    for (bytes, place) in texts {
        is_refused(bytes, UNKNOWN, place, "this is not text (not UTF-8)");
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
