//! The interface between the page and the engine: functions on plain numbers.
//!
//! The page reserves memory for a request, writes the request there, and asks. The engine passes
//! lines to `line`, which copies each before it returns: first progress and sets, if the page
//! listens, and last the answer. Neither side frees memory. After a panic, whose message goes to
//! `panicked`, the page must start a fresh engine. A photograph is passed in the same way, as
//! pixels before the rest of its request.
//!
//! The declarations in this module are unsafe: the compiler cannot check an
//! imported function, and an exported name must not be that of another function.

use std::sync::{Mutex, Once, PoisonError};
use std::{mem, panic};

// SAFETY: `js/worker/wasm.js` provides functions of these types. They return plain numbers and read
// only the bytes that are passed to them, so they cannot violate memory safety.
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The milliseconds since a fixed moment.
    #[cfg(feature = "questions")]
    safe fn now() -> f64;
    /// A random number.
    #[cfg(feature = "questions")]
    safe fn seed() -> u32;
    /// Takes a line.
    safe fn line(text: *const u8, length: usize);
    /// Takes the message of a panic.
    safe fn panicked(text: *const u8, length: usize);
}

/// The request that the page writes.
static REQUEST: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Allocates memory for a request, and returns its address.
// SAFETY: no other function of the program has this name.
#[unsafe(no_mangle)]
extern "C" fn reserve(length: usize) -> *mut u8 {
    let mut request = REQUEST.lock().unwrap_or_else(PoisonError::into_inner);
    *request = vec![0; length];
    request.as_mut_ptr()
}

/// Answers the request that was written, in at most `most` seconds.
// SAFETY: no other function of the program has this name.
#[cfg(feature = "questions")]
#[unsafe(no_mangle)]
extern "C" fn answer(most: f64, listens: bool) {
    use std::sync::Arc;
    use std::time::Duration;

    let request = taken();
    let clock = tercet::solver::Clock::new(Arc::new(|| Duration::from_secs_f64(now() / 1000.0)));
    let page = crate::Page { clock, seeds: || seed().into(), line: listens.then_some(send) };
    let most = Duration::try_from_secs_f64(most).unwrap_or(Duration::MAX);
    send(&crate::ask(&request, tercet_app::Seconds(most), &page));
}

/// Reads the photograph whose pixels were written; the rest of the request follows after this
/// number of bytes.
// SAFETY: no other function of the program has this name.
#[cfg(feature = "camera")]
#[unsafe(no_mangle)]
extern "C" fn read(width: u32, height: u32, bytes: usize) {
    let mut rgb = taken();
    let fields = rgb.split_off(bytes);
    send(&crate::read(width, height, rgb, &fields));
}

/// Takes the request that was written, and reports panics to the page from now on.
fn taken() -> Vec<u8> {
    static HEARD: Once = Once::new();
    HEARD.call_once(|| {
        panic::set_hook(Box::new(|panic| {
            let message = panic.to_string();
            panicked(message.as_ptr(), message.len());
        }));
    });
    mem::take(&mut *REQUEST.lock().unwrap_or_else(PoisonError::into_inner))
}

fn send(text: &[u8]) {
    line(text.as_ptr(), text.len());
}
