//! Caps of AG(p,3) of maximum size for p up to 6, and the product of hands; `large.rs` has caps for
//! p = 7 to 12.
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
//! That they are caps is verified by trying all lines, in the tests and wherever they are printed.

use crate::board::Board;
use crate::card::Card;
use crate::deal::MOST_CARDS;
use crate::deck::Deck;

use super::large::{self, Row, product_modulo_3, space};

/// The sizes of the caps that [`cap`] constructs, for p = 1 to 12: up to p = 6 the maximum, which is
/// not known beyond.
pub const CAPS: [usize; 12] = {
    let [a, b, c, d, e, f] = large::SIZES;
    [2, 4, 9, 20, 45, 112, a, b, c, d, e, f]
};

/// The most properties for which [`cap`] constructs a cap of maximum size.
pub const MOST_PROVED: usize = 6;

/// The cap of `points` points, in ascending order; `None` if the number is not one of [`CAPS`].
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
    let p = 1 + CAPS.iter().position(|&known| known == points)?;
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
    let deck = Deck::new(3, p).expect("a small deck");
    let cards = rows.iter().map(|row| deck.card_of(row).expect("values below 3"));
    Some(Board::new(deck, cards).expect("the points are distinct"))
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
    // The plane's equation tells the value that is dropped.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caps::{addable, first_set};
    use crate::solver::Limit;

    #[test]
    fn the_caps_are_complete_caps_of_their_size() {
        for (p, points) in (1..).zip(CAPS).take(MOST_PROVED) {
            let cap = cap(points).unwrap();
            assert_eq!((cap.len(), cap.deck().properties()), (points, p));
            assert!(cap.cards().is_sorted());
            assert_eq!(first_set(&cap, &Limit::none()), Ok(None));
            assert_eq!(addable(&cap, &Limit::none()), Ok(vec![]));
        }
        assert_eq!(cap(21), None);
        assert_eq!(cap(0), None);
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
}
