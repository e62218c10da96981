//! Caps of AG(p,3) of maximum size for p up to 6, smaller complete caps of AG(5,3), and the product of
//! hands; `large.rs` has caps for p = 7 to 12.
//!
//! The values of a card are numbers modulo 3; three distinct points are on a line if they sum to
//! zero.
//!
//! - *2 and 4*: all points with values 0 and 1. A line has a property in which its points are all
//!   different, which needs three values.
//! - *9*: the paraboloid z = x² + y². On a line the second differences of z vanish, and those of x²
//!   + y² are 2(a² + b²) for the step (a,b), which is zero modulo 3 for a = b = 0 only.
//! - *20*: the nonzero vectors with x² + y² + zw = 0. They are the 10 points of an elliptic quadric
//!   of PG(3,3), each represented by two opposite vectors. No line of the projective space has
//!   three points of the quadric, so three vectors that sum to zero represent at most two points;
//!   but `x + x + y = 0` gives y = x, and `x − x + y = 0` gives y = 0. (Pellegrino 1971 proved that
//!   20 is the maximum.)
//! - *112*: from the 2-(6,3,2) design {123, 124, 135, 146, 156, 236, 245, 256, 345, 346}: vectors
//!   with ±1 on a block and 0 elsewhere, 80 of them, and the 32 vectors without a zero and with an
//!   even number of −1. They are the 56 points of Hill's cap of PG(5,3) (Hill 1973), each as two
//!   opposite vectors, so the argument for 20 applies. (Edel 2004 for the cap in AG(6,3).)
//! - *45*: a layer of the 112. The hyperplanes of PG(5,3) meet Hill's cap in 11 or 20 points, and
//!   the complement of one with 11 is a cap of AG(5,3) (Edel, Ferret, Landjev and Storme 2002): the
//!   points of the 112 with h·x = 1. Here h is the first vector for which they are 45; the last
//!   property in which h is not zero is dropped, since the others determine it.
//!
//! - *22, and 28 to 42*: complete caps of AG(5,3), listed in `complete_caps.txt`. That of 22 consists of
//!   the coordinates of the perfect ternary Golay code, with both signs: each other point is zero or a
//!   sum of two of them in one way (Golay 1949). The others were found by simulated annealing among
//!   sets with a symmetry of order 2 to 20.
//!
//! *A partition*: the points of AG(4,3) but zero are the units of the field of 81 elements. The fourth powers
//! and their cosets are four caps of 20 points: elliptic quadrics of PG(3,3), which a Singer cycle permutes
//! (Ebert, "Partitioning projective geometries into caps", 1985).
//!
//! That they are caps is verified by trying all lines, in the tests and wherever they are printed.

use std::iter::successors;

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::Largest;
use super::large::{self, Row, product_modulo_3, space};
use crate::deal::MOST_CARDS;
use crate::{Board, Card, Deck};

/// The sizes of the caps that [`cap`] constructs, for p = 1 to 12: up to p = 6 the maximum, which is
/// not known beyond.
pub const CAPS: [usize; 12] = {
    let [a, b, c, d, e, f] = large::SIZES;
    [2, 4, 9, 20, 45, 112, a, b, c, d, e, f]
};

/// The sizes of the complete caps of AG(5,3) that [`cap`] knows besides the maximum of 45. There are
/// none of fewer than 22 points, of 43 or of 44; whether there are any of 23 to 27 is not known.
pub const COMPLETE: [usize; 16] = [22, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42];

/// The most properties for which [`cap`] constructs a cap of maximum size.
pub const MOST_PROVED: usize = 6;

/// The cap of `points` points, in ascending order; `None` if the number is in neither [`CAPS`] nor
/// [`COMPLETE`].
///
/// ```
/// use tercet::caps::{cap, first_set};
/// use tercet::solver::Limit;
///
/// let cap = cap(512).expect("a construction is known");
/// assert_eq!(cap.deck().properties(), 8);
/// assert_eq!(first_set(&cap, &Limit::none()), Ok(None));
/// ```
pub fn cap(points: usize) -> Option<Board> {
    let p = CAPS.iter().position(|&known| known == points).map(|place| place + 1);
    let Some(p) = p else { return complete(points) };
    let mut rows = match p {
        1 | 2 => of(p, |x| x.iter().all(|&x| x < 2)),
        3 => of(p, |x| x[2] == (x[0] * x[0] + x[1] * x[1]) % 3),
        4 => of(p, |x| {
            (x[0] * x[0] + x[1] * x[1] + x[2] * x[3]) % 3 == 0 && x.iter().any(|&x| x > 0)
        }),
        5 => layer(&large::hill()),
        6 => large::hill(),
        _ => large::large(p),
    };
    rows.sort_unstable();
    Some(board(p, &rows))
}

