//! `tercet caps sizes`: how many caps there are of each size, and how many are complete.

use anyhow::Result;
use tercet_app::{Among, CapSize, CapsSizes as Request, Classes};

use super::say_stopped;
use crate::cli::{CapsSizes, Format};
use crate::outcome::Outcome;
use crate::output::{Printer, duration};
use crate::remedy::naming;
use crate::work::ask;
use crate::{classes, input};

const HEADINGS: [&str; 5] = ["points", "caps", "classes", "complete", "complete_classes"];

pub(crate) fn run(arguments: &CapsSizes, printer: &mut Printer) -> Result<Outcome> {
    let deck = input::deck(arguments.deck)?;
    let timeout = arguments.timeout.map(Into::into);
    if arguments.list {
        let among = if arguments.complete { Among::Complete } else { Among::Free };
        let request = Classes {
            deck,
            among,
            size: arguments.cards,
            least_size: arguments.at_least,
            notation: None,
            timeout,
            memory: Some(arguments.memory),
        };
        let given = |field: &str| match field {
            "size" => Some(format!("-n {}", arguments.cards?)),
            _ => Some(format!(
                "--at-least {}",
                arguments.at_least.filter(|_| field == "least_size")?
            )),
        };
        return classes::run(&request, arguments.format, printer)
            .map_err(|error| naming(error, |field, _| given(field)));
    }
    let format = classes::plain(arguments.format)?;
    let answer = ask(&Request { deck, timeout })?;
    match (format, &answer.ending.reason) {
        (Format::Json, _) => printer.answer::<Request>(&answer)?,
        (_, Some(reason)) => say_stopped(reason),
        (Format::Text, None) => {
            let time = duration(answer.seconds.0);
            printer.line(format_args!("the caps of {deck} by size (in {time})"))?;
            printer.line(line(&HEADINGS.map(|heading| heading.replace('_', " "))))?;
            answer.sizes.iter().try_for_each(|size| printer.line(line(&row(size))))?;
        }
        (Format::Csv, None) => {
            printer.csv(HEADINGS)?;
            answer.sizes.iter().try_for_each(|size| printer.csv(row(size)))?;
        }
    }
    Ok(answer.ending.status())
}

fn row(CapSize { points, caps, classes, complete, complete_classes }: &CapSize) -> [String; 5] {
    let [caps, classes, complete, complete_classes] =
        [caps, classes, complete, complete_classes].map(ToString::to_string);
    [points.to_string(), caps, classes, complete, complete_classes]
}

fn line([points, caps, classes, complete, complete_classes]: &[String; 5]) -> String {
    format!("{points:>6}  {caps:>14}  {classes:>7}  {complete:>14}  {complete_classes:>16}")
}
