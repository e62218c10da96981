//! The arguments of `tercet race`, and its request.

use std::env;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, ValueEnum};
use tercet::game::Refill;
use tercet::solver::Question;
use tercet_app::Race as Request;
use tercet_race::Field;

use crate::arguments::Means;
use crate::choice::{file_of, named};
use crate::command::parts::Parts;
use crate::prelude::*;

/// Compare methods and other programs on the same boards or games.
///
/// Each contestant is a separate process and is asked about the same boards. Contestants work one
/// at a time, in an order that rotates from board to board. The time is measured from the board to
/// the answer, so it includes building a model; an easy first question is not measured. Work that
/// takes less than --again is repeated, and the median counts. A contestant that reaches --timeout
/// on all boards of a size is not asked about larger ones. If too many times were cut off, the
/// median is shown as a lower bound.
///
/// All contestants must agree. Sets are checked. If two contestants contradict each other, the race
/// ends with an error that names the board.
///
/// A number can be 7, a range 3..10, or a range with a step 10..50..10. -n can also be 'threshold',
/// the number of cards at which one set is expected.
///
/// With --goal, games are played by the rules of the thesis (see 'tercet game') until this number
/// of sets is taken.
///
/// A peer is a program that answers each line of JSON with one line of JSON. peers/README.md
/// describes the protocol, and that folder contains some peers. Files that end with .py are run by
/// python3. A peer can have arguments, as in --peer 'peers/dlx.py ssxcc'; the file and arguments with
/// spaces are then put between quotes.
///
/// A part has some of the boards, each with all contestants and all rounds; do parts on machines of one
/// kind. All of them, also the one that merges, need the contestants.
///
/// Board K of a size is the board of 'tercet deal' with seed --seed + K - 1.
///
/// A race of five boards or more ends with scores. A board that was not solved within the limit
/// counts as twice the limit in PAR-2, the mean time, and in the slow-down, the geometric mean of
/// the time divided by the best one. The share is that of the boards on which a contestant was the
/// fastest. Intervals are 95 % intervals of the means over boards. JSON has the scores of every race,
/// and the points of both plots; CSV has a row for each trial.
///
/// Exit status: 0 the race was run, 2 invalid input, a failed contestant or a contradiction, 3
/// interrupted.
///
/// Example: `tercet race -v 8 -p 4 --boards 3 --methods cover,middle,sat`
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("asked").args(["all", "count", "goal"]))]
pub(crate) struct Race {
    /// Values per property [default: 3]
    #[arg(short = 'v', long, value_name = "V", value_parser = numbers)]
    pub(crate) values: Option<Numbers>,

    /// Properties per card [default: 4]
    #[arg(short = 'p', long, value_name = "P", value_parser = numbers)]
    pub(crate) properties: Option<Numbers>,

    /// Cards per board, or 'threshold' [default: threshold]
    #[arg(short = 'n', long = "cards", value_name = "N", value_parser = sizes, conflicts_with = "goal")]
    pub(crate) cards: Option<Sizes>,

    /// Play games that end after this many sets
    #[arg(long, value_name = "N", value_parser = numbers)]
    pub(crate) goal: Option<Numbers>,

    /// The deal after a set was taken; see 'tercet game' [default: at-once]
    #[arg(long, value_name = "REFILL", value_parser = named(Refill::ALL), requires = "goal")]
    pub(crate) refill: Option<Refill>,

    /// Read the boards from this file instead; '-' is standard input
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["values", "properties", "cards", "goal", "boards", "seed"])]
    pub(crate) input: Option<PathBuf>,

    /// List all sets of a board
    #[arg(long)]
    pub(crate) all: bool,

    /// Count the sets of a board
    #[arg(long)]
    pub(crate) count: bool,

    /// The number of boards or games of each size
    /// [default: 3]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) boards: Option<NonZeroUsize>,

    /// Run each size this many times; a trial has the median of its times [default: 20 with --output,
    /// else 1]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) rounds: Option<NonZeroUsize>,

    /// The random seed of the boards and games [default: a new one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = quantity::number::<u64>)]
    pub(crate) seed: Option<u64>,

    /// The methods that race, such as cover,sat,smt; '' means none [default: all that can]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = runners())]
    pub(crate) methods: Option<Vec<String>>,

    /// A program that races as well, alone or with arguments as one text; may be repeated
    #[arg(long, value_name = "COMMAND")]
    pub(crate) peer: Vec<PathBuf>,

    /// Time limit for each board or game, such as 100ms, 2s or 5m [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    /// Repeat work that takes less than this time [default: 20ms]
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) again: Option<Seconds>,

    /// Maximum number of threads of each contestant [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) means: Means,

    /// Write the whole race to this file as JSON; with --part, write the part for 'tercet merge'
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Plot to this .svg file
    #[arg(long, value_name = "FILE", value_parser = file_of(&["svg"]))]
    pub(crate) plot: Option<PathBuf>,

    /// What is plotted
    #[arg(long, value_name = "KIND", default_value = "times", requires = "plot")]
    pub(crate) plot_kind: PlotKind,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    #[command(flatten)]
    pub(crate) parts: Parts,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

