//! `tercet library`: a benchmark of boards with their answers, in a folder.

use tercet_app::Library as Request;

use crate::command::prelude::*;

/// Write a library of boards with answers, proofs and exports to a folder.
///
/// The folder gets boards of five families: random boards at 0.5 to 2 times the threshold,
/// matchings with and without a solution, boards of games, half and whole decks, and caps. Each has
/// its answer; if it has no set and four values or more, a proof; and a file for each format of
/// 'tercet export'. README.md describes all, manifest.csv lists the instances, and checksums.txt
/// has the CRC-32 of each file.
///
/// The same version, seed and scale give the same files, byte for byte. A run that was interrupted
/// is resumed by the same command. 'tercet race -i FOLDER/threshold.txt' races on a family.
///
/// Exit status: 0 the library is complete, 2 invalid input or failure, 3 stopped by a limit.
///
/// Examples:
/// `tercet library boards --seed 5`
/// `tercet library boards --scale medium`
#[derive(Debug, Args)]
pub(crate) struct Library {
    /// The folder: a new or empty one, or one with the same library
    #[arg(value_name = "FOLDER")]
    pub(crate) folder: PathBuf,

    /// How many instances, and how large: small (4 MB), medium (27 MB), large (98 MB)
    #[arg(long, value_name = "SCALE", default_value = "small", value_parser = named(LibraryScale::ALL))]
    pub(crate) scale: LibraryScale,

    /// The random seed [default: that of the folder, else a new one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = quantity::number::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Maximum number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

const COLUMNS: [&str; 7] = [
    "family/family",
    "family/instances",
    "family/found",
    "none",
    "family/proofs",
    "family/files",
    "family/bytes",
];

impl Command for Library {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let question = Request {
            folder: self.folder.clone(),
            scale: self.scale,
            seed: self.seed.map(Into::into),
            threads: self.threads,
            timeout: self.timeout,
        };
        let answer = ask(&question)?;
        let (columns, families) = (COLUMNS.as_slice(), answer.families.iter());
        let rows = families.map(|it| json!({"none": it.instances - it.found, "family": it}));
        let outcome = printer.show::<Request>(self.format, &answer, columns, rows, |printer| {
            text(self, &answer, printer)
        })?;
        if answer.stopped {
            let (done, all) = (answer.done, answer.instances);
            say!("stopped after {done} of {all} instances: rerun the command to resume");
        }
        Ok(outcome)
    }
}

fn text(arguments: &Library, answer: &LibraryWritten, printer: &mut Printer) -> Result<()> {
    let instances = counted(answer.done, "instance");
    let (scale, seed) = (answer.scale.name(), &answer.seed);
    let before = match answer.resumed {
        0 => String::new(),
        resumed => format!(", {resumed} of them written before"),
    };
    printer.paragraph(&format!("{instances}{before}: --scale {scale}, --seed {seed}"))?;
    let headings = ["family", "boards", "with a set", "without", "proofs", "size"];
    let mut table = Table { words: 1, flush: 1, ..Table::new("", headings) };
    for LibraryFamily { family, instances, found, proofs, bytes, .. } in &answer.families {
        let numbers = [*instances, *found, instances - found, *proofs].map(|it| it.to_string());
        let size = quantity::shown(*bytes as usize);
        table.row(0.0, [family.clone()].into_iter().chain(numbers).chain([size]));
    }
    table.print(printer)?;
    if !answer.stopped {
        let readme = arguments.folder.join("README.md");
        printer.paragraph(&format!("{} describes the library", readme.display()))?;
    }
    Ok(())
}
