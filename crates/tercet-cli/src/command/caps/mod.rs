//! `tercet caps`: hands without a set: the largest ones, and how many caps there are of each size.

mod hand;

use std::iter::repeat;

use tercet::caps::{CAPS, COMPLETE, MOST_CARDS};
use tercet::data::csv;
use tercet::file::lines_of;
use tercet_app::{
    Among, Answered, CapsMax, CapsMaximum, CapsSearched, CapsShow, CapsSized, CapsSizes, Classes,
    Code,
};

use super::classes;
use super::entry::Entry;
use super::parts::{Estimating, InParts, Manner, Printed};
use crate::output::{board_file, notation};
use crate::prelude::*;
use crate::table::TextTable;

/// Verify, extend and count set-free hands (caps).
///
/// Example: `tercet caps max -p 5`
#[derive(Debug, Args)]
struct Caps;

/// The commands about caps.
pub(super) const COMMANDS: Entry = Entry::group::<Caps>(
    "caps",
    &[
        Entry::of::<hand::Verify>("verify"),
        Entry::of::<hand::Complete>("complete"),
        Entry::of::<hand::Extend>("extend"),
        Entry::of::<Max>("max"),
        Entry::of::<hand::Canonical>("canonical"),
        Entry::of::<Show>("show"),
        Entry::of::<Sizes>("sizes"),
    ],
);

/// A set-free hand by its name: a cap, where sets are lines.
fn noun(deck: Deck) -> &'static str {
    if deck.values() == 3 { "cap" } else { "set-free hand" }
}

/// Prints an answer, or says why the work was stopped before one.
fn show<Q: Question>(
    look: Look,
    answer: &Q::Answer,
    columns: &str,
    rows: impl IntoIterator<Item = impl serde::Serialize>,
    printer: &mut Printer,
    text: impl FnOnce(&mut Printer) -> Result<()>,
) -> Result<Outcome> {
    if let (Format::Text | Format::Csv, Some(reason)) = (look.format, answer.reason()) {
        say!("stopped: {} before an answer", reason.message);
        return Ok(answer.status());
    }
    printer.show::<Q>(look.format, answer, columns, rows, text)
}

/// Show the size of the largest set-free hand of a deck.
///
/// The maximum is proved by Tercet for decks with one or two values or properties, and for (3,3),
/// (3,4) and (4,3). For caps with p = 5 and 6, and for bounds beyond that, the literature is cited.
/// If there is no built-in proof, a large hand is searched for until --timeout.
///
/// Exit status: 0 the maximum is known, 2 invalid input or failure, 3 only bounds are known.
///
/// Example: `tercet caps max -p 6 --seed 1`
#[derive(Debug, Args)]
pub(crate) struct Max {
    #[command(flatten)]
    pub(crate) deck: DeckOptions,

    /// The random seed of the search [default: a new one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = quantity::number::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Time limit, such as 100ms, 2s or 5m; a search uses all of it [default for a search: 2s]
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    #[command(flatten)]
    pub(crate) look: Look,
}

impl Command for Max {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let deck = input::deck(self.deck)?;
        let answer = ask(&CapsMax {
            deck,
            seed: self.seed.map(Into::into),
            notation: Some(notation(self.look, deck)?),
            timeout: self.timeout,
        })?;
        let sentences = sentences(deck, &answer);
        match self.look.format {
            Format::Text if answer.size.is_some() => {
                board_file(deck, &sentences.join("\n"), &answer.cards, printer)?;
            }
            Format::Text => sentences.iter().try_for_each(|line| printer.line(line))?,
            Format::Json => printer.answer::<CapsMax>(&answer)?,
            Format::Csv => {
                for line in &sentences {
                    say(line);
                }
                printer.table("card=", &answer.cards)?;
            }
        }
        Ok(answer.status())
    }
}

