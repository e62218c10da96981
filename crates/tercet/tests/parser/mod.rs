//! Bad input is rejected with its place, the problem and a remedy on one line; good input is read
//! with any line ends and white space; and no input makes the reader panic or return an invalid
//! board.

mod fuzz;
mod streams;

use tercet::deck::DeckError;
use tercet::file::{BoardProblem, NamedBoard, PartialDeck, Place, parse_boards};
use tercet::{Board, Deck};

/// The message with which a text is rejected.
fn refusal(text: impl AsRef<[u8]>) -> String {
    refusal_of(text, PartialDeck::default())
}

fn refusal_of(text: impl AsRef<[u8]>, known: PartialDeck) -> String {
    parse_boards(text, known).unwrap_err().to_string()
}

/// The boards of a text, each as its name and its cards.
fn read(text: impl AsRef<[u8]>) -> Vec<(Option<String>, String)> {
    let boards = parse_boards(text, PartialDeck::default()).unwrap();
    let shown = |NamedBoard { name, board }| (name, board.deck().show_all(board.cards()));
    boards.into_iter().map(shown).collect()
}

#[test]
fn a_card_that_occurs_twice() {
    assert_eq!(
        refusal("0121 0212\n\n  0121"),
        "line 3, column 3: card '0121' occurs twice, first at line 1, column 1: remove one of them"
    );
    // The same card in other notations.
    assert_eq!(
        refusal("2222 # one\n0121 1GoD 0,1,2,1"),
        "line 2, column 6: card '1GoD' occurs twice, first at line 2, column 1: remove one of them"
    );
    assert_eq!(
        refusal("1GoD\n1god"),
        "line 2, column 1: card '1god' occurs twice, first at line 1, column 1: remove one of them"
    );
    // Another board may have the same card.
    assert_eq!(read("board a\n012\nboard b\n012").len(), 2);
}

#[test]
fn a_value_out_of_range() {
    assert_eq!(
        refusal("0121 0131"),
        "line 1, column 6: card '0131': value 3 is out of range, the values of (3,4) are 0 to 2: \
         correct it, or name the deck in a line 'deck V P'"
    );
    assert_eq!(
        refusal("deck 5 3\n0,5,4"),
        "line 2, column 1: card '0,5,4': value 5 is out of range, the values of (5,3) are 0 to 4: \
         correct it, or name the deck in a line 'deck V P'"
    );
    assert_eq!(
        refusal("deck 36 2\nzz ZZ"),
        "line 2, column 4: card 'ZZ' occurs twice, first at line 2, column 1: remove one of them"
    );
    assert_eq!(
        refusal("deck 35 2\n0z"),
        "line 2, column 1: card '0z': value 35 is out of range, the values of (35,2) are 0 to 34: \
         correct it, or name the deck in a line 'deck V P'"
    );
    assert_eq!(
        refusal("deck 256 2\n255,256"),
        "line 2, column 1: card '255,256': value 256 is out of range, the values of (256,2) are \
         0 to 255: correct it, or name the deck in a line 'deck V P'"
    );
}

#[test]
fn a_word_that_is_no_card() {
    let not_a_card = |place: &str, word: &str| {
        format!(
            "{place}: '{word}' is not a card: \
             write cards such as 0121 or 2RhO, or name the deck in a line 'deck V P'"
        )
    };
    for word in ["xyz", "hello", "xyzw", "012a", "12ab5"] {
        assert_eq!(refusal(word), not_a_card("line 1, column 1", word));
    }
    assert_eq!(refusal("0121 what"), not_a_card("line 1, column 6", "what"));
    assert_eq!(refusal("00000 where"), not_a_card("line 1, column 7", "where"));
    // If the deck is named, or all characters are digits, the problem is known.
    let named = "card 'xyz': value 33 is out of range, the values of (3,3) are 0 to 2";
    assert!(refusal("deck 3 3\nxyz").starts_with(&format!("line 2, column 1: {named}")));
    let known = PartialDeck { values: Some(3), properties: None };
    assert!(refusal_of("xyz", known).starts_with(&format!("line 1, column 1: {named}")));
    assert!(refusal("0153").contains("value 5 is out of range"));
}

#[test]
fn rows_of_different_widths() {
    assert_eq!(
        refusal("0121\n012"),
        "line 2, column 1: card '012' has 3 properties and (3,4) has 4: \
         give all cards of a board the same width"
    );
    assert_eq!(
        refusal("012 0,1,2,0"),
        "line 1, column 5: card '0,1,2,0' has 4 properties and (3,3) has 3: \
         give all cards of a board the same width"
    );
    assert_eq!(
        refusal("deck 3 4\n01201"),
        "line 2, column 1: card '01201' has 5 properties and (3,4) has 4: \
         correct it, or name the deck in a line 'deck V P'"
    );
    assert_eq!(
        refusal_of("0120", PartialDeck { values: None, properties: Some(3) }),
        "line 1, column 1: card '0120' has 4 properties and (3,3) has 3: \
         correct it, or name the deck in a line 'deck V P'"
    );
}

