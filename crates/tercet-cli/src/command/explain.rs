//! `tercet explain`: why cards are a set, or why not.

use anstyle::{AnsiColor, Style};
use tercet_app::Explain as Request;

use crate::command::prelude::*;

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
    for property in &answer.properties {
        let mixed = property.verdict == Alike::Mixed;
        let (style, mark) = if mixed { (BAD, "✗") } else { (GOOD, "✓") };
        let (name, words) = (&property.name, &property.words);
        writeln!(printer, "{style}{mark}{style:#} {name:widest$}  {words}")?;
    }
    let verdict = if answer.is_set { "a set" } else { "not a set" };
    match &answer.objection {
        Some(objection) => writeln!(printer, "\n{verdict}: {objection}")?,
        None => writeln!(printer, "\n{verdict}")?,
    }
    match &answer.completion {
        Some(card) => writeln!(printer, "{card} completes a set"),
        None => Ok(()),
    }
}

impl Row for Explained {
    const COLUMNS: &'static [&'static str] = &["board", "answer", "why", "completion", "error"];
    const YES: &'static str = "forming a set";
    const NO: &'static str = "forming no set";

    fn cells(&self) -> Vec<String> {
        let answer = if self.is_set { "yes" } else { "no" };
        vec![answer.into(), why(self), self.completion.clone().unwrap_or_default()]
    }

    fn sentence(&self) -> String {
        let verdict = if self.is_set { "a set" } else { "not a set" };
        let completed = self.completion.iter().map(|card| format!("; {card} completes a set"));
        format!("{verdict}: {}{}", why(self), completed.collect::<String>())
    }
}

/// The values of the cards in each property, and any other reason why they are not a set.
fn why(answer: &Explained) -> String {
    let properties = answer.properties.iter();
    let properties = properties.map(|property| format!("{} {}", property.name, property.words));
    let all: Vec<String> = answer.objection.iter().cloned().chain(properties).collect();
    all.join("; ")
}
