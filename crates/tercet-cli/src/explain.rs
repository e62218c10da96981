//! `tercet explain`: why cards are a set, or why not.

use anstyle::{AnsiColor, Style};
use anyhow::Result;
use serde::Serialize;
use tercet::notation::{NamedBoard, Notation, property_name, value_name};
use tercet::set::{Explanation, Verdict, explain};
use tercet::{Board, Deck};

use crate::cli::{Explain, Format};
use crate::output::{DeckJson, Printer, notation, notation_in_text, texts};
use crate::{Outcome, input, picture};

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();

pub(crate) fn run(arguments: &Explain, printer: &mut Printer) -> Result<Outcome> {
    let NamedBoard { board, .. } = input::board(&arguments.source)?;
    let notation = notation(arguments.look, board.deck())?;
    let why = explain(board.deck(), board.cards());
    match arguments.look.format {
        Format::Text => {
            let notation = notation_in_text(arguments.look, board.deck())?;
            print_text(&board, notation, &why, printer)?;
        }
        Format::Json => print_json(&board, notation, &why, printer)?,
        Format::Csv => {
            printer.csv(["property", "verdict", "in_words"])?;
            for (property, verdict) in why.verdicts().iter().enumerate() {
                let name = property_name(board.deck(), property);
                printer.csv([name, word(verdict).into(), why.in_words(property)])?;
            }
        }
    }
    Ok(if why.is_set() { Outcome::Yes } else { Outcome::No })
}

fn print_text(
    board: &Board,
    notation: Notation,
    why: &Explanation,
    printer: &mut Printer,
) -> Result<()> {
    let deck = board.deck();
    let numbered: Vec<_> = (1..).zip(board.cards().iter().copied()).collect();
    printer.line(picture::cards(deck, notation, &numbered))?;
    let names: Vec<String> = (0..deck.properties()).map(|i| property_name(deck, i)).collect();
    let widest = names.iter().map(String::len).max().unwrap_or(0);
    for (property, verdict) in why.verdicts().iter().enumerate() {
        let (name, words) = (&names[property], why.in_words(property));
        let (style, mark) =
            if matches!(verdict, Verdict::Mixed(_)) { (BAD, "✗") } else { (GOOD, "✓") };
        printer.line(format_args!("{style}{mark}{style:#} {name:widest$}  {words}"))?;
    }
    let verdict = if why.is_set() { "a set" } else { "not a set" };
    match why.objection() {
        Some(objection) => printer.line(format_args!("\n{verdict}: {objection}")),
        None => printer.line(format_args!("\n{verdict}")),
    }
}

#[derive(Serialize)]
struct ExplainJson {
    schema: &'static str,
    deck: DeckJson,
    cards: Vec<String>,
    set: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    objection: Option<String>,
    properties: Vec<PropertyJson>,
}

#[derive(Serialize)]
struct PropertyJson {
    name: String,
    verdict: &'static str,
    values: Vec<ValueJson>,
}

#[derive(Serialize)]
struct ValueJson {
    name: String,
    cards: usize,
}

fn print_json(
    board: &Board,
    notation: Notation,
    why: &Explanation,
    printer: &mut Printer,
) -> Result<()> {
    let deck = board.deck();
    let properties = why.verdicts().iter().enumerate().map(|(property, verdict)| PropertyJson {
        name: property_name(deck, property),
        verdict: word(verdict),
        values: values(deck, board, property),
    });
    printer.json(&ExplainJson {
        schema: "tercet.explain/1",
        deck: deck.into(),
        cards: texts(deck, notation, board.cards()),
        set: why.is_set(),
        objection: why.objection(),
        properties: properties.collect(),
    })
}

fn word(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Same(_) => "same",
        Verdict::Different => "different",
        Verdict::Mixed(_) => "mixed",
    }
}

/// The values that the cards show in a property, with the number of cards that show each.
fn values(deck: Deck, board: &Board, property: usize) -> Vec<ValueJson> {
    let shows =
        |value| board.cards().iter().filter(move |&&card| deck.value(card, property) == value);
    (0..deck.values())
        .map(|value| ValueJson {
            name: value_name(deck, property, value),
            cards: shows(value).count(),
        })
        .filter(|value| value.cards > 0)
        .collect()
}
