//! k-dimensional matching as a board, and the matching of a set.
//!
//! An instance has k dimensions of n elements each, and edges, each of which contains one element
//! of every dimension. A *perfect matching* is n edges that share no element, so that they contain
//! every element once. Deciding whether there is one is NP-complete for k ≥ 3 (Karp 1972).
//!
//! The reduction is that of Chaudhuri et al., *On the Complexity of the Game of Set* (2003),
//! section 2. Every edge becomes a card of the deck (n+1, k): dimensions are properties, elements
//! are values. One more card, the *extra card*, has the value n, which no edge has, in every
//! property.
//!
//! - **A perfect matching gives a set.** Its n edges and the extra card are n+1 cards, all
//!   different in every property.
//! - **A set gives a perfect matching.** In some property its n+1 cards are all different. There
//!   they show n+1 values, so one of them shows n: the extra card is in the set. No other card
//!   agrees with it in any property, so the cards are all different in all properties, and the n
//!   others are edges that share no element.
//!
//! So the sets of the board are the perfect matchings of the instance, one to one. The board has
//! one card more than the instance has edges and is built in linear time.

use std::collections::HashMap;

use super::{InstanceError, deck_of, spaced};
use crate::deck::{Deck, OutOfRange};
use crate::solver::{Limit, Stop};
use crate::text::{ParseError, Place, number, utf8, words};
use crate::{Board, Card, Set};

/// An instance of k-dimensional matching.
///
/// ```
/// use tercet::reduction::MatchingInstance;
///
/// let edges = [[0, 0, 1], [1, 1, 0], [0, 1, 1]].map(Vec::from);
/// let instance = MatchingInstance::new(3, 2, edges)?;
/// let board = instance.board()?;
/// let set = board.find().expect("there is a matching");
/// assert_eq!(instance.matching(&set), Some(vec![0, 1]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchingInstance {
    pub(super) dimensions: usize,
    pub(super) elements: usize,
    /// None is wrong, and none occurs twice.
    pub(super) edges: Vec<Box<[usize]>>,
}

impl MatchingInstance {
    /// The instance with these edges, each as one element for each dimension; dimensions, elements
    /// and edges are counted from 0. There may be no edges.
    ///
    /// # Errors
    ///
    /// [`InstanceError`] with the first problem.
    pub fn new(
        dimensions: usize,
        elements: usize,
        edges: impl IntoIterator<Item = Vec<usize>>,
    ) -> Result<Self, InstanceError> {
        if dimensions == 0 {
            return Err(InstanceError::NoDimension);
        }
        if elements == 0 {
            return Err(InstanceError::NoElement);
        }
        let mut instance = Self { dimensions, elements, edges: Vec::new() };
        let mut seen = HashMap::new();
        for edge in edges {
            instance.add(edge, None, &mut seen).map_err(|(_, problem)| problem)?;
        }
        Ok(instance)
    }

    /// Adds an edge. The error is preceded by the index of the element with the problem.
    fn add(
        &mut self,
        edge: Vec<usize>,
        place: Option<Place>,
        seen: &mut HashMap<Box<[usize]>, Option<Place>>,
    ) -> Result<(), (usize, InstanceError)> {
        let (dimensions, count) = (self.dimensions, self.elements);
        if edge.len() != dimensions {
            return Err((0, InstanceError::Width { edge, dimensions }));
        }
        if let Some((at, &element)) = edge.iter().enumerate().find(|&(_, &it)| it >= count) {
            return Err((at, InstanceError::Element { edge, element, count }));
        }
        if let Some(&place) = seen.get(&edge[..]) {
            return Err((0, InstanceError::Duplicate { edge, place }));
        }
        self.edges.push(edge.into());
        seen.insert(self.edges[self.edges.len() - 1].clone(), place);
        Ok(())
    }

    /// k: the number of dimensions.
    pub const fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// n: the number of elements of each dimension, and of edges in a perfect matching.
    pub const fn elements(&self) -> usize {
        self.elements
    }

    /// The edges, each as one element for each dimension.
    pub fn edges(&self) -> &[Box<[usize]>] {
        &self.edges
    }

    /// The edges, taken from the instance.
    pub fn into_edges(self) -> Vec<Box<[usize]>> {
        self.edges
    }

    /// Whether the edges with these indices are a perfect matching, by the definition: n edges that
    /// share no element in any dimension.
    pub fn is_perfect_matching(&self, chosen: &[usize]) -> bool {
        if chosen.len() != self.elements || chosen.iter().any(|&edge| edge >= self.edges.len()) {
            return false;
        }
        (0..self.dimensions).all(|dimension| {
            let mut taken: Vec<usize> =
                chosen.iter().map(|&edge| self.edges[edge][dimension]).collect();
            taken.sort_unstable();
            taken.windows(2).all(|pair| pair[0] != pair[1])
        })
    }

