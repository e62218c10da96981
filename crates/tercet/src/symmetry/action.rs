//! A symmetry of a deck, and what it does to cards.

use std::fmt;

use crate::{Card, Deck};

/// A symmetry of a deck: a permutation of its cards that takes sets to sets.
///
/// It prints as the values of the image of the card (x1, x2, …). For v = 3 these are sums modulo 3,
/// such as `(x1 + 2x3 + 1, x2, x3)`. For other decks each is a value of one property, with brackets
/// if the values are permuted: `(x2, x1[1032])` exchanges the properties and, in what becomes the
/// second one, 0 with 1 and 2 with 3.
///
/// ```
/// use tercet::symmetry::Group;
/// use tercet::{Board, Deck, solver::Limit};
///
/// let deck = Deck::new(4, 2)?;
/// let hand = Board::new(deck, &[deck.card_of(&[0, 0])?, deck.card_of(&[0, 1])?])?;
/// let group = Group::new(deck)?;
/// let generators = group.generators(&hand, &Limit::none())?;
/// // The cards can be exchanged; 2 and 3 in the second property; 1, 2 and 3 in the first.
/// assert_eq!(group.canonical(&hand, &Limit::none())?.stabiliser, 2 * 2 * 6);
/// let texts: Vec<String> = generators.iter().map(ToString::to_string).collect();
/// assert_eq!(texts, ["(x1, x2[1023])", "(x1[0213], x2)", "(x1[0231], x2)", "(x1, x2[0132])"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetry {
    deck: Deck,
    form: Form,
}

/// A symmetry as a formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// For v = 3: value i of the image is the sum of `shift[i]` and, over all j, of
    /// `matrix[i][j]` times value j of the card, modulo 3.
    Affine {
        /// An invertible matrix, row by row, with entries 0, 1 and 2.
        matrix: Vec<Vec<usize>>,
        /// The image of the card with all values 0.
        shift: Vec<usize>,
    },
    /// For v ≠ 3: value i of the image is `values[i][x]`, where x is value `from[i]` of the card.
    Renaming {
        /// For each property of the image, the property of the card that determines it.
        from: Vec<usize>,
        /// For each property of the image, a permutation of the values.
        values: Vec<Vec<usize>>,
    },
}

impl Symmetry {
    /// The affine map of a deck with three values whose images, as ranks in the order of the cards,
    /// are given.
    pub(super) fn affine(deck: Deck, images: &[u16]) -> Self {
        let row =
            |rank: usize| -> Vec<usize> { deck.values_of(deck.nth(images[rank].into())).collect() };
        let (p, shift) = (deck.properties(), row(0));
        let units: Vec<Vec<usize>> = (0..p).map(|j| row(3_usize.pow((p - 1 - j) as u32))).collect();
        let entry = |i: usize, j: usize| (units[j][i] + 2 * shift[i]) % 3;
        let matrix = (0..p).map(|i| (0..p).map(|j| entry(i, j)).collect()).collect();
        Self { deck, form: Form::Affine { matrix, shift } }
    }

    /// The deck.
    pub const fn deck(&self) -> Deck {
        self.deck
    }

    /// The symmetry with this formula.
    pub(crate) const fn new(deck: Deck, form: Form) -> Self {
        Self { deck, form }
    }

    /// The image of a card of the deck.
    pub fn apply(&self, card: Card) -> Card {
        let row: Vec<usize> = self.deck.values_of(card).collect();
        let image: Vec<usize> = match &self.form {
            Form::Affine { matrix, shift } => {
                let sum =
                    |line: &Vec<usize>| line.iter().zip(&row).map(|(a, x)| a * x).sum::<usize>();
                matrix.iter().zip(shift).map(|(line, shift)| (sum(line) + shift) % 3).collect()
            }
            Form::Renaming { from, values } => {
                from.iter().zip(values).map(|(&i, values)| values[row[i]]).collect()
            }
        };
        self.deck.card_of(&image).expect("the image of a card is a card")
    }

    /// The symmetry as disjoint cycles of ranks in the deck, without the cards that it fixes. Each
    /// cycle begins with its least card, and they are in ascending order. Takes v^p·p² steps; the
    /// groups of symmetries exist only for decks of at most 10,000 cards.
    pub fn cycles(&self) -> Vec<Vec<usize>> {
        let images: Vec<usize> =
            self.deck.cards().map(|card| self.deck.rank(self.apply(card)) as usize).collect();
        let mut seen = vec![false; images.len()];
        let mut cycles = Vec::new();
        for first in 0..images.len() {
            let mut cycle = Vec::new();
            let mut card = first;
            while !std::mem::replace(&mut seen[card], true) {
                cycle.push(card);
                card = images[card];
            }
            if cycle.len() > 1 {
                cycles.push(cycle);
            }
        }
        cycles
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let term = |i: usize| match &self.form {
            Form::Affine { matrix, shift } => {
                let factor = |a: usize| if a == 1 { String::new() } else { a.to_string() };
                let line = matrix[i].iter().enumerate().filter(|&(_, &a)| a > 0);
                let mut terms: Vec<String> =
                    line.map(|(j, &a)| format!("{}x{}", factor(a), j + 1)).collect();
                terms.extend((shift[i] > 0).then(|| shift[i].to_string()));
                terms.join(" + ")
            }
            Form::Renaming { from, values } => {
                let property = from[i] + 1;
                if values[i].is_sorted() {
                    return format!("x{property}");
                }
                let digit =
                    |&value: &usize| char::from_digit(value as u32, 36).unwrap_or('?').to_string();
                format!("x{property}[{}]", values[i].iter().map(digit).collect::<String>())
            }
        };
        let terms: Vec<String> = (0..self.deck.properties()).map(term).collect();
        write!(f, "({})", terms.join(", "))
    }
}
