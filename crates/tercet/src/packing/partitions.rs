//! The ways to split all cards of a board into sets.
//!
//! A partition is an exact cover of the cards by sets. The covers are counted without visiting them
//! all: the first remaining card is covered by each of its sets in turn, and since the number of
//! ways to continue depends only on the remaining cards, it is remembered (Nishino, Yasuda, Minato
//! and Nagata, "Dancing with decision diagrams", AAAI 2017). That paper chooses the card with the
//! fewest sets; with the first card, in the order in which a walk over the sets meets the cards,
//! whole decks take about as many states and each is cheaper. The numbers of partitions of
//! connected parts are multiplied.
//!
//! Before the search the sum of the cards is checked ([`Sums`]): it must be zero.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::bounds::Sums;
use super::instance::{Component, Instance, all_sets};
use super::meets::{Bits, Known};
use crate::solver::{Enumerate, Limit, Stop, Watch};

/// The number of ways to split all cards of a board into disjoint sets. A board without cards has
/// one way.
///
/// `lister` visits the sets. The sets and the remembered states take about `memory` bytes; when
/// these are used up, no more states are remembered, and the count takes longer. The time is
/// exponential: decks of thirty cards take milliseconds, the 81 cards of (3,4) are out of reach.
///
/// ```
/// use tercet::packing::partitions;
/// use tercet::solver::Limit;
/// use tercet::{Board, Deck};
///
/// let deck = Deck::new(3, 2)?;
/// let mut lister = Board::new(deck, deck.cards())?.search().solver()?;
/// let ways = partitions(&mut *lister, 1 << 30, &Limit::none())?;
/// assert_eq!(ways.to_string(), "4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`Stop`] if the limit ended the work, or the sets alone do not fit into the memory.
pub fn partitions(
    lister: &mut dyn Enumerate,
    memory: usize,
    limit: &Limit,
) -> Result<BigUint, Stop> {
    let (n, v) = (lister.board().len(), lister.board().deck().values());
    limit.check()?;
    if n % v != 0 {
        return Ok(BigUint::zero());
    }
    if v <= 2 {
        // Pairs: the first card with any other, then the first remaining card, and so on.
        let choices = (1..n).step_by(2).filter(|_| v == 2);
        return Ok(choices.map(BigUint::from).product());
    }
    let cards = lister.board().cards().iter().copied();
    let sums = Sums::new(lister.board().deck(), cards, &mut limit.watch())?;
    if !sums.can_be(sums.total, 0) {
        return Ok(BigUint::zero());
    }
    let sets = all_sets(lister, memory, limit)?;
    let left = memory - sets.len() / v * Instance::bytes_a_set(v);
    let mut watch = limit.watch();
    let components = Instance::new(n, v, sets, &mut watch)?.components(&mut watch)?;
    if components.iter().map(|component| component.cards.len()).sum::<usize>() < n {
        return Ok(BigUint::zero());
    }
    let mut ways = BigUint::one();
    for Component { instance, .. } in &components {
        ways *= covers(instance, left, &mut watch)?;
        if ways.is_zero() {
            break;
        }
    }
    Ok(ways)
}

/// A state of the search: the remaining cards, and the number of ways found so far to cover them.
struct State {
    left: Bits,
    /// The first remaining card, and the number of its sets that were tried.
    card: u32,
    tried: usize,
    ways: BigUint,
}

impl State {
    fn new(left: Bits) -> Option<Self> {
        let word = left.0.iter().position(|&word| word != 0)?;
        let card = 64 * word as u32 + left.0[word].trailing_zeros();
        Some(Self { left, card, tried: 0, ways: BigUint::zero() })
    }

    /// The cards that remain after a set, if all its cards remain before it.
    fn without(&self, set: &[u32]) -> Option<Bits> {
        let has = |&card: &u32| self.left.0[card as usize / 64] >> (card % 64) & 1 == 1;
        set.iter().all(has).then(|| {
            let mut left = self.left.clone();
            for &card in set {
                left.remove(card);
            }
            left
        })
    }
}

/// The exact covers of an instance.
fn covers(instance: &Instance, memory: usize, watch: &mut Watch) -> Result<BigUint, Stop> {
    let cards = instance.cards();
    let most = memory / Bits::bytes::<BigUint>(cards);
    let mut known = Known::new();
    let all = Bits::new(cards, 0..cards as u32);
    let mut states: Vec<State> = State::new(all).into_iter().collect();
    let mut done = BigUint::one();
    while let Some(state) = states.last_mut() {
        watch.tick(16)?;
        let Some(&set) = instance.with(state.card).get(state.tried) else {
            let state = states.pop().expect("it is there");
            done = state.ways;
            if let Some(above) = states.last_mut() {
                above.ways += &done;
                if known.len < most {
                    known.insert(state.left, done.clone());
                }
            }
            continue;
        };
        state.tried += 1;
        let Some(left) = state.without(instance.set(set)) else { continue };
        match (known.get(&left), State::new(left)) {
            (Some(ways), _) => state.ways += ways,
            (None, None) => state.ways += 1_u32,
            (None, Some(below)) => states.push(below),
        }
    }
    Ok(done)
}
