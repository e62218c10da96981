//! The order of the table: rows from top to bottom, and in each from left to right.
//!
//! A table is seldom seen straight on. The direction of its rows is the median of the directions
//! from cards to their nearest neighbours on the right; along it, gaps separate the cards into
//! rows.

use crate::point::{median, nearest, sort};
use crate::scaled::Map;
use crate::tilt::Tilt;
use crate::{Frame, Point};

/// The part of a card's height that separates two rows.
const GAP: f32 = 0.45;

/// The row and column of each card, from its centre and height.
pub(crate) fn layout(cards: &[(Point, f32)]) -> Vec<(usize, usize)> {
    let along = direction(cards);
    let down = along.turned();
    let mut order: Vec<usize> = (0..cards.len()).collect();
    let height = |index: usize| cards[index].0.dot(down);
    sort(&mut order, |&index| height(index));
    let mut places = vec![(0, 0); cards.len()];
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for index in order {
        let last = rows.last_mut().filter(|row| {
            let mean = row.iter().map(|&card| height(card)).sum::<f32>() / row.len() as f32;
            height(index) - mean < GAP * cards[index].1
        });
        match last {
            Some(row) => row.push(index),
            None => rows.push(vec![index]),
        }
    }
    for (row, cards_of_row) in rows.iter_mut().enumerate() {
        sort(cards_of_row, |&index| cards[index].0.dot(along));
        for (column, &index) in cards_of_row.iter().enumerate() {
            places[index] = (row, column);
        }
    }
    places
}

/// The direction of the rows: of unit length, and within 45° of the picture's.
fn direction(cards: &[(Point, f32)]) -> Point {
    let angles = cards.iter().filter_map(|&(card, _)| {
        let ways = cards.iter().map(|&(other, _)| other - card);
        let right = ways.filter(|way| way.x > way.y.abs());
        let nearest = right.min_by(|one, other| one.length().total_cmp(&other.length()));
        nearest.map(|way| way.y.atan2(way.x))
    });
    let angle = median(angles).unwrap_or_default();
    Point::new(angle.cos(), angle.sin())
}

// Places in the rows of the table where a card is missing.
//
// Where a row has no card beside one of the next row, a card may have been overlooked: all the
// more if the place is as bright as paper. On a dark table this shows that there is a card; on a
// bright one the place may also be the table.

/// How dark a place of paper may be, as a share of the paper of the card beside it.
const PAPER: f32 = 0.75;

/// The part of a card about its centre in which nothing of another card may lie.
pub(crate) const WELL_WITHIN: f32 = 0.85;

/// A card in its row, or where one is missing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Place {
    /// The row on the table.
    pub(crate) row: usize,
    /// From its centre to its edges, in pixels of the map.
    pub(crate) frame: Frame,
}

impl Place {
    /// The distance from the centre to a corner.
    fn reach(&self) -> f32 {
        (self.frame.u + self.frame.v).length()
    }

    /// Whether a corner of a frame lies well within.
    fn holds_corner_of(&self, frame: &Frame) -> bool {
        let corners = frame.corners(1.0).map(|corner| self.frame.of(corner));
        corners.iter().any(|at| at.x.abs().max(at.y.abs()) < WELL_WITHIN)
    }
}

/// Places in the rows that have no card and are as bright as paper; as large as the card beside them. All
/// are given as if seen from above.
pub(crate) fn holes(map: &Map, cards: &[Place], tilt: &Tilt) -> Vec<Place> {
    let at =
        |flat: Point| Some(tilt.seen(flat)).filter(|&at| map.contains(at)).map(|at| map.at(at));
    let of_row = |row: usize| cards.iter().filter(move |card| card.row == row).copied();
    let mut holes: Vec<Place> = Vec::new();
    for (one, other_row) in neighbours(cards) {
        let [from, to] = [one, other_row].map(|row| of_row(row).collect::<Vec<Place>>());
        // From each card to the one of the other row beside it, if any.
        let beside: Vec<Option<Point>> = from.iter().map(|card| beside(card, &to)).collect();
        let ways: Vec<Point> = beside.iter().flatten().copied().collect();
        if ways.is_empty() {
            continue;
        }
        let way =
            ways.iter().fold(Point::default(), |sum, &way| sum + way) * (1.0 / ways.len() as f32);
        for (card, beside) in from.iter().zip(&beside) {
            let hole = card.frame.centre + way;
            let near = |place: &Place| (place.frame.centre - hole).length() < card.reach();
            let is_known = cards.iter().chain(&holes).any(near);
            // A place that overlaps a card that was read is left out: the edges of that card would be
            // taken for its own.
            let frame = card.frame.moved_to(hole);
            let is_covered = cards.iter().any(|card| card.holds_corner_of(&frame));
            if beside.is_none() && !is_known && !is_covered && is_paper(at, hole, card) {
                holes.push(Place { row: other_row, frame });
            }
        }
    }
    holes
}

