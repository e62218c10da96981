//! `tercet deal`: a fair random board.

use anyhow::{Context, Result, anyhow, bail};
use serde::Serialize;
use tercet::game::Dealer;
use tercet::{Card, Deck};

use crate::Outcome;
use crate::cli::{Deal, Format};
use crate::output::{DeckJson, Printer, counted, notation, texts};

/// The columns that a row of dealt cards may take.
const WIDTH: usize = 80;

pub(crate) fn run(arguments: &Deal, printer: &mut Printer) -> Result<Outcome> {
    let (v, p) = (arguments.deck.values.unwrap_or(3), arguments.deck.properties.unwrap_or(4));
    let deck = Deck::new(v, p).with_context(|| format!("-v {v} -p {p}"))?;
    let notation = notation(arguments.look, deck)?;
    let size = usize::try_from(deck.size()).unwrap_or(usize::MAX);
    let count = arguments.count.unwrap_or(size.min(v * p));
    if count > size {
        bail!(
            "the deck {deck} has {}, not {count}: deal fewer with -n",
            counted(size as u128, "card")
        );
    }
    let seed = match arguments.seed {
        Some(seed) => seed,
        None => fresh_seed()?,
    };
    let cards: Vec<Card> = Dealer::new(deck, seed).take(count).collect();
    let cards = texts(deck, notation, &cards);
    match arguments.look.format {
        Format::Text => {
            let dealt = counted(count as u128, "card");
            printer.line(format_args!("# {dealt} of {deck}, dealt with --seed {seed}"))?;
            printer.line(format_args!("deck {v} {p}"))?;
            let width = cards.iter().map(String::len).max().unwrap_or(0);
            for row in cards.chunks((WIDTH / (width + 1)).max(1)) {
                let row: Vec<String> = row.iter().map(|card| format!("{card:width$}")).collect();
                printer.line(row.join(" ").trim_end())?;
            }
        }
        Format::Json => {
            let deck = deck.into();
            printer.json(&DealJson { schema: "tercet.deal/1", deck, seed, cards })?;
        }
        Format::Csv => {
            printer.csv(["card"])?;
            for card in cards {
                printer.csv([card])?;
            }
        }
    }
    Ok(Outcome::Yes)
}

#[derive(Serialize)]
struct DealJson {
    schema: &'static str,
    deck: DeckJson,
    seed: u64,
    cards: Vec<String>,
}

/// A seed that nobody chose, short enough to be typed again.
pub(crate) fn fresh_seed() -> Result<u64> {
    let seed =
        getrandom::u32().map_err(|error| anyhow!("no random seed ({error}): give --seed N"))?;
    Ok(seed.into())
}
