//! Texts that no reader takes, and what is said of them: the lines of `refused.jsonl` are the reader, with what is
//! known of the deck, the text, and the sentence.
//!
//! `TERCET_BLESS=1 cargo test -p tercet --test all refused` writes the sentences anew.

use tercet::file::{PartialDeck, parse_boards};
use tercet::reduction::MatchingInstance;

#[test]
fn what_is_wrong_is_named_with_its_place() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/refused.jsonl");
    let file = std::fs::read_to_string(path).unwrap();
    let refused = file.lines().map(|line| {
        let (reader, text, _): (String, String, String) = serde_json::from_str(line).unwrap();
        let number = |name: &str| {
            reader.split(' ').find_map(|word| word.strip_prefix(name)).map(|it| it.parse().unwrap())
        };
        let known = PartialDeck { values: number("v="), properties: number("p=") };
        let said = match reader.split(' ').next().unwrap() {
            "boards" => parse_boards(&text, known).unwrap_err().to_string(),
            "matching" => MatchingInstance::parse(&text).unwrap_err().to_string(),
            other => panic!("{other}"),
        };
        assert!(!said.contains(char::is_control), "{said}");
        serde_json::to_string(&(reader, text, said)).unwrap()
    });
    let refused: Vec<String> = refused.collect();
    assert!(!refused.is_empty(), "{path} has no lines");
    if std::env::var_os("TERCET_BLESS").is_some() {
        std::fs::write(path, refused.join("\n") + "\n").unwrap();
        return;
    }
    for (was, is) in file.lines().zip(&refused) {
        assert_eq!(was, is);
    }
}