/// All pairs of rows that lie side by side, both ways.
fn neighbours(cards: &[Place]) -> impl Iterator<Item = (usize, usize)> + use<> {
    let rows = cards.iter().map(|card| card.row + 1).max().unwrap_or(0);
    (1..rows).flat_map(|row| [(row - 1, row), (row, row - 1)])
}

/// The way from a card to the one of the next row beside it.
fn beside(card: &Place, row: &[Place]) -> Option<Point> {
    let centre = card.frame.centre;
    let way = nearest(row, centre, |other| other.frame.centre)?.frame.centre - centre;
    // Not further than cards of neighbouring rows, nor much to the side.
    let reach = card.reach();
    (way.length() < 3.0 * reach && way.x.abs().min(way.y.abs()) < 0.8 * reach).then_some(way)
}

/// Whether a place is as bright as the paper of a card; `at` is the brightness, if it is in the picture.
fn is_paper(at: impl Fn(Point) -> Option<f32>, hole: Point, card: &Place) -> bool {
    let (Some(_), Some(paper)) = (at(hole), at(card.frame.at(0.8, 0.8))) else { return false };
    let ways = [-0.6, -0.3, 0.0, 0.3, 0.6].map(|part| (card.frame.u + card.frame.v) * part);
    let values = ways.into_iter().flat_map(|way| [at(hole + way), at(hole + way.turned())]);
    median(values.flatten()).is_some_and(|middle| middle > PAPER * paper)
}

#[cfg(test)]
mod tests {
    use super::{Place, layout};
    use crate::scaled::Map;
    use crate::tilt::Tilt;
    use crate::{Frame, Point};

    /// Cards in three rows and four columns, on a table turned by an angle.
    fn table(angle: f32) -> Vec<(Point, f32)> {
        let (sin, cos) = angle.sin_cos();
        let mut cards = Vec::new();
        for row in 0..3 {
            for column in 0..4 {
                let (x, y) = (column as f32 * 120.0, row as f32 * 170.0);
                cards.push((Point::new(x * cos - y * sin, x * sin + y * cos), 150.0));
            }
        }
        cards
    }

    #[test]
    fn rows_and_columns_of_a_table_that_is_turned() {
        let wanted: Vec<_> = (0..12).map(|card| (card / 4, card % 4)).collect();
        for degrees in [-35_i32, -20, -5, 0, 5, 20, 35] {
            assert_eq!(layout(&table((degrees as f32).to_radians())), wanted, "{degrees}°");
        }
    }

    #[test]
    fn no_card_and_one_card() {
        assert_eq!(layout(&[]), []);
        assert_eq!(layout(&[(Point::new(3.0, 4.0), 10.0)]), [(0, 0)]);
    }

    /// Three rows of four cards, without these.
    fn places(without: &[usize]) -> Vec<Place> {
        let place = |card: usize| {
            let (row, column) = (card / 4, card % 4);
            let centre = Point::new(50.0 + 70.0 * column as f32, 60.0 + 100.0 * row as f32);
            Place {
                row,
                frame: Frame { centre, u: Point::new(28.0, 0.0), v: Point::new(0.0, 42.0) },
            }
        };
        (0..12).filter(|card| !without.contains(card)).map(place).collect()
    }

    fn map(brightness: u8) -> Map {
        Map { width: 320, height: 340, values: vec![brightness; 320 * 340] }
    }

    fn holes(map: &Map, places: &[Place]) -> Vec<Place> {
        super::holes(map, places, &Tilt::of(&[]))
    }

    #[test]
    fn a_missing_card_leaves_a_hole_as_bright_as_paper() {
        assert_eq!(holes(&map(200), &places(&[])), []);
        for missing in 0..12 {
            let holes = holes(&map(200), &places(&[missing]));
            assert_eq!(holes.len(), 1, "card {missing}");
            let place = places(&[])[missing].frame.centre;
            assert!((holes[0].frame.centre - place).length() < 5.0, "card {missing}: {holes:?}");
        }
    }

    #[test]
    fn where_the_table_is_dark_nothing_is_missing() {
        let mut map = map(200);
        let place = places(&[])[6].frame.centre;
        for y in 0..map.height {
            for x in 0..map.width {
                let way = Point::new(x as f32, y as f32) - place;
                if way.x.abs() < 33.0 && way.y.abs() < 45.0 {
                    map.values[y * map.width + x] = 60;
                }
            }
        }
        assert_eq!(holes(&map, &places(&[6])), []);
    }
}
