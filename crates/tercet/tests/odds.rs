//! Odds against numbers that were computed independently, by formulas, and by plain enumeration.

use num_bigint::BigUint;
use tercet::odds::{self, FreeRow, Statistic, decimal, free_hands};
use tercet::solver::{Cannot, Limit, Stop};
use tercet::statistics::proportion;
use tercet::symmetry::{Classes, Kind};
use tercet::{Card, Deck, NoAnswer};
use tercet_testkit::boards::deck;

fn rows(deck: Deck) -> Vec<FreeRow> {
    let rows: Result<Vec<FreeRow>, NoAnswer> = free_hands(deck, 1 << 30, &Limit::none()).collect();
    rows.unwrap()
}

/// Of the published table (Knuth's SETSET-ALL): the probability of a set among some cards.
#[test]
fn probabilities_of_the_classic_deck() {
    let rows = rows(Deck::CLASSIC);
    for (cards, printed) in [
        (2, "0.00000000000000"),
        (3, "0.01265822784810"),
        (12, "0.96769802141450"),
        (15, "0.99963531493045"),
        (16, "0.99996602550906"),
        (20, "0.99999999999985"),
        (21, "1.00000000000000"),
    ] {
        let row = &rows[cards];
        assert_eq!(decimal(&row.with_set(), &row.hands, 14), printed, "{cards} cards");
    }
    let all: BigUint = rows.iter().map(|row| &row.free).sum();
    assert_eq!(all, BigUint::from(15_964_951_949_902_u64));
}

#[test]
fn complete_caps_of_the_classic_deck() {
    let rows = rows(Deck::CLASSIC);
    let complete: Vec<(usize, u128, usize)> = rows
        .iter()
        .filter_map(|row| row.classes.map(|spread| (row.cards, spread)))
        .filter(|(_, spread)| spread.complete > 0)
        .map(|(cards, spread)| (cards, spread.complete, spread.complete_classes))
        .collect();
    let expected = [
        (15, 27_293_760, 1),
        (16, 76_932_580_140, 74),
        (17, 94_450_056_480, 67),
        (18, 6_352_622_640, 18),
        (20, 682_344, 1),
    ];
    assert_eq!(complete, expected);
    assert_eq!(rows.iter().filter_map(|row| row.classes).map(|it| it.classes).sum::<usize>(), 9908);
}

#[test]
fn sets_in_twelve_cards() {
    let sets = odds::sets(Deck::CLASSIC, 12, usize::MAX, &Limit::none()).unwrap();
    let expected = [
        2_284_535_476_080,
        10_266_579_666_720,
        18_459_179_294_400,
        19_278_240_770_880,
        12_746_054_337_120,
        5_650_817_178_240,
        1_649_199_670_560,
        330_527_433_600,
        48_500_063_820,
        8_323_838_640,
        2_091_005_280,
        160_729_920,
        86_346_000,
        21_340_800,
        3_032_640,
    ];
    assert_eq!(sets, expected);
}

#[test]
fn disjoint_sets_in_twelve_cards() {
    let disjoint = odds::disjoint(Deck::CLASSIC, 12, usize::MAX, &Limit::none()).unwrap();
    let expected = [
        2_284_535_476_080,
        23_757_871_587_840,
        37_746_387_392_220,
        6_908_161_768_560,
        27_363_960_000,
    ];
    assert_eq!(disjoint, expected);
}

/// The mean and the variance of the distribution, compared with the formulas, and the set-free
/// hands.
fn check_sets(deck: Deck, cards: usize) {
    let sets = odds::sets(deck, cards, usize::MAX, &Limit::none()).unwrap();
    let hands = odds::hands(deck, cards);
    let moment = |power: u32| -> BigUint {
        let terms = sets.iter().enumerate();
        terms.map(|(sets, &hands)| BigUint::from(sets).pow(power) * hands).sum()
    };
    // Of small hands, and of hands that are larger than a union of that many sets.
    for most in [1, 2, 3] {
        let moments = odds::moments(deck, cards, most, usize::MAX, &Limit::none()).unwrap();
        let expected: Vec<BigUint> = (0..=most as u32).map(moment).collect();
        assert_eq!(moments, expected, "{cards} cards of {deck}");
    }
    assert_eq!(moment(0), hands, "{cards} cards of {deck}");
    let mean = deck.expected_sets(cards as u128).unwrap();
    assert_eq!(moment(1) * mean.denom(), mean.numer() * &hands, "{cards} cards of {deck}");
    if let Some(variance) = odds::variance(deck, cards) {
        let square = variance + &mean * &mean;
        assert_eq!(moment(2) * square.denom(), square.numer() * &hands, "{cards} cards of {deck}");
    }
    let disjoint = odds::disjoint(deck, cards, usize::MAX, &Limit::none()).unwrap();
    assert_eq!(disjoint.iter().sum::<u128>(), sets.iter().sum::<u128>());
    assert_eq!(disjoint[0], sets[0], "{cards} cards of {deck}");
}

