//! `tercet explain`: why cards are a set, or why not.

use anstyle::{AnsiColor, Style};
use tercet_app::{Alike, Explain as Question, Explained};

use crate::command::prelude::*;
use crate::input::Boards;
use crate::many::Asking;
use crate::picture::print_cards;

/// Explain why cards are a set or not.
#[derive(Debug, Args)]
#[command(after_long_help = CARDS, allow_negative_numbers = true)]
pub(crate) struct Explain {
    #[command(flatten)]
    pub(crate) source: Source,

    #[command(flatten)]
    pub(crate) many: Many,

    #[command(flatten)]
    pub(crate) look: Look,
}

const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default();

impl Command for Explain {
    const EXAMPLES: &[&str] = &["tercet explain 1RsO 1RhD 2GoS"];

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let board = match input::boards(&self.source, &self.many, None)? {
            Boards::One(named) => named.board,
            Boards::Many(stream) => {
                let Explain { many, look, .. } = self;
                let asking = Asking { stream: *stream, many, look: *look, threads: None };
                let notation = look.notation;
                return asking.ask(&Question { notation, ..Question::default() }, printer);
            }
        };
        let (deck, look) = (board.deck(), self.look);
        let shown = notation_shown(look, deck)?;
        let answer = ask(&Question {
            board: board.clone().into(),
            notation: Some(shown),
            ..Question::default()
        })?;
        let columns = ["property=name", "verdict", "in_words=words"];
        let rows = &answer.properties;
        printer.show::<Question, _, _>(look.format, &answer, &columns, rows, |printer| {
            print_cards(&board, shown, &(0..board.len()).collect::<Vec<_>>(), printer)?;
            print_text(&answer, printer)
        })
    }
}

fn print_text(answer: &Explained, printer: &mut Printer) -> Result<()> {
    let widest = answer.properties.iter().map(|property| property.name.len()).max().unwrap_or(0);
    for property in &answer.properties {
        let mixed = property.verdict == Alike::Mixed;
        let (style, mark) = if mixed { (BAD, "✗") } else { (GOOD, "✓") };
        let (name, words) = (&property.name, &property.words);
        printer.line(format_args!("{style}{mark}{style:#} {name:widest$}  {words}"))?;
    }
    let verdict = if answer.is_set { "a set" } else { "not a set" };
    match &answer.objection {
        Some(objection) => printer.line(format_args!("\n{verdict}: {objection}"))?,
        None => printer.line(format_args!("\n{verdict}"))?,
    }
    match &answer.completion {
        Some(card) => printer.line(format_args!("{card} completes a set")),
        None => Ok(()),
    }
}
