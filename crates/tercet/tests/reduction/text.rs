//! Instances as text.

use proptest::prelude::*;
use tercet::reduction::MatchingInstance;

#[test]
fn instances_are_read_as_they_are_written() {
    let text = "\u{feff}# a comment\n\nmatching 3 2  # k n\r\n0 0 1\n\t1  1 0\n";
    let instance = MatchingInstance::parse(text).unwrap();
    assert_eq!((instance.dimensions(), instance.elements()), (3, 2));
    assert_eq!(instance.text(), "matching 3 2\n0 0 1\n1 1 0\n");
    assert!(MatchingInstance::parse("matching 3 2").unwrap().edges().is_empty());
}

#[test]
fn what_is_not_text() {
    let said = MatchingInstance::parse(b"matching 2 2\n0 \xff").unwrap_err().to_string();
    assert!(said.starts_with("line 2, column 3: this is not text (not UTF-8)"), "{said}");
}

proptest! {
    #[test]
    fn no_text_makes_a_reader_panic(
        heading in "(matching)?( ?[0-9]{1,3}){0,3}\n",
        body in "([0-9]{1,2}[ \n#x]|\\PC){0,20}",
    ) {
        let text = heading + &body;
        if let Ok(instance) = MatchingInstance::parse(&text) {
            prop_assert_eq!(MatchingInstance::parse(instance.text()), Ok(instance.clone()));
            if let Ok(board) = instance.board() {
                prop_assert_eq!(board.len(), instance.edges().len() + 1);
            }
        }
    }
}
