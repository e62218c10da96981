//! `tercet odds`: how many hands hold a set, or a given number of sets.

mod print;

use clap::ArgGroup;
use tercet_app::{
    About, Among, Answered, Classes, Code, Odds as Request, OddsTable, Seconds, Whole,
};

use crate::arguments::{ClassFormat, DeckOptions};
use crate::choice::{described, file_of};
use crate::command::classes;
use crate::command::parts::{Estimating, Manner, Printed, Shared};
use crate::new_file::check_apart;
use crate::output::counted;
use crate::prelude::*;
use crate::work::ask;
use crate::{input, quantity};

/// Compute the odds that a hand holds a set.
///
/// All numbers are exact if possible: hands are counted up to the symmetries of the deck. This is
/// out of reach for v = 3 with more than 6 properties, for other decks with more than 128 cards or
/// 100000 sets, and if the classes exceed --memory. In these cases random hands are sampled, the
/// output says so, and each probability has a 95 % confidence interval.
///
/// The symmetries are the affine maps for v = 3; otherwise the permutations of the properties, and
/// of the values in each. With v = 2 any two cards are a set, so there are other maps that take
/// sets to sets; the classes are not those of all these maps.
///
/// Odds are given for a set, to one. A set-free hand is complete if every further card makes a set.
///
/// In JSON and CSV, 'count' of 'hands' hold a set, or the given number of sets. 'kind' is exact or
/// sampled; only sampled numbers have 'low' and 'high'.
///
/// With --list, each class of hands is listed by its canonical form, with the order and generators
/// of its stabiliser and the number of its hands. A generator is written as the values of the image
/// of the card (x1, x2, ...): sums modulo 3 for v = 3, else values with their images in brackets.
/// CSV and GAP also give it as cycles of the cards, numbered from 1 in ascending order.
///
/// Examples:
/// `tercet odds`
/// `tercet odds --distribution sets`
/// `tercet odds -n 12 --given 9`
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("about").args(["distribution", "classes", "given", "second_round"]))]
pub(crate) struct Odds {
    #[command(flatten)]
    pub(crate) deck: DeckOptions,

    /// The number of cards in a hand [default: all numbers; for --distribution and
    /// --second-round v·p, or the whole deck if it is smaller]
    #[arg(short = 'n', long, value_name = "K", value_parser = quantity::number::<usize>)]
    pub(crate) cards: Option<usize>,

    /// Show the distribution of this number
    #[arg(long, value_name = "WHAT", value_parser = described([
        (About::Sets, "The number of sets"),
        (About::Disjoint, "The largest number of disjoint sets"),
    ]))]
    pub(crate) distribution: Option<About>,

    /// Count the set-free hands, and the complete ones, up to symmetry
    #[arg(long)]
    pub(crate) classes: bool,

    /// With --classes or --distribution sets, list the classes: for each a hand with its symmetries
    #[arg(long, conflicts_with_all = ["given", "second_round", "plot"])]
    pub(crate) list: bool,

    /// Assume that M of the cards hold no set, such as 9, or "9 of them hold none"
    #[arg(long, value_name = "M", value_parser = known)]
    pub(crate) given: Option<usize>,

    /// Give the odds after the first set was taken and three cards were dealt (v = 3)
    #[arg(long)]
    pub(crate) second_round: bool,

    /// The number of random hands if exact numbers are out of reach; 0 disables sampling
    #[arg(long, value_name = "N", default_value_t = Request::SAMPLES.into(), value_parser = quantity::number::<u64>)]
    pub(crate) samples: u64,

    /// The random seed of sampled hands [default: a new one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = quantity::number::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    /// Memory limit for classes, such as 500MB or 2GB
    #[arg(long, value_name = "SIZE", default_value = "64MiB", value_parser = quantity::size)]
    pub(crate) memory: usize,

    /// Plot the probabilities, or the classes with --classes, to this .svg file
    #[arg(long, value_name = "FILE", value_parser = file_of(&["svg"]))]
    pub(crate) plot: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) shared: Shared,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: ClassFormat,
}

/// A number of cards that are known to hold no set.
fn known(condition: &str) -> Result<usize, String> {
    let known = condition.strip_suffix(" of them hold none").unwrap_or(condition);
    let known = quantity::number(known.trim());
    known.map_err(|_| "it takes a number of cards such as 9, or \"9 of them hold none\"".into())
}

