//! A method at work on a question, boards to ask it about, and the oracle that judges.

use std::ops::ControlFlow;
use std::{fmt, thread};

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use tercet::board::BoardError;
use tercet::deal::Dealer;
use tercet::notation::Notation;
use tercet::set::is_set;
use tercet::solver::{
    Answer, Count, Enumerate, Limit, Method, Options, Question, Solver, Stop, Unable, Update, list,
};
use tercet::{Board, Card, Deck, Set};

use crate::rows;

/// A set as the ascending positions of its cards.
pub(crate) type Positions = Box<[usize]>;

/// All sets of a board by the definition, in order: the oracle.
pub(crate) fn by_definition(board: &Board) -> Vec<Positions> {
    pub(crate) fn extend(
        board: &Board,
        chosen: &mut Vec<usize>,
        cards: &mut Vec<Card>,
        sets: &mut Vec<Positions>,
    ) {
        let missing = board.deck().values() - chosen.len();
        if missing == 0 {
            if is_set(board.deck(), cards) {
                sets.push(chosen.as_slice().into());
            }
            return;
        }
        let first = chosen.last().map_or(0, |last| last + 1);
        for next in first..(board.len() + 1).saturating_sub(missing) {
            chosen.push(next);
            cards.push(board.cards()[next]);
            extend(board, chosen, cards, sets);
            chosen.pop();
            cards.pop();
        }
    }
    let mut sets = Vec::new();
    extend(board, &mut Vec::new(), &mut Vec::new(), &mut sets);
    sets
}

/// A method at work on one question.
pub(crate) enum Subject {
    Find(Box<dyn Solver>),
    Enumerate(Box<dyn Enumerate>),
    Count(Box<dyn Count>),
}

/// What a method says when it is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Said {
    Set(Option<Set>),
    Sets(Vec<Positions>),
    Number(u128),
}

impl Subject {
    pub(crate) fn new(
        row: &Method,
        question: Question,
        board: &Board,
        options: &Options,
    ) -> Result<Self, Unable> {
        Ok(match question {
            Question::Find => Self::Find(row.solver(board, options)?),
            Question::Enumerate => Self::Enumerate(row.enumerator(board, options)?),
            Question::Count => Self::Count(row.counter(board, options)?),
        })
    }

    pub(crate) fn update(&mut self) -> &mut dyn Update {
        match self {
            Self::Find(solver) => &mut **solver,
            Self::Enumerate(solver) => &mut **solver,
            Self::Count(solver) => &mut **solver,
        }
    }

    pub(crate) fn ask(&mut self, limit: &Limit) -> Result<Said, Stop> {
        match self {
            Self::Find(solver) => match solver.find(limit) {
                Answer::Found(set) => Ok(Said::Set(Some(set))),
                Answer::None => Ok(Said::Set(None)),
                Answer::Stopped(stop) => Err(stop),
            },
            Self::Enumerate(solver) => {
                let listing = list(&mut **solver, None, limit);
                assert!(listing.found == listing.sets.len() as u128);
                listing.stopped.map_or(Ok(Said::Sets(listing.sets)), Err)
            }
            Self::Count(solver) => solver.count(limit).map(Said::Number),
        }
    }
}

impl Said {
    /// Compares what was said with the sets of the board.
    pub(crate) fn check(&self, board: &Board, sets: &[Positions]) {
        match self {
            Self::Set(Some(set)) => {
                assert!(set.cards().iter().all(|&card| board.contains(card)), "a card not there");
                assert!(!sets.is_empty(), "found a set where there is none");
            }
            Self::Set(None) => assert!(sets.is_empty(), "found none of {}", sets.len()),
            Self::Sets(listed) => assert_eq!(listed, sets, "the sets listed"),
            Self::Number(counted) => assert_eq!(*counted, sets.len() as u128, "the count"),
        }
    }
}

/// Where a test is; it says so when the test fails there.
pub(crate) struct Case<'a> {
    pub(crate) row: &'a Method,
    pub(crate) question: Question,
    pub(crate) seed: u64,
    pub(crate) board: &'a Board,
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
        write!(f, "{} fails to {} of the board with ", self.row.name, self.question)?;
        writeln!(f, "seed {}:\ndeck {} {}", self.seed, deck.values(), deck.properties())?;
        write!(f, "{}", cards.join(" "))
    }
}

/// Every row with every question that it answers on boards of a deck.
pub(crate) fn able(deck: Deck) -> impl Iterator<Item = (&'static Method, Question)> {
    rows()
        .into_iter()
        .flat_map(|row| Question::ALL.map(|question| (row, question)))
        .filter(move |(row, question)| row.can(*question, deck))
}

