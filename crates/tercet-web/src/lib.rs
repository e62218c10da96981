//! The page of Tercet, and a server for it: every question of `tercet-app` over HTTP.
//!
//! The server runs on the user's own machine. `POST /ask` takes a request as `tercet ask` does, and
//! returns its answer, or an error under the schema `tercet.error/1`. With `Accept:
//! application/x-ndjson` it returns lines: progress, the sets of a list as they are found, and last
//! the answer. All other paths are files of the page.
//!
//! Asking needs no password, so the server trusts no request: `guard` refuses those that do not come
//! from its own page, `Question::cost` limits each question, `work` limits how many are worked on, and
//! closing the connection cancels the search.

#![forbid(unsafe_code)]

mod body;
mod connection;
mod files;
mod guard;
mod response;
mod route;
mod server;
mod stream;
mod work;

pub use server::{Handle, Options, Server};
