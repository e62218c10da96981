//! The number of complete caps of each size.
//!
//! The counts come from the classes of caps up to symmetry ([`Classes`]): if one cap of a class is
//! complete, all are.

use crate::deck::Deck;
use crate::solver::{Limit, Stop};
use crate::symmetry::classes::{Classes, Kind};

/// The caps of one size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// The number of points.
    pub points: usize,
    /// The number of caps.
    pub caps: u128,
    /// The number of classes of these caps under the affine maps.
    pub classes: usize,
    /// The number of complete caps.
    pub complete: u128,
    /// The number of classes of complete caps.
    pub complete_classes: usize,
}

/// The most properties for which all classes of caps can be listed: 9908 classes for p = 4.
pub const MOST_PROPERTIES: usize = 4;

/// The caps of AG(p,3) by size, from the empty cap to the largest; `None` for decks with v ≠ 3 or
/// with more than [`MOST_PROPERTIES`] properties.
///
/// # Errors
///
/// [`Stop`] if the limit ended the work.
pub fn sizes(deck: Deck, limit: &Limit) -> Result<Option<Vec<Size>>, Stop> {
    if deck.values() != 3 || deck.properties() > MOST_PROPERTIES {
        return Ok(None);
    }
    let Some(mut classes) = Classes::new(deck, Kind::Free) else { return Ok(None) };
    let mut sizes = Vec::new();
    while !classes.classes().is_empty() {
        let mut size = Size {
            points: classes.cards(),
            caps: classes.hands(),
            classes: classes.classes().len(),
            complete: 0,
            complete_classes: 0,
        };
        for class in classes.classes().iter().filter(|class| class.extensions == 0) {
            size.complete += class.hands;
            size.complete_classes += 1;
        }
        sizes.push(size);
        classes.advance(limit)?;
    }
    Ok(Some(sizes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::card::Card;

    #[test]
    fn complete_caps_of_the_classic_deck() {
        let sizes = sizes(Deck::CLASSIC, &Limit::none()).unwrap().unwrap();
        let complete = sizes.iter().map(|size| (size.points, size.complete, size.complete_classes));
        let complete: Vec<_> = complete.filter(|&(_, complete, _)| complete > 0).collect();
        let expected = [
            (15, 27_293_760, 1),
            (16, 76_932_580_140, 74),
            (17, 94_450_056_480, 67),
            (18, 6_352_622_640, 18),
            (20, 682_344, 1),
        ];
        assert_eq!(complete, expected);
        assert_eq!(sizes.iter().map(|size| size.caps).sum::<u128>(), 15_964_951_949_902);
        assert_eq!(sizes.len(), 21);
    }

    /// Counts by trying all hands.
    #[test]
    fn complete_caps_are_those_that_can_be_tried() {
        for p in 1..=2 {
            let deck = Deck::new(3, p).unwrap();
            let cards: Vec<Card> = deck.cards().collect();
            let free = |choice: u32| {
                let hand: Vec<Card> =
                    (0..cards.len()).filter(|i| choice >> i & 1 == 1).map(|i| cards[i]).collect();
                let board = Board::new(deck, &hand).unwrap();
                crate::caps::first_set(&board, &Limit::none()) == Ok(None)
            };
            let is_free: Vec<bool> = (0..1_u32 << cards.len()).map(free).collect();
            for size in sizes(deck, &Limit::none()).unwrap().unwrap() {
                let caps = (0..is_free.len() as u32)
                    .filter(|choice| choice.count_ones() as usize == size.points)
                    .filter(|&choice| is_free[choice as usize]);
                let complete = caps.clone().filter(|choice| {
                    (0..cards.len())
                        .all(|i| choice >> i & 1 == 1 || !is_free[(choice | 1 << i) as usize])
                });
                assert_eq!(size.caps, caps.count() as u128);
                assert_eq!(size.complete, complete.count() as u128);
            }
        }
    }

    #[test]
    fn other_decks_have_none_and_a_limit_stops() {
        assert_eq!(sizes(Deck::new(4, 2).unwrap(), &Limit::none()), Ok(None));
        assert_eq!(sizes(Deck::new(3, 5).unwrap(), &Limit::none()), Ok(None));
        let limit = Limit::timeout(std::time::Duration::ZERO);
        assert_eq!(sizes(Deck::CLASSIC, &limit), Err(Stop::DEADLINE));
    }
}
