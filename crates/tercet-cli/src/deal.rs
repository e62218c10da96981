//! `tercet deal`: a fair random board.

use std::fmt::{self, Display, Formatter};

use anyhow::{Context, Result, bail};
use serde::Serialize;
use tercet::deal::{
    BoardSampler, Drawn, Fairness, FairnessError, MOST_CARDS, SamplerError, planted,
};
use tercet::solver::Limit;
use tercet::{Board, Deck};

use crate::cli::{Deal, Format};
use crate::interrupt::Interrupt;
use crate::output::{Count, DeckJson, Printer, board_file, counted, notation, texts};
use crate::progress::Progress;
use crate::{Outcome, input, say};

pub(crate) fn run(arguments: &Deal, printer: &mut Printer) -> Result<Outcome> {
    let deck = input::deck(arguments.deck)?;
    let notation = notation(arguments.look, deck)?;
    let seed = input::seed(arguments.seed)?;
    if let Some(trials) = arguments.trials {
        return fairness(arguments, deck, seed, trials.get() as u64, printer);
    }
    let count = count(arguments, deck)?;
    let mut ordered = None;
    let (cards, set) = if let Some(sets) = arguments.sets.or(arguments.free.then_some(0)) {
        let (board, how) = match order(arguments, deck, count, sets, seed)? {
            Ok(drawn) => drawn,
            Err(outcome) => return Ok(outcome),
        };
        ordered = Some(how);
        (board.cards().to_vec(), None)
    } else if arguments.planted {
        let planted = planted(deck, count, seed).with_context(|| format!("--planted -n {count}"));
        let (board, set) = planted?;
        (board.cards().to_vec(), Some(set))
    } else {
        (tercet::deal::board(deck, count, seed)?.cards().to_vec(), None)
    };
    let cards = texts(deck, notation, &cards);
    match arguments.look.format {
        Format::Text => {
            let dealt = counted(count as u128, "card");
            let how = match (arguments.planted, arguments.sets) {
                (true, _) => "--planted ".into(),
                (_, Some(sets)) => format!("--sets {sets} "),
                _ if arguments.free => "--free ".into(),
                _ => String::new(),
            };
            let dealt = format!("{dealt} of {deck}, dealt with {how}--seed {seed}");
            let comments: Vec<String> =
                [dealt].into_iter().chain(ordered.map(|it| it.to_string())).collect();
            board_file(deck, &comments.join("\n"), &cards, printer)?;
        }
        Format::Json => {
            let deck_json = deck.into();
            let planted = set.map(|set| texts(deck, notation, set.cards()));
            let schema = "tercet.deal/1";
            printer.json(&DealJson { schema, deck: deck_json, seed, cards, planted, ordered })?;
        }
        Format::Csv => {
            printer.csv(["card"])?;
            for card in cards {
                printer.csv([card])?;
            }
        }
    }
    Ok(Outcome::Yes)
}

/// How many cards are asked for.
fn count(arguments: &Deal, deck: Deck) -> Result<usize> {
    let (v, p) = (deck.values(), deck.properties());
    let size = usize::try_from(deck.size()).unwrap_or(usize::MAX);
    if arguments.threshold {
        let threshold = deck.threshold();
        let count = usize::try_from(threshold).ok().filter(|&count| count <= MOST_CARDS);
        return count.with_context(|| {
            format!("--threshold is {threshold} cards of {deck}: take a smaller deck, or -n")
        });
    }
    let count = arguments.count.unwrap_or(size.min(v * p));
    if count > size {
        bail!(
            "the deck {deck} has {}, not {count}: deal fewer with -n",
            counted(size as u128, "card")
        );
    }
    Ok(count)
}

#[derive(Serialize)]
struct DealJson {
    schema: &'static str,
    deck: DeckJson,
    seed: u64,
    cards: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    planted: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ordered: Option<Ordered>,
}

/// How a board came that was ordered by its sets.
#[derive(Serialize)]
struct Ordered {
    sets: Count,
    #[serde(flatten)]
    way: Way,
}

#[derive(Serialize)]
#[serde(tag = "way", rename_all = "lowercase")]
enum Way {
    /// By the class of the hand, of so many hands.
    Classes { boards: Count },
    /// As the last of so many deals.
    Rejection { deals: u64 },
}

impl Display for Ordered {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let kind = match self.sets.0 {
            0 => "without a set".into(),
            sets => format!("with {}", counted(sets, "set")),
        };
        match self.way {
            Way::Classes { boards: Count(1) } => write!(out, "the only hand {kind}"),
            Way::Classes { boards: Count(boards) } => {
                write!(out, "one of {boards} hands {kind}, each equally likely: by their classes")
            }
            Way::Rejection { deals } => write!(
                out,
                "one of the hands {kind}, each equally likely: by rejection, 1 of {} fits",
                counted(deals.into(), "deal")
            ),
        }
    }
}