/// Four caps of 20 points and the one point that is left: a partition of AG(4,3).
///
/// ```
/// use tercet::caps::partition;
///
/// assert_eq!(partition().map(|part| part.len()), [20, 20, 20, 20, 1]);
/// ```
pub fn partition() -> [Board; 5] {
    // The powers of a root of x⁴ = 2x + 1, which generates the units.
    let next = |x: &Row| Some(vec![x[3], (x[0] + 2 * x[3]) % 3, x[1], x[2]]);
    let powers: Vec<Row> = successors(Some(vec![1, 0, 0, 0]), next).take(80).collect();
    [0, 1, 2, 3, 4].map(|coset| {
        let mut rows: Vec<Row> = powers.iter().skip(coset).step_by(4).cloned().collect();
        if coset == 4 {
            rows = vec![vec![0; 4]];
        }
        rows.sort_unstable();
        board(4, &rows)
    })
}

/// The points as cards.
fn board(p: usize, rows: &[Row]) -> Board {
    let deck = Deck::new(3, p).expect("a small deck");
    let cards = rows.iter().map(|row| deck.card_of(row).expect("values below 3"));
    Board::new(deck, cards).expect("the points are distinct")
}

/// The complete cap of AG(5,3) with this number of points, if the list has one.
fn complete(points: usize) -> Option<Board> {
    let caps = include_str!("complete_caps.txt").lines();
    let mut caps = caps.map(|line| line.split(' ').map(digits).collect::<Vec<Row>>());
    Some(board(5, &caps.find(|cap| cap.len() == points)?))
}

/// The values of a card that is written as digits.
fn digits(word: &str) -> Row {
    word.bytes().map(|digit| usize::from(digit - b'0')).collect()
}

/// The points of AG(p,3) that satisfy a condition.
fn of(p: usize, holds: impl Fn(&[usize]) -> bool) -> Vec<Row> {
    space(p).into_iter().filter(|row| holds(row)).collect()
}

/// The 45 points of the 112 on the first hyperplane that holds 45.
fn layer(hill: &[Row]) -> Vec<Row> {
    let on = |h: &Row| -> Vec<Row> {
        hill.iter().filter(|x| product_modulo_3(h, x) == 1).cloned().collect()
    };
    let mut planes = space(6).into_iter().map(|h| (on(&h), h));
    let (mut points, h) = planes
        .find(|(points, _)| points.len() == 45)
        .expect("Hill's cap has hyperplanes of 11 points");
    // The plane's equation determines the value that is dropped.
    let dropped = h.iter().rposition(|&h| h > 0).expect("zero has no plane with h·x = 1");
    for point in &mut points {
        point.remove(dropped);
    }
    points
}

/// The product of two hands: all cards whose first properties show a card of the first hand and
/// whose other properties show a card of the second. It is set-free if both hands are (Mukhopadhyay
/// 1978, for caps): in the first properties a set of the product shows v cards of the first hand,
/// which are no set, so they are all the same; and likewise in the other properties. `None` if the
/// decks differ in v, the deck of the product is too large for a card, or the product has more than
/// [`deal::MOST_CARDS`](crate::deal::MOST_CARDS) cards.
pub fn product(first: &Board, second: &Board) -> Option<Board> {
    let (a, b) = (first.deck(), second.deck());
    if a.values() != b.values() {
        return None;
    }
    let deck = Deck::new(a.values(), a.properties() + b.properties()).ok()?;
    first.len().checked_mul(second.len()).filter(|&cards| cards <= MOST_CARDS)?;
    let shift = a.bits() * b.properties() as u32;
    let cards: Vec<Card> = first
        .cards()
        .iter()
        .flat_map(|x| {
            let high = x.to_bits() << shift;
            second.cards().iter().map(move |y| Card::from_bits(high | y.to_bits()))
        })
        .collect();
    Some(Board::new(deck, &cards).expect("pairs of cards are distinct"))
}

