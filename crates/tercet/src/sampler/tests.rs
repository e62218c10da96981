use std::collections::BTreeMap;

use super::*;
use crate::solver::Method;
use crate::symmetry::{Classes, Kind};

/// Checks that Pearson's statistic of some counts is within four standard deviations of its mean,
/// neither too large nor too small.
fn assert_as_expected(counts: impl IntoIterator<Item = (u64, f64)>) {
    let (mut statistic, mut bins) = (0.0, 0_u32);
    for (count, expected) in counts {
        assert!(expected > 4.0, "too few draws for the test: {expected}");
        statistic += (count as f64 - expected).powi(2) / expected;
        bins += 1;
    }
    assert!(bins > 1, "nothing is left to chance");
    let freedom = f64::from(bins) - 1.0;
    let deviation = (statistic - freedom) / (2.0 * freedom).sqrt();
    assert!(deviation.abs() < 4.0, "{statistic}, {freedom} degrees of freedom");
}

/// The same for `kinds` equally likely kinds; kinds that never occurred may be left out.
pub(super) fn assert_uniform(counts: &[u64], kinds: usize) {
    let expected = counts.iter().sum::<u64>() as f64 / kinds as f64;
    let never = vec![0; kinds - counts.len()];
    assert_as_expected([counts, &never].concat().iter().map(|&count| (count, expected)));
}

/// The given number of boards, each checked by the definition.
fn drawn(sampler: &BoardSampler, boards: u64) -> impl Iterator<Item = Vec<Card>> {
    (0..boards).map(|seed| {
        let (board, deals) = sampler.draw(seed, &Limit::none()).unwrap();
        assert_eq!(board.len(), sampler.cards);
        assert!(deals == 1 || sampler.boards().is_none());
        assert_eq!(sets(board.cards(), sampler.deck), sampler.sets, "seed {seed}");
        board.cards().to_vec()
    })
}

/// The number of sets, by the definition.
fn sets(cards: &[Card], deck: Deck) -> u128 {
    Board::new(deck, cards).unwrap().search().by(Method::BRUTE).count().unwrap()
}

fn combinations(cards: &[Card], k: usize) -> Vec<Vec<Card>> {
    if k == 0 {
        return vec![Vec::new()];
    }
    (k..=cards.len())
        .flat_map(|end| {
            let shorter = combinations(&cards[..end - 1], k - 1).into_iter();
            shorter.map(move |some| [&some[..], &cards[end - 1..end]].concat())
        })
        .collect()
}

fn sorted(mut cards: Vec<Card>) -> Vec<Card> {
    cards.sort_unstable();
    cards
}

/// Every hand with the requested number of sets is equally likely.
#[test]
fn each_hand_of_small_decks_is_equally_likely() {
    #[rustfmt::skip]
    let shapes = [
        (3, 2, 4, 0), (3, 2, 5, 1), (3, 2, 6, 2), (3, 2, 7, 5), (3, 1, 2, 0), (3, 3, 4, 1),
        (4, 2, 4, 1), (4, 2, 9, 0), (4, 2, 11, 4), (4, 1, 2, 0), (5, 2, 5, 1),
    ];
    for (v, p, cards, sets) in shapes {
        let deck = Deck::new(v, p).unwrap();
        let all = combinations(&deck.cards().collect::<Vec<_>>(), cards);
        let fitting = all.iter().filter(|hand| self::sets(hand, deck) == sets).count();
        let sampler = BoardSampler::sets(deck, cards, sets, &Limit::none()).unwrap();
        assert_eq!(sampler.boards(), Some(fitting as u128), "{deck}");
        let mut counts: BTreeMap<Vec<Card>, u64> = BTreeMap::new();
        for hand in drawn(&sampler, 6 * fitting as u64) {
            *counts.entry(sorted(hand)).or_default() += 1;
        }
        assert_uniform(&counts.into_values().collect::<Vec<_>>(), fitting);
    }
}

/// So is every layout: each of the 72 set-free hands of three cards in its six orders.
#[test]
fn each_layout_is_equally_likely() {
    let sampler = BoardSampler::free(Deck::new(3, 2).unwrap(), 3, &Limit::none()).unwrap();
    let mut counts: BTreeMap<Vec<Card>, u64> = BTreeMap::new();
    for hand in drawn(&sampler, 8640) {
        *counts.entry(hand).or_default() += 1;
    }
    assert_uniform(&counts.into_values().collect::<Vec<_>>(), 72 * 6);
}

