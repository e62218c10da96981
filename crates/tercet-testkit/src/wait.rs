//! Waiting for other threads and processes.
//!
//! A test never asserts how fast a machine is: it waits for an event. Only a test that hangs
//! reaches [`HANG`].

use std::thread;
use std::time::{Duration, Instant};

/// The longest wait of a test. No event takes this long, even on a slow and busy machine.
pub const HANG: Duration = Duration::from_secs(300);

/// The time between two checks.
const MOMENT: Duration = Duration::from_millis(1);

/// Calls `look` repeatedly until it returns a value.
///
/// # Panics
///
/// After [`HANG`]; the message contains the state.
pub fn wait_for<T>(mut look: impl FnMut() -> Option<T>, state: impl FnOnce() -> String) -> T {
    let begin = Instant::now();
    loop {
        if let Some(seen) = look() {
            return seen;
        }
        assert!(begin.elapsed() < HANG, "nothing happens for {HANG:?}: {}", state());
        thread::sleep(MOMENT);
    }
}

/// Calls `is_so` repeatedly until it returns true.
///
/// # Panics
///
/// After [`HANG`]; the message contains the state.
pub fn wait_until(mut is_so: impl FnMut() -> bool, state: impl FnOnce() -> String) {
    wait_for(|| is_so().then_some(()), state);
}
