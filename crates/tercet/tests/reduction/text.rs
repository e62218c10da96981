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
    let heading = "a file of this kind begins with a line 'matching K N', such as 'matching 3 4'";
    for text in ["", "# nothing\n", "\n\n"] {
        assert_eq!(matching(text.as_bytes()), format!("line 1, column 1: {heading}"));
    }
    for text in ["\n 0 0 1", "\n graph 3", "\n matching 3", "\n matching 3 x", "\n matching 3 2 1"]
    {
        assert_eq!(matching(text.as_bytes()), format!("line 2, column 2: {heading}"), "{text}");
    }
    for (text, message) in [
        (
            "matching 3 2\n0 1\n",
            "line 2, column 1: edge '0 1' must have one element of each dimension: give 3, not 2",
        ),
        (
            "matching 3 2\n0 1 1 # x\n0 1  2\n",
            "line 3, column 6: edge '0 1 2': element 2 is out of range, the elements are 0 to 1: \
             correct it, or give the instance more elements",
        ),
        (
            "matching 2 2\n\n0 1\n1 1\n 0 1",
            "line 5, column 2: edge '0 1' occurs twice, first at line 3, column 1: \
             remove one of them",
        ),
        (
            "matching 2 2\n0 é-1",
            "line 2, column 3: 'é-1' is not a number: an edge is numbers from 0, with spaces \
             between them",
        ),
        ("matching 0 2", "line 1, column 1: an instance has at least 1 dimension, not 0"),
        (
            "matching 2 0",
            "line 1, column 1: an instance has at least 1 element in each dimension, not 0",
        ),
    ] {
        assert_eq!(matching(text.as_bytes()), message);
    }
    assert_eq!(
        matching(b"matching 2 2\n0 \xff"),
        "line 2, column 3: this is not text (not UTF-8): give a file that begins with a line \
         'matching K N'"
    );
    assert!(matching(b"matching 2 2\n0 99999999999999999999999").contains("is not a number"));

    let graph = |text: &str| Graph::parse(text).unwrap_err().to_string();
    for (text, message) in [
        (
            "0 1",
            "line 1, column 1: a file of this kind begins with a line 'graph N', such as 'graph 5'",
        ),
        ("graph 0", "line 1, column 1: a graph has at least 1 vertex, not 0"),
        (
            "graph 2\n0 1 1",
            "line 2, column 1: edge '0 1 1' does not join two vertices: give two numbers",
        ),
        ("graph 2\n0", "line 2, column 1: edge '0' does not join two vertices: give two numbers"),
        (
            "graph 2\n0 2",
            "line 2, column 3: edge '0 2': vertex 2 is out of range, the vertices are 0 to 1: \
             correct it, or give the graph more vertices",
        ),
        ("graph 2\n1 1", "line 2, column 1: edge '1 1' joins a vertex to itself: remove it"),
        (
            "graph 2\n0 1\n1 0",
            "line 3, column 1: edge '1 0' occurs twice, first at line 2, column 1: \
             remove one of them",
        ),
    ] {
        assert_eq!(graph(text), message);
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