/// For each direction of parallel hyperplanes, the distribution of a hand over its three
/// hyperplanes. Hands of one class have the same distributions; many classes of (3,p) differ in
/// them.
fn spread(deck: Deck, hand: &[Card]) -> Vec<[u8; 3]> {
    let vectors: Vec<Vec<usize>> = hand.iter().map(|&it| deck.values_of(it).collect()).collect();
    let normals = deck.cards().map(|card| deck.values_of(card).collect::<Vec<_>>());
    let normals = normals.filter(|it| it.iter().find(|&&value| value > 0) == Some(&1));
    let mut spread: Vec<[u8; 3]> = normals
        .map(|normal| {
            let mut counts = [0; 3];
            for vector in &vectors {
                let product = vector.iter().zip(&normal).map(|(a, b)| a * b).sum::<usize>();
                counts[product % 3] += 1;
            }
            counts.sort_unstable();
            counts
        })
        .collect();
    spread.sort_unstable();
    spread
}

/// Draws boards of (3,p) and compares the numbers of boards of each class, as far as distributions
/// distinguish classes, with the classes of whole boards. Small classes are combined.
fn check_classes(p: usize, cards: usize, sets: u128, boards: u64) {
    let deck = Deck::new(3, p).unwrap();
    let limit = Limit::none();
    let sampler = BoardSampler::sets(deck, cards, sets, &limit).unwrap();
    let kind = if sets == 0 { Kind::Free } else { Kind::Any };
    let mut classes = Classes::new(deck, kind).unwrap();
    while classes.cards() < cards {
        classes.advance(&limit).unwrap();
    }
    let mut hands: BTreeMap<Vec<[u8; 3]>, (u128, u64)> = BTreeMap::new();
    for class in classes.classes() {
        let hand = classes.hand(class);
        if self::sets(&hand, deck) == sets {
            hands.entry(spread(deck, &hand)).or_default().0 += class.hands;
        }
    }
    let all: u128 = hands.values().map(|hands| hands.0).sum();
    assert_eq!(sampler.boards(), Some(all));
    for hand in drawn(&sampler, boards) {
        hands.get_mut(&spread(deck, &hand)).expect("a class of the kind").1 += 1;
    }
    let expected = |hands: u128| hands as f64 * boards as f64 / all as f64;
    let (many, few): (Vec<_>, Vec<_>) =
        hands.into_values().partition(|&(hands, _)| expected(hands) >= 10.0);
    let rest = few.iter().fold((0, 0), |sum, hands| (sum.0 + hands.0, sum.1 + hands.1));
    assert!(many.len() > 5, "{} kinds of classes", many.len());
    let rest = (expected(rest.0) >= 10.0).then_some(rest);
    assert_as_expected(many.into_iter().chain(rest).map(|(hands, count)| (count, expected(hands))));
}

#[test]
fn classes_come_as_often_as_they_have_hands() {
    check_classes(4, 12, 0, 20_000);
    check_classes(4, 10, 2, 10_000);
    check_classes(3, 13, 11, 10_000);
    check_classes(3, 14, 16, 10_000);
}

#[test]
fn there_are_as_many_hands_as_is_known() {
    for (cards, sets, boards) in [
        (20, 0, 682_344),
        (12, 0, 2_284_535_476_080),
        (12, 3, 19_278_240_770_880),
        (12, 14, 3_032_640),
    ] {
        let sampler = BoardSampler::sets(Deck::CLASSIC, cards, sets, &Limit::none()).unwrap();
        assert_eq!(sampler.boards(), Some(boards));
        assert_eq!(drawn(&sampler, 20).count(), 20);
    }
}

#[test]
fn what_is_out_of_reach_is_rejected_until_it_fits() {
    let limit = Limit::none();
    for (v, p, cards, sets) in [(3, 7, 12, 0), (4, 4, 20, 1), (2, 8, 5, 10), (100, 1, 50, 0)] {
        let deck = Deck::new(v, p).unwrap();
        let sampler = BoardSampler::sets(deck, cards, sets, &limit).unwrap();
        assert_eq!(sampler.boards(), None);
        let boards: Vec<Vec<Card>> = drawn(&sampler, 3).collect();
        assert!(boards.iter().eq(&drawn(&sampler, 3).collect::<Vec<_>>()));
        assert!(boards[0] != boards[1]);
    }
    let sampler = BoardSampler::sets(Deck::new(4, 4).unwrap(), 20, 3, &limit).unwrap();
    let stop = sampler.draw(1, &Limit::timeout(std::time::Duration::ZERO)).map(|(_, deals)| deals);
    assert_eq!(stop, Err(Stop::DEADLINE));
}

