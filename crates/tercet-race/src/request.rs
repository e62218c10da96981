//! The question of a race as plain data: its boards, contestants and terms.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tercet::data::{Seconds, Whole};
use tercet::deal::MOST_CARDS;
use tercet::deck::DeckError;
use tercet::file::{BoardProblem, NamedBoard, ParseError, PartialDeck, parse_boards};
use tercet::game::Refill;
use tercet::solver::{Cannot, Decks, METHODS, Question};
use tercet::{Deck, Stop, UnknownName};
use tercet_models::{Models, Symmetry};
use thiserror::Error;

use super::Race;
use super::contestant::{Contestant, Terms};
use super::task::{Course, Task, seeds};

/// A race: all contestants, each a process of its own, answer the same question about the same
/// boards, or play the same games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(rename = "Race"))]
#[serde(default, deny_unknown_fields)]
pub struct Request {
    /// The boards or games of the race; random boards of (3,4) by default.
    pub field: Field,
    /// How many boards or games of each size; a file has one of each.
    pub boards: NonZeroUsize,
    /// The seed of the first board or game of each size; each further one has the next seed. A
    /// fresh seed by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Whole>,
    /// The methods that race; by default all that are available and able.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub methods: Option<Vec<String>>,
    /// The files of other programs that also race, each alone or with arguments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub peers: Vec<PathBuf>,
    /// How many times each size is run. The rounds of all contestants alternate, and the time of a
    /// trial is the median over its rounds.
    pub rounds: NonZeroUsize,
    /// The time limit for each board or game; 10 s by default.
    pub timeout: Seconds,
    /// Work that takes less time than this is repeated; 20 ms by default.
    pub again: Seconds,
    /// The threads that each contestant may use; one for each processor by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<NonZeroUsize>,
    /// The maximum number of bytes for the partial results that a method remembers; 2^30 by
    /// default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<usize>,
    /// How a model that gives each card of a set a slot orders the cards.
    pub symmetry: Symmetry,
    /// The command that starts the SMT-LIB 2 solver; by default Tercet looks for z3 or cvc5.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smt_solver: Option<String>,
    /// The file of the program `tercet`, whose command `peer` runs the methods; by default the
    /// program that asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tercet: Option<PathBuf>,
}

impl Default for Request {
    /// All methods on three boards at the threshold of (3,4), 10 s for each, repeated for 20 ms.
    fn default() -> Self {
        Self {
            field: Field::default(),
            boards: NonZeroUsize::new(3).expect("3 is not 0"),
            seed: None,
            methods: None,
            peers: Vec::new(),
            rounds: NonZeroUsize::MIN,
            timeout: Duration::from_secs(10).into(),
            again: Terms::AGAIN.into(),
            threads: None,
            memory: None,
            symmetry: Symmetry::default(),
            smt_solver: None,
            tercet: None,
        }
    }
}

/// What is raced on. Where several numbers are given, all combinations are raced on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Field {
    /// Random boards.
    Boards {
        /// Values per property, ascending.
        values: Vec<usize>,
        /// Properties per card, ascending.
        properties: Vec<usize>,
        /// Cards per board, ascending; absent for the number at which one set is expected.
        sizes: Option<Vec<usize>>,
        /// The question.
        #[serde(default)]
        question: Question,
    },
    /// Games by the rules of the thesis.
    Games {
        /// Values per property, ascending.
        values: Vec<usize>,
        /// Properties per card, ascending.
        properties: Vec<usize>,
        /// The numbers of sets after which a game ends, ascending.
        goals: Vec<usize>,
        /// The deal after a set was taken; that of the thesis' text, at once, by default.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        refill: Option<Refill>,
    },
    /// Many random hands. Each is dealt and searched until its first set; the time is that of all, deals
    /// included.
    Hands {
        /// Values per property, ascending.
        values: Vec<usize>,
        /// Properties per card, ascending.
        properties: Vec<usize>,
        /// Cards per hand, ascending.
        sizes: Vec<usize>,
        /// The number of hands of each size.
        number: u64,
    },
    /// The boards of a board file.
    File {
        /// The name of the file, for labels.
        name: String,
        /// Its text.
        text: String,
        /// The question.
        #[serde(default)]
        question: Question,
    },
}

impl Default for Field {
    fn default() -> Self {
        Self::Boards { values: vec![3], properties: vec![4], sizes: None, question: Question::Find }
    }
}

