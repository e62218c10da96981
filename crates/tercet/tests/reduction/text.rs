//! Instances and graphs as text.

use proptest::prelude::*;
use tercet::reduction::{Graph, MatchingInstance};

#[test]
fn instances_and_graphs_are_read_as_they_are_written() {
    let text = "\u{feff}# a comment\n\nmatching 3 2  # k n\r\n0 0 1\n\t1  1 0\n";
    let instance = MatchingInstance::parse(text).unwrap();
    assert_eq!((instance.dimensions(), instance.elements()), (3, 2));
    assert_eq!(instance.text(), "matching 3 2\n0 0 1\n1 1 0\n");
    let graph = Graph::parse("graph 3\n2 0 # back\n").unwrap();
    assert_eq!((graph.vertices(), graph.edges()), (3, &[[2, 0]][..]));
    assert_eq!(Graph::parse(graph.text()), Ok(graph));
    assert!(MatchingInstance::parse("matching 3 2").unwrap().edges().is_empty());
}

#[test]
fn wrong_texts_are_told_with_their_place() {
    let matching = |text: &[u8]| MatchingInstance::parse(text).unwrap_err().to_string();
    let graph = |text: &str| Graph::parse(text).unwrap_err().to_string();
    let is_said = |said: String, line: usize, column: usize, words: &str| {
        assert!(said.starts_with(&format!("line {line}, column {column}: ")), "{said}");
        assert!(said.contains(words), "{said}, not {words}");
    };
    let heading = "begins with a line 'matching K N', such as 'matching 3 4'";
    for (text, line, column, words) in [
        ("", 1, 1, heading),
        ("# nothing\n", 1, 1, heading),
        ("\n 0 0 1", 2, 2, heading),
        ("\n graph 3", 2, 2, heading),
        ("\n matching 3", 2, 2, heading),
        ("\n matching 3 x", 2, 2, heading),
        ("\n matching 3 2 1", 2, 2, heading),
        ("matching 3 2\n0 1\n", 2, 1, "edge '0 1' must have one element of each dimension"),
        ("matching 3 2\n0 1 1 # x\n0 1  2\n", 3, 6, "edge '0 1 2': element 2 is out of range"),
        ("matching 2 2\n\n0 1\n1 1\n 0 1", 5, 2, "edge '0 1' occurs twice, first at line 3"),
        ("matching 2 2\n0 é-1", 2, 3, "'é-1' is not a number"),
        ("matching 2 2\n0 99999999999999999999999", 2, 3, "is not a number"),
        ("matching 0 2", 1, 1, "an instance has at least 1 dimension, not 0"),
        ("matching 2 0", 1, 1, "at least 1 element in each dimension, not 0"),
    ] {
        is_said(matching(text.as_bytes()), line, column, words);
    }
    is_said(matching(b"matching 2 2\n0 \xff"), 2, 3, "this is not text (not UTF-8)");
    for (text, line, column, words) in [
        ("0 1", 1, 1, "begins with a line 'graph N', such as 'graph 5'"),
        ("graph 0", 1, 1, "a graph has at least 1 vertex, not 0"),
        ("graph 2\n0 1 1", 2, 1, "edge '0 1 1' does not join two vertices"),
        ("graph 2\n0", 2, 1, "edge '0' does not join two vertices"),
        ("graph 2\n0 2", 2, 3, "edge '0 2': vertex 2 is out of range"),
        ("graph 2\n1 1", 2, 1, "edge '1 1' joins a vertex to itself"),
        ("graph 2\n0 1\n1 0", 3, 1, "edge '1 0' occurs twice, first at line 2, column 1"),
    ] {
        is_said(graph(text), line, column, words);
    }
}

proptest! {
    #[test]
    fn no_text_makes_a_reader_panic(
        heading in "(matching|graph)?( ?[0-9]{1,3}){0,3}\n",
        body in "([0-9]{1,2}[ \n#x]|\\PC){0,20}",
    ) {
        let text = heading + &body;
        if let Ok(instance) = MatchingInstance::parse(&text) {
            prop_assert_eq!(MatchingInstance::parse(instance.text()), Ok(instance.clone()));
            if let Ok(board) = instance.board() {
                prop_assert_eq!(board.len(), instance.edges().len() + 1);
            }
        }
        if let Ok(graph) = Graph::parse(&text) {
            prop_assert_eq!(Graph::parse(graph.text()), Ok(graph.clone()));
            prop_assert_eq!(graph.board().is_ok(), graph.vertices() <= 64);
        }
    }
}
