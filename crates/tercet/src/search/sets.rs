//! The sets of a board, one by one.
//!
//! For v = 3 each pair of cards determines the third, which is looked up. For other values a method visits the
//! sets. A visit cannot be interrupted and continued: so the method visits one set, then the next 8, the next
//! 64, and so on, and each time passes over those that it visited before. That takes at most a seventh more visits than there are sets, and a search that
//! ends with the first set takes no longer than [`Board::find`].

use std::collections::HashMap;
use std::iter::FusedIterator;
use std::ops::ControlFlow;

use crate::board::{Board, CardHash};
use crate::solver::{Auto, Enumerate, Limit, Options};
use crate::{Card, Set};

/// The sets of a board, one after the other; see [`Board::sets`].
#[derive(Clone, Debug)]
pub struct Sets<'b>(Kind<'b>);

#[derive(Clone, Debug)]
enum Kind<'b> {
    Triples(Triples<'b>),
    Passes(Passes<'b>),
}

impl<'b> Sets<'b> {
    pub(super) fn new(board: &'b Board) -> Self {
        Self(match board.deck().values() {
            3 => Kind::Triples(Triples::new(board)),
            _ => Kind::Passes(Passes {
                board,
                ahead: Vec::new(),
                next: 0,
                passed: 0,
                is_over: false,
            }),
        })
    }
}

impl Iterator for Sets<'_> {
    type Item = Set;

    fn next(&mut self) -> Option<Set> {
        match &mut self.0 {
            Kind::Triples(triples) => triples.next(),
            Kind::Passes(passes) => passes.next(),
        }
    }
}

impl FusedIterator for Sets<'_> {}

/// The set at some positions.
fn set_at(board: &Board, positions: impl IntoIterator<Item = usize>) -> Set {
    Set::at(board.deck(), board.cards(), positions).expect("what a search finds is a set")
}

/// The sets of a deck with three values, by pairs in layout order.
#[derive(Clone, Debug)]
pub(super) struct Triples<'b> {
    board: &'b Board,
    places: Places,
    /// The next pair of positions.
    next: [usize; 2],
}

/// For each card on the board 1 + its position.
#[derive(Clone, Debug)]
enum Places {
    /// By the bits of the card, for p ≤ 5.
    Bytes(Box<[u8]>),
    Table(HashMap<Card, u32, CardHash>),
}

impl Places {
    fn new(board: &Board) -> Self {
        let bits = board.deck().bits() as usize * board.deck().properties();
        if bits > 10 {
            return Self::Table(board.iter().zip(1..).collect());
        }
        let mut places = vec![0; 1 << bits].into_boxed_slice();
        for (place, card) in (1..).zip(board) {
            places[card.to_bits() as usize] = place;
        }
        Self::Bytes(places)
    }
}

impl<'b> Triples<'b> {
    fn new(board: &'b Board) -> Self {
        Self { board, places: Places::new(board), next: [0, 1] }
    }

    /// The sets of a board with v = 3 and at most this number of cards.
    pub(super) fn up_to(cards: usize, board: &'b Board) -> Option<Self> {
        (board.deck().values() == 3 && board.len() <= cards).then(|| Self::new(board))
    }

    /// The position after the pair at which their third card lies.
    fn third(&self, pair: [usize; 2]) -> Option<usize> {
        let [one, other] = pair.map(|position| self.board[position]);
        let place = match &self.places {
            Places::Bytes(places) => places[one.third(other).to_bits() as usize].into(),
            Places::Table(places) => {
                places.get(&one.third(other)).map_or(0, |&place| place as usize)
            }
        };
        place.checked_sub(1).filter(|&third| third > pair[1])
    }

    pub(super) fn next(&mut self) -> Option<Set> {
        let n = self.board.len();
        loop {
            let pair = self.next;
            if pair[1] + 1 < n {
                self.next[1] += 1;
            } else if pair[0] + 2 < n {
                self.next = [pair[0] + 1, pair[0] + 2];
                continue;
            } else {
                return None;
            }
            if let Some(third) = self.third(pair) {
                return Some(set_at(self.board, [pair[0], pair[1], third]));
            }
        }
    }

    /// The number of sets.
    pub(super) fn number(&self) -> u128 {
        let pairs = (1..self.board.len()).flat_map(|j| (0..j).map(move |i| [i, j]));
        pairs.filter(|&pair| self.third(pair).is_some()).count() as u128
    }
}

/// The sets of a deck whose number of values is not three.
#[derive(Clone, Debug)]
struct Passes<'b> {
    board: &'b Board,
    /// The positions of the sets of the last pass, one set after the other.
    ahead: Vec<u32>,
    /// The number of them that were taken.
    next: usize,
    /// The number of sets of the passes so far.
    passed: usize,
    /// Whether the last pass came to the end.
    is_over: bool,
}

impl Passes<'_> {
    /// The sets of a pass, as a multiple of those of all passes before it.
    const GROWTH: usize = 7;

    fn next(&mut self) -> Option<Set> {
        let v = self.board.deck().values();
        if self.next * v == self.ahead.len() && !self.is_over {
            self.pass();
        }
        let set = self.ahead.chunks_exact(v).nth(self.next)?;
        self.next += 1;
        Some(set_at(self.board, set.iter().map(|&position| position as usize)))
    }

    /// Visits the next sets.
    fn pass(&mut self) {
        let (before, wanted) = (self.passed, (Self::GROWTH * self.passed).max(1));
        self.ahead.clear();
        (self.next, self.is_over) = (0, true);
        let mut visited = 0;
        let options = Options { memory: usize::MAX, ..Options::default() };
        let end = Auto::new(self.board, &options).for_each(&Limit::none(), &mut |set| {
            visited += 1;
            if visited > before {
                self.ahead.extend(set.iter().map(|&position| position as u32));
            }
            if visited < before + wanted {
                return ControlFlow::Continue(());
            }
            self.is_over = false;
            ControlFlow::Break(())
        });
        end.expect("nothing limits the search");
        self.passed = visited;
    }
}