/// What is known, in sentences.
fn sentences(deck: Deck, answer: &CapsMaximum) -> Vec<String> {
    let CapsMaximum { least, least_from, most, most_from, .. } = answer;
    let (noun, time) = (noun(deck), answer.seconds.0);
    let size = answer.size.unwrap_or(0);
    if let Some(proof) = &answer.proof {
        return vec![
            format!("the largest {noun} of {deck} has {}", counted(size, "card")),
            timed(format!("proved here: {proof}"), "", time),
        ];
    }
    let mut sentences = if least == most {
        vec![
            format!("the largest {noun} of {deck} has {most} cards"),
            if least_from == most_from {
                format!("quoted, not proved here: {most_from}")
            } else {
                format!("quoted, not proved here: {least_from}; upper bound: {most_from}")
            },
        ]
    } else {
        let least_now = least.max(&size.into()).clone();
        vec![
            format!("the largest {noun} of {deck} has {least_now} to {most} cards"),
            format!("quoted: at least {least} ({least_from}), at most {most} ({most_from})"),
        ]
    };
    // That only bounds are known has been said.
    let stopped = answer.ending.reason.as_ref().filter(|reason| reason.code != Code::OutOfReach);
    if let Some(CapsSearched { constructed, seed }) = &answer.searched {
        let construction = format!("{size} cards by construction");
        let found = if *constructed < size {
            format!(
                "{size} cards by local search from a construction of {constructed}, --seed {seed}"
            )
        } else if *most == size.into() || stopped.is_some() {
            construction
        } else {
            format!("{construction}; local search found no more, --seed {seed}")
        };
        sentences.push(timed(format!("found now: {found}"), "", time));
    } else if stopped.is_none() {
        let size = deck.size();
        sentences.push(format!(
            "found now: nothing, because {deck} has {size} cards and a search handles {MOST_CARDS}"
        ));
    }
    sentences.extend(stopped.map(|reason| format!("stopped: {}", reason.message)));
    sentences
}

/// Show a large cap, of maximum size if it is known.
///
/// Up to p = 6 no cap is larger. For p = 7 to 12 the maximum is not known, and the largest cap is
/// shown for which a construction is built in; its source is named. For p = 5 there is also a
/// complete cap of 22 points, and one of each size from 28 to 42. Each cap is verified before it is
/// printed. A partition is printed as a file with a board for each of its parts.
///
/// Examples:
/// `tercet caps show 20`
/// `tercet caps show 20 --partition`
#[derive(Debug, Args)]
pub(crate) struct Show {
    #[arg(value_name = "POINTS", value_parser = quantity::number::<usize>, help = format!("The number of points: {}", built_in()), required_unless_present = "properties", conflicts_with = "properties")]
    pub(crate) points: Option<usize>,

    /// The number of properties, from 1 to 12
    #[arg(short = 'p', long, value_name = "P", value_parser = quantity::number::<usize>)]
    pub(crate) properties: Option<usize>,

    /// Divide the 81 points of AG(4,3) into four caps of 20 points and a point
    #[arg(long)]
    pub(crate) partition: bool,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    #[command(flatten)]
    pub(crate) look: Look,
}

/// The sizes of the caps that are built in.
fn built_in() -> String {
    let mut sizes = [&CAPS[..], &COMPLETE].concat();
    sizes.sort_unstable();
    sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

impl Command for Show {
    const STATUS: &str = MADE;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let answer = ask(&CapsShow {
            points: self.points,
            properties: self.properties,
            partition: self.partition,
            notation: self.look.notation,
            timeout: self.timeout,
        })?;
        let (format, cards, partition) = (self.look.format, &answer.cards, &answer.partition);
        if self.partition {
            let pairs = (1..).zip(partition).flat_map(|(part, cards)| repeat(part).zip(cards));
            let columns = "part=0 | card=1";
            return printer.show::<CapsShow>(format, &answer, columns, pairs, |printer| {
                let comment = format!(
                    "a partition of AG(4,3) into four caps of 20 points and a point: {} ({})\n\
                     verified: no three points of a cap are on a line, no point can be added to a \
                     cap, and each of the 81 points is in one part",
                    answer.construction, answer.source
                );
                board_file(answer.deck, &comment, &[], printer)?;
                for (part, cards) in (1..).zip(partition) {
                    writeln!(printer, "\nboard part-{part}")?;
                    printer.raw(lines_of(cards).as_bytes())?;
                }
                Ok(())
            });
        }
        printer.show::<CapsShow>(format, &answer, "card=", cards, |printer| {
            let (points, p) = (answer.size, answer.deck.properties());
            let kind = match (answer.is_maximum, p) {
                (true, _) => format!("the maximum of AG({p},3)"),
                (false, 5) => format!("smaller than the maximum of AG({p},3)"),
                (false, _) => format!("in AG({p},3), of unknown maximum"),
            };
            let source = match (answer.is_maximum, &*answer.source) {
                (true, _) | (_, "") => String::new(),
                (false, source) => format!(" ({source})"),
            };
            let addable = match answer.addable.len() {
                0 => "no point can be added".into(),
                points => format!("{} can be added", counted(points, "point")),
            };
            let comment = format!(
                "a cap of {points} points, {kind}: {}{source}\n\
                 verified: no three points are on a line, and {addable}",
                answer.construction
            );
            board_file(answer.deck, &comment, cards, printer)
        })
    }
}

