//! `tercet pack`: the most disjoint sets of a board, and the ways to split it into sets.

use tercet::file::NamedBoard;
use tercet_app::{self as app, Packed, Packer, Partitioned, Partitions, Search, Verdict};

use super::find::Find;
use crate::arguments::described;
use crate::command::prelude::*;
use crate::input::Boards;
use crate::many::Asking;
use crate::picture::{print_board, show_sets};

/// Find a maximum number of disjoint sets.
#[derive(Debug, Args)]
#[command(after_long_help = crate::arguments::CARDS, allow_negative_numbers = true)]
pub(crate) struct Pack {
    #[command(flatten)]
    pub(crate) source: Source,

    /// Count the ways to split all cards into disjoint sets instead
    #[arg(long, alias = "count", conflicts_with_all = ["method", "notation"])]
    pub(crate) partitions: bool,

    /// The method
    #[arg(short, long, value_name = "NAME", default_value = "branch", value_parser = described([
        (Packer::Branch, "Tercet's own branch and bound"),
        (Packer::Ip, "Integer program for set packing, by branch and bound"),
        #[cfg(feature = "highs")]
        (Packer::IpHighs, "The same integer program, solved by HiGHS"),
        (Packer::Greedy, "Each set in layout order that is disjoint from those before"),
    ]))]
    pub(crate) method: Packer,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    /// Memory limit, such as 500MB or 2GB [default: 1GiB]
    #[arg(long, value_name = "SIZE", value_parser = quantity::size)]
    pub(crate) memory: Option<usize>,

    #[command(flatten)]
    pub(crate) many: Many,

    #[command(flatten)]
    pub(crate) look: Look,
}

impl Command for Pack {
    const EXAMPLES: &[&str] =
        &["tercet deal -n 60 | tercet pack", "tercet deal -p 3 -n 27 | tercet pack --partitions"];
    const STATUS: &str = "Exit status: 0 found, 1 no set, 2 invalid input or failure, 3 stopped by a limit, \
                      with the best result so far.";

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let (memory, timeout) = (self.memory, self.timeout);
        let named = match input::boards(&self.source, &self.many, self.timeout)? {
            Boards::One(named) => named,
            Boards::Many(stream) => {
                let Pack { many, look, .. } = self;
                let asking = Asking { stream: *stream, many, look: *look, threads: None };
                if self.partitions {
                    let question = Partitions { memory, timeout, ..Partitions::default() };
                    return asking.ask(&question, printer);
                }
                let search = Search { memory, timeout, ..Search::default() };
                let (packer, notation) = (self.method, look.notation);
                let question = app::Pack { packer, search, notation, ..app::Pack::default() };
                return asking.ask(&question, printer);
            }
        };
        if self.partitions {
            let question = Partitions { board: named.clone().into(), memory, timeout };
            let answer = ask(&question)?;
            return print_partitions(&answer, &named, self.look.format, printer);
        }
        let search = Search { memory, timeout, ..Search::default() };
        pack(self.method, search, &named, self.look, printer)
    }
}

/// `tercet find --disjoint`.
pub(crate) fn disjoint(
    arguments: &Find,
    named: &NamedBoard,
    printer: &mut Printer,
) -> Result<Outcome> {
    pack(Packer::Branch, arguments.search.request(), named, arguments.look, printer)
}

fn pack(
    packer: Packer,
    search: Search,
    named: &NamedBoard,
    look: Look,
    printer: &mut Printer,
) -> Result<Outcome> {
    let board = &named.board;
    let notation = notation(look, board.deck())?;
    let question =
        app::Pack { board: named.clone().into(), packer, search, notation: Some(notation) };
    let answer = ask(&question)?;
    let sets = (&*answer.sets, &*answer.positions);
    let outcome = show_sets::<app::Pack>(named, look, &answer, sets, true, printer, |printer| {
        printer.line(summary(&answer))
    })?;
    if look.format == Format::Csv && answer.ending.reason.is_some() {
        say(&sentence(&answer));
    }
    Ok(outcome)
}

/// How many disjoint sets there are, in words.
fn sentence(answer: &Packed) -> String {
    let (sets, bound) = (counted(answer.sets.len(), "disjoint set"), answer.bound);
    match &answer.ending.reason {
        Some(reason) => {
            format!("stopped: {} with {sets}; there are at most {bound}", reason.message)
        }
        None if answer.sets.is_empty() => "no set".into(),
        None if answer.proved => format!("{sets}, which is the maximum"),
        None => format!("{sets}; there are at most {bound}"),
    }
}

/// The answer in a sentence, with the method and its time.
fn summary(answer: &Packed) -> String {
    let greedy = match answer.greedy {
        Some(sets) if answer.ending.reason.is_none() && sets < answer.sets.len() => {
            format!("; {sets} greedily in layout order")
        }
        _ => String::new(),
    };
    let (packer, time) = (answer.method.name(), duration(answer.seconds.0));
    format!("{}{greedy} ({packer}, {time})", sentence(answer))
}

fn print_partitions(
    answer: &Partitioned,
    NamedBoard { name, board }: &NamedBoard,
    format: Format,
    printer: &mut Printer,
) -> Result<Outcome> {
    let stopped =
        answer.ending.reason.as_ref().map(|reason| format!("stopped: {}", reason.message));
    let rows = answer.count.iter();
    let outcome =
        printer.show::<Partitions, _, _>(format, answer, &["partitions="], rows, |printer| {
            let notation = Notation::for_deck(board.deck());
            print_board(board, name.as_deref(), notation, false, printer)?;
            let ways = match (&stopped, answer.ending.answer, &answer.count) {
                (Some(stopped), ..) => format!("{stopped} before all splits were counted"),
                (None, Verdict::Found, Some(count)) if count.to_string() != "1" => {
                    format!("{count} splits into sets")
                }
                (None, Verdict::Found, _) => "1 split into sets".into(),
                (None, ..) => "no split into sets".into(),
            };
            printer.line(format_args!("{ways} ({})", duration(answer.seconds.0)))
        })?;
    if let (Format::Csv, Some(stopped)) = (format, &stopped) {
        say(stopped);
    }
    Ok(outcome)
}
