//! Known bounds on the size of the largest set-free hands, with their sources.
//!
//! *Lower bounds.* The product of two set-free hands is set-free (`constructions.rs`), so the
//! largest size is supermultiplicative in p. For v = 3 the base are the sizes of caps that are
//! constructed (`constructions.rs`, `large.rs`; up to p = 6 those of OEIS A090245); for v ≥ 2 the
//! v−1 cards of one property without one value, and the 28 cards of (4,3).
//!
//! *Upper bounds.* The v layers of a deck in one property are decks with one property less, so the
//! largest size grows at most v-fold from p to p + 1.
//!
//! *Two properties.* The maximum is (v−1)². A hand of (v,2) is a set of cells of a v×v grid. It is
//! set-free if it has no full row, no full column, and no v cells in different rows and columns. By
//! Kőnig's theorem (or Hall's) the last condition means that some r rows and v+1−r columns
//! intersect in empty cells only. If r = v, one column is empty, and each of the v−1 others has an
//! empty cell: 2v−1 empty cells. Otherwise these r rows have `r(v+1−r)` empty cells, and each of
//! the v−r other rows has one: again `r(v+1−r) + v − r = r(v−r) + v ≥ 2v−1`. So a set-free hand has
//! at most `v² − (2v−1) = (v−1)²` cards, and the cards without the last value in either property
//! reach this.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::Largest;
use super::constructions::CAPS;
use crate::deck::Deck;

/// The upper bounds on the size of caps for p = 1 to 7.
const MOST_CAPS: [u32; 7] = [2, 4, 9, 20, 45, 112, 288];

/// The best known bounds on the size of the largest set-free hands of a deck, without a hand or a
/// proof.
///
/// ```
/// use tercet::{Deck, caps::bounds};
///
/// let seven = bounds(Deck::new(3, 7)?);
/// assert_eq!((seven.least.to_string(), seven.most.to_string()), ("236".into(), "288".into()));
/// # Ok::<(), tercet::deck::DeckError>(())
/// ```
pub fn bounds(deck: Deck) -> Largest {
    let (v, p) = (deck.values(), deck.properties());
    let (least_from, most_from) = match (v, p) {
        (1, _) => ("a card alone is a set", "a card alone is a set"),
        (2, _) => ("a card alone is no set", "any two cards are a set"),
        (_, 1) => ("all cards but one", "all cards are a set"),
        (3, 2 | 3) => ("A090245", "exhaustive search"),
        (3, 4) => ("Pellegrino 1971", "Pellegrino 1971"),
        (3, 5) => {
            ("Edel, Ferret, Landjev and Storme 2002", "Edel, Ferret, Landjev and Storme 2002")
        }
        (3, 6) => ("Edel 2004", "Potechin 2008"),
        (3, 7) => ("Calderbank and Fishburn 1994", "A090245"),
        (3, 8) => ("Romera-Paredes et al. 2023", "three layers of p = 7"),
        (3, 9) => ("Romera-Paredes et al. 2023", "layers of p = 7"),
        (3, 10 | 12) => ("Edel 2004", "layers of p = 7"),
        (3, 11) => ("an extended product as in Edel 2004", "layers of p = 7"),
        (_, 2) => ("all cards without one value", "Kőnig's theorem"),
        (4, 3) => ("Tercet's search by layers", "Tercet's search by layers"),
        (3, _) => ("products of smaller caps", "layers of p = 7"),
        (4, _) => ("products of smaller hands", "layers of p = 3"),
        _ => ("all cards without one value", "layers of p = 2"),
    };
    let (least, most) = (least(v, p), most(v, p));
    Largest { least, least_from, most, most_from, hand: None, proof: None }
}

fn least(v: usize, p: usize) -> BigUint {
    if v < 3 {
        return BigUint::from(v - 1);
    }
    let known = |p: usize| match (v, p) {
        (3, _) => CAPS.get(p - 1).copied().map(BigUint::from),
        (4, 3) => Some(BigUint::from(28_u32)),
        (_, 1) => Some(BigUint::from(v - 1)),
        _ => None,
    };
    let mut least = vec![BigUint::one()];
    for p in 1..=p {
        let products = (1..p).map(|part| &least[part] * &least[p - part]);
        least.push(products.chain(known(p)).max().expect("one property is known"));
    }
    least.swap_remove(p)
}

fn most(v: usize, p: usize) -> BigUint {
    match (v, p) {
        (1, _) => BigUint::zero(),
        (2, _) => BigUint::one(),
        (3, 1..=7) => MOST_CAPS[p - 1].into(),
        (4, 3) => BigUint::from(28_u32),
        (_, 1 | 2) => BigUint::from(v - 1).pow(p as u32),
        _ => most(v, p - 1) * v,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(v: usize, p: usize) -> (String, String) {
        let bound = bounds(Deck::new(v, p).unwrap());
        (bound.least.to_string(), bound.most.to_string())
    }

    #[test]
    fn bounds_are_the_published_ones() {
        for (p, most) in (1..).zip(["2", "4", "9", "20", "45", "112"]) {
            assert_eq!(of(3, p), (most.into(), most.into()));
        }
        assert_eq!(of(3, 7), ("236".into(), "288".into()));
        assert_eq!(of(3, 8), ("512".into(), "864".into()));
        assert_eq!(of(3, 9), ("1082".into(), "2592".into()));
        assert_eq!(of(3, 10), ("2432".into(), "7776".into()));
        assert_eq!(of(3, 12), ("12928".into(), "69984".into()));
        assert_eq!(of(3, 13), ("26432".into(), "209952".into()));
        assert_eq!(of(4, 3), ("28".into(), "28".into()));
        assert_eq!(of(4, 4), ("84".into(), "112".into()));
        assert_eq!(of(5, 3), ("64".into(), "80".into()));
        for v in 2..=20 {
            let most = ((v - 1) * (v - 1)).to_string();
            assert_eq!(of(v, 2), (most.clone(), most));
        }
        assert_eq!(of(1, 128), ("0".into(), "0".into()));
        assert_eq!(of(2, 128), ("1".into(), "1".into()));
    }

    #[test]
    fn bounds_do_not_contradict_each_other() {
        for v in [1, 2, 3, 4, 5, 16, 256] {
            for p in 1..=128 {
                let Ok(deck) = Deck::new(v, p) else { break };
                let bound = bounds(deck);
                assert!(bound.least <= bound.most && bound.most <= deck.size(), "{deck}");
            }
        }
    }
}
