//! The classes of hands, one by one: `tercet odds --list` and `tercet caps sizes --list`.

use serde_json::json;
use tercet::Deck;
use tercet_app::{
    Among, Answered, ClassList, Classes as Request, Code, Generator, Odds, Reason, Representative,
};

use super::parts::{InParts, Manner, Printed};
use crate::arguments::ClassFormat;
use crate::output::counted;
use crate::prelude::*;
use crate::quantity;
use crate::work::ask;

/// The format, unless it is the one for lists of classes.
pub(crate) fn plain(format: ClassFormat) -> Result<Format> {
    Ok(match format {
        ClassFormat::Text => Format::Text,
        ClassFormat::Json => Format::Json,
        ClassFormat::Csv => Format::Csv,
        ClassFormat::Gap => bail!("--format gap is a list of classes: add --list"),
    })
}

pub(crate) fn run(
    request: &Request,
    shared: &InParts,
    format: ClassFormat,
    printer: &mut Printer,
) -> Result<Outcome> {
    if shared.are_asked() {
        if format == ClassFormat::Gap {
            bail!("--format gap is for whole lists: leave it out");
        }
        return shared.run(request, request.timeout, plain(format)?, printer, |_| Ok(()));
    }
    let answer = ask(request)?;
    match plain(format) {
        Err(_) => gap(&answer, printer)?,
        Ok(format) => {
            let manner = Manner { look: format.into(), lines: Vec::new() };
            request.print(&answer, manner, printer)?;
        }
    }
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
            let cycles: Vec<String> = class.generators.iter().map(permutation).collect();
            json!({"class": class, "maps": maps.join(";"), "cycles": cycles.join(";")})
        });
        manner.show::<Self>(answer, &COLUMNS, rows, printer, |printer| text(answer, printer))
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

const COLUMNS: [&str; 8] = [
    "class/size",
    "class/hands",
    "class/stabiliser",
    "class/set_count",
    "class/extensions",
    "class/cards",
    "maps",
    "cycles",
];

/// A permutation of the cards, numbered from 1, as disjoint cycles.
fn permutation(generator: &Generator) -> String {
    if generator.cycles.is_empty() {
        return "()".into();
    }
    let cycle = |cycle: &Vec<usize>| {
        let cards: Vec<String> = cycle.iter().map(|card| (card + 1).to_string()).collect();
        format!("({})", cards.join(","))
    };
    generator.cycles.iter().map(cycle).collect()
}

/// A file for GAP, which defines the record `tercet`.
fn gap(answer: &ClassList, printer: &mut Printer) -> Result<()> {
    let (v, p) = (answer.deck.values(), answer.deck.properties());
    writeln!(printer, "# {}", title(answer))?;
    printer.line(
        "# Points are the cards in ascending order, from 1. Group(class.generators, ()) is",
    )?;
    printer.line("# the stabiliser of class.hand. Read this file with Read(\"FILE\").")?;
    writeln!(printer, "tercet := rec( values := {v}, properties := {p},")?;
    if let Some(order) = &answer.order {
        writeln!(printer, "  order := {order},")?;
    }
    let stopped = answer.ending.reason.is_some();
    writeln!(printer, "  isWhole := {},", !stopped)?;
    printer.line("  classes := [")?;
    for (i, class) in answer.representatives.iter().enumerate() {
        let Representative { size, hands, stabiliser, set_count, extensions, .. } = class;
        let generators: Vec<String> = class.generators.iter().map(permutation).collect();
        let comma = if i + 1 < answer.representatives.len() { "," } else { "" };
        writeln!(
            printer,
            "    rec( size := {size}, hand := [ {} ], hands := {hands}, stabiliser := {stabiliser}, \
             sets := {set_count}, extensions := {extensions}, generators := [ {} ] ){comma}",
            numbers(class, answer.deck)?,
            generators.join(", ")
        )?;
    }
    printer.line("  ] );;")
}

/// The cards of a class, numbered from 1.
fn numbers(class: &Representative, deck: Deck) -> Result<String> {
    let number = |card: &String| -> Result<String> {
        let card = deck.card(card)?;
        Ok((deck.rank(card) + 1).to_string())
    };
    Ok(class.cards.iter().map(number).collect::<Result<Vec<String>>>()?.join(", "))
}
