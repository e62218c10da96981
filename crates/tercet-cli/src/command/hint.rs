//! `tercet hint`: a set of a board, shown card by card.

use tercet_app::{Hint as Request, Hinted, Verdict};

use crate::output::notation_asked;
use crate::picture::Shown;
use crate::prelude::*;

/// Reveal a set of a board card by card.
///
/// Stage 0 tells whether there is a set and, if counting is quick, how many there are. Each further
/// stage reveals one more card and what the remaining cards must look like. Of several sets, the
/// hint is about the one that differs in the fewest properties, then the first in layout order.
///
/// Example: `tercet hint --stage 2 2RhO 1GsD 3PsS 2GhO 2PhO`
#[derive(Debug, Args)]
pub(crate) struct Hint {
    #[command(flatten)]
    pub(crate) source: Source,

    /// The number of cards to reveal
    #[arg(short, long, value_name = "N", default_value_t = 0, value_parser = quantity::number::<usize>)]
    pub(crate) stage: usize,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    #[command(flatten)]
    pub(crate) look: Look,
}

impl Command for Hint {
    const STATUS: &str = FOUND;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let Hint { stage, timeout, look, .. } = *self;
        let named = input::board(&self.source, look.notation, timeout)?;
        let (board, notation) = (named.clone().into(), notation_asked(&named, look)?);
        let question = Request { board, stage, timeout, notation, ..Request::default() };
        let answer = ask(&question)?;
        let rows = answer.found.cards.iter().zip(&answer.found.positions);
        printer.show::<Request>(look.format, &answer, "card=0 | position=1", rows, |printer| {
            print_text(&answer, Shown::new(&named, look)?, printer)
        })
    }
}

fn print_text(
    answer: &<Request as Question>::Answer,
    shown: Shown,
    printer: &mut Printer,
) -> Result<()> {
    let Hinted { positions, needs, last, .. } = &answer.found;
    if positions.is_empty() {
        shown.print(printer)?;
    } else {
        shown.print_name(printer)?;
        shown.print_cards(positions, printer)?;
    }
    let widest = needs.iter().map(|need| need.name.len()).max().unwrap_or(0);
    for need in needs {
        writeln!(printer, "{:widest$}  {}", need.name, need.words)?;
    }
    if let Some(card) = last {
        writeln!(printer, "missing: {card}")?;
    }
    printer.line(sentence(answer))
}

/// How many sets there are, and how much of one is shown.
fn sentence(answer: &<Request as Question>::Answer) -> String {
    let sets = match (&answer.found.count, answer.ending.answer) {
        (_, Verdict::None) => "no set".into(),
        (Some(count), _) => counted(count, "set"),
        (None, _) => "at least one set".into(),
    };
    match answer.found.cards.len() {
        0 => sets,
        all if all == answer.deck.values() => sets + "; this is one",
        all => format!("{sets}; shown: {} of one", counted(all, "card")),
    }
}
