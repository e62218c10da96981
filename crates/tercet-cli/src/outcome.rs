//! How a run ends: its exit status, and the line on standard error that says why.

use std::any::Any;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};

/// How a command ended.
pub(crate) use tercet_app::Status as Outcome;

/// The exit status of a question that was answered yes, or of work that was done.
pub(crate) const YES: u8 = 0;
/// The question was answered no.
pub(crate) const NO: u8 = 1;
/// Invalid input or failure.
pub(crate) const FAILURE: u8 = 2;
/// A limit ended the work before an answer.
pub(crate) const STOPPED: u8 = 3;

/// Prints one line on standard error. Control characters, which input may contain, are escaped, and the numbers
/// of the system's errors are left out.
pub(crate) fn say(what: &str) {
    let mut line = String::from("tercet: ");
    for letter in without_numbers(what).chars() {
        if letter.is_control() {
            line.extend(letter.escape_default());
        } else {
            line.push(letter);
        }
    }
    line.push('\n');
    // If standard error is closed too, the message is lost.
    let _ = io::stderr().write_all(line.as_bytes());
}

/// A sentence without the numbers that Rust adds to the words of the system, as in `(os error 28)`.
fn without_numbers(what: &str) -> String {
    let mut parts = what.split(" (os error ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once(')').map_or(part, |(_, rest)| rest))
}

/// Prints one line on standard error, with the arguments of [`format!`].
macro_rules! say {
    ($($words:tt)*) => { $crate::outcome::say(&format!($($words)*)) };
}

/// The place of the last panic that was not an echo.
static PLACE: Mutex<Option<String>> = Mutex::new(None);

/// The message of a scope whose thread panicked. The panic itself has another place.
const ECHO: &str = "a scoped thread panicked";

/// Does the work. A panic becomes an error with its message and place.
///
/// From now on panics print nothing: the code that catches a panic reports it. The methods catch
/// the panics of solvers in threads of their own, and report them as failures of these solvers.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    panic::set_hook(Box::new(|panic| {
        if words(panic.payload()) != ECHO {
            let place =
                panic.location().map(|place| format!(" at {}:{}", place.file(), place.line()));
            *PLACE.lock().unwrap_or_else(PoisonError::into_inner) = place;
        }
    }));
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let place = PLACE.lock().unwrap_or_else(PoisonError::into_inner).take();
        format!("a bug: {}{}: please report it", words(&*panic), place.unwrap_or_default())
    })
}

fn words(panic: &(dyn Any + Send)) -> &str {
    let words = panic.downcast_ref::<String>().map(String::as_str);
    words.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a word")
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn the_system_says_no_numbers() {
        for (what, said) in [
            ("a: Not a directory (os error 20): name another", "a: Not a directory: name another"),
            ("no (os error 1), no (os error 2)", "no, no"),
            ("a file (os error", "a file (os error"),
            ("", ""),
        ] {
            assert_eq!(without_numbers(what), said);
        }
    }

    /// One test, because the process has one panic hook.
    #[test]
    fn a_panic_is_one_line() {
        assert_eq!(caught(|| 7), Ok(7));
        let number = 8;
        let said = caught::<()>(|| panic!("no {number}")).unwrap_err();
        let line = line!() - 1;
        let _ = panic::take_hook();
        assert_eq!(said, format!("a bug: no 8 at {}:{line}: please report it", file!()));

        let said = caught(|| thread::scope(|scope| drop(scope.spawn(|| panic!("x"))))).unwrap_err();
        let line = line!() - 1;
        let _ = panic::take_hook();
        let place = format!(" at {}:{line}: ", file!());
        assert!(
            said.starts_with("a bug: a scoped thread panicked") && said.contains(&place),
            "{said}"
        );
    }
}
