use super::*;
use crate::caps::cap;
use crate::deal::Dealer;
use crate::deck::Deck;
use crate::symmetry::classes::{Classes, Kind};

/// An image under a random affine map: a frame goes to dealt points, if they are independent.
fn image(hand: &Board, seed: u64) -> Board {
    let (deck, p) = (hand.deck(), hand.deck().properties());
    let mut seeds = (1000 * seed..).map(|seed| {
        let dealt: Vec<Card> = Dealer::new(deck, seed).take(p + 1).collect();
        let rows: Vec<Vec<usize>> =
            dealt.iter().map(|&card| deck.values_of(card).collect()).collect();
        let map = |card: Card| {
            let mut row = rows[0].clone();
            for (i, value) in deck.values_of(card).enumerate() {
                for (sum, (to, from)) in row.iter_mut().zip(rows[i + 1].iter().zip(&rows[0])) {
                    *sum = (*sum + value * (to + 2 * from)) % 3;
                }
            }
            deck.card(&row).unwrap()
        };
        let mut whole: Vec<Card> = deck.cards().map(map).collect();
        whole.sort_unstable();
        whole.dedup();
        let cards: Vec<Card> = hand.cards().iter().map(|&card| map(card)).collect();
        (deck.size() == whole.len().into()).then_some(cards)
    });
    let mut cards = seeds.find_map(|cards| cards).unwrap();
    cards.rotate_left(seed as usize % hand.len().max(1));
    Board::new(deck, &cards).unwrap()
}

fn form(hand: &Board) -> Canonical {
    canonical(hand, &Limit::none()).unwrap().unwrap()
}

#[test]
fn the_largest_caps_have_their_stabilisers() {
    for (points, stabiliser) in [(2, 2), (4, 8), (9, 144), (20, 2880), (45, 720), (112, 80640)] {
        let cap = cap(points).unwrap();
        let canonical = form(&cap);
        assert_eq!(canonical.stabiliser, stabiliser, "{points}");
        for seed in 0..4 {
            assert_eq!(form(&image(&cap, seed)), canonical, "{points}");
        }
    }
}

#[test]
fn images_have_one_form() {
    for (p, cards) in [(1, 2), (2, 4), (3, 9), (4, 5), (4, 12), (4, 30), (5, 9), (5, 40), (6, 20)] {
        let deck = Deck::new(3, p).unwrap();
        for seed in 0..10 {
            let cards: Vec<Card> = Dealer::new(deck, seed).take(cards).collect();
            let hand = Board::new(deck, &cards).unwrap();
            let canonical = form(&hand);
            assert_eq!(canonical.hand.len(), hand.len());
            for other in 1..4 {
                assert_eq!(form(&image(&hand, 10 * seed + other)), canonical);
            }
        }
    }
}

#[test]
fn flats_and_whole_decks_have_forms() {
    for p in 1..=4 {
        let deck = Deck::new(3, p).unwrap();
        for dimension in 0..=p {
            let cards: Vec<Card> = deck.cards().take(3_usize.pow(dimension as u32)).collect();
            let flat = Board::new(deck, &cards).unwrap();
            let canonical = form(&image(&flat, 7));
            assert_eq!(canonical.hand, flat);
        }
        assert_eq!(form(&Board::empty(deck)).orbit, 1);
    }
}

/// Classes are distinguished, and their stabilisers agree with those that are found independently.
#[test]
fn forms_are_as_many_as_classes() {
    for (kind, most) in [(Kind::Free, 9), (Kind::Any, 7)] {
        let mut classes = Classes::new(Deck::CLASSIC, kind).unwrap();
        for _ in 0..most {
            classes.advance(&Limit::none()).unwrap();
            let mut forms = Vec::new();
            for class in classes.classes() {
                let hand = Board::new(Deck::CLASSIC, &classes.hand(class)).unwrap();
                let canonical = form(&hand);
                assert_eq!(canonical.stabiliser, class.stabiliser());
                assert_eq!(canonical.orbit, class.hands());
                assert_eq!(form(&image(&hand, 3)), canonical);
                forms.push(canonical.hand.cards().to_vec());
            }
            forms.sort_unstable();
            forms.dedup();
            assert_eq!(forms.len(), classes.classes().len());
        }
    }
}

#[test]
fn other_decks_have_none_and_a_limit_stops() {
    let four = Board::empty(Deck::new(4, 2).unwrap());
    assert_eq!(canonical(&four, &Limit::none()), Ok(None));
    let seven = Board::empty(Deck::new(3, 7).unwrap());
    assert_eq!(canonical(&seven, &Limit::none()), Ok(None));
    let limit = Limit::timeout(std::time::Duration::ZERO);
    assert_eq!(canonical(&cap(112).unwrap(), &limit), Err(Stop::Deadline));
}
