//! Boards as exact cover problems, one for each agreement group.
//!
//! The *agreement* of a set is the values that its cards share, each with its property. For v > 1
//! the agreement does not include all properties. In every other property the set shows each value
//! exactly once. The *agreement group* consists of the cards of the board that have the values of
//! the agreement. Let the *items* be the values of the other properties, and each card of the group
//! an *option*, which covers the items that it shows.
//!
//! - **A set is an exact cover** of the problem of its agreement: it shows every item once.
//! - **An exact cover is a set** with that agreement: every card shows one of the v values of a
//!   property that is not in the agreement, so there are v cards, all different there, and the same
//!   in the agreement.
//!
//! A set has one agreement, so the exact covers of all problems are the sets, one to one.
//!
//! Any two cards of a set agree in its agreement and nowhere else. So only agreements of pairs of
//! cards matter: at most one for each pair, while there are `(v+1)^p − v^p` combinations of
//! properties and values. Of these, only agreements that the first card of a set shares with v−1
//! other cards are kept, and only problems with an option for every item.
//!
//! With v = 1, "all the same" and "all different" are one case: a card alone is a set. It counts as
//! different in all properties, for which there is one problem.

use std::collections::BTreeSet;
use std::fmt;

use crate::card::{Card, Properties};
use crate::solver::{Limit, Stop, Watch};
use crate::{Board, Deck, Set};

/// A property and its value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Item {
    /// The property, counted from 0.
    pub property: usize,
    /// The value, counted from 0.
    pub value: usize,
}

/// A name of at most 8 characters, such as `p1=0`: properties are counted from 1, as in all
/// messages, values from 0, as in the notation of cards.
impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}={}", self.property + 1, self.value)
    }
}

/// The exact cover problem of an agreement group.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExactCover {
    /// The shared values of the cards of the group, in ascending order.
    pub agreement: Vec<Item>,
    /// The items, which must be covered exactly once, in ascending order.
    pub items: Vec<Item>,
    /// For each card of the group, in layout order, its items as ascending indices of [`items`](Self::items).
    pub options: Vec<Vec<usize>>,
    /// The positions of the cards of the group on the board, ascending: one for each option.
    pub positions: Vec<usize>,
    deck: Deck,
    cards: Vec<Card>,
}

impl ExactCover {
    /// The problem of a group, if each item has an option.
    fn new(board: &Board, agreement: &[Item], watch: &mut Watch) -> Result<Option<Self>, Stop> {
        let deck = board.deck();
        let agrees =
            |card: Card| agreement.iter().all(|item| deck.value(card, item.property) == item.value);
        let mut positions = Vec::new();
        for (position, &card) in board.cards().iter().enumerate() {
            watch.tick(1)?;
            if agrees(card) {
                positions.push(position);
            }
        }
        let cards = board.at(&positions);
        let agreed: Properties = agreement.iter().map(|item| item.property).collect();
        let others = (0..deck.properties()).filter(|&property| !agreed.contains(property));
        let others: Vec<usize> = others.collect();
        let of = |property| (0..deck.values()).map(move |value| Item { property, value });
        let items: Vec<Item> = others.iter().copied().flat_map(of).collect();
        let shown = |&card: &Card| {
            watch.tick(others.len())?;
            let items = others.iter().enumerate();
            Ok(items.map(|(i, &property)| i * deck.values() + deck.value(card, property)).collect())
        };
        let options: Vec<Vec<usize>> = cards.iter().map(shown).collect::<Result<_, Stop>>()?;
        let mut covered = vec![false; items.len()];
        for &item in options.iter().flatten() {
            covered[item] = true;
        }
        let (agreement, all) = (agreement.to_vec(), covered.iter().all(|&covered| covered));
        Ok(all.then_some(Self { agreement, items, options, positions, deck, cards }))
    }