/// Rejection draws from the same boards as the classes do, and as many deals as it takes.
#[test]
fn rejection_agrees_with_the_classes() {
    let limit = Limit::none();
    let deck = Deck::new(3, 2).unwrap();
    let by_classes = BoardSampler::sets(deck, 5, 2, &limit).unwrap();
    let sampler = BoardSampler { deck, cards: 5, sets: 2, growths: None };
    let fitting = by_classes.boards().unwrap();
    let (mut counts, mut deals): (BTreeMap<Vec<Card>, u64>, u64) = (BTreeMap::new(), 0);
    let boards = 20 * fitting as u64;
    for seed in 0..boards {
        let (board, tried) = sampler.draw(seed, &limit).unwrap();
        assert_eq!(sets(board.cards(), deck), 2, "seed {seed}");
        *counts.entry(sorted(board.cards().to_vec())).or_default() += 1;
        deals += tried;
    }
    assert_uniform(&counts.into_values().collect::<Vec<_>>(), fitting as usize);
    // 126 hands have five of the nine cards.
    let share = fitting as f64 / 126.0;
    let expected = boards as f64 / share;
    let deviation = (boards as f64 * (1.0 - share)).sqrt() / share;
    assert!((deals as f64 - expected).abs() < 4.0 * deviation, "{deals}, not {expected}");
}

#[test]
fn possible_numbers_are_joined_to_ranges() {
    let possible = [0, 1, 2, 4, 6, 7].into_iter();
    assert_eq!(exactly(possible), ": it can hold 0 to 2, 4, 6 to 7");
}

/// Where there is only one hand, nothing is searched for.
#[test]
fn a_whole_deck_is_dealt_at_once() {
    for (v, p, sets) in [(3, 4, 1080), (3, 8, 7_173_360), (4, 3, 912), (2, 9, 130_816), (1, 64, 1)]
    {
        let deck = Deck::new(v, p).unwrap();
        let cards = deck.cards().count();
        let sampler = BoardSampler::sets(deck, cards, sets, &Limit::none()).unwrap();
        assert_eq!(sampler.boards(), Some(1), "{deck}");
        let (board, deals) = sampler.draw(1, &Limit::none()).unwrap();
        assert!(sorted(board.cards().to_vec()).into_iter().eq(deck.cards()), "{deck}");
        assert_eq!(deals, 1);
    }
}

/// The bounds by number alone hold for all hands of small decks, and are met by hands of (3,p) and of nearly whole
/// decks.
#[test]
fn bounds_hold_for_every_hand() {
    for (v, p) in [(1, 3), (2, 3), (3, 2), (4, 1), (5, 1), (4, 2)] {
        let deck = Deck::new(v, p).unwrap();
        let all: Vec<Card> = deck.cards().collect();
        for cards in 0..=all.len() {
            if (v, p) == (4, 2) && (5..12).contains(&cards) {
                continue;
            }
            let held: Vec<u128> =
                combinations(&all, cards).iter().map(|hand| sets(hand, deck)).collect();
            let (least, greatest) = (held.iter().min().unwrap(), held.iter().max().unwrap());
            let bounds = bounds(deck, cards, &caps::bounds(deck).most);
            assert!(bounds.contains(least) && bounds.contains(greatest), "{deck} {cards}");
            if v == 3 || cards + 1 >= all.len() {
                assert_eq!(bounds, *least..=*greatest, "{deck} {cards}");
            }
        }
    }
}

/// The largest hands that are ordered of the classic deck go by classes, and not by chance.
#[test]
fn fifteen_cards_are_drawn_by_classes() {
    let limit = Limit::none();
    let sampler = BoardSampler::sets(Deck::CLASSIC, 15, 7, &limit).unwrap();
    assert!(sampler.boards().is_some());
    let (board, _) = sampler.draw(1, &limit).unwrap();
    assert_eq!(sets(board.cards(), Deck::CLASSIC), 7);
}

/// The hands whose numbers of sets are proved to be the most.
#[test]
fn the_most_sets_are_those_that_are_proved() {
    let file = include_str!("../../../../checkers/most_sets.txt");
    for line in file.lines() {
        let [p, cards, sets] = [0, 1, 2].map(|i| line.split(' ').nth(i).unwrap().parse().unwrap());
        let deck = Deck::new(3, p).unwrap();
        assert_eq!(*bounds(deck, cards, &caps::bounds(deck).most).end(), sets as u128, "{line}");
    }
    assert_eq!(file.lines().count(), 9 + 27 + 81);
}

/// Numbers of sets that no hand has are refused without a deal.
#[test]
fn impossible_numbers_are_known_at_once() {
    #[rustfmt::skip]
    let cases = [
        (3, 4, 21, 1, "it can hold from 3 to 54"), (3, 4, 30, 10, "it can hold from 26 to 119"),
        (3, 4, 18, 37, "it can hold at most 36"), (3, 5, 50, 4, "it can hold from 5 to 408"),
        (4, 3, 32, 3, "it can hold from 4 to 855"), (5, 3, 75, 2, "it can hold from 7 to 15624"),
    ];
    for (v, p, cards, sets, known) in cases {
        let deck = Deck::new(v, p).unwrap();
        let refused = BoardSampler::sets(deck, cards, sets, &Limit::none()).map(|_| ());
        let refused = refused.unwrap_err().to_string();
        assert!(refused.ends_with(known), "{deck} {cards} {sets}: {refused}");
    }
}
