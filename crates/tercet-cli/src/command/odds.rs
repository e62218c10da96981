//! `tercet odds`: how many hands hold a set, or a given number of sets. As a chart, odds are a line over the
//! number of cards, or marks for a distribution.

use clap::ArgGroup;
use num_traits::ToPrimitive;
use tercet::data::csv;
use tercet::odds::decimal;
use tercet_app::{
    About, Among, Answered, Classes, Code, Figure, Fraction, Odds as Request, OddsLine, OddsTable,
    SampledOdds, Whole,
};
use tercet_plot::{self as plot, Axis, Chart, Point, Scale, Series};

use crate::choice::{described, file_of};
use crate::command::classes;
use crate::command::parts::{Estimating, InParts, Manner, Printed};
use crate::output::{DIM, styled, width, wrapped};
use crate::prelude::*;
use crate::table::{TextTable, short};

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
/// Moments are exact for hands of any size if the distributions of hands of up to v·K cards, from
/// which they follow, are within reach. Each has the 'sum' of a 'power' over all hands, and its
/// 'mean'.
///
/// With --list, each class of hands is listed by its canonical form, with the order and generators
/// of its stabiliser and the number of its hands. A generator is written as the values of the image
/// of the card (x1, x2, ...): sums modulo 3 for v = 3, else values with their images in brackets.
/// JSON also gives it as cycles of the cards, numbered from 0 in ascending order.
///
/// Examples:
/// `tercet odds`
/// `tercet odds --distribution sets`
/// `tercet odds -n 12 --given 9`
/// `tercet odds -n 12 --moments 4`
/// `tercet odds --by-differences`
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("about").args(["distribution", "classes", "given", "second_round", "moments", "by_differences"]))]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct Odds {
    #[command(flatten)]
    pub(crate) deck: DeckOptions,

    /// The number of cards in a hand [default: all numbers; for --distribution, --moments and
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
    #[arg(long, conflicts_with_all = ["given", "second_round", "moments", "by_differences", "plot"])]
    pub(crate) list: bool,

    /// Assume that M of the cards hold no set
    #[arg(long, value_name = "M", value_parser = quantity::number::<usize>)]
    pub(crate) given: Option<usize>,

    /// Give the odds after the first set was taken and three cards were dealt (v = 3)
    #[arg(long)]
    pub(crate) second_round: bool,

    /// Sum the powers of the number of sets, up to the power K, over all hands
    #[arg(long, value_name = "K", conflicts_with = "plot", value_parser = quantity::at_least_one::<usize>)]
    pub(crate) moments: Option<usize>,

    /// Count the sets of the whole deck by the number of properties in which their cards differ
    #[arg(long, conflicts_with_all = ["cards", "plot"])]
    pub(crate) by_differences: bool,

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

    /// Plot the probabilities to this .svg file
    #[arg(long, conflicts_with = "classes", value_name = "FILE", value_parser = file_of(&["svg"]))]
    pub(crate) plot: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) shared: InParts,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

impl Command for Odds {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        if self.list {
            let classes = classes_asked(self)?;
            return classes::run(&classes, &self.shared, self.format, printer);
        }
        let (format, request) = (self.format, request(self)?);
        let (shared, plot) = (&self.shared, self.plot.as_ref());
        shared.check_plot(plot)?;
        let draw = |answer: &OddsTable| shared.draw(plot, || chart(answer));
        if shared.are_asked() {
            return shared.run(&request, self.timeout, format, printer, draw);
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
        if self.list {
            return self.shared.estimating(classes_asked(self)?, self.timeout, self.format);
        }
        self.shared.estimating(request(self)?, self.timeout, self.format)
    }
}

impl Printed for Request {
    fn print(&self, answer: &OddsTable, manner: Manner, printer: &mut Printer) -> Result<()> {
        let columns = match answer.about {
            About::Moments(_) => "kind | size | power | sum | mean",
            About::Differences => "kind | differing | count | hands | probability",
            _ => COLUMNS,
        };
        manner.show::<Self>(answer, columns, &answer.lines, printer, |printer| {
            text(answer, self, printer)
        })
    }
}

