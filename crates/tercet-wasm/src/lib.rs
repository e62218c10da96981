//! Every question of `tercet-app` for a web page that has no server: WebAssembly in a worker.
//!
//! A request and its answer are the JSON of `tercet ask`, so the page does not know which engine
//! answers it. A page that listens gets lines before the answer, as from `tercet serve`: progress
//! (`tercet.progress/1`), and the sets of a list as they are found (`tercet.sets/1`), which the answer
//! then leaves out. The engine has no files, threads or external solvers.
//!
//! A second engine reads photographs; the page loads it with the first one. Its input is pixels,
//! since browsers decode pictures, and its answer is that of the question `photo`. Each engine is
//! this crate with one feature: `questions` or `camera`.
//!
//! Both engines are ordinary Rust, so their tests run on any platform. The module `abi`, which only
//! exists in WebAssembly, connects them to the page.

#[cfg(target_family = "wasm")]
mod abi;
#[cfg(feature = "camera")]
mod camera;
#[cfg(feature = "questions")]
mod questions;

use serde::Serialize;

#[cfg(feature = "camera")]
pub use camera::read;
#[cfg(feature = "questions")]
pub use questions::{Page, ask};

#[cfg(any(feature = "camera", feature = "questions"))]
fn json(line: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(line).expect("answers, errors and lines are JSON")
}
