//! Boards to order: random boards with so many sets, or with none, each equally likely.
//!
//! *By classes.* Draw a class of hands by the number of its hands, then a random symmetry, and apply
//! it to any hand of the class. By the orbit–stabiliser theorem every hand of the class is the image
//! under as many symmetries as every other, so all hands are equally likely.
//!
//! For v = 3 the classes of hands with two cards less are enough (with three less from 13 cards on),
//! as they are to count ([`sets`](super::sets())). A *growth* is such a smaller hand and a choice of
//! the cards it lacks. Every board of k cards is the end of C(k,2) growths (or C(k,3)), one for each
//! choice of its last cards, so a random growth among those that end in a board with s sets ends in
//! a random one of these boards. A class has as many as its hands times the choices that give one of
//! them s sets, which `growth.rs` counts. So: draw the class by this product, one of the choices, and a
//! symmetry, which moves the hand and the choice together. 12 cards of (3,4) take the 1658 classes of
//! 10, or 267 for boards without a set.
//!
//! *By rejection.* Where the classes are out of reach, whole boards are dealt until one fits. Each board
//! that fits is equally likely then, too; but where few fit, it takes long, and where none does, it
//! never ends. Which way is taken depends on the deck and the order alone, never on the clock: the
//! same seed draws the same board always.

mod motion;

use std::ops::RangeInclusive;

use num_bigint::BigUint;
use num_traits::{CheckedSub, ToPrimitive};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use thiserror::Error;

use super::growth::Growth;
use super::sets::added;
use crate::board::Board;
use crate::caps;
use crate::card::Card;
use crate::deck::Deck;
use crate::game::Dealer;
use crate::game::random::{between, shuffle};
use crate::solver::{Answer, Limit, Options, Stop, Watch, method};
use crate::symmetry::{Classes, Kind};
use motion::Motion;

/// What a board shall be like: a deck, a number of cards and a number of sets. Any number of boards
/// can be drawn.
///
/// ```
/// use tercet::Deck;
/// use tercet::odds::Order;
/// use tercet::solver::Limit;
///
/// let limit = Limit::none();
/// let order = Order::free(Deck::new(3, 3)?, 9, &limit)?;
/// assert_eq!(order.boards(), Some(2106));
/// let drawn = order.draw(1, &limit)?;
/// assert_eq!(drawn.board.len(), 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Order {
    deck: Deck,
    cards: usize,
    sets: u128,
    way: Way,
}

/// How boards are drawn.
enum Way {
    Classes(Parts),
    Rejection,
    /// There is only one hand: the whole deck.
    Deck,
}

/// A board that was drawn.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The board; the order of its cards is random, too.
    pub board: Board,
    /// How many boards were dealt until this one fitted, from 1; `None` where it was drawn by its
    /// class.
    pub deals: Option<u64>,
}

/// Why there is no board to an order.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OrderError {
    /// The deck has fewer cards.
    #[error("the deck {0} has fewer cards than {1}")]
    Cards(Deck, usize),
    /// So many cards always hold a set.
    #[error(
        "every hand of {} of {deck} holds a set{}",
        counted(*.cards as u128, "card"),
        .most.map(|most| format!(": the largest without one has {most}")).unwrap_or_default()
    )]
    NeverFree {
        /// The deck.
        deck: Deck,
        /// How many cards were asked for.
        cards: usize,
        /// The most cards without a set, where they are known.
        most: Option<usize>,
    },
    /// So many cards never hold so many sets.
    #[error(
        "no hand of {} of {deck} holds exactly {}: {}",
        counted(*.cards as u128, "card"),
        counted(*.sets, "set"),
        .possible.text()
    )]
    NeverSo {
        /// The deck.
        deck: Deck,
        /// How many cards were asked for.
        cards: usize,
        /// How many sets were asked for.
        sets: u128,
        /// How many sets they can hold.
        possible: Possible,
    },
    /// None of [`Order::MOST_DEALS`] boards fitted.
    #[error(
        "none of {} deals fits, and the hands are too many to be classified",
        Order::MOST_DEALS
    )]
    Deals,
    /// A limit ended the work.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

fn counted(count: u128, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// How many sets some cards can hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Possible {
    /// Each of these numbers, in ascending order, and no other.
    Exactly(Vec<u128>),
    /// No number out of this range.
    Within(RangeInclusive<u128>),
}

