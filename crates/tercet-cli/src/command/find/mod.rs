//! `tercet find`: the sets of a board.

mod face_down;
mod sets;

use tercet::Method;
use tercet::file::NamedBoard;
use tercet_app::run::{Sealed, Sum, side_file};
use tercet_app::{
    Answered, BoardAnswer, Count, Find as FindOne, List, Prove, Proven, SetsOfBoard, Verdict,
};

use self::sets::{all, list, proven, summary};
use super::merge::Merge;
use super::parts::{Estimating, InParts, Manner, Parts, Printed, print_search};
use crate::arguments::{Many, SearchOptions};
use crate::many::{Asking, Boards, Row, boards, boards_or_face_down};
use crate::new_file::{check_apart, check_proof};
use crate::output::{notation_asked, say_failures};
use crate::picture::{Shown, show_sets};
use crate::prelude::*;
use crate::work::{work, write_in};

/// Find the sets of a board.
///
/// One card may be '?' or 'back': it lies face down. Then the answer says which cards it may be, and
/// which one it is if it is among the last cards of a deck.
///
/// Examples:
/// `tercet find 2RhO 1GsD 3PsS 2GhO 2PhO`
/// `tercet find --all -i boards/photographed.txt --board table-03`
/// `tercet deal -v 4 -p 3 | tercet find --count --by-differences`
/// `tercet find --proof board.proof -i board.txt`
/// `tercet find 2RhO 1GsD ? 3PsS 2GhO`
/// `tercet find --part 1/100 -o 1.json -i board.txt`
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct Find {
    #[command(flatten)]
    pub(crate) source: Source,

    /// List all sets, in layout order
    #[arg(long)]
    pub(crate) all: bool,

    /// Count the sets without listing them
    #[arg(long, conflicts_with_all = ["all", "limit"])]
    pub(crate) count: bool,

    /// Count the sets by the number of properties in which their cards differ
    #[arg(long, requires = "count", conflicts_with = "proof")]
    pub(crate) by_differences: bool,

    /// List only the first N sets, in layout order
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) limit: Option<NonZeroUsize>,

    /// Write a proof into this file if there is no set; 'tercet verify --proof' checks it. With --part,
    /// the steps of the proof go into the file OUTPUT.steps, and no file is needed
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-", conflicts_with_all = ["all", "count", "limit", "memory", "symmetry", "smt_solver"])]
    pub(crate) proof: Option<PathBuf>,

    /// Write a proof that 'tercet proof' can write as LRAT. On structured boards the search
    /// can take very long
    #[arg(long, requires = "proof")]
    pub(crate) clauses: bool,

    #[command(flatten)]
    pub(crate) search: SearchOptions,

    #[command(flatten)]
    pub(crate) many: Many,

    #[command(flatten)]
    pub(crate) parts: Parts,

    #[command(flatten)]
    pub(crate) look: Look,
}

impl Command for Find {
    const STATUS: &str = FOUND;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let (is_part, alone) = (self.parts.are_asked(), Many::default());
        let (is_proof, Many { output, skip, .. }) = (self.proof.is_some(), &self.many);
        if is_proof && !is_part && (output.is_some() || skip.is_some()) {
            bail!(
                "--skip and --output are for several boards, and a proof is of one: leave them out"
            );
        }
        // With parts, the output is that of a part.
        let many = if is_part { &alone } else { &self.many };
        let (boards, is_face_down) =
            boards_or_face_down(&self.source, many, self.look, self.search.timeout)?;
        match boards {
            Boards::One(named) if is_face_down => {
                if is_part || is_proof || self.all || self.count || self.limit.is_some() {
                    bail!(
                        "a card lies face down: leave out all but --format, --notation and --timeout"
                    );
                }
                face_down::show(&named, self.look, self.search.timeout, printer)
            }
            Boards::One(named) if is_part => self.part(&named, printer),
            Boards::One(named) => self.one(&named, printer),
            Boards::Many(_) if is_part || is_proof => bail!("{ONE}"),
            Boards::Many(mut asking) => {
                asking.boards.threads = self.search.threads;
                self.many(*asking, printer)
            }
        }
    }

    fn estimate(&self) -> Result<Option<Estimating>> {
        let Find { parts, search, look, many, .. } = self;
        let alone = Many::default();
        let boards = boards(&self.source, &alone, *look, search.timeout)?;
        let Boards::One(named) = boards else { bail!("{ONE}") };
        let question = self.parted(&named)?;
        parts.estimating(question, many.output.is_some(), search.timeout, look.format)
    }
}

