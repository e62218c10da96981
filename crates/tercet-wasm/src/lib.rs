//! Questions of `tercet-app` for a web page that has no server, and for the npm package: WebAssembly.
//!
//! A request and its answer are the JSON of `tercet ask`, so the page does not know which engine
//! answers it. A page that listens gets lines before the answer, as from `tercet serve`: progress
//! (`tercet.progress/1`), and the sets of a list as they are found (`tercet.sets/1`), which the answer
//! then leaves out. The engine has no files, threads or external solvers.
//!
//! A second engine reads photographs; the page loads it with the first one. Its input is pixels,
//! since browsers decode pictures, and its answer is that of the question `photo`. Each engine is
//! this crate with one feature: `questions` for the package, `page`, or `camera`.
//!
//! The page downloads its engine, so the size of the engine decides what it contains: it is optimised
//! for size, and has no question of the feature `native` of `tercet-app`. `wasm-opt` is not used, since
//! its output is larger after compression.
//!
//! Both engines are ordinary Rust, so their tests run on any platform. The module `abi`, which only
//! exists in WebAssembly, connects them to the page.

#[cfg(target_family = "wasm")]
mod abi;
#[cfg(feature = "questions")]
mod questions;

#[cfg(feature = "questions")]
pub use questions::{Page, ask};

/// The answer to `photo` for an upright picture: three bytes for red, green and blue of each pixel, row
/// by row; and the other fields of the request as JSON.
#[cfg(feature = "camera")]
pub fn read(width: u32, height: u32, rgb: Vec<u8>, fields: &[u8]) -> Vec<u8> {
    use tercet_app::{Entry as _, Error, Head, Photo};
    use tercet_vision::Photograph;

    let answer = Photograph::of_rgb(width, height, rgb).map_err(Error::from);
    let answer = answer.and_then(|photograph| {
        let photo: Photo = tercet::data::json::read(fields)?;
        photo.read(&photograph, &tercet::solver::Limit::none())
    });
    let mut text = Vec::new();
    match answer {
        Ok((_, answer)) => Photo::write(&answer, Head::default(), &mut text),
        Err(error) => error.write(Head::default(), &mut text),
    }
    text
}