/// The rounds of a race that is saved.
const ROUNDS: NonZeroUsize = NonZeroUsize::new(20).expect("20 is not 0");

impl Race {
    /// The request of these self.
    pub(super) fn request(&self) -> Result<Request> {
        let (usual, means) = (Request::default(), &self.means);
        // A part is written for another purpose.
        let is_kept = self.output.is_some() && self.parts.part.is_none();
        let seed = match self.seed {
            seed if self.parts.are_asked() => seed,
            seed => Some(input::seed(seed)?),
        };
        // An empty name stands for no method.
        let named =
            |names: &Vec<String>| names.iter().filter(|name| !name.is_empty()).cloned().collect();
        Ok(Request {
            field: self.field()?,
            boards: self.boards.unwrap_or(usual.boards),
            seed: seed.map(Into::into),
            methods: self.methods.as_ref().map(named),
            peers: self.peer.clone(),
            rounds: self.rounds.unwrap_or(if is_kept { ROUNDS } else { usual.rounds }),
            timeout: self.timeout.unwrap_or(usual.timeout),
            again: self.again.unwrap_or(usual.again),
            threads: self.threads,
            memory: means.memory,
            symmetry: means.symmetry,
            smt_solver: means.smt_solver.clone(),
            tercet: env::current_exe().ok(),
        })
    }

    fn field(&self) -> Result<Field> {
        let question = match () {
            () if self.all => Question::Enumerate,
            () if self.count => Question::Count,
            () => Question::Find,
        };
        if let Some(path) = &self.input {
            let (name, text) = input::text_of(path, None)?;
            return Ok(Field::File { name, text, question });
        }
        let values = self.values.clone().unwrap_or(vec![3]);
        let properties = self.properties.clone().unwrap_or(vec![4]);
        if let Some(goals) = self.goal.clone() {
            return Ok(Field::Games { values, properties, goals, refill: self.refill });
        }
        let sizes = self.cards.clone().flatten();
        Ok(Field::Boards { values, properties, sizes, question })
    }
}

/// The quantity that a plot of a race shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum PlotKind {
    /// The median times of each size
    Times,
    /// How many boards are solved within a time
    Cactus,
    /// The fraction of boards that are solved in at most a multiple of the best time
    Profile,
}

/// The names of methods; an empty name stands for no method.
fn runners() -> impl TypedValueParser<Value = String> {
    let names = tercet_models::methods().iter().map(|method| PossibleValue::new(method.name));
    PossibleValuesParser::new(names.chain([PossibleValue::new("").hide(true)]))
}

/// Numbers in ascending order.
pub(crate) type Numbers = Vec<usize>;

/// The numbers of cards of a board, or as many as make one set expected.
pub(crate) type Sizes = Option<Numbers>;

/// Reads a number, or a range of numbers.
fn numbers(text: &str) -> Result<Numbers, String> {
    const MOST: usize = 1000;
    let given: Option<Numbers> =
        text.split("..").map(|part| quantity::number(part.trim()).ok()).collect();
    let (first, last, step) = match given.as_deref() {
        Some(&[one]) => (one, one, 1),
        Some(&[first, last]) if first <= last => (first, last, 1),
        Some(&[first, last, step]) if first <= last && step > 0 => (first, last, step),
        _ => {
            return Err(
                "it takes a number such as 7, or a range such as 3..10 or 10..50..10".into()
            );
        }
    };
    let numbers: Numbers = (first..=last).step_by(step).take(MOST + 1).collect();
    if numbers.len() > MOST {
        return Err(format!("it takes at most {MOST} numbers: give a larger step"));
    }
    Ok(numbers)
}

fn sizes(text: &str) -> Result<Sizes, String> {
    if text == "threshold" {
        return Ok(None);
    }
    numbers(text).map(Some).map_err(|why| format!("{why}, or 'threshold'"))
}
