//! What a card may be that lies face down.

use tercet::file::NamedBoard;
use tercet_app::{FaceDown, FaceDownCard, joined};

use crate::output::notation_asked;
use crate::picture::Shown;
use crate::prelude::*;

/// Says what the card may be that lies face down beside a board.
pub(super) fn show(
    named: &NamedBoard,
    look: Look,
    timeout: Option<Seconds>,
    printer: &mut Printer,
) -> Result<Outcome> {
    let (board, notation) = (named.clone().into(), notation_asked(named, look)?);
    let answer = ask(&FaceDown { board, timeout, notation })?;
    let rows = answer.found.cards.iter().map(|card| [card]);
    printer.show::<FaceDown>(look.format, &answer, "card=0", rows, |printer| {
        Shown::new(named, look)?.print(printer)?;
        let FaceDownCard { count, cards, last } = &answer.found;
        let may_be = counted(*count, "card");
        if let Some(last) = last {
            printer.paragraph(&format!(
                "the card face down is {last}, if all others of the deck were taken as sets: the sum of what is left is \
                 then 0 in each property"
            ))?;
        }
        if cards.is_empty() {
            return printer.paragraph(&format!("it may be any of {may_be}; none makes a set with it"));
        }
        printer.paragraph(&format!(
            "it may be any of {may_be}; {} of them would be in a set: {}",
            cards.len(),
            joined(cards),
        ))
    })
}
