//! The card of a board that lies face down.

use tercet::solver::{Auto, Options, Solver, Update};

use crate::prelude::*;

request! {
    /// What the card may be that lies face down beside a board.
    pub struct FaceDown {
        /// It has the other cards.
        board,
        timeout,
        notation,
    }
}

/// What a card may be that lies face down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct FaceDownCard {
    /// How many cards of the deck it may be.
    pub count: usize,
    /// Those that would be in a set with cards of the board, in the order of the deck.
    pub cards: Vec<String>,
    /// The card that it is if all other cards of the deck were taken as sets: their values have a sum of 0 modulo v in
    /// each property, as those of the deck have. Absent if it would lie on the board, if the number of cards does not
    /// agree, and if v is even, as the rule does not hold then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
}

impl Question for FaceDown {
    type Answer = BoardAnswer<FaceDownCard, (), ()>;

    const IS_QUICK: bool = true;

    fn cost(&mut self, means: Means) -> Result<Cost, Error> {
        cost::deck(self.board.board()?.board.deck())?;
        cost::of(self, means)
    }

    fn ask(&self, session: &Session) -> Result<Self::Answer, Error> {
        let mut work = Work::on(&self.board, self.notation, session)?;
        let limit = work.begin(self.timeout, || "trying each card of the deck".into());
        let board = work.board();
        let mut solver = Auto::new(board, &Options::default());
        let (mut count, mut cards) = (0, Vec::new());
        for card in work.deck().cards().filter(|&card| !board.contains(card)) {
            limit.check()?;
            count += 1;
            solver.add(&[card])?;
            if solver.find_linked(&[card], &limit)?.is_some() {
                cards.push(work.card(card));
            }
            solver.remove(&[card])?;
        }
        let last = board.last_card().map(|card| work.card(card));
        Ok(work.answer((), FaceDownCard { count, cards, last }))
    }
}
