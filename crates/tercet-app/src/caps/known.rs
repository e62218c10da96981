//! What is known of caps: those that can be constructed, and how many there are of each size.

use tercet::caps::{CAPS, COMPLETE, MOST_PROVED, addable, cap, partition};
use tercet::odds::{Counting, FreeRow, Statistic};

use crate::odds::work::free;
use crate::prelude::*;
use crate::run::{self, Journal, Parted, Run, reason};

request! {
    /// A large cap, verified: for 1 to 6 properties a maximum cap of its deck, and for 7 to 12 the
    /// largest with a built-in construction. For 5 properties also a smaller complete cap.
    pub struct CapsShow {
        /// How many points it has: 2, 4, 9, 20, 45, 112, 236, 512, 1082, 2432, 5280 or 12928, for 1 to
        /// 12 properties in this order; or 22, or 28 to 42, for a smaller complete cap of 5 properties. By
        /// default the largest number for `properties`.
        pub points: Option<usize>,
        /// How many properties its deck has, from 1 to 12; by default those of the points, else 4.
        pub properties: Option<usize>,
        /// Whether all points of the deck are divided into caps of 20 points and a single point.
        pub partition: bool,
        notation,
        timeout,
    }
}

/// A large cap.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct CapsShown {
    /// The deck.
    pub deck: Deck,
    /// How it is constructed.
    pub construction: String,
    /// Where the construction was published.
    #[serde(default)]
    pub source: String,
    /// Whether it is proved that no cap of the deck is larger.
    #[serde(default)]
    pub is_maximum: bool,
    /// How many cards it has.
    pub size: usize,
    /// Its cards.
    pub cards: Vec<String>,
    /// Each card that can be added without making a set; empty if the cap is complete.
    #[serde(default)]
    pub addable: Vec<String>,
    /// If a partition was asked for, its four caps, the first of which is `cards`, and the point that is
    /// left: together the points of the deck, each once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub partition: Vec<Vec<String>>,
}

impl Answered for CapsShown {}

/// The constructions of the caps, by their number of properties, with their sources.
const CONSTRUCTIONS: [(&str, &str); 12] = [
    ("all points but one", ""),
    ("all points with values 0 and 1", ""),
    ("the paraboloid z = x² + y²", ""),
    ("the vectors but zero with x² + y² + zw = 0", "Pellegrino 1971"),
    ("a layer of the cap of 112 points", "Edel, Ferret, Landjev and Storme 2002"),
    ("Hill's cap of PG(5,3), each point as two opposite vectors", "Hill 1973"),
    ("an extended product of two caps of 112 points", "Calderbank and Fishburn 1994"),
    ("vectors by their supports and reflections", "Romera-Paredes et al. 2023"),
    ("greedily, by a priority", "Romera-Paredes et al. 2023"),
    ("an extended product with an ovoid", "Edel 2004"),
    ("an extended product with the cap of 45 points, divided by search", "as Edel 2004"),
    ("an extended product with the cap of 112 points", "Edel 2004"),
];

impl CapsShow {
    /// The numbers of properties and of points.
    fn place(&self) -> Result<(usize, usize), Error> {
        let Some(points) = self.points else {
            let properties = self.properties.unwrap_or(4);
            if !(1..=CAPS.len()).contains(&properties) {
                let most = CAPS.len();
                let error = error!(
                    OutOfRange,
                    "no cap of AG({properties},3) is built in: that needs 1 to {most} properties"
                );
                return Err(error.of_field("properties").with("most", most));
            }
            return Ok((properties, CAPS[properties - 1]));
        };
        let largest = CAPS.iter().position(|&known| known == points).map(|place| place + 1);
        let Some(properties) = largest.or_else(|| COMPLETE.contains(&points).then_some(5)) else {
            let error = error!(OutOfRange, "no construction of {points} points is built in");
            return Err(error.of_field("points").with("choices", [&CAPS[..], &COMPLETE].concat()));
        };
        if let Some(other) = self.properties.filter(|&other| other != properties) {
            let message = format!(
                "the cap of {points} points is for {properties} properties, not for {other}"
            );
            return Err(Error::new(Code::Conflict, message).of_field("properties"));
        }
        Ok((properties, points))
    }
}

