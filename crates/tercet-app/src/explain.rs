//! Why cards are a set, or why not.

use tercet::hint::needs;
use tercet::set::{Verdict, explain};

use crate::prelude::*;

request! {
    /// Why cards are a set, property by property, or why they are not.
    pub struct Explain {
        board,
        notation,
        /// Whether properties and values are named as the pictures of the cards show them.
        pub pictured: bool,
    }
}

/// Why cards are a set, or why not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Explained {
    /// The deck.
    pub deck: Deck,
    /// How the cards were read, if they are not written in a notation of Tercet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reading: Option<String>,
    /// The cards.
    pub cards: Vec<String>,
    /// Whether they are a set.
    pub is_set: bool,
    /// Why they cannot be a set with any values: a wrong number of cards, or a repeated card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objection: Option<String>,
    /// The only card that completes v−1 cards to a set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completion: Option<String>,
    /// For each property, the values that the cards show.
    pub properties: Vec<ExplainedProperty>,
}

/// The values that cards show in a property.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct ExplainedProperty {
    /// The name of the property.
    pub name: String,
    /// Whether they show the same value, different values, or neither.
    pub verdict: Alike,
    /// The verdict in words; if these are too few cards for a set, the values that the others would
    /// have to show.
    pub words: String,
    /// The values that they show, each with its cards.
    pub values: Vec<ShownValue>,
}

/// Whether cards are alike in a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Alike {
    /// All show the same value.
    Same,
    /// No two show the same value.
    Different,
    /// Some show the same value, but not all: so they are not a set.
    Mixed,
}

/// A value and the cards that show it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct ShownValue {
    /// The value, counted from 0.
    pub value: usize,
    /// Its name.
    pub name: String,
    /// The positions of the cards that show it, counted from 0.
    pub positions: Vec<usize>,
}

impl Answered for Explained {
    fn status(&self) -> Status {
        if self.is_set { Status::Yes } else { Status::No }
    }
}

impl Question for Explain {
    type Answer = Explained;

    const IS_QUICK: bool = true;
    const MOST_CARDS: usize = cost::WRITTEN;

    fn ask(&self, session: &Session) -> Result<Explained, Error> {
        let work = Work::on(&self.board, self.notation, session)?;
        let (deck, cards) = (work.deck(), work.board().cards());
        let why = explain(deck, cards);
        let needs = if cards.len() < deck.values() { needs(deck, cards) } else { Vec::new() };
        let names = work.names(self.pictured);
        let show = |property| {
            let mut values = vec![Vec::new(); deck.values()];
            for (position, &card) in cards.iter().enumerate() {
                values[deck.value(card, property)].push(position);
            }
            let shown = values.into_iter().enumerate().filter(|(_, cards)| !cards.is_empty());
            let shown = shown.map(|(value, positions)| {
                let name = names.value(deck, property, value);
                ShownValue { value, name, positions }
            });
            ExplainedProperty {
                name: names.property(deck, property),
                verdict: match why.verdicts[property] {
                    Verdict::Same(_) => Alike::Same,
                    Verdict::Different => Alike::Different,
                    Verdict::Mixed(_) => Alike::Mixed,
                },
                words: match (needs.get(property), &why.verdicts[property]) {
                    (Some(need), Verdict::Same(_) | Verdict::Different) => {
                        need.in_words(deck, property, names)
                    }
                    _ => why.in_words(property, names),
                },
                values: shown.collect(),
            }
        };
        Ok(Explained {
            deck,
            reading: work.reading(),
            cards: work.cards(cards),
            is_set: why.is_set(),
            objection: why.objection(),
            completion: why.completion.map(|card| work.card(card)),
            properties: (0..deck.properties()).map(show).collect(),
        })
    }
}
