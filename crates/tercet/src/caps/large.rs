//! The largest caps of AG(p,3) for p = 7 to 12 that are constructed here.
//!
//! *Extended products* (Edel, *Extensions of generalized product caps*, Designs, Codes and
//! Cryptography 31, 2004, Theorem 5 and section 3; quoted from descriptions of it, since the paper
//! itself could not be consulted). Of the vectors with six values let D be those whose support is
//! one of the ten blocks of Hill's cap (`constructions.rs`), D' those whose support is one of the
//! other ten triples, R and R' those without a zero and with an even or odd number of −1, and A the
//! twelve with one value. Then H = D ∪ R and H' = D' ∪ R are caps of 112 points, A is a cap, and the
//! sums of a vector of H and one of H' are all vectors but those of A. A vector of H or H' is never
//! the sum of two of A. So let S, S' and T be sets of points of AG(n,3) such that S ∪ S' is a cap, S
//! and S' are disjoint, T is a cap, and T contains neither a point of S or S' nor a third point of
//! two points of S, or of two points of S'. Then H×S ∪ H'×S' ∪ A×T is a cap of
//! 112·(|S| + |S'|) + 12·|T| points.
//!
//! - *236, p = 7*: S, S' and T are one point each (first by Calderbank and Fishburn 1994).
//! - *2432, p = 10*: the elliptic quadric of PG(3,3) is an ovoid over the field of nine elements,
//!   (0:0:1), (x:1:1) for the squares x, (x:2:1) for the others, and (0:1:0). S takes the vectors of
//!   the first two, S' those of the last two, and T those of (x:0:1) for the squares and (x:1:0) for
//!   the others: 20 vectors, and 16.
//! - *12928, p = 12*: S = R, S' = D, T = R'.
//! - *5280, p = 11*: S ∪ S' is the cap of 45 points, and T a cap of 20 points. Each point outside
//!   the 45 is the third point of five pairs, and T has points all of whose five pairs are divided
//!   between S and S'. The division was found here by local search. (Edel's tables are said to list a
//!   cap of 2744 points of PG(10,3), whose points, as two opposite vectors each, would give 5488;
//!   its construction is not reproduced here.)
//!
//! *Discovered by a program* (Romera-Paredes et al., *Mathematical discoveries from program search
//! with large language models*, Nature 625, 2024, published online in 2023, and the notebook
//! `cap_set/cap_set.ipynb` of the repository google-deepmind/funsearch):
//!
//! - *512, p = 8*: the explicit construction of the notebook and of figure 4c. A *reflection* is a
//!   position i from 1 to 3 whose value equals that at position 8 − i. There are 128 vectors without
//!   a zero, with at least two reflections; 128 with one of eight supports of four positions; 128
//!   with one of sixteen other supports and exactly one reflection; and 128 with three zeros.
//! - *1082, p = 9*: the points are taken greedily in the order of a priority, which the notebook
//!   gives as a function of weights and products. The notebook calls this size the best known.
//!
//! That they are caps, and which points can be added, is verified in the tests and wherever they
//! are printed.

use crate::solver::Limit;
use crate::{Board, Card, Deck};

use super::constructions::cap;
use super::extend::extend;

/// The sizes of the caps that are constructed for p = 7 to 12.
pub(super) const SIZES: [usize; 6] = [236, 512, 1082, 2432, 5280, 12_928];

/// A point as its values.
pub(super) type Row = Vec<usize>;

/// The points of the cap of AG(p,3) for p = 7 to 12.
pub(super) fn large(p: usize) -> Vec<Row> {
    match p {
        7 => product(&[vec![0]], &[vec![1]], &[vec![2]]),
        8 => reflected(),
        9 => by_priority(),
        10 => by_ovoid(),
        11 => by_division(),
        12 => {
            let Parts { design, even, odd, .. } = Parts::new();
            product(&even, &design, &odd)
        }
        _ => unreachable!("no cap of p = {p} is constructed here"),
    }
}

/// The 112 points of AG(6,3).
pub(super) fn hill() -> Vec<Row> {
    let Parts { design, even, .. } = Parts::new();
    [design, even].concat()
}

