//! `tercet sheet`: puzzles to print, or a deck of cards to cut out.

use tercet_app::{Answered, Difficulty, Paper, Sheet as Request, SheetOf, SheetPrinted};

use crate::choice::{described, file_of};
use crate::command::deal::in_range;
use crate::new_file::Output;
use crate::picture::columns;
use crate::prelude::*;

/// Print puzzles with their solutions, or a deck of cards to cut out.
///
/// The more properties the cards of a set differ in, the harder it is to see. The difficulty of a
/// board is the mean number of differing properties of its sets; each puzzle shows it as filled
/// discs, one disc for each property. Unless the difficulty is 'mixed', 16 boards are dealt for
/// each puzzle, and the puzzles are chosen among all of them.
///
/// Examples:
/// `tercet sheet -o sheet.pdf --seed 7`
/// `tercet sheet -o hard.pdf --boards 12 --sets 3 --difficulty hard --paper letter`
/// `tercet sheet -o cards.pdf --cut-out`
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
#[derive(Debug, Args)]
pub(crate) struct Sheet {
    /// The file to write, .pdf; '-' prints the PDF on standard output
    #[arg(short, long, value_name = "FILE", value_parser = file_of(&["pdf", "-"]))]
    pub(crate) output: PathBuf,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    #[command(flatten)]
    pub(crate) deck: DeckOptions,

    /// The number of puzzles, at most 100
    #[arg(long, value_name = "N", default_value = "4", value_parser = at_least_one)]
    pub(crate) boards: NonZeroUsize,

    /// The number of cards of each board [default: v·p, or the whole deck if it is smaller]
    #[arg(short = 'n', long = "cards", value_name = "N", value_parser = quantity::number::<usize>)]
    pub(crate) size: Option<usize>,

    /// Deal boards with exactly S sets [default: at least one set]
    #[arg(long, value_name = "S", value_parser = quantity::number::<u128>)]
    pub(crate) sets: Option<u128>,

    /// How difficult the puzzles are
    #[arg(long, value_name = "LEVEL", default_value = "rising", value_parser = described([
        (Difficulty::Rising, "From the easiest board to the hardest"),
        (Difficulty::Easy, "The easiest boards"),
        (Difficulty::Hard, "The hardest boards"),
        (Difficulty::Mixed, "The boards as they are dealt"),
    ]))]
    pub(crate) difficulty: Difficulty,

    /// Print the cards of the deck to cut out, instead of puzzles
    #[arg(
        long,
        conflicts_with_all = [
            "boards", "size", "sets", "difficulty", "title", "no_solutions", "seed", "timeout",
        ]
    )]
    pub(crate) cut_out: bool,

    /// The size of the pages
    #[arg(long, value_name = "SIZE", default_value = "a4", value_parser = described([
        (Paper::A4, "210 by 297 mm"),
        (Paper::Letter, "8.5 by 11 inches"),
    ]))]
    pub(crate) paper: Paper,

    /// The title of the pages [default: Find the sets]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// Leave out the pages of solutions
    #[arg(long)]
    pub(crate) no_solutions: bool,

    /// Print all in black, and show colours as frames, or as letters where frames are a property
    #[arg(long, alias = "colorless", visible_alias = "grey", visible_alias = "gray")]
    pub(crate) colourless: bool,

    /// Leave out the letters of the colours in the corners of the cards
    #[arg(long)]
    pub(crate) no_letters: bool,

    /// The random seed of the sheet [default: a new one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = quantity::number::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Time limit for the boards, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    #[command(flatten)]
    pub(crate) look: Look,
}

impl Command for Sheet {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let deck = input::deck(self.deck)?;
        if self.output == Path::new("-") && self.look.format != Format::Text {
            bail!("--output - prints instead of the answer: leave out --format, or name a file");
        }
        let output = Output::new(&self.output, self.overwrite, &[])?;
        let request = Request {
            deck,
            content: if self.cut_out { SheetOf::Deck } else { SheetOf::Puzzles },
            boards: self.boards.get(),
            size: self.size,
            exactly: self.sets.map(Into::into),
            difficulty: self.difficulty,
            paper: self.paper,
            title: self.title.clone(),
            solutions: !self.no_solutions,
            letters: !self.no_letters,
            colourless: self.colourless,
            seed: self.seed.map(Into::into),
            timeout: self.timeout,
            notation: self.look.notation,
        };
        let mut answer = ask(&request).map_err(in_range)?;
        if let (Some(why), Format::Text | Format::Csv) = (&answer.why, self.look.format) {
            say(why);
            return Ok(answer.status());
        }
        if let Some(pdf) = answer.pdf.take() {
            output.write(&pdf.0, printer)?;
        }
        if output.is_standard() {
            return Ok(answer.status());
        }
        let columns = format!("puzzle=0 | differing=1 | {}", columns(deck, "2/"));
        let rows = answer.puzzles.iter().zip(1..).flat_map(|(puzzle, number)| {
            let sets = puzzle.sets.iter().zip(&puzzle.differing);
            sets.map(move |(set, differing)| (number, differing, set))
        });
        printer.show::<Request>(self.look.format, &answer, &columns, rows, |printer| {
            print_text(&answer, printer)?;
            printer.line(self.output.display())
        })
    }
}

fn print_text(answer: &SheetPrinted, printer: &mut Printer) -> Result<()> {
    let deck = answer.deck;
    let pages = counted(answer.page_count, "page");
    let (cards, puzzles) = (counted(answer.size, "card"), counted(answer.puzzles.len(), "puzzle"));
    match &answer.seed {
        None => writeln!(printer, "{cards} of {deck} on {pages}")?,
        Some(seed) => {
            writeln!(printer, "{puzzles} with {cards} of {deck} on {pages}, --seed {seed}")?;
        }
    }
    for (puzzle, number) in answer.puzzles.iter().zip(1_usize..) {
        let sets = counted(puzzle.sets.len(), "set");
        let differing: Vec<String> = puzzle.differing.iter().map(ToString::to_string).collect();
        let differing = match differing.join(", ") {
            none if none.is_empty() => none,
            some => format!("; differing properties: {some}"),
        };
        printer.paragraph(&format!("{number}: {sets}{differing}"))?;
    }
    Ok(())
}