/// Random choices from a seed.
pub(crate) struct Random(ChaCha8Rng);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Some of the values below n, at least one.
    pub(crate) fn some(&mut self, n: usize) -> Vec<usize> {
        let most = 1 + self.below(n);
        let mut values = self.order(n);
        values.truncate(most);
        values
    }

    pub(crate) fn order(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        self.shuffle(&mut order);
        order
    }

    pub(crate) fn shuffle<T>(&mut self, all: &mut [T]) {
        for i in (1..all.len()).rev() {
            all.swap(i, self.below(i + 1));
        }
    }

    /// The cards of a set.
    pub(crate) fn set(&mut self, deck: Deck) -> Vec<Card> {
        let v = deck.values();
        let varied = self.below(deck.properties());
        let shown: Vec<Vec<usize>> = (0..deck.properties())
            .map(|i| {
                let order = self.order(v);
                if i == varied || self.one_in(2) { order } else { vec![order[0]; v] }
            })
            .collect();
        let card = |i| shown.iter().map(|values| values[i]).collect::<Vec<_>>();
        (0..v).map(|i| deck.card(&card(i)).unwrap()).collect()
    }
}

pub(crate) fn deck(v: usize, p: usize) -> Deck {
    Deck::new(v, p).unwrap()
}

/// A board of the first cards that a dealer deals; all of them where there are not more.
pub(crate) fn dealt(deck: Deck, seed: u64, n: usize) -> Board {
    let cards: Vec<Card> = Dealer::new(deck, seed).take(n).collect();
    Board::new(deck, &cards).unwrap()
}

/// A board of one of the kinds on which methods differ, with no more than `most` cards: any
/// cards; cards that show few of the values of each property, so that many sets agree in some; a
/// set or two among other cards.
pub(crate) fn random_board(deck: Deck, seed: u64, most: usize) -> Board {
    let mut random = Random::new(seed);
    let v = deck.values();
    let n = match random.below(5) {
        // About as many cards as a set has, or as many as there may be.
        0 => (v + random.below(3)).saturating_sub(1).min(most),
        1 => most,
        _ => random.below(most + 1),
    };
    let shown: Vec<Vec<usize>> = match random.below(4) {
        0 => return dealt(deck, seed, n),
        1 => (0..deck.properties()).map(|_| random.some(v)).collect(),
        kind => (0..deck.properties())
            .map(|_| {
                if kind == 2 && random.one_in(2) { vec![random.below(v)] } else { random.order(v) }
            })
            .collect(),
    };
    let mut cards = Vec::new();
    for _ in 0..random.below(3) {
        cards.extend(random.set(deck));
    }
    for _ in 0..2 * n {
        let card: Vec<usize> = shown.iter().map(|some| some[random.below(some.len())]).collect();
        cards.push(deck.card(&card).unwrap());
    }
    let mut board = Board::empty(deck);
    for card in cards {
        if board.len() < n && !board.contains(card) {
            board.add(&[card]).unwrap();
        }
    }
    let mut cards = board.cards().to_vec();
    random.shuffle(&mut cards);
    Board::new(deck, &cards).unwrap()
}

/// C(n,v), to infinity.
pub(crate) fn binomial(n: usize, v: usize) -> f64 {
    (0..v).map(|i| n.saturating_sub(i) as f64 / (i + 1) as f64).product()
}

/// The most cards of a board (no more than 40) whose subsets of v cards number no more than this.
pub(crate) fn most_cards(v: usize, subsets: f64) -> usize {
    (v..=40).take_while(|&n| binomial(n, v) <= subsets).last().unwrap_or(v)
}

/// Asks a fresh solver for everything that the sets of a board decide.
pub(crate) fn agrees(row: &Method, question: Question, board: &Board, sets: &[Positions]) {
    agrees_within(row, question, board, sets, &Options::default());
}

pub(crate) fn agrees_within(
    row: &Method,
    question: Question,
    board: &Board,
    sets: &[Positions],
    options: &Options,
) {
    let mut subject = Subject::new(row, question, board, options).unwrap();
    assert!(subject.update().board() == board);
    subject.ask(&Limit::none()).unwrap().check(board, sets);
    let Subject::Enumerate(solver) = &mut subject else { return };

    // The first sets of the list, and a visitor that breaks off.
    for most in [0, 2] {
        let listing = list(&mut **solver, Some(most), &Limit::none());
        assert_eq!(listing.sets, sets[..sets.len().min(most)]);
        assert_eq!((listing.found, listing.stopped), (sets.len() as u128, None));
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

/// An update, maybe one that is refused.
#[derive(Debug)]
pub(crate) enum Change {
    Add(Vec<Card>),
    Remove(Vec<Card>),
}

impl Change {
    /// A deal of cards from a pool, or cards or a set that are taken; one time in five it is to be
    /// refused for one of its cards.
    pub(crate) fn random(
        random: &mut Random,
        board: &Board,
        pool: &[Card],
        found: Option<&Set>,
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
        if let Some(set) = found.filter(|_| random.one_in(2)) {
            old = set.cards().to_vec();
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