// Known bounds on the size of the largest set-free hands, with their sources.
//
// *Lower bounds.* The product of two set-free hands is set-free (above), so the
// largest size is supermultiplicative in p. For v = 3 the base are the sizes of caps that are
// constructed (above, and in `large.rs`; up to p = 6 those of OEIS A090245); for v ≥ 2 the
// v−1 cards of one property without one value, and the 28 cards of (4,3).
//
// *Upper bounds.* The v layers of a deck in one property are decks with one property less, so the
// largest size grows at most v-fold from p to p + 1.
//
// *Two properties.* The maximum is (v−1)². A hand of (v,2) is a set of cells of a v×v grid. It is
// set-free if it has no full row, no full column, and no v cells in different rows and columns. By
// Kőnig's theorem (or Hall's) the last condition means that some r rows and v+1−r columns
// intersect in empty cells only. If r = v, one column is empty, and each of the v−1 others has an
// empty cell: 2v−1 empty cells. Otherwise these r rows have `r(v+1−r)` empty cells, and each of
// the v−r other rows has one: again `r(v+1−r) + v − r = r(v−r) + v ≥ 2v−1`. So a set-free hand has
// at most `v² − (2v−1) = (v−1)²` cards, and the cards without the last value in either property
// reach this.

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
        (5, 3) => ("local search", "exhaustive search (checkers/set_free.c)"),
        (4 | 5, _) => ("products of smaller hands", "layers of p = 3"),
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
        (5, 3) => Some(BigUint::from(65_u32)),
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
        (3, 1..=MOST_PROVED) => CAPS[p - 1].into(),
        (3, 7) => BigUint::from(288_u32),
        (4, 3) => BigUint::from(28_u32),
        (5, 3) => BigUint::from(68_u32),
        (_, 1 | 2) => BigUint::from(v - 1).pow(p as u32),
        _ => most(v, p - 1) * v,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caps::{addable, first_set};
    use crate::solver::Limit;

    /// The sizes are those of the sources, no three points are on a line, and no point can be added: every third
    /// point is looked for.
    #[test]
    fn the_caps_are_complete_caps_of_their_size() {
        for (p, points) in (1..).zip(CAPS).chain(COMPLETE.map(|points| (5, points))) {
            let cap = cap(points).unwrap();
            assert_eq!((cap.len(), cap.deck().properties()), (points, p));
            assert!(cap.cards().is_sorted());
            assert_eq!(first_set(&cap, &Limit::none()), Ok(None), "{points}");
            if p <= 10 {
                assert_eq!(addable(&cap, &Limit::none()), Ok(vec![]), "{points}");
            }
        }
        assert_eq!(cap(21), None);
        assert_eq!(cap(0), None);
    }

    #[test]
    fn a_partition_has_caps_of_maximum_size_and_each_point_once() {
        let parts = partition();
        for part in &parts {
            assert!(part.cards().is_sorted());
            assert_eq!(first_set(part, &Limit::none()), Ok(None), "{part}");
        }
        assert_eq!(parts.each_ref().map(Board::len), [20, 20, 20, 20, 1]);
        let mut cards: Vec<Card> = parts.iter().flat_map(Board::iter).collect();
        cards.sort_unstable();
        assert!(cards.into_iter().eq(Deck::CLASSIC.cards()));
    }

    #[test]
    fn products_are_free() {
        let corner = |v| {
            let deck = Deck::new(v, 1).unwrap();
            Board::new(deck, deck.cards().take(v - 1)).unwrap()
        };
        for v in [2, 3, 4, 5] {
            let square = product(&corner(v), &corner(v)).unwrap();
            let cube = product(&square, &corner(v)).unwrap();
            assert_eq!(cube.len(), (v - 1).pow(3));
            assert_eq!(first_set(&cube, &Limit::none()), Ok(None), "v = {v}");
        }
        let both = product(&cap(20).unwrap(), &cap(45).unwrap()).unwrap();
        assert_eq!((both.len(), both.deck()), (900, Deck::new(3, 9).unwrap()));
        assert_eq!(first_set(&both, &Limit::none()), Ok(None));
        assert_eq!(product(&corner(3), &corner(4)), None);
        let wide = Board::empty(Deck::new(3, 60).unwrap());
        assert_eq!(product(&wide, &cap(45).unwrap()), None);
    }

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
        assert_eq!(of(5, 3), ("65".into(), "68".into()));
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