fn request(arguments: &Odds) -> Result<Request> {
    let about = match arguments {
        Odds { distribution: Some(about), .. } => *about,
        Odds { given: Some(known), .. } => About::Given(*known),
        Odds { classes: true, .. } => About::Classes,
        Odds { second_round: true, .. } => About::SecondRound,
        Odds { moments: Some(most), .. } => About::Moments(*most),
        Odds { by_differences: true, .. } => About::Differences,
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
    let why = classes::why(reason, asked.memory.unwrap_or(Request::MEMORY));
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

const SHORTENED: &str = "long numbers are shortened: --format csv has all of their digits";

const COLUMNS: &str = "kind | size | set_count | count | hands | probability | odds | low | high | \
                       without_set/classes | without_set/complete | without_set/complete_classes";

/// The title of the lines.
fn title(answer: &OddsTable) -> String {
    let deck = answer.deck;
    let cards = answer.size.map(|cards| counted(cards, "card")).unwrap_or_default();
    match answer.about {
        About::Hands => format!("a set in k cards of {deck}"),
        About::Given(known) => {
            format!("a set in k cards of {deck}, given that {known} of them hold none")
        }
        About::Classes => format!("hands of {deck} without a set, up to symmetry"),
        About::Sets => format!("the number of sets in {cards} of {deck}"),
        About::Disjoint => format!("the largest number of disjoint sets in {cards} of {deck}"),
        About::SecondRound => {
            format!("a set in the second layout of a game of {deck} with {cards}")
        }
        About::Moments(_) => {
            format!("the powers of the number of sets, over all hands of {cards} of {deck}")
        }
        About::Differences => format!("the sets of {deck} by the properties that differ"),
    }
}

fn text(answer: &OddsTable, asked: &Request, printer: &mut Printer) -> Result<()> {
    let about = answer.about;
    printer.paragraph(&title(answer))?;
    let by_sets = about.is_distribution();
    let columns = match about {
        About::Classes => {
            "k=size | classes=without_set/classes | without a set=without_set/hands | \
             complete=without_set/complete | their classes=without_set/complete_classes"
        }
        About::Sets | About::Disjoint => "sets=set_count | hands=count | probability",
        About::Hands => "k=size | hands | with a set=count | probability | odds",
        About::Given(_) | About::SecondRound => "k=size | probability | odds",
        About::Moments(_) => "power | sum | mean",
        About::Differences => "differing | sets=count | probability",
    };
    let headings: Vec<&str> = csv::headings(columns).collect();
    let flush = headings.len() - 1;
    let mut exact = TextTable { flush, ..TextTable::new("", headings.iter().copied()) };
    let odds = if by_sets { None } else { Some("odds") };
    let sampled = [headings[0], "probability", "from", "to"].into_iter().chain(odds);
    let mut sampled = TextTable::new("", sampled);
    let mut is_shortened = false;
    for line in &answer.lines {
        let mut cells = csv::cells(columns, line)?;
        match &line.figure {
            Figure::Exact(_) | Figure::Moment { .. } => {
                for (cell, heading) in cells.iter_mut().zip(&headings) {
                    match (*heading, &line.figure) {
                        ("mean", Figure::Moment { mean: Fraction(mean), .. }) => {
                            *cell = decimal(mean.numer(), mean.denom(), 6);
                        }
                        ("odds", _) if cell.is_empty() => *cell = "certain".into(),
                        ("odds", _) => *cell = short(cell, 8),
                        _ if cell.len() > MOST_DIGITS => {
                            (*cell, is_shortened) = (short(cell, 8), true);
                        }
                        _ => {}
                    }
                }
                exact.row(0.0, cells);
            }
            Figure::Sampled(SampledOdds { probability, odds, low, high }) => {
                let rounded = |number: &str, decimals: usize| {
                    let number: f64 = number.parse().unwrap_or(f64::NAN);
                    format!("{number:.decimals$}")
                };
                let (low, high) = (format!("{low:.5}"), format!("{high:.5}"));
                let odds = odds.as_ref().map_or_else(String::new, |odds| rounded(odds, 3));
                let odds = (!by_sets).then_some(odds);
                let cells = [cells.swap_remove(0), rounded(probability, 5), low, high];
                sampled.row(0.0, cells.into_iter().chain(odds));
            }
        }
    }
    exact.print(printer)?;
    if is_shortened {
        printer.lines(styled(DIM, wrapped(SHORTENED, 0, width())))?;
    }
    notes(answer, printer)?;
    if answer.out_of_reach.is_some() {
        printer.paragraph(&reach(answer, asked).unwrap_or_default())?;
    }
    if let Some(dealt) = &answer.sampled {
        let hands = counted(&dealt.hands, "hand");
        let each = if answer.size.is_none() { " each" } else { "" };
        let seed = &dealt.seed;
        printer.paragraph(&format!("sampled: {hands}{each}, starting at --seed {seed}"))?;
        sampled.print(printer)?;
        writeln!(printer, "{DIM}from, to: the 95 % confidence interval{DIM:#}")?;
    }
    if let Some(stopped) = stopped(answer, asked) {
        printer.paragraph(&format!("stopped: {stopped}"))?;
    }
    Ok(())
}

/// Further results, below the lines.
fn notes(answer: &OddsTable, printer: &mut Printer) -> Result<()> {
    const MOST_LETTERS: usize = 32;
    let text = |Fraction(exact): &Fraction| {
        let value = decimal(exact.numer(), exact.denom(), 6);
        match exact.to_string() {
            whole if exact.is_integer() => whole,
            fraction if fraction.len() <= MOST_LETTERS => format!("{fraction} = {value}"),
            _ => value,
        }
    };
    if let (About::SecondRound, [OddsLine { figure: Figure::Exact(exact), .. }]) =
        (answer.about, &answer.lines[..])
    {
        let Fraction(with) = &exact.fraction;
        let without = with.denom() - with.numer();
        printer.paragraph(&format!("exactly {without}/{} without a set", with.denom()))?;
    }
    for (name, exact) in [("expected sets", &answer.mean), ("their variance", &answer.variance)] {
        if let Some(exact) = exact {
            printer.paragraph(&format!("{name}: {}", text(exact)))?;
        }
    }
    Ok(())
}

/// The most digits of an integer in text: two lines of a typical terminal.
const MOST_DIGITS: usize = 160;

/// The probabilities.
fn chart(answer: &OddsTable) -> Chart {
    // A line needs two points.
    let is_marks = answer.about.is_distribution() || answer.lines.len() == 1;
    let style = if is_marks { plot::Style::Marks } else { plot::Style::Line };
    let series = [("exact", false), ("sampled", true)].map(|(name, is_sampled)| {
        let points = answer.lines.iter().filter_map(|line| {
            let (y, spread) = match &line.figure {
                Figure::Exact(exact) if !is_sampled => (exact.fraction.0.to_f64()?, None),
                Figure::Sampled(SampledOdds { probability, low, high, .. }) if is_sampled => {
                    (probability.parse().ok()?, Some((*low, *high)))
                }
                _ => return None,
            };
            let x = line.set_count.unwrap_or(line.size) as f64;
            Some(Point { x, y, spread, at_least: false })
        });
        Series::new(name, style, points)
    });
    let across = match answer.about {
        About::Sets => "sets in a hand",
        About::Disjoint => "disjoint sets in a hand",
        _ => "cards k",
    };
    let is_exact = series[1].points.is_empty();
    let up = if is_exact { "probability" } else { "probability (spread: the 95 % interval)" };
    let mut title = title(answer);
    title[..1].make_ascii_uppercase();
    Chart {
        title,
        x: Axis::new(across, Scale::Linear),
        y: Axis::new(up, Scale::Linear),
        series: series.into_iter().filter(|series| !series.points.is_empty()).collect(),
    }
}
