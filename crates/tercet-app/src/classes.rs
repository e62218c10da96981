//! The classes of hands of a deck: a hand of each, and the symmetries that map it to itself.

use std::collections::BTreeSet;
use std::ops::Range;

use tercet::caps::{CompleteCaps, classified_sizes, first_set};
use tercet::solver::{Auto, Count, Options};
use tercet::symmetry::{Canonical, Class, Classes as Levels, Group, Kind, Symmetry};

use crate::Odds;
use crate::deal::has_only;
use crate::prelude::*;
use crate::run::{self, Journal, Parted, Run, Units, reason};

request! {
    /// The classes of hands up to the symmetries of their deck, one by one.
    ///
    /// The symmetries are the affine maps for three values; otherwise the permutations of the
    /// properties, and of the values in each. With two values, other maps also take sets to sets, since
    /// any two cards are a set: the classes are not those of all such maps. Complete caps of AG(5,3)
    /// are listed if `size` or `least_size` is 41 or more.
    pub struct Classes {
        deck,
        /// Which hands.
        pub among: Among,
        /// How many cards the hands have; all numbers of cards by default.
        pub size: Option<usize>,
        /// The least number of cards of the hands, instead of `size`.
        pub least_size: Option<usize>,
        notation,
        /// They share complete caps that are listed from the largest down.
        threads,
        timeout,
        /// It holds for the classes, and for the answer; 2^26 by default.
        memory,
    }
}

/// Which hands are classified.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Among {
    /// The hands without a set.
    #[default]
    Free,
    /// The complete hands without a set: any card added to one makes a set.
    Complete,
    /// All hands.
    Any,
}

/// The classes of hands.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct ClassList {
    /// The deck.
    pub deck: Deck,
    /// Which hands were classified.
    pub among: Among,
    /// How many cards the hands have, if one number was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<usize>,
    /// The least number of cards of the hands, if it was asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least_size: Option<usize>,
    /// For the largest complete caps, which are listed from the largest down: all classes of hands
    /// of this many cards and more are listed. The other classes are listed from the smallest hands
    /// up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub listed_from: Option<usize>,
    /// The answer: `found`, `none`, or `stopped` with the classes that are known.
    #[serde(flatten)]
    pub ending: Ending,
    /// How many symmetries the deck has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Whole>,
    /// A hand of each class, by the number of cards.
    pub representatives: Vec<Representative>,
}

/// A class of hands, as its canonical form.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Representative {
    /// How many cards the hands have.
    pub size: usize,
    /// The cards of the canonical form, in ascending order.
    pub cards: Vec<String>,
    /// How many hands the class has: the number of symmetries of the deck divided by `stabiliser`.
    pub hands: Whole,
    /// How many symmetries of the deck map the hand to itself.
    pub stabiliser: Whole,
    /// Symmetries that generate those of the hand; empty if only the identity maps it to itself.
    pub generators: Vec<Generator>,
    /// How many sets the hand holds.
    pub set_count: usize,
    /// How many cards can be added so that the hand is of the same kind.
    pub extensions: usize,
}

/// A symmetry of a deck.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Generator {
    /// The values of the image of the card (x1, x2, …): for three values sums modulo 3, such as
    /// `(x1 + 2x3 + 1, x2, x3)`; otherwise values of the card, with their images in brackets where
    /// they are permuted, such as `(x2, x1[1032])`.
    pub map: String,
    /// The same as disjoint cycles of cards, each card as its position in the ascending deck, from
    /// 0. Cards that are not moved are left out.
    pub cycles: Vec<Vec<usize>>,
}

impl From<&Symmetry> for Generator {
    fn from(symmetry: &Symmetry) -> Self {
        Self { map: symmetry.to_string(), cycles: symmetry.cycles() }
    }
}

answered!(ClassList by ending);

impl Parted for Classes {
    type Work = CompleteCaps;

    fn settled(&self, _: &Session) -> Result<Self, Error> {
        self.check()?;
        if self.largest().is_none() {
            let message = "lists have no parts, except those of the largest complete caps";
            return Err(Error::new(Code::Conflict, message).of_field("among"));
        }
        let Self { deck, among, size, least_size, notation, .. } = *self;
        Ok(Self { deck, among, size, least_size, notation, ..Self::default() })
    }

    fn prepare(&self, limit: &Limit) -> Result<CompleteCaps, Error> {
        let Some([least, most]) = self.largest() else {
            return Err(error!(Conflict, "this list has no parts"));
        };
        Ok(CompleteCaps::new(self.deck, least..=most, limit)?)
    }

