//! The program `tercet`.

use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    if closed::was() {
        eprintln!("tercet: standard output is closed: send it to a file, or to /dev/null");
        return ExitCode::from(2);
    }
    let arguments: Vec<_> = env::args_os().collect();
    tercet_cli::run(&arguments, None).into()
}

/// Whether standard output was closed when the program was started (`tercet … >&-`), so that answers would be lost.
/// Rust opens /dev/null in place of what is closed before it calls `main`, so this is seen before.
mod closed {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    static CLOSED: AtomicBool = AtomicBool::new(false);

    pub(super) fn was() -> bool {
        CLOSED.load(Relaxed)
    }

    /// What the C library calls before Rust begins; the compiler cannot check the name of the section.
    #[cfg(target_os = "linux")]
    #[used]
    #[unsafe(link_section = ".init_array")]
    static BEFORE: extern "C" fn() = {
        extern "C" fn see() {
            use std::os::fd::AsFd;

            CLOSED.store(std::io::stdout().as_fd().try_clone_to_owned().is_err(), Relaxed);
        }
        see
    };
}
