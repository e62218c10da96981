//! The hands that grow from one hand, without a list of all classes.
//!
//! A level of classes needs memory, and all hands of the level before. But each extension that is kept can
//! also be followed alone, and so by any machine. Let a class of w hands give an extension with m leaders:
//! here, the points of the greatest colour among those of the greatest invariant. Of its own class, which has
//! w′ hands, this extension stands for the share w/(m·w′): the shares of all extensions of one class add up to
//! one, because their w add up to m·w′ (see `classes.rs`). So a sum over all hands is the sum over the
//! extensions, each with the *weight* w/m. The same holds on the next level with weights in place of w.
//!
//! Weights are whole numbers: all are multiplied by the product, over the levels, of the least common
//! multiples of the possible m. No two hands need to be told apart; extensions of one hand of the same
//! class are only followed together.

use num_bigint::BigUint;

use super::classes::{Class, Classes, NewClass, Symmetries};
use super::space::{Geometry, Growing, Kept};
use crate::solver::{Limit, Stop, Watch};

/// A hand that grew, as one of its class.
pub(crate) struct Grown<'a> {
    /// Its points and extensions.
    pub(crate) class: &'a Class,
    /// Its weight: the hands that it stands for, times the scale.
    pub(crate) weight: &'a BigUint,
    /// The number of symmetries that take it to itself.
    pub(crate) stabiliser: &'a dyn Fn() -> u128,
}

/// Visits a hand.
pub(crate) type Visit<'a> = &'a mut dyn FnMut(&Grown<'_>) -> Result<(), Stop>;

impl Classes {
    /// The number by which weights are multiplied, for hands that grow from those of k cards to `cards`.
    pub(crate) fn scale(&self, cards: usize) -> BigUint {
        (self.cards() + 1..=cards).map(multiple).product()
    }

    /// Visits a hand of a class of k cards, and the hands of up to `cards` cards that grow from it.
    pub(crate) fn grow(
        &self,
        class: &Class,
        cards: usize,
        limit: &Limit,
        visit: Visit<'_>,
    ) -> Result<(), Stop> {
        let weight = self.scale(cards) * class.hands;
        visit(&Grown { class, weight: &weight, stabiliser: &|| class.stabiliser })?;
        let mut watch = limit.watch();
        match &self.symmetries {
            Symmetries::Affine(space) => {
                self.descend(space, &mut space.hand(), (class, &weight), cards, &mut watch, visit)
            }
            Symmetries::Renaming(renaming) => {
                let hand = &mut renaming.hand();
                self.descend(renaming, hand, (class, &weight), cards, &mut watch, visit)
            }
        }
    }

    fn descend<'a, G: Geometry>(
        &self,
        geometry: &'a G,
        hand: &mut G::Hand<'a>,
        (class, weight): (&Class, &BigUint),
        cards: usize,
        watch: &mut Watch<'_>,
        visit: Visit<'_>,
    ) -> Result<(), Stop> {
        let size = class.points.len();
        if size == cards {
            return Ok(());
        }
        hand.restart(&class.points);
        let points: Vec<u16> = self.extensions(hand).collect();
        let mut grown: Vec<(u64, NewClass, BigUint)> = Vec::new();
        for point in points {
            watch.tick(4 * (size + 1))?;
            if !hand.may_lead(point) {
                continue;
            }
            hand.push(point);
            if hand.leaders().is_some() {
                watch.tick(2 * size * size)?;
                let fingerprint = hand.fingerprint();
                let Some(leaders) = leaders_by_colour(hand.kept()) else {
                    hand.pop();
                    continue;
                };
                let share = weight / leaders;
                let is_alike = |(other, found, _): &&mut (u64, NewClass, BigUint)| {
                    *other == fingerprint
                        && geometry.maps(&found.coloured(), &hand.kept().coloured())
                };
                match grown.iter_mut().find(is_alike) {
                    Some((_, _, weight)) => *weight += share,
                    None => grown.push((fingerprint, self.found(hand, leaders, 0), share)),
                }
            }
            hand.pop();
        }
        for (_, found, weight) in &grown {
            let (class, stabiliser) = (&found.class, &|| geometry.stabiliser(&found.coloured()));
            visit(&Grown { class, weight, stabiliser })?;
            self.descend(geometry, hand, (class, weight), cards, watch, visit)?;
        }
        Ok(())
    }
}

/// The number of leaders of the greatest colour, if the last point is one of them. Colours tell more points apart
/// than invariants, so that few classes arise more than once.
fn leaders_by_colour(kept: &Kept) -> Option<usize> {
    let (most, colour) = (kept.invariants.last()?, kept.colours.last()?);
    let alike = kept.invariants.iter().zip(&kept.colours).filter(|(it, _)| *it == most);
    let mut leaders = 0;
    for (_, other) in alike {
        if other > colour {
            return None;
        }
        leaders += usize::from(other == colour);
    }
    Some(leaders)
}

/// The least common multiple of the numbers up to n: each is the power of a prime times smaller ones.
fn multiple(n: usize) -> BigUint {
    let is_prime = |k: &usize| (2..*k).all(|divisor| !k.is_multiple_of(divisor));
    let power = |prime: usize| prime.pow(n.ilog(prime));
    (2..=n).filter(is_prime).map(power).product()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Deck;
    use crate::symmetry::Kind;

    /// The weights of all hands of a size are the number of hands, and their shares that of classes.
    #[test]
    fn weights_are_hands_and_shares_are_classes() {
        for (v, p, kind, from, to) in [
            (3, 2, Kind::Any, 0, 5),
            (3, 3, Kind::Free, 2, 9),
            (3, 4, Kind::Free, 5, 8),
            (3, 4, Kind::Any, 6, 8),
            (4, 2, Kind::Free, 0, 9),
            (4, 2, Kind::Any, 3, 6),
            (2, 3, Kind::Any, 0, 8),
        ] {
            let deck = Deck::new(v, p).unwrap();
            let mut classes = Classes::new(deck, kind).unwrap();
            classes.advance_to(from, &Limit::none()).unwrap();
            let (mut hands, mut shares) = (BigUint::default(), BigUint::default());
            for class in classes.classes() {
                let visit: Visit<'_> = &mut |grown| {
                    if grown.class.points.len() == to {
                        hands += grown.weight;
                        shares += grown.weight * (grown.stabiliser)();
                    }
                    Ok(())
                };
                classes.grow(class, to, &Limit::none(), visit).unwrap();
            }
            let scale = classes.scale(to);
            let order = classes.order();
            classes.advance_to(to, &Limit::none()).unwrap();
            assert_eq!(hands, &scale * classes.hands(), "{deck}");
            assert_eq!(shares, scale * order * classes.classes().len(), "{deck}");
        }
    }

    #[test]
    fn multiples_are_least() {
        for (n, least) in [(1, 1_u32), (2, 2), (6, 60), (8, 840), (10, 2520), (16, 720_720)] {
            assert_eq!(multiple(n), least.into());
        }
    }
}