/// All points of AG(p,3), in ascending order.
pub(super) fn space(p: usize) -> Vec<Row> {
    let deck = Deck::new(3, p).expect("a small deck");
    deck.cards().map(|card| deck.values_of(card).collect()).collect()
}

/// The sum of the products of values, modulo 3.
pub(super) fn product_modulo_3(a: &[usize], b: &[usize]) -> usize {
    a.iter().zip(b).map(|(a, b)| a * b).sum::<usize>() % 3
}

/// The positions of the values that are not zero, as digits.
fn support(row: &[usize]) -> String {
    (0..row.len()).filter(|&i| row[i] > 0).map(|i| i.to_string()).collect()
}

/// The blocks of the design, as sets of coordinates.
const BLOCKS: [&str; 10] = ["012", "013", "024", "035", "045", "125", "134", "145", "234", "235"];

/// The points of AG(6,3) by their supports and signs.
struct Parts {
    /// D: the support is a block of the design.
    design: Vec<Row>,
    /// D': the support is another triple.
    others: Vec<Row>,
    /// R: no value is zero, and the number of −1 is even.
    even: Vec<Row>,
    /// R': no value is zero, and the number of −1 is odd.
    odd: Vec<Row>,
    /// A: one value is not zero.
    single: Vec<Row>,
}

impl Parts {
    fn new() -> Self {
        let all = space(6);
        let of = |holds: &dyn Fn(&[usize], &str) -> bool| {
            all.iter().filter(|row| holds(row, &support(row))).cloned().collect()
        };
        let negative = |row: &[usize]| row.iter().filter(|&&x| x == 2).count();
        Self {
            design: of(&|_, support| BLOCKS.contains(&support)),
            others: of(&|_, support| support.len() == 3 && !BLOCKS.contains(&support)),
            even: of(&|row, support| support.len() == 6 && negative(row) % 2 == 0),
            odd: of(&|row, support| support.len() == 6 && negative(row) % 2 == 1),
            single: of(&|_, support| support.len() == 1),
        }
    }
}

/// The extended product H×S ∪ H'×S' ∪ A×T.
fn product(first: &[Row], second: &[Row], third: &[Row]) -> Vec<Row> {
    let Parts { design, others, even, single, .. } = Parts::new();
    let times = |left: &[Row], right: &[Row]| -> Vec<Row> {
        left.iter().flat_map(|a| right.iter().map(|b| [&a[..], b].concat())).collect()
    };
    let [hill, other] = [design, others].map(|triples| [triples, even.clone()].concat());
    [times(&hill, first), times(&other, second), times(&single, third)].concat()
}

/// The cap of 512 points.
fn reflected() -> Vec<Row> {
    const FOUR: [&str; 8] = ["0123", "0125", "0367", "0567", "1346", "1456", "2347", "2457"];
    const FOUR_WITH_ONE: [&str; 16] = [
        "0127", "0126", "0137", "0167", "0157", "0236", "0267", "0256", "1247", "1246", "1347",
        "1467", "1457", "2346", "2467", "2456",
    ];
    const FIVE: [&str; 8] =
        ["12356", "13567", "23567", "12357", "03457", "01345", "03456", "02345"];
    let belongs = |row: &Row| {
        let support = support(row);
        let reflections = (1..4).filter(|&i| row[i] == row[8 - i]).count();
        match support.len() {
            8 => reflections >= 2,
            4 => {
                FOUR.contains(&&*support) || reflections == 1 && FOUR_WITH_ONE.contains(&&*support)
            }
            5 => {
                reflections <= 1
                    && FIVE.contains(&&*support)
                    && row[1] * row[7] % 3 != 1
                    && row[2] * row[6] % 3 != 1
            }
            _ => false,
        }
    };
    space(8).into_iter().filter(belongs).collect()
}

