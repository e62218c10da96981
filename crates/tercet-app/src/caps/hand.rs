//! Questions about a given hand: whether it is set-free, its canonical form, and how it can be
//! extended.
//!
//! A local search for a large hand has parts: short searches, each with its own seed.

use std::ops::Range;

use tercet::caps::{best, bounds, extend, first_set};
use tercet::deal::Dealer;
use tercet::deck::Unsupported;
use tercet::symmetry::Group;

use super::search;
use crate::Generator;
use crate::classes::{hand, ranks};
use crate::prelude::*;
use crate::run::{self, Journal, Parted, Run, Units, reason};

request! {
    /// Whether a hand is set-free: it holds no set.
    pub struct CapsVerify {
        board,
        notation,
        timeout,
    }
}

/// Whether a hand is set-free.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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
        /// For `best`, this many searches of 1,000 hands each, with this seed and the next ones, instead of
        /// one search until the time is over.
        pub searches: Option<Whole>,
        /// They share the searches.
        threads,
        notation,
        /// One search of `best` takes this time, 2 seconds by default.
        timeout,
    }
}

/// Which cards are added.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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
        if self.searches.is_some() {
            return run::ask(self, session, self.threads, self.timeout);
        }
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

/// How many hands a search tries.
const HANDS: u64 = 1000;

/// Searches for the largest hand that begins with these cards.
pub struct Searches {
    given: Board,
    seed: u64,
    number: u64,
    /// The known maximum, which ends all searches.
    enough: usize,
}

/// The largest hand of some searches; of equal ones, that of the first search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct LargeHand {
    search: u64,
    /// The ranks of the cards.
    ranks: Vec<u64>,
    is_maximum: bool,
}

impl Parted for CapsExtend {
    type Work = Searches;

    fn settled(&self, session: &Session) -> Result<Self, Error> {
        if self.by != ExtendBy::Best {
            let message = "only searches for the best hand have parts";
            return Err(Error::new(Code::Conflict, message).of_field("by"));
        }
        if self.searches.is_none() {
            let message = "parts and checkpoints need the number of searches: say how many";
            return Err(Error::new(Code::Conflict, message).of_field("searches"));
        }
        Ok(Self {
            board: self.board.board()?.board.clone().into(),
            seed: Some(session.seed(self.seed.as_ref())?.into()),
            threads: None,
            timeout: None,
            ..self.clone()
        })
    }

    fn prepare(&self, limit: &Limit) -> Result<Searches, Error> {
        let given = self.board.board()?.board.clone();
        let number = |number: &Option<Whole>| number.as_ref().and_then(Whole::get);
        let (Some(seed), Some(number)) = (number(&self.seed), number(&self.searches)) else {
            return Err(error!(OutOfRange, "the seed or the number of searches is too large"));
        };
        if number == 0 {
            return Err(error!(OutOfRange, "there must be a search").of_field("searches"));
        }
        let enough = usize::try_from(bounds(given.deck()).most).unwrap_or(usize::MAX);
        // Refuses what no search can begin with.
        best(&given, given.len(), seed, 0, 0, limit)?;
        Ok(Searches { given, seed, number, enough })
    }

    fn answer(&self, journal: &Journal<Searches>, run: Run) -> Result<CapsExtended, Error> {
        let (Searches { given, .. }, hand) = (&**journal.work(), journal.sum());
        let (deck, seconds) = (given.deck(), run.seconds.unwrap_or_default());
        let reason = reason(journal, run).filter(|_| !hand.is_maximum);
        let cards: Vec<Card> = hand.ranks.iter().map(|&rank| deck.nth(rank.into())).collect();
        Ok(CapsExtended {
            deck,
            ending: Ending::unless(reason, true),
            by: self.by,
            seed: self.seed.clone(),
            given: given.len(),
            size: cards.len(),
            cards: write_cards(deck, notation(self.notation, deck)?, &cards),
            tried: None,
            seconds,
        })
    }
}

impl Units for Searches {
    type Yield = LargeHand;
    const COUNTED: &'static str = "searches";

    fn number(&self) -> u64 {
        self.number
    }

    fn unit(&self, search: u64, limit: &Limit) -> Result<LargeHand, Error> {
        let (fixed, seed) = (self.given.len(), self.seed.wrapping_add(search));
        let (hand, _) = best(&self.given, fixed, seed, self.enough, HANDS, limit)?;
        // A search that was ended by the limit is another one.
        limit.check()?;
        Ok(LargeHand { search, ranks: ranks(&hand), is_maximum: hand.len() >= self.enough })
    }

    fn add(sum: &mut LargeHand, next: &LargeHand) {
        if next.ranks.len() > sum.ranks.len() {
            sum.clone_from(next);
        }
    }

    fn fault(&self, units: Range<u64>, large: &LargeHand) -> Option<String> {
        let LargeHand { search, ranks, is_maximum } = large;
        let is_free = |hand: Board| {
            hand.cards().starts_with(self.given.cards())
                && first_set(&hand, &Limit::none()) == Ok(None)
        };
        let is_hand =
            || units.contains(search) && hand(self.given.deck(), ranks).is_some_and(is_free);
        let is_possible =
            (ranks.is_empty() || is_hand()) && (!is_maximum || ranks.len() >= self.enough);
        (!is_possible).then(|| "this is no such hand".into())
    }

    fn end(hand: &LargeHand) -> Option<u64> {
        hand.is_maximum.then_some(hand.search)
    }
}
