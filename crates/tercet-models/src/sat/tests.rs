use batsat::Lit;
use tercet::solver::{Method, Reason, Solver, Update};
use tercet::{Card, Deck};

use super::formula::{Clauses, positive};
use super::*;
use crate::model::tests::{number_of_sets, uses_what_was_proved};

/// A solver that chooses all cards regardless of the clauses, or gives up.
#[derive(Default)]
struct Liar<const GIVES_UP: bool> {
    variables: u32,
}

impl<const GIVES_UP: bool> Clauses for Liar<GIVES_UP> {
    fn variable(&mut self, _: bool, _: impl FnOnce() -> String) -> Lit {
        self.variables += 1;
        positive(self.variables)
    }

    fn clause(&mut self, _: &'static str, _: &[Lit]) {}
}

impl<const GIVES_UP: bool> Engine for Liar<GIVES_UP> {
    const NAME: &'static str = "Liar";

    fn solve(&mut self, _: &[Lit], _: usize, _: &Limit) -> Result<bool, Option<Stop>> {
        if GIVES_UP { Err(None) } else { Ok(true) }
    }

    fn holds(&self, _: Lit) -> bool {
        true
    }
}

fn board(cards: usize) -> Board {
    let cards: Vec<Card> = Deck::CLASSIC.cards().take(cards).collect();
    Board::new(Deck::CLASSIC, &cards).unwrap()
}

fn failure<const GIVES_UP: bool>() -> String {
    let mut model = Model::of(&board(4), Sat::<Liar<GIVES_UP>>::new(usize::MAX));
    let stop = model.find(&Limit::none()).unwrap_err();
    assert!(matches!(stop.reason, Reason::Failed(_)));
    stop.to_string()
}

#[test]
fn a_wrong_answer_is_never_seen() {
    let claim = "Liar claims that 1RsO 1RsD 1RsS 1RhO is a set: a set of (3,4)";
    assert!(failure::<false>().starts_with(claim), "{}", failure::<false>());
}

#[test]
fn a_solver_that_gives_up_has_not_proved_anything() {
    assert_eq!(failure::<true>(), "Liar gave up without a reason");
}

#[test]
fn what_was_proved_is_not_proved_again() {
    uses_what_was_proved(|board| Model::of(board, Sat::<BatSat>::new(usize::MAX)));
}

/// A long game does not grow: the solver's clauses concern the cards on the board.
#[test]
fn cards_that_are_gone_are_forgotten() {
    let all: Vec<Card> = Deck::CLASSIC.cards().collect();
    let mut model = Model::of(&board(12), Sat::<BatSat>::new(usize::MAX));
    for round in 0..1000 {
        let (end, sets) = number_of_sets(&mut model);
        let brute = model.layout.search().by(Method::BRUTE).count().unwrap();
        assert_eq!((end, sets as u128), (Ok(()), brute), "round {round}");
        let variables =
            model.algorithm.0.formula.as_mut().map_or(0, |formula| formula.literal().var().idx());
        assert!(variables < 300, "{variables} variables in round {round}");
        let old = model.layout.cards()[round % 12];
        model.remove(&[old]).unwrap();
        let new = all[(round * 7 + 12) % 81];
        let new = if model.layout.contains(new) { old } else { new };
        model.layout.add(&[new]).unwrap();
    }
}

#[test]
fn memory_is_limited() {
    let all = board(81);
    let count = |memory| number_of_sets(&mut Model::of(&all, Sat::<BatSat>::new(memory)));
    assert_eq!(count(1 << 20), (Ok(()), 1080));
    // Enough for the formula, but not to forbid all sets.
    let (end, sets) = count(1 << 18);
    assert_eq!(end, Err(Stop::MEMORY));
    assert!((1..1080).contains(&sets), "{sets} sets");
    assert_eq!(count(1 << 15), (Err(Stop::MEMORY), 0));
}

#[test]
fn memory_is_limited_for_what_is_learnt() {
    let board = tercet::deal::board(Deck::new(20, 4).unwrap(), 320, 1).unwrap();
    let mut model = Model::of(&board, Sat::<BatSat>::new(1 << 20));
    let mut conflicts = 0;
    // The second search begins anew.
    for _ in 0..2 {
        assert_eq!(model.find(&Limit::none()), Err(Stop::MEMORY));
        let effort = model.report().effort.unwrap().count;
        assert!(effort > conflicts + 100, "{effort} conflicts");
        conflicts = effort;
    }
}
