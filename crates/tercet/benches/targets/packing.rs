//! Disjoint sets: of a hand, of many cards, of a whole deck.

use std::hint::black_box;

use criterion::Criterion;
use tercet::packing::{fewest, most, most_disjoint, partitions};
use tercet::solver::{Enumerate, Limit};
use tercet::{Board, Deck};

use crate::{deal, deals, deck, mean};

fn lister(board: &Board) -> Box<dyn Enumerate> {
    board.search().solver().expect("it suits any deck")
}

/// The size of a largest packing, which is proved.
fn packed(lister: &mut dyn Enumerate) -> usize {
    let packing = most(lister, 1 << 30, &Limit::none()).expect("no limit");
    assert!(packing.is_proved());
    packing.len()
}

/// The sets of a board as masks of its cards.
fn masks(board: &Board) -> Vec<u64> {
    let mut masks = Vec::new();
    let end = lister(board).for_each(&Limit::none(), &mut |positions| {
        masks.push(positions.iter().map(|position| 1 << position).sum());
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!(end, Ok(()));
    masks
}

/// What the masks of 1000 hands say, and the answers of the whole search: hands of 12 cards, boards
/// of 60, the deck.
pub(crate) fn packing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("most disjoint sets");
    let hands: Vec<(Vec<u64>, usize)> = deals(Deck::CLASSIC, 12, 1000)
        .iter()
        .map(|board| (masks(board), packed(&mut *lister(board))))
        .collect();
    mean(&mut group, "of a hand of 12 cards of (3,4), from masks", &hands, |(masks, most)| {
        assert_eq!(most_disjoint(black_box(masks)), *most);
    });
    for (cards, boards, name) in [(12, 1000, "12 cards"), (60, 100, "60 cards")] {
        let boards = deals(Deck::CLASSIC, cards, boards);
        let mut known: Vec<_> = boards
            .iter()
            .map(|board| {
                let sets = packed(&mut *lister(board));
                // One card left over would be the sum of all, and mostly is not there.
                assert!(cards == 12 || sets + 1 >= cards / 3);
                (lister(board), sets)
            })
            .collect();
        crate::each(
            &mut group,
            &format!("of {name} of (3,4), resident"),
            &mut known,
            |(lister, sets)| {
                assert_eq!(packed(&mut **lister), *sets);
            },
        );
    }
    // Each with the number of sets in the packings of 50 boards.
    for (v, p, cards, total) in [(5, 3, 60, 498), (5, 3, 70, 612), (6, 3, 80, 511), (7, 2, 42, 212)]
    {
        let boards = deals(deck(v, p), cards, 50);
        let mut listers: Vec<_> = boards.iter().map(lister).collect();
        let sum: usize = listers.iter_mut().map(|lister| packed(&mut **lister)).sum();
        assert_eq!(sum, total);
        let name = format!("of {cards} cards of ({v},{p}), resident");
        crate::each(&mut group, &name, &mut listers, |lister| {
            packed(&mut **lister);
        });
    }
    for (p, sets) in [(3, 9), (4, 27)] {
        let deck = deck(3, p);
        let mut lister = lister(&deal(deck, 3 * sets, 0));
        group.bench_function(format!("of all cards of {deck}"), |bencher| {
            bencher.iter(|| assert_eq!(packed(&mut *lister), sets));
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group("fewest disjoint sets, and nim");
    group.sample_size(10);
    for (cards, boards) in [(12, 1000), (15, 1000), (18, 100), (21, 100), (24, 10), (27, 10)] {
        let boards = deals(Deck::CLASSIC, cards, boards);
        let known = |board: &Board| {
            let packing = fewest(&mut *lister(board), 1 << 30, &Limit::none()).expect("no limit");
            assert!(packing.is_proved() && packing.sets.len() <= packed(&mut *lister(board)));
            (packing.sets.len(), board.search().nim().expect("no limit").value, board.clone())
        };
        let known: Vec<_> = boards.iter().map(known).collect();
        let name = format!("of {cards} cards of (3,4)");
        mean(&mut group, &format!("{name}, fewest"), &known, |(sets, _, board)| {
            assert_eq!(board.search().pack_fewest().expect("no limit").sets.len(), *sets);
        });
        mean(&mut group, &format!("{name}, nim"), &known, |(_, value, board)| {
            assert_eq!(board.search().nim().expect("no limit").value, *value);
        });
    }
    let whole = [Board::new(Deck::CLASSIC, Deck::CLASSIC.cards()).expect("no card twice")];
    mean(&mut group, "of all cards of (3,4), fewest", &whole, |board| {
        let packing = board.search().pack_fewest().expect("no limit");
        // At most 20 cards are set-free.
        assert_eq!((packing.sets.len(), packing.bound), (21, 21));
    });
    group.finish();

    let mut group = criterion.benchmark_group("splits of the deck into sets");
    group.sample_size(20);
    for (v, p, ways) in [(3, 3, 17641_u32), (4, 2, 26), (5, 2, 1346)] {
        let deck = deck(v, p);
        let mut lister = lister(&deal(deck, v.pow(p as u32), 0));
        group.bench_function(deck.to_string(), |bencher| {
            bencher.iter(|| {
                let counted = partitions(&mut *lister, 1 << 30, &Limit::none());
                assert_eq!(counted, Ok(ways.into()));
            });
        });
    }
}
