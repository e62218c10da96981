//! Hints: a set of a board, shown card by card.

use tercet::hint;

use crate::board::read_cards;
use crate::prelude::*;

request! {
    /// A hint: stage 0 says whether there is a set; each further stage shows one more card of one.
    pub struct Hint {
        board,
        /// How many cards are shown besides those that the player holds.
        pub stage: usize,
        /// The positions of the cards that the player holds already, counted from 0.
        pub holding: Vec<usize>,
        /// In the variant `chain`, the last set: a hint shows only sets with exactly one of its cards, which
        /// must be on the board.
        pub last: Vec<String>,
        timeout,
        notation,
        /// Whether properties and values are named as the pictures of the cards show them.
        pub pictured: bool,
    }
}

/// The facts that a stage of a hint reveals; the answer is whether the board holds a set.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Hinted {
    /// How many sets the board holds, if counting is quick.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<Whole>,
    /// The cards that are shown: those held, if a set contains them, then the revealed ones.
    pub cards: Vec<String>,
    /// The positions of these cards, counted from 0.
    pub positions: Vec<usize>,
    /// How many of them are held: all that the player holds, or 0 at stage 0 and if no set contains them all.
    pub held: usize,
    /// For each property, the values that the missing cards of the set must show.
    pub needs: Vec<Need>,
    /// The missing card, if only one is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<String>,
}

/// The values that the missing cards of a set show in a property.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Need {
    /// The name of the property.
    pub name: String,
    /// Whether all cards of the set show the same value, or different values.
    pub need: Needed,
    /// The names of the values that the missing cards show: one for `same`, no names for `open`.
    pub values: Vec<String>,
    /// The need in words.
    pub words: String,
}

/// Whether the cards of a set show the same value in a property, as far as the shown cards
/// determine it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Needed {
    /// One shown card does not determine it.
    Open,
    /// Each missing card shows the same value.
    Same,
    /// Each missing card shows a value of its own.
    Different,
}

impl Question for Hint {
    type Answer = BoardAnswer<Hinted, Ending, ()>;

    const IS_QUICK: bool = true;

    fn ask(&self, session: &Session) -> Result<Self::Answer, Error> {
        let mut work = Work::on(&self.board, self.notation, session)?;
        let limit = work.begin(self.timeout, || "looking for a set".into());
        let deck = work.deck();
        let mut hints = work.board().hint().holding(&self.holding)?;
        if !self.last.is_empty() {
            let last = Set::new(deck, &read_cards(deck, &self.last)?);
            let last = last.map_err(|why| Error::new(Code::NotASet, why.to_string()));
            hints = hints.after(&last.map_err(|error| error.of_field("last"))?)?;
        }
        let hint = hints.stage(self.stage, &limit)?;
        let count = hint.sets;
        let names = work.names(self.pictured);
        let needs = hint.needs.iter().enumerate().map(|(property, need)| {
            let named = |values: &[usize]| {
                values.iter().map(|&value| names.value(deck, property, value)).collect()
            };
            let (needed, values) = match need {
                hint::Need::Open(_) => (Needed::Open, Vec::new()),
                hint::Need::Same(value) => (Needed::Same, named(&[*value])),
                hint::Need::StillToCome(values) => (Needed::Different, named(values)),
            };
            let name = names.property(deck, property);
            let words = need.in_words(deck, property, names);
            Need { name, need: needed, values, words }
        });
        let found = Hinted {
            count: count.map(Whole::from),
            cards: work.cards(&hint.cards),
            needs: needs.collect(),
            positions: hint.positions,
            held: hint.held,
            last: hint.last.map(|card| work.card(card)),
        };
        Ok(work.answer(Ending::of(count != Some(0)), found))
    }
}