    /// Whether the options with these indices are an exact cover, by the definition: every item is
    /// in exactly one of them.
    pub fn is_exact_cover(&self, chosen: &[usize]) -> bool {
        let mut times = vec![0_usize; self.items.len()];
        for &index in chosen {
            let Some(option) = self.options.get(index) else { return false };
            for &item in option {
                times[item] += 1;
            }
        }
        times.iter().all(|&times| times == 1)
    }

    /// The set of an exact cover; `None` if the options with these indices are not an exact cover.
    pub fn set(&self, chosen: &[usize]) -> Option<Set> {
        self.is_exact_cover(chosen).then(|| {
            let cards: Vec<Card> = chosen.iter().map(|&index| self.cards[index]).collect();
            Set::new(self.deck, &cards).expect("an exact cover of an agreement group is a set")
        })
    }
}

/// The exact cover problems of a board, those with the smallest agreements first.
///
/// Their exact covers are the sets of the board, one to one; problems with an item without an
/// option are left out. Takes `n²·p` steps, and n more for each problem, which is built when the
/// iterator reaches it.
///
/// ```
/// use tercet::Board;
/// use tercet::reduction::exact_covers;
///
/// let board: Board = "01 12 20 11 10".parse()?;
/// let problems: Vec<_> = exact_covers(&board).collect();
/// assert_eq!(problems.len(), 2); // all different, and a 1 in the first property
/// assert!(problems[0].set(&[0, 1, 2]).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn exact_covers(board: &Board) -> impl Iterator<Item = ExactCover> {
    let problems =
        exact_covers_within(board, usize::MAX, &Limit::none()).expect("there is no limit");
    problems.map(|problem| problem.expect("there is no limit"))
}

/// The [`exact_covers`] of a board, under a limit. Compares the cards, which takes `n²·p` steps, and stores
/// their agreements, of which there may be millions, in at most `memory` bytes; the problems are built one
/// by one.
///
/// # Errors
///
/// The reason to stop, here as in each step of the iterator.
pub fn exact_covers_within<'a>(
    board: &'a Board,
    memory: usize,
    limit: &Limit,
) -> Result<impl Iterator<Item = Result<ExactCover, Stop>> + Clone + use<'a>, Stop> {
    let by_size = agreements(board, memory, &mut limit.watch())?;
    let agreements: Vec<Vec<Item>> = by_size.into_iter().flatten().collect();
    let limit = limit.clone();
    let problem = move |agreement: Vec<Item>| {
        let built =
            limit.check().and_then(|()| ExactCover::new(board, &agreement, &mut limit.watch()));
        built.transpose()
    };
    Ok(agreements.into_iter().filter_map(problem))
}

/// The agreements that a set of the board can have, by their sizes.
fn agreements(
    board: &Board,
    memory: usize,
    watch: &mut Watch,
) -> Result<Vec<BTreeSet<Vec<Item>>>, Stop> {
    /// An agreement without its items: its place in a tree, in a list after that, and its heap block.
    const EMPTY: usize = 4 * size_of::<Vec<Item>>();
    let (deck, cards) = (board.deck(), board.cards());
    let mut bytes = 0;
    let companions = deck.values() - 1;
    let mut agreements = vec![BTreeSet::new(); deck.properties() + 1];
    if companions == 0 && !board.is_empty() {
        agreements[0].insert(Vec::new());
    }
    for (i, &first) in cards.iter().enumerate() {
        let mut shared: Vec<Properties> = Vec::with_capacity(cards.len() - i - 1);
        for &card in &cards[i + 1..] {
            watch.tick(1)?;
            shared.push(deck.agreement(first, card));
        }
        watch.sort(&mut shared)?;
        for same in shared.chunk_by(|a, b| a == b).filter(|same| same.len() >= companions) {
            watch.tick(deck.properties())?;
            let item = |property| Item { property, value: deck.value(first, property) };
            let agreement: Vec<Item> = same[0].iter().map(item).collect();
            let size = agreement.len();
            if agreements[size].insert(agreement) {
                bytes += EMPTY + size * size_of::<Item>();
            }
            if bytes > memory {
                return Err(Stop::MEMORY);
            }
        }
    }
    Ok(agreements)
}