/// The cap of 1082 points.
fn by_priority() -> Vec<Row> {
    // The sums are those of the notebook: weights modulo 3 of all nine values, of the first six
    // and (twice) of the first three, the product of the first three with the next three, and the
    // number of the first three that equal the last value.
    let priority = |row: &Row| {
        let weight = product_modulo_3(row, row);
        let two_thirds = product_modulo_3(&row[..6], &row[..6]);
        let twice = 2 * product_modulo_3(&row[..3], &row[..3]) % 3;
        let cross = product_modulo_3(&row[..3], &row[3..6]);
        let equal = row[..3].iter().filter(|&&x| x == row[8]).count() % 3;
        // No priority is negative with 54 added.
        54 - 27 * two_thirds + 9 * weight + 27 * twice + 9 * cross + equal
    };
    let deck = Deck::new(3, 9).expect("a small deck");
    let row = |card: Card| -> Row { deck.values_of(card).collect() };
    let mut cards: Vec<Card> = deck.cards().collect();
    // The first of several points with the same priority comes first.
    cards.sort_by_cached_key(|&card| std::cmp::Reverse(priority(&row(card))));
    let points = extend(&Board::empty(deck), cards, &Limit::none()).expect("there is no limit");
    points.cards().iter().map(|&card| row(card)).collect()
}

/// The cap of 2432 points.
fn by_ovoid() -> Vec<Row> {
    // The field of nine elements is generated by a root i of −1. Its squares are ±1 and ±i.
    let elements = || space(2).into_iter().filter(|x| x.iter().any(|&x| x > 0));
    let (squares, others): (Vec<Row>, Vec<Row>) = elements().partition(|x| x[0] * x[1] == 0);
    let points = |elements: &[Row], last: [usize; 2]| -> Vec<Row> {
        elements.iter().map(|x| [&x[..], &last].concat()).collect()
    };
    let zero = [vec![0, 0]];
    let both = |rows: Vec<Row>| -> Vec<Row> {
        let opposite = |row: &Row| row.iter().map(|x| (3 - x) % 3).collect();
        rows.iter().map(opposite).chain(rows.iter().cloned()).collect()
    };
    product(
        &both([points(&zero, [0, 1]), points(&squares, [1, 1])].concat()),
        &both([points(&zero, [1, 0]), points(&others, [2, 1])].concat()),
        &both([points(&squares, [0, 1]), points(&others, [1, 0])].concat()),
    )
}

/// The cap of 5280 points.
fn by_division() -> Vec<Row> {
    /// Which points of the cap of 45, in ascending order, are in S: a bit each, the first one lowest.
    const DIVISION: u64 = 0b0_1101_0010_1000_1110_0101_0010_1110_1111_0011_1000_0110;
    /// The ranks of the points of T.
    const EXTENSION: [u128; 20] = [
        33, 34, 81, 95, 105, 110, 121, 134, 135, 149, 159, 166, 178, 182, 194, 206, 207, 220, 232,
        236,
    ];
    let cap = cap(45).expect("a construction is known");
    let row = |card: Card| -> Row { cap.deck().values_of(card).collect() };
    let half = |bit: u64| -> Vec<Row> {
        let cards = (0..).zip(cap.cards()).filter(|&(i, _)| DIVISION >> i & 1 == bit);
        cards.map(|(_, &card)| row(card)).collect()
    };
    let third: Vec<Row> = EXTENSION.iter().map(|&rank| row(cap.deck().nth(rank))).collect();
    product(&half(1), &half(0), &third)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The properties on which extended products rest, and that the design of Hill's cap has them.
    #[test]
    fn the_parts_add_up() {
        let Parts { design, others, even, single, .. } = Parts::new();
        let (hill, other) = ([&design[..], &even].concat(), [&others[..], &even].concat());
        assert_eq!((hill.len(), other.len(), single.len()), (112, 112, 12));
        let sum = |a: &Row, b: &Row| -> Row { a.iter().zip(b).map(|(a, b)| (a + b) % 3).collect() };
        let sums = |left: &[Row], right: &[Row]| -> Vec<Row> {
            let mut sums: Vec<Row> =
                left.iter().flat_map(|a| right.iter().map(|b| sum(a, b))).collect();
            sums.sort_unstable();
            sums.dedup();
            sums
        };
        let mut rest = space(6);
        rest.retain(|row| !single.contains(row));
        assert_eq!(sums(&hill, &other), rest);
        let of_two = sums(&single, &single);
        assert!(hill.iter().chain(&other).all(|row| !of_two.contains(row)));
    }
}
