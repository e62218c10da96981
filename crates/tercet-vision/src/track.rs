//! Cards followed from picture to picture of a camera over the table.
//!
//! A picture may be blurred, or a hand may hide a card, and then a card is misread or missed. The
//! next picture seldom repeats the error, so the last five pictures vote on each place of the table: it
//! is settled while at least two pictures more agree on it than on anything else. Hence one picture
//! neither settles a card nor changes a settled one, and a reading that alternates is never settled.
//!
//! A deck has each card once, so the cards that two pictures share show how far the camera has moved:
//! by the median of their ways. Once an earlier picture is moved as far, the nearest outlines of both
//! pictures are the same place. The median of its last three outlines is steadier than each of them,
//! and an edge that is wrong once does not show. If two pictures share no card, the camera looks at
//! another table, and the earlier one is forgotten. A place that the last picture misses stays if the
//! one before shows it.
//!
//! The reading depends on the last pictures alone, so their readings are all that a caller keeps.

use tercet::Card;

use crate::odds::arranged;
use crate::outline::Outline;
use crate::point::median;
use crate::{Doubt, Point, ReadCard, Reading, Unread};

/// The number of pictures that vote.
pub const PICTURES: usize = 5;

/// How many more pictures agree on a settled place than on anything else there.
const LEAD: usize = 2;

/// The distance up to which outlines may be of the same place, in side lengths of a square as large
/// as the card.
const NEAR: f32 = 0.5;

/// The most places of a picture that are followed. A table has fewer cards.
const MOST_PLACES: usize = 200;

/// The content of a place in one picture.
#[derive(Clone, Copy)]
struct Sight<'a> {
    /// Where it is, moved along with the camera.
    outline: Outline,
    /// What the place holds.
    read: Result<&'a ReadCard, &'a Unread>,
}

impl Sight<'_> {
    /// The card; `None` if it could not be read.
    fn card(&self) -> Option<Card> {
        self.read.ok().map(|read| read.card)
    }

    /// The distance from another place, in side lengths.
    fn distance(&self, other: &Self) -> f32 {
        let side = self.outline.area().max(other.outline.area()).sqrt().max(1.0);
        (self.outline.centre() - other.outline.centre()).length() / side
    }
}

/// The reading of the last of these pictures of a camera, with the help of the four before it. The
/// latest picture is the last. A card that the pictures do not agree on yet has [`Doubt::Unsteady`].
pub fn steady(pictures: &[Reading]) -> Reading {
    let Some(last) = pictures.last() else { return Reading::default() };
    let seen = aligned(pictures);
    let mut places: Vec<&Sight<'_>> = Vec::new();
    for sight in seen.iter().take(2).flatten() {
        if !places.iter().any(|place| place.distance(sight) < NEAR) {
            places.push(sight);
        }
    }
    let mut reading = Reading { cards: Vec::new(), unread: Vec::new(), ..last.clone() };
    for place in places {
        let at_place = seen.iter().filter_map(|sights| {
            let near = sights.iter().filter(|sight| sight.distance(place) < NEAR);
            near.min_by(|one, other| one.distance(place).total_cmp(&other.distance(place)))
        });
        let sights: Vec<Sight<'_>> = at_place.copied().collect();
        let corners = corners(&sights);
        match vote(&sights) {
            (Some(Ok(read)), is_settled) => {
                let mut card = ReadCard { corners, ..read.clone() };
                card.doubts.retain(|&doubt| doubt != Doubt::Twice);
                card.doubts.extend((!is_settled).then_some(Doubt::Unsteady));
                reading.cards.push(card);
            }
            (Some(Err(place)), true) => reading.unread.push(Unread { corners, ..place.clone() }),
            _ => {}
        }
    }
    let mut reading = arranged(reading);
    reading.doubt_for_unread();
    reading
}