/// Draws a board with so many sets, or tells why there is none.
fn order(
    arguments: &Deal,
    deck: Deck,
    cards: usize,
    sets: u128,
    seed: u64,
) -> Result<Result<(Board, Ordered), Outcome>> {
    let interrupt = Interrupt::listen()?;
    let limit = arguments.timeout.map_or_else(Limit::none, Limit::timeout);
    let limit = limit.or_flag(interrupt.flag());
    let progress = Progress::start(format!("classifying the hands of {deck}"));
    let drawn = BoardSampler::sets(deck, cards, sets, &limit).and_then(|sampler| {
        let boards = sampler.boards();
        if boards.is_none() {
            progress.say(|| format!("dealing {} until they fit", counted(cards as u128, "card")));
        }
        sampler.draw(seed, &limit).map(|drawn| (boards, drawn))
    });
    drop(progress);
    interrupt.end_work();
    Ok(match drawn {
        Ok((boards, Drawn { board, deals })) => {
            let way = match (deals, boards) {
                (Some(deals), _) => Way::Rejection { deals },
                (None, boards) => Way::Classes { boards: Count(boards.unwrap_or(0)) },
            };
            Ok((board, Ordered { sets: Count(sets), way }))
        }
        Err(none @ (SamplerError::NeverFree { .. } | SamplerError::NeverSo { .. })) => {
            say(&none.to_string());
            Err(Outcome::No)
        }
        Err(SamplerError::Stopped(stop)) => {
            say(&format!("stopped: {stop} before a board was found: allow more, or order another"));
            Err(Outcome::Stopped)
        }
        Err(few @ SamplerError::Deals) => {
            say(&format!("stopped: {few}: order another board"));
            Err(Outcome::Stopped)
        }
        Err(error @ SamplerError::Cards(..)) => return Err(error.into()),
    })
}

/// How often each card comes in many deals: the histograms of the thesis' figures 3 to 6.
fn fairness(
    arguments: &Deal,
    deck: Deck,
    seed: u64,
    trials: u64,
    printer: &mut Printer,
) -> Result<Outcome> {
    let notation = notation(arguments.look, deck)?;
    let interrupt = Interrupt::listen()?;
    let progress = Progress::start(format!("dealing {trials} times"));
    let limit = Limit::none().or_flag(interrupt.flag());
    let fairness = match Fairness::measure(deck, seed, trials, &limit) {
        Ok(fairness) => fairness,
        Err(FairnessError::Stopped(stop)) => {
            say(&format!("stopped: {stop} before {trials} deals"));
            return Ok(Outcome::Stopped);
        }
        Err(error) => return Err(error.into()),
    };
    drop(progress);
    interrupt.end_work();
    let counts =
        fairness.counts().map(|(card, start, drawn)| (notation.write(deck, card), start, drawn));
    let freedom = fairness.freedom();
    match arguments.look.format {
        Format::Text => {
            let (v, p) = (deck.values(), deck.properties());
            let deals = counted(trials.into(), "deal");
            printer.line(format_args!("{deals} of {deck}, from --seed {seed} on"))?;
            let names = [("first", v * p), ("next", v)]
                .map(|(which, cards)| format!("the {which} {}", counted(cards as u128, "card")));
            for (which, (name, statistic)) in names.iter().zip(fairness.chi_squared()).enumerate() {
                let counts = fairness.counts().map(|(_, start, drawn)| [start, drawn][which]);
                let counts: Vec<u64> = counts.collect();
                let (least, most) = (counts.iter().min(), counts.iter().max());
                let (least, most) = (least.unwrap_or(&0), most.unwrap_or(&0));
                let statistic = statistic.map_or_else(
                    || "nothing is left to chance".into(),
                    |statistic| format!("chi-squared {statistic:.1}, {freedom} degrees of freedom"),
                );
                printer
                    .line(format_args!("{name}: each card {least} to {most} times; {statistic}"))?;
            }
            printer.line("--format csv gives the number of times for each card")?;
        }
        Format::Json => {
            let cards =
                counts.map(|(card, start, drawn)| CountJson { card, start, drawn }).collect();
            let chi_squared = fairness.chi_squared();
            let deck = deck.into();
            let schema = "tercet.deal-trials/1";
            printer.json(&TrialsJson {
                schema,
                deck,
                seed,
                trials,
                chi_squared,
                freedom,
                cards,
            })?;
        }
        Format::Csv => {
            printer.csv(["card", "start", "drawn"])?;
            for (card, start, drawn) in counts {
                printer.csv([card, start.to_string(), drawn.to_string()])?;
            }
        }
    }
    Ok(Outcome::Yes)
}

#[derive(Serialize)]
struct TrialsJson {
    schema: &'static str,
    deck: DeckJson,
    seed: u64,
    trials: u64,
    /// Of the first v·p cards and of the v cards after them.
    chi_squared: [Option<f64>; 2],
    freedom: usize,
    cards: Vec<CountJson>,
}

#[derive(Serialize)]
struct CountJson {
    card: String,
    start: u64,
    drawn: u64,
}