#[test]
fn distributions_have_their_moments() {
    for (v, p, most) in
        [(1, 2, 1), (2, 3, 8), (3, 1, 3), (3, 2, 9), (3, 3, 14), (3, 4, 11), (4, 2, 16), (5, 2, 9)]
    {
        let deck = deck(v, p);
        let rows = rows(deck);
        for cards in 0..=most {
            check_sets(deck, cards);
            if let Some(row) = rows.get(cards) {
                let sets = odds::sets(deck, cards, usize::MAX, &Limit::none()).unwrap();
                assert_eq!(BigUint::from(sets[0]), row.free, "{cards} cards of {deck}");
            }
        }
    }
}

/// The sums of fourth powers are published; hands of 40 cards are beyond the distributions.
#[test]
fn moments_of_the_classic_deck() {
    let moments = |cards, power| {
        odds::moments(Deck::CLASSIC, cards, power, usize::MAX, &Limit::none()).unwrap()
    };
    for (cards, fourth) in [(3, 1080), (6, 159_690_960), (12, 11_871_909_492_066_000_u64)] {
        assert_eq!(moments(cards, 4)[4], fourth.into(), "{cards} cards");
    }
    let (hands, mean) = (odds::hands(Deck::CLASSIC, 40), Deck::CLASSIC.expected_sets(40).unwrap());
    let square = odds::variance(Deck::CLASSIC, 40).unwrap() + &mean * &mean;
    let [sum, squares] = [mean, square].map(|of| of * &hands).map(|of| of.to_integer());
    assert_eq!(moments(40, 2), [hands, sum, squares]);
    // All 81 cards are one hand of 1080 sets.
    let powers = (0..=4).map(|power| BigUint::from(1080_u32).pow(power));
    assert!(powers.eq(moments(81, 4)));
}

/// All hands of small decks, one by one.
#[test]
fn plain_enumeration_agrees() {
    for (v, p) in [(1, 3), (2, 2), (2, 3), (3, 1), (3, 2), (4, 1), (4, 2), (5, 1), (16, 1)] {
        let deck = deck(v, p);
        let free = rows(deck);
        let cards: Vec<Card> = deck.cards().collect();
        let lines: Vec<u32> = (0..1_u32 << cards.len())
            .filter(|choice| choice.count_ones() as usize == v)
            .filter(|choice| {
                let chosen = (0..cards.len()).filter(|i| choice >> i & 1 == 1);
                tercet::set::is_set(deck, &chosen.map(|i| cards[i]).collect::<Vec<_>>())
            })
            .collect();
        let mut tried = vec![vec![0_u128; lines.len() + 1]; cards.len() + 1];
        for hand in 0..1_u32 << cards.len() {
            let sets = lines.iter().filter(|&line| line & !hand == 0).count();
            tried[hand.count_ones() as usize][sets] += 1;
        }
        for (k, tried) in tried.iter_mut().enumerate() {
            while tried.last() == Some(&0) {
                tried.pop();
            }
            assert_eq!(odds::sets(deck, k, usize::MAX, &Limit::none()).unwrap(), *tried);
            let hands = free.get(k).map_or(0_u32.into(), |row| row.free.clone());
            assert_eq!(hands, tried[0].into(), "{k} cards of {deck}");
        }
    }
}

