//! Boards in people's own form, read for any other question.

use tercet::file::{NamedBoard, PartialDeck};

use crate::board::{MOST_OF_TABLE, any_boards};
use crate::prelude::*;

request! {
    /// The boards of a text in any form: a board file, or cards as words, letters, fields, JSON or CSV.
    pub struct ReadBoards {
        /// The text.
        pub text: String,
        /// The deck, if the text does not determine it.
        pub deck: PartialDeck,
        notation,
    }
}

/// The boards of a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct BoardsRead {
    /// The boards in the order of the text.
    pub boards: Vec<BoardRead>,
}

/// A board of a text; with its `cards` and its `deck`, it is a board of other requests.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct BoardRead {
    /// Its name, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its deck.
    pub deck: Deck,
    /// Its cards in layout order.
    pub cards: Vec<String>,
    /// The cards as they stand in the text, unless they are written in a notation of Tercet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub written: Vec<String>,
    /// What was assumed about them then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<String>,
}

impl Answered for BoardsRead {}

impl Question for ReadBoards {
    type Answer = BoardsRead;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        /// The most bytes of a text that is quickly read.
        const QUICK: usize = 1 << 14;
        let bytes = self.text.len();
        cost::at_most(bytes, MOST_OF_TABLE, "bytes of a text", "text")?;
        Ok(Cost::of(None, bytes <= QUICK))
    }

    fn ask(&self, _: &Session) -> Result<BoardsRead, Error> {
        let read = |NamedBoard { name, board, spelling }| {
            let (deck, spelling) = (board.deck(), spelling.as_ref());
            let notation = notation(self.notation, deck)?;
            let writer = CardWriter { deck, notation, spelling };
            Ok(BoardRead {
                name,
                deck,
                cards: write_cards(deck, notation, board.cards()),
                written: spelling.map(|_| writer.write_all(board.cards())).unwrap_or_default(),
                reading: spelling.map(|spelling| spelling.reading.clone()),
            })
        };
        let boards = any_boards(self.text.as_bytes(), self.deck, None, self.notation)?;
        Ok(BoardsRead { boards: boards.into_iter().map(read).collect::<Result<_, Error>>()? })
    }
}
