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
//!
//! Where the count does not end, the number is estimated by random descents (D. E. Knuth, "Estimating the
//! efficiency of backtrack programs", Mathematics of Computation 29, 1975): each takes one of the sets of the
//! remaining card that has the fewest, all with equal probability, and so on. The product of the numbers of
//! choices, or 0 where a card has no set left, has the number of partitions as its mean. Here a descent ends
//! when few cards remain, whose partitions are counted; (3,4) needs a fifth of the descents that it would
//! need without the count.

use chacha20::ChaCha8Rng;
use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::bounds::Sums;
use super::instance::{Component, Instance, all_sets};
use super::meets::{Bits, Known};
use crate::deal::dealer::{between, stream};
use crate::solver::{Enumerate, Limit, Stop, Watch};
use crate::statistics::{Estimate, whole_mean};

/// At most this many cards remain at the end of a random descent.
const FEW: usize = 27;

/// The smallest number of descents to a partition for which an estimate has an interval. The products are skewed:
/// of boards with few partitions, intervals from 20 such descents miss the number in two of five cases, from 100
/// in one of twenty.
pub const LEAST_DESCENTS: u64 = 100;

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
    let (mut ways, parts, left) = factors(lister, memory, limit)?;
    for Component { instance, .. } in &parts {
        ways *= covers(instance, all_cards(instance), left, &mut limit.watch())?;
        if ways.is_zero() {
            break;
        }
    }
    Ok(ways)
}

/// An estimate of the number that [`partitions`] counts, from `samples` random descents. Descent i, from 0,
/// has the stream i of random numbers of the seed.
///
/// The value is 0 if no descent ended in a partition, although there may be some; there is no interval if fewer
/// than [`LEAST_DESCENTS`] did. A number that is known without a search is both ends of its interval. A descent takes about a
/// millisecond for the 81 cards of (3,4), and half a second for the 729 of (3,6).
///
/// ```
/// use tercet::packing::estimated_partitions;
/// use tercet::solver::Limit;
/// use tercet::{Board, Deck};
///
/// let mut lister = Board::new(Deck::CLASSIC, Deck::CLASSIC.cards())?.search().solver()?;
/// let ways = estimated_partitions(&mut *lister, 100, 1, 1 << 30, &Limit::none())?;
/// assert_eq!(ways.value.to_string().len(), 23);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`Stop`] if the limit ended the work, with the estimate from the descents until then, or the sets alone do not
/// fit into the memory.
pub fn estimated_partitions(
    lister: &mut dyn Enumerate,
    samples: u64,
    seed: u64,
    memory: usize,
    limit: &Limit,
) -> Result<Estimate<BigUint>, Stop<Option<Estimate<BigUint>>>> {
    let (mut known, parts, left) =
        factors(lister, memory, limit).map_err(|stop| stop.with(None))?;
    let mut watch = limit.watch();
    // A descent in a small part would have no random step.
    let (few, many): (Vec<_>, Vec<_>) = parts.into_iter().partition(|part| part.cards.len() <= FEW);
    for Component { instance, .. } in &few {
        let covers = covers(instance, all_cards(instance), left, &mut watch);
        known *= covers.map_err(|stop| stop.with(None))?;
    }
    if many.is_empty() || known.is_zero() {
        return Ok(Estimate { interval: Some((known.clone(), known.clone())), value: known });
    }
    // The descents, those that ended in a partition, and the sums of the products and of their squares.
    let (mut done, mut ended, mut stopped) = (0, 0, None);
    let (mut sum, mut squares) = (BigUint::ZERO, BigUint::ZERO);
    while done < samples && stopped.is_none() {
        let mut random = stream(seed, done);
        let ways = many.iter().try_fold(known.clone(), |ways, Component { instance, .. }| {
            descend(instance, FEW, left, &mut random, &mut watch).map(|more| ways * more)
        });
        match ways {
            Err(stop) => stopped = Some(stop),
            Ok(ways) => {
                (done, ended) = (done + 1, ended + u64::from(!ways.is_zero()));
                squares += &ways * &ways;
                sum += ways;
            }
        }
    }
    let estimate = whole_mean(done, &sum, &squares).map(|Estimate { value, interval }| Estimate {
        value,
        interval: interval.filter(|_| ended >= LEAST_DESCENTS),
    });
    match stopped {
        None => Ok(estimate.unwrap_or_default()),
        Some(stop) => Err(stop.with(estimate)),
    }
}

