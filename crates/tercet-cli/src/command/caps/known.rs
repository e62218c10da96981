//! The largest caps: `tercet caps max` and `tercet caps show`.

use tercet::Deck;
use tercet::caps::{CAPS, COMPLETE, MOST_CARDS};
use tercet_app::{Answered, CapsMax, CapsMaximum, CapsSearched, CapsShow, Code, Seconds};

use super::noun;
use crate::arguments::DeckOptions;
use crate::output::{board_file, counted, notation, timed};
use crate::prelude::*;
use crate::work::ask;
use crate::{input, quantity};

/// Show the size of the largest set-free hand of a deck.
///
/// The maximum is proved by Tercet for decks with one or two values or properties, and for (3,3),
/// (3,4) and (4,3). For caps with p = 5 and 6, and for bounds beyond that, the literature is cited.
/// If there is no built-in proof, a large hand is searched for until --timeout.
///
/// Exit status: 0 the maximum is known, 2 invalid input or failure, 3 only bounds are known.
///
/// Example: `tercet caps max -p 6 --seed 1`
#[derive(Debug, Args)]
pub(crate) struct Max {
    #[command(flatten)]
    pub(crate) deck: DeckOptions,

    /// The random seed of the search [default: a new one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = quantity::number::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Time limit, such as 100ms, 2s or 5m; a search uses all of it [default for a search: 2s]
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    #[command(flatten)]
    pub(crate) look: Look,
}

impl Command for Max {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let deck = input::deck(self.deck)?;
        let answer = ask(&CapsMax {
            deck,
            seed: self.seed.map(Into::into),
            notation: Some(notation(self.look, deck)?),
            timeout: self.timeout,
        })?;
        let sentences = sentences(deck, &answer);
        match self.look.format {
            Format::Text if answer.size.is_some() => {
                board_file(deck, &sentences.join("\n"), &answer.cards, printer)?;
            }
            Format::Text => sentences.iter().try_for_each(|line| printer.line(line))?,
            Format::Json => printer.answer::<CapsMax>(&answer)?,
            Format::Csv => {
                for line in &sentences {
                    say(line);
                }
                printer.table(&["card="], &answer.cards)?;
            }
        }
        Ok(answer.status())
    }
}

/// What is known, in sentences.
fn sentences(deck: Deck, answer: &CapsMaximum) -> Vec<String> {
    let CapsMaximum { least, least_from, most, most_from, .. } = answer;
    let (noun, time) = (noun(deck), answer.seconds.0);
    let size = answer.size.unwrap_or(0);
    if let Some(proof) = &answer.proof {
        return vec![
            format!("the largest {noun} of {deck} has {}", counted(size, "card")),
            timed(format!("proved here: {proof}"), "", time),
        ];
    }
    let mut sentences = if least == most {
        vec![
            format!("the largest {noun} of {deck} has {most} cards"),
            if least_from == most_from {
                format!("quoted, not proved here: {most_from}")
            } else {
                format!("quoted, not proved here: {least_from}; upper bound: {most_from}")
            },
        ]
    } else {
        let least_now = least.max(&size.into()).clone();
        vec![
            format!("the largest {noun} of {deck} has {least_now} to {most} cards"),
            format!("quoted: at least {least} ({least_from}), at most {most} ({most_from})"),
        ]
    };
    // That only bounds are known has been said.
    let stopped = answer.ending.reason.as_ref().filter(|reason| reason.code != Code::OutOfReach);
    if let Some(CapsSearched { constructed, seed }) = &answer.searched {
        let construction = format!("{size} cards by construction");
        let found = if *constructed < size {
            format!(
                "{size} cards by local search from a construction of {constructed}, --seed {seed}"
            )
        } else if *most == size.into() || stopped.is_some() {
            construction
        } else {
            format!("{construction}; local search found no more, --seed {seed}")
        };
        sentences.push(timed(format!("found now: {found}"), "", time));
    } else if stopped.is_none() {
        let size = deck.size();
        sentences.push(format!(
            "found now: nothing, because {deck} has {size} cards and a search handles {MOST_CARDS}"
        ));
    }
    sentences.extend(stopped.map(|reason| format!("stopped: {}", reason.message)));
    sentences
}

/// Show a large cap, of maximum size if it is known.
///
/// Up to p = 6 no cap is larger. For p = 7 to 12 the maximum is not known, and the largest cap is
/// shown for which a construction is built in; its source is named. For p = 5 there is also a
/// complete cap of 22 points, and one of each size from 28 to 42. Each cap is verified before it is
/// printed.
///
/// Example: `tercet caps show 20`
#[derive(Debug, Args)]
pub(crate) struct Show {
    #[arg(value_name = "POINTS", value_parser = points, help = format!("The number of points: {}", sizes()), required_unless_present = "properties", conflicts_with = "properties")]
    pub(crate) points: Option<usize>,

    /// The number of properties, from 1 to 12
    #[arg(short = 'p', long, value_name = "P", value_parser = quantity::number::<usize>)]
    pub(crate) properties: Option<usize>,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    #[command(flatten)]
    pub(crate) look: Look,
}

/// The sizes of the caps that are built in.
fn sizes() -> String {
    let mut sizes = [&CAPS[..], &COMPLETE].concat();
    sizes.sort_unstable();
    sizes.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

/// Reads the size of a cap that is built in.
fn points(text: &str) -> Result<usize, String> {
    let asked = quantity::number::<usize>(text)?;
    let nearest = CAPS
        .into_iter()
        .chain(COMPLETE)
        .min_by_key(|points| points.abs_diff(asked))
        .unwrap_or(asked);
    if nearest == asked {
        return Ok(asked);
    }
    Err(format!("the caps that are built in have {} points; the nearest has {nearest}", sizes()))
}

impl Command for Show {
    const STATUS: &str = MADE;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let answer = ask(&CapsShow {
            points: self.points,
            properties: self.properties,
            notation: self.look.notation,
            timeout: self.timeout,
        })?;
        let (format, cards) = (self.look.format, &answer.cards);
        printer.show::<CapsShow>(format, &answer, &["card="], cards, |printer| {
            let (points, p) = (answer.size, answer.deck.properties());
            let kind = match (answer.is_maximum, p) {
                (true, _) => format!("the maximum of AG({p},3)"),
                (false, 5) => format!("smaller than the maximum of AG({p},3)"),
                (false, _) => format!("in AG({p},3), of unknown maximum"),
            };
            let source = match (answer.is_maximum, &*answer.source) {
                (true, _) | (_, "") => String::new(),
                (false, source) => format!(" ({source})"),
            };
            let addable = match answer.addable.len() {
                0 => "no point can be added".into(),
                points => format!("{} can be added", counted(points, "point")),
            };
            let comment = format!(
                "a cap of {points} points, {kind}: {}{source}\n\
                 verified: no three points are on a line, and {addable}",
                answer.construction
            );
            board_file(answer.deck, &comment, cards, printer)
        })
    }
}
