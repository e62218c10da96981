//! The arguments of `tercet ask`.

use std::path::PathBuf;

use clap::Args;

const LINES: &str = "\
Each line contains one request: an object whose field 'ask' names a question and whose other fields \
follow the schema of that question. Each answer is one line, too. Omitted fields have the defaults \
of the command line. An 'id' is repeated in the answer:

    {\"ask\": \"count\", \"board\": \"2RhO 1GsD 3PsS 2GhO 2PhO\", \"id\": 1}

'tercet schema' lists the schemas. An invalid request is answered by an object with the schema \
tercet.error/1, and the next line is then processed.";

/// Answer requests, one line of JSON each, until the input ends.
#[derive(Debug, Args)]
#[command(after_long_help = LINES, after_help = "Exit status: 0 all requests were answered, 1 some \
                        were not, 2 invalid input or failure, 3 interrupted.")]
pub(crate) struct Ask {
    /// Read the requests from this file; '-' is standard input
    #[arg(short, long, value_name = "FILE")]
    pub(crate) input: Option<PathBuf>,
}