impl Possible {
    /// The numbers in words, runs of them as their first and last.
    fn text(&self) -> String {
        let runs = match self {
            Self::Exactly(numbers) => {
                let mut runs: Vec<RangeInclusive<u128>> = Vec::new();
                for &number in numbers {
                    match runs.last_mut() {
                        Some(run) if run.end() + 1 == number => *run = *run.start()..=number,
                        _ => runs.push(number..=number),
                    }
                }
                runs
            }
            Self::Within(range) if range.start() == range.end() => vec![range.clone()],
            Self::Within(range) if *range.start() == 0 => {
                return format!("it can hold {} at most", range.end());
            }
            Self::Within(range) => {
                return format!(
                    "it can hold {} at least and {} at most",
                    range.start(),
                    range.end()
                );
            }
        };
        let run = |run: &RangeInclusive<u128>| match (run.start(), run.end()) {
            (start, end) if start == end => start.to_string(),
            (start, end) => format!("{start} to {end}"),
        };
        let runs: Vec<String> = runs.iter().map(run).collect();
        format!("it can hold {}", runs.join(", "))
    }
}

impl Order {
    /// The most memory that classes may take, in bytes. It is part of what a seed means: where they
    /// would take more, boards are dealt until one fits.
    pub const MEMORY: usize = 1 << 25;

    /// The most boards that are dealt until one fits.
    pub const MOST_DEALS: u64 = 10_000_000;

    /// Boards of `cards` cards without a set.
    ///
    /// # Errors
    ///
    /// As [`sets`](Self::sets).
    pub fn free(deck: Deck, cards: usize, limit: &Limit) -> Result<Self, OrderError> {
        Self::sets(deck, cards, 0, limit)
    }

    /// Boards of `cards` cards with exactly `sets` sets.
    ///
    /// Finds the classes, where they are within reach: for 12 cards of (3,4) it takes some 30 ms, for
    /// 15 cards about a second.
    ///
    /// # Errors
    ///
    /// [`OrderError`] where the deck has fewer cards, no board is known to be so, or the limit ended the
    /// work.
    pub fn sets(deck: Deck, cards: usize, sets: u128, limit: &Limit) -> Result<Self, OrderError> {
        if deck.size() < cards.into() {
            return Err(OrderError::Cards(deck, cards));
        }
        let largest = caps::bounds(deck).exact().and_then(BigUint::to_usize);
        if sets == 0 && largest.is_some_and(|largest| largest < cards) {
            return Err(OrderError::NeverFree { deck, cards, most: largest });
        }
        let within = bounds(deck, cards);
        let is_possible = within.contains(&sets);
        let never = || match sets {
            0 => OrderError::NeverFree { deck, cards, most: largest },
            _ => OrderError::NeverSo { deck, cards, sets, possible: Possible::Within(within) },
        };
        // The classes of more than half of a deck are mostly out of reach, and finding that out takes
        // long.
        if !is_possible && deck.size() < (2 * cards as u128).into() {
            return Err(never());
        }
        let way = if deck.size() == cards.into() {
            Way::Deck
        } else if let Some(parts) = Parts::of(deck, cards, sets, limit)? {
            Way::Classes(parts)
        } else if is_possible {
            Way::Rejection
        } else {
            return Err(never());
        };
        Ok(Self { deck, cards, sets, way })
    }

    /// How many hands there are to draw from; `None` where boards are dealt until one fits.
    pub fn boards(&self) -> Option<u128> {
        match &self.way {
            Way::Classes(parts) => Some(parts.boards(self.cards)),
            Way::Rejection => None,
            Way::Deck => Some(1),
        }
    }

