//! Large boards and instances stop at once while they are made and written.

mod common;

use std::num::NonZeroUsize;
use std::time::Duration;

use common::{BEGUN, SOON, Way, dealt, stops};
use tercet::reduction::generate::Solution;
use tercet::{Board, Deck};
use tercet_app::{
    BoardSpec, CardCount, Deal, DealKind, DeckSpec, Export, ImportSolution, Question, ReduceCover,
    ReduceGenerate,
};
use tercet_models::Symmetry;
use tercet_models::export::Form;

/// Cancels a question in every way.
fn check<Q>(what: &str, question: &Q, after: Duration)
where
    Q: Question + Clone + Send + 'static,
    Q::Answer: Send,
{
    for way in Way::ALL {
        assert!(stops(what, question, way, after, SOON), "{what} is fast");
    }
}

/// All in one test, since threads are counted.
#[test]
fn large_work_stops_at_once() {
    let deck = DeckSpec { values: 3, properties: 30 };
    let size = Some(CardCount::Number(9_000_000));
    for kind in [DealKind::Random, DealKind::Planted] {
        check("nine million cards", &Deal { deck, size, kind, ..Deal::default() }, BEGUN);
    }

    let generate = ReduceGenerate {
        dimensions: NonZeroUsize::new(10).unwrap(),
        elements: NonZeroUsize::new(200).unwrap(),
        edges: Some(9_000_000),
        ..ReduceGenerate::default()
    };
    for solution in Solution::ALL {
        let generate = ReduceGenerate { solution: solution.into(), ..generate.clone() };
        check("nine million edges", &generate, BEGUN);
    }

    // All pairs of its cards are compared before the first exact cover problem.
    let deck = Deck::new(3, 9).unwrap();
    let full: Vec<_> = deck.cards().collect();
    let full = BoardSpec::from(Board::new(deck, &full).unwrap());
    check("exact covers", &ReduceCover { board: full.clone(), group: None }, BEGUN);
    let (from, solution) = (Form::Dlx.into(), String::new());
    let import = ImportSolution { board: full.clone(), from, solution, notation: None };
    check("a solution of exact covers", &import, BEGUN);

    let large = BoardSpec::from(dealt(3, 20, 500_000));
    for &form in Form::ALL {
        let board = if form == Form::Dlx { &full } else { &large };
        let symmetry = Symmetry::default().into();
        let export = Export { board: board.clone(), to: form.into(), symmetry };
        for after in [30, 150] {
            check(form.name(), &export, Duration::from_millis(after));
        }
    }
}