/// Count the complete caps of each size, or list classes of caps.
///
/// A list is also made for other decks with few hands, for p = 5 and 6 with --cards, and of the
/// complete caps of AG(5,3) with --at-least 41 or more, from the largest down.
///
/// Example: `tercet caps sizes -p 3`
#[derive(Debug, Args)]
pub(crate) struct Sizes {
    #[command(flatten)]
    pub(crate) deck: DeckOptions,

    /// List the classes up to symmetry: for each a cap with its stabiliser
    #[arg(long)]
    pub(crate) list: bool,

    /// List the classes of complete caps only
    #[arg(long, requires = "list")]
    pub(crate) complete: bool,

    /// List the classes of caps of K points only
    #[arg(short = 'n', long, value_name = "K", requires = "list", value_parser = quantity::number::<usize>)]
    pub(crate) cards: Option<usize>,

    /// List the classes of caps of K points and more only
    #[arg(long, value_name = "K", requires = "list", conflicts_with = "cards", value_parser = quantity::number::<usize>)]
    pub(crate) at_least: Option<usize>,

    /// Memory limit for a list, such as 500MB or 2GB
    #[arg(long, value_name = "SIZE", default_value = "64MiB", value_parser = quantity::size)]
    pub(crate) memory: usize,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    #[command(flatten)]
    pub(crate) shared: InParts,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

const COLUMNS: &str = "points | caps | classes | complete | complete_classes";

impl Command for Sizes {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let deck = input::deck(self.deck)?;
        if self.list {
            return classes::run(&self.listed(deck), &self.shared, self.format, printer);
        }
        let format = self.format;
        let request = CapsSizes { deck, threads: self.shared.threads, timeout: self.timeout };
        if self.shared.are_asked() {
            return self.shared.run(&request, self.timeout, format, printer, |_| Ok(()));
        }
        let answer = ask(&request)?;
        let look = Look { format, notation: None };
        show::<CapsSizes>(look, &answer, COLUMNS, &answer.sizes, printer, |printer| {
            print_text(&timed(heading(deck), "", answer.seconds.0), &answer, printer)
        })
    }

    fn estimate(&self) -> Result<Option<Estimating>> {
        let (deck, format) = (input::deck(self.deck)?, self.format);
        if self.list {
            return self.shared.estimating(self.listed(deck), self.timeout, format);
        }
        let request = CapsSizes { deck, ..CapsSizes::default() };
        self.shared.estimating(request, self.timeout, format)
    }
}

impl Sizes {
    /// The classes that are listed.
    fn listed(&self, deck: Deck) -> Classes {
        Classes {
            deck,
            among: if self.complete { Among::Complete } else { Among::Free },
            size: self.cards,
            least_size: self.at_least,
            notation: None,
            threads: self.shared.threads,
            timeout: self.timeout,
            memory: Some(self.memory),
        }
    }
}

fn heading(deck: Deck) -> String {
    format!("the caps of {deck} by size")
}

fn print_text(heading: &str, answer: &CapsSized, printer: &mut Printer) -> Result<()> {
    printer.line(heading)?;
    let headings = csv::headings(COLUMNS).map(|heading| heading.replace('_', " "));
    let mut table = TextTable::new("", headings);
    for size in &answer.sizes {
        table.row(0.0, csv::cells(COLUMNS, size)?);
    }
    table.print(printer)
}

impl Printed for CapsSizes {
    fn print(&self, answer: &CapsSized, manner: Manner, printer: &mut Printer) -> Result<()> {
        manner.show::<Self>(answer, COLUMNS, &answer.sizes, printer, |printer| {
            print_text(&heading(self.deck), answer, printer)
        })
    }
}
