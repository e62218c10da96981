//! `tercet pack`: the most disjoint sets of a board, the fewest that meet all, and the ways to split it
//! into sets.

use tercet_app::{
    BoardAnswer, Code, FewestPacked, Pack as Request, PackFewest, PackProof, Packed, Packer,
    PackingOfBoard, Partitioned, Partitions, Reason, Verdict, Whole,
};

use super::parts::{Estimating, InParts, Manner, Parts, Printed};
use crate::arguments::Many;
use crate::choice::described;
use crate::many::{Boards, Row, boards};
use crate::new_file::check_apart;
use crate::output::notation_shown;
use crate::picture::{Shown, ask_for_sets, notation_of, show_sets};
use crate::prelude::*;
use crate::table::short;

/// Find a maximum number of disjoint sets.
///
/// Exit status: 0 found, 1 no set, 2 invalid input or failure, 3 stopped by a limit, with the best
/// result so far.
///
/// Examples:
/// `tercet deal -n 60 | tercet pack`
/// `tercet deal -n 12 | tercet pack --fewest`
/// `tercet deal -p 3 -n 27 | tercet pack --partitions`
/// `tercet deal -n 81 | tercet pack --partitions --samples 1000`
#[derive(Debug, Args)]
pub(crate) struct Pack {
    #[command(flatten)]
    pub(crate) source: Source,

    /// Find the fewest disjoint sets that meet all sets of the board instead
    #[arg(long, conflicts_with_all = ["method", "partitions"])]
    pub(crate) fewest: bool,

    /// Count the ways to split all cards into disjoint sets instead
    #[arg(long, conflicts_with_all = ["method", "notation"])]
    pub(crate) partitions: bool,

    /// Estimate the number of partitions by N random descents, at least 100
    #[arg(long, value_name = "N", requires = "partitions", value_parser = quantity::at_least_one::<u64>)]
    pub(crate) samples: Option<u64>,

    /// The random seed of the descents [default: a new one, which is printed]
    #[arg(long, value_name = "SEED", requires = "samples", value_parser = quantity::number::<u64>)]
    pub(crate) seed: Option<u64>,

    /// The method
    #[arg(short, long, value_name = "NAME", default_value = "branch", value_parser = described([
        (Packer::Branch, "Tercet's own branch and bound"),
        (Packer::Ip, "Integer program for set packing, by branch and bound"),
        #[cfg(feature = "highs")]
        (Packer::IpHighs, "The same integer program, solved by HiGHS"),
        (Packer::Greedy, "Each set that is disjoint from those taken before, in layout order"),
    ]))]
    pub(crate) method: Packer,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    /// Memory limit, such as 500MB or 2GB [default: 1GiB]
    #[arg(long, value_name = "SIZE", value_parser = quantity::size)]
    pub(crate) memory: Option<usize>,

    /// Maximum number of threads, for the same answer [default: 1; for parts one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) parts: Parts,

    #[command(flatten)]
    pub(crate) many: Many,

    #[command(flatten)]
    pub(crate) look: Look,
}

impl Command for Pack {
    fn estimate(&self) -> Result<Option<Estimating>> {
        let question = self.parted()?;
        let has_output = self.many.output.is_some() || self.threads.is_some();
        self.parts.estimating(question, has_output, self.timeout, self.look.format)
    }

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let Pack { memory, timeout, look, threads, .. } = *self;
        if self.parts.are_asked() || threads.is_some() {
            let question = self.parted()?;
            // The output is that of a part.
            let Many { output, overwrite, .. } = self.many.clone();
            for file in output.iter().chain(&self.parts.checkpoint) {
                check_apart(file, self.source.path())?;
            }
            let in_parts = InParts { output, overwrite, threads, parts: self.parts.clone() };
            return in_parts.run(&question, timeout, look, printer, |_| Ok(()));
        }
        let boards = boards(&self.source, &self.many, look, timeout)?;
        let notation = notation_of(&boards, look)?;
        let question = Request { notation, ..self.question() };
        if self.partitions {
            let (samples, seed) = (self.samples, self.seed.map(Into::into));
            let ways = Partitions { samples, seed, memory, timeout, ..Partitions::default() };
            count_partitions(boards, &ways, look.format, printer)
        } else if self.fewest {
            let search = question.search;
            let question = PackFewest { search, notation, ..PackFewest::default() };
            ask_for_sets(boards, question, look, printer, |answer| {
                timed(answer.sentence(), "", answer.time.seconds.0)
            })
        } else {
            ask_for_sets(boards, question, look, printer, summary)
        }
    }
}

impl Pack {
    fn question(&self) -> Request {
        let Pack { method: packer, memory, timeout, .. } = *self;
        let search = tercet_app::Search { memory, timeout, ..Default::default() };
        Request { packer, search, ..Request::default() }
    }

    /// The question about one board, which has parts.
    fn parted(&self) -> Result<Request> {
        if self.fewest || self.partitions {
            bail!("--fewest and --partitions have no parts and no threads");
        }
        match boards(&self.source, &Many::default(), self.look, self.timeout)? {
            Boards::One(named) => {
                // A notation that does not suit the deck is refused before the work.
                notation_shown(self.look, named.board.deck())?;
                Ok(Request { board: named.into(), ..self.question() })
            }
            Boards::Many(_) => {
                bail!("--part, --checkpoint and --threads are for one board: name it with --board")
            }
        }
    }
}

