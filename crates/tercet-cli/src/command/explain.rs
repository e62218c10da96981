//! `tercet explain`: why cards are a set, or why not.

use anstyle::{AnsiColor, Style};
use tercet_app::{Alike, Explain as Request, Explained};

use crate::output::notation_asked;
use crate::picture::Shown;
use crate::prelude::*;

/// Explain why cards are a set or not.
///
/// Example: `tercet explain 1RsO 1RhD 2GoS`
#[derive(Debug, Args)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) source: Source,

    #[command(flatten)]
    pub(crate) look: Look,
}

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();

impl Command for Explain {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let look = self.look;
        let named = input::board(&self.source, self.look.notation, None)?;
        let (board, notation) = (named.clone().into(), notation_asked(&named, look)?);
        let answer = ask(&Request { board, notation, ..Request::default() })?;
        let columns = "property=name | verdict | in_words=words";
        let rows = &answer.properties;
        printer.show::<Request>(look.format, &answer, columns, rows, |printer| {
            let all: Vec<usize> = (0..named.board.len()).collect();
            Shown::new(&named, look)?.print_cards(&all, printer)?;
            print_text(&answer, printer)
        })
    }
}

fn print_text(answer: &Explained, printer: &mut Printer) -> Result<()> {
    let widest = answer.properties.iter().map(|property| property.name.len()).max().unwrap_or(0);
    let is_short = answer.cards.len() < answer.deck.values();
    for property in &answer.properties {
        let (style, mark) = match property.verdict {
            Alike::Mixed => (BAD, "✗"),
            // With too few cards, a property that could still fit is no merit of theirs.
            _ if is_short => (GOOD, " "),
            Alike::Same | Alike::Different => (GOOD, "✓"),
        };
        let (name, words) = (&property.name, &property.words);
        writeln!(printer, "{style}{mark}{style:#} {name:widest$}  {words}")?;
    }
    writeln!(printer, "\n{}", verdict(answer))
}

/// Whether they are a set; if there are too few, which or how many are missing.
fn verdict(answer: &Explained) -> String {
    let missing = answer.deck.values().saturating_sub(answer.cards.len());
    let is_part = answer.properties.iter().all(|property| property.verdict != Alike::Mixed);
    match (&answer.completion, &answer.objection) {
        _ if answer.is_set => "a set".into(),
        (Some(card), _) => format!("not a set yet: {card} is missing"),
        _ if missing == 1 && is_part => "not a set yet: 1 card is missing".into(),
        _ if missing > 0 && is_part => format!("not a set yet: {missing} cards are missing"),
        _ if missing > 0 => "not a set, and not a part of one".into(),
        (_, Some(objection)) => format!("not a set: {objection}"),
        _ => "not a set".into(),
    }
}