    /// The board of the reduction: a card for each edge, in their order, followed by the extra
    /// card.
    ///
    /// # Errors
    ///
    /// [`OutOfRange`] if the deck (n+1, k) is too large.
    pub fn board(&self) -> Result<Board, OutOfRange> {
        let deck = self.deck()?;
        let mut cards: Vec<Card> = self.edges.iter().map(|edge| card(deck, edge)).collect();
        cards.push(card(deck, &vec![self.elements; self.dimensions]));
        Ok(Board::new(deck, &cards).expect("the edges are distinct, and the extra card is none"))
    }

    /// The perfect matching of a set of the [`board`](Self::board), as ascending indices of edges;
    /// `None` for a set of any other board.
    pub fn matching(&self, set: &Set) -> Option<Vec<usize>> {
        let deck = self.deck().ok().filter(|&deck| deck == set.deck())?;
        let on_set = |&index: &usize| set.binary_search(&card(deck, &self.edges[index])).is_ok();
        let matching: Vec<usize> = (0..self.edges.len()).filter(on_set).collect();
        self.is_perfect_matching(&matching).then_some(matching)
    }

    fn deck(&self) -> Result<Deck, OutOfRange> {
        deck_of(self.elements.saturating_add(1), self.dimensions)
    }
}

/// The card of an edge.
fn card(deck: Deck, edge: &[usize]) -> Card {
    deck.card_of(edge).expect("an edge has k elements below n")
}

// Reading matching instances. Each error states the place, the problem and a remedy.
//
// The file is plain text: a heading line, then one edge a line, as numbers from 0 separated by white
// space. `#` starts a comment; blank lines are ignored.
//
// ```text
// matching 3 2   # k dimensions of n elements
// 0 0 1
// 1 1 0
// ```

impl MatchingInstance {
    /// Reads an instance: a line `matching K N`, then one edge a line as K numbers from 0 to N−1.
    ///
    /// # Errors
    ///
    /// [`ParseError`] with the place of the first problem.
    ///
    /// ```
    /// use tercet::reduction::MatchingInstance;
    ///
    /// let instance = MatchingInstance::parse("matching 3 2\n0 0 1\n1 1 0  # a comment\n")?;
    /// assert_eq!(instance.edges().len(), 2);
    /// let error = MatchingInstance::parse("matching 3 2\n0 0 2").unwrap_err();
    /// assert!(error.to_string().starts_with("line 2, column 5: edge '0 0 2': element 2"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: impl AsRef<[u8]>) -> Result<Self, ParseError<InstanceError>> {
        let text = utf8(text.as_ref())
            .map_err(|place| ParseError { place, problem: InstanceError::NotText })?;
        let rows = text.lines().enumerate().map(|(i, content)| words(i + 1, content).collect());
        let mut rows = rows.filter(|words: &Vec<_>| !words.is_empty());
        let heading: Vec<(Place, &str)> = rows.next().unwrap_or_default();
        let start = heading.first().map_or(Place { line: 1, column: 1 }, |&(place, _)| place);
        let size = match heading[..] {
            [(_, "matching"), (_, k), (_, n)] => number(k).zip(number(n)),
            _ => None,
        };
        let at_start = |problem| ParseError { place: start, problem };
        let (dimensions, elements) = size.ok_or(at_start(InstanceError::NoHeading))?;
        let mut instance = Self::new(dimensions, elements, []).map_err(at_start)?;
        let mut seen = HashMap::new();
        for row in rows {
            let number = |&(place, word): &(Place, &str)| {
                let problem =
                    || ParseError { place, problem: InstanceError::NotANumber(word.into()) };
                number(word).ok_or_else(problem)
            };
            let edge = row.iter().map(number).collect::<Result<_, _>>()?;
            let located = |(at, problem): (usize, _)| ParseError { place: row[at].0, problem };
            instance.add(edge, Some(row[0].0), &mut seen).map_err(located)?;
        }
        Ok(instance)
    }

    /// The instance in the format that [`parse`](Self::parse) reads.
    pub fn text(&self) -> String {
        self.text_within(&Limit::none()).expect("there is no limit")
    }

    /// The [`text`](Self::text), under a limit.
    ///
    /// # Errors
    ///
    /// The reason to stop.
    pub fn text_within(&self, limit: &Limit) -> Result<String, Stop> {
        let mut watch = limit.watch();
        let mut text = format!("matching {} {}\n", self.dimensions(), self.elements());
        for edge in self.edges() {
            watch.tick(edge.len())?;
            text += &spaced(edge);
            text += "\n";
        }
        Ok(text)
    }
}