#[test]
fn a_character_that_is_no_value() {
    assert_eq!(
        refusal("0121 01_1"),
        "line 1, column 6: card '01_1': '_' is not a value: use 0-9, then a-z"
    );
    assert_eq!(
        refusal("01é2"),
        "line 1, column 1: card '01é2': 'é' is not a value: use 0-9, then a-z"
    );
    // A digit, but not one of this notation.
    assert_eq!(
        refusal("00٣"),
        "line 1, column 1: card '00٣': '٣' is not a value: use 0-9, then a-z"
    );
    for (word, number) in [
        ("0,x,1", "x"),
        ("0,,1", ""),
        ("0,1,", ""),
        (",0,1", ""),
        ("0,-1,2", "-1"),
        ("0,+1,2", "+1"),
        ("0,1.0,2", "1.0"),
        ("0,٣,2", "٣"),
        ("0,1,99999999999999999999999999", "99999999999999999999999999"),
    ] {
        assert_eq!(
            refusal(format!("0,1,0 {word}")),
            format!("line 1, column 7: card '{word}': '{number}' is not a number from 0 to 2")
        );
    }
}

#[test]
fn a_wrong_letter_of_the_classic_code() {
    for (word, letter, wanted) in [
        ("4RhO", '4', "a count: 1, 2 or 3"),
        ("0RhO", '0', "a count: 1, 2 or 3"),
        ("2BhO", 'B', "a colour: R, G or P"),
        ("2RxO", 'x', "a shading: s, h or o"),
        ("2RhX", 'X', "a shape: O, D or S"),
        ("Rh2O", 'R', "a count: 1, 2 or 3"),
        ("2Rh\u{e9}", '\u{e9}', "a shape: O, D or S"),
    ] {
        assert_eq!(
            refusal(format!("1RsO {word}")),
            format!("line 1, column 6: card '{word}': '{letter}' is not {wanted}")
        );
    }
    // Classic letters are for the classic deck.
    assert_eq!(
        refusal("deck 4 4\n2RhO"),
        "line 2, column 1: card '2RhO': value 27 is out of range, the values of (4,4) are 0 to 3: \
         correct it, or name the deck in a line 'deck V P'"
    );
}

#[test]
fn no_cards() {
    let nothing = "line 1, column 1: no cards: write some, such as 0121 0212 0000";
    let spaces = ["", "\n", " \t\r\n\n", "\u{feff}", "\u{3000}\u{2028}"];
    let comments =
        ["# only this", "  # this\r\n# and this", "#", "deck 4 3", "deck 4 3 # no more\n"];
    for text in spaces.into_iter().chain(comments) {
        assert_eq!(refusal(text), nothing, "{text:?}");
    }
    assert_eq!(
        refusal("board a\n012\n board b\ndeck 3 3\nboard c\n012"),
        "line 3, column 2: no cards: write some, such as 0121 0212 0000"
    );
    assert_eq!(
        refusal("012\nboard z # 012"),
        "line 2, column 1: no cards: write some, such as 0121 0212 0000"
    );
}

#[test]
fn what_is_not_text() {
    let places: [(&[u8], &str); 9] = [
        (b"\xff", "line 1, column 1"),
        (b"0121\n02\xff2", "line 2, column 3"),
        (b"0121\r\n02\xff2\r\n", "line 2, column 3"),
        (b"0121\r\n\xff", "line 2, column 1"),
        // Columns are characters, not bytes: a two-byte, a three-byte and a four-byte one.
        (b"# caf\xc3\xa9 \xff", "line 1, column 8"),
        (b"0121\r\n# \xe4\xb8\xad\xf0\x9f\x83\x8f\x80", "line 2, column 5"),
        // A character that is cut off by the end of the file.
        (b"0121 \xe4\xb8", "line 1, column 6"),
        // The mark at the beginning takes no column.
        (b"\xef\xbb\xbf01\xff", "line 1, column 3"),
        // What another editor's "Unicode" is: UTF-16.
        (b"\xff\xfe0\x001\x002\x00", "line 1, column 1"),
    ];
    for (bytes, place) in places {
        let message = "this is not text (not UTF-8): give a file of cards such as 0121 or 2RhO";
        assert_eq!(refusal(bytes), format!("{place}: {message}"));
    }
}

#[test]
fn a_malformed_deck_line() {
    for line in [
        "deck",
        "deck 4",
        "deck 4 3 2",
        "deck 4,3",
        "deck four three",
        "deck -4 3",
        "deck +4 3",
        "deck 4 3x",
        "deck 4 # 3",
        "deck ٤ ٣",
        "deck 99999999999999999999999999 3",
    ] {
        assert_eq!(
            refusal(format!("# a deck\n  {line}\n012")),
            "line 2, column 3: a deck line is 'deck V P', such as 'deck 4 3'",
            "{line}"
        );
    }
}

