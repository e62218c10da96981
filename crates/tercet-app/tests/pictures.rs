//! Pictures of cards, and their words in explanations and hints.

use serde_json::json;
use tercet::Deck;
use tercet_app::{Code, Explain, Hint, Pictures, Question, Session};

fn asked<Q: Question>(request: serde_json::Value) -> Q::Answer {
    serde_json::from_value::<Q>(request).unwrap().ask(&Session::new()).unwrap()
}

#[test]
fn pictures_come_in_the_order_of_the_cards() {
    let answer = asked::<Pictures>(json!({ "cards": ["2RhO", "0000", "2RhO"] }));
    assert!(answer.pictured);
    let properties: Vec<&str> = answer.properties.iter().map(|property| &*property.name).collect();
    assert_eq!(properties, ["count", "colour", "shading", "shape"]);
    assert_eq!(answer.properties[1].values, ["red", "green", "purple"]);
    let names: Vec<&str> = answer.cards.iter().map(|card| &*card.name).collect();
    let ovals = "two red hatched ovals";
    assert_eq!(names, [ovals, "one red solid oval", ovals]);
    assert_eq!(answer.cards[0].card, "1010");
    assert_eq!(answer.cards[0], answer.cards[2]);
    assert_ne!(answer.cards[0].svg, answer.cards[1].svg);

    let tiles = asked::<Pictures>(json!({ "deck": { "values": 10, "properties": 2 } }));
    assert!(!tiles.pictured && tiles.cards.is_empty());
    assert_eq!(tiles.properties[1].name, "property 2");
    assert_eq!(tiles.properties[1].values[9], "9");
}

#[test]
fn each_style_is_another_picture() {
    let picture = |letters: bool, colourless: bool| {
        let request = json!({ "cards": ["1010"], "letters": letters, "colourless": colourless });
        asked::<Pictures>(request).cards[0].svg.clone()
    };
    let mut styles = vec![
        picture(true, false),
        picture(false, false),
        picture(true, true),
        picture(false, true),
    ];
    assert_eq!(styles[0], asked::<Pictures>(json!({ "cards": ["1010"] })).cards[0].svg);
    styles.sort();
    styles.dedup();
    assert_eq!(styles.len(), 4);
}

#[test]
fn cards_that_are_none_and_too_many_are_refused() {
    let refusal = |cards: Vec<String>| {
        let pictures = Pictures { cards, ..Pictures::default() };
        pictures.ask(&Session::new()).unwrap_err()
    };
    let error = refusal(vec!["0000".into(), "0003".into()]);
    assert_eq!((error.code, error.place.unwrap().line), (Code::ValueOutOfRange, 2));
    let many = vec!["0000".into(); Pictures::MOST_CARDS + 1];
    assert_eq!(refusal(many).code, Code::OutOfRange);
    let deck = Deck::new(2, 128).unwrap();
    let many = Pictures { deck, cards: vec!["0".repeat(128); 2000], ..Pictures::default() };
    let error = many.ask(&Session::new()).unwrap_err();
    assert_eq!((error.code, &error.data["most"]), (Code::OutOfRange, &json!(1562)));
}

#[test]
fn explanations_and_hints_use_the_words_of_the_pictures() {
    let board = json!({ "text": "000000 111111 222222 333330", "deck": { "values": 4 } });
    let explained = |pictured: bool| {
        asked::<Explain>(json!({ "board": board, "pictured": pictured })).properties.pop().unwrap()
    };
    let tab = explained(true);
    assert_eq!((&*tab.name, &*tab.values[0].name), ("tab", "upper left"));
    assert_eq!(tab.words, "two upper left, one upper middle, one upper right");
    assert_eq!(explained(false).words, "two 0, one 1, one 2");
    assert_eq!(explained(false).name, "property 6");

    let board = json!({ "text": "00000 00001 00002 00003", "deck": { "values": 4 } });
    let need = |pictured: bool| {
        let request = json!({ "board": board, "stage": 2, "pictured": pictured });
        asked::<Hint>(request).needs.pop().unwrap()
    };
    assert_eq!((&*need(true).name, &*need(true).words), ("frame", "still to come: thick, dotted"));
    assert_eq!(need(false).words, "still to come: 2, 3");
    assert_eq!(need(true).values, ["thick", "dotted"]);
}

#[test]
fn the_words_of_the_published_game_and_of_tiles_stay() {
    for (deck, board) in [(Deck::CLASSIC, "0000 0101 1212"), (Deck::new(7, 2).unwrap(), "00 16")] {
        let explained = |pictured: bool| {
            let board = json!({ "text": board, "deck": deck });
            asked::<Explain>(json!({ "board": board, "pictured": pictured }))
        };
        assert_eq!(explained(true), explained(false));
    }
}
