//! Variants of the game: chains, shuffles and memory.

use tercet::game::{Event, Pick, Refill, Rules, Variant};
use tercet::solver::Limit;
use tercet::{Board, Card, Deck, Game, Set};
use tercet_testkit::boards::{by_definition, deck};

/// The positions of the sets with exactly one of these cards, by the definition; all sets without cards.
fn linked(board: &Board, last: &[Card]) -> Vec<Vec<usize>> {
    let held = |set: &[usize]| board.at(set).iter().filter(|card| last.contains(card)).count();
    let sets = by_definition(board).into_iter().map(|set| set.to_vec());
    sets.filter(|set| last.is_empty() || held(set) == 1).collect()
}

/// Every set of a chain holds one card of the last, and "no set" is right: 200 games of each deck, by
/// the definition. Hints show such a set at each step.
#[test]
fn chains_are_played_by_the_definition() {
    for (v, p) in [(2, 3), (3, 3), (3, 4), (4, 2), (4, 3), (5, 2)] {
        let deck = deck(v, p);
        for seed in 0..200 {
            let [refill, pick] = [Refill::ALL[seed % 4].name(), Pick::ALL[seed % 3].name()];
            let (refill, pick) = (refill.parse().unwrap(), pick.parse().unwrap());
            let rules = Rules { refill, pick, variant: Variant::Chain, ..Rules::thesis(deck) };
            let mut game = Game::new(deck, rules, seed as u64).unwrap();
            let (mut last, mut sets): (Vec<Card>, usize) = (Vec::new(), 0);
            loop {
                let board = game.board().clone();
                let allowed = linked(&board, &last);
                let Some(event) = game.next() else { break };
                match event {
                    Event::Take(set) => {
                        let mut at: Vec<usize> = set
                            .cards()
                            .iter()
                            .map(|card| board.cards().iter().position(|it| it == card).unwrap())
                            .collect();
                        at.sort_unstable();
                        assert!(allowed.contains(&at), "{deck} {seed}: {set} after {last:?}");
                        let mut hints = board.hint();
                        if !last.is_empty() {
                            hints = hints.after(&Set::new(deck, &last).unwrap()).unwrap();
                        }
                        let hint = hints.stage(v, &Limit::none()).unwrap();
                        assert_eq!(hint.sets, last.is_empty().then_some(allowed.len() as u128));
                        let mut shown = hint.positions;
                        shown.sort_unstable();
                        let differing = |set: &Vec<usize>| {
                            let cards = board.at(set);
                            let mixed =
                                |&j: &usize| deck.value(cards[0], j) != deck.value(cards[1], j);
                            ((0..p).filter(mixed).count(), set.clone())
                        };
                        assert_eq!(Some(shown), allowed.into_iter().min_by_key(differing));
                        assert!(set.cards().iter().all(|&card| game.board().contains(card)));
                        (last, sets) = (set.cards().to_vec(), sets + 1);
                        assert_eq!(game.last_set(), last);
                    }
                    Event::NoSet => assert!(allowed.is_empty(), "{deck} {seed}: {last:?}"),
                    _ => {}
                }
            }
            // The first set took v cards of the board, each further one v − 1.
            let dealt = v.pow(p as u32);
            let left = if sets > 0 { dealt - v - (sets - 1) * (v - 1) } else { dealt };
            assert_eq!(game.board().len() - last.len(), left);
        }
    }
}

/// A shuffle comes after each set, and has the cards of the board in another order for another seed.
#[test]
fn a_board_is_shuffled_after_each_set() {
    let rules = Rules { variant: Variant::Shuffle, ..Rules::classic(Deck::CLASSIC) };
    let mut orders = std::collections::BTreeSet::new();
    for seed in 0..50 {
        let mut game = Game::new(Deck::CLASSIC, rules, seed).unwrap();
        let (mut sets, mut shuffles) = (0, 0);
        while let Some(event) = game.next() {
            match event {
                Event::Take(_) => sets += 1,
                Event::Shuffle(_, cards) => {
                    shuffles += 1;
                    assert_eq!((game.board().cards(), shuffles), (&cards[..], sets));
                    let mut sorted = cards.clone();
                    sorted.sort_unstable();
                    orders.insert(
                        cards
                            .iter()
                            .map(|card| sorted.binary_search(card).unwrap())
                            .collect::<Vec<_>>(),
                    );
                }
                _ => {}
            }
        }
        assert_eq!(shuffles, sets);
    }
    assert!(orders.len() > 1000, "{} orders", orders.len());
}

#[test]
fn chains_that_cannot_be_played_are_refused() {
    let refused = |deck: Deck, sets| {
        let rules = Rules { sets, variant: Variant::Chain, ..Rules::thesis(deck) };
        rules.check(deck).unwrap_err().to_string()
    };
    assert_eq!(
        refused(deck(1, 3), None),
        "a chain of sets cannot be played with 1 value: the range is 2 to 256"
    );
    // The first set takes three cards, and each of 39 further ones two.
    assert!(refused(Deck::CLASSIC, Some(41)).ends_with(": the range is 1 to 40"));
    let game = Game::new(
        Deck::CLASSIC,
        Rules { variant: Variant::Chain, ..Rules::classic(Deck::CLASSIC) },
        1,
    );
    let mut game = game.unwrap();
    let set =
        game.find_map(|event| if let Event::Take(set) = event { Some(set) } else { None }).unwrap();
    let error = game.check(&set).unwrap_err().to_string();
    assert_eq!(error, "it holds 3 cards of the last set, and a set of a chain holds exactly one");
}