/// Methods that do not race, and what each lacks.
pub(super) type Absent = Vec<(&'static str, String)>;

impl Request {
    /// The terms of each task.
    pub fn terms(&self) -> Terms {
        let cores = || thread::available_parallelism().ok();
        let threads = self.threads.or_else(cores).unwrap_or(NonZeroUsize::MIN);
        Terms { timeout: self.timeout.0, threads, again: self.again.0 }
    }

    /// The seed of the first board, which is 0 if it was left to chance.
    pub fn first_seed(&self) -> u64 {
        self.seed.as_ref().and_then(Whole::get).unwrap_or_default()
    }

    /// The seeds of the boards of each size.
    fn seeds(&self) -> impl Iterator<Item = u64> {
        seeds(self.first_seed()).take(self.boards.get())
    }

    /// The models, with their options.
    pub fn models(&self) -> Models {
        let program = self.smt_solver.as_deref().map(Arc::from);
        Models { symmetry: self.symmetry, program }
    }

    /// The courses, and the quantity that their places measure.
    ///
    /// # Errors
    ///
    /// [`RaceError`], if a board cannot be dealt or read.
    pub fn courses(&self) -> Result<(Vec<Course>, &'static str), RaceError> {
        match &self.field {
            Field::Boards { values, properties, sizes, question } => {
                let sizes = sizes.as_deref();
                family([values, properties], sizes, ["cards n", "card"], |deck, cards| {
                    let boards = self.boards.get();
                    if deck.size() < cards.into() {
                        return Err(RaceError::Cards { cards, deck });
                    }
                    if cards.saturating_mul(boards) > MOST_CARDS {
                        return Err(RaceError::TooManyCards { boards, cards });
                    }
                    let task = |seed| Task::dealt(deck, cards, *question, seed);
                    Ok(self.seeds().map(task).collect())
                })
            }
            Field::Games { values, properties, goals, refill } => {
                let names = ["sets to find", "set"];
                family([values, properties], Some(goals), names, |deck, sets| {
                    let refill = refill.unwrap_or(Refill::AtOnce);
                    let game = |seed| Ok(Task::game(deck, sets as u64, seed)?.refilled(refill));
                    Ok(self.seeds().map(game).collect::<Result<_, Cannot>>()?)
                })
            }
            &Field::Hands { ref values, ref properties, ref sizes, number } => {
                let names = ["cards n", "card"];
                family([values, properties], Some(sizes), names, |deck, cards| {
                    if deck.size() < cards.into() {
                        return Err(RaceError::Cards { cards, deck });
                    }
                    let task = |seed| Task::Hands { deck, cards, number, seed };
                    // No hand is dealt in two tasks.
                    let seeds = seeds(self.first_seed()).step_by(number.max(1) as usize);
                    Ok(seeds.take(self.boards.get()).map(task).collect())
                })
            }
            Field::File { name, text, question } => {
                let boards = parse_boards(text, PartialDeck::default())
                    .map_err(|error| RaceError::File { name: name.clone(), error: error.into() })?;
                let course = |(i, NamedBoard { name: own, board, .. }): (usize, NamedBoard)| {
                    let label = own.as_ref().unwrap_or(name);
                    let cards = if board.len() == 1 { "card" } else { "cards" };
                    Course {
                        label: format!("{label}: {}, {} {cards}", board.deck(), board.len()),
                        x: (i + 1) as f64,
                        tasks: vec![Task::Board { board, question: *question }],
                        is_family: false,
                    }
                };
                Ok((boards.into_iter().enumerate().map(course).collect(), "board"))
            }
        }
    }

    /// The race before its first heat, the quantity that the places of its courses measure, and the methods that are not
    /// among its contestants only because they lack something.
    pub(super) fn begin(&self, tercet: &Path) -> Result<(Race, &'static str, Absent), RaceError> {
        if self.timeout.0.is_zero() {
            return Err(RaceError::NoTime);
        }
        let (courses, axis) = self.courses()?;
        let (contestants, absent) = self.contestants(tercet, &courses)?;
        Ok((Race::new(contestants, courses, self.terms()), axis, absent))
    }

    /// The contestants, and the methods that are not among them only because they lack something.
    ///
    /// # Errors
    ///
    /// [`RaceError`], if a method or a program cannot race, or if there is no contestant.
    pub fn contestants(
        &self,
        tercet: &Path,
        courses: &[Course],
    ) -> Result<(Vec<Contestant>, Absent), RaceError> {
        let models = self.models();
        let is_able = |contestant: &Contestant| {
            courses.iter().flat_map(|course| &course.tasks).any(|task| contestant.is_able(task))
        };
        let named = self.methods.as_deref();
        for name in named.unwrap_or_default() {
            models.method(name)?;
        }
        let is_named =
            |name: &str| named.is_none_or(|names| names.iter().any(|known| known == name));
        let (mut contestants, mut absent) = (Vec::new(), Vec::new());
        let methods = METHODS.iter().cloned().chain(models.methods());
        for method in methods.filter(|method| is_named(method.name)) {
            let contestant = Contestant::method(tercet, &method, self);
            match (method.missing(), is_able(&contestant)) {
                (Some(missing), _) if named.is_some() => {
                    return Err(RaceError::Missing { method: method.name, missing });
                }
                (Some(missing), _) => absent.push((method.name, missing)),
                (None, true) => contestants.push(contestant),
                (None, false) if named.is_some() => {
                    return Err(RaceError::Unable { method: method.name, decks: method.decks });
                }
                (None, false) => {}
            }
        }
        for file in &self.peers {
            contestants.push(Contestant::peer(file)?);
        }
        let mut names = HashSet::new();
        if let Some(twice) = contestants.iter().find(|it| !names.insert(&it.name)) {
            return Err(RaceError::SameName(twice.name.clone()));
        }
        if contestants.is_empty() {
            return Err(RaceError::NoContestants);
        }
        Ok((contestants, absent))
    }
}

impl Field {
    /// Whether at most one number varies, so that times can be plotted over it.
    pub fn is_line(&self) -> bool {
        let lengths = match self {
            Self::Boards { values, properties, sizes, .. } => {
                [values.len(), properties.len(), sizes.as_ref().map_or(1, Vec::len)]
            }
            Self::Games { values, properties, goals: sizes, .. }
            | Self::Hands { values, properties, sizes, .. } => {
                [values.len(), properties.len(), sizes.len()]
            }
            Self::File { .. } => [1; 3],
        };
        lengths.iter().filter(|&&length| length > 1).count() <= 1
    }
}

/// A course for every combination of these numbers. The axis is the first number that varies;
/// `axis` is the name for `sizes`, and `noun` the unit. Without sizes, the size is the threshold of the deck.
fn family(
    [values, properties]: [&[usize]; 2],
    sizes: Option<&[usize]>,
    [axis, noun]: [&'static str; 2],
    tasks: impl Fn(Deck, usize) -> Result<Vec<Task>, RaceError>,
) -> Result<(Vec<Course>, &'static str), RaceError> {
    let axis = match (values, properties, sizes) {
        ([_], [_, _, ..], _) => "properties p",
        ([_], [_], Some([_, _, ..])) => axis,
        _ => "values v",
    };
    let mut courses = Vec::new();
    for &v in values {
        for &p in properties {
            let deck = Deck::new(v, p);
            let deck = deck.map_err(|error| RaceError::Deck { values: v, properties: p, error })?;
            let threshold = [usize::try_from(deck.threshold()).unwrap_or(usize::MAX)];
            for &size in sizes.unwrap_or(&threshold) {
                let x = match axis {
                    "values v" => v,
                    "properties p" => p,
                    _ => size,
                };
                let (x, plural) = (x as f64, if size == 1 { "" } else { "s" });
                let label = format!("{deck}, {size} {noun}{plural}");
                courses.push(Course { label, x, tasks: tasks(deck, size)?, is_family: true });
            }
        }
    }
    Ok((courses, axis))
}

/// Why a race cannot begin, or did not end.
#[derive(Debug, Error)]
pub enum RaceError {
    /// The limit of the tasks is zero.
    #[error("a limit of 0 s leaves no time for a task")]
    NoTime,
    /// A deck does not exist.
    #[error("v = {values}, p = {properties}: {error}")]
    Deck {
        /// Values per property.
        values: usize,
        /// Properties per card.
        properties: usize,
        /// The reason.
        error: DeckError,
    },
    /// A deck is smaller than a board.
    #[error("a board has {cards} cards, and the deck {deck} has only {}", deck.size())]
    Cards {
        /// The cards per board.
        cards: usize,
        /// The deck.
        deck: Deck,
    },
    /// The boards would take too much memory.
    #[error(
        "{boards} boards of {cards} cards are too much for a race, which takes {MOST_CARDS} cards per size"
    )]
    TooManyCards {
        /// The number of boards.
        boards: usize,
        /// The cards per board.
        cards: usize,
    },
    /// A game cannot be played.
    #[error(transparent)]
    Game(#[from] Cannot),
    /// A text is not a board file.
    #[error("{name}: {error}")]
    File {
        /// The name of the file.
        name: String,
        /// The error, and its place.
        error: Box<ParseError<BoardProblem>>,
    },
    /// No method has this name.
    #[error(transparent)]
    UnknownMethod(#[from] UnknownName),
    /// A method lacks something that it needs.
    #[error("{method} {missing}")]
    Missing {
        /// The method.
        method: &'static str,
        /// The missing part.
        missing: String,
    },
    /// A method can answer none of the questions.
    #[error("{method} cannot answer this: it is for {decks}")]
    Unable {
        /// The method.
        method: &'static str,
        /// The decks that it suits.
        decks: Decks,
    },
    /// A file is not a program.
    #[error("{file}: {what}")]
    Peer {
        /// The file.
        file: String,
        /// The kind of the file, and the remedy.
        what: String,
    },
    /// Two contestants have one name.
    #[error("two contestants are called {0}")]
    SameName(String),
    /// There are no contestants.
    #[error("no contestants")]
    NoContestants,
    /// Two contestants contradict each other.
    #[error(transparent)]
    Contradiction(Stop),
}

#[cfg(test)]
mod tests;