    fn answer(&self, journal: &Journal<CompleteCaps>, run: Run) -> Result<ClassList, Error> {
        let (caps, mut answer) = (journal.work(), self.empty());
        let group = Group::new(self.deck)?;
        let (notation, limit) = (notation(self.notation, self.deck)?, Limit::none());
        answer.order = Some(group.order().into());
        let work = Work { among: self.among, notation, group, limit };
        for ranks in journal.sum() {
            let cap = hand(self.deck, &ranks).ok_or_else(|| error!(Damaged, "this is no cap"))?;
            answer.representatives.push(work.representative(&cap, 0)?);
        }
        answer.representatives.sort_by_key(|class| class.size);
        let reason = reason(journal, run);
        answer.listed_from = self.least_size.filter(|_| journal.part().is_whole());
        if let Some(open) = journal.open().first() {
            let done = caps.points(open.start).map(|points| points + 1);
            let is_reached = |done: &usize| self.largest().is_some_and(|[_, most]| *done <= most);
            answer.listed_from = answer.listed_from.and(done.filter(is_reached));
        }
        answer.ending = Ending::unless(reason, !answer.representatives.is_empty());
        Ok(answer)
    }
}

impl Units for CompleteCaps {
    /// The ranks of the cards of canonical forms.
    type Yield = BTreeSet<Vec<u64>>;
    const COUNTED: &'static str = "tasks";

    fn number(&self) -> u64 {
        self.units()
    }

    fn unit(&self, task: u64, limit: &Limit) -> Result<BTreeSet<Vec<u64>>, Error> {
        Ok(self.find(task, limit)?.iter().map(|form| ranks(&form.hand)).collect())
    }

    fn add(sum: &mut BTreeSet<Vec<u64>>, next: &BTreeSet<Vec<u64>>) {
        sum.extend(next.iter().cloned());
    }

    fn fault(&self, _: Range<u64>, found: &BTreeSet<Vec<u64>>) -> Option<String> {
        let is_cap = |cap| first_set(&cap, &Limit::none()) == Ok(None);
        let are_caps = found.iter().all(|ranks| hand(self.deck(), ranks).is_some_and(is_cap));
        (!are_caps).then(|| "this is no cap".into())
    }
}

/// The ranks of the cards of a hand.
pub(crate) fn ranks(hand: &Board) -> Vec<u64> {
    hand.cards().iter().map(|&card| hand.deck().rank(card) as u64).collect()
}

/// A hand of a deck from the ranks of its cards, if it is one.
pub(crate) fn hand(deck: Deck, ranks: &[u64]) -> Option<Board> {
    let is_one = ranks.iter().all(|&rank| deck.size() > rank.into());
    Board::new(deck, is_one.then(|| ranks.iter().map(|&rank| deck.nth(rank.into())))?).ok()
}

impl Question for Classes {
    type Answer = ClassList;

    fn ask(&self, session: &Session) -> Result<ClassList, Error> {
        self.check()?;
        let (deck, mut answer) = (self.deck, self.empty());
        session.start(|| format!("classifying hands of {deck}"));
        if let Some([least, most]) = self.largest() {
            answer.order = Group::new(deck).ok().map(|group| group.order().into());
            if least > most {
                answer.ending = Ending::of(false);
                return Ok(answer);
            }
            let asked = run::ask(self, session, self.threads, self.timeout);
            return asked.or_else(|error| {
                answer.ending = Ending::stopped(error)?;
                Ok(answer)
            });
        }
        let notation = notation(self.notation, deck)?;
        let memory = self.memory.unwrap_or(Odds::MEMORY);
        let kind = if self.among == Among::Any { Kind::Any } else { Kind::Free };
        let (levels, group) = (Levels::new(deck, kind)?, Group::new(deck)?);
        answer.order = Some(group.order().into());
        let limit = session.limit(self.timeout);
        let work = Work { among: self.among, notation, group, limit };
        answer.ending = match work.list(levels, memory, session, &mut answer) {
            Ok(()) => Ending::of(!answer.representatives.is_empty()),
            Err(stop) => Ending::stopped(stop)?,
        };
        Ok(answer)
    }
}

