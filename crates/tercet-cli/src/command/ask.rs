//! `tercet ask`: requests as lines of JSON in, answers as lines out.

use std::io;
use std::io::BufReader;

use tercet_app::lines;

use crate::input;
use crate::prelude::*;
use crate::work::Interrupt;

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
    fn run(&self, _: &mut Printer) -> Result<Outcome> {
        let path = self.input.as_deref().unwrap_or(Path::new("-"));
        let session = Interrupt::listen()?.session();
        let (name, input) = input::open(path, session.limit(None))?;
        match lines::serve(BufReader::new(input), io::stdout().lock(), &session) {
            _ if session.is_cancelled() => Ok(Outcome::Stopped),
            Err(error) => Err(error).with_context(|| format!("{name}: cannot be answered")),
            Ok(true) => Ok(Outcome::Yes),
            Ok(false) => Ok(Outcome::No),
        }
    }
}
