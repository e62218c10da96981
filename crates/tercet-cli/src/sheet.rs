//! `tercet sheet`: puzzles to print, or a deck of cards to cut out.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use tercet_app::{
    Answered, Code, Difficulty, Paper, Seconds, Sheet as Question, SheetForm, SheetOf, SheetPrinted,
};

use crate::cli::{Format, Level, PaperSize, Sheet};
use crate::input;
use crate::outcome::{Outcome, say};
use crate::output::{Printer, counted};
use crate::work::ask;

pub(crate) fn run(arguments: &Sheet, printer: &mut Printer) -> Result<Outcome> {
    let deck = input::deck(arguments.deck)?;
    let output = &*arguments.output;
    let is_standard = output == Path::new("-");
    let form = match output.extension() {
        Some(ending) if ending.eq_ignore_ascii_case("svg") => SheetForm::Svg,
        _ => SheetForm::Pdf,
    };
    if is_standard && arguments.look.format != Format::Text {
        bail!("--output - prints instead of the answer: leave out --format, or name a file");
    }
    // The names of SVG pages depend on their number, so the others are checked after the work.
    let first = match form {
        SheetForm::Pdf if !is_standard => vec![output.to_owned()],
        SheetForm::Svg if !arguments.cut_out && !arguments.no_solutions => {
            vec![numbered(output, 1), numbered(output, 2)]
        }
        SheetForm::Pdf | SheetForm::Svg => Vec::new(),
    };
    first.iter().try_for_each(|path| arguments.overwrite.check(path))?;
    let request = Question {
        deck,
        content: if arguments.cut_out { SheetOf::Deck } else { SheetOf::Puzzles },
        boards: arguments.puzzles.get(),
        size: arguments.size,
        exactly: arguments.sets.map(Into::into),
        difficulty: match arguments.difficulty {
            Level::Rising => Difficulty::Rising,
            Level::Easy => Difficulty::Easy,
            Level::Hard => Difficulty::Hard,
            Level::Mixed => Difficulty::Mixed,
        },
        paper: match arguments.paper {
            PaperSize::A4 => Paper::A4,
            PaperSize::Letter => Paper::Letter,
        },
        form,
        title: arguments.title.clone(),
        solutions: !arguments.no_solutions,
        letters: !arguments.no_letters,
        colourless: arguments.colourless,
        seed: arguments.seed.map(Into::into),
        timeout: arguments.timeout.map(Seconds),
        notation: arguments.look.notation,
    };
    let mut answer = ask(&request).map_err(with_flag)?;
    let outcome = answer.status();
    if let Some(why) = &answer.why {
        match arguments.look.format {
            Format::Json => printer.answer::<Question>(&answer)?,
            Format::Text | Format::Csv => say(why),
        }
        return Ok(outcome);
    }
    let files = files(output, &mut answer);
    if is_standard {
        for (_, content) in files {
            printer.bytes(&content)?;
        }
        return Ok(outcome);
    }
    for (path, _) in &files {
        arguments.overwrite.check(path)?;
    }
    for (number, (path, content)) in files.iter().enumerate() {
        if let Err(error) = arguments.overwrite.write(path, content) {
            // An incomplete sheet is useless, and its pages would prevent another attempt. With
            // --force they would not, and had the names of earlier pages.
            let new = if arguments.overwrite.force { &[] } else { &files[..number] };
            for (path, _) in new.iter().filter(|(path, _)| path.is_file()) {
                let _ = fs::remove_file(path);
            }
            return Err(error);
        }
    }
    match arguments.look.format {
        Format::Text => print_text(&answer, &files, printer)?,
        Format::Json => printer.answer::<Question>(&answer)?,
        Format::Csv => print_csv(&answer, printer)?,
    }
    Ok(outcome)
}

/// The error with the flag of its field.
fn with_flag(error: anyhow::Error) -> anyhow::Error {
    let Some(known) = error.downcast_ref::<tercet_app::Error>() else { return error };
    if known.code != Code::OutOfRange {
        return error;
    }
    let field = known.data.get("field").and_then(serde_json::Value::as_str);
    match field {
        Some("title") => anyhow!("--title: {known}: leave it out"),
        Some("boards") => anyhow!("{known}: choose another number with --puzzles"),
        Some("deck") => anyhow!("{known}: choose a smaller one with -v and -p"),
        _ => anyhow!("{known}: choose another number with -n"),
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
    let pages = counted(answer.pages.len() as u128, "page");
    let Some(seed) = &answer.seed else {
        printer
            .line(format_args!("{} of {deck} on {pages}", counted(answer.size as u128, "card")))?;
        return print_files(files, printer);
    };
    let puzzles = counted(answer.puzzles.len() as u128, "puzzle");
    let cards = counted(answer.size as u128, "card");
    printer.line(format_args!("{puzzles} with {cards} of {deck} on {pages}, --seed {seed}"))?;
    for (puzzle, number) in answer.puzzles.iter().zip(1_usize..) {
        let sets = counted(puzzle.sets.len() as u128, "set");
        let differing: Vec<String> = puzzle.differing.iter().map(ToString::to_string).collect();
        let differing = if differing.is_empty() {
            String::new()
        } else {
            format!("; differing properties: {}", differing.join(", "))
        };
        printer.paragraph(&format!("{number}: {sets}{differing}"))?;
    }
    print_files(files, printer)
}

fn print_files(files: &[(PathBuf, Vec<u8>)], printer: &mut Printer) -> Result<()> {
    files.iter().try_for_each(|(path, _)| printer.line(path.display()))
}

/// Prints the sets of each puzzle.
fn print_csv(answer: &SheetPrinted, printer: &mut Printer) -> Result<()> {
    let cards = (1..=answer.deck.values()).map(|i| format!("card_{i}"));
    printer.csv(["puzzle".into(), "differing".into()].into_iter().chain(cards))?;
    for (puzzle, number) in answer.puzzles.iter().zip(1_usize..) {
        for (set, differing) in puzzle.sets.iter().zip(&puzzle.differing) {
            let first = [number.to_string(), differing.to_string()];
            printer.csv(first.into_iter().chain(set.iter().cloned()))?;
        }
    }
    Ok(())
}
