//! Many boards, from the text of a file to lines of JSON, on one thread: the time of one board.
//!
//! Run `cargo bench -p tercet-app --bench many`. The target is 6 million boards of 12 cards of
//! (3,4) per minute, 10 µs each. The number of boards with a set is checked by `bulk`, which shares
//! only the deck.

use std::fmt::Write as _;
use std::io::{BufReader, Read};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Instant;

use criterion::{Criterion, criterion_group, criterion_main};
use serde_json::Map;
use tercet::bulk::{BoardArrays, NONE, SmallBoards};
use tercet::deal::Dealer;
use tercet::file::{BoardTexts, PartialDeck};
use tercet::solver::Limit;
use tercet::{Card, Deck};
use tercet_app::AboutBoard;
use tercet_app::many::{Boards, Many, deal_each, write_json};
use tercet_app::run::{Each, Journal};
use tercet_app::{Count, Deal, Find, Session};

criterion_group!(benches, many);
criterion_main!(benches);

const BOARDS: usize = 1 << 14;
const CARDS: usize = 12;

/// The boards as a file, and the number of boards with a set.
fn file() -> (String, u64) {
    let deck = Deck::CLASSIC;
    let (mut file, mut numbers) = (String::new(), Vec::new());
    for seed in 0..BOARDS {
        let cards: Vec<Card> = Dealer::new(deck, seed as u64).take(CARDS).collect();
        numbers.extend(cards.iter().map(|&card| deck.rank(card) as u8));
        writeln!(file, "board {seed}\n{}", deck.show_all(&cards)).expect("memory takes it");
    }
    let mut found = vec![0; 3 * BOARDS];
    let bulk = SmallBoards::new(deck, CARDS).expect("it suits the deck");
    bulk.find(&numbers, &mut found, &Limit::none()).expect("distinct cards");
    (file, found.iter().step_by(3).filter(|&&first| first != NONE).count() as u64)
}

/// Asks a question about all boards. Returns the number of boards answered yes, and the bytes of
/// all lines.
fn ask<Q: AboutBoard>(question: &Q, file: &str) -> (u64, usize) {
    let many = Many {
        boards: BoardTexts::new(
            BufReader::new(Box::new(file.as_bytes()) as Box<dyn Read + Send>),
            PartialDeck::default(),
        ),
        first: None,
        skip: 0,
        threads: Some(NonZeroUsize::MIN),
        bytes: None,
    };
    let mut bytes = 0;
    let mut journal = Journal::of_boards(Map::new());
    let mut each = |_: &Journal<Boards>, lines: &[u8]| {
        bytes += lines.len();
        ControlFlow::Continue(())
    };
    let (session, kept) = (Session::new(), (&mut journal, &mut each as Each<'_, Boards>));
    let asked = many.ask(question, &session, &write_json::<Q>, kept);
    asked.expect("memory can be read");
    let tally = journal.sum();
    assert_eq!(tally.boards(), BOARDS as u64);
    (tally.yes, bytes)
}

fn many(criterion: &mut Criterion) {
    let (file, with_a_set) = file();
    let mut bench = |name: &str, work: &dyn Fn() -> u64| {
        criterion.bench_function(name, |bencher| {
            bencher.iter_custom(|rounds| {
                let begin = Instant::now();
                (0..rounds).for_each(|_| assert_eq!(work(), with_a_set));
                begin.elapsed() / BOARDS as u32
            });
        });
    };
    bench("find in 12 cards of (3,4)", &|| ask(&Find::default(), &file).0);
    bench("count 12 cards of (3,4)", &|| ask(&Count::default(), &file).0);
    let read = BoardTexts::new(file.as_bytes(), PartialDeck::default());
    assert_eq!(
        read.map(|text| text.expect("memory can be read").number()).last(),
        Some(BOARDS as u64)
    );
    let (deal, session) = (Deal::default(), Session::new().with_threads(NonZeroUsize::MIN));
    bench("deal 12 cards of (3,4)", &|| {
        let each: Each<'_, Boards> = &mut |_, _| ControlFlow::Continue(());
        let dealt = deal_each(&deal, 0..BOARDS as u64, &session, &|_, _, _| {}, each);
        assert_eq!(dealt.expect("no limit").yes, BOARDS as u64);
        with_a_set
    });
}