impl Question for CapsShow {
    type Answer = CapsShown;

    fn ask(&self, session: &Session) -> Result<CapsShown, Error> {
        let (properties, points) = self.place()?;
        session.start(|| format!("constructing and verifying {points} points"));
        let parts = match (self.partition, points) {
            (true, 20) => partition().to_vec(),
            (true, _) => {
                let message = "the partition is into caps of 20 points, of 4 properties";
                return Err(Error::new(Code::OutOfRange, message).of_field("partition"));
            }
            (false, _) => vec![cap(points).expect("every size of the table has a construction")],
        };
        let deck = parts[0].deck();
        let notation = notation(self.notation, deck)?;
        let limit = session.limit(self.timeout);
        let mut free = Vec::new();
        for cap in parts.iter().filter(|part| part.len() == points) {
            free.extend(addable(cap, &limit).map_err(|stop| stop.with(()))?);
        }
        let all = Board::new(deck, parts.iter().flatten()).map_or(0, |all| all.len());
        let is_wrong = properties <= MOST_PROVED && !free.is_empty();
        if is_wrong || self.partition && deck.size() != all.into() {
            return Err(error!(Bug, "the construction of {points} points is wrong"));
        }
        let is_largest = CAPS.contains(&points);
        let (construction, source) = match points {
            _ if self.partition => {
                ("the fourth powers of the field of 81 elements, and their cosets", "Ebert 1985")
            }
            22 => ("the coordinates of the ternary Golay code, with both signs", "Golay 1949"),
            _ if is_largest => CONSTRUCTIONS[properties - 1],
            _ => ("found by simulated annealing", ""),
        };
        let written = |cap: &Board| write_cards(deck, notation, cap.cards());
        Ok(CapsShown {
            deck,
            construction: construction.into(),
            source: source.into(),
            is_maximum: is_largest && properties <= MOST_PROVED,
            size: points,
            cards: written(&parts[0]),
            addable: write_cards(deck, notation, &free),
            partition: parts.iter().filter(|_| self.partition).map(written).collect(),
        })
    }
}

request! {
    /// The caps of AG(p,3) by size, and the complete ones; p is at most 4.
    pub struct CapsSizes {
        /// It has three values.
        deck,
        threads,
        timeout,
    }
}

/// The caps of a deck by size.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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
    fn of(row: FreeRow) -> Option<Self> {
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

answered!(CapsSized by ending);

impl Parted for CapsSizes {
    type Work = Counting;

    fn settled(&self, _: &Session) -> Result<Self, Error> {
        let deck = self.deck;
        if deck.values() != 3 {
            let message = format!("the sizes of caps are for three values, not for {deck}");
            return Err(Error::new(Code::NoSuchDeck, message).with("deck", deck));
        }
        if deck.properties() > MOST_PROPERTIES {
            let most = MOST_PROPERTIES;
            let message = format!("all caps are listed for p ≤ {most}, and the deck is {deck}");
            return Err(Error::new(Code::OutOfReach, message).with("most", most));
        }
        Ok(Self { deck, ..Self::default() })
    }

    fn prepare(&self, limit: &Limit) -> Result<Counting, Error> {
        let all = usize::try_from(self.deck.size()).unwrap_or(usize::MAX);
        Ok(Counting::new(self.deck, Statistic::Set, all, usize::MAX, limit)?)
    }

    fn answer(&self, journal: &Journal<Counting>, run: Run) -> Result<CapsSized, Error> {
        let seconds = run.seconds.unwrap_or_default();
        let reason = reason(journal, run);
        let sizes = free(journal, reason.as_ref())?.into_iter().filter_map(CapSize::of).collect();
        Ok(CapsSized { deck: self.deck, ending: Ending::unless(reason, true), sizes, seconds })
    }
}

impl Question for CapsSizes {
    type Answer = CapsSized;

    fn ask(&self, session: &Session) -> Result<CapsSized, Error> {
        run::ask(self, session, self.threads, self.timeout).or_else(|error| {
            let (ending, sizes) = (Ending::stopped(error)?, Vec::new());
            Ok(CapsSized { deck: self.deck, ending, sizes, seconds: Seconds::default() })
        })
    }
}
