//! `tercet caps sizes`: how many caps there are of each size, and how many are complete.

use std::time::Instant;

use anyhow::{Result, bail};
use serde::Serialize;
use tercet::caps::Size;
use tercet::caps::sizes::{MOST_PROPERTIES, sizes};

use super::{limit, stopped};
use crate::cli::{CapsSizes, Format};
use crate::interrupt::Interrupt;
use crate::output::{Count, DeckJson, Printer, duration};
use crate::progress::Progress;
use crate::{Outcome, input, say};

const HEADINGS: [&str; 5] = ["points", "caps", "classes", "complete", "complete_classes"];

pub(crate) fn run(arguments: &CapsSizes, printer: &mut Printer) -> Result<Outcome> {
    let deck = input::deck(arguments.deck)?;
    if deck.values() != 3 {
        bail!("the sizes of caps are for three values, not for {deck}: leave -v out");
    }
    let interrupt = Interrupt::listen()?;
    let progress = Progress::start(format!("classifying the caps of {deck}"));
    let begin = Instant::now();
    let sizes = match sizes(deck, &limit(arguments.timeout, &interrupt)) {
        Ok(Some(sizes)) => sizes,
        Ok(None) => {
            say(&format!(
                "stopped: the caps of {deck} have too many classes to go through: \
                 take -p {MOST_PROPERTIES} or less"
            ));
            return Ok(Outcome::Stopped);
        }
        Err(stop) => return Ok(stopped(&stop)),
    };
    let time = begin.elapsed();
    drop(progress);
    interrupt.end_work();
    let row = |size: &Size| {
        let Size { points, caps, classes, complete, complete_classes } = *size;
        [points as u128, caps, classes as u128, complete, complete_classes as u128]
            .map(|number| number.to_string())
    };
    match arguments.format {
        Format::Text => {
            printer.line(format_args!("the caps of {deck} by size (in {})", duration(time)))?;
            printer.line(line(&HEADINGS.map(|heading| heading.replace('_', " "))))?;
            sizes.iter().try_for_each(|size| printer.line(line(&row(size))))?;
        }
        Format::Json => printer.json(&SizesJson {
            schema: "tercet.caps-sizes/1",
            deck: deck.into(),
            sizes: sizes.iter().map(SizeJson::from).collect(),
            seconds: time.as_secs_f64(),
        })?,
        Format::Csv => {
            printer.csv(HEADINGS)?;
            sizes.iter().try_for_each(|size| printer.csv(row(size)))?;
        }
    }
    Ok(Outcome::Yes)
}

fn line([points, caps, classes, complete, complete_classes]: &[String; 5]) -> String {
    format!("{points:>6}  {caps:>14}  {classes:>7}  {complete:>14}  {complete_classes:>16}")
}

#[derive(Serialize)]
struct SizesJson {
    schema: &'static str,
    deck: DeckJson,
    sizes: Vec<SizeJson>,
    seconds: f64,
}

#[derive(Serialize)]
struct SizeJson {
    points: usize,
    caps: Count,
    classes: usize,
    complete: Count,
    complete_classes: usize,
}

impl From<&Size> for SizeJson {
    fn from(size: &Size) -> Self {
        Self {
            points: size.points,
            caps: Count(size.caps),
            classes: size.classes,
            complete: Count(size.complete),
            complete_classes: size.complete_classes,
        }
    }
}
