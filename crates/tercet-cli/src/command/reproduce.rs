//! `tercet reproduce`: the published figures, reproduced.

use std::env;
use std::sync::Arc;

use tercet::solver::{Limit, Stop};
use tercet_app::{Race as Request, atomic};
use tercet_lab::figures::{Extent, Figure, figures, read};
use tercet_lab::report;
use tercet_lab::report::{Judged, Section};
use tercet_lab::reproduce::{ReproduceError, Reproduction};
use tercet_models::{Models, SMT};

use crate::prelude::*;
use crate::progress::{Progress, bar};
use crate::work::Interrupt;

/// Repeat the published experiments and write a report.
///
/// Each figure is measured with the deck, the rules and the clock of its source, drawn over the
/// points that the source published, and its claims are judged: here, and on those points.
///
/// The report is one self-contained page, report.html. The folder also contains each chart as SVG
/// and the measurements of each figure as CSV. If figures are selected, the page is named after
/// them.
///
/// Measurements are stored in measured.jsonl as they are made. After an interruption, rerun the
/// command to resume; nothing is measured twice. A different seed, extent or number of threads, or
/// another version of a program, needs a different folder.
///
/// --experiment runs a table of your own: a file such as those of the sources, which the folder
/// crates/tercet-lab/src/figures/papers of Tercet's repository holds; CONTRIBUTING.md describes them.
///
/// A full report takes about an hour. A quick one takes one to three minutes, measures less, and
/// its verdicts are provisional. Methods whose solver is missing are left out, and claims about
/// them are left open, as are claims about other solvers unless their programs in peers/ are given
/// with --peer.
///
/// Exit status: 0 the report is written, 2 invalid input or failure, 3 interrupted; rerun the
/// command to resume.
///
/// Example: `tercet reproduce --quick fig3 -o report`
#[derive(Debug, Args)]
pub(crate) struct Reproduce {
    /// The figures [default: all]
    #[arg(value_name = "FIGURE")]
    pub(crate) figures: Vec<String>,

    /// A table of experiments of your own, in place of the published ones; may be repeated
    #[arg(long, value_name = "FILE")]
    pub(crate) experiment: Vec<PathBuf>,

    /// Measure fewer sizes and boards, and stop methods earlier
    #[arg(long)]
    pub(crate) quick: bool,

    /// The folder of the report, created if necessary
    #[arg(short, long, value_name = "FOLDER", default_value = "tercet-report")]
    pub(crate) output: PathBuf,

    /// The random seed of all boards and games [default: the seed of the folder, else 2026]
    #[arg(long, value_name = "SEED", value_parser = quantity::number::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Maximum number of threads of each method [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// A program that takes part where a figure names it or all methods, alone or with arguments as one
    /// text; may be repeated
    #[arg(long, value_name = "COMMAND")]
    pub(crate) peer: Vec<PathBuf>,

    /// The command that starts the SMT-LIB 2 solver; see 'tercet find --help'
    #[arg(long, value_name = "COMMAND")]
    pub(crate) smt_solver: Option<String>,
}

/// The default seed, which is fixed so that the same report is reproducible.
const SEED: u64 = 2026;

impl Command for Reproduce {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let folder = &self.output;
        let models =
            Models { program: self.smt_solver.as_deref().map(Arc::from), ..Models::default() };
        let own = self.own_figures()?;
        let all = if self.experiment.is_empty() { figures() } else { &own[..] };
        if let Some(id) = self.figures.iter().find(|id| all.iter().all(|it| it.id != **id)) {
            let known: Vec<&str> = all.iter().map(|figure| &*figure.id).collect();
            bail!("no figure is called '{id}': it may be {}", known.join(", "));
        }
        let is_wanted =
            |figure: &&Figure| self.figures.is_empty() || self.figures.contains(&figure.id);
        let wanted: Vec<&Figure> = all.iter().filter(is_wanted).collect();
        if !folder.join(Reproduction::FILE).exists() {
            self.check_new(&wanted)?;
        }
        let asks_smt = |figure: &&Figure| figure.times().is_some_and(|times| times.asks(SMT));
        let has_smt = wanted.iter().any(asks_smt);
        let missing = models.method(SMT)?.missing().filter(|_| has_smt);
        if let Some(missing) = missing.as_ref().filter(|_| self.smt_solver.is_some()) {
            bail!("--smt-solver: {SMT} {missing}");
        }
        let extent = if self.quick { Extent::Quick } else { Extent::Full };
        let seed = self.seed.or_else(|| Reproduction::seed_of(folder)).unwrap_or(SEED);
        let tercet = env::current_exe().context("cannot find the program itself to start it")?;
        let settings = Request {
            tercet: Some(tercet),
            peers: self.peer.clone(),
            seed: Some(seed.into()),
            threads: self.threads,
            smt_solver: self.smt_solver.clone(),
            ..Request::default()
        };
        let mut reproduction =
            Reproduction::open(folder, settings, extent).map_err(|error| match error {
                ReproduceError::Peers(_) => anyhow!("--peer: {error}"),
                error => error.into(),
            })?;
        if let Some(missing) = missing {
            say!("{SMT} is left out: it {missing}");
        }
        let ended = self.report(&mut reproduction, &wanted, printer);
        let measured = counted(reproduction.measured(), "measurement");
        match ended {
            Ok(page) => writeln!(printer, "\n{measured}; the report: {}", page.display())?,
            Err(error) => match error.downcast()? {
                ReproduceError::NoAnswer(tercet::NoAnswer::Stopped(Stop::INTERRUPTED)) => {
                    say!("interrupted after {measured}: rerun the command to resume");
                    return Ok(Outcome::Stopped);
                }
                error => bail!(error),
            },
        }
        Ok(Outcome::Yes)
    }
}

