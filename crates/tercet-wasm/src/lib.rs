//! Every question of `tercet-app` for a web page that has no server: WebAssembly in a worker.
//!
//! A request and its answer are the JSON of `tercet ask`, so the page does not know which engine
//! answers it. A page that listens gets lines before the answer, as from `tercet serve`: progress
//! (`tercet.progress/1`), and the sets of a list as they are found (`tercet.sets/1`), which the answer
//! then leaves out. There are no files, threads or outside solvers.
//!
//! Photographs have an engine of their own, which the page loads with the first one. It gets pixels,
//! since browsers decode pictures, and answers as the question `photo`. Each engine is this crate with
//! one feature: `questions` or `camera`.
//!
//! What they do is ordinary Rust, and the tests run it anywhere. The module `abi`, which only exists in
//! WebAssembly, connects it to the page.

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
