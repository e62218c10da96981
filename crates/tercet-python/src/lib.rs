//! The native module of the package `tercet` for Python.
//!
//! The values of the game (decks, cards, sets, boards), games and simulations are classes, whose
//! methods call `tercet`. Every question of `tercet-app` is available unchanged, as JSON. The
//! Python code and the documentation are in `python/tercet`.
//!
//! Three rules hold for all calls. Work that may take longer than a moment runs in a separate
//! thread, while the caller has released the interpreter and checks for signals, so Ctrl-C works
//! and other threads continue (`run.rs`). A wrong argument raises a `ValueError` (`error.rs`). A
//! panic, which would be a bug, raises a `RuntimeError`.

mod arguments;
mod board;
mod bulk;
mod deck;
mod error;
mod game;
mod run;
mod sets;
mod simulation;
mod svg;
mod units;

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tercet_app::lines;

use crate::run::run;

/// The folders of the programs that pip installs: that of the interpreter, and that of scripts.
fn folders_of_programs(python: Python<'_>) -> PyResult<Vec<PathBuf>> {
    let executable: Option<PathBuf> = python.import("sys")?.getattr("executable")?.extract()?;
    let scripts = python.import("sysconfig")?.call_method1("get_path", ("scripts",))?.extract()?;
    let beside = executable.and_then(|file| Some(file.parent()?.to_path_buf()));
    Ok(beside.into_iter().chain([scripts]).collect())
}

/// Answers a request of `tercet ask`. The request is a line of JSON as bytes, and so is an answer
/// or an error.
#[pyfunction]
#[pyo3(signature = (request: "bytes"))]
fn ask(py: Python<'_>, request: Vec<u8>) -> PyResult<Bound<'_, PyBytes>> {
    let reply = run(py, move |session| Ok(lines::answer(&request, session)))?;
    Ok(PyBytes::new(py, &reply.to_json()))
}

/// The names of all methods that find sets.
#[pyfunction]
#[pyo3(signature = () -> "list[Method]")]
fn methods(py: Python<'_>) -> PyResult<Vec<String>> {
    use tercet::solver;
    use tercet_app::{Methods, Question};
    let methods = run(py, |session| Methods::default().ask(session))?.methods.into_iter();
    let finders = methods.filter(|row| row.questions.contains(&solver::Question::Find));
    Ok(finders.map(|row| row.name).collect())
}

/// The native part of the package `tercet`.
#[pymodule]
mod _tercet {
    /// A solver that pip installed is found even if its environment is not activated.
    #[pymodule_init]
    fn init(python: pyo3::Python<'_>) -> pyo3::PyResult<()> {
        tercet_models::smt::look_in(crate::folders_of_programs(python)?);
        Ok(())
    }

    #[expect(non_upper_case_globals, reason = "a name of Python")]
    #[pymodule_export]
    const __version__: &str = env!("CARGO_PKG_VERSION");

    #[pymodule_export]
    use crate::{
        ask,
        board::Board,
        bulk::{count_boards, deal_boards, find_boards},
        deck::{Card, Deck},
        game::PlayedGame,
        methods,
        sets::{Set, SetIterator, SetView, is_set},
        simulation::{Simulation, Tally, tally},
        svg::draw_board,
        units::{ProofFile, Units},
    };
}
