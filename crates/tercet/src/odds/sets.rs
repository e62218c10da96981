//! The number of sets in a hand.

use num_traits::ToPrimitive;

use super::{check_size, classes, out_of_reach};
use crate::deck::Deck;
use crate::solver::{Limit, Stop};
use crate::symmetry::{Growth, Kind};

/// For every s, from 0 up, the number of hands of `cards` cards that hold exactly s sets.
///
/// For v = 3 the classes of hands with two cards fewer are enough (three fewer from 13 cards on):
/// all choices of the missing cards are counted together (see `symmetry/growth.rs`). So 12 cards of
/// (3,4) take the 1658 classes of 10. For other v the sets of each class of hands are counted.
///
/// # Errors
///
/// [`Stop`] if the deck is too small or too large, or a limit ended the work. `memory` is the
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
pub fn sets(deck: Deck, cards: usize, memory: usize, limit: &Limit) -> Result<Vec<u128>, Stop> {
    check_size(deck, cards, 0..=deck.size_up_to_max())?;
    if deck.values() <= 2 {
        // For v = 1 every card is a set, for v = 2 every pair.
        let pairs = cards.checked_mul(cards.saturating_sub(1)).map(|twice| twice / 2);
        let sets = if deck.values() == 1 { Some(cards) } else { pairs };
        return all_alike(deck, cards, sets.ok_or_else(|| out_of_reach(deck))?);
    }
    if deck.size() == cards.into()
        && let Some(sets) = deck.number_of_sets().to_usize().filter(|&sets| sets <= MOST_ANSWER)
    {
        return all_alike(deck, cards, sets);
    }
    let more = if deck.values() == 3 { Growth::cards_added(cards) } else { 0 };
    let classes = classes(deck, Kind::Any, cards - more, memory, limit)?;
    let mut watch = limit.watch();
    let mut hands: Vec<u128> = Vec::new();
    for class in classes.classes() {
        watch.tick(1 << (4 * more))?;
        let choices = classes.by_sets(class, more, limit)?;
        hands.resize(hands.len().max(choices.len()), 0);
        for (hands, choices) in hands.iter_mut().zip(choices) {
            *hands += class.hands * u128::from(choices);
        }
    }
    divide_by_parts(&mut hands, cards, more);
    Ok(hands)
}

/// The numbers of hands of `cards` cards, given the numbers of ways to obtain them from their parts
/// that lack `more` cards.
pub(super) fn divide_by_parts(hands: &mut [u128], cards: usize, more: usize) {
    let parts = Growth::parts(cards, more);
    for hands in hands {
        assert_eq!(*hands % parts, 0, "each hand comes from all its parts");
        *hands /= parts;
    }
}

/// The largest answer for which a list is made.
const MOST_ANSWER: usize = 1 << 20;

/// The list if all hands of `cards` cards have the same answer. The error means that it is too long
/// or that the number of hands exceeds 128 bits.
pub(super) fn all_alike(deck: Deck, cards: usize, answer: usize) -> Result<Vec<u128>, Stop> {
    // C(n, k) is at least 2^min(k, n−k), so large binomials need not be computed.
    let fewer = (deck.size() - cards).min(cards.into());
    if answer > MOST_ANSWER || fewer > 128_u32.into() {
        return Err(out_of_reach(deck).into());
    }
    let hands = super::hands(deck, cards).to_u128().ok_or_else(|| out_of_reach(deck))?;
    let mut all = vec![0; answer];
    all.push(hands);
    Ok(all)
}