/// The places of the last pictures, the latest first, all moved to where they are in the latest.
fn aligned(pictures: &[Reading]) -> Vec<Vec<Sight<'_>>> {
    let mut seen: Vec<Vec<Sight<'_>>> = Vec::new();
    for picture in pictures.iter().rev().take(PICTURES) {
        let sight = |corners, read| Sight { outline: Outline { corners, seen: [true; 4] }, read };
        let cards = picture.cards.iter().map(|card| sight(card.corners, Ok(card)));
        let unread = picture.unread.iter().map(|place| sight(place.corners, Err(place)));
        let mut sights: Vec<Sight<'_>> = cards.chain(unread).take(MOST_PLACES).collect();
        let Some(way) = motion(&sights, seen.first().unwrap_or(&sights)) else { break };
        for corner in sights.iter_mut().flat_map(|sight| &mut sight.outline.corners) {
            *corner = *corner + way;
        }
        seen.push(sights);
    }
    seen
}

/// The way that the cards have moved between two pictures; `None` if they are other cards.
fn motion(from: &[Sight<'_>], to: &[Sight<'_>]) -> Option<Point> {
    let pairs = from.iter().flat_map(|one| to.iter().map(move |other| (one, other)));
    let alike = pairs.filter(|(one, other)| one.card().is_some() && one.card() == other.card());
    let ways = alike.map(|(one, other)| other.outline.centre() - one.outline.centre());
    let cards = |sights: &[Sight<'_>]| sights.iter().filter_map(Sight::card).count();
    let may_be_moved = cards(from).min(cards(to)) < 2;
    middle(ways).or(may_be_moved.then(Point::default))
}

/// The content of a place that most pictures agree on, from the clearest of them, and whether it is
/// settled. The latest picture is the first; on a tie, the latest reading counts.
fn vote<'a>(sights: &[Sight<'a>]) -> (Option<Result<&'a ReadCard, &'a Unread>>, bool) {
    let cards = || sights.iter().rev().map(Sight::card);
    let votes = |card: &Option<Card>| cards().filter(|other| other == card).count();
    let card = cards().max_by_key(votes).flatten();
    let rivals = cards().filter(|other| *other != card).map(|other| votes(&other));
    let is_settled = votes(&card) >= rivals.max().unwrap_or(0) + LEAD;
    let confidence = |sight: &Sight<'_>| sight.read.map_or(0.0, |read| read.confidence);
    let agreeing = sights.iter().filter(|sight| sight.card() == card);
    let clearest = agreeing.max_by(|one, other| confidence(one).total_cmp(&confidence(other)));
    (clearest.map(|sight| sight.read), is_settled)
}

/// The corners of a place: the medians over the last three pictures, if they all show it.
fn corners(sights: &[Sight<'_>]) -> [Point; 4] {
    let shown = if sights.len() < 3 { 1 } else { 3 };
    let corner = |corner: Point| {
        let distance = |point: &Point| (*point - corner).length();
        // An outline may begin with another corner.
        let nearest = |sight: &Sight<'_>| {
            let corners = sight.outline.corners.into_iter();
            corners.min_by(|one, other| distance(one).total_cmp(&distance(other)))
        };
        middle(sights.iter().take(shown).filter_map(nearest)).unwrap_or(corner)
    };
    sights.first().map_or_else(Default::default, |last| last.outline.corners.map(corner))
}

/// The median of points in both directions, if there are some.
fn middle(points: impl Iterator<Item = Point>) -> Option<Point> {
    let (right, down): (Vec<f32>, Vec<f32>) = points.map(|Point { x, y }| (x, y)).unzip();
    Some(Point::new(median(right.into_iter())?, median(down.into_iter())?))
}

#[cfg(test)]
mod tests {
    use chacha20::ChaCha8Rng;
    use rand_core::{Rng as _, SeedableRng as _};
    use tercet::{Card, Deck};

    use super::{PICTURES, steady};
    use crate::{Doubt, Point, ReadCard, Reading, Unread};

    /// The width and height of a card, and the distance from one to the next.
    const CARD: (f32, f32) = (100.0, 156.0);
    const STEP: (f32, f32) = (120.0, 180.0);

