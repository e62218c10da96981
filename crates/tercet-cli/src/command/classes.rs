//! The classes of hands, one by one: `tercet odds --list` and `tercet caps sizes --list`.

use serde_json::json;
use tercet_app::{
    Among, Answered, ClassList, Classes as Request, Code, Odds, Reason, Representative,
};

use super::parts::{InParts, Manner, Printed};
use crate::prelude::*;

pub(crate) fn run(
    request: &Request,
    shared: &InParts,
    format: Format,
    printer: &mut Printer,
) -> Result<Outcome> {
    if shared.are_asked() {
        return shared.run(request, request.timeout, format, printer, |_| Ok(()));
    }
    let answer = ask(request)?;
    request.print(&answer, Manner { look: format.into(), lines: Vec::new() }, printer)?;
    if let Some(reason) = &answer.ending.reason {
        let classes = counted(answer.representatives.len(), "class");
        let why = why(reason, request.memory.unwrap_or(Odds::MEMORY));
        let so_far = match (answer.listed_from, answer.least_size) {
            (Some(from), Some(_)) => {
                format!(", all of {from} cards and more: go on with -n {}", from - 1)
            }
            _ => String::new(),
        };
        say!("stopped: {why}; {classes} listed{so_far}");
    }
    Ok(answer.ending.status())
}

/// Why the work on classes of hands ended.
pub(crate) fn why(reason: &Reason, memory: usize) -> String {
    match reason.code {
        Code::Memory => {
            format!("more classes than fit into --memory {}", quantity::shown(memory))
        }
        _ => reason.message.clone(),
    }
}

impl Printed for Request {
    fn print(&self, answer: &ClassList, manner: Manner, printer: &mut Printer) -> Result<()> {
        let rows = answer.representatives.iter().map(|class| {
            let maps: Vec<&str> = class.generators.iter().map(|it| it.map.as_str()).collect();
            json!({"class": class, "maps": maps.join(";")})
        });
        manner.show::<Self>(answer, COLUMNS, rows, printer, |printer| text(answer, printer))
    }
}

/// The heading of the list.
fn title(answer: &ClassList) -> String {
    let deck = format!("({},{})", answer.deck.values(), answer.deck.properties());
    let hands = match answer.among {
        Among::Free => "hands without a set",
        Among::Complete => "complete hands without a set",
        Among::Any => "hands",
    };
    let order = answer.order.as_ref().map(|order| format!(", up to its {order} symmetries"));
    let order = order.unwrap_or_default();
    format!("{hands} of {deck}{order}")
}

fn text(answer: &ClassList, printer: &mut Printer) -> Result<()> {
    printer.paragraph(&title(answer))?;
    for class in &answer.representatives {
        let Representative { hands, stabiliser, set_count, extensions, .. } = class;
        let more = match (answer.among, extensions) {
            (Among::Any, _) => counted(*set_count, "set"),
            (_, 0) => "complete".into(),
            (_, 1) => "1 card can be added".into(),
            (_, cards) => format!("{cards} cards can be added"),
        };
        let cards = counted(class.size, "card");
        printer.line("")?;
        let hands = counted(hands, "hand");
        printer
            .paragraph(&format!("{cards}: {hands}, stabiliser of order {stabiliser}, {more}"))?;
        if !class.cards.is_empty() {
            printer.paragraph(&class.cards.join(" "))?;
        }
        for generator in &class.generators {
            writeln!(printer, "  {}", generator.map)?;
        }
    }
    Ok(())
}

const COLUMNS: &str = "class/size | class/hands | class/stabiliser | class/set_count | \
                       class/extensions | class/cards | maps";
