//! The classes of hands of a deck: a hand of each, and the symmetries that map it to itself.

use tercet::caps::{classified_sizes, complete_caps};
use tercet::symmetry::{Class, Classes as Levels, Group, Kind, Symmetry};

use crate::Odds;
use crate::deal::has_only;
use crate::prelude::*;

/// The classes of hands up to the symmetries of their deck, one by one.
///
/// The symmetries are the affine maps for three values; otherwise the permutations of the
/// properties, and of the values in each. With two values, other maps take sets to sets, too, since
/// any two cards are a set: the classes are not those of all such maps. Complete caps of AG(5,3)
/// are listed if `size` or `least_size` is 41 or more.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Classes {
    /// The deck.
    pub deck: Deck,
    /// Which hands.
    pub among: Among,
    /// How many cards the hands have; all numbers of cards by default.
    pub size: Option<usize>,
    /// The least number of cards of the hands, instead of `size`.
    pub least_size: Option<usize>,
    /// How cards are written in the answer; the shortest notation by default.
    pub notation: Option<Notation>,
    /// The time limit; no limit by default, but a server may have its own.
    pub timeout: Option<Seconds>,
    /// The maximum number of bytes for the classes, and for the answer; 2^26 by default.
    pub memory: Option<usize>,
}

/// Which hands are classified.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
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

impl Question for Classes {
    type Answer = ClassList;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        cost::memory(&mut self.memory, cost::MEMORY);
        Ok(Cost::work(self.timeout))
    }

    fn ask(&self, session: &Session) -> Result<ClassList, Error> {
        let deck = self.deck;
        if self.size.is_some() && self.least_size.is_some() {
            let message = "the hands have a number of cards or a least number of them, not both";
            return Err(Error::new(Code::Conflict, message).of_field("least_size"));
        }
        for (field, cards) in [("size", self.size), ("least_size", self.least_size)] {
            if cards.is_some_and(|cards| deck.size() < cards.into()) {
                let error = Error::new(Code::OutOfRange, has_only(deck)).of_field(field);
                return Err(error.with("most", Whole(deck.size())));
            }
        }
        let mut answer = ClassList {
            deck,
            among: self.among,
            size: self.size,
            least_size: self.least_size,
            ..ClassList::default()
        };
        let notation = notation(self.notation, deck)?;
        let memory = self.memory.unwrap_or(Odds::MEMORY);
        let kind = if self.among == Among::Any { Kind::Any } else { Kind::Free };
        session.start(|| format!("classifying hands of {deck}"));
        let both = Levels::new(deck, kind).and_then(|levels| Ok((levels, Group::new(deck)?)));
        let (levels, group) = match both {
            Ok(both) => both,
            Err(unsupported) => {
                answer.ending = Ending::stopped(Stop::from(unsupported))?;
                return Ok(answer);
            }
        };
        answer.order = Some(group.order().into());
        let work = Work {
            among: self.among,
            notation,
            group,
            session,
            limit: session.limit(self.timeout),
            memory,
        };
        let least = self.least_size.or(self.size);
        let listed = match self.largest(deck).zip(least) {
            Some((most, least)) => {
                // A cap has no more points than the largest.
                let most = self.size.unwrap_or(most).min(most);
                work.list_largest(least, most, &mut answer)
            }
            None => work.list(levels.with_memory(memory), self.size, &mut answer),
        };
        answer.ending = match listed {
            Ok(()) => Ending::of(!answer.representatives.is_empty()),
            Err(stop) => Ending::stopped(stop)?,
        };
        Ok(answer)
    }
}

impl Classes {
    /// The size of the largest caps, if the complete caps asked for are so large that they can be
    /// listed from the largest down, and too numerous to be listed from the smallest up.
    fn largest(&self, deck: Deck) -> Option<usize> {
        let (least, sizes) = (self.least_size.or(self.size)?, classified_sizes(deck).ok()?);
        let is_large = self.among == Among::Complete && deck.properties() == 5;
        (is_large && least >= *sizes.start()).then(|| *sizes.end())
    }
}

