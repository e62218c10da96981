//! Hands without a set: caps, where sets are lines.

#[cfg(feature = "native")]
mod hand;
#[cfg(feature = "native")]
mod known;

use std::time::Duration;

use tercet::caps::{Largest, addable, best, largest_within};

use crate::prelude::*;

#[cfg(feature = "native")]
pub use self::{hand::*, known::*};

/// The default time of a search for large hands.
const SEARCH: Seconds = Seconds(Duration::from_secs(2));

/// The limit of a search that runs until its time is up.
fn search(session: &Session, timeout: Option<Seconds>) -> Limit {
    session.limit(Some(timeout.unwrap_or(SEARCH)))
}

request! {
    /// Whether a set-free hand is complete: any card added to it makes a set.
    pub struct CapsComplete {
        board,
        notation,
        timeout,
    }
}

/// Whether a set-free hand is complete.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct CapsCompleted {
    /// Each card that can be added without making a set.
    pub addable: Vec<String>,
}

impl Question for CapsComplete {
    type Answer = BoardAnswer<CapsCompleted, Decision, ()>;

    const IS_QUICK: bool = true;

    fn ask(&self, session: &Session) -> Result<Self::Answer, Error> {
        let mut work = Work::on(&self.board, self.notation, session)?;
        let deck = work.deck();
        let limit = work.begin(self.timeout, || format!("trying the cards of {deck}"));
        let (decision, addable) = match addable(work.board(), &limit) {
            Ok(cards) => (Ending::of(cards.is_empty()), cards),
            Err(error) => (Ending::stopped(error)?, Vec::new()),
        };
        let addable = work.cards(&addable);
        Ok(work.answer(decision, CapsCompleted { addable }))
    }
}

request! {
    /// How many cards the largest set-free hand of a deck has: proved, quoted, or bounded.
    pub struct CapsMax {
        deck,
        seed,
        notation,
        /// A search takes this time, 2 seconds by default.
        timeout,
    }
}

/// How many cards the largest set-free hand of a deck has.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct CapsMaximum {
    /// The deck.
    pub deck: Deck,
    /// The answer: found, or stopped where only bounds are known.
    #[serde(flatten)]
    pub ending: Ending,
    /// The largest hand has at least this many cards.
    pub least: Whole,
    /// Why the largest hand has at least `least` cards.
    pub least_from: String,
    /// The largest hand has at most this many cards.
    pub most: Whole,
    /// Why the largest hand has at most `most` cards.
    pub most_from: String,
    /// The proof that was made here, if one was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<String>,
    /// The search that was made, if there is no proof.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub searched: Option<CapsSearched>,
    /// How many cards the hand in `cards` has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<usize>,
    /// The hand that was found.
    pub cards: Vec<String>,
    /// How long the work took.
    pub seconds: Seconds,
}

/// A search for a large hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct CapsSearched {
    /// How many cards the constructed hand had with which the search began.
    pub constructed: usize,
    /// The seed.
    pub seed: Whole,
}

answered!(CapsMaximum by ending);

impl Question for CapsMax {
    type Answer = CapsMaximum;

    fn ask(&self, session: &Session) -> Result<CapsMaximum, Error> {
        let deck = self.deck;
        let notation = notation(self.notation, deck)?;
        let watch = session.start(|| format!("looking for the largest set-free hand of {deck}"));
        let (largest, stopped) = match largest_within(deck, &session.limit(self.timeout)) {
            Ok(largest) => (largest, None),
            Err(Stop { reason, found }) => (found, Some(Stop::from(reason))),
        };
        let is_known = largest.exact().is_some();
        let Largest { least, least_from, most, most_from, mut hand, proof } = largest;
        let mut ending = match stopped {
            Some(stop) => stopped_before("the proof", stop.into())?,
            None if is_known => Ending::of(true),
            None => Ending::unless(Some(error!(OutOfReach, "only bounds are known").into()), false),
        };
        let mut searched = None;
        if let (Some(known), None) = (&hand, proof) {
            let seed = session.seed(self.seed.as_ref())?;
            let enough = usize::try_from(&most).unwrap_or(usize::MAX);
            searched = Some(CapsSearched { constructed: known.len(), seed: seed.into() });
            match best(known, 0, seed, enough, u64::MAX, &search(session, self.timeout)) {
                Ok((found, _)) => hand = Some(found),
                Err(error) => ending = stopped_before("a search", error.into())?,
            }
        }
        let cards = hand.as_ref().map(|hand| write_cards(deck, notation, hand.cards()));
        Ok(CapsMaximum {
            deck: self.deck,
            ending,
            least: Whole(least),
            least_from: least_from.into(),
            most: Whole(most),
            most_from: most_from.into(),
            proof: proof.map(Into::into),
            searched,
            size: hand.as_ref().map(Board::len),
            cards: cards.unwrap_or_default(),
            seconds: watch.elapsed(),
        })
    }
}

/// The ending of work that stopped before this part.
fn stopped_before(part: &str, why: Error) -> Result<Ending, Error> {
    let message = format!("{} before {part}", why.message);
    Ending::stopped(Error { message, ..why })
}
