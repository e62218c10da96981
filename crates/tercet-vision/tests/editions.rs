//! Drawn boards of each edition, and of editions that the reader does not know.

use tercet::Card;
use tercet_testkit::photographs::{Difficulty, Edition as Printed, Scene, board, render};
use tercet_vision::{Doubt, Edition, Photograph, Reading, read};

/// A board of an edition as it is read, and its cards.
fn reading(edition: Printed, seed: u64) -> (Reading, Vec<Card>) {
    let mut cards = board(seed);
    cards.truncate(12);
    let scene = Scene::random(&cards, &Difficulty::mild(), seed).printed(edition);
    let picture = render(&scene);
    let photograph = Photograph::of_rgb(picture.width, picture.height, picture.rgb);
    (read(&photograph.expect("a picture has pixels")), cards.into_iter().map(Card::from).collect())
}

#[test]
fn both_editions_are_read_and_told_apart() {
    for (printed, edition) in
        [(Printed::Classic, Edition::Classic), (Printed::European, Edition::European)]
    {
        let (mut all, mut right) = (0, 0);
        for seed in 6000..6005 {
            let (reading, cards) = reading(printed, seed);
            let found: Vec<Card> = reading.cards.iter().map(|card| card.card).collect();
            let is_right =
                found.len() == cards.len() && cards.iter().all(|card| found.contains(card));
            assert!(is_right || !reading.is_sure(), "{edition} {seed}: wrong and sure");
            all += cards.len();
            right += cards.iter().filter(|card| found.contains(card)).count();
            if cards.len() > 3 {
                assert_eq!(reading.edition, Some(edition), "{seed}");
            }
        }
        assert!(100 * right >= 98 * all, "{edition}: {right} of {all} cards");
    }
}

#[test]
fn cards_of_another_edition_are_not_taken_for_the_nearest_ones() {
    let mut told = 0;
    for seed in 6100..6106 {
        let (reading, _) = reading(Printed::Strange, seed);
        assert!(!reading.is_sure(), "{seed}");
        told += usize::from(reading.unread.iter().any(|place| place.doubt == Doubt::Edition));
    }
    assert!(told >= 4, "of 6 boards {told} are said to be of an edition that is not known");
}