/// A listing under way.
struct Work<'a> {
    among: Among,
    notation: Notation,
    group: Group,
    session: &'a Session,
    limit: Limit,
    memory: usize,
}

impl Work<'_> {
    /// Adds the classes of hands of one size, or of all sizes.
    fn list(
        &self,
        mut levels: Levels,
        size: Option<usize>,
        answer: &mut ClassList,
    ) -> Result<(), Stop> {
        let mut bytes = 0;
        levels.advance_to(size.or(answer.least_size).unwrap_or(0), &self.limit)?;
        while !levels.classes().is_empty() {
            let wanted = |class: &&Class| self.among != Among::Complete || class.extensions == 0;
            let classes: Vec<&Class> = levels.classes().iter().filter(wanted).collect();
            let mut level = Vec::with_capacity(classes.len());
            for (done, class) in classes.iter().enumerate() {
                self.session.report(|| Progress {
                    what: format!("canonical forms of {} cards", levels.cards()),
                    done: done as u64,
                    of: Some(classes.len() as u64),
                });
                let representative = self.representative(&levels, class)?;
                bytes += representative.bytes();
                if bytes > self.memory {
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
            self.session.start(|| format!("classifying hands of {} cards", levels.cards() + 1));
            levels.advance(&self.limit)?;
        }
        Ok(())
    }

    /// Adds the classes of complete caps of up to `most` points, from the largest down.
    fn list_largest(&self, least: usize, most: usize, answer: &mut ClassList) -> Result<(), Stop> {
        let mut bytes = 0;
        for points in (least..=most).rev() {
            let mut report = |axis, done, of| {
                self.session.report(|| Progress {
                    what: format!("complete caps of {points} points with an axis of {axis}"),
                    done,
                    of: Some(of),
                });
            };
            let deck = self.group.deck();
            let classes = complete_caps(deck, points, &self.limit, &mut report);
            let mut level = Vec::new();
            for class in classes.map_err(|stop| stop.with(()))? {
                let representative = self.describe(&class.hand, class.orbit, 0)?;
                bytes += representative.bytes();
                if bytes > self.memory {
                    return Err(Stop::MEMORY);
                }
                level.push(representative);
            }
            level.append(&mut answer.representatives);
            answer.representatives = level;
            answer.listed_from = answer.least_size.map(|_| points);
        }
        Ok(())
    }

    fn representative(&self, levels: &Levels, class: &Class) -> Result<Representative, Stop> {
        let deck: Deck = self.group.deck();
        let hand = Board::new(deck, levels.hand(class)).expect("a class has hands of the deck");
        let form = self.group.canonical(&hand, &self.limit)?.hand;
        self.describe(&form, class.hands, class.extensions)
    }

    /// Describes the class of a canonical form.
    fn describe(
        &self,
        form: &Board,
        hands: u128,
        extensions: usize,
    ) -> Result<Representative, Stop> {
        let deck = self.group.deck();
        let generators = self.group.generators(form, &self.limit)?;
        let set_count = if self.among == Among::Any { self.sets(form)? } else { 0 };
        Ok(Representative {
            size: form.len(),
            cards: write_cards(deck, self.notation, form.cards()),
            hands: hands.into(),
            stabiliser: (self.group.order() / hands).into(),
            generators: generators.iter().map(Generator::from).collect(),
            set_count,
            extensions,
        })
    }

    fn sets(&self, hand: &Board) -> Result<usize, Stop> {
        let sets = hand.search().within(self.limit.clone()).count()?;
        usize::try_from(sets).map_err(|_| Stop::TOO_MANY)
    }
}

impl Representative {
    /// The approximate size of the class in memory, in bytes.
    fn bytes(&self) -> usize {
        let cycles = self.generators.iter().flat_map(|it| &it.cycles);
        let cycles = cycles.map(|cycle| 24 + 8 * cycle.len()).sum::<usize>();
        let cards = self.cards.iter().map(|card| 24 + card.len().max(16)).sum::<usize>();
        200 + cards + cycles + 200 * self.generators.len()
    }
}
