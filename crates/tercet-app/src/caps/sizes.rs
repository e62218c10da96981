//! How many caps there are of each size, and how many are complete.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::Deck;
use tercet::odds::{FreeHands, Row};

use crate::cost::{Cost, Means};
use crate::question::{Answered, Question};
use crate::{Code, Ending, Error, Seconds, Session, Status, Whole};

/// The caps of AG(p,3) by size, and the complete ones; p is at most 4.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CapsSizes {
    /// The deck, with three values.
    pub deck: Deck,
    /// The time limit; no limit by default, but a server may have its own.
    pub timeout: Option<Seconds>,
}

/// The caps of a deck by size.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CapsSized {
    /// The deck.
    pub deck: Deck,
    /// The answer.
    #[serde(flatten)]
    pub ending: Ending,
    /// A line for each size, ascending; those that were counted if the work was stopped.
    pub sizes: Vec<CapSize>,
    /// How long the work took.
    pub seconds: Seconds,
}

/// The caps of one size.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CapSize {
    /// How many points the caps have.
    pub points: usize,
    /// How many caps there are.
    pub caps: Whole,
    /// How many classes they form under the symmetries of the deck.
    pub classes: Whole,
    /// How many of the caps are complete.
    pub complete: Whole,
    /// How many classes the complete caps form.
    pub complete_classes: Whole,
}

/// The most properties for which all classes of caps can be listed: 9908 classes for p = 4.
const MOST_PROPERTIES: usize = 4;

impl CapSize {
    /// The line of a size, if caps of this size exist.
    fn of(row: Row) -> Option<Self> {
        let classes = row.classes.filter(|classes| classes.classes > 0)?;
        Some(Self {
            points: row.cards,
            caps: Whole(row.free),
            classes: classes.classes.into(),
            complete: classes.complete.into(),
            complete_classes: classes.complete_classes.into(),
        })
    }
}

impl Answered for CapsSized {
    fn status(&self) -> Status {
        self.ending.status()
    }
}

impl Question for CapsSizes {
    type Answer = CapsSized;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        Ok(Cost::work(self.timeout))
    }

    fn ask(&self, session: &Session) -> Result<CapsSized, Error> {
        let deck = self.deck;
        if deck.values() != 3 {
            let message = format!("the sizes of caps are for three values, not for {deck}");
            return Err(Error::new(Code::NoSuchDeck, message).with("deck", self.deck));
        }
        session.start(|| format!("classifying the caps of {deck}"));
        let watch = session.stopwatch();
        let (mut ending, mut sizes) = (Ending::found(true), Vec::new());
        if deck.properties() > MOST_PROPERTIES {
            let message = format!("the caps of {deck} have too many classes to enumerate");
            let error = Error::new(Code::OutOfReach, message).with("most", MOST_PROPERTIES);
            ending = Ending::stopped(error)?;
        } else {
            for row in FreeHands::new(deck, &session.limit(self.timeout)) {
                match row {
                    Ok(row) => sizes.extend(CapSize::of(row)),
                    Err(stop) => ending = Ending::stopped(stop)?,
                }
            }
        }
        Ok(CapsSized { deck: self.deck, ending, sizes, seconds: watch.elapsed() })
    }
}