impl Classes {
    /// Checks the numbers of cards.
    fn check(&self) -> Result<(), Error> {
        if self.size.is_some() && self.least_size.is_some() {
            let message = "the hands have a number of cards or a least number of them, not both";
            return Err(Error::new(Code::Conflict, message).of_field("least_size"));
        }
        for (field, cards) in [("size", self.size), ("least_size", self.least_size)] {
            if cards.is_some_and(|cards| self.deck.size() < cards.into()) {
                let error = Error::new(Code::OutOfRange, has_only(self.deck)).of_field(field);
                return Err(error.with("most", Whole(self.deck.size())));
            }
        }
        Ok(())
    }

    /// The answer without classes.
    fn empty(&self) -> ClassList {
        let Self { deck, among, size, least_size, .. } = *self;
        ClassList { deck, among, size, least_size, ..ClassList::default() }
    }

    /// The least and the greatest size of the complete caps asked for, if they are so large that they can
    /// be listed from the largest down, and too numerous to be listed from the smallest up.
    fn largest(&self) -> Option<[usize; 2]> {
        let least = self.least_size.or(self.size)?;
        let sizes = classified_sizes(self.deck).ok()?;
        let is_large = self.among == Among::Complete && self.deck.properties() == 5;
        // A cap has no more points than the largest.
        let most = self.size.unwrap_or(*sizes.end()).min(*sizes.end());
        (is_large && *sizes.start() <= least).then_some([least, most])
    }
}

/// A listing under way.
struct Work {
    among: Among,
    notation: Notation,
    group: Group,
    limit: Limit,
}

impl Work {
    /// Adds the classes of hands of one size, or of all sizes.
    fn list(
        &self,
        mut levels: Levels,
        memory: usize,
        session: &Session,
        answer: &mut ClassList,
    ) -> Result<(), Stop> {
        let (mut bytes, size) = (0, answer.size);
        levels = levels.with_memory(memory);
        levels.advance_to(size.or(answer.least_size).unwrap_or(0), &self.limit)?;
        while !levels.classes().is_empty() {
            let wanted = |class: &&Class| self.among != Among::Complete || class.extensions == 0;
            let classes: Vec<&Class> = levels.classes().iter().filter(wanted).collect();
            let mut level = Vec::with_capacity(classes.len());
            for (done, class) in classes.iter().enumerate() {
                session.report(|| Progress {
                    what: format!("canonical forms of {} cards", levels.cards()),
                    done: done as u64,
                    of: Some(classes.len() as u64),
                });
                let hand = Board::new(self.group.deck(), levels.hand(class));
                let hand = hand.expect("a class has hands of the deck");
                let representative = self.representative(&hand, class.extensions)?;
                bytes += representative.bytes();
                if bytes + levels.bytes() > memory {
                    return Err(Stop::MEMORY);
                }
                level.push(representative);
            }
            // The classes come in an order that depends on how they were found.
            level.sort_unstable_by(|a, b| a.cards.cmp(&b.cards));
            answer.representatives.extend(level);
            if size.is_some() {
                break;
            }
            session.start(|| format!("classifying hands of {} cards", levels.cards() + 1));
            levels = levels.with_memory(memory - bytes);
            levels.advance(&self.limit)?;
        }
        Ok(())
    }

    /// The class of a hand, by its canonical form.
    fn representative(&self, hand: &Board, extensions: usize) -> Result<Representative, Stop> {
        let Canonical { hand: form, stabiliser, orbit } =
            self.group.canonical(hand, &self.limit)?;
        let generators = self.group.generators(&form, &self.limit)?;
        let sets = match self.among {
            Among::Any => Auto::new(&form, &Options::default()).count(&self.limit)?,
            Among::Free | Among::Complete => 0,
        };
        Ok(Representative {
            size: form.len(),
            cards: write_cards(form.deck(), self.notation, form.cards()),
            hands: orbit.into(),
            stabiliser: stabiliser.into(),
            generators: generators.iter().map(Generator::from).collect(),
            set_count: usize::try_from(sets).map_err(|_| Stop::TOO_MANY)?,
            extensions,
        })
    }
}

impl Representative {
    /// The approximate size of the class in memory, in bytes.
    fn bytes(&self) -> usize {
        let cycles = self.generators.iter().flat_map(|it| &it.cycles);
        let cycles = cycles.map(|cycle| 64 + 8 * cycle.len()).sum::<usize>();
        let cards = self.cards.iter().map(|card| 24 + card.len().max(16)).sum::<usize>();
        200 + cards + cycles + 200 * self.generators.len()
    }
}
