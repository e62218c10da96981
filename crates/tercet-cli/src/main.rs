//! The program `tercet`.

use std::env;
use std::io::{self, Write};
#[cfg(target_os = "linux")]
use std::os::fd::AsFd;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Whether standard output was closed when the program was started (`tercet … >&-`), so that answers would be lost.
static IS_CLOSED: AtomicBool = AtomicBool::new(false);

/// What the C library calls before Rust opens /dev/null in place of what is closed, which it does before `main`. The
/// compiler cannot check the name of the section.
#[cfg(target_os = "linux")]
#[used]
#[unsafe(link_section = ".init_array")]
static BEFORE_RUST: extern "C" fn() = see_whether_closed;

#[cfg(target_os = "linux")]
extern "C" fn see_whether_closed() {
    IS_CLOSED.store(io::stdout().as_fd().try_clone_to_owned().is_err(), Relaxed);
}

fn main() -> ExitCode {
    if IS_CLOSED.load(Relaxed) {
        let why = "tercet: standard output is closed: send it to a file, or to /dev/null";
        // If standard error is closed too, the message is lost.
        let _ = writeln!(io::stderr(), "{why}");
        return ExitCode::from(2);
    }
    let arguments: Vec<_> = env::args_os().collect();
    tercet_cli::run(&arguments).into()
}
