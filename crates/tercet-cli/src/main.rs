//! The program `tercet`.

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args_os().collect();
    tercet_cli::run(&arguments, None).into()
}
