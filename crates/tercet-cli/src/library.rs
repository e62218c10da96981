//! `tercet library`: a benchmark of boards with their answers, in a folder.

use anyhow::Result;
use tercet_app::{Answered, Library as Question, LibraryFamily, LibraryWritten, Seconds};

use crate::cli::{Format, Library};
use crate::outcome::{Outcome, say};
use crate::output::{Printer, counted};
use crate::size;
use crate::work::ask;

pub(crate) fn run(arguments: &Library, printer: &mut Printer) -> Result<Outcome> {
    let question = Question {
        folder: arguments.folder.clone(),
        scale: arguments.scale,
        seed: arguments.seed.map(Into::into),
        threads: arguments.threads,
        timeout: arguments.timeout.map(Seconds),
    };
    let answer = ask(&question)?;
    match arguments.format {
        Format::Text => text(arguments, &answer, printer)?,
        Format::Json => printer.answer::<Question>(&answer)?,
        Format::Csv => {
            printer.csv(["family", "instances", "found", "none", "proofs", "files", "bytes"])?;
            for family in &answer.families {
                let LibraryFamily { instances, found, proofs, files, bytes, .. } = family;
                let numbers = [instances, found, &(instances - found), proofs, files];
                let numbers = numbers.map(ToString::to_string);
                let cells = [family.family.clone()].into_iter().chain(numbers);
                printer.csv(cells.chain([bytes.to_string()]))?;
            }
        }
    }
    if answer.stopped {
        let (done, all) = (answer.done, answer.instances);
        say(&format!("stopped after {done} of {all} instances: rerun the command to resume"));
    }
    Ok(answer.status())
}

fn text(arguments: &Library, answer: &LibraryWritten, printer: &mut Printer) -> Result<()> {
    let instances = counted(answer.done as u128, "instance");
    let (scale, seed) = (answer.scale.name(), &answer.seed);
    let before = match answer.resumed {
        0 => String::new(),
        resumed => format!(", {resumed} of them written before"),
    };
    printer.paragraph(&format!("{instances}{before}: --scale {scale}, --seed {seed}"))?;
    for family in &answer.families {
        printer.line(format_args!(
            "  {:<10} {:>3}: {:>3} with a set, {:>3} without, {:>3} proofs, {}",
            family.family,
            family.instances,
            family.found,
            family.instances - family.found,
            family.proofs,
            size::show(family.bytes as usize),
        ))?;
    }
    if !answer.stopped {
        let readme = arguments.folder.join("README.md");
        printer.paragraph(&format!("{} describes the library", readme.display()))?;
    }
    Ok(())
}
