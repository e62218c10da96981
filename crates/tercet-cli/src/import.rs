//! `tercet import-solution`: what somebody else's solver found out about a board.

use std::path::Path;

use anyhow::{Result, anyhow, bail};
use serde::Serialize;
use tercet::Board;
use tercet::notation::NamedBoard;
use tercet_models::export::{Claim, import};

use crate::cli::{Format, ImportSolution};
use crate::find::{print_board, print_cards};
use crate::output::{DeckJson, Printer, notation, notation_in_text, texts};
use crate::{Outcome, input, say};

pub(crate) fn run(arguments: &ImportSolution, printer: &mut Printer) -> Result<Outcome> {
    let ImportSolution { from, solution, source, look } = arguments;
    if solution == Path::new("-") && input::is_standard(source) {
        bail!("the cards and the solution cannot both be standard input: give one as a file");
    }
    let NamedBoard { name, board } = input::board(source)?;
    let deck = board.deck();
    let notation = notation(*look, deck)?;
    let claim = read(&board, arguments)?;
    let (outcome, answer) = match &claim {
        Claim::Set(_) => (Outcome::Yes, "found"),
        Claim::None => (Outcome::No, "none"),
        Claim::Unknown => (Outcome::Stopped, "stopped"),
    };
    let set = match &claim {
        Claim::Set(found) => Some(found.positions()),
        Claim::None | Claim::Unknown => None,
    };
    match look.format {
        Format::Text => {
            let notation = notation_in_text(*look, deck)?;
            print_board(&board, name.as_deref(), notation, true, printer)?;
            if let Some(set) = set {
                print_cards(&board, notation, set, printer)?;
            }
            printer.line(summary(&claim, from.name()))?;
        }
        Format::Json => printer.json(&ImportJson {
            schema: "tercet.import-solution/1",
            deck: deck.into(),
            board: name.as_deref(),
            cards: board.len(),
            form: from.name(),
            answer,
            checked: set.is_some(),
            sets: set.iter().map(|set| texts(deck, notation, &board.at(set))).collect(),
        })?,
        Format::Csv => {
            printer.csv((1..=deck.values()).map(|i| format!("card_{i}")))?;
            match set {
                Some(set) => printer.csv(texts(deck, notation, &board.at(set)))?,
                None => say(&summary(&claim, from.name())),
            }
        }
    }
    Ok(outcome)
}

/// The claim of the solver.
fn read(board: &Board, arguments: &ImportSolution) -> Result<Claim> {
    let (name, bytes) = input::file(&arguments.solution)?;
    let Ok(text) = String::from_utf8(bytes) else {
        bail!("{name}: this is not text (no UTF-8): give what the solver printed");
    };
    import(board, arguments.from, &text).map_err(|error| match error.line {
        Some(line) => anyhow!("{name}:{line}: {}", error.problem),
        None => anyhow!("{name}: {}", error.problem),
    })
}

/// The answer in a sentence, and who says so.
fn summary(claim: &Claim, form: &str) -> String {
    match claim {
        Claim::Set(_) => format!("a set (from {form}, checked)"),
        Claim::None => format!("no set, says the solver (from {form}, not checked)"),
        Claim::Unknown => format!("stopped: the solver gave no answer (from {form})"),
    }
}

#[derive(Serialize)]
struct ImportJson<'a> {
    schema: &'static str,
    deck: DeckJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<&'a str>,
    cards: usize,
    form: &'static str,
    answer: &'static str,
    /// Whether we have checked the answer, and not only the solver.
    checked: bool,
    sets: Vec<Vec<String>>,
}