    /// A table of cards by their numbers in the deck, with the place of each.
    type Table = Vec<(usize, Point)>;

    /// Twelve cards of the deck from this one on, in three rows.
    fn table(first: usize) -> Table {
        let place = |at: usize| Point::new((at % 4) as f32 * STEP.0, (at / 4) as f32 * STEP.1);
        (0..12).map(|at| ((first + 7 * at) % 81, place(at) + Point::new(200.0, 200.0))).collect()
    }

    fn card(number: usize) -> Card {
        Deck::CLASSIC.cards().nth(number).unwrap()
    }

    fn corners(centre: Point) -> [Point; 4] {
        let (x, y) = (CARD.0 / 2.0, CARD.1 / 2.0);
        [(-x, -y), (x, -y), (x, y), (-x, y)].map(|(x, y)| centre + Point::new(x, y))
    }

    /// What is read if all goes well.
    fn picture(table: &Table) -> Reading {
        let read = |&(number, centre): &(usize, Point)| ReadCard {
            card: card(number),
            confidence: 0.99,
            readings: vec![(card(number), 0.99)],
            odds: [[1.0, 0.0, 0.0]; 4],
            corners: corners(centre),
            symbols: Vec::new(),
            doubts: Vec::new(),
            row: 0,
            column: 0,
        };
        let cards = table.iter().map(read).collect();
        Reading { width: 1280, height: 720, cards, confidence: 0.9, ..Reading::default() }
    }

    /// What is read if one card is taken for another.
    fn misread(table: &Table, at: usize, other: usize) -> Reading {
        let mut table = table.clone();
        table[at].0 = other;
        picture(&table)
    }

    /// The numbers of the settled cards.
    fn settled(reading: &Reading) -> Vec<Card> {
        let cards = reading.cards.iter().filter(|card| !card.doubts.contains(&Doubt::Unsteady));
        cards.map(|card| card.card).collect()
    }

    fn cards(table: &Table) -> Vec<Card> {
        table.iter().map(|&(number, _)| card(number)).collect()
    }

    /// What the camera shows after each picture.
    fn film(pictures: &[Reading]) -> Vec<Reading> {
        (1..=pictures.len()).map(|until| steady(&pictures[..until])).collect()
    }

    struct Chance(ChaCha8Rng);

    impl Chance {
        fn new(seed: u64) -> Self {
            Self(ChaCha8Rng::seed_from_u64(seed))
        }

        fn below(&mut self, most: usize) -> usize {
            self.0.next_u32() as usize % most
        }

        /// A number from -1 to 1.
        fn shift(&mut self) -> f32 {
            self.0.next_u32() as f32 / (u32::MAX / 2) as f32 - 1.0
        }
    }

    #[test]
    fn two_pictures_settle_what_one_does_not() {
        let table = table(0);
        let [first, second] = &film(&[picture(&table), picture(&table)])[..] else { panic!() };
        assert_eq!(first.cards.len(), 12);
        assert!(first.cards.iter().all(|card| card.doubts == [Doubt::Unsteady] && !card.is_sure()));
        assert!(!first.is_sure());
        assert_eq!(settled(second), cards(&table));
        assert!(second.is_sure() && second.cards[7].row == 1 && second.cards[7].column == 3);
        assert_eq!(steady(&[]), Reading::default());
    }

    #[test]
    fn a_misread_card_is_never_settled() {
        let table = table(3);
        for seed in 0..20 {
            let mut chance = Chance::new(seed);
            let pictures: Vec<Reading> = (0..50)
                .map(|_| {
                    let mut shown = table.clone();
                    for card in &mut shown {
                        if chance.below(8) == 0 {
                            card.0 = chance.below(81);
                        }
                    }
                    picture(&shown)
                })
                .collect();
            let mut found = 0;
            for reading in film(&pictures) {
                assert_eq!(reading.cards.len(), 12);
                let settled = settled(&reading);
                assert!(settled.iter().all(|card| cards(&table).contains(card)));
                found += settled.len();
            }
            assert!(found > 50 * 10, "{found}");
        }
    }