const ONE: &str =
    "a proof, parts, checkpoints and estimates are of one board: name it with --board";

/// The method that writes proofs.
const METHOD: &str = Method::COVER.name;

impl Find {
    /// Answers the question about each board of a stream.
    fn many(&self, asking: Asking, printer: &mut Printer) -> Result<Outcome> {
        let Find { limit: first, look: Look { notation, .. }, .. } = *self;
        let (search, by_differences) = (self.search.request(), self.by_differences);
        if self.count {
            asking.ask(&Count { by_differences, search, ..Count::default() }, printer)
        } else if self.all || first.is_some() {
            asking.ask(&List { first, search, notation, ..List::default() }, printer)
        } else {
            asking.ask(&FindOne { search, notation, ..FindOne::default() }, printer)
        }
    }

    /// Answers the question about one board.
    fn one(&self, named: &NamedBoard, printer: &mut Printer) -> Result<Outcome> {
        if let Some(path) = &self.proof {
            return self.prove_one(path, named, printer);
        }
        let Find { look, limit: first, .. } = *self;
        let search = self.search.request();
        let (notation, shown) = (notation_asked(named, look)?, Shown::new(named, look)?);
        let board = named.clone().into();
        let answer = if self.count {
            let answer = ask(&Count { board, by_differences: self.by_differences, search })?;
            let (columns, counts) = if self.by_differences {
                ("differing=0 | count=1", &*answer.found.by_differences)
            } else {
                ("count=1", answer.found.count.as_slice())
            };
            let rows = counts.iter().enumerate();
            printer.show::<Count>(look.format, &answer, columns, rows, |printer| {
                shown.print_name(printer)?;
                printer.line(summary(&answer, &all(&answer)))
            })?;
            answer
        } else if self.all || first.is_some() {
            let question = List { board, first, search, notation };
            list(&question, shown, look.format, printer)?
        } else {
            let mut answer = ask(&FindOne { board, search, notation })?;
            answer.found.cards = shown.writer.write_all(named.board.cards());
            show_sets::<FindOne>(named, look, &answer, answer.sets(), false, printer, |printer| {
                printer.line(summary(&answer, &answer.sentence()))
            })?;
            answer
        };
        say_failures(&answer.ending.by);
        Ok(answer.ending.status())
    }

    /// The question that has parts.
    fn parted(&self, named: &NamedBoard) -> Result<FindOne> {
        if self.all || self.count || self.limit.is_some() {
            bail!(
                "a list and a count have no parts, and no estimates: leave out --all, --count and --limit"
            );
        }
        let search = self.search.request();
        Ok(FindOne { board: named.clone().into(), search, ..FindOne::default() })
    }

    /// Searches a part of a board, or the whole with a checkpoint.
    fn part(&self, named: &NamedBoard, printer: &mut Printer) -> Result<Outcome> {
        let Find { search, parts, many: Many { output, overwrite, .. }, .. } = self;
        let question = self.parted(named)?;
        for file in output.iter().chain(&parts.checkpoint) {
            check_apart(file, self.source.path())?;
            check_apart(&side_file(file), self.source.path())?;
        }
        let (output, parts) = (output.clone(), parts.clone());
        let in_parts = InParts { output, overwrite: *overwrite, threads: search.threads, parts };
        match &self.proof {
            Some(path) => self.prove_part(path, &in_parts, named, printer),
            None => in_parts.run(&question, search.timeout, self.look, printer, |_| Ok(())),
        }
    }

    /// Refuses options that proofs do not support.
    fn check_proof(&self, path: &Path) -> Result<()> {
        if let Some(method) = self.search.method.as_deref().filter(|&method| method != METHOD) {
            bail!("the method {METHOD} writes proofs, not {method}: leave out --method");
        }
        check_proof(path, "--proof")?;
        check_apart(path, self.source.path())
    }

    /// The question for a set or a proof.
    fn prove(&self, named: &NamedBoard, notation: Option<Notation>) -> Prove {
        let board = named.clone().into();
        let (threads, timeout) = (self.search.threads, self.search.timeout);
        let for_clauses = self.clauses;
        Prove { board, threads, timeout, notation, for_clauses, ..Prove::default() }
    }