impl Reproduce {
    /// The figures of the tables of the user.
    fn own_figures(&self) -> Result<Vec<Figure>> {
        let mut own: Vec<Figure> = Vec::new();
        for file in &self.experiment {
            let name = || format!("--experiment {}", file.display());
            let (_, text) = input::text_of(file, None)?;
            for figure in read(&text).with_context(name)? {
                if own.iter().any(|known| known.id == figure.id) {
                    bail!("{}: another table has a figure '{}', too", name(), figure.id);
                }
                own.push(figure);
            }
        }
        Ok(own)
    }

    /// The page of the report of these figures.
    fn page(&self, wanted: &[&Figure]) -> PathBuf {
        let name = match &self.figures[..] {
            [] => "report".to_owned(),
            _ => wanted.iter().map(|figure| &*figure.id).collect::<Vec<_>>().join("-"),
        };
        self.output.join(format!("{name}.html"))
    }

    /// Refuses to overwrite files of a folder that holds no measurements: another program made them.
    fn check_new(&self, wanted: &[&Figure]) -> Result<()> {
        let of_figure = |figure: &&Figure| {
            ["csv", "svg"].map(|end| self.output.join(format!("{}.{end}", figure.id)))
        };
        let mut written = wanted.iter().flat_map(of_figure).chain([self.page(wanted)]);
        if let Some(file) = written.find(|file| file.exists()) {
            let why = "the file exists, beside no measurements: name another folder";
            bail!("{}: {why}", file.display());
        }
        Ok(())
    }

    /// Prints the claims of these figures, and writes the report. Returns its page.
    fn report(
        &self,
        reproduction: &mut Reproduction,
        wanted: &[&Figure],
        printer: &mut Printer,
    ) -> Result<PathBuf> {
        let folder = &self.output;
        let interrupt = Interrupt::listen()?;
        let limit = Limit::none().or_flag(interrupt.flag());
        let mut sections = Vec::new();
        // The report is written even if printing fails.
        let mut printed = Ok(());
        for (number, &figure) in wanted.iter().enumerate() {
            let line = Progress::start(figure.id.clone());
            let section = reproduction.section(figure, &limit, &mut |at| {
                line.say(|| {
                    let (number, all) = (number + 1, wanted.len());
                    let bar = bar((number as f64 - 1.0 + at.done) / all as f64);
                    let comma = if at.size.is_empty() { "" } else { ": " };
                    format!(
                        "{bar} {} ({number} of {all}){comma}{} {}",
                        at.id, at.contestant, at.size
                    )
                });
            });
            drop(line);
            let section = section?;
            write(folder, &section)?;
            printed = printed.and_then(|()| {
                if !sections.is_empty() {
                    printer.line("")?;
                }
                print(&section, self.quick, printer)
            });
            sections.push(section);
        }
        let report = reproduction.report(sections, &limit)?;
        interrupt.end_work();
        let page = self.page(wanted);
        atomic::replace(&page, report::html(&report).as_bytes())?;
        printed?;
        Ok(page)
    }
}

/// Writes the charts and the data of a section.
fn write(folder: &Path, section: &Section) -> Result<()> {
    for (number, chart) in section.charts.iter().enumerate() {
        let name = match number {
            0 => section.id.clone(),
            _ => format!("{}-{}", section.id, number + 1),
        };
        Overwrite { force: true }.draw(&folder.join(format!("{name}.svg")), chart)?;
    }
    let data = folder.join(format!("{}.csv", section.id));
    atomic::replace(&data, report::csv(&section.data).as_bytes())?;
    Ok(())
}

/// The claims of a section, each with its verdict, what was found, and the rule, unless that is the
/// rule of the claim before.
fn print(section: &Section, is_provisional: bool, printer: &mut Printer) -> Result<()> {
    writeln!(printer, "{}: {}", section.id, section.title)?;
    let mut rule = "";
    for finding in &section.findings {
        let verdict = finding.here.verdict.words(is_provisional);
        // A page has some no-break spaces; a search in a terminal would miss them.
        let line = format!("  {verdict:5}  {} – {}", finding.claim, finding.here.found);
        printer.line(line.replace('\u{a0}', " "))?;
        if let Some(Judged { found, verdict }) = &finding.published {
            let line = format!("         on its own points: {verdict} – {found}");
            printer.line(line.replace('\u{a0}', " "))?;
        }
        if finding.rule != rule {
            rule = &finding.rule;
            writeln!(printer, "         rule: {rule}")?;
        }
    }
    printer.finish()
}
