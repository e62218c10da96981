//! `tercet explain`: why cards are a set, or why not.

use anstyle::{AnsiColor, Style};
use tercet_app::{Alike, Explain as Request, Explained, ExplainedProperty};

use crate::arguments::{Many, Source};
use crate::many::{Boards, Row, boards};
use crate::output::notation_shown;
use crate::picture::Shown;
use crate::prelude::*;
use crate::work::ask;

/// Explain why cards are a set or not.
///
/// Example: `tercet explain 1RsO 1RhD 2GoS`
#[derive(Debug, Args)]
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
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let look = self.look;
        let mut question = Request { notation: look.notation, ..Request::default() };
        let named = match boards(&self.source, &self.many, look, None)? {
            Boards::One(named) => named,
            Boards::Many(asking) => return asking.ask(&question, printer),
        };
        let notation = notation_shown(look, named.board.deck())?;
        (question.board, question.notation) = (named.clone().into(), Some(notation));
        let answer = ask(&question)?;
        let columns = ["property=name", "verdict", "in_words=words"];
        let rows = &answer.properties;
        printer.show::<Request>(look.format, &answer, &columns, rows, |printer| {
            let all: Vec<usize> = (0..named.board.len()).collect();
            Shown { named: &named, notation }.print_cards(&all, printer)?;
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

impl Row for Explained {
    const COLUMNS: &'static [&'static str] = &["board", "answer", "why", "completion", "error"];
    const YES: &'static str = "forming a set";
    const NO: &'static str = "forming no set";

    fn cells(&self) -> Vec<String> {
        let answer = if self.is_set { "yes" } else { "no" };
        let objection = self.objection.iter().map(|objection| format!("{objection}; "));
        let why = objection.collect::<String>() + &properties(self);
        vec![answer.into(), why, self.completion.clone().unwrap_or_default()]
    }

    fn sentence(&self) -> String {
        format!("{}; {}", verdict(self), properties(self))
    }
}

/// The values that the cards show in each property.
fn properties(answer: &Explained) -> String {
    let words = |it: &ExplainedProperty| format!("{} {}", it.name, it.words);
    answer.properties.iter().map(words).collect::<Vec<_>>().join("; ")
}
