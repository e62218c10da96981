//! Reporting a panic in one line, like every failure.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Mutex, PoisonError};

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
