//! The program `tercet`.

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    tercet_cli::run(env::args_os().collect(), None).into()
}
