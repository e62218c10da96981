//! The game in which two players take sets in turn.

use tercet::packing::{self, Strategy};

use crate::certificate::{all_sets, is_mirror, is_strategy};
use crate::pack::lister;
use crate::prelude::*;

request! {
    /// The winner if two players take sets of a board in turn, and the player who cannot take one loses;
    /// no cards are dealt. The answer is `yes` if the player who moves first wins.
    pub struct Nim {
        board,
        /// It lists the sets, by default with the method `auto`. Its memory limit includes the listed
        /// sets.
        search,
        notation,
    }
}

/// The winner of the game of taking sets: `yes` if the player who moves first wins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct NimValue {
    /// The nim value (the Grundy number): 0 if the second player wins. Absent if the first player wins by a mirror.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<usize>,
    /// The sets with which the first player can begin to win, each as its cards in layout order: all
    /// of them, but only one if v is at most 2 or a mirror decides.
    pub sets: Vec<Vec<String>>,
    /// The same sets, each as the positions of its cards, from 0.
    pub positions: Vec<Vec<usize>>,
    /// How the winner plays, which was checked. Absent if it is long, and if v is at most 2, where
    /// any way will do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategy: Option<NimStrategy>,
}

/// How a player of the game of taking sets wins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NimStrategy {
    /// The sets that the winner takes, as positions, in depth-first order: if the first player wins,
    /// a set and what follows after it; otherwise what follows at the beginning. What follows is,
    /// for each set that the other player can take, in layout order, the set that answers it and
    /// what follows after that.
    Answers(Vec<Vec<usize>>),
    /// A mirror: for each other card of the board, the card that completes it and this card to a
    /// set is on the board, its mirror image. A winner who moves first takes a set with this card.
    /// Then, and as the second player, the winner answers each set by the set of the mirror images
    /// of its cards.
    Mirror(String),
}

impl Question for Nim {
    type Answer = BoardAnswer<NimValue, Decision>;

    const IS_QUICK: bool = true;

    fn ask(&self, session: &Session) -> Result<Self::Answer, Error> {
        let mut work = Work::on(&self.board, self.notation, session)?;
        let mut lister = lister(&self.search, work.board(), session)?;
        let limit = work.begin(self.search.timeout, || "finding out who wins".into());
        let (found, stopped) = match packing::nim(&mut *lister, self.search.memory(), &limit) {
            Ok(found) => (Some(found), None),
            Err(stop) => (None, Some(stop)),
        };
        work.end();
        let board = work.board();
        let first_wins = found.as_ref().is_some_and(|found| found.first_wins);
        let value = found.as_ref().and_then(|found| found.value);
        let (moves, strategy) =
            found.map(|found| (found.moves, found.strategy)).unwrap_or_default();
        let strategy = strategy.map(|strategy| match strategy {
            Strategy::Answers(sets) => {
                let sets = positions(&sets);
                assert!(is_strategy(&all_sets(board), first_wins, &sets), "the winner wins");
                NimStrategy::Answers(sets)
            }
            Strategy::Mirror(card) => {
                let is_first = board.contains(card) && board.len() > 1;
                assert!(is_mirror(board, card) && is_first == first_wins, "the winner mirrors");
                NimStrategy::Mirror(work.card(card))
            }
        });
        let positions = positions(&moves);
        let ending = Ending::within(first_wins, stopped)?;
        Ok(work
            .answer(ending, NimValue { value, sets: work.sets(&positions), positions, strategy }))
    }
}
