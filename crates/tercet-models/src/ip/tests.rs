use std::sync::Mutex;
use std::time::Duration;

use tercet::solver::{Found, OnBoard, Solver};
use tercet::{Card, Deck};

use super::*;
use super::{Client, Search};
use crate::model::tests::{number_of_sets, uses_what_was_proved};

const ENGINES: &[Engine] = &[
    tree::LAZILY,
    tree::RESOLVING,
    #[cfg(feature = "highs")]
    highs::HIGHS,
];

fn on(engine: Engine, board: &Board) -> OnBoard<Model<Ip>> {
    Model::of(board, Ip::new(engine, &Options::default()))
}

fn board(cards: usize) -> Board {
    let cards: Vec<Card> = Deck::CLASSIC.cards().take(cards).collect();
    Board::new(Deck::CLASSIC, &cards).unwrap()
}

/// The result for a solver with this behaviour.
fn said_by(search: Search) -> Result<Option<Found>, Stop> {
    said_within(&Limit::none(), search)
}

fn said_within(limit: &Limit, search: Search) -> Result<Option<Found>, Stop> {
    let mut ip = on(Engine { name: "Liar", search }, &board(4));
    let answer = ip.find(limit);
    assert_eq!(ip.layout.settled() > 0, answer == Ok(None));
    answer
}

/// Claims a set of the cards that are bits of `CARDS`.
fn lie<const CARDS: usize>(_: Program, client: &Client) -> Result<(), Stop> {
    let positions = (0..4).filter(|card| CARDS >> card & 1 == 1).collect();
    let asks_for_more = client.report(positions).is_continue();
    if asks_for_more { Err(Stop::failed("Liar", "was asked for one set")) } else { Ok(()) }
}

#[test]
fn a_wrong_answer_is_never_seen() {
    let lies: [Search; 4] = [lie::<0>, lie::<0b11>, lie::<0b1011>, lie::<0b1111>];
    for search in lies {
        let words = said_by(search).unwrap_err().to_string();
        assert!(words.starts_with("Liar claims that ") && words.contains(" is a set: "), "{words}");
    }
}

#[test]
fn a_solver_that_fails_has_not_proved_anything() {
    let fails = said_by(|_, _| Err(Stop::failed("Liar", "fails: it does not know")));
    assert_eq!(fails.unwrap_err().to_string(), "Liar fails: it does not know");
    let crashes = said_by(|_, _| panic!("out of luck\nand more"));
    assert_eq!(crashes.unwrap_err().to_string(), "Liar panicked: out of luck");
    assert_eq!(said_by(|_, _| Ok(())), Ok(None));
}

/// The caller of a solver that ignores its limit continues without it, and the solver learns that
/// the receiver is gone.
#[test]
fn a_solver_that_does_not_stop_is_left_alone() {
    static HELD: Mutex<()> = Mutex::new(());
    let held = HELD.lock().unwrap();
    let slow = said_within(&Limit::timeout(Duration::from_millis(50)), |_, _| {
        drop(HELD.lock());
        Ok(())
    });
    assert_eq!(slow, Err(Stop::DEADLINE));
    drop(held);
}

#[test]
fn what_was_proved_is_not_proved_again() {
    for &engine in ENGINES {
        uses_what_was_proved(|board| on(engine, board));
    }
}

#[test]
fn memory_is_limited() {
    let count = |engine, cards, memory| {
        let options = Options { memory, ..Options::default() };
        number_of_sets(&mut Model::of(&board(cards), Ip::new(engine, &options)))
    };
    assert_eq!(count(tree::LAZILY, 81, 1 << 24), (Ok(()), 1080));
    for &engine in ENGINES {
        assert_eq!(count(engine, 81, 1 << 15), (Err(Stop::MEMORY), 0));
    }
    // Enough for the program, but not for all the no-goods.
    for &engine in &ENGINES[1..] {
        let (end, sets) = count(engine, 27, 1 << 18);
        assert_eq!(end, Err(Stop::MEMORY));
        assert!((1..117).contains(&sets), "{sets} sets");
    }
}

/// A search that was cut off is started again, with more time, until it has an answer.
#[cfg(feature = "highs")]
#[test]
fn highs_works_in_slices() {
    let search: Search =
        |program, client| highs::search_in_slices(Duration::from_nanos(1), &program, client);
    let engine = Engine { name: "HiGHS", search };
    let sets = number_of_sets(&mut on(tree::LAZILY, &board(12)));
    assert_eq!(number_of_sets(&mut on(engine, &board(12))), sets);
    assert!(matches!(sets, (Ok(()), 2..)));
}
