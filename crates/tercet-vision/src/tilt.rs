//! From which side the camera sees the table.
//!
//! The camera shows an area of the table at the distance z smaller by z³, and 1/z is a linear function of
//! the place in the picture. So the cube root of the area of equal cards is linear, too, however steeply the
//! camera looks. Three cards determine this function; of all threes the one that suits most cards is taken
//! (P. J. Rousseeuw, "Least median of squares regression", 1984), so that wrong outlines do no harm.
//!
//! Divided by this function, the picture is an affine image of the table: all cards are parallelograms
//! of the same area, and those that are not turned against one another have the same shape.

use crate::Point;
use crate::outline::Outline;
use crate::point::median;

/// The least number of cards that determine the function.
const LEAST: usize = 6;
/// The most cards that are tried, three at a time.
const MOST: usize = 16;
/// The least area of the triangle of three cards, in areas of a card.
const APART: f32 = 1.5;

/// How the size of cards changes across the picture.
pub(crate) struct Tilt {
    from: Point,
    root: f32,
    slope: Point,
}

impl Tilt {
    /// The tilt that suits these cards. Nothing changes if they are too few, or lie in a row.
    pub(crate) fn of(cards: &[Outline]) -> Self {
        let level = Self { from: Point::default(), root: 1.0, slope: Point::default() };
        if cards.len() < LEAST {
            return level;
        }
        let cards: Vec<(Point, f32)> =
            cards.iter().map(|card| (card.centre(), card.area().max(1.0))).collect();
        let some: Vec<&(Point, f32)> = cards.iter().step_by(cards.len().div_ceil(MOST)).collect();
        let mut best = (f32::MAX, level);
        for (index, one) in some.iter().enumerate() {
            for (next, two) in some.iter().enumerate().skip(index + 1) {
                for three in &some[next + 1..] {
                    let Some(tilt) = Self::through([one, two, three]) else { continue };
                    let off = |&(at, area): &(Point, f32)| (tilt.at(at).powi(3) / area).ln().abs();
                    let Some(off) = median(cards.iter().map(off)) else { continue };
                    if off < best.0 {
                        best = (off, tilt);
                    }
                }
            }
        }
        best.1
    }

    /// The tilt that suits three cards.
    fn through([one, two, three]: [&(Point, f32); 3]) -> Option<Self> {
        let [root, first, second] = [one, two, three].map(|card| card.1.cbrt());
        let ways = [two.0 - one.0, three.0 - one.0];
        let cross = ways[0].cross(ways[1]);
        let slope = ways[0].turned() * (second - root) - ways[1].turned() * (first - root);
        let is_apart = cross.abs() / 2.0 > APART * one.1.max(two.1).max(three.1);
        is_apart.then_some(Self { from: one.0, root, slope: slope * (1.0 / cross) })
    }

    /// The cube root of the area at a place.
    fn at(&self, place: Point) -> f32 {
        (self.root + self.slope.dot(place - self.from)).max(0.1 * self.root)
    }

    /// A place as if seen from straight above.
    pub(crate) fn flat(&self, place: Point) -> Point {
        (place - self.from) * (self.root / self.at(place))
    }

    /// An outline as if seen from straight above.
    pub(crate) fn flattened(&self, outline: &Outline) -> Outline {
        Outline { corners: outline.corners.map(|corner| self.flat(corner)), ..*outline }
    }

    /// Where a place seen from above is in the picture.
    pub(crate) fn seen(&self, flat: Point) -> Point {
        let part = (1.0 - self.slope.dot(flat) / self.root).max(0.1);
        self.from + flat * (1.0 / part)
    }
}

#[cfg(test)]
mod tests {
    use super::Tilt;
    use crate::Point;
    use crate::outline::Outline;

    #[test]
    fn cards_seen_from_the_side_are_as_large_from_above_in_spite_of_wrong_outlines() {
        // A point (x, y) of the table is seen at (x, y) / (1 + y / 900).
        let card = |index: usize, size: f32| {
            let (x, y) = ((index % 4) as f32 * 100.0, (index / 4) as f32 * 150.0);
            let seen = |(u, v): (f32, f32)| {
                let (x, y) = (x + size * u, y + size * v);
                Point::new(x, y) * (1.0 / (1.0 + y / 900.0))
            };
            let corners = [(-28.5, -44.5), (28.5, -44.5), (28.5, 44.5), (-28.5, 44.5)];
            Outline { corners: corners.map(seen), seen: [true; 4] }
        };
        let wrong = |index: usize| [(3, 1.4), (7, 0.7)].iter().find(|wrong| wrong.0 == index);
        let cards: Vec<Outline> =
            (0..12).map(|index| card(index, wrong(index).map_or(1.0, |wrong| wrong.1))).collect();
        let tilt = Tilt::of(&cards);
        let flat: Vec<Outline> = (0..12).map(|index| tilt.flattened(&card(index, 1.0))).collect();
        for one in &flat {
            assert!((one.area() / flat[0].area() - 1.0).abs() < 0.02, "{}", one.area());
            assert!((one.frame().u - flat[0].frame().u).length() < 0.5);
        }
        let corner = cards[8].corners[0];
        assert!((tilt.seen(tilt.flat(corner)) - corner).length() < 0.01);
        let few = Tilt::of(&cards[..4]);
        assert_eq!(few.flat(corner), corner);
    }
}
