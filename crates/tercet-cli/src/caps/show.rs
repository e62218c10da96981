//! `tercet caps show`: a cap that is as large as any, verified before it is printed.

use anyhow::{Context, Result, bail};
use serde::Serialize;
use tercet::caps::{Addable, addable, cap};
use tercet::solver::Limit;

use crate::Outcome;
use crate::cli::{CapsShow, Format};
use crate::output::{DeckJson, Printer, board_file, notation, texts};

pub(crate) fn run(arguments: &CapsShow, printer: &mut Printer) -> Result<Outcome> {
    let points = arguments.points;
    let board = cap(points).with_context(|| format!("no construction of {points} points"))?;
    if addable(&board, &Limit::none())? != Addable::Cards(Vec::new()) {
        bail!("the construction of {points} points is not complete: please report this");
    }
    let deck = board.deck();
    let cards = texts(deck, notation(arguments.look, deck)?, board.cards());
    let construction = match points {
        2 => "all points but one",
        4 => "all points with values 0 and 1",
        9 => "the paraboloid z = x² + y²",
        20 => "the vectors but zero with x² + y² + zw = 0",
        45 => "a layer of the cap of 112 points",
        _ => "Hill's cap of PG(5,3), each point as two opposite vectors",
    };
    match arguments.look.format {
        Format::Text => {
            let comment = format!(
                "a cap of {points} points, the most of AG({},3): {construction}\n\
                 verified: no three points are on a line, and none can be added",
                deck.properties()
            );
            board_file(deck, &comment, &cards, printer)?;
        }
        Format::Json => printer.json(&ShowJson {
            schema: "tercet.caps-show/1",
            deck: deck.into(),
            construction,
            cards,
        })?,
        Format::Csv => {
            printer.csv(["card"])?;
            cards.into_iter().try_for_each(|card| printer.csv([card]))?;
        }
    }
    Ok(Outcome::Yes)
}

#[derive(Serialize)]
struct ShowJson {
    schema: &'static str,
    deck: DeckJson,
    construction: &'static str,
    cards: Vec<String>,
}
