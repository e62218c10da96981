use std::collections::BTreeMap;

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
            deck.card_of(&row).unwrap()
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
    canonical(hand, &Limit::none()).unwrap()
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

/// The order of the group that permutations generate: the table of Sims, in which entry (i, j) fixes
/// all points before i and takes i to j.
fn order(n: usize, generators: &[Vec<usize>]) -> u128 {
    let identity: Vec<usize> = (0..n).collect();
    let then = |a: &[usize], b: &[usize]| -> Vec<usize> { a.iter().map(|&i| b[i]).collect() };
    let inverse = |a: &[usize]| {
        let mut inverse = identity.clone();
        a.iter().enumerate().for_each(|(i, &to)| inverse[to] = i);
        inverse
    };
    let mut table: Vec<BTreeMap<usize, Vec<usize>>> =
        (0..n).map(|i| BTreeMap::from([(i, identity.clone())])).collect();
    let mut entries: Vec<Vec<usize>> = Vec::new();
    let mut new: Vec<Vec<usize>> = generators.to_vec();
    while let Some(mut product) = new.pop() {
        for (row, known) in table.iter_mut().enumerate() {
            // Its entry is the identity.
            if product[row] == row {
                continue;
            }
            let Some(known) = known.get(&product[row]) else {
                known.insert(product[row], product.clone());
                new.push(then(&product, &product));
                for other in &entries {
                    new.extend([then(&product, other), then(other, &product)]);
                }
                entries.push(product);
                break;
            };
            product = then(&product, &inverse(known));
        }
    }
    table.iter().map(|row| row.len() as u128).product()
}

/// The images of all cards, by rank.
fn images(symmetry: &Symmetry) -> Vec<usize> {
    let deck = symmetry.deck();
    deck.cards().map(|card| deck.rank(symmetry.apply(card)) as usize).collect()
}

/// Checks that the generators take the hand to itself and generate a group of the stated order.
fn assert_generated(group: &Group, hand: &Board) {
    let deck = group.deck;
    let found = group.generators(hand, &Limit::none()).unwrap();
    let stabiliser = group.canonical(hand, &Limit::none()).unwrap().stabiliser;
    let mut sorted = hand.cards().to_vec();
    sorted.sort_unstable();
    for symmetry in &found {
        let mut image: Vec<Card> = hand.cards().iter().map(|&card| symmetry.apply(card)).collect();
        image.sort_unstable();
        assert_eq!(image, sorted, "{symmetry}");
        let mut moved: Vec<usize> = symmetry.cycles().concat();
        moved.sort_unstable();
        let images = images(symmetry);
        assert!(moved.iter().copied().eq((0..images.len()).filter(|&i| images[i] != i)));
        for cycle in symmetry.cycles() {
            for (i, &card) in cycle.iter().enumerate() {
                assert_eq!(images[card], cycle[(i + 1) % cycle.len()]);
            }
        }
    }
    let generators: Vec<Vec<usize>> = found.iter().map(images).collect();
    let n = usize::try_from(deck.size()).unwrap();
    assert_eq!(order(n, &generators), stabiliser, "{hand:?}");
}

#[test]
fn generators_generate_the_stabiliser() {
    for (v, p, sizes) in [
        (2, 1, 0..3),
        (2, 4, 0..9),
        (2, 6, 0..7),
        (3, 1, 0..4),
        (3, 2, 0..10),
        (3, 3, 0..12),
        (3, 4, 0..8),
        (4, 1, 0..5),
        (4, 2, 0..8),
        (4, 3, 0..5),
        (5, 2, 0..6),
        (7, 1, 0..8),
        (6, 2, 0..5),
    ] {
        let deck = Deck::new(v, p).unwrap();
        let group = Group::new(deck).unwrap();
        for size in sizes {
            for seed in 0..2 {
                let cards: Vec<Card> = Dealer::new(deck, seed).take(size).collect();
                assert_generated(&group, &Board::new(deck, &cards).unwrap());
            }
            let first: Vec<Card> = deck.cards().take(size).collect();
            assert_generated(&group, &Board::new(deck, &first).unwrap());
        }
    }
    for points in [2, 4, 9, 20] {
        let cap = cap(points).unwrap();
        assert_generated(&Group::new(cap.deck()).unwrap(), &cap);
    }
}