/// A factor of the number of partitions, the parts of the board whose numbers of covers are the other
/// factors, and the memory that the sets leave.
fn factors(
    lister: &mut dyn Enumerate,
    memory: usize,
    limit: &Limit,
) -> Result<(BigUint, Vec<Component>, usize), Stop> {
    let known = |ways| Ok((ways, Vec::new(), memory));
    let (n, v) = (lister.board().len(), lister.board().deck().values());
    limit.check()?;
    if n % v != 0 {
        return known(BigUint::zero());
    }
    if v <= 2 {
        // Pairs: the first card with any other, then the first remaining card, and so on.
        let choices = (1..n).step_by(2).filter(|_| v == 2);
        return known(choices.map(BigUint::from).product());
    }
    let cards = lister.board().cards().iter().copied();
    let sums = Sums::new(lister.board().deck(), cards, &mut limit.watch())?;
    if !sums.can_be(sums.total, 0) {
        return known(BigUint::zero());
    }
    let sets = all_sets(lister, memory, limit)?;
    let left = memory - sets.len() / v * Instance::bytes_a_set(v);
    let mut watch = limit.watch();
    let parts = Instance::new(n, v, sets, &mut watch)?.components(&mut watch)?;
    if parts.iter().map(|part| part.cards.len()).sum::<usize>() < n {
        return known(BigUint::zero());
    }
    Ok((BigUint::one(), parts, left))
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
}

/// All cards of an instance.
fn all_cards(instance: &Instance) -> Bits {
    let cards = instance.cards();
    Bits::new(cards, 0..cards as u32)
}

/// Whether all cards of a set remain.
fn has_all(left: &Bits, set: &[u32]) -> bool {
    set.iter().all(|&card| left.0[card as usize / 64] >> (card % 64) & 1 == 1)
}

/// The cards that remain after a set, if all its cards remain before it.
fn without(left: &Bits, set: &[u32]) -> Option<Bits> {
    has_all(left, set).then(|| {
        let mut left = left.clone();
        for &card in set {
            left.remove(card);
        }
        left
    })
}

/// A random number whose mean is the number of exact covers of an instance. When at most `few` cards remain,
/// their covers are counted.
fn descend(
    instance: &Instance,
    few: usize,
    memory: usize,
    random: &mut ChaCha8Rng,
    watch: &mut Watch,
) -> Result<BigUint, Stop> {
    let (mut left, mut ways) = (all_cards(instance), BigUint::one());
    while left.count() > few {
        watch.tick(instance.flat().len())?;
        let choices = |card| {
            let sets = instance.with(card).iter().map(|&set| instance.set(set));
            sets.filter(|set| has_all(&left, set))
        };
        let fewest = |card: &u32| choices(*card).count();
        let card = left.ones().min_by_key(fewest).expect("cards remain");
        let number = choices(card).count();
        let Some(last) = number.checked_sub(1) else { return Ok(BigUint::zero()) };
        let chosen = choices(card).nth(between(random, 0, last as u128) as usize);
        ways *= number;
        left = without(&left, chosen.expect("it is one of them")).expect("the set can be chosen");
    }
    Ok(ways * covers(instance, left, memory, watch)?)
}

/// The exact covers of the cards of an instance that remain.
fn covers(of: &Instance, left: Bits, memory: usize, watch: &mut Watch) -> Result<BigUint, Stop> {
    let most = memory / Bits::bytes::<BigUint>(of.cards());
    let mut known = Known::new();
    let mut states: Vec<State> = State::new(left).into_iter().collect();
    let mut done = BigUint::one();
    while let Some(state) = states.last_mut() {
        watch.tick(16)?;
        let Some(&set) = of.with(state.card).get(state.tried) else {
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
        let Some(left) = without(&state.left, of.set(set)) else { continue };
        match (known.get(&left), State::new(left)) {
            (Some(ways), _) => state.ways += ways,
            (None, None) => state.ways += 1_u32,
            (None, Some(below)) => states.push(below),
        }
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use num_traits::ToPrimitive;

    use super::*;
    use crate::packing::tests::dealt;
    use crate::statistics::mean;

    /// The sooner a descent leaves the rest to the count, the narrower is the interval. Descents that count
    /// nothing are Knuth's.
    #[test]
    fn descents_estimate_the_17641_covers_of_27_cards() {
        let (limit, (_, instance)) = (Limit::none(), dealt(3, 3, 27, 0));
        let widths = [0, 15, 18].map(|few| {
            let mut watch = limit.watch();
            let mut ways = |sample| {
                let ways = descend(&instance, few, 1 << 30, &mut stream(1, sample), &mut watch);
                (ways.unwrap().to_f64().unwrap(), 1)
            };
            let all: Vec<(f64, u64)> = (0..1000).map(&mut ways).collect();
            let (low, high) = mean(all.iter().copied()).unwrap().interval.unwrap();
            assert!(low < 17641.0 && 17641.0 < high, "{few}: {low} to {high}");
            high - low
        });
        assert!(widths.is_sorted_by(|wide, narrow| wide > narrow), "{widths:?}");
    }
}