    #[test]
    fn a_reading_that_alternates_is_never_settled() {
        let table = table(0);
        let pictures: Vec<Reading> = (0..12)
            .map(|at| if at % 2 == 0 { picture(&table) } else { misread(&table, 5, 80) })
            .collect();
        for reading in &film(&pictures)[1..] {
            assert_eq!(settled(reading).len(), 11);
            assert_eq!(reading.cards[5].doubts, [Doubt::Unsteady]);
        }
    }

    #[test]
    fn a_settled_card_survives_one_misreading_and_is_replaced_after_three() {
        let (table, other) = (table(0), 80);
        let mut pictures = vec![picture(&table); PICTURES];
        pictures.extend(vec![misread(&table, 5, other); 4]);
        let film = film(&pictures);
        assert_eq!(film[5].cards[5].card, card(table[5].0));
        assert!(film[5].is_sure());
        assert!(!film[6].is_sure() && !film[7].is_sure());
        assert_eq!(film[8].cards[5].card, card(other));
        assert!(film[8].is_sure());
    }

    #[test]
    fn a_hand_hides_cards_for_a_picture_without_effect() {
        let table = table(0);
        let hidden = picture(&table[..7].to_vec());
        let mut pictures = vec![picture(&table); 3];
        pictures.push(hidden.clone());
        pictures.push(picture(&table));
        pictures.extend([hidden.clone(), hidden.clone(), hidden]);
        pictures.extend([picture(&table), picture(&table)]);
        let found: Vec<usize> = film(&pictures).iter().map(|seen| settled(seen).len()).collect();
        assert_eq!(found, [0, 12, 12, 12, 12, 12, 7, 7, 12, 12]);
    }

    #[test]
    fn a_camera_in_motion_is_followed() {
        let table = table(0);
        // Faster than a card is wide, so that each comes to lie where its neighbour was.
        let moved = |at: usize| -> Table {
            let way = Point::new(130.0 * at as f32, -40.0 * at as f32);
            table.iter().map(|&(number, centre)| (number, centre + way)).collect()
        };
        let pictures: Vec<Reading> = (0..8).map(|at| picture(&moved(at))).collect();
        for (at, reading) in film(&pictures).iter().enumerate().skip(1) {
            assert_eq!(settled(reading), cards(&table));
            for (card, (_, centre)) in reading.cards.iter().zip(moved(at)) {
                for (found, corner) in card.corners.into_iter().zip(corners(centre)) {
                    assert!((found - corner).length() < 0.01);
                }
            }
        }
    }

    #[test]
    fn outlines_are_steadier_than_in_one_picture() {
        let table = table(0);
        let mut chance = Chance::new(1);
        let pictures: Vec<Reading> = (0..60)
            .map(|at| {
                let mut picture = picture(&table);
                for corner in picture.cards.iter_mut().flat_map(|card| &mut card.corners) {
                    *corner = *corner + Point::new(chance.shift(), chance.shift()) * 3.0;
                }
                // An edge of each card is wrong altogether from time to time.
                picture.cards[at % 12].corners[1].x += 40.0;
                picture
            })
            .collect();
        let off = |readings: &[Reading]| {
            let (mut sum, mut most) = (0.0_f32, 0.0_f32);
            for (read, (_, centre)) in
                readings.iter().flat_map(|reading| reading.cards.iter().zip(&table))
            {
                for (found, corner) in read.corners.into_iter().zip(corners(*centre)) {
                    sum += (found - corner).length();
                    most = most.max((found - corner).length());
                }
            }
            (sum / (48 * readings.len()) as f32, most)
        };
        let (before, after) = (off(&pictures[5..]), off(&film(&pictures)[5..]));
        assert!(after.0 < 0.7 * before.0, "{before:?} {after:?}");
        assert!(before.1 > 30.0 && after.1 < 8.0, "{before:?} {after:?}");
    }