/// The exact odds of (3,4) are within the confidence intervals of dealt hands.
#[test]
fn samples_agree() {
    const HANDS: u64 = 4000;
    for cards in [6, 9, 12] {
        for (statistic, exact) in [
            (Statistic::Sets, odds::sets(Deck::CLASSIC, cards, usize::MAX, &Limit::none())),
            (Statistic::Disjoint, odds::disjoint(Deck::CLASSIC, cards, usize::MAX, &Limit::none())),
        ] {
            let exact = exact.unwrap();
            let all: u128 = exact.iter().sum();
            let dealt =
                odds::sample(Deck::CLASSIC, cards, statistic, HANDS, 1, &Limit::none()).unwrap();
            assert_eq!(dealt.values().sum::<u64>(), HANDS);
            for (answer, &exact) in exact.iter().enumerate() {
                let dealt = dealt.get(&answer).copied().unwrap_or(0);
                let share = exact as f64 / all as f64;
                let (low, high) = proportion(dealt, HANDS).unwrap().interval.unwrap();
                let slack = high - low;
                let within = low - slack < share && share < high + slack;
                assert!(within, "{cards} cards, {statistic:?} {answer}: {share}, {low} to {high}");
            }
        }
    }
}

/// The hands of this deck are not classified.
fn assert_out_of_reach<T: std::fmt::Debug>(answer: Result<T, NoAnswer>, deck: Deck) {
    let refused = answer.unwrap_err();
    let Some(Cannot::Unsupported(unsupported)) = refused.cannot() else { panic!("{refused}") };
    let (v, p) = (unsupported.deck.values(), unsupported.deck.properties());
    assert_eq!(unsupported.deck, deck);
    assert_eq!(
        unsupported.to_string(),
        format!(
            "exact odds need v = 3 and p ≤ 6, or at most 128 cards and 100000 sets, \
             and the deck is ({v},{p})"
        )
    );
}

#[test]
fn what_is_out_of_reach_says_so() {
    let none = Limit::none();
    let far = deck(10, 4);
    assert_out_of_reach(odds::sets(far, 12, 1 << 20, &none), far);
    let too_many = odds::sets(deck(3, 2), 10, 1, &none).unwrap_err();
    assert_eq!(too_many.to_string(), "no hand of 10 cards of (3,2): the range is 0 to 9");
    assert!(matches!(too_many.cannot(), Some(Cannot::OutOfRange(_))));
    assert_eq!(odds::sets(deck(3, 6), 14, 1 << 20, &none), Err(Stop::MEMORY.into()));
    assert_out_of_reach(odds::moments(far, 12, 4, 1 << 20, &none), far);
    for power in [0, odds::MOST_POWER + 1] {
        let refused = odds::moments(deck(3, 2), 5, power, 1, &none).unwrap_err();
        assert_eq!(
            refused.to_string(),
            format!("no moment of power {power}: the range is 1 to 64")
        );
    }
    // Up to v cards a formula is enough.
    let known: Vec<_> = free_hands(far, 1 << 30, &none).collect();
    assert_eq!(known.len(), 12);
    let row = known[10].as_ref().unwrap();
    assert_eq!(row.with_set(), far.number_of_sets());
    assert_out_of_reach(known[11].clone(), far);
    // A level that a limit ended can be requested again.
    let mut classes = Classes::new(deck(3, 5), Kind::Free).unwrap().with_memory(1 << 16);
    let stop = loop {
        if let Err(stop) = classes.advance(&none) {
            break stop;
        }
    };
    assert_eq!(stop, Stop::MEMORY);
    assert_eq!(classes.hands() % 243, 0);
}

/// No number of cards makes a list, a deal or a binomial coefficient that exceeds the memory.
#[test]
fn large_requests_are_refused() {
    let limit = Limit::none();
    for (v, p, cards) in [(2, 20, 1_usize << 20), (2, 64, 100_000_000_000), (2, 128, usize::MAX)] {
        assert_out_of_reach(odds::sets(deck(v, p), cards, 1 << 20, &limit), deck(v, p));
        assert_eq!(odds::disjoint(deck(v, p), cards, 1 << 20, &limit).is_ok(), p == 20, "(2,{p})");
    }
    let many = odds::sample(deck(3, 64), 100_000_000_000, Statistic::Sets, 1, 1, &limit);
    assert_eq!(many, Err(Stop::MEMORY));
    // A million pairs in every hand: one answer, not a list up to it.
    let pairs = odds::sample(deck(2, 40), 2000, Statistic::Sets, 3, 1, &limit).unwrap();
    assert_eq!(pairs, [(1_999_000, 3)].into());
}