impl Command for Odds {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        if self.list {
            let classes = classes_asked(self)?;
            return classes::run(&classes, &self.shared, self.format, printer);
        }
        let format = classes::plain(self.format)?;
        let request = request(self)?;
        let Shared { output, overwrite, parts, .. } = &self.shared;
        if let Some(plot) = &self.plot {
            check_apart(plot, output.iter().chain(&parts.checkpoint).map(|path| &**path))?;
            overwrite.check(plot)?;
        }
        let draw = |answer: &OddsTable| match &self.plot {
            Some(plot) => overwrite.draw(plot, &print::chart(answer)),
            None => Ok(()),
        };
        if self.shared.are_asked() {
            return self.shared.run(&request, self.timeout, format, printer, draw);
        }
        let answer = ask(&request)?;
        let manner = Manner { look: format.into(), lines: Vec::new() };
        request.print(&answer, manner, printer)?;
        if let (Format::Json | Format::Csv, Some(stopped)) = (format, stopped(&answer, &request)) {
            say!("stopped: {stopped}");
        }
        printer.finish()?;
        draw(&answer)?;
        Ok(answer.status())
    }

    fn estimate(&self) -> Result<Option<Estimating>> {
        let format = classes::plain(self.format)?;
        if self.list {
            return self.shared.estimating(classes_asked(self)?, self.timeout, format);
        }
        self.shared.estimating(request(self)?, self.timeout, format)
    }
}

impl Printed for Request {
    fn print(&self, answer: &OddsTable, manner: Manner, printer: &mut Printer) -> Result<()> {
        manner.show::<Self>(answer, &print::COLUMNS, &answer.lines, printer, |printer| {
            print::text(answer, self, printer)
        })
    }
}

fn request(arguments: &Odds) -> Result<Request> {
    let about = match arguments {
        Odds { distribution: Some(about), .. } => *about,
        Odds { given: Some(known), .. } => About::Given(*known),
        Odds { classes: true, .. } => About::Classes,
        Odds { second_round: true, .. } => About::SecondRound,
        _ => About::Hands,
    };
    Ok(Request {
        deck: input::deck(arguments.deck)?,
        about,
        size: arguments.cards,
        samples: arguments.samples.into(),
        seed: arguments.seed.map(Into::into),
        threads: arguments.shared.threads,
        timeout: arguments.timeout,
        memory: Some(arguments.memory),
    })
}

/// The classes that are listed.
fn classes_asked(arguments: &Odds) -> Result<Classes> {
    let deck = input::deck(arguments.deck)?;
    let (among, size) = match arguments {
        Odds { classes: true, cards, .. } => (Among::Free, *cards),
        Odds { distribution: Some(About::Sets), cards, .. } => {
            (Among::Any, Some(cards.unwrap_or_else(|| Request::cards(deck))))
        }
        _ => bail!("--list lists classes: add --classes or --distribution sets"),
    };
    Ok(Classes {
        deck,
        among,
        size,
        threads: arguments.shared.threads,
        timeout: arguments.timeout,
        memory: Some(arguments.memory),
        ..Classes::default()
    })
}

/// Why exact numbers are out of reach, if they are.
fn reach(answer: &OddsTable, asked: &Request) -> Option<String> {
    let reason = answer.out_of_reach.as_ref().or(answer.ending.reason.as_ref())?;
    let why = match reason.code {
        Code::Memory => {
            let memory = asked.memory.unwrap_or(Request::MEMORY);
            format!("more classes than fit into --memory {}", quantity::shown(memory))
        }
        _ => reason.message.clone(),
    };
    Some(match answer.exact_up_to {
        Some(cards) => format!("exact up to {}: {why}", counted(cards, "card")),
        None => why,
    })
}

/// Why the work was stopped, and how to sample hands instead, if that can help.
fn stopped(answer: &OddsTable, asked: &Request) -> Option<String> {
    // What a part lacks is said elsewhere.
    let reason = answer.ending.reason.as_ref().filter(|it| it.code != Code::Unfinished)?;
    if answer.out_of_reach.is_some() {
        return Some(reason.message.clone());
    }
    let ended = matches!(reason.code, Code::Deadline | Code::Interrupted);
    let can_sample = matches!(answer.about, About::Hands | About::Sets | About::Disjoint) && !ended;
    let remedy = match (can_sample, asked.samples == Whole::default()) {
        (true, true) => "; --samples N samples hands instead",
        (true, false) => "; -n K samples hands of K cards",
        (false, _) => "",
    };
    Some(reach(answer, asked)? + remedy)
}