impl Printed for Request {
    fn print(&self, answer: &PackingOfBoard, manner: Manner, printer: &mut Printer) -> Result<()> {
        let (named, look) = (self.board.board()?, manner.look);
        show_sets::<Request>(&named, look, answer, answer.sets(), true, printer, |printer| {
            printer.paragraph(&summary(answer))?;
            printer.lines(manner.lines)
        })
        .map(drop)
    }
}

impl Row for PackingOfBoard {
    const COLUMNS: &'static str = "size | answer | count | bound | sets";

    fn sentence(&self) -> String {
        let Packed { sets, bound, proved, .. } = &self.found;
        let is_none = sets.is_empty();
        let sets = counted(sets.len(), "disjoint set");
        match &self.ending.reason {
            Some(reason) => {
                format!("stopped: {} with {sets}; there are at most {bound}", reason.message)
            }
            None if is_none => "no set".into(),
            None if *proved => format!("{sets}, which is the maximum"),
            None => format!("{sets}; there are at most {bound}"),
        }
    }

    fn sets(&self) -> (&[Vec<String>], &[Vec<usize>]) {
        (&self.found.sets, &self.found.positions)
    }
}

/// The answer in a sentence, with the method and its time.
fn summary(answer: &PackingOfBoard) -> String {
    let Packed { sets, proof, .. } = &answer.found;
    let proof = match proof.as_ref().filter(|_| !sets.is_empty()) {
        None => String::new(),
        Some(PackProof::Cards) => ", proved by the number of cards".into(),
        Some(PackProof::Search) => ", proved by search".into(),
        Some(PackProof::Weights { board, parts }) => {
            let weigh = |card: &usize| parts.iter().flatten().any(|weights| weights.of[*card] > 0);
            match (0..board.len()).filter(weigh).count() {
                0 => ", proved by the numbers of sets of each kind".into(),
                cards => format!(", proved by weights of {}", counted(cards, "card")),
            }
        }
    };
    timed(answer.sentence() + &proof, answer.ending.by.method.name(), answer.time.seconds.0)
}

impl Row for BoardAnswer<FewestPacked> {
    const COLUMNS: &'static str = "size | answer | count | bound | sets";

    fn sentence(&self) -> String {
        let FewestPacked { sets, bound, .. } = &self.found;
        let is_none = sets.is_empty();
        let sets = match sets.len() {
            1 => "1 set meets all others".into(),
            sets => format!("{sets} disjoint sets meet all others"),
        };
        match &self.ending.reason {
            Some(reason) if is_none => {
                format!("stopped: {} before all sets were listed", reason.message)
            }
            Some(reason) => {
                format!("stopped: {}: {sets}; at least {bound} are needed", reason.message)
            }
            None if is_none => "no set".into(),
            None => format!("{sets}, which is the minimum"),
        }
    }

    fn sets(&self) -> (&[Vec<String>], &[Vec<usize>]) {
        (&self.found.sets, &self.found.positions)
    }
}

/// Counts the ways to split one board into sets, or each of many boards.
fn count_partitions(
    boards: Boards<'_>,
    ways: &Partitions,
    format: Format,
    printer: &mut Printer,
) -> Result<Outcome> {
    let named = match boards {
        Boards::One(named) => named,
        Boards::Many(asking) => return asking.ask(ways, printer),
    };
    let answer = ask(&Partitions { board: named.clone().into(), ..ways.clone() })?;
    let columns = "partitions=count | estimate | low | high | seed";
    let is_known = answer.ending.reason.is_none() || answer.found.estimate.is_some();
    let rows = is_known.then_some(&answer.found);
    printer.show::<Partitions>(format, &answer, columns, rows, |printer| {
        Shown::new(&named, format.into())?.print_name(printer)?;
        printer.line(timed(answer.sentence(), "", answer.time.seconds.0))
    })
}

impl Row for BoardAnswer<Partitioned> {
    const COLUMNS: &'static str = "size | answer | count | estimate | low | high | seed";
    const YES: &'static str = "with a split into sets";
    const NO: &'static str = "without one";

    fn sentence(&self) -> String {
        let Partitioned { count, estimate, low, high, seed } = &self.found;
        let text = |number: &Whole| short(&number.to_string(), 4);
        let interval = low.as_ref().zip(high.as_ref()).map_or_else(String::new, |(low, high)| {
            format!(", 95 % interval {} to {}", text(low), text(high))
        });
        let splits = match (count, estimate, seed) {
            (_, Some(number), Some(seed)) => {
                Some(format!("about {} splits into sets{interval}, --seed {seed}", text(number)))
            }
            (count, ..) => count.as_ref().map(|it| format!("{} into sets", counted(it, "split"))),
        };
        match (&self.ending.reason, splits) {
            (Some(Reason { message, .. }), Some(splits)) => {
                format!("stopped: {message}; until then {splits}")
            }
            (Some(Reason { code: Code::Deadline, message }), None) if seed.is_none() => {
                format!("stopped: {message}: --samples N estimates the number of splits")
            }
            (Some(Reason { message, .. }), None) => {
                format!("stopped: {message} before the number of splits was known")
            }
            (None, Some(splits)) if self.ending.answer == Verdict::Found => splits,
            (None, _) => "no split into sets".into(),
        }
    }
}
