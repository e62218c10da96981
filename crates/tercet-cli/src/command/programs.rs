//! The commands for programs: `tercet ask`, `tercet peer`, and the pages that are made from definitions.

use std::io::{self, BufReader};

use clap_complete::Shell;
use tercet_app::{lines, schema};

use super::definition;
use crate::arguments::Means;
use crate::choice::method_names;
use crate::prelude::*;
use crate::work::{Interrupt, Written};

/// Answer requests, one line of JSON each.
///
/// Each line contains one request: an object whose field 'ask' names a question and whose other
/// fields follow the schema of that question. Each answer is one line, too. Omitted fields have the
/// defaults of the command line. An 'id' is repeated in the answer:
///
///   {"ask": "count", "board": "2RhO 1GsD 3PsS 2GhO 2PhO", "id": 1}
///
/// 'tercet schema' lists the schemas. An invalid request is answered by an object with the schema
/// tercet.error/1, and the next line is then processed.
///
/// Exit status: 0 all requests were answered, 1 some were not, 2 invalid input or failure, 3
/// interrupted.
///
/// Example: `echo '{"ask": "count", "board": "00 01 02"}' | tercet ask`
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Ask {
    /// Read the requests from this file; '-' is standard input
    #[arg(short, long, value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,
}

impl Command for Ask {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let path = self.input.as_deref().unwrap_or(Path::new("-"));
        let session = Interrupt::listen()?.session();
        let (name, input) = input::open(path, session.limit(None))?;
        let mut written = Written::new();
        let write = &mut |line: &[u8]| written.goes_on(printer.batch(line));
        let served = lines::serve(BufReader::new(input), &session, write);
        written.end()?;
        match served {
            _ if session.is_cancelled() => Ok(Outcome::Stopped),
            Err(error) => Err(input::unread(&name, error)),
            Ok(true) => Ok(Outcome::Yes),
            Ok(false) => Ok(Outcome::No),
        }
    }
}

/// Answer questions of a race, one per line.
///
/// Questions are read from standard input and answered on standard output, one line of JSON each,
/// until the input ends. peers/README.md describes the protocol. 'tercet race' runs its methods in
/// this way, and other benchmarks can do the same. Each question has its own time limit and number
/// of threads.
///
/// Example: `tercet peer cover < questions.jsonl`
#[derive(Debug, Args)]
pub(crate) struct Peer {
    /// The method; see 'tercet methods'
    #[arg(value_name = "METHOD", value_parser = method_names())]
    pub(crate) method: String,

    #[command(flatten)]
    pub(crate) means: Means,
}

impl Command for Peer {
    fn run(&self, _: &mut Printer) -> Result<Outcome> {
        let method = self.means.models().method(&self.method)?;
        let options = self.means.options();
        tercet_race::serve(&method, &options, io::stdin().lock(), io::stdout().lock())
            .context("cannot continue to answer")?;
        Ok(Outcome::Yes)
    }
}

/// Print the completion script for a shell.
///
/// Example: `tercet completions bash > tercet.bash`
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Command for Completions {
    const STATUS: &str = DONE;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut definition(), "tercet", &mut script);
        printer.raw(&script)?;
        Ok(Outcome::Yes)
    }
}

/// Print the man page of tercet, or of a command.
///
/// Example: `tercet man find | man -l -`
#[derive(Debug, Args)]
pub(crate) struct Man {
    /// The command, such as 'reduce matching'
    command: Vec<String>,
}

impl Command for Man {
    const STATUS: &str = DONE;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let mut page = definition();
        page.build();
        for name in &self.command {
            page = page.find_subcommand(name).cloned().with_context(|| {
                if page.has_subcommands() {
                    let above = page.get_bin_name().unwrap_or("tercet");
                    format!("no command is called '{name}': '{above} --help' lists them")
                } else {
                    format!("'{}' has no subcommands: leave out '{name}'", page.get_name())
                }
            })?;
        }
        let mut text = Vec::new();
        clap_mangen::Man::new(page).render(&mut text)?;
        printer.raw(&text)?;
        Ok(Outcome::Yes)
    }
}

/// Print the JSON Schemas of requests and answers.
///
/// Examples:
/// `tercet schema`
/// `tercet schema find.request`
#[derive(Debug, Args)]
pub(crate) struct Schema {
    /// A name such as find.request or find.answer; without it, all names are listed
    name: Option<String>,
}

impl Command for Schema {
    const STATUS: &str = DONE;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let Some(name) = &self.name else {
            schema::names().into_iter().try_for_each(|name| printer.line(name))?;
            return Ok(Outcome::Yes);
        };
        let Some(schema) = schema::of(name) else {
            bail!("no schema is called '{name}': 'tercet schema' lists their names")
        };
        writeln!(printer, "{schema:#}")?;
        Ok(Outcome::Yes)
    }
}