    /// Finds a set of a board, or writes a proof into a file that the board has no set.
    fn prove_one(&self, path: &Path, named: &NamedBoard, printer: &mut Printer) -> Result<Outcome> {
        self.check_proof(path)?;
        let look = self.look;
        let question = self.prove(named, notation_asked(named, look)?);
        let mut file = self.many.overwrite.begin(path)?;
        let answer = work(|session| write_in(session, &question, &mut file))
            .with_context(|| path.display().to_string())?;
        if answer.ending.answer == Verdict::None {
            file.commit()?;
        }
        let sets = (&*answer.found.sets, &*answer.found.positions);
        show_sets::<Prove>(named, look, &answer, sets, false, printer, |printer| {
            printer.line(timed(proven(&answer), METHOD, answer.time.seconds.0))?;
            let path = path.display();
            match answer.ending.answer {
                Verdict::Found => printer.line("a set proves itself: no proof is written"),
                Verdict::None => printer
                    .paragraph(&format!("it is in {path}: 'tercet verify --proof' checks it")),
                Verdict::Stopped => Ok(()),
            }
        })
    }

    /// Searches a part of a board, or the whole with a checkpoint, and writes down the steps of a proof. That of
    /// the whole is written into a file at the end.
    fn prove_part(
        &self,
        path: &Path,
        in_parts: &InParts,
        named: &NamedBoard,
        printer: &mut Printer,
    ) -> Result<Outcome> {
        let InParts { output, overwrite, parts, .. } = in_parts;
        let is_named = path != Path::new("-");
        if is_named {
            self.check_proof(path)?;
        }
        let is_whole = parts.part.unwrap_or_default().is_whole();
        let file = match (&parts.checkpoint, output) {
            (Some(file), None) => file,
            (None, Some(file)) if file != Path::new("-") => file,
            _ => bail!(
                "the steps of a proof go beside one file: name it with --output or --checkpoint"
            ),
        };
        // Part 1 of 1 is both: without a file, merge writes the proof.
        if is_named != is_whole && (is_named || parts.part.is_none()) {
            let remedy = if is_whole { "name a file after --proof" } else { "merge writes it" };
            bail!("the proof of the whole board is a file, and that of a part is not: {remedy}");
        }
        if is_named {
            check_apart(path, [file.to_owned(), side_file(file)])?;
            overwrite.check(path)?;
        }
        let question = self.prove(named, None);
        in_parts.run(&question, self.search.timeout, self.look, printer, |answer| {
            if !is_named || answer.ending.answer != Verdict::None {
                return Ok(());
            }
            let sealed = Sealed::read(file).map_err(|error| error.of(file))?;
            let sum = Sum::of(vec![(file.display().to_string(), sealed)])?;
            write_merged(&sum, &[file.to_owned()], path, *overwrite).map(drop)
        })
    }
}

impl Printed for FindOne {
    const ENDS_WITH_A_SET: bool = true;

    fn print(&self, answer: &SetsOfBoard, manner: Manner, printer: &mut Printer) -> Result<()> {
        print_search(self, answer, answer.sets(), answer.sentence(), manner, printer)
    }

    fn how(answer: &SetsOfBoard) -> String {
        format!(", by {}, whose search has parts", answer.ending.by.method)
    }
}

impl Printed for Prove {
    const ENDS_WITH_A_SET: bool = true;

    fn print(
        &self,
        answer: &BoardAnswer<Proven>,
        manner: Manner,
        printer: &mut Printer,
    ) -> Result<()> {
        let sets = (&*answer.found.sets, &*answer.found.positions);
        print_search(self, answer, sets, proven(answer), manner, printer)
    }

    /// Writes the proof, if all parts are there and the board has no set.
    fn finish(sum: &Sum<Self>, merge: &Merge) -> Result<Option<String>> {
        let path = merge.proof.iter().find(|_| sum.answer.ending.answer == Verdict::None);
        path.map(|path| write_merged(sum, &merge.files, path, merge.overwrite)).transpose()
    }
}

/// Writes the proof of merged parts into a file, and says so.
fn write_merged(
    sum: &Sum<Prove>,
    files: &[PathBuf],
    path: &Path,
    overwrite: Overwrite,
) -> Result<String> {
    if files.iter().any(|file| file == Path::new("-")) {
        bail!("standard input has no file of steps: name the part as a file");
    }
    let mut replacement = overwrite.begin(path)?;
    let bytes = sum.write_proof(files, path, &mut replacement)?;
    replacement.commit()?;
    Ok(format!(
        "a proof of {} is in {}: 'tercet verify --proof' checks it",
        quantity::shown(bytes as usize),
        path.display()
    ))
}