    /// The board that the seed determines.
    ///
    /// # Errors
    ///
    /// [`OrderError::Deals`] and [`OrderError::Stopped`].
    pub fn draw(&self, seed: u64, limit: &Limit) -> Result<Drawn, OrderError> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let parts = match &self.way {
            Way::Classes(parts) => parts,
            Way::Deck => return Ok(Drawn { board: self.deal(seed, limit)?, deals: None }),
            Way::Rejection => {
                for deal in 1..=Self::MOST_DEALS {
                    let board = self.deal(random.next_u64(), limit)?;
                    if self.fits(&board, limit)? {
                        return Ok(Drawn { board, deals: Some(deal) });
                    }
                }
                return Err(OrderError::Deals);
            }
        };
        let hand = parts.draw(self.sets, &mut random, limit)?;
        let motion = Motion::random(self.deck, &mut random);
        let moved = hand.iter().map(|&point| motion.image(self.deck, self.deck.nth(point.into())));
        let mut cards: Vec<Card> = moved.collect();
        shuffle(&mut cards, &mut random);
        Ok(Drawn { board: self.board(&cards), deals: None })
    }

    /// A random board of as many cards, whatever its sets.
    fn deal(&self, seed: u64, limit: &Limit) -> Result<Board, Stop> {
        let mut watch = limit.watch();
        let dealt = Dealer::new(self.deck, seed).take(self.cards);
        let dealt: Result<Vec<Card>, Stop> =
            dealt.map(|card| watch.tick(8).map(|()| card)).collect();
        Ok(self.board(&dealt?))
    }

    fn board(&self, cards: &[Card]) -> Board {
        Board::new(self.deck, cards).expect("no card was drawn twice")
    }

    /// Whether a board holds as many sets as were ordered.
    fn fits(&self, board: &Board, limit: &Limit) -> Result<bool, Stop> {
        limit.check()?;
        if self.sets == 0 {
            let auto = method("auto").expect("a method of the table");
            let solver = auto.solver(board, &Options::default());
            return match solver.expect("auto is for every board").find(limit) {
                Answer::Found(_) => Ok(false),
                Answer::None => Ok(true),
                Answer::Stopped(stop) => Err(stop),
            };
        }
        Ok(count(board, limit)? == self.sets)
    }
}

fn count(board: &Board, limit: &Limit) -> Result<u128, Stop> {
    let auto = method("auto").expect("a method of the table");
    auto.counter(board, &Options::default()).expect("auto counts on every board").count(limit)
}

/// Between which numbers that of the sets of k cards must be, by k alone.
///
/// With v below 3 every v cards are a set. Else v − 1 cards are in one set at most, so that each set
/// takes v of the C(k, v−1) choices of them.
///
/// The m cards that are left in the deck tell more where they are few. Each card is in r sets, so no
/// more than m·r sets hold one of them, and at least r. With v = 3 any two cards are in one set: by
/// inclusion and exclusion m·r − C(m,2) + s sets hold one, where s sets hold three, and these are
/// bounded as before.
fn bounds(deck: Deck, cards: usize) -> RangeInclusive<u128> {
    let v = deck.values();
    let choices = |of: &BigUint, taken: usize| -> BigUint {
        let factors = (0..taken).map(|i| (of.checked_sub(&i.into()).unwrap_or_default(), i + 1));
        factors.fold(1_u32.into(), |choices, (left, taken)| choices * left / taken)
    };
    let small = |number: BigUint| number.to_u128().unwrap_or(u128::MAX);
    let (cards, all) = (BigUint::from(cards), deck.number_of_sets());
    if v < 3 {
        let sets = small(choices(&cards, v));
        return sets..=sets;
    }
    let most = |cards: &BigUint| (choices(cards, v - 1) / v).min(all.clone());
    let of_each = &all * v / deck.size();
    let left = deck.size() - &cards;
    let less = |number: BigUint, by: BigUint| number.checked_sub(&by).unwrap_or_default();
    let touched = &left * &of_each;
    let (least, greatest) = if v == 3 {
        let kept = &all + choices(&left, 2);
        (less(kept.clone(), &touched + most(&left)), less(kept, touched))
    } else {
        let one = if left == BigUint::ZERO { BigUint::ZERO } else { of_each };
        (less(all.clone(), touched), less(all.clone(), one))
    };
    small(least)..=small(greatest.min(most(&cards)))
}

/// The classes of hands that boards are made of.
struct Parts {
    classes: Classes,
    /// How many cards a board has besides.
    more: usize,
    /// For each class, in how many ways its hands and those of the classes before grow to a board as
    /// ordered.
    ways: Vec<u128>,
}