/// All symmetries of a deck with v ≠ 3 as permutations of the cards, by their definition.
pub(in crate::symmetry) fn all_symmetries(deck: Deck) -> Vec<Vec<usize>> {
    fn orders(n: usize) -> Vec<Vec<usize>> {
        (0..n).fold(vec![vec![]], |shorter, next| {
            let longer = |order: &Vec<usize>| {
                let order = order.clone();
                (0..=next).map(move |place| {
                    let mut order = order.clone();
                    order.insert(place, next);
                    order
                })
            };
            shorter.iter().flat_map(longer).collect()
        })
    }
    let (v, p) = (deck.values(), deck.properties());
    let renamings = (0..p).fold(vec![vec![]], |shorter: Vec<Vec<Vec<usize>>>, _| {
        let longer = |renaming: &Vec<Vec<usize>>| {
            let renaming = renaming.clone();
            orders(v).into_iter().map(move |values| [&renaming[..], &[values]].concat())
        };
        shorter.iter().flat_map(longer).collect()
    });
    let rows: Vec<Vec<usize>> = deck.cards().map(|card| deck.values_of(card).collect()).collect();
    let mut all = Vec::new();
    for order in orders(p) {
        for renaming in &renamings {
            let image =
                |row: &Vec<usize>| (0..p).fold(0, |rank, i| rank * v + renaming[i][row[order[i]]]);
            all.push(rows.iter().map(image).collect());
        }
    }
    all
}

/// Against all symmetries of small decks: the stabiliser, the images, and which hands are equivalent.
#[test]
fn forms_of_other_decks_are_those_that_can_be_tried() {
    for (v, p, most, step) in [(2, 3, 8, 1), (4, 1, 4, 1), (4, 2, 16, 37), (5, 2, 9, 40_009)] {
        let deck = Deck::new(v, p).unwrap();
        let group = Group::new(deck).unwrap();
        let all = all_symmetries(deck);
        assert_eq!(group.order, all.len() as u128);
        let cards: Vec<Card> = deck.cards().collect();
        let mut forms: BTreeMap<u32, Vec<Card>> = BTreeMap::new();
        for mask in (0..1_u32 << cards.len()).step_by(step) {
            if mask.count_ones() > most {
                continue;
            }
            let of = |mask: u32| -> Vec<usize> {
                (0..cards.len()).filter(|i| mask >> i & 1 == 1).collect()
            };
            let hand =
                |mask: u32| Board::new(deck, of(mask).into_iter().map(|i| cards[i])).unwrap();
            let moved = |symmetry: &Vec<usize>| {
                of(mask).iter().fold(0_u32, |image, &i| image | 1 << symmetry[i])
            };
            let images: Vec<u32> = all.iter().map(moved).collect();
            let canonical = form(&hand(mask));
            assert_eq!(
                canonical.stabiliser,
                images.iter().filter(|&&image| image == mask).count() as u128
            );
            let rank = |card: &Card| deck.rank(*card);
            let found = canonical.hand.cards().iter().map(rank).fold(0, |mask, i| mask | 1 << i);
            assert!(images.contains(&found), "a form is an image");
            for i in 0..3 {
                assert_eq!(form(&hand(images[(7919 * i + 1) % images.len()])), canonical);
            }
            // The least image names the class.
            let class = *images.iter().min().unwrap();
            let cards = canonical.hand.cards().to_vec();
            assert_eq!(*forms.entry(class).or_insert(cards.clone()), cards);
        }
        let mut different: Vec<_> = forms.values().collect();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), forms.len(), "{deck}");
    }
}

/// Classes are distinguished, and their stabilisers agree with those that are found independently.
#[test]
fn forms_are_as_many_as_classes() {
    for (v, p, kind, most) in [
        (1, 2, Kind::Any, 1),
        (2, 5, Kind::Any, 6),
        (3, 4, Kind::Any, 7),
        (3, 4, Kind::Free, 9),
        (4, 3, Kind::Free, 6),
        (5, 2, Kind::Free, 16),
    ] {
        let deck = Deck::new(v, p).unwrap();
        let group = Group::new(deck).unwrap();
        let mut classes = Classes::new(deck, kind).unwrap();
        while classes.cards() < most {
            classes.advance(&Limit::none()).unwrap();
            let mut forms = Vec::new();
            for class in classes.classes() {
                let hand = Board::new(deck, classes.hand(class)).unwrap();
                let canonical = group.canonical(&hand, &Limit::none()).unwrap();
                assert_eq!(canonical.stabiliser, class.stabiliser);
                assert_eq!(canonical.orbit, class.hands);
                assert!(v != 3 || form(&image(&hand, 3)) == canonical);
                forms.push(canonical.hand.cards().to_vec());
            }
            forms.sort_unstable();
            forms.dedup();
            assert_eq!(forms.len(), classes.classes().len());
        }
    }
}

#[test]
fn large_decks_have_no_forms_and_a_limit_stops() {
    for (v, p) in [(3, 7), (2, 14), (35, 1), (1, 128), (20, 4)] {
        let deck = Deck::new(v, p).unwrap();
        let unsupported = Group::new(deck).err().unwrap();
        assert_eq!(canonical(&Board::empty(deck), &Limit::none()), Err(unsupported.into()));
    }
    let limit = Limit::timeout(std::time::Duration::ZERO);
    assert_eq!(canonical(&cap(112).unwrap(), &limit), Err(Stop::DEADLINE.into()));
    let deck = Deck::new(10, 4).unwrap();
    let hand = Board::new(deck, deck.cards().take(6561)).unwrap();
    assert_eq!(canonical(&hand, &limit), Err(Stop::DEADLINE.into()));
}
