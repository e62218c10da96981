//! One suite for every method: each test walks over [`METHODS`] and asks each row whatever it
//! answers, so a new row is tested without a line here.
//!
//! A method agrees with the definition on thousands of boards, and with the golden numbers on full
//! decks; it stays right under updates, also refused ones; it stops at its limits and can be asked
//! again; its answers do not depend on the number of threads; and it says what it cannot do. A
//! failure names the method, the question, and the board as a board file that can be run again.

use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use tercet::board::BoardError;
use tercet::game::Dealer;
use tercet::notation::Notation;
use tercet::set::is_set;
use tercet::solver::{
    Answer, Count, Enumerate, Limit, METHODS, Method, Options, Question, Solver, Stop, Unable,
    Update, list, method,
};
use tercet::{Board, Card, Deck, Set};

/// A set as the ascending positions of its cards.
type Positions = Box<[usize]>;

/// All sets of a board by the definition, in order: the oracle.
fn by_definition(board: &Board) -> Vec<Positions> {
    fn extend(
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
enum Subject {
    Find(Box<dyn Solver>),
    Enumerate(Box<dyn Enumerate>),
    Count(Box<dyn Count>),
}

/// What a method says when it is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Said {
    Set(Option<Set>),
    Sets(Vec<Positions>),
    Number(u128),
}

impl Subject {
    fn new(
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

    fn update(&mut self) -> &mut dyn Update {
        match self {
            Self::Find(solver) => &mut **solver,
            Self::Enumerate(solver) => &mut **solver,
            Self::Count(solver) => &mut **solver,
        }
    }

    fn ask(&mut self, limit: &Limit) -> Result<Said, Stop> {
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
    fn check(&self, board: &Board, sets: &[Positions]) {
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
struct Case<'a> {
    row: &'a Method,
    question: Question,
    seed: u64,
    board: &'a Board,
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
fn able(deck: Deck) -> impl Iterator<Item = (&'static Method, Question)> {
    METHODS
        .iter()
        .flat_map(|row| Question::ALL.map(|question| (row, question)))
        .filter(move |(row, question)| row.can(*question, deck))
}

/// Random choices from a seed.
struct Random(ChaCha8Rng);

impl Random {
    fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Some of the values below n, at least one.
    fn some(&mut self, n: usize) -> Vec<usize> {
        let most = 1 + self.below(n);
        let mut values = self.order(n);
        values.truncate(most);
        values
    }

    fn order(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        self.shuffle(&mut order);
        order
    }

    fn shuffle<T>(&mut self, all: &mut [T]) {
        for i in (1..all.len()).rev() {
            all.swap(i, self.below(i + 1));
        }
    }

    /// The cards of a set.
    fn set(&mut self, deck: Deck) -> Vec<Card> {
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

fn deck(v: usize, p: usize) -> Deck {
    Deck::new(v, p).unwrap()
}

/// A board of the first cards that a dealer deals; all of them where there are not more.
fn dealt(deck: Deck, seed: u64, n: usize) -> Board {
    let cards: Vec<Card> = Dealer::new(deck, seed).take(n).collect();
    Board::new(deck, &cards).unwrap()
}

/// A board of one of the kinds on which methods differ, with no more than `most` cards: any
/// cards; cards that show few of the values of each property, so that many sets agree in some; a
/// set or two among other cards.
fn random_board(deck: Deck, seed: u64, most: usize) -> Board {
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
fn binomial(n: usize, v: usize) -> f64 {
    (0..v).map(|i| n.saturating_sub(i) as f64 / (i + 1) as f64).product()
}

/// The most cards of a board (no more than 40) whose subsets of v cards number no more than this.
fn most_cards(v: usize, subsets: f64) -> usize {
    (v..=40).take_while(|&n| binomial(n, v) <= subsets).last().unwrap_or(v)
}

/// Asks a fresh solver for everything that the sets of a board decide.
fn agrees(row: &Method, question: Question, board: &Board, sets: &[Positions]) {
    agrees_within(row, question, board, sets, &Options::default());
}

fn agrees_within(
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

#[test]
fn every_method_agrees_with_the_definition() {
    for v in 1..=6 {
        for p in 1..=4 {
            let deck = deck(v, p);
            for seed in 0..1000 {
                // One board in ten is larger.
                let most = most_cards(v, if seed % 10 == 0 { 20_000.0 } else { 3_000.0 });
                let board = random_board(deck, seed, most);
                let sets = by_definition(&board);
                for (row, question) in able(deck) {
                    let _case = Case { row, question, seed, board: &board };
                    agrees(row, question, &board, &sets);
                }
            }
        }
    }
}

/// Decks whose cards take up to the last of their bits, or have many values.
#[test]
fn every_method_agrees_with_the_definition_on_large_decks() {
    for (v, p, n) in [
        (1, 128, 1),
        (2, 64, 12),
        (2, 128, 12),
        (3, 16, 24),
        (3, 17, 24),
        (3, 31, 24),
        (3, 32, 24),
        (3, 33, 24),
        (3, 64, 24),
        (4, 12, 16),
        (4, 13, 16),
        (4, 33, 14),
        (4, 64, 14),
        (5, 42, 12),
        (8, 42, 11),
        (9, 32, 12),
        (16, 32, 18),
        (17, 25, 19),
        (36, 2, 38),
        (37, 3, 39),
        (64, 21, 66),
        (65, 18, 67),
        (256, 1, 256),
        (256, 16, 257),
    ] {
        let deck = deck(v, p);
        // Who remembers partial sets cannot hold the 2^v subsets of a large set, and must say so.
        let options = Options { memory: 1 << 24, ..Options::default() };
        let (mut answered, mut out_of_memory) = (0, 0);
        // The spectrum of 3^16 numbers takes its time.
        for seed in 0..if (v, p) == (3, 16) { 1 } else { 12 } {
            let board = random_board(deck, seed, n);
            let sets = by_definition(&board);
            for (row, question) in able(deck) {
                let _case = Case { row, question, seed, board: &board };
                let mut subject = Subject::new(row, question, &board, &options).unwrap();
                if subject.update().held().is_some() {
                    if subject.ask(&Limit::none()) == Err(Stop::Memory) {
                        out_of_memory += 1;
                        continue;
                    }
                    answered += 1;
                }
                agrees_within(row, question, &board, &sets, &options);
            }
        }
        assert!(answered > 0 && (v > 16 || out_of_memory == 0), "{deck}: {out_of_memory} stops");
    }
}

/// Every subset of a small deck, each one card away from the one before: what a method keeps
/// across updates is used all the time, and the boards without a set are as many as published.
#[test]
fn every_method_counts_the_set_free_hands() {
    let golden: [(Deck, &[usize]); 4] = [
        (deck(1, 2), &[1, 0]),
        (deck(2, 3), &[1, 8, 0, 0, 0, 0, 0, 0, 0]),
        (deck(3, 2), &[1, 9, 36, 72, 54, 0, 0, 0, 0, 0]),
        (deck(4, 2), &[1, 16, 120, 560, 1788, 3984, 5968, 5424, 2496, 496, 0, 0, 0, 0, 0, 0, 0]),
    ];
    for (deck, hands) in golden {
        let all: Vec<Card> = deck.cards().collect();
        for row in METHODS.iter().filter(|row| row.can(Question::Count, deck)) {
            // A count where it cannot find.
            let can_find = row.can(Question::Find, deck);
            let question = if can_find { Question::Find } else { Question::Count };
            let mut board = Board::empty(deck);
            let mut subject = Subject::new(row, question, &board, &Options::default()).unwrap();
            let mut set_free = vec![0; hands.len()];
            for step in 1..=1_usize << all.len() {
                let said = subject.ask(&Limit::none()).unwrap();
                set_free[board.len()] +=
                    usize::from(matches!(said, Said::Set(None) | Said::Number(0)));
                // Gray's order: the card of the lowest bit of the step is dealt or taken.
                let Some(&card) = all.get(step.trailing_zeros() as usize) else { break };
                let _case = Case { row, question, seed: 0, board: &board.clone() };
                if board.contains(card) {
                    board.remove(&[card]).unwrap();
                    subject.update().remove(&[card]).unwrap();
                } else {
                    board.add(&[card]).unwrap();
                    subject.update().add(&[card]).unwrap();
                }
                assert!(*subject.update().board() == board);
            }
            assert_eq!(set_free, hands, "{} of {deck}", row.name);
        }
    }
}

/// How many sets full decks hold, and methods that are to list and count them. Where every v
/// cards are too many to try, other methods may run out of time, but must not be wrong.
#[test]
fn every_method_knows_the_golden_numbers() {
    const V3: &[&str] = &["pairs-hash", "pairs-bits", "halves", "thirds", "spectrum", "auto"];
    const V4: &[&str] = &["middle", "cover", "auto"];
    let golden: [((usize, usize), u128, &[&str]); 20] = [
        ((1, 3), 1, &[]),
        ((2, 4), 120, &[]),
        ((3, 1), 1, &[]),
        ((3, 2), 12, &[]),
        ((3, 3), 117, &[]),
        ((3, 4), 1080, &[]),
        ((3, 5), 9801, V3),
        ((3, 6), 88452, V3),
        ((4, 2), 32, &[]),
        ((4, 3), 912, &[]),
        ((4, 4), 25600, V4),
        ((4, 5), 717_056, V4),
        ((5, 2), 130, &[]),
        ((5, 3), 16275, V4),
        ((5, 4), 2_034_500, V4),
        ((6, 1), 1, &[]),
        ((6, 2), 732, V4),
        ((6, 3), 531_468, V4),
        ((7, 1), 1, &[]),
        ((7, 2), 5054, V4),
    ];
    for ((v, p), number, surely) in golden {
        assert!(surely.iter().all(|name| method(name).is_ok()));
        let board = dealt(deck(v, p), 1, usize::MAX);
        let all = binomial(board.len(), v) < 1e6;
        for (row, question) in able(board.deck()) {
            let must = all || surely.contains(&row.name);
            let limit =
                if must { Limit::none() } else { Limit::timeout(Duration::from_millis(50)) };
            let _case = Case { row, question, seed: 1, board: &board };
            let said = match Subject::new(row, question, &board, &Options::default()).unwrap() {
                Subject::Enumerate(mut solver) => number_of_visits(&mut *solver, &limit),
                mut other => other.ask(&limit),
            };
            match said {
                Ok(Said::Set(set)) => assert!(set.is_some()),
                Ok(said) => assert_eq!(said, Said::Number(number)),
                Err(stop) => assert!(!must, "{stop}"),
            }
        }
    }
}

/// How many sets are visited. Each must be one, and none may come twice.
fn number_of_visits(solver: &mut dyn Enumerate, limit: &Limit) -> Result<Said, Stop> {
    let board = solver.board().clone();
    let mut visited: Vec<u64> = Vec::new();
    solver.for_each(limit, &mut |positions| {
        assert!(positions.is_sorted(), "positions ascend");
        assert!(is_set(board.deck(), &board.at(positions)), "a set is visited");
        // The positions are the digits of a number.
        let digits = positions.iter();
        visited.push(digits.fold(0, |all, &position| all * board.len() as u64 + position as u64));
        ControlFlow::Continue(())
    })?;
    let visits = visited.len();
    visited.sort_unstable();
    visited.dedup();
    assert_eq!(visited.len(), visits, "a set is visited once");
    Ok(Said::Number(visits as u128))
}

/// Boards around their threshold, where the definition takes too long: those methods that answer
/// within a moment say the same.
#[test]
fn methods_agree_with_each_other_on_large_boards() {
    for (v, p, seeds) in [
        (3, 8, 3),
        (3, 14, 2),
        (4, 6, 3),
        (4, 9, 2),
        (5, 5, 3),
        (6, 4, 4),
        (7, 3, 4),
        (8, 3, 4),
        (10, 3, 3),
        (10, 4, 3),
    ] {
        let deck = deck(v, p);
        for seed in 0..seeds {
            // Up to one and a half times as many cards.
            let n = (deck.threshold() as u64 * (2 * seeds + seed) / (2 * seeds)) as usize;
            let board = dealt(deck, seed, n);
            let (mut some, mut number) = (None, None::<u128>);
            for (row, question) in able(deck) {
                let _case = Case { row, question, seed, board: &board };
                let mut subject = Subject::new(row, question, &board, &Options::default()).unwrap();
                let counted = match subject.ask(&Limit::timeout(Duration::from_millis(50))) {
                    Ok(Said::Number(counted)) => Some(counted),
                    Ok(Said::Sets(sets)) => Some(sets.len() as u128),
                    Ok(Said::Set(set)) => {
                        assert_eq!(*some.get_or_insert(set.is_some()), set.is_some());
                        None
                    }
                    Err(_) => None,
                };
                if let Some(counted) = counted {
                    assert_eq!(*number.get_or_insert(counted), counted);
                    assert_eq!(*some.get_or_insert(counted > 0), counted > 0);
                }
            }
        }
    }
}

/// An update, maybe one that is refused.
#[derive(Debug)]
enum Change {
    Add(Vec<Card>),
    Remove(Vec<Card>),
}

impl Change {
    /// A deal of cards from a pool, or cards or a set that are taken; one time in five it is to be
    /// refused for one of its cards.
    fn random(random: &mut Random, board: &Board, pool: &[Card], found: Option<&Set>) -> Self {
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

    fn apply(&self, subject: &mut Subject) -> Result<(), BoardError> {
        match self {
            Self::Add(cards) => subject.update().add(cards),
            Self::Remove(cards) => subject.update().remove(cards),
        }
    }

    fn apply_to(&self, board: &mut Board) -> Result<(), BoardError> {
        match self {
            Self::Add(cards) => board.add(cards),
            Self::Remove(cards) => board.remove(cards),
        }
    }
}

/// A solver that lived through updates answers as the definition does. Every method gets the same
/// updates; which sets are taken is up to those that find them.
#[test]
fn every_method_stays_right_under_updates() {
    for (v, p, pool) in [
        (1, 2, 1),
        (2, 3, 8),
        (3, 2, 9),
        (3, 4, 40),
        (3, 6, 40),
        (4, 2, 16),
        (4, 4, 40),
        (5, 2, 25),
        (5, 3, 40),
        (6, 2, 36),
    ] {
        for seed in 0..300 {
            // One game in eight is played on larger boards.
            let most = most_cards(v, if seed % 8 == 0 { 20_000.0 } else { 1_500.0 });
            stays_right_under_updates(deck(v, p), seed, pool, most);
        }
    }
}

fn stays_right_under_updates(deck: Deck, seed: u64, pool: usize, most: usize) {
    let mut random = Random::new(seed);
    let pool = random_board(deck, seed, pool);
    let start = &pool.cards()[..random.below(pool.len().min(most) + 1)];
    let mut board = Board::new(deck, start).unwrap();
    let start = |(row, question)| {
        let subject = Subject::new(row, question, &board, &Options::default()).unwrap();
        (row, question, subject)
    };
    let mut subjects: Vec<(&Method, Question, Subject)> = able(deck).map(start).collect();
    for _ in 0..14 {
        let sets = by_definition(&board);
        let mut found = None;
        for (row, question, subject) in &mut subjects {
            let _case = Case { row, question: *question, seed, board: &board };
            assert!(*subject.update().board() == board);
            // A stop has no consequence; nor has it that nobody asks.
            let time = Duration::from_nanos(random.below(20_000) as u64);
            if random.one_in(4)
                && let Ok(said) = subject.ask(&Limit::timeout(time))
            {
                said.check(&board, &sets);
            }
            if random.one_in(4) {
                continue;
            }
            let said = subject.ask(&Limit::none()).unwrap();
            said.check(&board, &sets);
            if let Said::Set(Some(set)) = said
                && (found.is_none() || random.one_in(3))
            {
                found = Some(set);
            }
        }
        let change = Change::random(&mut random, &board, pool.cards(), found.as_ref());
        if matches!(&change, Change::Add(cards) if board.len() + cards.len() > most) {
            continue;
        }
        let before = board.clone();
        let done = change.apply_to(&mut board);
        for (row, question, subject) in &mut subjects {
            let _case = Case { row, question: *question, seed, board: &before };
            assert_eq!(change.apply(subject), done, "{change:?}");
        }
    }
}

/// On boards too large for the definition, a solver that lived through updates and stops answers
/// as a fresh one of the same method does.
#[test]
fn updates_and_stops_make_no_difference_on_large_boards() {
    for (v, p) in [(3, 7), (3, 30), (4, 7), (5, 5), (7, 3), (10, 4), (14, 4)] {
        let (deck, options) = (deck(v, p), Options::default());
        for seed in 0..3 {
            let mut random = Random::new(seed);
            let n = deck.threshold().min(300) as usize;
            let pool = dealt(deck, seed, 2 * n);
            let mut board = Board::new(deck, &pool.cards()[..n]).unwrap();
            let start = |(row, question)| {
                (row, question, Subject::new(row, question, &board, &options).unwrap())
            };
            let mut subjects: Vec<(&Method, Question, Subject)> = able(deck).map(start).collect();
            for _ in 0..10 {
                let mut found = None;
                // A method for which the board is too large drops out.
                subjects.retain_mut(|(row, question, subject)| {
                    let _case = Case { row, question: *question, seed, board: &board };
                    assert!(*subject.update().board() == board);
                    let moment = Duration::from_micros(random.below(1_000) as u64);
                    let _ = subject.ask(&Limit::timeout(moment));
                    let mut fresh = Subject::new(row, *question, &board, &options).unwrap();
                    let time = || Limit::timeout(Duration::from_millis(50));
                    let Ok(expected) = fresh.ask(&time()) else { return false };
                    let Ok(said) = subject.ask(&time()) else { return false };
                    match (said, expected) {
                        (Said::Set(said), Said::Set(expected)) => {
                            assert_eq!(said.is_some(), expected.is_some());
                            found = said.or(found.take());
                        }
                        (said, expected) => assert_eq!(said, expected),
                    }
                    true
                });
                assert!(!subjects.is_empty(), "{deck} is too large for every method");
                let change = Change::random(&mut random, &board, pool.cards(), found.as_ref());
                let done = change.apply_to(&mut board);
                for (_, _, subject) in &mut subjects {
                    assert_eq!(change.apply(subject), done);
                }
            }
        }
    }
}

/// A board without a set, and then a few more cards, of which one completes a set: what was proved
/// of the others must not hide it.
#[test]
fn a_card_that_completes_a_set_is_noticed() {
    for (v, p, n) in [
        (2, 3, 1),
        (3, 5, 30),
        (3, 30, 400),
        (4, 10, 250),
        (5, 13, 80),
        (8, 6, 250),
        (14, 4, 150),
        (18, 4, 300),
        (30, 4, 330),
    ] {
        for seed in 0..4 {
            let deck = deck(v, p);
            let mut set = Random::new(seed).set(deck);
            let last = set.pop().unwrap();
            let mut cards: Vec<Card> = Dealer::new(deck, seed).take(n).collect();
            cards.retain(|card| !set.contains(card) && *card != last);
            cards.splice(cards.len() / 2..cards.len() / 2, set.iter().copied());
            let dealt = 1 + seed as usize % 3;
            let more = Dealer::new(deck, seed).skip(n).filter(|card| !set.contains(card));
            let mut new: Vec<Card> = more.filter(|&card| card != last).take(dealt - 1).collect();
            new.push(last);
            let board = Board::new(deck, &cards).unwrap();

            for (row, question) in able(deck) {
                let _case = Case { row, question, seed, board: &board };
                let subject = Subject::new(row, question, &board, &Options::default()).unwrap();
                let Subject::Find(mut solver) = subject else { continue };
                let free = loop {
                    match solver.find(&Limit::timeout(Duration::from_millis(100))) {
                        Answer::Found(other) => {
                            let taken = |card: &&Card| !set.contains(card);
                            let taken = *other.cards().iter().find(taken).unwrap();
                            solver.remove(&[taken]).unwrap();
                        }
                        Answer::None => break true,
                        Answer::Stopped(_) => break false,
                    }
                };
                if free {
                    solver.add(&new).unwrap();
                    let answer = solver.find(&Limit::none());
                    let Answer::Found(set) = answer else { panic!("{answer:?}") };
                    assert!(set.cards().iter().any(|card| new.contains(card)));
                }
            }
        }
    }
}

/// Limits that are reached from the beginning.
fn reached() -> [(Limit, Stop); 2] {
    let raised = Arc::new(AtomicBool::new(true));
    [
        (Limit::none().or_flag(raised), Stop::Interrupted),
        (Limit::timeout(Duration::ZERO), Stop::Deadline),
    ]
}

/// Of boards that are hard for one method or another, at least one makes each method stop at its
/// limits; asked again without any, it answers as a fresh one.
#[test]
fn a_stopped_method_can_be_asked_again() {
    let hard = [(3, 30, 320), (3, 12, 400), (4, 20, 400), (20, 4, 280), (22, 4, 320)];
    let hard = hard.map(|(v, p, n)| {
        // The last card completes a set, in most cases the only one.
        let mut board = dealt(deck(v, p), 2, n);
        let set = Random::new(2).set(board.deck());
        let there: Vec<Card> = set.iter().copied().filter(|&card| board.contains(card)).collect();
        board.remove(&there).unwrap();
        board.add(&set).unwrap();
        board
    });
    for row in METHODS {
        for question in Question::ALL.into_iter().filter(|&question| row.answers(question)) {
            let fitting = hard.iter().filter(|board| row.can(question, board.deck()));
            let stopped = fitting.into_iter().any(|board| {
                let _case = Case { row, question, seed: 2, board };
                let fresh = || Subject::new(row, question, board, &Options::default()).unwrap();
                let mut subject = fresh();
                for (limit, stop) in reached() {
                    match subject.ask(&limit) {
                        Err(reason) => assert_eq!(reason, stop),
                        // So fast that there was no time to look.
                        Ok(_) => return false,
                    }
                }
                // The board may be too hard for this method.
                let limit = Limit::timeout(Duration::from_secs(5));
                let Ok(expected) = fresh().ask(&limit) else { return false };
                assert_eq!(subject.ask(&Limit::none()), Ok(expected));
                true
            });
            assert!(stopped, "{} does not stop when it is to {question}", row.name);
        }
    }
}

/// However hard the board, an answer or a stop comes soon after a deadline, or after a flag is
/// raised.
#[test]
fn limits_are_kept_on_hard_boards() {
    const MOMENT: Duration = Duration::from_millis(50);
    const SOON: Duration = Duration::from_secs(1);
    for (v, p, n) in [(3, 14, 50_000), (3, 30, 20_000), (4, 9, 3_000), (24, 4, 380), (200, 3, 4000)]
    {
        let board = dealt(deck(v, p), 3, n);
        for (row, question) in able(board.deck()) {
            for threads in if row.threads { vec![1, 2] } else { vec![1] } {
                let _case = Case { row, question, seed: 3, board: &board };
                let options =
                    Options { threads: NonZeroUsize::new(threads).unwrap(), ..Options::default() };
                let mut subject = Subject::new(row, question, &board, &options).unwrap();

                let begin = Instant::now();
                let said = subject.ask(&Limit::timeout(MOMENT));
                assert!(begin.elapsed() < SOON, "{:?} after a deadline", begin.elapsed());
                assert!(said.is_ok() || said == Err(Stop::Deadline));

                let flag = Arc::new(AtomicBool::new(false));
                let limit = Limit::none().or_flag(Arc::clone(&flag));
                let raise = thread::spawn(move || {
                    thread::sleep(MOMENT);
                    flag.store(true, Ordering::Relaxed);
                });
                let begin = Instant::now();
                let said = subject.ask(&limit);
                assert!(begin.elapsed() < SOON, "{:?} after a flag", begin.elapsed());
                assert!(said.is_ok() || said == Err(Stop::Interrupted));
                raise.join().unwrap();
            }
        }
    }
}

/// A flag that is raised while sets are visited ends the visits.
#[test]
fn a_flag_raised_between_sets_ends_the_visits() {
    for (v, p) in [(3, 6), (4, 5)] {
        let board = dealt(deck(v, p), 4, usize::MAX);
        for (row, question) in able(board.deck()) {
            let _case = Case { row, question, seed: 4, board: &board };
            let subject = Subject::new(row, question, &board, &Options::default()).unwrap();
            let Subject::Enumerate(mut solver) = subject else { continue };
            let flag = Arc::new(AtomicBool::new(false));
            let mut visits = 0_u32;
            let end = solver.for_each(&Limit::none().or_flag(Arc::clone(&flag)), &mut |_| {
                visits += 1;
                flag.store(visits >= 10, Ordering::Relaxed);
                ControlFlow::Continue(())
            });
            assert_eq!(end, Err(Stop::Interrupted), "after {visits} visits");
        }
    }
}

/// The same set found, the same list, the same count, also after updates.
#[test]
fn answers_do_not_depend_on_the_number_of_threads() {
    const LONG: Duration = Duration::from_millis(300);
    for (v, p, n) in [
        (1, 3, 1),
        (2, 4, 9),
        (3, 4, 12),
        (3, 6, 250),
        (3, 14, 300),
        (4, 4, 100),
        (4, 8, 250),
        (5, 4, 250),
        (6, 2, 36),
        (10, 4, 120),
        (16, 4, 230),
        (20, 4, 290),
    ] {
        for (row, question) in able(deck(v, p)).filter(|(row, _)| row.threads) {
            // Whose find comes first is a matter of chance, so there are more of them.
            for seed in 0..if question == Question::Find { 8 } else { 2 } {
                let mut board = dealt(deck(v, p), seed, n);
                let pool = dealt(deck(v, p), seed, 2 * n);
                let mut random = Random::new(seed);
                let start = |threads| {
                    let options = Options {
                        threads: NonZeroUsize::new(threads).unwrap(),
                        ..Options::default()
                    };
                    Subject::new(row, question, &board, &options).unwrap()
                };
                let mut subjects = [1, 2, 3, 8].map(start);
                for _ in 0..5 {
                    let _case = Case { row, question, seed, board: &board.clone() };
                    let [one, more @ ..] = &mut subjects;
                    // Where one thread takes long, many of them on few processors do, too.
                    let Ok(said) = one.ask(&Limit::timeout(LONG)) else { break };
                    for other in more {
                        assert_eq!(other.ask(&Limit::none()).as_ref(), Ok(&said));
                    }
                    let found = if let Said::Set(set) = &said { set.as_ref() } else { None };
                    let change = Change::random(&mut random, &board, pool.cards(), found);
                    let done = change.apply_to(&mut board);
                    for subject in &mut subjects {
                        assert_eq!(change.apply(subject), done);
                    }
                }
            }
        }
    }
}

#[test]
fn methods_say_what_they_cannot_do() {
    for (v, p) in [(1, 1), (2, 5), (3, 4), (3, 17), (3, 64), (4, 4), (5, 1), (36, 2), (256, 16)] {
        let board = dealt(deck(v, p), 5, 6);
        for question in Question::ALL {
            let can = |row: &&Method| row.can(question, board.deck());
            let names: Vec<&str> = METHODS.iter().filter(can).map(|row| row.name).collect();
            assert!(names.contains(&"brute"));
            for row in METHODS {
                let unable = match Subject::new(row, question, &board, &Options::default()) {
                    Ok(mut subject) => {
                        assert!(names.contains(&row.name));
                        assert!(*subject.update().board() == board);
                        continue;
                    }
                    Err(unable) => unable,
                };
                assert!(!names.contains(&row.name));
                assert_eq!((unable.method, unable.deck), (row.name, board.deck()));
                assert_eq!((unable.question, &unable.able), (question, &names));
                let lacks = if row.answers(question) {
                    format!("is for {}", row.decks)
                } else {
                    "cannot do that".into()
                };
                assert_eq!(
                    unable.to_string(),
                    format!(
                        "{} {lacks}: to {question} of ({v},{p}) choose one of {}",
                        row.name,
                        names.join(", ")
                    )
                );
            }
        }
    }
}

#[test]
fn the_table_says_what_is() {
    for (i, row) in METHODS.iter().enumerate() {
        assert!(std::ptr::eq(method(row.name).unwrap(), row), "{} is there twice", row.name);
        assert!(row.name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-'));
        assert!(Question::ALL.into_iter().any(|question| row.answers(question)));
        assert!((row.name == "brute") == (i == 0), "the first row is the oracle");
        // The words about the decks, such as `4 ≤ v ≤ 64, p ≤ 16`, and what they say.
        let shapes = [1, 2, 3, 4, 5, 6, 9, 16, 32, 36, 64, 65, 128, 256].into_iter();
        for (v, p) in shapes.flat_map(|v| [1, 2, 5, 16, 17, 30].map(|p| (v, p))) {
            let Ok(deck) = Deck::new(v, p) else { continue };
            let number = |word: &str| match word {
                "v" => v,
                "p" => p,
                _ => word.parse().unwrap(),
            };
            let holds = |words: &[&str]| match words[1] {
                "=" => number(words[0]) == number(words[2]),
                "≤" => number(words[0]) <= number(words[2]),
                "≥" => number(words[0]) >= number(words[2]),
                other => panic!("{}: '{other}' of the decks '{}'", row.name, row.decks),
            };
            let named = row.decks == "any"
                || row.decks.split(", ").all(|chain| {
                    let words: Vec<&str> = chain.split(' ').collect();
                    words.windows(3).step_by(2).all(holds)
                });
            for question in Question::ALL {
                let can = named && row.answers(question);
                assert_eq!(row.can(question, deck), can, "{} of {deck}", row.name);
            }
        }
    }
    let unknown = method("magic").unwrap_err().to_string();
    assert!(unknown.starts_with("no method is called 'magic': choose one of brute"), "{unknown}");
    assert!(METHODS.iter().all(|row| unknown.contains(row.name)), "{unknown}");
}
