//! `tercet reproduce`: the published figures, reproduced.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};
use tercet::solver::{Limit, Options, Stop};
use tercet_app::atomic;
use tercet_lab::figures::Extent;
use tercet_lab::report::{self, Section};
use tercet_lab::reproduce::{Piece, ReproduceError, Reproduction};
use tercet_models::Models;

use crate::cli::Reproduce;
use crate::interrupt::Interrupt;
use crate::new_file::Overwrite;
use crate::outcome::{Outcome, say};
use crate::output::{Printer, counted};
use crate::plot::PlotFile;
use crate::program;
use crate::progress::{Progress, bar};
use crate::search::threads;

/// The default seed, which is fixed so that the same report is reproducible.
const SEED: u64 = 2026;

/// A method that needs an SMT solver.
const SMT: &str = "smt";

pub(crate) fn run(arguments: &Reproduce, printer: &mut Printer) -> Result<Outcome> {
    let folder = &arguments.output;
    let options = Options { threads: threads(arguments.threads), ..Options::default() };
    let models =
        Models { program: arguments.smt_solver.as_deref().map(Arc::from), ..Models::default() };
    let wanted: Vec<Piece> = Piece::all()
        .into_iter()
        .filter(|piece| {
            let named = arguments.figures.iter().any(|name| name == piece.id());
            arguments.figures.is_empty() || named
        })
        .collect();
    let has_times = wanted.iter().any(|piece| matches!(piece, Piece::Timed(_)));
    if let Some(missing) = models.method(SMT)?.missing().filter(|_| has_times) {
        if arguments.smt_solver.is_some() {
            bail!("--smt-solver: {SMT} {missing}");
        }
        say(&format!("{SMT} is left out: it {missing}"));
    }
    let extent = if arguments.quick { Extent::Quick } else { Extent::Full };
    let seed = arguments.seed.or_else(|| Reproduction::seed_of(folder)).unwrap_or(SEED);
    let tercet = program().context("cannot find the program itself to start it")?;
    let mut reproduction =
        Reproduction::open(folder, &tercet, &models, &options, &arguments.peer, extent, seed)
            .map_err(|error| match error {
                ReproduceError::Peers(_) => anyhow!("--peer: {error}"),
                error => error.into(),
            })?;

    let interrupt = Interrupt::listen()?;
    let limit = Limit::none().or_flag(interrupt.flag());
    let mut sections = Vec::new();
    // The report is written even if printing fails.
    let mut printed = Ok(());
    for (number, &piece) in wanted.iter().enumerate() {
        let line = Progress::start(piece.id().into());
        let section = reproduction.section(piece, &limit, &mut |at| {
            line.say(|| {
                let (number, all) = (number + 1, wanted.len());
                let bar = bar((number as f64 - 1.0 + at.done) / all as f64);
                let comma = if at.size.is_empty() { "" } else { ": " };
                format!("{bar} {} ({number} of {all}){comma}{} {}", at.id, at.contestant, at.size)
            });
        });
        drop(line);
        let section = match section {
            Ok(section) => section,
            Err(ReproduceError::Stopped(Stop::INTERRUPTED)) => {
                return Ok(interrupted(&reproduction));
            }
            Err(error) => bail!(error),
        };
        write(folder, &section, arguments.png)?;
        printed = printed.and_then(|()| {
            if !sections.is_empty() {
                printer.line("")?;
            }
            print(&section, arguments.quick, printer)
        });
        sections.push(section);
    }
    let report = match reproduction.report(sections, &limit) {
        Ok(report) => report,
        Err(ReproduceError::Stopped(Stop::INTERRUPTED)) => return Ok(interrupted(&reproduction)),
        Err(error) => bail!(error),
    };
    interrupt.end_work();
    let name = match &arguments.figures[..] {
        [] => "report".to_owned(),
        _ => wanted.iter().map(|piece| piece.id()).collect::<Vec<_>>().join("-"),
    };
    let page = folder.join(format!("{name}.html"));
    atomic::replace(&page, report::html(&report).as_bytes())?;
    printed?;
    let measured = counted(reproduction.measured() as u128, "measurement");
    printer.line(format_args!("\n{measured}; the report: {}", page.display()))?;
    Ok(Outcome::Yes)
}

fn interrupted(reproduction: &Reproduction) -> Outcome {
    let kept = counted(reproduction.measured() as u128, "measurement");
    say(&format!("interrupted after {kept}: rerun the command to resume"));
    Outcome::Stopped
}

/// Writes the charts and the data of a section.
fn write(folder: &Path, section: &Section, png: bool) -> Result<()> {
    let endings: &[&str] = if png { &["svg", "png"] } else { &["svg"] };
    for (number, chart) in section.charts.iter().enumerate() {
        let name = match number {
            0 => section.id.to_owned(),
            _ => format!("{}-{}", section.id, number + 1),
        };
        for ending in endings {
            let path = folder.join(format!("{name}.{ending}"));
            PlotFile::new(path)
                .expect("the extension is known")
                .write(chart, Overwrite { force: true })?;
        }
    }
    let data = folder.join(format!("{}.csv", section.id));
    atomic::replace(&data, report::csv(&section.data).as_bytes())?;
    Ok(())
}

/// The claims of a section, each with its verdict, what was found, and the rule, unless that is the
/// rule of the claim before.
fn print(section: &Section, is_provisional: bool, printer: &mut Printer) -> Result<()> {
    printer.line(format_args!("{}: {}", section.id, section.title))?;
    let mut rule = "";
    for finding in &section.findings {
        let verdict = finding.verdict.words(is_provisional);
        // A page has some no-break spaces; a search in a terminal would miss them.
        let line = format!("  {verdict:5}  {} – {}", finding.claim, finding.found);
        printer.line(line.replace('\u{a0}', " "))?;
        if finding.rule != rule {
            rule = &finding.rule;
            printer.line(format_args!("         rule: {rule}"))?;
        }
    }
    printer.finish()
}
