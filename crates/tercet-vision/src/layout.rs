//! The order of the table: rows from top to bottom, and in each from left to right.
//!
//! A table is seldom seen straight on. The direction of its rows is the median of the directions
//! from cards to their nearest neighbours on the right; along it, gaps separate the cards into
//! rows.

use crate::Point;

/// The part of a card's height that separates two rows.
const GAP: f32 = 0.45;

/// The row and column of each card, from its centre and height.
pub(crate) fn layout(cards: &[(Point, f32)]) -> Vec<(usize, usize)> {
    if cards.is_empty() {
        return Vec::new();
    }
    let along = direction(cards);
    let down = along.turned();
    let mut order: Vec<usize> = (0..cards.len()).collect();
    let height = |index: usize| cards[index].0.dot(down);
    order.sort_by(|&one, &other| height(one).total_cmp(&height(other)));
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
        let across = |index: usize| cards[index].0.dot(along);
        cards_of_row.sort_by(|&one, &other| across(one).total_cmp(&across(other)));
        for (column, &index) in cards_of_row.iter().enumerate() {
            places[index] = (row, column);
        }
    }
    places
}

/// The direction of the rows: of unit length, and within 45° of the picture's.
fn direction(cards: &[(Point, f32)]) -> Point {
    let mut angles: Vec<f32> = Vec::new();
    for (index, &(card, _)) in cards.iter().enumerate() {
        let ways = cards.iter().enumerate().filter(|&(other, _)| other != index);
        let right = ways.map(|(_, &(other, _))| other - card).filter(|way| way.x > way.y.abs());
        let nearest = right.min_by(|one, other| one.length().total_cmp(&other.length()));
        angles.extend(nearest.map(|way| way.y.atan2(way.x)));
    }
    if angles.is_empty() {
        return Point::new(1.0, 0.0);
    }
    angles.sort_by(f32::total_cmp);
    let angle = angles[angles.len() / 2];
    Point::new(angle.cos(), angle.sin())
}

#[cfg(test)]
mod tests {
    use super::layout;
    use crate::Point;

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
}
