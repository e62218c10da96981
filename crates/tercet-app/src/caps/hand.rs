//! Questions about a given hand: whether it is set-free, its canonical form, and how it can be
//! extended.

use tercet::caps::{best, bounds, extend, first_set};
use tercet::deal::Dealer;
use tercet::deck::Unsupported;
use tercet::symmetry::Group;

use super::search;
use crate::Generator;
use crate::prelude::*;

request! {
    /// Whether a hand is set-free: it holds no set.
    pub struct CapsVerify {
        board,
        notation,
        timeout,
    }
}

/// Whether a hand is set-free.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CapsVerified {
    /// A set of the hand, as its cards, if it is not set-free.
    pub sets: Vec<Vec<String>>,
    /// The same set, as the positions of its cards, from 0.
    pub positions: Vec<Vec<usize>>,
}

impl Question for CapsVerify {
    type Answer = BoardAnswer<CapsVerified, Decision>;

    const IS_QUICK: bool = true;

    fn ask(&self, session: &Session) -> Result<Self::Answer, Error> {
        let mut work = Work::on(&self.board, self.notation, session)?;
        let size = work.board().len();
        let limit = work.begin(self.timeout, || format!("verifying {size} cards"));
        let found = first_set(work.board(), &limit);
        let decision = match &found {
            Ok(set) => Ending::of(set.is_none()),
            Err(stop) => Ending::stopped(stop.clone())?,
        };
        let positions: Vec<_> = found.ok().flatten().iter().map(|set| set.to_vec()).collect();
        Ok(work.answer(decision, CapsVerified { sets: work.sets(&positions), positions }))
    }
}

request! {
    /// The canonical form of a hand, and the symmetries of the deck that map this form to itself. The
    /// symmetries are the affine maps for v = 3, up to 6 properties; otherwise the permutations of the
    /// properties and of the values in each, up to 10,000 cards.
    pub struct CapsCanonical {
        board,
        notation,
        timeout,
    }
}

/// The canonical form of a hand.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct CanonicalForm {
    /// The cards of the canonical form; empty if the work was stopped.
    pub cards: Vec<String>,
    /// How many symmetries map the hand to itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stabiliser: Option<Whole>,
    /// The size of its orbit: to how many hands the symmetries map it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orbit: Option<Whole>,
    /// Symmetries that generate those that map the canonical form to itself; empty if only the
    /// identity does so.
    #[serde(default)]
    pub generators: Vec<Generator>,
}

impl Question for CapsCanonical {
    type Answer = BoardAnswer<CanonicalForm, Ending, ()>;

    const MOST_CARDS: usize = cost::WRITTEN;

    fn ask(&self, session: &Session) -> Result<Self::Answer, Error> {
        let mut work = Work::on(&self.board, self.notation, session)?;
        let (deck, size) = (work.deck(), work.board().len());
        let limit = work.begin(self.timeout, || format!("mapping {size} cards"));
        let unsupported = |why: Unsupported| Error::new(Code::NoSuchDeck, why.to_string());
        let group = Group::new(deck).map_err(|why| unsupported(why).with("deck", deck))?;
        let canonical = group.canonical(work.board(), &limit);
        let both = canonical.and_then(|form| Ok((group.generators(&form.hand, &limit)?, form)));
        let (generators, form) = match both {
            Ok(both) => both,
            Err(stop) => return Ok(work.answer(Ending::stopped(stop)?, CanonicalForm::default())),
        };
        let found = CanonicalForm {
            cards: work.cards(form.hand.cards()),
            stabiliser: Some(form.stabiliser.into()),
            orbit: Some(form.orbit.into()),
            generators: generators.iter().map(Generator::from).collect(),
        };
        Ok(work.answer(Ending::of(true), found))
    }
}

request! {
    /// A set-free hand, with cards added to it until it is complete.
    pub struct CapsExtend {
        /// It is the hand to begin with, which may be empty.
        board,
        /// Which cards to add.
        pub by: ExtendBy,
        seed,
        notation,
        /// `best` takes this time, 2 seconds by default.
        timeout,
    }
}

/// Which cards are added.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ExtendBy {
    /// Each card of the deck that can be added, in ascending order.
    #[default]
    Greedy,
    /// Each card of the deck that can be added, in a random order.
    Random,
    /// Local search for the largest hand that can be found in the time.
    Best,
}

/// A set-free hand made complete.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CapsExtended {
    /// The deck.
    pub deck: Deck,
    /// The answer.
    #[serde(flatten)]
    pub ending: Ending,
    /// Which cards were added.
    pub by: ExtendBy,
    /// The seed, if there were random choices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Whole>,
    /// How many cards were given; they come first.
    pub given: usize,
    /// How many cards the hand has; 0 if the work was stopped, but an interrupted search has the
    /// largest hand that it found.
    pub size: usize,
    /// The cards of the hand.
    pub cards: Vec<String>,
    /// How many hands the search tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tried: Option<Whole>,
    /// How long the work took.
    pub seconds: Seconds,
}

answered!(CapsExtended by ending);

impl Question for CapsExtend {
    type Answer = CapsExtended;

    fn ask(&self, session: &Session) -> Result<CapsExtended, Error> {
        let given = &self.board.board()?.board;
        let deck = given.deck();
        let notation = notation(self.notation, deck)?;
        let seed =
            if self.by == ExtendBy::Greedy { 0 } else { session.seed(self.seed.as_ref())? };
        let watch = session.start(|| format!("adding cards of {deck}"));
        let limit = session.limit(self.timeout);
        let made = match self.by {
            ExtendBy::Greedy => extend(given, deck.cards(), &limit).map(|hand| (hand, None)),
            ExtendBy::Random => {
                extend(given, Dealer::new(deck, seed), &limit).map(|hand| (hand, None))
            }
            ExtendBy::Best => {
                // A search can stop at the known maximum.
                let enough = usize::try_from(bounds(deck).most).unwrap_or(usize::MAX);
                let limit = search(session, self.timeout);
                let best = best(given, given.len(), seed, enough, u64::MAX, &limit);
                best.map(|(hand, rounds)| (hand, Some(rounds.into())))
                    .map_err(|stop| stop.with(given.clone()))
            }
        };
        let seconds = watch.elapsed();
        let (ending, cards, tried) = match made {
            Ok((hand, tried)) => {
                // The timeout of a search is not a limit, but an interruption is.
                let ending = if tried.is_some() && session.is_cancelled() {
                    Ending::stopped(Stop::INTERRUPTED)?
                } else {
                    Ending::of(true)
                };
                (ending, write_cards(deck, notation, hand.cards()), tried)
            }
            Err(stop) => (Ending::stopped(stop.with(()))?, Vec::new(), None),
        };
        Ok(CapsExtended {
            deck,
            ending,
            by: self.by,
            seed: (self.by != ExtendBy::Greedy).then(|| seed.into()),
            given: given.len(),
            size: cards.len(),
            cards,
            tried,
            seconds,
        })
    }
}