impl Parts {
    /// The parts of boards, unless they are out of reach. With v below 3 there is no use for them:
    /// cards say by their number how many sets there are.
    fn of(deck: Deck, cards: usize, sets: u128, limit: &Limit) -> Result<Option<Self>, OrderError> {
        let kind = if sets == 0 { Kind::Free } else { Kind::Any };
        let Some(classes) = (deck.values() >= 3).then(|| Classes::new(deck, kind)).flatten() else {
            return Ok(None);
        };
        let mut classes = classes.with_memory(Order::MEMORY);
        let more = if deck.values() == 3 { added(cards) } else { 0 };
        while classes.cards() < cards - more && !classes.classes().is_empty() {
            match classes.advance(limit) {
                Err(Stop::Memory) => return Ok(None),
                advanced => advanced?,
            }
        }
        let mut watch = limit.watch();
        let (mut ways, mut total) = (Vec::with_capacity(classes.classes().len()), 0);
        let mut spread: Vec<u128> = Vec::new();
        for class in classes.classes() {
            let choices = if let Some(space) = classes.space() {
                watch.tick(1 << (4 * more))?;
                Growth::new(space, class.points()).by_sets(more)
            } else {
                let board = Board::new(deck, &classes.hand(class)).expect("a hand of a deck");
                let sets = if kind == Kind::Free { 0 } else { count(&board, limit)? };
                let mut choices = vec![0; sets as usize];
                choices.push(1);
                choices
            };
            spread.resize(spread.len().max(choices.len()), 0);
            for (spread, &choices) in spread.iter_mut().zip(&choices) {
                *spread += u128::from(choices);
            }
            let choices = usize::try_from(sets).ok().and_then(|sets| choices.get(sets));
            total += class.hands() * u128::from(*choices.unwrap_or(&0));
            ways.push(total);
        }
        if total > 0 {
            return Ok(Some(Self { classes, more, ways }));
        }
        if sets > 0 {
            let possible = (0..).zip(spread).filter(|&(_, ways)| ways > 0);
            let possible = Possible::Exactly(possible.map(|(sets, _)| sets).collect());
            return Err(OrderError::NeverSo { deck, cards, sets, possible });
        }
        while !classes.classes().is_empty() {
            if classes.advance(limit).is_err() {
                return Err(OrderError::NeverFree { deck, cards, most: None });
            }
        }
        Err(OrderError::NeverFree { deck, cards, most: Some(classes.cards() - 1) })
    }

    /// How many boards of `cards` cards grow from these parts.
    fn boards(&self, cards: usize) -> u128 {
        let total = self.ways.last().copied().unwrap_or(0);
        let parts =
            (0..self.more as u128).fold(1, |parts, i| parts * (cards as u128 - i) / (i + 1));
        assert_eq!(total % parts, 0, "each board grows from all its parts");
        total / parts
    }

    /// A random way to grow a hand of one of the classes to one with so many sets.
    fn draw(&self, sets: u128, random: &mut impl Rng, limit: &Limit) -> Result<Vec<u16>, Stop> {
        let total = self.ways.last().expect("there is a way");
        let way = between(random, 0, total - 1);
        let chosen = self.ways.partition_point(|&ways| ways <= way);
        let before = if chosen == 0 { 0 } else { self.ways[chosen - 1] };
        let class = &self.classes.classes()[chosen];
        let mut hand = class.points().to_vec();
        if let Some(space) = self.classes.space() {
            let growth = Growth::new(space, class.points());
            let mut choice = Choice {
                growth: &growth,
                sets: sets as usize,
                // Any number that is as likely as all others below that of the choices.
                before: (way - before) / class.hands(),
                added: Vec::new(),
                watch: limit.watch(),
            };
            assert!(choice.find(growth.outside(), self.more)?, "the choices were counted");
            hand.append(&mut choice.added);
        }
        Ok(hand)
    }
}

/// One of the choices of cards that give a hand so many sets.
struct Choice<'a> {
    growth: &'a Growth<'a>,
    sets: usize,
    /// How many such choices still come before.
    before: u128,
    added: Vec<u16>,
    watch: Watch<'a>,
}

impl Choice<'_> {
    /// Finds the one that is meant, if it adds so many of these cards to those that are added already.
    fn find(&mut self, outside: &[u16], more: usize) -> Result<bool, Stop> {
        self.watch.tick(1)?;
        let sets = self.growth.sets_with(&self.added);
        if more == 0 && sets == self.sets {
            let found = self.before == 0;
            self.before = self.before.saturating_sub(1);
            return Ok(found);
        }
        // What is a set remains one.
        if more == 0 || sets > self.sets {
            return Ok(false);
        }
        for (i, &point) in outside.iter().enumerate() {
            self.added.push(point);
            if self.find(&outside[..i], more - 1)? {
                return Ok(true);
            }
            self.added.pop();
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests;
