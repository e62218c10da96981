//! The number of sets in a hand.

use num_traits::ToPrimitive;

use super::{Counted, Counting, out_of_reach};
use crate::deck::Unsupported;
use crate::packing::{MOST_FEW, most, most_disjoint};
use crate::solver::{Auto, Limit, NoAnswer, Options, Stop};
use crate::symmetry::{Growth, Space};
use crate::{Board, Deck};

/// For every s, from 0 up, the number of hands of `cards` cards that hold exactly s sets.
///
/// For v = 3 the classes of hands with two cards fewer are enough (three fewer from 13 cards on):
/// all choices of the missing cards are counted together (see `symmetry/growth.rs`). So 12 cards of
/// (3,4) take the 1658 classes of 10. For other v the sets of each class of hands are counted.
///
/// # Errors
///
/// [`NoAnswer`] if the deck is too small or too large, or a limit ended the work. `memory` is the
/// limit for the classes, in bytes.
///
/// ```
/// use tercet::Deck;
/// use tercet::odds::sets;
/// use tercet::solver::Limit;
///
/// let hands = sets(Deck::new(3, 2)?, 5, 1 << 20, &Limit::none())?;
/// assert_eq!(hands, [0, 72, 54]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sets(deck: Deck, cards: usize, memory: usize, limit: &Limit) -> Result<Vec<u128>, NoAnswer> {
    Counting::new(deck, Counted::Sets, cards, memory, limit)?.all(limit)
}

/// The largest answer for which a list is made.
pub(super) const MOST_ANSWER: usize = 1 << 20;

/// The list if all hands of `cards` cards have the same answer. The error means that it is too long
/// or that the number of hands exceeds 128 bits.
pub(super) fn all_alike(deck: Deck, cards: usize, answer: usize) -> Result<Vec<u128>, Unsupported> {
    // C(n, k) is at least 2^min(k, n−k), so large binomials need not be computed.
    let fewer = (deck.size() - cards).min(cards.into());
    if answer > MOST_ANSWER || fewer > 128_u32.into() {
        return Err(out_of_reach(deck));
    }
    let hands = super::hands(deck, cards).to_u128().ok_or_else(|| out_of_reach(deck))?;
    let mut all = vec![0; answer];
    all.push(hands);
    Ok(all)
}

/// For every d, from 0 up, the number of hands of `cards` cards in which the largest number of
/// disjoint sets is d.
///
/// For v = 3 and up to 16 cards the classes of hands with two cards fewer are enough: each choice
/// of the two other cards is packed. Otherwise the classes of the hands themselves are packed one
/// by one.
///
/// # Errors
///
/// [`NoAnswer`] if the deck is too small or too large, or a limit ended the work. `memory` is the
/// limit for the classes, in bytes.
///
/// ```
/// use tercet::Deck;
/// use tercet::odds::disjoint;
/// use tercet::solver::Limit;
///
/// let hands = disjoint(Deck::new(3, 2)?, 6, 1 << 20, &Limit::none())?;
/// assert_eq!(hands, [0, 72, 12]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn disjoint(
    deck: Deck,
    cards: usize,
    memory: usize,
    limit: &Limit,
) -> Result<Vec<u128>, NoAnswer> {
    Counting::new(deck, Counted::Disjoint, cards, memory, limit)?.all(limit)
}

/// The most cards for which the number of sets, at most C(16,2)/3 = 40, fits the fast packing.
pub(super) const MOST_PAIRED: usize = 16;

/// The largest number of disjoint sets among some cards.
pub(super) fn packed(deck: Deck, cards: &[crate::Card], limit: &Limit) -> Result<usize, Stop> {
    let board = Board::new(deck, cards).expect("a hand has no card twice");
    let mut lister = Auto::new(&board, &Options::default());
    let packing = most(&mut lister, Options::default().memory, limit);
    packing.map(|packing| packing.len()).map_err(|stop| stop.with(()))
}

/// Visits the largest number of disjoint sets for each choice of two more cards.
pub(super) fn each_pair(
    space: &Space,
    hand: &[u16],
    limit: &Limit,
    mut visit: impl FnMut(usize),
) -> Result<(), Stop> {
    let growth = Growth::new(space, hand);
    let place = |point: u16| hand.iter().position(|&it| it == point);
    let (first, second) = (1_u64 << hand.len(), 1_u64 << (hand.len() + 1));
    // The pairs of the hand, each with the third card of its set.
    let pairs = || {
        let pairs = (0..hand.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        pairs.map(|(i, j)| (i, j, space.third(hand[i], hand[j])))
    };
    // Each set of the hand is listed once, at the pair of its two later cards.
    let word = |cards: &[usize]| cards.iter().fold(0, |word, card| word | 1_u64 << card);
    let earlier = |(i, j, third)| place(third).filter(|&k| k < j).map(|k| word(&[i, j, k]));
    let own: Vec<u64> = pairs().filter_map(earlier).collect();
    let with = |&point: &u16| -> Vec<u64> {
        pairs().filter(|&(.., third)| third == point).map(|(i, j, _)| word(&[i, j])).collect()
    };
    let with: Vec<Vec<u64>> = growth.outside().iter().map(with).collect();
    let mut watch = limit.watch();
    let mut masks: Vec<u64> = Vec::with_capacity(MOST_FEW);
    for (i, &a) in growth.outside().iter().enumerate() {
        masks.clear();
        masks.extend(&own);
        masks.extend(with[i].iter().map(|pair| pair | first));
        let before = masks.len();
        let alone = most_disjoint(&masks);
        for (j, &b) in growth.outside()[..i].iter().enumerate() {
            let third = place(space.third(a, b));
            if with[j].is_empty() && third.is_none() {
                visit(alone);
                continue;
            }
            watch.tick(16)?;
            masks.extend(with[j].iter().map(|pair| pair | second));
            masks.extend(third.map(|third| 1 << third | first | second));
            visit(most_disjoint(&masks));
            masks.truncate(before);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::classes;
    use crate::symmetry::Kind;

    #[test]
    fn packed_one_by_one_they_are_the_same() {
        for (p, most) in [(1, 3), (2, 9), (3, 9)] {
            let deck = Deck::new(3, p).unwrap();
            for cards in 0..=most {
                let classes = classes(deck, Kind::Any, cards, usize::MAX, &Limit::none()).unwrap();
                let mut hands = vec![0; 1];
                for class in classes.classes() {
                    let packed = packed(deck, &classes.hand(class), &Limit::none()).unwrap();
                    hands.resize(hands.len().max(packed + 1), 0);
                    hands[packed] += class.hands;
                }
                let fast = disjoint(deck, cards, usize::MAX, &Limit::none()).unwrap();
                assert_eq!(fast, hands, "{cards} cards of {deck}");
            }
        }
    }
}