    #[test]
    fn an_outline_may_begin_with_another_corner() {
        let table = table(0);
        let mut pictures = vec![picture(&table); 4];
        for card in &mut pictures[2].cards {
            card.corners.rotate_left(1);
        }
        assert_eq!(steady(&pictures).cards[3].corners, corners(table[3].1));
    }

    #[test]
    fn another_table_begins_anew() {
        let (one, other) = (table(0), table(1));
        let mut pictures = vec![picture(&one); PICTURES];
        pictures.extend([picture(&other), picture(&other)]);
        let film = film(&pictures);
        assert_eq!((settled(&film[5]).len(), film[5].cards.len()), (0, 12));
        assert_eq!(settled(&film[6]), cards(&other));
    }

    #[test]
    fn cards_that_change_places_are_settled_again() {
        let mut table = table(0);
        let mut pictures = vec![picture(&table); PICTURES];
        (table[0].0, table[9].0) = (table[9].0, table[0].0);
        pictures.extend(vec![picture(&table); 4]);
        let film = film(&pictures);
        assert_eq!(settled(&film[7]).len(), 10);
        assert_eq!(settled(&film[8]), cards(&table));
    }

    #[test]
    fn an_unread_place_is_settled_like_a_card() {
        let table = table(0);
        let mut partly = picture(&table);
        let hidden = partly.cards.remove(5);
        partly.unread.push(Unread { corners: hidden.corners, doubt: Doubt::Unseen });
        let mut pictures = vec![picture(&table); 4];
        pictures.push(partly.clone());
        assert!(steady(&pictures).is_sure());
        let film = film(&[partly.clone(), partly.clone()]);
        assert_eq!((film[0].unread.len(), film[1].unread.len()), (0, 1));
        assert_eq!((film[1].cards.len(), film[1].is_sure()), (11, false));
    }

    #[test]
    fn a_card_twice_stays_doubtful() {
        let mut table = table(0);
        table[1].0 = table[0].0;
        let mut shown = picture(&table);
        for card in &mut shown.cards[..2] {
            card.doubts.push(Doubt::Twice);
            card.limit(0.5);
        }
        let reading = steady(&[shown.clone(), shown]);
        assert_eq!(reading.cards[0].doubts, [Doubt::Twice]);
        assert_eq!((settled(&reading).len(), reading.is_sure()), (12, false));
    }

    #[test]
    fn whatever_is_read_the_last_pictures_decide() {
        let odd = [f32::NAN, f32::INFINITY, f32::MIN, f32::MAX, 0.0, 1e-30];
        for seed in 0..200 {
            let mut chance = Chance::new(seed);
            let mut pictures = Vec::new();
            for _ in 0..9 {
                let places = chance.below(30);
                let mut picture = picture(&(0..places).map(|at| (at, Point::default())).collect());
                for card in &mut picture.cards {
                    card.card = super::tests::card(chance.below(6));
                    card.confidence = chance.shift();
                    for corner in &mut card.corners {
                        let number = |chance: &mut Chance| match chance.below(40) {
                            at if at < odd.len() => odd[at],
                            _ => 300.0 * chance.shift(),
                        };
                        *corner = Point::new(number(&mut chance), number(&mut chance));
                    }
                    if chance.below(4) == 0 {
                        picture.unread.push(Unread { corners: card.corners, doubt: Doubt::Blur });
                    }
                }
                pictures.push(picture);
            }
            let all = steady(&pictures);
            let last = steady(&pictures[9 - PICTURES..]);
            assert_eq!(format!("{all:?}"), format!("{last:?}"));
            let [.., before, now] = &pictures[..] else { panic!() };
            let most =
                before.cards.len() + before.unread.len() + now.cards.len() + now.unread.len();
            assert!(all.cards.len() + all.unread.len() <= most);
        }
    }
}
