//! A method that is asked a question, and its answer.

use std::ops::ControlFlow;
use std::{fmt, thread};

use tercet::board::BoardError;
use tercet::notation::Notation;
use tercet::solver::{
    Count, Enumerate, Found, Limit, Method, Options, Question, Reason, Solver, Stop, Update, list,
};
use tercet::{Board, Card};

use crate::boards::{Random, deck};

/// A method that is asked one question.
pub enum Subject {
    /// Asked for one set.
    Find(Box<dyn Solver>),
    /// Asked for all sets.
    Enumerate(Box<dyn Enumerate>),
    /// Asked for their number.
    Count(Box<dyn Count>),
}

/// The answer of a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Said {
    Set(Option<Found>),
    Sets(Vec<Found>),
    Number(u128),
}

impl Subject {
    /// A method that can answer the question.
    pub(crate) fn new(
        method: &Method,
        question: Question,
        board: &Board,
        options: &Options,
    ) -> Self {
        const ABLE: &str = "it was asked before whether it can";
        match question {
            Question::Find => Self::Find(method.solver(board, options).expect(ABLE)),
            Question::Enumerate => Self::Enumerate(method.enumerator(board, options).expect(ABLE)),
            Question::Count => Self::Count(method.counter(board, options).expect(ABLE)),
        }
    }

    /// The method as a board with updates.
    pub(crate) fn update(&mut self) -> &mut dyn Update {
        match self {
            Self::Find(solver) => &mut **solver,
            Self::Enumerate(solver) => &mut **solver,
            Self::Count(solver) => &mut **solver,
        }
    }

    pub(crate) fn ask(&mut self, limit: &Limit) -> Result<Said, Stop> {
        match self {
            Self::Find(solver) => solver.find(limit).map(Said::Set),
            Self::Enumerate(solver) => {
                let listing = list(&mut **solver, None, limit);
                let (Ok(found) | Err(Stop { found, .. })) = &listing;
                // After an interrupt, found sets may stay unlisted: there is no time to sort them.
                let listed = found.sets.len() as u128;
                let interrupted =
                    listing.as_ref().is_err_and(|stop| stop.reason == Reason::Interrupted);
                assert!(found.found == listed || interrupted && found.found > listed);
                listing.map(|found| Said::Sets(found.sets)).map_err(|stop| stop.with(()))
            }
            Self::Count(solver) => solver.count(limit).map(Said::Number),
        }
    }
}

impl Said {
    /// Compares the answer with the sets of the board.
    pub(crate) fn check(&self, sets: &[Found]) {
        match self {
            Self::Set(Some(found)) => {
                let is_set = sets.contains(found);
                assert!(is_set, "found {found:?}, which is no set");
            }
            Self::Set(None) => assert!(sets.is_empty(), "found none of {}", sets.len()),
            Self::Sets(listed) => assert_eq!(listed, sets, "the sets listed"),
            Self::Number(counted) => assert_eq!(*counted, sets.len() as u128, "the count"),
        }
    }
}

/// The current case of a test; it is printed if the test fails.
pub struct Case<'a> {
    /// The method.
    pub row: &'a Method,
    /// The question.
    pub question: Question,
    /// The seed of the board.
    pub seed: u64,
    /// The board.
    pub board: &'a Board,
}

impl Drop for Case<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("{self}");
        }
    }
}

impl fmt::Display for Case<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (deck, cards) = (self.board.deck(), self.board.cards());
        let notation = Notation::for_deck(deck);
        let cards: Vec<String> = cards.iter().map(|&card| notation.write(deck, card)).collect();
        write!(f, "{} fails to {} of the board with ", self.row.name, self.question.in_words())?;
        writeln!(f, "seed {}:\ndeck {} {}", self.seed, deck.values(), deck.properties())?;
        write!(f, "{}", cards.join(" "))
    }
}

/// Asks a new solver for everything that the sets of a board determine.
pub fn agrees(row: &Method, question: Question, board: &Board, sets: &[Found]) {
    agrees_within(row, question, board, sets, &Options::default());
}

pub(crate) fn agrees_within(
    row: &Method,
    question: Question,
    board: &Board,
    sets: &[Found],
    options: &Options,
) {
    let mut subject = Subject::new(row, question, board, options);
    assert!(subject.update().board() == board);
    subject.ask(&Limit::none()).unwrap().check(sets);
    let Subject::Enumerate(solver) = &mut subject else { return };

    // The first sets of the list, and a visitor that breaks off.
    for most in [0, 2] {
        let listing = list(&mut **solver, Some(most), &Limit::none()).unwrap();
        assert_eq!(listing.sets, sets[..sets.len().min(most)]);
        assert_eq!(listing.found, sets.len() as u128);
    }
    for visits in 1..=3_usize.min(sets.len()) {
        let mut left = visits;
        let end = solver.for_each(&Limit::none(), &mut |positions| {
            assert!(sets.iter().any(|set| **set == *positions), "{positions:?} is no set");
            left = left.checked_sub(1).expect("the visitor broke off before");
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert_eq!((end, left), (Ok(()), 0));
    }
}

/// An update, possibly one that must be rejected.
#[derive(Debug)]
pub(crate) enum Change {
    Add(Vec<Card>),
    Remove(Vec<Card>),
}

impl Change {
    /// A deal of cards from a pool, or a removal of cards or a set; one in five must be rejected
    /// because of one of its cards.
    pub(crate) fn random(
        random: &mut Random,
        board: &Board,
        pool: &[Card],
        found: Option<&Found>,
    ) -> Self {
        let v = board.deck().values();
        let absent: Vec<Card> =
            pool.iter().copied().filter(|&card| !board.contains(card)).collect();
        let mut some = |cards: &[Card], most: usize| {
            let mut some = cards.to_vec();
            random.shuffle(&mut some);
            some.truncate(random.below(most + 1));
            some
        };
        let (new, mut old) = (some(&absent, v + 1), some(board.cards(), 3));
        if let Some(found) = found.filter(|_| random.one_in(2)) {
            old = board.at(found);
        }
        let mut change = if random.one_in(2) { Self::Add(new) } else { Self::Remove(old) };
        if random.one_in(5) {
            let cards = match &mut change {
                Self::Add(cards) | Self::Remove(cards) => cards,
            };
            let wrong = match random.below(4) {
                0 => Some(deck(256, 16).nth(u128::MAX)),
                1 => cards.first().copied(),
                2 => absent.first().copied(),
                _ => board.cards().first().copied(),
            };
            let place = random.below(cards.len() + 1);
            cards.splice(place..place, wrong);
        }
        change
    }

    pub(crate) fn apply(&self, subject: &mut Subject) -> Result<(), BoardError> {
        match self {
            Self::Add(cards) => subject.update().add(cards),
            Self::Remove(cards) => subject.update().remove(cards),
        }
    }

    pub(crate) fn apply_to(&self, board: &mut Board) -> Result<(), BoardError> {
        match self {
            Self::Add(cards) => board.add(cards),
            Self::Remove(cards) => board.remove(cards),
        }
    }
}