#[test]
fn a_deck_line_too_late() {
    let late = "a deck line must come before the cards of its board: move it up";
    assert_eq!(refusal("012\ndeck 3 3"), format!("line 2, column 1: {late}"));
    assert_eq!(refusal("board a\n012\n deck 3 3\n120"), format!("line 3, column 2: {late}"));
}

#[test]
fn deck_lines_that_contradict() {
    let known = |values, properties| PartialDeck { values, properties };
    assert_eq!(
        refusal_of("deck 3 4\n0121", known(Some(4), None)),
        "line 1, column 1: the file says deck (3,4), but v = 4 was requested: drop one of the two"
    );
    assert_eq!(
        refusal_of("deck 3 4\n0121", known(Some(3), Some(3))),
        "line 1, column 1: the file says deck (3,4), but p = 3 was requested: drop one of the two"
    );
    assert_eq!(parse_boards("deck 3 4\n0121", known(Some(3), Some(4))).unwrap().len(), 1);
    assert_eq!(
        refusal("deck 4 3\ndeck 3 3\n012"),
        "line 2, column 1: a second deck line for the same board: keep one of them"
    );
    assert_eq!(
        refusal("board a\ndeck 4 3\n\ndeck 4 3\n012"),
        "line 4, column 1: a second deck line for the same board: keep one of them"
    );
    // A board may have another deck than the file.
    assert_eq!(
        read("deck 4 3\nboard a\ndeck 5 2\n04\nboard b\n013"),
        [(Some("a".into()), "04".into()), (Some("b".into()), "013".into())]
    );
}

#[test]
fn decks_that_do_not_fit() {
    for (v, p, problem) in [
        (0, 3, "a deck has at least 1 value per property, not 0"),
        (3, 0, "a deck has at least 1 property, not 0"),
        (257, 1, "a deck has at most 256 values per property, not 257"),
        (
            3,
            65,
            "a card has 128 bits and a property of 3 values takes 2 of them: \
             at most 64 properties, not 65",
        ),
        (
            256,
            17,
            "a card has 128 bits and a property of 256 values takes 8 of them: \
             at most 16 properties, not 17",
        ),
    ] {
        let place = "line 1, column 1";
        assert_eq!(refusal(format!("deck {v} {p}\n0")), format!("{place}: {problem}"));
        let known = PartialDeck { values: Some(v), properties: Some(p) };
        assert_eq!(refusal_of("0", known), format!("{place}: {problem}"));
    }
    // The width of the first card makes the deck.
    let error = "0".repeat(65).parse::<Board>().unwrap_err();
    let too_many = DeckError::TooManyProperties { values: 3, properties: 65, most: 64 };
    assert_eq!(error.problem, BoardProblem::Deck(too_many));
    assert_eq!("0".repeat(64).parse::<Board>().unwrap().deck(), Deck::new(3, 64).unwrap());
}

#[test]
fn a_malformed_board_line() {
    for line in ["board", "board # a", "board a b", "board a 0121"] {
        assert_eq!(
            refusal(format!("{line}\n0121")),
            "line 1, column 1: a board line is 'board NAME', with a name of one word",
            "{line}"
        );
    }
    assert_eq!(
        refusal("board a\n012\nboard b\n012\n\tboard a\n012"),
        "line 5, column 2: the name 'a' is already used: give this board another name"
    );
}

#[test]
fn one_board_where_one_is_wanted() {
    let error = "board a\n012\n board b\n012".parse::<Board>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 3, column 2: a second board starts here, but only one is allowed: keep one of them"
    );
    assert_eq!(error.place, Place { line: 3, column: 2 });
    assert!("board a\n012".parse::<Board>().is_ok());
}

#[test]
fn a_message_is_one_line_that_a_terminal_can_show() {
    assert_eq!(
        refusal("01\u{1b}[2J"),
        "line 1, column 1: card '01\\u{1b}[2J': '\\u{1b}' is not a value: use 0-9, then a-z"
    );
    assert_eq!(
        refusal("0\0"),
        "line 1, column 1: card '0\\0': '\\0' is not a value: use 0-9, then a-z"
    );
    let long = refusal(format!("{}_", "0".repeat(50)));
    assert_eq!(long.matches('0').count(), 50 + 1, "{long}");
    let longer = refusal(format!("0 {}", "1,".repeat(100_000)));
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
    // Columns count characters, also behind wide ones and tabs.
    assert_eq!(
        refusal("\u{feff}012\u{3000}120\t\t01_"),
        "line 1, column 10: card '01_': '_' is not a value: use 0-9, then a-z"
    );
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
