//! `tercet sheet`: puzzles to print, or a deck of cards to cut out.

use std::fs;

use tercet_app::{
    Answered, Difficulty, Paper, Seconds, Sheet as Request, SheetForm, SheetOf, SheetPrinted,
};

use crate::arguments::{DeckOptions, at_least_one};
use crate::choice::{described, file_of};
use crate::command::deal::in_range;
use crate::new_file::Overwrite;
use crate::output::counted;
use crate::prelude::*;
use crate::work::ask;
use crate::{input, quantity};

/// Print puzzles with their solutions, or a deck of cards to cut out.
///
/// The more properties the cards of a set differ in, the harder it is to see. The difficulty of a
/// board is the mean number of differing properties of its sets; each puzzle shows it as filled
/// discs, one disc for each property. Unless the difficulty is 'mixed', 16 boards are dealt for
/// each puzzle, and the puzzles are chosen among all of them.
///
/// Examples:
/// `tercet sheet -o sheet.pdf --seed 7`
/// `tercet sheet -o hard.svg --boards 12 --sets 3 --difficulty hard --paper letter`
/// `tercet sheet -o cards.pdf --cut-out`
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
#[derive(Debug, Args)]
pub(crate) struct Sheet {
    /// The file to write, .pdf or .svg; several SVG pages get numbers, as in sheet-1.svg; '-'
    /// prints the PDF on standard output
    #[arg(short, long, value_name = "FILE", value_parser = file_of(&["pdf", "svg", "-"]))]
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
        let output = &*self.output;
        let is_standard = output == Path::new("-");
        let form = match output.extension() {
            Some(ending) if ending.eq_ignore_ascii_case("svg") => SheetForm::Svg,
            _ => SheetForm::Pdf,
        };
        if is_standard && self.look.format != Format::Text {
            bail!("--output - prints instead of the answer: leave out --format, or name a file");
        }
        // The names of SVG pages depend on their number, so the others are checked after the work.
        let first = match form {
            SheetForm::Pdf if !is_standard => vec![output.to_owned()],
            SheetForm::Svg if !self.cut_out && !self.no_solutions => {
                vec![numbered(output, 1), numbered(output, 2)]
            }
            SheetForm::Pdf | SheetForm::Svg => Vec::new(),
        };
        first.iter().try_for_each(|path| self.overwrite.check(path))?;
        let request = Request {
            deck,
            content: if self.cut_out { SheetOf::Deck } else { SheetOf::Puzzles },
            boards: self.boards.get(),
            size: self.size,
            exactly: self.sets.map(Into::into),
            difficulty: self.difficulty,
            paper: self.paper,
            form,
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
        let files = files(output, &mut answer);
        if is_standard {
            for (_, content) in files {
                printer.bytes(&content)?;
            }
            return Ok(answer.status());
        }
        for (path, _) in &files {
            self.overwrite.check(path)?;
        }
        for (number, (path, content)) in files.iter().enumerate() {
            if let Err(error) = self.overwrite.write(path, content) {
                // An incomplete sheet is useless, and its pages would prevent another attempt. With
                // --force they would not, and had the names of earlier pages.
                let new = if self.overwrite.force { &[] } else { &files[..number] };
                for (path, _) in new.iter().filter(|(path, _)| path.is_file()) {
                    let _ = fs::remove_file(path);
                }
                return Err(error);
            }
        }
        let mut columns = vec!["puzzle=0".to_owned(), "differing=1".to_owned()];
        columns.extend((1..=deck.values()).map(|i| format!("card_{i}=2/{}", i - 1)));
        let rows = answer.puzzles.iter().zip(1..).flat_map(|(puzzle, number)| {
            let sets = puzzle.sets.iter().zip(&puzzle.differing);
            sets.map(move |(set, differing)| (number, differing, set))
        });
        printer.show::<Request>(self.look.format, &answer, &columns, rows, |printer| {
            print_text(&answer, &files, printer)
        })
    }
}

/// The files and their contents, which are moved out of the answer.
fn files(output: &Path, answer: &mut SheetPrinted) -> Vec<(PathBuf, Vec<u8>)> {
    if let Some(pdf) = answer.pdf.take() {
        return vec![(output.to_owned(), pdf.0)];
    }
    let pages: Vec<String> = answer.pages.iter_mut().filter_map(|page| page.svg.take()).collect();
    let several = pages.len() > 1;
    let name = |number: usize| {
        if several { numbered(output, number) } else { output.to_owned() }
    };
    (1..).zip(pages).map(|(number, svg)| (name(number), svg.into_bytes())).collect()
}

/// The name of a page: `sheet-2.svg` for `sheet.svg`.
fn numbered(output: &Path, number: usize) -> PathBuf {
    let mut name = output.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}."));
    name.push(output.extension().unwrap_or_default());
    output.with_file_name(name)
}

fn print_text(
    answer: &SheetPrinted,
    files: &[(PathBuf, Vec<u8>)],
    printer: &mut Printer,
) -> Result<()> {
    let deck = answer.deck;
    let pages = counted(answer.pages.len(), "page");
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
    files.iter().try_for_each(|(path, _)| printer.line(path.display()))
}
