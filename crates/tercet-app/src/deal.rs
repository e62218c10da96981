//! Random boards: of any kind, with a hidden set, or with an exact number of sets.

use tercet::deal::{Dealer, MOST_CARDS, planted};
use tercet::sampler::BoardSampler;

use crate::Odds;
use crate::prelude::*;

request! {
    /// A random board, which its seed determines.
    pub struct Deal {
        deck,
        /// How many cards, at most 10,000,000; v·p by default, or the whole of a smaller deck.
        pub size: Option<CardCount>,
        /// Which boards to draw from.
        pub kind: DealKind,
        seed,
        timeout,
        notation,
    }
}

/// A number of cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case", expecting = "it must be a number of cards, or 'threshold'")]
pub enum CardCount {
    /// The least number of random cards in which at least one set is expected.
    Threshold,
    /// This number.
    #[serde(untagged)]
    Number(usize),
}

/// Which boards to draw from, each with the same probability.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DealKind {
    /// All boards.
    #[default]
    Random,
    /// A random set among random cards. By chance there may be other sets.
    Planted,
    /// The boards without a set.
    Free,
    /// The boards with exactly this number of sets.
    Exactly(Whole),
}

/// A board that was dealt.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Dealt {
    /// The deck.
    pub deck: Deck,
    /// The seed that determines the board.
    pub seed: Whole,
    /// Whether there is such a board.
    #[serde(flatten)]
    pub ending: Ending,
    /// Why there is no such board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// How many cards were asked for.
    pub size: usize,
    /// The cards in layout order; empty if there is no such board.
    pub cards: Vec<String>,
    /// The set that was planted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub planted: Option<Vec<String>>,
    /// How a board with an exact number of sets was drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sampled: Option<Sampled>,
}

/// How a board with an exact number of sets, `count`, was drawn. Either way, all such boards are equally
/// likely.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "way", rename_all = "kebab-case")]
pub enum Sampled {
    /// By the class of the hand.
    Classes {
        /// How many sets the board holds.
        count: Whole,
        /// The number of hands to draw from.
        hands: Whole,
    },
    /// By dealing until a board fits.
    Rejection {
        /// How many sets the board holds.
        count: Whole,
        /// The number of deals, of which the last one fits.
        deals: Whole,
    },
}

answered!(Dealt by ending);

impl Deal {
    /// The most cards of a deal: more would not fit the memory of most machines.
    pub const MOST_CARDS: usize = MOST_CARDS;

    /// How many cards are asked for.
    pub(crate) fn size(&self, deck: Deck) -> Result<usize, Error> {
        let most = Self::MOST_CARDS;
        let count = match self.size {
            None => return Ok(Odds::cards(deck)),
            Some(CardCount::Number(count)) => count as u128,
            Some(CardCount::Threshold) => deck.threshold(),
        };
        let why = if self.size == Some(CardCount::Threshold) && count > most as u128 {
            format!("the threshold of {deck} is {count} cards, but at most {most} can be dealt")
        } else if deck.size() < count.into() {
            has_only(deck)
        } else if count == 0 {
            "a board has at least 1 card".into()
        } else if count > most as u128 {
            format!("{count} cards are too many: at most {most} can be dealt")
        } else {
            return Ok(count as usize);
        };
        let most = Whole(deck.size().min(most.into()));
        Err(Error::new(Code::OutOfRange, why).with("deck", deck).with("most", most))
    }
}

impl Question for Deal {
    type Answer = Dealt;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        let deck = self.deck;
        let cards = match self.size {
            None => deck.values() * deck.properties(),
            Some(CardCount::Number(cards)) => cards,
            Some(CardCount::Threshold) => usize::try_from(deck.threshold()).unwrap_or(usize::MAX),
        };
        cost::at_most(cards, cost::DECK, "cards of a deal", "size")?;
        if matches!(self.kind, DealKind::Free | DealKind::Exactly(_)) {
            cost::at_most(cards, cost::BOARD, "cards of such a deal", "size")?;
        }
        Ok(Cost::of(self.timeout, cards <= cost::SMALL))
    }

    fn ask(&self, session: &Session) -> Result<Dealt, Error> {
        let deck = self.deck;
        let notation = notation(self.notation, deck)?;
        let seed = session.seed(self.seed.as_ref())?;
        let size = self.size(deck)?;
        let limit = session.limit(self.timeout);
        let mut answer = Dealt { deck, seed: seed.into(), size, ..Dealt::default() };
        let zero = Whole::default();
        let sets = match &self.kind {
            DealKind::Random => {
                let mut dealer = Dealer::new(deck, seed);
                dealer.reserve(size);
                answer.cards = write(deck, notation, dealer.take(size), &limit)?;
                return Ok(answer);
            }
            DealKind::Planted => {
                let (cards, set) = planted(deck, size, seed, &limit)?;
                answer.planted = Some(write_cards(deck, notation, set.cards()));
                answer.cards = write(deck, notation, cards.into_iter(), &limit)?;
                return Ok(answer);
            }
            DealKind::Free => &zero,
            DealKind::Exactly(sets) => sets,
        };
        let count = sets.get().ok_or_else(|| {
            error!(OutOfRange, "a number of sets is less than 2^128").about(sets.to_string())
        })?;
        let sampler = match sampler(deck, size, count, session, &limit)? {
            Ok(sampler) => sampler,
            Err(why) => {
                (answer.ending, answer.why) = (Ending::of(false), Some(why));
                return Ok(answer);
            }
        };
        let hands = sampler.boards();
        if hands.is_none() {
            session.start(|| format!("dealing {size} cards until they fit"));
        }
        let (board, deals) = sampler.draw(seed, &limit)?;
        let count = sets.clone();
        answer.sampled = Some(match hands {
            Some(hands) => Sampled::Classes { count, hands: hands.into() },
            None => Sampled::Rejection { count, deals: deals.into() },
        });
        answer.cards = write(deck, notation, board.cards().iter().copied(), &limit)?;
        Ok(answer)
    }
}

/// The sentence that says that a deck has too few cards.
pub(crate) fn has_only(deck: Deck) -> String {
    let size = deck.size();
    let plural = if size == 1_u32.into() { "" } else { "s" };
    format!("the deck {deck} has only {size} card{plural}")
}

/// Cards as texts; there may be millions.
fn write(
    deck: Deck,
    notation: Notation,
    cards: impl Iterator<Item = Card>,
    limit: &Limit,
) -> Result<Vec<String>, Error> {
    let mut watch = limit.watch();
    cards
        .map(|card| {
            watch.tick(8)?;
            Ok(notation.write(deck, card))
        })
        .collect()
}

/// The source of boards with an exact number of sets, or why no such board exists.
pub(crate) fn sampler(
    deck: Deck,
    size: usize,
    sets: u128,
    session: &Session,
    limit: &Limit,
) -> Result<Result<BoardSampler, String>, NoAnswer> {
    session.start(|| format!("classifying the hands of {deck}"));
    BoardSampler::sets(deck, size, sets, limit).map(Ok).or_else(|error| match error.cannot() {
        Some(Cannot::Unsupported(none)) => Ok(Err(none.to_string())),
        _ => Err(error),
    })
}
